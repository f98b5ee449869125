// SPDX-License-Identifier: BSL-1.0
// base/config.hpp: compiler requirements, and the macros of the library.
// Tests: tests/headers/check.py, tests/tensor/unchecked.cpp.
//
// A program may define these macros. All files of the program must define the same ones.
//   STRIA_UNCHECKED    drops the bounds check of single elements (t[i, j])
//   STRIA_USE_THREADS  large loops use several threads (CMake target stria::parallel)
//   STRIA_USE_SIMD     exp, sin and similar functions use SIMD instructions (stria::simd)
//   STRIA_USE_CBLAS    matrix products use CBLAS (stria::blas)
//   STRIA_HEADER_ONLY  the file does not use the compiled part (stria::header_only); files
//                      may differ
//   STRIA_INLINE       defined as `inline`: a debugger can step into each small function
//   STRIA_NO_HANA      constants do not use Boost.Hana (token/plain_constant.hpp)
//   STRIA_NO_RANGE_V3  ranges.hpp does not use range-v3
//   STRIA_WARNINGS     the compiler's warnings apply to the headers of stria. Otherwise the headers
//                      that programs include are system headers, also if their folder is given by
//                      -I: warnings that a program asks for concern its own code.
#pragma once

// A missing header stops the compiler, which would otherwise report hundreds of further errors.
#if !defined(__cpp_multidimensional_subscript)
#error "stria: the subscript t[a, b] needs C++23 (-std=c++23) and g++ 12 or clang 17 or newer"
#include <stria_needs_cpp23>
#elif defined(min) || defined(max)
#error "stria: min or max is a macro; define NOMINMAX before windows.h, or #undef them first"
#include <stria_needs_nominmax>
#endif

// Marks a parameter whose referent must outlive the result. clang warns about violations.
#if defined(__clang__)
#define STRIA_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define STRIA_LIFETIMEBOUND
#endif

// Unoptimised builds need special treatment, unless the build defines STRIA_INLINE itself.
//
// STRIA_LOOPS precedes a function with loops over elements. With it, g++ optimises that function
// and everything that is always inlined into it. With "Og", as below, a stencil runs 1.3 times as
// long as a plain loop; without the attribute, it runs 20 times as long. With "O2" it would run
// only 0.6 times as long as the plain loop, but compiling a program would take a third longer.
// clang has no such attribute; it uses evaluate/packs.hpp instead.
//
// STRIA_INLINE_LAMBDA marks a lambda that must be inlined in unoptimised builds. In optimised
// builds it is empty, because g++ vectorises the code for small tensors better if it inlines late:
// operations on 4 x 4 floats then need half the time.
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

// The element-wise path consists of many small functions that must be inlined, even at -Og. Tests
// compiled without optimisation define the macro as `inline`, which reduces their time with
// sanitizers by a third.
#if !defined(STRIA_INLINE)
#define STRIA_INLINE [[gnu::always_inline]] inline
#endif

// Marks functions and lambdas that return an element. With clang on x86-64, regcall returns the two
// parts of a std::complex<float> in separate registers. The default convention packs them into one
// vector, which prevents vectorisation of the loop even after inlining.
#if defined(__clang__) && defined(__x86_64__)
#define STRIA_RETURNS_PARTS __attribute__((regcall))
#else
#define STRIA_RETURNS_PARTS
#endif
#define STRIA_ELEMENT STRIA_INLINE STRIA_RETURNS_PARTS
#define STRIA_ELEMENT_LAMBDA STRIA_INLINE_LAMBDA STRIA_RETURNS_PARTS

// Precedes the loop along a row. The loop is inlined into the loops around it, except where
// STRIA_LOOPS optimises it as a separate function.
#if !defined(STRIA_ROWS)
#define STRIA_ROWS STRIA_INLINE
#endif

// Precedes a loop that must remain a separate function. If it were inlined, it would be compiled
// again in each loop nest around it.
#define STRIA_NOINLINE [[gnu::noinline]] STRIA_LOOPS

// Precedes a function that runs rarely, or once for many elements. It is optimised for size.
#if !defined(__OPTIMIZE__)
#define STRIA_SMALL
#elif defined(__clang__)
#define STRIA_SMALL [[clang::minsize]]
#else
#define STRIA_SMALL [[gnu::cold]]
#endif

// Prevents the vectorisation of the loop that contains it. It is used in loops with few iterations
// or with scattered elements. The code of such a loop would be ten times larger if it were
// vectorised.
#define STRIA_ONE_BY_ONE __asm__ volatile("")

// Precedes a loop that must not be unrolled. STRIA_FEW is for loops with few iterations. With
// clang, it also prevents vectorisation.
#if defined(__clang__)
#define STRIA_FEW _Pragma("clang loop vectorize(disable) unroll(disable)")
#define STRIA_ROLLED _Pragma("clang loop unroll(disable)")
#else
#define STRIA_FEW _Pragma("GCC unroll 1")
#define STRIA_ROLLED _Pragma("GCC unroll 1")
#endif

// Precedes a loop over the axes of a shape. g++ would vectorise loops of three iterations before it
// unrolls them: a vector load of sizes waits until they have been stored one by one.
#if defined(__clang__)
#define STRIA_AXES
#else
#define STRIA_AXES _Pragma("GCC unroll 4")
#endif

// Precedes a loop whose iterations are independent. With clang it is empty: clang checks for
// overlap at run time anyway, and its pragma would cause a warning at the user's line for each loop
// that cannot be vectorised.
#if defined(__clang__)
#define STRIA_INDEPENDENT
#else
#define STRIA_INDEPENDENT _Pragma("GCC ivdep")
#endif

// Without exceptions (-fno-exceptions), an error prints its text to stderr and aborts.
// docs/design/no_exceptions.md lists what remains available.
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

// Declares a variable that each thread has. On a target without threads it is an ordinary variable,
// because thread_local ones with a destructor need __cxa_thread_atexit, which WASI does not have.
#if defined(__STDCPP_THREADS__)
#define STRIA_THREAD_LOCAL thread_local
#else
#define STRIA_THREAD_LOCAL
#endif

// Precedes a member whose class may be empty. An empty member then occupies no storage.
#define STRIA_EMPTY [[no_unique_address]]

// Used in the classes of expression nodes, because a node cannot be a target. A node can be copied,
// but any assignment to it is refused, including one from its own type or from braces. A base class
// cannot refuse assignments, because the compiler would declare a copy assignment of the derived
// class that silently does nothing. Here the copy assignment has a constraint that is never
// satisfied, so only the template that refuses the assignment remains. The macro uses names from
// tensor/operand.hpp.
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

// Used in classes that own their elements, whose other assignment operators are declared for
// lvalues (`&`): an assignment to a const object is refused, and one to a temporary, because the
// values would be lost. The macro uses names from tensor/operand.hpp and tensor/assignable.hpp.
#define STRIA_LVALUE_TARGET                                                                        \
  template <class Right = ::stria::detail::in_braces>                                              \
  auto operator=(const Right&)                                                                     \
      const&->::stria::detail::refusal_where<sizeof(Right*) != 0,                                  \
                                             ::stria::detail::no_target_verdict>;                  \
  template <class Right = ::stria::detail::in_braces>                                              \
  auto operator=(                                                                                  \
      const Right&)&&->::stria::detail::refusal_where<sizeof(Right*) != 0,                         \
                                                      ::stria::detail::temporary_target_verdict>

// Used in classes whose objects functions return and users rarely name: results of several members,
// and items of a subscript. An assignment to a temporary or const object is refused, because it
// would be lost; only the assignment of an object of the same class to a variable remains. Because
// of the declared constructors, such a class is no aggregate.
#define STRIA_VARIABLE_TARGET(Class)                                                               \
  Class(const Class&) = default;                                                                   \
  Class(Class&&) = default;                                                                        \
  Class& operator=(const Class&)& = default;                                                       \
  Class& operator=(Class&&)& = default;                                                            \
  template <class Right = ::stria::detail::in_braces>                                              \
  auto operator=(const Right&) const                                                               \
      ->::stria::detail::refusal_where<sizeof(Right*) != 0, ::stria::detail::variable_verdict>

// The return type and the body of a function whose calls may be refused:
//
//   template <class A, class B>
//   constexpr auto inner(A&& a, B&& b)
//       STRIA_RUN_OR_REFUSE((inner_result<A, B>), static_cast<A&&>(a), static_cast<B&&>(b));
//
// The function returns `run(arguments...)` of the result class, whose building blocks are in
// base/refuse.hpp. The parentheses around the class protect its commas. The body of a refused call
// is empty, because a `return` would need the destructor of the refusal, and the compiler would
// report a second error inside the library.
#define STRIA_UNPARENTHESIZED(...) __VA_ARGS__
#define STRIA_RUN_OR_REFUSE(result, ...)                                                           \
  ->typename STRIA_UNPARENTHESIZED result::type {                                                  \
    if constexpr (STRIA_UNPARENTHESIZED result::accepted)                                          \
      return STRIA_UNPARENTHESIZED result::run(__VA_ARGS__);                                       \
    else                                                                                           \
      __builtin_unreachable();                                                                     \
  }                                                                                                \
  static_assert(true)

// Overloads of a function for lvalue tensors. An lvalue tensor is held by reference, so its
// parameter is marked STRIA_LIFETIMEBOUND, and clang warns if the result outlives the tensor. An
// operand that is moved or copied into the result must not have this mark, so there are separate
// overloads. They are left out if the result refers to no tensor (detail::borrowed), and for g++,
// which has no such warning. The text is that of the function itself; its parameter A is the type
// of an lvalue here:
//
//   STRIA_BORROWING((detail::tensor_operand S, class N, class A = ::stria::detail::lvalue_t<S>),
//   rot90,
//                   (S& a STRIA_LIFETIMEBOUND, N n), (rot90_result<A, N>), a, n);
//
// Short forms: STRIA_BORROWING_ONE for name(A&& a), STRIA_BORROWING_VALUES for name(A&& a, X... x),
// STRIA_BORROWING_TWO for name(A&& a, B&& b), STRIA_BORROWING_TWO_VALUES for name(A&& a, B&& b,
// X... x), STRIA_BORROWING_THREE for name(A&& a, B&& b, C&& c). Each lvalue is marked, whatever the
// others are.
#if defined(__clang__)
#define STRIA_BORROWING(parameters, name, arguments, result, ...)                                  \
  template <STRIA_UNPARENTHESIZED parameters>                                                      \
  constexpr auto name arguments->                                                                  \
      typename ::stria::detail::borrowed<STRIA_UNPARENTHESIZED result>::type {                     \
    return STRIA_UNPARENTHESIZED result::run(__VA_ARGS__);                                         \
  }                                                                                                \
  static_assert(true)

// One operand of a short form: its template parameters, and its parameter.
#define STRIA_LVALUE_TYPE(S, A)                                                                    \
  ::stria::detail::tensor_operand S, class A = ::stria::detail::lvalue_t<S>
#define STRIA_LVALUE(S, A, a) S& a STRIA_LIFETIMEBOUND
#define STRIA_OTHER_TYPE(S, A) ::stria::detail::no_lvalue_tensor A
#define STRIA_OTHER(S, A, a) A&& a

#define STRIA_BORROWING_ONE(name, ...)                                                             \
  STRIA_BORROWING((STRIA_LVALUE_TYPE(S, A)), name, (STRIA_LVALUE(S, A, a)), __VA_ARGS__)
#define STRIA_BORROWING_VALUES(name, ...)                                                          \
  STRIA_BORROWING((STRIA_LVALUE_TYPE(S, A), class... X), name, (STRIA_LVALUE(S, A, a), X... x),    \
                  __VA_ARGS__)
#define STRIA_BORROWING_OF_TWO(first, second, name, ...)                                           \
  STRIA_BORROWING((first##_TYPE(S, A), second##_TYPE(U, B)), name,                                 \
                  (first(S, A, a), second(U, B, b)), __VA_ARGS__)
#define STRIA_BORROWING_TWO(...)                                                                   \
  STRIA_BORROWING_OF_TWO(STRIA_LVALUE, STRIA_LVALUE, __VA_ARGS__);                                 \
  STRIA_BORROWING_OF_TWO(STRIA_LVALUE, STRIA_OTHER, __VA_ARGS__);                                  \
  STRIA_BORROWING_OF_TWO(STRIA_OTHER, STRIA_LVALUE, __VA_ARGS__)
#define STRIA_BORROWING_OF_TWO_VALUES(first, second, name, ...)                                    \
  STRIA_BORROWING((first##_TYPE(S, A), second##_TYPE(U, B), class... X), name,                     \
                  (first(S, A, a), second(U, B, b), X... x), __VA_ARGS__)
#define STRIA_BORROWING_TWO_VALUES(...)                                                            \
  STRIA_BORROWING_OF_TWO_VALUES(STRIA_LVALUE, STRIA_LVALUE, __VA_ARGS__);                          \
  STRIA_BORROWING_OF_TWO_VALUES(STRIA_LVALUE, STRIA_OTHER, __VA_ARGS__);                           \
  STRIA_BORROWING_OF_TWO_VALUES(STRIA_OTHER, STRIA_LVALUE, __VA_ARGS__)
#define STRIA_BORROWING_OF_THREE(first, second, third, name, ...)                                  \
  STRIA_BORROWING((first##_TYPE(S, A), second##_TYPE(U, B), third##_TYPE(V, C)), name,             \
                  (first(S, A, a), second(U, B, b), third(V, C, c)), __VA_ARGS__)
#define STRIA_BORROWING_THREE(...)                                                                 \
  STRIA_BORROWING_OF_THREE(STRIA_LVALUE, STRIA_LVALUE, STRIA_LVALUE, __VA_ARGS__);                 \
  STRIA_BORROWING_OF_THREE(STRIA_LVALUE, STRIA_LVALUE, STRIA_OTHER, __VA_ARGS__);                  \
  STRIA_BORROWING_OF_THREE(STRIA_LVALUE, STRIA_OTHER, STRIA_LVALUE, __VA_ARGS__);                  \
  STRIA_BORROWING_OF_THREE(STRIA_LVALUE, STRIA_OTHER, STRIA_OTHER, __VA_ARGS__);                   \
  STRIA_BORROWING_OF_THREE(STRIA_OTHER, STRIA_LVALUE, STRIA_LVALUE, __VA_ARGS__);                  \
  STRIA_BORROWING_OF_THREE(STRIA_OTHER, STRIA_LVALUE, STRIA_OTHER, __VA_ARGS__);                   \
  STRIA_BORROWING_OF_THREE(STRIA_OTHER, STRIA_OTHER, STRIA_LVALUE, __VA_ARGS__)
#else
#define STRIA_BORROWING(...) static_assert(true)
#define STRIA_BORROWING_ONE(...) static_assert(true)
#define STRIA_BORROWING_VALUES(...) static_assert(true)
#define STRIA_BORROWING_TWO(...) static_assert(true)
#define STRIA_BORROWING_TWO_VALUES(...) static_assert(true)
#define STRIA_BORROWING_THREE(...) static_assert(true)
#endif

// Precedes the single statement of a function that returns accepted_or_refused. The statement is
// not instantiated if the verdict refuses the call.
#define STRIA_UNLESS_REFUSED(...)                                                                  \
  if constexpr (!__VA_ARGS__::accepted)                                                            \
    __builtin_unreachable();                                                                       \
  else
