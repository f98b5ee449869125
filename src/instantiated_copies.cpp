// SPDX-License-Identifier: BSL-1.0
// instantiated_copies.cpp: the functions of the compiled part that depend on the size of vectors.
// The installed part has them once for each size.
#define STRIA_INSTANTIATION template
#include <stria/instantiated_copies.hpp>
