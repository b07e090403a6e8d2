"""Runs of granum started from a script.

    from granum.run import launch
    child = launch("cases/hopper", overrides=["time.end=0.5"])
"""

import time

from granum.paraview import simple

from granum.display import reader_of

PERIOD = 0.05  # s between two looks at a run
SAID = ("State", "Progress", "Time", "Frames", "Message", "Log", "ResultFile")


class RunError(RuntimeError):
    """A run failed; its text is what the solver said."""


def look(run):
    """What a Granum Run says of itself now: a dictionary of SAID."""
    run.SMProxy.UpdatePropertyInformation()
    return {name: run.GetProperty(name)[0] for name in SAID}


def start(source, overrides=(), result="", replace=False, threads=0):
    """Runs a scene file, a folder that holds scene.yaml, or once more the scene of a
    result, which may be given by its reader; returns the Granum Run.

    overrides: texts PATH=VALUE.  result: the file to write; "": beside the source, under
    a name that is free.  threads: 0: one on each core.  Whoever deletes what is returned
    stops the run."""
    path = source if isinstance(source, str) else source.FileName
    run = simple.GranumRun(Input=path, Overrides=list(overrides), Result=result,
                           Replace=int(replace), Threads=threads)
    run.SMProxy.UpdateVTKObjects()
    run.SMProxy.InvokeCommand("Launch")
    return run


def stop(run):
    """Asks a run to stop and returns its last look() when it has."""
    run.SMProxy.InvokeCommand("Stop")
    return wait_for(run)


def wait_for(run):
    """Returns the last look() at a run when it has ended."""
    while True:
        found = look(run)
        if found["State"] != "running":
            return found
        time.sleep(PERIOD)


def open_result(run):
    """A Granum Reader for the result of a run, as soon as there is a first frame; it goes
    on with the run.  Raises RunError if the run ends without one."""
    while True:
        found = look(run)
        if found["Frames"]:
            return reader_of(found["ResultFile"])
        if found["State"] != "running":
            raise RunError(found["Message"] or "the run is " + found["State"])
        time.sleep(PERIOD)


def launch(source, overrides=(), result="", replace=False, threads=0, wait=True):
    """start(), and a Granum Reader for the result: when the run has ended, or, without
    `wait`, as soon as there is a first frame.  Raises RunError if the run fails."""
    run = start(source, overrides, result, replace, threads)
    try:
        found = wait_for(run) if wait else look(run)
        if found["State"] == "failed":
            raise RunError(found["Message"])
        reader = open_result(run)
    except RunError:
        simple.Delete(run)
        raise
    if wait:
        simple.Delete(run)
    return reader
