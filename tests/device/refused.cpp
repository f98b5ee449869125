// SPDX-License-Identifier: BSL-1.0
// Functions that run only on the host refuse operands on a device at compile time.
#include "catch.hpp"

#include <stria/device.hpp>
#include <stria/random.hpp>
#include <stria/stria.hpp>

using namespace stria;

// Only their types are used.
namespace refused_test {
extern const tensor<float, 4> h;
extern const tensor<bool, 4> chosen;
extern const device_tensor<float, dyn> c;
extern const device_tensor<float, dyn, dyn> a;
extern device_tensor<float, dyn> target;
extern device_tensor<float, dyn, dyn> table;
extern random::generator g;
} // namespace refused_test
using namespace refused_test;

namespace {

template <class R> constexpr bool refused_call = detail::is_refused<std::remove_cvref_t<R>>;
#define REFUSED(...) static_assert(refused_call<decltype(__VA_ARGS__)>)
#define TAKEN(...) static_assert(!refused_call<decltype(__VA_ARGS__)>)

// Polynomials, also with one operand on the host.
REFUSED(polyadd(c, c));
REFUSED(polyadd(h, c));
REFUSED(polysub(c, h));
REFUSED(polymul(c, c));
REFUSED(polydiv(c, c));
REFUSED(polyder(c));
REFUSED(polyint(c));
REFUSED(polyfit(c, c, 2));
REFUSED(poly(c));
REFUSED(polyval(c, 2.f));
TAKEN(polyadd(h, h));
TAKEN(polyval(h, c));

// Sets and editing.
REFUSED(union1d(c, c));
REFUSED(intersect1d(c, h));
REFUSED(setdiff1d(c, c));
REFUSED(setxor1d(c, c));
REFUSED(trim_zeros(c));
REFUSED(extract(c > 0.f, c));
REFUSED(compress(c > 0.f, c));
TAKEN(compress(chosen, c));
TAKEN(union1d(h, h));

// Statistics.
REFUSED(cov(a));
REFUSED(corrcoef(a));
REFUSED(gradient(c));
REFUSED(histogram2d(c, c, 4));
REFUSED(histogramdd(a, 4));

// Functions that write to a target.
REFUSED(fill_diagonal(table, 1.f));
REFUSED(put(target, tensor{0, 1}, 1.f));
REFUSED(place(target, chosen, h));
REFUSED(putmask(target, chosen, h));
REFUSED(copyto(target, h));

// Random order.
REFUSED(random::choice(g, c, 3));
REFUSED(random::choice(g, c, 3, random::without_replacement));
REFUSED(random::permutation(g, c));
REFUSED(random::permuted(g, c));
REFUSED(random::shuffle(g, target));

} // namespace

TEST_CASE("the reason names the device") {
  using put = detail::put_verdict<detail::put_how, device_tensor<float, dyn>, float>;
  using sum = detail::host_only_verdict<device_tensor<float, dyn>>;
  STATIC_REQUIRE(!put::accepted);
  STATIC_REQUIRE(put::text().view() == sum::text().view());
  CHECK(std::string_view(sum::text().view()).find("to_host") != std::string_view::npos);
}
