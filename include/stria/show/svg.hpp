// SPDX-License-Identifier: BSL-1.0
// show/svg.hpp: composes an SVG 1.1 drawing and writes it to a file.
// Tests: tests/show/drawings.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/file.hpp>
#include <stria/show/colormap.hpp>

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace stria::detail {

/// `value` with up to `digits` decimals, without trailing zeros.
inline std::string svg_number(double value, int digits = 2) {
  char text[400];
  const auto end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits).ptr;
  std::string_view s(text, static_cast<std::size_t>(end - text));
  if (s.contains('.')) {
    s = s.substr(0, s.find_last_not_of('0') + 1);
    s = s.ends_with('.') ? s.substr(0, s.size() - 1) : s;
  }
  return std::string(s == "-0" ? "0" : s);
}

/// The length of the UTF-8 character at the beginning of a text; 0 if XML does not allow the
/// character.
inline std::size_t utf8_length(std::string_view s) {
  const auto at = [&](std::size_t k) {
    return static_cast<unsigned char>(k < s.size() ? s[k] : 0);
  };
  const unsigned char c = at(0);
  if (c < 0x80)
    return c >= 0x20 || c == '\t' || c == '\n' || c == '\r' ? 1 : 0;
  const std::size_t n = c >= 0xc2 && c < 0xe0   ? 2
                        : c >= 0xe0 && c < 0xf0 ? 3
                        : c >= 0xf0 && c < 0xf5 ? 4
                                                : 0;
  for (std::size_t k = 1; k < n; ++k)
    if ((at(k) & 0xc0) != 0x80)
      return 0;
  const unsigned char d = at(1);
  const bool wrong = (c == 0xe0 && d < 0xa0) || (c == 0xed && d > 0x9f) ||
                     (c == 0xf0 && d < 0x90) || (c == 0xf4 && d > 0x8f) ||
                     (c == 0xef && d == 0xbf && at(2) > 0xbd);
  return wrong ? 0 : n;
}

/// A text escaped for XML; invalid characters become U+FFFD.
inline std::string xml_text(std::string_view s) {
  std::string out;
  for (std::size_t k = 0; k < s.size();) {
    const std::size_t n = utf8_length(s.substr(k));
    if (n == 0)
      out += "\xef\xbf\xbd";
    else if (s[k] == '&')
      out += "&amp;";
    else if (s[k] == '<')
      out += "&lt;";
    else if (s[k] == '>')
      out += "&gt;";
    else if (s[k] == '"')
      out += "&quot;";
    else
      out += s.substr(k, n);
    k += n == 0 ? 1 : n;
  }
  return out;
}

/// The number of characters, for the width of a text.
inline index character_count(std::string_view s) {
  index n = 0;
  for (const char c : s)
    n += (static_cast<unsigned char>(c) & 0xc0) != 0x80 ? 1 : 0;
  return n;
}

inline std::string svg_color(rgb c) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text = "#";
  for (const std::uint8_t part : {c.red, c.green, c.blue})
    (text += digits[part >> 4]) += digits[part & 15];
  return text;
}

/// A drawing with the origin at its upper left corner. Attributes are passed as text, such as
/// ` fill="#fff"`.
class svg_drawing {
  std::string body_{};

  static std::string attribute(const char* name, double value) {
    return std::string(" ") + name + "=\"" + svg_number(value) + '"';
  }

public:
  svg_drawing& raw(std::string_view text) {
    body_ += text;
    return *this;
  }
  /// A rectangle, with a tooltip if `tip` is not empty.
  void rect(double x, double y, double width, double height, std::string_view attributes,
            std::string_view tip = {}) {
    body_ += "<rect" + attribute("x", x) + attribute("y", y) + attribute("width", width) +
             attribute("height", height);
    body_ += attributes;
    if (tip.empty())
      body_ += "/>\n";
    else
      body_ += "><title>" + xml_text(tip) + "</title></rect>\n";
  }
  void line(double x1, double y1, double x2, double y2, std::string_view attributes = {}) {
    body_ += "<line" + attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) +
             attribute("y2", y2);
    (body_ += attributes) += "/>\n";
  }
  void text(double x, double y, std::string_view what, std::string_view attributes = {}) {
    body_ += "<text" + attribute("x", x) + attribute("y", y);
    body_ += attributes;
    body_ += '>' + xml_text(what) + "</text>\n";
  }

  /// The whole document.
  std::string document(double width, double height) const {
    const std::string w = svg_number(width), h = svg_number(height);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
           "width=\"" +
           w + "\" height=\"" + h + "\" viewBox=\"0 0 " + w + ' ' + h +
           "\" font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"12\" fill=\"#222\">\n"
           "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" +
           body_ + "</svg>\n";
  }
  void save(const std::string& path, double width, double height) const {
    const std::string whole = document(width, height);
    output_file file(path);
    file.write(whole.data(), whole.size());
    file.finish();
  }
};

/// The smallest step that is 1, 2 or 5 times a power of ten and divides `range` into at most
/// `parts` parts.
struct round_step {
  double step = 1;
  /// The decimals that its multiples need.
  int digits = 0;

  round_step(double range, double parts) {
    const double least = range / parts;
    const double power = std::floor(std::log10(least));
    for (const double exponent : {power, power + 1})
      for (const double factor : {1., 2., 5.})
        if (const double s = factor * std::pow(10., exponent); s >= least * (1 - 1e-9)) {
          step = s;
          digits = exponent < 0 ? static_cast<int>(-exponent) : 0;
          return;
        }
  }
};

} // namespace stria::detail
