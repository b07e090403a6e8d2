"""A ball that falls into a bed goes the same way as a free body, as a grain, and in LAMMPS.

    intruder.py GRANUM                the body beside a grain of its radius and mass, in one bed
    intruder.py GRANUM lammps [FIGURES]    beside LAMMPS, in three beds from three seeds

A steel ball of 12 mm strikes a settled bed of 1200 glass grains of 3.6 to 4.4 mm at 1 m/s, periodic sideways.
Springs and dashpots are linear (hooke), which leaves no choice of an effective radius: all three have the
same stiffness, damping ratio, friction and tangential spring for every pair (tests/bench/peers.py has the
numbers that give LAMMPS the damping).  What differs: a body is touched at its surface, two grains on
the line of centres, by half an overlap; LAMMPS lets the tangential dashpot rest otherwise.  Paths in a
bed part exponentially, so what must agree closely is the beginning, and the end within a scatter.

Beside the grain: in the first 2 ms the velocity agrees within 0.5 % of that of the impact; the depth
after 15 ms within 0.1 mm.  A grain that starts 0.1 um higher is apart by 0.4 % after 8 ms.  A mass
that is wrong by 3 % fails.

Beside LAMMPS, of depth at 60 ms, largest force (mean over 1 ms) and time to stop (speed below 5 % for the first
time, or 60 ms): the mean of the three beds differs by less than the spread of the beds, largest less least of six.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import bulk

sys.path.insert(0, str(bulk.ROOT / "tests" / "bench"))
import peers  # noqa: E402

SIDE, COUNT, RADIUS, G = 40.0e-3, 1200, 6.0e-3, 9.81
GLASS, STEEL, SPEED = 2500.0, 7800.0, 1.0
STIFF, RESTITUTION, FRICTION, RATIO = 1.0e4, 0.6, 0.5, 2.0 / 7.0
STEP, SOON, END, EVERY = 5.0e-6, 0.015, 0.06, 1.0e-4  # s
MASS = STEEL * 4.0 / 3.0 * np.pi * RADIUS**3

SCENE = f"""
title: A ball strikes a bed
domain: {{min: [0, 0, -0.01], max: [{SIDE}, {SIDE}, 1], boundary: {{x: periodic, y: periodic}}}}
materials:
  glass: {{density: {GLASS}, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
  steel: {{density: {STEEL}, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts:
  law: hooke
  tangential_ratio: {RATIO:.17g}
  pairs:
    - &pair {{between: [glass, glass], restitution: {RESTITUTION}, friction: {FRICTION}, stiffness: {STIFF}}}
    - {{between: [glass, steel], restitution: {RESTITUTION}, friction: {FRICTION}, stiffness: {STIFF}}}
    - {{between: [steel, steel], restitution: {RESTITUTION}, friction: {FRICTION}, stiffness: {STIFF}}}
structures:
  - {{name: floor, plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: glass}}
""".replace("&pair ", "")
FALL = SCENE + f"""
grains:
  - fill: {{box: {{min: [0, 0, 0], max: [{SIDE}, {SIDE}, 0.1]}}, material: glass,
           radius: {{uniform: [1.8 mm, 2.2 mm]}}, count: {COUNT}, seed: %d}}
time: {{end: 0.25, step: 1e-5}}
output: {{every: 0.25, precision: double}}
"""
BODY = """  - name: ball
    sphere: {centre: [%.17g, %.17g, %.17g], radius: %.17g}
    material: steel
    free: {velocity: [0, 0, %.17g]}
"""
BED = """
grains:
  - list: {file: bed.csv, material: glass}
"""
TIMES = f"""
time: {{end: %.17g, step: {STEP}}}
output: {{every: {EVERY}, history: {EVERY}, precision: double, compression: 0}}
"""


def bed_of(granum, folder, seed):
    """Rows x y z radius vx vy vz wx wy wz of a settled bed, and the height from which the ball starts."""
    (folder / "fall.yaml").write_text(FALL % seed)
    g = bulk.run(granum, folder / "fall.yaml")[-1].grains
    rows = np.column_stack([g.position, g.radius, g.velocity, g.angular_velocity])
    flat = np.hypot(*(rows[:, :2] - 0.5 * SIDE).T)
    near = flat < RADIUS + rows[:, 3]
    top = (rows[near, 2] + np.sqrt((RADIUS + rows[near, 3]) ** 2 - flat[near] ** 2)).max()
    return rows, top + 1.0e-6


def write(path, rows):
    np.savetxt(path, rows, fmt="%.17g", delimiter=",", comments="", header="x,y,z,radius,vx,vy,vz,wx,wy,wz")


def as_body(granum, folder, rows, z, end=END):
    """Time [n] s, height and velocity [n] of the ball as a body that forces move."""
    write(folder / "bed.csv", rows)
    (folder / "body.yaml").write_text(SCENE + BODY % (0.5 * SIDE, 0.5 * SIDE, z, RADIUS, -SPEED) + BED + TIMES % end)
    result = bulk.run(granum, folder / "body.yaml")
    ball = result.structures["ball"].loads
    assert bulk.lost(result) == 0
    return ball["time"], ball["centre"][:, 2], ball["momentum"][:, 2] / MASS


def as_grain(granum, folder, rows, z, end):
    write(folder / "bed.csv", rows)
    write(folder / "ball.csv", [[0.5 * SIDE, 0.5 * SIDE, z, RADIUS, 0, 0, -SPEED, 0, 0, 0]])
    (folder / "grain.yaml").write_text(SCENE + BED + "  - list: {file: ball.csv, material: steel}\n" + TIMES % end)
    result = bulk.run(granum, folder / "grain.yaml")
    last = np.array([[f.time, f.grains.position[-1, 2], f.grains.velocity[-1, 2]] for f in result])
    return last.T


def in_lammps(folder, rows, z):
    ball = [0.5 * SIDE, 0.5 * SIDE, z, RADIUS, 0, 0, -SPEED, 0, 0, 0]
    every = np.vstack([rows, ball])
    density = [GLASS] * len(rows) + [STEEL]
    with open(folder / "bed.data", "w") as out:
        out.write(f"a bed and a ball\n\n{len(every)} atoms\n1 atom types\n\n0 {SIDE} xlo xhi\n0 {SIDE} ylo yhi\n"
                  "-0.01 0.2 zlo zhi\n\nAtoms # sphere\n\n")
        for i, (r, d) in enumerate(zip(every, density), 1):
            out.write("%d 1 %.17g %.17g %.17g %.17g %.17g\n" % (i, 2 * r[3], d, *r[:3]))
        out.write("\nVelocities\n\n")
        for i, r in enumerate(every, 1):
            out.write("%d %s\n" % (i, " ".join("%.17g" % v for v in r[4:10])))
    zeta = peers.solve(peers.clamped_restitution, RESTITUTION, 1e-6, 1 - 1e-9)
    e = peers.solve(peers.polynomial, 2.0 * zeta, 0.0, 1.0)  # LAMMPS: polynomial(e) sqrt(m k)
    law = (f"hooke {STIFF} {e:.17g} damping tsuji tangential linear_history {RATIO * STIFF:.17g} {RATIO ** 0.5:.17g} "
           f"{FRICTION} limit_damping")
    steps = round(END / STEP)
    (folder / "in.lammps").write_text(
        "units si\natom_style sphere\natom_modify map array\nboundary p p f\nnewton off\ncomm_modify vel yes\n"
        "read_data bed.data\nneighbor 4e-4 bin\nneigh_modify delay 0\npair_style granular\n"
        f"pair_coeff * * {law}\ntimestep {STEP}\nfix fall all gravity {G} vector 0 0 -1\n"
        f"fix floor all wall/gran granular {law} zplane 0.0 NULL\nfix move all nve/sphere\n"
        f"group ball id {len(every)}\ndump path ball custom {round(EVERY / STEP)} path.dump z vz\n"
        "dump_modify path format line \"%.17g %.17g\"\n"
        f"thermo {steps}\nthermo_modify lost error\nrun {steps}\n")
    done = subprocess.run(["lmp", "-in", "in.lammps", "-log", "none"], cwd=folder, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit("LAMMPS failed:\n" + "\n".join((done.stdout + done.stderr).splitlines()[-15:]))
    lines = (folder / "path.dump").read_text().splitlines()
    found = np.array([lines[k + 1].split() for k, line in enumerate(lines) if line.startswith("ITEM: ATOMS")], float)
    return np.arange(len(found)) * EVERY, found[:, 0], found[:, 1]


def describe(time, z, v):
    """Depth m at the end, largest force N on average over 1 ms, time s to stop."""
    n = round(1.0e-3 / EVERY)
    force = MASS * ((v[n:] - v[:-n]) / (time[n:] - time[:-n]) + G)
    slow = np.flatnonzero(v > -0.05 * SPEED)
    return z[0] - z[-1], force.max(), time[slow[0] if len(slow) else -1]


def beside_a_grain(check, granum, folder):
    rows, z = bed_of(granum, folder, 1)
    body, grain = (go(granum, folder, rows, z, SOON) for go in (as_body, as_grain))
    when = np.arange(0.0, 2.0e-3, EVERY)
    apart = abs(np.interp(when, body[0], body[2]) - np.interp(when, grain[0], grain[2])).max() / SPEED
    changed = abs(np.interp(2.0e-3, body[0], body[2]) + SPEED) / SPEED
    check(changed > 0.05, "in the first 2 ms the bed takes %.1f %% of the velocity" % (100 * changed))
    check(apart < 5.0e-3, "velocity of body and grain within 0.5 %% until then: %.2e" % apart)
    depths = [describe(*path)[0] for path in (body, grain)]
    check(abs(depths[0] - depths[1]) < 1.0e-4, "depth of body and grain after %.0f ms: %.2f mm, %.2f mm" % (
        1e3 * SOON, 1e3 * depths[0], 1e3 * depths[1]))


def beside_lammps(check, granum, folder):
    paths = []
    print("seed  depth mm: body, LAMMPS   force N: body, LAMMPS   stops after ms: body, LAMMPS")
    for seed in (1, 2, 3):
        rows, z = bed_of(granum, folder, seed)
        both = as_body(granum, folder, rows, z), in_lammps(folder, rows, z)
        paths.append(both)
        (a, b), unit = [describe(*path) for path in both], (1e3, 1.0, 1e3)
        print("%4d" % seed + "".join("  %10.3f %10.3f" % (s * p, s * q) for s, p, q in zip(unit, a, b)))
    table = np.array([[describe(*path) for path in both] for both in paths])  # [bed, program, quantity]
    for k, what in enumerate(("depth", "largest force", "time to stop")):
        means, spread = table[:, :, k].mean(0), np.ptp(table[:, :, k])
        check(abs(means[0] - means[1]) < spread, "%s: means %.4g and %.4g differ by less than the spread %.2g" % (
            what, *means, spread))
    early = max(abs(np.interp(t, *both[0][::2]) - np.interp(t, *both[1][::2]))
                for both in paths for t in np.arange(0.0, 2.0e-3, EVERY))
    check(early < 0.02 * SPEED, "in the first 2 ms velocities agree within 2 %%: %.2e" % (early / SPEED))
    return paths


def draw(paths):
    def on(axes):
        for k, (body, lammps) in enumerate(paths):
            axes.plot(1e3 * body[0], 1e3 * (body[1] - body[1][0]), "C%d" % k, label="Granum, bed %d" % (k + 1))
            axes.plot(1e3 * lammps[0], 1e3 * (lammps[1] - lammps[1][0]), "C%d--" % k,
                      label="LAMMPS, bed %d" % (k + 1))
        axes.set(xlabel="time, ms", ylabel="height of the ball, mm")
        axes.legend()
    return on


def main():
    granum, check = sys.argv[1], bulk.Checks()
    with tempfile.TemporaryDirectory() as name:
        if sys.argv[2:3] == ["lammps"]:
            paths = beside_lammps(check, granum, Path(name))
            if len(sys.argv) > 3:
                bulk.figure(sys.argv[3], "intruder_lammps", draw(paths))
        else:
            beside_a_grain(check, granum, Path(name))
    check.exit()


if __name__ == "__main__":
    main()
