// SPDX-License-Identifier: BSL-1.0
// Index arrays of rank 1 to 3 whose extents are any mix of a static 1, another static size and a
// dynamic size, in all kinds of subscripts: reads and updates are compared with loops over lists of
// positions.
#include "catch.hpp"
#include "model.hpp"
#include "values.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

using namespace stria;
using test::picks;

namespace {

int wrapped_product(int a, int b) {
  return static_cast<int>(static_cast<unsigned>(a) * static_cast<unsigned>(b));
}

/// The entries of an index array, or an axis that is not indexed. The index arrays that the model
/// receives are adjacent in the subscript.
struct entries {
  std::vector<stria::index> shape, at;
};
using item = std::optional<entries>;
const item whole;

template <class A> item listed(const A& a) {
  return entries{test::shape(a), {a.data(), a.data() + a.size()}};
}
/// The same entries in an array with other sizes.
template <class A> item listed(const A& a, std::vector<stria::index> shape) {
  return entries{std::move(shape), {a.data(), a.data() + a.size()}};
}

/// The positions in a tensor of the sizes n that a subscript selects.
picks selected(const std::vector<stria::index>& n, const std::vector<item>& items) {
  std::vector<stria::index> batch;
  for (const item& i : items)
    if (i)
      batch.insert(batch.begin(), i->shape.size() - std::min(i->shape.size(), batch.size()), 1);
  for (const item& i : items)
    for (std::size_t k = 0; i && k < i->shape.size(); ++k)
      if (i->shape[k] != 1)
        batch[batch.size() - i->shape.size() + k] = i->shape[k];
  picks p;
  std::size_t first = items.size();
  for (std::size_t k = 0; k < items.size(); ++k) {
    if (!items[k])
      p.shape.push_back(n[k]);
    else if (first == items.size()) {
      first = k;
      p.shape.insert(p.shape.end(), batch.begin(), batch.end());
    }
  }
  const picks all = picks::whole(n);
  picks::each(p.shape, [&](const std::vector<stria::index>& where) {
    std::vector<stria::index> from;
    std::size_t axis = 0; // of the result, for the axes that are not indexed
    for (std::size_t k = 0; k < items.size(); ++k) {
      axis += k == first ? batch.size() : 0;
      if (!items[k]) {
        from.push_back(where[axis++]);
        continue;
      }
      const entries& e = *items[k];
      std::size_t flat = 0;
      for (std::size_t a = 0; a < e.shape.size(); ++a) {
        const auto at = static_cast<std::size_t>(where[first + batch.size() - e.shape.size() + a]);
        flat = flat * static_cast<std::size_t>(e.shape[a]) + (e.shape[a] == 1 ? 0 : at);
      }
      from.push_back(e.at[flat] < 0 ? e.at[flat] + n[k] : e.at[flat]);
    }
    p.at.push_back(all.place(from));
  });
  return p;
}

template <class T> std::vector<int> elements_of(const T& t) {
  return {t.data(), t.data() + t.size()};
}
void require_equal(const std::vector<int>& a, const std::vector<int>& b) { REQUIRE(a == b); }
void require_read(const std::vector<stria::index>& shape, const std::vector<int>& found,
                  const std::vector<int>& source, const picks& p) {
  REQUIRE(shape == p.shape);
  std::vector<int> expected;
  for (const stria::index at : p.at)
    expected.push_back(source[static_cast<std::size_t>(at)]);
  REQUIRE(found == expected);
}
void require_updated(const std::vector<int>& found, std::vector<int> source, const picks& p,
                     const std::vector<int>& updates, int (*f)(int, int)) {
  for (std::size_t k = 0; k < p.at.size(); ++k) {
    int& x = source[static_cast<std::size_t>(p.at[k])];
    x = f(x, updates[k]);
  }
  REQUIRE(found == source);
}
int second(int, int b) { return b; }
int sum_of(int a, int b) { return a + b; }
int larger(int a, int b) { return std::max(a, b); }

/// Compares the elements that select(t) refers to with those at the positions p: reads, and updates
/// by numbers and tensors. `Few` leaves out most of the updates.
template <bool Few = false, class T, class Select>
void agree(const T& source, const picks& p, const Select& select) {
  const auto t = test::counted(source);
  const auto before = elements_of(t);
  auto u = eval(select(t));
  require_read(test::shape(u), elements_of(u), before, p);
  for (std::size_t i = 0; i < p.at.size(); ++i)
    u.data()[i] = static_cast<int>(i * 7 % 5 + 20);
  const auto by = elements_of(u);

  T x = t;
  select(x) = 9;
  require_updated(elements_of(x), before, p, by, [](int, int) { return 9; });
  x = t;
  select(x) = u;
  require_updated(elements_of(x), before, p, by, second);
  x = t;
  select(x) += u;
  require_updated(elements_of(x), before, p, by, sum_of);
  if constexpr (!Few) {
    auto r = u;
    r = 0;
    r = select(t);
    require_read(test::shape(r), elements_of(r), before, p);
    x = t;
    select(x) = u + u;
    require_updated(elements_of(x), before, p, by, [](int, int b) { return b + b; });
    x = t;
    select(x) += 10;
    require_updated(elements_of(x), before, p, by, [](int a, int) { return a + 10; });
    x = t;
    select(x) *= u;
    require_updated(elements_of(x), before, p, by, wrapped_product);
    x = t;
    assign_max(select(x), u);
    require_updated(elements_of(x), before, p, by, larger);
    x = t;
    assign_min(select(x), 1);
    require_updated(elements_of(x), before, p, by, [](int a, int) { return std::min(a, 1); });
    x = t;
    assign_with(select(x), u, [](int a, int b) { return 2 * a + b; });
    require_updated(elements_of(x), before, p, by, [](int a, int b) { return 2 * a + b; });
  }
}

/// An index array of the extents E, of `dynamic` elements along a dynamic axis, with entries from
/// -size to size - 1.
template <extent... E> auto index_array(stria::index size, stria::index dynamic) {
  auto a = [&]<std::size_t... K>(std::index_sequence<K...>) {
    return tensor<stria::index, E...>((static_cast<void>(K), dynamic)...);
  }(std::make_index_sequence<(std::size_t{0} + ... + (E.is_static() ? 0 : 1))>());
  for (stria::index i = 0; i < a.size(); ++i)
    a.data()[i] = (3 * i + size - 1) % (2 * size) - size;
  return a;
}

/// Calls f(array) with index arrays of the extents E, of one and of three elements along dynamic
/// axes.
template <extent... E, class F> void each_array(stria::index size, const F& f) {
  f(index_array<E...>(size, 3));
  if constexpr ((!E.is_static() || ...))
    f(index_array<E...>(size, 1));
}
template <extent... Before, class F> void each_of_rank_1(stria::index size, const F& f) {
  each_array<Before..., 1>(size, f);
  each_array<Before..., 3>(size, f);
  each_array<Before..., dyn>(size, f);
}
template <class F> void each_of_rank_2(stria::index size, const F& f) {
  each_of_rank_1<1>(size, f);
  each_of_rank_1<3>(size, f);
  each_of_rank_1<dyn>(size, f);
}
/// Arrays of rank 3 in which each two axes have each pair of kinds of extents.
template <class F> void each_of_rank_3(stria::index size, const F& f) {
  each_array<1, 1, 1>(size, f);
  each_array<1, 3, dyn>(size, f);
  each_array<1, dyn, 3>(size, f);
  each_array<3, 1, dyn>(size, f);
  each_array<3, 3, 3>(size, f);
  each_array<3, dyn, 1>(size, f);
  each_array<dyn, 1, 3>(size, f);
  each_array<dyn, 3, 1>(size, f);
  each_array<dyn, dyn, dyn>(size, f);
  each_array<1, 1, dyn>(size, f);
  each_array<dyn, 1, 1>(size, f);
}

/// Entries that count from the start, which nd indices must do.
template <class A> A from_start(A a, stria::index size) {
  for (auto& i : a.storage())
    i = i < 0 ? i + size : i;
  return a;
}
/// Axis k of the places of an nd index, whose last axis has an element for each indexed axis.
template <class A> item column(const A& a, std::size_t k) {
  entries e{test::shape(a), {}};
  const auto depth = static_cast<std::size_t>(e.shape.back());
  e.shape.pop_back();
  for (auto i = k; i < static_cast<std::size_t>(a.size()); i += depth)
    e.at.push_back(a.data()[i]);
  return e;
}

} // namespace

TEST_CASE("extents of one: an index array of rank 1") {
  each_of_rank_1(5, [](const auto& i) {
    agree(dtensor<int, 1>(5), selected({5}, {listed(i)}), [&](auto& t) { return t[i]; });
    agree<true>(dtensor<int, 2>(5, 4), selected({5, 4}, {listed(i), whole}),
                [&](auto& t) { return t[i, _]; });
    agree<true>(dtensor<int, 3>(2, 5, 3), selected({2, 5, 3}, {whole, listed(i), whole}),
                [&](auto& t) { return take(t, i, _1); });
    // Along new axes.
    const stria::index n = i.size();
    agree<true>(dtensor<int, 1>(5), selected({5}, {listed(i, {n, 1})}),
                [&](auto& t) { return t[i[_, newaxis]]; });
    agree<true>(dtensor<int, 2>(5, 2), selected({5, 2}, {listed(i, {n, 1}), whole}),
                [&](auto& t) { return t[i[_, newaxis], _]; });
  });
  // A source whose extents are 1.
  each_of_rank_1(1, [](const auto& i) {
    agree<true>(tensor<int, 1>(), selected({1}, {listed(i)}), [&](auto& t) { return t[i]; });
    agree<true>(tensor<int, 2, 1>(), selected({2, 1}, {whole, listed(i)}),
                [&](auto& t) { return t[_, i]; });
  });
}

TEST_CASE("extents of one: an index array of rank 2") {
  each_of_rank_2(5, [](const auto& i) {
    agree<true>(dtensor<int, 1>(5), selected({5}, {listed(i)}), [&](auto& t) { return t[i]; });
  });
  const auto all_updates = [](const auto& i) {
    agree(tensor<int, 5>(), selected({5}, {listed(i)}), [&](auto& t) { return t[i]; });
    agree<true>(dtensor<int, 2>(5, 2), selected({5, 2}, {listed(i), whole}),
                [&](auto& t) { return t[i]; });
  };
  each_array<1, 1>(5, all_updates);
  each_array<dyn, 1>(5, all_updates);
  each_array<1, dyn>(5, all_updates);
}

TEST_CASE("extents of one: an index array of rank 3") {
  each_of_rank_3(5, [](const auto& i) {
    agree<true>(dtensor<int, 1>(5), selected({5}, {listed(i)}), [&](auto& t) { return t[i]; });
  });
}

TEST_CASE("extents of one: two index arrays") {
  const auto with = [](const auto& i) {
    const auto pair = [&](const auto& k) {
      agree<true>(dtensor<int, 2>(5, 4), selected({5, 4}, {listed(i), listed(k)}),
                  [&](auto& t) { return t[i, k]; });
    };
    each_array<1>(4, pair);
    if (i.shape().back() == 1)
      each_array<dyn>(4, pair);
  };
  each_array<1>(5, with);
  each_array<1, 1>(5, with);
  each_array<3, 1>(5, with);
  each_array<dyn, 1>(5, with);
  each_array<1, dyn>(5, with);
  // Both along the first axis of their broadcast shape.
  each_array<dyn, 1>(3, [](const auto& i) {
    agree(dtensor<int, 3>(3, 3, 2), selected({3, 3, 2}, {listed(i), listed(i), whole}),
          [&](auto& t) { return t[i, i, _]; });
    agree<true>(dtensor<int, 3>(2, 3, 3), selected({2, 3, 3}, {whole, listed(i), listed(i)}),
                [&](auto& t) { return t[_, i, i]; });
  });
}

TEST_CASE("extents of one: ix_") {
  each_of_rank_1(5, [](const auto& i) {
    each_of_rank_1(4, [&](const auto& k) {
      const auto p = selected({5, 4}, {listed(i, {i.size(), 1}), listed(k, {1, k.size()})});
      agree<true>(dtensor<int, 2>(5, 4), p, [&](auto& t) { return t[ix_(i, k)]; });
    });
  });
  each_array<dyn>(3, [](const auto& i) {
    const tensor<stria::index, 1> one{1};
    const stria::index n = i.size();
    agree(dtensor<int, 3>(3, 2, 3),
          selected({3, 2, 3}, {listed(i, {n, 1, 1}), listed(one), listed(i, {1, 1, n})}),
          [&](auto& t) { return t[ix_(i, one, i)]; });
  });
}

TEST_CASE("extents of one: nd indices") {
  const auto alone = [](const auto& index_) {
    const auto i = from_start(index_, 5);
    agree<true>(dtensor<int, 1>(5), selected({5}, {column(i, 0)}),
                [&](auto& t) { return t[nd(i)]; });
    agree<true>(dtensor<int, 2>(5, 3), selected({5, 3}, {column(i, 0), whole}),
                [&](auto& t) { return t[nd(i)]; });
  };
  each_array<1, 1>(5, alone);
  each_array<3, 1>(5, alone);
  each_array<dyn, 1>(5, alone);
  each_array<1, 1, 1>(5, alone);
  each_array<dyn, 1, 1>(5, alone);
  each_array<1, dyn, 1>(5, alone);
  each_array<1, 3, 1>(5, alone);
  const auto pairs = [](const auto& index_) {
    const auto i = from_start(index_, 3);
    agree<true>(dtensor<int, 2>(3, 4), selected({3, 4}, {column(i, 0), column(i, 1)}),
                [&](auto& t) { return t[nd(i)]; });
  };
  each_array<1, 2>(3, pairs);
  each_array<dyn, 2>(3, pairs);
  each_array<1, 1, 2>(3, pairs);
  each_array<dyn, 1, 2>(3, pairs);
  each_array<1, dyn, 2>(3, pairs);
}

TEST_CASE("extents of one: the functional forms of a scatter") {
  const auto forms = [](const auto& index_) {
    const auto i = from_start(index_, 5);
    const auto p = selected({5}, {column(i, 0)});
    const auto t = test::counted(tensor<int, 5>());
    auto u = eval(t[nd(i)]);
    for (stria::index k = 0; k < u.size(); ++k)
      u.data()[k] = 2 + static_cast<int>(k);
    const auto before = elements_of(t), by = elements_of(u);
    const auto check = [&](const auto& e, const std::vector<int>& source, int (*f)(int, int)) {
      require_updated(elements_of(eval(e)), source, p, by, f);
    };
    check(tensor_scatter_nd_update(t, i, u), before, second);
    check(tensor_scatter_nd_add(t, i, u), before, sum_of);
    check(tensor_scatter_nd_max(t, i, u), before, larger);
    check(scatter_nd(i, u, 5), {0, 0, 0, 0, 0}, sum_of);
    require_equal(elements_of(eval(gather_nd(t, i))), elements_of(eval(t[nd(i)])));
  };
  each_array<1, 1>(5, forms);
  each_array<dyn, 1>(5, forms);
  each_array<1, 1, 1>(5, forms);
  each_array<3, 1, 1>(5, forms);
  each_array<1, dyn, 1>(5, forms);
}

TEST_CASE("extents of one: put, take_along_axis and put_along_axis") {
  each_of_rank_2(6, [](const auto& i) {
    auto t = test::counted(dtensor<int, 2>(2, 3)), model = t;
    require_equal(elements_of(eval(take(t, i))), elements_of(eval(dtensor<int, 1>(ravel(t))[i])));
    put(t, i, 10);
    for (const auto k : i.storage())
      model.data()[k < 0 ? k + 6 : k] = 10;
    require_equal(elements_of(t), elements_of(model));
    const tensor<int, 2> values{20, 21};
    put(t, i, values);
    for (stria::index k = 0; k < i.size(); ++k)
      model.data()[i.data()[k] < 0 ? i.data()[k] + 6 : i.data()[k]] = values[k % 2];
    require_equal(elements_of(t), elements_of(model));
  });
  const auto along = [](const auto& i) {
    // The sizes of the other axes are those of the indices, or 1.
    const stria::index n = i.shape()[0], m = i.shape()[1];
    const auto at = [](stria::index k, stria::index size) { return k < 0 ? k + size : k; };
    auto t = test::counted(dtensor<int, 2>(n, 3)), model = t;
    auto read = eval(take_along_axis(t, i, _1));
    for (stria::index a = 0; a < n; ++a)
      for (stria::index b = 0; b < m; ++b)
        REQUIRE(read[a, b] == t[a, at(i[a, b], 3)]);
    read += 50;
    put_along_axis(t, i, read, _1);
    for (stria::index a = 0; a < n; ++a)
      for (stria::index b = 0; b < m; ++b)
        model[a, at(i[a, b], 3)] = read[a, b];
    require_equal(elements_of(t), elements_of(model));
    auto s = test::counted(dtensor<int, 2>(3, m)), model_0 = s;
    put_along_axis(s, i, 70, _0);
    for (stria::index a = 0; a < n; ++a)
      for (stria::index b = 0; b < m; ++b)
        model_0[at(i[a, b], 3), b] = 70;
    require_equal(elements_of(s), elements_of(model_0));
  };
  each_of_rank_2(3, along);
}

TEST_CASE("extents of one: masks") {
  const tensor<bool, 1> yes{true}, no{false};
  const tensor<bool, 1, 1> square{{true}};
  const tensor<stria::index, 1> one{1};
  const entries first{{1}, {0}}, none{{0}, {}}, second{{1}, {1}};
  agree<true>(tensor<int, 1>(), selected({1}, {first}), [&](auto& t) { return t[yes]; });
  agree<true>(dtensor<int, 1>(1), selected({1}, {none}), [&](auto& t) { return t[no]; });
  agree<true>(tensor<int, 1, 3>(), selected({1, 3}, {first, whole}),
              [&](auto& t) { return t[yes, _]; });
  agree<true>(dtensor<int, 2>(3, 1), selected({3, 1}, {whole, first}),
              [&](auto& t) { return t[_, yes]; });
  agree<true>(dtensor<int, 2>(3, 1), selected({3, 1}, {second, first}),
              [&](auto& t) { return t[one, yes]; });
  agree<true>(tensor<int, 1, 1>(), selected({1, 1}, {first, first}),
              [&](auto& t) { return t[square]; });
  agree<true>(dtensor<int, 3>(1, 1, 2), selected({1, 1, 2}, {first, first, whole}),
              [&](auto& t) { return t[square, _]; });
  each_array<dyn, 1>(3, [&](const auto& i) {
    agree<true>(dtensor<int, 2>(3, 1), selected({3, 1}, {listed(i), first}),
                [&](auto& t) { return t[i, yes]; });
  });
}
