// SPDX-License-Identifier: BSL-1.0
// support/reference.hpp: NumPy's definitions, with which tests compare the library.
//
// Each function computes its result element by element. An array is a flat list of elements and a
// shape, and its rank is known only at run time. Only the index type of the library is used. A
// result is an array, or a list of positions in the operand; -1 stands for no position. A call that
// must be refused throws `refusal`.
#pragma once

#include "model.hpp"

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

namespace test {

using lengths = std::vector<index>;

// --- subscripts ---

/// An item of a subscript.
struct item {
  enum kind_of_item { integer, slice, new_axis, dots, array, mask } kind;
  test::cut range{};
  lengths shape{}, entries{}; // of an array or a mask, row-major
  std::size_t trailing = 0;   // axes of size 1 after its own axes

  bool advanced() const { return kind == integer || kind == array || kind == mask; }
  std::size_t axes() const {
    return kind == mask ? shape.size() : kind == new_axis || kind == dots ? 0 : 1;
  }
};

using items = std::vector<item>;

/// The mistakes of a subscript; any of those that are set may be reported.
struct faults {
  bool index = false, shape = false, value = false;
  bool any() const { return index || shape || value; }
  friend faults operator|(const faults& a, const faults& b) {
    return {a.index || b.index, a.shape || b.shape, a.value || b.value};
  }
};

/// The elements that a subscript selects.
struct selection {
  faults wrong;
  lengths shape;
  lengths at; // the position of each element of the result; -1: dropped
  bool exact = false;
};

inline index place_of(const lengths& where, const lengths& shape) {
  index at = 0;
  for (std::size_t k = 0; k < shape.size(); ++k)
    at = at * shape[k] + where[k];
  return at;
}

// One axis of the result or of the tensor: the positions that a slice selects, or an index array.
struct part {
  bool advanced;
  std::size_t axis; // of the tensor
  lengths list;     // positions, or the entries of the array
  lengths shape;    // of the array
};

inline constexpr std::size_t no_axis = 99;

/// NumPy's rule for a subscript of any items.
inline selection numpy_index(const lengths& shape, const items& subscript) {
  selection s;
  std::size_t asked = 0;
  for (const item& i : subscript)
    asked += i.axes();

  // Splits the items into parts, each of one axis.
  std::vector<part> parts;
  std::size_t axis = 0;
  bool seen = false, left = false, separated = false;
  for (const item& i : subscript) {
    separated = separated || (i.advanced() && left);
    seen = seen || i.advanced();
    left = left || (seen && !i.advanced());
    lengths ones(i.trailing, 1);
    switch (i.kind) {
    case item::new_axis: parts.push_back({false, no_axis, {0}, {}}); break;
    case item::dots:
      for (std::size_t k = asked; k < shape.size(); ++k, ++axis)
        parts.push_back({false, axis, test::selected({}, shape[axis]), {}});
      break;
    case item::slice: {
      test::cut range = i.range;
      if (range.step == 0) { // another mistake may be reported first
        s.wrong.value = true;
        range.step = 1;
      }
      parts.push_back({false, axis, test::selected(range, shape[axis]), {}});
      ++axis;
      break;
    }
    case item::integer:
    case item::array: {
      lengths own = i.shape;
      own.insert(own.end(), ones.begin(), ones.end());
      parts.push_back({true, axis++, i.entries, own});
      break;
    }
    case item::mask: {
      for (std::size_t k = 0; k < i.shape.size(); ++k)
        s.wrong.shape = s.wrong.shape || i.shape[k] != shape[axis + k];
      std::vector<lengths> found(i.shape.size()); // np.nonzero
      test::picks::each(i.shape, [&](const lengths& where) {
        if (i.entries[static_cast<std::size_t>(place_of(where, i.shape))] != 0)
          for (std::size_t k = 0; k < where.size(); ++k)
            found[k].push_back(where[k]);
      });
      for (const lengths& f : found) {
        lengths own{static_cast<index>(f.size())};
        own.insert(own.end(), ones.begin(), ones.end());
        parts.push_back({true, axis++, f, own});
      }
    }
    }
  }
  if (s.wrong.shape) // a mask of other sizes
    return s;
  for (; axis < shape.size(); ++axis)
    parts.push_back({false, axis, test::selected({}, shape[axis]), {}});

  // The arrays broadcast together; all entries are checked, whether or not they are used.
  lengths batch;
  std::size_t front = 0; // parts before the axes of the arrays
  bool first = true;
  for (const part& p : parts) {
    if (!p.advanced) {
      front += first ? 1 : 0;
      continue;
    }
    first = false;
    for (index i : p.list)
      s.wrong.index = s.wrong.index || i < -shape[p.axis] || i >= shape[p.axis];
    if (p.shape.size() > batch.size())
      batch.insert(batch.begin(), p.shape.size() - batch.size(), 1);
    for (std::size_t k = 0; k < p.shape.size(); ++k) {
      index& n = batch[batch.size() - 1 - k];
      const index m = p.shape[p.shape.size() - 1 - k];
      s.wrong.shape = s.wrong.shape || (n != m && n != 1 && m != 1);
      n = n == 1 ? m : n;
    }
  }
  if (s.wrong.any())
    return s;
  if (separated)
    front = 0;

  for (const part& p : parts)
    if (!p.advanced)
      s.shape.push_back(static_cast<index>(p.list.size()));
  s.shape.insert(s.shape.begin() + static_cast<index>(front), batch.begin(), batch.end());
  test::picks::each(s.shape, [&](const lengths& where) {
    lengths at(shape.size());
    std::size_t own = 0; // parts so far that are not arrays
    for (const part& p : parts) {
      index i = 0;
      if (p.advanced) {
        lengths entry;
        for (std::size_t k = 0; k < p.shape.size(); ++k)
          entry.push_back(p.shape[k] == 1 ? 0 : where[front + batch.size() - p.shape.size() + k]);
        i = p.list[static_cast<std::size_t>(place_of(entry, p.shape))];
        i += i < 0 ? shape[p.axis] : 0;
      } else {
        i = p.list[static_cast<std::size_t>(where[own < front ? own : own + batch.size()])];
        ++own;
      }
      if (p.axis != no_axis)
        at[p.axis] = i;
    }
    s.at.push_back(place_of(at, shape));
  });
  return s;
}

// --- functions ---

/// Thrown if the library must refuse the call.
struct refusal {
  faults why;
};
/// Thrown if the result is too large for a test.
struct too_large {};
inline constexpr index largest_result = 100000;

inline void refuse_unless(bool good, const faults& why) {
  if (!good)
    throw refusal{why};
}

/// The number of elements of a shape; refuses negative sizes.
inline index counted_size(const lengths& shape) {
  bool empty = false, huge = false;
  index n = 1;
  for (index k : shape) {
    refuse_unless(k >= 0, {.shape = true, .value = true});
    empty = empty || k == 0;
    huge = huge || k > largest_result || __builtin_mul_overflow(n, k, &n) || n > largest_result;
    n = huge ? 1 : n;
  }
  if (huge)
    throw too_large();
  return empty ? 0 : n;
}
/// a + b if it fits the index type.
inline index sum_of(index a, index b) {
  index r = 0;
  refuse_unless(!__builtin_add_overflow(a, b, &r), {.value = true});
  return r;
}

struct array {
  lengths shape{};
  std::vector<double> values{};

  /// The elements at these positions; -1 gives `otherwise`.
  array at(const picks& p, double otherwise = 0) const {
    array r{p.shape, {}};
    for (index k : p.at)
      r.values.push_back(k < 0 ? otherwise : values[static_cast<std::size_t>(k)]);
    return r;
  }
  picks whole() const { return picks::whole(shape); }
};

/// The positions that a subscript of an array of this shape selects.
inline picks subscripted(const lengths& shape, const items& subscript) {
  const selection s = numpy_index(shape, subscript);
  refuse_unless(!s.wrong.any(), s.wrong);
  return {s.shape, s.at};
}

/// Combines the mistakes of two subscripts of one array: a statement that applies both may report
/// either of them.
inline void refuse_either(const lengths& shape, const items& a, const items& b) {
  const faults wrong = numpy_index(shape, a).wrong | numpy_index(shape, b).wrong;
  refuse_unless(!wrong.any(), wrong);
}

inline lengths broadcast_shape(const lengths& a, const lengths& b) {
  lengths r(std::max(a.size(), b.size()), 1);
  for (std::size_t k = 0; k < r.size(); ++k) {
    const index n = k < a.size() ? a[a.size() - 1 - k] : 1;
    const index m = k < b.size() ? b[b.size() - 1 - k] : 1;
    refuse_unless(n == m || n == 1 || m == 1, {.shape = true});
    r[r.size() - 1 - k] = n == 1 ? m : n;
  }
  return r;
}
/// A value broadcast to a target of this shape.
inline array broadcast(const array& a, const lengths& to) {
  refuse_unless(a.shape.size() <= to.size() && broadcast_shape(a.shape, to) == to, {.shape = true});
  counted_size(to);
  return a.at(a.whole().broadcast(to));
}
template <class F> array mapped(F f, const array& a, const array& b) {
  const lengths shape = broadcast_shape(a.shape, b.shape);
  counted_size(shape);
  const array x = broadcast(a, shape), y = broadcast(b, shape);
  array r{shape, {}};
  for (std::size_t k = 0; k < x.values.size(); ++k)
    r.values.push_back(f(x.values[k], y.values[k]));
  return r;
}

/// Applies f to the elements that differ only along these axes, in row-major order. With `keeps`,
/// the reduced axes remain with size 1.
template <class F>
array reduced(const array& a, const std::vector<std::size_t>& axes, bool keeps, F f) {
  lengths outer, inner, shape;
  std::vector<bool> goes(a.shape.size());
  for (std::size_t k : axes)
    goes[k] = true;
  for (std::size_t k = 0; k < a.shape.size(); ++k) {
    (goes[k] ? inner : outer).push_back(a.shape[k]);
    if (!goes[k] || keeps)
      shape.push_back(goes[k] ? 1 : a.shape[k]);
  }
  // Even an empty operand can have more results than fit into memory.
  static_cast<void>(counted_size(shape));
  array r{shape, {}};
  picks::each(outer, [&](const lengths& o) {
    std::vector<double> row;
    picks::each(inner, [&](const lengths& i) {
      lengths where;
      std::size_t from_o = 0, from_i = 0;
      for (std::size_t k = 0; k < a.shape.size(); ++k)
        where.push_back(goes[k] ? i[from_i++] : o[from_o++]);
      row.push_back(a.values[static_cast<std::size_t>(place_of(where, a.shape))]);
    });
    r.values.push_back(f(row));
  });
  return r;
}
/// Applies f to each row along an axis. f returns as many elements as it gets.
template <class F> array along(const array& a, std::size_t axis, F f) {
  array r = a;
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < a.shape.size(); ++k)
    if (k != axis)
      order.push_back(k);
  order.push_back(axis);
  const picks turned = a.whole().turned(order);
  const auto n = static_cast<std::size_t>(a.shape[axis]);
  for (std::size_t from = 0; from < turned.at.size(); from += n) {
    std::vector<double> row;
    for (std::size_t k = 0; k < n; ++k)
      row.push_back(a.values[static_cast<std::size_t>(turned.at[from + k])]);
    row = f(row);
    for (std::size_t k = 0; k < n; ++k)
      r.values[static_cast<std::size_t>(turned.at[from + k])] = row[k];
  }
  return r;
}

/// The positions that a list of indices selects along one axis; the index -1 selects none.
inline picks along_axis(const picks& p, std::size_t axis, const lengths& list) {
  picks r{p.shape, {}};
  r.shape[axis] = static_cast<index>(list.size());
  counted_size(r.shape);
  picks::each(r.shape, [&](lengths where) {
    where[axis] = list[static_cast<std::size_t>(where[axis])];
    r.at.push_back(where[axis] < 0 ? -1 : p.place(where));
  });
  return r;
}
inline index remainder_of(index i, index n) { return (i % n + n) % n; }
inline lengths rolled(index n, index by) {
  counted_size({n}); // an axis of an empty array can have any length
  lengths v;
  for (index i = 0; i < n; ++i)
    v.push_back(remainder_of(i - by % n, n));
  return v;
}
/// Repeats element k `counts[k]` times; a single count applies to all.
inline lengths repeated(index n, lengths counts) {
  index total = 0;
  for (index c : counts)
    refuse_unless(c >= 0, {.value = true});
  if (counts.size() == 1) {
    refuse_unless(!__builtin_mul_overflow(n, counts[0], &total), {.value = true});
    counted_size({total});
    counted_size({n});
    counts.resize(static_cast<std::size_t>(n), counts[0]);
  }
  total = 0;
  for (index c : counts)
    total = sum_of(total, c);
  refuse_unless(static_cast<index>(counts.size()) == n, {.shape = true});
  counted_size({total});
  lengths v;
  for (index k = 0; k < n; ++k)
    for (index i = 0; i < counts[static_cast<std::size_t>(k)]; ++i)
      v.push_back(k);
  return v;
}
/// The positions of an axis, repeated `times` times.
inline lengths tiled(index n, index times) {
  refuse_unless(times >= 0, {.value = true});
  index total = 0;
  refuse_unless(!__builtin_mul_overflow(n, times, &total), {.value = true});
  counted_size({total});
  lengths v;
  for (index i = 0; i < total; ++i)
    v.push_back(i % n);
  return v;
}
enum class border { constant, edge, reflect, symmetric, wrap };
inline lengths padded(index n, index before, index after, border mode) {
  refuse_unless(before >= 0 && after >= 0, {.value = true});
  const index size = sum_of(sum_of(n, before), after);
  refuse_unless(n > 0 || mode == border::constant || before + after == 0, {.value = true});
  counted_size({size});
  lengths v;
  for (index to = 0; to < size; ++to) {
    index i = to - before;
    const index period = mode == border::reflect ? std::max<index>(2 * n - 2, 1) : 2 * n;
    if (mode == border::edge)
      i = std::clamp<index>(i, 0, n - 1);
    else if (mode == border::wrap)
      i = remainder_of(i, n);
    else if (mode != border::constant) {
      i = remainder_of(i, period);
      i = i < n ? i : (mode == border::reflect ? period : period - 1) - i;
    }
    v.push_back(i >= 0 && i < n ? i : -1);
  }
  return v;
}
inline lengths reshaped(index n, lengths sizes) {
  const faults either{.shape = true, .value = true};
  index known = 1;
  std::size_t open = sizes.size();
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    refuse_unless(sizes[k] >= -1 && (sizes[k] >= 0 || open == sizes.size()), either);
    if (sizes[k] < 0)
      open = k;
    else
      refuse_unless(!__builtin_mul_overflow(known, sizes[k], &known), either);
  }
  if (open < sizes.size()) {
    refuse_unless(known > 0 && n % known == 0, either);
    sizes[open] = n / known;
  } else {
    refuse_unless(known == n, either);
  }
  counted_size(sizes); // an axis of an array with a 0 in its shape may have any size
  return sizes;
}
inline array joined(std::size_t axis, const array& a, const array& b) {
  for (std::size_t k = 0; k < a.shape.size(); ++k)
    refuse_unless(k == axis || a.shape[k] == b.shape[k], {.shape = true});
  array r{a.shape, {}};
  r.shape[axis] += b.shape[axis];
  picks::each(r.shape, [&](lengths where) {
    const array& from = where[axis] < a.shape[axis] ? a : b;
    where[axis] -= where[axis] < a.shape[axis] ? 0 : a.shape[axis];
    r.values.push_back(from.values[static_cast<std::size_t>(place_of(where, from.shape))]);
  });
  return r;
}

} // namespace test
