"""granum.parameters, granum.run.sweep and granum.compare in a Python without ParaView.

    sweep_python.py GRANUM CASES

A sweep of three values of friction, two runs at once: its table agrees with the results, whose
scenes differ in that key alone, and so says the comparison of two.  Wrong keys and values, too many
keys or runs and names that are taken are refused before anything runs.  A stopped sweep leaves
closed results and starts no more.
"""

import csv
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402
from results import granum  # noqa: E402

from granum.run import sweep  # noqa: E402

GRANUM, CASES = sys.argv[1:3]
os.environ["GRANUM_PROGRAM"] = GRANUM
KEY = "contacts.pairs[0].friction"
COMMON = {"grains[0].fill.count": 200, "time.end": 0.1, "output.every": 0.02}


def refused(kind, words, *arguments, **more):
    try:
        sweep(*arguments, **more)
        check(False, "a sweep that must be refused: " + words)
    except kind as error:
        check(words in str(error), "%r in %r" % (words, str(error)))
        return error


def check_parameters(scene):
    known = granum.parameters(scene, set={KEY: 0.25})
    p = known["contacts.pairs[glass,glass].friction"]
    check((p.path, p.value, p.unit, p.min, p.given) == (KEY, "0.25", "1", 0.0, True), repr(p))
    check(known["gravity"].value == "[0, 0, -9.81]" and not known["gravity"].given, "a default")
    try:
        granum.parameters(scene, set=["contacts.pairs[glass,glass].restitution=1.4"])
        check(False, "restitution 1.4 is refused")
    except granum.RunError as error:
        check(error.key == "contacts.pairs[0].restitution" and "1.4 is above 1" in str(error),
              "key and message of a refusal: %s, %s" % (error.key, error))


def check_sweep(scene, folder):
    base = os.path.join(folder, "heap.vtkhdf")
    table = sweep(scene, {KEY: [0.1, 0.3, 0.5]}, COMMON, result=base, threads=1, jobs=2)
    print(table)
    check(table.state == "done" and [row.state for row in table] == ["done"] * 3, "all are done")
    check(table[KEY] == [0.1, 0.3, 0.5] and len(table) == 3, "values of the key")
    names = [os.path.basename(row.result) for row in table]
    check(names == ["heap-friction-%s.vtkhdf" % v for v in ("0.1", "0.3", "0.5")], str(names))
    for row in table:
        with granum.open(row.result) as result:
            history = result.history
            check(row.kinetic_energy == history["kinetic_energy"][-1], "kinetic energy")
            check(row.balance_error == history["energy_error"][-1], "balance error")
            force = granum.summary(result)["mean_normal_force"][0]
            check(abs(row.mean_normal_force / force - 1) < 1e-6,
                  "mean force %g of the table, %g of the frame" % (row.mean_normal_force, force))
        check(granum.parameters(row.result)[KEY].value == row.values[KEY], "friction of a result")
        check(row.progress == 1.0, "progress")
    check(len(set(table["kinetic_energy"])) == 3, "friction changes the motion")
    table.to_csv(os.path.join(folder, "table.csv"))
    with open(os.path.join(folder, "table.csv")) as file:
        rows = list(csv.DictReader(file))
    check([float(row[KEY]) for row in rows] == [0.1, 0.3, 0.5]
          and [float(row["kinetic_energy"]) for row in rows] == table["kinetic_energy"], "CSV")
    refused(FileExistsError, "exists and is not replaced", scene, {KEY: [0.1]}, COMMON, base)
    # Names by the rule without a result: beside the scene's result, which is not touched.
    child = sweep(table[0].result, {"time.end": [0.02]}, threads=1)
    check(os.path.basename(child[0].result) == "heap-friction-0.1-end-0.02.vtkhdf", repr(child[0]))
    return table


def check_compare(table, folder):
    a, b = table[0].result, table[2].result
    found = granum.compare(a, b)
    print(found)
    check([row.name for row in found.keys] == ["contacts.pairs[glass,glass].friction"],
          "keys that differ: %s" % found.keys)
    check(found.titles == ("friction 0.1", "friction 0.5"), "titles: %s, %s" % found.titles)
    for name, column in (("kinetic_energy", "kinetic_energy"), ("balance_error", "balance_error")):
        row = found[name]
        check((row.a, row.b, row.unit) == (table[0].kinetic_energy, table[2].kinetic_energy, "J")
              if name == "kinetic_energy" else
              (row.a, row.b) == (table[0].balance_error, table[2].balance_error), name)
    check(found["mean_force_gate"].a > 0, "mean force on a structure")
    same = granum.compare(a, a)
    check(not same.keys and same.titles == (a, a) and not same.note, "a result and itself")
    check(all(row.a == row.b for row in same.figures), "figures of a result and itself")
    end = type(found.keys[0])("time.end", "1", "2", "s")
    both = type(found)(found.paths, [end, *found.keys], found.figures, "")
    check(both.titles == found.titles, "titles without the end: %s, %s" % both.titles)
    check(type(found)(found.paths, [end], [], "").titles != same.titles, "but of the end alone")
    # The same run, ended earlier, as one that is still running: figures of the same time.
    short = os.path.join(folder, "heap-friction-0.1-end-0.02.vtkhdf")
    early = granum.compare(a, short)
    check("'%s' ends at 0.02 s" % os.path.basename(short) in early.note, "note: " + early.note)
    # The last row of the history before that time may be up to one interval earlier.
    off = [row.name for row in early.figures if row.name != "balance_error"  # of round-off
           and abs(row.a - row.b) > 0.05 * max(abs(row.a), abs(row.b))]
    check(off == ["frames", "end"], "figures at the same time differ: %s" % early)
    path = os.path.join(folder, "compared.csv")
    done = subprocess.run([GRANUM, "compare", a, b, "--csv", path],
                          env=dict(os.environ, PYTHONPATH=str(Path(granum.__file__).parent.parent)),
                          capture_output=True, text=True)
    check(done.returncode == 0 and done.stdout.strip() == str(found).strip(), "the command")
    with open(path) as file:
        rows = list(csv.reader(file))
    check(rows[1] == ["contacts.pairs[glass,glass].friction", "1", "0.1", "0.5"], "CSV: %s" % rows[1])


def check_refusals(scene, folder):
    out = os.path.join(folder, "none.vtkhdf")
    error = refused(granum.RunError, "did you mean friction?", scene,
                    {"contacts.pairs[0].fricton": [0.1, 0.2]}, COMMON, out)
    check(error.key == "contacts.pairs[0].fricton", "key of a refusal")
    refused(granum.RunError, "1.4 is above 1", scene,
            {"contacts.pairs[0].restitution": [0.5, 1.4]}, COMMON, out)
    refused(ValueError, "one or two keys", scene, {"a": [1], "b": [1], "c": [1]}, (), out)
    refused(ValueError, "has no values", scene, {KEY: []}, (), out)
    refused(ValueError, "the value 0.1 twice", scene, {KEY: [0.1, 0.1]}, (), out)
    refused(ValueError, "1600 runs; at most 1000", scene,
            {KEY: list(range(40)), "time.end": list(range(1, 41))}, (), out)
    check(not [name for name in os.listdir(folder) if name.startswith("none")],
          "a refused sweep writes nothing")


def check_stop(scene, folder):
    base = os.path.join(folder, "stopped.vtkhdf")
    table = sweep(scene, {KEY: [0.1, 0.2, 0.3]}, {**COMMON, "time.end": 500, "output.every": 0.001},
                  result=base, threads=1, wait=False)
    end = time.monotonic() + 120
    while table[0].progress == 0 and time.monotonic() < end:
        time.sleep(0.02)
    check(table.state == "running", "state of a sweep: " + table.state)
    table.stop()
    check([row.state for row in table] == ["stopped", "waiting", "waiting"],
          "states after stop(): %s" % [row.state for row in table])
    check(table.state == "stopped" and "stopped at" in table[0].message, table[0].message)
    with granum.open(table[0].result) as result:
        check(len(result) > 1, "frames of a stopped run")
    check(not os.path.exists(table[1].result), "a run that waits writes nothing")


def main():
    scene = os.path.join(CASES, "hopper")
    check("paraview" not in sys.modules, "ParaView is not needed")
    check_parameters(scene)
    with tempfile.TemporaryDirectory() as folder:
        table = check_sweep(scene, folder)
        check_compare(table, folder)
        check_refusals(scene, folder)
        check_stop(scene, folder)
    check("paraview" not in sys.modules, "ParaView was not loaded")
    report()


main()
