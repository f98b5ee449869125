// SPDX-License-Identifier: BSL-1.0
// A fake of NVRTC for the fake driver: the binary is the text, and a text with "#error" does not
// compile.
#include <cstddef>
#include <cstring>
#include <string>

namespace {

std::string& text_of(void* program) { return *static_cast<std::string*>(program); }

} // namespace

extern "C" {

int nvrtcVersion(int* major, int* minor) {
  *major = 12;
  *minor = 4;
  return 0;
}
const char* nvrtcGetErrorString(int) { return "NVRTC_ERROR_COMPILATION"; }
int nvrtcCreateProgram(void** program, const char* text, const char*, int, const char* const*,
                       const char* const*) {
  *program = new std::string(text);
  return 0;
}
int nvrtcDestroyProgram(void** program) {
  delete static_cast<std::string*>(*program);
  *program = nullptr;
  return 0;
}
int nvrtcCompileProgram(void* program, int, const char* const*) {
  return text_of(program).find("#error") != std::string::npos ? 6 : 0;
}
int nvrtcGetProgramLogSize(void*, std::size_t* size) {
  *size = sizeof "kernel(2): error";
  return 0;
}
int nvrtcGetProgramLog(void*, char* log) {
  std::strcpy(log, "kernel(2): error");
  return 0;
}
int nvrtcGetCUBINSize(void* program, std::size_t* size) {
  *size = text_of(program).size();
  return 0;
}
int nvrtcGetCUBIN(void* program, char* binary) {
  const std::string& text = text_of(program);
  std::memcpy(binary, text.data(), text.size());
  return 0;
}
int nvrtcGetPTXSize(void* program, std::size_t* size) { return nvrtcGetCUBINSize(program, size); }
int nvrtcGetPTX(void* program, char* text) { return nvrtcGetCUBIN(program, text); }
int nvrtcGetNumSupportedArchs(int* count) {
  *count = 3;
  return 0;
}
int nvrtcGetSupportedArchs(int* known) {
  known[0] = 80;
  known[1] = 90;
  known[2] = 100;
  return 0;
}

} // extern "C"
