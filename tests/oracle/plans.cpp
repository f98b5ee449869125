// SPDX-License-Identifier: BSL-1.0
// tests/oracle/plans.cpp: runs all cases of the corpora through plan_slice, masks_from_lists and
// parse_index.
#include "../support/catch.hpp"
#include <stria/dsl.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using nlohmann::json;
using stria::slice_masks;
using lengths = std::vector<stria::index>;

json corpus(const std::string& name) {
  std::ifstream in(std::string(STRIA_ORACLE_DIR) + "/" + name + ".json");
  REQUIRE(in);
  return json::parse(in).at("cases");
}

lengths list(const json& j) { return j.get<lengths>(); }

stria::index product(const lengths& shape) {
  stria::index n = 1;
  for (auto s : shape)
    n *= s;
  return n;
}

// --- the arguments of plan_slice ---------------------------------------------------------------

struct request {
  lengths begin, end, strides;
  slice_masks masks;
};

slice_masks masks_of(const json& j) {
  slice_masks m;
  j.at("begin_mask").get_to(m.begin_mask);
  j.at("end_mask").get_to(m.end_mask);
  j.at("ellipsis_mask").get_to(m.ellipsis_mask);
  j.at("new_axis_mask").get_to(m.new_axis_mask);
  j.at("shrink_axis_mask").get_to(m.shrink_axis_mask);
  return m;
}

request request_of(const json& j) {
  return {list(j.at("begin")), list(j.at("end")), list(j.at("strides")), masks_of(j)};
}

// NumPy's items in TensorFlow's encoding, independently of stria's implementation.
request encode(const json& index) {
  request r;
  for (std::size_t i = 0; i < index.size(); ++i) {
    const json& item = index[i];
    const auto bit = std::uint64_t{1} << i;
    const std::string kind = item.at("kind");
    stria::index begin = 0, end = 0, step = 1;
    if (kind == "int") {
      begin = item.at("value");
      end = begin == std::numeric_limits<stria::index>::max() ? begin : begin + 1;
      r.masks.shrink_axis_mask |= bit;
    } else if (kind == "slice") {
      if (item.at("begin").is_null())
        r.masks.begin_mask |= bit;
      else
        begin = item.at("begin");
      if (item.at("end").is_null())
        r.masks.end_mask |= bit;
      else
        end = item.at("end");
      if (!item.at("step").is_null())
        step = item.at("step");
    } else if (kind == "newaxis") {
      r.masks.new_axis_mask |= bit;
    } else {
      REQUIRE(kind == "ellipsis");
      r.masks.ellipsis_mask |= bit;
    }
    r.begin.push_back(begin);
    r.end.push_back(end);
    r.strides.push_back(step);
  }
  return r;
}

auto plan(const lengths& shape, const request& r) {
  return stria::plan_slice(shape, r.begin, r.end, r.strides, r.masks);
}

// --- its results -------------------------------------------------------------------------------

// The row-major positions that the plan selects, which are also the values of an iota tensor.
// Throws if the plan leaves the tensor.
lengths picked(const lengths& shape, const stria::slice_plan& p) {
  const auto axes = p.axes();
  REQUIRE(axes.size() == shape.size());
  lengths strides(shape.size(), 1), at(shape.size(), 0), out;
  for (std::size_t k = shape.size(); k-- > 1;)
    strides[k - 1] = strides[k] * shape[k];
  for (const auto& a : axes)
    if (a.size <= 0)
      return out;
  for (;;) {
    stria::index position = 0;
    for (std::size_t k = 0; k < shape.size(); ++k) {
      const stria::index i = axes[k].begin + at[k] * axes[k].step;
      if (i < 0 || i >= shape[k])
        throw std::out_of_range("the plan leaves its axis");
      position += i * strides[k];
    }
    out.push_back(position);
    std::size_t k = shape.size();
    while (k > 0 && ++at[k - 1] == axes[k - 1].size)
      at[--k] = 0;
    if (k == 0)
      return out;
  }
}

lengths run_lengths(const json& runs) {
  lengths out;
  for (const auto& r : runs)
    for (stria::index k = 0; k < r.at(1).get<stria::index>(); ++k)
      out.push_back(r.at(0).get<stria::index>() + k * r.at(2).get<stria::index>());
  return out;
}

// Checks that the plan has the shape and selects the values of `want`; `data` are the values of an
// input that is not an iota tensor.
void check_plan(const lengths& shape, const request& r, const json& want,
                const json* data = nullptr) {
  if (want.contains("error")) {
    CHECK_THROWS_AS(plan(shape, r), stria::error);
    return;
  }
  std::optional<stria::slice_plan> p;
  CHECK_NOTHROW(p.emplace(plan(shape, r)));
  if (!p)
    return;
  const lengths got(p->shape().begin(), p->shape().end());
  CHECK(got == list(want.at("shape")));
  stria::index taken = 1;
  for (const auto& a : p->axes())
    taken *= a.size;
  CHECK(taken == product(got));
  if (!want.contains("data") && !want.contains("runs"))
    return; // too large to be checked element by element
  lengths values;
  CHECK_NOTHROW(values = picked(shape, *p));
  if (data != nullptr)
    for (auto& v : values)
      v = data->at(static_cast<std::size_t>(v)).get<stria::index>();
  const lengths expected =
      want.contains("runs") ? run_lengths(want.at("runs")) : list(want.at("data"));
  // A long list is compared without output.
  if (expected.size() > 1000)
    CHECK((values == expected));
  else
    CHECK(values == expected);
}

const json* data_of(const json& c) { return c.contains("data") ? &c.at("data") : nullptr; }

template <class Parsed> request request_of_parsed(const Parsed& p) {
  return {{p.begin.begin(), p.begin.end()},
          {p.end.begin(), p.end.end()},
          {p.strides.begin(), p.strides.end()},
          p.masks};
}

// The text between NumPy's brackets.
std::string inner(const json& c) {
  const std::string s = c.at("numpy_text");
  REQUIRE(s.size() >= 2);
  return s.substr(1, s.size() - 2);
}

} // namespace

TEST_CASE("examples.json through plan_slice") {
  int strided = 0, indexed = 0, lists = 0, refused = 0;
  for (const json& c : corpus("examples")) {
    const std::string form = c.at("form");
    if (form != "strided_slice" && form != "index")
      continue;
    INFO("case " << c.at("id").get<std::string>());
    const lengths shape = list(c.at("shape"));
    const json& want = c.at("actual");
    refused += want.contains("error");
    const request op = request_of(form == "index" ? c.at("encoded") : c);
    check_plan(shape, op, want, data_of(c));
    ++(form == "index" ? indexed : strided);
    if (c.contains("index"))
      check_plan(shape, encode(c.at("index")), want, data_of(c));
    if (form == "index") {
      const request own = encode(c.at("index"));
      CHECK(own.begin == op.begin);
      CHECK(own.strides == op.strides);
      CHECK(own.masks == op.masks);
    }
    if (c.contains("mask_lists")) {
      const json& m = c.at("mask_lists");
      const slice_masks from_lists = stria::masks_from_lists(
          list(m.at("begin_mask")), list(m.at("end_mask")), list(m.at("new_axis_mask")),
          list(m.at("shrink_axis_mask")), list(m.at("ellipsis_mask")));
      CHECK(from_lists == op.masks);
      check_plan(shape, {op.begin, op.end, op.strides, from_lists}, want, data_of(c));
      ++lists;
    }
  }
  CHECK(strided == 47);
  CHECK(indexed == 21);
  CHECK(lists == 24);
  CHECK(refused == 4);
}

TEST_CASE("strided_slice_masks.json through plan_slice") {
  std::map<std::string, int> groups;
  int refused = 0, mismatched = 0;
  for (const json& c : corpus("strided_slice_masks")) {
    INFO("case " << c.at("id").get<std::string>());
    const json& want = c.at("expect");
    const lengths shape = list(c.at("shape"));
    const request r = request_of(c);
    check_plan(shape, r, want);
    ++groups[c.at("group")];
    if (!want.contains("error"))
      continue;
    ++refused;
    const std::string code = want.at("error");
    if (code == "length_mismatch") {
      CHECK_THROWS_AS(plan(shape, r), stria::value_error);
      ++mismatched;
    }
  }
  CHECK(groups == std::map<std::string, int>{{"errors", 125},
                                             {"extreme", 75},
                                             {"length_mismatch", 15},
                                             {"overlap", 275},
                                             {"python_like", 575},
                                             {"reverse", 175},
                                             {"wild", 450},
                                             {"wild_many_specs", 225}});
  CHECK(refused == 334);
  CHECK(mismatched == 15);
}

TEST_CASE("numpy_basic.json through plan_slice") {
  int cases = 0, refused = 0;
  for (const json& c : corpus("numpy_basic")) {
    INFO("case " << c.at("id").get<std::string>() << " " << c.at("numpy_text").get<std::string>());
    check_plan(list(c.at("shape")), encode(c.at("index")), c.at("expect"));
    ++cases;
    refused += c.at("expect").contains("error");
  }
  CHECK(cases == 1241);
  CHECK(refused == 119);
}

TEST_CASE("numpy_basic.json through parse_index") {
  int parsed = 0, empty = 0, refused = 0;
  for (const json& c : corpus("numpy_basic")) {
    const std::string text = inner(c);
    empty += text == "()";
    INFO("case " << c.at("id").get<std::string>() << " " << text);
    const json& want = c.at("expect");
    const lengths shape = list(c.at("shape"));
    const auto through_text = [&] { return request_of_parsed(stria::parse_index(text)); };
    if (want.contains("error")) {
      // The text may be refused when it is parsed or when it is applied to the shape.
      CHECK_THROWS_AS(plan(shape, through_text()), stria::error);
      ++refused;
      continue;
    }
    request r;
    CHECK_NOTHROW(r = through_text());
    CHECK(r.masks == encode(c.at("index")).masks);
    check_plan(shape, r, want);
    ++parsed;
  }
  CHECK(parsed == 1122);
  CHECK(empty == 95);
  CHECK(refused == 119);
}
