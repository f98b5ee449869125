// SPDX-License-Identifier: BSL-1.0
// subscript/gather.hpp: the lazy gather, which reads the elements at the positions of an index and
// is also the target of a scatter. Tests: tests/subscript/places.cpp, tests/laws/gather.cpp.
#pragma once

#include <stria/evaluate/common_parts.hpp>
#include <stria/subscript/index_list.hpp>
#include <stria/subscript/mask_gather.hpp>
#include <stria/subscript/resolve.hpp>
#include <stria/tensor/overlap.hpp>

namespace stria::detail {

/// A row of elements at the memory offsets in `place`, plus i * step, in case the loop follows an
/// axis that is not indexed. drop_row yields `*nowhere` for dropped positions.
using no_step = std::integral_constant<index, 0>;
template <class T, class Places, class Step> struct gather_row {
  T* p;
  Places place;
  STRIA_EMPTY Step step;
  STRIA_INLINE constexpr T& operator[](index i) const { return p[place[i] + i * step]; }
};
template <class T, class Places> struct drop_row {
  T* p;
  Places place;
  index step;
  T* nowhere;
  STRIA_INLINE constexpr T& operator[](index i) const {
    const index at = place[i];
    return at <= dropped_place ? *nowhere : p[at + i * step];
  }
  STRIA_INLINE constexpr bool drops(index i) const { return place[i] <= dropped_place; }
};

/// True for a row of gathered elements. The same element may occur in it several times.
template <class Row> inline constexpr bool is_place_row = false;
template <class T, class Places, class Step>
inline constexpr bool is_place_row<gather_row<T, Places, Step>> = true;
template <class T, class Places> inline constexpr bool is_place_row<drop_row<T, Places>> = true;
template <class T, class Places>
inline constexpr index row_bytes<gather_row<T, Places, no_step>> = sizeof(T) + limits::gather_work;
/// True for a row of gathered elements of which some may be dropped.
template <class Row> inline constexpr bool drops_elements = false;
template <class T, class Places> inline constexpr bool drops_elements<drop_row<T, Places>> = true;

/// A cursor over gathered memory: `memory` traverses the axes that are not indexed, `places` the
/// axes of the index. If ByPlace, the inner loop is expected to follow an axis of the index.
template <bool Drop, bool ByPlace, class Memory, class Places, class V> struct gather_cursor {
  using T = std::remove_pointer_t<decltype(Memory::base)>;

  Memory memory;
  Places places;
  memory_region<V> region;
  V* nowhere;

  // All dropped updates are written to `*nowhere`, which threads must not share.
  static constexpr bool may_split = !Drop || std::is_const_v<T>;
  // If ByPlace, the memory offset is constant along a row; otherwise the place is constant.
  STRIA_INLINE constexpr bool fits(std::size_t axis) const {
    return !Drop && memory.fits(axis) && places.fits(axis);
  }
  STRIA_INLINE constexpr bool joins(std::size_t outer, std::size_t inner, index n) const {
    return memory.joins(outer, inner, n) && places.joins(outer, inner, n);
  }
  STRIA_INLINE constexpr void advance(std::size_t axis, index by) {
    memory.advance(axis, by);
    places.advance(axis, by);
  }
  template <bool Hinted> STRIA_INLINE constexpr auto row(std::size_t axis) const {
    T* p = memory.base + memory.offset;
    if constexpr (Hinted && ByPlace) {
      return gather_row<T, decltype(places.template row<true>(axis)), no_step>{
          p, places.template row<true>(axis), {}};
    } else if constexpr (Hinted) {
      Memory here = memory;
      here.offset += places.item();
      return here.template row<true>(axis);
    } else {
      using place_row = decltype(places.template row<false>(axis));
      if constexpr (Drop)
        return drop_row<T, place_row>{p, places.template row<false>(axis), memory.strides[axis],
                                      nowhere};
      else
        return gather_row<T, place_row, index>{p, places.template row<false>(axis),
                                               memory.strides[axis]};
    }
  }
  STRIA_INLINE constexpr T& item() const {
    const index at = places.item();
    if constexpr (Drop)
      if (at <= dropped_place)
        return *nowhere;
    return memory.base[memory.offset + at];
  }
  template <class Visit> constexpr void visit_memory(Visit visit) const {
    visit(region);
    places.visit_memory(visit);
  }
};

/// The axes of the source that are indexed, and how many of the other axes precede the axes of the
/// index in the result.
template <std::size_t R> struct gather_spec {
  std::size_t axes[R == 0 ? 1 : R]{};
  std::size_t added[R == 0 ? 1 : R]{}; // the number of new axes that precede each of these axes
  std::size_t count = 0;
  std::size_t front = 0;

  constexpr bool indexed(std::size_t axis) const {
    for (std::size_t k = 0; k < count; ++k)
      if (axes[k] == axis)
        return true;
    return false;
  }
};

/// The axis of the result for an axis of the source that is not indexed.
template <std::size_t R>
constexpr std::size_t result_axis(const gather_spec<R>& s, std::size_t axis, std::size_t batch) {
  std::size_t before = 0;
  for (std::size_t k = 0; k < axis; ++k)
    before += s.indexed(k) ? 0 : 1;
  return before < s.front ? before : before + batch;
}

template <auto Spec, auto Source, auto Batch> constexpr auto gathered_extents() {
  constexpr std::size_t R = Source.rank(), B = Batch.rank();
  auto r = unknown_shape<R - Spec.count + B>();
  for (std::size_t k = 0; k < B; ++k)
    r[Spec.front + k] = Batch[k];
  for (std::size_t k = 0; k < R; ++k)
    if (!Spec.indexed(k))
      r[result_axis(Spec, k, B)] = Source[k];
  return r;
}

template <auto Spec, std::size_t R, std::size_t B>
constexpr auto gathered_sizes(const std::array<index, R>& source,
                              const std::array<index, B>& batch) {
  std::array<index, R - Spec.count + B> r{};
  for (std::size_t k = 0; k < B; ++k)
    r[Spec.front + k] = batch[k];
  for (std::size_t k = 0; k < R; ++k)
    if (!Spec.indexed(k))
      r[result_axis(Spec, k, B)] = source[k];
  return r;
}

/// The axis refs of the result, split into those of the index (place_refs) and those of the source
/// axes that are not indexed (source_refs).
template <auto Spec, std::size_t B, std::size_t N>
constexpr axis_refs<B> place_refs(const axis_refs<N>& refs) {
  axis_refs<B> r{};
  for (std::size_t k = 0; k < B; ++k)
    r[k] = refs[Spec.front + k];
  return r;
}
template <auto Spec, std::size_t R, std::size_t B, std::size_t N>
constexpr axis_refs<R> source_refs(const axis_refs<N>& refs) {
  axis_refs<R> r{};
  for (std::size_t k = 0; k < R; ++k)
    if (!Spec.indexed(k))
      r[k] = refs[result_axis(Spec, k, B)];
  return r;
}
/// The hint for the source: the axis that the inner loop follows, unless it belongs to the index.
template <auto Spec, std::size_t R, std::size_t B> constexpr inner_hint source_hint(inner_hint h) {
  for (std::size_t k = 0; k < R; ++k)
    if (!Spec.indexed(k) && static_cast<int>(result_axis(Spec, k, B)) == h.axis)
      return {static_cast<int>(k), h.step};
  return no_hint;
}

/// The hint for the index: the axis of the index that the inner loop follows, if any.
template <auto Spec, std::size_t B> constexpr inner_hint place_hint(inner_hint h) {
  constexpr auto front = static_cast<int>(Spec.front), end = front + static_cast<int>(B);
  return h.axis >= front && h.axis < end ? inner_hint{h.axis - front, h.step} : no_hint;
}

/// The indexed axes as the caller numbers them, without new axes; for error messages.
template <auto Spec>
inline constexpr auto named_axes = [] {
  std::array<std::size_t, Spec.count> r{};
  for (std::size_t k = 0; k < Spec.count; ++k)
    r[k] = Spec.axes[k] - Spec.added[k];
  return r;
}();

template <auto Spec> constexpr auto indexed_only(const auto& all_axes) {
  std::array<index, Spec.count> r{};
  for (std::size_t k = 0; k < Spec.count; ++k)
    r[k] = all_axes[Spec.axes[k]];
  return r;
}

template <class T> struct source_element {
  using type = const value_t<T>;
};
template <class T, auto L> struct source_element<view<T, L>> {
  using type = T;
};

/// The element that is read and written instead of an element at a dropped position.
template <class T, bool Drops> struct nowhere {
  static constexpr T* address() { return nullptr; }
};
template <class T> struct nowhere<T, true> {
  T value{};

  constexpr nowhere() = default;
  // The written value is not copied.
  constexpr nowhere(const nowhere&) {}
  constexpr T* address() { return &value; }
  // The element is only read through this pointer. `value` is not a mutable member, because g++
  // does not accept one in a constant expression.
  constexpr T* address() const { return const_cast<T*>(&value); }
};

/// A gather from memory with resolved positions: readable and, if the memory is not const,
/// writable.
template <class S, auto Spec, class Places, class Policy>
class gathered_memory : public operand_base {
  const S* source_;
  Places places_;
  static constexpr bool drops = std::same_as<Policy, out_of_bounds::drop_t>;
  STRIA_EMPTY nowhere<value_t<S>, drops> nowhere_{};

public:
  using value_type = value_t<S>;
  static constexpr std::size_t B = Places::extents.rank();
  static constexpr auto extents = gathered_extents<Spec, S::extents, Places::extents>();
  using ready = std::true_type;

  constexpr gathered_memory(const S& source, Places places)
      : source_(&source), places_(std::move(places)) {}
  gathered_memory(const gathered_memory&) = default;
  gathered_memory(gathered_memory&&) = default;
  gathered_memory& operator=(const gathered_memory&) = default;
  gathered_memory& operator=(gathered_memory&&) = default;

  constexpr axis_array<extents.rank()> shape() const {
    return {gathered_sizes<Spec>(source_->shape(), places_.shape())};
  }

  template <inner_hint H, std::size_t L>
  constexpr auto cursor(const axis_refs<extents.rank()>& refs) const {
    return cursor_to<H, L>(refs, nowhere_.address());
  }
  template <inner_hint H, std::size_t L>
  constexpr auto cursor(const axis_refs<extents.rank()>& refs) {
    return cursor_to<H, L>(refs, nowhere_.address());
  }
  constexpr auto prepared() const { return ref<gathered_memory>(*this); }

  /// Whether writes may overwrite entries of the index.
  constexpr bool index_meets_memory() const {
    if (count_elements(shape()) == 0)
      return false;
    const auto region = cursor<no_hint, 0>({}).region;
    const auto n = places_.shape();
    bool meets = false;
    member_access::cursor<no_hint, B>(places_, straight_refs<B>())
        .visit_memory(
            [&](const auto& leaf) { meets = meets || regions_meet(region, region_of(leaf, n)); });
    return meets;
  }
  /// The same gather, with its places copied into a tensor.
  constexpr auto with_own_places() const {
    using own = typename tensor_of<index, Places::extents>::type;
    return gathered_memory<S, Spec, own, Policy>(*source_, own(places_));
  }

private:
  template <inner_hint H, std::size_t L>
  constexpr auto cursor_to(const axis_refs<extents.rank()>& refs, value_type* dropped) const {
    constexpr std::size_t R = rank_of<S>;
    constexpr inner_hint along = place_hint<Spec, B>(H);
    using memory_cursor = decltype(member_access::cursor<source_hint<Spec, R, B>(H), L>(
        *source_, source_refs<Spec, R, B>(refs)));
    using place_cursor =
        decltype(member_access::cursor<along, L>(places_, place_refs<Spec, B>(refs)));
    const reach all_of_it = reach_of_source();
    // Copies of the two cursors would have to wait until their elements have been stored.
    gather_cursor<drops, along != no_hint, memory_cursor, place_cursor, value_type> c{
        member_access::cursor<source_hint<Spec, R, B>(H), L>(*source_,
                                                             source_refs<Spec, R, B>(refs)),
        member_access::cursor<along, L>(places_, place_refs<Spec, B>(refs)),
        {nullptr, all_of_it.low, all_of_it.high},
        dropped};
    c.region.base = c.memory.base;
    return c;
  }
  constexpr reach reach_of_source() const {
    constexpr std::size_t R = rank_of<S>;
    const auto n = source_->shape();
    for (index k : n)
      if (k == 0)
        return {0, -1};
    const auto c = member_access::cursor<no_hint, R>(*source_, straight_refs<R>());
    return reach_of(c.offset, c.strides, n);
  }
};

/// A row of gathered elements of a lazy expression. To yield an element, the row reads the position
/// along each indexed axis, then computes the element of the expression at these positions.
template <class E, auto Spec, std::size_t L> struct pick_row {
  static constexpr std::size_t R = rank_of<E>;
  const E* source;
  std::array<index, R> at, step;
  std::array<const index*, Spec.count> place;
  std::array<index, Spec.count> place_step;

  constexpr value_t<E> operator[](index i) const {
    axis_refs<R> refs{};
    for (std::size_t k = 0; k < R; ++k)
      refs[k].begin = at[k] + i * step[k];
    for (std::size_t k = 0; k < Spec.count; ++k) {
      const index p = place[k][i * place_step[k]];
      if (p <= dropped_place)
        return value_t<E>();
      refs[Spec.axes[k]].begin = p;
    }
    return member_access::cursor<no_hint, 0>(*source, refs).item();
  }
};

template <class E, auto Spec, std::size_t L>
inline constexpr bool in_any_order<pick_row<E, Spec, L>> = false;
template <class E, auto Spec, std::size_t L>
inline constexpr index row_bytes<pick_row<E, Spec, L>> = sizeof(value_t<E>) + limits::call_work;

template <class E, auto Spec, std::size_t L> struct pick_cursor {
  static constexpr std::size_t R = rank_of<E>;
  const E* source;
  std::array<index, R> at;
  std::array<std::array<index, L>, R> steps;
  std::array<strided_cursor<const index, L, 0>, Spec.count> places;

  static constexpr bool may_split = parts_split<E>;
  static constexpr bool fits(std::size_t) { return true; }
  constexpr bool joins(std::size_t outer, std::size_t inner, index n) const {
    for (std::size_t k = 0; k < R; ++k)
      if (steps[k][outer] != steps[k][inner] * n)
        return false;
    for (const auto& p : places)
      if (!p.joins(outer, inner, n))
        return false;
    return true;
  }
  constexpr void advance(std::size_t axis, index by) {
    for (std::size_t k = 0; k < R; ++k)
      at[k] += steps[k][axis] * by;
    for (auto& p : places)
      p.advance(axis, by);
  }
  template <bool> constexpr auto row(std::size_t axis) const {
    pick_row<E, Spec, L> r{source, at, {}, {}, {}};
    for (std::size_t k = 0; k < R; ++k)
      r.step[k] = steps[k][axis];
    for (std::size_t k = 0; k < Spec.count; ++k) {
      r.place[k] = places[k].base + places[k].offset;
      r.place_step[k] = places[k].strides[axis];
    }
    return r;
  }
  constexpr value_t<E> item() const {
    pick_row<E, Spec, L> r{source, at, {}, {}, {}};
    for (std::size_t k = 0; k < Spec.count; ++k)
      r.place[k] = places[k].base + places[k].offset;
    return r[0];
  }
  template <class Visit> constexpr void visit_memory(Visit visit) const {
    // Visits all memory that the source reads.
    const auto n = source->shape();
    for (index k : n)
      if (k == 0)
        return;
    member_access::cursor<no_hint, R>(*source, straight_refs<R>())
        .visit_memory([&](const auto& leaf) { visit(region_of(leaf, n)); });
  }
};

/// A gather from a lazy expression with resolved positions. The first axis of Places numbers the
/// indexed axes; the other axes are those of the index.
template <class S, auto Spec, class Places> class gathered_expression : public operand_base {
  S source_;
  Places places_;

public:
  using value_type = value_t<S>;
  static constexpr std::size_t B = Places::extents.rank() - 1;
  static constexpr auto batch_extents = [] {
    auto s = unknown_shape<B>();
    for (std::size_t k = 0; k < B; ++k)
      s[k] = Places::extents[k + 1];
    return s;
  }();
  static constexpr auto extents = gathered_extents<Spec, S::extents, batch_extents>();
  using ready = std::true_type;

  constexpr gathered_expression(S source, Places places)
      : source_(std::move(source)), places_(std::move(places)) {}

  constexpr axis_array<extents.rank()> shape() const {
    std::array<index, B> batch{};
    for (std::size_t k = 0; k < B; ++k)
      batch[k] = places_.shape()[k + 1];
    return {gathered_sizes<Spec>(source_.shape(), batch)};
  }

  template <inner_hint, std::size_t L>
  constexpr auto cursor(const axis_refs<extents.rank()>& refs) const {
    constexpr std::size_t R = rank_of<S>;
    pick_cursor<S, Spec, L> c{&source_, {}, {}, {}};
    const axis_refs<R> own = source_refs<Spec, R, B>(refs);
    for (std::size_t k = 0; k < R; ++k) {
      c.at[k] = own[k].begin;
      if constexpr (L > 0)
        if (own[k].loop >= 0)
          c.steps[k][static_cast<std::size_t>(own[k].loop)] = own[k].step;
    }
    const axis_refs<B> batch = place_refs<Spec, B>(refs);
    axis_refs<B + 1> rows{};
    for (std::size_t k = 0; k < B; ++k)
      rows[k + 1] = batch[k];
    for (std::size_t k = 0; k < Spec.count; ++k) {
      rows[0].begin = static_cast<index>(k);
      c.places[k] = make_cursor<0, L>(places_.data(), 0, places_.strides(), rows);
    }
    return c;
  }
};

/// Why a selection cannot be written; see assign/scatter.hpp. The first enumerator is `none`.
enum class scatter_fault : unsigned char;
template <class S, class Index> constexpr scatter_fault scatter_fault_of();

/// The elements of S at the positions of an index: a lazy expression, and a target if S is memory.
template <class S, auto Spec, class Index>
class gather : public node<gather<S, Spec, Index>, value_t<S>,
                           gathered_extents<Spec, S::extents, Index::extents>()>,
               public assignable<gather<S, Spec, Index>>,
               public keeper<gather<S, Spec, Index>, true> {
  S source_;
  Index index_;

public:
  static constexpr std::size_t R = gather::node::extents.rank();
  using ready = std::false_type;

  constexpr gather(S source, Index places)
      : source_(std::move(source)), index_(std::move(places)) {}
  constexpr gather(const gather&) = default;
  constexpr gather(gather&&) = default;

  /// Writes the elements at the positions of the index.
  ///
  /// \throws  index_error if a position is out of bounds; then nothing is written
  constexpr gather& operator=(const gather& other)
    requires(scatter_fault_of<S, Index>() == scatter_fault{})
  {
    assigned<assign_op, gather, const gather&>::run(*this, other);
    return *this;
  }
  template <class E>
  STRIA_INLINE constexpr auto operator=(E&& e)
      STRIA_RUN_OR_REFUSE((assigned<assign_op, gather, E>), *this, e);
  /// A list in braces cannot be assigned.
  template <class U, std::size_t N>
  auto operator=(U (&&)[N]) -> refusal_where<sizeof(U) != 0, braces_verdict>;
  template <class U, std::size_t N, std::size_t M>
  auto operator=(U (&&)[N][M]) -> refusal_where<sizeof(U) != 0, braces_verdict>;
  template <class U = in_braces>
  auto operator=(std::initializer_list<std::type_identity_t<U>>)
      -> refusal_where<sizeof(U) != 0, braces_verdict>;
  template <class X = in_braces>
  auto operator=(const X&) const -> refusal_where<sizeof(X) != 0, no_target_verdict>;

  constexpr axis_array<R> shape() const {
    return {gathered_sizes<Spec>(source_.shape(), index_.shape())};
  }
  constexpr const S& source() const { return source_; }
  constexpr S& source() { return source_; }
  constexpr const Index& places() const { return index_; }
  constexpr Index& places() { return index_; }
  /// The source and the operands of the index.
  template <class F> constexpr decltype(auto) operands(const F& f) const {
    return index_.operands(
        [&](const auto&... part) -> decltype(auto) { return f(source_, part...); });
  }
  template <class M, class... P> constexpr auto over(M&& source, P&&... part) const {
    using places = decltype(index_.over(static_cast<P&&>(part)...));
    return gather<bare<M>, Spec, places>(static_cast<M&&>(source),
                                         index_.over(static_cast<P&&>(part)...));
  }
  /// The region of operand K that a region of the result needs. For the source, the region along
  /// an indexed axis is the interval of the positions, which are computed for this purpose. The
  /// operands of the index are needed completely, because the index is resolved as a whole.
  template <std::size_t K> constexpr auto needed(const region<R>& of_result) const {
    if constexpr (K == 0)
      return region_of_source(of_result);
    else
      return whole_region(operand_at<K>(*this).shape());
  }

  /// If the index is one mask over all axes of memory, the selected elements are copied without an
  /// index array.
  static constexpr int selects = [] {
    if constexpr (memory_operand<S> && Spec.count == rank_of<S> && rank_of<S> > 0)
      return Index::is_one_mask ? by_mask : by_positions;
    else
      return by_positions;
  }();
  constexpr auto prepared_whole() const {
    const auto sizes = source_.shape();
    index_.check(sizes.data());
    return selection<S>(source_, prepare(index_.mask()));
  }
  constexpr auto prepared() const {
    if constexpr (selects == by_mask) {
      return prepared_whole().values();
    } else if constexpr (!computes_itself) {
      return located();
    } else {
      typename tensor_of<value_t<S>, gather::node::extents>::type result(shape(),
                                                                         uninitialized_t{});
      compute(result);
      return result;
    }
  }

  /// The gather with its positions checked and resolved.
  constexpr auto located() const {
    if constexpr (memory_operand<S>) {
      return located_in(source_);
    } else {
      const auto sizes = indexed_only<Spec>(source_.shape());
      index_.check(sizes.data());
      auto source = prepare_part(source_);
      auto places = resolve_positions(index_.resolved(), sizes, named_axes<Spec>.data());
      return gathered_expression<decltype(source), Spec, decltype(places)>(std::move(source),
                                                                           std::move(places));
    }
  }

  /// A source without stateful functions is computed as a whole if the gather reads at least as
  /// many elements as the source has. Otherwise each element is computed when it is read.
  template <class N>
  static constexpr bool computes_first =
      std::same_as<N, S> && !memory_operand<N> && operand_count<N> != 0 &&
      parts_split<std::remove_const_t<decltype(prepare_part(std::declval<const N&>()))>>;
  static constexpr bool computes_itself = computes_first<S>;
  template <class Target> constexpr void compute(Target& target) const {
    if (count_elements(source_.shape()) <= count_elements(shape())) {
      const value_tensor<S> values(source_);
      run_into<store_kernel>(target, located_in(ref<value_tensor<S>>(values)));
    } else {
      run_into<store_kernel>(target, located());
    }
  }

private:
  template <class M> constexpr auto located_in(const M& source) const {
    const auto sizes = indexed_only<Spec>(source.shape());
    index_.check(sizes.data());
    auto places = resolve_places<known_steps<M>(), Index::in_memory>(
        index_.resolved(), sizes, indexed_only<Spec>(strides_of(source)), named_axes<Spec>.data());
    return gathered_memory<M, Spec, decltype(places), typename Index::policy>(source,
                                                                              std::move(places));
  }
  constexpr auto region_of_source(const region<R>& of_result) const {
    constexpr std::size_t B = Index::extents.rank();
    const auto sizes = source_.shape();
    region<rank_of<S>> r = whole_region(sizes);
    for (std::size_t k = 0; k < rank_of<S>; ++k)
      if (!Spec.indexed(k)) {
        const std::size_t out = result_axis(Spec, k, B);
        set_axis(r, k, of_result.begin[out], of_result.step[out], of_result.size[out]);
      }
    region<B> of_index;
    for (std::size_t k = 0; k < B; ++k) {
      const std::size_t out = Spec.front + k;
      set_axis(of_index, k, of_result.begin[out], of_result.step[out], of_result.size[out]);
    }
    const auto indexed = indexed_only<Spec>(sizes);
    index_.check(indexed.data());
    const auto& resolved = index_.resolved();
    resolved.components([&](const auto&... component) {
      std::size_t k = 0;
      (..., (set_hull<Index>(r, Spec.axes[k], component, of_index, named_axes<Spec>[k]), ++k));
    });
    return r;
  }
  template <class M> static constexpr auto known_steps() {
    if constexpr (view_operand<M>)
      return indexed_only<Spec>(M::layout.strides);
    else
      return indexed_only<Spec>(row_major(M::extents).strides);
  }
  template <class M> static constexpr auto strides_of(const M& source) {
    if constexpr (is_ref<M>)
      return source.node->strides();
    else
      return source.strides();
  }
};
template <class S, auto Spec, class Index>
  requires(gather<S, Spec, Index>::selects == by_mask)
inline constexpr bool stores_whole<gather<S, Spec, Index>, value_t<S>> = true;

template <class S, auto Spec, class Index>
inline constexpr bool owns_no_memory<gather<S, Spec, Index>> =
    owns_no_memory<S> && owns_no_memory<Index>;

} // namespace stria::detail
