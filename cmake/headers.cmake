# SPDX-License-Identifier: BSL-1.0
# The headers by what they need: STRIA_DSL_HEADERS (under dsl/) and STRIA_HEADERS need Boost.Hana, STRIA_RANGES_HEADERS
# range-v3. STRIA_OPTIONAL_HEADERS, which match the expression below, may need another library; they are installed, but
# the check that each header compiles alone omits them. scripts/single_header.py and scripts/compile_cost.py read the
# expression, too.
set(STRIA_OPTIONAL "stria/((device|fft|linalg|mpi|signal)(/.*)?|interop/(eigen|eigen_tensor|mdspan|dlpack|dlpack_device|python|python_device|nanobind)|io/(npz|png|jpeg|image|trial|hdf5.*|tiles|tile_loops|npy_array|file_array)|show/(fmt|notebook)|instantiated|instantiated_copies)[.]hpp")

file(GLOB_RECURSE STRIA_DSL_HEADERS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/dsl CONFIGURE_DEPENDS dsl/stria/*.hpp)
file(GLOB_RECURSE STRIA_HEADERS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/include CONFIGURE_DEPENDS include/stria/*.hpp)
set(STRIA_RANGES_HEADERS stria/ranges.hpp)
list(REMOVE_ITEM STRIA_HEADERS ${STRIA_RANGES_HEADERS})
set(STRIA_OPTIONAL_HEADERS ${STRIA_HEADERS})
list(FILTER STRIA_OPTIONAL_HEADERS INCLUDE REGEX "^${STRIA_OPTIONAL}$")
list(REMOVE_ITEM STRIA_HEADERS ${STRIA_OPTIONAL_HEADERS})
