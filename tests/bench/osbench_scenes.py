"""The two scenes that osbench runs, for Granum and for YADE.

After Dosta et al., "Comparing open-source DEM frameworks for simulations of common bulk processes",
Comput. Phys. Commun. 296 (2024) 109066: sizes, materials, coefficients, steps, what is observed.  A
table of grains has one row for each: material, radius, position, velocity.

  box    a scene has one or a drum: its least and largest corner; open above, walls of steel
  drum   a radius and a length along y, of steel; it turns about -y, at `turn` rad/s.  YADE's flat walls
         carry no grain along when they turn about their normal; so a slice has smooth ends

The law is the same in both: stiffnesses, and the damping that YADE finds from `en`, are Granum's with the
same restitution (of a contact that never pulls).  YADE's tangential spring does not soften on unloading,
and its arms differ by half an overlap: 3 % of the speed of approach after an oblique impact.  Its mantle
is a prism of 100 sides, as published; Granum's is round.
"""
import csv
import dataclasses
import json
import math
from pathlib import Path

import numpy as np

GRAVITY = 9.81
#: Density in kg/m3, Young's modulus in Pa, Poisson's ratio.
MATERIALS = {"M1": (2500.0, 1.0e9, 0.2), "M2": (2000.0, 0.5e9, 0.2), "steel": (7200.0, 210.0e9, 0.2),
             "smooth": (7200.0, 210.0e9, 0.2)}
#: Two materials, restitution, friction.
PAIRS = [("M1", "M1", 0.5, 0.3), ("M1", "M2", 0.45, 0.2), ("M2", "M2", 0.4, 0.4),
         ("M1", "steel", 0.4, 0.2), ("M2", "steel", 0.4, 0.2), ("steel", "steel", 0.6, 0.5),
         ("M1", "smooth", 0.4, 0.0), ("M2", "smooth", 0.4, 0.0)]
BOX = ((-0.049, -0.03, -0.0902431), (0.049, 0.03, 0.107757))  # m, inner faces
DRUM = (0.1, 0.06)  # m
SIDES = 100  # of the published mantle


@dataclasses.dataclass
class Scene:
    case: str  # impacts, penetration or drum
    table: list
    step: float  # s
    end: float  # s
    every: float  # s, between frames
    box: tuple = None
    drum: tuple = None
    smooth: bool = False  # ends of the drum
    turn: float = 0.0  # rad/s
    start: float = 0.0  # s, of the clock that the figures show
    stiffness: float = 1.0  # of the grains, as a part of what was published

    def materials(self):
        """With the stiffness asked for."""
        return {name: (rho, young * (self.stiffness if name in ("M1", "M2") else 1.0), nu)
                for name, (rho, young, nu) in MATERIALS.items()}


# --- grains ----------------------------------------------------------------------------

def write_grains(path, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows(rows)


def read_grains(path):
    with open(path, newline="") as file:
        return [(row[0], *map(float, row[1:])) for row in csv.reader(file)]


def published(path):
    """Radius and position of each grain of a published file: rows of four numbers after a head."""
    rows = [line.split() for line in Path(path).read_text().splitlines()[1:]]
    return np.array([row for row in rows if len(row) == 4], float)


def parted(table, most=0.068):
    """The table with grains moved apart that overlap by more than a list may, 7 % of the smaller radius:
    in a soft bed those of the strongest contacts, by some hundredths of a radius."""
    x, r = np.array([row[2:5] for row in table]), np.array([row[1] for row in table])
    for _ in range(10):
        moved = False
        order = np.argsort(x[:, 0])
        end = np.searchsorted(x[order, 0], x[order, 0] + 2.0 * r.max())
        for k, i in enumerate(order):
            j = order[k + 1:end[k]]
            way = x[j] - x[i]
            far = np.linalg.norm(way, axis=1)
            lack = r[i] + r[j] - far - most * np.minimum(r[i], r[j])
            for m in np.flatnonzero(lack > 0.0):
                move = 0.5 * lack[m] / far[m] * way[m]
                x[j[m]] += move
                x[i] -= move
                moved = True
        if not moved:
            break
    return [(*row[:2], *at, *row[5:]) for row, at in zip(table, x.tolist())]


def ball(height, speed, radius=0.01):
    return ("steel", radius, 0.0, 0.0, height, 0.0, 0.0, -speed)


def impacts():
    """A small grain that meets a large one aslant, and one that meets the floor, in a wide box."""
    speed = 0.1
    table = [("M1", 1.0e-3, 0.02, 0.02, 0.03, speed, 0.5 * speed, 0.0),
             ("M1", 1.0e-3, 0.04, 0.02, 0.001001, 0.5 * speed, 0.0, -speed),
             ("M2", 2.0e-3, 0.02299, 0.0204, 0.03, 0.0, 0.0, 0.0)]
    return Scene("impacts", table, 1.0e-7, 3.0e-4, 3.0e-4, box=((0.0, 0.0, 0.0), (0.06, 0.06, 0.06)))


def just_above(bed, height=0.06, speed=5.0, radius=0.01, gap=1.0e-4):
    """The ball thrown down from `height` when it is `gap` above the bed, and the time of its flight."""
    x = np.array([row[2:5] for row in bed])
    near = x[np.hypot(x[:, 0], x[:, 1]) < 1.2 * radius, 2].max() + bed[0][1]
    fallen = height - radius - gap - near
    fast = math.sqrt(speed**2 + 2.0 * GRAVITY * fallen)
    return ball(height - fallen, fast, radius), (fast - speed) / GRAVITY


# --- what is observed ------------------------------------------------------------------

def masses(table):
    return np.array([MATERIALS[row[0]][0] * 4.0 / 3.0 * math.pi * row[1] ** 3 for row in table])


def observe(case, table, x, v, w):
    """What was published, from positions, velocities and spins in the order of the table: height of
    the last grain; numbers of grains by material where x, z > 0 (zone 1) and x, z < 0 (zone 2)."""
    radius, mass = np.array([row[1] for row in table]), masses(table)
    if case == "impacts":
        return {"v": v.tolist(), "w": w.tolist()}
    energy = 0.5 * mass * ((v**2).sum(1) + 0.4 * radius**2 * (w**2).sum(1))
    if case == "penetration":
        return {"z": float(x[-1, 2]), "vz": float(v[-1, 2]), "energy": float(energy[:-1].sum())}
    seen = {"energy": float(energy.sum())}
    zones = {"zone 1": (x[:, 0] > 0) & (x[:, 2] > 0), "zone 2": (x[:, 0] < 0) & (x[:, 2] < 0)}
    for material in ("M1", "M2"):
        of = np.array([row[0] == material for row in table])
        for zone, inside in zones.items():
            seen[zone + " " + material] = int((inside & of).sum())
        seen["count " + material] = int(of.sum())
        middle = np.average(x[of], 0, mass[of])
        seen["x " + material], seen["z " + material] = float(middle[0]), float(middle[2])
    return seen


# --- YADE ------------------------------------------------------------------------------

def mantle(drum):
    """Triangles of the prism whose edges lie on the drum: [2 SIDES][9]."""
    radius, length = drum
    turn = 2.0 * math.pi * np.arange(SIDES + 1) / SIDES
    rim = [np.stack([radius * np.sin(turn), np.full(SIDES + 1, y), radius * np.cos(turn)], 1)
           for y in (-0.5 * length, 0.5 * length)]
    a, b, c, d = rim[0][:-1], rim[0][1:], rim[1][1:], rim[1][:-1]
    return np.concatenate([np.hstack([a, b, c]), np.hstack([a, c, d])])


def planes(scene):
    """Flat walls: axis, place, which side is inside."""
    if scene.box:
        low, high = scene.box
        return [[0, low[0], 1], [0, high[0], -1], [1, low[1], 1], [1, high[1], -1], [2, low[2], 1]]
    return [[1, -0.5 * scene.drum[1], 1], [1, 0.5 * scene.drum[1], -1]]


def write_job(scene, folder, seconds):
    """What osbench_yade.py reads; the path of the job."""
    folder = Path(folder).resolve()
    write_grains(folder / "grains.csv", scene.table)
    job = {"case": scene.case, "materials": scene.materials(), "pairs": PAIRS,
           "planes": planes(scene), "plane": "smooth" if scene.smooth else "steel",
           "triangles": mantle(scene.drum).tolist() if scene.drum else [],
           "grains": str(folder / "grains.csv"), "step": scene.step,
           "steps": round(scene.end / scene.step), "every": round(scene.every / scene.step),
           "turn": scene.turn, "gravity": GRAVITY, "seconds": seconds,
           "out": str(folder / "yade.jsonl")}
    (folder / "yade.json").write_text(json.dumps(job))
    return folder / "yade.json"


# --- Granum ----------------------------------------------------------------------------

def fill(material, radius, count, low, high):
    return (f"  - fill: {{box: {{min: {list(low)}, max: {list(high)}}}, material: {material}, "
            f"radius: {radius!r}, count: {count}}}\n")


def structures(scene):
    text, material = "", "smooth" if scene.smooth else "steel"
    if scene.drum:
        radius, length = scene.drum
        text = (f"  - name: drum\n    material: steel\n"
                f"    cylinder: {{base: [0, {-0.5 * length!r}, 0], axis: [0, {length!r}, 0], "
                f"radius: {radius!r}{', open: both' if scene.smooth else ''}}}\n"
                f"    motion: [{{rotate: {{axis: [0, -1, 0], through: [0, 0, 0], "
                f"rate: {scene.turn!r}}}, from: 0}}]\n")
    for axis, place, side in planes(scene) if scene.box or scene.smooth else []:
        point, normal = [0.0, 0.0, 0.0], [0, 0, 0]
        point[axis], normal[axis] = place, side
        text += (f"  - {{name: {'xyz'[axis]}{'low' if side > 0 else 'high'}, "
                 f"plane: {{point: {point}, normal: {normal}}}, material: {material}}}\n")
    return text


def sources(scene, folder):
    """Of a table by material, so that the grains keep its order."""
    text = ""
    for name in dict.fromkeys(row[0] for row in scene.table):
        rows = [row for row in scene.table if row[0] == name]
        np.savetxt(folder / f"{name}.csv", [[*r[2:5], r[1], *r[5:]] for r in rows], fmt="%.17g",
                   delimiter=",", comments="", header="x,y,z,radius,vx,vy,vz")
        text += f"  - list: {{file: {name}.csv, material: {name}}}\n"
    return text


def write_scene(scene, folder, fills=""):
    """A scene file with the grains of the table, then those of `fills`; its path."""
    folder, text = Path(folder), f"title: {scene.case}\ngravity: [0, 0, {-GRAVITY}]\nmaterials:\n"
    for name, (density, young, poisson) in scene.materials().items():
        text += (f"  {name}: {{density: {density!r}, youngs_modulus: {young!r}, "
                 f"poisson_ratio: {poisson!r}}}\n")
    text += "contacts:\n  law: hertz\n  pairs:\n"
    for a, b, restitution, friction in PAIRS:
        text += f"    - {{between: [{a}, {b}], restitution: {restitution}, friction: {friction}}}\n"
    text += "structures:\n" + structures(scene)
    text += "grains:\n" + sources(scene, folder) + fills
    text += (f"time: {{end: {scene.end!r}, step: {scene.step!r}}}\n"
             f"output: {{every: {scene.every!r}, history: {scene.every!r}}}\n")
    (folder / "scene.yaml").write_text(text)
    return folder / "scene.yaml"
