// SPDX-License-Identifier: BSL-1.0
// device/rows.hpp: scans and sorting along one axis of memory on a device.
// Tests: tests/device/order.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/kernel_text.hpp>
#include <stria/device/memory.hpp>

namespace stria::detail {

/// Row-major memory as rows along one of its axes: `outer` times `inner` rows of `length` elements.
/// The elements of a row are `inner` apart.
struct device_rows {
  index outer, length, inner;
};

/// A place in an allocation, in elements.
struct device_place {
  device_address base;
  index offset;
};

/// Writes the running sums or products of each row of `from` to `to`, which may be the same place
/// but must not overlap it otherwise.
void scan_rows(const std::shared_ptr<device_context>& context, const device_place& from,
               const device_place& to, kernel_type type, const device_rows& rows, bool product);

/// Writes the sorted elements of each row of `from` to `to`, which may be the same place but must
/// not overlap it otherwise. If the base of `places` is not 0, writes their original positions
/// 0, 1, ... there.
/// NaN comes last in ascending order; the sort is stable in both orders.
void sort_rows(const std::shared_ptr<device_context>& context, const device_place& from,
               const device_place& to, kernel_type type, const device_place& places,
               const device_rows& rows, bool descending);

} // namespace stria::detail
