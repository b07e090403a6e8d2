#!/usr/bin/env python3
"""same_bits GRANUM ODD -- a result has the same bits on 1 to 4 ranks, of 1 or 2 threads, also of a run that
is stopped and goes on with other ranks.

Beds that fall, settle, are stirred, leave and cross periodic sides, with two sorts: after each list
grains change their owner, at each sort all cuts are new. ODD draws cuts at random at each list, or leaves all grains
to one rank; or it has ghosts behind all other rows, and other bits.
"""
import itertools
import math
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import arrays, check, differences, finish  # noqa: E402

#: Ranks are more than cores: those that wait leave theirs to others.
ENV = dict(os.environ, OMP_WAIT_POLICY="passive", OMPI_MCA_mpi_yield_when_idle="1",
           OMPI_MCA_rmaps_base_oversubscribe="1",
           PRTE_MCA_rmaps_default_mapping_policy=":oversubscribe", OMPI_MCA_btl="^tcp")
SHAPES = Path(__file__).resolve().parents[2] / "data/shapes"
MATERIAL = """materials: {glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
"""
HERTZ = MATERIAL + """contacts: {law: hertz, rolling: spring, pairs: [{between: [glass, glass], restitution: 0.6,
  friction: 0.5, rolling_friction: 0.1}]}
"""
BED = "grains:\n  - {list: {material: glass, file: bed.csv}}\n"
BOX = """  - {name: box, box: {min: [-1 mm, -1 mm, -1 mm], max: [21 mm, 21 mm, 60 mm], open: [zmax]}, material: glass}
"""
END = """time: {step: 10 us, end: %s}
output: {every: %s, history: %s, precision: double, arrays: full, audit: false, dissipation: true}
"""
SCENES = {
    # Over the edge of a thin disc into the open: grains leave, a sink takes some, others are poured.
    "leaving": HERTZ + """domain: {min: [-5 mm, -5 mm, -30 mm], max: [25 mm, 25 mm, 60 mm]}
structures:
  - {name: floor, disc: {centre: [8 mm, 10 mm, 0], normal: [0, 0, 1], radius: 9 mm}, material: glass}
sinks: [{name: low, box: {min: [-5 mm, -5 mm, -28 mm], max: [25 mm, 9 mm, -10 mm]}}]
measure:
  - {name: half, rectangle: {corner: [10 mm, -5 mm, -30 mm], along: [0, 30 mm, 0], across: [0, 0, 90 mm]}}
  - {name: inside, stress: {box: {min: [2 mm, 2 mm, 0], max: [12 mm, 18 mm, 12 mm]}}}
""" + BED + """  - {pour: {box: {min: [1 mm, 1 mm, 22 mm], max: [15 mm, 19 mm, 40 mm]}, material: glass, radius: 1 mm,
     velocity: [0, 0, -1], rate: 2.0e+4, count: 200}}
""" + END % ("22 ms", "11 ms", "2 ms"),
    # A die turns and sinks into a bed, on which a free ball falls.
    "stirred": HERTZ + "structures:\n" + BOX + """  - {name: die, mesh: SHAPES/die.stl, material: glass,
     place: {translate: [10 mm, 10 mm, 27 mm]}, motion: [
       {rotate: {axis: [0, 0, 1], through: [10 mm, 10 mm, 0], rate: 900 rpm}}, {translate: {velocity: [0, 0, -0.3]}}]}
  - {name: ball, sphere: {centre: [2.5 mm, 2.5 mm, 22.6 mm], radius: 2 mm}, material: glass, free: {velocity: [0, 0, -1]}}
""" + BED + END % ("21 ms", "10.5 ms", "1 ms"),
    # Periodic along x and y under a tilted gravity, which crossings add energy by; held grains shear the bed
    # and are released.
    "periodic": "gravity: [2, 0.5, -9]\n" + HERTZ + """domain: {min: [0, 0, -2 mm], max: [20 mm, 20 mm, 40 mm],
  boundary: {x: periodic, y: periodic}}
structures: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}]
held:
  - {name: low, box: {min: [-1 mm, -1 mm, -1 mm], max: [21 mm, 21 mm, 2 mm]}, motion: [{translate: {velocity: [-1, 0, 0]}}]}
  - {name: top, box: {min: [-1 mm, -1 mm, 17 mm], max: [21 mm, 21 mm, 30 mm]}, until: 3 ms}
""" + BED + END % ("21 ms", "10.5 ms", "1 ms"),
    # Clumps of two shapes among grains, across periodic sides; others are poured, some leave as a whole.
    "clumps": "gravity: [3, 0, -9]\n" + HERTZ + """domain: {min: [0, 0, -2 mm], max: [20 mm, 20 mm, 40 mm],
  boundary: {x: periodic}}
clumps:
  pair: {spheres: [{at: [-0.5 mm, 0, 0], radius: 0.8 mm}, {at: [0.5 mm, 0, 0], radius: 0.9 mm}]}
  bow: {spheres: [{at: [-0.9 mm, 0, 0], radius: 0.7 mm}, {at: [0, 0.4 mm, 0], radius: 0.8 mm},
    {at: [0.9 mm, 0, 0.2 mm], radius: 0.7 mm}]}
structures: [{name: floor, disc: {centre: [10 mm, 10 mm, 0], normal: [0, 0, 1], radius: 9 mm}, material: glass}]
sinks: [{name: low, box: {min: [0, 0, -2 mm], max: [20 mm, 20 mm, -1 mm]}}]
grains:
  - {fill: {box: {min: [0, 0, 0.1 mm], max: [20 mm, 20 mm, 16 mm]}, clump: pair, material: glass, count: 150, velocity: [0, 0, -0.2]}}
  - {fill: {box: {min: [0, 0, 0.1 mm], max: [20 mm, 20 mm, 16 mm]}, clump: bow, material: glass, count: 100, velocity: [0, 0.5, -0.2]}}
  - {fill: {box: {min: [0, 0, 16 mm], max: [20 mm, 20 mm, 20 mm]}, material: glass, radius: 1 mm, count: 60, velocity: [0, 0, -1]}}
  - {pour: {box: {min: [2 mm, 2 mm, 22 mm], max: [18 mm, 18 mm, 30 mm]}, clump: bow, material: glass, velocity: [0, 0, -1],
     rate: 1.0e+4, count: 40}}
""" + END % ("21 ms", "10.5 ms", "1 ms"),
    # A large grain flies and turns with 60 small ones that stick to it.
    "partners": "gravity: [0, 0, 0]\n" + MATERIAL + """contacts: {law: hertz, cohesion: jkr, rolling: spring, pairs: [{between: [glass, glass],
  restitution: 0.3, friction: 0.5, rolling_friction: 0.1, adhesion: 0.5}]}
""" + BED.replace("bed.csv", "partners.csv") + END % ("4 ms", "2 ms", "0.2 ms"),
    # Two grains that fly apart: most ranks have none.
    "few": HERTZ + "structures: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}]\n"
           + BED.replace("bed.csv", "few.csv") + END % ("6 ms", "3 ms", "0.5 ms"),
    # Dice and boxes are poured on grains, meet one another, cross a periodic side and leave over an edge.
    "bodies": "gravity: [3, 0, -9]\n" + HERTZ.replace("friction: 0.5,", "friction: 0.5, foundation: 1.0e+9,") + """domain: {min: [-1 mm, -1 mm, -8 mm], max: [21 mm, 21 mm, 60 mm],
  boundary: {x: periodic}}
structures: [{name: floor, box: {min: [-5 mm, 4 mm, -3 mm], max: [25 mm, 30 mm, 0]}, material: glass}]
sinks: [{name: low, box: {min: [-1 mm, -1 mm, -8 mm], max: [21 mm, 21 mm, -4 mm]}}]
bodies:
  - {name: die, mesh: SHAPES/die.stl, mesh_unit: 0.3 m, material: glass, velocity: [0, 0, -1], random_velocity: 0.3,
     pour: {box: {min: [0, 0, 22 mm], max: [20 mm, 20 mm, 40 mm]}, count: 24, rate: 4000}}
  - {name: brick, box: {size: [4 mm, 3 mm, 2 mm]}, material: glass, velocity: [1, 0, -2],
     fill: {box: {min: [0, 2 mm, 42 mm], max: [20 mm, 18 mm, 55 mm]}, count: 12}}
""" + BED + END % ("14 ms", "7 ms", "1 ms"),
    # A box turns ever farther from grains that fly apart: how far it goes at most differs from rank to rank.
    "turning": HERTZ + """structures:
  - {name: box, box: {min: [1.134 mm, 5.301 mm, 0.778 mm], max: [5.38 mm, 7.922 mm, 4.474 mm]}, material: glass, motion: [
      {translate: {velocity: [-0.2205, 0.3904, 0.2296]}}, {rotate: {axis: [0, 0, 1], through: [0, 0, 0], rate: 250}}]}
grains: [{fill: {box: {min: [-8.4 mm, -8.4 mm, -8.4 mm], max: [8.4 mm, 8.4 mm, 8.4 mm]}, material: glass, radius: 1 mm,
  velocity: [0.08, 0.752, -0.957], seed: 72, count: 13}}]
""" + END % ("4 ms", "2 ms", "0.5 ms"),
    # Grains that stick at a distance, some of which grow, in a box that reflects, by a scheme that knows the last step.
    "sticky": MATERIAL + """contacts: {law: hertz, cohesion: jkr, pairs: [{between: [glass, glass], restitution: 0.6,
  friction: 0.5, adhesion: 0.05}]}
domain: {min: [-1 mm, -1 mm, -1 mm], max: [21 mm, 21 mm, 60 mm], boundary: {x: reflect, y: periodic, z: reflect}}
""" + BED + """  - {fill: {box: {min: [0, 0, 19.5 mm], max: [20 mm, 20 mm, 34 mm]}, material: glass, radius: 1.5 mm, count: 200,
     velocity: [0, 0, -1], grow: {over: 3 ms, from: 0.6}}}
""" + END.replace("end:", "scheme: velocity_verlet, end:") % ("4 ms", "2 ms", "0.5 ms"),
}


#: Ranks and steps of runs that go on from one another: within a list, at a frame, at a sort.
STOPS = {"leaving": ((3, 357), (2, 743), (1, 900), (3, None)), "periodic": ((2, 150), (3, 1850), (1, None)),
         "clumps": ((1, 150), (3, 60), (2, None)),
         "bodies": ((2, 350), (3, 700), (1, None))}


def write_bed(path):
    """Grains of a lattice, jittered, with small ones among them."""
    chance = random.Random(3)
    rows = ["x,y,z,radius,vx,vy,vz,wx,wy,wz"]
    for at in itertools.product(range(10), range(10), range(10)):
        x = [2e-3 * (k + 0.5) + 8e-6 * chance.uniform(-1, 1) for k in at]
        r = 1e-3 * chance.choice((0.5, 0.99, 1.0))
        v = [chance.uniform(-0.3, 0.3) for _ in range(3)]
        rows.append(",".join("%.9g" % q for q in (*x, r, *v, 10, 20, 30)))
    path.write_text("\n".join(rows) + "\n")


#: Scenes of which a rank may have nothing.
FEW = ("few", "partners", "turning")
#: Ranks of odd runs, and how.
ODD = {"partners": ((4, "7"), (4, "one")), "clumps": ((3, "11"),), "leaving": ((4, "5"),), "bodies": ((3, "5"),), "sticky": ((2, "dear"),)}


def write_partners(path):
    """Small grains on a large one, by the golden angle; all turn about its centre."""
    rows = ["x,y,z,radius,vx,vy,vz,wx,wy,wz", "0.01,0.01,0.01,0.005,1,1,0,0,0,40"]
    for k in range(60):
        z, angle = 1 - (2 * k + 1) / 60, 2.399963229728653 * k
        n = [math.sqrt(1 - z * z) * math.cos(angle), math.sqrt(1 - z * z) * math.sin(angle), z]
        x = [5.79e-3 * q for q in n]
        rows.append(",".join("%.9g" % q for q in (*(0.01 + q for q in x), 8e-4, 1 - 40 * x[1], 1 + 40 * x[0], 0, 0, 0, 40)))
    path.write_text("\n".join(rows) + "\n")


def costs(name):
    """Counts of queries follow lists and chunks."""
    return "/asked_" in name


def run(granum, scene, result, ranks, threads):
    words = [granum, "run", scene, "-o", result, "--force", "--progress", "none", "--threads", str(threads)]
    words += ["--ranks", str(ranks)] if ranks > 1 else []
    done = subprocess.run(words, capture_output=True, text=True, env=ENV)
    if done.returncode:
        print(done.stdout, done.stderr)
        return {}
    return {k: v for k, v in arrays(result).items() if not costs(k)}


def run_on(granum, scene, result, ends):
    """The same by runs one after the other, of (ranks, steps) each; steps None: to the end."""
    for k, (ranks, steps) in enumerate(ends):
        words = [result, "--resume"] if k else [scene, "-o", result, "--force"]
        words += ["--progress", "none", "--threads", "1"] + (["--steps", str(steps)] if steps else [])
        done = subprocess.run([granum, "run", *words] + (["--ranks", str(ranks)] if ranks > 1 else []),
                              capture_output=True, text=True, env=ENV)
        if done.returncode != (130 if steps else 0):
            print(done.returncode, done.stdout, done.stderr)
            return {}
    return {k: v for k, v in arrays(result).items() if not costs(k)}


def launch(ranks, program, scene, result, how):
    """The result of an odd program, and what it said."""
    allowed = dict(ENV, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    done = subprocess.run(["mpiexec", "-n", str(ranks), program, scene, result, how], capture_output=True, text=True, env=allowed)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return {k: v for k, v in arrays(result).items() if not costs(k)}, done.stdout


def main():
    granum, odd, wanted = *map(os.path.abspath, sys.argv[1:3]), sys.argv[3:] or list(SCENES)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        write_bed(Path("bed.csv"))
        write_partners(Path("partners.csv"))
        Path("few.csv").write_text("".join(Path("bed.csv").open().readlines()[:3]))
        for name in wanted:
            Path("scene.yaml").write_text(SCENES[name].replace("SHAPES", str(SHAPES)))
            one = run(granum, "scene.yaml", "one.vtkhdf", 1, 1)
            check("%s on one rank: %d arrays" % (name, len(one)), len(one) > 20)
            # What stops goes on with three ranks.
            for ranks, threads in ((4, 1),) if name in FEW else ((2, 2), (3, 1))[:1 if name in STOPS else 2]:
                wrong = differences(one, run(granum, "scene.yaml", "more.vtkhdf", ranks, threads))
                check("%s on %d ranks x %d threads: the same bits" % (name, ranks, threads), not wrong,
                      "%d: %s" % (len(wrong), ", ".join(wrong[:6])) if wrong else "")
            if name in STOPS:
                wrong = differences(one, run_on(granum, "scene.yaml", "on.vtkhdf", STOPS[name]))
                check("%s stopped, on %s ranks: the same bits" % (name, [ranks for ranks, steps in STOPS[name]]), not wrong,
                      "%d: %s" % (len(wrong), ", ".join(wrong[:6])) if wrong else "")
            for ranks, how in ODD.get(name, ()):
                odd_one, said = launch(ranks, odd, "scene.yaml", "odd.vtkhdf", how)
                wrong = differences(one, odd_one)
                check("%s on %d ranks, cuts %s: the same bits" % (name, ranks, how), not wrong,
                      "%d: %s" % (len(wrong), ", ".join(wrong[:6])) if wrong else "")
                if how == "dear":  # half of 3 n / 2 + n / 2 is reached by a third of the grains
                    has, of = map(int, re.search(r"rank 0 has (\d+) of (\d+)", said).groups())
                    check("of costs 3 and 1 the first rank has a third of the grains", abs(3 * has / of - 1) < 0.05,
                          "%d of %d" % (has, of))
            if name == "partners":
                most = one["VTKHDF/PointData/coordination"].reshape(-1, 61).max(axis=1)
                check("partners of one grain", min(most) > 40, str(most))
            if name == "sticky":
                control = differences(one, launch(2, odd, "scene.yaml", "behind.vtkhdf", "behind")[0])
                check("%s with ghosts behind: other bits" % name, len(control) > 20, "%d arrays" % len(control))
    finish()


main()
