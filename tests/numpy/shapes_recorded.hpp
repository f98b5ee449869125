// SPDX-License-Identifier: BSL-1.0
// Results of NumPy, recorded by record_shapes.py, for comparison with stria.
#pragma once

#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace test {

/// A NumPy expression and its values: parts separated by |, each a shape, a colon and elements.
struct recorded {
  std::string_view expression, values;
};
inline constexpr recorded shapes_recorded[] = {
#include "shapes_recorded.inc"
};

struct part {
  std::vector<stria::index> shape;
  std::vector<double> values;
};

template <class E> part part_of(const E& e) {
  part p;
  if constexpr (stria::detail::operand<E>) {
    p.shape = shape(e);
    for (const auto v : evaluated(e))
      p.values.push_back(static_cast<double>(v));
  } else {
    p.values.push_back(static_cast<double>(e));
  }
  return p;
}
template <class... E> std::vector<part> parts_of(const std::tuple<E...>& t) {
  return std::apply([](const auto&... e) { return std::vector<part>{part_of(e)...}; }, t);
}
template <class E> std::vector<part> parts_of(const E& e) {
  if constexpr (stria::detail::operand<E> || std::is_arithmetic_v<E>) {
    return {part_of(e)};
  } else {
    std::vector<part> parts;
    for (const auto& x : e)
      parts.push_back(part_of(x));
    return parts;
  }
}

inline std::vector<part> parse(std::string_view text) {
  std::vector<part> parts;
  std::istringstream all{std::string(text)};
  for (std::string one; std::getline(all, one, '|');) {
    part p;
    const auto colon = one.find(':');
    std::istringstream sizes(one.substr(0, colon)), values(one.substr(colon + 1));
    for (stria::index n = 0; sizes >> n;)
      p.shape.push_back(n);
    for (std::string v; values >> v;)
      p.values.push_back(std::strtod(v.c_str(), nullptr));
    parts.push_back(p);
  }
  return parts;
}

/// The first difference between NumPy and stria; empty if there is none. Numbers that are not whole
/// may differ by rounding.
inline std::string difference(std::string_view expression, const std::vector<part>& ours) {
  for (const recorded& r : shapes_recorded) {
    if (r.expression != expression)
      continue;
    const auto theirs = parse(r.values);
    std::ostringstream s;
    if (theirs.size() != ours.size()) {
      s << ours.size() << " parts, not " << theirs.size();
      return s.str();
    }
    for (std::size_t k = 0; k < ours.size(); ++k) {
      if (ours[k].shape != theirs[k].shape) {
        s << "part " << k << " has another shape:";
        for (const auto n : ours[k].shape)
          s << ' ' << n;
        return s.str();
      }
      for (std::size_t i = 0; i < ours[k].values.size(); ++i) {
        const double x = ours[k].values[i], y = theirs[k].values[i];
        const double gap = x < y ? y - x : x - y, size = y < 0 ? -y : y;
        if (x != y && !(x != x && y != y) && !(gap <= 1e-9 * (1 + size))) {
          s << "element " << i << " of part " << k << " is " << x << ", not " << y;
          return s.str();
        }
      }
    }
    return {};
  }
  return "record_shapes.py has not been run";
}

} // namespace test

/// A NumPy expression, and its equivalent in stria.
#define NP(expression, ...)                                                                        \
  CHECK(test::difference(expression, test::parts_of(__VA_ARGS__)) == std::string())
