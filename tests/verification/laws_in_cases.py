"""Each contact law is at work in a case of its own, and does there what it is known for.

    laws_in_cases.py GRANUM CASES

Every word that contacts.law, tangential, cohesion, rolling and torsion take (from `granum keys`)
stands in a scene of data/cases, but for those that mean nothing.  Then short runs:

  spin     the total form: grains that slide throughout leave with u = -mu (1 + e),
           s = q - (5/2) mu (1 + e), of v_n: required 1 % for q = 3 and 6
  powder   dmt, rolling friction of constant torque: the powder rides higher up the drum than
           without attraction; its five topmost grains by 1 mm at least, a grain's radius
  castle   sjkr: damp sand keeps 90 % of the height that it had in the bucket, dry sand does not

Balance of energy within 2.5 % of what was dissipated (as heaps), and no grain is lost.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from results import open_result  # noqa: E402

WORDS = ("law", "tangential", "cohesion", "rolling", "torsion")
MU, E, SPEED, RADIUS = 0.4, 0.5, 0.2, 0.1  # of `spin`


def unused(granum, cases):
    """Words of the laws that no case has."""
    keys = json.loads(subprocess.run([granum, "keys", "--json", "contacts"], check=True,
                                     capture_output=True, text=True).stdout)
    scenes = [p.read_text() for p in Path(cases).glob("*/scene.yaml")]
    missing = []
    for key in keys:
        word = key["path"].split(".")[-1]
        if key["path"].count(".") != 1 or word not in WORDS:
            continue
        for choice in key["choices"]:
            if choice == "none" or choice == key["default"]:
                continue
            stands = r"^ +%s: %s\b" % (word, choice)
            if choice == "collisions":  # follows from the group of that name
                stands = "^collisions:"
            used = sum(bool(re.search(stands, s, re.M)) for s in scenes)
            print("%-11s %-12s in %d cases" % (word, choice, used))
            if not used:
                missing.append("%s: %s" % (word, choice))
    return missing


def run(granum, cases, folder, case, *keys):
    result = os.path.join(folder, case + ".vtkhdf")
    command = [granum, "run", os.path.join(cases, case), "-o", result, "--force",
               "--progress", "none", "--threads", "1"]
    for key in keys:
        command += ["--set", key]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit("%s\n%s%s" % (" ".join(command), done.stdout, done.stderr))
    r = open_result(result)
    error = abs(r.history.energy_error[-1]) / r.history.dissipated_energy[-1]
    lost = r.history.grains_in[-1] - r.history.grains_out[-1] - r.history.grains[-1]
    print("%-7s %-22s balance %.1e of the dissipation, %d lost" % (case, " ".join(keys), error,
                                                                  lost))
    assert error < 0.025 and lost == 0
    return r


def top(frame):
    return np.sort(frame.grains.position[:, 2])[-5:].mean()


def main():
    granum, cases = sys.argv[1:]
    missing = unused(granum, cases)
    failed = bool(missing)
    if missing:
        print("in no case: " + ", ".join(missing))
    with tempfile.TemporaryDirectory() as folder:
        frames = run(granum, cases, folder, "spin")
        first, last = frames[0].grains, frames[-1].grains
        for k in range(len(last)):
            q = -first["angular_velocity"][k][1] * RADIUS / SPEED
            u = last["velocity"][k][0] / SPEED
            s = -last["angular_velocity"][k][1] * RADIUS / SPEED
            grip = MU * (1 + E)
            print("spin  q %.1f: u %.4f s %.4f, rigid and sliding %.4f %.4f"
                  % (q, u, s, -grip, q - 2.5 * grip))
            if q > 2.5:
                failed |= not (abs(u + grip) < 0.01 and abs(s - q + 2.5 * grip) < 0.01 * q)

        way = {}
        for attraction in ("dmt", "none"):
            frames = run(granum, cases, folder, "powder", "contacts.cohesion=" + attraction)
            way[attraction] = np.mean([top(f) for f in frames if f.time > 0.3])
            print("powder  %-5s reaches %.2f mm" % (attraction, 1e3 * way[attraction]))

        kept = {}
        for attraction in ("sjkr", "none"):
            frames = run(granum, cases, folder, "castle", "contacts.cohesion=" + attraction)
            kept[attraction] = top(frames[-1]) / top(frames.at(0.12001))
            print("castle  %-5s keeps %.3f of its height" % (attraction, kept[attraction]))
        failed |= not (kept["sjkr"] > 0.9 and kept["none"] < 0.8)
        failed |= not way["dmt"] > way["none"] + 1.0e-3
    sys.exit(failed)


main()
