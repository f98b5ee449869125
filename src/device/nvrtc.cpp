// SPDX-License-Identifier: BSL-1.0
// NVRTC, opened with dlopen, so that its headers need not be installed.
#include "report.hpp"
#include "shared_library.hpp"

#include <stria/device/nvrtc.hpp>

namespace stria::detail {

namespace {

struct nvrtc_program;

struct nvrtc_api {
  int (*Version)(int*, int*);
  const char* (*GetErrorString)(int);
  int (*CreateProgram)(nvrtc_program**, const char*, const char*, int, const char* const*,
                       const char* const*);
  int (*DestroyProgram)(nvrtc_program**);
  int (*CompileProgram)(nvrtc_program*, int, const char* const*);
  int (*GetProgramLogSize)(nvrtc_program*, std::size_t*);
  int (*GetProgramLog)(nvrtc_program*, char*);
  int (*GetCUBINSize)(nvrtc_program*, std::size_t*);
  int (*GetCUBIN)(nvrtc_program*, char*);
  int (*GetPTXSize)(nvrtc_program*, std::size_t*);
  int (*GetPTX)(nvrtc_program*, char*);
  int (*GetNumSupportedArchs)(int*);
  int (*GetSupportedArchs)(int*);

  std::string file; // empty: not found
  int version = 0;

  /// Loads a file and returns whether it is a working NVRTC.
  bool load(const std::string& name) {
    shared_library library(name);
    library.need(Version, "nvrtcVersion");
    library.need(GetErrorString, "nvrtcGetErrorString");
    library.need(CreateProgram, "nvrtcCreateProgram");
    library.need(DestroyProgram, "nvrtcDestroyProgram");
    library.need(CompileProgram, "nvrtcCompileProgram");
    library.need(GetProgramLogSize, "nvrtcGetProgramLogSize");
    library.need(GetProgramLog, "nvrtcGetProgramLog");
    library.need(GetCUBINSize, "nvrtcGetCUBINSize");
    library.need(GetCUBIN, "nvrtcGetCUBIN");
    library.need(GetPTXSize, "nvrtcGetPTXSize");
    library.need(GetPTX, "nvrtcGetPTX");
    library.need(GetNumSupportedArchs, "nvrtcGetNumSupportedArchs");
    library.need(GetSupportedArchs, "nvrtcGetSupportedArchs");
    int major = 0;
    int minor = 0;
    if (!library.complete() || Version(&major, &minor) != 0)
      return false;
    file = name;
    version = 1000 * major + 10 * minor;
    return true;
  }
  nvrtc_api() {
    if (const std::string given = setting("STRIA_NVRTC_LIBRARY"); !given.empty()) {
      load(given);
      return;
    }
    for (const char* const folder : {"", "/usr/local/cuda/lib64/", "/usr/local/cuda/lib/"})
      for (const char* const name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"})
        if (load(std::string(folder) + name))
          return;
  }
};

const nvrtc_api& api() {
  static const auto* const found =
      new nvrtc_api; // never destroyed, because the library stays loaded
  return *found;
}

/// Destroys a program at the end of a scope.
struct program_guard {
  nvrtc_program* program = nullptr;

  program_guard() = default;
  program_guard(const program_guard&) = delete;
  program_guard& operator=(const program_guard&) = delete;
  ~program_guard() {
    if (program)
      api().DestroyProgram(&program);
  }
};

std::string error_text(int code) {
  return std::string(api().GetErrorString(code)) + " (" + std::to_string(code) + ")";
}

std::string text_of(nvrtc_program* program, int (*size_of)(nvrtc_program*, std::size_t*),
                    int (*get)(nvrtc_program*, char*)) {
  std::size_t size = 0;
  if (size_of(program, &size) != 0 || size == 0)
    return {};
  std::string text(size, '\0');
  if (get(program, text.data()) != 0)
    return {};
  return text;
}

constexpr const char* standard_option = "--std=c++17";

std::string fusing_option() {
  return setting("STRIA_DEVICE_FMAD") == "1" ? "--fmad=true" : "--fmad=false";
}

} // namespace

bool has_nvrtc() { return !api().file.empty(); }

int nvrtc_version() { return api().version; }

std::string nvrtc_options() { return std::string(standard_option) + " " + fusing_option(); }

std::string nvrtc_architecture(int capability) {
  int count = 0;
  if (has_nvrtc() && api().GetNumSupportedArchs(&count) == 0 && count > 0) {
    std::vector<int> known(static_cast<std::size_t>(count));
    int best = 0;
    if (api().GetSupportedArchs(known.data()) == 0)
      for (const int k : known)
        if (k <= capability && k > best)
          best = k;
    if (best != 0 && best != capability)
      return "compute_" + std::to_string(best);
  }
  return "sm_" + std::to_string(capability);
}

std::string nvrtc_binary(const std::string& text, const std::string& architecture) {
  if (!has_nvrtc())
    raise_device("stria: device: NVRTC, which compiles kernels for CUDA, was not found: install "
                 "libnvrtc of CUDA 12 or 13, or set STRIA_NVRTC_LIBRARY to its file");
  const std::string device = "NVRTC for " + architecture;
  program_guard made;
  if (const int code =
          api().CreateProgram(&made.program, text.c_str(), "kernel", 0, nullptr, nullptr);
      code != 0)
    raise_device("stria: device: " + device + ": creating a program failed: " + error_text(code));
  const std::string target = "--gpu-architecture=" + architecture;
  const std::string fusing = fusing_option();
  const char* const options[] = {target.c_str(), standard_option, fusing.c_str()};
  if (const int code = api().CompileProgram(made.program, 3, options); code != 0)
    raise_build(device, error_text(code),
                text_of(made.program, api().GetProgramLogSize, api().GetProgramLog), text);
  const bool cubin = architecture.starts_with("sm_");
  std::string binary = cubin ? text_of(made.program, api().GetCUBINSize, api().GetCUBIN)
                             : text_of(made.program, api().GetPTXSize, api().GetPTX);
  if (binary.empty())
    raise_device("stria: device: " + device + ": the compiler returned no binary of a kernel");
  return binary;
}

} // namespace stria::detail
