"""A run that goes on from a frame of an earlier one ends in the same bits: from the result
itself, and from the file of ON-DEM's format that granum export makes of the frame.

Beds whose contacts remember all there is to remember: springs of sliding, rolling and torsion,
adhesion; between grains, with a structure that moves and with a mesh on virtual particles,
across periodic sides; over more than 2,000 steps, after which grains are sorted anew.

    resumed_in_same_bits.py GRANUM SHAPES
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402

GRANUM, SHAPES = sys.argv[1:3]

HEAD = """
materials:
  glass: {density: 2500, youngs_modulus: 5 MPa, poisson_ratio: 0.25}
  steel: {density: 7800, youngs_modulus: 5 MPa, poisson_ratio: 0.3}
time: {end: %s}
output: {every: 0.01, arrays: resume, history: 0.005, audit: false}
grains: [%s]
"""

TUBE = """
domain: {min: [-10 mm, -10 mm, -5 mm], max: [10 mm, 10 mm, 60 mm]}
contacts:
  rolling: spring
  pairs:
    - {between: [glass, glass], restitution: 0.8, friction: 0.5, rolling_friction: 0.1}
    - {between: [glass, steel], restitution: 0.8, friction: 0.3, rolling_friction: 0.1}
structures:
  - name: tube
    material: steel
    cylinder: {base: [0, 0, 0], axis: [0, 0, 50 mm], radius: 9 mm, open: top}
    motion: [{rotate: {axis: [0, 0, 1], through: [0, 0, 0], rate: 60 rpm}}]
"""
TUBE_FILL = """{fill: {cylinder: {base: [0, 0, 1 mm], axis: [0, 0, 13 mm], radius: 8 mm},
  material: glass, radius: {uniform: [0.6 mm, 0.9 mm]}, count: 300}}"""

STICKY = """
domain: {min: [-10 mm, -10 mm, -30 mm], max: [10 mm, 10 mm, 60 mm],
  boundary: {x: periodic, y: periodic, z: open}}
gravity: [1, 0.3, -9.81]
contacts:
  {rolling: spring, torsion: spring, cohesion: jkr, tangential: total, pairs: [
    {between: [glass, glass], restitution: 0.8, friction: 0.5, rolling_friction: 0.1,
     torsion_friction: 0.1, adhesion: 0.01},
    {between: [glass, steel], restitution: 0.8, friction: 0.3, rolling_friction: 0.1,
     torsion_friction: 0.1, adhesion: 0.01}]}
structures:
  - {name: floor, material: steel, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}
  - name: die
    material: steel
    mesh: %s/die.stl
    place: {translate: [4 mm, 0, 6 mm]}
    motion: [{rotate: {axis: [0, 0, 1], through: [0, 0, 0], rate: 20 rpm}}]
""" % SHAPES
STICKY_FILL = """{fill: {box: {min: [-10 mm, -10 mm, 1 mm], max: [10 mm, 10 mm, 11 mm]},
  material: glass, radius: {uniform: [0.6 mm, 0.9 mm]}, count: 250}}"""

HOOKE = """
domain: {min: [-10 mm, -10 mm, 0], max: [10 mm, 10 mm, 60 mm],
  boundary: {all: wall}, wall_material: steel}
contacts:
  {law: hooke, rolling: constant, pairs: [
    {between: [glass, glass], restitution: 0.8, friction: 0.5, rolling_friction: 0.05,
     contact_time: 0.2 ms},
    {between: [glass, steel], restitution: 0.8, friction: 0.3, rolling_friction: 0.05,
     contact_time: 0.2 ms}]}
"""
HOOKE_FILL = """{fill: {box: {min: [-9 mm, -9 mm, 1 mm], max: [9 mm, 9 mm, 9 mm]},
  material: glass, radius: {uniform: [0.6 mm, 0.9 mm]}, count: 300}}"""


def granum(*words):
    done = subprocess.run([GRANUM, *words], capture_output=True, text=True,
                          env=dict(os.environ, OMP_WAIT_POLICY="passive"))
    check(done.returncode == 0, "granum %s: %s" % (" ".join(words), done.stderr))
    return done.stdout


def run(name, scene, grains, end, threads):
    Path(name + ".yaml").write_text(scene + HEAD % (end, grains))
    granum("run", name + ".yaml", "-o", name + ".vtkhdf", "--force", "--threads", threads)


def tables(name, frame):
    """Grains and contacts of a frame, each number in as many digits as it takes."""
    to = "%s-%d" % (name, frame)
    granum("export", name + ".vtkhdf", "--to", to, "--as", "csv", "--frames=%d" % frame)
    return {kind: next(Path(to).glob(kind + "_*.csv")).read_text()
            for kind in ("grains", "contacts")}


def same(first, second, what, least):
    for kind in first:
        a, b = first[kind].splitlines(), second[kind].splitlines()
        check(len(a) > least, "%s: %d rows of %s" % (what, len(a), kind))
        apart = sum(x != y for x, y in zip(a, b)) + abs(len(a) - len(b))
        check(apart == 0, "%s: %d of %d rows of %s differ" % (what, apart, len(a), kind))


def go_on(name, scene, fill, frame, frames):
    """From `frame` of `frames` on, by either file, on one thread and on two."""
    end = 0.01 * (frames - 1)
    run(name, scene, fill, end, "2")
    granum("export", name + ".vtkhdf", "--to", ".", "--as", "ondem", "--frames=%d" % frame,
           "--force")
    exchange = Path("ondem_%04d.vtkhdf" % frame).rename(name + "-ondem.vtkhdf")
    last = tables(name, -1)
    begin = tables(name, frame)
    sources = {"result": "{result: {file: %s.vtkhdf, frame: %d, resume: true}}" % (name, frame),
               "ondem": "{ondem: {file: %s, resume: true}}" % exchange}
    for threads, (source, grains) in enumerate(sources.items(), 1):
        child = "%s-%s-child" % (name, source)
        run(child, scene, grains, end, str(threads))
        same(begin, tables(child, 0), child + ", where it goes on", 0)
        same(last, tables(child, -1), child + ", at the end", 5)
    return last, exchange


def begin_anew(name, scene, exchange, end, last):
    """Without resume the same grains and springs begin at time 0, half a kick apart."""
    other = name + "-anew"
    run(other, scene, "{ondem: {file: %s}}" % exchange, end, "1")
    check(tables(other, -1)["grains"] != last["grains"], other + " takes another way")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    tube_end, tube_file = go_on("tube", TUBE, TUBE_FILL, 3, 6)
    begin_anew("tube", TUBE, tube_file, 0.02, tube_end)
    go_on("sticky", STICKY, STICKY_FILL, 1, 3)
    go_on("hooke", HOOKE, HOOKE_FILL, 2, 6)
report()
