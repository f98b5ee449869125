// SPDX-License-Identifier: BSL-1.0
// device/context.hpp: the interface of a driver: memory, kernels compiled from text, launches.
//
// The implementations are compiled into the CMake target stria::device (src/device/). They open the
// driver with dlopen, so no header of CUDA or OpenCL is needed.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/errors.hpp>

#if !defined(__STDCPP_THREADS__)
#error "stria: devices need threads, which the target lacks, or has only with -pthread"
#include <stria_needs_threads>
#endif

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

namespace stria {

/// Reports a failure of a device or its driver: no device was found, memory is exhausted, a kernel
/// did not compile, the device was lost. Memory on the host is unaffected.
///
/// \usage        `catch (const device_error& e) { std::puts(e.what()); }`
class device_error : public std::runtime_error, public error {
public:
  using std::runtime_error::runtime_error;
  const char* what() const noexcept override { return std::runtime_error::what(); }
};

namespace detail {

/// The language that a driver compiles.
enum class kernel_dialect : unsigned char { opencl, cuda };

/// The address that identifies an allocation. Allocations of one process do not overlap, even if
/// they are on different devices. The host cannot dereference the address.
using device_address = std::uintptr_t;

/// An argument of a kernel: a value of `bytes` bytes or, if bytes is 0, the allocation whose
/// device_address `value` points to.
struct kernel_argument {
  const void* value;
  std::size_t bytes;
};

/// A kernel that a driver has loaded; drivers derive from it.
struct loaded_kernel {
  virtual ~loaded_kernel() = default;
  /// The number of registers of a work item, or -1 if the driver does not report it.
  virtual int registers() const { return -1; }
};

struct matrix_products; // device/product.hpp

/// A point in the sequence of operations of a device.
struct recorded_event {
  virtual ~recorded_event() = default;
  /// Returns when all operations before the event are done.
  virtual void wait() = 0;
  virtual bool is_done() = 0;
};

/// How a kernel fills a device: the number of work items in a group, and of groups that run at
/// once.
struct kernel_occupancy {
  std::size_t group_size, groups;
};

/// A device. It runs operations in the order of the calls. launch() and write() may return before
/// their operation is done. Calls are thread-safe. Every failure is a device_error.
class device_context {
  static inline std::atomic<std::uint64_t> contexts_ = 0;
  const std::uint64_t number_ = ++contexts_;
  std::mutex kernels_mutex_;
  std::map<std::string, std::unique_ptr<loaded_kernel>> kernels_; // by text

  std::unique_ptr<loaded_kernel> load_or_compile(const std::string& text);

protected:
  /// Compiles the kernel `stria_kernel` of a text to a binary. The error of a failure contains the
  /// text and the log of the compiler.
  virtual std::string compile(const std::string& text) = 0;
  virtual std::unique_ptr<loaded_kernel> load(const std::string& binary) = 0;
  /// Compiles and loads a text. If `keeps` is set, `binary` receives the binary.
  virtual std::unique_ptr<loaded_kernel> build(const std::string& text, bool keeps,
                                               std::string& binary);
  /// Identifies everything that a binary depends on besides the text: device, driver and compiler.
  virtual std::string build_identity() const = 0;

public:
  virtual ~device_context() = default;
  device_context() = default;
  device_context(const device_context&) = delete;
  device_context& operator=(const device_context&) = delete;

  /// A number that no other context of this process has or had.
  std::uint64_t number() const { return number_; }
  /// The name that the driver reports: "NVIDIA H100 80GB HBM3".
  virtual std::string name() const = 0;
  virtual kernel_dialect dialect() const = 0;
  /// The largest total size of the arguments of a kernel, in bytes.
  virtual std::size_t parameter_bytes() const = 0;
  virtual bool has_double() const = 0;
  /// Whether the device is the processor of the host.
  virtual bool is_processor() const = 0;
  /// The number of work groups that keep the device busy.
  virtual std::size_t busy_groups() const = 0;
  /// How a kernel fills the device with groups of a given size. A size of 0 means the size that
  /// suits the kernel.
  virtual kernel_occupancy occupancy(loaded_kernel&, std::size_t group_size) {
    return {group_size != 0 ? group_size : 128, busy_groups()};
  }

  /// Allocates memory, aligned to 256 bytes; bytes > 0.
  virtual device_address allocate(std::size_t bytes) = 0;
  /// Whether a device_address is an address that other libraries can use.
  virtual bool has_addresses() const { return false; }
  /// The number of the device in its driver.
  virtual int ordinal() const { return 0; }
  /// Releases memory after all operations submitted so far.
  virtual void release(device_address base) noexcept = 0;
  /// Copies from the host; `from` may change once the call returns.
  virtual void write(device_address base, std::size_t offset, const void* from,
                     std::size_t bytes) = 0;
  /// Copies to the host; returns when the bytes have arrived.
  virtual void read(void* to, device_address base, std::size_t offset, std::size_t bytes) = 0;
  /// Copies between two allocations of this device.
  virtual void copy(device_address to, std::size_t to_offset, device_address from,
                    std::size_t from_offset, std::size_t bytes) = 0;
  /// Launches `groups` groups of `group_size` work items.
  virtual void launch(loaded_kernel& kernel, std::size_t groups, std::size_t group_size,
                      const kernel_argument* arguments, std::size_t count) = 0;
  /// Computes products of matrices with the library of the driver. Returns false, without any
  /// effect, if there is no library or if it cannot read the operands in place.
  virtual bool multiply(const matrix_products&) { return false; }
  /// The name of the library that multiply() uses; empty if there is none.
  virtual std::string product_library() { return {}; }
  /// Waits for all operations.
  virtual void finish() = 0;

  /// An event after all operations submitted so far; null if the driver has no events.
  virtual std::shared_ptr<recorded_event> record() { return nullptr; }
  /// Makes operations submitted later wait for an event, possibly of another device.
  virtual void wait_for(recorded_event& e) { e.wait(); }
  /// Reads while later operations run. The copy begins after an event of this device, or, if that
  /// is null, after all operations submitted so far.
  virtual void read_after(recorded_event*, void* to, device_address base, std::size_t offset,
                          std::size_t bytes) {
    read(to, base, offset, bytes);
  }
  /// The handle of the stream on which the operations run, for other libraries; 0 if there is none.
  virtual std::uintptr_t native_stream() { return 0; }
  /// Makes operations that are submitted later wait for all operations that another library has
  /// submitted to a stream so far.
  virtual void wait_for_stream(std::uintptr_t) {}

  /// The kernel `stria_kernel` of a text. A process compiles each text once. The binaries are also
  /// stored in a folder, where later processes find them. The environment variable
  /// STRIA_DEVICE_CACHE names the folder; if its value is empty, nothing is stored. Without this
  /// variable, the folder is stria/kernels in XDG_CACHE_HOME or, without that one, in ~/.cache. A
  /// file that cannot be read or written is not an error.
  loaded_kernel& kernel(const std::string& text);
  /// The number of texts compiled or loaded in this process.
  std::size_t kernel_count();
  /// The texts that kernel_count() counts.
  std::vector<std::string> kernel_texts();
};

/// All devices, CUDA devices first; empty if there is no driver. They are found at the first call
/// and kept until the process ends. A device is opened when it is first used.
///
/// Environment variables that the first call reads:
/// - STRIA_DEVICE: `cuda` or `opencl` selects only that driver, and `none` disables both. Any other
/// value that is not empty causes a device_error.
/// - STRIA_CUDA_LIBRARY, STRIA_OPENCL_LIBRARY: the files to load instead of libcuda.so.1 and
/// libOpenCL.so.1.
/// - STRIA_CUBLAS_LIBRARY, STRIA_CLBLAST_LIBRARY: the same for cuBLAS and CLBlast. They are opened
/// when a product first needs them; STRIA_DEVICE_BLAS=0 disables both.
/// - STRIA_DEVICE_TRACE: the value 1 writes a line to stderr for each launch, compilation, loaded
/// binary, allocation and product that a library computes.
const std::vector<std::shared_ptr<device_context>>& all_devices();
/// New contexts of all devices, which share neither memory nor kernels with all_devices(). Reads
/// the environment at each call.
std::vector<std::shared_ptr<device_context>> open_devices();

} // namespace detail
} // namespace stria
