// SPDX-License-Identifier: BSL-1.0
// The functions of stria::linalg for matrices with different strides. The results are compared with
// NumPy and SciPy (record.py), and the properties that define them are checked.
#include "catch.hpp"
#include "recorded.hpp"

#include <stria/linalg.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace stria;

namespace {

using cd = std::complex<double>;
constexpr double infinite = std::numeric_limits<double>::infinity();

struct recorded_matrix {
  std::string name;
  index rows = 0, columns = 0;
  bool is_complex = false;
  std::vector<cd> values;
  std::map<std::string, std::vector<cd>> results;

  bool has(const std::string& function) const { return results.contains(function); }
  double condition() const {
    for (const char* name_ : {"cond", "cond_None"})
      if (has(name_))
        return results.at(name_)[0].real();
    return 10;
  }
};

std::vector<cd> read_values(std::istream& in, bool is_complex) {
  std::vector<double> flat;
  for (std::string word; in >> word;)
    flat.push_back(std::strtod(word.c_str(), nullptr));
  std::vector<cd> v;
  for (std::size_t k = 0; k < flat.size(); k += is_complex ? 2 : 1)
    v.emplace_back(flat[k], is_complex ? flat[k + 1] : 0.);
  return v;
}

std::vector<recorded_matrix> read_all() {
  std::vector<recorded_matrix> all;
  for (const char* text : recorded::texts) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream in(line);
      std::string first;
      in >> first;
      if (first == "matrix") {
        recorded_matrix m;
        in >> m.name >> m.rows >> m.columns;
        m.is_complex = m.name.starts_with("complex") || m.name.starts_with("hermitian");
        m.values = read_values(in, m.is_complex);
        all.push_back(m);
      } else {
        std::string kind;
        in >> kind;
        all.back().results[first] = read_values(in, kind == "complex");
      }
    }
  }
  return all;
}
const std::vector<recorded_matrix>& all_matrices() {
  static const std::vector<recorded_matrix> all = read_all();
  return all;
}

template <class T> T number(cd v) {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(v.real());
  else
    return static_cast<T>(v);
}
template <class T> dtensor<T, 2> tensor_of(const recorded_matrix& m) {
  dtensor<T, 2> t(m.rows, m.columns);
  for (std::size_t k = 0; k < m.values.size(); ++k)
    t.data()[k] = number<T>(m.values[k]);
  return t;
}
template <class T> dtensor<T, 2> right_side(index rows) {
  dtensor<T, 2> b(rows, 2);
  for (index i = 0; i < rows; ++i)
    for (index j = 0; j < 2; ++j)
      b(i, j) = number<T>(cd(static_cast<double>(i - 2 * j + 1)));
  return b;
}

template <class T>
constexpr double epsilon =
    static_cast<double>(std::numeric_limits<detail::linear::real_part_t<T>>::epsilon());

template <class T> std::vector<cd> flat(const T& v) {
  std::vector<cd> r;
  if constexpr (detail::operand<T>) {
    const auto t = eval(v);
    for (const auto& x : t.storage())
      r.emplace_back(x);
  } else if constexpr (std::is_arithmetic_v<T>) {
    r.emplace_back(static_cast<double>(v));
  } else {
    r.emplace_back(v);
  }
  return r;
}

/// Compares with the recorded values, within a tolerance relative to the largest value.
template <class R>
void compare(const recorded_matrix& m, const std::string& function, const R& got,
             double tolerance) {
  if (!m.has(function))
    return;
  const std::vector<cd>& wanted = m.results.at(function);
  const std::vector<cd> values = flat(got);
  CAPTURE(m.name, function, values, wanted, tolerance);
  REQUIRE(values.size() == wanted.size());
  double scale = 1;
  for (const cd& v : wanted)
    if (std::isfinite(std::abs(v)))
      scale = std::max(scale, std::abs(v));
  bool near = true;
  for (std::size_t k = 0; k < wanted.size(); ++k)
    near = near && (values[k] == wanted[k] || std::abs(values[k] - wanted[k]) <= tolerance * scale);
  CHECK(near);
}

/// Eigenvalues have no order: each is moved to the position of the nearest recorded one.
template <class T> dtensor<cd, 1> ordered(const recorded_matrix& m, const T& values) {
  std::vector<cd> left = flat(values);
  dtensor<cd, 1> t(static_cast<index>(left.size()));
  for (std::size_t k = 0; k < left.size(); ++k) {
    const cd wanted = m.results.at("eigvals")[k];
    const auto nearest =
        std::min_element(left.begin() + static_cast<index>(k), left.end(),
                         [&](cd a, cd b) { return std::abs(a - wanted) < std::abs(b - wanted); });
    std::swap(left[k], *nearest);
    t(static_cast<index>(k)) = left[k];
  }
  return t;
}
/// The conjugate transpose.
template <class A> auto adjoint(const A& a) {
  return eval(linalg::matrix_transpose(stria::detail::conjugated(eval(a))));
}
template <class A, class B> bool near(const A& a, const B& b, double tolerance) {
  const auto difference = eval(abs(a - b));
  double largest = 0;
  for (const auto& v : difference.storage())
    if (!(static_cast<double>(v) <= largest))
      largest = static_cast<double>(v);
  CAPTURE(largest, tolerance);
  return largest <= tolerance;
}
template <class Q> bool has_orthonormal_columns(const Q& q, double tolerance) {
  using T = typename Q::value_type;
  return near(matmul(adjoint(q), q), eye<T>(q.extent(-1)), tolerance);
}

/// All functions of one operand.
template <class T, class A> void check_all(const recorded_matrix& m, const A& a) {
  using namespace stria::linalg;
  const double eps = epsilon<T>, loose = 200 * eps, cond_tol = loose * m.condition();
  for (const char* order : {"fro", "nuc", "inf", "-inf"})
    compare(m, std::string("matrix_norm_") + order, matrix_norm(a, order), loose);
  for (int order : {1, -1, 2, -2})
    compare(m, "matrix_norm_" + std::to_string(order), matrix_norm(a, order), loose);
  for (int order : {0, 1, 2, 3})
    compare(m, "vector_norm_" + std::to_string(order), vector_norm(a, order), loose);
  compare(m, "vector_norm_0.5", vector_norm(a, 0.5), loose);
  compare(m, "vector_norm_inf", vector_norm(a, infinite), loose);
  compare(m, "vector_norm_-inf", vector_norm(a, ord("-inf")), loose);
  compare(m, "vector_norm_rows", vector_norm(a, _1, ord(1)), loose);
  compare(m, "svdvals", svdvals(a), loose);
  compare(m, "matrix_rank", matrix_rank(a), 0);
  compare(m, "trace", linalg::trace(a), loose);
  compare(m, "pinv", pinv(a), cond_tol);
  const auto least = lstsq(a, right_side<T>(m.rows), 1e-6);
  compare(m, "lstsq", least.solution, cond_tol);
  compare(m, "residuals", least.residuals, cond_tol);
  compare(m, "svdvals", least.singular_values, loose);
  compare(m, "matrix_rank", least.rank, 0);
  if (m.name != "deficient") { // its pivots are rounding errors
    const auto f = lu(a);
    compare(m, "lu_P", f.P, 0);
    compare(m, "lu_L", f.L, cond_tol);
    compare(m, "lu_U", f.U, cond_tol);
    const auto q = qr(a);
    compare(m, "qr_Q", q.Q, cond_tol);
    compare(m, "qr_R", q.R, cond_tol);
  }
  compare(m, "cond", cond(a), cond_tol);
  if (m.rows != m.columns)
    return;
  compare(m, "det", det(a), cond_tol);
  if (m.name != "deficient") {
    const auto [sign, log] = slogdet(a);
    compare(m, "sign", sign, cond_tol);
    compare(m, "logabsdet", log, cond_tol);
    compare(m, "eigvals", ordered(m, eigvals(a)), m.name == "shear" ? 1e-3 : cond_tol);
    compare(m, "eigvals", ordered(m, eig(a).eigenvalues), m.name == "shear" ? 1e-3 : cond_tol);
  }
  compare(m, "eigvalsh", eigvalsh(a), loose);
  compare(m, "eigvalsh", eigh(a).eigenvalues, loose);
  compare(m, "eigvalsh_upper", eigvalsh(a, upper), loose);
  compare(m, "eigvalsh_upper", eigh(a, 'U').eigenvalues, loose);
  compare(m, "expm", expm(a / T(4)), cond_tol);
  compare(m, "matrix_power_3", matrix_power(a, 3), loose);
  compare(m, "matrix_power_0", matrix_power(a, 0), 0);
  compare(m, "cond_None", cond(a), cond_tol);
  if (m.has("solve")) {
    for (int order : {1, -1, 2, -2})
      compare(m, "cond_" + std::to_string(order), cond(a, order), cond_tol);
    for (const char* order : {"inf", "-inf", "fro"})
      compare(m, std::string("cond_") + order, cond(a, order), cond_tol);
    const auto b = right_side<T>(m.rows);
    compare(m, "solve", solve(a, b), cond_tol);
    compare(m, "inv", inv(a), cond_tol);
    compare(m, "matrix_power_-2", matrix_power(a, -2), cond_tol * m.condition());
    const dtensor<T, 1> x = solve(a, b[_, _1]), both = solve(a, b)[_, _1];
    CHECK(near(x, both, cond_tol * 10));
  }
  if (m.has("cholesky")) {
    compare(m, "cholesky", cholesky(a), loose);
    const auto u = cholesky(a, upper);
    compare(m, "cholesky", adjoint(u), loose);
  }
}

/// Checks the properties that define the results.
template <class T> void check_properties(const recorded_matrix& m) {
  using namespace stria::linalg;
  const dtensor<T, 2> a = tensor_of<T>(m);
  const double size = 1 + static_cast<double>(matrix_norm(a));
  const double tolerance = 50 * epsilon<T> * size;
  CAPTURE(m.name);
  const auto [q, r] = qr(a);
  CHECK(near(matmul(q, r), a, tolerance));
  CHECK(has_orthonormal_columns(q, tolerance));
  CHECK(near(r, triu(r), 0));
  const auto all = qr(a, complete);
  CHECK(near(matmul(all.Q, all.R), a, tolerance));
  CHECK(has_orthonormal_columns(all.Q, tolerance));
  CHECK(all.Q.extent(1) == m.rows);
  const auto [u, s, vh] = svd(a, reduced);
  CHECK(near(matmul(u * s, vh), a, tolerance));
  CHECK(has_orthonormal_columns(u, tolerance));
  CHECK(has_orthonormal_columns(adjoint(vh), tolerance));
  const auto full = svd(a);
  CHECK(has_orthonormal_columns(full.U, tolerance));
  CHECK(has_orthonormal_columns(full.Vh, tolerance));
  CHECK(full.U.extent(1) == m.rows);
  CHECK(full.Vh.extent(0) == m.columns);
  const index k = std::min(m.rows, m.columns);
  CHECK(near(matmul(full.U[_, range(_, k)] * full.S, full.Vh[range(_, k)]), a, tolerance));
  const auto [p, l, upper_part] = lu(a);
  CHECK(near(matmul(matmul(p, l), upper_part), a, tolerance));
  CHECK(near(l, tril(l), 0));
  const auto inverse = pinv(a);
  CHECK(near(matmul(matmul(a, inverse), a), a, tolerance * m.condition()));
  if (m.rows != m.columns)
    return;
  const auto [w, v] = eig(a);
  const dtensor<detail::linear::as_complex_t<T>, 2> z = a;
  CHECK(near(matmul(z, v), v * w, tolerance * 10));
  CHECK(near(sum(abs(v) * abs(v), _0), 1., 1e-5));
  const auto symmetric = eval((a + adjoint(a)) / T(2));
  const auto [values, vectors] = eigh(symmetric);
  CHECK(near(matmul(symmetric, vectors), vectors * values, tolerance));
  CHECK(has_orthonormal_columns(vectors, tolerance));
  CHECK(near(sort(values), values, 0));
  const auto b = right_side<T>(m.rows);
  if (m.has("solve")) {
    CHECK(near(matmul(a, solve(a, b)), b, tolerance * m.condition() * 10));
    const auto lower_part = eval(tril(a) + eye<T>(m.rows) * T(9));
    CHECK(near(matmul(lower_part, triangular_solve(lower_part + triu(a, 1), b, true)), b, 1e-3));
    CHECK(near(matmul(transpose(lower_part), solve_triangular(transpose(lower_part), b)), b, 1e-3));
    const auto unit = eval(tril(a, -1) / T(8) + eye<T>(m.rows));
    CHECK(near(matmul(unit, triangular_solve(tril(a) / T(8), b, lower, true)), b, 1e-3));
  }
}

template <class T> void check_matrix(const recorded_matrix& m) {
  const dtensor<T, 2> a = tensor_of<T>(m);
  check_all<T>(m, a);
  check_properties<T>(m);
}

/// The same elements with other strides.
template <class T> void check_layouts(const recorded_matrix& m) {
  const dtensor<T, 2> a = tensor_of<T>(m);
  dtensor<T, 2> wide(2 * m.rows + 1, 3 * m.columns + 2);
  for (const index row : {1, 2, -1})
    for (const index column : {1, 3, -1}) {
      const auto part = wide[range(_, _, row), range(_, _, column)];
      auto view = part[range(_, m.rows), range(_, m.columns)];
      view = a;
      check_all<T>(m, view);
    }
  const dtensor<T, 2> turned = transpose(a);
  const auto rows = turned[range(_, _, index{1}), range(_, _, index{1})];
  check_all<T>(m, linalg::matrix_transpose(rows));
}

} // namespace

TEST_CASE("matrix_power with an exponent beyond the largest index") {
  const auto p = linalg::matrix_power(tensor<double, 1, 1>{{2.}}, std::uint64_t{1} << 63U);
  CHECK(p[0, 0] == std::numeric_limits<double>::infinity());
}

TEST_CASE("real matrices, compared with NumPy and SciPy") {
  for (const recorded_matrix& m : all_matrices())
    if (!m.is_complex) {
      check_matrix<double>(m);
      check_matrix<float>(m);
    }
}

TEST_CASE("complex matrices, compared with NumPy and SciPy") {
  for (const recorded_matrix& m : all_matrices())
    if (m.is_complex) {
      check_matrix<std::complex<double>>(m);
      check_matrix<std::complex<float>>(m);
    }
}

TEST_CASE("matrices with any strides") {
  for (const recorded_matrix& m : all_matrices())
    if (m.rows * m.columns < 40) {
      if (m.is_complex)
        check_layouts<std::complex<double>>(m);
      else
        check_layouts<double>(m);
    }
}
