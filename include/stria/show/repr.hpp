// SPDX-License-Identifier: BSL-1.0
// show/repr.hpp: repr, which writes the elements of an operand with type and shape.
// Tests: tests/show/cases.cpp, tests/show/stream.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/show/print.hpp>
#include <stria/tensor/foreign.hpp>
#include <stria/tensor/type_name.hpp>

#include <string>

namespace stria {

namespace detail {

/// The type with its extents: `tensor<float, batch, 3>`, `view<...>` or `expression<...>`.
template <class Text, class E> Text operand_type_text() {
  Text text(tensor_operand<E> ? "tensor<" : view_operand<E> ? "view<" : "expression<");
  text += element_name<value_t<E>>;
  for (std::size_t k = 0; k < rank_of<E>; ++k) {
    message extent_text;
    say_extent(extent_text, extents_of<E>[k], "dyn");
    (text += ", ") += extent_text.view();
  }
  return text += '>';
}

template <class Text, class E> Text repr_text(const E& e, const print_options& options) {
  const auto& ready = prepare(e);
  const index linewidth = options.linewidth < 0 ? 0 : options.linewidth;
  message shape("shape=");
  say_shape(shape, extents_of<E>.view(), ready.shape());
  shape << ')';
  const Text head = operand_type_text<Text, E>() + '(';
  Text text = head + array_text<Text>(ready, options, {", ", linewidth - 1, 0, columns_of(head)});
  text += ',';
  // The shape is on a new line if the last line has no room, as NumPy does with the dtype.
  const std::size_t line = text.rfind('\n') + 1;
  if (columns_of(std::string_view(text).substr(line)) + columns_of(shape.view()) + 1 > linewidth)
    (text += '\n').append(static_cast<std::size_t>(columns_of(head)), ' ');
  else
    text += ' ';
  return text += shape.view();
}

} // namespace detail

/// Writes the elements with type and shape:
/// `tensor<float, batch, 3>([[1., 2., 3.]], shape=(batch=1, 3))`.
///
/// \param e        a tensor, view or expression
/// \param options  print options (default: those of this thread)
/// \returns        std::string; a view is written as `view<...>`, an expression as
///                 `expression<...>`
/// \refuses        elements that cannot be written to a stream
/// \complexity     O(elements shown)
/// \numpy          `repr(e)`, which shows the element type only
/// \usage          `repr(a)`
template <detail::operand E>
auto repr(const E& e, const print_options& options = get_print_options()) ->
    typename detail::print_result<E, std::string>::type {
  STRIA_UNLESS_REFUSED(detail::print_verdict<E>)
  return detail::repr_text<std::string>(e, options);
}
STRIA_FOREIGN_FIRST(repr);

} // namespace stria
