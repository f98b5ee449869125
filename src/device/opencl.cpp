// SPDX-License-Identifier: BSL-1.0
// Devices through OpenCL: each has its own context and in-order queue.
#include "blas.hpp"
#include "clblast.hpp"
#include "drivers.hpp"
#include "opencl_session.hpp"
#include "report.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <utility>

namespace stria::detail {

namespace {

std::size_t round_up(std::size_t bytes) {
  constexpr std::size_t page = 4096;
  return (bytes + page - 1) / page * page;
}

class opencl_context final : public device_context {
  struct allocation {
    cl::memory* memory;
    std::size_t reserved;
  };

  const cl::api& api_;
  cl::device* const device_;
  const std::string name_;
  const std::string identity_;
  const std::string options_;
  std::mutex mutex_; // guards the members below, and the arguments of kernels
  std::shared_ptr<opencl_session> session_;
  std::map<device_address, allocation> memory_;

  [[noreturn]] void fail(const std::string& what, cl::status code) const {
    raise_device("stria: device: " + name_ + ": " + what + " failed: " + cl::error_text(code));
  }
  void check(cl::status code, const char* what) const {
    if (code != cl::success)
      fail(what, code);
  }
  void check(cl::status code, const char* what, std::size_t bytes) const {
    if (code != cl::success)
      fail(what + (" of " + std::to_string(bytes)) + " bytes", code);
  }

  /// Opens the device at its first use, because a program may need only one of several. The caller
  /// holds the mutex.
  opencl_session& session() {
    if (!session_) {
      auto opened = std::make_shared<opencl_session>(api_);
      cl::status code = cl::success;
      opened->context = api_.CreateContext(nullptr, 1, &device_, nullptr, nullptr, &code);
      check(code, "opening the device");
      opened->queue = api_.CreateCommandQueue(opened->context, device_, 0, &code);
      check(code, "creating a queue");
      session_ = std::move(opened);
      watch_end_of_process();
    }
    return *session_;
  }
  std::shared_ptr<opencl_session> shared_session() {
    const std::lock_guard lock(mutex_);
    session();
    return session_;
  }
  cl::memory* memory_at(device_address base) const {
    const auto found = memory_.find(base);
    if (found == memory_.end())
      raise_device("stria: device: " + name_ + ": the address was not allocated on this device");
    return found->second.memory;
  }
  void build_program(cl::program* program, const std::string& text) const {
    const cl::status code =
        api_.BuildProgram(program, 1, &device_, options_.c_str(), nullptr, nullptr);
    if (code == cl::success)
      return;
    const auto log = text_of([&](std::size_t size, void* to, std::size_t* needed) {
      return api_.GetProgramBuildInfo(program, device_, cl::program_build_log, size, to, needed);
    });
    raise_build(name_, cl::error_text(code), log, text);
  }

protected:
  std::string compile(const std::string& text) override {
    std::string binary;
    static_cast<void>(build(text, true, binary));
    return binary;
  }
  // The compiled program is used directly, because PoCL would compile it again if it were loaded as
  // a binary.
  std::unique_ptr<loaded_kernel> build(const std::string& text, bool keeps,
                                       std::string& binary) override {
    auto session = shared_session();
    const char* lines = text.data();
    const std::size_t size = text.size();
    cl::status code = cl::success;
    const program_guard made(
        api_, api_.CreateProgramWithSource(session->context, 1, &lines, &size, &code));
    check(code, "creating a program");
    build_program(made.program, text);
    cl::kernel* const kernel = api_.CreateKernel(made.program, "stria_kernel", &code);
    check(code, "finding stria_kernel in a program");
    auto built = std::make_unique<opencl_kernel>(std::move(session), kernel);
    if (!keeps)
      return built;
    std::size_t bytes = 0;
    check(
        api_.GetProgramInfo(made.program, cl::program_binary_sizes, sizeof bytes, &bytes, nullptr),
        "querying the size of a binary");
    binary.assign(bytes, '\0');
    char* to = binary.data();
    check(api_.GetProgramInfo(made.program, cl::program_binaries, sizeof(char*), &to, nullptr),
          "reading a binary", bytes);
    return built;
  }
  std::unique_ptr<loaded_kernel> load(const std::string& binary) override {
    auto session = shared_session();
    const auto* from = reinterpret_cast<const unsigned char*>(binary.data());
    const std::size_t size = binary.size();
    cl::status accepted = cl::success;
    cl::status code = cl::success;
    const program_guard made(api_, api_.CreateProgramWithBinary(session->context, 1, &device_,
                                                                &size, &from, &accepted, &code));
    check(code, "loading a binary", size);
    check(accepted, "loading a binary", size);
    check(api_.BuildProgram(made.program, 1, &device_, options_.c_str(), nullptr, nullptr),
          "building a binary", size);
    cl::kernel* const kernel = api_.CreateKernel(made.program, "stria_kernel", &code);
    check(code, "finding stria_kernel in a binary");
    return std::make_unique<opencl_kernel>(std::move(session), kernel);
  }
  std::string build_identity() const override { return identity_ + "\n" + options_; }

public:
  opencl_context(const cl::api& api, cl::device* device, std::string name, std::string identity,
                 std::string options)
      : api_(api), device_(device), name_(std::move(name)), identity_(std::move(identity)),
        options_(std::move(options)) {}
  ~opencl_context() override {
    for (const auto& [base, memory] : memory_)
      give_back(base, memory);
  }

  std::string name() const override { return name_; }
  kernel_dialect dialect() const override { return kernel_dialect::opencl; }
  std::size_t parameter_bytes() const override {
    return device_info<std::size_t>(api_, device_, cl::device_parameter_size);
  }
  bool has_double() const override {
    return device_info<cl::flags>(api_, device_, cl::device_double_config) != 0;
  }
  bool is_processor() const override {
    return (device_info<cl::flags>(api_, device_, cl::device_type) & cl::type_cpu) != 0;
  }
  std::size_t busy_groups() const override {
    const std::size_t units = device_info<cl::number>(api_, device_, cl::device_compute_units);
    return is_processor() ? units : 8 * units; // a GPU hides latency with several groups per unit
  }
  kernel_occupancy occupancy(loaded_kernel& kernel, std::size_t group_size) override {
    constexpr std::size_t wanted = 256, usual = 128, items_of_unit = 2048;
    const std::size_t units = device_info<cl::number>(api_, device_, cl::device_compute_units);
    if (is_processor()) // the items of a group run in a loop, each over neighbouring elements
      return {group_size != 0 ? group_size : usual, units};
    std::size_t size = group_size;
    if (size == 0) {
      const std::size_t largest = group_info(kernel, cl::kernel_group_size),
                        multiple = group_info(kernel, cl::kernel_group_multiple);
      size = largest == 0 ? usual : std::min(largest, wanted);
      if (multiple > 0 && size > multiple)
        size -= size % multiple;
    }
    return {size, units * std::max<std::size_t>(1, items_of_unit / size)};
  }

  device_address allocate(std::size_t bytes) override {
    const std::lock_guard lock(mutex_);
    cl::status code = cl::success;
    cl::memory* const memory =
        api_.CreateBuffer(session().context, cl::read_write, bytes, nullptr, &code);
    check(code, "an allocation", bytes);
    // A buffer of OpenCL has no address. A range of addresses that is reserved and never accessed
    // identifies the buffer instead.
    const std::size_t reserved = round_up(bytes);
    void* const base =
        ::mmap(nullptr, reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED) {
      api_.ReleaseMemObject(memory);
      raise_device("stria: device: " + name_ + ": no address space for an allocation of " +
                   std::to_string(bytes) + " bytes");
    }
    const auto address = reinterpret_cast<device_address>(base);
    memory_.emplace(address, allocation{memory, reserved});
    if (tracing())
      trace(name_, "allocated " + std::to_string(bytes) + " bytes");
    return address;
  }
  void release(device_address base) noexcept override {
    if (process_ends())
      return; // the list keeps it, so that leak checkers find it
    const std::lock_guard lock(mutex_);
    if (const auto found = memory_.find(base); found != memory_.end()) {
      give_back(base, found->second);
      memory_.erase(found);
    }
  }
  void write(device_address base, std::size_t offset, const void* from,
             std::size_t bytes) override {
    if (bytes == 0)
      return;
    const auto [queue, memory] = place(base);
    check(api_.EnqueueWriteBuffer(queue, memory, cl::blocking, offset, bytes, from, 0, nullptr,
                                  nullptr),
          "a write", bytes);
  }
  void read(void* to, device_address base, std::size_t offset, std::size_t bytes) override {
    if (bytes == 0)
      return;
    const auto [queue, memory] = place(base);
    check(
        api_.EnqueueReadBuffer(queue, memory, cl::blocking, offset, bytes, to, 0, nullptr, nullptr),
        "a read", bytes);
  }
  void copy(device_address to, std::size_t to_offset, device_address from, std::size_t from_offset,
            std::size_t bytes) override {
    if (bytes == 0)
      return;
    const std::lock_guard lock(mutex_);
    cl::queue* const queue = session().queue;
    check(api_.EnqueueCopyBuffer(queue, memory_at(from), memory_at(to), from_offset, to_offset,
                                 bytes, 0, nullptr, nullptr),
          "a copy", bytes);
    check(api_.Flush(queue), "starting a copy");
  }
  void launch(loaded_kernel& kernel, std::size_t groups, std::size_t group_size,
              const kernel_argument* arguments, std::size_t count) override {
    if (groups == 0)
      return;
    cl::kernel* const entry = static_cast<opencl_kernel&>(kernel).kernel;
    const std::lock_guard lock(mutex_);
    cl::queue* const queue = session().queue;
    for (std::size_t k = 0; k < count; ++k) {
      const kernel_argument& argument = arguments[k];
      cl::status code = cl::success;
      if (argument.bytes == 0) {
        cl::memory* const memory = memory_at(*static_cast<const device_address*>(argument.value));
        code = api_.SetKernelArg(entry, static_cast<cl::number>(k), sizeof(cl::memory*), &memory);
      } else {
        code = api_.SetKernelArg(entry, static_cast<cl::number>(k), argument.bytes, argument.value);
      }
      if (code != cl::success)
        fail("setting argument " + std::to_string(k) + " of a kernel", code);
    }
    const auto what = [&] {
      return std::to_string(groups) + " groups of " + std::to_string(group_size);
    };
    const std::size_t items = groups * group_size;
    const cl::status code = api_.EnqueueNDRangeKernel(queue, entry, 1, nullptr, &items, &group_size,
                                                      0, nullptr, nullptr);
    if (code != cl::success)
      fail("a launch of " + what(), code);
    check(api_.Flush(queue), "starting a kernel");
    if (tracing())
      trace(name_, "launched " + what());
  }
  std::string product_library() override {
    return asks_for_blas() && clblast::library() != nullptr ? "CLBlast" : "";
  }
  bool multiply(const matrix_products& p) override {
    const auto call = as_blas(p);
    const clblast::api* const library = call ? clblast::library() : nullptr;
    if (library == nullptr)
      return false;
    if (p.type == kernel_type::f32)
      multiply_by(library->Sgemm, library->SgemmBatched, *call, p);
    else
      multiply_by(library->Dgemm, library->DgemmBatched, *call, p);
    return true;
  }
  void finish() override { check(api_.Finish(shared_session()->queue), "waiting for the device"); }

  std::shared_ptr<recorded_event> record() override {
    auto s = shared_session();
    auto e = std::make_shared<opencl_event>(s, name_);
    check(api_.EnqueueMarkerWithWaitList(s->queue, 0, nullptr, &e->event), "recording an event");
    check(api_.Flush(s->queue), "recording an event");
    return e;
  }
  // Events of other devices belong to another context, so the host waits for them.
  void read_after(recorded_event* e, void* to, device_address base, std::size_t offset,
                  std::size_t bytes) override {
    auto* const own = dynamic_cast<opencl_event*>(e);
    if (own == nullptr)
      return read(to, base, offset, bytes);
    if (bytes == 0)
      return;
    cl::memory* const memory = place(base).memory;
    check(api_.EnqueueReadBuffer(copy_queue(), memory, cl::blocking, offset, bytes, to, 1,
                                 &own->event, nullptr),
          "a read", bytes);
  }

private:
  template <class T>
  void multiply_by(clblast::gemm<T> one, clblast::gemm_batched<T> many, const blas_product& call,
                   const matrix_products& p) {
    const auto form = [](bool transposed) {
      return transposed ? clblast::transposed : clblast::as_it_is;
    };
    const auto size = [](index n) { return static_cast<std::size_t>(n); };
    const std::size_t m = size(call.m), n = size(call.n), k = size(call.k), count = p.count();
    const int ta = form(call.a_transposed), tb = form(call.b_transposed);
    const std::lock_guard lock(mutex_);
    cl::queue* queue = session().queue;
    cl::memory* const a = memory_at(call.a.base);
    cl::memory* const b = memory_at(call.b.base);
    cl::memory* const c = memory_at(call.c.base);
    clblast::status code = clblast::success;
    if (count == 1) {
      code = one(clblast::row_major, ta, tb, m, n, k, T(1), a, size(call.offset_a(p, 0)),
                 size(call.lda), b, size(call.offset_b(p, 0)), size(call.ldb), T(0), c,
                 size(call.offset_c(p, 0)), size(call.ldc), &queue, nullptr);
    } else {
      std::vector<std::size_t> at_a, at_b, at_c;
      for (std::size_t i = 0; i < count; ++i) {
        at_a.push_back(size(call.offset_a(p, i)));
        at_b.push_back(size(call.offset_b(p, i)));
        at_c.push_back(size(call.offset_c(p, i)));
      }
      const std::vector<T> alpha(count, T(1)), beta(count, T(0));
      code = many(clblast::row_major, ta, tb, m, n, k, alpha.data(), a, at_a.data(), size(call.lda),
                  b, at_b.data(), size(call.ldb), beta.data(), c, at_c.data(), size(call.ldc),
                  count, &queue, nullptr);
    }
    if (code != clblast::success)
      raise_device("stria: device: " + name_ + ": " + describe(p) + " by CLBlast failed: " +
                   clblast::error_text(code) + "; STRIA_DEVICE_BLAS=0 turns CLBlast off");
    check(api_.Flush(queue), "starting a product");
  }
  std::size_t group_info(loaded_kernel& kernel, cl::number what) const {
    std::size_t value = 0;
    const cl::status code = api_.GetKernelWorkGroupInfo(
        static_cast<opencl_kernel&>(kernel).kernel, device_, what, sizeof value, &value, nullptr);
    return code == cl::success ? value : 0;
  }
  cl::queue* copy_queue() {
    const std::lock_guard lock(mutex_);
    opencl_session& s = session();
    if (!s.copies) {
      cl::status code = cl::success;
      s.copies = api_.CreateCommandQueue(s.context, device_, 0, &code);
      check(code, "creating a queue");
    }
    return s.copies;
  }
  struct placed {
    cl::queue* queue;
    cl::memory* memory;
  };
  /// Returns the queue and the buffer for a call, so that the mutex is not held while the call
  /// waits.
  placed place(device_address base) {
    const std::lock_guard lock(mutex_);
    return {session().queue, memory_at(base)};
  }
  /// Releases a buffer. The driver keeps it until the work that uses it is done.
  void give_back(device_address base, const allocation& memory) noexcept {
    if (!process_ends())
      api_.ReleaseMemObject(memory.memory);
    ::munmap(reinterpret_cast<void*>(base), memory.reserved);
  }
};

void add_device(const cl::api& api, cl::platform* platform, cl::device* device,
                device_list& devices) {
  if (!device_info<cl::number>(api, device, cl::device_available) ||
      !device_info<cl::number>(api, device, cl::device_compiler_available))
    return;
  std::string identity = "opencl";
  for (const cl::number what : {cl::platform_name, cl::platform_version})
    identity += "\n" + platform_text(api, platform, what);
  for (const cl::number what : {cl::device_name, cl::device_version, cl::driver_version})
    identity += "\n" + device_text(api, device, what);
  // Requests correctly rounded quotients and square roots, as on the host, if the device supports
  // them. The default allows 2.5 ulp for quotients and 3 ulp for roots.
  std::string options = "-cl-std=CL1.2 -w"; // otherwise PoCL prints the number of warnings
  if (device_info<cl::flags>(api, device, cl::device_single_config) &
      cl::correctly_rounded_divide_sqrt)
    options += " -cl-fp32-correctly-rounded-divide-sqrt";
  devices.push_back(std::make_shared<opencl_context>(
      api, device, device_text(api, device, cl::device_name), identity, options));
}

} // namespace

void add_opencl_devices(device_list& devices) {
  const std::string file = setting("STRIA_OPENCL_LIBRARY");
  // The loaded libraries are never destroyed, because contexts refer to them and may outlive main.
  static std::mutex opening;
  static auto& loaded = *new std::map<std::string, cl::api>;
  const std::lock_guard lock(opening);
  const auto [at, is_new] = loaded.try_emplace(file.empty() ? "libOpenCL.so.1" : file);
  cl::api& api = at->second;
  if (is_new)
    api.load(at->first);
  if (!api.complete)
    return;
  cl::number count = 0;
  if (api.GetPlatformIDs(0, nullptr, &count) != cl::success || count == 0)
    return;
  std::vector<cl::platform*> platforms(count);
  if (api.GetPlatformIDs(count, platforms.data(), nullptr) != cl::success)
    return;
  for (cl::platform* const platform : platforms) {
    count = 0;
    if (api.GetDeviceIDs(platform, cl::type_all, 0, nullptr, &count) != cl::success || count == 0)
      continue;
    std::vector<cl::device*> found(count);
    if (api.GetDeviceIDs(platform, cl::type_all, count, found.data(), nullptr) != cl::success)
      continue;
    for (cl::device* const device : found)
      add_device(api, platform, device, devices);
  }
}

} // namespace stria::detail
