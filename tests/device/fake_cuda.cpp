// SPDX-License-Identifier: BSL-1.0
// A fake CUDA driver for machines without a GPU. The work of a stream is done only when the program
// waits for the stream. This detects a driver layer that releases a source or memory too early. The
// "binary" of a kernel is its text.
#include "fake_cuda.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <utility>

namespace {

using pointer = std::uintptr_t;

constexpr int invalid_value = 1;
constexpr int out_of_memory = 2;
constexpr int no_device = 100;
constexpr int invalid_image = 200;
constexpr int invalid_context = 201;
constexpr int not_found = 500;
constexpr int illegal_address = 700;
constexpr int launch_out_of_resources = 701;

std::recursive_mutex mutex;
fake_cuda state{};
std::map<pointer, std::size_t> memory;
std::deque<std::function<void()>> work;
std::size_t used = 0;
thread_local int depth = 0;

/// Set after the end of main. From then on cuCtxPushCurrent aborts, because a driver that has shut
/// down must not be called.
bool down = false;
struct ends {
  ~ends() { down = true; }
} at_the_end;

int the_context = 0;
int the_stream = 0;
int copy_stream = 0;  // the second stream; its work is done immediately
std::size_t done = 0; // the number of tasks that were done

using lock = std::lock_guard<std::recursive_mutex>;

void run_until(std::size_t last) {
  while (!work.empty() && done < last) {
    work.front()();
    work.pop_front();
    ++done;
  }
}
void run_all() { run_until(done + work.size()); }
/// Checks that a context is current, and returns the error of the call, or 0.
int entry() {
  if (depth == 0) {
    ++state.wrong_calls;
    return invalid_context;
  }
  return state.lost ? illegal_address : 0;
}
bool allocated(pointer p, std::size_t bytes) {
  auto above = memory.upper_bound(p);
  if (above == memory.begin())
    return false;
  --above;
  return p + bytes <= above->first + above->second;
}
int take(pointer* to, std::size_t bytes) {
  if (const int error = entry())
    return error;
  if (state.allocation_fails || (state.memory != 0 && used + bytes > state.memory))
    return out_of_memory;
  void* const p = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  *to = reinterpret_cast<pointer>(p);
  memory[*to] = bytes;
  used += bytes;
  ++state.live_allocations;
  return 0;
}
void give(pointer p) {
  const auto found = memory.find(p);
  if (found == memory.end()) {
    ++state.wrong_calls;
    return;
  }
  used -= found->second;
  memory.erase(found);
  --state.live_allocations;
  std::free(reinterpret_cast<void*>(p));
}
int copy(pointer to, const void* from, std::size_t bytes) {
  work.emplace_back([=] { std::memcpy(reinterpret_cast<void*>(to), from, bytes); });
  return 0;
}
int checked(pointer p, std::size_t bytes) {
  if (const int error = entry())
    return error;
  if (!allocated(p, bytes)) {
    ++state.wrong_calls;
    return invalid_value;
  }
  return 0;
}

struct module {
  std::string text;
};
auto& modules = *new std::set<module*>; // never destroyed, like a driver

} // namespace

bool fake_cuda_work(const void* stream, std::function<void()> f) {
  const lock held(mutex);
  if (entry() != 0 || stream != &the_stream)
    return false;
  work.push_back(std::move(f));
  return true;
}

extern "C" {

// An event is done when the program has waited for the stream. Only the work of the first stream is
// delayed.
int cuEventCreate(void** made, unsigned) {
  const lock held(mutex);
  if (const int error = entry())
    return error;
  if (state.event_fails)
    return out_of_memory;
  ++state.live_events;
  *made = new std::size_t(0);
  return 0;
}
int cuEventDestroy_v2(void* event) {
  const lock held(mutex);
  --state.live_events;
  delete static_cast<std::size_t*>(event);
  return entry();
}
int cuEventRecord(void* event, void* stream) {
  const lock held(mutex);
  state.recorded_stream = stream;
  *static_cast<std::size_t*>(event) = stream == &the_stream ? done + work.size() : 0;
  return entry();
}
int cuEventQuery(void* event) {
  const lock held(mutex);
  if (const int error = entry())
    return error;
  return done >= *static_cast<std::size_t*>(event) ? 0 : 600;
}
int cuEventSynchronize(void* event) {
  const lock held(mutex);
  if (const int error = entry())
    return error;
  run_until(*static_cast<std::size_t*>(event));
  return 0;
}
int cuStreamWaitEvent(void* stream, void* event, unsigned) {
  const lock held(mutex);
  if (const int error = entry())
    return error;
  ++state.stream_waits;
  if (stream == &copy_stream)
    run_until(*static_cast<std::size_t*>(event));
  return 0;
}

int cuOccupancyMaxPotentialBlockSize(int* groups, int* size, void*, std::size_t (*)(int),
                                     std::size_t, int limit) {
  const lock held(mutex);
  *groups = 44;
  *size = limit / 2;
  return state.no_occupancy ? invalid_value : entry();
}
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* groups, void*, int size, std::size_t) {
  const lock held(mutex);
  *groups = 1536 / size;
  return state.no_occupancy ? invalid_value : entry();
}

fake_cuda* fake_cuda_state() { return &state; }

int cuInit(unsigned) { return state.init_fails ? no_device : 0; }
int cuDriverGetVersion(int* version) {
  *version = 13000;
  return 0;
}
int cuGetErrorName(int code, const char** name) {
  const std::map<int, const char*> names = {
      {out_of_memory, "CUDA_ERROR_OUT_OF_MEMORY"},
      {invalid_image, "CUDA_ERROR_INVALID_IMAGE"},
      {not_found, "CUDA_ERROR_NOT_FOUND"},
      {illegal_address, "CUDA_ERROR_ILLEGAL_ADDRESS"},
      {launch_out_of_resources, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"}};
  const auto found = names.find(code);
  if (found == names.end())
    return invalid_value;
  *name = found->second;
  return 0;
}
int cuDeviceGetCount(int* count) {
  *count = 2;
  return 0;
}
int cuDeviceGet(int* device, int number) {
  *device = number + 10;
  return 0;
}
int cuDeviceGetName(char* name, int size, int device) {
  std::strncpy(name, device == 10 ? "Fake GPU" : "Other fake GPU", static_cast<std::size_t>(size));
  return 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
  const std::map<int, int> values = {{16, 4}, {75, 9}, {76, 0}, {115, state.no_pools ? 0 : 1}};
  const auto found = values.find(attribute);
  if (found == values.end())
    return invalid_value;
  *value = found->second;
  return 0;
}
int cuDevicePrimaryCtxRetain(void** context, int) {
  const lock held(mutex);
  if (state.open_fails)
    return out_of_memory;
  ++state.retained;
  *context = &the_context;
  return 0;
}
int cuDevicePrimaryCtxRelease_v2(int) {
  const lock held(mutex);
  --state.retained;
  return 0;
}
int cuCtxPushCurrent_v2(void* context) {
  if (down)
    std::abort();
  const lock held(mutex);
  if (context != &the_context)
    return invalid_context;
  ++depth;
  ++state.current;
  return 0;
}
int cuCtxPopCurrent_v2(void** context) {
  const lock held(mutex);
  if (depth == 0)
    return invalid_context;
  --depth;
  --state.current;
  *context = &the_context;
  return 0;
}
int cuStreamCreate(void** stream, unsigned) {
  const lock held(mutex);
  if (const int error = entry())
    return error;
  if (state.stream_fails)
    return out_of_memory;
  *stream = ++state.live_streams % 2 == 1 ? &the_stream : &copy_stream;
  return 0;
}
int cuStreamDestroy_v2(void* stream) {
  const lock held(mutex);
  --state.live_streams;
  if (stream == &the_stream)
    run_all();
  return entry();
}
int cuStreamSynchronize(void* stream) {
  const lock held(mutex);
  ++state.waits;
  if (const int error = entry())
    return error;
  if (stream == &the_stream)
    run_all();
  return 0;
}
int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  const lock held(mutex);
  *total = state.memory;
  *free = state.memory - used;
  return entry();
}
int cuMemAlloc_v2(pointer* to, std::size_t bytes) {
  const lock held(mutex);
  return take(to, bytes);
}
int cuMemFree_v2(pointer p) {
  const lock held(mutex);
  const int error = entry();
  if (error == illegal_address) { // a lost device discards the work that is not done yet
    done += work.size();
    work.clear();
  }
  if (!work.empty())
    ++state.wrong_calls; // something may still use it
  give(p);
  return error;
}
int cuMemAllocHost_v2(void** to, std::size_t bytes) {
  const lock held(mutex);
  if (const int error = entry())
    return error;
  if (state.pinned_allocation_fails)
    return out_of_memory;
  *to = std::malloc(bytes);
  ++state.live_pinned;
  return 0;
}
int cuMemFreeHost(void* p) {
  const lock held(mutex);
  --state.live_pinned;
  std::free(p);
  return entry();
}
int cuMemcpyHtoDAsync_v2(pointer to, const void* from, std::size_t bytes, void*) {
  const lock held(mutex);
  const int error = checked(to, bytes);
  return error ? error : copy(to, from, bytes);
}
int cuMemcpyDtoHAsync_v2(void* to, pointer from, std::size_t bytes, void* stream) {
  const lock held(mutex);
  const int error = checked(from, bytes);
  if (error == 0 && stream == &copy_stream) {
    std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
    return 0;
  }
  return error ? error
               : copy(reinterpret_cast<pointer>(to), reinterpret_cast<const void*>(from), bytes);
}
int cuMemcpyDtoDAsync_v2(pointer to, pointer from, std::size_t bytes, void*) {
  const lock held(mutex);
  const int error = checked(from, bytes) + checked(to, bytes);
  return error ? error : copy(to, reinterpret_cast<const void*>(from), bytes);
}
int cuModuleLoadDataEx(void** loaded, const void* image, unsigned, int*, void**) {
  const lock held(mutex);
  if (const int error = entry())
    return error;
  if (state.load_fails)
    return invalid_image;
  auto* const made = new module{static_cast<const char*>(image)};
  modules.insert(made);
  *loaded = made;
  ++state.live_modules;
  return 0;
}
int cuModuleUnload(void* loaded) {
  const lock held(mutex);
  --state.live_modules;
  if (!work.empty() && !state.lost)
    ++state.wrong_calls; // a kernel may still run
  modules.erase(static_cast<module*>(loaded));
  delete static_cast<module*>(loaded);
  return entry();
}
int cuModuleGetFunction(void** function, void* loaded, const char* name) {
  const lock held(mutex);
  if (static_cast<module*>(loaded)->text.find(name) == std::string::npos)
    return not_found;
  *function = loaded;
  return entry();
}
#if !defined(STRIA_FAKE_WITHOUT_LAUNCH)
int cuLaunchKernel(void* function, unsigned x, unsigned, unsigned, unsigned size, unsigned,
                   unsigned, unsigned, void*, void** parameters, void**) {
  const lock held(mutex);
  if (const int error = entry())
    return error;
  if (state.launch_fails)
    return launch_out_of_resources;
  ++state.launches;
  state.groups = x;
  state.group_size = size;
  state.argument_bytes = 0;
  // "// 8 4 1 stria_kernel": the sizes of the arguments.
  std::istringstream sizes(static_cast<module*>(function)->text.substr(3));
  for (std::size_t bytes = 0; sizes >> bytes; ++parameters) {
    std::memcpy(state.arguments + state.argument_bytes, *parameters, bytes);
    state.argument_bytes += bytes;
  }
  work.emplace_back([] {});
  return 0;
}
#endif
#if !defined(STRIA_FAKE_WITHOUT_POOLS)
static int the_pool = 0;

int cuMemAllocAsync(pointer* to, std::size_t bytes, void*) {
  const lock held(mutex);
  return take(to, bytes);
}
int cuMemFreeAsync(pointer p, void*) {
  const lock held(mutex);
  const int error = entry();
  if (error == illegal_address) {
    done += work.size();
    work.clear();
    give(p);
  } else {
    work.emplace_back([p] { give(p); });
  }
  return error;
}
int cuDeviceGetDefaultMemPool(void** pool, int) {
  *pool = &the_pool;
  return 0;
}
int cuMemPoolSetAttribute(void* pool, int, void*) { return pool == &the_pool ? 0 : invalid_value; }
int cuMemPoolTrimTo(void* pool, std::size_t) {
  const lock held(mutex);
  ++state.trims;
  return pool == &the_pool ? 0 : invalid_value;
}
#endif

} // extern "C"
