// SPDX-License-Identifier: BSL-1.0
// device/shared_library.hpp: functions of a shared library that is loaded at run time.
#pragma once

#include <dlfcn.h>

#include <string>

namespace stria::detail {

/// A library opened with dlopen. It stays loaded until the process ends, because drivers start
/// threads that would otherwise lose their code.
class shared_library {
  void* handle_;
  std::string missing_; // the first required function that was not found

public:
  explicit shared_library(const std::string& file)
      : handle_(::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {}

  bool found() const { return handle_ != nullptr; }
  /// Whether the library was found, with all required functions.
  bool complete() const { return found() && missing_.empty(); }

  /// Looks up an optional function; null if the library does not have it.
  template <class R, class... A> void want(R (*&function)(A...), const char* name) {
    function = found() ? reinterpret_cast<R (*)(A...)>(::dlsym(handle_, name)) : nullptr;
  }
  template <class R, class... A> void need(R (*&function)(A...), const char* name) {
    want(function, name);
    if (!function && missing_.empty())
      missing_ = name;
  }
};

} // namespace stria::detail
