"""A mixer loses no grain, closes its energy balance, and its loads are the sums of contact forces.

    mixer_loads.py RESULT

Grains: none lost, and at the end none has its centre within a blade (winding number), outside
the drum, or nearer to a wall than the overlap that a contact may reach.

Balance: what is left over once all grains have landed, over the work of the blades from then
on; and over start and work of the whole run.

Loads: force and torque of each structure in the history and in the poses against the sum of
the contacts of the frame of the same step, torques about the origin of the body; and the
power of the structure on the grains against the velocity and spin it has there.
"""
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "plugin"))
from result import Result  # noqa: E402
from posed import Surface, to_body  # noqa: E402

BLADES = ("left", "right")
OVERLAP = 0.07        # of the radius
LANDED = 0.15         # s: the last grains fall 85 mm
OF_WORK = 0.005       # from then on
OF_ALL = 0.0006       # of start and work
LOAD = 1e-6           # relative
RADIUS = 0.05         # m, of the drum

failed = 0


def say(good, sentence):
    global failed
    failed += not good
    print("%s %s" % ("      " if good else "FAILED", sentence))


def check_grains(result, history):
    x, g = result.grains(-1)
    r, names = g["radius"], result.names("structures")
    lost = history["grains_in"] - history["grains_out"] - history["grains"]
    say((lost == 0).all() and len(x) == history["grains_in"][-1],
        "%d grains came in, %d are there, lost %d" %
        (history["grains_in"][-1], len(x), abs(lost).max()))
    inside = close = 0
    for name in BLADES:
        s = names.index(name)
        surface = Surface(result, s)
        y, _ = to_body(result, -1, s, x)
        rows, foot = surface.near(y, 2.0 * r)
        inside += sum(round(surface.winding(y[k])) != 0 for k in rows)
        close += (np.linalg.norm(y[rows] - foot, axis=1) < (1.0 - OVERLAP) * r[rows]).sum()
        # the winding number does tell
        middle = 0.5 * (surface.low + surface.high)
        say(round(surface.winding(middle)) == 1, "the middle of %s is inside of it" % name)
    wall = np.minimum(RADIUS - np.hypot(x[:, 0], x[:, 1]), x[:, 2])
    inside += (wall <= 0.0).sum()
    close += (wall < (1.0 - OVERLAP) * r).sum()
    say(inside == 0, "%d centres within a structure at the end" % inside)
    say(close == 0, "%d grains nearer than %g radii" % (close, 1.0 - OVERLAP))
    say(history["largest_overlap"].max() < OVERLAP,
        "largest overlap in the history %.2f %% of the radius"
        % (100 * history["largest_overlap"].max()))
    say(history["centre_inside"][-1] == 0 and history["coverage_lost"][-1] == 0,
        "no centre was inside, no stencil incomplete in any step")


def check_balance(history):
    h = history
    energy = h["kinetic_energy"] + h["elastic_energy"] + h["potential_energy"]
    left = energy + h["dissipated_energy"] + h["energy_out"] - energy[0] - h["structure_work"]
    start = np.flatnonzero(h["time"] >= LANDED)[0]
    work = h["structure_work"][-1] - h["structure_work"][start]
    stirring = abs(left[-1] - left[start]) / work
    whole = (abs(left) / (abs(energy[0]) + abs(h["structure_work"]))).max()
    say(work > 1e-4, "work of the blades %.3e J in %.3f s" % (work, h["time"][-1] - h["time"][start]))
    say(stirring < OF_WORK, "left over in that time: %.4f %% of it" % (100 * stirring))
    say(whole < OF_ALL, "left over at most: %.4f %% of start and work" % (100 * whole))
    each = h["work_of_structure"]
    apart = abs(each.sum(axis=1) - h["structure_work"]).max() / abs(h["structure_work"]).max()
    say(apart < 1e-13, "works of the structures add up to all work but for %.1e of it" % apart)
    moves = abs(h["structure_power"]).max(axis=0) > 0.0
    say(moves.any() and not moves.all() and ((each[-1] != 0.0) == moves).all(),
        "%d structures work, those that move" % moves.sum())


def off(value, expected):
    """Relative; a load of nothing must be nothing."""
    size = np.linalg.norm(expected)
    return np.linalg.norm(value - expected) / size if size > 0.0 else np.linalg.norm(value)


def check_loads(result, history):
    names = result.names("structures")
    poses = {n: result.data["granum/poses/" + n] for n in result.children("granum/poses")}
    print("       frame step    structure  force / N  torque / Nm   off by: history, poses; power / W")
    worst, rows = 0.0, 0
    for frame in range(len(result.times)):
        row = np.flatnonzero(history["time"] == result.times[frame])
        if len(row) != 1:
            say(False, "frame %d has %d rows of history" % (frame, len(row)))
            continue
        ends, c = result.contacts(frame)
        for s, name in enumerate(names):
            mine = c["structure_id"] == s
            if mine.sum() == 0:
                continue
            load = -c["force"][mine]
            arm = ends[mine, 1] - poses["position"][frame, s]
            force, torque = load.sum(axis=0), np.cross(arm, load).sum(axis=0)
            power = -(force @ poses["velocity"][frame, s] + torque @ poses["angular_velocity"][frame, s])
            told = [history["structure_%s" % n][row[0], s] for n in ("force", "torque", "power")]
            here = max(off(told[0], force), off(told[1], torque), off(told[2], power))
            there = max(off(poses["force"][frame, s], force), off(poses["torque"][frame, s], torque))
            worst, rows = max(worst, here, there), rows + 1
            print("       %5d %7d  %-9s %.3e  %.3e     %.1e  %.1e  %+.3e" % (
                frame, history["step"][row[0]], name, np.linalg.norm(force),
                np.linalg.norm(torque), here, there, power))
    say(rows > 9 and worst < LOAD, "%d loads, the worst off by %.1e" % (rows, worst))


def main():
    result = Result(sys.argv[1])
    history = {n: result.data["granum/history/" + n] for n in result.children("granum/history")}
    check_grains(result, history)
    check_balance(history)
    check_loads(result, history)
    sys.exit(bool(failed))


main()
