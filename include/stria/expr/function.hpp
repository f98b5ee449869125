// SPDX-License-Identifier: BSL-1.0
// expr/function.hpp: the optional members of function objects, and what they mean to the evaluator.
//
// Only this header asks whether a function object has a member; the test `tree` checks this. A
// misspelt member would be ignored silently. Therefore map() refuses members of another type, and a
// test lists the answers of every function object. Tests: tests/expr/functions.cpp.
#pragma once

#include <stria/base/message.hpp>
#include <stria/tensor/hold.hpp>

namespace stria::detail {

// --- names ---

/// `static constexpr const char* text`: the name or the operator of the function in formulas and
/// messages. The library declares it for all of its functions that formulas show. A function with a
/// text is pure. Default: no text.
template <class F> inline constexpr bool has_text = requires { F::text; };

/// The text of a function, "map" by default.
template <class F> constexpr const char* name_of() {
  if constexpr (requires { F::text; })
    return F::text;
  else
    return "map";
}

/// The message for element types that the function does not accept. `static constexpr const char*
/// takes` describes the types that it accepts; the library declares it for functions that accept
/// less than the name suggests. Default: a message about the number of arguments.
template <class F> constexpr message call_text(std::size_t arguments) {
  message m("stria: ");
  if constexpr (requires { F::takes; })
    return m << name_of<F>() << " takes " << F::takes;
  else
    return m << name_of<F>()
             << ": the function cannot be called with one element of each operand; "
                "it receives "
             << arguments << " arguments of their element types";
}

// --- calls ---

/// True if several threads may call F, in any order. `static constexpr bool pure` states this; the
/// library declares it for functions that contain a function of the user. Default: true for a class
/// without data and for a function with a text.
template <class F>
inline constexpr bool is_pure = [] {
  if constexpr (requires { F::pure; }) {
    static_assert(std::is_same_v<decltype(F::pure), const bool>,
                  "stria: the member `pure` of a function object must be a static constexpr bool");
    return F::pure;
  } else {
    return std::is_empty_v<F> || requires { F::text; };
  }
}();

/// True if a call takes much longer than a load. `static constexpr bool is_expensive` states this;
/// the library declares it for the functions of <cmath> that are not instructions, and users for
/// their own ones (docs/performance.md). Default: false.
template <class F>
inline constexpr bool is_expensive_function = [] {
  if constexpr (requires { F::is_expensive; })
    return F::is_expensive;
  else
    return false;
}();

// --- other forms of the call ---

/// True if F has a faster form for a second argument that is constant along a row,
/// `template <class Row> static auto with_scalar_row(a, b)`. Row is the row of the first argument.
/// The library declares it for operators of integers, with a constraint on their types. Default:
/// the call.
template <class F, class... R> inline constexpr bool has_one = false;
template <class F, class R, class T>
inline constexpr bool has_one<F, R, scalar_row<T>> = requires(
    const R& r, const scalar_row<T>& one) { F::template with_scalar_row<R>(r[0], one[0]); };

template <class Row> using row_value = bare<decltype(std::declval<const Row&>()[0])>;

/// How a function over blocks with results of type T receives an argument: by value if it is
/// constant along the block, otherwise as a pointer to its elements; real numbers are converted to
/// T.
template <class T, class R> struct block_argument {
  using V = row_value<R>;
  using element = std::conditional_t<std::is_arithmetic_v<V>, T, V>;
  using type = const element*;
};
template <class T, class U> struct block_argument<T, scalar_row<U>> {
  using type = std::conditional_t<std::is_arithmetic_v<std::remove_const_t<U>>, T, const U&>;
};

/// A function object that computes whole blocks: `static void block(to, n, arguments...)`. The
/// library declares it for functions that have loops in math/blocks.hpp or, with stria::simd,
/// vector functions, with a constraint on their types. Default: a loop over calls.
template <class F, class T, class... R>
concept block_function = requires(T* to, index n, typename block_argument<T, R>::type... from) {
  F::block(to, n, from...);
};

/// True if F, a block function, has a simpler form for some values of a second argument that is
/// constant along a row: `template <class T> struct simple_form`, a function of the first argument
/// with results of type T, for the values for which `static bool is_simple_for(value)` holds. The
/// library declares it for powers. Default: only the block function.
template <class F>
inline constexpr bool has_simple_form = requires { typename F::template simple_form<float>; };

/// True if F computes packs of elements of type T (evaluate/packs.hpp),
/// `template <class P> static void apply_to_packs(P& a, const P& b)`, which assigns the result to
/// a. The library declares it for the arithmetic operators. Default: the call.
template <class F, class T>
inline constexpr bool is_on_packs = requires(T& pack) { F::apply_to_packs(pack, pack); };

// --- kernels of devices ---

/// A function of the library given by the body of its kernel function, `static constexpr const
/// char* kernel_body`, in which $T is the result type. Default: a device knows the function by its
/// text, or cannot call it (device/functions.hpp).
template <class F>
concept has_kernel_body = requires { F::kernel_body; };

/// A function that contains its own definition: `kernel_parameters` and `kernel_block` are texts.
/// STRIA_DEVICE_FUNCTION declares them. Default: as above.
template <class F>
concept defined_for_devices = requires {
  F::kernel_parameters;
  F::kernel_block;
};

// --- functions of users ---

/// The name of a member of F that is one of those above, but of another type than the library
/// reads; nullptr if there is none. An integer or a function would be converted to bool.
template <class F>
inline constexpr const char* mistyped_member = [] {
  const char* name = nullptr;
  if constexpr (requires { F::is_expensive; })
    name = std::is_same_v<decltype(F::is_expensive), const bool> ? name : "is_expensive";
  if constexpr (requires { F::pure; })
    name = std::is_same_v<decltype(F::pure), const bool> ? name : "pure";
  if constexpr (requires { F::text; }) {
    using T = decltype(F::text);
    name = std::is_const_v<T> && std::is_convertible_v<T, const char*> ? name : "text";
  }
  return name;
}();

} // namespace stria::detail
