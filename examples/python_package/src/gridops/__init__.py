# SPDX-License-Identifier: BSL-1.0
"""Loops over grids of float64, compiled."""

from ._core import deposit, slope, smooth

__all__ = ["deposit", "slope", "smooth"]
