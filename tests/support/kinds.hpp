// SPDX-License-Identifier: BSL-1.0
// support/kinds.hpp: the same values as operands of every kind, so that each check is written once.
#pragma once

#include "numbers.hpp"

#include <algorithm>
#include <concepts>
#include <span>

namespace test {

inline constexpr stria::dim first{"first"}, second{"second"}, third{"third"};

/// An operand of one kind. x() returns an lvalue if the operand is a tensor that outlives the call,
/// otherwise a temporary. x.m, x.n and x.k are the first three extents, as known from the type.
template <class Get> struct kind {
  Get get;

  using operand = std::remove_cvref_t<decltype(std::declval<const Get&>()())>;
  static constexpr auto extents = operand::extents;
  static constexpr stria::extent known(std::size_t axis) {
    return axis < extents.rank() ? extents.axes[axis] : stria::extent::unknown();
  }
  static constexpr stria::extent m = known(0), n = known(1), k = known(2);

  constexpr decltype(auto) operator()() const { return get(); }
};

/// The identity, for map().
struct same {
  template <class T> constexpr T operator()(const T& v) const { return v; }
};

template <class Check, class Get>
void as_kind(const char* name, const Check& check, const Get& get) {
  INFO("the operand is " << name);
  check(kind<Get>{get});
}

/// The tensor types among the kinds.
template <class A, class Axes> struct kinds_of;
template <class T, stria::extent... E, std::size_t... K>
struct kinds_of<stria::tensor<T, E...>, std::index_sequence<K...>> {
  static constexpr stria::extent names[] = {first, second, third};
  static constexpr stria::extent unless(bool other, stria::extent e, stria::extent by) {
    return other ? by : e;
  }
  using dynamic = stria::dtensor<T, sizeof...(E)>;
  using named = stria::tensor<T, names[K]...>;
  using partly = stria::tensor<T, unless(K == 0, E, stria::dyn)...>;
  using half = stria::tensor<T, unless(K == 0, E, first)...>;
  using wide = stria::tensor<T, unless(K + 1 == sizeof...(E), E, stria::dyn)...>;

  static auto reversed(const auto& e) { return e[(static_cast<void>(K), stria::rev())...]; }
};
template <class T, stria::extent... E>
using kinds = kinds_of<stria::tensor<T, E...>, std::make_index_sequence<sizeof...(E)>>;

/// Calls check(x) with the values of `a` as a dynamic tensor, a tensor with named extents, a view
/// with gaps whose extents are static except the last, and a lazy expression with static extents.
template <class T, stria::extent... E, class Check>
void for_some_kinds(const stria::tensor<T, E...>& a, const Check& check) {
  using namespace stria;
  using types = kinds<T, E...>;
  const typename types::dynamic dynamic = a;
  as_kind("a dynamic tensor", check, [&]() -> const auto& { return dynamic; });
  const typename types::named named = a;
  as_kind("a tensor with named extents", check, [&]() -> const auto& { return named; });
  typename types::wide wide(2 * a.extent(-1));
  for (index i = 0; i < a.size(); ++i) {
    wide.data()[2 * i] = a.data()[i];
    wide.data()[2 * i + 1] = static_cast<T>(99);
  }
  as_kind("a view with gaps", check, [&] { return wide[ellipsis, range(_, _, 2)]; });
  as_kind("a lazy expression", check, [&] { return map(same{}, a); });
}

/// Calls check(x) with the kinds of for_some_kinds() and with further ones: a static tensor (lvalue
/// and temporary), a temporary dynamic tensor, a partly static and a partly named tensor, a
/// reversed view, a transposed view, a gather, and an operand that must be computed first.
template <class T, stria::extent... E, class Check>
void for_all_kinds(const stria::tensor<T, E...>& a, const Check& check) {
  using namespace stria;
  using types = kinds<T, E...>;
  for_some_kinds(a, check);
  const typename types::dynamic dynamic = a;
  as_kind("a static tensor", check, [&]() -> const auto& { return a; });
  as_kind("a temporary static tensor", check, [&] { return a; });
  as_kind("a temporary dynamic tensor", check, [&] { return dynamic; });
  const typename types::partly partly = a;
  as_kind("a partly static tensor", check, [&]() -> const auto& { return partly; });
  const typename types::half half = a;
  as_kind("a partly named tensor", check, [&]() -> const auto& { return half; });
  auto back = dynamic;
  std::reverse(back.storage().begin(), back.storage().end());
  as_kind("a reversed view", check, [&] { return types::reversed(back); });
  const typename types::dynamic turned = transpose(dynamic);
  as_kind("a transposed view", check, [&] { return transpose(turned); });
  const typename types::dynamic shuffled = dynamic[rev()];
  dtensor<index, 1> places(a.extent(0));
  for (index i = 0; i < a.extent(0); ++i)
    places[i] = a.extent(0) - 1 - i;
  as_kind("a gathered operand", check, [&] { return shuffled[places]; });
  as_kind("an operand that is computed first", check,
          [&] { return concat(_0, dynamic[range(0, 1)], dynamic[range(1, _)]); });
}

template <stria::extent... E, class X> constexpr bool has(const X&) {
  return X::extents == stria::detail::shape_of<E...>();
}
template <class T, class X> constexpr bool gives(const X&) {
  return std::same_as<typename X::value_type, T>;
}
template <class T, class X>
  requires(!stria::detail::operand<X>)
constexpr bool gives(const X&) {
  return std::same_as<X, T>;
}

inline bool same_sizes(const list<index>& got, const list<index>& wanted) {
  return all_alike(got, wanted, same_number<index>);
}
template <class T> bool same_values(std::span<const T> got, const list<T>& wanted) {
  return all_alike(list<T>(got.begin(), got.end()), wanted, same_number<T>);
}
template <class T> bool near_values(std::span<const T> got, const list<T>& wanted) {
  return all_alike(list<T>(got.begin(), got.end()), wanted, near_number<T>);
}

/// Checks the shape of an operand and its elements, computed by the loop.
template <class E>
bool is(const E& e, const list<index>& n, const list<typename E::value_type>& wanted) {
  const auto r = stria::eval(e);
  return same_sizes(shape(e), n) && same_sizes(shape(r), n) &&
         same_values<typename E::value_type>(r.storage(), wanted);
}
/// Checks the element that a reduction over all axes returned.
template <class T>
  requires(!stria::detail::operand<T>)
bool is(const T& got, const std::type_identity_t<T>& wanted) {
  return holds(got, wanted);
}
/// Checks the shape of an operand and its elements, to the precision of the element type.
template <class E>
bool is_near(const E& e, const list<index>& n, const list<typename E::value_type>& wanted) {
  const auto r = stria::eval(e);
  return same_sizes(shape(e), n) && same_sizes(shape(r), n) &&
         near_values<typename E::value_type>(r.storage(), wanted);
}
template <class T>
  requires(!stria::detail::operand<T>)
bool is_near(const T& got, const std::type_identity_t<T>& wanted) {
  return near(got, wanted);
}

} // namespace test
