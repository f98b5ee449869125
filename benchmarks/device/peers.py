#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Times the statements of device_bench.cpp with CuPy and PyTorch, on the first GPU.

usage: benchmarks/device/peers.py [MiB of an operand, 1024] [runs, 11]

Prints bandwidths in GB/s, computed from the smallest number of bytes that a statement must read and write, as
device_bench.cpp does. PyTorch runs each statement as written and through `torch.compile`. A library that is not
installed is left out, and so is a statement that a library cannot run.
"""
import statistics
import sys
import time

LAUNCHES = 5  # statements between two waits, so that the launch overhead is hidden


class with_cupy:
    """What differs between the libraries: CuPy."""

    def __init__(self):
        import cupy
        self.m = cupy
        self.name = f"CuPy {cupy.__version__}"
        self.wait = cupy.cuda.Device().synchronize
        self.forms = {"as written": lambda statement: statement}

    def full(self, shape, value):
        return self.m.full(shape, value, dtype=self.m.float32)

    def uniform(self, n):
        return self.m.random.random(n, dtype=self.m.float32)

    def integers(self, end, n):
        return self.m.random.randint(0, end, n, dtype=self.m.int32)

    def copy(self, x):
        return x.copy()

    def reversed(self, x):
        return x[::-1, ::-1]

    def contiguous(self, x):
        return self.m.ascontiguousarray(x)

    def row_maxima(self, x):
        return x.max(1, keepdims=True)

    def sort(self, x):
        return self.m.sort(x)


class with_torch:
    """What differs between the libraries: PyTorch."""

    def __init__(self):
        import torch
        if not torch.cuda.is_available():
            raise ImportError("no GPU")
        self.m = torch
        self.name = f"PyTorch {torch.__version__}"
        self.wait = torch.cuda.synchronize
        self.forms = {"as written": lambda statement: statement, "torch.compile": torch.compile}

    def full(self, shape, value):
        return self.m.full(shape, value, dtype=self.m.float32, device="cuda")

    def uniform(self, n):
        return self.m.rand(n, device="cuda")

    def integers(self, end, n):
        return self.m.randint(0, end, (n,), dtype=self.m.int32, device="cuda")

    def copy(self, x):
        return x.clone()

    def reversed(self, x):
        return x.flip(0, 1)

    def contiguous(self, x):
        return x.contiguous()

    def row_maxima(self, x):
        return x.amax(1, keepdim=True)

    def sort(self, x):
        return self.m.sort(x).values


def softmax(l, a):
    e = l.m.exp(a - l.row_maxima(a))
    return e / e.sum(1)[:, None]


def stencil(a):
    return a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] - 4 * a[1:-1, 1:-1]


def store(y, index, value):
    y[index] = value


def statements(l, rows, columns):
    """The statements of print_bandwidths(): name, bytes, function, operands."""
    a, b, c = (l.full((rows, columns), k) for k in (1, 2, 3))
    row, column = l.full((columns,), 4), l.full((rows,), 5)
    n = rows * columns * 4
    yield "copy", 2 * n, l.copy, (a,)
    yield "r = a * 2 + 1", 2 * n, lambda a: a * 2 + 1, (a,)
    yield "r = a + b", 3 * n, lambda a, b: a + b, (a, b)
    yield "r = a * b + c", 4 * n, lambda a, b, c: a * b + c, (a, b, c)
    yield "r = a * row + column[:, None]", 2 * n, lambda a, r, c: a * r + c[:, None], (a, row, column)
    yield "r = a[::-1, ::-1] * 2", 2 * n, lambda a: l.reversed(a) * 2, (a,)
    yield "half = a[:, ::2] * 2, sectors", n + n // 2, lambda a: a[:, ::2] * 2, (a,)
    yield "turned = a.T * 2", 2 * n, lambda a: l.contiguous(a.T * 2), (a,)
    yield "row sums: sum(a, _1)", n, lambda a: a.sum(1), (a,)
    yield "column sums: sum(a, _0)", n, lambda a: a.sum(0), (a,)


def other_statements(l, rows, columns):
    """The statements of print_other_statements()."""
    size = rows * columns
    n = size * 4
    a = l.full((rows, columns), 1)
    x, y = l.uniform(size), l.full((size,), 0)
    positions = l.integers(size, size)
    yield "five-point stencil", 2 * n, stencil, (a,)
    yield "softmax over rows", 2 * n, lambda a: softmax(l, a), (a,)
    yield "argmax over rows", n, lambda a: a.argmax(1), (a,)
    for k in (4, 16, 64, 256):
        yield f"sums of rows of {k}", size // k * (k + 1) * 4, lambda v: v.sum(1), (a.reshape(-1, k),)
    yield "y = x[positions]", 3 * n, lambda x, p: x[p], (x, positions)
    yield "y[positions] = x", 3 * n, store, (y, positions, x)
    yield "y[x > 0.5] = 0", 2 * n, lambda y, x: store(y, x > 0.5, 0), (y, x)
    yield "cumsum(x)", 2 * n, lambda x: x.cumsum(0), (x,)
    yield "random::uniform", n, lambda x: l.uniform(size), (x,)
    yield "s = sum(x), copied to the host", n, lambda x: float(x.sum()), (x,)
    few = min(size, 1 << 22)
    yield "sort(x) of 2^22 elements", few * 8, lambda x: l.sort(x), (x[:few],)
    yield "sort(x) of 2^13 elements", 8 << 13, lambda x: l.sort(x), (x[:1 << 13],)


def seconds(run, wait, runs):
    """The median time of a statement, after two runs that compile it."""
    run()
    run()
    wait()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        for _ in range(LAUNCHES):
            run()
        wait()
        times.append((time.perf_counter() - start) / LAUNCHES)
    return statistics.median(times)


def measure(l, rows, columns, runs, form, compiled):
    print(f"{l.name}, {form}")
    for make, divisor in ((statements, 1), (other_statements, 2)):
        for name, count, statement, operands in make(l, rows // divisor, columns // divisor):
            try:
                run = compiled(statement)
                speed = count / seconds(lambda: run(*operands), l.wait, runs) * 1e-9
                print(f"  {name:<34} {speed:9.2f} GB/s", flush=True)
            except Exception as error:  # each library has its own types of exceptions
                print(f"  {name:<34}         - {type(error).__name__}", flush=True)
    n = 4096 if rows * columns >= 1 << 26 else 256
    p, q = l.full((n, n), 1), l.full((n, n), 1)
    time_of_product = seconds(lambda: p @ q, l.wait, runs)
    print(f"  {f'matmul, {n} x {n}':<34} {2e-12 * n**3 / time_of_product:9.2f} TFLOP/s")
    small, launches, times = l.full((64,), 1), 200, []
    run = compiled(lambda x: x * 2)
    seconds(lambda: run(small), l.wait, 1)
    for _ in range(runs):
        start = time.perf_counter()
        for _ in range(launches):
            run(small)
        times.append((time.perf_counter() - start) / launches)
        l.wait()
    print(f"  {'r = a * 2 of 64 elements, host':<34} {statistics.median(times) * 1e6:9.2f} us\n", flush=True)


def main():
    arguments = [int(x) for x in sys.argv[1:]]
    size = (arguments[0] if arguments else 1024) << 18
    runs = arguments[1] if len(arguments) > 1 else 11
    columns = 2
    while columns * columns < size:
        columns *= 2
    for make in (with_cupy, with_torch):
        try:
            library = make()
        except ImportError as error:
            print(f"{make.__name__[5:]}: not available ({error})\n")
            continue
        for form, compiled in library.forms.items():
            measure(library, size // columns, columns, runs, form, compiled)


if __name__ == "__main__":
    main()
