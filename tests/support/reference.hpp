// SPDX-License-Identifier: BSL-1.0
// support/reference.hpp: what NumPy defines, element by element over flat lists, of any rank at run
// time: to hold the library against.
//
// Nothing of the library is used here but its integer. A result is an array, or a list of places in
// its operand, of which -1 names none; what is due to be refused is thrown as `refusal`.
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
  test::slice range{};
  lengths shape{}, entries{}; // of an array or a mask, row-major
  std::size_t trailing = 0;   // axes of size 1 behind its own

  bool advanced() const { return kind == integer || kind == array || kind == mask; }
  std::size_t axes() const {
    return kind == mask ? shape.size() : kind == new_axis || kind == dots ? 0 : 1;
  }
};

using items = std::vector<item>;

/// What is due: any of those that are set.
struct faults {
  bool index = false, shape = false, value = false;
  bool any() const { return index || shape || value; }
};

/// The elements that a subscript names.
struct selection {
  faults wrong;
  lengths shape;
  lengths at; // the place of each element of the result; -1: dropped
  bool exact = false;
};

inline index place_of(const lengths& where, const lengths& shape) {
  index at = 0;
  for (std::size_t k = 0; k < shape.size(); ++k)
    at = at * shape[k] + where[k];
  return at;
}

// One axis of the result or of the tensor: subscripts of a slice, or an array of them.
struct part {
  bool advanced;
  std::size_t axis; // of the tensor
  lengths list;     // subscripts, or the entries of the array
  lengths shape;    // of the array
};

inline constexpr std::size_t no_axis = 99;

/// NumPy's rule for a subscript of any items.
inline selection numpy_index(const lengths& shape, const items& subscript) {
  selection s;
  std::size_t asked = 0;
  for (const item& i : subscript)
    asked += i.axes();

  // An axis or more for each item.
  std::vector<part> parts;
  std::size_t axis = 0;
  bool seen = false, left = false, separated = false;
  for (const item& i : subscript) {
    separated = separated || (i.advanced() && left);
    seen = seen || i.advanced();
    left = left || (seen && !i.advanced());
    lengths ones(i.trailing, 1);
    s.wrong.value = s.wrong.value || (i.kind == item::slice && i.range.step == 0);
    if (s.wrong.value)
      continue;
    switch (i.kind) {
    case item::new_axis: parts.push_back({false, no_axis, {0}, {}}); break;
    case item::dots:
      for (std::size_t k = asked; k < shape.size(); ++k, ++axis)
        parts.push_back({false, axis, test::selected({}, shape[axis]), {}});
      break;
    case item::slice:
      parts.push_back({false, axis, test::selected(i.range, shape[axis]), {}});
      ++axis;
      break;
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
  if (s.wrong.any()) // a mask of other sizes
    return s;
  for (; axis < shape.size(); ++axis)
    parts.push_back({false, axis, test::selected({}, shape[axis]), {}});

  // The arrays broadcast together; their entries are inside, whether or not they are used.
  lengths batch;
  std::size_t front = 0; // parts in front of the axes of the arrays
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
    std::size_t own = 0; // parts that are no arrays so far
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

} // namespace test
