// SPDX-License-Identifier: BSL-1.0
// instantiated.hpp: declares the functions of the compiled part, so that programs need not compile
// them.
//
// stria.hpp and core.hpp include it in files that use the part (tensor/build.hpp).
// src/instantiated.cpp defines STRIA_INSTANTIATION as `template`, which turns the same list into
// definitions. Tests: tests/install/check_part.py.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/assign/in_place.hpp>
#include <stria/assign/store_list.hpp>
#include <stria/evaluate/line.hpp>
#include <stria/evaluate/nest/copy_blocks.hpp>
#include <stria/evaluate/nest/drive_fold.hpp>
#include <stria/evaluate/nest/drive_store.hpp>
#include <stria/evaluate/nest/plan_fold.hpp>
#include <stria/evaluate/nest/plan_store.hpp>
#include <stria/instantiated_copies.hpp>
#include <stria/show/digits.hpp>
#include <stria/show/frame.hpp>
#include <stria/show/numbers.hpp>
#include <stria/tensor/aligned_memory.hpp>
#include <stria/tensor/build.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

#if !defined(STRIA_INSTANTIATION)
#define STRIA_INSTANTIATION extern template
#endif

namespace stria::detail {

// Memory.
STRIA_INSTANTIATION void* allocate_block<this_build>(std::size_t, std::size_t,
                                                     const memory_source*);
STRIA_INSTANTIATION void release_aligned<this_build>(void*);

// Copies, fills and stores of expressions: the planners and drivers that all expressions share, and
// the loops that copy.
STRIA_INSTANTIATION void plan_store<this_build>(space&, const signed char*, bool, bool,
                                                store_plan&);
STRIA_INSTANTIATION void run_panels<this_build>(space&, const store_code&, const void*);
STRIA_INSTANTIATION void store_by_plan<this_build>(const expression_store&);
STRIA_INSTANTIATION void store_by_panel<this_build>(const expression_store&, store_choice&);
STRIA_INSTANTIATION void store_directly<this_build>(const expression_store&);
#define STRIA_LISTED(R)                                                                            \
  STRIA_INSTANTIATION void store_listed<R, this_build>(const listed_store&, const in_place_code*,  \
                                                       std::size_t);
STRIA_LISTED(0)
STRIA_LISTED(1)
STRIA_LISTED(2)
STRIA_LISTED(3)
#undef STRIA_LISTED
#define STRIA_COPIES(Bits)                                                                         \
  STRIA_INSTANTIATION void copy_rotated<Bits, this_build>(const rotated_axes&, const std::byte*,   \
                                                          std::byte*);                             \
  STRIA_INSTANTIATION void copy_windows<Bits, this_build>(const std::byte*, index, index, index,   \
                                                          std::byte*);
STRIA_COPIES(std::uint8_t)
STRIA_COPIES(std::uint16_t)
STRIA_COPIES(std::uint32_t)
STRIA_COPIES(std::uint64_t)
STRIA_COPIES(pack_sixteen)
#undef STRIA_COPIES

// Assignments to a target that is also read.
STRIA_INSTANTIATION held_rows plan_held_rows<this_build>(const met_loops&, index);
STRIA_INSTANTIATION void run_rows_in_place<this_build>(const met_loops&, index, const row_runner&,
                                                       index*);
STRIA_INSTANTIATION void store_with_copies<this_build>(const expression_store&, const met_rows&,
                                                       const in_place_code&);
STRIA_INSTANTIATION void store_in_place<this_build>(const expression_store&, const overlap_choice&,
                                                    const in_place_code&);
STRIA_INSTANTIATION void store_checked<this_build>(const expression_store&, const in_place_code&);

// Reductions.
STRIA_INSTANTIATION void plan_fold<this_build>(space&, fold_plan&, const lane_hints&, index);
STRIA_INSTANTIATION void drive_fold<this_build>(space&, const planned_fold&);
STRIA_INSTANTIATION bool fold_by_panel<this_build>(const planned_fold&, const index*, int,
                                                   std::uint64_t, const loop_operand*);
STRIA_INSTANTIATION void drive_fold<this_build>(const planned_fold&, const index*, int,
                                                std::uint64_t, const loop_operand*);

// Printing.
STRIA_INSTANTIATION class row_writer<std::string>;
STRIA_INSTANTIATION class frame_writer<std::string>;
STRIA_INSTANTIATION class float_format<std::string, float>;
STRIA_INSTANTIATION class float_format<std::string, double>;
STRIA_INSTANTIATION std::string positional_text<std::string, float>(float, const digit_style&);
STRIA_INSTANTIATION std::string positional_text<std::string, double>(double, const digit_style&);
STRIA_INSTANTIATION std::string scientific_text<std::string, float>(float, const digit_style&);
STRIA_INSTANTIATION std::string scientific_text<std::string, double>(double, const digit_style&);

} // namespace stria::detail

#undef STRIA_INSTANTIATION
