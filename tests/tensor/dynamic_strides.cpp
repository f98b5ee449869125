// SPDX-License-Identifier: BSL-1.0
// Conversions to dview and strided_view: implicit for an lvalue tensor with the same extents,
// explicit for other lvalue tensors and for views, none for temporary tensors.
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <type_traits>
#include <utility>

using namespace stria;
using test::list;
using test::values;

namespace {

using matrix = dtensor<double, 2>;
using writes = dview<double, 2>;
using reads = dview<const double, 2>;

double total(reads x) { return sum(x); }
void twice(writes x) { x *= 2.; }
double total_of_rows(strided_view<const double, dyn, 3> x) { return sum(x); }

// A function for views beside one for tensors.
int called(reads) { return 1; }
int called(const matrix&) { return 2; }

template <class From, class To> constexpr bool implicitly = std::is_convertible_v<From, To>;
template <class From, class To>
constexpr bool explicitly = std::is_constructible_v<To, From> && !implicitly<From, To>;
template <class From, class To> constexpr bool never = !std::is_constructible_v<To, From>;

static_assert(implicitly<matrix&, writes> && implicitly<matrix&, reads>);
static_assert(never<const matrix&, writes> && implicitly<const matrix&, reads>);
static_assert(implicitly<tensor<double, dyn, 3>&, strided_view<double, dyn, 3>>);
// A view of a temporary would outlive its elements.
static_assert(never<matrix, reads> && never<const matrix, reads>);
// Other elements, ranks and extents.
static_assert(never<dtensor<float, 2>&, reads> && never<dtensor<double, 1>&, reads>);
static_assert(never<matrix&, strided_view<double, dyn, 3>>);
static_assert(never<tensor<double, 2, 4>&, strided_view<double, dyn, 3>>);

static_assert(explicitly<tensor<double, 2, 3>&, reads> &&
              explicitly<tensor<double, 2, 3>&, writes>);
static_assert(never<tensor<double, 2, 3>, reads>);
using columns = decltype(std::declval<matrix&>()[_, range(1, _)]);
using const_columns = decltype(std::declval<const matrix&>()[_, range(1, _)]);
static_assert(explicitly<columns, writes> && explicitly<columns, reads>);
static_assert(never<const_columns, writes> && explicitly<const_columns, reads>);
static_assert(implicitly<writes, reads> && never<reads, writes>);
static_assert(never<decltype(std::declval<matrix&>() + 1.), reads>);

} // namespace

TEST_CASE("tensors as arguments for views with dynamic strides") {
  matrix t{{1, 2, 3}, {4, 5, 6}};
  const matrix c = t;
  const tensor<double, dyn, 3> rows_of_three = t;
  CHECK(total(t) == 21);
  CHECK(total(c) == 21);
  CHECK(total_of_rows(rows_of_three) == 21);
  twice(t);
  CHECK(values(t) == list<double>{2, 4, 6, 8, 10, 12});
  writes v = t;
  v = c; // assigns elements, as before
  CHECK(v.data() == t.data());
  CHECK(values(t) == values(c));
  CHECK(v.strides() == t.strides());
  CHECK(v.storage().size() == 6);
}

TEST_CASE("views of other layouts are converted explicitly") {
  matrix t{{1, 2, 3}, {4, 5, 6}};
  twice(writes(t[_, range(1, _)]));
  CHECK(values(t) == list<double>{1, 4, 6, 4, 10, 12});
  const auto reversed = t[rev(), range(_, _, 2)];
  const reads v(reversed);
  CHECK(values(v) == list<double>{4, 12, 1, 6});
  CHECK(v.offset() == reversed.offset());
  CHECK(v.storage().data() == t.data());
  // The view is still inside its storage, so an overlapping assignment is recognised.
  t[_, range(_, -1)] = reads(t[_, range(1, _)]);
  CHECK(values(t) == list<double>{4, 6, 6, 10, 12, 12});
  tensor<double, 2, 2> square{{1, 2}, {3, 4}};
  twice(writes(square));
  CHECK(total(reads(square)) == 20);
}

TEST_CASE("a function for tensors stays the better match") {
  matrix t{{1, 2}, {3, 4}};
  tensor<double, 2, 2> square = t;
  CHECK(called(t) == 2);
  CHECK(called(std::as_const(t)) == 2);
  CHECK(called(matrix(t)) == 2);
  CHECK(called(square) == 2);
  CHECK(called(t[_, range(1, _)]) == 2);
  CHECK(called(t + 1.) == 2);
  CHECK(called(reads(t)) == 1);
}
