"""Structures meet, and the time step follows the fastest pair, however many others there are.

    many_structures.py GRANUM

A box falls on the first of 302 structures; the 300 in between have materials that no pair lists.  A light
ball is the last of 141 free bodies, each with a shape of its own: the time step is that of this ball alone
on the floor.
"""
import os
import sys
import tempfile
from pathlib import Path

import h5py

sys.path.insert(0, os.fspath(Path(__file__).resolve().parents[1]))
from trial import Bench, check, finish  # noqa: E402

HEAD = """
gravity: [0, 0, -10]
domain: {min: [-1, -1, -1], max: [20, 1, 2]}
materials:
  rock: {density: 2000, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
  dust: {density: 2000, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
contacts: {pairs: [{between: [rock, rock], restitution: 0.5, friction: 0.4}]}
time: {end: %s}
output: {every: %s, history: %s}
structures:
  - {name: floor, box: {min: [-1, -1, -0.2], max: [20, 1, 0]}, material: rock}
"""
PEBBLE = "  - {name: p%d, sphere: {centre: [%g, 0, 0.3], radius: 0.02}, material: %s%s}\n"


def scene(end, structures):
    return HEAD % (end, end, end) + "".join(structures)


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sys.argv[1], folder)
        between = [PEBBLE % (k, 0.06 * k + 1, "dust", "") for k in range(300)]
        box = "  - {name: box, box: {min: [0, 0, 0.01], max: [0.1, 0.1, 0.11]}, material: rock, free: {}}\n"
        run = bench.run(scene(0.2, between + [box]))
        check("a box rests on the first of 302 structures", run.h["contacts_meeting"][-1] == 1,
              "centre at %.4f m" % run.h["structure_centre"][-1, -1, 2])

        heavy = [PEBBLE % (k, 0.1 * k + 1, "rock", ", free: {mass: 1}") for k in range(140)]
        light = PEBBLE % (140, 0.1, "rock", ", free: {mass: 1 mg}")
        steps = []
        for name, bodies in (("many", heavy), ("alone", [])):
            with h5py.File(bench.run(scene("20 us", bodies + [light]), name).path, "r") as f:
                steps.append(f["granum/scene"].attrs["time_step"])
        check("the light ball gives the time step among 141 bodies", steps[0] == steps[1],
              "%.3g s, %.3g s alone" % tuple(steps))
    finish()


if __name__ == "__main__":
    main()
