// SPDX-License-Identifier: BSL-1.0
// `rearrange`, `reduce` and `repeat` by pattern
#include <stria/stria.hpp>

#include <complex>
#include <vector>

using namespace stria;

// expect: the text is a template argument, before the parentheses
void einops_argument() {
  const dtensor<float, 2> t(3, 4);
#ifdef WRONG
  const dtensor<float, 2> x = rearrange(t, "a b -> b a");
#else
  const dtensor<float, 2> x = rearrange<"a b -> b a">(t);
#endif
}

// expect: column 2: ; cannot be read
// expect: 2: ; cannot be read; a
void einops_character() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = rearrange<"b;h -> b h">(t);
#else
  auto x = rearrange<"b h -> b h">(t);
#endif
}

// expect: as_tensor(c) copies the elements of a container
void einops_container() {
  const std::vector<float> v{1, 2, 3};
#ifdef WRONG
  auto x = reduce<"a -> ">(v, max);
#else
  auto x = reduce<"a -> ">(as_tensor(v), max);
#endif
}

// page: in full
// expect: column 4: axis 1 has 12 elements, which cannot be divided by 5
void einops_divide() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = rearrange<"b (h p) -> b h p">(t, axis_size<"p">(_5));
#else
  auto x = rearrange<"b (h p) -> b h p">(t, axis_size<"p">(_6));
#endif
}

// expect: column 4: ... is in parentheses on the left side
void einops_dots() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = rearrange<"(b ...) -> b ...">(t, axis_size<"b">(_1));
#else
  auto x = rearrange<"b ... -> (b ...)">(t);
#endif
}

// expect: column 1: ...
void einops_glued() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = rearrange<"...pre -> ...pre">(t);
#else
  auto x = rearrange<"... pre -> ... pre">(t);
#endif
}

// expect: the elements lack the operator that this reduction needs
void einops_max_complex() {
  const dtensor<std::complex<double>, 2> z(2, 3);
#ifdef WRONG
  auto x = reduce<"a b -> a">(z, max);
#else
  auto x = reduce<"a b -> a">(abs(z), max);
#endif
}

// expect: column 3: h is missing on the right side
void einops_missing() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = rearrange<"b h -> b">(t);
#else
  auto x = rearrange<"b h -> h b">(t);
#endif
}

// expect: column 12: n is new and needs a size
void einops_new_size() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = repeat<"b h -> b h n">(t);
#else
  auto x = repeat<"b h -> b h n">(t, axis_size<"n">(2));
#endif
}

// expect: the reduction must be sum, prod, mean, min
void einops_no_reduction() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = reduce<"b h -> b">(t, 3);
#else
  auto x = reduce<"b h -> b">(t, mean);
#endif
}

// expect: column 6: 2 is a number on the left side
// expect: the left side, which only reduce
void einops_number() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = rearrange<"b (h 2) -> b h">(t);
#else
  auto x = reduce<"b (h 2) -> b h">(t, min);
#endif
}

// expect: column 10: 2 is a number on the right side, which only repeat accepts
void einops_number_right() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = reduce<"b h -> b 2">(t, max);
#else
  auto x = repeat<"b h -> b h 2">(t);
#endif
}

// expect: index 9 is out of bounds
void einops_of_mistake() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = reduce<"a -> ">(t[_9], max);
#else
  auto x = reduce<"a -> ">(t[_1], max);
#endif
}

// expect: column 3: ( is not closed
void einops_parentheses() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = rearrange<"b (h -> b h">(t);
#else
  auto x = rearrange<"b (h) -> b h">(t);
#endif
}

// expect: the left side does not have as many axes as the operand; the shape is (2, 12)
void einops_rank() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = rearrange<"b h w -> b (h w)">(t);
#else
  auto x = rearrange<"b ... w -> b (... w)">(t);
#endif
}

// expect: "b h -> b": the reduction must be sum, prod, mean, min, max, any or all_of
void einops_reduction() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = reduce<"b h -> b">(t, median);
#else
  auto x = reduce<"b h -> b">(t, max);
#endif
}

// expect: q has an axis_size but does not occur in the text
void einops_size_name() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = rearrange<"b (h p) -> b h p">(t, axis_size<"q">(4));
#else
  auto x = rearrange<"b (h p) -> b h p">(t, axis_size<"h">(4));
#endif
}

// expect: column 4: h has two axis_sizes
void einops_size_twice() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = rearrange<"b (h p) -> b h p">(t, axis_size<"h">(_3), axis_size<"h">(3));
#else
  auto x = rearrange<"b (h p) -> b h p">(t, axis_size<"h">(_3), axis_size<"p">(4));
#endif
}

// expect: column 3: b occurs twice on one side
void einops_twice() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = rearrange<"b b -> b">(t);
#else
  auto x = rearrange<"b c -> c b">(t);
#endif
}

// expect: column 6: p is a second axis without a size in these parentheses
void einops_two_open() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = rearrange<"b (h p) -> b h p">(t);
#else
  auto x = rearrange<"b (h p) -> b h p">(t, axis_size<"p">(_4));
#endif
}

// expect: column 1: a_
void einops_underscore() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = rearrange<"a_ h -> h a_">(t);
#else
  auto x = rearrange<"a_1 h -> h a_1">(t);
#endif
}

// expect: column 12: w is missing on the left side
void einops_unknown() {
  tensor<int, 2, 12> t;
#ifdef WRONG
  auto x = rearrange<"b h -> b h w">(t);
#else
  auto x = rearrange<"b h -> b h 1">(t);
#endif
}

// expect: operand 1 has 1 axes and the text names 2
void pack_rank() {
  const tensor<float, 2, 3, 4> a;
  const tensor<float, 4> b;
#ifdef WRONG
  auto x = pack<"i * k">(a, b).shapes;
#else
  auto x = pack<"* k">(a, b).shapes;
#endif
}

// expect: the text must have exactly one *
void pack_star() {
  const tensor<float, 2, 3> a;
#ifdef WRONG
  auto x = pack<"i k">(a, a).shapes;
#else
  auto x = pack<"i * k">(a, a).shapes;
#endif
}

// expect: the operand has 3 axes and the text 2
void unpack_rank() {
  const tensor<float, 2, 3, 4> a;
#ifdef WRONG
  auto x = unpack<"i *">(a, std::tuple{std::array{3}});
#else
  auto x = unpack<"i * k">(a, std::tuple{std::array{3}});
#endif
}
