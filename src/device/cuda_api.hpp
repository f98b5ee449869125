// SPDX-License-Identifier: BSL-1.0
// device/cuda_api.hpp: the functions used from the CUDA driver, declared here so that its headers
// need not be installed.
#pragma once

#include "shared_library.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace stria::detail::cu {

struct context;
struct stream;
struct module;
struct function;
struct pool;
struct event;

using status = int;
using device = int;
using pointer = std::uintptr_t; // CUdeviceptr, which has the size of a pointer

inline constexpr status success = 0;
inline constexpr status out_of_memory = 2;

inline constexpr int attribute_multiprocessors = 16;
inline constexpr int attribute_major = 75;
inline constexpr int attribute_minor = 76;
inline constexpr int attribute_memory_pools = 115;
inline constexpr int pool_release_threshold = 4;
inline constexpr int function_registers = 4;
inline constexpr unsigned stream_non_blocking = 1;
inline constexpr unsigned event_without_timing = 2;
inline constexpr status not_ready = 600;

/// The functions, by their names without "cu" and the version suffix.
struct api {
  status (*Init)(unsigned);
  status (*DriverGetVersion)(int*);
  status (*GetErrorName)(status, const char**);
  status (*DeviceGetCount)(int*);
  status (*DeviceGet)(device*, int);
  status (*DeviceGetName)(char*, int, device);
  status (*DeviceGetAttribute)(int*, int, device);
  status (*DevicePrimaryCtxRetain)(context**, device);
  status (*DevicePrimaryCtxRelease)(device);
  status (*CtxPushCurrent)(context*);
  status (*CtxPopCurrent)(context**);
  status (*StreamCreate)(stream**, unsigned);
  status (*StreamDestroy)(stream*);
  status (*StreamSynchronize)(stream*);
  status (*StreamWaitEvent)(stream*, event*, unsigned);
  status (*EventCreate)(event**, unsigned);
  status (*EventDestroy)(event*);
  status (*EventRecord)(event*, stream*);
  status (*EventSynchronize)(event*);
  status (*EventQuery)(event*);
  status (*MemGetInfo)(std::size_t*, std::size_t*);
  status (*MemAlloc)(pointer*, std::size_t);
  status (*MemFree)(pointer);
  status (*MemAllocHost)(void**, std::size_t);
  status (*MemFreeHost)(void*);
  status (*MemcpyHtoDAsync)(pointer, const void*, std::size_t, stream*);
  status (*MemcpyDtoHAsync)(void*, pointer, std::size_t, stream*);
  status (*MemcpyDtoDAsync)(pointer, pointer, std::size_t, stream*);
  status (*ModuleLoadDataEx)(module**, const void*, unsigned, int*, void**);
  status (*ModuleUnload)(module*);
  status (*ModuleGetFunction)(function**, module*, const char*);
  status (*LaunchKernel)(function*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                         unsigned, stream*, void**, void**);

  // Null if the driver does not have them.
  status (*FuncGetAttribute)(int*, int, function*);
  status (*OccupancyMaxPotentialBlockSize)(int*, int*, function*, std::size_t (*)(int), std::size_t,
                                           int);
  status (*OccupancyMaxActiveBlocksPerMultiprocessor)(int*, function*, int, std::size_t);
  // Null before CUDA 11.2.
  status (*MemAllocAsync)(pointer*, std::size_t, stream*);
  status (*MemFreeAsync)(pointer, stream*);
  status (*DeviceGetDefaultMemPool)(pool**, device);
  status (*MemPoolSetAttribute)(pool*, int, void*);
  status (*MemPoolTrimTo)(pool*, std::size_t);

  /// True if the library was found and has all required functions.
  bool complete;

  void load(const std::string& file);
  bool has_pools() const {
    return MemAllocAsync && MemFreeAsync && DeviceGetDefaultMemPool && MemPoolSetAttribute &&
           MemPoolTrimTo;
  }
  /// The text of an error: "CUDA_ERROR_OUT_OF_MEMORY (2)".
  std::string error_text(status code) const;
};

} // namespace stria::detail::cu
