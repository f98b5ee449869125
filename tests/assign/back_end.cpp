// SPDX-License-Identifier: BSL-1.0
// A target names its back end, and every assignment to the target calls this back end. The back end
// here has separate memory, computes on the host, and counts elements.
#include "catch.hpp"
#include "numbers.hpp"

#include <stria/expr/complete_node.hpp>
#include <stria/stria.hpp>

#include <string>
#include <type_traits>

using namespace stria;
using stria::index;

namespace {

struct counts {
  index assignments = 0, written = 0, leaves = 0, read = 0;
};
counts seen;

/// Counts the elements that an expression reads.
template <class N> void count_leaves(const N& n) {
  if constexpr (detail::is_ref<N>)
    count_leaves(*n.node);
  else if constexpr (detail::operand_count<N> != 0)
    detail::for_each_operand(n, [](const auto& o) { count_leaves(o); });
  else if constexpr (!detail::is_scalar<N>) {
    ++seen.leaves;
    seen.read += n.size();
  }
}

struct counting {
  static constexpr const char* name = "counting";

  template <class Op, class Target, class E> static void run(const Target& target, const E& e) {
    ++seen.assignments;
    seen.written += target.size();
    count_leaves(e);
    auto memory = target.memory();
    detail::assigned<Op, decltype(memory), const E&>::run(memory, e);
  }
};

/// Memory that the loops of the library cannot access. It is an operand that is computed first, and
/// a target of the back end above.
template <class T, std::size_t R>
class remote : public detail::node<remote<T, R>, T, detail::unknown_shape<R>()>,
               public detail::assignable<remote<T, R>> {
  dtensor<T, R>* data_;

public:
  using back_end = counting;
  using ready = std::false_type;

  explicit remote(dtensor<T, R>& data) : data_(&data) {}
  remote(const remote&) = default;
  remote& operator=(const remote& other) {
    detail::assigned<detail::assign_op, remote, const remote&>::run(*this, other);
    return *this;
  }
  template <class E>
  auto operator=(E&& e)
      STRIA_RUN_OR_REFUSE((detail::assigned<detail::assign_op, remote, E>), *this, e);

  std::array<index, R> shape() const { return data_->shape(); }
  template <class F> static constexpr decltype(auto) operands(const F& f) { return f(); }
  remote over() const { return *this; }
  dtensor<T, R> prepared() const { return *data_; }
  auto memory() const { return (*data_)[ellipsis]; }
};

} // namespace

static_assert(detail::complete_node<remote<float, 2>>);
TEST_CASE("a back end runs the assignments to its targets, and no others") {
  dtensor<float, 2> memory(3, 4);
  remote<float, 2> far(memory);
  dtensor<float, 2> a(3, 4), b(3, 1);
  a = 2.f;
  b = tensor{{1.f}, {2.f}, {3.f}};
  seen = {};

  SECTION("=") {
    far = a * b + 1.f;
    CHECK(all_of(memory == a * b + 1.f));
    CHECK(seen.assignments == 1);
    CHECK(seen.written == 12);
    CHECK(seen.leaves == 2);
    CHECK(seen.read == 15);
  }
  SECTION("op=, one value, braces of a tensor") {
    far = 1.f;
    far += a;
    far *= tensor{{2.f}, {3.f}, {4.f}};
    CHECK(all_of(memory == tensor{{6.f}, {9.f}, {12.f}}));
    CHECK(seen.assignments == 3);
    CHECK(seen.written == 36);
    CHECK(seen.read == 12 + 3);
  }
  SECTION("a reduction, a sort, a function that writes") {
    far = sum(a, _1, keepdims) + broadcast_to(b, 3, 4);
    CHECK(all_of(memory == 8.f + b));
    far = sort(-a, _0);
    CHECK(all_of(memory == -2.f));
    assign_max(far, b);
    CHECK(all_of(memory == b));
    CHECK(seen.assignments == 3);
  }
  SECTION("its own memory on the right") {
    memory = a;
    far = far + far;
    CHECK(all_of(memory == 4.f));
    remote<float, 2> same(memory);
    far = same;
    CHECK(all_of(memory == 4.f));
    CHECK(seen.assignments == 2);
    CHECK(seen.read == 3 * 12);
  }
  SECTION("a tensor is a target of the host, whatever it is computed of") {
    memory = a;
    const dtensor<float, 2> c = far + b;
    CHECK(all_of(c == a + b));
    CHECK(all_of(eval(far * 2.f) == 4.f));
    CHECK(seen.assignments == 0);
  }
}

TEST_CASE("mistakes are reported before the back end is called") {
  dtensor<float, 2> memory(3, 4);
  remote<float, 2> far(memory);
  const dtensor<float, 2> a(3, 4), wrong(4, 4);
  seen = {};
  CHECK(route_of(far, a + 1.f) == route::backend);
  CHECK(route_of(far, 1.f) == route::backend);
  CHECK(route_of(memory, a + far) != route::backend);
  CHECK(explain_route(far, a + 1.f) ==
        "backend: the target's back end runs it\nback end: counting\n");
  CHECK_THROWS_AS(far = wrong, shape_error);
  CHECK_THROWS_AS(far += wrong, shape_error);
  CHECK_THROWS_AS(route_of(far, wrong), shape_error);
  CHECK(seen.assignments == 0);
  // A value of rank 3 and a string are refused.
  STATIC_REQUIRE(
      !detail::assigned<detail::assign_op, remote<float, 2>, tensor<float, 2, 3, 4>>::accepted);
  STATIC_REQUIRE(!detail::assigned<detail::assign_op, remote<float, 2>, std::string>::accepted);
}
