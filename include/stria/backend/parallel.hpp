// SPDX-License-Identifier: BSL-1.0
// backend/parallel.hpp: the number of threads for large loops, and the loop that threads share.
//
// The CMake target stria::parallel enables threads: those of OpenMP if available, otherwise those
// of the standard library. Without it, all loops run on the calling thread. docs/design/parallel.md
// says which loops are split and why the results are the same for any number of threads.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/base/config.hpp>
#include <stria/base/errors.hpp>
#include <stria/base/index.hpp>
#include <stria/base/message.hpp>
#include <stria/eval/limits.hpp>

#if defined(STRIA_USE_THREADS)
#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#if defined(_OPENMP)
#include <omp.h>
#else
#include <thread>
#include <vector>
#endif
#endif

namespace stria {

#if defined(STRIA_USE_THREADS)
namespace detail {

// The number of threads that the program asked for. 0 means the default, which OpenMP reads from
// OMP_NUM_THREADS.
inline std::atomic<int> threads_asked{0};
inline std::atomic<index> parallel_elements{limits::thread_elements};

} // namespace detail
#endif

/// The number of threads that large loops use; 1 without stria::parallel.
///
/// \returns     int, the number set by set_num_threads(), or by default that of OpenMP or of the
///              processor's cores
/// \throws      nothing
/// \complexity  O(1)
/// \numpy       none
/// \usage       `num_threads()`
inline int num_threads() {
#if defined(STRIA_USE_THREADS)
  const int asked = detail::threads_asked.load(std::memory_order_relaxed);
  if (asked > 0)
    return asked;
#if defined(_OPENMP)
  return omp_get_max_threads();
#else
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  return cores > 0 ? cores : 1;
#endif
#else
  return 1;
#endif
}

/// Sets, for the whole process, the number of threads for large loops. Results do not depend on it.
/// Without stria::parallel the call has no effect.
///
/// \param n     at least 1
/// \throws      value_error if n < 1
/// \complexity  O(1)
/// \numpy       none
/// \usage       `set_num_threads(4);`
inline void set_num_threads(int n) {
  if (n < 1)
    raise<value_error>(message("stria: set_num_threads(")
                       << n << "): the number of threads must be at least 1");
#if defined(STRIA_USE_THREADS)
  detail::threads_asked.store(n, std::memory_order_relaxed);
#endif
}

/// Sets, for the whole process, the number of elements from which loops run on several threads. The
/// default is 65536, about ten microseconds of simple work. Without stria::parallel the call has no
/// effect.
///
/// \param elements  a number of elements, 0 or more
/// \throws          value_error for a negative number
/// \complexity      O(1)
/// \numpy           none
/// \usage           `set_parallel_threshold(1'000'000);`
inline void set_parallel_threshold(index elements) {
  if (elements < 0)
    raise<value_error>(message("stria: set_parallel_threshold(")
                       << elements << "): the number of elements must be 0 or more");
#if defined(STRIA_USE_THREADS)
  detail::parallel_elements.store(elements, std::memory_order_relaxed);
#endif
}

#if defined(STRIA_USE_THREADS)
namespace detail {

// True while this thread works on a part of a loop.
inline thread_local bool within_loop = false;

/// Whether a loop over this many elements is split. A loop inside a split loop is not split.
inline bool pays_threads(index elements) {
#if defined(_OPENMP)
  if (omp_in_parallel() != 0)
    return false;
#endif
  return elements >= parallel_elements.load(std::memory_order_relaxed) && num_threads() > 1 &&
         !within_loop;
}

using chunk_body = void (*)(void* context, index from, index to);

/// The chunks of a loop. Each thread processes one chunk after the other until none is left.
class chunk_list {
  index n_, grain_, grains_, count_;
  chunk_body body_;
  void* context_;
  std::atomic<index> next_{0};
  std::mutex mutex_;
  std::exception_ptr error_;
  index failed_;

public:
  chunk_list(index n, index grain, int threads, chunk_body body, void* context)
      : n_(n), grain_(grain), grains_(divide_up(n, grain)),
        count_(std::min(grains_, index{limits::chunks_per_thread} * threads)), body_(body),
        context_(context), failed_(count_) {}

  void work() {
    within_loop = true;
    for (index c; (c = next_.fetch_add(1, std::memory_order_relaxed)) < count_;) {
      const index from = grains_ * c / count_ * grain_;
      const index end = grains_ * (c + 1) / count_ * grain_;
      STRIA_TRY { body_(context_, from, end < n_ ? end : n_); }
      STRIA_CATCH(...) {
        const std::lock_guard lock(mutex_);
        if (c < failed_) {
          failed_ = c;
          error_ = std::current_exception();
        }
      }
    }
    within_loop = false;
  }
  void rethrow() const {
    if (error_)
      std::rethrow_exception(error_);
  }
};

/// Calls body(context, from, to) for ranges that cover [0, n) and begin at multiples of the grain.
/// When all are done, rethrows the exception of the first range that failed.
inline void run_chunks(index n, index grain, chunk_body body, void* context) {
  const int threads = num_threads();
  chunk_list chunks(n, grain, threads, body, context);
#if defined(_OPENMP)
#pragma omp parallel num_threads(threads)
  chunks.work();
#else
  {
    std::vector<std::jthread> others;
    // If the system cannot create more threads, the existing ones process all chunks.
    try {
      others.reserve(static_cast<std::size_t>(threads - 1));
      for (int k = 1; k < threads; ++k)
        others.emplace_back([&] { chunks.work(); });
    } catch (...) {
    }
    chunks.work();
  }
#endif
  chunks.rethrow();
}

/// Calls body(from, to) of a function object, as run_chunks() does.
template <class Body> void for_chunks(index n, index grain, const Body& body) {
  run_chunks(
      n, grain,
      [](void* context, index from, index to) { (*static_cast<const Body*>(context))(from, to); },
      const_cast<void*>(static_cast<const void*>(&body)));
}

} // namespace detail
#endif

} // namespace stria
