// SPDX-License-Identifier: BSL-1.0
// The calls in the tables of docs/numpy.md, which must compile. None of them runs. check_page.py
// checks that all of them are here.
#include <stria/any_tensor.hpp>
#include <stria/fft.hpp>
#include <stria/io/csv.hpp>
#include <stria/io/map_npy.hpp>
#include <stria/io/npy.hpp>
#include <stria/io/npy_fields.hpp>
#include <stria/linalg.hpp>
#include <stria/random.hpp>
#include <stria/ranges.hpp>
#include <stria/show/colormap.hpp>
#include <stria/show/heatmap.hpp>
#include <stria/show/progress.hpp>
#include <stria/signal.hpp>
#include <stria/stria.hpp>

#include <bit>
#include <complex>
#include <cstdint>
#include <iostream>
#include <limits>
#include <numbers>
#include <span>
#include <tuple>
#include <vector>

using namespace stria;

namespace {

struct point {
  float x, y;
};
struct named {
  dtensor<double, 1> x;
  dtensor<std::string, 1> name;
};
/// Accepts the result of a call that is not used otherwise.
template <class T> void show(T&&) {}

random::generator g(1);
dtensor<double, 1> v{1., 2., 3., 4.}, w{1., 2., 3., 4.}, x{1., 2., 3.}, y{1., 2., 3.}, z{1., 2.},
    p{1., -3., 2.}, q{1., 2.}, edges{0., 1., 2.}, y_edges{0., 1., 2.}, xp{0., 1.}, fp{1., 2.},
    s{1., 2., 3.};
dtensor<double, 2> m{{1., 2.}, {3., 4.}}, t{{1., 2.}, {3., 4.}}, k{{1., 2.}, {3., 4.}};
dtensor<index_t, 1> i{0, 1}, j{1, 0}, idx{0, 1}, idx2{0, 1}, rows{0, 1}, cols{0, 1}, order{0, 1, 2};
dtensor<int, 1> labels{0, 1};
index_t n = 4, lo = 0, hi = 3, init = 0;
double lam = 2;
tensor<bool, dyn> condition(3);
const char* const path = "x.npy";
const auto f = [](const auto& e) { return e; };
const auto op = [](auto a, auto b) { return a + b; };
std::vector<int> r{1, 2};
std::vector<double> alpha{1., 1.}, pvals{.5, .5};

} // namespace

void matrices() {
  dtensor<double, 2> a{{1., 2., 3.}, {4., 5., 6.}}, b = a, c = a, d = a, u = a;
  dtensor<bool, 2> mask(2, 3);
  show(ones(2, 3));
  show(full(7, 2, 3));
  show(full({2, 3}, 7));
  show(empty(2, 3));
  show(zeros(2, 3));
  show(zeros({2, 3}));
  show(zeros_like(a));
  show(ones_like(a));
  show(empty_like(a));
  show(full_like(a, 7));
  show(arange(5));
  show(arange(0, 1, 0.1));
  show(linspace(0, 1, 11));
  show(eye(3));
  show(diag(v));
  show(logspace(0, 3, 4));
  show(geomspace(1, 1000, 4));
  show(diagflat(a, 1));
  show(indices_of(3, 4));
  show(meshgrid_ij(arange(3), arange(4), sparse));
  show(identity(3));
  show(tri(3, 5, -1));
  show(vander(v, 3));
  show(indices_of(2, 3));
  show(linspace(0, 1, 10, exclude_endpoint));
  show(eye(3, 4, 1));
  show(random::uniform(g, 3, 4));
  show(random::normal(g, 3, 4));
  show(random::integers(g, 1, 7, 10));
  show(random::uniform(g, -1., 1., 3, 4));
  show(random::normal(g, 5., 2., 100));
  show(random::exponential(g, 2, 3, 4));
  show(random::gamma(g, 2, 1.5, 100));
  show(random::poisson(g, lam));
  show(random::beta<float>(g, 2, 3, 100));
  show(random::binomial<int>(g, 9, .5, 100));
  show(random::permutation(g, 9));
  show(random::permutation(g, a, _1));
  show(random::permuted(g, a, _1));
  show(random::choice(g, a, 5));
  show(random::choice(g, 9, 5, random::replace(false)));
  show(random::choice(g, a, 5, p));
  show(to_tensor(r));
  show(eval(a));
  show(std::numeric_limits<float>::epsilon());
  show(std::numeric_limits<int>::max());
  show(as_fortran(a));
  show(zeros<double>(2, 3, column_major));
  show(load_npy<float, dyn, 3>(path));
  show(load_npy_as<double, dyn, 3>(path));
  show(load_npy<tensor<float, dyn, 3>>(path));
  show(load_npy_any(path));
  show(load_npy_any<float>(path));
  show(load_npy_field<double, dyn>(path, "x"));
  show(load_npy_fields<point, dyn>(path, "x", &point::x, "y", &point::y));
  show(map_npy<float, dyn, 3>(path, read_write));
  show(load_csv<double>(path).values);
  show(load_csv<std::string>(path).values);
  show(load_csv<double>(path, {.max_rows = 9, .columns = {2, 0}}).values);
  show(load_csv<double>(path, {.missing = "NA", .filling = 0}).values);
  show(load_csv<named>(path));
  show(load_csv<double>(path, {.delimiter = ' ', .runs = true, .comments = "#"}).values);
  show(load_csv<double>(path, {.delimiter = ';', .header = true}).values);
  show(parse_csv<double>("1 2 3", {.delimiter = ' '}).values[0]);
  show(colormap(a, viridis));
  show(a.shape());
  show(a.strides());
  show(a.size());
  show(sizeof(decltype(a)::value_type));
  show(a.storage().size_bytes());
  show(std::vector(a.data(), a.data() + a.size()));
  show(std::as_bytes(a.storage()));
  show(a[0, 0]);
  show(a = 7);
  show(shares_storage(a, b));
  show(transpose(a));
  show(swapaxes(a, _0, _1));
  show(squeeze(a, _1));
  show(expand_dims(a, _0));
  show(reshape(a, 2, -1));
  show(ravel(a));
  show(flatten(a));
  show(broadcast_to(a, 4, 3));
  show(broadcast_arrays(a, b));
  show(broadcast_shapes(a.shape(), b.shape()));
  show(matrix_transpose(a));
  show(pow(a, 2));
  show(power(a, 2));
  show(pow(cast<double>(a), 2));
  show(maximum(a, b));
  show(minimum(a, b));
  show(floor_divide(a, b));
  show(remainder(a, b));
  show(fmod(a, b));
  show(divmod(a, b));
  show(where(c, a, b));
  show(clip(a, lo, hi));
  show(cast<double>(a));
  show(astype<double>(a));
  show(choose(i, std::tuple{a, b}));
  show(choose(i, {a, b}));
  show(nan_to_num(a));
  show(nan_to_num(a, 0., 1., -1.));
  show(allclose(a, b, 1e-7));
  show(array_equal(a, b));
  show(round(a, 2));
  show(clip(a, _, hi));
  show(sum(a));
  show(mean(a, -_1, keepdims));
  show(min(a, _0));
  show(min(a));
  show(max(a));
  show(argmin(a, _0));
  show(any(a));
  show(all_of(a));
  show(sum(a, _0));
  show(any(a, _0));
  show(sum(a, _0, _1, keepdims));
  show(v[_, newaxis] + w);
  show(outer(v, w));
  show(count_nonzero(a));
  show(reduce(op, init, a, _0));
  show(var(a, _0, ddof(1)));
  show(correction(1));
  show(std_dev(a));
  show(std_(a));
  show(ptp(a, _0));
  show(norm(a));
  show(norm(a, constants::inf, _0));
  show(norm(a, "fro"));
  show(median(a, _0));
  show(percentile(a, 90, _0));
  show(logsumexp(a, _1));
  show(softmax(a, _1)), show(log_softmax(a, _1)), show(softmax(a)), show(log_softmax(a));
  show(quantile(a, tensor{.1, .5}, _0));
  show(percentile(a, 90, percentile_method::hazen));
  show(percentile(a, 90, "hazen"));
  show(average(a, w, _0));
  show(average(a, _0, w));
  show(cov(m));
  show(cov(x, y, ddof(0)));
  show(cov(m, false));
  show(corrcoef(x, y));
  show(sum<double>(a, _0));
  show(mean<float>(a));
  show(sort(a));
  show(argsort(a, _0));
  show(sort(a, descending));
  show(argsort(a, _0, descending));
  show(top_k(a, 3));
  show(top_k(a, 3, _0));
  show(unique(a));
  show(unique_all(a));
  show(unique(a, _0));
  show(isin(a, b, true));
  show(in1d(a, {1, 2}));
  show(partition(a, 3, _0, descending));
  show(top_k(a, 3, _0, smallest, unsorted));
  show(unique_all(a, _0));
  show(unique_all(a, _0, by_occurrence));
  show(lexsort(std::tuple{b, a}));
  show(searchsorted(s, v, search_side::right));
  show(searchsorted(s, v, "right"));
  show(histogram(a, 10, 0, 1));
  show(histogram(a));
  show(histogram(a, edges, w));
  show(histogram(a, 10, 0, 1, as_density));
  show(histogram_bin_edges(a, 10));
  show(digitize(x, edges, true));
  show(histogram2d(x, y, 20));
  show(histogram2d(x, y, 20, y_edges, w));
  show(interp(x, xp, fp));
  show(interp(x, xp, fp, 0));
  show(interp(x, xp, fp, period(360)));
  show(trapezoid(y));
  show(trapezoid(y, x, _0));
  show(trapezoid(y, 0.1));
  show(cumsum(a, _0));
  show(cumprod(a));
  show(diff(a, _0));
  show(diff(a, n, _1, prepended(0)));
  show(diff(a, _0, appended(b)));
  show(accumulate(op, a, _0));
  show(reduce_at(a, {0, 4}, _0));
  show(reduce_at(op, a, {0, 4}, _0));
  show(cumulative_max(a, _0));
  show(cumulative_min(a, _0));
  show(unwrap(a, _0));
  show(polyfit(x, y, 2, w));
  show(polyval(p, x));
  show(poly(tensor{1, 2}));
  show(linalg::roots(p));
  show(concat(_0, a, b));
  show(stack(-_1, a, b));
  show(concat(_0, v));
  show(stack(_1, v));
  show(vstack(a, b));
  show(row_stack(a, b));
  show(vstack(v));
  show(column_stack(a, b));
  show(slice(1, 3));
  show(block(std::tuple{a, b}, std::tuple{c, d}));
  show(block({{a, b}, {c, d}}));
  show(append(a, b));
  show(append(a, b, _0));
  show(resize(a, 2, 3));
  show(trim_zeros(v));
  show(insert(a, 1, b, _0));
  show(delete_at(a, {0, 2}, _1));
  show(split(a, _3, _1));
  show(split(v, 2));
  show(unstack(a, _0));
  show(split(a, {1, 5}, _1));
  show(array_split(a, 3));
  show(hsplit(a, 2));
  show(apply_along_axis(f, _0, a));
  show(searchsorted(s, v, order));
  show(searchsorted(s, v, search_side::right, order));
  show(diff(a, n, _1));
  show(cumulative_sum(a, _0, include_initial));
  show(tile(a, 2, 3));
  show(repeat(a, 2, _0));
  show(repeat(a, std::vector{1, 2}, _0));
  show(pad(a, 1));
  show(pad(a, {{1, 2}, {0, 0}}, pad_mode::edge));
  show(pad(a, {{1, 2}, {0, 0}}, "edge"));
  show(flip(a));
  show(flip(a, _0));
  show(rot90(a, _2));
  show(fliplr(a));
  show(flipud(a));
  show(roll(a, 3));
  show(roll(a, 3, _0));
  show(roll(a, {1, -2}, _0, _1));
  show(sliding_window(a, 3, _0));
  show(sliding_window(a, {3, 2}, _0, _1));
  show(meshgrid(x, y));
  show(meshgrid_ij(x, y));
  show(meshgrid(x, y, sparse));
  show(matmul(a, b));
  show(dot(a, b));
  show(vdot(a, b));
  show(trace(a));
  show(matmul(matmul(a, b), c));
  show(inner(a, b));
  show(vecdot(a, b, -_1));
  show(outer(a, b));
  show(kron(a, b));
  show(cross(a, b));
  show(cross(a, b, _0));
  show(tensordot(a, b, _2));
  show(tensordot(a, b, _0, _1));
  show(linalg::solve(a, b));
  show(linalg::inv(a));
  show(linalg::svd(a));
  show(linalg::eigh(a));
  show(fft::fft(a, 64, _0));
  show(fft::irfft(a, fft::norm::ortho));
  show(fft::fftn(a, _0, _1));
  show(fft::fftshift(a, _0));
  show(fft::ifftshift(a));
  show(convolve2d(a, k, "same", "wrap"));
  show(fftconvolve(a, b, "valid", _1));
  show(gaussian_filter(a, 2));
  show(median_filter(a, 3));
  show(zoom(a, 2));
  show(repeat<"h w -> (h 2) w c">(a, axis_size<"c">(3)));
  show(elements(a));
  show(indices(a.shape()));
  show(a(i, j));
  show(subviews(a, _0));
  show(array2string(a));
  show(repr(a));
  show(array2string(a, {.precision = 3}));
  show(set_print_options({.precision = 3}));
  show(to_string(a * b[rev()] + 1));
  show(a += b);
  show(a[range(1, _)] *= 2);
  show(a[{0, 2}]);
  show(a[{0, 2}, {1, 3}]);
  show(a[tensor{0, 2}, _]);
  show(a[idx]);
  show(a[rows, cols]);
  show(a[1, idx]);
  show(a[ix_({0, 2}, {1, 3})]);
  show(a[ix_(rows, cols)]);
  show(a[a > 0]);
  show(a[a < 0] = 0);
  show(a[idx] = u);
  show(a[idx] += u);
  show(a[idx] -= u);
  show(assign_max(a[idx], u));
  show(assign_min(a[idx], u));
  show(take(a, i, _1));
  show(take(a, i));
  show(take(a, i, _1, out_of_bounds::clip));
  show(nonzero(a));
  show(argwhere(a));
  show(flatnonzero(a));
  show(unravel_index(i, a.shape()));
  show(ravel_multi_index(std::tuple{i, j}, a.shape()));
  show(a[i, j]);
  show(extract(c, a));
  put(a, {0, 2}, b);
  place(a, c, b);
  putmask(a, c, b);
  copyto(a, b);
  fill_diagonal(a, 1);
  show(triu(a, 1));
  show(tril(a));
  show(diagonal(a));
  show(one_hot(i, 10));
  show(one_hot(i, 10, out_of_bounds::raise)), show(one_hot(i, 10, count_from_end));
  show(isfinite(a));
  show(where(mask, a, 0));
  show(sum(a[mask]));
  show(map(f, a));
  show(t.storage());
  show(nextafter(a, constants::inf) - a);
  {
    random::generator g(1);
  }
  {
    random::shuffle(g, a);
  }
  {
    random::shuffle(g, a[_, 1]);
  }
  {
    using type = decltype(a + b)::value_type;
    show(type());
  }
  {
    save_npy(path, a);
  }
  {
    auto m = map_npy<float, dyn, 3>(path);
  }
  {
    for (auto row : progress(subviews(a, _0)))
      ;
  }
  {
    save_csv(path, a);
  }
  {
    save_heatmap(path, a);
  }
  {
    using type = decltype(a)::value_type;
    show(type());
  }
  {
    swap(a[0], a[1]);
  }
  {
    rebindable best(a[0]);
    best = a[1];
  }
  {
    slice s(1, -1);
  }
  {
    const auto [hist, edges] = histogram(a);
  }
  {
    print_scope scope({.precision = 3});
  }
}

void cubes() {
  dtensor<double, 3> a(2, 3, 4), b = a, c = a, d = a, u = a;
  dtensor<bool, 3> mask(2, 3, 4);
  show(permute<2, 0, 1>(a));
  show(moveaxis(a, _0, _2));
  show(moveaxis(a, _2, _0));
  show(permute_dims(a, _2, _0, _1));
  {
    const index_t k = 1;
    show(rot90(a, k, _1, _2));
  }
  show(sum(a, _0, _2));
  show(tensordot(a, b, axes<0, 2>, axes<1, 0>));
  show(einsum<"bij,bjk->bik">(a, b));
  show(rearrange<"b (h p) c -> b h p c">(a, axis_size<"p">(4)));
  show(reduce<"b (h 2) c -> b h c">(a, max));
}

void vectors() {
  dtensor<double, 1> a{1., 2., 3.}, b = a, c = a, d = a, u = a;
  dtensor<bool, 1> mask(3);
  show(tie(u, v) = tie(v, u));
  show(average(a, w, returned));
  show(convolve(a, v, convolve_mode::same));
  show(convolve(a, v, "same"));
  show(correlate(a, v));
  {
    tie(u, v) = std::tuple(v * 2, u + v);
  }
  {
    std::swap(u, v);
  }
}

void matrices_of_integers() {
  dtensor<int, 2> a{{1, 2, 3}, {4, 5, 6}}, b = a, c = a, d = a, u = a;
  show(gcd(a, b));
  show(lcm(a, b));
  const auto p = packbits(a, _1, "little");
  show(packbits(a, _1, "little"));
  show(unpackbits(p, _1));
  show(bincount(a));
  show(bincount(a, w, 9));
}

// Calls with variables of other types.
void others() {
  dtensor<double, 2> a{{1., 2., 3.}, {4., 5., 6.}}, b = a, sample = a;
  const index_t k = 1;
  {
    const index_t m = 3;
    show(ones<float>(n, m));
  }
  {
    const auto f = [](index_t row, index_t column) { return row + column; };
    show(from_function(f, 3, 4));
  }
  {
    const dtensor<double, 1> alpha{1., 2.}, pvals{.5, .5}, mean{1., 2.};
    const dtensor<double, 2> cov{{1., 0.}, {0., 1.}};
    show(random::dirichlet(g, alpha, 5));
    show(random::multinomial(g, 20, pvals, 5));
    show(random::multivariate_normal(g, mean, cov, 5));
  }
  {
    const std::vector<double> values{1, 2};
    show(as_tensor(values));
    std::vector<double> v(6);
    double* const p = v.data();
    show(as_view(p, {2, 3}));
    show(as_view(v, {2, 3}));
    show(as_view(p, {2, 3}, column_major));
    show(as_view(p, {2, 3}, {4, 1}));
  }
  {
    dtensor<point, 1> a(3);
    show(member_view<&point::x>(a));
    save_npy_fields(path, a, "x", &point::x, "y", &point::y);
  }
  {
    const any_tensor<float> a = load_npy_any<float>(path);
    const auto f = [](const auto& t) { return t.rank; };
    show(visit_rank(a, f));
    show(rank_cast<2>(a));
  }
  {
    const auto m = map_npy<float, dyn, 3>(path);
    show(m.view());
  }
  {
    const slice s(1, -1);
    show(a[s]);
  }
  {
    const auto f = [](double e) { return -e; }, g = f;
    show(piecewise(x, std::tuple{x < 0, x > 1}, std::tuple{f, 1, g}));
  }
  {
    const auto f = [](double p, double q) { return p < q ? p : q; };
    show(map(f, a, b));
  }
  show(sum(a, axis(k)));
  show(sort(a, axis(k)));
  show(flip(a, axis(k)));
  show(concat(axis(k), a, b));
  show(partition(a, k));
  show(argpartition(a, k));
  show(histogramdd(sample, std::array{2, 3, 4}, as_density));
  {
    const dtensor<double, 2> f = a;
    show(gradient(f));
    show(gradient(f, x, _1, edge_order(2)));
  }
  {
    const dtensor<double, 1> to_end{1.}, to_begin{2.};
    show(ediff1d(a, to_end, to_begin));
  }
  {
    const double d = .5;
    show(fft::fftfreq(n, d));
    show(fft::rfftfreq(n, d));
  }
  {
    dtensor<double, 1> t(8), u(2);
    const tensor<index_t, 2, 1> idx{{0}, {1}};
    show(gather_nd(t, idx));
    show(t[nd(idx)]);
    show(scatter_nd(idx, u, 8));
    show(tensor_scatter_nd_add(t, idx, u));
    t[nd(idx)] += u;
    assign_max(t[nd(idx)], u);
    const std::array<index_t, 1> b{0}, e{2}, s{1};
    show(strided_slice(t, b, e, s, mask<1, 0, 0, 0, 0>{}));
  }
  {
    dtensor<double, 3> a(2, 3, 4);
    const dtensor<bool, 2> mask(2, 3);
    show(a[idx, newaxis, _, idx2]);
    show(a[mask, 0]);
    const std::vector<int> v{0, 1};
    show(a[v]);
  }
  {
    dtensor<double, 1> a(3), u(2);
    const auto f = [](double p, double q) { return p < q ? p : q; };
    assign_with(a[idx], u, f);
  }
  {
    const dtensor<index_t, 2> i{{0, 1}, {1, 0}};
    const double v = 1;
    show(take_along_axis(a, i, -_1));
    put_along_axis(a, i, v, _0);
    put_along_axis(a, i, v, _0, sum), put_along_axis(a, i, v, _0, max);
    show(take_along_axis(a, i, _1, out_of_bounds::drop));
    show(gather(a, i, _1, batch_dims<1>));
  }
  {
    auto [i, j] = where(a > 0);
    show(i + j);
  }
  {
    const auto [i, j] = diag_indices(2);
    show(i + j);
  }
  {
    const auto f = [](const auto& ones, index_t diagonal) { return triu(ones, diagonal); };
    show(mask_indices(3, f));
    const dtensor<double, 2> m = a;
    show(f(m, k));
  }
  {
    const tensor c{true, false}, d{false, true};
    show(compress(c, a, _0));
    const double x = 1, y = 2;
    show(select(std::tuple{c, d}, std::tuple{x, y}, 0));
  }
  {
    const dtensor<bool, 2> c(2, 3);
    copyto(a, b, c);
  }
  {
    const std::vector<int> places{1, 2};
    show(split(a, places));
    const dtensor<std::complex<double>, 1> z(2);
    show(real(z));
  }
  {
    // The subscripts, and functions with the same names.
    const index_t b = 2, e = 0;
    dtensor<double, 2> m(4, 3);
    {
      auto& a = m;
      show(a[1, 2]);
      show(a[-1, 0]);
      show(a[_, 0]);
      show(a[range(1, 3)]);
      show(a[range(_, -1)]);
      show(a[range(2, _)]);
      show(a[range(_, _, 2)]);
      show(a[range(1, _, 3)]);
      show(a[rev()]);
      show(a[rev(e)]);
      show(a[rev(b, e, 2)]);
      show(a[_, newaxis]);
      show(a[ellipsis, 0]);
      show(a["1:3, None, ..., ::-1"_ix]);
      a[range(1, 3)] = 0;
      a[range(1, _)] = a[range(_, -1)];
    }
    {
      const dtensor<double, 4> x(1, 1, 4, 4), w(1, 1, 2, 2), images(1, 4, 4, 1);
      const dtensor<double, 2> a(4, 4), c(2, 3), boxes(1, 4), image(4, 4);
      const dtensor<int, 1> of(1);
      show(conv(x, w, {.strides = 2, .padding = 1})), show(conv_transpose(x, w, {.strides = 2}));
      show(max_pool(x, {2, 2})), show(average_pool(x, {2, 2}));
      show(max_pool_with_positions(x, {2, 2}));
      show(resize_image(x, {8, 8}, "cubic", _2, _3));
      show(resize_image(x, {8, 8}, "align_corners", _2, _3));
      show(resize_image(image, {8, 8}, antialias)), show(map_coordinates(a, c, 1, "edge"));
      show(crop_and_resize(images, boxes, of, {14, 14}));
    }
    {
      const dtensor<double, 1> a{1, 2}, b{2, 3}, x{1, 2}, y{2, 3};
      show(arctan2(y, x)), show(hypot(x, y)), show(copysign(x, y)), show(nextafter(x, y));
      show(fmax(a, b)), show(fmin(a, b)), show(logaddexp(a, b)), show(logaddexp2(a, b)),
          show(heaviside(a, 0.5));
      show(reciprocal(a)), show(signbit(a)), show(sinc(a)), show(deg2rad(a)), show(rad2deg(a));
      show(union1d(a, b)), show(intersect1d(a, b)), show(setdiff1d(a, b)), show(setxor1d(a, b));
    }
  }
}
