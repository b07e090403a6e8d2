"""repair_no_harm.py GRANUM -- `granum repair` reads everything and changes only what it must.

* A damaged byte in the middle: the frame is named, exit code 1, and no byte is changed.
* A file that has lost its end is refused and unchanged.
* A file that leads elsewhere (external link, soft link, external storage, the path itself a
  link) is refused, and the other file is unchanged.
* After a kill, damaged frames at the end are removed, and the others are as they were; the file
  as it was is kept (repair_keeps.py).
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402
from damaged_results import RADIUS, SCENE, flip, kill_run  # noqa: E402

GRANUM = str(Path(sys.argv[1]).resolve())


def granum(*words):
    done = subprocess.run([GRANUM, *map(str, words)], capture_output=True, text=True,
                          timeout=300)
    return done.returncode, done.stdout + done.stderr


def refused(path, says, name, others=()):
    before = [p.read_bytes() for p in (path, *others)]
    code, text = granum("repair", path)
    check(code in (1, 2) and says in text, f"{name}: {code} {text}")
    check(before == [p.read_bytes() for p in (path, *others)], f"{name}: nothing is changed")


def damaged(folder, good):
    path = folder / "damaged.vtkhdf"
    with h5py.File(good, "r") as file:
        first = file["VTKHDF/Steps/PointOffsets"][:]
        tables = [n for n in ("VTKHDF/Steps/Values", "granum/history/time") if n in file]
    for frame in (0, 7, 20):
        shutil.copy(good, path)
        flip(path, RADIUS, int(first[frame]) + 10)
        code, text = granum("repair", path)
        named = [k for k in range(21) if f"frame {k} of" in text]
        check(code == 1 and named and named[0] in (frame - 1, frame), f"frame {frame}: {text}")
        refused(path, "is damaged", f"frame {frame}")
    for table in ("VTKHDF/NumberOfPoints", *tables):
        shutil.copy(good, path)
        flip(path, table, 5 if table != "granum/history/time" else 0)
        refused(path, "damaged", table)
    shutil.copy(good, path)
    flip(path, "granum/scene/effective", 0)
    refused(path, "'/granum/scene/effective'", "a table that does not grow")


def shorter(folder, good):
    path = folder / "short.vtkhdf"
    for part in (0.3, 0.9):
        path.write_bytes(good.read_bytes()[:int(part * good.stat().st_size)])
        refused(path, "its end is lost", f"cut at {part}")


def elsewhere(folder, good):
    path, victim = folder / "leads.vtkhdf", folder / "victim.vtkhdf"

    def link(file, name, target):
        del file[name]
        file[name] = target

    changes = {
        "external link": lambda f: link(f, "VTKHDF/Points",
                                        h5py.ExternalLink("victim.vtkhdf", "/VTKHDF/Points")),
        "a whole group": lambda f: link(f, "granum",
                                        h5py.ExternalLink("victim.vtkhdf", "/granum")),
        "soft link": lambda f: link(f, "VTKHDF/Points", h5py.SoftLink("/VTKHDF/Points")),
    }
    shutil.copy(good, victim)
    for name, change in changes.items():
        shutil.copy(good, path)
        with h5py.File(path, "r+") as file:
            change(file)
        refused(path, "link to another", name, [victim])
    shutil.copy(good, path)
    with h5py.File(path, "r+") as file:
        n = len(file[RADIUS])
        del file[RADIUS]
        file.create_dataset(RADIUS, (n,), "f4", external=[("victim.vtkhdf", 0, 4 * n)])
    refused(path, "elsewhere", "external storage", [victim])
    os.symlink(good, folder / "named.vtkhdf")
    refused(folder / "named.vtkhdf", "symbolic link", "a link", [good])


def killed(folder, good):
    path = kill_run(GRANUM, folder)
    with h5py.File(path, "r", libver="latest", swmr=True) as file:
        frames = len(file["VTKHDF/Steps/Values"])
        first = file["VTKHDF/Steps/PointOffsets"][:frames]
    flip(path, "VTKHDF/PointData/velocity", int(first[frames - 1]) + 290)
    before = path.read_bytes()
    code, text = granum("repair", path)
    check(Path(f"{path}.broken").read_bytes() == before, "killed: the file as it was is kept")
    check(code == 0 and "incomplete or damaged; removed" in text, f"killed: {code} {text}")
    with h5py.File(path, "r") as file, h5py.File(good, "r") as whole:
        left = len(file["VTKHDF/Steps/Values"])
        check(left == frames - 1, f"killed: {left} of {frames} frames")
        n = int(first[left])
        for table in ("VTKHDF/Points", "VTKHDF/PointData/velocity", RADIUS):
            if left <= 21:
                check(np.array_equal(file[table][:n], whole[table][:n]), f"killed: {table}")
    code, text = granum("repair", path)
    check(code == 0 and "nothing to repair" in text, f"killed: once: {text}")


with tempfile.TemporaryDirectory() as name:
    os.chdir(name)
    here = Path(name)
    Path("scene.yaml").write_text(SCENE)
    code, text = granum("run", "scene.yaml", "-o", here / "good.vtkhdf")
    check(code == 0, f"run: {text}")
    result = here / "good.vtkhdf"
    code, text = granum("repair", result)
    check(code == 0 and "nothing to repair" in text, f"good: {text}")
    damaged(here, result)
    shorter(here, result)
    elsewhere(here, result)
    killed(here, result)
report()
