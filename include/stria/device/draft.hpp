// SPDX-License-Identifier: BSL-1.0
// device/draft.hpp: composes a kernel from operands with their strides and the text of a value.
//
// A kernel_body is the part that follows from the types of an expression alone. It is written once
// for each expression in the program. Sizes, strides, offsets and scalars are arguments of the
// kernel. Tests: tests/device/forms.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/index.hpp>
#include <stria/device/kernel_text.hpp>
#include <stria/device/memory.hpp>

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace stria::detail {

/// A reduction in a kernel: the name of its operation, the type of its accumulator, and the number
/// of values for each result.
struct fold_text {
  std::string_view operation;
  kernel_type partial;
  index count;
  /// For a user-defined operation, which is applied in order: the initial value, and the expression
  /// that combines the state a with the value v.
  std::string start, step;

  bool in_order() const { return !start.empty(); }
};

/// Records the kernels that its thread launches during its lifetime: their texts, their work
/// groups, and the least number of bytes that they must read and write.
class kernel_listener {
  std::string heard_;
  kernel_listener* before_;

public:
  kernel_listener();
  ~kernel_listener();
  kernel_listener(const kernel_listener&) = delete;
  kernel_listener& operator=(const kernel_listener&) = delete;

  void add(const std::string& text) { heard_ += text; }
  /// Adds a text to the listener of this thread, if there is one.
  static void tell(const std::string& text);
  const std::string& heard() const { return heard_; }
};

/// The part of a kernel that follows from the types of an expression.
class kernel_body {
public:
  struct leaf {
    kernel_type type;
    bool is_memory;           // otherwise a number that advances with the loops
    bool drops;               // 0 is read at the position dropped_place
    std::string place;        // text of a number added to the position, or empty
    bool is_position = false; // the text reads the memory itself, at the position a<i>
  };
  std::vector<leaf> leaves; // the target comes first
  std::vector<kernel_type> scalars;
  std::string functions; // definitions that the value calls
  std::string value;
  std::string place;      // the text of a number added to the position of the target
  std::string condition;  // the value is stored where this holds; empty: everywhere
  std::string statements; // run before the value is computed
  /// If the target can be swept: the operand that holds the number of the update of each swept
  /// position, or -1, and the text of the first such position.
  std::string winner, swept_from;
  kernel_type value_type = kernel_type::none;
  bool reads_target = false;

  kernel_body() = default;
  kernel_body(const kernel_body&) = delete;
  kernel_body& operator=(const kernel_body&) = delete;

  bool is_written() const { return written_.load(std::memory_order_acquire); }

private:
  friend class kernel_draft;
  friend struct kernel_launch;
  struct frame {
    std::uint64_t context; // number of the device context
    std::string key;
    loaded_kernel* kernel;
    kernel_occupancy occupancy;
  };
  std::atomic<bool> written_ = false;
  std::mutex mutex_;
  std::vector<frame> frames_;
};

/// The operands of one evaluation and, the first time, the text of the kernel.
class kernel_draft {
public:
  /// Begins a kernel with loops of these sizes; `reduced` has a bit for each loop that is reduced.
  kernel_draft(std::shared_ptr<device_context> context, kernel_body& body, const index* sizes,
               std::size_t loops, std::uint64_t reduced = 0);

  bool writing() const { return writing_; }
  const std::shared_ptr<device_context>& context() const { return context_; }

  /// Adds an operand in memory and returns the name of its element in the text. `steps` are strides
  /// in elements for each loop; `place` is the text of a number of elements to add.
  std::string add_memory(kernel_type type, device_address base, index offset, const index* steps,
                         std::string place = {}, bool drops = false);
  /// Adds an operand with the value offset + sum of step * loop, and returns its name.
  std::string add_counter(index offset, const index* steps);
  template <class T> std::string add_scalar(const T& value) {
    scalar_bits bits{};
    static_assert(sizeof(T) <= sizeof(bits));
    std::memcpy(&bits, &value, sizeof(T));
    return add_scalar_bits(kernel_type_of<T>(), bits);
  }
  /// Adds the definition of a function that the value calls.
  void add_function(const std::string& definition);
  /// Adds memory that the text reads itself, through the pointer p<i> and the position a<i>.
  /// Returns i.
  std::string add_position(kernel_type type, device_address base, index offset, const index* steps);
  /// Makes the kernel run `statements` and then, if `condition` holds, write the target at its
  /// position plus `place`. All three are texts.
  void scatter_to(std::string place, std::string condition, std::string statements);
  /// Lets the kernel loop over `count` neighbouring positions of the target, if it is not 0,
  /// instead of over the updates. Memory of i32 that add_position() added as operand `winner` has
  /// the number of the update of each of these positions, in row-major order of the loops, or -1.
  /// `from` is the text of the first position. The target must not have strides.
  void sweep(index count, std::string winner, std::string from) {
    swept_ = count;
    winner_ = std::move(winner);
    swept_from_ = std::move(from);
  }
  /// Keeps alive memory that the kernel reads and that has no other owner.
  void keep(device_buffer buffer) { kept_.push_back(std::move(buffer)); }
  /// Keeps alive an object that owns such memory.
  void keep_alive(std::shared_ptr<const void> object) { alive_.push_back(std::move(object)); }

  /// Stores the value into the target, which must be the first operand added.
  void store(std::string value, kernel_type type, bool reads_target);
  /// Folds the values over the reduced loops into the target, which must be the first operand
  /// added.
  void fold(std::string value, kernel_type type, const fold_text& operation);

private:
  struct operand {
    device_address base;
    index offset;
  };
  using scalar_bits = std::array<std::uint64_t, 2>; // room for a complex number of double
  std::shared_ptr<device_context> context_;
  kernel_body& body_;
  bool writing_;
  std::size_t loops_;
  std::uint64_t reduced_;
  std::vector<index> sizes_, steps_;
  std::vector<operand> operands_;
  std::vector<scalar_bits> scalars_;
  std::vector<kernel_body::leaf> leaves_;
  std::vector<kernel_type> scalar_types_;
  std::string functions_, place_, condition_, statements_, winner_, swept_from_;
  index swept_ = 0;
  std::vector<device_buffer> kept_;
  std::vector<std::shared_ptr<const void>> alive_;

  std::string add_scalar_bits(kernel_type type, const scalar_bits& bits);
  void add_operand(kernel_body::leaf leaf, device_address base, index offset, const index* steps);
  void finish_body(std::string value, kernel_type type, bool reads_target);
  friend struct kernel_launch;
};

} // namespace stria::detail
