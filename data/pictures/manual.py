#!/usr/bin/env python3
"""manual.py FOLDER -- draws the figures of the manual's theory page that are formulas."""

import math
import sys
from pathlib import Path

import matplotlib
import numpy

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

BLUE, RED, GREEN, GREY, BROWN = "#0072b2", "#d55e00", "#009e73", "#777777", "#8c564b"
pyplot.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False})


def laws(path):
    """Force against overlap of the laws without dashpots: glass beads of 2 mm, softened, with an
    adhesion that is large enough to be seen."""
    R, E, w = 0.5e-3, 1.0e7 / (2 * (1 - 0.25 ** 2)), 0.5
    kn, kc = 350.0, 5.0e4
    overlap = numpy.linspace(0, 20e-6, 400)
    hertz = 4 / 3 * E * math.sqrt(R) * overlap ** 1.5
    torn = (math.pi * w * R ** 2 / (8 * E)) ** (1 / 3)
    a = numpy.linspace(torn, 6 * torn, 1600)
    depth = a ** 2 / R - numpy.sqrt(2 * math.pi * w * a / E)
    jkr = 4 * E * a ** 3 / (3 * R) - numpy.sqrt(8 * math.pi * w * E * a ** 3)
    figure, axes = pyplot.subplots(figsize=(6.0, 3.6), layout="constrained")
    axes.axhline(0, color=GREY, lw=0.6)
    axes.axvline(0, color=GREY, lw=0.6)
    milli, micro = 1e3, 1e6
    axes.plot(overlap * micro, hertz * milli, color=BLUE, label="hertz")
    axes.plot(overlap * micro, kn * overlap * milli, color=GREY, label="hooke")
    axes.plot(overlap * micro, (hertz - 2 * math.pi * w * R) * milli, color=GREEN, label="hertz, dmt")
    axes.plot(overlap * micro, (hertz - 2 * math.pi * kc * R * overlap) * milli, color=BROWN,
              label="hertz, sjkr")
    axes.plot(depth * micro, jkr * milli, color=RED, label="hertz, jkr")
    axes.plot([0, 0], [0, jkr[numpy.argmin(abs(depth[90:])) + 90] * milli], color=RED, ls=":", lw=1)
    axes.plot([depth[0] * micro] * 2, [jkr[0] * milli, 0], color=RED, ls=":", lw=1)
    axes.annotate("parts here", (depth[0] * micro, jkr[0] * milli), (depth[0] * micro - 1.2, -4.2),
                  color=RED, ha="left", arrowprops={"arrowstyle": "-", "color": RED, "lw": 0.6})
    axes.set_xlim(depth[0] * micro - 2, 20)
    axes.set_ylim(-4.6, 9)
    axes.set_xlabel("overlap (µm)")
    axes.set_ylabel("normal force (mN)")
    axes.legend(frameon=False, loc="upper left")
    figure.savefig(path, dpi=150)


def band(path):
    """A wavy surface, the virtual particles of its band, and a grain with the corners of its
    cell."""
    D, r = 1.0, 1.7
    x = numpy.linspace(-8, 8, 1601)
    y = 0.9 * numpy.sin(x / 2.2)
    low, high = 0.93 * r - math.sqrt(2) * D, r + math.sqrt(2) * D
    figure, axes = pyplot.subplots(figsize=(6.4, 3.6), layout="constrained")
    axes.fill_between(x, y, -4, color="#dddddd", lw=0)
    axes.plot(x, y, color="black", lw=1.2)
    centre = numpy.array([0.55, 0.0])
    for _ in range(60):  # a centre at the distance r
        d = numpy.hypot(x - centre[0], y - centre[1])
        centre[1] += r - d.min()
    for i in numpy.arange(-8, 9):
        for j in numpy.arange(-3, 8):
            p = numpy.array([i * D, j * D])
            d = numpy.hypot(x - p[0], y - p[1]).min()
            d *= 1 if p[1] > 0.9 * math.sin(p[0] / 2.2) else -1
            if not low <= d <= high:
                continue
            corner = (numpy.floor(centre / D) <= p / D).all() and (p / D <= numpy.floor(centre / D) + 1).all()
            axes.plot(*p, "o", ms=7 if corner else 4.5, color=RED if corner else BLUE)
            if corner:
                axes.plot([p[0], centre[0]], [p[1], centre[1]], color=RED, lw=0.8)
    axes.add_patch(pyplot.Circle(centre, r, fill=False, color="black", lw=1))
    axes.plot(*centre, "k+", ms=9)
    foot = numpy.argmin(numpy.hypot(x - centre[0], y - centre[1]))
    axes.annotate("", (x[foot], y[foot]), centre, arrowprops={"arrowstyle": "<->", "lw": 0.8})
    axes.text((x[foot] + centre[0]) / 2 + 0.15, (y[foot] + centre[1]) / 2 - 0.1, "d = r",
              bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
    axes.annotate("", (-6, 4), (-5, 4), arrowprops={"arrowstyle": "<->", "lw": 0.8})
    axes.text(-5.5, 4.15, "D", ha="center")
    axes.text(-7.5, -1.9, "structure")
    axes.set_xlim(-8, 8)
    axes.set_ylim(-2.4, 4.9)
    axes.set_aspect("equal")
    axes.axis("off")
    figure.savefig(path, dpi=150, bbox_inches="tight")


out = Path(sys.argv[1])
laws(out / "laws.png")
band(out / "band.png")
