// SPDX-License-Identifier: BSL-1.0
// io/hdf5_handle.hpp: HDF5's identifiers as objects, and its stack of errors as io_error.
#pragma once

#if !defined(__cpp_exceptions)
#error "stria: HDF5 files need exceptions; compile without -fno-exceptions"
#endif

#include <stria/base/errors.hpp>
#include <stria/io/file_name.hpp>

#include <hdf5.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stria::detail {

/// HDF5 prints its errors on stderr, unless such an object lives.
class h5_quiet {
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;

public:
  h5_quiet() {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  h5_quiet(const h5_quiet&) = delete;
  h5_quiet& operator=(const h5_quiet&) = delete;
  ~h5_quiet() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
};

/// Owns an identifier of whatever kind: a file, a data set, a type, a list of properties.
class h5_id {
  hid_t id_ = -1;

public:
  h5_id() = default;
  explicit h5_id(hid_t id) : id_(id) {}
  h5_id(h5_id&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  h5_id& operator=(h5_id&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~h5_id() {
    if (id_ >= 0) {
      const h5_quiet quiet;
      // A data set that cannot be written goes all the same, but only by its own call.
      if (H5Iget_type(id_) == H5I_DATASET)
        H5Dclose(id_);
      else
        H5Idec_ref(id_);
    }
  }
  hid_t get() const { return id_; }
  /// The caller closes it.
  hid_t release() { return std::exchange(id_, -1); }
  explicit operator bool() const { return id_ >= 0; }
};

/// `io_error` with what HDF5 says of its last failure, from the call to the cause.
[[noreturn]] [[gnu::cold]] inline void raise_h5(const std::string& name, std::string_view what) {
  std::vector<std::string> causes;
  const auto collect = [](unsigned, const H5E_error2_t* e, void* to) noexcept -> herr_t {
    auto& list = *static_cast<std::vector<std::string>*>(to);
    try {
      const std::string text = e->desc == nullptr ? "" : e->desc;
      if (!text.empty() && std::ranges::find(list, text) == list.end())
        list.push_back(text);
    } catch (...) { // Without memory the sentence is shorter.
    }
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, collect, &causes);
  message m = say_file(name) << what;
  // The ends of the list say most: what was wanted, and what stood in the way.
  for (std::size_t k = causes.size() > 2 ? causes.size() - 2 : 0; k < causes.size(); ++k)
    m << ": " << causes[k];
  raise<io_error>(m);
}

/// The name of an object or an attribute as HDF5 takes it. `io_error` for a zero byte, at which it
/// would end the name and find another object. `full` is for messages.
inline const char* h5_name(const std::string& name, const std::string& full) {
  if (name.contains('\0'))
    raise<io_error>(say_file(full) << "a name of HDF5 ends at a zero byte, and this has one");
  return name.c_str();
}

/// The result of a call of HDF5 that gives an identifier; `io_error` where it gives none.
inline h5_id h5_made(hid_t id, const std::string& name, std::string_view what) {
  if (id < 0)
    raise_h5(name, what);
  return h5_id(id);
}

/// The same for a call that gives a number.
template <class N> N h5_checked(N result, const std::string& name, std::string_view what) {
  if (result < 0)
    raise_h5(name, what);
  return result;
}

} // namespace stria::detail
