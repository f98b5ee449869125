// SPDX-License-Identifier: BSL-1.0
// Every node except targets refuses = and op=, also from its own type and from braces. So do
// temporary tensors; temporary views are targets.
#include <stria/linalg.hpp>
#include <stria/numpy/make/fortran.hpp>
#include <stria/numpy/shape/any_array.hpp>
#include <stria/random.hpp>
#include <stria/ranges.hpp>
#include <stria/stria.hpp>

#include "catch.hpp"

#include <algorithm>
#include <compare>
#include <complex>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

using namespace stria;

namespace {

template <class T> constexpr bool refused_type = detail::is_refused<std::remove_cvref_t<T>>;

#define REFUSES(name, op)                                                                          \
  template <class L, class R>                                                                      \
  constexpr bool name = refused_type<decltype(std::declval<L>() op std::declval<R>())>;
REFUSES(refuses_assign, =)
REFUSES(refuses_add, +=)
REFUSES(refuses_subtract, -=)
REFUSES(refuses_multiply, *=)
REFUSES(refuses_divide, /=)
REFUSES(refuses_modulo, %=)
REFUSES(refuses_and, &=)
REFUSES(refuses_or, |=)
REFUSES(refuses_xor, ^=)
REFUSES(refuses_left, <<=)
REFUSES(refuses_right, >>=)
#undef REFUSES

template <class L, class R>
constexpr bool refuses_one =
    refuses_assign<L, R> && refuses_add<L, R> && refuses_subtract<L, R> && refuses_multiply<L, R> &&
    refuses_divide<L, R> && refuses_modulo<L, R> && refuses_and<L, R> && refuses_or<L, R> &&
    refuses_xor<L, R> && refuses_left<L, R> && refuses_right<L, R>;

template <class L>
constexpr bool refuses_braces = refused_type<decltype(std::declval<L>() = {})> &&
                                refused_type<decltype(std::declval<L>() = {1.f, 2.f})> &&
                                refused_type<decltype(std::declval<L>() = {{1, 2.f}, {3}})> &&
                                refused_type<decltype(std::declval<L>() += {1.f, 2.f})> &&
                                refused_type<decltype(std::declval<L>() <<= {1, 2.f})>;

template <class L, class N>
constexpr bool refuses_from = refuses_one<L, N> && refuses_one<L, N&> && refuses_one<L, const N&> &&
                              refuses_one<L, float> && refuses_one<L, dtensor<float, 2>&> &&
                              refuses_one<L, const dtensor<float, 2>&> && refuses_braces<L>;

template <class N>
constexpr bool is_no_target = refuses_from<N, N> && refuses_from<N&, N> &&
                              refuses_from<const N&, N> && std::is_nothrow_destructible_v<N> &&
                              std::is_copy_constructible_v<N> && std::is_move_constructible_v<N>;

/// A temporary is refused, and an lvalue is assigned to as usual.
template <class N>
constexpr bool is_lvalue_target =
    refuses_from<N, N> && std::is_assignable_v<N&, N> && std::is_assignable_v<N&, N&> &&
    std::is_assignable_v<N&, const N&> && std::is_nothrow_move_assignable_v<N>;

/// A variable is assigned to from its own type; temporary and const objects refuse `=`.
template <class R>
constexpr bool is_variable_target =
    refuses_assign<R, R> && refuses_assign<R, R&> && refuses_assign<R, const R&> &&
    refuses_assign<const R&, R> && refuses_assign<const R, const R&> && refuses_assign<R, float> &&
    refuses_assign<R&, float> && refuses_assign<R, dtensor<float, 2>&> &&
    refused_type<decltype(std::declval<R>() = {})> && std::is_nothrow_move_assignable_v<R> &&
    std::is_copy_assignable_v<R> && std::is_nothrow_move_constructible_v<R> &&
    std::is_copy_constructible_v<R>;

/// Refuses every op=, also as a variable.
template <class R>
constexpr bool has_no_updates =
    refuses_add<R, R> && refuses_add<R&, const R&> && refuses_subtract<const R&, float> &&
    refuses_multiply<R, int> && refuses_divide<R&, dtensor<float, 2>> && refuses_modulo<R, int> &&
    refuses_and<R, R> && refuses_or<R&, R> && refuses_xor<R, R&> && refuses_left<R&, int> &&
    refuses_right<R, int> && refused_type<decltype(std::declval<R>() += {1.f})>;

struct pair_of_tensors {
  dtensor<float, 1> first;
  tensor<float, 2> second;
};

} // namespace

#define NO_TARGET(...) STATIC_REQUIRE(is_no_target<std::remove_cvref_t<decltype(__VA_ARGS__)>>)

TEST_CASE("an element of an expression or a temporary is no target, whatever its type") {
  tensor<std::complex<double>, 2> z;
  tensor<std::string, 2> s{"a", "b"};
  STATIC_REQUIRE(!std::is_assignable_v<decltype((z + z)[0]), std::complex<double>>);
  STATIC_REQUIRE(!std::is_assignable_v<decltype((z + z)(0)), double>);
  STATIC_REQUIRE(!std::is_assignable_v<decltype(s[tensor{0, 1}][0]), std::string>);
  STATIC_REQUIRE(!std::is_assignable_v<decltype((s + s)["0"_ix]), std::string>);
  STATIC_REQUIRE(!std::is_assignable_v<decltype(std::move(s)[0]), std::string>);
  STATIC_REQUIRE(!std::is_assignable_v<decltype(as_fortran(s)[0]), std::string>);
  STATIC_REQUIRE(std::is_assignable_v<decltype(s[0]), std::string>);
  auto copy = (s + s)[0];
  copy += "c";
  CHECK(copy == "aac");
}

namespace {

struct money {
  int cents = 0;
  friend money operator+(money a, money b) { return {a.cents + b.cents}; }
  friend auto operator<=>(money, money) = default;
};

template <class T>
constexpr bool is_const_value =
    std::is_class_v<T> && std::is_const_v<T> && !std::is_assignable_v<T, std::remove_const_t<T>> &&
    !std::is_assignable_v<T, const std::remove_const_t<T>&>;

} // namespace

#define CONST_VALUE(...) STATIC_REQUIRE(is_const_value<decltype(__VA_ARGS__)>)

TEST_CASE("the result of a reduction over all axes is no target, whatever its type") {
  tensor<std::complex<float>, 2, 2> z;
  tensor<std::complex<float>, 2> row;
  const tensor<std::string, 2> names{"a", "b"};
  const tensor<money, 2> sums{money{1}, money{2}};
  CONST_VALUE(sum(z));
  CONST_VALUE(prod(z, _0, _1));
  CONST_VALUE(mean(z));
  CONST_VALUE(nansum(z));
  CONST_VALUE(nanprod(z));
  CONST_VALUE(nanmean(z));
  CONST_VALUE(average(z));
  CONST_VALUE(average(z, z));
  CONST_VALUE(trapezoid(row));
  CONST_VALUE(trapz(row, 2.f));
  CONST_VALUE(vecdot(row, row));
  CONST_VALUE(polyval(row, 2.f));
  CONST_VALUE(reduce<"h w -> ">(z, sum));
  CONST_VALUE(reduce(std::plus<>(), std::complex<float>(), z));
  CONST_VALUE(reduce(std::plus<>(), std::string(), names));
  CONST_VALUE(sum(names));
  CONST_VALUE(max(names));
  CONST_VALUE(min(names));
  CONST_VALUE(sum(sums));
  CONST_VALUE(max(sums));
  CONST_VALUE(*elements(z + z).begin());
  CONST_VALUE(elements(names + names)[0]);
  // Copies are ordinary objects of the element type.
  auto total = sum(z);
  STATIC_REQUIRE(std::is_same_v<decltype(total), std::complex<float>>);
  total = 3.f;
  total += sum(z) * mean(z);
  CHECK(total == 3.f);
  std::string last = max(names);
  last = min(names) + last;
  CHECK(last == "ab");
  money most = max(sums);
  most = sum(sums);
  CHECK(most.cents == 3);
  std::vector<std::string> list{max(names)};
  list.push_back(min(names));
  CHECK(list[1] == "a");
}

TEST_CASE("shapes, strides and storages are const") {
  tensor<float, dyn, 2> t(3);
  fortran_tensor<float, dyn, dyn> f(2, 3);
  CONST_VALUE(t.shape());
  CONST_VALUE(t.strides());
  CONST_VALUE(t.storage());
  CONST_VALUE(std::as_const(t).storage());
  CONST_VALUE(t[0].shape());
  CONST_VALUE(t[_, 1].strides());
  CONST_VALUE(t[_0].storage());
  CONST_VALUE(f.storage());
  STATIC_REQUIRE(!std::is_assignable_v<decltype(t.shape()[0]), index>);
  t.storage()[1] = 5.f;
  auto n = t.shape();
  n[0] = 7;
  CHECK((t(0, 1) == 5.f && n[0] == 7 && t.shape()[0] == 3));
  std::ranges::sort(t.storage());
  CHECK(t(2, 1) == 5.f);
}

TEST_CASE("temporary lists are no targets") {
  dtensor<float, 2> a(2, 2), b(2, 2);
  using parts = decltype(split(a, 2, _0));
  STATIC_REQUIRE(refuses_assign<parts, parts> && refuses_assign<parts, parts&>);
  STATIC_REQUIRE(refuses_assign<parts, const parts&> && refuses_assign<parts, float>);
  STATIC_REQUIRE(refused_type<decltype(unstack(a, _0) = {})>);
  STATIC_REQUIRE(refuses_assign<decltype(array_split(a + b, 2, _0)), parts>);
  STATIC_REQUIRE(std::is_nothrow_assignable_v<parts&, parts>);
  auto rows = unstack(a, _0);
  rows = unstack(b, _0);
  rows[1] = 2.f;
  unstack(b, _0)[0] = 1.f;
  CHECK(all_of(b == tensor{{1.f, 1.f}, {2.f, 2.f}}));
}

#define RESULT(...)                                                                                \
  STATIC_REQUIRE((is_variable_target<std::remove_cvref_t<decltype(__VA_ARGS__)>> &&                \
                  has_no_updates<std::remove_cvref_t<decltype(__VA_ARGS__)>>))

TEST_CASE("temporary results of several members are no targets") {
  dtensor<float, 2> a{{3, 1, 2}, {4, 6, 5}};
  dtensor<float, 1> v{1, 2, 3};
  dtensor<double, 1> w{1, 2, 3};
  const dtensor<double, 2> q(3, 3), sample(4, 2);
  RESULT(top_k(a, 2));
  RESULT(top_k(tensor<float, 4>(), 2_c));
  RESULT(unique_all(a));
  RESULT(unique_counts(a));
  RESULT(unique_inverse(a));
  RESULT(histogram(v, 4));
  RESULT(histogram2d(v, v, 4));
  RESULT(histogramdd(tensor<float, 4, 2>()));
  RESULT(polydiv(w, w));
  RESULT(linalg::svd(q));
  RESULT(linalg::qr(q));
  RESULT(linalg::lu(q));
  RESULT(linalg::eigh(q));
  RESULT(linalg::eig(q));
  RESULT(linalg::slogdet(q));
  RESULT(linalg::lstsq(q, w));
  // An average may be an expression, which cannot be assigned to.
  using averages = decltype(average(a, v, _1, returned));
  STATIC_REQUIRE(refuses_assign<averages, averages> && has_no_updates<averages>);
  STATIC_REQUIRE(std::is_nothrow_move_constructible_v<averages>);

  auto r = top_k(a, 2);
  const auto last = top_k(a, 1);
  r = last;
  CHECK(all_of(r.values == tensor{{3.f}, {6.f}}));
  r = top_k(a, 3);
  auto s = std::move(r);
  CHECK((s.values.size() == 6 && r.values.size() == 0));
  r.values = s.indices;
  r.values += 1;
  auto [values, indices] = top_k(a, 1);
  values = indices;
  CHECK(all_of(values == tensor{{0.f}, {1.f}}));
  std::optional<decltype(r)> perhaps;
  perhaps = s;
  CHECK(perhaps->values.size() == 6);
  s = {};
  CHECK(s.values.size() == 0);
}

TEST_CASE("temporary items, ranges and engines are no targets") {
  dtensor<float, 1> a(3);
  dtensor<index, 1> i{2, 0};
  STATIC_REQUIRE(is_variable_target<decltype(range(0, 2))>);
  STATIC_REQUIRE(is_variable_target<decltype(rev())>);
  STATIC_REQUIRE(is_variable_target<decltype(range(_1, 5))>);
  STATIC_REQUIRE(is_variable_target<axis>);
  STATIC_REQUIRE(is_variable_target<random::generator>);
  STATIC_REQUIRE(is_variable_target<decltype(ix_(tensor{0, 1}, tensor{0}))>);
  STATIC_REQUIRE(is_variable_target<decltype(nd(tensor{{0}, {1}}))>);
  RESULT(indices(a));
  RESULT(elements(a));
  RESULT(elements(a + a));
  dtensor<float, 2> rows(2, 3);
  RESULT(subviews(rows, _0));
  STATIC_REQUIRE(has_no_updates<any_tensor<float>> && has_no_updates<any_array>);
  STATIC_REQUIRE(std::is_trivially_copyable_v<decltype(range(0, 2))>);
  STATIC_REQUIRE(std::is_trivially_copyable_v<random::generator>);

  auto r = range(0, 2);
  r = range(1, 3);
  a[r] = 2.f;
  auto places = ix_(i);
  places = ix_(i);
  axis k(1);
  k = axis(0);
  auto all_elements = elements(a);
  all_elements = elements(a);
  all_elements[0] = 7.f;
  random::generator g(1);
  g = random::generator(2);
  CHECK((g == random::generator(2) && sum(a, k) == 11.f));
}

TEST_CASE("const elements of class type refuse op=, and variables do not") {
  dtensor<std::complex<float>, 1> z{1.f, 2.f};
  const auto& fixed = z;
  const tensor<std::string, 2> names{"a", "b"};
  STATIC_REQUIRE(refuses_add<decltype(sum(z)), float>);
  STATIC_REQUIRE(refuses_subtract<decltype(sum(z)), std::complex<float>>);
  STATIC_REQUIRE(refuses_multiply<decltype(sum(z)), decltype(z)&>);
  STATIC_REQUIRE(refuses_divide<decltype((z + z)[0]), int>);
  STATIC_REQUIRE(refuses_add<decltype(fixed[0]), float>);
  STATIC_REQUIRE(refuses_add<decltype(sum(names)), const char*>);
  auto total = sum(z);
  total += 1; // an int, which needs a conversion
  total *= sum(z);
  z[0] += 2;
  z[1] -= total;
  std::complex<float>(3) += 1;
  std::string both = max(names);
  both += "c";
  both += sum(names);
  CHECK((total == 12.f && z[0] == 3.f && z[1] == -10.f && both == "bcab"));
}

TEST_CASE("operands are not read from streams, and elements are") {
  dtensor<int, 1> a(3);
  std::istringstream in("1 2 3");
  STATIC_REQUIRE(refused_type<decltype(in >> a)> && refused_type<decltype(in >> (a + a))>);
  for (int& x : elements(a))
    in >> x;
  ++a[0];
  a[1]++;
  CHECK((sum(a) == 8 && all_of((a >> 1) == tensor{1, 1, 1})));
}

TEST_CASE("a refused left side is reported once") {
  const dtensor<float, 1> k(3);
  dtensor<index, 2> places(1, 1);
  STATIC_REQUIRE(refused_type<decltype(noalias(sum(k, _0)))>);
  using refused_target = decltype(noalias(k));
  STATIC_REQUIRE(!refused_type<decltype(k[0])>);
  using accepted = const ignored&;
  STATIC_REQUIRE(std::is_same_v<decltype(std::declval<refused_target>() = k), accepted>);
  STATIC_REQUIRE(std::is_same_v<decltype(std::declval<refused_target>() += k), accepted>);
  STATIC_REQUIRE(std::is_same_v<decltype(std::declval<refused_target>() <<= 1), accepted>);
  STATIC_REQUIRE(std::is_same_v<decltype(std::declval<refused_target>() = {1.f, 2.f}), accepted>);
  STATIC_REQUIRE(std::is_same_v<decltype(std::declval<refused_target>() /= {1.f, 2.f}), accepted>);
}

TEST_CASE("nodes other than targets refuse = and op=") {
  dtensor<float, 2> a(2, 3), b(2, 3), q(3, 3);
  dtensor<float, 1> v(3);
  dtensor<index, 1> i(3);
  dtensor<std::complex<float>, 1> z(3);

  // Check of the predicate: a tensor accepts the assignments that a node refuses.
  STATIC_REQUIRE(!refuses_assign<dtensor<float, 2>&, dtensor<float, 2>&>);
  STATIC_REQUIRE(!refuses_add<dtensor<float, 2>&, dtensor<float, 2>&>);

  NO_TARGET(a + b); // map_node
  NO_TARGET(-a);
  NO_TARGET(sqrt(a));
  NO_TARGET(where(a > b, a, b));
  NO_TARGET(real(z));
  NO_TARGET(real(z)[range(0, 2)]); // sliced
  NO_TARGET((a + b)[_0]);
  NO_TARGET(transpose(a + b));             // moved
  NO_TARGET(broadcast_to(a + b, 4, 2, 3)); // broadcasted
  NO_TARGET(reshape(a + b, 3, 2));         // reshaped
  NO_TARGET(diagonal(q + q));              // diagonal_node
  NO_TARGET(sum(a, _0));                   // reduction
  NO_TARGET(argmax(a, _0));
  NO_TARGET(var(a, _0)); // statistic
  NO_TARGET(median(a, _0));
  NO_TARGET(reduce([](float x, float y) { return x + y; }, 0.f, a, _0)); // folded
  NO_TARGET(cumsum(a, _0));                                              // scan
  NO_TARGET(sort(a, _0));                                                // sorted
  NO_TARGET(argsort(a, _0));                                             // sorted_places
  NO_TARGET(searchsorted(v, v));                                         // searched
  NO_TARGET(matmul(a, q));                                               // matrix_product
  NO_TARGET(kron(a, b));                                                 // kronecker
  NO_TARGET(cross(v, v));                                                // cross_product
  NO_TARGET(tensordot(a, q, _1));                                        // contraction
  NO_TARGET(einsum<"ij,jk,kl->il">(a, q, q));                            // einsum_chain
  NO_TARGET(concat(_0, a, b));                                           // concatenation
  NO_TARGET(pad(a, 1));                                                  // padded
  NO_TARGET(tile(a, 2, 2));                                              // tiled
  NO_TARGET(repeat(a, 2, _0));                                           // repeated
  NO_TARGET(roll(a, 1, _0));                                             // rolled
  NO_TARGET(histogram(v, 4, 0., 1.));                                    // counted_bins
  NO_TARGET(quantile(a, tensor{.2}, _0));                                // quantile_list
  NO_TARGET(convolve(v, v));                                             // convolution
  NO_TARGET(gradient(a, _0));                                            // derivative
  NO_TARGET(interp(a, v, v));                                            // interpolated
  NO_TARGET(digitize(a, v));                                             // digitized
  NO_TARGET(sliding_window(a + b, 2, _0));                               // windowed
  NO_TARGET(detail::positions<dyn>(3));                                  // positions
  NO_TARGET(tensor_scatter_nd_update(a, tensor{{1}}, a[range(0, 1)]));   // scattered
  NO_TARGET(detail::labelled<decltype(a + b), detail::axis_labels<2, 3>{{2, 0}}, 3>(a + b));
  NO_TARGET(a[i] + b[i]);
  NO_TARGET(moveaxis(a + b, axis(0), axis(1))); // reordered
  NO_TARGET(roll(a, 1, _1).prepared_to_loop()); // cyclic

  // A gather of an expression has the operators of a target, which refuse it.
  using picked = decltype((a + b)[i]);
  STATIC_REQUIRE(refuses_one<picked, picked> && refuses_one<picked&, const picked&>);
  STATIC_REQUIRE(refuses_one<picked, float> && refuses_one<picked&, const dtensor<float, 2>&>);
  // A gather of a const tensor.
  using read = decltype(std::as_const(a)[i]);
  STATIC_REQUIRE(refuses_one<read, read> && refuses_one<read&, const read&>);
  STATIC_REQUIRE(!refuses_assign<decltype(a[i]), decltype(a[i])>);
  STATIC_REQUIRE(!refuses_add<decltype(a[i]), decltype(a[i])>);
}

TEST_CASE("temporary tensors refuse = and op=") {
  STATIC_REQUIRE(is_lvalue_target<dtensor<float, 2>>);
  STATIC_REQUIRE(is_lvalue_target<tensor<float, dyn, 3>>);
  STATIC_REQUIRE(is_lvalue_target<tensor<float, 2, 3>>);
  STATIC_REQUIRE(is_lvalue_target<tensor<float, 1, 1>>);
  STATIC_REQUIRE(is_lvalue_target<fortran_tensor<float, dyn, dyn>>);
  // These have only `=`.
  using floats = any_tensor<float>;
  STATIC_REQUIRE(refuses_assign<floats, floats> && refuses_assign<floats, const floats&>);
  STATIC_REQUIRE(refuses_assign<floats, dtensor<float, 2>> && refuses_assign<any_array, any_array>);
  STATIC_REQUIRE(refuses_assign<any_array, floats>);
  STATIC_REQUIRE(refuses_assign<const floats&, floats> && refuses_assign<const floats&, floats&>);
  STATIC_REQUIRE(refuses_assign<const floats&, dtensor<float, 2>>);
  floats some = dtensor<float, 2>(2, 3);
  some = {};
  CHECK(some.size() == 0);
  STATIC_REQUIRE(refuses_assign<const any_array&, floats> &&
                 refuses_assign<const any_array&, const any_array&>);
  STATIC_REQUIRE(std::is_assignable_v<floats&, floats>);
  STATIC_REQUIRE(std::is_assignable_v<floats&, dtensor<float, 2>>);
  STATIC_REQUIRE(std::is_assignable_v<any_array&, const any_array&>);
  STATIC_REQUIRE(std::is_assignable_v<any_array&, floats>);

  dtensor<float, 1> a{1, 2, 3};
  STATIC_REQUIRE(refuses_assign<decltype(eval(a)), decltype(a)&>);
  STATIC_REQUIRE(refuses_add<decltype(zeros<float>(3)), decltype(a)&>);
  STATIC_REQUIRE(refuses_add<decltype(std::move(a)), decltype(a)&>);
  STATIC_REQUIRE(refused_type<decltype(assign_max(zeros<float>(3), a))>);
  using both = decltype(tie(a, a));
  STATIC_REQUIRE(refuses_add<both, float> && refuses_right<both, both>);
  STATIC_REQUIRE(refused_type<decltype(std::declval<both>() *= {1.f})>);
  // A const tensor.
  STATIC_REQUIRE(refuses_one<const dtensor<float, 1>&, dtensor<float, 1>>);
  STATIC_REQUIRE(refuses_one<const dtensor<float, 1>&, float>);
  STATIC_REQUIRE(refuses_one<const dtensor<float, 1>, const dtensor<float, 1>&>);
  STATIC_REQUIRE(refuses_one<const decltype(a[_])&, float>);
}

TEST_CASE("temporary views are targets, and tensors in other objects too") {
  dtensor<float, 2> t(3, 2);
  const dtensor<float, 1> x{1, 2};
  t[_0] = x;
  t[1] = 3.f;
  t[range(0, 2)] += 1.f;
  t[_, 0] *= x[1];
  t[t > 7.f] = 9.f;
  const dtensor<index, 1> twice{2, 2};
  t[twice, 1] -= 1.f;
  CHECK(all_of(t == tensor{{4.f, 3.f}, {9.f, 4.f}, {0.f, -2.f}}));
  transpose(t)[_1] = 5.f;
  diagonal(t) = 6.f;
  CHECK(all_of(t == tensor{{6.f, 5.f}, {9.f, 6.f}, {0.f, 5.f}}));

  dtensor<float, 1> a{1, 2}, b{3};
  std::swap(a, b);
  CHECK((a.size() == 1 && b.size() == 2));
  std::tie(a, b) = std::tuple(b, a);
  CHECK((a.size() == 2 && b.size() == 1));
  std::tuple<dtensor<float, 1>, int> both(a, 1);
  both = std::tuple(b, 2);
  std::get<0>(both) = a;
  CHECK(std::get<0>(both).size() == 2);
  const dtensor<float, 1> old = std::exchange(b, dtensor<float, 1>(7));
  CHECK((old.size() == 1 && b.size() == 7));

  std::vector<dtensor<float, 1>> many{a, b};
  many.insert(many.begin(), old);
  many.erase(many.begin() + 1);
  many[0] = b[range(0, 3)];
  std::sort(many.begin(), many.end(),
            [](const auto& l, const auto& r) { return l.size() > r.size(); });
  CHECK((many.size() == 2 && many[0].size() == 7 && many[1].size() == 3));
  std::vector<dtensor<float, 1>>(2)[0] = a; // an lvalue
  std::map<std::string, tensor<float, 2>> named;
  named["x"] = a;
  CHECK(named["x"](1) == 2.f);
  std::optional<dtensor<float, 1>> perhaps;
  perhaps = a;
  std::variant<int, dtensor<float, 1>> either;
  either = a;
  CHECK((perhaps->size() == 2 && either.index() == 1));

  pair_of_tensors s{a, {3, 4}}, u;
  u = s;
  u = pair_of_tensors{b, {5, 6}};
  CHECK((u.first.size() == 7 && u.second(0) == 5.f && s.second(1) == 4.f));
  auto& [first, second] = u;
  first = second;
  CHECK(u.first.size() == 2);
}
