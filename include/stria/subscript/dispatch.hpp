// SPDX-License-Identifier: BSL-1.0
// subscript/dispatch.hpp: decides whether a subscript gives an element, a view, a slice or a
// gather. Tests: tests/subscript/items.cpp, tests/tensor/view.cpp.
#pragma once

#include <stria/evaluate/kept.hpp>
#include <stria/expr/slice_by.hpp>
#include <stria/subscript/adjacency.hpp>
#include <stria/tensor/element.hpp>
#include <stria/tensor/tensor.hpp>
#include <stria/tensor/view.hpp>
#include <stria/token/literal.hpp>

#include <tuple>

namespace stria::detail {

enum class subscript_kind : unsigned char {
  element,
  text_element,
  slice,
  advanced,
  foreign,
  crowded,
  refused
};

/// True for advanced items, which the headers of subscript/ handle.
template <class Ix> inline constexpr bool is_advanced_item = false;
template <class Ix>
  requires(part_of<Ix>::is_array)
inline constexpr bool is_advanced_item<Ix> = true;
template <class Ix> inline constexpr bool is_nd = false;
template <class Ix, std::size_t D, class P> inline constexpr bool is_nd<nd_index<Ix, D, P>> = true;
template <class Ix>
concept is_nd_item = is_nd<bare<Ix>>;
template <is_nd_item Ix> inline constexpr bool is_advanced_item<Ix> = true;

template <class Ix>
concept element_item = constant_item<Ix> || integer_item<Ix>;

/// True if there are as many integers as axes; some may be inside a text literal.
template <std::size_t R, class... Ix> constexpr bool all_integers() {
  constexpr auto& code = code_of<bare<Ix>...>;
  bool all_of_them = code.size() == R && sizeof...(Ix) > 0;
  for (std::size_t i = 0; i < code.size(); ++i)
    all_of_them = all_of_them && code.items[i].kind == item_kind::integer;
  return all_of_them;
}

template <std::size_t R, class... Ix> constexpr subscript_kind subscript_kind_of() {
  if constexpr ((is_refused<bare<Ix>> || ...))
    return subscript_kind::refused;
  else if constexpr (sizeof...(Ix) > max_items)
    return subscript_kind::crowded;
  else if constexpr (sizeof...(Ix) == R && (element_item<Ix> && ...))
    return subscript_kind::element;
  else if constexpr ((basic_item<Ix> && ...))
    return all_integers<R, Ix...>() ? subscript_kind::text_element : subscript_kind::slice;
  else if constexpr (((basic_item<Ix> || is_advanced_item<Ix>) && ...))
    return subscript_kind::advanced;
  else
    return subscript_kind::foreign;
}

template <class... Ix> struct foreign_verdict {
  static constexpr bool accepted = false;
  static constexpr message text() {
    const bool known_item[] = {(basic_item<Ix> || is_advanced_item<Ix>)...};
    const bool floating[] = {std::is_floating_point_v<bare<Ix>>...};
    const bool array[] = {operand<Ix>...};
    const bool boolean[] = {std::same_as<bare<Ix>, bool>...};
    const bool unread[] = {std::same_as<Ix, no_item>...};
    std::size_t k = 0;
    while (known_item[k])
      ++k;
    message m("stria: item ");
    if (unread[k])
      return m << k
               << " of the subscript is in braces or the name of a function; braces hold integers "
                  "or bools of one type and cannot be mixed with other items: write tensor{0, 2}; "
                  "rev() and "
                  "range(b, e) need parentheses";
    m << k << " of the subscript is ";
    m << (floating[k]  ? "a floating-point number"
          : boolean[k] ? "a bool"
          : array[k]   ? "an array whose elements are neither integers nor bools"
                       : "of a type that is not an index");
    return m << "; an item is an integer, a constant (_1, 12_c), _, range, rev, newaxis, ellipsis, "
                "a text (\"...\"_ix) or an integer or bool array";
  }
};

// The subscript self[items...], by its kind. Self is T&, const T& or T (an rvalue).
template <subscript_kind Kind, class Self, class... Ix> struct subscript_by;

template <class Self, class... Ix>
struct subscript_of : subscript_by<subscript_kind_of<rank_of<Self>, Ix...>(), Self, Ix...> {};

template <class Self, class... Ix>
struct subscript_by<subscript_kind::foreign, Self, Ix...>
    : refused_items<foreign_verdict<Ix...>, sizeof...(Ix)> {};

struct crowded_verdict {
  static constexpr message text() {
    return message("stria: a subscript has at most ") << max_items << " items";
  }
};
template <class Self, class... Ix>
struct subscript_by<subscript_kind::crowded, Self, Ix...>
    : refused_items<crowded_verdict, sizeof...(Ix)> {};

// A refused item has already been reported, so nothing is reported here.
template <class Self, class... Ix> struct subscript_by<subscript_kind::refused, Self, Ix...> {
  static constexpr bool accepted = true;
  using type = ignored;
  template <class... A> static constexpr type get(A&&...) { return {}; }
};

template <class Self, class... Ix>
using verdict_of = subscript_verdict<extents_of<Self>, code_of<bare<Ix>...>>;

// --- an element ---

template <class Self> struct element_result {
  using type = element_value<value_t<Self>>;
};
template <class T, extent... E> struct element_result<tensor<T, E...>&> {
  using type = T&;
};
template <class T, extent... E> struct element_result<const tensor<T, E...>&> {
  using type = const T&;
};
template <class T, auto L> struct element_result<view<T, L>&> {
  using type = T&;
};
template <class T, auto L> struct element_result<const view<T, L>&> {
  using type = T&;
};
template <class T, auto L> struct element_result<view<T, L>> {
  using type = T&;
};

template <bool Accepted, class Self, class Axes, class... Ix>
struct element_of : refused_items<verdict_of<Self, Ix...>, sizeof...(Ix)> {};

template <class Self, std::size_t... K, class... Ix>
struct element_of<true, Self, std::index_sequence<K...>, Ix...> {
  static constexpr bool accepted = true;
  using type = typename element_result<Self>::type;

  STRIA_INLINE static constexpr type get(const std::remove_reference_t<Self>& self,
                                         const Ix&... items) {
    if constexpr (std::is_reference_v<type>) {
      return member_access::item<K...>(self, subscript_value<K>(self, items)...);
    } else {
      constexpr bool keeps = std::is_lvalue_reference_v<Self> && !bare<Self>::ready::value;
      const auto n = [&] {
        if constexpr (keeps)
          return sizes_of_elements(self);
        else
          return self.shape();
      }();
      const axis_refs<sizeof...(Ix)> refs{
          axis_ref{checked_index(subscript_value<K>(self, items), n[K], K), 0, -1}...};
      static_cast<void>(n);
      if constexpr (keeps)
        return read_element(self, refs);
      else
        return member_access::cursor<no_hint, 0>(prepare(self), refs).item();
    }
  }
  STRIA_INLINE static constexpr type get(std::remove_const_t<std::remove_reference_t<Self>>& self,
                                         const Ix&... items)
    requires(std::is_reference_v<type>)
  {
    return member_access::item<K...>(self, subscript_value<K>(self, items)...);
  }
};

template <class Self, class... Ix>
struct subscript_by<subscript_kind::element, Self, Ix...>
    : element_of<verdict_of<Self, Ix...>::accepted, Self, std::index_sequence_for<Ix...>, Ix...> {};

// --- a view of memory, a slice of anything else ---

template <bool Accepted, class Self, class... Ix>
struct slice_of : refused_items<verdict_of<Self, Ix...>, sizeof...(Ix)> {};

template <class Self, class... Ix> struct slice_of<true, Self, Ix...> {
  static constexpr bool accepted = true;
  using slice = slice_by<Self, code_of<bare<Ix>...>>;
  using type = typename slice::type;

  template <class S> static constexpr type get(S&& self, const Ix&... items) {
    if constexpr (slice::known)
      return slice::get(static_cast<S&&>(self));
    else
      return slice::get(static_cast<S&&>(self), encode(items...));
  }
};

template <class Self, class... Ix>
struct subscript_by<subscript_kind::slice, Self, Ix...>
    : slice_of<verdict_of<Self, Ix...>::accepted, Self, Ix...> {};

// A text in which integers select one element gives a slice of rank 0.
template <bool Accepted, class Self, class... Ix>
struct text_element_of : refused_items<verdict_of<Self, Ix...>, sizeof...(Ix)> {};
template <class Self, class... Ix> struct text_element_of<true, Self, Ix...> {
  static constexpr bool accepted = true;
  using type = typename element_result<Self>::type;

  template <class S> static constexpr type get(S&& self, const Ix&... items) {
    return slice_by<Self, code_of<bare<Ix>...>>::get(static_cast<S&&>(self), encode(items...));
  }
};
template <class Self, class... Ix>
struct subscript_by<subscript_kind::text_element, Self, Ix...>
    : text_element_of<verdict_of<Self, Ix...>::accepted, Self, Ix...> {};

// --- a gather ---

template <class Self, class N> struct nd_fit {
  static constexpr bool accepted = bare<N>::depth <= rank_of<Self>;
  static constexpr message text() {
    message m("stria: the nd index picks along ");
    m << bare<N>::depth << " axes, but the shape ";
    say_shape(m, extents_of<Self>.view());
    return m << " has " << rank_of<Self> << "; the last extent of the index is its depth";
  }
};

template <std::size_t R, std::size_t D> constexpr gather_spec<R> leading_axes() {
  gather_spec<R> s;
  s.count = D;
  for (std::size_t k = 0; k < D; ++k)
    s.axes[k] = k;
  return s;
}

// The source as held by a gather: a view if the memory outlives the gather, otherwise the operand.
template <class Self> struct gather_source {
  using type = hold_t<Self>;
};
template <class Self>
  requires(view_source<Self>::is_memory)
struct gather_source<Self> {
  using type = view<typename view_source<Self>::element, bare<Self>::layout>;
};

template <class Self, class N> struct nd_gather_call {
  static constexpr bool accepted = true;
  using index_t = bare<N>;
  using source = typename gather_source<Self>::type;
  using type = gather<source, leading_axes<rank_of<Self>, index_t::depth>(), index_t>;

  template <class S> static constexpr type get(S&& self, const index_t& item) {
    if constexpr (view_source<Self>::is_memory)
      return type(make_view<typename view_source<Self>::element, bare<Self>::layout>(
                      self, placed<rank_of<Self>>{0, self.shape(), self.strides()}),
                  item);
    else
      return type(source(static_cast<S&&>(self)), item);
  }
};

template <class... Ix> struct lone_nd_verdict {
  static constexpr bool accepted = false;
  static constexpr message text() {
    return message("stria: an nd index must be the only item of its subscript: t[nd(idx)]");
  }
};

// NumPy's index arrays: a slice by the basic items, and a gather from this slice.
template <bool Accepted, class Self, class... Ix>
struct list_gather_of : refused_items<advanced_verdict<Self, Ix...>, sizeof...(Ix)> {};

template <class Self, class... Ix> struct list_gather_of<true, Self, Ix...> {
  static constexpr bool accepted = true;
  static constexpr auto& code = base_code<Ix...>;
  static constexpr auto plan = plan_advanced<extents_of<Self>, Ix...>();
  using list = list_of<Ix...>;

  // The source itself if the slice would select everything.
  using sliced_source =
      typename first_or_second<plan.plain>::template of<gather_source<Self>,
                                                        slice_by<Self, code>>::type;
  using type = gather<sliced_source, plan.spec, list>;

  template <class S, class... A> static constexpr type get(S&& self, A&... items) {
    return type(source_from(static_cast<S&&>(self), items...), make_list(items...));
  }

private:
  template <class S, class... A> static constexpr sliced_source source_from(S&& self, A&... items) {
    if constexpr (!plan.plain)
      return slice_by<Self, code>::get(static_cast<S&&>(self), values(items...));
    else if constexpr (view_source<Self>::is_memory)
      return make_view<typename view_source<Self>::element, bare<Self>::layout>(
          self, placed<rank_of<Self>>{0, self.shape(), self.strides()});
    else
      return sliced_source(static_cast<S&&>(self));
  }
  // The run-time values of the basic items.
  template <class... A> static constexpr encoded<code> values(const A&... items) {
    encoded<code> e{};
    for (index& s : e.strides)
      s = 1;
    std::size_t at = 0;
    (read_item(e, at, items), ...);
    return e;
  }
  template <class A>
  static constexpr void read_item(encoded<code>& e, std::size_t& at, const A& a) {
    if constexpr (role_of<A>() == item_role::basic) {
      using traits = basic_item_traits<std::remove_const_t<A>>;
      item_values v[traits::count == 0 ? 1 : traits::count];
      traits::read(a, v);
      for (std::size_t k = 0; k < traits::count; ++k) {
        e.begin[at] = v[k].begin;
        e.end[at] = v[k].end;
        e.strides[at++] = v[k].step;
      }
    } else {
      at += code_count<A>();
    }
  }
  // The number of items that are parts of the list.
  static constexpr std::size_t count =
      (std::size_t{0} + ... + (role_of<Ix>() == item_role::basic ? 0 : 1));
  static constexpr std::array<std::size_t, count> positions = [] {
    std::array<std::size_t, count> p{};
    std::size_t k = 0, at = 0;
    ((role_of<Ix>() == item_role::basic ? void() : void(p[k++] = at), ++at), ...);
    return p;
  }();
  // An rvalue is moved into the list; an lvalue tensor is held by reference.
  template <class... A> static constexpr list make_list(A&... items) {
    return pick(std::tuple<Ix&&...>(static_cast<Ix&&>(items)...),
                std::make_index_sequence<count>());
  }
  template <std::size_t... K>
  static constexpr list pick(std::tuple<Ix&&...> items, std::index_sequence<K...>) {
    return list(std::in_place,
                list_part<std::tuple_element_t<positions[K], std::tuple<Ix...>>>::make(
                    std::get<positions[K]>(std::move(items)))...);
  }
};

// A text with integers beside index arrays is replaced by its items, because integers beside arrays
// take part in the broadcast.
template <class... Ix> struct item_list {};
template <class T> inline constexpr T item_object{};

template <class Ix, class Text = bare<Ix>> struct items_of {
  using types = item_list<Ix>;
  template <class A> static constexpr std::tuple<A&> get(A& item) { return {item}; }
};
template <class Text, class Seq> struct items_of_text;
template <fixed_string Text, std::size_t... K>
struct items_of_text<index_text<Text>, std::index_sequence<K...>> {
  using types = item_list<const text_item<Text, K>&...>;
  template <class A> static constexpr std::tuple<const text_item<Text, K>&...> get(A&) {
    return {item_object<text_item<Text, K>>...};
  }
};
template <class Ix, fixed_string Text>
struct items_of<Ix, index_text<Text>>
    : items_of_text<index_text<Text>, std::make_index_sequence<parsed_text_of<Text>.count>> {};

template <class... L> struct joined_items;
template <class... J> struct joined_items<item_list<J...>> {
  using types = item_list<J...>;
};
template <class... J, class... K, class... L>
struct joined_items<item_list<J...>, item_list<K...>, L...>
    : joined_items<item_list<J..., K...>, L...> {};

template <class Self, class List, class... Ix> struct written_out;
template <class Self, class... J, class... Ix>
  requires(!advanced_verdict<Self, J...>::accepted)
struct written_out<Self, item_list<J...>, Ix...>
    : refused_items<advanced_verdict<Self, J...>, sizeof...(Ix)> {};
template <class Self, class... J, class... Ix>
  requires(advanced_verdict<Self, J...>::accepted)
struct written_out<Self, item_list<J...>, Ix...> {
  static constexpr bool accepted = true;
  using call = list_gather_of<true, Self, J...>;
  using type = typename call::type;

  template <class S, class... A> static constexpr type get(S&& self, A&... items) {
    return std::apply([&](auto&... each) { return call::get(static_cast<S&&>(self), each...); },
                      std::tuple_cat(items_of<Ix>::get(items)...));
  }
};

template <class Self, class... Ix>
struct advanced_of : list_gather_of<advanced_verdict<Self, Ix...>::accepted, Self, Ix...> {};
template <class Self, class... Ix>
  requires(is_nd_item<Ix> || ...)
struct advanced_of<Self, Ix...> : refused_items<lone_nd_verdict<Ix...>, sizeof...(Ix)> {};
template <class Self, class... Ix>
  requires(!(is_nd_item<Ix> || ...) && (text_has_integer<bare<Ix>> || ...))
struct advanced_of<Self, Ix...>
    : written_out<Self, typename joined_items<typename items_of<Ix>::types...>::types, Ix...> {};
template <class Self, class N>
  requires is_nd_item<N>
struct advanced_of<Self, N> : judged_call<nd_fit<Self, N>, nd_gather_call<Self, N>> {};

template <class Self, class... Ix>
struct subscript_by<subscript_kind::advanced, Self, Ix...> : advanced_of<Self, Ix...> {};

} // namespace stria::detail
