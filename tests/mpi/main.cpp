// SPDX-License-Identifier: BSL-1.0
// mpi/main.cpp: main() of the test programs that mpirun starts.
#include <stria/mpi.hpp>

#if __has_include(<catch2/catch_session.hpp>)
#include <catch2/catch_session.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

namespace test {
namespace {
const stria::mpi::world* all_ranks;
}
const stria::mpi::world& world() { return *all_ranks; }
} // namespace test

int main(int argc, char** argv) {
  const stria::mpi::world world(argc, argv);
  test::all_ranks = &world;
  return Catch::Session().run(argc, argv);
}
