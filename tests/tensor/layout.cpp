// SPDX-License-Identifier: BSL-1.0
// Strides and contiguity, in types and at run time.
#include "catch.hpp"

#include <stria/tensor/layout.hpp>
#include <stria/tensor/sliced_layout.hpp>

#include <algorithm>
#include <set>

using namespace stria;
using namespace stria::detail;

namespace {

inline constexpr dim batch{"batch"};

template <extent... E> constexpr auto rows = detail::row_major(shape_of<E...>());

static_assert(rows<2, 3, 4>.strides[0] == 12 && rows<2, 3, 4>.strides[1] == 4);
static_assert(rows<2, 3, 4>.strides[2] == 1 && rows<2, 3, 4>.knows_strides());
// All strides are static if only the first extent is dynamic. Any other dynamic extent makes the
// strides before it dynamic.
static_assert(rows<dyn, 3, 4>.strides[0] == 12 && rows<dyn, 3, 4>.knows_strides());
static_assert(rows<batch, 3>.knows_strides());
static_assert(rows<2, dyn, 4>.strides[0] == unknown_stride);
static_assert(rows<2, dyn, 4>.strides[1] == 4 && !rows<2, dyn, 4>.knows_strides());
static_assert(rows<2, 3, dyn>.strides[1] == unknown_stride);
static_assert(rows<5>.strides[0] == 1 && rows<dyn>.strides[0] == 1);
static_assert(rows<>.knows_strides() && rows<>.rank() == 0);
static_assert(rows<0, 3>.strides[0] == 3 && rows<3, 0>.strides[0] == 0);
// A product that overflows an index is not static.
static_assert(rows<0, PTRDIFF_MAX, 3>.strides[0] == unknown_stride);
static_assert(multiply_strides(3, -4) == -12);
static_assert(multiply_strides(unknown_stride, 1) == unknown_stride);
static_assert(multiply_strides(1, unknown_stride) == unknown_stride);
static_assert(multiply_strides(PTRDIFF_MAX, 2) == unknown_stride);

template <std::size_t R> using sizes = std::array<stria::index, R>;

static_assert(row_major_strides(sizes<3>{2, 3, 4}) == sizes<3>{12, 4, 1});
static_assert(row_major_strides(sizes<0>{}) == sizes<0>{});
static_assert(row_major_strides(sizes<2>{5, 0}) == sizes<2>{0, 1});
// The product of the sizes of an empty shape may overflow silently.
static_assert(row_major_strides(sizes<3>{0, PTRDIFF_MAX, PTRDIFF_MAX})[2] == 1);

static_assert(is_idle_stride(longest_idle_stride) && !is_idle_stride(longest_idle_stride + 1));
static_assert(is_idle_stride(-longest_idle_stride) && !is_idle_stride(-longest_idle_stride - 1));
static_assert(shortened_idle_strides<2>({0, 5}, {3, PTRDIFF_MAX}) == sizes<2>{3, 1});
static_assert(shortened_idle_strides<2>({1, 5}, {PTRDIFF_MAX, 7}) == sizes<2>{1, 7});

static_assert(is_contiguous(sizes<2>{2, 3}, sizes<2>{3, 1}));
static_assert(!is_contiguous(sizes<2>{2, 3}, sizes<2>{4, 1}));
static_assert(!is_contiguous(sizes<2>{2, 3}, sizes<2>{1, 2}));
static_assert(!is_contiguous(sizes<1>{3}, sizes<1>{-1}));
static_assert(!is_contiguous(sizes<1>{3}, sizes<1>{0}));
static_assert(is_contiguous(sizes<1>{1}, sizes<1>{-7}));
static_assert(is_contiguous(sizes<3>{2, 1, 3}, sizes<3>{3, 99, 1}));
static_assert(is_contiguous(sizes<2>{0, 3}, sizes<2>{-5, 7}));
static_assert(is_contiguous(sizes<2>{3, 0}, sizes<2>{-5, 7}));
static_assert(is_contiguous(sizes<3>{0, PTRDIFF_MAX, PTRDIFF_MAX}, sizes<3>{0, 1, 1}));
static_assert(is_contiguous(sizes<0>{}, sizes<0>{}));

// Static values are not stored; two empty layouts next to each other occupy no storage either.
static_assert(std::is_empty_v<sizes_of<shape_of<2, 3>()>>);
static_assert(std::is_empty_v<strides_of<rows<dyn, 3>>>);
static_assert(!std::is_empty_v<sizes_of<shape_of<dyn, 3>()>>);
struct both {
  [[no_unique_address]] sizes_of<shape_of<2, 3>()> n;
  [[no_unique_address]] strides_of<rows<2, 3>> s;
};
static_assert(std::is_empty_v<both>);
static_assert(sizes_of<shape_of<dyn, 3>()>({5, 3}).size(0) == 5);
static_assert(sizes_of<shape_of<dyn, 3>()>({5, 3}).sizes() == sizes<2>{5, 3});
static_assert(strides_of<rows<2, dyn>>({7, 1}).strides() == sizes<2>{7, 1});
static_assert(strides_of<rows<2, dyn>>({7, 9}).strides() == sizes<2>{7, 1}); // the type's own 1
static_assert(strides_of<rows<2, 3>>({9, 9}).strides() == sizes<2>{3, 1});

// The layout of a slice.
template <auto L, class... I> constexpr auto slice_of_layout = sliced_layout<L, code_of<I...>>();
using range_by_2 = decltype(range(_, _, _2));
using back = decltype(rev());
using at_run_time = decltype(range(_, _, 1));
static_assert(slice_of_layout<rows<4, 6>, all_t, range_by_2>.strides[1] == 2);
static_assert(slice_of_layout<rows<4, 6>, back>.strides[0] == -6);
static_assert(slice_of_layout<rows<4, 6>, at_run_time>.strides[0] == unknown_stride);
static_assert(slice_of_layout<rows<4, 6>, at_run_time>.strides[1] == 1);
static_assert(slice_of_layout<rows<4, 6>, newaxis_t, constant<1>>.strides[0] == 0);
static_assert(slice_of_layout<rows<4, dyn>, back, range_by_2>.strides[0] == unknown_stride);
static_assert(slice_of_layout<rows<4, dyn>, back, range_by_2>.strides[1] == 2);
static_assert(slice_of_layout<rows<4, 6>, ellipsis_t> == rows<4, 6>);
// As at run time: an overflowing step for an axis of one element leaves the stride unchanged.
static_assert(stepped_stride_in_type(6, PTRDIFF_MAX / 2, extent::make(1)) == 6);
static_assert(stepped_stride_in_type(6, 5, extent::make(1)) == 30);

} // namespace

TEST_CASE("contiguous means one block in row-major order") {
  // A layout is contiguous if the places of its elements, in order, are 0, 1, 2, ...
  for (stria::index a : {0, 1, 2, 3})
    for (stria::index b : {0, 1, 2, 3})
      for (stria::index s : {-3, -2, -1, 0, 1, 2, 3})
        for (stria::index t : {-3, -2, -1, 0, 1, 2, 3}) {
          bool expected = true;
          stria::index next = 0;
          for (stria::index i = 0; i < a; ++i)
            for (stria::index j = 0; j < b; ++j)
              expected = expected && i * s + j * t == next++;
          CHECK(is_contiguous(sizes<2>{a, b}, sizes<2>{s, t}) == expected);
        }
}
