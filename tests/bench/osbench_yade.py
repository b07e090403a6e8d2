"""A scene of osbench in YADE: yade -n -x -j1 osbench_yade.py JOB.json

The job is what osbench_scenes.py writes.  One row of what is observed goes to the file that the
job names for each frame, as soon as it is there; the run ends after `steps`, or `seconds` of a clock.
"""
import json
import math
import os
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[0])))
import numpy as np  # noqa: E402
import osbench_scenes  # noqa: E402


def materials(job):
    """YADE's rows of the materials by name; what turns two of them into coefficients."""
    row = {name: O.materials.append(FrictMat(density=m[0], young=m[1], poisson=m[2], label=name))
           for name, m in job["materials"].items()}
    pairs = [(row[a], row[b], e, math.atan(mu)) for a, b, e, mu in job["pairs"]]
    return row, Ip2_FrictMat_FrictMat_MindlinPhys(
        en=MatchMaker(matches=tuple((a, b, e) for a, b, e, _ in pairs)),
        frictAngle=MatchMaker(matches=tuple((a, b, angle) for a, b, _, angle in pairs)))


def bodies(job, row):
    """Walls, then grains: the ids of both."""
    steel, walls = row["steel"], []
    for axis, place, side in job["planes"]:
        walls.append(O.bodies.append(wall(place, axis, sense=side, material=row[job["plane"]])))
    for t in job["triangles"]:
        walls.append(O.bodies.append(facet([t[0:3], t[3:6], t[6:9]], material=steel)))
    grains = []
    for material, radius, x, y, z, vx, vy, vz in osbench_scenes.read_grains(job["grains"]):
        grains.append(O.bodies.append(sphere((x, y, z), radius, material=row[material])))
        O.bodies[grains[-1]].state.vel = (vx, vy, vz)
    return walls, grains


def engines(job, coefficients, walls):
    shapes = [Bo1_Sphere_Aabb(), Bo1_Facet_Aabb(), Bo1_Wall_Aabb()]
    meetings = [Ig2_Sphere_Sphere_ScGeom(), Ig2_Facet_Sphere_ScGeom(hertzian=True),
                Ig2_Wall_Sphere_ScGeom(hertzian=True)]
    O.engines = [
        ForceResetter(),
        InsertionSortCollider(shapes, verletDist=-0.1),  # of the smallest radius
        InteractionLoop(meetings, [coefficients], [Law2_ScGeom_MindlinPhys_Mindlin()]),
        NewtonIntegrator(damping=0, gravity=(0, 0, -job["gravity"])),
    ]
    if job["turn"]:
        O.engines += [RotationEngine(rotateAroundZero=True, zeroPoint=(0, 0, 0), ids=walls,
                                     rotationAxis=(0, -1, 0), angularVelocity=job["turn"])]


def state(grains):
    s = [O.bodies[i].state for i in grains]
    return [np.array([tuple(getattr(b, name)) for b in s]) for name in ("pos", "vel", "angVel")]


def main():
    job = json.load(open(sys.argv[1]))
    row, coefficients = materials(job)
    walls, grains = bodies(job, row)
    engines(job, coefficients, walls)
    table = osbench_scenes.read_grains(job["grains"])
    O.dt, O.dynDt = job["step"], False
    cpu, clock = 0.0, time.monotonic()
    with open(job["out"], "w") as out:
        while True:
            seen = osbench_scenes.observe(job["case"], table, *state(grains))
            out.write(json.dumps({"t": O.iter * O.dt, "steps": O.iter, "cpu": cpu, **seen}) + "\n")
            out.flush()
            if O.iter >= job["steps"] or time.monotonic() - clock > job["seconds"]:
                break
            before = time.process_time()
            O.run(min(job["every"], job["steps"] - O.iter), True)
            cpu += time.process_time() - before


main()
