"""A free body whose motion fails ends the run with its name, what was found and what to do.

    bodies_stop.py GRANUM

A body that moves by more than half a radius in a step could pass grains: the message has a step with which
the run goes through.  A body that leaves by a mirror is named with the face.  Euler angles that overflow
are named as such, with the integrator that has no singularity, with which the run goes through; granum check
says so before.  The file beside the result holds the state of the body.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, os.fspath(Path(__file__).resolve().parents[1]))
from trial import MATERIALS, check, finish  # noqa: E402

SCENE = MATERIALS + """
gravity: [0, 0, 0]
domain: {min: [-1, -1, -1], max: [1, 1, 1]%s}
structures:
  - name: plate
    box: {min: [-20 mm, -10 mm, -5 mm], max: [20 mm, 10 mm, 5 mm]}
    material: glass
    free: {%s}
%stime: {end: 0.01, step: %s}
output: {every: 0.01}
"""
GRAIN = "grains: [{list: {material: glass, grains: [{position: [0.5, 0.5, 0.5], radius: 1 mm}]}}]\n"


def granum(free, step, grains="", boundary="", command="run"):
    """Exit code, what it prints, and the text beside the result."""
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/scene.yaml", "w") as f:
            f.write(SCENE % (boundary, free, grains, step))
        more = ["-o", "r.vtkhdf", "--progress", "none"] if command == "run" else []
        done = subprocess.run([GRANUM, command, "scene.yaml"] + more, capture_output=True, text=True, cwd=folder)
        kept = Path(folder) / "r.failure.txt"
        return done.returncode, done.stdout + done.stderr, kept.read_text() if kept.exists() else ""


def judge(what, good, said):
    check(what, good, "" if good else said)


GRANUM = os.path.abspath(sys.argv[1])
FAST = "loads: [{force: [0, 0, 1.0e+4]}]"  # 0.02 kg: 5000 m/s after 10 ms
code, said, kept = granum(FAST, "2.0e-6", GRAIN)
judge("a body too fast for its step is stopped", code == 1 and "'plate'" in said and "half the smallest radius" in said,
      said)
most = re.search(r"time.step of at most (\S+) s", said)
at = re.search(r"at t = (\S+) s", said)
exact = 5.0e-4 / 2.0e-6 * 0.02 / 1.0e4  # v = F t / M = (r / 2) / dt
judge("when it moves by half a radius", at and abs(float(at.group(1)) - exact) < 1e-2 * exact,
      "%s %g" % (at and at.group(1), exact))
judge("the message names a shorter step", most and 1.5e-6 < float(most.group(1)) < 2.0e-6, said)
judge("the file beside it holds the body", "structure 'plate', free" in kept and "mass              0.02 kg" in kept,
      kept)
code, said, _ = granum("velocity: [0, 0, 240]", "2.0e-6", GRAIN)
judge("one that moves by less goes on", code == 0, said)

code, said, _ = granum("velocity: [0, 0, 260]", "2.0e-6", GRAIN, command="check")
judge("one that starts with more is refused", code == 2 and "'plate'" in said and "260 m/s" in said, said)
code, said, _ = granum("velocity: [0, 0, 260]", "auto", GRAIN)
judge("auto takes a step for it", code == 0, said)

code, said, kept = granum("velocity: [0, 200, 0]", "1.0e-5", "", ", boundary: {y_max: mirror}")
judge("a body that leaves by a mirror is stopped", code == 1 and "'plate'" in said and "mirror at y_max" in said, said)
judge("and no grain is blamed", "grain" not in said.split("mirror at y_max")[-1] and "structure 'plate'" in kept, said)

SPIN = "angular_velocity: [0, 100, 30], rotation: %s"
code, said, _ = granum(SPIN % "euler_angles", "1.0e-5")
judge("Euler angles that overflow are named", code == 1 and "'plate'" in said and "singular where theta is 0" in said
      and "free.rotation: no_squish" in said, said)
code, said, _ = granum(SPIN % "no_squish", "1.0e-5")
judge("with no_squish the run ends well", code == 0, said)
code, said, _ = granum(SPIN % "euler_angles", "1.0e-5", command="check")
judge("granum check knows before", code == 0 and "singular at the start" in said, said)
finish()
