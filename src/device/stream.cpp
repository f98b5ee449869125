// SPDX-License-Identifier: BSL-1.0
// Implements device/copies.hpp: the thread that waits for copies to the host.
#include <stria/device/copies.hpp>

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

namespace stria::detail {

namespace {

/// One copy and its outcome, which `mutex` guards.
struct copy_job final : started_copy {
  std::shared_ptr<device_context> context;
  void* to = nullptr;
  device_address from = 0;
  std::size_t bytes = 0;
  std::shared_ptr<recorded_event> after; // the work that writes the source

  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  std::exception_ptr failure;

  void run() noexcept {
    std::exception_ptr thrown;
    STRIA_TRY { context->read_after(after.get(), to, from, 0, bytes); }
    STRIA_CATCH(...) { thrown = std::current_exception(); }
    const std::lock_guard lock(mutex);
    failure = std::move(thrown);
    done = true;
    changed.notify_all();
  }
  void wait() override {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return done; });
    if (failure != nullptr)
      std::rethrow_exception(failure);
  }
  bool is_done() override {
    const std::lock_guard lock(mutex);
    return done;
  }
};

class threaded_queue final : public copy_queue {
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<copy_job>> waiting_;
  std::shared_ptr<copy_job> last_;
  bool ends_ = false, busy_ = false;
  std::thread thread_{[this] { work(); }};

  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return ends_ || !waiting_.empty(); });
      if (waiting_.empty())
        return;
      const std::shared_ptr<copy_job> job = std::move(waiting_.front());
      waiting_.pop_front();
      busy_ = true;
      lock.unlock();
      job->run();
      lock.lock();
      busy_ = false;
      changed_.notify_all();
    }
  }

public:
  ~threaded_queue() override {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  std::shared_ptr<started_copy> start(std::shared_ptr<device_context> context, void* to,
                                      device_address from, std::size_t bytes) override {
    auto job = std::make_shared<copy_job>();
    job->context = std::move(context);
    job->to = to;
    job->from = from;
    job->bytes = bytes;
    job->after = job->context->record();
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(job);
      last_ = job;
    }
    changed_.notify_all();
    return job;
  }
  std::shared_ptr<recorded_event> last() override {
    const std::lock_guard lock(mutex_);
    return last_;
  }
  void wait() override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_.empty() && !busy_; });
  }
};

} // namespace

std::shared_ptr<copy_queue> make_copy_queue() { return std::make_shared<threaded_queue>(); }

} // namespace stria::detail
