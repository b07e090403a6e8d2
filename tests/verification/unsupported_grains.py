"""Grains are listed as unsupported exactly where virtual particles of their interpolation cells are
missing.

    unsupported_grains.py GRANUM

Grains lie at random around a bracket that stands askew: a floor with a wall on it, several
patches.  From the result alone NumPy finds which corners of the cell around each centre are
there (among the sites of each patch), and how far each patch is (every triangle, plainly).
A patch nearer than the radius with fewer than eight corners is one that sites cannot serve.
Three lattices: a healthy one, one with a hole, one 1.5 times too coarse.

And `granum check` passes the first, and refuses the others with a place and a remedy.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import triangles  # noqa: E402
from counted import report, tell as check  # noqa: E402

R_MIN, R_MAX, GRAINS = 2.0e-3, 2.5e-3, 2000
SPACING = 0.93 * R_MIN / 3 ** 0.5  # of the smallest grain, as it overlaps by 7 %
HOLE = [10.0e-3, 35.0e-3, 6.0e-3]  # m, over the floor, beside the wall
PROFILE = np.array([[0, 0], [90, 0], [90, 4], [4, 4], [4, 60], [0, 60]]) * 1e-3  # x, z
DEPTH = 70.0e-3
SCENE = """
materials:
  glass: {{density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts:
  pairs: [{{between: [glass, glass], restitution: 0.9, friction: 0.3}}]
gravity: [0, 0, 0]
structures:
  - name: bracket
    mesh: bracket.stl
    material: glass
    place: {{translate: [0.1, -0.2, 0.05], rotate: {{axis: [1, 2, 3], angle: 0.7}}}}
    virtual_particles: {{{keys}}}
grains:
  - list: {{file: grains.csv, material: glass}}
time: {{end: 1.0e-4}}
output: {{every: 1.0e-4, precision: double}}
"""
def turned(axis, angle):
    x, y, z = np.array(axis) / np.linalg.norm(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


# So that the lattice is aligned with no face.
SKEW = turned([3, -1, 2], 1.1)
HOLE = [float(x) for x in SKEW @ HOLE]
LATTICES = {
    "healthy": "",
    "hole": f"debug_hole: {HOLE}",
    "coarse": f"spacing: {1.5 * SPACING}, debug_any_spacing: true",
}


def bracket():
    """Triangles of the profile drawn out along y, outwards."""
    def at(k, y):
        return [PROFILE[k][0], y, PROFILE[k][1]]
    faces = []
    for k in range(6):
        q = (k + 1) % 6
        faces += [[at(k, 0), at(q, 0), at(q, DEPTH)], [at(k, 0), at(q, DEPTH), at(k, DEPTH)]]
    for a, b, c in ((0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)):
        faces += [[at(a, 0), at(c, 0), at(b, 0)], [at(a, DEPTH), at(b, DEPTH), at(c, DEPTH)]]
    return np.array(faces)[:, ::-1] @ SKEW.T


def write_stl(path, faces):
    row = np.zeros(len(faces), [("n", "<f4", 3), ("c", "<f4", (3, 3)), ("s", "<u2")])
    row["c"] = faces
    row["n"] = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    with open(path, "wb") as f:
        f.write(bytes(80) + np.uint32(len(faces)).tobytes() + row.tobytes())


def inside(y):
    """Is a point of the body in the solid?"""
    y = y @ SKEW
    x, z = y[:, 0], y[:, 2]
    ell = (x > 0) & (z > 0) & (x < 90e-3) & (z < 60e-3) & ((x < 4e-3) | (z < 4e-3))
    return ell & (y[:, 1] > 0) & (y[:, 1] < DEPTH)


def lay_grains(faces, rng):
    """Centres (body), radii: near the surface, overlapping it by less than 7 %."""
    place, radius = [], []
    for batch in range(40):
        y = rng.uniform([-4e-3, -4e-3, -4e-3], [94e-3, DEPTH + 4e-3, 64e-3], (6000, 3)) @ SKEW.T
        if batch < 4:  # some in the hole
            y = HOLE + rng.uniform(-5e-3, 5e-3, (3000, 3))
        d = triangles.distances(y, faces)
        r = d / rng.uniform(0.935, 1.05, len(y))
        keep = ~inside(y) & (r >= R_MIN) & (r <= R_MAX)
        for at, size in zip(y[keep], r[keep]):
            apart = np.linalg.norm(np.reshape(place, (-1, 3)) - at, axis=1) - size
            if (apart > radius).all() and len(place) < GRAINS:
                place.append(at)
                radius.append(size)
    # The extremes, so that the lattice is that of the two radii.
    place += [[0.2, 0, 0], [0.2, 0.01, 0]]
    radius += [R_MIN, R_MAX]
    return np.array(place), np.array(radius)


def brute_force(result):
    """{grain id: patches nearer than its radius without all eight corners}; frame 0."""
    n = result["VTKHDF/NumberOfPoints"][0]
    grains = {k: v[:n] for k, v in result["VTKHDF/PointData"].items()}
    centre = result["VTKHDF/Points"][:n].astype(float)
    pose = result["granum/poses"]
    w, x, y, z = pose["quaternion"][0, 0]
    turn = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
    body = (centre - pose["position"][0, 0]) @ turn
    surface = result["granum/structures"]
    faces = surface["Points"][()][surface["Polygons/Connectivity"][()].reshape(-1, 3)]
    owner = surface["CellData/patch"][()]
    sites = result["granum/virtual_particles"]
    lost = np.zeros(n, int)
    near = np.zeros(n, int)
    fewest = np.full(n, 8)
    for patch in np.unique(owner):
        rows = sites["PointData/patch"][()] == patch
        place = sites["Points"][()][rows]
        step = sites["PointData/spacing"][()][rows][0]
        origin = place.min(0) - 4 * step
        there = {tuple(s) for s in np.rint((place - origin) / step).astype(int)}
        cell = np.floor((body - origin) / step).astype(int)
        corners = np.array([sum((i + a, j + b, k + c) in there
                                for a in (0, 1) for b in (0, 1) for c in (0, 1))
                            for i, j, k in cell])
        touching = triangles.distances(body, faces[owner == patch]) < grains["radius"]
        near += touching
        lost += touching & (corners < 8)
        fewest = np.where(touching, np.minimum(fewest, corners), fewest)
    return grains, lost, near, fewest


def run(granum, folder, name):
    scene = Path(folder) / f"{name}.yaml"
    scene.write_text(SCENE.format(keys=LATTICES[name]))
    path = Path(folder) / f"{name}.vtkhdf"
    done = subprocess.run([granum, "run", scene, "-o", path, "--progress", "none"],
                          capture_output=True, text=True)
    check(done.returncode == 0, f"{name}: the run ends well {done.stderr}")
    with h5py.File(path) as result:
        grains, lost, near, fewest = brute_force(result)
        found = grains["unsupported"]
        events = result["granum/history/coverage_lost"][()]
    ids = set(grains["id"][found > 0])
    expected = set(grains["id"][lost > 0])
    print(f"{name:8s} {len(found)} grains, {(near > 0).sum()} in contact range, "
          f"{(near > 1).sum()} of several patches; unsupported: {len(ids)} listed, "
          f"{len(expected)} by brute force, corners there: "
          f"{np.bincount(fewest[lost > 0], minlength=8).tolist()}")
    check(ids == expected, f"{name}: the lists are equal: {sorted(ids ^ expected)[:9]}")
    check(np.array_equal(found, lost), f"{name}: so are the numbers of patches")
    check((events[-1] > 0) == (len(ids) > 0), f"{name}: events: {events.tolist()[-3:]}")
    check_note(granum, path, name, done.stdout, int(events[-1]))
    return len(ids), scene


def remedy_of(name):
    """What `granum` says to change: the hole is a key of its own."""
    return ("remove virtual_particles.debug_hole" if name == "hole"
            else "choose virtual_particles.spacing <= ")


def check_note(granum, path, name, end, lost):
    """The run at its end, and info, say how often coverage was lost and what to change."""
    info = subprocess.run([granum, "info", path], capture_output=True, text=True).stdout
    with h5py.File(path) as result:
        sums = {k: int(result["granum/audit/" + k][0]) for k in ("queries", "missing")}
        kept = result["granum/audit/remedy"][0].decode()
    for what, text in (("run", end), ("info", info)):
        check((f"coverage lost {lost} times" in text) == (lost > 0), f"{name}: {what} counts {lost}")
        check((remedy_of(name) in text) == (lost > 0), f"{name}: {what} says what to do")
    share = f"missing at {100 * sums['missing'] / sums['queries']:.3g} % of positions"
    check((share in info) == (lost > 0), f"{name}: info has the share of the audit: {share}")
    check((sums["missing"] > 0) == (lost > 0), f"{name}: audit sums {sums}")
    check((remedy_of(name) in kept) == (lost > 0), f"{name}: remedy in the file: {kept}")


def check_command(granum, scene, name, unsupported):
    done = subprocess.run([granum, "check", scene], capture_output=True, text=True)
    if not unsupported:
        check(done.returncode == 0 and "are complete in all" in done.stdout,
              f"{name}: check finds all complete: {done.returncode} {done.stderr}")
        return
    check(done.returncode == 2, f"{name}: check fails: {done.returncode}")
    place = re.search(r"first at \(([-\d.e]+), ([-\d.e]+), ([-\d.e]+)\) m in the body frame",
                      done.stderr)
    check(place is not None and "virtual particles are missing" in done.stderr, f"{name}: says where")
    check(remedy_of(name) in done.stderr, f"{name}: says what to do")
    print(done.stderr.splitlines()[0])
    if name == "hole" and place:
        off = np.abs(np.array(place.groups(), float) - HOLE).max()
        check(off < 9 * SPACING, f"{name}: the place is at the hole, {off / SPACING:.1f} D off")


def main():
    granum = sys.argv[1]
    rng = np.random.default_rng(3)
    faces = bracket()
    with tempfile.TemporaryDirectory() as folder:
        write_stl(Path(folder) / "bracket.stl", faces)
        place, radius = lay_grains(triangles.read_stl(Path(folder) / "bracket.stl"), rng)
        world = place @ turned([1, 2, 3], 0.7).T + [0.1, -0.2, 0.05]
        rows = np.column_stack([world, radius])
        np.savetxt(Path(folder) / "grains.csv", rows, "%.17g", ",",
                   header="x,y,z,radius", comments="")
        os.environ["OMP_WAIT_POLICY"] = "passive"
        for name in LATTICES if sys.argv[2:] else ("healthy", "hole"):
            unsupported, scene = run(granum, folder, name)
            check((unsupported > 2) == (name != "healthy"), f"{name}: {unsupported} unsupported")
            check_command(granum, scene, name, unsupported)
    report()


main()
