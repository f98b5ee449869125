// SPDX-License-Identifier: BSL-1.0
// examples/photo: each step compared with plain loops, the written files, and the printed table.
#include "catch.hpp"

#include "../../examples/photo/picture_io.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace {

const std::string photograph = PHOTO_SOURCE "/china.jpg";

// A picture without stria.
struct image {
  int rows, columns, channels;
  std::vector<double> values;

  double operator()(int y, int x, int c) const {
    return values[static_cast<std::size_t>((y * columns + x) * channels + c)];
  }
};

template <class F> image made(int rows, int columns, int channels, F f) {
  image m{rows, columns, channels, {}};
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x)
      for (int c = 0; c < channels; ++c)
        m.values.push_back(f(y, x, c));
  return m;
}

// A picture of the same size with the values f(y, x, c).
template <class F> image remade(const image& p, F f) {
  return made(p.rows, p.columns, p.channels, f);
}

// The bytes of a file; tests/io compares the library's readers with Pillow.
image read(const std::string& file) {
  const auto bytes = stria::load_image(file);
  const auto n = bytes.shape();
  return made(static_cast<int>(n[0]), static_cast<int>(n[1]), static_cast<int>(n[2]),
              [&](int y, int x, int c) { return static_cast<double>(bytes(y, x, c)); });
}

// The photograph, and a part of it with odd sizes that is smaller than the crop.
std::vector<image> pictures() {
  const image bytes = read(photograph);
  REQUIRE(bytes.channels == 3);
  return {remade(bytes, [&](int y, int x, int c) { return double{float(bytes(y, x, c)) / 255.f}; }),
          made(131, 97, 3, [&](int y, int x, int c) {
            return double{float(bytes(y + 90, x + 150, c)) / 255.f};
          })};
}

photo::picture as_picture(const image& m) {
  photo::picture p(m.rows, m.columns);
  std::transform(m.values.begin(), m.values.end(), p.storage().begin(),
                 [](double v) { return static_cast<float>(v); });
  return p;
}

// The largest difference; infinite if the shapes differ.
double difference(const auto& p, const image& expected) {
  const auto n = p.shape();
  const bool fits = n[0] == expected.rows && n[1] == expected.columns &&
                    (n.size() == 2 ? 1 : n[n.size() - 1]) == expected.channels;
  if (!fits)
    return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (std::size_t i = 0; i < expected.values.size(); ++i) {
    const double d = std::abs(double{p.storage()[i]} - expected.values[i]);
    worst = d <= worst ? worst : d; // a NaN is kept
  }
  return worst;
}

image halved(const image& p) {
  return made((p.rows + 1) / 2, (p.columns + 1) / 2, 3,
              [&](int y, int x, int c) { return p(2 * y, 2 * x, c); });
}

image greyed(const image& p) {
  return made(p.rows, p.columns, 1, [&](int y, int x, int) {
    return 0.299 * p(y, x, 0) + 0.587 * p(y, x, 1) + 0.114 * p(y, x, 2);
  });
}

// The bytes of a picture in a file.
template <class P> image as_bytes(const P& p) {
  const auto n = p.shape();
  image m{static_cast<int>(n[0]), static_cast<int>(n[1]), n.size() == 2 ? 1 : 3, {}};
  for (float v : p.storage())
    m.values.push_back(std::nearbyint(std::min(std::max(v, 0.f), 1.f) * 255.f));
  return m;
}

} // namespace

TEST_CASE("the photograph is read in colour, from 0 to 1") {
  const photo::picture p = photo::load(photograph);
  CHECK(p.shape() == std::array<stria::index, 3>{427, 640, 3});
  CHECK(difference(p, pictures()[0]) == 0);
}

TEST_CASE("the steps that move pixels are exact") {
  for (const image& p : pictures()) {
    const photo::picture t = as_picture(p);
    const int rows = p.rows, columns = p.columns;

    CHECK(difference(photo::crop(t),
                     made(std::min(340, rows) - 20, std::min(370, columns) - 45, 3,
                          [&](int y, int x, int c) { return p(y + 20, x + 45, c); })) == 0);
    CHECK(difference(photo::mirror(t), remade(p, [&](int y, int x, int c) {
                       return p(y, columns - 1 - x, c);
                     })) == 0);
    CHECK(difference(photo::halve(t), halved(p)) == 0);
    CHECK(difference(photo::swap_colours(t),
                     remade(p, [&](int y, int x, int c) { return p(y, x, 2 - c); })) == 0);

    const image q = halved(p);
    CHECK(difference(
              photo::kaleidoscope(t), made(2 * q.rows, 2 * q.columns, 3, [&](int y, int x, int c) {
                return q(std::min(y, 2 * q.rows - 1 - y), std::min(x, 2 * q.columns - 1 - x), c);
              })) == 0);
    CHECK(difference(photo::ghost(t), remade(p, [&](int y, int x, int c) {
                       return c == 0 && x >= 16 ? p(y, x - 16, 0) : p(y, x, c);
                     })) == 0);
    CHECK(difference(photo::sensor(t), remade(p, [&](int y, int x, int c) {
                       return c == y % 2 + x % 2 ? p(y, x, c) : 0;
                     })) == 0);
  }
}

TEST_CASE("the lake shows the upper half upside down") {
  const double water[] = {0.55, 0.75, 0.85};
  for (const image& p : pictures())
    CHECK(difference(photo::lake(as_picture(p)), remade(p, [&](int y, int x, int c) {
                       const int above = p.rows - 1 - y;
                       return above < p.rows / 2 ? water[c] * p(above, x, c) : p(y, x, c);
                     })) < 1e-6);
}

TEST_CASE("grey, normalise, blur and edges equal loops") {
  for (const image& p : pictures()) {
    const photo::picture t = as_picture(p);
    const image g = greyed(p);
    CHECK(difference(photo::grey(t), g) < 1e-6);

    double mean[3]{}, deviation[3]{};
    for (int c = 0; c < 3; ++c) {
      for (int y = 0; y < p.rows; ++y)
        for (int x = 0; x < p.columns; ++x)
          mean[c] += p(y, x, c) / p.rows / p.columns;
      for (int y = 0; y < p.rows; ++y)
        for (int x = 0; x < p.columns; ++x)
          deviation[c] += std::pow(p(y, x, c) - mean[c], 2) / p.rows / p.columns;
      deviation[c] = std::sqrt(deviation[c]);
    }
    CHECK(difference(photo::normalise(t), remade(p, [&](int y, int x, int c) {
                       return 0.5 + 0.22 * (p(y, x, c) - mean[c]) / deviation[c];
                     })) < 5e-4); // sums of 273280 floats

    image b = p;
    for (int turn = 0; turn < 12; ++turn)
      for (const auto& [down, across] : {std::pair{1, 0}, std::pair{0, 1}})
        b = remade(p, [&, from = b, dy = down, dx = across](int y, int x, int c) {
          const bool edge = dy ? y == 0 || y == p.rows - 1 : x == 0 || x == p.columns - 1;
          return edge ? from(y, x, c)
                      : (from(y - dy, x - dx, c) + from(y, x, c) + from(y + dy, x + dx, c)) / 3;
        });
    CHECK(difference(photo::blur(t), b) < 1e-5);

    // Sobel operators in their usual form.
    const int rows_of[3][3] = {{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}};
    CHECK(difference(photo::edges(t), made(p.rows - 2, p.columns - 2, 1, [&](int y, int x, int) {
                       double down = 0, across = 0;
                       for (int i = 0; i < 3; ++i)
                         for (int j = 0; j < 3; ++j) {
                           down += rows_of[i][j] * g(y + i, x + j, 0);
                           across += rows_of[j][i] * g(y + i, x + j, 0);
                         }
                       return std::sqrt(down * down + across * across) / 2;
                     })) < 1e-5);
  }
}

TEST_CASE("vignette and night equal loops") {
  const auto fall = [](int i, int n) { return 1 - 0.7 * std::pow(2. * i / (n - 1) - 1, 2); };
  const double dark[] = {0.15, 0.2, 0.4};
  for (const image& p : pictures()) {
    const photo::picture t = as_picture(p);
    CHECK(difference(photo::vignette(t), remade(p, [&](int y, int x, int c) {
                       return p(y, x, c) * fall(y, p.rows) * fall(x, p.columns);
                     })) < 1e-6);

    const image g = greyed(p);
    const photo::picture result = photo::night(t);
    const image n = remade(p, [&](int y, int x, int c) {
      // At the threshold itself, both results are correct.
      if (std::abs(g(y, x, 0) - 0.65) < 1e-6)
        return double{result.storage()[static_cast<std::size_t>((y * p.columns + x) * 3 + c)]};
      return g(y, x, 0) > 0.65 ? dark[c] * p(y, x, c) : p(y, x, c);
    });
    CHECK(difference(result, n) < 1e-6);
  }
}

TEST_CASE("frame and cross change only their pixels") {
  const float gold[] = {0.95f, 0.75f, 0.2f}, red[] = {0.9f, 0.1f, 0.1f};
  for (const image& p : pictures()) {
    const int middle = (p.rows - 1) / 2, centre = (p.columns - 1) / 2;
    const int arm = std::min(middle, centre) / 3;
    CHECK(difference(photo::viewfinder(as_picture(p)), remade(p, [&](int y, int x, int c) {
                       const int dy = std::abs(y - middle), dx = std::abs(x - centre);
                       if ((dy <= 2 && dx <= arm) || (dx <= 2 && dy <= arm))
                         return double{red[c]};
                       const bool edge = y < 8 || x < 8 || y >= p.rows - 8 || x >= p.columns - 8;
                       return edge ? double{gold[c]} : p(y, x, c);
                     })) == 0);
  }
}

TEST_CASE("a line has a place in each row or column, whichever is more") {
  const auto places = [](const photo::place& from, const photo::place& to) {
    const auto at = photo::line(from, to);
    const auto flat = at.storage();
    return std::vector<stria::index>(flat.begin(), flat.end());
  };
  using list = std::vector<stria::index>;
  CHECK(places({2, 3}, {2, 6}) == list{2, 3, 2, 4, 2, 5, 2, 6});
  CHECK(places({4, 1}, {0, 3}) == list{4, 1, 3, 2, 2, 2, 1, 2, 0, 3}); // 1.5 and 2.5 become 2
  CHECK(places({5, 5}, {5, 5}) == list{5, 5});
}

TEST_CASE("a contact sheet has the means of 2 x 2 pixels, row by row") {
  const std::vector<image> both = pictures();
  const image &p = both[0], &small = both[1];
  photo::contact_sheet sheet(as_picture(p), 6);
  for (int i = 0; i < 4; ++i)
    sheet.add(as_picture(p));
  sheet.add(photo::grey(as_picture(p)));
  sheet.add(as_picture(small));

  const image g = greyed(p);
  const int h = p.rows / 2, w = p.columns / 2, gap = 12;
  const auto mean = [](const image& m, int y, int x, int c) {
    return (m(2 * y, 2 * x, c) + m(2 * y, 2 * x + 1, c) + m(2 * y + 1, 2 * x, c) +
            m(2 * y + 1, 2 * x + 1, c)) /
           4;
  };
  CHECK(difference(sheet.sheet(),
                   made(2 * (h + gap) + gap, 4 * (w + gap) + gap, 3, [&](int y, int x, int c) {
                     const int row = y / (h + gap), column = x / (w + gap);
                     const int i = y % (h + gap) - gap, j = x % (w + gap) - gap;
                     if (i < 0 || j < 0 || row * 4 + column > 5)
                       return 0.11;
                     if (row == 0)
                       return mean(p, i, j, c);
                     if (column == 0)
                       return mean(g, i, j, 0);
                     const int sh = small.rows / 2, sw = small.columns / 2;
                     const int si = i + gap - (h + gap + gap - sh) / 2;
                     const int sj = j + gap - (w + gap + gap - sw) / 2;
                     return si < 0 || sj < 0 || si >= sh || sj >= sw ? 0.11
                                                                     : mean(small, si, sj, c);
                   })) < 1e-6);
}

TEST_CASE("brightness is clamped and rounded to even bytes") {
  const stria::tensor v{-3.f, 0.f, 0.5f / 255, 1.5f / 255, 0.4999f, 1.f, 7.f};
  const std::string file = PHOTO_RESULTS "_brightness.png";
  photo::save(v[stria::newaxis, stria::_], file);
  const auto bytes = stria::load_image(file);
  const std::vector<int> found(bytes.storage().begin(), bytes.storage().end());
  CHECK(found == std::vector<int>{0, 0, 0, 2, 127, 255, 255});
}

TEST_CASE("the written files have the results of the steps") {
  const photo::picture p = photo::load(photograph);
  photo::contact_sheet sheet(p, 16);
  int count = 0;
  const auto check = [&](const std::string& name, const auto& result) {
    const std::string number = std::to_string(100 + ++count).substr(1);
    const std::string file = PHOTO_RESULTS "/" + number + '-' + name + ".png";
    const image found = read(file), expected = as_bytes(result);
    INFO(file);
    CHECK(found.rows == expected.rows);
    CHECK(found.channels == expected.channels);
    CHECK((found.values == expected.values));
    sheet.add(result);
  };
  check("photograph", p);
  check("crop", photo::crop(p));
  check("mirror", photo::mirror(p));
  check("halve", photo::halve(p));
  check("colours", photo::swap_colours(p));
  check("kaleidoscope", photo::kaleidoscope(p));
  check("lake", photo::lake(p));
  check("ghost", photo::ghost(p));
  check("sensor", photo::sensor(p));
  check("grey", photo::grey(p));
  check("normalise", photo::normalise(p));
  check("blur", photo::blur(p));
  check("edges", photo::edges(p));
  check("vignette", photo::vignette(p));
  check("night", photo::night(p));
  check("viewfinder", photo::viewfinder(p));
  CHECK((read(PHOTO_RESULTS "/contact-sheet.png").values == as_bytes(sheet.sheet()).values));
}

TEST_CASE("the subscripts in the table occur in the code") {
  std::stringstream code;
  code << std::ifstream(PHOTO_SOURCE "/steps.hpp").rdbuf();
  std::ifstream table(PHOTO_SOURCE "/photo.out");
  int steps = 0;
  for (std::string line; std::getline(table, line);) {
    if (line.size() < 60 || line[0] < '0' || line[0] > '9')
      continue;
    std::string subscript = line.substr(17, line.find("  ", 17) - 17);
    if (subscript.ends_with("..."))
      subscript.resize(subscript.size() - 3);
    INFO(subscript);
    CHECK(code.str().find(subscript) != std::string::npos);
    ++steps;
  }
  CHECK(steps == 16);
}

TEST_CASE("failures of reading and writing are io_errors that name the file") {
  CHECK_THROWS_AS(photo::load("no/such.jpg"), stria::io_error);
  CHECK_THROWS_WITH(photo::load("no/such.jpg"), test::contains("no/such.jpg"));
  CHECK_THROWS_WITH(photo::load(PHOTO_SOURCE "/steps.hpp"), test::contains("steps.hpp"));
  CHECK_THROWS_AS(photo::save(photo::picture(2, 2), "no/such/folder.png"), stria::io_error);
}
