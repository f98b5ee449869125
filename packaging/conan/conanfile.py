# SPDX-License-Identifier: BSL-1.0
"""Conan 2 recipe for the checkout that contains it: conan create packaging/conan -s compiler.cppstd=23"""

import json
import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load
from conan.tools.scm import Version

# The packages that each option, a component of stria, requires.
REQUIREMENTS = {
    "ranges": ["range-v3/[>=0.11]"],
    "simd": ["xsimd/[>=8]"],
    "blas": ["openblas/[>=0.3.20]"],
    "linalg": ["eigen/[>=3.4 <4]"],
    "fft": ["eigen/[>=3.4 <4]"],
    "npz": ["libzip/[>=1.7]"],
    "image": ["libpng/[>=1.6]", "libjpeg-turbo/[>=2]"],
    "hdf5": ["hdf5/[>=1.10]"],
    "mpi": ["openmpi/[>=4.1]"],
    "eigen": ["eigen/[>=3.4 <4]"],
    "dlpack": ["dlpack/[>=0.6]"],
    "notebook": ["nlohmann_json/[>=3]"],
    "python": ["pybind11/[>=2.9]"],
}


class StriaConan(ConanFile):
    name = "stria"
    description = "A tensor library for C++23 with the indexing of NumPy and lazy expressions"
    license = "BSL-1.0"
    topics = ("array", "expression-templates", "numpy", "tensor")
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {component: [True, False] for component in [*REQUIREMENTS, "header_only"]}
    default_options = {component: component == "ranges" for component in [*REQUIREMENTS, "header_only"]}
    no_copy_source = True

    @property
    def _checkout(self):
        return os.path.join(self.recipe_folder, os.pardir, os.pardir)

    def init(self):
        beside = os.path.join(self.recipe_folder, "site.json")  # of an exported recipe
        path = beside if os.path.exists(beside) else os.path.join(self._checkout, "docs", "site.json")
        with open(path, encoding="utf-8") as file:
            self.homepage = self.url = json.load(file)["repository"]

    def set_version(self):
        text = load(self, os.path.join(self._checkout, "dsl", "stria", "version.hpp"))
        self.version = ".".join(re.findall(r"#define STRIA_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", text))

    def export(self):
        copy(self, "site.json", src=os.path.join(self._checkout, "docs"), dst=self.export_folder)

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "docs/site.json", "cmake/*", "dsl/*", "include/*", "src/*", "debug/*",
                        "module/*"):
            copy(self, pattern, src=self._checkout, dst=self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        self.requires("boost/[>=1.74 <2]", transitive_headers=True, options={"header_only": True})
        wanted = {requirement for component, needed in REQUIREMENTS.items()
                  if self.options.get_safe(component) for requirement in needed}
        for requirement in sorted(wanted):
            self.requires(requirement, transitive_headers=True, transitive_libs=True)

    def validate(self):
        if self.settings.get_safe("compiler.cppstd"):
            check_min_cppstd(self, 23)
        oldest = {"gcc": "12", "clang": "17"}.get(str(self.settings.get_safe("compiler")))
        if oldest is None or Version(self.settings.get_safe("compiler.version")) < oldest:
            raise ConanInvalidConfiguration("stria needs g++ 12 or newer, or clang 17 or newer")

    def package_id(self):
        if self.info.options.get_safe("header_only"):
            self.info.clear()
        else:
            self.info.settings.rm_safe("build_type")  # the compiled part is always optimised

    def generate(self):
        toolchain = CMakeToolchain(self)
        for option in ("STRIA_BUILD_TESTS", "STRIA_BUILD_EXAMPLES", "STRIA_BUILD_BENCHMARKS"):
            toolchain.cache_variables[option] = False
        toolchain.cache_variables["STRIA_INSTALL"] = True
        toolchain.cache_variables["STRIA_INSTALL_COMPILED"] = not self.options.get_safe("header_only")
        toolchain.cache_variables["STRIA_INSTALL_CMAKEDIR"] = "lib/cmake/stria"
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        # The targets are those of striaConfig.cmake, which compiles the sources of components.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "stria")]
        self.cpp_info.bindirs = []
