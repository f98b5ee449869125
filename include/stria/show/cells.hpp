// SPDX-License-Identifier: BSL-1.0
// show/cells.hpp: the text of each element that is printed.
// Tests: tests/show/stream.cpp, tests/show/cases.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/checked.hpp>
#include <stria/evaluate/as_tensor.hpp>
#include <stria/evaluate/materialize.hpp>
#include <stria/show/frame.hpp>
#include <stria/show/numbers.hpp>
#include <stria/tensor/heap_list.hpp>

#include <iosfwd>
#include <string>
#include <string_view>

namespace stria::detail {

/// True if a visible operator<< writes a T to a std::ostream.
template <class T, class Stream = std::basic_ostream<char>>
concept streamed = requires(Stream& s, const T& x) { s << x; };

template <class T>
concept number_element = is_number<T>;

/// True for elements that can be printed. The concept must be checked only where elements are
/// printed, because an operator<< may be declared after the type is first used as an element.
template <class T>
concept printable_element =
    number_element<T> || cmath::short_float<T> || text_element<T> || operand<T> || streamed<T>;

/// The number that std::to_chars wrote in scientific format: 6.25e-02. std::from_chars of floats is
/// missing in libc++ 19.
inline float number_of_text(const char* at, const char* end) {
  const double sign = *at == '-' ? -1 : 1;
  double digits = 0;
  int exponent = 0, written = 0;
  bool fraction = false;
  for (at += *at == '-'; at != end && *at != 'e'; ++at)
    if (*at == '.') {
      fraction = true;
    } else {
      digits = 10 * digits + (*at - '0');
      exponent -= fraction;
    }
  if (at != end)
    std::from_chars(at + (at[1] == '+' ? 2 : 1), end, written);
  return static_cast<float>(sign * digits * cmath::pow(10., 1. * (exponent + written)));
}

/// An element as it is printed. A number of 16 bits becomes the float that is nearest to its
/// shortest decimal text, and therefore has the same text.
template <class T> constexpr decltype(auto) shown_value(T&& x) {
  using V = std::remove_cvref_t<T>;
  if constexpr (cmath::short_float<V>) {
    const float exact = static_cast<float>(x);
    if (exact - exact == 0)
      for (int digits = 0; digits < std::numeric_limits<float>::max_digits10; ++digits) {
        char text[32]{};
        const auto end =
            std::to_chars(text, text + sizeof(text), exact, std::chars_format::scientific, digits);
        const float nearest = number_of_text(text, end.ptr);
        if (static_cast<V>(nearest) == x)
          return float{nearest};
      }
    return float{exact};
  } else {
    return static_cast<T&&>(x);
  }
}
template <class T> using shown_t = std::remove_cvref_t<decltype(shown_value(std::declval<T>()))>;

/// The elements that are printed, in row-major order: all of them, or those at the ends of long
/// axes.
template <class T, std::size_t R> struct shown_elements {
  std::array<shown_axis, R> axes{};
  heap_list<T> values{};
};

template <class N>
shown_elements<shown_t<value_t<N>>, rank_of<N>>
collect_shown(const N& node, const print_options& options, index edge) {
  constexpr std::size_t R = rank_of<N>;
  shown_elements<shown_t<value_t<N>>, R> shown;
  const std::array<index, R> sizes = node.shape();
  // -1 if the number of elements of a broadcast operand overflows.
  const index elements = count_elements(sizes);
  const bool cut = elements < 0 || elements > options.threshold;
  std::size_t count = 1;
  for (std::size_t k = 0; k < R; ++k) {
    shown.axes[k].cut = cut && edge < sizes[k] - edge;
    // If the edges have 0 elements, all elements determine the width, as in NumPy.
    shown.axes[k].count = shown.axes[k].cut && edge > 0 ? 2 * edge : sizes[k];
    if (!multiply_fits(count, static_cast<std::size_t>(shown.axes[k].count), count)) [[unlikely]]
      raise<value_error>(message("stria: more elements than memory can hold cannot be printed"));
  }
  shown.values.reserve(count);
  std::array<index, R> at{};
  for (std::size_t i = 0; i < count; ++i) {
    axis_refs<R> refs{};
    for (std::size_t k = 0; k < R; ++k)
      refs[k].begin = at[k] < edge ? at[k] : sizes[k] - (shown.axes[k].count - at[k]);
    shown.values.push_back(shown_value(member_access::cursor<no_hint, 0>(node, refs).item()));
    for (std::size_t k = R; k-- > 0;) {
      if (++at[k] < shown.axes[k].count)
        break;
      at[k] = 0;
    }
  }
  return shown;
}

/// A text in quotes, as repr() of Python writes it: in double quotes if the text contains single
/// quotes and no double quotes, otherwise in single quotes.
template <class Text> Text quoted(std::string_view text) {
  const bool single = text.find('\'') != std::string_view::npos;
  const char quote = single && text.find('"') == std::string_view::npos ? '"' : '\'';
  Text out(1, quote);
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    constexpr const char* hex = "0123456789abcdef";
    if (c == quote || c == '\\')
      (out += '\\') += c;
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (c == '\r')
      out += "\\r";
    else if (code < 0x20 || code == 0x7f)
      ((out += "\\x") += hex[code / 16]) += hex[code % 16];
    else
      out += c;
  }
  return out += quote;
}

/// The output of an operator<< in the classic locale. Buffer, the buffer class of the stream, is a
/// template parameter, so that <ostream> is needed only where such elements are printed.
template <class Text, class Buffer> class captured_text : public Buffer {
  Text text_;

protected:
  using traits = typename Buffer::traits_type;
  typename Buffer::int_type overflow(typename Buffer::int_type c) override {
    if (!traits::eq_int_type(c, traits::eof()))
      text_ += traits::to_char_type(c);
    return traits::not_eof(c);
  }

public:
  const Text& text() const { return text_; }
};

template <class Text, class T, class Stream = std::basic_ostream<char>>
Text streamed_text(const T& x) {
  using locale = decltype(std::declval<Stream&>().getloc());
  captured_text<Text, std::remove_pointer_t<decltype(std::declval<Stream&>().rdbuf())>> buffer;
  Stream stream(&buffer);
  stream.imbue(locale::classic());
  stream << x;
  return buffer.text();
}

template <class Text, class E> Text printed_text(const E& e, const print_options& options);

/// The text of a single element; the print options do not apply to it. NumPy: `str(a[()])`.
template <class Text, class T> Text lone_text(const T& x, const print_options& options) {
  if constexpr (std::same_as<T, bool>)
    return Text(x ? "True" : "False");
  else if constexpr (std::integral<T>)
    return integer_text<Text>(x);
  else if constexpr (std::floating_point<T>)
    return scalar_text<Text>(x, trim_zeros::leave_one);
  else if constexpr (is_complex<T>::value)
    return complex_scalar_text<Text>(x);
  else if constexpr (text_element<T>)
    return Text(std::string_view(x));
  else if constexpr (operand<T>)
    return printed_text<Text>(x, options);
  else
    return streamed_text<Text>(x);
}

/// The text of each element; numbers are aligned. `alone` is true for the element of a tensor of
/// rank 0.
template <class Text, class T>
heap_list<Text> cell_texts(const heap_list<T>& values, const print_options& options, bool alone) {
  heap_list<Text> cells;
  cells.reserve(values.size());
  if constexpr (std::same_as<T, bool>) {
    for (const bool x : values)
      cells.push_back(x ? (alone ? "True" : " True") : "False");
  } else if constexpr (std::integral<T>) {
    std::size_t width = 0;
    for (const T x : values) {
      cells.push_back(integer_text<Text>(x));
      width = cells.back().size() > width ? cells.back().size() : width;
    }
    for (Text& cell : cells)
      cell = right_aligned(width, cell);
  } else if constexpr (std::floating_point<T>) {
    const float_format<Text, T> format(values, options, options.sign);
    for (const T x : values)
      cells.push_back(format(x));
  } else if constexpr (is_complex<T>::value) {
    using real = typename T::value_type;
    heap_list<real> re, im;
    for (const T& z : values) {
      re.push_back(z.real());
      im.push_back(z.imag());
    }
    const float_format<Text, real> re_format(re, options, options.sign),
        im_format(im, options, '+');
    for (std::size_t k = 0; k < values.size(); ++k)
      cells.push_back(re_format(re[k]) + with_j(im_format(im[k])));
  } else {
    for (const T& x : values) {
      if constexpr (text_element<T>)
        cells.push_back(quoted<Text>(std::string_view(x)));
      else
        cells.push_back(lone_text<Text>(x, options));
    }
  }
  return cells;
}

/// The texts of the shown elements in rows and brackets.
template <class Text, class T, std::size_t R, class Cells>
Text framed(const shown_elements<T, R>& shown, const frame_style& style, Cells cells) {
  Text out;
  const heap_list<Text> texts = cells(shown.values);
  frame_writer<Text>(texts.data(), shown.axes.data(), R, style, out).write();
  return out;
}

/// The elements of an operand in brackets; `cells(values)` gives their texts. NumPy:
/// `np.array2string(a, formatter=...)`.
template <class Text, class E, class Cells>
Text framed_text(const E& e, const print_options& options, frame_style style, Cells cells) {
  const auto& ready = prepare(e);
  if (count_elements(ready.shape()) == 0)
    return "[]";
  style.linewidth = style.linewidth < 0 ? 0 : style.linewidth;
  style.edge = options.edgeitems < 0 ? 0 : options.edgeitems;
  return framed<Text>(collect_shown(ready, options, style.edge), style, cells);
}

/// The elements of an operand in brackets, written as NumPy writes them.
template <class Text, class E>
Text array_text(const E& e, const print_options& options, const frame_style& style) {
  return framed_text<Text>(e, options, style, [&](const heap_list<shown_t<value_t<E>>>& values) {
    return cell_texts<Text, shown_t<value_t<E>>>(values, options, rank_of<E> == 0);
  });
}

/// The elements in rows and brackets, aligned to the right; for rank 0 the text alone.
/// element_text(x) gives the text of an element, and of each part of a complex element.
template <class Text, class E, class F>
Text formatted_text(const E& e, const print_options& options, F element_text) {
  using T = shown_t<value_t<E>>;
  return framed_text<Text>(
      e, options, {" ", options.linewidth, 0, 0}, [&](const heap_list<T>& values) {
        heap_list<Text> cells;
        index width = 0;
        for (const auto& x : values) {
          if constexpr (is_complex<T>::value) {
            Text imaginary = element_text(x.imag());
            if (imaginary.empty() || (imaginary.front() != '-' && imaginary.front() != '+'))
              imaginary.insert(0, 1, '+');
            cells.push_back(element_text(x.real()) + with_j(imaginary));
          } else {
            cells.push_back(element_text(static_cast<const T&>(x)));
          }
          const index own = columns_of(cells.back());
          width = own > width ? own : width;
        }
        for (Text& cell : cells)
          cell.insert(0, static_cast<std::size_t>(width - columns_of(cell)), ' ');
        return cells;
      });
}

/// The text that `<<` writes. NumPy: `str(a)`.
template <class Text, class E> Text printed_text(const E& e, const print_options& options) {
  if constexpr (rank_of<E> == 0) {
    const auto& ready = prepare(e);
    return lone_text<Text, shown_t<value_t<E>>>(
        shown_value(member_access::cursor<no_hint, 0>(ready, axis_refs<0>()).item()), options);
  } else {
    return array_text<Text>(e, options, {" ", options.linewidth, 0, 0});
  }
}

} // namespace stria::detail
