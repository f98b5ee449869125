// SPDX-License-Identifier: BSL-1.0
// Functions that may return their operand: the result has the members of every other expression.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <stria/fft.hpp>

#include <type_traits>
#include <utility>

using namespace stria;

namespace {

/// True for a result with [], (), rank, shape(), extent() and size(), as every expression has them.
template <class R> constexpr bool is_complete() {
  return requires(const R& r) {
    r[0];
    r(0);
    R::rank;
    r.extent(0);
    r.size();
    r.shape();
  };
}
template <class F, class A> constexpr bool returns_complete(const F&, const A&) {
  using view_type = decltype(std::declval<A&>()[ellipsis]);
  using sum_type = decltype(std::declval<A&>() + 0.);
  return is_complete<std::invoke_result_t<F, A&>>() &&
         is_complete<std::invoke_result_t<F, const A&>>() &&
         is_complete<std::invoke_result_t<F, view_type>>() &&
         is_complete<std::invoke_result_t<F, sum_type>>() &&
         is_complete<std::invoke_result_t<F, A>>();
}

constexpr tensor<double, 2, 2> numbers{{1., 2.}, {3., 4.}};
constexpr tensor<double, 3> row{1., 2., 3.};

} // namespace

// f of a tensor, a const tensor, a view, an expression and a temporary tensor.
#define WHOLE(a, ...)                                                                              \
  STATIC_REQUIRE(returns_complete(                                                                 \
      [](auto&& operand) {                                                                         \
        using operand_type = decltype(operand);                                                    \
        return __VA_ARGS__;                                                                        \
      },                                                                                           \
      a))
#define x static_cast<operand_type>(operand)

TEST_CASE("a function whose result is its operand returns a view or an expression") {
  WHOLE(numbers, einsum<"ij->ij">(x));
  WHOLE(numbers, einsum<"ij">(x));
  WHOLE(numbers, einsum<"...->...">(x));
  WHOLE(numbers, einsum<"i...->i...">(x));
  WHOLE(row, einsum<"i->i">(x));
  WHOLE(row, einsum<"i">(x));
  WHOLE(numbers, rearrange<"a b -> a b">(x));
  WHOLE(numbers, rearrange<"... -> ...">(x));
  WHOLE(numbers, rearrange<"(a) b -> a (b)">(x));
  WHOLE(numbers, reduce<"a b -> a b">(x, max));
  WHOLE(numbers, repeat<"a b -> a b">(x));
  WHOLE(row, transpose(x));
  WHOLE(numbers, transpose(x, _0, _1));
  WHOLE(numbers, permute<0, 1>(x));
  WHOLE(numbers, swapaxes(x, _0, _0));
  WHOLE(numbers, moveaxis(x, _1, _1));
  WHOLE(numbers, squeeze(x));
  WHOLE(numbers, broadcast_to(x, 2, 2));
  WHOLE(numbers, reshape(x, 2, 2));
  WHOLE(row, ravel(x));
  WHOLE(row, flatten(x));
  WHOLE(row, roll(x, 0));
  WHOLE(numbers, roll(x, 0, _0));
  WHOLE(numbers, rot90(x, 0));
  WHOLE(numbers, fft::fftshift(x[newaxis], _0));
  WHOLE(numbers, cast<double>(x));
  WHOLE(numbers, astype<double>(x));
  WHOLE(numbers, real(x));
  WHOLE(numbers, conj(x));
  WHOLE(numbers, abs(x));
  WHOLE(numbers, +x);
  WHOLE(numbers, clip(x, _, _));
  WHOLE(numbers, nan_to_num(x));
  WHOLE(row, atleast_1d(x));
  WHOLE(numbers, atleast_2d(x));
  WHOLE(numbers, tile(x, 1));
  WHOLE(numbers, repeat(x, 1, _0));
  WHOLE(numbers, pad(x, 0));
  WHOLE(numbers, concat(_0, x));
  WHOLE(row, hstack(x));
  WHOLE(numbers, vstack(x));
  WHOLE(numbers, as_tensor(x));
  WHOLE(numbers, x[ellipsis]);
  WHOLE(numbers, x[_]);
}
#undef x
#undef WHOLE

TEST_CASE("einsum of one tensor without a sum is a view of it") {
  dtensor<int, 2> a{{1, 2}, {3, 4}};
  auto same = einsum<"ij->ij">(a);
  STATIC_REQUIRE(detail::view_operand<decltype(same)>);
  same[0, 1] = 7;
  CHECK(a[0, 1] == 7);
  CHECK(test::holds(einsum<"...->...">(a), {1, 7, 3, 4}));
  CHECK(test::holds(einsum<"ij">(a + 1), {2, 8, 4, 5}));
}
