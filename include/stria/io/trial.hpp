// SPDX-License-Identifier: BSL-1.0
// io/trial.hpp: work that may crash, done in a child process first.
#pragma once

#include <stria/base/index.hpp>

#include <csignal>

#if __has_include(<sys/wait.h>)
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#endif

namespace stria::detail {

/// How a trial ended: `work` returned true or false, or never; or there was none, because no
/// process could be started.
enum class trial_end : unsigned char { well, refused, badly, none };

#if __has_include(<sys/wait.h>)

inline constexpr bool has_trials = true;

/// Makes a process one that may crash: silent, without a core file, for so many seconds.
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

/// Calls `work` in a copy of this process and says how it ended there, within so many seconds of
/// computing. An exception is `refused`; what `work` changes in memory is gone.
template <class Work> trial_end run_trial(index seconds, const Work& work) {
  int pipe[2];
  if (::pipe(pipe) != 0)
    return trial_end::none;
  const pid_t child = ::fork();
  if (child == 0) {
    begin_trial(seconds);
    char result = 0;
    try {
      result = work() ? 1 : 0;
    } catch (...) { // It is refused.
    }
    const auto written = ::write(pipe[1], &result, 1);
    ::_exit(written == 1 ? 0 : 1);
  }
  ::close(pipe[1]);
  const auto retried = [](auto call) {
    auto result = call();
    while (result < 0 && errno == EINTR)
      result = call();
    return result;
  };
  // Not by the child's status: a program may have its own ways with the ends of its children.
  char result = 0;
  const bool ended = child > 0 && retried([&] { return ::read(pipe[0], &result, 1); }) == 1;
  ::close(pipe[0]);
  if (child < 0)
    return trial_end::none;
  retried([&] { return ::waitpid(child, nullptr, 0); });
  if (!ended)
    return trial_end::badly;
  return result == 1 ? trial_end::well : trial_end::refused;
}

#else

inline constexpr bool has_trials = false;
template <class Work> trial_end run_trial(index, const Work&) { return trial_end::none; }

#endif

} // namespace stria::detail
