// SPDX-License-Identifier: BSL-1.0
// base/temporary.hpp: refuses iterators of the temporary arrays that shape() and similar functions
// return by value. Tests: tests/tensor/shape_array.cpp.
#pragma once

#include <stria/base/refuse.hpp>

namespace stria::detail {

struct temporary_verdict {
  static constexpr message text() {
    return message("stria: the array is a temporary, and iterators or pointers would outlive it; "
                   "keep it in a variable first: const auto s = t.shape();");
  }
};
template <class X> using temporary_refused = refusal_where<sizeof(X*) != 0, temporary_verdict>;

} // namespace stria::detail

// Declares a member function `name` that is refused for temporary arrays. It is deleted, because an
// argument of a refused type would lead to errors inside the function that it is passed to.
#define STRIA_NOT_OF_TEMPORARY(name)                                                               \
  /** Refused: the iterator or pointer would outlive the temporary. */                             \
  template <class X = ::stria::detail::in_braces,                                                  \
            class Because = ::stria::detail::temporary_refused<X>>                                 \
  void name() const&& = delete

// The same for std::begin(array) and similar functions, which would otherwise accept a temporary as
// if it had a name; the standard library has no other hook. They are not deleted, because traits
// such as those of Catch2 ask for begin(temporary) to recognise a range.
#define STRIA_FREE_NOT_OF_TEMPORARY(name, array, ...)                                              \
  template <__VA_ARGS__, class X = ::stria::detail::in_braces>                                     \
  ::stria::detail::temporary_refused<X> name(const STRIA_UNPARENTHESIZED array&&)
