"""rough_walls.py GRANUM CASES CASE -- flows along walls of held grains: `chute` or `shear`.

Both are benchmarks of the European network ON-DEM: the geometry, 114 held grains under a chute and
twice 240 about a shear cell, is that of their descriptions (case `shear`: github.com/dalilavescovi/
GranularShearFlows; `chute`: their inclined plane after GDR MiDi, Eur. Phys. J. E 14 (2004) 341-365).

 chute   steady at 26 degrees: base and floor carry the weight, within the noise of the flow (2 %);
         the solid fraction is the same at all depths (2 %); the inertial number I = v' d / sqrt(P / rho)
         is, too, so that v = v_0 + A sqrt(g cos) [h^(3/2) - (h - z)^(3/2)] / d (Bagnold): the exponent,
         fitted, is 1.5 within 0.15, the profile within 2 % of the velocity; and I is what mu(I) = 0.38 +
         0.26 / (0.3 / I + 1) = tan 26 gives, 0.212 (coefficients after Jop, Forterre and Pouliquen,
         Nature 441 (2006) 727, as quoted at basilisk.fr/sandbox/M1EMN/Exemples/bagnold_periodic.c),
         within the factor 1.35 between what is in use: rho of the grains, or of the bulk
 shear   equal and opposite loads on the walls, those of the stress inside; the same stress at all
         heights; a velocity profile that is odd, a solid fraction that is even; what the walls do is
         dissipated.  No published profile could be opened: these are balances and symmetries

Profiles go to the report; a grain counts in a layer with its volume there.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import check, finish  # noqa: E402

D, RHO, G = 1e-3, 2500, 9.81


def run(granum, case, result, *sets):
    words = [granum, "run", case, "-o", result, "--force", "--progress", "none"]
    done = subprocess.run(words + [w for s in sets for w in ("--set", s)], capture_output=True,
                          text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def history(result):
    with h5py.File(result, "r") as f:
        return {k: v[()] for k, v in f["granum/history"].items()}


def free_grains(result, begin):
    """Heights and velocities of the free grains of each frame from `begin` on."""
    with h5py.File(result, "r") as f:
        data, steps = f["VTKHDF/PointData"], f["VTKHDF/Steps"]
        for k, t in enumerate(steps["Values"]):
            if t < begin:
                continue
            n, at = f["VTKHDF/NumberOfPoints"][k], steps["PointOffsets"][k]
            free = data["held"][at:at + n] == 0
            yield f["VTKHDF/Points"][at:at + n][free, 2], data["velocity"][at:at + n][free, 0]


def profiles(result, begin, edges, area):
    """Mean velocity and solid fraction of each layer between two edges."""
    count, speed, volume, frames = (np.zeros(len(edges) - 1) for _ in range(4))
    r = D / 2
    for z, v in free_grains(result, begin):
        frames += 1
        count += np.histogram(z, edges)[0]
        speed += np.histogram(z, edges, weights=v)[0]
        cut = np.clip(edges[:, None] - z, -r, r)  # of each grain below each edge
        below = (np.pi * (r * r * cut - cut**3 / 3)).sum(axis=1)
        volume += np.diff(below)
    return speed / np.maximum(count, 1), volume / frames / (area * np.diff(edges))


def plot(name, title, axes, series):
    folder = os.environ.get("GM_REPORT")
    if not folder:
        return
    with open(os.path.join(folder, name + ".csv"), "w") as out:
        out.write("# %s\n# %s\n# %s\n" % (title, *axes))
        for label, x, y in series:
            out.writelines("%s,%.6g,%.6g\n" % (label, *p) for p in zip(x, y))


def chute(result):
    begin, area, angle = 0.8, 20 * 10 * D * D, np.radians(26)
    h = history(result)
    rows = h["time"] >= begin
    weight = 6000 * RHO * np.pi / 6 * D**3 * G
    load = (h["held_force"][rows, 0] + h["structure_force"][rows, 0]).mean(axis=0) / weight
    off = np.abs(load - [np.sin(angle), 0, -np.cos(angle)]).max()
    check("the base carries the weight", off < 0.02, "(%.4f, %.4f, %.4f) of it" % tuple(load))
    edges = np.arange(0, 36.1, 0.5) * D
    v, solid = profiles(result, begin, edges, area)
    z = 0.5 * (edges[1:] + edges[:-1])
    top = z[solid > 0.5 * solid[10:30].mean()].max() + 0.25 * D  # the free surface
    bulk = (z > 4 * D) & (z < top - 4 * D)
    phi = solid[bulk].mean()
    spread = np.abs(np.convolve(solid[bulk], np.ones(4) / 4, "valid") / phi - 1).max()
    check("the solid fraction is that of its middle at all depths", spread < 0.02,
          "%.4f, off by %.2f %%, %.1f grains high" % (phi, 100 * spread, top / D))
    # The exponent p of v = a - b (h - z)^p that leaves least over.
    best = (np.inf, 0)
    for p in np.arange(0.8, 2.2, 0.01):
        x = (top - z[bulk])**p
        fit = np.polyfit(x, v[bulk], 1)
        best = min(best, (np.abs(np.polyval(fit, x) - v[bulk]).max(), p))
    check("the exponent of Bagnold's profile", abs(best[1] - 1.5) < 0.15, "%.2f" % best[1])
    x = np.maximum(top - z, 0)**1.5
    b, a = np.polyfit(x[bulk], v[bulk], 1)
    off = np.abs(a + b * x[bulk] - v[bulk]).max() / v[bulk].max()
    check("the profile with 3/2", off < 0.02, "off by %.2f %% of the velocity" % (100 * off))
    # v' = 3/2 |b| sqrt(h - z) = I sqrt(phi g cos (h - z)) / d
    inertial = -1.5 * b * D / np.sqrt(phi * G * np.cos(angle))
    want = 0.3 * (np.tan(angle) - 0.38) / (0.64 - np.tan(angle))
    check("its inertial number", 1 / 1.35 < inertial / want < 1.35,
          "%.3f, mu(I) of glass beads %.3f" % (inertial, want))
    plot("rough_walls_chute", "Chute at 26 degrees: velocity, by the square root of g d",
         ("height over diameter", "velocity"),
         [("granum", z[solid > 0.01] / D, v[solid > 0.01] / np.sqrt(G * D)),
          ("Bagnold's form*", z[z < top] / D, (a + b * x[z < top]) / np.sqrt(G * D))])
    plot("rough_walls_chute_solid", "Chute: solid fraction", ("height over diameter", "1"),
         [("granum", z / D, solid)])


def shear(result):
    begin, area, speed = 1.0, 20 * 10.392304845 * D * D, 0.1
    h = history(result)
    rows = h["time"] >= begin
    # Loads come in blows: the walls' work, summed step by step, tells their mean.
    span = h["time"][rows][-1] - h["time"][rows][0]
    work = h["work_of_held"][rows][-1] - h["work_of_held"][rows][0]
    wall = work / (span * speed * area)
    stress = {n: (h[n + "_contact_stress"] + h[n + "_kinetic_stress"])[rows].mean(axis=0)
              for n in ("low", "middle", "high")}
    inside = np.array([-s[0, 2] for s in stress.values()])
    normal = np.array([s[2, 2] for s in stress.values()])
    check("both walls are dragged alike", abs(wall[0] / wall[1] - 1) < 0.06,
          "%.4f and %.4f Pa" % tuple(wall))
    # Seen at instants: contacts are few and short, so these means are uncertain by some 6 %.
    check("the stress inside is theirs", np.abs(inside / wall.mean() - 1).max() < 0.15,
          "shear (%.4f, %.4f, %.4f) Pa" % tuple(inside))
    check("and normal stress is the same at all heights",
          np.abs(normal / normal.mean() - 1).max() < 0.04, "(%.4f, %.4f, %.4f) Pa" % tuple(normal))
    edges = np.arange(1, 21.1, 1) * D
    v, solid = profiles(result, begin, edges, area)
    odd, even = np.abs(v + v[::-1]).max() / speed, np.abs(solid - solid[::-1]).max()
    check("the velocity profile is odd, the solid fraction even", odd < 0.06 and even < 0.03,
          "off by %.3f of the wall's and %.3f" % (odd, even))
    check("grains are driven out of the hot layers at the walls",
          solid[9:11].mean() > 2 * solid[[0, -1]].mean() and abs(v[0]) < 0.9 * speed,
          "%.3f in the middle, %.3f beside the walls" % (solid[9:11].mean(), solid[[0, -1]].mean()))
    lost = h["dissipated_energy"][rows]
    check("what the walls do is dissipated", abs((lost[-1] - lost[0]) / work.sum() - 1) < 0.02,
          "%.4f of it" % ((lost[-1] - lost[0]) / work.sum()))
    z = 0.5 * (edges[1:] + edges[:-1]) / D
    plot("rough_walls_shear", "Shear between bumpy walls: velocity over that of the walls",
         ("height over diameter", "1"), [("granum", z, v / speed), ("turned about*", z, -v[::-1] / speed)])
    plot("rough_walls_shear_solid", "Shear: solid fraction", ("height over diameter", "1"),
         [("granum", z, solid), ("turned about*", z, solid[::-1])])


def main():
    granum, cases, case = sys.argv[1:4]
    with tempfile.TemporaryDirectory() as folder:
        result = sys.argv[4] if len(sys.argv) > 4 else os.path.join(folder, case + ".vtkhdf")
        if len(sys.argv) < 5:
            run(os.path.abspath(granum), os.path.join(cases, case), result)
        (chute if case == "chute" else shear)(result)
    finish()


main()
