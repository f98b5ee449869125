// SPDX-License-Identifier: BSL-1.0
// fn/einsum.hpp: Einstein's summation, its text read by the compiler.
#pragma once

#include <stria/base/fixed_string.hpp>
#include <stria/fn/contract_chain.hpp>
#include <stria/fn/reduce.hpp>

namespace stria {

namespace detail {

/// One operand's labels, or the result's.
struct einsum_term {
  static constexpr std::size_t limit = 26;
  char labels[limit]{};
  std::size_t count = 0;
  int dots = -1; // the ellipsis stands before label number `dots`; -1: there is none

  constexpr std::size_t count_of(char c) const {
    std::size_t n = 0;
    for (std::size_t k = 0; k < count; ++k)
      n += labels[k] == c ? 1 : 0;
    return n;
  }
};

enum class einsum_fault : unsigned char {
  none,
  text,
  operands,
  rank,
  unknown,
  twice,
  dots,
  sizes,
  names
};

/// The text, term by term.
struct einsum_text {
  static constexpr std::size_t limit = 16;
  einsum_term terms[limit]{};
  std::size_t count = 1;
  bool has_output = false;
  einsum_term output{};
  einsum_fault fault = einsum_fault::none;
  std::size_t column = 0; // of the fault, from 1

  constexpr explicit einsum_text(std::string_view s) {
    einsum_term* term = &terms[0];
    for (std::size_t i = 0; i < s.size() && fault == einsum_fault::none; ++i) {
      const char c = s[i];
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (c == ' ')
        continue;
      if (letter && term->count < einsum_term::limit) {
        term->labels[term->count++] = c;
      } else if (c == '.' && s.substr(i, 3) == "..." && term->dots < 0) {
        term->dots = static_cast<int>(term->count);
        i += 2;
      } else if (c == ',' && !has_output && count < limit) {
        term = &terms[count++];
      } else if (c == '-' && s.substr(i, 2) == "->" && !has_output) {
        has_output = true;
        term = &output;
        ++i;
      } else {
        fault = einsum_fault::text;
        column = i + 1;
      }
    }
    if (!has_output)
      imply_output();
  }

  /// How often a label stands among the operands.
  constexpr std::size_t count_of(char c) const {
    std::size_t n = 0;
    for (std::size_t t = 0; t < count; ++t)
      n += terms[t].count_of(c);
    return n;
  }

private:
  // The ellipsis, then the labels that stand there once, in the order of the alphabet, capitals
  // first.
  constexpr void imply_output() {
    for (std::size_t t = 0; t < count; ++t)
      if (terms[t].dots >= 0)
        output.dots = 0;
    for (char c = 'A'; c <= 'z'; ++c)
      if (count_of(c) == 1)
        output.labels[output.count++] = c;
  }
};

/// Which loop each axis of each operand follows: those of the result first, then those that are
/// summed.
template <fixed_string Text, class... A> constexpr auto plan_einsum() {
  constexpr std::size_t operands = sizeof...(A);
  struct plan_t {
    einsum_fault fault = einsum_fault::none;
    std::size_t which = 0, column = 0, loops = 0, results = 0;
    char label = ' ';
    std::array<std::array<int, 64>, operands> loop_of{};
    static_shape<64> extents = unknown_shape<64>();
    char labels[64]{}; // of the loops; '.' for an axis under an ellipsis
  } p;
  constexpr einsum_text text(Text.view());
  const std::size_t ranks[] = {rank_of<A>...};
  p.fault = text.fault;
  p.column = text.column;
  if (p.fault != einsum_fault::none)
    return p;
  if (text.count != operands) {
    p.fault = einsum_fault::operands;
    return p;
  }
  // Axes under an ellipsis; those of several operands are broadcast, aligned at their ends.
  std::size_t dots = 0;
  for (std::size_t t = 0; t < operands; ++t) {
    const einsum_term& term = text.terms[t];
    if (term.dots < 0 ? term.count != ranks[t] : term.count > ranks[t]) {
      p.fault = einsum_fault::rank;
      p.which = t;
      return p;
    }
    if (term.dots >= 0 && ranks[t] - term.count > dots)
      dots = ranks[t] - term.count;
  }
  if (dots > 0 && text.output.dots < 0) {
    p.fault = einsum_fault::dots;
    return p;
  }
  // Loops: -1 - k stands for axis k under the ellipsis.
  int keys[64]{};
  const auto loop_for = [&](int key) {
    for (std::size_t k = 0; k < p.loops; ++k)
      if (keys[k] == key)
        return static_cast<int>(k);
    keys[p.loops] = key;
    return static_cast<int>(p.loops++);
  };
  const einsum_term& out = text.output;
  for (std::size_t k = 0; k <= out.count; ++k) {
    if (out.dots == static_cast<int>(k))
      for (std::size_t e = 0; e < dots; ++e)
        loop_for(-1 - static_cast<int>(e));
    if (k == out.count)
      break;
    p.label = out.labels[k];
    if (text.count_of(p.label) == 0)
      p.fault = einsum_fault::unknown;
    else if (out.count_of(p.label) > 1)
      p.fault = einsum_fault::twice;
    if (p.fault != einsum_fault::none)
      return p;
    loop_for(p.label);
  }
  p.results = p.loops;
  for (std::size_t t = 0; t < operands; ++t) {
    const einsum_term& term = text.terms[t];
    const std::size_t under = term.dots < 0 ? 0 : ranks[t] - term.count;
    std::size_t axis = 0;
    for (std::size_t k = 0; k <= term.count; ++k) {
      if (term.dots == static_cast<int>(k))
        for (std::size_t e = 0; e < under; ++e)
          p.loop_of[t][axis++] = loop_for(-1 - static_cast<int>(dots - under + e));
      if (k < term.count)
        p.loop_of[t][axis++] = loop_for(term.labels[k]);
    }
  }
  // The extents of each label.
  auto sizes = unknown_shape<64>();
  for (std::size_t k = 0; k < 64; ++k)
    sizes[k] = extent::make(1);
  std::size_t t = 0;
  const auto join = [&](const auto& shape) {
    for (std::size_t k = 0; k < shape.rank() && p.fault == einsum_fault::none; ++k) {
      const auto loop = static_cast<std::size_t>(p.loop_of[t][k]);
      const joined_extent e = join_extents(sizes[loop], shape[k]);
      sizes[loop] = e.result;
      if (e.fault != extent_fault::none) {
        p.fault = e.fault == extent_fault::names ? einsum_fault::names : einsum_fault::sizes;
        p.label = keys[loop] < 0 ? '.' : static_cast<char>(keys[loop]);
      }
    }
    ++t;
  };
  (join(extents_of<A>), ...);
  for (std::size_t k = 0; k < p.loops; ++k) {
    p.extents[k] = sizes[k];
    p.labels[k] = keys[k] < 0 ? '.' : static_cast<char>(keys[k]);
  }
  return p;
}

template <fixed_string Text, class... A> struct einsum_verdict {
  static constexpr auto plan = plan_einsum<Text, A...>();
  static constexpr bool accepted = plan.fault == einsum_fault::none;
  static constexpr message text() {
    constexpr einsum_text parsed(Text.view());
    const std::size_t ranks[] = {rank_of<A>...};
    message m("stria: einsum: ");
    m << "\"" << Text.view() << "\": ";
    switch (plan.fault) {
    case einsum_fault::text:
      return m << "column " << plan.column
               << " cannot be read; the text is made of letters, '...', ',' and '->'";
    case einsum_fault::operands:
      return m << "the text names " << parsed.count << " operands and the call has "
               << sizeof...(A);
    case einsum_fault::rank:
      return m << "operand " << plan.which << " has " << ranks[plan.which] << " axes and "
               << parsed.terms[plan.which].count << " labels";
    case einsum_fault::unknown:
      return m << "the result's label " << std::string_view(&plan.label, 1)
               << " stands at no operand";
    case einsum_fault::twice:
      return m << "the result has the label " << std::string_view(&plan.label, 1) << " twice";
    case einsum_fault::dots:
      return m << "the operands have axes under '...', so the result needs '...', too";
    case einsum_fault::sizes:
      m << "the label " << std::string_view(&plan.label, 1) << " has two sizes";
      break;
    case einsum_fault::names:
      m << "the label " << std::string_view(&plan.label, 1) << " has two names";
      break;
    case einsum_fault::none: break;
    }
    m << "; the shapes are ";
    bool first = true;
    const auto say = [&](const auto& shape) {
      m << (first ? "" : ", ");
      say_shape(m, shape.view());
      first = false;
    };
    (say(extents_of<A>), ...);
    return m;
  }
};

/// The loop that each axis of an operand of rank R follows, among L.
template <std::size_t R, std::size_t L> struct axis_labels {
  int loop[R == 0 ? 1 : R];
};

/// N seen from L loops; two axes may follow one of them. Loops that none follows have size 1.
template <class N, auto Labels, std::size_t L>
class labelled : public subscriptable<labelled<N, Labels, L>> {
  static constexpr std::size_t R = rank_of<N>;
  N source_;

public:
  using value_type = typename N::value_type;
  static constexpr auto extents = [] {
    auto s = unknown_shape<L>();
    for (std::size_t k = 0; k < L; ++k)
      s[k] = extent::make(1);
    for (std::size_t k = 0; k < R; ++k) {
      extent& e = s[static_cast<std::size_t>(Labels.loop[k])];
      e = join_extents(e, N::extents[k]).result;
    }
    return s;
  }();
  /// The number of axes.
  static constexpr index rank = static_cast<index>(L);
  static constexpr bool ready = N::ready;

  template <class U>
    requires(!std::same_as<std::remove_cvref_t<U>, labelled>)
  constexpr explicit labelled(U&& source) : source_(static_cast<U&&>(source)) {}

  /// `shape_error` where two axes of one label have different sizes.
  constexpr std::array<index, L> shape() const {
    std::array<index, L> r{};
    for (index& n : r)
      n = 1;
    const auto own = source_.shape();
    for (std::size_t k = 0; k < R; ++k) {
      index& n = r[static_cast<std::size_t>(Labels.loop[k])];
      const index joined = join_sizes(n, own[k]);
      if (joined < 0) [[unlikely]]
        raise<shape_error>(message("stria: einsum: two axes of one label have ")
                           << n << " and " << own[k] << " elements");
      n = joined;
    }
    return r;
  }
  constexpr index extent(index k) const {
    return shape()[static_cast<std::size_t>(checked_axis(k, rank))];
  }
  constexpr index size() const { return count_elements(shape()); }

  template <inner_hint H, std::size_t M>
  STRIA_INLINE constexpr auto cursor(const axis_refs<L>& refs) const {
    constexpr inner_hint h = [] {
      inner_hint own = no_hint;
      for (std::size_t k = 0; k < R; ++k)
        if (H.axis >= 0 && Labels.loop[k] == H.axis)
          own = own.axis < 0 ? inner_hint{static_cast<int>(k), H.step} : no_hint;
      return own;
    }();
    const auto own = source_.shape();
    axis_refs<R> r{};
    for (std::size_t k = 0; k < R; ++k)
      if (own[k] != 1)
        r[k] = refs[static_cast<std::size_t>(Labels.loop[k])];
    return source_.template cursor<h, M>(r);
  }
  constexpr auto prepared() const {
    return labelled<decltype(prepare_part(source_)), Labels, L>(prepare_part(source_));
  }
};

/// Sums keep the type of the products.
struct einsum_sum_op : sum_op {
  static constexpr const char* text = "einsum";
  template <class T> using result = T;
};

/// Several operands whose product is summed, by products of pairs.
template <class T, class... More> struct product_of_all {
  using type = T;
};
template <class T, class U, class... More>
struct product_of_all<T, U, More...>
    : product_of_all<std::remove_cvref_t<decltype(multiply_fn{}(std::declval<const T&>(),
                                                                std::declval<const U&>()))>,
                     More...> {};

template <class Seq, fixed_string Text, class T, class... N> class einsum_chain;
template <fixed_string Text, class... N> constexpr auto einsum_extents() {
  constexpr auto& plan = einsum_verdict<Text, N...>::plan;
  auto s = unknown_shape<plan.results>();
  for (std::size_t k = 0; k < plan.results; ++k)
    s[k] = plan.extents[k];
  return s;
}
template <std::size_t... K, fixed_string Text, class T, class... N>
class einsum_chain<std::index_sequence<K...>, Text, T, N...>
    : public computed<einsum_chain<std::index_sequence<K...>, Text, T, N...>, T,
                      einsum_extents<Text, N...>()>,
      slot<K, N>... {
  static constexpr auto& plan = einsum_verdict<Text, N...>::plan;
  static constexpr std::size_t L = plan.loops, R = plan.results, P = sizeof...(N);

public:
  template <class... U>
  constexpr explicit einsum_chain(std::in_place_t, U&&... u)
      : slot<K, N>{N(static_cast<U&&>(u))}... {
    static_cast<void>(shape());
  }

  constexpr std::array<index, R> shape() const {
    const auto n = sizes();
    std::array<index, R> r{};
    for (std::size_t k = 0; k < R; ++k)
      r[k] = n[k];
    return r;
  }
  template <class Visit>
  constexpr void visit_operands(Visit visit) const
    requires(N::ready && ...) // else the second could fail when the first is written
  {
    (visit(slot<K, N>::value), ...);
  }
  template <class Target> constexpr void compute(Target& target) const {
    const auto n = sizes();
    if (count_elements(n) == 0) {
      for (T& v : target.storage())
        v = T();
      return;
    }
    place<0>(target.data(), n, {});
  }

private:
  template <std::size_t I> constexpr const auto& operand_at() const {
    return pick<I>(static_cast<const slot<K, N>&>(*this)...);
  }
  template <std::size_t I, class First, class... More>
  static constexpr const auto& pick(const First& first, const More&... more) {
    if constexpr (I == 0)
      return first.value;
    else
      return pick<I - 1>(more...);
  }

  constexpr std::array<index, L> sizes() const {
    std::array<index, L> n{};
    for (index& k : n)
      k = 1;
    (add(n, K, slot<K, N>::value.shape()), ...);
    return n;
  }
  template <std::size_t Own>
  static constexpr void add(std::array<index, L>& n, std::size_t which,
                            const std::array<index, Own>& own) {
    for (std::size_t k = 0; k < Own; ++k) {
      const auto loop = static_cast<std::size_t>(plan.loop_of[which][k]);
      const index joined = join_sizes(n[loop], own[k]);
      if (joined < 0) [[unlikely]]
        raise<shape_error>(message("stria: einsum: the label ")
                           << std::string_view(&plan.labels[loop], 1) << " has the sizes "
                           << n[loop] << " and " << own[k]);
      n[loop] = joined;
    }
  }
  // The operands one after the other, each where it lies or as a copy.
  template <std::size_t I>
  constexpr void place(T* to, const std::array<index, L>& n,
                       std::array<chain_factor<T, L>, P> factors) const {
    if constexpr (I == P) {
      contraction_chain<T, L, P>(n, factors, R).run(to);
    } else {
      const auto& e = prepare(operand_at<I>());
      const auto own = e.shape();
      with_memory<T>(
          e, [](const auto&) { return true; },
          [&](const auto& memory) {
            chain_factor<T, L> f{memory.p, {}, 0};
            for (std::size_t k = 0; k < own.size(); ++k) {
              const auto loop = static_cast<std::size_t>(plan.loop_of[I][k]);
              f.strides[loop] += own[k] == 1 ? 0 : memory.strides[k];
              f.labels |= std::uint64_t{1} << loop;
            }
            factors[I] = f;
            place<I + 1>(to, n, factors);
          });
    }
  }
};

template <bool Accepted, fixed_string Text, class... A>
struct einsum_if : refused_call<einsum_verdict<Text, A...>> {};
template <fixed_string Text, class... A> struct einsum_if<true, Text, A...> {
  static constexpr bool accepted = true;
  static constexpr auto plan = einsum_verdict<Text, A...>::plan;
  static constexpr std::size_t L = plan.loops;
  static constexpr std::uint64_t summed = [] {
    std::uint64_t bits = 0;
    for (std::size_t k = plan.results; k < L; ++k)
      bits |= std::uint64_t{1} << k;
    return bits;
  }();
  template <std::size_t T, std::size_t R> static constexpr auto labels() {
    axis_labels<R, L> l{};
    for (std::size_t k = 0; k < R; ++k)
      l.loop[k] = plan.loop_of[T][k];
    return l;
  }
  template <std::size_t T, class X> static constexpr auto label(X&& x) {
    return labelled<hold_t<X>, labels<T, rank_of<X>>(), L>(static_cast<X&&>(x));
  }
  template <class First, class... More>
  static constexpr auto product(First&& first, More&&... more) {
    if constexpr (sizeof...(More) == 0)
      return static_cast<First&&>(first);
    else
      return product_of(static_cast<First&&>(first), static_cast<More&&>(more)...);
  }
  template <class X, class Y, class... More>
  static constexpr auto product_of(X&& x, Y&& y, More&&... more) {
    return product(make_map(multiply_fn{}, static_cast<X&&>(x), static_cast<Y&&>(y)),
                   static_cast<More&&>(more)...);
  }
  template <std::size_t... T> static constexpr auto run_each(std::index_sequence<T...>, A&&... a) {
    auto whole = product(label<T>(static_cast<A&&>(a))...);
    static_cast<void>(whole.shape());
    if constexpr (summed == 0)
      return whole;
    else
      return reduction<einsum_sum_op, decltype(whole), summed, false>(std::move(whole));
  }
  // Two operands with a loop of each alone and one that is summed, and all longer chains, are
  // products of matrices; the rest is one loop.
  static constexpr bool chained = [] {
    if (sizeof...(A) < 2 || sizeof...(A) > 8)
      return false;
    if (sizeof...(A) > 2)
      return true;
    const std::size_t ranks[] = {rank_of<A>...};
    bool first_alone = false, second_alone = false, inner = false;
    for (std::size_t loop = 0; loop < L; ++loop) {
      bool in[2]{};
      for (std::size_t t = 0; t < 2; ++t)
        for (std::size_t k = 0; k < ranks[t]; ++k)
          in[t] = in[t] || plan.loop_of[t][k] == static_cast<int>(loop);
      const bool result = loop < plan.results;
      first_alone = first_alone || (result && in[0] && !in[1]);
      second_alone = second_alone || (result && in[1] && !in[0]);
      inner = inner || (!result && in[0] && in[1]);
    }
    return first_alone && second_alone && inner;
  }();
  static constexpr auto run(A&&... a) {
    if constexpr (chained) {
      using T = typename product_of_all<value_t<A>...>::type;
      return einsum_chain<std::index_sequence_for<A...>, Text, T, hold_t<A>...>(
          std::in_place, static_cast<A&&>(a)...);
    } else {
      return run_each(std::index_sequence_for<A...>(), static_cast<A&&>(a)...);
    }
  }
  using type = decltype(run(std::declval<A>()...));
};
template <fixed_string Text, class... A> struct einsum_result {};
template <fixed_string Text, operand... A>
struct einsum_result<Text, A...> : einsum_if<einsum_verdict<Text, A...>::accepted, Text, A...> {};

} // namespace detail

/// Einstein's summation: products of the operands over all labels, summed over those that the
/// result does not have: `einsum<"bij,bjk->bik">(a, b)`. Without `->` the result has the labels
/// that stand once, in the order of the alphabet; `...` stands for axes that are broadcast; a label
/// twice at one operand is its diagonal. A text that cannot be right, and sizes or names that
/// differ, do not compile where they can be known; else `shape_error`. NumPy: `np.einsum(text, a,
/// b)`.
template <fixed_string Text, class... A>
constexpr auto einsum(A&&... a) -> typename detail::einsum_result<Text, A...>::type {
  if constexpr (detail::einsum_result<Text, A...>::accepted)
    return detail::einsum_result<Text, A...>::run(static_cast<A&&>(a)...);
  else
    __builtin_unreachable();
}

} // namespace stria
