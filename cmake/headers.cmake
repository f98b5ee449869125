# SPDX-License-Identifier: BSL-1.0
# Every header, listed by hand: the targets, the install and the tests read these lists and the test
# `headers.listed` holds them against the disk. One header a line, in the order of the tree.

# stria::dsl, under dsl/
set(STRIA_DSL_HEADERS
  stria/base/config.hpp
  stria/base/index.hpp
  stria/base/message.hpp
  stria/base/errors.hpp
  stria/base/fixed_string.hpp
  stria/base/refuse.hpp
  stria/base/short_list.hpp
  stria/base/text.hpp
  stria/shape/extent.hpp
  stria/shape/shape.hpp
  stria/shape/broadcast.hpp
  stria/token/constant.hpp
  stria/token/marks.hpp
  stria/token/bound.hpp
  stria/token/range.hpp
  stria/token/item.hpp
  stria/token/grammar.hpp
  stria/token/literal.hpp
  stria/mask/slice_masks.hpp
  stria/mask/encode.hpp
  stria/mask/from_lists.hpp
  stria/mask/parse_index.hpp
  stria/mask/to_string.hpp
  stria/plan/axis.hpp
  stria/plan/dense.hpp
  stria/plan/slice_plan.hpp
  stria/plan/result_shape.hpp
  stria/plan/explain.hpp
  stria/dsl.hpp
)

# stria::stria, under include/
set(STRIA_HEADERS
  stria/layout/buffer.hpp
  stria/layout/layout.hpp
  stria/layout/overlap.hpp
  stria/layout/reshaped.hpp
  stria/layout/sliced.hpp
  stria/view/assignable.hpp
  stria/view/cursor.hpp
  stria/view/element.hpp
  stria/view/fwd.hpp
  stria/view/hold.hpp
  stria/view/operand.hpp
  stria/view/prepare.hpp
  stria/view/storage.hpp
  stria/view/subscript.hpp
  stria/view/tensor.hpp
  stria/view/view.hpp
  stria/expr/extremes.hpp
  stria/expr/map.hpp
  stria/expr/moved.hpp
  stria/expr/operators.hpp
  stria/expr/positions.hpp
  stria/expr/slice_by.hpp
  stria/expr/sliced.hpp
  stria/expr/strided_slice.hpp
  stria/eval/as_tensor.hpp
  stria/eval/loop.hpp
  stria/eval/materialize.hpp
  stria/eval/walk.hpp
  stria/gather/adjacency.hpp
  stria/gather/compress.hpp
  stria/gather/dispatch.hpp
  stria/gather/gather.hpp
  stria/gather/item.hpp
  stria/gather/list.hpp
  stria/gather/mask_bits.hpp
  stria/gather/pack.hpp
  stria/gather/resolve.hpp
  stria/assign/assign.hpp
  stria/assign/masked.hpp
  stria/assign/noalias.hpp
  stria/assign/scatter.hpp
  stria/fn/axes.hpp
  stria/fn/broadcast_to.hpp
  stria/fn/diagonal.hpp
  stria/fn/make.hpp
  stria/fn/maker.hpp
  stria/fn/math.hpp
  stria/fn/permute.hpp
  stria/fn/product.hpp
  stria/fn/reduce.hpp
  stria/fn/reshape.hpp
  stria/fn/scatter_nd.hpp
  stria/fn/select.hpp
  stria/fn/sizes.hpp
  stria/fn/spaced.hpp
  stria/fn/take.hpp
  stria/stria.hpp
)

# Under include/ too, but in need of a library that stria::stria does not bring: installed, yet
# neither compiled alone nor part of tests/odr.
set(STRIA_OPTIONAL_HEADERS
)
