// SPDX-License-Identifier: BSL-1.0
// token/range.hpp: the slices range(b, e, s) and rev(b, e, s), and the class slice.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/refuse.hpp>
#include <stria/token/bound.hpp>

#include <cstddef>
#include <cstdint>

namespace stria {

/// The type of `range(...)` and `rev(...)`: a slice `b:e:s` in which each bound is open, a constant
/// or a run-time value. The type contains the constants, so two ranges usually have different
/// types; all objects of the class `slice` have the same type.
template <class Begin, class End, class Step> struct range_t {
  STRIA_EMPTY Begin begin;
  STRIA_EMPTY End end;
  STRIA_EMPTY Step step;

  constexpr range_t(Begin b, End e, Step s) : begin(b), end(e), step(s) {}
  STRIA_VARIABLE_TARGET(range_t);
};

namespace detail {

enum class range_fault : unsigned char { none, count, bound, step };

template <class... B> constexpr range_fault fault_of_range(std::size_t least) {
  return sizeof...(B) < least || sizeof...(B) > 3 ? range_fault::count
         : (bound_item<B> && ...)                 ? range_fault::none
                                                  : range_fault::bound;
}

// The step of rev is written as a positive number. A run-time step is checked in `opposite`.
template <class... B> constexpr range_fault fault_of_rev() {
  constexpr range_fault fault = fault_of_range<B...>(0);
  if constexpr (fault == range_fault::none) {
    const bound_code codes[] = {{bound_state::open, 0}, bound_for<B>::code...};
    if (sizeof...(B) == 3 && codes[sizeof...(B)].state == bound_state::constant &&
        codes[sizeof...(B)].value <= 0)
      return range_fault::step;
  }
  return fault;
}

template <range_fault Fault> struct range_verdict {
  static constexpr bool accepted = Fault == range_fault::none;
  static constexpr message text() {
    switch (Fault) {
    case range_fault::count:
      return message(
          "stria: range() takes begin, end and optionally step, rev() up to three of these; "
          "_ leaves a bound open");
    case range_fault::step:
      return message("stria: rev(b, e, s) goes backwards by a step s > 0; write the step as a "
                     "positive number");
    default:
      return message(
          "stria: a bound of range(), rev() or slice() is neither an integer, a constant (_2, "
          "12_c) nor _ (open); write whole numbers");
    }
  }
};

constexpr constant_bound<-1> opposite(open_bound) { return {}; }
template <index N> constexpr constant_bound<-N> opposite(constant_bound<N>) { return {}; }
constexpr runtime_bound opposite(runtime_bound s) {
  if (s.n <= 0)
    raise<value_error>(message("stria: rev(b, e, s) goes backwards by a step s > 0; the step is ")
                       << s.n);
  return {-s.n};
}

template <class B, class E, class S> constexpr range_t<B, E, S> make_range(B b, E e, S s) {
  return {b, e, s};
}

} // namespace detail

// Refused calls have separate overloads without a body, because clang would otherwise report an
// error inside the body first.

/// The slice `b:e` of an axis. Bounds beyond the axis are clamped.
///
/// \param b     the first element: an integer or a constant, which counts from the end if negative,
///              or `_`, which leaves the bound open
/// \param e     one past the last element, in the same forms
/// \returns     an item of a subscript; on a static axis the extent of the result is static if `b`
///              and `e` are constants or open
/// \refuses     arguments that are not integers, constants or `_`
/// \complexity  O(1)
/// \numpy       `b:e`
/// \usage       `t[range(1, -1)]`, `t[range(_, _4)]`
template <detail::bound_item B, detail::bound_item E> constexpr auto range(B b, E e) {
  return detail::make_range(detail::make_bound(b), detail::make_bound(e), detail::open_bound{});
}

/// The slice `b:e:s` of an axis; a negative step goes backwards.
///
/// \param b     the first element; `_` is the first one, or the last one for a negative step
/// \param e     the element to stop before; `_` is one past the end in the direction of the step
/// \param s     the step, not 0; a step of 0 is refused where the slice is used
/// \refuses     arguments that are not integers, constants or `_`
/// \complexity  O(1)
/// \numpy       `b:e:s`
/// \usage       `t[range(_, _, 2)]`
template <detail::bound_item B, detail::bound_item E, detail::bound_item S>
constexpr auto range(B b, E e, S s) {
  return detail::make_range(detail::make_bound(b), detail::make_bound(e), detail::make_bound(s));
}

template <class... B>
  requires(detail::fault_of_range<B...>(2) != detail::range_fault::none)
auto range(B...)
    -> accepted_or_refused<detail::range_verdict<detail::fault_of_range<B...>(2)>, void>;

/// The whole axis backwards.
///
/// \numpy  `::-1`
/// \usage  `t[rev()]`
constexpr auto rev() {
  return detail::make_range(detail::open_bound{}, detail::open_bound{},
                            detail::constant_bound<-1>{});
}

/// The slice `:e:-1`: from the last element backwards to just after `e`.
///
/// \numpy  `:e:-1`
/// \usage  `t[rev(-3)]`
template <detail::bound_item E> constexpr auto rev(E e) {
  return detail::make_range(detail::open_bound{}, detail::make_bound(e),
                            detail::constant_bound<-1>{});
}

/// The slice `b:e:-1`: from `b` backwards to just after `e`.
///
/// \numpy  `b:e:-1`
/// \usage  `t[rev(5, 2)]`
template <detail::bound_item B, detail::bound_item E> constexpr auto rev(B b, E e) {
  return detail::make_range(detail::make_bound(b), detail::make_bound(e),
                            detail::constant_bound<-1>{});
}

/// The slice `b:e:-s`: from `b` backwards to just after `e` by `s`.
///
/// \param b     the first element; `_` is the last one
/// \param e     the element to stop before; `_` is one before the first
/// \param s     the magnitude of the step, positive; `_` is 1
/// \returns     an item of a subscript
/// \throws      value_error if a run-time `s` is not positive
/// \refuses     a constant `s` that is not positive, and arguments that are not integers, constants
///              or `_`
/// \complexity  O(1)
/// \numpy       `b:e:-s`
/// \usage       `t[rev(_, _, 2)]`
template <detail::bound_item B, detail::bound_item E, detail::bound_item S>
  requires(detail::fault_of_rev<B, E, S>() == detail::range_fault::none)
constexpr auto rev(B b, E e, S s) {
  return detail::make_range(detail::make_bound(b), detail::make_bound(e),
                            detail::opposite(detail::make_bound(s)));
}

template <class... B>
  requires(detail::fault_of_rev<B...>() != detail::range_fault::none)
auto rev(B...) -> accepted_or_refused<detail::range_verdict<detail::fault_of_rev<B...>()>, void>;

/// A slice whose bounds, including open ones, are run-time values. All slices have one type, so
/// they can be assigned, returned and stored in containers. The extent of the result is dynamic.
///
/// \numpy  `slice(1, -1)`
/// \usage  `slice r(1, -1), s(_, -2); auto v = t[r, s];`
class slice {
  // An open bound is stored as a value beyond every axis.
  static constexpr index lowest = PTRDIFF_MIN, highest = PTRDIFF_MAX;
  index begin_ = lowest, end_ = highest, step_ = 1;

public:
  /// The whole axis.
  constexpr slice() = default;
  /// The slice `b:e`; `_` leaves a bound open.
  template <detail::bound_item B, detail::bound_item E>
  constexpr slice(B b, E e) : slice(range(b, e)) {}
  /// The slice `b:e:s`. A step of 0 is a value_error where the slice is used.
  template <detail::bound_item B, detail::bound_item E, detail::bound_item S>
  constexpr slice(B b, E e, S s) : slice(range(b, e, s)) {}
  /// Converts from `range(...)` and `rev(...)`.
  template <class B, class E, class S> constexpr slice(const range_t<B, E, S>& r) {
    if constexpr (S::code.state != bound_state::open)
      step_ = r.step.value();
    begin_ = B::code.state != bound_state::open ? r.begin.value() : step_ < 0 ? highest : lowest;
    end_ = E::code.state != bound_state::open ? r.end.value() : step_ < 0 ? lowest : highest;
  }
  /// The whole axis, from `_`.
  constexpr slice(all_t) {}
  template <class... B, class Because = accepted_or_refused<
                            detail::range_verdict<detail::fault_of_range<B...>(2)>, void>>
    requires(detail::fault_of_range<B...>(2) == detail::range_fault::bound)
  explicit slice(B...) = delete;

  /// The begin; negative values count from the end of the axis. An open begin is the smallest or
  /// largest index.
  constexpr index start() const { return begin_; }
  /// The end, in the same form.
  constexpr index stop() const { return end_; }
  /// The step.
  constexpr index step() const { return step_; }
  /// True if begin, end and step are equal.
  friend constexpr bool operator==(const slice&, const slice&) = default;
};

} // namespace stria
