// SPDX-License-Identifier: BSL-1.0
// stria.cppm: the module stria: <stria/stria.hpp> and the files that need no other library.
//
// What the headers include is included first, before the module begins: the compiler then sees each
// of these headers once, as a part of no module. The operators of Boost.Hana would not be found by
// programs that import stria, so the constants are those of <stria/token/plain_constant.hpp>.
module;

#if !defined(STRIA_NO_HANA)
#define STRIA_NO_HANA
#endif
#if !defined(STRIA_HEADER_ONLY)
#define STRIA_HEADER_ONLY // the compiled part has the functions of the headers
#endif

#include <version>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cfloat>
#include <charconv>
#include <chrono>
#include <clocale>
#include <cmath>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <iostream>
#include <iterator>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>
#if __has_include(<format>)
#include <format>
#endif
#if defined(_OPENMP)
#include <omp.h>
#endif

export module stria;

#pragma clang diagnostic ignored "-Winclude-angled-in-module-purview"
export {
#include <stria/stria.hpp>

#include <stria/any_tensor.hpp>
#include <stria/io/csv.hpp>
#include <stria/io/map_npy.hpp>
#include <stria/io/npy.hpp>
#include <stria/io/npy_fields.hpp>
#include <stria/io/pnm.hpp>
#include <stria/show/explain_svg.hpp>
#include <stria/show/format.hpp>
#include <stria/show/heatmap.hpp>
#include <stria/show/progress.hpp>
}
