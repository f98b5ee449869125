// SPDX-License-Identifier: BSL-1.0
// numpy/patterns/einops_plan.hpp: the plan of an einops call: the parts of the axes of the operand
// and of the result. Tests: tests/numpy/patterns/einops.cpp.
#pragma once

#include <stria/arguments/sizes.hpp>
#include <stria/base/checked.hpp>
#include <stria/base/fixed_string.hpp>
#include <stria/numpy/patterns/einops_text.hpp>

#include <limits>

namespace stria {

namespace detail {

template <fixed_string Name, class S> struct sized_axis {
  S size;
};

} // namespace detail

/// The size of a named axis in the text of rearrange(), reduce() or repeat().
///
/// \tparam Name the name in the text
/// \param size  an integer or a constant
/// \returns     an argument for these functions
/// \throws      nothing
/// \complexity  O(1)
/// \numpy       none; in einops a keyword argument, `p=4`
/// \usage       `rearrange<"b (h p) -> b h p">(a, axis_size<"p">(4))`
/// \see         rearrange, reduce, repeat
template <fixed_string Name, class S>
constexpr detail::sized_axis<Name, S> axis_size(const S& size) {
  return {size};
}

namespace detail {

enum class einops_call : unsigned char { rearrange, reduce, repeat };

constexpr std::string_view name_of(einops_call call) {
  return call == einops_call::rearrange ? "rearrange"
         : call == einops_call::reduce  ? "reduce"
                                        : "repeat";
}

/// A size given in a call, as far as it is known at compile time.
struct einops_size {
  std::string_view name{};
  bool is_size = false;
  index value = unknown_stride; // of a constant
  constexpr bool is_constant() const { return value != unknown_stride; }
};
template <class S> struct einops_size_of {
  static constexpr einops_size known{};
  static constexpr index get(const S&) { return 0; }
};
template <fixed_string Name, size_item S> struct einops_size_of<sized_axis<Name, S>> {
  static constexpr bound_code code = code_of_size<S>();
  static constexpr einops_size known{
      Name.view(), true, code.state == bound_state::constant ? code.value : unknown_stride};
  static constexpr index get(const sized_axis<Name, S>& s) { return size_value(s.size); }
};

/// An axis of the operand after its groups are split, or of the result before they are merged.
struct einops_part {
  std::string_view name{};
  std::size_t column = 0;
  std::size_t axis = 0; // of the operand, or of the result
  extent size = extent::unknown();
  int given = -1;    // the argument that gives its size
  int source = -1;   // for the result: the part of the operand, or -1 for a new axis
  bool open = false; // its size follows from the other parts of its axis
};

struct einops_parts {
  static constexpr std::size_t limit = 32;
  einops_part at[limit]{};
  std::size_t count = 0;

  constexpr std::size_t count_of(std::size_t axis) const {
    std::size_t n = 0;
    for (std::size_t k = 0; k < count; ++k)
      n += at[k].axis == axis ? 1 : 0;
    return n;
  }
  /// Checks the sizes of the parts of an axis of n elements and computes the size of its open part.
  /// Returns -1, or the product of the sizes if they do not fit.
  constexpr index misfit(std::size_t axis, index n, index* sizes) const {
    index product = 1;
    std::size_t open = count;
    for (std::size_t k = 0; k < count; ++k)
      if (at[k].axis == axis) {
        if (at[k].open)
          open = k;
        else if (!multiply_fits(product, sizes[k], product))
          return std::numeric_limits<index>::max();
      }
    if (open == count)
      return product == n ? -1 : product;
    if (product <= 0 || n % product != 0)
      return product;
    sizes[open] = n / product;
    return -1;
  }
};

/// Writes a message such as `axis 1 has 10 elements, which cannot be divided by 4`.
constexpr void say_misfit(message& m, std::size_t axis, index n, index product, bool open) {
  m << "axis " << axis << " has " << n << (n == 1 ? " element" : " elements")
    << (open ? ", which cannot be divided by " : " and not ") << product;
}

/// The compile-time plan of a call: the parts and their extents, or the fault.
struct einops_plan {
  einops_fault fault{};
  index misfit = -1; // the product of the sizes of axis misfit_axis
  std::size_t misfit_axis = 0;
  einops_parts left{}, right{};
  std::size_t axes = 0; // of the result

  constexpr einops_plan(const einops_text& text, einops_call call, array_ref<extent> shape,
                        array_ref<einops_size> sizes)
      : fault(text.fault), shape_(shape), sizes_(sizes) {
    if (!fault)
      check_sizes(text);
    if (!fault)
      check_sides(text, call);
    if (!fault)
      split(text.left);
    for (std::size_t axis = 0; axis < shape.size() && !fault; ++axis)
      solve(axis);
    if (!fault)
      arrange(text.right);
  }

  /// Whether part k of the operand is missing from the result.
  constexpr bool drops(std::size_t k) const {
    for (std::size_t j = 0; j < right.count; ++j)
      if (right.at[j].source == static_cast<int>(k))
        return false;
    return true;
  }

private:
  array_ref<extent> shape_;
  array_ref<einops_size> sizes_;

  constexpr void refuse(const einops_axis& at, std::string_view does) {
    fault = {at.column, at.name, does};
  }

  /// The first argument that gives the size of a name, or -1.
  constexpr int given(std::string_view name) const {
    for (std::size_t k = 0; k < sizes_.size(); ++k)
      if (sizes_[k].name == name)
        return static_cast<int>(k);
    return -1;
  }

  constexpr void check_sizes(const einops_text& text) {
    for (std::size_t k = 0; k < sizes_.size() && !fault; ++k) {
      const einops_size& s = sizes_[k];
      const std::size_t l = text.left.find(s.name), r = text.right.find(s.name);
      const std::size_t column = l < text.left.count    ? text.left.axes[l].column
                                 : r < text.right.count ? text.right.axes[r].column
                                                        : 0;
      if (!s.is_size)
        fault = {0, "", "a size is written axis_size<\"name\">(4), with a whole number"};
      else if (column == 0)
        fault = {0, s.name, "has an axis_size but does not occur in the text"};
      else if (given(s.name) != static_cast<int>(k))
        fault = {column, s.name, "has two axis_sizes"};
      else if (s.is_constant() && s.value < 0)
        fault = {column, s.name, "has a negative axis_size"};
    }
  }

  constexpr void check_sides(const einops_text& text, einops_call call) {
    for (std::size_t k = 0; k < text.left.count && !fault; ++k) {
      const einops_axis& a = text.left.axes[k];
      if (call == einops_call::reduce)
        continue;
      if (a.is_number())
        refuse(a, "is a number on the left side, which only reduce accepts; use axis_size");
      else if (!text.right.has(a.name))
        refuse(a, "is missing on the right side, and only reduce drops an axis");
    }
    for (std::size_t k = 0; k < text.right.count && !fault; ++k) {
      const einops_axis& a = text.right.axes[k];
      if (a.is_number() ? call == einops_call::repeat : text.left.has(a.name))
        continue;
      if (a.is_number())
        refuse(a, "is a number on the right side, which only repeat accepts");
      else if (a.is_dots())
        refuse(a, "is missing on the left side");
      else if (call != einops_call::repeat)
        refuse(a, "is missing on the left side, and only repeat adds an axis");
      else if (given(a.name) < 0)
        refuse(a, "is new and needs a size: axis_size<\"name\">(4)");
    }
  }

  constexpr void add(einops_parts& parts, const einops_part& p) {
    if (parts.count == einops_parts::limit)
      fault = {p.column, p.name, "is one too many: a tensor has at most 32 axes"};
    else
      parts.at[parts.count++] = p;
  }
  constexpr einops_part part_of(const einops_axis& a, std::size_t axis) const {
    einops_part p{a.name, a.column, axis};
    if (a.is_number()) {
      p.size = extent::make(a.number);
      return p;
    }
    p.given = given(a.name);
    if (p.given >= 0 && sizes_[static_cast<std::size_t>(p.given)].is_constant())
      p.size = extent::make(sizes_[static_cast<std::size_t>(p.given)].value);
    p.open = p.given < 0;
    return p;
  }

  // A group without axes has one part of size 1.
  constexpr void split(const einops_side& side) {
    const std::size_t dots = side.find("...");
    const bool has_dots = dots < side.count;
    const std::size_t others = side.groups - (has_dots ? 1 : 0);
    if (has_dots ? shape_.size() < others : shape_.size() != others) {
      fault = {1, "", "the left side does not have as many axes as the operand", true};
      return;
    }
    std::size_t axis = 0, next = 0;
    for (std::size_t g = 0; g < side.groups && !fault; ++g) {
      if (has_dots && side.axes[dots].group == g) {
        for (std::size_t k = others; k < shape_.size(); ++k)
          add(left, part_of(side.axes[dots], axis++));
        ++next;
        continue;
      }
      if (next == side.count || side.axes[next].group != g)
        add(left, {"1", side.columns[g], axis, extent::make(1)});
      for (; next < side.count && side.axes[next].group == g; ++next)
        add(left, part_of(side.axes[next], axis));
      ++axis;
    }
  }

  // Determines the sizes of the parts of an axis, as far as they are known at compile time.
  constexpr void solve(std::size_t axis) {
    const extent whole = shape_[axis];
    index sizes[einops_parts::limit]{};
    bool known = whole.is_static();
    const std::size_t none = left.count;
    std::size_t first = none, open = none;
    for (std::size_t k = 0; k < left.count; ++k) {
      const einops_part& p = left.at[k];
      if (p.axis != axis)
        continue;
      if (p.open && open != none) {
        fault = {p.column, p.name, "is a second axis without a size in these parentheses"};
        return;
      }
      first = first == none ? k : first;
      open = p.open ? k : open;
      sizes[k] = p.size.is_static() ? p.size.size : 0;
      known = known && (p.open || p.size.is_static());
    }
    if (known) {
      misfit = left.misfit(axis, whole.size, sizes);
      if (misfit >= 0) {
        misfit_axis = axis;
        fault = {left.at[first].column, left.at[first].name, "does not fit", true};
      } else if (open != none) {
        left.at[open].size = extent::make(sizes[open]);
      }
    }
    if (whole.is_named() && open != none) {
      // Whether the axis can be divided is checked at run time.
      index product = 1;
      for (std::size_t k = 0; k < left.count; ++k)
        if (left.at[k].axis == axis && k != open)
          product = left.at[k].size.is_static() && product > 0 &&
                            multiply_fits(product, left.at[k].size.size, product)
                        ? product
                        : 0;
      if (product > 0)
        left.at[open].size = divide_extent_up(whole, product);
    }
    if (left.count_of(axis) == 1 && !left.at[first].size.is_static())
      left.at[first].size = whole;
  }

  constexpr void arrange(const einops_side& side) {
    std::size_t next = 0;
    for (std::size_t g = 0; g < side.groups && !fault; ++g) {
      const std::size_t before = right.count;
      bool spreads = false; // an ellipsis outside parentheses: each part is an axis
      for (; next < side.count && side.axes[next].group == g; ++next) {
        const einops_axis& a = side.axes[next];
        spreads = a.is_dots() && !side.in_parentheses(a);
        bool is_new = true;
        for (std::size_t k = 0; k < left.count; ++k)
          if (left.at[k].name == a.name && !a.is_number()) {
            einops_part p = left.at[k];
            p.axis = axes;
            p.source = static_cast<int>(k);
            add(right, p);
            axes += spreads ? 1 : 0;
            is_new = false;
          }
        if (is_new && !a.is_dots())
          add(right, part_of(a, axes));
      }
      if (spreads)
        continue;
      if (right.count == before)
        add(right, {"1", side.columns[g], axes, extent::make(1)});
      ++axes;
    }
  }
};

template <einops_call Call, fixed_string Text, class A, class... S> struct einops_verdict {
  static constexpr einops_text parsed{Text.view()};
  static constexpr einops_size sizes[] = {einops_size_of<S>::known..., einops_size{}};
  static constexpr einops_plan plan{parsed, Call, extents_of<A>.view(), {sizes, sizeof...(S)}};
  static constexpr bool accepted = !plan.fault;

  static constexpr message start(std::size_t column) {
    message m("stria: ");
    m << name_of(Call) << ": \"" << Text.view() << "\": ";
    if (column > 0)
      m << "column " << column << ": ";
    return m;
  }
  static constexpr message text() {
    constexpr einops_fault f = plan.fault;
    message m = start(f.column);
    if (plan.misfit >= 0)
      say_misfit(m, plan.misfit_axis, extents_of<A>[plan.misfit_axis].size, plan.misfit,
                 opens(plan.misfit_axis));
    else if (f.subject.empty())
      m << f.does;
    else
      m << f.subject << ' ' << f.does;
    if (f.of_shape) {
      m << "; the shape is ";
      say_shape(m, extents_of<A>.view());
    }
    return m;
  }
  static constexpr bool opens(std::size_t axis) {
    for (std::size_t k = 0; k < plan.left.count; ++k)
      if (plan.left.at[k].axis == axis && plan.left.at[k].open)
        return true;
    return false;
  }

  static constexpr std::size_t P = plan.left.count, Q = plan.right.count;

  /// The sizes of the parts of the operand. Raises shape_error if they do not match the axes.
  static constexpr std::array<index, P> split_sizes(const std::array<index, rank_of<A>>& shape,
                                                    const S&... given) {
    const index values[] = {einops_size_of<S>::get(given)..., 0};
    std::array<index, P> n{};
    for (std::size_t k = 0; k < P; ++k)
      n[k] = size_of(plan.left.at[k], values);
    for (std::size_t axis = 0; axis < rank_of<A>; ++axis) {
      const index product = plan.left.misfit(axis, shape[axis], n.data());
      if (product < 0)
        continue;
      std::size_t k = 0;
      while (plan.left.at[k].axis != axis)
        ++k;
      message m = start(plan.left.at[k].column);
      say_misfit(m, axis, shape[axis], product, opens(axis));
      m << "; the shape is ";
      say_shape(m, extents_of<A>.view(), shape);
      raise<shape_error>(m);
    }
    return n;
  }
  /// The sizes of the parts of the result.
  static constexpr std::array<index, Q> part_sizes(const std::array<index, P>& split,
                                                   const S&... given) {
    const index values[] = {einops_size_of<S>::get(given)..., 0};
    std::array<index, Q> n{};
    for (std::size_t k = 0; k < Q; ++k) {
      const int source = plan.right.at[k].source;
      n[k] =
          source < 0 ? size_of(plan.right.at[k], values) : split[static_cast<std::size_t>(source)];
    }
    return n;
  }

private:
  static constexpr index size_of(const einops_part& p, const index* values) {
    const index n = p.given >= 0 ? values[p.given] : p.size.is_static() ? p.size.size : 0;
    if (n < 0) [[unlikely]]
      raise<value_error>(start(p.column) << p.name << " has the negative axis_size " << n);
    return n;
  }
};

} // namespace detail
} // namespace stria
