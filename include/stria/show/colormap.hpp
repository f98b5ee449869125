// SPDX-License-Identifier: BSL-1.0
// show/colormap.hpp: colormap, which converts numbers to colours, and the colour maps.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/evaluate/materialize.hpp>
#include <stria/show/color_tables.hpp>
#include <stria/show/numbers.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace stria {

/// A colour; each part is from 0 to 255.
///
/// \usage        `rgb{255, 128, 0}`
struct rgb {
  std::uint8_t red = 0, green = 0, blue = 0;
  friend constexpr bool operator==(const rgb&, const rgb&) = default;
};

namespace detail {

constexpr int hex_digit(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

} // namespace detail

/// A colour map, which assigns a colour to each number of a range.
///
/// \numpy        none; `matplotlib.colors.LinearSegmentedColormap`
/// \usage        `color_map("0000ffffffffff0000")`, from blue over white to red
class color_map {
  std::string_view table_;

public:
  /// The number of colours.
  static constexpr std::size_t steps = 256;

  /// Makes a map from evenly spaced colours, with linear interpolation between them.
  ///
  /// \param table  one or more colours "rrggbb" in the digits 0 to 9 and a to f, without
  ///               separators; it must outlive the map
  /// \throws       value_error if the text has another form
  constexpr explicit color_map(std::string_view table) : table_(table) {
    bool right = !table.empty() && table.size() % 6 == 0;
    for (const char c : table)
      right = right && detail::hex_digit(c) >= 0;
    if (!right)
      raise<value_error>(
          detail::message("stria: color_map: write the colours as \"rrggbb\" without "
                          "separators, in the digits 0 to 9 and a to f"));
  }

  /// The colours of 256 equal parts of the range. Matplotlib:
  /// `cm.viridis(np.arange(256), bytes=True)[:, :3]`.
  constexpr std::array<rgb, steps> colors() const {
    const std::size_t last = table_.size() / 6 - 1;
    const auto part = [&](std::size_t k, std::size_t c) {
      return static_cast<std::size_t>(16 * detail::hex_digit(table_[6 * k + 2 * c]) +
                                      detail::hex_digit(table_[6 * k + 2 * c + 1]));
    };
    std::array<rgb, steps> list{};
    for (std::size_t k = 0; k < steps; ++k) {
      const std::size_t at = k * last, low = at / (steps - 1), share = at % (steps - 1);
      const auto mix = [&](std::size_t c) {
        const std::size_t next = share == 0 ? low : low + 1;
        return static_cast<std::uint8_t>(
            (part(low, c) * (steps - 1 - share) + part(next, c) * share + (steps - 1) / 2) /
            (steps - 1));
      };
      list[k] = {mix(0), mix(1), mix(2)};
    }
    return list;
  }
};

/// From dark blue through green to yellow; perceptually uniform, readable in greyscale. The map of
/// matplotlib.
///
/// \numpy        none; `matplotlib.cm.viridis`
/// \usage        `colormap(a, viridis)`
inline constexpr color_map viridis(detail::viridis_table);
/// From black through purple to light yellow. The map of matplotlib.
///
/// \numpy        none; `matplotlib.cm.magma`
/// \usage        `colormap(a, magma)`
inline constexpr color_map magma(detail::magma_table);
/// From black through red to yellow. The map of matplotlib.
///
/// \numpy        none; `matplotlib.cm.inferno`
/// \usage        `colormap(a, inferno)`
inline constexpr color_map inferno(detail::inferno_table);
/// From blue through light grey to red, for numbers on both sides of a middle value; the range
/// should be symmetric about that value. By K. Moreland.
///
/// \numpy        none; `matplotlib.cm.coolwarm`
/// \usage        `colormap(a, coolwarm, {.low = -1, .high = 1})`
inline constexpr color_map coolwarm(detail::coolwarm_table);
/// From black to white.
///
/// \numpy        none; `matplotlib.cm.gray`
/// \usage        `colormap(a, grey)`
inline constexpr color_map grey("000000ffffff");

/// The range of numbers that colormap() maps to colours.
///
/// \numpy        none; `matplotlib.colors.Normalize(vmin, vmax)`
/// \usage        `colormap(a, viridis, {.low = 0, .high = 1})`
struct color_range {
  /// The numbers that get the first and the last colour (default: the smallest and the largest
  /// finite element). A number outside the range gets the colour of the nearer end.
  std::optional<double> low{}, high{};
  /// The colour of NaN.
  rgb nan{128, 128, 128};
};

namespace detail {

template <class E> struct colormap_verdict {
  static constexpr bool accepted = std::is_arithmetic_v<value_t<E>>;
  static constexpr message text() {
    return message("stria: colours need real numbers; use abs(e) or real(e)");
  }
};

/// A range whose ends are known, and the colours of its numbers.
class color_scale {
  std::array<rgb, color_map::steps> colors_;
  rgb nan_;
  double low_ = 0, high_ = 0;
  bool any_ = false, any_nan_ = false;

public:
  template <class T>
  color_scale(std::span<const T> values, const color_map& map, const color_range& range)
      : colors_(map.colors()), nan_(range.nan) {
    for (const T value : values) {
      const auto v = static_cast<double>(value);
      any_nan_ = any_nan_ || is_nan(v);
      if (!is_finite(v))
        continue;
      low_ = any_ && low_ <= v ? low_ : v;
      high_ = any_ && high_ >= v ? high_ : v;
      any_ = true;
    }
    const double low = low_, high = high_;
    low_ = range.low.value_or(range.high && *range.high < low ? *range.high : low);
    high_ = range.high.value_or(range.low && *range.low > high ? *range.low : high);
    any_ = any_ || (range.low && range.high);
    if (!is_finite(low_) || !is_finite(high_) || low_ > high_)
      raise<value_error>(message("stria: a range of colours needs two finite numbers, and low must "
                                 "not be greater than high"));
  }

  double low() const { return low_; }
  double high() const { return high_; }
  /// True if there is a range: a finite element, or both ends given.
  bool any() const { return any_; }
  bool any_nan() const { return any_nan_; }
  rgb nan() const { return nan_; }
  const std::array<rgb, color_map::steps>& colors() const { return colors_; }

  /// The index of the colour of v, which must not be NaN. If the difference of the ends overflows,
  /// v and the ends are halved; the smallest numbers must not be halved, because they would become
  /// 0.
  std::size_t step(double v) const {
    if (!(v > low_))
      return 0;
    if (v >= high_)
      return color_map::steps - 1;
    const double unit = is_finite(high_ - low_) ? 1 : .5;
    const double x = (v * unit - low_ * unit) / (high_ * unit - low_ * unit);
    const auto k = static_cast<std::size_t>(x * double{color_map::steps});
    return k < color_map::steps ? k : color_map::steps - 1;
  }
  rgb operator()(double v) const { return is_nan(v) ? nan_ : colors_[step(v)]; }
};

/// The extents of the colours: a last axis of 3 is added.
template <auto Extents> constexpr auto color_extents() {
  auto s = unknown_shape<Extents.rank() + 1>();
  for (std::size_t k = 0; k < Extents.rank(); ++k)
    s[k] = Extents[k];
  s[Extents.rank()] = extent::make(3);
  return s;
}

} // namespace detail

/// Converts real numbers to colours.
///
/// \tparam T     the type of the parts: std::uint8_t (default, 0 to 255) or a floating-point type
///               (0 to 1)
/// \param e      an operand of real numbers, of any shape
/// \param map    the colour map (default viridis)
/// \param range  the range of numbers (default: from the smallest to the largest element) and the
///               colour of NaN; if all elements are equal, they get the first colour
/// \returns      tensor of the shape of `e` with a last axis of 3: red, green, blue
/// \throws       value_error if the range is not finite, or low is greater than high
/// \refuses      elements that are not real numbers
/// \complexity   O(n); computed immediately, allocates the result
/// \numpy        none; `cm.viridis(Normalize()(e), bytes=True)[..., :3]` of matplotlib
/// \usage        `colormap(a)`, `colormap<float>(a, coolwarm, {.low = -1, .high = 1})`
template <class T = std::uint8_t, detail::operand E>
  requires std::same_as<T, std::uint8_t> || std::floating_point<T>
auto colormap(const E& e, const color_map& map = viridis, const color_range& range = {})
    -> accepted_or_refused<
        detail::colormap_verdict<E>,
        typename detail::tensor_of<T, detail::color_extents<detail::extents_of<E>>()>::type> {
  STRIA_UNLESS_REFUSED(detail::colormap_verdict<E>)
  if constexpr (detail::tensor_operand<E>) {
    using result =
        typename detail::tensor_of<T, detail::color_extents<detail::extents_of<E>>()>::type;
    const detail::color_scale scale(std::span<const detail::value_t<E>>(e.storage()), map, range);
    std::array<index, result::rank> sizes{};
    const auto own = e.shape();
    for (std::size_t k = 0; k < own.size(); ++k)
      sizes[k] = own[k];
    sizes[own.size()] = 3;
    result colors(sizes, detail::uninitialized_t{});
    T* to = colors.data();
    for (const auto value : e.storage()) {
      const rgb c = scale(static_cast<double>(value));
      for (const std::uint8_t part : {c.red, c.green, c.blue})
        *to++ = std::same_as<T, std::uint8_t> ? static_cast<T>(part)
                                              : static_cast<T>(part) / static_cast<T>(255);
    }
    return colors;
  } else {
    return colormap<T>(eval(e), map, range);
  }
}

} // namespace stria
