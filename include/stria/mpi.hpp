// SPDX-License-Identifier: BSL-1.0
// mpi.hpp: tensors whose rows are divided among the ranks of MPI. CMake target: stria::mpi.
// Tests: tests/mpi/tensor.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

// Included first, because compilers print the chain of includes that leads to the names in a
// message.
#include <stria/mpi/tensor.hpp>

#include <stria/stria.hpp>

#include <stria/mpi/npy.hpp>
#include <stria/mpi/scatter.hpp>
