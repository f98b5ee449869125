// SPDX-License-Identifier: BSL-1.0
// any_tensor and any_array: ownership, visiting ranks and types, and .npy files of unknown rank and
// type. The files come from tests/io/data/make.py.
#include "catch.hpp"
#include "values.hpp"

#include <stria/any_tensor.hpp>

#include <stria/io/npy.hpp>

#include <complex>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace stria;
using stria::index;
using test::values;
using shape_t = std::vector<index>;

namespace {

std::string data(const std::string& name) { return NPY_DATA "/" + name + ".npy"; }

template <class Error, class F> std::string said_by(F f) {
  try {
    f();
  } catch (const Error& e) {
    return static_cast<const stria::error&>(e).what();
  }
  return "nothing was thrown";
}

tensor<int, dyn, dyn> counting() { return tensor{{0, 1, 2}, {3, 4, 5}}; }

} // namespace

TEST_CASE("an any_tensor owns or shares its elements") {
  SECTION("made of sizes") {
    const any_tensor<float> a(shape_t{2, 0, 3}), b({2, 3}), c(shape_t{}), none;
    CHECK(a.size() == 0);
    CHECK(b.shape() == shape_t{2, 3});
    CHECK(b.strides() == shape_t{3, 1});
    CHECK(b.rank() == 2);
    CHECK(b.extent(-1) == 3);
    CHECK(sum(rank_cast<2>(b)) == 0.f);
    CHECK(c.rank() == 0);
    CHECK(c.size() == 1);
    CHECK(none.shape() == shape_t{0});
    CHECK_THROWS_AS(b.extent(2), index_error);
    CHECK_THROWS_AS(any_tensor<float>({2, -1}), value_error);
    CHECK_THROWS_AS(any_tensor<float>({PTRDIFF_MAX, 3}), value_error);
  }
  SECTION("made of a tensor") {
    auto t = counting();
    const int* const first = t.data();
    any_tensor copied = t;
    CHECK(copied.data() != first);
    any_tensor<int> moved = std::move(t);
    CHECK(moved.data() == first);
    CHECK(moved.shape() == shape_t{2, 3});
    any_tensor<int> shared = moved;
    rank_cast<2>(shared)[0, 0] = 7;
    CHECK(*moved.data() == 7);
    const auto own = moved.copy();
    CHECK(own.data() != moved.data());
    CHECK(values(rank_cast<2>(own)) == values(rank_cast<2>(moved)));
    CHECK(moved.is_contiguous());
    CHECK(moved.storage().size() == 6);
  }
  SECTION("made of other operands") {
    const auto t = counting();
    static_assert(std::is_same_v<decltype(any_tensor(t + 0.5)), any_tensor<double>>);
    CHECK(values(rank_cast<2>(any_tensor(t + 1))) == values(t + 1));
    CHECK(values(rank_cast<2>(any_tensor(transpose(t)))) == values(transpose(t)));
    const any_tensor<double> converted = t;
    CHECK(rank_cast<2>(converted)[1, 2] == 5.);
    CHECK(any_tensor(tensor<int, 2, 2>()).shape() == shape_t{2, 2});
    CHECK(rank_cast<0>(any_tensor(tensor<int>(3))) == 3);
  }
  SECTION("shared with a tensor or a view") {
    auto t = std::make_shared<tensor<int, dyn, dyn>>(counting());
    any_tensor a(t);
    rank_cast<2>(a)[1, 1] = 40;
    CHECK((*t)[1, 1] == 40);
    any_tensor v((*t)[rev(), range(_, _, 2)], t);
    CHECK(v.strides() == shape_t{-3, 2});
    CHECK(v.data() == t->data() + 3);
    CHECK(values(rank_cast<2>(v)) == std::vector<int>{3, 5, 0, 2});
    CHECK(!v.is_contiguous());
    const auto copy = v.copy();
    CHECK(copy.is_contiguous());
    CHECK(values(rank_cast<2>(copy)) == std::vector<int>{3, 5, 0, 2});
    std::weak_ptr<tensor<int, dyn, dyn>> watched = t;
    t.reset();
    a = {};
    CHECK(!watched.expired());
    v = {};
    CHECK(watched.expired());
    CHECK_THROWS_AS(any_tensor(t), value_error);
  }
  SECTION("memory of others") {
    std::vector<int> v{0, 1, 2, 3, 4, 5};
    const shape_t shape{2, 3};
    any_tensor a(v.data(), shape);
    static_assert(std::is_same_v<decltype(a), any_tensor<int>>);
    rank_cast<2>(a)[1, 0] = 30;
    CHECK(v[3] == 30);
    CHECK(a.strides() == shape_t{3, 1});
    const int* const first = v.data();
    any_tensor b(first, {3, 2}, {1, 3});
    static_assert(std::is_same_v<decltype(b), any_tensor<const int>>);
    CHECK(values(rank_cast<2>(b)) == std::vector<int>{0, 30, 1, 4, 2, 5});
    const any_tensor<int> c(v.data() + 5, {6}, {-1});
    CHECK(values(rank_cast<1>(c)) == std::vector<int>{5, 4, 30, 2, 1, 0});
    CHECK(any_tensor<int>(v.data(), {2, 3}, {0, 1}).storage().size() == 3);
    CHECK(*any_tensor<int>(v.data(), shape_t{}).data() == 0);
    CHECK(any_tensor<int>(nullptr, {0, 3}, {7, PTRDIFF_MAX}).size() == 0);
    CHECK(any_tensor<int>(v.data(), {1, 2}, {PTRDIFF_MAX, 1}).size() == 2);
    auto kept = std::make_shared<std::vector<int>>(6, 1);
    const any_tensor<int> d(kept->data(), {6}, kept), e(kept->data(), {3}, {2}, kept);
    kept.reset();
    CHECK(sum(rank_cast<1>(d)) + sum(rank_cast<1>(e)) == 9);
    CHECK_THROWS_AS(any_tensor<int>(v.data(), {2, -1}), value_error);
    CHECK_THROWS_AS(any_tensor<int>(v.data(), {PTRDIFF_MAX / 2, 3}), value_error);
    CHECK_THROWS_AS(any_tensor<int>(v.data(), {PTRDIFF_MAX / 2}), value_error);
    CHECK(said_by<value_error>([&] { any_tensor<int>(v.data(), {2, 3}, {1}); }) ==
          "stria: any_tensor: 1 strides for a shape of 2 axes; there is one stride for each axis");
    CHECK(
        said_by<value_error>([&] { any_tensor<int>(v.data(), {3}, {PTRDIFF_MAX / 2}); }) ==
        "stria: any_tensor: the shape (3,) with the strides (4611686018427387903,) extends beyond "
        "the address space");
    CHECK(said_by<value_error>([] { any_tensor<int>(nullptr, {1}); }) ==
          "stria: any_tensor: the pointer is null");
  }
  SECTION("const elements") {
    any_tensor a = counting();
    const any_tensor<const int> read = a;
    static_assert(std::is_same_v<decltype(rank_cast<2>(read).data()), const int*>);
    static_assert(!std::is_constructible_v<any_tensor<int>, any_tensor<const int>>);
    CHECK(read.data() == a.data());
    CHECK(values(rank_cast<2>(read.copy())) == values(counting()));
    const any_tensor<const int> of_const = std::make_shared<const tensor<int, 2>>();
    CHECK(of_const.size() == 2);
  }
}

TEST_CASE("visit_rank and rank_cast") {
  any_tensor a = counting();
  CHECK(visit_rank(a, [](auto v) { return sum(v); }) == 15);
  CHECK(visit_rank(a, [](const auto& v) { return v.rank; }) == 2);
  visit_rank(a, [](auto v) { v *= 2; });
  CHECK(rank_cast<2>(a)[1, 2] == 10);
  // Tensors of one element type become an any_tensor.
  const auto rows = visit_rank<1, 8>(a, [](auto v) { return sum(v, -_1); });
  static_assert(std::is_same_v<decltype(rows), const any_tensor<std::int64_t>>);
  CHECK(values(rank_cast<1>(rows)) == std::vector<std::int64_t>{6, 24});
  CHECK(rank_cast<0>(visit_rank<1, 8>(rows, [](auto v) { return sum(v, -_1); })) == 30);
  // Ranks that the function does not accept, or that are not among the requested ones.
  visit_rank(a, [](dview<int, 2> v) { v = 1; });
  CHECK(*a.data() == 1);
  CHECK(said_by<value_error>([&] { visit_rank(rows, [](dview<std::int64_t, 2>) {}); }) ==
        "stria: visit_rank: the function does not accept a view of rank 1");
  CHECK(
      said_by<value_error>([&] { visit_rank<3, 4>(a, [](auto v) { return v.size(); }); }) ==
      "stria: visit_rank: the tensor has the rank 2, but the function is called for ranks 3 to 4; "
      "visit_rank<from, to>(a, f) sets other limits");
  const any_tensor<float> nine(shape_t(9, 1)), eight(shape_t(8, 2));
  CHECK_THROWS_AS(visit_rank(nine, [](auto v) { return v.size(); }), value_error);
  CHECK(visit_rank<9, 9>(nine, [](auto v) { return v.size(); }) == 1);
  CHECK(visit_rank(eight, [](auto v) { return v.size(); }) == 256);
  CHECK(visit_rank(any_tensor(tensor<int>(4)), [](auto v) { return v.size(); }) == 1);

  CHECK(said_by<shape_error>([&] { static_cast<void>(rank_cast<3>(a)); }) ==
        "stria: rank_cast: the tensor has the rank 2, not 3 (shape (2, 3))");
  const auto own = rank_cast<2>(any_tensor(counting()));
  static_assert(std::is_same_v<decltype(own), const dtensor<int, 2>>);
  CHECK(values(own) == values(counting()));
  const auto nothing_alike = [](auto v) {
    if constexpr (v.rank == 2)
      return 1;
    else
      return 2.;
  };
  static_assert(detail::is_refused<decltype(visit_rank(a, nothing_alike))>);
  static_assert(detail::is_refused<decltype(visit_rank(a, [](std::string) {}))>);
}

TEST_CASE("any_array") {
  any_array a = counting();
  CHECK(a.type() == "int32");
  CHECK(a.shape() == shape_t{2, 3});
  CHECK(a.rank() == 2);
  CHECK(a.size() == 6);
  CHECK(a.holds<int>());
  CHECK(!a.holds<float>());
  CHECK(!a.holds<std::string>());
  CHECK(a.as<int>().shape() == shape_t{2, 3});
  CHECK(said_by<value_error>([&] { static_cast<void>(a.as<double>()); }) ==
        "stria: any_array: the elements are int32, not float64");
  static_assert(detail::is_refused<decltype(a.as<std::string>())>);
  const auto total = [](const any_array& x) {
    return visit_array(x, [](const auto& t) {
      return visit_rank(t, [](auto v) { return static_cast<double>(sum(abs(v))); });
    });
  };
  CHECK(total(a) == 15.);
  CHECK(total(tensor<std::complex<float>, 2>{{3.f, 4.f}, {0.f, 1.f}}) == 6.);
  CHECK(total(tensor<bool, 2>{true, true}) == 2.);
  const any_array copy = visit_array(a, [](const auto& t) { return t.copy(); });
  CHECK(copy.type() == "int32");
  CHECK(said_by<value_error>([&] { visit_array(a, [](const any_tensor<float>&) {}); }) ==
        "stria: visit_array: the function does not accept elements of int32");
  static_assert(detail::is_refused<decltype(visit_array(a, [](std::string) {}))>);
  CHECK(any_array().size() == 0);
}

TEST_CASE("files of any rank and type") {
  const auto columns = load_npy_any<double>(data("float64_columns"));
  CHECK(columns.shape() == shape_t{2, 3, 4});
  CHECK(columns.strides() == shape_t{1, 2, 6}); // the order of the file
  CHECK(values(rank_cast<3>(columns)) ==
        values(load_npy<double, dyn, dyn, dyn>(data("float64_columns"))));
  CHECK(load_npy_any<int>(data("scalar")).rank() == 0);
  CHECK(rank_cast<0>(load_npy_any<int>(data("scalar"))) == 42);
  CHECK(load_npy_any<float>(data("empty")).shape() == shape_t{0, 3});
  CHECK(said_by<io_error>([] {
          static_cast<void>(load_npy_any<float>(data("uint8")));
        }).find("the elements are uint8, not float32") != std::string::npos);
  CHECK_THROWS_AS(load_npy_any<float>(data("none")), io_error);
  CHECK_THROWS_AS(load_npy_any(data("fields")), io_error);

  const struct {
    const char *name, *type;
    shape_t shape;
  } files[] = {{"float32", "float32", {2, 3}},
               {"float64_columns", "float64", {2, 3, 4}},
               {"int64_columns_big", "int64", {3, 4}},
               {"int16_big", "int16", {4}},
               {"uint8", "uint8", {3, 4}},
               {"uint64", "uint64", {3}},
               {"bool", "bool", {3, 2}},
               {"complex64", "complex64", {2}},
               {"complex128_big", "complex128", {2, 1}},
               {"scalar", "int32", {}},
               {"empty", "float32", {0, 3}}};
  for (const auto& f : files) {
    const any_array a = load_npy_any(data(f.name));
    CHECK(a.type() == f.type);
    CHECK(a.shape() == f.shape);
  }
  const auto big = load_npy_any(data("int64_columns_big")).as<std::int64_t>();
  CHECK(values(rank_cast<2>(big)) ==
        values(load_npy<std::int64_t, dyn, dyn>(data("int64_columns_big"))));
}
