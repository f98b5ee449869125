// SPDX-License-Identifier: BSL-1.0
// The forms of a store kernel: single elements, vectors of adjacent elements, tiles of two axes.
// Steps and alignment select the form; the values equal those of the host in all forms.
#include "on_device.hpp"

#include <cstdint>

using namespace stria;
using on_device::gpu;
using on_device::up;

namespace {

dtensor<float, 2> numbers(stria::index rows, stria::index columns) {
  return from_function(
      [](stria::index i, stria::index j) { return static_cast<float>((7 * i + 3 * j) % 23 - 11); },
      rows, columns);
}
bool says(const auto& e, const std::string& words) {
  return explain_kernel(e).find(words) != std::string::npos;
}
bool by_vectors(const auto& e) { return says(e, "4 elements at once"); }
bool by_tiles(const auto& e) { return says(e, "by tiles of 32 x 32"); }
bool by_elements(const auto& e) { return !by_vectors(e) && !by_tiles(e); }

} // namespace

TEST_CASE("adjacent elements are vectorised, the remainder of a row is not") {
  for (const stria::index n : {1, 3, 4, 5, 7, 8, 63, 64, 1001}) {
    const dtensor<float, 1> h = arange(static_cast<float>(n)) - 2.f;
    const auto c = up(h);
    CHECK(by_vectors(c * 2.f) == (n >= 4));
    CHECK(on_device::equal(to_host(c * 2.f + 1.f), eval(h * 2.f + 1.f)));
    CHECK(on_device::equal(to_host(c + c[rev()]), eval(h + h[rev()])));
    auto t = up(h);
    dtensor<float, 1> ht = h;
    t += c * 0.5f;
    ht += h * 0.5f;
    t[rev()] = t[rev()] + 1.f;
    ht[rev()] = ht[rev()] + 1.f;
    CHECK(on_device::equal(to_host(t), ht));
  }
}

TEST_CASE("the operands determine whether vectors are used") {
  const auto h = numbers(6, 32);
  const dtensor<float, 1> hr = arange(32.f), hc = arange(6.f) * 0.5f;
  const auto c = up(h);
  const auto r = up(hr), k = up(hc);
  const auto both = [&](bool vectors, const auto& e, const auto& host) {
    CHECK(by_vectors(e) == vectors);
    CHECK(on_device::equal(to_host(e), eval(host)));
  };
  both(true, c * r + k[_, newaxis], h * hr + hc[_, newaxis]);
  both(true, c[rev(), rev()] * 2.f, h[rev(), rev()] * 2.f);
  both(true, c[_, rev()] - c, h[_, rev()] - h);
  both(true, c[rev()] + r[rev()], h[rev()] + hr[rev()]);
  both(true, c[range(1, 5)] + 1.f, h[range(1, 5)] + 1.f);
  both(true, c[_, range(4, 28)] + 1.f, h[_, range(4, 28)] + 1.f);
  both(true, triu(c, _1), triu(h, _1)); // compares numbers that advance with the loops
  both(true, cast<std::int8_t>(c) + cast<std::int8_t>(r),
       cast<std::int8_t>(h) + cast<std::int8_t>(hr));
  both(true, c > r, h > hr);
  both(true, cast<double>(c) / 3., cast<double>(h) / 3.);
  // Rows with another alignment, steps, and gathers.
  both(false, c[_, range(1, 29)] + 1.f, h[_, range(1, 29)] + 1.f);
  both(false, c[_, range(_, _, 2)] + 1.f, h[_, range(_, _, 2)] + 1.f);
  both(false, c[_, range(_, -2)] + c[_, range(2, _)], h[_, range(_, -2)] + h[_, range(2, _)]);
  both(false, c[_, range(_, 27)] * r[range(_, 27)], h[_, range(_, 27)] * hr[range(_, 27)]);
  const tensor rows{3, 0, -1};
  both(false, c[rows] + 1.f, h[rows] + 1.f);
  // A target that is not aligned to a vector.
  auto t = up(h);
  dtensor<float, 2> ht = h;
  t[_, range(1, 30)] = c[_, range(2, 31)] * 3.f;
  ht[_, range(1, 30)] = h[_, range(2, 31)] * 3.f;
  t[range(1, 3), range(4, 15)] -= c[range(_, 2), range(8, 19)];
  ht[range(1, 3), range(4, 15)] -= h[range(_, 2), range(8, 19)];
  t[rev(), rev()] = c * r;
  ht[rev(), rev()] = h * hr;
  CHECK(on_device::equal(to_host(t), ht));
}

TEST_CASE("every element type, with vectors and tiles") {
  const auto check = [&]<class T>(T) {
    const dtensor<T, 2> h = cast<T>(numbers(35, 41) + 11.f);
    const auto c = up(h);
    CHECK(by_vectors(where(c > T(3), c, T(1))));
    CHECK(on_device::equal(to_host(where(c > T(3), c, T(1))), eval(where(h > T(3), h, T(1)))));
    CHECK(by_tiles(where(transpose(c) > T(3), transpose(c), T(1))));
    CHECK(on_device::equal(to_host(where(transpose(c) > T(3), transpose(c), T(1))),
                           eval(where(transpose(h) > T(3), transpose(h), T(1)))));
  };
  check(std::int8_t{});
  check(std::int16_t{});
  check(std::uint32_t{});
  check(std::int64_t{});
  check(double{});
  const auto h = eval(numbers(20, 24) > 0.f);
  const auto c = up(h);
  CHECK(by_vectors(!c));
  CHECK(on_device::equal(to_host(!c), eval(!h)));
  CHECK(on_device::equal(to_host(!transpose(c)), eval(!transpose(h))));
}

TEST_CASE("permuted operands are read by tiles") {
  const auto both = [&](bool tiles, const auto& e, const auto& host) {
    CHECK(by_tiles(e) == tiles);
    CHECK(on_device::equal(to_host(e), eval(host)));
  };
  for (const auto& [rows, columns] :
       {std::pair<stria::index, stria::index>{16, 16}, {31, 33}, {32, 64}, {65, 17}, {100, 40}}) {
    const auto h = numbers(rows, columns);
    const dtensor<float, 1> hr = arange(static_cast<float>(rows));
    const auto c = up(h);
    const auto r = up(hr);
    both(true, transpose(c) * 2.f, transpose(h) * 2.f);
    both(true, transpose(c) * r + transpose(c[rev(), rev()]),
         transpose(h) * hr + transpose(h[rev(), rev()]));
    both(true, transpose(c)[rev()] - r, transpose(h)[rev()] - hr);
    both(false, c[_, range(_, -1)] * 2.f, h[_, range(_, -1)] * 2.f);
    dtensor<float, 2> ht = transpose(h);
    auto t = up(ht);
    t -= transpose(c) * 3.f; // the target is read as well
    ht -= transpose(h) * 3.f;
    t[range(1, -1), _] += transpose(c[_, range(1, -1)]);
    ht[range(1, -1), _] += transpose(h[_, range(1, -1)]);
    CHECK(on_device::equal(to_host(t), ht));
    // The target is transposed. In its order of axes, the operand is transposed instead.
    auto v = transpose(t);
    auto hv = transpose(ht);
    v = c + 1.f;
    hv = h + 1.f;
    CHECK(on_device::equal(to_host(t), ht));
  }
  // Further axes, short axes, and more operands than local memory holds.
  const dtensor<float, 4> h = reshape(arange(3.f * 18 * 2 * 20), 3, 18, 2, 20);
  const auto c = up(h);
  both(true, permute<0, 3, 2, 1>(c) + 1.f, permute<0, 3, 2, 1>(h) + 1.f);
  both(true, permute<3, 0, 2, 1>(c) + 1.f, permute<3, 0, 2, 1>(h) + 1.f);
  both(false, permute<0, 3, 2, 1>(c[_, range(_, 5)]) + 1.f,
       permute<0, 3, 2, 1>(h[_, range(_, 5)]) + 1.f);
  const dtensor<double, 2> hd = cast<double>(numbers(40, 36));
  const auto d = up(hd);
  const auto many = [](const auto& x) {
    return transpose(x) * 2. + transpose(x + 1.) * transpose(x - 2.) -
           transpose(x[rev()]) * transpose(x[_, rev()]) + transpose(x[rev(), rev()]);
  };
  both(true, many(d), many(hd));
}

TEST_CASE("other shapes need no further kernels") {
  const auto& context = detail::device_access::context(gpu());
  const auto run = [](stria::index n, stria::index m) {
    const auto h = numbers(n, m);
    const auto c = up(h);
    return on_device::equal(to_host(c * 2.f + 1.f), eval(h * 2.f + 1.f)) &&
           on_device::equal(to_host(transpose(c) * 3.f), eval(transpose(h) * 3.f));
  };
  CHECK(run(20, 30));
  CHECK(run(8, 9)); // too small for tiles
  const std::size_t before = context->kernel_count();
  for (stria::index n = 5; n < 60; n += 7)
    CHECK(run(n, 2 * n + 1));
  CHECK(context->kernel_count() == before);
  CHECK(says(up(numbers(4, 4)) + 1.f, "positions of 32 bits"));
}

STRIA_COMPILE_AS_CUDA()
