// SPDX-License-Identifier: BSL-1.0
// instantiated.cpp: the code of the target stria::instantiated. It consists of the templates that
// <stria/instantiated.hpp> and headers of stria/io/ declare if STRIA_USE_INSTANTIATED is defined.
#define STRIA_INSTANTIATION template

#include <stria/stria.hpp>

#include <stria/instantiated.hpp>
#include <stria/io/csv.hpp>
#include <stria/io/npy.hpp>

namespace stria::detail {

template npy_header read_npy_header<void>(std::string_view, std::string_view, npy_record*);
template std::string make_npy_header<void>(const std::string&, std::span<const index>);
template class csv_reader<float>;
template class csv_reader<double>;

} // namespace stria::detail
