// SPDX-License-Identifier: BSL-1.0
// Whole programs: a few variables of ranks 0 to 4 with dynamic, static and named extents, and steps
// that subscript, compute, reduce, scatter, update in place and call functions with extreme
// arguments, each compared with the reference.
//
// Every step is a template of the types of variables, so there are few steps with many arguments.
#include "items.hpp"

#include <stria/stria.hpp>

#include <array>
#include <cmath>
#include <tuple>

namespace {

using namespace fuzz;
using namespace stria;
using fuzz::index;
using fuzz::native;
using test::array;
using test::refusal;

inline constexpr dim batch{"batch"}, features{"features"};

/// A variable and its value in the reference.
template <class V> struct variable {
  V value;
  array copy{};
};

template <class E> array reading_of(const E& e) {
  if constexpr (std::is_arithmetic_v<E>) {
    return {{}, {static_cast<double>(e)}};
  } else {
    const auto t = eval(e);
    array r{sizes(t), {}};
    for (const auto x : t.storage())
      r.values.push_back(static_cast<double>(x));
    return r;
  }
}

bool alike(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || a == b ||
         std::abs(a - b) <= 1e-9 * std::max({1., std::abs(a), std::abs(b)});
}
bool alike(const array& a, const array& b) {
  return a.shape == b.shape &&
         std::ranges::equal(a.values, b.values, [](double x, double y) { return alike(x, y); });
}
std::string text_of_array(const array& a) { return listed(a.shape) + ": " + listed(a.values); }

/// Reduces the elements to small whole numbers, so that sums stay exact; NaN and infinities remain.
double tamed(double x) {
  return !std::isfinite(x) ? x : std::abs(x) > 1000 ? std::fmod(std::trunc(x), 100) : std::trunc(x);
}

struct machine {
  input in;
  std::tuple<variable<tensor<double>>, variable<dtensor<double, 1>>, variable<tensor<double, 3>>,
             variable<tensor<double, features>>, variable<dtensor<double, 2>>,
             variable<tensor<double, 2, 3>>, variable<tensor<double, batch, features>>,
             variable<dtensor<double, 3>>, variable<tensor<double, 2, dyn, 3>>,
             variable<dtensor<double, 4>>>
      all{};

  template <class V> variable<V>& of() { return std::get<variable<V>>(all); }
  template <std::size_t R> variable<dtensor<double, R>>& dynamic() {
    return of<dtensor<double, R>>();
  }
  index argument(index n) {
    using limits = std::numeric_limits<index>;
    static constexpr index ends[] = {limits::min(),     limits::max(),     limits::min() + 1,
                                     limits::max() - 1, index{1} << 62,    -(index{1} << 62),
                                     index{1} << 32,    -(index{1} << 32), limits::max() / 2 + 1};
    return in.rarely(8) ? ends[in.byte() % std::size(ends)] : in.number(-n - 1, n + 2);
  }
};

/// Runs one step: the library and the reference both refuse it, or have the same elements.
template <class Run, class Model>
array compare(std::string_view what, const array& operand, const lengths& arguments, Run run,
              Model model) {
  array wanted, found;
  faults due;
  try {
    wanted = model();
  } catch (const refusal& r) {
    due = r.why;
  } catch (const test::too_large&) {
    return operand;
  }
  const faults wrong = attempted([&] { found = run(); });
  require(agree(wrong, due) && (due.any() || alike(found, wanted)), what, [&] {
    return "operand " + text_of_array(operand) + "\narguments " + listed(arguments) + "\nmodel   " +
           text_of_array(wanted) + text(due) + "\nlibrary " + text_of_array(found) + text(wrong);
  });
  return wrong.any() ? operand : wanted;
}

/// Assigns elements to a variable, with any sizes that its type allows.
template <class V> void assign(variable<V>& v, const array& a) {
  std::array<index, V::rank> n{};
  if (a.shape.size() != V::rank || a.values.size() > 512)
    return;
  std::copy(a.shape.begin(), a.shape.end(), n.begin());
  for (std::size_t k = 0; k < V::rank; ++k)
    if (V::extents[k].is_static() && V::extents[k].size != n[k])
      return;
  dtensor<double, V::rank> t = [&]<std::size_t... K>(std::index_sequence<K...>) {
    return dtensor<double, V::rank>(n[K]...);
  }(std::make_index_sequence<V::rank>());
  v.copy = a;
  for (std::size_t k = 0; k < a.values.size(); ++k)
    t.data()[k] = v.copy.values[k] = tamed(a.values[k]);
  v.value = t;
}
void keep(machine& m, const array& a) {
  std::apply([&](auto&... v) { (assign(v, a), ...); }, m.all);
}

template <class V> void make(machine& m, variable<V>& v) {
  array a;
  for (std::size_t k = 0; k < V::rank; ++k) {
    const index n = m.in.rarely(16) ? m.in.number(8, 40) : m.in.number(0, 4);
    a.shape.push_back(V::extents[k].is_static() ? V::extents[k].size : n);
  }
  static constexpr double odd[] = {std::numeric_limits<double>::quiet_NaN(),
                                   std::numeric_limits<double>::infinity(),
                                   -std::numeric_limits<double>::infinity(), -0.};
  for (index k = test::picks::whole(a.shape).at.size() > 512
                     ? 0
                     : static_cast<index>(test::picks::whole(a.shape).at.size());
       k > 0; --k)
    a.values.push_back(m.in.rarely(40) ? odd[m.in.byte() % 4]
                                       : static_cast<double>(m.in.number(-8, 8)));
  if (a.values.size() == test::picks::whole(a.shape).at.size())
    assign(v, a);
}

// --- steps ---

ranged cut(machine& m, index n) {
  index step = m.in.rarely(8) ? m.argument(3) : m.in.number(1, 3);
  if (m.in.rarely(3) && step != std::numeric_limits<index>::min())
    step = -step;
  return {m.argument(n), m.argument(n), step};
}

/// Reads a subscript of a variable. Then reads the subscript of an expression, or assigns a number
/// or a similar subscript of the variable to it.
template <class V, class... I>
void subscript(machine& m, variable<V>& v, const std::tuple<I...>& one,
               const std::tuple<I...>& other) {
  const auto listing = [](const auto& of) {
    items list;
    std::apply([&](const auto&... i) { (append(list, i), ...); }, of);
    return list;
  };
  const items to = listing(one), from = listing(other);
  const auto at = [](auto& e, const auto& of) -> decltype(auto) {
    return std::apply([&](const auto&... i) -> decltype(auto) { return e(native(i)...); }, of);
  };
  const auto what = [&](std::string_view s) {
    return std::string(s) + text(to) + "\nand" + text(from);
  };
  const array before = v.copy;
  const array read = compare(
      what("reading"), before, {}, [&] { return reading_of(at(v.value, one)); },
      [&] { return before.at(test::subscripted(before.shape, to)); });
  switch (m.in.byte() % 4) {
  case 0: {
    const auto e = v.value + 1.;
    compare(
        what("reading an expression"), before, {}, [&] { return reading_of(at(e, one)); },
        [&] {
          array a = before;
          for (double& x : a.values)
            x += 1;
          return a.at(test::subscripted(a.shape, to));
        });
    return keep(m, read);
  }
  case 1:
    v.copy = compare(
        what("a[...] = a[...]"), before, {},
        [&] {
          at(v.value, one) = at(v.value, other);
          return reading_of(v.value);
        },
        [&] {
          array a = before;
          test::refuse_either(a.shape, to, from);
          const auto p = test::subscripted(a.shape, to);
          p.write(a.values,
                  test::broadcast(a.at(test::subscripted(a.shape, from)), p.shape).values);
          return a;
        });
    break;
  case 2:
    v.copy = compare(
        what("a[...] += a[...]"), before, {},
        [&] {
          at(v.value, one) += at(v.value, other);
          return reading_of(v.value);
        },
        [&] {
          array a = before;
          test::refuse_either(a.shape, to, from);
          const auto p = test::subscripted(a.shape, to);
          const array u = test::broadcast(a.at(test::subscripted(a.shape, from)), p.shape);
          for (std::size_t k = 0; k < p.at.size(); ++k)
            a.values[static_cast<std::size_t>(p.at[k])] += u.values[k];
          return a;
        });
    break;
  default:
    v.copy = compare(
        what("a[...] = 5"), before, {},
        [&] {
          at(v.value, one) = 5.;
          return reading_of(v.value);
        },
        [&] {
          array a = before;
          for (index k : test::subscripted(a.shape, to).at)
            a.values[static_cast<std::size_t>(k)] = 5;
          return a;
        });
  }
  require(alike(reading_of(v.value), v.copy), "what was refused has been written",
          [&] { return what("") + text_of_array(before); });
  assign(v, array(v.copy));
}

/// An index array of the extents E, which are 1 or `dyn`, for an axis of n elements.
template <extent... E> tensor<index, E...> entries(machine& m, index n) {
  auto t = tensor_of_extents<index, E...>([&](std::size_t) { return m.in.number(0, 4); });
  for (index& i : t.storage())
    i = n == 0 || m.in.rarely(16) ? m.argument(n) : m.in.number(-n, n - 1);
  return t;
}

template <class V> void subscripts(machine& m, variable<V>& v) {
  lengths n = v.copy.shape;
  n.resize(4);
  // In a braced tuple, the items are drawn from left to right.
  const auto twice = [&](auto draw) {
    const auto one = draw(), other = draw();
    subscript(m, v, one, other);
  };
  const auto at = [&](index k) { return m.in.rarely(8) ? m.argument(k) : m.in.number(-k, k); };
  if constexpr (V::rank == 1) {
    const unsigned which = m.in.byte();
    switch (which % 3) {
    case 0: return twice([&] { return std::tuple{cut(m, n[0])}; });
    case 1: return twice([&] { return std::tuple{newaxis, cut(m, n[0])}; });
    default:
      if (which < 128)
        return twice([&] { return std::tuple{entries<dyn>(m, n[0])}; });
      return twice([&] { return std::tuple{entries<dyn, 1>(m, n[0])}; });
    }
  } else if constexpr (V::rank == 2) {
    switch (m.in.byte() % 4) {
    case 0: return twice([&] { return std::tuple{cut(m, n[0]), cut(m, n[1])}; });
    case 1: return twice([&] { return std::tuple{at(n[0]), cut(m, n[1])}; });
    case 2: return twice([&] { return std::tuple{ellipsis, newaxis, at(n[1])}; });
    default: return twice([&] { return std::tuple{cut(m, n[0]), entries<dyn>(m, n[1])}; });
    }
  } else if constexpr (V::rank == 3) {
    switch (m.in.byte() % 3) {
    case 0: return twice([&] { return std::tuple{cut(m, n[0]), cut(m, n[1]), cut(m, n[2])}; });
    case 1: return twice([&] { return std::tuple{cut(m, n[0]), at(n[1]), ellipsis}; });
    default:
      return twice([&] { return std::tuple{entries<dyn>(m, n[0]), at(n[1]), cut(m, n[2])}; });
    }
  } else {
    twice([&] { return std::tuple{cut(m, n[0]), ellipsis, cut(m, n[3])}; });
  }
}

template <class V, class W> void arithmetic(machine& m, variable<V>& v, variable<W>& w) {
  const array &a = v.copy, &b = w.copy;
  switch (m.in.byte() % 3) {
  case 0:
    return keep(m,
                compare(
                    "a + b", a, b.shape, [&] { return reading_of(v.value + w.value); },
                    [&] { return test::mapped([](double x, double y) { return x + y; }, a, b); }));
  case 1:
    return keep(m, compare(
                       "maximum(a, b) - a * 2", a, b.shape,
                       [&] { return reading_of(maximum(v.value, w.value) - v.value * 2.); },
                       [&] {
                         return test::mapped(
                             [](double x, double y) {
                               return (std::isnan(x) || x > y ? x : std::isnan(y) ? y : y) - x * 2;
                             },
                             a, b);
                       }));
  default:
    if constexpr (V::rank >= W::rank) {
      const array before = a;
      v.copy = compare(
          "a += b", before, b.shape,
          [&] {
            v.value += w.value;
            return reading_of(v.value);
          },
          [&] {
            return test::mapped([](double x, double y) { return x + y; }, before,
                                test::broadcast(b, before.shape));
          });
      require(alike(reading_of(v.value), v.copy), "a += b was refused and has been done",
              [&] { return text_of_array(before); });
      assign(v, array(v.copy));
    }
  }
}

double best(const std::vector<double>& row, bool largest, bool place) {
  test::refuse_unless(!row.empty(), {.value = true});
  std::size_t at = 0;
  for (std::size_t k = 1; k < row.size(); ++k)
    if (!std::isnan(row[at]) &&
        (std::isnan(row[k]) || (largest ? row[k] > row[at] : row[k] < row[at])))
      at = k;
  return place ? static_cast<double>(at) : row[at];
}
double total(const std::vector<double>& row) {
  double s = 0;
  for (double x : row)
    s += x;
  return s;
}

template <class V, class... A> void reductions(machine& m, variable<V>& v, A... axes) {
  const array& a = v.copy;
  std::vector<std::size_t> which{static_cast<std::size_t>(A::value)...};
  if (which.empty())
    for (std::size_t k = 0; k < V::rank; ++k)
      which.push_back(k);
  const auto one = [&](std::string_view what, auto run, auto f) {
    keep(m, compare(
                what, a, lengths(which.begin(), which.end()), [&] { return reading_of(run()); },
                [&] { return test::reduced(a, which, false, f); }));
  };
  // An extreme over an axis of size 0 is refused, even if the result is empty.
  const auto extreme = [&](std::string_view what, auto run, auto f) {
    keep(m, compare(
                what, a, lengths(which.begin(), which.end()), [&] { return reading_of(run()); },
                [&] {
                  const array r = test::reduced(a, which, false, f);
                  for (std::size_t k : which)
                    test::refuse_unless(a.shape[k] > 0, {.value = true});
                  return r;
                }));
  };
  switch (m.in.byte() % 6) {
  case 0: return one("sum", [&] { return sum(v.value, axes...); }, total);
  case 1:
    return extreme(
        "max", [&] { return max(v.value, axes...); },
        [](const auto& row) { return best(row, true, false); });
  case 2:
    if constexpr (sizeof...(A) < 2)
      return extreme(
          "argmin", [&] { return argmin(v.value, axes...); },
          [](const auto& row) { return best(row, false, true); });
    return;
  case 3:
    return one(
        "mean of an expression", [&] { return mean(v.value + 1., axes...); },
        [](std::vector<double> row) {
          for (double& x : row)
            x += 1;
          return total(row) / static_cast<double>(row.size());
        });
  case 4:
    return keep(m, compare(
                       "any of a view", a, lengths(which.begin(), which.end()),
                       [&] { return reading_of(any(v.value[rev()], axes...)); },
                       [&] {
                         lengths backwards;
                         for (index k = a.shape[0]; k > 0; --k)
                           backwards.push_back(k - 1);
                         return test::reduced(a.at(test::along_axis(a.whole(), 0, backwards)),
                                              which, false, [](const auto& row) {
                                                return std::ranges::any_of(
                                                           row, [](double x) { return x != 0; })
                                                           ? 1.
                                                           : 0.;
                                              });
                       }));
  default:
    return one(
        "count_nonzero", [&] { return count_nonzero(v.value, axes...); },
        [](const auto& row) {
          return static_cast<double>(std::ranges::count_if(row, [](double x) { return x != 0; }));
        });
  }
}

template <class V, index K> void functions(machine& m, variable<V>& v, constant<K> axis) {
  constexpr auto k = static_cast<std::size_t>(K);
  const array a = v.copy;
  const index n = a.shape[k], x = m.argument(n), y = m.argument(n);
  const auto one = [&](std::string_view what, auto run, auto model) {
    keep(m, compare(what, a, {K, x, y}, [&] { return reading_of(run()); }, model));
  };
  const auto moved = [&](std::string_view what, auto run, auto list) {
    one(what, run, [&] { return a.at(test::along_axis(a.whole(), k, list())); });
  };
  switch (m.in.byte() % 12) {
  case 0:
    return moved(
        "roll", [&] { return roll(v.value, x, axis); }, [&] { return test::rolled(n, x); });
  case 1:
    return moved(
        "repeat", [&] { return repeat(v.value, x, axis); },
        [&] {
          index total = 0;
          test::refuse_unless(x >= 0 && !__builtin_mul_overflow(n, x, &total), {.value = true});
          test::counted_size({total});
          return test::repeated(n, lengths(static_cast<std::size_t>(n), x));
        });
  case 2: {
    std::vector<index> counts(static_cast<std::size_t>(n) + (m.in.rarely(8) ? 1 : 0));
    for (index& c : counts)
      c = m.in.rarely(16) ? m.argument(3) : m.in.number(0, 3);
    return moved(
        "repeat by counts " + listed(counts), [&] { return repeat(v.value, counts, axis); },
        [&] { return test::repeated(n, counts); });
  }
  case 3:
    return moved(
        "flip", [&] { return flip(v.value, axis); },
        [&] {
          lengths l = test::rolled(n, 0);
          std::ranges::reverse(l);
          return l;
        });
  case 4: {
    const auto mode = m.in.byte() % 5;
    index widths[V::rank][2] = {};
    widths[k][0] = x;
    widths[k][1] = y;
    return moved(
        "pad, mode " + std::to_string(mode),
        [&] { return pad(v.value, widths, static_cast<pad_mode>(mode)); },
        [&] { return test::padded(n, x, y, static_cast<test::border>(mode)); });
  }
  case 5:
    return one(
        "sort", [&] { return sort(v.value, axis); },
        [&] {
          return test::along(a, k, [](std::vector<double> row) {
            std::ranges::sort(row, [](double p, double q) {
              return std::isnan(p) ? false : std::isnan(q) || p < q;
            });
            return row;
          });
        });
  case 6:
    return one(
        "cumsum", [&] { return cumsum(v.value, axis); },
        [&] {
          return test::along(a, k, [](std::vector<double> row) {
            for (std::size_t i = 1; i < row.size(); ++i)
              row[i] += row[i - 1];
            return row;
          });
        });
  case 7: {
    const auto list = entries<dyn>(m, n);
    return one(
        "take" + text_of(list),
        [&] {
          dtensor<double, V::rank> r;
          if (list.size() == 1)
            r = take(v.value, tensor<index, 1>(list), axis);
          else
            r = take(v.value, list, axis);
          return r;
        },
        [&] {
          lengths l = flat(list);
          for (index& i : l) {
            test::refuse_unless(i >= -n && i < n, {.index = true});
            i += i < 0 ? n : 0;
          }
          return a.at(test::along_axis(a.whole(), k, l));
        });
  }
  case 8:
    return one(
        "concat", [&] { return concat(axis, v.value, v.value + 1.); },
        [&] {
          array b = a;
          for (double& e : b.values)
            e += 1;
          return test::joined(k, a, b);
        });
  case 9:
    return one(
        "reshape", [&] { return reshape(v.value, x, y); },
        [&] {
          return array{test::reshaped(static_cast<index>(a.values.size()), {x, y}), a.values};
        });
  case 10: {
    const index last = a.shape.back();
    return one(
        "tile", [&] { return tile(v.value, x); },
        [&] { return a.at(test::along_axis(a.whole(), V::rank - 1, test::tiled(last, x))); });
  }
  default:
    return one(
        "clip of where", [&] { return clip(where(v.value > 0., v.value, 3.), 1., 5.); },
        [&] {
          array r = a;
          for (double& e : r.values)
            e = std::clamp(e > 0 ? e : 3, 1., 5.);
          return r;
        });
  }
}

template <class V> void moves(machine& m, variable<V>& v) {
  const array a = v.copy;
  std::vector<std::size_t> order;
  for (std::size_t k = V::rank; k > 0; --k)
    order.push_back(k - 1);
  if (m.in.rarely(2))
    return keep(m, compare(
                       "transpose", a, {}, [&] { return reading_of(transpose(v.value)); },
                       [&] { return a.at(a.whole().turned(order)); }));
  const index x = m.argument(3);
  keep(m, compare(
              "broadcast_to", a, {x},
              [&] {
                return std::apply(
                    [&](auto... n) { return reading_of(broadcast_to(v.value, x, n...)); },
                    v.value.shape());
              },
              [&] {
                lengths to = a.shape;
                to.insert(to.begin(), x);
                return test::broadcast(a, to);
              }));
}

using d1 = dtensor<double, 1>;
using d2 = dtensor<double, 2>;
using d3 = dtensor<double, 3>;
using d4 = dtensor<double, 4>;
using s1 = tensor<double, 3>;
using s2 = tensor<double, 2, 3>;
using n1 = tensor<double, features>;
using n2 = tensor<double, batch, features>;
using p3 = tensor<double, 2, dyn, 3>;

#define STRIA_STEP(...) [](machine& m) { __VA_ARGS__; }
#define STRIA_OF(T) m.of<T>()
constexpr void (*steps[])(machine&) = {
    STRIA_STEP(make(m, m.of<tensor<double>>())),
    STRIA_STEP(make(m, STRIA_OF(d1))),
    STRIA_STEP(make(m, STRIA_OF(d2))),
    STRIA_STEP(make(m, STRIA_OF(d3))),
    STRIA_STEP(make(m, STRIA_OF(d4))),
    STRIA_STEP(make(m, STRIA_OF(s1))),
    STRIA_STEP(make(m, STRIA_OF(s2))),
    STRIA_STEP(make(m, STRIA_OF(n2))),
    STRIA_STEP(subscripts(m, STRIA_OF(d1))),
    STRIA_STEP(subscripts(m, STRIA_OF(d2))),
    STRIA_STEP(subscripts(m, STRIA_OF(d3))),
    STRIA_STEP(subscripts(m, STRIA_OF(d4))),
    STRIA_STEP(subscripts(m, STRIA_OF(s1))),
    STRIA_STEP(subscripts(m, STRIA_OF(n2))),
    STRIA_STEP(subscripts(m, STRIA_OF(p3))),
    STRIA_STEP(arithmetic(m, STRIA_OF(d1), m.of<tensor<double>>())),
    STRIA_STEP(arithmetic(m, STRIA_OF(d2), STRIA_OF(d1))),
    STRIA_STEP(arithmetic(m, STRIA_OF(d2), STRIA_OF(d3))),
    STRIA_STEP(arithmetic(m, STRIA_OF(d3), STRIA_OF(s2))),
    STRIA_STEP(arithmetic(m, STRIA_OF(n2), STRIA_OF(n1))),
    STRIA_STEP(reductions(m, STRIA_OF(d1))),
    STRIA_STEP(reductions(m, STRIA_OF(d2), _1)),
    STRIA_STEP(reductions(m, STRIA_OF(d3), _0)),
    STRIA_STEP(reductions(m, STRIA_OF(d3), _0, _2)),
    STRIA_STEP(reductions(m, STRIA_OF(n2), _0)),
    STRIA_STEP(functions(m, STRIA_OF(d1), _0)),
    STRIA_STEP(functions(m, STRIA_OF(d2), _0)),
    STRIA_STEP(functions(m, STRIA_OF(d3), _1)),
    STRIA_STEP(moves(m, STRIA_OF(d2))),
    STRIA_STEP(moves(m, STRIA_OF(d3))),
};
#undef STRIA_OF
#undef STRIA_STEP

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  machine m{input(data, size)};
  std::apply([](auto&... v) { ((v.copy = reading_of(v.value)), ...); }, m.all);
  for (int k = 0; k < 30 && !m.in.done(); ++k)
    steps[m.in.byte() % std::size(steps)](m);
  return 0;
}
