// SPDX-License-Identifier: BSL-1.0
// numpy/calculus/resize.hpp: resize_image, which resizes axes by interpolation.
// Tests: tests/numpy/calculus/resize.cpp.
#pragma once

#include <stria/arguments/sizes.hpp>
#include <stria/numpy/calculus/sample_loops.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/tensor/foreign.hpp>

#include <string_view>
#include <tuple>

namespace stria {

/// The type of `antialias`.
struct antialias_t {};
/// Makes resize_image() widen its kernel where it shrinks an axis, so that all elements count.
///
/// \numpy  none; `antialias=True` in TensorFlow and PyTorch
/// \usage  `resize_image(image, {64, 64}, "cubic", antialias)`
inline constexpr antialias_t antialias{};

namespace detail {

/// The options of a call of resize_image().
struct resize_options {
  resize_method method = resize_method::linear;
  resize_grid grid = resize_grid::half_pixel;
  bool antialiased = false;

  constexpr void set(resize_method m) { method = m; }
  constexpr void set(resize_grid g) { grid = g; }
  constexpr void set(antialias_t) { antialiased = true; }
  template <class X>
    requires is_axis<X>
  constexpr void set(const X&) {}
  constexpr void set(std::string_view text) {
    constexpr std::string_view methods[] = {"nearest", "linear", "cubic"};
    constexpr std::string_view grids[] = {"half_pixel", "align_corners", "asymmetric"};
    for (std::size_t k = 0; k < 3; ++k) {
      if (text == methods[k])
        return set(static_cast<resize_method>(k));
      if (text == grids[k])
        return set(static_cast<resize_grid>(k));
    }
    raise<value_error>(
        message("stria: resize_image: the method must be one of nearest linear cubic, "
                "and the grid one of half_pixel align_corners asymmetric"));
  }
};
template <class X>
concept resize_option = requires(resize_options& o, const X& x) { o.set(x); };

/// The axes among the arguments of a call, as numbers from 0 on; by default the first N.
template <class A, std::size_t N, class... X> constexpr auto axes_to_resize() {
  constexpr std::size_t named = (std::size_t{0} + ... + (is_axis<X> ? 1 : 0));
  std::array<std::size_t, named == 0 ? N : named> axes{};
  std::size_t out = 0;
  const auto add = [&]<class Y>(std::type_identity<Y>) {
    if constexpr (is_axis<Y>)
      axes[out++] = axis_of<A, Y>;
  };
  (add(std::type_identity<X>()), ...);
  if (named == 0)
    for (std::size_t k = 0; k < N; ++k)
      axes[k] = k;
  return axes;
}
template <class A, class Seen, class... X> struct axes_of_options;
template <class A, class... Seen> struct axes_of_options<A, std::tuple<Seen...>> {
  using verdict = axes_verdict<A, Seen...>;
};
template <class A, class... Seen, class X, class... More>
struct axes_of_options<A, std::tuple<Seen...>, X, More...>
    : axes_of_options<
          A, std::conditional_t<is_axis<X>, std::tuple<Seen..., X>, std::tuple<Seen...>>, More...> {
};

template <class A, class S, class... X> struct resize_verdict {
  using axes = typename axes_of_options<A, std::tuple<>, X...>::verdict;
  static constexpr std::size_t sizes = std::tuple_size_v<S>;
  static constexpr std::size_t named = (std::size_t{0} + ... + (is_axis<X> ? 1 : 0));
  static constexpr bool options = (resize_option<X> && ...);
  static constexpr bool counted = named == 0 ? sizes <= rank_of<A> : sizes == named;
  static constexpr bool accepted =
      is_number<value_t<A>> && options && axes::accepted && counted && is_on_host<A>;
  static constexpr message text() {
    if constexpr (!axes::accepted)
      return axes::text();
    message m("stria: resize_image: ");
    if (!is_number<value_t<A>>)
      return m << "the elements must be numbers";
    if (!is_on_host<A>)
      return m << "the operand is on a device; to_host(a) copies it";
    if (!options)
      return m << "after the sizes there may be a method (resize_method::cubic or \"cubic\"), a "
                  "grid (resize_grid::align_corners), antialias, and axes (_0, _1)";
    m << sizes << (sizes == 1 ? " size" : " sizes") << " for the axes of the shape ";
    say_shape(m, extents_of<A>.view());
    return m << "; give one for each axis that the call names";
  }
};

/// A tensor with an axis of size 1 for each of the last N axes of another operand.
template <std::size_t N, class W> constexpr auto with_axes_behind(W&& w) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return static_cast<W&&>(w)[ellipsis, (static_cast<void>(K), newaxis)...];
  }(std::make_index_sequence<N>());
}

/// A with elements of the type that interpolation computes with.
template <class A> constexpr decltype(auto) as_filtered(A&& a) {
  if constexpr (std::same_as<filtered<value_t<A>>, value_t<A>>)
    return static_cast<A&&>(a);
  else
    return cast<filtered<value_t<A>>>(static_cast<A&&>(a));
}

struct resize_image_function : axes_base_after_value {
  template <class A, class S, class... X> static resize_verdict<A, S, X...> verdict();
  template <class A, class S, class... X> static auto run(A&& a, const S& sizes, const X&... x) {
    resize_options options;
    (options.set(x), ...);
    if (options.antialiased && options.method == resize_method::nearest)
      raise<value_error>(
          message("stria: resize_image: antialias needs the method linear or cubic"));
    return each<0, axes_to_resize<A, std::tuple_size_v<S>, X...>()>(
        as_filtered(static_cast<A&&>(a)), sizes, options);
  }
  template <class F, class A, class S, class... X>
  static auto along(const F& f, A&& a, const S& n, const X&... x) {
    return call_with_named_last<rank_of<A>>(
        [&](const auto& last, const auto&... y) {
          return last.back(f(last(static_cast<A&&>(a)), n, y...));
        },
        x...);
  }

private:
  template <std::size_t K, auto Axes, class A, class S>
  static auto each(A&& a, const S& sizes, const resize_options& options) {
    if constexpr (K == Axes.size())
      return static_cast<A&&>(a);
    else
      return each<K + 1, Axes>(one<Axes[K]>(static_cast<A&&>(a), sizes[K], options), sizes,
                               options);
  }
  template <std::size_t Axis, class A, class N>
  static auto one(A&& a, const N& size, const resize_options& options) {
    constexpr extent after = size_list<N>::shape()[0];
    using real = typename real_of<value_t<A>>::type;
    const index n = a.shape()[Axis], m = size_value(size);
    if (m < 0 || (n == 0 && m > 0)) [[unlikely]]
      raise<value_error>(message("stria: resize_image: an axis of ")
                         << n << (n == 1 ? " element" : " elements") << " cannot become one of "
                         << m);
    auto s = resized_samples<real, after>(n, m, options.method, options.grid, options.antialiased);
    constexpr constant<static_cast<index>(Axis)> axis;
    constexpr constant<static_cast<index>(Axis + 1)> samples;
    return sum(take(static_cast<A&&>(a), std::move(s.places), axis) *
                   with_axes_behind<rank_of<A> - Axis - 1>(std::move(s.weights)),
               samples);
  }
};

} // namespace detail

/// Resizes axes of an image, or of any operand, by interpolation between its elements.
///
/// \param a       operand of numbers
/// \param sizes   the new sizes, in braces or in a std::array
/// \param method  a resize_method or its name: `nearest`, `linear` (default) or `cubic`
/// \param grid    a resize_grid or its name: `half_pixel` (default), `align_corners` or
///                `asymmetric`. `nearest` with `asymmetric` rounds down, otherwise to the nearest
///                element, half-way cases down, as ONNX does
/// \param filter  `antialias`: axes that shrink are filtered, as by TensorFlow, PyTorch and Pillow
/// \param axes    constants or `axis(k)`, one for each size (default: the first axes, which are
///                height and width of an image (height, width, channels))
/// \returns       a lazy expression with the given sizes along these axes: floating-point or
///                complex, double for integers. Elements beyond the border are replaced by the
///                nearest one
/// \throws        value_error if a size is negative or an axis has no elements, for an unknown
///                text, and for `antialias` with `nearest`; index_error or value_error if an
///                axis(k) does not exist or is named twice
/// \refuses       elements that are not numbers; a number of sizes that differs from the number of
///                axes; axes that do not exist or are named twice; operands on a device
/// \complexity    O(n k) for each axis with k elements under the kernel; allocates positions and
///                weights of each axis
/// \numpy         none; `torch.nn.functional.interpolate`, `tf.image.resize`, Resize in ONNX
/// \usage         `resize_image(image, {64, 64}, "cubic")`, `resize_image(x, {h, w}, _2, _3)`
/// \see           zoom, map_coordinates, crop_and_resize
STRIA_DECLARE(resize_image);
/// Resizes to the sizes in braces.
STRIA_DECLARE_BRACED(resize_image, detail::resize_image_function);
/// Resizes to one constant size in braces, as in {_8, _8}.
template <detail::operand_or_refused A, detail::constant_item C, std::size_t N, class... X>
constexpr auto resize_image(A&& a, const C (&n)[N], X... x) STRIA_RUN_OR_REFUSE(
    (detail::result_class<detail::resize_image_function, A, std::array<C, N>, X...>),
    static_cast<A&&>(a), std::to_array(n), static_cast<X&&>(x)...);

} // namespace stria
