"""Cases in which machines work in grains, and a slide meets houses, do what mechanics says.

    machines_in_cases.py GRANUM CASES CASE

  drill    the power of the drive is torque times rate plus thrust times feed; thrust and torque grow with depth;
           a bit that does not turn needs more than twice the thrust
  dozer    the blade bears the heap before it as passive earth pressure does: the resistance is between a third of
           Rankine's and twice Coulomb's, with the height of the heap; the work of the blade is force times way
  slope    the slide reaches the houses; the impulse on a house is the integral of its force; afterwards the ground
           bears the weight of the grains on it
  arch     an arch twice as thick as the least that statics allows stands: each abutment bears half of its weight and
           a thrust within the bounds of statics; one thinner than the least falls, and so does one without friction
  gears    the gear follows the pinion by the ratio of the teeth, and the torque of the drive is that of the load over
           this ratio and over the efficiency

Runs are short, with few soft grains.  No grain is lost, and the balance of energy closes within 2.5 % of what
was dissipated (as heaps).
"""
import importlib.machinery
import importlib.util
import subprocess
import sys
import tempfile
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


def arch(granum, cases, check):
    loader = importlib.machinery.SourceFileLoader("arch_make", str(cases / "arch" / "make"))
    make = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    sys.dont_write_bytecode = True
    loader.exec_module(make)
    blocks = 7
    make.GIVEN["blocks"] = blocks
    least = make.least(blocks)
    print("least thickness of %d stones %.4f, of very many %.4f (Milankovitch 0.1075)" % (
        blocks, least, make.least(801)))
    check(abs(make.least(801) - 0.1075) < 1e-4, "statics gives Milankovitch's thickness")
    for thickness, friction in ((2.0 * least, 0.6), (0.75 * least, 0.6), (2.0 * least, 0.0)):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, str(cases / "arch" / "make"), folder, "thickness=%.6f" % thickness,
                            "blocks=%d" % blocks, "friction=%g" % friction], check=True)
            result = bulk.run(granum, folder, FEW["arch"])
        key = result.structures["stone%d" % (blocks // 2 + 1)].loads["centre"][:, 2].astype(float)
        way = 1e3 * (key[0] - key[-1])
        if thickness < least or not friction:
            check(way > 50, "thickness %.3f, friction %g: falls, by %.3g mm" % (thickness, friction, way))
            continue
        right, left = (result.structures[name].loads for name in ("right", "left"))
        late = right["time"] > 0.85 * right["time"][-1]
        weight = make.DENSITY * make.GRAVITY * blocks * make.volume(thickness)
        check(way < 5, "thickness %.3f, friction %g: stands, sinks by %.3g mm" % (thickness, friction, way))
        low, high = make.statics(thickness, blocks)
        for name, body, sign in (("right", right, 1), ("left", left, -1)):
            force = body["force"][late].astype(float).mean(0)
            check(abs(-force[2] / (0.5 * weight) - 1.0) < 0.01, "%s: half of the weight within 1 %%: %.4f" % (
                name, -force[2] / (0.5 * weight)))
            check(0.99 * low < sign * force[0] / weight < 1.01 * high, "%s: thrust %.4f of the weight, statics %.4f to %.4f" % (
                name, sign * force[0] / weight, low, high))


def gears(check, result):
    pinion, gear = result.structures["pinion"].loads, result.structures["gear"].loads
    time, rate, load = gear["time"], 4.0 * np.pi, 0.1
    q = gear["orientation"].astype(float)
    angle = np.unwrap(2.0 * np.arctan2(q[:, 3], q[:, 0]))
    late = time > time[-1] - 2.0 * np.pi / rate / 18 * 1.001
    ratio = (angle[-1] - angle[late][0]) / (rate * (time[-1] - time[late][0]))
    check(abs(ratio / (-18.0 / 27.0) - 1.0) < 2e-3, "rates as teeth within 0.2 %%: %.5f of %.5f" % (ratio, -18.0 / 27.0))
    torque = -pinion["torque"][late, 2].astype(float).mean()
    lost = 1.0 - load * 18.0 / 27.0 / torque
    check(0.0 < lost < 0.06, "torque of the drive %.5f N m, %.2f %% lost by friction 0.1; Ohlendorf's factor: 1.95 %%" % (
        torque, 100 * lost))


FEW = {
    "arch": ["contacts.pairs[0].foundation=2e8", "time.step=0.15 ms", "time.end=0.7", "output.audit=false",
             "output.precision=double"],
    "gears": ["time.end=0.06", "output.audit=false"],
    "drill": ["structures.pot.cylinder.radius=24 mm", "grains[0].fill.cylinder.radius=23.5 mm",
              "grains[0].fill.count=1400", "grains[0].fill.radius.uniform=[2 mm, 2.2 mm]", "time.end=0.7", "output.audit=false",
              "materials.sand.youngs_modulus=1 MPa", "materials.steel.youngs_modulus=1 MPa"],
    "dozer": ["grains[0].fill.count=3500", "grains[0].fill.radius.uniform=[2.9 mm, 3.3 mm]", "time.end=0.7", "output.audit=false",
              "materials.sand.youngs_modulus=1 MPa", "materials.steel.youngs_modulus=1 MPa"],
    "slope": ["grains[0].fill.count=600", "grains[0].fill.radius.uniform=[0.6, 0.7]", "time.end=10", "output.audit=false",
              "materials.rock.youngs_modulus=0.1 GPa", "materials.wall.youngs_modulus=0.1 GPa"],
}


def main():
    granum, cases, case = sys.argv[1:4]
    check = bulk.Checks()
    if case == "arch":
        arch(granum, Path(cases), check)
        check.exit()
    keys = [*FEW[case], "output.precision=double"]
    results = [bulk.run(granum, Path(cases) / case, keys)]
    if case == "drill":
        results += [bulk.run(granum, Path(cases) / case, [*keys, "structures.bit.motion[0].rotate.rate=0"])]
    {"drill": drill, "dozer": dozer, "slope": slope, "gears": gears}[case](check, *results)
    check.exit()


if __name__ == "__main__":
    main()
