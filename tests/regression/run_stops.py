"""run_stops.py GRANUM -- whatever ends a run, it ends after a step, with a checkpoint and exit code 130.

SIGINT, SIGTERM and SIGHUP; --wall-time and --steps; a reader of standard output that goes away, with the
progress as JSON or with none.  The message says how to go on, the result is closed and plainly readable, and
no frame out of turn is in it.  SIGHUP under nohup does not end a run; output.checkpoint: 0 writes no checkpoint.
"""
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, os.fspath(Path(__file__).resolve().parents[1]))
import h5py  # noqa: E402
from resumed import scene  # noqa: E402
from trial import check, finish  # noqa: E402

GRANUM = os.path.abspath(sys.argv[1])
SCENE = scene("adams", "500").replace("count: 400", "count: 60").replace("gravity: [20, 0, -300]", "gravity: [0, 0, -9.81]")


def start(name, *words, **how):
    return subprocess.Popen([GRANUM, "run", "long.yaml", "-o", name + ".vtkhdf", *words], text=True,
                            env=dict(os.environ, OMP_WAIT_POLICY="passive"),
                            **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how})


def wait_for_frames(name, process):
    while process.poll() is None and not os.path.exists(name + ".vtkhdf"):
        time.sleep(0.02)
    time.sleep(0.5)


def judge(what, name, process, *said):
    """The process, which is told to end, does so."""
    out, err = process.communicate(timeout=300)
    good = process.returncode == 130 and os.path.exists(name + ".checkpoint") and all(s in out + err for s in said)
    if err:
        good = good and "granum run '%s.vtkhdf' --resume" % name in err
    if good:
        with h5py.File(name + ".checkpoint", "r") as saved, h5py.File(name + ".vtkhdf", "r") as result:
            frames, rows = int(saved["run/frames"][0]), int(saved["run/rows"][0])
            good = frames == len(result["VTKHDF/Steps/Values"]) and rows == len(result["granum/history/time"])
            step = int(saved["run/step"][0])
        more = subprocess.run([GRANUM, "run", name + ".vtkhdf", "--resume", "--steps", "3"], capture_output=True)
        with h5py.File(name + ".checkpoint", "r") as saved:
            good = good and more.returncode == 130 and int(saved["run/step"][0]) == step + 3
    check(what, good, "%d %s" % (process.returncode, err[:160]))


def signals():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        process = start(number.name)
        wait_for_frames(number.name, process)
        process.send_signal(number)
        judge("%s ends a run" % number.name, number.name, process, number.name)
    process = start("nohup", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    wait_for_frames("nohup", process)
    process.send_signal(signal.SIGHUP)
    time.sleep(0.5)
    check("an ignored SIGHUP does not", process.poll() is None)
    process.send_signal(signal.SIGTERM)
    judge("SIGTERM after it does", "nohup", process, "SIGTERM")


def limits():
    judge("--steps ends a run", "steps", start("steps", "--steps", "150"), "--steps")
    judge("--wall-time ends a run", "time", start("time", "--wall-time", "0:00:01"), "--wall-time")
    for wrong in ("soon", "0", "-3 s", "5 kg"):
        done = start("none", "--wall-time=" + wrong)
        err = done.communicate()[1]
        check("--wall-time %s is refused" % wrong, done.returncode == 2 and "wall-time" in err, err[:60])


def readers():
    for form in ("json", "none"):
        process = start(form, "--progress", form, stderr=subprocess.DEVNULL)
        process.stdout.readline()
        process.stdout.close()
        process.stdout = None
        process.wait(300)
        process.communicate = lambda timeout: ("", "")
        judge("a reader that goes away ends a run, --progress %s" % form, form, process)


def names():
    plain = {k: v for k, v in os.environ.items() if k not in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT")}
    process = subprocess.Popen([GRANUM, "run", "long.yaml", "-o", "name.vtkhdf", "-p", "none"], env=plain,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for_frames("name", process)
    name = Path("/proc/%d/comm" % process.pid).read_text().strip()
    check("a run is called as its program", name == os.path.basename(GRANUM)[:15], name)
    process.send_signal(signal.SIGTERM)
    judge("SIGTERM ends it", "name", process, "SIGTERM")
    Path("shows").write_text("#!/bin/sh\necho spins:$GOMP_SPINCOUNT.\n")
    os.chmod("shows", 0o755)
    done = subprocess.run([GRANUM, "figure", "energy"], env=dict(plain, GRANUM_PYTHON=os.path.abspath("shows")),
                          capture_output=True, text=True)
    check("what it starts does not inherit how long threads spin", done.stdout == "spins:.\n", done.stdout)
    done = subprocess.run([GRANUM, "--version"], env=dict(plain, OMP_DISPLAY_ENV="verbose"), capture_output=True, text=True)
    check("threads that wait sleep after 1,000 turns", "GOMP_SPINCOUNT = '1000'" in done.stderr, done.stderr[-300:])
    for loader in Path("/lib64").glob("ld-linux*"):
        done = subprocess.run([loader, GRANUM, "--version"], env=plain, capture_output=True, text=True)
        check("a loader starts it", done.returncode == 0 and done.stdout.startswith("granum "), done.stdout[:60])


def without():
    process = start("plain", "--set", "output.checkpoint=0")
    wait_for_frames("plain", process)
    process.send_signal(signal.SIGINT)
    err = process.communicate(timeout=300)[1]
    check("output.checkpoint: 0 writes none", process.returncode == 130 and "--resume" not in err
          and not os.path.exists("plain.checkpoint"), err[:90])


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    Path("long.yaml").write_text(SCENE)
    signals()
    limits()
    readers()
    names()
    without()
    os.chdir("/")
finish()
