#!/usr/bin/env python3
"""refused GRANUM ODD -- what several ranks cannot do is refused at once; a program that cannot share a run does not
write one file many times; a rank that is killed, told to end, without its files, without memory or with a position
that is not a number ends all, and a command that is killed leaves none behind; the program is not linked with MPI."""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import h5py

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import MATERIALS, check, finish  # noqa: E402

TEXT = MATERIALS + """
structures: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: steel}]
grains:
  - {fill: {box: {min: [0, 0, 0], max: [30 mm, 30 mm, 30 mm]}, material: glass, radius: 1 mm, count: 200}}
time: {end: 1}
output: {every: 0.1}
"""
PLAIN, TEXT = TEXT, TEXT.replace("contacts:\n  law: hertz", "collisions:\n  engine: impulses")


def call(*words, **environment):
    done = subprocess.run(words, capture_output=True, text=True, env=dict(os.environ, **environment))
    return done.returncode, done.stdout + done.stderr


def children(pid):
    """Processes that this one has started, and theirs."""
    found = []
    for task in Path("/proc/%d/task" % pid).glob("*/children"):
        for child in task.read_text().split():
            found += [int(child), *children(int(child))]
    return found


def begin(granum, name, awaited):
    """Two ranks that run until the file `awaited` is there."""
    run = subprocess.Popen([granum, "run", "plain.yaml", "-o", name + ".vtkhdf", "--ranks", "2", "--threads", "1",
                            "--progress", "none", "--set", "output.checkpoint=0.1", "--set", "time.end=20"],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
    end = time.monotonic() + 60
    while not Path(awaited).exists() and time.monotonic() < end and run.poll() is None:
        time.sleep(0.1)
    return run


def go_on(granum, name, ranks):
    code, said = call(granum, "run", name + ".vtkhdf", "--resume", "--steps", "2", "--threads", "1", "--progress", "none",
                      *(["--ranks", str(ranks), "--timing"] if ranks > 1 else []))
    check("%s goes on, on %d ranks" % (name, ranks), code == 130 and "goes on from" in said, said[-300:])
    table = re.search(r"^halo +(\S+) +(\S+) +(\S+)$(?s:.*)a rank and step: (\S+) messages, (\d+) bytes", said, re.M)
    if ranks > 1:
        least, mean, most, messages, volume = map(float, table.groups() if table else (-1, 0, 0, 0, 0))
        check("--timing has all ranks", 0 <= least <= mean <= most and messages >= 1 and volume > 72, said[-900:])


def end_one(granum, number):
    """Ctrl-C and SIGTERM end the run after a step, with a checkpoint."""
    run = begin(granum, number.name, number.name + ".vtkhdf")
    os.killpg(run.pid, number)
    said = run.communicate(timeout=120)[0]
    check("%s: exit %s, one message" % (number.name, run.returncode), run.returncode == 130 and
          said.count("stopped at t = ") == 1 and "balance at t" in said and "--resume goes on" in said, said[-300:])
    go_on(granum, number.name, 1)


def apart(granum):
    """One rank lacks the scene: that is an error of all."""
    allowed = dict(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1",
                   PRTE_MCA_rmaps_default_mapping_policy=":oversubscribe", OMPI_MCA_btl="^tcp")
    for first, second in (("plain", "missing"), ("missing", "plain")):
        scene = 'name=%s; [ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 0 ] || name=%s' % (first, second)
        code, said = call("timeout", "60", "mpiexec", "-n", "2", "sh", "-c",
                          scene + '; exec "$0" run $name.yaml -o apart.vtkhdf --threads 1', granum, **allowed)
        check("a rank without its scene: exit %s" % code, code not in (0, 124) and said.count("missing.yaml") == 1, said[-300:])


def go_wrong(granum, odd):
    """Rank 1 of 2 fails: one message, all end, the frames are kept."""
    allowed = dict(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1",
                   PRTE_MCA_rmaps_default_mapping_policy=":oversubscribe", OMPI_MCA_btl="^tcp")
    Path("fault.yaml").write_text(PLAIN.replace("end: 1", "end: 0.01").replace("every: 0.1", "every: 0.001"))
    for words, says in ((("nan", "250", "0"), "has no finite position"), (("memory", "250", "1"), "no memory for"),
                        (("memory", "250", "9"), "no memory for")):
        name = "_".join(words) + ".vtkhdf"
        code, said = call("timeout", "60", "mpiexec", "-n", "2", odd, "fault.yaml", name, *words, **allowed)
        check("%s: exit 1, one message" % " ".join(words), code == 1 and said.count(says) == 1, "%d %s" % (code, said[-300:]))
        call(granum, "repair", name)
        with h5py.File(name, "r") as f:
            frames = len(f["VTKHDF/Steps/Values"])
        check("and the frames are kept", frames >= 4, str(frames))


def ranks_of(run):
    found = [p for p in children(run.pid)
             if os.path.basename(Path("/proc/%d/cmdline" % p).read_text().split("\0")[0]) == "granum"]
    check("two ranks run", len(found) == 2, str(found))
    return found


def kill_first(granum):
    """What the user has started is killed: the launcher and its ranks do not stay behind."""
    run = begin(granum, "orphan", "orphan.vtkhdf")
    ranks_of(run)
    started = children(run.pid)
    run.kill()
    run.wait()
    end = time.monotonic() + 20
    while (left := [p for p in started if Path("/proc/%d" % p).exists()]) and time.monotonic() < end:
        time.sleep(0.1)
    check("none of %d processes outlives the command" % len(started), not left, str(left))
    for p in left:
        os.kill(p, signal.SIGKILL)


def kill_one(granum):
    """A rank is killed in the middle: all end soon, and not with success."""
    run = begin(granum, "killed", "killed.checkpoint")
    for p in ranks_of(run)[-1:]:
        os.kill(p, signal.SIGKILL)
    try:
        said = run.communicate(timeout=20)[0]
    except subprocess.TimeoutExpired:
        run.kill()
        said = "still there after 20 s"
    check("a rank is killed: all end, exit %s" % run.returncode, run.returncode not in (0, None, -9))
    check("and one message says why", "a rank was ended by signal 9" in said, said[-300:])
    go_on(granum, "killed", 2)


def main():
    granum, odd = map(os.path.abspath, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("scene.yaml").write_text(TEXT)
        Path("plain.yaml").write_text(PLAIN)
        code, said = call("ldd", granum)
        check("the program is not linked with MPI", code == 0 and "mpi" not in said.lower())
        for command in ("run", "check"):
            code, said = call(granum, command, "scene.yaml", "--ranks", "2", "--threads", "1")
            wanted = ("collisions.engine", "leave out --ranks")
            lacks = [w for w in wanted if w not in said]
            check("%s refuses it" % command, code == 2 and not lacks, "%s %s" % (code, lacks))
        check("and wrote nothing", not list(Path().glob("*.vtkhdf")))
        code, said = call(granum, "check", "plain.yaml", "--ranks", "2", "--no-audit", "--threads", "1")
        check("check passes what runs, and says what a rank needs", code == 0 and re.search(
            r"ranks +2, each with \d+ grains and about \d+ ghosts, [\d.]+ MB", said), said[-200:])

        os.mkdir("bin")
        shutil.copy(granum, "bin/granum")
        for rank in "01":
            code, said = call("bin/granum", "run", "plain.yaml", OMPI_COMM_WORLD_SIZE="2", OMPI_COMM_WORLD_RANK=rank)
            check("rank %s without the module: exit 2" % rank, code == 2, said)
            check("rank %s: %s" % (rank, "one says why" if rank == "0" else "the others are silent"),
                  ("libgranum_mpi.so" in said) == (rank == "0"))
        check("no file is touched", not list(Path().glob("*.vtkhdf")))
        code, said = call("bin/granum", "run", "plain.yaml", PMI_SIZE="3", PMI_RANK="0")
        check("nor under MPICH's launcher", code == 2 and not list(Path().glob("*.vtkhdf")))

        code, said = call(granum, "run", "plain.yaml", "--set", "contacts.largest_overlap=1e-9", "--set", "time.end=0.3",
                          "--ranks", "2", "--threads", "1", "--progress", "none", "--force")
        check("a motion that fails ends with one message", code == 1 and said.count(" overlap by ") == 1, said[-300:])

        apart(granum)
        end_one(granum, signal.SIGINT)
        end_one(granum, signal.SIGTERM)
        go_wrong(granum, odd)
        kill_one(granum)
        kill_first(granum)
    finish()


main()
