"""hybrid_from_grains.py GRANUM -- material points take stress, density and velocity of the grains that they replace.

A triangular lattice of equal discs of radius r, whose neighbours are a = 2 r (1 - 0.005) apart, bears the same force
f = k (2 r - a) in each contact.  By sum f l / A over a cell of the lattice (Christoffersen et al. 1981) its stress is
sqrt(3) f / a in all directions, and its density m / (sqrt(3)/2 a^2).  The discs move with a uniform velocity gradient, so
slowly that forces stay within 0.5 %.  Points that are made inside have that pressure within 1 %, each of them, the density within 0.5 % in the mean
(what is owed by cells at the edge is shared), no shear, no mass is lost, and the velocity of the field at their place within 0.05 of a cell.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from results import granum  # noqa: E402
from trial import check, finish  # noqa: E402

R, RHO, TC, SIDE = 2.0e-3, 2600.0, 0.4e-3, 40
A = 2 * R * (1 - 0.005)
GRADIENT = np.array([[0.0, 0.4], [-0.3, 0.2]])  # 1/s
SCENE = """
domain: {dimensions: 2, min: [-0.1, -0.1], max: [0.1, 0.1]}
gravity: [0, 0]
materials: {sand: {density: %g, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {law: hooke, pairs: [{between: [sand, sand], contact_time: %g, restitution: 1, friction: 0}]}
grains: [{list: {material: sand, grains: [%s]}}]
hybrid: {mode: hybrid, start: 0, every: 20, stride: 10, friction_angle: 25 deg}
time: {step: 8 us, end: 0.16 ms}
output: {every: 0.16 ms, history: 80 us}
"""


def lattice():
    for j in range(SIDE):
        for i in range(SIDE):
            yield A * (i + 0.5 * (j % 2) - SIDE / 2), A * (0.75 ** 0.5) * (j - SIDE / 2)


def main(folder):
    rows = []
    for x in lattice():
        v = GRADIENT @ x
        rows.append("{position: [%.12g, %.12g], radius: %g, velocity: [%.9g, %.9g]}" % (*x, R, *v))
    scene, result = folder / "lattice.yaml", folder / "lattice.vtkhdf"
    scene.write_text(SCENE % (RHO, TC, ", ".join(rows)))
    subprocess.run([sys.argv[1], "run", scene, "-o", result, "--progress", "none", "--threads", "1"], check=True,
                   stdout=subprocess.DEVNULL)
    out = granum.open(str(result))
    points, h = out[-1].points, out.history
    mass = RHO * np.pi * R**2
    force = 0.5 * mass * (np.pi / TC)**2 * (2 * R - A)
    pressure, density = 3**0.5 * force / A, mass / (0.75**0.5 * A**2)
    x = points["position"][:, :2].astype(float)
    deep = (abs(x) < 0.025).all(1)
    p, tau = points["pressure"][deep].astype(float), points["shear"][deep].astype(float)
    rho = (points["mass"] / points["volume"])[deep].astype(float)
    total = h["points_mass"][-1] + h["grains_mass"][-1] + h["mass_owed"][-1]
    check("no mass is lost", abs(total / (SIDE**2 * mass) - 1) < 1e-12, "%.1e" % (total / (SIDE**2 * mass) - 1))
    check("there are points", deep.sum() > 50, "%d" % deep.sum())
    check("pressure in the mean", abs(p.mean() / pressure - 1) < 0.02, "%.1f Pa of %.1f Pa" % (p.mean(), pressure))
    check("pressure of each", abs(p / pressure - 1).max() < 0.01, "%.1f to %.1f Pa" % (p.min(), p.max()))
    check("no shear", tau.mean() < 0.1 * pressure, "%.1f Pa" % tau.mean())
    check("density in the mean", abs(rho.mean() / density - 1) < 0.005, "%.1f kg/m3 of %.1f" % (rho.mean(), density))
    off = points["velocity"][deep][:, :2] - x[deep] @ GRADIENT.T
    cell = 2 * 2 * R
    worst = abs(off).max() / (cell * abs(GRADIENT).max())
    check("velocity of the field", worst < 0.05, "off by %.3f of a cell" % worst)
    finish()


with tempfile.TemporaryDirectory() as name:
    main(Path(name))
