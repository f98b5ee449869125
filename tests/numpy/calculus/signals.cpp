// SPDX-License-Identifier: BSL-1.0
// Samples: interpolation, differences, derivatives, integrals, convolutions.
#include "../recorded_signals.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <complex>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

using namespace stria;

namespace {

using complex = std::complex<double>;
const test::record known(recorded_signals);
const auto x = known.input<1>("x");
const auto p = known.input<1>("p");
const auto f = known.input<1>("f");
const auto g = known.input<1>("g");
const auto h = known.input<1, complex>("h");
const auto q = known.input<1>("q");
const auto t = known.input<1>("t");
const auto u = known.input<1>("u");
const auto v = known.input<3>("v");
const auto z = known.input<1, complex>("z");
const auto k = known.input<1>("k");
const auto e = known.input<1>("e");
const auto i = known.input<1, int>("i");
const auto a = known.input<1>("a");
const auto b = known.input<1>("b");
const auto c = known.input<1, int>("c");

template <class L, class R>
void check_convolution(const std::string& n, const L& l, const R& r, bool small = true) {
  using enum convolve_mode;
  for (const auto& [name, mode] : {std::pair{" full", full}, {" same", same}, {" valid", valid}}) {
    known.check("convolve " + n + name, convolve(l, r, mode));
    known.check("correlate " + n + name, correlate(l, r, mode));
  }
  known.check("convolve " + n + " full", convolve(l, r));
  known.check("correlate " + n + " valid", correlate(l, r));
  // Reversed views.
  if (small)
    known.check("convolve " + n + " full", convolve(flip(l)[rev()], eval(flip(r))[rev()]));
}

} // namespace

TEST_CASE("interp()") {
  known.check("interp g", interp(x, p, g));
  known.check("interp f", interp(x, p, f));
  known.check("interp ends", interp(x, p, g, -9, 9));
  known.check("interp right", interp(x, p, g, std::nullopt, 9));
  known.check("interp complex", interp(x, p, h));
  known.check("interp period", interp(t, q, g, period(360)));
  known.check("interp period", interp(t, q, g, 1., 2., 360.)); // the ends are ignored
  known.check("interp negative period", interp(t, q, g, std::nullopt, std::nullopt, -360.));
  known.check("interp one", interp(x[range(_, 9)], tensor{1}, tensor{5}));
  known.check("interp number", interp(2.2, p, g));
  known.check("interp int", interp(tensor{0, 1, 2, 3, 4}, tensor{0, 4}, tensor{1, 3}));
  known.check("interp 2d", interp(tensor{{0.5, 1.5}, {3., 0.25}}, p, g));
  known.check("interp g", interp(x + 0., 2. * p / 2., eval(g)));
  known.check("interp g", flip(interp(x[rev()], p[rev()][rev()], g)));
  STATIC_REQUIRE(std::same_as<decltype(interp(2, p, g)), double>);
  STATIC_REQUIRE(std::same_as<decltype(interp(2.f, cast<float>(p), cast<float>(g))), float>);
  STATIC_REQUIRE(interp(1.5, tensor{1., 2.}, tensor{10., 20.}) == 15);
  CHECK(eval(interp(dtensor<double, 1>(0), p, g)).size() == 0);
  CHECK_THROWS_WITH(
      interp(x, p, g[range(1, _)]),
      "stria: interp: there are 5 coordinates xp and 4 samples fp; the numbers must be equal");
  const dtensor<double, 1> none(0);
  CHECK_THROWS_WITH(interp(x, none, none), "stria: interp: there are no samples");
  CHECK_THROWS_AS(interp(1., none, none), value_error);
  CHECK_THROWS_AS(interp(x, p, g, period(0)), value_error);
  CHECK_THROWS_AS(interp(x, p, g, period(qnan)), value_error);
  // If the coordinates are not ascending, the values of the result are unspecified.
  CHECK(eval(interp(x, q, g)).size() == x.size());
}

TEST_CASE("diff") {
  using test::holds;
  using test::holds_each;
  constexpr tensor<int, 2, 3> m{{1, 2, 3}, {4, 5, 6}};
  const dtensor<int, 2> dynamic = m;
  CHECK(decltype(diff(m))::extents == detail::shape_of<2, 2>());
  CHECK(decltype(diff(m, _0))::extents == detail::shape_of<1, 3>());
  CHECK(holds_each(diff(tensor{1, 4, 9, 16}), {3, 5, 7}));
  CHECK(holds_each(diff(m * m, _0), {15, 21, 27}));
  CHECK(holds_each(diff(diff(tensor{1, 4, 9, 16})), {2, 2}));
  CHECK(holds(diff(dynamic, _0), {3, 3, 3}));
  static_assert(eval(diff(m))[1, 1] == 1);
  // As in np.diff, the difference of bools is whether they differ.
  CHECK(holds_each(diff(tensor{true, false, false, true}), {true, false, true}));
  static_assert(std::same_as<decltype(diff(tensor{true, false}))::value_type, bool>);
}

TEST_CASE("gradient()") {
  known.check("gradient u", gradient(u));
  known.check("gradient u 2", gradient(u, 2));
  known.check("gradient u edge", gradient(u, edge_order(2)));
  known.check("gradient u k", gradient(u, k));
  known.check("gradient u k edge", gradient(u, k, edge_order(2)));
  known.check("gradient u e", gradient(u, e));
  known.check("gradient u e edge", gradient(u, _0, e, edge_order(2)));
  known.check("gradient reversed", gradient(u[rev()], k));
  known.check("gradient every second", gradient(u[range(_, _, 2)], 0.5, edge_order(2)));
  known.check("gradient i", gradient(i));
  known.check("gradient z", gradient(z, 0.5));
  const auto each = gradient(v);
  known.check("gradient v 0", std::get<0>(each));
  known.check("gradient v 1", std::get<1>(each));
  known.check("gradient v 2", std::get<2>(each));
  known.check("gradient v axis 1", gradient(v, _1, edge_order(2)));
  const auto [first, second] = gradient(v * 1., 0.5, tensor{1, 2, 4}, _0, -_2);
  known.check("gradient v axes a", first);
  known.check("gradient v axes b", second);
  known.check("gradient v last", gradient(v, tensor{0, 1, 3, 7}, -_1, edge_order(2)));
  const auto later = gradient(dtensor<double, 1>(u), dtensor<double, 1>(k));
  known.check("gradient u k", later);
  const auto of_temporary = gradient(dtensor<double, 3>(v));
  known.check("gradient v 2", std::get<2>(of_temporary));
  STATIC_REQUIRE(std::same_as<decltype(gradient(tensor<float, 4>()))::value_type, float>);
  STATIC_REQUIRE(decltype(gradient(tensor<float, 4>()))::extents == tensor<float, 4>::extents);
  STATIC_REQUIRE(all_of(gradient(tensor{1., 3., 5.}) == 2.));
  dtensor<double, 1> s = u;
  s = gradient(s) + s;
  CHECK(allclose(s, gradient(u) + u));
  CHECK(eval(gradient(dtensor<double, 2>(0, 3), _1)).size() == 0);
  CHECK_THROWS_WITH(gradient(u[range(0, 1)]),
                    "stria: gradient: axis 0 has 1 elements; with this edge_order it needs 2");
  CHECK_THROWS_AS(gradient(u[range(0, 2)], edge_order(2)), value_error);
  CHECK_THROWS_AS(gradient(u, p), shape_error);
  CHECK_THROWS_AS(edge_order(3), value_error);
}

TEST_CASE("trapezoid()") {
  known.check("trapezoid u", trapezoid(u));
  known.check("trapezoid u 2", trapezoid(u, 2));
  known.check("trapezoid u k", trapezoid(u, k));
  known.check("trapezoid v", trapezoid(v));
  known.check("trapezoid v 0", trapezoid(v, _0));
  known.check("trapezoid v 1 x", trapz(v, tensor{1, 2, 4}, _1));
  known.check("trapezoid v v", trapezoid(v, v * 2., -_2));
  known.check("trapezoid i", trapezoid(i));
  known.check("trapezoid z", trapezoid(z, 0.25));
  known.check("trapezoid reversed", trapezoid(u[rev()], k[rev()]));
  known.check("trapezoid one", trapezoid(tensor{5}));
  known.check("trapezoid none", trapezoid(dtensor<double, 2>(2, 0)));
  const auto later = trapezoid(dtensor<double, 3>(v), dtensor<double, 1>{1, 2, 4}, _1);
  known.check("trapezoid v 1 x", later);
  STATIC_REQUIRE(std::same_as<decltype(trapezoid(u)), double>);
  STATIC_REQUIRE(std::same_as<decltype(trapezoid(tensor{1.f, 2.f}, 0.5)), float>);
  STATIC_REQUIRE(trapezoid(tensor{1, 2, 3}) == 4);
  using complex64 = std::complex<float>;
  const dtensor<complex64, 1> narrow{complex64(1, 2), complex64(3, 4)};
  CHECK(trapezoid(narrow) == complex64(2, 3));
  CHECK(trapezoid(narrow, 0.5) == complex64(1, 1.5));
  CHECK(trapezoid(narrow, tensor{1, 3}) == std::complex<double>(4, 6)); // as of float and int
  CHECK_THROWS_WITH(trapezoid(u, p), "stria: trapezoid: there are 5 coordinates for axis 0, which "
                                     "has 6 elements");
  CHECK_THROWS_AS(trapezoid(v, tensor{1., 2.}, _1), shape_error);
}

TEST_CASE("convolve() and correlate()") {
  check_convolution("a b", a, b);
  check_convolution("b a", b, a);
  check_convolution("u k", u, k);
  check_convolution("i c", i, c);
  check_convolution("c i", c, i);
  check_convolution("z b", z, b);
  check_convolution("b z", b, z);
  check_convolution("z z", z, z);
  check_convolution("one b", tensor{3.}, b);
  check_convolution("c[::2] b", c[range(_, _, 2)], b);
  check_convolution("b c", b, c);
  check_convolution("h z", eval(h[range(1, 4)] * complex(0, 1)), z);
  STATIC_REQUIRE(std::same_as<decltype(convolve(i, c))::value_type, int>);
  STATIC_REQUIRE(std::same_as<decltype(convolve(i, b))::value_type, double>);
  STATIC_REQUIRE(all_of(convolve(tensor{1, 2, 3}, tensor{1, 1}) == tensor{1, 3, 5, 3}));
  known.check("convolve u k same", convolve(u, k, "same"));
  known.check("correlate u k full", correlate(u, k, "full"));
  CHECK_THROWS_AS(convolve(u, k, "some"), value_error);
  CHECK_THROWS_AS(convolve(u, k, nullptr), value_error);
  // An infinity affects only the sums that contain it.
  const auto one = eval(convolve(tensor{1., 2., inf, 4., 5.}, tensor{1., 1.}));
  CHECK(array_equal(one, tensor{1., 3., inf, inf, 9., 5.}));
  const dtensor<float, 1> ramp = arange(1000.f), box = ones<float>(31);
  CHECK(allclose(convolve(ramp, box, convolve_mode::valid), 31.f * (arange(970.f) + 15.f)));
  dtensor<float, 1> r = ramp;
  r = convolve(r, box, convolve_mode::same);
  CHECK(r(500) == 31 * 500);
  CHECK_THROWS_WITH(convolve(a, dtensor<double, 1>(0)),
                    "stria: convolve: an operand has no elements");
  CHECK_THROWS_AS(correlate(dtensor<double, 1>(0), a), value_error);
}

// Arguments that are not operands, or have the wrong rank or type, are refused with a message. The
// variables are declared but not defined, because only their types are used.
#define REFUSED(...) STATIC_REQUIRE(detail::is_refused<decltype(__VA_ARGS__)>)
namespace refused {
extern const std::vector<double> v;
extern const tensor<double, 3> t;
extern const tensor<double, 3, 3> m;
extern const tensor<std::complex<double>, 3> z;

TEST_CASE("misuse is refused with a message") {
  REFUSED(interp(t, v, t));
  REFUSED(interp(t, t, v));
  REFUSED(interp(v, t, t));
  REFUSED(interp(t, m, t));
  REFUSED(interp(1., v, v));
  REFUSED(interp(t, t, tensor<double, 4>()));
  REFUSED(gradient(v));
  REFUSED(gradient(v, 1));
  REFUSED(gradient(t, v));
  REFUSED(gradient(t, _1));
  REFUSED(gradient(m, t));
  REFUSED(gradient(m, 1, 2, 3));
  REFUSED(gradient(m, m));
  REFUSED(trapezoid(v));
  REFUSED(trapezoid(v, 2));
  REFUSED(trapezoid(t, v));
  REFUSED(trapezoid(t, m));
  REFUSED(trapezoid(t, _1));
  REFUSED(convolve(v, t));
  REFUSED(convolve(t, v));
  REFUSED(convolve(v, t, convolve_mode::same));
  REFUSED(convolve(t, v, convolve_mode::same));
  REFUSED(correlate(t, v, convolve_mode::same));
  REFUSED(convolve(m, t));
  REFUSED(correlate(t, m));
  REFUSED(interp(z, t, t));
}

} // namespace refused

TEST_CASE("every recorded case is checked") { CHECK(known.unused() == std::vector<std::string>()); }
