// SPDX-License-Identifier: BSL-1.0
// show/progress.hpp: a line on the terminal that says how far a loop is.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

#include <algorithm>
#include <chrono>
#include <concepts>
#include <functional>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace stria {

/// When a progress is shown.
enum class progress_show : unsigned char { on_terminal, always, never };

/// Where and how a progress is shown.
struct progress_options {
  /// std::cerr, std::clog and std::cout can be terminals; of other streams it is not known.
  std::ostream* out = &std::cerr;
  progress_show show = progress_show::on_terminal;
  /// The line stays when the loop has ended; else it is taken away.
  bool keep = true;
  /// The time since some moment; without one the steady clock's.
  std::function<std::chrono::nanoseconds()> clock{};
};

namespace detail {

inline bool is_terminal([[maybe_unused]] const std::ostream& out) {
#if __has_include(<unistd.h>)
  if (&out == &std::cerr || &out == &std::clog)
    return ::isatty(2) != 0;
  if (&out == &std::cout)
    return ::isatty(1) != 0;
#endif
  return false;
}

// += throughout: g++ 12 warns of what `"x" + std::to_string(n)` cannot do.
/// 0:07, 12:30, 1:02:03.
inline void add_clock(std::string& s, std::chrono::nanoseconds t) {
  const auto total = std::chrono::duration_cast<std::chrono::seconds>(t).count();
  const auto add_two = [&](auto n) {
    if (n < 10)
      s += '0';
    s += std::to_string(n);
  };
  const auto hours = total / 3600, minutes = total / 60 % 60;
  if (hours > 0) {
    s += std::to_string(hours);
    s += ':';
    add_two(minutes);
  } else {
    s += std::to_string(minutes);
  }
  s += ':';
  add_two(total % 60);
}

} // namespace detail

/// How far a loop is, as one line that is written anew: `epoch  45%  9/20  0:03, 0:04 left`. At
/// most ten times a second, and not in the first tenth; quiet where the stream is no terminal. A
/// loop over a range needs only `progress`.
class progress_line {
  std::string label_;
  std::optional<index> total_;
  progress_options options_;
  bool shown_ = false, ended_ = false;
  index done_ = 0;
  std::chrono::nanoseconds start_{}, last_{};
  std::size_t width_ = 0;

  std::chrono::nanoseconds now() const {
    return options_.clock ? options_.clock() : std::chrono::steady_clock::now().time_since_epoch();
  }
  std::string text(std::chrono::nanoseconds elapsed) const {
    std::string s = label_;
    if (!s.empty())
      s += "  ";
    if (total_) {
      const double part =
          *total_ > 0 ? 100.0 * static_cast<double>(done_) / static_cast<double>(*total_) : 100.0;
      const std::string percent = std::to_string(static_cast<int>(part));
      s.append(percent.size() < 3 ? 3 - percent.size() : 0, ' ');
      s += percent;
      s += "%  ";
    }
    s += std::to_string(done_);
    if (total_) {
      s += '/';
      s += std::to_string(*total_);
    }
    s += "  ";
    detail::add_clock(s, elapsed);
    if (total_ && done_ > 0 && done_ < *total_) {
      constexpr double most = 9e18; // nanoseconds
      const double left = static_cast<double>(elapsed.count()) / static_cast<double>(done_) *
                          static_cast<double>(*total_ - done_);
      s += ", ";
      detail::add_clock(s, std::chrono::nanoseconds(static_cast<long long>(std::min(left, most))));
      s += " left";
    }
    return s;
  }
  void write(std::string_view line) {
    const std::size_t before = std::exchange(width_, line.size());
    *options_.out << '\r' << line;
    // What is left of a longer line.
    if (before > line.size())
      *options_.out << std::string(before - line.size(), ' ');
    options_.out->flush();
  }

public:
  /// `total` is the number of turns, if it is known.
  explicit progress_line(std::string label, std::optional<index> total = {},
                         progress_options options = {})
      : label_(std::move(label)), total_(total), options_(std::move(options)) {
    shown_ = options_.out != nullptr &&
             (options_.show == progress_show::always ||
              (options_.show == progress_show::on_terminal && detail::is_terminal(*options_.out)));
    if (shown_)
      start_ = last_ = now();
  }
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;
  ~progress_line() {
    STRIA_TRY { finish(); }
    STRIA_CATCH(...) { // What cannot be shown is not.
    }
  }

  /// So many turns more are done.
  void advance(index turns = 1) {
    done_ += turns;
    if (!shown_ || ended_)
      return;
    const auto t = now();
    if (t - last_ < std::chrono::milliseconds(100))
      return;
    last_ = t;
    write(text(t - start_));
  }

  /// Ends the line; the destructor does it too.
  void finish() {
    if (std::exchange(ended_, true) || !shown_)
      return;
    if (options_.keep) {
      write(text(now() - start_));
      *options_.out << '\n';
    } else if (width_ > 0) {
      write("");
      *options_.out << '\r';
    }
    options_.out->flush();
  }
};

/// What `progress` returns: the range, each turn of which is counted. For one loop.
template <class Range> class progress_range {
  Range range_; // a reference to what lives on
  progress_line line_;

  static std::optional<index> size_of(Range& r) {
    if constexpr (requires { std::ranges::size(r); })
      return static_cast<index>(std::ranges::size(r));
    else
      return {};
  }
  using inner = decltype(std::ranges::begin(std::declval<Range&>()));
  using inner_end = decltype(std::ranges::end(std::declval<Range&>()));

public:
  progress_range(Range&& range, std::string label, progress_options options)
      : range_(static_cast<Range&&>(range)),
        line_(std::move(label), size_of(range_), std::move(options)) {}

  class sentinel;
  class iterator {
    friend sentinel;
    inner at_;
    progress_line* line_;

  public:
    using value_type = std::iter_value_t<inner>;
    using difference_type = std::iter_difference_t<inner>;
    iterator(inner at, progress_line& line) : at_(std::move(at)), line_(&line) {}
    decltype(auto) operator*() const { return *at_; }
    iterator& operator++() {
      ++at_;
      line_->advance();
      return *this;
    }
    iterator operator++(int)
      requires std::copyable<inner>
    {
      iterator before(*this);
      ++*this;
      return before;
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Weffc++" // what cannot be copied has nothing to return
    void operator++(int)
      requires(!std::copyable<inner>)
    {
      ++*this;
    }
#pragma GCC diagnostic pop
  };
  class sentinel {
    inner_end end_;
    progress_line* line_;

  public:
    sentinel(inner_end end, progress_line& line) : end_(std::move(end)), line_(&line) {}
    friend bool operator==(const iterator& it, const sentinel& s) {
      const bool at_end = s.reached(it);
      if (at_end)
        s.line_->finish();
      return at_end;
    }

  private:
    bool reached(const iterator& it) const { return it.at_ == end_; }
  };

  iterator begin() { return {std::ranges::begin(range_), line_}; }
  sentinel end() { return {std::ranges::end(range_), line_}; }
};

/// A range whose loop shows how far it is: `for (auto row : progress(subviews(t, _0), "rows"))`. A
/// loop that is left early ends its line, too. Python: `for row in tqdm(t, "rows")`.
template <class Range>
progress_range<Range> progress(Range&& range, std::string label = {},
                               progress_options options = {}) {
  return {static_cast<Range&&>(range), std::move(label), std::move(options)};
}

} // namespace stria
