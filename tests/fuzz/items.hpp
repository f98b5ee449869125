// SPDX-License-Identifier: BSL-1.0
// fuzz/items.hpp: the items of a subscript in the form of the library and of the reference, and
// refusals.
#pragma once

#include "input.hpp"
#include "reference.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <functional>
#include <tuple>

namespace fuzz {

using namespace stria;
using stria::index;
using test::faults;
using test::item;
using test::items;
using test::selection;

/// b:e:s
struct ranged {
  index begin, end, step;
};
template <class A, class B> struct outer {
  A a;
  B b;
};

/// An index array as a reversed view.
struct backwards {
  dtensor<index, 1> entries;
};

template <class I> const I& native(const I& item) { return item; }
inline auto native(const ranged& r) { return range(r.begin, r.end, r.step); }
inline auto native(const backwards& b) { return b.entries[rev()]; }
template <class A, class B> auto native(const outer<A, B>& o) { return ix_(o.a, o.b); }

// A value too large for an index is out of bounds everywhere, like the largest index.
template <class T> lengths flat(const T& t) {
  lengths v;
  for (const auto x : t.storage())
    if constexpr (std::unsigned_integral<decltype(x)>)
      v.push_back(
          static_cast<index>(std::min<std::uint64_t>(x, std::numeric_limits<std::int64_t>::max())));
    else
      v.push_back(x);
  return v;
}
template <class T> lengths sizes(const T& t) {
  const auto n = t.shape();
  return {n.begin(), n.end()};
}

/// A tensor of the extents E. size(k) is called for each dynamic axis k, in order.
template <class T, extent... E, class F> tensor<T, E...> tensor_of_extents(const F& size) {
  std::array<index, (std::size_t{0} + ... + (E.is_static() ? 0 : 1))> n{};
  std::size_t axis = 0, dynamic = 0;
  (..., (E.is_static() ? ++axis : (n[dynamic++] = size(axis++), axis)));
  return std::apply([](auto... k) { return tensor<T, E...>(k...); }, n);
}

inline void append(items& to, index i) { to.push_back({item::integer, {}, {}, {i}}); }
inline void append(items& to, all_t) { to.push_back({item::slice}); }
inline void append(items& to, newaxis_t) { to.push_back({item::new_axis}); }
inline void append(items& to, ellipsis_t) { to.push_back({item::dots}); }
inline void append(items& to, const ranged& r) {
  to.push_back({item::slice, {r.begin, r.end, r.step}});
}
template <class T, extent... E> void append(items& to, const tensor<T, E...>& t) {
  to.push_back({std::same_as<T, bool> ? item::mask : item::array, {}, sizes(t), flat(t)});
}
inline void append(items& to, const backwards& b) {
  append(to, b.entries);
  std::ranges::reverse(to.back().entries);
}
template <class A, class B> void append(items& to, const outer<A, B>& o) {
  append(to, o.a);
  to.back().trailing = 1;
  append(to, o.b);
}

template <class... I> selection select(const lengths& shape, const I&... of) {
  items subscript;
  (append(subscript, of), ...);
  return test::numpy_index(shape, subscript);
}

inline faults attempted(const std::function<void()>& f) {
  try {
    f();
  } catch (const index_error&) {
    return {.index = true};
  } catch (const shape_error&) {
    return {.shape = true};
  } catch (const value_error&) {
    return {.value = true};
  }
  return {};
}

inline bool agree(const faults& found, const faults& wanted) {
  return wanted.any() ? (found.index && wanted.index) || (found.shape && wanted.shape) ||
                            (found.value && wanted.value)
                      : !found.any();
}

inline std::string text(const items& subscript) {
  std::ostringstream s;
  for (const item& i : subscript)
    switch (i.kind) {
    case item::new_axis: s << "\n  newaxis"; break;
    case item::dots: s << "\n  ellipsis"; break;
    case item::integer: s << "\n  " << i.entries[0]; break;
    case item::slice:
      if (i.range.begin)
        s << "\n  range(" << *i.range.begin << ", " << *i.range.end << ", " << i.range.step << ')';
      else
        s << "\n  _";
      break;
    case item::array:
    case item::mask:
      s << (i.kind == item::mask ? "\n  mask" : "\n  array") << " of shape "
        << fuzz::listed(i.shape) << ": " << fuzz::listed(i.entries);
      if (i.trailing > 0)
        s << ", in ix_ with the next";
    }
  return s.str();
}
template <class... I> std::string text_of(const I&... of) {
  items subscript;
  (append(subscript, of), ...);
  return text(subscript);
}
inline std::string text(const faults& f) {
  return std::string(f.index ? " index_error" : "") + (f.shape ? " shape_error" : "") +
         (f.value ? " value_error" : "");
}

} // namespace fuzz
