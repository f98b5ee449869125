// SPDX-License-Identifier: BSL-1.0
// support/tracked.hpp: an element type that counts operations and can throw on request.
#pragma once

#include <stdexcept>
#include <utility>

namespace test {

/// Counts the operations on all `tracked` objects since `counts = {}`.
struct tracked_counts {
  int made = 0; // constructed, including copies and moves
  int destroyed = 0;
  int copied = 0; // constructed or assigned from an lvalue
  int moved = 0;
  int computed = 0;     // results of operators
  int throw_after = -1; // constructions before one that throws; -1 if none throws

  int alive() const { return made - destroyed; }
};
inline tracked_counts counts;

struct construction_failed : std::runtime_error {
  construction_failed() : std::runtime_error("tracked: told to throw") {}
};

/// A number that detects the use of dead objects.
class tracked {
  int value_ = 0;
  // self_ is the address of the object, so that a dead or bytewise copied object is detected.
  const tracked* self_ = this;

  static void begin() {
    if (counts.throw_after == 0)
      throw construction_failed();
    if (counts.throw_after > 0)
      --counts.throw_after;
    ++counts.made;
  }
  void check() const {
    if (self_ != this)
      throw std::logic_error("tracked: used before or after its life");
  }

public:
  tracked() { begin(); }
  tracked(int v) : value_(v) { begin(); }
  tracked(const tracked& o) : value_(o.value()) {
    begin();
    ++counts.copied;
  }
  tracked(tracked&& o) : value_(o.value()) {
    begin();
    ++counts.moved;
    o.value_ = -1;
  }
  tracked& operator=(const tracked& o) {
    check();
    value_ = o.value();
    ++counts.copied;
    return *this;
  }
  tracked& operator=(tracked&& o) {
    check();
    value_ = o.value();
    ++counts.moved;
    if (this != &o)
      o.value_ = -1;
    return *this;
  }
  ~tracked() {
    self_ = nullptr;
    ++counts.destroyed;
  }

  int value() const {
    check();
    return value_;
  }

  friend tracked operator+(const tracked& a, const tracked& b) {
    ++counts.computed;
    return tracked(a.value() + b.value());
  }
  friend tracked operator*(const tracked& a, const tracked& b) {
    ++counts.computed;
    return tracked(a.value() * b.value());
  }
  friend bool operator==(const tracked& a, const tracked& b) { return a.value() == b.value(); }
  friend bool operator<(const tracked& a, const tracked& b) { return a.value() < b.value(); }
};

} // namespace test
