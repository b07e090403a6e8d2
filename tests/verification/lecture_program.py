"""lecture_program.py GRANUM CASES -- Granum and the second program of the lecture go the same way, to round-off.

data/cases/lecture/lecture.py is written from the formulas of the lecture and shares no line with Granum.  Case
lecture-pair, 2.5 s: explicit Euler, Adams-Bashforth correct and as printed; code and slide; springs by increments and
from the overlap; friction 10 and 0.1; tension allowed and clamped: velocities and spins of both discs to 1e-10, and
the kinetic energy.  The angular momentum that arms r lose is 3,205 of 39,270 for small steps.
"""
import importlib.util
import itertools
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from results import open_result  # noqa: E402
from trial import check, finish  # noqa: E402

GRANUM, CASES = (Path(w).resolve() for w in sys.argv[1:3])
sys.dont_write_bytecode = True
SPEC = importlib.util.spec_from_file_location("lecture", CASES / "lecture" / "lecture.py")
LECTURE = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(LECTURE)


def granum(scheme, variant, normal, mu, tension, step=0.005):
    keys = ("time.scheme=" + scheme, "contacts.lecture.variant=" + variant, "contacts.lecture.normal=" + normal,
            "contacts.lecture.tension=" + tension, "contacts.pairs[0].friction=%g" % mu, "time.step=%g" % step,
            "output.every=2.5")
    words = [w for key in keys for w in ("--set", key)]
    done = subprocess.run([GRANUM, "run", CASES / "lecture-pair", "-o", "out.vtkhdf", "--force", *words],
                          capture_output=True, text=True)
    if done.returncode:
        check("granum run", False, done.stderr)
        finish()
    with open_result("out.vtkhdf") as result:
        end = result[-1].grains
        order = np.argsort(end["id"])
        return [end[k][order] for k in ("position", "velocity", "angular_velocity")]


def same():
    schemes = ("explicit_euler", "adams_bashforth_2", "adams_bashforth_2_printed")
    for scheme, variant in itertools.product(schemes, ("code", "slide")):
        worst = 0.0
        for normal, mu, tension in itertools.product(("increments", "overlap"), (10.0, 0.1), ("allowed", "clamped")):
            _, v, w = granum(scheme, variant, normal, mu, tension)
            way = LECTURE.run(scheme, variant=variant, normal=normal, mu=mu, tension=tension == "allowed")
            worst = max(worst, np.abs(v[:, :2] - way.velocity[-1]).max(), np.abs(w[:, 2] - way.spin[-1]).max())
        check("%s, %s: eight runs are the same" % (scheme, variant), worst < 1.0e-10, "%.1e" % worst)


def lost():
    x, v, w = granum("adams_bashforth_2", "code", "overlap", 10.0, "allowed", 5.0e-5)
    total = LECTURE.MASS * (x[:, 0] * v[:, 1] - x[:, 1] * v[:, 0]).sum() + LECTURE.INERTIA * w[:, 2].sum()
    gone = 4.0 * LECTURE.INERTIA - total
    check("arms r lose 3,205 of 39,270", abs(gone - 3205.0) < 1.0, "%.1f of %.1f" % (gone, 4.0 * LECTURE.INERTIA))


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        same()
        lost()
        os.chdir("/")
    finish()


main()
