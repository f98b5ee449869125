// SPDX-License-Identifier: BSL-1.0
// assign/route_of.hpp: route_of, which reports how an assignment would run.
// Tests: tests/evaluate/route.cpp.
#pragma once

#include <stria/assign/noalias.hpp>
#include <stria/assign/scatter.hpp>
#include <stria/evaluate/nest/drive_fold.hpp>

namespace stria {
namespace detail {

template <class Op, class E, std::uint64_t Bits, bool Keep>
class reduction; // numpy/reduce/reduce.hpp

/// The assignment of E to Target, which may be a temporary tensor, because nothing is written, or
/// noalias(t).
template <class Target, class E>
struct routed
    : updated<assign_op, std::remove_reference_t<Target>&, const std::remove_reference_t<E>&> {};
template <class T, class Hold, class E>
struct routed<noalias_target<T, Hold>, E>
    : unchecked<assign_op, T, const std::remove_reference_t<E>&> {};
template <class T> inline constexpr bool is_noalias = false;
template <class T, class Hold> inline constexpr bool is_noalias<noalias_target<T, Hold>> = true;
template <class Target, class E>
concept routable = (operand<Target> || is_noalias<bare<Target>>) && !is_refused<bare<Target>> &&
                   !is_refused<bare<E>>;
template <operand T> constexpr T& target_of(T& t) { return t; }

// The result type of route_of(), or the refusal of the assignment. The class is empty if Target is
// not an operand, because clang needs the return type before it checks the constraint.
template <class Target, class E, class Answer> struct route_call {};
template <class Target, class E, class Answer>
  requires(routable<Target, E> && routed<Target, E>::accepted)
struct route_call<Target, E, Answer> {
  using type = Answer;
};
template <class Target, class E, class Answer>
  requires(routable<Target, E> && !routed<Target, E>::accepted)
struct route_call<Target, E, Answer> : routed<Target, E> {};

/// The axes from `outer` to `inner` that have several positions.
template <std::size_t L>
constexpr std::uint32_t axes_between(std::size_t outer, std::size_t inner,
                                     const std::array<index, L>& n) {
  std::uint32_t axes = 0;
  for (std::size_t k = outer; k <= inner; ++k)
    axes |= std::uint32_t{n[k] != 1} << k;
  return axes;
}

/// Fills a record of a store or a reduction from what the functions have chosen that run it.
struct chosen_loops {
  chosen_route& found;

  void say(const char* before, const char* after = nullptr) const {
    found.before = before;
    found.after = after;
  }
  /// Whether a loop has no iterations.
  bool is_empty(const index* n, std::size_t loops) const {
    for (std::size_t k = 0; k < loops; ++k)
      if (n[k] == 0)
        say("loops: none, no elements\n");
    return found.before != nullptr;
  }
  void add_loop(index n, std::uint32_t axes, bool reduced = false) const {
    found.loops[found.depth++] = {n, axes, reduced};
  }
  /// Adds an operand with these steps.
  void add_read(const char* how, const index* step, int steps, int with = 0) const {
    if (found.operands == limits::nest_operands)
      return;
    auto& to = found.operand[found.operands++];
    to.how = how;
    to.with = with;
    to.steps = steps;
    for (int k = 0; k < steps; ++k)
      to.step[k] = step[k];
  }
  static const char* way_of_hint(const signed char* hints, int i) {
    return hints == nullptr || hints[i] == 1 ? ""
           : hints[i] == 0                   ? ", kept in a register"
                                             : ", reversed in registers";
  }
  /// Operands that one call of a kernel reads.
  void add_reads(const loop_operand* of, int operands, int loops, const stack_copies& copied,
                 const signed char* hints) const {
    for (int i = 1; i < operands; ++i)
      add_read(copied.has(i) ? ", copied" : way_of_hint(hints, i), of[i].steps, loops);
  }
  /// Operands that a plan reads.
  void add_reads(const space& s, const panel_plan& p, const loop_operand* of, int loops,
                 const signed char* hints, bool transposed = false) const {
    for (int i = 1; i < s.operands; ++i)
      add_read(p.same[i] != i                       ? ", read with operand "
               : !p.packs(i)                        ? way_of_hint(hints, i)
               : transposed && near_axis(s, i) >= 0 ? ", copied and transposed"
                                                    : ", copied",
               of[i].steps, loops, p.same[i] != i ? p.same[i] : 0);
  }
  void add_space(const space& s, const panel_plan& p) const {
    found.depth = 0;
    for (int k = 0; k < s.rank; ++k)
      add_loop(s.axis[k].n, s.axis[k].from, s.axis[k].reduced);
    found.vectors = true;
    found.lane = p.lane.from;
    found.lane2 = p.lane2.n > 1 ? p.lane2.from : 0;
    found.buffered = p.packs(0);
  }
  int threads_of(const loop_split& split, index elements) const {
    return split.pays(elements) ? split.threads() : 1;
  }

  /// A store that nothing overlaps. There must be elements.
  void store(const expression_store& e) const {
    const store_choice c(e);
    found.elements = c.m.elements;
    if (c.way == store_way::plan)
      return planned(e);
    found.way = c.m.elements > limits::panel ? route::plan : route::panel;
    found.buffered = c.copied.has(0);
    add_reads(e.of, e.code.operands, e.loops, c.copied, c.hints);
    if (c.way == store_way::panel)
      return say("kernel: one call for all ", " elements\n");
    found.one_call = found.vectors = true;
    found.depth = 0;
    for (int k = c.m.elements == 1 ? 0 : c.m.depth; k-- > 0;) {
      std::uint32_t axes = 0;
      for (int axis = k + 1 == c.m.depth ? 0 : c.m.axis[k + 1] + 1; axis <= c.m.axis[k]; ++axis)
        axes |= std::uint32_t{e.n[axis] != 1} << axis;
      add_loop(c.m.size[k], axes);
      found.lane = axes;
    }
  }
  void planned(const expression_store& e) const {
    operand_space s(e.n, e.loops, 0, e.of, e.code.bytes, e.code.operands);
    sort_by_target(s);
    found.way = route::plan;
    found.threads = threads_of(e.code.split, s.elements());
    store_plan p;
    plan_panels(s, e.code, p);
    add_space(s, p);
    if (p.repeats > 1) {
      found.repeats = p.repeats;
      found.repeated = s.axis[s.rank].from;
    }
    add_reads(s, p, e.of, e.loops, p.hinted ? e.code.hints : nullptr, p.transposed);
    if (p.packed != 0 || p.transposed) {
      found.height = p.height;
      found.width = p.width * (p.joins_lanes() ? p.lane.n : 1);
    }
  }
  /// Rows that are held back from a target that operands read.
  void hold(const met_loops& met, const held_rows& held, const loop_split& split) const {
    found.way = route::in_place;
    found.overlap = overlap_way::rows;
    found.threads = 1;
    if (held.rows == 0)
      return;
    found.ahead = held.rows * (held.delay + 1);
    found.rows_axis = met.axis;
    found.threads = threads_of(split, parts_in_place(met, held, split) > 1
                                          ? met.elements()
                                          : met.elements() / met.rows() * held.rows);
  }
  /// A store that is checked for overlap, unless `code` is null. There may be no elements.
  void store(const expression_store& e, const in_place_code* code) const {
    if (is_empty(e.n, static_cast<std::size_t>(e.loops)))
      return;
    store(e);
    if (code == nullptr)
      return;
    const overlap_choice c(e, *code);
    if (c.way == overlap_way::none)
      return;
    found.way = route::in_place;
    if (c.way == overlap_way::rows)
      hold(c.loops(), c.held, code->compute->split);
    found.overlap = c.way;
  }
};

/// Asked by statement::choose(): records how the statement would run, and writes nothing.
struct ask_chosen {
  static constexpr bool writes = false;
  chosen_route* found;

  chosen_loops loops() const { return {*found}; }

  template <class Run, route Way> void operator()(const Run&, by<Way>) const {
    found->way = Way;
    found->right_first = Way == route::scatter;
  }
  /// Points.
  template <class Run, class Target>
  void operator()(const Run&, by<route::line>, const Target& target) const {
    found->way = route::line;
    const auto n = target.shape();
    if (loops().is_empty(n.data(), n.size()))
      return;
    loops().say("loops: over points, whose components are in registers\n");
    found->threads = loops().threads_of({}, target.size());
  }
  /// Tensors of the sizes of the target.
  template <class Run, class Target, class E>
  void operator()(const Run&, by<route::line>, const Target& target, const E& e) const {
    constexpr std::size_t L = rank_of<Target>;
    found->way = route::line;
    const auto n = target.shape();
    if (loops().is_empty(n.data(), L))
      return;
    found->elements = target.size();
    loops().say("loops: one row of ", "\n");
    add_leaves<L>(input_cursor<L, extents_of<Target>>(e));
  }
  void list(const listed_store& e, const in_place_code* code, std::size_t count) const {
    loop_operand of[limits::nest_operands];
    const index* step = e.steps;
    for (int i = 0; i < e.code.operands; ++i, step += count)
      of[i] = {e.at[i], step};
    loops().store({e.code, of, e.n, static_cast<int>(count), e.program}, code);
  }
  /// Cursors that have a list.
  template <class Run, class Kernel, std::size_t L, class Out, class In>
  void operator()(const Run&, by<route::plan>, with_kernel<Kernel>, const std::array<index, L>& n,
                  const Out& out, const In& in, const in_place_code* code) const {
    struct question {
      chosen_route& found;
      const in_place_code* code;
    } how{*found, code};
    if (!loops().is_empty(n.data(), L))
      run_planned_store<Kernel>(
          n, out, in,
          [](const expression_store& e, const void* asked) {
            const auto& q = *static_cast<const question*>(asked);
            chosen_loops{q.found}.store(e, q.code);
          },
          &how);
  }
  /// Loops over cursors.
  template <class Run, class Kernel, std::size_t L, class Out, class In>
  void operator()(const Run& run, by<route::plan> way, with_kernel<Kernel> kernel,
                  const std::array<index, L>& n, const Out& out, const In& in) const {
    if constexpr (is_cyclic<In>) {
      index parts = 0;
      for_straight_parts(n, out, in, [&](const auto&...) { ++parts; });
      (*this)(run, way, kernel, n, out, straightened(in));
      found->parts = parts;
    } else if constexpr (is_stored_by_plan<Kernel, L, Out, In>) {
      (*this)(run, way, kernel, n, out, in, nullptr);
    } else {
      using T = std::remove_cvref_t<decltype(out.item())>;
      found->way = is_number<T> && splits<In> ? route::plan : route::scalar;
      if (loops().is_empty(n.data(), L))
        return;
      nest(collapse(n, out, in), n, out, in);
      add_leaves<L>(in);
    }
  }
  /// Loops over cursors that overlap.
  template <class Run, class Kernel, class V, std::size_t L, class Out, class In>
  void operator()(const Run& run, by<route::in_place>, with_kernel<Kernel, V>, const met_rows& met,
                  const std::array<index, L>& own, const std::array<index, L>& n, const Out& out,
                  const In& in) const {
    (*this)(run, by<route::plan>(), with_kernel<Kernel>(), n, out, in);
    found->way = route::in_place;
    if constexpr (L == 0)
      return;
    const met_loops all{met, own.data(), splits<In>};
    loops().hold(all, is_number<V> ? plan_held_rows(all, sizeof(V)) : held_rows{},
                 {least_of_cursor<In>});
  }
  /// An operand that computes its values.
  template <class Run, class Target, class E>
  void operator()(const Run&, by<route::own>, bool fresh, const Target&, const E& e) const {
    found->way = route::own;
    found->detail = fresh ? route_detail::fresh : route_detail::none;
    ask_own<Target>(e);
  }
  /// An operand that writes its elements in order.
  template <class Run, class E>
  void operator()(const Run&, by<route::own>, bool fresh, const E& e) const {
    constexpr std::size_t L = rank_of<bare<decltype(e.source())>>;
    found->way = route::own;
    found->detail = fresh ? route_detail::fresh : route_detail::streamed;
    if (!fresh && count_elements(e.source().shape()) != 0)
      member_access::cursor<no_hint, L>(e.source(), straight_refs<L>())
          .visit_memory(
              [&](const auto&) { loops().add_read("read in row-major order", nullptr, -1); });
  }
  /// Reductions row by row.
  template <class Run, std::size_t L, class Out, class In>
  void operator()(const Run&, by<route::plan>, const std::array<index, L>& n, const Out& out,
                  const In& in) const {
    found->way = route::plan;
    found->detail = route_detail::by_rows;
    nest(collapse(n, out, in), n, out, in);
  }

private:
  /// The memory that cursors of L loops read.
  template <std::size_t L, class In> void add_leaves(const In& in) const {
    in.visit_memory([&](const auto& leaf) { add_leaf(leaf); });
  }
  template <class T, std::size_t L, index H> void add_leaf(const strided_cursor<T, L, H>& c) const {
    loops().add_read("", c.strides.data(), static_cast<int>(L));
  }
  template <class T> void add_leaf(const memory_region<T>&) const {
    loops().add_read("memory without regular strides", nullptr, -1);
  }
  template <std::size_t L, class Out, class In>
  void nest(const loop_nest<L>& nest, const std::array<index, L>& n, const Out& out,
            const In& in) const {
    found->depth = 0;
    for (std::size_t i = 0; i < nest.depth; ++i)
      loops().add_loop(nest.n[nest.order[i]],
                       axes_between(i == 0 ? 0 : nest.order[i - 1] + 1, nest.order[i], n));
    if constexpr (splits<In>)
      if (nest.depth != 0) {
        const std::size_t inner = nest.inner();
        found->lane = std::uint32_t{1} << inner;
        found->inner =
            !is_number<std::remove_cvref_t<decltype(out.item())>> ? ", element by element\n"
            : out.fits(inner) && in.fits(inner) ? ", with the strides that the types state\n"
                                                : ", with run-time strides\n";
        if constexpr (splits<Out>)
          found->threads = loops().threads_of({least_of_cursor<In>}, nest.elements());
      }
  }

  /// Asks a reduction that writes its values into the target. Others choose their loops themselves.
  template <class Target, class E> void ask_own(const E&) const {}
  template <class Target, class Op, class E, std::uint64_t Bits, bool Keep>
  void ask_own(const reduction<Op, E, Bits, Keep>& e) const {
    e.template ask<Target>(fold{*found});
  }
  /// Asked by fold_axes().
  struct fold : chosen_loops {
    bool tell(const char* before, const char* after = nullptr) const {
      say(before, after);
      return true;
    }
    bool unrolled() const { return tell("loops: unrolled, because there are few elements\n"); }
    bool row() const { return tell("loops: one row, because there are few elements\n"); }
    bool short_rows(index columns, index elements) const {
      found.elements = columns;
      found.threads = threads_of({}, elements);
      return tell("loops: each row of ", " elements is reduced in registers\n");
    }
    bool unplanned() const { return true; }
    void drive(const planned_fold& call, const index* n, int loops, std::uint64_t reduced,
               const loop_operand* of) const {
      const fold_code& code = call.code;
      const fold_choice c(code, n, loops, reduced, of);
      found.elements = c.m.elements;
      if (c.fits) {
        say("kernel: few calls for all ", " elements\n");
        return add_reads(of, code.operands, loops, c.copied, c.hints);
      }
      operand_space s(n, loops, reduced, of, code.bytes, code.operands);
      found.threads = code.may_split ? threads_of(code.split, s.elements()) : 1;
      fold_plan p;
      plan_fold(s, p, code.hints, code.results.total);
      add_space(s, p);
      found.window = p.window;
      add_reads(s, p, of, loops, p.hinted ? code.hints.of : nullptr);
    }
  };
};

} // namespace detail

/// Returns the route by which `target = e` would run, without writing anything. It is meant for
/// tests and measurements; explain_route() describes the route in words.
///
/// \param target  a tensor or view, which may be a temporary, or noalias(t)
/// \param e       the right side
/// \returns       route, such as `route::line`
/// \throws        the exceptions of the assignment for shapes and indices
/// \refuses       every assignment that does not compile
/// \complexity    a few comparisons; operands that the assignment would compute before its loop
///                (reductions, sorts, masks) are computed
/// \numpy         none
/// \usage         `CHECK(route_of(r, a * b + c) == route::line);`
template <class Target, class E>
  requires detail::routable<Target, E>
auto route_of(Target&& target, const E& e) -> typename detail::route_call<Target, E, route>::type {
  using call = detail::routed<Target, E>;
  STRIA_UNLESS_REFUSED(call) {
    detail::chosen_route found;
    call::ask(target_of(target), e, found);
    return found.way;
  }
}
// A refused operand has already been reported, so this overload reports nothing.
template <class Target, class E>
  requires(detail::is_refused<Target> || detail::is_refused<E>)
constexpr ignored route_of(const Target&, const E&) {
  return {};
}

} // namespace stria
