// SPDX-License-Identifier: BSL-1.0
// harness.hpp: rows of contestants, which are different ways to compute the same values. The values
// are compared before the contestants are timed alternately.
#pragma once

#include "parallel_loop.hpp"
#include "peers/peers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

enum class weight { goal, info };

struct options {
  std::string_view filter;
  std::string_view sizes = "L2,L3,DRAM";
  double limit = 0; // the largest allowed ratio of rows that are goals; 0 means no limit
  int rounds = 31;
  int threads = 1;
  double most_seconds = 1.5; // for one contestant in one row
};

/// The size of the arrays: the bytes of each array, and the name of the memory into which all the
/// arrays of a row fit.
struct size {
  const char* name;
  index bytes;
  /// The number of elements of type T in an array, a power of two.
  template <class T> index count() const { return bytes / static_cast<index>(sizeof(T)); }
  /// The number of columns of a matrix. The rows are long, and there are many of them.
  index columns() const {
    return bytes >= (index{1} << 28) ? 4096 : bytes >= (1 << 23) ? 1024 : 256;
  }
};
inline constexpr size sizes[] = {{"L2", 1 << 18}, {"L3", 1 << 23}, {"DRAM", 1 << 28}};

/// The description of a row.
struct heading {
  weight w;
  std::string id, expression, type, size;
  double bytes = 0; // the bytes that must be moved between memory and the processor
  double elements = 0;
};

/// Reads each page of the program, so that the system maps it before anything is timed.
void map_program();

class suite {
  options options_;
  bool failed_ = false;

public:
  explicit suite(const options& o) : options_(o) {}
  bool failed() const { return failed_; }
  const options& how() const { return options_; }
  bool wants(const heading&) const;
  bool wants(const size& s) const;
  /// Times the contestants, and prints the ratio of each time to that of the first contestant.
  void run(const heading&, std::vector<contestant>&, const std::vector<bool>& equal);
};

template <class T> constexpr const char* type_name() {
  if constexpr (std::is_same_v<T, bool>)
    return "bool";
  else if constexpr (std::is_integral_v<T>)
    return sizeof(T) == 1 ? "uint8" : "int32";
  else
    return sizeof(T) == 4 ? "float" : "double";
}

/// One row. The contestants write `out`. All must write the same values as the first one. If sums
/// are not exact, a relative difference of `tolerance` is permitted.
template <class T, class Out = T> class row {
  suite& suite_;
  heading heading_;
  std::span<Out> out_;
  double tolerance_;
  bool wanted_;
  std::vector<contestant> contestants_;

public:
  row(suite& s, weight w, std::string id, std::string expression, const char* size, double bytes,
      double elements, std::span<Out> out, double tolerance = 0, std::string type = type_name<T>())
      : suite_(s),
        heading_{w, std::move(id), std::move(expression), std::move(type), size, bytes, elements},
        out_(out), tolerance_(tolerance), wanted_(s.wants(heading_)) {}

  row& add(contestant c) {
    if (wanted_)
      contestants_.push_back(std::move(c));
    return *this;
  }

  template <class F> row& add(const char* name, F f) {
    if (wanted_)
      contestants_.push_back(make_contestant(name, std::move(f)));
    return *this;
  }
  template <class F> row& hand(F f) { return add("hand", std::move(f)); }
  template <class F> row& plain(F f) { return add("plain", std::move(f)); }
  template <class F> row& stria(F f) { return add("stria", std::move(f)); }
  /// Adds the other libraries that implement the workload.
  row& others(const problem<T>& p) {
    if (wanted_)
      for (peer<T> f : peers<T>())
        f(heading_.id, p, contestants_);
    return *this;
  }

  ~row() {
    if (!wanted_)
      return;
    const std::vector<Out> before(out_.begin(), out_.end());
    std::vector<Out> expected;
    std::vector<bool> equal;
    for (const contestant& c : contestants_) {
      std::copy(before.begin(), before.end(), out_.begin());
      c.once();
      if (expected.empty())
        expected.assign(out_.begin(), out_.end());
      equal.push_back(agrees(expected));
    }
    std::copy(before.begin(), before.end(), out_.begin());
    suite_.run(heading_, contestants_, equal);
  }
  row(const row&) = delete;

private:
  bool agrees(const std::vector<Out>& expected) const {
    if (tolerance_ == 0)
      return std::memcmp(out_.data(), expected.data(), out_.size_bytes()) == 0;
    for (std::size_t i = 0; i < out_.size(); ++i) {
      const double x = static_cast<double>(out_[i]), y = static_cast<double>(expected[i]);
      if (!(std::abs(x - y) <= tolerance_ * std::max(1.0, std::abs(y))))
        return false;
    }
    return true;
  }
};

/// Fills with small integers, so that sums and products are exact in any order and with fma.
template <class T> void fill(std::span<T> v, unsigned seed) {
  for (T& x : v) {
    seed = seed * 1664525u + 1013904223u;
    x = static_cast<T>(seed >> 28);
  }
}

struct dice {
  std::size_t state;
  index operator()(index n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<index>((state >> 33) % static_cast<std::size_t>(n));
  }
};

/// Runs f<float> and f<double> for each requested size.
template <class F> void each_size(suite& s, F f) {
  for (const size& n : sizes)
    if (s.wants(n)) {
      f.template operator()<float>(n);
      f.template operator()<double>(n);
    }
}

} // namespace bench
