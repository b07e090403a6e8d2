"""free_bodies.py GRANUM -- a rigid body without contacts moves as its loads say.

A cube of 10 mm, its origin at a corner: M = 2.5 g, I = M a^2 / 6 about any axis.  Leapfrog is exact under a constant
force, and where one rotation about a fixed axis is all there is; elsewhere the error falls with
the square of the step, and the run with half the step shows it.

 fall       x = x0 + v t + g t^2 / 2 to round-off, also of a body that turns; momentum, spin
 push       a constant force and torque: X, V, angle and spin exact; a table; from and to
 off        a force at a corner, in axes of the body, against quadrature; of the world, energy
 drag       terminal velocity M g / c and the decay of velocity and spin exact; the loss counts; any drag is stable
 subsets    axes that are not free stay or go as prescribed; release at free.from
 two        rotation about x and y alone: no spin about z, against the equations of motion
"""
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bodies import EMPTY, Bench, near, rotate, second_order  # noqa: E402
from trial import check, finish  # noqa: E402

M, A, G = 2.5e-3, 1e-2, np.array([0, 0, -9.81])
I = M * A * A / 6
KINDS = ["no_squish", "quaternion", "rotation_matrix", "euler_angles"]
CUBE = """
structures:
  - name: cube
    box: {min: [0, 0, 0], max: [10 mm, 10 mm, 10 mm]}
    place: {translate: [-4 mm, -3 mm, -2 mm]}
    material: glass
    %s
time: {end: 0.2, step: %s}
output: {every: 0.1, history: 1 ms, precision: double}
"""
X0 = np.array([1e-3, 2e-3, 3e-3])


def cube(bench, free, gravity=(0, 0, 0), step="0.1 ms", more=""):
    text = EMPTY % list(gravity) + CUBE % ("free: {%s}%s" % (free, more), step)
    return bench.run(text)


def balance(run, what, limit=1e-12):
    h = run.h
    turned = h["bodies_kinetic"].max() + abs(h["bodies_applied_work"]).max()
    near("    the balance of energy closes, " + what, h["energy_error"], 0 * h["time"], limit, turned)


def fall(bench):
    v, w = np.array([1.0, -0.4, 2.0]), np.array([10.0, 20.0, 30.0])
    for kind in KINDS:
        turning = ", angular_velocity: %s" % w.tolist() if kind != "euler_angles" else ""
        run = cube(bench, "velocity: %s, rotation: %s%s" % (v.tolist(), kind, turning), G)
        t = run.h["time"][:, None]
        near("a thrown cube, " + kind, run.body("centre"), X0 + v * t + 0.5 * G * t * t, 1e-12)
        near("    its momentum", run.body("momentum"), M * (v + G * t), 1e-12)
        near("    its angular momentum", run.body("angular_momentum"),
             I * w + 0 * t if turning else 0 * t + [0, 0, 0], 1e-9 if "matrix" in kind else 1e-12, 1e-6)
        if kind == "quaternion":
            half = 0.5 * np.linalg.norm(w) * t
            q = np.hstack([np.cos(half), np.sin(half) * w / np.linalg.norm(w)])
            near("    its attitude", run.body("orientation"), q * np.sign((q * run.body("orientation"))
                 .sum(axis=1))[:, None], 1e-12)
        balance(run, kind, 1e-9 if "matrix" in kind else 1e-12)
    rest = cube(bench, "gravity: false", G)
    near("without gravity it stays", rest.body("centre"), X0 + 0 * rest.h["time"][:, None], 1e-15)


def push(bench):
    f, m = np.array([0.02, -0.01, 0.03]), np.array([2e-6, 1e-6, -2e-6])
    load = "force: %s, torque: %s" % (f.tolist(), m.tolist())
    run = cube(bench, "rotation: quaternion, loads: [{%s}]" % load)
    t = run.h["time"][:, None]
    half = 0.25 * np.linalg.norm(m) / I * t * t
    q = np.hstack([np.cos(half), np.sin(half) * m / np.linalg.norm(m)])
    near("a constant force: place", run.body("centre"), X0 + 0.5 * f / M * t * t, 1e-12)
    near("    momentum", run.body("momentum"), f * t, 1e-12)
    near("a constant torque: attitude", rotate(run.body("orientation"), X0), rotate(q, X0 + 0 * t), 1e-11)
    near("    angular momentum", run.body("angular_momentum"), m * t, 1e-12)
    balance(run, "work of loads")
    work = 0.5 * (np.dot(f, f) / M + np.dot(m, m) / I) * run.h["time"]**2
    near("    work of loads", run.body("applied_work"), work, 1e-12)
    two = cube(bench, "rotation: quaternion, loads: [{force: %s}, {torque: %s, axes: body}]"
               % (f.tolist(), m.tolist()))
    near("two loads add up, the torque in axes of the body", np.hstack([two.body("centre"), two.body("orientation")]),
         np.hstack([run.body("centre"), run.body("orientation")]), 1e-12)
    errors = []
    for dt in ("0.2 ms", "0.1 ms"):
        body = cube(bench, "angular_velocity: [20, 0, 0], loads: [{torque: %s, axes: body}]" % m.tolist(), step=dt)
        q = body.body("orientation") * [1, -1, -1, -1]
        errors.append(np.abs(rotate(q, body.body("angular_momentum")) - [20 * I, 0, 0] - m * t).max() / I / 20)
    second_order("a torque in axes of the body: angular momentum in these axes", errors, 1e-4)
    part = cube(bench, "loads: [{%s, from: 20 ms, to: 80 ms}]" % load)
    t = part.h["time"][:, None]
    # A kick at t belongs to the whole step around it: half of the first counts before 20 ms.
    inside = np.clip(t - 0.02 + 0.5e-4, 0, 0.06)
    inside[abs(t - 0.02)[:, 0] < 1e-9] = 0.5e-4
    near("from and to: momentum", part.body("momentum"), f * inside, 1e-11)
    rows = "[{time: 0, factor: 0}, {time: 40 ms, factor: 2}, {time: 60 ms, factor: -1}]"
    ramp = cube(bench, "loads: [{%s, from: 20 ms, table: {rows: %s}}]" % (load, rows))
    s = np.clip(ramp.h["time"] - 0.02, 0, None)
    first, second, last = np.clip(s, 0, 0.04), np.clip(s - 0.04, 0, 0.02), np.clip(s - 0.06, 0, None)
    sum_ = (25 * first**2 + 2 * second - 75 * second**2 - last)[:, None]
    near("a table of factors: momentum", ramp.body("momentum"), f * sum_, 1e-11)
    near("    angular momentum", ramp.body("angular_momentum"), m * sum_, 1e-11)


def off_centre(bench):
    at, f = np.array([4e-3, 3e-3, 0]), np.array([1e-3, 2e-3, 0])
    alpha = (at[0] * f[1] - at[1] * f[0]) / I
    u = np.linspace(0, 0.2, 200001)
    angle = 0.5 * alpha * u * u
    a = np.stack([f[0] * np.cos(angle) - f[1] * np.sin(angle), f[0] * np.sin(angle) + f[1] * np.cos(angle)]) / M
    step = u[1]
    v = step * (np.cumsum(a, axis=1) - 0.5 * a - 0.5 * a[:, :1])
    x = step * (np.cumsum(v, axis=1) - 0.5 * v)
    errors = []
    for dt in ("0.2 ms", "0.1 ms"):
        run = cube(bench, "loads: [{force: %s, at: %s, axes: body}]" % (f.tolist(), (at + 5e-3).tolist()), step=dt)
        errors.append(np.abs(run.body("centre")[-1, :2] - X0[:2] - x[:, -1]).max() / np.abs(x).max())
        near("a force at a point of the body: spin", run.body("angular_momentum")[:, 2],
             I * alpha * run.h["time"], 1e-11)
    second_order("    place, against quadrature", errors, 1e-4)
    errors = []
    for dt in ("0.2 ms", "0.1 ms"):
        run = cube(bench, "loads: [{force: %s, at: %s}]" % (f.tolist(), (at + 5e-3).tolist()), step=dt)
        arm = rotate(run.body("orientation")[-1], at)
        gain = np.dot(f, arm - at + run.body("centre")[-1] - X0)
        errors.append(abs(run.h["bodies_kinetic"][-1] / gain - 1))
        near("the same in axes of the world: place", run.body("centre"),
             X0 + 0.5 * f / M * run.h["time"][:, None]**2, 1e-12)
    second_order("    energy is force times way of the point", errors, 1e-4)


def drag(bench):
    c, k = 0.05, 5e-6
    spins = "velocity: [3, 4, 0], angular_velocity: [0, 0, 50], drag: %g, angular_drag: %g"
    for more in (", rotate: [z]", "", ", rotation: quaternion", ", rotation: rotation_matrix"):
        run = cube(bench, spins % (c, k) + more, step="1 ms")
        t, limit = run.h["time"], 4e-2 if "matrix" in more else 1e-13
        gone = 0.5 * M * 25 * (1 - np.exp(-2 * c / M * t)) + 0.5 * I * 2500 * (1 - np.exp(-2 * k / I * t))
        near("drag%s: velocity exp(-c t / M)" % more, run.body("momentum")[:, 0], 3 * M * np.exp(-c / M * t), 1e-13)
        near("    spin exp(-k t / I)", run.body("angular_momentum")[:, 2], 50 * I * np.exp(-k / I * t), limit)
        near("    the loss is the energy", run.h["bodies_drag_loss"], gone, limit)
        balance(run, "drag", limit)
    fast = cube(bench, "drag: 0.5", G, step="1 ms")
    near("terminal velocity M g / c", fast.body("momentum")[-1], M * M / 0.5 * G, 1e-12)
    # Any drag is stable at any step: c dt / M and k dt / I from 4 to 1e17; a body of three unlike moments.
    for factor in (1, 30, 2.5e5, 2.5e16):
        for spin, more in (("9, 20, 50", ""), ("9, 20, 0", ", rotate: [x, y]"), ("0, 0, 50", ", rotate: [z]"),
                           ("9, 20, 50", ", rotation: quaternion"), ("9, 20, 50", ", rotation: rotation_matrix")):
            free = "velocity: [3, 4, 0], angular_velocity: [%s], drag: %g, angular_drag: %g%s"
            free = free % (spin, 10 * factor, 1.7e-4 * factor, more)
            run = bench.run((EMPTY % list(G) + CUBE % ("free: {%s}" % free, "1 ms"))
                            .replace("[10 mm, 10 mm, 10 mm]", "[4 mm, 8 mm, 20 mm]"))
            h = run.h
            lost = np.diff(h["bodies_drag_loss"])
            most = np.abs(run.poses["angular_velocity"]).max()
            check("drag of %g steps%s: it ends, and what is lost never falls" % (4 * factor, more),
                  most < 56 and h["bodies_kinetic"].max() < 1.01 * h["bodies_kinetic"][0] and lost.min() > -1e-18,
                  "spin %.3g rad/s, energy %.2g" % (most, h["bodies_kinetic"].max() / h["bodies_kinetic"][0]))
            if "matrix" not in more:  # Gear's corrector sees such a torque one step late
                balance(run, "drag", 1e-6)


def subsets(bench):
    wheel = cube(bench, "translate: [z], rotate: [], velocity: [0, 0, 1]", G,
                 more="\n    motion: [{rotate: {axis: [1, 0, 0], through: [1 mm, 2 mm, 3 mm], rate: 40}}]")
    t = wheel.h["time"][:, None]
    near("a prescribed rotation, free along z: place", wheel.body("centre"),
         X0 + [0, 0, 1] * t + 0.5 * G * t * t, 1e-12)
    near("    attitude", np.abs(wheel.body("orientation")), np.abs(np.hstack(
        [np.cos(20 * t), np.sin(20 * t), 0 * t, 0 * t])), 1e-12)
    cart = cube(bench, "translate: [z, y], rotate: []", (3, 0, -9.81),
                more="\n    motion: [{translate: {velocity: [0.5, 0, 0]}}]")
    near("prescribed along x, free along y and z", cart.body("centre"),
         X0 + [0.5, 0, 0] * t + 0.5 * G * t * t, 1e-12)
    late = cube(bench, "from: 50 ms, velocity: [1, 0, 0]", G)
    s = np.clip(late.h["time"] - 0.05, 0, None)[:, None]
    near("at rest, then free: place", late.body("centre"), X0 + [1, 0, 0] * s + 0.5 * G * s * s, 1e-12)
    h = late.h
    near("    its energy enters when it is released", h["energy_in"][-1],
         M * 9.81 * X0[2] + 0.5 * M, 1e-12)
    near("    the balance", h["energy_error"], 0 * s, 1e-12, h["bodies_kinetic"].max())


def two_axes(bench):
    """A box that turns about x and y alone, against Euler's equations with w_z held at 0."""
    size = np.array([4e-3, 8e-3, 20e-3])
    mass = 2500 * size.prod()
    moments = mass / 12 * (np.square(size).sum() - np.square(size))
    w0 = np.array([12.0, 20.0, 0])

    def rate(y):
        turn, w = y[:9].reshape(3, 3), y[9:]
        inertia = turn @ np.diag(moments) @ turn.T
        inverse = np.linalg.inv(inertia)
        free = -inverse @ np.cross(w, inertia @ w)
        free -= inverse[:, 2] * free[2] / inverse[2, 2]
        return np.concatenate([np.cross(w, turn.T).T.ravel(), free])

    y, dt = np.concatenate([np.eye(3).ravel(), w0]), 2.5e-4
    for _ in range(800):
        a = rate(y)
        b = rate(y + 0.5 * dt * a)
        c = rate(y + 0.5 * dt * b)
        y = y + dt / 6 * (a + 2 * b + 2 * c + rate(y + dt * c))
    errors, energy = [], []
    for step in ("0.2 ms", "0.1 ms"):
        text = EMPTY % [0, 0, 0] + CUBE % ("free: {rotate: [x, y], angular_velocity: %s}" % w0.tolist(), step)
        text = text.replace("[10 mm, 10 mm, 10 mm]", str(size.tolist()))
        run = bench.run(text)
        q = run.body("orientation")[-1]
        turn = np.stack([rotate(q, e) for e in np.eye(3)], axis=1)
        errors.append(np.abs(turn - y[:9].reshape(3, 3)).max())
        kinetic = run.h["bodies_kinetic"]
        energy.append(np.abs(kinetic / kinetic[0] - 1).max())
        near("about x and y alone: spin about z", run.poses["angular_velocity"][:, 0, 2], [0, 0, 0], 1e-12, 20)
    check("    attitude against the equations of motion", errors[0] < 2e-2 and errors[1] < 0.65 * errors[0],
          "%.1e, half the step %.1e" % tuple(errors))
    check("    energy", energy[0] < 1e-2 and energy[1] < 0.65 * energy[0], "%.1e, half the step %.1e" % tuple(energy))


with tempfile.TemporaryDirectory() as folder:
    for part in (fall, push, off_centre, drag, subsets, two_axes):
        part(Bench(sys.argv[1], folder))
finish()
