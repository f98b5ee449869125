// SPDX-License-Identifier: BSL-1.0
// numpy/shape/as_view.hpp: as_view, which makes a view of memory that the library does not own.
// Tests: tests/tensor/as_view.cpp.
#pragma once

#include <stria/arguments/sizes.hpp>
#include <stria/base/refuse.hpp>
#include <stria/tensor/storage_order.hpp>
#include <stria/tensor/strided_view.hpp>

#include <span>

namespace stria {

namespace detail {

/// Whether a header in interop/ overloads as_view for X.
template <class X> inline constexpr bool has_own_view = false;

// --- the memory ---

/// The axes that elements of type T add to a view: one for each level of nested arrays. `type` is
/// the innermost element type.
template <class T> struct rows_in_element {
  using type = T;
  static constexpr bool flat = true;
  static constexpr static_shape<0> shape{{extent::make(0)}};
  static constexpr index count = 1;
};
template <std::size_t N, class Inner> struct row_of {
  using type = typename Inner::type;
  static constexpr bool flat = false;
  static constexpr auto shape = [] {
    auto s = unknown_shape<1 + Inner::shape.rank()>();
    s[0] = extent::make(static_cast<index>(N));
    for (std::size_t k = 0; k < Inner::shape.rank(); ++k)
      s[k + 1] = Inner::shape[k];
    return s;
  }();
  static constexpr index count = static_cast<index>(N) * Inner::count;
};
template <class T, std::size_t N> struct rows_in_element<T[N]> : row_of<N, rows_in_element<T>> {};
template <class T, std::size_t N>
struct rows_in_element<const T[N]> : row_of<N, rows_in_element<const T>> {};
template <class T, std::size_t N>
struct rows_in_element<std::array<T, N>> : row_of<N, rows_in_element<T>> {};
template <class T, std::size_t N>
struct rows_in_element<const std::array<T, N>> : row_of<N, rows_in_element<const T>> {};
template <std::size_t N>
struct rows_in_element<axis_array<N>> : row_of<N, rows_in_element<index>> {};
template <std::size_t N>
struct rows_in_element<const axis_array<N>> : row_of<N, rows_in_element<const index>> {};

/// A std::vector, std::array, std::span, std::string or similar container.
template <class X>
concept contiguous_container = !operand<X> && !has_own_view<X> && requires(X& x) {
  { x.size() } -> std::convertible_to<std::size_t>;
  x.begin();
  x.end();
  requires std::is_object_v<std::remove_pointer_t<decltype(x.data())>>;
  *x.data();
};
/// An iterable container whose elements are not contiguous.
template <class X>
concept other_container = !operand<X> && !has_own_view<X> && !contiguous_container<X> &&
                          !std::is_array_v<X> && requires(X& x) {
                            x.begin();
                            x.end();
                          };

enum class memory_kind : unsigned char { pointer, array, container, operand, other };

/// The kind of memory that the type X denotes. X is not a reference. `element` is the type of the
/// elements at the address of the memory.
template <class X> struct viewed_memory {
  static constexpr memory_kind kind = memory_kind::other;
  using element = int;
};
template <class T>
  requires std::is_object_v<T>
struct viewed_memory<T*> {
  static constexpr memory_kind kind = memory_kind::pointer;
  using element = T;
  static constexpr extent length = extent::unknown();
  static constexpr T* first(T* p) { return p; }
  static constexpr index count(T*) { return -1; }
};
template <class T> struct viewed_memory<T* const> : viewed_memory<T*> {};
template <class T, std::size_t N> struct viewed_memory<T[N]> {
  static constexpr memory_kind kind = memory_kind::array;
  using element = T;
  static constexpr extent length = extent::make(static_cast<index>(N));
  static constexpr T* first(T (&x)[N]) { return x; }
  static constexpr index count(T (&)[N]) { return static_cast<index>(N); }
};

template <class X> inline constexpr extent known_length = extent::unknown();
template <class T, std::size_t N>
inline constexpr extent known_length<std::array<T, N>> = extent::make(static_cast<index>(N));
template <class T, std::size_t N>
inline constexpr extent known_length<std::span<T, N>> =
    N == std::dynamic_extent ? extent::unknown() : extent::make(static_cast<index>(N));

template <contiguous_container X> struct viewed_memory<X> {
  static constexpr memory_kind kind = memory_kind::container;
  using element = std::remove_pointer_t<decltype(std::declval<X&>().data())>;
  static constexpr extent length = known_length<std::remove_const_t<X>>;
  static constexpr element* first(X& x) { return x.data(); }
  static constexpr index count(X& x) { return static_cast<index>(x.size()); }
};
template <class X>
  requires(tensor_operand<X> || view_operand<X>)
struct viewed_memory<X> {
  static constexpr memory_kind kind = memory_kind::operand;
  using element = std::remove_pointer_t<decltype(std::declval<X&>().data())>;
};

template <class X> using memory_viewed_by = viewed_memory<std::remove_reference_t<X>>;

template <class X>
concept memory_or_container =
    memory_viewed_by<X>::kind != memory_kind::other || operand<X> ||
    other_container<std::remove_reference_t<X>> || std::is_pointer_v<std::remove_cvref_t<X>>;

/// A pointer to the first innermost element of the arrays at p.
template <class T> constexpr auto* first_in_rows(T* p) {
  using rows = rows_in_element<T>;
  if constexpr (rows::flat)
    return p;
  else
    return static_cast<typename rows::type*>(
        const_cast<void*>(static_cast<const volatile void*>(p)));
}

// --- shape, strides and order ---

enum class view_argument : unsigned char { size, list, order, foreign };

template <class A> struct argument_of_view {
  static constexpr view_argument kind = size_item<A> ? view_argument::size : view_argument::foreign;
  static constexpr std::size_t length = 1;
  static constexpr bound_code code = code_of_size<A>();
  static constexpr void read(const A& a, index* to) {
    if constexpr (size_item<A>)
      *to = size_value(a);
  }
};
template <std::size_t N> struct list_argument {
  static constexpr view_argument kind = view_argument::list;
  static constexpr std::size_t length = N;
  static constexpr bound_code code = runtime_bound::code;
  static constexpr void read(const auto& list, index* to) {
    for (std::size_t k = 0; k < N; ++k)
      to[k] = to_index(list[k]);
  }
};
template <integer_item Ix, std::size_t N>
struct argument_of_view<std::array<Ix, N>> : list_argument<N> {};
template <std::size_t N> struct argument_of_view<axis_array<N>> : list_argument<N> {};
template <integer_item Ix, std::size_t N> struct argument_of_view<Ix[N]> : list_argument<N> {};
template <class Ix, std::size_t N>
  requires(integer_item<std::remove_const_t<Ix>> && N != std::dynamic_extent)
struct argument_of_view<std::span<Ix, N>> : list_argument<N> {};
struct order_argument {
  static constexpr view_argument kind = view_argument::order;
  static constexpr std::size_t length = 0;
  static constexpr bound_code code = runtime_bound::code;
  static constexpr void read(const auto&, index*) {}
};
template <> struct argument_of_view<layout::row_major_t> : order_argument {};
template <> struct argument_of_view<layout::column_major_t> : order_argument {};

template <class... A> inline constexpr bool asks_column_major = false;
template <class A, class... More>
inline constexpr bool asks_column_major<A, More...> =
    sizeof...(More) == 0 ? std::is_same_v<A, layout::column_major_t> : asks_column_major<More...>;

template <class... A> inline constexpr bool ends_in_order = false;
template <class A, class... More>
inline constexpr bool ends_in_order<A, More...> =
    sizeof...(More) == 0 ? argument_of_view<A>::kind == view_argument::order
                         : ends_in_order<More...>;

enum class view_fault : unsigned char {
  none,
  expression,
  other_container,
  no_object,
  temporary,
  nested,
  shape_missing,
  argument,
  size_count,
  stride_count,
  stride_order,
  operand_shape,
  length
};

/// The arguments after the memory: sizes one by one, or an array of sizes and optionally an array
/// of strides. The tag for the order of the elements may follow. `Given` holds the extents that are
/// template arguments.
template <auto Given, class... A> struct view_arguments {
  static constexpr std::size_t count = sizeof...(A);
  static constexpr view_argument kinds[count + 2] = {argument_of_view<A>::kind...,
                                                     view_argument::order};
  static constexpr std::size_t lengths[count + 2] = {argument_of_view<A>::length..., 0};
  static constexpr bound_code codes[count + 2] = {argument_of_view<A>::code...,
                                                  runtime_bound::code};
  static constexpr bool has_order = count > 0 && kinds[count - (count > 0)] == view_argument::order;
  static constexpr std::size_t own = count - (has_order ? 1 : 0);

  static constexpr bool are(view_argument kind) {
    for (std::size_t k = 0; k < own; ++k)
      if (kinds[k] != kind)
        return false;
    return true;
  }
  static constexpr bool listed = own > 0 && own <= 2 && are(view_argument::list);
  static constexpr bool valid = listed || are(view_argument::size);
  static constexpr bool has_strides = listed && own == 2;
  /// The number of given sizes.
  static constexpr std::size_t sizes = listed ? lengths[0] : valid ? own : 0;
  /// Whether no shape is given.
  static constexpr bool blank = Given.rank() == 0 && own == 0;

  static constexpr auto shape = [] {
    if constexpr (Given.rank() > 0) {
      return Given;
    } else {
      auto s = unknown_shape<sizes>();
      if (!listed)
        for (std::size_t k = 0; k < sizes; ++k)
          if (codes[k].state == bound_state::constant && codes[k].value >= 0)
            s[k] = extent::make(codes[k].value);
      return s;
    }
  }();
  static constexpr bool counts_fit = Given.rank() == 0 || sizes == Given.dynamic_count();

  /// Reads the sizes and strides from the arguments of the call.
  static constexpr void read(std::array<index, shape.rank()>& n,
                             [[maybe_unused]] std::array<index, shape.rank()>& strides,
                             const A&... a) {
    index given[sizes + 1] = {};
    std::size_t k = 0;
    [[maybe_unused]] const auto take = [&](const auto& x) {
      using argument = argument_of_view<std::remove_cvref_t<decltype(x)>>;
      if constexpr (!listed)
        argument::read(x, given + k);
      else if (k == 0)
        argument::read(x, given);
      else if constexpr (has_strides)
        argument::read(x, strides.data());
      ++k;
    };
    (take(a), ...);
    n = shape.sizes();
    std::size_t next = 0;
    for (std::size_t axis = 0; axis < n.size(); ++axis)
      if (Given.rank() == 0 || n[axis] < 0)
        n[axis] = given[next++];
  }
};

template <class X, auto Given, class... A> struct view_verdict {
  using memory = memory_viewed_by<X>;
  using bare = std::remove_cvref_t<X>;
  using arguments = view_arguments<Given, A...>;
  using rows = rows_in_element<typename memory::element>;

  static constexpr bool lives_on() {
    if constexpr (memory::kind == memory_kind::pointer || view_operand<X>)
      return true;
    else
      return std::is_lvalue_reference_v<X> || std::ranges::enable_borrowed_range<bare>;
  }
  /// The number of elements according to the type of the memory; -1 if unknown.
  static constexpr index known_count() {
    if constexpr (memory::kind == memory_kind::array || memory::kind == memory_kind::container)
      return memory::length.is_static()
                 ? count_elements(std::array{memory::length.size, rows::count})
                 : -1;
    else
      return -1;
  }
  static constexpr index wanted_count() {
    return arguments::shape.is_static() ? count_elements(arguments::shape.sizes()) : -1;
  }
  static constexpr view_fault find() {
    if (memory::kind == memory_kind::other)
      return operand<X>                                    ? view_fault::expression
             : other_container<std::remove_reference_t<X>> ? view_fault::other_container
                                                           : view_fault::no_object;
    if (!lives_on())
      return view_fault::temporary;
    if (contiguous_container<typename rows::type> &&
        !std::convertible_to<const typename rows::type&, std::string_view>)
      return view_fault::nested;
    if (memory::kind == memory_kind::operand)
      return arguments::count == 0 && Given.rank() == 0 ? view_fault::none
                                                        : view_fault::operand_shape;
    if (!arguments::valid)
      return view_fault::argument;
    if (arguments::blank)
      return memory::kind == memory_kind::pointer ? view_fault::shape_missing : view_fault::none;
    if (!arguments::counts_fit)
      return view_fault::size_count;
    if (arguments::has_strides && arguments::lengths[1] != arguments::shape.rank())
      return view_fault::stride_count;
    if (arguments::has_strides && arguments::has_order)
      return view_fault::stride_order;
    if (known_count() >= 0 && wanted_count() >= 0 && known_count() != wanted_count())
      return view_fault::length;
    return view_fault::none;
  }
  static constexpr view_fault fault = find();
  static constexpr bool accepted = fault == view_fault::none;

  static constexpr message text() {
    message m("stria: as_view: ");
    switch (fault) {
    case view_fault::expression:
      return m << "this is an expression, which has no memory; give eval(...) of it a name first";
    case view_fault::other_container:
      return m << "the elements of this container are not contiguous objects in memory (a "
                  "std::vector<bool> has bits); as_tensor(c) copies them";
    case view_fault::no_object:
      return m << "the pointer does not point to objects; cast it to a pointer to the elements";
    case view_fault::temporary:
      return m << "a view of a temporary would dangle; give the temporary a name first";
    case view_fault::nested:
      return m << "the elements are containers, so the rows are not contiguous in memory; "
                  "as_tensor(c) copies them";
    case view_fault::shape_missing:
      return m << "a pointer does not say how many elements there are; write as_view(p, {2, 3}) or "
                  "as_view(p, n)";
    case view_fault::argument:
      return m << "the shape is given by integers or constants (as_view(p, n, _3)) or by braces or "
                  "a std::array of integers, the strides by braces or a std::array; then the order "
                  "(column_major). A shape in a std::vector is for any_tensor(p, shape)";
    case view_fault::size_count:
      return say_size_count(m, Given.view(), static_cast<index>(Given.dynamic_count()),
                            static_cast<index>(arguments::sizes));
    case view_fault::stride_count:
      return m << arguments::lengths[1] << " strides for a shape of " << arguments::shape.rank()
               << " axes; there is one stride for each axis";
    case view_fault::stride_order:
      return m << "strides already determine the order of the elements; leave out the tag";
    case view_fault::operand_shape:
      return m << "a tensor or a view already has a shape; reshape(a, ...) changes it";
    case view_fault::length:
      m << "the shape ";
      say_shape(m, arguments::shape.view());
      return m << " has " << wanted_count() << " elements, and the memory has " << known_count();
    case view_fault::none: break;
    }
    return m;
  }
};

// --- at run time ---

[[noreturn]] [[gnu::cold]] inline void raise_no_view(array_ref<index> sizes) {
  message m("stria: as_view: no view can have the shape ");
  say_shape(m, sizes);
  raise<value_error>(m << ": a size is negative, or there are more elements than memory can hold");
}
[[noreturn]] [[gnu::cold]] inline void raise_view_reach(array_ref<index> sizes,
                                                        array_ref<index> strides) {
  message m("stria: as_view: the shape ");
  say_shape(m, sizes);
  m << " with the strides ";
  say_shape(m, strides);
  raise<value_error>(m << " extends beyond the address space");
}
[[noreturn]] [[gnu::cold]] inline void raise_view_outside(array_ref<index> sizes,
                                                          array_ref<index> strides,
                                                          memory_reach reach, index available) {
  message m("stria: as_view: the shape ");
  say_shape(m, sizes);
  m << " with the strides ";
  say_shape(m, strides);
  raise<value_error>(m << " reaches from element " << reach.low << " to " << reach.high
                       << ", and the memory has " << available << " elements");
}
[[noreturn]] [[gnu::cold]] inline void raise_view_size(array_ref<index> sizes, index count,
                                                       index available) {
  message m("stria: as_view: the shape ");
  say_shape(m, sizes);
  raise<shape_error>(m << " has " << count << " elements, and the memory has " << available);
}

/// Raises an error if the sizes exceed the address space, if their product differs from `available`
/// (the number of elements in the memory, or -1 if it is unknown), or if the pointer is null and
/// there are elements.
constexpr void check_view_sizes(array_ref<index> sizes, index bytes, index available,
                                bool is_null) {
  const index count = count_elements(sizes);
  index all_bytes = 0;
  bool saturated = false;
  for (index n : sizes)
    saturated = saturated || n == PTRDIFF_MAX;
  if (count < 0 || saturated || !multiply_fits(count, bytes, all_bytes))
    raise_no_view(sizes);
  if (available >= 0 && count != available)
    raise_view_size(sizes, count, available);
  if (is_null && count > 0)
    raise<value_error>(message("stria: as_view: the pointer is null"));
}
/// Performs the checks of check_view_sizes() for a view with strides, which may skip and repeat
/// elements. The view must lie inside the `available` elements.
constexpr void check_view_strides(array_ref<index> sizes, array_ref<index> strides, index bytes,
                                  index available, bool is_null) {
  check_view_sizes(sizes, 1, -1, is_null);
  const memory_reach reach = reach_in_memory(sizes, strides, bytes);
  if (!reach.fits)
    raise_view_reach(sizes, strides);
  if (available >= 0 && count_elements(sizes) > 0 && (reach.low < 0 || reach.high >= available))
    raise_view_outside(sizes, strides, reach, available);
}

template <class X, auto Given, class... A> struct view_call {
  using source = std::remove_reference_t<X>;
  using memory = viewed_memory<source>;
  using rows = rows_in_element<typename memory::element>;
  using element = typename rows::type;
  using arguments = view_arguments<Given, A...>;

  /// The shape of the memory itself, used if no shape is given.
  static constexpr auto own_shape() {
    auto s = unknown_shape<1 + rows::shape.rank()>();
    s[0] = memory::length;
    for (std::size_t k = 0; k < rows::shape.rank(); ++k)
      s[k + 1] = rows::shape[k];
    return s;
  }
  static constexpr auto find_layout() {
    constexpr auto shape = [] {
      if constexpr (arguments::blank)
        return own_shape();
      else
        return arguments::shape;
    }();
    if constexpr (arguments::has_strides)
      return strided_layout(shape);
    else if constexpr (asks_column_major<A...>)
      return detail::column_major(shape);
    else
      return detail::row_major(shape);
  }
  static constexpr auto layout = find_layout();
  static constexpr std::size_t R = layout.rank();
  static constexpr bool accepted = true;
  using type = view<element, layout>;

  static constexpr type run(source& x, const A&... a) {
    constexpr auto bytes = static_cast<index>(sizeof(element));
    element* const first = first_in_rows(memory::first(x));
    index available = memory::count(x);
    if constexpr (!rows::flat)
      available = available < 0 ? available : multiply_or_raise("as_view", available, rows::count);
    std::array<index, R> n = layout.shape.sizes(), strides{};
    if constexpr (arguments::blank) {
      if (n.size() > 0 && n[0] < 0)
        n[0] = memory::count(x);
    } else {
      arguments::read(n, strides, a...);
      check_names<layout.shape>(n);
    }
    if constexpr (arguments::has_strides) {
      check_view_strides(n, strides, bytes, available, first == nullptr);
      if (available >= 0)
        return {first, available, {0, n, shortened_idle_strides(n, strides)}};
      return view_of_memory<layout>(first, n, strides);
    } else {
      check_view_sizes(n, bytes, available, first == nullptr);
      if constexpr (asks_column_major<A...>)
        strides = column_major_strides(n);
      else
        strides = row_major_strides(n);
      return {first, count_elements(n), {0, n, strides}};
    }
  }
};
template <class X, auto Given, class... A>
  requires(memory_viewed_by<X>::kind == memory_kind::operand)
struct view_call<X, Given, A...> {
  using source = std::remove_reference_t<X>;
  static constexpr bool accepted = true;
  static constexpr auto layout = source::layout;
  using type = view<typename viewed_memory<source>::element, layout>;
  static constexpr type run(source& x) {
    if constexpr (view_operand<X>)
      return x;
    else
      return {x.data(), x.size(), {0, x.shape(), x.strides()}};
  }
};

template <class X, auto Given, class... A>
struct view_result : judged_call<view_verdict<X, Given, A...>, view_call<X, Given, A...>> {};

/// A size or a stride in braces, of any integer type or a constant.
struct braced_size {
  index value;
  template <size_item S> constexpr braced_size(const S& s) : value(size_value(s)) {}
};
template <std::size_t N>
constexpr std::array<index, N> listed_sizes(const braced_size (&given)[N]) {
  std::array<index, N> n{};
  for (std::size_t k = 0; k < N; ++k)
    n[k] = given[k].value;
  return n;
}

} // namespace detail

/// Makes a view of memory that the library does not own, without a copy.
///
/// The memory is given by a pointer, a C array, or a container with data() and size() such as
/// std::vector, std::array, std::span or std::string. It must outlive the view. If its elements are
/// const, the view is read-only; if they are arrays, the view has a further axis for each level of
/// nesting. For a tensor or a view the result is a view with the same shape and strides.
///
/// The shape is given as integers and constants one by one, in braces, or as a std::array of
/// integers. Without a shape, the view of an array or a container has the shape of the memory.
/// Strides, in braces or in a std::array, count elements and may be 0 or negative; the pointer is
/// the address of the first element of the view. Without strides the elements are contiguous, in
/// row-major order or, with the tag `column_major`, in column-major order.
///
/// \tparam E               the extents of the view (static, `dyn` or named), instead of a shape;
///                         only the sizes of the dynamic and named extents are then arguments
/// \param x                the memory
/// \param shape_strides_order the shape, then the strides or one of the tags `column_major` and
///                         `row_major`; all optional
/// \returns                a view of the elements of `x`; extents that are constants or template
///                         arguments are static
/// \throws                 value_error if a size is negative, if the shape or the strides extend
///                         beyond the address space or beyond the container, or if a pointer is
///                         null and there are elements; shape_error if the shape and the container
///                         differ in the number of elements
/// \refuses                temporary containers, containers without contiguous elements,
///                         containers whose elements are std::vector and the like, expressions, a
///                         pointer without a shape, a shape for a tensor or a view, and a static
///                         shape that does not match the static number of elements or of strides
/// \complexity             O(rank); nothing is copied
/// \numpy                  `np.frombuffer(b, dtype).reshape(2, 3)`,
///                         `np.lib.stride_tricks.as_strided(a, shape, strides)`, with strides in
///                         bytes
/// \usage                  `as_view(p, 2, _3)`, `as_view(v)`, `as_view(p, {2, 3}, {1, 2})`,
///                         `as_view<dyn, 3>(p, n)`
/// \see                    member_view, any_tensor, as_tensor
template <extent... E, detail::memory_or_container X, class... A>
constexpr auto as_view(X&& x, const A&... shape_strides_order)
    STRIA_RUN_OR_REFUSE((detail::view_result<X, detail::shape_of<E...>(), A...>), x,
                        shape_strides_order...);

/// A view whose shape is given in braces: `as_view(p, {2, 3}, column_major)`.
template <detail::memory_or_container X, std::size_t N, class... A>
constexpr auto as_view(X&& x, const detail::braced_size (&shape)[N], const A&... strides_or_order)
    STRIA_RUN_OR_REFUSE((detail::view_result<X, detail::shape_of<>(), std::array<index, N>, A...>),
                        x, detail::listed_sizes(shape), strides_or_order...);
/// A view whose shape and strides are given in braces: `as_view(p, {2, 3}, {1, 2})`.
template <detail::memory_or_container X, std::size_t N, std::size_t M>
constexpr auto as_view(X&& x, const detail::braced_size (&shape)[N],
                       const detail::braced_size (&strides)[M])
    STRIA_RUN_OR_REFUSE(
        (detail::view_result<X, detail::shape_of<>(), std::array<index, N>, std::array<index, M>>),
        x, detail::listed_sizes(shape), detail::listed_sizes(strides));
/// A view whose strides are given in braces: `as_view(p, shape, {1, 2})`.
template <detail::memory_or_container X, class S, std::size_t M>
constexpr auto as_view(X&& x, const S& shape, const detail::braced_size (&strides)[M])
    STRIA_RUN_OR_REFUSE((detail::view_result<X, detail::shape_of<>(), S, std::array<index, M>>), x,
                        shape, detail::listed_sizes(strides));

} // namespace stria
