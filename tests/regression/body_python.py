"""granum.Simulation reads and pushes a free structure between steps.

    body_python.py GRANUM [LIBRARY]     (LIBRARY: what GRANUM_LIBRARY names)

A push moves a body as a load of the scene does, in the same bits, and by F t^2 / 2 M; without it the
velocity stays.  Pose, velocities and the load of grains are read as those of other structures, and what
grains gain in momentum the body loses.  A checkpoint keeps the push.  What forces do not move is not pushed,
and a free structure is not placed.
"""
import os
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, os.fspath(Path(__file__).resolve().parents[1]))
if sys.argv[2:]:
    os.environ["GRANUM_LIBRARY"] = os.path.abspath(sys.argv[2])
from results import granum  # noqa: E402
from trial import MATERIALS, check, finish  # noqa: E402

SCENE = MATERIALS + """
gravity: [0, 0, 0]
structures:
  - name: brick
    box: {min: [-5 mm, -10 mm, -15 mm], max: [5 mm, 10 mm, 15 mm]}
    material: glass
    free: {%s}
  - {name: wall, box: {min: [1, 1, 1], max: [2, 2, 2]}, material: glass}
grains: [{list: {material: glass, grains: [{position: %s, radius: 2 mm, velocity: [0, 0, 1]}]}}]
time: {end: 1, step: 1.0e-5}
output: {every: 0.1}
"""
FORCE, TORQUE, STEPS = (0.3, 0.1, 0.0), (0.0, 2.0e-4, 1.0e-5), 400
AWAY, BELOW = "[-0.5, 0, 0]", "[2 mm, 3 mm, -17.1 mm]"


def simulation(free="", grain=AWAY):
    with open("scene.yaml", "w") as f:
        f.write(SCENE % (free, grain))
    return granum.Simulation("scene.yaml", threads=1)


def state(body):
    """Numbers of a body; the load first, since a measured column brings velocities to the instant."""
    names = ("force", "position", "quaternion", "velocity", "angular_velocity")
    return np.concatenate([np.array(getattr(body, name)) for name in names])


def refuses(what, use, *words):
    try:
        use()
    except granum.Error as error:
        return check(what, all(word in str(error) for word in words), str(error))
    return check(what, False, "nothing was raised")


def pushes():
    sim = simulation()
    body = sim.structures["brick"]
    body.push(FORCE, TORQUE)
    sim.step(STEPS)
    sim.checkpoint("pushed.checkpoint")
    there = state(body)
    time, mass = STEPS * 1.0e-5, 0.015
    exact = 0.5 * np.array(FORCE) * time ** 2 / mass
    check("a push moves the body by F t^2 / 2 M", np.allclose(there[3:6], exact, rtol=1e-10, atol=1e-18),
          "%s %s" % (there[3:6], exact))
    load = simulation("loads: [{force: [%g, %g, %g], torque: [%g, %g, %g]}]" % (*FORCE, *TORQUE))
    load.step(STEPS)
    check("and as a load of the scene, in the same bits", (state(load.structures["brick"]) == there).all())
    sim.step(100)
    again = granum.Simulation(resume="pushed.checkpoint", threads=1)
    again.step(100)
    check("a checkpoint keeps the push", (state(again.structures["brick"]) == state(body)).all())
    body.push()
    sim.step(1)
    before = state(body)[10:13]
    sim.step(100)
    check("without it the velocity stays", np.allclose(state(body)[10:13], before, rtol=1e-12), str(before))
    refuses("a wall is not pushed", lambda: sim.structures["wall"].push(FORCE), "'wall'", "free")
    refuses("a free structure is not placed", lambda: body.place((0, 0, 1)), "'brick'", "push")
    refuses("a force is a number", lambda: body.push((np.nan, 0, 0)), "not finite")


def pendulum():
    """Pushed at its centre of mass, a body turns about a pivot at its end."""
    there = []
    for load in (0, 1):
        sim = simulation("pivot: [0, 0, 15 mm]" + load * (", loads: [{force: [%g, %g, %g]}]" % FORCE))
        if not load:
            sim.structures["brick"].push(FORCE)
        sim.step(STEPS)
        there.append(state(sim.structures["brick"]))
    check("a push turns a body about its pivot, as a load does", (there[0] == there[1]).all()
          and np.linalg.norm(there[0][13:16]) > 1, str(there[0][13:16]))


def hit():
    sim = simulation("", BELOW)
    body = sim.structures["brick"]
    force, start = 0.0, np.array(sim.grains.velocity[0])
    mass = float(sim.grains.mass[0])
    for _ in range(100):
        force = max(force, body.force[2])
        sim.step(10)
    body.force  # velocities at the instant
    gained = 0.015 * np.array(body.velocity)
    lost = mass * (start - np.array(sim.grains.velocity[0]))
    check("a grain that hits it: the load of grains", force > 0.1, "%g N" % force)
    centre = np.array(body.position)  # of the body frame, which is its centre of mass
    check("and the momentum that the grain loses", np.allclose(gained, lost, rtol=1e-10, atol=1e-18),
          "%s %s" % (gained, lost))
    check("so that it moves on and turns", centre[2] > 0 and abs(body.angular_velocity[0]) > 0.1,
          "%s" % np.array(body.angular_velocity))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    pushes()
    pendulum()
    hit()
    os.chdir("/")
finish()
