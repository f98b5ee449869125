// SPDX-License-Identifier: BSL-1.0
// io/read_write.hpp: the tag that opens a file for reading and writing.
// Tests: tests/io/map_npy.cpp, tests/io/tiles.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

namespace stria {

/// The type of read_write.
///
/// \usage        `map_npy<float, dyn, 3>(path, read_write)`
struct read_write_t {};
/// Makes map_npy() return a view that changes the file, and files::open() an array that can be
/// assigned to.
///
/// \usage        `map_npy<float, dyn, 3>(path, read_write)`
inline constexpr read_write_t read_write{};

} // namespace stria
