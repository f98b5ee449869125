// SPDX-License-Identifier: BSL-1.0
// heat_on_ranks.cpp: the hot point of heat.cpp, on the ranks of MPI.
//
// usage: mpirun -np 3 heat_on_ranks
#include "heat.hpp"

#include <stria/mpi.hpp>

int main(int argc, char** argv) {
  stria::mpi::world world(argc, argv);
  const stria::mpi::tensor<double, stria::dyn, stria::dyn> plate(world, 81, 81);
  heat::spread_point(plate, world.rank() == 0);
}
