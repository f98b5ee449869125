// SPDX-License-Identifier: BSL-1.0
// softmax, log_softmax: values of NumPy, by the formulas of scipy.special.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <cmath>
#include <limits>

using namespace stria;
using stria::index;
using test::near;

namespace {

inline constexpr dim batch{"batch"}, classes{"classes"};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

constexpr tensor<int, 2, 3> a{{1, 2, 4}, {0, -1, 3}};

} // namespace

TEST_CASE("softmax") {
  const std::vector<double> rows{0.04201006613406605, 0.11419519938459446, 0.8437947344813395,
                                 0.04661262257797389, 0.01714782554552039, 0.9362395518765058};
  const std::vector<double> columns{0.7310585786300049,  0.9525741268224334,  0.7310585786300049,
                                    0.26894142136999516, 0.04742587317756678, 0.26894142136999516};
  const std::vector<double> whole{0.03154963320110001,  0.08576079462509834, 0.6336913225737218,
                                  0.011606461431184656, 0.00426977854528211, 0.23312200962361304};
  CHECK(near(softmax(a), rows)); // the last axis
  CHECK(near(softmax(a, -_1), rows));
  CHECK(near(softmax(a, _0), columns));
  CHECK(near(softmax(a, _0, _1), whole));
  CHECK(near(softmax(a, axis(1)), rows));
  CHECK(near(softmax(a, axis(-2)), columns));
  CHECK(near(softmax(dtensor<double, 2>(a) * 1.), rows));
  CHECK(near(softmax(dtensor<double, 2>(a)), rows)); // an rvalue
  CHECK(near(softmax(a[_, rev()], _1)[_, rev()], rows));
  CHECK(near(softmax(a[1]), {rows[3], rows[4], rows[5]}));
  CHECK(has<2, 3>(softmax(a)));
  CHECK(std::same_as<decltype(eval(softmax(a))), tensor<double, 2, 3>>);
  CHECK(std::same_as<decltype(softmax(cast<float>(a)))::value_type, float>);
  CHECK_THROWS_AS(softmax(a, axis(2)), index_error);
  CHECK_THROWS_AS(softmax(a, axis(1), axis(-1)), value_error);
  tensor<float, batch, classes> named(2, 3);
  CHECK(has<batch, classes>(softmax(named)));
  CHECK(near(softmax(named), {1.f / 3, 1.f / 3, 1.f / 3, 1.f / 3, 1.f / 3, 1.f / 3}));
}

TEST_CASE("log_softmax") {
  const std::vector<double> rows{-3.1698460195562856, -2.1698460195562856, -0.16984601955628567,
                                 -3.0658839037574293, -4.065883903757429,  -0.06588390375742911};
  CHECK(near(log_softmax(a), rows));
  CHECK(near(log_softmax(a, _0), {-0.3132616875182228, -0.04858735157374197, -0.3132616875182228,
                                  -1.3132616875182228, -3.048587351573742, -1.3132616875182228}));
  CHECK(near(log_softmax(a, axis(1)), rows));
  CHECK(std::same_as<decltype(eval(log_softmax(a, _0))), tensor<double, 2, 3>>);
  // Exact near 10,000, where a - logsumexp(a) is off by 5e-4.
  const tensor<float, 3> large{10000, 10001, 10002};
  CHECK(
      near(log_softmax(large), {-2.4076059644443806f, -1.4076059644443804f, -0.4076059644443804f}));
  CHECK(near(softmax(large), {0.09003057317038046f, 0.24472847105479767f, 0.6652409557748219f}));
}

TEST_CASE("softmax of masked, infinite and no elements") {
  constexpr auto inf = std::numeric_limits<double>::infinity();
  CHECK(near(softmax(tensor{0., -inf, 0.}), {0.5, 0, 0.5}));
  CHECK(test::values(log_softmax(tensor{0., -inf}))[1] == -inf);
  for (const double x : test::values(softmax(tensor{-inf, -inf})))
    CHECK(std::isnan(x));
  CHECK(softmax(dtensor<float, 2>(2, 0)).size() == 0);
  CHECK(eval(softmax(dtensor<float, 2>(2, 0), _1)).shape()[0] == 2);
  CHECK(eval(log_softmax(dtensor<float, 2>(0, 3), _0)).size() == 0);
  CHECK(eval(log_softmax(dtensor<int, 2>(0, 3), axis(1))).size() == 0);
}

TEST_CASE("a loss with labels to be ignored") {
  const dtensor<double, 2> scores(a);
  const tensor<int, 2> labels{2, -100};
  const auto chosen =
      take_along_axis(log_softmax(scores), labels[_, newaxis], _1, out_of_bounds::drop);
  const double loss = -sum(chosen) / static_cast<double>(count_nonzero(labels >= 0));
  CHECK(near(loss, 0.16984601955628567));
}
