// SPDX-License-Identifier: BSL-1.0
// Calls from_dlpack with descriptions, which may contain any mistake that an importer can detect.
// Elements of an accepted description are read one by one and compared with the buffer.
//
// An importer cannot know the size of the buffer, so this target does not import descriptions that
// are valid but refer to elements outside of it.
#include "input.hpp"

#include <stria/stria.hpp>

#include <stria/interop/dlpack.hpp>

#include <algorithm>
#include <array>
#include <complex>
#include <cstring>
#include <memory>
#include <optional>

namespace {

using namespace stria;
using fuzz::index;
using fuzz::input;

__extension__ typedef __int128 wide;

/// A description and its memory.
struct foreign {
  DLManagedTensor managed{};
  std::array<std::int64_t, 8> sizes{}, strides{};
  std::unique_ptr<unsigned char[]> buffer;
  std::size_t bytes = 0;
  int deleted = 0;
};

/// The device may have a value that is not in the enumeration.
int device_of(const DLTensor& t) {
  int device = 0;
  static_assert(sizeof(device) == sizeof(t.device.device_type));
  std::memcpy(&device, &t.device.device_type, sizeof(device));
  return device;
}

std::string text(const foreign& f, std::size_t rank) {
  const DLTensor& t = f.managed.dl_tensor;
  std::ostringstream s;
  s << "buffer " << static_cast<const void*>(f.buffer.get()) << " of " << f.bytes << " bytes, data "
    << t.data << " + " << t.byte_offset << ", device " << device_of(t) << ", ndim " << t.ndim
    << ", type " << +t.dtype.code << ' ' << +t.dtype.bits << ' ' << t.dtype.lanes << "\nshape ";
  const auto list = [&](const std::int64_t* from) {
    if (from == nullptr)
      s << "null";
    else
      s << fuzz::listed(std::vector<std::int64_t>(from, from + rank));
  };
  list(t.shape);
  s << ", strides ";
  list(t.strides);
  return s.str();
}

struct expected {
  bool shape = false, value = false; // one of these errors is expected
  bool readable = true;              // all elements are within the buffer
  std::int64_t elements = 0;
  std::array<wide, 8> strides{}; // in elements
};

template <class T> DLDataType type_of() {
  constexpr auto bits = static_cast<std::uint8_t>(8 * sizeof(T));
  if constexpr (std::same_as<T, bool>)
    return {6, bits, 1};
  else if constexpr (std::is_integral_v<T>)
    return {std::is_signed_v<T> ? kDLInt : kDLUInt, bits, 1};
  else
    return {std::is_floating_point_v<T> ? kDLFloat : kDLComplex, bits, 1};
}

/// The rules of DLPack, with stria's static extents.
template <class T> expected model(const foreign& f, const std::vector<extent>& extents) {
  const DLTensor& t = f.managed.dl_tensor;
  const DLDataType type = type_of<T>();
  constexpr wide largest = std::numeric_limits<std::int64_t>::max();
  expected e;
  const int device = device_of(t);
  e.value = (device != kDLCPU && device != kDLCUDAHost && device != kDLROCMHost) ||
            t.dtype.code != type.code || t.dtype.bits != type.bits || t.dtype.lanes != type.lanes;
  e.shape = t.ndim != static_cast<int>(extents.size());
  if (e.shape)
    return e;
  if (!extents.empty() && t.shape == nullptr) {
    e.value = true;
    return e;
  }
  bool empty = false, negative = false, large = false;
  wide count = 1;
  for (std::size_t k = extents.size(); k-- > 0;) {
    const wide n = t.shape[k];
    e.shape = e.shape || (extents[k].is_static() && extents[k].size != n);
    empty = empty || n == 0;
    negative = negative || n < 0;
    e.strides[k] = t.strides != nullptr ? wide{t.strides[k]} : count;
    count *= n <= 0 ? 1 : n;
    large = large || count > largest;
    count = large ? 1 : count;
  }
  if (negative || (large && !empty)) {
    e.value = true;
    return e;
  }
  if (empty)
    return e;
  wide low = 0, high = 0;
  bool far = false;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    const wide reach = e.strides[k] * (t.shape[k] - 1);
    far = far || reach > largest || reach < -largest;
    (reach < 0 ? low : high) += far ? 0 : reach;
  }
  constexpr wide size = sizeof(T);
  const auto data = static_cast<wide>(reinterpret_cast<std::uintptr_t>(t.data));
  const wide first = data + t.byte_offset, from = first + low * size,
             to = first + high * size + size, all = wide{1} << 64;
  e.elements = static_cast<std::int64_t>(count);
  e.value = e.value || far || to - from > largest || t.data == nullptr || from < 0 || to >= all ||
            first % static_cast<wide>(alignof(T)) != 0;
  const auto begin = static_cast<wide>(reinterpret_cast<std::uintptr_t>(f.buffer.get()));
  e.readable = from >= begin && to <= begin + static_cast<wide>(f.bytes);
  return e;
}

std::int64_t extreme(input& in) {
  using limits = std::numeric_limits<std::int64_t>;
  static constexpr std::int64_t ends[] = {limits::min(),
                                          limits::max(),
                                          limits::max() / 2,
                                          limits::min() / 2,
                                          std::int64_t{1} << 32,
                                          std::int64_t{1} << 40,
                                          -(std::int64_t{1} << 40),
                                          std::int64_t{1} << 61,
                                          -(std::int64_t{1} << 61),
                                          (std::int64_t{1} << 31) - 1};
  const unsigned b = in.byte();
  return b % 4 == 3 ? static_cast<std::int64_t>(in.word()) : ends[b / 4 % std::size(ends)];
}

template <class T> void describe(foreign& f, input& in, std::size_t rank) {
  DLTensor& t = f.managed.dl_tensor;
  f.bytes = in.byte();
  f.buffer = std::make_unique_for_overwrite<unsigned char[]>(f.bytes);
  for (std::size_t k = 0; k < f.bytes; ++k) // for bool, each byte is 0 or 1
    f.buffer[k] = static_cast<unsigned char>(std::same_as<T, bool> ? k % 3 % 2 : k * 37 % 101);
  t.data = f.buffer.get();
  t.ndim = static_cast<int>(rank);
  t.dtype = type_of<T>();
  t.device = {kDLCPU, 0};
  t.shape = f.sizes.data();
  for (std::size_t k = 0; k < 8; ++k)
    f.sizes[k] = in.rarely(16) ? extreme(in) : in.byte() % 5;
  if (in.byte() % 2 == 1) {
    t.strides = f.strides.data();
    for (auto& s : f.strides)
      s = in.rarely(16) ? extreme(in) : in.number(-6, 6);
  }
  t.byte_offset = in.byte() % 4 * sizeof(T);
  if (in.byte() % 2 == 1) // so that steps backwards stay within the buffer
    t.byte_offset = f.bytes / 2 / sizeof(T) * sizeof(T);
  for (unsigned wrong = in.byte() % 4; wrong > 1; --wrong)
    switch (in.byte() % 10) {
    case 0: t.ndim = static_cast<int>(extreme(in)); break;
    case 1: t.ndim = static_cast<int>(in.number(-2, 8)); break;
    case 2: t.shape = nullptr; break;
    case 3: t.data = nullptr; break;
    case 4: t.byte_offset = static_cast<std::uint64_t>(extreme(in)); break;
    case 5: t.byte_offset += in.byte(); break;
    case 6: t.data = reinterpret_cast<void*>(static_cast<std::uintptr_t>(extreme(in))); break;
    case 7: {
      const auto device = static_cast<int>(in.byte() % 20);
      std::memcpy(&t.device.device_type, &device, sizeof(device));
      break;
    }
    case 8: t.dtype.bits = static_cast<std::uint8_t>(in.byte()); break;
    default:
      t.dtype.code = static_cast<std::uint8_t>(in.byte() % 8);
      t.dtype.lanes = static_cast<std::uint16_t>(in.byte() % 3);
    }
  f.managed.manager_ctx = &f;
  if (in.byte() % 8 != 7)
    f.managed.deleter = [](DLManagedTensor* m) {
      ++static_cast<foreign*>(m->manager_ctx)->deleted;
    };
}

/// Compares the elements with the buffer: all of them if there are few, otherwise a sample.
template <class T, std::size_t R, class View>
void read(const foreign& f, const expected& e, const View& v) {
  using element = std::remove_const_t<T>;
  const DLTensor& t = f.managed.dl_tensor;
  fuzz::require(v.size() == e.elements, "the number of elements", [&] { return text(f, R); });
  const std::int64_t some = 300, step = std::max<std::int64_t>(1, e.elements / some);
  for (std::int64_t k = 0; k < e.elements; k += std::min(step, e.elements - k)) {
    std::array<index, R> at{};
    wide place = 0;
    std::int64_t rest = k;
    for (std::size_t axis = R; axis-- > 0; rest /= t.shape[axis]) {
      at[axis] = rest % t.shape[axis];
      place += at[axis] * e.strides[axis];
    }
    element wanted{};
    std::memcpy(&wanted,
                static_cast<const char*>(t.data) + t.byte_offset +
                    static_cast<std::int64_t>(place) * static_cast<std::int64_t>(sizeof(T)),
                sizeof(T));
    const element found = std::apply([&](auto... i) -> element { return v(i...); }, at);
    fuzz::require(std::memcmp(&found, &wanted, sizeof(T)) == 0, "an element",
                  [&] { return fuzz::listed(at) + '\n' + text(f, R); });
  }
  if (e.elements <= some) {
    const auto copy = eval(v);
    fuzz::require(copy.size() == e.elements &&
                      (e.elements == 0 || std::apply([&](auto... i) { return v(i...); },
                                                     std::array<index, R>{}) == copy.data()[0]),
                  "a copy", [&] { return text(f, R); });
  }
}

template <class T, extent... E> void import(input& in) {
  constexpr std::size_t R = sizeof...(E);
  using element = std::remove_const_t<T>;
  foreign f;
  describe<element>(f, in, R);
  const expected e = model<element>(f, {E...});
  if (!e.shape && !e.value && !e.readable)
    return;
  const bool owned = in.byte() % 2 == 1;
  std::string error;
  bool shape = false, value = false;
  try {
    const auto held =
        owned ? from_dlpack<T, E...>(dlpack_ptr(&f.managed)) : from_dlpack<T, E...>(&f.managed);
    fuzz::require(!e.shape && !e.value, "accepted", [&] { return text(f, R); });
    read<T, R>(f, e, held.view());
    fuzz::require(f.deleted == 0, "deleted too early", [&] { return text(f, R); });
  } catch (const shape_error& s) {
    shape = true;
    error = s.what();
  } catch (const value_error& v) {
    value = true;
    error = v.what();
  }
  fuzz::require((!shape || e.shape) && (!value || e.value), "refused",
                [&] { return error + '\n' + text(f, R); });
  fuzz::require(error.empty() || error.starts_with("stria: from_dlpack: "), "the words",
                [&] { return error; });
  const bool deletes = f.managed.deleter != nullptr && (owned || error.empty());
  fuzz::require(f.deleted == (deletes ? 1 : 0), "deleted",
                [&] { return std::to_string(f.deleted) + " times\n" + text(f, R); });
}

constexpr void (*kinds[])(input&) = {import <float>,
                                     import <float, dyn>,
                                     import <double, dyn, dyn>,
                                     import <const float, dyn, 3>,
                                     import <std::int8_t, 2, dyn, dyn>,
                                     import <bool, dyn, dyn>,
                                     import <std::complex<float>, dyn>};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  input in(data, size);
  kinds[in.byte() % std::size(kinds)](in);
  return 0;
}
