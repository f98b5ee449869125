// SPDX-License-Identifier: BSL-1.0
// subscript/adjacency.hpp: NumPy's rules for index arrays: which axes they index, and where the
// axes of the arrays are in the result. Tests: tests/subscript/items.cpp.
#pragma once

#include <stria/subscript/gather.hpp>
#include <stria/subscript/index_list.hpp>
#include <stria/tensor/element.hpp>

namespace stria::detail {

enum class item_role : unsigned char { basic, integer, array };

template <class Ix> constexpr item_role role_of() {
  if constexpr (constant_item<Ix> || integer_item<Ix>)
    return item_role::integer;
  else if constexpr (basic_item<Ix>)
    return item_role::basic;
  else
    return item_role::array;
}

/// The number of entries of an item in the code of the subscript. The code has one `:` for each
/// axis that an array indexes.
template <class Ix> constexpr std::size_t code_count() {
  if constexpr (role_of<Ix>() == item_role::array)
    return part_of<Ix>::type::axes;
  else
    return basic_item_traits<bare<Ix>>::count;
}

/// The code of a subscript in which every array is replaced by `:`. If IntegersAsArrays, integers
/// are replaced, too, because an integer next to an array takes part in the broadcast as an array
/// of rank 0. Otherwise integers remain integers, so that they are checked.
template <bool IntegersAsArrays, class... Ix> constexpr auto code_under() {
  constexpr std::size_t n = (std::size_t{0} + ... + code_count<Ix>());
  static_assert(n <= max_items, "stria: a subscript has at most 64 items");
  subscript_code<n> c{};
  std::size_t next = 0;
  const auto append = [&]<class X>(std::type_identity<X>) {
    for (std::size_t k = 0; k < code_count<X>(); ++k) {
      if constexpr (role_of<X>() == item_role::array ||
                    (IntegersAsArrays && role_of<X>() == item_role::integer))
        c.items[next++] = mark_code(item_kind::slice);
      else
        c.items[next++] = basic_item_traits<bare<X>>::code[k];
    }
  };
  (append(std::type_identity<Ix>{}), ...);
  return c;
}

template <class... Ix> inline constexpr auto checked_code = code_under<false, Ix...>();
template <class... Ix> inline constexpr auto base_code = code_under<true, Ix...>();

/// The number of axes to which the items of a code apply, without the ellipsis.
template <std::size_t N> constexpr std::size_t consumed_by(const subscript_code<N>& c) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < N; ++i)
    n += c.items[i].kind == item_kind::slice || c.items[i].kind == item_kind::integer ? 1 : 0;
  return n;
}

template <class Ix> struct list_part {
  using type = integer_part<Ix>;
  template <class U> static constexpr type make(const U& u) {
    return type(scalar<decltype(hold_integer(u))>(hold_integer(u)));
  }
};
template <class Ix>
  requires(role_of<Ix>() == item_role::array)
struct list_part<Ix> : part_of<Ix> {};

/// The index arrays of a subscript, that is, the items that are not basic.
template <class Parts, class... Ix> struct parts_of;
template <class... P> struct parts_of<index_list<void, P...>> {
  using type = index_list<std::index_sequence_for<P...>, P...>;
};
template <class... P, class Ix, class... More>
struct parts_of<index_list<void, P...>, Ix, More...>
    : parts_of<index_list<void, P..., typename list_part<Ix>::type>, More...> {};
template <class... P, class Ix, class... More>
  requires(role_of<Ix>() == item_role::basic)
struct parts_of<index_list<void, P...>, Ix, More...> : parts_of<index_list<void, P...>, More...> {};

template <class... Ix> using list_of = typename parts_of<index_list<void>, Ix...>::type;

/// The gather for a subscript with index arrays. Its source is the slice that `base_code`
/// describes.
template <std::size_t R> struct advanced_plan {
  gather_spec<R> spec{};
  bool plain = true; // the slice selects everything and can be omitted
};

template <auto Shape, class... Ix> constexpr auto plan_advanced() {
  constexpr auto& code = base_code<Ix...>;
  constexpr auto& p = static_plan_of<Shape, code>;
  advanced_plan<p.count> plan;

  // Find the axes of the slice that the arrays index. Each entry of the code gives one axis.
  constexpr std::size_t items = sizeof...(Ix);
  const item_role roles[] = {role_of<Ix>()...};
  const std::size_t counts[] = {code_count<Ix>()...};

  std::size_t first = items, last = 0, code_at = 0, first_code = 0;
  for (std::size_t i = 0; i < items; ++i) {
    if (roles[i] != item_role::basic) {
      if (first == items) {
        first = i;
        first_code = code_at;
      }
      last = i;
      for (std::size_t k = 0; k < counts[i]; ++k)
        for (std::size_t a = 0; a < p.count; ++a)
          if (p.entries[a].kind == dense_kind::slice && p.entries[a].item == code_at + k) {
            plan.spec.added[plan.spec.count] = a - p.entries[a].axis;
            plan.spec.axes[plan.spec.count++] = a;
          }
    }
    code_at += counts[i];
  }
  bool adjacent = true;
  for (std::size_t i = first; i < last; ++i)
    adjacent = adjacent && (roles[i] != item_role::basic || counts[i] == 0);
  if (adjacent) {
    // Count the axes of the items before the first array; an ellipsis may have several.
    std::size_t seen = 0;
    for (std::size_t c = 0; c < first_code; ++c)
      if (code.items[c].kind == item_kind::dots)
        seen += Shape.rank() - consumed_by(code);
      else
        ++seen;
    plan.spec.front = seen;
  }
  for (std::size_t a = 0; a < p.count; ++a) {
    const dense_entry& e = p.entries[a];
    plan.plain = plan.plain && e.kind != dense_kind::new_axis &&
                 (e.kind == dense_kind::whole || code.items[e.item] == mark_code(item_kind::slice));
  }
  return plan;
}

enum class advanced_fault : unsigned char { none, subscript, broadcast, mask };

/// The message for a wrong subscript with index arrays.
template <class Self, class... Ix> struct advanced_verdict {
  static constexpr auto shape = extents_of<Self>;
  using subscript = subscript_verdict<shape, checked_code<Ix...>>;

  struct mask_fault {
    bool found = false;
    std::size_t axis = 0;
    extent size = extent::unknown(), mask = extent::unknown();
  };
  // The sizes of the masks must match the axes that they index.
  static constexpr mask_fault masks = [] {
    mask_fault f;
    if constexpr (subscript::accepted) {
      const auto& p = static_plan_of<shape, checked_code<Ix...>>;
      std::size_t code_at = 0;
      const auto look = [&]<class X>(std::type_identity<X>) {
        if constexpr (role_of<X>() == item_role::array) {
          using part = typename part_of<X>::type;
          if constexpr (part::is_mask)
            for (std::size_t k = 0; k < part::axes; ++k)
              for (std::size_t a = 0; a < p.count; ++a)
                if (p.entries[a].kind == dense_kind::slice && p.entries[a].item == code_at + k) {
                  const extent n = shape[p.entries[a].axis], m = part::mask_extents[k];
                  if (!f.found && n.is_static() && m.is_static() && n.size != m.size)
                    f = {true, p.entries[a].axis, n, m};
                }
        }
        code_at += code_count<X>();
      };
      (look(std::type_identity<Ix>{}), ...);
    }
    return f;
  }();
  static constexpr advanced_fault fault = [] {
    if constexpr (!subscript::accepted)
      return advanced_fault::subscript;
    else if (masks.found)
      return advanced_fault::mask;
    else
      return list_of<Ix...>::joined_extents.fault == extent_fault::none ? advanced_fault::none
                                                                        : advanced_fault::broadcast;
  }();
  static constexpr bool accepted = fault == advanced_fault::none;

  static constexpr message text() {
    message m("stria: ");
    if constexpr (fault == advanced_fault::subscript)
      return subscript::text();
    if constexpr (fault == advanced_fault::mask)
      return m << "a mask of " << masks.mask.size << " entries cannot index axis " << masks.axis
               << ", which has " << masks.size.size << "; a mask must have the sizes of its axes";
    return m << "the index arrays of the subscript do not broadcast: axis "
             << list_of<Ix...>::joined_extents.axis
             << " of their result would have two sizes; ix_(a, b) selects the outer product";
  }
};

} // namespace stria::detail
