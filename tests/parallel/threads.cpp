// SPDX-License-Identifier: BSL-1.0
// stria::parallel: which loops run on several threads, and how exceptions are handled.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace stria;

namespace {

std::mutex seen_mutex;
std::set<std::thread::id> seen;
std::size_t awaited = 1;
std::chrono::steady_clock::time_point deadline;

// It is stateless, so several threads may call it. Each thread waits for the others, because
// otherwise the first one could do all the work before the others start.
struct note_thread {
  float operator()(float x) const {
    for (;;) {
      {
        const std::lock_guard lock(seen_mutex);
        seen.insert(std::this_thread::get_id());
        if (seen.size() >= awaited || std::chrono::steady_clock::now() > deadline)
          return x;
      }
      std::this_thread::yield();
    }
  }
};

/// The number of threads on which f runs. Each of them waits until n threads have begun.
template <class F> std::size_t threads_of(std::size_t n, F f) {
  seen.clear();
  awaited = n;
  deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  f();
  return seen.size();
}

// A function object with state that several threads may call, like some functions of the library.
struct on_this_thread {
  [[maybe_unused]] static constexpr const char* text = "on_this_thread";
  std::thread::id id;
  float operator()(float x) const { return std::this_thread::get_id() == id ? x : -1.f; }
};

struct three_threads {
  three_threads() {
    set_num_threads(3);
    set_parallel_threshold(1000);
  }
  ~three_threads() {
    set_num_threads(1);
    detail::parallel_elements.store(-1); // the rule that holds at first
  }
};

} // namespace

TEST_CASE("at first the work of a loop decides whether it runs on several threads") {
  const three_threads on;
  detail::parallel_elements.store(-1);
  dtensor<float, 1> few = full(0.5f, 30000), many = full(0.5f, 300000);
  dtensor<float, 1> r(few.size()), sums(many.size());
  const auto threads = [](const std::string& route) {
    return route.substr(route.find("threads: "));
  };
  const std::string single = "threads: 1\n", split = "threads: 3\n";
  // additions: split loads and results of four bytes
  CHECK(threads(explain_route(r, few + 1.f)).starts_with(single));
  CHECK(threads(explain_route(sums, many + 1.f)).starts_with(split));
  // calls of <cmath> and of functions whose cost is unknown
  CHECK(threads(explain_route(r, exp(few))).starts_with(split));
  const auto user = [](float x) { return x; };
  CHECK(threads(explain_route(r, map(user, few))).starts_with(split));
  CHECK(threads(explain_route(r[range(_, 1000)], exp(few[range(_, 1000)]))).starts_with(single));
  set_parallel_threshold(30000);
  CHECK(threads(explain_route(r, few + 1.f)).starts_with(split));
}

TEST_CASE("each chunk of a loop runs once, also with more threads than shares") {
  for (const int threads : {1, 2, 3, 70}) {
    set_num_threads(threads);
    for (const index n : {1, 5, 64, 1000})
      for (const int each : {1, 4}) {
        std::vector<std::atomic<int>> runs(static_cast<std::size_t>(n));
        detail::for_chunks(
            n, 3,
            [&](index first, index last) {
              for (index k = first; k < last; ++k)
                runs[static_cast<std::size_t>(k)]++;
            },
            each);
        CAPTURE(threads, n, each);
        CHECK(std::ranges::all_of(runs, [](const auto& count) { return count == 1; }));
      }
  }
  set_num_threads(1);
}

TEST_CASE("the program sets the number of threads") {
  CHECK(num_threads() >= 1);
  const three_threads on;
  CHECK(num_threads() == 3);
  CHECK_THROWS_AS(set_num_threads(0), value_error);
  CHECK_THROWS_AS(set_num_threads(-2), value_error);
  CHECK_THROWS_AS(set_parallel_threshold(-1), value_error);
  CHECK(num_threads() == 3);
}

TEST_CASE("large loops run on several threads, small ones on one") {
  const three_threads on;
  dtensor<float, 2> a(300, 400), r(300, 400);
  CHECK(threads_of(3, [&] { r = map(note_thread{}, a) + 1.f; }) == 3);
  CHECK(threads_of(3, [&] { r += map(note_thread{}, a); }) == 3);
  CHECK(threads_of(3, [&] { static_cast<void>(eval(map(note_thread{}, a[_, rev()]))); }) == 3);
  CHECK(threads_of(3, [&] { static_cast<void>(sum(map(note_thread{}, a))); }) == 3);
  CHECK(threads_of(3, [&] { static_cast<void>(eval(sum(map(note_thread{}, a), _0))); }) == 3);
  CHECK(threads_of(3, [&] { static_cast<void>(eval(sum(map(note_thread{}, a), _1))); }) == 3);
  CHECK(threads_of(3, [&] { static_cast<void>(eval(cumsum(map(note_thread{}, a), _0))); }) == 3);
  CHECK(threads_of(3, [&] { static_cast<void>(eval(cumsum(map(note_thread{}, a), _1))); }) == 3);
  CHECK(threads_of(3, [&] { static_cast<void>(eval(argmax(map(note_thread{}, a), _0))); }) == 3);
  CHECK(threads_of(3, [&] { static_cast<void>(eval(argmin(map(note_thread{}, a), _1))); }) == 3);
  CHECK(threads_of(3, [&] { static_cast<void>(argmax(map(note_thread{}, a))); }) == 3);
  dtensor<float, 2> small(20, 20);
  CHECK(threads_of(1, [&] { static_cast<void>(eval(map(note_thread{}, small))); }) == 1);
  set_num_threads(1);
  CHECK(threads_of(1, [&] { r = map(note_thread{}, a); }) == 1);
}

TEST_CASE("explain_route says how many threads run") {
  set_num_threads(3);
  dtensor<float, 2> a(400, 500), r(400, 500), b(100, 500), s(100, 500);
  const auto threads = [](const std::string& text) {
    const std::size_t at = text.find("threads: ");
    REQUIRE(at != std::string::npos);
    return text.substr(at + 9, text.find('\n', at) - at - 9);
  };
  CHECK(threads(explain_route(r, a + 1.f)) == "3");
  CHECK(threads(explain_route(r, a / sum(a, _1, keepdims))) == "3");
  CHECK(threads(explain_route(dtensor<float, 2>(2000, 2000), 2.f)) == "3");
  CHECK(threads(explain_route(r[a > 0.f], 2.f)) == "3");
  CHECK(threads(explain_route(s, b + 1.f)) == "1");
  CHECK(threads(explain_route(r[range(1, _)], r[range(_, -1)] + 1.f)) == "3");
  CHECK(threads(explain_route(b[range(1, _)], b[range(_, -1)] + 1.f)) == "1");
  float last = 0;
  CHECK(threads(explain_route(r, map([&](float x) { return last += x; }, a))) == "1");
  set_num_threads(1);
}

TEST_CASE("a stateful function is called by one thread, in order") {
  const three_threads on;
  dtensor<int, 1> a(5000);
  int calls = 0;
  const dtensor<int, 1> r = map([&calls](int) { return calls++; }, a);
  CHECK(calls == 5000);
  bool ordered = true;
  for (stria::index i = 0; i < 5000; ++i)
    ordered = ordered && r(i) == static_cast<int>(i);
  CHECK(ordered);
}

TEST_CASE("a stateful function of assign_with is called by one thread") {
  const three_threads on;
  dtensor<int, 1> t(5000), u(5000);
  dtensor<bool, 1> mask(5000);
  mask = true;
  int calls = 0;
  const auto note = [&calls](int, int) { return calls++; };
  assign_with(t, u, note);
  CHECK(calls == 5000);
  CHECK(t(4999) == 4999);
  assign_with(t[mask], 1, note);
  CHECK(calls == 10000);
  CHECK(t(4999) == 9999);
}

TEST_CASE("a slice of a stateful function, in slabs, is computed by one thread") {
  const three_threads on;
  dtensor<float, 2> a(600, 500), r(600, 500);
  a = 1;
  std::set<std::thread::id> callers;
  const auto note = [&callers](float x) {
    callers.insert(std::this_thread::get_id());
    return x;
  };
  r = map(note, a)[rev()] / sum(a, _1, keepdims);
  CHECK(callers == std::set{std::this_thread::get_id()});
  CHECK(r(0, 0) == 1.f / 500);
  CHECK(r(599, 499) == 1.f / 500);
}

TEST_CASE("the first of several exceptions in the order of the elements is thrown") {
  const three_threads on;
  dtensor<int, 1> a(50000), r(50000);
  for (stria::index i = 0; i < a.size(); ++i)
    a(i) = static_cast<int>(i);
  const auto fails = [](int x) {
    if (x % 10000 == 9999)
      throw std::runtime_error(std::to_string(x));
    return x;
  };
  CHECK_THROWS_WITH(r = map(fails, a), "9999");
  // The threads can be used again.
  r = a + 1;
  CHECK(r(49999) == 50000);
}

#if defined(_OPENMP)
TEST_CASE("a loop within a parallel region runs on the calling thread") {
  const three_threads on;
  std::atomic<int> wrong{0};
#pragma omp parallel for num_threads(2)
  for (int k = 0; k < 4; ++k) {
    dtensor<float, 1> a(20000);
    a = static_cast<float>(k);
    const auto here = std::this_thread::get_id();
    const dtensor<float, 1> r = map(on_this_thread{here}, a);
    if (!static_cast<bool>(all_of(r == static_cast<float>(k))))
      ++wrong;
  }
  CHECK(wrong == 0);
}
#endif
