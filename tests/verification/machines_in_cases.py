"""Cases in which machines work in grains, and a slide meets houses, do what mechanics says.

    machines_in_cases.py GRANUM CASES CASE

  drill    the power of the drive is torque times rate plus thrust times feed; thrust and torque grow with depth;
           a bit that does not turn needs more than twice the thrust
  dozer    the blade bears the heap before it as passive earth pressure does: the resistance is between a third of
           Rankine's and twice Coulomb's, with the height of the heap; the work of the blade is force times way
  slope    the slide reaches the houses; the impulse on a house is the integral of its force; afterwards the ground
           bears the weight of the grains on it

Runs are short, with few soft grains.  No grain is lost, and the balance of energy closes within 2.5 % of what
was dissipated (as heaps).
"""
import sys
from pathlib import Path

import numpy as np

import bulk

GRAVITY = 9.81


def balanced(check, result):
    check(bulk.lost(result) == 0, "no grain is lost")
    left = bulk.left_over(result)
    check(left < 0.025, "the balance closes within 2.5 %% of the dissipation: %.2f %%" % (100 * left))


def integral(time, values):
    return (0.5 * (values[1:] + values[:-1]).T * np.diff(time)).sum(-1)


def drill(check, result, still):
    means = []
    for one in (result, still):
        bit, poses = one.structures["bit"].loads, one.structures["bit"].poses
        time, thrust, torque = bit["time"], bit["force"][:, 2], bit["torque"][:, 2]
        rate, feed = poses["angular_velocity"][-1, 2], poses["velocity"][-1, 2]
        moves = time > 0.16
        power = -(thrust * feed + torque * rate)
        wrong = abs(power - bit["power"])[moves].max() / abs(bit["power"]).max()
        check(wrong < 1e-9, "power is torque times rate plus thrust times feed: %.1e" % wrong)
        span = time[-1] - time[0]
        means.append([(thrust[k].mean(), torque[k].mean()) for k in
                      (abs(time - time[-1] + 0.45 * span) < 0.05 * span, time > time[-1] - 0.1 * span)])
        balanced(check, one)
    (early, late), (_, pushed) = means
    for what, more, a, b in zip(("thrust", "torque"), (1.1, 2.0), early, late):
        check(b > more * a > 0, "%s grows with depth: %.3g, then %.3g" % (what, a, b))
    check(pushed[0] > 2.0 * late[0], "without turning the thrust is more than twice as large: %.3g and %.3g N" % (
        pushed[0], late[0]))


def dozer(check, result):
    blade = result.structures["blade"]
    width = np.ptp(blade.surface.points[:, 1])
    time, force = blade.loads["time"], -blade.loads["force"][:, 0].astype(float)
    late = time > time[-1] - 0.2
    grains, edge = result[-1].grains, blade.poses["position"][-1].astype(float)
    x, r = grains["position"].astype(float), grains["radius"].astype(float)
    near = (x[:, 0] > edge[0]) & (x[:, 0] < edge[0] + 12e-3) & (abs(x[:, 1] - edge[1]) < 15e-3)
    high = np.sort((x[:, 2] + r)[near])[-3:].mean() - edge[2]
    low = x[:, 2] < 10e-3
    weight = GRAVITY * 2500 * (4.0 / 3.0 * np.pi * r[low]**3).sum() / (0.26 * 0.12 * 10e-3)
    phi, wall = np.radians(28.0), np.arctan(0.3)
    rankine = 0.5 * np.tan(0.25 * np.pi + 0.5 * phi)**2 * weight * width * high**2
    root = np.sqrt(np.sin(phi + wall) * np.sin(phi) / np.cos(wall))
    coulomb = 0.5 * np.cos(phi)**2 / (1.0 - root)**2 * weight * width * high**2
    mean = force[late].mean()
    check(rankine / 3.0 < mean < 2.0 * coulomb, "resistance %.3g N; Rankine %.3g N, Coulomb %.3g N" % (
        mean, rankine, coulomb))
    work, done = integral(time, force * 0.2 * (time > 0.2)), blade.loads["work"][-1]
    check(abs(work / done - 1.0) < 0.02, "work is force times way within 2 %%: %.4g of %.4g J" % (work, done))
    balanced(check, result)


def slope(check, result):
    for name in ("near", "far"):
        house = result.structures[name].loads
        impulse = house["impulse"][-1].astype(float)
        summed = integral(house["time"], house["force"].astype(float))
        wrong = np.linalg.norm(impulse - summed) / np.linalg.norm(impulse)
        check(impulse[0] > 0 and wrong < 0.2, "house %s: impulse %.3g N s, the integral of forces within 20 %%: %.1f %%" % (
            name, np.linalg.norm(impulse), 100 * wrong))
    late = result.history["time"] > result.history["time"][-1] - 1.0
    lifted = sum(s.loads["force"][late, 2].astype(float).mean() for s in result.structures.values())
    weight = GRAVITY * 2600 * (4.0 / 3.0 * np.pi * result[-1].grains["radius"].astype(float)**3).sum()
    check(abs(-lifted / weight - 1.0) < 0.05, "ground and houses bear the weight of the grains within 5 %%: %.3f" % (
        -lifted / weight))
    front = np.quantile(result[-1].grains["position"][:, 0], 0.99)
    check(54.0 < front < 80.0, "the front has come to x = %.1f m" % front)
    balanced(check, result)


FEW = {
    "drill": ["structures.pot.cylinder.radius=24 mm", "grains[0].fill.cylinder.radius=23.5 mm",
              "grains[0].fill.count=1400", "grains[0].fill.radius.uniform=[2 mm, 2.2 mm]", "time.end=0.8",
              "materials.sand.youngs_modulus=1 MPa", "materials.steel.youngs_modulus=1 MPa"],
    "dozer": ["grains[0].fill.count=3500", "grains[0].fill.radius.uniform=[2.9 mm, 3.3 mm]", "time.end=0.8",
              "materials.sand.youngs_modulus=1 MPa", "materials.steel.youngs_modulus=1 MPa"],
    "slope": ["grains[0].fill.count=600", "grains[0].fill.radius.uniform=[0.6, 0.7]", "time.end=10",
              "materials.rock.youngs_modulus=0.1 GPa", "materials.wall.youngs_modulus=0.1 GPa"],
}


def main():
    granum, cases, case = sys.argv[1:4]
    check = bulk.Checks()
    keys = [*FEW[case], "output.precision=double"]
    results = [bulk.run(granum, Path(cases) / case, keys)]
    if case == "drill":
        results += [bulk.run(granum, Path(cases) / case, [*keys, "structures.bit.motion[0].rotate.rate=0"])]
    {"drill": drill, "dozer": dozer, "slope": slope}[case](check, *results)
    check.exit()


if __name__ == "__main__":
    main()
