"""What is measured: the state that every program starts from, made once and kept.

  bed       at rest; settled by Granum, larger ones than 100,000 put together of copies of
            the bed of 12,500 that come to rest against each other once the walls between are gone
  stirred   the same with a vortex of 1 m/s, so that lists last some tens of steps
  gas       grains on a jittered lattice, one thousandth of space, 1 m/s in all directions
  mixture   radii 1 and 5 mm, half of the volume each, fallen together
"""
import dataclasses
import math

import numpy

RADIUS, RATIO, SPEED = 1.0e-3, 5.0, 1.0  # m, 1, m/s
TILE, WHOLE = 12500, 100000  # grains of a copy; the largest bed that is settled by itself
FALL = 24000  # steps of a mixture
REST = 8000  # steps of a bed put together


@dataclasses.dataclass
class Case:
    name: str
    path: object
    grains: int
    side: float  # m, of the box
    warm: int  # steps before the timed ones; 0: as asked
    same: float  # how far coordination and overlap of a peer may be from Granum's; 0: not asked


def side_of(grains):
    """Of the box of a bed, in m: beds of all sizes are equally high, about 43 mm."""
    return 0.0924 * (grains / 50000.0) ** 0.5


def write(path, rows):
    numpy.savetxt(path, rows, fmt="%.17g " * 4 + "%.9g " * 6)


def bed(a, granum, size):
    copies = 1 if size <= WHOLE else max(1, round(math.sqrt(size / TILE)))
    grains = size if copies == 1 else TILE
    path = a.cache / f"bed_{grains}.txt"
    if not path.exists():
        print(f"settling {grains} grains (kept as {path})", flush=True)
        new = path.with_suffix(".new")
        granum(a, "make", new, side_of(grains), grains, max(a.cores), threads=max(a.cores))
        new.rename(path)
    if copies == 1:
        return Case("bed", path, grains, side_of(grains), 0, 0.01)
    whole = a.cache / f"bed_{grains * copies**2}.txt"
    if not whole.exists():
        one, side = numpy.loadtxt(path), side_of(grains)
        rows = []
        for k in range(copies**2):
            rows.append(one.copy())
            rows[-1][:, 1] += side * (k % copies)
            rows[-1][:, 2] += side * (k // copies)
        loose, cores = whole.with_suffix(".loose"), max(a.cores)
        write(loose, numpy.concatenate(rows))
        print(f"{copies**2} copies come to rest (kept as {whole})", flush=True)
        new = whole.with_suffix(".new")
        granum(a, "move", loose, copies * side, REST, new, cores, threads=cores)
        loose.unlink()
        new.rename(whole)
    return Case("bed", whole, grains * copies**2, copies * side_of(grains), 0, 0.01)


def stirred(a, granum, size):
    still = bed(a, granum, size)
    path = a.cache / f"stirred_{still.grains}.txt"
    if not path.exists():
        rows = numpy.loadtxt(still.path)
        at = numpy.pi / still.side * rows[:, 1:3]
        rows[:, 4] = SPEED * numpy.sin(at[:, 0]) * numpy.cos(at[:, 1])
        rows[:, 5] = -SPEED * numpy.cos(at[:, 0]) * numpy.sin(at[:, 1])
        write(path, rows)
    return Case("stirred", path, still.grains, still.side, 200, 0.05)


def lattice(grains, spacing, side, seed):
    """Places on a jittered lattice in a box, from below."""
    random = numpy.random.default_rng(seed)
    row = int(side / spacing)
    k = numpy.arange(grains)
    x = numpy.stack([k % row, k // row % row, k // row // row], 1) + 0.5
    return x * spacing, random


def gas(a, granum, size):
    spacing = RADIUS * (4.0 / 3.0 * math.pi / 1.0e-3) ** (1.0 / 3.0)
    side = spacing * math.ceil(size ** (1.0 / 3.0))
    path = a.cache / f"gas_{size}.txt"
    if not path.exists():
        x, random = lattice(size, spacing, side, 1)
        rows = numpy.zeros((size, 10))
        rows[:, 0] = RADIUS * random.uniform(0.9, 1.1, size)
        rows[:, 1:4] = x + random.uniform(-0.4, 0.4, x.shape) * (spacing - 2.2 * RADIUS)
        v = random.normal(size=x.shape)
        rows[:, 4:7] = SPEED * v / numpy.linalg.norm(v, axis=1)[:, None]
        write(path, rows)
    return Case("gas", path, size, side, 200, 0.0)


def mixture(a, granum, size):
    """Large grains on a lattice, small ones on a finer one wherever there is room; then they
    fall."""
    large = max(1, round(size / (1.0 + RATIO**3)))
    side = 0.0924 * (2.0 * size / 50000.0) ** 0.5
    path = a.cache / f"mixture_{size}.txt"
    if not path.exists():
        big, random = lattice(large, 2.6 * RATIO * RADIUS, side, 2)
        big += random.uniform(-0.2, 0.2, big.shape) * RATIO * RADIUS
        small, _ = lattice(8 * size, 2.2 * RADIUS, side, 3)
        free = numpy.ones(len(small), bool)
        for x in big:
            free &= ((small - x) ** 2).sum(1) > (1.02 * (1.0 + RATIO) * RADIUS) ** 2
        small = small[free][:size - large]
        rows = numpy.zeros((large + len(small), 10))
        rows[:large, 0], rows[large:, 0] = RATIO * RADIUS, RADIUS
        rows[:, 1:4] = numpy.concatenate([big, small])
        loose = path.with_suffix(".loose")
        write(loose, rows)
        print(f"{len(rows)} grains of two sizes fall (kept as {path})", flush=True)
        granum(a, "move", loose, side, FALL, path, threads=1)
        loose.unlink()
    return Case("mixture", path, size, side, 0, 0.03)


CASES = {"bed": bed, "stirred": stirred, "gas": gas, "mixture": mixture}
