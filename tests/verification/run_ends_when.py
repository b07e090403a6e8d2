"""run_ends_when.py GRANUM -- time.until ends a run at the right step, on any threads.

Grains in free flight, where the motion is known.  Thrown up with v0 they have the kinetic
energy sum m (v0 - g t)^2 / 2, which falls below K at t = (v0 - sqrt(2 K / sum m)) / g; falling
from z0 they pass the floor of the domain at sqrt(2 z0 / g), and those that left are counted every
100 steps.  The run must end at the first look after that, write a frame and a row of history
there, and say why.  The leapfrog is exact under constant gravity, so no step is uncertain.
"""
import math
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from results import open_result  # noqa: E402
from trial import Bench  # noqa: E402

G, R, RHO, V0 = 9.81, 1e-3, 2500.0, 1.0
MASS = 4 * RHO * 4 / 3 * math.pi * R**3
HEIGHTS = [0.011, 0.021, 0.032, 0.043]  # above the floor
LEAVE = 100  # steps

SCENE = """
materials: {glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {law: hertz, pairs: [{between: [glass, glass], restitution: 0.7, friction: 0.4}]}
gravity: [0, 0, -9.81]
domain: {min: [-1, -1, 0], max: [1, 1, 1]}
grains: [{list: {material: glass, grains: [%s]}}%s]
time: {end: 0.3, step: 5 us, until: {%s}}
output: {every: 7 ms, history: 0.7 ms}
"""


POUR = """, {pour: {material: glass, radius: 1 mm, rate: 100, from: 0.2, to: 0.21, velocity: [0, 0, -2],
    box: {min: [0.6, 0.6, 0.9], max: [0.7, 0.7, 0.99]}}}"""


def run(bench, speed, until, pour, threads):
    grains = ", ".join("{position: [%g, 0, %g], radius: %g, velocity: [0, 0, %g]}"
                       % (0.1 * k, z, R, speed) for k, z in enumerate(HEIGHTS))
    code, said, result = bench.call(SCENE % (grains, POUR if pour else "", until), "flight", threads)
    if code:
        sys.exit(said)
    r = open_result(result)
    return {"text": said, "step": int(r.history.step[-1]), "last": float(r.history.time[-1]),
            "rows": len(r.history), "frame": r[-1].time, "frames": len(r),
            "grains": len(r[-1].grains)}


def first_look(event, dt, every, counted=1):
    """The step of the first look at or after the first step, of those in which it is counted,
    after the time of the event."""
    step = math.floor(event / dt) + 1
    step = -(-step // counted) * counted
    return -(-step // every) * every


def main():
    faults = 0
    dt = 5e-6
    energy = 0.25 * 0.5 * MASS * V0**2
    falls = (V0 - math.sqrt(2 * energy / MASS)) / G
    leaves = [math.sqrt(2 * z / G) for z in HEIGHTS]
    cases = [
        # what, initial speed, until, the event, look every, counted every, why
        ("energy", V0, "kinetic_energy_below: %r" % energy, falls, 140, 1, "kinetic_energy_below"),
        ("energy, looks of 0.33 ms", V0, "kinetic_energy_below: %r, every: 0.33 ms" % energy,
         falls, 66, 1, "kinetic_energy_below"),
        ("two out", 0.0, "grains_out: 2", leaves[1], 140, LEAVE, "grains_out"),
        ("four out, looks of 5 us", 0.0, "grains_out: 4, every: 5 us", leaves[3], 1, LEAVE,
         "grains_out"),
        ("either", 0.0, "grains_out: 1, kinetic_energy_below: 1e-30", leaves[0], 140, LEAVE,
         "grains_out"),
        ("one out, but after 80 ms", 0.0, "grains_out: 1, after: 80 ms", 0.08 - 0.5 * dt, 140, 1,
         "grains_out"),
        # At the top of the flight a grain is still to come, which then falls fast to the end.
        ("a pour to come", V0, "kinetic_energy_below: %r" % energy, None, 140, 1, "time.end"),
        ("never above: to the end", V0, "kinetic_energy_below: 1", None, 140, 1, "time.end"),
    ]
    print("condition                   expected      found  frame at s  threads")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sys.argv[1], folder)
        for what, speed, until, event, every, counted, why in cases:
            want = 60000 if event is None else first_look(event, dt, every, counted)
            for threads in (1, 2, 3):
                r = run(bench, speed, until, "pour" in what, threads)
                good = (r["step"] == want and abs(r["frame"] - want * dt) < 1e-12
                        and r["last"] == r["frame"] and "ended" in r["text"] and why in r["text"])
                # A row of history every 140 steps, a frame every 1400, each once, and the last.
                good &= r["rows"] == want // 140 + 1 + (want % 140 != 0)
                good &= r["frames"] == want // 1400 + 1 + (want % 1400 != 0)
                faults += not good
                print("%-26s %9d %10d %11.6f %8d%s"
                      % (what, want, r["step"], r["frame"], threads, "" if good else "  WRONG"))
    print("%d faults" % faults)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
