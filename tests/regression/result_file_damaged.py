"""Of a damaged file the package granum names the file, the data set and what is wrong with it."""
import shutil
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import h5py
import numpy as np

from result_file import CASES, check, granum as program, refused, report
from results import granum

TESTS = Path(__file__).resolve().parent.parent


def put(name, value):
    def change(f):
        del f[name]
        f[name] = value
    return change


def drop(name):
    return lambda f: f.__delitem__(name)


def cut(name):
    return lambda f: f[name].resize(len(f[name]) - 1, 0)


def shorten(f):
    """The chunk of a column beside the first decodes to few bytes: HDF5 1.10 copies what follows in memory."""
    rows = f[V][()]
    del f[V]
    made = f.create_dataset(V, data=rows, chunks=(len(rows), 1), compression="gzip")
    made.id.write_direct_chunk((0, 1), zlib.compress(b"short"))


def scribble(path):
    """Bytes of a deflated chunk overwritten."""
    with h5py.File(path, "r") as f:
        chunk = f["VTKHDF/PointData/radius"].id.get_chunk_info(0)
    with open(path, "r+b") as file:
        file.seek(chunk.byte_offset)
        file.write(b"\xff" * chunk.size)


V, D, C = "VTKHDF/PointData/velocity", "/VTKHDF/PointData/", "/granum/contacts/"
WRONG = [
    (put(V, np.zeros(59)), lambda r: r[1].grains.velocity, [D + "velocity", "[59]", "[n, 3]"]),
    (put(V, np.zeros((59, 2))), lambda r: r[1].grains.velocity, ["[59, 2]", "[n, 3]"]),
    (put(V, np.float64(1)), lambda r: r[1].grains.velocity, [D + "velocity", "rows of numbers"]),
    (shorten, lambda r: r[1].grains.velocity, [D + "velocity", "not whole"]),
    (put(V, np.full(59, b"fast")), lambda r: r[1].grains.velocity, ["|S4", "rows of numbers"]),
    (cut(V), lambda r: r[3].grains.velocity, [D + "velocity", "58 rows", "17 from row 42"]),
    (drop(V), lambda r: r[1].grains["velocity"], [D[:-1], "'velocity'", "radius"]),
    (drop("VTKHDF/Points"), lambda r: r[1].grains.position, ["/VTKHDF/Points", "no data set"]),
    (drop("VTKHDF/NumberOfPoints"), lambda r: r[1].grains, ["/VTKHDF/NumberOfPoints"]),
    (put("VTKHDF/NumberOfPoints", [0, -3, 0, 0, 0]), lambda r: r[1].grains,
     ["/VTKHDF/NumberOfPoints", "-3 in row 1"]),
    (put("VTKHDF/NumberOfPoints", np.full(5, 2 ** 62)), lambda r: r[1].grains.id,
     [D + "id", "59 rows", str(2 ** 62)]),
    (put("VTKHDF/NumberOfPoints", np.zeros(5)), lambda r: r[1].grains, ["float64", "integers"]),
    (put("VTKHDF/Steps/NumberOfParts", [2] * 5), lambda r: r[1].grains,
     ["/VTKHDF/Steps/NumberOfParts", "frame 1", "one part"]),
    (put("VTKHDF/Steps/PointDataOffsets/radius", [0, 0, 55, 0, 0]), lambda r: r[2].grains.radius,
     [D + "radius", "30 from row 55"]),
    (drop("VTKHDF/Steps/Values"), lambda r: r, ["/VTKHDF/Steps/Values", "no data set"]),
    (put("VTKHDF/Steps/Values", [0, 1, 0.5, 2, 3]), lambda r: r, ["Steps/Values", "do not increase"]),
    (put("VTKHDF/Steps/Values", [0, 1, np.nan, 2, 3]), lambda r: r, ["Steps/Values"]),
    (drop("granum/contacts"), lambda r: r[1].contacts, [C + "NumberOfCells", "no data set"]),
    (put("granum/contacts/NumberOfPoints", [1] * 5), lambda r: r[2].contacts,
     [C + "NumberOfPoints", "1 in frame 2", "29 contacts"]),
    (cut("granum/contacts/Points"), lambda r: r[3].contacts.ends, [C + "Points", "rows"]),
    (put("VTKHDF/PointData/id", np.zeros(59, int)), lambda r: r[2].contacts.row_a,
     [D + "id", "not sorted in frame 2"]),
    (put("granum/poses/position", np.zeros((5, 1, 3))), lambda r: r.structures["box"].pose(0.1).position,
     ["/granum/poses/position", "[5, 1, 3]", "[n, 2, 3]"]),
    (cut("granum/poses/position"), lambda r: r.structures["box"].pose(0.4).position,
     ["/granum/poses/position", "4 rows"]),
    (drop("granum/poses/quaternion"), lambda r: r.structures["box"].pose(0.2).rotation,
     ["/granum/poses", "'quaternion'", "position"]),
    (put("granum/structures/CellData/structure_id", [0, 1, 0, 1, 1]),
     lambda r: r.structures["floor"].surface, ["structures/CellData/structure_id", "structure 0"]),
    (put("granum/structures/Polygons/Offsets", [0, 3, 1, 9, 12, 16]),
     lambda r: r.structures["floor"].surface, ["/granum/structures/Polygons/Offsets", "rise"]),
    (put("granum/structures/Polygons/Connectivity", np.full(16, 99)),
     lambda r: r.structures["floor"].surface, ["/granum/structures/Points", "6 rows", "99"]),
    (put("granum/history/time", np.float64(1)), lambda r: r.history, ["/granum/history/time"]),
    (put("granum/names/structures", [1, 2]), lambda r: r.structures,
     ["/granum/names/structures", "list of texts"]),
    (lambda f: f["VTKHDF"].attrs.create("Type", np.bytes_("UnstructuredGrid")), lambda r: r,
     ["/VTKHDF", "'UnstructuredGrid'", "PolyData"]),
    (drop("VTKHDF"), lambda r: r, ["not a result of granum", "/VTKHDF", "missing"]),
]


def check_wrong(folder, made, real):
    path = f"{folder}/wrong.vtkhdf"
    for k, (change, ask, words) in enumerate(WRONG):
        shutil.copy(made, path)
        with h5py.File(path, "r+", libver="latest") as f:
            change(f)
        refused(granum.ResultError, [path, *words], lambda: ask(granum.open(path)), f"wrong {k}")
    shutil.copy(real, path)
    sums = "granum/surface_sums/impacts"
    for value, word in ((np.zeros(5), "[5]"), (np.zeros((2, 9)), "frame 4"), (np.zeros((5, 9)), "9 rows")):
        with h5py.File(path, "r+", libver="latest") as f:
            put(sums, value)(f)
        refused(granum.ResultError, [path, "/" + sums, word],
                lambda: granum.open(path).structures["gate"].sums(0.2).impacts, f"sums, {word}")
    scribble(path)
    refused(granum.ResultError, [path, D + "radius"], lambda: granum.open(path)[0].grains["radius"],
            "scribbled over")
    with open(path, "wb") as f:
        f.write(b"no HDF5")
    refused(granum.ResultError, [path, "not an HDF5 file"], lambda: granum.open(path), "text")
    refused(FileNotFoundError, ["nothing.vtkhdf"],
            lambda: granum.open(Path(folder, "nothing.vtkhdf")), "no file")
    refused(OSError, [folder], lambda: granum.open(folder), "a folder")
    refused(granum.ResultError, ["UnstructuredGrid", "beside it"],
            lambda: granum.open(real.replace(".vtkhdf", ".contacts.vtkhdf")), "the contacts alone")


with tempfile.TemporaryDirectory() as folder:
    real, made = (f"{folder}/{name}.vtkhdf" for name in ("real", "made"))
    done, out, err = program(
        "run", CASES + "/hopper", "-o", real, "--threads", "1", "--progress", "none", "--set",
        "grains[0].fill.count=500", "--set", "time.end=0.2", "--set", "output.every=0.05")
    check(done == 0, err)
    subprocess.run([sys.executable, str(TESTS / "plugin" / "made_result.py"), made], check=True)
    check_wrong(folder, made, real)
report()
