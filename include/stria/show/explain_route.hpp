// SPDX-License-Identifier: BSL-1.0
// show/explain_route.hpp: explain_route, which describes in words how an assignment would run.
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
  case route_detail::masked: return "one loop over all elements, which tests the mask";
  case route_detail::fresh:
    return "the right side is computed into new memory: the target has another size, or is read";
  case route_detail::streamed: return "the right side writes its elements in order";
  case route_detail::by_rows: return "reductions of rows are computed row by row";
  }
  return {};
}

/// Collects the text of explain_route() from the loops that route_for() reports. Text is
/// std::string. It is a template parameter, so that programs that never call explain_route() do not
/// compile this class.
template <class Text> class route_note {
  Text loops_, reads_, firsts_, place_;
  int threads_ = 1;
  bool by_points_ = false; // one loop computes all operands
  std::optional<route_detail> detail_{};
  index count_ = 0; // of operands

  static Text decimal(index n) { return integer_text<Text>(n); }
  static Text list(const index* n, std::size_t count) {
    Text t = "(";
    for (std::size_t k = 0; k < count; ++k)
      (t += k == 0 ? "" : ", ") += decimal(n[k]);
    return t += count == 1 ? ",)" : ")";
  }

  /// The axes of loop i of a nest: axis order[i], and the outer axes that were merged with it.
  static Text axes_of(const std::size_t* order, std::size_t i, const index* n) {
    Text t;
    int count = 0;
    for (std::size_t k = i == 0 ? 0 : order[i - 1] + 1; k <= order[i]; ++k)
      if (n[k] != 1) {
        (t += count++ == 0 ? "" : " and ") += decimal(static_cast<index>(k));
      }
    return (count > 1 ? "axes " : "axis ") + t + (count > 1 ? " as one" : "");
  }
  void write_loops(const std::size_t* order, std::size_t depth, const index* n,
                   const index* joined) {
    loops_ = "loops: ";
    if (depth == 0)
      loops_ += "none, one element";
    for (std::size_t i = 0; i < depth; ++i)
      ((((loops_ += i == 0 ? "" : ", ") += axes_of(order, i, n)) += " (") +=
       decimal(joined[order[i]])) += ')';
    loops_ += '\n';
  }
  enum class inner_row : unsigned char { expected, strided, elements };
  void write_inner(std::size_t axis, inner_row row) {
    ((loops_ += "inner loop: axis ") += decimal(static_cast<index>(axis))) +=
        row == inner_row::expected  ? ", with the strides that the types state\n"
        : row == inner_row::strided ? ", with run-time strides\n"
                                    : ", element by element\n";
  }
  /// How a kernel reads an operand whose type states its stride along the vectors.
  static const char* words_of_hint(signed char hint) {
    return hint == 1 ? "" : hint == 0 ? ", kept in a register" : ", reversed in registers";
  }
  void begin_read() { ((reads_ += "operand ") += decimal(++count_)) += ": "; }

  /// Lists the operands of an expression that writes its elements in row-major order.
  struct stream_visitor {
    route_note* note;
    template <class Leaf> void operator()(const Leaf&) const {
      note->begin_read();
      note->reads_ += "read in row-major order\n";
    }
  };
  struct read_visitor {
    route_note* note;
    std::size_t loops;
    const space* over;
    const panel_plan* plan; // null: the loops are those of the expression
    const signed char* hints = nullptr;
    bool transposed = false;
    std::uint64_t copied = 0; // without a plan: operands that are copied, one bit each

    template <class T, std::size_t L, index H>
    void operator()(const strided_cursor<T, L, H>& c) const {
      Text& t = note->reads_;
      note->begin_read();
      (t += "strides ") += list(c.strides.data(), loops);
      const auto k = static_cast<int>(note->count_);
      if (plan != nullptr) {
        const int read = plan->same[k];
        if (read != k)
          (t += ", read with operand ") += decimal(read);
        else if (plan->packs(k))
          t += transposed && near_axis(*over, k) >= 0 ? ", copied and transposed" : ", copied";
        else if (hints != nullptr)
          t += words_of_hint(hints[k]);
      } else if ((copied >> k & 1U) != 0) {
        t += ", copied";
      } else if (hints != nullptr) {
        t += words_of_hint(hints[k]);
      }
      t += '\n';
    }
    template <class T> void operator()(const memory_region<T>&) const {
      note->begin_read();
      note->reads_ += "memory without regular strides\n";
    }
  };

  /// The axes of a space that were merged.
  static Text axes_of(const space_axis& a) {
    Text t;
    int count = 0;
    for (unsigned k = 0; k < 32; ++k)
      if ((a.from >> k & 1U) != 0)
        (t += count++ == 0 ? "" : " and ") += decimal(static_cast<index>(k));
    return (count > 1 ? "axes " : "axis ") + t + (count > 1 ? " as one" : "");
  }
  /// Writes the axes of a space. `reduces` is true if some axes are reduced.
  void write_space(const space& s, const panel_plan& p, bool reduces) {
    loops_ = "loops: ";
    for (int k = 0; k < s.rank; ++k)
      ((((loops_ += k == 0 ? "" : ", ") += axes_of(s.axis[k])) += " (") += decimal(s.axis[k].n)) +=
          reduces && s.axis[k].reduced ? ", reduced)" : ")";
    if (p.lane.from == 0) {
      loops_ += "\nvectors: none; the gaps between elements are wide\n";
      return;
    }
    (loops_ += "\nvectors: along ") += axes_of(p.lane);
    if (p.lane2.n > 1)
      (loops_ += ", extended by ") += axes_of(p.lane2);
    loops_ += p.packs(0) ? "; the target is written through a buffer\n" : "\n";
  }
  /// Writes that a kernel is called once for a few elements.
  template <std::size_t L> void write_few(const std::array<index, L>& n) {
    ((loops_ = "few elements: one call of the kernel for all ") += decimal(count_elements(n))) +=
        ", without a plan\n";
  }
  /// Writes the loops of a store that runs without a plan.
  template <std::size_t L, class In>
  void write_unplanned(const std::array<index, L>& n, const In& in, const store_note& store) {
    if (store.way == store_way::panel) {
      write_few(n);
      if ((store.copied & 1U) != 0)
        loops_ += "the target is written through a buffer\n";
    } else {
      std::size_t order[3]{};
      std::array<index, L> joined{};
      const auto depth = static_cast<std::size_t>(store.depth);
      for (std::size_t k = 0; k < depth; ++k) {
        order[depth - 1 - k] = static_cast<std::size_t>(store.axis[k]);
        joined[order[depth - 1 - k]] = store.size[k];
      }
      const bool one_element = depth == 1 && store.size[0] == 1;
      write_loops(order, one_element ? 0 : depth, n.data(), joined.data());
      if (!one_element)
        ((loops_ += "vectors: along ") += axes_of(order, depth - 1, n.data())) += '\n';
      loops_ += store.copied == 0 ? "without a plan: one call of the kernel\n"
                                  : "without a plan: short rows, joined in groups\n";
    }
    in.visit_memory(read_visitor{this, L, nullptr, nullptr, store.hints, false, store.copied});
  }
  void write_panels(const store_plan& p) {
    if (p.packed != 0 || p.transposed)
      (((reads_ += "copies: ") += decimal(p.height)) += " x ") +=
          decimal(p.width * (p.joins_lanes() ? p.lane.n : 1)) + " elements at a time\n";
  }

public:
  void detail(route_detail d) { detail_ = d; }
  bool has(route_detail d) const { return detail_ == d; }
  void right_first() { firsts_ += "computed first: the right side, because it reads the target\n"; }
  /// Writes the loop over tensors with the shape of the target, or over a few rows with operands
  /// that are broadcast at run time.
  template <class Target, class E> void one_row(const Target& target, const E& e) {
    constexpr std::size_t L = rank_of<Target>;
    const auto n = target.shape();
    if (is_empty(n))
      return;
    bool one = true;
    static_cast<void>(e.line(n, one));
    const index count = count_elements(n);
    const index width = one || L == 0 ? count : n[L == 0 ? 0 : L - 1];
    (loops_ = "loops: ") += one ? Text("one row") : decimal(count / width) + " rows";
    ((loops_ += " of ") += decimal(width)) += '\n';
    input_cursor<L, extents_of<Target>>(e).visit_memory(read_visitor{this, L, nullptr, nullptr});
  }
  /// Writes the loop over points.
  template <class Target> void points(const Target& target) {
    by_points_ = true;
    if (is_empty(target.shape()))
      return;
    loops_ = "loops: over points, whose components are in registers\n";
    expect_threads(target.size());
  }
  template <class E> void streamed(const E& e) {
    constexpr std::size_t R = rank_of<bare<decltype(e.source())>>;
    if (count_elements(e.source().shape()) != 0)
      member_access::cursor<no_hint, R>(e.source(), straight_refs<R>())
          .visit_memory(stream_visitor{this});
  }
  /// Writes the loops of an expression whose operands are all memory, scalars or counters. `Direct`
  /// is true if they store into the target without a buffer for overlap.
  template <class Kernel, bool Direct = true, std::size_t L, class Out, class In>
  void loops(const std::array<index, L>& n, const Out& out, const In& in) {
    if constexpr (is_cyclic<In>) {
      index parts = 0;
      for_straight_parts(n, out, in, [&](const auto&...) { ++parts; });
      if (parts > 1)
        loops<Kernel, false>(n, out, straightened(in));
      else
        loops<Kernel, Direct>(n, out, straightened(in));
      if (parts > 1)
        ((loops_ += "parts: ") += decimal(parts)) +=
            ", cut where an operand wraps around to the other end of an axis\n";
    } else if constexpr (is_stored_by_plan<Kernel, L, Out, In>) {
      if (is_empty(n))
        return;
      if constexpr (Direct) {
        store_note store;
        run_planned_store<Kernel>(n, out, in, ask_store, &store);
        if (store.way != store_way::plan)
          return write_unplanned(n, in, store);
      }
      planned_store<Kernel, L, Out, In> planned(n, out, in);
      const store_plan& p = planned.plan;
      write_space(planned.over, p, false);
      if (p.repeats > 1)
        (((loops_ += "repeated: each element ") += decimal(p.repeats)) += " times along ") +=
            axes_of(planned.over.axis[planned.over.rank]) + "\n";
      in.visit_memory(read_visitor{this, L, &planned.over, &p,
                                   p.hinted ? planned.code.hints : nullptr, p.transposed});
      write_panels(planned.plan);
      expect_threads(planned.elements, planned.code.split.least);
    } else {
      if (rows(n, out, in).depth > 0)
        in.visit_memory(read_visitor{this, L, nullptr, nullptr});
    }
  }
  /// Writes the loops if some operands are reduced within them. Returns the nest, which has no
  /// loops if there are no elements.
  template <std::size_t L, class Out, class In>
  loop_nest<L> rows(const std::array<index, L>& n, const Out& out, const In& in) {
    if (is_empty(n))
      return {n};
    const loop_nest<L> nest = collapse(n, out, in);
    write_loops(nest.order.data(), nest.depth, n.data(), nest.n.data());
    if (nest.depth == 0)
      return nest;
    using T = std::remove_cvref_t<decltype(out.item())>;
    if constexpr (splits<In>) {
      const std::size_t inner = nest.inner();
      const bool numbers = is_number<T>;
      write_inner(inner, !numbers                            ? inner_row::elements
                         : out.fits(inner) && in.fits(inner) ? inner_row::expected
                                                             : inner_row::strided);
      if constexpr (splits<Out>)
        expect_threads(nest.elements(), least_of_cursor<In>);
    }
    return nest;
  }
  template <class Kernel, class V, std::size_t L, class Out, class In>
  void in_place(const met_rows& met, const std::array<index, L>& n, const Out& out, const In& in) {
    if constexpr (L > 0) {
      constexpr bool planned = is_stored_by_plan<Kernel, L, Out, In> && packs<V>;
      if constexpr (planned) {
        bool block = false;
        run_planned_store<Kernel>(n, out, in, ask_block, &block);
        if (block) {
          place_ = "overlap: one block of memory is moved\n";
          return;
        }
      }
      place_ = "overlap: the right side is computed before the target is written\n";
      if (planned && met.elements() * index{sizeof(V)} <= limits::stack_bytes)
        return;
      if constexpr (planned)
        if (met.reads_ahead()) {
          store_note store;
          run_planned_store<Kernel>(n, out, in, ask_store, &store);
          if (store.way == store_way::one_call) {
            loops_ = reads_ = Text();
            count_ = 0;
            write_unplanned(n, in, store);
            place_ = "overlap: each element is read before it is written\n";
            return;
          }
        }
      const met_loops loops{met, met.n, splits<In>};
      const held_rows held = plan_held_rows(loops, sizeof(V));
      bool repeats = false; // an operand that overlaps the target is broadcast
      if constexpr (planned)
        in.visit_memory([&](const auto& leaf) {
          bool still = false;
          for (std::size_t k = 0; k < L; ++k)
            still = still || (leaf.strides[k] == 0 && n[k] != 1);
          repeats =
              repeats || (still && ranges_meet(walk_of(leaf).range(n.data(), L), met.written));
        });
      if (held.rows == 0 && repeats)
        place_ = "overlap: the operands that are broadcast are copied first\n";
      if (held.rows > 0) {
        expect_threads(met.elements() / met.rows() * held.rows, least_of_cursor<In>);
        if (parts_in_place(loops, held, {least_of_cursor<In>}) > 1)
          expect_threads(met.elements(), least_of_cursor<In>);
        const Text rows = decimal(held.rows * (held.delay + 1));
        const Text axis = decimal(static_cast<index>(met.axis)) + '\n';
        ((place_ = "overlap: ") += rows) += (rows == "1" ? " row is computed ahead along axis "
                                                         : " rows are computed ahead along axis ") +
                                            axis;
      }
    }
  }

  template <std::size_t L> bool is_empty(const std::array<index, L>& n) {
    for (index k : n)
      if (k == 0)
        loops_ = "loops: none, no elements\n";
    return !loops_.empty();
  }

  /// Notes a loop over this many elements, which may run on several threads with `least` elements
  /// for each.
  void expect_threads([[maybe_unused]] index elements,
                      [[maybe_unused]] index least = least_of_unknown) {
#if defined(STRIA_USE_THREADS)
    threads_ = pays_threads(elements, least) ? num_threads() : 1;
#endif
  }

  /// Writes the loops of a planned reduction; nothing for other nodes.
  template <class N> void reduction_loops(const N&) {}
  template <class Op, class E, std::uint64_t Bits, bool Keep>
  void reduction_loops(const reduction<Op, E, Bits, Keep>& n) {
    if constexpr (has_terms<reduction<Op, E, Bits, Keep>>) {
      constexpr int axis = __builtin_ctzll(Bits);
      loops_ = "loops: the " + decimal(E::extents[axis].size) + " elements along axis " +
               decimal(axis) + " are reduced in registers\n";
      expect_threads(count_elements(n.shape()));
      return;
    }
    const auto& e = prepare(n.source());
    using ready = std::remove_cvref_t<decltype(e)>;
    using A = typename Op::template partial<value_t<decltype(n)>, value_t<ready>>;
    if constexpr (!Op::has_loops && folds_few<A, Bits, ready>) {
      loops_ = "loops: unrolled, because there are few elements\n";
    } else {
      if constexpr (!Op::has_loops && folds_in_lanes<A> && member_access::in_line<ready>)
        if (is_line_of_rows<fold_of<Op, A>, Bits>(e))
          return;
      planned_loops<Op, Bits, Keep>(n, e);
    }
  }
  /// Writes the loops of fold_axes() that need no plan: over tensors of one shape, as one row, or
  /// as short rows of a static length. Returns false if there is a plan.
  template <class Fold, std::uint64_t Bits, class E> bool is_line_of_rows(const E& e) {
    const auto sizes = e.shape();
    const index count = count_elements(sizes);
    constexpr index columns = short_row<Fold, Bits, E>;
    bool fits = count != 0;
    static_cast<void>(e.line(sizes, fits));
    if (axis_set{Bits}.all(rank_of<E>) && fits && count <= limits::block) {
      loops_ = "loops: one row, because there are few elements\n";
      return true;
    }
    if (columns == 0 || !fits)
      return false;
    ((loops_ = "loops: each row of ") += decimal(columns)) += " elements is reduced in registers\n";
    expect_threads(count);
    return true;
  }
  template <class Op, std::uint64_t Bits, bool Keep, class N, class E>
  void planned_loops(const N& n, const E& e) {
    constexpr std::size_t L = rank_of<E>;
    constexpr inner_hint hint = lanes_hint<E, Bits, L>();
    const auto in = member_access::cursor<hint, L>(e, straight_refs<L>());
    if constexpr (!Op::has_loops && is_planned<L, std::remove_const_t<decltype(in)>>) {
      const auto sizes = e.shape();
      const auto shape = n.shape();
      if (count_elements(sizes) == 0)
        return;
      // The cursor of the result has a stride for each axis of the operand: 0 for reduced axes,
      // otherwise that of a row-major tensor.
      strided_cursor<value_t<decltype(n)>, L, 1> out{nullptr, 0, {}};
      const auto strides = row_major_strides(shape);
      std::size_t axis = 0;
      for (std::size_t k = 0; k < L; ++k)
        if (!axis_set{Bits}.has(k))
          out.strides[k] = strides[axis++];
        else
          axis += Keep ? 1 : 0;
      using cursor = std::remove_const_t<decltype(in)>;
      using A = typename Op::template partial<value_t<N>, value_t<E>>;
      using fold = fold_of<Op, A>;
      constexpr auto leaves = static_cast<std::size_t>(program_of<cursor>::leaves);
      loop_operand operands[leaves + 1];
      loop_operand* to = operands;
      list_operands(to, out);
      list_operands(to, in);
      constexpr operand_types types =
          types_of_operands<value_t<N>, typename program_of<cursor>::type>();
      using hints = fold_hints<typename program_of<cursor, true>::type>;
      constexpr lane_hints known{hints::of, is_reduced(axis_set{Bits}, hint)};
      using stored = results_of_fold<fold, void, value_t<N>>;
      fold_results results{};
      results.total = sizeof(typename fold::total);
      results.partial = sizeof(typename stored::partial);
      results.block = stored::block;
      const fold_code code{results,
                           nullptr,
                           nullptr,
                           nullptr,
                           nullptr,
                           known,
                           types.bytes,
                           sized_copies<types.sizes>::code,
                           types.count,
                           splits<cursor>,
                           {least_of_cursor<cursor>}};
      store_note few;
      if (fold_by_panel({code, nullptr, nullptr, nullptr}, sizes.data(), static_cast<int>(L), Bits,
                        operands, few)) {
        ((loops_ = "few elements: the kernel folds all ") += decimal(count_elements(sizes))) +=
            ", without a plan\n";
        in.visit_memory(read_visitor{this, L, nullptr, nullptr, nullptr, false, few.copied});
        return;
      }
      space_of<L, leaves> s;
      fill_space(s, sizes, Bits, out, in);
      fold_plan p;
      plan_fold(s, p, known, sizeof(typename fold::total));
      write_space(s, p, true);
      if (p.window > 1) {
        loops_.pop_back(); // the end of the line
        ((loops_ += "; windows of ") += decimal(p.window)) += " columns are joined\n";
      }
      in.visit_memory(read_visitor{this, L, &s, &p, p.hinted ? hints::of : nullptr});
      if constexpr (splits<cursor>)
        expect_threads(s.elements(), least_of_cursor<cursor>);
    }
  }

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
    if (by_points_)
      return;
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
    } else if constexpr (Wraps && member_access::wraps<N>) {
      for_each_operand(n, [&](const auto& o) {
        using O = std::remove_cvref_t<decltype(o)>;
        if constexpr (is_rolled<O>)
          find_first<R, Wraps>(o, within);
        else if constexpr (!memory_operand<O>)
          name_first(o);
      });
    } else if constexpr (is_gather_node<N>::value) {
      firsts_ += member_access::compresses<N>
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

  Text text(route r, const char* back_end) {
    const route_words words = words_of(r);
    Text t(words.name);
    ((t += ": ") += detail_ ? words_of(*detail_) : words.meaning) += '\n';
    ((t += loops_) += place_) += reads_;
    t += firsts_;
    if (r == route::own && !has(route_detail::streamed) && loops_.empty())
      t += "threads: chosen by the operation\n";
    else if (r != route::backend)
      ((t += "threads: ") += decimal(threads_)) += '\n';
    ((t += "back end: ") += back_end) += '\n';
    return t;
  }
};

/// The text of explain_route() for an assignment by the class Call.
template <class Call, class Text, class Target, class E> Text explain(Target& target, const E& e) {
  route_note<Text> note;
  const route r = Call::route_for(target, e, note);
  constexpr std::size_t R = rank_of<Target>;
  const bool masked = note.has(route_detail::masked), streamed = note.has(route_detail::streamed);
  if constexpr (selects<std::remove_cv_t<Target>>)
    if (masked) {
      note.expect_threads(target.source().size());
      if constexpr (operand<E>)
        note.template find_first_masked<R>(e);
    }
  if constexpr (operand<E>) {
    if (r == route::own && !streamed)
      note.reduction_loops(e);
    else if (!streamed && r != route::backend && !masked)
      note.template find_first<R, true>(e, note.has(route_detail::by_rows));
  }
  return note.text(r, std::remove_cv_t<Target>::back_end::name);
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
template <detail::operand Target, class E>
auto explain_route(Target&& target, const E& e) ->
    typename detail::route_call<Target, E, std::string>::type {
  using call = detail::routed<Target, E>;
  STRIA_UNLESS_REFUSED(call) { return detail::explain<call, std::string>(target, e); }
}
template <class Target, class Hold, class E>
  requires(!detail::is_refused<E>)
auto explain_route(detail::noalias_target<Target, Hold> target, const E& e) ->
    typename detail::noalias_route_call<Target, E, std::string>::type {
  using call = detail::routed_noalias<Target, E>;
  STRIA_UNLESS_REFUSED(call) { return detail::explain<call, std::string>(target_of(target), e); }
}
template <class Target, class E>
  requires(detail::is_refused<Target> || detail::is_refused<E>)
constexpr ignored explain_route(const Target&, const E&) {
  return {};
}

} // namespace stria
