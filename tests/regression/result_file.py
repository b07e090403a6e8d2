"""What the scripts result_file_*.py share: the made-up scene again, a writer, checks.

WRITER GRANUM NOLOCK CASES are the arguments of each of them.
"""
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402, F401

WRITER, GRANUM, NOLOCK, CASES = sys.argv[1:5]
GRAINS = [0, 5, 12, 3, 0, 300, 700, 650]  # tests/unit/output_scene.c
CONTACTS = [0, 0, 7, 1, 0, 400, 0, 900]


def refused(kind, words, ask, what):
    """It fails so, and the text has these words."""
    try:
        found = ask()
    except kind as error:
        text = str(error)
        missing = [word for word in words if word not in text]
        return check(not missing, f"{what}: '{text}' lacks {missing}")
    except Exception as error:  # noqa: BLE001
        return check(False, f"{what}: {type(error).__name__} {error}")
    return check(False, f"{what}: {found!r} is returned")


def start(path, frames, pause=0, scale=1, kind="standard", nolock=False, **more):
    """A writer that has made its file and waits for a line."""
    environment = dict(os.environ)
    if nolock:
        environment["LD_PRELOAD"] = NOLOCK
        # A sanitizer wants to be first, and need not be.
        environment["ASAN_OPTIONS"] = "verify_asan_link_order=0"
    writer = subprocess.Popen(
        [WRITER, path, str(frames), str(pause), str(scale), kind],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env=environment, **more)
    check(writer.stdout.readline() == "made\n", f"{path}: the writer makes its file")
    return writer


def go(writer):
    writer.stdin.write("\n")
    writer.stdin.close()
    writer.stdin = None


def write(path, frames, **more):
    writer = start(path, frames, **more)
    go(writer)
    out, err = writer.communicate()
    check(writer.returncode == 0 and not err, f"{path}: written without a word: {err}")
    check(out.count("frame") == frames, f"{path}: {frames} frames announced")


def granum(*words):
    done = subprocess.run([GRANUM, *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def frame_rows(group, frame, counts):
    """Rows of a frame, by the group's own offsets."""
    n = int(group[counts][frame])
    first = int(group["Steps/PointOffsets"][frame])
    return n, slice(first, first + n)


def check_frame(file, frame, scale=1):
    """The numbers of one frame of the made-up scene."""
    grains, contacts = file["VTKHDF"], file["granum/contacts"]
    n, rows = frame_rows(grains, frame, "NumberOfPoints")
    if not check(n == scale * GRAINS[frame % 8], f"frame {frame}: {n} grains"):
        return
    ids = 10 + np.arange(n)
    points = grains["Points"][rows]
    single = points.dtype == np.float32
    near = np.arange(n) % 2 == 0

    def same(name, expected):
        got = grains["PointData"][name][rows]
        expected = np.asarray(expected, got.dtype).reshape(got.shape)
        check(np.array_equal(got, expected, equal_nan=got.dtype.kind == "f"),
              f"frame {frame}: {name}")

    place = np.stack([0.01 * ids, np.full(n, 0.5 * frame), 0.25 + ids], 1)
    check(np.array_equal(points, place.astype(points.dtype)), f"frame {frame}: Points")
    same("id", ids)
    same("material", ids % 2)
    same("radius", 0.001 * ids)
    same("velocity", np.stack([ids, -ids, np.full(n, frame)], 1))
    same("angular_velocity", np.stack([np.full(n, frame), ids, np.full(n, 0.125)], 1))
    same("force", np.stack([ids, 2 * ids, np.full(n, frame)], 1))
    same("coordination", np.arange(n) % 7)
    same("structure_id", np.where(near, 1, -1))
    same("structure_distance", np.where(near, 0.001 * ids, np.nan))
    same("structure_normal", np.where(near[:, None], [0.0, 0.6, 0.8], 0.0))
    same("site_count", np.where(near, 8, 0))
    same("answered", np.where(near, np.arange(n) // 2 % 4, -1))
    same("unsupported", np.arange(n) % 3)
    check(single == ("mass" not in grains["PointData"]), "single goes with standard here")

    n = int(contacts["NumberOfCells"][frame])
    first = int(contacts["Steps/CellOffsets"][frame, 0])
    rows = slice(first, first + n)
    if not check(n == scale * CONTACTS[frame % 8], f"frame {frame}: {n} contacts"):
        return
    k = np.arange(n)
    data = contacts["CellData"]
    check(np.array_equal(data["id_a"][rows], 10 + k // 2), f"frame {frame}: id_a")
    check(np.array_equal(data["id_b"][rows], np.where(k % 3 == 2, -1, 11 + k)),
          f"frame {frame}: id_b")
    check(np.array_equal(data["source"][rows], np.where(k % 3 == 2, k // 3 % 4, -1)),
          f"frame {frame}: source")
    force = np.stack([0.5 * k, 0 * k, np.full(n, -frame)], 1)
    check(np.array_equal(data["force"][rows], force), f"frame {frame}: force")
    if n:
        # VTK's reader: Offsets of a frame begin after those of the frames before, each
        # with one more than it has cells; ids begin at ConnectivityIdOffsets.
        start = first + int(contacts["Steps/PartOffsets"][frame])
        offsets = contacts["Offsets"][start:start + n + 1]
        ids = int(contacts["Steps/ConnectivityIdOffsets"][frame, 0])
        ends = contacts["Connectivity"][ids:ids + 2 * n].reshape(n, 2)
        at = int(contacts["Steps/PointOffsets"][frame])
        points = contacts["Points"][at:at + 2 * n]
        check(np.array_equal(offsets, 2 * np.arange(n + 1)), f"frame {frame}: Offsets")
        check((contacts["Types"][rows] == 3).all(), f"frame {frame}: lines")
        lines = points[ends]
        check(np.array_equal(lines[:, 0], np.stack([k, 0 * k + frame, 0 * k], 1)),
              f"frame {frame}: lines begin")
        check(np.array_equal(lines[:, 1], np.stack([k, 0 * k + frame, 0 * k + 1], 1)),
              f"frame {frame}: lines end")
