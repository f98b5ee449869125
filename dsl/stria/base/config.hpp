// SPDX-License-Identifier: BSL-1.0
// base/config.hpp: what is asked of the compiler, and the library's macros.
#pragma once

#if !defined(__cpp_multidimensional_subscript)
#error "stria: the subscript t[a, b] needs C++23 (-std=c++23) and g++ 12 or clang 17 or newer"
#endif

// A parameter whose referent must outlive the result; clang warns where it does not.
#if defined(__clang__)
#define STRIA_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define STRIA_LIFETIMEBOUND
#endif

// Builds without optimisation have means of their own, unless STRIA_INLINE is given.
// STRIA_LOOPS: before a function with loops over elements. g++ optimises it, and what is always
// inlined into it: a stencil takes 1.3 of a plain loop with -Og, not 20. (With "O2" it takes 0.6,
// and programs a third longer to compile.) clang has no such attribute; there eval/packs.hpp helps.
// STRIA_INLINE_LAMBDA: a lambda that must vanish. Where all is optimised g++ makes better vectors
// of a few elements if it inlines it late, by itself (4 x 4 floats: half of the time).
#if defined(STRIA_INLINE) || defined(__OPTIMIZE__)
#define STRIA_LOOPS
#define STRIA_INLINE_LAMBDA
#elif defined(__clang__)
#define STRIA_LOOPS
#define STRIA_INLINE_LAMBDA __attribute__((always_inline))
#define STRIA_USE_PACKS
#else
#define STRIA_LOOPS [[gnu::optimize("Og")]]
#define STRIA_INLINE_LAMBDA __attribute__((always_inline))
#define STRIA_ROWS STRIA_LOOPS
#endif

// The element-wise path is many small functions that must vanish, at -Og too. Tests that are
// compiled without optimisation define it as inline: with sanitizers they then take two thirds of
// the time.
#if !defined(STRIA_INLINE)
#define STRIA_INLINE [[gnu::always_inline]] inline
#endif

// The loop along a row: inlined into the loops around it, unless it is what STRIA_LOOPS optimises.
#if !defined(STRIA_ROWS)
#define STRIA_ROWS STRIA_INLINE
#endif

// A loop of its own: inlined into each of the nests around it, it would be compiled many times.
#define STRIA_NOINLINE [[gnu::noinline]] STRIA_LOOPS

// Before a function that runs seldom, or once for many elements: small code.
#if !defined(__OPTIMIZE__)
#define STRIA_SMALL
#elif defined(__clang__)
#define STRIA_SMALL [[clang::minsize]]
#else
#define STRIA_SMALL [[gnu::cold]]
#endif

// In a loop of few turns, or of elements that lie apart: no vectors, which would be ten times the
// code.
#define STRIA_ONE_BY_ONE __asm__ volatile("")

// Before a loop of which one copy is enough; STRIA_FEW: of few turns, which need no vectors either.
#if defined(__clang__)
#define STRIA_FEW _Pragma("clang loop vectorize(disable) unroll(disable)")
#define STRIA_ROLLED _Pragma("clang loop unroll(disable)")
#else
#define STRIA_FEW _Pragma("GCC unroll 1")
#define STRIA_ROLLED _Pragma("GCC unroll 1")
#endif

// Before a loop whose turns don't depend on each other. Empty with clang: its pragma warns, at the
// user's line, wherever a loop cannot be vectorised, and its loops check for overlap themselves.
#if defined(__clang__)
#define STRIA_INDEPENDENT
#else
#define STRIA_INDEPENDENT _Pragma("GCC ivdep")
#endif

// Without exceptions (-fno-exceptions) an error prints its text to stderr and aborts.
// docs/design/no_exceptions.md lists what is available then.
#if defined(__cpp_exceptions)
#define STRIA_THROW(exception, text) throw exception
#define STRIA_TRY try
#define STRIA_CATCH(caught) catch (caught)
#else
#include <cstdio>
#include <cstdlib>
#define STRIA_THROW(exception, text) (std::fprintf(stderr, "%s\n", text), std::abort())
#define STRIA_TRY if constexpr (true)
#define STRIA_CATCH(caught) else
#endif

// An empty member that takes no room.
#define STRIA_EMPTY [[no_unique_address]]

// In the class of a node of an expression, which is no target: it is copied, and whatever is
// assigned to it is refused, its own type and braces too. No base can do that: the compiler would
// declare an assignment of copies beside it that does nothing. Here that is one which never takes
// part, so that the template is the only one. The names are those of view/subscript.hpp.
#define STRIA_NO_TARGET_BECAUSE(Node, ...)                                                         \
  Node(const Node&) = default;                                                                     \
  Node(Node&&) = default;                                                                          \
  Node& operator=(const Node&)                                                                     \
    requires(false)                                                                                \
  = delete;                                                                                        \
  template <class Right = ::stria::detail::in_braces>                                              \
  auto operator=(const Right&)                                                                     \
      const->::stria::detail::refusal_where<sizeof(Right*) != 0, __VA_ARGS__>
#define STRIA_NO_TARGET(Node) STRIA_NO_TARGET_BECAUSE(Node, ::stria::detail::target_verdict)

// The return type and the body of a function whose calls may be refused:
//
//   template <class A, class... X>
//   constexpr auto flip(A&& a, X...)
//       STRIA_RUN_OR_REFUSE((flip_result<A, X...>), static_cast<A&&>(a));
//
// The function returns `run(arguments...)` of the result class, whose parts are in base/refuse.hpp.
// The parentheses protect its commas. The body of a refused call is empty, because a `return` would
// need the destructor of the refusal and so report a second error, inside the library.
#define STRIA_UNPARENTHESIZED(...) __VA_ARGS__
#define STRIA_RUN_OR_REFUSE(result, ...)                                                           \
  ->typename STRIA_UNPARENTHESIZED result::type {                                                  \
    if constexpr (STRIA_UNPARENTHESIZED result::accepted)                                          \
      return STRIA_UNPARENTHESIZED result::run(__VA_ARGS__);                                       \
    else                                                                                           \
      __builtin_unreachable();                                                                     \
  }                                                                                                \
  static_assert(true)

// Precedes the one statement that is the body of a function which returns accepted_or_refused. The
// statement is not instantiated where the verdict refuses the call.
#define STRIA_UNLESS_REFUSED(...)                                                                  \
  if constexpr (!__VA_ARGS__::accepted)                                                            \
    __builtin_unreachable();                                                                       \
  else
