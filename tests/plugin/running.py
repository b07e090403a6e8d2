"""A run of the solver that is paused except while a test waits for it."""

import os
import signal
import subprocess
import time

import h5py

PATIENCE = 900  # s: bounds a hang, not a speed
RUNS = []


def start(granum, scene, path, every="4 ms"):
    """The run as a process, with a frame every `every`."""
    if os.path.exists(path):
        os.remove(path)  # or the wait for a first frame would find the old one
    words = [granum, "run", scene, "-o", path, "--force", "--threads", "1"]
    words += ["--set", "output.every=" + every]
    run = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    RUNS.append(run)
    return run


class Paced:
    """Lets the run go on only while we wait for it, so that a fast solver is not done
    before anybody has looked.  It is stopped wherever it happens to be."""

    def __init__(self, run):
        self.run = run
        self.end = time.time() + PATIENCE

    def until(self, condition, what):
        """False when the run is over."""
        self.run.send_signal(signal.SIGCONT)
        while not condition() and self.run.poll() is None:
            if time.time() > self.end:
                raise RuntimeError("no " + what)
            time.sleep(0.005)
        if self.run.poll() is None:
            self.run.send_signal(signal.SIGSTOP)
            return True
        return False


def published(path):
    """Frames in the file, 0 as long as it cannot be opened."""
    try:
        with h5py.File(path, "r", libver="latest", swmr=True) as f:
            return len(f["VTKHDF/Steps/Values"])
    except (OSError, KeyError):
        return 0


def stopped_at_first_frame(granum, scene, path, every):
    """A run that stands still with one frame published.  It may have got further before
    it was stopped; then another one is tried."""
    for _ in range(20):
        run = start(granum, scene, path, every)
        pace = Paced(run)
        if pace.until(lambda: published(path) > 0, "a first frame") and published(path) == 1:
            return pace
        run.kill()
        run.wait()
    raise RuntimeError("no run stood still at its first frame")


def kill_all():
    """Whatever happened, no run is left behind, stopped or not."""
    for run in RUNS:
        run.kill()
