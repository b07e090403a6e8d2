"""reflecting_sides.py GRANUM -- domain.boundary: reflect turns the normal velocity of grains that reach the side.

Free flight, all schemes: 60 grains in a box meet no other, so that each position is a straight line that is
folded at the sides, to the bit where no step rounds; |v| keeps its bits (and with it the kinetic energy), spins keep theirs, and the impulse of
each side is the sum of 2 m |v_n| over the impacts, counted by hand; over the time and the area it is the
pressure m sum v_n^2 / V within half an impact of each grain.  45 degrees in, 45 degrees out.

Under gravity: a grain that bounces keeps its energy to round-off with leapfrog, velocity Verlet and
Adams-Bashforth over 2,000 steps for each bounce or 2 bounces for each step; the first-order schemes have their
own error of m v a dt / 2, without drift.  A grain that lies on the side stays, and the side bears its weight.
A bed of grains comes to rest.  Velocity Verlet stays leapfrog where contacts push grains on the side.

In two dimensions the same holds of discs.  One or two threads, another skin, a stop with --resume: the same
bits of a box with gravity, contacts, grains that grow, are poured, and are held.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from results import open_result  # noqa: E402
from trial import arrays, check, differences, finish  # noqa: E402

GRANUM = str(Path(sys.argv[1]).resolve())
SCHEMES = ("leapfrog symplectic_euler velocity_verlet adams_bashforth_2 explicit_euler "
           "adams_bashforth_2_printed").split()
SECOND_ORDER = ("leapfrog", "velocity_verlet", "adams_bashforth_2")
#: Soft, so that the steps below are stable with every scheme.
MATERIALS = """
materials: {glass: {density: 2500, youngs_modulus: 1.0e+3, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [glass, glass], restitution: 0.1, friction: 0.4}]}
"""


def run(text, *more):
    Path("scene.yaml").write_text(text)
    done = subprocess.run([GRANUM, "run", "scene.yaml", "-o", "out.vtkhdf", "--force", *more],
                          capture_output=True, text=True)
    if done.returncode not in (0, 130):
        check("granum run", False, done.stderr)
        finish()
    return done


def grains(frame):
    rows = dict(frame.grains)
    order = np.argsort(rows["id"])
    return {k: v[order] for k, v in rows.items()}


def folded(x, v, t, low, high):
    """Where a point is that is reflected at low and high, and the impacts on each."""
    way = x - low + v * t
    span = high - low
    turns = np.floor(way / span)
    rest = way - turns * span
    at = low + np.where(turns % 2 == 0, rest, span - rest)
    n = np.abs(turns)  # a way to the right begins at the high side, one to the left at the low one
    up, down = np.ceil(n / 2), np.floor(n / 2)
    return at, np.where(turns > 0, down, up), np.where(turns > 0, up, down)


FREE = MATERIALS + """
gravity: [0, 0, 0]
domain: {min: [-5, 0, 1], max: [5, 7, 9], boundary: reflect}
grains: [{list: {material: glass, file: grains.csv}}]
time: {end: 2, step: %(step)s, scheme: %(scheme)s}
output: {every: 2, arrays: full, precision: double, checkpoint: 0}
"""
LOW, HIGH = np.array([-5.0, 0.0, 1.0]), np.array([5.0, 7.0, 9.0])


def free_flight():
    chance = np.random.default_rng(3)
    grid = 2.0 ** -20  # on which no step rounds
    r = np.full((60, 1), 2.0 ** -9)
    x = np.round(chance.uniform(LOW + r, HIGH - r) / grid) * grid
    v = np.round(chance.uniform(-10.0, 10.0, x.shape) * 2.0 ** 8) / 2.0 ** 8
    x[0], v[0] = (1.0, 3.5, 5.0), (7.5, -7.5, 0.0)
    w = chance.uniform(-9.0, 9.0, x.shape)
    rows = np.hstack([x, r, v, w])
    np.savetxt("grains.csv", rows, delimiter=",", fmt="%.17g", comments="",
               header="x,y,z,radius,vx,vy,vz,wx,wy,wz")
    for scheme in SCHEMES:
        run(FREE % {"step": 2.0 ** -12, "scheme": scheme})
        with open_result("out.vtkhdf") as result:
            end, h = grains(result[-1]), result.history
            impulse = h["structure_impulse"][-1]
            t = result[-1].time
            check("%s: no contacts" % scheme, h["dissipated_energy"][-1] == 0.0 and not h["contacts_grain"].any())
        at, low, high = folded(x, v, t, LOW + r, HIGH - r)
        error = np.abs(end["position"] - at).max()
        check("%s: positions are folded lines, to the bit" % scheme, error == 0.0, "%.1e m" % error)
        check("%s: speeds keep their bits" % scheme, (np.abs(end["velocity"]) == np.abs(v)).all())
        check("%s: spins keep their bits" % scheme, (end["angular_velocity"] == w).all())
        check("%s: 45 degrees in and out" % scheme,
              abs(end["velocity"][0, 0]) == 7.5 == abs(end["velocity"][0, 1]) and end["velocity"][0, 2] == 0.0)
        blow = 2.0 * end["mass"][:, None] * np.abs(v)
        wanted = np.zeros((6, 3))
        for a in range(3):
            wanted[2 * a, a] = -(blow * low)[:, a].sum()
            wanted[2 * a + 1, a] = (blow * high)[:, a].sum()
        off = np.abs(impulse - wanted).max() / np.abs(wanted).max()
        check("%s: impulse of the sides" % scheme, off < 1.0e-12, "%.1e" % off)
        room = HIGH - LOW - 2.0 * r
        gas = (end["mass"][:, None] * v ** 2 / room).sum(axis=0)
        press = (impulse[1::2].diagonal() - impulse[::2].diagonal()) / 2.0 / t
        slack = blow.sum(axis=0) / t
        check("%s: pressure m sum v_n^2 / V" % scheme, (np.abs(press - gas) < slack).all(),
              "%.4f %.4f %.4f" % tuple(press / gas))


def discs():
    run(FREE.replace("[-5, 0, 1]", "[-5, 0]").replace("[5, 7, 9]", "[5, 7]").replace(
        "[0, 0, 0]", "[0, 0]").replace("reflect}", "reflect, dimensions: 2}").replace("contacts: {", "contacts: {law: hooke, ")
        .replace("friction: 0.4", "friction: 0.4, contact_time: 0.01").replace("file: grains.csv", "grains: [{position: [1, 3], radius: 0.125, velocity: [-7.5, 3.75], "
                 "angular_velocity: [0, 0, 3]}]") % {"step": 2.0 ** -13, "scheme": "leapfrog"})
    with open_result("out.vtkhdf") as result:
        end = grains(result[-1])
        t = result[-1].time
    at, _, _ = folded(np.array([1.0, 3.0]), np.array([-7.5, 3.75]), t, LOW[:2] + 0.125, HIGH[:2] - 0.125)
    check("two dimensions: a folded line, to the bit", (end["position"][0] == [*at, 0.0]).all()
          and (end["angular_velocity"][0] == [0.0, 0.0, 3.0]).all())


BALL = MATERIALS + """
gravity: [%(sideways)s, 0, -9.81]
domain: {min: [-0.05, 0, 0.2], max: [0.05, 0.1, 0.5], boundary: {all: reflect}}
grains: [{list: {material: glass, grains: [{position: [0, 0.05, %(z).17g], radius: 1 mm}]}}]
time: {end: %(end)s, step: 1.0e-4, scheme: %(scheme)s}
output: {every: %(end)s, history: 2 ms, precision: double, checkpoint: 0}
"""


def ball(scheme, height, end, sideways=0.0):
    """Energy and impulse of the floor, over that of a fall by 1 m, and over m."""
    run(BALL % {"scheme": scheme, "z": 0.201 + height, "end": end, "sideways": sideways})
    with open_result("out.vtkhdf") as result:
        h = result.history
        m = 2500.0 * 4.0 / 3.0 * np.pi * 1.0e-9
        energy = h["kinetic_energy"] + h["potential_energy"]
        return energy / (m * 9.81) - 0.201, h["structure_impulse"][:, 4, 2] / m, h["time"]


def falling():
    for scheme in SCHEMES:
        for height, end in ((0.1, 1.2), (1.0e-4, 0.3), (1.0e-8, 0.3)):
            energy, _, _ = ball(scheme, height, end, 0.0)
            if scheme in SECOND_ORDER:
                bound = 1.0e-12
            else:
                # half a kick at the speed of the impact, twice; as printed positions follow by a whole one
                bound = np.sqrt(2.0 * 9.81 * height) * 1.0e-4 + 9.81 * 1.0e-8
                bound *= 2.0 if scheme == "adams_bashforth_2_printed" else 1.0
            off = np.abs(energy - height).max()
            check("%s: energy of a fall by %g m" % (scheme, height), off < bound, "%.1e of %.1e m" % (off, bound))
        energy, impulse, t = ball(scheme, 0.0, 0.3)
        check("%s: a grain at rest stays" % scheme, np.abs(energy).max() < 9.81e-8, "%.1e m" % np.abs(energy).max())
        off = np.abs(impulse + 9.81 * t).max()
        check("%s: the side bears its weight" % scheme, off < 9.81 * 2.01e-4, "%.1e m/s" % off)
    energy, _, _ = ball("leapfrog", 0.05, 1.2, 3.7)
    check("leapfrog: gravity along two axes", np.abs(energy - 0.05).max() < 1.0e-12,
          "%.1e m" % np.abs(energy - 0.05).max())


ELASTIC = """
materials: {glass: {density: 2500, youngs_modulus: 1 MPa, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [glass, glass], restitution: %(restitution)s, friction: 0}]}
gravity: [0, 0, %(gravity)s]
domain: {min: [-10 mm, -10 mm, 0], max: [10 mm, 10 mm, 60 mm], boundary: reflect}
grains: [{list: {material: glass, grains: [%(grains)s]}}]
time: {end: %(end)s, step: 4.0e-6, scheme: %(scheme)s}
output: {every: %(end)s, history: 1 ms, precision: double, checkpoint: 0}
"""


def column():
    """Three grains that bounce on each other and on the floor: velocity Verlet has the steps of a leapfrog,
    and Adams-Bashforth differs by its own error, 6e-7 m * (dt / 4 us)^2."""
    places = []
    for scheme in ("leapfrog", "velocity_verlet", "adams_bashforth_2"):
        run(ELASTIC % {"restitution": 1, "gravity": -9.81, "end": "0.05", "scheme": scheme, "grains": ", ".join(
            "{position: [%g mm, 0, %g mm], radius: 1 mm}" % at for at in ((0, 1.05), (0.01, 3.02), (-0.01, 5)))})
        with open_result("out.vtkhdf") as result:
            places.append(grains(result[-1])["position"])
            energy = result.history["kinetic_energy"] + result.history["potential_energy"]
            blows = -result.history["structure_impulse"][-1, 4, 2]
            elastic = result.history["elastic_energy"].max()
    off = np.abs(places[0] - places[1]).max()
    check("column: velocity Verlet is leapfrog", off < 1.0e-12 and elastic > 1.0e-3 * energy[0], "%.1e m" % off)
    off = np.abs(places[0] - places[2]).max()
    check("column: Adams-Bashforth goes with them", off < 6.0e-7, "%.1e m" % off)
    check("column: many blows", blows > 9.81 * 0.05 * 2500 * 4 * np.pi * 1.0e-9 * 0.5)


def behind():
    """A grain that begins behind a side turns where it is: a jump to the other side of the face would press
    it into the grain that it touches, which made 0.9 of all energy there was."""
    run(ELASTIC % {"restitution": 0.5, "gravity": 0, "end": "1 ms", "scheme": "leapfrog", "grains":
        "{position: [0, 0, 0.94 mm], radius: 1 mm, velocity: [0, 0, -0.01]}, "
        "{position: [0, 0, 2.94 mm], radius: 1 mm, velocity: [0, 0, 0]}"})
    end = grains(open_result("out.vtkhdf")[-1])
    history = arrays("out.vtkhdf")
    turned = history["granum/history/kinetic_energy"][0]
    error = abs(history["granum/history/energy_error"]).max() / turned
    check("a grain that begins behind a side: balance", error < 2e-3, "%.1e" % error)
    check("a grain that begins behind a side: it leaves upwards", 0.94e-3 < end["position"][0, 2] < 1.0e-3
          and end["position"][1, 2] > 2.94e-3, str(end["position"][:, 2]))
    check("a grain that begins behind a side: it hits", history["granum/history/dissipated_energy"][-1] > 0.0)


BED = """
materials: {glass: {density: 2500, youngs_modulus: 1 MPa, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [glass, glass], restitution: 0.5, friction: 0.4}]}
domain: {min: [-10 mm, -10 mm, 0], max: [10 mm, 10 mm, 60 mm], boundary: reflect}
grains: [%(grains)s]
%(held)s
time: {end: %(end)s, scheme: %(scheme)s}
output: {every: %(end)s, history: 1 ms, precision: double, arrays: full%(more)s}
"""
FILL = ("{fill: {box: {min: [-10 mm, -10 mm, 0], max: [10 mm, 10 mm, 30 mm]}, material: glass,"
        " radius: {uniform: [0.8 mm, 1.1 mm]}, count: %d%s}}")
POUR = ("{pour: {box: {min: [-10 mm, -10 mm, 35 mm], max: [10 mm, 10 mm, 50 mm]}, material: glass, radius: 1 mm,"
        " rate: 2000, velocity: [1, 0.5, 0]}}")
STILL = ("{list: {material: glass, grains: [{position: [-9.5 mm, 0, 20 mm], radius: 1 mm},"
         " {position: [0, 0, 0.95 mm], radius: 1 mm}]}}")


def bed():
    run(BED % {"grains": FILL % (350, ""), "held": "", "end": "0.3", "more": ", checkpoint: 0", "scheme": "leapfrog"})
    with open_result("out.vtkhdf") as result:
        end, h = grains(result[-1]), result.history
        x, r = end["position"], end["radius"][:, None]
        low, high = np.array([-0.01, -0.01, 0.0]), np.array([0.01, 0.01, 0.06])
        gap = min((x - r - low).min(), (high - x - r).min())
        check("bed: all grains are inside", len(r) == 350 and gap > -1.0e-16, "%.1e m" % gap)
        speed = np.sqrt((end["velocity"] ** 2).sum(axis=1).mean())
        check("bed: comes to rest", speed < 2.0e-3, "%.1e m/s" % speed)
        t, floor = h["time"], h["structure_impulse"][:, 4, 2]
        late = t > 0.2
        force = -np.polyfit(t[late], floor[late], 1)[0]
        weight = 9.81 * end["mass"].sum()
        check("bed: the floor bears it", abs(force / weight - 1.0) < 0.01, "%.4f" % (force / weight))


def bits():
    what = {"grains": ", ".join([FILL % (250, ", grow: {over: 20 ms, from: 0.7}"), POUR, STILL]), "end": "40 ms",
            "held": "held: [{name: pegs, sources: [2]}]", "more": ", checkpoint: 1 h"}
    for scheme in ("adams_bashforth_2",):
        text = BED % {**what, "scheme": scheme}
        run(text, "--threads=1")
        one = arrays("out.vtkhdf")
        with open_result("out.vtkhdf") as result:
            end = grains(result[-1])
            check("%s: held grains pass" % scheme, np.abs(end["position"][251, 2] - 0.95e-3) < 1.0e-15)
            free = ~np.isin(np.arange(len(end["radius"])), (250, 251))
            check("%s: grains that grow stay inside" % scheme,
                  (np.abs(end["position"][:, :2]) + end["radius"][:, None] < 0.01 + 1.0e-9)[free].all()
                  and (end["position"][:, 2] > end["radius"] - 1.0e-9)[free].all())
        pairs, blows = (one["granum/history/" + k][-1] for k in ("contacts_grain", "structure_impulse"))
        struck = (np.abs(blows).max(axis=1) > 0.0).sum()
        check("%s: no contacts with the sides" % scheme, not one["granum/history/contacts_structure"].any())
        check("%s: contacts, impulses" % scheme, pairs > 10 and struck >= 4 and np.isfinite(blows).all(), "%d, of %d sides" % (pairs, struck))
        run(text, "--threads=2", "--set", "search.skin=0.5 mm")
        wrong = differences(one, arrays("out.vtkhdf"))
        check("%s: two threads and another skin" % scheme, not wrong, " ".join(wrong[:3]))
        run(text, "--threads=2", "--steps=731")
        subprocess.run([GRANUM, "run", "out.vtkhdf", "--resume"], check=True, capture_output=True)
        wrong = differences(one, arrays("out.vtkhdf"))
        check("%s: stopped and resumed" % scheme, not wrong, " ".join(wrong[:3]))


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        free_flight()
        discs()
        falling()
        column()
        behind()
        bed()
        bits()
        os.chdir("/")
    finish()


main()
