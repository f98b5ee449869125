// SPDX-License-Identifier: BSL-1.0
#include "opencl_api.hpp"

#include <algorithm>
#include <iterator>

namespace stria::detail::cl {

void api::load(const std::string& file) {
  shared_library library(file);
  library.need(GetPlatformIDs, "clGetPlatformIDs");
  library.need(GetPlatformInfo, "clGetPlatformInfo");
  library.need(GetDeviceIDs, "clGetDeviceIDs");
  library.need(GetDeviceInfo, "clGetDeviceInfo");
  library.need(CreateContext, "clCreateContext");
  library.need(ReleaseContext, "clReleaseContext");
  library.need(CreateCommandQueue, "clCreateCommandQueue");
  library.need(ReleaseCommandQueue, "clReleaseCommandQueue");
  library.need(CreateBuffer, "clCreateBuffer");
  library.need(ReleaseMemObject, "clReleaseMemObject");
  library.need(EnqueueWriteBuffer, "clEnqueueWriteBuffer");
  library.need(EnqueueReadBuffer, "clEnqueueReadBuffer");
  library.need(EnqueueCopyBuffer, "clEnqueueCopyBuffer");
  library.need(CreateProgramWithSource, "clCreateProgramWithSource");
  library.need(CreateProgramWithBinary, "clCreateProgramWithBinary");
  library.need(BuildProgram, "clBuildProgram");
  library.need(GetProgramInfo, "clGetProgramInfo");
  library.need(GetProgramBuildInfo, "clGetProgramBuildInfo");
  library.need(ReleaseProgram, "clReleaseProgram");
  library.need(CreateKernel, "clCreateKernel");
  library.need(ReleaseKernel, "clReleaseKernel");
  library.need(GetKernelWorkGroupInfo, "clGetKernelWorkGroupInfo");
  library.need(SetKernelArg, "clSetKernelArg");
  library.need(EnqueueNDRangeKernel, "clEnqueueNDRangeKernel");
  library.need(EnqueueMarkerWithWaitList, "clEnqueueMarkerWithWaitList");
  library.need(WaitForEvents, "clWaitForEvents");
  library.need(GetEventInfo, "clGetEventInfo");
  library.need(ReleaseEvent, "clReleaseEvent");
  library.need(Flush, "clFlush");
  library.need(Finish, "clFinish");
  complete = library.complete();
}

namespace {

struct named_error {
  status code;
  const char* name;
};

constexpr named_error errors[] = {
    {-1, "CL_DEVICE_NOT_FOUND"},
    {-2, "CL_DEVICE_NOT_AVAILABLE"},
    {-3, "CL_COMPILER_NOT_AVAILABLE"},
    {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
    {-5, "CL_OUT_OF_RESOURCES"},
    {-6, "CL_OUT_OF_HOST_MEMORY"},
    {-8, "CL_MEM_COPY_OVERLAP"},
    {-11, "CL_BUILD_PROGRAM_FAILURE"},
    {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
    {-15, "CL_COMPILE_PROGRAM_FAILURE"},
    {-16, "CL_LINKER_NOT_AVAILABLE"},
    {-17, "CL_LINK_PROGRAM_FAILURE"},
    {-30, "CL_INVALID_VALUE"},
    {-33, "CL_INVALID_DEVICE"},
    {-34, "CL_INVALID_CONTEXT"},
    {-36, "CL_INVALID_COMMAND_QUEUE"},
    {-37, "CL_INVALID_HOST_PTR"},
    {-38, "CL_INVALID_MEM_OBJECT"},
    {-42, "CL_INVALID_BINARY"},
    {-43, "CL_INVALID_BUILD_OPTIONS"},
    {-44, "CL_INVALID_PROGRAM"},
    {-45, "CL_INVALID_PROGRAM_EXECUTABLE"},
    {-46, "CL_INVALID_KERNEL_NAME"},
    {-47, "CL_INVALID_KERNEL_DEFINITION"},
    {-48, "CL_INVALID_KERNEL"},
    {-49, "CL_INVALID_ARG_INDEX"},
    {-50, "CL_INVALID_ARG_VALUE"},
    {-51, "CL_INVALID_ARG_SIZE"},
    {-52, "CL_INVALID_KERNEL_ARGS"},
    {-53, "CL_INVALID_WORK_DIMENSION"},
    {-54, "CL_INVALID_WORK_GROUP_SIZE"},
    {-55, "CL_INVALID_WORK_ITEM_SIZE"},
    {-56, "CL_INVALID_GLOBAL_OFFSET"},
    {-59, "CL_INVALID_OPERATION"},
    {-61, "CL_INVALID_BUFFER_SIZE"},
    {-63, "CL_INVALID_GLOBAL_WORK_SIZE"},
};

} // namespace

std::string error_text(status code) {
  const auto* const found = std::ranges::find(errors, code, &named_error::code);
  const std::string name = found != std::end(errors) ? found->name : "unknown error";
  return name + " (" + std::to_string(code) + ")";
}

} // namespace stria::detail::cl
