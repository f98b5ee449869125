# SPDX-License-Identifier: BSL-1.0
# The names of the whole programs.
set(programs cavity_flow lattice_boltzmann gray_scott fdtd n_body wave boids ising k_means
  gpt convolutions viterbi harris page_rank floyd_warshall options shear_layer cavity_edges flock
  spins corners life mandelbrot)
