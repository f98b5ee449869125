#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Prints recorded.hpp: results of NumPy and SciPy for a few matrices.

usage: record.py > recorded.hpp
"""

import numpy as np
import scipy
import scipy.linalg

rng = np.random.default_rng(20)


def quarters(*shape):
    """Elements that are exact in float."""
    return rng.integers(-8, 9, shape) / 4


def definite(n, parts=1):
    a = quarters(n, n) if parts == 1 else quarters(n, n) + 1j * quarters(n, n)
    return np.round((a @ a.conj().T) * 4) / 4 + n * np.eye(n)


def right_side(m):
    return np.array([[i - 2 * j + 1 for j in range(2)] for i in range(m)], float)


matrices = {
    "one": np.array([[-3.0]]),
    "two": np.array([[1.0, 2.0], [3.0, 4.0]]),
    "three": quarters(3, 3),
    "four": quarters(4, 4),
    "five": quarters(5, 5),
    "turn": np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 2.0]]),
    "pivot": np.array([[0.0, 2.0, 1.0], [0.0, 0.0, 3.0], [4.0, 1.0, 5.0]]),
    "shear": np.array([[1.0, 1.0], [0.0, 1.0]]),
    "singular": np.array([[1.0, 2.0], [2.0, 4.0]]),
    "zero": np.zeros((3, 3)),
    "deficient": np.outer([1.0, 2.0, -1.0, 0.5], [2.0, 1.0, 0.0, 4.0]) + np.outer([1.0, 0, 2, 1], [0, 1.0, 1, 1]),
    "definite2": definite(2),
    "definite3": definite(3),
    "definite6": definite(6),
    "large": quarters(20, 20),
    "tall": quarters(5, 3),
    "wide": quarters(3, 5),
    "column": quarters(4, 1),
    "row": quarters(1, 4),
    "largetall": quarters(24, 18),
    "complex1": np.array([[1.0 + 2j]]),
    "complex2": quarters(2, 2) + 1j * quarters(2, 2),
    "complex3": quarters(3, 3) + 1j * quarters(3, 3),
    "complex5": quarters(5, 5) + 1j * quarters(5, 5),
    "hermitian3": definite(3, 2),
    "hermitian5": definite(5, 2),
    "complextall": quarters(4, 2) + 1j * quarters(4, 2),
    "complexwide": quarters(2, 4) + 1j * quarters(2, 4),
    "complexlarge": quarters(18, 18) + 1j * quarters(18, 18),
}


def results(name, a):
    """(function, values) of one matrix."""
    m, n = a.shape
    small = max(m, n) < 10
    norm, la = np.linalg.norm, np.linalg
    for order in ["fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf]:
        yield f"matrix_norm {order}", norm(a, order)
    for order in [0, 0.5, 1, 2, 3, np.inf, -np.inf]:
        yield f"vector_norm {order}", norm(a.ravel(), order)
    yield "vector_norm rows", norm(a, 1, axis=1)
    yield "svdvals", la.svd(a, compute_uv=False)
    yield "matrix_rank", la.matrix_rank(a)
    yield "trace", np.trace(a)
    if small:
        yield "pinv", la.pinv(a, m * 1e-12)
        p, l, u = scipy.linalg.lu(a)
        yield "lu P", p
        yield "lu L", l
        yield "lu U", u
        q, r = la.qr(a)
        yield "qr Q", q
        yield "qr R", r
    x, residuals, _, _ = la.lstsq(a, right_side(m), rcond=1e-12)
    yield "lstsq", x
    yield "residuals", residuals
    if m != n:
        yield "cond", la.cond(a)
        return
    yield "det", la.det(a)
    sign, log = la.slogdet(a)
    yield "sign", sign
    yield "logabsdet", log
    values = la.eigvals(a).astype(complex)
    yield "eigvals", values[np.lexsort((np.round(values.imag, 6), np.round(values.real, 6)))]
    yield "eigvalsh", la.eigvalsh(a)
    yield "eigvalsh upper", la.eigvalsh(a, "U")
    if small:
        yield "expm", scipy.linalg.expm(a / 4)
        yield "matrix_power 3", la.matrix_power(a, 3)
        yield "matrix_power 0", la.matrix_power(a, 0)
    if la.matrix_rank(a) == n:
        for p in [None, 2, -2, 1, -1, np.inf, -np.inf, "fro"]:
            yield f"cond {p}", la.cond(a, p)
        yield "solve", la.solve(a, right_side(n))
        if small:
            yield "inv", la.inv(a)
            yield "matrix_power -2", la.matrix_power(a, -2)
    if name.startswith(("definite", "hermitian")):
        yield "cholesky", la.cholesky(a)


def numbers(values, is_complex):
    flat = np.asarray(values).ravel()
    flat = flat.astype(complex if is_complex else float)
    if is_complex:
        flat = np.stack([flat.real, flat.imag], -1).ravel()
    return " ".join("inf" if v == np.inf else "-inf" if v == -np.inf else repr(float(v)) for v in flat)


def line(*words):
    return " ".join(word for word in words if word) + "\n"


text = ""
for name, a in matrices.items():
    m, n = a.shape
    kind = np.iscomplexobj(a)
    text += line("matrix", name, str(m), str(n), numbers(a, kind))
    with np.errstate(all="ignore"):
        for function, values in results(name, a):
            own = np.iscomplexobj(values)
            text += line(function.replace(" ", "_"), "complex" if own else "real", numbers(values, own))
# No literal is longer than the length that compilers must accept.
lines = text.splitlines(keepends=True)
parts = ["".join(lines[k:k + 60]) for k in range(0, len(lines), 60)]

print("// SPDX-License-Identifier: BSL-1.0")
print(f"// Printed by record.py, with NumPy {np.__version__} and SciPy {scipy.__version__}: a matrix, its sizes and its\n"
      "// elements, then lines of a function, the kind of its values and these, of complex numbers both parts.")
print("#pragma once\n\nnamespace recorded {\n")
print("// clang-format off\ninline constexpr const char* texts[] = {")
for part in parts:
    print('R"(' + part + ')",')
print("};\n// clang-format on\n\n} // namespace recorded")
