// SPDX-License-Identifier: BSL-1.0
// Compares many single statements of stria with hand-written loops.
// usage: stria_bench_rows [--rounds n] [--sizes tiny,small,L1,L2,L3,DRAM] [part of a name]
// The output has the same form as that of stria_bench. The exit status is 1 if values differ.
#include "../harness.hpp"

#include <cstdlib>

namespace rows { // one or two functions for each file
void elementwise(bench::suite&);
void integers_and_bools(bench::suite&);
void functions(bench::suite&);
void broadcast(bench::suite&);
void short_axes(bench::suite&);
void reductions(bench::suite&);
void integer_reductions(bench::suite&);
void extremes(bench::suite&);
void masks(bench::suite&);
void stencils(bench::suite&);
void in_place(bench::suite&);
void movement(bench::suite&);
void pictures_moved(bench::suite&);
void gathers(bench::suite&);
void products(bench::suite&);
void fills(bench::suite&);
void tiny_tensors(bench::suite&);
void normalisation(bench::suite&);
} // namespace rows

namespace {

struct group {
  std::string_view name;
  void (*run)(bench::suite&);
};
constexpr group groups[] = {{"elementwise", rows::elementwise},
                            {"elementwise", rows::integers_and_bools},
                            {"functions", rows::functions},
                            {"broadcast", rows::broadcast},
                            {"short axes", rows::short_axes},
                            {"reductions", rows::reductions},
                            {"reductions", rows::integer_reductions},
                            {"extremes", rows::extremes},
                            {"masks", rows::masks},
                            {"stencils", rows::stencils},
                            {"in place", rows::in_place},
                            {"movement", rows::movement},
                            {"movement", rows::pictures_moved},
                            {"gathers", rows::gathers},
                            {"products", rows::products},
                            {"fills", rows::fills},
                            {"tiny", rows::tiny_tensors},
                            {"normalisation", rows::normalisation}};

// A filter such as "functions/hypot" selects one class, so the arrays of other classes are not
// made.
bool may_hold(std::string_view name, std::string_view filter) {
  const auto first = filter.substr(0, filter.find('/'));
  const bool is_class = std::any_of(std::begin(groups), std::end(groups),
                                    [&](const group& g) { return g.name == first; });
  return !is_class || name == first;
}

} // namespace

int main(int argc, char** argv) {
  bench::options o;
  o.sizes = "tiny,small,L1,L2,L3,DRAM";
  for (int i = 1; i < argc; ++i) {
    const std::string_view a = argv[i];
    if (a == "--rounds" && i + 1 < argc)
      o.rounds = std::max(1, std::atoi(argv[++i]));
    else if (a == "--sizes" && i + 1 < argc)
      o.sizes = argv[++i];
    else
      o.filter = a;
  }
  char name[] = "stria_bench_rows", order[] = "--benchmark_enable_random_interleaving=true";
  char* arguments[] = {name, order, nullptr};
  int count = 2;
  benchmark::Initialize(&count, arguments);
  bench::map_program();
  bench::suite s(o);
  for (const group& g : groups)
    if (may_hold(g.name, o.filter))
      g.run(s);
  return s.failed() ? 1 : 0;
}
