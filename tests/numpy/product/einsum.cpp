// SPDX-License-Identifier: BSL-1.0
// einsum of two and more operands, compared with one loop over all labels of the text.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <map>
#include <random>
#include <string>

using namespace stria;
using test::holds;

namespace {

using stria::index;

/// The result for texts without '...': one loop over all labels.
template <class... A> std::vector<double> by_definition(const std::string& text, const A&... a) {
  std::vector<std::string> terms;
  std::string result;
  {
    const std::size_t arrow = text.find("->");
    result = text.substr(arrow + 2);
    std::string left = text.substr(0, arrow);
    for (std::size_t at = 0; at <= left.size();) {
      const std::size_t comma = std::min(left.find(',', at), left.size());
      terms.push_back(left.substr(at, comma - at));
      at = comma + 1;
    }
  }
  std::map<char, index> size;
  std::size_t t = 0;
  const auto measure = [&](const auto& x) {
    for (std::size_t k = 0; k < terms[t].size(); ++k)
      size[terms[t][k]] = std::max(size[terms[t][k]], x.extent(static_cast<index>(k)));
    ++t;
  };
  (measure(a), ...);
  std::map<char, index> at;
  std::vector<char> loops;
  index cells = 1, all = 1;
  for (char c : result) {
    loops.push_back(c);
    cells *= size[c];
  }
  for (const auto& [c, n] : size) {
    if (result.find(c) == std::string::npos)
      loops.push_back(c);
    all *= n;
  }
  std::vector<double> r(static_cast<std::size_t>(cells), 0.);
  for (index i = 0; i < all; ++i) {
    index rest = i;
    for (std::size_t k = loops.size(); k-- > 0;) {
      at[loops[k]] = rest % size[loops[k]];
      rest /= size[loops[k]];
    }
    double product = 1;
    t = 0;
    const auto factor = [&](const auto& x) {
      const auto own = x.shape();
      std::array<index, std::tuple_size_v<std::remove_cvref_t<decltype(own)>>> place{};
      for (std::size_t k = 0; k < place.size(); ++k)
        place[k] = own[k] == 1 ? 0 : at[terms[t][k]];
      product *= static_cast<double>(test::element_at(x, place));
      ++t;
    };
    (factor(a), ...);
    index cell = 0;
    for (char c : result)
      cell = cell * size[c] + at[c];
    r[static_cast<std::size_t>(cell)] += product;
  }
  return r;
}

template <class... N> dtensor<double, sizeof...(N)> integers(std::mt19937& g, N... n) {
  dtensor<double, sizeof...(N)> t(n...);
  std::uniform_int_distribution<int> value(-4, 4);
  for (double& v : t.storage())
    v = value(g);
  return t;
}

template <fixed_string Text, class... A> void check_einsum(const A&... a) {
  const std::string text(Text.view());
  CAPTURE(text);
  // + 0. converts -0. to 0.
  CHECK(holds(einsum<Text>(a...) + 0., by_definition(text, a...)));
}

/// A number that counts its multiplications.
struct counted {
  int v = 0;
  static inline long products = 0;
  friend counted operator*(const counted& a, const counted& b) {
    ++products;
    return {a.v * b.v};
  }
  friend counted operator+(const counted& a, const counted& b) { return {a.v + b.v}; }
  friend bool operator==(const counted&, const counted&) = default;
};

} // namespace

TEST_CASE("two operands") {
  std::mt19937 g(1);
  const auto ij = integers(g, 20, 30), jk = integers(g, 30, 25), ik = integers(g, 20, 25);
  const auto bij = integers(g, 4, 5, 6), bjk = integers(g, 4, 6, 7);
  const auto abij = integers(g, 2, 3, 4, 5), acjk = integers(g, 2, 7, 5, 6);
  const auto j = integers(g, 30);
  check_einsum<"ij,jk->ik">(ij, jk);
  check_einsum<"ij,jk->ki">(ij, jk);
  check_einsum<"ij,ik->jk">(ij, ik);
  check_einsum<"ij,ik->kj">(ij, ik);
  check_einsum<"ij,j->i">(ij, j);
  check_einsum<"ij,j->j">(ij, j);
  check_einsum<"i,j->ij">(j, j);
  check_einsum<"i,j->">(j, j);
  check_einsum<"i,i->">(j, j);
  check_einsum<"bij,bjk->bik">(bij, bjk);
  check_einsum<"bij,bjk->ikb">(bij, bjk);
  check_einsum<"bij,bjk->ik">(bij, bjk);
  check_einsum<"bij,bjk->bk">(bij, bjk);
  check_einsum<"bij,bjk->kib">(bij, bjk);
  // A summed axis that only one operand has.
  check_einsum<"abij,jk->ik">(abij, integers(g, 5, 6));
  check_einsum<"abij,acjk->bick">(abij, acjk);
  check_einsum<"abij,acjk->cakb">(abij, acjk);
  // Diagonals and broadcast axes.
  check_einsum<"iij,jk->ik">(integers(g, 6, 6, 5), integers(g, 5, 3));
  check_einsum<"ij,jj->i">(integers(g, 6, 5), integers(g, 5, 5));
  check_einsum<"iji,jk->ki">(integers(g, 4, 5, 4), integers(g, 5, 3));
  check_einsum<"ij,jk->ik">(integers(g, 6, 1), integers(g, 5, 3));
  check_einsum<"bij,bjk->bik">(integers(g, 1, 6, 5), integers(g, 4, 5, 3));
  // Operands with strides.
  check_einsum<"ij,jk->ik">(ij[rev(), range(_, _, 2)], jk[range(0, 15), rev()]);
  check_einsum<"ij,jk->ik">(transpose(jk), transpose(ij));
  check_einsum<"ij,jk->ik">(ij * 2. - 1., eval(jk));
  check_einsum<"bij,bjk->bik">(permute<2, 0, 1>(bij), permute<2, 1, 0>(integers(g, 3, 5, 6)));
}

TEST_CASE("operands that are not matrices in memory are read in place") {
  std::mt19937 g(4);
  // Windows: overlapping rows, the contiguous axis between the others or last.
  const auto x = integers(g, 2, 7, 6, 5);
  const auto windows = sliding_window(sliding_window(x, 3, _1), 3, _2);
  const auto w = integers(g, 3, 3, 5, 7);
  check_einsum<"nyxcij,ijco->nyxo">(windows, w);
  check_einsum<"ijco,nyxcij->nyxo">(w, windows);
  // The columns of the result are reversed and not contiguous, and the rows are permuted.
  check_einsum<"nyxcij,ijco->noyx">(windows, w);
  check_einsum<"nyxcij,ijco->oxyn">(windows, w);
  check_einsum<"nyxcij,cijo->xnyo">(windows, permute<2, 0, 1, 3>(w));
  check_einsum<"nyxcij,ijco->nyxo">(windows[_, rev(), _, rev(), _, rev()],
                                    w[rev(), _, rev(), rev()]);
  check_einsum<"nyxcij,ijco->nyxo">(windows[_, range(_, _, 2), _, _, _, _], w);
  // One column, one vector, and more columns than a panel; the last panel is partial.
  check_einsum<"nyxcij,ijco->nyxo">(windows, integers(g, 3, 3, 5, 1));
  check_einsum<"nyxcij,ijco->nyxo">(windows, integers(g, 3, 3, 5, 4));
  check_einsum<"nyxcij,ijco->nyxo">(windows, integers(g, 3, 3, 5, 8));
  check_einsum<"nyxcij,ijco->nyxo">(windows, integers(g, 3, 3, 5, 29));
  // With this many columns, the windows are copied.
  check_einsum<"nyxcij,ijco->nyxo">(windows, integers(g, 3, 3, 5, 70));
  // A batch, and axes that are broadcast or have one element.
  check_einsum<"nyxcij,nijco->nyxo">(windows, integers(g, 2, 3, 3, 5, 7));
  check_einsum<"nyxcij,nijco->yoxn">(windows, integers(g, 2, 3, 3, 5, 7));
  check_einsum<"nyxcij,nijco->nyxo">(windows, integers(g, 1, 3, 3, 5, 7));
  check_einsum<"nyxcij,ijco->nyxo">(windows, w[_, range(0, 1), _, _]);
  check_einsum<"nyxcij,ijco->nyxo">(windows[_, range(0, 1), _, _, _, _], w);
  check_einsum<"nyxcij,ijco->nyxo">(windows, broadcast_to(integers(g, 3, 1, 5, 1), 3, 3, 5, 7));
  check_einsum<"abc,cbd->ad">(broadcast_to(integers(g, 40, 1, 6), 40, 4, 6), integers(g, 6, 4, 3));
  CHECK(holds(einsum<"nyxcij,ijco->nyxo">(windows[range(0, 0), _, _, _, _, _], w),
              std::vector<double>()));
  CHECK(holds(einsum<"abc,cbd->ad">(integers(g, 2, 0, 3), integers(g, 3, 0, 2)),
              std::vector<double>(4, 0)));
  // There are more rows than a block has offsets, so the loop of a block is split, or other loops
  // run outside of it.
  check_einsum<"abc,cbd->ad">(integers(g, 1600, 3, 2), integers(g, 2, 3, 3));
  check_einsum<"eabc,cbd->ead">(integers(g, 2, 1601, 3, 2), integers(g, 2, 3, 3));
  check_einsum<"aebc,cbd->aed">(permute<1, 0, 2, 3>(integers(g, 7, 1000, 3, 2)),
                                integers(g, 2, 3, 3));
  check_einsum<"fabc,cbd->dfa">(permute<1, 0, 3, 2>(integers(g, 500, 9, 3, 2)),
                                integers(g, 3, 2, 3)[rev(), _, _]);
  // Static extents, other element types.
  tensor<float, 2, 6, 5, 3> image;
  tensor<float, 2, 2, 3, 4> kernel;
  tensor<int, 2, 6, 5, 3> whole;
  tensor<int, 2, 2, 3, 4> whole_kernel;
  for (index i = 0; i < image.size(); ++i)
    image.data()[i] = static_cast<float>(whole.data()[i] = static_cast<int>(i * 7 % 11) - 5);
  for (index i = 0; i < kernel.size(); ++i)
    kernel.data()[i] = static_cast<float>(whole_kernel.data()[i] = static_cast<int>(i * 5 % 7) - 3);
  check_einsum<"nyxcij,ijco->nyxo">(sliding_window(sliding_window(image, 2, _1), 2, _2), kernel);
  check_einsum<"nyxcij,ijco->nyxo">(sliding_window(sliding_window(whole, 2, _1), 2, _2),
                                    whole_kernel);
}

TEST_CASE("copies of operands follow the memory order of the larger one") {
  std::mt19937 g(5);
  // With seventy columns, copying is faster.
  const auto a = integers(g, 80, 3, 2, 2), b = integers(g, 2, 2, 3, 70);
  check_einsum<"axyz,yzxb->ab">(a, b);
  check_einsum<"axyz,yzxb->ba">(a, b);
  check_einsum<"axyz,yzxb->ab">(a[_, rev(), _, rev()], b[_, rev(), rev(), _]);
  check_einsum<"azxy,yzxb->ab">(permute<0, 3, 1, 2>(a), b);
  check_einsum<"axyz,yzxb->ab">(a[range(0, 2), _, _, _], b);
  check_einsum<"axyz,yzxb->ab">(a, b[_, _, range(0, 1), _]);
  check_einsum<"axyz,yzxb,bc->ac">(a, b, integers(g, 70, 3));
  check_einsum<"xayz,yzbx,bc->ca">(permute<1, 0, 2, 3>(a), permute<0, 1, 3, 2>(b),
                                   integers(g, 70, 3));
  check_einsum<"apxyz,yqzxb->bqpa">(integers(g, 9, 9, 3, 2, 2), integers(g, 2, 9, 2, 3, 10));
}

TEST_CASE("chains") {
  std::mt19937 g(2);
  const auto a = integers(g, 5, 6), b = integers(g, 6, 7), c = integers(g, 7, 4),
             d = integers(g, 4, 5);
  check_einsum<"ij,jk,kl->il">(a, b, c);
  check_einsum<"ij,jk,kl->li">(a, b, c);
  check_einsum<"ij,jk,kl,li->">(a, b, c, d);
  check_einsum<"ij,jk,kl,lm->im">(a, b, c, d);
  check_einsum<"ij,jk,kl,li->ik">(a, b, c, d);
  check_einsum<"i,ij,j->">(integers(g, 5), a, integers(g, 6));
  check_einsum<"i,j,k->kij">(integers(g, 3), integers(g, 4), integers(g, 2));
  check_einsum<"ij,ij,ij->ij">(a, a, a);
  check_einsum<"ij,ij,ik->jk">(a, a, integers(g, 5, 3));
  check_einsum<"bi,bj,bk,ijk->b">(integers(g, 3, 2), integers(g, 3, 4), integers(g, 3, 5),
                                  integers(g, 2, 4, 5));
  check_einsum<"ab,bc,cd,de,ef->af">(a, b, c, d, a);
  check_einsum<"aab,bc,ccd->ad">(integers(g, 3, 3, 4), integers(g, 4, 5), integers(g, 5, 5, 2));
  // Each operand has a label that is summed first, and is not contiguous.
  const auto p = integers(g, 2, 3, 2), q = integers(g, 3, 2, 2);
  check_einsum<"axb,bcy,czd,dew,fve->af">(permute<2, 1, 0>(p), permute<1, 2, 0>(q), p[_, rev(), _],
                                          permute<2, 1, 0>(q)[_, _, rev()], p);
  check_einsum<"bxac,dbyec,zfdge,fhg->ha">(integers(g, 2, 3, 2, 2), integers(g, 2, 2, 3, 2, 2),
                                           integers(g, 3, 2, 2, 2, 2), integers(g, 2, 2, 2));
  check_einsum<"ij,jk,kl->il">(a + 0., b[_, rev()], transpose(eval(transpose(c))));
  // np.einsum('...ij,...jk,kl->...il', x, y, z)
  const auto x = integers(g, 2, 1, 3, 4);
  const auto y = integers(g, 5, 4, 6);
  const auto z = integers(g, 6, 2);
  CHECK(holds(einsum<"...ij,...jk,kl->...il">(x, y, z), test::evaluated(matmul(matmul(x, y), z))));
}

TEST_CASE("a chain is contracted in the order with the fewest products") {
  dtensor<counted, 2> column(60, 1), row(1, 60), other(60, 1);
  for (auto* t : {&column, &row, &other})
    *t = counted{1};
  counted::products = 0;
  const auto r = eval(einsum<"ij,jk,kl->il">(column, row, other));
  CHECK(r(59, 0) == counted{60});
  // Multiplying the left pair first would need 60 * 60 + 60 * 60 products.
  CHECK(counted::products <= 2 * (60 + 60));
}

TEST_CASE("extents, element types, empty axes, and refusals at run time") {
  static constexpr dim batch{"batch"}, inner{"inner"}, out{"out"};
  const tensor<float, batch, inner> a(3, 4);
  const tensor<float, inner, out> b(4, 5);
  const tensor<int, out, 2> c(5);
  constexpr auto wanted = detail::shape_of<batch, 2>();
  const auto e = einsum<"bi,io,ok->bk">(a, b, c);
  STATIC_REQUIRE(decltype(e)::extents == wanted);
  STATIC_REQUIRE(std::same_as<decltype(e)::value_type, float>);
  STATIC_REQUIRE(
      std::same_as<decltype(einsum<"bi,io,ok->bk">(a, cast<double>(b), c))::value_type, double>);
  const dtensor<double, 2> none(3, 0), gap(0, 4), some(4, 2);
  CHECK(holds(einsum<"ij,jk->ik">(none, gap), std::vector<double>(12, 0)));
  CHECK(holds(einsum<"ij,jk,kl->il">(none, gap, some), std::vector<double>(6, 0)));
  CHECK_THROWS_AS((einsum<"ij,jk->ik">(some, some)), shape_error);
  CHECK_THROWS_AS((einsum<"ij,jk,kl->il">(gap, some, some)), shape_error);
  // An operand may be the target, and the expression owns rvalues.
  std::mt19937 g(3);
  auto m = integers(g, 6, 6);
  const auto before = m;
  m = einsum<"ij,jk,kl->il">(m, m, m);
  CHECK(holds(m, by_definition("ij,jk,kl->il", before, before, before)));
  const auto held =
      einsum<"ij,jk,kl->il">(dtensor<double, 2>(before), before * 1., dtensor<double, 2>(before));
  CHECK(holds(held, by_definition("ij,jk,kl->il", before, before, before)));
  STATIC_REQUIRE(eval(einsum<"ij,jk,ki->">(tensor<int, 2, 2>{{1, 2}, {3, 4}},
                                           tensor<int, 2, 2>{{1, 0}, {0, 1}},
                                           tensor<int, 2, 2>{{1, 2}, {3, 4}})) == 29);
}

TEST_CASE("einsum: sums of few elements in stacks of run-time sizes", "[fn][einsum]") {
  std::mt19937 g(7);
  for (const index n : {index(0), index(1), index(2), index(3), index(5)}) {
    const auto a = integers(g, 2, n, 3), square = integers(g, n, n, 2);
    const auto v = integers(g, 2, 3), w = integers(g, n, 2), one = integers(g, 2, 1);
    CHECK(holds(einsum<"bij,bj->bi">(a, v), by_definition("bij,bj->bi", a, v)));
    CHECK(holds(einsum<"bij,bj->ib">(a, v), by_definition("bij,bj->ib", a, v)));
    CHECK(holds(einsum<"bj,bij->bi">(v, a), by_definition("bj,bij->bi", v, a)));
    CHECK(holds(einsum<"bij,ib->j">(a, w), by_definition("bij,ib->j", a, w)));
    CHECK(holds(einsum<"bij,bij->b">(a, a), by_definition("bij,bij->b", a, a)));
    CHECK(holds(einsum<"bij,bj->bi">(a, one), by_definition("bij,bj->bi", a, one)));
    CHECK(holds(einsum<"iij,ij->i">(square, w), by_definition("iij,ij->i", square, w)));
    CHECK(holds(einsum<"bij,bj->bi">(a[_, rev()], v[_, rev()]),
                by_definition("bij,bj->bi", eval(a[_, rev()]), eval(v[_, rev()]))));
    CHECK(holds(einsum<"bij,bj->bi">(a + a, v * 2.), by_definition("bij,bj->bi", a * 2., v * 2.)));
    CHECK_THROWS_AS((einsum<"bij,bj->bi">(a, integers(g, 2, 4))), shape_error);
  }
  // The target may be an operand.
  const auto a = integers(g, 2, 3, 3);
  auto v = integers(g, 2, 3);
  const auto expected = by_definition("bij,bj->bi", a, v);
  v = einsum<"bij,bj->bi">(a, v);
  CHECK(holds(v, expected));
  const auto held = einsum<"bij,bj->bi">(dtensor<double, 3>(a), dtensor<double, 2>(v));
  CHECK(holds(held, by_definition("bij,bj->bi", a, v)));
}

TEST_CASE("einsum: an implied result may have every letter", "[fn][einsum]") {
  constexpr stria::detail::einsum_text text(
      "abcdefghijklmnopqrstuvwxyz,ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  STATIC_REQUIRE(text.fault == stria::detail::einsum_fault::none);
  STATIC_REQUIRE(text.output.count == 52);
  STATIC_REQUIRE(text.output.labels[0] == 'A');
  STATIC_REQUIRE(text.output.labels[51] == 'z');
}

TEST_CASE("labels of several letters are separated by spaces") {
  const auto a = test::counted(tensor<double, 2, 3>()), b = eval(a + 1.);
  const auto c = transpose(a) * 2.;
  CHECK(array_equal(einsum<"batch row, row col -> batch col">(a, c), matmul(a, c)));
  CHECK(array_equal(einsum<"batch row, batch row -> row batch">(a, b), transpose(a * b)));
  CHECK(array_equal(einsum<"i j, j k -> i k">(a, c), matmul(a, c)));
  CHECK(array_equal(einsum<"x_1 y2,y2 z->x_1 z">(a, c), matmul(a, c)));
  CHECK(array_equal(einsum<"... row, row col -> ... col">(a, c), matmul(a, c)));
  CHECK(double(einsum<"row col, row col ->">(a, b)) == double(einsum<"ij,ij->">(a, b)));
  CHECK(array_equal(einsum<"row row">(matmul(a, c)), einsum<"ii">(matmul(a, c))));
  // The implied result has the labels in alphabetical order.
  CHECK(array_equal(einsum<"row inner, inner col">(a, c), transpose(matmul(a, c))));
  CHECK(array_equal(einsum<"zeta alpha">(a), transpose(a)));
  const dtensor<double, 2> d = a;
  CHECK_THROWS_WITH(eval(einsum<"batch row, row col -> batch col">(d, d)),
                    "stria: einsum: the label row has the sizes 3 and 2");
  CHECK_THROWS_WITH(eval(einsum<"ij,jk->ik">(d, d)),
                    "stria: einsum: the label j has the sizes 3 and 2");
  static_assert(detail::einsum_in_letters<"batch row, ... col -> col ...">::text.view() ==
                "AC,...B->B...");
  static_assert(detail::einsum_in_letters<" ij, j ->">::text.view() == "ij,j->");
}
