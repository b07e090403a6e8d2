"""Beds, flows and heaps: Janssen, Beverloo, run-out, drums, angle of repose.

The scripts of tests/verification run these scenes and judge them sentence by sentence; here each sentence is
a row, 1 if it holds.  They belong to the sources: an installed package has no such rows.  A bed beside LIGGGHTS
and LAMMPS, from the same state, is among them where one of these is installed.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from granum.program import program
from granum.yardstick.referee import Row, referee

SCRIPTS = {  # script and what it is told: what it compares with; at length?
    "janssen": ("Janssen 1895: the load on the floor of a tube saturates", True),
    "outlet": ("Beverloo, doi:10.1016/0009-2509(61)85030-6", True),
    "column": ("Lube et al., doi:10.1017/S0022112004009036: run-out of columns", True),
    "drum_speeds": ("regimes of drums by Froude number", True),
    "heaps": ("heaps of the cases", False),
    "ball_into_bed": ("Ambroso et al., doi:10.1103/PhysRevE.71.051305", False),
    "repose": ("angles of repose, data/reference/angle_of_repose.csv", True),
    "rough_walls chute": ("Bagnold's profile, mu(I) by Jop et al., doi:10.1038/nature04801", False),
    "rough_walls shear": ("balances and symmetries of ON-DEM's shear between bumpy walls", False),
}


BARE = ("ball_into_bed",)  # takes no cases
PEERS = ("liggghts", "lmp")


@referee("beds", "beds, flows and heaps, sentence by sentence: Janssen, Beverloo, run-out, drums", full=True)
def rows(bench):
    top = Path(__file__).resolve().parents[3]
    scripts = top / "tests" / "verification"
    if not scripts.is_dir():
        return
    for told, (source, long) in SCRIPTS.items():
        name, *words = told.split()
        cases = [top / "data" / "cases"] * (name not in BARE)
        yield from judged(bench, scripts / (name + ".py"), source, cases + words, long)
    if any(map(shutil.which, PEERS)):
        yield from judged(bench, scripts / "bed_against_peers.py", "LIGGGHTS, LAMMPS from the same state", [], True)


def sentences(text):
    """[(1.0 or 0.0, sentence)] of what a script prints: `holds: SENTENCE`, or `SENTENCE  ok`."""
    found = []
    for line in text.splitlines():
        one = re.match(r"(holds|failed): (.*)", line) or re.match(r"(.*?\S) +(ok|WRONG) ", line + " ")
        if one:
            a, b = one.groups()
            found.append((float(a == "holds" or b == "ok"), b if a in ("holds", "failed") else a))
    return found


def judged(bench, script, source, told, long):
    """Rows of a script, called with the program and these words, at length with a folder for figures."""
    with tempfile.TemporaryDirectory() as figures:
        words = [sys.executable, script, program(), *told] + [figures] * long
        began = time.monotonic()
        done = subprocess.run(list(map(str, words)), capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              env=dict(os.environ, OMP_WAIT_POLICY="passive"))
        seconds = time.monotonic() - began
    said = sentences(done.stdout)
    if not said and not done.returncode:
        said = [(1.0, "all that the script asks for")]
    if not said or done.returncode and all(good for good, sentence in said):
        raise RuntimeError("%s ended with %d: %s" % (script.name, done.returncode, done.stderr.strip()[-300:]))
    case = " ".join([script.stem, *told[1:]])
    for good, sentence in said:
        yield Row(bench.name, case, sentence, good, 1.0, source, 1.0 - good, 0.0, seconds, None, "")
