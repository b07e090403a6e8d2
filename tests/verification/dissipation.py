"""dissipation.py GRANUM -- what each grain and each contact has dissipated (output.dissipation).

In a bed that rolls, slides and twists `damped` and `slid` of all grains add up, at each frame, to what the history
has as dissipated.  Those of a grain are at least half of what its present contacts with grains, and all of what those
with structures have dissipated; none is below zero.  A grain that slides on a floor all the time has what its one
contact has, in every bit.  The arrays have the same bits on more threads and from a checkpoint; without the key they
are not there, and all others have the same bits.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, os.fspath(Path(__file__).resolve().parents[1]))
import h5py  # noqa: E402
import numpy as np  # noqa: E402
from trial import bits, check, differences, finish  # noqa: E402

GRANUM = os.path.abspath(sys.argv[1])
SCENE = """
materials:
  glass: {density: 2500, youngs_modulus: 5 MPa, poisson_ratio: 0.25}
  steel: {density: 7800, youngs_modulus: 5 MPa, poisson_ratio: 0.3}
domain: {min: [0, 0, 0], max: [16 mm, 16 mm, 40 mm], boundary: {x: periodic, y: wall, z: wall}, wall_material: steel}
gravity: [20, 0, -100]
contacts: {rolling: spring, torsion: spring, pairs: [
    {between: [glass, glass], restitution: 0.5, friction: 0.4, rolling_friction: 0.1, torsion_friction: 0.1},
    {between: [glass, steel], restitution: 0.5, friction: 0.3, rolling_friction: 0.1, torsion_friction: 0.1},
    {between: [steel, steel], restitution: 0.5, friction: 0.3, rolling_friction: 0.1, torsion_friction: 0.1}]}
grains:
  - fill: {box: {min: [0, 0, 0], max: [16 mm, 16 mm, 12 mm]}, material: glass, radius: {uniform: [0.7 mm, 1 mm]}, count: 300}
time: {end: 30 ms}
output: {every: 10 ms, history: 5 ms, precision: double, dissipation: %s}
"""


def run(result, *more, code=0, scene="scene.yaml"):
    words = [scene, "-o", result, "--force"] if "--resume" not in more else [result]
    done = subprocess.run([GRANUM, "run", *words, "--progress", "none", *more], capture_output=True, text=True,
                          env=dict(os.environ, OMP_WAIT_POLICY="passive"))
    if done.returncode != code:
        check("granum run", False, done.stderr)
        finish()
    return bits(result)


def sums(path):
    with h5py.File(path) as f:
        h, g, c = f["granum/history"], f["VTKHDF"], f["granum/contacts"]
        lost = dict(zip(h["time"][()], zip(*(h["dissipated_" + n][()] for n in ("energy", "friction", "rolling", "torsion")))))
        worst, below, least, touching = 0.0, 0.0, 0.0, 0
        for k, time in enumerate(g["Steps/Values"][()]):
            n, first = g["NumberOfPoints"][k], g["Steps/PointOffsets"][k]
            grains = {name: g["PointData/" + name][first:first + n] for name in ("id", "damped", "slid")}
            row = {i: q for q, i in enumerate(grains["id"])}
            all_, *slid = lost[min(lost, key=lambda t: abs(t - time))]
            one = max(all_, 1e-30)
            worst = max(worst, abs(sum(grains["damped"]) + sum(grains["slid"]) - all_) / one,
                        abs(sum(grains["slid"]) - sum(slid)) / one)
            at, m = c["Steps/CellOffsets"][k][0], c["NumberOfCells"][k]
            part = np.zeros(n)
            own = {name: c["CellData/" + name][at:at + m] for name in ("id_a", "id_b", "damped", "slid")}
            for a, b, d, s in zip(*own.values()):
                part[row[a]] += (d + s) * (0.5 if b >= 0 else 1.0)
                if b >= 0:
                    part[row[b]] += (d + s) * 0.5
            touching = m
            below = min(below, np.min((grains["damped"] + grains["slid"] - part) / one))
            least = min([least, *(np.min(x) for x in (grains["damped"], grains["slid"], own["damped"], own["slid"]) if len(x))])
    return worst, below, least, touching


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    Path("scene.yaml").write_text(SCENE % "true")
    Path("plain.yaml").write_text(SCENE % "false")
    one = run("one.vtkhdf", "--threads", "1")
    worst, below, least, touching = sums("one.vtkhdf")
    check("grains add up to the balance, and to friction of all kinds", worst < 1e-12, "%.1e" % worst)
    check("%d contacts have no more than their grains" % touching, touching > 100 and below > -1e-12, "%.1e" % below)
    check("nothing is below zero", least >= -1e-18, "%.1e J" % least)
    Path("slides.yaml").write_text((SCENE % "true")[:SCENE.index("grains:\n")] + """grains:
  - list: {material: glass, grains: [{position: [4 mm, 8 mm, 0.99 mm], radius: 1 mm, velocity: [0.1, 0, 0]}]}
time: {end: 10 ms}
output: {every: 5 ms, precision: double, dissipation: true}
""")
    run("slides.vtkhdf", scene="slides.yaml")
    with h5py.File("slides.vtkhdf") as f:
        pairs = [(f["VTKHDF/PointData/" + n][()], f["granum/contacts/CellData/" + n][()]) for n in ("damped", "slid")]
    check("a grain on a floor has what its contact has", all(a.tobytes() == b.tobytes() and a[-1] > 0 for a, b in pairs),
          " ".join("%.9g" % a[-1] for a, b in pairs))
    run("two.vtkhdf", "--threads", "2", "--steps", "900", code=130)
    wrong = differences(one, run("two.vtkhdf", "--resume", "--threads", "1"))
    check("the same bits on 2 threads and from a checkpoint", not wrong, str(wrong[:5]))
    plain = run("plain.vtkhdf", "--threads", "1", scene="plain.yaml")
    more = sorted(set(one) - set(plain))
    wrong = [n for n in differences({n: one[n] for n in plain}, plain)]
    check("without the key all but these arrays", not wrong and all(n.split("/")[-1] in ("damped", "slid") for n in more),
          "%s %s" % (wrong[:5], more))
finish()
