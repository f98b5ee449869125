// SPDX-License-Identifier: BSL-1.0
// fn/reduce.hpp: sum, prod, mean, min, max, argmin, argmax, any and kin.
#pragma once

#include <stria/assign/assign.hpp>
#include <stria/expr/positions.hpp>
#include <stria/fn/axes.hpp>
#include <stria/fn/math.hpp>

namespace stria {

namespace detail {

/// What sums of T are kept in: 64 bits for narrower integers, as in NumPy.
template <class T> struct sum_type {
  using type = T;
};
template <std::signed_integral T> struct sum_type<T> {
  using type = std::conditional_t<(sizeof(T) < 8), std::int64_t, T>;
};
template <std::unsigned_integral T> struct sum_type<T> {
  using type = std::conditional_t<(sizeof(T) < 8), std::uint64_t, T>;
};
template <> struct sum_type<bool> {
  using type = std::int64_t;
};

template <class T> struct mean_type {
  using type = T;
};
template <std::integral T> struct mean_type<T> {
  using type = double;
};

// How a reduction begins, goes on and ends. `lanes`: partial results may be combined in any order.
struct sum_op {
  static constexpr const char* text = "sum";
  template <class T> using result = typename sum_type<T>::type;
  static constexpr bool has_start = true, lanes = true;
  template <class R> static constexpr R start() { return R(); }
  template <class R, class V> STRIA_INLINE static constexpr R step(const R& acc, const V& v) {
    return static_cast<R>(acc + static_cast<R>(v));
  }
};
struct prod_op {
  static constexpr const char* text = "prod";
  template <class T> using result = typename sum_type<T>::type;
  static constexpr bool has_start = true, lanes = true;
  template <class R> static constexpr R start() { return R(1); }
  template <class R, class V> STRIA_INLINE static constexpr R step(const R& acc, const V& v) {
    return static_cast<R>(acc * static_cast<R>(v));
  }
};
struct mean_op : sum_op {
  static constexpr const char* text = "mean";
  template <class T> using result = typename mean_type<T>::type;
};
struct min_op {
  static constexpr const char* text = "min";
  template <class T> using result = T;
  static constexpr bool has_start = false, lanes = true;
  template <class R, class V> STRIA_INLINE static constexpr R step(const R& acc, const V& v) {
    return v < acc || v != v ? v : acc;
  }
};
struct max_op {
  static constexpr const char* text = "max";
  template <class T> using result = T;
  static constexpr bool has_start = false, lanes = true;
  template <class R, class V> STRIA_INLINE static constexpr R step(const R& acc, const V& v) {
    return v > acc || v != v ? v : acc;
  }
};
/// What NumPy counts as true; a complex number has no conversion to bool.
template <class V> STRIA_INLINE constexpr bool is_nonzero(const V& v) {
  if constexpr (is_complex<V>::value)
    return v != V();
  else
    return static_cast<bool>(v);
}

struct any_op {
  static constexpr const char* text = "any";
  template <class T> using result = bool;
  static constexpr bool has_start = true, lanes = true;
  template <class R> static constexpr R start() { return false; }
  template <class R, class V> STRIA_INLINE static constexpr R step(const R& acc, const V& v) {
    return acc | is_nonzero(v);
  }
};
struct all_op {
  static constexpr const char* text = "all_of";
  template <class T> using result = bool;
  static constexpr bool has_start = true, lanes = true;
  template <class R> static constexpr R start() { return true; }
  template <class R, class V> STRIA_INLINE static constexpr R step(const R& acc, const V& v) {
    return acc & is_nonzero(v);
  }
};
struct count_op {
  static constexpr const char* text = "count_nonzero";
  template <class T> using result = index;
  static constexpr bool has_start = true, lanes = true;
  template <class R> static constexpr R start() { return 0; }
  template <class R, class V> STRIA_INLINE static constexpr R step(const R& acc, const V& v) {
    return acc + (is_nonzero(v) ? 1 : 0);
  }
  // Partial counts are added, not counted again.
  STRIA_INLINE static constexpr index join(index a, index b) { return a + b; }
};

template <class Op, class R> STRIA_INLINE constexpr R join_partial(const R& a, const R& b) {
  if constexpr (requires { Op::join(a, b); })
    return Op::join(a, b);
  else
    return Op::step(a, b);
}

inline constexpr index reduce_lanes = 16;
inline constexpr index reduce_block = 512;

/// A block of a row into one value: several accumulators, so that the compiler can use vectors
/// without changing the order that the code says.
template <class Op, class R, class In>
STRIA_INLINE constexpr R fold_block(const In& in, index from, index to) {
  R lane[reduce_lanes];
  for (index j = 0; j < reduce_lanes; ++j)
    lane[j] = Op::template start<R>();
  index i = from;
  for (; i + reduce_lanes <= to; i += reduce_lanes)
    for (index j = 0; j < reduce_lanes; ++j)
      lane[j] = Op::step(lane[j], in[i + j]);
  for (; i < to; ++i)
    lane[i % reduce_lanes] = Op::step(lane[i % reduce_lanes], in[i]);
  for (index width = reduce_lanes / 2; width > 0; width /= 2)
    for (index j = 0; j < width; ++j)
      lane[j] = join_partial<Op>(lane[j], lane[j + width]);
  return lane[0];
}

/// A row into one value, pairwise over blocks: the error grows with the logarithm of the length.
template <class Op, class R, class In> constexpr R fold_row(const In& in, index from, index to) {
  if (to - from <= reduce_block)
    return fold_block<Op, R>(in, from, to);
  const index half = from + (to - from) / 2 / reduce_lanes * reduce_lanes;
  return join_partial<Op>(fold_row<Op, R>(in, from, half), fold_row<Op, R>(in, half, to));
}

/// out = step(out, value), where the target stands still along reduced axes.
template <class Op> struct fold_kernel {
  template <class O, class I> STRIA_INLINE static constexpr void row(O out, I in, index n) {
    using R = std::remove_cvref_t<decltype(out[0])>;
    if (n > 1 && &out[0] == &out[1]) {
      if constexpr (Op::has_start && std::is_arithmetic_v<R>) {
        out[0] = join_partial<Op>(R(out[0]), fold_row<Op, R>(in, 0, n));
      } else {
        R acc = out[0];
        for (index i = 0; i < n; ++i)
          acc = Op::step(acc, in[i]);
        out[0] = acc;
      }
    } else {
      STRIA_INDEPENDENT
      for (index i = 0; i < n; ++i)
        out[i] = Op::step(R(out[i]), in[i]);
    }
  }
};

/// A target of the reduced shape seen from the loops of the operand: reduced axes stand still.
template <std::uint64_t Bits, bool Keep, std::size_t L, class Target>
constexpr auto reduced_cursor(Target& t) {
  constexpr std::size_t R = rank_of<Target>;
  axis_refs<R> refs{};
  std::size_t out = 0;
  for (std::size_t k = 0; k < L; ++k) {
    const bool reduced = axis_set{Bits}.has(k);
    if (!reduced)
      refs[out++] = {0, 1, static_cast<int>(k)};
    else if (Keep)
      ++out;
  }
  constexpr inner_hint h = [] {
    if (L == 0 || axis_set{Bits}.has(L == 0 ? 0 : L - 1))
      return no_hint;
    return inner_hint{static_cast<int>(R) - 1, 1};
  }();
  return t.template cursor<h, L>(refs);
}

/// The operand at the first place of every reduced axis, seen from the loops of the result.
template <std::uint64_t Bits, bool Keep, std::size_t N, class E>
constexpr auto first_cursor(const E& e) {
  constexpr std::size_t L = rank_of<E>;
  axis_refs<L> refs{};
  std::size_t out = 0;
  for (std::size_t k = 0; k < L; ++k) {
    const bool reduced = axis_set{Bits}.has(k);
    if (!reduced)
      refs[k] = {0, 1, static_cast<int>(out)};
    out += !reduced || Keep ? 1 : 0;
  }
  return e.template cursor<no_hint, N>(refs);
}

template <std::uint64_t Bits, bool Keep, std::size_t N, std::size_t L>
constexpr std::array<index, N> reduced_sizes(const std::array<index, L>& sizes) {
  std::array<index, N> r{};
  std::size_t out = 0;
  for (std::size_t k = 0; k < L; ++k)
    if (!axis_set{Bits}.has(k))
      r[out++] = sizes[k];
    else if (Keep)
      r[out++] = 1;
  return r;
}

/// How many elements go into one of the result.
template <std::uint64_t Bits, std::size_t L>
constexpr index reduced_count(const std::array<index, L>& sizes) {
  index n = 1;
  for (std::size_t k = 0; k < L; ++k)
    n *= axis_set{Bits}.has(k) ? sizes[k] : 1;
  return n;
}

[[noreturn]] [[gnu::cold]] inline void raise_empty_reduction(const char* what,
                                                             std::span<const index> sizes) {
  message m("stria: ");
  m << what << " of no elements is not defined; the shape is ";
  say_shape(m, sizes);
  raise<value_error>(m);
}

/// A reduction of E; computed once, before the loop that uses it.
template <class Op, class E, std::uint64_t Bits, bool Keep>
class reduction : public subscriptable<reduction<Op, E, Bits, Keep>> {
  E source_;
  static constexpr std::size_t L = rank_of<E>;

public:
  using value_type = typename Op::template result<value_t<E>>;
  static constexpr auto extents = reduced_shape<extents_of<E>, Bits, Keep>();
  static constexpr std::size_t R = extents.rank();
  /// The number of axes.
  static constexpr index rank = static_cast<index>(R);
  static constexpr bool ready = false;

  template <class U>
    requires(!std::same_as<std::remove_cvref_t<U>, reduction>)
  constexpr explicit reduction(U&& u) : source_(static_cast<U&&>(u)) {}

  constexpr std::array<index, R> shape() const {
    return reduced_sizes<Bits, Keep, R>(source_.shape());
  }
  constexpr index extent(index k) const {
    return shape()[static_cast<std::size_t>(checked_axis(k, rank))];
  }
  constexpr index size() const { return count_elements(shape()); }

  /// The result as a tensor.
  constexpr auto prepared() const {
    const auto& e = prepare(source_);
    const auto sizes = e.shape();
    typename tensor_of<value_type, extents>::type result(reduced_sizes<Bits, Keep, R>(sizes),
                                                         uninitialized_t{});
    if constexpr (requires { typename Op::positional; }) {
      Op::template reduce<Bits, Keep>(result, e, sizes);
    } else {
      if constexpr (Op::has_start) {
        run_into<store_kernel>(result, scalar<value_type>(Op::template start<value_type>()));
      } else {
        if (count_elements(sizes) == 0 && result.size() != 0) [[unlikely]]
          raise_empty_reduction(Op::text, sizes);
        run_loop<store_kernel>(result.shape(), output_cursor(result),
                               first_cursor<Bits, Keep, R>(e));
      }
      run_loop<fold_kernel<Op>>(sizes, reduced_cursor<Bits, Keep, L>(result),
                                e.template cursor<straight_hint<L>, L>(straight_refs<L>()));
      if constexpr (std::same_as<Op, mean_op>)
        result /= static_cast<typename real_of<value_type>::type>(reduced_count<Bits>(sizes));
    }
    return result;
  }
  /// Rank 0 converts to its element.
  constexpr operator value_type() const
    requires(R == 0)
  {
    return prepared();
  }
};

// The place of the smallest or largest element. The row-major position among the reduced axes is
// one more cursor.
template <class Better> struct arg_op {
  using positional = void;
  template <class T> using result = index;
  static constexpr const char* text = Better::text;

  template <std::uint64_t Bits, bool Keep, class Result, class E, std::size_t L>
  static constexpr void reduce(Result& result, const E& e, const std::array<index, L>& sizes) {
    if (result.size() == 0)
      return;
    if (count_elements(sizes) == 0) [[unlikely]]
      raise_empty_reduction(text, sizes);
    using V = value_t<E>;
    constexpr std::size_t R = rank_of<Result>;
    typename tensor_of<V, Result::extents>::type best(result.shape(), uninitialized_t{});
    run_loop<store_kernel>(best.shape(), output_cursor(best), first_cursor<Bits, Keep, R>(e));
    run_into<store_kernel>(result, scalar<index>(0));

    position_cursor<L> position;
    index step = 1;
    for (std::size_t k = L; k-- > 0;)
      if (axis_set{Bits}.has(k)) {
        position.strides[k] = step;
        step *= sizes[k];
      }
    auto value = reduced_cursor<Bits, Keep, L>(best);
    auto place = reduced_cursor<Bits, Keep, L>(result);
    auto in = e.template cursor<straight_hint<L>, L>(straight_refs<L>());
    if constexpr (L > 0) {
      const auto nest = collapse(sizes, value, place, position, in);
      if (nest.depth == 0)
        return;
      const std::size_t inner = nest.inner();
      for_rows(
          nest,
          [&] {
            const auto v = value.template row<false>(inner);
            const auto p = place.template row<false>(inner);
            const auto from = in.template row<false>(inner);
            const index n = nest.inner_size();
            for (index i = 0; i < n; ++i) {
              const V x = from[i];
              if (Better::better(x, V(v[i]))) {
                v[i] = x;
                p[i] = position.offset + i * position.strides[inner];
              }
            }
          },
          value, place, position, in);
    }
  }
};

// The first of equals wins, and a NaN wins over everything that is none.
struct smaller {
  static constexpr const char* text = "argmin";
  template <class V> static constexpr bool better(const V& x, const V& best) {
    return x < best || (x != x && best == best);
  }
};
struct larger {
  static constexpr const char* text = "argmax";
  template <class V> static constexpr bool better(const V& x, const V& best) {
    return x > best || (x != x && best == best);
  }
};

// What was refused has been reported.
template <class Op, class E, class... A> struct reduction_result {
  static constexpr bool accepted = true;
  using type = ignored;
};
template <class Op, operand E, class... A> struct reduction_result<Op, E, A...> {
  using verdict = axes_verdict<E, A...>;
  static constexpr bool accepted = verdict::accepted;
  using type = typename accept_or_refuse<
      accepted, verdict, reduction<Op, hold_t<E>, verdict::axes.bits, verdict::axes.keep>>::type;
};

/// How a reduction's name is passed on: `reduce<"a b -> a">(x, max)`. A parameter of this type
/// takes of the overloads of `max` the one that returns max_op.
struct asked_by_name {
  explicit asked_by_name() = default;
};
template <class Op> using reduction_name = Op (*)(asked_by_name);

} // namespace detail

#define STRIA_REDUCTION(name, op)                                                                  \
  template <detail::operand_or_refused E, class... Axes>                                           \
  constexpr auto name(E&& e, Axes...) -> typename detail::reduction_result<op, E, Axes...>::type { \
    if constexpr (!detail::operand<E>)                                                             \
      return {};                                                                                   \
    else if constexpr (detail::reduction_result<op, E, Axes...>::accepted)                         \
      return typename detail::reduction_result<op, E, Axes...>::type(static_cast<E&&>(e));         \
    else                                                                                           \
      __builtin_unreachable();                                                                     \
  }                                                                                                \
  constexpr op name(detail::asked_by_name) { return {}; }

/// The sum over axes (none: all); narrower integers give 64 bits; 0 for no elements. NumPy:
/// `np.sum(a, axis)`.
STRIA_REDUCTION(sum, detail::sum_op)
/// The product over axes (none: all); narrower integers give 64 bits; 1 for no elements. NumPy:
/// `np.prod(a, axis)`.
STRIA_REDUCTION(prod, detail::prod_op)
/// The mean over axes (none: all); double for integers; NaN for no elements. NumPy:
/// `np.mean(a, axis)`.
STRIA_REDUCTION(mean, detail::mean_op)
/// The smallest element over axes (none: all); a NaN wins; `value_error` for no elements. NumPy:
/// `np.min(a, axis)`.
STRIA_REDUCTION(min, detail::min_op)
/// The largest element over axes (none: all); a NaN wins; `value_error` for no elements. NumPy:
/// `np.max(a, axis)`.
STRIA_REDUCTION(max, detail::max_op)
/// Some element is not zero. NumPy: `np.any(a, axis)`.
STRIA_REDUCTION(any, detail::any_op)
/// No element is zero. NumPy: `np.all(a, axis)`.
STRIA_REDUCTION(all_of, detail::all_op)
/// How many elements are not zero. NumPy: `np.count_nonzero(a, axis)`.
STRIA_REDUCTION(count_nonzero, detail::count_op)
/// The position of the smallest element along an axis, of the flattened tensor without one; the
/// first of equals, a NaN wins; `value_error` for no elements. NumPy: `np.argmin(a, axis)`.
STRIA_REDUCTION(argmin, detail::arg_op<detail::smaller>)
/// The position of the largest element along an axis, of the flattened tensor without one; the
/// first of equals, a NaN wins; `value_error` for no elements. NumPy: `np.argmax(a, axis)`.
STRIA_REDUCTION(argmax, detail::arg_op<detail::larger>)

#undef STRIA_REDUCTION

namespace detail {

template <class E, class... Axes> struct none_of_result {
  using found = typename reduction_result<any_op, E, Axes...>::type;
  static constexpr bool accepted = !is_refused<found>;
  template <class Found> struct negated {
    using type = map_of<logical_not_fn, Found>;
  };
  template <class Found>
    requires is_refused<Found>
  struct negated<Found> {
    using type = Found;
  };
  using type = typename negated<found>::type;
};

} // namespace detail

/// Every element is zero. NumPy: `~np.any(a, axis)`.
template <detail::operand_or_refused E, class... Axes>
constexpr auto none_of(E&& e, Axes... axes) -> typename detail::none_of_result<E, Axes...>::type {
  if constexpr (!detail::operand<E>)
    return {};
  else if constexpr (detail::none_of_result<E, Axes...>::accepted)
    return !any(static_cast<E&&>(e), axes...);
  else
    __builtin_unreachable();
}

} // namespace stria
