"""The layout of a result: VTK's file format to the letter, units everywhere, nothing of
variable length, and no object made after readers may follow."""
import os
import shutil
import tempfile

import h5py
import numpy as np

from result_file import CASES, check, check_frame, go, granum, report, start

CELLS = ["Vertices", "Lines", "Polygons", "Strips"]


def objects(path, **more):
    """Each object with its kind and the address of its header."""
    found = {}
    with h5py.File(path, "r", **more) as file:
        def note(name, thing):
            found[name] = (type(thing).__name__, h5py.h5o.get_info(thing.id).addr)
        file.visititems(note)
    return found


def check_everything(path, file):
    """What holds for each object."""
    def visit(name, thing):
        where = f"{path}:{name}"
        for key in thing.attrs:
            kind = thing.attrs.get_id(key).get_type()
            if kind.get_class() == h5py.h5t.STRING:
                check(not kind.is_variable_str(), f"{where}@{key}: of fixed length")
                check(kind.get_cset() == h5py.h5t.CSET_ASCII, f"{where}@{key}: ASCII")
        if isinstance(thing, h5py.Dataset):
            kind = thing.id.get_type()
            check(kind.get_class() != h5py.h5t.VLEN, f"{where}: no variable length")
            if kind.get_class() == h5py.h5t.STRING:
                check(not kind.is_variable_str(), f"{where}: of fixed length")
            unit = thing.attrs.get("units")
            check(unit is not None and len(unit) > 0, f"{where}: has a unit")
    file.visititems(visit)


def check_header(group, kind, where):
    check(list(group.attrs["Version"]) == [2, 0], f"{where}: version 2.0")
    named = group.attrs.get_id("Type")
    check(group.attrs["Type"] == kind.encode() and
          named.get_type().get_size() == len(kind), f"{where}: type {kind}")


def check_ids(group, where):
    """The mark of VTKHDF 2.6, a text of fixed length, on id and on no other array."""
    marked = {name: data.attrs["Attribute"] for name, data in group["PointData"].items()
              if "Attribute" in data.attrs}
    check(marked == {"id": b"GlobalIds"}, f"{where}: id is marked as global ids: {marked}")


def check_steps(group, frames, data, where):
    steps = group["Steps"]
    check(steps.attrs["NSteps"] == frames, f"{where}: NSteps")
    check(steps.attrs["NSteps"].dtype == np.int64, f"{where}: NSteps is int64")
    check(steps["Values"].shape == (frames,) and steps["Values"].dtype == np.float64,
          f"{where}: Values")
    check((np.diff(steps["Values"][:]) > 0).all(), f"{where}: times rise")
    check(np.array_equal(steps["PartOffsets"], np.arange(frames)), f"{where}: parts")
    check((steps["NumberOfParts"][:] == 1).all() and len(steps["NumberOfParts"]) == frames,
          f"{where}: one part a step")
    n = group["NumberOfPoints"][:]
    check(len(n) == frames, f"{where}: NumberOfPoints")
    before = np.concatenate([[0], np.cumsum(n)])
    check(np.array_equal(steps["PointOffsets"], before[:-1]), f"{where}: PointOffsets")
    check(group["Points"].shape == (before[-1], 3), f"{where}: as many points as counted")
    offsets = steps[data + "Offsets"]
    check(set(offsets) == set(group[data]), f"{where}: every array has its offsets")
    for name in (group["NumberOfPoints"], steps["PointOffsets"], steps["PartOffsets"],
                 steps["CellOffsets"], *offsets.values()):
        check(name.dtype == np.int64 and name.maxshape[0] is None,
              f"{where}: {name.name} is int64 and grows")
    return n, before


def check_grains(group, frames):
    check_header(group, "PolyData", "grains")
    check_ids(group, "grains")
    n, before = check_steps(group, frames, "PointData", "grains")
    for name, array in group["PointData"].items():
        check(len(array) == before[-1], f"grains: {name} has a row a point")
        check(np.array_equal(group["Steps/PointDataOffsets"][name], before[:-1]),
              f"grains: offsets of {name}")
    most = int(n.max(initial=0))
    vertices = group["Vertices"]
    check(np.array_equal(vertices["Connectivity"], np.arange(most)),
          "grains: vertices are 0, 1, ... up to the largest frame")
    check(np.array_equal(vertices["Offsets"], np.arange(most + 1)), "grains: their offsets")
    for name in CELLS:
        cells = group[name]
        count = n if name == "Vertices" else 0 * n
        check(np.array_equal(cells["NumberOfCells"], count), f"grains: cells of {name}")
        check(np.array_equal(cells["NumberOfConnectivityIds"], count), f"grains: ids of {name}")
        if name != "Vertices":
            check(list(cells["Offsets"]) == [0] and len(cells["Connectivity"]) == 0,
                  f"grains: no {name}")
    for name in ("CellOffsets", "ConnectivityIdOffsets"):
        offsets = group["Steps"][name]
        check(offsets.shape == (frames, 4) and not offsets[:].any(), f"grains: {name} are 0")
    for frame in range(frames):
        rows = slice(before[frame], before[frame + 1])
        check((np.diff(group["PointData/id"][rows]) > 0).all(), f"frame {frame}: sorted by id")


def check_contacts(group, frames):
    check_header(group, "UnstructuredGrid", "contacts")
    n, before = check_steps(group, frames, "CellData", "contacts")
    cells = group["NumberOfCells"][:]
    check(np.array_equal(n, 2 * cells), "contacts: two points a line")
    check(np.array_equal(group["NumberOfConnectivityIds"], n), "contacts: two ids a line")
    start = np.concatenate([[0], np.cumsum(cells)])
    total = start[-1]
    check(group["Steps/CellOffsets"].shape == (frames, 1) and
          np.array_equal(group["Steps/CellOffsets"][:, 0], start[:-1]), "contacts: CellOffsets")
    check(np.array_equal(group["Steps/ConnectivityIdOffsets"][:, 0], before[:-1]),
          "contacts: ConnectivityIdOffsets")
    check(len(group["Offsets"]) == total + frames, "contacts: one offset more a frame")
    check(len(group["Connectivity"]) == 2 * total, "contacts: ids")
    types = group["Types"]
    check(types.shape == (total,) and types.dtype == np.uint8 and (types[:] == 3).all(),
          "contacts: lines")
    for name, array in group["CellData"].items():
        check(len(array) == total, f"contacts: {name} has a row a line")


def check_structures(file, frames):
    group, poses = file["granum/structures"], file["granum/poses"]
    check_header(group, "PolyData", "structures")
    names = file["granum/names/structures"][:]
    polygons = group["Polygons"]
    n = int(polygons["NumberOfCells"][0])
    offsets, corners = polygons["Offsets"][:], polygons["Connectivity"][:]
    points = len(group["Points"])
    check(group["NumberOfPoints"][0] == points, "structures: points as counted")
    check(len(offsets) == n + 1 and offsets[0] == 0 and offsets[-1] == len(corners),
          "structures: offsets")
    check(n == 0 or (np.diff(offsets) >= 3).all(), "structures: polygons have three corners")
    check(((corners >= 0) & (corners < points)).all(), "structures: corners are points")
    for name in ("structure_id", "patch", "material"):
        array = group["CellData"][name]
        check(array.shape == (n,) and array.dtype == np.int32, f"structures: {name}")
    check(set(group["CellData/structure_id"][:]) == set(range(len(names))),
          "structures: each has its polygons")
    for name in CELLS:
        check(name in group and len(group[name]["NumberOfCells"]) == 1, f"structures: {name}")
    widths = {"position": 3, "quaternion": 4, "velocity": 3, "angular_velocity": 3,
              "force": 3, "torque": 3}
    for name, width in widths.items():
        check(poses[name].shape == (frames, len(names), width) and
              poses[name].dtype == np.float64, f"poses: {name}")
    check(poses["present"].shape == (frames, len(names)) and
          poses["present"].dtype == np.uint8, "poses: present")
    if len(names):
        norm = np.linalg.norm(poses["quaternion"][:], axis=2)
        check(np.allclose(norm, 1.0, rtol=0, atol=1e-12), "poses: unit quaternions")


SUMS = {"normal_impulse": "N s", "normal_work": "J", "sliding_work": "J", "load_times_way": "N m",
        "contact_time": "s", "impacts": "1", "impact_energy": "J", "worn_finnie": "m3",
        "worn_archard": "m3"}


def check_sums(file, frames):
    """What contacts did to each cell of the surfaces, and the impacts of pairs of materials."""
    if "granum/surface_sums" not in file:
        return
    group, pairs = file["granum/surface_sums"], file["granum/collisions"]
    cells = len(file["granum/structures/CellData/structure_id"])
    for name, units in SUMS.items():
        check(group[name].shape == (frames, cells), f"surface sums: {name}")
        check(group[name].attrs["units"] == units.encode(), f"surface sums: unit of {name}")
    check(group["impulse"].shape == (frames, cells, 3), "surface sums: impulse")
    n = len(pairs["between"])
    for what in ("grains", "structures"):
        for by, bins in (("energy", 72), ("speed", 36)):
            counts = pairs[f"{what}_by_{by}"]
            check(counts.shape == (frames, n, bins) and counts.dtype == np.int64,
                  f"collisions: {what} by {by}")
    check(len(pairs["energies"]) == 72 and len(pairs["speeds"]) == 36, "collisions: bins")


def check_history(group, structures):
    n = len(group["time"])
    check((np.diff(group["time"][:]) >= 0).all(), "history: time does not go back")
    for name, array in group.items():
        check(len(array) == n, f"history: {name} has a row a time")
        each = {"structure_force": (structures, 3), "structure_torque": (structures, 3),
                "structure_power": (structures,), "work_of_structure": (structures,),
                "momentum": (3,), "structure_impulse": (structures, 3),
                "structure_impact_spectrum": (structures, 18)}
        each.update((f"structure_{name}", (structures,)) for name in SUMS)
        check(array.shape[1:] == each.get(name, ()), f"history: shape of {name}")
        integer = array.dtype == np.int64
        check(integer or array.dtype == np.float64, f"history: type of {name}")


def check_layout(path, link):
    with h5py.File(path, "r") as file:  # plainly: it was closed well
        frames = len(file["VTKHDF/Steps/Values"])
        check_everything(path, file)
        check_grains(file["VTKHDF"], frames)
        check_contacts(file["granum/contacts"], frames)
        check_structures(file, frames)
        check_sums(file, frames)
        check_history(file["granum/history"], len(file["granum/names/structures"]))
        check(np.array_equal(file["VTKHDF/Steps/Values"], file["granum/contacts/Steps/Values"]),
              "grains and contacts at the same times")
        for key in ("title", "source", "parent", "version", "command_line"):
            check(key in file["granum/scene"].attrs, f"scene: {key}")
        check(file["granum/scene/effective"].dtype == np.uint8, "scene: effective")
        with h5py.File(link, "r") as other:
            check(isinstance(other.get("VTKHDF", getlink=True), h5py.ExternalLink),
                  "the contacts' file is a link")
            check(other["VTKHDF"].attrs["Type"] == b"UnstructuredGrid" and
                  len(other["VTKHDF/Steps/Values"]) == frames, "it leads to the contacts")
        check(os.path.getsize(link) < 4096, "the link is small")
        return frames


def check_poses(file, frames):
    """The numbers of tests/unit/output_scene.c for structure i in frame f."""
    poses = file["granum/poses"]
    f, i = np.meshgrid(np.arange(frames, dtype=float), np.arange(3.0), indexing="ij")
    zero, one = 0 * f, 0 * f + 1
    position = np.stack([i, f, zero], 2)
    position[0] = [[0, 0, 0], [0.5, 0, 0], [0, 0, 0]]  # before anything moved
    expected = {"position": position, "velocity": np.stack([zero, i, one], 2),
                "angular_velocity": np.stack([zero, zero, 2 * i], 2),
                "force": np.stack([f, i, 3 * one], 2),
                "torque": np.stack([i, f, 4 * one], 2),
                "present": (i != 2) | (f >= 2)}
    for name, value in expected.items():
        check(np.array_equal(poses[name], value), f"poses: numbers of {name}")
    turned = [np.cos(np.pi / 12), 0, np.sin(np.pi / 12), 0]  # the drum, 30 degrees about y
    for k in range(3):
        expected = turned if k == 1 else [1, 0, 0, 0]
        check(np.allclose(poses["quaternion"][:, k], expected, rtol=0, atol=1e-15),
              f"poses: quaternion of structure {k}")


def made_up(folder, kind):
    path, early = f"{folder}/{kind}.vtkhdf", f"{folder}/early.vtkhdf"
    writer = start(path, 8, kind=kind)
    shutil.copy(path, early)  # the writer waits
    go(writer)
    writer.communicate()
    check(writer.returncode == 0, f"{kind}: written")
    before, after = objects(early, swmr=True), objects(path)
    check(len(before) > 100, f"{kind}: {len(before)} objects at the start")
    check(before == after, f"{kind}: no object was made, moved or removed later: "
          f"{sorted(set(before.items()) ^ set(after.items()))[:5]}")
    frames = check_layout(path, f"{folder}/{kind}.contacts.vtkhdf")
    check(frames == 8, f"{kind}: 8 frames")
    with h5py.File(path, "r") as file:
        for frame in range(frames):
            check_frame(file, frame)
        if kind != "bare":
            check_poses(file, frames)
        real = np.float64 if kind == "full" else np.float32
        check(file["VTKHDF/Points"].dtype == real, f"{kind}: precision of Points")
        check(file["VTKHDF/PointData/force"].dtype == real, f"{kind}: precision of force")
        wanted = kind != "bare"
        check((file["VTKHDF/Points"].compression == "gzip") == wanted and
              file["VTKHDF/Points"].shuffle == wanted, f"{kind}: filters")


def real(folder, case):
    done, out, err = granum("run", f"{CASES}/{case}", "-o", f"{folder}/{case}.vtkhdf",
                            "--set", "time.end=0.02", "--set", "output.every=0.002",
                            "--progress", "none")
    if not check(done == 0, f"granum run {case}: {err}"):
        return
    frames = check_layout(f"{folder}/{case}.vtkhdf", f"{folder}/{case}.contacts.vtkhdf")
    check(frames == 11, f"{case}: {frames} frames")


with tempfile.TemporaryDirectory() as folder:
    for kind in ("standard", "full", "bare"):
        made_up(folder, kind)
    for case in ("bounce", "hopper"):
        real(folder, case)
report()
