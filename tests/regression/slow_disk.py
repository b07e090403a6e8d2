"""Frames are written beside the steps: nothing is lost, reordered or announced too early when
the disk is slow, and a disk that is full ends the run as it would without.

    slow_disk.py GRANUM SLOW_DISK CASES
"""
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402

GRANUM, SLOW, CASES = sys.argv[1:4]
FRAMES = 9


def start(path, slow=False, limit=None, end="0.016"):
    """A run of the hopper with few grains and many rows of history."""
    environment = dict(os.environ, OMP_WAIT_POLICY="passive")
    if slow:
        environment["LD_PRELOAD"] = SLOW
        environment["ASAN_OPTIONS"] = "verify_asan_link_order=0"

    def full():
        if limit:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.Popen(
        [GRANUM, "run", f"{CASES}/hopper", "-o", path, "--force", "--progress", "json",
         "--threads", "2", "--set", "grains[0].fill.count=400", "--set", f"time.end={end}",
         "--set", "output.every=0.002", "--set", "output.history=0.00002"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        preexec_fn=full)


def content(path):
    """Every table that grows, by name; readable as the run left it."""
    found = {}
    try:
        file = h5py.File(path, "r")
    except OSError:
        file = h5py.File(path, "r", swmr=True)
    with file:
        frames = len(file["VTKHDF/Steps/Values"])

        def visit(name, thing):
            if isinstance(thing, h5py.Dataset) and thing.maxshape[:1] == (None,):
                found[name] = thing[:]
        file.visititems(visit)
    return frames, found


def same(found, expected, name):
    """All of `found` is the beginning of what is expected, bit for bit."""
    check(found.keys() == expected.keys(), f"{name}: the same tables")
    for table, values in found.items():
        if table.startswith("VTKHDF/Vertices") or len(values) <= len(expected[table]):
            n = min(len(values), len(expected[table]))
            check(values[:n].tobytes() == expected[table][:n].tobytes(), f"{name}: {table}")
        else:
            check(False, f"{name}: {table} has {len(values)} rows")


def events(run):
    """Times of the frames announced, each in the file when it is; and how the run ended."""
    times, end = [], None
    for line in run.stdout:
        event = json.loads(line)
        if event["event"] == "start":
            path = event["result"]
        if event["event"] == "frame":
            check(event["frame"] == len(times), "frames are announced in their order")
            times.append(event["time"])
            with h5py.File(path, "r", swmr=True) as file:
                values = file["VTKHDF/Steps/Values"][:]
            check(len(values) >= len(times) and np.allclose(values[:len(times)], times),
                  f"frame {len(times)} is in the file when it is announced")
        if event["event"] == "end":
            end = event
    return times, end


def slow(folder, expected):
    path = f"{folder}/slow.vtkhdf"
    run = start(path, slow=True)
    times, end = events(run)
    check(run.wait() == 0 and end["status"] == "done", f"slow: {run.stderr.read()}")
    frames, found = content(path)
    check(frames == len(times) == FRAMES, f"slow: {frames} frames, {len(times)} announced")
    same(found, expected, "slow")
    check(all(len(found[k]) == len(expected[k]) for k in found), "slow: nothing is missing")
    print(f"slow: {frames} frames, {len(found['granum/history/time'])} rows of history")


def stopped(folder, expected, how):
    """SIGTERM writes all that was handed over; SIGKILL keeps what was announced."""
    path = f"{folder}/stopped{how}.vtkhdf"
    run = start(path, slow=True, end="0.2")
    announced = 0
    while announced < 3:
        announced += json.loads(run.stdout.readline())["event"] == "frame"
    run.send_signal(how)
    rest, err = run.communicate()
    announced += sum(json.loads(line)["event"] == "frame" for line in rest.splitlines())
    if how == signal.SIGTERM:
        check(run.returncode == 130, f"stopped: status {run.returncode}")
        check(f"holds {announced} frames" in err, f"stopped: {announced} announced: {err}")
        with h5py.File(path, "r") as file:  # closed: plainly
            check(len(file["VTKHDF/Steps/Values"]) == announced, "stopped: all is in the file")
    else:
        frames, _ = content(path)
        check(announced <= frames <= announced + 1, f"killed: {frames}, {announced} announced")
        done = subprocess.run([GRANUM, "repair", path], capture_output=True, text=True)
        check(done.returncode == 0, f"killed: {done.stderr}")
    frames, found = content(path)
    whole = {k: v for k, v in found.items() if k in ("VTKHDF/PointData/velocity",
                                                     "granum/contacts/CellData/force")}
    n = int(content(path)[1]["VTKHDF/NumberOfPoints"][:3].sum())
    for table, values in whole.items():
        n = min(len(values), len(expected[table])) if "contacts" in table else n
        if table.startswith("VTKHDF"):
            check(values[:n].tobytes() == expected[table][:n].tobytes(), f"{how}: {table}")
    print(f"signal {int(how)}: {frames} frames, {announced} announced")


def full(folder, expected, size, part, slowly):
    """The file may not grow beyond part of what it needs."""
    path = f"{folder}/full.vtkhdf"
    run = start(path, slow=slowly, limit=int(part * size))
    out, err = run.communicate()
    name = f"full at {100 * part:.0f} %{', slow' if slowly else ''}"
    check(run.returncode == 1, f"{name}: status {run.returncode}")
    last = err.strip().splitlines()[-1]
    check(last.startswith("granum: cannot write") and path in last and "File too large" in last,
          f"{name}: {last!r}")
    lines = [json.loads(line) for line in out.splitlines()]
    announced = sum(line["event"] == "frame" for line in lines)
    check(lines[-1]["status"] == "failed" and "File too large" in lines[-1]["message"],
          f"{name}: the last event says why: {lines[-1]}")
    frames, found = content(path)
    check(announced <= frames <= announced + 1 and 0 < frames <= FRAMES,
          f"{name}: {frames} frames, {announced} announced")
    n = int(found["VTKHDF/NumberOfPoints"][:frames].sum())
    for table in ("VTKHDF/Points", "VTKHDF/PointData/velocity", "VTKHDF/PointData/force"):
        check(found[table][:n].tobytes() == expected[table][:n].tobytes(), f"{name}: {table}")
    print(f"{name}: {frames} frames; {last.replace(folder, '')}")


with tempfile.TemporaryDirectory() as folder:
    path = f"{folder}/fast.vtkhdf"
    run = start(path)
    times, end = events(run)
    check(run.wait() == 0 and len(times) == FRAMES, f"fast: {run.stderr.read()}")
    frames, expected = content(path)
    check(len(expected["granum/history/time"]) > 600, "more history than waits in memory")
    slow(folder, expected)
    stopped(folder, expected, signal.SIGTERM)
    stopped(folder, expected, signal.SIGKILL)
    for part in (0.6, 0.85, 0.98):
        full(folder, expected, os.path.getsize(path), part, slowly=False)
    full(folder, expected, os.path.getsize(path), 0.85, slowly=True)
report()
