// SPDX-License-Identifier: BSL-1.0
// The bytes that statements send, counted by the profiling interface of MPI: exactly those that
// ranks lack.
#include "ranks.hpp"

namespace {
long long sent = 0;
} // namespace

extern "C" int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag,
                         MPI_Comm comm, MPI_Request* request) {
  int size = 0;
  PMPI_Type_size(type, &size);
  sent += static_cast<long long>(size) * count;
  return PMPI_Isend(buffer, count, type, to, tag, comm, request);
}

using namespace stria;

namespace {

/// The bytes that all ranks send in a statement.
template <class Statement> long long bytes(const Statement& statement) {
  sent = 0;
  statement();
  long long all = 0;
  PMPI_Allreduce(&sent, &all, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

} // namespace

TEST_CASE("bytes of statements") {
  const index_t n = 37, m = 41;
  const int ranks = test::world().size();
  const auto h = test::numbers(1, n, m);
  auto u = test::on_ranks(h), b = test::on_ranks(h), r = test::on_ranks(h);
  mpi::tensor<float, dyn, dyn> v(test::world(), n, (m + 1) / 2), t(test::world(), m, n);
  const auto row = test::numbers(2, m), column = test::numbers(3, n);
  const auto c = range(1, -1);
  const auto up = range(_, -2);
  const auto down = range(2, _);
  const long long boundaries = ranks - 1;
  // The rows of which the mirror image is on the same rank.
  index_t first = u.first_row(), last = first + u.local().extent(0), kept = 0;
  for (index_t i = first; i < last; ++i)
    kept += n - 1 - i >= first && n - 1 - i < last;
  long long moved = 0, mine = u.local().extent(0) - kept;
  PMPI_Allreduce(&mine, &moved, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);

  CHECK(bytes([&] { r = u * 2.f + b; }) == 0);
  CHECK(bytes([&] { r = u * column[_, newaxis] - row; }) == 0);
  CHECK(bytes([&] { r = where(u > b, u, b[_, rev()]); }) == 0);
  CHECK(bytes([&] { r = u - sum(u, _1, keepdims); }) == 0);
  CHECK(bytes([&] { r = exp(u * .001f) / sum(exp(u * .001f), _1, keepdims); }) == 0);
  CHECK(bytes([&] { r = cumsum(u, _1) + sort(b, _1); }) == 0);
  CHECK(bytes([&] { r += u; }) == 0);
  CHECK(bytes([&] { r = h; }) == 0);
  // A halo of one row on each side of a boundary, without its first and last element.
  CHECK(bytes([&] { u[c, c] = .25f * (u[up, c] + u[down, c] + u[c, up] + u[c, down]); }) ==
        boundaries * 2 * (m - 2) * 4);
  // The corners are in the same rows.
  CHECK(bytes([&] {
          u[c, c] = u[up, up] + u[up, c] + u[down, c] + u[down, down] + u[up, down] + u[down, up];
        }) == boundaries * 2 * m * 4);
  CHECK(bytes([&] { u[range(1, _)] = u[range(_, -1)] * 2.f; }) == boundaries * m * 4);
  CHECK(bytes([&] { u = u[rev()]; }) == moved * m * 4);
  CHECK(bytes([&] { v = u[rev(), range(_, _, 2)]; }) == moved * ((m + 1) / 2) * 4);
  CHECK(bytes([&] { v = u[rev(), range(_, _, 2)] + u[rev(), range(_, _, 2)]; }) ==
        moved * ((m + 1) / 2) * 4);
  CHECK(bytes([&] { r[5] = u[5] + b[5, rev()]; }) == 0);
  if (ranks > 1)
    CHECK(bytes([&] { r[0] = u[n - 1]; }) == m * 4);
}

TEST_CASE("messages in pieces") {
  const auto h = test::numbers(1, 37, 41);
  const auto u = test::on_ranks(h);
  auto r = u;
  detail::message_bytes = 100;
  r = u[rev(), rev(_, _, 2)][_, zeros<index_t>(41)] + u[rev()];
  detail::message_bytes = index_t{1} << 30;
  CHECK(test::same_rows(r, eval(h[rev(), rev(_, _, 2)][_, zeros<index_t>(41)] + h[rev()])));
}
