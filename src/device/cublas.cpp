// SPDX-License-Identifier: BSL-1.0
#include "cublas.hpp"

#include "report.hpp"

#include <map>
#include <mutex>

namespace stria::detail::cublas {

void api::load(const std::string& file) {
  shared_library found(file);
  found.need(Create, "cublasCreate_v2");
  found.need(Destroy, "cublasDestroy_v2");
  found.need(GetVersion, "cublasGetVersion_v2");
  found.need(SetStream, "cublasSetStream_v2");
  found.need(SetMathMode, "cublasSetMathMode");
  found.need(Sgemm, "cublasSgemm_v2");
  found.need(Dgemm, "cublasDgemm_v2");
  found.need(SgemmStridedBatched, "cublasSgemmStridedBatched");
  found.need(DgemmStridedBatched, "cublasDgemmStridedBatched");
  found.want(GetStatusName, "cublasGetStatusName");
  complete = found.complete();
}

std::string api::error_text(status code) const {
  const char* const name = GetStatusName ? GetStatusName(code) : nullptr;
  return std::string(name ? name : "error") + " (" + std::to_string(code) + ")";
}

const api* library() {
  // The loaded libraries are never destroyed, because handles refer to them.
  static std::mutex opening;
  static auto& loaded = *new std::map<std::string, api>;
  const std::lock_guard lock(opening);
  const std::string given = setting("STRIA_CUBLAS_LIBRARY");
  const auto [at, is_new] = loaded.try_emplace(given);
  api& found = at->second;
  if (is_new && !given.empty())
    found.load(given);
  else if (is_new)
    for (const char* const folder : {"", "/usr/local/cuda/lib64/", "/usr/local/cuda/lib/"})
      for (const char* const name : {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"})
        if (!found.complete)
          found.load(std::string(folder) + name);
  return found.complete ? &found : nullptr;
}

} // namespace stria::detail::cublas
