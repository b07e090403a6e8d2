"""tops.py GRANUM -- tops as scenes: the integrators of rotation within the program.

 free    the top of tests/verification/asymmetric_top (moments 1, 2, 3, spin 0.01, 1, 0.01, 100 s in
         steps of 10 ms) as four structures of one scene: energy, angular momentum, attitude err as
         there, within a factor of 2, and it flips at the exact times
 given   the free symmetric top as bodies and as clumps, each kind of rotation: R(t) = rot(L t / I_1) R(0)
         rot(e_3 (1 - I_3/I_1) w_3 t), its error of second order or better in the step; the same bits as with
         the default where that is named
 dipole  swings of 2 rad about an axis in a field: the period 4 sqrt(I/K) K(sin 1) by the mean of Gauss, and
         energy; a heavy top whose weight is a dipole instead, m g l, precesses at the same rate
 heavy   I_1 = 0.02, I_3 = 0.01 kg m2 about a pivot, 1 kg at 0.1 m, tilt 60 degrees, spin 60 rad/s:
         steady precession at the roots 1.6821611 and 58.3178389 rad/s of
         I_1 W^2 cos(tilt) - I_3 w_3 W + m g l = 0; the pivot rests, energy is kept
"""
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bodies import EMPTY, Bench, near, rotate  # noqa: E402
from clumped import R, clumps, one, scene, spheres  # noqa: E402
from trial import check, finish, rows_at  # noqa: E402

KINDS = ["no_squish", "quaternion", "rotation_matrix", "euler_angles", "quaternion_gear"]
FLIPS = [10.9169, 30.4698, 50.0226, 69.5755, 89.1284]
#: Errors of energy, angular momentum, attitude in tests/verification/asymmetric_top.
EXPECTED = {"no_squish": (9.0e-6, 0, 5.0e-5), "quaternion": (4.9e-7, 1.0e-5, 5.7e-5),
            "rotation_matrix": (5.6e-9, 2.2e-9, 2.4e-5), "euler_angles": (1.1e-9, 3.1e-9, 2.8e-5),
            "quaternion_gear": (0, 0, 4e-9)}


PAIRS = "contacts: {pairs: [{between: [glass, glass], restitution: 0.5, friction: 0, foundation: 1.0e+4}]}\n"


def reference(n, h):
    """R by rows and the spin in the body, by Runge and Kutta: 3e-7 with steps of 10 ms."""
    def rate(r, w):
        return (np.stack([r[:, 1] * w[2] - r[:, 2] * w[1], r[:, 2] * w[0] - r[:, 0] * w[2],
                          r[:, 0] * w[1] - r[:, 1] * w[0]], axis=1),
                np.array([-w[1] * w[2], w[2] * w[0], -w[0] * w[1] / 3]))

    r, w = np.eye(3), np.array([0.01, 1, 0.01])
    out = [r]
    for _ in range(n):
        a = rate(r, w)
        b = rate(r + 0.5 * h * a[0], w + 0.5 * h * a[1])
        c = rate(r + 0.5 * h * b[0], w + 0.5 * h * b[1])
        d = rate(r + h * c[0], w + h * c[1])
        r, w = (y + h / 6 * (a[k] + 2 * b[k] + 2 * c[k] + d[k]) for k, y in enumerate((r, w)))
        out.append(r)
    return np.array(out)


def matrix(q):
    """Rotation matrices [n, 3, 3] of quaternions; their columns are turned axes."""
    return np.stack([rotate(q, np.tile(e, (len(q), 1))) for e in np.eye(3)], axis=2)


def within(seen, expected):
    return 0.5 * expected < seen < 2 * expected if expected > 0 else seen < 1e-12


def free(bench):
    # Placed by a quarter turn about x, so that Euler angles stay away from theta = 0.
    body = ("  - {name: %s, box: {min: [-0.7, -0.5, -0.02], max: [0.7, 0.5, 0.02]}, material: glass, place: "
            "{translate: [%g, 0, 0], rotate: {axis: [1, 0, 0], angle: 90 deg}}, free: {mass: 12, "
            "inertia: [1, 2, 3], angular_velocity: [0.01, -0.01, 1], rotation: %s}}\n")
    text = EMPTY % [0, 0, 0] + "structures:\n" + "".join(body % (k, 2 * n, k) for n, k in enumerate(KINDS))
    run = bench.run(text + "time: {end: 100, step: 10 ms}\noutput: {every: 100, history: 10 ms, precision: double}\n")
    exact, t = reference(10000, 0.01), run.h["time"]
    back = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0.0]])  # from the world as placed
    for n, kind in enumerate(KINDS):
        r, momentum = back @ matrix(run.body("orientation", n)), run.body("angular_momentum", n) @ back.T
        first = np.array([0.01, 2, 0.03])
        seen = (np.abs(run.body("rotational", n) / 1.0002 - 1).max(),
                np.linalg.norm(momentum - first, axis=1).max() / np.linalg.norm(first),
                np.sqrt(np.square(r - exact).sum(axis=(1, 2)) / 8).max())
        check("free top, %s: energy, momentum, attitude" % kind,
              all(within(*pair) for pair in zip(seen, EXPECTED[kind])), "%.1e %.1e %.1e" % seen)
        w = np.einsum("nij,ni->nj", r, momentum)[:, 1]
        at = np.flatnonzero(w[1:] * w[:-1] < 0)
        flips = t[at] + 0.01 * w[at] / (w[at] - w[at + 1])
        late = np.abs(flips - FLIPS).max() if len(flips) == 5 else np.inf
        check("    it flips five times when it must", late < 1e-3, "off by %.1e s" % late)
        near("    the quaternion has length 1", np.linalg.norm(run.body("orientation", n), axis=1), 1, 1e-14)
        check("    R^T R = E", run.body("orthogonality", n).max() < 1e-14)
        near("    the centre rests", run.body("centre", n), [2 * n, 0, 0], 1e-12, 1)


def product(a, b):
    """The rotation b followed by a, as quaternions w x y z."""
    return np.concatenate([[a[0] * b[0] - a[1:] @ b[1:]], a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:])])


def turn(v):
    angle = np.linalg.norm(v)
    return np.concatenate([[np.cos(angle / 2)], np.sin(angle / 2) * np.asarray(v) / angle])


def symmetric(w, thick, slender, t):
    """Attitude at t of a body with moments (thick, thick, slender) along x y z at first, that spins with w."""
    momentum = np.array([thick, thick, slender]) * w
    return product(turn(momentum * t / thick), turn([0, 0, (1 - slender / thick) * w[2] * t]))


def apart(a, b):
    """Angle between two attitudes, rad."""
    return 2 * np.arcsin(min(1, np.linalg.norm(product(a * [1, -1, -1, -1], b)[1:])))


def given(bench):
    w, end = np.array([3.0, -2.0, 9.0]), 2.0
    r, h = 3.0, 10.0  # mm; a cylinder
    moments = (3 * r**2 + h**2) / 12, r**2 / 2
    body = ("  - {name: %s, cylinder: {radius: 3 mm, height: 10 mm}, material: glass, orientation: aligned, rotation: %s, "
            "list: {bodies: [{position: [%g, 0, 0], angular_velocity: %s}]}}\n")
    kinds = [k for k in KINDS if k != "euler_angles"]  # singular for a body along z
    off = {}
    for step in ("2 ms", "1 ms"):
        text = EMPTY % [0, 0, 0] + PAIRS + "bodies:\n" + "".join(body % (k, k, n, w.tolist()) for n, k in enumerate(kinds))
        run = bench.run(text + "time: {end: %g, step: %s}\noutput: {every: %g, precision: double}\n" % (end, step, end))
        q = rows_at(run.path, "granum/bodies", -1)["orientation"]
        off[step] = [apart(q[n], symmetric(w, *moments, end)) for n in range(len(kinds))]
    for n, kind in enumerate(kinds):
        a, b = off["2 ms"][n], off["1 ms"][n]
        check("a body, %s: attitude of the free symmetric top" % kind, a < 1e-3 and b < max(0.3 * a, 1e-7),
              "%.1e, half the step %.1e rad" % (a, b))
    off = {}
    for kind in (None, "no_squish", "quaternion"):
        for step in ("2 ms", "1 ms"):
            shape = "bell: " + spheres([[0, 0, -2e-3], [0, 0, 2e-3]]) + (", rotation: %s}" % kind if kind else "}")
            run = scene(bench, [shape], [one("bell", w=w)], "%g" % end, step, pair="stiffness: 1, restitution: 1, friction: 0")
            row = clumps(run)
            exact = symmetric(w, 2 / 5 * R**2 + 4e-6, 2 / 5 * R**2, end)
            off[kind, step] = apart(row["orientation"][0], exact)
    for kind in ("no_squish", "quaternion"):
        a, b = off[kind, "2 ms"], off[kind, "1 ms"]
        check("a clump, %s: likewise" % kind, a < 1e-3 and b < 0.3 * a, "%.1e, half the step %.1e rad" % (a, b))
    check("    no_squish is the default", off[None, "2 ms"] == off["no_squish", "2 ms"]
          and off[None, "2 ms"] != off["quaternion", "2 ms"])


def dipole(bench):
    inertia, strength, start = 0.02, 0.5, 2.0
    a, b = 1.0, np.cos(start / 2)
    for _ in range(6):
        a, b = (a + b) / 2, np.sqrt(a * b)
    period = 2 * np.pi / a * np.sqrt(inertia / strength)
    body = ("  - {name: %s, box: {min: [-0.1, -0.1, -0.1], max: [0.1, 0.1, 0.1]}, material: glass, place: {rotate: "
            "{axis: [0, 1, 0], angle: 2}, translate: [%g, 0, 0]}, free: {mass: 1, inertia: [0.01, 0.02, 0.03], rotation: %s, "
            "dipoles: [{moment: [0, 0, 2], field: [0, 0, 7], torque: 0.5}]%s}}\n")
    # Its third axis is x of the body, so that Euler angles stay away from their singularity.
    cases = [(k, "") for k in KINDS if k != "euler_angles"] + [("no_squish", ", axis: [0, 1, 0]")]
    text = EMPTY % [0, 0, 0] + "structures:\n" + "".join(body % ("b%d" % n, n, k, more) for n, (k, more) in enumerate(cases))
    run = bench.run(text + "time: {end: %.17g, step: %.17g}\noutput: {every: %.17g, history: %.17g, precision: double}\n"
                    % (5 * period, period / 2000, 5 * period, period / 2000))
    t = run.h["time"]
    for n, (kind, more) in enumerate(cases):
        z = rotate(run.body("orientation", n), np.tile([0.0, 0, 1], (len(t), 1)))
        angle = np.arctan2(z[:, 0], z[:, 2])
        at = np.flatnonzero(angle[1:] * angle[:-1] < 0)
        zero = t[at] + (t[at + 1] - t[at]) * angle[at] / (angle[at] - angle[at + 1])
        exact = period * (np.arange(len(zero)) / 2 + 0.25)
        late = np.abs(zero - exact).max() / period if len(zero) == 10 else np.inf
        check("dipole that swings by 2 rad, %s%s: zeros" % (kind, ", about an axis" if more else ""), late < 3e-6,
              "off by %.1e of the period" % late)
    near("    kinetic energy and potential are kept", run.h["energy_error"], 0, 2e-5, len(cases) * strength)


def heavy(bench):
    g, tilt, spin = 9.81, np.radians(60), 60.0
    axis = np.array([0, -np.sin(tilt), np.cos(tilt)])  # of the body, turned about x
    roots = np.sort(np.roots([0.02 * np.cos(tilt), -0.01 * spin, g * 0.1]).real)
    near("rates of precession", roots, [1.6821611, 58.3178389], 1e-8)
    body = ("  - {name: %s, box: {min: [-0.02, -0.02, 0], max: [0.02, 0.02, 0.2]}, material: glass, place: "
            "{rotate: {axis: [1, 0, 0], angle: 60 deg}}, free: {mass: 1, centre: [0, 0, 0.1], pivot: [0, 0, 0], "
            "inertia: [0.01, 0.01, 0.01], angular_velocity: %s, rotation: %s%s}}\n")
    magnet = ", gravity: false, dipoles: [{moment: [0, 0, -1], field: [0, 0, 1], torque: 0.981}]"
    cases = [(k, "") for k in KINDS] + [("no_squish", magnet)]
    for rate, end, step in ((roots[0], 3.75, "0.25 ms"), (roots[1], 0.5, "0.05 ms")):
        w = (rate * np.array([0, 0, 1]) + (spin - rate * np.cos(tilt)) * axis).tolist()
        text = EMPTY % [0, 0, -g] + "structures:\n" + "".join(body % ("b%d" % n, w, *k) for n, k in enumerate(cases))
        run = bench.run(text + "time: {end: %g, step: %s}\noutput: {every: %g, history: 0.25 ms, precision: double}\n"
                        % (end, step, end))
        for n, (kind, more) in enumerate(cases):
            x, t = run.body("centre", n), run.h["time"]
            turned = np.unwrap(np.arctan2(x[:, 1], x[:, 0]))
            seen = (turned[-1] - turned[0]) / t[-1]
            lean = np.abs(np.arccos(x[:, 2] / 0.1) - tilt).max()
            check("heavy top at %.4f rad/s, %s%s: rate, tilt" % (rate, kind, ", a dipole" if more else ""),
                  abs(seen / rate - 1) < 3e-5 and lean < 3e-5, "%.6f, off by %.1e; %.1e rad" % (
                      seen, abs(seen / rate - 1), lean))
            near("    the pivot rests", run.body("position", n), 0, 1e-12, 1)
        near("    energy of all is kept", run.h["energy_error"], 0, 1e-4, run.h["bodies_kinetic"][0])


with tempfile.TemporaryDirectory() as folder:
    for part in (free, given, dipole, heavy):
        part(Bench(sys.argv[1], folder))
finish()
