// SPDX-License-Identifier: BSL-1.0
// base/refuse.hpp: the return type of a call that the compiler recognises as wrong.
//
// Neither a constraint nor a deleted overload can refuse a wrong subscript, because g++ 12 would
// then read `t[a, b]` as `t[(a, b)]`. A static_assert in the body reports the library's line before
// the caller's. A call that returns `refused<"stria: ...">` is reported at the caller's line. The
// computed message is shown as a template argument in the name of that class: g++ reports that its
// destructor is deleted, and clang that it is private. docs/design/refusals.md compares the
// alternatives.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/fixed_string.hpp>
#include <stria/base/message.hpp>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace stria {

namespace detail {
struct in_braces; // tensor/operand.hpp
} // namespace detail

/// Operators are in this namespace, together with the base classes of their operands.
/// Argument-dependent lookup finds them only for types with such a base, so `==` of two numbers
/// never considers them.
namespace operators {

/// \internal
/// The value that a refused call yields to the code around it. Every operation on it is accepted,
/// so that one mistake is reported once.
struct ignored {
#define STRIA_IGNORE(op)                                                                           \
  template <class U = ::stria::detail::in_braces>                                                  \
  constexpr const ignored& operator op(const U&) const {                                           \
    return *this;                                                                                  \
  }
  STRIA_IGNORE(=)
  STRIA_IGNORE(+=)
  STRIA_IGNORE(-=)
  STRIA_IGNORE(*=)
  STRIA_IGNORE(/=)
  STRIA_IGNORE(%=)
  STRIA_IGNORE(&=)
  STRIA_IGNORE(|=)
  STRIA_IGNORE(^=)
  STRIA_IGNORE(<<=)
  STRIA_IGNORE(>>=)
#undef STRIA_IGNORE
  template <class... Ix> constexpr const ignored& operator[](Ix&&...) const { return *this; }
  template <class... Ix> constexpr const ignored& operator()(Ix&&...) const { return *this; }
  // The conversion has a body, because g++ warns about a missing one.
  template <class U> constexpr operator U() const { __builtin_unreachable(); }
};

} // namespace operators

using operators::ignored;

#if defined(__clang__)

/// \internal
/// The result of a refused call. The template arguments are the pieces of the message, because
/// clang prints at most 34 characters of a text. clang does not print the class of a deleted
/// destructor, but does print the class of a private one. In C++26 an assertion prints the whole
/// message.
template <fixed_string... Because> struct refused : ignored {
  using ignored::operator=;
#if defined(__cpp_static_assert) && __cpp_static_assert >= 202306L
  constexpr ~refused() { static_assert(false, (detail::message() << ... << Because.view())); }
#else
private:
  ~refused() = default;
#endif
};

#else

/// \internal
/// The result of a refused call. The template argument is the message.
template <fixed_string Because> struct refused : ignored {
  using ignored::operator=;
  ~refused() = delete;
};

#endif

/// \internal
/// The result of a refused subscript, for g++. g++ 12 first reads `t[a, b]` as a subscript with two
/// items. If the destructor of the result is deleted, g++ silently falls back to `t[(a, b)]`. So
/// this class can be destroyed, and a static_assert in the body of [] refuses the subscript.
template <fixed_string Because> struct refused_subscript : ignored {
  using ignored::operator=;
};

namespace detail {

/// The message of a verdict, composed once.
template <class Verdict> inline constexpr message text_of = Verdict::text();

#if defined(__clang__)

// clang prints at most 34 characters of a text in a template argument.
inline constexpr std::size_t piece_limit = 34;

struct pieces {
  std::size_t count = 0;
  std::array<std::size_t, 40> from{};
};

consteval pieces split_at_blanks(std::string_view s) {
  pieces p;
  std::size_t from = 0;
  while (from < s.size() && p.count + 1 < p.from.size()) {
    p.from[p.count++] = from;
    std::size_t to = from + piece_limit < s.size() ? from + piece_limit : s.size();
    if (to < s.size()) {
      std::size_t blank = to;
      while (blank > from && s[blank - 1] != ' ')
        --blank;
      to = blank > from ? blank : to;
    }
    from = to;
  }
  p.from[p.count] = from;
  return p;
}

template <class Verdict>
inline constexpr pieces pieces_of = split_at_blanks(text_of<Verdict>.view());

template <class Verdict, std::size_t P> consteval auto refusal_piece() {
  constexpr const pieces& p = pieces_of<Verdict>;
  constexpr std::size_t n = p.from[P + 1] - p.from[P];
  return fixed_string<n>(text_of<Verdict>.view().substr(p.from[P], n));
}

// The computed pieces are passed as values. Otherwise clang would print the expression that
// computes a template argument.
template <fixed_string... Because> struct said {
  using type = refused<Because...>;
};
template <class Verdict, std::size_t... P>
auto refusal_pieces(std::index_sequence<P...>) ->
    typename said<refusal_piece<Verdict, P>()...>::type;

/// `refused<...>` with the message of `Verdict::text()`.
template <class Verdict>
using refusal =
    decltype(refusal_pieces<Verdict>(std::make_index_sequence<pieces_of<Verdict>.count>{}));

#else

template <class Verdict> consteval auto refusal_text() {
  constexpr std::size_t n = text_of<Verdict>.view().size();
  return fixed_string<n>(text_of<Verdict>.view());
}

/// `refused<...>` with the message of `Verdict::text()`.
template <class Verdict> using refusal = refused<refusal_text<Verdict>()>;

#endif

// A result class has `type` (the return type of a call), `accepted` and, if that is true, `run`,
// which computes the result. The classes below are building blocks for result classes.
// STRIA_RUN_OR_REFUSE (base/config.hpp) turns a result class into a function.

/// A refused call.
template <class Verdict> struct refused_call {
  static constexpr bool accepted = false;
  using type = refusal<Verdict>;
};

/// A call with an argument that was already refused and reported.
struct ignored_call {
  static constexpr bool accepted = true;
  using type = ignored;
  template <class... A> static constexpr ignored run(A&&...) { return {}; }
};

/// A call that constructs a T.
template <class T> struct constructing_call {
  static constexpr bool accepted = true;
  using type = T;
  template <class... A> STRIA_INLINE static constexpr T run(A&&... a) {
    return T(static_cast<A&&>(a)...);
  }
};

/// `Call` if the verdict accepts it, otherwise a refusal. `Call` is instantiated only if it is
/// accepted.
template <class Verdict, class Call, bool = Verdict::accepted>
struct judged_call : refused_call<Verdict> {};
template <class Verdict, class Call> struct judged_call<Verdict, Call, true> : Call {};
// Does the same as constructing_call<T>, but does not instantiate that class for every operator.
template <class Verdict, class T> struct judged_call<Verdict, constructing_call<T>, true> {
  static constexpr bool accepted = true;
  using type = T;
  template <class... A> STRIA_INLINE static constexpr T run(A&&... a) {
    return T(static_cast<A&&>(a)...);
  }
};

/// True for an operand that may refer to tensors, and for a tuple, an array or a pair of such
/// operands (tensor/operand.hpp).
template <class T> struct may_refer;
/// The result class of a call, if its result may refer to tensors. Used by STRIA_BORROWING.
template <class Call> struct borrowed {};
template <class Call>
  requires(Call::accepted && may_refer<typename Call::type>::value)
struct borrowed<Call> {
  using type = typename Call::type;
};

/// A refused subscript with the given number of items.
template <class Verdict, std::size_t Items> struct refused_items : refused_call<Verdict> {};
#if !defined(__clang__)
template <class Verdict, std::size_t Items>
  requires(Items > 1)
struct refused_items<Verdict, Items> {
  static constexpr bool accepted = false;
  using type = refused_subscript<refusal_text<Verdict>()>;
};
#endif

template <class T> inline constexpr bool is_refused = __is_base_of(ignored, T);
template <class T> inline constexpr bool is_refused_subscript = false;
template <auto W> inline constexpr bool is_refused_subscript<refused_subscript<W>> = true;

/// The return type of operator() in a class whose operator[] returns T. Calls do not need
/// refused_subscript, because a comma in () always separates arguments.
template <class T> struct returned_by_call {
  using type = T;
};
#if !defined(__clang__)
template <auto W> struct returned_by_call<refused_subscript<W>> {
  using type = refused<W>;
};
#endif

template <bool Accepted, class Verdict, class Result> struct accept_or_refuse {
  using type = Result;
};
template <class Verdict, class Result> struct accept_or_refuse<false, Verdict, Result> {
  using type = refusal<Verdict>;
};

/// A verdict with a fixed message.
template <fixed_string Text> struct sentence {
  static constexpr message text() { return message(Text.view()); }
};

/// Refuses assignments to the classes with STRIA_VARIABLE_TARGET.
using variable_verdict =
    sentence<"stria: the left side is a temporary or const object, or the right side is of another "
             "type; assign to a variable of the same type, as in auto r = f(a); r = f(b)">;

template <bool Refused, class Verdict> struct refused_where {};
template <class Verdict> struct refused_where<true, Verdict> {
  using type = refusal<Verdict>;
};
/// The return type of an overload that refuses calls. The message is composed only if `Refused` is
/// true: clang needs the return type before it checks constraints, and a message that is never
/// shown would cost compile time.
template <bool Refused, class Verdict>
using refusal_where = typename refused_where<Refused, Verdict>::type;

} // namespace detail

/// \internal
/// `Result` if `Verdict::accepted`, otherwise a refusal with `Verdict::text()`: the return type of
/// every call that the compiler can check.
template <class Verdict, class Result>
using accepted_or_refused =
    typename detail::accept_or_refuse<Verdict::accepted, Verdict, Result>::type;

} // namespace stria
