// SPDX-License-Identifier: BSL-1.0
// Functions that insert, delete, replace and choose elements (record_editing.py).
#include "cases.hpp"

namespace cases {
namespace {

using namespace stria;

using vector = kinds<of<double, 1>>;
using matrix = kinds<of<double, 2>>;
using ints = kinds<of<std::int32_t, 1>>;
using int_matrix = kinds<of<std::int32_t, 2>>;
using two_vectors = kinds<of<double, 1>, of<double, 1>>;
using two_matrices = kinds<of<double, 2>, of<double, 2>>;
using matrix_and_vector = kinds<of<double, 2>, of<double, 1>>;
using two_ints = kinds<of<std::int32_t, 1>, of<std::int32_t, 1>>;
using ints_and_vector = kinds<of<std::int32_t, 1>, of<double, 1>>;
using masked = kinds<of<double, 2>, of<double, 2>, of<bool, 2>>;
using chosen = kinds<of<std::int32_t, 2>, of<double, 2>, of<double, 2>>;

/// Calls f with axis 0 or 1.
template <class F> void with_axis(answers& found, const row& r, const F& f) {
  if (r.word("axis") == "0")
    found.add(f(_0));
  else
    found.add(f(_1));
}

answers appended(const row& r) {
  if (r.has("axis"))
    return each<two_matrices>(r, [&](answers& found, const auto& a, const auto& b) {
      with_axis(found, r, [&](auto axis) { return append(a, b, axis); });
    });
  if (r.has("value"))
    return call<vector, matrix>(r, [&](const auto& a) { return append(a, r.number("value")); });
  return call<two_vectors, matrix_and_vector, two_ints, ints_and_vector>(
      r, [](const auto& a, const auto& b) { return append(a, b); });
}
answers inserted(const row& r) {
  const index at = r.whole("at");
  if (r.has("places"))
    return call<two_vectors>(r, [&](const auto& a, const auto& b) {
      return insert(a, indices_of(r.word("places")), b);
    });
  if (r.has("value") && r.has("axis"))
    return each<matrix>(r, [&](answers& found, const auto& a) {
      with_axis(found, r, [&](auto axis) { return insert(a, at, r.number("value"), axis); });
    });
  if (r.has("value"))
    return call<vector, ints>(r, [&](const auto& a) { return insert(a, at, r.number("value")); });
  if (r.has("axis"))
    return call<matrix_and_vector>(
        r, [&](const auto& a, const auto& b) { return insert(a, at, b, _1); });
  return call<two_vectors>(r, [&](const auto& a, const auto& b) { return insert(a, at, b); });
}
answers deleted(const row& r) {
  const index at = r.whole("at");
  const auto places = indices_of(r.word("places"));
  if (r.has("axis"))
    return each<matrix>(r, [&](answers& found, const auto& a) {
      if (r.has("places"))
        with_axis(found, r, [&](auto axis) { return delete_at(a, places, axis); });
      else
        with_axis(found, r, [&](auto axis) { return delete_at(a, at, axis); });
    });
  return each<vector, ints>(r, [&](answers& found, const auto& a) {
    if (r.has("places"))
      found.add(delete_at(a, places));
    else
      found.add(delete_at(a, at));
  });
}

answers put_there(const row& r) {
  const auto places = indices_of(r.word("places"));
  if (r.has("value"))
    return call<vector, matrix, int_matrix>(r, [&](auto a) {
      put(a, places, r.whole("value"));
      return a;
    });
  return call<two_vectors, matrix_and_vector>(r, [&](auto a, const auto& b) {
    put(a, places, b);
    return a;
  });
}
answers copied(const row& r) {
  if (r.has("value"))
    return call<matrix, int_matrix>(r, [&](auto a) {
      copyto(a, r.whole("value"));
      return a;
    });
  if (r.operands.size() == 3)
    return call<masked>(r, [&](auto a, const auto& b, const auto& mask) {
      copyto(a, b, mask);
      return a;
    });
  return call<two_matrices, matrix_and_vector>(r, [&](auto a, const auto& b) {
    copyto(a, b);
    return a;
  });
}
answers filled(const row& r) {
  if (r.has("value"))
    return call<matrix, int_matrix>(r, [&](auto a) {
      fill_diagonal(a, r.whole("value"), r.has("wrap"));
      return a;
    });
  return call<matrix_and_vector>(r, [&](auto a, const auto& b) {
    fill_diagonal(a, b, r.has("wrap"));
    return a;
  });
}

answers chosen_from(const row& r) {
  return call<chosen>(
      r, [](const auto& i, const auto& a, const auto& b) { return choose(i, std::tuple{a, b}); });
}
answers in_pieces(const row& r) {
  return call<vector>(r, [&](const auto& x) {
    return piecewise(x, std::tuple{x<r.number("low"), x> r.number("high")},
                     std::tuple{[](double e) { return -e; }, 9, [](double e) { return e / 2; }});
  });
}
answers applied(const row& r) {
  const auto width = [](const auto& line) { return max(line) - line[0]; };
  if (r.has("of"))
    return each<matrix>(r, [&](answers& found, const auto& a) {
      with_axis(found, r, [&](auto axis) {
        return apply_along_axis([](const auto& line) { return line[rev()] * 2; }, axis, a);
      });
    });
  return each<matrix, int_matrix>(r, [&](answers& found, const auto& a) {
    with_axis(found, r, [&](auto axis) { return apply_along_axis(width, axis, a); });
  });
}

const function functions[] = {
    {"append", appended},    {"insert", inserted},     {"delete_at", deleted},
    {"put", put_there},      {"copyto", copied},       {"fill_diagonal", filled},
    {"choose", chosen_from}, {"piecewise", in_pieces}, {"apply_along_axis", applied},
};

} // namespace

TEST_CASE("insertion, deletion, replacement and choice, compared with NumPy") {
  check("editing", functions);
}

} // namespace cases
