// SPDX-License-Identifier: BSL-1.0
// device/random.hpp: random numbers on a device, with the same bits as on the host.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/philox.hpp>
#include <stria/device/store.hpp>
#include <stria/random.hpp>

namespace stria {
namespace detail {

template <class T, class Shape>
using device_tensor_asked = typename device_tensor_of<T, Shape::extents>::type;
template <class Shape, class... S> std::array<index, Shape::rank> checked_sizes(const S&... sizes) {
  const auto n = Shape::sizes(sizes...);
  static_cast<void>(checked_count(n.data(), n.size()));
  return n;
}

template <class Drawn> struct drawn_to_device : Drawn {};
template <class Drawn>
  requires(Drawn::accepted)
struct drawn_to_device<Drawn> {
  static constexpr bool accepted = true;
  using type = device_value<typename Drawn::type>;
  template <class Set, class... S>
  static type run(const device& d, const Set& set, const S&... sizes) {
    return to_device(Drawn::run(set, sizes...), d);
  }
};

template <class Drawn, class T, class Shape> struct uniform_on_device : drawn_to_device<Drawn> {};
template <class Drawn, class T, class Shape>
  requires(Drawn::accepted)
struct uniform_on_device<Drawn, T, Shape> {
  static constexpr bool accepted = true;
  using type = device_tensor_asked<T, Shape>;
  template <class G, class... S>
  static type run(const device& d, const set_fractions<G>& set, const S&... sizes) {
    if constexpr (std::same_as<std::remove_cvref_t<G>, random::generator>) {
      type result(device_access::context(d), checked_sizes<Shape>(sizes...));
      auto& g = set.g;
      if (result.size() > 0)
        draw_fractions(result.context(), result.base(), kernel_type_of<T>(),
                       {{g.key()[0], g.key()[1]}, g.position()}, result.size());
      g.discard(static_cast<std::uint64_t>(result.size()));
      return result;
    } else {
      return to_device(Drawn::run(set, sizes...), d);
    }
  }
};
template <class Drawn, class T, class Shape> struct integers_on_device : drawn_to_device<Drawn> {};
template <class Drawn, class T, class Shape>
  requires(Drawn::accepted)
struct integers_on_device<Drawn, T, Shape> {
  static constexpr bool accepted = true;
  using type = device_tensor_asked<T, Shape>;
  template <class G, class... S>
  static type run(const device& d, const set_integers<G>& set, const S&... sizes) {
    if constexpr (std::same_as<std::remove_cvref_t<G>, random::generator>) {
      type result(device_access::context(d), checked_sizes<Shape>(sizes...));
      auto& g = set.g;
      if (result.size() == 0)
        return result;
      if (draw_integers(result.context(), result.base(), kernel_type_of<T>(),
                        {{g.key()[0], g.key()[1]}, g.position()}, result.size(), set.first,
                        set.count)) {
        g.discard(static_cast<std::uint64_t>(result.size()));
        return result;
      }
    }
    return to_device(Drawn::run(set, sizes...), d);
  }
};

} // namespace detail

namespace random {

/// Draws the numbers of random::uniform<T>(g, sizes...) into a device tensor; with a
/// random::generator they are drawn on the device.
template <class T = double, extent... E, class G, class... S>
auto uniform(G&& g, const device& d, const S&... sizes) STRIA_RUN_OR_REFUSE(
    (detail::uniform_on_device<
        detail::drawn_fractions<"random::uniform", G, T,
                                detail::asked_shape<detail::shape_of<E...>(), S...>>,
        T, detail::asked_shape<detail::shape_of<E...>(), S...>>),
    d, detail::set_fractions<G>{g}, sizes...);

/// Draws the numbers of random::integers<T>(g, lo, hi, sizes...) into a device tensor; with a
/// random::generator they are drawn on the device.
template <class T = detail::wide_index, extent... E, class G, class L, class H, class... S>
auto integers(G&& g, const device& d, const L& lo, const H& hi, const S&... sizes)
    STRIA_RUN_OR_REFUSE(
        (detail::integers_on_device<
            detail::drawn_integers<T, G, L, H, detail::asked_shape<detail::shape_of<E...>(), S...>>,
            T, detail::asked_shape<detail::shape_of<E...>(), S...>>),
        d, detail::integers_between<T>(g, detail::number_of(lo), detail::number_of(hi)), sizes...);

/// Draws the numbers of random::normal<T>(g, sizes...) on the host and copies them to a device. A
/// kernel cannot draw them, because the position of a draw in the sequence depends on the values
/// drawn before it.
template <class T = double, extent... E, class G, class... S>
auto normal(G&& g, const device& d, const S&... sizes) STRIA_RUN_OR_REFUSE(
    (detail::drawn_to_device<detail::drawn_fractions<
         "random::normal", G, T, detail::asked_shape<detail::shape_of<E...>(), S...>>>),
    d, detail::set_normal<G>{g}, sizes...);

} // namespace random
} // namespace stria
