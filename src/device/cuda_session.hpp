// SPDX-License-Identifier: BSL-1.0
// device/cuda_session.hpp: owners of CUDA driver objects.
#pragma once

#include "cuda_api.hpp"
#include "report.hpp"

#include <stria/device/context.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace stria::detail {

/// Makes a CUDA context current for a scope, and restores the previous one, which may belong to
/// another library, afterwards.
struct current_context {
  const cu::api& api;
  const cu::status code;

  current_context(const cu::api& functions, cu::context* context)
      : api(functions), code(functions.CtxPushCurrent(context)) {}
  current_context(const current_context&) = delete;
  current_context& operator=(const current_context&) = delete;
  ~current_context() {
    cu::context* popped = nullptr;
    if (code == cu::success)
      api.CtxPopCurrent(&popped);
  }
};

/// The driver objects of an open device. Kernels share ownership of the session, because a
/// device_context releases its kernels last.
struct cuda_session {
  const cu::api& api;
  cu::device device;
  cu::context* context = nullptr; // the primary context, which other libraries use, too
  cu::stream* stream = nullptr;
  cu::stream* copies = nullptr; // for copies to the host in parallel; created on demand
  cu::pool* pool = nullptr;     // null: memory is not released in stream order
  void* staging = nullptr;      // pinned memory for small writes

  cuda_session(const cu::api& functions, cu::device d) : api(functions), device(d) {}
  cuda_session(const cuda_session&) = delete;
  cuda_session& operator=(const cuda_session&) = delete;
  ~cuda_session() {
    if (!context || process_ends())
      return;
    {
      const current_context current(api, context);
      if (copies)
        api.StreamDestroy(copies);
      if (stream)
        api.StreamDestroy(stream);
      if (staging)
        api.MemFreeHost(staging);
    }
    api.DevicePrimaryCtxRelease(device);
  }
};

struct cuda_event final : recorded_event {
  std::shared_ptr<cuda_session> session;
  cu::event* event = nullptr;
  std::string device; // its name

  cuda_event(std::shared_ptr<cuda_session> s, std::string name)
      : session(std::move(s)), device(std::move(name)) {}
  cuda_event(const cuda_event&) = delete;
  cuda_event& operator=(const cuda_event&) = delete;
  ~cuda_event() override {
    if (event == nullptr || process_ends())
      return;
    const current_context current(session->api, session->context);
    session->api.EventDestroy(event);
  }
  void wait() override { ask(session->api.EventSynchronize); }
  bool is_done() override { return ask(session->api.EventQuery); }

private:
  bool ask(cu::status (*question)(cu::event*)) {
    const current_context current(session->api, session->context);
    const cu::status code = current.code == cu::success ? question(event) : current.code;
    if (code != cu::success && code != cu::not_ready)
      raise_device("stria: device: " + device +
                   ": waiting for an event failed: " + session->api.error_text(code));
    return code == cu::success;
  }
};

struct cuda_kernel final : loaded_kernel {
  std::shared_ptr<cuda_session> session;
  cu::module* module;
  cu::function* function = nullptr;

  cuda_kernel(std::shared_ptr<cuda_session> s, cu::module* m) : session(std::move(s)), module(m) {}
  cuda_kernel(const cuda_kernel&) = delete;
  cuda_kernel& operator=(const cuda_kernel&) = delete;
  ~cuda_kernel() override {
    if (process_ends())
      return;
    const current_context current(session->api, session->context);
    session->api.ModuleUnload(module);
  }
  int registers() const override {
    int count = -1;
    if (session->api.FuncGetAttribute != nullptr) {
      const current_context current(session->api, session->context);
      if (session->api.FuncGetAttribute(&count, cu::function_registers, function) != cu::success)
        return -1;
    }
    return count;
  }
};

} // namespace stria::detail
