// SPDX-License-Identifier: BSL-1.0
// fft/call.hpp: a call of a transform: its result, or the error in it.
// Tests: tests/fft/transforms.cpp.
#pragma once

#include <stria/evaluate/materialize.hpp>
#include <stria/fft/arguments.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/product/multiply_loops.hpp>

#include <cmath>

namespace stria::detail {

/// A kind of transform: what it converts, and its direction. `axes` is the number of axes if the
/// call gives none: 0 for all, and one_axis for a function of a single axis.
struct fft_function {
  fft_form form;
  bool inverse;
  std::size_t axes;
};
inline constexpr std::size_t one_axis = static_cast<std::size_t>(-1);

/// The default number of points of a transform along an axis of n elements. If n is too large to be
/// doubled, n itself is returned; it also exceeds the maximum.
constexpr index own_points(fft_form form, bool last, index n) {
  return form == fft_form::from_half && last && n <= longest_transform ? 2 * (n - 1) : n;
}
constexpr index points_after(fft_form form, bool last, index n) {
  return form == fft_form::to_half && last ? n / 2 + 1 : n;
}

template <fft_function F, class A, class... X> struct fft_reading {
  static constexpr std::size_t R = rank_of<A>;
  using real = typename fft_real<value_t<A>>::type;
  static constexpr bool is_real = std::is_arithmetic_v<value_t<A>>;

  static constexpr fft_axes<R> axes = [] {
    fft_axes<R> r;
    if constexpr (F.axes == one_axis)
      r = read_one_axis<R, X...>();
    else
      r = read_axes<R, F.axes, X...>();
    if (std::is_void_v<real>)
      r.fault = fft_fault::element;
    else if (F.form == fft_form::to_half && !is_real)
      r.fault = fft_fault::complex_element;
    else if (!is_on_host<A>)
      r.fault = fft_fault::device;
    for (std::size_t i = 0; i < r.count && r.fault == fft_fault::none; ++i) {
      const extent own = extents_of<A>[r.axis[i]];
      const bool last = i + 1 == r.count;
      if (r.size[i] == operand_size && !own.is_static())
        continue;
      const index n = r.size[i] == operand_size ? own_points(F.form, last, own.size) : r.size[i];
      if (n == runtime_size)
        continue;
      r.value = n;
      r.fault = n < 1                   ? fft_fault::empty
                : n > longest_transform ? fft_fault::too_long
                                        : fft_fault::none;
    }
    return r;
  }();

  static constexpr auto extents() {
    auto s = extents_of<A>;
    for (std::size_t i = 0; i < axes.count; ++i) {
      extent& e = s[axes.axis[i]];
      const bool last = i + 1 == axes.count;
      const bool converts = last && (F.form == fft_form::to_half || F.form == fft_form::from_half);
      if (axes.size[i] >= 0)
        e = extent::make(points_after(F.form, last, axes.size[i]));
      else if (axes.size[i] == runtime_size)
        e = extent::unknown();
      else if (converts && e.is_static())
        e = extent::make(points_after(F.form, last, own_points(F.form, last, e.size)));
      else if (converts && F.form == fft_form::to_half) // n / 2 + 1, for n > 0
        e = divide_extent_down(add_positive_extents(e, extent::make(2), 0), 2);
      else if (converts) // 2 * (n - 1), for n > 1
        e = multiply_extents(extent::make(2), subtract_extents(e, extent::make(1)));
    }
    return s;
  }
};

constexpr void say_no_points(message& m, index n) {
  m << n << " points cannot be transformed; give 1 or more";
}
constexpr void say_too_many_points(message& m, index n) {
  m << n << " points are more than the maximum of a transform, " << longest_transform;
}

template <fixed_string Name, fft_function F, class A, class... X> struct fft_verdict {
  using reading = fft_reading<F, A, X...>;
  static constexpr bool accepted = reading::axes.fault == fft_fault::none;
  static constexpr message text() {
    constexpr auto axes = reading::axes;
    message m("stria: ");
    m << Name.view() << ": ";
    switch (axes.fault) {
    case fft_fault::axes:
      say_axes_fault(m, axes.axis_fault, axes.value, extents_of<A>.view(), rank_of<A>);
      break;
    case fft_fault::foreign:
    case fft_fault::order:
      if (F.axes == one_axis)
        m << "the optional arguments after the operand are the number of points (an integer, or _ "
             "for the size of the axis), the axis (a constant) and the norm (fft::norm::ortho); a "
             "single constant is the axis";
      else
        m << "the optional arguments after the operand are the numbers of points (integers, or one "
             "std::array of them), the axes (constants) and the norm (fft::norm::ortho)";
      break;
    case fft_fault::count:
      m << fft_arguments<X...>::read.sizes << " numbers of points for " << axes.value
        << " axes; give one for each";
      break;
    case fft_fault::empty: say_no_points(m, axes.value); break;
    case fft_fault::too_long: say_too_many_points(m, axes.value); break;
    case fft_fault::element:
      m << "the elements are neither numbers nor std::complex<float> or std::complex<double>; "
           "cast<double>(a) converts them";
      break;
    case fft_fault::complex_element:
      m << "the elements are complex, but this function transforms real ones; real(a) gives the "
           "real "
           "parts";
      break;
    case fft_fault::device: m << "the operand is on a device; to_host(a) copies it"; break;
    case fft_fault::none: break;
    }
    return m;
  }
};

/// Calls use(pointer, strides) with the elements of an operand as T, in place or as a copy.
template <class T, class A, class Use> void with_elements(const A& a, Use use) {
  if constexpr (std::same_as<value_t<A>, T>) {
    const auto& ready = prepare(a);
    with_memory<T>(ready, anywhere, [&](const auto& place) { use(place.p, place.strides); });
  } else {
    const auto copy = eval(cast<T>(a));
    use(copy.data(), copy.strides());
  }
}

template <fixed_string Name, fft_function F, class A, class... X> struct fft_call {
  static constexpr bool accepted = true;
  using reading = fft_reading<F, A, X...>;
  using real = typename reading::real;
  using complex = std::complex<real>;
  static constexpr fft_form form =
      F.form == fft_form::complex && reading::is_real ? fft_form::to_full : F.form;
  using source =
      std::conditional_t<form == fft_form::to_full || form == fft_form::to_half, real, complex>;
  using element = std::conditional_t<form == fft_form::from_half, real, complex>;
  using type = typename tensor_of<element, reading::extents()>::type;

  static type run(const A& a, const X&... x) {
    constexpr std::size_t R = rank_of<A>;
    constexpr auto known = reading::axes;
    const auto given = fft_arguments<X...>::template sizes_in<R>(x...);
    const std::array<index, R> own = a.shape();
    std::array<index, R> sizes = own;
    std::array<fft_axis, known.count> axes{};
    double points = 1;
    bool empty = false;
    for (std::size_t i = 0; i < known.count; ++i) {
      const std::size_t k = known.axis[i];
      const bool last = i + 1 == known.count;
      index n = known.size[i];
      if (n == runtime_size && !(F.axes != one_axis && given[i] == -1))
        n = checked(given[i]);
      else if (n < 0)
        n = checked(own_points(F.form, last, own[k]));
      // The last axis of the call is the one that is converted between real and complex numbers.
      axes[form == fft_form::from_half ? i : known.count - 1 - i] = {k, n};
      sizes[k] = points_after(F.form, last, n);
      points *= static_cast<double>(n);
    }
    const double factor = factor_of(fft_arguments<X...>::norm_in(x...), points);
    type result(sizes, uninitialized_t{});
    for (const index n : own)
      empty = empty || n == 0;
    if (empty) { // the result may still have elements, by padding
      for (element& e : result.storage())
        e = element();
      return result;
    }
    with_elements<source>(a, [&](const source* p, const std::array<index, R>& strides) {
      stria_fft_transform(
          {std::same_as<real, float> ? fft_precision::float32 : fft_precision::float64, form,
           F.inverse, factor, R, own.data(), strides.data(), known.count, axes.data()},
          p, result.data());
    });
    return result;
  }

private:
  static index checked(index n) {
    if (n < 1 || n > longest_transform) [[unlikely]] {
      message m("stria: ");
      m << Name.view() << ": ";
      n < 1 ? say_no_points(m, n) : say_too_many_points(m, n);
      raise<value_error>(m);
    }
    return n;
  }
  static double factor_of(fft::norm n, double points) {
    if (n == fft::norm::ortho)
      return 1 / std::sqrt(points);
    return (n == fft::norm::backward) == F.inverse ? 1 / points : 1;
  }
};

/// The result class of a call; see base/refuse.hpp.
template <fixed_string Name, fft_function F, class A, class... X> struct fft_result {};
template <fixed_string Name, fft_function F, operand A, class... X>
struct fft_result<Name, F, A, X...>
    : judged_call<fft_verdict<Name, F, A, X...>, fft_call<Name, F, A, X...>> {};

} // namespace stria::detail
