"""result_as_source.py GRANUM -- the grains of a result start another run with unchanged values.

A bed in motion is written in double and in single precision, with full and standard arrays.  A run
that takes a frame of it as its source must begin with the same numbers: the same bits from a
double frame, and from a single one, whose numbers are doubles too; copies must be those numbers
plus whole multiples of the pitch.  Identities are new, from 0.  What is wrong is told with place
and remedy.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from results import open_result  # noqa: E402
from trial import check, finish  # noqa: E402

HEAD = """
materials:
  wood: {density: 700, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
%s
contacts:
  law: hertz
  pairs:
    - {between: [glass, glass], restitution: 0.7, friction: 0.4}
    - {between: [glass, stone], restitution: 0.7, friction: 0.4}
    - {between: [stone, stone], restitution: 0.7, friction: 0.4}
    - {between: [glass, wood], restitution: 0.7, friction: 0.4}
    - {between: [stone, wood], restitution: 0.7, friction: 0.4}
structures:
  - {name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: wood}
"""
GLASS = "  glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}\n"
STONE = "  stone: {density: 3000, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}\n"
FIRST = HEAD % (GLASS + STONE) + """
grains:
  - fill: {box: {min: [0, 0, 0], max: [20 mm, 20 mm, 15 mm]}, material: stone, radius: {uniform: [0.8 mm, 1 mm]}, count: 300, label: 7, velocity: [0.3, 0, -0.2]}
  - fill: {box: {min: [0, 0, 15 mm], max: [20 mm, 20 mm, 30 mm]}, material: glass, radius: 1 mm, count: 200, label: -3}
time: {end: 40 ms, step: 5 us}
output: {every: 10 ms, arrays: %s, precision: %s}
"""
# Materials stand in another order: their rows differ, their names do not.
SECOND = HEAD % (STONE + GLASS) + """
grains: [{result: {file: %s%s}}]
time: {end: 5 us, step: 5 us}
output: {every: 5 us, arrays: full, precision: double}
"""


def run(granum, folder, text, name, *sets):
    """Code and what was written."""
    scene = os.path.join(folder, name + ".yaml")
    with open(scene, "w") as out:
        out.write(text)
    words = [granum, "run", scene, "-o", os.path.join(folder, name + ".vtkhdf"), "--force",
             "--progress", "none", "--threads", "2"]
    done = subprocess.run(words + [w for s in sets for w in ("--set", s)], capture_output=True,
                          text=True)
    return done.returncode, done.stdout + done.stderr


def frame(folder, name, k):
    """Arrays of the grains of a frame; materials by name."""
    with open_result(os.path.join(folder, name + ".vtkhdf")) as r:
        rows = dict(r[k].grains)
        return {**rows, "material": np.array(r.materials)[rows["material"]]}


def same(a, b, names):
    return [n for n in names if not np.array_equal(np.asarray(a[n], b[n].dtype), b[n])]


def round_trip(granum, folder):
    for arrays in ("full", "standard"):
        for precision in ("double", "single"):
            what = "%s arrays, %s precision" % (arrays, precision)
            name = arrays + precision
            code, text = run(granum, folder, FIRST % (arrays, precision), name)
            if code:
                sys.exit(text)
            for k, said in ((-1, ""), (2, ", frame: 2"), (-2, ", frame: -2")):
                code, text = run(granum, folder, SECOND % (name + ".vtkhdf", said), "again")
                if code:
                    sys.exit(text)
                before, after = frame(folder, name, k), frame(folder, "again", 0)
                # The run began with these; a quaternion of single numbers was made unit.
                exact = ["position", "radius", "velocity", "angular_velocity", "material"]
                if arrays == "full":
                    exact += ["label"]
                differ = same(before, after, exact)
                if arrays == "full":
                    off = np.abs(before["orientation"] - after["orientation"]).max()
                    limit = 0 if precision == "double" else 1e-7
                    if off > limit:
                        differ.append("orientation off by %g" % off)
                ids = np.array_equal(after["id"], np.arange(len(after["id"])))
                moving = np.abs(before["velocity"]).max() > 0.01
                spread = len(set(before["material"])) == 2
                check("%s, frame %d: the frame begins the run" % (what, k),
                      not differ and ids and moving and spread, ", ".join(differ))


def copies(granum, folder):
    pitch = np.array([0.0625, 0.25, 0.5])  # powers of two: sums of copies are exact to a bit or so
    said = ", copies: [3, 2, 2], pitch: [%g, %g, %g], translate: [1, 2, 0.25]" % tuple(pitch)
    code, text = run(granum, folder, SECOND % ("fulldouble.vtkhdf", said), "tiled")
    if code:
        sys.exit(text)
    one, all_ = frame(folder, "fulldouble", -1), frame(folder, "tiled", 0)
    n = len(one["position"])
    good, at = len(all_["position"]) == 12 * n, 0
    for k in range(2):
        for j in range(2):
            for i in range(3):
                shift = np.array([1, 2, 0.25]) + np.array([i, j, k]) * pitch
                rows = {name: a[at:at + n] for name, a in all_.items()}
                good &= np.array_equal(rows["position"], one["position"] + shift)
                good &= not same(one, rows, ["radius", "velocity", "angular_velocity", "label",
                                             "orientation", "material"])
                at += n
    check("12 copies stand at whole multiples of the pitch", good)
    low = (one["position"] - one["radius"][:, None]).min(axis=0)
    high = (one["position"] + one["radius"][:, None]).max(axis=0)
    code, text = run(granum, folder, SECOND % ("fulldouble.vtkhdf", ", copies: [2, 2, 1]"), "auto")
    all_ = frame(folder, "auto", 0)["position"]
    want = [one["position"] + np.array([i, j, 0]) * (high - low) for j in range(2) for i in range(2)]
    off = np.abs(np.concatenate(want) - all_).max()
    check("without a pitch copies stand side by side", off < 1e-15, "off by %.1e m" % off)


def periodic(granum, folder):
    """Copies of a periodic bed stand its box apart, and form one bed: they touch as it did."""
    box = "domain: {min: [0, 0, -1], max: [20 mm, 18 mm, 1 m], boundary: {x: periodic, y: periodic}}\n"
    text = FIRST.replace("max: [20 mm, 20 mm, 15 mm]", "max: [20 mm, 18 mm, 15 mm]")
    text = text.replace("max: [20 mm, 20 mm, 30 mm]", "max: [20 mm, 18 mm, 30 mm]")
    code, told = run(granum, folder, box + text % ("full", "double"), "ring")
    if code:
        sys.exit(told)
    large = box.replace("20 mm, 18 mm", "40 mm, 54 mm")
    code, told = run(granum, folder, large + SECOND % ("ring.vtkhdf", ", copies: [2, 3, 1]"), "rings")
    if code:
        sys.exit(told)
    one, all_ = frame(folder, "ring", -1), frame(folder, "rings", 0)
    n, good = len(one["position"]), True
    for k in range(6):
        want = one["position"] + [0.02 * (k % 2), 0.018 * (k // 2), 0]
        good &= np.abs(all_["position"][k * n:(k + 1) * n] - want).max() < 1e-15
    touching = one["coordination"].sum()
    crossing = (one["position"][:, 0] < one["radius"]).sum()
    check("copies of a periodic bed stand its box apart", good and crossing > 5,
          "%d grains reach over a side" % crossing)
    check("and touch as it did", touching > 50
          and np.array_equal(all_["coordination"], np.tile(one["coordination"], 6)),
          "sum of contacts %d" % touching)


def wrong(granum, folder):
    cases = [
        ("a frame that is not there", ", frame: 9", [],
         "grains[0].result.frame: there is no frame 9 in 'fulldouble.vtkhdf', which has 5 frames"),
        ("copies that overlap", ", copies: [2, 1, 1], pitch: [1 mm, 0, 0]", [],
         "grains[0].result: grain "),
        ("a bed in the floor", ", translate: [0, 0, -5 mm]", [], "overlaps structure 'floor' by"),
        ("a pair that is missing", "", ["contacts.pairs[1].between=[wood, wood]"],
         "contacts.pairs: stone and glass can meet, and there is no pair for them"),
    ]
    for what, said, sets, words in cases:
        code, text = run(granum, folder, SECOND % ("fulldouble.vtkhdf", said), "wrong", *sets)
        check(what + " is a fault", code == 2 and words in text, "" if words in text else text)
    text = (SECOND % ("fulldouble.vtkhdf", "")).replace(GLASS, "")
    for pair in ("glass, glass", "glass, stone", "glass, wood"):
        text = text.replace("    - {between: [%s], restitution: 0.7, friction: 0.4}\n" % pair, "")
    code, text = run(granum, folder, text, "wrong")
    check("a material that is missing is a fault",
          code == 2 and "contains grains of material 'glass', which this scene does not define" in text, text)
    with h5py.File(os.path.join(folder, "fullsingle.vtkhdf"), "r+") as f:
        speed = f["VTKHDF/PointData/velocity"][:, 0]
        del f["VTKHDF/PointData/velocity"]
        f["VTKHDF/PointData/velocity"] = speed
    code, text = run(granum, folder, SECOND % ("fullsingle.vtkhdf", ""), "wrong")
    check("an array of another kind is a fault", code == 2
          and "its array 'velocity' has numbers, 1 for each grain; expected numbers, 3 for each grain" in text, text)
    with open(os.path.join(folder, "no.vtkhdf"), "w") as out:
        out.write("nothing")
    code, text = run(granum, folder, SECOND % ("no.vtkhdf", ""), "wrong")
    check("a file that is no result is a fault", code == 2 and "grains[0].result.file: " in text,
          text)


WOOD = "    - {between: [wood, wood], restitution: 0.7, friction: 0.4}\n"
BODY = HEAD.replace("structures:", WOOD + "structures:") % (GLASS + STONE) + """
bodies: [{name: rod, material: wood, box: {size: [20 mm, 10 mm, 10 mm]}, list: {bodies: [{position: [0, 0, 5 mm]}]}}]
grains: [{list: {material: glass, grains: [{position: [0, 0, 10.99 mm], radius: 1 mm}, {position: [15 mm, 0, 0.99 mm], radius: 1 mm}]}}]
time: {end: 10 us, step: 5 us}
output: {every: 5 us, arrays: resume}
"""


def bodies(granum, folder):
    """Grains of a run with bodies begin another one without them; a run cannot go on so."""
    code, text = run(granum, folder, BODY, "bodies")
    check("a grain on a body, one on the floor", code == 0, text)
    code, text = run(granum, folder, SECOND % ("bodies.vtkhdf", ""), "without")
    check("grains that lay on bodies begin a run", code == 0, text)
    if code == 0:
        a, b = frame(folder, "bodies", -1), frame(folder, "without", 0)
        check("with the values that they had", not same(a, b, ["radius", "velocity", "material"]))
    code, text = run(granum, folder, SECOND % ("bodies.vtkhdf", ", resume: true"), "without")
    check("which cannot resume", code == 2 and "is of a run with bodies, which a source of grains would lose" in text,
          text)


def main():
    granum = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        round_trip(granum, folder)
        copies(granum, folder)
        periodic(granum, folder)
        bodies(granum, folder)
        wrong(granum, folder)
    finish()


main()
