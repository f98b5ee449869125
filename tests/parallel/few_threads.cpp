// SPDX-License-Identifier: BSL-1.0
// Loops on threads of the standard library, if the system provides fewer threads than requested.
// The pthread_create of this program fails from a given call on.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <dlfcn.h>
#include <pthread.h>
#include <atomic>
#include <cerrno>

namespace {

std::atomic<int> threads_left{0}, failed{0};

} // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*body)(void*), void* argument) noexcept {
  if (threads_left.fetch_sub(1) <= 0) {
    ++failed;
    return EAGAIN;
  }
  using create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto real = reinterpret_cast<create>(dlsym(RTLD_NEXT, "pthread_create"));
  return real(thread, attributes, body, argument);
}

using namespace stria;

TEST_CASE("other threads process the part of a thread that cannot be started") {
  set_num_threads(4);
  set_parallel_threshold(1);
  for (const int given : {0, 1, 3}) {
    CAPTURE(given);
    const dtensor<double, 1> a = ones<double>(100000);
    dtensor<double, 1> r(100000);
    failed = 0;
    threads_left = given;
    r = a + 1;
    CHECK(failed == (given < 3 ? 1 : 0));
    threads_left = given;
    CHECK(sum(r) == 200000);
    threads_left = given;
    CHECK(static_cast<bool>(all_of(r == 2.)));
  }
}
