// SPDX-License-Identifier: BSL-1.0
// io/hdf5_handle.hpp: owns identifiers of HDF5, and turns its error stack into io_error.
// Tests: tests/io/hdf5.cpp, tests/io/hdf5_broken.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

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

/// While an object of this class exists, HDF5 does not print errors on stderr.
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

/// Owns an identifier of any kind, such as that of a file, a data set, a type or a property list.
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
      // A data set that cannot be written is still released, but only by H5Dclose.
      if (H5Iget_type(id_) == H5I_DATASET)
        H5Dclose(id_);
      else
        H5Idec_ref(id_);
    }
  }
  hid_t get() const { return id_; }
  /// Gives up ownership; the caller closes the identifier.
  hid_t release() { return std::exchange(id_, -1); }
  explicit operator bool() const { return id_ >= 0; }
};

/// Throws io_error with the error stack of HDF5.
[[noreturn]] [[gnu::cold]] inline void raise_h5(const std::string& name, std::string_view what) {
  std::vector<std::string> causes;
  const auto collect = [](unsigned, const H5E_error2_t* e, void* to) noexcept -> herr_t {
    auto& list = *static_cast<std::vector<std::string>*>(to);
    try {
      const std::string text = e->desc == nullptr ? "" : e->desc;
      if (!text.empty() && std::ranges::find(list, text) == list.end())
        list.push_back(text);
    } catch (...) { // out of memory: the message is shorter
    }
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, collect, &causes);
  message m = say_file(name) << what;
  // The last two entries of the stack are the most useful ones: the failed call and the cause.
  for (std::size_t k = causes.size() > 2 ? causes.size() - 2 : 0; k < causes.size(); ++k)
    m << ": " << causes[k];
  raise<io_error>(m);
}

/// The name of an object or an attribute for HDF5. Raises io_error if the name contains a zero
/// byte, at which HDF5 would end the name and find another object. `full` is the name in messages.
inline const char* h5_name(const std::string& name, const std::string& full) {
  if (name.contains('\0'))
    raise<io_error>(say_file(full) << "a name in HDF5 must not contain a zero byte");
  return name.c_str();
}

/// Returns an owner of the identifier that an HDF5 call returned. Raises io_error if the call
/// failed.
inline h5_id h5_made(hid_t id, const std::string& name, std::string_view what) {
  if (id < 0)
    raise_h5(name, what);
  return h5_id(id);
}

/// Returns the number that an HDF5 call returned. Raises io_error if the call failed.
template <class N> N h5_checked(N result, const std::string& name, std::string_view what) {
  if (result < 0)
    raise_h5(name, what);
  return result;
}

} // namespace stria::detail
