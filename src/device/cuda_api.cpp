// SPDX-License-Identifier: BSL-1.0
#include "cuda_api.hpp"

namespace stria::detail::cu {

void api::load(const std::string& file) {
  shared_library library(file);
  library.need(Init, "cuInit");
  library.need(DriverGetVersion, "cuDriverGetVersion");
  library.need(GetErrorName, "cuGetErrorName");
  library.need(DeviceGetCount, "cuDeviceGetCount");
  library.need(DeviceGet, "cuDeviceGet");
  library.need(DeviceGetName, "cuDeviceGetName");
  library.need(DeviceGetAttribute, "cuDeviceGetAttribute");
  library.need(DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain");
  library.need(DevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2");
  library.need(CtxPushCurrent, "cuCtxPushCurrent_v2");
  library.need(CtxPopCurrent, "cuCtxPopCurrent_v2");
  library.need(StreamCreate, "cuStreamCreate");
  library.need(StreamDestroy, "cuStreamDestroy_v2");
  library.need(StreamSynchronize, "cuStreamSynchronize");
  library.need(StreamWaitEvent, "cuStreamWaitEvent");
  library.need(EventCreate, "cuEventCreate");
  library.need(EventDestroy, "cuEventDestroy_v2");
  library.need(EventRecord, "cuEventRecord");
  library.need(EventSynchronize, "cuEventSynchronize");
  library.need(EventQuery, "cuEventQuery");
  library.need(MemGetInfo, "cuMemGetInfo_v2");
  library.need(MemAlloc, "cuMemAlloc_v2");
  library.need(MemFree, "cuMemFree_v2");
  library.need(MemAllocHost, "cuMemAllocHost_v2");
  library.need(MemFreeHost, "cuMemFreeHost");
  library.need(MemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2");
  library.need(MemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2");
  library.need(MemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2");
  library.need(ModuleLoadDataEx, "cuModuleLoadDataEx");
  library.need(ModuleUnload, "cuModuleUnload");
  library.need(ModuleGetFunction, "cuModuleGetFunction");
  library.need(LaunchKernel, "cuLaunchKernel");
  library.want(FuncGetAttribute, "cuFuncGetAttribute");
  library.want(OccupancyMaxPotentialBlockSize, "cuOccupancyMaxPotentialBlockSize");
  library.want(OccupancyMaxActiveBlocksPerMultiprocessor,
               "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  library.want(MemAllocAsync, "cuMemAllocAsync");
  library.want(MemFreeAsync, "cuMemFreeAsync");
  library.want(DeviceGetDefaultMemPool, "cuDeviceGetDefaultMemPool");
  library.want(MemPoolSetAttribute, "cuMemPoolSetAttribute");
  library.want(MemPoolTrimTo, "cuMemPoolTrimTo");
  complete = library.complete();
}

std::string api::error_text(status code) const {
  const char* name = nullptr;
  if (GetErrorName(code, &name) != success || !name)
    name = "unknown error";
  return std::string(name) + " (" + std::to_string(code) + ")";
}

} // namespace stria::detail::cu
