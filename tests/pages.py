"""Results for tests of pages, and the columns of a page unpacked by other code than the browser's."""
import base64
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import zlib

import h5py
import numpy as np

GLASS = """
materials: {glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
"""
SPACE = """
title: '</title><script>window.broken = 1</script> & "bed" @META@ @SCRIPT@'
domain: {min: [-0.03, -0.03, -0.01], max: [0.03, 0.03, 0.06]}
contacts: {law: hertz, pairs: [{between: [glass, glass], restitution: 0.3, friction: 0.4}]}
structures:
  - {name: vessel, box: {min: [-0.012, -0.012, 0], max: [0.012, 0.012, 0.03], open: [zmax]}, material: glass}
  - name: paddle
    box: {min: [-0.002, -0.008, 0.0005], max: [0.002, 0.008, 0.008]}
    material: glass
    motion: [{rotate: {axis: [0, 0, 1], through: [0, 0, 0], rate: 60 rpm}}]
grains:
  - fill: {box: {min: [-0.012, -0.012, 0], max: [0.012, 0.012, 0.03]}, material: glass,
           radius: {uniform: [1.2 mm, 1.6 mm]}, count: 150, seed: 1}
time: {end: 0.1}
output: {every: 20 ms}
"""
PLANE = """
domain: {dimensions: 2, min: [0, 0], max: [0.04, 0.05]}
contacts: {law: hooke, pairs: [{between: [glass, glass], contact_time: 0.3 ms, restitution: 0.3, friction: 0.4}]}
structures:
  - {name: floor, plane: {point: [0, 0.001], normal: [0, 1]}, material: glass}
  - {name: left, plane: {point: [0.001, 0], normal: [1, 0]}, material: glass}
  - {name: right, plane: {point: [0.039, 0], normal: [-1, 0]}, material: glass}
grains:
  - fill: {box: {min: [0.001, 0.001], max: [0.039, 0.049]}, material: glass,
           radius: {uniform: [1.2 mm, 1.6 mm]}, count: 100, seed: 1}
time: {end: 0.05}
output: {every: 50 ms}
"""
# Far from the origin, and in contact with the image of the other grain.
PERIODIC = """
domain: {min: [1000, 0, 0], max: [1000.01, 0.01, 0.01], boundary: {x: periodic, y: open, z: open}}
gravity: [0, 0, 0]
contacts: {law: hooke, pairs: [{between: [glass, glass], restitution: 0.8, friction: 0.3, stiffness: 5 kN/m}]}
grains: [{list: {material: glass, grains: [{position: [1000.0008, 0.005, 0.005], radius: 1 mm},
                                           {position: [1000.00882, 0.005, 0.005], radius: 1 mm}]}}]
time: {end: 1.0e-6}
output: {every: 1.0e-6}
"""
VESSEL = "</script><b>"  # a name that `granum run` refuses, in a file of other origin


def run(granum, folder, name, scene, *words):
    path = os.path.join(folder, name + ".vtkhdf")
    if "\n" in scene:
        text, scene = scene, os.path.join(folder, name + ".yaml")
        with open(scene, "w") as file:
            file.write(text + GLASS)
    subprocess.run([granum, "run", scene, "-o", path, "--force", "--progress", "none", "--threads", "1", *words],
                   check=True, stdout=subprocess.DEVNULL)
    return path


def rename_vessel(path):
    with h5py.File(path, "r+") as file:
        names = file["granum/names/structures"]
        names[0] = VESSEL.encode()


def called(path, *words, code=0):
    """The same from within this process, which does not start Python anew."""
    import results  # noqa: F401  the package of this tree
    from granum.page.__main__ import main

    out, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        found = main([path, *words])
    assert found == code, (found, out.getvalue(), error.getvalue())
    return out.getvalue(), error.getvalue()


def export(granum, path, *words, code=0):
    """granum export --as page; its standard output and error."""
    done = subprocess.run([granum, "export", "--as", "page", path, *words], capture_output=True, text=True,
                          env={**os.environ, "GRANUM_PYTHON": sys.executable})
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    return done.stdout, done.stderr


class Frame:
    """Grains and contacts of a frame by h5py alone."""

    def __init__(self, path, index):
        with h5py.File(path) as file:
            g = self._rows(file["VTKHDF"], "PointOffsets", "NumberOfPoints", index)
            grains, contacts = file["VTKHDF"], file["granum/contacts"]
            self.x, self.r = grains["Points"][g].astype(float), grains["PointData/radius"][g].astype(float)
            self.id, self.v = grains["PointData/id"][g], grains["PointData/velocity"][g].astype(float)
            c = self._rows(contacts, "CellOffsets", "NumberOfCells", index)
            for name in ("id_a", "id_b", "structure_id", "overlap", "normal", "force"):
                setattr(self, name, contacts["CellData/" + name][c])
            first = int(contacts["Steps/PointOffsets"][index])
            self.ends = contacts["Points"][first:first + 2 * len(self.id_a)].reshape(-1, 2, 3).astype(float)
            if "structure_a" in contacts["CellData"]:
                self.structure_a = contacts["CellData/structure_a"][c]
        force, normal = self.force.astype(float), self.normal.astype(float)
        self.f_n = (force * normal).sum(1)
        self.f_t = np.linalg.norm(force - self.f_n[:, None] * normal, axis=1)

    @staticmethod
    def _rows(group, steps, count, index):
        first = int(np.ravel(group["Steps/" + steps][index])[0])
        return slice(first, first + int(group[count][index]))


def meta_of(text):
    return json.loads(re.search(r'<script type="application/json" id="meta">(.*?)</script>', text, re.S).group(1))


def unpacked(text, column):
    """The numbers [n] or [n, width] of a column."""
    found = re.search(r'<script type="text/plain" id="b%s">([^<]*)</script>' % column["blob"], text)
    octets = zlib.decompress(base64.b64decode(found.group(1)), -15)
    n = column["n"] * column["width"]
    numbers = np.zeros((n, 8), "u1")
    numbers[:, :column["bytes"]] = np.frombuffer(octets, "u1").reshape(column["bytes"], n).T
    numbers = numbers.view("<u8").reshape(-1).astype(np.uint64)
    if column["as"] == "box":
        low, high = np.array(column["low"]), np.array(column["high"])
        return low + numbers.reshape(3, -1).T / 65535 * (high - low)
    if column["as"] == "whole":
        return np.cumsum(numbers.astype(int)) if column["delta"] else numbers.astype(int) + column["low"]
    bits = numbers << np.uint64(8) if column["as"] == "short" else numbers
    values = bits.astype("<u4").view("<f4").astype(float)
    return values.reshape(-1, column["width"]) if column["width"] > 1 else values


SIDES = 50, 50, 40  # of the large bed
STEP = 2e-3  # m


def make_large(path):
    """Turn a result of a box of grains into one frame of 100,000 grains and 300,000 contacts, between neighbours
    of a disturbed lattice.  Names are at random and every number is another one, so that it packs no better
    than a real one.  Numbers of grains and contacts."""
    chance = np.random.default_rng(1)
    grains = int(np.prod(SIDES))
    contacts = 3 * grains
    with h5py.File(path, "r+") as file:
        def only_first(name, item):
            if isinstance(item, h5py.Dataset) and ("/Steps/" in name or "NumberOf" in name or "/poses/" in name
                                                   or "/surface_sums/" in name or "/collisions/" in name):
                if item.maxshape[0] is None and len(item):
                    item.resize(1, axis=0)

        file.visititems(only_first)
        points, network = file["VTKHDF"], file["granum/contacts"]
        order = chance.permutation(grains)  # place of the lattice of each grain
        lattice = np.stack(np.unravel_index(order, SIDES), 1)
        values = {"Points": (STEP * (lattice + 0.2 * chance.random((grains, 3)))).astype("f4")}
        for name, old in points["PointData"].items():
            shape = (grains,) + old.shape[1:]
            values["PointData/" + name] = (chance.random(shape) if old.dtype.kind == "f" else
                                           chance.integers(0, 12, shape)).astype(old.dtype)
        values["PointData/id"] = np.arange(grains)
        values["PointData/radius"] = chance.uniform(0.9e-3, 1.1e-3, grains).astype("f4")
        values["PointData/material"] = np.zeros(grains, "i4")
        fill(points, values)
        points["NumberOfPoints"][0] = grains
        name = np.argsort(order).reshape(SIDES)  # grain at each place
        pairs = [(name[:-1], name[1:]), (name[:, :-1], name[:, 1:]), (name[..., :-1], name[..., 1:]),
                 (name[:-1, :-1], name[1:, 1:])]
        a, b = (np.concatenate([pair[k].reshape(-1) for pair in pairs])[:contacts] for k in (0, 1))
        a, b = np.minimum(a, b), np.maximum(a, b)
        first = np.lexsort((b, a))
        a, b = a[first], b[first]
        normal = chance.normal(size=(contacts, 3))
        normal /= np.linalg.norm(normal, axis=1)[:, None]
        force = chance.exponential(size=(contacts, 1)) * normal + 0.1 * chance.normal(size=(contacts, 3))
        place = values["Points"]
        values = {"CellData/" + name: chance.random((contacts,) + old.shape[1:]).astype(old.dtype)
                  for name, old in network["CellData"].items()}
        values.update({"CellData/id_a": a, "CellData/id_b": b, "CellData/structure_id": np.full(contacts, -1, "i4"),
                       "CellData/normal": normal, "CellData/force": force,
                       "CellData/overlap": chance.exponential(1e-5, contacts),
                       "Points": np.stack([place[a], place[b]], 1).reshape(-1, 3)})
        fill(network, values)
        network["NumberOfCells"][0] = contacts
        network["NumberOfPoints"][0] = 2 * contacts
    return grains, contacts


def fill(group, values):
    """Replace data sets by new ones without chunks, which are many and small in a small result."""
    for name, numbers in values.items():
        kind, kept = group[name].dtype, dict(group[name].attrs)
        del group[name]
        group.create_dataset(name, data=numbers.astype(kind)).attrs.update(kept)
