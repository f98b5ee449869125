// SPDX-License-Identifier: BSL-1.0
// random/random_vectors.hpp: distributions of random vectors: dirichlet, multinomial,
// multivariate_normal. Tests: tests/random/draws.cpp.
#pragma once

#include <stria/evaluate/materialize.hpp>
#include <stria/random/draw.hpp>

namespace stria {

namespace detail {

// Each class is constructed from the parameters and checks them. length() is the length of a
// vector. draw(g, to, scratch) draws one vector and needs room() numbers of scratch memory.

/// The elements of an operand as doubles.
template <class A> constexpr auto real_elements(const A& a) { return eval(cast<double>(a)); }

template <class T> class dirichlet_vectors {
  tensor<dependent_t<T, gamma_draw>, dyn> draws_;
  bool small_ = true;

public:
  static constexpr const char* name = "random::dirichlet";
  static constexpr bool discrete = false;
  static constexpr std::size_t count = 1;
  static constexpr const char* parameters = "alpha, a tensor of rank 1";
  template <class A> static constexpr bool takes = real_operand<A, 1>;
  template <class A> static constexpr extent length_of = extents_of<A>[0];

  template <class A>
  constexpr dirichlet_vectors(const A& alpha, wide_index) : draws_(alpha.shape()[0]) {
    const auto a = real_elements(alpha);
    for (index k = 0; k < a.size(); ++k) {
      if (!is_positive(a.data()[k]))
        raise_fault(name, "alpha must hold finite numbers above 0");
      small_ = small_ && a.data()[k] < 1;
      draws_.data()[k] = gamma_draw(a.data()[k]);
    }
  }
  constexpr index length() const { return draws_.size(); }
  constexpr index room() const { return length() + length(); }
  template <class G> constexpr void draw(G& g, T* to, double* x) const {
    const index n = length();
    double* const log_factor = x + n;
    // The numbers are divided by the largest factor, because all of them may be too small for a
    // double although their ratios are not.
    strict most = small_ ? -1e308 : 0.0;
    for (index k = 0; k < n; ++k) {
      strict l;
      x[k] = draws_.data()[k].draw(g, l).value;
      log_factor[k] = l.value;
      most = most < l ? l : most;
    }
    // The numbers are scaled down, because the sum of large numbers might be infinite.
    strict sum = 0.0;
    for (index k = 0; k < n; ++k) {
      const strict part = exponential(strict(log_factor[k]) - most) * (1.0 / 1024) * x[k];
      x[k] = part.value;
      sum = sum + part;
    }
    for (index k = 0; k < n; ++k)
      to[k] = static_cast<T>((strict(x[k]) / sum).value);
  }
};

template <class T> class multinomial_vectors {
  wide_index n_ = 0;
  tensor<dependent_t<T, double>, dyn> p_;

public:
  static constexpr const char* name = "random::multinomial";
  static constexpr bool discrete = true;
  static constexpr std::size_t count = 2;
  static constexpr const char* parameters = "n, a number, and pvals, a tensor of rank 1";
  template <class N, class A>
  static constexpr bool takes = (integer_item<N> || constant_item<N>) && real_operand<A, 1>;
  template <class N, class A> static constexpr extent length_of = extents_of<A>[0];

  template <class N, class A>
  constexpr multinomial_vectors(const N& n, const A& pvals, wide_index limit)
      : n_(as_count(number_of(n))), p_(real_elements(pvals)) {
    if (n_ < 0)
      raise_fault(name, "n must be an integer from 0 to 2^63 - 1");
    if (n_ > limit)
      raise_fault(name, "n is too large for the element type");
    strict sum = 0.0;
    for (index k = 0; k < p_.size(); ++k) {
      if (!is_probability(p_.data()[k]))
        raise_fault(name, "pvals must hold numbers from 0 to 1");
      if (k + 1 < p_.size())
        sum = sum + p_.data()[k];
    }
    if (p_.size() == 0 && n_ > 0)
      raise_fault(name, "pvals has no elements");
    if (sum > 1.0 + 1e-12)
      raise_fault(name, "the sum of pvals is greater than 1");
  }
  constexpr index length() const { return p_.size(); }
  static constexpr index room() { return 0; }
  template <class G> constexpr void draw(G& g, T* to, double*) const {
    // Each count has a binomial distribution over the trials that the previous counts leave. The
    // last count is the remainder.
    const index n = length();
    wide_index rest = n_;
    strict left = 1.0;
    for (index k = 0; k + 1 < n; ++k) {
      const strict p = p_.data()[k];
      const strict share = p < left ? p / left : strict(p.value > 0 ? 1.0 : 0.0);
      const wide_index c = binomial_draw(rest, share.value)(g);
      to[k] = static_cast<T>(c);
      rest -= c;
      left = left - p;
    }
    if (n > 0)
      to[n - 1] = static_cast<T>(rest);
  }
};

/// Draws with a pivoted Cholesky factor, whose number of columns is the rank of the covariance.
template <class T> class normal_vectors {
  tensor<dependent_t<T, double>, dyn> mean_;
  tensor<dependent_t<T, double>, dyn, dyn> factor_;
  index rank_ = 0;

  [[noreturn]] static constexpr void raise_not_semidefinite() {
    raise_fault(name, "cov is not positive semi-definite");
  }
  /// Replaces factor_, which is the covariance, by L with L L^T = cov.
  constexpr void factorize() {
    const index n = mean_.size();
    const auto a = [&](index i, index k) -> double& { return factor_.data()[i * n + k]; };
    tensor<dependent_t<T, double>, dyn> scale(n), rest(n);
    tensor<dependent_t<T, bool>, dyn> done(n);
    tensor<dependent_t<T, double>, dyn, dyn> l(n, n);
    for (index i = 0; i < n; ++i) {
      if (!is_at_least_zero(a(i, i)))
        raise_not_semidefinite();
      scale.data()[i] = square_root(a(i, i)).value;
      rest.data()[i] = a(i, i);
    }
    const auto bound = [&](index i, index k) {
      return strict(scale.data()[i]) * scale.data()[k] * 1e-8;
    };
    for (index i = 0; i < n; ++i)
      for (index k = 0; k < i; ++k) {
        if (!is_finite(a(i, k)) || !is_finite(a(k, i)))
          raise_fault(name, "cov has NaN or infinite elements");
        if (absolute(strict(a(i, k)) - a(k, i)) > bound(i, k))
          raise_fault(name, "cov is not symmetric");
      }
    for (; rank_ < n; ++rank_) {
      // The largest remaining variance. A variance that is smaller than its rounding error counts
      // as 0.
      index pivot = -1;
      for (index i = 0; i < n; ++i)
        if (!done.data()[i] &&
            strict(rest.data()[i]) > bound(i, i) * 1e-7 * (static_cast<double>(n) * 0.25 + 1.0) &&
            (pivot < 0 || rest.data()[i] > rest.data()[pivot]))
          pivot = i;
      if (pivot < 0)
        break;
      done.data()[pivot] = true;
      double* const p = l.data() + pivot * n;
      p[rank_] = square_root(rest.data()[pivot]).value;
      for (index i = 0; i < n; ++i) {
        if (done.data()[i])
          continue;
        double* const row = l.data() + i * n;
        strict x = i > pivot ? a(i, pivot) : a(pivot, i);
        for (index k = 0; k < rank_; ++k)
          x = x - strict(row[k]) * p[k];
        row[rank_] = (x / p[rank_]).value;
        rest.data()[i] = (strict(rest.data()[i]) - strict(row[rank_]) * row[rank_]).value;
      }
    }
    // The remaining elements must be zero; otherwise there is no such factor.
    for (index i = 0; i < n; ++i)
      for (index j = 0; j <= i && !done.data()[i]; ++j) {
        if (done.data()[j])
          continue;
        strict x = a(i, j);
        for (index k = 0; k < rank_; ++k)
          x = x - strict(l.data()[i * n + k]) * l.data()[j * n + k];
        if (!is_finite(x.value) || absolute(x) > bound(i, j))
          raise_not_semidefinite();
      }
    factor_ = l;
  }

public:
  static constexpr const char* name = "random::multivariate_normal";
  static constexpr bool discrete = false;
  static constexpr std::size_t count = 2;
  static constexpr const char* parameters = "mean, a tensor of rank 1, and cov, one of rank 2";
  template <class M, class C>
  static constexpr bool takes = real_operand<M, 1> && real_operand<C, 2>;
  template <class M, class C> static constexpr extent length_of = extents_of<M>[0];

  template <class M, class C>
  constexpr normal_vectors(const M& mean, const C& cov, wide_index)
      : mean_(real_elements(mean)), factor_(real_elements(cov)) {
    if (factor_.shape()[0] != mean_.size() || factor_.shape()[1] != mean_.size())
      raise<shape_error>(message("stria: random::multivariate_normal: cov has the shape (")
                         << factor_.shape()[0] << ", " << factor_.shape()[1] << "), and mean has "
                         << mean_.size() << " elements; cov must have as many rows and columns");
    for (const double& m : mean_.storage())
      if (!is_finite(m))
        raise_fault(name, "mean has NaN or infinite elements");
    factorize();
  }
  constexpr index length() const { return mean_.size(); }
  constexpr index room() const { return rank_; }
  template <class G> constexpr void draw(G& g, T* to, double* z) const {
    const index n = length();
    for (index k = 0; k < rank_; ++k)
      z[k] = draw_standard_normal(g).value;
    for (index i = 0; i < n; ++i) {
      strict x = 0.0;
      for (index k = 0; k < rank_; ++k)
        x = x + strict(factor_.data()[i * n + k]) * z[k];
      to[i] = static_cast<T>((x + mean_.data()[i]).value);
    }
  }
};

// --- calls ---

template <class Vectors, class T, class... A> struct vectors_verdict {
  static constexpr bool element =
      Vectors::discrete ? integer_item<T> : std::same_as<T, float> || std::same_as<T, double>;
  template <std::size_t... K> static constexpr bool takes(std::index_sequence<K...>) {
    return Vectors::template takes<std::tuple_element_t<K, std::tuple<A...>>...>;
  }
  static constexpr bool parameters = [] {
    if constexpr (sizeof...(A) < Vectors::count)
      return false;
    else
      return takes(std::make_index_sequence<Vectors::count>());
  }();
  static constexpr bool accepted = element && parameters;
  static constexpr message text() {
    message m("stria: ");
    m << Vectors::name;
    if (element)
      return m << ": the parameters come first (" << Vectors::parameters << "), then the sizes";
    return m << (Vectors::discrete ? ": the element type must be an integer type"
                                   : ": the element type must be float or double; cast<T>(...) "
                                     "converts the result");
  }
};

/// The shape of a tensor of vectors: the sizes, then the length.
template <std::size_t R> constexpr auto add_last_axis(const static_shape<R>& s, extent last) {
  auto r = unknown_shape<R + 1>();
  for (std::size_t k = 0; k < R; ++k)
    r[k] = s[k];
  r[R] = last;
  return r;
}

template <class Vectors, class T, auto Given, class G, class Parameters, class Sizes>
struct vectors_call;
template <class Vectors, class T, auto Given, class G, class... P, class... S>
struct vectors_call<Vectors, T, Given, G, std::tuple<P...>, std::tuple<S...>> {
  using shape = asked_shape<Given, S...>;
  static constexpr bool accepted = true;
  using type =
      typename tensor_of<T, add_last_axis(shape::extents, Vectors::template length_of<P...>)>::type;

  static constexpr type run(G& g, const P&... p, const S&... s) {
    const Vectors vectors(p..., law_limit<T>);
    const auto sizes = shape::sizes(s...);
    std::array<index, shape::rank + 1> n{};
    for (std::size_t k = 0; k < shape::rank; ++k)
      n[k] = sizes[k];
    const index length = n[shape::rank] = vectors.length();
    type t(n, uninitialized_t{});
    tensor<dependent_t<T, double>, dyn> room(vectors.room());
    for (index i = 0; i < t.size(); i += length)
      vectors.draw(g, t.data() + i, room.data());
    return t;
  }
};

template <class Vectors, class T, auto Given, class G, class Parameters, class Sizes>
struct sized_vectors;
template <class Vectors, class T, auto Given, class G, class Parameters, class... S>
struct sized_vectors<Vectors, T, Given, G, Parameters, std::tuple<S...>>
    : judged_call<sizes_verdict<law_name<Vectors>, asked_shape<Given, S...>>,
                  vectors_call<Vectors, T, Given, G, Parameters, std::tuple<S...>>> {};
template <class Vectors, class T, auto Given, class G, class... A>
struct accepted_vectors : sized_vectors<Vectors, T, Given, G,
                                        typename cut_list<Vectors::count, std::tuple<A...>>::first,
                                        typename cut_list<Vectors::count, std::tuple<A...>>::rest> {
};

template <class Vectors, class T, auto Given, class G, class... A>
struct drawn_vectors
    : judged_call<vectors_verdict<Vectors, T, A...>,
                  accepted_vectors<Vectors, T, Given, std::remove_reference_t<G>, A...>> {};
template <class Vectors, class T, auto Given, class G, class... A>
  requires(!bit_generator<std::remove_reference_t<G>>)
struct drawn_vectors<Vectors, T, Given, G, A...> : refused_call<engine_verdict<law_name<Vectors>>> {
};

} // namespace detail

namespace random {

/// Draws vectors of numbers from 0 to 1 that add up to 1.
///
/// \tparam T     the element type: double (default) or float
/// \param g      an engine: a generator, or one of <random>
/// \param alpha  an operand [k] of numbers above 0
/// \param sizes  sizes as in zeros()
/// \returns      tensor of the given sizes followed by [k]
/// \throws       value_error if an element of alpha is not above 0 and finite, or if a size is
///               negative
/// \refuses      alpha of another rank, other element types, a const engine
/// \complexity   O(size of the result)
/// \numpy        `rng.dirichlet(alpha, size)`
/// \usage        `random::dirichlet(g, tensor{1., 2., 3.}, 5)`
template <class T = double, extent... E, class G, class... A>
constexpr auto dirichlet(G&& g, const A&... a) STRIA_RUN_OR_REFUSE(
    (detail::drawn_vectors<detail::dirichlet_vectors<T>, T, detail::shape_of<E...>(), G, A...>), g,
    a...);

/// Draws how often each of k outcomes occurs in n trials.
///
/// \tparam T     the element type, an integer type, with 64 bits by default
/// \param g      an engine: a generator, or one of <random>
/// \param n      the number of trials
/// \param pvals  an operand [k] of probabilities, the last of which counts as 1 minus the others
/// \param sizes  sizes as in zeros()
/// \returns      tensor of the given sizes followed by [k]
/// \throws       value_error if n is negative or does not fit into T, if pvals are outside 0 to 1,
///               if all of them but the last add up to more than 1, if there are none although n is
///               not 0, or if a size is negative
/// \refuses      an n that is not an integer, pvals of another rank, an element type that is not an
///               integer, a const engine
/// \complexity   O(size of the result)
/// \numpy        `rng.multinomial(n, pvals, size)`
/// \usage        `random::multinomial(g, 20, tensor{.2, .3, .5}, 5)`
template <class T = detail::wide_index, extent... E, class G, class... A>
constexpr auto multinomial(G&& g, const A&... a) STRIA_RUN_OR_REFUSE(
    (detail::drawn_vectors<detail::multinomial_vectors<T>, T, detail::shape_of<E...>(), G, A...>),
    g, a...);

/// Draws normally distributed vectors with a given mean and covariance.
///
/// \tparam T     the element type: double (default) or float
/// \param g      an engine: a generator, or one of <random>
/// \param mean   an operand [n]
/// \param cov    an operand [n, n]
/// \param sizes  sizes as in zeros()
/// \returns      tensor of the given sizes followed by [n]
/// \throws       shape_error if cov has another size; value_error if it is not symmetric or not
///               positive semi-definite, within 10^-8 (NumPy only warns), for NaN and infinity, or
///               if a size is negative
/// \refuses      parameters of other ranks, other element types, a const engine
/// \complexity   O(n^3) once, O(n^2) per vector
/// \numpy        `rng.multivariate_normal(mean, cov, size)`
/// \usage        `random::multivariate_normal(g, mean, cov, 5)`
template <class T = double, extent... E, class G, class... A>
constexpr auto multivariate_normal(G&& g, const A&... a) STRIA_RUN_OR_REFUSE(
    (detail::drawn_vectors<detail::normal_vectors<T>, T, detail::shape_of<E...>(), G, A...>), g,
    a...);

} // namespace random
} // namespace stria
