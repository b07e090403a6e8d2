"""Start runs of the program granum from a script, and follow them in ParaView.

    from granum.run import launch, sweep
    child = launch("cases/hopper", overrides=["time.end=0.5"])
    table = sweep("cases/hopper", {"contacts.pairs[0].friction": [0.1, 0.3, 0.5]})

sweep() needs no ParaView.
"""

import time

from granum.program import RunError, path_of, settings
from granum.sweeps import Row, Sweep, sweep

__all__ = ["Row", "RunError", "Sweep", "launch", "look", "open_result", "start", "stop", "sweep",
           "wait_for"]

PERIOD = 0.05  # s between two checks of a run
SAID = ("State", "Progress", "Remaining", "Time", "Frames", "Message", "Log", "ResultFile", "Run", "Runs")


def look(run):
    """The current properties of a Granum Run: a dictionary with the keys SAID."""
    for name in SAID:  # State, the first, reads from the solver; the others are of that moment
        run.SMProxy.UpdatePropertyInformation(run.SMProxy.GetProperty(name))
    return {name: run.GetProperty(name)[0] for name in SAID}


def start(source, overrides=(), result="", replace=False, threads=0, sweep=()):
    """Run a scene file, a folder with a scene.yaml, or the scene of a result (a path or a
    Granum Reader) again; returns the Granum Run.

    overrides: texts PATH=VALUE, or {path: value}.  result: the file to write; "": a free name in the folder of
    the source.  sweep: texts PATH=V1; V2; V3 of one or two keys: runs of all values one after
    another; call wait_for() or look() so that the next begins.  threads: number of threads; 0: one for each core that it may use.  Deleting the returned Granum Run
    stops the run."""
    from granum.paraview import simple

    run = simple.GranumRun(Input=path_of(source), Overrides=settings(overrides), Result=result,
                           Sweep=list(sweep),
                           Replace=int(replace), Threads=threads)
    run.SMProxy.UpdateVTKObjects()
    run.SMProxy.InvokeCommand("Launch")
    return run


def stop(run):
    """Stop a run, wait for its end, and return its last look()."""
    run.SMProxy.InvokeCommand("Stop")
    return wait_for(run)


def wait_for(run):
    """Wait for the end of a run; returns its last look()."""
    while True:
        found = look(run)
        if found["State"] != "running":
            return found
        time.sleep(PERIOD)


def open_result(run):
    """Wait for the first frame of a run; returns a Granum Reader that follows the run.
    RunError: the run ended without a frame."""
    from granum.display import reader_of

    while True:
        found = look(run)
        if found["Frames"]:
            return reader_of(found["ResultFile"])
        if found["State"] != "running":
            raise RunError(found["Message"] or "the run is " + found["State"])
        time.sleep(PERIOD)


def launch(source, overrides=(), result="", replace=False, threads=0, wait=True):
    """start() a run and return a Granum Reader for its result: after the end of the run or,
    with wait=False, after its first frame.  RunError: the run failed."""
    from granum.paraview import simple

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
