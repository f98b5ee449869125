// SPDX-License-Identifier: BSL-1.0
// view/storage.hpp: do two operands look into one storage?
#pragma once

#include <stria/layout/overlap.hpp>
#include <stria/view/foreign.hpp>
#include <stria/view/tensor.hpp>
#include <stria/view/view.hpp>

namespace stria {

namespace detail {

template <class T>
concept stored_operand = tensor_operand<T> || view_operand<T>;

} // namespace detail

/// Two tensors or views look into the same storage, whether or not they share elements. NumPy:
/// `a.base is b.base`, nearly `np.shares_memory`.
template <detail::stored_operand A, detail::stored_operand B>
constexpr bool shares_storage(const A& a, const B& b) {
  const auto region = [](const auto& s) {
    return detail::memory_region<std::remove_cvref_t<decltype(*s.data())>>{
        s.data(), 0, static_cast<index>(s.size()) - 1};
  };
  return detail::regions_meet(region(a.storage()), region(b.storage()));
}
STRIA_FOREIGN_BINARY(shares_storage);

} // namespace stria
