#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares packaging/ with CMakeLists.txt and cmake/dependencies.cmake: the version, the options, the components and
the names of the packages that they need. Runs the Conan recipe with replacements of Conan's classes.

usage: check_packaging.py CHECKOUT
"""

import json
import re
import sys
import types
from pathlib import Path
from unittest import mock


# Components that need no package.
NEED_NOTHING = {"parallel", "files", "device", "module", "pch", "instantiated", "header_only"}


def packages(checkout):
    """component -> {"vcpkg": [names], "conan": [names]}, as cmake/dependencies.cmake lists them."""
    text = (checkout / "cmake/dependencies.cmake").read_text(encoding="utf-8")
    table = re.search(r"set\(STRIA_PACKAGES([^()]*(?:\([^()]*\)[^()]*)*)\)", text)[1]
    rows = [line.strip().strip('"').split("|") for line in table.splitlines() if "|" in line]
    return {row[0]: {"vcpkg": row[3].split(), "conan": row[4].split()} for row in rows if row[0] != "tests"}


def version(checkout):
    text = (checkout / "dsl/stria/version.hpp").read_text(encoding="utf-8")
    return ".".join(re.findall(r"#define STRIA_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", text))


def repository(checkout):
    return json.loads((checkout / "docs/site.json").read_text(encoding="utf-8"))["repository"]


def parts(checkout):
    text = (checkout / "cmake/products.cmake").read_text(encoding="utf-8")
    return ["ranges"] + re.search(r"set\(STRIA_PARTS ([^)]*)\)", text)[1].split()


def options(checkout):
    text = "\n".join((checkout / file).read_text(encoding="utf-8") for file in ("CMakeLists.txt", "cmake/install.cmake", "cmake/compiled_part.cmake"))
    return set(re.findall(r"(?m)^(?:option\(|set\((?=\w+ [^()]*\bCACHE\b))(\w+)", text))


def name_of(dependency):
    return dependency if isinstance(dependency, str) else dependency["name"]


def check_table(checkout, table):
    for component in table.keys() - {"dsl"} - set(parts(checkout)):
        yield f"dependencies.cmake: {component} is no component"
    for component in set(parts(checkout)) - table.keys() - NEED_NOTHING:
        yield f"dependencies.cmake: does not say what {component} needs"


def check_vcpkg(checkout, table):
    port = checkout / "packaging/vcpkg/stria"
    manifest = json.loads((port / "vcpkg.json").read_text(encoding="utf-8"))
    if manifest["version"] != version(checkout):
        yield f"vcpkg.json: the version is {manifest['version']}, and {version(checkout)} in version.hpp"
    if manifest["homepage"] != repository(checkout):
        yield f"vcpkg.json: the homepage is {manifest['homepage']}"
    # The order in which `vcpkg format-manifest` writes a manifest.
    order = ["name", "version", "description", "homepage", "license", "supports", "dependencies", "default-features", "features"]
    if list(manifest) != order:
        yield f"vcpkg.json: the order of the fields is {list(manifest)}"
    lists = [manifest["dependencies"], list(manifest["features"]), *(f["dependencies"] for f in manifest["features"].values())]
    for each in lists:
        if [name_of(d) for d in each] != sorted(name_of(d) for d in each):
            yield f"vcpkg.json: {each} is not sorted"
    own = [name_of(d) for d in manifest["dependencies"]]
    if [d for d in own if not d.startswith("vcpkg-")] != table["dsl"]["vcpkg"]:
        yield f"vcpkg.json: depends on {own}"
    if manifest["default-features"] != ["ranges"]:
        yield "vcpkg.json: range-v3 is not a default"
    features = {name: [name_of(d) for d in f["dependencies"]] for name, f in manifest["features"].items()}
    expected = {c: sorted(names["vcpkg"]) for c, names in table.items() if c != "dsl"}
    if features != expected:
        yield f"vcpkg.json: the features are {features}, not {expected}"
    portfile = (port / "portfile.cmake").read_text(encoding="utf-8")
    usage = (port / "usage").read_text(encoding="utf-8")
    set_options = set(re.findall(r"-D(\w+)=", portfile))
    if not set_options or not set_options <= options(checkout):
        yield f"portfile.cmake: sets {set_options}, and the options are {options(checkout)}"
    for component in expected:
        if not re.search(rf"\b{component}\b", usage):
            yield f"usage: does not name {component}"


class Options(dict):
    get_safe = dict.get


def load_recipe(path):
    """The module of a recipe, with replacements of the classes of Conan."""
    names = {"conan": ["ConanFile"], "conan.errors": ["ConanInvalidConfiguration"], "conan.tools": [],
             "conan.tools.scm": ["Version"], "conan.tools.build": ["check_min_cppstd", "can_run"],
             "conan.tools.cmake": ["CMake", "CMakeDeps", "CMakeToolchain", "cmake_layout"],
             "conan.tools.files": ["copy", "load"]}
    modules = {name: types.ModuleType(name) for name in names}
    for name, members in names.items():
        for member in members:
            setattr(modules[name], member, mock.MagicMock(name=member))
    modules["conan"].ConanFile = type("ConanFile", (), {"recipe_folder": str(path.parent)})
    modules["conan.tools.files"].load = lambda self, file: Path(file).read_text(encoding="utf-8")
    module = types.ModuleType(path.stem)
    with mock.patch.dict(sys.modules, modules):
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
    return module


def check_conan(checkout, table):
    module = load_recipe(checkout / "packaging/conan/conanfile.py")
    recipe = module.StriaConan()
    recipe.init()
    if recipe.homepage != repository(checkout):
        yield f"conanfile.py: the homepage is {recipe.homepage}"
    recipe.set_version()
    if recipe.version != version(checkout):
        yield f"conanfile.py: the version is {recipe.version}"
    if not recipe.default_options["ranges"]:
        yield "conanfile.py: range-v3 is not a default"
    names = lambda calls: [call.args[0].split("/")[0] for call in calls]
    for component in [None, *recipe.options]:
        recipe.options = Options({component: True})
        recipe.requires = mock.MagicMock()
        recipe.requirements()
        expected = table["dsl"]["conan"] + (sorted(table[component]["conan"]) if component in table else [])
        if names(recipe.requires.call_args_list) != expected:
            yield f"conanfile.py: {component} requires {names(recipe.requires.call_args_list)}, not {expected}"
    if set(module.StriaConan.options) - {"header_only"} != table.keys() - {"dsl"}:
        yield f"conanfile.py: the options are {set(module.StriaConan.options)}"
    recipe.generate()
    toolchain = module.CMakeToolchain.return_value.cache_variables
    set_options = {call.args[0] for call in toolchain.__setitem__.call_args_list}
    if not set_options or not set_options <= options(checkout):
        yield f"conanfile.py: sets {set_options}, and the options are {options(checkout)}"
    recipe.export_sources_folder = "exported"
    recipe.export_sources()
    for call in module.copy.call_args_list:
        if not list(checkout.glob(call.args[1])):
            yield f"conanfile.py: exports {call.args[1]}, which is not there"
    exported = {call.args[1].split("/")[0] for call in module.copy.call_args_list}
    rules = (checkout / "cmake/install.cmake").read_text(encoding="utf-8")
    installed = set(re.findall(r"(?<![/\w])(\w+)/\w+\.(?:cmake|cpp|cppm|natvis|py)\b", rules))
    if not installed or not installed <= exported:
        yield f"conanfile.py: does not export {installed - exported}, which install.cmake installs"
    recipe.cpp_info = mock.MagicMock()
    recipe.package_info()
    if "lib/cmake/stria" not in [Path(d).as_posix() for d in recipe.cpp_info.builddirs]:
        yield f"conanfile.py: striaConfig.cmake is not in {recipe.cpp_info.builddirs}"
    load_recipe(checkout / "packaging/conan/test_package/conanfile.py")


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__.strip())
    checkout = Path(arguments[0])
    table = packages(checkout)
    problems = [problem for check in (check_table, check_vcpkg, check_conan) for problem in check(checkout, table)]
    for problem in problems:
        print(problem)
    print(f"{len(table)} components, {len(problems)} problems")
    sys.exit(1 if problems or len(table) < 5 else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
