// SPDX-License-Identifier: BSL-1.0
// mpi/npy.hpp: .npy files of tensors over ranks: each rank reads and writes its own rows, so that
// other numbers of ranks can read what some have written. Tests: tests/mpi/files.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/npy.hpp>
#include <stria/mpi/tensor.hpp>

namespace stria {
namespace detail {

/// A file of which a rank reads or writes some bytes.
class rank_file {
  std::string name_;
  std::FILE* file_;

  [[noreturn]] void fail(const char* what) const { raise_file(name_, what, errno); }

public:
  rank_file(const std::string& name, const char* mode)
      : name_(name), file_(std::fopen(c_path(name), mode)) {
    if (file_ == nullptr)
      fail("the file cannot be opened");
  }
  rank_file(const rank_file&) = delete;
  rank_file& operator=(const rank_file&) = delete;
  ~rank_file() {
    if (file_ != nullptr)
      std::fclose(file_);
  }
  void seek(index at) {
    if (fseeko(file_, at, 0) != 0) // SEEK_SET, which <mpi.h> may redefine
      fail("the file cannot be read or written at this position");
  }
  void read(void* to, index bytes) {
    if (std::fread(to, 1, static_cast<std::size_t>(bytes), file_) !=
        static_cast<std::size_t>(bytes))
      fail("the file cannot be read, or is shorter than its header says");
  }
  void write(const void* from, index bytes) {
    if (std::fwrite(from, 1, static_cast<std::size_t>(bytes), file_) !=
        static_cast<std::size_t>(bytes))
      fail("the file cannot be written");
  }
  void close() {
    std::FILE* const file = file_;
    file_ = nullptr;
    if (std::fclose(file) != 0)
      fail("the file cannot be written");
  }
};

} // namespace detail

namespace mpi {

/// Reads a tensor over ranks from a .npy file, which every rank can open: each reads its own rows.
///
/// \tparam T     the element type
/// \tparam E     extents of the result
/// \param w      the ranks; all of them make the call
/// \param path   a .npy file
/// \returns      mpi::tensor<T, E...>
/// \throws       io_error and shape_error as load_npy(), on all ranks if they occur on one
/// \complexity   O(bytes of the rows of a rank). Files in column-major order or of another byte
///               order are read as a whole by every rank
/// \numpy        `np.load(path)`
/// \usage        `auto u = mpi::load_npy<float, dyn, dyn>(world, "u.npy")`
template <class T, extent... E> tensor<T, E...> load_npy(const world& w, const std::string& path) {
  using result = tensor<T, E...>;
  using namespace stria::detail;
  const auto& job = world_access::job(w);
  std::array<index_t, sizeof...(E)> sizes{};
  index_t start = 0;
  bool by_rows = true;
  run_agreed(*job, [&] {
    input_file file(path);
    const index_t all = file.left();
    const npy_header h = read_npy_header(file);
    exact_elements::check<T>(h, file.name());
    sizes = fit_sizes<result::extents>(h, file.name());
    start = all - file.left();
    by_rows =
        !(h.column_major && sizeof...(E) > 1) && !has_foreign_bytes(h) && !std::same_as<T, bool>;
  });
  result u(job, sizes);
  if (!by_rows) {
    stria::tensor<T, E...> all(sizes, uninitialized_t{});
    run_agreed(*job, [&] { all = stria::load_npy<T, E...>(path); });
    u = all;
    return u;
  }
  run_agreed(*job, [&] {
    const auto mine = u.local();
    if (mine.size() == 0)
      return;
    rank_file file(path, "rb");
    file.seek(start + u.first_row() * u.stored()->rows().row_bytes());
    file.read(mine.data(), mine.size() * index_t{sizeof(T)});
  });
  return u;
}

} // namespace mpi

/// Writes the values of an expression of tensors over ranks to a .npy file, which every rank can
/// open: each writes its own rows. An existing file is replaced when the new one is complete.
///
/// \param path   the file
/// \param e      an operand over ranks, with at least one axis
/// \param options  durable files are not supported
/// \returns      nothing
/// \throws       io_error if the file cannot be written, on all ranks; value_error for a durable
/// file
/// \complexity   O(n / ranks)
/// \numpy        `np.save(path, e)`
/// \usage        `save_npy("u.npy", u)`
template <detail::rank_operand E>
  requires(detail::rank_of<E> > 0 && detail::npy_element<detail::value_t<E>>)
void save_npy(const std::string& path, const E& e, save_options options = {}) {
  using namespace detail;
  if (options.durable)
    raise<value_error>(message("stria: save_npy: the files of ranks cannot be durable"));
  if constexpr (!rank_owner<E>) {
    save_npy(path, rank_value<E>(e));
  } else {
    const auto job = job_of(e);
    const std::string header = make_npy_header<value_t<E>>(e.shape());
    const std::string partial = path + ".partial";
    run_agreed(*job, [&] {
      if (job->rank == 0) {
        rank_file file(partial, "wb");
        file.write(header.data(), static_cast<index_t>(header.size()));
        file.close();
      }
    });
    run_agreed(*job, [&] {
      const auto mine = e.local();
      if (mine.size() == 0)
        return;
      rank_file file(partial, "r+b");
      file.seek(static_cast<index_t>(header.size()) +
                e.first_row() * e.stored()->rows().row_bytes());
      file.write(mine.data(), mine.size() * index_t{sizeof(value_t<E>)});
      file.close();
    });
    run_agreed(*job, [&] {
      if (job->rank == 0 && std::rename(c_path(partial), c_path(path)) != 0)
        raise_file(path, "the file cannot be replaced", errno);
    });
  }
}

} // namespace stria
