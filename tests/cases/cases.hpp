// SPDX-License-Identifier: BSL-1.0
// cases/cases.hpp: reads results of NumPy and SciPy from data/*.txt, and compares those of stria
// with them.
//
// Each line is a case, `function|operands|words|results`. Operands and results are separated by
// semicolons. An operand is written as `type sizes strides offset values...`, and a result as `type
// sizes values...`. Types have the names of NumPy, such as f8. The values of an operand are its
// whole memory. `c` in place of the strides means that the array is contiguous. The words are
// arguments such as `axis=0`. `!` in place of the results means that the call raises an error.
#pragma once

#include "catch.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace cases {

using stria::index;
using complex = std::complex<double>;

/// An operand or a result. Complex numbers are two values each; all values are exact.
struct array {
  std::string type;
  std::vector<index> shape, strides;
  index offset = 0;
  std::vector<long double> values;
};

struct row {
  std::string text, function;
  std::vector<array> operands;
  std::map<std::string, std::string> words;
  std::optional<std::vector<array>> results; // nothing: an error

  bool has(const std::string& name) const { return words.contains(name); }
  std::string word(const std::string& name) const {
    const auto found = words.find(name);
    return found == words.end() ? std::string() : found->second;
  }
  double number(const std::string& name) const { return std::strtod(word(name).c_str(), nullptr); }
  int whole(const std::string& name) const { return std::atoi(word(name).c_str()); }
};

// --- reading ---

inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);)
    parts.push_back(part);
  return parts;
}
inline std::vector<index> indices_of(const std::string& text) {
  std::vector<index> all;
  if (text != "-")
    for (const std::string& part : split(text, ','))
      all.push_back(std::atol(part.c_str()));
  return all;
}
inline array read_array(const std::string& text, bool is_operand) {
  array a;
  std::istringstream in(text);
  std::string sizes, strides;
  in >> a.type >> sizes;
  a.shape = indices_of(sizes);
  if (is_operand) {
    in >> strides >> a.offset;
    if (strides != "c") {
      a.strides = indices_of(strides);
    } else {
      a.strides.assign(a.shape.size(), 1);
      for (std::size_t k = a.shape.size(); k-- > 1;)
        a.strides[k - 1] = a.strides[k] * std::max<index>(a.shape[k], 1);
    }
  }
  for (std::string word; in >> word;)
    a.values.push_back(std::strtold(word.c_str(), nullptr));
  return a;
}
inline row read_row(const std::string& line) {
  auto parts = split(line, '|');
  parts.resize(4);
  row r;
  r.text = line;
  r.function = parts[0];
  for (const std::string& text : split(parts[1], ';'))
    r.operands.push_back(read_array(text, true));
  for (const std::string& text : split(parts[2], ' ')) {
    const auto at = text.find('=');
    r.words[text.substr(0, at)] = at == std::string::npos ? "" : text.substr(at + 1);
  }
  if (parts[3] != "!") {
    r.results.emplace();
    for (const std::string& text : split(parts[3], ';'))
      r.results->push_back(read_array(text, false));
  }
  return r;
}
inline std::vector<row> read_rows(const std::string& name) {
  std::ifstream in(STRIA_CASES_DIR "/" + name + ".txt");
  REQUIRE(in.good());
  std::vector<row> rows;
  for (std::string line; std::getline(in, line);)
    if (!line.empty() && line[0] != '#')
      rows.push_back(read_row(line));
  return rows;
}

// --- operands ---

template <class T> std::string type_name() {
  if constexpr (std::is_same_v<T, bool>)
    return "b1";
  else if constexpr (stria::detail::is_complex<T>::value)
    return "c" + std::to_string(sizeof(T));
  else
    return (std::is_floating_point_v<T> ? "f"
            : std::is_signed_v<T>       ? "i"
                                        : "u") +
           std::to_string(sizeof(T));
}
template <class T> std::vector<T> memory_of(const array& a) {
  std::vector<T> memory;
  if constexpr (stria::detail::is_complex<T>::value) {
    using part = typename T::value_type;
    for (std::size_t k = 0; k < a.values.size(); k += 2)
      memory.emplace_back(static_cast<part>(a.values[k]), static_cast<part>(a.values[k + 1]));
  } else {
    for (const long double v : a.values)
      memory.push_back(static_cast<T>(v));
  }
  return memory;
}
template <std::size_t R> std::array<index, R> sizes_of(const std::vector<index>& v) {
  std::array<index, R> sizes{};
  std::copy_n(v.begin(), R, sizes.begin());
  return sizes;
}

/// A view with the recorded strides, of memory that it owns.
template <class T, std::size_t R> class operand {
  stria::dtensor<T, 1> memory_;
  std::array<index, R> shape_, strides_;
  index offset_;

public:
  explicit operand(const array& a)
      : memory_(
            static_cast<index>(a.values.size() / (stria::detail::is_complex<T>::value ? 2 : 1))),
        shape_(sizes_of<R>(a.shape)), strides_(sizes_of<R>(a.strides)), offset_(a.offset) {
    if constexpr (!std::is_same_v<T, bool>) {
      const std::vector<T> values = memory_of<T>(a);
      std::copy(values.begin(), values.end(), memory_.data());
    } else {
      for (std::size_t k = 0; k < a.values.size(); ++k)
        memory_.data()[k] = a.values[k] != 0;
    }
  }
  auto view() { return stria::as_view(memory_.data() + offset_, shape_, strides_); }
};

/// A type and a rank for which a test instantiates a function.
template <class T, std::size_t R> struct of {
  using type = operand<T, R>;
  static bool fits(const array& a) { return a.shape.size() == R && a.type == type_name<T>(); }
};
/// Several types and ranks, for functions of several operands.
template <class... Of> struct kinds {
  static bool fits(const row& r) {
    if (r.operands.size() != sizeof...(Of))
      return false;
    std::size_t k = 0;
    return (Of::fits(r.operands[k++]) && ...);
  }
  template <class F> static void call(const row& r, const F& f) {
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      std::tuple<typename Of::type...> operands{typename Of::type(r.operands[K])...};
      f(std::get<K>(operands).view()...);
    }(std::index_sequence_for<Of...>());
  }
};

// --- results ---

/// The results of stria for a case.
class answers {
  std::vector<array> found_;

  template <class T> static void put(array& a, const T& v) {
    if constexpr (stria::detail::is_complex<T>::value) {
      a.values.push_back(v.real());
      a.values.push_back(v.imag());
    } else {
      a.values.push_back(static_cast<long double>(v));
    }
  }
  template <class T> void add_values(std::span<const index> shape, std::span<const T> values) {
    array a{type_name<T>(), {shape.begin(), shape.end()}, {}, 0, {}};
    for (const T& v : values)
      put(a, v);
    found_.push_back(std::move(a));
  }

public:
  const std::vector<array>& found() const { return found_; }

  template <class E> void add(const E& e) {
    if constexpr (stria::detail::operand<E>) {
      const auto t = stria::eval(e);
      const auto shape = t.shape();
      add_values<typename E::value_type>({shape.data(), shape.size()}, t.storage());
    } else if constexpr (std::is_arithmetic_v<E> || stria::detail::is_complex<E>::value) {
      array a{type_name<E>(), {}, {}, 0, {}};
      put(a, e);
      found_.push_back(std::move(a));
    } else if constexpr (requires { e.logabsdet; }) {
      add(e.sign);
      add(e.logabsdet);
    } else if constexpr (requires { std::tuple_size<E>::value; }) {
      std::apply([this](const auto&... part) { (this->add(part), ...); }, e);
    } else {
      for (const auto& part : e)
        add(part);
    }
  }
};

/// The permitted distance of a value from the recorded one, relative to this value or to the
/// largest value of the result.
struct tolerance {
  double of_double = 1e-13, of_float = 2e-6;
  bool to_largest = false;
};

inline std::string difference(const array& got, const array& wanted, const tolerance& t) {
  std::ostringstream s;
  s.precision(17);
  if (got.type != wanted.type)
    s << "the type is " << got.type << ", not " << wanted.type;
  else if (got.shape != wanted.shape) {
    s << "the shape is";
    for (const index n : got.shape)
      s << ' ' << n;
  } else if (got.values.size() != wanted.values.size()) {
    s << got.values.size() << " values, not " << wanted.values.size();
  } else {
    const bool narrow = wanted.type == "f4" || wanted.type == "c8";
    const bool exact = wanted.type[0] != 'f' && wanted.type[0] != 'c';
    long double largest = 1;
    if (t.to_largest)
      for (const long double v : wanted.values)
        if (std::isfinite(v))
          largest = std::max(largest, std::abs(v));
    for (std::size_t k = 0; k < got.values.size(); ++k) {
      const long double x = got.values[k], y = wanted.values[k];
      if (x == y || (x != x && y != y))
        continue;
      const long double size = t.to_largest ? largest : 1 + std::abs(y);
      if (exact || !(std::abs(x - y) <= (narrow ? t.of_float : t.of_double) * size)) {
        s << "value " << k << " is " << x << ", not " << y;
        break;
      }
    }
  }
  return s.str();
}

/// A function under test, which is called for a row.
struct function {
  const char* name;
  answers (*call)(const row&);
  tolerance allowed = {};
};

/// Runs all rows of data/<name>.txt. Each function needs 20 or more rows, and each row must name a
/// function.
template <std::size_t N> void check(const std::string& name, const function (&functions)[N]) {
  std::map<std::string, int> count;
  for (const row& r : read_rows(name)) {
    const auto* const f = std::find_if(std::begin(functions), std::end(functions),
                                       [&](const function& x) { return x.name == r.function; });
    INFO(r.text);
    REQUIRE(f != std::end(functions));
    ++count[r.function];
    if (!r.results) {
      CHECK_THROWS_AS(f->call(r), stria::error);
      continue;
    }
    std::vector<array> found;
    try {
      found = f->call(r).found();
    } catch (const stria::error& e) {
      FAIL_CHECK(dynamic_cast<const std::exception&>(e).what());
      continue;
    }
    CHECK(found.size() == r.results->size());
    for (std::size_t k = 0; k < std::min(found.size(), r.results->size()); ++k)
      CHECK(difference(found[k], (*r.results)[k], f->allowed) == std::string());
  }
  for (const function& f : functions) {
    INFO(f.name);
    CHECK(count[f.name] >= 20);
  }
}

/// Calls f with the results and views of the operands, whose types and ranks are among the listed
/// ones.
template <class... Kinds, class F> answers each(const row& r, const F& f) {
  answers found;
  const auto try_one = [&]<class Kind>(Kind*) {
    if (!Kind::fits(r))
      return false;
    Kind::call(r, [&](const auto&... operands) { f(found, operands...); });
    return true;
  };
  if (!(try_one(static_cast<Kinds*>(nullptr)) || ...))
    throw std::logic_error("no instantiation for the operands of " + r.text);
  return found;
}
/// The same for a function f that returns the results.
template <class... Kinds, class F> answers call(const row& r, const F& f) {
  return each<Kinds...>(
      r, [&](answers& found, const auto&... operands) { found.add(f(operands...)); });
}

} // namespace cases
