"""A case gives the same bits on any number of threads, with any skin, on any instruction set.

    case_bits.py CASE GRANUM CASES [GRANUM_ON_ANOTHER_INSTRUCTION_SET ...]

2,000 steps of a case made fast: grains are packed, slide and pass what moves within them.
Programs for levels of x86-64 that the processor lacks are left out, and named.
Every number of every frame, contact and history row is compared with those of one thread.
What depends on the run alone (its command line) is left out, and with another skin how often
sites and triangles were queried: that is a cost, and rows that do not touch are part of it.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import arrays, differences  # noqa: E402

ASKED = ["granum/history/asked_sites", "granum/history/asked_triangles"]
ALL = ["output.arrays=full", "output.precision=double"]
BRIEF = "GM_BRIEF" in os.environ  # 100 steps, for a look at which programs run

# Keys; touching contacts there must be in a frame, on structures from `first` on in all.
CASES = {
    "hopper": {"keys": ["gravity=[0, 0, -150]", "time.step=14 us", "time.end=28 ms",
                        "output.every=3.5 ms", "structures.gate.motion[0].from=10 ms"],
               "touching": 3000, "first": 0, "on_structures": 500},
    # Blades on virtual particles: they turn from the start, within the grains.
    "mixer": {"keys": ["gravity=[0, 0, -300]", "output.audit=false", "time.step=3 us", "time.end=6 ms",
                       "output.every=0.75 ms", "grains[0].fill.count=5500",
                       "grains[0].fill.radius.uniform=[1.2 mm, 1.4 mm]",
                       "grains[0].fill.cylinder.base=[0, 0, 1 mm]",
                       "grains[0].fill.cylinder.axis=[0, 0, 26 mm]",
                       "structures.left.motion[0].from=0",
                       "structures.right.motion[0].from=0",
                       "structures.left.motion[0].rotate.rate=1800 rpm",
                       "structures.right.motion[0].rotate.rate=-1200 rpm"],
              "touching": 1000, "first": 1, "on_structures": 300},
}


def run(granum, scene, keys, result, threads):
    command = [granum, "run", scene, "-o", result, "--threads", str(threads),
               "--progress", "none"]
    for key in [*keys, *ALL]:
        command += ["--set", key]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit("%s\n%s%s" % (" ".join(command), done.stdout, done.stderr))
    return arrays(result)


def runnable(programs):
    """Those of the programs NAME_vN whose level the processor runs (bed_hash beside them lists the levels)."""
    found = []
    for program in programs:
        levels = subprocess.run([os.path.join(os.path.dirname(program), "bed_hash"), "levels"],
                                capture_output=True, text=True, check=True).stdout.split()
        if program.rsplit("_", 1)[1] in levels:
            found.append(program)
        else:
            print("%-40s skipped, this processor does not run it" % os.path.basename(program))
    return found


def main():
    name, granum, cases, others = sys.argv[1], sys.argv[2], sys.argv[3], runnable(sys.argv[4:])
    case = CASES[name]
    if BRIEF:
        step, unit = next(k for k in case["keys"] if k.startswith("time.step")).split("=")[1].split()
        case["keys"] += ["%s=%g %s" % (key, 100 * float(step), unit) for key in ("time.end", "output.every")]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        def go(label, program, threads, *keys):
            return run(program, os.path.join(cases, name), [*case["keys"], *keys],
                       os.path.join(folder, label + ".vtkhdf"), threads)

        first = go("threads1", granum, 1)
        touching = first["granum/contacts/NumberOfCells"]
        on = (first["granum/contacts/CellData/structure_id"] >= case["first"]).sum()
        steps = int(first["granum/history/step"][-1])
        print("%d steps, contacts in the frames: %s, %d on structures from %d on"
              % (steps, touching.tolist(), on, case["first"]))
        if not BRIEF:
            failed += steps != 2000 or touching.max() < case["touching"]
            failed += on < case["on_structures"]
        # One run for each thing that may differ, or for two of them: what either changes is seen.
        runs = [("2 threads", granum, 2)]
        more = [("3 threads", 3), ("2 threads, narrow skin", 2, "search.skin=0.1 mm"),
                ("2 threads, wide skin", 2, "search.skin=0.8 mm")]
        for k, (label, *how) in enumerate(more):
            program = others[k] if k < len(others) else granum
            runs.append((label + ", " + os.path.basename(program), program, *how))
        runs += [(os.path.basename(p), p, 2) for p in others[len(more):]]
        for k, (label, *how) in enumerate(runs):
            wrong = differences(first, go("run%d" % k, *how))
            wrong = [n for n in wrong if not (n in ASKED and "skin" in label)]
            failed += bool(wrong)
            print("%-40s %s" % (label, "same bits" if not wrong else
                                "differs in " + ", ".join(wrong)))
    numbers = sum(np.size(v) for v in first.values())
    print("%d numbers compared a run" % numbers)
    sys.exit(bool(failed))


main()
