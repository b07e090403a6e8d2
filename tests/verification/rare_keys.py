"""rare_keys.py GRANUM CASES -- keys that no case sets do what they say.

`collisions.resting_speed` and `approaching_only`: a ball that hits a floor and two that overlap and separate, by
impulses, with the velocities of a restitution of 0.8 or of 0; `hybrid.points_per_cell`: points go with its square in two
dimensions; `bodies[].sample_spacing`: samples of edges with its first power at least, and not beyond it.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import check, finish, rows_at  # noqa: E402

E, FALL, APART = 0.8, 0.5, 1.0  # restitution; m/s
SCENE = """
gravity: [0, 0, 0]
materials: {glass: {density: 2500}}
collisions: {engine: impulses, resting_speed: %g, approaching_only: %s, pairs: [{between: [glass, glass], restitution: 0.8, friction: 0}]}
structures: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}]
grains: [{list: {material: glass, grains: [{position: [0, 0, 0.0100001], radius: 0.01, velocity: [0, 0, -0.5]},
  {position: [0.5, 0, 0.5], radius: 0.01, velocity: [-0.5, 0, 0]}, {position: [0.5199, 0, 0.5], radius: 0.01, velocity: [0.5, 0, 0]}]}}]
time: {step: 1 ms, end: 2 ms}
output: {every: 2 ms, precision: double}
"""


def impulses(granum, folder):
    for resting in (0.1, 10.0):
        for only in (True, False):
            (folder / "hard.yaml").write_text(SCENE % (resting, str(only).lower()))
            subprocess.run([granum, "run", "hard.yaml", "--force", "--progress", "none"], cwd=folder, check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            # Also apart: each of 10 sweeps reverses what is faster than the speed of rest, 0.8^10 of 1 m/s too.
            e = E if resting < FALL and only else 0.0
            v = rows_at(folder / "hard.vtkhdf", "VTKHDF", -1)["velocity"]
            case = "rest below %g m/s, %s" % (resting, "approaching only" if only else "also apart")
            check("%s: the ball rebounds with %g" % (case, e), abs(v[0, 2] - e * FALL) < 1e-12, "%.15g m/s" % v[0, 2])
            apart = APART if only else APART * E**10 if resting < FALL else 0.0
            check("%s: the others part with %g m/s" % (case, apart), abs(v[2, 0] - v[1, 0] - apart) < 1e-12)


def counts(granum, cases, case, key, values, pattern):
    found = []
    for value in values:
        said = subprocess.run([granum, "check", "%s/%s" % (cases, case), "--set", "%s=%s" % (key, value),
                               *(["--set", "hybrid.mode=continuum"] if case == "column2d" else [])],
                              capture_output=True, text=True)
        found.append(int(re.search(pattern, said.stdout).group(1)))
    return found


def main():
    granum, cases = map(os.path.abspath, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        impulses(granum, Path(folder))
    one, two, four = counts(granum, cases, "column2d", "hybrid.points_per_cell", (1, 2, 4), r"(\d+) material points")
    check("points go with the square of points_per_cell", abs(two / one - 4) < 0.02 and abs(four / two - 4) < 0.02,
          "%d, %d, %d" % (one, two, four))
    wide, fine = counts(granum, cases, "dice", "bodies.die.sample_spacing", ("2 mm", "1 mm"), r"(\d+) samples of edges")
    check("half the sample_spacing: two to eight times the samples", 2 <= fine / wide <= 8, "%d, %d" % (wide, fine))
    finish()


main()
