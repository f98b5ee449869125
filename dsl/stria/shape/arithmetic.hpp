// SPDX-License-Identifier: BSL-1.0
// shape/arithmetic.hpp: the arithmetic on extents. Tests: tests/dsl/extent.cpp.
#pragma once

#include <stria/shape/extent.hpp>

namespace stria {
namespace detail {

/// The coefficients of the up to three names of an extent in one number, of 20 bits each: 0 for no
/// name, 1 for a name that multiplies the one before, and c + `zero` for the coefficient c. The
/// number is relative to that of a single name with the coefficient 1.
struct coefficient {
  static constexpr index zero = index{1} << 19;
  static constexpr index most = zero - 1;
  static constexpr int bits = 20;
  static constexpr index single = zero + 1;
};

/// The value max(p, 0) / over, rounded up: what every extent except `dyn` has.
struct fraction {
  sum_of_products p;
  index over = 1;
};

/// The form of an extent that is not `dyn`.
constexpr fraction fraction_of(const extent& e) {
  if (!e.is_named())
    return {sum_of_products::constant(e.size), 1};
  fraction f{sum_of_products::constant(e.plus), -1 - e.size};
  const dim* const names[] = {e.name, e.second, e.third};
  index code = e.times + coefficient::single;
  monomial m;
  for (std::size_t k = 0; k < 3 && code != 0; ++k, code >>= coefficient::bits) {
    const index digit = code & ((index{1} << coefficient::bits) - 1);
    if (digit != 1) {
      f.p.add(m);
      m = {};
      m.times = digit - coefficient::zero;
    }
    m.names[m.count++] = names[k];
  }
  f.p.add(m);
  return f;
}

/// The extent of max(p, 0) / over, rounded up. Each value has one form, so that equal extents are
/// equal template arguments. `dyn` if an extent cannot have this form.
constexpr extent extent_of(sum_of_products p, index over = 1) {
  if (p.outside)
    return extent::unknown();
  if (p.count == 0)
    return extent::make(p.plus <= 0 ? 0 : divide_up(p.plus, over));
  bool positive = p.plus > 0;
  index common = over;
  for (std::size_t k = 0; k < p.count; ++k) {
    positive = positive || p.terms[k].times > 0;
    common = static_cast<index>(greatest_divisor(common, p.terms[k].times));
  }
  if (!positive)
    return extent::make(0);
  over /= common;
  p.plus = p.plus >= 0 ? divide_up(p.plus, common) : -(-p.plus / common);
  const dim* names[3]{};
  index code = 0;
  int shift = 0;
  std::size_t count = 0;
  for (std::size_t k = 0; k < p.count; ++k) {
    const monomial& m = p.terms[k];
    const index times = m.times / common;
    if (m.count > 3 - count || times > coefficient::most || times < -coefficient::most + 2)
      return extent::unknown();
    for (std::size_t j = 0; j < m.count; ++j) {
      code |= (j == 0 ? times + coefficient::zero : 1) << shift;
      shift += coefficient::bits;
      names[count++] = m.names[j];
    }
  }
  return extent::named(names, p.plus, code - coefficient::single, over);
}

constexpr bool is_dyn(const extent& e) { return !e.is_static() && !e.is_named(); }

/// The smallest size that an extent can have, 0 if nothing is known of it.
constexpr index least_size(const extent& e) {
  if (!e.is_named())
    return e.is_static() ? e.size : 0;
  const fraction f = fraction_of(e);
  const index n = f.p.lowest();
  return n <= 0 ? 0 : divide_up(n, f.over);
}

/// True if the form is never negative, so that the maximum with 0 changes nothing.
constexpr bool is_exact(const fraction& f) {
  return (f.p + sum_of_products::constant(f.over - 1)).is_size();
}

constexpr extent add_extents(const extent& a, const extent& b) {
  if (is_dyn(a) || is_dyn(b))
    return extent::unknown();
  if (a.is_static() && a.size == 0)
    return b;
  if (b.is_static() && b.size == 0)
    return a;
  const fraction f = fraction_of(a), g = fraction_of(b);
  if (is_exact(f) && is_exact(g)) {
    if (g.over == 1)
      return extent_of(f.p + g.p.scaled(f.over), f.over);
    if (f.over == 1)
      return extent_of(f.p.scaled(g.over) + g.p, g.over);
  }
  if (f.over == 1 && a == b)
    return extent_of(f.p.scaled(2));
  return extent::unknown();
}

constexpr extent subtract_extents(const extent& a, const extent& b) {
  if (is_dyn(a) || is_dyn(b))
    return extent::unknown();
  if (a == b)
    return extent::make(0);
  const fraction f = fraction_of(a), g = fraction_of(b);
  if (g.over != 1 || !g.p.is_size())
    return extent::unknown();
  return extent_of(f.p - g.p.scaled(f.over), f.over);
}

/// a + b + c, for sizes a and b that are not 0.
constexpr extent add_positive_extents(const extent& a, const extent& b, index c) {
  if (is_dyn(a) || is_dyn(b))
    return extent::unknown();
  const fraction f = fraction_of(a), g = fraction_of(b);
  const index over = f.over == 1 ? g.over : f.over;
  if (f.over != 1 && g.over != 1)
    return extent::unknown();
  return extent_of(
      f.p.scaled(g.over) + g.p.scaled(f.over) + sum_of_products::constant(c).scaled(over), over);
}
/// a - b + c, for a >= b and b that is not 0.
constexpr extent subtract_positive_extents(const extent& a, const extent& b, index c) {
  if (is_dyn(a) || is_dyn(b))
    return extent::unknown();
  const fraction f = fraction_of(a), g = fraction_of(b);
  return g.over == 1
             ? extent_of(f.p - g.p.scaled(f.over) + sum_of_products::constant(c).scaled(f.over),
                         f.over)
             : extent::unknown();
}
/// True if a is at least b for all sizes of the names.
constexpr bool is_at_least(const extent& a, const extent& b) {
  if (is_dyn(a) || is_dyn(b))
    return false;
  if (b.is_static())
    return least_size(a) >= b.size;
  const fraction f = fraction_of(a), g = fraction_of(b);
  return f.over == g.over && (f.p - g.p).is_size();
}

constexpr extent multiply_extents(const extent& a, const extent& b) {
  if ((a.is_static() && a.size == 0) || (b.is_static() && b.size == 0))
    return extent::make(0);
  if (a.is_static() && a.size == 1)
    return b;
  if (b.is_static() && b.size == 1)
    return a;
  if (is_dyn(a) || is_dyn(b))
    return extent::unknown();
  const fraction f = fraction_of(a), g = fraction_of(b);
  // max(p, 0) q is max(p q, 0) if q is not negative.
  if (f.over != 1 || g.over != 1 || !(f.p.is_size() || g.p.is_size()))
    return extent::unknown();
  return extent_of(f.p * g.p);
}

/// e / k, rounded up. Requires k > 0.
constexpr extent divide_extent_up(const extent& e, index k) {
  if (is_dyn(e))
    return e;
  const fraction f = fraction_of(e);
  index over = 1;
  return multiply_fits(f.over, k, over) ? extent_of(f.p, over) : extent::unknown();
}

/// e / k, rounded down. Requires k > 0.
constexpr extent divide_extent_down(const extent& e, index k) {
  if (is_dyn(e))
    return e;
  const fraction f = fraction_of(e);
  index over = 1, less = 0;
  if (!multiply_fits(f.over, k, over) || !subtract_fits(over, f.over, less))
    return extent::unknown();
  return extent_of(f.p - sum_of_products::constant(less), over);
}

} // namespace detail

/// An extent divided by a constant, rounded up: the number of elements of every k-th place.
///
/// \param e      an extent, name or integer
/// \param k      a positive integer
/// \returns      extent; the number of elements of a slice with the step k
/// \refuses      k <= 0
/// \complexity   none at run time
/// \numpy       `len(range(0, e, k))`
/// \usage       `tensor<float, ceil_div(n, 2)> halved(32);`
consteval extent ceil_div(const extent& e, index k) {
  if (k <= 0)
    STRIA_THROW("stria: ceil_div: the divisor must be positive",
                "stria: ceil_div: the divisor must be positive");
  return detail::divide_extent_up(e, k);
}

} // namespace stria
