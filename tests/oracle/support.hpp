// SPDX-License-Identifier: BSL-1.0
// tests/oracle/support.hpp: what the generated oracle tests call to run a case and to hold its
// result against the answer.
#pragma once

// A case that is refused by its types alone has operands that nothing reads.
#pragma GCC diagnostic ignored "-Wunused-variable"

#include <stria/stria.hpp>

#include <boost/hana/integral_constant.hpp>
#include <range/v3/view/transform.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#ifdef STRIA_ORACLE_ON_DEVICE
#include <stria/device.hpp>
#endif

// Catch2 is included by support.cpp alone: a generated file costs its subscripts and little else.
namespace oracle {

using lengths = std::vector<std::int64_t>;

/// The answer of a case: a shape and the values in row-major order.
template <class T> struct answer {
  lengths shape;
  std::vector<T> data;
};

/// Runs one form of a case; whatever it throws, and a body that compares nothing, is a failure.
void run(const char* id, const char* form, void (*body)());

/// How many bodies a part has run.
int cases_run_by(void (*part)());

void compare(const lengths& shape, std::span<const std::int32_t> data,
             const answer<std::int32_t>& want);
void compare(const lengths& shape, std::span<const std::int64_t> data,
             const answer<std::int64_t>& want);
void compare(const lengths& shape, std::span<const float> data, const answer<float>& want);
void compare(const lengths& shape, std::span<const double> data, const answer<double>& want);
void compare_one(bool equal, const char* what);

// --- where the operands are -----------------------------------------------------------------

#ifdef STRIA_ORACLE_ON_DEVICE
/// Operands, index arrays and masks are on the first device, and results are copied back.
template <class Tensor> auto place(const Tensor& t) {
  return stria::to_device(t, stria::default_device());
}
template <class E> auto values_of(const E& e) {
  if constexpr (stria::detail::device_operand<E>)
    return stria::to_host(e);
  else
    return stria::eval(e);
}
template <class V> inline constexpr bool is_device_view = stria::detail::device_operand<V>;
#else
/// Everything is on the host.
template <class Tensor> Tensor place(Tensor t) { return t; }
template <class E> auto values_of(const E& e) { return stria::eval(e); }
template <class V> inline constexpr bool is_device_view = false;
#endif

// --- inputs ---------------------------------------------------------------------------------

template <class Tensor, class... Size> Tensor sized(Size... sizes) {
  if constexpr (sizeof...(Size) == 0)
    return Tensor{};
  else
    return Tensor(sizes...);
}

/// A tensor of type Tensor whose run-time extents are `sizes`, holding 0, 1, 2, ...
template <class Tensor, class... Size> auto iota(Size... sizes) {
  auto t = sized<Tensor>(sizes...);
  auto all = t.storage();
  std::iota(all.begin(), all.end(), std::remove_cvref_t<decltype(all[0])>{});
  return place(std::move(t));
}

/// The same, holding `values`.
template <class Tensor, class T, class... Size>
auto filled(const std::vector<T>& values, Size... sizes) {
  auto t = sized<Tensor>(sizes...);
  auto all = t.storage();
  compare_one(values.size() == all.size(), "the input has as many elements as its shape");
  std::copy_n(values.begin(), std::min(values.size(), all.size()), all.begin());
  return place(std::move(t));
}

/// `runs` of the corpus: first value, count, step.
template <class T> std::vector<T> runs(std::initializer_list<std::array<std::int64_t, 3>> list) {
  std::vector<T> r;
  for (auto [first, count, step] : list)
    for (std::int64_t k = 0; k < count; ++k)
      r.push_back(static_cast<T>(first + k * step));
  return r;
}

/// A mask of type Tensor holding these bits.
template <class Tensor, class... Size>
auto mask_of(std::initializer_list<int> bits, Size... sizes) {
  auto t = sized<Tensor>(sizes...);
  auto all = t.storage();
  compare_one(bits.size() == all.size(), "the mask has as many entries as its shape");
  std::transform(bits.begin(),
                 bits.begin() + static_cast<std::ptrdiff_t>(std::min(bits.size(), all.size())),
                 all.begin(), [](int b) { return b != 0; });
  return place(std::move(t));
}

/// What a view of a range of indices calls on each.
inline constexpr auto same = [](auto i) { return i; };

// --- results --------------------------------------------------------------------------------

/// A shape that must be known at compile time.
template <stria::index... N> struct known {
  static constexpr std::size_t rank = sizeof...(N);
  static constexpr std::array<stria::index, rank> sizes{N...};
  template <class V> static constexpr bool fits = V::extents.sizes() == sizes;
};
/// A rank that must be known at compile time, with any extents.
template <std::size_t Rank> struct ranked {
  static constexpr std::size_t rank = Rank;
  template <class V> static constexpr bool fits = true;
};

template <class Shape, class V> consteval void check_type() {
  static_assert(static_cast<std::size_t>(V::rank) == Shape::rank, "the rank of the result");
  static_assert(Shape::template fits<V>, "the static shape of the result");
}

template <class V> lengths shape_of(const V& v) {
  lengths r;
  for (auto n : v.shape())
    r.push_back(static_cast<std::int64_t>(n));
  return r;
}

/// A number, or a view of rank 0 on a device.
template <class T, class V> T element_of(const V& v) {
  if constexpr (is_device_view<V>)
    return values_of(v).storage()[0];
  else
    return v;
}

template <class V, class T, std::size_t... Axis>
void compare_corners(V&& v, const answer<T>& want, std::index_sequence<Axis...>) {
  const auto& n = want.shape;
  if (want.data.empty() || shape_of(v) != n)
    return;
  compare_one(element_of<T>(v[(n[Axis] - 1)...]) == want.data.back(),
              "the last element, from the front");
  compare_one(element_of<T>(v[(-n[Axis])...]) == want.data.front(),
              "the first element, from the end");
}

/// A tensor, view or expression has the rank, the static shape, the shape and the values of the
/// answer, evaluated as a whole and element by element at its corners.
template <class Shape, class V, class T> void gives(V&& v, const answer<T>& want) {
  check_type<Shape, std::remove_cvref_t<V>>();
  const auto values = values_of(v);
  compare(shape_of(v), std::span<const T>(values.storage()), want);
  compare_one(shape_of(values) == want.shape, "eval keeps the shape");
  if constexpr (Shape::rank == 0)
    compare_one(static_cast<T>(values) == want.data.at(0), "rank 0 converts to its element");
  else
    compare_corners(v, want, std::make_index_sequence<Shape::rank>{});
}

/// Integers everywhere: an element of a tensor, by reference; on a device a view of rank 0.
template <class V, class T> void gives_element(V&& v, const answer<T>& want) {
  if constexpr (is_device_view<V>)
    gives<ranked<0>>(v, want);
  else if constexpr (std::is_same_v<V, T&>)
    compare({}, std::span<const T>(&v, 1), want);
  else
    compare_one(false, "a full subscript of a tensor is T&");
}

/// A subscript that is too large to be computed has this rank and static shape.
template <class Shape, class V> void gives_type() {
  check_type<Shape, std::remove_cvref_t<V>>();
  compare_one(true, "compiled");
}

/// A lazy gather has the rank, the static shape, the shape and the values of the answer.
template <class Shape, class V, class T> void reads(V&& v, const answer<T>& want) {
  check_type<Shape, std::remove_cvref_t<V>>();
  const auto values = values_of(v);
  compare(shape_of(values), std::span<const T>(values.storage()), want);
}

/// The result of a function: element type, rank, static shape, shape and values.
template <class Shape, class Value, class V, class T> void computes(V&& v, const answer<T>& want) {
  check_type<Shape, std::remove_cvref_t<V>>();
  static_assert(std::is_same_v<typename std::remove_cvref_t<V>::value_type, Value>,
                "the element type of the result");
  if constexpr (std::is_same_v<Value, bool>) {
    const auto values = values_of(stria::cast<T>(v));
    compare(shape_of(values), std::span<const T>(values.storage()), want);
  } else {
    const auto values = values_of(v);
    compare(shape_of(values), std::span<const T>(values.storage()), want);
  }
}

/// A reduction over all axes: the element itself.
template <class Shape, class Value, class V, class T>
  requires(!stria::detail::operand<V>)
void computes(V&& v, const answer<T>& want) {
  static_assert(Shape::rank == 0, "the rank of the result");
  static_assert(std::is_same_v<std::remove_cvref_t<V>, Value>, "the element type of the result");
  const T value = static_cast<T>(v);
  compare({}, std::span<const T>(&value, 1), want);
}

/// A lazy gather or scatter has the rank, the shape and the values of the answer.
template <std::size_t Rank, class V, class T> void gathers(V&& v, const answer<T>& want) {
  check_type<ranked<Rank>, std::remove_cvref_t<V>>();
  const auto values = values_of(v);
  compare(shape_of(values), std::span<const T>(values.storage()), want);
}

/// A tensor holds the answer.
template <class V, class T> void holds(const V& t, const answer<T>& want) {
  const auto values = values_of(t);
  compare(shape_of(t), std::span<const T>(values.storage()), want);
}

/// The body is refused with this error.
template <class Error, class F> void refuses(F body) {
  try {
    body();
  } catch (const Error&) {
    compare_one(true, "refused");
    return;
  }
  compare_one(false, "refused");
}

/// A call of this type is refused by the compiler. Asked by decltype that is no error; tests/errors
/// shows how it reads.
template <class T> void refuses_early() {
  static_assert(stria::detail::is_refused<std::remove_cvref_t<T>>, "the call must be refused");
  compare_one(true, "refused by the compiler");
}

/// The same, or refused with this error at run time.
template <class Error, class F, class... A> void refuses_early_or_late(F body, A&... a) {
  if constexpr (stria::detail::is_refused<std::remove_cvref_t<decltype(body(a...))>>)
    compare_one(true, "refused by the compiler");
  else
    refuses<Error>([&] { body(a...); });
}

/// An expression is refused by the compiler, or when it is computed.
template <class F, class... A> void refuses_computing(F body, const A&... a) {
  if constexpr (stria::detail::is_refused<std::remove_cvref_t<decltype(body(a...))>>)
    compare_one(true, "refused by the compiler");
  else
    refuses<stria::error>([&] { static_cast<void>(values_of(body(a...))); });
}

template <class T>
concept refused_type = stria::detail::is_refused<std::remove_cvref_t<T>>;

/// t[items...] is refused, by the compiler or when it is read.
template <class T, class... I> void refuses_read(T& t, const I&... items) {
  if constexpr (refused_type<decltype(t[items...])>)
    compare_one(true, "refused by the compiler");
  else
    refuses<stria::error>([&] { static_cast<void>(values_of(t[items...])); });
}

// Writing to t[items...] is refused, by the compiler or before anything is written.
#define STRIA_REFUSES_WRITE(mode, call)                                                            \
  template <class T, class U, class... I>                                                          \
  void refuses_##mode(T& t, const U& u, const I&... items) {                                       \
    if constexpr (refused_type<decltype(t[items...])>)                                             \
      compare_one(true, "the subscript is refused by the compiler");                               \
    else if constexpr (refused_type<decltype(call)>)                                               \
      compare_one(true, "refused by the compiler");                                                \
    else                                                                                           \
      refuses<stria::error>([&] { static_cast<void>(call); });                                     \
  }
STRIA_REFUSES_WRITE(set, t[items...] = u)
STRIA_REFUSES_WRITE(add, t[items...] += u)
STRIA_REFUSES_WRITE(max, assign_max(t[items...], u))
#undef STRIA_REFUSES_WRITE

} // namespace oracle
