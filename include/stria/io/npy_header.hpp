// SPDX-License-Identifier: BSL-1.0
// io/npy_header.hpp: reads and writes the header of a .npy file.
//
// Pure functions on bytes. The format is that of NumPy's NEP 1, versions 1.0 to 3.0: the magic
// bytes, the version, the length of the text in little-endian order, and a text such as
//   {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/checked.hpp>
#include <stria/base/errors.hpp>
#include <stria/base/short_list.hpp>
#include <stria/base/text.hpp>
#include <stria/io/file_name.hpp>
#include <stria/math/cmath.hpp>
#include <stria/shape/shape.hpp>
#include <stria/token/constant.hpp>

#include <bit>
#include <complex>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stria::detail {

/// An element type in the form that files use: a kind and a size in bytes. The kinds are b for
/// bool, i and u for integers, f for real numbers, c for complex numbers and V for other types.
struct npy_type {
  char kind = 'b';
  index bytes = 1;
  friend constexpr bool operator==(const npy_type&, const npy_type&) = default;
};

inline constexpr npy_type npy_types[] = {{'b', 1}, {'i', 1}, {'i', 2}, {'i', 4}, {'i', 8},
                                         {'u', 1}, {'u', 2}, {'u', 4}, {'u', 8}, {'f', 2},
                                         {'f', 4}, {'f', 8}, {'c', 8}, {'c', 16}};

template <class T>
concept npy_element = one_of<T, bool, float, double, std::complex<float>, std::complex<double>> ||
                      (integer_item<T> && std::same_as<T, std::remove_cvref_t<T>>);

/// The bits of a floating-point number of 16 bits. It converts to float with every compiler.
struct half_bits {
  std::uint16_t bits;
  constexpr explicit operator float() const {
    const std::uint32_t sign = (bits & 0x8000U) << 16U, exponent = bits >> 10U & 31U,
                        fraction = bits & 0x3FFU;
    if (exponent == 0) { // zero, or a multiple of 2^-24
      const float size = static_cast<float>(fraction) / 16777216.f;
      return sign != 0 ? -size : size;
    }
    return std::bit_cast<float>(sign | (exponent == 31 ? 0xFFU : exponent + 112U) << 23U |
                                fraction << 13U);
  }
};
/// The element types of .npy files.
template <class T>
concept npy_file_element = npy_element<T> || cmath::is_half<T> || std::same_as<T, half_bits>;

template <npy_file_element T>
inline constexpr npy_type npy_type_of{std::same_as<T, bool>   ? 'b'
                                      : std::is_integral_v<T> ? std::is_signed_v<T> ? 'i' : 'u'
                                      : one_of<T, std::complex<float>, std::complex<double>> ? 'c'
                                                                                             : 'f',
                                      static_cast<index>(sizeof(T))};

/// Appends the NumPy name of the type.
constexpr message& say_npy_type(message& m, npy_type t) {
  switch (t.kind) {
  case 'b': return m << "bool";
  case 'i': return m << "int" << 8 * t.bytes;
  case 'u': return m << "uint" << 8 * t.bytes;
  case 'f': return m << "float" << 8 * t.bytes;
  default: return m << "complex" << 8 * t.bytes;
  }
}

struct npy_header {
  npy_type type{};
  bool big_endian = false;
  bool column_major = false;
  short_list<index, 64> sizes{};
  /// The number of elements, and the offset of the first one in the file.
  index count = 0, begin = 0;
};

/// Whether the byte order of the elements differs from that of this machine.
constexpr bool has_foreign_bytes(npy_type type, bool big_endian) {
  return type.kind != 'b' && type.bytes > 1 &&
         big_endian != (std::endian::native == std::endian::big);
}
constexpr bool has_foreign_bytes(const npy_header& h) {
  return has_foreign_bytes(h.type, h.big_endian);
}

/// A field of records: its type and its offset in the record. `sizes` is the shape of a field that
/// is an array. The name of a nested field has a dot: outer.inner.
struct npy_field {
  std::string name{};
  npy_type type{};
  bool big_endian = false;
  index begin = 0;
  std::vector<index> sizes{};
};
using npy_record = std::vector<npy_field>;

/// The number of bytes needed to find the length of the header.
inline constexpr std::size_t npy_prefix = 12;

/// Reads the length of the header, which is the offset of the first element, from the first
/// `npy_prefix` bytes of a file. Raises io_error if these are not the beginning of a .npy file.
constexpr index npy_header_length(std::string_view head, std::string_view name) {
  constexpr std::string_view magic = "\x93NUMPY";
  if (head.substr(0, magic.size()) != magic)
    raise<io_error>(say_file(name) << "this is not a .npy file");
  if (head.size() < npy_prefix)
    raise<io_error>(say_file(name) << "the file ends within its header");
  const auto byte = [&](std::size_t k) {
    return std::uint32_t{static_cast<unsigned char>(head[k])};
  };
  if (byte(6) < 1 || byte(6) > 3 || byte(7) != 0)
    raise<io_error>(say_file(name) << "version " << byte(6) << '.' << byte(7)
                                   << " of the format is not 1.0, 2.0 or 3.0");
  if (byte(6) == 1)
    return 10 + static_cast<index>(byte(8) | byte(9) << 8);
  // The text may be longer than the address space of a 32-bit machine.
  constexpr index most = std::numeric_limits<index>::max() - 12;
  const std::uint32_t length = byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24;
  return 12 + (std::cmp_less(length, most) ? static_cast<index>(length) : most);
}

/// Parses the text of a header: a dictionary with three keys in any order.
class npy_text {
  text_cursor at_;
  npy_record* record_;
  // A nested name repeats the names around it, so the sum of all names is limited.
  std::size_t name_bytes_ = 0;
  static constexpr std::size_t most_name_bytes = std::size_t{1} << 24;

  constexpr text_fault take(std::string_view mark, std::string_view reason) {
    return at_.take(mark) ? text_fault{} : at_.fault(reason);
  }
  constexpr bool take_quote() { return at_.take("'") || at_.take("\""); }
  constexpr bool take_key(std::string_view key) {
    text_cursor before = at_;
    if (take_quote() && at_.take_name(key) && take_quote())
      return true;
    at_ = before;
    return false;
  }

  constexpr text_fault read_type(npy_header& h) {
    constexpr std::string_view reason =
        "expected bool, integers of 8 to 64 bits, float32, float64, complex64 or complex128";
    const text_fault here = at_.fault(reason);
    if (at_.at("[")) {
      if (record_ == nullptr)
        return at_.fault(
            "the elements have fields; read them with load_npy_field or load_npy_fields");
      h.type = {'V', 0};
      return read_fields(h.type.bytes, "", 0);
    }
    if (!take_quote())
      return here;
    h.big_endian = at_.take(">");
    if (!h.big_endian && !at_.take("<") && !at_.take("|"))
      return here;
    const std::string_view kind = at_.name();
    for (const npy_type t : npy_types)
      if (kind.size() > 1 && kind[0] == t.kind && kind.substr(1) == digits_of(t.bytes)) {
        h.type = t;
        at_.take(kind);
        return take_quote() ? text_fault{} : here;
      }
    return here;
  }

  /// Reads the type of a field, such as `<f8`. Of types that stria does not have, such as `|S3`,
  /// `<U2` and `<M8[s]`, only the size is used.
  static constexpr bool read_field_type(std::string_view text, npy_field& f) {
    if (text.size() < 3 || std::string_view("<>|=").find(text[0]) == std::string_view::npos)
      return false;
    f.big_endian = text[0] == '>';
    const char kind = text[1];
    index bytes = 0;
    std::size_t end = 2;
    for (; end < text.size() && text[end] >= '0' && text[end] <= '9' && end < 11; ++end)
      bytes = 10 * bytes + (text[end] - '0');
    if (end == 2 || std::string_view("biufcVSaUmM").find(kind) == std::string_view::npos ||
        (end < text.size() && (text[end] != '[' || (kind != 'm' && kind != 'M'))))
      return false;
    f.type = {'V', bytes};
    if (kind == 'U' && !multiply_fits(bytes, index{4}, f.type.bytes))
      f.type.bytes = std::numeric_limits<index>::max();
    for (const npy_type t : npy_types)
      if (t == npy_type{kind, bytes})
        f.type = t;
    return true;
  }
  /// Reads a list of fields, of which the first is at byte `begin` of the record, and advances
  /// `begin` past them.
  constexpr text_fault read_fields(index& begin, const std::string& prefix, int depth) {
    text_fault fault = take("[", "expected the list of fields");
    while (!fault && !at_.take("]")) {
      const text_fault here = at_.fault("expected a field as ('name', '<f8'), without escapes");
      const text_fault large = at_.fault("this field ends beyond the largest possible record");
      npy_field f;
      std::string_view name;
      // A title may precede the name.
      const bool named =
          at_.take("(") && (at_.take("(") ? at_.take_quoted(name) && at_.take(",") &&
                                                at_.take_quoted(name) && at_.take(")")
                                          : at_.take_quoted(name));
      if (!named || !at_.take(","))
        return here;
      name_bytes_ += prefix.size() + name.size();
      if (name_bytes_ > most_name_bytes)
        return at_.fault("the names of the fields are too long");
      f.name = prefix + std::string(name);
      f.begin = begin;
      const std::size_t known = record_->size();
      index end = begin;
      const bool nested = at_.at("[");
      if (nested) {
        if (depth == 16)
          return at_.fault("these fields are nested too deeply");
        fault = read_fields(end, f.name + '.', depth + 1);
        if (fault)
          return fault;
      } else {
        const text_fault type =
            at_.fault("expected the type of a field as '<f8'; Python objects cannot be read");
        std::string_view text;
        if (!at_.take_quoted(text) || !read_field_type(text, f))
          return type;
        if (!add_fits(end, f.type.bytes, end))
          return large;
      }
      npy_header array;
      array.count = 1;
      if (at_.take(",")) {
        fault = read_sizes(array);
        if (fault)
          return fault;
        f.sizes.assign(array.sizes.begin(), array.sizes.end());
      }
      if (!at_.take(")") || (!at_.take(",") && !at_.at("]")))
        return here;
      index bytes = 0;
      if (!multiply_fits(end - begin, array.count, bytes) || !add_fits(begin, bytes, begin))
        return large;
      // Fields inside an array of records cannot be read, so they are left out. Bytes without a
      // name are padding.
      if (nested && !f.sizes.empty())
        record_->resize(known);
      else if (!nested && !name.empty())
        record_->push_back(std::move(f));
    }
    return fault;
  }
  static constexpr std::string_view digits_of(index bytes) {
    return bytes == 1 ? "1" : bytes == 2 ? "2" : bytes == 4 ? "4" : bytes == 8 ? "8" : "16";
  }

  constexpr text_fault read_order(npy_header& h) {
    h.column_major = at_.take_name("True");
    return h.column_major || at_.take_name("False") ? text_fault{}
                                                    : at_.fault("expected True or False");
  }

  constexpr text_fault read_sizes(npy_header& h) {
    text_fault fault = take("(", "expected the sizes in parentheses");
    // The product of the other sizes must not overflow even if one size is 0.
    index product = 1;
    bool empty = false;
    while (!fault && !at_.take(")")) {
      const text_fault here = at_.fault("this size is negative, or there are too many elements");
      index size = 0;
      fault = at_.take_integer(size);
      if (fault)
        return fault;
      if (size < 0 || h.sizes.size() == 64 ||
          !multiply_fits(product, size == 0 ? 1 : size, product))
        return here;
      empty = empty || size == 0;
      h.sizes.push_back(size);
      at_.take_name("L"); // Python 2 writes 3L
      if (!at_.take(",") && !(h.sizes.size() > 1 && at_.at(")")))
        return at_.fault("expected a comma");
    }
    h.count = empty ? 0 : product;
    return fault;
  }

public:
  /// Without a record, elements with fields are refused.
  constexpr explicit npy_text(std::string_view text, npy_record* record = nullptr)
      : at_(text), record_(record) {}

  constexpr text_fault read(npy_header& h) {
    text_fault fault = take("{", "expected a dictionary");
    bool type = false, order = false, sizes = false;
    while (!fault && !at_.take("}")) {
      const text_fault here = at_.fault("expected 'descr', 'fortran_order' and 'shape', once each");
      bool* const key = take_key("descr")           ? &type
                        : take_key("fortran_order") ? &order
                        : take_key("shape")         ? &sizes
                                                    : nullptr;
      if (key == nullptr || *key)
        return here;
      *key = true;
      fault = take(":", "expected a colon");
      if (!fault)
        fault = key == &type ? read_type(h) : key == &order ? read_order(h) : read_sizes(h);
      if (!fault && !at_.take(",") && !at_.at("}"))
        fault = at_.fault("expected a comma");
    }
    if (!fault && !(type && order && sizes))
      fault = at_.fault("expected 'descr', 'fortran_order' and 'shape', once each");
    if (!fault && !at_.done())
      fault = at_.fault("expected the end of the header");
    return fault;
  }
};

/// Parses a whole header. Raises io_error if it is malformed.
template <class = void>
constexpr npy_header read_npy_header(std::string_view head, std::string_view name,
                                     npy_record* record = nullptr) {
  npy_header h;
  h.begin = npy_header_length(head, name);
  if (h.begin > static_cast<index>(head.size()))
    raise<io_error>(say_file(name) << "the file ends within its header");
  const std::size_t from = head[6] == 1 ? 10 : 12;
  const std::string_view text = head.substr(from, static_cast<std::size_t>(h.begin) - from);
  if (const text_fault fault = npy_text(text, record).read(h)) {
    message header("header of ");
    raise<io_error>(say_text_fault(say_name(header, name).view(), text, fault));
  }
  index bytes = 0;
  if (!multiply_fits(h.count, h.type.bytes, bytes) || !add_fits(bytes, h.begin, bytes))
    raise<io_error>(say_file(name) << "the header declares more elements than can be counted");
  return h;
}

/// Composes a header for elements of this type in row-major order; NumPy can read it.
template <class = void>
std::string make_npy_header(const std::string& type, std::span<const index> sizes) {
  std::string text = "{'descr': " + type + ", 'fortran_order': False, 'shape': (";
  for (std::size_t k = 0; k < sizes.size(); ++k)
    text += std::to_string(sizes[k]) + (sizes.size() == 1 ? "," : k + 1 < sizes.size() ? ", " : "");
  text += "), }";
  // NumPy aligns the elements to 64 bytes.
  text.resize((10 + text.size() + 1 + 63) / 64 * 64 - 10 - 1, ' ');
  text += '\n';
  const char low = static_cast<char>(text.size() % 256),
             high = static_cast<char>(text.size() / 256);
  return std::string("\x93NUMPY\x01", 7) + '\0' + low + high + text;
}

/// The name of the element type in a header, with the byte order of this machine.
template <npy_file_element T> std::string npy_type_text() {
  constexpr npy_type type = npy_type_of<T>;
  constexpr char order = type.bytes == 1                              ? '|'
                         : std::endian::native == std::endian::little ? '<'
                                                                      : '>';
  std::string text = "'";
  text += order;
  text += type.kind;
  return text + std::to_string(type.bytes) + "'";
}
template <npy_file_element T> std::string make_npy_header(std::span<const index> sizes) {
  return make_npy_header(npy_type_text<T>(), sizes);
}

} // namespace stria::detail
