// SPDX-License-Identifier: BSL-1.0
// shape/sum_of_products.hpp: sums of products of names, the working form of the arithmetic on
// extents. Tests: tests/dsl/extent.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/shape/dim.hpp>

namespace stria::detail {

/// An integer multiple of a product of names, which are in the order of their texts.
struct monomial {
  static constexpr std::size_t most = 3;
  index times = 0;
  std::size_t count = 0;
  const dim* names[most]{};

  constexpr name_order compare(const monomial& b) const {
    for (std::size_t k = 0; k < count && k < b.count; ++k)
      if (const name_order o = order_of(names[k], b.names[k]); o != name_order::same)
        return o;
    return count == b.count  ? name_order::same
           : count < b.count ? name_order::before
                             : name_order::after;
  }
};

/// A sum of monomials of different names and a constant. The terms are sorted, so that equal
/// sums have equal members. A sum beyond the capacity, or one that overflows, is `outside`.
struct sum_of_products {
  static constexpr std::size_t most = 3;
  std::size_t count = 0;
  monomial terms[most]{};
  index plus = 0;
  bool outside = false;

  static constexpr sum_of_products constant(index n) {
    sum_of_products p;
    p.plus = n;
    return p;
  }

  constexpr void add(index n) { outside = !add_fits(plus, n, plus) || outside; }
  constexpr void add(const monomial& m) {
    std::size_t at = 0;
    for (; at < count; ++at) {
      const name_order o = m.compare(terms[at]);
      if (o == name_order::unknown) {
        outside = true;
        return;
      }
      if (o == name_order::before)
        break;
      if (o == name_order::same) {
        outside = !add_fits(terms[at].times, m.times, terms[at].times) || outside;
        if (terms[at].times == 0) {
          --count;
          for (std::size_t k = at; k < count; ++k)
            terms[k] = terms[k + 1];
          terms[count] = {};
        }
        return;
      }
    }
    if (m.times == 0)
      return;
    if (count == most) {
      outside = true;
      return;
    }
    for (std::size_t k = count++; k > at; --k)
      terms[k] = terms[k - 1];
    terms[at] = m;
  }

  constexpr sum_of_products scaled(index c) const {
    sum_of_products p;
    p.outside = outside || !multiply_fits(plus, c, p.plus);
    for (std::size_t k = 0; k < count; ++k) {
      monomial m = terms[k];
      p.outside = !multiply_fits(m.times, c, m.times) || p.outside;
      p.add(m);
    }
    return p;
  }
  friend constexpr sum_of_products operator+(sum_of_products p, const sum_of_products& q) {
    p.outside = p.outside || q.outside;
    p.add(q.plus);
    for (std::size_t k = 0; k < q.count; ++k)
      p.add(q.terms[k]);
    return p;
  }
  friend constexpr sum_of_products operator-(const sum_of_products& p, const sum_of_products& q) {
    return p + q.scaled(-1);
  }
  friend constexpr sum_of_products operator*(const sum_of_products& p, const sum_of_products& q) {
    sum_of_products r = p.scaled(q.plus);
    r.outside = r.outside || q.outside;
    for (std::size_t k = 0; k < q.count; ++k) {
      monomial factor = q.terms[k];
      if (p.plus != 0) {
        monomial m = factor;
        r.outside = !multiply_fits(m.times, p.plus, m.times) || r.outside;
        r.add(m);
      }
      for (std::size_t j = 0; j < p.count; ++j)
        r.add(product(p.terms[j], factor, r.outside));
    }
    return r;
  }

  /// True if every coefficient is positive: the value grows with the names.
  constexpr bool grows() const {
    for (std::size_t k = 0; k < count; ++k)
      if (terms[k].times < 0)
        return false;
    return true;
  }
  /// A lower bound of the values, from the promises of the names; -1 if it is negative or unknown,
  /// as with a negative coefficient.
  constexpr index lowest() const {
    if (outside || !grows())
      return -1;
    index n = plus;
    for (std::size_t k = 0; k < count; ++k) {
      index m = terms[k].times;
      for (std::size_t j = 0; j < terms[k].count; ++j)
        if (!multiply_fits(m, terms[k].names[j]->least, m))
          return -1;
      if (!add_fits(n, m, n))
        return -1;
    }
    return n < 0 ? -1 : n;
  }
  /// True if no value is negative, whatever the sizes of the names are.
  constexpr bool is_size() const { return lowest() >= 0; }

private:
  static constexpr monomial product(const monomial& a, const monomial& b, bool& outside) {
    monomial m;
    if (!multiply_fits(a.times, b.times, m.times) || a.count > monomial::most - b.count) {
      outside = true;
      return {};
    }
    std::size_t i = 0, j = 0;
    while (i < a.count || j < b.count) {
      const name_order o = i == a.count   ? name_order::after
                           : j == b.count ? name_order::before
                                          : order_of(a.names[i], b.names[j]);
      outside = outside || o == name_order::unknown;
      m.names[m.count++] = o == name_order::after ? b.names[j++] : a.names[i++];
    }
    return m;
  }
};

} // namespace stria::detail
