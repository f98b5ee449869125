// SPDX-License-Identifier: BSL-1.0
// mpi/world.hpp: the ranks of an MPI program, and the end of a job in which one of them throws.
// Tests: tests/mpi/faults.cpp, tests/mpi/programs.cpp.
#pragma once

#include <stria/base/errors.hpp>
#include <stria/base/index.hpp>

// Excludes the former C++ bindings of MPI, which need another library.
#if !defined(OMPI_SKIP_MPICXX) && !defined(MPICH_SKIP_MPICXX)
#define OMPI_SKIP_MPICXX
#define MPICH_SKIP_MPICXX
#include <mpi.h>
#undef OMPI_SKIP_MPICXX
#undef MPICH_SKIP_MPICXX
#else
#include <mpi.h>
#endif

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <vector>

namespace stria::detail {

/// Memory that is kept between messages.
class kept_bytes {
  std::unique_ptr<std::byte[]> data_{};
  std::size_t size_ = 0;

public:
  std::byte* take(std::size_t bytes) {
    if (bytes > size_) {
      data_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
      size_ = bytes;
    }
    return data_.get();
  }
};

/// A communicator for the messages of this library, separate from those of the program.
class mpi_job {
public:
  MPI_Comm comm = MPI_COMM_NULL;
  int rank = 0, size = 1;
  std::vector<kept_bytes> sent{}, received{}; // the buffers of each rank

  explicit mpi_job(MPI_Comm of) {
    MPI_Comm_dup(of, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    sent.resize(static_cast<std::size_t>(size));
    received.resize(static_cast<std::size_t>(size));
  }
  mpi_job(const mpi_job&) = delete;
  mpi_job& operator=(const mpi_job&) = delete;
  ~mpi_job() {
    int done = 0;
    MPI_Finalized(&done);
    if (!done)
      MPI_Comm_free(&comm);
  }
};
using mpi_job_ptr = std::shared_ptr<mpi_job>;

/// Ends all ranks of the program.
[[noreturn]] inline void end_job() {
  std::fflush(nullptr);
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

/// Ends all ranks if an exception is not caught on one of them.
[[noreturn]] inline void end_job_by_exception() {
  int done = 0;
  MPI_Finalized(&done);
  if (done)
    std::abort();
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::string text = "an exception of an unknown type";
  if (const auto thrown = std::current_exception()) {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::exception& e) {
      text = e.what();
    } catch (...) {
    }
  }
  std::fprintf(stderr, "stria: mpi: rank %d ended with: %s\n", rank, text.c_str());
  end_job();
}

struct world_access;

} // namespace stria::detail

namespace stria::mpi {

/// The ranks of a program that `mpirun` started.
///
/// The first world initialises MPI and finalises it at its end. If a rank throws, and the exception
/// leaves the scope of the world or is not caught, the whole job ends with the number of the rank
/// and the message; without this, the other ranks would wait forever.
///
/// \usage  `mpi::world world(argc, argv);`
class world {
  detail::mpi_job_ptr job_{};
  int exceptions_ = std::uncaught_exceptions();
  bool finalizes_ = false;
  std::terminate_handler before_ = nullptr;

  friend struct detail::world_access;

public:
  /// All ranks of the program. Initialises MPI unless that has been done.
  world(int& argc, char**& argv) {
    int begun = 0;
    MPI_Initialized(&begun);
    if (!begun) {
      int threads = 0;
      MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
      finalizes_ = true;
    }
    before_ = std::set_terminate(detail::end_job_by_exception);
    job_ = std::make_shared<detail::mpi_job>(MPI_COMM_WORLD);
  }
  /// The ranks of a communicator of an initialised MPI. All of them make this call.
  explicit world(MPI_Comm ranks) : job_(std::make_shared<detail::mpi_job>(ranks)) {}
  world(const world&) = delete;
  world& operator=(const world&) = delete;
  ~world() {
    if (std::uncaught_exceptions() > exceptions_) {
      // The program may still print the message of the exception, so the job ends when the program
      // does.
      int rank = 0;
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      std::fprintf(stderr, "stria: mpi: an exception ends rank %d, and the job with it\n", rank);
      std::atexit([] { detail::end_job(); });
      return;
    }
    job_.reset();
    if (before_ != nullptr)
      std::set_terminate(before_);
    if (finalizes_)
      MPI_Finalize();
  }

  /// The number of this rank, from 0.
  int rank() const { return job_->rank; }
  /// The number of ranks.
  int size() const { return job_->size; }
  /// Waits for all ranks.
  void barrier() const { MPI_Barrier(job_->comm); }
};

} // namespace stria::mpi

namespace stria::detail {

struct world_access {
  static const mpi_job_ptr& job(const mpi::world& w) { return w.job_; }
};

} // namespace stria::detail
