// SPDX-License-Identifier: BSL-1.0
// view/fwd.hpp: the names that everything knows, and the two calls that go up: [] and =.
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

/// What `self[items...]` is: `type` and `get(self, items...)`. Defined in gather/dispatch.hpp.
template <class Self, class... Items> struct subscript_of;

/// `target = e`; see also update_op.
struct assign_op;

/// Writing an expression into a view or a tensor: `type` of the result and `run(target, e)`.
/// Defined in assign/assign.hpp.
template <class Op, class Target, class E> struct assigned;

/// Making a tensor of an expression: `accepted`, `judged`, `sizes(e)` and `fill(target, e)`.
/// Defined in assign/assign.hpp.
template <class Target, class E> struct constructed;

} // namespace detail
} // namespace stria
