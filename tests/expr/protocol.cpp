// SPDX-License-Identifier: BSL-1.0
// Every kind of node with its members and its answers. The test `tree` requires a line for each
// node class, a line in which each answer that the class declares is not the default, and
// ANSWER(name) for each default of operand_base.
#include <stria/expr/complete_node.hpp>
#include <stria/parts/part.hpp>
#include <stria/stria.hpp>

#include "numbers.hpp"
#include "regions.hpp"

#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

using namespace stria;
using detail::computation;
using stria::index;

namespace {

/// Whether the compiler's name of a type contains the node class.
template <class E> constexpr bool is_named(std::string_view node) {
  const std::string_view name = __PRETTY_FUNCTION__;
  return name.find("stria::detail::" + std::string(node) + "<") != std::string_view::npos;
}

template <class E> inline constexpr std::size_t rank_of_node = E::extents.rank();

/// Checks that the shape of a node is consistent and equals that of the evaluated tensor.
template <class E> void check_shape(const E& e) {
  constexpr auto rank = static_cast<index>(rank_of_node<E>);
  STATIC_REQUIRE(E::rank == rank);
  const auto n = e.shape();
  REQUIRE(n.size() == rank_of_node<E>);
  index size = 1;
  for (index k = 0; k < rank; ++k) {
    const auto at = static_cast<std::size_t>(k);
    CHECK(e.extent(k) == n[at]);
    CHECK(e.extent(k - rank) == n[at]);
    if (E::extents[at].is_static())
      CHECK(E::extents[at].size == n[at]);
    size *= n[at];
  }
  CHECK(e.size() == size);
  CHECK_THROWS_AS(e.extent(rank), index_error);
  CHECK_THROWS_AS(e.extent(-rank - 1), index_error);
  const auto values = eval(e);
  STATIC_REQUIRE(std::same_as<typename decltype(values)::value_type, typename E::value_type>);
  CHECK(values.shape() == n);
  CHECK(values.size() == size);
}

/// Checks whether a node is ready. Its prepared form must be ready and have the same shape.
template <class E> void check_prepared(const E& e, bool ready) {
  CHECK(E::ready::value == ready);
  const auto& prepared = detail::prepare(e);
  STATIC_REQUIRE(std::remove_cvref_t<decltype(prepared)>::ready::value);
  CHECK(prepared.shape() == e.shape());
}

/// Checks the number of operands, and that the node rebuilt over copies of them equals the
/// original.
template <class E> void check_operands(const E& e, std::size_t count) {
  CHECK(detail::operand_count<E> == count);
  std::size_t visited = 0;
  detail::for_each_operand(e, [&](const auto&) { ++visited; });
  CHECK(visited == count);
  const auto again = e.rebuilt([](const auto& o) { return o; });
  STATIC_REQUIRE(std::same_as<decltype(again), const E>);
  CHECK(again.shape() == e.shape());
  CHECK(test::holds(again, test::evaluated(e)));
}

template <std::size_t R>
bool is_inside(const detail::region<R>& r, const std::array<index, R>& sizes) {
  bool inside = true;
  for (std::size_t k = 0; k < R; ++k)
    inside = inside && r.begin[k] >= 0 && r.step[k] >= 1 && r.size[k] >= 0 &&
             (r.size[k] == 0 || r.begin[k] + r.step[k] * (r.size[k] - 1) < sizes[k]);
  return inside;
}

/// Every other position from the second one on; for size 1, the only one.
template <std::size_t R> detail::region<R> some_of(const std::array<index, R>& sizes) {
  detail::region<R> r;
  for (std::size_t k = 0; k < R; ++k)
    detail::set_axis(r, k, sizes[k] > 1 ? 1 : 0, 2, sizes[k] > 1 ? sizes[k] / 2 : sizes[k]);
  return r;
}

template <class O, std::size_t R> auto part_of(const O& o, const detail::region<R>& r) {
  if constexpr (requires { *o.node; })
    return test::region_slice(*o.node, r);
  else if constexpr (R == 0)
    return o;
  else
    return test::region_slice(o, r);
}

/// Checks the regions of the operands that a node needs for its whole result, for a part of it, and
/// for an empty region: they must be inside of the operands. A reduction or a map of these regions
/// must give the region of the result.
template <class E> void check_needs(const E& e) {
  const auto n = e.shape();
  const auto all_of_it = detail::whole_region(n), some = some_of(n);
  e.operands([&](const auto&... o) {
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      for (const auto& r : {all_of_it, some, detail::region<rank_of_node<E>>{}}) {
        const bool inside = (is_inside(e.template needed<K>(r), o.shape()) && ...);
        CHECK(inside);
      }
    }(std::make_index_sequence<sizeof...(o)>());
  });
  if constexpr (E::how == computation::at_a_level || E::how == computation::along_axes ||
                detail::is_map<E>) {
    const auto part =
        detail::over_regions(e, some, [](const auto& o, const auto& r) { return part_of(o, r); });
    const auto computed = detail::region_computed(e, some);
    CHECK(part.shape() == computed.size);
    const auto wanted = test::evaluated(test::region_slice(e, computed));
    if constexpr (std::is_floating_point_v<typename E::value_type>)
      CHECK(test::near(part, wanted));
    else
      CHECK(test::holds(part, wanted));
  }
}

/// An operand that answers with the defaults.
struct silent : operators::operand_base {};

/// The answers of an operand that are not the defaults, with numbers after a colon.
template <class E> std::string answers_of() {
  using detail::member_access;
  std::string s;
  const auto add = [&](const char* name, int answer, int silence) {
    if (answer != silence)
      ((s += s.empty() ? "" : " ") += name) += answer == 1 ? "" : ":" + std::to_string(answer);
  };
#define ANSWER(name) add(#name, member_access::name<E>, member_access::name<silent>)
  ANSWER(in_line);
  ANSWER(folds_rows);
  ANSWER(computes);
  ANSWER(only_operands);
  ANSWER(wraps);
  ANSWER(computes_itself);
  ANSWER(selects);
  ANSWER(is_expensive);
  ANSWER(leads);
#undef ANSWER
  return s;
}

/// The same for a node, and whether an operand may be computed before the loops.
template <class E> std::string answers_of_node(const E& e) {
  std::string s = answers_of<E>();
  e.operands([&]<class... O>(const O&...) {
    if ((E::template computes_first<O> || ...))
      s += s.empty() ? "computes_first" : " computes_first";
  });
  return s;
}

template <class E>
void check_node(std::string_view name, const std::string& answers, const E& e, bool ready,
                computation how, std::size_t operands) {
  INFO(name << " is " << __PRETTY_FUNCTION__);
  CHECK(is_named<E>(name));
  STATIC_REQUIRE(std::derived_from<E, detail::node<E, typename E::value_type, E::extents>>);
  STATIC_REQUIRE(detail::complete_node<E>);
  CHECK(E::how == how);
  CHECK(answers_of_node(e) == answers);
  check_shape(e);
  check_prepared(e, ready);
  check_operands(e, operands);
  check_needs(e);
}

/// NODE(class, ready, how it is computed, operands, answers, an expression of that class)
#define NODE(name, ready, how, operands, answers, ...)                                             \
  check_node(#name, answers, __VA_ARGS__, ready, how, operands)

} // namespace

TEST_CASE("every node has all members") {
  const dtensor<float, 2> a{{3, 1, 2}, {6, 5, 4}};
  const tensor<float, 3, 2> b{{1, 2}, {3, 4}, {5, 6}};
  const dtensor<float, 1> v{1, 2, 3};
  const dtensor<index, 1> places{1, 0};
  constexpr bool is_ready = true, is_prepared = false;
  using enum computation;

  // element-wise, and the elements of one operand at other positions
  NODE(map_node, is_ready, in_the_loop, 2, "in_line leads", a + 1.f);
  NODE(map_node, is_prepared, in_the_loop, 2, "computes leads", a / sum(a, _1, keepdims));
  NODE(map_node, is_prepared, in_the_loop, 2, "computes leads", sum(a, _1) * 2.f);
  NODE(map_node, is_ready, in_the_loop, 3, "leads", where(a > 2.f, v, a));
  NODE(map_node, is_ready, in_the_loop, 2, "is_expensive leads", exp(a) + a[_, rev()]);
  NODE(map_node, is_prepared, in_the_loop, 2, "is_expensive leads computes_first", exp(v) * a);
  NODE(map_node, is_prepared, in_the_loop, 2, "computes:2", sort(a, _1) * cumsum(a, _1));
  NODE(map_node, is_prepared, in_the_loop, 2, "computes wraps leads", roll(a, 1, _1) - a);
  NODE(sliced, is_ready, in_the_loop, 1, "", (a + 1.f)[_, range(1, _)]);
  NODE(moved, is_ready, in_the_loop, 1, "", transpose(a + 1.f));
  NODE(moved, is_prepared, in_the_loop, 1, "computes is_expensive", transpose(exp(sort(a, _0))));
  NODE(reordered, is_ready, in_the_loop, 1, "", moveaxis(a + 1.f, axis(0), axis(1)));
  NODE(broadcasted, is_ready, in_the_loop, 1, "", broadcast_to(v + 1.f, 4, 3));
  NODE(diagonal_node, is_ready, in_the_loop, 1, "", diagonal(a + 1.f));
  NODE(positions, is_ready, in_the_loop, 0, "", detail::positions<dyn>(5));
  NODE(reshaped, is_prepared, first, 1, "", reshape(a + 1.f, 3, 2));
  NODE(labelled, is_ready, in_the_loop, 1, "",
       detail::labelled<dtensor<float, 2>, detail::axis_labels<2, 3>{{2, 0}}, 3>(a));
  // positions
  NODE(gather, is_prepared, in_the_loop, 2, "selects", a[places]);
  NODE(gather, is_prepared, in_the_loop, 2, "selects", a[a[_, 0] > 4.f]);
  NODE(gather, is_prepared, in_the_loop, 2, "selects:2", a[a > 2.f]);
  NODE(gather, is_prepared, in_the_loop, 3, "computes_itself selects computes_first",
       (a + 1.f)[ix_(places, places)]);
  NODE(gather, is_prepared, in_the_loop, 2, "selects", a[nd(tensor{{1, 0}, {0, 2}})]);
  NODE(gather, is_prepared, in_the_loop, 3, "selects", a[places, 2]);
  NODE(scattered, is_prepared, first, 3, "",
       tensor_scatter_nd_update(a, tensor{{1}}, tensor{{7.f, 8.f, 9.f}}));
  NODE(held_first, is_prepared, first, 1, "computes",
       where(a > 2.f, tensor<index, 1>{-1}, tensor<std::uint64_t, 1>{1}));
  // reductions
  NODE(reduction, is_prepared, at_a_level, 1, "computes only_operands computes_itself leads",
       sum(a, _0));
  NODE(reduction, is_prepared, at_a_level, 1,
       "folds_rows computes only_operands computes_itself leads", sum(a, _1, keepdims));
  NODE(reduction, is_prepared, at_a_level, 1, "computes only_operands computes_itself leads",
       argmax(a + 1.f, _0, keepdims));
  NODE(statistic, is_prepared, at_a_level, 1, "computes computes_itself", var(a, _1));
  NODE(statistic, is_prepared, at_a_level, 1, "folds_rows computes computes_itself",
       var(a, _1, keepdims));
  NODE(accumulated, is_prepared, first, 1, "computes computes_itself",
       accumulate(std::plus<>(), a, _0));
  NODE(folded, is_prepared, at_a_level, 1, "computes computes_itself",
       reduce([](float x, float y) { return x + y; }, 0.f, a, _1));
  NODE(convolution, is_prepared, first, 2, "computes computes_itself", convolve(v, v));
  NODE(derivative, is_prepared, along_axes, 2, "computes computes_itself", gradient(a, _1));
  NODE(digitized, is_prepared, at_a_level, 2, "computes computes_itself", digitize(a, v));
  NODE(interpolated, is_prepared, at_a_level, 3, "computes computes_itself", interp(a, v, v));
  NODE(quantile_list, is_prepared, along_axes, 1, "computes computes_itself",
       quantile(a, tensor{.25, .5}, _0));
  NODE(counted_bins, is_prepared, first, 1, "computes computes_itself", histogram(v, 4, 0., 3.));
  // order
  NODE(scan, is_prepared, along_axes, 1, "computes only_operands computes_itself", cumsum(a, _0));
  NODE(sorted, is_prepared, along_axes, 1, "computes computes_itself", sort(a, _1));
  NODE(sorted_places, is_prepared, along_axes, 1, "computes only_operands computes_itself",
       argsort(a, _1));
  NODE(searched, is_prepared, at_a_level, 2, "computes computes_itself", searchsorted(v, a));
  // shapes
  NODE(concatenation, is_prepared, first, 2, "computes only_operands computes_itself",
       concat(_0, a, a));
  NODE(padded, is_prepared, first, 1, "computes computes_itself", pad(a, 1));
  NODE(tiled, is_prepared, first, 1, "computes computes_itself", tile(a, 2, 1));
  NODE(repeated, is_prepared, first, 1, "computes computes_itself", repeat(a, 2, _0));
  NODE(rolled, is_prepared, along_axes, 1, "computes wraps computes_itself leads", roll(a, 1, _1));
  NODE(cyclic, is_ready, in_the_loop, 1, "leads", roll(a, 1, _1).prepared_to_loop());
  NODE(windowed, is_prepared, first, 1, "computes computes_itself", sliding_window(v + 1.f, 2, _0));
  // products
  NODE(matrix_product, is_prepared, first, 2, "computes only_operands computes_itself",
       matmul(a, b));
  NODE(contraction, is_prepared, first, 2, "computes only_operands computes_itself",
       tensordot(a, b, _1));
  NODE(kronecker, is_prepared, first, 2, "computes only_operands computes_itself", kron(a, v));
  NODE(cross_product, is_prepared, first, 2, "computes only_operands computes_itself", cross(v, v));
  NODE(einsum_chain, is_prepared, first, 3, "computes only_operands computes_itself",
       einsum<"ij,jk,kl->il">(a, b, transpose(b)));
}

namespace {

// Members that a node may lack.
template <class Self> struct half_node : detail::node<Self, float, detail::shape_of<dyn>()> {
  using ready = std::false_type;
  static std::array<index, 1> shape() { return {1}; }
  static dtensor<float, 1> prepared() { return {1}; }
};
struct without_operands : half_node<without_operands> {};
struct without_over : half_node<without_over> {
  dtensor<float, 1> source;
  template <class F> decltype(auto) operands(const F& f) const { return f(source); }
};
struct whole_node : without_over {
  static whole_node over(const dtensor<float, 1>&) { return {}; }
};
struct with_other_needs : whole_node {
  template <std::size_t> static detail::region<2> needed(const detail::region<1>&) { return {}; }
};
struct without_prepared : whole_node {
  void prepared() const = delete;
};

} // namespace

TEST_CASE("a node that lacks a member is not complete") {
  STATIC_REQUIRE(detail::complete_node<whole_node>);
  STATIC_REQUIRE_FALSE(detail::complete_node<without_operands>);
  STATIC_REQUIRE_FALSE(detail::complete_node<without_over>);
  STATIC_REQUIRE_FALSE(detail::complete_node<with_other_needs>);
  STATIC_REQUIRE_FALSE(detail::complete_node<without_prepared>);
}

TEST_CASE("the answers of leaves") {
  using matrix = dtensor<float, 2>;
  using part = decltype(std::declval<matrix&>()[_0]);
  CHECK(answers_of<silent>() == "");
  CHECK(answers_of<matrix>() == "leads");
  CHECK(answers_of<dtensor<std::string, 1>>() == "leads");
  CHECK(answers_of<part>() == "leads");
  CHECK(answers_of<detail::ref<matrix>>() == "in_line leads");
  CHECK(answers_of<detail::ref<part>>() == "leads");
  CHECK(answers_of<detail::scalar<float>>() == "in_line");
  CHECK(answers_of<detail::scalar<std::string>>() == "");
  CHECK(answers_of<detail::kept<matrix>>() == "in_line leads");
}

TEST_CASE("a leaf has no operands") {
  STATIC_REQUIRE(detail::operand_count<dtensor<float, 2>> == 0);
  STATIC_REQUIRE(detail::operand_count<decltype(std::declval<dtensor<float, 2>&>()[_0])> == 0);
  STATIC_REQUIRE(detail::operand_count<detail::scalar<float>> == 0);
}

#undef NODE
