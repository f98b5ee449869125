// SPDX-License-Identifier: BSL-1.0
// Compiled with -fno-exceptions. Correct calls compute their results; an error prints its text and
// aborts.
#include <stria/any_tensor.hpp>
#include <stria/device.hpp>
#include <stria/fft.hpp>
#include <stria/io/csv.hpp>
#include <stria/io/npy.hpp>
#include <stria/io/npy_fields.hpp>
#include <stria/linalg.hpp>
#include <stria/random.hpp>
#include <stria/show/heatmap.hpp>
#include <stria/show/html.hpp>
#include <stria/signal.hpp>
#include <stria/stria.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

using namespace stria;

#if defined(__cpp_exceptions)
#error "this program is compiled with -fno-exceptions"
#endif

namespace {

bool computes() {
  dtensor<int, 2> a(300, 4);
  a = 2;
  const dtensor<int, 2> b = a * a + sort(a, _0);
  return b(299, 3) == 6 && sum(b) == 7200;
}

/// Calls functions of the other headers above that need no compiled library.
bool computes_more() {
  random::generator g(1);
  const tensor<double, 4, 6> x = random::uniform(g, _4, _6);
  const auto pairs = rearrange<"a (b c) -> (a b) c">(x, axis_size<"c">(2));
  const any_tensor<double> of_any_rank(eval(pairs));
  const tensor<double, 2, 2> m{{1, 2}, {3, 4}};
  return all_of(x >= 0. && x < 1.) && of_any_rank.shape()[0] == 12 && linalg::det(m) == -2. &&
         sum(hanning(5)) == 2. && to_html(m).find("<td>4.</td>") != std::string::npos;
}

} // namespace

int main(int argc, char** argv) {
  const char* const which = argc > 1 ? argv[1] : "";
  dtensor<int, 1> a(3), b(static_cast<stria::index>(std::strlen(which)) + 4);
  if (std::strcmp(which, "computes") == 0)
    return computes() && computes_more() ? EXIT_SUCCESS : EXIT_FAILURE;
  if (std::strcmp(which, "shape") == 0)
    a += b;
  else if (std::strcmp(which, "index") == 0)
    a(b.size()) = 1;
  else if (std::strcmp(which, "value") == 0)
    b = a[range(0, 3, b.size() - 9)];
  else if (std::strcmp(which, "size") == 0)
    static_cast<void>(dtensor<long, 1>(std::numeric_limits<stria::index>::max() - b.size()));
  std::puts("no error came");
  return EXIT_SUCCESS;
}
