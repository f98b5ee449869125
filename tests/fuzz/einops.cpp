// SPDX-License-Identifier: BSL-1.0
// Runs the parsers of einsum and einops texts at run time; usually they run at compile time. The
// texts are tokens in any order, or arbitrary bytes. Accepted texts have consistent parts, and the
// column of an error is in the text.
#include "input.hpp"

#include <stria/numpy/patterns/einops_plan.hpp>
#include <stria/numpy/product/einsum_plan.hpp>

#include <array>

namespace {

using namespace stria::detail;
using stria::extent;

std::string drawn_text(fuzz::input& in) {
  static constexpr std::string_view tokens[] = {"a",
                                                "b",
                                                "c",
                                                "h",
                                                "w",
                                                "A",
                                                "Z",
                                                "name",
                                                "(",
                                                ")",
                                                "...",
                                                "->",
                                                ",",
                                                "1",
                                                "2",
                                                "0",
                                                "07",
                                                "2a",
                                                "-",
                                                ".",
                                                "..",
                                                "()",
                                                "_x",
                                                " ",
                                                "  ",
                                                "\t",
                                                "-1",
                                                "abc",
                                                "18446744073709551616"};
  if (in.rarely(4))
    return std::string(in.rest());
  std::string s;
  const bool apart = !in.rarely(3);
  while (!in.done()) {
    if (in.rarely(64)) {
      for (char c = 'a'; c <= 'z'; ++c)
        s += c;
    } else if (in.rarely(64)) {
      for (char c = 'A'; c <= 'Z'; ++c)
        s += c;
    } else {
      s += tokens[in.byte() % std::size(tokens)];
    }
    s += apart ? " " : "";
  }
  return s;
}

void einsum(const std::string& s) {
  const einsum_text t{std::string_view(s)};
  const auto require = [&](bool good, std::string_view what) {
    fuzz::require(good, what, [&] { return '"' + s + '"'; });
  };
  if (t.fault != einsum_fault::none)
    return require(t.column >= 1 && t.column <= s.size(), "einsum: the column");
  require(t.count >= 1 && t.count <= einsum_text::limit, "einsum: the number of terms");
  // The labels and dots in order give the text without blanks.
  const auto label = [&](char c) {
    message m;
    t.say_label(m, c);
    return std::string(m.view());
  };
  std::string again;
  const auto write = [&](const einsum_term& term) {
    require(term.count <= einsum_term::limit && term.dots <= static_cast<int>(term.count),
            "einsum: a term");
    for (std::size_t k = 0; k <= term.count; ++k) {
      if (term.dots == static_cast<int>(k))
        again += "...";
      if (k < term.count)
        again += label(term.labels[k]);
    }
  };
  for (std::size_t k = 0; k < t.count; ++k) {
    again += k > 0 ? "," : "";
    write(t.terms[k]);
  }
  if (t.has_output) {
    again += "->";
    write(t.output);
  }
  std::string dense;
  for (char c : s)
    if (c != ' ')
      dense += c;
  require(again == dense, "einsum: the terms are not the text");
  if (!t.has_output)
    for (std::size_t k = 0; k < t.output.count; ++k)
      require(t.count_of(t.output.labels[k]) == 1, "einsum: an implied label stands not once");
}

void einops(const std::string& s, fuzz::input& in) {
  const einops_text t{std::string_view(s)};
  const auto require = [&](bool good, std::string_view what) {
    fuzz::require(good, what, [&] { return '"' + s + '"'; });
  };
  const auto check = [&](const einops_fault& f) {
    require(f.column <= s.size() + 1, "einops: the column");
  };
  check(t.fault);
  for (const einops_side* side : {&t.left, &t.right}) {
    require(side->count <= einops_side::limit && side->groups <= einops_side::limit,
            "einops: too many axes");
    for (std::size_t k = 0; !t.fault && k < side->count; ++k)
      require(side->axes[k].group < side->groups, "einops: an axis outside of the groups");
  }
  // The call, with sizes that may fit or not.
  std::vector<extent> shape;
  const auto rank = in.rarely(4) ? static_cast<std::size_t>(in.number(0, 40)) : t.left.groups;
  for (std::size_t k = 0; k < rank; ++k) {
    const stria::index n = in.number(-1, 8);
    shape.push_back(n < 0 ? extent::unknown() : extent::make(n));
  }
  std::vector<einops_size> sizes;
  for (std::size_t k = 0; k < t.right.count && sizes.size() < 4; ++k)
    if (in.rarely(2))
      sizes.push_back({t.right.axes[k].name, !in.rarely(9),
                       in.rarely(3)   ? unknown_stride
                       : in.rarely(5) ? in.extreme()
                                      : 2});
  const auto call = static_cast<einops_call>(in.number(0, 2));
  const einops_plan p(t, call, {shape.data(), shape.size()}, {sizes.data(), sizes.size()});
  check(p.fault);
  if (p.fault)
    return;
  require(!t.fault, "einops: a wrong text has a plan");
  for (std::size_t k = 0; k < p.left.count; ++k)
    require(p.left.at[k].axis < shape.size() &&
                (call == einops_call::reduce || !p.drops(k) || p.left.at[k].name == "1"),
            "einops: a part of the operand");
  for (std::size_t k = 0; k < p.right.count; ++k)
    require(p.right.at[k].axis < p.axes, "einops: a part of the result");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::input in(data, size);
  const bool sums = in.rarely(2);
  const std::size_t n = size / 3;
  fuzz::input rest(data + n, size - n);
  const std::string s = drawn_text(rest);
  if (sums)
    einsum(s);
  else
    einops(s, in);
  return 0;
}
