"""The difference of the surface sums of two frames is what happened in the steps between them.

    sums_between_frames.py GRANUM CASES

The hopper for 1/8 s in double precision, written every 1/16 s and every 1/64 s (steps of 2^-9 / 100 s, so that
no rounding of the step differs): what contacts did up
to a frame does not depend on how often frames are written.  In each frame the cells of a structure
add up to its row of the history, and their impulse to the integral of its force, to round-off of some
1e5 terms: required 1e-11 of the normal impulse.  That integral is the sum over steps of the history of
every step, and a sum over the frames alone is far off.  What friction took on structures and what it
took in all is not the same; impacts of pairs on structures are those of the structures.  Keys that
do not fit are refused.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import arrays, check, finish  # noqa: E402

SUMS = ["normal_impulse", "normal_work", "sliding_work", "load_times_way", "contact_time",
        "impacts", "impact_energy", "worn_finnie", "worn_archard"]
WEAR = ["contacts.pairs[1].wear.coefficient=1e-4", "contacts.pairs[1].wear.hardness=1 GPa",
        "contacts.pairs[1].wear.flow_stress=1 GPa"]


def run(granum, cases, folder, name, *keys):
    result = os.path.join(folder, name + ".vtkhdf")
    command = [granum, "run", os.path.join(cases, "hopper"), "-o", result, "--progress", "none"]
    for key in [*keys, "time.end=0.125", "output.precision=double", "output.arrays=full",
                "structures.gate.motion[0].from=0.02"]:
        command += ["--set", key]
    done = subprocess.run(command, capture_output=True, text=True)
    return (arrays(result) if done.returncode == 0 else None), done.stdout + done.stderr


def check_frames(data, name):
    sums = {key.split("/")[-1]: value for key, value in data.items() if "surface_sums/" in key}
    owner = data["granum/structures/CellData/structure_id"]
    history, times = data["granum/history/time"], data["VTKHDF/Steps/Values"]
    worst = 0.0
    for frame, time in enumerate(times):
        row = np.flatnonzero(history == time)[0]
        for s in range(owner.max() + 1):
            passed = data["granum/history/structure_normal_impulse"][row, s]
            of = sums["impulse"][frame][owner == s].sum(axis=0)
            off = np.abs(of - data["granum/history/structure_impulse"][row, s]).max()
            worst = max(worst, off / passed if passed else off)
            for what in SUMS:
                total = data["granum/history/structure_" + what][row, s]
                found = sums[what][frame][owner == s]
                size = max(np.abs(found).sum(), abs(total))
                worst = max(worst, abs(found.sum() - total) / size if size else 0.0)
            spectrum = sums["impact_spectrum"][frame][owner == s].sum(axis=0)
            counted = data["granum/history/structure_impact_spectrum"][row, s]
            worst = max(worst, np.abs(spectrum - counted).max() / max(1, counted.sum()))
    check(f"{name}: cells add up to the structures, off by {worst:.1e}", worst < 1e-11)


def main():
    granum, cases = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        step = ["time.step=19.53125 us", "output.history=19.53125 us"]
        seldom, _ = run(granum, cases, folder, "seldom", "output.every=62.5 ms", *step, *WEAR)
        often, _ = run(granum, cases, folder, "often", "output.every=15.625 ms", *step, *WEAR)
        check_frames(seldom, "every 1/16 s")
        check_frames(often, "every 1/64 s")
        same = [np.array_equal(seldom[key][-1], often[key][-1]) for key in seldom
                if "surface_sums/" in key or "collisions/" in key and "_by_" in key]
        check("frames may be few: the same bits at the end", len(same) == 15 and all(same),
              str(len(same)))

        force = often["granum/history/structure_force"]
        impulse = often["granum/history/structure_impulse"]
        steps = np.cumsum(force, axis=0) * 19.53125e-6
        off = np.abs(steps - impulse).max() / np.abs(impulse).max()
        check(f"impulse is the sum of force times step, off by {off:.1e}", off < 1e-12)
        frames = force[::800].sum(axis=0) * 15.625e-3
        off = np.abs(frames - impulse[-1]).max() / np.abs(impulse).max()
        check(f"frames alone are off by {off:.1e}", off > 1e-3)

        history = {key.split("/")[-1]: value for key, value in often.items() if "history/" in key}
        walls = history["structure_sliding_work"][-1].sum()
        check(f"friction on structures, {walls:.3e} J, is a part of all",
              0 < walls < history["dissipated_friction"][-1])
        on = often["granum/collisions/structures_by_energy"][-1]
        check("impacts of pairs on structures are those of the structures",
              on.sum() == history["structure_impacts"][-1].sum() > 100, str(on.sum()))
        pairs = often["granum/collisions/grains_by_energy"][-1].sum()
        check("grains hit one another", pairs > 1000, str(pairs))
        for wear in ("worn_archard", "worn_finnie"):
            check(f"{wear} {history['structure_' + wear][-1].sum():.2e} m3",
                  history["structure_" + wear][-1].sum() > 0)

        off, _ = run(granum, cases, folder, "off", "output.every=62.5 ms", *step,
                     "output.surface_sums=false")
        check("without sums there is no group of them",
              not any("surface_sums" in key or "collisions" in key for key in off))
        check("and the motion has the same bits",
              np.array_equal(off["VTKHDF/Points"], seldom["VTKHDF/Points"]))

        _, said = run(granum, cases, folder, "half", "output.every=62.5 ms", WEAR[0])
        check("half of Archard is refused", "wear.hardness" in said and
              "give both, or neither" in said, said[:200])
        _, said = run(granum, cases, folder, "soft", "output.every=62.5 ms",
                      "contacts.pairs[1].wear.flow_stress=0")
        check("a flow stress of 0 is refused", "wear.flow_stress" in said and "above" in said,
              said[:200])
    finish()


main()
