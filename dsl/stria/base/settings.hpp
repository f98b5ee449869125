// SPDX-License-Identifier: BSL-1.0
// base/settings.hpp: a program whose files are compiled with different settings does not link.
// Tests: tests/install/check_part.py.
#pragma once

#include <stria/base/config.hpp>

// Templates with one name would differ from file to file, and the linker would keep any of them.
// Therefore each file defines a symbol that is named after its settings, in a section group that
// has the same name in all files, and refers to it. The linker keeps one group, so a file with
// other settings refers to a symbol that does not exist. Shared libraries may have different
// settings, because the symbols are hidden.
//
// The symbols are weak, because the link-time optimisation of clang has no groups of other symbols.
// The linker lld therefore accepts files with different settings.
#if defined(__ELF__)
#if !defined(STRIA_USE_THREADS)
#define STRIA_SETTING_THREADS ""
#elif defined(_OPENMP)
#define STRIA_SETTING_THREADS "_openmp"
#else
#define STRIA_SETTING_THREADS "_threads"
#endif
#if defined(__AVX512F__)
#define STRIA_SETTING_VECTORS "_avx512"
#elif defined(__AVX__)
#define STRIA_SETTING_VECTORS "_avx"
#else
#define STRIA_SETTING_VECTORS ""
#endif
#if defined(STRIA_USE_SIMD)
#define STRIA_SETTING_FUNCTIONS "_simd"
#else
#define STRIA_SETTING_FUNCTIONS ""
#endif
#if defined(STRIA_USE_CBLAS)
#define STRIA_SETTING_PRODUCTS "_cblas"
#else
#define STRIA_SETTING_PRODUCTS ""
#endif
#if defined(__cpp_exceptions)
#define STRIA_SETTING_ERRORS ""
#else
#define STRIA_SETTING_ERRORS "_aborts"
#endif
#define STRIA_SETTINGS                                                                             \
  "stria_needs_the_same_macros_and_options_in_all_files" STRIA_SETTING_THREADS                     \
      STRIA_SETTING_VECTORS STRIA_SETTING_FUNCTIONS STRIA_SETTING_PRODUCTS STRIA_SETTING_ERRORS

// Link-time optimisation joins the text of several files, hence the conditions.
__asm__(".ifndef " STRIA_SETTINGS "\n"
        ".ifdef stria_settings\n"
        ".error \"stria: all files of a program need the same macros and options\"\n"
        ".endif\n"
        ".set stria_settings, 1\n"
        ".pushsection .rodata.stria_settings,\"aG\",%progbits,stria_settings_of_files,comdat\n"
        ".hidden " STRIA_SETTINGS "\n"
        ".weak " STRIA_SETTINGS "\n" STRIA_SETTINGS ":\n"
        ".popsection\n"
        ".pushsection .rodata.stria_setting,\"a\",%progbits\n"
        ".balign 4\n"
        ".long " STRIA_SETTINGS " - .\n"
        ".popsection\n"
        ".endif\n");

#undef STRIA_SETTINGS
#undef STRIA_SETTING_ERRORS
#undef STRIA_SETTING_PRODUCTS
#undef STRIA_SETTING_FUNCTIONS
#undef STRIA_SETTING_VECTORS
#undef STRIA_SETTING_THREADS
#endif
