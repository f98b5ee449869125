// SPDX-License-Identifier: BSL-1.0
// Linked into a test, this makes every loop run on two threads.
#include <stria/threads/parallel.hpp>

namespace {

const bool all_threads = [] {
  stria::set_num_threads(2);
  stria::set_parallel_threshold(2);
  return true;
}();

} // namespace
