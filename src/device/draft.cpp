// SPDX-License-Identifier: BSL-1.0
// Drafts of kernels: this file collects operands, and launches stores and folds. frame_text.cpp
// writes the code around the computed value.
#include <stria/device/draft.hpp>

#include <stria/base/checked.hpp>
#include <stria/evaluate/nest/space.hpp>

#include "frame_text.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace stria::detail {

namespace {

constinit thread_local kernel_listener* listener = nullptr;

} // namespace

kernel_listener::kernel_listener() : before_(listener) { listener = this; }
kernel_listener::~kernel_listener() { listener = before_; }
void kernel_listener::tell(const std::string& text) {
  if (listener != nullptr)
    listener->add(text);
}

kernel_draft::kernel_draft(std::shared_ptr<device_context> context, kernel_body& body,
                           const index* sizes, std::size_t loops, std::uint64_t reduced)
    : context_(std::move(context)), body_(body), writing_(!body.is_written()), loops_(loops),
      reduced_(reduced), sizes_(sizes, sizes + loops) {}

void kernel_draft::add_operand(kernel_body::leaf leaf, device_address base, index offset,
                               const index* steps) {
  operands_.push_back({base, offset});
  steps_.insert(steps_.end(), steps, steps + loops_);
  if (writing_)
    leaves_.push_back(std::move(leaf));
}

std::string kernel_draft::add_memory(kernel_type type, device_address base, index offset,
                                     const index* steps, std::string place, bool drops) {
  add_operand({type, true, drops, std::move(place), false}, base, offset, steps);
  return writing_ ? "v" + std::to_string(operands_.size() - 1) : std::string();
}

std::string kernel_draft::add_position(kernel_type type, device_address base, index offset,
                                       const index* steps) {
  add_operand({type, true, false, {}, true}, base, offset, steps);
  return writing_ ? std::to_string(operands_.size() - 1) : std::string();
}

void kernel_draft::scatter_to(std::string place, std::string condition, std::string statements) {
  place_ = std::move(place);
  condition_ = std::move(condition);
  statements_ = std::move(statements);
}

std::string kernel_draft::add_counter(index offset, const index* steps) {
  add_operand({kernel_type::i64, false, false, {}, false}, 0, offset, steps);
  return writing_ ? "v" + std::to_string(operands_.size() - 1) : std::string();
}

std::string kernel_draft::add_scalar_bits(kernel_type type, const scalar_bits& bits) {
  scalars_.push_back(bits);
  if (!writing_)
    return {};
  scalar_types_.push_back(type);
  return "c" + std::to_string(scalars_.size() - 1);
}

void kernel_draft::add_function(const std::string& definition) {
  if (functions_.find(definition) == std::string::npos)
    functions_ += definition + "\n";
}

void kernel_draft::finish_body(std::string value, kernel_type type, bool reads_target) {
  if (!writing_)
    return;
  const std::lock_guard lock(body_.mutex_);
  if (body_.is_written())
    return;
  body_.leaves = std::move(leaves_);
  body_.scalars = std::move(scalar_types_);
  body_.functions = std::move(functions_);
  body_.value = std::move(value);
  body_.place = std::move(place_);
  body_.condition = std::move(condition_);
  body_.statements = std::move(statements_);
  body_.winner = std::move(winner_);
  body_.swept_from = std::move(swept_from_);
  body_.value_type = type;
  body_.reads_target = reads_target;
  body_.written_.store(true, std::memory_order_release);
}

/// The loops and operands of a draft, as a space with as few axes as possible. It also launches the
/// kernel of the draft.
struct kernel_launch {
  kernel_draft& draft;
  kernel_body& body;
  std::size_t operands, loops;
  std::vector<space_axis> axes;
  std::vector<access> accesses;
  std::vector<index> steps;
  space s;
  frame_shape shape;

  /// If `ordered`, the axes keep their order and direction.
  explicit kernel_launch(kernel_draft& d, bool ordered = false)
      : draft(d), body(d.body_), operands(d.operands_.size()), loops(d.loops_), axes(loops + 1),
        accesses(operands), steps((loops + 3) * operands),
        s{static_cast<int>(loops),
          static_cast<int>(operands),
          axes.data(),
          accesses.data(),
          steps.data() + (loops + 1) * operands,
          steps.data() + (loops + 2) * operands} {
    for (std::size_t k = 0; k < loops; ++k) {
      index* const step = steps.data() + k * operands;
      for (std::size_t i = 0; i < operands; ++i)
        step[i] = draft.steps_[i * loops + k];
      axes[k] = {draft.sizes_[k], (draft.reduced_ >> k & 1U) != 0, step, std::uint32_t{1} << k};
    }
    // walk_back() moves addresses of bytes, so a position in elements is represented as such an
    // address.
    for (std::size_t i = 0; i < operands; ++i)
      accesses[i] = {reinterpret_cast<const std::byte*>(draft.operands_[i].offset + far), 1};
    if (draft.reduced_ == 0) // a store: the target is written forwards
      for (std::size_t k = 0; k < loops; ++k)
        if (operands > 0 && axes[k].step[0] < 0)
          walk_back(s, axes[k]);
    if (!ordered)
      normalise(s);
    if (s.rank == 0) {
      axes[0] = {1, false, steps.data(), 0};
      std::fill_n(axes[0].step, operands, index{0});
      s.rank = 1;
    }
  }

  /// A base that is far from the null pointer, because the arithmetic must not reach that pointer.
  static constexpr index far = index{1} << 62;
  index offset(std::size_t i) const { return reinterpret_cast<index>(accesses[i].base) - far; }

  /// Whether all positions fit into 32 bits.
  bool is_narrow() const {
    constexpr index limit = std::numeric_limits<std::int32_t>::max() / 2;
    index count = 1;
    for (int k = 0; k < s.rank; ++k)
      if (!multiply_fits(count, s.axis[k].n, count) || count > limit)
        return false;
    for (std::size_t i = 0; i < operands; ++i) {
      index low = offset(i), high = low;
      for (int k = 0; k < s.rank; ++k) {
        const index to_end = s.axis[k].step[i] * (s.axis[k].n - 1);
        low += to_end < 0 ? to_end : 0;
        high += to_end < 0 ? 0 : to_end;
      }
      if (low < -limit || high > limit)
        return false;
    }
    return true;
  }

  /// Lists the kept axes, then the reduced ones. Both groups keep their order.
  void fill_shape() {
    shape.narrow = is_narrow();
    shape.processor = draft.context_->is_processor();
    for (const bool reduced : {false, true})
      for (int k = 0; k < s.rank; ++k)
        if (s.axis[k].reduced == reduced) {
          (reduced ? shape.reduced : shape.kept) += 1;
          order.push_back(k);
        }
    shape.inner.assign(operands, 'n');
    if (const int last = inner_axis(); last >= 0)
      for (std::size_t i = 0; i < operands; ++i) {
        const index step = s.axis[last].step[i];
        shape.inner[i] = step == 1 ? '1' : step == 0 ? '0' : 'n';
      }
  }
  std::vector<int> order;
  int inner_axis() const { return order.empty() ? -1 : order.back(); }
  index product(bool reduced) const {
    index n = 1;
    for (int k = 0; k < s.rank; ++k)
      n *= s.axis[k].reduced == reduced ? s.axis[k].n : 1;
    return n;
  }

  /// A kernel, and how it fills the device.
  using frame = kernel_body::frame;
  /// The kernel of a frame. It is compiled if no kernel with the same key exists.
  frame kernel(frame_kind kind, const fold_text* fold) {
    const std::string key = frame_key(kind, shape);
    {
      const std::lock_guard lock(body.mutex_);
      for (const auto& f : body.frames_)
        if (f.context == draft.context_->number() && f.key == key)
          return f;
    }
    device_context& context = *draft.context_;
    loaded_kernel& made = context.kernel(
        frame_text(kind, shape, body, fold, context.dialect(), context.has_double()));
    frame found{context.number(), key, &made,
                context.occupancy(made, takes_items(kind) ? 0 : std::size_t{group_items})};
    const std::lock_guard lock(body.mutex_);
    body.frames_.push_back(found);
    return found;
  }
  /// True if the work items share nothing, so that groups may have any size.
  static bool takes_items(frame_kind kind) {
    return kind == frame_kind::store || kind == frame_kind::store_vectors ||
           kind == frame_kind::store_swept || kind == frame_kind::fold_serial ||
           kind == frame_kind::fold_serial_parts || kind == frame_kind::fold_serial_join;
  }
  /// The number of groups. It is limited by the work and, if the work items or their teams share
  /// nothing, by the number of groups that the device runs at once. Teams get several times as many
  /// groups, because their rows can be so long that the last ones would run alone.
  static std::size_t groups_for(frame_kind kind, index work, const kernel_occupancy& o) {
    constexpr std::size_t turns = 4, most_groups = std::size_t{1} << 20;
    if (!takes_items(kind))
      return std::min(static_cast<std::size_t>(work),
                      kind == frame_kind::fold_team ? turns * o.groups : most_groups);
    const auto size = static_cast<index>(o.group_size);
    const auto wanted = static_cast<std::size_t>(work / size + (work % size != 0 ? 1 : 0));
    return std::max<std::size_t>(1, std::min(wanted, o.groups));
  }

  /// Describes a launch. The number of bytes is the least that must be moved: each element of each
  /// operand once.
  std::string describe(frame_kind kind, const fold_text* fold, const frame& f,
                       std::size_t groups) const {
    index bytes = 0;
    for (std::size_t i = 0; i < operands; ++i) {
      if (!body.leaves[i].is_memory || body.leaves[i].is_position)
        continue;
      index elements = 1;
      for (int a = 0; a < s.rank; ++a)
        elements *= s.axis[a].step[i] == 0 ? 1 : s.axis[a].n;
      bytes += elements * static_cast<index>(type_bytes(body.leaves[i].type)) *
               (i == 0 && body.reads_target ? 2 : 1);
    }
    std::string text = "// " + std::to_string(groups) + " groups of " +
                       std::to_string(f.occupancy.group_size) + " work items, at least " +
                       std::to_string(bytes) + " bytes";
    text += shape.narrow ? ", positions of 32 bits" : ", positions of 64 bits";
    if (kind == frame_kind::store_vectors || shape.vectors)
      text += ", " + std::to_string(vector_elements) + " elements at once";
    if (kind == frame_kind::store_tiles)
      text += ", by tiles of " + std::to_string(tile_rows) + " x " + std::to_string(tile_rows);
    if (const int registers = f.kernel->registers(); registers >= 0)
      text += ", " + std::to_string(registers) + " registers";
    const device_context& context = *draft.context_;
    return text + "\n" +
           std::string(kernel_body_of(
               frame_text(kind, shape, body, fold, context.dialect(), context.has_double())));
  }

  /// Launches a kernel whose arguments begin with `numbers`, followed by sizes, positions and
  /// strides. `work` is the number of work items or, if the items of a group cooperate, the number
  /// of groups.
  void run(frame_kind kind, const fold_text* fold, std::vector<index> numbers, index work,
           device_address partials, index count) {
    const frame k = kernel(kind, fold);
    const std::size_t groups = groups_for(kind, work, k.occupancy);
    if (listener != nullptr)
      listener->add(describe(kind, fold, k, groups));
    for (const int a : order)
      numbers.push_back(s.axis[a].n);
    for (std::size_t i = 0; i < operands; ++i)
      numbers.push_back(offset(i));
    for (const int a : order)
      for (std::size_t i = 0; i < operands; ++i)
        numbers.push_back(s.axis[a].step[i]);
    std::vector<std::int32_t> narrow;
    const void* bytes = numbers.data();
    std::size_t size = numbers.size() * sizeof(index);
    if (shape.narrow) {
      for (const index n : numbers)
        narrow.push_back(static_cast<std::int32_t>(n));
      bytes = narrow.data();
      size = narrow.size() * sizeof(std::int32_t);
    }
    std::vector<kernel_argument> arguments;
    device_buffer in_memory;
    device_address base = 0;
    if (shape.numbers_in_memory) {
      in_memory = device_buffer(draft.context_, size);
      base = in_memory.base();
      draft.context_->write(base, 0, bytes, size);
      arguments.push_back({&base, 0});
    } else {
      arguments.push_back({bytes, size});
    }
    if (partials != 0)
      arguments.push_back({&partials, 0});
    if (count >= 0)
      arguments.push_back({&count, sizeof(count)});
    for (std::size_t i = 0; i < operands; ++i)
      if (body.leaves[i].is_memory)
        arguments.push_back({&draft.operands_[i].base, 0});
    for (std::size_t i = 0; i < draft.scalars_.size(); ++i)
      arguments.push_back({&draft.scalars_[i], type_bytes(body.scalars[i])});
    draft.context_->launch(*k.kernel, groups, k.occupancy.group_size, arguments.data(),
                           arguments.size());
  }

  /// Decides where the kernel reads its numbers. If they do not fit into the space for arguments by
  /// value, it reads them from memory.
  void place_numbers(std::size_t leading) {
    const std::size_t numbers = leading + order.size() + operands + order.size() * operands;
    const std::size_t all = numbers * sizeof(index) + (operands + 2) * sizeof(device_address) +
                            draft.scalars_.size() * sizeof(kernel_draft::scalar_bits);
    shape.numbers_in_memory = all > draft.context_->parameter_bytes();
  }

  // --- the form of a store ---

  const space_axis& axis(std::size_t k) const { return s.axis[order[k]]; }
  /// Whether all operands and the target are accessed at the position of the loops, and every
  /// element is stored or folded.
  bool is_plain() const {
    if (!body.condition.empty() || !body.statements.empty() || !body.place.empty())
      return false;
    return std::ranges::all_of(
        body.leaves, [](const kernel_body::leaf& l) { return l.place.empty() && !l.is_position; });
  }
  /// Whether the vectors of an operand begin at multiples of their size wherever its rows begin.
  bool is_aligned(std::size_t i, index first) const {
    const auto bytes = static_cast<index>(type_bytes(body.leaves[i].type));
    constexpr index alignment = 256; // of allocations
    const auto base = static_cast<index>(draft.operands_[i].base % alignment);
    if (base % (vector_elements * bytes) != 0 || (offset(i) + first) % vector_elements != 0)
      return false;
    for (std::size_t k = 0; k + 1 < order.size(); ++k)
      if (axis(k).step[i] % vector_elements != 0)
        return false;
    return true;
  }
  /// Marks in shape.inner the operands that are read backwards, and returns true if every operand
  /// in memory can be read as vectors along the last axis, forwards or backwards, or is constant
  /// along it. A store also writes vectors.
  bool choose_vectors(bool writes_vectors) {
    constexpr std::size_t many_operands = 16, long_text = 2000;
    const space_axis& last = axis(order.size() - 1);
    if (last.n < vector_elements || (writes_vectors && last.step[0] != 1) ||
        operands > many_operands || body.value.size() > long_text)
      return false;
    std::string inner = shape.inner;
    for (std::size_t i = writes_vectors ? 0 : 1; i < operands; ++i) {
      const index step = last.step[i];
      if (!body.leaves[i].is_memory || step == 0)
        continue;
      if (step == -1)
        inner[i] = 'r';
      else if (step != 1)
        return false;
      if (!is_aligned(i, step == 1 ? 0 : 1 - vector_elements))
        return false;
    }
    shape.inner = std::move(inner);
    return true;
  }
  /// Marks in shape.inner the operands that are read in tiles, because they are contiguous along an
  /// axis other than that of the target. Returns false if there are none.
  bool choose_tiles() {
    constexpr index least = tile_rows / 2; // of elements along each axis
    const std::size_t x = order.size() - 1;
    if (axis(x).n < least || axis(x).step[0] != 1)
      return false;
    const auto is_turned = [&](std::size_t i, std::size_t k) {
      const auto size = [](index n) { return n < 0 ? -n : n; };
      return body.leaves[i].is_memory && size(axis(k).step[i]) == 1 &&
             size(axis(x).step[i]) >= least;
    };
    for (std::size_t i = 1; i < operands; ++i)
      for (std::size_t k = 0; k < x; ++k)
        if (axis(k).n >= least && is_turned(i, k)) {
          std::size_t room = tile_bytes;
          for (std::size_t t = 1; t < operands; ++t) {
            const std::size_t bytes = static_cast<std::size_t>(tile_rows * (tile_rows + 1)) *
                                      type_bytes(body.leaves[t].type);
            if (is_turned(t, k) && bytes <= room) {
              shape.inner[t] = 't';
              room -= bytes;
            }
          }
          shape.tile_axis = static_cast<int>(k);
          return true;
        }
    return false;
  }
  void store() {
    if (const index swept = draft.swept_; swept > 0) {
      shape.narrow = shape.narrow && swept <= std::numeric_limits<std::int32_t>::max() / 2;
      place_numbers(leading_numbers(frame_kind::store_swept));
      return run(frame_kind::store_swept, nullptr, {swept}, swept, 0, -1);
    }
    const index total = product(false);
    const bool plain = is_plain();
    if (plain && choose_vectors(true)) {
      const index n = axis(order.size() - 1).n,
                  row = n / vector_elements + (n % vector_elements != 0);
      place_numbers(leading_numbers(frame_kind::store_vectors));
      run(frame_kind::store_vectors, nullptr, {total / n * row, row}, total / n * row, 0, -1);
    } else if (plain && choose_tiles()) {
      const index nx = axis(order.size() - 1).n,
                  ny = axis(static_cast<std::size_t>(shape.tile_axis)).n;
      const auto tiles = [](index n) { return n / tile_rows + (n % tile_rows != 0); };
      const index all = total / nx / ny * tiles(nx) * tiles(ny);
      place_numbers(leading_numbers(frame_kind::store_tiles));
      run(frame_kind::store_tiles, nullptr, {all, tiles(nx), tiles(ny)}, all, 0, -1);
    } else {
      place_numbers(leading_numbers(frame_kind::store));
      run(frame_kind::store, nullptr, {total}, total, 0, -1);
    }
  }

  /// Folds the elements of each result, or of each of its parts, by teams of work items.
  void fold_by_teams(const fold_text& operation, index results, index parts,
                     device_address partials) {
    const index n = axis(order.size() - 1).n;
    const index vectors = product(true) / n * divide_up(n, vector_elements),
                part = divide_up(vectors, parts);
    shape.team = group_items;
    for (const fold_team& team : fold_teams)
      if (part <= team.vectors)
        shape.team = std::min(shape.team, team.items);
    shape.vectors = is_plain() && choose_vectors(false);
    run(parts > 1 ? frame_kind::fold_parts : frame_kind::fold_team, &operation,
        {results, vectors, parts, part}, divide_up(results * parts, group_items / shape.team),
        partials, operation.count);
    shape.team = group_items;
    shape.vectors = false;
  }
};

namespace {

/// Throws a device_error if a kernel needs a number type that the device does not have.
void check_types(const kernel_body& body, const device_context& context) {
  if (context.has_double())
    return;
  const auto is_double = [](kernel_type t) { return part_type(t) == kernel_type::f64; };
  bool needs = is_double(body.value_type);
  for (const auto& leaf : body.leaves)
    needs = needs || is_double(leaf.type);
  for (const kernel_type t : body.scalars)
    needs = needs || is_double(t);
  if (needs || body.value.find("f64") != std::string::npos)
    raise<device_error>(message("stria: device: ")
                        << context.name() << " does not compute with double; cast<float>(a)");
}

} // namespace

void kernel_draft::store(std::string value, kernel_type type, bool reads_target) {
  finish_body(std::move(value), type, reads_target);
  check_types(body_, *context_);
  kernel_launch launch(*this, swept_ > 0);
  launch.fill_shape();
  launch.store();
}

void kernel_draft::fold(std::string value, kernel_type type, const fold_text& wanted) {
  fold_text operation = wanted;
  // Floats are added as floats if there is no double.
  if (!context_->has_double() && part_type(type) == kernel_type::f32 &&
      part_type(operation.partial) == kernel_type::f64)
    operation.partial = type;
  finish_body(std::move(value), type, false);
  check_types(body_, *context_);
  kernel_launch launch(*this, operation.in_order());
  launch.fill_shape();
  launch.place_numbers(4);
  const index results = launch.product(false), each = launch.product(true);
  // Whether neighbouring results are computed from neighbouring elements.
  const bool side_by_side =
      !launch.s.axis[launch.s.rank - 1].reduced && results >= fold_side_by_side;
  // The number of parts follows from the shape alone, so every device adds in the same order.
  const auto parts_of = [&](index wanted, index least) {
    return std::max<index>(1, std::min(divide_up(wanted, results), divide_up(each, least)));
  };
  const index parts =
      side_by_side ? parts_of(fold_items, fold_short) : parts_of(fold_groups, fold_part);
  if (operation.in_order() || launch.shape.reduced == 0 || (side_by_side && parts == 1)) {
    launch.run(frame_kind::fold_serial, &operation, {results, each, 1, each}, results, 0,
               operation.count);
    return;
  }
  device_buffer partials;
  if (parts > 1)
    partials = device_buffer(context_, static_cast<std::size_t>(results * parts) *
                                           state_bytes(operation, body_.value_type));
  if (side_by_side)
    launch.run(frame_kind::fold_serial_parts, &operation,
               {results * parts, each, results, divide_up(each, parts)}, results * parts,
               partials.base(), operation.count);
  else
    launch.fold_by_teams(operation, results, parts, partials.base());
  if (parts > 1)
    launch.run(results >= parts ? frame_kind::fold_serial_join : frame_kind::fold_join, &operation,
               {results, parts, 1, parts}, results, partials.base(), operation.count);
}

} // namespace stria::detail
