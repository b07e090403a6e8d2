"""Scenes for tests of checkpoints: between them they have all that a run remembers."""
import os
from pathlib import Path

SHAPES = Path(__file__).resolve().parents[1] / "data" / "shapes"

MATERIALS = """
materials:
  glass: {density: 2500, youngs_modulus: 5 MPa, poisson_ratio: 0.25}
  steel: {density: 7800, youngs_modulus: 5 MPa, poisson_ratio: 0.3}
"""
PAIRS = """pairs: [
    {between: [glass, glass], restitution: 0.7, friction: 0.5, rolling_friction: 0.1 %(glass)s},
    {between: [glass, steel], restitution: 0.7, friction: 0.3, rolling_friction: 0.1 %(steel)s,
     wear: {coefficient: 1.0e-4, hardness: 1 GPa}},
    {between: [steel, steel], restitution: 0.7, friction: 0.3, rolling_friction: 0.1 %(steel)s}]
"""
#: A blade on virtual particles that stirs, in a drum; grains are poured by number and by mass, of
#: two materials; a conveyor, a plate that appears, two sinks, sensors of both kinds, wear, the
#: orientation of grains.
MIXER = MATERIALS + """
domain: {min: [-30 mm, -30 mm, -20 mm], max: [30 mm, 30 mm, 80 mm]}
gravity: [0, 0, -200]  # contacts soon
contacts: {rolling: spring, """ + PAIRS % {"glass": "", "steel": ""} + """}
structures:
  - {name: drum, cylinder: {base: [0, 0, 0], axis: [0, 0, 50 mm], radius: 22 mm, open: both}, material: steel}
  - {name: floor, disc: {centre: [0, 0, 0], normal: [0, 0, 1], radius: 23 mm, hole: 4 mm}, material: steel,
     conveyor: [{translate: {velocity: [0.2, 0, 0]}, to: 60 ms}]}
  - {name: blade, mesh: %(shapes)s/blade.stl, mesh_unit: 0.5, place: {translate: [0, 0, 18 mm]}, material: steel,
     motion: [{rotate: {axis: [0, 0, 1], through: [0, 0, 0], rate: 300 rpm}, from: 5 ms}]}
  - {name: lid, box: {min: [-20 mm, -20 mm, 60 mm], max: [20 mm, 20 mm, 62 mm]}, material: steel,
     present: {from: 50 ms}}
sinks:
  - {name: hole, box: {min: [-5 mm, -5 mm, -10 mm], max: [5 mm, 5 mm, -2 mm]}, from: 20 ms}
  - {name: eater, structure: lid}
measure:
  - {name: gate, flux: {through: [0, 0, 20 mm], normal: [0, 0, 1], radius: 22 mm}}
  - {name: core, stress: {cylinder: {base: [0, 0, 0], axis: [0, 0, 10 mm], radius: 15 mm}}}
grains:
  - fill: {cylinder: {base: [0, 0, 6 mm], axis: [0, 0, 28 mm], radius: 20 mm}, material: glass, radius: {uniform: [1 mm, 1.4 mm]}, count: 700}
  - pour: {cylinder: {base: [0, 0, 40 mm], axis: [0, 0, 8 mm], radius: 15 mm}, material: steel, radius: {uniform: [0.9 mm, 1.2 mm]}, rate: 2000, to: 70 ms, velocity: [0, 0, -0.5], label: 3}
  - pour: {box: {min: [-9 mm, -9 mm, 50 mm], max: [9 mm, 9 mm, 56 mm]}, material: glass, radius: 1 mm, mass_rate: 5.0e-3, total_mass: 3.0e-4, seed: 7}
time: {end: %(end)s}
output: {every: 5 ms, history: 0.5 ms, arrays: full%(checkpoint)s}
"""
#: Grains that grow, that stick, that are held and let go, in a periodic box; torsion, gravity to
#: the side, a bed that swings, an open surface.
GROWN = MATERIALS + """
domain: {min: [-12 mm, -12 mm, -10 mm], max: [12 mm, 12 mm, 40 mm], boundary: {x: periodic, y: periodic, z: open}}
gravity: [10, 3, -100]
contacts: {rolling: spring, torsion: spring, cohesion: jkr, tangential: total, """ + PAIRS % {
    "glass": ", torsion_friction: 0.1, adhesion: 0.01", "steel": ", torsion_friction: 0.1, adhesion: 0.01"} + """}
structures:
  - {name: floor, material: steel, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}
  - {name: sheet, material: steel, disc: {centre: [0, 0, 12 mm], normal: [0.2, 0, 1], radius: 6 mm},
     motion: [{oscillate: {amplitude: [0, 0, 1 mm], frequency: 60}}]}
grains:
  - fill: {box: {min: [-12 mm, -12 mm, 1 mm], max: [12 mm, 12 mm, 8 mm]}, material: glass, radius: {uniform: [0.8 mm, 1 mm]}, count: 320, grow: {over: 30 ms, from: 0.6}}
  - fill: {box: {min: [-8 mm, -8 mm, 18 mm], max: [8 mm, 8 mm, 24 mm]}, material: glass, radius: 0.9 mm, count: 60}
held:
  - {name: bed, sources: [1], until: 25 ms, motion: [{oscillate: {amplitude: [1 mm, 0, 0], frequency: 50}}]}
time: {end: %(end)s}
output: {every: 4 ms, history: 0.4 ms, arrays: full%(checkpoint)s}
"""
#: Schemes that remember the step before, in a box of walls with two-step memory and linear springs.
ADAMS = MATERIALS + """
domain: {min: [-10 mm, -10 mm, 0], max: [10 mm, 10 mm, 40 mm], boundary: {all: wall}, wall_material: steel}
gravity: [20, 0, -300]
contacts: {law: hooke, rolling: constant, pairs: [
    {between: [glass, glass], restitution: 0.8, friction: 0.5, rolling_friction: 0.05, contact_time: 0.3 ms},
    {between: [glass, steel], restitution: 0.8, friction: 0.3, rolling_friction: 0.05, contact_time: 0.3 ms}]}
grains:
  - fill: {box: {min: [-9 mm, -9 mm, 1 mm], max: [9 mm, 9 mm, 12 mm]}, material: glass, radius: {uniform: [0.7 mm, 0.9 mm]}, count: 400}
time: {end: %(end)s, scheme: adams_bashforth_2}
output: {every: 5 ms, history: 1 ms%(checkpoint)s}
"""
#: Dense grains as a continuum: a column that collapses, on a floor and beside a wall that moves.
POINTS = MATERIALS + """
domain: {dimensions: 2, grains: sphere, min: [-0.1, 0], max: [0.3, 0.2], boundary: {y_min: wall}, wall_material: steel}
contacts: {law: hooke, pairs: [
    {between: [glass, glass], restitution: 0.8, friction: 0.5, contact_time: 0.3 ms},
    {between: [glass, steel], restitution: 0.8, friction: 0.3, contact_time: 0.3 ms}]}
structures:
  - {name: paddle, plane: {point: [0, 0], normal: [1, 0]}, material: steel,
     motion: [{oscillate: {amplitude: [2 mm, 0, 0], frequency: 20}}]}
  - {name: ball, sphere: {centre: [60 mm, 10 mm, 0], radius: 9 mm}, material: steel, free: {}}
grains:
  - fill: {box: {min: [2 mm, 0], max: [42 mm, 60 mm]}, material: glass, radius: 1 mm, solid_fraction: 0.5}
hybrid: {mode: continuum, bulk_modulus: 1.0e+5, shear_modulus: 4.0e+4}
time: {end: %(end)s}
output: {every: 5 ms, history: 1 ms%(checkpoint)s}
"""
#: Discs that fall, in part as a continuum from the start; the zone moves with them.
HYBRID = MATERIALS + """
domain: {dimensions: 2, min: [0, 0], max: [0.12, 0.18]}
gravity: [0, -100]
contacts: {law: hooke, rolling: spring, pairs: [
    {between: [glass, glass], restitution: 0.3, friction: 0.5, rolling_friction: 0.1, contact_time: 0.4 ms},
    {between: [glass, steel], restitution: 0.3, friction: 0.3, rolling_friction: 0.1, contact_time: 0.4 ms}]}
structures:
  - {name: floor, material: steel, plane: {point: [0, 0], normal: [0, 1]}}
  - {name: left, material: steel, plane: {point: [0, 0], normal: [1, 0]}}
  - {name: right, material: steel, plane: {point: [0.12, 0], normal: [-1, 0]}}
grains:
  - fill: {box: {min: [0, 0], max: [0.12, 0.17]}, material: glass, radius: {uniform: [1.8 mm, 2.2 mm]}, count: 700}
hybrid: {mode: hybrid}
time: {end: %(end)s}
output: {every: 5 ms, history: 1 ms%(checkpoint)s}
"""
#: Hard grains, of which impulses since the last frame are known by pair, in a periodic box with a wall that moves.
HARD = """
materials: {glass: {density: 2500}}
domain: {min: [0, 0, 0], max: [20 mm, 20 mm, 40 mm], boundary: {x: periodic, y: periodic, z: wall}, wall_material: glass}
collisions: {engine: impulses, pairs: [{between: [glass, glass], restitution: 0.8, friction: 0.3}]}
structures:
  - {name: stamp, material: glass, disc: {centre: [10 mm, 10 mm, 12 mm], normal: [0, 0.3, 1], radius: 6 mm},
     motion: [{oscillate: {amplitude: [0, 0, 3 mm], frequency: 40}}]}
grains:
  - fill: {box: {min: [0, 0, 0], max: [20 mm, 20 mm, 30 mm]}, material: glass, radius: {uniform: [0.8 mm, 1 mm]}, count: 900}
time: {end: %(end)s, step: 0.1 ms}
output: {every: 20 ms, history: 2 ms, arrays: full%(checkpoint)s}
"""
SCENES = {"hard": HARD, "hybrid": HYBRID, "mixer": MIXER, "grown": GROWN, "adams": ADAMS, "points": POINTS}


def scene(name, end, checkpoint=None):
    """The text of a scene that ends at `end`; checkpoint: time between checkpoints."""
    more = ", checkpoint: %s" % checkpoint if checkpoint is not None else ""
    return SCENES[name] % {"end": end, "checkpoint": more, "shapes": os.fspath(SHAPES)}
