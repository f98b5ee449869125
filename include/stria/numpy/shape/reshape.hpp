// SPDX-License-Identifier: BSL-1.0
// numpy/shape/reshape.hpp: reshape, ravel and flatten: the same elements in row-major order with
// another shape.
#pragma once

#include <stria/arguments/sizes.hpp>
#include <stria/evaluate/materialize.hpp>
#include <stria/numpy/shape/broadcast_to.hpp>
#include <stria/numpy/shape/permute.hpp>
#include <stria/tensor/foreign.hpp>
#include <stria/tensor/reshaped.hpp>

namespace stria {

namespace detail {

// --- which sizes fit ---

enum class reshape_fault : unsigned char { none, foreign, negative, two_open, count };

/// Replaces a size of -1 by the size with which the result has n elements.
template <std::size_t N> constexpr reshape_fault fill_open(std::array<index, N>& sizes, index n) {
  std::size_t open = N;
  for (std::size_t k = 0; k < N; ++k) {
    if (sizes[k] < -1)
      return reshape_fault::negative;
    if (sizes[k] == -1) {
      if (open != N)
        return reshape_fault::two_open;
      open = k;
      sizes[k] = 1;
    }
  }
  const index rest = count_elements(sizes);
  if (open == N)
    return rest == n ? reshape_fault::none : reshape_fault::count;
  if (rest <= 0 || n % rest != 0)
    return reshape_fault::count;
  sizes[open] = n / rest;
  return reshape_fault::none;
}

/// Writes the sizes as given, such as `(2, -1, ?)`. At compile time, sizes known only at run time
/// are unknown_stride and are written as `?`.
constexpr void say_wanted(message& m, array_ref<index> wanted, bool all_known) {
  m << '(';
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    m << (k == 0 ? "" : ", ");
    if (!all_known && wanted[k] == unknown_stride)
      m << '?';
    else
      m << wanted[k];
  }
  m << (wanted.size() == 1 ? ",)" : ")");
}

/// The message of a refused reshape; `sizes` is empty at compile time.
constexpr message say_reshape(reshape_fault fault, array_ref<extent> shape, array_ref<index> sizes,
                              index count, array_ref<index> wanted, bool run_time) {
  message m("stria: reshape: ");
  switch (fault) {
  case reshape_fault::foreign: return say_foreign_size("reshape");
  case reshape_fault::negative:
    m << "a size in ";
    say_wanted(m, wanted, run_time);
    return m << " is negative; one size may be -1 and is computed, others must be 0 or more";
  case reshape_fault::two_open:
    m << "more than one size in ";
    say_wanted(m, wanted, run_time);
    return m << " is -1; only one can be computed";
  case reshape_fault::count:
    m << "the shape ";
    if (sizes.empty() && !shape.empty())
      say_shape(m, shape);
    else
      say_shape(m, shape, sizes);
    if (count >= 0)
      m << " has " << count << (count == 1 ? " element" : " elements") << " and";
    m << " cannot become ";
    say_wanted(m, wanted, run_time);
    return m << "; the product of the sizes must be that number, and one size may be -1";
  case reshape_fault::none: break;
  }
  return m;
}

/// The product of the known sizes, or -1 on overflow.
template <std::size_t N> constexpr index count_known(std::array<index, N> sizes) {
  for (index& n : sizes)
    n = n < 0 ? 1 : n;
  return count_elements(sizes);
}

/// The shape of rank 1 for all elements of a shape.
template <auto Shape> constexpr static_shape<1> flat_shape() {
  static_shape<1> r{{extent::make(1)}};
  for (std::size_t k = 0; k < Shape.rank(); ++k)
    r[0] = multiply_extents(r[0], Shape[k]);
  return r;
}

constexpr bool divides(index part, index n) {
  return part == 0 ? n == 0 : part > 0 && n % part == 0;
}

/// A reshape at compile time: the extents of the result, or the fault.
template <auto From, class... S> struct reshape_plan {
  using list = size_list<S...>;
  static constexpr std::size_t N = list::count;

  reshape_fault fault = reshape_fault::none;
  static_shape<N> shape = list::shape();
  std::array<index, N> wanted{};

  constexpr reshape_plan() {
    bool run_time = false, open = false;
    for (std::size_t k = 0; k < N; ++k) {
      wanted[k] = list::is_constant(k) ? list::code(k).value : unknown_stride;
      run_time = run_time || !list::is_constant(k);
      open = open || wanted[k] == -1;
    }
    const index had = count_known(From.sizes()), gets = count_known(wanted);
    if (!list::valid) {
      fault = reshape_fault::foreign;
    } else if (!run_time && From.is_static()) {
      auto sizes = wanted;
      fault = fill_open(sizes, had);
      for (std::size_t k = 0; k < N; ++k)
        shape[k] = extent::make(fault == reshape_fault::none ? sizes[k] : 0);
    } else {
      // Only some sizes of one side are known. Their product must divide the number of elements of
      // the other side.
      auto sizes = wanted;
      for (index& n : sizes)
        n = n == unknown_stride ? 1 : n;
      fault = fill_open(sizes, 1);
      if (fault == reshape_fault::count)
        fault =
            (From.is_static() && !divides(gets, had)) || (!run_time && !open && !divides(had, gets))
                ? reshape_fault::count
                : reshape_fault::none;
      // The size that is computed divides the number of elements, which is checked at run time.
      for (std::size_t k = 0; k < N; ++k)
        if (fault == reshape_fault::none && !run_time && wanted[k] == -1 && gets > 0)
          shape[k] = divide_extent_up(flat_shape<From>()[0], gets);
    }
  }
};

template <auto From, class... S> struct reshape_verdict {
  static constexpr reshape_plan<From, S...> plan{};
  static constexpr bool accepted = plan.fault == reshape_fault::none;
  static constexpr message text() {
    return say_reshape(plan.fault, From.view(), {},
                       From.is_static() ? count_elements(From.sizes()) : -1, plan.wanted, false);
  }
};

/// The sizes of a reshape at run time. Throws shape_error if the number of elements differs, and
/// value_error for invalid sizes.
template <auto From, std::size_t N>
constexpr std::array<index, N> checked_reshape(const std::array<index, From.rank()>& from,
                                               const std::array<index, N>& wanted) {
  auto sizes = wanted;
  const index n = count_elements(from);
  const reshape_fault fault = fill_open(sizes, n);
  if (fault != reshape_fault::none) [[unlikely]] {
    const message m = say_reshape(fault, From.view(), from, n, wanted, true);
    if (fault == reshape_fault::count)
      raise<shape_error>(m);
    raise<value_error>(m);
  }
  return sizes;
}

// --- the result ---

/// True if N holds one row-major block of memory: a tensor, or a view whose type guarantees it.
template <class N> inline constexpr bool holds_block = tensor_operand<N>;
template <class T, extent... E> inline constexpr bool holds_block<ref<tensor<T, E...>>> = true;
template <class T, auto L> inline constexpr bool holds_block<view<T, L>> = is_block(L);
/// True for a map, or a reference to one.
template <class N> inline constexpr bool holds_map = is_map<N>;
template <class N> inline constexpr bool holds_map<ref<N>> = is_map<N>;

template <class N> constexpr auto first_of(const N& source) {
  struct first {
    const typename N::value_type* base;
    index offset;
  };
  if constexpr (is_ref<N>)
    return first{source.node->data(), 0};
  else if constexpr (view_operand<N>)
    return first{source.base(), source.offset()};
  else
    return first{source.data(), 0};
}

/// A prepared view with another shape. It refers to the memory of the view if the strides allow
/// that, otherwise to a copy.
template <class T, auto Shape> class reshaped_memory : public operand_base {
  static constexpr std::size_t R = Shape.rank();
  const T* base_;
  index offset_;
  std::array<index, R> sizes_, strides_{};
  tensor<T, dyn> copy_{};

public:
  using value_type = T;
  static constexpr auto extents = Shape;
  using ready = std::true_type;

  template <class View>
  constexpr reshaped_memory(const View& source, const std::array<index, R>& sizes)
      : base_(first_of(source).base), offset_(first_of(source).offset), sizes_(sizes) {
    const auto found = reshaped_strides(source.shape(), source.strides(), sizes);
    strides_ = found.strides;
    if (!found.exist) {
      strides_ = row_major_strides(sizes);
      copy_ = tensor<T, dyn>({count_elements(sizes)}, uninitialized_t{});
      view<T, row_major(View::extents)> all_of_it(
          copy_.data(), copy_.size(), {0, source.shape(), row_major_strides(source.shape())});
      run_into<store_kernel>(all_of_it, source);
    }
  }
  reshaped_memory(const reshaped_memory&) = default;
  reshaped_memory(reshaped_memory&&) = default;
  reshaped_memory& operator=(const reshaped_memory&) = default;
  reshaped_memory& operator=(reshaped_memory&&) = default;
  constexpr axis_array<R> shape() const { return {sizes_}; }
  template <inner_hint H, std::size_t L>
  STRIA_INLINE constexpr auto cursor(const axis_refs<R>& refs) const {
    const bool copied = copy_.size() > 0;
    return make_cursor<hinted_stride(row_major(Shape), H), L>(copied ? copy_.data() : base_,
                                                              copied ? 0 : offset_, strides_, refs);
  }
};

/// A prepared source with another shape. All elements are stored in one pass in the shape of the
/// source, because row-major order is the same in both shapes.
template <class S, auto Shape> class reshaped_whole : public operand_base {
  static constexpr std::size_t R = Shape.rank();
  S source_;
  STRIA_EMPTY sizes_of<Shape> sizes_;

public:
  using value_type = typename S::value_type;
  static constexpr auto extents = Shape;
  static constexpr bool stores_itself = true;

  constexpr reshaped_whole(S&& source, const std::array<index, R>& sizes)
      : source_(static_cast<S&&>(source)), sizes_(sizes) {}

  constexpr axis_array<R> shape() const { return {sizes_.sizes()}; }
  /// Also converts the elements to another type.
  template <class T> constexpr void store(T* to) const {
    const auto n = source_.shape();
    view<T, row_major(S::extents)> memory(to, count_elements(n), {0, n, row_major_strides(n)});
    if constexpr (is_ref<S> && holds_map<S>) // a few elements need no plan
      constructed<view<T, row_major(S::extents)>, bare<decltype(*source_.node)>>::fill(
          memory, *source_.node);
    else if constexpr (holds_map<S>)
      constructed<view<T, row_major(S::extents)>, S>::fill(memory, source_);
    else
      run_into<store_kernel>(memory, source_);
  }
  constexpr auto values() const {
    typename tensor_of<value_type, Shape>::type t(shape(), uninitialized_t{});
    store(t.data());
    return t;
  }
  constexpr const S& source() const { return source_; }
};

/// N with another shape. Reads N directly if it holds one block of memory; otherwise N is computed
/// first.
template <class N, auto Shape>
class reshaped : public node<reshaped<N, Shape>, typename N::value_type, Shape>,
                 public keeper<reshaped<N, Shape>, !holds_block<N>> {
  static constexpr std::size_t R = Shape.rank();
  N source_;
  STRIA_EMPTY sizes_of<Shape> sizes_;

public:
  using ready = std::bool_constant<holds_block<N>>;
  static constexpr computation how = computation::first;

  template <class U>
  constexpr reshaped(U&& source, const std::array<index, R>& sizes)
      : source_(static_cast<U&&>(source)), sizes_(sizes) {}
  STRIA_NO_TARGET(reshaped);

  constexpr axis_array<R> shape() const {
    // A tensor may have been resized since.
    if constexpr (is_memory<N> && !N::extents.is_static())
      if (count_elements(source_.shape()) != count_elements(sizes_.sizes())) [[unlikely]]
        raise<shape_error>(message("stria: reshape: the operand has another size now"));
    return {sizes_.sizes()};
  }
  constexpr const N& source() const { return source_; }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  template <class M> constexpr auto over(M&& source) const {
    return reshaped<std::remove_cvref_t<M>, Shape>(static_cast<M&&>(source), shape());
  }

  template <inner_hint H, std::size_t L>
  STRIA_INLINE constexpr auto cursor(const axis_refs<R>& refs) const {
    const auto first = first_of(source_);
    return make_cursor<hinted_stride(row_major(Shape), H), L>(first.base, first.offset,
                                                              row_major_strides(shape()), refs);
  }
  constexpr auto prepared_whole() const {
    using part = decltype(prepare_part(source_));
    return reshaped_whole<part, Shape>(prepare_part(source_), shape());
  }
  constexpr auto prepared() const {
    if constexpr (view_operand<N>)
      return reshaped_memory<typename N::value_type, Shape>(source_, shape());
    else
      return reshaped<value_tensor<N>, Shape>(eval(source_), shape());
  }
};
template <class N, auto Shape, class T>
  requires(!reshaped<N, Shape>::ready::value)
inline constexpr bool stores_whole<reshaped<N, Shape>, T> = true;

template <std::size_t R> struct maybe_layout {
  bool exists;
  static_layout<R> layout;
};

/// The layout of a source of type A with another shape, if the type guarantees one.
template <class A, auto Shape> constexpr maybe_layout<Shape.rank()> reshaped_layout() {
  constexpr auto& from = std::remove_cvref_t<A>::layout;
  maybe_layout<Shape.rank()> r{true, row_major(Shape)};
  if constexpr (tensor_operand<A> || is_block(from)) {
    return r;
  } else if constexpr (from.shape.is_static() && from.knows_strides() && Shape.is_static()) {
    const auto found =
        reshaped_strides(from.shape.sizes(), strides_of<from>{}.strides(), Shape.sizes());
    for (std::size_t k = 0; k < Shape.rank(); ++k)
      r.layout.strides[k] = found.strides[k];
    r.exists = found.exist;
    return r;
  } else {
    r.exists = false;
    return r;
  }
}

/// A source of type A with another shape: a view if the type guarantees the strides, otherwise an
/// expression.
template <class A, auto Shape> struct reshape_call {
  static constexpr bool accepted = true;
  using type = reshaped<hold_t<A>, Shape>;
  static constexpr type run(A&& a, const std::array<index, Shape.rank()>& sizes) {
    return type(static_cast<A&&>(a), sizes);
  }
};
template <class A, auto Shape>
  requires(view_source<A>::is_memory && reshaped_layout<A, Shape>().exists)
struct reshape_call<A, Shape> {
  static constexpr bool accepted = true;
  static constexpr auto layout = reshaped_layout<A, Shape>().layout;
  using element = typename view_source<A>::element;
  using type = view<element, layout>;
  static constexpr type run(A&& a, const std::array<index, Shape.rank()>& sizes) {
    // If the strides are not row-major, they are static, and the row-major values passed here are
    // not used.
    return make_view<element, layout>(a, placed<Shape.rank()>{0, sizes, row_major_strides(sizes)});
  }
};

// Empty for an argument that is not an operand, because clang evaluates the return type before the
// constraint.
template <class A, class... S> struct reshape_result {};
template <operand A, class... S>
struct reshape_result<A, S...>
    : judged_call<reshape_verdict<extents_of<A>, S...>,
                  reshape_call<A, reshape_verdict<extents_of<A>, S...>::plan.shape>> {};

// --- to given extents ---

/// Decides about a reshape of a shape to the extents To.
template <auto From, auto To, class... S> struct reshape_extents_verdict {
  static constexpr bool by_names = (std::same_as<S, dim_size> && ...);
  static constexpr bool counts = by_names
                                     ? can_follow_from_names(To)
                                     : (size_item<S> && ...) && sizeof...(S) == To.dynamic_count();
  static constexpr extent had = flat_shape<From>()[0], gets = flat_shape<To>()[0];
  static constexpr bool accepted =
      counts && (is_dyn(had) || is_dyn(gets) || had == gets || had.is_static() != gets.is_static());
  static constexpr message text() {
    message m("stria: reshape: ");
    if (!counts)
      return say_size_count(m, To.view(), static_cast<index>(To.dynamic_count()),
                            static_cast<index>(sizeof...(S)));
    say_shape(m << "the shape ", From.view());
    say_extent(m << " has ", had);
    say_shape(m << " elements and cannot become ", To.view());
    say_extent(m << ", which has ", gets);
    return m;
  }
};

template <class A, auto To> struct reshape_extents_call : reshape_call<A, To> {
  static constexpr std::size_t R = To.rank();

  template <class... S>
  static constexpr std::array<index, R> sizes_of(const auto& from, const S&... given) {
    if constexpr ((std::same_as<S, dim_size> && ...)) {
      return sizes_of_names(To, std::array<dim_size, sizeof...(S)>{given...}, extents_of<A>.view(),
                            from);
    } else {
      const index list[] = {size_value(given)...};
      std::array<index, R> sizes = To.sizes();
      std::size_t next = 0;
      for (std::size_t k = 0; k < R; ++k)
        if (!To[k].is_static())
          sizes[k] = list[next++];
      return sizes;
    }
  }
  template <class... S> static constexpr auto run(A&& a, const S&... given) {
    const auto sizes = checked_reshape<extents_of<A>>(a.shape(), sizes_of(a.shape(), given...));
    check_names<To>(sizes);
    return reshape_call<A, To>::run(static_cast<A&&>(a), sizes);
  }
};

template <auto To, class A, class... S> struct reshape_extents_result {};
template <auto To, operand A, class... S>
struct reshape_extents_result<To, A, S...>
    : judged_call<reshape_extents_verdict<extents_of<A>, To, S...>, reshape_extents_call<A, To>> {};

template <class A> struct ravel_result {};
template <operand A> struct ravel_result<A> : reshape_call<A, flat_shape<extents_of<A>>()> {};

template <class A> struct flatten_result {};
template <operand A> struct flatten_result<A> {
  using type = reshaped<hold_t<A>, flat_shape<extents_of<A>>()>;
};

} // namespace detail

/// Arranges the elements, in row-major order, in another shape.
///
/// \param a      a tensor, view or expression
/// \param sizes  constants, integers or one array; one size may be -1 and is computed
/// \returns      for an lvalue tensor, and for a view whose type guarantees suitable strides, a
///               view, which is writable if the source is; otherwise a lazy expression
/// \throws       shape_error if the number of elements differs; value_error if a run-time size is
///               negative, except for one -1
/// \refuses      sizes that cannot fit, if this is known at compile time
/// \complexity   O(1) for a view; an expression is computed once
/// \numpy        `np.reshape(a, (2, -1))`
/// \usage        `reshape(a, 2, -1)`, `reshape(a, _2, _3)` with static extents
template <class A, class... S>
constexpr auto reshape(A&& a, const S&... sizes)
    STRIA_RUN_OR_REFUSE((detail::reshape_result<A, S...>), static_cast<A&&>(a),
                        detail::checked_reshape<detail::extents_of<A>>(
                            a.shape(), detail::size_list<S...>::values(sizes...)));
STRIA_BORROWING((detail::tensor_operand S, class... X, class A = detail::lvalue_t<S>), reshape,
                (S & a STRIA_LIFETIMEBOUND, const X&... sizes), (detail::reshape_result<A, X...>),
                a,
                detail::checked_reshape<detail::extents_of<A>>(
                    a.shape(), detail::size_list<X...>::values(sizes...)));
STRIA_FOREIGN_SIZES(reshape);

/// Arranges the elements, in row-major order, in a shape whose extents are given.
///
/// \tparam E     the extents: integers, names, expressions of names, `dyn`
/// \param a      a tensor, view or expression
/// \param sizes  the sizes of the extents that are not static, in order; one may be -1 and is
///               computed. Or the sizes of names, as `n(64)`, in any order; those that follow from
///               the names of `a` may be left out
/// \returns      a view or a lazy expression, as without E
/// \throws       shape_error if the number of elements differs, or if the sizes are not possible
///               for the extents; value_error if a size is negative, except for one -1, or missing
/// \refuses      extents whose product is not that of the extents of `a`
/// \complexity   O(1) for a view; an expression is computed once
/// \numpy        `np.reshape(a, (n, m))`
/// \usage        `reshape<n, m>(a, 64, 48)`, `reshape<n * m>(a)`
template <extent... E, class A, class... S>
  requires(sizeof...(E) > 0)
constexpr auto reshape(A&& a, const S&... sizes)
    STRIA_RUN_OR_REFUSE((detail::reshape_extents_result<detail::shape_of<E...>(), A, S...>),
                        static_cast<A&&>(a), sizes...);

/// Returns all elements in row-major order along one axis.
///
/// \param a      a tensor, view or expression
/// \returns      a view or a lazy expression [size], as for reshape()
/// \throws       nothing
/// \complexity   O(1) for a view
/// \numpy        `np.ravel(a)`
/// \usage        `ravel(a)`
/// \see          flatten
template <class A> constexpr auto ravel(A&& a) -> typename detail::ravel_result<A>::type {
  const std::array<index, 1> sizes{detail::count_elements(a.shape())};
  return detail::ravel_result<A>::run(static_cast<A&&>(a), sizes);
}
STRIA_BORROWING_ONE(ravel, (detail::ravel_result<A>), a,
                    std::array<index, 1>{detail::count_elements(a.shape())});
STRIA_FOREIGN_UNARY(ravel);

namespace detail {
template <class A> using flattened = decltype(ravel(std::declval<A>()));
/// A call of a function along the only axis of the flattened operand.
template <class A, class Call> struct flat_call {
  static constexpr bool accepted = Call::accepted;
  using type = typename Call::type;
  static constexpr type run(A&& a) { return Call::run(ravel(static_cast<A&&>(a))); }
};
} // namespace detail

/// Returns an expression with all elements in row-major order along one axis; storing it makes a
/// copy.
///
/// \param a      a tensor, view or expression
/// \returns      a lazy expression [size], never a view
/// \throws       nothing
/// \complexity   O(n)
/// \numpy        `a.flatten()`
/// \usage        `auto f = eval(flatten(a));`
/// \see          ravel
template <class A> constexpr auto flatten(A&& a) -> typename detail::flatten_result<A>::type {
  const std::array<index, 1> sizes{detail::count_elements(a.shape())};
  return typename detail::flatten_result<A>::type(static_cast<A&&>(a), sizes);
}
STRIA_BORROWING_ONE(flatten, (detail::constructing_call<typename detail::flatten_result<A>::type>),
                    a, std::array<index, 1>{detail::count_elements(a.shape())});
STRIA_FOREIGN_UNARY(flatten);

} // namespace stria
