// SPDX-License-Identifier: BSL-1.0
// Compares Fourier transforms and convolutions with sums in plain loops. Transforms have any number
// of points, axes and norm. The modes of convolutions are enumerators or texts.
#include "input.hpp"

#include <stria/fft.hpp>
#include <stria/signal/convolve2d.hpp>
#include <stria/stria.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <optional>

namespace {

using namespace stria;
using fuzz::index;
using fuzz::input;
using fuzz::lengths;
using number = std::complex<double>;
using row = std::vector<number>;

constexpr index most_points = index{1} << 27;

struct array {
  lengths shape{};
  row values{};
};

std::string text(const array& a) { return fuzz::listed(a.shape) + ": " + fuzz::listed(a.values); }

index product(const lengths& shape) {
  index n = 1;
  for (const index k : shape)
    n *= k;
  return n;
}

/// The elements of an operand, or of a number.
template <class E> array reading_of(const E& e) {
  const auto t = eval(e);
  const auto n = t.shape();
  array a{{n.begin(), n.end()}, {}};
  for (const auto& x : t.storage())
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(x)>>)
      a.values.emplace_back(static_cast<double>(x));
    else
      a.values.emplace_back(x.real(), x.imag());
  return a;
}

/// Applies f to each row along an axis; f may change the length of the rows.
array along(const array& a, std::size_t axis, index length, const std::function<row(row)>& f) {
  array r{a.shape, {}};
  r.shape[axis] = length;
  r.values.resize(static_cast<std::size_t>(product(r.shape)));
  const lengths before(a.shape.begin(), a.shape.begin() + static_cast<std::ptrdiff_t>(axis));
  const lengths after(a.shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1, a.shape.end());
  const index n = a.shape[axis], inner = product(after);
  for (index o = 0; o < product(before); ++o)
    for (index i = 0; i < inner; ++i) {
      row one;
      for (index k = 0; k < n; ++k)
        one.push_back(a.values[static_cast<std::size_t>((o * n + k) * inner + i)]);
      one = f(one);
      for (index k = 0; k < length; ++k)
        r.values[static_cast<std::size_t>((o * length + k) * inner + i)] =
            one[static_cast<std::size_t>(k)];
    }
  return r;
}

// --- transforms ---

enum class form { complex, to_half, from_half };
struct transform {
  const char* name;
  form kind;
  bool inverse;
};

/// The sum of x[j] exp(+-2 pi i j k / n) for each k.
row sums(const row& x, bool inverse) {
  const std::size_t n = x.size();
  row roots, r(n);
  for (std::size_t k = 0; k < n; ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
    roots.emplace_back(std::cos(angle), inverse ? std::sin(angle) : -std::sin(angle));
  }
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j < n; ++j)
      r[k] += x[j] * roots[j * k % n];
  return r;
}
/// The transform along one axis with n points, without the factor of the norm.
array transformed(const array& a, std::size_t axis, index n, form kind, bool inverse) {
  const auto points = static_cast<std::size_t>(n);
  return along(a, axis, kind == form::to_half ? n / 2 + 1 : n, [&](row x) {
    x.resize(kind == form::from_half ? points / 2 + 1 : points);
    if (kind == form::from_half) {
      x[0].imag(0);
      if (n % 2 == 0)
        x.back().imag(0);
      x.resize(points);
      for (std::size_t k = points / 2 + 1; k < points; ++k)
        x[k] = std::conj(x[points - k]);
    }
    return sums(x, inverse);
  });
}

/// An axis and a number of points; without a number, it is the size of the axis.
struct axis_points {
  std::size_t axis;
  std::optional<index> points{};
};
struct request {
  std::vector<axis_points> axes; // the last one is converted
  fft::norm norm = fft::backward;
  bool valid = true; // whether the text names a norm
};

/// Returns nothing if the request must be refused. `magnitude` is set to a bound of the results.
std::optional<array> model(const array& a, const transform& t, const request& q,
                           double& magnitude) {
  if (!q.valid)
    return {};
  const bool empty = std::ranges::find(a.shape, 0) != a.shape.end();
  array r = a;
  double all = 1;
  lengths points;
  for (std::size_t i = 0; i < q.axes.size(); ++i) {
    const bool last = i + 1 == q.axes.size();
    const auto [axis, given] = q.axes[i];
    const index own = a.shape[axis];
    points.push_back(given ? *given : t.kind == form::from_half && last ? 2 * (own - 1) : own);
    if (points.back() < 1 || points.back() > most_points)
      return {};
    all *= static_cast<double>(points.back());
    r.shape[axis] = t.kind == form::to_half && last ? points.back() / 2 + 1 : points.back();
  }
  if (empty) { // all results are zeros
    r.values.assign(static_cast<std::size_t>(product(r.shape)), 0);
    return r;
  }
  r = a;
  const std::size_t count = q.axes.size();
  if (t.kind == form::to_half) // needs real numbers, so it is done first
    r = transformed(r, q.axes.back().axis, points.back(), form::to_half, t.inverse);
  for (std::size_t i = 0; i < count; ++i)
    if (t.kind == form::complex || i + 1 < count)
      r = transformed(r, q.axes[i].axis, points[i], form::complex, t.inverse);
  if (t.kind == form::from_half)
    r = transformed(r, q.axes.back().axis, points.back(), form::from_half, t.inverse);
  const double factor = q.norm == fft::ortho                     ? 1 / std::sqrt(all)
                        : (q.norm == fft::backward) == t.inverse ? 1 / all
                                                                 : 1;
  for (number& x : r.values)
    x *= factor;
  magnitude = 0;
  for (const number& x : a.values)
    magnitude += std::abs(x) * 2 * factor;
  return r;
}

/// Compares with a model, up to `tolerance`. If `wanted` is empty, the library must throw
/// value_error.
template <class Run>
void compare(std::string_view what, const array& operand, const std::optional<array>& wanted,
             double tolerance, Run run) {
  std::optional<array> found;
  std::string error;
  try {
    found = reading_of(run());
  } catch (const value_error& e) {
    error = e.what();
  }
  bool same = found.has_value() == wanted.has_value();
  if (same && found) {
    same = found->shape == wanted->shape && found->values.size() == wanted->values.size();
    for (std::size_t k = 0; same && k < found->values.size(); ++k)
      same = !(std::abs(found->values[k] - wanted->values[k]) > tolerance);
  }
  fuzz::require(same, what, [&] {
    return "operand " + text(operand) + "\nmodel   " + (wanted ? text(*wanted) : "value_error") +
           "\nlibrary " + (found ? text(*found) : error) + "\ntolerance " +
           std::to_string(tolerance);
  });
}

/// A number of points, small or outside of the allowed range.
index points(input& in) {
  static constexpr index far[] = {most_points + 1,
                                  index{1} << 32,
                                  (index{1} << 32) + 5,
                                  std::numeric_limits<index>::max(),
                                  std::numeric_limits<index>::max() - 1,
                                  std::numeric_limits<index>::min(),
                                  std::numeric_limits<index>::min() + 1,
                                  -1,
                                  0,
                                  -most_points};
  return in.rarely(12)  ? far[in.byte() % std::size(far)]
         : in.rarely(6) ? in.byte() % 128
                        : in.number(1, 20);
}

constexpr const char* norms[] = {"backward", "ortho", "forward"};
/// Sets `text` to one of these names or to another text. Returns the number of the name, or -1.
template <std::size_t N> int name(input& in, const char* const (&names)[N], std::string& text) {
  const unsigned b = in.byte();
  text = names[b % N];
  switch (b / N % 8) {
  case 0: text.resize(in.byte() % (text.size() + 1)); break;
  case 1: text += static_cast<char>(in.byte()); break;
  case 2: text.insert(0, 1, static_cast<char>(in.byte())); break;
  case 3: text.assign(in.byte() % 9, static_cast<char>(in.byte())); break;
  default: break;
  }
  const auto* const found = std::ranges::find(names, text);
  return found == std::end(names) ? -1 : static_cast<int>(found - names);
}

template <class A>
constexpr bool is_float = sizeof(detail::value_t<A>) == sizeof(float) ||
                          std::same_as<detail::value_t<A>, std::complex<float>>;

template <class A, class Op> void one_axis(input& in, const transform& t, const A& a, Op op) {
  constexpr std::size_t last = detail::rank_of<A> - 1;
  const array operand = reading_of(a);
  const index n = points(in);
  std::string word;
  const int named = name(in, norms, word);
  const std::string_view norm_text = word;
  const auto norm = static_cast<fft::norm>(in.byte() % 3);
  const auto run = [&](request q, auto f) {
    double magnitude = 0;
    const auto wanted = model(operand, t, q, magnitude);
    compare(t.name, operand, wanted, magnitude * (is_float<A> ? 1e-5 : 1e-13) + 1e-30, f);
  };
  const request by_text{{{last, {}}}, static_cast<fft::norm>(std::max(named, 0)), named >= 0};
  switch (in.byte() % 6) {
  case 0: return run({{{last, {}}}}, [&] { return op(a); });
  case 1: return run({{{last, n}}}, [&] { return op(a, n); });
  case 2: return run({{{0, {}}}, norm}, [&] { return op(a, _0, norm); });
  case 3: return run({{{0, n}}, norm}, [&] { return op(a, n, norm, _0); });
  case 4: return run(by_text, [&] { return op(a, norm_text); });
  default: {
    request q = by_text;
    q.axes[0].points = n;
    return run(q, [&] { return op(a, norm_text, n); });
  }
  }
}

template <class A, class Op> void several_axes(input& in, const transform& t, const A& a, Op op) {
  constexpr std::size_t rank = detail::rank_of<A>;
  const array operand = reading_of(a);
  const index n = points(in), m = points(in);
  // -1 is the size of the axis.
  const auto of = [](std::size_t axis, index size) {
    return axis_points{axis, size == -1 ? std::nullopt : std::optional(size)};
  };
  std::string word;
  const int named = name(in, norms, word);
  const std::string_view norm_text = word;
  const auto norm = static_cast<fft::norm>(in.byte() % 3);
  const auto run = [&](request q, auto f) {
    double magnitude = 0;
    const auto wanted = model(operand, t, q, magnitude);
    compare(t.name, operand, wanted, magnitude * (is_float<A> ? 1e-5 : 1e-13) + 1e-30, f);
  };
  const auto by_text = [&](const axis_points& p) {
    return request{{p}, static_cast<fft::norm>(std::max(named, 0)), named >= 0};
  };
  const unsigned kind = in.byte() % 5;
  if (kind == 0) {
    request q{{}, norm};
    for (std::size_t k = 0; k < rank; ++k)
      q.axes.push_back({k, {}});
    return run(q, [&] { return op(a, norm); });
  }
  if (kind == 1)
    return run(by_text(of(0, n)), [&] { return op(a, std::array{n}, _0, norm_text); });
  if constexpr (rank >= 2) {
    if (kind == 2)
      return run({{of(rank - 2, n), of(rank - 1, m)}}, [&] { return op(a, std::array{n, m}); });
    if (kind == 3)
      return run({{of(1, n), of(0, m)}, norm}, [&] { return op(a, n, m, _1, _0, norm); });
    return run({{{rank - 2, {}}, of(rank - 1, m)}, norm}, [&] { return op(a, norm, _, m); });
  }
}

template <class A> void transforms(input& in, const A& a) {
  constexpr bool real = std::is_arithmetic_v<detail::value_t<A>>;
#define STRIA_TRANSFORM(name) [](const auto&... x) { return fft::name(x...); }
  switch (in.byte() % 10) {
  case 0: return one_axis(in, {"fft", form::complex, false}, a, STRIA_TRANSFORM(fft));
  case 1: return one_axis(in, {"ifft", form::complex, true}, a, STRIA_TRANSFORM(ifft));
  case 2: return one_axis(in, {"irfft", form::from_half, true}, a, STRIA_TRANSFORM(irfft));
  case 3: return one_axis(in, {"hfft", form::from_half, false}, a, STRIA_TRANSFORM(hfft));
  case 4: return several_axes(in, {"fftn", form::complex, false}, a, STRIA_TRANSFORM(fftn));
  case 5: return several_axes(in, {"ifftn", form::complex, true}, a, STRIA_TRANSFORM(ifftn));
  case 6: return several_axes(in, {"irfftn", form::from_half, true}, a, STRIA_TRANSFORM(irfftn));
  default: break;
  }
  if constexpr (real)
    switch (in.byte() % 3) {
    case 0: return one_axis(in, {"rfft", form::to_half, false}, a, STRIA_TRANSFORM(rfft));
    case 1: return one_axis(in, {"ihfft", form::to_half, true}, a, STRIA_TRANSFORM(ihfft));
    default: return several_axes(in, {"rfftn", form::to_half, false}, a, STRIA_TRANSFORM(rfftn));
    }
#undef STRIA_TRANSFORM
}

/// A tensor of small numbers.
template <class T, std::size_t R> dtensor<T, R> made(input& in, index longest = 8) {
  std::array<index, R> sizes{};
  for (index& n : sizes)
    n = in.number(0, longest);
  if (R < 3 && in.rarely(8))
    sizes[R - 1] = in.number(0, 70);
  auto t = [&]<std::size_t... K>(std::index_sequence<K...>) {
    return dtensor<T, R>(sizes[K]...);
  }(std::make_index_sequence<R>());
  for (T& x : t.storage())
    if constexpr (std::is_arithmetic_v<T>)
      x = static_cast<T>(in.number(-8, 8));
    else
      x = T(static_cast<typename T::value_type>(in.number(-8, 8)),
            static_cast<typename T::value_type>(in.number(-8, 8)));
  return t;
}

void vectors(input& in) { transforms(in, made<double, 1>(in)); }
void complex_matrices(input& in) { transforms(in, made<std::complex<double>, 2>(in)); }
void transposed(input& in) {
  const auto t = made<float, 2>(in);
  transforms(in, transpose(t));
}
void backwards(input& in) {
  const auto t = made<std::complex<float>, 3>(in, 5);
  transforms(in, t[rev(), all, rev()]);
}
void integers(input& in) {
  const auto t = made<int, 2>(in);
  transforms(in, t * 2);
}

// --- frequencies ---

void frequencies(input& in) {
  const bool half = in.rarely(2);
  const index n = in.rarely(3) ? in.extreme() : in.number(-1, 12);
  static constexpr double spacings[] = {0.,
                                        -0.,
                                        0.5,
                                        1e-310,
                                        -3.,
                                        1e308,
                                        std::numeric_limits<double>::infinity(),
                                        std::numeric_limits<double>::quiet_NaN()};
  const double d = in.rarely(4) ? spacings[in.byte() % std::size(spacings)] : 1;
  if (n > 1000)
    return;
  bool refused = false;
  array found;
  try {
    found = half ? reading_of(fft::rfftfreq(n, d)) : reading_of(fft::fftfreq(n, d));
  } catch (const value_error&) {
    refused = true;
  }
  const auto what = [&] {
    return std::to_string(n) + " points, spacing " + std::to_string(d) + ": " + text(found);
  };
  fuzz::require(refused == (n < 1 || d == 0), "frequencies refused", what);
  if (refused)
    return;
  fuzz::require(found.shape == lengths{half ? n / 2 + 1 : n}, "the number of frequencies", what);
  for (index k = 0; k < static_cast<index>(found.values.size()); ++k) {
    const index whole = half || k < n - n / 2 ? k : k - n;
    const double wanted = static_cast<double>(whole) * (1 / (static_cast<double>(n) * d));
    const double x = found.values[static_cast<std::size_t>(k)].real();
    fuzz::require(x == wanted || (x != x && wanted != wanted), "a frequency", what);
  }
}

// --- convolutions ---

constexpr const char* modes[] = {"full", "same", "valid"};

/// The sum of a[k] v[n - k] for each n; a and v are not empty.
row convolution(const row& a, const row& v) {
  row r(a.size() + v.size() - 1);
  for (std::size_t k = 0; k < a.size(); ++k)
    for (std::size_t j = 0; j < v.size(); ++j)
      r[k + j] += a[k] * v[j];
  return r;
}
array part_of(const row& r, index from, index size) {
  return {{size},
          {r.begin() + static_cast<std::ptrdiff_t>(from),
           r.begin() + static_cast<std::ptrdiff_t>(from + size)}};
}

void convolutions(input& in) {
  const auto a = made<double, 1>(in, 12), v = made<double, 1>(in, 12);
  const index n = a.size(), m = v.size(), shorter = std::min(n, m), longer = std::max(n, m);
  std::string word;
  const int mode = name(in, modes, word);
  const std::string_view which = word;
  row x = reading_of(a).values, y = reading_of(v).values;
  const bool refused = mode < 0 || shorter == 0;
  const bool correlates = in.rarely(2);
  // If the second operand is longer, a correlation is that of the exchanged operands, reversed.
  const bool exchanged = correlates && n < m;
  if (exchanged)
    std::swap(x, y);
  if (correlates)
    std::ranges::reverse(y);
  std::optional<array> wanted;
  if (!refused) {
    const row all_of_it = convolution(x, y);
    wanted = mode == 0   ? part_of(all_of_it, 0, n + m - 1)
             : mode == 1 ? part_of(all_of_it, (shorter - 1) / 2, longer)
                         : part_of(all_of_it, shorter - 1, longer - shorter + 1);
    if (exchanged)
      std::ranges::reverse(wanted->values);
  }
  compare(correlates ? "correlate" : "convolve", reading_of(v), wanted, 0,
          [&] { return correlates ? eval(correlate(a, v, which)) : eval(convolve(a, v, which)); });
}

/// The sum of a[i - k, j - l] b[k, l] over all k and l, for each i and j at which a and b overlap.
/// `place` maps a position and a size to a row or column of a, or to -1, which means `fill`.
array convolution_2d(const array& a, const array& b,
                     const std::function<index(index, index)>& place, double fill) {
  const index n = a.shape[0], m = a.shape[1], p = b.shape[0], q = b.shape[1];
  array r{{n + p - 1, m + q - 1}, {}};
  for (index i = 0; i < n + p - 1; ++i)
    for (index j = 0; j < m + q - 1; ++j) {
      number sum = 0;
      for (index k = 0; k < p; ++k)
        for (index l = 0; l < q; ++l) {
          const index y = place(i - k, n), x = place(j - l, m);
          sum += b.values[static_cast<std::size_t>(k * q + l)] *
                 (y < 0 || x < 0 ? fill : a.values[static_cast<std::size_t>(y * m + x)]);
        }
      r.values.push_back(sum);
    }
  return r;
}
array block_of(const array& a, const std::array<index, 2>& from, const std::array<index, 2>& size) {
  array r{{size[0], size[1]}, {}};
  for (index i = 0; i < size[0]; ++i)
    for (index j = 0; j < size[1]; ++j)
      r.values.push_back(
          a.values[static_cast<std::size_t>((from[0] + i) * a.shape[1] + from[1] + j)]);
  return r;
}

void matrices(input& in) {
  const auto a = made<double, 2>(in, 6), b = made<double, 2>(in, 5);
  const array x = reading_of(a);
  array y = reading_of(b);
  const auto n = a.shape(), m = b.shape();
  static constexpr const char* edges[] = {"fill", "wrap", "symm"};
  std::string mode_word, edge_word;
  const int mode = name(in, modes, mode_word), edge = name(in, edges, edge_word);
  const std::string_view mode_text = mode_word, edge_text = edge_word;
  const bool first = n[0] >= m[0] && n[1] >= m[1], second = m[0] >= n[0] && m[1] >= n[1];
  const unsigned kind = in.byte() % 3; // convolve2d, correlate2d, fftconvolve
  const bool by_fft = kind == 2;
  bool refused = mode < 0;
  if (by_fft) {
    // Sizes that do not fit cause a shape_error, which is not compared.
    if (mode == 2 && !first && !second)
      return;
  } else {
    // An empty matrix has no elements for its border.
    const bool none =
        mode == 1 ? a.size() == 0 : mode == 0 && (n[0] + m[0] == 1 || n[1] + m[1] == 1);
    refused = refused || edge < 0 || b.size() == 0 ||
              (a.size() == 0 && (mode == 2 || (edge > 0 && !none))) ||
              (mode == 2 && !first && !second);
  }
  std::optional<array> wanted;
  double magnitude = 0;
  if (!refused && by_fft && (a.size() == 0 || b.size() == 0)) {
    wanted = array{{0, 0}, {}};
  } else if (!refused) {
    if (kind == 1)
      std::ranges::reverse(y.values);
    const auto place = [&](index i, index size) -> index {
      if (i >= 0 && i < size)
        return i;
      if (by_fft || edge == 0 || mode == 2 || size == 0)
        return -1;
      const index period = edge == 1 ? size : 2 * size;
      const index k = (i % period + period) % period;
      return k < size ? k : period - 1 - k;
    };
    const array whole = convolution_2d(x, y, place, by_fft || mode == 2 ? 0 : 0.5);
    std::array<index, 2> from{}, size{};
    for (std::size_t k = 0; k < 2; ++k) {
      const index full = n[k] + m[k] - 1;
      size[k] = mode == 0   ? full
                : mode == 1 ? n[k]
                            : std::max(n[k], m[k]) - std::min(n[k], m[k]) + 1;
      from[k] = mode == 0   ? 0
                : mode == 2 ? std::min(n[k], m[k]) - 1
                : kind == 1 ? m[k] / 2
                            : (m[k] - 1) / 2;
    }
    wanted = block_of(whole, from, size);
    if (by_fft)
      for (const number& v : x.values)
        for (const number& w : y.values)
          magnitude += std::abs(v * w);
  }
  compare(by_fft      ? "fftconvolve"
          : kind == 1 ? "correlate2d"
                      : "convolve2d",
          y, wanted, magnitude * 1e-14, [&] {
            return by_fft      ? dtensor<double, 2>(fftconvolve(a, b, mode_text))
                   : kind == 1 ? correlate2d(a, b, mode_text, edge_text, 0.5)
                               : convolve2d(a, b, mode_text, edge_text, 0.5);
          });
}

constexpr void (*kinds[])(input&) = {vectors,  complex_matrices, transposed,   backwards,
                                     integers, frequencies,      convolutions, matrices};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  input in(data, size);
  kinds[in.byte() % std::size(kinds)](in);
  return 0;
}
