// SPDX-License-Identifier: BSL-1.0
// The calls of docs/coming-from/onnx.md, which must compile. None of them runs. check_page.py
// checks that all of them are here.
#include <stria/fft.hpp>
#include <stria/linalg.hpp>
#include <stria/random.hpp>
#include <stria/stria.hpp>

#include <cstdint>
#include <numbers>
#include <string>
#include <tuple>

using namespace stria;

namespace {

template <class... T> void show(const T&...) {}

constexpr float alpha = 1, beta = 1, eps = 1e-5F, scale = .5F, zero = 128, lo = 0, hi = 1, p = .5F,
                sqrt2 = std::numbers::sqrt2_v<float>;
constexpr double pi = std::numbers::pi;
const index_t n = 8;

} // namespace

void onnx() {
  random::generator gen(1);
  dtensor<float, 2> a(2, 3), b(2, 3), s(3, 3), bias(3, 3), boxes(1, 4), image(4, 4);
  dtensor<float, 1> hann(4), v(3), g(3), h(3), m(3), u(2);
  dtensor<double, 1> weights(3);
  dtensor<float, 3> t(2, 1, 3), coordinates(2, 4, 4);
  dtensor<float, 4> images(1, 8, 8, 3), x(2, 8, 4, 4), w(8, 8, 3, 3);
  dtensor<int, 2> i(2, 3), j(2, 3);
  dtensor<std::uint8_t, 2> q(3, 3);
  dtensor<bool, 2> c(2, 3), d(2, 3);
  tensor<index_t, dyn, 2> at(2, 2);
  dtensor<index_t, 1> idx(2), labels(2), lengths(2), of(1);
  dtensor<bool, 1> keep(2);
  dtensor<std::string, 1> names(2);
  show(abs(a));                  // Abs
  show(acos(a));                 // Acos
  show(acosh(a));                // Acosh
  show(a + b);                   // Add
  show(c && d);                  // And
  show(argmax(a, _1));           // ArgMax
  show(argmin(a, _1));           // ArgMin
  show(asin(a));                 // Asin
  show(asinh(a));                // Asinh
  show(atan(a));                 // Atan
  show(atanh(a));                // Atanh
  show(average_pool(x, {2, 2})); // AveragePool
  show((x - m[_, newaxis, newaxis]) / sqrt(v[_, newaxis, newaxis] + eps) * g[_, newaxis, newaxis] +
       h[_, newaxis, newaxis]);                // BatchNormalization
  show(random::uniform<float>(gen, 2, 3) < a); // Bernoulli
  show(i << 2);                                // BitShift
  show(i & j);                                 // BitwiseAnd
  show(~i);                                    // BitwiseNot
  show(i | j);                                 // BitwiseOr
  show(i ^ j);                                 // BitwiseXor
  show(0.42 - 0.5 * cos(2 * pi * arange(n) / n) +
       0.08 * cos(4 * pi * arange(n) / n));                       // BlackmanWindow
  show(cast<double>(a));                                          // Cast
  show(cast<decltype(i)::value_type>(a));                         // CastLike
  show(ceil(a));                                                  // Ceil
  show(maximum(a, 0.f) + minimum(0.f, alpha * expm1(a / alpha))); // Celu
  show(x[ellipsis, range(1, 3), range(1, 3)]);                    // CenterCropPad
  show(clip(a, lo, hi));                                          // Clip
  show(compress(keep, a, _0));                                    // Compress
  show(concat(_1, a, b));                                         // Concat
  show(tensor{1, 2});                                             // Constant
  show(full({2, 3}, 7.f));                                        // ConstantOfShape
  show(conv(x, w, {.strides = 2, .padding = 1}));                 // Conv
  show(conv(cast<int>(x), cast<int>(w)));                         // ConvInteger
  show(conv_transpose(x, w, {.strides = 2}));                     // ConvTranspose
  show(cos(a));                                                   // Cos
  show(cosh(a));                                                  // Cosh
  show(cumsum(a, _1));                                            // CumSum
  show(fft::fft(a));                                              // DFT
  show(rearrange<"n (p q c) h w -> n c (h p) (w q)">(x, axis_size<"p">(2),
                                                     axis_size<"q">(2))); // DepthToSpace
  show(rearrange<"n (c p q) h w -> n c (h p) (w q)">(x, axis_size<"p">(2),
                                                     axis_size<"q">(2))); // DepthToSpace, mode CRD
  show((cast<float>(q) - zero) * scale);                                  // DequantizeLinear
  show(linalg::det(s));                                                   // Det
  show(a / b);                                                            // Div
  show(where(random::uniform<float>(gen, 2, 3) < p, 0.f, a / (1 - p)));   // Dropout
  show(einsum<"ij,jk->ik">(s, s));                                        // Einsum
  show(where(a > 0.f, a, alpha * expm1(a)));                              // Elu
  show(a == b);                                                           // Equal
  show(erf(a));                                                           // Erf
  show(exp(a));                                                           // Exp
  show(broadcast_to(v, 4, 3));                                            // Expand
  show(eye<float>(2, 3));                                                 // EyeLike
  show(reshape(x, x.extent(0), -1));                                      // Flatten
  show(floor(a));                                                         // Floor
  show(take(a, idx, _1));                                                 // Gather
  show(take_along_axis(a, i, _1));                                        // GatherElements
  show(gather_nd(a, at));                                                 // GatherND
  show(0.5f * a * (1.f + erf(a / sqrt2)));                                // Gelu
  show(alpha * matmul(s, s) + beta * bias);                               // Gemm
  show(mean(x, _2, _3, keepdims));                                        // GlobalAveragePool
  show(norm(x, _2, _3, keepdims));                                        // GlobalLpPool
  show(max(x, _2, _3, keepdims));                                         // GlobalMaxPool
  show(a > b);                                                            // Greater
  show(a >= b);                                                           // GreaterOrEqual
  show(map_coordinates(image, coordinates));                              // GridSample
  show(25. / 46 - 21. / 46 * cos(2 * pi * arange(n) / n));                // HammingWindow
  show(0.5 - 0.5 * cos(2 * pi * arange(n) / n));                          // HannWindow
  show(clip(a / 6.f + 0.5f, 0.f, 1.f));                                   // HardSigmoid, alpha 1/6
  show(a * clip(a / 6.f + 0.5f, 0.f, 1.f));                               // HardSwish
  show(one_hot(argmax(a, _1), a.extent(1)));                              // Hardmax
  show(a);                                                                // Identity
  show((x - mean(x, _2, _3, keepdims)) /
       sqrt(var(x, _2, _3, keepdims) + eps)); // InstanceNormalization
  show(isinf(a));                             // IsInf
  show(isnan(a));                             // IsNaN
  show(x /
       pow(1.f + alpha / 3 *
                     sum(sliding_window(pad(square(x), {{0, 0}, {1, 1}, {0, 0}, {0, 0}}), 3, _1),
                         -_1),
           beta));                                                        // LRN
  show((a - mean(a, -_1, keepdims)) / sqrt(var(a, -_1, keepdims) + eps)); // LayerNormalization
  show(where(a > 0.f, a, alpha * a));                                     // LeakyRelu
  show(a < b);                                                            // Less
  show(a <= b);                                                           // LessOrEqual
  show(log(a));                                                           // Log
  show(log_softmax(a, _1));                                               // LogSoftmax
  show(a / norm(a, _1, keepdims));                                        // LpNormalization
  show(sqrt(4.f * average_pool(square(x), {2, 2})));                      // LpPool
  show(matmul(s, s));                                                     // MatMul
  show(matmul(cast<int>(q), cast<int>(q)));                               // MatMulInteger
  show(maximum(a, b));                                                    // Max
  show(max_pool(x, {3, 3}, {.strides = 2, .padding = 1}));                // MaxPool
  show((a + b) / 2.f);                                                    // Mean
  show((x - mean(x, _0, _2, _3, keepdims)) /
       std_dev(x, _0, _2, _3, keepdims));                  // MeanVarianceNormalization
  show(minimum(a, b));                                     // Min
  show(a * tanh(log1p(exp(a))));                           // Mish
  show(remainder(a, b));                                   // Mod
  show(a * b);                                             // Mul
  show(random::choice(gen, 3, 5, weights));                // Multinomial
  show(-a);                                                // Neg
  show(-mean(take_along_axis(a, labels[_, newaxis], _1))); // NegativeLogLikelihoodLoss
  show(nonzero(a));                                        // NonZero
  show(!c);                                                // Not
  show(one_hot(idx, 10));                                  // OneHot
  show(c || d);                                            // Or
  show(where(a > 0.f, a, v * a));                          // PRelu
  show(pad(a, {{0, 0}, {1, 2}}));                          // Pad
  show(pow(a, b));                                         // Pow
  show(cast<std::uint8_t>(
      clip(round(scale * matmul(cast<float>(q) - zero, cast<float>(q) - zero)) + zero, 0.f,
           255.f)));                                                   // QLinearMatMul
  show(cast<std::uint8_t>(clip(round(a / scale) + zero, 0.f, 255.f))); // QuantizeLinear
  show(random::normal<float>(gen, 2, 3));                              // RandomNormal
  show(random::normal<float>(gen, a.extent(0), a.extent(1)));          // RandomNormalLike
  show(random::uniform<float>(gen, 2, 3));                             // RandomUniform
  show(random::uniform<float>(gen, a.extent(0), a.extent(1)));         // RandomUniformLike
  show(arange(0, 9, 2));                                               // Range
  show(reciprocal(a));                                                 // Reciprocal
  show(norm(a, 1, _1));                                                // ReduceL1
  show(norm(a, 2, _1));                                                // ReduceL2
  show(log(sum(a, _1)));                                               // ReduceLogSum
  show(logsumexp(a, _1));                                              // ReduceLogSumExp
  show(max(a, _1));                                                    // ReduceMax
  show(mean(a, _1));                                                   // ReduceMean
  show(min(a, _1));                                                    // ReduceMin
  show(prod(a, _1));                                                   // ReduceProd
  show(sum(a, _1));                                                    // ReduceSum
  show(sum(square(a), _1));                                            // ReduceSumSquare
  show(maximum(a, 0.f));                                               // Relu
  show(reshape(a, 3, -1));                                             // Reshape
  show(resize_image(x, {4, 4}, _2, _3));                               // Resize
  show(take_along_axis(
      a, where(arange(3) < lengths[_, newaxis], lengths[_, newaxis] - 1 - arange(3), arange(3)),
      _1));                                                         // ReverseSequence
  show(fft::rfft(sliding_window(v, 4, _0)[range(_, _, 2)] * hann)); // STFT
  show(round(a));                                                   // Round
  put_along_axis(a, i, b, _1);                                      // ScatterElements
  show(tensor_scatter_nd_update(a, at, u));                         // ScatterND
  show(1.0507f * where(a > 0.f, a, 1.67326f * expm1(a)));           // Selu
  show(a.shape());                                                  // Shape
  show(where(a < -p, a + p, where(a > p, a - p, 0.f)));             // Shrink
  show(1.f / (1.f + exp(-a)));                                      // Sigmoid
  show(sign(a));                                                    // Sign
  show(sin(a));                                                     // Sin
  show(sinh(a));                                                    // Sinh
  show(a.size());                                                   // Size
  show(a[_, range(1, 3)]);                                          // Slice
  show(softmax(a, _1));                                             // Softmax
  show(-mean(
      take_along_axis(log_softmax(a, _1), labels[_, newaxis], _1))); // SoftmaxCrossEntropyLoss
  show(logaddexp(a, 0.f));                                           // Softplus
  show(a / (1.f + abs(a)));                                          // Softsign
  show(rearrange<"n c (h p) (w q) -> n (p q c) h w">(x, axis_size<"p">(2),
                                                     axis_size<"q">(2))); // SpaceToDepth
  show(split(a, 2, _0));                                                  // Split
  show(sqrt(a));                                                          // Sqrt
  show(squeeze(t, _1));                                                   // Squeeze
  show(names + names);                                                    // StringConcat
  show(a - b);                                                            // Sub
  show(a + b + a);                                                        // Sum
  show(tan(a));                                                           // Tan
  show(tanh(a));                                                          // Tanh
  show(where(a > p, a, 0.f));                                             // ThresholdedRelu
  show(tile(a, 2, 3));                                                    // Tile
  show(top_k(a, 2));                                                      // TopK
  show(transpose(a, _1, _0));                                             // Transpose
  show(triu(a, 1));                                                       // Trilu
  show(unique_all(a));                                                    // Unique
  show(expand_dims(a, _1));                                               // Unsqueeze
  show(where(c, a, b));                                                   // Where
  show(logical_xor(c, d));                                                // Xor
}
