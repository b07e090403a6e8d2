"""Single impacts: tests 1 to 8 of Y. C. Chung and J. Y. Ooi, Granular Matter 13 (2011) 643-656.

  1, 2   elastic normal impact of two spheres, and of a sphere on a rigid plane: largest overlap and
         force and the duration as published, five digits
  3      restitution is what was asked for
  4      oblique impact on a plane, sliding throughout: e_t, spin and angle of rebound by rigid impact
  5      oblique impact while it sticks at last: within the band that energy allows
  6, 8   normal impact with spin on a plane, and on a sphere five times as large and a thousand times as
         dense, sliding throughout: u = mu (1 + e) v_n, w = w_0 - (5/2) mu (1 + e) v_n / r
  7      equal and opposite spins: nothing happens to them

Steps are a thousandth of the contact.  The arm of friction is r - d, which moves spins by d / r; a dashpot
that may not pull gives the restitution asked for.  Grains begin at the first touch.
"""

import math

from granum.arrays import numpy
from granum.yardstick.referee import referee

DOI = "doi:10.1007/s10035-011-0277-0 "
STEPS = 1000  # of a contact

SCENE = """
gravity: [0, 0, 0]
materials:
  a: {density: %(density)r, youngs_modulus: %(young)r, poisson_ratio: %(nu)r}
  b: {density: %(other)r, youngs_modulus: %(stiff)s, poisson_ratio: %(nu)r}
contacts:
  tangential_damping: false
  pairs: [{between: [a, a], restitution: %(e)r, friction: %(mu)r},
          {between: [a, b], restitution: %(e)r, friction: %(mu)r},
          {between: [b, b], restitution: %(e)r, friction: %(mu)r}]
%(plane)s
grains:
  - list: {material: a, grains: [{position: [0, 0, %(r)r], radius: %(r)r, velocity: [%(vt)r, 0, %(vn)r],
                                  angular_velocity: [0, %(spin)r, 0]}]}
%(partner)s
time: {end: %(end)r, step: %(dt)r}
output: {every: %(end)r, checkpoint: 0}
"""


class Impact:
    """A sphere of radius r meets a plane (on None) or a sphere of radius `on` times r: speeds along and
    toward it, the spin that rolls forward."""

    def __init__(self, young, nu, density, r, vn, vt=0.0, spin=0.0, e=1.0, mu=0.0, on=None, heavy=1.0,
                 back=0.0, counter=0.0):
        self.young, self.nu, self.density, self.r, self.vn, self.vt = young, nu, density, r, vn, vt
        self.spin, self.e, self.mu, self.on, self.heavy = spin, e, mu, on, heavy
        self.back, self.counter = back, counter  # speed toward it and spin of the partner

    def mass(self):
        m = self.density * 4 / 3 * math.pi * self.r**3
        if self.on is None:
            return m
        return m / (1 + 1 / (self.heavy * self.on**3))

    def duration(self):
        """Of an elastic impact at the relative speed."""
        star = self.young / (1 - self.nu**2) * (1 if self.on is None else 0.5)
        r = self.r if self.on is None else self.r * self.on / (1 + self.on)
        return 2.86827 * (self.mass()**2 / (r * star**2 * (self.vn + self.back)))**0.2

    def scene(self):
        dt, plane, partner = self.duration() / STEPS, "", ""
        if self.on is None:
            plane = "structures: [{plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: b}]"
        else:
            partner = ("  - list: {material: b, grains: [{position: [0, 0, %r], radius: %r, velocity: [0, 0, %r], "
                       "angular_velocity: [0, %r, 0]}]}" % (-self.on * self.r, self.on * self.r, self.back,
                                                            self.counter))
        return SCENE % {
            "density": self.density, "young": self.young, "nu": self.nu, "other": self.density * self.heavy,
            "stiff": 1e6 * self.young if self.on is None else self.young, "e": self.e, "mu": self.mu,
            "plane": plane, "partner": partner, "r": self.r, "vt": self.vt, "vn": -self.vn, "spin": self.spin,
            "dt": dt, "end": 4 * self.duration()}

    def strike(self, bench, every=1):
        """Steps until the contact ends: {depth, force, time, velocity, spin, other's spin}."""
        seen = {"depth": 0.0, "force": 0.0, "time": 0.0}
        with bench.simulation(self.scene()) as sim:
            for _ in range(3 * STEPS // every):
                bench.step(sim, every)
                if len(sim.contacts):
                    seen["time"] += every * sim.dt
                    seen["depth"] = max(seen["depth"], float(sim.contacts.overlap[0]))
                    seen["force"] = max(seen["force"], float(sim.contacts.force_normal[0]))
                elif seen["depth"]:
                    break
            order = numpy.argsort(sim.grains.id)
            seen["velocity"] = sim.grains.velocity[order[0]].copy()
            seen["spin"] = float(sim.grains.angular_velocity[order[0], 1])
            seen["other"] = float(sim.grains.angular_velocity[order[-1], 1])
        return seen


PEAKS = (  # modulus Pa, ratio, density kg/m3, radius m, speed m/s, partner; um, kN, us as published
    ("1 glass, two spheres", 48e9, 0.20, 2800.0, 0.01, 10.0, 1.0, 274.11, 10.697, 40.338),
    ("1 limestone, two spheres", 20e9, 0.25, 2500.0, 0.01, 10.0, 1.0, 368.30, 7.1082, 54.200),
    ("2 aluminium alloy, rigid plane", 70e9, 0.30, 2699.0, 0.1, 0.2, None, 49.717, 11.370, 731.64),
    ("2 magnesium alloy, rigid plane", 40e9, 0.35, 1800.0, 0.1, 0.2, None, 52.123, 7.2327, 767.05),
)
OXIDE, IRON = (380e9, 0.23, 4000.0), (100e9, 0.25, 7000.0)
ALUMINIUM, STEEL = (70e9, 0.33, 2700.0), (208e9, 0.3, 7850.0)


@referee("impacts", "Chung and Ooi, benchmark tests at the level of impacts, 1 to 8")
def rows(bench):
    yield from peaks(bench)
    for name, stuff in (("3 aluminium oxide", OXIDE), ("3 cast iron", IRON)):
        for tenths in range(2, 11, 2):
            e = tenths / 10
            a = Impact(*stuff, 2.5e-3, 3.9, e=e, mu=0.1).strike(bench, 10)
            yield bench.row("%s, e %.1f" % (name, e), "restitution", a["velocity"][2] / 3.9, e, DOI + "test 3", 1e-3)
    yield from oblique(bench)
    yield from spinning(bench)


def peaks(bench):
    for name, young, nu, density, r, v, on, depth, force, time in PEAKS:
        a = Impact(young, nu, density, r, v, on=on, back=v if on else 0.0).strike(bench)
        yield bench.row(name, "largest overlap, um", 1e6 * a["depth"], depth, DOI + "tables", 2e-4)
        yield bench.row(name, "largest force, kN", 1e-3 * a["force"], force, DOI + "tables", 2e-4)
        yield bench.row(name, "duration, us", 1e6 * a["time"], time, DOI + "tables", 3e-3, note="steps of a thousandth")


def oblique(bench):
    """Test 4: aluminium oxide, 3.9 m/s, e 0.98, mu 0.092; test 5: steel at 5 m/s, psi = v_t / (mu v_n)."""
    for degrees in (35, 50, 65, 80):
        angle, mu, e = math.radians(degrees), 0.092, 0.98
        vn, vt = 3.9 * math.cos(angle), 3.9 * math.sin(angle)
        k = Impact(*OXIDE, 2.5e-3, vn, vt, e=e, mu=mu)
        a, change = k.strike(bench, 10), mu * (1 + e) * vn
        case, arm = "4 aluminium oxide, %d deg" % degrees, "arm r - d"
        lever = 2 * a["depth"] / k.r
        yield bench.row(case, "tangential restitution", a["velocity"][0] / vt, 1 - change / vt, DOI + "test 4", 2e-3 + lever)
        yield bench.row(case, "spin", a["spin"], 2.5 * change / k.r, DOI + "test 4", 2e-3 + lever, note=arm)
        rebound = math.degrees(math.atan2(a["velocity"][0] - a["spin"] * k.r, a["velocity"][2]))
        exact = math.degrees(math.atan2(vt - 3.5 * change, e * vn))
        yield bench.row(case, "angle of rebound, deg", rebound, exact, DOI + "test 4", 0.3, abs(rebound - exact))
    for psi in (0.5, 1.0, 2.0, 4.0, 7.0, 8.0):
        mu, vn = 0.3, 5.0
        k = Impact(*STEEL, 0.01, vn, psi * mu * vn, e=1.0, mu=mu)
        a = k.strike(bench, 10)
        before = vn**2 + k.vt**2
        after = a["velocity"][2]**2 + a["velocity"][0]**2 + 0.4 * (k.r * a["spin"])**2
        yield bench.row("5 steel, psi %.1f" % psi, "energy, no more than", after, before, DOI + "test 5", 2e-4,
                        max(0.0, after / before - 1))
        if psi >= 7.5:
            slip = (a["velocity"][0] - k.r * a["spin"]) / (mu * vn)
            yield bench.row("5 steel, psi %.1f" % psi, "slip after, over mu v_n", slip, psi - 7.0, DOI + "test 5",
                            3.5 * 2 * a["depth"] / k.r, abs(slip - psi + 7.0), note="arm r - d")


def spinning(bench):
    r, vn, e, mu = 0.1, 0.2, 0.5, 0.4
    for name, on, heavy in (("6 aluminium, plane", None, 1.0), ("8 aluminium, large sphere", 5.0, 1000.0)):
        for spin in (12.0, 18.0, 24.0):
            k = Impact(*ALUMINIUM, r, vn, spin=spin, e=e, mu=mu, on=on, heavy=heavy)
            a, change = k.strike(bench, 10), mu * (1 + e) * vn
            case = "%s, %.0f rad/s" % (name, spin)
            tolerance = 2e-3 + 2 * a["depth"] / r + 1e-2
            note = "friction of the force as it is, without tension"
            yield bench.row(case, "speed away", a["velocity"][2], e * vn, DOI + "tests 6, 8", 2e-3)
            yield bench.row(case, "speed along", a["velocity"][0], change, DOI + "tests 6, 8", tolerance, note=note)
            yield bench.row(case, "spin", a["spin"], spin - 2.5 * change / r, DOI + "tests 6, 8", tolerance, note=note)
    k = Impact(*ALUMINIUM, r, vn, spin=18.0, e=e, mu=mu, on=1.0, back=vn, counter=-18.0)
    a = k.strike(bench, 10)
    yield bench.row("7 two spheres", "spin", a["spin"], 18.0, DOI + "test 7", 1e-12)
    yield bench.row("7 two spheres", "spin of the other", a["other"], -18.0, DOI + "test 7", 1e-12)
