// SPDX-License-Identifier: BSL-1.0
// tensor/storage.hpp: shares_storage, which compares the storages of two operands.
#pragma once

#include <stria/tensor/foreign.hpp>
#include <stria/tensor/overlap.hpp>
#include <stria/tensor/tensor.hpp>
#include <stria/tensor/view.hpp>

namespace stria {

namespace detail {

template <class T>
concept stored_operand = tensor_operand<T> || view_operand<T>;

} // namespace detail

/// Whether two tensors or views refer into the same storage, even if they share no elements.
///
/// \param a     a tensor or view
/// \param b     a tensor or view
/// \returns     bool
/// \throws      nothing
/// \complexity  O(1)
/// \numpy       `a.base is b.base`; `np.shares_memory(a, b)` asks about elements
/// \usage       `shares_storage(a, a[_, 0])`
template <detail::stored_operand A, detail::stored_operand B>
constexpr bool shares_storage(const A& a, const B& b) {
  const auto region = [](const auto& s) {
    return detail::memory_region<detail::bare<decltype(*s.data())>>{
        s.data(), 0, static_cast<index>(s.size()) - 1};
  };
  return detail::regions_meet(region(a.storage()), region(b.storage()));
}
STRIA_FOREIGN_BINARY(shares_storage);

} // namespace stria
