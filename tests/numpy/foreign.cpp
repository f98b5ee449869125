// SPDX-License-Identifier: BSL-1.0
// Each function refuses, with a message, arguments that are not operands, unless another function
// of the same name accepts them.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

using namespace stria;

// Only their types are used.
namespace foreign_test {
using values = std::vector<float>;
extern const values v;
extern const tensor<float, 3> t;
extern const tensor<int, 3> places;
} // namespace foreign_test
using namespace foreign_test;

namespace {

#define REFUSED(...) static_assert(detail::is_refused<decltype(__VA_ARGS__)>)

// Some headers use the macros of tensor/foreign.hpp directly, and others through macros that
// declare functions. One function of each macro of both kinds is tested. check_tree.py finds
// functions without such a macro. Functions of one operand are called with a container, an
// unrelated class and braces.
#define UNARY(name)                                                                                \
  REFUSED(name(v));                                                                                \
  REFUSED(name(nullptr));                                                                          \
  REFUSED(name({1, 2}))

UNARY(sqrt);
UNARY(real);
UNARY(abs);
UNARY(ravel);
UNARY(eval);
UNARY(zeros_like);
UNARY(sum);
UNARY(none_of);
UNARY(var);
UNARY(cumsum);
UNARY(triu);
UNARY(sort);
UNARY(to_string);
UNARY(noalias);

REFUSED(sum(v, _0));
REFUSED(var(v, _0, ddof(1)));
REFUSED(histogram(v, 10, 0, 1));
REFUSED(strided_slice(v, {0}, {1}, {1}));
REFUSED(reshape(v, 3, 1));
REFUSED(tile(v, 2));
REFUSED(pad(v, 1));
REFUSED(pad(v, {{1, 1}}));
REFUSED(full_like(v, 1));
REFUSED(zeros_like<double>(v));
REFUSED(one_hot<double>(v, 3));
REFUSED(one_hot(v, 3));
REFUSED(cast<double>(v));
REFUSED(permute<0>(v));
REFUSED(sum(t, {0, 1}));
REFUSED(tile(t, {2, 3}));

// Functions of two operands are called with a wrong argument in each position.
#define BINARY(name)                                                                               \
  REFUSED(name(v, t));                                                                             \
  REFUSED(name(t, v));                                                                             \
  REFUSED(name(v, v));                                                                             \
  REFUSED(name(nullptr, 1))
#define TERNARY(name)                                                                              \
  REFUSED(name(v, t, t));                                                                          \
  REFUSED(name(t, v, t));                                                                          \
  REFUSED(name(t, t, v));                                                                          \
  REFUSED(name(v, v, v))

BINARY(maximum);
BINARY(hypot);
BINARY(pow);
BINARY(matmul);
BINARY(assign_max);
BINARY(gather_nd);
TERNARY(where);
TERNARY(tensor_scatter_nd_add);
REFUSED(searchsorted(t, v, search_side::right));
REFUSED(isclose(v, t));
REFUSED(allclose(t, v));
REFUSED(array_equal(v, t));
REFUSED(fmax(v, t));
REFUSED(logaddexp(t, v));
REFUSED(gcd(v, t));
REFUSED(sinc(v));
REFUSED(signbit(v));
REFUSED(nan_to_num(v));
REFUSED(tensordot(v, t, _1));
REFUSED(tensordot(t, v, _1));
REFUSED(assign_with(t, v, std::plus<>()));
REFUSED(scatter_nd(places, v, 8));
REFUSED(gather(t, v, _0));
REFUSED(put_along_axis(v, places, t, _0));
REFUSED(put_along_axis(t, v, t, _0));
REFUSED(map(std::negate<>(), v));
REFUSED(map(std::plus<>(), v, t));
REFUSED(map(std::plus<>(), t, v));
REFUSED(reduce(std::plus<>(), 0.F, v));
REFUSED(reduce(std::plus<>(), 0.F, v, _0));
REFUSED(select(std::tuple{v}, std::tuple{t}, 0.F));
REFUSED(select(std::tuple{t > 0.F}, std::tuple{v}, 0.F));
REFUSED(einsum<"i,i->">(v, t));
REFUSED(einsum<"i,i->">(t, v));
REFUSED(rearrange<"a -> a 1">(v));
REFUSED(repeat<"a -> a b">(v, axis_size<"b">(2)));
REFUSED(reduce<"a -> ">(v, sum));
REFUSED(reduce<"a -> ">(v, all_of));
REFUSED(t == v);
REFUSED(v != t);
REFUSED(t < v);

// Correct arguments are not refused, and neither are the placeholders that replace refused calls.
static_assert(!detail::is_refused<decltype(sum(t))>);
static_assert(!detail::is_refused<decltype(maximum(t, 2.F))>);
static_assert(!detail::is_refused<decltype(where(t > 0.F, 1.F, t))>);
static_assert(std::same_as<
              decltype(sum(std::declval<detail::refusal<detail::not_ours_verdict>&>())), ignored>);

// A container is not a list of sizes.
static_assert(!std::constructible_from<dtensor<float, 1>, values>);
static_assert(!std::constructible_from<dtensor<float, 1>, const float*, int>);
static_assert(!std::convertible_to<values, dtensor<float, 1>>);
static_assert(std::constructible_from<dtensor<float, 1>, int>);

// User-defined functions with names of functions of the library.
struct wrapped {
  wrapped(const values& x) : size(x.size()) {}
  std::size_t size;
};
int sum(const values&) { return 1; }
template <class C> int mean(const C&) { return 2; }
std::size_t max(wrapped w) { return w.size; }
int split(std::string_view text, char at) { return text.front() == at ? 3 : 4; }
int norm(const values&, double power) { return static_cast<int>(power); }
template <class I> I roll(unsigned n) { return static_cast<I>(n + 1); }
template <class A, class B> B full_like(A a, int b) { return static_cast<B>(a + b); }

} // namespace

TEST_CASE("a user-defined function is the better match for containers") {
  const values own{1, 2, 3};
  CHECK(sum(own) == 1);
  CHECK(mean(own) == 2);
  CHECK(max(own) == 3);
  CHECK(split(std::string("text"), 't') == 3);
  CHECK(norm(own, 7) == 7);
  CHECK(roll<int>(6U) == 7);
  CHECK(full_like<int, long>(6, 2) == 8);
  // For tensors, the function of the library is called.
  CHECK(sum(as_tensor(own)) == 6.F);
  CHECK(max(as_tensor(own)) == 3.F);
  CHECK(norm(tensor{3.F, 4.F}) == 5.F);
  // With braces, the user-defined function is called.
  CHECK(sum({1, 2, 3}) == 1);
  CHECK(norm({1, 2}, 7) == 7);
}

namespace {

/// Converts to a tensor, although it looks like a container.
struct picture {
  using value_type = float;
  const float* data() const { return nullptr; }
  std::size_t size() const { return 0; }
  operator dtensor<float, 1>() const { return {1, 2}; }
};

} // namespace

// A refused call is not a valid expression, so a template can detect it.
template <class A>
concept updated = requires(A a) { a += 1.F; };
static_assert(updated<dtensor<float, 2>&> && !updated<const dtensor<float, 2>&>);
static_assert(!updated<decltype(t + t)&>);
static_assert(!std::is_assignable_v<const dtensor<float, 2>&, float>);
static_assert(!std::is_copy_assignable_v<const dtensor<float, 2>>);
template <class A>
concept taken_modulo = requires(A a) { a %= 2; };
static_assert(taken_modulo<tensor<int, 3>&> && !taken_modulo<tensor<float, 3>&>);
template <class A, class B>
concept dotted = requires(A a, B b) { dot(a, b); };
static_assert(dotted<tensor<int, 3>, tensor<int, 3>> && !dotted<tensor<int, 3>, tensor<int, 2>>);
template <class A>
concept summed_by_braces = requires(A a) { sum(a, {0, 1}); };
static_assert(!summed_by_braces<dtensor<float, 3>>);
template <class A>
concept asked_for_all = requires(A a) { all(a); };
static_assert(!asked_for_all<tensor<bool, 3>>);

TEST_CASE("a class that converts to a tensor is copied") {
  const dtensor<float, 1> a = picture();
  CHECK(a.size() == 2);
  const dtensor<float, 1> b(picture{});
  CHECK(b.size() == 2);
}
