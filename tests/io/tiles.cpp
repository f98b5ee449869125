// SPDX-License-Identifier: BSL-1.0
// Statements over arrays in files: equal to those of tensors for all budgets, errors, and files
// that are larger than memory.
#include <stria/io/tiles.hpp>
#include <stria/stria.hpp>

#include "files.hpp"
#include "numbers.hpp"

#include <csignal>
#include <cstring>
#include <fstream>
#include <random>

using namespace stria;

namespace {

std::mt19937 random_numbers{20};
index_t number(index_t low, index_t high) {
  return std::uniform_int_distribution<index_t>(low, high)(random_numbers);
}

/// Small whole numbers, whose sums are exact.
dtensor<float, 2> whole_numbers(index_t m, index_t n) {
  dtensor<float, 2> t(m, n);
  for (float& v : t.storage())
    v = static_cast<float>(number(-9, 9));
  return t;
}

template <class A> bool same_bits(const A& a, const A& b) {
  return a.shape() == b.shape() &&
         (a.size() == 0 || std::memcmp(a.data(), b.data(), a.storage().size_bytes()) == 0);
}

/// Sets the budget while it exists.
struct with_budget {
  index_t before = files::budget();
  explicit with_budget(index_t bytes) { files::budget(bytes); }
  with_budget(const with_budget&) = delete;
  with_budget& operator=(const with_budget&) = delete;
  ~with_budget() { files::budget(before); }
};

/// Runs a statement with several budgets; each must give the same bits as the host. Returns the
/// number of budgets that are large enough.
template <class OnFiles, class OnHost>
int check(const std::string& path, const OnFiles& on_files, const OnHost& on_host) {
  const auto wanted = eval(on_host());
  using T = typename decltype(wanted)::value_type;
  int fits = 0;
  for (const index_t budget : {index_t{1} << 30, number(20000, 60000), number(4000, 20000),
                               number(1000, 4000), number(100, 1000)}) {
    const with_budget b(budget);
    try {
      files::create<T>(path, wanted.shape()) = on_files();
      CHECK(same_bits(load_npy<std::remove_const_t<decltype(wanted)>>(path), wanted));
      CHECK(same_bits(eval(on_files()), wanted));
      ++fits;
    } catch (const value_error& e) {
      CHECK(std::string(e.what()).contains("one element of this statement needs"));
    }
  }
  return fits;
}

} // namespace

TEST_CASE("statements over files equal those of the host for all budgets") {
  const test::scratch folder("tiles");
  const std::string c = folder.file("c.npy");
  for (int times = 0; times < 4; ++times) {
    const index_t m = number(3, 60), n = number(3, 60);
    const auto h = whole_numbers(m, n), g = whole_numbers(m, n), s = whole_numbers(n, n);
    const dtensor<float, 1> v = g[0];
    save_npy(folder.file("a.npy"), h);
    save_npy(folder.file("z.npy"), g);
    const auto a = files::open<float, dyn, dyn>(folder.file("a.npy"));
    const auto z = files::open<float, dyn, dyn>(folder.file("z.npy"));
    const dtensor<index_t, 1> places{m - 1, 0, -1, 1};
#define SAME(least, ...)                                                                           \
  CHECK(check(                                                                                     \
            c,                                                                                     \
            [&]([[maybe_unused]] const auto& x, [[maybe_unused]] const auto& y) {                  \
              return [&] { return __VA_ARGS__; };                                                  \
            }(a, z),                                                                               \
            [&]([[maybe_unused]] const auto& x, [[maybe_unused]] const auto& y) {                  \
              return [&] { return __VA_ARGS__; };                                                  \
            }(h, g)) >= least)
    SAME(4, x * 2.f + y[rev()] - v);
    SAME(4, where(x > y, x[_, rev()], 1.f));
    SAME(4, x[range(_, _, 2)][rev(), range(1, _)] + 1.f);
    SAME(3, transpose(x + y)[rev()]);
    SAME(3, x - sum(y, _1, keepdims));
    SAME(3, x - max(y, _0) + v[newaxis]);
    SAME(4, sum(x * y, _0));
    SAME(3, cumsum(x, _1) + y);
    SAME(3, sort(x[_, range(_, _, 2)], _1));
    SAME(2, x[places] * 2.f);
    SAME(1, matmul(x, s));
    SAME(2, argmax(x, _0) + 0);
    SAME(1, concat(_0, x, y));
#undef SAME
    for (const index_t budget : {100000, 5000, 700}) {
      const with_budget b(budget);
      CHECK(sum(a * z) == sum(h * g));
      CHECK(max(a[rev(), range(_, _, 2)]) == max(h[rev(), range(_, _, 2)]));
      CHECK(test::near(mean(a), {mean(h)}));
      CHECK(static_cast<float>(a[1, -1]) == h[1, -1]);
    }
  }
}

TEST_CASE("sums of floats have the same bits for all budgets") {
  const test::scratch folder("tiles");
  dtensor<float, 2> h(700, 61);
  for (float& v : h.storage())
    v = static_cast<float>(number(-100000, 100000)) / 999;
  save_npy(folder.file("a.npy"), h);
  const auto a = files::open<float, dyn, dyn>(folder.file("a.npy"));
  const auto results = [&] {
    return std::tuple(sum(a), eval(mean(a, _0)), eval(sum(a, _1)), eval(std_dev(a, _0)),
                      eval(a - mean(a, _1, keepdims)));
  };
  const auto wanted = results();
  CHECK(max(abs(std::get<1>(wanted) - mean(h, _0))) < 1e-5f);
  CHECK(test::near(std::get<3>(wanted), test::evaluated(std_dev(h, _0))));
  for (const index_t budget : {400, 1000, 5000, 17000, 50000, 200000}) {
    const with_budget b(budget);
    const auto same = [](const auto& x, const auto& y) { return same_bits(x, y); };
    CHECK(sum(a) == std::get<0>(wanted));
    if (budget < 5000)
      continue;
    const auto got = results();
    CHECK(same(std::get<1>(got), std::get<1>(wanted)));
    CHECK(same(std::get<2>(got), std::get<2>(wanted)));
    CHECK(same(std::get<3>(got), std::get<3>(wanted)));
    CHECK(same(std::get<4>(got), std::get<4>(wanted)));
  }
}

TEST_CASE("files as targets") {
  const test::scratch folder("tiles");
  const std::string path = folder.file("c.npy");
  for (const index_t budget : {100000, 2500, 600}) {
    const with_budget b(budget);
    auto h = whole_numbers(31, 20);
    auto c = files::create<float>(path, h.shape()) = h;
    const auto same = [&] { return same_bits(load_npy<float, dyn, dyn>(path), h); };
    CHECK(same());
    c[range(10, 20)] += 1.f;
    h[range(10, 20)] += 1.f;
    CHECK(same());
    c[rev(), range(_, _, 3)] = c[_, range(_, _, 3)] * 2.f; // reads rows that have been written
    h[rev(), range(_, _, 3)] = eval(h[_, range(_, _, 3)] * 2.f);
    CHECK(same());
    c = c[rev()];
    h = eval(h[rev()]);
    CHECK(same());
    c = c - mean(c, _0);
    CHECK(test::near(c, test::evaluated(h - mean(h, _0))));
    c = h;
    c[range(1, _)] = c[range(_, -1)] + c[range(1, _)]; // overlaps
    h[range(1, _)] = eval(h[range(_, -1)] + h[range(1, _)]);
    CHECK(same());
    c[3] = 7.f;
    c[4, 5] = 8.f;
    c[_, 6] *= c[_, 7];
    c[range(2, 2)] = 1.f;
    h[3] = 7.f;
    h[4, 5] = 8.f;
    h[_, 6] *= h[_, 7];
    CHECK(same());
    tensor<float, dyn, dyn> t(31, 20);
    t += c * 2.f;
    t[0] -= c[1];
    dtensor<float, 2> wanted(31, 20);
    wanted += h * 2.f;
    wanted[0] -= h[1];
    CHECK(same_bits(t, wanted));
    CHECK_THROWS_AS((c = h[range(0, 3)]), shape_error);
  }
  files::create<std::int32_t>(path, 0, 3) = 1;
  CHECK(load_npy<std::int32_t, dyn, 3>(path).size() == 0);
  CHECK(sum(files::open<std::int32_t, dyn, 3>(path)) == 0);
  files::create<bool>(path, 5) = tensor{true, false, true, true, false};
  CHECK(count_nonzero(files::open<bool, dyn>(path)) == 3);
  files::create<double>(path, std::array<index_t, 0>{}) = 2.5;
  CHECK(static_cast<double>(files::open<double>(path)) == 2.5);
}

TEST_CASE("column-major files") {
  const test::scratch folder("tiles");
  const std::string path = folder.file("f.npy");
  const auto h = whole_numbers(7, 5);
  save_npy(path, transpose(h));
  std::string bytes = test::bytes_of(path);
  bytes.replace(bytes.find("False"), 5, "True ");
  bytes.replace(bytes.find("(5, 7)"), 6, "(7, 5)");
  std::ofstream(path, std::ios::binary) << bytes;
  auto f = files::open<float, dyn, dyn>(path, read_write);
  CHECK(test::holds(f * 2.f, test::evaluated(h * 2.f)));
  f[2] = 0.f;
  f = f[rev()];
  dtensor<float, 2> wanted = h;
  wanted[2] = 0.f;
  CHECK(test::holds(load_npy<float, dyn, dyn>(path), test::evaluated(wanted[rev()])));
}

TEST_CASE("what cannot be opened, read or written") {
  const test::scratch folder("tiles");
  const std::string path = folder.file("a.npy");
  const auto says = [](const auto& run) -> std::string {
    try {
      run();
    } catch (const io_error& e) {
      return e.what();
    } catch (const stria::error& e) {
      return std::string("other: ") + e.what();
    }
    return "";
  };
  const auto h = whole_numbers(20, 30);
  save_npy(path, h);
  const auto open = [&] { return files::open<float, dyn, dyn>(path); };
  CHECK(says([&] { files::open<double, dyn, dyn>(path); }).contains("float32, not float64"));
  CHECK_THROWS_AS((files::open<float, dyn>(path)), shape_error);
  CHECK_THROWS_AS((files::open<float, dyn, 7>(path)), shape_error);
  CHECK(says([&] { files::open<float, dyn>(folder.file("no.npy")); }).contains("cannot be opened"));
  CHECK(
      says([&] { files::open<float, dyn>(folder.file("x.txt")); }).contains("files of this name"));
  CHECK(says([&] { files::create<float>(folder.file("no/c.npy"), 2) = 1.f; }).contains("no/c.npy"));
  CHECK_THROWS_AS((files::create<float>(path, -1, 2) = 1.f), value_error);
  CHECK_THROWS_AS(files::budget(0), value_error);
  auto a = open();
  CHECK(says([&] { a[0] = 1.f; }).contains("open for reading only"));

  // A file that becomes shorter while it is open.
  const std::string whole = test::bytes_of(path);
  std::ofstream(path, std::ios::binary) << whole.substr(0, whole.size() - 100);
  CHECK(says([&] { open(); }).contains("the header declares"));
  CHECK(says([&] { sum(a); }).contains("ends before its last element"));
  const std::string c = folder.file("c.npy");
  save_npy(c, h);
  const std::string before = test::bytes_of(c);
  CHECK(says([&] { files::create<float>(c, 20, 30) = a; }).contains("ends before"));
  CHECK(test::bytes_of(c) == before);
  CHECK(!std::ifstream(c + ".partial0"));
  {
    const with_budget b(2000);
    auto target = files::open<float, dyn, dyn>(c, read_write);
    CHECK(says([&] { target[_] = a * 2.f; }).contains("of 20 rows had been written"));
  }
  // An error of the expression itself.
  std::ofstream(path, std::ios::binary) << whole;
  const auto good = open();
  CHECK_THROWS_AS(
      (files::create<float>(folder.file("d.npy"), 2, 30) = good[dtensor<index_t, 1>{0, 20}]),
      index_error);
  CHECK(!std::ifstream(folder.file("d.npy")));
  // A disk on which no more than 4 KiB can be written.
  using namespace stria::detail::posix;
  constexpr int limit_of_file_size = 1;
  const auto old_action = std::signal(SIGXFSZ, SIG_IGN);
  limits old{};
  get_limits(limit_of_file_size, &old);
  limits few = old;
  few.now = 4096;
  set_limits(limit_of_file_size, &few);
  save_npy(path, h[range(0, 5)]);
  const auto part = files::open<float, dyn, dyn>(path);
  const std::string full = says([&] { files::create<double>(c, 400, 30) = part[0]; });
  set_limits(limit_of_file_size, &old);
  std::signal(SIGXFSZ, old_action);
  CHECK(full.contains("cannot be written"));
  CHECK(!std::ifstream(c + ".partial0"));
  CHECK(test::bytes_of(c).size() == before.size());
}
