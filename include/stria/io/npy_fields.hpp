// SPDX-License-Identifier: BSL-1.0
// io/npy_fields.hpp: reads structs from .npy files with fields, and writes them to such files.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/npy.hpp>
#include <stria/numpy/shape/member_view.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace stria {

namespace detail {

// --- members ---

/// The field of a file that corresponds to a member: its element type, and its shape if the member
/// is an array.
template <class M> struct file_member {
  static constexpr bool valid = false;
};
template <class V, class C>
  requires std::is_object_v<V>
struct file_member<V C::*> {
  using owner = C;
  using rows = rows_in_element<V>;
  using number = typename rows::type;
  static constexpr bool valid = npy_element<number>;
  static constexpr std::size_t R = rows::shape.rank();
  static constexpr std::array<index, R> sizes = [] {
    std::array<index, R> n{};
    for (std::size_t k = 0; k < R; ++k)
      n[k] = rows::shape[k].size;
    return n;
  }();
};

/// Whether the arguments are alternating names and pointers to members of S.
template <class S, class... A> inline constexpr bool are_named_members = sizeof...(A) == 0;
template <class S, class Name, class M, class... A>
inline constexpr bool are_named_members<S, Name, M, A...> = [] {
  if constexpr (file_member<M>::valid)
    return std::is_convertible_v<const Name&, std::string_view> &&
           std::is_base_of_v<typename file_member<M>::owner, S> && are_named_members<S, A...>;
  else
    return false;
}();

template <class S, class... A> struct fields_verdict {
  static constexpr bool accepted = std::is_class_v<S> && std::is_default_constructible_v<S> &&
                                   std::is_move_assignable_v<S> && sizeof...(A) > 0 &&
                                   are_named_members<S, A...>;
  static constexpr message text() {
    return message("stria: give each field of a .npy file by its name, followed by a pointer "
                   "to a member of the struct: load_npy_fields<point, dyn>(path, \"x\", &point::x, "
                   "\"y\", &point::y); members are numbers or arrays of numbers, and the struct "
                   "needs a default constructor");
  }
};

// --- reading ---

[[noreturn]] [[gnu::cold]] inline void raise_no_field(const std::string& file, const npy_record& r,
                                                      std::string_view name) {
  message m = say_file(file) << "the elements have no field '" << name << "'; they have ";
  for (std::size_t k = 0; k < r.size(); ++k)
    m << (k == 0 ? "'" : ", '") << std::string_view(r[k].name) << '\'';
  raise<io_error>(r.empty() ? m << "none" : m);
}
[[noreturn]] [[gnu::cold]] inline void raise_field_type(const std::string& file, const npy_field& f,
                                                        npy_type wanted) {
  message m = say_file(file) << "the field '" << std::string_view(f.name) << "' is ";
  if (f.type.kind == 'V')
    m << "of a type that stria cannot read";
  else
    say_npy_type(m, f.type);
  raise<io_error>(say_npy_type(m << ", not ", wanted));
}

/// The field of this name. Raises io_error if there is none, or if it has another element type.
template <class T>
const npy_field& find_field(const npy_record& r, std::string_view name, const std::string& file) {
  const auto f = std::ranges::find(r, name, &npy_field::name);
  if (f == r.end())
    raise_no_field(file, r, name);
  if (f->type != npy_type_of<T>)
    raise_field_type(file, *f, npy_type_of<T>);
  return *f;
}

/// Calls take(bytes, k) for each record; k is its row-major position in the tensor.
template <class Source, std::size_t R, class Take>
void read_records(Source& file, const npy_header& h, const std::array<index, R>& sizes, Take take) {
  const index bytes = h.type.bytes;
  if (h.count == 0)
    return;
  const index block = std::max<index>(1, std::min(h.count, 65536 / std::max<index>(1, bytes)));
  // The buffer is no larger than the data.
  const auto buffer = std::make_unique_for_overwrite<char[]>(
      static_cast<std::size_t>(std::max<index>(1, block * bytes)));
  const std::array<index, R> steps = row_major_strides(sizes);
  for (index from = 0; from < h.count; from += block) {
    const index n = std::min(block, h.count - from);
    file.read(buffer.get(), n * bytes);
    for (index r = 0; r < n; ++r) {
      index place = from + r;
      if (h.column_major) {
        index rest = place;
        place = 0;
        for (std::size_t k = 0; k < R; ++k) {
          place += rest % sizes[k] * steps[k];
          rest /= sizes[k];
        }
      }
      take(buffer.get() + r * bytes, place);
    }
  }
}

/// Reads a member, or the elements of an array, from the bytes of a field and advances `from`.
template <class T, class V> void take_member(const char*& from, bool swapped, V& to) {
  if constexpr (std::same_as<T, V>) {
    to = element_of_bytes<T>(from, swapped);
    from += sizeof(T);
  } else {
    for (auto& part : to)
      take_member<T>(from, swapped, part);
  }
}

/// A member and its position in a record of the file.
template <class M> struct placed_member {
  M member;
  const npy_field* field = nullptr;

  void find(const npy_record& r, std::string_view name, const std::string& file) {
    using info = file_member<M>;
    field = &find_field<typename info::number>(r, name, file);
    if (!std::ranges::equal(field->sizes, info::sizes)) {
      message m = say_file(file) << "the field '" << name << "' has the shape ";
      say_shape(m, array_ref<index>(field->sizes));
      m << ", and the member ";
      say_shape(m, array_ref<index>(info::sizes));
      raise<io_error>(m);
    }
  }
  template <class S> void take(const char* record, S& to) const {
    const char* from = record + field->begin;
    take_member<typename file_member<M>::number>(
        from, has_foreign_bytes(field->type, field->big_endian), to.*member);
  }
};

/// Calls f(name, member) for each pair of arguments.
template <class F> void for_each_named(F&&) {}
template <class F, class M, class... A>
void for_each_named(F&& f, std::string_view name, M member, const A&... more) {
  f(name, member);
  for_each_named(f, more...);
}
/// The members among the arguments.
inline std::tuple<> placed_members() { return {}; }
template <class Name, class M, class... A>
auto placed_members(const Name&, M member, const A&... more) {
  return std::tuple_cat(std::tuple(placed_member<M>{member}), placed_members(more...));
}

// --- writing ---

template <class T, class V> void append_member(std::string& to, const V& from) {
  if constexpr (std::same_as<T, V>)
    to.append(reinterpret_cast<const char*>(&from), sizeof(T));
  else
    for (const auto& part : from)
      append_member<T>(to, part);
}

/// The element type of records in the form of a header: `[('x', '<f8'), ('w', '<f4', (3,))]`.
template <class... A> std::string make_record_text(const A&... named) {
  std::string text = "[";
  std::vector<std::string_view> names;
  const auto add = [&]<class M>(std::string_view name, M) {
    const bool plain = !name.empty() && std::ranges::none_of(name, [](char c) {
      return c == '\'' || c == '\\' || static_cast<unsigned char>(c) < ' ' ||
             static_cast<unsigned char>(c) > '~';
    });
    if (!plain || std::ranges::find(names, name) != names.end())
      raise<value_error>(message("stria: save_npy_fields: '")
                         << name
                         << "' cannot name a field: names are unique, in ASCII and without quotes");
    names.push_back(name);
    text += text.size() == 1 ? "('" : ", ('";
    text += name;
    text += "', " + npy_type_text<typename file_member<M>::number>();
    if (file_member<M>::R > 0) {
      text += ", (";
      for (const index n : file_member<M>::sizes)
        text += std::to_string(n) + ',';
      text += ')';
    }
    text += ')';
  };
  for_each_named(add, named...);
  return text + ']';
}

} // namespace detail

/// Reads structs from a .npy file whose elements have fields.
///
/// Fields that are not named are skipped. Members that are not named keep the value of the default
/// constructor. A member that is an array corresponds to a field of the same shape. `"at.x"` names
/// the field `x` of the field `at`.
///
/// \tparam S                 a struct with a default constructor
/// \tparam E                 extents of the result
/// \param path               a .npy file
/// \param names_and_members  names of fields, each followed by the pointer to the member that
///                           receives it
/// \returns                  a tensor of S; `member_view<&point::x>(a)` is a view of one member
/// \throws                   io_error if the file cannot be read, lacks a field, or stores it with
///                           another type or shape; shape_error if the elements do not fit the
///                           extents
/// \refuses                  arguments other than names and pointers to members that are numbers or
///                           arrays of numbers
/// \complexity               O(bytes of the file); allocates the result
/// \numpy                    `np.load(path)[["x", "y"]]`
/// \usage                    `load_npy_fields<point, dyn>(path, "x", &point::x, "y", &point::y)`
template <class S, extent... E, class... A>
auto load_npy_fields(const std::string& path, const A&... names_and_members)
    -> accepted_or_refused<detail::fields_verdict<S, A...>, tensor<S, E...>> {
  using verdict = detail::fields_verdict<S, A...>;
  STRIA_UNLESS_REFUSED(verdict) {
    detail::input_file file(path);
    detail::npy_record record;
    const detail::npy_header h = detail::read_npy_header(file, &record);
    auto members = detail::placed_members(names_and_members...);
    std::apply(
        [&](auto&... m) {
          std::string_view names[sizeof...(m)];
          std::size_t k = 0;
          detail::for_each_named([&](std::string_view name, auto) { names[k++] = name; },
                                 names_and_members...);
          k = 0;
          (m.find(record, names[k++], path), ...);
        },
        members);
    const auto sizes = detail::fit_sizes<detail::shape_of<E...>()>(h, path);
    tensor<S, E...> t(sizes, detail::uninitialized_t{});
    detail::read_records(file, h, sizes, [&](const char* from, index k) {
      S s{};
      std::apply([&](const auto&... m) { (m.take(from, s), ...); }, members);
      t.data()[k] = std::move(s);
    });
    return t;
  }
}

/// Reads one field of a .npy file whose elements have fields.
///
/// \tparam T     the element type of the field: bool, an integer, float, double or their complex
///               types
/// \tparam E     extents of the result; a field that is an array adds its axes at the end
/// \param path   a .npy file
/// \param name   the name of the field; `"at.x"` is the field `x` of the field `at`
/// \returns      a tensor of T
/// \throws       io_error if the file cannot be read, lacks the field, or stores it with another
///               type; shape_error if it does not fit the extents
/// \refuses      element types that .npy files do not hold
/// \complexity   O(bytes of the file); allocates the result
/// \numpy        `np.load(path)["x"]`
/// \usage        `load_npy_field<double, dyn>(path, "x")`
template <class T, extent... E>
auto load_npy_field(const std::string& path, std::string_view name)
    -> accepted_or_refused<detail::npy_verdict<T>, tensor<T, E...>> {
  STRIA_UNLESS_REFUSED(detail::npy_verdict<T>) {
    detail::input_file file(path);
    detail::npy_record record;
    const detail::npy_header h = detail::read_npy_header(file, &record);
    const detail::npy_field& f = detail::find_field<T>(record, name, path);
    std::vector<index> found(h.sizes.begin(), h.sizes.end());
    found.insert(found.end(), f.sizes.begin(), f.sizes.end());
    const auto sizes = detail::fit_sizes<detail::shape_of<E...>()>(std::span(found), path);
    tensor<T, E...> t(sizes, detail::uninitialized_t{});
    if (t.size() == 0)
      return t;
    // `outer` has the axes of the file; those of the field have size 1.
    auto outer = sizes;
    std::fill(outer.begin() + static_cast<std::ptrdiff_t>(h.sizes.size()), outer.end(), index{1});
    const index each = detail::count_elements(f.sizes);
    const bool swapped = detail::has_foreign_bytes(f.type, f.big_endian);
    detail::read_records(file, h, outer, [&](const char* from, index k) {
      from += f.begin;
      for (index i = 0; i < each; ++i, from += sizeof(T))
        t.data()[k * each + i] = detail::element_of_bytes<T>(from, swapped);
    });
    return t;
  }
}

/// Writes members of structs to a .npy file whose elements have fields.
///
/// An existing file is replaced when the new one is complete.
///
/// \param path               the file
/// \param x                  an operand of structs of any shape
/// \param names_and_members  names of fields, each followed by a pointer to a member
/// \returns                  nothing
/// \throws                   io_error if the file cannot be written; value_error if a name is
///                           empty, occurs twice, is not printable ASCII, or contains `'` or a
///                           backslash, or if the names are too long
/// \refuses                  arguments other than names and pointers to members that are numbers or
///                           arrays of numbers
/// \complexity               O(bytes of the file)
/// \numpy                    `np.save(path, a)` of a structured array
/// \usage                    `save_npy_fields(path, a, "x", &point::x, "y", &point::y)`
template <detail::operand X, class... A>
auto save_npy_fields(const std::string& path, const X& x, const A&... names_and_members)
    -> accepted_or_refused<detail::fields_verdict<detail::value_t<X>, A...>, void> {
  using verdict = detail::fields_verdict<detail::value_t<X>, A...>;
  STRIA_UNLESS_REFUSED(verdict)
  if constexpr (!detail::tensor_operand<X>) {
    save_npy_fields(path, eval(x), names_and_members...);
  } else {
    const std::string type = detail::make_record_text(names_and_members...);
    const std::string header = detail::make_npy_header(type, x.shape());
    if (header.size() > 65536)
      raise<value_error>(
          detail::message("stria: save_npy_fields: the names of the fields are too long"));
    detail::output_file file(path, save_options());
    file.write(header.data(), header.size());
    std::string bytes;
    for (const auto& s : x.storage()) {
      detail::for_each_named(
          [&]<class M>(std::string_view, M member) {
            detail::append_member<typename detail::file_member<M>::number>(bytes, s.*member);
          },
          names_and_members...);
      if (bytes.size() > 65536) {
        file.write(bytes.data(), bytes.size());
        bytes.clear();
      }
    }
    file.write(bytes.data(), bytes.size());
    file.finish();
  }
}

} // namespace stria
