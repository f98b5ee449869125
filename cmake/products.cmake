# SPDX-License-Identifier: BSL-1.0
# The targets of the components that need other libraries, threads or compiled sources. The build and the installed
# package include this file.

# The components except dsl, core, stria and ranges.
set(STRIA_PARTS blas npz simd parallel files eigen dlpack notebook python image hdf5 device mpi fft linalg module pch
    instantiated header_only)

# In the comments of this file, a function that "adds `name`" defines the target `name`, which links `target` and
# has the properties that follow. It defines no target if the required package is missing.

# stria_add_part(part target folder) adds stria::`part`, from the sources in `folder`.
function(stria_add_part part target folder)
  if(part STREQUAL "ranges")
    stria_add_ranges(stria::ranges)
  elseif(part STREQUAL "blas")
    stria_add_blas(stria::blas ${target} "${folder}/cblas_products.cpp")
  elseif(part STREQUAL "simd")
    stria_add_simd(stria::simd ${target} "${folder}/vector_functions.cpp")
  elseif(part STREQUAL "module")
    cmake_path(APPEND folder module stria.cppm OUTPUT_VARIABLE source)
    if(NOT EXISTS "${source}") # in a checkout
      set(source "${folder}/../module/stria.cppm")
    endif()
    stria_add_module(stria::module stria::core "${source}")
  elseif(part STREQUAL "instantiated")
    stria_add_instantiated(stria::instantiated ${target} "${folder}/instantiated.cpp")
  elseif(part STREQUAL "device" OR part STREQUAL "fft" OR part STREQUAL "linalg")
    cmake_language(CALL stria_add_${part} stria::${part} ${target} "${folder}/${part}")
  else()
    cmake_language(CALL stria_add_${part} stria::${part} ${target})
  endif()
endfunction()

# stria_add_ranges(name) adds `name`: range-v3, for <stria/ranges.hpp>. The target links stria::core and not
# stria::stria, because stria::stria links this target.
function(stria_add_ranges name)
  if(NOT TARGET range-v3::range-v3)
    find_package(range-v3 QUIET)
  endif()
  if(NOT TARGET range-v3::range-v3)
    message(STATUS "stria: range-v3 was not found (Debian: librange-v3-dev): there is no target ${name}, and "
                   "<stria/ranges.hpp> cannot be used")
    return()
  endif()
  add_library(stria_ranges INTERFACE)
  add_library(${name} ALIAS stria_ranges)
  target_link_libraries(stria_ranges INTERFACE stria::core range-v3::range-v3)
endfunction()

# stria_add_blas(name target source) adds `name`: matrix products with CBLAS. Either all files of a program must link
# it, or none.
function(stria_add_blas name target source)
  find_package(BLAS QUIET)
  find_path(STRIA_CBLAS_INCLUDE_DIR cblas.h PATH_SUFFIXES openblas cblas)
  mark_as_advanced(STRIA_CBLAS_INCLUDE_DIR)
  if(NOT TARGET BLAS::BLAS OR NOT STRIA_CBLAS_INCLUDE_DIR)
    message(STATUS "stria: BLAS with cblas.h was not found (Debian: libopenblas-dev), there is no target ${name}")
    return()
  endif()
  add_library(stria_cblas STATIC EXCLUDE_FROM_ALL "${source}")
  target_compile_features(stria_cblas PRIVATE cxx_std_23)
  set_target_properties(stria_cblas PROPERTIES POSITION_INDEPENDENT_CODE ON) # for Python modules
  target_include_directories(stria_cblas PRIVATE
    $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
  target_include_directories(stria_cblas SYSTEM PRIVATE "${STRIA_CBLAS_INCLUDE_DIR}")
  target_link_libraries(stria_cblas PRIVATE BLAS::BLAS)
  add_library(stria_blas INTERFACE)
  add_library(${name} ALIAS stria_blas)
  target_compile_definitions(stria_blas INTERFACE STRIA_USE_CBLAS)
  target_link_libraries(stria_blas INTERFACE ${target} stria_cblas)
endfunction()

# stria_add_library_target(name target DEBIAN packages INCLUDES variables... LIBRARIES variables...)
# adds `name`, the library at these paths, if all these variables contain a path. The imported targets of
# find_package are not used, because they are not visible outside of the folder that calls it, and because some
# package files stop the configuration.
function(stria_add_library_target name target)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "DEBIAN" "INCLUDES;LIBRARIES")
  string(REPLACE "stria::" "stria_" own ${name})
  mark_as_advanced(${arg_INCLUDES} ${arg_LIBRARIES})
  set(folders)
  set(libraries)
  foreach(variable IN LISTS arg_INCLUDES arg_LIBRARIES)
    if(NOT ${variable})
      message(STATUS "stria: there is no target ${name}, ${variable} was not found "
                     "(Debian: ${arg_DEBIAN})")
      return()
    endif()
  endforeach()
  foreach(variable IN LISTS arg_INCLUDES)
    list(APPEND folders "${${variable}}")
  endforeach()
  foreach(variable IN LISTS arg_LIBRARIES)
    list(APPEND libraries "${${variable}}")
  endforeach()
  add_library(${own} INTERFACE)
  add_library(${name} ALIAS ${own})
  target_include_directories(${own} SYSTEM INTERFACE ${folders})
  target_link_libraries(${own} INTERFACE ${target} ${libraries})
endfunction()

# stria_add_npz(name target) adds `name`: libzip, for <stria/io/npz.hpp>. The package file of libzip is not used: in
# Debian it stops the configuration if the programs of libzip, which are separate packages, are not installed.
function(stria_add_npz name target)
  find_path(STRIA_LIBZIP_INCLUDE_DIR zip.h DOC "the folder that holds libzip's zip.h")
  find_library(STRIA_LIBZIP_LIBRARY zip DOC "libzip")
  stria_add_library_target(${name} ${target} DEBIAN libzip-dev
    INCLUDES STRIA_LIBZIP_INCLUDE_DIR LIBRARIES STRIA_LIBZIP_LIBRARY)
endfunction()

# stria_add_parallel(name target) adds `name`: large loops on several threads, with OpenMP or, if the compiler has no
# OpenMP, with std::thread. Either all files of a program must link it, or none.
function(stria_add_parallel name target)
  find_package(Threads QUIET)
  if(NOT TARGET Threads::Threads)
    message(STATUS "stria: no threads were found, there is no target ${name}")
    return()
  endif()
  add_library(stria_parallel INTERFACE)
  add_library(${name} ALIAS stria_parallel)
  target_compile_definitions(stria_parallel INTERFACE STRIA_USE_THREADS)
  target_link_libraries(stria_parallel INTERFACE ${target} Threads::Threads)
  find_package(OpenMP QUIET COMPONENTS CXX)
  if(TARGET OpenMP::OpenMP_CXX)
    target_link_libraries(stria_parallel INTERFACE OpenMP::OpenMP_CXX)
  else()
    message(STATUS "stria: no OpenMP for this compiler (Debian, clang: libomp-19-dev), ${name} takes "
                   "std::thread")
  endif()
endfunction()

# stria_add_files(name target) adds `name`: the thread that reads files ahead, for <stria/io/tiles.hpp>.
function(stria_add_files name target)
  find_package(Threads QUIET)
  if(NOT TARGET Threads::Threads)
    message(STATUS "stria: no threads were found, there is no target ${name}")
    return()
  endif()
  add_library(stria_files INTERFACE)
  add_library(${name} ALIAS stria_files)
  target_link_libraries(stria_files INTERFACE ${target} Threads::Threads)
endfunction()

# stria_add_neighbour(name target header variable DEBIAN package
#                     [IMPORTED targets...] [SUFFIXES folders...])
# adds `name`: another header-only library. It is used through one of the IMPORTED targets if such a target exists,
# otherwise through the folder in which `header` is found.
function(stria_add_neighbour name target header variable)
  cmake_parse_arguments(PARSE_ARGV 4 arg "" "DEBIAN" "IMPORTED;SUFFIXES")
  string(REPLACE "stria::" "stria_with_" own ${name})
  if(TARGET ${name})
    return()
  endif()
  set(found)
  foreach(imported IN LISTS arg_IMPORTED)
    if(TARGET ${imported})
      set(found ${imported})
    endif()
  endforeach()
  if(NOT found)
    find_path(${variable} ${header} PATH_SUFFIXES ${arg_SUFFIXES} DOC "the folder that holds ${header}")
    mark_as_advanced(${variable})
    if(NOT ${variable})
      message(STATUS "stria: ${header} was not found (Debian: ${arg_DEBIAN}), there is no target ${name}")
      return()
    endif()
  endif()
  add_library(${own} INTERFACE)
  add_library(${name} ALIAS ${own})
  target_link_libraries(${own} INTERFACE ${target} ${found})
  if(NOT found)
    target_include_directories(${own} SYSTEM INTERFACE "${${variable}}")
  endif()
endfunction()

# stria_add_eigen, stria_add_dlpack, stria_add_notebook and stria_add_python (name target) add `name`: the library that
# headers of stria/interop/ or <stria/show/notebook.hpp> need. For stria::python it is pybind11 without the headers of
# Python. There may be several Pythons, so a module gets these headers from pybind11_add_module(...) or Python::Module.
function(stria_add_eigen name target)
  stria_add_neighbour(${name} ${target} Eigen/Core STRIA_EIGEN_INCLUDE_DIR
    DEBIAN libeigen3-dev IMPORTED Eigen3::Eigen SUFFIXES eigen3)
endfunction()
function(stria_add_dlpack name target)
  stria_add_neighbour(${name} ${target} dlpack/dlpack.h STRIA_DLPACK_INCLUDE_DIR
    DEBIAN libdlpack-dev)
endfunction()
function(stria_add_notebook name target)
  stria_add_neighbour(${name} ${target} nlohmann/json.hpp STRIA_NLOHMANN_INCLUDE_DIR
    DEBIAN nlohmann-json3-dev IMPORTED nlohmann_json::nlohmann_json)
endfunction()
function(stria_add_python name target)
  stria_add_neighbour(${name} ${target} pybind11/pybind11.h STRIA_PYBIND11_INCLUDE_DIR
    DEBIAN pybind11-dev IMPORTED pybind11::headers)
endfunction()

# stria_add_image(name target) adds `name`: libpng and libjpeg, for <stria/io/image.hpp>.
function(stria_add_image name target)
  find_path(STRIA_PNG_INCLUDE_DIR png.h DOC "the folder that holds libpng's png.h")
  find_library(STRIA_PNG_LIBRARY NAMES png png16 libpng16 DOC "libpng")
  find_path(STRIA_JPEG_INCLUDE_DIR jpeglib.h DOC "the folder that holds libjpeg's jpeglib.h")
  find_library(STRIA_JPEG_LIBRARY NAMES jpeg DOC "libjpeg")
  stria_add_library_target(${name} ${target} DEBIAN "libpng-dev libjpeg-dev"
    INCLUDES STRIA_PNG_INCLUDE_DIR STRIA_JPEG_INCLUDE_DIR
    LIBRARIES STRIA_PNG_LIBRARY STRIA_JPEG_LIBRARY)
endfunction()

# stria_add_hdf5(name target) adds `name`: the C library of HDF5, for <stria/io/hdf5.hpp>. The FindHDF5 module of CMake
# is not used, because it needs the language C.
function(stria_add_hdf5 name target)
  find_path(STRIA_HDF5_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial
            DOC "the folder that holds HDF5's hdf5.h")
  find_library(STRIA_HDF5_LIBRARY NAMES hdf5_serial hdf5 DOC "HDF5's C library")
  stria_add_library_target(${name} ${target} DEBIAN libhdf5-dev
    INCLUDES STRIA_HDF5_INCLUDE_DIR LIBRARIES STRIA_HDF5_LIBRARY)
  if(TARGET stria_hdf5) # files::open reads data sets
    target_compile_definitions(stria_hdf5 INTERFACE STRIA_USE_HDF5)
  endif()
endfunction()

# stria_add_mpi(name target) adds `name`: MPI, for <stria/mpi.hpp>. Paths are used, because imported targets are not
# visible outside of the folder that found them.
function(stria_add_mpi name target)
  find_package(MPI QUIET COMPONENTS CXX)
  if(NOT MPI_CXX_FOUND)
    message(STATUS "stria: MPI was not found (Debian: libopenmpi-dev openmpi-bin): there is no target ${name}, and "
                   "<stria/mpi.hpp> cannot be used")
    return()
  endif()
  add_library(stria_mpi INTERFACE)
  add_library(${name} ALIAS stria_mpi)
  target_include_directories(stria_mpi SYSTEM INTERFACE ${MPI_CXX_INCLUDE_DIRS})
  target_link_libraries(stria_mpi INTERFACE ${target} ${MPI_CXX_LIBRARIES})
endfunction()

# The files that stria_add_device compiles, and the headers in their folder.
set(STRIA_DEVICE_SOURCES
  clblast.cpp
  complex_text.cpp
  context.cpp
  cublas.cpp
  cuda.cpp
  cuda_api.cpp
  draft.cpp
  frame_text.cpp
  function_text.cpp
  kernel_cache.cpp
  kernel_text.cpp
  nvrtc.cpp
  opencl.cpp
  opencl_api.cpp
  product.cpp
  random.cpp
  report.cpp
  scan.cpp
  sort.cpp
  stream.cpp
  updates.cpp
)
set(STRIA_DEVICE_HEADERS
  blas.hpp
  clblast.hpp
  complex_text.hpp
  cublas.hpp
  cuda_api.hpp
  cuda_session.hpp
  drivers.hpp
  frame_text.hpp
  kernel_cache.hpp
  opencl_api.hpp
  opencl_session.hpp
  report.hpp
  row_kernel.hpp
  shared_library.hpp
)

# stria_add_device(name target folder) adds `name`: expressions on devices. A program searches for CUDA and OpenCL when
# it runs, so the build needs neither.
function(stria_add_device name target folder)
  find_package(Threads QUIET)
  if(NOT UNIX OR NOT TARGET Threads::Threads)
    message(STATUS "stria: there is no target ${name}, which needs a Unix system with threads")
    return()
  endif()
  list(TRANSFORM STRIA_DEVICE_SOURCES PREPEND "${folder}/" OUTPUT_VARIABLE sources)
  add_library(stria_device_drivers STATIC EXCLUDE_FROM_ALL ${sources})
  target_compile_features(stria_device_drivers PRIVATE cxx_std_23)
  # Six files are compiled together, because most of their time is spent on the headers of the standard library.
  set_target_properties(stria_device_drivers PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6
                        POSITION_INDEPENDENT_CODE ON) # for Python modules
  target_include_directories(stria_device_drivers PRIVATE
    $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
  target_link_libraries(stria_device_drivers PUBLIC ${CMAKE_DL_LIBS} Threads::Threads)
  add_library(stria_device INTERFACE)
  add_library(${name} ALIAS stria_device)
  target_link_libraries(stria_device INTERFACE ${target} stria_device_drivers)
endfunction()

# The sources of stria_add_fft, and the header in their folder. stria_add_fft compiles transform.cpp and the file of the
# chosen library.
set(STRIA_FFT_SOURCES transform.cpp eigen_rows.cpp fftw_rows.cpp)
set(STRIA_FFT_HEADERS rows.hpp)

# stria_add_fft(name target folder) adds `name`: the transforms of <stria/fft.hpp>. Eigen computes them, or FFTW
# with STRIA_FFT=fftw; FFTW is under the GPL. The transforms are compiled once, into a library of this project.
function(stria_add_fft name target folder)
  set(STRIA_FFT "eigen" CACHE STRING "What transforms in ${name}: eigen, or fftw (under the GPL)")
  set_property(CACHE STRIA_FFT PROPERTY STRINGS eigen fftw)
  set(includes)
  set(libraries)
  if(STRIA_FFT STREQUAL "fftw")
    find_path(STRIA_FFTW_INCLUDE_DIR fftw3.h DOC "the folder that holds FFTW's fftw3.h")
    find_library(STRIA_FFTW_LIBRARY fftw3 DOC "FFTW for double")
    find_library(STRIA_FFTWF_LIBRARY fftw3f DOC "FFTW for float")
    mark_as_advanced(STRIA_FFTW_INCLUDE_DIR STRIA_FFTW_LIBRARY STRIA_FFTWF_LIBRARY)
    foreach(variable STRIA_FFTW_INCLUDE_DIR STRIA_FFTW_LIBRARY STRIA_FFTWF_LIBRARY)
      if(NOT ${variable})
        message(STATUS "stria: there is no target ${name}, STRIA_FFT is fftw and ${variable} was not found "
                       "(Debian: libfftw3-dev)")
        return()
      endif()
    endforeach()
    set(includes "${STRIA_FFTW_INCLUDE_DIR}")
    set(libraries "${STRIA_FFTW_LIBRARY}" "${STRIA_FFTWF_LIBRARY}")
  elseif(STRIA_FFT STREQUAL "eigen")
    find_path(STRIA_EIGEN_FFT_INCLUDE_DIR unsupported/Eigen/FFT PATH_SUFFIXES eigen3
              HINTS "${EIGEN3_INCLUDE_DIR}" DOC "the folder that holds unsupported/Eigen/FFT")
    mark_as_advanced(STRIA_EIGEN_FFT_INCLUDE_DIR)
    if(NOT STRIA_EIGEN_FFT_INCLUDE_DIR)
      message(STATUS "stria: there is no target ${name}, unsupported/Eigen/FFT was not found "
                     "(Debian: libeigen3-dev; or choose FFTW, which is under the GPL: -DSTRIA_FFT=fftw)")
      return()
    endif()
    set(includes "${STRIA_EIGEN_FFT_INCLUDE_DIR}")
  else()
    message(FATAL_ERROR "stria: STRIA_FFT is ${STRIA_FFT}, and is one of eigen and fftw")
  endif()
  add_library(stria_transforms STATIC EXCLUDE_FROM_ALL
    "${folder}/transform.cpp" "${folder}/${STRIA_FFT}_rows.cpp")
  target_compile_features(stria_transforms PRIVATE cxx_std_23)
  set_target_properties(stria_transforms PROPERTIES POSITION_INDEPENDENT_CODE ON) # for Python modules
  # -fcx-limited-range omits the special cases of infinities in products of complex numbers. With g++, these cases
  # would double the time of a transform.
  target_compile_options(stria_transforms PRIVATE
    $<$<AND:$<CXX_COMPILER_ID:GNU,Clang>,$<NOT:$<CONFIG:Debug>>>:-O3>
    $<$<OR:$<CXX_COMPILER_ID:GNU>,$<AND:$<CXX_COMPILER_ID:Clang>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,19>>>:-fcx-limited-range>)
  target_include_directories(stria_transforms PRIVATE
    $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
  target_include_directories(stria_transforms SYSTEM PRIVATE "${includes}")
  target_link_libraries(stria_transforms PUBLIC ${libraries})
  add_library(stria_fft INTERFACE)
  add_library(${name} ALIAS stria_fft)
  target_link_libraries(stria_fft INTERFACE ${target} stria_transforms)
endfunction()

# The files that stria_add_linalg compiles, and the headers in their folders: those for Eigen, then those for LAPACK.
set(STRIA_LINALG_SOURCES
  eigenvalues.cpp
  exponential.cpp
  factor.cpp
  hermitian.cpp
  lu.cpp
  svd_complex.cpp
  svd_real.cpp
)
set(STRIA_LINALG_HEADERS matrices.hpp shared.hpp svd.hpp)
set(STRIA_LINALG_LAPACK_SOURCES kernels.cpp)
set(STRIA_LINALG_LAPACK_HEADERS matrices.hpp routines.hpp)

# stria_add_linalg(name target folder) adds `name`: the functions of <stria/linalg.hpp>. Eigen computes them, or LAPACK
# with STRIA_LINALG=lapack. The functions are compiled once, into a library of this project, with the CMAKE_CXX_FLAGS
# of this project: with -march=native in these flags, Eigen uses wider vectors. Programs that link the target need no
# header of either library.
function(stria_add_linalg name target folder)
  set(STRIA_LINALG "eigen" CACHE STRING "What computes in ${name}: eigen or lapack")
  set_property(CACHE STRIA_LINALG PROPERTY STRINGS eigen lapack)
  set(includes)
  set(libraries)
  if(STRIA_LINALG STREQUAL "lapack")
    find_package(LAPACK QUIET)
    if(NOT LAPACK_FOUND)
      message(STATUS "stria: there is no target ${name}, STRIA_LINALG is lapack and LAPACK was not found "
                     "(Debian: libopenblas-dev or liblapack-dev)")
      return()
    endif()
    # Paths are used, because imported targets are not visible outside of the folder that found them.
    set(libraries ${LAPACK_LIBRARIES})
    list(TRANSFORM STRIA_LINALG_LAPACK_SOURCES PREPEND "${folder}/lapack/" OUTPUT_VARIABLE sources)
  elseif(STRIA_LINALG STREQUAL "eigen")
    if(NOT TARGET Eigen3::Eigen)
      find_package(Eigen3 QUIET NO_MODULE)
    endif()
    if(NOT TARGET Eigen3::Eigen)
      message(STATUS "stria: there is no target ${name}, Eigen was not found (Debian: libeigen3-dev; "
                     "elsewhere Eigen3_DIR is the folder of Eigen3Config.cmake; or -DSTRIA_LINALG=lapack)")
      return()
    endif()
    # Only the include folders of Eigen are used, and the target is not linked. Otherwise a project that links the
    # static library would need the target. Targets that find_package defines in another folder are not visible to
    # the project.
    set(includes $<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>)
    list(TRANSFORM STRIA_LINALG_SOURCES PREPEND "${folder}/" OUTPUT_VARIABLE sources)
  else()
    message(FATAL_ERROR "stria: STRIA_LINALG is ${STRIA_LINALG}; it must be eigen or lapack")
  endif()
  add_library(stria_linalg_kernels STATIC EXCLUDE_FROM_ALL ${sources})
  target_compile_features(stria_linalg_kernels PRIVATE cxx_std_23)
  # Four files are compiled together, because they share many instantiations of Eigen templates.
  set_target_properties(stria_linalg_kernels PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 4
                        POSITION_INDEPENDENT_CODE ON) # for Python modules
  # With -O3 the compilation takes a third longer, and the functions are not faster.
  target_compile_options(stria_linalg_kernels PRIVATE
    $<$<AND:$<CXX_COMPILER_ID:GNU,Clang>,$<NOT:$<CONFIG:Debug>>>:-O2>)
  target_include_directories(stria_linalg_kernels PRIVATE
    $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
  target_include_directories(stria_linalg_kernels SYSTEM PRIVATE ${includes})
  target_link_libraries(stria_linalg_kernels PUBLIC ${libraries})
  add_library(stria_linalg INTERFACE)
  add_library(${name} ALIAS stria_linalg)
  target_link_libraries(stria_linalg INTERFACE ${target} stria_linalg_kernels)
endfunction()

# stria_add_simd(name target source) adds `name`: the functions of <cmath> for several elements at once. If xsimd is
# not found, the target is defined without them. The functions are compiled once, into a library of this project, with
# the CMAKE_CXX_FLAGS of this project: with -march=native in these flags, they use wider vectors. Either all files of
# a program must link the target, or none.
function(stria_add_simd name target source)
  add_library(stria_simd INTERFACE)
  add_library(${name} ALIAS stria_simd)
  target_link_libraries(stria_simd INTERFACE ${target})
  find_path(STRIA_XSIMD_INCLUDE_DIR xsimd/xsimd.hpp DOC "the folder that holds xsimd/xsimd.hpp")
  mark_as_advanced(STRIA_XSIMD_INCLUDE_DIR)
  if(NOT STRIA_XSIMD_INCLUDE_DIR)
    message(STATUS "stria: xsimd was not found (Debian: libxsimd-dev), ${name} computes element by element")
    return()
  endif()
  add_library(stria_vector_functions STATIC EXCLUDE_FROM_ALL "${source}")
  target_compile_features(stria_vector_functions PRIVATE cxx_std_23)
  target_compile_definitions(stria_vector_functions PRIVATE STRIA_USE_SIMD)
  target_compile_options(stria_vector_functions PRIVATE
    $<$<AND:$<CXX_COMPILER_ID:GNU,Clang>,$<NOT:$<CONFIG:Debug>>>:-O3>
    # xsimd converts infinite values to integers, and does not use the results.
    $<$<CXX_COMPILER_ID:GNU,Clang>:-fno-sanitize=float-cast-overflow>)
  set_target_properties(stria_vector_functions PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(stria_vector_functions PRIVATE
    $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
  target_include_directories(stria_vector_functions SYSTEM PRIVATE "${STRIA_XSIMD_INCLUDE_DIR}")
  target_compile_definitions(stria_simd INTERFACE STRIA_USE_SIMD)
  target_link_libraries(stria_simd INTERFACE stria_vector_functions)
endfunction()

# stria_add_module(name target source) adds `name` for clang 19 and newer: `import stria;`. The module is compiled once,
# in this project, with the CMAKE_CXX_FLAGS of this project. CMake 3.28 and newer versions support modules if the
# generator is Ninja. Otherwise a compiler option gives the file of the module to all targets that link `name`.
function(stria_add_module name target source)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS 19)
    return()
  endif()
  if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.28 AND CMAKE_CXX_COMPILER_CLANG_SCAN_DEPS AND CMAKE_GENERATOR MATCHES "Ninja")
    cmake_path(GET source PARENT_PATH folder)
    add_library(stria_module STATIC EXCLUDE_FROM_ALL)
    add_library(${name} ALIAS stria_module)
    target_sources(stria_module PUBLIC FILE_SET CXX_MODULES BASE_DIRS "${folder}" FILES "${source}")
    target_compile_features(stria_module PUBLIC cxx_std_23)
    set_target_properties(stria_module PROPERTIES CXX_SCAN_FOR_MODULES ON POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(stria_module PUBLIC ${target})
    return()
  endif()

  set(standard ${CMAKE_CXX23_EXTENSION_COMPILE_OPTION})
  if(DEFINED CMAKE_CXX_EXTENSIONS AND NOT CMAKE_CXX_EXTENSIONS)
    set(standard ${CMAKE_CXX23_STANDARD_COMPILE_OPTION})
  endif()
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${config}}")
  list(PREPEND flags ${standard})
  set(includes $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
  set(module "${CMAKE_CURRENT_BINARY_DIR}/stria.pcm")
  set(object "${CMAKE_CURRENT_BINARY_DIR}/stria_module${CMAKE_CXX_OUTPUT_EXTENSION}")
  add_custom_command(OUTPUT "${module}"
    COMMAND ${CMAKE_CXX_COMPILER} ${flags} "-I$<JOIN:$<REMOVE_DUPLICATES:${includes}>,;-I>"
            -MD -MF "${module}.d" -MT "${module}" --precompile "${source}" -o "${module}"
    DEPENDS "${source}" DEPFILE "${module}.d" COMMAND_EXPAND_LISTS VERBATIM
    COMMENT "Compiling the module stria")
  # Whether the code is position-independent was decided when the module was compiled: by the default of clang,
  # or by the flags of the project.
  add_custom_command(OUTPUT "${object}"
    COMMAND ${CMAKE_CXX_COMPILER} ${flags} -Wno-unused-command-line-argument -c "${module}" -o "${object}"
    DEPENDS "${module}" VERBATIM)
  add_library(stria_module_code STATIC EXCLUDE_FROM_ALL "${object}" "${module}")
  set_target_properties(stria_module_code PROPERTIES LINKER_LANGUAGE CXX)
  add_library(stria_module INTERFACE)
  add_library(${name} ALIAS stria_module)
  target_compile_options(stria_module INTERFACE "-fmodule-file=stria=${module}")
  target_link_libraries(stria_module INTERFACE ${target} stria_module_code)
endfunction()

# stria_add_pch(name target) adds `name`: <stria/stria.hpp> is precompiled for each target that links `name`.
# target_precompile_headers(other REUSE_FROM one) shares the precompiled header of the target `one`.
function(stria_add_pch name target)
  add_library(stria_pch INTERFACE)
  add_library(${name} ALIAS stria_pch)
  target_link_libraries(stria_pch INTERFACE ${target})
  target_precompile_headers(stria_pch INTERFACE <stria/stria.hpp>)
endfunction()

# stria_add_instantiated(name target source) adds `name`: the compiled part, which are the templates in
# <stria/instantiated.hpp>. An installed stria may have it as a library, which stria::core links. Otherwise it is
# compiled once, into a library of this project, with the CMAKE_CXX_FLAGS of this project.
function(stria_add_instantiated name target source)
  add_library(stria_instantiated INTERFACE)
  add_library(${name} ALIAS stria_instantiated)
  target_link_libraries(stria_instantiated INTERFACE ${target})
  get_target_property(libraries stria::core INTERFACE_LINK_LIBRARIES)
  if("stria::compiled_part" IN_LIST libraries)
    return()
  endif()
  add_library(stria_instances STATIC EXCLUDE_FROM_ALL "${source}")
  stria_compile_part(stria_instances ${target})
  target_compile_definitions(stria_instantiated INTERFACE STRIA_USE_INSTANTIATED)
  target_link_libraries(stria_instantiated INTERFACE stria_instances)
endfunction()

# stria_compile_part(library target) sets the options with which `library` compiles the part.
# Compiling them with -O3 would take a third longer.
function(stria_compile_part library target)
  target_compile_features(${library} PRIVATE cxx_std_23)
  set_target_properties(${library} PROPERTIES POSITION_INDEPENDENT_CODE ON) # for Python modules
  target_include_directories(${library} PRIVATE
    $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
  target_compile_options(${library} PRIVATE $<TARGET_PROPERTY:${target},INTERFACE_COMPILE_OPTIONS>
    $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-O2>) # also in debug builds
endfunction()

# stria_add_header_only(name target) adds `name`: `target` without the compiled part.
function(stria_add_header_only name target)
  add_library(stria_header_only INTERFACE)
  add_library(${name} ALIAS stria_header_only)
  target_link_libraries(stria_header_only INTERFACE ${target})
  target_compile_definitions(stria_header_only INTERFACE STRIA_HEADER_ONLY)
endfunction()
