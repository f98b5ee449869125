// SPDX-License-Identifier: BSL-1.0
// The other functions, as in quiet.cpp.
#include <stria/fft.hpp>
#include <stria/io/csv.hpp>
#include <stria/io/npy.hpp>
#include <stria/random.hpp>
#include <stria/ranges.hpp>
#include <stria/signal.hpp>
#include <stria/stria.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace stria;

using numbers = dtensor<double, 1>;
using table = dtensor<double, 2>;
using counts = dtensor<int, 1>;

namespace quiet {

// --- subscripts and assignments ---
void index(table& a, const counts& rows) {
  a[_, range(1, 3)] += 2.;
  a[rows] = 5.;
  a[a > 4.] = 0.;
  a[rows, 0] *= 3.;
  a[newaxis, ellipsis, rev()] = a[newaxis] + 1.;
  a[0] = a[rev()][0];
  a[ix_(rows, rows)] = 7.;
  assign_max(a[rows], 8.);
  numbers x = a[0], y = a[_, 1];
  tie(x, y) = std::tuple(x + 1., y * 2.);
  noalias(x) = y - x;
  a = where(a > 1., a, -a);
  a = a[rev(), _] / 2.;
}
double scatter(tensor<float, 4, 4>& a) {
  const auto at = nd({{0, 1}, {2, 0}});
  a[at] = tensor{1.f, 2.f};
  a[at] += 1.f;
  const auto u = eval(tensor_scatter_nd_update(a, at, tensor{3.f, 4.f}));
  return static_cast<double>(u[0, 1]) + static_cast<double>(sum(a[_1, range(_, _, _2)]));
}

// --- functions ---
double reductions(const table& a, const counts& c) {
  const auto column = eval(std_dev(a, _0) + mean(a, _0) + var(a, _0) * median(a, _0));
  return sum(a) + max(a) + min(a[0]) + norm(a) + column[0] + percentile(a, 50.) + ptp(a) +
         static_cast<double>(argmax(a) + sum(c) + prod(c) + count_nonzero(c > 1));
}
table products(const table& a, const table& b) {
  const table c = matmul(a, b) + outer(a[0], b[_, 0]);
  return einsum<"ij,jk->ik">(a, c) + kron(a[range(0, 1), range(0, 1)], c) * trace(c);
}
table shapes(const table& a) {
  const auto joined = concat(_0, a, reshape(ravel(a), a.extent(0), a.extent(1)));
  const auto moved = roll(pad(rearrange<"i j -> j i">(joined), 1), 1, _0);
  return repeat(tile(eval(moved), 2, 1), 2, _1);
}
dtensor<index_t, 1> orders(const numbers& a, const counts& c) {
  const auto distinct = unique(c);
  const dtensor<index_t, 1> at = argsort(a) + searchsorted(sort(a), a);
  return eval(at + bincount(distinct)[0] + histogram(a, 10, 0., 1.));
}
numbers mathematics(const numbers& a, const counts& c) {
  const auto f = map([](double x, int y) { return x + y; }, a, c);
  return exp(sin(a)) + log1p(abs(a)) + pow(a, 2.) + clip(f, 0., 1.) + cumsum(a) + maximum(a, 0.) +
         floor_divide(c, 2) + cast<double>(c % 3) + interp(a, a, a);
}
numbers draws(unsigned long long seed) {
  random::generator g(seed);
  numbers a = random::normal<double>(g, 8) + random::uniform<double>(g, 8);
  return a + random::integers<int>(g, 0, 5, 8) + random::permutation(g, 8);
}
numbers waves(const numbers& a) { return real(fft::ifft(fft::fft(a))); }

// --- ranges and files ---
double ranges(table& a, std::vector<double>& v) {
  double total = 0.;
  for (const auto row : subviews(a, _0))
    total += sum(row);
  const auto from = elements(a);
  total += *std::max_element(from.begin(), from.end());
  total += sum(as_view(v) + to_tensor(v));
  return total;
}
table files(const std::string& path, const table& a) {
  save_npy(path, a);
  save_csv(path, a);
  return load_npy<double, 2>(path) + load_csv<double>(path).values;
}

} // namespace quiet
