// SPDX-License-Identifier: BSL-1.0
// Index arrays and masks on a device, reading and writing.
#include "on_device.hpp"

#include <stria/random.hpp>

#include <cstdint>
#include <string>
#include <vector>

using namespace stria;
using on_device::gpu;
using on_device::up;

namespace {

/// The number of kernels in a text.
int count(const std::string& text) {
  int kernels = 0;
  for (std::size_t at = 0; (at = text.find("KERNEL void", at)) != std::string::npos; ++at)
    ++kernels;
  return kernels;
}

} // namespace

TEST_CASE("reading at places") {
  const dtensor<float, 2> ha = reshape(arange(12.f), 3, 4);
  const dtensor<int, 1> hb{2, -1, 0, 2};
  const dtensor<bool, 2> hc = ha > 5.f;
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  SAME(a[b]);
  SAME(a[_, b] * 2.f);
  SAME(a[b, b + 1]);
  SAME(a[c]);
  SAME(a[a < 3.f] + 1.f);
  SAME(a[ix_({0, 2}, {1, 3, 3})]);
  SAME(a[b, newaxis, 1]);
  SAME(a[nd({{0, 1}, {2, 3}, {0, 1}})]);
  SAME(a[nd({{0, 7}, {2, 3}}, out_of_bounds::drop)]);
  SAME(a[nd({{0, 7}, {2, 3}}, out_of_bounds::clip)]);
  SAME((a + 1.f)[b][_, range(1, 3)]);
  SAME(a[std::vector<int>{1, 1}]);
  SAME(gather(a, b * b % 3, _0));
  SAME(gather_nd(a, nd({{0}, {2}})));
  CHECK_THROWS_AS(eval(da[tensor{0, 3}]), index_error);
  CHECK_THROWS_AS(eval(da[up(tensor{0, 3})]), index_error);
  CHECK_THROWS_AS(eval(da[up(tensor{true, false})]), shape_error);
}

TEST_CASE("kernels read index arrays that are on the device") {
  const dtensor<float, 2> ha = reshape(arange(20.f), 4, 5);
  const dtensor<int, 2> hb{{2, -1}, {0, 3}};
  const tensor<std::int64_t, 3, 2> hc{{0, 4}, {3, 1}, {0, 4}};
  auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  // The entries are read in place by one kernel, which wraps negative ones.
  const std::string kernels = explain_kernel(da[db]);
  CHECK(kernels.find(" < 0 ? ") != std::string::npos);
  // An index expression is computed once, not again for the check.
  CHECK(count(kernels) == 3); // the smallest entry, the largest, the elements
  CHECK(count(explain_kernel(da[db * 1])) == 4);
  CHECK(count(explain_kernel(da[da > 3.f])) == 2); // the mask, the elements
  SAME(a[b]);
  const dtensor<int, 1> columns{4, -5};
  SAME(a[b, columns] * 2.f);
  SAME(a[b, 3]);
  SAME(a[_, b % 2 + 1]);
  SAME(a[nd(c)]);
  SAME(a[nd<1>(c[range(1, _), range(0, 1)])]);
  SAME(a[ix_(b[0], b[1])]);
  const auto message_of = [](const auto& f) -> std::string {
    try {
      f();
    } catch (const index_error& e) {
      return e.what();
    }
    return "no error";
  };
  CHECK(message_of([&] { eval(da[db + 2]); }) == message_of([&] { eval(ha[hb + 2]); }));
  CHECK(message_of([&] { eval(da[nd(dc - 1)]); }) == message_of([&] { eval(ha[nd(hc - 1)]); }));
  CHECK(message_of([&] { da[_, db * 3] = 1.f; }) == message_of([&] {
          dtensor<float, 2> copy = ha;
          copy[_, hb * 3] = 1.f;
        }));
  CHECK(on_device::equal(to_host(da), ha));
  // Nothing is written, but the index is still checked.
  CHECK_THROWS_AS((da[range(0, 0)][_, db + 9] = 1.f), index_error);
  device_tensor<int, dyn> none(gpu(), 0);
  CHECK(to_host(da[none]).shape() == std::array<stria::index, 2>{0, 5});
  da[none] = 3.f;
  CHECK(on_device::equal(to_host(da), ha));
  // The index is in the target's memory.
  dtensor<int, 1> h{3, 0, 1, 2};
  auto d = up(h);
  h[h] = h + 10;
  d[d] = d + 10;
  CHECK(on_device::equal(to_host(d), h));
  d = up(tensor{3, 0, 1, 2});
  d = d[d];
  CHECK(on_device::equal(to_host(d), tensor{2, 3, 0, 1}));
}

TEST_CASE("writing at places") {
  dtensor<float, 2> h = reshape(arange(12.f), 3, 4);
  auto c = up(h);
  const auto same = [&] { return on_device::equal(to_host(c), h); };
  SECTION("the last of several updates wins") {
    const tensor<float, 3, 1> rows{{1}, {2}, {3}};
    h[tensor{0, 2, 0}] = rows;
    c[tensor{0, 2, 0}] = up(rows);
    CHECK(same());
    h[nd({{0, 1}, {2, 0}, {0, 1}})] = tensor{7.f, 8.f, 9.f};
    c[nd({{0, 1}, {2, 0}, {0, 1}})] = up(tensor{7.f, 8.f, 9.f});
    CHECK(same());
    h[range(0, 3, 2)][_, tensor{2, -1, 2}] = 11.f;
    c[range(0, 3, 2)][_, up(tensor{2, -1, 2})] = 11.f;
    CHECK(same());
  }
  SECTION("updates add up in order") {
    h[tensor{0, 2, 0}, tensor{1, 1, 1}] += tensor{1.f, 2.f, 3.f};
    c[tensor{0, 2, 0}, tensor{1, 1, 1}] += up(tensor{1.f, 2.f, 3.f});
    CHECK(same());
    h[_, tensor{3, 1, 3}] -= h[_, range(0, 3)];
    c[_, tensor{3, 1, 3}] -= c[_, range(0, 3)];
    CHECK(same());
    h[nd({{0, 1}, {2, 0}, {0, 1}})] *= 2.f;
    c[nd({{0, 1}, {2, 0}, {0, 1}})] *= 2.f;
    assign_max(h[tensor{1, 1}], 6.5f);
    assign_max(c[tensor{1, 1}], 6.5f);
    CHECK(same());
  }
  SECTION("masks") {
    h[h > 5.f] = 0.f;
    c[c > 5.f] = 0.f;
    CHECK(same());
    h[h < 2.f] += 1.f;
    c[c < 2.f] += 1.f;
    CHECK(same());
  }
  SECTION("masks of the whole shape need one kernel") {
    const dtensor<float, 2> other = reshape(arange(12.f), 3, 4) * 2.f - 9.f;
    const dtensor<bool, 2> mask = other > 1.f;
    const auto there = up(other);
    const auto mask_there = up(mask);
    const auto both = [&](int kernels, const auto& statement) {
      statement(h, other, mask);
      const detail::kernel_listener listener;
      statement(c, there, mask_there);
      CHECK(count(listener.heard()) == kernels);
      CHECK(same());
    };
    both(1, [](auto& t, const auto&, const auto& m) { t[m] = 7.f; });
    both(1, [](auto& t, const auto&, const auto& m) { t[m] *= 3; });
    both(1, [](auto& t, const auto& o, const auto&) { t[o > 3.f && t < 20.f] -= 0.5f; });
    both(1, [](auto& t, const auto& o, const auto& m) { t[m] = o[m]; });
    // Two more kernels copy the mask, because the operands of * and - must have equal lengths.
    both(3, [](auto& t, const auto& o, const auto& m) { t[m] += o[m] * t[m] - 1.f; });
    both(1, [](auto& t, const auto& o, const auto& m) { t[m] -= o[m]; });
    both(1, [](auto& t, const auto&, const auto& m) { assign_max(t[m], 6.5f); });
    both(1, [](auto& t, const auto& o, const auto& m) { t[m] = dot(o[_0], o[_1]); });
    both(1, [](auto& t, const auto& o, const auto& m) { t[_, rev()][m] = o[_0, _0]; });
    both(2, [](auto& t, const auto&, const auto&) { t[t[rev()] > 5.f] = 1.f; }); // mask reads t
    // Masks on the host, of another shape, and different masks.
    h[mask] = 2.f;
    c[mask] = 2.f;
    CHECK(same());
    h[mask] /= 2.f;
    c[mask] /= 2.f;
    CHECK(same());
    h[mask] = other[other <= 1.f][range(0, count_nonzero(mask))];
    c[mask_there] = there[up(eval(other <= 1.f))][range(0, count_nonzero(mask))];
    CHECK(same());
    CHECK_THROWS_AS((c[mask_there[_, range(0, 3)]] = 1.f), shape_error);
    CHECK_THROWS_AS((c[mask_there[_, range(0, 3)]] = there[mask_there]), shape_error);
    CHECK(same());
    // Only the selected integers are divided.
    dtensor<int, 1> n{6, 0, 4, 9};
    auto d = up(n);
    n[n != 0] = 36 / n[n != 0];
    d[d != 0] = 36 / d[d != 0];
    CHECK(on_device::equal(to_host(d), n));
  }
  SECTION("places outside are refused before anything is written, or dropped") {
    CHECK_THROWS_AS((c[tensor{0, 7}] = 1.f), index_error);
    CHECK_THROWS_AS((c[nd({{0, 1}, {3, 0}})] += 1.f), index_error);
    CHECK_THROWS_AS((c[tensor{0, 1}] = up(dtensor<float, 1>{1, 2, 3})), shape_error);
    CHECK(same());
    h[nd({{0, 5}, {2, 0}}, out_of_bounds::drop)] = 3.f;
    c[nd({{0, 5}, {2, 0}}, out_of_bounds::drop)] = 3.f;
    CHECK(same());
  }
  SECTION("updates that read the target") {
    h[tensor{1, 0}] = h[tensor{0, 1}] + h[range(1, 3)];
    c[tensor{1, 0}] = c[tensor{0, 1}] + c[range(1, 3)];
    CHECK(same());
  }
  SECTION("functional forms") {
    CHECK(on_device::equal(to_host(tensor_scatter_nd_add(c, nd({{0, 1}, {2, 3}, {0, 1}}), 2.f)),
                           eval(tensor_scatter_nd_add(h, nd({{0, 1}, {2, 3}, {0, 1}}), 2.f))));
    CHECK(on_device::equal(
        to_host(tensor_scatter_nd_update(c, nd({{0, 1}, {2, 3}}), -c[_0, range(0, 2)])),
        eval(tensor_scatter_nd_update(h, nd({{0, 1}, {2, 3}}), -h[_0, range(0, 2)]))));
    CHECK(same());
  }
}

TEST_CASE("the target is swept if most of its positions are written") {
  // Otherwise the kernel loops over the updates.
  random::generator g(5);
  for (const int n : {1, 3, 100, 1000, 40000}) {
    CAPTURE(n);
    const int size = 5000;
    const dtensor<int, 1> places = random::integers<int>(g, -size, size, n);
    const dtensor<double, 1> updates = random::normal<double>(g, n);
    dtensor<float, 1> h = random::normal<float>(g, size);
    auto c = up(h);
    h[places] = updates * 2. + 1.; // converted
    c[up(places)] = up(updates) * 2. + 1.;
    CHECK(on_device::equal(to_host(c), h));
    h[range(3, _, 2)][abs(places) / 4] = updates[rev()]; // of a view
    c[range(3, _, 2)][abs(up(places)) / 4] = up(updates)[rev()];
    CHECK(on_device::equal(to_host(c), h));
    h[rev()][places] = 3.f;
    c[rev()][up(places)] = 3.f;
    CHECK(on_device::equal(to_host(c), h));
    h[places] = arange(n); // positions on the host
    c[places] = up(eval(arange(n)));
    CHECK(on_device::equal(to_host(c), h));
    if (n % 2 != 0)
      continue;
    // Several axes of indices, broadcast updates, and updates that are gathered themselves.
    const dtensor<int, 2> many = reshape(places, n / 2, 2);
    const dtensor<float, 1> pair{0.5f, -7.f};
    h[many] = pair;
    c[up(many)] = up(pair);
    CHECK(on_device::equal(to_host(c), h));
    h[many] = updates[abs(many) % n];
    c[up(many)] = up(updates)[abs(up(many)) % n];
    CHECK(on_device::equal(to_host(c), h));
    dtensor<std::int16_t, 2> k = reshape(cast<std::int16_t>(arange(size)), 50, 100);
    auto d = up(k);
    const dtensor<int, 2> rows = abs(many) % 50, columns = many % 100;
    const dtensor<int, 2> numbers = cast<int>(reshape(arange(n), 2, n / 2));
    k[rows, columns] = transpose(numbers);
    d[up(rows), up(columns)] = transpose(up(numbers));
    CHECK(on_device::equal(to_host(d), k));
  }
}

TEST_CASE("many duplicates") {
  random::generator g(3);
  const dtensor<int, 1> places = random::integers<int>(g, 0, 50, 20000);
  const dtensor<float, 1> updates = random::normal<float>(g, 20000);
  dtensor<float, 1> h = zeros<float>(50);
  auto c = up(h);
  h[places] = updates;
  c[up(places)] = up(updates);
  CHECK(on_device::equal(to_host(c), h));
  h[places] += updates;
  c[up(places)] += up(updates);
  CHECK(on_device::equal(to_host(c), h));
}

STRIA_COMPILE_AS_CUDA()
