"""An impeller of one smooth shape in any number of triangles.

    tests/bench/impeller_mesh.py FILE TRIANGLES [RADIUS]

Around the z axis, for a vessel of radius R: a shaft; two helical ribbons, one turn each, on
two pairs of arms; four blades, pitched by 45 degrees, below.  Each part is a section swept
along a line, with lids; parts reach into one another, so the whole is one solid of closed
shells.  A finer surface is the same shape, with its points nearer together.  Half a turn
carries the impeller into itself.
"""
import sys

import numpy as np

SHAFT, PITCH = 0.10, np.radians(45.0)  # lengths in R
RIBBON = {"radius": 0.76, "half": 0.09, "thick": 0.03, "low": 0.20, "high": 1.30}
BLADE = {"reach": 0.60, "half": 0.14, "thick": 0.03, "height": 0.20}
ARM, ARMS_AT = 0.045, (0.35, 1.15)
LOW, HIGH = 0.08, 2.0  # of the shaft


def stadium(half, thick, n):
    """n points of a section with round ends, evenly along it, counter-clockwise; the width
    is 2 half along the first axis, the thickness 2 thick."""
    straight, bend = 2.0 * (half - thick), np.pi * thick
    s = (np.arange(n) + 0.5) / n * 2.0 * (straight + bend)
    points = np.empty((n, 2))
    for k, at in enumerate(s):
        back = at >= straight + bend
        at -= (straight + bend) * back
        if at < straight:
            p = (half - thick - at, thick)
        else:
            a = np.pi / 2 + (at - straight) / thick
            p = (thick - half + thick * np.cos(a), thick * np.sin(a))
        points[k] = (-p[0], -p[1]) if back else p
    return points


def sweep(section, middles, first, second):
    """Quads of the section, (n, 2), along the line of middles (m, 3) whose frames are first
    and second (m, 3), and lids in rings; turned outwards."""
    rings = (middles[:, None] + section[None, :, :1] * first[:, None]
             + section[None, :, 1:] * second[:, None])
    n = len(section)
    lids = max(1, n // 8)
    shrink = [(k + 0.0) / lids for k in range(1, lids)]
    start = [middles[0] + f * (rings[0] - middles[0]) for f in shrink]
    end = [middles[-1] + f * (rings[-1] - middles[-1]) for f in shrink[::-1]]
    stack = np.array(start + list(rings) + end)
    a, b = stack[:-1], stack[1:]
    a1, b1 = np.roll(a, -1, axis=1), np.roll(b, -1, axis=1)
    k = [np.stack(t, axis=2).reshape(-1, 3, 3) for t in ((a, a1, b1), (a, b1, b))]
    tip = lambda p, ring, up: np.array(  # noqa: E731
        [(p, ring[j], ring[(j + 1) % n]) if up else (p, ring[(j + 1) % n], ring[j])
         for j in range(n)])
    k += [tip(middles[0], stack[0], False), tip(middles[-1], stack[-1], True)]
    t = np.concatenate(k)
    volume = np.einsum("ij,ij->i", t[:, 0], np.cross(t[:, 1], t[:, 2])).sum()
    return t if volume > 0.0 else t[:, ::-1]


def along(length, edge):
    return np.linspace(0.0, 1.0, max(2, round(length / edge)) + 1)


def around(length, edge):
    return max(6, 2 * round(0.5 * length / edge))


def straight(start, direction, across, half, thick, length, edge):
    """A bar with the section's width along `across`."""
    d, e = np.array(direction, float), np.array(across, float)
    u = along(length, edge)
    middles = np.array(start) + u[:, None] * length * d
    n = around(4.0 * (half - thick) + 2.0 * np.pi * thick, edge)
    frame = np.ones((len(u), 1))
    return sweep(stadium(half, thick, n), middles, frame * e, frame * np.cross(d, e))


def ribbon(phase, edge):
    r, rise = RIBBON["radius"], RIBBON["high"] - RIBBON["low"]
    u = along(np.hypot(2.0 * np.pi * r, rise), edge)
    a = phase + 2.0 * np.pi * u
    out = np.stack([np.cos(a), np.sin(a), 0.0 * a], axis=1)
    middles = r * out
    middles[:, 2] = RIBBON["low"] + rise * u
    way = np.stack([-r * np.sin(a), r * np.cos(a), 0.0 * a + rise / (2.0 * np.pi)], axis=1)
    way /= np.linalg.norm(way, axis=1)[:, None]
    half, thick = RIBBON["half"], RIBBON["thick"]
    n = around(4.0 * (half - thick) + 2.0 * np.pi * thick, edge)
    return sweep(stadium(half, thick, n), middles, out, np.cross(way, out))


def parts(edge):
    yield straight((0, 0, LOW), (0, 0, 1), (1, 0, 0), SHAFT, SHAFT, HIGH - LOW, edge)
    for half in (0.0, np.pi):
        yield ribbon(half, edge)
    reach = RIBBON["radius"]
    for height in ARMS_AT:  # where the ribbons are at that height
        a = 2.0 * np.pi * (height - RIBBON["low"]) / (RIBBON["high"] - RIBBON["low"])
        d = np.array([np.cos(a), np.sin(a), 0.0])
        yield straight(-reach * d + (0, 0, height), d, (0, 0, 1), ARM, ARM, 2.0 * reach, edge)
    for k in range(4):
        a = 0.5 * np.pi * k + 0.3
        d = np.array([np.cos(a), np.sin(a), 0.0])
        side = np.array([-np.sin(a), np.cos(a), 0.0])
        across = np.cos(PITCH) * side + np.sin(PITCH) * np.array([0.0, 0.0, 1.0])
        yield straight((0, 0, BLADE["height"]), d, across, BLADE["half"], BLADE["thick"],
                       BLADE["reach"], edge)


def impeller(triangles, radius):
    """About so many triangles, (n, 3, 3), in the unit of the radius."""
    low, high = 1.0e-4, 1.0
    count = lambda edge: sum(map(len, parts(edge)))  # noqa: E731
    for _ in range(24):
        edge = (low * high) ** 0.5
        low, high = (edge, high) if count(edge) > triangles else (low, edge)
        if triangles > 50000 and high / low < 1.002:
            break
    return radius * np.concatenate(list(parts(high)))


def write(path, triangles):
    row = np.zeros(len(triangles), [("n", "<f4", 3), ("c", "<f4", (3, 3)), ("s", "<u2")])
    row["c"] = triangles
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    row["n"] = normal / np.linalg.norm(normal, axis=1)[:, None]
    with open(path, "wb") as file:
        file.write(bytes(80) + np.uint32(len(row)).tobytes() + row.tobytes())


if __name__ == "__main__":
    t = impeller(int(sys.argv[2]), float(sys.argv[3]) if len(sys.argv) > 3 else 0.036)
    write(sys.argv[1], t)
    print(f"{sys.argv[1]}: {len(t)} triangles")
