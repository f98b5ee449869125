// SPDX-License-Identifier: BSL-1.0
// token/range.hpp: the slices range(b, e, s) and rev(b, e, s), and slice, one type for all of them.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/refuse.hpp>
#include <stria/token/bound.hpp>

#include <cstddef>
#include <cstdint>

namespace stria {

/// A slice `b:e:s` as `range` and `rev` make it; each bound open, constant or a value.
template <class Begin, class End, class Step> struct range_t {
  STRIA_EMPTY Begin begin;
  STRIA_EMPTY End end;
  STRIA_EMPTY Step step;
};

namespace detail {

enum class range_fault : unsigned char { none, count, bound, step };

template <class... B> constexpr range_fault fault_of_range(std::size_t least) {
  return sizeof...(B) < least || sizeof...(B) > 3 ? range_fault::count
         : (bound_item<B> && ...)                 ? range_fault::none
                                                  : range_fault::bound;
}

// The step of rev is written positive. One that is only known at run time is checked there.
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
          "stria: range() takes a begin, an end and perhaps a step, rev() at most these; "
          "_ leaves a bound open");
    case range_fault::step:
      return message("stria: rev(b, e, s) goes backwards by a step s > 0; write it positive");
    default:
      return message("stria: a bound of range() or rev() is neither an integer, a constant (_2, "
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

// What is refused has overloads of its own, without a body: clang would report the body first.

/// The slice `b:e`; `_` leaves a bound open. Refuses what is not an integer. NumPy: `t[b:e]`.
template <detail::bound_item B, detail::bound_item E> constexpr auto range(B b, E e) {
  return detail::make_range(detail::make_bound(b), detail::make_bound(e), detail::open_bound{});
}

/// The slice `b:e:s`; a negative step goes backwards. Step 0 is refused where the slice is used.
/// NumPy: `t[b:e:s]`.
template <detail::bound_item B, detail::bound_item E, detail::bound_item S>
constexpr auto range(B b, E e, S s) {
  return detail::make_range(detail::make_bound(b), detail::make_bound(e), detail::make_bound(s));
}

template <class... B>
  requires(detail::fault_of_range<B...>(2) != detail::range_fault::none)
auto range(B...)
    -> accepted_or_refused<detail::range_verdict<detail::fault_of_range<B...>(2)>, void>;

/// The whole axis backwards. NumPy: `t[::-1]`.
constexpr auto rev() {
  return detail::make_range(detail::open_bound{}, detail::open_bound{},
                            detail::constant_bound<-1>{});
}

/// Backwards from the last element to before e. NumPy: `t[:e:-1]`.
template <detail::bound_item E> constexpr auto rev(E e) {
  return detail::make_range(detail::open_bound{}, detail::make_bound(e),
                            detail::constant_bound<-1>{});
}

/// Backwards from b to before e. NumPy: `t[b:e:-1]`.
template <detail::bound_item B, detail::bound_item E> constexpr auto rev(B b, E e) {
  return detail::make_range(detail::make_bound(b), detail::make_bound(e),
                            detail::constant_bound<-1>{});
}

/// Backwards from b to before e by s > 0, an open s being 1. Refuses s <= 0, at compile time where
/// it is a constant. NumPy: `t[b:e:-s]`.
template <detail::bound_item B, detail::bound_item E, detail::bound_item S>
  requires(detail::fault_of_rev<B, E, S>() == detail::range_fault::none)
constexpr auto rev(B b, E e, S s) {
  return detail::make_range(detail::make_bound(b), detail::make_bound(e),
                            detail::opposite(detail::make_bound(s)));
}

template <class... B>
  requires(detail::fault_of_rev<B...>() != detail::range_fault::none)
auto rev(B...) -> accepted_or_refused<detail::range_verdict<detail::fault_of_rev<B...>()>, void>;

/// A slice whose bounds are known at run time, open ones too: all have one type, so that they can
/// be assigned, returned and kept in a container: `slice r(1, -1), s(_, -2);`. The extent is
/// dynamic. NumPy: `slice(1, -1)`.
class slice {
  // An open bound lies beyond every axis.
  static constexpr index lowest = PTRDIFF_MIN, highest = PTRDIFF_MAX;
  index begin_ = lowest, end_ = highest, step_ = 1;

public:
  /// The whole axis.
  constexpr slice() = default;
  /// The slice `b:e`; `_` leaves a bound open.
  template <detail::bound_item B, detail::bound_item E>
  constexpr slice(B b, E e) : slice(range(b, e)) {}
  /// The slice `b:e:s`. Step 0 is `value_error` where the slice is used.
  template <detail::bound_item B, detail::bound_item E, detail::bound_item S>
  constexpr slice(B b, E e, S s) : slice(range(b, e, s)) {}
  /// From range(), rev() and `_`.
  template <class B, class E, class S> constexpr slice(const range_t<B, E, S>& r) {
    if constexpr (S::code.state != bound_state::open)
      step_ = r.step.value();
    begin_ = B::code.state != bound_state::open ? r.begin.value() : step_ < 0 ? highest : lowest;
    end_ = E::code.state != bound_state::open ? r.end.value() : step_ < 0 ? lowest : highest;
  }
  constexpr slice(all_t) {}

  /// Negative ones count from the end of the axis; an open one is the least or the largest index.
  constexpr index start() const { return begin_; }
  constexpr index stop() const { return end_; }
  constexpr index step() const { return step_; }
  friend constexpr bool operator==(const slice&, const slice&) = default;
};

} // namespace stria
