// SPDX-License-Identifier: BSL-1.0
// Index notation (`stria/dsl.hpp`)
// The header of slice comes first, because g++ lists the headers that include it.
#include <stria/token/range.hpp>

#include <stria/dsl.hpp>

using namespace stria;

// expect: stria: encode() takes basic
// expect: items: integers, constants
void encode_no_item() {
#ifdef WRONG
  auto s = encode(_1, "2:4");
#else
  auto s = encode(_1, "2:4"_ix);
#endif
}

// expect: stria: explain() takes a
// expect: basic items: integers
void explain_no_item() {
#ifdef WRONG
  auto text = explain({3, 4}, true);
#else
  auto text = explain({3, 4}, 1);
#endif
}

// expect: stria: a bound of range(), rev()
// expect: or slice() is neither an integer, a constant (_2, 12_c) nor _ (open); write whole numbers
void range_of_float() {
#ifdef WRONG
  auto s = encode(_1, range(2.5, _));
#else
  auto s = encode(_1, range(2, _));
#endif
}

// expect: stria: range() takes begin, end
// expect: end and optionally step
void range_one_bound() {
#ifdef WRONG
  auto s = encode(range(_5));
#else
  auto s = encode(range(_, _5));
#endif
}

// expect: stria: rev(b, e, s) goes
// expect: backwards by a step s > 0
void rev_negative_step() {
#ifdef WRONG
  auto s = encode(rev(_4, _1, -_2));
#else
  auto s = encode(rev(_4, _1, _2));
#endif
}

// expect: a bound of range(), rev() or slice() is neither an integer
void slice_of_float() {
#ifdef WRONG
  slice s(0.5, 3);
#else
  slice s(0, 3);
#endif
}

// expect: stria: cannot read the index text
// expect: at column 4: this integer does not fit into 64 bits
void text_too_large() {
#ifdef WRONG
  auto item = "1, 9223372036854775808:"_ix;
#else
  auto item = "1, 9223372036854775807:"_ix;
#endif
}

// page: in full
// expect: stria: cannot read the index text
// expect: at column 6: expected an integer or
void text_unexpected() {
#ifdef WRONG
  auto s = encode("1, 2:x"_ix);
#else
  auto s = encode("1, 2:3"_ix);
#endif
}
