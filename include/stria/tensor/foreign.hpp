// SPDX-License-Identifier: BSL-1.0
// tensor/foreign.hpp: overloads that refuse containers, numbers and braces as operands.
//
// Without them, a compiler would report sum(v) of a std::vector with a list of all candidates, 20
// to 100 lines. See docs/design/refusals.md. Tests: tests/numpy/foreign.cpp.
#pragma once

#include <stria/tensor/subscript.hpp>

#include <initializer_list>

namespace stria::detail {

// Each of these classes needs a conversion, so any other function of the same name, such as a
// user-defined sum() for containers, is the better match.

/// An argument that no function of tensors accepts: a container, an array or a number.
struct not_ours {
  template <class T>
    requires(!std::is_base_of_v<operand_base, T> && !is_refused<T>)
  not_ours(const T&);
  not_ours(std::initializer_list<in_braces>);
};
/// Variants of not_ours: not_ours_nor_braces does not accept braces, and only_braces accepts only
/// braces. If a function also has an overload with a parameter `E (&)[N]`, that overload is a
/// better match for braces than only_braces. g++ 12 would prefer a parameter of type
/// std::initializer_list to `E (&)[N]`.
struct not_ours_nor_braces {
  template <class T>
    requires(!std::is_base_of_v<operand_base, T> && !is_refused<T>)
  not_ours_nor_braces(const T&);
};
struct only_braces {
  only_braces(std::initializer_list<in_braces>);
};
/// An operand.
struct ours {
  ours(const operand_base&);
};
/// Any argument, or none.
struct whatever {
  whatever();
  // The constructor has a body, because g++ reports a missing body if T is a local class, such as
  // that of a lambda.
  template <class T> whatever(const T&) {}
  whatever(std::initializer_list<in_braces>);
};

/// Axes, sizes or a list in braces.
using braced = std::initializer_list<in_braces>;
struct braced_verdict {
  static constexpr message text() {
    return message(
        "stria: braces are not accepted here: write axes and sizes one by one, as in "
        "sum(t, _0, _1) and tile(t, 2, 3), and lists as tensors, as in take(t, tensor{0, "
        "2}, _0)");
  }
};
/// The message for too few arguments.
struct missing_verdict {
  static constexpr message text() {
    return message("stria: an argument is missing: this function needs more than one");
  }
};
/// The message for too few arguments. It names the missing arguments and shows the whole call.
template <fixed_string Missing, fixed_string Call> struct lacks_verdict {
  static constexpr message text() {
    return message("stria: ") << Missing.view() << " missing: write " << Call.view();
  }
};
/// The message for a list in braces whose elements have different types, and for a text.
template <fixed_string Call> struct joined_braces_verdict {
  static constexpr message text() {
    return message("stria: operands in braces must be tensors, views or expressions of one type; "
                   "join others without braces, as in ")
           << Call.view();
  }
};
/// The message for braces that are not numbers of one type.
struct braced_numbers_verdict {
  static constexpr message text() {
    return message("stria: numbers in braces must have one type, as in {1., 2.}; other values are "
                   "given as a tensor, view or expression");
  }
};
/// The message for a text inside the parentheses.
template <fixed_string Call> struct text_verdict {
  static constexpr message text() {
    return message("stria: the text is a template argument, before the parentheses: ")
           << Call.view();
  }
};

/// A place in messages, with the call that copies an operand from there to the host.
inline constexpr std::string_view place_texts[] = {
    "", "in a file: eval(a)", "in the memory of a device: to_host(a)",
    "distributed over ranks: gather_to(a, rank)", "in several places: eval(a) or to_host(a)"};

/// Refuses operands in other places, for functions that run only on the host.
template <class... T> struct host_only_verdict {
  static constexpr place where = joined_place({place_of<std::remove_cvref_t<T>>...});
  static constexpr bool accepted = where <= place::files;
  static constexpr message text() {
    return message("stria: this function runs only on the host, but an operand is ")
           << place_texts[static_cast<int>(where)] << " copies it";
  }
};

/// `Call` for functions that run only on the host: operands on a device are refused before
/// `Verdict` is evaluated.
template <class Verdict, class Call, class... Operands>
struct on_host : judged_call<host_only_verdict<Operands...>, judged_call<Verdict, Call>> {};

/// Refuses operands of which some are on a device and others on the host.
template <class... T> struct one_memory_verdict {
  static constexpr bool accepted = ((place_of<std::remove_cvref_t<T>> == place::device) && ...) ||
                                   ((place_of<std::remove_cvref_t<T>> != place::device) && ...);
  static constexpr message text() {
    return message(
        "stria: one operand is in the memory of a device and another in the memory of the host; "
        "to_device(t, d) copies a tensor to a device, to_host(c) back");
  }
};

// The message is composed only if it is shown. The primary template is for calls that are not meant
// for stria: those with explicit template arguments for a user's template of the same name, as in
// roll<int>(n).
template <class Verdict> struct not_ours_call {};
template <class Verdict>
  requires requires { Verdict::text(); }
struct not_ours_call<Verdict> : refused_call<Verdict> {};
template <class Verdict> using said_of_not_ours = typename not_ours_call<Verdict>::type;

} // namespace stria::detail

// Each public function of operands needs one of these macros next to it, in namespace stria.
// `check_tree.py refusals` finds functions without one. The macros stay defined because every
// header of functions uses them. The overloads have no bodies, because clang would report an error
// in a body first.

/// Overloads `name` for these parameters. STRIA_FOREIGN_TEMPLATED first declares the given template
/// parameters, for functions that are called with explicit template arguments, as in
/// cast<double>(v).
#define STRIA_FOREIGN(name, ...)                                                                   \
  template <class V = detail::not_ours_verdict> detail::said_of_not_ours<V> name(__VA_ARGS__)
#define STRIA_FOREIGN_TEMPLATED(parameters, name, ...)                                             \
  template <parameters, class V = detail::not_ours_verdict>                                        \
  detail::said_of_not_ours<V> name(__VA_ARGS__)

/// Overloads name(x).
#define STRIA_FOREIGN_UNARY(name) STRIA_FOREIGN(name, detail::not_ours)
/// Overloads name(x, ...) with up to three more arguments of any type, or with up to six
/// (STRIA_FOREIGN_SIZES). Both also refuse braces as the second argument after an operand.
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
/// Overloads name(x, ...) like STRIA_FOREIGN_FIRST, for functions that accept braces as the second
/// argument.
#define STRIA_FOREIGN_BUT_BRACES(name)                                                             \
  STRIA_FOREIGN(name, detail::not_ours, detail::whatever = {}, detail::whatever = {},              \
                detail::whatever = {})
/// Overloads `name` with these parameters, for calls with too few arguments. STRIA_FOREIGN_ALONE
/// has one operand as its only parameter. The message of STRIA_FOREIGN_LACKS names the missing
/// arguments ("an edge is") and shows the whole call.
#define STRIA_FOREIGN_MISSING(name, ...)                                                           \
  template <class V = detail::missing_verdict> detail::said_of_not_ours<V> name(__VA_ARGS__)
#define STRIA_FOREIGN_LACKS(name, missing, call, ...)                                              \
  template <class V = detail::lacks_verdict<missing, call>>                                        \
  detail::said_of_not_ours<V> name(__VA_ARGS__)
/// Overloads `name` for these parameters. The message is that of the verdict.
#define STRIA_FOREIGN_BECAUSE(name, verdict, ...)                                                  \
  template <class V = verdict> detail::said_of_not_ours<V> name(__VA_ARGS__)
#define STRIA_FOREIGN_ALONE(name) STRIA_FOREIGN_MISSING(name, detail::ours)
/// Overloads name(t, y, ...) for an operand t and an argument y that is not an operand.
#define STRIA_FOREIGN_SECOND(name)                                                                 \
  STRIA_FOREIGN(name, detail::ours, detail::not_ours, detail::whatever = {}, detail::whatever = {})
/// Overload functions of two and three operands. There is one overload per position, and one for
/// fewer arguments.
#define STRIA_FOREIGN_BINARY(name)                                                                 \
  STRIA_FOREIGN(name, detail::not_ours, detail::whatever, detail::whatever = {},                   \
                detail::whatever = {});                                                            \
  STRIA_FOREIGN_ALONE(name);                                                                       \
  STRIA_FOREIGN_SECOND(name)
#define STRIA_FOREIGN_TERNARY(name)                                                                \
  STRIA_FOREIGN(name, detail::not_ours, detail::whatever, detail::whatever = {});                  \
  STRIA_FOREIGN(name, detail::ours, detail::not_ours, detail::whatever);                           \
  STRIA_FOREIGN(name, detail::ours, detail::ours, detail::not_ours);                               \
  STRIA_FOREIGN_MISSING(name, detail::ours, detail::whatever = {})
/// Overloads name({...}, ...) and name() of a function that joins operands.
#define STRIA_FOREIGN_JOINED(name, call)                                                           \
  template <class V = detail::joined_braces_verdict<call>>                                         \
  detail::said_of_not_ours<V> name(detail::only_braces, detail::whatever = {});                    \
  STRIA_FOREIGN_LACKS(name, "the operands are", call)
/// Overloads name("...", a) and name(a, "..."), because the text must be a template argument, as
/// `call` shows.
#define STRIA_FOREIGN_TEXT(name, call)                                                             \
  template <detail::operand A, std::size_t N, class... B, class V = detail::text_verdict<call>>    \
  detail::said_of_not_ours<V> name(const A&, const char(&)[N], const B&...);                       \
  template <std::size_t N, detail::operand A, class... B, class V = detail::text_verdict<call>>    \
  detail::said_of_not_ours<V> name(const char(&)[N], const A&, const B&...)
