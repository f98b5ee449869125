// SPDX-License-Identifier: BSL-1.0
// A program that is compiled with the flags of pkg-config; WITH_... names the package.
#include <stria/stria.hpp>

#if defined(WITH_STRIA_NPZ)
#include <stria/io/npz.hpp>

#include <string>
#endif
#if defined(WITH_STRIA_IMAGE)
#include <stria/io/image.hpp>

#include <string>
#endif
#if defined(WITH_STRIA_EIGEN)
#include <stria/interop/eigen.hpp>
#endif

#include <string_view>

using namespace stria;

static_assert(std::string_view(PACKAGE_VERSION) == STRIA_VERSION_STRING);
#if defined(__GNUC__) && !defined(__clang__) && !defined(__NO_MATH_ERRNO__)
#error "without -fno-math-errno each square root is a function call"
#endif

int main(int, char** arguments) {
  dtensor<float, 2> a(3, 4);
  a = 2.f;
#if defined(WITH_STRIA_PARALLEL)
  set_num_threads(2);
  if (num_threads() != 2)
    return 2;
#endif
#if defined(WITH_STRIA_NPZ)
  const std::string file = std::string(arguments[1]) + "/a.npz";
  save_npz(file, {{"a", a}});
  a = npz_file(file).load<float, dyn, dyn>("a");
#endif
#if defined(WITH_STRIA_IMAGE)
  const std::string picture = std::string(arguments[1]) + "/a.png";
  save_image(picture, cast<unsigned char>(a));
#endif
#if defined(WITH_STRIA_EIGEN)
  as_eigen(a) *= 1.f;
#endif
  return arguments[0] && sum(sqrt(a * 2.f)) == 24.f ? 0 : 1;
}
