// SPDX-License-Identifier: BSL-1.0
// evaluate/unrolled_rows.hpp: expressions of points whose last axis has two to four components, a
// static number.
//
// In r = a / sqrt(sum(a * a, _1, keepdims)) of n x 3 elements, one loop over the points reads the
// components of a point, reduces them and stores the components of the result. In the same way,
// v = a[_, _0] * b[_, _1] reads elements with a static step. Nothing is copied or stored before.
#pragma once

#include <stria/evaluate/loop.hpp>
#include <stria/evaluate/reads.hpp>
#include <stria/expr/map.hpp>
#include <stria/expr/sliced.hpp>
#include <stria/tensor/overlap.hpp>
#include <stria/tensor/tensor.hpp>
#include <stria/tensor/view.hpp>

namespace stria::detail {

/// What an operand has for each point. `known` means that points can be computed, `one` that there
/// is one value for each point, `all` that there is one for each component, and `gains` that other
/// loops would have to copy or compute something first.
struct point_bits {
  static constexpr unsigned known = 1, one = 2, all = 4, gains = 8, leaf = 16;
};

/// True for sizes of the component axis.
constexpr bool is_few_components(index n) { return n >= 2 && n <= limits::interleaved; }

/// The step from point to point of memory with the layout l, whose first P axes are those of the
/// points; 0 if it is not known to be small.
template <std::size_t R> constexpr index point_step(const static_layout<R>& l, std::size_t P) {
  if (P == 0 || P > R)
    return 0;
  const index step = l.strides[P - 1];
  return step >= 1 && step <= limits::interleaved ? step : 0;
}
/// The form of memory with the layout l for P axes of points and a last axis of M components. If M
/// is 0, the target has no axis of components.
template <std::size_t R>
constexpr unsigned point_form_of(const static_layout<R>& l, std::size_t P, index M) {
  using bits = point_bits;
  constexpr unsigned memory = bits::known | bits::leaf;
  if (P == 0)
    return 0;
  if (R == P && M == 0) {
    const index step = point_step(l, P);
    return step == 0 ? 0 : memory | bits::one | (step == 1 ? 0 : bits::gains);
  }
  if (R == 1 && M != 0 && (l.shape[0].size == M || l.shape[0].size < 0))
    return l.strides[0] == 1 ? memory : 0;
  if (R == P + 1 && M != 0 && l.shape[P].size == 1)
    return point_step(l, P) == 0 ? 0 : memory | bits::one | bits::gains;
  if (R == P + 1 && M != 0 && l.shape[P].size == M && l.strides[P] == 1)
    return l.strides[P - 1] == M ? memory | bits::all : 0;
  return 0;
}

template <class N> inline constexpr bool is_sliced = false;
template <class N, auto Code> inline constexpr bool is_sliced<sliced<N, Code>> = true;

/// The form of an operand.
template <class N, std::size_t P, index M> inline constexpr unsigned point_form = 0;
template <class T, std::size_t P, index M>
inline constexpr unsigned point_form<scalar<T>, P, M> =
    std::is_arithmetic_v<T> ? point_bits::known : 0;
template <class T, extent... X, std::size_t P, index M>
inline constexpr unsigned point_form<tensor<T, X...>, P, M> =
    std::is_arithmetic_v<T> ? point_form_of(tensor<T, X...>::layout, P, M) : 0;
template <class T, auto L, std::size_t P, index M>
inline constexpr unsigned point_form<view<T, L>, P, M> =
    std::is_arithmetic_v<T> ? point_form_of(L, P, M) : 0;
template <class N, std::size_t P, index M>
inline constexpr unsigned point_form<ref<N>, P, M> = point_form<N, P, M>;
/// Whether the last item of a slice of an operand of rank R is a new axis, and the others are whole
/// axes.
constexpr bool adds_last_axis(const auto& plan, const auto& code, std::size_t R) {
  bool adds = plan.count == R + 1 && plan.entries[R].kind == dense_kind::new_axis;
  for (std::size_t i = 0; adds && i < R; ++i)
    adds = plan.entries[i].kind == dense_kind::whole ||
           code.items[plan.entries[i].item] == mark_code(item_kind::slice);
  return adds;
}
template <class N, auto Code, std::size_t P, index M>
  requires(M != 0 && rank_of<N> == P && adds_last_axis(static_plan_of<N::extents, Code>, Code, P) &&
           point_form<N, P, 0> != 0)
inline constexpr unsigned point_form<sliced<N, Code>, P, M> =
    point_form<N, P, 0> | point_bits::gains;
/// Whether loops over points may compare elements. clang compares before it shuffles the elements,
/// and then shuffles single bits.
#if defined(__clang__)
inline constexpr bool compares_points = false;
#else
inline constexpr bool compares_points = true;
#endif
template <class F, class Seq, class... A, std::size_t P, index M>
inline constexpr unsigned point_form<map_node<F, Seq, A...>, P, M> =
    is_pure<F> && std::is_arithmetic_v<mapped_type<F, A...>> &&
            (compares_points || !std::is_same_v<mapped_type<F, A...>, bool>) &&
            ((point_form<A, P, M> != 0) && ...)
        ? ((point_form<A, P, M> % point_bits::leaf) | ...) +
              ((point_form<A, P, M> / point_bits::leaf) + ...) * point_bits::leaf
        : 0;

/// The values of the M components of a point.
template <class V, index M> struct point_values {
  V v[static_cast<std::size_t>(M)];
};
template <class V> inline constexpr index components_of = 0;
template <class V, index M> inline constexpr index components_of<point_values<V, M>> = M;
template <std::size_t, class V> STRIA_INLINE const V& component(const V& v) { return v; }
template <std::size_t K, class V, index M>
STRIA_INLINE const V& component(const point_values<V, M>& p) {
  return p.v[K];
}

// The points of an operand: at(i) returns the values of point i, or one value. skip(n) makes point
// n the first one. If n were added to i, clang would use gather instructions.
template <class T, index Step> struct single_points {
  const T* p;
  // clang multiplies Step by the size of an element before it vectorises, and then no longer knows
  // that the product does not overflow. It would use gather instructions.
  STRIA_INLINE T at(index i) const {
    return reinterpret_cast<const T(*)[static_cast<std::size_t>(Step)]>(p)[i][0];
  }
  STRIA_INLINE void skip(index n) { p += Step * n; }
};
template <class V> struct equal_points {
  V values;
  STRIA_INLINE const V& at(index) const { return values; }
  STRIA_INLINE void skip(index) {}
};
template <class T, index M> struct whole_points {
  const T* p;
  STRIA_INLINE point_values<T, M> at(index i) const {
    return [&]<std::size_t... K>(std::index_sequence<K...>) __attribute__((always_inline)) {
      return point_values<T, M>{{p[M * i + static_cast<index>(K)]...}};
    }(std::make_index_sequence<static_cast<std::size_t>(M)>());
  }
  STRIA_INLINE void skip(index n) { p += M * n; }
};
template <class F, class Seq, class... P> struct map_points;
template <class F, std::size_t... Ix, class... P>
struct map_points<F, std::index_sequence<Ix...>, P...> : slot<Ix, P>... {
  STRIA_EMPTY F f;
  STRIA_INLINE auto at(index i) const {
    return of(static_cast<const slot<Ix, P>&>(*this).value.at(i)...);
  }
  STRIA_INLINE void skip(index n) { (static_cast<slot<Ix, P>&>(*this).value.skip(n), ...); }

private:
  template <class... V> STRIA_INLINE auto of(const V&... v) const {
    constexpr index most = (components_of<V> | ...); // they are equal or 0
    if constexpr (most == 0)
      return f(v...);
    else
      return [&]<std::size_t... K>(std::index_sequence<K...>) __attribute__((always_inline)) {
        const auto of_component =
            [&]<std::size_t C>(std::integral_constant<std::size_t, C>)
                __attribute__((always_inline)) { return f(component<C>(v)...); };
        using R = decltype(of_component(std::integral_constant<std::size_t, 0>()));
        return point_values<R, most>{{of_component(std::integral_constant<std::size_t, K>())...}};
      }(std::make_index_sequence<static_cast<std::size_t>(most)>());
  }
};

/// The sizes of the axes of the points, the memory that is written, and whether all operands have
/// these sizes and do not overlap this memory, except the elements of the same point.
template <std::size_t P> struct point_loop {
  std::array<index, P> n;
  const void* target;
  index step;       // of the target, from point to point
  std::size_t size; // of its elements
  memory_region<std::byte> bytes;
  bool owner;    // the target is a tensor
  bool overlaps; // operands may overlap the target
  bool fits = true;
  int gaps = 0; // operands whose points are more than one element apart

  /// Whether memory has one run of points. `axis` is the size of the axis of components.
  template <std::size_t R>
  STRIA_INLINE void check(const std::array<index, R>& own, const std::array<index, R>& strides,
                          index step_of) {
    index joined = step_of;
    gaps += step_of > 1 ? 1 : 0;
    for (std::size_t k = P; k-- > 0;) {
      fits &= own[k] == n[k] && (strides[k] == joined || n[k] == 1);
      joined *= n[k];
    }
  }
  /// Checks the overlap of an operand in memory with the target. A point of the operand has `width`
  /// elements.
  template <class N> STRIA_INLINE void check_gaps(const N& e, index step_of, index width) {
    using T = value_t<N>;
    if (!overlaps || (owner && tensor_operand<N>))
      return;
    const T* const p = e.data();
    // Each point of the operand may lie within the same point of the target, and not before it.
    const auto offset =
        reinterpret_cast<std::uintptr_t>(p) - reinterpret_cast<std::uintptr_t>(target);
    const bool within = step_of == step && sizeof(T) == size && offset % size == 0 &&
                        offset / size <= static_cast<std::uintptr_t>(step - width);
    if (fits && !within) {
      if constexpr (view_operand<N>) // most views belong to other storage
        if (!ranges_meet(member_access::storage_range(e), bytes_of(bytes))) [[likely]]
          return;
      const index count = count_elements(n);
      fits = count == 0 ||
             !regions_meet(memory_region<T>{p, 0, step_of * (count - 1) + width - 1}, bytes);
    }
  }
  /// The same for an operand whose points are elements of lines.
  template <class E> STRIA_INLINE void check_gaps(const E& e) {
    if (overlaps && !owner && fits)
      fits = !may_read(bytes, e);
  }
};

/// The points of a tensor or a view.
template <index M, std::size_t P, class N>
STRIA_INLINE auto points_in_memory(const N& n, point_loop<P>& loop) {
  using T = value_t<N>;
  constexpr bool all = (point_form<N, P, M> & point_bits::all) != 0;
  constexpr index step = all ? M : point_step(N::layout, P);
  const T* const p = n.data();
  if constexpr (M != 0 && rank_of<N> == 1) { // the same components for all points
    loop.fits &= n.shape()[0] == M;
    loop.check_gaps(n, 0, M);
    equal_points<point_values<T, M>> each{};
    if (loop.fits)
      each = {whole_points<T, M>{p}.at(0)};
    return each;
  } else {
    loop.check(n.shape(), n.strides(), step);
    loop.check_gaps(n, step, all ? M : 1);
    if constexpr (all)
      return whole_points<T, M>{p};
    else
      return single_points<T, step>{p};
  }
}
/// The points of an operand; changes `fits` of the loop.
template <index M, std::size_t P, class N>
STRIA_INLINE auto points_of(const N& n, point_loop<P>& loop) {
  if constexpr (is_scalar<N>) {
    return equal_points<value_t<N>>{n.value};
  } else if constexpr (is_ref<N>) {
    return points_of<M>(*n.node, loop);
  } else if constexpr (memory_operand<N>) {
    return points_in_memory<M>(n, loop);
  } else if constexpr (is_map<N>) {
    return n.operands([&]<class... A>(const A&... a) __attribute__((always_inline)) {
      using F = bare<decltype(n.function())>;
      return map_points<F, std::index_sequence_for<A...>, decltype(points_of<M>(a, loop))...>{
          {points_of<M>(a, loop)}..., n.function()};
    });
  } else if constexpr (is_sliced<N>) {
    return points_of<0>(n.source(), loop);
  } else {
    return n.points(loop);
  }
}

/// Stores point i.
template <class Kernel, index M, index Step, class T, class Points>
STRIA_INLINE void store_point(T* out, const Points& points, index i) {
  const auto v = points.at(i);
  if constexpr (M == 0)
    Kernel::element(reinterpret_cast<T(*)[static_cast<std::size_t>(Step)]>(out)[i][0], v);
  else
    [&]<std::size_t... K>(std::index_sequence<K...>) __attribute__((always_inline)) {
      (Kernel::element(out[M * i + static_cast<index>(K)], component<K>(v)), ...);
    }(std::make_index_sequence<static_cast<std::size_t>(M)>());
}

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed" // because of independent_elements
#endif
/// Stores `count` points from point `first` on.
template <class Kernel, index M, index Step, class T, class Points>
STRIA_NOINLINE STRIA_LOOPS void store_points(T* to, const Points& all, index first, index count) {
  Points points = all;
  points.skip(first);
  T* const out = to + Step * first;
  for_row<static_row<T, 1>>(independent_elements{count},
                            [&](index i) __attribute__((always_inline)) {
                              store_point<Kernel, M, Step>(out, points, i);
                            });
}
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

template <class N> struct row_of_points {
  using type = static_row<const value_t<N>, 1>;
};
template <class T> struct row_of_points<scalar<T>> {
  using type = scalar_row<T>;
};
/// Whether a function of an expression is faster with rows: it computes whole blocks, or has a form
/// for an argument that is constant along a row.
template <class N> inline constexpr bool prefers_rows = false;
template <class N, auto Code> inline constexpr bool prefers_rows<sliced<N, Code>> = prefers_rows<N>;
template <class F, class Seq, class... A>
inline constexpr bool prefers_rows<map_node<F, Seq, A...>> =
    block_function<F, mapped_type<F, A...>, typename row_of_points<A>::type...> ||
    has_one<F, typename row_of_points<A>::type...> || (prefers_rows<A> || ...);

/// The number of components of a target with an axis of components; otherwise 0.
template <class Target> inline constexpr index components_in = 0;
template <class Target>
  requires(rank_of<Target> >= 2 && is_few_components(extents_of<Target>[rank_of<Target> - 1].size))
inline constexpr index components_in<Target> =
    point_form_of(Target::layout, rank_of<Target> - 1,
                  extents_of<Target>[rank_of<Target> - 1].size) != 0
        ? extents_of<Target>[rank_of<Target> - 1].size
        : 0;
/// Whether points of an expression of this form can be stored, and this gains something. `wanted`
/// are other bits of the form.
constexpr bool gains_points(unsigned form, unsigned wanted) {
  wanted |= point_bits::gains;
  return (form & wanted) == wanted && form / point_bits::leaf <= limits::streams;
}
/// The number of components with which an expression is stored into a target of points; -1 if it is
/// not stored in this way.
template <class Kernel, class E, class Target> inline constexpr index stores_points = -1;
template <class Kernel, class E, class Target>
  requires(rank_of<E> == rank_of<Target> && rank_of<E> != 0 &&
           (Kernel::reads_target || !memory_operand<E>) && is_number<value_t<Target>>)
inline constexpr index stores_points<Kernel, E, Target> =
    components_in<Target> != 0 &&
            gains_points(point_form<E, rank_of<E> - 1, components_in<Target>>,
                         tensor_operand<Target> && !Kernel::reads_target ? point_bits::all : 0)
        ? components_in<Target>
    : point_step(Target::layout, rank_of<E>) != 0 &&
            gains_points(point_form<E, rank_of<E>, 0> |
                             (point_step(Target::layout, rank_of<E>) > 1 ? point_bits::gains : 0),
                         point_bits::known)
        ? 0
        : -1;
/// True for expressions whose points can be stored into the target.
template <class Kernel, class E, class Target>
concept points_possible =
    operand<E> && (tensor_operand<Target> || view_operand<Target>) &&
    (Kernel::reads_target || is_map<bare<E>> || !member_access::computes_itself<bare<E>>) &&
    stores_points<Kernel, bare<E>, Target> >= 0 && !prefers_rows<bare<E>>;

/// Stores the points of e; returns false, and writes nothing, if the operands do not have the sizes
/// of the target, or overlap it. If not `Writes`, nothing is stored.
template <class Kernel, bool Overlaps, bool Writes, class Target, class E>
STRIA_INLINE bool run_points(Target& target, const E& e) {
  constexpr index M = stores_points<Kernel, E, Target>;
  constexpr std::size_t P = rank_of<Target> - (M != 0 ? 1 : 0);
  constexpr index step = M != 0 ? M : point_step(Target::layout, P);
  using T = value_t<Target>;
  T* const to = target.data();
  const auto sizes = target.shape();
  point_loop<P> loop{{}, to, step, sizeof(T), {}, tensor_operand<Target>, Overlaps};
  for (std::size_t k = 0; k < P; ++k)
    loop.n[k] = sizes[k];
  loop.check(sizes, target.strides(), step);
  const index count = count_elements(loop.n);
  if constexpr (Overlaps)
    loop.bytes = {reinterpret_cast<const std::byte*>(to), 0,
                  (M != 0 ? target.size() : step * (count - 1) + 1) * index{sizeof(T)} - 1};
  const auto points = points_of<M>(e, loop);
  if (!loop.fits || (M == 0 && step == 1 && loop.gaps > 2 &&
                     count > limits::l2_bytes / (loop.gaps * index{sizeof(T)})))
    return false;
  if constexpr (Writes) {
#if defined(STRIA_USE_THREADS)
    if (pays_threads(target.size())) {
      for_chunks(count, limits::thread_grain, [&](index first, index last) {
        store_points<Kernel, M, step>(to, points, first, last - first);
      });
      return true;
    }
#endif
    // Fewer points than a vector holds are computed here. The components of a point may fill a
    // vector, too.
    if constexpr ((point_form<E, P, M> & point_bits::all) == 0)
      if (count < static_cast<index>(vector_bytes / sizeof(T))) {
        const auto copy = points;
        STRIA_FEW
        for (index i = 0; i < count; ++i) {
          store_point<Kernel, M, step>(to, copy, i);
          STRIA_ONE_BY_ONE;
        }
        return true;
      }
    store_points<Kernel, M, step>(to, points, 0, count);
  }
  return true;
}

} // namespace stria::detail
