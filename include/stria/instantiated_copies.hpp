// SPDX-License-Identifier: BSL-1.0
// instantiated_copies.hpp: declares the functions of the compiled part that depend on the size of
// vectors. The installed part has them for several sizes. Tests: tests/install/check_part.py.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/evaluate/nest/pack.hpp>

#include <cstddef>
#include <cstdint>

#if !defined(STRIA_INSTANTIATION)
#define STRIA_INSTANTIATION extern template
#define STRIA_DECLARES_COPIES
#endif

// An installed part has code for AVX2 and for these extensions of AVX-512, with elements of 4 and 8
// bytes only. Files compiled for other extensions compile the functions themselves.
#if defined(__AVX512F__)
#if defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define STRIA_WIDE_COPIES
#endif
#elif defined(__AVX2__)
#define STRIA_WIDE_COPIES
#endif

namespace stria::detail {

#define STRIA_COPIES(Bits)                                                                         \
  STRIA_INSTANTIATION void pack_rows<Bits, this_width>(const strided_rows&, std::byte*, index);    \
  STRIA_INSTANTIATION void move_rows<Bits, this_width>(const strided_rows&, const strided_rows&);
#if !defined(__AVX__) || defined(STRIA_WIDE_COPIES)
STRIA_COPIES(std::uint32_t)
STRIA_COPIES(std::uint64_t)
#endif
#if !defined(__AVX__)
STRIA_COPIES(std::uint8_t)
STRIA_COPIES(std::uint16_t)
STRIA_COPIES(pack_sixteen)
#endif
#undef STRIA_COPIES

} // namespace stria::detail

#undef STRIA_WIDE_COPIES
#if defined(STRIA_DECLARES_COPIES)
#undef STRIA_DECLARES_COPIES
#undef STRIA_INSTANTIATION
#endif
