"""disc_gas.py GRANUM -- a gas of soft discs collides, presses and cools as the kinetic theory of hard discs says.

Discs of diameter s, mass m and number density n, solid fraction phi, temperature T = m <v^2> / 2, without friction in
a periodic square.  With chi = (1 - 7 phi / 16) / (1 - phi)^2 (D. Henderson, Mol. Phys. 30 (1975) 971-972):

  collisions of a disc in unit time   w_E = 2 n s chi sqrt(pi T / m)         (Enskog)
  pressure                            p = n T (1 + 2 phi chi)
  cooling with restitution e          T = T_0 (1 + t / tau)^-2, 1 / tau = (1 - e^2) w_E(T_0) / 4
                                      (P. K. Haff, J. Fluid Mech. 134 (1983) 401-430)

A contact lasts t_c, where that of hard discs lasts no time; the collisions then exclude a diameter that is smaller by about
s_t = t_c sqrt(T / (pi m)): with t_c w_E = 0.01 that is 1 % of the rate and 2 to 3 % of the contact pressure.  Chance has
about 1 % in the one and 3 % in the other, of two gases of 400 discs, and 2 % in the temperature of four that cool.
"""
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from trial import Bench, arrays, check, finish  # noqa: E402

N = 400
SCENE = """
domain: {dimensions: 2, min: [0, 0], max: [%(side).17g, %(side).17g], boundary: periodic}
gravity: [0, 0]
materials: {disc: {density: %(density).17g, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {law: hooke, pairs: [{between: [disc, disc], restitution: %(e)g, friction: 0, stiffness: %(stiff).17g}]}
grains: [{fill: {box: {min: [0, 0], max: [%(side).17g, %(side).17g]}, material: disc, radius: 0.5, count: 400, seed: %(seed)d,
  random_velocity: {normal: 1}}}]
measure: [{name: all, stress: {box: {min: [0, 0], max: [%(side).17g, %(side).17g]}}}]
time: {end: %(end).17g, step: %(step).17g}
output: {every: %(end).17g, history: %(row).17g, arrays: full}
"""


class Gas:
    """A run of `flights` Enskog times, whose contacts last `contact` of one; s = m = 1."""

    def __init__(self, bench, solid, e, contact, flights, rows, seed=1):
        side = np.sqrt(N * np.pi / 4 / solid)
        self.n, self.chi = N / side**2, (1 - 7 * solid / 16) / (1 - solid)**2
        self.rate = 2 * self.n * self.chi * np.sqrt(np.pi)  # at T = 1
        last, end = contact / self.rate, flights / self.rate
        run = bench.run(SCENE % {
            "side": side, "density": 4 / np.pi, "e": e, "seed": seed, "end": end, "row": end / rows, "step": last / 40,
            "stiff": 0.5 * (np.pi**2 + np.log(e)**2) / last**2}, "gas%g-%g-%d" % (solid, contact, seed))
        self.t, stress = run.h["time"], run.h["all_contact_stress"]
        self.T = run.h["kinetic_energy"] / (N - 1)  # without momentum, N - 1 are free
        self.p = (stress[1:, 0, 0] + stress[1:, 1, 1]).mean() / 2
        found = arrays(run.path)
        count = [v for k, v in found.items() if k.endswith("grains_by_energy")][0][-1].sum()
        self.collisions = 2 * count / N
        rate = self.rate * np.sqrt(self.T)
        self.enskog = ((rate[1:] + rate[:-1]) / 2 * np.diff(self.t)).sum()


def elastic(bench):
    with ThreadPoolExecutor(2) as pool:
        for solid in (0.1, 0.2, 0.3):
            two = list(pool.map(lambda seed: Gas(bench, solid, 1.0, 0.01, 60, 3000, seed), (1, 2)))
            ratio = np.mean([a.collisions / a.enskog for a in two])
            check("phi = %.1f: collisions of Enskog" % solid, abs(ratio - 1) < 0.02, "%.4f" % ratio)
            got, want = np.mean([a.p / (a.n * a.T[1:].mean()) for a in two]), 2 * solid * two[0].chi
            check("phi = %.1f: contact pressure 2 phi chi n T" % solid, abs(got / want - 1) < 0.06,
                  "%.4f, %.4f" % (got, want))


def cooling(bench):
    e = 0.95
    tau = 4 / (1 - e**2)  # in Enskog times
    with ThreadPoolExecutor(2) as pool:
        gases = list(pool.map(lambda seed: Gas(bench, 0.1, e, 0.01, 1.5 * tau, 60, seed), (1, 2, 3, 4)))
    ratio = np.mean([a.T / a.T[0] * (1 + a.t * a.rate * np.sqrt(a.T[0]) / tau)**2 for a in gases], axis=0)
    print("T over that of Haff after 0, 0.25 ... 1.5 tau:", *["%.3f" % q for q in ratio[::10]])
    check("cooling as by Haff's law, within 3 %%, to T / T_0 = %.3f" % np.mean([a.T[-1] / a.T[0] for a in gases]),
          np.abs(ratio - 1).max() < 0.03, "%.4f" % np.abs(ratio - 1).max())
    count = np.mean([a.collisions / a.enskog for a in gases])
    check("with the collisions of Enskog", abs(count - 1) < 0.02, "%.4f, %.1f of a disc" % (count, gases[0].collisions))


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sys.argv[1], folder)
        elastic(bench)
        cooling(bench)
    finish()


main()
