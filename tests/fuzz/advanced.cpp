// SPDX-License-Identifier: BSL-1.0
// Reads and writes subscripts that contain arrays, masks, ix_ and nd, and compares the results with
// NumPy's rule in plain loops over flat lists.
//
// Items are types, so an input selects one of the fixed patterns and fills it with sizes and
// entries.
#include "items.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <functional>
#include <numeric>
#include <span>
#include <tuple>

namespace {

using namespace fuzz;
using namespace stria;
using fuzz::index;
using fuzz::native;
using fuzz::outer;
using fuzz::select;
using fuzz::text_of;
using test::faults;
using test::selection;

// --- nd: the item and the model ---

template <std::size_t Depth, class Policy, class I> struct places {
  I entries;
};
template <std::size_t D, class P, class I> auto native(const places<D, P, I>& p) {
  return nd<D>(p.entries, P{});
}

// tf.gather_nd
template <std::size_t D, class P, class I>
selection select(const lengths& shape, const places<D, P, I>& p) {
  selection s;
  s.exact = true;
  s.shape = sizes(p.entries);
  s.wrong.shape = s.shape.back() != static_cast<index>(D);
  if (s.wrong.shape)
    return s;
  s.shape.pop_back();
  const lengths batch = s.shape, inner(shape.begin() + D, shape.end()), entries = flat(p.entries);
  s.shape.insert(s.shape.end(), inner.begin(), inner.end());
  std::size_t next = 0;
  test::picks::each(batch, [&](const lengths&) {
    bool dropped = false;
    lengths at(shape.size());
    for (std::size_t k = 0; k < D; ++k) {
      index i = entries[next++];
      if (std::same_as<P, out_of_bounds::clip_t> && shape[k] > 0)
        i = std::clamp(i, index{0}, shape[k] - 1);
      const bool outside = i < 0 || i >= shape[k];
      if (std::same_as<P, out_of_bounds::drop_t>)
        dropped = dropped || outside;
      else
        s.wrong.index = s.wrong.index || outside;
      at[k] = i;
    }
    test::picks::each(inner, [&](const lengths& where) {
      std::copy(where.begin(), where.end(), at.begin() + D);
      s.at.push_back(dropped || s.wrong.any() ? -1 : test::place_of(at, shape));
    });
  });
  if (s.wrong.any())
    s.at.clear();
  return s;
}

// --- comparison with the library ---

template <class T, std::size_t R> dtensor<T, R> tensor_of_sizes(const std::array<index, R>& n) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return dtensor<T, R>(n[K]...);
  }(std::make_index_sequence<R>());
}

template <std::size_t D, class P, class I> std::string text_of(const places<D, P, I>& p) {
  return "\n  nd of shape " + fuzz::listed(sizes(p.entries)) + ": " +
         fuzz::listed(flat(p.entries)) +
         (std::same_as<P, out_of_bounds::raise_t>  ? ""
          : std::same_as<P, out_of_bounds::drop_t> ? ", drop"
                                                   : ", clip");
}
// The tensor itself, or a transposed view of its memory.
struct plain {
  template <class T> static T& of(T& t) { return t; }
  static test::picks turned(const test::picks& p) { return p; }
};
struct turned_round {
  template <class T> static auto of(T& t) { return transpose(t); }
  static test::picks turned(const test::picks& p) {
    std::vector<std::size_t> order;
    for (std::size_t k = p.shape.size(); k > 0; --k)
      order.push_back(k - 1);
    return p.turned(order);
  }
};

struct reading {
  lengths shape, values;
};

// One subscript of one tensor. The class is not a template, so each pattern adds only code of the
// library.
class trial {
  test::picks whole_; // the operand's positions in the memory
  std::span<int> memory_;
  lengths start_, expected_;
  reading found_;
  std::function<std::string()> subscript_;

  index place(index at) const { return whole_.at[static_cast<std::size_t>(at)]; }
  index start(index at) const { return start_[static_cast<std::size_t>(place(at))]; }

  std::string describe() const {
    std::ostringstream s;
    s << "operand of shape " << fuzz::listed(whole_.shape) << " at the places "
      << fuzz::listed(whole_.at) << ", its memory 1, 2, ..." << subscript_() << "\nmodel   "
      << fuzz::listed(wanted.shape) << text(wanted.wrong) << "\nselects " << fuzz::listed(wanted.at)
      << "\nread    " << fuzz::listed(found_.shape) << ": " << fuzz::listed(found_.values)
      << "\nwritten " << fuzz::listed(memory_) << "\nwanted  " << fuzz::listed(expected_);
    return s.str();
  }
  void require(bool agree, std::string_view what) const {
    fuzz::require(agree, what, [this] { return describe(); });
  }

public:
  selection wanted;

  trial(test::picks whole, std::span<int> memory, selection s,
        std::function<std::string()> subscript)
      : whole_(std::move(whole)), memory_(memory), subscript_(std::move(subscript)),
        wanted(std::move(s)) {
    for (std::size_t k = 0; k < memory.size(); ++k) {
      memory[k] = static_cast<int>(k + 1);
      start_.push_back(memory[k]);
    }
  }

  void read(std::string_view what, const std::function<reading()>& run) {
    std::copy(start_.begin(), start_.end(), memory_.begin());
    const faults wrong = attempted([&] { found_ = run(); });
    require(agree(wrong, wanted.wrong), what);
    if (wrong.any())
      return;
    lengths values;
    for (index at : wanted.at)
      values.push_back(at < 0 ? 0 : start(at));
    require(found_.shape == wanted.shape && found_.values == values, what);
  }

  // `updates` has one update for each selected element, in order.
  void write(std::string_view what, bool adds, bool fits, const lengths& updates,
             const std::function<void()>& run) {
    faults wrong = wanted.wrong;
    wrong.shape = wrong.shape || !fits;
    std::copy(start_.begin(), start_.end(), memory_.begin());
    expected_ = start_;
    if (!wrong.any())
      for (std::size_t k = 0; k < wanted.at.size(); ++k)
        if (wanted.at[k] >= 0) {
          index& x = expected_[static_cast<std::size_t>(place(wanted.at[k]))];
          x = adds ? x + updates[k] : updates[k];
        }
    require(agree(attempted(run), wrong), what);
    require(std::ranges::equal(memory_, expected_), what);
  }

  // Sizes of the updates: those of the result, sizes that broadcast to it, or sizes that do not.
  lengths update_sizes(input& in, std::size_t rank) const {
    lengths m(rank, 1);
    if (!wanted.wrong.any())
      for (std::size_t k = 0; k < rank; ++k)
        m[k] = in.rarely(8) ? 1 : in.rarely(16) ? wanted.shape[k] + 1 : wanted.shape[k];
    return m;
  }
  bool fits(const lengths& m) const {
    bool all_of_them = true;
    for (std::size_t k = 0; k < m.size() && !wanted.wrong.any(); ++k)
      all_of_them = all_of_them && (m[k] == wanted.shape[k] || (!wanted.exact && m[k] == 1));
    return all_of_them;
  }
  /// 1000, 1001, ... in a tensor of these sizes, broadcast to the selected elements.
  lengths updates(const lengths& m) const {
    lengths v;
    if (fits(m) && !wanted.wrong.any())
      for (index at : test::picks::whole(m).broadcast(wanted.shape).at)
        v.push_back(1000 + at);
    return v;
  }
  /// The elements of the subscript, with the first axis reversed.
  lengths reversed() const {
    lengths v;
    if (wanted.wrong.any())
      return v;
    std::vector<test::cut> back(wanted.shape.size());
    back[0].step = -1;
    for (index at : test::picks{wanted.shape, wanted.at}.take(back).at)
      v.push_back(at < 0 ? 0 : start(at));
    return v;
  }
};

template <class T> reading reading_of(const T& t) { return {sizes(t), flat(t)}; }

template <class Source, std::size_t R, class... I>
void compare(input& in, const std::array<index, R>& n, const I&... of) {
  dtensor<int, R> t = tensor_of_sizes<int, R>(n);
  const auto whole = Source::turned(test::picks::whole(sizes(t)));
  trial c(whole, t.storage(), select(whole.shape, of...), [&] { return text_of(of...); });

  auto&& source = Source::of(t);
  const auto subscript = [&]() -> decltype(auto) { return source(native(of)...); };
  c.read("reading", [&] { return reading_of(eval(subscript())); });

  constexpr std::size_t result_rank = std::remove_cvref_t<decltype(subscript())>::rank;
  const lengths m = c.update_sizes(in, result_rank);
  std::array<index, result_rank> update_shape;
  std::copy(m.begin(), m.end(), update_shape.begin());
  dtensor<int, result_rank> u = tensor_of_sizes<int, result_rank>(update_shape);
  std::iota(u.data(), u.data() + u.size(), 1000);
  c.write("=", false, c.fits(m), c.updates(m), [&] { subscript() = u; });
  c.write("+=", true, c.fits(m), c.updates(m), [&] { subscript() += u; });
  if constexpr (!std::same_as<Source, plain>) {
    const auto expression = source + 0;
    c.read("reading an expression", [&] { return reading_of(eval(expression(native(of)...))); });
    c.write("= a scalar", false, true, lengths(c.wanted.at.size(), 7), [&] { subscript() = 7; });
    // From its own memory: all elements are read before the first is written.
    if constexpr (result_rank > 0)
      c.write("= itself, reversed", false, true, c.reversed(),
              [&] { subscript() = subscript()[rev()]; });
  }
}

// --- the input ---

// Properties that the arrays of one subscript share, and how often entries are out of bounds.
class drawer {
  input& in_;
  lengths batch_;
  bool wild_;

public:
  explicit drawer(input& in) : in_(in), wild_(in.rarely(3)) {
    for (int k = 0; k < 3; ++k)
      batch_.push_back(in.rarely(8) ? 0 : in.number(1, 3));
    if (in.rarely(4))
      batch_[2] = in.number(4, 20);
  }

  index size() { return in_.rarely(10) ? 0 : in_.number(1, 4); }
  template <std::size_t R> std::array<index, R> shape() {
    std::array<index, R> n{};
    for (index& k : n)
      k = size();
    return n;
  }
  index entry(index n) {
    if (n == 0 || (wild_ && in_.rarely(16)))
      return wild_ && in_.rarely(4) ? in_.extreme() : in_.number(-6, 6);
    return in_.number(-n, n - 1);
  }
  index size_of_batch(std::size_t axis) {
    return in_.rarely(6) ? 1 : wild_ && in_.rarely(6) ? in_.number(0, 4) : batch_[axis];
  }
  /// An index array of rank B for an axis of n.
  template <std::size_t B, class T = index> dtensor<T, B> entries(index n) {
    std::array<index, B> m;
    for (std::size_t k = 0; k < B; ++k)
      m[k] = size_of_batch(k + 3 - B);
    dtensor<T, B> a = tensor_of_sizes<T, B>(m);
    for (T& i : a.storage()) {
      const index e = entry(n);
      const bool wraps = std::is_unsigned_v<T> && e < 0 && e >= -n && !(wild_ && in_.rarely(8));
      i = static_cast<T>(wraps ? e + n : e);
    }
    return a;
  }
  /// An index array of the extents E, which are 1, `dyn` or the depth of an nd index.
  template <extent... E> tensor<index, E...> mixed() {
    return tensor_of_extents<index, E...>(
        [&](std::size_t axis) { return size_of_batch(axis + 3 - sizeof...(E)); });
  }
  /// The same with entries for an axis of n.
  template <extent... E> tensor<index, E...> mixed(index n) {
    auto a = mixed<E...>();
    for (index& i : a.storage())
      i = entry(n);
    return a;
  }
  template <std::size_t D, extent... E, std::size_t R>
  places<D, out_of_bounds::raise_t, tensor<index, E...>> nd_mixed(const std::array<index, R>& n) {
    places<D, out_of_bounds::raise_t, tensor<index, E...>> p{mixed<E...>()};
    index at = 0;
    for (index& i : p.entries.storage()) {
      const index size = n[static_cast<std::size_t>(at++) % D];
      i = size == 0 || (wild_ && in_.rarely(8)) ? entry(size) : in_.number(0, size - 1);
    }
    return p;
  }
  template <std::size_t R> dtensor<bool, R> mask(std::array<index, R> n) {
    if (wild_ && in_.rarely(4))
      n[0] = size();
    dtensor<bool, R> m = tensor_of_sizes<bool, R>(n);
    unsigned bits = 0, left = 0;
    for (bool& b : m.storage()) {
      if (left == 0) {
        bits = in_.byte();
        left = 8;
      }
      b = (bits >> --left & 1U) != 0;
    }
    return m;
  }
  ranged slice() {
    const index step = in_.number(0, 3);
    if (in_.rarely(2))
      return {step < 2 ? in_.number(0, 1) : 9, step < 2 ? 9 : -9, step < 2 ? step + 1 : 1 - step};
    return {in_.number(-5, 5), in_.number(-5, 5), step < 2 ? step + 1 : 1 - step};
  }
  template <std::size_t D, std::size_t B, class P = out_of_bounds::raise_t, std::size_t R>
  places<D, P, dtensor<index, B + 1>> nd_index(const std::array<index, R>& n, P = {}) {
    std::array<index, B + 1> m;
    for (std::size_t k = 0; k < B; ++k)
      m[k] = size_of_batch(k + 3 - B);
    m[B] = wild_ && in_.rarely(8) ? in_.number(0, 4) : static_cast<index>(D);
    places<D, P, dtensor<index, B + 1>> p{tensor_of_sizes<index, B + 1>(m)};
    index at = 0;
    for (index& i : p.entries.storage()) {
      const index size = n[static_cast<std::size_t>(at++) % D];
      i = size == 0 || (wild_ && in_.rarely(8)) ? entry(size) : in_.number(0, size - 1);
    }
    return p;
  }
};

template <class Source, std::size_t R, class F> void pattern(input& in, F subscript) {
  drawer d(in);
  const auto n = d.shape<R>();
  // In braces, the items are drawn from left to right.
  auto turned = n;
  if constexpr (!std::same_as<Source, plain>)
    std::reverse(turned.begin(), turned.end());
  std::apply([&](const auto&... of) { compare<Source>(in, n, of...); }, subscript(d, turned));
}

#define STRIA_PATTERN(Source, R, ...)                                                              \
  [](input& in) {                                                                                  \
    pattern<Source, R>(in, [](drawer& d, const std::array<index, R>& n) {                          \
      static_cast<void>(n);                                                                        \
      return std::tuple{__VA_ARGS__};                                                              \
    });                                                                                            \
  }

constexpr void (*patterns[])(input&) = {
    // Adjacent arrays.
    STRIA_PATTERN(plain, 1, d.entries<1, std::uint64_t>(n[0])),
    STRIA_PATTERN(plain, 3, d.entries<2>(n[0])),
    STRIA_PATTERN(turned_round, 2, d.entries<1>(n[0]), backwards{d.entries<1>(n[1])}),
    STRIA_PATTERN(plain, 3, _, d.entries<2>(n[1]), d.entries<1, std::int8_t>(n[2])),
    STRIA_PATTERN(plain, 2, d.entries<3>(n[0]), d.entries<0>(n[1])),
    // Separate arrays.
    STRIA_PATTERN(turned_round, 3, d.entries<1>(n[0]), d.slice(), d.entries<2>(n[2])),
    STRIA_PATTERN(plain, 4, _, d.entries<1>(n[1]), d.slice(), d.entries<1>(n[3])),
    STRIA_PATTERN(plain, 4, d.entries<1>(n[0]), d.slice(), d.entries<1>(n[2]), d.slice()),
    // With integers.
    STRIA_PATTERN(plain, 2, d.entry(n[0]), d.entries<2>(n[1])),
    STRIA_PATTERN(turned_round, 3, d.entry(n[0]), d.slice(), d.entries<1>(n[2])),
    STRIA_PATTERN(plain, 4, d.slice(), d.entries<1>(n[1]), d.entry(n[2]), _),
    // New axes and the ellipsis.
    STRIA_PATTERN(plain, 2, d.entries<1, unsigned>(n[0]), newaxis, d.entries<1>(n[1])),
    STRIA_PATTERN(plain, 2, newaxis, d.entries<1>(n[0]), d.entries<1>(n[1]), newaxis),
    STRIA_PATTERN(plain, 2, d.entries<1>(n[0]), ellipsis, d.entries<1>(n[1])),
    STRIA_PATTERN(plain, 4, d.entries<1>(n[0]), ellipsis, d.entries<1>(n[3])),
    STRIA_PATTERN(turned_round, 3, ellipsis, newaxis, d.entries<2>(n[2])),
    // Masks.
    STRIA_PATTERN(plain, 1, d.mask<1>(n)),
    STRIA_PATTERN(turned_round, 2, d.mask<2>(n)),
    STRIA_PATTERN(plain, 3, d.slice(), d.mask<2>({n[1], n[2]})),
    STRIA_PATTERN(plain, 3, d.mask<2>({n[0], n[1]}), d.entries<1>(n[2])),
    STRIA_PATTERN(plain, 3, d.entries<1>(n[0]), d.slice(), d.mask<1>({n[2]})),
    STRIA_PATTERN(plain, 3, d.mask<1>({n[0]}), ellipsis, d.entry(n[2])),
    STRIA_PATTERN(plain, 2, d.mask<1>({n[0]}), d.mask<1>({n[1]})),
    // ix_.
    STRIA_PATTERN(turned_round, 2, outer{d.entries<1>(n[0]), d.entries<1>(n[1])}),
    STRIA_PATTERN(plain, 3, _, outer{d.mask<1>({n[1]}), d.entries<1>(n[2])}),
    STRIA_PATTERN(plain, 4, outer{d.entries<1>(n[0]), d.entries<1>(n[1])}, d.slice(),
                  d.entry(n[3])),
    // nd.
    STRIA_PATTERN(plain, 2, d.nd_index<1, 1>(n)),
    STRIA_PATTERN(turned_round, 3, d.nd_index<2, 2>(n)),
    STRIA_PATTERN(plain, 3, d.nd_index<3, 1>(n)),
    STRIA_PATTERN(turned_round, 3, d.nd_index<2, 1>(n, out_of_bounds::drop)),
    STRIA_PATTERN(plain, 2, d.nd_index<2, 1>(n, out_of_bounds::clip)),
    // Static extents of one.
    STRIA_PATTERN(plain, 1, d.mixed<dyn, 1>(n[0])),
    STRIA_PATTERN(plain, 1, d.mixed<1, dyn, 1>(n[0])),
    STRIA_PATTERN(turned_round, 2, d.mixed<dyn, 1>(n[0]), d.mixed<dyn, 1>(n[1])),
    STRIA_PATTERN(plain, 2, d.mixed<1>(n[0]), d.mixed<dyn, 1>(n[1])),
    STRIA_PATTERN(plain, 2, d.mixed<1, dyn>(n[0]), d.mixed<1, 1>(n[1])),
    STRIA_PATTERN(plain, 3, d.slice(), d.mixed<dyn, 1>(n[1]), d.mixed<1, 1, 1>(n[2])),
    STRIA_PATTERN(plain, 2, d.mixed<1, 1>(n[0])),
    STRIA_PATTERN(turned_round, 2, d.slice(), d.mixed<dyn, 1>(n[1])),
    STRIA_PATTERN(plain, 2, outer{d.entries<1>(n[0]), d.mixed<1>(n[1])}),
    STRIA_PATTERN(plain, 3, outer{d.mixed<1>(n[0]), d.entries<1>(n[1])}, d.mixed<1>(n[2])),
    STRIA_PATTERN(plain, 1, d.nd_mixed<1, dyn, 1, 1>(n)),
    STRIA_PATTERN(plain, 2, d.nd_mixed<1, 1, 1>(n)),
    STRIA_PATTERN(plain, 2, d.nd_mixed<2, dyn, 1, 2>(n)),
};

#undef STRIA_PATTERN

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  input in(data, size);
  const unsigned which = in.byte();
  patterns[which % std::size(patterns)](in);
  return 0;
}
