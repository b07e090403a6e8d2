"""repair_keeps.py GRANUM POWER_LOG DISK_FULL -- `granum repair` can be undone.

The result of a run that was killed, with a damaged last frame, is repaired.  The file as it was
is NAME.vtkhdf.broken, and with its old name it has the bytes of before.  The old file is never
written to, and the new one is on disk before it takes the name (POWER_LOG records it).  A full
disk, and a kill at any moment, leave the old file under one of its two names; then the result
can be repaired.
"""
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import h5py

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402
from damaged_results import RADIUS, SCENE, flip, kill_run, read_log  # noqa: E402

GRANUM, POWER_LOG, DISK_FULL = (str(Path(p).resolve()) for p in sys.argv[1:4])
KILLS = 20


def repair(path, **more):
    done = subprocess.run([GRANUM, "repair", str(path)], capture_output=True, text=True, timeout=300,
                          env=dict(os.environ, ASAN_OPTIONS="verify_asan_link_order=0", **more))
    return done.returncode, done.stdout + done.stderr


def killed(folder):
    """The bytes of a result whose run was killed; its last frame is damaged, too."""
    (folder / "scene.yaml").write_text(SCENE)
    path = kill_run(GRANUM, folder)
    with h5py.File(path, "r", libver="latest", swmr=True) as file:
        flip(path, RADIUS, int(file["VTKHDF/Steps/PointOffsets"][8]) + 290)
    return path.read_bytes()


def files(folder):
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file()}


def fresh(folder, before):
    """A folder with this result alone."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path = folder / "r.vtkhdf"
    path.write_bytes(before)
    return path


def undone(folder, before):
    """Repair, undo, repair again; returns the bytes of the repaired result."""
    path = fresh(folder, before)
    path.chmod(0o640)
    code, text = repair(path)
    kept = Path(f"{path}.broken")
    check(code == 0 and f"mv {kept} {path}" in text, f"undo: {code} {text}")
    after = files(folder)
    check(after.keys() == {"r.vtkhdf", "r.vtkhdf.broken"}, f"undo: {sorted(after)}")
    check(after.get("r.vtkhdf.broken") == before and after["r.vtkhdf"] != before, "undo: what is kept")
    check(path.stat().st_mode & 0o777 == 0o640, "undo: permissions")
    code, text = repair(path)
    check(code == 0 and "nothing to repair" in text and "undoes" not in text, f"undo: once: {text}")
    kept.rename(path)
    check(files(folder) == {"r.vtkhdf": before}, "undo: the file as it was")
    code, text = repair(path)
    check(code == 0 and path.read_bytes() == after["r.vtkhdf"], f"undo: again: {text}")
    return after["r.vtkhdf"]


def marked(folder):
    """A file that HDF5 opens for nobody: a program died that had it open for writing."""
    path = fresh(folder, b"")
    done = subprocess.run([GRANUM, "run", folder.parent / "scene.yaml", "-o", path, "--force"],
                          capture_output=True, text=True)
    check(done.returncode == 0, f"marked: run: {done.stderr}")
    for other in folder.glob("*.checkpoint"):
        other.unlink()
    subprocess.run([sys.executable, "-c", "import h5py, os, sys; f = h5py.File(sys.argv[1], 'r+'); os._exit(0)",
                    path], check=False)
    old = path.read_bytes()
    code, text = repair(path)
    check(code == 0 and "now closed" in text, f"marked: {code} {text}")
    check(files(folder).get("r.vtkhdf.broken") == old, "marked: what is kept")
    path = fresh(folder, b"\x89HDF\r\n\x1a\n" + bytes(5000))
    old = files(folder)
    code, text = repair(path)
    check(code == 1 and ".part" not in text and files(folder) == old, f"no HDF5 file: {code} {text}")


def taken(folder, before):
    """The name of the kept file is taken: by another file, a link, the file itself."""
    path = fresh(folder, before)
    kept = Path(f"{path}.broken")
    kept.write_text("another")
    old = files(folder)
    code, text = repair(path)
    check(code == 1 and "exists already" in text and files(folder) == old, f"taken: {code} {text}")
    kept.unlink()
    kept.symlink_to("nowhere")
    code, text = repair(path)
    check(code == 1 and "exists already" in text and kept.is_symlink(), f"a link: {code} {text}")
    check(files(folder) == {"r.vtkhdf": before}, "a link: the result")
    kept.unlink()
    kept.hardlink_to(path)
    code, text = repair(path)
    check(code == 0 and kept.read_bytes() == before != path.read_bytes(), f"its own: {code} {text}")


def logged(folder, before):
    """The old file is not written to; the new one is on disk when it gets its name."""
    path, log = fresh(folder, before), folder / "log"
    old = path.stat().st_ino
    code, text = repair(path, LD_PRELOAD=POWER_LOG, POWER_LOG=str(log))
    check(code == 0, f"log: {code} {text}")
    check(not [o for o in read_log(log, old) if o[0] in "wt"], "log: the old file is written to")
    new = "".join(o[0] for o in read_log(log, path.stat().st_ino))
    check("w" in new and new.endswith("s"), f"log: ends with {new[-5:]}")


def stopped(folder, before, repaired):
    """The repair ends where the new file would get the name: both names are the old file."""
    path = fresh(folder, before)
    kept = Path(f"{path}.broken")
    code, text = repair(path, LD_PRELOAD=POWER_LOG, POWER_STOP="1")
    check(code == 3 and path.exists() and kept.exists() and path.samefile(kept), f"stopped: {code} {text}")
    check(path.exists() and path.read_bytes() == before, "stopped: the file as it was")
    code, text = repair(path)
    check(code == 0 and path.read_bytes() == repaired and kept.read_bytes() == before, f"stopped: again: {text}")


def full(folder, before, repaired):
    """Disks with room for a part of the copy, and for all of it."""
    most = len(before)
    for room in (0, 1, most // 3, most - 1, most + 1000000):
        path = fresh(folder, before)
        code, text = repair(path, LD_PRELOAD=DISK_FULL, GM_DISK_FOLDER=str(folder), GM_DISK_BYTES=str(most + room))
        if room < most:
            check(code == 1 and "No space left" in text and "nothing was changed" in text, f"full {room}: {text}")
            check(files(folder) == {"r.vtkhdf": before}, f"full {room}: {sorted(files(folder))}")
        else:
            check(code == 0 and path.read_bytes() == repaired, f"room for all: {code} {text}")


def interrupted(folder, before, repaired):
    """Kills at any moment; returns how many of them came before the end."""
    path = fresh(folder, before)
    begun = time.monotonic()
    repair(path)
    lasts = time.monotonic() - begun
    rng, early = random.Random(7), 0
    for k in range(KILLS):
        path = fresh(folder, before)
        run = subprocess.Popen([GRANUM, "repair", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(lasts * rng.uniform(0.3, 1.3))
        run.kill()
        run.wait()
        left = files(folder)
        kept = before in (left.get("r.vtkhdf"), left.get("r.vtkhdf.broken"))
        check(kept and left.get("r.vtkhdf") in (before, repaired), f"kill {k}: {sorted(left)}")
        early += left.get("r.vtkhdf") == before
        code, text = repair(path)
        check(code == 0 and path.read_bytes() == repaired, f"kill {k}: {code} {text}")
        check(Path(f"{path}.broken").read_bytes() == before, f"kill {k}: what is kept")
    return early


with tempfile.TemporaryDirectory() as name:
    here = Path(name).resolve()
    result = killed(here)
    folder = here / "repaired"
    good = undone(folder, result)
    marked(folder)
    taken(folder, result)
    logged(folder, result)
    stopped(folder, result, good)
    full(folder, result, good)
    print(f"{len(result)} bytes, {interrupted(folder, result, good)} of {KILLS} kills before the new file")
report()
