"""The scene of bench/bodies in YADE: yade -n -x -j1 bodies_yade.py JOB.json

Level sets of one superellipsoid, which all bodies share, with the surface nodes of the job.
"""
import json
import math
import sys

job = json.load(open(sys.argv[1]))
kind = O.materials.append(FrictMat(density=job["density"], young=1e7, poisson=0.3, frictionAngle=math.atan(job["friction"])))
side = job["side"]
for axis, place, sense in ((0, 0, 1), (0, side, -1), (1, 0, 1), (1, side, -1), (2, 0, 1)):
    O.bodies.append(wall(place, axis, sense=sense, material=kind))
first = levelSetBody("superellipsoid", extents=job["axes"], epsilons=(1, 1), spacing=job["spacing"],
                     nSurfNodes=job["nodes"], material=kind)
for k, (x, y, z, w, a, b, c) in enumerate(job["bodies"]):
    body = first
    if k:
        body = Body()
        body.shape, body.material, body.bound = first.shape, O.materials[kind], Aabb()
        body.state.mass, body.state.inertia = first.state.mass, first.state.inertia
    body.aspherical = True
    body.state.pos, body.state.vel = (x, y, z), (0, 0, job["speed"])
    body.state.ori = Quaternion(w, a, b, c)
    O.bodies.append(body)
O.engines = [
    ForceResetter(),
    InsertionSortCollider([Bo1_LevelSet_Aabb(), Bo1_Wall_Aabb()], verletDist=0),
    InteractionLoop([Ig2_LevelSet_LevelSet_ScGeom(), Ig2_Wall_LevelSet_ScGeom()],
                    [Ip2_FrictMat_FrictMat_FrictPhys(kn=MatchMaker(algo="val", val=job["stiffness"]),
                                                     ks=MatchMaker(algo="val", val=0.5 * job["stiffness"]))],
                    [Law2_ScGeom_FrictPhys_CundallStrack(sphericalBodies=False)]),
    NewtonIntegrator(damping=0.2, gravity=(0, 0, -9.81)),
]
O.dt, O.dynDt = job["step"], False
O.run(job["steps"], True)
