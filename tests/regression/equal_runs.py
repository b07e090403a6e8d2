"""equal_runs.py GRANUM -- equal runs write equal files, whenever they run.

Two runs of one scene begin in different seconds.  Their results, contacts, checkpoints and
exports have the same bytes, but for the times that HDF5 1.10 always keeps: those of the
extension of the superblock, bytes 54 to 69, and its checksum, bytes 104 to 107
(solver/file/hdf5.h).
"""
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402
from damaged_results import FLOOR  # noqa: E402

GRANUM = str(Path(sys.argv[1]).resolve())
SCENE = FLOOR % ("20 ms", "every: 2 ms, arrays: resume")
TIMES = {*range(54, 70), *range(104, 108)}


def write(folder):
    """Everything that a run and the exports of its result write: {name: bytes}.  The folder is
    the same each time, because a checkpoint has its path."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "scene.yaml").write_text(SCENE)
    commands = [["run", "scene.yaml", "-o", "r.vtkhdf"]]
    commands += [["export", "r.vtkhdf", "--as", form, "--to", form] for form in ("vtkhdf", "ondem", "series")]
    for words in commands:
        done = subprocess.run([GRANUM, *words], cwd=folder, capture_output=True, text=True)
        check(done.returncode == 0, f"{words}: {done.stderr}")
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def differing(a, b):
    """Offsets of the bytes that differ."""
    return {k for k, (x, y) in enumerate(zip(a, b)) if x != y} if a != b else set()


with tempfile.TemporaryDirectory() as place:
    one = write(Path(place) / "run")
    begun = int(time.time())
    while int(time.time()) == begun:
        time.sleep(0.05)
    other = write(Path(place) / "run")
    check(len(one) > 10 and one.keys() == other.keys(), f"files: {sorted(one)} and {sorted(other)}")
    for name in one:
        a, b = one[name], other[name]
        check(len(a) == len(b), f"{name}: {len(a)} and {len(b)} bytes")
        wrong = differing(a, b) - (TIMES if a[:4] == b"\x89HDF" and a[48:52] == b"OHDR" else set())
        check(not wrong, f"{name}: {len(wrong)} bytes differ, the first at {sorted(wrong)[:5]}")
report()
