// SPDX-License-Identifier: BSL-1.0
// show/compare.cpp: prints the arrays of a file, for compare.py to compare.
// usage: compare CASES TEXTS
#include <stria/stria.hpp>

#include <complex>
#include <cstdint>
#include <fstream>
#include <string>
#include <utility>

using namespace stria;

namespace {

struct files {
  std::ifstream cases;
  std::ofstream texts;

  template <class T> T get() {
    T x{};
    cases.read(reinterpret_cast<char*>(&x), sizeof x);
    return x;
  }
};

template <class T, std::size_t R> void print(files& f, const print_options& options) {
  dtensor<T, R> t = [&]<std::size_t... K>(std::index_sequence<K...>) {
    if constexpr (R == 0) {
      return dtensor<T, 0>();
    } else {
      const std::int64_t sizes[] = {(static_cast<void>(K), f.get<std::int64_t>())...};
      return dtensor<T, R>(sizes[K]...);
    }
  }(std::make_index_sequence<R>());
  f.cases.read(reinterpret_cast<char*>(t.data()),
               static_cast<std::streamsize>(sizeof(T)) * t.size());
  const print_scope scope(options);
  f.texts << t << '\0' << array2string(t) << '\0';
}

template <class T> void print(files& f, std::int64_t rank, const print_options& options) {
  switch (rank) {
  case 0: return print<T, 0>(f, options);
  case 1: return print<T, 1>(f, options);
  case 2: return print<T, 2>(f, options);
  default: return print<T, 3>(f, options);
  }
}

} // namespace

int main(int count, char** names) {
  if (count != 3)
    return 2;
  files f{std::ifstream(names[1], std::ios::binary), std::ofstream(names[2], std::ios::binary)};
  for (auto left = f.get<std::int64_t>(); left > 0 && f.cases; --left) {
    const auto type = f.get<std::int64_t>(), rank = f.get<std::int64_t>();
    print_options o;
    o.precision = static_cast<int>(f.get<std::int64_t>());
    o.threshold = f.get<std::int64_t>();
    o.edgeitems = f.get<std::int64_t>();
    o.linewidth = f.get<std::int64_t>();
    o.suppress = f.get<std::int64_t>() != 0;
    o.sign = static_cast<char>(f.get<std::int64_t>());
    o.floatmode = static_cast<float_mode>(f.get<std::int64_t>());
    switch (type) {
    case 0: print<float>(f, rank, o); break;
    case 1: print<double>(f, rank, o); break;
    case 2: print<std::complex<float>>(f, rank, o); break;
    case 3: print<std::complex<double>>(f, rank, o); break;
    case 4: print<std::int8_t>(f, rank, o); break;
    case 5: print<std::uint64_t>(f, rank, o); break;
    default: print<std::int64_t>(f, rank, o); break;
    }
  }
  return f.cases && f.texts ? 0 : 1;
}
