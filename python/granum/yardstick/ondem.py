"""Two spheres with prescribed motion, against the exact force of each law.

After the contact tests of the European network ON-DEM (github.com/ON-DEM/ON-DEM-WG4-
testingInteractions, of October 2025): two spheres of radius 1, centres 1.95 apart, k_n 1e7, k_s 0.5e7,
friction 0.5, for 6 pi seconds; shear displacements 0.02 (1 - cos t) and 0.08 (1 - cos t), shear at the
rate 0.02 while the pair turns at 1 rad/s about its shear axis or about its normal. Their Hertz, Mindlin,
rolling and twisting laws are named and not written yet; those here are the closed forms of ours:

 normal     k d;  k d + c v, c = 2 zeta sqrt(k m), at half a step's delay;  (4/3) E sqrt(R) d^(3/2)
 shear      k_s u till friction slides, and back along the elastic slope (a play)
 Mindlin    8 G a u at constant a (no slip within the contact: the law has none), then mu N;
            while a grows the sum of 8 G a du, while it shrinks the force shrinks as a;
            `total`: 8 G a u at any time
 rolling    (9/4) k_n (mu_r R)^2 w till mu_r R N;  twisting the same about the normal

Shear is counted at the contact point, 0.975 from the centres; theirs is at the surface. Ours do not turn
a spring about the normal with the spin that both spheres share: a row says what that does.
What the groups of held grains feel, by the history, is compared at every row; errors are of the
largest force or torque. Steps are 1 ms, tables have a row each 10 ms.
A contact that is there at the start has its first way v dt at once, 2.5e-6 of the largest here; where
friction slides, and while a spring follows a contact that grows, a step is left over: 1e-3.
"""
import tempfile

from granum.arrays import h5py
from granum.arrays import numpy as np
from granum.yardstick.referee import referee

SOURCE = "ON-DEM WG4 testingInteractions; closed form"
END, EVERY, DT = 6 * np.pi, 0.01, 1e-3
DEPTH, ARM, KN, KS, MU = 0.05, 0.975, 1e7, 0.5e7, 0.5
MASS = 2500 * 4 / 3 * np.pi
E, NU = 1e8, 0.3

SCENE = """
title: two spheres
gravity: [0, 0, 0]
materials:
  glass: {density: 2500, youngs_modulus: %r, poisson_ratio: %r}
contacts:
  law: %s
  tangential_ratio: 0.5
  tangential_damping: false
  no_tension: false
  %s
  pairs: [{between: [glass, glass], restitution: %r, friction: 0.5%s}]
grains: [{list: {material: glass, grains: [{position: [0, 0, 0], radius: 1}, {position: [0, 0, 1.95], radius: 1}]}}]
held:
  - {name: i, ids: [0], meets_held: true, motion: [%s]}
  - {name: j, ids: [1], meets_held: true, motion: [%s]}
time: {end: 18.84, step: 1 ms}
output: {every: 18.84, history: 0.01, precision: double}
"""


def table(position=None, rotation=None):
    """A motion by table from functions of time."""
    rows = []
    for k in range(1886):
        t = k * EVERY
        p = position(t) if position else (0, 0, 0)
        r = rotation(t) if rotation else (0, 0, 0)
        rows.append("{time: %.10g, position: [%r, %r, %r], rotation: [%r, %r, %r]}"
                    % (t, *map(float, p), *map(float, r)))
    return "{table: {rows: [%s]}}" % ", ".join(rows)


class Pair:
    """Runs the pair; its rows."""

    def __init__(self, bench, folder):
        self.bench, self.folder = bench, folder

    def run(self, i="", j="", law="hooke", options="", e=1.0, pair=""):
        """Time, force and torque on sphere i, [rows, 3]; forces of both added, and the balance, each over
        its largest part."""
        if law == "hooke":
            pair += ", stiffness: %r" % KN
        text = SCENE % (E, NU, law, options, e, pair, i, j)
        result = self.bench.ran(text, self.folder, work=2 * round(18.84 / DT))
        with h5py.File(result, "r") as f:
            h = f["granum/history"]
            force, torque = h["held_force"][()], h["held_torque"][()]
            both = np.abs(force.sum(axis=1)).max() / np.abs(force).max()
            work = np.abs(h["energy_error"][()]).max() / np.abs(h["elastic_energy"][()]).max()
            return h["time"][()], force[:, 0], torque[:, 0], both, work

    def compare(self, what, got, want, limit, quantity="force"):
        """A row: where they differ most, over the largest of the expected."""
        error, size = np.abs(got - want), np.abs(want).max()
        at = np.unravel_index(error.argmax(), error.shape)
        return self.bench.row(what, quantity, got[at], want[at], SOURCE, limit,
                              error[at] / size)

    def small(self, what, quantity, value, limit):
        return self.bench.row(what, quantity, value, 0.0, SOURCE, limit, abs(value))


def along(x, axis):
    return np.outer(x, np.eye(3)[axis])


def play(u, stiffness, limit):
    """A spring that slides at its limit, over the ways u from row to row."""
    f, out = 0.0, []
    for du in np.diff(np.concatenate([[0.0], u])):
        f = np.clip(f + stiffness * du, -limit, limit)
        out.append(f)
    return np.array(out)


def normal(p):
    fall = table(position=lambda t: (0, 0, -0.02 * np.sin(t)))
    t, f, _, both, _ = p.run(j=fall)
    d = DEPTH + 0.02 * np.sin(t)
    yield p.compare("linear spring", f, along(-KN * d, 2), 1e-7)
    yield p.small("linear spring", "sum of both forces", both, 1e-14)
    e = 0.5
    zeta = -np.log(e) / np.hypot(np.pi, np.log(e))
    c = 2 * zeta * np.sqrt(KN * MASS / 2)
    t, f, _, _, _ = p.run(j=fall, e=e)
    late = t - DT / 2  # the velocity that leapfrog has; the dashpot is weakened for it
    v = np.where(t > 0, 0.02 * np.cos(late), 0.02) / (1 + DT * c / (2 * MASS))
    yield p.compare("linear spring and dashpot", f, along(-KN * d - c * v, 2), 1e-4)
    t, f, _, _, _ = p.run(j=fall, law="hertz")
    star = E / (2 * (1 - NU**2))
    yield p.compare("Hertz", f, along(-4 / 3 * star * np.sqrt(0.5) * d**1.5, 2), 1e-7)


def shear(p):
    for what, size in (("tangential spring, elastic", 0.02), ("tangential spring, plastic", 0.08)):
        turn = table(rotation=lambda t: (0, size * (1 - np.cos(t)) / (2 * ARM), 0))
        t, f, q, _, _ = p.run(turn, turn)
        u = size * (1 - np.cos(t))
        want = play(u, KS, MU * KN * DEPTH)
        yield p.compare(what, f[:, 0], -want, 1e-5 if size < 0.05 else 5e-5)
        yield p.compare(what, q, along(-ARM * want, 1), 1e-5 if size < 0.05 else 5e-5, "torque")


def turning(p):
    """The pair turns about y, the axis of the shear: the force goes round with it."""
    rate = 0.02 / (2 * ARM)
    spin = table(rotation=lambda t: (0, rate * t, 0))
    round_ = "{rotate: {axis: [0, 1, 0], through: [0, 0, 0], rate: 1}}"
    t, f, _, _, _ = p.run(round_ + ", " + spin, round_ + ", " + spin)
    size = np.minimum(KS * 0.02 * t, MU * KN * DEPTH)
    x, z = np.outer(np.cos(t), [1, 0, 0]), np.outer(np.sin(t), [0, 0, 1])
    n = np.outer(np.sin(t), [1, 0, 0]) + np.outer(np.cos(t), [0, 0, 1])
    want = -KN * DEPTH * n - size[:, None] * (x - z)
    yield p.compare("the pair turns about the axis of shear", f, want, 5e-4)
    # Sheared by 0.02 about y till 0.5 s, then turned about its normal.
    shear_ = "{table: {rows: [{time: 0}, {time: 0.5, rotation: [0, %r, 0]}]}}" % (0.02 / (2 * ARM))
    about = shear_ + ", {rotate: {axis: [0, 0, 1], through: [0, 0, 0], rate: 1}, from: 1}"
    t, f, _, _, _ = p.run(about, about)
    rows = t > 0.6
    yield p.compare("a sheared pair turns about its normal", np.hypot(f[rows, 0], f[rows, 1]),
            KS * 0.02 + 0 * t[rows], 3e-3)
    angle = np.unwrap(np.arctan2(f[rows, 1], f[rows, 0]))
    rate = (angle[-1] - angle[0]) / (t[rows][-1] - 1.0)
    yield p.small("  its direction stays in the world (ON-DEM: 1 rad/s)", "rate", rate, 1e-9)


def mindlin(p):
    g = E / (2 * (1 + NU)) / (2 * (2 - NU))
    a0 = np.sqrt(0.5 * DEPTH)
    load = 4 / 3 * E / (2 * (1 - NU**2)) * np.sqrt(0.5) * DEPTH**1.5
    for what, size in (("Mindlin, elastic", 0.2), ("Mindlin, full slip", 1.2)):
        size *= MU * load / (8 * g * a0)
        turn = table(rotation=lambda t: (0, size / 2 * (1 - np.cos(t)) / ARM, 0))
        t, f, _, _, _ = p.run(turn, turn, law="hertz")
        want = play(size * (1 - np.cos(t)), 8 * g * a0, MU * load)
        yield p.compare(what, f[:, 0], -want, 1e-5 if size < MU * load / (8 * g * a0) * 0.5 else 5e-5)
    # Pressed from 0.02 to 0.05 while both spheres spin alike, then released to 0.02 without spin.
    first, last, angle = 0.02, 0.05, 0.0002
    spin = "{table: {rows: [{time: 0}, {time: 5, rotation: [0, %r, 0]}]}}" % angle
    press = "{table: {rows: [{time: 0, position: [0, 0, 0.03]}, {time: 5}]}}"
    lift = "{table: {rows: [{time: 0}, {time: 5, position: [0, 0, 0.03]}]}, from: 8}"
    for form in ("incremental", "total"):
        t, f, _, _, _ = p.run(spin, ", ".join((spin, press, lift)), law="hertz",
                              options="tangential: " + form)
        down, up = np.clip(t / 5, 0, 1), np.clip((t - 8) / 5, 0, 1)
        d = first + (last - first) * (down - up)
        a = np.sqrt(0.5 * d)
        slope = angle / (last - first)  # of the angle, over the depth

        def path(depth):  # the arms 2 - d shrink meanwhile
            return slope * (2 * (depth - first) - (depth**2 - first**2) / 2)

        def grown(depth):
            def sum_(x):
                return 4 / 3 * x**1.5 - 0.4 * x**2.5
            return 8 * g * np.sqrt(0.5) * slope * (sum_(depth) - sum_(first))

        if form == "total":
            want = 8 * g * a * np.where(t < 5, path(d), path(last))
        else:
            want = np.where(t < 5, grown(d), grown(last) * a / np.sqrt(0.5 * last))
        yield p.compare("Mindlin while pressed and released, %s" % form, f[:, 0], -want, 5e-4)


def couples(p):
    for what, axis, options, pair, mu in (
            ("rolling spring", 1, "rolling: spring", "rolling_friction: 0.1, rolling_damping: 0", 0.1),
            ("twisting spring", 2, "torsion: spring", "torsion_friction: 0.05, rolling_damping: 0", 0.05)):
        stiff, limit = 2.25 * KN * (mu * 0.5)**2, mu * 0.5 * KN * DEPTH
        for kind, size, tolerance in (("elastic", 0.45, 1e-5), ("plastic", 1.5, 5e-5)):
            size *= limit / stiff
            there = table(rotation=lambda t: tuple(size / 2 * (1 - np.cos(t)) * np.eye(3)[axis]))
            back = table(rotation=lambda t: tuple(-size / 2 * (1 - np.cos(t)) * np.eye(3)[axis]))
            t, _, q, _, _ = p.run(there, back, options=options, pair=", " + pair)
            want = play(size * (1 - np.cos(t)), stiff, limit)
            yield p.compare("%s, %s" % (what, kind), q, along(-want, axis), tolerance, "torque")


@referee("ondem", "ON-DEM's contact tests: two spheres with prescribed motion, exact forces")
def rows(bench):
    with tempfile.TemporaryDirectory() as folder:
        p = Pair(bench, folder)
        for part in (normal, shear, turning, mindlin, couples):
            yield from part(p)
