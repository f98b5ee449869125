// SPDX-License-Identifier: BSL-1.0
// Joins, splits and changes of shape (record_shapes.py).
#include "cases.hpp"

namespace cases {
namespace {

using namespace stria;

using number = kinds<of<double, 0>>;
using whole_number = kinds<of<std::int32_t, 0>>;
using vector = kinds<of<double, 1>>;
using matrix = kinds<of<double, 2>>;
using ints = kinds<of<std::int32_t, 1>>;
using int_matrix = kinds<of<std::int32_t, 2>>;
using int_cube = kinds<of<std::int32_t, 3>>;
using two_vectors = kinds<of<double, 1>, of<double, 1>>;
using two_matrices = kinds<of<double, 2>, of<double, 2>>;
using matrix_and_vector = kinds<of<double, 2>, of<double, 1>>;
using two_int_matrices = kinds<of<std::int32_t, 2>, of<std::int32_t, 2>>;
using mixed_matrices = kinds<of<std::int32_t, 2>, of<double, 2>>;
using two_cubes = kinds<of<std::int32_t, 3>, of<std::int32_t, 3>>;

#define UNARY(name)                                                                                \
  {#name, [](const row& r) {                                                                       \
     return call<number, whole_number, vector, matrix, ints, int_matrix, int_cube>(                \
         r, [](const auto& a) { return name(a); });                                                \
   }}
#define JOIN(name, ...)                                                                            \
  {#name, [](const row& r) {                                                                       \
     return call<__VA_ARGS__>(r, [](const auto& a, const auto& b) { return name(a, b); });         \
   }}
#define OF_ONE_RANK two_vectors, two_matrices, two_int_matrices, mixed_matrices, two_cubes
#define OF_ANY_RANK OF_ONE_RANK, matrix_and_vector

answers blocks(const row& r) {
  return each<OF_ANY_RANK>(r, [&](answers& found, const auto& a, const auto& b) {
    if constexpr (std::remove_cvref_t<decltype(a)>::rank == 2 &&
                  std::remove_cvref_t<decltype(b)>::rank == 2) {
      if (r.word("rows") == "2")
        return found.add(block(std::tuple{a, b}, std::tuple{b, a}));
      if (r.word("rows") == "column")
        return found.add(block(std::tuple{a}, std::tuple{b}));
    }
    found.add(block(a, b));
  });
}
answers resized(const row& r) {
  return each<vector, matrix, int_matrix>(r, [&](answers& found, const auto& a) {
    const auto shape = indices_of(r.word("shape"));
    if (shape.size() == 1)
      found.add(resize(a, shape[0]));
    else if (shape.size() == 2)
      found.add(resize(a, shape[0], shape[1]));
    else
      found.add(resize(a, shape[0], shape[1], shape[2]));
  });
}
answers parts(const row& r) {
  return each<vector, ints, matrix>(r, [&](answers& found, const auto& a) {
    if constexpr (std::remove_cvref_t<decltype(a)>::rank == 2)
      found.add(array_split(a, r.whole("parts"), _1));
    else if (r.has("parts"))
      found.add(array_split(a, r.whole("parts")));
    else
      found.add(array_split(a, indices_of(r.word("at"))));
  });
}
answers identities(const row& r) {
  answers found;
  const auto n = static_cast<index>(r.operands[0].values[0]);
  if (r.word("dtype") == "i4")
    found.add(identity<std::int32_t>(n));
  else
    found.add(identity(n));
  return found;
}

const function functions[] = {
    JOIN(vstack, OF_ANY_RANK),
    JOIN(hstack, OF_ONE_RANK),
    JOIN(dstack, OF_ANY_RANK),
    JOIN(column_stack, OF_ANY_RANK),
    JOIN(broadcast_arrays, OF_ANY_RANK),
    UNARY(atleast_1d),
    UNARY(atleast_2d),
    UNARY(atleast_3d),
    {"block", blocks},
    {"resize", resized},
    {"array_split", parts},
    {"identity", identities},
};

} // namespace

TEST_CASE("joins, splits and changes of shape, compared with NumPy") { check("shapes", functions); }

} // namespace cases
