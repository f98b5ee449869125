// SPDX-License-Identifier: BSL-1.0
// Each allocation of a decomposition, a transform, a random draw or an einops call fails in turn:
// std::bad_alloc is thrown, nothing leaks, and the target keeps its old contents.
#include "../support/allocations.hpp"
#include "catch.hpp"

#include <stria/stria.hpp>

#include <stria/linalg.hpp>
#include <stria/random.hpp>
#if defined(STRIA_TEST_FFT)
#include <stria/fft.hpp>
#endif

#include <vector>

using namespace stria;

namespace {

using matrix = dtensor<double, 2>;

struct operands {
  matrix t, a;
  std::vector<double> old{};
};

operands make() {
  operands s{matrix(12, 12), matrix(12, 12), {}};
  for (stria::index i = 0; i < 144; ++i) {
    s.t.data()[i] = static_cast<double>(i);
    s.a.data()[i] = static_cast<double>(i * 37 % 101) + (i % 13 == 0 ? 200. : 0.);
  }
  s.old.assign(s.t.data(), s.t.data() + s.t.size());
  return s;
}

bool unchanged(const operands& s) {
  if (s.t.extent(0) != 12 || s.t.extent(1) != 12)
    return false;
  for (std::size_t i = 0; i < s.old.size(); ++i)
    if (s.t.data()[i] != s.old[i])
      return false;
  return true;
}

template <class Act> void check_failures(const char* what, Act act) {
  INFO(what);
  set_memory_limit(0);
  // The first call may initialise tables that live as long as the program.
  auto first = make();
  act(first);
  const auto seen = test::fail_each_allocation(make, act, unchanged);
  CHECK(seen.runs > 0);
  CHECK(seen.raised == seen.runs);
  CHECK(seen.leaks == 0);
  CHECK(seen.changed == 0);
}

} // namespace

TEST_CASE("decompositions where memory runs out") {
  check_failures("solve", [](operands& s) { s.t = linalg::solve(s.a, s.t); });
  check_failures("inv", [](operands& s) { s.t = linalg::inv(s.a); });
  check_failures("qr", [](operands& s) { s.t = linalg::qr(s.a).R; });
  check_failures("svd", [](operands& s) { s.t = linalg::svd(s.a).U; });
  check_failures("eigvalsh",
                 [](operands& s) { s.t = diag(linalg::eigvalsh(s.a + transpose(s.a))); });
  check_failures("lstsq", [](operands& s) { s.t = linalg::lstsq(s.a, s.t).solution; });
}

#if defined(STRIA_TEST_FFT)
TEST_CASE("transforms where memory runs out") {
  check_failures("fft", [](operands& s) { s.t = real(fft::fft(s.a)); });
  check_failures("irfft of rfft", [](operands& s) { s.t = fft::irfft(fft::rfft(s.a), 12); });
}
#endif

TEST_CASE("random draws where memory runs out") {
  check_failures("normal", [](operands& s) {
    random::generator g(1);
    s.t = random::normal(g, 0., 1., 30, 40);
  });
  check_failures("permutation", [](operands& s) {
    random::generator g(1);
    s.t = random::permutation(g, s.a);
  });
}

TEST_CASE("einops where memory runs out") {
  check_failures("rearrange", [](operands& s) {
    s.t = eval(rearrange<"(a b) c -> (c b) a">(s.a, axis_size<"b">(_3)));
  });
  check_failures("einsum of three",
                 [](operands& s) { s.t = einsum<"ij,jk,kl->il">(s.a, s.t, s.a); });
}
