// SPDX-License-Identifier: BSL-1.0
// numpy/join/packbits.hpp: packbits and unpackbits, which join eight bits into a byte and split it.
// Tests: tests/numpy/elementwise/bits.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/arguments/named_argument.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/numpy/join/packbits_loops.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/tensor/foreign.hpp>

#include <cstdint>

namespace stria {

/// Which bit of a byte is the first one: the most significant (big) or the least significant one.
///
/// \numpy        `bitorder="big"`, `bitorder="little"`
/// \usage        `packbits(a, _0, bit_order::little)`
enum class bit_order : unsigned char { big, little };

namespace detail {

struct bit_order_names {
  static constexpr const char* what = "bit order";
  static constexpr const char* names[] = {"big", "little"};
};
using bit_order_argument = named_argument<bit_order, bit_order_names>;

template <class A> struct bits_verdict {
  static constexpr bool accepted = std::integral<value_t<A>>;
  static constexpr message text() {
    return message("stria: packbits: the elements must be bools or integers; a != 0 gives bools");
  }
};
template <class A> struct bytes_verdict {
  static constexpr bool accepted = std::same_as<value_t<A>, std::uint8_t>;
  static constexpr message text() {
    return message("stria: unpackbits: the elements must be of std::uint8_t; "
                   "cast<std::uint8_t>(a) converts them");
  }
};
struct bits_order_verdict {
  static constexpr message text() {
    return message("stria: the arguments after the operand are an axis, for unpackbits a count, "
                   "and the order \"big\" or \"little\"");
  }
};
template <class O> struct bit_order_verdict : bits_order_verdict {
  static constexpr bool accepted = names_a<O, bit_order_argument>;
};

template <class A, class Axis>
using packing_verdict = each_verdict<bits_verdict<A>, one_axis_verdict<A, Axis>>;
struct packbits_function : at_axis {
  template <class A> static bits_verdict<A> verdict();
  template <class A, names_a<bit_order_argument>> static bits_verdict<A> verdict();
  template <class A, class Axis>
    requires(!names_a<Axis, bit_order_argument>)
  static packing_verdict<A, Axis> verdict();
  template <class A, class Axis, class O>
  static each_verdict<packing_verdict<A, Axis>, bit_order_verdict<O>> verdict();

  template <class A> static constexpr auto run(const A& a) { return run(a, bit_order::big); }
  template <class A, names_a<bit_order_argument> O> static constexpr auto run(const A& a, O order) {
    return run(ravel(a), constant<0>(), order);
  }
  template <class A, class Axis>
    requires(!names_a<Axis, bit_order_argument>)
  static constexpr auto run(const A& a, Axis x) {
    return run(a, x, bit_order::big);
  }
  template <class A, class Axis, class O>
  static constexpr auto run(const A& a, Axis, const O& named) {
    constexpr std::size_t axis = axis_of<A, Axis>;
    const bit_order order = bit_order_argument(named).value;
    constexpr auto extents = [] {
      auto s = extents_of<A>;
      s[axis] = divide_extent_up(s[axis], 8);
      return s;
    }();
    const auto& values = as_block(a);
    auto n = values.shape();
    const index length = n[axis], bytes = divide_up(length, 8);
    n[axis] = bytes;
    typename tensor_of<std::uint8_t, extents>::type r(n, uninitialized_t{});
    if (r.size() == 0)
      return r;
    pack_rows_of_bits(r.data(), bytes, values.data(), length, n, axis, order == bit_order::big);
    return r;
  }
};

template <class X>
concept bit_count = std::integral<X>;
template <class A, class Axis>
using unpacking_verdict = each_verdict<bytes_verdict<A>, one_axis_verdict<A, Axis>>;
struct unpackbits_function : at_axis {
  template <class A> static bytes_verdict<A> verdict();
  template <class A, class X>
    requires(bit_count<X> || names_a<X, bit_order_argument>)
  static bytes_verdict<A> verdict();
  template <class A, class Axis>
    requires(!bit_count<Axis> && !names_a<Axis, bit_order_argument>)
  static unpacking_verdict<A, Axis> verdict();
  template <class A, bit_count, names_a<bit_order_argument>> static bytes_verdict<A> verdict();
  template <class A, class Axis, class X>
    requires(!bit_count<Axis> && (bit_count<X> || names_a<X, bit_order_argument>))
  static unpacking_verdict<A, Axis> verdict();
  template <class A, class Axis, bit_count, names_a<bit_order_argument>>
  static unpacking_verdict<A, Axis> verdict();

  template <class A, class... X> static constexpr auto run(const A& a, X... x) {
    if constexpr ((is_axis<X> || ...))
      return unpack(a, x...);
    else
      return unpack(ravel(a), constant<0>(), x...);
  }

private:
  template <class A, class Axis> static constexpr auto unpack(const A& a, Axis) {
    constexpr std::size_t axis = axis_of<A, Axis>;
    constexpr extent e = extents_of<A>[axis];
    return split<Axis, multiply_extents(e, extent::make(8))>(
        a, multiply_or_raise("unpackbits", a.shape()[axis], 8), bit_order::big);
  }
  template <class A, class Axis, names_a<bit_order_argument> O>
  static constexpr auto unpack(const A& a, Axis, const O& order) {
    constexpr std::size_t axis = axis_of<A, Axis>;
    constexpr extent e = extents_of<A>[axis];
    return split<Axis, multiply_extents(e, extent::make(8))>(
        a, multiply_or_raise("unpackbits", a.shape()[axis], 8), bit_order_argument(order).value);
  }
  template <class A, class Axis, bit_count N>
  static constexpr auto unpack(const A& a, Axis x, N count) {
    return unpack(a, x, count, bit_order::big);
  }
  template <class A, class Axis, bit_count N, class O>
  static constexpr auto unpack(const A& a, Axis, N count, const O& order) {
    const index most = multiply_or_raise("unpackbits", a.shape()[axis_of<A, Axis>], 8);
    index n = integer_argument(count);
    if (n < 0) {
      if (n < -most) [[unlikely]]
        raise<value_error>(message("stria: unpackbits: the count ")
                           << n << " removes more than the " << most << " bits of the axis");
      n += most;
    }
    return split<Axis, extent::unknown()>(a, n, bit_order_argument(order).value);
  }
  template <class Axis, extent Bits, class A>
  static constexpr auto split(const A& a, index count, bit_order order) {
    constexpr std::size_t axis = axis_of<A, Axis>;
    constexpr auto extents = [] {
      auto s = extents_of<A>;
      s[axis] = Bits;
      return s;
    }();
    const auto& values = as_block(a);
    auto n = values.shape();
    const index length = n[axis];
    n[axis] = count;
    typename tensor_of<std::uint8_t, extents>::type r(n, uninitialized_t{});
    if (r.size() == 0)
      return r;
    unpack_rows_of_bits(r.data(), count, values.data(), length, n, axis, order == bit_order::big);
    return r;
  }
};

} // namespace detail

/// Packs elements into the bits of bytes along an axis; an element other than 0 becomes 1. The last
/// byte is filled with zeros.
///
/// \param a      operand of bools or integers
/// \param axis   a constant or `axis(k)`; without it, the operand is flattened
/// \param order  which bit is the first one: `bit_order::big` (the default) or `little`, or its
///               name
/// \returns      a tensor of std::uint8_t with the shape of `a`, and n / 8, rounded up, elements
///               along the axis
/// \throws       index_error if an axis(k) does not exist; value_error for another name of an order
/// \refuses      an axis that does not exist, elements that are not integers
/// \complexity   O(n); computed immediately, allocates the result
/// \numpy        `np.packbits(a, axis, bitorder)`
/// \usage        `packbits(a > 0)`, `packbits(a, _1, "little")`
/// \see          unpackbits
STRIA_DECLARE(packbits);

/// Unpacks the bits of bytes along an axis.
///
/// \param a      operand of std::uint8_t
/// \param axis   a constant or `axis(k)`; without it, the operand is flattened
/// \param count  the number of bits along the axis, an integer (default: all); bits that `a` does
///               not have are zeros. A negative count removes bits from the end
/// \param order  which bit is the first one: `bit_order::big` (the default) or `little`, or its
///               name
/// \returns      a tensor of std::uint8_t, each 0 or 1
/// \throws       index_error if an axis(k) does not exist; value_error if a negative count removes
///               more bits than there are, or for another name of an order
/// \refuses      an axis that does not exist, elements of another type
/// \complexity   O(n); computed immediately, allocates the result
/// \numpy        `np.unpackbits(a, axis, count, bitorder)`
/// \usage        `unpackbits(a)`, `unpackbits(a, _1, 13, "little")`
/// \see          packbits
STRIA_DECLARE(unpackbits);

} // namespace stria
