"""hard_events.py GRANUM -- hard grains event by event.

An elastic gas beside Enskog, Carnahan and Starling, and one that cools beside Haff are rows of `granum yardstick
--only gas`; here the same gas by impulses in small steps cools as event by event within 3 %.

In a sheared box (Lees-Edwards) the profile is uniform, the stress does the work that collisions lose, and
temperature and stress go with the square of the shear rate (Bagnold).

Alone: a ball between two walls returns exactly after each period, a ball thrown up comes down by the parabola,
rough elastic spheres keep their energy, a moving wall gives twice its speed.  Reversed velocities lead back.
Rows of a frame add up to the momentum that was exchanged; results have the same bits across a checkpoint.

Wrong scenes are refused: structures that are no planes, boxes that are too small, inelastic collapse.
"""
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, __file__.rsplit("/", 2)[0])
import results  # noqa: E402, F401
from granum.yardstick.gas import gas, haff_time  # noqa: E402
from trial import Bench, Run, arrays, check, differences, finish  # noqa: E402

def cools(bench):
    """A gas by impulses in small steps cools as event by event (disc_gas: soft contacts as Haff's law)."""
    phi, e = 0.1, 0.9
    n, cooled = 2000, {}
    for engine in ("events", "impulses"):
        tau, r, _ = haff_time(phi, n, e, 1.0)
        text, _ = gas(3, phi, n, 1.5 * tau, 6, e=e, engine=engine,
                      step=", step: %.17g" % (0.01 * r) if engine == "impulses" else "")
        h = bench.run(text).h
        cooled[engine] = h["time"], h["kinetic_energy"] / h["kinetic_energy"][0]
    at, ratio = cooled["impulses"]
    exact = np.exp(np.interp(at, cooled["events"][0], np.log(cooled["events"][1])))
    worst = abs(ratio / exact - 1).max()
    check("impulses cool as event by event", worst < 0.03, "%.2f %%" % (100 * worst))


ALONE = """
domain: {min: [-10, -10, -10], max: [10, 10, 10]}
materials: {a: {density: 1000}}
collisions:
  engine: events
  resting_time: %g
  pairs: [{between: [a, a], restitution: %.17g}]
gravity: [0, 0, %.17g]
%sgrains:
%stime: {end: %.17g, step: %.17g}
output: {every: %.17g, history: %.17g, arrays: full, precision: double}
"""


def ball(x, v, r=0.01):
    return "  - list: {material: a, grains: [{position: %s, radius: %.17g, velocity: %s}]}\n" % (
        list(map(float, x)), r, list(map(float, v)))


def plane(name, z, up, more=""):
    return "  - {name: %s, plane: {point: [0, 0, %.17g], normal: [0, 0, %d]}, material: a%s}\n" % (
        name, z, up, more)


def alone(bench, rest=0.0, e=1.0, g=0.0, structures="", grains="", end=1.0, step=0.1):
    structures = "structures:\n" + structures if structures else ""
    return ALONE % (rest, e, g, structures, grains, end, step, end, step)


def single(bench):
    # Between walls 1 m apart a ball of 1 cm with 0.98 m/s needs 2 s for a period.
    text = alone(bench, structures=plane("low", 0, 1) + plane("high", 1, -1),
                 grains=ball((0, 0, 0.3), (0.1, 0, 0.98)), end=20, step=2)
    run = bench.run(text)
    z = run.frame(-1)["points"][0]
    check("a ball between walls is back after ten periods", abs(z - [2.0, 0, 0.3]).max() < 1e-12,
          "%.1e" % abs(z - [2.0, 0, 0.3]).max())
    check("it hit them 20 times", run.h["collisions_structure"][-1] == 20)
    force = run.h["structure_force"][-1, 1, 2]
    m = 4 / 3 * np.pi * 1e-6 * 1000
    check("and pushed each with 2 m v a period", abs(force / (2 * m * 0.98 / 2) - 1) < 1e-12, "%.12f N" % force)
    g, h, e = 10.0, 0.8, 0.7
    text = alone(bench, e=e, g=-g, structures=plane("floor", 0, 1), grains=ball((0, 0, 0.01 + h), (0, 0, 0)),
                 end=1.0, step=0.05)
    run = bench.run(text)
    fall = np.sqrt(2 * h / g)
    v = g * fall
    t, z, u = fall, 0.0, e * v
    while t + 2 * u / g < 1.0:
        t, u = t + 2 * u / g, u * e
    exact = 0.01 + u * (1 - t) - 0.5 * g * (1 - t) ** 2
    z = run.frame(-1)["points"][0, 2]
    check("a dropped ball is where its bounces lead", abs(z - exact) < 1e-12, "%.1e" % abs(z - exact))
    left = abs(run.h["energy_error"]).max() / (m * g * h)
    check("the balance closes", left < 1e-13, "%.1e" % left)
    text = alone(bench, structures=plane("piston", 0, 1, ", motion: [{translate: {velocity: [0, 0, 0.5]}}]"),
                 grains=ball((0, 0, 0.05), (0, 0, -1)), end=0.2, step=0.01)
    v = bench.run(text).frame(-1)["velocity"][0, 2]
    check("a moving wall gives twice its speed", abs(v - 2) < 1e-14, "%.15f" % v)
    code, said, _ = bench.call(alone(bench, e=0.5, g=-g, structures=plane("floor", 0, 1),
                                     grains=ball((0, 0, 0.01 + h), (0, 0, 0)), end=3, step=0.1))
    check("inelastic collapse is refused with a remedy", code != 0 and "collisions.resting_time" in said, said[-200:])
    code, said, _ = bench.call(alone(bench, 1e-3, e=0.5, g=-g, structures=plane("floor", 0, 1),
                                     grains=ball((0, 0, 0.01 + h), (0, 0, 0)), end=3, step=0.1))
    check("and does not happen with it", code == 0, said[-200:])


def rough(bench):
    text, r = gas(3, 0.2, 500, 1.0, 4, t=-1.0)
    run = bench.run(text)
    h = run.h
    drift = abs(h["kinetic_energy"] / h["kinetic_energy"][0] - 1).max()
    m = 4 / 3 * np.pi * r ** 3
    spin = 0.5 * 0.4 * m * r * r * (run.frame(-1)["angular_velocity"] ** 2).sum() / h["kinetic_energy"][-1]
    check("rough elastic spheres keep their energy, half of it in spins", drift < 1e-12 and abs(spin - 0.5) < 0.05,
          "%.1e, %.3f" % (drift, spin))
    found = arrays(run.path)
    count = found["granum/contacts/CellData/collisions"].sum()
    check("the rows of a frame hold every collision", count == h["collisions"][-1],
          "%g of %g" % (count, h["collisions"][-1]))


def back(bench):
    """Twenty collisions a grain, and back with reversed velocities."""
    text, r = gas(3, 0.2, 100, 0.2, 1)
    there = bench.run(text, "there")
    first, last = there.frame(0), there.frame(-1)
    with open(bench.file("back.csv"), "w") as out:
        out.write("x,y,z,radius,vx,vy,vz\n")
        for x, v in zip(last["points"], -last["velocity"]):
            out.write(",".join("%.17g" % k for k in (*x, r, *v)) + "\n")
    a, b = text.index("grains:"), text.index("time:")
    text = text[:a] + "grains:\n  - list: {material: a, file: back.csv}\n" + text[b:]
    end = bench.run(text, "back")
    d = end.frame(-1)["points"] - first["points"]
    d = abs(d - np.rint(d)).max()
    check("reversed velocities lead back (chaos multiplies rounding)", d < 1e-3, "%.1e m, %d collisions"
          % (d, end.h["collisions"][-1]))


def sides(bench):
    """A gas between walls, mirrors and sides that reflect."""
    for engine in ("events", "impulses"):
        text, r = gas(3, 0.1, 300, 2.0, 4, engine=engine, step="" if engine == "events" else ", step: 0.002")
        text = text.replace("boundary: periodic", "boundary: {x: wall, y: mirror, z: reflect}, wall_material: a")
        run = bench.run(text)
        h, x = run.h, run.frame(-1)["points"]
        drift = abs(h["kinetic_energy"] / h["kinetic_energy"][0] - 1).max()
        # In time steps a grain is found behind a wall, by the way of a step at most.
        off = r - 0.02 * (engine == "impulses")
        check("%s: walls, mirrors, sides that reflect keep a gas and its energy" % engine,
              drift < 1e-12 and x.min() > off - 1e-12 and x.max() < 1 - off + 1e-12
              and len(x) == 300 and h["collisions_structure"][-1] > 500 * (engine == "events"),
              "energy %.0e, %d impacts" % (drift, h["collisions_structure"][-1]))


SHEAR = """
domain: {min: [0, 0, 0], max: [1, 1, 1], boundary: periodic, shear: %g}
materials: {a: {density: 1}}
collisions: {engine: events, pairs: [{between: [a, a], restitution: 0.9}]}
gravity: [0, 0, 0]
grains:
  - fill: {box: {min: [0, 0, 0], max: [1, 1, 1]}, count: %d, material: a, arrangement: relaxed, radius: %.17g,
           random_velocity: {normal: %g m/s}}
time: {end: %g}
output: {every: %.17g, history: %.17g, precision: double}
"""


def shear(bench):
    """A sheared box: temperature and stress go with the square of the shear rate."""
    n, phi, found = 500, 0.3, []
    r = (phi / n / (4 / 3 * np.pi)) ** (1 / 3)
    m = 4 / 3 * np.pi * r ** 3
    for rate, start in ((1.0, 0.1), (3.0, 0.1)):
        end = 160 / rate
        run = bench.run(SHEAR % (rate, n, r, start, end, end / 80, end / 80))
        h, first = run.h, 30
        t, kinetic, slope = [], [], []
        for k in range(first, 81):
            row = run.frame(k)
            y, v = row["points"][:, 1] - 0.5, row["velocity"].copy()
            slope.append(np.polyfit(y, v[:, 0], 1)[0] / rate)
            v[:, 0] -= rate * y
            v -= v.mean(0)
            t.append((v ** 2).sum() / 3 / n / (rate * 2 * r) ** 2)
            kinetic.append(m * (v[:, 0] * v[:, 1]).sum() / rate ** 2)
        span = (h["time"][-1] - h["time"][first]) * rate ** 2
        stress = np.mean(kinetic) + (h["collision_virial_xy"][-1] - h["collision_virial_xy"][first]) / span
        lost = (h["dissipated_energy"][-1] - h["dissipated_energy"][first]) / span / rate
        work = (h["structure_work"][-1] - h["structure_work"][first]) / span / rate
        found.append((np.mean(t), stress))
        check("sheared with %g/s: uniform profile" % rate, abs(np.mean(slope) - 1) < 0.02, "%.3f" % np.mean(slope))
        check("the shear stress does the work that collisions lose",
              abs(stress / -lost - 1) < 0.03 and abs(work / lost - 1) < 0.01,
              "%.5f, work %.5f, loss %.5f" % (stress, work, lost))
        left = abs(h["energy_error"][-1]) / h["dissipated_energy"][-1]
        check("the balance closes", left < 1e-10, "%.0e" % left)
    for what, k in (("temperature", 0), ("shear stress", 1)):
        ratio = found[1][k] / found[0][k]
        check("Bagnold: %s over the square of the rate" % what, abs(ratio - 1) < 0.03,
              "%.4f and %.4f" % (found[0][k], found[1][k]))


def bits(bench):
    text, _ = gas(3, 0.3, 500, 0.5, 10, e=0.8, t=0.3)
    one = arrays(bench.run(text, "one").path)
    path = bench.file("half.vtkhdf")
    words = [bench.granum, "run", bench.file("one.yaml"), "-o", path, "--force", "--steps", "4"]
    subprocess.run(words, capture_output=True)
    done = subprocess.run([bench.granum, "run", path, "--resume", "--threads", "3"], capture_output=True, text=True)
    again = arrays(path)
    check("same bits across a checkpoint", done.returncode == 0 and not differences(one, again),
          done.stderr[-300:] + str(differences(one, again)[:3]))
    left = Run(path).h
    left = abs(left["energy_error"][-1]) / left["dissipated_energy"][-1]
    check("the balance of a cooling gas closes", left < 1e-11, "%.1e" % left)


def refusals(bench):
    ground = alone(bench, grains=ball((0, 0, 1), (0, 0, -1)),
                   structures="  - {name: post, sphere: {centre: [0, 0, 0], radius: 0.1}, material: a}\n")
    code, said, _ = bench.call(ground)
    check("refused: a structure that is no plane", code != 0 and "meet planes alone" in said, said[-200:])
    text, _ = gas(3, 0.2, 20, 0.1, 1, engine="impulses", step=", step: 0.001")
    code, said, _ = bench.call(text.replace("periodic}", "periodic, shear: 1}"))
    check("refused: a sheared box in time steps", code != 0 and "shears a periodic box" in said, said[-200:])
    text, _ = gas(3, 0.2, 4, 0.1, 1)
    code, said, _ = bench.call(text)
    check("refused: a periodic side below three diameters", code != 0 and "three diameters" in said, said[-200:])


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sys.argv[1], folder)
        single(bench)
        rough(bench)
        back(bench)
        bits(bench)
        sides(bench)
        shear(bench)
        refusals(bench)
        cools(bench)
    finish()


if __name__ == "__main__":
    main()
