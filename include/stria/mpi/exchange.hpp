// SPDX-License-Identifier: BSL-1.0
// mpi/exchange.hpp: sends the elements that ranks need of each other in one exchange of messages.
// Every rank computes all needs, so no message says what others contain.
// Tests: tests/mpi/bytes.cpp, tests/mpi/programs.cpp.
#pragma once

#include <stria/mpi/store.hpp>
#include <stria/parts/regions.hpp>

#include <cstring>
#include <utility>

namespace stria::detail {

/// The region of an array that a rank needs, without types.
struct rank_need {
  struct axis {
    index begin, step, size, stride; // the stride of the array in bytes
    friend bool operator==(const axis&, const axis&) = default;
  };
  const rank_rows* rows = nullptr;
  index bytes = 0; // of an element
  std::vector<axis> axes{};
  std::shared_ptr<std::byte[]> box{}; // the elements, if the rank needs a box

  bool empty() const {
    return std::ranges::any_of(axes, [](const axis& a) { return a.size == 0; });
  }
  index first() const { return axes[0].begin; }
  index last() const { return axes[0].begin + axes[0].step * (axes[0].size - 1); }
  index count() const {
    index n = 1;
    for (const axis& a : axes)
      n *= a.size;
    return n;
  }
  /// Whether all elements of another need, which is not empty, are among these.
  bool contains(const rank_need& other) const {
    bool all = rows == other.rows;
    for (std::size_t k = 0; all && k < axes.size(); ++k) {
      const axis &a = axes[k], &b = other.axes[k];
      all = b.begin >= a.begin && (b.begin - a.begin) % a.step == 0 &&
            b.begin + b.step * (b.size - 1) <= a.begin + a.step * (a.size - 1) &&
            (b.size == 1 || b.step % a.step == 0);
    }
    return all;
  }
};

/// Where a rank reads the elements of a need: in its rows, in its rows and their margins, or in a
/// box. This depends only on the need and the rank, so every rank knows it of all.
enum class rank_way : unsigned char { nothing, in_place, margin, box };
inline rank_way way_of(const rank_need& d, int q) {
  if (d.empty())
    return rank_way::nothing;
  const index low = d.rows->first(q), high = d.rows->first(q + 1), g = d.rows->margin(q);
  if (d.first() >= low && d.last() < high)
    return rank_way::in_place;
  return low < high && d.first() >= low - g && d.last() < high + g ? rank_way::margin
                                                                   : rank_way::box;
}

/// Adds a need of rank q to a list. Needs of one array in margins are joined, so that a row is
/// received once.
inline void add_need(std::vector<rank_need>& list, rank_need d, int q) {
  const rank_way way = way_of(d, q);
  if (way == rank_way::nothing || way == rank_way::in_place)
    return;
  for (rank_need& other : list) {
    if (other.contains(d))
      return;
    if (way == rank_way::margin && other.rows == d.rows && way_of(other, q) == way) {
      for (std::size_t k = 0; k < d.axes.size(); ++k) {
        const auto &a = other.axes[k], &b = d.axes[k];
        const region<1> both = hull(region<1>{{a.begin}, {a.step}, {a.size}},
                                    region<1>{{b.begin}, {b.step}, {b.size}});
        other.axes[k] = {both.begin[0], both.step[0], both.size[0], a.stride};
      }
      return;
    }
  }
  list.push_back(std::move(d));
}

/// A strided block of memory, as loops over contiguous runs of bytes.
struct strided_block {
  struct loop {
    index n, distance;
  };
  std::byte* at = nullptr;
  index run = 0; // contiguous bytes
  std::vector<loop> loops{};

  index bytes() const {
    index b = run;
    for (const loop& l : loops)
      b *= l.n;
    return b;
  }
};
/// The rows i, i + 1, ..., i + n - 1 of a need, in the memory of the array.
inline strided_block block_in_rows(const rank_need& d, index i, index n) {
  strided_block b{d.rows->row(d.axes[0].begin + d.axes[0].step * i), d.bytes, {}};
  for (std::size_t k = d.axes.size(); k-- > 0;) {
    const auto& a = d.axes[k];
    if (k > 0)
      b.at += a.begin * a.stride;
    const strided_block::loop l{k == 0 ? n : a.size, a.step * a.stride};
    if (l.n == 1)
      continue;
    if (b.loops.empty() && l.distance == b.run)
      b.run *= l.n;
    else if (!b.loops.empty() && l.distance == b.loops.front().n * b.loops.front().distance)
      b.loops.front().n *= l.n;
    else
      b.loops.insert(b.loops.begin(), l);
  }
  return b;
}
/// The same rows in its box.
inline strided_block block_in_box(const rank_need& d, index i, index n) {
  const index row = d.count() / d.axes[0].size * d.bytes;
  return {d.box.get() + i * row, n * row, {}};
}

/// Copies a block to contiguous memory (Packs) or back, and returns the end of that memory.
template <bool Packs, std::size_t W>
std::byte* copy_elements(std::byte* at, index run, const strided_block::loop* l, std::size_t loops,
                         std::byte* packed) {
  const auto move = [](std::byte* in_block, std::byte* in_pack, std::size_t n) {
    Packs ? std::memcpy(in_pack, in_block, n) : std::memcpy(in_block, in_pack, n);
  };
  if (loops == 0) {
    move(at, packed, static_cast<std::size_t>(run));
    return packed + run;
  }
  if (W != 0 && loops == 1) {
    const index distance = l->distance;
    for (index i = 0; i < l->n; ++i)
      move(at + i * distance, packed + i * static_cast<index>(W), W);
    return packed + l->n * static_cast<index>(W);
  }
  for (index i = 0; i < l->n; ++i)
    packed = copy_elements<Packs, W>(at + i * l->distance, run, l + 1, loops - 1, packed);
  return packed;
}
template <bool Packs> std::byte* copy_block(const strided_block& b, std::byte* packed) {
  const auto copy = [&]<std::size_t W>(std::integral_constant<std::size_t, W>) {
    return copy_elements<Packs, W>(b.at, b.run, b.loops.data(), b.loops.size(), packed);
  };
  switch (b.run) {
  case 1: return copy(std::integral_constant<std::size_t, 1>());
  case 2: return copy(std::integral_constant<std::size_t, 2>());
  case 4: return copy(std::integral_constant<std::size_t, 4>());
  case 8: return copy(std::integral_constant<std::size_t, 8>());
  case 16: return copy(std::integral_constant<std::size_t, 16>());
  default: return copy(std::integral_constant<std::size_t, 0>());
  }
}

/// The bytes of a piece of a message: MPI counts are of type int.
inline index message_bytes = index{1} << 30;

/// The blocks that this rank sends to another, or receives from it, as one message.
class rank_message {
  std::vector<strided_block> blocks_{};
  index bytes_ = 0;
  std::byte* memory_ = nullptr;

  bool in_place() const { return blocks_.size() == 1 && blocks_.front().loops.empty(); }

public:
  void add(strided_block b) {
    bytes_ += b.bytes();
    blocks_.push_back(std::move(b));
  }
  index bytes() const { return bytes_; }
  /// The memory of the message: the only block, or a buffer.
  std::byte* memory(kept_bytes& buffer) {
    return memory_ =
               in_place() ? blocks_.front().at : buffer.take(static_cast<std::size_t>(bytes_));
  }
  void pack() const {
    std::byte* to = memory_;
    if (!in_place())
      for (const strided_block& b : blocks_)
        to = copy_block<true>(b, to);
  }
  void unpack() const {
    std::byte* from = memory_;
    if (!in_place())
      for (const strided_block& b : blocks_)
        from = copy_block<false>(b, from);
  }
  /// Calls start(address, bytes) for each piece.
  template <class F> void in_pieces(F&& start) const {
    for (index done = 0; done < bytes_; done += message_bytes)
      start(memory_ + done, static_cast<int>(std::min(message_bytes, bytes_ - done)));
  }
};

/// Calls f(i, n) with the rows i, ..., i + n - 1 of a need of rank q that rank p has and q must
/// copy or receive, if there are any.
template <class F> void rows_from(const rank_need& d, int q, int p, F&& f) {
  if (p == q && way_of(d, q) == rank_way::margin)
    return;
  const rank_need::axis& rows = d.axes[0];
  const index begin = first_from(rows.begin, rows.step, rows.size, d.rows->first(p));
  const index end = first_from(rows.begin, rows.step, rows.size, d.rows->first(p + 1));
  if (begin < end)
    f(begin, end - begin);
}

/// Fetches the needs of all ranks. needs[q] are those of rank q.
inline void exchange(mpi_job& job, std::vector<std::vector<rank_need>>& needs) {
  constexpr int tag = 67;
  const int me = job.rank;
  const auto at = [](int p) { return static_cast<std::size_t>(p); };
  for (rank_need& d : needs[at(me)])
    if (way_of(d, me) == rank_way::box)
      d.box = std::shared_ptr<std::byte[]>(
          new std::byte[static_cast<std::size_t>(d.count() * d.bytes)]);
  std::vector<rank_message> out(at(job.size)), in(at(job.size));
  for (int p = 0; p < job.size; ++p) {
    for (const rank_need& d : needs[at(p)])
      if (p != me)
        rows_from(d, p, me, [&](index i, index n) { out[at(p)].add(block_in_rows(d, i, n)); });
    for (const rank_need& d : needs[at(me)])
      rows_from(d, me, p, [&](index i, index n) {
        if (p == me)
          copy_block<true>(block_in_rows(d, i, n), block_in_box(d, i, n).at);
        else
          in[at(p)].add(d.box ? block_in_box(d, i, n) : block_in_rows(d, i, n));
      });
  }
  std::vector<MPI_Request> requests;
  for (int p = 0; p < job.size; ++p)
    if (in[at(p)].bytes() > 0) {
      in[at(p)].memory(job.received[at(p)]);
      in[at(p)].in_pieces([&](std::byte* to, int n) {
        MPI_Irecv(to, n, MPI_BYTE, p, tag, job.comm, &requests.emplace_back());
      });
    }
  for (int p = 0; p < job.size; ++p)
    if (out[at(p)].bytes() > 0) {
      out[at(p)].memory(job.sent[at(p)]);
      out[at(p)].pack();
      out[at(p)].in_pieces([&](std::byte* from, int n) {
        MPI_Isend(from, n, MPI_BYTE, p, tag, job.comm, &requests.emplace_back());
      });
    }
  if (!requests.empty())
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  for (int p = 0; p < job.size; ++p)
    if (in[at(p)].bytes() > 0)
      in[at(p)].unpack();
}

} // namespace stria::detail
