// SPDX-License-Identifier: BSL-1.0
// show/explain_route.hpp: explain_route, which describes in words how an assignment would run.
// Tests: tests/evaluate/route.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/assign/route_of.hpp>
#include <stria/show/cells.hpp>
#include <stria/show/formula.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stria {
namespace detail {

struct route_words {
  std::string_view name, meaning;
};
constexpr route_words words_of(route r) {
  switch (r) {
  case route::backend: return {"backend", "the target's back end runs it"};
  case route::scatter:
    return {"scatter", "in row-major order, after all indices have been checked"};
  case route::own: return {"own", "the right side writes its result into the target"};
  case route::in_place: return {"in_place", "the right side reads the target at other positions"};
  case route::unrolled: return {"unrolled", "all values are computed, then stored"};
  case route::line: return {"line", "one loop over tensors with the sizes of the target"};
  case route::panel: return {"panel", "few elements, by one call of the kernel"};
  case route::plan: return {"plan", "one fused loop nest over all operands"};
  case route::scalar: return {"scalar", "element by element in row-major order"};
  }
  return {};
}
constexpr std::string_view words_of(route_detail d) {
  switch (d) {
  case route_detail::none: break;
  case route_detail::masked: return "one loop over all elements, which tests the mask";
  case route_detail::fresh:
    return "the right side is computed into new memory: the target has another size, or is read";
  case route_detail::streamed: return "the right side writes its elements in order";
  case route_detail::by_rows: return "reductions of rows are computed row by row";
  }
  return {};
}

constexpr std::string_view words_of(overlap_way w, bool ahead) {
  switch (w) {
  case overlap_way::none: break;
  case overlap_way::block: return "overlap: one block of memory is moved\n";
  case overlap_way::ahead: return "overlap: each element is read before it is written\n";
  case overlap_way::copies: return "overlap: the operands that are broadcast are copied first\n";
  case overlap_way::aside: break;
  case overlap_way::rows:
    if (ahead)
      return {};
  }
  return "overlap: the right side is computed before the target is written\n";
}

/// The text of explain_route(). Text is std::string. It is a template parameter, so that programs
/// that never call explain_route() do not compile this class.
template <class Text> class route_text {
  const chosen_route& c_;
  Text t_{};
  Text firsts_{};

  route_text& operator<<(std::string_view words) {
    t_ += words;
    return *this;
  }
  route_text& operator<<(index n) {
    t_ += integer_text<Text>(n);
    return *this;
  }
  static Text list(const index* n, std::size_t count) {
    Text t = "(";
    for (std::size_t k = 0; k < count; ++k)
      (t += k == 0 ? "" : ", ") += integer_text<Text>(n[k]);
    return t += count == 1 ? ",)" : ")";
  }
  /// Axes that were merged.
  static Text axes(std::uint32_t of) {
    Text t;
    int count = 0;
    for (index k = 0; k < 32; ++k)
      if ((of >> k & 1U) != 0)
        (t += count++ == 0 ? "" : " and ") += integer_text<Text>(k);
    return (count > 1 ? "axes " : "axis ") + t + (count > 1 ? " as one" : "");
  }
  void write_loops() {
    *this << "loops: ";
    if (c_.depth == 0)
      *this << "none, one element";
    for (int k = 0; k < c_.depth; ++k)
      *this << (k == 0 ? "" : ", ") << axes(c_.loops[k].axes) << " (" << c_.loops[k].n
            << (c_.way == route::own && c_.loops[k].reduced ? ", reduced)" : ")");
    *this << "\n";
  }
  void write_vectors() {
    if (c_.lane == 0) {
      *this << "vectors: none; the gaps between elements are wide\n";
      return;
    }
    *this << "vectors: along " << axes(c_.lane);
    if (c_.lane2 != 0)
      *this << ", extended by " << axes(c_.lane2);
    if (c_.buffered)
      *this << "; the target is written through a buffer";
    if (c_.window > 1)
      *this << "; windows of " << c_.window << " columns are joined";
    *this << "\n";
    if (c_.repeats > 1)
      *this << "repeated: each element " << c_.repeats << " times along " << axes(c_.repeated)
            << "\n";
  }
  void write_form() {
    if (c_.before != nullptr)
      *this << c_.before;
    if (c_.after != nullptr)
      *this << c_.elements << c_.after;
    if (c_.before != nullptr && c_.buffered)
      *this << "the target is written through a buffer\n";
    if (c_.depth < 0)
      return;
    write_loops();
    if (c_.inner != nullptr)
      *this << "inner loop: " << axes(c_.lane) << c_.inner;
    else if (c_.vectors && c_.depth != 0)
      write_vectors();
    if (c_.one_call && c_.parts == 1 &&
        (c_.overlap == overlap_way::none || c_.overlap == overlap_way::ahead))
      *this << "kernel: one call for all loops\n";
  }
  void write_overlap() {
    if (c_.way != route::in_place)
      return;
    *this << words_of(c_.overlap, c_.ahead != 0);
    if (c_.ahead != 0)
      *this << "overlap: " << c_.ahead
            << (c_.ahead == 1 ? " row is computed ahead along axis "
                              : " rows are computed ahead along axis ")
            << static_cast<index>(c_.rows_axis) << "\n";
  }
  void write_reads() {
    for (int i = 0; i < c_.operands; ++i) {
      const auto& o = c_.operand[i];
      *this << "operand " << index{i + 1} << ": ";
      if (o.steps >= 0)
        *this << "strides " << list(o.step, static_cast<std::size_t>(o.steps));
      *this << o.how;
      if (o.with != 0)
        *this << index{o.with};
      *this << "\n";
    }
    if (c_.height != 0)
      *this << "copies: " << c_.height << " x " << c_.width << " elements at a time\n";
  }

public:
  explicit route_text(const chosen_route& c) : c_(c) {}

  /// Finds the operands that are computed before a loop that tests a mask, which reads the
  /// elements that a mask selects where they are.
  template <std::size_t R, class N> void find_first_masked(const N& n) {
    if constexpr (is_map<N>)
      for_each_operand(n, [&](const auto& o) { find_first_masked<R>(o); });
    else if constexpr (is_gather_node<N>::value)
      find_first<R, false>(n.source(), false);
    else
      find_first<R, false>(n, false);
  }
  /// Finds the operands that are computed before the loops of a target of rank R. If `within`,
  /// operands that are reduced within the loops are left out. If Wraps, roll() of memory is left
  /// out.
  template <std::size_t R, bool Wraps, class N> void find_first(const N& n, bool within) {
    if constexpr (is_ref<N>) {
      find_first<R, Wraps>(*n.node, within);
    } else if constexpr (!operand<N> || N::ready::value) {
      return;
    } else if constexpr (is_map<N>) {
      for_each_operand(n, [&](const auto& o) {
        if constexpr (N::template computes_first<std::remove_cvref_t<decltype(o)>>)
          name_first(o);
        else if constexpr (!N::template computes_terms<std::remove_cvref_t<decltype(o)>>)
          find_first<R, Wraps && member_access::wraps<N>>(o, within);
      });
    } else {
      find_first_of<R, Wraps>(n, within);
    }
  }
  /// The same for a node that is no function of elements.
  template <std::size_t R, bool Wraps, class N> void find_first_of(const N& n, bool within) {
    if constexpr (Wraps && member_access::wraps<N>) {
      for_each_operand(n, [&]<class O>(const O& o) {
        if constexpr (is_rolled<O> || !memory_operand<O>)
          is_rolled<O> ? find_first<R, Wraps>(o, within) : name_first(o);
      });
    } else if constexpr (is_gather_node<N>::value) {
      firsts_ += member_access::selects<N> == by_mask
                     ? "computed first: the elements that a mask selects\n"
                     : "computed first: the positions that an index array or a mask selects\n";
    } else if constexpr (is_moving<N>) {
      find_first<R, false>(n.source(), false); // a slice or another order of the axes
    } else {
      if constexpr (member_access::folds_rows<N> && rank_of<N> == R)
        if (within)
          return find_first<R, Wraps>(n.source(), within);
      name_first(n);
    }
  }
  template <class N> void name_first(const N& n) {
    const Text formula = formula_text<Text>(n);
    const auto shape = n.shape();
    // A function is named without its arguments.
    const auto end = formula.find_first_of("([.");
    const bool called = end != Text::npos && formula[end] != '[';
    (((firsts_ += "computed first: ") += called ? formula.substr(0, end) : formula) +=
     ", shape ") += list(shape.data(), shape.size());
    firsts_ += '\n';
  }

  Text text(const char* back_end) {
    const route_words words = words_of(c_.way);
    *this << words.name << ": "
          << (c_.detail != route_detail::none ? words_of(c_.detail) : words.meaning) << "\n";
    write_form();
    if (c_.parts > 1)
      *this << "parts: " << c_.parts
            << ", cut where an operand wraps around to the other end of an axis\n";
    write_overlap();
    write_reads();
    if (c_.right_first)
      *this << "computed first: the right side, because it reads the target\n";
    *this << firsts_;
    if (c_.way == route::own && c_.detail != route_detail::streamed && c_.before == nullptr &&
        c_.depth < 0)
      *this << "threads: chosen by the operation\n";
    else if (c_.way != route::backend)
      *this << "threads: " << index{c_.threads} << "\n";
    *this << "back end: " << back_end << "\n";
    return t_;
  }
};

/// The text of explain_route() for an assignment by the class Call.
template <class Call, class Text, class Target, class E> Text explain(Target& target, const E& e) {
  chosen_route found;
  Call::ask(target, e, found);
  route_text<Text> text(found);
  constexpr std::size_t R = rank_of<Target>;
  if constexpr (operand<E>) {
    if (found.detail == route_detail::masked)
      text.template find_first_masked<R>(e);
    else if (found.way != route::own && found.way != route::backend && found.way != route::line)
      text.template find_first<R, true>(e, found.detail == route_detail::by_rows);
  }
  return text.text(std::remove_cv_t<Target>::back_end::name);
}

} // namespace detail

/// Describes in words how `target = e` would run. Nothing is written to the target. For `t += e`,
/// ask about `t = t + e`. The assignment to a tie cannot be described.
///
/// \param target a tensor or a view, which may be a temporary, or noalias(t)
/// \param e      an expression, or a number
/// \returns      std::string with the route, the loops from the outermost, the vectorised axis, the
///               memory that is read and what is copied to buffers, the operands that are computed
///               first, the number of threads, and the back end; see docs/performance.md
/// \throws       the exceptions that the assignment throws for shapes and indices
/// \refuses      targets and expressions that the assignment refuses
/// \complexity   some operands may be computed, as by route_of()
/// \numpy        none
/// \usage        `std::cout << explain_route(c, a + b);`
/// \see          route_of
template <class Target, class E>
  requires detail::routable<Target, E>
auto explain_route(Target&& target, const E& e) ->
    typename detail::route_call<Target, E, std::string>::type {
  using call = detail::routed<Target, E>;
  STRIA_UNLESS_REFUSED(call) { return detail::explain<call, std::string>(target_of(target), e); }
}
template <class Target, class E>
  requires(detail::is_refused<Target> || detail::is_refused<E>)
constexpr ignored explain_route(const Target&, const E&) {
  return {};
}

} // namespace stria
