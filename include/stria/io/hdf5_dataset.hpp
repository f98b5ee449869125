// SPDX-License-Identifier: BSL-1.0
// io/hdf5_dataset.hpp: an HDF5 data set as an operand, and slices that read and write it.
// Tests: tests/io/hdf5.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/assign/assign.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/io/hdf5_attribute.hpp>
#include <stria/subscript/dispatch.hpp>

#include <memory>

namespace stria {

namespace detail {

/// An operand whose values are read from a file. Self has shape(), and read(target), which reads
/// all elements.
template <class Self, class T, auto Extents>
class h5_operand : public made_first<Self, T, Extents> {
public:
  template <class F> static constexpr decltype(auto) operands(const F& f) { return f(); }
  Self over() const { return this->self(); }
  /// The elements as a tensor. check() comes first: memory is allocated only if the file can hold
  /// the elements.
  auto prepared() const {
    using result = typename tensor_of<T, Extents>::type;
    this->self().check();
    result t(this->self().shape(), uninitialized_t{});
    this->self().read(t.data());
    return t;
  }
};

/// The part of a data set that a slice selects: a box with positive steps, and the axes along which
/// the result is reversed.
template <std::size_t In, std::size_t Out> struct h5_part {
  std::array<axis_slice, In> box{};
  std::array<index, Out> sizes{};
  std::array<int, Out> source{}; // the axis of the data set; -1: a new axis
  std::array<bool, Out> reversed{};
};

template <std::size_t R> constexpr h5_part<R, R> h5_whole(const std::array<index, R>& sizes) {
  h5_part<R, R> p;
  for (std::size_t k = 0; k < R; ++k) {
    p.box[k] = {0, 1, sizes[k]};
    p.sizes[k] = sizes[k];
    p.source[k] = static_cast<int>(k);
  }
  return p;
}

template <std::size_t In, std::size_t Out>
constexpr h5_part<In, Out> h5_part_of(const slice_walk<In, Out>& w) {
  h5_part<In, Out> p;
  for (std::size_t k = 0; k < In; ++k)
    p.box[k] = {w.begin[k], 1, 1};
  for (std::size_t k = 0; k < Out; ++k) {
    p.sizes[k] = w.size[k];
    p.source[k] = w.source[k];
    if (w.source[k] < 0)
      continue;
    axis_slice& a = p.box[static_cast<std::size_t>(w.source[k])];
    a.size = w.size[k];
    p.reversed[k] = a.size > 1 && w.step[k] < 0;
    if (p.reversed[k])
      a.begin += w.step[k] * (a.size - 1);
    if (a.size > 1)
      a.step = p.reversed[k] ? -w.step[k] : w.step[k];
  }
  return p;
}

/// Reverses row-major elements along some axes.
template <class T, std::size_t R>
void h5_reverse(T* data, const std::array<index, R>& sizes, const std::array<bool, R>& reversed) {
  const auto steps = row_major_strides(sizes);
  const index count = count_elements(sizes);
  for (std::size_t k = 0; k < R; ++k) {
    if (!reversed[k])
      continue;
    const index inner = steps[k], n = sizes[k];
    for (T* block = data; block != data + count; block += n * inner)
      for (index low = 0, high = n - 1; low < high; ++low, --high)
        std::swap_ranges(block + low * inner, block + (low + 1) * inner, block + high * inner);
  }
}

template <class T> struct h5_verdict {
  static constexpr bool accepted = npy_element<T>;
  static constexpr message text() {
    return message("stria: data sets of HDF5 are read as bool, integers, float, double and their "
                   "complex numbers, not as elements of this type");
  }
};

template <class T, auto Extents, auto Code> class h5_slice;

/// A view with arbitrary strides: the elements of a slice in the order of the file.
template <class T, auto Extents> using h5_turned = view<T, strided_layout(Extents)>;

} // namespace detail

namespace hdf5 {

/// A data set of elements T, from which only the selected part is read.
///
/// `d[range(10, 20), _, rev()]` is a slice, which is read when its values are needed; `d[...] = e`
/// writes it. As an operand of an expression, a data set is read completely at each evaluation. It
/// keeps the file open. file::dataset() returns it.
///
/// \numpy        `f["name"]` (h5py)
/// \usage        `const auto d = f.dataset<float, dyn, 64>("x"); sum(d[range(10, 20)])`
template <class T, extent... E>
class dataset
    : public stria::detail::h5_operand<dataset<T, E...>, T, stria::detail::shape_of<E...>()>,
      public stria::detail::h5_has_attributes<dataset<T, E...>> {
  static constexpr std::size_t R = sizeof...(E);
  std::shared_ptr<const stria::detail::h5_data> data_;
  std::array<index, R> sizes_;

public:
  /// For internal use; call file::dataset().
  dataset(std::shared_ptr<const stria::detail::h5_data> data, const std::array<index, R>& sizes)
      : data_(std::move(data)), sizes_(sizes) {}

  /// The shape. h5py: `d.shape`.
  axis_array<R> shape() const { return {sizes_}; }
  /// The sizes of a chunk, or zeros if the elements are contiguous. h5py: `d.chunks`.
  axis_array<R> chunks() const {
    axis_array<R> c{};
    for (std::size_t k = 0; k < data_->chunks.size(); ++k)
      c[k] = data_->chunks[k];
    return c;
  }

  /// The open data set. For internal use.
  const std::shared_ptr<const stria::detail::h5_data>& data() const { return data_; }
  /// The identifier of HDF5. For internal use.
  hid_t handle() const { return data_->id.get(); }
  /// The name in messages. For internal use.
  const std::string& name() const { return data_->name; }
  /// The box of all elements. For internal use.
  auto part() const { return stria::detail::h5_whole(sizes_); }
  /// Throws io_error if the file cannot hold all elements. For internal use.
  void check() const { stria::detail::h5_count(*data_, part().box); }
  /// Reads all elements into row-major memory. For internal use.
  void read(T* to) const {
    const auto p = part();
    stria::detail::h5_read(*data_, p.box, stria::detail::h5_count(*data_, p.box), to);
  }
};

} // namespace hdf5

namespace detail {

/// The back end of data sets: an expression assigned to a slice is computed completely, then
/// written.
struct h5_file_writer {
  static constexpr const char* name = "HDF5";

  template <class Op, class Slice, class E> static void run(const Slice& target, const E& e) {
    target.write(!is_plain<Op>, [&](auto& elements) {
      assigned<Op, std::remove_reference_t<decltype(elements)>, const E&>::run(elements, e);
    });
  }
};

/// The part of a data set that basic items select. It is read when its values are needed, and
/// written by assignment. It keeps the file open.
template <class T, auto Extents, auto Code>
class h5_slice : public h5_operand<h5_slice<T, Extents, Code>, T, result_shape<Extents, Code>()>,
                 public assignable<h5_slice<T, Extents, Code>> {
  static constexpr auto result = result_shape<Extents, Code>();

  std::shared_ptr<const h5_data> data_;
  h5_part<Extents.rank(), result.rank()> part_;

public:
  using back_end = h5_file_writer;

  h5_slice(const std::shared_ptr<const h5_data>& data,
           const std::array<index, Extents.rank()>& sizes, const encoded<Code>& items)
      : data_(data), part_(h5_part_of(walk_slice<Extents, Code>(sizes, items))) {}
  h5_slice(const h5_slice&) = default;

  /// Writes the broadcast elements. Raises io_error if the file is open for reading only or cannot
  /// be written. Refuses shapes that do not fit. h5py: `d[...] = e`.
  h5_slice& operator=(const h5_slice& other) {
    assigned<assign_op, h5_slice, const h5_slice&>::run(*this, other);
    return *this;
  }
  template <class X>
  auto operator=(X&& x) STRIA_RUN_OR_REFUSE((assigned<assign_op, h5_slice, X>), *this, x);
  /// Braces have no type, so they are refused.
  template <class U, std::size_t N>
  auto operator=(U (&&)[N]) -> refusal_where<sizeof(U) != 0, braces_verdict>;

  axis_array<result.rank()> shape() const { return {part_.sizes}; }

  // For internal use.
  const std::shared_ptr<const h5_data>& data() const { return data_; }
  const auto& part() const { return part_; }
  void check() const { h5_count(*data_, part_.box); }
  void read(T* to) const {
    h5_read(*data_, part_.box, h5_count(*data_, part_.box), to);
    h5_reverse(to, part_.sizes, part_.reversed);
  }
  /// Calls `fill` with a view of the shape of the slice, then writes the elements of the view.
  template <class Fill> void write(bool read_first, Fill fill) const {
    h5_check_writable(*data_);
    if (read_first)
      check();
    typename tensor_of<T, result>::type memory(part_.sizes, uninitialized_t{});
    if (read_first)
      h5_read(*data_, part_.box, memory.size(), memory.data());
    placed<result.rank()> at{0, part_.sizes, row_major_strides(part_.sizes)};
    for (std::size_t k = 0; k < result.rank(); ++k)
      if (part_.reversed[k]) {
        at.offset += (at.sizes[k] - 1) * at.strides[k];
        at.strides[k] = -at.strides[k];
      }
    h5_turned<T, result> elements(memory.data(), memory.size(), at);
    fill(elements);
    h5_write(*data_, part_.box, memory.data());
  }
};

// --- [] of a data set ---

template <class D> inline constexpr bool is_h5_dataset = false;
template <class T, extent... E> inline constexpr bool is_h5_dataset<hdf5::dataset<T, E...>> = true;
template <class D>
concept h5_dataset_operand = is_h5_dataset<std::remove_cvref_t<D>>;

template <h5_dataset_operand Self, auto Code> struct slice_by<Self, Code, false> {
  using type = h5_slice<value_t<Self>, extents_of<Self>, Code>;
  static constexpr bool known = false;
  static type get(const std::remove_cvref_t<Self>& self, const encoded<Code>& items) {
    return {self.data(), self.shape(), items};
  }
};

template <class G> class h5_gather;

// Integers for all axes give a slice of rank 0, which can be assigned to.
template <subscript_kind Kind, class Self, class... Ix>
struct h5_subscript : slice_of<verdict_of<Self, Ix...>::accepted, Self, Ix...> {};
template <class Self, class... Ix>
struct h5_subscript<subscript_kind::foreign, Self, Ix...>
    : subscript_by<subscript_kind::foreign, Self, Ix...> {};
template <class Self, class... Ix>
struct h5_subscript<subscript_kind::refused, Self, Ix...>
    : subscript_by<subscript_kind::refused, Self, Ix...> {};

template <bool Accepted, class Gather> struct h5_gather_by : Gather {};
template <class Gather> struct h5_gather_by<true, Gather> {
  static constexpr bool accepted = true;
  using type = h5_gather<typename Gather::type>;
  template <class S, class... A> static type get(S&& self, A&... items) {
    return type(Gather::get(self, items...));
  }
};
template <class Self, class... Ix>
struct h5_subscript<subscript_kind::advanced, Self, Ix...>
    : h5_gather_by<advanced_of<Self, Ix...>::accepted, advanced_of<Self, Ix...>> {};

template <h5_dataset_operand Self, class... Ix>
struct subscript_of<Self, Ix...>
    : h5_subscript<subscript_kind_of<rank_of<Self>, Ix...>(), Self, Ix...> {};

} // namespace detail
} // namespace stria
