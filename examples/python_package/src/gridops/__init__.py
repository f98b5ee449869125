# SPDX-License-Identifier: BSL-1.0
"""Compiled loops over grids of float64."""

from ._core import deposit, slope, smooth

__all__ = ["deposit", "slope", "smooth"]
