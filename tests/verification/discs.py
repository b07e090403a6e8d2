"""discs.py GRANUM -- mass, moment of inertia, friction and rolling of a disc, a sphere and a published sample in a plane.

With s = m r^2 / I, 5/2 for a sphere, 2 for a disc, 8 r / (3 t) for the sample (mass of a sphere, moment of a disc of
thickness t; r = 5 m, rho = 10 kg/m3, t = 1 m has m = 5235.99 kg and I = 9817.48 kg m2):

  thrown along a floor with v0 a grain slides with v = v0 - mu g t until t = v0 / ((1 + s) mu g), for a disc
  v0 / (3 mu g), and then rolls with s / (1 + s) v0: 2/3 of v0 for a disc, 5/7 for a sphere.  The angular momentum about
  the line of contact is conserved, up to the overlap over the radius, 1e-4.

  without loss and without sliding the tangential spring with tangential_ratio auto, 1 / (1 + s), swings exactly
  once forth and back while the normal one does: a bounce reverses the velocity of the surface at the contact,
  v - w r.  A disc with the ratio of a sphere does not.

  without friction a disc on a floor that resists rolling swings with w^2 = k_r / I, k_r = 3 k_n (mu_r r)^2, the value
  of two dimensions of J. Ai, J.-F. Chen, J. M. Rotter and J. Y. Ooi, Powder Technology 206 (2011) 269-282; a sphere, in
  the plane too, with their 9/4.
"""
import sys
import tempfile

import numpy as np

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from results import open_result  # noqa: E402
from trial import Bench, check, finish  # noqa: E402

R, T, G, K = 0.01, 0.02, 9.81, 1.0e5
SCENE = """
domain: {dimensions: 2, thickness: %(t).17g, grains: %(body)s}
gravity: [0, %(g).17g]
materials:
  glass: {density: %(density)g, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
contacts:
  law: hooke
  %(keys)s
  pairs: [{between: [glass, glass], stiffness: 1.0e+5, %(pair)s}]
structures:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass}
grains: [{list: {material: glass, grains: [{position: [0, %(y).17g], radius: %(r)g, velocity: [%(vx)g, %(vy)g],
  angular_velocity: [0, 0, %(w).17g]}]}}]
time: {end: %(end).17g, step: %(step).17g}
output: {every: %(every).17g, precision: double, arrays: full}
"""
BODIES = {"disc": 2.0, "sphere": 2.5, "lecture": 8 * R / (3 * T)}


def mass(body):
    return 2500 * (np.pi * R**2 * T if body == "disc" else 4 / 3 * np.pi * R**3)


class Track:
    """One grain: time, position, velocity and spin of every frame."""

    def __init__(self, bench, **keys):
        given = dict(dict(t=T, density=2500, r=R, vx=0, vy=0, w=0, keys="", every=keys.get("end")), **keys)
        result = open_result(bench.run(SCENE % given).path)
        frames = [f.grains for f in result]
        self.t = np.array([f.time for f in result])
        self.x = np.array([g["position"][0] for g in frames])
        self.v = np.array([g["velocity"][0] for g in frames])
        self.w = np.array([g["angular_velocity"][0] for g in frames])[:, 2]
        self.m = frames[0]["mass"][0]
        self.energy = result.history["kinetic_energy"]


def published(bench):
    a = Track(bench, body="lecture", t=1, density=10, r=5, y=20, g=0, w=2, end=1e-3, step=1e-4, pair="restitution: 1, friction: 0")
    inertia = 2 * a.energy[0] / 4
    check("the published sample: m = 5235.99 kg, I = 9817.48 kg m2", abs(a.m - 5235.99) < 5e-3
          and abs(inertia - 9817.48) < 5e-3, "%.3f, %.3f" % (a.m, inertia))


def thrown(bench):
    v0, mu = 1.0, 0.2
    for body, s in BODIES.items():
        until = v0 / ((1 + s) * mu * G)
        a = Track(bench, body=body, g=-G, y=R - mass(body) * G / K, vx=v0, end=2 * until, every=until / 50,
                  step=np.pi * np.sqrt(mass(body) / K) / 60, pair="restitution: 0.5, friction: %g" % mu)
        slip = a.v[:, 0] + a.w * R
        sliding, rolling = a.t < 0.98 * until, a.t > 1.05 * until
        off = np.abs(slip - (v0 - (1 + s) * mu * G * a.t))[sliding].max()
        slow = np.abs(a.v[:, 0] - (v0 - mu * G * a.t))[sliding].max()
        check("%-7s slides until v0 / (%.3g mu g)" % (body, 1 + s), off < 2e-4 and slow < 2e-4, "%.1e %.1e m/s" % (off, slow))
        left, got = np.abs(slip[rolling]).max(), a.v[rolling, 0]
        check("%-7s then rolls with %.4f v0" % (body, s / (1 + s)), left < 2e-4
              and np.abs(got / v0 - s / (1 + s)).max() < 2e-4, "%.5f, slip %.0e" % (got[-1], left))


def bounced(bench):
    v = 0.01
    for body, s in list(BODIES.items()) + [("disc", None)]:
        contact = np.pi * np.sqrt(mass(body) / K)
        a = Track(bench, body=body, g=0, y=R + 0.1 * v * contact, vx=v, vy=-v, w=0.7 * v / R, end=2 * contact, step=contact / 1000,
                  keys="" if s else "tangential_ratio: %.17g" % (2 / 7), pair="restitution: 1, friction: 1000")
        before, after = a.v[0, 0] + a.w[0] * R, a.v[-1, 0] + a.w[-1] * R
        if s:
            check("%-7s the surface bounces back along the floor" % body, abs(after / before + 1) < 1e-3
                  and abs(a.v[-1, 1] / v - 1) < 1e-4, "%.6f" % (after / before))
        else:
            want = np.cos(np.pi * np.sqrt(3 * 2 / 7))
            check("disc with the ratio of a sphere: cos(pi sqrt(6/7)) instead", abs(after / before - want) < 2e-3,
                  "%.6f, %.6f" % (after / before, want))


def swung(bench):
    mu = 0.1
    for body, factor in (("disc", 3.0), ("lecture", 3.0), ("sphere", 2.25)):
        m = mass(body)
        inertia = m * R**2 / BODIES[body]
        stiff = factor * K * (mu * R)**2
        w = np.sqrt(stiff / inertia)
        top = 0.5 * mu * R * m * G / stiff * w  # half of the spin at which the spring would slip
        a = Track(bench, body=body, g=-G, y=R - m * G / K, w=top, end=6 * np.pi / w, every=np.pi / w / 20, step=np.pi / w / 2000,
                  keys="rolling: spring", pair="restitution: 0.5, friction: 0, rolling_friction: %g, rolling_damping: 0" % mu)
        off = np.abs(a.w / top - np.cos(w * a.t)).max()
        check("%-7s swings on a rolling spring of %.3g k_n (mu_r r)^2" % (body, factor), off < 2e-3, "%.1e" % off)


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sys.argv[1], folder)
        for part in (published, thrown, bounced, swung):
            part(bench)
    finish()


main()
