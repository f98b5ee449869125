// SPDX-License-Identifier: BSL-1.0
// io/npy.hpp: reads and writes tensors as .npy files of NumPy.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/assign/assign.hpp>
#include <stria/io/file.hpp>
#include <stria/io/npy_header.hpp>
#include <stria/numpy/shape/any_array.hpp>
#include <stria/numpy/shape/permute.hpp>

#include <span>

namespace stria {

namespace detail {

template <class T> struct npy_verdict {
  static constexpr bool accepted = npy_file_element<T>;
  static constexpr message text() {
    return message(
        "stria: .npy files hold bool, integers, float, double and their complex numbers, "
        "not elements of this type");
  }
};

/// The requested tensor type, given as a tensor type or as an element type and extents.
template <class T, extent... E> struct npy_tensor {
  using type = tensor<T, E...>;
};
template <class T, extent... E> struct npy_tensor<tensor<T, E...>> {
  using type = tensor<T, E...>;
};
template <class T, extent... E> using npy_tensor_t = typename npy_tensor<T, E...>::type;

/// Whether the elements of an expression can be written.
template <class E> struct npy_operand_verdict : npy_verdict<value_t<E>> {};
template <class Tensor> using npy_tensor_verdict = npy_verdict<typename Tensor::value_type>;

// --- reading ---

/// Raises io_error if the file has fewer bytes than the header declares.
inline void check_length(const npy_header& h, index left, const std::string& name) {
  if (h.count * h.type.bytes > left)
    raise<io_error>(say_file(name) << "the header declares " << h.count * h.type.bytes
                                   << " bytes of elements, and the file has " << left);
}

// A Source is an input_file or a member of an archive. It has name(), left() (the number of bytes
// not read yet) and read(to, bytes).
template <class Source> npy_header read_npy_header(Source& file, npy_record* record = nullptr) {
  std::string head(npy_prefix, '\0');
  if (file.left() < static_cast<index>(npy_prefix))
    raise<io_error>(say_file(file.name()) << "this is not a .npy file: it is too short");
  file.read(head.data(), npy_prefix);
  const index length = npy_header_length(head, file.name());
  if (length - static_cast<index>(npy_prefix) > file.left())
    raise<io_error>(say_file(file.name()) << "the file ends within its header");
  if (length > static_cast<index>(npy_prefix)) {
    head.resize(static_cast<std::size_t>(length));
    file.read(head.data() + npy_prefix, length - static_cast<index>(npy_prefix));
  }
  const npy_header h = read_npy_header(head, file.name(), record);
  check_length(h, file.left(), file.name());
  return h;
}

/// The sizes in a file as sizes of a tensor. Raises shape_error if they do not fit the extents of
/// the tensor.
template <auto Extents>
std::array<index, Extents.rank()> fit_sizes(std::span<const index> found, const std::string& name) {
  std::array<index, Extents.rank()> sizes{};
  bool fits = found.size() == sizes.size();
  for (std::size_t k = 0; fits && k < sizes.size(); ++k) {
    sizes[k] = found[k];
    fits = !Extents[k].is_static() || Extents[k].size == sizes[k];
  }
  if (!fits || !names_agree<Extents>(sizes)) {
    message m = say_file(name) << "the elements have the shape ";
    say_shape(m, found);
    m << ", which does not fit ";
    say_shape(m, Extents.view());
    raise<shape_error>(m);
  }
  return sizes;
}
template <auto Extents>
std::array<index, Extents.rank()> fit_sizes(const npy_header& h, const std::string& name) {
  return fit_sizes<Extents>(std::span<const index>(h.sizes.data(), h.sizes.size()), name);
}

/// Converts a value to T. Returns false if the value does not fit.
template <class T, class S> constexpr bool convert_element(const S& from, T& to) {
  if constexpr (std::same_as<S, half_bits>) {
    return convert_element(static_cast<float>(from), to);
  } else if constexpr (is_complex<S>::value && is_complex<T>::value) {
    using real = typename T::value_type;
    to = T(static_cast<real>(from.real()), static_cast<real>(from.imag()));
  } else if constexpr (is_complex<T>::value) {
    to = T(static_cast<typename T::value_type>(from));
  } else if constexpr (std::same_as<T, bool>) {
    to = from != S();
  } else if constexpr (std::is_floating_point_v<S> && std::is_integral_v<T>) {
    // The bounds are powers of two, so they are exact.
    constexpr S end = static_cast<S>(std::numeric_limits<T>::max() / 2 + 1) * 2;
    constexpr S begin = std::is_signed_v<T> ? -end : S{};
    if (!(from < end && (from >= begin || (begin == S{} && from > S{-1}))))
      return false;
    to = static_cast<T>(from);
  } else {
    to = static_cast<T>(from);
  }
  return true;
}

/// One element of type S from its bytes.
template <class S> S element_of_bytes(const char* from, bool swapped) {
  if constexpr (std::same_as<S, bool>) {
    return *from != 0;
  } else {
    constexpr std::size_t part = is_complex<S>::value ? sizeof(S) / 2 : sizeof(S);
    std::array<char, sizeof(S)> bytes{};
    for (std::size_t k = 0; k < sizeof(S); ++k)
      bytes[k] = from[swapped ? k / part * part + part - 1 - k % part : k];
    return std::bit_cast<S>(bytes);
  }
}

/// Reads elements of type S and converts them, in the order of the file.
template <class S, class Source, class T>
void read_elements(Source& file, const npy_header& h, std::span<T> to) {
  const bool swapped = has_foreign_bytes(h);
  if constexpr (std::same_as<S, T> && !std::same_as<T, bool>)
    if (!swapped)
      return file.read(to.data(), static_cast<index>(to.size_bytes()));
  constexpr std::size_t block = 1024;
  std::array<char, block * sizeof(S)> bytes;
  for (std::size_t from = 0; from < to.size(); from += block) {
    const std::size_t n = to.size() - from < block ? to.size() - from : block;
    file.read(bytes.data(), static_cast<index>(n * sizeof(S)));
    for (std::size_t k = 0; k < n; ++k)
      if (!convert_element(element_of_bytes<S>(bytes.data() + k * sizeof(S), swapped),
                           to[from + k])) {
        message m = say_file(file.name()) << "element " << from + k << " does not fit ";
        raise<io_error>(say_npy_type(m, npy_type_of<T>));
      }
  }
}

[[noreturn]] [[gnu::cold]] inline void raise_type(const std::string& name, npy_type found,
                                                  npy_type wanted, const char* hint) {
  message m = say_file(name) << "the elements are ";
  say_npy_type(m, found) << ", not ";
  raise<io_error>(say_npy_type(m, wanted) << hint);
}

/// Reads elements without conversion.
struct exact_elements {
  template <class Source, class T>
  static void read(Source& file, const npy_header& h, std::span<T> to) {
    read_elements<T>(file, h, to);
  }
  template <class T>
  static void check(const npy_header& h, const std::string& name,
                    const char* hint = "; load_npy_as converts them") {
    if (h.type != npy_type_of<T>)
      raise_type(name, h.type, npy_type_of<T>, hint);
  }
};

/// Reads elements with conversion.
struct converted_elements {
  template <class Source, class T>
  static void read(Source& file, const npy_header& h, std::span<T> to) {
    const auto read_as = [&]<class S>(S) {
      if constexpr (is_complex<T>::value || !is_complex<S>::value || std::same_as<T, bool>)
        if (h.type == npy_type_of<S>)
          read_elements<S>(file, h, to);
    };
    const auto read_any = [&](auto... types) { (read_as(types), ...); };
    read_any(bool(), std::int8_t(), std::int16_t(), std::int32_t(), std::int64_t(), std::uint8_t(),
             std::uint16_t(), std::uint32_t(), std::uint64_t(), half_bits(), float(), double(),
             std::complex<float>(), std::complex<double>());
  }
  template <class T> static void check(const npy_header& h, const std::string& name) {
    if (h.type.kind == 'c' && !is_complex<T>::value && !std::same_as<T, bool>)
      raise_type(name, h.type, npy_type_of<T>, "; complex numbers are not converted to real ones");
  }
};

template <class Tensor, class Elements, class Source> Tensor read_npy(Source& file) {
  using T = typename Tensor::value_type;
  constexpr std::size_t R = Tensor::extents.rank();
  const npy_header h = read_npy_header(file);
  Elements::template check<T>(h, file.name());
  const auto sizes = fit_sizes<Tensor::extents>(h, file.name());
  if constexpr (R > 1)
    if (h.column_major) {
      std::array<index, R> reversed{};
      for (std::size_t k = 0; k < R; ++k)
        reversed[k] = sizes[R - 1 - k];
      dtensor<T, R> columns(reversed, uninitialized_t{});
      Elements::read(file, h, columns.storage());
      return Tensor(transpose(columns));
    }
  Tensor t(sizes, uninitialized_t{});
  Elements::read(file, h, t.storage());
  return t;
}

/// Reads elements in the order of the file, for any rank.
template <class T, class Source> any_tensor<T> read_npy_any(Source& file, const npy_header& h) {
  exact_elements::check<T>(h, file.name());
  const auto memory = std::make_shared<tensor<T, dyn>>(std::array{h.count}, uninitialized_t{});
  exact_elements::read(file, h, memory->storage());
  std::vector<index> sizes(h.sizes.begin(), h.sizes.end());
  std::vector<index> strides = strides_in_order(sizes, h.column_major);
  return any_place<T>{memory, memory->data(), h.count, 0, std::move(sizes), std::move(strides)};
}

/// Calls make(T()) with the element type of a file and returns the result as an any_array.
template <class Make> any_array make_any_array(npy_type type, Make make) {
  any_array result;
  const auto make_as = [&]<class A>(std::type_identity<A>) {
    using T = typename A::value_type;
    if (type == npy_type_of<T>)
      result = make(T());
  };
  [&]<class... A>(std::type_identity<std::variant<A...>>) {
    (make_as(std::type_identity<A>()), ...);
  }(std::type_identity<any_variant>());
  return result;
}

} // namespace detail

/// Reads a tensor from a .npy file, in either byte order and either order of axes.
///
/// \tparam T     the element type, or the type of the tensor
/// \tparam E     extents of the result
/// \param path   a .npy file
/// \returns      the tensor, row-major
/// \throws       io_error if the file cannot be read, is not a .npy file, or has elements of
///               another type; shape_error if its shape does not fit the extents
/// \refuses      element types that .npy files do not hold
/// \complexity   O(bytes of the file); allocates the result
/// \numpy        `np.load(path)`
/// \usage        `load_npy<float, dyn, 3>(path)`, `load_npy<tensor<float, dyn, 3>>(path)`
template <class T, extent... E>
auto load_npy(const std::string& path)
    -> accepted_or_refused<detail::npy_tensor_verdict<detail::npy_tensor_t<T, E...>>,
                           detail::npy_tensor_t<T, E...>> {
  using result = detail::npy_tensor_t<T, E...>;
  STRIA_UNLESS_REFUSED(detail::npy_tensor_verdict<result>) {
    detail::input_file file(path);
    return detail::read_npy<result, detail::exact_elements>(file);
  }
}

/// Reads a .npy file whose rank is known only at run time.
///
/// \tparam T     the element type; without it the element type, too, is known only at run time
/// \param path   a .npy file
/// \returns      an any_tensor of T, or an any_array; the elements remain in the order of the file,
///               which may be column-major
/// \throws       io_error if the file cannot be read, is not a .npy file, or has elements of
///               another type than T
/// \refuses      element types that .npy files do not hold
/// \complexity   O(bytes of the file); allocates the result
/// \numpy        `np.load(path)`
/// \usage        `load_npy_any<float>(path)`, `load_npy_any(path)`
template <class T>
auto load_npy_any(const std::string& path)
    -> accepted_or_refused<detail::npy_verdict<T>, any_tensor<T>> {
  STRIA_UNLESS_REFUSED(detail::npy_verdict<T>) {
    detail::input_file file(path);
    return detail::read_npy_any<T>(file, detail::read_npy_header(file));
  }
}
/// Reads a .npy file whose element type and rank are known only at run time.
inline any_array load_npy_any(const std::string& path) {
  detail::input_file file(path);
  const detail::npy_header h = detail::read_npy_header(file);
  if (h.type == detail::npy_type_of<detail::half_bits>) [[unlikely]]
    raise<io_error>(detail::say_file(file.name())
                    << "the elements are float16, which an any_array cannot hold; "
                       "load_npy_as<float, ...> converts them");
  return detail::make_any_array(
      h.type, [&]<class T>(const T&) { return detail::read_npy_any<T>(file, h); });
}

/// Reads a tensor from a .npy file and converts the elements to T as C++ does.
///
/// \tparam T     the element type, or the type of the tensor
/// \tparam E     extents of the result
/// \param path   a .npy file with elements of any type
/// \returns      the tensor, row-major
/// \throws       io_error if the file cannot be read, is not a .npy file, has a real number outside
///               the range of an integer T, or has complex elements and T is not complex or bool;
///               shape_error if its shape does not fit the extents
/// \refuses      element types that .npy files do not hold
/// \complexity   O(bytes of the file); allocates the result
/// \numpy        `np.load(path).astype(dtype)`
/// \usage        `load_npy_as<float, dyn, 3>(path)`
template <class T, extent... E>
auto load_npy_as(const std::string& path)
    -> accepted_or_refused<detail::npy_tensor_verdict<detail::npy_tensor_t<T, E...>>,
                           detail::npy_tensor_t<T, E...>> {
  using result = detail::npy_tensor_t<T, E...>;
  STRIA_UNLESS_REFUSED(detail::npy_tensor_verdict<result>) {
    detail::input_file file(path);
    return detail::read_npy<result, detail::converted_elements>(file);
  }
}

/// Writes the values of an expression to a .npy file.
///
/// An existing file is replaced when the new one is complete; after an error it is unchanged.
///
/// \param path     the file
/// \param e        an operand of any shape
/// \param options  `{.durable = true}` makes the file survive a loss of power
/// \returns        nothing
/// \throws         io_error if the file cannot be written
/// \refuses        element types that .npy files do not hold
/// \complexity     O(n); an expression is evaluated into a temporary first
/// \numpy          `np.save(path, e)`
/// \usage          `save_npy(path, e)`, `save_npy(path, e, {.durable = true})`
template <detail::operand E>
auto save_npy(const std::string& path, const E& e, save_options options = {})
    -> accepted_or_refused<detail::npy_operand_verdict<E>, void> {
  STRIA_UNLESS_REFUSED(detail::npy_operand_verdict<E>)
  if constexpr (detail::tensor_operand<E>) {
    const auto sizes = e.shape();
    const std::string header = detail::make_npy_header<detail::value_t<E>>(sizes);
    detail::output_file file(path, options);
    file.write(header.data(), header.size());
    file.write(e.data(), e.storage().size_bytes());
    file.finish();
  } else {
    save_npy(path, eval(e), options);
  }
}

} // namespace stria
