// SPDX-License-Identifier: BSL-1.0
// instantiated.cpp: the code of the target stria::instantiated. <stria/instantiated.hpp> declares
// it; if STRIA_USE_INSTANTIATED is defined, headers of stria/io/ declare some of it, too.
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
