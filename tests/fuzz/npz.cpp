// SPDX-License-Identifier: BSL-1.0
// Damaged archives: npz_file returns the tensors that were written, or throws io_error or
// shape_error, and allocates no more memory than an archive of that size can contain.
#include "../io/files.hpp"
#include "bytes.hpp"
#include "input.hpp"
#include "memory.hpp"

#include <stria/io/npz.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>

namespace {

using fuzz::another, fuzz::get, fuzz::put, fuzz::in_blocks, fuzz::checksum;
using fuzz::index;
using fuzz::input;
using fuzz::largest_block;
using fuzz::lengths;
using stria::dyn;

struct values {
  lengths sizes;
  std::vector<double> list;
  friend bool operator==(const values&, const values&) = default;
};

// --- archives ---

struct member {
  std::string name, bytes;
  std::size_t block = 0; // 0: stored without compression
  // The sizes in its records, relative to the actual sizes before and after compression.
  std::uint64_t more = 0, more_packed = 0;
};

// Makes an archive without libzip; with `large` its sizes are also in 64-bit fields.
std::string zip_of(const std::vector<member>& members, bool large) {
  std::string zip, entries;
  for (const member& m : members) {
    const std::string packed = m.block == 0 ? m.bytes : in_blocks(m.bytes, m.block);
    const std::uint64_t whole_size = m.bytes.size() + m.more,
                        packed_size = packed.size() + m.more_packed;
    std::string extra(large ? 28 : 0, '\0');
    if (large) {
      put(extra, 0, 1, 2);
      put(extra, 2, 24, 2);
      put(extra, 4, whole_size, 8);
      put(extra, 12, packed_size, 8);
      put(extra, 20, zip.size(), 8);
    }
    constexpr std::uint32_t elsewhere = ~0U;
    std::string entry("PK\1\2"), local("PK\3\4");
    entry.resize(46);
    local.resize(30);
    const auto both = [&](std::size_t at, std::uint64_t value, std::size_t width) {
      put(entry, at, value, width);
      put(local, at - 2, value, width);
    };
    both(6, large ? 45 : 20, 2);
    both(10, m.block == 0 ? 0 : 8, 2);
    both(14, 0x21, 2);
    both(16, checksum(m.bytes), 4);
    both(20, large ? elsewhere : packed_size, 4);
    both(24, large ? elsewhere : whole_size, 4);
    both(28, m.name.size(), 2);
    put(entry, 30, extra.size(), 2);
    put(local, 28, large ? 20 : 0, 2);
    put(entry, 42, large ? elsewhere : zip.size(), 4);
    std::string local_extra = extra.substr(0, large ? 20 : 0);
    put(local_extra, 2, 16, 2);
    entries += entry + m.name + extra;
    zip += local + m.name + local_extra + packed;
  }
  std::string end("PK\5\6");
  end.resize(22);
  put(end, 8, large ? 0xFFFF : members.size(), 2);
  put(end, 10, large ? 0xFFFF : members.size(), 2);
  put(end, 12, large ? ~0U : entries.size(), 4);
  put(end, 16, large ? ~0U : zip.size(), 4);
  if (large) {
    std::string large_end("PK\6\6"), place("PK\6\7");
    large_end.resize(56);
    place.resize(20);
    put(large_end, 4, 44, 8);
    put(large_end, 12, 45, 2);
    put(large_end, 14, 45, 2);
    put(large_end, 24, members.size(), 8);
    put(large_end, 32, members.size(), 8);
    put(large_end, 40, entries.size(), 8);
    put(large_end, 48, zip.size(), 8);
    put(place, 8, zip.size() + entries.size(), 8);
    put(place, 16, 1, 4);
    end = large_end + place + end;
  }
  return zip + entries + end;
}

// A field of a record: its position and its number of bytes.
struct field {
  std::size_t at, width;
};
constexpr std::array<field, 13> entry_fields{{{6, 2},
                                              {8, 2},
                                              {10, 2},
                                              {16, 4},
                                              {20, 4},
                                              {24, 4},
                                              {28, 2},
                                              {30, 2},
                                              {32, 2},
                                              {34, 2},
                                              {42, 4},
                                              {46, 4},
                                              {58, 8}}};
constexpr std::array<field, 9> local_fields{
    {{4, 2}, {6, 2}, {8, 2}, {14, 4}, {18, 4}, {22, 4}, {26, 2}, {28, 2}, {30, 4}}};
constexpr std::array<field, 6> end_fields{{{4, 2}, {8, 2}, {10, 2}, {12, 4}, {16, 4}, {20, 2}}};
constexpr std::array<field, 7> large_fields{
    {{4, 8}, {8, 8}, {16, 4}, {24, 8}, {32, 8}, {40, 8}, {48, 8}}};

std::span<const field> fields_of(char record) {
  switch (record) {
  case 1: return entry_fields;
  case 3: return local_fields;
  case 5: return end_fields;
  default: return large_fields;
  }
}

std::vector<std::size_t> records(const std::string& zip, std::string_view begin) {
  std::vector<std::size_t> places;
  for (std::size_t at = zip.find(begin); at != std::string::npos; at = zip.find(begin, at + 1))
    places.push_back(at);
  return places;
}

// Damages one part of an archive.
void spoil(std::string& zip, input& in) {
  const unsigned how = in.byte() % 8;
  const std::size_t at = zip.empty() ? 0 : (in.byte() << 8U | in.byte()) % zip.size();
  if (how < 3) { // a field of a record
    const auto places = records(zip, "PK");
    if (places.empty())
      return;
    const std::size_t record = places[at % places.size()];
    const auto fields = fields_of(record + 2 < zip.size() ? zip[record + 2] : '\5');
    const field f = fields[in.byte() % fields.size()];
    put(zip, record + f.at, another(in, get(zip, record + f.at, f.width), zip.size()), f.width);
  } else if (how == 3) { // in both records of a member
    const auto local = records(zip, "PK\3\4"), entries = records(zip, "PK\1\2");
    if (local.empty() || local.size() != entries.size())
      return;
    const std::size_t k = at % local.size(), f = in.byte() % 8;
    const auto [to, width] = local_fields[f];
    const std::uint64_t value = another(in, get(zip, local[k] + to, width), zip.size());
    put(zip, local[k] + to, value, width);
    put(zip, entries[k] + to + 2, value, width);
  } else if (how == 4) {
    zip.resize(at);
  } else if (how == 5) {
    zip.erase(at, in.byte());
  } else if (how == 6) {
    zip.insert(at, zip.substr(zip.size() - at, in.byte()));
  } else if (!zip.empty()) {
    zip[at] = static_cast<char>(static_cast<unsigned char>(zip[at]) ^ (in.byte() | 1U));
  }
}

// --- the contents of the archives ---

struct known {
  std::string name, npy;
  values held;
  unsigned loader; // the loader of its type and rank
};

template <class T> known array(const std::string& name, const lengths& sizes, unsigned loader) {
  index count = 1;
  for (index n : sizes)
    count *= n;
  known a{name, stria::detail::make_npy_header<T>(sizes), {sizes, {}}, loader};
  for (index k = 0; k < count; ++k) {
    const T value = static_cast<T>(k * 7 % 100 + static_cast<index>(loader));
    a.held.list.push_back(static_cast<double>(value));
    a.npy.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  return a;
}

const std::vector<known>& arrays() {
  static const std::vector<known> list = [] {
    std::vector<known> all{array<float>("a", {2, 3}, 0),
                           array<std::uint8_t>("bytes", {150}, 1),
                           array<std::int16_t>("c", {4}, 2),
                           array<std::int32_t>("scalar", {}, 3),
                           array<double>("gr\xC3\xB6\xC3\x9F", {0, 3}, 4),
                           array<double>("columns", {2, 2}, 4)};
    // In column-major order.
    std::string& columns = all.back().npy;
    columns.replace(columns.find("False"), 5, "True ");
    std::swap(all.back().held.list[1], all.back().held.list[2]);
    return all;
  }();
  return list;
}

template <class T, stria::extent... E> stria::tensor<T, E...> tensor_of(const known& a) {
  std::array<index, sizeof...(E)> sizes{};
  std::ranges::copy(a.held.sizes, sizes.begin());
  stria::tensor<T, E...> t(sizes, stria::detail::uninitialized_t{});
  std::ranges::transform(a.held.list, t.storage().begin(),
                         [](double x) { return static_cast<T>(x); });
  return t;
}

// Made by the library: stored and deflated.
const std::string& saved(bool deflated) {
  static const auto list = [] {
    const test::scratch folder("fuzz_npz_saved");
    const std::string path = folder.file("x.npz");
    const auto& all = arrays();
    std::array<std::string, 2> both;
    for (std::size_t k = 0; k < 2; ++k) {
      const std::vector<stria::npz_item> items{{all[0].name, tensor_of<float, dyn, dyn>(all[0])},
                                               {all[1].name, tensor_of<std::uint8_t, dyn>(all[1])},
                                               {all[2].name, tensor_of<std::int16_t, dyn>(all[2])},
                                               {all[3].name, tensor_of<std::int32_t>(all[3])},
                                               {all[4].name, tensor_of<double, dyn, dyn>(all[4])}};
      k == 0 ? stria::save_npz(path, items) : stria::save_npz_compressed(path, items);
      both[k] = test::bytes_of(path);
    }
    return both;
  }();
  return list[deflated ? 1 : 0];
}

// --- loading ---

struct context {
  const stria::npz_file& file;
  std::string name;
  std::size_t size; // of the archive in bytes
  bool faithful;    // the results must be the written values
};

std::string described(const context& c, const values& found) {
  return "name \"" + c.name + "\", " + std::to_string(c.size) + " bytes, found " +
         fuzz::listed(found.sizes) + ' ' + fuzz::listed(found.list);
}

template <bool Convert, class T, stria::extent... E> std::optional<values> load(const context& c) {
  constexpr std::size_t bytes = Convert ? sizeof(T) : 1, // for each byte of the file
      slack = 1 << 20;                                   // libzip's buffers
  const auto once = [&] {
    if constexpr (Convert)
      return c.file.load_as<T, E...>(c.name);
    else
      return c.file.load<T, E...>(c.name);
  };
  const auto bounded = [&](std::size_t asked, std::string_view what) {
    fuzz::require(asked <= bytes * 1032 * (c.size + 1) + (what[0] == 'm' ? slack : 0), what, [&] {
      return "name \"" + c.name + "\", an archive of " + std::to_string(c.size) + " bytes, " +
             std::to_string(asked) + " asked for";
    });
  };
  values found;
  largest_block = 0;
  try {
    const auto t = once();
    bounded(t.storage().size_bytes(), "elements of no bytes");
    const auto again = once();
    fuzz::require(std::ranges::equal(std::as_bytes(t.storage()), std::as_bytes(again.storage())),
                  "loaded twice", [&] { return described(c, found); });
    const auto sizes = t.shape();
    found.sizes.assign(sizes.begin(), sizes.end());
    for (const T& x : t.storage())
      if constexpr (stria::detail::is_complex<T>::value)
        found.list.push_back(static_cast<double>(x.real()));
      else
        found.list.push_back(static_cast<double>(x));
  } catch (const stria::io_error&) {
    bounded(largest_block, "memory for what is refused");
    return {};
  } catch (const stria::shape_error&) {
    bounded(largest_block, "memory for what is refused");
    return {};
  }
  bounded(largest_block, "memory");
  fuzz::require(!c.faithful ||
                    std::ranges::any_of(arrays(), [&](const known& k) { return k.held == found; }),
                "values that nobody wrote", [&] { return described(c, found); });
  return found;
}

using loader = std::optional<values> (*)(const context&);
constexpr loader loaders[] = {load<false, float, dyn, dyn>,
                              load<false, std::uint8_t, dyn>,
                              load<false, std::int16_t, dyn>,
                              load<false, std::int32_t>,
                              load<false, double, dyn, dyn>,
                              load<false, std::complex<float>, dyn>,
                              load<false, float, 2, dyn>,
                              load<true, double, dyn, dyn>,
                              load<true, std::int8_t, dyn>,
                              load<true, std::complex<double>, dyn>,
                              load<true, float>};

// --- the input ---

struct question {
  std::string zip;
  bool faithful = false, right = false;
};

// Damages a member but keeps its checksum valid. If its header declares more elements, the records
// of the archive may agree with the header.
void spoil_member(member& m, input& in) {
  struct told {
    std::string_view shape;
    std::uint64_t more = 0;
  };
  static constexpr told shapes[] = {{"(1099511627776,)", std::uint64_t{1} << 40},
                                    {"(0, 9223372036854775807)"},
                                    {"(9223372036854775807,)", std::uint64_t{1} << 63},
                                    {"(4000000,)", 4000000},
                                    {"(2000, 1000)", 2000000},
                                    {"(3,)"},
                                    {"(2, 2)"},
                                    {"(150, 1)"},
                                    {"(100000,)", 100000},
                                    {"()"}};
  std::string& npy = m.bytes;
  const std::size_t at = in.byte() % npy.size();
  switch (in.byte() % 5) {
  case 0: npy[at] = static_cast<char>(in.byte()); break;
  case 1: npy.resize(at); break;
  case 2: npy.append(in.byte(), '\0'); break;
  default: {
    const told& lie = shapes[at % std::size(shapes)];
    const std::size_t from = std::min(npy.find('('), npy.size());
    npy.replace(from, lie.shape.size() + 3, std::string(lie.shape) + ", }");
    m.more = lie.more << in.byte() % 4;
    m.more_packed = in.rarely(2) ? m.more : in.rarely(2) ? m.more / 1032 : 0;
  }
  }
  if (npy.empty())
    npy = "x";
}

question question_of(input& in) {
  question q;
  const unsigned kind = in.byte();
  if (kind % 4 < 2) {
    q.zip = saved(kind % 4 == 1);
    q.faithful = q.right = true;
  } else {
    q.faithful = q.right = true;
    std::vector<member> members;
    const unsigned count = 1 + kind / 4 % 4;
    for (unsigned k = 0; k < count; ++k) {
      const unsigned choice = in.byte();
      const known& a = arrays()[choice % arrays().size()];
      member m{a.name + ".npy", a.npy, kind % 4 == 2 ? std::size_t{0} : 1 + choice};
      for (unsigned wrong = in.byte() % 8; wrong > 5; --wrong) {
        spoil_member(m, in);
        q.faithful = q.right = false;
      }
      // Two members of one name are refused, or the first is found.
      q.right = q.right && std::ranges::none_of(
                               members, [&](const member& other) { return other.name == m.name; });
      members.push_back(m);
    }
    q.zip = zip_of(members, kind / 16 % 2 == 1);
  }
  for (unsigned k = in.byte() % 5; k > 0; --k) {
    spoil(q.zip, in);
    q.right = false;
  }
  return q;
}

} // namespace

// Bytes that begin like an archive are used as a file; other bytes describe how to make a file and
// how to damage it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::watch_memory();
  static const test::scratch folder("fuzz_npz");
  static const std::string path = folder.file("x.npz");
  input in(data, size);
  const bool whole = size > 0 && data[0] == 'P';
  const unsigned pick =
      whole ? std::accumulate(data, data + size, 0U) : in.byte(); // which of the loaders
  const question q = whole ? question{std::string(in.rest())} : question_of(in);
  test::write_bytes(path, q.zip);
  try {
    const stria::npz_file file(path);
    const auto names = file.names();
    fuzz::require(names.size() * 46 <= q.zip.size(), "names of no bytes",
                  [&] { return std::to_string(names.size()); });
    for (std::size_t k = 0; k < names.size() && k < 8; ++k) {
      const context c{file, names[k], q.zip.size(), q.faithful};
      const auto a = std::ranges::find(arrays(), names[k], &known::name);
      for (std::size_t l = 0; l < std::size(loaders); ++l)
        if (whole ? (pick + k + l) % 4 == 0 : l == (pick + k) % std::size(loaders))
          static_cast<void>(loaders[l](c));
      if (a != arrays().end()) {
        const auto found = loaders[a->loader](c);
        fuzz::require(!q.right || found == a->held, "what a right archive holds",
                      [&] { return names[k] + (found ? described(c, *found) : " is refused"); });
      }
    }
  } catch (const stria::io_error& e) {
    fuzz::require(!q.right, "a right archive", [&] { return e.what(); });
  }
  // Some systems wait for the disk when a file is replaced.
  std::filesystem::remove(path);
  return 0;
}
