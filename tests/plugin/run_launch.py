"""Runs started by Granum Run: their results, their end, their messages.

    run_launch.py SCENE DIRECTORY

Two runs of a scene agree in every array; a run with one override has an effective
scene that differs in that key alone, and a run of a result has that result's scene.  A
run that is stopped leaves a closed, readable file; a wrong override gives the complete
message of the solver.  Only Launch starts a run.
"""

import os
import sys

import h5py
import numpy
from paraview import simple

import reading
from checks import check, check_array, check_equal, report
from granum import run as runs
from result import Result

SHORT = "time.end=0.02"
LONG = ["time.end=100", "output.every=1 ms"]


def effective(path):
    with h5py.File(path, "r") as f:
        return bytes(f["granum/scene/effective"][:]).decode().splitlines()


def numbers(path):
    """{name: rows} of all that a run has computed: of everything but the scene's text."""
    found = {}

    def visit(name, item):
        if isinstance(item, h5py.Dataset) and not name.startswith("granum/scene"):
            found[name] = item[()]

    with h5py.File(path, "r") as f:
        f.visititems(visit)
    return found


def children():
    """Solvers that this process has started and nobody has collected."""
    found = []
    for task in os.listdir("/proc/self/task"):
        with open("/proc/self/task/%s/children" % task) as f:
            numbers = f.read().split()
        for number in numbers:
            try:
                with open("/proc/%s/comm" % number) as f:
                    found += [number] if f.read().strip() == "granum" else []
            except OSError:
                pass  # collected just now
    return found


def fresh(directory, name):
    path = os.path.join(directory, name)
    if os.path.exists(path):
        os.remove(path)
    return path


def check_twice(scene, directory):
    first, second = (fresh(directory, "run_%s.vtkhdf" % n) for n in ("first", "second"))
    reader = runs.launch(scene, [SHORT], first, threads=1)
    result = Result(first)
    check_array(numpy.array(reader.TimestepValues), result.times, "times of the child")
    last = reading.fetch(reader, 0, result.times[-1])
    check_array(reading.points(last), result.grains(len(result.times) - 1)[0],
                "grains of the child")
    runs.launch(scene, [SHORT], second, threads=1)
    a, b = numbers(first), numbers(second)
    check(len(a) > 30, "%d arrays to compare" % len(a))
    check_equal(sorted(a), sorted(b), "names of the arrays")
    for name in sorted(set(a) & set(b)):
        check(a[name].tobytes() == b[name].tobytes(), "%s differs between two runs" % name)
    check_equal(effective(first), effective(second), "effective scene")
    return first


def check_override(first, scene, directory):
    path = fresh(directory, "run_override.vtkhdf")
    key, value = "contacts.pairs[glass,steel].friction", "0.125"
    runs.launch(scene, [SHORT, key + "=" + value], path, threads=1)
    rerun = fresh(directory, "run_rerun.vtkhdf")
    runs.launch(first, [key + "=" + value], rerun, threads=1)
    for child, what in ((path, "a scene"), (rerun, "a result")):
        a, b = effective(first), effective(child)
        check_equal(len(a), len(b), "lines of the effective scene of " + what)
        apart = [(x, y) for x, y in zip(a, b) if x != y]
        check_equal(len(apart), 1, "lines that an override of %s changes" % what)
        for before, after in apart:
            check_equal(after, before.replace("0.3", value), "the line that it changes")
            check("friction" in after, "it is the friction's line: " + after)
    with h5py.File(rerun, "r") as f:
        parent = f["granum/scene"].attrs["parent"]
    parent = parent.decode() if isinstance(parent, bytes) else parent
    check_equal(os.path.basename(parent), os.path.basename(first), "parent of the rerun")


def check_stop(scene, directory):
    path = fresh(directory, "run_stopped.vtkhdf")
    run = runs.start(scene, LONG, path, threads=1)
    reader = runs.open_result(run)
    begun = runs.look(run)
    check_equal(begun["State"], "running", "state")
    check_equal(len(children()), 1, "children while it runs")
    check(0.0 <= begun["Progress"] < 0.5, "progress while it runs is %g" % begun["Progress"])
    run.SMProxy.InvokeCommand("Launch")
    check_equal(len(children()), 1, "children after Launch was asked for twice")
    end = runs.stop(run)
    check_equal(end["State"], "stopped", "state after Stop")
    check("stopped at" in end["Message"], "where it was stopped: %r" % end["Message"])
    check_equal(children(), [], "children after Stop")
    simple.ReloadFiles(reader)
    left = Result(path)  # opens as a file that was closed, not as one being written
    check_equal(len(left.times), end["Frames"], "frames in the file")
    check_equal("%.9g" % left.times[-1], "%.9g" % end["Time"], "time of the last frame")
    check_array(numpy.array(reader.TimestepValues), left.times, "times after Stop")
    check_array(reading.points(reading.fetch(reader, 0, left.times[-1])),
                left.grains(len(left.times) - 1)[0], "grains after Stop")


def check_refusals(first, scene, directory):
    path = fresh(directory, "run_wrong.vtkhdf")
    run = runs.start(scene, ["contacts.pairs[0].restitution=1.4", "time.ende=1"], path)
    end = runs.wait_for(run)
    check_equal(end["State"], "failed", "state after wrong overrides")
    for part in ("1.4 is above 1", "time.ende", "2 errors in"):
        check(part in end["Message"], "%r in the message: %r" % (part, end["Message"]))
    check(not os.path.exists(path), "wrong overrides write nothing")

    before = os.stat(first).st_mtime_ns
    for source, result, replace, words in (
            (scene, first, False, "exists and is not replaced"),
            (first, first, True, "is also the input"),
            (scene + ".nowhere", path, False, "scene.yaml.nowhere"),
            ("", path, False, "Input is empty")):
        try:
            runs.launch(source, [SHORT], result, replace)
            check(False, "a run that must be refused: " + words)
        except runs.RunError as fault:
            check(words in str(fault), "%r in %r" % (words, str(fault)))
    check_equal(os.stat(first).st_mtime_ns, before, "a result that exists is untouched: time")
    runs.launch(scene, [SHORT, "output.every=2 ms"], first, True, threads=1)
    check(os.stat(first).st_mtime_ns != before, "Replace replaces")


def check_names(scene, directory):
    """Named after its folder, beside the scene; never a name that is taken."""
    folder = os.path.join(directory, "run named; $(touch oops) 'x'")
    os.makedirs(folder, exist_ok=True)
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    with open(scene) as f, open(os.path.join(folder, "scene.yaml"), "w") as copy:
        copy.write(f.read())
    for source in (folder, os.path.join(folder, "scene.yaml")):
        runs.launch(source, [SHORT], threads=1)
    stem = os.path.basename(folder)
    found = sorted(n for n in os.listdir(folder) if not n.endswith((".contacts.vtkhdf", ".checkpoint")))
    check_equal(found, sorted([stem + ".vtkhdf", stem + "-2.vtkhdf", "scene.yaml"]),
                "files beside the scene")


def check_state(scene, directory):
    """A state saved while a run goes on starts none when it is loaded; deleting stops."""
    path, state = fresh(directory, "run_state.vtkhdf"), fresh(directory, "run.pvsm")
    run = runs.start(scene, LONG, path, threads=1)
    while not runs.look(run)["Frames"]:
        pass
    simple.SaveState(state)
    check_equal(len(children()), 1, "children before the run is deleted")
    simple.Delete(run)
    del run
    check_equal(children(), [], "children after the run was deleted")
    check(len(Result(path).times) > 0, "a run that was deleted has closed its file")
    os.remove(path)
    simple.LoadState(state)
    loaded = [s for s in simple.GetSources().values()
              if s.SMProxy.GetXMLName() == "GranumRun" and s.Result == path]
    check_equal(len(loaded), 1, "runs that were loaded")
    for run in loaded:
        check_equal(list(run.Overrides), LONG, "overrides in the state")
        run.UpdatePipeline()
        check_equal(runs.look(run)["State"], "idle", "state of a loaded run")
    check_equal(children(), [], "children after a state was loaded")
    check(not os.path.exists(path), "loading a state writes no result")


def main():
    scene, directory = sys.argv[1:3]
    first = check_twice(scene, directory)
    check_override(first, scene, directory)
    check_stop(scene, directory)
    check_refusals(first, scene, directory)
    check_names(scene, directory)
    check_state(scene, directory)
    report()


main()
