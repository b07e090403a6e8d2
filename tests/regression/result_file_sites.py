"""Virtual particles in a result: each site of a patch once, in its body, on the grains' side,
with the distance that every triangle of the patch asked plainly gives; the same in a run of
the result; none where none are."""
import csv
import os
import re
import sys
import tempfile

import h5py
import numpy as np

from result_file import CASES, check, granum, report

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import triangles  # noqa: E402

SCENE = os.path.join(HERE, "..", "sites.yaml")
GROUP = "granum/virtual_particles"
# delta_max is 7 % of r: (r - delta_max) / sqrt 3, and 1 mm.
NAMES = {1: "left", 2: "right"}
SPACING = {1: 0.93 * 2e-3 / 3 ** 0.5, 2: 1.0e-3}
RADIUS = 2e-3


def run(path, *more, scene=SCENE):
    done, out, err = granum("run", scene, "-o", path, "--force", "--progress", "none",
                            "--set", "time.end=0.04", *more)
    check(done == 0, f"granum run {' '.join(more)}: {err}")


def contents(group):
    found = {}
    group.visititems(lambda name, thing: found.__setitem__(name, thing[()])
                     if isinstance(thing, h5py.Dataset) else None)
    return found


def listed_by_check():
    """{structure.patch: (sites, payload, all, other schemes in MB)} of `granum check`."""
    done, out, err = granum("check", SCENE, "--no-audit")
    check(done == 0 and not err, f"granum check: {err}")
    rows = [line.split() for line in out.splitlines()]
    space = re.search(r"over the domain of .* would take ([0-9.]+) MB,.*?take ([0-9.]+) MB, 1/([0-9.]+)", out, re.S)
    points = (0.2 / min(SPACING.values()) + 1) ** 3
    check(abs(float(space[1]) - 32e-6 * points) < 0.1, f"check: a grid over the domain: {space[0]}")
    check(abs(float(space[1]) / float(space[2]) / float(space[3]) - 1) < 0.1, f"check: the ratio: {space[0]}")
    return {row[0]: (int(row[1]), float(row[2]), float(row[3]), [float(w) for w in row[5:8]])
            for row in rows if row and re.fullmatch(r"(left|right)\.\d+|all", row[0])}


def patches_of(file):
    """{(structure, patch): its triangles [n, 3, 3] in the body} of the meshes."""
    g = file["granum/structures"]
    first, corner = g["Polygons/Offsets"][:-1], g["Polygons/Connectivity"][:]
    owner, patch = g["CellData/structure_id"][:], g["CellData/patch"][:]
    points = g["Points"][:].astype(float)
    return {(s, p): points[corner[first[(owner == s) & (patch == p)][:, None] + np.arange(3)]]
            for s in NAMES for p in range(patch[owner == s].max() + 1)}


def owners(group):
    """{(structure, patch): rows} of the sites."""
    both = np.stack([group["PointData/structure_id"][:], group["PointData/patch"][:]], axis=1)
    return {tuple(pair): np.flatnonzero((both == pair).all(axis=1))
            for pair in np.unique(both, axis=0).tolist()}


def check_layout(group):
    n = len(group["Points"])
    check(list(group.attrs["Version"]) == [2, 0] and group.attrs["Type"] == b"PolyData", "head")
    check(list(group["NumberOfPoints"]) == [n], "points as counted")
    check(np.array_equal(group["Vertices/Connectivity"], np.arange(n)) and
          np.array_equal(group["Vertices/Offsets"], np.arange(n + 1)) and
          list(group["Vertices/NumberOfCells"]) == [n], "a vertex each")
    for kind in ("Lines", "Polygons", "Strips"):
        check(list(group[kind + "/NumberOfCells"]) == [0], f"no {kind}")
    units = {"distance": b"m", "spacing": b"m", "normal": b"1", "structure_id": b"1",
             "patch": b"1", "material": b"1"}
    check(set(group["PointData"]) == set(units), f"arrays: {list(group['PointData'])}")
    for name, unit in units.items():
        data = group["PointData"][name]
        check(data.attrs["units"] == unit, f"unit of {name}")
        check(data.shape == ((n, 3) if name == "normal" else (n,)), f"shape of {name}")
        check(data.maxshape == data.shape, f"{name} does not grow")
        kind = np.int32 if name in ("structure_id", "patch", "material") else \
            group["Points"].dtype
        check(data.dtype == kind, f"type of {name}: {data.dtype}")


def check_patch(label, points, data, spacing, pieces, tolerance):
    """Distances, unsigned, and normals are those of the patch: to a closed piece."""
    d, normal = data["distance"].astype(float), data["normal"].astype(float)
    low, high = 0.93 * RADIUS - 3 ** 0.5 * spacing, 2 * RADIUS + 3 ** 0.5 * spacing
    check(d.min() >= max(0, low) - 1e-8 and d.max() <= high + 1e-8, f"{label}: in the band")
    some = slice(None, None, 47)
    exact = triangles.distances(points[some], pieces)
    worst = np.abs(d[some] - exact).max() / spacing
    check(worst < tolerance, f"{label}: distance off by {worst:.2g} D")
    check(np.abs(np.linalg.norm(normal, axis=1) - 1).max() < 2e-7, f"{label}: unit normals")
    # Down the gradient by the distance lies the patch.
    foot = points[some] - d[some, None] * normal[some]
    gap = triangles.distances(foot, pieces) / spacing
    check(gap.max() < 10 * tolerance, f"{label}: normals lead to the patch: {gap.max():.2g} D")
    print(f"{label}: {len(points)} sites, distance off by {worst:.2g} D, feet by {gap.max():.2g} D")


def check_numbers(file, tolerance):
    """tolerance: of a coordinate, relative; and of the distance, in spacings."""
    group = file[GROUP]
    points = group["Points"][:].astype(float)
    data = {name: array[:] for name, array in group["PointData"].items()}
    pieces, rows = patches_of(file), owners(group)
    # Of a structure, then of a patch, in turn.
    check((np.diff(data["structure_id"] * len(rows) + data["patch"]) >= 0).all(), "order")
    check(rows.keys() == pieces.keys() and len(rows) > 2, f"owners: {list(rows)}")
    check(np.array_equal(data["material"], np.where(data["structure_id"] == 1, 1, 0)),
          "materials")
    for s, name in NAMES.items():
        mine = np.flatnonzero(data["structure_id"] == s)
        check(np.allclose(data["spacing"][mine], SPACING[s], rtol=1e-6), f"spacing of {name}")
        # One phase for all patches.
        grid = (points - points[mine[0]]) / SPACING[s]
        whole = np.rint(grid).astype(int)
        check(np.abs(grid - whole)[mine].max() < 1e-9 + 40 * tolerance, f"{name}: on a lattice")
        closed = np.concatenate([pieces[key] for key in pieces if key[0] == s])
        for p, of in ((p, of) for (owner, p), of in rows.items() if owner == s):
            label = f"{name}.{p}"
            check(len(np.unique(whole[of], axis=0)) == len(of), f"{label}: each site once")
            check_patch(label, points[of], {n: data[n][of] for n in data}, SPACING[s],
                        pieces[s, p], tolerance)
            # The nearest ones, where the sides are close, and some of the others.
            near = of[np.argsort(data["distance"][of])]
            some = np.concatenate([near[:40], near[40::197]])
            inside = sum(round(triangles.winding(points[k], closed)) != 0 for k in some)
            check(not inside, f"{label}: {inside} of {len(some)} sites are within the solid")


def check_csv(path, folder, group):
    done, out, err = granum("export", path, "--to", folder, "--as", "csv", "--frames", "0")
    check(done == 0, f"export: {err}")
    with open(f"{folder}/virtual_particles.csv") as file:
        table = list(csv.DictReader(file))
    check(len(table) == len(group["Points"]), "csv: a line a site")
    for column, name, axis in (("distance (m)", "distance", None), ("normal.y", "normal", 1),
                               ("structure_id", "structure_id", None)):
        want = group["PointData"][name][:]
        want = want if axis is None else want[:, axis]
        got = np.array([row[column] for row in table], float).astype(want.dtype)
        check(np.array_equal(got, want), f"csv: {column}")
    got = np.array([row["position.x (m)"] for row in table], float).astype("f4")
    check(np.array_equal(got, group["Points"][:, 0]), "csv: places")
    done, out, err = granum("export", path, "--to", folder, "--as", "series", "--frames", "0")
    with h5py.File(f"{folder}/virtual_particles.hdf", "r") as other:
        check(np.array_equal(other["VTKHDF/PointData/distance"], group["PointData/distance"]) and
              other["VTKHDF"].attrs["Type"] == b"UnstructuredGrid", "series: sites once")


with tempfile.TemporaryDirectory() as folder:
    path = f"{folder}/sites.vtkhdf"
    run(path)
    table = listed_by_check()
    with h5py.File(path, "r") as file:
        group = file[GROUP]
        check_layout(group)
        # Single precision of a coordinate of 4 cm, in spacings of a millimetre.
        check_numbers(file, 6e-6)
        rows = owners(group)
        check({f"{NAMES[s]}.{p}": len(of) for (s, p), of in rows.items()} ==
              {name: line[0] for name, line in table.items() if name != "all"},
              f"check lists {table}, the result {rows.keys()}")
        for (s, p), of in rows.items():
            name = f"{NAMES[s]}.{p}"
            sites, payload, everything, others = table[name]
            check(abs(payload - 16e-6 * sites) < 0.006, f"check: payload of {name}")
            # 16 bytes, at most 10 more where bricks are full, and the fields of edges, of which a coarse
            # lattice has one for few sites.
            check(payload < everything < 4.5 * payload,
                  f"check: all bytes of {name}: {everything} MB, payload {payload}")
            box = np.rint(np.ptp(group["Points"][of[0]:of[-1] + 1], axis=0)
                          / SPACING[s]).astype(int) + 1
            grid = 1e-6 * 32 * box.prod()
            check(np.allclose(others, [grid, 2.75 * grid, 1.25 * grid], atol=0.06),
                  f"check: other schemes of {name}: {others}, a grid of {box}")
        check(table["all"][0] == len(group["Points"]), "check: the sum")
        counts = np.bincount(group["PointData/structure_id"])
        first = contents(group)
        check_csv(path, folder + "/out", group)
    done, out, err = granum("info", path)
    check(f"left {counts[1]}, right {counts[2]}" in out, f"info: {out}")
    done, out, err = granum("repair", path)
    check("nothing to repair" in out, f"repair: {out}{err}")

    run(f"{folder}/again.vtkhdf", "--threads", "2", scene=path)
    with h5py.File(f"{folder}/again.vtkhdf", "r") as file:
        again = contents(file[GROUP])
        check(again.keys() == first.keys() and
              all(np.array_equal(again[k], first[k]) for k in first), "a result run again")

    run(f"{folder}/double.vtkhdf", "--set", "output.precision=double",
        "--set", "output.compression=0")
    with h5py.File(f"{folder}/double.vtkhdf", "r") as file:
        check_layout(file[GROUP])
        check_numbers(file, 5e-7)  # normals of the lattice are floats
    run(f"{folder}/without.vtkhdf", "--set", "output.virtual_particles=false")
    with h5py.File(f"{folder}/without.vtkhdf", "r") as file:
        check_layout(file[GROUP])
        check(len(file[GROUP + "/Points"]) == 0, "no sites where none are wanted")
    run(f"{folder}/plain.vtkhdf", "--set", "output.every=0.02", scene=f"{CASES}/bounce")
    with h5py.File(f"{folder}/plain.vtkhdf", "r") as file:
        check_layout(file[GROUP])
        check(len(file[GROUP + "/Points"]) == 0, "no sites where no mesh is")
    done, out, err = granum("info", f"{folder}/plain.vtkhdf")
    check("virtual particles  none" in out, f"info: {out}")
report()
