// SPDX-License-Identifier: BSL-1.0
// .npy files with and without fields, loaded with an element type and a rank that are known only at
// run time, and any_tensor on memory with any shape and strides.
//
// A header is made from a description, which is compared with the header that was read. The target
// `npy` compares damaged headers of plain types with a model; here the elements of a damaged file
// are compared with its bytes.
#include "../io/files.hpp"
#include "input.hpp"
#include "memory.hpp"

#include <stria/io/npy_fields.hpp>
#include <stria/numpy/shape/any_array.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace {

using namespace stria;
using fuzz::index;
using fuzz::input;
using fuzz::lengths;

__extension__ typedef __int128 wide;
constexpr wide largest = std::numeric_limits<index>::max();

// --- what a header declares ---

struct field {
  std::string name, type; // the type is "f8", for example, or "V" if only its size is used
  index bytes = 0;        // of one element
  bool big_endian = false;
  index begin = 0; // in the record
  lengths sizes{};
};

struct declared {
  std::string type; // "V" if there are fields
  bool big_endian = false, column_major = false;
  index bytes = 0, begin = 0; // of an element; the offset of the first one
  lengths sizes{};
  std::vector<field> fields{};
};

std::string text(const declared& d) {
  std::ostringstream s;
  s << (d.big_endian ? '>' : '<') << d.type << ' ' << d.bytes
    << (d.column_major ? " columns " : " rows ") << fuzz::listed(d.sizes) << " from " << d.begin;
  for (const field& f : d.fields)
    s << "\n  '" << f.name << "' " << (f.big_endian ? '>' : '<') << f.type << ' ' << f.bytes
      << " at " << f.begin << ' ' << fuzz::listed(f.sizes);
  return s.str();
}

std::string name_of(detail::npy_type t) {
  return t.kind == 'V' ? "V" : t.kind + std::to_string(t.bytes);
}
/// The header as the library reads it, or nothing for io_error.
std::optional<declared> found_in(const std::string& file, bool with_fields) {
  try {
    detail::npy_record record;
    const detail::npy_header h =
        detail::read_npy_header(file, "fuzz.npy", with_fields ? &record : nullptr);
    declared d{name_of(h.type),
               h.big_endian,
               h.column_major,
               h.type.bytes,
               h.begin,
               {h.sizes.begin(), h.sizes.end()},
               {}};
    for (const detail::npy_field& f : record)
      d.fields.push_back({f.name, name_of(f.type), f.type.bytes, f.big_endian, f.begin, f.sizes});
    return d;
  } catch (const io_error&) {
    return {};
  }
}

/// The number of elements; nothing if the product of the sizes other than 0 does not fit an index.
std::optional<index> counted(const lengths& sizes) {
  wide product = 1;
  bool empty = false;
  for (const index n : sizes) {
    product *= n == 0 ? 1 : n;
    empty = empty || n == 0;
    if (product > largest)
      return {};
  }
  return empty ? 0 : static_cast<index>(product);
}

// --- files from descriptions ---

struct type_name {
  std::string_view text, type;
  index bytes;
};
constexpr type_name types[] = {{"f8", "f8", 8},
                               {"f4", "f4", 4},
                               {"i2", "i2", 2},
                               {"u1", "u1", 1},
                               {"b1", "b1", 1},
                               {"c8", "c8", 8},
                               {"c16", "c16", 16},
                               {"i8", "i8", 8},
                               {"i1", "i1", 1},
                               {"u2", "u2", 2},
                               {"i4", "i4", 4},
                               {"u4", "u4", 4},
                               {"u8", "u8", 8},
                               {"S3", "V", 3},
                               {"U2", "V", 8},
                               {"V5", "V", 5},
                               {"M8[s]", "V", 8},
                               {"f2", "V", 2},
                               {"S0", "V", 0},
                               {"f16", "V", 16},
                               {"a1", "V", 1},
                               {"b8", "V", 8},
                               {"V999999999", "V", 999999999},
                               {"U999999999", "V", 3999999996}};

std::string tuple_of(const lengths& sizes) {
  std::string s = "(";
  for (const index n : sizes)
    s += std::to_string(n) + ", ";
  if (sizes.size() > 1)
    s.resize(s.size() - 2);
  return s + ')';
}

lengths some_sizes(input& in, index axes) {
  lengths sizes(static_cast<std::size_t>(axes));
  for (index& n : sizes)
    n = in.rarely(24) ? index{1} << in.number(20, 62) : in.number(0, 3);
  return sizes;
}

/// Appends the text of a list of fields; false if a reader must refuse it.
bool make_fields(input& in, std::string& text, declared& d, index& begin, const std::string& prefix,
                 int depth) {
  static constexpr std::string_view names[] = {"a", "b",         "c",   "a",       "b",
                                               "",  "two words", "a.b", "\xc3\xa9"};
  bool good = true;
  text += '[';
  for (index more = in.number(0, 4), k = 0; k < more; ++k) {
    const auto name = std::string(names[in.byte() % std::size(names)]);
    const std::string quoted = in.rarely(4) ? '"' + name + '"' : '\'' + name + '\'';
    text += k == 0 ? "(" : ", (";
    text += in.rarely(8) ? "('title', " + quoted + ")" : quoted;
    text += ", ";
    const std::size_t known = d.fields.size();
    const bool nested = depth < 3 && in.rarely(6);
    index end = begin;
    field f{prefix + name, {}, {}, {}, begin, {}};
    if (nested) {
      good = make_fields(in, text, d, end, f.name + '.', depth + 1) && good;
    } else {
      const char order = "<>|="[in.byte() % 4];
      const type_name& t = types[in.byte() % std::size(types)];
      text += '\'';
      text += order;
      text += std::string(t.text) + '\'';
      f.type = t.type;
      f.bytes = t.bytes;
      f.big_endian = order == '>';
      good = good && !__builtin_add_overflow(end, t.bytes, &end);
    }
    if (in.rarely(4)) {
      f.sizes = some_sizes(in, in.number(0, 3));
      text += ", " + tuple_of(f.sizes);
    }
    text += ')';
    const auto count = counted(f.sizes);
    good = good && count && !__builtin_mul_overflow(end - begin, count.value_or(0), &end) &&
           !__builtin_add_overflow(begin, end, &begin);
    if (nested && !f.sizes.empty())
      d.fields.resize(known);
    else if (!nested && !name.empty())
      d.fields.push_back(f);
  }
  text += ']';
  return good;
}

struct made {
  std::string file;
  std::optional<declared> header{}; // nothing: must be refused
  bool damaged = false;             // the description does not apply to the file
};

made make_file(input& in) {
  made m;
  declared d;
  bool good = true;
  std::string type;
  if (in.rarely(4)) {
    const char order = "<>|"[in.byte() % 3];
    const type_name& t = types[in.byte() % std::size(types)];
    good = t.type != "V";
    type = std::string("'") + order + std::string(t.text) + '\'';
    d.type = t.type;
    d.bytes = t.bytes;
    d.big_endian = order == '>';
  } else {
    d.type = 'V';
    good = make_fields(in, type, d, d.bytes, "", 0);
  }
  d.column_major = in.rarely(2);
  d.sizes = some_sizes(in, in.rarely(32) ? in.number(0, 66) : in.number(0, 3));
  const std::string entries[] = {
      "'descr': " + type, std::string("'fortran_order': ") + (d.column_major ? "True" : "False"),
      "'shape': " + tuple_of(d.sizes)};
  const unsigned first = in.byte() % 3;
  std::string text = "{";
  for (unsigned k = 0; k < 3; ++k)
    text += entries[(first + k) % 3] + ", ";
  text += '}';
  if (in.rarely(4)) {
    m.damaged = true;
    static constexpr std::string_view pieces[] = {"(",
                                                  ")",
                                                  "[",
                                                  "]",
                                                  ",",
                                                  "'",
                                                  "\"",
                                                  "'<f8'",
                                                  "\\",
                                                  "('a', '<f8')",
                                                  "3",
                                                  "-1",
                                                  "9223372036854775807",
                                                  " ",
                                                  "O",
                                                  "L",
                                                  "|",
                                                  "(2,)",
                                                  "'descr': ",
                                                  "[]"};
    for (unsigned k = 1 + in.byte() % 3; k > 0; --k) {
      const std::size_t at = (in.byte() * 256U + in.byte()) % text.size();
      switch (in.byte() % 3) {
      case 0: text.erase(at, 1 + in.byte() % 4); break;
      case 1: text.insert(at, pieces[in.byte() % std::size(pieces)]); break;
      default: text[at] = static_cast<char>(in.byte());
      }
      text += text.empty() ? "}" : "";
    }
  }
  const unsigned version = 1 + in.byte() % 3;
  m.file = std::string("\x93NUMPY", 6) + static_cast<char>(version) + '\0';
  for (unsigned k = 0; k < (version == 1 ? 2U : 4U); ++k)
    m.file += static_cast<char>(text.size() >> 8 * k);
  m.file += text;
  d.begin = static_cast<index>(m.file.size());
  const auto count = counted(d.sizes);
  good = good && count && d.sizes.size() <= 64 &&
         wide{count.value_or(0)} * d.bytes + d.begin <= largest;
  index payload = good && wide{*count} * d.bytes <= 3000 ? *count * d.bytes : in.byte();
  if (in.rarely(8))
    payload = std::max<index>(0, payload + in.number(-9, 9));
  const unsigned factor = in.byte();
  for (index k = 0; k < payload; ++k)
    m.file += static_cast<char>(static_cast<unsigned>(k) * (2 * factor + 1) +
                                (in.done() ? 0 : in.byte()));
  if (good)
    m.header = d;
  return m;
}

// --- the elements that a file must have ---

/// The position in the file of the element at this row-major position.
index place_in_file(const declared& d, index row_major) {
  if (!d.column_major)
    return row_major;
  index place = 0, step = 1;
  lengths where;
  for (std::size_t k = d.sizes.size(); k-- > 0; row_major /= d.sizes[k])
    where.insert(where.begin(), row_major % d.sizes[k]);
  for (std::size_t k = 0; k < d.sizes.size(); ++k) {
    place += where[k] * step;
    step *= d.sizes[k];
  }
  return place;
}

template <class T> constexpr std::string_view type_text() {
  if constexpr (std::same_as<T, bool>)
    return "b1";
  else if constexpr (std::same_as<T, std::complex<float>>)
    return "c8";
  else if constexpr (std::same_as<T, std::complex<double>>)
    return "c16";
  else if constexpr (std::is_floating_point_v<T>)
    return sizeof(T) == 4 ? "f4" : "f8";
  else if constexpr (std::is_signed_v<T>)
    return sizeof(T) == 1 ? "i1" : sizeof(T) == 2 ? "i2" : sizeof(T) == 4 ? "i4" : "i8";
  else
    return sizeof(T) == 1 ? "u1" : sizeof(T) == 2 ? "u2" : sizeof(T) == 4 ? "u4" : "u8";
}

/// The bytes of an element of T in little-endian order, from those of the file.
template <class T> std::string element_in(std::string_view bytes, bool big_endian) {
  std::string s(bytes.substr(0, sizeof(T)));
  const std::size_t part = type_text<T>()[0] == 'c' ? sizeof(T) / 2 : sizeof(T);
  if (big_endian)
    for (std::size_t k = 0; k < sizeof(T); k += part)
      std::reverse(s.begin() + static_cast<std::ptrdiff_t>(k),
                   s.begin() + static_cast<std::ptrdiff_t>(k + part));
  if (std::same_as<T, bool>)
    s[0] = s[0] != 0 ? '\1' : '\0';
  return s;
}
template <class T> std::string bytes_of(const T& x) {
  std::string s(sizeof(T), '\0');
  std::memcpy(s.data(), &x, sizeof(T));
  return s;
}

/// A file and its header; nothing if the library refuses it or if elements are missing.
struct opened {
  std::string file, path;
  std::optional<declared> header{}, plain{}; // with and without fields

  std::string_view record(index row_major) const {
    return std::string_view(file).substr(
        static_cast<std::size_t>(header->begin + place_in_file(*header, row_major) * header->bytes),
        static_cast<std::size_t>(header->bytes));
  }
  std::string what() const {
    std::ostringstream s;
    for (const char c : file.substr(0, 12))
      s << static_cast<int>(static_cast<unsigned char>(c)) << ' ';
    s << '"' << file.substr(std::min<std::size_t>(12, file.size())) << "\"\nheader "
      << (header ? text(*header) : "refused");
    return s.str();
  }
  void require(bool good, std::string_view claim, const std::string& more = {}) const {
    fuzz::require(good, claim, [&] { return more + '\n' + what(); });
  }
};

enum class outcome { value, io, shape, other };
template <class F> outcome outcome_of(F f) {
  try {
    f();
    return outcome::value;
  } catch (const io_error&) {
    return outcome::io;
  } catch (const shape_error&) {
    return outcome::shape;
  } catch (const value_error&) {
    return outcome::other;
  }
}

// --- loading ---

template <class T> void check_elements(const opened& o, const any_tensor<T>& t) {
  const declared& d = *o.plain;
  const index count = *counted(d.sizes);
  o.require(t.shape() == d.sizes && t.size() == count &&
                t.rank() == static_cast<index>(d.sizes.size()),
            "the shape");
  const any_tensor<T> copy = t.copy();
  o.require(copy.is_contiguous() && copy.shape() == d.sizes, "the shape of a copy");
  for (index k = 0; k < count; ++k)
    o.require(bytes_of(copy.data()[k]) == element_in<T>(o.record(k), d.big_endian), "an element",
              std::to_string(k));
  const auto long_axes = std::ranges::count_if(d.sizes, [](index n) { return n > 1; });
  o.require(t.is_contiguous() == (count == 0 || !d.column_major || long_axes < 2), "is_contiguous");
  const outcome cast = outcome_of([&] {
    const auto m = rank_cast<2>(t);
    for (index k = 0; k < count; ++k)
      o.require(bytes_of(T(m(k / d.sizes[1], k % d.sizes[1]))) == bytes_of(copy.data()[k]),
                "an element of rank_cast");
  });
  o.require(cast == (d.sizes.size() == 2 ? outcome::value : outcome::shape), "rank_cast");
  if constexpr (std::same_as<T, float> || std::same_as<T, bool>) {
    const outcome visit = outcome_of([&] {
      const any_tensor<T> again = visit_rank<1, 3>(t, [](auto v) { return eval(v); });
      o.require(
          again.shape() == d.sizes && again.size() == count &&
              std::ranges::equal(again.storage(), copy.storage(),
                                 [](const T& x, const T& y) { return bytes_of(x) == bytes_of(y); }),
          "visit_rank");
    });
    o.require(visit ==
                  (d.sizes.size() >= 1 && d.sizes.size() <= 3 ? outcome::value : outcome::other),
              "the ranks of visit_rank");
  }
}

void load_any(const opened& o) {
  const outcome any = outcome_of([&] {
    const any_array a = load_npy_any(o.path);
    o.require(o.plain.has_value(), "load_npy_any has accepted a file");
    o.require(a.shape() == o.plain->sizes && a.size() == *counted(o.plain->sizes), "an any_array");
    visit_array(a, [&]<class T>(const any_tensor<T>& t) {
      o.require(o.plain->type == type_text<T>() && a.holds<T>(), "the element type");
      check_elements(o, t);
    });
    o.require((outcome_of([&] { static_cast<void>(a.as<float>()); }) == outcome::value) ==
                  (o.plain->type == "f4"),
              "as<float>");
  });
  o.require(any == (o.plain ? outcome::value : outcome::io), "load_npy_any");
}
template <class T> void load_any_of(const opened& o) {
  const outcome found = outcome_of([&] {
    const auto t = load_npy_any<T>(o.path);
    o.require(o.plain && o.plain->type == type_text<T>(), "load_npy_any<T> has accepted a file");
    check_elements(o, t);
  });
  o.require(found == (o.plain && o.plain->type == type_text<T>() ? outcome::value : outcome::io),
            "load_npy_any<T>");
}

/// Whether sizes fit extents.
template <extent... E> bool fits(const lengths& sizes) {
  const std::vector<extent> e{E...};
  return std::ranges::equal(sizes, e,
                            [](index n, const extent& x) { return !x.is_static() || x.size == n; });
}

template <class T, extent... E> void load_plain(const opened& o) {
  const bool typed = o.plain && o.plain->type == type_text<T>();
  const outcome found = outcome_of([&] {
    const auto t = load_npy<T, E...>(o.path);
    o.require(typed && fits<E...>(o.plain->sizes), "load_npy has accepted a file");
    const auto shape = t.shape();
    o.require(std::ranges::equal(shape, o.plain->sizes), "the shape of load_npy");
    for (index k = 0; k < t.size(); ++k)
      o.require(bytes_of(t.data()[k]) == element_in<T>(o.record(k), o.plain->big_endian),
                "an element of load_npy", std::to_string(k));
  });
  o.require(found == (!typed                       ? outcome::io
                      : fits<E...>(o.plain->sizes) ? outcome::value
                                                   : outcome::shape),
            "load_npy");
}

const field* field_of(const opened& o, std::string_view name, std::string_view type) {
  if (!o.header)
    return nullptr;
  const auto f = std::ranges::find(o.header->fields, name, &field::name);
  return f != o.header->fields.end() && f->type == type ? &*f : nullptr;
}

template <class T, extent... E> void load_field(const opened& o, std::string_view name) {
  const field* const f = field_of(o, name, type_text<T>());
  lengths sizes;
  if (f != nullptr) {
    sizes = o.header->sizes;
    sizes.insert(sizes.end(), f->sizes.begin(), f->sizes.end());
  }
  // Each shape is checked, and their product may still be too large if a size is 0.
  const outcome wanted = f == nullptr         ? outcome::io
                         : !fits<E...>(sizes) ? outcome::shape
                                              : outcome::value;
  const outcome found = outcome_of([&] {
    const auto t = load_npy_field<T, E...>(o.path, name);
    o.require(wanted == outcome::value, "load_npy_field has accepted a file", std::string(name));
    const auto shape = t.shape();
    o.require(std::ranges::equal(shape, sizes) && t.size() == counted(sizes).value_or(0),
              "the shape of a field");
    const index each = *counted(f->sizes);
    for (index k = 0; k < t.size(); ++k)
      o.require(bytes_of(t.data()[k]) ==
                    element_in<T>(o.record(k / each).substr(
                                      static_cast<std::size_t>(f->begin + k % each * f->bytes)),
                                  f->big_endian),
                "an element of a field", std::string(name) + ' ' + std::to_string(k));
  });
  o.require(found == wanted, "load_npy_field", std::string(name));
}

struct pair {
  double x = -1;
  std::int16_t w[2][2] = {};
  bool b = false;
};
void load_structs(const opened& o) {
  const field *const x = field_of(o, "a", "f8"), *const w = field_of(o, "b", "i2"),
                     *const b = field_of(o, "c.a", "b1");
  const bool known = x != nullptr && w != nullptr && x->sizes.empty() && w->sizes == lengths{2, 2};
  const outcome found = outcome_of([&] {
    const auto t = load_npy_fields<pair, dyn>(o.path, "a", &pair::x, "b", &pair::w);
    o.require(known, "load_npy_fields has accepted a file");
    o.require(lengths{t.size()} == o.header->sizes, "the shape of structs");
    for (index k = 0; k < t.size(); ++k) {
      const auto at = [&](const field& f, index n) {
        return o.record(k).substr(static_cast<std::size_t>(f.begin + n * f.bytes));
      };
      o.require(bytes_of(t.data()[k].x) == element_in<double>(at(*x, 0), x->big_endian), "x");
      for (index n = 0; n < 4; ++n)
        o.require(bytes_of(t.data()[k].w[n / 2][n % 2]) ==
                      element_in<std::int16_t>(at(*w, n), w->big_endian),
                  "w");
    }
  });
  o.require(found == (!known                        ? outcome::io
                      : o.header->sizes.size() == 1 ? outcome::value
                                                    : outcome::shape),
            "load_npy_fields");
  const outcome one = outcome_of([&] {
    const auto t = load_npy_fields<pair, dyn, dyn>(o.path, "c.a", &pair::b);
    for (index k = 0; k < t.size(); ++k)
      o.require(
          t.data()[k].x == -1 &&
              bytes_of(t.data()[k].b) ==
                  element_in<bool>(o.record(k).substr(static_cast<std::size_t>(b->begin)), false),
          "b");
  });
  o.require(one == (b == nullptr || !b->sizes.empty() ? outcome::io
                    : o.header->sizes.size() == 2     ? outcome::value
                                                      : outcome::shape),
            "load_npy_fields of one field");
}

void load(input& in) {
  static const test::scratch folder("fuzz_npy_any");
  static const std::string path = folder.file("x.npy");
  made m;
  if (in.byte() == 0x93) {
    m.file = '\x93' + std::string(in.rest());
    m.damaged = true;
  } else {
    m = make_file(in);
  }
  opened o{m.file, path};
  o.header = found_in(o.file, true);
  o.plain = found_in(o.file, false);
  if (!m.damaged)
    o.require(o.header.has_value() == m.header.has_value() &&
                  (!o.header || text(*o.header) == text(*m.header)),
              "the header", m.header ? text(*m.header) : "refused");
  o.require(o.plain ? o.header && text(*o.plain) == text(*o.header)
                    : !o.header || o.header->type == "V",
            "a header without fields");
  if (o.header && *counted(o.header->sizes) * o.header->bytes >
                      static_cast<index>(o.file.size()) - o.header->begin) {
    o.header.reset();
    o.plain.reset();
  }
  std::filesystem::remove(path);
  test::write_bytes(path, o.file);
  fuzz::largest_block = 0;
  load_any(o);
  load_any_of<std::int16_t>(o);
  load_plain<float, dyn>(o);
  load_plain<std::complex<double>, dyn, 3>(o);
  load_field<double>(o, "a");
  load_field<double, dyn>(o, "a");
  load_field<float, dyn, dyn>(o, "b");
  load_field<std::uint8_t, dyn, dyn, 2>(o, "a");
  load_field<std::complex<float>, dyn>(o, "c.a");
  load_structs(o);
  // An element of a struct needs at most 32 bytes for each of its bytes in the file. Further memory
  // is for blocks of records, shapes and texts.
  o.require(fuzz::largest_block <= 32 * o.file.size() + (1 << 17), "memory",
            std::to_string(fuzz::largest_block));
}

// --- any_tensor on memory ---

void describe(input& in) {
  const std::size_t rank = in.rarely(16) ? in.byte() % 66 : in.byte() % 5;
  std::vector<float> buffer(in.byte());
  for (std::size_t k = 0; k < buffer.size(); ++k)
    buffer[k] = static_cast<float>(k);
  lengths sizes(rank), strides(rank);
  for (index& n : sizes)
    n = in.rarely(24) ? in.extreme() : in.number(0, 4);
  const bool strided = in.rarely(2);
  for (index& s : strides)
    s = in.rarely(16) ? in.extreme() : in.number(-5, 6);
  if (in.rarely(16))
    strides.resize(in.byte() % 4);
  const auto begin = static_cast<index>(in.byte() % (buffer.size() + 1));
  float* const first = in.rarely(16) ? nullptr : buffer.data() + begin;

  bool negative = false, empty = false, large = false;
  wide count = 1;
  for (const index n : sizes) {
    negative = negative || n < 0;
    empty = empty || n == 0;
    large = large || (count *= n <= 0 ? 1 : n) > largest;
    count = large ? 1 : count;
  }
  const auto what = [&] {
    return std::to_string(buffer.size()) + " floats, from " + std::to_string(begin) +
           (first == nullptr ? " (null)" : "") + ", sizes " + fuzz::listed(sizes) +
           (strided ? ", strides " + fuzz::listed(strides) : "");
  };
  const auto require = [&](bool good, std::string_view claim) { fuzz::require(good, claim, what); };
  bool refused = negative || (large && !empty) || (strided && strides.size() != rank);
  lengths steps = strides; // the strides of the elements
  if (!refused && !strided) {
    steps.assign(rank, 1);
    wide step = 1;
    for (std::size_t k = rank; k-- > 0; step = empty ? 1 : step * sizes[k])
      steps[k] = static_cast<index>(step);
  }
  wide low = 0, high = 0;
  for (std::size_t k = 0; k < rank && !refused && !empty; ++k) {
    const wide reach = wide{steps[k]} * (sizes[k] - 1);
    refused = reach > largest / 4 || reach < -(largest + 1) / 4;
    (reach < 0 ? low : high) += reach;
    refused = refused || high > largest / 4 || low < -(largest + 1) / 4;
  }
  refused = refused || (high - low) * 4 + 4 > largest || (first == nullptr && !empty);
  if (!refused && !empty && (begin + low < 0 || begin + high >= static_cast<wide>(buffer.size())))
    return; // outside of the buffer
  const outcome found = outcome_of([&] {
    const any_tensor<float> t =
        strided ? any_tensor<float>(first, sizes, strides) : any_tensor<float>(first, sizes);
    require(!refused, "accepted");
    const index n = empty ? 0 : static_cast<index>(count);
    require(t.shape() == sizes && t.size() == n && t.rank() == static_cast<index>(rank) &&
                t.strides().size() == rank,
            "the shape");
    require(t.storage().empty() ||
                (t.storage().data() >= buffer.data() &&
                 t.storage().data() + t.storage().size() <= buffer.data() + buffer.size()),
            "the storage");
    const index axis = in.extreme();
    const bool inside = axis >= -t.rank() && axis < t.rank();
    bool outside = false;
    try {
      const index size = t.extent(axis);
      require(inside && size == sizes[static_cast<std::size_t>(axis < 0 ? axis + t.rank() : axis)],
              "extent");
    } catch (const index_error&) {
      outside = true;
    }
    require(inside != outside, "the axis of extent");
    if (n > 300)
      return; // strides of 0
    const any_tensor<const float> same = t;
    const auto copy = same.copy();
    bool contiguous = true;
    index step = 1;
    for (std::size_t k = rank; k-- > 0 && n > 0; step *= sizes[k])
      contiguous = contiguous && (sizes[k] == 1 || steps[k] == step);
    require(same.is_contiguous() == contiguous, "is_contiguous");
    require(copy.size() == n && copy.is_contiguous() && copy.shape() == sizes, "a copy");
    for (index k = 0; k < n; ++k) {
      index place = begin, rest = k;
      for (std::size_t axis_of = rank; axis_of-- > 0; rest /= sizes[axis_of])
        place += rest % sizes[axis_of] * steps[axis_of];
      require(copy.data()[k] == static_cast<float>(place), "an element");
    }
    const any_array a = copy;
    require(a.as<float>().data() == copy.data() && a.type() == "float32", "any_array");
    const outcome visit = outcome_of([&] {
      const any_tensor<float> again = visit_rank<0, 3>(same, [](auto v) { return eval(v + 1.f); });
      require(again.shape() == sizes, "the shape of visit_rank");
      for (index k = 0; k < n; ++k)
        require(again.data()[k] == copy.data()[k] + 1, "visit_rank");
    });
    require(visit == (rank <= 3 ? outcome::value : outcome::other), "the ranks of visit_rank");
    const outcome cast = outcome_of([&] {
      const auto v = rank_cast<3>(same);
      for (index k = 0; k < n; ++k)
        require(v(k / sizes[2] / sizes[1], k / sizes[2] % sizes[1], k % sizes[2]) == copy.data()[k],
                "rank_cast");
    });
    require(cast == (rank == 3 ? outcome::value : outcome::shape), "the rank of rank_cast");
  });
  require(found == (refused ? outcome::other : outcome::value), "what is refused");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::watch_memory();
  input in(data, size);
  if (size > 0 && data[0] != 0x93 && data[0] % 4 == 0)
    describe(in);
  else
    load(in);
  return 0;
}
