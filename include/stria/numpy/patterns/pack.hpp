// SPDX-License-Identifier: BSL-1.0
// numpy/patterns/pack.hpp: pack and unpack of einops, which join operands of different ranks along
// one axis and take them apart again. Tests: tests/numpy/patterns/einops.cpp.
#pragma once

#include <stria/base/text.hpp>
#include <stria/numpy/join/concat.hpp>
#include <stria/numpy/patterns/rearrange.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/tensor/foreign.hpp>

#include <array>
#include <tuple>

namespace stria {

/// The result of pack(): the joined operands, and for each operand the sizes of the axes that `*`
/// matches.
///
/// \usage        `const auto [packed, shapes] = pack<"* c">(a, b);`
template <class Packed, class Shapes> struct pack_result {
  Packed packed;
  Shapes shapes;
};

namespace detail {

enum class pack_fault : unsigned char { none, text, twice, star };

/// The text of pack(): names before and after one `*`.
struct pack_text {
  std::size_t before = 0, after = 0, column = 0;
  pack_fault fault = pack_fault::none;

  constexpr explicit pack_text(std::string_view s) {
    std::string_view names[32]{};
    std::size_t count = 0;
    bool star = false;
    for (text_cursor c(s); !c.done() && fault == pack_fault::none;) {
      column = c.column();
      const std::string_view name = c.name();
      if (c.take("*")) {
        fault = star ? pack_fault::star : pack_fault::none;
        star = true;
      } else if (name.empty() || count == 32) {
        fault = pack_fault::text;
      } else {
        for (std::size_t k = 0; k < count; ++k)
          if (names[k] == name)
            fault = pack_fault::twice;
        names[count++] = name;
        ++(star ? after : before);
        c.take(name);
      }
    }
    if (fault == pack_fault::none && !star)
      fault = pack_fault::star;
  }
  constexpr std::size_t named() const { return before + after; }
  constexpr message text(std::string_view what, std::string_view s) const {
    message m("stria: ");
    m << what << ": \"" << s << "\": ";
    switch (fault) {
    case pack_fault::text:
      return m << "column " << column << " cannot be read; the text has names and one *";
    case pack_fault::twice: return m << "the name in column " << column << " occurs twice";
    case pack_fault::star: return m << "the text must have exactly one *";
    case pack_fault::none: break;
    }
    return m;
  }
};

/// The shape of a packed operand: the axes that `*` matches are merged into one.
template <pack_text Text, auto Shape> constexpr auto packed_shape() {
  auto s = unknown_shape<Text.named() + 1>();
  constexpr std::size_t R = Shape.rank();
  extent merged = extent::make(1);
  for (std::size_t k = Text.before; k < R - Text.after; ++k)
    merged = multiply_extents(merged, Shape[k]);
  for (std::size_t k = 0; k < Text.before; ++k)
    s[k] = Shape[k];
  s[Text.before] = merged;
  for (std::size_t k = 0; k < Text.after; ++k)
    s[Text.before + 1 + k] = Shape[R - Text.after + k];
  return s;
}

template <fixed_string Text, class... A> struct pack_verdict {
  static constexpr pack_text parsed{Text.view()};
  /// The first operand that has too few axes; the number of operands if there is none.
  static constexpr std::size_t low = [] {
    constexpr std::size_t ranks[] = {rank_of<A>...};
    std::size_t k = 0;
    while (k < sizeof...(A) && ranks[k] >= parsed.named())
      ++k;
    return k;
  }();
  static constexpr bool accepted = parsed.fault == pack_fault::none && low == sizeof...(A);
  static constexpr message text() {
    if constexpr (parsed.fault != pack_fault::none)
      return parsed.text("pack", Text.view());
    constexpr std::size_t ranks[] = {rank_of<A>..., 0};
    return message("stria: pack: \"")
           << Text.view() << "\": operand " << low << " has " << ranks[low]
           << " axes and the text names " << parsed.named();
  }
};
/// The operand as it is joined, and the verdict of the join.
template <fixed_string Text, class A>
using packed_call = reshape_call<A, packed_shape<pack_text(Text.view()), extents_of<A>>()>;
template <fixed_string Text, class... A>
using packed_join =
    named_concat<"pack", constant<static_cast<index>(pack_text(Text.view()).before)>,
                 typename packed_call<Text, A>::type...>;
template <fixed_string Text, class... A> struct pack_call {
  static constexpr bool accepted = true;
  static constexpr pack_text parsed{Text.view()};
  template <class X> using merged_sizes = std::array<index, rank_of<X> - parsed.named()>;
  using type = pack_result<typename packed_join<Text, A...>::type, std::tuple<merged_sizes<A>...>>;

  static constexpr type run(A&&... a) {
    std::tuple<merged_sizes<A>...> shapes{merged_axes(a)...};
    return {packed_join<Text, A...>::run(packed(static_cast<A&&>(a))...), std::move(shapes)};
  }

private:
  template <class X> static constexpr auto merged_axes(const X& x) {
    merged_sizes<X> r{};
    const auto n = x.shape();
    for (std::size_t k = 0; k < r.size(); ++k)
      r[k] = n[parsed.before + k];
    return r;
  }
  template <class X> static constexpr auto packed(X&& x) {
    const auto n = x.shape();
    std::array<index, parsed.named() + 1> sizes{};
    index merged = 1;
    for (std::size_t k = parsed.before; k < rank_of<X> - parsed.after; ++k)
      merged = multiply_or_raise("pack", merged, n[k]);
    for (std::size_t k = 0; k < parsed.before; ++k)
      sizes[k] = n[k];
    sizes[parsed.before] = merged;
    for (std::size_t k = 0; k < parsed.after; ++k)
      sizes[parsed.before + 1 + k] = n[rank_of<X> - parsed.after + k];
    return packed_call<Text, X>::run(static_cast<X&&>(x), sizes);
  }
};
/// The join is judged after the text.
template <fixed_string Text, class... A> struct judged_pack : packed_join<Text, A...> {};
template <fixed_string Text, class... A>
  requires(packed_join<Text, A...>::accepted)
struct judged_pack<Text, A...> : pack_call<Text, A...> {};
template <fixed_string Text, class... A> struct pack_call_result : ignored_call {};
template <fixed_string Text, operand... A>
  requires(sizeof...(A) > 0)
struct pack_call_result<Text, A...>
    : judged_call<pack_verdict<Text, A...>, judged_pack<Text, A...>> {};

// --- unpack ---

/// The number of sizes in a shape of unpack(); -1 for anything else.
template <class S> inline constexpr int length_of_shape = -1;
template <std::integral T, std::size_t N>
inline constexpr int length_of_shape<std::array<T, N>> = static_cast<int>(N);
template <class S> inline constexpr bool is_list_of_shapes = false;
template <class... S>
inline constexpr bool is_list_of_shapes<std::tuple<S...>> = ((length_of_shape<S> >= 0) && ...);
template <class S, std::size_t N>
inline constexpr bool is_list_of_shapes<std::array<S, N>> = length_of_shape<S> >= 0;

template <fixed_string Text, class P, class S> struct unpack_verdict {
  static constexpr pack_text parsed{Text.view()};
  static constexpr bool accepted =
      parsed.fault == pack_fault::none && rank_of<P> == parsed.named() + 1 && is_list_of_shapes<S>;
  static constexpr message text() {
    if constexpr (parsed.fault != pack_fault::none)
      return parsed.text("unpack", Text.view());
    if constexpr (!is_list_of_shapes<S>)
      return message(
          "stria: unpack: the shapes must be those of pack(), a std::tuple of std::array "
          "of integers");
    return message("stria: unpack: \"")
           << Text.view() << "\": the operand has " << rank_of<P> << " axes and the text "
           << parsed.named() + 1;
  }
};

/// Where a part begins along the packed axis, and how long it is.
struct packed_part {
  index from, size;
};
[[noreturn]] [[gnu::cold]] inline void raise_unpacked(std::size_t axis, index total, index size) {
  raise<shape_error>(message("stria: unpack: the shapes have ")
                     << total << " elements along axis " << axis << ", which has " << size);
}

template <fixed_string Text, class P, class S> struct unpack_call {
  static constexpr bool accepted = true;
  static constexpr pack_text parsed{Text.view()};
  static constexpr std::size_t axis = parsed.before, R = rank_of<P>, count = std::tuple_size_v<S>;

private:
  /// The places of all parts. Computes the size -1 of the shapes, if there is one.
  static constexpr std::array<packed_part, count> places(S& shapes, index size) {
    std::array<packed_part, count> r{};
    index total = 0, unknown = 0, divisor = 1;
    std::size_t k = 0, open = count;
    const auto add = [&](const auto& shape) {
      index n = 1;
      for (const auto& given : shape) {
        const index s = to_index(given);
        if (s < -1 || (s == -1 && ++unknown > 1)) [[unlikely]]
          raise<value_error>(
              message("stria: unpack: a size is negative; one size of all may be -1"));
        if (s == -1)
          open = k;
        else
          n = multiply_or_raise("unpack", n, s);
      }
      r[k] = {0, n};
      if (open == k)
        divisor = n;
      else
        total = add_or_raise("unpack", total, n);
      ++k;
    };
    std::apply([&](const auto&... shape) { (add(shape), ...); }, shapes);
    if (open < count) {
      const index rest = size - total;
      if (rest < 0 || divisor == 0 || rest % divisor != 0) [[unlikely]]
        raise_unpacked(axis, total, size);
      r[open].size = rest;
      const auto close = [&](auto& shape) {
        for (auto& s : shape)
          if (to_index(s) == -1)
            s = static_cast<std::remove_reference_t<decltype(s)>>(rest / divisor);
      };
      std::apply([&](auto&... shape) { (close(shape), ...); }, shapes);
    } else if (total != size) [[unlikely]] {
      raise_unpacked(axis, total, size);
    }
    index from = 0;
    for (packed_part& part : r)
      from = (part.from = from) + part.size;
    return r;
  }

  template <std::size_t N> static constexpr auto part_shape() {
    auto s = unknown_shape<R - 1 + N>();
    for (std::size_t k = 0; k < axis; ++k)
      s[k] = extents_of<P>[k];
    for (std::size_t k = axis + 1; k < R; ++k)
      s[k + N - 1] = extents_of<P>[k];
    return s;
  }
  template <std::size_t N>
  static constexpr auto axis_of_part = [] {
    axis_map<R - 1 + N> m{};
    for (std::size_t k = 0; k < R - 1 + N; ++k)
      m.source[k] = static_cast<int>(k < axis ? k : k < axis + N ? axis : k + 1 - N);
    return m;
  }();
  template <class T, std::size_t N>
  static constexpr auto part(P& p, packed_part at, const std::array<T, N>& shape) {
    auto sizes = std::array<index, R - 1 + N>{};
    const auto n = p.shape();
    for (std::size_t k = 0; k < sizes.size(); ++k)
      sizes[k] = k < axis       ? n[k]
                 : k < axis + N ? static_cast<index>(shape[k - axis])
                                : n[k + 1 - N];
    auto slice =
        subscript_at(p, range(at.from, at.from + at.size), std::make_index_sequence<axis>());
    // A part of a temporary tensor is copied, because the tensor ends with the call.
    auto split =
        split_call<decltype(slice), part_shape<N>(), axis_of_part<N>>::run(std::move(slice), sizes);
    if constexpr (tensor_operand<P> && !std::is_lvalue_reference_v<P>)
      return eval(split);
    else
      return split;
  }

public:
  static constexpr auto run(P&& p, S shapes) {
    const auto parts = places(shapes, p.shape()[axis]);
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return std::tuple{part(p, parts[K], std::get<K>(shapes))...};
    }(std::make_index_sequence<count>());
  }
  using type = decltype(run(std::declval<P>(), std::declval<S>()));
};
template <fixed_string Text, class P, class S> struct unpack_result : ignored_call {};
template <fixed_string Text, operand P, class S>
struct unpack_result<Text, P, S>
    : judged_call<unpack_verdict<Text, P, S>, unpack_call<Text, P, S>> {};

} // namespace detail

/// Joins operands of different ranks along one axis: the axes that `*` matches are merged into one,
/// and the others have names.
///
/// \tparam Text  names before and after one `*`, such as "* c"
/// \param a      one or more tensors, views or expressions. Their named axes have the same sizes
/// \returns      pack_result with `packed`, a lazy expression with the named axes and the merged
///               one, and `shapes`, a tuple with an array of the sizes of the merged axes of each
///               operand
/// \throws       shape_error if run-time sizes of the named axes differ
/// \refuses      a text with an error, operands with fewer axes than names, static sizes of named
///               axes that differ
/// \complexity   O(size of the result), lazy
/// \numpy        einops: `pack([a, b], "* c")`
/// \usage        `auto [packed, shapes] = pack<"* c">(image, token);`
/// \see          unpack, rearrange
template <fixed_string Text, class... A>
constexpr auto pack(A&&... a)
    STRIA_RUN_OR_REFUSE((detail::pack_call_result<Text, A...>), static_cast<A&&>(a)...);
STRIA_BORROWING((fixed_string Text, detail::tensor_operand... S, class = detail::lvalues<S...>),
                pack, (S & ... a STRIA_LIFETIMEBOUND), (detail::pack_call_result<Text, S&...>),
                a...);
STRIA_FOREIGN_TEMPLATED(fixed_string Text, pack, detail::not_ours, detail::whatever = {},
                        detail::whatever = {});
STRIA_FOREIGN_TEXT(pack, "pack<\"* c\">(a, b)");

/// Takes apart what pack() has joined.
///
/// \tparam Text  the text of pack()
/// \param p      a tensor, view or expression
/// \param shapes the shapes from pack(), a std::tuple of std::array; one size of all may be -1
/// \returns      a std::tuple with an expression for each shape: views if `p` is a named tensor or
///               a view, tensors if it is a temporary tensor
/// \throws       shape_error if the sizes do not add up to the size of the packed axis; value_error
///               for other negative sizes
/// \refuses      a text with an error, an operand with another number of axes, other types of
///               shapes
/// \complexity   O(1) for views
/// \numpy        einops: `unpack(p, shapes, "* c")`
/// \usage        `auto [image, token] = unpack<"* c">(p, shapes);`
/// \see          pack
template <fixed_string Text, class P, class S>
constexpr auto unpack(P&& p, const S& shapes)
    STRIA_RUN_OR_REFUSE((detail::unpack_result<Text, P, S>), static_cast<P&&>(p), shapes);
STRIA_FOREIGN_TEMPLATED(fixed_string Text, unpack, detail::not_ours, detail::whatever = {},
                        detail::whatever = {});
STRIA_FOREIGN_TEXT(unpack, "unpack<\"* c\">(p, shapes)");

} // namespace stria
