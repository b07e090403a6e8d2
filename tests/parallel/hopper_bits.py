"""The hopper gives the same bits on any number of threads, with any skin, on any
instruction set.

    hopper_bits.py GRANUM CASES [GRANUM_ON_ANOTHER_INSTRUCTION_SET ...]

2,000 steps of the case under strong gravity, so that grains are packed, slide and pass the
moving gate within them; every number of every frame, contact and history row is compared
with those of one thread.  What depends on the run alone (its command line) is left out.
"""
import os
import subprocess
import sys
import tempfile

import h5py
import numpy as np

KEYS = ["gravity=[0, 0, -150]", "time.step=14 us", "time.end=28 ms",
        "output.every=3.5 ms", "output.arrays=full", "output.precision=double",
        "structures.gate.motion[0].from=10 ms"]


def run(granum, cases, folder, name, threads, keys=()):
    result = os.path.join(folder, name + ".vtkhdf")
    command = [granum, "run", os.path.join(cases, "hopper"), "-o", result,
               "--threads", str(threads), "--progress", "none"]
    for key in [*KEYS, *keys]:
        command += ["--set", key]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit("%s\n%s%s" % (" ".join(command), done.stdout, done.stderr))
    return result


def arrays(result):
    found = {}

    def keep(name, item):
        if isinstance(item, h5py.Dataset) and not name.startswith("granum/scene"):
            found[name] = item[()]

    with h5py.File(result, "r") as f:
        f.visititems(keep)
    return found


def differences(a, b):
    out = sorted(set(a) ^ set(b))
    for name in sorted(set(a) & set(b)):
        if a[name].shape != b[name].shape or a[name].tobytes() != b[name].tobytes():
            out.append(name)
    return out


def main():
    granum, cases, others = sys.argv[1], sys.argv[2], sys.argv[3:]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        first = arrays(run(granum, cases, folder, "threads1", 1))
        touching = first["granum/contacts/NumberOfCells"]
        steps = int(first["granum/history/step"][-1])
        print("%d steps, contacts in the frames: %s" % (steps, touching.tolist()))
        failed += steps != 2000 or touching.max() < 3000
        runs = [("threads2", granum, 2, ()), ("threads3", granum, 3, ()),
                ("skin_narrow", granum, 2, ("search.skin=0.1 mm",)),
                ("skin_wide", granum, 2, ("search.skin=0.8 mm",))]
        runs += [(os.path.basename(p), p, 2, ()) for p in others]
        for name, program, threads, keys in runs:
            other = arrays(run(program, cases, folder, name, threads, keys))
            wrong = differences(first, other)
            failed += bool(wrong)
            print("%-16s %s" % (name, "same bits" if not wrong else
                                "differs in " + ", ".join(wrong)))
    numbers = sum(np.size(v) for v in first.values())
    print("%d numbers compared a run" % numbers)
    sys.exit(bool(failed))


main()
