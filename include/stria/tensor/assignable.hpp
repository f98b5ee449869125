// SPDX-License-Identifier: BSL-1.0
// tensor/assignable.hpp: the compound assignments of tensors and views.
// Tests: tests/assign/compound.cpp.
#pragma once

#include <stria/tensor/operand.hpp>

#include <initializer_list>
#include <type_traits>

namespace stria {

/// The functions of element-wise expressions: each node holds one of them. Code that walks
/// expressions names these types, as in `elementwise::add_fn`.
namespace elementwise {
struct add_fn;
struct subtract_fn;
struct multiply_fn;
struct divide_fn;
struct modulo_fn;
struct bit_and_fn;
struct bit_or_fn;
struct bit_xor_fn;
struct shift_left_fn;
struct shift_right_fn;
} // namespace elementwise

namespace detail {
using namespace elementwise;

/// Refuses `view = {1, 2}`.
struct braces_verdict {
  static constexpr message text() {
    return message("stria: braces alone cannot be assigned to a view; write a tensor, "
                   "as in v = tensor{1.f, 2.f}");
  }
};

/// Refuses `t += {1, 2}`.
struct compound_braces_verdict {
  static constexpr message text() {
    return message("stria: braces alone are not an operand; write a tensor, as in "
                   "t += tensor{1.f, 2.f}");
  }
};

/// Refuses const tensors and expressions as targets.
struct no_target_verdict {
  static constexpr message text() {
    return message("stria: the left side is const, or an expression without memory, and cannot be "
                   "assigned to; the copies in a lambda are const unless it is mutable");
  }
};

/// Refuses temporary tensors as targets. STRIA_LVALUE_TARGET names this verdict.
struct temporary_target_verdict {
  static constexpr message text() {
    return message(
        "stria: the left side is a temporary tensor, and the values would be lost; assign to "
        "a tensor with a name, or to a view of one, as in r = a or r[_0] = a");
  }
};

/// `target = f(target, e)`, element by element.
template <class F> struct update_op;

#define STRIA_COMPOUND_ASSIGNMENT(op, fn, on)                                                      \
  template <class E>                                                                               \
  STRIA_INLINE constexpr auto operator op(E&& e)                                                   \
      on STRIA_RUN_OR_REFUSE((assigned<update_op<fn>, Self, E>), static_cast<Self&>(*this), e);

#define STRIA_COMPOUND_BRACES(op, on)                                                              \
  template <class U = in_braces>                                                                   \
  auto operator op(std::initializer_list<std::type_identity_t<U>>)                                 \
      on->refusal_where<sizeof(U*) != 0, compound_braces_verdict>;

// `on` is `&` if the target must not be a temporary.
#define STRIA_COMPOUND_ASSIGNMENTS(on)                                                             \
  STRIA_COMPOUND_ASSIGNMENT(+=, add_fn, on)                                                        \
  STRIA_COMPOUND_ASSIGNMENT(-=, subtract_fn, on)                                                   \
  STRIA_COMPOUND_ASSIGNMENT(*=, multiply_fn, on)                                                   \
  STRIA_COMPOUND_ASSIGNMENT(/=, divide_fn, on)                                                     \
  STRIA_COMPOUND_ASSIGNMENT(%=, modulo_fn, on)                                                     \
  STRIA_COMPOUND_ASSIGNMENT(&=, bit_and_fn, on)                                                    \
  STRIA_COMPOUND_ASSIGNMENT(|=, bit_or_fn, on)                                                     \
  STRIA_COMPOUND_ASSIGNMENT(^=, bit_xor_fn, on)                                                    \
  STRIA_COMPOUND_ASSIGNMENT(<<=, shift_left_fn, on)                                                \
  STRIA_COMPOUND_ASSIGNMENT(>>=, shift_right_fn, on)                                               \
  STRIA_COMPOUND_BRACES(+=, on)                                                                    \
  STRIA_COMPOUND_BRACES(-=, on)                                                                    \
  STRIA_COMPOUND_BRACES(*=, on)                                                                    \
  STRIA_COMPOUND_BRACES(/=, on)                                                                    \
  STRIA_COMPOUND_BRACES(%=, on)                                                                    \
  STRIA_COMPOUND_BRACES(&=, on)                                                                    \
  STRIA_COMPOUND_BRACES(|=, on)                                                                    \
  STRIA_COMPOUND_BRACES(^=, on)                                                                    \
  STRIA_COMPOUND_BRACES(<<=, on)                                                                   \
  STRIA_COMPOUND_BRACES(>>=, on)

/// The compound assignments of targets that refer to elements elsewhere, such as views: these
/// targets may be temporaries. The right side broadcasts to the shape of the target and may read
/// it.
///
/// On a gather (`t[idx] += u`) every duplicate counts, as with `np.add.at`.
///
/// \param e  a tensor, view, expression or scalar
/// \returns  a reference to the target
/// \throws   shape_error if the run-time shapes do not broadcast
/// \refuses  static shapes that do not broadcast, const targets, and braces
/// \numpy    `a += e`
/// \usage    `a[range(1, _)] *= 2.f;`
template <class Self> struct assignable {
  STRIA_COMPOUND_ASSIGNMENTS()
};
/// The compound assignments of tensors, which own their elements: a temporary is refused by the
/// operators in expr/operators.hpp, because its new values would be lost.
template <class Self> struct assignable_owner {
  STRIA_COMPOUND_ASSIGNMENTS(&)
};

#undef STRIA_COMPOUND_ASSIGNMENTS
#undef STRIA_COMPOUND_ASSIGNMENT
#undef STRIA_COMPOUND_BRACES

} // namespace detail
} // namespace stria
