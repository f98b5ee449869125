// SPDX-License-Identifier: BSL-1.0
// Checks tensors of more than 2^32 elements. All offsets and strides must be 64-bit numbers; with
// fewer bits, accesses at the end would wrap to the beginning.
#include "others.hpp"

#include <stria/stria.hpp>

#include <cstdint>
#include <cstdio>

namespace bench {

namespace {

using namespace stria;

int failures = 0;

void expect(const char* what, long long found, long long expected) {
  if (found != expected)
    ++failures;
  std::printf("%-58s %12lld %s\n", what, found, found == expected ? "ok" : "WRONG");
}

} // namespace

int huge() {
  constexpr stria::index n0 = 65537, n1 = 65536; // 2^32 + 2^16 elements of one byte
  dtensor<std::uint8_t, 2> t(n0, n1);
  expect("elements", t.size(), 4'295'032'832);
  t(0, 0) = 1;
  t(n0 - 1, n1 - 1) = 2;
  t[-_1, _0] = std::uint8_t{3}; // the element at position 2^32
  expect("t[0, 0]", t(0, 0), 1);
  expect("t[-1, -1]", t[-_1, -_1], 2);
  expect("t[65536, 0], the element at 2^32", t.data()[n1 * n1], 3);
  expect("sum(t)", static_cast<long long>(sum(t)), 6);
  expect("max(t)", max(t), 3);
  expect("argmax(t)", argmax(t), n1 * n1);
  expect("count_nonzero(t)", count_nonzero(t), 3);

  const dtensor<std::uint8_t, 2> corner = t[range(-2, _), range(_, 2)];
  expect("t[-2:, :2], sum", static_cast<long long>(sum(corner)), 3);
  const dtensor<std::uint8_t, 2> coarse = t[range(_, _, 65536), range(_, _, 65535)];
  expect("t[::65536, ::65535], sum", static_cast<long long>(sum(coarse)), 6);
  const auto back = t[rev(), rev()];
  expect("t[::-1, ::-1][0, 0]", back(0, 0), 2);

  dtensor<std::uint8_t, 2> u(n0, n1);
  u = t[rev(), rev()] + std::uint8_t{1};
  expect("u = t[::-1, ::-1] + 1: u[0, 0]", u(0, 0), 3);
  expect("u[-1, -1]", u(n0 - 1, n1 - 1), 2);
  expect("u[0, -1]", u(0, n1 - 1), 4);
  expect("sum(u)", static_cast<long long>(sum(u)), t.size() + 6);
  u[range(1, -1), _] = std::uint8_t{0};
  expect("u[1:-1] = 0: sum(u)", static_cast<long long>(sum(u)), 2 * n1 + 6);
  u[range(1, _), _] = u[range(_, -1), _];
  expect("u[1:] = u[:-1]: sum(u)", static_cast<long long>(sum(u)), 2 * (n1 + 5));

  t.storage()[static_cast<std::size_t>(n1 * n1)] = 7;
  const dtensor<std::uint8_t, 1> flat = ravel(t)[range(n1 * n1 - 1, n1 * n1 + 2)];
  expect("ravel(t)[2^32 - 1:2^32 + 2], sum", static_cast<long long>(sum(flat)), 7);
  return failures == 0 ? 0 : 1;
}

} // namespace bench
