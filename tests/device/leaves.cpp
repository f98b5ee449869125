// SPDX-License-Identifier: BSL-1.0
// An expression whose positions do not fit into the arguments of a kernel.
#include "on_device.hpp"

#include <utility>

using namespace stria;
using on_device::up;

TEST_CASE("an expression of more than a hundred leaves") {
  const dtensor<float, 2> h = reshape(arange(130.f * 6), 130, 6);
  const auto c = up(h);
  const auto add = [](const auto& t, auto... k) {
    return (... + t[range(k, k + 2), range(k % 3, k % 3 + 3)]);
  };
  const auto all_terms = [&]<std::size_t... K>(const auto& t, std::index_sequence<K...>) {
    return eval(add(t, static_cast<stria::index>(K)...));
  };
  const auto n = std::make_index_sequence<110>();
  CHECK(on_device::equal(to_host(all_terms(c, n)), all_terms(h, n)));
}

STRIA_COMPILE_AS_CUDA()
