"""yardstick.py GRANUM LIBRARY REFEREE ... -- numbers of Granum beside those of referees, each within what
the two define differently; and a table that has a number beyond its bound ends with 1.

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


def main():
    for name in sys.argv[3:]:
        code, said = yardstick("--only", name)
        wrong = [line for line in said.splitlines() if "WRONG" in line]
        check("%s: every number within its bound" % name, code == 0, "\n".join(wrong[:20]) or said[-300:])
        print("\n".join(said.splitlines()[-2:]))
    code, said = yardstick("--only", "nobody")
    check("an unknown referee is refused with the names of those there are",
          code == 1 and "lammps" in said, said)
    finish()


main()
