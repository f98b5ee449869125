// SPDX-License-Identifier: BSL-1.0
// threads/parallel.hpp: the number of threads for large loops, and the loop that threads share.
// Threads start in run_chunks(), for loops of limits::thread_work bytes or more for each thread.
//
// The CMake target stria::parallel enables threads: those of OpenMP if available, otherwise those
// of the standard library. Without it, all loops run on the calling thread. docs/design/parallel.md
// says which loops are split and why the results are the same for any number of threads.
// Tests: tests/parallel/threads.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/base/config.hpp>
#include <stria/base/errors.hpp>
#include <stria/base/index.hpp>
#include <stria/base/message.hpp>
#include <stria/math/limits.hpp>
#include <stria/tensor/build.hpp>

#if defined(STRIA_USE_THREADS)
#if !defined(__STDCPP_THREADS__)
#error "stria: STRIA_USE_THREADS needs threads, which the target lacks, or has only with -pthread"
#include <stria_needs_threads>
#endif
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

namespace detail {

/// The least number of elements for each thread, if the work for an element is this many bytes.
template <index Bytes>
inline constexpr index least_for_thread = limits::thread_work / (Bytes > 1 ? Bytes : 1) + 1;
/// The same if nothing is known about the work: two floats are loaded, and their sum is computed.
inline constexpr index least_of_unknown = least_for_thread<2 * sizeof(float) + sizeof(float)>;

/// Processes elements [from, to) of a loop.
using chunk_body = void (*)(void* context, index from, index to);

/// The threads of the program, for code that is compiled without them (tensor/build.hpp).
struct thread_calls {
  int (*threads)();                           // num_threads()
  int (*chunks)(index elements, index least); // chunks_for_threads()
  void (*run)(index n, index grain, int each, chunk_body body, void* context); // run_chunks()
};

} // namespace detail

#if defined(STRIA_USE_THREADS)
namespace detail {

// The number of threads that the program asked for. 0 means the default, which OpenMP reads from
// OMP_NUM_THREADS.
inline std::atomic<int> threads_asked{0};
// The number of elements that set_parallel_threshold() has set. Negative at first: the work
// decides.
inline std::atomic<index> parallel_elements{-1};

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
    raise<value_error>(detail::message("stria: set_num_threads(")
                       << n << "): the number of threads must be at least 1");
#if defined(STRIA_USE_THREADS)
  detail::threads_asked.store(n, std::memory_order_relaxed);
#endif
}

/// Sets, for the whole process, the number of elements from which loops run on several threads.
/// Without such a call the work of a loop decides: its elements, the bytes that it loads and
/// computes for each of them, and the functions that it calls. For the sum of two float tensors the
/// number is about 44,000 for each thread. Without stria::parallel the call has no effect.
///
/// \param elements  a number of elements, 0 or more
/// \throws          value_error for a negative number
/// \complexity      O(1)
/// \numpy           none
/// \usage           `set_parallel_threshold(1'000'000);`
inline void set_parallel_threshold(index elements) {
  if (elements < 0)
    raise<value_error>(detail::message("stria: set_parallel_threshold(")
                       << elements << "): the number of elements must be 0 or more");
#if defined(STRIA_USE_THREADS)
  detail::parallel_elements.store(elements, std::memory_order_relaxed);
#endif
}

#if defined(STRIA_USE_THREADS)
namespace detail {

// True while this thread works on a part of a loop.
inline thread_local bool within_loop = false;

/// The number of chunks for each thread into which a loop over this many elements is split, if each
/// thread should have `least` of them: 1 to limits::chunks_per_thread, or 0 if the loop is not
/// split. A loop inside a split loop is not split.
inline int chunks_for_threads(index elements, index least = least_of_unknown) {
  const index asked = parallel_elements.load(std::memory_order_relaxed);
  if (elements < (asked < 0 ? least : asked) || within_loop)
    return 0;
#if defined(_OPENMP)
  if (omp_in_parallel() != 0)
    return 0;
#endif
  const int threads = num_threads();
  if (threads == 1)
    return 0;
  if (asked >= 0)
    return limits::chunks_per_thread;
  const index parts = elements / threads / least;
  return static_cast<int>(std::min(parts, index{limits::chunks_per_thread}));
}
inline bool pays_threads(index elements, index least = least_of_unknown) {
  return chunks_for_threads(elements, least) > 0;
}

/// The chunks of a loop. Each thread has a share of neighbouring chunks, the same one in each loop
/// of these sizes, so that the data stay in the cache of its core. A thread that has finished its
/// share takes chunks from the shares of others.
class chunk_list {
  struct alignas(limits::cache_line) share {
    std::atomic<index> next;
    index end;
  };
  index n_, grain_, grains_, count_;
  chunk_body body_;
  void* context_;
  int shares_;
  share share_[limits::most_parts];
  std::mutex mutex_;
  std::exception_ptr error_;
  index failed_;

  void run(index c) {
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

public:
  chunk_list(index n, index grain, int each, int threads, chunk_body body, void* context)
      : n_(n), grain_(grain), grains_(divide_up(n, grain)),
        count_(std::min(grains_, index{each} * threads)), body_(body), context_(context),
        shares_(std::min(threads, limits::most_parts)), failed_(count_) {
    for (int k = 0; k < shares_; ++k) {
      share_[k].next.store(count_ * k / shares_, std::memory_order_relaxed);
      share_[k].end = count_ * (k + 1) / shares_;
    }
  }

  /// Processes chunks until none is left, first those of the share of this thread.
  void work(int thread) {
    within_loop = true;
    for (int k = 0; k < shares_; ++k) {
      share& s = share_[(thread + k) % shares_];
      for (index c = s.next.load(std::memory_order_relaxed);
           c < s.end && (c = s.next.fetch_add(1, std::memory_order_relaxed)) < s.end;)
        run(c);
    }
    within_loop = false;
  }
  void rethrow() const {
    if (error_)
      std::rethrow_exception(error_);
  }
};

/// Calls body(context, from, to) for ranges that cover [0, n) and begin at multiples of the grain.
/// Each thread has up to `each` ranges. When all are done, rethrows the exception of the first
/// range that failed.
inline void run_chunks(index n, index grain, int each, chunk_body body, void* context) {
  const int threads = num_threads();
  chunk_list chunks(n, grain, each, threads, body, context);
#if defined(_OPENMP)
#pragma omp parallel num_threads(threads)
  chunks.work(omp_get_thread_num());
#else
  {
    std::vector<std::jthread> others;
    // If the system cannot create more threads, the existing ones process all chunks.
    try {
      others.reserve(static_cast<std::size_t>(threads - 1));
      for (int k = 1; k < threads; ++k)
        others.emplace_back([&, k] { chunks.work(k); });
    } catch (...) {
    }
    chunks.work(0);
  }
#endif
  chunks.rethrow();
}

/// Calls body(from, to) of a function object, as run_chunks() does.
template <class Body>
void for_chunks(index n, index grain, const Body& body, int each = limits::chunks_per_thread) {
  run_chunks(
      n, grain, each,
      [](void* context, index from, index to) { (*static_cast<const Body*>(context))(from, to); },
      const_cast<void*>(static_cast<const void*>(&body)));
}

inline constexpr thread_calls own_threads{num_threads, chunks_for_threads, run_chunks};

} // namespace detail
#endif

namespace detail {

/// How a loop is split among threads, if the program has them.
struct loop_split {
  index least = least_of_unknown; // elements for each thread
#if defined(STRIA_USE_THREADS)
  const thread_calls* calls = &own_threads;
#else
  const thread_calls* calls = nullptr;
#endif

  /// As chunks_for_threads().
  int chunks(index elements) const {
    return may_have_threads && calls != nullptr ? calls->chunks(elements, least) : 0;
  }
  bool pays(index elements) const { return chunks(elements) > 0; }
  /// As num_threads() and for_chunks(), if there are chunks.
  int threads() const { return calls->threads(); }
  template <class Body>
  void run(index n, index grain, const Body& body, int each = limits::chunks_per_thread) const {
    calls->run(
        n, grain, each,
        [](void* context, index from, index to) { (*static_cast<const Body*>(context))(from, to); },
        const_cast<void*>(static_cast<const void*>(&body)));
  }
};

} // namespace detail

} // namespace stria
