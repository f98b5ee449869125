// SPDX-License-Identifier: BSL-1.0
// dsl.hpp: the index language: tokens, masks and slice plans. Tests: tests/oracle/plans.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/config.hpp>
#include <stria/base/errors.hpp>
#include <stria/base/fixed_string.hpp>
#include <stria/base/index.hpp>
#include <stria/base/message.hpp>
#include <stria/base/refuse.hpp>
#include <stria/base/short_list.hpp>
#include <stria/base/text.hpp>
#include <stria/mask/encode.hpp>
#include <stria/mask/from_lists.hpp>
#include <stria/mask/parse_index.hpp>
#include <stria/mask/slice_masks.hpp>
#include <stria/mask/to_string.hpp>
#include <stria/plan/axis.hpp>
#include <stria/plan/dense.hpp>
#include <stria/plan/explain.hpp>
#include <stria/plan/result_shape.hpp>
#include <stria/plan/slice_plan.hpp>
#include <stria/shape/agreement.hpp>
#include <stria/shape/arithmetic.hpp>
#include <stria/shape/broadcast.hpp>
#include <stria/shape/extent.hpp>
#include <stria/shape/shape.hpp>
#include <stria/token/bound.hpp>
#include <stria/token/constant.hpp>
#include <stria/token/grammar.hpp>
#include <stria/token/item.hpp>
#include <stria/token/literal.hpp>
#include <stria/token/marks.hpp>
#include <stria/token/range.hpp>
#include <stria/version.hpp>
