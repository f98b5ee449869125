// SPDX-License-Identifier: BSL-1.0
// device/context.hpp: what a driver offers of a device: memory, kernels made from text, launches.
//
// The classes that implement it are compiled into the target stria::device; src/device/. They open
// the driver by dlopen, so that no header of CUDA or OpenCL is needed.
#pragma once

#include <stria/base/errors.hpp>

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

/// A device or its driver failed: none was found, its memory is used up, a kernel did not compile,
/// it was lost. What is in the host's memory is unharmed. A `std::runtime_error`.
class device_error : public std::runtime_error, public error {
public:
  using std::runtime_error::runtime_error;
  const char* what() const noexcept override { return std::runtime_error::what(); }
};

namespace detail {

/// The language that a driver compiles.
enum class kernel_dialect : unsigned char { opencl, cuda };

/// The name of an allocation: no two of one process overlap, whatever their device. The host cannot
/// read there.
using device_address = std::uintptr_t;

/// An argument of a kernel: `bytes` bytes by value, or, where bytes is 0, the allocation whose
/// device_address `value` points to.
struct kernel_argument {
  const void* value;
  std::size_t bytes;
};

/// A kernel that a driver has loaded; its type is the driver's own.
struct loaded_kernel {
  virtual ~loaded_kernel() = default;
  /// Registers of a work item; -1 where the driver does not say.
  virtual int registers() const { return -1; }
};

struct matrix_products; // device/product.hpp

/// A point in the work of a device.
struct recorded_event {
  virtual ~recorded_event() = default;
  /// Returns when the work before it is done.
  virtual void wait() = 0;
  virtual bool is_done() = 0;
};

/// How a kernel fills a device: the work items of a group, and the groups that run at once.
struct kernel_occupancy {
  std::size_t group_size, groups;
};

/// One device. Work is done in the order of the calls; launches and writes may return before they
/// are done. Calls from several threads are safe. Every failure is a `device_error`.
class device_context {
  static inline std::atomic<std::uint64_t> contexts_ = 0;
  const std::uint64_t number_ = ++contexts_;
  std::mutex kernels_mutex_;
  std::map<std::string, std::unique_ptr<loaded_kernel>> kernels_; // by text

  std::unique_ptr<loaded_kernel> load_or_compile(const std::string& text);

protected:
  /// The binary of the kernel `stria_kernel` in a text. A failure names the text and the log.
  virtual std::string compile(const std::string& text) = 0;
  virtual std::unique_ptr<loaded_kernel> load(const std::string& binary) = 0;
  /// Compiles and loads a text; where `keeps`, its binary is asked for, too.
  virtual std::unique_ptr<loaded_kernel> build(const std::string& text, bool keeps,
                                               std::string& binary);
  /// On what a binary depends besides the text: device, driver and compiler.
  virtual std::string build_identity() const = 0;

public:
  virtual ~device_context() = default;
  device_context() = default;
  device_context(const device_context&) = delete;
  device_context& operator=(const device_context&) = delete;

  /// No other context of this process has it, before or after.
  std::uint64_t number() const { return number_; }
  /// As the driver tells it: "NVIDIA H100 80GB HBM3".
  virtual std::string name() const = 0;
  virtual kernel_dialect dialect() const = 0;
  /// How many bytes all arguments of a kernel may have together.
  virtual std::size_t parameter_bytes() const = 0;
  virtual bool has_double() const = 0;
  /// The device computes on the processor of the host.
  virtual bool is_processor() const = 0;
  /// How many work groups keep it busy.
  virtual std::size_t busy_groups() const = 0;
  /// How a kernel fills the device, in groups of a size or, where that is 0, of the one that suits
  /// the kernel.
  virtual kernel_occupancy occupancy(loaded_kernel&, std::size_t group_size) {
    return {group_size != 0 ? group_size : 128, busy_groups()};
  }

  /// Memory, aligned to 256 bytes. bytes > 0.
  virtual device_address allocate(std::size_t bytes) = 0;
  /// Whether an address in the device's memory is a number that other libraries know.
  virtual bool has_addresses() const { return false; }
  /// The number of the device among those of its driver.
  virtual int ordinal() const { return 0; }
  /// After all work that has been asked for before.
  virtual void release(device_address base) noexcept = 0;
  /// From the host; `from` may change once the call returns.
  virtual void write(device_address base, std::size_t offset, const void* from,
                     std::size_t bytes) = 0;
  /// To the host; returns when the bytes are there.
  virtual void read(void* to, device_address base, std::size_t offset, std::size_t bytes) = 0;
  /// Between two allocations of this device.
  virtual void copy(device_address to, std::size_t to_offset, device_address from,
                    std::size_t from_offset, std::size_t bytes) = 0;
  /// `groups` groups of `group_size` work items.
  virtual void launch(loaded_kernel& kernel, std::size_t groups, std::size_t group_size,
                      const kernel_argument* arguments, std::size_t count) = 0;
  /// Products of matrices by a library of the driver's. False where there is none, and where it
  /// does not take the operands as they lie: nothing is done then.
  virtual bool multiply(const matrix_products&) { return false; }
  /// The name of that library; empty where there is none.
  virtual std::string product_library() { return {}; }
  /// Waits for all work.
  virtual void finish() = 0;

  /// The end of the work that has been asked for so far; null where the driver has no events.
  virtual std::shared_ptr<recorded_event> record() { return nullptr; }
  /// Work that is asked for later begins after an event, which may be of another device.
  virtual void wait_for(recorded_event& e) { e.wait(); }
  /// read() beside later work, after an event of this device or, where it is null, after all work.
  virtual void read_after(recorded_event*, void* to, device_address base, std::size_t offset,
                          std::size_t bytes) {
    read(to, base, offset, bytes);
  }
  /// The driver's own name of the stream that does the work, for other libraries; 0: there is none.
  virtual std::uintptr_t native_stream() { return 0; }
  /// Work that is asked for later begins after what a stream of another library has been asked for.
  virtual void wait_for_stream(std::uintptr_t) {}

  /// The kernel `stria_kernel` of a text: compiled once in a process, and once on a machine where
  /// there is a folder for binaries. That folder is STRIA_DEVICE_CACHE (empty: there is none), else
  /// stria/kernels in XDG_CACHE_HOME, else in ~/.cache. A file that cannot be read or written is
  /// no error.
  loaded_kernel& kernel(const std::string& text);
  /// How many texts were compiled or loaded in this process.
  std::size_t kernel_count();
  /// Their texts.
  std::vector<std::string> kernel_texts();
};

/// All devices, those of CUDA first. Empty where there is no driver. Found at the first call and
/// kept until the process ends; a device itself is opened when it is first used.
///
/// Environment variables that the first call reads:
/// - STRIA_DEVICE: cuda or opencl asks only that driver, none asks neither. Any other value than
///   these and the empty one is a `device_error`.
/// - STRIA_CUDA_LIBRARY, STRIA_OPENCL_LIBRARY: the file to load in place of libcuda.so.1 and
///   libOpenCL.so.1.
/// - STRIA_CUBLAS_LIBRARY, STRIA_CLBLAST_LIBRARY: the same for cuBLAS and CLBlast. They are opened
///   when a product first asks for them; STRIA_DEVICE_BLAS: 0 asks for none.
/// - STRIA_DEVICE_TRACE: 1 writes a line to stderr for each launch, compilation and allocation.
const std::vector<std::shared_ptr<device_context>>& all_devices();
/// New contexts of all devices, which share neither memory nor kernels with those of all_devices().
/// Reads the environment each time.
std::vector<std::shared_ptr<device_context>> open_devices();

} // namespace detail
} // namespace stria
