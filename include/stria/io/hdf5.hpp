// SPDX-License-Identifier: BSL-1.0
// io/hdf5.hpp: reads and writes HDF5 files with libhdf5; programs link stria::hdf5.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/hdf5_chunks.hpp>
#include <stria/io/hdf5_create.hpp>
#include <stria/io/hdf5_file.hpp>
