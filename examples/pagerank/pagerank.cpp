// SPDX-License-Identifier: BSL-1.0
// pagerank.cpp: ranks the pages of this repository's documentation by the links between them, as
// links.txt records them. The graph is two index arrays: a gather reads the rank of the page at the
// start of each link, and a scatter adds it to the page at the end. pagerank.py prints the same
// results, computed by NumPy.
//
// usage: pagerank links picture.svg [turns of the layout]
#include <stria/stria.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace pagerank {

using namespace stria;
using vector = dtensor<double, 1>;
using points = tensor<double, dyn, 2>;

// Link k goes from page source[k] to page target[k].
struct graph {
  std::vector<std::string> names;
  dtensor<index_t, 1> source, target;
};

graph load(const std::string& path) {
  std::vector<std::string> names;
  std::vector<index_t> ends; // source, target, source, target, ...
  std::map<std::string, index_t> places;
  std::ifstream file(path);
  for (std::string name; file >> name;) {
    if (!places.contains(name))
      names.push_back(name);
    ends.push_back(places.try_emplace(name, std::ssize(names) - 1).first->second);
  }
  const auto links = as_view(ends, {std::ssize(ends) / 2, 2});
  return {names, links[_, 0], links[_, 1]};
}

// A reader follows random links, and sometimes opens a random page. Returns the probability of each
// page.
vector rank(const graph& g, double damping = 0.85) {
  const index_t n = std::ssize(g.names);
  vector degree(n), rank = full(1. / static_cast<double>(n), n);
  degree[g.source] += 1.; // np.add.at(degree, source, 1)
  std::printf("%td pages, %td links, %td pages without a link\n", n, g.source.size(),
              count_nonzero(degree == 0.));
  for (int turn = 0; turn < 60; ++turn) {
    const double lost = sum(where(degree == 0., rank, 0.));
    const auto given = eval((rank / degree)[g.source]);
    rank = (1 - damping + damping * lost) / static_cast<double>(n);
    rank[g.target] += damping * given; // np.add.at(rank, target, damping * given)
  }
  return rank;
}

// Positions for a drawing: all pages push each other away, and links pull pages together.
points layout(const graph& g, int turns) {
  random::generator rng(4);
  points x = random::normal(rng, std::ssize(g.names), 2_c);
  for (int turn = 0; turn < turns; ++turn) {
    const auto apart = x[_, newaxis] - x;
    points force = sum(apart / (sum(square(apart), _2, keepdims) + 0.01), _1);
    const auto pull = eval(3. * (x[g.target] - x[g.source]));
    force[g.source] += pull;
    force[g.target] -= pull;
    x += clip(0.05 * (turns - turn) / turns * (force - 2. * x), -0.2, 0.2);
  }
  const auto low = eval(min(x, _0));
  return tensor{60., 40.} + (x - low) / (max(x, _0) - low) * tensor{600., 400.};
}

void draw(const std::string& path, const graph& g, const vector& rank, const points& x) {
  std::ofstream svg(path);
  svg << R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 480" font-size="12"
 font-family="sans-serif" text-anchor="middle"><rect width="720" height="480" fill="#fbfaf7"/>
<path stroke="#9aa5b1" stroke-opacity=".6" d=")";
  svg.setf(std::ios::fixed), svg.precision(1);
  const auto from = eval(x[g.source]), to = eval(x[g.target]);
  for (index_t k = 0; k < from.extent(0); ++k)
    svg << 'M' << from[k, 0] << ' ' << from[k, 1] << 'L' << to[k, 0] << ' ' << to[k, 1];
  svg << "\"/>\n";
  const double named = sort(rank, descending)(11);
  for (index_t i = 0; i < rank.size(); ++i) {
    const std::string& name = g.names[static_cast<std::size_t>(i)];
    const double radius = 70 * std::sqrt(rank(i));
    svg << "<circle cx='" << x[i, 0] << "' cy='" << x[i, 1] << "' r='" << radius << "' fill='"
        << (rank(i) < named ? "#4b7fa8" : "#e07a3f") << "' stroke='#fff'/>\n";
    if (rank(i) >= named)
      svg << "<text x='" << x[i, 0] << "' y='" << x[i, 1] - radius - 4 << "'>"
          << name.substr(name.rfind('/') + 1) << "</text>\n";
  }
  svg << "</svg>\n";
}

void run(const std::string& links, const std::string& picture, int turns) {
  const graph g = load(links);
  const vector r = rank(g);
  const auto best = top_k(r, 8);
  for (index_t k = 0; k < 8; ++k)
    std::printf("%.4f  %s\n", best.values(k),
                g.names[static_cast<std::size_t>(best.indices(k))].c_str());
  std::printf("sum %.4f\n", sum(r));
  draw(picture, g, r, layout(g, turns));
}

} // namespace pagerank

int main(int argc, char** argv) try {
  if (argc < 3)
    throw std::runtime_error("usage: pagerank links picture.svg [turns]");
  pagerank::run(argv[1], argv[2], argc > 3 ? std::atoi(argv[3]) : 800);
} catch (const std::exception& e) {
  std::fprintf(stderr, "pagerank: %s\n", e.what());
  return 1;
}
