// SPDX-License-Identifier: BSL-1.0
// Compiles and uses, with libc++, every header that needs no further library. Catch2 is not used,
// because it would have to be built with libc++ too. The program prints each check that fails.
#include <stria/any_tensor.hpp>
#include <stria/fft.hpp>
#include <stria/io/csv.hpp>
#include <stria/io/npy.hpp>
#include <stria/io/npy_fields.hpp>
#include <stria/linalg.hpp>
#include <stria/random.hpp>
#include <stria/ranges.hpp>
#include <stria/show/explain_route.hpp>
#include <stria/show/explain_svg.hpp>
#include <stria/show/format.hpp>
#include <stria/show/heatmap.hpp>
#include <stria/show/html.hpp>
#include <stria/show/print.hpp>
#include <stria/show/progress.hpp>
#include <stria/show/repr.hpp>
#include <stria/signal.hpp>
#include <stria/stria.hpp>

#include <complex>
#include <cstdio>
#include <filesystem>
#include <format>
#include <sstream>
#include <string>
#include <vector>

using namespace stria;

namespace {

int failures = 0;

#define EXPECT(...)                                                                                \
  do {                                                                                             \
    if (!(__VA_ARGS__)) {                                                                          \
      ++failures;                                                                                  \
      std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__);                                        \
    }                                                                                              \
  } while (false)

bool throws(auto f) {
  try {
    f();
  } catch (const error&) {
    return true;
  }
  return false;
}

void subscripts_and_assignments() {
  dtensor<double, 2> a = reshape(arange(12.), 3, 4);
  EXPECT(sum(a[range(0, 2), rev()]) == 28.);
  a[a > 10.] = 0.;
  a[{0, 2}] += 1.;
  EXPECT(a(2, 3) == 1. && a(0, 0) == 1.);
  tie(a, a[_, 0]) = std::tuple(a * 2., a[_, 1]);
  EXPECT(parse_index("1:3, ::2").masks == encode(range(1, 3), range(_, _, 2)).masks);
  EXPECT(throws([&] { a(3, 0) = 1.; }));
  EXPECT(throws([&] { a += dtensor<double, 2>(2, 4); }));
}

void functions() {
  const tensor<double, 2, 3> a{{1, 2, 3}, {4, 5, 6}};
  EXPECT(matmul(a, transpose(a))(1, 1) == 77.);
  EXPECT(einsum<"ij,kj->ik">(a, a)(0, 1) == 32.);
  EXPECT(mean(a) == 3.5 && median(a) == 3.5 && argmax(a) == 5);
  EXPECT(all_of(sort(eval(-a), _1)[_, 0] == tensor{-3., -6.}));
  EXPECT(rearrange<"a b -> (b a)">(a)(1) == 4.);
  EXPECT(linalg::det(tensor<double, 2, 2>{{1, 2}, {3, 4}}) == -2.);
  EXPECT(unique(tensor{3, 1, 3}).size() == 2);
  const tensor<std::complex<double>, 2> z{{1., 2.}, {3., -4.}};
  EXPECT(abs(z)(1) == 5.);
  random::generator g(1);
  const auto x = eval(random::normal(g, 100));
  EXPECT(all_of(isfinite(x)));
  EXPECT(sum(hanning(5)) == 2.);
  const any_tensor<double> of_any_rank(eval(a));
  EXPECT(of_any_rank.shape()[1] == 3);
  int seen = 0;
  for (const double v : elements(a))
    seen += static_cast<int>(v);
  EXPECT(seen == 21);
}

void texts_and_files() {
  const tensor<double, 2, 2> a{{1, 2.5}, {3, 4}};
  std::ostringstream out;
  out << a;
  EXPECT(out.str() == "[[1.  2.5]\n [3.  4. ]]");
  EXPECT(repr(a).starts_with("tensor<double, 2, 2>("));
  EXPECT(to_html(a).find("<td>2.5</td>") != std::string::npos);
  EXPECT(std::format("{}", a) == out.str());
  const auto folder = std::filesystem::temp_directory_path() / "stria_libcxx_test";
  std::filesystem::create_directories(folder);
  const std::string npy = (folder / "a.npy").string(), csv = (folder / "a.csv").string();
  save_npy(npy, a);
  EXPECT(all_of(load_npy<double, 2, 2>(npy) == a));
  save_csv(csv, a);
  EXPECT(all_of(load_csv<double>(csv).values == a));
  EXPECT(throws([&] { load_npy<double, 3, 3>(npy); }));
  save_heatmap((folder / "a.svg").string(), a);
  explain_svg((folder / "b.svg").string(), {5, 4}, range(1, 4), rev());
  std::filesystem::remove_all(folder);
}

} // namespace

int main() {
  subscripts_and_assignments();
  functions();
  texts_and_files();
  return failures == 0 ? 0 : 1;
}
