"""hybrid_figures.py GRANUM CASES -- the scripts `figures` of hybrid cases run in all three modes.

Short runs with few grains, soft contacts and gates that open early.  Each script prints its lines with finite
numbers and draws a picture; the hybrid run of `column2d` and `silo2d` has material points, all runs end in time.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from results import granum  # noqa: E402
from trial import check, finish  # noqa: E402

SOFT = "contacts.pairs[%d].contact_time=1 ms"
#: Keys, number of pairs that are made softer, lines printed, results, and the part of the mass that points have at some time at least.
RUNS = {
    "column2d": (["grains[0].fill.count=500", "grains[0].fill.box.max=[0.1, 0.1]", "grains[0].fill.arrangement=relaxed",
                  "hybrid.start=0.02", "structures.gate.present.to=0.06", "time.end=0.2"], 3, 4, 3, 0.05),
    "silo2d": (["grains[0].fill.count=900", "grains[0].fill.box.max=[0.08, 0.09]", "grains[0].fill.arrangement=relaxed",
                "hybrid.start=0.02", "structures.gate.present.to=0.06", "time.end=0.16"], 2, 3, 3, 0.05),
    "silo3d": (["grains[0].fill.count=1200", "grains[0].fill.box.max=[0.06, 0.06, 0.02]", "hybrid.start=0.02",
                "structures.gate.present.to=0.04", "time.end=0.12"], 3, 3, 3, 0.0),
    "clog": (["grains[0].fill.count=300", "hybrid.start=0.1", "structures.gate.present.to=0.12", "time.end=0.3"], 2, 3, 3, 0.0),
    "restitution": (["grains[0].fill.count=100", "grains[0].fill.box.max=[0.06, 0.29]", "hybrid.start=0.2",
                     "structures.gate.present.to=0.3", "time.end=0.66"], 0, 5, 5, 0.0),
}


def points_part(path):
    """Largest part of the mass that is points."""
    h = granum.open(os.fspath(path)).history
    return float((h["points_mass"] / (h["points_mass"] + h["grains_mass"])).max())


def main():
    program, cases = map(os.path.abspath, sys.argv[1:3])
    package = os.path.join(os.path.dirname(os.path.dirname(cases)), "python")
    env = {**os.environ, "PATH": os.pathsep.join([os.path.dirname(program), os.environ["PATH"]]), "PYTHONPATH": package,
           "OMP_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory() as folder:
        for name, (keys, pairs, lines, results, part) in RUNS.items():
            keys = keys + [SOFT % k for k in range(pairs)]
            done = subprocess.run([sys.executable, os.path.join(cases, name, "figures"), folder, *keys],
                                  capture_output=True, text=True, env=env)
            print(done.stdout, end="")
            check("%s: figures runs" % name, done.returncode == 0, done.stderr[:300])
            if done.returncode:
                continue
            numbers = [float(x) for x in re.findall(r"(?<![\w.])-?(?:\d+\.?\d*|nan|inf)", done.stdout)]
            check("%s: %d lines of finite numbers" % (name, lines),
                  done.stdout.count("\n") == lines and len(numbers) > lines and np.isfinite(numbers).all(), numbers)
            picture = Path(folder) / (name + ".png")
            check("%s: a picture" % name, picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n")
            made = sorted(Path(folder).glob(name + "-*.vtkhdf"))
            made = [p for p in made if ".contacts." not in p.name]
            check("%s: %d results" % (name, results), len(made) == results, made)
            if part:
                found = points_part(Path(folder) / (name + "-hybrid.vtkhdf"))
                check("%s: the hybrid run has points" % name, found > part, "%.3g of the mass" % found)
    finish()


main()
