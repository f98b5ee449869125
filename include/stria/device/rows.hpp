// SPDX-License-Identifier: BSL-1.0
// device/rows.hpp: scans and sorting along one axis of memory on a device.
#pragma once

#include <stria/device/kernel_text.hpp>
#include <stria/device/memory.hpp>

namespace stria::detail {

/// Row-major memory as rows along one of its axes: `outer` times `inner` rows of `length` elements.
/// The elements of a row are `inner` apart.
struct device_rows {
  index outer, length, inner;
};

/// Replaces the elements of each row by their running sums or products.
void scan_rows(const std::shared_ptr<device_context>& context, device_address values,
               kernel_type type, const device_rows& rows, bool product);

/// Sorts rows in place, and writes the original positions 0, 1, ... of the elements to `places`.
/// NaN comes last in ascending order; the sort is stable in both orders.
void sort_rows(const std::shared_ptr<device_context>& context, device_address values,
               kernel_type type, device_address places, const device_rows& rows, bool descending);

} // namespace stria::detail
