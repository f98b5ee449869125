// SPDX-License-Identifier: BSL-1.0
// fft/fftconvolve.hpp: fftconvolve, convolution by Fourier transforms.
// Tests: tests/fft/transforms.cpp.
#pragma once

#include <stria/fft/transforms.hpp>
#include <stria/signal/mode.hpp>

namespace stria::detail {

/// The operand itself if its elements are of type T, otherwise an expression that converts them.
template <class T, class A> constexpr decltype(auto) with_elements_of(const A& a) {
  if constexpr (std::same_as<value_t<A>, T>)
    return (a);
  else
    return cast<T>(a);
}

template <class A, class B, class... X> struct fftconvolve_verdict {
  static constexpr std::size_t R = rank_of<A>;
  static constexpr axis_set axes = [] {
    axis_set s;
    [[maybe_unused]] const auto add = [&]<class Y>() {
      if constexpr (!names_a<Y, mode_argument>)
        add_axis<Y>(s, R);
    };
    (add.template operator()<X>(), ...);
    if (s.bits == 0 && s.fault == axes_fault::none)
      s.bits = make_axes<>(R).bits;
    return s;
  }();
  static constexpr bool numbers = !std::is_void_v<typename fft_real<value_t<A>>::type> &&
                                  !std::is_void_v<typename fft_real<value_t<B>>::type>;
  static constexpr bool accepted = R == rank_of<B> && R > 0 && axes.fault == axes_fault::none &&
                                   !axes.keep && numbers && is_on_host<A> && is_on_host<B>;
  static constexpr message text() {
    message m("stria: fftconvolve: ");
    if (!numbers)
      return m << "the elements are neither numbers nor std::complex<float> or "
                  "std::complex<double>; cast<double>(a) converts them";
    if (R == 0 || R != rank_of<B>)
      return m << "the operands have the ranks " << R << " and "
               << rank_of<B> << "; the ranks must be equal, and at least 1";
    if (!is_on_host<A> || !is_on_host<B>)
      return m << "an operand is on a device; to_host(a) copies it";
    if (axes.keep)
      return m << "keepdims cannot be used here";
    say_axes_fault(m, axes.fault, axes.value, extents_of<A>.view(), R);
    return m;
  }
};

template <class A, class B, class... X> struct fftconvolve_call {
  static constexpr bool accepted = true;
  static constexpr std::size_t R = rank_of<A>;
  static constexpr axis_set axes = fftconvolve_verdict<A, B, X...>::axes;
  static constexpr std::size_t count = [] {
    std::size_t n = 0;
    for (std::size_t k = 0; k < R; ++k)
      n += axes.has(k) ? 1 : 0;
    return n;
  }();
  static constexpr std::array<std::size_t, count> axis = [] {
    std::array<std::size_t, count> a{};
    for (std::size_t k = 0, i = 0; k < R; ++k)
      if (axes.has(k))
        a[i++] = k;
    return a;
  }();
  using real =
      std::common_type_t<typename fft_real<value_t<A>>::type, typename fft_real<value_t<B>>::type>;
  static constexpr bool is_real =
      std::is_arithmetic_v<value_t<A>> && std::is_arithmetic_v<value_t<B>>;
  using element = std::conditional_t<is_real, real, std::complex<real>>;
  static constexpr auto extents = [] {
    auto s = extents_of<A>;
    for (std::size_t k = 0; k < R; ++k)
      if (axes.has(k)) {
        // The result of operands without elements is empty.
        const extent &a = extents_of<A>[k], &b = extents_of<B>[k];
        s[k] = !(names_a<std::remove_cvref_t<X>, mode_argument> || ...) && least_size(a) > 0 &&
                       least_size(b) > 0
                   ? add_positive_extents(a, b, -1)
                   : extent::unknown();
      } else if (!(extents_of<A>[k] == extents_of<B>[k])) {
        s[k] = extent::unknown();
      }
    return s;
  }();
  using type = typename tensor_of<element, extents>::type;

  static type run(const A& a, const B& b, const X&... x) {
    signal::mode mode = signal::mode::full;
    [[maybe_unused]] const auto take = [&](const auto& y) {
      if constexpr (names_a<std::remove_cvref_t<decltype(y)>, mode_argument>)
        mode = mode_argument(y).value;
    };
    (take(x), ...);

    const std::array<index, R> n = a.shape(), m = b.shape();
    check(n, m, mode);
    std::array<index, R> first{}, sizes{};
    bool empty = false;
    for (std::size_t k = 0; k < R; ++k) {
      empty = empty || n[k] == 0 || m[k] == 0;
      sizes[k] = n[k] == 1 ? m[k] : n[k];
    }
    std::array<index, count> points{};
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t k = axis[i];
      const index all_of_it = empty ? 0 : add_or_raise("fftconvolve", n[k] - 1, m[k]);
      sizes[k] = empty                        ? 0
                 : mode == signal::mode::full ? all_of_it
                 : mode == signal::mode::same ? n[k]
                 : n[k] > m[k]                ? n[k] - m[k] + 1
                                              : m[k] - n[k] + 1;
      first[k] = (all_of_it - sizes[k]) / 2;
      if (all_of_it > longest_transform) [[unlikely]] {
        message text("stria: fftconvolve: ");
        say_too_many_points(text, all_of_it);
        raise<value_error>(text);
      }
      // Transforms of real rows of even length need half the time of others.
      points[i] =
          is_real && i + 1 == count
              ? multiply_or_raise("fftconvolve", 2, smooth_size(all_of_it / 2 + all_of_it % 2))
              : smooth_size(all_of_it);
    }
    if (empty)
      return type(sizes, uninitialized_t{});
    return [&]<std::size_t... Ix, std::size_t... K>(std::index_sequence<Ix...>,
                                                    std::index_sequence<K...>) {
      const auto both = [&](const auto& transform, const auto& inverse) {
        const auto whole = inverse(eval(transform(with_elements_of<element>(a)) *
                                        transform(with_elements_of<element>(b))));
        return type(whole[range(first[K], first[K] + sizes[K])...]);
      };
      if constexpr (is_real)
        return both(
            [&](const auto& e) {
              return fft::rfftn(e, points, constant<static_cast<index>(axis[Ix])>()...);
            },
            [&](const auto& e) {
              return fft::irfftn(e, points, constant<static_cast<index>(axis[Ix])>()...);
            });
      else
        return both(
            [&](const auto& e) {
              return fft::fftn(e, points, constant<static_cast<index>(axis[Ix])>()...);
            },
            [&](const auto& e) {
              return fft::ifftn(e, points, constant<static_cast<index>(axis[Ix])>()...);
            });
    }(std::make_index_sequence<count>(), std::make_index_sequence<R>());
  }

private:
  static void check(const std::array<index, R>& n, const std::array<index, R>& m,
                    signal::mode mode) {
    bool first_holds = true, second_holds = true, broadcasts = true;
    for (std::size_t k = 0; k < R; ++k)
      if (axes.has(k)) {
        first_holds = first_holds && n[k] >= m[k];
        second_holds = second_holds && m[k] >= n[k];
      } else {
        broadcasts = broadcasts && (n[k] == m[k] || n[k] == 1 || m[k] == 1);
      }
    if (broadcasts && (mode != signal::mode::valid || first_holds || second_holds)) [[likely]]
      return;
    message text("stria: fftconvolve: the shapes ");
    say_shape(text, extents_of<A>.view(), n);
    text << " and ";
    say_shape(text, extents_of<B>.view(), m);
    if (!broadcasts)
      raise<shape_error>(text << " do not broadcast along the axes that are not convolved");
    raise<shape_error>(text << ": for mode::valid one must be at least as large as the other "
                               "along each axis");
  }
};
template <class A, class B, class... X> struct fftconvolve_result {};
template <operand A, operand B, class... X>
struct fftconvolve_result<A, B, X...>
    : judged_call<fftconvolve_verdict<A, B, X...>, fftconvolve_call<A, B, X...>> {};

} // namespace stria::detail

namespace stria::fft {

/// The part of a convolution that is computed: `full`, `same` or `valid`.
using signal::mode;

/// Convolution of two operands by Fourier transforms.
///
/// \param a    operand of real or complex numbers, rank 1 or more
/// \param b    operand of real or complex numbers of the same rank
/// \param mode,axes  the mode (a signal::mode or its name: `full` (default), `same` or `valid`) and
///             the axes (constants; default: all), in any order; the other axes broadcast
/// \returns    a tensor of floating-point or complex numbers (double for integers), computed
///             immediately. Along each convolved axis with n and m elements: n + m - 1 (full), n
///             (same) or |n - m| + 1 (valid)
/// \throws     shape_error if the other axes do not broadcast, or if the mode is `valid` and each
///             operand is smaller than the other along some convolved axis; value_error if a text
///             is not a mode, or if an axis is longer than 2^27
/// \refuses    operands of different ranks, elements that are not numbers, axes that the operands
///             do not have or that are given twice, and operands on a device
/// \complexity O(n log n); allocates the result and temporaries
/// \numpy      none; `scipy.signal.fftconvolve(a, b, mode, axes)`
/// \usage      `fftconvolve(a, b, "valid", _1)`
/// \see        convolve, convolve2d
template <class A, class B, class... X>
auto fftconvolve(const A& a, const B& b, const X&... x)
    STRIA_RUN_OR_REFUSE((detail::fftconvolve_result<A, B, X...>), a, b, x...);
STRIA_FOREIGN_BINARY(fftconvolve);

} // namespace stria::fft

namespace stria {
using fft::fftconvolve;
namespace signal {
using fft::fftconvolve;
}
} // namespace stria
