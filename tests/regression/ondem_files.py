"""Files in the exchange format of ON-DEM as other programs write them are read, or refused in
a sentence that names the file and what is wrong in it; granum never crashes on one.

The files are made here, in the two layouts that YADE's exporters have had: arrays of spheres
below /VTKHDF/PointData and one list of interactions, or below /ONDEM/Bodies/Sphere and a group
of interactions for each law.

    ondem_files.py GRANUM
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402

GRANUM = sys.argv[1]
CENTRES = np.array([[0, 0, 4e-3], [0, 0, 4e-3 + 1.99e-3], [5e-3, 0, 4e-3]])
SHEAR = np.array([[3e-4, -1e-4, 0.0]])  # on the second sphere, which is above the first

SCENE = """
domain: {min: [-1, -1, -1], max: [1, 1, 1]}
gravity: [0, 0, 0]
materials:
  sand: {density: 2600, youngs_modulus: 10 MPa, poisson_ratio: 0.3}
  clay: {density: 2000, youngs_modulus: 10 MPa, poisson_ratio: 0.3}
contacts:
  %s
  pairs:
    - {between: [sand, sand], restitution: 0.9, friction: 0.9%s}
    - {between: [sand, clay], restitution: 0.9, friction: 0.9%s}
    - {between: [clay, clay], restitution: 0.9, friction: 0.9%s}
grains: [{ondem: {file: exchange.vtkhdf%s}}]
time: {end: 1 us, step: 0.1 us}
output: {every: 1 us, arrays: full, precision: double}
"""


def text(group, name, value):
    """A text of variable length, as h5py writes what is said in Python."""
    dataset = group.create_dataset(name, (len(value),), dtype=h5py.special_dtype(vlen=str))
    for i, word in enumerate(value):
        dataset[i] = word


def make_scene(f):
    scene = f.create_group("ONDEM/Scene")
    scene.attrs["time"] = np.float64(0.08)
    scene.attrs["timestep"] = np.float64(1e-5)
    scene.create_dataset("gravity", data=np.array([0, 0, -9.81]))
    text(scene, "units", ["second", "meter", "kilogram"])
    for k, label in enumerate(["sand", "clay"]):
        material = f.create_group("ONDEM/Materials/%d" % (3 + k))
        material.create_dataset("id", data=np.int32(3 + k))
        material.create_dataset("density", data=np.float64(2600.0))
        material.create_dataset("label", data=np.bytes_(label))


def make_vtk(f, n):
    vtk = f.create_group("VTKHDF")
    vtk.attrs.create("Type", data=np.bytes_("PolyData"))
    vtk.attrs.create("Version", data=np.array([2, 0], dtype=np.int64))
    vtk.create_dataset("Points", data=CENTRES[:n])
    vtk.create_dataset("NumberOfPoints", data=np.array([n], dtype=np.int64))
    for cells in ("Verts", "Lines", "Polygons", "Strips"):
        group = vtk.create_group(cells)
        for name in ("NumberOfCells", "NumberOfConnectivityIds", "Offsets"):
            group.create_dataset(name, data=np.array([0], dtype=np.int64))
        group.create_dataset("Connectivity", data=np.array([], dtype=np.int64))
    return vtk


def make(path, newer=False, change=None, skip=()):
    """Three spheres, two of which touch; a wall below, which is body 0."""
    arrays = {
        "body_id": np.array([5, 7, 9], np.int32),
        "material_id": np.array([3, 3, 4], np.int32),
        "clump_id": np.array([-1, -1, -1], np.int32),
        "position": CENTRES,
        "velocity": np.zeros((3, 3)),
        "angular_velocity": np.zeros((3, 3)),
        "orientation": np.array([[0, 0, 1.0, 0]] * 3),
        "mass": np.full(3, 1e-5),
        "inertia": np.zeros((3, 9)),
        "radius": np.full(3, 1e-3),
    }
    pairs = {
        "id1": np.array([0, 5], np.int32),
        "id2": np.array([5, 7], np.int32),
        "virtual": np.zeros(2, np.int8),
        "normal": np.array([[0, 0, 1.0]] * 2),
        "normal_force": np.array([0.1, 0.1]),
        "shear_force": np.vstack([[[1.0, 0, 0]], SHEAR]),
        "overlap": np.array([1e-5, 1e-5]),
    }
    for name, value in (change or {}).items():
        (pairs if name in pairs else arrays)[name] = value
    with h5py.File(path, "w") as f:
        make_scene(f)
        vtk = make_vtk(f, 3)
        if newer:
            spheres = f.create_group("ONDEM/Bodies/Sphere")
            contacts = f.create_group("ONDEM/Interactions/FrictPhys")
        else:
            spheres = vtk.create_group("PointData")
            contacts = f.create_group("ONDEM/Interactions")
        text(contacts, "phys_type", ["FrictPhys", "FrictPhys"])
        for group, table in ((spheres, arrays), (contacts, pairs)):
            for name, value in table.items():
                if name not in skip:
                    group.create_dataset(name, data=value)


def granum(*words):
    done = subprocess.run([GRANUM, *words], capture_output=True, text=True,
                          env=dict(os.environ, OMP_NUM_THREADS="1"))
    check(done.returncode in (0, 1, 2), "granum %s: exit code %d" %
          (" ".join(words), done.returncode))
    return done.returncode, done.stdout + done.stderr


def scene(law="law: hertz", pair="", source=""):
    Path("scene.yaml").write_text(SCENE % (law, pair, pair, pair, source))


def columns(name, table, keys):
    rows = [line.split(",") for line in Path(name, table).read_text().splitlines()]
    head = [word.split(" ")[0] for word in rows[0]]
    return np.array([[float(row[head.index(key)]) for key in keys] for row in rows[1:]])


def check_read(newer):
    """Materials by their labels, orientation with w last, the springs of the pair."""
    make("exchange.vtkhdf", newer)
    for law, pair in (("law: hertz", ""), ("{law: hertz, tangential: total}", ""),
                      ("law: hooke", ", stiffness: 1.0e+4")):
        what = "%s, %s layout" % (law, "newer" if newer else "older")
        extra = "tangential: total" if "total" in law else ""
        scene("law: hertz\n  " + extra if extra else law, pair)
        code, said = granum("run", "scene.yaml", "-o", "run.vtkhdf", "--force")
        if not check(code == 0, "%s: %s" % (what, said)):
            continue
        granum("export", "run.vtkhdf", "--to", "out", "--as", "csv", "--frames=0", "--force")
        grains = columns("out", "grains_0000.csv",
                         ["id", "material", "radius", "orientation.w", "orientation.z"])
        check(np.array_equal(grains, [[0, 0, 1e-3, 0, 1], [1, 0, 1e-3, 0, 1],
                                      [2, 1, 1e-3, 0, 1]]), "%s: grains %s" % (what, grains))
        force = columns("out", "contacts_0000.csv", ["id_a", "force.x", "force.y"])
        # What 1 gives to 2, and the contact in our list is that of the lower on the upper.
        # A step of nothing turns, stretches and damps nothing: round-off, and what it
        # takes to find a stiffness by a small stretch.
        good = check(force.shape == (1, 3), "%s: contacts %s" % (what, force))
        if good:
            off = np.abs(force[0, 1:] + SHEAR[0, :2]).max() / np.abs(SHEAR).max()
            check(off < 1e-6, "%s: force %s is off by %.2g" % (what, force[0, 1:], off))


BAD = [
    ("radius", np.array([1e-3, -1e-3, 1e-3]), "sphere 7 has impossible values"),
    ("radius", np.array([1e-3, np.nan, 1e-3]), "sphere 7 has impossible values"),
    ("radius", np.array([1e-3, 1e-3]), "PointData/radius has 2 rows of 1; expected 3 rows of 1"),
    ("radius", np.full((3, 2), 1e-3), "PointData/radius has 3 rows of 2; expected 3 rows of 1"),
    ("radius", np.array([b"a", b"b", b"c"]), "PointData/radius does not contain numbers"),
    ("velocity", np.full((3, 3), np.inf), "sphere 5 has impossible values"),
    ("velocity", np.zeros((3, 2)), "PointData/velocity has 3 rows of 2"),
    ("velocity", np.float64(0.0), "PointData/velocity has 0 rows of 1"),
    ("orientation", np.zeros((3, 4)), "sphere 5 has impossible values"),
    ("orientation", np.zeros((3, 3)), "PointData/orientation has 3 rows of 3"),
    ("body_id", np.array([5, 5, 9], np.int32), "ids of spheres must be unique and not negative: 5"),
    ("body_id", np.array([5.0, 7.0, 9.0]), "PointData/body_id does not contain integers"),
    ("clump_id", np.array([-1, 40, -1], np.int32), "sphere 7 is part of clump 40"),
    ("material_id", np.array([3, 3, 8], np.int32), "contains grains of material '8', which this scene does not define"),
    ("id1", np.array([0], np.int32), "Interactions/id2 has 2 rows of 1; expected 1 rows of 1"),
    ("id2", np.array([5, 5], np.int32), "has an impossible contact of grain 5: with itself"),
    ("shear_force", np.full((2, 3), np.nan), "has an impossible contact of grain"),
    ("shear_force", np.zeros((2, 2)), "Interactions/shear_force has 2 rows of 2"),
]


def refuse(what, sentence):
    code, said = granum("check", "scene.yaml", "--no-audit")
    check(code == 2, "%s: exit code %d, %s" % (what, code, said))
    check("grains[0].ondem.file: " in said and sentence in said, "%s: '%s' is not in: %s" %
          (what, sentence, said))


def check_refused():
    scene()
    for name, value, sentence in BAD:
        make("exchange.vtkhdf", change={name: value})
        refuse("%s %s" % (name, value), sentence)
    make("exchange.vtkhdf", skip=["radius"])
    refuse("no radius", "'exchange.vtkhdf': the file has no spheres with radii: it contains neither "
           "/ONDEM/Bodies/Sphere/position nor both /VTKHDF/Points")
    make("exchange.vtkhdf", newer=True, skip=["radius"])
    refuse("no radius, newer", "the file lacks the data set /ONDEM/Bodies/Sphere/radius")
    make("exchange.vtkhdf", skip=["id2"])
    refuse("half a pair", "the file lacks the data set /ONDEM/Interactions/id2")
    make("exchange.vtkhdf", change={"id1": np.array([7, 5], np.int32),
                                    "id2": np.array([5, 7], np.int32)})
    refuse("twice", "lists the contact of 5 and 7 (-1: a structure) more than once")
    with h5py.File("exchange.vtkhdf", "w") as f:
        f.create_group("other")
    refuse("another file", "the file has no spheres with radii")
    with h5py.File("exchange.vtkhdf", "w") as f:
        scene_group = f.create_group("ONDEM/Scene")
        text(scene_group, "units", ["second", "millimeter", "gram"])
        make_vtk(f, 3)
    refuse("units", "/ONDEM/Scene/units are second, millimeter, gram; only files in second, meter, "
           "kilogram can be read")
    Path("exchange.vtkhdf").write_text("no HDF5 at all\n")
    refuse("text", "is not an HDF5 file, as results are")
    scene(source=", materials: [{called: sand, material: send}]")
    code, said = granum("check", "scene.yaml", "--no-audit")
    check(code == 2 and "there is no material 'send'" in said, "a wrong name: " + said)
    scene(source=", resume: true")
    make("exchange.vtkhdf")
    code, said = granum("check", "scene.yaml", "--no-audit")
    check(code == 2 and "grains[0].ondem.resume: the file does not hold what this run could go "
          "on from" in said, "no state: " + said)
    scene(source=", resume: true, translate: [1 mm, 0, 0]")
    code, said = granum("check", "scene.yaml", "--no-audit")
    check(code == 2 and "a run that goes on has them where they were" in said, "moved: " + said)


def check_time():
    """One frame by its time: the nearest, under its own number."""
    make("exchange.vtkhdf")
    scene()
    granum("run", "scene.yaml", "-o", "run.vtkhdf", "--force", "--set", "output.every=0.2 us")
    code, said = granum("export", "run.vtkhdf", "--to", "timed", "--as", "ondem", "--time", "4.4e-7")
    names = sorted(path.name for path in Path("timed").glob("*"))
    check(code == 0 and names == ["ondem_0002.vtkhdf"], "--time: %s %s" % (names, said))
    code, said = granum("export", "run.vtkhdf", "--to", "timed", "--as", "ondem", "--time", "soon")
    check(code == 2 and "--time soon: expected a time in s" in said, "--time soon: " + said)


def check_damaged():
    """Cut anywhere, or with a byte turned over: read, or refused, and never a crash."""
    scene()
    make("whole.vtkhdf")
    whole = Path("whole.vtkhdf").read_bytes()
    random = np.random.default_rng(1)
    for k in range(24):
        data = bytearray(whole)
        if k < 8:
            data = data[:int(len(data) * (k + 1) / 9)]
        else:
            for place in random.integers(0, len(data), 1 + k % 7):
                data[place] ^= 1 << int(random.integers(0, 8))
        Path("exchange.vtkhdf").write_bytes(bytes(data))
        granum("check", "scene.yaml", "--no-audit")


def check_named():
    """A key says what the file's materials are, by label or by id."""
    make("exchange.vtkhdf")
    scene(source=", materials: [{called: sand, material: clay}, {called: '4', material: sand}]")
    code, said = granum("run", "scene.yaml", "-o", "run.vtkhdf", "--force")
    check(code == 0, "materials by key: " + said)
    granum("export", "run.vtkhdf", "--to", "out", "--as", "csv", "--frames=0", "--force")
    grains = columns("out", "grains_0000.csv", ["material"])
    check(grains[:, 0].tolist() == [1, 1, 0], "materials by key: %s" % grains)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    check_read(newer=False)
    check_read(newer=True)
    check_named()
    check_time()
    check_refused()
    check_damaged()
report()
