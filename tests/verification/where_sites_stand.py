#!/usr/bin/env python3
"""where_sites_stand.py GRANUM -- outside `virtual_particles.where` grains do not see the surface.

Balls lie at random on a plate that stands askew, a closed mesh of two solids, pressed into it by
2e-6 m.  Exactly those whose nearest point of the plate lies in the region, a box, a cylinder or a
sphere of the body's frame, have a contact; those nearer to its rim than 10 um are not looked at, as
sites err by 1e-9 of the spacing and turns by rounding.  Likewise with one of the two solids, whose rim a
ball touches from 0.14 mm beyond: sqrt(2 r 2e-6 m).  None of it counts as an event, and sites are fewer.

`granum check` passes, says how much is not there and how often a grain would miss it (the share of
the area is exact but for triangles cut by the region, of which 64 points tell).  Bad input is refused.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from counted import report, tell as check  # noqa: E402
from half_plates import half_plate, solid  # noqa: E402

R, DEPTH, RIM = 5e-3, 2e-6, 1e-5
SCENE = """
gravity: [0, 0, 0]
materials:
  glass: {density: 2500, youngs_modulus: 5.0e+7, poisson_ratio: 0.25}
contacts:
  pairs: [{between: [glass, glass], restitution: 0.5, friction: 0.2}]
structures:
  - name: plate
    mesh: plate.stl
    mesh_unit: 1 mm
    material: glass
    place: {translate: [0.1, -0.2, 0.05], rotate: {axis: [1, 2, 3], angle: 0.7}}
    virtual_particles: {KEYS}
grains:
  - list: {file: grains.csv, material: glass}
time: {end: 1.0e-6, step: 1.0e-6}
output: {every: 1.0e-6, precision: double}
"""
ROLL = SCENE.replace("list: {file: grains.csv, material: glass}",
                     "list: {material: glass, grains: [{position: AT, radius: 5 mm, velocity: WAY}]}")
ROLL = ROLL.replace("time: {end: 1.0e-6, step: 1.0e-6}", "time: {end: 2 ms}")
ROLL = ROLL.replace("every: 1.0e-6", "every: 0.2 ms")
REGIONS = {  # signed distance of a point of the plate's top, negative in it
    "box: {min: [-80 mm, -30 mm, -1 mm], max: [20 mm, 30 mm, 1 mm]}":
        lambda x, y: np.maximum(abs(x + 0.03) - 0.05, abs(y) - 0.03),
    "cylinder: {base: [0.02, 0.01, -0.01], axis: [0, 0, 0.02], radius: 41 mm}":
        lambda x, y: np.hypot(x - 0.02, y - 0.01) - 0.041,
    "sphere: {centre: [0.03, 0, 0.03], radius: 50 mm}": lambda x, y: np.hypot(x - 0.03, y) - 0.04,
    "groups: [rough half]": lambda x, y: x,
    "groups: [rough half], sphere: {centre: [0, 0, 0], radius: 50 mm}":
        lambda x, y: np.maximum(np.hypot(x, y) - 0.05, x),
}
BAD = {
    "box: {min: [0, 0, 0], max: [0, 1, 1]}": "min is not below max",
    "box: {min: [1, 1, 1], max: [2, 2, 2]}": "grains see no part of the surface",
    "groups: [top]": "has no group 'top'; its groups are",
    "sphere: {centre: [0, 0, 0], radius: 1}, box: {min: [0, 0, 0], max: [1, 1, 1]}": "both given",
    "sphere: {centre: [0, 0, 0], radius: 0}": "not above 0",
    "spere: {centre: [0, 0, 0], radius: 1}": "did you mean sphere",
}


def turn():
    x, y, z = np.array([1, 2, 3]) / 14 ** 0.5
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(0.7) * k + (1 - np.cos(0.7)) * k @ k


def lay(folder):
    """Balls on top, none near another; x, y in the body frame."""
    rng = np.random.default_rng(5)
    at = []
    for p in rng.uniform([-0.098, -0.048], [0.098, 0.048], (20000, 2)):
        if all(np.hypot(*(np.reshape(at, (-1, 2)) - p).T) > 2.01 * R):
            at.append(p)
    at = np.array(at)
    body = np.column_stack([at, np.full(len(at), R - DEPTH)])
    world = body @ turn().T + [0.1, -0.2, 0.05]
    np.savetxt(folder / "grains.csv", np.column_stack([world, np.full(len(at), R)]), "%.17g", ",",
               header="x,y,z,radius", comments="")
    return at


def granum(program, verb, folder, keys, *more):
    (folder / "scene.yaml").write_text(SCENE.replace("KEYS", keys))
    return subprocess.run([program, verb, "scene.yaml", *more], cwd=folder,
                          capture_output=True, text=True)


def touching(program, folder, keys, n):
    done = granum(program, "run", folder, keys, "-o", "r.vtkhdf", "--force", "--progress", "none")
    check(done.returncode == 0, f"{keys}: the run ends well {done.stderr}")
    with h5py.File(folder / "r.vtkhdf") as f:
        force = np.linalg.norm(f["VTKHDF/PointData/force"][:n], axis=1)
        history = f["granum/history"]
        events = history["coverage_lost"][-1] + history["centre_inside"][-1]
        lost = events + sum(f["VTKHDF/PointData/unsupported"][:])
        return force > 0, lost, len(f["granum/virtual_particles/Points"])


def main():
    program = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "plate.stl").write_text(
            solid("rough half", half_plate(-100, 0, 50, 20, True))
            + solid("smooth half", half_plate(0, 100, 50, 20, False)))
        at = lay(folder)
        all_touch, _, all_sites = touching(program, folder, "", len(at))
        check(all_touch.all() and len(at) > 100, f"without where all {len(at)} balls touch")
        for keys, off in REGIONS.items():
            touch, lost, sites = touching(program, folder, f"where: {{{keys}}}", len(at))
            d = off(*at.T)
            near = (2 * R * DEPTH) ** 0.5 + RIM if keys == "groups: [rough half]" else RIM
            sure = (d < -RIM) | (d > near)
            print(f"{keys}: {touch.sum()} touch, {sites} sites of {all_sites}, nearest to the rim "
                  f"{min(abs(d[sure])):.1e}")
            check(np.array_equal(touch[sure], d[sure] < 0), f"{keys}: those inside touch, no other")
            check(0 < touch.sum() < len(at) and sites < 0.8 * all_sites, f"{keys}: a part, fewer sites")
            check(lost == 0, f"{keys}: no event: {lost}")
        roll_in(program, folder)
        tell(program, folder)
        for keys, says in BAD.items():
            done = granum(program, "check", folder, f"where: {{{keys}}}")
            check(done.returncode == 2 and says in done.stderr and "where" in done.stderr,
                  f"{keys} is refused: {done.stderr.splitlines()[:1]}")
        done = granum(program, "check", folder, "patches: none, where: {groups: [rough half]}")
        check(done.returncode == 2 and "leave patches out" in done.stderr, "patches: none is refused")
    report()


def roll_in(program, folder):
    """A ball that comes from where the plate is not there is pushed off from the rim on."""
    at = turn() @ [0.0205, 0.0, R - 1e-4] + [0.1, -0.2, 0.05]
    text = ROLL.replace("AT", str([float(x) for x in at]))
    text = text.replace("WAY", str([float(x) for x in turn() @ [-1.0, 0.0, 0.0]]))
    (folder / "scene.yaml").write_text(text.replace("KEYS", f"where: {{{next(iter(REGIONS))}}}"))
    done = subprocess.run([program, "run", "scene.yaml", "-o", "r.vtkhdf", "--force", "--progress",
                           "none"], cwd=folder, capture_output=True, text=True)
    check(done.returncode == 0, f"rolling in: the run ends well {done.stderr}")
    with h5py.File(folder / "r.vtkhdf") as f:
        x = (f["VTKHDF/Points"][:] - [0.1, -0.2, 0.05]) @ turn()
        up = f["VTKHDF/PointData/velocity"][:] @ turn()[:, 2]
    print("rolling in:", np.column_stack([x[:, 0], up])[:5].tolist())
    check(np.array_equal(abs(up) > 1e-9, x[:, 0] < 0.02), "rolling in: pushed in the region alone")


def tell(program, folder):
    """Half of the plate, and a band of its top, whose share of the area is known."""
    whole = 2 * (200 * 100 + 200 * 20 + 100 * 20)
    band = "box: {min: [-0.01, -1, -0.01], max: [0.01, 1, 1]}"
    for keys, there in (("groups: [rough half]", 0.5 * whole), (band, 20 * 100 + 2 * 20 * 10)):
        done = granum(program, "check", folder, f"where: {{{keys}}}")
        print(done.stderr)
        check(done.returncode == 0, f"check passes {keys}: {done.stderr}")
        said = re.search(r"do not see ([\d.]+) % of the surface, \S+ m2", done.stdout)
        missed = re.search(r"at ([\d.]+) % of the positions a grain overlaps this part", done.stdout)
        check(said and missed, f"{keys}: check says both {done.stdout}")
        if said and missed:
            share = 100 * (1 - there / whole)
            check(abs(float(said[1]) - share) < 2, f"{said[1]} % are not there, {share:.4g} by area")
            check(abs(float(missed[1]) - share) < 12, f"missed at {missed[1]} %")


if __name__ == "__main__":
    main()
