// SPDX-License-Identifier: BSL-1.0
// Moving elements: transposing, reversing, joining, repeating, padding, rolling, reshaping.
#include "rows.hpp"

namespace rows {
namespace {

// The tiles fit in the L1 cache.
template <class T> void transposed(T* __restrict r, const T* __restrict a, index n0, index n1) {
  constexpr index tile = 16;
  for (index i0 = 0; i0 < n0; i0 += tile)
    for (index k0 = 0; k0 < n1; k0 += tile)
      for (index k = k0; k < std::min(k0 + tile, n1); ++k)
        for (index i = i0; i < std::min(i0 + tile, n0); ++i)
          r[k * n0 + i] = a[i * n1 + k];
}

template <class T> void matrices(bench::suite& s, const size& z) {
  const index n0 = z.rows<T>(), n1 = z.columns;
  const auto a = integers(dtensor<T, 2>(n0, n1), 1), b = integers(dtensor<T, 2>(n0, n1), 2);
  dtensor<T, 2> r(n0, n1), turned(n1, n0);
  const table row(s, "movement", type_name<T>(), z.name);
  row("copy", r, STATEMENT(r = a), [&] { std::copy_n(a.data(), a.size(), r.data()); });
  row("transpose", turned, STATEMENT(turned = transpose(a)),
      [&, n0, n1] { transposed(turned.data(), a.data(), n0, n1); });
  if (z.bytes != DRAM.bytes)
    row("q[k, i] = a[i, k]", turned,
        STATEMENT(for (index i = 0; i < n0; ++i) for (index k = 0; k < n1; ++k) turned[k, i] =
                      a[i, k]),
        [&, n0, n1] {
          for (index i = 0; i < n0; ++i)
            for (index k = 0; k < n1; ++k)
              turned.data()[k * n0 + i] = a.data()[i * n1 + k];
        });
  row("a[:, ::-1]", r, STATEMENT(r = a[_, rev()]), [&, n0, n1] {
    for (index i = 0; i < n0; ++i)
      std::reverse_copy(a.data() + i * n1, a.data() + (i + 1) * n1, r.data() + i * n1);
  });
  if (z.bytes == DRAM.bytes)
    return;
  row("a + transpose(b)", turned, STATEMENT(turned = transpose(a) + transpose(b)), [&, n0, n1] {
    const T* __restrict x = a.data(), * __restrict y = b.data();
    T* __restrict to = turned.data();
    constexpr index tile = 16;
    for (index i0 = 0; i0 < n0; i0 += tile)
      for (index k0 = 0; k0 < n1; k0 += tile)
        for (index k = k0; k < std::min(k0 + tile, n1); ++k)
          for (index i = i0; i < std::min(i0 + tile, n0); ++i)
            to[k * n0 + i] = static_cast<T>(x[i * n1 + k] + y[i * n1 + k]);
  });
  row("a[::-1]", r, STATEMENT(r = a[rev()]), [&, n0, n1] {
    for (index i = 0; i < n0; ++i)
      std::copy_n(a.data() + (n0 - 1 - i) * n1, n1, r.data() + i * n1);
  });
  row("flip", r, STATEMENT(r = flip(a)),
      [&] { std::reverse_copy(a.data(), a.data() + a.size(), r.data()); });
  row("roll axis 1", r, STATEMENT(r = roll(a, 1, _1)), [&, n0, n1] {
    for (index i = 0; i < n0; ++i) {
      const T* x = a.data() + i * n1;
      std::copy_n(x, n1 - 1, r.data() + i * n1 + 1);
      r.data()[i * n1] = x[n1 - 1];
    }
  });
  row("roll axis 0", r, STATEMENT(r = roll(a, 1, _0)), [&, n0, n1] {
    std::copy_n(a.data(), (n0 - 1) * n1, r.data() + n1);
    std::copy_n(a.data() + (n0 - 1) * n1, n1, r.data());
  });
  const index half = (n1 + 1) / 2;
  dtensor<T, 2> every_other(n0, half), below(2 * n0, n1), beside(n0, 2 * n1),
      padded(n0 + 2, n1 + 2);
  dtensor<T, 2> often(n0, 2 * n1);
  dtensor<T, 3> pairs(n0, n1, 2);
  dtensor<T, 1> flat(n0 * n1);
  row("a[:, ::2]", every_other, STATEMENT(every_other = a[_, range(_, _, 2)]), [&, n0, n1, half] {
    const T* __restrict x = a.data();
    T* __restrict to = every_other.data();
    for (index i = 0; i < n0; ++i)
      for (index k = 0; k < half; ++k)
        to[i * half + k] = x[i * n1 + 2 * k];
  });
  row("r[:, ::2] = a", r, STATEMENT(r[_, range(_, _, 2)] = a[_, range(_, half)]),
      [&, n0, n1, half] {
        const T* __restrict x = a.data();
        T* __restrict to = r.data();
        for (index i = 0; i < n0; ++i)
          for (index k = 0; k < half; ++k)
            to[i * n1 + 2 * k] = x[i * n1 + k];
      });
  row("concat axis 0", below, STATEMENT(below = concat(_0, a, b)), [&] {
    std::copy_n(a.data(), a.size(), below.data());
    std::copy_n(b.data(), b.size(), below.data() + a.size());
  });
  row("concat axis 1", beside, STATEMENT(beside = concat(_1, a, b)), [&, n0, n1] {
    for (index i = 0; i < n0; ++i) {
      std::copy_n(a.data() + i * n1, n1, beside.data() + 2 * i * n1);
      std::copy_n(b.data() + i * n1, n1, beside.data() + (2 * i + 1) * n1);
    }
  });
  row("stack(-_1)", pairs, STATEMENT(pairs = stack(-_1, a, b)), [&] {
    const T* __restrict x = a.data(), * __restrict y = b.data();
    T* __restrict to = pairs.data();
    for (index i = 0; i < a.size(); ++i) {
      to[2 * i] = x[i];
      to[2 * i + 1] = y[i];
    }
  });
  row("repeat axis 1", often, STATEMENT(often = repeat(a, 2, _1)), [&] {
    const T* __restrict x = a.data();
    T* __restrict to = often.data();
    for (index i = 0; i < a.size(); ++i) {
      to[2 * i] = x[i];
      to[2 * i + 1] = x[i];
    }
  });
  row("repeat axis 0", below, STATEMENT(below = repeat(a, 2, _0)), [&, n0, n1] {
    for (index i = 0; i < n0; ++i) {
      std::copy_n(a.data() + i * n1, n1, below.data() + 2 * i * n1);
      std::copy_n(a.data() + i * n1, n1, below.data() + (2 * i + 1) * n1);
    }
  });
  row("tile", often, STATEMENT(often = tile(a, 1, 2)), [&, n0, n1] {
    for (index i = 0; i < n0; ++i) {
      std::copy_n(a.data() + i * n1, n1, often.data() + 2 * i * n1);
      std::copy_n(a.data() + i * n1, n1, often.data() + (2 * i + 1) * n1);
    }
  });
  row("pad", padded, STATEMENT(padded = pad(a, 1)), [&, n0, n1] {
    const index width = n1 + 2;
    T* to = padded.data();
    std::fill_n(to, width, T(0));
    for (index i = 0; i < n0; ++i) {
      T* line = to + (i + 1) * width;
      line[0] = 0;
      std::copy_n(a.data() + i * n1, n1, line + 1);
      line[n1 + 1] = 0;
    }
    std::fill_n(to + (n0 + 1) * width, width, T(0));
  });
  row("pad edge", padded, STATEMENT(padded = pad(a, 1, pad_mode::edge)), [&, n0, n1] {
    const index width = n1 + 2;
    T* to = padded.data();
    for (index i = 0; i < n0 + 2; ++i) {
      const T* x = a.data() + (i == 0 ? 0 : i == n0 + 1 ? n0 - 1 : i - 1) * n1;
      T* line = to + i * width;
      line[0] = x[0];
      std::copy_n(x, n1, line + 1);
      line[n1 + 1] = x[n1 - 1];
    }
  });
  row("reshape", flat, STATEMENT(flat = reshape(a + b, -1)),
      [&] { each(a.size(), [](T x, T y) { return x + y; }, flat.data(), a.data(), b.data()); });
  row("ravel of transpose", flat, STATEMENT(flat = ravel(transpose(a))),
      [&, n0, n1] { transposed(flat.data(), a.data(), n0, n1); });
}

// Pictures of n0 x n1 pixels with three channels.
template <class T> void pictures(bench::suite& s, const size& z) {
  const index n1 = z.bytes == 0 ? z.columns : 200,
              n0 = z.bytes == 0 ? z.fixed_rows : z.rows<T>() * z.columns / (3 * n1);
  const index n = n0 * n1;
  const auto img = integers(tensor<T, dyn, dyn, 3>(n0, n1), 1);
  const auto cube = integers(dtensor<T, 3>(n0, n1, 3), 2);
  const auto first = integers(dtensor<T, 3>(3, n0, n1), 3);
  tensor<T, dyn, dyn, 3> r(n0, n1);
  dtensor<T, 3> channels(3, n0, n1), last(n0, n1, 3), turned(n1, n0, 3);
  dtensor<float, 3> real(3, n0, n1);
  const table row(s, "movement", type_name<T>(), z.name);
  row("rgb to bgr", r, STATEMENT(r = img[_, _, rev()]), [&, n] {
    const T* __restrict x = img.data();
    T* __restrict to = r.data();
    for (index i = 0; i < n; ++i) {
      to[3 * i] = x[3 * i + 2];
      to[3 * i + 1] = x[3 * i + 1];
      to[3 * i + 2] = x[3 * i];
    }
  });
  row("channels first", channels, STATEMENT(channels = transpose(img, _2, _0, _1)), [&, n] {
    const T* __restrict x = img.data();
    T* __restrict to = channels.data();
    for (index i = 0; i < n; ++i) {
      to[i] = x[3 * i];
      to[n + i] = x[3 * i + 1];
      to[2 * n + i] = x[3 * i + 2];
    }
  });
  row("rearrange", channels, STATEMENT(channels = rearrange<"h w c -> c h w">(img)), [&, n] {
    const T* __restrict x = img.data();
    T* __restrict to = channels.data();
    for (index i = 0; i < n; ++i) {
      to[i] = x[3 * i];
      to[n + i] = x[3 * i + 1];
      to[2 * n + i] = x[3 * i + 2];
    }
  });
  row("channels first, run-time 3", channels, STATEMENT(channels = permute<2, 0, 1>(cube)), [&, n] {
    const T* __restrict x = cube.data();
    T* __restrict to = channels.data();
    for (index i = 0; i < n; ++i)
      for (index k = 0; k < 3; ++k)
        to[k * n + i] = x[3 * i + k];
  });
  row("channels last", last, STATEMENT(last = moveaxis(first, _0, _2)), [&, n] {
    const T* __restrict x = first.data();
    T* __restrict to = last.data();
    for (index i = 0; i < n; ++i) {
      to[3 * i] = x[i];
      to[3 * i + 1] = x[n + i];
      to[3 * i + 2] = x[2 * n + i];
    }
  });
  row("rot90", turned, STATEMENT(turned = rot90(cube)), [&, n0, n1] {
    const T* __restrict x = cube.data();
    T* __restrict to = turned.data();
    for (index k = 0; k < n1; ++k)
      for (index i = 0; i < n0; ++i)
        for (index c = 0; c < 3; ++c)
          to[(k * n0 + i) * 3 + c] = x[(i * n1 + n1 - 1 - k) * 3 + c];
  });
  row("swapaxes", turned, STATEMENT(turned = swapaxes(cube, _0, _1)), [&, n0, n1] {
    const T* __restrict x = cube.data();
    T* __restrict to = turned.data();
    for (index k = 0; k < n1; ++k)
      for (index i = 0; i < n0; ++i)
        for (index c = 0; c < 3; ++c)
          to[(k * n0 + i) * 3 + c] = x[(i * n1 + k) * 3 + c];
  });
  row("to network input", real, STATEMENT(real = transpose(img, _2, _0, _1) * (1.f / 255.f)),
      [&, n] {
        const T* __restrict x = img.data();
        float* __restrict to = real.data();
        for (index c = 0; c < 3; ++c)
          for (index i = 0; i < n; ++i)
            to[c * n + i] = static_cast<float>(x[3 * i + c]) * (1.f / 255.f);
      });
}

} // namespace

void movement(bench::suite& s) {
  at(s, {tiny, small, L1, L2, L3, DRAM}, [&](const size& z) { matrices<float>(s, z); });
  at(s, {small, L2}, [&](const size& z) { matrices<std::uint8_t>(s, z); });
}
void pictures_moved(bench::suite& s) {
  at(s, {tiny, small, L1, L2, L3}, [&](const size& z) { pictures<std::uint8_t>(s, z); });
  at(s, {L2}, [&](const size& z) { pictures<float>(s, z); });
}

} // namespace rows
