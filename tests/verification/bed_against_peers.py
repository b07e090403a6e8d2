"""A bed at rest is the same bed in LIGGGHTS and in LAMMPS.

    bed_against_peers.py GRANUM [FIGURES]

Granum lets 4000 grains fall into a box; LIGGGHTS, LAMMPS and Granum start from those positions and
velocities, without tangential history, and run 0.05 s with the same law (tests/bench/peers.py says
how each is told); the tangential spring of LAMMPS keeps its force, as contacts.tangential:
incremental does, that of LIGGGHTS its stretch, as total does, so each has its own Granum beside it.
Required of each program that is installed:

* coordination and mean overlap within 1 %;
* weight on the floor within 0.1 % of the weight of the bed;
* vertical stress in layers three grains high, by halves of each contact's virial at the centres of
  its grains, within 3 % of the largest.

And of Granum alone: those layers beside the stress that `measure` shows in them, which clips the
branches: within 5 % of the largest, since the two put the ends of branches elsewhere.
Without a peer there is nothing to compare, and the exit code is 77.
"""
import sys
import tempfile
from pathlib import Path

import numpy as np

import bulk

sys.path.insert(0, str(bulk.ROOT / "tests" / "bench"))
sys.dont_write_bytecode = True
import peers  # noqa: E402

FORM = {"liggghts": "total", "lammps": "incremental"}
COUNT, SIDE, LAYER, LAYERS = 4000, 26.0e-3, 6.0e-3, 6
STEPS = 10000

SCENE = f"""
title: A bed in a box
materials:
  glass: {{density: {peers.DENSITY}, youngs_modulus: {peers.YOUNG}, poisson_ratio: {peers.POISSON}}}
contacts:
  law: hertz
  pairs: [{{between: [glass, glass], restitution: {peers.RESTITUTION}, friction: {peers.FRICTION}}}]
structures:
  - {{name: floor, plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: glass}}
  - {{name: left, plane: {{point: [0, 0, 0], normal: [1, 0, 0]}}, material: glass}}
  - {{name: right, plane: {{point: [{SIDE}, 0, 0], normal: [-1, 0, 0]}}, material: glass}}
  - {{name: front, plane: {{point: [0, 0, 0], normal: [0, 1, 0]}}, material: glass}}
  - {{name: back, plane: {{point: [0, {SIDE}, 0], normal: [0, -1, 0]}}, material: glass}}
"""
FALL = SCENE + f"""
grains:
  - fill: {{box: {{min: [0, 0, 0], max: [{SIDE}, {SIDE}, 0.092]}}, material: glass,
           radius: {{uniform: [0.9 mm, 1.1 mm]}}, count: {COUNT}}}
time: {{end: 0.3, step: {peers.STEP}}}
output: {{every: 0.3, precision: double}}
"""
REST = SCENE + f"""
grains:
  - list: {{file: bed.csv, material: glass}}
measure: [%s]
time: {{end: {STEPS * peers.STEP:g}, step: {peers.STEP}}}
output: {{every: {STEPS * peers.STEP:g}, precision: double}}
""" % ", ".join("{name: l%d, stress: {box: {min: [0, 0, %g], max: [%g, %g, %g]}}}" % (
    k, k * LAYER, SIDE, SIDE, (k + 1) * LAYER) for k in range(LAYERS))


def bed_of(grains):
    """Rows as the peers read them: radius x y z vx vy vz wx wy wz."""
    return np.column_stack([grains.radius, grains.position, grains.velocity,
                            grains.angular_velocity])


def write_bed(rows, folder):
    np.savetxt(folder / "bed.txt", rows, fmt="%.17g")
    np.savetxt(folder / "bed.csv", rows[:, [1, 2, 3, 0, *range(4, 10)]], fmt="%.17g",
               delimiter=",", comments="", header="x,y,z,radius,vx,vy,vz,wx,wy,wz")


def overlaps(rows):
    """Overlap over the smaller radius of the grains in contact, by a search of our own."""
    r, x, found = rows[:, 0], rows[:, 1:4], []
    for i in range(len(rows) - 1):
        gap = r[i] + r[i + 1:] - np.sqrt(((x[i + 1:] - x[i]) ** 2).sum(1))
        found.append((gap / np.minimum(r[i], r[i + 1:]))[gap > 0])
    return np.concatenate(found)


def describe(rows, floor, virial):
    over = overlaps(rows)
    layer = (rows[:, 3] // LAYER).astype(int)
    volume = SIDE * SIDE * LAYER
    return {"z": 2.0 * len(over) / len(rows), "overlap": over.mean(), "floor": floor,
            "stress": np.array([virial[layer == k].sum() / volume for k in range(LAYERS)]),
            "moves": np.linalg.norm(rows[:, 4:7], axis=1).max()}


def ours(granum, folder, form):
    (folder / "rest.yaml").write_text(REST)
    result = bulk.run(granum, folder / "rest.yaml", ["contacts.tangential=" + form])
    rows, c = bed_of(result[-1].grains), result[-1].contacts
    pair = c.id_b >= 0
    a, b = c.row_a[pair], c.row_b[pair]
    half = 0.5 * c.force[pair, 2] * (rows[a, 3] - rows[b, 3])
    virial = np.bincount(a, half, len(rows)) + np.bincount(b, half, len(rows))
    m = describe(rows, -result.history["structure_force"][-1, 0, 2], virial)
    m["clipped"] = np.array([result.history["l%d_contact_stress" % k][-1, 2, 2]
                             for k in range(LAYERS)])
    return m


def main():
    granum = sys.argv[1]
    names = [n for n in peers.PROGRAMS if peers.installed(n)]
    for n in set(peers.PROGRAMS) - set(names):
        print(f"{n} is not installed: left out (Debian has it as a package)")
    if not names:
        sys.exit(77)
    check, programs = bulk.Checks(), {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "fall.yaml").write_text(FALL)
        start = bed_of(bulk.run(granum, folder / "fall.yaml")[-1].grains)
        write_bed(start, folder)
        weight = (peers.DENSITY * 4 / 3 * np.pi * start[:, 0] ** 3).sum() * peers.GRAVITY
        for n in names:
            programs["granum, " + FORM[n]] = ours(granum, folder, FORM[n])
            done = peers.run(n, folder / "bed.txt", SIDE, 1, [STEPS], folder, loads=True)
            floor, virial = map(np.array, done["loads"])
            programs[n] = describe(np.loadtxt(done["last"]), floor.sum(), virial)
    beside = lambda n: programs["granum, " + FORM[n]] if n in FORM else programs[n]  # noqa: E731
    print("program                 Z            overlap/r           floor N   of %.5f N  fastest m/s"
          % weight)
    for n, m in programs.items():
        first = beside(n)
        print("%-19s %.4f (%+.2f %%) %.6f (%+.3f %%) %.5f (%+.3f %%) %10.1e" % (
            n, m["z"], 100 * (m["z"] / first["z"] - 1), m["overlap"],
            100 * (m["overlap"] / first["overlap"] - 1), m["floor"],
            100 * (m["floor"] - first["floor"]) / weight, m["moves"]))
    print("stress in Pa at mm " + " ".join("%15.0f" % (1e3 * (k + 0.5) * LAYER)
                                           for k in range(LAYERS)))
    most = beside(names[0])["stress"].max()
    for n, m in programs.items():
        print("%-19s " % n + " ".join("%6.1f %+6.2f %%" % (a, 100 * (a - b) / most)
                                      for a, b in zip(m["stress"], beside(n)["stress"])))
    first = beside(names[0])
    print("%-19s " % "its measure" + " ".join("%6.1f %8s" % (a, "") for a in first["clipped"]))
    for n in names:
        m, first = programs[n], beside(n)
        check(abs(m["z"] / first["z"] - 1) < 0.01, n + ": coordination within 1 %")
        check(abs(m["overlap"] / first["overlap"] - 1) < 0.01, n + ": mean overlap within 1 %")
        check(abs(m["floor"] - first["floor"]) < 1e-3 * weight, n + ": weight on the floor within 0.1 %")
        check((abs(m["stress"] - first["stress"]) < 0.03 * most).all(),
              n + ": stress in the layers within 3 %")
    # At the floor the branches to it are not in the virial of the pairs.
    off = abs(first["clipped"] - first["stress"])[1:].max() / most
    check(off < 0.05, "granum: two ways to the stress within 5 %%: %.1f %%" % (100 * off))

    def draw(axes):
        z = 1e3 * (np.arange(LAYERS) + 0.5) * LAYER
        for (n, m), mark in zip(programs.items(), "os^x"):
            axes.plot(m["stress"], z, mark, mfc="none", label=n)
        axes.plot(first["clipped"], z, "k-", lw=1, label="its measure")
        axes.set(xlabel="vertical stress, Pa", ylabel="height, mm", xlim=(0, None))
        axes.legend()

    if len(sys.argv) > 2:
        bulk.figure(sys.argv[2], "bed_against_peers", draw)
    check.exit()


if __name__ == "__main__":
    main()
