// SPDX-License-Identifier: BSL-1.0
// support/pch.hpp: the precompiled header of all tests outside tests/dsl.
#pragma once

#include "catch.hpp"

#include <stria/stria.hpp>

#ifdef __clang__
#include "common.hpp"
#endif
