// SPDX-License-Identifier: BSL-1.0
// expr/keeper.hpp: the elements that an expression keeps, if they can only be computed as a whole.
//
// After `auto w = sort(a);`, the first access to an element of w computes all elements, and the
// next ones read them (evaluate/kept.hpp). They belong to w: a copy of w computes its own. See
// docs/design/expressions.md. Tests: tests/evaluate/kept.cpp.
#pragma once

#include <stria/tensor/tensor.hpp>

#include <utility>

namespace stria::detail {

/// The base of expressions that keep their elements. Self is the expression.
template <class Self, bool Keeps> class keeper {};
template <class Self> class keeper<Self, true> {
  mutable void* elements_ = nullptr; // a tensor that this object owns; set once, by any thread

  friend struct kept_elements;

public:
  constexpr keeper() = default;
  constexpr keeper(const keeper&) noexcept {}
  keeper& operator=(const keeper&) = delete;
  constexpr ~keeper();
};

template <class N> inline constexpr bool is_keeper = __is_base_of(keeper<N, true>, N);

/// Access to the elements that an expression keeps. They are kept at run time only.
struct kept_elements {
  template <class N> using elements_of = typename tensor_of<value_t<N>, extents_of<N>>::type;

  /// The elements, or null if they have not been computed.
  template <class N> static const elements_of<N>* find(const N& n) {
    const keeper<N, true>& k = n;
    return static_cast<const elements_of<N>*>(__atomic_load_n(&k.elements_, __ATOMIC_ACQUIRE));
  }
  /// The elements. The first call computes them.
  template <class N> static const elements_of<N>& of(const N& n) {
    const auto* const found = find(n);
    return found != nullptr ? *found : compute(n);
  }
  template <class N> STRIA_INLINE static void drop(keeper<N, true>& k) {
    if (k.elements_ != nullptr) [[unlikely]]
      delete static_cast<elements_of<N>*>(std::exchange(k.elements_, nullptr));
  }

private:
  template <class N> static const elements_of<N>& compute(const N& n); // evaluate/kept.hpp
};

/// Drops the elements that an expression keeps, because other values are assigned to them.
template <class N> STRIA_INLINE constexpr void drop_kept(keeper<N, true>& k) {
  if !consteval {
    kept_elements::drop(k);
  }
}

template <class Self> constexpr keeper<Self, true>::~keeper() { drop_kept(*this); }

} // namespace stria::detail
