// SPDX-License-Identifier: BSL-1.0
// Compares functions that have positions, sizes, counts and texts as arguments with NumPy's
// definitions in plain loops. The arguments are near the sizes of the operand or at the limits of
// the integers.
//
// The target `program` calls roll, repeat, pad, tile, take, sort and reshape. This target calls
// functions whose result is computed immediately or is not a tensor.
#include "items.hpp"

#include <stria/linalg/norm.hpp>
#include <stria/stria.hpp>

#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace {

using namespace fuzz;
using namespace stria;
using fuzz::index;
using test::array;
using test::refusal;
using test::refuse_unless;
using test::too_large;

__extension__ typedef __int128 wide;
using vector = dtensor<double, 1>;
using matrix = dtensor<double, 2>;
using positions = dtensor<index, 1>;
using row = std::vector<double>;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double endless = std::numeric_limits<double>::infinity();

struct draw {
  input in;

  /// A number near the positions of an axis of n elements, or a limit of the integers.
  index near(index n) {
    using limits = std::numeric_limits<index>;
    static constexpr index ends[] = {limits::min(),     limits::max(),     limits::min() + 1,
                                     limits::max() - 1, index{1} << 62,    -(index{1} << 62),
                                     index{1} << 32,    -(index{1} << 32), limits::max() / 2 + 1};
    return in.rarely(8) ? ends[in.byte() % std::size(ends)] : in.number(-n - 1, n + 2);
  }
  double value(bool finite) {
    static constexpr double odd[] = {not_a_number, endless, -endless, -0., 1e308, -1e308, 5e-324};
    return !finite && in.rarely(20) ? odd[in.byte() % std::size(odd)]
                                    : static_cast<double>(in.number(-6, 6)) / 2;
  }
  vector numbers(bool finite = false, index longest = 10) {
    vector v(in.number(0, longest));
    for (double& x : v.storage())
      x = value(finite);
    return v;
  }
  matrix table() {
    const index n = in.number(0, 4), m = in.number(0, 4);
    matrix a(n, m);
    for (double& x : a.storage())
      x = value(false);
    return a;
  }
  positions list(index n, index longest = 4) {
    positions p(in.number(0, longest));
    for (index& i : p.storage())
      i = n == 0 || in.rarely(16) ? near(n) : in.number(-n, n - 1);
    return p;
  }
  /// One of these names, or another text.
  template <std::size_t N> std::string name(const char* const (&names)[N]) {
    std::string s = names[in.byte() % N];
    switch (in.byte() % 8) {
    case 0: s.resize(in.byte() % (s.size() + 1)); break;
    case 1: s += static_cast<char>(in.byte()); break;
    case 2: s.assign(in.byte() % 5, static_cast<char>(in.byte())); break;
    default: break;
    }
    return s;
  }
};

template <class T> array reading(const T& t) {
  if constexpr (std::is_arithmetic_v<T>) {
    return {{}, {static_cast<double>(t)}};
  } else {
    const auto e = eval(t);
    array r{sizes(e), {}};
    for (const auto x : e.storage())
      r.values.push_back(static_cast<double>(x));
    return r;
  }
}
array of_row(row values) { return {{static_cast<index>(values.size())}, std::move(values)}; }

bool alike(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || a == b ||
         std::abs(a - b) <= 1e-9 * std::max({1e-3, std::abs(a), std::abs(b)});
}
bool alike(const array& a, const array& b) {
  return a.shape == b.shape &&
         std::ranges::equal(a.values, b.values, [](double x, double y) { return alike(x, y); });
}
std::string text(const array& a) { return listed(a.shape) + ": " + listed(a.values); }
using fuzz::text;

/// The library and the model both refuse the call, or have the same elements.
template <class Run, class Model> void compare(const std::string& call, Run run, Model model) {
  array wanted, found;
  faults due;
  try {
    wanted = model();
  } catch (const refusal& r) {
    due = r.why;
  } catch (const too_large&) {
    return;
  }
  bool memory = false;
  const faults wrong = attempted([&] {
    try {
      found = run();
    } catch (const std::bad_alloc&) {
      memory = true;
    }
  });
  require(!memory, call,
          [&] { return "allocates memory, and the model " + text(due) + text(wanted); });
  require(agree(wrong, due) && (due.any() || alike(found, wanted)), call, [&] {
    return "model   " + (due.any() ? text(due) : text(wanted)) + "\nlibrary " +
           (wrong.any() ? text(wrong) : text(found));
  });
}

std::string say() { return ""; }
template <class... More> std::string say(const auto& x, const More&... more) {
  std::ostringstream s;
  if constexpr (requires { x.storage(); })
    s << listed(sizes(x)) << listed(x.storage());
  else
    s << x;
  return s.str() + (sizeof...(More) > 0 ? ", " : "") + say(more...);
}

index checked_place(index i, index n) {
  refuse_unless(i >= -n && i < n, {.index = true});
  return i < 0 ? i + n : i;
}
/// NaN comes last.
bool before(double a, double b) { return !std::isnan(a) && (std::isnan(b) || a < b); }
/// Sorts by insertion; equal elements keep their order.
template <class List, class Less> void sort_by(List& list, Less less) {
  for (std::size_t k = 1; k < list.size(); ++k)
    for (std::size_t i = k; i > 0 && less(list[i], list[i - 1]); --i)
      std::swap(list[i], list[i - 1]);
}
row sorted_row(row v) {
  sort_by(v, before);
  return v;
}
row row_of(const vector& v) { return {v.storage().begin(), v.storage().end()}; }

// --- editing ---

/// Inserts at these positions, which are from 0 to n. `values` has one value for each position, or
/// one for all; or there is one position for all values.
row inserted(const row& v, const lengths& places, const row& values) {
  const bool one = places.size() == 1;
  refuse_unless(one || values.size() == 1 || values.size() == places.size(), {.shape = true});
  row r;
  for (index k = 0; k <= static_cast<index>(v.size()); ++k) {
    for (std::size_t p = 0; p < places.size(); ++p)
      if (places[p] == k && one)
        r.insert(r.end(), values.begin(), values.end());
      else if (places[p] == k)
        r.push_back(values[values.size() == 1 ? 0 : p]);
    if (k < static_cast<index>(v.size()))
      r.push_back(v[static_cast<std::size_t>(k)]);
  }
  return r;
}
lengths insert_places(const lengths& list, index n) {
  lengths r;
  for (const index i : list) {
    refuse_unless(i >= -n && i <= n, {.index = true});
    r.push_back(i < 0 ? i + n : i);
  }
  return r;
}

void insertion(draw& d) {
  const vector v = d.numbers(), w = d.numbers(true, 4);
  const index n = v.size();
  switch (d.in.byte() % 4) {
  case 0: {
    const index i = d.near(n);
    return compare(
        say("insert", v, i, w), [&] { return reading(insert(v, i, w)); },
        [&] { return of_row(inserted(row_of(v), insert_places({i}, n), row_of(w))); });
  }
  case 1: {
    const positions p = d.list(n);
    return compare(
        say("insert", v, p, w),
        [&] {
          return p.size() == 1 ? reading(insert(v, tensor<index, 1>(p), w, _0))
                               : reading(insert(v, p, w, _0));
        },
        [&] {
          const lengths places = insert_places(flat(p), n);
          return of_row(inserted(row_of(v), places, row_of(w)));
        });
  }
  case 2: {
    const ranged r{d.near(n), d.near(n), d.near(2)};
    if (r.step == 0)
      return;
    return compare(
        say("insert", v, r.begin, r.end, r.step, w),
        [&] { return reading(insert(v, range(r.begin, r.end, r.step), w)); },
        [&] {
          return of_row(
              inserted(row_of(v), test::selected({r.begin, r.end, r.step}, n), row_of(w)));
        });
  }
  default: { // columns
    const matrix a = d.table();
    const auto [rows, columns] = a.shape();
    const index i = d.near(columns);
    return compare(
        say("insert", a, i, w, 1), [&] { return reading(insert(a, i, w, _1)); },
        [&] {
          const lengths at = insert_places({i}, columns);
          refuse_unless(w.size() == 1 || w.size() == rows, {.shape = true});
          array r{{rows, columns + 1}, {}};
          for (index y = 0; y < rows; ++y)
            for (index x = 0; x <= columns; ++x)
              r.values.push_back(x == at[0]  ? w[w.size() == 1 ? 0 : y]
                                 : x < at[0] ? a[y, x]
                                             : a[y, x - 1]);
          return r;
        });
  }
  }
}

row without(const row& v, const lengths& places) {
  row r;
  for (std::size_t k = 0; k < v.size(); ++k)
    if (std::ranges::find(places, static_cast<index>(k)) == places.end())
      r.push_back(v[k]);
  return r;
}
lengths checked_places(const positions& p, index n) {
  lengths r;
  for (const index i : p.storage())
    r.push_back(checked_place(i, n));
  return r;
}

void deletion(draw& d) {
  const vector v = d.numbers();
  const index n = v.size();
  switch (d.in.byte() % 5) {
  case 0: {
    const index i = d.near(n);
    return compare(
        say("delete_at", v, i), [&] { return reading(delete_at(v, i)); },
        [&] { return of_row(without(row_of(v), {checked_place(i, n)})); });
  }
  case 1: {
    const positions p = d.list(n);
    return compare(
        say("delete_at", v, p),
        [&] {
          return p.size() == 1 ? reading(delete_at(v, tensor<index, 1>(p)))
                               : reading(delete_at(v, p));
        },
        [&] { return of_row(without(row_of(v), checked_places(p, n))); });
  }
  case 2: {
    const ranged r{d.near(n), d.near(n), d.near(2)};
    if (r.step == 0)
      return;
    return compare(
        say("delete_at", v, r.begin, r.end, r.step),
        [&] { return reading(delete_at(v, range(r.begin, r.end, r.step), _0)); },
        [&] { return of_row(without(row_of(v), test::selected({r.begin, r.end, r.step}, n))); });
  }
  case 3: {
    dtensor<bool, 1> mask(d.in.rarely(8) ? d.in.number(0, 12) : n);
    lengths places;
    for (index k = 0; k < mask.size(); ++k)
      if ((mask.data()[k] = d.in.rarely(3)))
        places.push_back(k);
    return compare(
        say("delete_at", v, mask), [&] { return reading(delete_at(v, mask)); },
        [&] {
          refuse_unless(mask.size() == n, {.shape = true});
          return of_row(without(row_of(v), places));
        });
  }
  default: {
    const matrix a = d.table();
    const auto [rows, columns] = a.shape();
    const positions p = d.list(columns);
    return compare(
        say("delete_at", a, p, 1), [&] { return reading(delete_at(a, p, _1)); },
        [&] {
          const lengths gone = checked_places(p, columns);
          lengths kept;
          for (index k = 0; k < columns; ++k)
            if (std::ranges::find(gone, k) == gone.end())
              kept.push_back(k);
          const array whole = reading(a);
          return whole.at(test::along_axis(whole.whole(), 1, kept));
        });
  }
  }
}

void joining(draw& d) {
  const matrix a = d.table(), b = d.table();
  if (d.in.rarely(2))
    return compare(
        say("append", a, b), [&] { return reading(append(a, b)); },
        [&] {
          row r{a.storage().begin(), a.storage().end()};
          r.insert(r.end(), b.storage().begin(), b.storage().end());
          return of_row(r);
        });
  return compare(
      say("append", a, b, 0), [&] { return reading(append(a, b, _0)); },
      [&] { return test::joined(0, reading(a), reading(b)); });
}

void sizing(draw& d) {
  const matrix a = d.table();
  const index n = d.near(4), m = d.near(4);
  if (d.in.rarely(3)) {
    const auto turn = d.near(8);
    return compare(
        say("roll", a, turn), [&] { return reading(roll(a, turn)); },
        [&] {
          array r = reading(a);
          r = {{a.size()}, r.values};
          return array{reading(a).shape,
                       r.at(test::along_axis(r.whole(), 0, test::rolled(a.size(), turn))).values};
        });
  }
  compare(
      say("resize", a, n, m), [&] { return reading(resize(a, n, m)); },
      [&] {
        wide count = 1;
        for (const index k : {n, m}) {
          refuse_unless(k >= 0, {.value = true});
          count *= k;
        }
        refuse_unless(count <= std::numeric_limits<index>::max(), {.value = true});
        test::counted_size({n, m});
        array r{{n, m}, {}};
        for (index k = 0; k < n * m; ++k)
          r.values.push_back(a.size() == 0 ? 0 : a.data()[k % a.size()]);
        return r;
      });
}

// --- positions ---

/// The number of elements of a shape; refuses one that no tensor can have.
index elements(const lengths& shape) {
  wide count = 1;
  bool empty = false, large = false;
  for (const index n : shape) {
    refuse_unless(n >= 0, {.value = true});
    empty = empty || n == 0;
    large = large || (count *= n == 0 ? 1 : n) > std::numeric_limits<index>::max();
    count = large ? 1 : count;
  }
  refuse_unless(empty || !large, {.value = true});
  return empty ? 0 : static_cast<index>(count);
}

void unraveling(draw& d) {
  lengths n(3);
  for (index& k : n)
    k = d.in.rarely(6) ? d.near(4) : d.in.number(0, 5);
  const auto shape = std::array{n[0], n[1], n[2]};
  const bool possible = !attempted([&] {
                           try {
                             elements(n);
                           } catch (const refusal&) {
                             raise<value_error>(detail::message("no such shape"));
                           }
                         }).any();
  const index all_of_them = possible ? elements(n) : 0;
  lengths found(3), wanted(3);
  const auto unravel = [&](index i) {
    refuse_unless(i >= 0 && i < elements(n), {.index = true});
    for (std::size_t k = 3; k-- > 0; i /= n[k])
      wanted[k] = i % n[k];
  };
  const auto exact = [&](std::string_view what) {
    require(found == wanted, what,
            [&] { return listed(n) + ": " + listed(found) + listed(wanted); });
  };
  if (d.in.rarely(2)) {
    const index i = all_of_them > 0 && d.in.rarely(2)
                        ? static_cast<index>(d.in.word() % static_cast<std::uint64_t>(all_of_them))
                        : d.near(all_of_them < 60 ? all_of_them : 60);
    bool refused = false;
    compare(
        say("unravel_index", i, n[0], n[1], n[2]),
        [&] {
          const auto r = unravel_index(i, n[0], n[1], n[2]);
          found = {r.begin(), r.end()};
          return array{};
        },
        [&] {
          refused = true;
          elements(n);
          unravel(i);
          refused = false;
          return array{};
        });
    if (refused)
      return;
    exact("unravel_index");
    const index again = ravel_multi_index(std::array{found[0], found[1], found[2]}, shape);
    return require(again == i, "ravel_multi_index", [&] { return say(again, i) + listed(n); });
  }
  const positions p = d.list(all_of_them < 60 ? all_of_them : 60);
  compare(
      say("unravel_index", p, n[0], n[1], n[2]),
      [&] {
        const auto [x, y, z] = unravel_index(p, shape);
        row r;
        for (index k = 0; k < p.size(); ++k)
          for (const index i : {x[k], y[k], z[k]})
            r.push_back(static_cast<double>(i));
        return of_row(r);
      },
      [&] {
        elements(n);
        row r;
        for (const index i : p.storage()) {
          unravel(i);
          r.insert(r.end(), wanted.begin(), wanted.end());
        }
        return of_row(r);
      });
}

void raveling(draw& d) {
  lengths n(2);
  for (index& k : n)
    k = d.in.rarely(6) ? d.near(4) : d.in.number(0, 5);
  const positions x = d.list(n[0] < 0 || n[0] > 60 ? 60 : n[0]),
                  y = d.list(n[1] < 0 || n[1] > 60 ? 60 : n[1]);
  compare(
      say("ravel_multi_index", x, y, n[0], n[1]),
      [&] { return reading(ravel_multi_index(std::tuple(x, y), n[0], n[1])); },
      [&] {
        // If several arguments are wrong, the library may report any of them.
        faults wrong;
        try {
          elements(n);
        } catch (const refusal& r) {
          wrong = r.why;
        }
        for (const index i : x.storage())
          wrong.index = wrong.index || i < 0 || i >= n[0];
        for (const index i : y.storage())
          wrong.index = wrong.index || i < 0 || i >= n[1];
        wrong.shape = x.size() != y.size() && x.size() != 1 && y.size() != 1;
        refuse_unless(!wrong.any(), wrong);
        const index count = x.size() == 1 ? y.size() : x.size();
        row r;
        for (index k = 0; k < count; ++k)
          r.push_back(
              static_cast<double>(x[x.size() == 1 ? 0 : k] * n[1] + y[y.size() == 1 ? 0 : k]));
        return of_row(r);
      });
}

// --- bins ---

/// Counts, or sums of weights, in bins between edges that are in ascending order.
row in_bins(const row& v, const row& edges, const row& weights) {
  row r(edges.size() - 1);
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (!(v[i] >= edges.front() && v[i] <= edges.back()))
      continue;
    std::size_t bin = 0;
    for (std::size_t k = 0; k + 1 < edges.size(); ++k)
      bin = v[i] >= edges[k] ? k : bin;
    r[bin] += weights.empty() ? 1 : weights[i];
  }
  return r;
}
array with_edges(row hist, const row& edges) {
  hist.insert(hist.end(), edges.begin(), edges.end());
  return of_row(hist);
}
template <class H> array reading_of_histogram(const H& h) {
  return with_edges(reading(h.hist).values, reading(h.bin_edges).values);
}
row equal_edges(index bins, double lo, double hi) {
  refuse_unless(bins > 0 && lo < hi && std::isfinite(hi - lo) &&
                    (hi - lo) / static_cast<double>(bins) > 0,
                {.value = true});
  if (bins > 1000)
    throw too_large();
  row edges;
  for (index k = 0; k < bins; ++k)
    edges.push_back(lo + static_cast<double>(k) * ((hi - lo) / static_cast<double>(bins)));
  edges.push_back(hi);
  if (!std::ranges::is_sorted(edges, std::less_equal<>())) // equal edges: bins are not unique
    throw too_large();
  return edges;
}

void histograms(draw& d) {
  const vector v = d.numbers();
  const index bins = d.near(6);
  const double lo = d.value(false), hi = d.value(false);
  switch (d.in.byte() % 5) {
  case 0:
    return compare(
        say("histogram", v, bins), [&] { return reading_of_histogram(histogram(v, bins)); },
        [&] {
          double least = 0, most = 1;
          for (index k = 0; k < v.size(); ++k) {
            refuse_unless(std::isfinite(v[k]), {.value = true});
            least = k == 0 ? v[k] : std::min<double>(least, v[k]);
            most = k == 0 ? v[k] : std::max<double>(most, v[k]);
          }
          if (least == most) {
            least -= 0.5;
            most += 0.5;
          }
          const row edges = equal_edges(bins, least, most);
          return with_edges(in_bins(row_of(v), edges, {}), edges);
        });
  case 1:
    return compare(
        say("histogram", v, bins, lo, hi), [&] { return reading(histogram(v, bins, lo, hi)); },
        [&] { return of_row(in_bins(row_of(v), equal_edges(bins, lo, hi), {})); });
  case 2: {
    vector edges = d.numbers(false, 6);
    const vector weights = d.numbers(true);
    if (!d.in.rarely(4))
      edges = eval(sort(edges));
    return compare(
        say("histogram", v, edges, weights),
        [&] { return reading_of_histogram(histogram(v, edges, weights)); },
        [&] {
          const row e = row_of(edges);
          bool ascending = e.size() >= 2;
          for (std::size_t k = 0; k + 1 < e.size(); ++k)
            ascending = ascending && e[k] <= e[k + 1];
          const faults wrong{.shape = weights.size() != v.size(), .value = !ascending};
          refuse_unless(!wrong.any(), wrong);
          return with_edges(in_bins(row_of(v), e, row_of(weights)), e);
        });
  }
  case 3: {
    const vector w = d.numbers();
    const index other = d.near(6);
    return compare(
        say("histogram2d", v, w, bins, other),
        [&] {
          const auto h = histogram2d(v, w, bins, other);
          return reading(h.hist);
        },
        [&] {
          // The library may find one number too large before it refuses the other.
          if (bins > 1000 || other > 1000)
            throw too_large();
          faults wrong{.shape = v.size() != w.size(), .value = bins < 1 || other < 1};
          for (const vector* p : {&v, &w})
            for (const double x : p->storage())
              wrong.value = wrong.value || !std::isfinite(x);
          refuse_unless(!wrong.any(), wrong);
          const auto edges_of = [](const vector& x, index count) {
            if (x.size() == 0)
              return equal_edges(count, 0, 1);
            const auto [low, high] = std::ranges::minmax(row_of(x));
            return low == high ? equal_edges(count, low - 0.5, high + 0.5)
                               : equal_edges(count, low, high);
          };
          const row e = edges_of(v, bins), f = edges_of(w, other);
          array r{{bins, other}, row(static_cast<std::size_t>(bins * other))};
          for (index k = 0; k < v.size(); ++k) {
            const row p = in_bins({v[k]}, e, {}), q = in_bins({w[k]}, f, {});
            const auto i = std::ranges::find(p, 1.) - p.begin(),
                       j = std::ranges::find(q, 1.) - q.begin();
            r.values[static_cast<std::size_t>(i * other + j)] += 1;
          }
          return r;
        });
  }
  default: {
    positions p = d.list(8, 10);
    const index least = d.near(8);
    const vector weights = d.numbers(true);
    const bool weighted = d.in.rarely(2);
    if (!d.in.rarely(3))
      for (index& i : p.storage())
        i = i < 0 && i >= -8 ? -i : i;
    return compare(
        say("bincount", p, weights, least),
        [&] {
          return weighted ? reading(bincount(p, weights, least)) : reading(bincount(p, least));
        },
        [&] {
          faults wrong{.shape = weighted && weights.size() != p.size(), .value = least < 0};
          index most = -1;
          for (const index i : p.storage()) {
            wrong.value = wrong.value || i < 0 || i == std::numeric_limits<index>::max();
            most = std::max<index>(most, i);
          }
          refuse_unless(!wrong.any(), wrong);
          const index count = test::counted_size({std::max<index>(most + 1, least)});
          row r(static_cast<std::size_t>(count));
          for (index k = 0; k < p.size(); ++k)
            r[static_cast<std::size_t>(p[k])] += weighted ? weights[k] : 1;
          return of_row(r);
        });
  }
  }
}

double count_if(const row& v, auto f) { return static_cast<double>(std::ranges::count_if(v, f)); }

void searching(draw& d) {
  const vector x = d.numbers();
  vector v = d.numbers(false, 8);
  const bool right = d.in.rarely(2);
  const auto side = right ? search_side::right : search_side::left;
  const auto found_in = [&](const row& s) {
    row r;
    for (const double y : x.storage())
      r.push_back(count_if(s, [&](double e) { return right ? !before(y, e) : before(e, y); }));
    return of_row(r);
  };
  switch (d.in.byte() % 3) {
  case 0: {
    if (!d.in.rarely(6))
      v = eval(sort(v));
    if (d.in.rarely(3))
      v = eval(flip(v));
    return compare(
        say("digitize", x, v, right), [&] { return reading(digitize(x, v, right)); },
        [&] {
          const row e = row_of(v);
          const bool rises = std::ranges::adjacent_find(
                                 e, [](double a, double b) { return !(a <= b); }) == e.end();
          const bool falls = std::ranges::adjacent_find(
                                 e, [](double a, double b) { return !(a >= b); }) == e.end();
          refuse_unless(rises || falls, {.value = true});
          row r;
          for (const double y : x.storage())
            r.push_back(count_if(e, [&](double a) {
              const bool reached = right ? before(a, y) : !before(y, a);
              return rises == reached;
            }));
          return of_row(r);
        });
  }
  case 1:
    v = eval(sort(v));
    return compare(
        say("searchsorted", v, x, right), [&] { return reading(searchsorted(v, x, side)); },
        [&] { return found_in(row_of(v)); });
  default: {
    positions sorter = d.list(v.size(), 8);
    if (!d.in.rarely(4))
      sorter = eval(argsort(v));
    return compare(
        say("searchsorted", v, x, right, sorter),
        [&] { return reading(searchsorted(v, x, side, sorter)); },
        [&] {
          row s;
          for (const index i : sorter.storage())
            s.push_back(v[checked_place(i, v.size())]);
          if (!std::ranges::is_sorted(s, before))
            throw too_large();
          return found_in(s);
        });
  }
  }
}

void interpolation(draw& d) {
  const vector x = d.numbers();
  vector xp = d.numbers(true, 6);
  vector fp = d.numbers(true, 6);
  if (!d.in.rarely(6)) {
    fp = vector(xp.size());
    for (double& y : fp.storage())
      y = d.value(true);
  }
  const bool periodic = d.in.rarely(3);
  static constexpr double lengths_of_periods[] = {2, 3, -2.5, 0, not_a_number, 10};
  const double length = lengths_of_periods[d.in.byte() % 6];
  if (!periodic)
    xp = eval(sort(xp));
  const double left = d.value(true);
  compare(
      say("interp", x, xp, fp, left, periodic ? length : 0),
      [&] {
        return reading(periodic ? eval(interp(x, xp, fp, period(length)))
                                : eval(interp(x, xp, fp, left)));
      },
      [&] {
        const faults wrong{.shape = xp.size() != fp.size(),
                           .value = xp.size() == 0 || (periodic && !(length < 0 || length > 0))};
        refuse_unless(!wrong.any(), wrong);
        std::vector<std::pair<double, double>> samples;
        const auto wrapped = [&](double t) {
          if (!periodic)
            return t;
          const double p = std::abs(length), rest = std::fmod(t, p);
          return rest < 0 ? rest + p : rest;
        };
        for (index k = 0; k < xp.size(); ++k)
          samples.emplace_back(wrapped(xp[k]), fp[k]);
        sort_by(samples, [](const auto& p, const auto& q) { return p.first < q.first; });
        if (periodic) {
          const auto first = samples.front(), last = samples.back();
          samples.emplace_back(first.first + std::abs(length), first.second);
          samples.emplace(samples.begin(), last.first - std::abs(length), last.second);
        }
        row r;
        for (const double given : x.storage()) {
          if (periodic && !(std::abs(given) < 1e300))
            throw too_large(); // infinity has no remainder
          const double y = wrapped(given);
          std::size_t k = 0; // the last sample that is not beyond y
          for (std::size_t i = 0; i < samples.size(); ++i)
            k = samples[i].first <= y ? i : k;
          const auto [a, f] = samples[k];
          if (std::isnan(y))
            r.push_back(y);
          else if (y < samples.front().first)
            r.push_back(left);
          else if (k + 1 == samples.size() || a == y)
            r.push_back(f);
          else
            r.push_back(f + (samples[k + 1].second - f) / (samples[k + 1].first - a) * (y - a));
        }
        return of_row(r);
      });
}

// --- sets ---

/// The different values, sorted. With `all_nans`, every NaN is kept.
row distinct(row v, bool all_nans = false) {
  row r;
  for (const double x : sorted_row(std::move(v)))
    if (r.empty() || before(r.back(), x) || (all_nans && std::isnan(x)))
      r.push_back(x);
  return r;
}
bool contains(const row& v, double x) { return std::ranges::find(v, x) != v.end(); }
row kept(const row& v, const row& among, bool wanted) {
  row r;
  for (const double x : v)
    if (contains(among, x) == wanted)
      r.push_back(x);
  return r;
}

void set_functions(draw& d) {
  const vector v = d.numbers(), w = d.numbers(false, 24);
  const row a = row_of(v), b = row_of(w);
  const auto one = [&](const char* name, auto run, const row& wanted) {
    compare(say(name, v, w), [&] { return reading(run()); }, [&] { return of_row(wanted); });
  };
  switch (d.in.byte() % 9) {
  case 0: return one("unique", [&] { return unique(v); }, distinct(a));
  case 1: {
    row both = a;
    both.insert(both.end(), b.begin(), b.end());
    return one("union1d", [&] { return union1d(v, w); }, distinct(both));
  }
  case 2: return one("intersect1d", [&] { return intersect1d(v, w); }, kept(distinct(a), b, true));
  case 3: return one("setdiff1d", [&] { return setdiff1d(v, w); }, kept(distinct(a), b, false));
  case 4: {
    row either = kept(distinct(a), b, false);
    const row others = kept(distinct(b), a, false);
    either.insert(either.end(), others.begin(), others.end());
    return one("setxor1d", [&] { return setxor1d(v, w); }, sorted_row(either));
  }
  case 5: {
    const bool invert = d.in.rarely(2);
    row r;
    for (const double x : a)
      r.push_back(contains(b, x) != invert ? 1 : 0);
    return one("isin", [&] { return isin(v, w, invert); }, r);
  }
  case 6: { // integers far apart
    const positions p = d.list(30, 10), q = d.list(30, 24);
    row r;
    for (const index x : p.storage())
      r.push_back(std::ranges::find(q.storage(), x) != q.storage().end() ? 1 : 0);
    return compare(
        say("isin", p, q), [&] { return reading(isin(p, q)); }, [&] { return of_row(r); });
  }
  case 7: {
    const auto u = unique_all(v);
    row wanted = distinct(a, true), counts(wanted.size()), first(wanted.size(), -1);
    std::size_t nans = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      std::size_t k = 0;
      if (std::isnan(a[i]))
        k = static_cast<std::size_t>(count_if(wanted, [](double x) { return !std::isnan(x); })) +
            nans++;
      else
        k = static_cast<std::size_t>(std::ranges::find(wanted, a[i]) - wanted.begin());
      counts[k] += 1;
      first[k] = first[k] < 0 ? static_cast<double>(i) : first[k];
      require(u.inverse.size() == v.size() &&
                  u.inverse[static_cast<index>(i)] == static_cast<index>(k),
              "inverse of unique_all", [&] { return say(v); });
    }
    one("unique_all", [&] { return u.values; }, wanted);
    one("counts of unique_all", [&] { return u.counts; }, counts);
    return one("indices of unique_all", [&] { return u.indices; }, first);
  }
  default: {
    const matrix m = d.table();
    const auto [rows, columns] = m.shape();
    return compare(
        say("unique", m, 0), [&] { return reading(unique(m, _0)); },
        [&] {
          std::vector<row> all_rows;
          for (index y = 0; y < rows; ++y) {
            row r;
            for (index x = 0; x < columns; ++x)
              r.push_back(m[y, x]);
            all_rows.push_back(r);
          }
          sort_by(all_rows, [](const row& p, const row& q) {
            return std::ranges::lexicographical_compare(p, q, before);
          });
          all_rows.erase(std::unique(all_rows.begin(), all_rows.end()), all_rows.end());
          array r{{static_cast<index>(all_rows.size()), columns}, {}};
          for (const row& p : all_rows)
            r.values.insert(r.values.end(), p.begin(), p.end());
          return r;
        });
  }
  }
}

// --- parts ---

template <class Parts> array joined_parts(const Parts& parts) {
  row r;
  for (const auto& p : parts) {
    r.push_back(1e6 + static_cast<double>(p.size())); // marks the beginning of a part
    const array a = reading(p);
    r.insert(r.end(), a.values.begin(), a.values.end());
  }
  return of_row(r);
}
array parts_between(const row& v, const lengths& bounds) {
  row r;
  for (std::size_t k = 0; k + 1 < bounds.size(); ++k) {
    const auto list = test::selected({bounds[k], bounds[k + 1], 1}, static_cast<index>(v.size()));
    r.push_back(1e6 + static_cast<double>(list.size()));
    for (const index i : list)
      r.push_back(v[static_cast<std::size_t>(i)]);
  }
  return of_row(r);
}

void splitting(draw& d) {
  vector v = d.numbers(true);
  const index n = d.near(v.size()), whole = v.size();
  const auto allowed = [&] {
    refuse_unless(n >= 1, {.value = true});
    if (n > 1000)
      throw too_large();
  };
  switch (d.in.byte() % 4) {
  case 0:
    return compare(
        say("array_split", v, n), [&] { return joined_parts(array_split(v, n)); },
        [&] {
          allowed();
          lengths bounds{0};
          for (index k = 0; k < n; ++k)
            bounds.push_back(bounds.back() + whole / n + (k < whole % n ? 1 : 0));
          return parts_between(row_of(v), bounds);
        });
  case 1:
    return compare(
        say("split", v, n), [&] { return joined_parts(split(v, n)); },
        [&] {
          refuse_unless(n >= 1 && whole % n == 0, {.value = true});
          allowed();
          lengths bounds;
          for (index k = 0; k <= n; ++k)
            bounds.push_back(k * (whole / n));
          return parts_between(row_of(v), bounds);
        });
  case 2: {
    const positions p = d.list(whole);
    return compare(
        say("split", v, p), [&] { return joined_parts(split(v, p)); },
        [&] {
          lengths bounds{0};
          for (const index i : p.storage())
            bounds.push_back(i);
          bounds.push_back(whole);
          return parts_between(row_of(v), bounds);
        });
  }
  default:
    return compare(
        say("sliding_window", v, n), [&] { return reading(sliding_window(v, n, _0)); },
        [&] {
          refuse_unless(n >= 1 && n <= whole, {.value = true});
          array r{{whole - n + 1, n}, {}};
          for (index k = 0; k < whole - n + 1; ++k)
            for (index i = 0; i < n; ++i)
              r.values.push_back(v[k + i]);
          return r;
        });
  }
}

// --- order ---

void ordering(draw& d) {
  const vector v = d.numbers();
  const index n = v.size(), k = d.near(n);
  const row s = sorted_row(row_of(v));
  switch (d.in.byte() % 4) {
  case 0: {
    const bool places = d.in.rarely(2);
    return compare(
        say(places ? "argpartition" : "partition", v, k),
        [&] {
          vector r = v;
          if (places) {
            const auto p = eval(argpartition(v, k));
            std::vector<bool> met(static_cast<std::size_t>(n));
            for (index i = 0; i < n; ++i) {
              met.at(static_cast<std::size_t>(p[i])) = true;
              r[i] = double(v[p[i]]);
            }
            require(std::ranges::find(met, false) == met.end(), "argpartition gives each position",
                    [&] { return say(v, k); });
          } else {
            r = partition(v, k);
          }
          const index at = k < 0 ? k + n : k;
          for (index i = 0; i < n; ++i)
            require(i < at ? !before(r[at], r[i]) : !before(r[i], r[at]),
                    "the order of a partition", [&] { return say(v, k, r); });
          return of_row(sorted_row(row_of(r)));
        },
        [&] {
          checked_place(k, n);
          return of_row(s);
        });
  }
  case 1:
    return compare(
        say("top_k", v, k),
        [&] {
          const auto [values, places] = top_k(v, k);
          row r = row_of(values);
          for (const index i : places.storage())
            r.push_back(static_cast<double>(i));
          return of_row(r);
        },
        [&] {
          refuse_unless(k >= 0 && k <= n, {.value = true});
          lengths order = test::rolled(n, 0);
          sort_by(order, [&](index x, index y) { return before(v[y], v[x]); });
          row r;
          for (index i = 0; i < k; ++i)
            r.push_back(v[order[static_cast<std::size_t>(i)]]);
          for (index i = 0; i < k; ++i)
            r.push_back(static_cast<double>(order[static_cast<std::size_t>(i)]));
          return of_row(r);
        });
  case 2: {
    vector w = d.numbers();
    if (!d.in.rarely(6)) {
      w = v;
      for (double& x : w.storage())
        x = d.value(false);
    }
    return compare(
        say("lexsort", v, w), [&] { return reading(lexsort(std::tuple(v, w))); },
        [&] {
          refuse_unless(v.size() == w.size(), {.shape = true});
          lengths order = test::rolled(n, 0);
          sort_by(order, [&](index x, index y) {
            return before(w[x], w[y]) || (!before(w[y], w[x]) && before(v[x], v[y]));
          });
          return of_row({order.begin(), order.end()});
        });
  }
  default: {
    const matrix m = d.table();
    const auto [rows, columns] = m.shape();
    return compare(
        say("lexsort", m), [&] { return reading(lexsort(m)); },
        [&] {
          refuse_unless(rows > 0, {.value = true});
          lengths order = test::rolled(columns, 0);
          for (index y = 0; y < rows; ++y)
            sort_by(order, [&](index p, index q) { return before(m[y, p], m[y, q]); });
          return of_row({order.begin(), order.end()});
        });
  }
  }
}

void diagonals(draw& d) {
  const matrix m = d.table();
  const auto [rows, columns] = m.shape();
  const index k = d.near(4), n = d.near(4);
  // The elements (y, x) with x - y == k.
  const auto on = [&](index y, index x) { return wide{x} - y == k; };
  switch (d.in.byte() % 4) {
  case 0:
    return compare(
        say("diagonal", m, k), [&] { return reading(diagonal(m, k)); },
        [&] {
          row r;
          for (index y = 0; y < rows; ++y)
            for (index x = 0; x < columns; ++x)
              if (on(y, x))
                r.push_back(m[y, x]);
          return of_row(r);
        });
  case 1:
    return compare(
        say("tril", m, k), [&] { return reading(tril(m, k)); },
        [&] {
          array r = reading(m);
          for (index y = 0; y < rows; ++y)
            for (index x = 0; x < columns; ++x)
              if (wide{x} - y > k)
                r.values[static_cast<std::size_t>(y * columns + x)] = 0;
          return r;
        });
  case 2:
    return compare(
        say("tril_indices", n, k),
        [&] {
          const auto [y, x] = tril_indices(n, k);
          row r = reading(y).values;
          for (const index i : x.storage())
            r.push_back(static_cast<double>(i));
          return of_row(r);
        },
        [&] {
          if (n > 100)
            throw too_large();
          row r, columns_of; // a negative size counts as 0
          for (index y = 0; y < n; ++y)
            for (index x = 0; x < n; ++x)
              if (wide{x} - y <= k) {
                r.push_back(static_cast<double>(y));
                columns_of.push_back(static_cast<double>(x));
              }
          r.insert(r.end(), columns_of.begin(), columns_of.end());
          return of_row(r);
        });
  default:
    return compare(
        say("diff", m, n), [&] { return reading(diff(m, n)); },
        [&] {
          refuse_unless(n >= 0, {.value = true});
          array r = reading(m);
          for (index turn = 0; turn < n && r.shape[1] > 0; ++turn) {
            array next{{rows, r.shape[1] - 1}, {}};
            for (index y = 0; y < rows; ++y)
              for (index x = 0; x + 1 < r.shape[1]; ++x)
                next.values.push_back(r.values[static_cast<std::size_t>(y * r.shape[1] + x + 1)] -
                                      r.values[static_cast<std::size_t>(y * r.shape[1] + x)]);
            r = next;
          }
          return r;
        });
  }
}

// --- texts ---

void quantiles(draw& d) {
  static constexpr const char* methods[] = {"linear",
                                            "lower",
                                            "higher",
                                            "nearest",
                                            "midpoint",
                                            "inverted_cdf",
                                            "averaged_inverted_cdf",
                                            "closest_observation",
                                            "interpolated_inverted_cdf",
                                            "hazen",
                                            "weibull",
                                            "median_unbiased",
                                            "normal_unbiased"};
  const vector v = d.numbers(true);
  const std::string method = d.name(methods);
  static constexpr double odd[] = {-1e-300, 100.0000001, not_a_number, endless, -endless, 1e300};
  const double q =
      d.in.rarely(10) ? odd[d.in.byte() % 6] : static_cast<double>(d.in.byte()) * (100. / 255);
  const char* const word = method.c_str();
  double low = 0, high = 0; // the percentile is between these numbers
  compare(
      say("percentile", v, q, method),
      [&] {
        const double p = percentile(v, q, word);
        return of_row({p >= low - 1e-9 && p <= high + 1e-9 ? 1. : 0.});
      },
      [&] {
        const auto* const known = std::ranges::find(methods, std::string_view(word));
        refuse_unless(known != std::end(methods) && q >= 0 && q <= 100 && v.size() > 0,
                      {.value = true});
        const row s = sorted_row(row_of(v));
        const double last = static_cast<double>(s.size() - 1), all = static_cast<double>(s.size());
        const double part = q / 100;
        const auto between = [&](double alpha, double beta) {
          const double x = std::clamp(all * part + alpha + part * (1 - alpha - beta) - 1, 0., last);
          const auto k = static_cast<std::size_t>(x);
          low = high = s[k] + (k + 1 < s.size() ? (x - std::floor(x)) * (s[k + 1] - s[k]) : 0);
        };
        switch (known - methods) {
        case 0: between(1, 1); break;
        case 8: between(0, 1); break;
        case 9: between(0.5, 0.5); break;
        case 10: between(0, 0); break;
        case 11: between(1. / 3, 1. / 3); break;
        case 12: between(3. / 8, 3. / 8); break;
        default: // one of the neighbours, or their mean
          low = s[static_cast<std::size_t>(std::clamp(std::floor(all * part) - 2, 0., last))];
          high = s[static_cast<std::size_t>(std::clamp(std::floor(all * part) + 1, 0., last))];
        }
        return of_row({1.});
      });
}

void norms(draw& d) {
  static constexpr const char* names[] = {"fro", "nuc", "inf", "-inf"};
  static constexpr double orders[] = {0, 1, 2, -1, -2, 3, 0.5, endless, -endless};
  const vector v = d.numbers(true);
  const std::string word = d.name(names);
  const bool by_name = d.in.rarely(3);
  const double order = orders[d.in.byte() % std::size(orders)];
  compare(
      by_name ? say("vector_norm", v, word) : say("vector_norm", v, order),
      [&] {
        return reading(by_name ? linalg::vector_norm(v, linalg::ord(std::string_view(word)))
                               : linalg::vector_norm(v, order));
      },
      [&] {
        const bool infinite = by_name && (word == "inf" || word == "-inf");
        refuse_unless(!by_name || infinite, {.value = true}); // other names are matrix norms
        const double p = infinite ? (word == "inf" ? endless : -endless) : order;
        refuse_unless(std::isfinite(p) || v.size() > 0, {.value = true});
        double sum = 0, least = endless, most = 0, nonzero = 0;
        for (const double given : v.storage()) {
          const double x = std::abs(given);
          sum += std::pow(x, p);
          least = std::min(least, x);
          most = std::max(most, x);
          nonzero += x != 0 ? 1 : 0;
        }
        return array{{},
                     {p == endless    ? most
                      : p == -endless ? least
                      : p == 0        ? nonzero
                                      : std::pow(sum, 1 / p)}};
      });
}

void trimming(draw& d) {
  static constexpr const char* ends[] = {"f", "b", "fb", "bF", ""};
  const vector v = d.numbers();
  const std::string word = d.name(ends);
  compare(
      say("trim_zeros", v, word), [&] { return reading(trim_zeros(v, word)); },
      [&] {
        refuse_unless(word.find_first_not_of("fbFB") == std::string::npos, {.value = true});
        row r = row_of(v);
        if (word.find_first_of("fF") != std::string::npos)
          r.erase(r.begin(), std::ranges::find_if(r, [](double x) { return x != 0; }));
        if (word.find_first_of("bB") != std::string::npos)
          while (!r.empty() && r.back() == 0)
            r.pop_back();
        return of_row(r);
      });
}

constexpr void (*calls[])(draw&) = {
    insertion,     deletion,      joining,   sizing,   unraveling, raveling,  histograms, searching,
    interpolation, set_functions, splitting, ordering, diagonals,  quantiles, norms,      trimming};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  draw d{input(data, size)};
  for (int k = 0; k < 4 && !d.in.done(); ++k)
    calls[d.in.byte() % std::size(calls)](d);
  return 0;
}
