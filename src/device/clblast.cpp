// SPDX-License-Identifier: BSL-1.0
#include "clblast.hpp"

#include "report.hpp"

#include <map>
#include <mutex>

namespace stria::detail::clblast {

void api::load(const std::string& file) {
  shared_library found(file);
  found.need(Sgemm, "CLBlastSgemm");
  found.need(Dgemm, "CLBlastDgemm");
  found.need(SgemmBatched, "CLBlastSgemmBatched");
  found.need(DgemmBatched, "CLBlastDgemmBatched");
  complete = found.complete();
}

std::string error_text(status code) {
  const char* name = nullptr;
  switch (code) {
  case -1024: name = "CLBlastNotImplemented"; break;
  case -1017: name = "CLBlastInvalidDimension"; break;
  case -1016: name = "CLBlastInvalidLeadDimA"; break;
  case -1015: name = "CLBlastInvalidLeadDimB"; break;
  case -1014: name = "CLBlastInvalidLeadDimC"; break;
  case -1011: name = "CLBlastInsufficientMemoryA"; break;
  case -1010: name = "CLBlastInsufficientMemoryB"; break;
  case -1009: name = "CLBlastInsufficientMemoryC"; break;
  case -2046: name = "CLBlastInvalidLocalMemUsage"; break;
  case -2044: name = "CLBlastNoDoublePrecision"; break;
  case -2041: name = "CLBlastDatabaseError"; break;
  case -2040: name = "CLBlastUnknownError"; break;
  case -2039: name = "CLBlastUnexpectedError"; break;
  default: return cl::error_text(code);
  }
  return std::string(name) + " (" + std::to_string(code) + ")";
}

const api* library() {
  static std::mutex opening;
  static auto& loaded =
      *new std::map<std::string, api>; // never destroyed, because the library stays loaded
  const std::lock_guard lock(opening);
  const std::string given = setting("STRIA_CLBLAST_LIBRARY");
  if (given.empty() && !setting("STRIA_OPENCL_LIBRARY").empty())
    return nullptr;
  const auto [at, is_new] = loaded.try_emplace(given);
  api& found = at->second;
  if (is_new && !given.empty())
    found.load(given);
  else if (is_new)
    for (const char* const name : {"libclblast.so.1", "libclblast.so"})
      if (!found.complete)
        found.load(name);
  return found.complete ? &found : nullptr;
}

} // namespace stria::detail::clblast
