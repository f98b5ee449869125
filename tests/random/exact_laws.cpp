// SPDX-License-Identifier: BSL-1.0
// The distributions give the same bits with all compilers and options. Built three times, like
// exact.cpp.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <random>

using namespace stria;
using stria::index;

namespace {

random::generator fresh() { return random::generator(42); }
// Enough numbers to cover the rare branches.
constexpr index n = 20'000;
const tensor covariance{{4., 1.2, -0.6}, {1.2, 1., 0.3}, {-0.6, 0.3, 9.}};

template <class T> std::uint64_t bits(T x) {
  return std::bit_cast<std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>(x);
}
/// The bits of the first element, and a digest of every bit of every element.
template <class T> std::array<std::uint64_t, 2> record(const T& t) {
  std::uint64_t h = 0xCBF29CE484222325;
  for (auto x : t.storage()) {
    h = (h ^ bits(x)) * 0x100000001B3;
    h ^= h >> 32U;
  }
  return {bits(t.storage()[0]), h};
}
using recorded = std::array<std::uint64_t, 2>;

} // namespace

TEST_CASE("the distributions of random give recorded bits") {
  CHECK(record(random::standard_exponential(fresh(), n)) ==
        recorded{0x400E79A89DE34A3E, 0xADEDF02ED8CFCBB6});
  CHECK(record(random::standard_exponential<float>(fresh(), n)) ==
        recorded{0x000000004073CD45, 0xFC8B4830E83DC383});
  CHECK(record(random::normal(fresh(), 10., 2.5, n)) ==
        recorded{0x402F52964B254BB6, 0x6F8F9FE93568C552});
  CHECK(record(random::uniform(fresh(), -1., 2., n)) ==
        recorded{0x3FF75E98477E827A, 0x742C254EC0D59E22});
  CHECK(record(random::exponential(fresh(), 2.5, n)) ==
        recorded{0x40230C0962AE0E67, 0x79DD51EEBE694D1E});
  CHECK(record(random::standard_gamma(fresh(), 2.5, n)) ==
        recorded{0x401E01883CDD29DD, 0x0F0ACC92B06F15E3});
  CHECK(record(random::standard_gamma(fresh(), 1, n)) ==
        recorded{0x401301CAD65FC3A1, 0xD6790CCABCAF4136});
  CHECK(record(random::standard_gamma(fresh(), 0.3, n)) ==
        recorded{0x3E64E61DF10BF101, 0xB0D86E042139C917});
  CHECK(record(random::gamma(fresh(), 1e6, 3., n)) ==
        recorded{0x4146F0A6D889619A, 0x564939DA4DFC073E});
  CHECK(record(random::gamma<float>(fresh(), 4.5, 3., n)) ==
        recorded{0x0000000042008287, 0x5A0DCC6C02272349});
  CHECK(record(random::beta(fresh(), 2., 3., n)) ==
        recorded{0x3FEF200ADEF42805, 0xF7B393F31DE7E2E5});
  CHECK(record(random::beta(fresh(), 0.2, 0.1, n)) ==
        recorded{0x3E5B92AA0ECB215A, 0xECB0FFD52B67E6BA});
  CHECK(record(random::chi_square(fresh(), 3., n)) ==
        recorded{0x4026E174ED6D1387, 0xA3B3D64FEB0EED23});
  CHECK(record(random::f(fresh(), 5., 7., n)) == recorded{0x4040FEC9F4EBBECF, 0xAD446886B97AD857});
  CHECK(record(random::standard_t(fresh(), 3., n)) ==
        recorded{0x4007AE6DA4C746E4, 0xC9BF19634BCED905});
  CHECK(record(random::standard_t(fresh(), 0.5, n)) ==
        recorded{0x402010241D2226B3, 0x8665AB315067E537});
  CHECK(record(random::lognormal(fresh(), 1., 0.5, n)) ==
        recorded{0x4020DE298EA22E02, 0xB46BC3352B955236});
  CHECK(record(random::laplace(fresh(), -1., 2., n)) ==
        recorded{0x401A79A89DE34A3E, 0x317B05476DCF0DE8});
  CHECK(record(random::logistic(fresh(), 1., 2., n)) ==
        recorded{0x4010243AEEF91482, 0x99271F3D22EFDAAA});
  CHECK(record(random::gumbel(fresh(), 1., 2., n)) ==
        recorded{0xBFFACC9372BC5ACC, 0xBF71382549C73EE9});
  CHECK(record(random::weibull(fresh(), 1.5, n)) ==
        recorded{0x4003835F8FFBBEA4, 0x2E03BEB913888E81});
  CHECK(record(random::pareto(fresh(), 3., n)) == recorded{0x40047B2D306E595B, 0x64CC2C4ED3ABAA5F});
  CHECK(record(random::power(fresh(), 0.3, n)) == recorded{0x3EC9A547B6E91D35, 0xD370460B44674CBA});
  CHECK(record(random::rayleigh(fresh(), 2., n)) ==
        recorded{0x401614ED8B006836, 0xC4D9959128996111});
  CHECK(record(random::triangular(fresh(), -1., 0., 3., n)) ==
        recorded{0x3FF87F72C50DD7B8, 0xFCF01345F3C56F3E});
  CHECK(record(random::standard_cauchy(fresh(), n)) ==
        recorded{0xC01EE6CB492DDDBB, 0x1388A95BDBD74342});
  CHECK(record(random::vonmises(fresh(), 1., 0.5, n)) ==
        recorded{0xBFBDDC30757DBD10, 0x9D84C1E571AEB794});
  CHECK(record(random::vonmises(fresh(), 1e9, 40., n)) ==
        recorded{0x3FDB26E0D9EDFFD4, 0x2115681526AD3524});
  CHECK(record(random::dirichlet(fresh(), tensor{0.2, 0.3, 0.4}, n)) ==
        recorded{0x3DB5B6FECF86974E, 0x507D2DC3691B35DA});
  CHECK(record(random::dirichlet(fresh(), tensor{0.2, 3., 0.4}, n)) ==
        recorded{0x3D65D88A625DE84A, 0x67A0A6D529E0BC84});
  CHECK(record(random::multivariate_normal(fresh(), tensor{1., 2., 3.}, covariance, n)) ==
        recorded{0xBFA28B73A95F9480, 0xDA891511DA8C29A4});
  CHECK(record(random::poisson(fresh(), 3.5, n)) ==
        recorded{0x0000000000000005, 0x22C15C3277E4F9B9});
  CHECK(record(random::poisson(fresh(), 12.25, n)) ==
        recorded{0x0000000000000009, 0x19F0C942737D518A});
  CHECK(record(random::poisson(fresh(), 1e5, n)) ==
        recorded{0x0000000000018566, 0x5C032C60817F5486});
  CHECK(record(random::poisson(fresh(), 1e18, n)) ==
        recorded{0x0DE0B6B36C3B615E, 0xAB33740843768CB7});
  CHECK(record(random::binomial(fresh(), 10, 0.3, n)) ==
        recorded{0x0000000000000004, 0x9E466FF13EC3A398});
  CHECK(record(random::binomial(fresh(), 1000, 0.85, n)) ==
        recorded{0x000000000000035D, 0x40C233AD15DFFBA0});
  CHECK(record(random::binomial(fresh(), std::int64_t{1} << 62, 0.3, n)) ==
        recorded{0x13333332F8FF1CC5, 0x9024BDFDAF7CD8C1});
  CHECK(record(random::geometric(fresh(), 0.2, n)) ==
        recorded{0x0000000000000012, 0xA0E8EBA6B347B0C9});
  CHECK(record(random::negative_binomial(fresh(), 3.5, 0.1, n)) ==
        recorded{0x000000000000004F, 0xB93B6969821A1942});
  CHECK(record(random::hypergeometric(fresh(), 30, 70, 8, n)) ==
        recorded{0x0000000000000003, 0x2231C39A95BB185A});
  CHECK(record(random::hypergeometric(fresh(), 3000, 7000, 600, n)) ==
        recorded{0x00000000000000AD, 0x42094BE5EE87F979});
  CHECK(record(random::multinomial(fresh(), 100, tensor{0.1, 0.2, 0.7}, n)) ==
        recorded{0x0000000000000009, 0xC1F3EF1B043D7183});
  CHECK(record(random::choice(fresh(), arange<index>(5), tensor{0.1, 0.2, 0.4, 0.2, 0.1}, n)) ==
        recorded{0x0000000000000003, 0x5F3A67234A9AEB87});
  CHECK(record(random::choice(fresh(), arange<index>(30'000), n, random::without_replacement)) ==
        recorded{0x000000000000601D, 0xB47CA005BBB12EC4});
  CHECK(record(random::choice(fresh(), arange<index>(30'000), n, full(1. / 30'000, 30'000),
                              random::replace(false))) ==
        recorded{0x00000000000018F2, 0xDB14588ED8738304});
  CHECK(record(random::permuted(fresh(), arange<index>(30'000))) ==
        recorded{0x0000000000001CBC, 0x04E27A3491AA06B0});
  CHECK(record(random::gamma(std::mt19937(5), 2.5, 3., n)) ==
        recorded{0x401E10BC5880E913, 0x85294BF1A4D58EA6});
  CHECK(record(random::standard_exponential(std::minstd_rand(5), n)) ==
        recorded{0x3FBCBB57978304B1, 0x5D15006CEE5EBA2F});
  CHECK(record(random::poisson(std::mt19937_64(5), 40, n)) ==
        recorded{0x000000000000002B, 0x8D4A99BB505F40E0});
}
