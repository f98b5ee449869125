// SPDX-License-Identifier: BSL-1.0
// tensor/fwd.hpp: forward declarations, and the two entry points to higher layers: [] and =.
#pragma once

#include <stria/base/config.hpp>
#include <stria/shape/shape.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace stria {

template <class T, extent... E> class tensor;
template <class T, auto L> class view;

namespace detail {

/// The subscript self[items...]: `type` and `get(self, items...)`. Defined in
/// subscript/dispatch.hpp.
template <class Self, class... Items> struct subscript_of;

/// The assignment `target = e`; see also update_op.
struct assign_op;

/// Assigns an expression to a view or a tensor: `type` of the result and `run(target, e)`. Defined
/// in assign/assign.hpp.
template <class Op, class Target, class E> struct assigned;

/// Constructs a tensor from an expression: `accepted`, `judged`, `sizes(e)` and `fill(target, e)`.
/// Defined in assign/assign.hpp.
template <class Target, class E> struct constructed;

} // namespace detail
} // namespace stria
