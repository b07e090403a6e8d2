"""A body too fast for its time step is rejected, so that it cannot jump over grains.

    fast_body.py GRANUM

A sheet comes at 50 m/s upon a soft grain of 1 mm.  In a step of 50 us it moves by two and a half
radii, and the grain was behind it, with no word.  Such a step is refused with the name, the speed
and the largest step that works; that one is taken, and auto chooses no larger one.  Then the sheet
cannot pass in silence: it is stopped by what the grain overlaps.  A motion that begins after the
end, one about an axis far from the frame, and one whose segments follow each other refuse nothing.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import check, finish  # noqa: E402

SCENE = """
gravity: [0, 0, 0]
materials: {g: {density: 2500, youngs_modulus: 1.0e+5, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [g, g], restitution: 0.8, friction: 0.5}]}
structures:
  - name: beater
    disc: {centre: [%s, 0, 0], normal: [1, 0, 0], radius: 50 mm}
    material: g
    motion: [%s]
grains: [{list: {material: g, grains: [{position: [%s, 0, 0], radius: 1 mm}]}}]
time: {end: 0.001, step: %s}
output: {every: 0.001}
"""
FAST = "{translate: {velocity: [50, 0, 0]}}"


def granum(command, motion, step, x=0.0):
    with tempfile.TemporaryDirectory() as folder:
        scene = os.path.join(folder, "scene.yaml")
        with open(scene, "w") as f:
            f.write(SCENE % (x, motion, x + 0.004, step))
        more = ["-o", os.path.join(folder, "r.vtkhdf"), "--progress", "none"] if command == "run" else []
        done = subprocess.run([sys.argv[1], command, scene] + more, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


def step_of(said):
    found = re.search(r"^time step (\S+) s", said, re.M)
    return float(found.group(1)) if found else float("inf")


def main():
    code, said = granum("run", FAST, "5.0e-5")
    check("50 us are refused", code == 2 and "time.step" in said and "'beater'" in said
          and "50 m/s" in said, said)
    most = re.search(r"at most (\S+) s", said)
    check("and the largest step is half a radius", most and 0.99e-5 < float(most.group(1)) <= 1e-5, said)
    code, said = granum("check", FAST, most.group(1) if most else "1.0e-5")
    check("which is taken", code == 0, said)
    code, said = granum("check", FAST, "auto")
    check("auto is no larger", code == 0 and step_of(said) <= 1.0e-5, said)
    code, said = granum("run", FAST, "auto")
    check("the sheet does not pass in silence", code == 1 and "overlap by" in said
          and "'beater'" in said, said)
    for what, motion, x in (
            ("a motion after the end", "{from: 1, translate: {velocity: [50, 0, 0]}}", 0.0),
            ("a turn about a far axis",
             "{rotate: {axis: [1, 0, 0], through: [1000, 0, 0], rate: 10 rpm}}", 1000.0),
            ("eight segments of 8 m/s",
             ", ".join("{from: %g, to: %g, translate: {velocity: [8, 0, 0]}}" % (k * 1e-4, (k + 1) * 1e-4)
                       for k in range(8)), 0.0)):
        code, said = granum("check", motion, "4.9e-5", x)
        check(what + " refuses nothing", code == 0, said)
    finish()


main()
