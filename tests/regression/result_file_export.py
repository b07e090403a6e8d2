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

GROUPS = {"grains": "VTKHDF", "contacts": "granum/contacts", "bodies": "granum/bodies",
          "clumps": "granum/clumps", "material_points": "granum/points"}
PVPYTHON = shutil.which("pvpython")
WORDS = {1: [""], 3: [".x", ".y", ".z"], 4: [".w", ".x", ".y", ".z"],
         9: [".xx", ".xy", ".xz", ".yx", ".yy", ".yz", ".zx", ".zy", ".zz"]}


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
    check_history(file, folder)


def owners(file, name, array):
    """Names of the structures or groups of which the history has a row each; [""]: it has one of all."""
    if array.ndim == 1 or name.endswith("_stress"):
        return [""]
    for list_, prefix in (("structures", "structure_"), ("held", "held_")):
        if name.startswith(prefix) or name == "work_of_" + prefix.rstrip("_"):
            return [word.decode() for word in file["granum/names"][list_]]
    return [""]


def check_history(file, folder):
    """Each number has a column of its own, whose heading names structure or group and component."""
    table, expected = columns(f"{folder}/history.csv"), 0
    for name, array in file["granum/history"].items():
        of = owners(file, name, array)
        values = array[...].reshape(len(array), len(of), -1)
        unit = array.attrs["units"].decode()
        unit = "" if unit == "1" else f" ({unit})"
        words = WORDS.get(values.shape[2]) or [f".{k}" for k in range(values.shape[2])]
        for i, k in np.ndindex(values.shape[1:]):
            key = name + (of[i] and "." + of[i]) + words[k] + unit
            expected += 1
            if check(key in table, f"csv: column {key} of the history"):
                check(np.array_equal(table[key], values[:, i, k]), f"csv: {key}")
    check(len(table) == expected, f"csv: {len(table)} columns of the history, {expected} expected")


MEETING = """
domain: {min: [-40 mm, -40 mm, -2 mm], max: [40 mm, 40 mm, 80 mm]}
materials: {wood: {density: 700, youngs_modulus: 5.0e+6, poisson_ratio: 0.3}}
contacts: {pairs: [{between: [wood, wood], restitution: 0.3, friction: 0.4}]}
clumps: {pair: {spheres: [{at: [-2 mm, 0, 0], radius: 3 mm}, {at: [2 mm, 0, 0], radius: 3 mm}]}}
structures:
  - {name: floor, material: wood, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}
  - {name: block, material: wood, box: {min: [-30 mm, -30 mm, -0.00003 mm], max: [-10 mm, -10 mm, 10 mm]}, free: {}}
%s
grains:
  - list: {clump: pair, material: wood, grains: [{position: [20 mm, 20 mm, 2.999 mm]}, {position: [20 mm, 5 mm, 4 mm]}]}
  - list: {material: wood, grains: [{position: [0, 20 mm, 2.999 mm], radius: 3 mm}]}
time: {end: 1 ms}
output: {every: 1 ms, history: 1 ms, precision: double}
"""
BODIES = """bodies: [{name: rod, material: wood, box: {size: [16 mm, 6 mm, 6 mm]},
  list: {bodies: [{position: [0, 0, 2.9999 mm]}, {position: [0, 0, 20 mm]}]}}]"""
POINTS = """
domain: {dimensions: 2, min: [0, 0], max: [0.2, 0.2], boundary: {x: periodic, y_min: wall}, wall_material: soil}
materials: {soil: {density: 2000, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {law: hooke, pairs: [{between: [soil, soil], restitution: 0.5, friction: 0.5, stiffness: 1.0e+5}]}
grains: [{fill: {box: {min: [0, 0], max: [0.2, 0.1]}, material: soil, radius: 5 mm, solid_fraction: 0.5}}]
time: {end: 1 ms}
output: {every: 1 ms}
hybrid: {mode: continuum}
"""


def run(folder, name, scene):
    """The result of a scene, open for reading."""
    with open(f"{folder}/{name}.yaml", "w") as out:
        out.write(scene)
    done, _, err = granum("run", f"{folder}/{name}.yaml", "-o", f"{folder}/{name}.vtkhdf")
    check(done == 0, f"run {name}: {err}")
    return h5py.File(f"{folder}/{name}.vtkhdf", "r")


def other_rows(folder):
    """Bodies, clumps and material points are in every format but that of ON-DEM, which refuses the first and the last."""
    for scene, kinds, refused in ((MEETING % BODIES, ("bodies", "clumps"), "2 bodies"),
                                  (POINTS, ("material_points",), "material points")):
        last, to = 1, f"{folder}/{kinds[-1]}"
        path, file = to + ".vtkhdf", run(folder, kinds[-1], scene)
        for form in ("csv", "vtkhdf", "series", "blocks"):
            export(path, to + ".blocks.vtkhdf" * (form == "blocks"), form)
        check_vtkhdf(file, to, last + 1, kinds)
        for kind in kinds:
            group = file[GROUPS[kind]]
            n, rows = frame_rows(group, last, "NumberOfPoints")
            table = columns(f"{to}/{kind}_{last:04d}.csv")
            check(len(table["id"]) == n > 0, f"csv: {n} {kind}")
            for array, values in {"position": group["Points"], **group["PointData"]}.items():
                check_column(table, values, rows, array)
            with h5py.File(f"{to}/{kind}_{last:04d}.hdf", "r") as other:
                data = other["VTKHDF/" + ("CellData" if kind == "bodies" else "PointData")]
                check(set(data["id"][:]) == set(group["PointData/id"][rows]), f"series: {kind}")
            with h5py.File(to + ".blocks.vtkhdf", "r") as other:
                block = other["VTKHDF"][{"material_points": "MaterialPoints"}.get(kind, kind.title())]
                check(np.array_equal(block["PointData/id"], group["PointData/id"]), f"blocks: {kind}")
        done, out, err = granum("export", path, "--to", to + "/ondem", "--as", "ondem")
        check(done == 2 and refused in err and "export it as vtkhdf" in err, f"ondem: {err}")
        done, out, err = granum("info", path)
        check(f"{n} in the last" in out and kinds[-1] in out, f"info: {out}")
        file.close()


def exchange(folder):
    """In ON-DEM's format both sides of a contact have a body, and members name their clump."""
    file = run(folder, "meeting", MEETING % "")
    export(f"{folder}/meeting.vtkhdf", f"{folder}/meeting", "ondem", "--frames", "0")
    with h5py.File(f"{folder}/meeting/ondem_0000.vtkhdf", "r") as other:
        spheres, contacts = other["ONDEM/Bodies/Sphere"], other["ONDEM/Interactions/Intr3D"]
        ids, clump = spheres["body_id"][:], spheres["clump_id"][:]
        first, structures = ids.max() + 1, len(file["granum/names/structures"])
        pairs = np.stack([contacts["id1"], contacts["id2"]], 1)
        check(len(pairs) == 4 and np.isin(pairs, [*ids, *range(first, first + structures)]).all(),
              f"ondem: contacts of {pairs.tolist()}, spheres {ids}, {structures} structures")
        check([first, first + 1] in pairs.tolist(), f"ondem: the floor bears the block: {pairs.tolist()}")
        member = file["VTKHDF/PointData/clump"][frame_rows(file["VTKHDF"], 0, "NumberOfPoints")[1]]
        expected = np.where(member < 0, -1, first + structures + member)
        check(np.array_equal(clump, expected) and (clump >= 0).sum() == 4, f"ondem: clumps {clump}")
    file.close()


OWNERS = """
domain: {min: [0, 0, 0], max: [20 mm, 20 mm, 40 mm], boundary: open}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [glass, glass], restitution: 0.7, friction: 0.4}]}
structures:
  - {name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}
  - {name: lid, box: {min: [8 mm, 8 mm, 8 mm], max: [12 mm, 12 mm, 12 mm]}, material: glass, free: {}}
held:
  - {name: low, labels: [1]}
  - {name: high, labels: [2]}
  - {name: far, labels: [3]}
measure: [{name: structure_bed, stress: {box: {min: [0, 0, 0], max: [20 mm, 20 mm, 20 mm]}}}]
grains:
  - list: {material: glass, label: 1, grains: [{position: [4 mm, 4 mm, 1 mm], radius: 1 mm}]}
  - list: {material: glass, label: 2, grains: [{position: [4 mm, 4 mm, 4 mm], radius: 1 mm}]}
  - list: {material: glass, label: 3, grains: [{position: [16 mm, 4 mm, 4 mm], radius: 1 mm}]}
  - list: {material: glass, grains: [{position: [4 mm, 4 mm, 2.5 mm], radius: 0.5 mm}]}
time: {end: 1 ms, step: 5 us}
output: {every: 1 ms, history: 0.1 ms, precision: double}
"""


def each_of_its_own(folder):
    """A history with bodies, groups of held grains and a sensor whose name begins as an array's."""
    file = run(folder, "owners", OWNERS)
    export(f"{folder}/owners.vtkhdf", f"{folder}/owners", "csv")
    for name in ("structure_kinetic", "held_force", "structure_bed_contact_stress"):
        check(name in file["granum/history"], f"the history has {name}")
    check_history(file, f"{folder}/owners")
    file.close()


def check_vtkhdf(file, folder, frames, names=("grains", "contacts")):
    """The same groups, in files of their own."""
    for name in names:
        group = file[GROUPS[name]]
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
        cells = max(data.GetNumberOfCells(), 0)  # VTK 9.6 says -1 of no cells
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
    each_of_its_own(folder)
    other_rows(folder)
    exchange(folder)
    info(path)
    if not PVPYTHON:
        print("no pvpython here: the series was not opened with it")
report()
