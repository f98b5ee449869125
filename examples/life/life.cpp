// SPDX-License-Identifier: BSL-1.0
// life.cpp: Conway's Game of Life. A sum of shifted slices of the board counts the neighbours of
// all cells, and one statement replaces all cells. The pattern is Gosper's gun, which shoots
// gliders. Reversed views of the board place four such guns.
//
// usage: life picture [generations]
#include <stria/stria.hpp>

#include <stria/io/image.hpp>
#include <stria/show/colormap.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace life {

using namespace stria;
using board = dtensor<std::uint8_t, 2>; // 1 is alive

// A board from lines of text.
template <std::size_t Rows> board parse(const std::array<std::string_view, Rows>& lines) {
  return from_function<std::uint8_t>(
      [&](index_t i, index_t j) {
        return lines[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] == 'O';
      },
      std::ssize(lines), std::ssize(lines[0]));
}

const board gun = parse(std::array<std::string_view, 9>{
    "........................O...........", "......................O.O...........",
    "............OO......OO............OO", "...........O...O....OO............OO",
    "OO........O.....O...OO..............", "OO........O...O.OO....O.O...........",
    "..........O.....O.......O...........", "...........O...O....................",
    "............OO......................"});

// Computes the next generation. The cells at the border stay dead.
void advance(board& b) {
  const slice low(_, -2), mid(1, -1), high(2, _);
  const auto neighbours = b[low, low] + b[low, mid] + b[low, high] + b[mid, low] + b[mid, high] +
                          b[high, low] + b[high, mid] + b[high, high];
  b[mid, mid] = (neighbours == 3) | (b[mid, mid] & (neighbours == 2));
}

// The part of a view where the gun is placed: `margin` cells away from the upper and the left edge.
auto corner(auto&& b, index_t margin) {
  return b[range(margin, margin + gun.extent(0)), range(margin, margin + gun.extent(1))];
}

// After every 30 generations the gun is in its first state again, and there is one more glider of 5
// cells.
void count_gliders() {
  board b(80, 80);
  corner(b, 2) = gun;
  std::printf("generation  cells  gliders  gun as before\n");
  for (int generation = 0; generation <= 120; ++generation, advance(b))
    if (generation % 30 == 0) {
      const auto cells = sum(b), own = sum(gun);
      std::printf("%10d %6d %8d  %s\n", generation, static_cast<int>(cells),
                  static_cast<int>(cells - own) / 5, all_of(corner(b, 2) == gun) ? "yes" : "no");
    }
}

// Draws four guns that shoot at the middle. Cells that have died fade slowly.
void draw(const std::string& picture, int generations) {
  board b(120, 180);
  corner(b, 6) = gun;
  corner(b[_, rev()], 6) = gun;
  corner(b[rev()], 6) = gun;
  corner(b[rev(), rev()], 6) = gun;
  auto glow = zeros<float>(b.extent(0), b.extent(1));
  for (int generation = 0; generation < generations; ++generation) {
    advance(b);
    glow = where(b == 1, 1.f, 0.93f * glow);
  }
  const bool symmetric = all_of(b == b[_, rev()]) && all_of(b == b[rev()]);
  std::printf("\nfour guns after %d generations: symmetric: %s\n", generations,
              symmetric ? "yes" : "no");
  const auto large = repeat(repeat(glow, 4, _0), 4, _1);
  save_image(picture, colormap(large, magma));
}

} // namespace life

int main(int argc, char** argv) try {
  if (argc < 2)
    throw std::runtime_error("usage: life picture [generations]");
  life::count_gliders();
  life::draw(argv[1], argc > 2 ? std::atoi(argv[2]) : 550);
} catch (const std::exception& e) {
  std::fprintf(stderr, "life: %s\n", e.what());
  return 1;
}
