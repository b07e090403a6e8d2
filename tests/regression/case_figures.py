"""The scripts `figures` of cases with machines and bodies run and write the numbers that they draw.

    case_figures.py GRANUM CASES [CASE ...]

Short runs of all, or of those named, with few grains: each script makes a PDF and a CSV of finite numbers with as many rows as the history.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402
from results import granum  # noqa: E402

#: Large grains need few virtual particles, which take most of the time of a short run.
KEYS = {
    "top": ["time.end=10"],
    "lid": ["grains[0].fill.count=200", "time.end=0.15", "materials.grain.youngs_modulus=2 MPa"],
    "paddle": ["grains[0].fill.count=30", "grains[0].fill.radius.uniform=[2.8 mm, 3 mm]", "time.end=0.25",
               "materials.glass.youngs_modulus=1 MPa", "materials.steel.youngs_modulus=1 MPa", "output.audit=false"],
    "drill": ["grains[0].fill.count=100", "grains[0].fill.radius.uniform=[3 mm, 3.2 mm]", "time.end=0.3",
              "materials.sand.youngs_modulus=0.5 MPa", "materials.steel.youngs_modulus=0.5 MPa", "output.audit=false"],
    "dozer": ["grains[0].fill.count=500", "grains[0].fill.radius.uniform=[5 mm, 5.2 mm]", "time.end=0.35",
              "materials.sand.youngs_modulus=0.5 MPa", "materials.steel.youngs_modulus=0.5 MPa", "output.audit=false"],
    "slope": ["grains[0].fill.count=60", "grains[0].fill.radius.uniform=[0.9, 1]", "time.end=3",
              "materials.rock.youngs_modulus=0.1 GPa", "materials.wall.youngs_modulus=0.1 GPa", "output.audit=false"],
    "arch": ["time.end=0.04", "output.audit=false"],
    "gears": ["time.end=0.01", "output.audit=false"],
    "wheel": ["grains[0].fill.count=400", "grains[0].fill.radius.uniform=[3.4 mm, 3.6 mm]", "time.end=0.48",
              "structures.wheel.free.mass=20 g", "materials.sand.youngs_modulus=2 MPa",
              "materials.rubber.youngs_modulus=2 MPa", "output.audit=false"],
}
#: Where the curves of a case begin later than its history, s.
BEGINS = {"dozer": 0.2}
#: Runs scripts with their words; each says for itself where it failed.
IN_TURN = """
import json, runpy, sys, traceback
failed = 0
for words in json.load(sys.stdin):
    sys.argv = words
    try:
        runpy.run_path(words[0], run_name="__main__")
    except (Exception, SystemExit):
        traceback.print_exc()
        failed = 1
sys.exit(failed)
"""


def main():
    program, cases = map(os.path.abspath, sys.argv[1:3])
    names = sys.argv[3:] or list(KEYS)
    path = os.pathsep.join([os.path.dirname(program), os.environ["PATH"]])
    package = os.path.join(os.path.dirname(os.path.dirname(cases)), "python")
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "PATH": path, "PYTHONPATH": package}
        # One script has a Python of its own, as users start it; one more runs the others in turn.
        first, *others = names
        done = subprocess.run([sys.executable, os.path.join(cases, first, "figures"), folder, *KEYS[first]],
                              capture_output=True, text=True, env=env)
        check(done.returncode == 0, "%s: %s%s" % (first, done.stdout, done.stderr))
        calls = [[os.path.join(cases, name, "figures"), folder, *KEYS[name]] for name in others]
        done = subprocess.run([sys.executable, "-c", IN_TURN], input=json.dumps(calls),
                              capture_output=True, text=True, env=env)
        check(done.returncode == 0, "%s%s" % (done.stdout, done.stderr))
        for name in names:
            if not (Path(folder) / (name + ".pdf")).exists():
                check(False, name + ": no PDF")
                continue
            stem = Path(folder) / name
            check(stem.with_suffix(".pdf").read_bytes()[:5] == b"%PDF-", name + ": a PDF")
            with open(stem.with_suffix(".csv")) as file:
                _, *rows = csv.reader(line for line in file if not line.startswith("#"))
            numbers = np.array(rows, float)
            result = granum.open(str(stem.with_suffix(".vtkhdf")))
            check(np.isfinite(numbers).all(), name + ": finite numbers")
            drawn = int((result.history["time"] >= BEGINS.get(name, 0.0)).sum())
            check(abs(len(numbers) - drawn) < 3, "%s: %d rows of %d" % (name, len(numbers), drawn))
    report()


main()
