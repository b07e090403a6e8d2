"""A run of the solver that goes on only while somebody waits for it."""

import os
import signal
import subprocess
import time

import h5py

PATIENCE = 240  # s
RUNS = []


def start(granum, scene, path):
    """The run, with many frames, as a process."""
    if os.path.exists(path):
        os.remove(path)  # or the wait for a first frame would find the old one
    words = [granum, "run", scene, "-o", path, "--force", "--threads", "1"]
    words += ["--set", "output.every=4 ms"]
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


def kill_all():
    """Whatever happened, no run is left behind, stopped or not."""
    for run in RUNS:
        run.kill()
