// SPDX-License-Identifier: BSL-1.0
// io/replace.hpp: a file written next to its final path and moved there when it is complete.
// Tests: tests/io/durable.cpp, tests/io/hostile_paths.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/path.hpp>

#include <cstdio>

namespace stria {

/// How a file is written.
///
/// \numpy        none
/// \usage        `save_npy(path, a, {.durable = true})`
struct save_options {
  /// Whether the file survives a system crash or a loss of power. If so, the file is written to the
  /// disk (`fsync`) before it replaces the old one, and its folder before the call returns. This
  /// costs milliseconds.
  bool durable = false;
};

namespace detail {

/// A temporary file next to the file that it replaces at the end. Until then the old file is kept.
/// Every failure raises io_error.
///
/// A symbolic link is kept, and the file it points to is replaced. The new file has the permissions
/// of the old one, and its owner and group if the system allows it. Only regular files are
/// replaced; a character device such as /dev/null is written to directly.
class replacement {
  std::string name_;      // as the caller gave it
  std::string target_{};  // links resolved
  std::string partial_{}; // empty: there is nothing to remove
  bool direct_ = false;
  save_options options_;

  [[noreturn]] void fail(const char* what) const { raise_file(name_, what, errno); }
  void remove() {
    if (!partial_.empty())
      std::remove(partial_.c_str());
    partial_.clear();
  }

#if STRIA_HAS_POSIX_FILES
  posix::file_facts old_{};
  bool replaces_ = false;
  std::string folder_{}; // set only for a durable file

  static std::string folder_of(const std::string& path) {
    return path.substr(0, path.find_last_of('/') + 1);
  }
  /// Follows the links at the end of the path. The last one may point to a file that does not
  /// exist.
  void resolve() {
    target_ = name_;
    posix::file_facts at;
    for (int links = 0; posix::facts_of_link(target_.c_str(), at) && at.is_link(); ++links) {
      std::string to(4096, '\0');
      const auto n = posix::read_link(target_.c_str(), to.data(), to.size());
      if (n < 0 || links == 40)
        fail("the link cannot be followed");
      to.resize(static_cast<std::size_t>(n));
      target_ = to.starts_with('/') ? to : folder_of(target_) + to;
    }
  }
  void look() {
    // The system follows the links before resolve() does, because the system refuses some links,
    // such as those of other users in /tmp.
    replaces_ = posix::facts_of(c_path(name_), old_);
    if (!replaces_ && errno != ENOENT)
      fail("the file cannot be written");
    if (replaces_ && old_.is_character_device()) {
      direct_ = true;
      target_ = name_;
      return;
    }
    if (replaces_ && !old_.is_regular())
      raise_kind(name_, old_, "only regular files can be replaced");
    resolve();
    posix::file_facts found;
    if (replaces_ && (!posix::facts_of_link(target_.c_str(), found) || !found.is_same_file(old_)))
      raise_file(name_, "the file that the link leads to has no name", 0);
  }
  /// Only the owner may read the file until it has its final permissions.
  bool create() {
    const int number = posix::open_file(partial_.c_str(),
                                        posix::write_only | posix::creates | posix::exclusive |
                                            posix::close_on_exec,
                                        replaces_ ? 0600 : 0666);
    if (number >= 0)
      posix::close_file(number);
    return number >= 0;
  }
  /// Copies owner, group and permissions of the old file. If the owner or group cannot be kept, the
  /// set-user-ID and set-group-ID bits are dropped. A group that differs from the old one gets no
  /// more rights than all other users have.
  void take_permissions(int number) const {
    constexpr unsigned others = 07, group = 070, set_ids = 06000, none = ~0U;
    unsigned mode = old_.permissions();
    if (posix::change_owner(number, old_.owner, old_.group) != 0)
      static_cast<void>(posix::change_owner(number, none, old_.group) == 0);
    posix::file_facts now;
    if (!posix::facts_of(number, now))
      fail("the permissions of the file cannot be kept");
    if (now.owner != old_.owner || now.group != old_.group)
      mode &= ~set_ids;
    if (now.group != old_.group)
      mode = (mode & ~group) | (mode & (mode & others) << 3U);
    if (posix::change_mode(number, static_cast<posix::mode_bits>(mode)) != 0 &&
        now.permissions() != mode)
      fail("the permissions of the file cannot be kept");
  }
  void sync_folder() const {
    const descriptor d(posix::open_file(folder_.empty() ? "." : folder_.c_str(),
                                        posix::read_only | posix::close_on_exec));
    // Some file systems do not support fsync of a folder.
    if (d.number < 0 || (posix::sync_file(d.number) != 0 && errno != EINVAL))
      fail("the file was replaced, but its folder cannot be written to the disk");
  }
  void settle() {
    if (!replaces_ && !options_.durable)
      return;
    // folder_of() allocates memory and may fail, so it is called while the old file still exists.
    if (options_.durable)
      folder_ = folder_of(target_);
    const descriptor d(posix::open_file(partial_.c_str(), posix::write_only | posix::close_on_exec |
                                                              posix::no_follow));
    if (d.number < 0)
      fail("the file cannot be replaced");
    if (replaces_)
      take_permissions(d.number);
    if (options_.durable && posix::sync_file(d.number) != 0) {
      const int error = errno;
      // The file is removed, because another fsync may succeed although data are lost.
      remove();
      raise_file(name_, "the file cannot be written to the disk", error);
    }
  }
#else
  void look() { target_ = c_path(name_); }
  bool create() {
    std::FILE* const file = std::fopen(partial_.c_str(), "wbx");
    return file != nullptr && std::fclose(file) == 0;
  }
  void settle() const {}
  void sync_folder() const {}
#endif

public:
  explicit replacement(const std::string& name, save_options options = {})
      : name_(name), options_(options) {
    look();
    if (direct_)
      return;
    // Take the first name that is not in use.
    for (int k = 0; k < 1000; ++k) {
      partial_ = target_ + ".partial" + std::to_string(k);
      if (create())
        return;
      if (errno != EEXIST)
        break;
    }
    partial_.clear();
    fail("no file can be written next to this path");
  }
  replacement(replacement&&) = delete;
  replacement& operator=(replacement&&) = delete;
  ~replacement() { remove(); }

  /// Whether the path is a device, which is written to directly.
  bool is_direct() const { return direct_; }
  /// The path to write to.
  const std::string& path() const { return direct_ ? target_ : partial_; }
  /// Replaces the old file. The new one must be complete and closed.
  void finish() {
    if (direct_)
      return;
    settle();
    if (std::rename(partial_.c_str(), target_.c_str()) != 0)
      fail("the file cannot be replaced");
    partial_.clear();
    if (options_.durable)
      sync_folder();
  }
};

} // namespace detail
} // namespace stria
