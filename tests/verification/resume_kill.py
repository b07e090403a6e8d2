"""resume_kill.py GRANUM [KILLS] -- a run that is killed again and again loses no frame.

A run that writes frames and checkpoints all the time is killed (SIGKILL) at random moments: while it sets up,
cuts its result, writes a frame or a checkpoint.  Every resume succeeds, and in the end all arrays are those of
a run that was never disturbed.  No temporary file stays.
"""
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, os.fspath(Path(__file__).resolve().parents[1]))
from resumed import scene  # noqa: E402
from trial import bits, check, differences, finish  # noqa: E402

GRANUM = os.path.abspath(sys.argv[1])
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 3
SCENE = scene("grown", "24 ms", "0.02").replace("every: 4 ms, history: 0.4 ms", "every: 0.4 ms, history: 0.1 ms")


def start(*words):
    return subprocess.Popen([GRANUM, "run", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                            env=dict(os.environ, OMP_WAIT_POLICY="passive"))


def kill_after(process, seconds):
    """The exit code and what was said; -9 if it was killed."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
    return process.wait(), process.stderr.read()


def begin():
    """A run with its first checkpoint, killed."""
    for name in [n for n in os.listdir() if n.startswith("killed.") and n != "killed.yaml"]:
        os.remove(name)
    process = start("killed.yaml", "-o", "killed.vtkhdf", "--threads", "2")
    while process.poll() is None and not os.path.exists("killed.checkpoint"):
        time.sleep(0.01)
    return kill_after(process, 0.1)


def main(chance):
    Path("killed.yaml").write_text(SCENE)
    whole = start("killed.yaml", "-o", "whole.vtkhdf", "--force", "--threads", "2")
    check("the run that is not disturbed", whole.wait() == 0, whole.stderr.read())
    expected = bits("whole.vtkhdf")
    kills, failed, runs, wrong = 0, [], 0, []
    while kills < KILLS and not failed:
        kills += begin()[0] == -9
        runs += 1
        code = -9
        while code == -9:
            patience = chance.uniform(0.0, 1.0) if kills < KILLS else 600
            threads = str(chance.randrange(1, 4))
            code, said = kill_after(start("killed.vtkhdf", "--resume", "--threads", threads), patience)
            kills += code == -9
        if code != 0:
            failed.append("%d: %s" % (code, said))
        else:
            wrong += differences(expected, bits("killed.vtkhdf"))
    check("%d kills of %d runs, resumes that fail" % (kills, runs), not failed, "%d %s" % (len(failed), failed[:1]))
    frames = len(expected["VTKHDF/Steps/Values"])
    check("all %d frames of each, all arrays as without a kill" % frames, not failed and not wrong,
          "%d arrays %s" % (len(expected), wrong[:4]))
    left = [n for n in os.listdir() if n.endswith(".part")]
    check("no temporary file stays", not left, str(left))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    main(random.Random(int(os.environ.get("GM_SEED", "5"))))
    os.chdir("/")
finish()
