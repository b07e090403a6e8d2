"""hard_impulses.py GRANUM [SEEDS] -- hard grains in time steps against exact collisions and published samples.

Two spheres, head-on and oblique, leave with the velocities of the formulas.  Two arrangements of three balls
show what the simultaneous order does: it loses all energy of one and makes 1.75 times that of the other, as
printed; one after the other, and relaxed, energy never grows.  Perfectly rough spheres keep their energy and
share it with their spins.  Momentum stays to round-off, the balance of energy closes.

The sample of 256 discs in a periodic square (radius 0.01, step 1/128, restitution 0.1): after 1 s the kinetic
energy is 0.639 +- 0.032 of that at the start where nothing overlaps then (one deviation of SEEDS, 5 or 20), and 0.603
+- 0.029 from random places as printed; with restitution 1 the printed algorithm gains 7 % from there, and none
where only grains that approach collide.

A ball dropped on a plane loses e^2 of its energy at each bounce; a piston gives twice its speed; a body that
impulses move takes the momentum that grains lose; the forces of a frame are the gain of momentum since the last; pairs of a held group share its motion.  Results have the
same bits on any number of threads, and across a checkpoint.
"""
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from trial import Bench, Run, arrays, check, differences, finish  # noqa: E402

SEEDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
HARD = """
domain: {%s}
materials:
  a: {density: 1000}
  b: {density: 4000}
collisions:
  engine: impulses
  pairs:
    - {between: [a, a], restitution: %.17g, tangential: %.17g, friction: %s}
    - {between: [a, b], restitution: %.17g, tangential: %.17g, friction: %s}
gravity: [0, 0, %.17g]
time: {end: %.17g, step: %.17g}
output: {every: %.17g, history: %.17g, arrays: full, precision: double}
"""
FREE = "min: [-10, -10, -10], max: [10, 10, 10]"


def hard(domain=FREE, e=1.0, t=1.0, mu=".inf", g=0.0, end=1.0, step=1e-3, every=None, more=""):
    every = every or end
    return HARD % (domain, e, t, mu, e, t, mu, g, end, step, every, every) + more


def ball(x, v, r=0.01, w=(0, 0, 0), material="a"):
    return ("  - list: {material: %s, grains: [{position: %s, radius: %.17g, velocity: %s, "
            "angular_velocity: %s}]}\n" % (material, list(map(float, x)), r, list(map(float, v)),
                                           list(map(float, w))))


def grains(*balls):
    return "grains:\n" + "".join(balls)


def pairs(bench):
    """Velocities and spins after one collision, with the formulas of rough spheres."""
    e, t, mu = 0.7, -0.3, 0.5
    x = np.array([[0.0, 0, 0], [0.0199, 0.0, 0.0]])
    v = np.array([[1.0, 0.3, -0.2], [-0.5, 0.1, 0.4]])
    w = np.array([[3.0, -20.0, 7.0], [0.0, 11.0, -30.0]])
    r = np.array([0.01, 0.01])
    m = 4 / 3 * np.pi * r ** 3 * np.array([1000, 4000])
    i = 0.4 * m * r ** 2
    text = hard(e=e, t=t, mu=str(mu), end=1e-6, step=1e-6) + grains(
        ball(x[0], v[0], w=w[0]), ball(x[1], v[1], w=w[1], material="b"))
    end = bench.run(text).frame(-1)
    lever = 0.0199 / 0.02
    n = np.array([-1.0, 0, 0])
    u = v[0] - v[1] - lever * np.cross(r[0] * w[0] + r[1] * w[1], n)
    un = u @ n
    ut = u - un * n
    a = (1 / m).sum()
    b = a + lever ** 2 * (r ** 2 / i).sum()
    jn = -(1 + e) * un / a
    jt = min((1 - t) * np.linalg.norm(ut) / b, mu * jn)
    j = jn * n - jt * ut / np.linalg.norm(ut)
    v1 = np.array([v[0] + j / m[0], v[1] - j / m[1]])
    w1 = np.array([w[k] - lever * r[k] / i[k] * np.cross(n, j) for k in (0, 1)])
    worst = max(abs(end["velocity"] - v1).max(), abs(end["angular_velocity"] - w1).max() / 20)
    check("two rough spheres leave as the formulas say", worst < 1e-13, "%.1e of %s" % (worst, v1[0]))


def three(bench):
    """Counter-examples of the simultaneous order; energy after over before."""
    v = 1.0
    line = [ball((k * 0.0199, 0, 0), (u, 0, 0)) for k, u in ((-1, v), (0, 0), (1, -v))]
    d = 0.0199 * np.array([[np.cos(a), np.sin(a), 0] for a in (np.pi / 6, -np.pi / 6)])
    fork = [ball((0, 0, 0), (v, 0, 0))] + [ball(x, (0, 0, 0)) for x in d]
    want = {"line": {"printed": 0.0, "gauss_seidel": 1.0},
            "fork": {"printed": 1.75, "gauss_seidel": 1.0}}
    for name, balls in (("line", line), ("fork", fork)):
        for order in ("printed", "gauss_seidel", "jacobi", "relaxed"):
            how = "as_printed: true" if order == "printed" else "order: %s, sweeps: 1000" % order
            text = hard(end=1e-6, step=1e-6).replace("engine: impulses",
                                                     "engine: impulses\n  " + how.replace(", ", "\n  "))
            h = bench.run(text + grains(*balls)).h
            ratio = h["kinetic_energy"][-1] / h["kinetic_energy"][0]
            if order in want[name]:
                check("three balls, %s, %s" % (name, order), abs(ratio - want[name][order]) < 1e-12,
                      "%.12f" % ratio)
            elif order == "relaxed":
                check("three balls, %s, %s: no energy is made" % (name, order),
                      ratio < 1 + 1e-12, "%.5f" % ratio)


def printed_places(bench):
    """Corrections as printed are found from the old positions and added together: exact ways of overlapping grains."""
    x = 0.01 * np.array([[0, 0, 0], [1.95, 0, 0], [0, 1.9, 0], [-1.2, -1.3, 0.4]])
    for name, places in (("three", x[:3]), ("four", x)):
        text = hard(end=1e-6, step=1e-6).replace("engine: impulses", "engine: impulses\n  as_printed: true")
        got = bench.run(text + grains(*(ball(p, (0, 0, 0)) for p in places))).frame(-1)["points"] - places
        want = np.zeros_like(places)
        for a in range(len(places)):
            for b in range(len(places)):
                d = places[a] - places[b]
                depth = 0.02 - np.linalg.norm(d)
                if a != b and depth > 0:
                    want[a] += 0.5 * depth * d / np.linalg.norm(d)
        off = abs(got - want).max()
        check("%s grains part as printed" % name, off < 1e-16, "%.1e m; the first by (%.9g, %.9g, %.9g)"
              % (off, *got[0]))


def rough(bench):
    """A gas of perfectly rough, elastic spheres keeps its energy and shares it with the spins."""
    box = "min: [0, 0, 0], max: [0.2, 0.2, 0.2], boundary: periodic"
    fill = ("grains:\n  - fill: {box: {min: [0, 0, 0], max: [0.2, 0.2, 0.2]}, count: 200, material: a,"
            " radius: 0.01, arrangement: random, random_velocity: {normal: %s}}\n")
    run = bench.run(hard(box, 1.0, -1.0, end=10.0, step=2e-3, every=1.0) + fill % "0.3")
    h = run.h
    drift = abs(h["kinetic_energy"] / h["kinetic_energy"][0] - 1).max()
    check("rough elastic spheres keep their energy", drift < 1e-12, "%.1e" % drift)
    end = run.frame(-1)
    m = 4 / 3 * np.pi * 1e-6 * 1000
    spin = 0.5 * 0.4 * m * 1e-4 * (end["angular_velocity"] ** 2).sum()
    part = spin / h["kinetic_energy"][-1]
    check("half of it is in the spins (equipartition)", abs(part - 0.5) < 0.06, "%.3f" % part)
    p = abs(h["momentum"]).max() / (m * np.linalg.norm(end["velocity"], axis=1).sum())
    check("momentum is kept", p < 1e-14, "%.1e" % p)
    for order in ("gauss_seidel", "jacobi", "relaxed"):
        text = hard(box, 0.5, 0.3, "0.4", end=1.0, step=2e-3)
        text = text.replace("engine:", "order: %s\n  engine:" % order)
        h = bench.run(text + fill % "0.3").h
        left = abs(h["energy_error"][-1]) / h["kinetic_energy"][0]
        check("the balance of energy closes, %s" % order, left < 1e-12, "%.1e" % left)


SAMPLE = """
domain: {dimensions: 2, min: [0, 0], max: [1, 1], boundary: periodic}
materials:
  disc: {density: 1}
collisions:
  engine: impulses
  as_printed: %s
  pairs: [{between: [disc, disc], restitution: %g}]
gravity: [0, 0]
time: {end: 1, step: 0.0078125}
output: {every: 1, history: 1, precision: double}
"""


def sample(bench, printed, e, apart):
    """Mean and deviation of the kinetic energy after 1 s over that at the start."""
    found = []
    for seed in range(SEEDS):
        random = np.random.default_rng(seed)
        x = random.random((256, 2))
        while apart:
            d = x[:, None] - x[None]
            d -= np.rint(d)
            near = (d ** 2).sum(2) < 0.02 ** 2
            np.fill_diagonal(near, False)
            bad = np.unique(np.argwhere(np.triu(near))[:, 1])
            if not len(bad):
                break
            x[bad] = random.random((len(bad), 2))
        v = 0.2 * random.random((256, 2)) - 0.1
        with open(bench.file("start.csv"), "w") as out:
            out.write("x,y,radius,vx,vy\n")
            for a, b in zip(x, v):
                out.write("%.17g,%.17g,0.01,%.17g,%.17g\n" % (*a, *b))
        h = bench.run(SAMPLE % (str(printed).lower(), e)
                      + "grains:\n  - list: {material: disc, file: start.csv}\n").h
        found.append(h["kinetic_energy"][-1] / h["kinetic_energy"][0])
        p = np.linalg.norm(h["momentum"][-1] - h["momentum"][0])
        if p > 1e-15 * 256 * np.pi * 1e-4:
            check("momentum of the sample", False, "%.1e" % p)
    return np.mean(found), np.std(found, ddof=1)


def document(bench):
    for what, printed, e, apart, mean, width in (
            ("apart at the start, with the approach test", False, 0.1, True, 0.639, 0.032),
            ("apart at the start, as printed", True, 0.1, True, 0.639, 0.032),
            ("random places, as printed", True, 0.1, False, 0.603, 0.029),
            ("random places, with the approach test", False, 0.1, False, 0.623, 0.030),
            ("random places, e = 1, as printed", True, 1.0, False, 1.069, 0.052),
            ("random places, e = 1, with the approach test", False, 1.0, False, 1.0, 0.008)):
        m, s = sample(bench, printed, e, apart)
        # SEEDS here and 20 of the reference: three deviations of the difference of means.
        near = 3 * width * np.sqrt(1 / SEEDS + 1 / 20) + 1e-12
        check("sample, %s" % what, abs(m - mean) < near, "%.3f +- %.3f, published %.3f +- %.3f"
              % (m, s, mean, width))


def walls(bench):
    """A dropped ball, a piston, a free body."""
    floor = ("structures:\n  - {name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, "
             "material: a%s}\n")
    g, z0, r, e = 10.0, 1.01, 0.01, 0.8
    run = bench.run(hard(e=e, g=-g, end=3.0, step=1e-4, every=0.01) + floor % ""
                    + grains(ball((0, 0, z0), (0, 0, 0), r)))
    h = run.h
    total = h["kinetic_energy"] + h["potential_energy"]
    total -= total[0] - (4 / 3 * np.pi * r ** 3 * 1000 * g * (z0 - r))
    lost = total / total[0]
    fall = np.sqrt(2 * (z0 - r) / g)
    for k in range(1, 5):
        t = fall * (1 + 2 * sum(e ** q for q in range(1, k)))
        after = fall * (1 + 2 * sum(e ** q for q in range(1, k + 1)))
        row = np.argmin(abs(h["time"] - 0.5 * (t + after)))
        check("bounce %d leaves e^%d of the energy" % (k, 2 * k), abs(lost[row] / e ** (2 * k) - 1) < 3e-3,
              "%.5f, exact %.5f" % (lost[row], e ** (2 * k)))
    left = abs(h["energy_error"]).max() / total[0]
    check("the balance closes over all bounces", left < 1e-12, "%.1e" % left)
    run = bench.run(hard(e=1.0, end=0.2, step=1e-4)
                    + floor % ", motion: [{translate: {velocity: [0, 0, 0.5]}}]"
                    + grains(ball((0, 0, 0.05), (0, 0, -1), r)))
    v = run.frame(-1)["velocity"][0, 2]
    check("a piston returns a ball with v + 2 V", abs(v - 2.0) < 1e-13, "%.15f" % v)
    work = run.h["structure_work"][-1] / (0.5 * 4 / 3 * np.pi * r ** 3 * 1000 * (4 - 1)) - 1
    check("and its work is the energy gained", abs(work) < 1e-12, "%.1e" % work)
    body = ("structures:\n  - name: body\n    box: {min: [-0.05, -0.05, -0.05], max: [0.05, 0.05, 0.05]}\n"
            "    material: a\n    free: {mass: 0.02, inertia: [3e-5, 3e-5, 3e-5], centre: [0, 0, 0]}\n")
    run = bench.run(hard(e=0.6, t=0.2, mu="0.3", end=0.2, step=1e-4) + body
                    + grains(ball((0.02, 0.01, 0.07), (0.1, 0, -1), r), ball((0.2, 0, 0), (-1, 0.2, 0), r)))
    m = 4 / 3 * np.pi * r ** 3 * 1000
    p0 = m * np.array([0.1 - 1.0, 0.2, -1.0])
    p = abs(run.h["momentum"][-1] - p0).max() / np.linalg.norm(p0)
    check("a free body takes the momentum that grains lose", p < 1e-13 and
          run.h["collisions_structure"][-1] >= 2, "%.1e, %d impacts" % (p, run.h["collisions_structure"][-1]))
    left = abs(run.h["energy_error"][-1]) / run.h["kinetic_energy"][0]
    check("and the balance closes", left < 1e-9, "%.1e" % left)
    text = hard(e=1.0, end=0.2, step=1e-4) + (
        "held:\n  - {name: h, labels: [5], motion: [{translate: {velocity: [0, 0, 0.5]}}]}\n") + grains(
        ball((0, 0, 0), (0, 0, 0), r).replace("material: a", "material: a, label: 5"),
        ball((0, 0, 0.07), (0, 0, -1), r))
    v = bench.run(text).frame(-1)["velocity"][1, 2]
    check("a held grain returns a ball like a piston", abs(v - 2.0) < 1e-13, "%.15f" % v)


BED = """
domain: {min: [0, 0, 0], max: [0.1, 0.1, 1], boundary: {x: periodic, y: periodic, z: open}}
materials:
  glass: {density: 2500}
collisions:
  engine: impulses
  order: %s
  resting_time: %g
  pairs: [{between: [glass, glass], restitution: 0.6, tangential: 0.2, friction: 0.4}]
structures:
  - {name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}
grains:
  - fill: {box: {min: [0, 0, 0.01], max: [0.1, 0.1, 0.08]}, count: 600, material: glass,
           arrangement: random, radius: {uniform: [2 mm, 3 mm]}}
time: {end: 0.15, step: 0.5 ms}
output: {every: 0.05, history: 0.01, precision: double, arrays: full}
"""


def check_momentum(run, order):
    """The mean force of a frame is the change of momentum since the last one, gravity taken off."""
    worst = 0.0
    for k in (1, 2, 3):
        was, now = run.frame(k - 1), run.frame(k)
        fell = now["mass"][:, None] * np.array([0, 0, -9.81]) * 0.05
        gained = now["mass"][:, None] * (now["velocity"] - was["velocity"]) - fell
        worst = max(worst, abs(gained - 0.05 * now["force"]).max() / abs(gained).max())
    check("forces of frames are what momentum gained, %s" % order, worst < 1e-11, "%.1e" % worst)


def bits(bench):
    for order, rest in (("gauss_seidel", 0.001), ("jacobi", 0), ("relaxed", 0.002)):
        text = BED % (order, rest)
        one = arrays(bench.run(text, "one").path)
        other = arrays(bench.run(text, "other", 3).path)
        check("same bits on 1 and 3 threads, %s" % order, not differences(one, other),
              str(differences(one, other)[:3]))
        path = bench.file("half.vtkhdf")
        words = [bench.granum, "run", bench.file("one.yaml"), "-o", path, "--force", "--steps", "133"]
        subprocess.run(words, capture_output=True)
        done = subprocess.run([bench.granum, "run", path, "--resume", "--threads", "3"],
                              capture_output=True, text=True)
        again = arrays(path)
        check("same bits across a checkpoint, %s" % order,
              done.returncode == 0 and not differences(one, again), done.stderr[-300:])
        check_momentum(Run(bench.file("one.vtkhdf")), order)
    h = Run(bench.file("one.vtkhdf")).h
    check("rows of a frame carry impulse and collisions",
          {"VTKHDF/CellData/impulse", "VTKHDF/CellData/collisions"} <= set(one)
          or any(n.endswith("/impulse") for n in one), "")
    left = abs(h["energy_error"][-1]) / h["dissipated_energy"][-1]
    check("the balance of a bed closes", left < 1e-11, "%.1e" % left)


def refusals(bench):
    good = hard() + grains(ball((0, 0, 0), (0, 0, 0)))
    for what, text, word in (
            ("a scheme", good.replace("time: {", "time: {scheme: explicit_euler, "), "exact parabolas"),
            ("pairs of contacts beside", good + "contacts: {pairs: [{between: [a, a], friction: 0.1, "
             "restitution: 0.5}]}\n", "collisions.pairs"),
            ("no engine", good.replace("engine: impulses", "engine: none"), "impulses for time steps"),
            ("a rolling resistance", good + "contacts: {rolling: constant}\n", "resistance to rolling"),
            ("arrays to resume", good.replace("arrays: full", "arrays: resume"), "checkpoints resume"),
            ("printed events", good.replace("engine: impulses", "engine: events\n  as_printed: true"),
             "engine: impulses"),
            ("a law without elasticity", good.replace("collisions:", "unused:").split("unused:")[0]
             + "contacts: {law: hooke, pairs: [{between: [a, a], restitution: 0.5, friction: 0.1, "
             "stiffness: 1000}]}\ntime: {end: 1}\noutput: {every: 1}\n"
             + grains(ball((0, 0, 0), (0, 0, 0))), "youngs_modulus: missing")):
        code, said, _ = bench.call(text)
        check("refused: " + what, code != 0 and word in said, "" if word in said else said[:300])


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sys.argv[1], folder)
        pairs(bench)
        three(bench)
        printed_places(bench)
        rough(bench)
        document(bench)
        walls(bench)
        bits(bench)
        refusals(bench)
    finish()


if __name__ == "__main__":
    main()
