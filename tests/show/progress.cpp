// SPDX-License-Identifier: BSL-1.0
// show/progress.hpp: the text on the terminal over time, with a clock that the test sets.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <stria/ranges.hpp>
#include <stria/show/progress.hpp>

#include <algorithm>
#include <chrono>
#include <forward_list>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace stria;
using stria::index;
using namespace std::chrono_literals;

namespace {

/// A stream, and a clock that the test advances.
struct screen {
  std::ostringstream out;
  std::chrono::nanoseconds now = 5s;

  progress_options options(bool keep = true) {
    return {
        .out = &out, .show = progress_show::always, .keep = keep, .clock = [this] { return now; }};
  }
};

std::vector<int> numbers(int n) {
  std::vector<int> v(static_cast<std::size_t>(n));
  std::iota(v.begin(), v.end(), 1);
  return v;
}

} // namespace

TEST_CASE("a loop shows the fraction, the elapsed and the remaining time") {
  screen s;
  int total = 0;
  for (int k : progress(numbers(4), "epoch", s.options())) {
    total += k;
    s.now += 30s;
  }
  CHECK(total == 10);
  CHECK(s.out.str() == "\repoch   25%  1/4  0:30, 1:30 left"
                       "\repoch   50%  2/4  1:00, 1:00 left"
                       "\repoch   75%  3/4  1:30, 0:30 left"
                       "\repoch  100%  4/4  2:00           "
                       "\repoch  100%  4/4  2:00\n");
}

TEST_CASE("at most ten lines a second") {
  screen s;
  for (int k : progress(numbers(1000), "", s.options())) {
    CHECK(k > 0);
    s.now += 1ms;
  }
  // A line is written every 100 ms, and one at the end.
  const std::string text = s.out.str();
  CHECK(std::count(text.begin(), text.end(), '\r') - std::count(text.begin(), text.end(), '\n') ==
        10);
  CHECK(text.ends_with("\r100%  1000/1000  0:01\n"));
  CHECK(text.starts_with("\r 10%  100/1000  0:00, 0:00 left"));
}

TEST_CASE("views of a tensor, and hours") {
  screen s;
  const tensor t{{1, 2}, {3, 4}};
  int total = 0;
  for (const auto row : progress(subviews(t, _0), "rows", s.options())) {
    total += row[0] * row[1];
    s.now += 3723s;
  }
  CHECK(total == 14);
  CHECK(s.out.str().starts_with("\rrows   50%  1/2  1:02:03, 1:02:03 left"));
  CHECK(s.out.str().ends_with("100%  2/2  2:04:06\n"));
}

TEST_CASE("an lvalue range is not copied, and can be written") {
  screen s;
  auto v = numbers(3);
  for (int& k : progress(v, "", s.options()))
    k *= 2;
  CHECK(v == std::vector{2, 4, 6});
  CHECK(s.out.str() == "\r100%  3/3  0:00\n");
}

TEST_CASE("ranges without a size, and empty ranges") {
  screen s;
  const std::forward_list<int> list{1, 2};
  for (int k : progress(list, "list", s.options())) {
    CHECK(k > 0);
    s.now += 1s;
  }
  CHECK(s.out.str() == "\rlist  1  0:01\rlist  2  0:02\rlist  2  0:02\n");
  screen none;
  for (int k : progress(std::vector<int>{}, "none", none.options()))
    FAIL(k);
  CHECK(none.out.str() == "\rnone  100%  0/0  0:00\n");
}

TEST_CASE("a loop that is left ends its line") {
  screen s;
  for (int k : progress(numbers(4), "some", s.options())) {
    s.now += 1s;
    if (k == 2)
      break;
  }
  CHECK(s.out.str() == "\rsome   25%  1/4  0:01, 0:03 left\rsome   25%  1/4  0:02, 0:06 left\n");

  screen thrown;
  const auto loop = [&] {
    for (int k : progress(numbers(4), "some", thrown.options()))
      throw std::runtime_error(std::to_string(k));
  };
  CHECK_THROWS_AS(loop(), std::runtime_error);
  CHECK(thrown.out.str() == "\rsome    0%  0/4  0:00\n");
}

TEST_CASE("a line that is not kept is removed") {
  screen s;
  for (int k : progress(numbers(2), "ab", s.options(false))) {
    CHECK(k > 0);
    s.now += k == 1 ? 1s : 0s;
  }
  const std::string line = "ab   50%  1/2  0:01, 0:01 left";
  CHECK(s.out.str() == "\r" + line + "\r" + std::string(line.size(), ' ') + "\r");
  // Nothing was shown, so nothing is removed.
  screen fast;
  for (int k : progress(numbers(2), "ab", fast.options(false)))
    CHECK(k > 0);
  CHECK(fast.out.str().empty());
}

TEST_CASE("a progress line without a loop") {
  screen s;
  {
    progress_line line("bytes", 1000, s.options());
    s.now += 1s;
    line.advance(250);
    line.advance(); // too early
    line.finish();
    line.advance();
  }
  CHECK(s.out.str() == "\rbytes   25%  250/1000  0:01, 0:03 left\rbytes   25%  251/1000  0:01, "
                       "0:02 left\n");

  screen more;
  progress_line beyond("", 1, more.options());
  beyond.advance(stria::index{1} << 40); // the percentage does not fit into an int
  beyond.finish();
  CHECK(more.out.str() == "\r109951162777600%  1099511627776/1  0:00\n");
}

TEST_CASE("quiet without a terminal, and on request") {
  std::ostringstream out;
  int turns = 0;
  for (int k : progress(numbers(3), "quiet", {.out = &out}))
    turns += k;
  for (int k : progress(numbers(3), "quiet", {.show = progress_show::never}))
    turns += k;
  for (int k : progress(numbers(3), "quiet", {.out = nullptr, .show = progress_show::always}))
    turns += k;
  CHECK(turns == 18);
  CHECK(out.str().empty());
}
