// SPDX-License-Identifier: BSL-1.0
// Compile-time refusals of the functions of joins, sets, editing, indices and polynomials:
// containers, axes, ranks, extents, element types.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <complex>
#include <string>
#include <tuple>
#include <vector>

using namespace stria;

// Only their types are used.
namespace refused_test {
extern const std::vector<float> list;
extern const std::vector<bool> bools;
extern tensor<float, 3> t;
extern const tensor<float, 3> fixed;
extern const tensor<float, 2, 3> m;
extern const tensor<float, 2, 3, 4> cube;
extern const tensor<float> single;
extern const tensor<int, 3> places;
extern const tensor<bool, 3> chosen;
extern const tensor<std::complex<float>, 3> z;
extern const tensor<std::string, 3> words;
} // namespace refused_test
using namespace refused_test;

namespace {

#define REFUSED(...) static_assert(detail::is_refused<decltype(__VA_ARGS__)>)
#define TAKEN(...) static_assert(!detail::is_refused<decltype(__VA_ARGS__)>)

// Joins.
REFUSED(vstack(list));
REFUSED(hstack(list, t));
REFUSED(atleast_2d(list));
REFUSED(block(list));
REFUSED(broadcast_arrays(t, list));
REFUSED(vstack(t, tensor<float, 2>()));
REFUSED(hstack(m, tensor<float, 3, 3>()));
REFUSED(hstack(m, t));
REFUSED(dstack(m, t));
REFUSED(column_stack(m, t));
REFUSED(vstack(std::tuple{t, tensor<float, 2>()}));
REFUSED(hstack(t, words));
REFUSED(concat(_1, std::vector{fixed}));
REFUSED(stack(_2, std::vector{fixed}));
REFUSED(concat(_0, std::tuple{t, m}));
REFUSED(concat(_0, list));
REFUSED(concat(_0));
REFUSED(block(std::tuple{m, std::tuple{m}}));
REFUSED(block(std::tuple{m, t}, std::tuple{m, std::string()}));
REFUSED(block(std::tuple{m, tensor<float, 3, 3>()}));
REFUSED(broadcast_arrays(t, tensor<float, 2>()));
TAKEN(vstack(t, m));
TAKEN(block(std::tuple{m, m}, std::tuple{m, m}));

// Sets.
REFUSED(isin(list, t));
REFUSED(isin(t, words));
REFUSED(isin(t, std::string()));
REFUSED(in1d(list, t));
REFUSED(union1d(t, list));
REFUSED(union1d(list, t));
TAKEN(union1d(z, z));
REFUSED(intersect1d(t, words));
TAKEN(setdiff1d(z, z));
TAKEN(setxor1d(t, z));
REFUSED(unique(m, _2));
TAKEN(unique(z, _0));
REFUSED(unique(list, _0));
TAKEN(unique_values(z));
REFUSED(unique_counts(list));
TAKEN(unique_inverse(z));
TAKEN(isin(z, z));
TAKEN(isin(t, list));

// Adding and removing elements.
REFUSED(append(list, t));
REFUSED(append(t, list));
REFUSED(append(m, t, _0));
REFUSED(append(m, tensor<float, 2, 2>(), _0));
REFUSED(append(m, m, _2));
REFUSED(insert(list, 1, 2));
REFUSED(insert(m, 1, 2, _2));
REFUSED(insert(m, 0.5, 2, _1));
REFUSED(insert(t, chosen, 2));
REFUSED(insert(t, bools, 2));
REFUSED(insert(t, 1, m, _0));
REFUSED(insert(m, 1, tensor<float, 2>(), _0));
REFUSED(insert(t, 1, words));
REFUSED(delete_at(list, 1));
REFUSED(delete_at(m, 1, _2));
REFUSED(delete_at(t, 0.5));
REFUSED(delete_at(t, tensor<bool, 2, 3>()));
REFUSED(resize(list, 2));
REFUSED(resize(t, -_2));
REFUSED(trim_zeros(list));
REFUSED(trim_zeros(m));
TAKEN(insert(m, 1, tensor<float, 3>(), _0));
TAKEN(delete_at(t, chosen));

// In place.
REFUSED(put(list, 1, 2));
REFUSED(put(fixed, 1, 2));
REFUSED(put(t + 1, 1, 2));
REFUSED(put(t, 0.5, 2));
REFUSED(put(t, 1, words));
REFUSED(copyto(list, 1));
REFUSED(copyto(t, list));
REFUSED(copyto(fixed, 1));
REFUSED(copyto(t, m));
REFUSED(copyto(t, words));
REFUSED(copyto(t, 1, tensor<bool, 2>()));
REFUSED(fill_diagonal(t, 1));
REFUSED(fill_diagonal(m, 1));
REFUSED(fill_diagonal(list, 1));
REFUSED(place(fixed, chosen, 1));
REFUSED(place(t, list, 1));
REFUSED(putmask(fixed, chosen, 1));
REFUSED(putmask(t, chosen, words));
TAKEN(put(t, 1, 2));
TAKEN(copyto(t, fixed, chosen));

// Parts.
REFUSED(split(list, 2));
REFUSED(split(t, _2));
REFUSED(split(t, 2, _1));
REFUSED(array_split(t, _0));
REFUSED(array_split(list, 2));
REFUSED(hsplit(single, 2));
REFUSED(vsplit(t, 2));
REFUSED(dsplit(m, 2));
REFUSED(apply_along_axis([](const auto& row) { return sum(row); }, _2, m));
REFUSED(apply_along_axis([](const auto& row) { return sum(row); }, _0, list));
REFUSED(apply_along_axis([](int) { return 1; }, _0, m));
REFUSED(apply_along_axis([](const auto&) {}, _0, m));
TAKEN(split(t, _3));

// Indices.
REFUSED(flatnonzero(list));
REFUSED(argwhere(list));
REFUSED(where(bools));
REFUSED(unravel_index(list, 2, 3));
REFUSED(unravel_index(places, 0.5));
REFUSED(ravel_multi_index(std::tuple{1, 2}, 2, 3, 4));
REFUSED(ravel_multi_index(std::tuple{1, 2, 3}, 2, 3));
REFUSED(lexsort(list));
REFUSED(lexsort(t));
REFUSED(lexsort(std::tuple{t, t}, _1));
REFUSED(argpartition(list, 1));
REFUSED(argpartition(t, 1, _1));
TAKEN(argpartition(z, 1));
REFUSED(compress(chosen, list));
REFUSED(compress(chosen, t, _1));
REFUSED(compress(m > 0, m, _1));
REFUSED(extract(bools, t));
REFUSED(extract(chosen, list));
REFUSED(choose(t, std::tuple{1, 2}));
REFUSED(choose(list, std::tuple{1, 2}));
REFUSED(choose(places, std::tuple{t, tensor<float, 2>()}));
REFUSED(choose(places, std::tuple{t, words}));
REFUSED(piecewise(list, std::tuple{chosen}, std::tuple{1}));
REFUSED(piecewise(t, std::tuple{chosen}, std::tuple{1, 2, 3}));
REFUSED(piecewise(t, std::tuple{chosen, chosen}, std::tuple{1}));
REFUSED(piecewise(t, std::tuple{chosen}, std::tuple{std::string()}));
REFUSED(piecewise(t, std::tuple{tensor<bool, 2>()}, std::tuple{1}));
TAKEN(lexsort(m));
TAKEN(choose(places, std::tuple{1, 2}));

// Polynomials, products, short forms.
REFUSED(polyval(list, 1));
REFUSED(polyval(m, 1));
REFUSED(polyadd(t, list));
REFUSED(polymul(m, t));
REFUSED(polysub(t, m));
REFUSED(polyder(m));
REFUSED(polyint(list));
REFUSED(vander(list));
REFUSED(vander(m, 2));
REFUSED(polyfit(list, t, 1));
REFUSED(polyfit(t, list, 1));
REFUSED(polyfit(m, t, 1));
REFUSED(polyfit(z, t, 1));
REFUSED(polyfit(t, t, 1, m));
REFUSED(unwrap(list));
REFUSED(unwrap(z));
REFUSED(unwrap(t, _1));
REFUSED(inner(t, list));
REFUSED(inner(t, tensor<float, 2>()));
REFUSED(vecdot(t, tensor<float, 2>()));
REFUSED(vecdot(m, t, _0));
REFUSED(vecdot(t, t, _1));
REFUSED(vecdot(list, t));
REFUSED(identity(-_2));
REFUSED(tri(_2, -_2));
REFUSED(fliplr(t));
REFUSED(fliplr(list));
REFUSED(flipud(single));
REFUSED(matrix_transpose(t));
REFUSED(permute_dims(m, _0));
REFUSED(permute_dims(m, _0, _0));
REFUSED(permute_dims(list, _0));
REFUSED(astype<double>(list));
REFUSED(astype<int>(words));
REFUSED(ediff1d(list));
TAKEN(polyfit(t, t, 2));
TAKEN(vecdot(cube, tensor<float, 4>()));

} // namespace

TEST_CASE("the static assertions above hold") { SUCCEED(); }
