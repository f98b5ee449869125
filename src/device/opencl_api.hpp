// SPDX-License-Identifier: BSL-1.0
// device/opencl_api.hpp: the functions used from OpenCL 1.2, declared here so that its headers need
// not be installed. The constants have the values of the specification.
#pragma once

#include "shared_library.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace stria::detail::cl {

struct platform;
struct device;
struct context;
struct queue;
struct memory;
struct program;
struct kernel;
struct event;

using status = std::int32_t;
using flags = std::uint64_t;
using number = std::uint32_t;

inline constexpr status success = 0;
inline constexpr status build_program_failure = -11;
inline constexpr number blocking = 1;

inline constexpr number platform_version = 0x0901;
inline constexpr number platform_name = 0x0902;

inline constexpr number device_type = 0x1000;
inline constexpr number device_compute_units = 0x1002;
inline constexpr number device_parameter_size = 0x1017;
inline constexpr number device_single_config = 0x101B;
inline constexpr number device_available = 0x1027;
inline constexpr number device_compiler_available = 0x1028;
inline constexpr number device_name = 0x102B;
inline constexpr number driver_version = 0x102D;
inline constexpr number device_version = 0x102F;
inline constexpr number device_double_config = 0x1032;

inline constexpr flags type_cpu = 1 << 1;
inline constexpr flags type_all = 0xFFFFFFFF;
inline constexpr flags correctly_rounded_divide_sqrt = 1 << 7;
inline constexpr flags read_write = 1 << 0;

inline constexpr number program_binary_sizes = 0x1165;
inline constexpr number program_binaries = 0x1166;
inline constexpr number program_build_log = 0x1183;

inline constexpr number event_state = 0x11D3;
inline constexpr status event_complete = 0;

inline constexpr number kernel_group_size = 0x11B0;
inline constexpr number kernel_group_multiple = 0x11B3;

/// The functions, by their names without "cl".
struct api {
  status (*GetPlatformIDs)(number, platform**, number*);
  status (*GetPlatformInfo)(platform*, number, std::size_t, void*, std::size_t*);
  status (*GetDeviceIDs)(platform*, flags, number, device**, number*);
  status (*GetDeviceInfo)(device*, number, std::size_t, void*, std::size_t*);
  context* (*CreateContext)(const std::intptr_t*, number, device* const*,
                            void (*)(const char*, const void*, std::size_t, void*), void*, status*);
  status (*ReleaseContext)(context*);
  queue* (*CreateCommandQueue)(context*, device*, flags, status*);
  status (*ReleaseCommandQueue)(queue*);
  memory* (*CreateBuffer)(context*, flags, std::size_t, void*, status*);
  status (*ReleaseMemObject)(memory*);
  status (*EnqueueWriteBuffer)(queue*, memory*, number, std::size_t, std::size_t, const void*,
                               number, event* const*, event**);
  status (*EnqueueReadBuffer)(queue*, memory*, number, std::size_t, std::size_t, void*, number,
                              event* const*, event**);
  status (*EnqueueCopyBuffer)(queue*, memory*, memory*, std::size_t, std::size_t, std::size_t,
                              number, event* const*, event**);
  program* (*CreateProgramWithSource)(context*, number, const char**, const std::size_t*, status*);
  program* (*CreateProgramWithBinary)(context*, number, device* const*, const std::size_t*,
                                      const unsigned char**, status*, status*);
  status (*BuildProgram)(program*, number, device* const*, const char*, void (*)(program*, void*),
                         void*);
  status (*GetProgramInfo)(program*, number, std::size_t, void*, std::size_t*);
  status (*GetProgramBuildInfo)(program*, device*, number, std::size_t, void*, std::size_t*);
  status (*ReleaseProgram)(program*);
  kernel* (*CreateKernel)(program*, const char*, status*);
  status (*ReleaseKernel)(kernel*);
  status (*GetKernelWorkGroupInfo)(kernel*, device*, number, std::size_t, void*, std::size_t*);
  status (*SetKernelArg)(kernel*, number, std::size_t, const void*);
  status (*EnqueueNDRangeKernel)(queue*, kernel*, number, const std::size_t*, const std::size_t*,
                                 const std::size_t*, number, event* const*, event**);
  status (*EnqueueMarkerWithWaitList)(queue*, number, event* const*, event**);
  status (*WaitForEvents)(number, event* const*);
  status (*GetEventInfo)(event*, number, std::size_t, void*, std::size_t*);
  status (*ReleaseEvent)(event*);
  status (*Flush)(queue*);
  status (*Finish)(queue*);

  /// True if the library was found and has all of them.
  bool complete;

  void load(const std::string& file);
};

/// The text of an error: "CL_OUT_OF_RESOURCES (-5)".
std::string error_text(status code);

} // namespace stria::detail::cl
