// SPDX-License-Identifier: BSL-1.0
// support/pch_dsl.hpp: the precompiled header of tests/dsl, which must not use include/.
#pragma once

#include "catch.hpp"

#include <stria/dsl.hpp>
