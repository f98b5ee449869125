// SPDX-License-Identifier: BSL-1.0
// The workloads with Blitz++, on the memory that all libraries share.
#include "peers.hpp"

#include <blitz/array.h>

namespace {

using bench::index;
using bench::problem;
using blitz::Range;

// Blitz++ uses int for sizes and indices.
template <class T, class... N> auto over(const T* p, N... n) {
  return blitz::Array<T, sizeof...(N)>(const_cast<T*>(p), blitz::shape(static_cast<int>(n)...),
                                       blitz::neverDeleteData);
}

template <class T>
void vectors(const std::string& id, const problem<T>& p, std::vector<bench::contestant>& to) {
  const int n = static_cast<int>(p.n0);
  const auto add = [&](auto f) { to.push_back(bench::make_contestant("blitz", std::move(f))); };
  auto r = over(p.r, n), a = over(p.a, n), b = over(p.b ? p.b : p.a, n),
       c = over(p.c ? p.c : p.a, n);
  if (id == "W1")
    add([=]() mutable { r = a * b + c * T(2) - a; });
  if (id == "W2")
    add([=]() mutable { r = exp(a) * sin(b) + sqrt(a); });
  if (id == "W11b")
    add([=]() mutable { r(Range(0, n - 2)) = r(Range(1, n - 1)); });
  if (id == "W14a")
    add([=]() mutable { r = where(a > T(0), T(0), r); });
  if (id == "W14c")
    add([=]() mutable { r = where(a > b, a, b); });
  if (id == "N1")
    add([=]() mutable { r = a * b + c; });
  if (id == "N3")
    add([=]() mutable { r(Range(0, 3)) = a(Range(2, 5)) + b(Range(5, 2, -1)); });
  if (id == "N4")
    add([=]() mutable { *p.r = sum(a * b); });
}

template <class T>
void matrices(const std::string& id, const problem<T>& p, std::vector<bench::contestant>& to) {
  const int n0 = static_cast<int>(p.n0), n1 = static_cast<int>(p.n1);
  const auto add = [&](auto f) { to.push_back(bench::make_contestant("blitz", std::move(f))); };
  blitz::firstIndex i;
  blitz::secondIndex j;
  auto r = over(p.r, n0, n1), a = over(p.a, n0, n1), b = over(p.b ? p.b : p.a, n0, n1);
  auto row = over(p.b ? p.b : p.a, n1), column = over(p.b ? p.b : p.a, n0);
  auto rows = over(p.r, n0), columns = over(p.r, n1);
  const Range m0(1, n0 - 2), m1(1, n1 - 2);
  if (id == "W3")
    add([=]() mutable { *p.r = sum(pow2(a - b)); });
  if (id == "W4")
    add([=]() mutable { r = a + row(j); });
  if (id == "W4c")
    add([=]() mutable { r = a + column(i); });
  if (id == "W5b")
    add([=]() mutable {
      const blitz::Array<T, 1> s(sum(a, j));
      r = a / s(i);
    });
  if (id == "W6s")
    add([=]() mutable { over(p.r, n0, (n1 + 1) / 2) = a(Range::all(), Range(0, n1 - 1, 2)); });
  if (id == "W9a")
    add([=]() mutable {
      r(m0, m1) = T(0.25) * (a(Range(0, n0 - 3), m1) + a(Range(2, n0 - 1), m1) +
                             a(m0, Range(0, n1 - 3)) + a(m0, Range(2, n1 - 1)));
    });
  if (id == "W10a")
    add([=]() mutable { r = b.transpose(1, 0); });
  if (id == "W10b")
    add([=]() mutable { r = a + b.transpose(1, 0); });
  if (id == "W15")
    add([=]() mutable { *p.r = sum(a); });
  if (id == "W15a")
    add([=]() mutable { columns = sum(a(j, i), j); });
  if (id == "W15b")
    add([=]() mutable { rows = sum(a, j); });
  if (id == "W15h")
    add([=]() mutable { *p.r = max(a); });
  if (id == "W15d")
    add([=]() mutable {
      const blitz::TinyVector<int, 2> at = maxIndex(a);
      *p.place = index{at(0)} * n1 + at(1);
    });
}

template <class T>
void cubes(const std::string& id, const problem<T>& p, std::vector<bench::contestant>& to) {
  const int n0 = static_cast<int>(p.n0), n1 = static_cast<int>(p.n1), n2 = static_cast<int>(p.n2);
  const auto add = [&](auto f) { to.push_back(bench::make_contestant("blitz", std::move(f))); };
  const Range all = Range::all();
  if (id == "W6") {
    auto r = over(p.r, n0, (n1 + 1) / 2, n2 - 2), x = over(p.a, n0, n1, n2);
    add([=]() mutable { r = x(all, Range(0, n1 - 1, 2), Range(1, n2 - 2)); });
  }
  if (id == "W7") {
    auto r = over(p.r, n0, n1, n2), x = over(p.a, n0, n1, n2);
    add([=]() mutable { r = x.reverse(0).reverse(2); });
  }
  if (id == "W8") {
    auto r = over(p.r, n0, n1, n2), c = over(p.c, 3, n1, n2);
    auto a = over(p.a, n0, n2), b = over(p.b, 2 * n1, n2);
    add([=]() mutable {
      blitz::firstIndex i;
      blitz::secondIndex j;
      blitz::thirdIndex k;
      const blitz::Array<T, 2> even = b(Range(0, 2 * n1 - 2, 2), all), second = c(1, all, all);
      r = a(i, k) * even(j, k) + second(j, k);
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
