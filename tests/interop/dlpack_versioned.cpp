// SPDX-License-Identifier: BSL-1.0
// DLPack 1.0: versions and flags; and tensors of any rank and type in both forms.
#include "catch.hpp"
#include "values.hpp"

#include <stria/any_tensor.hpp>

#include <stria/interop/dlpack.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace stria;
using stria::index;
using test::values;
using shape_t = std::vector<index>;

namespace {

int deleted = 0;

/// A tensor of another library with a counting deleter.
template <class Managed> struct foreign {
  Managed managed{};
  std::vector<std::int64_t> shape, strides;
  std::vector<float> elements{0, 1, 2, 3, 4, 5};

  explicit foreign(std::vector<std::int64_t> n) : shape(std::move(n)) {
    DLTensor& t = managed.dl_tensor;
    t.data = elements.data();
    t.device = {kDLCPU, 0};
    t.ndim = static_cast<int>(shape.size());
    t.dtype = {kDLFloat, 32, 1};
    t.shape = shape.data();
    if constexpr (std::same_as<Managed, DLManagedTensorVersioned>)
      managed.version = {1, 1};
    managed.manager_ctx = this;
    managed.deleter = [](Managed* self) {
      ++deleted;
      delete static_cast<foreign*>(self->manager_ctx);
    };
  }
  void set_strides(std::vector<std::int64_t> s) {
    strides = std::move(s);
    managed.dl_tensor.strides = strides.data();
  }
};
using versioned = foreign<DLManagedTensorVersioned>;
using plain = foreign<DLManagedTensor>;

template <class F> std::string said_by(F f) {
  try {
    f();
  } catch (const stria::error& e) {
    return e.what();
  }
  return "nothing was thrown";
}

} // namespace

TEST_CASE("the layout is that of DLPack 1.0") {
  static_assert(std::is_standard_layout_v<DLManagedTensorVersioned>);
  static_assert(offsetof(DLManagedTensorVersioned, manager_ctx) == 8);
  static_assert(offsetof(DLManagedTensorVersioned, deleter) == 16);
  static_assert(offsetof(DLManagedTensorVersioned, flags) == 24);
  static_assert(offsetof(DLManagedTensorVersioned, dl_tensor) == 32);
  CHECK(dlpack_read_only == 1);
  CHECK(dlpack_copied == 2);
}

TEST_CASE("importing versioned tensors") {
  deleted = 0;
  auto* f = new versioned({2, 3});
  f->managed.flags = dlpack_copied;
  {
    const auto t = from_dlpack<float, dyn, 3>(&f->managed);
    CHECK(t.is_copied());
    CHECK(!t.is_read_only());
    CHECK(values(t.view()) == std::vector<float>{0, 1, 2, 3, 4, 5});
    CHECK(deleted == 0);
  }
  CHECK(deleted == 1);

  f = new versioned({6});
  f->managed.flags = dlpack_read_only;
  CHECK(said_by([&] { from_dlpack<float, dyn>(&f->managed); }) ==
        "stria: from_dlpack: the tensor is read-only, but its elements would be written; "
        "from_dlpack<const T, ...> reads them");
  CHECK(deleted == 1);
  {
    const auto t = from_dlpack<const float, dyn>(dlpack_versioned_ptr(&f->managed));
    CHECK(t.is_read_only());
    CHECK(sum(t.view()) == 15.f);
  }
  CHECK(deleted == 2);

  f = new versioned({6});
  f->managed.version = {2, 0};
  CHECK(said_by([&] { from_dlpack<float, dyn>(&f->managed); }) ==
        "stria: from_dlpack: the tensor has version 2.0 of DLPack, whose layout is not that of "
        "1.0");
  f->managed.version = {1, 9};
  CHECK(said_by([&] { from_dlpack<double, dyn>(&f->managed); }) ==
        "stria: from_dlpack: the elements are float32, not float64");
  CHECK(said_by([&] { from_dlpack<float, dyn, dyn>(&f->managed); }) ==
        "stria: from_dlpack: the tensor has the rank 1, not 2");
  CHECK(deleted == 2);
  CHECK_THROWS_AS((from_dlpack<float, dyn, dyn>(dlpack_versioned_ptr(&f->managed))), shape_error);
  CHECK(deleted == 3);
  CHECK_THROWS_AS((from_dlpack<float, dyn>(dlpack_versioned_ptr())), value_error);
}

TEST_CASE("exporting versioned tensors") {
  tensor<double, dyn, 2> t{{1, 2}, {3, 4}};
  const double* const first = t.data();
  const auto out = to_dlpack_versioned(std::move(t), dlpack_copied);
  CHECK(out->version.major == 1);
  CHECK(out->flags == dlpack_copied);
  CHECK(out->dl_tensor.data == first);
  CHECK(out->dl_tensor.ndim == 2);
  CHECK(out->dl_tensor.strides[0] == 2);

  // Const elements, which the older form cannot express.
  const auto shared = std::make_shared<const tensor<float, 3>>(tensor<float, 3>{1, 2, 3});
  const auto read = to_dlpack_versioned(shared);
  CHECK(read->flags == dlpack_read_only);
  const auto in = from_dlpack<const float, 3>(to_dlpack_versioned(shared));
  CHECK(sum(in.view()) == 6.f);
  CHECK_THROWS_AS((from_dlpack<float, 3>(to_dlpack_versioned(shared))), value_error);
  const auto part = to_dlpack_versioned((*shared)[rev()], shared);
  CHECK(part->flags == dlpack_read_only);
  CHECK(part->dl_tensor.strides[0] == -1);
  const auto writable = std::make_shared<tensor<float, 3>>();
  CHECK(to_dlpack_versioned(writable)->flags == 0);
  CHECK(to_dlpack_versioned((*writable)[range(1, _)], writable)->flags == 0);
  CHECK(to_dlpack_versioned(any_tensor<const float>(shared))->flags == dlpack_read_only);
  CHECK_THROWS_AS(to_dlpack_versioned(std::shared_ptr<tensor<float, 3>>()), value_error);
  static_assert(detail::is_refused<decltype(to_dlpack_versioned(t))>);
}

TEMPLATE_TEST_CASE("tensors of any rank and type", "", plain, versioned) {
  deleted = 0;
  auto* f = new TestType({2, 3});
  f->set_strides({-3, 1});
  f->managed.dl_tensor.byte_offset = 12;
  {
    any_tensor<float> a = from_dlpack_any<float>(&f->managed);
    CHECK(a.shape() == shape_t{2, 3});
    CHECK(a.strides() == shape_t{-3, 1});
    CHECK(values(rank_cast<2>(a)) == std::vector<float>{3, 4, 5, 0, 1, 2});
    CHECK(a.storage().data() == f->elements.data());
    const auto copy = a;
    a = {};
    CHECK(deleted == 0);
    CHECK(visit_rank(copy, [](auto v) { return sum(v); }) == 15.f);
    // The exported copy keeps the foreign tensor alive.
    const auto out = to_dlpack(copy);
    CHECK(out->dl_tensor.ndim == 2);
    CHECK(out->dl_tensor.data == f->elements.data() + 3);
    CHECK(out->dl_tensor.strides[0] == -3);
  }
  CHECK(deleted == 1);

  f = new TestType({});
  const any_array scalar = from_dlpack_any(&f->managed);
  CHECK(scalar.type() == "float32");
  CHECK(scalar.rank() == 0);

  f = new TestType({2, -3});
  CHECK(said_by([&] { from_dlpack_any<float>(&f->managed); }) ==
        "stria: from_dlpack: a tensor cannot have the shape (2, -3): a size is negative");
  f->shape[1] = 3;
  f->set_strides({INT64_MAX / 4, 1});
  CHECK(said_by([&] { from_dlpack_any<float>(&f->managed); }) ==
        "stria: from_dlpack: the strides reach beyond the address space");
  f->managed.dl_tensor.strides = nullptr;
  f->managed.dl_tensor.ndim = -1;
  CHECK_THROWS_AS(from_dlpack_any<float>(&f->managed), value_error);
  f->managed.dl_tensor.ndim = 2;
  f->managed.dl_tensor.dtype = {kDLFloat, 16, 1};
  CHECK(said_by([&] { from_dlpack_any(&f->managed); }) ==
        "stria: from_dlpack: the elements are float16, which an any_array cannot hold");
  CHECK_THROWS_AS(from_dlpack_any<float>(&f->managed), value_error);
  f->managed.dl_tensor.dtype = {kDLInt, 32, 1};
  CHECK(from_dlpack_any(&f->managed).template as<int>().shape() == shape_t{2, 3});
  CHECK(deleted == 2);
}
