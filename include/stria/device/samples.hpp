// SPDX-License-Identifier: BSL-1.0
// device/samples.hpp: functions of samples on a device: weighted averages, trapezoid, unwrap,
// rounding to decimals, interp, convolve and correlate.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/first.hpp>
#include <stria/numpy/calculus/convolve.hpp>
#include <stria/numpy/calculus/gradient.hpp>
#include <stria/numpy/calculus/interp.hpp>
#include <stria/numpy/calculus/polynomial.hpp>
#include <stria/numpy/elementwise/numeric.hpp>
#include <stria/numpy/statistics/average.hpp>

#include <limits>

namespace stria::detail {

// --- element-wise functions ---

template <class D> inline constexpr bool takes_complex<weighted_fn<D>> = true;
template <class D> struct kernel_call<weighted_fn<D>> {
  static constexpr bool known = true;
  static std::string text(kernel_draft& draft, const weighted_fn<D>&, kernel_type d,
                          const kernel_operand* o, std::size_t) {
    if (!draft.writing())
      return {};
    const kernel_operand both[] = {{converted_text(o[0].text, o[0].type, d), d},
                                   {converted_text(o[1].text, o[1].type, d), d}};
    return function_text("*", d, both, 2);
  }
};
template <class D> inline constexpr bool takes_complex<trapezoid_fn<D>> = true;
template <class D> struct kernel_call<trapezoid_fn<D>> {
  static constexpr bool known = true;
  static std::string text(kernel_draft& draft, const trapezoid_fn<D>&, kernel_type d,
                          const kernel_operand* o, std::size_t) {
    if (!draft.writing())
      return {};
    const auto as = [&](std::size_t i) {
      return kernel_operand{converted_text(o[i].text, o[i].type, d), d};
    };
    const kernel_operand ends[] = {as(1), as(0)};
    const kernel_operand area[] = {as(2), {function_text("+", d, ends, 2), d}};
    const kernel_operand halves[] = {{function_text("*", d, area, 2), d},
                                     {constant_text(part_type(d), 2), part_type(d)}};
    return function_text("/", d, halves, 2);
  }
};
template <class T> struct kernel_call<unwrap_fn<T>> {
  static constexpr bool known = true;
  static std::string text(kernel_draft& draft, const unwrap_fn<T>& f, kernel_type type,
                          const kernel_operand* o, std::size_t) {
    const std::string discont = draft.add_scalar(f.discont), period = draft.add_scalar(f.period);
    if (!draft.writing())
      return {};
    const std::string t(type_text(type)), name = "unwrap_" + t;
    draft.add_function("FUNCTION " + t + " " + name + "(" + t + " step, " + t + " discont, " + t +
                       " period) {\n  const " + t + " high = period / 2;\n  " + t +
                       " within = remainder_" + t +
                       "(step + high, period) - high;\n"
                       "  if (within == -high && step > 0)\n    within = high;\n"
                       "  return (step < 0 ? -step : step) < discont ? 0 : within - step;\n}");
    return name + "(" + o[0].text + ", " + discont + ", " + period + ")";
  }
};
template <> struct kernel_call<round_to_fn> {
  static constexpr bool known = true;
  static std::string text(kernel_draft& draft, const round_to_fn& f, kernel_type result,
                          const kernel_operand* o, std::size_t) {
    const std::string down = draft.add_scalar(f.decimals < 0);
    if (result == kernel_type::f32 || result == kernel_type::f64) {
      const bool single = result == kernel_type::f32;
      const bool over = f.power > (single ? static_cast<double>(std::numeric_limits<float>::max())
                                          : std::numeric_limits<double>::max());
      const std::string by = single ? draft.add_scalar(static_cast<float>(over ? 1 : f.power))
                                    : draft.add_scalar(f.power);
      const std::string unchanged = draft.add_scalar(over);
      if (!draft.writing())
        return {};
      const std::string t(type_text(result)), name = "round_to_" + t;
      draft.add_function("FUNCTION " + t + " " + name + "(" + t + " x, " + t +
                         " by, b8 down, b8 over) {\n  if (over)\n    return down && isfinite_" + t +
                         "(x) ? x * 0 : x;\n  if (down)\n    return rint_" + t +
                         "(x / by) * by;\n  const " + t + " larger = x * by;\n  return isfinite_" +
                         t + "(larger) ? rint_" + t + "(larger) / by : x;\n}");
      return name + "(" + o[0].text + ", " + by + ", " + down + ", " + unchanged + ")";
    }
    // The power is 0 if it does not fit: every integer is then rounded to 0.
    std::uint64_t power = 1;
    for (index k = f.decimals; k < 0 && power != 0; ++k)
      power = power > std::numeric_limits<std::uint64_t>::max() / 10 ? 0 : power * 10;
    const std::string by = draft.add_scalar(power);
    if (!draft.writing())
      return {};
    const bool has_sign = result >= kernel_type::i8 && result <= kernel_type::i64;
    const std::string t = has_sign ? "i64" : "u64", name = "round_to_" + t;
    draft.add_function("FUNCTION " + t + " " + name + "(" + t +
                       " a, u64 by) {\n"
                       "  if (by == 0)\n    return 0;\n  const u64 size = " +
                       (has_sign ? "a < 0 ? 0 - (u64)a : (u64)a" : "a") +
                       std::string(", rest = size % by, down = size / by;\n"
                                   "  const u64 up = rest > by / 2 || (rest == by / 2 && rest != 0 "
                                   "&& (down & 1) != 0);\n"
                                   "  const u64 r = (down + up) * by;\n  return ") +
                       (has_sign ? "a < 0 ? (i64)(0 - r) : (i64)r" : "r") + ";\n}");
    const kernel_type widest = has_sign ? kernel_type::i64 : kernel_type::u64;
    return converted_text(name + "(" + converted_text(o[0].text, o[0].type, widest) + ", " + by +
                              ")",
                          widest, result);
  }
};

// --- interp ---

template <class N, class P, class F>
  requires std::floating_point<typename interpolated<N, P, F>::value_type>
struct device_computation<interpolated<N, P, F>> {
  using node = interpolated<N, P, F>;
  static constexpr bool known = true, stores = false;
  static device_value<node> compute(const node& n) {
    return n.operands([&](const auto& v, const auto& x, const auto& f) {
      using V = value_t<N>;
      using X = typename node::place;
      using D = value_t<node>;
      constexpr std::size_t L = rank_of<N>;
      const auto sizes = v.shape();
      device_value<node> result(context_of(v), sizes);
      // The table is small, so the host makes it. For a periodic function, the host also sorts the
      // samples.
      const auto table = n.table_of(copy_to_host(x), copy_to_host(f));
      if (result.size() == 0)
        return result;
      const auto d = device_access::make(result.context());
      auto at = to_device(table.coordinates(), d);
      auto samples = to_device(table.samples(), d);
      static kernel_body body[2];
      kernel_draft draft(result.context(), body[n.is_periodic() ? 1 : 0], sizes.data(), L);
      const auto strides = result.strides();
      static_cast<void>(draft.add_memory(kernel_type_of<D>(), result.base(), 0, strides.data()));
      const fresh_target fresh;
      const kernel_operand value =
          lowering<L, fresh_target>(draft, sizes, fresh)(v, straight_refs<L>());
      const std::array<index, L> still{};
      const std::string p = draft.add_position(kernel_type_of<X>(), at.base(), 0, still.data()),
                        q = draft.add_position(kernel_type_of<D>(), samples.base(), 0,
                                               still.data()),
                        count = draft.add_scalar(at.size()),
                        before = draft.add_scalar(table.before()),
                        behind = draft.add_scalar(table.behind()),
                        length = draft.add_scalar(table.wrapped_length());
      draft.keep(std::move(at).take_buffer());
      draft.keep(std::move(samples).take_buffer());
      if (draft.writing()) {
        const std::string t(type_text(kernel_type_of<X>())), r(type_text(kernel_type_of<D>()));
        draft.add_function(search_text(t, r));
        std::string given = converted_text(value.text, kernel_type_of<V>(), kernel_type_of<X>());
        if (n.is_periodic())
          given = "remainder_" + t + "(" + given + ", " + length + ")";
        draft.scatter_to({}, {},
                         "    const " + r + " r = interpolate(" + given + ", p" + p + ", p" + q +
                             ", " + count + ", " + before + ", " + behind + ");\n");
      }
      draft.store("r", kernel_type_of<D>(), false);
      return result;
    });
  }

private:
  /// The same steps as sample_table::operator().
  static std::string search_text(const std::string& t, const std::string& r) {
    return text_with_type(
        "FUNCTION " + r + " interpolate($T x, GLOBAL const $T* at, GLOBAL const " + r +
            "* f, i64 n, " + r + " before, " + r +
            " behind) {\n"
            "  if (x != x)\n    return x;\n"
            "  if (x > at[n - 1])\n    return behind;\n"
            "  if (x < at[0])\n    return before;\n"
            "  i64 from = 0, to = n;\n"
            "  while (from < to) {\n    const i64 mid = from + (to - from) / 2;\n"
            "    if (x < at[mid])\n      to = mid;\n    else\n      from = mid + 1;\n  }\n"
            "  const i64 k = from > 0 ? from - 1 : 0;\n"
            "  if (k + 1 >= n || at[k] == x)\n    return f[k];\n"
            "  const " +
            r +
            " slope = (f[k + 1] - f[k]) / (at[k + 1] - at[k]);\n"
            "  " +
            r +
            " value = slope * (x - at[k]) + f[k];\n"
            "  if (value != value) {\n    value = slope * (x - at[k + 1]) + f[k + 1];\n"
            "    if (value != value && f[k] == f[k + 1])\n      value = f[k];\n  }\n"
            "  return value;\n}",
        t);
  }
};

// --- convolve and correlate ---

template <bool Correlates, class A, class V, known_mode Known>
struct device_computation<convolution<Correlates, A, V, Known>> {
  using node = convolution<Correlates, A, V, Known>;
  static constexpr bool known = true, stores = false;
  static device_value<node> compute(const node& n) {
    return n.operands([&](const auto& a, const auto& v) {
      const auto part = n.part_of_full();
      // The full convolution is the same with its operands exchanged.
      if (a.size() >= v.size())
        return slide(part, a, backwards(v));
      return slide(part, forwards(v), flip(a));
    });
  }

private:
  using T = value_t<node>;
  static auto forwards(const auto& v) {
    if constexpr (Correlates)
      return conj(flip(v));
    else
      return flip(flip(v));
  }
  static auto backwards(const auto& v) {
    if constexpr (Correlates)
      return conj(v);
    else
      return flip(v);
  }
  /// Moves the weights along the elements, which are padded with zeros on both sides.
  template <class Part>
  static device_value<node> slide(const Part& part, const auto& elements, const auto& weights) {
    const index n = elements.size(), m = weights.size();
    device_tensor<T, dyn> padded(context_of(elements), {n + 2 * (m - 1)});
    padded = T();
    padded[range(m - 1, m - 1 + n)] = cast<T>(elements);
    const auto used = padded[range(part.start, part.start + part.size + m - 1)];
    const auto w = eval(cast<T>(weights));
    return device_value<node>(
        cast<T>(sum(sliding_window(used, m, constant<0>{}) * w, constant<1>{})));
  }
};

} // namespace stria::detail
