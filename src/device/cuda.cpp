// SPDX-License-Identifier: BSL-1.0
// Devices through the CUDA driver API: each has its own stream in the primary context.
#include "blas.hpp"
#include "cublas.hpp"
#include "cuda_session.hpp"
#include "drivers.hpp"

#include <stria/device/nvrtc.hpp>

#include <cstring>
#include <limits>
#include <utility>

namespace stria::detail {

namespace {

constexpr std::size_t staging_bytes = std::size_t{1} << 20;
constexpr std::size_t largest_staged = staging_bytes / 16;

/// The properties of a device that the driver reports without opening it.
struct cuda_facts {
  cu::device device = 0;
  std::string name;
  int driver = 0;     // 12010 for CUDA 12.1
  int capability = 0; // 90 for 9.0
  int multiprocessors = 0;
  bool has_pools = false;
};

class cuda_context final : public device_context {
  const cu::api& api_;
  const cuda_facts facts_;
  std::mutex mutex_; // guards session_, staged_, and staging and copies of the session
  std::shared_ptr<cuda_session> session_;
  std::size_t staged_ = 0;    // bytes of staging memory that the stream may still read
  std::mutex products_mutex_; // guards products_ and handle_
  const cublas::api* products_ = nullptr;
  cublas::handle* handle_ = nullptr;

  [[noreturn]] void fail(const std::string& what, cu::status code) const {
    raise_device("stria: device: " + facts_.name + ": " + what +
                 " failed: " + api_.error_text(code));
  }
  void check(cu::status code, const char* what) const {
    if (code != cu::success)
      fail(what, code);
  }
  void check(cu::status code, const char* what, std::size_t bytes) const {
    if (code != cu::success)
      fail(what + (" of " + std::to_string(bytes)) + " bytes", code);
  }
  void enter(const current_context& current) const { check(current.code, "using the device"); }

  std::shared_ptr<cuda_session> opened() const {
    auto s = std::make_shared<cuda_session>(api_, facts_.device);
    check(api_.DevicePrimaryCtxRetain(&s->context, facts_.device), "opening the device");
    const current_context current(api_, s->context);
    enter(current);
    check(api_.StreamCreate(&s->stream, cu::stream_non_blocking), "creating a stream");
    if (facts_.has_pools && api_.DeviceGetDefaultMemPool(&s->pool, facts_.device) == cu::success) {
      // Without a threshold the pool returns its memory to the system at each synchronisation, and
      // the next allocation is slow.
      auto threshold = std::numeric_limits<std::uint64_t>::max();
      api_.MemPoolSetAttribute(s->pool, cu::pool_release_threshold, &threshold);
    }
    return s;
  }
  /// Opens the device at its first use, because a context costs time and hundreds of megabytes.
  std::shared_ptr<cuda_session> session() {
    const std::lock_guard lock(mutex_);
    if (!session_) {
      session_ = opened();
      watch_end_of_process();
    }
    return session_;
  }

  /// Copies the data to pinned memory, which the device reads later. Returns false if there is no
  /// pinned memory.
  bool write_staged(cuda_session& s, device_address to, const void* from, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (!s.staging && api_.MemAllocHost(&s.staging, staging_bytes) != cu::success) {
      s.staging = nullptr;
      return false;
    }
    if (bytes > staging_bytes - staged_) {
      check(api_.StreamSynchronize(s.stream), "waiting for writes");
      staged_ = 0;
    }
    void* const place = static_cast<char*>(s.staging) + staged_;
    std::memcpy(place, from, bytes);
    staged_ += bytes;
    check(api_.MemcpyHtoDAsync(to, place, bytes, s.stream), "a write", bytes);
    return true;
  }
  cu::status try_allocate(const cuda_session& s, device_address& base, std::size_t bytes) const {
    return s.pool ? api_.MemAllocAsync(&base, bytes, s.stream) : api_.MemAlloc(&base, bytes);
  }
  std::string free_bytes() const {
    std::size_t free = 0;
    std::size_t total = 0;
    if (api_.MemGetInfo(&free, &total) != cu::success)
      return "";
    return " (" + std::to_string(free) + " of " + std::to_string(total) + " bytes are free)";
  }

  /// An event after all operations submitted to a stream. The context must be current.
  std::shared_ptr<cuda_event> recorded(const std::shared_ptr<cuda_session>& s,
                                       cu::stream* stream) const {
    auto e = std::make_shared<cuda_event>(s, facts_.name);
    check(api_.EventCreate(&e->event, cu::event_without_timing), "creating an event");
    check(api_.EventRecord(e->event, stream), "recording an event");
    return e;
  }
  cu::stream* copy_stream(cuda_session& s) {
    const std::lock_guard lock(mutex_);
    if (!s.copies)
      check(api_.StreamCreate(&s.copies, cu::stream_non_blocking), "creating a stream");
    return s.copies;
  }

  void check_product(cublas::status code, const std::string& what) const {
    if (code != cublas::success)
      raise_device("stria: device: " + facts_.name + ": " + what + " by cuBLAS failed: " +
                   products_->error_text(code) + "; STRIA_DEVICE_BLAS=0 turns cuBLAS off");
  }
  /// Creates the handle of cuBLAS, which works on the stream of this device. The context
  /// must be current.
  void open_products(const cublas::api& library, const cuda_session& s) {
    if (handle_)
      return;
    products_ = &library;
    cublas::handle* made = nullptr;
    check_product(library.Create(&made), "opening the device");
    cublas::status code = library.SetStream(made, s.stream);
    if (code == cublas::success)
      code = library.SetMathMode(made, cublas::pedantic_math);
    if (code != cublas::success)
      library.Destroy(made);
    check_product(code, "setting the stream");
    handle_ = made;
  }
  /// cuBLAS is column-major: it sees every matrix transposed, so the operands are swapped.
  template <class T>
  void multiply_by(cublas::gemm<T> one, cublas::gemm_strided<T> many, const blas_product& call,
                   const matrix_products& p) const {
    const auto small = [](index n) { return static_cast<int>(n); };
    const auto at = [](device_address base, index offset) {
      return reinterpret_cast<T*>(base) + offset;
    };
    const auto form = [](bool transposed) {
      return transposed ? cublas::transposed : cublas::as_it_is;
    };
    const T alpha = 1, beta = 0;
    const int ta = form(call.a_transposed), tb = form(call.b_transposed), m = small(call.m),
              k = small(call.k), n = small(call.n), lda = small(call.lda), ldb = small(call.ldb),
              ldc = small(call.ldc);
    const std::size_t count = p.count();
    // The distances from each product to the next, if they are constant.
    index step[3]{};
    bool even = true;
    for (std::size_t i = 1; i < count; ++i) {
      const index next[] = {call.offset_a(p, i) - call.offset_a(p, i - 1),
                            call.offset_b(p, i) - call.offset_b(p, i - 1),
                            call.offset_c(p, i) - call.offset_c(p, i - 1)};
      for (int o = 0; o < 3; ++o) {
        even = even && (i == 1 || step[o] == next[o]) && next[o] >= 0;
        step[o] = next[o];
      }
    }
    if (count > 1 && even) {
      check_product(many(handle_, tb, ta, n, m, k, &alpha, at(call.b.base, call.offset_b(p, 0)),
                         ldb, step[1], at(call.a.base, call.offset_a(p, 0)), lda, step[0], &beta,
                         at(call.c.base, call.offset_c(p, 0)), ldc, step[2],
                         static_cast<int>(count)),
                    describe(p));
      return;
    }
    for (std::size_t i = 0; i < count; ++i)
      check_product(one(handle_, tb, ta, n, m, k, &alpha, at(call.b.base, call.offset_b(p, i)), ldb,
                        at(call.a.base, call.offset_a(p, i)), lda, &beta,
                        at(call.c.base, call.offset_c(p, i)), ldc),
                    describe(p));
  }

protected:
  std::string compile(const std::string& text) override {
    return nvrtc_binary(text, nvrtc_architecture(facts_.capability));
  }
  std::unique_ptr<loaded_kernel> load(const std::string& binary) override {
    auto s = session();
    const current_context current(api_, s->context);
    enter(current);
    cu::module* module = nullptr;
    check(api_.ModuleLoadDataEx(&module, binary.c_str(), 0, nullptr, nullptr), "loading a binary",
          binary.size());
    auto kernel = std::make_unique<cuda_kernel>(s, module);
    check(api_.ModuleGetFunction(&kernel->function, module, "stria_kernel"),
          "finding stria_kernel in a binary");
    return kernel;
  }
  std::string build_identity() const override {
    return "cuda\n" + facts_.name + "\n" + nvrtc_architecture(facts_.capability) + "\ndriver " +
           std::to_string(facts_.driver) + "\nnvrtc " + std::to_string(nvrtc_version()) + " " +
           nvrtc_options();
  }

public:
  cuda_context(const cu::api& api, cuda_facts facts) : api_(api), facts_(std::move(facts)) {}
  ~cuda_context() override {
    if (!session_ || process_ends())
      return;
    // The destructor waits first, because kernels that are about to be unloaded may still run.
    const current_context current(api_, session_->context);
    api_.StreamSynchronize(session_->stream);
    if (handle_)
      products_->Destroy(handle_);
  }

  std::string name() const override { return facts_.name; }
  kernel_dialect dialect() const override { return kernel_dialect::cuda; }
  std::size_t parameter_bytes() const override {
    const bool many = facts_.driver >= 12010 && facts_.capability >= 70 && nvrtc_version() >= 12010;
    return many ? 32764 : 4096;
  }
  bool has_double() const override { return true; }
  bool is_processor() const override { return false; }
  std::size_t busy_groups() const override {
    // 2048 threads for each multiprocessor, in groups of 256.
    return 8 * static_cast<std::size_t>(facts_.multiprocessors);
  }
  kernel_occupancy occupancy(loaded_kernel& kernel, std::size_t group_size) override {
    // The largest group that is chosen here. A group occupies the device until its slowest work
    // item has finished, and groups of this size are large enough to use all registers.
    constexpr int largest = 256;
    cu::function* const function = static_cast<cuda_kernel&>(kernel).function;
    const auto s = session();
    const current_context current(api_, s->context);
    enter(current);
    int size = static_cast<int>(group_size), groups = 0;
    if (group_size == 0 && api_.OccupancyMaxPotentialBlockSize &&
        api_.OccupancyMaxPotentialBlockSize(&groups, &size, function, nullptr, 0, largest) ==
            cu::success &&
        size > 0 && groups > 0)
      return {static_cast<std::size_t>(size), static_cast<std::size_t>(groups)};
    size = group_size == 0 ? 128 : static_cast<int>(group_size);
    if (api_.OccupancyMaxActiveBlocksPerMultiprocessor &&
        api_.OccupancyMaxActiveBlocksPerMultiprocessor(&groups, function, size, 0) == cu::success &&
        groups > 0)
      return {static_cast<std::size_t>(size),
              static_cast<std::size_t>(groups) * static_cast<std::size_t>(facts_.multiprocessors)};
    return {static_cast<std::size_t>(size), busy_groups()};
  }

  bool has_addresses() const override { return true; }
  int ordinal() const override { return facts_.device; }
  device_address allocate(std::size_t bytes) override {
    const auto s = session();
    const current_context current(api_, s->context);
    enter(current);
    device_address base = 0;
    cu::status code = try_allocate(*s, base, bytes);
    if (code == cu::out_of_memory && s->pool) {
      // Waits until released memory is no longer in use, and makes the pool return its unused
      // memory.
      api_.StreamSynchronize(s->stream);
      api_.MemPoolTrimTo(s->pool, 0);
      code = try_allocate(*s, base, bytes);
    }
    if (code != cu::success)
      fail("an allocation of " + std::to_string(bytes) + " bytes" + free_bytes(), code);
    if (tracing())
      trace(facts_.name, "allocated " + std::to_string(bytes) + " bytes");
    return base;
  }
  void release(device_address base) noexcept override {
    const auto s = session_; // there is an allocation, so the device is open
    if (!s || process_ends())
      return;
    const current_context current(api_, s->context);
    if (s->pool) {
      api_.MemFreeAsync(base, s->stream);
    } else {
      api_.StreamSynchronize(s->stream);
      api_.MemFree(base);
    }
  }
  void write(device_address base, std::size_t offset, const void* from,
             std::size_t bytes) override {
    if (bytes == 0)
      return;
    const auto s = session();
    const current_context current(api_, s->context);
    enter(current);
    if (bytes <= largest_staged && write_staged(*s, base + offset, from, bytes))
      return;
    // The driver copies pageable memory before it returns, but may still read pinned memory
    // afterwards. The memory of the caller may be pinned, so the function waits.
    check(api_.MemcpyHtoDAsync(base + offset, from, bytes, s->stream), "a write", bytes);
    check(api_.StreamSynchronize(s->stream), "a write", bytes);
  }
  void read(void* to, device_address base, std::size_t offset, std::size_t bytes) override {
    if (bytes == 0)
      return;
    const auto s = session();
    const current_context current(api_, s->context);
    enter(current);
    check(api_.MemcpyDtoHAsync(to, base + offset, bytes, s->stream), "a read", bytes);
    check(api_.StreamSynchronize(s->stream), "a read", bytes);
  }
  void copy(device_address to, std::size_t to_offset, device_address from, std::size_t from_offset,
            std::size_t bytes) override {
    if (bytes == 0)
      return;
    const auto s = session();
    const current_context current(api_, s->context);
    enter(current);
    check(api_.MemcpyDtoDAsync(to + to_offset, from + from_offset, bytes, s->stream), "a copy",
          bytes);
  }
  void launch(loaded_kernel& kernel, std::size_t groups, std::size_t group_size,
              const kernel_argument* arguments, std::size_t count) override {
    if (groups == 0)
      return;
    const auto what = [&] {
      return std::to_string(groups) + " groups of " + std::to_string(group_size);
    };
    if (groups > std::numeric_limits<std::int32_t>::max())
      raise_device("stria: device: " + facts_.name + ": a launch of " + what() +
                   ": CUDA has at most 2147483647 groups");
    const auto s = session();
    const current_context current(api_, s->context);
    enter(current);
    // A device_address is the value of a pointer parameter, so values and allocations are passed in
    // the same way.
    std::vector<void*> parameters(count);
    for (std::size_t k = 0; k < count; ++k)
      parameters[k] = const_cast<void*>(arguments[k].value);
    const cu::status code = api_.LaunchKernel(
        static_cast<cuda_kernel&>(kernel).function, static_cast<unsigned>(groups), 1, 1,
        static_cast<unsigned>(group_size), 1, 1, 0, s->stream, parameters.data(), nullptr);
    if (code != cu::success)
      fail("a launch of " + what(), code);
    if (tracing())
      trace(facts_.name, "launched " + what());
  }
  std::string product_library() override {
    return asks_for_blas() && cublas::library() != nullptr ? "cuBLAS" : "";
  }
  bool multiply(const matrix_products& p) override {
    const auto call = as_blas(p);
    const cublas::api* const library = call ? cublas::library() : nullptr;
    if (library == nullptr)
      return false;
    constexpr index most = std::numeric_limits<std::int32_t>::max();
    for (const index n : {call->m, call->k, call->n, call->lda, call->ldb, call->ldc,
                          static_cast<index>(p.count())})
      if (n > most)
        return false;
    const auto s = session();
    const current_context current(api_, s->context);
    enter(current);
    // A handle may be used by only one thread at a time.
    const std::lock_guard lock(products_mutex_);
    open_products(*library, *s);
    if (p.type == kernel_type::f32)
      multiply_by(library->Sgemm, library->SgemmStridedBatched, *call, p);
    else
      multiply_by(library->Dgemm, library->DgemmStridedBatched, *call, p);
    return true;
  }
  void finish() override {
    const auto s = session();
    const current_context current(api_, s->context);
    enter(current);
    check(api_.StreamSynchronize(s->stream), "waiting for the device");
  }

  std::shared_ptr<recorded_event> record() override {
    const auto s = session();
    const current_context current(api_, s->context);
    enter(current);
    return recorded(s, s->stream);
  }
  void wait_for(recorded_event& e) override {
    auto* const own = dynamic_cast<cuda_event*>(&e);
    if (own == nullptr)
      return e.wait();
    const auto s = session();
    const current_context current(api_, s->context);
    enter(current);
    check(api_.StreamWaitEvent(s->stream, own->event, 0), "waiting for an event");
  }
  void read_after(recorded_event* e, void* to, device_address base, std::size_t offset,
                  std::size_t bytes) override {
    auto* const own = dynamic_cast<cuda_event*>(e);
    if (own == nullptr)
      return read(to, base, offset, bytes);
    if (bytes == 0)
      return;
    const auto s = session();
    const current_context current(api_, s->context);
    enter(current);
    cu::stream* const beside = copy_stream(*s);
    check(api_.StreamWaitEvent(beside, own->event, 0), "waiting for an event");
    check(api_.MemcpyDtoHAsync(to, base + offset, bytes, beside), "a read", bytes);
    check(api_.StreamSynchronize(beside), "a read", bytes);
  }
  std::uintptr_t native_stream() override {
    return reinterpret_cast<std::uintptr_t>(session()->stream);
  }
  void wait_for_stream(std::uintptr_t stream) override {
    const auto s = session();
    const current_context current(api_, s->context);
    enter(current);
    // CUDA reserves 1 and 2 as handles of the default streams.
    const auto other = recorded(s, reinterpret_cast<cu::stream*>(stream));
    check(api_.StreamWaitEvent(s->stream, other->event, 0), "waiting for a stream");
  }
};

void add_device(const cu::api& api, int driver, int number, device_list& devices) {
  cuda_facts facts;
  if (api.DeviceGet(&facts.device, number) != cu::success)
    return;
  const auto attribute = [&](int which) {
    int value = 0;
    return api.DeviceGetAttribute(&value, which, facts.device) == cu::success ? value : 0;
  };
  char name[256]{};
  if (api.DeviceGetName(name, sizeof name - 1, facts.device) != cu::success)
    return;
  facts.name = name;
  facts.driver = driver;
  facts.capability = 10 * attribute(cu::attribute_major) + attribute(cu::attribute_minor);
  facts.multiprocessors = attribute(cu::attribute_multiprocessors);
  facts.has_pools = api.has_pools() && attribute(cu::attribute_memory_pools) != 0;
  if (facts.capability > 0 && facts.multiprocessors > 0)
    devices.push_back(std::make_shared<cuda_context>(api, std::move(facts)));
}

} // namespace

void add_cuda_devices(device_list& devices) {
  const std::string file = setting("STRIA_CUDA_LIBRARY");
  // The loaded libraries are never destroyed, because contexts refer to them and may outlive main.
  static std::mutex opening;
  static auto& loaded = *new std::map<std::string, cu::api>;
  const std::lock_guard lock(opening);
  const auto [at, is_new] = loaded.try_emplace(file.empty() ? "libcuda.so.1" : file);
  cu::api& api = at->second;
  if (is_new)
    api.load(at->first);
  int driver = 0;
  int count = 0;
  if (!api.complete || api.Init(0) != cu::success || api.DriverGetVersion(&driver) != cu::success ||
      api.DeviceGetCount(&count) != cu::success)
    return;
  for (int number = 0; number < count; ++number)
    add_device(api, driver, number, devices);
}

} // namespace stria::detail
