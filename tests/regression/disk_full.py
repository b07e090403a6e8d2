"""disk_full.py GRANUM DISK_FULL POINTS -- a disk that becomes full ends a run and destroys nothing.

A run with frames and checkpoints all the time, over a result that was there, on a disk that becomes full at
POINTS points: in the contacts file, while the run sets up, and spread over all that it writes (result and
checkpoints).  Each run ends with exit code 1 and a message that names a file and the reason, or, if only
checkpoints do not fit, with a whole result and a warning that names the checkpoint.  The result that was there
or every frame that was announced can be read and exported; no temporary file stays.  With space again the run
resumes from its checkpoint, or begins anew, and has the arrays of a run that was never disturbed.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py

sys.path.insert(0, os.fspath(Path(__file__).resolve().parents[1]))
from resumed import scene  # noqa: E402
from trial import arrays, check, differences, finish  # noqa: E402

GRANUM, DISK_FULL = map(os.path.abspath, sys.argv[1:3])
POINTS = int(sys.argv[3])
SCENE = scene("grown", "12 ms", "0.02").replace("every: 4 ms, history: 0.4 ms", "every: 0.4 ms, history: 0.1 ms")
FRAMES = 31
EARLY = [10, 200, 60000, 100, 30000, 90000, 95000, 120000]  # bytes: contacts file, set-up, first frame
SMALL = scene("grown", "1 ms").replace("every: 4 ms", "every: 1 ms")


def granum(*words, **more):
    environment = dict(os.environ, OMP_WAIT_POLICY="passive", **more)
    return subprocess.run([GRANUM, *words], capture_output=True, text=True, env=environment)


def used(folder):
    return sum(path.stat().st_size for path in Path(folder).iterdir())


def files(folder):
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def frames_of(path):
    try:
        file = h5py.File(path, "r")
    except OSError:
        file = h5py.File(path, "r", swmr=True)
    with file:
        return len(file["VTKHDF/Steps/Values"])


def full(folder, limit):
    """A run on a disk of `limit` bytes: the frames announced, what is wrong with its end, what it says."""
    run = granum("run", "scene.yaml", "-o", folder + "/r.vtkhdf", "--force", "--threads", "1", "--progress", "json",
                 LD_PRELOAD=DISK_FULL, GM_DISK_FOLDER=os.path.abspath(folder), GM_DISK_BYTES=str(limit),
                 ASAN_OPTIONS="verify_asan_link_order=0")
    events = [json.loads(line) for line in run.stdout.splitlines()]
    announced = sum(event["event"] == "frame" for event in events)
    said = [line for line in run.stderr.splitlines() if "No space left" in line]
    warned = [line for line in said if line.startswith("granum: warning: no checkpoint") and "/r.checkpoint." in line]
    last = (said or [run.stderr])[-1]
    if run.returncode == 0 and warned == said != []:
        return announced, [] if announced == FRAMES else ["%d frames and exit code 0" % announced], last
    wrong = []
    if run.returncode != 1:
        wrong.append("exit code %d" % run.returncode)
    if not last.startswith("granum: cannot ") or folder + "/r." not in last:
        wrong.append("message %r" % run.stderr)
    return announced, wrong, last


def readable(path, announced):
    """What is wrong with a result that holds the frames that were announced."""
    info = granum("info", path)
    frames = frames_of(path)
    table = granum("export", path, "--as", "csv", "--frames", "0:%d" % (announced - 1), "--to", "csv", "--force")
    if info.returncode != 0:
        yield "granum info: " + info.stderr
    if not announced <= frames <= announced + 1:
        yield "%d frames of %d" % (frames, announced)
    if announced and table.returncode != 0:
        yield "granum export: " + table.stderr


def point(folder, before, limit, expected):
    """One disk; returns what happened in a word, the number of frames, what is wrong."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(before, folder)
    path = folder + "/r.vtkhdf"
    announced, wrong, last = full(folder, limit)
    kept = files(before)
    if all(files(folder).get(name) == kept[name] for name in kept):
        how = "kept"
        wrong += ["%d frames announced" % announced] if announced else []
    else:
        how = "cut"
        wrong += readable(path, announced)
    checkpoint = os.path.exists(folder + "/r.checkpoint")
    wrong += ["left: " + name for name in os.listdir(folder) if name.endswith(".part")]
    if checkpoint and how == "cut":
        how = "resumed"
        again = granum("run", path, "--resume", "--threads", "1")
    else:
        again = granum("run", "scene.yaml", "-o", path, "--force", "--threads", "1")
    if again.returncode != 0:
        wrong.append("afterwards: " + again.stderr)
    else:
        wrong += differences(expected, arrays(path))[:3]
    return how, announced, wrong, last


def main():
    Path("scene.yaml").write_text(SCENE)
    Path("small.yaml").write_text(SMALL)
    os.mkdir("before")
    os.mkdir("whole")
    small = granum("run", "small.yaml", "-o", "before/r.vtkhdf", "--threads", "1")
    whole = granum("run", "scene.yaml", "-o", "whole/r.vtkhdf", "--threads", "1")
    check("the runs with space", small.returncode == whole.returncode == 0, small.stderr + whole.stderr)
    expected = arrays("whole/r.vtkhdf")
    old, new = used("before"), used("whole")
    early = EARLY[:max(3, 2 * POINTS // 5)]
    late = POINTS - len(early)
    limits = [old + bytes for bytes in early] + [old + (new - old) * k // (late + 1) for k in range(1, late + 1)]
    ends, faults = [], []
    for limit in limits:
        how, announced, wrong, last = point("full", "before", limit, expected)
        ends.append(how)
        faults += wrong
        print("%9d bytes: %-7s %2d frames  %s %s" % (limit - old, how, announced, last, wrong or ""))
    check("%d full disks, %s" % (len(limits), ", ".join("%d %s" % (ends.count(e), e) for e in sorted(set(ends)))),
          not faults, "%d faults %s" % (len(faults), faults[:3]))
    check("a result was kept, a run was resumed", {"kept", "resumed"} <= set(ends), str(sorted(set(ends))))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    main()
    os.chdir("/")
finish()
