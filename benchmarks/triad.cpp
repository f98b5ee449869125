// SPDX-License-Identifier: BSL-1.0
// Measures the bandwidth of the machine with a hand-written r = a + 2 b. One version uses ordinary
// stores. If AVX-512 is available, other versions use non-temporal stores. One of them stores each
// vector as soon as it is computed. The others compute a block into a buffer with an ordinary loop,
// and then store the buffer; a library can do the same.
#include "harness.hpp"
#include "others.hpp"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include <memory>
#include <span>

namespace bench {

namespace {

void by_hand(float* __restrict r, const float* __restrict a, const float* __restrict b, index n) {
  for (index i = 0; i < n; ++i)
    r[i] = a[i] + 2.f * b[i];
}
#if defined(__AVX512F__)
void streamed(float* r, const float* a, const float* b, index n) {
  for (index i = 0; i < n; i += 16)
    _mm512_stream_ps(r + i, _mm512_loadu_ps(a + i) + 2.f * _mm512_loadu_ps(b + i));
  _mm_sfence();
}
template <index Block> void streamed_in_blocks(float* r, const float* a, const float* b, index n) {
  alignas(64) float block[Block];
  for (index i = 0; i < n; i += Block) {
    by_hand(block, a + i, b + i, Block);
    for (index k = 0; k < Block; k += 16)
      _mm512_stream_ps(r + i + k, _mm512_load_ps(block + k));
  }
  _mm_sfence();
}
#endif

struct release {
  void operator()(float* p) const { ::operator delete[](p, std::align_val_t{64}); }
};
auto array(index n) {
  const auto bytes = static_cast<std::size_t>(n) * sizeof(float);
  auto* p = static_cast<float*>(::operator new[](bytes, std::align_val_t{64}));
  fill<float>({p, static_cast<std::size_t>(n)}, 1);
  return std::unique_ptr<float[], release>(p);
}

} // namespace

int triad(suite& s) {
  for (const size& size : sizes) {
    const index n = size.count<float>();
    const auto a = array(n), b = array(n), r = array(n);
    row<float> row(s, weight::info, "triad", "a + 2 b", size.name,
                   3 * static_cast<double>(size.bytes), static_cast<double>(n),
                   std::span<float>(r.get(), static_cast<std::size_t>(n)));
    row.hand([&, n] { by_hand(r.get(), a.get(), b.get(), n); });
#if defined(__AVX512F__)
    row.add("hand, streaming", [&, n] { streamed(r.get(), a.get(), b.get(), n); });
    row.add("hand, streaming blocks of 64",
            [&, n] { streamed_in_blocks<64>(r.get(), a.get(), b.get(), n); });
    row.add("hand, streaming blocks of 1024",
            [&, n] { streamed_in_blocks<1024>(r.get(), a.get(), b.get(), n); });
#endif
  }
  return s.failed() ? 1 : 0;
}

} // namespace bench
