// SPDX-License-Identifier: BSL-1.0
// `einsum`
#include <stria/stria.hpp>

#include <string>
#include <vector>

using namespace stria;

inline constexpr dim batch{"batch"}, features{"features"};

// expect: the text is a template argument, before the parentheses
void einsum_argument() {
  const dtensor<float, 2> a(3, 4), b(4, 5);
#ifdef WRONG
  const dtensor<float, 2> c = einsum("ij,jk->ik", a, b);
#else
  const dtensor<float, 2> c = einsum<"ij,jk->ik">(a, b);
#endif
}

// expect: as_tensor(c) copies the elements of a container
void einsum_container() {
  tensor<float, 3> a;
  const std::vector<float> v{1, 2, 3};
#ifdef WRONG
  auto x = einsum<"i,i->">(a, v);
#else
  auto x = einsum<"i,i->">(a, as_tensor(v));
#endif
}

// expect: "i,i->i": the text names 2 operands and the call has 1
void einsum_count() {
  tensor<float, 3> a;
#ifdef WRONG
  auto x = einsum<"i,i->i">(a);
#else
  auto x = einsum<"i,i->i">(a, a);
#endif
}

// expect: the label k of the result is in no operand
void einsum_label() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = einsum<"ij->ik">(t);
#else
  auto x = einsum<"ij->ji">(t);
#endif
}

// expect: more than 16 operands; name the product of some first
void einsum_many() {
  tensor<float, 2> a;
#ifdef WRONG
  auto x = einsum<"a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a->a">(a, a);
#else
  auto x = einsum<"a,a->a">(a, a);
#endif
}

// expect: operand 0 has 2 axes and 1 labels; a space between two labels makes each word one label
// expect: write either "ij,jk->ik" or "i j, j k -> i k"
void einsum_mixed() {
  const tensor<float, 2, 3> a;
  const tensor<float, 3, 4> b;
#ifdef WRONG
  auto x = einsum<"ij,j k->ik">(a, b);
#else
  auto x = einsum<"i j,j k->i k">(a, b);
#endif
}

// expect: the label i has two names; the shapes are (batch, 3), (3, features)
void einsum_names() {
  tensor<float, batch, 3> a(2);
  tensor<float, 3, features> b(2);
  tensor<float, 3, batch> c(2);
#ifdef WRONG
  auto x = einsum<"ij,ji->ij">(a, b);
#else
  auto x = einsum<"ij,ji->ij">(a, c);
#endif
}

// expect: operand 0 has 2 axes and 3 labels
void einsum_rank() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = einsum<"ijk->i">(t);
#else
  auto x = einsum<"ij->i">(t);
#endif
}

// page: in full
// expect: the label j has two sizes; the shapes are (2, 3), (2, 3)
void einsum_sizes() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = einsum<"ij,jk->ik">(t, t);
#else
  auto x = einsum<"ij,ik->jk">(t, t);
#endif
}

// expect: the elements lack the *, + or - that a product of tensors needs
void einsum_strings() {
  const tensor<std::string, 2> words{"a", "b"};
#ifdef WRONG
  auto x = einsum<"i,j->ij">(words, words);
#else
  auto x = words[_, newaxis] + words;
#endif
}

// expect: column 3 cannot be read
// expect: cannot be read; the text may contain
void einsum_text() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = einsum<"ij;">(t);
#else
  auto x = einsum<"ij">(t);
#endif
}

// expect: the label out of the result is in no operand
void einsum_word() {
  const tensor<float, 2, 3> a;
  const tensor<float, 3, 4> b;
#ifdef WRONG
  auto x = einsum<"batch row, row col -> batch out">(a, b);
#else
  auto x = einsum<"batch row, row col -> batch col">(a, b);
#endif
}
