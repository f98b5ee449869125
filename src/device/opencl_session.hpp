// SPDX-License-Identifier: BSL-1.0
// device/opencl_session.hpp: queries to OpenCL, and owners of its objects.
#pragma once

#include "opencl_api.hpp"
#include "report.hpp"

#include <stria/device/context.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace stria::detail {

template <class T> T device_info(const cl::api& api, cl::device* device, cl::number what) {
  T value{}; // stays 0 if the driver does not know the query
  api.GetDeviceInfo(device, what, sizeof value, &value, nullptr);
  return value;
}

/// The text that a query `ask(size, to, size_of_answer)` returns.
template <class Ask> std::string text_of(Ask ask) {
  std::size_t size = 0;
  if (ask(std::size_t{0}, nullptr, &size) != cl::success || size == 0)
    return {};
  std::string text(size, '\0');
  if (ask(size, static_cast<void*>(text.data()), nullptr) != cl::success)
    return {};
  text.resize(text.find_last_not_of('\0') + 1);
  return text;
}
inline std::string device_text(const cl::api& api, cl::device* device, cl::number what) {
  return text_of([&](std::size_t size, void* to, std::size_t* needed) {
    return api.GetDeviceInfo(device, what, size, to, needed);
  });
}
inline std::string platform_text(const cl::api& api, cl::platform* platform, cl::number what) {
  return text_of([&](std::size_t size, void* to, std::size_t* needed) {
    return api.GetPlatformInfo(platform, what, size, to, needed);
  });
}

/// The OpenCL objects of an open device. Kernels share ownership of the session, because a
/// device_context releases its kernels last.
struct opencl_session {
  const cl::api& api;
  cl::context* context = nullptr;
  cl::queue* queue = nullptr;
  cl::queue* copies = nullptr; // for copies to the host in parallel; created on demand

  explicit opencl_session(const cl::api& functions) : api(functions) {}
  opencl_session(const opencl_session&) = delete;
  opencl_session& operator=(const opencl_session&) = delete;
  ~opencl_session() {
    if (process_ends())
      return;
    if (copies)
      api.ReleaseCommandQueue(copies);
    if (queue)
      api.ReleaseCommandQueue(queue);
    if (context)
      api.ReleaseContext(context);
  }
};

struct opencl_event final : recorded_event {
  std::shared_ptr<opencl_session> session;
  cl::event* event = nullptr;
  std::string device; // its name

  opencl_event(std::shared_ptr<opencl_session> s, std::string name)
      : session(std::move(s)), device(std::move(name)) {}
  opencl_event(const opencl_event&) = delete;
  opencl_event& operator=(const opencl_event&) = delete;
  ~opencl_event() override {
    if (event != nullptr && !process_ends())
      session->api.ReleaseEvent(event);
  }
  void wait() override { check(session->api.WaitForEvents(1, &event)); }
  bool is_done() override {
    cl::status state = cl::event_complete;
    check(session->api.GetEventInfo(event, cl::event_state, sizeof state, &state, nullptr));
    check(state < 0 ? state : cl::success); // negative: the work failed
    return state == cl::event_complete;
  }

private:
  void check(cl::status code) const {
    if (code != cl::success)
      raise_device("stria: device: " + device +
                   ": waiting for an event failed: " + cl::error_text(code));
  }
};

struct opencl_kernel final : loaded_kernel {
  std::shared_ptr<opencl_session> session;
  cl::kernel* kernel;

  opencl_kernel(std::shared_ptr<opencl_session> s, cl::kernel* k)
      : session(std::move(s)), kernel(k) {}
  opencl_kernel(const opencl_kernel&) = delete;
  opencl_kernel& operator=(const opencl_kernel&) = delete;
  ~opencl_kernel() override {
    if (!process_ends())
      session->api.ReleaseKernel(kernel);
  }
};

/// Releases a program at the end of a scope; its kernels keep it alive.
struct program_guard {
  const cl::api& api;
  cl::program* program;

  program_guard(const cl::api& functions, cl::program* p) : api(functions), program(p) {}
  program_guard(const program_guard&) = delete;
  program_guard& operator=(const program_guard&) = delete;
  ~program_guard() {
    if (program)
      api.ReleaseProgram(program);
  }
};

} // namespace stria::detail
