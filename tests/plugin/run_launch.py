"""Runs started by Granum Run: their results, their end, their messages.

    run_launch.py SCENE DIRECTORY

Two runs of a scene agree in every array; a run with one override has an effective
scene that differs in that key alone, and a run of a result has that result's scene.  A
run that is stopped leaves a closed, readable file; a wrong override gives the complete
message of the solver.  Only Launch starts a run.
"""

import json
import os
import sys

import h5py
import numpy
from paraview import servermanager, simple, smtrace

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
    check_equal(found, sorted([stem + ".vtkhdf", stem + "-1.vtkhdf", "scene.yaml"]),
                "files beside the scene")
    # The result of a result is numbered as on the command line.
    runs.launch(os.path.join(folder, stem + ".vtkhdf"), [SHORT], threads=1)
    check(os.path.exists(os.path.join(folder, stem + "-2.vtkhdf")), "the name of a child")


def checked(run):
    """Parameters and Verdict after a Check."""
    run.SMProxy.UpdateVTKObjects()
    run.SMProxy.InvokeCommand("Check")
    run.SMProxy.UpdatePropertyInformation()
    return [json.loads(run.GetProperty(name)[0]) for name in ("Parameters", "Verdict")]


def check_verdicts(first):
    """Parameters are those of the scene; each wrong edit is refused with its key."""
    key = "contacts.pairs[0].friction"
    run = simple.GranumRun(Input=first)
    run.SMProxy.UpdatePropertyInformation()
    check_equal(run.GetProperty("Parameters")[0], "", "parameters before a Check")
    known, verdict = checked(run)
    row = {row["path"]: row for row in known["parameters"]}.get(key, {})
    check_equal((row.get("kind"), row.get("min"), row.get("given")), ("number", 0.0, True), key)
    check_equal(verdict, {"ok": True}, "verdict without a change")
    for overrides, sweep, wrong, words in (
            ([key + "=-1"], [], key, "-1 is below 0"),
            ([], [key + "=0.1; -1"], key, "-1 is below 0"),
            ([], ["contacts.pairs[0].fricton=0.1; 0.2"], "contacts.pairs[0].fricton", "unknown key"),
            ([], [key + "=0.1;0.2", "time.end=1;2", "time.step=1e-6"], "", "one or two keys"),
            ([], [key + "=0.1; 0.1"], "", "the value 0.1 twice"),
            ([], [key], "", "is not a sweep"),
            ([], [key + "=;"], "", "has no values"),
            ([], [key + "=" + ";".join(map(str, range(40))), "time.end="
                  + ";".join(map(str, range(1, 41)))], "", "1600 runs; at most 1000")):
        run.Overrides, run.Sweep = overrides, sweep
        error = checked(run)[1].get("error", {})
        check_equal(error.get("key"), wrong, "key of a refusal of %r" % (overrides + sweep))
        check(words in error.get("what", ""), "%r in %r" % (words, error.get("what")))
        if sweep:
            run.SMProxy.InvokeCommand("Launch")
            found = runs.look(run)
            check_equal(found["State"], "failed", "a sweep that is refused")
            check(words in found["Message"], "%r in the message %r" % (words, found["Message"]))
    simple.Delete(run)


def rows(run):
    """The table of a run as {column: list}."""
    run.UpdatePipeline()
    table = servermanager.Fetch(run)
    return {table.GetColumnName(k): [table.GetColumn(k).GetValue(i)
                                     for i in range(table.GetNumberOfRows())]
            for k in range(table.GetNumberOfColumns())}


def check_sweep(scene, directory):
    """Two keys, four runs, one after another; a stopped sweep goes on where it was."""
    key = "contacts.pairs[glass,steel].friction"
    base = os.path.join(directory, "run_sweep.vtkhdf")
    run = runs.start(scene, [SHORT], base, replace=True, threads=1,
                     sweep=[key + "=0.125; 0.25", "gravity=[0, 0, -9.81]; [0, 0, -5]"])
    found = runs.wait_for(run)
    check_equal((found["State"], found["Runs"], found["Run"]), ("done", 4, 3), "end of a sweep")
    check_equal((found["Progress"], found["Remaining"]), (1.0, -1.0), "progress of a sweep")
    table = rows(run)
    check_equal(table[key], [0.125, 0.125, 0.25, 0.25], "values of the first key")
    check_equal(table["gravity"], ["[0, 0, -9.81]", "[0, 0, -5]"] * 2, "values of the second key")
    check_equal(table["state"], ["done"] * 4, "states")
    names = [os.path.basename(name) for name in table["result"]]
    check_equal(names[1], "run_sweep-friction-0.125-gravity-0_0_-5.vtkhdf", "name of the second result")
    for k, path in enumerate(table["result"]):
        text = "\n".join(effective(path))
        check("friction: %r" % table[key][k] in text, "friction of result %d" % k)
        check("gravity: [0.0, 0.0, %s]" % ["-9.81", "-5.0"][k % 2] in text, "gravity of result %d" % k)
        with h5py.File(path, "r") as f:
            check_equal(table["kinetic_energy"][k], f["granum/history/kinetic_energy"][-1],
                        "kinetic energy of run %d" % k)
            check_equal(table["balance_error"][k], f["granum/history/energy_error"][-1],
                        "balance of run %d" % k)
    check_equal(len(set(table["kinetic_energy"])), 2, "kinetic energies by gravity before contacts")
    simple.Delete(run)

    # A value that only the built scene refuses: the other runs go on.
    run = runs.start(scene, [SHORT], base, replace=True, threads=1,
                     sweep=["time.step=auto; 0.001"])
    found = runs.wait_for(run)
    check_equal((found["State"], found["Run"]), ("failed", 1), "a sweep with a run that fails")
    check("1 of 2 runs failed; the first: " in found["Message"] and "time.step" in found["Message"],
          "the message of a sweep: %r" % found["Message"])
    table = rows(run)
    check_equal((table["time.step"], table["state"]), (["auto", "0.001"], ["done", "failed"]),
                "states of a sweep with a run that fails")
    simple.Delete(run)

    run = runs.start(scene, ["output.every=1 ms", "time.end=0.04"], base, replace=True, threads=1,
                     sweep=[key + "=0.5; 0.75"])
    while not runs.look(run)["Frames"]:
        pass
    check_equal(len(children()), 1, "runs of a sweep at once")
    found = runs.stop(run)
    check_equal((found["State"], found["Run"]), ("stopped", 0), "a sweep that was stopped")
    check_equal(rows(run)["state"], ["stopped", "waiting"], "its runs")
    run.SMProxy.InvokeCommand("Resume")
    check_equal(runs.look(run)["State"], "running", "a sweep that was resumed")
    check_equal(runs.wait_for(run)["State"], "done", "a sweep that was resumed ends")
    check_equal(rows(run)["state"], ["done", "done"], "its runs")
    for path in rows(run)["result"]:
        check_equal("%.6g" % Result(path).times[-1], "0.04", "time of the last frame")
    simple.Delete(run)


def check_state(scene, directory):
    """A state saved while a run goes on starts none when it is loaded; deleting stops."""
    path, state = fresh(directory, "run_state.vtkhdf"), fresh(directory, "run.pvsm")
    sweep = ["contacts.tangential=incremental; total"]
    run = runs.start(scene, LONG, path, threads=1, sweep=sweep)
    path = runs.look(run)["ResultFile"]
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
              if s.SMProxy.GetXMLName() == "GranumRun" and list(s.Sweep) == sweep]
    check_equal(len(loaded), 1, "runs that were loaded")
    for run in loaded:
        check_equal(list(run.Overrides), LONG, "overrides in the state")
        run.UpdatePipeline()
        found = runs.look(run)
        check_equal((found["State"], found["Run"]), ("idle", -1), "state of a loaded run")
        for name in "Parameters", "Verdict":
            check_equal(run.GetProperty(name)[0], "", name + " of a loaded run: no program started")
    check_equal(children(), [], "children after a state was loaded")
    check(not os.path.exists(path), "loading a state writes no result")


def check_trace(scene, directory):
    """A trace of Launch, Stop, Resume and Check starts nothing when it is run, and no result
    does when it is opened."""
    path = fresh(directory, "run_traced.vtkhdf")
    smtrace.start_trace()
    run = runs.start(scene, LONG, path, threads=1)
    while not runs.look(run)["Frames"]:
        pass
    runs.stop(run)
    for command in "Check", "Resume":
        run.SMProxy.InvokeCommand(command)
    runs.stop(run)
    trace = smtrace.stop_trace()
    simple.Delete(run)
    check("GranumRun(" in trace and path in trace, "the trace creates a run: %r" % trace)
    before = os.stat(path).st_mtime_ns
    exec(compile(trace, "trace", "exec"), {})
    made = [s for s in simple.GetSources().values()
            if s.SMProxy.GetXMLName() == "GranumRun" and s.Result == path]
    check_equal(len(made), 1, "runs that the trace made")
    check_equal(runs.look(made[0])["State"], "idle", "state of a run that a trace made")
    simple.OpenDataFile(path).UpdatePipeline()
    check_equal(children(), [], "children after a trace was run and a result was opened")
    check_equal(os.stat(path).st_mtime_ns, before, "the result is as it was")


def main():
    scene, directory = sys.argv[1:3]
    first = check_twice(scene, directory)
    check_override(first, scene, directory)
    check_stop(scene, directory)
    check_refusals(first, scene, directory)
    check_names(scene, directory)
    check_verdicts(first)
    check_sweep(scene, directory)
    check_state(scene, directory)
    check_trace(scene, directory)
    report()


main()
