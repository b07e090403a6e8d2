#!/usr/bin/env python3
"""friction_by_group.py GRANUM -- each part of a mesh rubs as its own material does.

A ball slides over a plate, one closed mesh of two solids: `rough` for x < 0, `smooth` for
x > 0.  While it slides, Coulomb's law says

    force along the plate / force on it  =  friction of the part under the ball

at every instant, whatever the overlap does: exactly, so but for rounding (1e-9: sums of a
few terms, over a distance interpolated to 1e-9 of the spacing).  Its speed is that of
v dv = -mu g dx on each half (1e-4: the step is one of 25 of a contact).  The polygons and
the virtual particles in the result carry the materials of their halves.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from half_plates import half_plate, solid  # noqa: E402

ROUGH, SMOOTH, G, R, V0, START = 0.3, 0.1, 9.81, 5e-3, 1.0, -0.05

SCENE = f"""
gravity: [0, 0, {-G}]
materials:
  ball: {{density: 2500, youngs_modulus: 5.0e+7, poisson_ratio: 0.25}}
  sand: {{density: 2500, youngs_modulus: 5.0e+7, poisson_ratio: 0.25}}
  ice: {{density: 2500, youngs_modulus: 5.0e+7, poisson_ratio: 0.25}}
contacts:
  pairs:
    - {{between: [ball, ball], restitution: 0.5, friction: 0.2}}
    - {{between: [ball, sand], restitution: 0.5, friction: {ROUGH}}}
    - {{between: [ball, ice], restitution: 0.5, friction: {SMOOTH}}}
structures:
  - name: plate
    mesh: plate.stl
    mesh_unit: 1 mm
    material: sand
    groups: [{{name: smooth half, material: ice}}]
grains:
  - list:
      material: ball
      grains: [{{position: [{START}, 0, {R - 2e-6}], radius: {R}, velocity: [{V0}, 0, 0]}}]
time: {{end: 0.11}}
output: {{every: 5 ms, history: 0.5 ms, arrays: full, precision: double}}
"""


def main():
    granum = str(Path(sys.argv[1]).resolve())
    faults = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "plate.stl").write_text(
            solid("rough half", half_plate(-200, 0, 50, 20, True))
            + solid("smooth half", half_plate(0, 200, 50, 20, False)))
        (folder / "scene.yaml").write_text(SCENE)
        subprocess.run([granum, "run", "scene.yaml", "-o", "r.vtkhdf", "--progress", "none"],
                       cwd=folder, check=True, stdout=subprocess.DEVNULL)
        with h5py.File(folder / "r.vtkhdf") as f:
            judge(f, faults)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def judge(f, faults):
    history = f["granum/history"]
    time, force = history["time"][:], history["structure_force"][:, 0, :]
    # v^2 = v0^2 - 2 mu g s on each half, in time: v falls at mu g
    to_border = (V0 - np.sqrt(V0**2 + 2 * ROUGH * G * START)) / (ROUGH * G)
    there = V0 - ROUGH * G * to_border
    print(f"at the border after {to_border:.6f} s with {there:.6f} m/s")
    for what, mu, rows in (("rough", ROUGH, (time > 0.002) & (time < to_border - 0.002)),
                           ("smooth", SMOOTH, time > to_border + 0.002)):
        ratio = force[rows, 0] / -force[rows, 2]
        off = abs(ratio / mu - 1).max()
        print(f"{what:7} {rows.sum():4d} rows, friction {ratio.mean():.12f}, off by {off:.1e}")
        if not off < 1e-9 or rows.sum() < 50:
            faults.append(f"{what}: the friction is off by {off}")
    # at the end: v = v0 - mu g t on each half; the last frame
    last = f["VTKHDF/PointData/velocity"][-1, 0]
    expected = there - SMOOTH * G * (f["VTKHDF/Steps/Values"][-1] - to_border)
    print(f"speed at the end {last:.6f} m/s, expected {expected:.6f}")
    if not abs(last / expected - 1) < 1e-4:
        faults.append(f"the speed at the end is {last}, expected {expected}")
    for group, x_of in (("structures", polygon_middles), ("virtual_particles", site_places)):
        part = f["granum"][group]
        x, material = x_of(part), data_of(part, "material")
        names = [n.decode() for n in f["granum/names/materials"][:]]
        for side, wanted in ((x < -1e-3, "sand"), (x > 1e-3, "ice")):
            wrong = (material[side] != names.index(wanted)).sum()
            print(f"{group}: {side.sum()} of {wanted}, {wrong} wrong")
            # sites of one half reach beyond its border, by the radius of the ball and more
            if not side.sum() or (wrong and group == "structures"):
                faults.append(f"{group}: {wrong} are not of {wanted}")
    if set(data_of(f["granum/virtual_particles"], "material")) != {1, 2}:
        faults.append("the virtual particles are not of both materials")


def data_of(part, name):
    for data in ("CellData", "PointData"):
        if data in part and name in part[data]:
            return part[data][name][:]
    raise KeyError(name)


def polygon_middles(part):
    corner, start = part["Polygons/Connectivity"][:], part["Polygons/Offsets"][:]
    x = part["Points"][:, 0][corner]
    return np.add.reduceat(x, start[:-1]) / np.diff(start)


def site_places(part):
    return part["Points"][:, 0]


if __name__ == "__main__":
    sys.exit(main())
