"""What granum export writes is what the result holds; the stock ParaView opens the series
with its times; granum info says what is there."""
import csv
import json
import os
import shutil
import subprocess
import tempfile

import h5py
import numpy as np

from result_file import check, frame_rows, granum, report, write

PVPYTHON = shutil.which("pvpython")
WORDS = {1: [""], 3: [".x", ".y", ".z"], 4: [".w", ".x", ".y", ".z"]}


def export(path, folder, kind, *more):
    done, out, err = granum("export", path, "--to", folder, "--as", kind, *more)
    check(done == 0 and not err, f"export --as {kind}: {err}")


def columns(path):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    check(all(len(row) == len(rows[0]) for row in rows), f"{path}: a table")
    numbers = np.array(rows[1:], float).reshape(len(rows) - 1, len(rows[0]))
    return dict(zip(rows[0], numbers.T))


def check_column(table, dataset, rows, name):
    """All components of the array, under its name and unit."""
    values = dataset[rows]
    unit = dataset.attrs["units"].decode()
    unit = "" if unit == "1" else f" ({unit})"
    values = values.reshape(len(values), int(np.prod(values.shape[1:])))
    for k, word in enumerate(WORDS[values.shape[1]]):
        key = f"{name}{word}{unit}"
        if not check(key in table, f"csv: column {key} among {sorted(table)[:8]}..."):
            continue
        # As many digits as it takes: the same number, in the precision of the file.
        got = table[key].astype(values.dtype)
        check(np.array_equal(got, values[:, k], equal_nan=values.dtype.kind == "f"),
              f"csv: {key}")


def check_csv(file, folder, frames):
    for frame in range(frames):
        group = file["VTKHDF"]
        n, rows = frame_rows(group, frame, "NumberOfPoints")
        table = columns(f"{folder}/grains_{frame:04d}.csv")
        check(len(table["id"]) == n, f"csv: {n} grains in frame {frame}")
        check_column(table, group["Points"], rows, "position")
        for name in group["PointData"]:
            check_column(table, group["PointData"][name], rows, name)
        check(sum(len(WORDS[a.shape[1] if a.ndim > 1 else 1])
                  for a in group["PointData"].values()) + 3 == len(table),
              "csv: no other columns")
        group = file["granum/contacts"]
        first, n = int(group["Steps/CellOffsets"][frame, 0]), int(group["NumberOfCells"][frame])
        table = columns(f"{folder}/contacts_{frame:04d}.csv")
        check(len(table["id_a"]) == n, f"csv: {n} contacts in frame {frame}")
        for name in group["CellData"]:
            check_column(table, group["CellData"][name], slice(first, first + n), name)
        for k, word in enumerate(("from", "to")):
            at = int(group["Steps/PointOffsets"][frame])
            points = group["Points"][at:at + 2 * n][k::2]
            for axis in range(3):
                got = table[f"{word}{WORDS[3][axis]} (m)"].astype(points.dtype)
                check(np.array_equal(got, points[:, axis]), f"csv: {word} {axis}")
    history = file["granum/history"]
    table = columns(f"{folder}/history.csv")
    check(np.array_equal(table["time (s)"], history["time"]), "csv: history")
    check(np.array_equal(table["structure_force.drum.y (N)"], history["structure_force"][:, 1, 1]),
          "csv: force on the drum")
    check(np.array_equal(table["structure_power.ball (W)"], history["structure_power"][:, 2]),
          "csv: power of the ball")


def check_vtkhdf(file, folder, frames):
    """The same groups, in files of their own."""
    for name, group in (("grains", file["VTKHDF"]), ("contacts", file["granum/contacts"])):
        with h5py.File(f"{folder}/{name}.vtkhdf", "r") as other:
            check(list(other) == ["VTKHDF"], f"vtkhdf: {name} stand alone")
            copy = other["VTKHDF"]

            def compare(path, thing):
                if not isinstance(thing, h5py.Dataset):
                    return
                mine = copy[path]
                check(mine.dtype == thing.dtype and
                      np.array_equal(mine[...], thing[...], equal_nan=thing.dtype.kind == "f"),
                      f"vtkhdf: {name} {path}")
                check(mine.attrs["units"] == thing.attrs["units"], f"vtkhdf: unit of {path}")
            group.visititems(compare)
            check(copy.attrs["Type"] == group.attrs["Type"] and
                  list(copy.attrs["Version"]) == [2, 0], f"vtkhdf: head of {name}")
            check(copy["Steps"].attrs["NSteps"] == frames, f"vtkhdf: NSteps of {name}")


def rotate(q, v):
    """v[k] by the quaternion q[k], w x y z."""
    w, u = q[:, :1], q[:, 1:]
    t = 2.0 * np.cross(u, v)
    return v + w * t + np.cross(u, t)


def check_structures(file, folder, frames):
    """Each cell has its corners where body and pose put them."""
    group, poses = file["granum/structures"], file["granum/poses"]
    points = group["Points"][:].astype(float)
    offsets, corners = group["Polygons/Offsets"][:], group["Polygons/Connectivity"][:]
    owner = group["CellData/structure_id"][:]
    for frame in range(frames):
        there = poses["present"][frame][owner] != 0
        with h5py.File(f"{folder}/structures_{frame:04d}.hdf", "r") as other:
            mine = other["VTKHDF"]
            check(np.array_equal(mine["CellData/structure_id"], owner[there]),
                  f"series: structures of frame {frame}")
            for name, array in file.get("granum/surface_sums", {}).items():
                check(np.array_equal(mine["CellData"][name], array[frame][there]) and
                      mine["CellData"][name].attrs["units"] == array.attrs["units"],
                      f"series: {name} of frame {frame}")
            at, order = mine["Connectivity"][:], mine["Points"][:]
            check(len(order) == len(np.unique(at)), "series: no point without a cell")
            cells = [corners[offsets[k]:offsets[k + 1]] for k in np.flatnonzero(there)]
            who = np.repeat(owner[there], [len(c) for c in cells])
            body = points[np.concatenate(cells)]
            world = (poses["position"][frame][who] +
                     rotate(poses["quaternion"][frame][who], body))
            # Single precision of coordinates below 10 m.
            check(np.allclose(order[at], world, rtol=0, atol=2e-6),
                  f"series: structures in the world, frame {frame}")


READ_SERIES = """
import json, sys
from paraview.simple import OpenDataFile
from paraview import servermanager
from vtkmodules.util.numpy_support import vtk_to_numpy
found = {}
for name in ("grains", "contacts", "structures"):
    reader = OpenDataFile(sys.argv[1] + "/" + name + ".hdf.series")
    reader.UpdatePipelineInformation()
    frames = []
    for time in reader.TimestepValues:
        reader.UpdatePipeline(time)
        data = servermanager.Fetch(reader)
        arrays = data.GetPointData() if name == "grains" else data.GetCellData()
        key = "id" if name == "grains" else "id_a" if name == "contacts" else "patch"
        array = arrays.GetArray(key)
        total = int(vtk_to_numpy(array).sum()) if array else 0
        cells = data.GetNumberOfCells()
        kinds = {data.GetCellType(k) for k in range(cells)}
        frames.append([data.GetNumberOfPoints(), cells, total, sorted(kinds)])
    found[name] = {"times": list(reader.TimestepValues), "frames": frames}
print("FOUND" + json.dumps(found))
"""


def check_stock_paraview(file, folder, frames):
    """ParaView without our plugin: class, times, counts, sums of ids."""
    script = f"{folder}/read.py"
    with open(script, "w") as out:
        out.write(READ_SERIES)
    plain = {k: v for k, v in os.environ.items() if k != "PV_PLUGIN_PATH"}
    done = subprocess.run([PVPYTHON, script, folder], capture_output=True, text=True, env=plain)
    line = [word for word in done.stdout.splitlines() if word.startswith("FOUND")]
    if not check(done.returncode == 0 and line, f"pvpython: {done.stderr[-500:]}"):
        return
    check("ERR" not in done.stderr and "rror" not in done.stderr, f"pvpython: {done.stderr}")
    found = json.loads(line[0][5:])
    times = file["VTKHDF/Steps/Values"][:].tolist()
    for name in found:
        check(found[name]["times"] == times, f"pvpython: times of {name}")
    for frame in range(frames):
        n, rows = frame_rows(file["VTKHDF"], frame, "NumberOfPoints")
        ids = int(file["VTKHDF/PointData/id"][rows].sum())
        check(found["grains"]["frames"][frame] == [n, n, ids, [1] * (n > 0)],
              f"pvpython: grains {frame}")
        group = file["granum/contacts"]
        first, n = int(group["Steps/CellOffsets"][frame, 0]), int(group["NumberOfCells"][frame])
        ids = int(group["CellData/id_a"][first:first + n].sum())
        check(found["contacts"]["frames"][frame] == [2 * n, n, ids, [3] * (n > 0)],
              f"pvpython: contacts {frame}")
        cells = found["structures"]["frames"][frame]
        check(cells[3] == [7] and cells[1] > 100, f"pvpython: structures {frame}")
    print(f"stock ParaView: {found['grains']['frames']}")


def refusals(path, folder):
    done, out, err = granum("export", path, "--to", folder, "--as", "csv")
    check(done == 2 and "--force" in err, f"export does not replace files: {err}")
    done, out, err = granum("export", path, "--to", folder, "--as", "csv", "--force")
    check(done == 0, f"export --force does: {err}")
    for frames in ("3:99", "-9:", "5:2", "x", "1:2:3"):
        done, out, err = granum("export", path, "--to", folder + "/new", "--as", "csv",
                                f"--frames={frames}")
        check(done == 2 and err and not os.path.exists(folder + "/new"),
              f"export --frames {frames}: {err}")
    for words in (("info", "nothing.vtkhdf"), ("repair", "nothing.vtkhdf"), ("info",),
                  ("export", path, "--as", "csv"), ("export", path, "--to", folder),
                  ("export", path, "--to", folder, "--as", "stl")):
        done, out, err = granum(*words)
        check(done == 2 and err and not out, f"granum {' '.join(words)}: {done} {err}")


def some_frames(path, folder):
    export(path, folder, "series", "--frames", "2:-2")
    names = sorted(os.listdir(folder))
    check(len(names) == 3 * (5 + 1), f"frames 2:-2 of 8 are 5: {names}")
    with open(f"{folder}/grains.hdf.series") as file:
        series = json.load(file)
    check([entry["name"] for entry in series["files"]] ==
          [f"grains_{k:04d}.hdf" for k in range(2, 7)], "series: names")
    check(np.allclose([e["time"] for e in series["files"]], 0.02 * np.arange(2, 7)),
          "series: times")
    export(path, folder + "/one", "vtkhdf", "--frames", "5")
    with h5py.File(f"{folder}/one/grains.vtkhdf", "r") as file:
        check(list(file["VTKHDF/NumberOfPoints"]) == [300], "vtkhdf: frame 5 only")
        check(list(file["VTKHDF/Steps/Values"]) == [0.1], "vtkhdf: its time")


def info(path):
    done, out, err = granum("info", path)
    check(done == 0 and not err, f"info: {err}")
    for words in ("Made-up scene", "made/up.yaml", "granum run made/up.yaml", "0.0-test",
                  "8, from 0 s to 0.14 s", "0 in the first frame, 650 in the last",
                  "0 in the first frame, 900 in the last", "floor, drum, ball",
                  "balance at 0.14 s, step 140", "280 J", "140 -140 0.5 kg m/s",
                  "force 7 1 3 N", "power 71 W", "650 present", "-650 lost",
                  "1 % of the smaller radius", "rad/s"):
        check(words in out, f"info says '{words}'")


with tempfile.TemporaryDirectory() as folder:
    for kind in ("standard", "full"):
        path = f"{folder}/{kind}.vtkhdf"
        write(path, 8, kind=kind)
        to = f"{folder}/{kind}"
        for form in ("csv", "series", "vtkhdf"):
            export(path, to, form)
        with h5py.File(path, "r") as file:
            check_csv(file, to, 8)
            check_vtkhdf(file, to, 8)
            check_structures(file, to, 8)
            if PVPYTHON:
                check_stock_paraview(file, to, 8)
        refusals(path, to)
    some_frames(path, f"{folder}/some")
    info(path)
    if not PVPYTHON:
        print("no pvpython here: the series was not opened with it")
report()
