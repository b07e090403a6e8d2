"""export_blocks.py GRANUM DISK_FULL -- the file of blocks is what VTK 9.4 and later read, and complete.

ParaView 5.13 is not installed here.  The file is read as vtkHDFReader of VTK 9.4.1 does: members in the order
of their creation, the Index of each block, the start of a part in Offsets by counting the parts before it.
Whatever a frame has then must be in the result: grains and contacts with the same bits, the surfaces of
structures at body points times pose to 1e-6 m.  Errors leave no file, or the file that was there.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, os.fspath(Path(__file__).resolve().parents[1]))
from counted import check, report  # noqa: E402

GRANUM, DISK_FULL = map(os.path.abspath, sys.argv[1:3])
BLOCKS = ["Grains", "Contacts", "Structures"]
KINDS = ["Vertices", "Lines", "Polygons", "Strips"]
IN_ORDER = h5py.h5p.CRT_ORDER_TRACKED | h5py.h5p.CRT_ORDER_INDEXED
SCENE = """
materials: {glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [glass, glass], restitution: 0.8, friction: 0.5}]}
domain: {min: [-0.1, -0.1, -0.1], max: [0.1, 0.1, 0.1]}
grains:
  - list: {material: glass, grains: [{position: [0, 0, 0.012], radius: 1 mm}, {position: [0, 0, 0.01397], radius: 1 mm},
      {position: [0.02, 0, 0.01098], radius: 1 mm}]}
%s
time: {end: 20 ms}
output: {every: 2 ms}
"""
BOX = "box: {min: [-0.03, -0.02, 0], max: [0.03, 0.02, 0.01]}"
SCENES = {
    # Absent at first, then one, then both, then one: the empty part is needed first and must be stored last.
    "moving": """structures:
  - {name: table, box: {min: [-0.03, -0.02, -0.05], max: [0.03, 0.02, -0.04]}, material: glass, present: {from: 5 ms}}
  - {name: body, box: {min: [0.04, 0, 0.02], max: [0.05, 0.01, 0.03]}, material: glass, present: {from: 9 ms, to: 15 ms},
     motion: [{translate: {velocity: [0, 1, 0.5]}}, {rotate: {axis: [0, 1, 1], through: [0, 0, 0], rate: 900 rpm}}]}
""",
    "turning": """structures:
  - {name: table, %s, material: glass}
  - {name: blade, box: {min: [0.04, 0, 0], max: [0.06, 0.003, 0.02]}, material: glass,
     motion: [{rotate: {axis: [1, 2, 3], through: [0.05, 0, 0], rate: 1200 rpm}, from: 7 ms}]}
""" % BOX,
    "still": "structures:\n  - {name: table, %s, material: glass}\n" % BOX,
    "bare": "",
}


def granum(*words, **more):
    done = subprocess.run([GRANUM, *words], capture_output=True, text=True,
                          env=dict(os.environ, OMP_WAIT_POLICY="passive", **more))
    return done.returncode, done.stderr


def members(group):
    """Names in the order of creation, as VTK asks for them; fails where it is not indexed."""
    names = []
    group.id.links.iterate(lambda name: names.append(name.decode()), idx_type=h5py.h5.INDEX_CRT_ORDER)
    return names


def check_head(file):
    root = file["VTKHDF"]
    check(root.attrs["Type"] == b"PartitionedDataSetCollection", f"Type {root.attrs['Type']}")
    check(list(root.attrs["Version"]) == [2, 1], f"Version {root.attrs['Version']}")
    groups = [root, root["Assembly"]] + [root["Assembly"][name] for name in BLOCKS]
    for group in groups:
        order = group.id.get_create_plist().get_link_creation_order()
        if not check(order == IN_ORDER, f"order of {group.name}: flags {order}"):
            return False
    check(members(root) == BLOCKS + ["Assembly"], f"blocks {members(root)}")
    check(members(root["Assembly"]) == BLOCKS, f"nodes {members(root['Assembly'])}")
    for index, name in enumerate(BLOCKS):
        node = root["Assembly"][name]
        link = node.get(name, getlink=True)
        check(members(node) == [name] and isinstance(link, h5py.SoftLink) and link.path == f"/VTKHDF/{name}",
              f"link of node {name}")
        found = root[name].attrs.get("Index")
        check(found == index and np.shape(found) == (), f"Index {found} of {name}")
        check(node[name].attrs.get("Index") == index, f"Index of {name} through its link")
        check(isinstance(root.get(name, getlink=True), h5py.HardLink), f"{name} is in the file")
    return True


def check_steps(block, times):
    steps, n = block["Steps"], len(times)
    check(steps.attrs["NSteps"] == n, f"NSteps {steps.attrs['NSteps']} of {block.name}, {n} frames")
    check(np.array_equal(steps["Values"], times), f"times of {block.name}")
    for name, data in steps.items():
        for path, table in ({name: data} if isinstance(data, h5py.Dataset) else data).items():
            check(len(table) == n, f"{block.name} Steps {path}: {len(table)} rows, {n} frames")


def part_of(block, step):
    check(block["Steps/NumberOfParts"][step] == 1, f"one part in a frame of {block.name}")
    return int(block["Steps/PartOffsets"][step])


def rows(table, first, n):
    check(0 <= first and first + n <= len(table), f"{table.name}: rows {first} + {n} of {len(table)}")
    return table[first:first + n]


def read(block, step):
    """(points, cells of each kind, arrays of points, arrays of cells) of a frame, by the steps of VTK 9.4.1."""
    part, steps = part_of(block, step), block["Steps"]
    poly = block.attrs["Type"] == b"PolyData"
    n_points = int(block["NumberOfPoints"][part])
    points = rows(block["Points"], int(steps["PointOffsets"][step]), n_points)
    cells, n_cells = [], 0
    for k, group in enumerate([block[kind] for kind in KINDS] if poly else [block]):
        counts, first = group["NumberOfCells"][:], int(steps["CellOffsets"][step][k])
        n, at = int(counts[part]), part
        if poly:  # count the parts before this one until their cells reach its first cell
            at, total = 0, 0
            for count in counts[:part]:
                if total >= first:
                    break
                at, total = at + 1, total + count
        n_ids = int(group["NumberOfConnectivityIds"][part])
        offsets = rows(group["Offsets"], first + at, n + 1)
        corners = rows(group["Connectivity"], int(steps["ConnectivityIdOffsets"][step][k]), n_ids)
        check(offsets[0] == 0 and offsets[-1] == (n_ids if n else 0) and np.all(np.diff(offsets) > 0),
              f"{group.name}: offsets {offsets[:5]} ... of frame {step}")
        check(n == 0 or 0 <= corners.min() and corners.max() < n_points, f"{group.name}: corners of frame {step}")
        cells.append([corners[offsets[c]:offsets[c + 1]] for c in range(n)])
        n_cells += n
    arrays = {}
    for data, n in (("PointData", n_points), ("CellData", n_cells)):
        arrays[data] = {name: rows(table, int(steps[data + "Offsets"][name][step]), n)
                        for name, table in block.get(data, {}).items()}
    return points, cells, arrays["PointData"], arrays["CellData"]


def same(a, b):
    return a.dtype == b.dtype and a.tobytes() == b.tobytes()


def check_copy(block, group, step, frame, data):
    """A frame of grains or contacts has the bits of the result's."""
    points, cells, *arrays = read(block, step)
    body, faces, *others = read(group, frame)
    mine, old = arrays[data == "CellData"], others[data == "CellData"]
    check(same(points, body), f"{block.name}: points of frame {frame}")
    check(mine.keys() == old.keys() and all(same(mine[k], old[k]) for k in old) and mine,
          f"{block.name}: arrays of frame {frame}")
    check([[list(c) for c in kind] for kind in cells] == [[list(c) for c in kind] for kind in faces],
          f"{block.name}: cells of frame {frame}")
    for name, table in group[data].items():
        check(dict(block[data][name].attrs) == dict(table.attrs), f"{block.name}: attributes of {name}")


def turned(q, v):
    """v by the quaternion q, w x y z."""
    t = 2.0 * np.cross(q[1:], v)
    return v + q[0] * t + np.cross(q[1:], t)


def check_structures(file, block, step, frame):
    group, poses = file["granum/structures"], file["granum/poses"]
    body, offsets = group["Points"][:].astype(float), group["Polygons/Offsets"][:]
    corners, owner = group["Polygons/Connectivity"][:], group["CellData/structure_id"][:]
    there = np.flatnonzero(poses["present"][frame][owner]) if len(owner) else []
    points, cells, _, arrays = read(block, step)
    check([len(kind) for kind in cells] == [0, 0, len(there), 0], f"cells of structures in frame {frame}")
    worst = 0.0
    for k, cell in zip(there, cells[2]):
        at = corners[offsets[k]:offsets[k + 1]]
        if not check(len(cell) == len(at), f"corners of cell {k} in frame {frame}"):
            continue
        s = owner[k]
        world = [poses["position"][frame][s] + turned(poses["quaternion"][frame][s], body[c]) for c in at]
        worst = max(worst, np.abs(points[cell] - world).max())
    check(worst < 1e-6, f"structures in frame {frame} are off by {worst} m")
    used = {c for kind in cells for cell in kind for c in cell}
    check(len(used) == len(points), f"every point of frame {frame} belongs to a cell")
    for name in ("structure_id", "patch", "material"):
        check(np.array_equal(arrays[name], group["CellData"][name][:][there]), f"{name} in frame {frame}")
    for name, table in file.get("granum/surface_sums", {}).items():
        check(same(arrays[name], table[frame][there]), f"{name} in frame {frame}")
    return len(there)


def check_export(result, path, first, last):
    """Returns the cells of structures in each frame, and the stored rows of points."""
    with h5py.File(result, "r") as old, h5py.File(path, "r") as new:
        if not check_head(new):
            return [], 0
        check(list(new) == ["VTKHDF"], f"nothing but VTKHDF: {list(new)}")
        blocks = [new["VTKHDF"][name] for name in BLOCKS]
        for block, kind in zip(blocks, (b"PolyData", b"UnstructuredGrid", b"PolyData")):
            check(block.attrs["Type"] == kind and list(block.attrs["Version"]) == [2, 0], f"head of {block.name}")
            check_steps(block, old["VTKHDF/Steps/Values"][first:last + 1])
        counts = []
        for step, frame in enumerate(range(first, last + 1)):
            check_copy(blocks[0], old["VTKHDF"], step, frame, "PointData")
            check_copy(blocks[1], old["granum/contacts"], step, frame, "CellData")
            counts.append(check_structures(old, blocks[2], step, frame))
        check(len(blocks[1]["Types"]) > 0 or "still" not in result or last - first < 10, "there are contacts")
        sets = {old["granum/poses/present"][f].tobytes() for f in range(first, last + 1)}
        check(len(blocks[2]["NumberOfPoints"]) == len(sets), "each set of structures is one part")
        check(len(blocks[2]["Polygons/Offsets"]) == sum(blocks[2]["Polygons/NumberOfCells"][:] + 1),
              "no list of polygons is written twice")
        return counts, len(blocks[2]["Points"])


def check_scenes(folder):
    for name, words in SCENES.items():
        scene, result, to = (f"{folder}/{name}{end}" for end in (".yaml", ".vtkhdf", ".blocks.vtkhdf"))
        Path(scene).write_text(SCENE % words)
        done, err = granum("run", scene, "-o", result)
        if not check(done == 0, f"run {name}: {err}"):
            continue
        done, err = granum("export", result, "--as", "blocks", "--to", to)
        if not check(done == 0 and not err, f"export {name}: {done} {err}"):
            continue
        counts, stored = check_export(result, to, 0, 10)
        print(f"{name}: cells of structures by frame {counts}, {stored} points stored")
        if name == "moving":
            check(counts[0] == 0 and len(set(counts)) == 3, f"frames without, with one, with two: {counts}")
        if name == "still":
            check(stored == 24, f"a table at rest is stored once: {stored} points")
        for frames, first, last in (("3:7", 3, 7), ("-1", 10, 10), ("0:1", 0, 1)):
            done, err = granum("export", result, "--as", "blocks", "--to", to, "--force", f"--frames={frames}")
            check(done == 0 and not err, f"export {name} {frames}: {err}")
            check_export(result, to, first, last)


def refused(words, expected, code=2, **more):
    done, err = granum("export", *words, **more)
    check(done == code and all(word in err for word in expected), f"export {' '.join(words)}: {done} {err}")
    return err


def check_refusals(folder):
    result, to = f"{folder}/moving.vtkhdf", f"{folder}/out/b.vtkhdf"
    os.mkdir(f"{folder}/out")
    refused((f"{folder}/none.vtkhdf", "--as", "blocks", "--to", to), ["none.vtkhdf"])
    refused((result, "--as", "blocks", "--to", f"{folder}/out"), ["--to", ".vtkhdf", "expected"])
    refused((result, "--as", "blocks", "--to", f"{folder}/nowhere/b.vtkhdf"), ["nowhere"])
    refused((result, "--as", "blocks", "--to", to, "--frames", "3:99"), ["99", "11 frames"])
    before = Path(result).read_bytes()
    refused((result, "--as", "blocks", "--to", result, "--force"), ["the result itself"])
    check(Path(result).read_bytes() == before, "the result is not replaced by its export")
    check(not os.listdir(f"{folder}/out"), f"a refused export leaves nothing: {os.listdir(f'{folder}/out')}")
    Path(to).write_bytes(b"old")
    refused((result, "--as", "blocks", "--to", to), ["exists", "--force"])
    for limit in (10, 3000, 20000, 60000):
        refused((result, "--as", "blocks", "--to", to, "--force"), ["No space left", "b.vtkhdf"], 1,
                LD_PRELOAD=DISK_FULL, GM_DISK_FOLDER=os.path.realpath(f"{folder}/out"), GM_DISK_BYTES=str(limit),
                ASAN_OPTIONS="verify_asan_link_order=0")
        check(os.listdir(f"{folder}/out") == ["b.vtkhdf"] and Path(to).read_bytes() == b"old",
              f"a full disk of {limit} bytes leaves the old file: {os.listdir(f'{folder}/out')}")
    done, err = granum("export", result, "--as", "blocks", "--to", to, "--force")
    check(done == 0 and not err, f"export --force: {err}")
    check_export(result, to, 0, 10)
    check(os.listdir(f"{folder}/out") == ["b.vtkhdf"], "no temporary file stays")


with tempfile.TemporaryDirectory() as folder:
    check_scenes(folder)
    check_refusals(folder)
report()
