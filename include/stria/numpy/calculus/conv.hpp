// SPDX-License-Identifier: BSL-1.0
// numpy/calculus/conv.hpp: convolutions and pooling of batches of images, as layers of neural
// networks compute them. Tests: tests/numpy/calculus/conv.cpp.
//
// All functions are expressions of padding, windows, slices and products, so they have gradients.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/join/pad.hpp>
#include <stria/numpy/join/split.hpp>
#include <stria/numpy/make/make.hpp>
#include <stria/numpy/product/einsum.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/shape/flip.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/tensor/foreign.hpp>

#include <initializer_list>
#include <limits>
#include <tuple>

namespace stria {

/// One integer for each spatial axis of a convolution, or one for all of them.
///
/// \numpy  none
/// \usage  `conv(x, w, {.strides = 2, .padding = {1, 0}})`
class per_axis {
  std::array<index, 8> values_{};
  std::size_t count_ = 0;

public:
  /// No number: the function chooses.
  constexpr per_axis() = default;
  /// One number for all axes.
  template <std::integral N>
  constexpr per_axis(N number) : values_{detail::to_index(number)}, count_(1) {}
  /// One number for each axis, in braces.
  constexpr per_axis(std::initializer_list<index> each) : count_(each.size()) {
    if (count_ > values_.size() || count_ == 0) [[unlikely]]
      raise<value_error>(detail::message("stria: per_axis: ")
                         << count_ << " numbers; there must be 1 to " << values_.size());
    std::size_t k = 0;
    for (const index n : each)
      values_[k++] = n;
  }
  /// \internal
  /// The numbers of R axes; those of `otherwise` if there are none.
  template <std::size_t R>
  constexpr std::array<index, R> each(const char* what, index least,
                                      const std::array<index, R>& otherwise) const {
    std::array<index, R> r = otherwise;
    if (count_ != 0 && count_ != 1 && count_ != R) [[unlikely]]
      raise<value_error>(detail::message("stria: ")
                         << what << ": " << count_ << " numbers for " << R
                         << (R == 1 ? " spatial axis" : " spatial axes")
                         << "; give one for each, or one for all");
    for (std::size_t k = 0; k < R; ++k) {
      if (count_ != 0)
        r[k] = values_[count_ == 1 ? 0 : k];
      if (r[k] < least) [[unlikely]]
        raise<value_error>(detail::message("stria: ")
                           << what << " is " << r[k] << "; it must be at least " << least);
    }
    return r;
  }
};

/// The options of conv() and conv_transpose(), as designated initialisers.
///
/// \numpy  none; the arguments of `torch.nn.functional.conv2d` and `conv_transpose2d`
/// \usage  `conv(x, w, {.strides = 2, .padding = 1})`
struct conv_options {
  /// The steps between windows (default 1).
  per_axis strides = 1;
  /// Zeros before the first element of each axis (default 0).
  per_axis padding = 0;
  /// Zeros after the last element of each axis (default: as many as before the first).
  per_axis padding_end = {};
  /// The distances between the elements of the kernel (default 1).
  per_axis dilations = 1;
  /// Elements that conv_transpose() adds at the end of each axis (default 0).
  per_axis output_padding = 0;
  /// The number of groups into which the channels are divided (default 1).
  index groups = 1;
};

/// The options of max_pool() and average_pool(), as designated initialisers.
///
/// \numpy  none; the arguments of `torch.nn.functional.max_pool2d`
/// \usage  `max_pool(x, {3, 3}, {.strides = 2, .padding = 1})`
struct pool_options {
  /// The steps between windows (default: the sizes of a window, as in PyTorch and Keras).
  per_axis strides = {};
  /// Elements added before the first one of each axis, which are never the largest (default 0).
  per_axis padding = 0;
  /// Elements added after the last one of each axis (default: as many as before the first).
  per_axis padding_end = {};
  /// The distances between the elements of a window (default 1).
  per_axis dilations = 1;
  /// Whether average_pool() counts added elements, as zeros (default false, as in ONNX and
  /// TensorFlow; PyTorch counts them).
  bool count_padding = false;
};

namespace detail {

template <std::size_t R> constexpr std::array<index, R> filled(index value) {
  std::array<index, R> r{};
  for (index& n : r)
    n = value;
  return r;
}

/// The numbers that describe windows along the last W axes.
template <std::size_t W> struct window_numbers {
  std::array<index, W> size, strides, before, after, dilations;

  /// The number of elements from the first to the last one of a window.
  constexpr index span(std::size_t k) const {
    return add_or_raise("a window", multiply_or_raise("a window", size[k] - 1, dilations[k]), 1);
  }
};

/// The operand with a border of `value` along the last W axes; a negative width removes elements.
template <std::size_t W, class A>
constexpr auto bordered(A&& a, const std::array<index, W>& before,
                        const std::array<index, W>& after, const value_t<A>& value) {
  constexpr std::size_t R = rank_of<A>;
  std::array<std::array<index, 2>, R> widths{};
  std::array<index, R> from{}, to = a.shape();
  for (std::size_t k = 0; k < W; ++k) {
    const std::size_t axis = R - W + k;
    widths[axis] = {before[k] > 0 ? before[k] : 0, after[k] > 0 ? after[k] : 0};
    from[axis] = before[k] < 0 ? -before[k] : 0;
    to[axis] = add_or_raise("the padding", to[axis], widths[axis][0]);
    to[axis] = add_or_raise("the padding", to[axis], after[k]);
    to[axis] = to[axis] < 0 ? 0 : to[axis];
  }
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return padded<hold_t<A>, unknown_shape<R>()>(static_cast<A&&>(a), widths, pad_mode::constant,
                                                 value)[range(from[K], to[K])...];
  }(std::make_index_sequence<R>());
}

/// The windows along the last W axes; their elements are numbered by W new last axes.
template <std::size_t W, class A>
constexpr auto stepped_windows(A&& a, const window_numbers<W>& w) {
  constexpr std::size_t R = rank_of<A>;
  std::array<index, W> spans{};
  for (std::size_t k = 0; k < W; ++k)
    spans[k] = w.span(k);
  return [&]<std::size_t... Lead, std::size_t... K>(std::index_sequence<Lead...>,
                                                    std::index_sequence<K...>) {
    return sliding_window_function::run(
        static_cast<A&&>(a), spans,
        constant<static_cast<index>(R - W + K)>()...)[(static_cast<void>(Lead), all)...,
                                                      range(_, _, w.strides[K])...,
                                                      range(_, _, w.dilations[K])...];
  }(std::make_index_sequence<R - W>(), std::make_index_sequence<W>());
}

/// The text of the product of a convolution of W spatial axes: "ngcuvij,gmcij->ngmuv"; if
/// Transposed, the channels of the kernel are in the other order.
template <std::size_t W, bool Transposed> constexpr auto conv_text() {
  constexpr std::string_view places = "uvwxyz", kernel = "ijklop";
  std::array<char, 3 + 2 * W + 4 + W + 5 + W> text{};
  std::size_t n = 0;
  const auto add = [&](std::string_view part) {
    for (const char c : part)
      text[n++] = c;
  };
  add("ngc");
  add(places.substr(0, W));
  add(kernel.substr(0, W));
  add(Transposed ? ",gcm" : ",gmc");
  add(kernel.substr(0, W));
  add("->ngm");
  add(places.substr(0, W));
  return text;
}
template <std::size_t W, bool Transposed> struct conv_einsum {
  static constexpr auto made = conv_text<W, Transposed>();
  static constexpr fixed_string<made.size()> text{std::string_view(made.data(), made.size())};
};

/// The shape of an operand of a convolution with one axis divided into groups.
template <std::size_t Axis, class A> constexpr auto grouped(A&& a, index groups) {
  constexpr std::size_t R = rank_of<A>;
  const auto n = a.shape();
  std::array<index, R + 1> sizes{};
  for (std::size_t k = 0; k < R; ++k)
    sizes[k < Axis ? k : k + 1] = n[k];
  sizes[Axis] = groups;
  sizes[Axis + 1] = n[Axis] / groups;
  return reshape(static_cast<A&&>(a), sizes);
}
/// The result of a convolution with the groups joined.
template <class E> constexpr auto joined_groups(E&& e) {
  constexpr std::size_t R = rank_of<E>;
  const auto n = e.shape();
  std::array<index, R - 1> sizes{};
  for (std::size_t k = 0; k + 1 < R; ++k)
    sizes[k] = n[k < 2 ? k : k + 1];
  sizes[1] = n[1] * n[2];
  return reshape(static_cast<E&&>(e), sizes);
}

template <bool Transposed, class A, class K> struct conv_verdict {
  static constexpr const char* name = Transposed ? "conv_transpose" : "conv";
  static constexpr bool numbers = is_number<value_t<A>> && is_number<value_t<K>>;
  static constexpr bool ranks = rank_of<A> == rank_of<K> && rank_of<A> >= 3 && rank_of<A> <= 8;
  static constexpr bool accepted = numbers && ranks;
  static constexpr message text() {
    message m("stria: ");
    m << name;
    if (!numbers)
      return m << ": the elements must be numbers";
    m << ": the shapes are ";
    say_shape(m, extents_of<A>.view());
    m << " and ";
    say_shape(m, extents_of<K>.view());
    return m << (Transposed ? "; it takes a batch (n, channels, ...) and a kernel (channels, "
                              "channels of the result, ...) with 1 to 6 spatial axes"
                            : "; it takes a batch (n, channels, ...) and a kernel (channels of the "
                              "result, channels, ...) with 1 to 6 spatial axes");
  }
};

template <bool Transposed, class A, class K> struct conv_run {
  static constexpr std::size_t W = rank_of<A> - 2;
  static constexpr const char* name = Transposed ? "conv_transpose" : "conv";

  static auto run(A&& a, K&& kernel, const conv_options& o) {
    const auto n = a.shape(), k = kernel.shape();
    const index channels = Transposed ? k[0] : multiply_or_raise(name, k[1], o.groups);
    if (o.groups < 1 || n[1] != channels || k[0] % o.groups != 0) [[unlikely]]
      raise<shape_error>(message("stria: ")
                         << name << ": " << n[1] << " channels of the batch, a kernel for "
                         << channels << " and " << o.groups
                         << " groups; the channels must agree, and the groups must divide them");
    window_numbers<W> w{};
    for (std::size_t j = 0; j < W; ++j)
      w.size[j] = k[j + 2];
    w.strides = o.strides.each<W>("a stride", 1, filled<W>(1));
    w.dilations = o.dilations.each<W>("a dilation", 1, filled<W>(1));
    w.before = o.padding.each<W>("the padding", 0, filled<W>(0));
    w.after = o.padding_end.each<W>("the padding", 0, w.before);
    auto x = grouped<1>(static_cast<A&&>(a), o.groups);
    auto y = grouped<0>(static_cast<K&&>(kernel), o.groups);
    if constexpr (Transposed)
      return transposed(std::move(x), std::move(y), w,
                        o.output_padding.each<W>("the output padding", 0, filled<W>(0)));
    else
      return joined_groups(einsum<conv_einsum<W, false>::text>(
          stepped_windows(bordered(std::move(x), w.before, w.after, value_t<A>()), w),
          std::move(y)));
  }

private:
  /// The convolution of the batch, with zeros between its elements, with the reversed kernel.
  template <class X, class Y>
  static auto transposed(X x, Y y, const window_numbers<W>& w, const std::array<index, W>& output) {
    const auto n = x.shape();
    std::array<index, 3 + 2 * W> apart{};
    std::array<index, 3 + W> together{};
    std::array<std::array<index, 2>, 3 + 2 * W> widths{};
    window_numbers<W> steps = w;
    for (std::size_t k = 0; k < 3; ++k)
      apart[k] = together[k] = n[k];
    for (std::size_t k = 0; k < W; ++k) {
      apart[3 + 2 * k] = n[3 + k];
      apart[4 + 2 * k] = 1;
      widths[4 + 2 * k][1] = w.strides[k] - 1;
      together[3 + k] = multiply_or_raise(name, n[3 + k], w.strides[k]);
      const index border = w.span(k) - 1;
      steps.before[k] = border - w.before[k];
      steps.after[k] = add_or_raise(name, border - w.after[k], output[k]) - (w.strides[k] - 1);
      steps.strides[k] = 1;
    }
    auto spread = reshape(std::move(x), apart);
    auto zeros_between = padded<decltype(spread), unknown_shape<3 + 2 * W>()>(
        std::move(spread), widths, pad_mode::constant, value_t<A>());
    return [&]<std::size_t... K_>(std::index_sequence<K_...>) {
      return joined_groups(einsum<conv_einsum<W, true>::text>(
          stepped_windows(bordered(reshape(std::move(zeros_between), together), steps.before,
                                   steps.after, value_t<A>()),
                          steps),
          flip(std::move(y), constant<static_cast<index>(3 + K_)>()...)));
    }(std::make_index_sequence<W>());
  }
};
template <bool Transposed, class A, class K> struct conv_call : conv_run<Transposed, A, K> {
  static constexpr bool accepted = true;
  using type = decltype(conv_run<Transposed, A, K>::run(std::declval<A>(), std::declval<K>(), {}));
};
template <bool Transposed, class A, class K> struct conv_result {};
template <bool Transposed, operand A, operand K>
struct conv_result<Transposed, A, K>
    : judged_call<one_memory_verdict<A, K>,
                  judged_call<conv_verdict<Transposed, A, K>, conv_call<Transposed, A, K>>> {};

// --- pooling ---

template <class A, std::size_t W> struct pool_verdict {
  static constexpr bool numbers = is_number<value_t<A>> && not_complex<value_t<A>>;
  static constexpr bool accepted = numbers && W <= rank_of<A>;
  static constexpr message text() {
    message m("stria: pooling: ");
    if (!numbers)
      return m << "the elements must be real numbers";
    m << W << (W == 1 ? " size" : " sizes") << " of a window for the shape ";
    say_shape(m, extents_of<A>.view());
    return m << "; the windows run along the last axes";
  }
};
template <std::size_t W>
constexpr window_numbers<W> pool_numbers(const std::array<index, W>& size, const pool_options& o) {
  window_numbers<W> w{};
  w.size = size;
  for (const index n : size)
    if (n < 1) [[unlikely]]
      raise<value_error>(message("stria: pooling: a window of ")
                         << n << " elements; it needs at least 1");
  w.strides = o.strides.each<W>("a stride", 1, size);
  w.dilations = o.dilations.each<W>("a dilation", 1, filled<W>(1));
  w.before = o.padding.each<W>("the padding", 0, filled<W>(0));
  w.after = o.padding_end.each<W>("the padding", 0, w.before);
  return w;
}
/// The windows with a border of a value.
template <std::size_t W, class A>
constexpr auto bordered_windows(A&& a, const window_numbers<W>& w, const value_t<A>& value) {
  return stepped_windows(bordered(static_cast<A&&>(a), w.before, w.after, value), w);
}
/// The reduction over the last W axes.
template <class Op, std::size_t W, class E> constexpr auto pooled(E&& e) {
  constexpr std::size_t R = rank_of<E>;
  constexpr std::uint64_t last = ((std::uint64_t{1} << W) - 1) << (R - W);
  return reduction<Op, hold_t<E>, last, false>(static_cast<E&&>(e));
}
template <class T> constexpr T lowest_number() { return max_op::template neutral<T>(); }

struct max_pool_how {
  template <std::size_t W, class A>
  static auto run(A&& a, const std::array<index, W>& size, const pool_options& o) {
    return pooled<max_op, W>(
        bordered_windows(static_cast<A&&>(a), pool_numbers(size, o), lowest_number<value_t<A>>()));
  }
};
struct average_pool_how {
  template <std::size_t W, class A>
  static auto run(A&& a, const std::array<index, W>& size, const pool_options& o) {
    using D = typename mean_type<value_t<A>>::type;
    constexpr std::size_t R = rank_of<A>;
    const auto w = pool_numbers(size, o);
    const auto n = a.shape();
    std::array<index, W> sizes{};
    for (std::size_t k = 0; k < W; ++k)
      sizes[k] = n[R - W + k];
    const auto one_for_each = ones<D>(sizes);
    auto counts =
        eval(pooled<sum_op, W>(bordered_windows(one_for_each, w, o.count_padding ? D(1) : D(0))));
    return pooled<sum_op, W>(bordered_windows(cast<D>(static_cast<A&&>(a)), w, D(0))) /
           std::move(counts);
  }
};
struct pool_positions_how {
  template <std::size_t W, class A>
  static auto run(A&& a, const std::array<index, W>& size, const pool_options& o) {
    const auto w = pool_numbers(size, o);
    const auto x = eval(static_cast<A&&>(a));
    const auto windows = bordered_windows(x, w, lowest_number<value_t<A>>());
    auto values = eval(pooled<max_op, W>(windows));
    const auto places = reshape(arange(x.size()), x.shape());
    const auto window_places = bordered_windows(places, w, index{-1});
    const auto largest = [&]<std::size_t... K>(std::index_sequence<K...>) {
      return values[ellipsis, (static_cast<void>(K), newaxis)...];
    }(std::make_index_sequence<W>());
    // NaN is the largest number. The first of equal elements has the smallest position.
    auto positions = eval(
        pooled<min_op, W>(where((windows == largest || windows != windows) && window_places >= 0,
                                window_places, x.size())));
    return std::tuple(std::move(values), std::move(positions));
  }
};

template <class How, class A, std::size_t W> struct pool_call : How {
  static constexpr bool accepted = true;
  using type = decltype(How::template run<W>(std::declval<A>(), {}, {}));
};
template <class How, class A, std::size_t W> struct pool_result {};
template <class How, operand A, std::size_t W>
struct pool_result<How, A, W> : judged_call<pool_verdict<A, W>, pool_call<How, A, W>> {};
template <operand A, std::size_t W>
struct pool_result<pool_positions_how, A, W>
    : judged_call<host_only_verdict<A>,
                  judged_call<pool_verdict<A, W>, pool_call<pool_positions_how, A, W>>> {};

} // namespace detail

/// Convolution of a batch with a kernel, as a layer of a neural network (a cross-correlation).
///
/// \param x        operand of numbers (n, channels, ...) with 1 to 6 spatial axes
/// \param w        operand of numbers (channels of the result, channels / groups, ...)
/// \param options  conv_options: strides, padding, dilations, groups
/// \returns        a lazy expression (n, channels of the result, ...) with run-time sizes; a
///                 spatial axis of d elements and a kernel of k give
///                 (d + padding - dilation (k - 1) - 1) / stride + 1 elements, rounded down
/// \throws         shape_error if the numbers of channels and groups do not agree; value_error if
///                 an option is out of range or the kernel is larger than an axis
/// \refuses        operands that are not numbers or have other ranks
/// \complexity     O(size of the result times size of a window); allocates the windows
/// \numpy          none; `torch.nn.functional.conv2d(x, w, stride=s, padding=p)`, Conv in ONNX
/// \usage          `conv(x, w, {.strides = 2, .padding = 1}) + b[_, newaxis, newaxis]`
/// \see            conv_transpose, convolve2d, max_pool
template <class A, class K>
auto conv(A&& x, K&& w, const conv_options& options = {})
    STRIA_RUN_OR_REFUSE((detail::conv_result<false, A, K>), static_cast<A&&>(x),
                        static_cast<K&&>(w), options);
STRIA_BORROWING((detail::tensor_operand S, class K, class A = detail::lvalue_t<S>), conv,
                (S & x STRIA_LIFETIMEBOUND, K&& w, const conv_options& options = {}),
                (detail::conv_result<false, A, K>), x, static_cast<K&&>(w), options);
STRIA_BORROWING((detail::no_lvalue_tensor A, detail::tensor_operand U,
                 class K = detail::lvalue_t<U>),
                conv, (A && x, U& w STRIA_LIFETIMEBOUND, const conv_options& options = {}),
                (detail::conv_result<false, A, K>), static_cast<A&&>(x), w, options);
STRIA_FOREIGN_BINARY(conv);

/// Transposed convolution of a batch with a kernel: the gradient of conv() with respect to its
/// batch.
///
/// \param x        operand of numbers (n, channels, ...) with 1 to 6 spatial axes
/// \param w        operand of numbers (channels, channels of the result / groups, ...)
/// \param options  conv_options: strides, padding, dilations, output_padding, groups
/// \returns        a lazy expression (n, channels of the result, ...) with run-time sizes; a
///                 spatial axis of d elements and a kernel of k give
///                 (d - 1) stride - padding + dilation (k - 1) + output_padding + 1 elements
/// \throws         shape_error if the numbers of channels and groups do not agree; value_error if
///                 an option is out of range
/// \refuses        operands that are not numbers or have other ranks
/// \complexity     O(size of the result times size of a window); allocates the windows
/// \numpy          none; `torch.nn.functional.conv_transpose2d(x, w, stride=s, padding=p)`,
///                 ConvTranspose in ONNX
/// \usage          `conv_transpose(x, w, {.strides = 2, .padding = 1, .output_padding = 1})`
/// \see            conv
template <class A, class K>
auto conv_transpose(A&& x, K&& w, const conv_options& options = {})
    STRIA_RUN_OR_REFUSE((detail::conv_result<true, A, K>), static_cast<A&&>(x), static_cast<K&&>(w),
                        options);
STRIA_BORROWING((detail::tensor_operand S, class K, class A = detail::lvalue_t<S>), conv_transpose,
                (S & x STRIA_LIFETIMEBOUND, K&& w, const conv_options& options = {}),
                (detail::conv_result<true, A, K>), x, static_cast<K&&>(w), options);
STRIA_BORROWING((detail::no_lvalue_tensor A, detail::tensor_operand U,
                 class K = detail::lvalue_t<U>),
                conv_transpose,
                (A && x, U& w STRIA_LIFETIMEBOUND, const conv_options& options = {}),
                (detail::conv_result<true, A, K>), static_cast<A&&>(x), w, options);
STRIA_FOREIGN_BINARY(conv_transpose);

/// Takes the largest element of each window along the last axes.
///
/// \param x        operand of real numbers; the axes before those of the window are a batch
/// \param window   the sizes of a window, in braces, for the last axes of `x`
/// \param options  pool_options: strides (default: the window), padding, dilations
/// \returns        a lazy expression with run-time sizes and the element type of `x`
/// \throws         value_error if an option is out of range or a window is larger than its axis
/// \refuses        elements that are not real numbers, more sizes than axes
/// \complexity     O(size of the result times size of a window)
/// \numpy          none; `torch.nn.functional.max_pool2d(x, window)`, MaxPool in ONNX
/// \usage          `max_pool(x, {2, 2})`, `max_pool(x, {3, 3}, {.strides = 2, .padding = 1})`
/// \see            max_pool_with_positions, average_pool, conv
template <class A, std::size_t W>
auto max_pool(A&& x, const index (&window)[W], const pool_options& options = {})
    STRIA_RUN_OR_REFUSE((detail::pool_result<detail::max_pool_how, A, W>), static_cast<A&&>(x),
                        std::to_array(window), options);
STRIA_BORROWING((detail::tensor_operand S, std::size_t W, class A = detail::lvalue_t<S>), max_pool,
                (S & x STRIA_LIFETIMEBOUND, const index (&window)[W],
                 const pool_options& options = {}),
                (detail::pool_result<detail::max_pool_how, A, W>), x, std::to_array(window),
                options);
STRIA_FOREIGN(max_pool, detail::not_ours, detail::whatever, detail::whatever = {});

/// Takes the largest element of each window along the last axes, and its position.
///
/// \param x        operand of real numbers; the axes before those of the window are a batch
/// \param window   the sizes of a window, in braces, for the last axes of `x`
/// \param options  as for max_pool()
/// \returns        a std::tuple of two tensors, computed immediately: the values, and the positions
///                 of their elements in the whole operand, counted in row-major order as by ONNX,
///                 so `take(x, positions)` gives the values. PyTorch counts in each plane of h w
///                 elements: `positions % (h * w)`. The first of equal elements counts
/// \throws         value_error if an option is out of range or a window is larger than its axis
/// \refuses        elements that are not real numbers, more sizes than axes, operands on a device
/// \complexity     O(size of the result times size of a window); allocates the results
/// \numpy          none; `torch.nn.functional.max_pool2d(x, window, return_indices=True)`
/// \usage          `const auto [values, positions] = max_pool_with_positions(x, {2, 2});`, and
///                 `put(y, positions, values)` is max_unpool
/// \see            max_pool
template <class A, std::size_t W>
auto max_pool_with_positions(A&& x, const index (&window)[W], const pool_options& options = {})
    STRIA_RUN_OR_REFUSE((detail::pool_result<detail::pool_positions_how, A, W>),
                        static_cast<A&&>(x), std::to_array(window), options);
STRIA_FOREIGN(max_pool_with_positions, detail::not_ours, detail::whatever, detail::whatever = {});

/// Computes the mean of each window along the last axes.
///
/// \param x        operand of real numbers; the axes before those of the window are a batch
/// \param window   the sizes of a window, in braces, for the last axes of `x`
/// \param options  pool_options: strides (default: the window), padding, dilations, count_padding.
///                 By default, only elements of `x` count, as in ONNX and TensorFlow
/// \returns        a lazy expression with run-time sizes; double for integers
/// \throws         value_error if an option is out of range or a window is larger than its axis
/// \refuses        elements that are not real numbers, more sizes than axes
/// \complexity     O(size of the result times size of a window)
/// \numpy          none; `torch.nn.functional.avg_pool2d(x, window)`, AveragePool in ONNX
/// \usage          `average_pool(x, {2, 2})`
/// \see            max_pool, conv
template <class A, std::size_t W>
auto average_pool(A&& x, const index (&window)[W], const pool_options& options = {})
    STRIA_RUN_OR_REFUSE((detail::pool_result<detail::average_pool_how, A, W>), static_cast<A&&>(x),
                        std::to_array(window), options);
STRIA_BORROWING(
    (detail::tensor_operand S, std::size_t W, class A = detail::lvalue_t<S>), average_pool,
    (S & x STRIA_LIFETIMEBOUND, const index (&window)[W], const pool_options& options = {}),
    (detail::pool_result<detail::average_pool_how, A, W>), x, std::to_array(window), options);
STRIA_FOREIGN(average_pool, detail::not_ours, detail::whatever, detail::whatever = {});

} // namespace stria
