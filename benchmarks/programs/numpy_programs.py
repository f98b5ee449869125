#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Measures the programs in NumPy.

usage: stria_bench_programs --list | numpy_programs.py [--rounds n] folder

Reads program, size, n and steps from the standard input, and prints program, size and nanoseconds (the median of the
processor time). Writes the results to the folder, where stria_bench_programs --expect reads them.
"""

import sys
import time
from pathlib import Path

import numpy as np

# --- Inputs, with the formulas of program.hpp ----------------------------------------------------


def uniform(seed, *shape, dtype=np.float64):
    """Numbers in [0, 1), multiples of 2^-24."""
    i = np.arange(np.prod(shape), dtype=np.uint32)
    h = i * np.uint32(2654435769) + np.uint32(seed * 2246822519 & 0xFFFFFFFF)
    h = (h ^ (h >> 15)) * np.uint32(739982445)
    h = (h ^ (h >> 12)) * np.uint32(695872825)
    h ^= h >> 15
    return ((h >> 8) * 2.0**-24).astype(dtype).reshape(shape)


def normal(seed, *shape, dtype=np.float64):
    u, v = uniform(seed, *shape), uniform(seed + 1, *shape)
    return (np.sqrt(-2 * np.log(1 - u)) * np.cos(2 * np.pi * v)).astype(dtype)


def integers(seed, n, *shape):
    return (uniform(seed, *shape) * n).astype(np.int64)


# --- The programs: each prepares its inputs and returns the function that is timed ---------------


def cavity_flow(n, steps):
    rho, nu, pressure_steps = 1, 0.1, 20
    h = 2 / (n - 1)
    dt = 0.1 * h * h

    def run():
        u, v, p = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))
        for _ in range(steps):
            ux = (u[1:-1, 2:] - u[1:-1, :-2]) / (2 * h)
            uy = (u[2:, 1:-1] - u[:-2, 1:-1]) / (2 * h)
            vx = (v[1:-1, 2:] - v[1:-1, :-2]) / (2 * h)
            vy = (v[2:, 1:-1] - v[:-2, 1:-1]) / (2 * h)
            b = rho * ((ux + vy) / dt - ux**2 - 2 * uy * vx - vy**2)

            for _ in range(pressure_steps):
                p[1:-1, 1:-1] = (
                    p[1:-1, 2:] + p[1:-1, :-2] + p[2:, 1:-1] + p[:-2, 1:-1] - h * h * b
                ) / 4
                p[:, -1] = p[:, -2]
                p[0] = p[1]
                p[:, 0] = p[:, 1]
                p[-1] = 0

            un, vn = u.copy(), v.copy()
            uc, vc = un[1:-1, 1:-1], vn[1:-1, 1:-1]
            u[1:-1, 1:-1] = (
                uc
                - uc * dt / h * (uc - un[1:-1, :-2])
                - vc * dt / h * (uc - un[:-2, 1:-1])
                - dt / (2 * rho * h) * (p[1:-1, 2:] - p[1:-1, :-2])
                + nu * dt / (h * h)
                * (un[1:-1, 2:] + un[1:-1, :-2] + un[2:, 1:-1] + un[:-2, 1:-1] - 4 * uc)
            )
            v[1:-1, 1:-1] = (
                vc
                - uc * dt / h * (vc - vn[1:-1, :-2])
                - vc * dt / h * (vc - vn[:-2, 1:-1])
                - dt / (2 * rho * h) * (p[2:, 1:-1] - p[:-2, 1:-1])
                + nu * dt / (h * h)
                * (vn[1:-1, 2:] + vn[1:-1, :-2] + vn[2:, 1:-1] + vn[:-2, 1:-1] - 4 * vc)
            )
            u[-1] = 1
        return u, v, p

    return run


def lattice_boltzmann(n, steps):
    cx = np.array([0, 0, 1, 1, 1, 0, -1, -1, -1])
    cy = np.array([0, 1, 1, 0, -1, -1, -1, 0, 1])
    opposite = [0, 5, 6, 7, 8, 1, 2, 3, 4]
    weight = np.array([16, 4, 1, 4, 1, 4, 1, 4, 1], np.float32) / np.float32(36)
    rate = np.float32(1 / 0.6)
    y, x = np.arange(n)[:, None], np.arange(2 * n)
    start = weight[:, None, None] * (
        (1 + 0.3 * cx[:, None, None]) + 0.001 * ((y * 7 + x * 3) % 11)
    ).astype(np.float32)
    wall = 64 * ((y - n // 2) ** 2 + (x - n // 2) ** 2) < n * n

    def run():
        f = start.copy()
        fx = cx.astype(np.float32)[:, None, None]
        fy = cy.astype(np.float32)[:, None, None]
        for _ in range(steps):
            for k in range(1, 9):
                f[k] = np.roll(np.roll(f[k], cx[k], 1), cy[k], 0)
            bounced = f[opposite][:, wall]

            density = f.sum(0)
            ux = (fx * f).sum(0) / density
            uy = (fy * f).sum(0) / density
            for k in range(9):
                c = 3 * (fx[k] * ux + fy[k] * uy)
                equilibrium = weight[k] * density * (1 + c + 0.5 * c**2 - 1.5 * (ux**2 + uy**2))
                f[k] += rate * (equilibrium - f[k])
            f[:, wall] = bounced
        return f

    return run


def gray_scott(n, steps):
    du, dv, feed, kill = 0.16, 0.08, 0.06, 0.062
    u0, v0 = np.ones((n, n), np.float32), np.zeros((n, n), np.float32)
    spot = slice(n // 2 - n // 8, n // 2 + n // 8)
    u0[spot, spot], v0[spot, spot] = 0.5, 0.25

    def laplacian(f):
        return f[:-2, 1:-1] + f[2:, 1:-1] + f[1:-1, :-2] + f[1:-1, 2:] - 4 * f[1:-1, 1:-1]

    def run():
        u, v = u0.copy(), v0.copy()
        ui, vi = u[1:-1, 1:-1], v[1:-1, 1:-1]
        for _ in range(steps):
            reaction = ui * vi * vi
            ui[:], vi[:] = (
                ui + du * laplacian(u) - reaction + feed * (1 - ui),
                vi + dv * laplacian(v) + reaction - (feed + kill) * vi,
            )
        return u, v

    return run


def fdtd(n, steps):
    courant = 0.5
    permittivity = np.ones((n, n), np.float32)
    permittivity[:, n // 2 + 4 : n // 2 + 12] = 4

    def run():
        c = courant / permittivity
        ez = np.zeros((n, n), np.float32)
        hx = np.zeros((n, n - 1), np.float32)
        hy = np.zeros((n - 1, n), np.float32)
        for step in range(steps):
            hx -= courant * (ez[:, 1:] - ez[:, :-1])
            hy += courant * (ez[1:] - ez[:-1])
            ez[1:-1, 1:-1] += c[1:-1, 1:-1] * (
                hy[1:, 1:-1] - hy[:-1, 1:-1] - hx[1:-1, 1:] + hx[1:-1, :-1]
            )
            ez[n // 2, n // 2] += np.sin(0.2 * step)
        return ez, hx, hy

    return run


def n_body(n, steps):
    softening, dt = 0.01, 0.001
    x0, mass = uniform(1, n, 3), uniform(2, n)

    def acceleration(x):
        d = x[None] - x[:, None]
        r2 = (d**2).sum(2) + softening
        return ((mass * r2**-1.5)[:, :, None] * d).sum(1)

    def run():
        x, v = x0.copy(), np.zeros_like(x0)
        a = acceleration(x)
        for _ in range(steps):
            v += 0.5 * dt * a
            x += dt * v
            a = acceleration(x)
            v += 0.5 * dt * a
        return x, v

    return run


def wave(n, steps):
    w = np.array([-205 / 72, 8 / 5, -1 / 5, 8 / 315, -1 / 560], np.float32)
    speed = 0.15
    square = (np.arange(n) - n // 2) ** 2
    r2 = square[:, None, None] + square[:, None] + square
    start = np.exp(np.float32(-0.1) * r2.astype(np.float32))
    m = slice(4, -4)

    def run():
        u, before = start.copy(), start.copy()

        def ring(d):
            low, high = slice(4 - d, n - 4 - d), slice(4 + d, n - 4 + d)
            return (
                u[low, m, m] + u[high, m, m] + u[m, low, m] + u[m, high, m]
                + u[m, m, low] + u[m, m, high]
            )

        for _ in range(steps):
            before[m, m, m] = (
                2 * u[m, m, m] - before[m, m, m]
                + speed * (3 * w[0] * u[m, m, m] + w[1] * ring(1) + w[2] * ring(2)
                           + w[3] * ring(3) + w[4] * ring(4))
            )
            u, before = before, u
        return u

    return run


def boids(n, steps):
    sight, distance, fastest = 0.1, 0.02, 0.01
    x0, v0 = uniform(1, n, 2), 0.02 * uniform(2, n, 2) - 0.01

    def run():
        x, v = x0.copy(), v0.copy()
        for _ in range(steps):
            d = x[None] - x[:, None]
            r2 = (d**2).sum(2)
            seen = (r2 < sight * sight)[:, :, None]
            close = (r2 < distance * distance)[:, :, None]
            count = seen.sum(1)
            v += (
                0.01 * np.where(seen, d, 0).sum(1) / count
                + 0.05 * (np.where(seen, v, 0).sum(1) / count - v)
                - 0.05 * np.where(close, d, 0).sum(1)
            )
            v *= np.minimum(1, fastest / np.sqrt((v**2).sum(1, keepdims=True)))
            x += v
            x -= np.floor(x)
        return x, v

    return run


def ising(n, steps):
    beta = np.float32(0.44)
    start = np.where(uniform(1, n, n, dtype=np.float32) < 0.5, 1, -1).astype(np.int8)
    random = uniform(2, steps, 2, n, n, dtype=np.float32)

    def run():
        spins = start.copy()
        i = np.arange(n)
        colour = (i[:, None] + i) % 2
        for step in range(steps):
            for c in range(2):
                neighbours = (
                    np.roll(spins, 1, 0) + np.roll(spins, -1, 0)
                    + np.roll(spins, 1, 1) + np.roll(spins, -1, 1)
                )
                accepted = random[step, c] < np.exp(-2 * beta * (spins * neighbours))
                spins = np.where((colour == c) & accepted, -spins, spins)
        return spins

    return run


def k_means(n, steps):
    clusters = 16
    pixels = uniform(1, n, 3, dtype=np.float32)

    def run():
        centres = pixels[:clusters].copy()
        for _ in range(steps):
            nearest = np.argmin(((pixels[:, None] - centres) ** 2).sum(2), 1)
            total = np.zeros((clusters, 3), np.float32)
            np.add.at(total, nearest, pixels)
            count = np.bincount(nearest, minlength=clusters)
            centres = (total / np.maximum(count, 1)[:, None]).astype(np.float32)
        return centres, nearest

    return run


def gpt(n, steps):
    letters, heads, width = 64, 4, 2 * n

    def weights(seed, *shape):
        return np.float32(0.1) * normal(seed, *shape, dtype=np.float32)

    text = integers(1, letters, n)
    embedding, position = weights(2, letters, width), weights(4, n, width)
    layers = [
        (
            weights(seed, width, 3 * width),
            weights(seed + 2, width, width),
            weights(seed + 4, width, 4 * width),
            weights(seed + 6, 4 * width, width),
        )
        for seed in range(10, 10 * steps + 1, 10)
    ]

    def layer_norm(x):
        return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)

    def gelu(x):
        return 0.5 * x * (1 + np.tanh(0.79788456 * (x + 0.044715 * x * x * x)))

    def softmax(s):
        e = np.exp(s - s.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)

    def attention(x, qkv, output):
        q, k, v = (x @ qkv).reshape(n, 3, heads, -1).transpose(1, 2, 0, 3)
        t = np.arange(n)
        scores = q @ k.swapaxes(1, 2) / np.float32(np.sqrt(q.shape[2]))
        a = softmax(np.where(t[:, None] >= t, scores, np.float32(-np.inf)))
        return (a @ v).transpose(1, 0, 2).reshape(n, width) @ output

    def run():
        x = embedding[text] + position
        for qkv, output, up, down in layers:
            x += attention(layer_norm(x), qkv, output)
            x += gelu(layer_norm(x) @ up) @ down
        return layer_norm(x) @ embedding.T

    return run


def convolutions(n, steps):
    images = uniform(1, n, 30, 30, 1, dtype=np.float32)
    w1 = normal(2, 3, 3, 1, 8, dtype=np.float32)
    w2 = normal(4, 3, 3, 8, 16, dtype=np.float32)
    w3 = normal(6, 576, 10, dtype=np.float32)

    def convolve(x, w):
        windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), (1, 2))
        return np.maximum(np.einsum("nyxcij,ijco->nyxo", windows, w, optimize=True), 0)

    def pool(x):
        return x.reshape(n, x.shape[1] // 2, 2, x.shape[2] // 2, 2, -1).max((2, 4))

    def run():
        a = pool(convolve(images, w1))
        b = pool(convolve(a, w2))
        return b.reshape(n, -1) @ w3

    return run


def viterbi(n, steps):
    symbols = 16
    transition = np.log(uniform(1, n, n) + 0.01)
    emission = np.log(uniform(2, symbols, n) + 0.01)
    observed = integers(3, symbols, steps)

    def run():
        score = emission[observed[0]]
        previous = np.empty((steps, n), np.int64)
        for t in range(1, steps):
            scores = score[:, None] + transition
            previous[t] = scores.argmax(0)
            score = scores.max(0) + emission[observed[t]]
        path = np.empty(steps, np.int64)
        path[-1] = score.argmax()
        for t in range(steps - 1, 0, -1):
            path[t - 1] = previous[t, path[t]]
        return path, score.max()

    return run


def harris(n, steps):
    k = 0.05
    picture = uniform(1, n, n, dtype=np.float32)

    def smooth_rows(f):
        return f[:-2] + 2 * f[1:-1] + f[2:]

    def smooth_columns(f):
        return f[:, :-2] + 2 * f[:, 1:-1] + f[:, 2:]

    def blur(f):
        return smooth_columns(smooth_rows(f)) / 16

    def run():
        for _ in range(steps):
            dx = smooth_rows(picture[:, 2:] - picture[:, :-2])
            dy = smooth_columns(picture[2:] - picture[:-2])
            xx, xy, yy = blur(dx * dx), blur(dx * dy), blur(dy * dy)
            r = xx * yy - xy * xy - k * (xx + yy) ** 2
            r /= r.max()
        return r

    return run


def page_rank(n, steps):
    damping, links = 0.85, 8
    source, target = integers(1, n, links * n), integers(2, n, links * n)

    def run():
        degree = np.bincount(source, minlength=n)
        share = np.where(degree > 0, 1 / np.maximum(degree, 1), 0)
        rank = np.full(n, 1 / n)
        for _ in range(steps):
            lost = rank[degree == 0].sum()
            given = np.bincount(target, (rank * share)[source], n)
            rank = (1 - damping + damping * lost) / n + damping * given
        return rank

    return run


def floyd_warshall(n, steps):
    length = 1 + (100 * uniform(1, n, n, dtype=np.float32)) ** 2

    def run():
        d = length.copy()
        for k in range(n):
            d = np.minimum(d, d[:, k, None] + d[k])
        return d

    return run


def options(n, steps):
    dates, price, strike, interest, volatility, years = 32, 100, 105, 0.03, 0.25, 1
    dt = years / dates
    drift = (interest - volatility**2 / 2) * dt
    deviation = volatility * np.sqrt(dt)
    z = normal(1, n, dates)

    def run():
        for _ in range(steps):
            paths = price * np.exp(np.cumsum(drift + deviation * z, 1))
            payoff = np.exp(-interest * years) * np.maximum(paths.mean(1) - strike, 0)
            value, error = payoff.mean(), payoff.std() / np.sqrt(n)
        return value, error

    return run


def shear_layer(n, steps):
    cx = np.array([0, 0, 1, 1, 1, 0, -1, -1, -1])
    cy = np.array([0, 1, 1, 0, -1, -1, -1, 0, 1])
    weight = np.array([16, 4, 1, 4, 1, 4, 1, 4, 1]) / 36
    rate = 1 / 0.6
    y, x = np.arange(n)[:, None, None], np.arange(n)[:, None]
    right = np.where((y > n // 4) & (y < 3 * n // 4), 0.1, -0.1)
    start = weight * (1 + 3 * right * cx + 0.01 * np.sin(2 * np.pi * x / n) * cy)

    def run():
        f = start.copy()
        balanced = np.empty_like(f)
        for _ in range(steps):
            for k in range(1, 9):
                f[:, :, k] = np.roll(f[:, :, k], (cy[k], cx[k]), (0, 1))
            density = f.sum(2)
            ux, uy = (f * cx).sum(2) / density, (f * cy).sum(2) / density
            for k in range(9):
                c = 3 * (cx[k] * ux + cy[k] * uy)
                balanced[:, :, k] = weight[k] * density * (1 + c + c**2 / 2 - 1.5 * (ux**2 + uy**2))
            f += rate * (balanced - f)
        return f

    return run


def cavity_edges(n, steps):
    return cavity_flow(n, steps)


def flock(n, steps):
    sight, distance = 0.2, 0.05
    x0, y0 = uniform(1, n), uniform(2, n)

    def run():
        x, y = x0.copy(), y0.copy()
        u, v = 0.01 * (y - 0.5), 0.01 * (0.5 - x)
        for _ in range(steps):
            dx, dy = x - x[:, None], y - y[:, None]
            d = np.hypot(dx, dy)
            seen, close = d < sight, d < distance
            count = seen.sum(1)
            u, v = (
                w + 0.01 * np.where(seen, dw, 0).sum(1) / count
                + 0.05 * (np.where(seen, w, 0).sum(1) / count - w)
                - 0.05 * np.where(close, dw, 0).sum(1)
                for w, dw in ((u, dx), (v, dy))
            )
            x += u
            y += v
        return x, y

    return run


def spins(n, steps):
    beta = np.float32(0.44)
    start = np.where(uniform(1, n, n, dtype=np.float32) < 0.5, 1, -1).astype(np.float32)
    random = uniform(2, steps, 4, n // 2, n // 2, dtype=np.float32)

    def run():
        spins = start.copy()
        for step in range(steps):
            for k in range(4):
                part = slice(k // 2, None, 2), slice(k % 2, None, 2)
                neighbours = (
                    np.roll(spins, 1, 0) + np.roll(spins, -1, 0)
                    + np.roll(spins, 1, 1) + np.roll(spins, -1, 1)
                )
                chosen = spins[part]
                accepted = random[step, k] < np.exp(-2 * beta * chosen * neighbours[part])
                spins[part] = np.where(accepted, -chosen, chosen)
        return spins

    return run


def corners(n, steps):
    k, least = 0.05, 0.1
    picture = uniform(1, n, n, dtype=np.float32)

    def box(f):
        p = np.pad(f, 1, "edge")
        rows = p[:-2] + p[1:-1] + p[2:]
        return rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]

    def run():
        for _ in range(steps):
            p = np.pad(picture, 1, "edge")
            dx, dy = p[1:-1, 2:] - p[1:-1, :-2], p[2:, 1:-1] - p[:-2, 1:-1]
            xx, xy, yy = box(dx * dx), box(dx * dy), box(dy * dy)
            r = xx * yy - xy * xy - np.float32(k) * (xx + yy) ** 2
            q = np.pad(r, 1, constant_values=-1e30)
            rows = np.maximum(np.maximum(q[:-2], q[1:-1]), q[2:])
            largest = np.maximum(np.maximum(rows[:, :-2], rows[:, 1:-1]), rows[:, 2:])
            places = np.argwhere((r > np.float32(least) * r.max()) & (r == largest))
        return places

    return run


def life(n, steps):
    start = np.zeros((n, n), np.uint8)
    start[1:-1, 1:-1] = uniform(1, n, n, dtype=np.float32)[1:-1, 1:-1] < 0.3

    def run():
        b = start.copy()
        for _ in range(steps):
            neighbours = (
                b[:-2, :-2] + b[:-2, 1:-1] + b[:-2, 2:] + b[1:-1, :-2]
                + b[1:-1, 2:] + b[2:, :-2] + b[2:, 1:-1] + b[2:, 2:]
            )
            b[1:-1, 1:-1] = (neighbours == 3) | (b[1:-1, 1:-1] & (neighbours == 2))
        return b

    return run


def mandelbrot(n, steps):
    left, right, top, bottom = -2, 1, -1.5, 1.5

    def run():
        cx = np.linspace(left, right, n)
        cy = np.linspace(top, bottom, n)[:, None]
        x, y, count = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n), np.int32)
        for _ in range(steps):
            inside = x * x + y * y <= 4
            count += inside
            x, y = np.where(inside, x * x - y * y + cx, x), np.where(inside, 2 * x * y + cy, y)
        return count

    return run


# -------------------------------------------------------------------------------------------------


def nanoseconds(run, rounds):
    times = []
    for _ in range(rounds):
        start = time.thread_time_ns()
        run()
        times.append(time.thread_time_ns() - start)
    return sorted(times)[len(times) // 2]


def main():
    words, rounds = sys.argv[1:], 5
    if words and words[0] == "--rounds":
        rounds, words = int(words[1]), words[2:]
    folder = Path(words[0])
    folder.mkdir(parents=True, exist_ok=True)
    for line in sys.stdin:
        name, size, n, steps = line.split("\t")
        run = globals()[name](int(n), int(steps))
        result = run()
        parts = result if isinstance(result, tuple) else (result,)
        flat = np.concatenate([np.ravel(part).astype(np.float64) for part in parts])
        np.save(folder / f"{name}-{size}.npy", flat)
        print(name, size, nanoseconds(run, rounds), sep="\t", flush=True)


if __name__ == "__main__":
    main()
