// SPDX-License-Identifier: BSL-1.0
// numpy/calculus/map_coordinates.hpp: map_coordinates and crop_and_resize, values between the
// elements of an operand at given points. Tests: tests/numpy/calculus/resize.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/arguments/named_argument.hpp>
#include <stria/base/checked.hpp>
#include <stria/numpy/calculus/resize.hpp>
#include <stria/numpy/join/pad.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/subscript/nd_item.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {
namespace detail {

/// The weighted sums of the samples of each point: a gather, so it has a gradient. The result has
/// the axes (points,) + those of `a` after the first D.
template <std::size_t D, class A, class T, class Real>
auto sampled(A&& a, point_samples<T, Real> s) {
  constexpr std::size_t more = rank_of<A> - D;
  return sum(static_cast<A&&>(a)[nd<D>(std::move(s.places), out_of_bounds::drop)] *
                 with_axes_behind<more>(std::move(s.weights)),
             constant<0>()) +
         with_axes_behind<more>(std::move(s.rest));
}

template <class A, class C> struct coordinates_verdict {
  static constexpr extent first = [] {
    if constexpr (rank_of<C> > 0)
      return extents_of<C>[0];
    else
      return extent::make(0);
  }();
  static constexpr bool fits = rank_of<C> > 0 &&
                               (!first.is_static() || first.size == static_cast<index>(rank_of<A>));
  static constexpr bool numbers =
      is_number<value_t<A>> && is_number<value_t<C>> && not_complex<value_t<C>>;
  static constexpr bool accepted =
      numbers && fits && rank_of<A> > 0 && is_on_host<A>&& is_on_host<C>;
  static constexpr message text() {
    message m("stria: map_coordinates: ");
    if (!numbers)
      return m << "the elements must be numbers, and the coordinates real numbers";
    if (!is_on_host<A> || !is_on_host<C>)
      return m << "an operand is on a device; to_host(a) copies it";
    m << "coordinates of the shape ";
    say_shape(m, extents_of<C>.view());
    m << " for an operand of rank " << rank_of<A>;
    return m << "; their first axis numbers the axes of the operand";
  }
};

template <class A, class C> struct coordinates_run {
  using T = filtered<value_t<A>>;
  static constexpr std::size_t R = rank_of<A>;

  static auto run(A&& a, const C& coordinates, index order, pad_mode mode, const T& value) {
    const dtensor<double, rank_of<C>> at(cast<double>(coordinates));
    const auto sizes = at.shape();
    if (sizes[0] != static_cast<index>(R)) [[unlikely]]
      raise<shape_error>(message("stria: map_coordinates: the first axis of the coordinates has ")
                         << sizes[0] << " elements, and the operand has rank " << R);
    if (order != 0 && order != 1) [[unlikely]]
      raise<value_error>(message("stria: map_coordinates: the order is ")
                         << order << "; it must be 0 (nearest) or 1 (linear)");
    const auto n = a.shape();
    const std::array<index, R> own = n;
    const auto place = [mode](index p, index size) { return padded_place(mode, p, size); };
    auto s = samples_at<T, typename real_of<T>::type>(
        at.data(), at.size() / sizes[0], own, order == 1, mode == pad_mode::constant, place, value);
    std::array<index, rank_of<C> - 1> shape{};
    for (std::size_t k = 0; k + 1 < rank_of<C>; ++k)
      shape[k] = sizes[k + 1];
    return reshape(sampled<R>(as_filtered(static_cast<A&&>(a)), std::move(s)), shape);
  }
};
template <class A, class C> struct coordinates_call : coordinates_run<A, C> {
  static constexpr bool accepted = true;
  using type = decltype(coordinates_run<A, C>::run(std::declval<A>(), std::declval<const C&>(), 1,
                                                   pad_mode::constant, {}));
};
template <class A, class C> struct coordinates_result {};
template <operand A, operand C>
struct coordinates_result<A, C> : judged_call<coordinates_verdict<A, C>, coordinates_call<A, C>> {};

template <class A, class B, class Ix> struct crop_verdict {
  static constexpr bool ranks = rank_of<A> == 4 && rank_of<B> == 2 && rank_of<Ix> == 1;
  static constexpr bool edges = [] {
    if constexpr (ranks)
      return !extents_of<B>[1].is_static() || extents_of<B>[1].size == 4;
    else
      return false;
  }();
  static constexpr bool numbers = is_number<value_t<A>> && is_number<value_t<B>> &&
                                  not_complex<value_t<B>> && integer_item<value_t<Ix>>;
  static constexpr bool accepted =
      edges && numbers && is_on_host<A> && is_on_host<B> && is_on_host<Ix>;
  static constexpr message text() {
    message m("stria: crop_and_resize: ");
    if (!is_on_host<A> || !is_on_host<B> || !is_on_host<Ix>)
      return m << "an operand is on a device; to_host(a) copies it";
    if (edges && !numbers)
      return m << "images and boxes must be numbers, and the numbers of the images integers";
    m << "the shapes are ";
    say_shape(m, extents_of<A>.view());
    m << ", ";
    say_shape(m, extents_of<B>.view());
    m << " and ";
    say_shape(m, extents_of<Ix>.view());
    return m
           << "; it takes images (n, height, width, channels), boxes (k, 4) and the number of the "
              "image of each box (k,)";
  }
};
template <class A, class B, class Ix> struct crop_run {
  using T = filtered<value_t<A>>;

  static auto run(A&& a, const B& boxes, const Ix& images, const std::array<index, 2>& size,
                  resize_method method, const T& value) {
    const dtensor<double, 2> edges(cast<double>(boxes));
    const counters<A> of(cast<index>(images));
    const std::array<index, 4> n = a.shape();
    const index count = of.size();
    if (edges.shape()[1] != 4 || edges.shape()[0] != count) [[unlikely]]
      raise<shape_error>(message("stria: crop_and_resize: there are ")
                         << edges.shape()[0] << " boxes of " << edges.shape()[1] << " edges and "
                         << count << " numbers of images; a box has 4 edges and one image");
    if (method == resize_method::cubic || size[0] < 0 || size[1] < 0) [[unlikely]]
      raise<value_error>(
          message("stria: crop_and_resize: the method must be nearest or linear, and "
                  "the sizes must not be negative"));
    if (!are_below(of.data(), count, n[0])) [[unlikely]]
      raise<index_error>(message("stria: crop_and_resize: the number of an image is out of bounds "
                                 "for ")
                         << n[0] << (n[0] == 1 ? " image" : " images"));
    const index points = multiply_or_raise(
        "crop_and_resize", multiply_or_raise("crop_and_resize", count, size[0]), size[1]);
    auto s = samples_of_boxes<T, typename real_of<T>::type>(edges.data(), of.data(), count,
                                                            {n[1], n[2]}, size, points,
                                                            method == resize_method::linear, value);
    return reshape(sampled<3>(as_filtered(static_cast<A&&>(a)), std::move(s)),
                   std::array<index, 4>{count, size[0], size[1], n[3]});
  }
};
template <class A, class B, class Ix> struct crop_call : crop_run<A, B, Ix> {
  static constexpr bool accepted = true;
  using type =
      decltype(crop_run<A, B, Ix>::run(std::declval<A>(), std::declval<const B&>(),
                                       std::declval<const Ix&>(), {}, resize_method::linear, {}));
};
template <class A, class B, class Ix> struct crop_result {};
template <operand A, operand B, operand Ix>
struct crop_result<A, B, Ix> : judged_call<crop_verdict<A, B, Ix>, crop_call<A, B, Ix>> {};

struct resize_method_names {
  static constexpr const char* what = "method of crop_and_resize";
  static constexpr const char* names[] = {"nearest", "linear", "cubic"};
};
using resize_method_argument = named_argument<resize_method, resize_method_names>;
/// The type of the value outside an operand.
template <class A> struct outside_value {
  using type = double;
};
template <operand A> struct outside_value<A> {
  using type = filtered<value_t<A>>;
};

} // namespace detail

/// Computes values between the elements of an operand at points with given coordinates.
///
/// \param a            operand of numbers, rank 1 or more
/// \param coordinates  real numbers; the first axis numbers the axes of `a`, so coordinates[0] are
///                     the positions along its first axis, counted in elements
/// \param order        1 (default) interpolates linearly, 0 takes the nearest element, half-way
///                     cases up
/// \param mode         a pad_mode or its name, what `a` is beyond its border: `constant` (default),
///                     where points outside have the given value; `edge`, `reflect`, `symmetric` or
///                     `wrap`
/// \param value        the value outside for `constant`, and of points that are NaN or
///                     infinite (default 0)
/// \returns            a lazy expression with the shape of the coordinates without their first
///                     axis: floating-point or complex, double for integers
/// \throws             shape_error if the first axis of the coordinates is not as long as the rank;
///                     value_error for another order or an unknown text
/// \refuses            elements that are not numbers, rank 0, operands on a device
/// \complexity         O(points 2^rank); allocates positions and weights
/// \numpy              none; `scipy.ndimage.map_coordinates(a, coordinates, order=1, mode=mode)`,
///                     whose modes are `constant`, `nearest`, `mirror`, `reflect` and `grid-wrap`
/// \usage              `map_coordinates(image, stack(_0, y, x), 1, "edge")`
/// \see                resize_image, interp
template <class A, class C>
auto map_coordinates(A&& a, const C& coordinates, detail::integer_argument order = 1,
                     detail::pad_mode_argument mode = pad_mode::constant,
                     const typename detail::outside_value<A>::type& value = {})
    STRIA_RUN_OR_REFUSE((detail::coordinates_result<A, C>), static_cast<A&&>(a), coordinates, order,
                        mode.value, value);
STRIA_FOREIGN_BINARY(map_coordinates);

/// Cuts boxes out of images and resizes each of them to one size, as TensorFlow does.
///
/// \param images  images of numbers (n, height, width, channels)
/// \param boxes   real numbers (k, 4): the edges y1, x1, y2, x2 of each box as fractions of the
///                image: 0 is its first element and 1 its last one. A box with y1 > y2 is flipped
/// \param of      integers (k,): the number of the image of each box
/// \param size    height and width of the results, in braces or in a std::array
/// \param method  `linear` (default) or `nearest`, as a resize_method or its name
/// \param value   the value of points outside the image (default 0)
/// \returns       a lazy expression (k, size[0], size[1], channels): floating-point or complex,
///                double for integers
/// \throws        index_error if there is no such image; shape_error if the operands do not have
///                the same number of boxes; value_error for a negative size or another method
/// \refuses       operands of other ranks, operands on a device
/// \complexity    O(points); allocates positions and weights
/// \numpy         none; `tf.image.crop_and_resize(images, boxes, of, size)`
/// \usage         `crop_and_resize(images, boxes, of, {14, 14})`
/// \see           resize_image, map_coordinates
template <class A, class B, class Ix>
auto crop_and_resize(A&& images, const B& boxes, const Ix& of, const index (&size)[2],
                     detail::resize_method_argument method = resize_method::linear,
                     const typename detail::outside_value<A>::type& value = {})
    STRIA_RUN_OR_REFUSE((detail::crop_result<A, B, Ix>), static_cast<A&&>(images), boxes, of,
                        std::to_array(size), method.value, value);
/// Cuts out boxes and resizes them to a size in a std::array.
template <class A, class B, class Ix>
auto crop_and_resize(A&& images, const B& boxes, const Ix& of, const std::array<index, 2>& size,
                     detail::resize_method_argument method = resize_method::linear,
                     const typename detail::outside_value<A>::type& value = {})
    STRIA_RUN_OR_REFUSE((detail::crop_result<A, B, Ix>), static_cast<A&&>(images), boxes, of, size,
                        method.value, value);
STRIA_FOREIGN_TERNARY(crop_and_resize);

} // namespace stria
