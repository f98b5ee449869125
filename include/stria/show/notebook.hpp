// SPDX-License-Identifier: BSL-1.0
// show/notebook.hpp: tensors and drawings of subscripts as MIME bundles, which the C++ kernels
// of Jupyter (xeus-cpp, xeus-cling) display.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/show/explain_svg.hpp>
#include <stria/show/html.hpp>

#if !__has_include(<nlohmann/json.hpp>)
#error "stria: <stria/show/notebook.hpp> needs <nlohmann/json.hpp> (Debian: nlohmann-json3-dev)"
#endif
#include <nlohmann/json.hpp>

#include <string>

namespace stria {

/// The MIME bundle that a notebook shows for a tensor, a view or an expression. The kernel calls
/// this function for the last expression of a cell and for `xcpp::display(t)`.
///
/// \param e    any operand whose elements can be printed
/// \returns    a JSON object with `text/plain`, as repr() writes it, and `text/html`, as to_html()
///             writes it
/// \refuses    elements that cannot be printed
/// \complexity O(elements shown)
/// \numpy      IPython: `_repr_mimebundle_`
/// \usage      `mime_bundle_repr(t)["text/html"]`
template <detail::operand E>
auto mime_bundle_repr(const E& e) -> typename detail::print_result<E, nlohmann::json>::type {
  STRIA_UNLESS_REFUSED(detail::print_verdict<E>) {
    auto bundle = nlohmann::json::object();
    bundle["text/plain"] = repr(e);
    bundle["text/html"] = to_html(e);
    return bundle;
  }
}

/// A drawing that a notebook shows.
///
/// \usage  `drawn_subscript({5, 6}, range(1, 4), rev())` as the last expression of a cell
struct notebook_drawing {
  /// The whole SVG document.
  std::string text;

  friend nlohmann::json mime_bundle_repr(const notebook_drawing& drawing) {
    auto bundle = nlohmann::json::object();
    bundle["text/plain"] = "a drawing (SVG)";
    bundle["image/svg+xml"] = drawing.text;
    return bundle;
  }
};

/// Draws a subscript for a notebook, as explain_svg() draws it in a file.
///
/// \param shape  the sizes of the array, all of them known
/// \param items  the items of a subscript; index arrays and masks are allowed if the rank of
///               `shape` is known at compile time
/// \returns      notebook_drawing with the document in `text`
/// \throws       value_error for sizes that are not known, and for index arrays if the array is too
///               large to draw (see explain_svg()); also the exceptions of plan_slice()
/// \complexity   O(elements drawn)
/// \numpy        none
/// \usage        `drawn_subscript({5, 6}, range(1, 4), rev())`
template <detail::basic_item... Items>
notebook_drawing drawn_subscript(const shape_argument& shape, const Items&... items) {
  const auto subscript = encode(items...);
  const auto selected = detail::select_basic(shape, subscript, to_string(subscript));
  return {detail::selection_drawing(selected).document()};
}
/// The drawing of a subscript with index arrays, masks, ix_ or nd.
template <std::size_t R, class... Items>
  requires detail::advanced_items<Items...>
notebook_drawing drawn_subscript(const index (&shape)[R], const Items&... items) {
  const auto selected = detail::select_any(std::to_array(shape), items...);
  return {detail::selection_drawing(selected).document()};
}
/// The drawing for the shape of a tensor, as in `drawn_subscript(t.shape(), std::vector{0, 2})`.
template <std::size_t R, class... Items>
  requires detail::advanced_items<Items...>
notebook_drawing drawn_subscript(const std::array<index, R>& shape, const Items&... items) {
  const auto selected = detail::select_any(shape, items...);
  return {detail::selection_drawing(selected).document()};
}

} // namespace stria
