// SPDX-License-Identifier: BSL-1.0
// std::mdspan of tensors and views, and views of mdspans. Built only by clang with libc++, which
// has <mdspan>. The test defines main() and does not use Catch2, which is built for libstdc++. It
// also tests replacements for parts that libc++ lacks.
#include <stria/stria.hpp>

#include <stria/interop/mdspan.hpp>
#include <stria/io/csv.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <mdspan>
#include <string>
#include <type_traits>
#include <vector>

using namespace stria;

namespace {

using stria::index;

int failures = 0, checks = 0;

void check(bool right, const char* what, int line) {
  ++checks;
  if (!right) {
    ++failures;
    std::printf("line %d: %s\n", line, what);
  }
}
#define CHECK(...) check((__VA_ARGS__), #__VA_ARGS__, __LINE__)

template <class Error, class F> std::string thrown_by(F f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "nothing was thrown";
}
bool has(const std::string& text, const char* part) { return text.find(part) != text.npos; }

inline constexpr dim batch{"batch"};

template <class T, std::size_t... N> using static_extents = std::extents<T, N...>;
template <class X> using result_of_as_mdspan = decltype(as_mdspan(std::declval<X>()));
template <class X>
constexpr bool refused_mdspan = stria::detail::is_refused<result_of_as_mdspan<X>>;

template <class T> T counted(T t) {
  for (index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<typename T::value_type>(i);
  return t;
}
/// The elements of a matrix, by the subscript of the mdspan.
template <class M> auto read(const M& m) {
  std::vector<typename M::value_type> v;
  for (index i = 0; i < m.extent(0); ++i)
    for (index j = 0; j < m.extent(1); ++j)
      v.push_back(m[i, j]);
  return v;
}
template <class T> std::vector<typename T::value_type> elements_of(const T& e) {
  const auto t = eval(e);
  return {t.storage().begin(), t.storage().end()};
}
using list = std::vector<int>;

void tensors() {
  auto a = counted(tensor<int, 2, 3>());
  auto m = as_mdspan(a);
  static_assert(std::is_same_v<decltype(m), std::mdspan<int, std::extents<index, 2, 3>>>);
  CHECK(m.data_handle() == a.data());
  CHECK(read(m) == list{0, 1, 2, 3, 4, 5});
  m[1, 2] = 50;
  CHECK(a[1, 2] == 50);

  const auto b = counted(tensor<float, batch, 3>(4));
  static_assert(
      std::is_same_v<decltype(as_mdspan(b)),
                     std::mdspan<const float, std::extents<index, std::dynamic_extent, 3>>>);
  CHECK(as_mdspan(b).extent(0) == 4);
  CHECK(as_mdspan(b)[3, 1] == 10.F);

  tensor<int> point = 7;
  CHECK(as_mdspan(point)[] == 7);
  dtensor<int, 2> none(0, 3);
  CHECK(as_mdspan(none).size() == 0);
  CHECK(as_mdspan(none[_, rev()]).extent(1) == 3);

  constexpr tensor<int, 2, 2> c{{1, 2}, {3, 4}};
  static_assert([&] {
    auto copy = c;
    return as_mdspan(copy)[1, 0] == 3;
  }());
}

void views() {
  auto a = counted(tensor<int, 4, 6>());
  static_assert(std::is_same_v<decltype(as_mdspan(a[range(_1, _3)])),
                               std::mdspan<int, std::extents<index, 2, 6>>>);
  auto part = as_mdspan(a[range(_1, _3), range(_0, _, _2)]);
  static_assert(std::is_same_v<decltype(part),
                               std::mdspan<int, std::extents<index, 2, 3>, std::layout_stride>>);
  CHECK(part.data_handle() == &a[1, 0]);
  CHECK(part.stride(0) == 6);
  CHECK(part.stride(1) == 2);
  CHECK(read(part) == list{6, 8, 10, 12, 14, 16});
  auto t = as_mdspan(transpose(a));
  CHECK(t.extent(0) == 6);
  CHECK(read(t) == elements_of(transpose(a)));
  t[5, 0] = -5;
  CHECK(a[0, 5] == -5);

  // The stride of an axis of one element does not fit mdspan's mapping, and is not needed.
  auto column = as_mdspan(a[_, newaxis, 2]);
  CHECK(column.extent(1) == 1);
  CHECK(column.stride(1) == 24);
  CHECK(column[3, 0] == 20);
  dtensor<int, 2> d = a;
  auto last = as_mdspan(d[rev(_, 2), _]);
  CHECK(last.extent(0) == 1);
  CHECK(last[0, 1] == 19);
}

void what_mdspan_cannot_say() {
  auto a = counted(tensor<int, 4, 6>());
  dtensor<int, 2> d = a;
  static_assert(refused_mdspan<decltype(a[rev()])>);
  static_assert(refused_mdspan<tensor<int, 2>>);
  static_assert(refused_mdspan<decltype(a + 1)>);
  static_assert(refused_mdspan<decltype(broadcast_to(a[_0], _3, _6))> ||
                !stria::detail::view_operand<decltype(broadcast_to(a[_0], _3, _6))>);
  CHECK(thrown_by<value_error>([&] { static_cast<void>(as_mdspan(d[_, rev()])); }) ==
        "stria: as_mdspan: std::mdspan needs positive strides, but axis 1 has the stride -1; "
        "give its value a name: auto t = eval(...)");
  // Windows share elements.
  auto windows = view<int, stria::detail::strided_layout(stria::detail::unknown_shape<2>())>(
      d.data(), d.size(), {0, {3, 4}, {1, 1}});
  CHECK(has(thrown_by<value_error>([&] { static_cast<void>(as_mdspan(windows)); }),
            "interleave as axes 0 and 1"));
}

void from_mdspan() {
  list memory{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  auto right = as_view(std::mdspan(memory.data(), 3, 4));
  CHECK(right.data() == memory.data());
  CHECK(right.is_contiguous());
  CHECK(elements_of(sum(right, _0)) == std::vector<long>{12, 15, 18, 21});
  right[1] = 0;
  CHECK(memory[6] == 0);

  const std::mdspan<const int, std::extents<unsigned, 4, 3>, std::layout_left> left(memory.data());
  auto l = as_view(left);
  static_assert(decltype(l)::extents == static_shape<2>{{4, 3}});
  static_assert(decltype(l)::layout.strides[0] == 1 && decltype(l)::layout.strides[1] == 4);
  static_assert(std::is_same_v<decltype(l.data()), const int*>);
  CHECK(elements_of(l[0]) == list{0, 0, 8});
  CHECK(elements_of(l[rev(), 2]) == list{11, 10, 9, 8});

  using any = std::dextents<int, 2>;
  const std::mdspan<int, any, std::layout_stride> s(
      memory.data() + 1, std::layout_stride::mapping<any>(any(2, 2), std::array{8, 2}));
  CHECK(elements_of(as_view(s)) == list{1, 3, 9, 11});
  CHECK(elements_of(as_view(as_mdspan(as_view(s)))) == list{1, 3, 9, 11});
  const std::mdspan<int, std::extents<int>> point(memory.data() + 3);
  CHECK(as_view(point) == 3);
  const std::mdspan<int, any> none(nullptr, 0, 5);
  CHECK(as_view(none).size() == 0);
  CHECK(sum(as_view(none)) == 0);

  // layout_left of rank 3 with sizes that are known only at run time.
  const std::mdspan<int, std::dextents<int, 3>, std::layout_left> cube(memory.data(), 2, 3, 2);
  CHECK(as_view(cube)[1, 2, 1] == 11);
  CHECK(as_view(cube)[0, 1, 1] == 8);
}

struct squared {
  using element_type = const int;
  using reference = int;
  using data_handle_type = const int*;
  using offset_policy = squared;
  reference access(const int* p, std::size_t i) const { return p[i] * p[i]; }
  data_handle_type offset(const int* p, std::size_t i) const { return p + i; }
};
static_assert(stria::detail::is_refused<
              decltype(as_view(std::declval<std::mdspan<const int, std::dextents<int, 1>,
                                                        std::layout_right, squared>>()))>);

void numbers_in_text() {
  const auto table = parse_csv<double>("a,b\n1.5,-2e3\n,0.1\n", {.header = true});
  CHECK(table.names == std::vector<std::string>{"a", "b"});
  CHECK(table.values[0, 0] == 1.5);
  CHECK(table.values[0, 1] == -2000);
  CHECK(std::isnan(double(table.values[1, 0])));
  CHECK(table.values[1, 1] == 0.1);
  bool refused = false;
  try {
    static_cast<void>(parse_csv<float>("1\n1e50\n"));
  } catch (const io_error&) {
    refused = true;
  }
  CHECK(refused);
}

/// The lines of docs/interop.md.
void lines_of_the_page() {
  auto t = counted(tensor<float, 2, dyn>(3));
  std::vector<float> memory(12, 0.5f);
  float* const p = memory.data();
  const index rows = 3, columns = 4;

  auto m = as_mdspan(t);
  m[1, 2] = 3.f;
  auto total = sum(as_view(std::mdspan(p, rows, columns)));

  static_assert(std::is_same_v<decltype(m),
                               std::mdspan<float, std::extents<index_t, 2, std::dynamic_extent>>>);
  CHECK(t[1, 2] == 3.f);
  CHECK(total == 6.f);
}

} // namespace

int main() {
  numbers_in_text();
  tensors();
  views();
  what_mdspan_cannot_say();
  from_mdspan();
  lines_of_the_page();
  std::printf("%d checks, %d failures\n", checks, failures);
  return failures == 0 && checks > 0 ? 0 : 1;
}
