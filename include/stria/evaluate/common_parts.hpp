// SPDX-License-Identifier: BSL-1.0
// evaluate/common_parts.hpp: rows of expressions in which a part occurs more than once.
//
// In `const auto n = west + east + north + south; r = (n == 3) | (alive & (n == 2));` n is lazy, so
// the expression contains it twice. A block of its values is computed into a buffer, which is read
// at both places. The types show which parts may be the same. Whether two of them are the same
// depends on the memory that they read. See docs/design/shared_parts.md.
#pragma once

#include <stria/evaluate/blockwise.hpp>
#include <stria/tensor/assignable.hpp>
#include <stria/tensor/opaque.hpp>

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace stria::detail {

/// The cost of an element of a row, in loads from memory.
template <class Row> inline constexpr index row_work = 1;
template <class T> inline constexpr index row_work<scalar_row<T>> = 0;
template <class F, class Seq, class... R>
inline constexpr index row_work<map_row<F, Seq, R...>> =
    (row_work<R> + ...) + (is_expensive_function<F> ? limits::shared_work : 0);

/// The work for an element of a row, in bytes that are loaded and computed.
template <class Row> inline constexpr index row_bytes = sizeof(row_value<Row>);
template <class T> inline constexpr index row_bytes<scalar_row<T>> = 0;
template <class F, class Seq, class... R>
inline constexpr index row_bytes<map_row<F, Seq, R...>> =
    (row_bytes<R> + ...) + static_cast<index>(sizeof(row_value<map_row<F, Seq, R...>>)) +
    (is_expensive_function<F> || !has_text<F> ? limits::call_work : 0);

/// Row types for which reads_same() can decide whether two rows have the same elements.
template <class Row> inline constexpr bool can_be_compared = false;
template <class T, index Stride>
inline constexpr bool can_be_compared<static_row<T, Stride>> = std::is_arithmetic_v<T>;
template <class T> inline constexpr bool can_be_compared<dynamic_row<T>> = std::is_arithmetic_v<T>;
template <class T> inline constexpr bool can_be_compared<scalar_row<T>> = std::is_arithmetic_v<T>;
template <class F, class Seq, class... R>
inline constexpr bool can_be_compared<map_row<F, Seq, R...>> =
    std::is_empty_v<F> && is_pure<F> && (can_be_compared<R> && ...);

template <class T, index Stride>
STRIA_INLINE bool reads_same(const static_row<T, Stride>& a, const static_row<T, Stride>& b) {
  return a.p == b.p;
}
template <class T> STRIA_INLINE bool reads_same(const dynamic_row<T>& a, const dynamic_row<T>& b) {
  return a.p == b.p && a.stride == b.stride;
}
/// Scalars are compared bit by bit, because 0.0 and -0.0 differ.
template <class T> STRIA_INLINE bool reads_same(const scalar_row<T>& a, const scalar_row<T>& b) {
  return __builtin_memcmp(&a.value, &b.value, sizeof(T)) == 0;
}
template <class F, std::size_t... Ix, class... R>
STRIA_INLINE bool reads_same(const map_row<F, std::index_sequence<Ix...>, R...>& a,
                             const map_row<F, std::index_sequence<Ix...>, R...>& b) {
  return (reads_same(static_cast<const slot<Ix, R>&>(a).value,
                     static_cast<const slot<Ix, R>&>(b).value) &&
          ...);
}

/// The same number, loaded by an instruction of its own.
STRIA_INLINE constexpr index loaded_alone(index n) {
  if !consteval {
    make_opaque(n);
  }
  return n;
}
/// The same sizes, loaded one by one: a vector load would wait until all have been stored. With a
/// loop over few sizes, g++ would keep them in memory.
template <std::size_t L>
STRIA_INLINE constexpr std::array<index, L> one_by_one(const std::array<index, L>& sizes) {
  if constexpr (L == 2) {
    return {loaded_alone(sizes[0]), loaded_alone(sizes[1])};
  } else if constexpr (L == 3) {
    return {loaded_alone(sizes[0]), loaded_alone(sizes[1]), loaded_alone(sizes[2])};
  } else {
    std::array<index, L> own = sizes;
    if constexpr (L > 1)
      for (index& n : own)
        n = loaded_alone(n);
    return own;
  }
}
/// Whether the sizes or strides are equal. They are compared one by one: operator== would load them
/// as vectors, and wait until all have been stored.
template <std::size_t L>
STRIA_INLINE constexpr bool are_equal(const std::array<index, L>& a,
                                      const std::array<index, L>& b) {
  for (std::size_t k = 0; k < L; ++k)
    if (a[k] != b[k])
      return false;
  return true;
}
/// Whether two cursors at the same position of their loops read the same elements; false for
/// cursors that cannot be compared.
template <class C> STRIA_INLINE bool reads_same(const C&, const C&) { return false; }
template <class T, std::size_t L, index Hint>
STRIA_INLINE bool reads_same(const strided_cursor<T, L, Hint>& a,
                             const strided_cursor<T, L, Hint>& b) {
  return a.base + a.offset == b.base + b.offset && are_equal(a.strides, b.strides);
}
template <class T>
  requires std::is_arithmetic_v<T>
STRIA_INLINE bool reads_same(const scalar_cursor<T>& a, const scalar_cursor<T>& b) {
  return reads_same(scalar_row<T>{a.value}, scalar_row<T>{b.value});
}
template <class F, std::size_t... Ix, class... C>
  requires(std::is_empty_v<F> && is_pure<F>)
STRIA_INLINE bool reads_same(const map_cursor<F, std::index_sequence<Ix...>, C...>& a,
                             const map_cursor<F, std::index_sequence<Ix...>, C...>& b) {
  return (reads_same(static_cast<const slot<Ix, C>&>(a).value,
                     static_cast<const slot<Ix, C>&>(b).value) &&
          ...);
}

/// The number of rows of type Part inside a row.
template <class Part, class Row> inline constexpr std::size_t occurrences = 0;
template <class Part, class F, class Seq, class... R>
inline constexpr std::size_t occurrences<Part, map_row<F, Seq, R...>> = [] {
  if constexpr (std::same_as<Part, map_row<F, Seq, R...>>)
    return std::size_t{1};
  else if constexpr (row_work<map_row<F, Seq, R...>> < row_work<Part>)
    return std::size_t{0};
  else
    return (occurrences<Part, R> + ...);
}();

/// The first part of Row (a part of All) that occurs in All more than once and costs enough for a
/// buffer to pay; void if there is none.
template <class Row, class All> struct repeated_in {
  using type = void;
};
template <class... Found> struct first_found {
  using type = void;
};
template <class... More> struct first_found<void, More...> : first_found<More...> {};
template <class A, class... More>
  requires(!std::same_as<A, void>)
struct first_found<A, More...> {
  using type = A;
};
template <class F, class Seq, class... R, class All>
  requires(row_work<map_row<F, Seq, R...>> >= limits::shared_work)
struct repeated_in<map_row<F, Seq, R...>, All> {
  static constexpr auto find() {
    using row = map_row<F, Seq, R...>;
    // In (n == 3) | (n == 2), the row n == 3 costs no more than n, so n is shared instead.
    constexpr bool wraps = ((row_work<R> == row_work<row>) || ...);
    if constexpr (!wraps && 2 * row_work<row> <= row_work<All> && can_be_compared<row> &&
                  std::is_arithmetic_v<row_value<row>>) {
      if constexpr (occurrences<row, All> > 1)
        return std::type_identity<row>();
      else
        return first_found<typename repeated_in<R, All>::type...>();
    } else {
      return first_found<typename repeated_in<R, All>::type...>();
    }
  }
  using type = typename decltype(find())::type;
};
template <class Row> struct repeated_part {
  using type = void;
};
template <class F, class Seq, class... R>
  requires(row_work<map_row<F, Seq, R...>> >= 2 * limits::shared_work)
struct repeated_part<map_row<F, Seq, R...>>
    : repeated_in<map_row<F, Seq, R...>, map_row<F, Seq, R...>> {};

/// True if a part of the row occurs more than once.
template <class Row> inline constexpr bool repeats_part = false;
template <class F, class Seq, class... R>
  requires(row_work<map_row<F, Seq, R...>> >= 2 * limits::shared_work)
inline constexpr bool repeats_part<map_row<F, Seq, R...>> =
    !std::same_as<typename repeated_part<map_row<F, Seq, R...>>::type, void>;

/// The bounds that the type of a row of integers implies for its elements.
struct value_bounds {
  bool known = false;
  std::int64_t least = 0, most = 0;

  template <class T> constexpr bool fits() const {
    return known && least >= std::numeric_limits<T>::min() && most <= std::numeric_limits<T>::max();
  }
};
template <class Row> inline constexpr value_bounds bounds_of_row{};
template <class T, index Stride>
  requires(std::is_integral_v<T> && sizeof(T) <= 2)
inline constexpr value_bounds bounds_of_row<static_row<T, Stride>>{
    true, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
template <class Seq, class A, class B>
inline constexpr value_bounds bounds_of_row<map_row<add_fn, Seq, A, B>>{
    bounds_of_row<A>.known && bounds_of_row<B>.known,
    bounds_of_row<A>.least + bounds_of_row<B>.least, bounds_of_row<A>.most + bounds_of_row<B>.most};
template <class Seq, class A, class B>
inline constexpr value_bounds bounds_of_row<map_row<subtract_fn, Seq, A, B>>{
    bounds_of_row<A>.known && bounds_of_row<B>.known,
    bounds_of_row<A>.least - bounds_of_row<B>.most, bounds_of_row<A>.most - bounds_of_row<B>.least};

/// The first type of the list that holds all elements of a row; Wide if none does.
template <class Row, class Wide, class... T> struct first_that_holds {
  using type = Wide;
};
template <class Row, class Wide, class T, class... More>
struct first_that_holds<Row, Wide, T, More...>
    : std::conditional_t<bounds_of_row<Row>.template fits<T>(), std::type_identity<T>,
                         first_that_holds<Row, Wide, More...>> {};

/// The narrowest type that holds all elements of a row. Sums of bool or of bytes are ints in C++,
/// but a vector holds four times as many bytes as ints, and twice as many 16-bit integers.
template <class Row>
using narrow_value = typename first_that_holds<Row, row_value<Row>, std::int8_t, std::uint8_t,
                                               std::int16_t, std::uint16_t>::type;

/// The type of the elements in the buffer of a repeated part.
template <class Part>
using stored_value =
    std::conditional_t<std::is_integral_v<row_value<Part>> && (sizeof(row_value<Part>) > 2),
                       narrow_value<Part>, row_value<Part>>;

/// Elements in memory, converted to another type.
template <class T, class V> struct widened_row {
  const T* p;
  STRIA_INLINE V operator[](index i) const { return static_cast<V>(p[i]); }
};

/// A row in which a part that occurs several times is computed one block ahead, and only once where
/// the occurrences are the same.
template <class Row, index Block> class shared_row {
  using part = typename repeated_part<Row>::type;
  using value = row_value<part>;
  using stored = stored_value<part>;
  static constexpr std::size_t count = occurrences<part, Row>;
  using list = std::array<const part*, count>;
  // The result of a function over blocks is already in a buffer.
  using loaded = decltype(std::declval<staged_row<part, Block>&>().load(0, 0));
  static constexpr bool in_memory = std::same_as<loaded, static_row<const value, 1>>;
  using row_of_part = std::conditional_t<std::same_as<stored, value>, static_row<const value, 1>,
                                         widened_row<stored, value>>;

  Row row_;
  staged_row<part, Block> parts_[count];
  std::size_t first_[count]; // the first part that is the same as this one
  alignas(
      64) stored buffer_[in_memory ? 1 : count][in_memory ? 1 : static_cast<std::size_t>(Block)];

  template <class R> static void list_parts(const R& r, const part**& to) {
    if constexpr (std::same_as<R, part>)
      *to++ = &r;
    else
      list_operands_of(r, to);
  }
  template <class R> static void list_operands_of(const R&, const part**&) {}
  template <class F, std::size_t... Ix, class... R>
  static void list_operands_of(const map_row<F, std::index_sequence<Ix...>, R...>& r,
                               const part**& to) {
    (list_parts(static_cast<const slot<Ix, R>&>(r).value, to), ...);
  }
  STRIA_INLINE static list parts_of(const Row& r) {
    list all;
    const part** to = all.data();
    list_parts(r, to);
    return all;
  }
  template <std::size_t... Ix>
  STRIA_INLINE shared_row(const Row& r, index n, const list& all, std::index_sequence<Ix...>)
      : row_(r), parts_{staged_row<part, Block>(*all[Ix], n)...} {
    for (std::size_t k = 0; k < count; ++k) {
      first_[k] = 0;
      while (first_[k] < k && !reads_same(*all[first_[k]], *all[k]))
        ++first_[k];
    }
  }

  /// The row from position `from` on, with its parts replaced by rows in memory.
  template <class R>
  STRIA_INLINE static auto with_values(const R& r, index from, const stored* const*& of_parts) {
    if constexpr (std::same_as<R, part>)
      return row_of_part{*of_parts++};
    else
      return with_values_below(r, from, of_parts);
  }
  template <class R>
  STRIA_INLINE static auto with_values_below(const R& r, index from, const stored* const*&) {
    return shifted(r, from);
  }
  template <class F, std::size_t... Ix, class... R>
  STRIA_INLINE static auto with_values_below(const map_row<F, std::index_sequence<Ix...>, R...>& r,
                                             index from, const stored* const*& of_parts) {
    return map_row<F, std::index_sequence<Ix...>,
                   decltype(with_values(static_cast<const slot<Ix, R>&>(r).value, from,
                                        of_parts))...>{
        {with_values(static_cast<const slot<Ix, R>&>(r).value, from, of_parts)}..., r.f};
  }

public:
  /// Whether some of the parts are the same.
  STRIA_INLINE static bool pays(const Row& r) {
    const list all = parts_of(r);
    for (std::size_t k = 1; k < count; ++k)
      for (std::size_t j = 0; j < k; ++j)
        if (reads_same(*all[j], *all[k]))
          return true;
    return false;
  }
  /// Whether the parts that are the same in one row are also the same in another.
  STRIA_INLINE static bool keeps(const Row& r, const Row& other) {
    const list a = parts_of(r), b = parts_of(other);
    for (std::size_t k = 1; k < count; ++k)
      for (std::size_t j = 0; j < k; ++j)
        if (reads_same(*a[j], *a[k]) && !reads_same(*b[j], *b[k]))
          return false;
    return true;
  }
  STRIA_INLINE shared_row(const Row& r, index n)
      : shared_row(r, n, parts_of(r), std::make_index_sequence<count>()) {}
  shared_row(const shared_row&) = delete;
  shared_row& operator=(const shared_row&) = delete;

  /// The elements [from, from + n).
  STRIA_INLINE auto load(index from, index n) {
    const stored* values[count] = {};
    for (std::size_t k = 0; k < count; ++k) {
      if (first_[k] != k) {
        values[k] = values[first_[k]];
      } else if constexpr (in_memory) {
        values[k] = parts_[k].load(from, n).p;
      } else {
        const loaded row = parts_[k].load(from, n);
        stored* const to = buffer_[k];
        const auto compute = [&](index i) __attribute__((always_inline)) {
          to[i] = static_cast<stored>(row[i]);
        };
        constexpr auto vector = static_cast<index>(vector_bytes / sizeof(stored));
        const index whole = sizeof(stored) <= 2 && n >= vector ? n / vector * vector : n;
        for_places<part>(whole, compute);
        // The last vector overlaps the previous one: a part has no effects, so its elements may be
        // computed twice. Vectors of narrow integers are so long that the elements after the last
        // whole one would take as long as the others.
        if (whole != n) {
          const index last = n - vector;
          for_places<part>(vector,
                           [&](index i) __attribute__((always_inline)) { compute(last + i); });
        }
        values[k] = to;
      }
    }
    const stored* const* next = values;
    return with_values(row_, from, next);
  }
};

/// Runs Kernel::row block by block.
template <class Kernel, class O, class Ix> STRIA_INLINE void run_shared(O out, Ix in, index n) {
  constexpr index block = is_staged<Ix> ? limits::staged_block : limits::block;
  shared_row<Ix, block> s(in, n);
  for (index from = 0; from < n; from += block) {
    const index count = n - from < block ? n - from : block;
    Kernel::row(shifted(out, from), s.load(from, count), count);
  }
}

} // namespace stria::detail
