"""Functions for tests that run scenes: two materials, runs and their results, checks."""
import os
import subprocess
import sys

import h5py
import numpy as np

# Scenes are written from lists of NumPy's numbers, which since NumPy 2 print their type: np.float64(1.0).
if int(np.__version__.split(".")[0]) >= 2:
    np.set_printoptions(legacy="1.25")

#: Glass and steel, alike but for their weight; each pair of them.
MATERIALS = """
materials:
  glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
  steel: {density: 7800, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
contacts:
  law: hertz
  pairs:
    - {between: [glass, glass], restitution: 0.7, friction: 0.4}
    - {between: [glass, steel], restitution: 0.7, friction: 0.4}
    - {between: [steel, steel], restitution: 0.7, friction: 0.4}
"""
FAULTS = []
DONE = []


def check(what, good, more=""):
    DONE.append(what)
    print("%-66s %s %s" % (what, "ok" if good else "WRONG", more))
    if not good:
        FAULTS.append(what)


def finish():
    print("%d checks, %d faults" % (len(DONE), len(FAULTS)))
    sys.exit(bool(FAULTS) or not DONE)


def arrays(result):
    """{name: array} of a result, without granum/scene, which contains the command line."""
    found = {}

    def keep(name, item):
        if isinstance(item, h5py.Dataset) and not name.startswith("granum/scene"):
            found[name] = item[()]

    with h5py.File(result, "r") as f:
        f.visititems(keep)
    return found


def rows_at(result, group, k):
    """{name: rows} in frame k, from the end if negative, of a table such as granum/bodies; `x` are its points, m."""
    with h5py.File(result, "r") as f:
        g = f[group]
        k = range(len(g["Steps/Values"]))[k]
        n, first = g["NumberOfPoints"][k], g["Steps/PointOffsets"][k]
        rows = {"x": g["Points"][first:first + n]}
        for name in g["PointData"]:
            at = g["Steps/PointDataOffsets/" + name][k]
            rows[name] = g["PointData/" + name][at:at + n]
        return rows


def differences(a, b):
    """Names of arrays that differ in a bit, or that only one of two results has."""
    both = set(a) & set(b)
    return sorted((set(a) ^ set(b)) | {n for n in both if a[n].shape != b[n].shape
                                       or a[n].tobytes() != b[n].tobytes()})


def bits(result):
    """The same arrays without counts of distance queries: costs, which follow the neighbour lists."""
    return {name: rows for name, rows in arrays(result).items()
            if name.split("/")[-1] not in ("asked_sites", "asked_triangles", "sites", "exact")}


class Run:
    """A result: the history by name, of structures without its second index if there is one."""

    def __init__(self, path):
        self.path = path
        with h5py.File(path, "r") as f:
            self.h = {k: v[()] for k, v in f["granum/history"].items()}
            self.poses = {k: v[()] for k, v in f["granum/poses"].items()} \
                if "granum/poses" in f else {}
            self.frames = len(f["VTKHDF/Steps/Values"])

    def body(self, name, k=0):
        return self.h["structure_" + name][:, k]

    def frame(self, k):
        with h5py.File(self.path, "r") as f:
            k = range(self.frames)[k]
            n, first = f["VTKHDF/NumberOfPoints"][k], f["VTKHDF/Steps/PointOffsets"][k]
            rows = {"time": f["VTKHDF/Steps/Values"][k],
                    "points": f["VTKHDF/Points"][first:first + n]}
            for a in f["VTKHDF/PointData"]:
                at = f["VTKHDF/Steps/PointDataOffsets/" + a][k]
                rows[a] = f["VTKHDF/PointData/" + a][at:at + n]
            return rows


class Bench:
    """Runs scenes in a folder."""

    def __init__(self, granum, folder):
        self.granum, self.folder = os.path.abspath(granum), folder

    def file(self, name):
        return os.path.join(self.folder, name)

    def call(self, text, name="scene", threads=1, sets=()):
        """Exit code, everything that is printed, and the path of the result."""
        result = self.file(name + ".vtkhdf")
        with open(self.file(name + ".yaml"), "w") as out:
            out.write(text)
        words = [self.granum, "run", self.file(name + ".yaml"), "-o", result, "--force",
                 "--progress", "none", "--threads", str(threads)]
        done = subprocess.run(words + [w for s in sets for w in ("--set", s)], capture_output=True,
                              text=True, env=dict(os.environ, OMP_WAIT_POLICY="passive"))
        return done.returncode, done.stdout + done.stderr, result

    def run(self, text, name="scene", threads=1):
        code, said, result = self.call(text, name, threads)
        if code:
            sys.exit(said)
        return Run(result)
