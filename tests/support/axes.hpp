// SPDX-License-Identifier: BSL-1.0
// support/axes.hpp: checks that a call with axis(k) gives the same result as the call with a
// constant.
#pragma once

#include "catch.hpp"

#include <stria/stria.hpp>

#include <string>
#include <tuple>

namespace test {

/// A copy with dynamic extents: comparing such copies compiles much faster than comparing the
/// results themselves.
template <stria::detail::operand E> auto dynamic(const E& e) {
  return stria::dtensor<stria::detail::value_t<E>, stria::detail::rank_of<E>>(e);
}

/// Checks that two results are equal: numbers, operands, tuples, lists of parts and structs of two
/// operands.
template <class A, class B> void same_results(const A& got, const B& expected) {
  using stria::detail::operand;
  if constexpr (operand<A> && operand<B>) {
    const auto copy = dynamic(got);
    const auto wanted = dynamic(expected);
    CHECK(copy.shape() == wanted.shape());
    CHECK(array_equal(copy, wanted, true));
  } else if constexpr (operand<A> || operand<B>) {
    // A reduction over all axes returns a number, but with axis(k) a tensor of rank 0.
    CHECK(static_cast<double>(got) == static_cast<double>(expected));
  } else if constexpr (requires { got.sum_of_weights; }) {
    same_results(got.average, expected.average);
    same_results(got.sum_of_weights, expected.sum_of_weights);
  } else if constexpr (requires { got.indices; }) {
    same_results(got.values, expected.values);
    same_results(got.indices, expected.indices);
  } else if constexpr (requires { got.size(); }) {
    REQUIRE(got.size() == expected.size());
    for (std::size_t k = 0; k < got.size(); ++k)
      same_results(got[k], expected[k]);
  } else if constexpr (requires { std::tuple_size<A>::value; }) {
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      (same_results(std::get<K>(got), std::get<K>(expected)), ...);
    }(std::make_index_sequence<std::tuple_size_v<A>>());
  } else {
    CHECK(got == expected);
  }
}

/// Checks call(operand, axis) for each of R axes, as axis(k) and counted from the end. The operands
/// have dynamic or static extents, or are expressions. An axis that is out of range must throw
/// index_error.
template <std::size_t R, class Dynamic, class Static, class Call>
void agree_on_axes(const char* name, const Dynamic& d, const Static& s, const Call& call) {
  using stria::axis, stria::constant, stria::index;
  INFO(name);
  const auto with = [&](const auto& a, index k, const auto& expected) {
    same_results(call(a, axis(k)), expected);
  };
  const auto at = [&]<index K>(constant<K> k) {
    INFO("axis " << K);
    const auto& expected = call(d, k);
    const index from_end = K - static_cast<index>(R);
    with(d, K, expected);
    with(d, from_end, expected);
    with(s, K, expected);
    with(+d, from_end, expected);
  };
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (at(constant<static_cast<index>(K)>()), ...);
  }(std::make_index_sequence<R>());
  CHECK_THROWS_AS(call(d, axis(static_cast<index>(R))), stria::index_error);
  CHECK_THROWS_AS(call(d, axis(-static_cast<index>(R) - 1)), stria::index_error);
}
/// AGREE(R, call) with `a` for the operand and `k` for the axis; `operands` is a pair.
#define AGREE(R, ...)                                                                              \
  test::agree_on_axes<R>(#__VA_ARGS__, operands.first, operands.second,                            \
                         [&](const auto& a, auto k) { return __VA_ARGS__; })

} // namespace test
