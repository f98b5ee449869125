// SPDX-License-Identifier: BSL-1.0
// Several threads of the user call the library at the same time: each row of the table of threads
// in docs/reliability.md that promises safety on the host.
#include "catch.hpp"

#include <stria/random.hpp>
#include <stria/stria.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace stria;
using stria::index;

namespace {

/// Calls f(k) on n threads of the program, which begin together. Returns true if all calls did.
template <class F> bool on_users(int n, const F& f) {
  std::atomic<int> begun{0}, right{0};
  {
    std::vector<std::jthread> users;
    for (int k = 0; k < n; ++k)
      users.emplace_back([&, k] {
        ++begun;
        while (begun < n)
          std::this_thread::yield();
        try {
          if (f(k))
            ++right;
        } catch (...) { // the thread is not counted
        }
      });
  }
  return right == n;
}

/// The loops of each user run on two more threads of the library.
struct three_threads {
  three_threads() {
    set_num_threads(3);
    set_parallel_threshold(1000);
  }
  ~three_threads() {
    set_num_threads(1);
    set_parallel_threshold(65536);
  }
};

/// Counts down when a thread ends, also by an exception.
struct at_end {
  std::atomic<int>& working;
  ~at_end() { --working; }
};

/// Compares shapes and elements without the loops of the library.
template <class T> bool same(const T& a, const T& b) {
  return a.shape() == b.shape() && std::ranges::equal(a.storage(), b.storage());
}

template <class E> std::string text_of(const E& e) {
  std::ostringstream s;
  s << e;
  return s.str();
}

dtensor<float, 2> noise(index rows, index columns, unsigned seed) {
  random::generator g(seed);
  return eval(random::normal<float>(g, rows, columns));
}

constexpr int users = 4;

} // namespace

TEST_CASE("threads read one tensor, view and expression") {
  const three_threads on;
  const dtensor<float, 2> a = noise(60, 70, 1);
  const auto view = a[rev(), range(_, _, 2)];
  const auto e = a * 2.f - mean(a, _1, keepdims);
  const auto positive = a > 0.f;
  const tensor<index, 4> list{59, 3, -1, 3};
  const auto read = [&] {
    return std::tuple(dtensor<float, 2>(a), dtensor<float, 2>(view), dtensor<float, 2>(e),
                      eval(e[range(5, _), rev()]), eval(view[list]), eval(a[positive]),
                      eval(sum(view, _0)), eval(cumsum(e, _1)), eval(sort(a, _0)),
                      tensor<float, 3>{sum(a), max(view), sum(e)}, a(7, 8));
  };
  const auto wanted = read();
  const std::string text = text_of(view), e_text = text_of(e);
  const bool right = on_users(users, [&](int) {
    bool good = true;
    for (int again = 0; again < 10; ++again) {
      const auto got = read();
      [&]<std::size_t... K>(std::index_sequence<K...>) {
        const auto equal = []<class T>(const T& x, const T& y) {
          if constexpr (std::is_same_v<T, float>)
            return x == y;
          else
            return same(x, y);
        };
        good = good && (equal(std::get<K>(got), std::get<K>(wanted)) && ...);
      }(std::make_index_sequence<std::tuple_size_v<decltype(wanted)>>());
      good = good && text_of(view) == text && text_of(e) == e_text;
    }
    return good;
  });
  CHECK(right);
}

TEST_CASE("each thread prints with its own options") {
  const dtensor<double, 1> a = eval(arange<double>(20) / 3.);
  const auto text = [&](int digits) {
    const print_scope scope({.precision = digits});
    return text_of(a);
  };
  const std::vector<std::string> wanted{text(1), text(2), text(3), text(4)};
  const bool right = on_users(users, [&](int k) {
    set_print_options({.precision = k + 1});
    bool good = true;
    for (int again = 0; again < 20; ++again)
      good = good && text_of(a) == wanted[static_cast<std::size_t>(k)];
    return good;
  });
  CHECK(right);
  CHECK(text_of(a) == text(8));
}

TEST_CASE("threads write disjoint views of one tensor") {
  const three_threads on;
  const index n = 4003;
  dtensor<float, 2> rows(users * 8, 500), columns(500, users * 3 + 1);
  dtensor<bool, 1> flags(n);
  dtensor<bool, 2> flag_rows(users, 1501);
  const dtensor<float, 2> a = noise(8, 500, 2);
  const tensor<index, 3> list{0, 2, 4};
  const bool right = on_users(users, [&](int k) {
    const auto value = static_cast<float>(k);
    auto own = rows[range(8 * k, 8 * k + 8)];
    // Neighbouring elements belong to different threads.
    auto own_columns = columns[_, range(k, _, users)];
    auto own_flags = flags[range(k, _, users)];
    for (int again = 0; again < 10; ++again) {
      own = a + value;
      own[list] += 1.f;
      own[own > 2.f] = -1.f;
      own_columns = value;
      own_columns += 1.f;
      own_flags = false;
      own_flags[range(_, _, 2)] = true;
      flag_rows[k] = arange(1501) % (k + 2) == 0;
    }
    return true;
  });
  CHECK(right);
  bool good = true;
  for (index i = 0; i < users * 8; ++i)
    for (index j = 0; j < 500; ++j) {
      const float x = a(i % 8, j) + static_cast<float>(i / 8),
                  y = i % 8 % 2 == 0 && i % 8 < 5 ? x + 1.f : x;
      good = good && rows(i, j) == (y > 2.f ? -1.f : y);
    }
  CHECK(good);
  for (index i = 0; i < 500; ++i)
    for (index j = 0; j < users * 3 + 1; ++j)
      good = good && columns(i, j) == static_cast<float>(j % users) + 1.f;
  CHECK(good);
  for (index i = 0; i < n; ++i)
    good = good && flags(i) == (i / users % 2 == 0);
  CHECK(good);
  for (index i = 0; i < users; ++i)
    for (index j = 0; j < 1501; ++j)
      good = good && flag_rows(i, j) == (j % (i + 2) == 0);
  CHECK(good);
}

TEST_CASE("each thread uses its own generator and function") {
  const three_threads on;
  const dtensor<int, 1> zero(2000);
  const auto compute = [&](int k) {
    random::generator g(static_cast<unsigned>(k));
    auto normal = eval(random::normal<float>(g, 40, 50));
    auto dice = eval(random::integers(g, 1, 7, 500));
    random::shuffle(g, dice);
    int calls = k;
    dtensor<int, 1> counted = map([&calls](int x) { return x + calls++; }, zero);
    return std::tuple(std::move(normal), std::move(dice), std::move(counted));
  };
  std::vector<decltype(compute(0))> wanted;
  for (int k = 0; k < users; ++k)
    wanted.push_back(compute(k));
  const bool right = on_users(users, [&](int k) {
    const auto& [normal, dice, counted] = wanted[static_cast<std::size_t>(k)];
    bool good = true;
    for (int again = 0; again < 5; ++again) {
      const auto got = compute(k);
      good = good && same(std::get<0>(got), normal) && same(std::get<1>(got), dice) &&
             same(std::get<2>(got), counted);
    }
    return good;
  });
  CHECK(right);
}

TEST_CASE("a thread changes the number of threads and the threshold while loops run") {
  const three_threads on;
  const dtensor<float, 2> a = noise(120, 90, 3);
  const auto read = [&] {
    return std::tuple(eval(a * 2.f - mean(a, _1, keepdims)), eval(sum(a, _0)), eval(sum(a, _1)),
                      eval(cumsum(a, _0)), eval(sort(a, _1)), tensor<float, 1>{sum(a)});
  };
  const auto wanted = read();
  std::atomic<int> working{users};
  const bool right = on_users(users + 1, [&](int k) {
    if (k == users) {
      for (int n = 0; working > 0; ++n) {
        set_num_threads(n % 4 + 1);
        set_parallel_threshold(n % 3 == 0 ? 0 : n % 3 * 7000);
        std::this_thread::yield();
      }
      return true;
    }
    const at_end last{working};
    bool good = true;
    for (int again = 0; again < 20; ++again)
      good = good && [&]<std::size_t... K>(const auto& got, std::index_sequence<K...>) {
        return (same(std::get<K>(got), std::get<K>(wanted)) && ...);
      }(read(), std::make_index_sequence<std::tuple_size_v<decltype(wanted)>>());
    return good;
  });
  CHECK(right);
}

namespace {

std::atomic<std::size_t> allocated{0}, released{0};
const memory_source counting{[](std::size_t bytes) {
                               allocated += bytes;
                               return std::malloc(bytes);
                             },
                             [](void* memory, std::size_t bytes) {
                               released += bytes;
                               std::free(memory);
                             }};

} // namespace

TEST_CASE("threads allocate and free large tensors while the source and the limit change") {
  set_num_threads(1);
  set_memory_limit(std::size_t{1} << 22);
  std::mutex shared_mutex;
  std::vector<dtensor<int, 1>> shared; // by another thread than the one that frees them
  std::atomic<int> working{users};
  const bool right = on_users(users + 1, [&](int k) {
    if (k == users) {
      bool good = true;
      for (int n = 0; working > 0; ++n) {
        set_memory_source(n % 3 == 0 ? &counting : nullptr);
        set_memory_limit(std::size_t{1} << (18 + n % 5));
        if (n % 7 == 0)
          release_memory();
        good = good && kept_memory() <= std::size_t{1} << 22;
        std::this_thread::yield();
      }
      set_memory_source(nullptr);
      return good;
    }
    const at_end last{working};
    bool good = true;
    for (int again = 0; again < 100; ++again) {
      // From 80 to 160 KB: sizes of which some can use the same blocks.
      const index n = 20000 + 5000 * ((k + again) % 5);
      dtensor<int, 1> t = full<int>(k, n);
      const dtensor<int, 1> u = t + again;
      dtensor<int, 1> other;
      {
        const std::lock_guard lock(shared_mutex);
        shared.push_back(std::move(t));
        if (shared.size() > 6) {
          other = std::move(shared.front());
          shared.erase(shared.begin());
        }
      }
      good = good && std::ranges::count(u.storage(), k + again) == n;
      if (other.size() > 0)
        good = good && std::ranges::count(other.storage(), other(0)) == other.size();
    }
    return good;
  });
  CHECK(right);
  shared.clear();
  CHECK(allocated == released);
  set_memory_limit(0);
  CHECK(kept_memory() == 0);
}
