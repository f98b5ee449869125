// SPDX-License-Identifier: BSL-1.0
// Measures the bandwidths, overheads and compilation times of a device. Bandwidths are relative to
// that of a copy kernel in the same run. scripts/device-bench.sh builds and runs this program, and
// docs/benchmarks/device.md has the goals.
// usage: stria_bench_device [MiB of an operand, 1024] [runs, 11]
#include <stria/device.hpp>
#include <stria/device/nvrtc.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace stria;
using stria::index;
using matrix = device_tensor<float, dyn, dyn>;
using vector = device_tensor<float, dyn>;

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

double seconds_of(const auto& statement) {
  const auto start = std::chrono::steady_clock::now();
  statement();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Prints bandwidths, one on each line, in GB/s and in per cent of the bandwidth of a copy.
class bandwidths {
  const device& d_;
  int runs_;
  double copy_ = 0;

public:
  bandwidths(const device& d, int runs) : d_(d), runs_(runs) {}

  /// `bytes` is the smallest number of bytes that the statement must read and write. `wanted` is
  /// the goal in per cent of the copy.
  void line(const char* name, index bytes, int wanted, const auto& statement) {
    // The program waits once for several launches, so that their overhead is not included.
    constexpr int launches = 5;
    statement();
    d_.wait();
    std::vector<double> times;
    for (int run = 0; run < runs_; ++run)
      times.push_back(seconds_of([&] {
                        for (int k = 0; k < launches; ++k)
                          statement();
                        d_.wait();
                      }) /
                      launches);
    const double speed = static_cast<double>(bytes) / median(times) * 1e-9;
    if (copy_ == 0)
      copy_ = speed;
    std::printf("%-34s %9.2f GB/s %7.1f %%", name, speed, 100 * speed / copy_);
    if (wanted > 0)
      std::printf("   wanted %d %%", wanted);
    std::printf("\n");
  }
};

void print_bandwidths(const device& d, index rows, index columns, int runs) {
  const index size = rows * columns, bytes = size * 4;
  matrix a(d, rows, columns), b(d, rows, columns), c(d, rows, columns), r(d, rows, columns);
  vector row(d, columns), column(d, rows), row_sums(d, rows), column_sums(d, columns);
  matrix half(d, rows, columns / 2), turned(d, columns, rows);
  a = 1.f;
  b = 2.f;
  c = 3.f;
  row = 4.f;
  column = 5.f;

  bandwidths t(d, runs);
  // The copy uses views, because the driver would copy tensors without a kernel.
  t.line("copy: r[...] = a[...]", 2 * bytes, 0, [&] { r[ellipsis] = a[ellipsis]; });
  t.line("r = a * 2 + 1", 2 * bytes, 95, [&] { r = a * 2.f + 1.f; });
  t.line("r = a + b", 3 * bytes, 95, [&] { r = a + b; });
  t.line("r = a * b + c", 4 * bytes, 95, [&] { r = a * b + c; });
  t.line("r += a * b + c", 5 * bytes, 95, [&] { r += a * b + c; });
  t.line("r = a * row + column[:, None]", 2 * bytes, 90, [&] { r = a * row + column[_, newaxis]; });
  t.line("r = row - column[:, None]", bytes, 90, [&] { r = row - column[_, newaxis]; });
  t.line("r = a[::-1, ::-1] * 2", 2 * bytes, 95, [&] { r = a[rev(), rev()] * 2.f; });
  // This statement reads all 32-byte sectors of `a`.
  t.line("half = a[:, ::2] * 2, sectors", bytes + bytes / 2, 90,
         [&] { half = a[_, range(_, _, 2)] * 2.f; });
  t.line("turned = a.T * 2", 2 * bytes, 75, [&] { turned = transpose(a) * 2.f; });
  t.line("row sums: sum(a, _1)", bytes, 90, [&] { row_sums = sum(a, _1); });
  t.line("column sums: sum(a, _0)", bytes, 90, [&] { column_sums = sum(a, _0); });
}

/// Prints the bandwidths of statements that have no goal, and the speed of products. Operands are
/// smaller than those of print_bandwidths, because some statements need copies of them.
void print_other_statements(const device& d, index rows, index columns, int runs) {
  const index size = rows * columns, bytes = size * 4;
  matrix a(d, rows, columns), r(d, rows, columns);
  vector row_values(d, rows);
  auto x = random::uniform<float>(random::generator(1), d, size);
  auto y = vector(d, size);
  const auto positions = random::integers<std::int32_t>(random::generator(2), d, 0,
                                                        static_cast<std::int32_t>(size), size);
  a = 1.f;

  bandwidths t(d, runs);
  t.line("copy: r[...] = a[...]", 2 * bytes, 0, [&] { r[ellipsis] = a[ellipsis]; });
  t.line("five-point stencil", 2 * bytes, 0, [&] {
    const auto in = range(1, -1);
    r[in, in] = a[range(_, -2), in] + a[range(2, _), in] + a[in, range(_, -2)] +
                a[in, range(2, _)] - 4.f * a[in, in];
  });
  t.line("softmax over rows", 2 * bytes, 0, [&] {
    r = exp(a - max(a, _1, keepdims));
    r = r / sum(r, _1, keepdims);
  });
  t.line("argmax over rows", bytes, 0, [&] { static_cast<void>(eval(argmax(a, _1))); });
  const auto short_rows = [&]<int N>(std::integral_constant<int, N>) {
    auto v = device_tensor<float, dyn, dyn>(d, size / N, N);
    auto s = vector(d, size / N);
    v = 1.f;
    t.line(("sums of rows of " + std::to_string(N)).c_str(), size / N * (N + 1) * 4, 0,
           [&] { s = sum(v, _1); });
  };
  short_rows(std::integral_constant<int, 4>());
  short_rows(std::integral_constant<int, 16>());
  short_rows(std::integral_constant<int, 64>());
  short_rows(std::integral_constant<int, 256>());
  t.line("y = x[positions]", size * 12, 0, [&] { y = x[positions]; });
  t.line("y[positions] = x", size * 12, 0, [&] { y[positions] = x; });
  t.line("y[x > 0.5] = 0", size * 8, 0, [&] { y[x > 0.5f] = 0.f; });
  t.line("cumsum(x)", size * 8, 0, [&] { y = cumsum(x); });
  t.line("random::uniform", bytes, 0,
         [&] { static_cast<void>(random::uniform<float>(random::generator(1), d, size)); });
  t.line("s = sum(x), copied to the host", bytes, 0, [&] { static_cast<void>(sum(x)); });
  const index few = std::min(size, index{1} << 22);
  t.line("sort(x) of 2^22 elements", few * 8, 0,
         [&] { y[range(_, few)] = sort(x[range(_, few)]); });
  t.line("sort(x) of 2^13 elements", (index{1} << 13) * 8, 0,
         [&] { y[range(_, 8192)] = sort(x[range(_, 8192)]); });

  const auto product = [&](index n, const char* name) {
    matrix p(d, n, n), q(d, n, n), pq(d, n, n);
    p = 1.f;
    q = 1.f;
    pq = matmul(p, q);
    d.wait();
    std::vector<double> times;
    for (int run = 0; run < runs; ++run)
      times.push_back(seconds_of([&] {
        pq = matmul(p, q);
        d.wait();
      }));
    std::printf("%-34s %9.2f TFLOP/s\n", name,
                2e-12 * static_cast<double>(n) * static_cast<double>(n * n) / median(times));
  };
  const index n = size >= (index{1} << 24) ? 4096 : 256;
  const std::string name = "matmul, " + std::to_string(n) + " x " + std::to_string(n);
  product(n, (name + ", " + d.product_library()).c_str());
  ::setenv("STRIA_DEVICE_BLAS", "0", 1);
  product(n, (name + ", tiles").c_str());
  ::unsetenv("STRIA_DEVICE_BLAS");
}

/// Prints the time that statements take on the host if their kernels exist: in total, and without
/// the launch.
void print_overhead(const device& d, int runs) {
  const auto& context = detail::device_access::context(d);
  vector a(d, 64), b(d, 64), r(d, 64);
  const std::string body = "KERNEL void stria_kernel(GLOBAL f32* p, GLOBAL const f32* q, const "
                           "i32 n) {\n  if (ITEM_ID < n)\n    p[ITEM_ID] = q[ITEM_ID];\n}\n";
  auto& raw =
      context->kernel(detail::whole_kernel(context->dialect(), context->has_double(), body));
  const auto launch_raw = [&] {
    const auto to = r.base(), from = a.base();
    const std::int32_t n = 64;
    const detail::kernel_argument arguments[] = {{&to, 0}, {&from, 0}, {&n, sizeof n}};
    context->launch(raw, 1, 128, arguments, 3);
  };
  const auto microseconds = [&](const auto& statement) {
    constexpr int launches = 200; // fewer than the queue of the driver can hold
    std::vector<double> times;
    for (int run = 0; run < runs; ++run) {
      d.wait();
      times.push_back(1e6 / launches * seconds_of([&] {
                        for (int k = 0; k < launches; ++k)
                          statement();
                      }));
    }
    d.wait();
    return median(times);
  };
  const double alone = microseconds(launch_raw);
  const double one = microseconds([&] { r = a * 2.f; });
  const double more = microseconds([&] { r[range(1, _)] = a[rev(_, 0)] * 2.f + b[range(1, _)]; });
  std::printf("%-34s %9.2f us\n", "a launch alone", alone);
  std::printf("%-34s %9.2f us   above the launch %6.2f   wanted 1\n", "r = a * 2", one,
              one - alone);
  std::printf("%-34s %9.2f us   above the launch %6.2f   wanted 1\n",
              "r[1:] = a[:0:-1] * 2 + b[1:]", more, more - alone);
}

/// A statement with a unique type, which needs a kernel that no other statement uses.
template <std::size_t... K>
void new_statement(vector& r, const vector& a, std::index_sequence<K...>) {
  r = (exp(a) + ... + (a[rev()] * static_cast<float>(K)));
}
template <std::size_t... K>
void new_statements(const device& d, std::vector<double>& ms, std::index_sequence<K...>) {
  vector r(d, 64), a(d, 64); // filling with zeros opens the device
  d.wait();
  (ms.push_back(1e3 * seconds_of([&] {
                  new_statement(r, a, std::make_index_sequence<K + 1>());
                  d.wait();
                })),
   ...);
}

void print_compilation(const device& first) {
  const auto all = std::make_index_sequence<5>();
  std::vector<double> compiled, loaded, again;
  new_statements(first, compiled, all);
  // A new context has no kernels in memory, but loads those on disk.
  const device second = detail::device_access::make(detail::open_devices().front());
  new_statements(second, loaded, all);
  new_statements(second, again, all);
  const auto show = [](const char* name, const std::vector<double>& ms, double wanted) {
    std::printf("%-34s %9.2f ms   (%.2f to %.2f)", name, median(ms),
                *std::min_element(ms.begin(), ms.end()), *std::max_element(ms.begin(), ms.end()));
    if (wanted > 0)
      std::printf("   wanted %g", wanted);
    std::printf("\n");
  };
  show("a new statement, first run", compiled, 100);
  show("the same, kernels from the disk", loaded, 5);
  show("the same, kernels in memory", again, 0);
}

/// Compiles the kernels of this program with NVRTC, which needs no GPU.
void print_nvrtc(const device& d) {
  if (!detail::has_nvrtc()) {
    std::printf("NVRTC was not found\n");
    return;
  }
  std::vector<double> ms;
  for (const std::string& text : detail::device_access::context(d)->kernel_texts()) {
    const auto cuda =
        detail::whole_kernel(detail::kernel_dialect::cuda, true, detail::kernel_body_of(text));
    ms.push_back(1e3 * seconds_of([&] { static_cast<void>(detail::nvrtc_binary(cuda, "sm_90")); }));
  }
  std::printf("NVRTC %d.%d, %zu kernels to sm_90: median %.1f ms, largest %.1f ms\n",
              detail::nvrtc_version() / 1000, detail::nvrtc_version() % 1000 / 10, ms.size(),
              median(ms), *std::max_element(ms.begin(), ms.end()));
}

void run(index mebibytes, int runs) {
  // The number of columns is the smallest power of two that gives at most as many rows as columns.
  const index size = mebibytes << 18;
  index columns = 2;
  while (columns * columns < size)
    columns *= 2;
  const index rows = size / columns;
  // The cache is in a new folder, so that the first run of a statement compiles its kernel.
  std::string cache = (std::filesystem::temp_directory_path() / "stria_bench_XXXXXX").string();
  if (::mkdtemp(cache.data()) == nullptr || ::setenv("STRIA_DEVICE_CACHE", cache.c_str(), 1) != 0)
    throw io_error("no temporary folder");

  const device d = default_device();
  std::printf("device: %s\noperands: (%td, %td) float, %td MiB each; medians of %d runs\n\n",
              d.name().c_str(), rows, columns, mebibytes, runs);
  print_bandwidths(d, rows, columns, runs);
  std::printf("\n");
  print_other_statements(d, rows / 2, columns / 2, runs);
  std::printf("\n");
  print_overhead(d, runs);
  std::printf("\n");
  print_compilation(d);
  print_nvrtc(d);
  std::filesystem::remove_all(cache);
}

} // namespace

int main(int count, char** arguments) {
  const auto number = [&](int k, int otherwise) {
    return k < count ? std::atoi(arguments[k]) : otherwise;
  };
  const int mebibytes = number(1, 1024), runs = number(2, 11);
  if (count > 3 || mebibytes < 1 || runs < 1) {
    std::fputs("usage: stria_bench_device [MiB of an operand] [runs]\n", stderr);
    return 2;
  }
  try {
    run(mebibytes, runs);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "stria_bench_device: %s\n", e.what());
    return 1;
  }
}
