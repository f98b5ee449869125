// SPDX-License-Identifier: BSL-1.0
// The workloads with xtensor and xsimd, on the memory that all libraries share.
#define XTENSOR_USE_XSIMD
#include "peers.hpp"

#include <xtensor/xadapt.hpp>
#include <xtensor/xindex_view.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xsort.hpp>
#include <xtensor/xstrided_view.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

#include <algorithm>
#include <array>

namespace {

using bench::index;
using bench::problem;
using namespace xt::placeholders;

template <class P, class... N> auto over(P* p, N... n) {
  const std::array<std::size_t, sizeof...(N)> shape{static_cast<std::size_t>(n)...};
  return xt::adapt(static_cast<P*>(p), static_cast<std::size_t>((n * ...)), xt::no_ownership(),
                   shape);
}

template <class T>
void vectors(const std::string& id, const problem<T>& p, std::vector<bench::contestant>& to) {
  const index n = p.n0;
  const auto add = [&](auto f, const char* name = "xtensor") {
    to.push_back(bench::make_contestant(name, std::move(f)));
  };
  auto r = over(p.r, n);
  auto a = over(p.a, n), b = over(p.b ? p.b : p.a, n), c = over(p.c ? p.c : p.a, n);
  if (id == "W1")
    add([=]() mutable { xt::noalias(r) = a * b + c * T(2) - a; });
  if (id == "W2")
    add([=]() mutable { xt::noalias(r) = xt::exp(a) * xt::sin(b) + xt::sqrt(a); });
  if (id == "W11a")
    add([=]() mutable { xt::view(r, xt::range(1, n)) = xt::view(r, xt::range(0, n - 1)); });
  if (id == "W11b")
    add([=]() mutable { xt::view(r, xt::range(0, n - 1)) = xt::view(r, xt::range(1, n)); });
  if (id == "W14a") {
    add([=]() mutable { xt::noalias(r) = xt::where(a > T(0), T(0), r); });
    add([=]() mutable { xt::filter(r, a > T(0)) = T(0); }, "xtensor, as written");
  }
  if (id == "W14b") // r has as many elements as are selected
    add([=]() mutable {
      const xt::xtensor<T, 1> selected = xt::filter(a, a > T(0));
      std::copy(selected.begin(), selected.end(), p.r);
    });
  if (id == "W14c")
    add([=]() mutable { xt::noalias(r) = xt::where(a > b, a, b); });
  if (id == "W15e")
    add([=]() mutable { xt::noalias(r) = xt::cumsum(a); });
  if (id == "N1")
    add([=]() mutable { xt::noalias(r) = a * b + c; });
  if (id == "N2")
    add([=]() mutable {
      const xt::xtensor<T, 1> fresh = a * b + c;
      std::copy(fresh.begin(), fresh.end(), p.r);
    });
  if (id == "N3")
    add([=]() mutable {
      xt::noalias(xt::view(r, xt::range(0, 4))) =
          xt::view(a, xt::range(2, 6)) + xt::view(b, xt::range(5, 1, -1));
    });
  if (id == "N4")
    add([=]() mutable { *p.r = xt::sum(a * b, xt::evaluation_strategy::immediate)(); });
}

template <class T>
void matrices(const std::string& id, const problem<T>& p, std::vector<bench::contestant>& to) {
  const index n0 = p.n0, n1 = p.n1;
  const auto now = xt::evaluation_strategy::immediate;
  const auto add = [&](auto f) { to.push_back(bench::make_contestant("xtensor", std::move(f))); };
  auto a = over(p.a, n0, n1), b = over(p.b ? p.b : p.a, n0, n1);
  auto r = over(p.r, n0, n1);
  auto row = over(p.b ? p.b : p.a, n1);
  auto column = over(p.b ? p.b : p.a, n0);
  auto rows = over(p.r, n0);
  auto columns = over(p.r, n1);
  if (id == "W3")
    add([=]() mutable { *p.r = xt::sum(xt::square(a - b), now)(); });
  if (id == "W4")
    add([=]() mutable { xt::noalias(r) = a + row; });
  if (id == "W4c")
    add([=]() mutable { xt::noalias(r) = a + xt::view(column, xt::all(), xt::newaxis()); });
  if (id == "W5b")
    add([=]() mutable {
      const xt::xtensor<T, 1> s = xt::sum(a, {1}, now);
      xt::noalias(r) = a / xt::view(s, xt::all(), xt::newaxis());
    });
  if (id == "W6s")
    add([=]() mutable {
      over(p.r, n0, (n1 + 1) / 2) = xt::view(a, xt::all(), xt::range(0, n1, 2));
    });
  if (id == "W9a" || id == "W9b") {
    const auto sum = [=](auto& u) {
      const auto m = [](index n) { return xt::range(index{1}, n - 1); };
      return T(0.25) * (xt::view(u, xt::range(index{0}, n0 - 2), m(n1)) +
                        xt::view(u, xt::range(index{2}, n0), m(n1)) +
                        xt::view(u, m(n0), xt::range(index{0}, n1 - 2)) +
                        xt::view(u, m(n0), xt::range(index{2}, n1)));
    };
    if (id == "W9a")
      add([=]() mutable {
        xt::noalias(xt::view(r, xt::range(1, n0 - 1), xt::range(1, n1 - 1))) = sum(a);
      });
    else // the assignment makes a temporary
      add([=]() mutable { xt::view(r, xt::range(1, n0 - 1), xt::range(1, n1 - 1)) = sum(r); });
  }
  if (id == "W10a")
    add([=]() mutable { xt::noalias(r) = xt::transpose(b); });
  if (id == "W10b")
    add([=]() mutable { xt::noalias(r) = a + xt::transpose(b); });
  if (id == "W12p" || id == "W13p") {
    const std::vector<index> idx(p.i, p.i + n0);
    if (id == "W12p")
      add([=]() mutable { xt::noalias(r) = xt::view(a, xt::keep(idx), xt::all()); });
    else
      add([=]() mutable { xt::noalias(xt::view(r, xt::keep(idx), xt::all())) = a; });
  }
  if (id == "W12q" || id == "W13q") { // making the list of positions is not timed
    std::vector<std::array<std::size_t, 2>> at(static_cast<std::size_t>(n0 * n1));
    for (std::size_t k = 0; k < at.size(); ++k)
      at[k] = {static_cast<std::size_t>(p.i[k]), static_cast<std::size_t>(p.j[k])};
    if (id == "W12q")
      add([=]() mutable { over(p.r, n0 * n1) = xt::index_view(a, at); });
    else
      add([=]() mutable { xt::index_view(r, at) = over(p.a, n0 * n1); });
  }
  if (id == "W15")
    add([=]() mutable { *p.r = xt::sum(a, now)(); });
  if (id == "W15a")
    add([=]() mutable { xt::noalias(columns) = xt::sum(a, {0}, now); });
  if (id == "W15b")
    add([=]() mutable { xt::noalias(rows) = xt::sum(a, {1}, now); });
  if (id == "W15h")
    add([=]() mutable { *p.r = xt::amax(a, now)(); });
  if (id == "W15d")
    add([=]() mutable { *p.place = static_cast<index>(xt::argmax(a)()); });
}

template <class T>
void cubes(const std::string& id, const problem<T>& p, std::vector<bench::contestant>& to) {
  const index n0 = p.n0, n1 = p.n1, n2 = p.n2;
  const auto add = [&](auto f) { to.push_back(bench::make_contestant("xtensor", std::move(f))); };
  if (id == "W6") {
    auto x = over(p.a, n0, n1, n2);
    auto r = over(p.r, n0, (n1 + 1) / 2, n2 - 2);
    add([=]() mutable {
      xt::noalias(r) = xt::view(x, xt::all(), xt::range(0, n1, 2), xt::range(1, n2 - 1));
    });
  }
  if (id == "W7") {
    auto x = over(p.a, n0, n1, n2);
    auto r = over(p.r, n0, n1, n2);
    add([=]() mutable {
      xt::noalias(r) = xt::strided_view(x, {xt::range(_, _, -1), xt::all(), xt::range(_, _, -1)});
    });
  }
  if (id == "W8") {
    auto r = over(p.r, n0, n1, n2);
    auto a = over(p.a, n0, n2), b = over(p.b, 2 * n1, n2);
    auto c = over(p.c, index{3}, n1, n2);
    add([=]() mutable {
      xt::noalias(r) = xt::view(a, xt::all(), xt::newaxis(), xt::all()) *
                           xt::view(b, xt::newaxis(), xt::range(0, 2 * n1, 2), xt::all()) +
                       xt::view(c, 1, xt::all(), xt::all());
    });
  }
}

template <class T>
void all(const std::string& id, const problem<T>& p, std::vector<bench::contestant>& to) {
  if (p.n2 > 1)
    cubes(id, p, to);
  else if (p.n1 > 1)
    matrices(id, p, to);
  else
    vectors(id, p, to);
}

const bench::enter entered(all<float>, all<double>);

} // namespace
