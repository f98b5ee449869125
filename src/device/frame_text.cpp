// SPDX-License-Identifier: BSL-1.0
// The frame of a kernel, which is the code around the computed value: arguments, loops, positions,
// and the tree of a reduction.
#include "frame_text.hpp"

#include "complex_text.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace stria::detail {

std::size_t type_bytes(kernel_type type) {
  switch (type) {
  case kernel_type::b8:
  case kernel_type::i8:
  case kernel_type::u8: return 1;
  case kernel_type::i16:
  case kernel_type::u16: return 2;
  case kernel_type::i32:
  case kernel_type::u32:
  case kernel_type::f32: return 4;
  case kernel_type::cf64: return 16;
  case kernel_type::i64:
  case kernel_type::u64:
  case kernel_type::f64:
  case kernel_type::cf32:
  case kernel_type::none: break;
  }
  return 8;
}

namespace {

bool finds_places(const fold_text& fold) {
  return fold.operation == "argmin" || fold.operation == "argmax";
}
std::string number(std::size_t n) { return std::to_string(n); }

/// Writes one frame, including the function that computes the value.
class frame_writer {
  frame_kind kind_;
  const frame_shape& shape_;
  const kernel_body& body_;
  const fold_text* fold_;
  kernel_dialect dialect_;
  std::string text_;
  std::size_t operands_, kept_, axes_;

public:
  frame_writer(frame_kind kind, const frame_shape& shape, const kernel_body& body,
               const fold_text* fold, kernel_dialect dialect)
      : kind_(kind), shape_(shape), body_(body), fold_(fold), dialect_(dialect),
        operands_(body.leaves.size()), kept_(static_cast<std::size_t>(shape.kept)),
        axes_(kept_ + static_cast<std::size_t>(shape.reduced)) {}

  std::string write() {
    const std::size_t leading = leading_numbers(kind_);
    text_ += std::string("typedef ") + (shape_.narrow ? "i32" : "i64") + " idx;\n";
    text_ += "typedef struct { idx lead[" + number(leading) + "], n[" + number(axes_) + "], at[" +
             number(operands_) + "], step[" + number(axes_ * operands_) + "]; } numbers;\n";
    text_ += body_.functions;
    if (fold_ != nullptr)
      write_operation();
    if (kind_ == frame_kind::store_vectors || shape_.vectors)
      for (const kernel_type t : vector_types())
        text_ += vector_definition(t, dialect_);
    if (kind_ == frame_kind::store_vectors)
      write_element();
    write_arguments();
    switch (kind_) {
    case frame_kind::store: write_store(); break;
    case frame_kind::store_swept: write_swept(); break;
    case frame_kind::fold_serial: write_serial(); break;
    case frame_kind::fold_serial_parts: write_serial_parts(); break;
    case frame_kind::fold_serial_join: write_serial_join(); break;
    case frame_kind::fold_team:
    case frame_kind::fold_parts:
    case frame_kind::fold_join: write_team(); break;
    case frame_kind::store_vectors: write_vectors(); break;
    case frame_kind::store_tiles: write_tiles(); break;
    }
    text_ += "}\n";
    return std::move(text_);
  }

private:
  std::string step(std::size_t axis, std::size_t operand) const {
    return "s.step[" + number(axis * operands_ + operand) + "]";
  }

  void write_arguments() {
    text_ += "KERNEL void stria_kernel(";
    text_ += shape_.numbers_in_memory ? "GLOBAL const numbers* sp" : "const numbers s";
    if (kind_ == frame_kind::fold_parts || kind_ == frame_kind::fold_serial_parts)
      text_ += ", GLOBAL state* parts";
    else if (kind_ == frame_kind::fold_join || kind_ == frame_kind::fold_serial_join)
      text_ += ", GLOBAL const state* parts";
    if (fold_ != nullptr)
      text_ += ", const i64 count";
    for (std::size_t i = 0; i < operands_; ++i)
      if (body_.leaves[i].is_memory)
        text_ += std::string(", GLOBAL ") + (i == 0 ? "" : "const ") +
                 std::string(type_text(body_.leaves[i].type)) + "* p" + number(i);
    for (std::size_t i = 0; i < body_.scalars.size(); ++i)
      text_ += ", const " + std::string(type_text(body_.scalars[i])) + " c" + number(i);
    text_ += ") {\n";
    if (shape_.numbers_in_memory)
      text_ += "  const numbers s = *sp;\n";
  }

  /// Writes a loop that distributes 0 ... s.lead[0] - 1 among all work items. On a GPU,
  /// neighbouring items process neighbouring elements; on a processor, each item processes a
  /// contiguous part.
  void write_item_loop() {
    text_ += "  const idx items = (idx)GROUP_COUNT * (idx)GROUP_SIZE;\n"
             "  const idx me = (idx)GROUP_ID * (idx)GROUP_SIZE + (idx)ITEM_ID;\n";
    if (shape_.processor)
      text_ += "  const idx chunk = (s.lead[0] + items - 1) / items;\n"
               "  const idx end = (me + 1) * chunk < s.lead[0] ? (me + 1) * chunk : s.lead[0];\n"
               "  for (idx i = me * chunk; i < end; ++i) {\n";
    else
      text_ += "  for (idx i = me; i < s.lead[0]; i += items) {\n";
  }

  /// Splits a number into the indices j<axis> along axes [from, to).
  void write_places(const std::string& all, std::size_t from, std::size_t to) {
    if (from == to)
      return;
    std::string rest = all;
    for (std::size_t k = to; k-- > from + 1;) {
      const std::string q = "q" + number(k);
      text_ += "    const idx " + q + " = " + rest + " / s.n[" + number(k) + "];\n";
      text_ +=
          "    const idx j" + number(k) + " = " + rest + " - " + q + " * s.n[" + number(k) + "];\n";
      rest = q;
    }
    text_ += "    const idx j" + number(from) + " = " + rest + ";\n";
  }
  /// The position of an operand: its first position, plus strides along axes [0, to).
  std::string position(std::size_t operand, std::size_t to) const {
    std::string p = "s.at[" + number(operand) + "]";
    for (std::size_t k = 0; k < to; ++k) {
      const char inner = k + 1 == axes_ ? shape_.inner[operand] : 'n';
      if (inner == '1')
        p += " + j" + number(k);
      else if (inner == 'r')
        p += " - j" + number(k);
      else if (inner != '0')
        p += " + j" + number(k) + " * " + step(k, operand);
    }
    return p;
  }
  /// Declares v<i> for each operand, and for the target if its old value is read.
  void write_loads(const std::string& indent) {
    // The old value of the target is read last, because its position may be the value of an
    // operand.
    for (std::size_t n = 1; n < operands_ + (body_.reads_target ? 1 : 0); ++n) {
      const std::size_t i = n == operands_ ? 0 : n;
      const auto& leaf = body_.leaves[i];
      if (shape_.inner[i] == 't') {
        text_ += indent + "const " + std::string(type_text(leaf.type)) + " v" + number(i) +
                 " = tile" + number(i) + "[lane][r];\n";
        continue;
      }
      if (leaf.is_position) {
        text_ += indent + "const i64 a" + number(i) + " = (i64)(" + position(i, axes_) + ");\n";
        continue;
      }
      text_ += indent + "const " + std::string(type_text(leaf.type)) + " v" + number(i) + " = ";
      const std::string at = i == 0 ? target_position() : position(i, axes_);
      const std::string memory = "p" + number(i) + "[";
      if (!leaf.is_memory)
        text_ += "(i64)(" + at + ")";
      else if (leaf.place.empty())
        text_ += memory + at + "]";
      else if (leaf.drops)
        text_ += leaf.place + " <= DROPPED ? " + constant_text(leaf.type, 0) + " : " + memory +
                 "(i64)(" + at + ") + " + leaf.place + "]";
      else
        text_ += memory + "(i64)(" + at + ") + " + leaf.place + "]";
      text_ += ";\n";
    }
  }

  void write_store() {
    write_item_loop();
    write_places("i", 0, axes_);
    write_loads("    ");
    if (!body_.condition.empty())
      text_ += "    if (!(" + body_.condition + "))\n      continue;\n";
    text_ += body_.statements;
    text_ += "    p0[" + target_position() + "] = " + body_.value + ";\n  }\n";
  }

  void write_swept() {
    write_item_loop();
    text_ +=
        "    const i32 winner = p" + body_.winner + "[i];\n    if (winner < 0)\n      continue;\n";
    write_places("winner", 0, axes_);
    write_loads("    ");
    text_ += "    p0[(i64)(" + position(0, axes_) + ") + " + body_.swept_from +
             " + i] = " + body_.value + ";\n  }\n";
  }

  // --- several neighbours at once ---

  /// Calls visit(i) for each v<i> that a value reads.
  template <class Visit> void for_values(Visit visit) const {
    for (std::size_t i = body_.reads_target ? 0 : 1; i < operands_; ++i)
      visit(i);
  }
  /// The value as a function of one element of each operand.
  void write_element() {
    text_ += "FUNCTION " + std::string(type_text(body_.leaves[0].type)) + " element(";
    std::string parameters;
    const auto add = [&](kernel_type type, const std::string& name) {
      parameters +=
          (parameters.empty() ? "const " : ", const ") + std::string(type_text(type)) + " " + name;
    };
    for_values([&](std::size_t i) { add(body_.leaves[i].type, "v" + number(i)); });
    for (std::size_t i = 0; i < body_.scalars.size(); ++i)
      add(body_.scalars[i], "c" + number(i));
    text_ += (parameters.empty() ? "void" : parameters) + ") { return " + body_.value + "; }\n";
  }
  bool is_vector(std::size_t i) const {
    return body_.leaves[i].is_memory && (shape_.inner[i] == '1' || shape_.inner[i] == 'r');
  }
  std::vector<kernel_type> vector_types() const {
    std::vector<kernel_type> found;
    for (std::size_t i = 0; i < operands_; ++i)
      if (const kernel_type t = body_.leaves[i].type;
          is_vector(i) && std::find(found.begin(), found.end(), t) == found.end())
        found.push_back(t);
    return found;
  }
  static constexpr std::string_view part_names = "xyzw";
  /// Declares w<i> for each operand that is read as a vector, and u<i> for each other one in
  /// memory.
  void write_vector_loads(const std::string& indent) {
    for_values([&](std::size_t i) {
      const auto& leaf = body_.leaves[i];
      const std::string type(type_text(leaf.type)), at = position(i, axes_);
      if (is_vector(i))
        text_ +=
            indent + "const " + type + "x4 w" + number(i) + " = *(GLOBAL const " + type + "x4*)(p" +
            number(i) + " + (" + at +
            (shape_.inner[i] == 'r' ? " - " + number(static_cast<std::size_t>(vector_elements - 1))
                                    : std::string()) +
            "));\n";
      else if (leaf.is_memory)
        text_ +=
            indent + "const " + type + " u" + number(i) + " = p" + number(i) + "[" + at + "];\n";
    });
  }
  /// The text of element k of an operand of the vector, after write_vector_loads().
  std::string vector_part(std::size_t i, std::size_t k) const {
    if (is_vector(i)) {
      const std::size_t at =
          shape_.inner[i] == 'r' ? static_cast<std::size_t>(vector_elements) - 1 - k : k;
      return "w" + number(i) + "." + part_names[at];
    }
    if (body_.leaves[i].is_memory)
      return "u" + number(i);
    return "(i64)(" + position(i, axes_) +
           (shape_.inner[i] == '0' ? "" : " + " + number(k) + " * " + step(axes_ - 1, i)) + ")";
  }

  // The leading numbers are the number of all vectors and the number of vectors in a row.
  void write_vectors() {
    constexpr auto width = static_cast<std::size_t>(vector_elements);
    const std::size_t last = axes_ - 1;
    const std::string j = "j" + number(last), n = "s.n[" + number(last) + "]";
    write_item_loop();
    if (last > 0) {
      text_ += "    const idx row = i / s.lead[1];\n";
      write_places("row", 0, last);
    }
    text_ += "    const idx first = " + std::string(last > 0 ? "(i - row * s.lead[1])" : "i") +
             " * " + number(width) + ";\n";
    text_ += "    if (first + " + number(width) + " <= " + n + ") {\n      const idx " + j +
             " = first;\n";
    write_vector_loads("      ");
    const std::string type(type_text(body_.leaves[0].type));
    text_ += "      " + type + "x4 all;\n";
    for (std::size_t k = 0; k < width; ++k) {
      std::string values;
      const auto add = [&](const std::string& v) { values += (values.empty() ? "" : ", ") + v; };
      for_values([&](std::size_t i) { add(vector_part(i, k)); });
      for (std::size_t i = 0; i < body_.scalars.size(); ++i)
        add("c" + number(i));
      text_ += std::string("      all.") + part_names[k] + " = element(" + values + ");\n";
    }
    text_ += "      *(GLOBAL " + type + "x4*)(p0 + (" + position(0, axes_) + ")) = all;\n";
    text_ +=
        "    } else\n      for (idx " + j + " = first; " + j + " < " + n + "; ++" + j + ") {\n";
    write_loads("        ");
    text_ += "        p0[" + position(0, axes_) + "] = " + body_.value + ";\n      }\n  }\n";
  }

  // --- tiles of two axes ---

  // The leading numbers are the number of all tiles, of tiles along the last axis, and of tiles
  // along the other axis.
  void write_tiles() {
    const std::size_t x = axes_ - 1, y = static_cast<std::size_t>(shape_.tile_axis);
    const std::string side = number(static_cast<std::size_t>(tile_rows)),
                      step = number(static_cast<std::size_t>(group_items / tile_rows));
    const std::string jx = "j" + number(x), jy = "j" + number(y);
    for (std::size_t i = 0; i < operands_; ++i)
      if (shape_.inner[i] == 't')
        text_ += "  LOCAL " + std::string(type_text(body_.leaves[i].type)) + " tile" + number(i) +
                 "[" + side + "][" + number(static_cast<std::size_t>(tile_rows) + 1) + "];\n";
    text_ += "  const int lane = (int)ITEM_ID % " + side + ", line = (int)ITEM_ID / " + side +
             ";\n  for (idx w = (idx)GROUP_ID; w < s.lead[0]; w += (idx)GROUP_COUNT) {\n"
             "    const idx wx = w / s.lead[1], x0 = (w - wx * s.lead[1]) * " +
             side +
             ";\n"
             "    const idx wy = wx / s.lead[2], y0 = (wx - wy * s.lead[2]) * " +
             side + ";\n";
    std::string rest = "wy";
    for (std::size_t k = x; k-- > 0;) {
      if (k == y)
        continue;
      const std::string q = "q" + number(k), j = "j" + number(k), n = "s.n[" + number(k) + "]";
      text_ += "    const idx " + q + " = " + rest + " / " + n + ", " + j + " = " + rest + " - " +
               q + " * " + n + ";\n";
      rest = q;
    }
    const auto loop = [&](const std::string& along_x, const std::string& along_y) {
      text_ += "    for (int r = line; r < " + side + "; r += " + step + ") {\n      const idx " +
               jx + " = x0 + " + along_x + ", " + jy + " = y0 + " + along_y + ";\n      if (" + jx +
               " >= s.n[" + number(x) + "] || " + jy + " >= s.n[" + number(y) +
               "])\n        continue;\n";
    };
    loop("r", "lane");
    for (std::size_t i = 0; i < operands_; ++i)
      if (shape_.inner[i] == 't')
        text_ += "      tile" + number(i) + "[r][lane] = p" + number(i) + "[" + position(i, axes_) +
                 "];\n";
    text_ += "    }\n    BARRIER();\n";
    loop("lane", "r");
    write_loads("      ");
    text_ +=
        "      p0[" + position(0, axes_) + "] = " + body_.value + ";\n    }\n    BARRIER();\n  }\n";
  }

  std::string target_position() const {
    const std::string at = position(0, axes_);
    return body_.place.empty() ? at : "(i64)(" + at + ") + " + body_.place;
  }

  // --- reductions ---

  /// Writes state, start, step(state, value, place), join(state, state) and finish(state, count).
  void write_operation() {
    const std::string value(type_text(body_.value_type)), kept(type_text(fold_->partial)),
        result(type_text(body_.leaves[0].type));
    const std::string_view op = fold_->operation;
    const auto function = [&](const std::string& head, const std::string& body) {
      text_ += "FUNCTION " + head + " { " + body + " }\n";
    };
    if (finds_places(*fold_)) {
      const std::string better = op == "argmin" ? "<" : ">";
      text_ += "typedef struct { " + kept + " v; i64 at; } state;\n";
      function("state start(void)", "state s; s.v = 0; s.at = -1; return s;");
      // Of equal elements the first wins, and a NaN wins over all numbers.
      function("state join(state a, state b)",
               "if (a.at < 0) return b; if (b.at < 0) return a;" +
                   std::string(is_floating(fold_->partial)
                                   ? " if (a.v != a.v) return b.v != b.v && b.at < a.at ? b : a;"
                                     " if (b.v != b.v) return b;"
                                   : "") +
                   " if (b.v " + better +
                   " a.v) return b;"
                   " return b.v == a.v && b.at < a.at ? b : a;");
      function("state step(state a, " + value + " v, i64 at)",
               "state b; b.v = (" + kept + ")v; b.at = at; return join(a, b);");
      function(result + " finish(state a, i64 count)", "return (" + result + ")a.at;");
      return;
    }
    text_ += "typedef " + kept + " state;\n";
    if (fold_->in_order()) {
      function("state step(state a, " + value + " v, i64 at)", "return " + fold_->step + ";");
      function(result + " finish(state a, i64 count)", "return a;");
      return;
    }
    std::string start = "0", joined, stepped, finished = "(" + result + ")a";
    if (is_complex_type(fold_->partial)) {
      const kernel_type partial = fold_->partial, to = body_.leaves[0].type;
      const bool multiplies = op == "prod";
      function("state start(void)", "return " + constant_text(partial, multiplies ? 1 : 0) + ";");
      function("state join(state a, state b)",
               "return " + complex_pair(multiplies ? "multiply" : "add", partial, "a", "b") + ";");
      function("state step(state a, " + value + " v, i64 at)",
               "return join(a, " + converted_text("v", body_.value_type, partial) + ");");
      if (op == "mean")
        text_ +=
            "FUNCTION state mean(state a, i64 count) { a.x /= count; a.y /= count; return a; }\n";
      function(result + " finish(state a, i64 count)",
               "return " + converted_text(op == "mean" ? "mean(a, count)" : "a", partial, to) +
                   ";");
      return;
    }
    if (op == "sum" || op == "mean" || op == "count_nonzero") {
      joined = "(state)(a + b)";
    } else if (op == "prod") {
      start = "1";
      joined = "(state)(a * b)";
    } else if (op == "any") {
      joined = "(state)(a | b)";
    } else if (op == "all_of") {
      start = "1";
      joined = "(state)(a & b)";
    } else { // min, max: a NaN in `a` stays; a NaN in `b` replaces `a`
      const bool least = op == "min";
      start = extreme_text(fold_->partial, least);
      // Compilers warn about comparing an integer with itself.
      joined = std::string("(a ") + (least ? "<=" : ">=") + " b" +
               (is_floating(fold_->partial) ? " || a != a" : "") + ") ? a : b";
    }
    const bool counts = op == "any" || op == "all_of" || op == "count_nonzero";
    stepped = "join(a, (state)" +
              (counts ? converted_text("v", body_.value_type, kernel_type::b8) : "v") + ")";
    if (op == "mean")
      finished = is_floating(fold_->partial) ? "(" + result + ")(a / (state)count)"
                                             : "(" + result + ")a / (" + result + ")count";
    else if (op == "any" || op == "all_of")
      finished = "(" + result + ")(a != 0)";
    function("state start(void)", "return (state)" + start + ";");
    function("state join(state a, state b)", "return " + joined + ";");
    function("state step(state a, " + value + " v, i64 at)", "return " + stepped + ";");
    function(result + " finish(state a, i64 count)", "return " + finished + ";");
  }
  /// The initial value of min and max, which every other number replaces or equals.
  static std::string extreme_text(kernel_type type, bool least) {
    switch (type) {
    case kernel_type::f32: return least ? "F32_INFINITY" : "-F32_INFINITY";
    case kernel_type::f64: return least ? "F64_INFINITY" : "-F64_INFINITY";
    case kernel_type::b8: return least ? "1" : "0";
    case kernel_type::i8: return least ? "127" : "(-128)";
    case kernel_type::i16: return least ? "32767" : "(-32768)";
    case kernel_type::i32: return least ? "2147483647" : "(-2147483647 - 1)";
    case kernel_type::i64: return least ? "9223372036854775807" : "((i64)-9223372036854775807 - 1)";
    case kernel_type::u8: return least ? "255" : "0";
    case kernel_type::u16: return least ? "65535" : "0";
    case kernel_type::u32: return least ? "4294967295u" : "0";
    case kernel_type::u64: return least ? "18446744073709551615u" : "0";
    case kernel_type::cf32: // complex numbers have no order
    case kernel_type::cf64:
    case kernel_type::none: break;
    }
    return "0";
  }
  /// The text of the position of a value, for argmin and argmax. The position is the last operand.
  std::string place() const { return finds_places(*fold_) ? "v" + number(operands_ - 1) : "0"; }
  std::string next_state() const { return "a = step(a, " + body_.value + ", " + place() + ");\n"; }

  void write_serial() {
    write_item_loop();
    write_places("i", 0, kept_);
    text_ += "    state a = " + (fold_->in_order() ? fold_->start : "start()") + ";\n";
    for (std::size_t k = kept_; k < axes_; ++k) {
      const std::string j = "j" + number(k);
      text_ += "    for (idx " + j + " = 0; " + j + " < s.n[" + number(k) + "]; ++" + j + ")";
      text_ += k + 1 == axes_ ? " {\n" : "\n";
    }
    if (kept_ == axes_)
      text_ += "    {\n";
    write_loads("      ");
    text_ += "      " + next_state() + "    }\n";
    text_ += "    p0[" + position(0, kept_) + "] = finish(a, count);\n  }\n";
  }

  // Neighbouring work items fold the same part of neighbouring results. The leading numbers are the
  // number of parts of all results, the elements of each result, the number of results, and the
  // elements of a part.
  void write_serial_parts() {
    write_item_loop();
    text_ +=
        "    const idx part = i / s.lead[2], r = i - part * s.lead[2];\n"
        "    const idx first = part * s.lead[3];\n"
        "    const idx last = first + s.lead[3] < s.lead[1] ? first + s.lead[3] : s.lead[1];\n";
    write_places("r", 0, kept_);
    text_ += "    state a = start();\n    for (idx e = first; e < last; ++e) {\n";
    write_places("e", kept_, axes_);
    write_loads("      ");
    text_ += "      " + next_state() + "    }\n    parts[i] = a;\n  }\n";
  }
  // The leading numbers are the number of results and the parts of each result.
  void write_serial_join() {
    write_item_loop();
    write_places("i", 0, kept_);
    text_ += "    state a = start();\n"
             "    for (idx e = 0; e < s.lead[1]; ++e)\n"
             "      a = join(a, parts[e * s.lead[0] + i]);\n"
             "    p0[" +
             position(0, kept_) + "] = finish(a, count);\n  }\n";
  }

  // The work items of a team fold every team-th vector of a result or of a part, and the team joins
  // their states as a tree. A vector is up to four neighbours along the last axis, also if they are
  // read as single elements, so the order does not depend on addresses. The leading numbers are the
  // number of results, the vectors of each result, the parts of each result, and the vectors of a
  // part; for a join of parts they count states. The first parts of all results are neighbours in
  // memory.
  void write_team() {
    const auto items = static_cast<std::size_t>(shape_.team),
               rows = static_cast<std::size_t>(group_items) / items;
    const bool in_parts = kind_ == frame_kind::fold_parts;
    const std::string team = number(items), all = in_parts ? "s.lead[0] * s.lead[2]" : "s.lead[0]";
    if (items > 1)
      text_ += "  LOCAL state lanes[" + number(static_cast<std::size_t>(group_items)) + "];\n";
    text_ += "  const int me = (int)ITEM_ID, lane = me % " + team +
             ";\n"
             "  for (idx block = (idx)GROUP_ID * " +
             number(rows) + "; block < " + all + "; block += (idx)GROUP_COUNT * " + number(rows) +
             ") {\n    const idx w = block + me / " + team + ";\n";
    if (in_parts)
      text_ += "    const idx i = w / s.lead[2], part = w - i * s.lead[2];\n"
               "    const idx first = part * s.lead[3];\n"
               "    idx end = first + s.lead[3] < s.lead[1] ? first + s.lead[3] : s.lead[1];\n";
    else
      text_ += "    const idx i = w, first = 0;\n"
               "    idx end = s.lead[1];\n";
    if (rows > 1)
      text_ += "    if (w >= " + all + ")\n      end = first;\n";
    write_places("i", 0, kept_);
    text_ += "    state a = start();\n"
             "    for (idx e = first + lane; e < end; e += " +
             team + ") {\n";
    if (kind_ == frame_kind::fold_join)
      text_ += "      a = join(a, parts[e * s.lead[0] + i]);\n";
    else
      write_team_vector();
    text_ += "    }\n";
    std::string joined = "a";
    if (items > 1) {
      joined = "lanes[me]";
      const std::string barrier = items <= 32 ? "WARP_BARRIER();\n" : "BARRIER();\n";
      text_ += "    lanes[me] = a;\n    " + barrier + "    for (int h = " + number(items / 2) +
               "; h > 0; h /= 2) {\n"
               "      if (lane < h)\n"
               "        lanes[me] = join(lanes[me], lanes[me + h]);\n"
               "      " +
               barrier + "    }\n";
    }
    text_ += "    if (lane == 0" + (rows > 1 ? " && w < " + all : std::string()) + ")\n      " +
             (in_parts ? "parts[part * s.lead[0] + i] = " + joined + ";\n"
                       : "p0[" + position(0, kept_) + "] = finish(" + joined + ", count);\n");
    // The next result does not overwrite the states before the first item has read them, because
    // they are its own.
    text_ += "  }\n";
  }
  /// Folds vector e of a result into the state a.
  void write_team_vector() {
    const std::size_t last = axes_ - 1;
    const std::string width = number(static_cast<std::size_t>(vector_elements)),
                      j = "j" + number(last), n = "s.n[" + number(last) + "]";
    if (last > kept_) {
      text_ += "      const idx across = (" + n + " + " + width + " - 1) / " + width +
               ", row = e / across, at = (e - row * across) * " + width + ";\n";
      write_places("row", kept_, last);
    } else {
      text_ += "      const idx at = e * " + width + ";\n";
    }
    text_ += "      if (at + " + width + " <= " + n + ") {\n";
    if (shape_.vectors) {
      text_ += "        const idx " + j + " = at;\n";
      write_vector_loads("        ");
      for (std::size_t k = 0; k < static_cast<std::size_t>(vector_elements); ++k) {
        text_ += "        {\n";
        for_values([&](std::size_t i) {
          text_ += "          const " + std::string(type_text(body_.leaves[i].type)) + " v" +
                   number(i) + " = " + vector_part(i, k) + ";\n";
        });
        text_ += "          " + next_state() + "        }\n";
      }
    } else {
      text_ += "        for (int k = 0; k < " + width + "; ++k) {\n          const idx " + j +
               " = at + k;\n";
      write_loads("          ");
      text_ += "          " + next_state() + "        }\n";
    }
    text_ +=
        "      } else\n        for (idx " + j + " = at; " + j + " < " + n + "; ++" + j + ") {\n";
    write_loads("          ");
    text_ += "          " + next_state() + "        }\n";
  }
};

} // namespace

std::size_t state_bytes(const fold_text& fold, kernel_type) {
  return finds_places(fold) ? 16 : type_bytes(fold.partial);
}

std::size_t leading_numbers(frame_kind kind) {
  switch (kind) {
  case frame_kind::store:
  case frame_kind::store_swept: return 1;
  case frame_kind::store_vectors: return 2;
  case frame_kind::store_tiles: return 3;
  default: return 4;
  }
}

std::string frame_key(frame_kind kind, const frame_shape& shape) {
  std::string key;
  key += static_cast<char>('a' + static_cast<int>(kind));
  key += static_cast<char>('0' + shape.kept);
  key += static_cast<char>('0' + shape.reduced);
  key += shape.narrow ? 'n' : 'w';
  key += shape.numbers_in_memory ? 'm' : 'v';
  key += static_cast<char>('0' + shape.tile_axis + 1);
  key += shape.vectors ? 'x' : 'e';
  key += static_cast<char>(shape.team);
  return key + shape.inner;
}

std::string frame_text(frame_kind kind, const frame_shape& shape, const kernel_body& body,
                       const fold_text* fold, kernel_dialect dialect, bool has_double) {
  const std::string text = frame_writer(kind, shape, body, fold, dialect).write();
  return whole_kernel(dialect, has_double, "#define DROPPED ((i64)-4611686018427387904)\n" + text);
}

} // namespace stria::detail
