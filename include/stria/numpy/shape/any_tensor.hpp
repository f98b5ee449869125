// SPDX-License-Identifier: BSL-1.0
// numpy/shape/any_tensor.hpp: any_tensor, a tensor whose rank is known only at run time.
// Tests: tests/tensor/any_tensor.cpp.
#pragma once

#include <stria/assign/assign.hpp>
#include <stria/base/refuse.hpp>
#include <stria/tensor/foreign.hpp>
#include <stria/tensor/strided_view.hpp>
#include <stria/tensor/tensor.hpp>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stria {

template <class T> class any_tensor;

namespace detail {

template <class X> inline constexpr bool is_any_tensor = false;
template <class T> inline constexpr bool is_any_tensor<any_tensor<T>> = true;

/// The strides of contiguous elements. If `first_contiguous`, the first axis has stride 1;
/// otherwise the last one has.
inline std::vector<index> strides_in_order(const std::vector<index>& sizes, bool first_contiguous) {
  std::vector<index> s(sizes.size());
  // `step` can overflow only if there are no elements.
  std::size_t step = 1;
  for (std::size_t n = 0; n < sizes.size(); ++n) {
    const std::size_t k = first_contiguous ? n : sizes.size() - 1 - n;
    s[k] = static_cast<index>(step);
    step *= static_cast<std::size_t>(sizes[k]);
  }
  return s;
}

/// The parts of an any_tensor: its sizes and strides, and the location of its elements.
template <class T> struct any_place {
  std::shared_ptr<const void> keeper;
  T* base;
  index storage_size, offset;
  std::vector<index> sizes, strides;

  /// Sets base, storage_size and offset for foreign memory that begins at `first` (null if there
  /// are no elements). `sizes` and `strides` must be set and must describe elements that fit into
  /// memory. The stride of an axis with at most one position is not used and may have any value; a
  /// value that a layout cannot hold becomes 1.
  void begin_at(T* first) {
    for (std::size_t k = 0; k < sizes.size(); ++k)
      if ((first == nullptr || sizes[k] <= 1) && !is_idle_stride(strides[k]))
        strides[k] = 1;
    const memory_reach reach = reach_in_memory(sizes, strides, static_cast<index>(sizeof(T)));
    base = first == nullptr ? nullptr : first + reach.low;
    storage_size = first == nullptr ? 0 : reach.high - reach.low + 1;
    offset = first == nullptr ? 0 : -reach.low;
  }
};

[[noreturn]] [[gnu::cold]] inline void raise_any_reach(const std::vector<index>& sizes,
                                                       const std::vector<index>& strides) {
  message m("stria: any_tensor: the shape ");
  say_shape(m, sizes);
  m << " with the strides ";
  say_shape(m, strides);
  raise<value_error>(m << " extends beyond the address space");
}

template <class T, std::size_t R> using any_view_t = view<T, strided_layout(unknown_shape<R>())>;

template <std::size_t R> std::array<index, R> first_sizes(const std::vector<index>& v) {
  std::array<index, R> a{};
  for (std::size_t k = 0; k < R; ++k)
    a[k] = v[k];
  return a;
}

} // namespace detail

/// A tensor whose rank is known only at run time, as read from a file or received from another
/// library.
///
/// It shares ownership of its elements with its copies, as NumPy arrays do; copy() makes a separate
/// tensor. The strides are arbitrary. `any_tensor<const T>` is read-only. It has no arithmetic. For
/// arithmetic, get a view with visit_rank() or rank_cast<N>().
///
/// \tparam T   the element type
/// \numpy      `np.ndarray`
/// \usage      `any_tensor<float> a({2, 3});`
/// \see        visit_rank, rank_cast, any_array
template <class T> class any_tensor : public operators::run_time_tensor_base {
  using element = std::remove_const_t<T>;

  std::shared_ptr<const void> keeper_{};
  T* base_ = nullptr;
  index storage_size_ = 0, offset_ = 0;
  std::vector<index> sizes_{}, strides_{};

  void exchange(any_tensor& other) {
    std::swap(keeper_, other.keeper_);
    std::swap(base_, other.base_);
    std::swap(storage_size_, other.storage_size_);
    std::swap(offset_, other.offset_);
    std::swap(sizes_, other.sizes_);
    std::swap(strides_, other.strides_);
  }
  template <class Tensor> void keep(std::shared_ptr<Tensor> t) {
    const auto n = t->shape();
    const auto s = t->strides();
    sizes_.assign(n.begin(), n.end());
    strides_.assign(s.begin(), s.end());
    base_ = t->data();
    storage_size_ = t->size();
    keeper_ = std::move(t);
  }

public:
  /// The element type, without const.
  using value_type = element;

  /// An empty tensor, of shape (0,).
  any_tensor() : sizes_{0}, strides_{1} {}
  any_tensor(const any_tensor&) = default;
  /// Takes the memory of `other`, which becomes empty.
  any_tensor(any_tensor&& other) : any_tensor() { exchange(other); }
  any_tensor& operator=(const any_tensor&) & = default;
  any_tensor& operator=(any_tensor&& other) & {
    if (this != &other) {
      any_tensor taken(std::move(other));
      exchange(taken);
    }
    return *this;
  }
  // Better matches than the refusal of const objects.
  template <class X>
    requires(std::is_convertible_v<X, any_tensor> &&
             !std::is_same_v<std::remove_cvref_t<X>, any_tensor>)
  any_tensor& operator=(X&& x) & {
    return *this = any_tensor(static_cast<X&&>(x));
  }
  STRIA_LVALUE_TARGET;

  /// A tensor of zeros.
  /// \param shape the size of each axis
  /// \throws      value_error for a negative size or too many elements
  /// \numpy       `np.zeros(shape)`
  /// \usage       `any_tensor<float>({2, 3})`
  explicit any_tensor(std::vector<index> shape)
    requires(!std::is_const_v<T>)
      : sizes_(std::move(shape)), strides_(detail::strides_in_order(sizes_, false)) {
    auto t = std::make_shared<tensor<element, dyn>>(detail::count_or_raise(sizes_));
    base_ = t->data();
    storage_size_ = t->size();
    keeper_ = std::move(t);
  }

  /// Takes over the elements of a tensor that is moved in; copies the values of any other operand.
  template <detail::operand X>
    requires detail::constructed<dtensor<element, detail::rank_of<X>>, X>::accepted
  any_tensor(X&& x) {
    using source = std::remove_cvref_t<X>;
    if constexpr (detail::tensor_operand<X> && !std::is_lvalue_reference_v<X> &&
                  !std::is_const_v<std::remove_reference_t<X>> &&
                  std::same_as<detail::value_t<X>, element>)
      keep(std::make_shared<source>(std::move(x)));
    else
      keep(std::make_shared<typename detail::tensor_of<element, detail::extents_of<X>>::type>(
          static_cast<X&&>(x)));
  }

  /// Shares a tensor with other owners.
  /// \throws     value_error if the pointer is null
  template <detail::tensor_operand X>
    requires(std::same_as<std::remove_const_t<detail::value_t<X>>, element> &&
             (std::is_const_v<T> || !std::is_const_v<X>))
  any_tensor(std::shared_ptr<X> t) {
    if (t == nullptr)
      raise<value_error>(detail::message("stria: any_tensor: the pointer to the tensor is null"));
    keep(std::move(t));
  }

  /// Refers to the elements of a view; `keeper` keeps them alive.
  /// \usage      `any_tensor<float>(v, shared)`
  template <class U, auto L, class Keeper>
    requires(std::same_as<U, T> || std::same_as<const U, T>)
  any_tensor(const view<U, L>& v, std::shared_ptr<Keeper> keeper)
      : keeper_(std::move(keeper)), base_(v.base()),
        storage_size_(detail::member_access::storage_size(v)), offset_(v.offset()) {
    const auto n = v.shape();
    const auto s = v.strides();
    sizes_.assign(n.begin(), n.end());
    strides_.assign(s.begin(), s.end());
  }

  /// Refers to memory that the any_tensor does not own.
  ///
  /// The memory must outlive the any_tensor, its copies and its views, unless `keeper`, a
  /// shared_ptr, keeps it alive.
  ///
  /// \param first   pointer to the element whose subscripts are all 0
  /// \param shape   the size of each axis
  /// \param strides the stride of each axis in elements (default: row-major order)
  /// \param keeper  a shared_ptr that keeps the memory alive
  /// \throws        value_error if a size is negative, if the number of strides differs from the
  ///                number of axes, if shape and strides extend beyond the address space, or if the
  ///                pointer is null and there are elements
  /// \numpy         `np.lib.stride_tricks.as_strided(a, shape, strides)`, with strides in bytes
  /// \usage         `any_tensor<float>(p, {2, 3}, {1, 2})`
  any_tensor(T* first, std::vector<index> shape)
      : any_tensor(first, std::move(shape), {}, nullptr, false) {}
  /// Refers to memory with the given strides.
  any_tensor(T* first, std::vector<index> shape, std::vector<index> strides)
      : any_tensor(first, std::move(shape), std::move(strides), nullptr, true) {}
  /// Refers to memory in row-major order that `keeper` keeps alive.
  template <class Keeper>
  any_tensor(T* first, std::vector<index> shape, std::shared_ptr<Keeper> keeper)
      : any_tensor(first, std::move(shape), {}, std::move(keeper), false) {}
  /// Refers to memory with the given strides that `keeper` keeps alive.
  template <class Keeper>
  any_tensor(T* first, std::vector<index> shape, std::vector<index> strides,
             std::shared_ptr<Keeper> keeper)
      : any_tensor(first, std::move(shape), std::move(strides), std::move(keeper), true) {}

  /// A read-only any_tensor that shares the elements of `other`.
  template <class U>
    requires std::same_as<const U, T>
  any_tensor(const any_tensor<U>& other) : any_tensor(other.template place<T>()) {}

  /// \internal
  any_tensor(detail::any_place<T> p)
      : keeper_(std::move(p.keeper)), base_(p.base), storage_size_(p.storage_size),
        offset_(p.offset), sizes_(std::move(p.sizes)), strides_(std::move(p.strides)) {}
  /// \internal
  template <class U> detail::any_place<U> place() const {
    return {keeper_, base_, storage_size_, offset_, sizes_, strides_};
  }

  /// Number of axes.
  /// \numpy      `a.ndim`
  index rank() const { return static_cast<index>(sizes_.size()); }
  /// Size of each axis.
  /// \numpy      `a.shape`
  const std::vector<index>& shape() const { return sizes_; }
  /// Stride of each axis, in elements.
  /// \numpy      `a.strides`, which are in bytes
  const std::vector<index>& strides() const { return strides_; }
  /// Size of axis k.
  /// \param k    the axis; a negative number counts from the end
  /// \throws     index_error if there is no such axis
  /// \numpy      `a.shape[k]`
  index extent(index k) const {
    return sizes_[static_cast<std::size_t>(detail::checked_axis(k, rank()))];
  }
  /// Number of elements.
  /// \numpy      `a.size`
  index size() const { return detail::count_elements(sizes_); }
  /// Pointer to the first element.
  T* data() const { return base_ + offset_; }
  /// Whether the elements are contiguous in row-major order.
  /// \numpy      `a.flags.c_contiguous`
  bool is_contiguous() const {
    if (size() == 0)
      return true;
    const std::vector<index> packed = detail::strides_in_order(sizes_, false);
    for (std::size_t k = 0; k < sizes_.size(); ++k)
      if (sizes_[k] > 1 && strides_[k] != packed[k])
        return false;
    return true;
  }
  /// The whole storage that the elements are a part of.
  std::span<T> storage() const { return {base_, static_cast<std::size_t>(storage_size_)}; }
  /// The owner of the elements; null if the any_tensor does not keep them alive.
  const std::shared_ptr<const void>& keeper() const { return keeper_; }

  /// A copy of the elements, contiguous in row-major order and not shared.
  /// \complexity O(n), allocates the result
  /// \numpy      `a.copy()`
  any_tensor<element> copy() const {
    auto t = std::make_shared<tensor<element, dyn>>(std::array{size()}, detail::uninitialized_t{});
    element* to = t->data();
    if (t->size() > 0)
      copy_axes(0, data(), to);
    return detail::any_place<element>{t, t->data(), t->size(),
                                      0, sizes_,    detail::strides_in_order(sizes_, false)};
  }

  /// \internal A view of rank R, which the caller has checked.
  template <std::size_t R> detail::any_view_t<T, R> ranked() const {
    return {base_,
            storage_size_,
            {0, detail::first_sizes<R>(sizes_), detail::first_sizes<R>(strides_)},
            offset_};
  }

private:
  any_tensor(T* first, std::vector<index> shape, std::vector<index> strides,
             std::shared_ptr<const void> keeper, bool strided)
      : keeper_(std::move(keeper)), sizes_(std::move(shape)), strides_(std::move(strides)) {
    detail::any_place<T> p{nullptr, nullptr, 0, 0, std::move(sizes_), std::move(strides_)};
    const bool empty = detail::count_or_raise(p.sizes) == 0;
    if (!strided)
      p.strides = detail::strides_in_order(p.sizes, false);
    if (p.strides.size() != p.sizes.size())
      raise<value_error>(detail::message("stria: any_tensor: ")
                         << p.strides.size() << " strides for a shape of " << p.sizes.size()
                         << " axes; there is one stride for each axis");
    if (!detail::reach_in_memory(p.sizes, p.strides, static_cast<index>(sizeof(T))).fits)
      detail::raise_any_reach(p.sizes, p.strides);
    if (first == nullptr && !empty)
      raise<value_error>(detail::message("stria: any_tensor: the pointer is null"));
    p.begin_at(empty ? nullptr : first);
    base_ = p.base;
    storage_size_ = p.storage_size;
    offset_ = p.offset;
    sizes_ = std::move(p.sizes);
    strides_ = std::move(p.strides);
  }
  void copy_axes(std::size_t axis, const T* from, element*& to) const {
    if (axis == sizes_.size()) {
      *to++ = *from;
      return;
    }
    const index n = sizes_[axis], step = strides_[axis];
    if (axis + 1 == sizes_.size() && step == 1) {
      to = std::copy_n(from, n, to);
      return;
    }
    for (index i = 0; i < n; ++i)
      copy_axes(axis + 1, from + i * step, to);
  }
};

template <detail::operand X> any_tensor(X&&) -> any_tensor<detail::value_t<X>>;
template <class X> any_tensor(std::shared_ptr<X>) -> any_tensor<detail::value_t<X>>;
template <class T, auto L, class Keeper>
any_tensor(view<T, L>, std::shared_ptr<Keeper>) -> any_tensor<T>;

namespace detail {

[[noreturn]] [[gnu::cold]] inline void
raise_rank(std::string_view call, const std::vector<index>& sizes, std::size_t wanted) {
  message m("stria: ");
  m << call << ": the tensor has the rank " << sizes.size() << ", not " << wanted << " (shape ";
  say_shape(m, sizes);
  raise<shape_error>(m << ')');
}
[[noreturn]] [[gnu::cold]] inline void raise_unvisited(std::size_t rank, std::size_t from,
                                                       std::size_t to) {
  raise<value_error>(message("stria: visit_rank: the tensor has the rank ")
                     << rank << ", but the function is called for ranks " << from << " to " << to
                     << "; visit_rank<from, to>(a, f) sets other limits");
}
[[noreturn]] [[gnu::cold]] inline void raise_not_taken(std::size_t rank) {
  raise<value_error>(message("stria: visit_rank: the function does not accept a view of rank ")
                     << rank);
}

/// The result type of a call that a function does not accept.
struct none {};
template <class... R> struct results_in_common {
  static constexpr bool same = true;
  using type = none;
};
template <class... R> struct results_in_common<none, R...> : results_in_common<R...> {};
template <class First, class... R>
  requires(!std::is_same_v<First, none>)
struct results_in_common<First, R...> {
  static constexpr bool same = ((std::is_same_v<R, First> || std::is_same_v<R, none>) && ...);
  using type = First;
};

template <class F, class... A> struct result_of_call {
  using type = none;
};
template <class F, class... A>
  requires std::is_invocable_v<F&, A...>
struct result_of_call<F, A...> {
  using type = std::invoke_result_t<F&, A...>;
};

/// The element type of the first operand among the types R, or void if there is none.
template <class... R> struct element_of_first {
  using type = void;
};
template <class First, class... R> struct element_of_first<First, R...> : element_of_first<R...> {};
template <operand First, class... R> struct element_of_first<First, R...> {
  using type = value_t<First>;
};
/// Whether R is an operand with elements of type V, or is V itself, which a reduction over all axes
/// returns. Also true for `none`.
template <class R, class V>
inline constexpr bool is_tensor_of = std::is_same_v<R, none> || std::is_same_v<R, V>;
template <operand R, class V>
inline constexpr bool is_tensor_of<R, V> = std::is_same_v<value_t<R>, V>;

template <class... R> struct element_in_common {
  using first = typename element_of_first<R...>::type;
  using type = std::conditional_t<(is_tensor_of<R, first> && ...), first, void>;
};

template <std::size_t From, class T, class F, class Seq> struct rank_results;
template <std::size_t From, class T, class F, std::size_t... K>
struct rank_results<From, T, F, std::index_sequence<K...>> {
  using common = results_in_common<typename result_of_call<F, any_view_t<T, From + K>>::type...>;
  using element = typename element_in_common<
      typename result_of_call<F, any_view_t<T, From + K>>::type...>::type;
};

template <std::size_t From, std::size_t To, class T, class F> struct visit_verdict {
  static constexpr bool ordered = From <= To && To <= 64;
  using results = rank_results<From, T, F, std::make_index_sequence<ordered ? To - From + 1 : 0>>;
  static constexpr bool callable = !std::is_same_v<typename results::common::type, none>;
  static constexpr bool alike = results::common::same || !std::is_void_v<typename results::element>;
  static constexpr bool accepted = ordered && callable && alike;
  static constexpr message text() {
    if (!ordered)
      return message("stria: visit_rank<from, to>: `from` must not exceed `to`, and "
                     "`to` is at most 64");
    if (!callable)
      return message("stria: visit_rank: the function does not accept a view of any rank from ")
             << From << " to " << To;
    return message("stria: visit_rank: the function returns different types for different ranks, "
                   "and they are not all tensors of one element type");
  }
};
template <std::size_t From, std::size_t To, class T, class F> struct visit_call {
  using results = typename visit_verdict<From, To, T, F>::results;
  static constexpr bool same = results::common::same;
  template <bool Same, class R> struct chosen {
    using type = typename R::common::type;
  };
  template <class R> struct chosen<false, R> {
    using type = any_tensor<typename R::element>;
  };
  using type = typename chosen<same, results>::type;
  static constexpr bool accepted = true;

  template <class V> static type converted(F& f, V v) {
    using result = std::invoke_result_t<F&, V>;
    if constexpr (same || operand<result>)
      return static_cast<type>(f(v));
    else
      return tensor<typename results::element>(f(v));
  }
  template <std::size_t R = From> static type run(const any_tensor<T>& a, F& f) {
    const auto rank = static_cast<std::size_t>(a.rank());
    if constexpr (R <= To) {
      if (rank == R) {
        if constexpr (std::is_invocable_v<F&, any_view_t<T, R>>)
          return converted(f, a.template ranked<R>());
        else
          raise_not_taken(rank);
      }
      return run<R + 1>(a, f);
    } else {
      raise_unvisited(rank, From, To);
    }
  }
};
/// Refuses an operand whose rank is known at compile time.
template <fixed_string Name> struct known_rank_verdict {
  static constexpr message text() {
    return message("stria: ") << Name.view()
                              << " is for an any_tensor; the rank of this operand is known";
  }
};
template <std::size_t From, std::size_t To, class T, class F>
struct visit_result : judged_call<visit_verdict<From, To, T, F>, visit_call<From, To, T, F>> {};

} // namespace detail

/// Calls a function with a view of an any_tensor. The type of the view contains the rank.
///
/// \tparam From the lowest rank (default 0)
/// \tparam To   the highest rank (default 8, at most 64)
/// \param a     the tensor
/// \param f     a callable; it is compiled for each rank that it accepts
/// \returns     the result of f. If f returns tensors and expressions of one element type but of
///              different types, the result is an any_tensor
/// \throws      value_error if the rank of `a` is less than From or greater than To, or if f does
///              not accept a view of that rank
/// \refuses     a function that accepts no rank, and a function whose results have different types,
///              unless all results are tensors or expressions of one element type; a From greater
///              than To, and a To above 64
/// \complexity  one call of f; nothing is copied
/// \numpy       none
/// \usage       `visit_rank<1, 4>(a, [](auto v) { return mean(v); })`
/// \see         rank_cast
template <std::size_t From = 0, std::size_t To = 8, class T, class F>
auto visit_rank(const any_tensor<T>& a, F&& f)
    STRIA_RUN_OR_REFUSE((detail::visit_result<From, To, T, std::remove_reference_t<F>>), a, f);
template <std::size_t From = 0, std::size_t To = 8,
          class V = detail::known_rank_verdict<"visit_rank">>
detail::said_of_not_ours<V> visit_rank(detail::ours, detail::whatever);

/// Returns a view of rank N of an any_tensor.
///
/// The any_tensor, or a copy of it, must outlive the view.
///
/// \tparam N   the rank
/// \param a    the tensor
/// \returns    a view of rank N with dynamic extents and strides
/// \throws     shape_error if `a` has another rank
/// \complexity O(N), nothing is copied
/// \numpy      none
/// \usage      `auto m = rank_cast<2>(a);`
/// \see        visit_rank
template <std::size_t N, class T>
detail::any_view_t<T, N> rank_cast(const any_tensor<T>& a STRIA_LIFETIMEBOUND) {
  if (a.rank() != static_cast<index>(N))
    detail::raise_rank("rank_cast", a.shape(), N);
  return a.template ranked<N>();
}
/// Copies the elements of a temporary any_tensor into a tensor, as in
/// `rank_cast<2>(load_npy_any<float>(path))`.
template <std::size_t N, class T> dtensor<std::remove_const_t<T>, N> rank_cast(any_tensor<T>&& a) {
  return rank_cast<N>(std::as_const(a));
}
template <std::size_t N, class V = detail::known_rank_verdict<"rank_cast">>
detail::said_of_not_ours<V> rank_cast(detail::ours);

} // namespace stria
