// SPDX-License-Identifier: BSL-1.0
// fft/arguments.hpp: the arguments of a transform: numbers of points, axes and the norm.
// Tests: tests/fft/transforms.cpp.
#pragma once

#include <stria/arguments/axes.hpp>
#include <stria/arguments/sizes.hpp>
#include <stria/fft/transform.hpp>
#include <stria/signal/mode.hpp>

#include <complex>

namespace stria::fft {

/// Selects which transforms are divided by their number of points n.
///
/// `backward`: inverse transforms are divided by n. `forward`: forward transforms are divided by n.
/// `ortho`: all transforms are divided by the square root of n.
/// \numpy      `norm="ortho"`
/// \usage      `fft::fft(a, fft::norm::ortho)`
enum class norm : unsigned char { backward, ortho, forward };
/// Short names of the values of fft::norm.
/// \numpy      `norm="ortho"`
/// \usage      `fft::fft(a, fft::ortho)`
inline constexpr norm backward = norm::backward, ortho = norm::ortho, forward = norm::forward;

} // namespace stria::fft

namespace stria::detail {

/// The precision in which elements of T are transformed: double for integers and bool, void if T
/// has no transform.
template <class T>
struct fft_real
    : std::conditional<std::is_arithmetic_v<T> && !std::same_as<T, long double>, double, void> {};
template <> struct fft_real<float> : std::type_identity<float> {};
template <> struct fft_real<std::complex<float>> : std::type_identity<float> {};
template <> struct fft_real<std::complex<double>> : std::type_identity<double> {};

struct norm_names {
  static constexpr const char* what = "norm of a transform";
  static constexpr const char* names[] = {"backward", "ortho", "forward"};
};
using norm_argument = named_argument<fft::norm, norm_names>;

/// The kinds of arguments. `sizes` is one array or braces; `own` is `_`, the size of the axis.
enum class fft_argument : unsigned char { foreign, size, sizes, own, constant, norm };

template <class X> constexpr fft_argument fft_argument_of() {
  if constexpr (constant_item<X>)
    return fft_argument::constant;
  else if constexpr (integer_item<X>)
    return fft_argument::size;
  else if constexpr (is_size_array<X>)
    return fft_argument::sizes;
  else if constexpr (std::same_as<X, all_t>)
    return fft_argument::own;
  else if constexpr (names_a<X, norm_argument>)
    return fft_argument::norm;
  else
    return fft_argument::foreign;
}

enum class fft_fault : unsigned char {
  none,
  foreign,
  order,
  axes,
  count,
  empty,
  too_long,
  element,
  complex_element,
  device
};

inline constexpr index operand_size = -1, runtime_size = -2;

/// The axes of a call in the given order. The numbers of points are included as far as the types
/// determine them: a constant, operand_size or runtime_size.
template <std::size_t R> struct fft_axes {
  std::size_t count = 0;
  std::array<std::size_t, R> axis{};
  std::array<index, R> size{};
  fft_fault fault = fft_fault::none;
  axes_fault axis_fault = axes_fault::none;
  index value = 0;

  constexpr void add(index named, index points) {
    const index k = wrap(named, static_cast<index>(R));
    value = named;
    axis_fault = inside(k, static_cast<index>(R)) ? axes_fault::none : axes_fault::outside;
    for (std::size_t i = 0; i < count; ++i)
      if (static_cast<index>(axis[i]) == k)
        axis_fault = axes_fault::twice;
    if (axis_fault != axes_fault::none) {
      fault = fft_fault::axes;
      return;
    }
    axis[count] = static_cast<std::size_t>(k);
    size[count++] = points;
  }
};

/// The number of sizes in an argument.
template <class X> constexpr std::size_t fft_sizes_in() {
  constexpr fft_argument a = fft_argument_of<X>();
  return a == fft_argument::sizes                            ? array_length<X>
         : a == fft_argument::size || a == fft_argument::own ? 1
                                                             : 0;
}
template <class X> constexpr index fft_constant() {
  if constexpr (constant_item<X>)
    return constant_traits<X>::value;
  else
    return 0;
}

/// The kinds of the arguments after the operand, and the values of constants. The norm, which may
/// be anywhere among the arguments, is left out.
template <class... X> struct fft_arguments {
  static constexpr std::size_t total = sizeof...(X) + 1;
  struct list {
    std::size_t count = 0, norms = 0, sizes = 0, size_arguments = 0;
    bool foreign = false;
    std::array<fft_argument, total> kind{};
    std::array<index, total> value{};
  };
  template <class Y> static constexpr void add(list& l) {
    constexpr fft_argument a = fft_argument_of<Y>();
    if (a == fft_argument::norm) {
      ++l.norms;
      return;
    }
    l.foreign = l.foreign || a == fft_argument::foreign;
    l.sizes += fft_sizes_in<Y>();
    l.size_arguments += fft_sizes_in<Y>() > 0 ? 1 : 0;
    l.value[l.count] = fft_constant<Y>();
    l.kind[l.count++] = a;
  }
  static constexpr list read = [] {
    list l;
    (add<X>(l), ...);
    return l;
  }();

  static constexpr fft::norm norm_in(const X&... x) {
    fft::norm n = fft::norm::backward;
    (take_norm(n, x), ...);
    return n;
  }
  /// The numbers of points in order; operand_size for `_`.
  template <std::size_t N> static constexpr std::array<index, N> sizes_in(const X&... x) {
    std::array<index, N> s{};
    [[maybe_unused]] std::size_t next = 0;
    (take_sizes(s, next, x), ...);
    return s;
  }

private:
  template <class Y> static constexpr void take_norm(fft::norm& n, const Y& y) {
    if constexpr (fft_argument_of<Y>() == fft_argument::norm)
      n = norm_argument(y).value;
  }
  template <std::size_t N, class Y>
  static constexpr void take_sizes(std::array<index, N>& s, std::size_t& next, const Y& y) {
    if constexpr (is_size_array<Y>) {
      for (const auto n : y)
        if (next < N)
          s[next++] = to_index(n);
    } else if constexpr (constant_item<Y>) {
      // an axis, or a number known from its type
    } else if constexpr (integer_item<Y>) {
      if (next < N)
        s[next++] = to_index(y);
    } else if constexpr (std::same_as<Y, all_t>) {
      if (next < N)
        s[next++] = operand_size;
    }
  }
};

/// The arguments of a transform along one axis: [n] [axis] [norm]. A single constant is an axis.
template <std::size_t R, class... X> constexpr fft_axes<R> read_one_axis() {
  using enum fft_argument;
  constexpr auto l = fft_arguments<X...>::read;
  fft_axes<R> r;
  if (l.foreign)
    r.fault = fft_fault::foreign;
  else if (l.norms > 1 || l.count > 2 || (l.count == 2 && l.kind[1] != constant) ||
           (l.count > 0 && l.kind[0] == sizes))
    r.fault = fft_fault::order;
  else if (l.count == 0)
    r.add(-1, operand_size);
  else if (l.count == 1 && l.kind[0] == constant)
    r.add(l.value[0], operand_size);
  else {
    const index points = l.kind[0] == constant ? l.value[0]
                         : l.kind[0] == size   ? runtime_size
                                               : operand_size;
    r.add(l.count == 2 ? l.value[1] : -1, points);
    if (l.kind[0] == constant && points < 1 && r.fault == fft_fault::none) {
      r.fault = fft_fault::empty;
      r.value = points;
    }
  }
  return r;
}

/// The arguments of a transform along several axes: [sizes] [axes] [norm]. Sizes are integers and
/// `_`, one array or braces; without axes they belong to the last axes. `Default` is the number of
/// axes if none are given; 0 means all.
template <std::size_t R, std::size_t Default, class... X> constexpr fft_axes<R> read_axes() {
  using enum fft_argument;
  constexpr auto l = fft_arguments<X...>::read;
  fft_axes<R> r;
  const std::size_t named = l.count - l.size_arguments;
  const std::size_t count = named > 0 ? named : Default > 0 ? Default : l.sizes > 0 ? l.sizes : R;
  for (std::size_t i = 0; i < l.count; ++i)
    if ((l.kind[i] == constant) != (i >= l.size_arguments) ||
        (l.kind[i] == sizes && l.size_arguments > 1))
      r.fault = fft_fault::order;
  if (l.norms > 1)
    r.fault = fft_fault::order;
  if (l.foreign)
    r.fault = fft_fault::foreign;
  if (r.fault == fft_fault::none && l.sizes > 0 && l.sizes != count) {
    r.fault = fft_fault::count;
    r.value = static_cast<index>(count);
  }
  const bool knows_own = l.size_arguments > 0 && l.kind[0] != sizes;
  for (std::size_t i = 0; i < count && r.fault == fft_fault::none; ++i)
    r.add(named > 0 ? l.value[l.size_arguments + i]
                    : static_cast<index>(i) - static_cast<index>(count),
          l.sizes == 0 || (knows_own && l.kind[i] == own) ? operand_size : runtime_size);
  if (R == 0 && r.fault == fft_fault::none) {
    r.fault = fft_fault::axes;
    r.axis_fault = axes_fault::outside;
    r.value = -1;
  }
  return r;
}

} // namespace stria::detail
