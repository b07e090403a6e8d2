"""Scenes with clumps of glass, and the clumps of their results, for tests."""
import numpy as np

from trial import rows_at

RHO, R = 2500.0, 2e-3
G = np.array([0, 0, -9.81])
SCENE = """
title: clumps
gravity: %(gravity)s
domain: {%(domain)s}
materials:
  glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
contacts: {law: hooke, pairs: [{between: [glass, glass], %(pair)s}]}
%(structures)s
clumps:
%(shapes)s
grains:
%(grains)s
time: {end: %(end)s, step: %(step)s}
output: {every: %(every)s, history: %(history)s, arrays: full, precision: double}
"""
PLANE = "structures: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}]"
PAIR = "stiffness: 1.0e+4, restitution: %s, friction: %s"


def scene(bench, shapes, grains, end="1 ms", step="1 us", every=None, history=None, gravity=(0, 0, 0),
          pair=PAIR % (0.5, 0), structures="", domain="", name="scene"):
    text = SCENE % {"gravity": list(gravity), "shapes": "\n".join("  " + s for s in shapes), "pair": pair,
                    "grains": "\n".join("  - " + g for g in grains), "end": end, "step": step,
                    "every": every or end, "history": history or every or end, "structures": structures,
                    "domain": domain}
    return bench.run(text, name)


def spheres(places, radius=R):
    radii = np.broadcast_to(radius, len(places))
    return "{spheres: [%s]" % ", ".join("{at: %s, radius: %.17g}" % (list(p), r) for p, r in zip(places, radii))


def one(shape, position=(0, 0, 0), v=(0, 0, 0), w=(0, 0, 0), axis=(0, 0, 1), angle=0.0):
    return ("list: {clump: %s, material: glass, grains: [{position: %s, velocity: %s, angular_velocity: %s, "
            "orientation: {axis: %s, angle: %.17g}}]}" % (shape, list(position), list(v), list(w), list(axis), angle))


def clumps(run, k=-1):
    """Columns of the clumps in frame k."""
    return rows_at(run.path, "granum/clumps", k)
