// SPDX-License-Identifier: BSL-1.0
// Faults on one rank: usage mpirun -np 3 test_mpi_faults uncaught|caught|memory|loop
#include <stria/mpi.hpp>

#include <cstdio>
#include <string_view>

using namespace stria;

namespace {

int run(int argc, char** argv) {
  mpi::world world(argc, argv);
  const std::string_view fault = argv[1];
  mpi::tensor<float, dyn, dyn> u(world, 30, 4), v(world, 30, 4);
  u += 1.f;
  if (world.rank() == 1) {
    if (fault == "memory")
      throw std::bad_alloc();
    if (fault != "loop")
      throw std::runtime_error("index 9 is out of bounds");
  }
  // In the loop of rank 1 alone, after the exchange.
  const bool throws = world.rank() == 1;
  v = map(
      [throws](float x) {
        if (throws)
          throw std::runtime_error("the function throws");
        return x;
      },
      u[rev()]);
  world.barrier();
  std::puts("no fault");
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "caught") {
    try {
      return run(argc, argv);
    } catch (const std::exception& e) {
      std::fprintf(stderr, "main: %s\n", e.what());
      return 1;
    }
  }
  return run(argc, argv);
}
