// SPDX-License-Identifier: BSL-1.0
// shape/agreement.hpp: whether run-time sizes are possible for extents with names.
// Tests: tests/dsl/extent.cpp, tests/tensor/construct.cpp.
#pragma once

#include <stria/base/errors.hpp>
#include <stria/base/message.hpp>
#include <stria/shape/shape.hpp>

namespace stria::detail {

/// The sizes of names, as found from the sizes of axes.
class name_sizes {
  static constexpr std::size_t most = 32;
  const dim* names_[most]{};
  index sizes_[most]{};
  std::size_t count_ = 0;

  constexpr const index* find(const dim* name) const {
    for (std::size_t k = 0; k < count_; ++k)
      if (same_name(names_[k], name))
        return &sizes_[k];
    return nullptr;
  }

  /// `times` x + `plus`, where x is the only name whose size is not known.
  struct line {
    const dim* unknown = nullptr;
    index times = 0, plus = 0;
    bool solvable = true; // false for several unknown names, a power of one, and overflow
  };
  constexpr line insert(const sum_of_products& p) const {
    line r{nullptr, 0, p.plus, true};
    for (std::size_t k = 0; k < p.count; ++k) {
      const monomial& m = p.terms[k];
      index factor = m.times;
      const dim* open = nullptr;
      for (std::size_t j = 0; j < m.count; ++j)
        if (const index* n = find(m.names[j]))
          r.solvable = multiply_fits(factor, *n, factor) && r.solvable;
        else {
          r.solvable = r.solvable && open == nullptr;
          open = m.names[j];
        }
      if (open == nullptr)
        r.solvable = add_fits(r.plus, factor, r.plus) && r.solvable;
      else {
        r.solvable = r.solvable && (r.unknown == nullptr || same_name(r.unknown, open)) &&
                     add_fits(r.times, factor, r.times);
        r.unknown = open;
      }
    }
    return r;
  }

public:
  enum class answer : unsigned char { open, agrees, contradicts };

  constexpr std::size_t count() const { return count_; }

  /// Adds the size of a name. False if the name has another size.
  constexpr bool add(const dim* name, index size) {
    if (const index* known = find(name))
      return *known == size;
    if (count_ < most) {
      names_[count_] = name;
      sizes_[count_++] = size;
    }
    return true;
  }
  /// The size of an extent, or -1 if it is not known or too large.
  constexpr index size_of(const extent& e) const {
    if (!e.is_named())
      return e.size;
    const fraction f = fraction_of(e);
    const line l = insert(f.p);
    if (!l.solvable || l.unknown != nullptr)
      return -1;
    return l.plus <= 0 ? 0 : divide_up(l.plus, f.over);
  }

  /// Compares an extent with the size of its axis, and finds the size of the only name that is not
  /// known.
  constexpr answer learn(const extent& e, index size) {
    if (!e.is_named())
      return answer::agrees;
    if (size < least_size(e))
      return answer::contradicts;
    const fraction f = fraction_of(e);
    const line l = insert(f.p);
    if (!l.solvable)
      return answer::open;
    if (l.times == 0)
      return size == (l.plus <= 0 ? 0 : divide_up(l.plus, f.over)) ? answer::agrees
                                                                   : answer::contradicts;
    index rest = 0;
    if (f.over != 1 || l.times < 0 || (size == 0 && !f.p.is_size()) ||
        !subtract_fits(size, l.plus, rest))
      return answer::open;
    const index n = rest / l.times;
    if (rest % l.times != 0 || n < l.unknown->least)
      return answer::contradicts;
    add(l.unknown, n);
    return answer::agrees;
  }
};

/// Adds the sizes of names that follow from the sizes of axes. Returns the first axis whose size
/// contradicts its extent or the axes before it; the rank if there is none.
constexpr std::size_t learn_names(name_sizes& names, array_ref<extent> shape,
                                  array_ref<index> sizes) {
  // An axis that gives the size of a name can make another one solvable.
  for (std::size_t known = 0;; known = names.count()) {
    for (std::size_t k = 0; k < shape.size(); ++k)
      if (names.learn(shape[k], sizes[k]) == name_sizes::answer::contradicts)
        return k;
    if (names.count() == known)
      return shape.size();
  }
}

/// The first axis whose size contradicts its extent or the axes before it, as far as the sizes of
/// the names can be found; the rank if there is none.
constexpr std::size_t first_contradiction(array_ref<extent> shape, array_ref<index> sizes) {
  name_sizes names;
  return learn_names(names, shape, sizes);
}

/// True if sizes can contradict the extents: for axes that share a name, and for extents that do
/// not have every size.
constexpr bool can_contradict(array_ref<extent> shape) {
  for (std::size_t k = 0; k < shape.size(); ++k) {
    if (!shape[k].is_named())
      continue;
    if (least_size(shape[k]) > 0)
      return true;
    const sum_of_products p = fraction_of(shape[k]).p;
    if (p.count != 1 || p.terms[0].count != 1 || p.terms[0].times != 1)
      return true;
    for (std::size_t j = 0; j < k; ++j)
      if (shape[j].is_named() && same_name(shape[j].name, shape[k].name))
        return true;
  }
  return false;
}

/// True if sizes are possible for the extents. The static extents are not compared.
template <auto Shape> constexpr bool names_agree(array_ref<index> sizes) {
  if constexpr (can_contradict(Shape.view()))
    return first_contradiction(Shape.view(), sizes) == Shape.rank();
  else
    return true;
}

[[noreturn]] [[gnu::cold]] inline void raise_names_disagree(array_ref<extent> extents,
                                                            array_ref<index> sizes) {
  const std::size_t k = first_contradiction(extents, sizes);
  message m("stria: a tensor of the extents ");
  say_shape(m, extents);
  m << " cannot have the shape ";
  say_shape(m, sizes);
  m << ": ";
  say_extent(m, extents[k]);
  if (const index least = least_size(extents[k]); sizes[k] < least)
    m << " has at least " << least << (least == 1 ? " element" : " elements");
  else
    m << " cannot be " << sizes[k];
  raise<shape_error>(m);
}

/// \throws  shape_error if sizes are not possible for the extents
template <auto Shape> constexpr void check_names(array_ref<index> sizes) {
  if (!names_agree<Shape>(sizes)) [[unlikely]]
    raise_names_disagree(Shape.view(), sizes);
}

/// True if the sizes of the names determine every size.
template <std::size_t R> constexpr bool can_follow_from_names(const static_shape<R>& extents) {
  for (const extent& e : extents.view())
    if (is_dyn(e))
      return false;
  return true;
}
/// True if an extent has the name.
constexpr bool occurs(array_ref<extent> extents, const dim* name) {
  for (const extent& e : extents) {
    const sum_of_products p = fraction_of(is_dyn(e) ? extent::make(0) : e).p;
    for (std::size_t k = 0; k < p.count; ++k)
      for (std::size_t j = 0; j < p.terms[k].count; ++j)
        if (same_name(p.terms[k].names[j], name))
          return true;
  }
  return false;
}

[[noreturn]] [[gnu::cold]] inline void
raise_names_given(array_ref<extent> extents, array_ref<dim_size> given, const name_sizes& names) {
  message m("stria: a tensor of the extents ");
  say_shape(m, extents);
  for (const dim_size& d : given)
    if (!occurs(extents, d.name))
      raise<value_error>(m << " has no " << d.name->name << ", whose size is given");
  for (const extent& e : extents)
    if (names.size_of(e) < 0) {
      say_extent(m << " cannot be made from the sizes of the names: ", e);
      raise<value_error>(m << " does not follow from them, or is too large");
    }
  raise<value_error>(m << " cannot be made: a name has two sizes, or a negative one");
}
/// The sizes of axes, from the sizes of the names. Those of the names of `known` follow from sizes.
///
/// \throws  value_error if a name is missing, is not part of the extents, or has two sizes
template <std::size_t R>
constexpr std::array<index, R>
sizes_of_names(const static_shape<R>& extents, array_ref<dim_size> given,
               array_ref<extent> known = {}, array_ref<index> known_sizes = {}) {
  name_sizes names;
  bool fits = learn_names(names, known, known_sizes) == known.size();
  for (const dim_size& d : given)
    fits = names.add(d.name, d.size) && d.size >= 0 && occurs(extents.view(), d.name) && fits;
  std::array<index, R> sizes{};
  for (std::size_t k = 0; k < R; ++k) {
    sizes[k] = names.size_of(extents[k]);
    fits = fits && sizes[k] >= 0;
  }
  if (!fits) [[unlikely]]
    raise_names_given(extents.view(), given, names);
  return sizes;
}

} // namespace stria::detail
