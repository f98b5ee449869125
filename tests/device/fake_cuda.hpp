// SPDX-License-Identifier: BSL-1.0
// tests/device/fake_cuda.hpp: the interface of the fake driver for tests, which load it by dlopen.
#pragma once

#include <cstddef>
#include <functional>

/// The state of the fake. It computes nothing. Its "device memory" is memory of the host.
struct fake_cuda {
  // Faults that are injected while they are set.
  bool init_fails;
  bool open_fails;
  bool stream_fails;
  bool allocation_fails;
  bool pinned_allocation_fails;
  bool load_fails;
  bool launch_fails;
  bool lost; // every call fails, as after a kernel that has accessed memory out of bounds
  bool no_pools;
  std::size_t memory; // allocations beyond it fail; 0: no limit

  // Recorded calls.
  int live_allocations;
  int live_pinned;
  int live_modules;
  int live_streams;
  int retained;    // contexts
  int current;     // depth of the stack of contexts, of all threads
  int wrong_calls; // without a current context, or with an address that is not allocated
  int launches;
  int waits;
  int trims;
  bool no_occupancy;
  int live_events;
  int stream_waits; // for events
  bool event_fails;
  const void* recorded_stream; // of the last event
  int products;                // calls of the fake cuBLAS
  int live_handles;
  bool handle_fails;
  bool product_fails;
  unsigned groups; // of the last launch
  unsigned group_size;
  std::size_t argument_bytes;
  unsigned char arguments[64]; // contiguous; the text of the kernel has their sizes
};

/// For the fake cuBLAS: adds work to the stream if `uses_stream` is the driver's stream and a
/// context is current; otherwise returns false.
bool fake_cuda_work(const void* stream, std::function<void()> f);
