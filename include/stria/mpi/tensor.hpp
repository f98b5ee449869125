// SPDX-License-Identifier: BSL-1.0
// mpi/tensor.hpp: tensors whose rows are divided among ranks, eval() of expressions of them, and
// gather_to(). Tests: tests/mpi/tensor.cpp, tests/mpi/programs.cpp.
#pragma once

#include <stria/mpi/assign.hpp>
#include <stria/numpy/shape/permute.hpp>

namespace stria {
namespace mpi {

template <class T, extent... E> class tensor;

} // namespace mpi

namespace detail {

template <class N> inline constexpr bool is_rank_tensor = false;
template <class T, extent... E> inline constexpr bool is_rank_tensor<mpi::tensor<T, E...>> = true;
template <class N>
concept rank_owner = is_rank_tensor<bare<N>>;

template <class T, extent... E> inline constexpr bool is_stored<mpi::tensor<T, E...>> = true;
template <class T, extent... E>
inline constexpr place leaf_place<mpi::tensor<T, E...>> = place::ranks;
template <class T, extent... E> inline constexpr bool owns_memory<mpi::tensor<T, E...>> = true;

template <class V> inline constexpr bool is_rank_view = false;
template <class S, auto X>
inline constexpr bool is_rank_view<stored_view<S, X>> = S::where == place::ranks;

// Expressions hold a view of a tensor, which keeps its memory.
template <operand A, class Beside>
  requires rank_owner<A>
struct hold_of<A, Beside> {
  using type = typename bare<A>::const_view;
};

template <rank_owner Self> struct gather_source<Self> {
  using type = std::conditional_t<std::is_const_v<std::remove_reference_t<Self>>,
                                  typename bare<Self>::const_view, typename bare<Self>::own_view>;
};
template <class Self, auto Code>
  requires(stored_array<Self> && rank_owner<Self>)
struct slice_by<Self, Code, false> {
  using whole = typename gather_source<Self>::type;
  using slice = slice_by<const whole&, Code, false>;
  using type = typename slice::type;
  static constexpr bool known = false;
  template <class S> static type get(S&& self, const encoded<Code>& items) {
    return slice::get(whole(self), items);
  }
};

/// A tensor over ranks, or a view of one.
template <class A>
concept rank_memory = rank_owner<A> || is_rank_view<bare<A>>;
// A permutation of axes is also a view, so its elements can be written.
template <rank_memory A, auto Map> struct move_call<A, Map> {
  static constexpr bool accepted = true;
  using whole = typename gather_source<A>::type;
  using type = stored_view<typename whole::store_type, moved_shape<whole::extents, Map>()>;
  static type run(A&& a) {
    check_dropped<extents_of<A>, Map>(a);
    const whole v(a);
    const auto refs = moved<whole, Map>::source_refs(straight_refs<Map.rank()>());
    return type(v.stored(), compose(v.refs(), refs), moved_values<Map>(a.shape(), index{1}));
  }
};

/// Why an assignment on ranks is refused.
template <class Op, class Target, class E> struct rank_assign_verdict {
  using first = assign_verdict<Op, Target, E>;
  static constexpr bool read_only = [] {
    if constexpr (is_rank_view<Target>)
      return std::is_const_v<typename Target::store_type>;
    else
      return false;
  }();
  static constexpr bool readable =
      place_of<bare<E>> == place::host || place_of<bare<E>> == place::ranks;
  static constexpr bool accepted = !read_only && first::accepted && readable;
  static constexpr message text() {
    if (read_only)
      return message("stria: this is a view of a const tensor and cannot be written; take a view "
                     "of a tensor that is not const");
    if constexpr (!first::accepted)
      return first::text();
    return message(
        "stria: a tensor over ranks is computed from tensors over ranks and tensors that "
        "every rank holds; copy other operands to the host first: to_host(c) from a "
        "device, eval(a) from a file");
  }
};

/// The assignment to a tensor, which adopts the shape of the expression.
template <class Target, class E> struct rank_tensor_assignment {
  static constexpr bool accepted = true;
  using type = Target&;

  template <bool = true> static type run(Target& target, const std::remove_reference_t<E>& e) {
    if constexpr (!operand<E>) {
      rank_loops::run<assign_op>(target.whole(), hold_t<E, Target>(e));
    } else {
      const auto sizes = tensor_sizes<Target>(e);
      if (sizes == target.shape()) {
        rank_loops::run<assign_op>(target.whole(), e);
      } else {
        Target fresh(target.stored()->rows().job(), sizes);
        rank_loops::run<assign_op>(fresh.whole(), e);
        target = std::move(fresh);
      }
    }
    return target;
  }
  template <bool = true>
  static void ask(Target&, const std::remove_reference_t<E>& e, chosen_route& found) {
    if constexpr (operand<E>)
      static_cast<void>(tensor_sizes<Target>(e));
    found.way = route::backend;
  }
};
/// An update of a tensor, as one of its view.
template <class Op, class Target, class E> struct rank_tensor_update {
  static constexpr bool accepted = true;
  using type = Target&;
  using of_view = back_end_assignment<Op, typename Target::own_view, E>;

  template <bool = true> static type run(Target& target, const std::remove_reference_t<E>& e) {
    auto whole = target.whole();
    of_view::run(whole, e);
    return target;
  }
  template <bool = true>
  static void ask(Target& target, const std::remove_reference_t<E>& e, chosen_route& found) {
    auto whole = target.whole();
    of_view::ask(whole, e, found);
  }
};

template <bool Accepted, class Op, class Target, class E>
struct rank_assigned : refused_call<rank_assign_verdict<Op, Target, E>> {};
template <class Op, class Target, class E>
struct rank_assigned<true, Op, Target, E> : back_end_assignment<Op, Target, E> {};
template <class Op, rank_owner Target, class E>
struct rank_assigned<true, Op, Target, E> : rank_tensor_update<Op, Target, E> {};
template <rank_owner Target, class E>
struct rank_assigned<true, assign_op, Target, E> : rank_tensor_assignment<Target, E> {};

template <class Op, class T, extent... X, class E>
  requires(!is_refused<bare<E>>)
struct assigned<Op, mpi::tensor<T, X...>, E>
    : rank_assigned<rank_assign_verdict<Op, mpi::tensor<T, X...>, E>::accepted, Op,
                    mpi::tensor<T, X...>, E> {};
template <class Op, class S, auto X, class E>
  requires(!is_refused<bare<E>> && S::where == place::ranks)
struct assigned<Op, stored_view<S, X>, E>
    : rank_assigned<rank_assign_verdict<Op, stored_view<S, X>, E>::accepted, Op, stored_view<S, X>,
                    E> {};

/// Refuses element types that cannot be sent as bytes, and tensors without axes.
template <class T, std::size_t R> struct rank_tensor_verdict {
  static constexpr bool accepted = std::is_trivially_copyable_v<T> && R > 0;
  static constexpr message text() {
    return R == 0
               ? message("stria: a tensor over ranks has at least one axis, along which its rows "
                         "are divided")
               : message("stria: the elements of a tensor over ranks are sent as bytes; they "
                         "must be trivially copyable, as numbers are");
  }
};

} // namespace detail

namespace mpi {

/// A tensor whose rows, along axis 0, are divided among the ranks of a world in blocks.
///
/// Every rank of the world makes the same statements. In a statement, each rank computes the rows
/// of the target that it has, and receives from others only the elements that these rows need.
/// Host tensors in a statement have the same values on every rank.
///
/// \numpy        `dask.array`, `legate.numpy.ndarray`
/// \usage        `mpi::tensor<float, dyn, dyn> u(world, n, m);`
template <class T, extent... E>
class tensor : public stria::detail::subscriptable_owner<tensor<T, E...>>,
               public stria::detail::assignable_owner<tensor<T, E...>> {
  static constexpr std::size_t R = sizeof...(E);
  using verdict = stria::detail::rank_tensor_verdict<T, R>;
  static_assert(std::is_trivially_copyable_v<T>,
                "stria: the elements of a tensor over ranks are sent as bytes; they must be "
                "trivially copyable, as numbers are");
  static_assert(R > 0, "stria: a tensor over ranks has at least one axis, along which its rows are "
                       "divided");

public:
  using value_type = T;
  using back_end = stria::detail::rank_loops;
  static constexpr static_shape<R> extents = stria::detail::shape_of<E...>();
  /// The number of axes.
  static constexpr index_t rank = static_cast<index_t>(R);
  using ready = std::false_type;
  static constexpr auto how = stria::detail::computation::first;
  using store_type = stria::detail::rank_store<T, R>;
  using own_view = stria::detail::stored_view<store_type, extents>;
  using const_view = stria::detail::stored_view<const store_type, extents>;

private:
  std::shared_ptr<store_type> store_;

  using sizes_t = std::array<index_t, R>;
  template <class... S> static sizes_t sizes_from(S... sizes) {
    const index_t given[] = {stria::detail::size_value(sizes)..., 0};
    sizes_t s = extents.sizes();
    std::size_t next = 0;
    for (index_t& n : s)
      n = n < 0 ? given[next++] : n;
    static_cast<void>(stria::detail::checked_count(s.data(), R));
    stria::detail::check_names<extents>(s);
    return s;
  }

public:
  /// Zeros, with the sizes of the dynamic extents in their order. The first ranks have one row more
  /// than the last ones if the rows cannot be divided evenly. value_error for a negative size or a
  /// shape that is too large.
  template <stria::detail::size_item... S>
    requires(sizeof...(S) == extents.dynamic_count())
  explicit tensor(const world& w, S... sizes)
      : tensor(stria::detail::world_access::job(w), sizes_from(sizes...)) {}
  /// Zeros, with given numbers of rows on each rank. value_error unless their sum is the size of
  /// axis 0.
  template <class... S>
    requires(sizeof...(S) == extents.dynamic_count() + 1)
  explicit tensor(const world& w, S... sizes_and_counts)
      : tensor(w, std::tuple(sizes_and_counts...), std::make_index_sequence<sizeof...(S) - 1>()) {}
  /// Zeros. For internal use.
  tensor(stria::detail::mpi_job_ptr job, const sizes_t& sizes)
      : store_(std::make_shared<store_type>(job, sizes,
                                            stria::detail::even_blocks(sizes[0], job->size))) {}

  /// The values of an expression of tensors over ranks.
  template <stria::detail::rank_operand X>
    requires(!std::same_as<std::remove_cvref_t<X>, tensor> &&
             stria::detail::assigned<stria::detail::assign_op, tensor, X>::accepted)
  tensor(const X& x) : tensor(stria::detail::job_of(x), stria::detail::tensor_sizes<tensor>(x)) {
    stria::detail::rank_loops::run<stria::detail::assign_op>(whole(), x);
  }
  /// The values of a tensor or an expression that every rank holds.
  template <stria::detail::operand X>
    requires(stria::detail::place_of<X> == stria::detail::place::host &&
             stria::detail::assigned<stria::detail::assign_op, tensor, X>::accepted)
  tensor(const world& w, const X& x)
      : tensor(stria::detail::world_access::job(w), stria::detail::tensor_sizes<tensor>(x)) {
    stria::detail::rank_loops::run<stria::detail::assign_op>(whole(), x);
  }
  template <stria::detail::operand X,
            class Because = stria::detail::refusal_where<
                !stria::detail::assigned<stria::detail::assign_op, tensor, X>::accepted,
                stria::detail::rank_assign_verdict<stria::detail::assign_op, tensor, X>>>
    requires(!std::same_as<std::remove_cvref_t<X>, tensor>)
  tensor(X&&) = delete;

  /// A copy with rows on the same ranks.
  tensor(const tensor& other) : store_(other.empty_copy()) { copy_own(other); }
  /// The tensor that is moved from can only be assigned a tensor, or be destroyed.
  tensor(tensor&& other) noexcept = default;
  /// Copies the elements, also if the ranks have other rows. The shape becomes that of `other`.
  tensor& operator=(const tensor& other) & {
    if (store_ && shape() == other.shape())
      stria::detail::rank_loops::run<stria::detail::assign_op>(whole(), other.whole());
    else
      *this = tensor(other);
    return *this;
  }
  tensor& operator=(tensor&& other) & noexcept = default;
  ~tensor() = default;

  /// Assigns the values of an expression and, in dynamic extents, its shape; a scalar fills the
  /// existing shape. Of a host tensor, each rank takes its rows.
  template <class X>
      auto operator=(X&& x) &
      STRIA_RUN_OR_REFUSE((stria::detail::assigned<stria::detail::assign_op, tensor, X>), *this, x);
  STRIA_LVALUE_TARGET;

  /// The sizes of the axes of the whole tensor.
  axis_array<R> shape() const { return {store_->sizes()}; }
  /// The size of axis k; a negative k counts from the end. index_error if k is out of range.
  index_t extent(index_t k) const {
    return shape()[static_cast<std::size_t>(stria::detail::checked_axis(k, rank))];
  }
  /// The number of elements of the whole tensor.
  index_t size() const { return stria::detail::count_elements(shape()); }

  /// A view of the rows of this rank, which the program can read and write like any other view. It
  /// is valid as long as the tensor.
  auto local() & { return local_view<T>(); }
  /// A read-only view of the rows of this rank.
  auto local() const& { return local_view<const T>(); }
  /// \internal
  auto local() && = delete;
  /// The number, in the whole tensor, of the first row of this rank.
  index_t first_row() const { return store_->rows().first(store_->rows().me()); }

  /// \internal
  own_view whole() { return own_view(store_); }
  /// \internal
  const_view whole() const { return const_view(store_); }
  /// \internal
  operator own_view() { return whole(); }
  /// \internal
  operator const_view() const { return whole(); }
  /// \internal
  const std::shared_ptr<store_type>& stored() const { return store_; }
  /// \internal
  static constexpr auto refs() { return stria::detail::straight_refs<R>(); }
  /// \internal
  auto over() const { return whole(); }
  /// \internal
  auto prepared() const { return back_end::values(whole()); }

private:
  template <class All, std::size_t... K>
  tensor(const world& w, const All& all, std::index_sequence<K...>)
      : tensor(stria::detail::world_access::job(w), sizes_from(std::get<K>(all)...),
               std::get<sizeof...(K)>(all)) {}
  tensor(const stria::detail::mpi_job_ptr& job, const sizes_t& sizes, const row_counts& counts)
      : store_(std::make_shared<store_type>(
            job, sizes, stria::detail::given_blocks(sizes[0], job->size, counts))) {}
  template <class V> auto local_view() const {
    constexpr auto layout = stria::detail::row_major([] {
      auto x = extents;
      x[0] = stria::detail::unknown_shape<1>()[0];
      return x;
    }());
    const auto n = store_->own_sizes();
    return stria::view<V, layout>(store_->own(), stria::detail::count_elements(n),
                                  {0, n, stria::detail::row_major_strides(n)});
  }
  std::shared_ptr<store_type> empty_copy() const {
    const auto& rows = store_->rows();
    return std::make_shared<store_type>(rows.job(), store_->sizes(), rows.blocks());
  }
  void copy_own(const tensor& other) {
    const auto n = static_cast<std::size_t>(stria::detail::count_elements(store_->own_sizes()));
    std::copy_n(other.store_->own(), n, store_->own());
  }
};

} // namespace mpi

namespace detail {

template <class T, auto Shape, class Seq = std::make_index_sequence<Shape.rank()>>
struct rank_tensor_of;
template <class T, auto Shape, std::size_t... K>
struct rank_tensor_of<T, Shape, std::index_sequence<K...>> {
  using type = mpi::tensor<T, Shape[K]...>;
};
// Without axes, every rank has the value.
template <class T, auto Shape> struct rank_tensor_of<T, Shape, std::index_sequence<>> {
  using type = tensor<T>;
};
template <class E> using rank_value = typename rank_tensor_of<value_t<E>, extents_of<E>>::type;

} // namespace detail

/// The values of an expression of tensors over ranks, as a new tensor over ranks. An expression
/// without axes gives its value, on all ranks. NumPy: `np.array(e)`.
template <detail::rank_operand E> detail::rank_value<E> eval(const E& e) {
  if constexpr (detail::rank_of<E> == 0)
    return detail::everywhere(e);
  else
    return detail::rank_value<E>(e);
}

/// Copies a tensor over ranks, or the values of an expression of such tensors, to one rank. All
/// ranks make the call.
///
/// \param e      an operand over ranks, of any shape
/// \param rank   the rank that receives the values
/// \returns      a tensor with dynamic extents: the values on that rank, and an empty tensor on
///               others. An operand without axes is a value on that rank, and zero on others
/// \throws       index_error if there is no such rank
/// \complexity   O(n); the rank needs memory for all elements
/// \numpy        `u.compute()` of Dask
/// \usage        `tensor<float, dyn, dyn> whole = gather_to(u, 0)`
template <detail::rank_operand E> auto gather_to(const E& e, int rank) {
  using namespace detail;
  constexpr std::size_t R = rank_of<E>;
  const auto job = job_of(e);
  if (rank < 0 || rank >= job->size)
    raise<index_error>(message("stria: gather_to: there is no rank ")
                       << rank << " among " << job->size << " ranks");
  rank_regions<R> regions(static_cast<std::size_t>(job->size));
  regions[static_cast<std::size_t>(rank)] = whole_region(std::array<index, R>(e.shape()));
  return with_prepared(
      e, [&](const auto& prepared) { return fetched_values(*job, prepared, regions); });
}

} // namespace stria
