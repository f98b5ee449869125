// SPDX-License-Identifier: BSL-1.0
// tests/oracle/support.hpp: the functions with which the generated oracle tests run a case and
// compare its result with the answer.
#pragma once

// A case that is refused by its types alone has unused operands.
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

// Only support.cpp includes Catch2, so that generated files compile faster.
namespace oracle {

using lengths = std::vector<std::int64_t>;

/// The answer of a case: a shape and the values in row-major order.
template <class T> struct answer {
  lengths shape;
  std::vector<T> data;
};

/// Runs one form of a case. An exception, or a body without comparisons, is a failure.
void run(const char* id, const char* form, void (*body)());

/// The number of bodies that a part has run.
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

/// A tensor of type Tensor with the run-time extents `sizes` and the elements 0, 1, 2, ...
template <class Tensor, class... Size> auto iota(Size... sizes) {
  auto t = sized<Tensor>(sizes...);
  auto all = t.storage();
  std::iota(all.begin(), all.end(), std::remove_cvref_t<decltype(all[0])>{});
  return place(std::move(t));
}

/// The same with the elements `values`.
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

/// A mask of type Tensor with these elements.
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

/// The function that a view of a range of indices applies to each index.
inline constexpr auto same = [](auto i) { return i; };

// --- results --------------------------------------------------------------------------------

/// Checks a shape that must be known at compile time.
template <stria::index... N> struct known {
  static constexpr std::size_t rank = sizeof...(N);
  static constexpr std::array<stria::index, rank> sizes{N...};
  template <class V> static constexpr bool fits = V::extents.sizes() == sizes;
};
/// Checks a rank that must be known at compile time, with any extents.
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

/// Checks rank, static shape, shape and values of a tensor, view or expression, evaluated as a
/// whole and element by element at its corners.
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

/// Checks a subscript of integers: an element by reference; on a device, a view of rank 0.
template <class V, class T> void gives_element(V&& v, const answer<T>& want) {
  if constexpr (is_device_view<V>)
    gives<ranked<0>>(v, want);
  else if constexpr (std::is_same_v<V, T&>)
    compare({}, std::span<const T>(&v, 1), want);
  else
    compare_one(false, "a full subscript of a tensor is T&");
}

/// Checks rank and static shape of a subscript that is too large to be computed.
template <class Shape, class V> void gives_type() {
  check_type<Shape, std::remove_cvref_t<V>>();
  compare_one(true, "compiled");
}

/// Checks rank, static shape, shape and values of a lazy gather.
template <class Shape, class V, class T> void reads(V&& v, const answer<T>& want) {
  check_type<Shape, std::remove_cvref_t<V>>();
  const auto values = values_of(v);
  compare(shape_of(values), std::span<const T>(values.storage()), want);
}

/// Checks the result of a function: element type, rank, static shape, shape and values.
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

/// Checks a reduction over all axes: the element itself.
template <class Shape, class Value, class V, class T>
  requires(!stria::detail::operand<V>)
void computes(V&& v, const answer<T>& want) {
  static_assert(Shape::rank == 0, "the rank of the result");
  static_assert(std::is_same_v<std::remove_cvref_t<V>, Value>, "the element type of the result");
  const T value = static_cast<T>(v);
  compare({}, std::span<const T>(&value, 1), want);
}

/// Checks rank, shape and values of a lazy gather or scatter.
template <std::size_t Rank, class V, class T> void gathers(V&& v, const answer<T>& want) {
  check_type<ranked<Rank>, std::remove_cvref_t<V>>();
  const auto values = values_of(v);
  compare(shape_of(values), std::span<const T>(values.storage()), want);
}

/// Checks the elements of a tensor.
template <class V, class T> void holds(const V& t, const answer<T>& want) {
  const auto values = values_of(t);
  compare(shape_of(t), std::span<const T>(values.storage()), want);
}

/// Checks that the body throws this error.
template <class Error, class F> void refuses(F body) {
  try {
    body();
  } catch (const Error&) {
    compare_one(true, "refused");
    return;
  }
  compare_one(false, "refused");
}

/// Checks that the compiler refuses a call of this type. In decltype this is not an error;
/// tests/errors checks the diagnostics.
template <class T> void refuses_early() {
  static_assert(stria::detail::is_refused<std::remove_cvref_t<T>>, "the call must be refused");
  compare_one(true, "refused by the compiler");
}

/// The same, or the call throws this error at run time.
template <class Error, class F, class... A> void refuses_early_or_late(F body, A&... a) {
  if constexpr (stria::detail::is_refused<std::remove_cvref_t<decltype(body(a...))>>)
    compare_one(true, "refused by the compiler");
  else
    refuses<Error>([&] { body(a...); });
}

/// Checks that an expression is refused by the compiler or when it is computed.
template <class F, class... A> void refuses_computing(F body, const A&... a) {
  if constexpr (stria::detail::is_refused<std::remove_cvref_t<decltype(body(a...))>>)
    compare_one(true, "refused by the compiler");
  else
    refuses<stria::error>([&] {
      // A reduction over all axes is a number, which has been computed.
      if constexpr (stria::detail::operand<decltype(body(a...))>)
        static_cast<void>(values_of(body(a...)));
      else
        static_cast<void>(body(a...));
    });
}

template <class T>
concept refused_type = stria::detail::is_refused<std::remove_cvref_t<T>>;

/// Checks that t[items...] is refused by the compiler or when it is read.
template <class T, class... I> void refuses_read(T& t, const I&... items) {
  if constexpr (refused_type<decltype(t[items...])>)
    compare_one(true, "refused by the compiler");
  else
    refuses<stria::error>([&] { static_cast<void>(values_of(t[items...])); });
}

// Checks that writing to t[items...] is refused by the compiler or before anything is written.
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
