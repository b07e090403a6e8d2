#!/usr/bin/env python3
"""conveyor_groups.py GRANUM -- conveyors on a part of a mesh, and on a box in a periodic domain.

A tray, one closed mesh of two solids of one material: the surface of `belt`, x > 0, moves at V along y.
A grain that lies on the belt ends rolling at V / (1 + 5 a^2 / (2 r^2)) with the arm a = r - d, one
beside it stays (1e-5 of V: the overlap, on which the arm depends, swings still).  About its foot a
grain keeps its angular momentum, none: when a conveyor ends its grain comes to rest.  Along y the domain
is periodic: a box that ends at the sides carries a grain round and round by its images.  What the belts
put in closes the balance, 2e-4.  One thread and two give the same bits.  Names that the mesh
does not have, groups where there is one patch or no mesh are refused.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from half_plates import half_plate, solid  # noqa: E402
from trial import MATERIALS, arrays, check, differences, finish  # noqa: E402

import h5py  # noqa: E402

V, R, G = 0.4, 2e-3, 9.81
E, NU, RHO = 1e7, 0.25, 2500.0

GRAINS = """
grains:
  - list:
      material: glass
      grains:
        - {position: [3 mm, 0, 2 mm], radius: 2 mm}
        - {position: [-3 mm, 0, 2 mm], radius: 2 mm}
        - {position: [13 mm, 0, 2 mm], radius: 2 mm}
        - {position: [-13 mm, 0, 2 mm], radius: 2 mm}
time: {end: 0.2}
output: {every: 20 ms, precision: double, arrays: full}
"""
DOMAIN = "domain: {min: [-40 mm, -6 mm, -20 mm], max: [40 mm, 6 mm, 20 mm], boundary: {y: periodic}}\n"
TRAY = """
structures:
  - name: tray
    mesh: tray.stl
    mesh_unit: 1 mm
    material: glass
    conveyor: [{translate: {velocity: [0, 0.4, 0]}, groups: [belt]}]
  - name: roller
    box: {min: [9 mm, -6 mm, -5 mm], max: [20 mm, 6 mm, 0]}
    material: glass
    conveyor: [{translate: {velocity: [0, 0.4, 0]}, to: 10 ms}]
  - name: endless
    box: {min: [-20 mm, -6 mm, -5 mm], max: [-9 mm, 6 mm, 0]}
    material: glass
    conveyor: [{translate: {velocity: [0, 0.4, 0]}}]
"""


def run(granum, folder, name, threads):
    out = subprocess.run([granum, "run", "scene.yaml", "-o", name, "--threads", str(threads),
                          "--progress", "none"], cwd=folder, check=True, capture_output=True,
                         text=True).stdout
    return float(re.search(r"([0-9.]+) % of what was turned over", out).group(1))


def main():
    granum = str(Path(sys.argv[1]).resolve())
    head = f"gravity: [0, 0, -{G}]\n" + DOMAIN + MATERIALS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "tray.stl").write_text(
            solid("rest", half_plate(-8, 0, 100, 8, True))
            + solid("belt", half_plate(0, 8, 100, 8, False)))
        (folder / "scene.yaml").write_text(head + TRAY + GRAINS)
        left = run(granum, folder, "a.vtkhdf", 1)
        check("the balance closes", left < 0.02, f"{left} %")
        with h5py.File(folder / "a.vtkhdf") as f:
            judge(f)
        run(granum, folder, "b.vtkhdf", 2)
        check("one thread and two give the same bits",
              not differences(arrays(folder / "a.vtkhdf"), arrays(folder / "b.vtkhdf")))
        refuse(granum, folder, head)
    finish()


def judge(f):
    steps = f["VTKHDF/Steps"]
    first = steps["PartOffsets"][-1]
    n = f["VTKHDF/NumberOfPoints"][first]
    data = f["VTKHDF/PointData"]
    last = slice(steps["PointDataOffsets/id"][-1], None)
    order = data["id"][last].argsort()
    v = data["velocity"][last][order]
    check("four grains are there", n == 4)
    mass = RHO * 4 / 3 * 3.141592653589793 * R**3
    stiff = 4 / 3 * 0.5 * E / (1 - NU**2) * R**0.5
    a = R - (mass * G / stiff) ** (2 / 3)
    rolls = V / (1 + 2.5 * a * a / R**2)
    for what, i, expected, most in (("the belt's grain rolls", 0, rolls, 1e-5),
                                    ("so does that of a box, twice round", 3, rolls, 1e-5),
                                    ("the grain beside it stays", 1, 0.0, 1e-5)):
        check(what, abs(v[i, 1] - expected) < most * V, f"{v[i, 1]:.8f} m/s, expected {expected:.8f}")
    # about its foot a grain has no angular momentum, so when nothing carries it on it comes to rest
    check("a conveyor that has ended leaves its grain", abs(v[2, 1]) < 1e-4 * V,
          f"{v[2, 1]:.6f} m/s, expected 0")


def refuse(granum, folder, head):
    for what, scene, words in (
            ("an unknown group", TRAY.replace("[belt]", "[belts]"),
             ["structures[0].conveyor[0].groups[0]", "'belts'", "'rest', 'belt'"]),
            ("groups of a box", TRAY.replace("to: 10 ms", "groups: [belt]"),
             ["conveyor[0].groups", "belong to a mesh"]),
            ("groups in one patch", TRAY.replace("mesh_unit: 1 mm",
                                                 "mesh_unit: 1 mm\n    virtual_particles: {patches: none}"),
             ["conveyor[0].groups", "patches: none"]),
            ("two ways in one", TRAY.replace("translate: {velocity: [0, 0.4, 0]}, to",
                                             "translate: {velocity: [0, 1, 0]}, rotate: {axis: [0, 0, 1], "
                                             "through: [0, 0, 0], rate: 1}, to"), ["conveyor"]),
            ("an end before the start", TRAY.replace("to: 10 ms", "from: 1, to: 10 ms"),
             ["conveyor[0]"])):
        (folder / "scene.yaml").write_text(head + scene + GRAINS)
        got = subprocess.run([granum, "check", "scene.yaml"], cwd=folder, capture_output=True, text=True)
        said = got.stdout + got.stderr
        check(what + " is refused", got.returncode != 0 and all(w in said for w in words),
              said.strip().splitlines()[0][:150] if said else "")


if __name__ == "__main__":
    main()
