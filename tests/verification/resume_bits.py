"""resume_bits.py GRANUM [SCENE STOPS] -- a run that was stopped and resumed leaves the same result, bit for bit.

A run is stopped at random steps and resumed each time on 1, 2 or 3 threads, until it reaches its end.  Every
array of its result, the history included, and every table of its last checkpoint are those of a run that was
never stopped, but counts of distance queries.  (The bytes of the two files differ: HDF5 places objects as they come.)

Without SCENE: two small scenes of tests/resumed.py, stopped twice each (checkpoint_state has those that grow, and
Adams-Bashforth); planes that leave and enter a domain; and a run that was finished is extended by --set time.end.
"""
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, os.fspath(Path(__file__).resolve().parents[1]))
from resumed import scene  # noqa: E402
from trial import bits, check, differences, finish  # noqa: E402

GRANUM = os.path.abspath(sys.argv[1])


def run(*words, codes=(0,)):
    done = subprocess.run([GRANUM, "run", *map(str, words)], capture_output=True, text=True,
                          env=dict(os.environ, OMP_WAIT_POLICY="passive"))
    if done.returncode not in codes:
        check("granum run %s" % " ".join(map(str, words)), False, "%d: %s" % (done.returncode, done.stderr))
        finish()
    return done


def compare(what, expected, result):
    found = bits(result), bits(result.replace(".vtkhdf", ".checkpoint"))
    wrong = [differences(*pair) for pair in zip(expected, found)]
    check(what, not any(wrong), "%d + %d arrays %s" % (len(expected[0]), len(expected[1]), wrong[0] + wrong[1] or ""))


def stopped(name, file, stops, chance, *more):
    """`stops` stops of one run; the uninterrupted one is compared with it."""
    run(file, "-o", "whole.vtkhdf", "--force", "--threads", 2, *more)
    expected = bits("whole.vtkhdf"), bits("whole.checkpoint")
    last = int(expected[1]["run/step"][0])
    at = [0] + sorted(chance.sample(range(last // 3, last), stops))
    threads = [chance.randrange(1, 4) for _ in at]
    for k in range(stops):
        first = (file, "--force", *more) if k == 0 else ("parts.vtkhdf", "--resume")
        done = run(*first, "-o", "parts.vtkhdf", "--steps", at[k + 1] - at[k], "--threads", threads[k], codes=(130,))
        if "--resume" not in done.stderr:
            check("the message says how to go on", False, done.stderr)
    run("parts.vtkhdf", "--resume", "--threads", threads[stops])
    compare("%s: stopped at %s of %d steps, on %s threads"
            % (name, " ".join(map(str, at[1:])), last, " ".join(map(str, threads))), expected, "parts.vtkhdf")


#: Planes that leave the domain and come into it: results show no polygon of a plane that is outside at the start.
PLANES = """
domain: {min: [0, 0, 0], max: [0.1, 0.1, 0.16]}
materials: {glass: {density: 2500, youngs_modulus: 5 MPa, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [glass, glass], restitution: 0.5, friction: 0.4}]}
structures:
  - {name: floor, plane: {point: [0, 0, 0.1 mm], normal: [0, 0, 1]}, material: glass, motion: [{translate: {velocity: [0, 0, -0.02]}}]}
  - {name: side, plane: {point: [-0.1 mm, 0, 0], normal: [1, 0, 0.1]}, material: glass, motion: [{translate: {velocity: [0.02, 0, 0]}}]}
  - {name: ball, sphere: {centre: [50 mm, 50 mm, 50 mm], radius: 5 mm}, material: glass}
grains: [{list: {material: glass, grains: [{position: [50 mm, 50 mm, 5 mm], radius: 5 mm}, {position: [50 mm, 49 mm, 60 mm], radius: 4.9 mm}]}}]
time: {end: 60 ms}
output: {every: 20 ms, history: 10 ms, precision: double}
"""


def extended():
    """A run that has reached its end goes on to another; its last frame was none of the longer run's."""
    Path("short.yaml").write_text(scene("adams", "7.7 ms"))
    Path("long.yaml").write_text(scene("adams", "13 ms"))
    run("long.yaml", "-o", "whole.vtkhdf", "--force", "--threads", 1)
    run("short.yaml", "-o", "longer.vtkhdf", "--threads", 2)
    run("longer.vtkhdf", "--resume", "--set", "time.end=13 ms", "--threads", 1)
    found, expected = bits("longer.vtkhdf"), bits("whole.vtkhdf")
    wrong = differences(expected, found)
    check("a finished run goes on to a later end", not wrong, str(wrong[:5]))
    before = bits("longer.vtkhdf")
    run("longer.vtkhdf", "--resume", "--set", "time.end=13 ms")
    wrong = differences(before, bits("longer.vtkhdf"))
    check("resumed at its end it stays as it is", not wrong, str(wrong[:5]))


with tempfile.TemporaryDirectory() as folder:
    case = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None
    os.chdir(folder)
    chance = random.Random(int(os.environ.get("GM_SEED", "19")))
    if case:
        stopped(os.path.basename(case), case, int(sys.argv[3]), chance)
    else:
        for name, end, stops in (("mixer", "22 ms", 2), ("hybrid", "12 ms", 2)):
            Path(name + ".yaml").write_text(scene(name, end))
            stopped(name, name + ".yaml", stops, chance)
        Path("planes.yaml").write_text(PLANES)
        stopped("planes", "planes.yaml", 2, chance)
        extended()
    os.chdir("/")
finish()
