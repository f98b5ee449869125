// SPDX-License-Identifier: BSL-1.0
// instantiated.cpp: the compiled part of stria, which consists of the templates that
// <stria/instantiated.hpp> declares.
#define STRIA_INSTANTIATION template
#include <stria/instantiated.hpp>
