// SPDX-License-Identifier: BSL-1.0
// Compares plan_slice with the definition of TensorFlow's StridedSlice: Python's slice on each
// axis, and one pass over the items that expands the ellipsis.
#include "input.hpp"

#include <stria/mask/to_string.hpp>
#include <stria/plan/slice_plan.hpp>

#include <algorithm>
#include <optional>

namespace {

using fuzz::index;
using fuzz::input;
using fuzz::lengths;

struct question {
  lengths shape, begin, end, strides;
  std::uint64_t begin_mask = 0, end_mask = 0, ellipsis_mask = 0, new_axis_mask = 0, shrink_mask = 0;

  stria::slice_masks masks() const {
    return {.begin_mask = begin_mask,
            .end_mask = end_mask,
            .ellipsis_mask = ellipsis_mask,
            .new_axis_mask = new_axis_mask,
            .shrink_axis_mask = shrink_mask};
  }
  std::string text() const {
    std::ostringstream s;
    s << "shape   " << fuzz::listed(shape) << "\nbegin   " << fuzz::listed(begin) << "\nend     "
      << fuzz::listed(end) << "\nstrides " << fuzz::listed(strides) << std::hex
      << "\nmasks   begin 0x" << begin_mask << ", end 0x" << end_mask << ", ellipsis 0x"
      << ellipsis_mask << ", new axis 0x" << new_axis_mask << ", shrink 0x" << shrink_mask;
    return s.str();
  }
};

struct taken {
  index begin, step, size;
};

struct answer {
  bool bad_value = false, bad_index = false; // if both, either may be reported
  std::vector<taken> axes;
  lengths shape;
};

// --- the model ---

// No sum of two bounds overflows here.
__extension__ typedef __int128 wide;

// range(*slice(b, e, s).indices(n)); an empty optional is None.
taken python_slice(std::optional<index> b, std::optional<index> e, index s, index n) {
  const wide lower = s < 0 ? -1 : 0, upper = s < 0 ? wide{n} - 1 : wide{n};
  const auto bound = [&](index given) {
    wide x = given;
    if (x < 0)
      x += n;
    return std::min(std::max(x, lower), upper);
  };
  const wide start = b ? bound(*b) : s < 0 ? upper : lower;
  const wide stop = e ? bound(*e) : s < 0 ? lower : upper;
  index count = 0;
  if (n <= 1000)
    for (wide i = start; s < 0 ? i > stop : i < stop; i += s)
      ++count;
  else if (s < 0 ? start > stop : start < stop) // too many to be counted one by one
    count = static_cast<index>(
        (s < 0 ? start - stop - 1 : stop - start - 1) / (s < 0 ? -wide{s} : wide{s}) + 1);
  return {static_cast<index>(start), s, count};
}

bool has(std::uint64_t mask, std::size_t i) { return i < 64 && (mask >> i & 1U) != 0; }

answer model(const question& q) {
  answer a;
  const std::size_t items = q.begin.size(), rank = q.shape.size();
  a.bad_value = q.end.size() != items || q.strides.size() != items || items > 64 || rank > 32;
  int dots = 0;
  for (std::size_t i = 0; i < 64; ++i)
    dots += has(q.ellipsis_mask, i) ? 1 : 0;
  a.bad_value = a.bad_value || dots > 1;
  if (a.bad_value)
    return a;

  // Items from the ellipsis on are counted from the last axis.
  std::size_t asked = 0;
  for (std::size_t i = 0; i < items; ++i)
    asked += has(q.ellipsis_mask, i) || has(q.new_axis_mask, i) ? 0 : 1;
  if (asked > rank) {
    a.bad_value = true;
    return a;
  }
  const auto whole = [&] {
    const index n = q.shape[a.axes.size()];
    a.bad_value = a.bad_value || n < 0;
    a.axes.push_back({0, 1, n});
    a.shape.push_back(n);
  };
  for (std::size_t i = 0; i < items; ++i) {
    if (has(q.ellipsis_mask, i)) {
      for (std::size_t k = asked; k < rank; ++k)
        whole();
      continue;
    }
    if (has(q.new_axis_mask, i)) {
      a.shape.push_back(1);
      continue;
    }
    const index n = q.shape[a.axes.size()];
    if (n < 0 || q.strides[i] == 0 || (has(q.shrink_mask, i) && q.strides[i] < 0)) {
      a.bad_value = true;
      a.axes.push_back({});
    } else if (has(q.shrink_mask, i)) {
      const index at = q.begin[i] < 0 ? q.begin[i] + n : q.begin[i];
      a.bad_index = a.bad_index || at < 0 || at >= n;
      a.axes.push_back({at, 1, 1});
    } else {
      const auto open = [i](std::uint64_t mask, const lengths& v) {
        return has(mask, i) ? std::optional<index>{} : v[i];
      };
      const taken t =
          python_slice(open(q.begin_mask, q.begin), open(q.end_mask, q.end), q.strides[i], n);
      a.axes.push_back(t);
      a.shape.push_back(t.size);
    }
  }
  while (a.axes.size() < rank)
    whole();
  return a;
}

// --- the library ---

template <class F> answer asked_of_library(F plan) {
  answer a;
  try {
    const stria::slice_plan p = plan();
    for (const stria::axis_slice& s : p.axes())
      a.axes.push_back({s.begin, s.step, s.size});
    a.shape.assign(p.shape().begin(), p.shape().end());
  } catch (const stria::value_error&) {
    a.bad_value = true;
  } catch (const stria::index_error&) {
    a.bad_index = true;
  }
  return a;
}

std::string text(const answer& a) {
  std::ostringstream s;
  s << (a.bad_value ? " value_error" : "") << (a.bad_index ? " index_error" : "");
  for (const taken& t : a.axes)
    s << " {" << t.begin << ", " << t.step << ", " << t.size << '}';
  s << " shape " << fuzz::listed(a.shape);
  return s.str();
}

bool agree(const answer& library, const answer& wanted) {
  if (library.bad_value || library.bad_index || wanted.bad_value || wanted.bad_index)
    return (library.bad_value && wanted.bad_value) || (library.bad_index && wanted.bad_index);
  return library.shape == wanted.shape &&
         std::ranges::equal(library.axes, wanted.axes, [](const taken& x, const taken& y) {
           return x.begin == y.begin && x.step == y.step && x.size == y.size;
         });
}

// --- the input ---

question question_of(input& in) {
  question q;
  const unsigned flags = in.byte(); // bit 0: extreme, 1: large sizes, 2: many, 3 and 4: lengths
  const auto rank = (flags & 4U) != 0 ? in.number(0, 34) : in.number(0, 5);
  const auto items = (flags & 4U) != 0 ? in.number(0, 66) : in.number(0, 7);
  const auto list = [&](index n, auto next) {
    lengths v;
    for (index k = 0; k < n; ++k)
      v.push_back(next());
    return v;
  };
  q.shape = list(rank, [&] {
    if ((flags & 2U) != 0 && in.rarely(3))
      return in.extreme();
    return in.number(0, 6);
  });
  const auto bound = [&] {
    return (flags & 1U) != 0 && in.rarely(3) ? in.extreme() : in.number(-8, 8);
  };
  const auto length = [&] { return (flags & 24U) == 24U ? in.number(0, 8) : items; };
  q.begin = list(items, bound);
  q.end = list(length(), bound);
  q.strides = list(length(), [&] {
    if ((flags & 1U) != 0 && in.rarely(3))
      return in.extreme();
    const index s = in.number(0, 7); // 0 is rare
    return s == 0 ? in.number(-1, 8) : s < 4 ? s : s - 7 == 0 ? index{-4} : s - 7;
  });
  // Many bits, or only those of a few items.
  const auto mask = [&]() -> std::uint64_t { return (flags & 4U) != 0 ? in.word() : in.byte(); };
  q.begin_mask = mask();
  q.end_mask = mask();
  q.new_axis_mask = mask() & mask();
  q.shrink_mask = mask() & mask();
  const unsigned dots = in.byte();
  q.ellipsis_mask = dots < 64    ? 0
                    : dots < 250 ? std::uint64_t{1} << (dots < 200 ? dots % 8 : dots % 64)
                                 : in.word();
  return q;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  input in(data, size);
  const question q = question_of(in);
  const answer wanted = model(q);
  const answer found = asked_of_library(
      [&] { return stria::plan_slice(q.shape, q.begin, q.end, q.strides, q.masks()); });
  fuzz::require(agree(found, wanted), "plan_slice",
                [&] { return q.text() + "\nlibrary" + text(found) + "\nmodel  " + text(wanted); });

  // The text of an accepted subscript gives the same plan.
  if (!found.bad_value && !found.bad_index) {
    const std::string s = to_string(q.begin, q.end, q.strides, q.masks());
    const answer read = asked_of_library([&] {
      const stria::parsed_index p = stria::parse_index(s);
      return stria::plan_slice(q.shape, p.begin, p.end, p.strides, p.masks);
    });
    fuzz::require(agree(read, wanted), "parse_index(to_string(...))", [&] {
      return q.text() + "\ntext    " + s + "\nread   " + text(read) + "\nmodel  " + text(wanted);
    });
  }
  return 0;
}
