// SPDX-License-Identifier: BSL-1.0
// io/trial.hpp: calls a function in a child process, because the function may crash.
// Tests: tests/io/hdf5_broken.cpp, tests/io/system.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/checked.hpp>
#include <stria/base/system.hpp>

#include <algorithm>
#include <csignal>
#include <initializer_list>
#include <new>

#if STRIA_HAS_POSIX_FILES
#include <cerrno>
#include <cstdlib>
#endif

namespace stria::detail {

/// The end of a trial. `well`: `work` returned true; `refused`: it returned false; `starved`: it
/// threw std::bad_alloc; `badly`: it did not return; `none`: no process could be started.
enum class trial_end : unsigned char { well, refused, starved, badly, none };

#if STRIA_HAS_POSIX_FILES

inline constexpr bool has_trials = true;

/// Prepares a process that may crash: it prints no errors, leaves no core file, may use a limited
/// number of seconds of CPU time, and ends after four times as many seconds, because it might wait
/// for a lock that another thread held when the process was copied.
inline void begin_trial(index seconds) {
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGALRM})
    std::signal(number, SIG_DFL);
  posix::end_after(4 * static_cast<unsigned>(seconds));
  const auto number_of = static_cast<posix::limit_number>(seconds);
  const posix::limits none{0, 0}, most{number_of, number_of};
  posix::set_limits(posix::limit_of_core, &none);
  posix::set_limits(posix::limit_of_time, &most);
  const int nowhere = posix::open_file("/dev/null", posix::write_only);
  if (nowhere >= 0)
    posix::duplicate_to(nowhere, 2);
}

/// Limits the memory of this process, relative to what it uses when this object is made: sanitizers
/// reserve terabytes. It has an effect only where the system reports the used memory, as Linux
/// does.
class memory_limit {
  posix::limits usual_{};
  index used_ = 0; // bytes of addresses; 0: unknown

public:
  memory_limit() {
#if defined(__linux__)
    // A stream might wait for a lock that another thread held when the process was copied.
    char text[32] = {};
    const int file = posix::open_file("/proc/self/statm", posix::read_only);
    const bool known = file >= 0 && posix::read_file(file, text, sizeof(text) - 1) > 0;
    if (file >= 0)
      posix::close_file(file);
    const auto page = static_cast<index>(posix::page_bytes());
    if (!known || posix::get_limits(posix::limit_of_addresses, &usual_) != 0 ||
        !convert_fits(std::strtoll(text, nullptr, 10), used_) || !multiply_fits(used_, page, used_))
      used_ = 0;
#endif
  }
  /// From now on, at most `bytes` more than when this object was made can be allocated. A smaller
  /// limit that the process had before remains.
  void allow([[maybe_unused]] index bytes) const {
#if defined(__linux__)
    if (used_ == 0)
      return;
    index most = 0;
    posix::limits wanted = usual_;
    if (add_fits(used_, bytes, most))
      wanted.now = std::min(wanted.now, static_cast<posix::limit_number>(most));
    posix::set_limits(posix::limit_of_addresses, &wanted);
#endif
  }
};

/// Calls `work` in a copy of this process and returns how the call ended. The copy may use at most
/// `seconds` of CPU time and four times as many seconds of real time. An exception counts as
/// `refused`, except std::bad_alloc. Changes that `work` makes in memory are lost.
template <class Work> trial_end run_trial(index seconds, const Work& work) {
  // The result is passed through a shared page, not the exit status, because the program may have a
  // handler that collects the exit status of all its child processes.
  void* const page =
      posix::map_memory(nullptr, sizeof(trial_end), posix::readable | posix::writable,
                        posix::shared | posix::anonymous, -1, 0);
  if (page == posix::failed())
    return trial_end::none;
  auto* const end = static_cast<volatile trial_end*>(page);
  *end = trial_end::badly;
  const int child = posix::fork_process();
  if (child == 0) {
    begin_trial(seconds);
    auto result = trial_end::refused;
    try {
      if (work())
        result = trial_end::well;
    } catch (const std::bad_alloc&) {
      result = trial_end::starved;
    } catch (...) { // counts as refused
    }
    *end = result;
    posix::exit_now(0);
  }
  while (child > 0 && posix::wait_for_process(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  const trial_end found = child < 0 ? trial_end::none : *end;
  posix::unmap_memory(page, sizeof(trial_end));
  return found;
}

#else

inline constexpr bool has_trials = false;
class memory_limit {
public:
  void allow(index) const {}
};
template <class Work> trial_end run_trial(index, const Work&) { return trial_end::none; }

#endif

} // namespace stria::detail
