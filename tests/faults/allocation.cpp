// SPDX-License-Identifier: BSL-1.0
// Each allocation fails in turn. std::bad_alloc is thrown, nothing leaks, and the target keeps its
// old contents if the values are computed before they are stored.
#include "../support/allocations.hpp"
#include "catch.hpp"

#include <stria/stria.hpp>

#include <sstream>
#include <string>
#include <vector>

using namespace stria;

namespace {

using matrix = dtensor<int, 2>;

struct operands {
  matrix t, a;
  dtensor<stria::index, 1> rows;
  dtensor<bool, 1> mask;
  std::vector<int> old{};
};

operands make() {
  operands s{
      matrix(20, 30), matrix(20, 30), dtensor<stria::index, 1>(20), dtensor<bool, 1>(20), {}};
  for (stria::index i = 0; i < 600; ++i) {
    s.t.data()[i] = static_cast<int>(i);
    s.a.data()[i] = static_cast<int>(i * 37 % 101);
  }
  for (stria::index i = 0; i < 20; ++i) {
    s.rows(i) = 19 - i;
    s.mask(i) = i % 3 == 0;
  }
  s.old.assign(s.t.data(), s.t.data() + s.t.size());
  return s;
}

bool unchanged(const operands& s) {
  if (s.t.extent(0) != 20 || s.t.extent(1) != 30)
    return false;
  for (std::size_t i = 0; i < s.old.size(); ++i)
    if (s.t.data()[i] != s.old[i])
      return false;
  return true;
}

template <class Act> void check_failures(const char* what, Act act) {
  INFO(what);
  set_memory_limit(0);
  const auto seen = test::fail_each_allocation(make, act, unchanged);
  CHECK(seen.runs > 0);
  CHECK(seen.raised == seen.runs);
  CHECK(seen.leaks == 0);
  CHECK(seen.changed == 0);
}

} // namespace

TEST_CASE("assignment where memory runs out") {
  check_failures("another size", [](operands& s) { s.t = s.a[range(_, 10)] + 1; });
  check_failures("a copy of another size", [](operands& s) { s.t = matrix(7, 9); });
  check_failures("construction", [](operands& s) { static_cast<void>(eval(s.a + s.t)); });
  check_failures("rows reversed", [](operands& s) { s.t = matrix(s.t[rev()]); });
  check_failures("transposed", [](operands& s) { s.t = eval(transpose(s.t)); });
  check_failures("a scatter", [](operands& s) { s.t[eval(s.rows + 0)] = eval(s.a + 1); });
  check_failures("a scatter that reads its target", [](operands& s) { s.t[s.rows] = s.t; });
  check_failures("+= of a scatter", [](operands& s) { s.t[s.rows] += s.t[rev()]; });
}

TEST_CASE("gathers and joins where memory runs out") {
  check_failures("by rows", [](operands& s) { s.t = eval(s.a[s.rows]); });
  check_failures("by mask", [](operands& s) { s.t = s.a[s.mask]; });
  check_failures("concat", [](operands& s) { s.t = concat(_0, s.a, s.t); });
  check_failures("as_tensor",
                 [](operands& s) { s.t = reshape(as_tensor(std::vector<int>{1, 2, 3, 4}), 2, 2); });
}

TEST_CASE("functions where memory runs out") {
  check_failures("sort", [](operands& s) { s.t = eval(sort(s.a, _0)); });
  check_failures("argsort", [](operands& s) { static_cast<void>(eval(argsort(s.a, _1))); });
  check_failures("unique", [](operands& s) { static_cast<void>(eval(unique(s.a))); });
  check_failures("matmul", [](operands& s) { s.t = matmul(s.a, transpose(s.t)); });
  check_failures("einsum", [](operands& s) { s.t = einsum<"ij,kj->ik">(s.a, s.t); });
  check_failures("cumsum", [](operands& s) { static_cast<void>(eval(cumsum(s.a, _0))); });
  check_failures("sum", [](operands& s) { static_cast<void>(eval(sum(s.a, _1))); });
}

TEST_CASE("printing where memory runs out") {
  check_failures("repr", [](operands& s) { static_cast<void>(repr(s.a)); });
  check_failures("a stream that throws", [](operands& s) {
    std::ostringstream out;
    out.exceptions(std::ios::badbit);
    out << s.a + s.t;
  });
}

TEST_CASE("elements that allocate, where memory runs out") {
  using texts = dtensor<std::string, 1>;
  const std::string longer(100, 'x');
  const auto seen = test::fail_each_allocation(
      [] { return texts(5); }, [&](texts& t) { t = full<std::string>(longer, 9); },
      [](const texts& t) { return t.size() == 5 && t(4).empty(); });
  CHECK(seen.runs > 9);
  CHECK(seen.raised == seen.runs);
  CHECK(seen.leaks == 0);
  CHECK(seen.changed == 0);
}

TEST_CASE("where memory runs out, what is kept of freed tensors goes first") {
  set_memory_limit(std::size_t{1} << 24);
  {
    const matrix freed(300, 300);
  }
  REQUIRE(kept_memory() > 0);
  test::fail_allocation(0);
  const matrix larger(500, 500);
  CHECK(larger(499, 499) == 0);
  CHECK(kept_memory() == 0);
  set_memory_limit(0);
  test::fail_allocation(0);
  CHECK_THROWS_AS(matrix(600, 600), std::bad_alloc);
  test::fail_allocation(-1);
}
