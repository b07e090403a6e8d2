"""hybrid_counts.py GRANUM -- a grain that only changes its description neither comes nor leaves.

The inside of a relaxed bed of discs becomes a continuum.  While the floor is there nothing leaves: the run goes on to its
end although `time.until.grains_out` is 5, the history has as many grains as were filled, none out and none lost, while
some hundred dissolve.  Once the floor is gone they fall out of the domain: what
`granum figure discharge` draws is the mass at the start less what is left, to round-off, since all mass is in grains or
points even while many of these turn into each other; and the balance of energy closes.  A sink in the middle of the bed
takes grains and points, and what they had is what is missing.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from results import granum  # noqa: E402
from trial import check, finish  # noqa: E402
from granum.figures import silos  # noqa: E402
from granum.figures.setting import Outlet  # noqa: E402

SCENE = """
domain: {dimensions: 2, min: [0, -0.01], max: [0.12, 0.2]}
materials: {sand: {density: 2600, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {law: hooke, pairs: [{between: [sand, sand], contact_time: 0.5 ms, restitution: 0.1, friction: 0.5}]}
structures:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: sand, present: {to: 12 ms}}
  - {name: left, plane: {point: [0, 0], normal: [1, 0]}, material: sand}
  - {name: right, plane: {point: [0.12, 0], normal: [-1, 0]}, material: sand}
grains: [{fill: {box: {min: [0, 0], max: [0.12, 0.092]}, material: sand, radius: {uniform: [1.8 mm, 2.2 mm]},
  count: 700, arrangement: relaxed}}]
hybrid: {mode: hybrid, start: 2 ms, friction_angle: 25 deg}
time: {end: %s, until: {grains_out: %s}}
output: {every: 5 ms, history: 1 ms}
"""
SINK = "sinks: [{box: {min: [0.045, 0.03], max: [0.075, 0.05]}, from: 8 ms}]\n"


def run(program, folder, end, out, more=""):
    scene, result = folder / "bed.yaml", folder / "bed.vtkhdf"
    scene.write_text(SCENE % (end, out) + more)
    subprocess.run([program, "run", scene, "-o", result, "--force", "--progress", "none", "--threads", "1"],
                   check=True, stdout=subprocess.DEVNULL)
    return granum.open(str(result))


def main(program, folder):
    rest = run(program, folder, "12 ms", 5).history
    check("with the floor the run goes on to its end", abs(rest["time"][-1] - 0.012) < 1e-9)
    check("some dissolve", rest["grains_dissolved"][-1] > 100, "%d" % rest["grains_dissolved"][-1])
    check("none comes, none leaves", (rest["grains_in"] == 700).all() and not rest["grains_out"].any())
    check("none is lost", not rest["grains_lost"].any())

    result = run(program, folder, "120 ms", 0)
    h = result.history
    times, out, source = silos.discharged(result, Outlet(1, 0.0, 0.12))
    left = h["grains_mass"] + h["points_mass"]
    check("many leave", h["grains_out"][-1] > 100, "%d" % h["grains_out"][-1])
    check("the mass that left is what is missing", abs(out - (left[0] - left)).max() < 1e-12 * left[0],
          "%g of %g kg, %s" % (out[-1], left[0], source))
    check("no mass is owed", abs(h["mass_owed"]).max() < 1e-12 * left[0], "%.1e" % (abs(h["mass_owed"]).max() / left[0]))
    off = abs(h["energy_error"]).max() / h["kinetic_energy"].max()
    check("the balance of energy closes", off < 0.003, "%.5f of the kinetic energy" % off)
    check("by the sides too", h["grains_out"][-1] == sum(h["grains_out_%s_%s" % (a, b)][-1] for a in "xyz"
                                                         for b in ("min", "max")))
    check("none is lost on the way", not h["grains_lost"].any())

    h = run(program, folder, "20 ms", 0, SINK).history
    mass = h["grains_mass"] + h["points_mass"] + h["mass_out"]
    check("a sink takes grains and points", h["grains_out"][-1] > 5 and h["points_out"][-1] > 20,
          "%d, %d" % (h["grains_out"][-1], h["points_out"][-1]))
    check("what they had is missing", abs(mass / mass[0] - 1).max() < 1e-12, "%.1e" % abs(mass / mass[0] - 1).max())
    finish()


with tempfile.TemporaryDirectory() as name:
    main(sys.argv[1], Path(name))
