// SPDX-License-Identifier: BSL-1.0
// standard_library.cpp: contains STRIA_STANDARD_LIBRARY as text, for cmake/compiled_part.cmake.
#include <stria/tensor/build.hpp>

#if defined(STRIA_NEEDS_HEADERS) || STRIA_STANDARD_LIBRARY == 0
#error "stria: no compiled part is possible with these options"
#endif

constexpr char digit(int unit) {
  return static_cast<char>('0' + STRIA_STANDARD_LIBRARY / unit % 10);
}
volatile char text[] = {'s',        't',       'd',      '<', digit(1000),
                        digit(100), digit(10), digit(1), '>', '\0'};

int main() { return text[0] == 0; }
