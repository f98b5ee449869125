// SPDX-License-Identifier: BSL-1.0
// show/progress.hpp: progress bars for loops: a line on the terminal that shows how far a loop has
// progressed.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>
#include <stria/base/system.hpp>

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

/// When the progress of a loop is shown.
///
/// \usage        `progress(r, "rows", {.show = progress_show::always})`
enum class progress_show : unsigned char { on_terminal, always, never };

/// The options of progress() and progress_line.
///
/// \numpy        none; arguments of `tqdm`
/// \usage        `progress(r, "rows", {.keep = false})`
struct progress_options {
  /// The stream. Only std::cerr, std::clog and std::cout are recognised as terminals.
  std::ostream* out = &std::cerr;
  /// When the line is shown.
  progress_show show = progress_show::on_terminal;
  /// True if the line is kept when the loop has ended; otherwise it is erased.
  bool keep = true;
  /// A function that returns the time since a fixed moment (default: the steady clock).
  std::function<std::chrono::nanoseconds()> clock{};
};

namespace detail {

inline bool is_terminal([[maybe_unused]] const std::ostream& out) {
#if defined(__unix__) || defined(__APPLE__)
  if (&out == &std::cerr || &out == &std::clog)
    return posix::is_terminal_file(2) != 0;
  if (&out == &std::cout)
    return posix::is_terminal_file(1) != 0;
#endif
  return false;
}

// Texts are composed with += because g++ 12 gives a false warning for `"x" + std::to_string(n)`.
/// Appends a time such as 0:07, 12:30 or 1:02:03.
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

/// Shows how far a loop has progressed, on one line that is rewritten:
/// `epoch   45%  9/20  0:03, 0:04 left`.
///
/// The line is written at most ten times a second, not during the first tenth of a second, and, if
/// it is kept, once more at the end. It is written only if the stream is a terminal, unless an
/// option asks for it. For a loop over a range, progress() is enough.
///
/// \numpy        none; `tqdm(total=n)`
/// \usage        `progress_line line("epoch", 20); line.advance();`
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
    constexpr double most = 9e18; // larger numbers do not fit into 64 bits
    std::string s = label_;
    if (!s.empty())
      s += "  ";
    if (total_) {
      const double part =
          *total_ > 0 ? 100.0 * static_cast<double>(done_) / static_cast<double>(*total_) : 100.0;
      const std::string percent = std::to_string(static_cast<long long>(std::min(part, most)));
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
    // Erase the rest of a longer line.
    if (before > line.size())
      *options_.out << std::string(before - line.size(), ' ');
    options_.out->flush();
  }

public:
  /// Begins a line.
  ///
  /// \param label    the text before the numbers
  /// \param total    the number of iterations, if it is known
  /// \param options  when and where the line is written
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
    STRIA_CATCH(...) { // A failure to write is ignored.
    }
  }

  /// Counts iterations that have ended (default 1).
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

  /// Ends the line; the destructor does so too.
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

/// The result of progress(): a range that counts the iterations of one loop.
template <class Range> class progress_range {
  Range range_; // a reference for an lvalue
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
#pragma GCC diagnostic ignored "-Weffc++" // returns void, because the iterator cannot be copied
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

  /// The first element. The comparison that reaches the end of the range ends the line.
  iterator begin() { return {std::ranges::begin(range_), line_}; }
  /// The end of the range.
  sentinel end() { return {std::ranges::end(range_), line_}; }
};

/// Shows how far a loop over a range has progressed.
///
/// \param range    the range, held by reference if it is an lvalue
/// \param label    a text before the numbers (default: none)
/// \param options  when and where the line is written (default: to std::cerr if it is a terminal)
/// \returns        a range with the same elements; leaving the loop early ends the line as well
/// \throws         nothing
/// \complexity     O(1) per iteration
/// \numpy          none; `for row in tqdm(range, "rows")`
/// \usage          `for (auto row : progress(subviews(t, _0), "rows"))`
template <class Range>
progress_range<Range> progress(Range&& range, std::string label = {},
                               progress_options options = {}) {
  return {static_cast<Range&&>(range), std::move(label), std::move(options)};
}

} // namespace stria
