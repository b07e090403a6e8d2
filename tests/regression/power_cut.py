"""power_cut.py GRANUM POWER_LOG [CUTS] -- what a power cut takes, and what it does not.

A run writes its result while every write, change of length and fsync is recorded.  Then power
fails CUTS times at a random moment: everything before the last fsync is on disk, and of what
was written after it a random part, each write for itself.  (The order makes no difference but
where writes overlap, and there the system keeps the later one.)  After `granum repair` every
frame that was published before that fsync must be there, with the bits of the full result, and
so must every later frame before the one that it names as damaged.
"""
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402
from damaged_results import FLOOR, read_log  # noqa: E402

GRANUM, SHIM = sys.argv[1:3]
CUTS = int(sys.argv[3]) if len(sys.argv) > 3 else 10
SCENE = FLOOR % ("0.12 s", "every: 1 ms, history: 0.2 ms")


def apply(disk, operation):
    what, offset, new = operation
    if what == "w":
        if len(disk) < offset + len(new):
            disk.extend(bytes(offset + len(new) - len(disk)))
        disk[offset:offset + len(new)] = new
    elif what == "t":
        del disk[offset:]
        disk.extend(bytes(offset - len(disk)))


def open_result(path):
    """A result that a run left open, or a closed one."""
    try:
        return h5py.File(path, "r", swmr=True)
    except OSError:
        return h5py.File(path, "r")


def frames_of(path):
    try:
        with open_result(path) as file:
            return len(file["VTKHDF/Steps/Values"])
    except (OSError, KeyError):
        return 0


def rows_of(name, full, f):
    """Rows that the first f frames need of a table."""
    part = name.split("/")
    if name.startswith(("granum/history", "granum/scene", "granum/names")):
        return None
    if "Steps" in part or part[-1].startswith("NumberOf") or name.startswith(
            ("granum/poses", "granum/surface_sums", "granum/collisions")):
        return f
    if name.startswith("granum/contacts"):
        n = int(full["granum/contacts/NumberOfCells"][:f].sum())
        return {"Offsets": n + f, "Points": 2 * n, "Connectivity": 2 * n}.get(part[-1], n)
    counts = full["VTKHDF/NumberOfPoints"][:f]
    most = int(counts.max()) if f else 0
    if part[-1] in ("Offsets", "Connectivity"):
        vertices = "Vertices" in part
        return (most if vertices else 0) + (part[-1] == "Offsets")
    return int(counts.sum())


def lost(path, full, frames):
    """Tables whose rows of the first frames differ or cannot be read."""
    wrong = []
    if frames == 0:
        return wrong
    with open_result(path) as file:
        def look(name, table):
            if not isinstance(table, h5py.Dataset) or table.maxshape[:1] != (None,):
                return
            n = rows_of(name, full, frames)
            if n is None or n == 0:
                return
            try:
                same = file[name][:n].tobytes() == table[:n].tobytes()
            except (OSError, KeyError):
                same = False
            if not same:
                wrong.append(name)
        full.visititems(look)
    return wrong


def layout(file):
    """Every object of a file with its kind and its attributes, but for their numbers of rows
    and frames."""
    found = {}

    def note(name, thing):
        kind = (thing.dtype.str, thing.shape[1:], thing.maxshape, thing.chunks,
                thing.compression, thing.shuffle, thing.fletcher32) if isinstance(
                    thing, h5py.Dataset) else ()
        attributes = {k: str(v) for k, v in thing.attrs.items() if k != "NSteps"}
        found[name] = kind, attributes
    note("/", file)
    file.visititems(note)
    return found


def undamaged(done, left):
    """Frames before the first one that the repair names as damaged."""
    named = re.search(r"frame (\d+) of", done.stderr)
    return int(named[1]) if named else left if done.returncode == 0 else 0


def main(folder):
    scene, path, log = folder / "s.yaml", folder / "full.vtkhdf", folder / "log"
    scene.write_text(SCENE)
    environment = dict(os.environ, LD_PRELOAD=SHIM, POWER_LOG=str(log), OMP_NUM_THREADS="1",
                       ASAN_OPTIONS="verify_asan_link_order=0")
    done = subprocess.run([GRANUM, "run", scene, "-o", path], env=environment,
                          capture_output=True, text=True)
    check(done.returncode == 0, f"run: {done.stderr}")
    log_of = read_log(log, path.stat().st_ino)
    syncs = [k for k, o in enumerate(log_of) if o[0] == "s"]
    barriers = [k for k, o in enumerate(log_of) if o[0] in "sd"]
    check(len(syncs) >= 2, f"{len(syncs)} synchronisations")
    rng = random.Random(19)
    cut = folder / "cut.vtkhdf"
    total = after = worst = copied = undone = 0
    published = {}
    with h5py.File(path, "r") as full:
        for k in range(CUTS):
            at = rng.randrange(syncs[0] + 1, len(log_of))
            last = max(s for s in syncs if s < at)
            disk = bytearray()
            for operation in log_of[:last]:
                apply(disk, operation)
            if last not in published:
                cut.write_bytes(disk)
                published[last] = frames_of(cut)
            solid = max(s for s in barriers if s < at)  # on disk, whatever it is
            for operation in log_of[last:solid]:
                apply(disk, operation)
            keep = rng.random()
            for operation in log_of[solid:at]:
                if rng.random() < keep:
                    apply(disk, operation)
            cut.write_bytes(disk)
            done = subprocess.run([GRANUM, "repair", cut], capture_output=True, text=True)
            synced, left = published[last], frames_of(cut)
            try:
                good = max(synced, undamaged(done, left))
                wrong = lost(cut, full, good) if left >= synced else []
            except OSError as error:
                wrong = [str(error)]
            repaired = done.returncode == 0 or "damaged, " in done.stderr
            check(repaired and left >= synced and not wrong,
                  f"cut {k} at {at} after {last} of {len(log_of)}: {left} of {synced} frames,"
                  f" {wrong[:4]} {done.stdout} {done.stderr}")
            total += synced
            after += done.returncode != 0
            if "new file" in done.stdout:
                copied += 1
                with h5py.File(cut, "r") as file:
                    check(layout(file) == layout(full), f"cut {k}: objects of the copy")
                    check(file["VTKHDF/Steps"].attrs["NSteps"] == left, f"cut {k}: NSteps")
            kept = Path(f"{cut}.broken")
            if kept.exists() or "undoes" in done.stdout:
                check(kept.read_bytes() == disk, f"cut {k}: the file as it was")
                undone += 1
            kept.unlink(missing_ok=True)
            worst = max(worst, synced - left, 0)
    print(f"{len(log_of)} operations, {len(syncs)} synchronisations, {len(barriers)} with"
          f" barriers, {CUTS} cuts: of {total} synchronised frames at most {worst} lost in a"
          f" cut; {copied} results copied, {undone} kept, {after} with later frames damaged")


with tempfile.TemporaryDirectory() as name:
    main(Path(name))
report()
