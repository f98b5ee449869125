// SPDX-License-Identifier: BSL-1.0
// steps.hpp: processing steps for a photograph. The comments show each step in NumPy.
#pragma once

#include <stria/stria.hpp>

#include <algorithm>

namespace photo {

using namespace stria;

// A picture: the brightness, from 0 to 1, of red, green and blue in each row and column. The sizes
// are known at run time, but the axes have names, so code that mixes them up does not compile.
inline constexpr dim height{"height"}, width{"width"};
using picture = tensor<float, height, width, 3>;
using plane = tensor<float, height, width>; // one brightness for each pixel

// Each step is a template of P: a picture, or its equivalent in device memory. The same code
// computes on both.

// Zeros of another size, in the same memory as p.
template <class P> P blank(const P& p, index_t rows, index_t columns) {
  if constexpr (requires { p.on(); })
    return P(p.on(), rows, columns);
  else
    return P(rows, columns);
}
// A tensor in the same memory as p: all operands of an expression are on the host or on the device.
auto beside(const auto& p, auto t) {
  if constexpr (requires { p.on(); })
    return to_device(t, p.on());
  else
    return t;
}

// --- Selecting by subscripts ---------------------------------------------------------------------

// p[20:340, 45:370]
template <class P> P crop(const P& p) { return p[range(20, 340), range(45, 370)]; }

// p[:, ::-1]
template <class P> P mirror(const P& p) { return p[_, rev()]; }

// p[::2, ::2]: with the compile-time step _2 the type of the result would say ceil_div(height, 2),
// which is not a picture of type P. The result of a plain 2 has any size.
template <class P> P halve(const P& p) { return p[range(_, _, 2), range(_, _, 2)]; }

// p[..., ::-1]: red for blue, blue for red.
template <class P> P swap_colours(const P& p) { return p[ellipsis, rev()]; }

// --- Assigning to subscripts ---------------------------------------------------------------------

// The picture at half size in each quarter, mirrored.
template <class P> P kaleidoscope(const P& p) {
  const P q = halve(p);
  const index_t h = q.extent(0), w = q.extent(1);
  P k = blank(p, 2 * h, 2 * w);
  k[range(_, h), range(_, w)] = q;
  k[range(_, h), range(w, _)] = q[_, rev()];
  k[range(h, _)] = k[rev(h - 1, _)]; // k[h:] = k[h-1::-1]
  return k;
}

// The upper half is repeated below, upside down and tinted like water.
template <class P> P lake(P p) {
  const auto water = beside(p, tensor<float, 3>{0.55f, 0.75f, 0.85f});
  const index_t n = p.extent(0) / 2;
  p[range(-n, _)] = p[rev(n - 1, _)] * water; // p[-n:] = p[n-1::-1] * water
  return p;
}

// Red moves to the right. Source and target overlap; the result is as if the source were copied
// first.
template <class P> P ghost(P p) {
  const index_t d = 16;
  p[_, range(d, _), _0] = p[_, range(_, -d), _0]; // p[:, d:, 0] = p[:, :-d, 0]
  return p;
}

// Items of subscripts can be stored: every second position, ::2 and 1::2.
inline constexpr auto even = range(_, _, _2);
inline constexpr auto odd = range(_1, _, _2);

// The mosaic of a camera sensor: each square of 2 x 2 pixels has one red, two green and one blue.
template <class P> P sensor(const P& p) {
  P s = blank(p, p.extent(0), p.extent(1));
  s[even, even, _0] = p[even, even, _0]; // s[::2, ::2, 0] = p[::2, ::2, 0]
  s[even, odd, _1] = p[even, odd, _1];
  s[odd, even, _1] = p[odd, even, _1];
  s[odd, odd, _2] = p[odd, odd, _2];
  return s;
}

// --- Computing with slices -----------------------------------------------------------------------

// 0.299 * p[..., 0] + 0.587 * p[..., 1] + 0.114 * p[..., 2]
auto grey(const auto& p) {
  return eval(0.299f * p[ellipsis, _0] + 0.587f * p[ellipsis, _1] + 0.114f * p[ellipsis, _2]);
}

// Each colour with a mean of 0.5 and a standard deviation of 0.22.
template <class P> P normalise(const P& p) {
  const auto centred = p - mean(p, _0, _1, keepdims); // p - p.mean((0, 1), keepdims=True)
  return 0.5f + 0.22f * centred / sqrt(mean(square(centred), _0, _1, keepdims));
}

// The elements before, at and after the centre of a stencil: all elements except the last two,
// except the first and the last, and except the first two.
inline constexpr auto before = range(_, -_2);
inline constexpr auto inside = range(_1, -_1);
inline constexpr auto after = range(_2, _);

// The mean of each pixel and its neighbours, first vertically, then horizontally.
template <class P> P blur(P p) {
  for (int turn = 0; turn < 12; ++turn) {
    p[inside] = (p[before] + p[inside] + p[after]) / 3.f; // p[1:-1] = (p[:-2] + ...) / 3
    p[_, inside] = (p[_, before] + p[_, inside] + p[_, after]) / 3.f;
  }
  return p;
}

// Sobel edges. Nothing is computed before the last line: a slice of an expression is an expression.
auto edges(const auto& p) {
  const auto g = grey(p);
  const auto down = g[after] - g[before];         // g[2:] - g[:-2]
  const auto across = g[_, after] - g[_, before]; // g[:, 2:] - g[:, :-2]
  const auto y = down[_, before] + 2.f * down[_, inside] + down[_, after];
  const auto x = across[before] + 2.f * across[inside] + across[after];
  return eval(hypot(x, y) / 2.f);
}

// --- New axes and masks --------------------------------------------------------------------------

// p * down[:, None, None] * across[:, None]: darker towards the corners.
template <class P> P vignette(const P& p) {
  const auto fall = [](index_t n) { return eval(1.f - 0.7f * square(linspace<float>(-1, 1, n))); };
  const auto down = beside(p, tensor<float, height>(fall(p.extent(0))));
  const auto across = beside(p, tensor<float, width>(fall(p.extent(1))));
  return p * down[_, newaxis, newaxis] * across[_, newaxis];
}

// np.where(g[:, :, None] > 0.65, p * dark, p): darkens bright areas.
template <class P> P night(const P& p) {
  const auto dark = beside(p, tensor<float, 3>{0.15f, 0.2f, 0.4f});
  const auto g = grey(p);
  return where(g[_, _, newaxis] > 0.65f, p * dark, p);
}

// --- Scatter: assigning to a list of positions ---------------------------------------------------

using place = tensor<index_t, 2>; // a row and a column

// The pixels of a straight line. Each row of the tensor is the position of a pixel.
inline tensor<index_t, dyn, 2> line(const place& from, const place& to) {
  const index_t n = 1 + max(abs(to - from));
  const auto t = linspace(0, 1, n);
  return round(from + t[_, newaxis] * (to - from)); // np.round(a + t[:, None] * (b - a))
}

// The updates of a scatter must have one row for each position, so the colour is broadcast.
void draw(auto& p, const place& from, const place& to, const auto& colour) {
  const auto at = line(from, to);
  p[nd(at)] = broadcast_to(colour, at.extent(0), _3); // p[tuple(at.T)] = colour
}

// A golden frame and a red cross.
template <class P> P viewfinder(P p) {
  const auto gold = beside(p, tensor<float, 3>{0.95f, 0.75f, 0.2f});
  const auto red = beside(p, tensor<float, 3>{0.9f, 0.1f, 0.1f});
  const index_t bottom = p.extent(0) - 1, right = p.extent(1) - 1;
  for (index_t i = 0; i < 8; ++i) {
    draw(p, {i, i}, {i, right - i}, gold);
    draw(p, {i, right - i}, {bottom - i, right - i}, gold);
    draw(p, {bottom - i, right - i}, {bottom - i, i}, gold);
    draw(p, {bottom - i, i}, {i, i}, gold);
  }
  const index_t y = bottom / 2, x = right / 2, arm = std::min(y, x) / 3;
  for (index_t i = -2; i <= 2; ++i) {
    draw(p, {y + i, x - arm}, {y + i, x + arm}, red);
    draw(p, {y - arm, x + i}, {y + arm, x + i}, red);
  }
  return p;
}

// --- The contact sheet: one large picture, assigned slice by slice -------------------------------

// The mean of each square of 2 x 2 pixels, for pictures and for planes.
inline auto shrink(const auto& p) {
  constexpr auto left = range(_, -_1, _2); // the first of each pair, without an odd last one
  return eval((p[left, left] + p[left, odd] + p[odd, left] + p[odd, odd]) / 4.f);
}

class contact_sheet {
  static constexpr index_t columns = 4, gap = 12;
  index_t cell_height_, cell_width_, count_ = 0;
  picture sheet_;

public:
  contact_sheet(const auto& largest, index_t count)
      : cell_height_(largest.extent(0) / 2 + gap), cell_width_(largest.extent(1) / 2 + gap),
        sheet_((count + columns - 1) / columns * cell_height_ + gap, columns * cell_width_ + gap) {
    sheet_ = 0.11f;
  }

  // sheet[y:y+h, x:x+w] = small, in the middle of the next cell. A grey picture gets a third axis,
  // along which it is repeated for the colours.
  void add(const auto& p) {
    const auto small = shrink(p);
    const index_t h = small.extent(0), w = small.extent(1);
    const index_t y = count_ / columns * cell_height_ + (cell_height_ + gap - h) / 2;
    const index_t x = count_ % columns * cell_width_ + (cell_width_ + gap - w) / 2;
    if constexpr (small.rank == 2)
      sheet_[range(y, y + h), range(x, x + w)] = small[_, _, newaxis];
    else
      sheet_[range(y, y + h), range(x, x + w)] = small;
    ++count_;
  }

  const picture& sheet() const { return sheet_; }
};

} // namespace photo
