// SPDX-License-Identifier: BSL-1.0
// view/foreign.hpp: overloads by which a function of tensors refuses containers, numbers and
// braces.
//
// sum(v) of a std::vector would be reported as a list of all that the compiler has tried, 20 to 100
// lines. docs/design/refusals.md.
#pragma once

#include <stria/view/subscript.hpp>

#include <initializer_list>

namespace stria::detail {

// All are reached by a conversion, so that whatever else has the name, a user's own sum() of his
// containers, is the better match.

/// What no function of tensors takes: a container, an array, a number.
struct not_ours {
  template <class T>
    requires(!std::is_base_of_v<operand_base, T> && !is_refused<T>)
  not_ours(const T&);
  not_ours(std::initializer_list<in_braces>);
};
/// What they take.
struct ours {
  ours(const operand_base&);
};
/// Any argument, or none.
struct whatever {
  whatever();
  template <class T> whatever(const T&);
  whatever(std::initializer_list<in_braces>);
};

/// Axes, sizes or a list in braces.
using braced = std::initializer_list<in_braces>;
struct braced_verdict {
  static constexpr message text() {
    return message("stria: braces are no argument here: axes and sizes stand one by one, as in "
                   "sum(t, _0, _1) and tile(t, 2, 3), lists are tensors, as in take(t, tensor{0, "
                   "2}, _0)");
  }
};
/// Too few arguments.
struct missing_verdict {
  static constexpr message text() {
    return message("stria: an argument is missing: this function takes more than one");
  }
};
/// A text that stands in the parentheses.
template <fixed_string Call> struct text_verdict {
  static constexpr message text() {
    return message("stria: the text stands before the parentheses, which hold operands: ")
           << Call.view();
  }
};

/// Refuses operands on devices, for functions that run on the host alone.
template <class... T> struct host_only_verdict {
  static constexpr bool accepted = !(lies_on_device<std::remove_cvref_t<T>> || ...);
  static constexpr message text() {
    return message("stria: this function runs on the host alone, and an operand lies in the memory "
                   "of a device: to_host(a) copies it");
  }
};

// The sentence is computed where it is read. Empty for the template arguments of a user's own
// template of the name: roll<int>(n) is no call of these.
template <class Verdict> struct not_ours_call {};
template <class Verdict>
  requires requires { Verdict::text(); }
struct not_ours_call<Verdict> : refused_call<Verdict> {};
template <class Verdict> using said_of_not_ours = typename not_ours_call<Verdict>::type;

} // namespace stria::detail

// Each public function of operands has one of these lines beside it, in namespace stria.
// `check_tree.py refusals` finds a function without one. The macros stay defined, as every header
// of functions uses them. The overloads have no bodies: clang would report an error in a body
// first.

/// Overloads `name` for these parameters. Where the caller names template arguments, as in
/// cast<double>(v), TEMPLATED declares them first.
#define STRIA_FOREIGN(name, ...)                                                                   \
  template <class V = detail::not_ours_verdict> detail::said_of_not_ours<V> name(__VA_ARGS__)
#define STRIA_FOREIGN_TEMPLATED(parameters, name, ...)                                             \
  template <parameters, class V = detail::not_ours_verdict>                                        \
  detail::said_of_not_ours<V> name(__VA_ARGS__)

/// Overloads name(x).
#define STRIA_FOREIGN_UNARY(name) STRIA_FOREIGN(name, detail::not_ours)
/// Overloads name(x, ...) with up to three more arguments of any type, SIZES with up to six; both
/// refuse braces as the second argument of an operand.
#define STRIA_FOREIGN_FIRST(name)                                                                  \
  STRIA_FOREIGN(name, detail::not_ours, detail::whatever = {}, detail::whatever = {},              \
                detail::whatever = {});                                                            \
  STRIA_FOREIGN_BRACES(name);                                                                      \
  STRIA_FOREIGN_ALONE(name)
#define STRIA_FOREIGN_SIZES(name)                                                                  \
  STRIA_FOREIGN(name, detail::not_ours, detail::whatever = {}, detail::whatever = {},              \
                detail::whatever = {}, detail::whatever = {}, detail::whatever = {},               \
                detail::whatever = {});                                                            \
  STRIA_FOREIGN_BRACES(name)
#define STRIA_FOREIGN_BRACES(name)                                                                 \
  template <class V = detail::braced_verdict>                                                      \
  detail::said_of_not_ours<V> name(detail::ours, detail::braced, detail::whatever = {},            \
                                   detail::whatever = {})
/// Overloads name(x, ...) as FIRST does, for functions that take braces as the second argument.
#define STRIA_FOREIGN_BUT_BRACES(name)                                                             \
  STRIA_FOREIGN(name, detail::not_ours, detail::whatever = {}, detail::whatever = {},              \
                detail::whatever = {})
/// Overloads name with too few arguments, of these parameters; ALONE with an operand alone.
#define STRIA_FOREIGN_MISSING(name, ...)                                                           \
  template <class V = detail::missing_verdict> detail::said_of_not_ours<V> name(__VA_ARGS__)
#define STRIA_FOREIGN_ALONE(name) STRIA_FOREIGN_MISSING(name, detail::ours)
/// Overloads name(t, y, ...) of an operand t.
#define STRIA_FOREIGN_SECOND(name)                                                                 \
  STRIA_FOREIGN(name, detail::ours, detail::not_ours, detail::whatever = {}, detail::whatever = {})
/// Overload functions of two operands, and of three: one overload for each position, and for fewer.
#define STRIA_FOREIGN_BINARY(name)                                                                 \
  STRIA_FOREIGN(name, detail::not_ours, detail::whatever, detail::whatever = {},                   \
                detail::whatever = {});                                                            \
  STRIA_FOREIGN_ALONE(name);                                                                       \
  STRIA_FOREIGN_SECOND(name)
#define STRIA_FOREIGN_TERNARY(name)                                                                \
  STRIA_FOREIGN(name, detail::not_ours, detail::whatever, detail::whatever);                       \
  STRIA_FOREIGN(name, detail::ours, detail::not_ours, detail::whatever);                           \
  STRIA_FOREIGN(name, detail::ours, detail::ours, detail::not_ours);                               \
  STRIA_FOREIGN_MISSING(name, detail::ours, detail::whatever = {})
/// Overloads name("...", a) and name(a, "..."): the text is a template argument, as `call` shows.
#define STRIA_FOREIGN_TEXT(name, call)                                                             \
  template <detail::operand A, std::size_t N, class... B, class V = detail::text_verdict<call>>    \
  detail::said_of_not_ours<V> name(const A&, const char(&)[N], const B&...);                       \
  template <std::size_t N, detail::operand A, class... B, class V = detail::text_verdict<call>>    \
  detail::said_of_not_ours<V> name(const char(&)[N], const A&, const B&...)
