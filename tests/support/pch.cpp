// SPDX-License-Identifier: BSL-1.0
// support/pch.cpp: a target needs a source file to own a precompiled header.
