"""A drum tumbles its grains without losing any, and its work balances the energy.

    drum_tumbles.py GRANUM CASES

A short form of the case: fewer grains, and the drum turns soon.  Of the last frame, against
the geometry itself, with plain NumPy:

* no grain is lost, and every one is inside the drum and in front of the lifters: nowhere
  deeper than 7 % of its radius, from where on contacts would not hold;
* structure_distance of the grains near the lifters, whose facets are taken for the shape, is that
  to their triangles: to 1 % of a
  spacing for 99 of 100, and to 2 % for all, at the feet and the crests of the lifters too;
* energy: |E + dissipated + out - E0 - work| is below 0.5 % of the work, in every row.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import triangles  # noqa: E402
from counted import report, tell as check  # noqa: E402
from results import open_result  # noqa: E402

SHORT = ["grains[0].fill.count=800", "grains[0].fill.cylinder.radius=40 mm", "time.end=0.3", "output.audit=false",
         "structures.drum.motion[0].from=0.05", "structures.lifters.motion[0].from=0.05",
         "output.every=0.05", "structures.lifters.virtual_particles.surface=facets"]
CREST, LINER, HALF = 43.5e-3, 48.5e-3, 28.0e-3
SPACING = 0.93 * 1.9e-3 / 3 ** 0.5


def main():
    granum, cases = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        result = os.path.join(folder, "drum.vtkhdf")
        words = [word for line in SHORT for word in ("--set", line)]
        done = subprocess.run(
            [granum, "run", os.path.join(cases, "drum"), "-o", result, "--progress", "none",
             "--threads", "1", *words, "--set", "output.precision=double"],
            capture_output=True, text=True)
        print(done.stdout + done.stderr)
        if done.returncode:
            sys.exit(done.returncode)
        drum = open_result(result)
    history, last, lifters = drum.history, drum[-1].grains, drum.structures["lifters"]
    x = last.position

    lost = history["grains_in"] - history["grains_out"] - history["grains"]
    check(not lost.any() and len(x) == 800, f"{len(x)} grains, {abs(lost).max()} lost")

    energy = (history["kinetic_energy"] + history["elastic_energy"]
              + history["potential_energy"])
    left = (energy + history["dissipated_energy"] + history["energy_out"] - energy[0]
            - history["structure_work"])
    work = history["structure_work"][-1]
    check(np.abs(left).max() < 0.005 * work,
          f"left over at most {np.abs(left).max():.2e} J, "
          f"{100 * np.abs(left).max() / work:.3f} % of the work, {work:.4f} J")

    # The drum did turn them: half of it fast, and the middle of mass beside the axis.
    speed = np.linalg.norm(last.velocity, axis=1)
    middle = x.mean(0)
    check(np.median(speed) > 0.1, f"median of the speeds {np.median(speed):.3f} m/s")
    check(abs(middle[0]) > 5e-3 and middle[2] < -15e-3, f"middle of mass at {middle} m")

    r = last.radius
    most = 0.07 * r
    side = HALF - np.abs(x[:, 1])
    wall = LINER - np.hypot(x[:, 0], x[:, 2])
    check((side > r - most).all() and (wall > r - most).all(),
          f"nearest to an end {(side / r).min():.3f} r, to the liner {(wall / r).min():.3f} r")

    mesh = triangles.read_stl(os.path.join(cases, "..", "shapes", "lifters.stl"))
    body = lifters.pose(drum[-1]).to_body(x)
    near = np.hypot(body[:, 0], body[:, 1]) > 38.0e-3
    exact = triangles.distances(body[near], mesh)
    check((exact > r[near] - most[near]).all(),
          f"nearest to the lifters {(exact / r[near]).min():.3f} r")
    # A lifter is thick: nobody sits in its core, 2.5 degrees to both sides.
    beside = (np.degrees(np.arctan2(body[:, 1], body[:, 0])) + 22.5) % 45 - 22.5
    core = (np.hypot(body[:, 0], body[:, 1]) > CREST) & (np.abs(beside) < 2.5)
    check(not core.any(), f"{core.sum()} grains in the core of a lifter")
    mine = last.structure_id[near] == lifters.index
    given = last.structure_distance[near][mine]
    close = given < 1.5 * r[near][mine]
    off = np.abs(given - exact[mine])[close] / SPACING
    check(close.sum() > 50, f"{close.sum()} grains near the lifters")
    check(np.mean(off < 0.01) >= 0.99 and off.max() < 0.02, f"{100 * np.mean(off < 0.01):.1f} % within 1 % of D, "
          f"{100 * np.mean(off < 0.02):.1f} % within 2 %, worst {off.max():.4f} D")
    report()


if __name__ == "__main__":
    main()
