"""one_writer.py GRANUM -- a result has one writer, and only files are written and read.

* Twenty pairs of runs to one result, started at once: one makes it, complete, the other ends
  with a message; with --force each of the pair that succeeds has been the only writer.
* While a run writes, its result is not replaced, with --force either, and not repaired.
* A FIFO, a device, a socket, a folder or a link is not replaced, and a FIFO as input is
  refused at once; exit code 2 and a message that names it.
"""
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402

GRANUM = str(Path(sys.argv[1]).resolve())
FRAMES = 41
SCENE = """
materials: {glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [glass, glass], restitution: 0.8, friction: 0.5}]}
grains:
  - list: {material: glass, grains: [{position: [0, 0, 0.01], radius: 1 mm}]}
time: {end: 40 ms}
output: {every: 1 ms}
"""


def start(*words):
    return subprocess.Popen([GRANUM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, env=dict(os.environ, OMP_NUM_THREADS="1"))


def whole(path, name):
    """All frames are there, and those of the contacts through the link."""
    for file in (path, path.with_suffix(".contacts.vtkhdf")):
        with h5py.File(file, "r") as f:
            n = len(f["VTKHDF/Steps/Values"])
            check(n == FRAMES, f"{name}: {file.name} has {n} frames")


def pairs(folder, force):
    path = folder / "r.vtkhdf"
    words = ["run", "scene.yaml", "-o", str(path)] + ["--force"] * force
    told, won = 0, 0
    for k in range(10):
        if not force:
            path.unlink(missing_ok=True)
        both = [start(*words), start(*words)]
        ends = [(run.communicate(timeout=300), run.returncode) for run in both]
        name = f"pair {k}{' --force' * force}"
        won += sum(code == 0 for _, code in ends)
        check(any(code == 0 for _, code in ends), f"{name}: one wins: {ends}")
        for (_, err), code in ends:
            good = code == 0 or (code == 2 and f"'{path}'" in err
                                 and ("another run" in err or "exists" in err))
            check(good, f"{name}: the other says so: {code} {err}")
            told += code == 2
        check(force or told == k + 1, f"{name}: {told} have said so")
        whole(path, name)
        check(not list(folder.glob("*.part")), f"{name}: left over")
    print(f"10 pairs{' --force' * force}: {won} won, {told} said why not")


def busy(folder):
    """The result of a run that goes on stays its own."""
    path = folder / "busy.vtkhdf"
    run = start("run", "scene.yaml", "-o", str(path), "--progress", "json",
                "--set", "time.end=1000")
    while json.loads(run.stdout.readline())["event"] != "frame":
        pass
    node = path.stat().st_ino
    for words in (("run", "scene.yaml", "-o", str(path), "--force"), ("repair", str(path))):
        done = subprocess.run([GRANUM, *words], capture_output=True, text=True, timeout=300)
        check(done.returncode != 0 and f"'{path}'" in done.stderr
              and ("being written" in done.stderr or "in use" in done.stderr),
              f"{words[0]}: {done.returncode} {done.stderr}")
    check(path.stat().st_ino == node, "the file is as it was")
    run.send_signal(signal.SIGTERM)
    rest, err = run.communicate(timeout=300)
    frames = 1 + sum(json.loads(line)["event"] == "frame" for line in rest.splitlines())
    with h5py.File(path, "r") as file:
        n = len(file["VTKHDF/Steps/Values"])
        check(n >= frames, f"{frames} frames were announced, {n} are there")


def refused(name, *words):
    done = subprocess.run([GRANUM, *map(str, words)], capture_output=True, text=True, timeout=300)
    check(done.returncode in (1, 2) and f"'{name}'" in done.stderr,
          f"{words[0]} {words[-1]}: {done.returncode} {done.stderr}")


def no_files(folder):
    """Names of everything but files, as result and as input."""
    os.mkfifo(folder / "fifo.vtkhdf")
    os.mkfifo(folder / "fifo.yaml")
    os.mkfifo(folder / "fifo.stl")
    os.mkfifo(folder / "fifo.csv")
    os.symlink("elsewhere.vtkhdf", folder / "link.vtkhdf")
    (folder / "folder.vtkhdf").mkdir()
    with socket.socket(socket.AF_UNIX) as s:
        s.bind("socket.vtkhdf")
    for kind in ("fifo", "link", "folder", "socket"):
        mode = (folder / f"{kind}.vtkhdf").lstat().st_mode
        for force in ((), ("--force",)):
            refused(f"{kind}.vtkhdf", "run", "scene.yaml", *force, "-o", f"{kind}.vtkhdf")
        check((folder / f"{kind}.vtkhdf").lstat().st_mode == mode, f"{kind}: stays")
    check(not (folder / "elsewhere.vtkhdf").exists(), "a link is not followed")
    refused("/dev/null", "run", "scene.yaml", "--force", "-o", "/dev/null")

    refused("fifo.yaml", "check", "fifo.yaml")
    refused("fifo.yaml", "run", "fifo.yaml", "-o", "x.vtkhdf")
    for command in ("info", "repair", "run"):
        words = ("-o", "x.vtkhdf") if command == "run" else ()
        refused("fifo.vtkhdf", command, "fifo.vtkhdf", *words)
    refused("fifo.vtkhdf", "export", "fifo.vtkhdf", "--as", "csv", "--to", ".")
    (folder / "mesh.yaml").write_text(
        SCENE + "structures: [{name: a, material: glass, mesh: fifo.stl}]\n")
    refused("./fifo.stl", "check", "mesh.yaml")
    (folder / "list.yaml").write_text(SCENE.replace(
        "grains: [{position: [0, 0, 0.01], radius: 1 mm}]", "file: fifo.csv"))
    refused("./fifo.csv", "check", "list.yaml")


with tempfile.TemporaryDirectory() as name:
    os.chdir(name)
    here = Path(name)
    (here / "scene.yaml").write_text(SCENE)
    pairs(here, False)
    pairs(here, True)
    busy(here)
    no_files(here)
report()
