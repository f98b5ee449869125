// SPDX-License-Identifier: BSL-1.0
// DLPack: exported and imported tensors, when they are deleted, and refusals.
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <stria/interop/dlpack.hpp>

#include <complex>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace stria;
using stria::index;
using test::contains, test::counted, test::list;

int deleted = 0;

/// A tensor of another library with a counting deleter; each test changes one property.
struct foreign {
  DLManagedTensor managed{};
  std::vector<std::int64_t> sizes, strides;
  std::vector<float> elements;

  explicit foreign(std::vector<std::int64_t> shape, std::vector<float> values)
      : sizes(std::move(shape)), elements(std::move(values)) {
    DLTensor& t = managed.dl_tensor;
    t.data = elements.data();
    t.device = {kDLCPU, 0};
    t.ndim = static_cast<int>(sizes.size());
    t.dtype = {kDLFloat, 32, 1};
    t.shape = sizes.data();
    managed.manager_ctx = this;
    managed.deleter = [](DLManagedTensor* self) {
      ++deleted;
      delete static_cast<foreign*>(self->manager_ctx);
    };
  }
  void set_strides(std::vector<std::int64_t> s) {
    strides = std::move(s);
    managed.dl_tensor.strides = strides.data();
  }
};

foreign* six() { return new foreign({2, 3}, {0, 1, 2, 3, 4, 5}); }

/// The message for a tensor that `change` has made invalid. A failed import must not delete the
/// tensor, unless a dlpack_ptr holds it.
template <class T, extent... E, class Change> std::string said_of(Change change) {
  deleted = 0;
  foreign* f = six();
  change(*f);
  std::string text = "nothing was thrown";
  try {
    auto held = from_dlpack<T, E...>(&f->managed);
  } catch (const stria::error& e) {
    text = e.what();
    CHECK(deleted == 0);
    CHECK_THROWS(from_dlpack<T, E...>(dlpack_ptr(&f->managed)));
  }
  CHECK(deleted == 1);
  return text;
}

/// The view of an object that lives until the end of the statement.
template <class T, extent... E> auto kept(const dlpack_tensor<T, E...>& held) {
  return held.view();
}

struct watched {
  std::shared_ptr<int> alive = std::make_shared<int>(1);
};

template <class R> constexpr bool refused_call = stria::detail::is_refused<R>;
template <class... X> using result_of_to_dlpack = decltype(to_dlpack(std::declval<X>()...));
template <class M>
concept gives_view = requires { std::declval<M>().view(); };

TEST_CASE("an exported tensor lives until the deleter is called") {
  auto t = counted(tensor<float, dyn, 3>(2));
  const float* const at = t.data();
  DLManagedTensor* m = to_dlpack(std::move(t)).release();
  CHECK(t.size() == 0);
  const DLTensor& d = m->dl_tensor;
  CHECK(d.data == at);
  CHECK(d.device.device_type == kDLCPU);
  CHECK(d.ndim == 2);
  CHECK(list<std::int64_t>(d.shape, d.shape + 2) == list<std::int64_t>{2, 3});
  CHECK(list<std::int64_t>(d.strides, d.strides + 2) == list<std::int64_t>{3, 1});
  CHECK(int(d.dtype.code) == kDLFloat);
  CHECK(int(d.dtype.bits) == 32);
  CHECK(d.dtype.lanes == 1);
  CHECK(d.byte_offset == 0);
  CHECK(static_cast<const float*>(d.data)[5] == 5.F);
  m->deleter(m); // the leak checker of ASan verifies that this frees everything
}

TEST_CASE("an element type has its code") {
  const auto of = [](auto t) {
    const auto p = to_dlpack(std::move(t));
    return std::pair<int, int>(p->dl_tensor.dtype.code, p->dl_tensor.dtype.bits);
  };
  CHECK(of(tensor<std::int8_t, 2>()) == std::pair<int, int>(kDLInt, 8));
  CHECK(of(tensor<std::uint16_t, 2>()) == std::pair<int, int>(kDLUInt, 16));
  CHECK(of(tensor<std::int64_t, 2>()) == std::pair<int, int>(kDLInt, 64));
  CHECK(of(tensor<double, 2>()) == std::pair<int, int>(kDLFloat, 64));
  CHECK(of(tensor<std::complex<float>, 2>()) == std::pair<int, int>(kDLComplex, 64));
  CHECK(of(tensor<std::complex<double>, 2>()) == std::pair<int, int>(kDLComplex, 128));
  CHECK(of(tensor<bool, 2>()) == std::pair<int, int>(6, 8));
  STATIC_REQUIRE(refused_call<result_of_to_dlpack<tensor<std::string, 2>>>);
  STATIC_REQUIRE(refused_call<result_of_to_dlpack<tensor<long double, 2>>>);
  STATIC_REQUIRE(refused_call<result_of_to_dlpack<tensor<float, 2>&>>);
  STATIC_REQUIRE(refused_call<result_of_to_dlpack<const tensor<float, 2>&>>);
  STATIC_REQUIRE(refused_call<result_of_to_dlpack<const tensor<float, 2>>>);
  STATIC_REQUIRE(refused_call<result_of_to_dlpack<dview<float, 1>>>);
  STATIC_REQUIRE(refused_call<result_of_to_dlpack<decltype(-tensor<float, 2>())>>);
  STATIC_REQUIRE(!refused_call<result_of_to_dlpack<tensor<float, 2>>>);
  STATIC_REQUIRE(refused_call<result_of_to_dlpack<dview<const float, 1>, int>>);
  STATIC_REQUIRE(!refused_call<result_of_to_dlpack<dview<float, 1>, int>>);
  STATIC_REQUIRE(refused_call<decltype(from_dlpack<std::string, dyn>(dlpack_ptr()))>);
}

TEST_CASE("small static tensors, rank 0 and empty tensors") {
  auto small = to_dlpack(tensor<int, 2, 2>{{1, 2}, {3, 4}});
  CHECK(static_cast<int*>(small->dl_tensor.data)[3] == 4);
  auto moved = std::move(small);
  CHECK(static_cast<int*>(moved->dl_tensor.data)[0] == 1);

  auto point = to_dlpack(tensor<double>(2.5));
  CHECK(point->dl_tensor.ndim == 0);
  CHECK(*static_cast<double*>(point->dl_tensor.data) == 2.5);
  const auto number = from_dlpack<double>(std::move(point));
  CHECK(number.view() == 2.5);

  auto none = to_dlpack(dtensor<float, 2>(0, 4));
  CHECK(none->dl_tensor.data == nullptr);
  CHECK(none->dl_tensor.shape[1] == 4);
  const auto held = from_dlpack<float, dyn, 4>(std::move(none));
  CHECK(test::shape(held.view()) == list<index>{0, 4});
  CHECK(sum(held.view()) == 0.F);
}

TEST_CASE("a shared tensor lives until both sides release it") {
  auto t = std::make_shared<tensor<float, 2, 3>>(counted(tensor<float, 2, 3>()));
  const std::weak_ptr<tensor<float, 2, 3>> alive = t;
  auto out = to_dlpack(t);
  CHECK(out->dl_tensor.data == t->data());
  (*t)[1, 1] = 40.F;
  CHECK(static_cast<float*>(out->dl_tensor.data)[4] == 40.F);
  t.reset();
  CHECK(!alive.expired());
  out.reset();
  CHECK(alive.expired());
  CHECK_THROWS_AS(to_dlpack(std::shared_ptr<tensor<float, 3>>()), value_error);
}

TEST_CASE("a view is exported with its strides and its owner") {
  auto t = std::make_shared<dtensor<int, 2>>(counted(dtensor<int, 2>(3, 4)));
  watched w;
  const std::weak_ptr<int> alive = w.alive;
  auto out = to_dlpack((*t)[rev(), range(1, _, 2)], std::pair(t, std::move(w)));
  const DLTensor& d = out->dl_tensor;
  CHECK(d.data == &(*t)[2, 1]);
  CHECK(list<std::int64_t>(d.shape, d.shape + 2) == list<std::int64_t>{3, 2});
  CHECK(list<std::int64_t>(d.strides, d.strides + 2) == list<std::int64_t>{-4, 2});
  CHECK(t.use_count() == 2);
  {
    const auto back = from_dlpack<const int, dyn, 2>(std::move(out));
    CHECK(test::values(back.view()) == list<int>{9, 11, 5, 7, 1, 3});
    CHECK(!alive.expired());
  }
  CHECK(alive.expired());
  CHECK(t.use_count() == 1);
}

TEST_CASE("an imported tensor is a view, and deleted once") {
  deleted = 0;
  {
    foreign* f = six();
    auto held = from_dlpack<float, dyn, 3>(&f->managed);
    auto v = held.view();
    CHECK(v.data() == f->elements.data());
    CHECK(test::values(v) == list<float>{0, 1, 2, 3, 4, 5});
    CHECK(test::values(sum(v, _0)) == list<float>{3, 5, 7});
    v[0] = 9.F;
    CHECK(f->elements[2] == 9.F);
    auto moved = std::move(held);
    CHECK(moved.view().data() == f->elements.data());
    CHECK(deleted == 0);
    foreign* g = six();
    auto other = from_dlpack<float, dyn, 3>(&g->managed);
    moved = std::move(other);
    CHECK(deleted == 1);
    CHECK(moved.view().data() == g->elements.data());
  }
  CHECK(deleted == 2);

  using held = dlpack_tensor<float, dyn>;
  STATIC_REQUIRE((gives_view<held&> && !gives_view<held>));
  STATIC_REQUIRE(!std::copy_constructible<held>);
  STATIC_REQUIRE(std::is_nothrow_move_constructible_v<held>);
  STATIC_REQUIRE(std::same_as<decltype(std::declval<held&>().view()), dview<float, 1>>);
  STATIC_REQUIRE(std::same_as<decltype(std::declval<dlpack_tensor<const float, dyn>&>().view()),
                              dview<const float, 1>>);
}

TEST_CASE("strides, offsets and tensors without a deleter") {
  deleted = 0;
  {
    foreign* f = six();
    f->set_strides({1, 2}); // column-major
    f->managed.dl_tensor.byte_offset = 0;
    CHECK(test::values(kept(from_dlpack<float, 2, 3>(&f->managed))[1]) == list<float>{1, 3, 5});
  }
  CHECK(deleted == 1);
  foreign* f = six();
  f->sizes = {2, 2};
  f->managed.dl_tensor.byte_offset = 20;
  f->set_strides({-3, -1});
  CHECK(test::values(kept(from_dlpack<float, dyn, dyn>(&f->managed))) == list<float>{5, 4, 2, 1});
  // The stride of an axis of one element may be anything; it is not kept.
  foreign* idle = six();
  idle->sizes = {1, 3};
  idle->set_strides({std::numeric_limits<std::int64_t>::max(), 1});
  {
    const auto one = from_dlpack<float, dyn, dyn>(&idle->managed);
    CHECK(one.view().strides()[0] == 1);
    CHECK(sum(one.view()[rev(), rev()]) == sum(one.view()));
  }
  // A broadcast number.
  foreign* g = six();
  g->sizes = {1000, 3};
  g->set_strides({0, 1});
  CHECK(sum(kept(from_dlpack<float, dyn, dyn>(&g->managed))) == 3000.F);
  foreign own({6}, {1, 2, 3, 4, 5, 6});
  own.managed.deleter = nullptr;
  deleted = 0;
  CHECK(max(kept(from_dlpack<float, dyn>(&own.managed))) == 6.F);
  CHECK(deleted == 0);
  // Pinned memory is host memory.
  foreign* pinned = six();
  pinned->managed.dl_tensor.device = {kDLCUDAHost, 0};
  CHECK(kept(from_dlpack<float, 2, 3>(&pinned->managed))[1, 2] == 5.F);
  CHECK(deleted == 1);
}

TEST_CASE("invalid tensors are refused with a message and not deleted") {
  using std::int64_t;
  const auto dtype = [](DLDataType t) {
    return [t](foreign& f) { f.managed.dl_tensor.dtype = t; };
  };
  CHECK(said_of<double, dyn, dyn>([](foreign&) {}) ==
        "stria: from_dlpack: the elements are float32, not float64");
  CHECK(said_of<float, dyn, dyn>(dtype({kDLInt, 32, 1})) ==
        "stria: from_dlpack: the elements are int32, not float32");
  CHECK(said_of<float, dyn, dyn>(dtype({kDLBfloat, 16, 1})) ==
        "stria: from_dlpack: the elements are bfloat16, not float32");
  CHECK(said_of<float, dyn, dyn>(dtype({kDLFloat, 32, 4})) ==
        "stria: from_dlpack: the elements are float32 in 4 lanes, not float32");
  CHECK(said_of<bool, dyn, dyn>(dtype({99, 8, 1})) ==
        "stria: from_dlpack: the elements are kind 99 of 8 bits, not bool");
  CHECK(said_of<float, dyn, dyn>([](foreign& f) { f.managed.dl_tensor.device = {kDLCUDA, 0}; }) ==
        "stria: from_dlpack: the elements are on a device of type 2, not in the memory of "
        "this machine");
  // A device that may not be in the enumeration of this version of DLPack.
  CHECK_THAT((said_of<float, dyn, dyn>([](foreign& f) {
               constexpr int device = 27;
               std::memcpy(&f.managed.dl_tensor.device.device_type, &device, sizeof(device));
             })),
             contains("on a device of type 27"));
  CHECK(said_of<float, dyn>([](foreign&) {}) ==
        "stria: from_dlpack: the tensor has the rank 2, not 1");
  CHECK(said_of<float, dyn, dyn>([](foreign& f) { f.managed.dl_tensor.ndim = -1; }) ==
        "stria: from_dlpack: the tensor has the rank -1, not 2");
  CHECK(said_of<float, dyn, dyn>([](foreign& f) { f.managed.dl_tensor.shape = nullptr; }) ==
        "stria: from_dlpack: the tensor has no shape");
  CHECK(said_of<float, dyn, dyn>([](foreign& f) { f.managed.dl_tensor.data = nullptr; }) ==
        "stria: from_dlpack: the tensor has elements, but its data is null");
  CHECK(said_of<float, 2, 4>([](foreign&) {}) ==
        "stria: from_dlpack: the tensor has the shape (2, 3), which does not fit (2, 4)");
  CHECK(said_of<float, dyn, dyn>([](foreign& f) { f.sizes[1] = -3; }) ==
        "stria: from_dlpack: a tensor cannot have the shape (2, -3): a size is negative");
  constexpr int64_t huge = std::numeric_limits<int64_t>::max();
  CHECK_THAT((said_of<float, dyn, dyn>([](foreign& f) { f.sizes = {huge, 4}; })),
             contains("the product of the sizes is too large"));
  CHECK_THAT((said_of<float, dyn, dyn>([](foreign& f) { f.set_strides({huge / 2, 1}); })),
             contains("the strides reach beyond the address space"));
  CHECK_THAT((said_of<float, dyn, dyn>(
                 [](foreign& f) { f.set_strides({std::numeric_limits<int64_t>::min(), 1}); })),
             contains("the strides reach beyond"));
  // Before address 0, and beyond the last address.
  CHECK_THAT((said_of<float, dyn, dyn>([](foreign& f) { f.set_strides({-(huge / 8), 1}); })),
             contains("the strides reach beyond"));
  CHECK_THAT((said_of<float, dyn, dyn>([](foreign& f) {
               f.managed.dl_tensor.byte_offset = ~std::uint64_t{0} - (std::uint64_t{1} << 60);
               f.set_strides({huge / 8, 1});
             })),
             contains("beyond the address space"));
  CHECK_THAT((said_of<float, dyn, dyn>([](foreign& f) { f.managed.dl_tensor.byte_offset = 2; })),
             contains("not a multiple of 4"));
  CHECK_THAT((said_of<float, dyn, dyn>(
                 [](foreign& f) { f.managed.dl_tensor.byte_offset = ~std::uint64_t{3}; })),
             contains("byte_offset"));
  CHECK_THROWS_WITH((from_dlpack<float, dyn>(nullptr)), contains("the pointer is null"));
  CHECK_THROWS_AS((from_dlpack<float, dyn>(dlpack_ptr())), value_error);
  CHECK_THROWS_AS((from_dlpack<float, dyn>(dlpack_ptr(&six()->managed))), shape_error);
}

} // namespace
