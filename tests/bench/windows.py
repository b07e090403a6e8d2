"""Processor time of a window of steps: the difference of two runs that go on from one checkpoint."""
import resource
import shutil
import subprocess
import sys

import h5py


def run(program, *words):
    """Runs granum; returns its processor time in s."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program, "run", *map(str, words), "--progress", "none"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 130):
        sys.exit(done.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def last(path):
    """Grains and points of the checkpoint beside a result."""
    with h5py.File(path.with_suffix(".checkpoint")) as file:
        return tuple(int(file[k + "/n"][()].flat[0]) if k in file and "n" in file[k] else 0 for k in ("grains", "points"))


def window(program, state, first, steps, *words):
    """Milliseconds a step from `first` steps after the checkpoint of `state` on, on one thread."""
    times = []
    for stop in (first, first + steps):
        for end in (".vtkhdf", ".checkpoint"):
            shutil.copy(state.with_suffix(end), state.parent / ("window" + end))
        times.append(run(program, state.parent / "window.vtkhdf", "--resume", "--threads", 1, "--steps", stop, *words))
    return 1e3 * (times[1] - times[0]) / steps
