// SPDX-License-Identifier: BSL-1.0
// Random numbers
#include <stria/stria.hpp>

using namespace stria;

// expect: random::choice: besides sizes it accepts one tensor of probabilities, of rank 1
void random_choice_probabilities() {
  random::generator g(1);
  const tensor p{.1, .1, .1, .1, .1, .5};
#ifdef WRONG
  auto x = random::choice(g, 6, 3, reshape(p, 2, 3));
#else
  auto x = random::choice(g, 6, 3, p);
#endif
}

// expect: random::choice: the second argument must be a tensor or an expression
void random_choice_source() {
  random::generator g(1);
  const tensor t{1, 2, 3};
#ifdef WRONG
  auto x = random::choice(g, 2.5, 2);
#else
  auto x = random::choice(g, t, 2);
#endif
}

// expect: random::uniform: the first argument must be a random::generator
void random_engine() {
  random::generator g(1);
#ifdef WRONG
  auto x = random::uniform<float>(3, 4);
#else
  auto x = random::uniform<float>(g, 3, 4);
#endif
}

// expect: random::permutation: the first argument must be a random::generator
// expect: an engine of <random>, and not
void random_engine_const() {
#ifdef WRONG
  const random::generator g(1);
  auto x = random::permutation(g, 4);
#else
  random::generator g(1);
  auto x = random::permutation(g, 4);
#endif
}

// expect: the parameters come first (shape, scale), then the sizes; 1 of 2 parameters are given
void random_gamma_parameters() {
  random::generator g(1);
  const int n = 3;
#ifdef WRONG
  auto x = random::gamma(g, n);
#else
  auto x = random::gamma(g, 2., 1., n);
#endif
}

// expect: random::integers: a bound must be an integer or a constant
void random_integers_bound() {
  random::generator g(1);
#ifdef WRONG
  auto x = random::integers(g, 0, 6.5, 3);
#else
  auto x = random::integers(g, 0, 6, 3);
#endif
}

// expect: random::integers: [6, 1) has no integers
void random_integers_interval() {
  random::generator g(1);
#ifdef WRONG
  auto x = random::integers<int>(g, _6, _1, 3);
#else
  auto x = random::integers<int>(g, _1, _6, 3);
#endif
}

// expect: random::integers: the element type must be an integer type
void random_integers_type() {
  random::generator g(1);
#ifdef WRONG
  auto x = random::integers<float>(g, 0, 6, 3);
#else
  auto x = random::integers<short>(g, 0, 6, 3);
#endif
}

// expect: random::normal: the extents (batch, 3) need 1 size
void random_normal_sizes() {
  static constexpr dim batch{"batch"};
  random::generator g(1);
#ifdef WRONG
  auto x = random::normal<float, batch, 3>(g);
#else
  auto x = random::normal<float, batch, 3>(g, 2);
#endif
}

// expect: or a tensor or an expression to be permuted
void random_permutation_number() {
  random::generator g(1);
  const tensor t{1, 2, 3};
#ifdef WRONG
  auto x = random::permutation(g, 2.5);
#else
  auto x = random::permutation(g, t);
#endif
}

// expect: random::poisson: the element type must be an integer type
void random_poisson_type() {
  random::generator g(1);
  const int n = 3;
#ifdef WRONG
  auto x = random::poisson<float>(g, 2.5, n);
#else
  auto x = random::poisson<int>(g, 2.5, n);
#endif
}

// expect: random::shuffle: the target must be a named tensor (an lvalue) or a view, and not const
void random_shuffle_const() {
  random::generator g(1);
  const tensor t{1, 2, 3};
#ifdef WRONG
  random::shuffle(g, t);
#else
  auto x = eval(t);
  random::shuffle(g, x);
#endif
}

// expect: random::uniform: the element type must be float or double
// expect: must be float or double;
void random_uniform_type() {
  random::generator g(1);
#ifdef WRONG
  auto x = random::uniform<int>(g, 3);
#else
  auto x = random::uniform<float>(g, 3);
#endif
}
