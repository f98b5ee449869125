// SPDX-License-Identifier: BSL-1.0
// iris.cpp: statistics of 150 flowers of three species, with four measures each. The column with
// the species is an index array: a scatter adds up the values of each species, and a gather gives
// each flower the mean of its species. A boolean mask selects one species. iris.py prints the same
// results, computed by NumPy.
//
// usage: iris data picture.svg
#include <stria/io/csv.hpp>
#include <stria/stria.hpp>

#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace iris {

using namespace stria;

inline constexpr dim flowers{"flowers"};
constexpr index_t species = 3, measures = 4;
constexpr const char* measure_names[] = {"sepal length", "sepal width", "petal length",
                                         "petal width"};

// The columns of the file. The first two names are the numbers of rows and columns.
struct data {
  tensor<double, flowers, measures> x; // in cm
  tensor<index_t, flowers> kind;
  std::vector<std::string> names;
};

data load(const std::string& path) {
  data d = load_csv<data>(path, {.header = true});
  d.names.erase(d.names.begin(), d.names.begin() + 2);
  return d;
}

void describe(const data& d) {
  using table = tensor<double, species, measures>;
  tensor<double, species> count;
  table total, squares;
  count[d.kind] += 1.;
  total[d.kind] += d.x; // np.add.at(total, kind, x)
  const table mean = total / count[_, newaxis];
  squares[d.kind] += square(d.x - mean[d.kind]);
  const table deviation = sqrt(squares / (count[_, newaxis] - 1.));

  std::printf("mean, standard deviation");
  for (const auto* name : measure_names)
    std::printf("  %s", name);
  for (index_t k = 0; k < species; ++k) {
    std::printf("\n%-10s (%.0f flowers) ", d.names[static_cast<std::size_t>(k)].c_str(), count[k]);
    for (index_t m = 0; m < measures; ++m)
      std::printf("   %.3f %.3f", mean[k, m], deviation[k, m]);
  }
  std::printf("\ncorrelation of petal length and petal width: %.3f\n",
              corrcoef(d.x[_, 2], d.x[_, 3])[0, 1]);

  // The species whose mean is nearest, in units of the standard deviation within the species.
  const tensor<double, measures> unit = sqrt(stria::mean(square(deviation), _0));
  const auto distance = sum(square((d.x[_, newaxis] - mean) / unit), _2);
  tensor<int, species, species> guesses;
  guesses[d.kind, argmin(distance, _1)] += 1; // np.add.at(guesses, (kind, guess), 1)
  std::printf("species (rows) and the species with the nearest mean (columns)\n");
  for (index_t k = 0; k < species; ++k)
    std::printf("%-10s %3d %3d %3d\n", d.names[static_cast<std::size_t>(k)].c_str(), guesses[k, 0],
                guesses[k, 1], guesses[k, 2]);
}

// Draws the points of each pair of measures, and histograms on the diagonal.
void draw(const std::string& path, const data& d) {
  constexpr const char* colours[] = {"#e07a3f", "#3d8f72", "#5b5fc7"};
  constexpr double cell = 150, inside = 130;
  const auto low = eval(min(d.x, _0)), high = eval(max(d.x, _0));
  std::ofstream svg(path);
  svg << R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 610 610" fill="none"
 font-family="sans-serif" font-size="13"><rect x="-9" y="-9" width="608" height="608" fill="#fff"/>
)";
  svg.setf(std::ios::fixed), svg.precision(1);
  for (index_t row = 0; row < measures; ++row)
    for (index_t column = 0; column < measures; ++column) {
      const double x0 = cell * static_cast<double>(column), y0 = cell * static_cast<double>(row);
      svg << "<g transform='translate(" << x0 << ' ' << y0 << ")'>"
          << "<rect width='140' height='140' fill='#f4f3ef'/>\n";
      for (index_t k = 0; k < species; ++k) {
        const auto own = d.x[d.kind == k]; // the flowers of a species
        const auto place = eval(5. + inside * (own - low) / (high - low));
        svg << "<path stroke='" << colours[k];
        if (row == column) {
          const auto bars = eval(histogram(own[_, row], 24, low[row], high[row]));
          svg << "' stroke-width='4' stroke-opacity='.7' d='";
          for (index_t b = 0; b < 24; ++b)
            svg << 'M' << 8 + 5.4 * static_cast<double>(b) << " 140v"
                << -3.2 * static_cast<double>(bars(b));
        } else {
          svg << "' stroke-width='5' stroke-opacity='.65' stroke-linecap='round' d='";
          for (index_t i = 0; i < place.extent(0); ++i)
            svg << 'M' << place[i, column] << ' ' << 140 - place[i, row] << "h0";
        }
        svg << "'/>\n";
      }
      svg << "<text x='8' y='18' fill='#333'>" << (row == column ? measure_names[row] : "")
          << "</text></g>\n";
    }
  svg << "</svg>\n";
}

} // namespace iris

int main(int argc, char** argv) try {
  if (argc != 3)
    throw std::runtime_error("usage: iris data picture.svg");
  const iris::data d = iris::load(argv[1]);
  iris::describe(d);
  iris::draw(argv[2], d);
} catch (const std::exception& e) {
  std::fprintf(stderr, "iris: %s\n", e.what());
  return 1;
}
