// SPDX-License-Identifier: BSL-1.0
// device/rows.hpp: running sums and orders along one axis of memory on a device.
#pragma once

#include <stria/device/kernel_text.hpp>
#include <stria/device/memory.hpp>

namespace stria::detail {

/// Row-major memory as rows along one of its axes: `outer` times `inner` rows of `length` elements,
/// the elements of a row `inner` apart.
struct device_rows {
  index outer, length, inner;
};

/// Running sums or products of rows, in place.
void scan_rows(const std::shared_ptr<device_context>& context, device_address values,
               kernel_type type, const device_rows& rows, bool product);

/// Sorts rows in place, and the numbers 0, 1, ... of their elements, which it writes into `places`,
/// with them. NaN is last in ascending order; equal elements keep theirs in both orders.
void sort_rows(const std::shared_ptr<device_context>& context, device_address values,
               kernel_type type, device_address places, const device_rows& rows, bool descending);

} // namespace stria::detail
