"""yardstick.py GRANUM LIBRARY REFEREE ... -- numbers of Granum beside those of referees, each within what
the two define differently; and a table that has a number beyond its bound, or none at all, ends with 1.

A referee here is one of `granum yardstick --list`; the rows, their sources and their bounds are the
command's own.
"""
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import check, finish  # noqa: E402

ENV = dict(os.environ, GRANUM_PROGRAM=os.path.abspath(sys.argv[1]),
           GRANUM_LIBRARY=os.path.abspath(sys.argv[2]), OMP_WAIT_POLICY="passive",
           PYTHONPATH=str(Path(__file__).resolve().parents[2] / "python"))


def yardstick(*words):
    done = subprocess.run([sys.executable, "-m", "granum.yardstick", *words], env=ENV,
                          capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


OFF = """
import sys
from granum.yardstick import __main__ as command, referee

@referee("off", "one number")
def rows(bench):
    yield bench.row("case", "number", %s, 1.0, "", 0.1)

sys.argv = ["granum yardstick", "--only", "off"]
sys.exit(command.main())
"""
BROKEN = """
import sys
from granum.yardstick import Bench, holds, lammps, lammps_closed

def looked(sim, case, seen=lammps.looked):
    found = seen(sim, case)
    found[0]["velocity"][0] *= float("nan")
    return found

name, case = next((n, c) for n, c in lammps.cases()["cases"].items() if sum(c["runs"]))
before = list(lammps.one(Bench("lammps"), name, case, lammps_closed))
lammps.looked = looked
after = list(lammps.one(Bench("lammps"), name, case, lammps_closed))
sys.exit(3 * (all(map(holds, before)) and len(after) == len(before) and not all(map(holds, after))))
"""


def python(text):
    return subprocess.run([sys.executable, "-c", text], env=ENV, capture_output=True, text=True)


def faults():
    for value, code in (("1.05", 0), ("1.2", 1), ("float('nan')", 1), ("1 / 0", 1)):
        done = python(OFF % value)
        check("a number %s beside 1 within 0.1 ends with %d" % (value, code), done.returncode == code,
              (done.stdout + done.stderr)[-300:] * (done.returncode != code))
    done = python(BROKEN)
    check("a state that is no number is beyond its bound", done.returncode == 3, done.stderr[-300:])


def main():
    faults()
    for name in sys.argv[3:]:
        code, said = yardstick("--quick", "--only", name)
        wrong = [line for line in said.splitlines() if "WRONG" in line]
        check("%s: every number within its bound" % name, code == 0, "\n".join(wrong[:20]) or said[-300:])
        print("\n".join(said.splitlines()[-2:]))
    code, said = yardstick("--only", "nobody")
    check("an unknown referee is refused with the names of those there are",
          code == 1 and "lammps" in said, said)
    finish()


main()
