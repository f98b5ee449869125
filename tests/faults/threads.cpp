// SPDX-License-Identifier: BSL-1.0
// An exception that is thrown on any thread of a loop reaches the caller.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <stdexcept>
#include <string>

using namespace stria;

namespace {

struct three_threads {
  three_threads() {
    set_num_threads(3);
    set_parallel_threshold(100);
  }
  ~three_threads() {
    set_num_threads(1);
    set_parallel_threshold(65536);
  }
};

// It is stateless, so several threads may call it.
struct fails_on_negative {
  int operator()(int x) const {
    if (x < 0)
      throw std::runtime_error(std::to_string(x));
    return x;
  }
};

} // namespace

TEST_CASE("a function throws on any thread") {
  const three_threads on;
  dtensor<int, 2> a(60, 100), r(60, 100), other(2, 2);
  other = 5;
  for (stria::index i = 0; i < 6000; i += 599) {
    a.data()[i] = -7;
    CHECK_THROWS_WITH(r = map(fails_on_negative{}, a), "-7");
    CHECK_THROWS_WITH(r += map(fails_on_negative{}, a), "-7");
    CHECK_THROWS_WITH(other = map(fails_on_negative{}, a), "-7");
    CHECK_THROWS_WITH(eval(sum(map(fails_on_negative{}, a), _1)), "-7");
    CHECK_THROWS_WITH(eval(sum(map(fails_on_negative{}, a), _0)), "-7");
    CHECK_THROWS_WITH(sum(map(fails_on_negative{}, a)), "-7");
    CHECK_THROWS_WITH(eval(cumsum(map(fails_on_negative{}, a), _1)), "-7");
    a.data()[i] = 1;
    r = map(fails_on_negative{}, a);
    CHECK(r.data()[i] == 1);
  }
  CHECK(other.size() == 4);
  CHECK(other(1, 1) == 5);
}
