// SPDX-License-Identifier: BSL-1.0
// support/pch_dsl.hpp: precompiled for tests/dsl, which must do without include/.
#pragma once

#include "catch.hpp"

#include <stria/dsl.hpp>
