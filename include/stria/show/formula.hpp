// SPDX-License-Identifier: BSL-1.0
// show/formula.hpp: to_string, which writes the formula of an expression.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/mask/to_string.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/reduce/reduce_by.hpp>
#include <stria/numpy/reduce/scan.hpp>
#include <stria/numpy/statistics/statistics.hpp>
#include <stria/show/cells.hpp>
#include <stria/show/source_index.hpp>
#include <stria/subscript/gather.hpp>
#include <stria/tensor/foreign.hpp>
#include <stria/tensor/heap_list.hpp>
#include <stria/tensor/type_name.hpp>

#include <string>
#include <string_view>

namespace stria {

namespace detail {

/// The precedence of operators in C++; primary is that of a name, a call or a subscript.
enum binding : int { primary = 16, prefix = 15 };

constexpr int infix_binding(std::string_view sign) {
  constexpr std::string_view signs[] = {"||",    "&&",        "|",     "^",   "&",
                                        "== !=", "< > <= >=", "<< >>", "+ -", "* / %"};
  for (int k = 0; k < 10; ++k)
    for (std::string_view rest = signs[k]; !rest.empty();) {
      const std::size_t end = rest.find(' ');
      if (rest.substr(0, end) == sign)
        return k + 1;
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
  return 0;
}

/// The name to write for a node that has none, derived from the name of its class.
constexpr std::string_view call_of(std::string_view name) {
  name = name.substr(0, name.find('<'));
  const std::size_t colon = name.rfind(':');
  name.remove_prefix(colon == std::string_view::npos ? 0 : colon + 1);
  constexpr const char* calls[][2] = {{"windowed", "sliding_window"},
                                      {"padded", "pad"},
                                      {"counted_bins", "bincount"},
                                      {"concatenation", "concat"},
                                      {"tiled", "tile"},
                                      {"repeated", "repeat"},
                                      {"kronecker", "kron"},
                                      {"cross_product", "cross"},
                                      {"contraction", "tensordot"},
                                      {"rolled", "roll"},
                                      {"reordered", "transpose"},
                                      {"sorted", "sort"},
                                      {"sorted_places", "argsort"},
                                      {"searched", "searchsorted"},
                                      {"reshaped", "reshape"},
                                      {"broadcasted", "broadcast_to"},
                                      {"matrix_product", "matmul"},
                                      {"diagonal_node", "diagonal"},
                                      {"scattered", "tensor_scatter_nd"},
                                      {"positions", "indices"},
                                      {"folded", "reduce"},
                                      {"accumulated", "accumulate"}};
  for (const auto& call : calls)
    if (name == call[0])
      return call[1];
  return name;
}

/// The name of a node, and the axes along which it works.
template <class N> struct call_name {
  static constexpr std::string_view name = call_of(compiler_type_name<N>());
  static constexpr std::uint64_t axes = 0;
  static constexpr bool keeps = false;
};
template <class Op> inline constexpr std::string_view reduction_text = Op::text;
template <class Better>
inline constexpr std::string_view reduction_text<arg_op<Better>> = Better::arg_text;
template <class Op, std::uint64_t Bits, bool Keep, std::size_t Rank> struct axes_name {
  static constexpr std::string_view name = reduction_text<Op>;
  static constexpr std::uint64_t axes =
      Bits == (Rank == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << Rank) - 1) ? 0 : Bits;
  static constexpr bool keeps = Keep;
};
template <class Op, class E, std::uint64_t Bits, bool Keep>
struct call_name<reduction<Op, E, Bits, Keep>> : axes_name<Op, Bits, Keep, rank_of<E>> {};
template <class Op, class E, std::uint64_t Bits, bool Keep>
struct call_name<statistic<Op, E, Bits, Keep>> : axes_name<Op, Bits, Keep, rank_of<E>> {};
template <class Op, class N, std::size_t Axis> struct call_name<scan<Op, N, Axis>> {
  static constexpr std::string_view name = std::string_view(Op::text) == "prod"  ? "cumprod"
                                           : std::string_view(Op::text) == "sum" ? "cumsum"
                                                                                 : Op::text;
  static constexpr std::uint64_t axes = std::uint64_t{1} << Axis;
  static constexpr bool keeps = false;
};

template <class F> inline constexpr std::string_view cast_target{};
template <class T> inline constexpr std::string_view cast_target<cast_fn<T>> = element_name<T>;

template <class N> struct is_scalar_node : std::false_type {};
template <class T> struct is_scalar_node<scalar<T>> : std::true_type {};
template <class N> struct is_slice_node : std::false_type {};
template <class N, auto Code> struct is_slice_node<sliced<N, Code>> : std::true_type {};
template <class N> struct is_moved_node : std::false_type {};
template <class N, auto Map, bool Names>
struct is_moved_node<moved<N, Map, Names>> : std::true_type {};
template <class N> struct is_gather_node : std::false_type {};
template <class S, auto Spec, class Index>
struct is_gather_node<gather<S, Spec, Index>> : std::true_type {
  static constexpr const std::size_t* axes = Spec.axes;
};
/// True for a sequence of positions along an axis. Some functions add such operands to those that
/// the caller passes.
template <class N> struct is_places : std::false_type {};
template <extent N, auto Code> struct is_places<sliced<positions<N>, Code>> : std::true_type {};

/// Writes a tree of nodes. Tensors are named a, b, c in the order in which they occur.
template <class Text> class formula {
  // The memory of a tensor or, if `own`, of a view for which no subscript is found.
  struct letter {
    const void* key;
    bool own;
  };
  struct tensor_sizes {
    const void* key;
    std::size_t rank;
    index sizes[64];
  };
  heap_list<letter> letters_{};
  heap_list<tensor_sizes> known_{};
  Text out_{};

  std::size_t letter_of(const void* key, bool own) {
    for (std::size_t k = 0; k < letters_.size(); ++k)
      if (letters_[k].key == key && letters_[k].own == own)
        return k;
    letters_.push_back({key, own});
    return letters_.size() - 1;
  }
  void write_letter(std::size_t k) {
    out_ += static_cast<char>('a' + k % 26);
    if (k >= 26)
      out_ += integer_text<Text>(k / 26);
  }

  template <class T> void write_tensor(const T& t) {
    const void* const key = t.size() == 0 ? static_cast<const void*>(&t) : t.data();
    if constexpr (rank_of<T> <= 64) {
      tensor_sizes known{key, rank_of<T>, {}};
      for (std::size_t k = 0; k < rank_of<T>; ++k)
        known.sizes[k] = t.shape()[k];
      known_.push_back(known);
    }
    write_letter(letter_of(key, false));
  }
  // A view knows its memory, but not the shape of its tensor. The shape is known if the tensor
  // occurs in the formula; otherwise the tensor is assumed to have the rank of the view.
  template <class V> void write_view(const V& v) {
    const auto storage = v.storage();
    const source_index s(v.shape(), v.strides(), v.offset(), static_cast<index>(storage.size()));
    const tensor_sizes* source = nullptr;
    for (const tensor_sizes& t : known_)
      if (t.key == storage.data())
        source = &t;
    const auto find = [&](const auto& places, Text& text) {
      return source != nullptr ? places.write(text, {source->sizes, source->rank})
                               : places.write(text);
    };
    Text index_text;
    if (find(s, index_text)) {
      write_letter(letter_of(storage.data(), false));
      out_ += index_text;
    } else if (find(s.reversed(), index_text)) {
      out_ += "transpose(";
      write_letter(letter_of(storage.data(), false));
      (out_ += index_text) += ')';
    } else {
      write_letter(letter_of(v.data(), true));
    }
  }

  template <class S> void write_scalar(const S& s) {
    using T = typename S::value_type;
    if constexpr (std::same_as<T, bool>)
      out_ += s.value ? "true" : "false";
    else if constexpr (number_element<T>)
      out_ += lone_text<Text>(s.value, print_options());
    else if constexpr (text_element<T>)
      out_ += quoted<Text>(std::string_view(s.value));
    else if constexpr (streamed<T>)
      out_ += streamed_text<Text>(s.value);
    else
      out_ += "...";
  }

  template <class M> void write_map(const M& m, int outer) {
    using F = std::remove_cvref_t<decltype(m.function())>;
    constexpr std::string_view text = name_of<F>();
    if constexpr (text.empty()) { // only checks its operand
      for_each_operand(m, [&](const auto& o) { write(o, outer); });
      return;
    }
    constexpr std::size_t count = operand_count<M>;
    const bool sign = (text[0] < 'a' || text[0] > 'z') && text[0] != '_';
    const int inner = !sign || count > 2 ? 0 : count == 1 ? prefix : infix_binding(text);
    if (inner == 0) {
      out_ += text;
      if (!cast_target<F>.empty())
        ((out_ += '<') += cast_target<F>) += '>';
      out_ += text == "map" ? "(f" : "(";
      bool first = text != "map";
      for_each_operand(m, [&]<class O>(const O& o) {
        if constexpr (!is_places<O>::value) {
          out_ += first ? "" : ", ";
          first = false;
          write(o, 0);
        }
      });
      out_ += ')';
      return;
    }
    if (inner < outer)
      out_ += '(';
    if (count == 1)
      out_ += text;
    int k = 0;
    for_each_operand(m, [&](const auto& o) {
      if (k == 1)
        ((out_ += ' ') += text) += ' ';
      // Parentheses separate two signs, as in -(-a). Operators of equal precedence associate to the
      // left.
      write(o, count == 1 || k == 1 ? inner + 1 : inner);
      ++k;
    });
    if (inner < outer)
      out_ += ')';
  }

  template <class N> void write_moved(const N& n) {
    constexpr auto map = N::map();
    constexpr std::size_t R = map.rank(), from = rank_of<decltype(n.source())>;
    bool any_new = false, reversed = true;
    for (std::size_t k = 0; k < R; ++k) {
      any_new = any_new || map.is_new(k);
      reversed = reversed && !map.is_new(k) && map[k] == R - 1 - k;
    }
    const bool permutes = R == from && !any_new;
    out_ += permutes ? (reversed ? "transpose" : "permute") : R < from ? "squeeze" : "expand_dims";
    if (permutes && !reversed) {
      out_ += '<';
      for (std::size_t k = 0; k < R; ++k)
        (out_ += k == 0 ? "" : ", ") += integer_text<Text>(map[k]);
      out_ += '>';
    }
    out_ += '(';
    write(n.source(), 0);
    out_ += ')';
  }

  template <class N> void write_call(const N& n) {
    using call = call_name<N>;
    out_ += call::name;
    out_ += '(';
    bool first = true;
    const auto operand = [&](const auto& o) {
      out_ += first ? "" : ", ";
      first = false;
      write(o, 0);
    };
    for_each_operand(n, operand);
    if (operand_count<N> == 0)
      out_ += "...";
    for (index k = 0; k < 64; ++k)
      if ((call::axes >> k & 1U) != 0)
        (out_ += ", _") += integer_text<Text>(k);
    out_ += call::keeps ? ", keepdims)" : ")";
  }

  template <class P> void write_part(const P& part) {
    if constexpr (requires { part.mask(); })
      write(part.mask(), 0);
    else if constexpr (requires { part.entries(); })
      write(part.entries(), 0);
    else {
      out_ += "ix_(";
      bool first = true;
      part.visit_parts([&](const auto& along) {
        out_ += first ? "" : ", ";
        first = false;
        write_part(along);
      });
      out_ += ')';
    }
  }
  // The arrays of a subscript, and `:` for whole axes before them.
  template <class P> void write_places(const P& places, const std::size_t* axes) {
    if constexpr (requires { places.indices(); }) {
      out_ += "nd(";
      write(places.indices(), 0);
      out_ += ')';
    } else if constexpr (requires { places.visit_parts([](const auto&) {}); }) {
      std::size_t axis = 0, entry = 0;
      places.visit_parts([&](const auto& part) {
        for (; axis < axes[entry]; ++axis)
          out_ += axis == 0 ? ":" : ", :";
        out_ += axis == 0 ? "" : ", ";
        write_part(part);
        entry += std::remove_cvref_t<decltype(part)>::axes;
        axis = axes[entry - 1] + 1;
      });
    } else {
      out_ += "...";
    }
  }

  /// `outer` is the precedence of the surrounding operator.
  template <class N> void write(const N& n, int outer) {
    if constexpr (is_ref<std::remove_cvref_t<decltype(n)>>)
      write(*n.node, outer);
    else if constexpr (tensor_operand<N>)
      write_tensor(n);
    else if constexpr (view_operand<N>)
      write_view(n);
    else if constexpr (is_scalar_node<N>::value)
      write_scalar(n);
    else if constexpr (is_slice_node<N>::value) {
      write(n.source(), primary);
      ((out_ += '[') += to_string(n.items())) += ']';
    } else if constexpr (is_gather_node<N>::value) {
      write(n.source(), primary);
      out_ += '[';
      write_places(n.places(), is_gather_node<N>::axes);
      out_ += ']';
    } else if constexpr (is_moved_node<N>::value)
      write_moved(n);
    else if constexpr (is_map<N>)
      write_map(n, outer);
    else
      write_call(n);
  }

public:
  template <class N> Text text(const N& n) {
    // The formula is written twice: the first pass finds the shapes of tensors that come after
    // their views.
    write(n, 0);
    out_.clear();
    letters_.clear();
    write(n, 0);
    return out_;
  }
};

template <class Text, class N> Text formula_text(const N& n) { return formula<Text>().text(n); }

} // namespace detail

/// Writes the formula of an expression. Nothing is computed.
///
/// \param e      a tensor, view or expression
/// \returns      std::string. Tensors are named a, b, c in the order in which they occur; slices
///               are written as in NumPy, scalars as their values, the function of map() as f
/// \throws       nothing
/// \complexity   O(size of the formula)
/// \numpy        none
/// \usage        `to_string(a * b[rev()] + 1)` is `a * b[::-1] + 1`
template <detail::operand E> std::string to_string(const E& e) {
  return detail::formula_text<std::string>(e);
}
STRIA_FOREIGN_FIRST(to_string);

} // namespace stria
