// SPDX-License-Identifier: BSL-1.0
// Objects of every kind. Beside each of them is the text that gdb prints, as in
// `//: expression => text`. A line that is true for only one compiler or level of optimisation
// names it, as in `// g++ -O0: expression => text`. show.py reads these lines.
#include <stria/stria.hpp>

#include <complex>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

using namespace stria;

namespace app {
inline constexpr dim batch{"batch"};
inline constexpr dim wide{"wide one"};

struct point {
  float x, y;
};
enum class colour { red, green };
using real = double;
using matrix = tensor<real, dyn, dyn>;
} // namespace app
inline constexpr dim height{"height"};
inline constexpr dim tall{"tall one"};

[[gnu::noinline]] void stop() { asm volatile("" ::: "memory"); }
// gdb stops here. The arguments keep the objects in memory until then, also at -O2.
[[gnu::noinline]] void pause_with(std::initializer_list<const void*> objects) {
  for (const void* object : objects)
    asm volatile("" : : "r"(object) : "memory");
  stop();
  asm volatile("" ::: "memory"); // so that the compiler does not replace the call by a jump
}

// Fills the stack with values that no tensor has.
[[gnu::noinline]] void soil_the_stack() {
  std::int64_t words[4096];
  for (int i = 0; i < 4096; ++i)
    words[i] = i % 3 == 0 ? -1 : std::int64_t{1} << (i % 62);
  asm volatile("" : : "r"(words) : "memory");
}

// Treats memory as a T.
template <class T> const T& taken_for(const void* memory) { return *static_cast<const T*>(memory); }

template <class Tensor> void count_up(Tensor& t) {
  int n = 0;
  for (auto& x : t.storage())
    x = static_cast<typename Tensor::value_type>(n++);
}

[[gnu::noinline]] void tensors() {
  tensor<float, 2, 3> fixed{{1, 2, 3}, {4, 5, 6}};
  //: fixed => tensor<float> (2, 3) = {{1, 2, 3}, {4, 5, 6}}
  dtensor<float, 2> dynamic{{1, 2, 3}, {4, 5, 6}};
  //: dynamic => tensor<float> (2, 3) = {{1, 2, 3}, {4, 5, 6}}
  tensor<int, 2, app::batch, dyn> partly(1, 2);
  count_up(partly);
  //: partly => tensor<int> (2, batch=1, 2) = {{{0, 1}}, {{2, 3}}}
  tensor<int, tall, app::wide> named(1, 2);
  // g++ -O0: named => tensor<int> (tall one=1, wide one=2) = {{0, 0}}
  // clang -O0: named => tensor<int> (tall one=1, wide=2) = {{0, 0}}
  tensor<int, 2 * height - 1> odd(3);
  //: odd => tensor<int> (2 * height - 1=3,) = {0, 0, 0}
  tensor<double> alone(3.5);
  //: alone => tensor<double> () = {3.5}
  tensor<int, 3> line{7, 8, 9};
  //: line => tensor<int> (3,) = {7, 8, 9}
  tensor<float, 0, 3> none;
  //: none => tensor<float> (0, 3)
  dtensor<float, 3> unset;
  //: unset => tensor<float> (0, 0, 0)
  const app::matrix constant{{1.5, 2}, {3, 4}};
  //: constant => tensor<double> (2, 2) = {{1.5, 2}, {3, 4}}
  pause_with({&fixed, &dynamic, &partly, &named, &odd, &alone, &line, &none, &unset, &constant});
}

[[gnu::noinline]] void elements() {
  tensor<bool, 2, 2> flags{{true, false}, {false, true}};
  //: flags => tensor<bool> (2, 2) = {{true, false}, {false, true}}
  dtensor<std::complex<float>, 1> waves{{1, 2}, {3, -4}};
  //: waves => tensor<std::complex<float>> (2,) = {1 + 2i, 3 + -4i}
  tensor<std::complex<double>, 1, 2> wave_rows{{{1, 2}, {3, -4}}};
  //: wave_rows => tensor<std::complex<double>> (1, 2) = {{1 + 2i, 3 + -4i}}
  tensor<unsigned char, 2, 2> bytes{{65, 0}, {255, 3}};
  //: bytes => tensor<unsigned char> (2, 2) = {{65, 0}, {255, 3}}
  //: /x bytes => tensor<unsigned char> (2, 2) = {{0x41, 0x0}, {0xff, 0x3}}
  tensor<signed char, 2> small{-1, 1};
  //: small => tensor<signed char> (2,) = {-1, 1}
  tensor<unsigned long, 2> longs{1ul, 2ul};
  //: longs => tensor<unsigned long> (2,) = {1, 2}
  tensor<app::point, 2> points;
  points.storage()[1] = {1, 2};
  //: points => tensor<app::point> (2,) = {{x = 0, y = 0}, {x = 1, y = 2}}
  tensor<app::colour, 2> colours{app::colour::green, app::colour::red};
  //: colours => tensor<app::colour> (2,) = {app::colour::green, app::colour::red}
  tensor<tensor<int, 2>, 2> inner;
  //: inner => tensor<tensor<int>> (2,) = {tensor<int> (2,) = {0, 0}, tensor<int> (2,) = {0, 0}}
  pause_with({&flags, &waves, &wave_rows, &bytes, &small, &longs, &points, &colours, &inner});
}

[[gnu::noinline]] void views() {
  dtensor<float, 2> t{{1, 2, 3}, {4, 5, 6}};
  tensor<float, 2, 3> s{{1, 2, 3}, {4, 5, 6}};
  auto backwards = t[rev(), range(_, _, 2)];
  //: backwards => view<float> (2, 2) = {{4, 6}, {1, 3}}
  auto known = s[rev(), range(_2, _, -_1)];
  //: known => view<float> (2, 3) = {{6, 5, 4}, {3, 2, 1}}
  const auto& read_only = s;
  auto row = read_only[_1];
  //: row => view<const float> (3,) = {4, 5, 6}
  auto turned = transpose(t);
  //: turned => view<float> (3, 2) = {{1, 4}, {2, 5}, {3, 6}}
  auto element = t[ellipsis, 1, 2, newaxis];
  //: element => view<float> (1,) = {6}
  auto nothing = t[range(1, 1)];
  //: nothing => view<float> (0, 3)
  auto spread = broadcast_to(s[_1], 2, 2, 3);
  //: spread => view<const float> (2, 2, 3) = {{{4, 5, 6}, {4, 5, 6}}, {{4, 5, 6}, {4, 5, 6}}}
  tensor<int, app::batch, 2> b(2);
  count_up(b);
  auto new_axis = b[newaxis, rev()];
  //: new_axis => view<int> (1, batch=2, 2) = {{{2, 3}, {0, 1}}}
  auto batches = b[_, newaxis, 1];
  //: batches => view<int> (batch=2, 1) = {{1}, {3}}
  auto many = broadcast_to(b, 2, 2, 2);
  //: many => view<const int> (2, batch=2, 2) = {{{0, 1}, {2, 3}}, {{0, 1}, {2, 3}}}
  auto windows = sliding_window(s[0], 2, _0);
  //: windows => view<const float> (2, 2) = {{1, 2}, {2, 3}}
  tensor<unsigned char, 4> bytes{1, 2, 3, 4};
  auto byte_rows = reshape(bytes, 2, 2)[_, rev()];
  //: byte_rows => view<unsigned char> (2, 2) = {{2, 1}, {4, 3}}
  tensor<std::complex<float>, 2> z{std::complex<float>(1, 2), std::complex<float>(3, 4)};
  auto z_rows = broadcast_to(z[rev()], 2, 2);
  //: z_rows => view<const std::complex<float>> (2, 2) = {{3 + 4i, 1 + 2i}, {3 + 4i, 1 + 2i}}
  pause_with({&backwards, &known, &row, &turned, &element, &nothing, &spread, &new_axis, &batches,
              &many, &windows, &byte_rows, &z_rows});
}

[[gnu::noinline]] void handles() {
  std::vector<tensor<int, dyn>> list{{1, 2}, {3}};
  //: *list._M_impl._M_start@2 => {tensor<int> (2,) = {1, 2}, tensor<int> (1,) = {3}}
  const tensor<int, dyn>& reference = list[1];
  //: reference => tensor<int> (1,) = {3}
  const tensor<int, dyn>* pointer = &list[0];
  //: *pointer => tensor<int> (2,) = {1, 2}
  //: pointer == list._M_impl._M_start => true
  std::pair<tensor<int, 2>, int> pair{{1, 2}, 3};
  //: pair.first => tensor<int> (2,) = {1, 2}
  tensor<int, dyn, 3> from{{1, 2, 3}};
  tensor<int, dyn, 3> to = std::move(from);
  //: from => tensor<int> (0, 3)
  //: to => tensor<int> (1, 3) = {{1, 2, 3}}
  tensor<int, 300> big_from;
  tensor<int, 300> big_to = std::move(big_from);
  //: -elements 2 -- big_from => tensor<int> (300,) = {0, 0...}
  //: -elements 4 -- big_to => tensor<int> (300,) = {0, 0, 0, 0...}
  pause_with({&list, pointer, &reference, &pair, &from, &to, &big_from, &big_to});
}

[[gnu::noinline]] void large() {
  dtensor<int, 2> wide(300, 300);
  count_up(wide);
  //: -elements 2 -- wide => tensor<int> (300, 300) = {{0, 1...}, {300, 301...}...}
  dtensor<int, 3> deep(30, 30, 30);
  count_up(deep);
  //: -elements 2 -- deep => tensor<int> (30, 30, 30) = {{{0, 1...}...}, {{900, 901...}...}...}
  auto strided = wide[rev(), range(_, _, 3)];
  //: -elements 2 -- strided => view<int> (300, 100) = {{89700, 89703...}, {89400, 89403...}...}
  dtensor<float, 2> row(2, 100000);
  //: -elements 3 -- row => tensor<float> (2, 100000) = {{0, 0, 0...}, {0, 0, 0...}}
  auto far = broadcast_to(wide, 1000000, 1000000, 300, 300);
  //: -elements 1 -- far => view<const int> (1000000, 1000000, 300, 300) = {{{{0...}...}...}...}
  pause_with({&wide, &deep, &strided, &row, &far});
}

[[gnu::noinline]] void broken() {
  using matrix = dtensor<float, 2>;
  using part = decltype(std::declval<matrix&>()[rev(), _]);
  constexpr std::int64_t far = std::int64_t{1} << 50;
  // Sizes, pointer, number of elements.
  const std::int64_t soiled[] = {-3, far, 1, 7, 5, 9, -1, 2};
  const std::int64_t large[] = {far, far, 64, 0};
  const std::int64_t null[] = {2, 2, 0, 4};
  const std::int64_t unreadable[] = {far, 2, 64, 2 * far};
  const std::int64_t other[] = {2, 2, 64, 3};
  const std::int64_t zero[8] = {};
  auto& soiled_tensor = taken_for<matrix>(soiled);
  //: soiled_tensor => tensor<float> <not a valid tensor>
  auto& large_tensor = taken_for<matrix>(large);
  //: large_tensor => tensor<float> <not a valid tensor>
  auto& null_tensor = taken_for<matrix>(null);
  //: null_tensor => tensor<float> <not a valid tensor>
  auto& unreadable_tensor = taken_for<matrix>(unreadable);
  //: unreadable_tensor => tensor<float> <not a valid tensor>
  auto& other_tensor = taken_for<matrix>(other);
  //: other_tensor => tensor<float> <not a valid tensor>
  auto& zero_tensor = taken_for<matrix>(zero);
  //: zero_tensor => tensor<float> (0, 0)
  const matrix* nowhere = nullptr;
  //: *nowhere => error: Cannot access memory at address 0x0
  auto& soiled_view = taken_for<part>(soiled);
  //: soiled_view => view<float> <not a valid view>
  const std::int64_t outside[] = {64, 4, 0, 2, 2, 2, -1};
  const std::int64_t no_extent[] = {5, 64, 7, 0};
  auto& soiled_extent = taken_for<extent>(no_extent);
  //: soiled_extent => <not a valid extent>
  auto& soiled_shape = taken_for<static_shape<2>>(no_extent);
  //: soiled_shape => <not a valid shape>
  auto& outside_view = taken_for<part>(outside);
  //: outside_view => view<float> <not a valid view>
  soil_the_stack();
  pause_with({&soiled_tensor, &large_tensor, &null_tensor, &unreadable_tensor, &other_tensor,
              &zero_tensor, &soiled_view, &nowhere, &outside_view, &soiled_extent, &soiled_shape});
}

[[gnu::noinline]] void expressions() {
  tensor<float, 2, 3> a;
  tensor<float, app::batch, 1> b(2);
  auto sum_of = a + b;
  //: sum_of => expression (batch=2, 3): add(tensor<float> (2, 3), tensor<float> (batch=2, 1))
  auto roots = 2.f * sqrt(b);
  //: roots => expression (batch=2, 1): multiply(2, sqrt(tensor<float> (batch=2, 1)))
  auto chosen = where(a > 1.f, a, 0.f);
  //: chosen => expression (2, 3): where(greater(tensor<float> (2, 3), 1), tensor<float> (2, 3), 0)
  auto mapped = map([](float x) { return x + 1; }, b);
  //: mapped => expression (batch=2, 1): map(tensor<float> (batch=2, 1))
  auto total = sum(b, _1);
  //: total => expression (batch,): sum(tensor<float> (batch=2, 1))
  auto cast_to = cast<int>(a[_0]);
  //: cast_to => expression (3,): cast<int>(view<float> (3,))
  auto part = (a + 1.f)[_1, newaxis, range(1, _)];
  //: part => expression (1, 2): sliced(add(tensor<float> (2, 3), 1))
  auto swapped = transpose(b + 1.f);
  //: swapped => expression (1, batch=2): moved(add(tensor<float> (batch=2, 1), 1))
  auto flat = reshape(a + 1.f, 6);
  //: flat => expression (6,): reshaped(add(tensor<float> (2, 3), 1))
  auto picked = a[{0, 1}];
  //: picked => expression (2, 3): gather(view<float> (2, 3))
  pause_with(
      {&sum_of, &roots, &chosen, &mapped, &total, &cast_to, &part, &swapped, &flat, &picked});
}

[[gnu::noinline]] void language() {
  auto shape = tensor<float, 3, height, dyn>::extents;
  //: shape => (3, height, ?)
  auto line_shape = tensor<float, 3>::extents;
  //: line_shape => (3,)
  auto unknown = shape[2], three = shape[0], name = shape[1];
  //: unknown => ?
  //: three => 3
  //: name => height
  auto slice = range(_2, 3);
  //: slice => 2:3
  auto stepped = range(_, _, -2);
  //: stepped => ::-2
  auto reversed = rev();
  // -O0: reversed => ::-1
  auto all_of = _;
  // -O0: all_of => :
  auto axis = newaxis;
  // -O0: axis => None
  auto dots = ellipsis;
  // -O0: dots => ...
  auto one = _1;
  // -O0: one => 1_c
  pause_with({&shape, &line_shape, &unknown, &three, &name, &slice, &stepped, &reversed, &all_of,
              &axis, &dots, &one});
}

int main() {
  soil_the_stack();
  tensors();
  soil_the_stack();
  elements();
  views();
  handles();
  large();
  broken();
  expressions();
  language();
}
