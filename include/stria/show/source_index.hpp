// SPDX-License-Identifier: BSL-1.0
// show/source_index.hpp: finds a subscript that makes a given view. Tests: tests/show/formula.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/show/numbers.hpp>

#include <array>

namespace stria::detail {

/// The layout of a view, from which a basic subscript is reconstructed.
template <std::size_t R> class source_index {
  std::array<index, R> sizes_, strides_;
  index offset_, storage_;

  static index magnitude(index n) { return n < 0 ? -n : n; }

  template <class Text> static void write_number(Text& out, index n) {
    out += integer_text<Text>(n);
  }
  // Writes begin:end:step without default values. Returns false if the positions leave the axis.
  template <class Text>
  static bool write_slice(Text& out, index begin, index step, index n, index size) {
    if (n == 0) {
      out += "0:0";
      return true;
    }
    const index last = begin + step * (n - 1);
    if (step == 0 || last < 0 || last >= size)
      return false;
    if (begin != (step > 0 ? 0 : size - 1))
      write_number(out, begin);
    out += ':';
    if (const index next = last + step; next >= 0 && next < size)
      write_number(out, step > 0 ? last + 1 : last - 1);
    if (step != 1 && n > 1) {
      out += ':';
      write_number(out, step);
    }
    return true;
  }

public:
  source_index(const std::array<index, R>& sizes, const std::array<index, R>& strides, index offset,
               index storage)
      : sizes_(sizes), strides_(strides), offset_(offset), storage_(storage) {}

  /// The same view with the order of its axes reversed.
  source_index reversed() const {
    source_index t = *this;
    for (std::size_t k = 0; k < R; ++k) {
      t.sizes_[k] = sizes_[R - 1 - k];
      t.strides_[k] = strides_[R - 1 - k];
    }
    return t;
  }

  /// Writes `[...]`, or nothing for the whole tensor. Returns false if no subscript of a tensor of
  /// these sizes makes the view.
  template <class Text> bool write(Text& out, array_ref<index> source) const {
    index unit = 1;
    for (const index n : source)
      unit *= n;
    if (unit != storage_ || unit == 0)
      return false;
    Text items;
    std::size_t kept = 0; // length of items up to the last one that is not `:`
    const auto item = [&](const Text& text) {
      items += items.empty() ? "" : ", ";
      items += text;
      if (text != ":")
        kept = items.size();
    };
    std::size_t axis = 0;
    index rest = offset_;
    const auto next_axis = [&] {
      unit /= source[axis];
      const index begin = rest / unit;
      rest %= unit;
      ++axis;
      return begin;
    };
    for (std::size_t k = 0; k < R; ++k) {
      if (sizes_[k] == 1 && strides_[k] == 0) {
        item("None");
        continue;
      }
      for (;;) {
        if (axis == source.size())
          return false;
        const index begin = next_axis();
        if (magnitude(strides_[k]) < unit) {
          item(integer_text<Text>(begin));
          continue;
        }
        Text slice;
        if (strides_[k] % unit != 0 ||
            !write_slice(slice, begin, strides_[k] / unit, sizes_[k], source[axis - 1]))
          return false;
        item(slice);
        break;
      }
    }
    while (axis < source.size())
      item(integer_text<Text>(next_axis()));
    items.resize(kept);
    if (!items.empty())
      ((out += '[') += items) += ']';
    return true;
  }

  /// Writes the subscript for a tensor whose sizes are derived from the view. The tensor has the
  /// axes of the view, except those that newaxis added.
  template <class Text> bool write(Text& out) const {
    std::array<index, R> source{};
    std::size_t n = 0;
    index above = storage_;
    std::size_t last = R;
    for (std::size_t k = 0; k < R; ++k)
      if (strides_[k] != 0 || sizes_[k] != 1)
        last = k;
    for (std::size_t k = 0; k < R; ++k) {
      if (strides_[k] == 0 && sizes_[k] == 1)
        continue;
      const index unit = k == last ? 1 : magnitude(strides_[k]);
      if (unit == 0 || above % unit != 0)
        return false;
      source[n++] = above / unit;
      above = unit;
    }
    return n > 0 && write(out, array_ref<index>(source.data(), n));
  }
};

} // namespace stria::detail
