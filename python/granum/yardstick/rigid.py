"""What no law decides: frames of a free flight, impacts through periodic sides, clumps as rigid bodies.

  frames    a thrown grain in frame k is at x_0 + v t + g t^2 / 2 with t = k times `output.every`
  images    two equal grains that meet through each side, edge and corner of a periodic box, with either of
            them first: v_a' = v_a (1 - e) / 2 + v_b (1 + e) / 2
  clumps    one to nine spheres in a plane that fall on it at once: restitution as it is given, and the
            balance; a tilted pair without friction: impulse (1 + e) v / (1 / M + (a x n) I^-1 (a x n))

A dashpot that may not pull gives the restitution asked for; the impulse of a tilted clump is that of a
contact without duration, while which it turns by w t: 3e-3 here.
"""

import math
import tempfile

from granum.arrays import h5py, numpy
from granum.yardstick.referee import referee

R, RHO, RIGID = 2e-3, 2500.0, "rigid bodies"
M = RHO * 4 / 3 * math.pi * R**3

SCENE = """
gravity: %(gravity)r
domain: {%(domain)s}
materials: {glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {law: hooke, pairs: [{between: [glass, glass], restitution: 0.5, friction: 0, stiffness: %(stiffness)r}]}
%(more)s
grains: [{list: {material: glass, %(clump)sgrains: [%(grains)s]}}]
time: {end: %(end)r, step: %(step)r}
output: {every: %(every)r, arrays: full, precision: double, checkpoint: 0}
"""
PLANE = "structures: [{plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}]"


def ran(bench, folder, grains, end, step, every=None, gravity=(0, 0, 0), domain="", more="", clump=None, stiffness=1e5):
    """The path of the result of a scene with these grains: (position, velocity, more)."""
    if clump:
        more += "\nclumps: {c: {spheres: [%s]}}" % ", ".join("{at: %r, radius: %r}" % (list(p), R) for p in clump)
    text = SCENE % {"gravity": list(gravity), "domain": domain, "stiffness": stiffness, "more": more, "end": end,
                    "step": step, "every": every or end, "clump": "clump: c, " if clump else "", "grains": ", ".join(
                        "{position: %r, velocity: %r%s%s}" % (list(map(float, x)), list(map(float, v)), ""
                                                              if clump else ", radius: %r" % R, extra)
                        for x, v, extra in grains)}
    return bench.ran(text, folder, work=len(grains) * round(end / step))


def frame_of(path, k):
    """The time of frame k, and the columns of grains and clumps that these rows read, by identity."""
    from granum import open as open_result

    with open_result(str(path)) as result:
        frame = result[k]
        grains = numpy.argsort(frame.grains.id)
        found = {"time": frame.time, "frames": len(result), "position": frame.grains.position[grains],
                 "velocity": frame.grains.velocity[grains]}
        if len(frame.clumps):
            found.update(clump_velocity=frame.clumps.velocity[0], clump_spin=frame.clumps.angular_velocity[0])
    return found


def frames(bench, folder):
    g, x0, v0, step, every = numpy.array([1.0, 2.0, -9.81]), [0.01, 0.02, 0.03], [0.3, -0.2, 1.0], 1e-4, 7e-4
    path = ran(bench, folder, [(x0, v0, "")], 0.01, step, every, gravity=g.tolist(), stiffness=100.0)
    for k in (1, 13):
        seen, t = frame_of(path, k), k * every
        yield bench.row("thrown grain, frame %d" % k, "time, s", seen["time"], t, RIGID, 1e-12)
        exact = numpy.array(x0) + numpy.array(v0) * t + 0.5 * g * t * t
        off = numpy.abs(seen["position"][0] - exact).max()
        yield bench.row("thrown grain, frame %d" % k, "height, m", seen["position"][0, 2], exact[2], RIGID, 1e-12,
                        off / numpy.abs(exact).max())
        exact = numpy.array(v0) + g * t
        off = numpy.abs(seen["velocity"][0] - exact).max()
        yield bench.row("thrown grain, frame %d" % k, "speed, m/s", seen["velocity"][0, 2], exact[2], RIGID, 1e-12,
                        off / numpy.abs(exact).max())


def images(bench, folder, size=0.012, speed=0.5, e=0.5):
    """One row for all pairs of a kind of face: the farthest from what is expected."""
    for word, ways in (("side", numpy.eye(3)), ("edge", 1 - numpy.eye(3)), ("corner", numpy.ones((1, 3)))):
        worst = (-1.0, 0.0, 0.0)
        for way in ways:
            for sign in (1, -1):
                n = sign * way / numpy.linalg.norm(way)
                at = sign * way * size - n * (R + 1e-5)  # within the face, and its partner beyond
                slow, fast = 0.25 * speed * n, speed * n
                path = ran(bench, folder, [(at, fast, ""), (-at, -slow, "")], 2e-3, 5e-7, domain="min: [%r, %r, %r], max: "
                           "[%r, %r, %r], boundary: periodic" % ((-size,) * 3 + (size,) * 3))
                v = frame_of(path, -1)["velocity"] @ n / speed
                for k, exact in enumerate(((1 - e) / 2 - 0.25 * (1 + e) / 2, (1 + e) / 2 - 0.25 * (1 - e) / 2)):
                    worst = max(worst, (abs(v[k] - exact), v[k], exact))
        yield bench.row("through each %s of a periodic box" % word, "speed over the impact's", worst[1], worst[2], RIGID,
                        3e-3, worst[0])


def clumps(bench, folder):
    row = [-2.5 * R, 0.0, 2.5 * R]
    shapes = ([row[1:2], row[1:2]], [row[:2], row[1:2]], [row[::2], row[::2]], [row, row])
    for across, along in shapes:
        places = [[x, y, 0] for x in across for y in along]
        path = ran(bench, folder, [([0, 0, R + 1e-5], [0, 0, -0.5], "")], 2e-3, 5e-7, more=PLANE, clump=places)
        case = "clump falls flat on %d spheres" % len(places)
        yield bench.row(case, "restitution", frame_of(path, -1)["clump_velocity"][2] / 0.5, 0.5, RIGID, 6e-3)
        with h5py.File(path, "r") as file:
            h = file["granum/history"]
            off, turned = numpy.abs(h["energy_error"][()]).max(), h["kinetic_energy"][0]
        yield bench.row(case, "balance over energy", off / turned, 0.0, "conservation", 1e-3)
    yield from tilted(bench, folder)


def tilted(bench, folder, tilt=0.6, e=0.5, v=0.5, k=1e6):
    m = 2 * M
    across = m * (0.4 * R * R + R * R)
    arm = R * numpy.array([math.cos(tilt), 0, -math.sin(tilt)])  # to the lower sphere
    lever = numpy.cross(arm, [0, 0, 1]) / across  # about y, an axis of equal moments
    j = (1 + e) * v / (1 / m + numpy.cross(lever, arm)[2])
    path = ran(bench, folder, [([0, 0, R - arm[2] + 1e-7], [0, 0, -v], ", orientation: {axis: [0, 1, 0], angle: %r}" % tilt)],
               2e-4, 1e-8, more=PLANE, clump=[[-R, 0, 0], [R, 0, 0]], stiffness=k)
    seen = frame_of(path, -1)
    speed = seen["clump_velocity"][2]
    yield bench.row("tilted clump on a plane", "speed, m/s", speed, -v + j / m, RIGID, 3e-3, abs(speed + v - j / m) / v)
    yield bench.row("tilted clump on a plane", "spin, rad/s", seen["clump_spin"][1], j * lever[1], RIGID, 3e-3)


@referee("rigid", "frames of a free flight, impacts through periodic sides, clumps as rigid bodies")
def rows(bench):
    with tempfile.TemporaryDirectory() as folder:
        for part in (frames, images, clumps):
            yield from part(bench, folder)
