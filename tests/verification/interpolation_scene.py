"""Grains on a ball of triangles feel the force that their interpolation errs by as listed, and
bounce off without loss, whichever lattice and interpolation carry the ball.

    interpolation_scene.py GRANUM

A ball of radius R = 10 D in 20,480 triangles; sixty grains of radius 2 D around it.  Frame 0 of a
run in which they press into it by 0.1 D: distance against that of every triangle, force
k (r - distance), the number of sites that said so.  Listed for half a spacing from the surface is
the rms error of the distance (of verification/interpolation_table; face-centred as found there);
here the curvature is less, by (R + D / 2) / (R + 2 D).  No cell is left to the triangles.  Then
they hit it at 45 degrees, frictionless, elastic: every one leaves with the energy it came with,
since the force is the gradient of its distance.

A box, cut into six patches, has the exact force in the middle of its faces, but for Shepard's
mean.

Virtual particles may be larger than the grains, as in the published method: with `band: described`
grains of radius 0.4 D, less than half a spacing, feel distances that err as listed, from the ball, and
none of the cells reaches to the other side of it.  Elsewhere such a spacing is refused.
"""
import os
import subprocess
import sys
import tempfile

import h5py
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import triangles  # noqa: E402
from counted import check, report  # noqa: E402

D, R, GRAIN, PRESSED, STIFFNESS = 1e-3, 10e-3, 2e-3, 0.1e-3, 1e3
COUNT = 60
MASS = 2500 * 4 / 3 * np.pi * GRAIN ** 3
CONTACT_TIME = np.pi * np.sqrt(MASS / STIFFNESS)
SPEED = 0.02 * 2 * GRAIN * np.sqrt(STIFFNESS / MASS)  # overlap 2 % of the diameter

# name: lattice, interpolation; rms error of the distance in D and its order; sites that answer
WAYS = {
    "half-Taylor": ("cubic", "half_taylor", 7.7e-5, 2, (8, 8)),
    "trilinear": ("cubic", "trilinear", 1.7e-2, 1, (8, 8)),
    "MLS, cubic": ("cubic", "mls", 2.0e-2, 1, (20, 32)),
    "Shepard, cubic": ("cubic", "shepard", 2.7e-2, 0, (20, 32)),
    "MLS, face-centred": ("face_centred", "mls", 1.4e-2, 1, (14, 23)),
    "Shepard, face-centred": ("face_centred", "shepard", 1.7e-2, 0, (14, 23)),
}

SCENE = """
gravity: [0, 0, 0]
materials: {m: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}}
contacts:
  law: hooke
  pairs: [{between: [m, m], restitution: 1, friction: 0, stiffness: %g}]
structures:
  - name: ball
    mesh: ball.stl
    material: m
    virtual_particles: {spacing: %g, tolerance: 1, lattice: LATTICE,
                        interpolation: INTERPOLATION}
grains: [{list: {material: m, file: grains.csv}}]
domain: {min: [-0.05, -0.05, -0.05], max: [0.05, 0.05, 0.05]}
time: {end: %g, step: %g}
output: {every: %g, precision: double}
"""


def ball():
    """An icosahedron, each triangle cut in four five times, on the sphere: [n, 3, 3]."""
    g = (1 + 5 ** 0.5) / 2
    point = np.array([(s * 1, t * g, 0) for s in (-1, 1) for t in (-1, 1)])
    point = np.concatenate([np.roll(point, k, axis=1) for k in range(3)])
    side = np.linalg.norm(point[:, None] - point, axis=2)
    near = (side > 0) & (side < 2.1)
    faces = [(a, b, c) for a in range(12) for b in range(a) for c in range(b)
             if near[a, b] and near[b, c] and near[c, a]]
    t = point[np.array(faces)]
    inwards = np.einsum("nx,nx->n", np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), t[:, 0]) < 0
    t[inwards] = t[inwards][:, ::-1]
    for _ in range(5):
        a, b, c = t[:, 0], t[:, 1], t[:, 2]
        ab, bc, ca = a + b, b + c, c + a
        t = np.concatenate([np.stack(s, 1) for s in
                            ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])
        t /= np.linalg.norm(t, axis=2, keepdims=True)
    return R * t


def box():
    """Corners at +- R / 2."""
    quads = []
    for axis in range(3):
        for side in (-1, 1):
            corner = np.array([(side, -1, -1), (side, side, -side),
                               (side, 1, 1), (side, -side, side)])
            quads.append(np.roll(corner, axis, axis=1))
    return R / 2 * np.array([q[k] for q in quads for k in ([0, 1, 2], [0, 2, 3])], float)


def write_stl(path, t):
    row = np.dtype([("normal", "<f4", 3), ("corner", "<f4", (3, 3)), ("spare", "<u2")])
    out = np.zeros(len(t), row)
    out["corner"] = t
    with open(path, "wb") as f:
        f.write(b"ball".ljust(80) + np.uint32(len(t)).tobytes() + out.tobytes())


def directions():
    """Points spread over the unit sphere, turned off every axis."""
    k = np.arange(COUNT) + 0.5
    z, f = 1 - 2 * k / COUNT, np.pi * (1 + 5 ** 0.5) * k
    u = np.stack([np.sqrt(1 - z * z) * np.cos(f), np.sqrt(1 - z * z) * np.sin(f), z], 1)
    turn = np.linalg.qr(np.random.default_rng(5).normal(size=(3, 3)))[0]
    return u @ turn


def run(granum, folder, way, x, v, end, mesh="ball.stl", radius=GRAIN, more=""):
    count = len(x)
    np.savetxt(os.path.join(folder, "grains.csv"),
               np.hstack([x, np.full((count, 1), radius), v]), "%.17g", ",",
               header="x,y,z,radius,vx,vy,vz", comments="")
    text = SCENE % (STIFFNESS, D, end, CONTACT_TIME / 200, end)
    with open(os.path.join(folder, "scene.yaml"), "w") as f:
        f.write(text.replace("ball.stl", mesh).replace("LATTICE", way[0])
                .replace("INTERPOLATION", way[1] + more))
    result = os.path.join(folder, "result.vtkhdf")
    done = subprocess.run([granum, "run", os.path.join(folder, "scene.yaml"), "-o", result,
                           "--force", "--progress", "none"], capture_output=True, text=True)
    check(done.returncode == 0, f"granum run: {done.stderr}")
    with h5py.File(result, "r") as f:
        arrays = {k: d[()] for k, d in f["VTKHDF/PointData"].items()}
        lost = f["granum/history/coverage_lost"][-1]
    check(lost == 0, f"{lost} times a stencil was incomplete")
    return ({k: a[:count] for k, a in arrays.items()}, {k: a[-count:] for k, a in arrays.items()})


def press(granum, folder, name, way, mesh, u):
    lattice, interpolation, listed, order, (least, most) = way
    x = u * (R + GRAIN - PRESSED)
    distance = triangles.distances(x, mesh)
    first, _ = run(granum, folder, way, x, 0 * x, CONTACT_TIME / 20)
    off = first["structure_distance"] - distance
    rms = np.sqrt(np.mean(off ** 2)) / D
    turned = np.degrees(np.arccos(np.clip(np.sum(first["structure_normal"] * u, 1), -1, 1)))
    force = np.linalg.norm(first["force"], axis=1)
    exact = STIFFNESS * (GRAIN - distance)
    wrong = np.sqrt(np.mean((force / exact - 1) ** 2))
    expected = listed * ((R + D / 2) / (R + GRAIN)) ** order
    sites = first["site_count"]
    print("%-22s  %.1e (%.1e)  %6.2f %%  %5.2f deg  %2d to %2d"
          % (name, rms, expected, 100 * wrong, np.sqrt(np.mean(turned ** 2)),
             sites.min(), sites.max()), end="")
    if order == 2:  # normals of sites see facets, 1.1 degrees apart: 0.02 D / 2, averaged
        check(rms < 2e-3, f"{name}: distances off by {rms} D")
    else:
        check(0.6 * expected < rms < 1.5 * expected, f"{name}: distances off by {rms} D")
    slope = force / (STIFFNESS * (GRAIN - first["structure_distance"]))
    check(np.all(np.abs(slope - 1) < 0.15), f"{name}: force against overlap {slope}")
    check(wrong < 1.5 * expected * D / PRESSED + 0.07, f"{name}: forces off by {wrong}")
    check(sites.min() >= least and sites.max() <= most,
          f"{name}: {sites.min()} to {sites.max()} sites")


def bounce(granum, folder, name, way, u):
    t = np.cross(u, directions()[::-1])
    t /= np.linalg.norm(t, axis=1, keepdims=True)
    first, last = run(granum, folder, way, u * (R + GRAIN + 0.1 * D), SPEED * (t - u),
                      2.5 * CONTACT_TIME)
    before, after = (np.sum(a["velocity"] ** 2, 1) for a in (first, last))
    error = after / before - 1
    away = np.sum(last["velocity"] * u, 1) / SPEED
    print("   %.1e  %.1e" % (np.sqrt(np.mean(error ** 2)), np.abs(error).max()))
    check(away.min() > 0.5, f"{name}: a grain has not come back")
    check(np.all(last["force"] == 0), f"{name}: a grain still touches")
    check(np.sqrt(np.mean(error ** 2)) < (3e-4 if name == "trilinear" else 5e-5),
          f"{name}: energy off by {np.abs(error).max()}")


def flat(granum, folder, name, way):
    u = np.vstack([np.eye(3), -np.eye(3)])
    aside = 0.05 * R * np.roll(u, 1, axis=1)
    x = (R / 2 + GRAIN - PRESSED) * u + aside
    first, _ = run(granum, folder, way, x, 0 * x, CONTACT_TIME / 20, "box.stl")
    off = np.abs(first["force"] / (STIFFNESS * PRESSED) - u).max()
    print("%-22s  force off by %.1e" % (name, off))
    # 5 mm as a float, over an overlap of 0.1 mm
    check(off < (0.3 if way[1] == "shepard" else 3e-6), f"{name}: force on a flat face")


def larger(granum, folder, mesh, u):
    small = 0.4 * D
    x = u * (R + 0.98 * small)
    distance = triangles.distances(x, mesh)
    for name in ("half-Taylor", "MLS, cubic"):
        listed, order = WAYS[name][2:4]
        first, _ = run(granum, folder, WAYS[name], x, 0 * x, CONTACT_TIME / 20, radius=small,
                       more=", band: described")
        rms = np.sqrt(np.mean((first["structure_distance"] - distance) ** 2)) / D
        expected = listed * ((R + D / 2) / (R + small)) ** order
        print("%-22s  %.1e (%.1e)" % (name, rms, expected))
        check(rms < (3e-3 if order == 2 else 1.5 * expected), f"{name}: distances off by {rms} D")
    done = subprocess.run([granum, "check", os.path.join(folder, "scene.yaml"), "--set",
                           "structures.ball.virtual_particles.band=auto"], capture_output=True, text=True)
    check(done.returncode == 2 and "or band: described" in done.stderr, f"refused: {done.stderr}")


def main():
    granum = os.path.abspath(sys.argv[1])
    mesh, u = ball(), directions()
    print("%d triangles" % len(mesh))
    print("                        distance / D (listed)  force    normal     sites      "
          "dE/E rms, worst")
    with tempfile.TemporaryDirectory() as folder:
        write_stl(os.path.join(folder, "ball.stl"), mesh)
        mesh = triangles.read_stl(os.path.join(folder, "ball.stl"))
        for name, way in WAYS.items():
            press(granum, folder, name, way, mesh, u)
            bounce(granum, folder, name, way, u)
        print("larger than the grains")
        larger(granum, folder, mesh, u)
        write_stl(os.path.join(folder, "box.stl"), box())
        print("box")
        for name, way in WAYS.items():
            flat(granum, folder, name, way)
    report()


main()
