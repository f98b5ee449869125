// SPDX-License-Identifier: BSL-1.0
// io/trial.hpp: calls a function in a child process, because the function may crash.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/checked.hpp>

#include <algorithm>
#include <csignal>
#include <initializer_list>
#include <new>

#if __has_include(<sys/wait.h>)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#endif

namespace stria::detail {

/// The end of a trial. `well`: `work` returned true; `refused`: it returned false; `starved`: it
/// threw std::bad_alloc; `badly`: it did not return; `none`: no process could be started.
enum class trial_end : unsigned char { well, refused, starved, badly, none };

#if __has_include(<sys/wait.h>)

inline constexpr bool has_trials = true;

/// Prepares a process that may crash: it prints no errors, leaves no core file, and may use a
/// limited number of seconds of CPU time.
inline void begin_trial(index seconds) {
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU})
    std::signal(number, SIG_DFL);
  const rlimit none{0, 0}, most{static_cast<rlim_t>(seconds), static_cast<rlim_t>(seconds)};
  ::setrlimit(RLIMIT_CORE, &none);
  ::setrlimit(RLIMIT_CPU, &most);
  const int nowhere = ::open("/dev/null", O_WRONLY);
  if (nowhere >= 0)
    ::dup2(nowhere, STDERR_FILENO);
}

/// Limits the memory of this process, relative to what it uses when this object is made: sanitizers
/// reserve terabytes. It has an effect only where the system reports the used memory, as Linux
/// does.
class memory_limit {
  rlimit usual_{};
  index used_ = 0; // bytes of addresses; 0: unknown

public:
  memory_limit() {
#if defined(RLIMIT_AS)
    // A stream might wait for a lock that another thread held when the process was copied.
    char text[32] = {};
    const int file = ::open("/proc/self/statm", O_RDONLY);
    const bool known = file >= 0 && ::read(file, text, sizeof(text) - 1) > 0;
    if (file >= 0)
      ::close(file);
    const auto page = static_cast<index>(::sysconf(_SC_PAGESIZE));
    if (!known || ::getrlimit(RLIMIT_AS, &usual_) != 0 ||
        !multiply_fits(static_cast<index>(std::strtoll(text, nullptr, 10)), page, used_))
      used_ = 0;
#endif
  }
  /// From now on, at most `bytes` more than when this object was made can be allocated. A smaller
  /// limit that the process had before remains.
  void allow([[maybe_unused]] index bytes) const {
#if defined(RLIMIT_AS)
    if (used_ == 0)
      return;
    index most = 0;
    rlimit now = usual_;
    if (add_fits(used_, bytes, most))
      now.rlim_cur = std::min(now.rlim_cur, static_cast<rlim_t>(most));
    ::setrlimit(RLIMIT_AS, &now);
#endif
  }
};

/// Calls `work` in a copy of this process and returns how the call ended. The copy may use at most
/// `seconds` of CPU time. An exception counts as `refused`, except std::bad_alloc. Changes that
/// `work` makes in memory are lost.
template <class Work> trial_end run_trial(index seconds, const Work& work) {
  // The result is passed through a shared page, not the exit status, because the program may have a
  // handler that collects the exit status of all its child processes.
  void* const page =
      ::mmap(nullptr, sizeof(trial_end), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    return trial_end::none;
  auto* const end = static_cast<volatile trial_end*>(page);
  *end = trial_end::badly;
  const pid_t child = ::fork();
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
    ::_exit(0);
  }
  while (child > 0 && ::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  const trial_end found = child < 0 ? trial_end::none : *end;
  ::munmap(page, sizeof(trial_end));
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
