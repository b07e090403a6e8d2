"""Random scenes: a drawn skeleton, to which keys of `granum keys` are added at random.

A scene is a dictionary as YAML would give it.  The skeleton has everything a run needs, drawn so that
about half of the scenes are accepted; the keys added to it come from the key table itself, each with a
value within its bounds, so that a key which is new is drawn without a change here.
"""

import math

from granum.yardstick import extras

R = 1.0e-3  # m, about the radius of the grains
SIDE = 0.012  # m, half the side of the domain
MESHES = ("brick.stl", "sheet.stl", "spike.stl")


class Chance:
    """Draws from one stream of random numbers."""

    def __init__(self, random):
        self.random = random

    def maybe(self, probability):
        return self.random.random() < probability

    def one(self, items):
        return items[self.random.randrange(len(items))]

    def between(self, low, high):
        """With four digits, so that a scene reads well."""
        return float("%.4g" % self.random.uniform(low, high))

    def log(self, low, high):
        return float("%.3g" % math.exp(self.random.uniform(math.log(low), math.log(high))))

    def whole(self, low, high):
        return self.random.randint(low, high)

    def vector(self, size, n=3):
        return [self.between(-size, size) for _ in range(n)]

    def direction(self, n=3):
        if self.maybe(0.5):
            axis = [0.0] * n
            axis[self.random.randrange(n)] = self.one([-1.0, 1.0])
            return axis
        return [float("%.3g" % self.random.gauss(0, 1)) or 1.0 for _ in range(n)]


def scene(random, wish=""):
    """A random scene.  wish: path of a key that it should have a place for."""
    c = Chance(random)
    solid = any(word in wish for word in ("bodies", "mesh", "virtual", "groups", "cylinder", "cone", "disc", "meet",
                                          "free", "servo", "face", "ondem", "result"))
    flat = ".line" in wish or not solid and c.maybe(0.3)
    kind = c.one(["soft"] * 8 + ["impulses", "events", "continuum", "hybrid"])
    if wish:
        kind = "hybrid" if wish.startswith("hybrid") else c.one(["impulses", "impulses", "events"]) \
            if wish.startswith("collisions") or wish == "domain.shear" else "soft"
    n = 2 if flat else 3
    s = {"domain": domain(c, n, kind), "materials": materials(c)}
    if flat:
        s["domain"]["dimensions"] = 2
    if c.maybe(0.5):
        s["gravity"] = c.vector(10, n) if c.maybe(0.5) else [0.0] * n
    names = list(s["materials"])
    s["domain"]["wall_material"] = names[-1]
    s["structures"] = [structure(c, n, names, k, wish if k == 0 else "")
                       for k in range(c.whole(int("structure" in wish or "face" in wish), 3))]
    if kind in ("impulses", "events"):
        s["collisions"] = {"engine": kind, "pairs": [
            {"between": [a, b], "restitution": c.between(0.1, 1), "tangential": c.between(-1, 1)}
            for i, a in enumerate(names) for b in names[i:]]}
    else:
        spheres = not flat or c.maybe(0.5)
        s["contacts"] = contacts(c, names, spheres)
        if flat:
            s["domain"]["grains"] = "sphere" if spheres else c.one(["disc", "auto"])
    if kind == "soft" and (c.maybe(0.2) or "clump" in wish or "orientation" in wish):
        s["clumps"] = {"peanut": {"spheres": [{"at": [0.0] * n, "radius": R},
                                              {"at": [0.9 * R] + [0.0] * (n - 1), "radius": 0.8 * R}]}}
    s["grains"] = [source(c, n, names, "clumps" in s, k, wish if k == 0 else "") for k in range(c.whole(1, 2))]
    if kind in ("continuum", "hybrid"):
        s["hybrid"] = {"mode": kind}
        s["grains"] = [{"fill": {"box": {"min": [-0.7 * SIDE] * n, "max": [0.7 * SIDE] * n}, "material": names[0],
                                 "radius": {"uniform": [0.5 * R, 0.6 * R]}, "count": c.whole(20, 60) * c.one([1, 1, 3 if flat else 20])}}]
    if n == 3 and kind == "soft" and (c.maybe(0.15) or "bodies" in wish):
        s["bodies"] = [body(c, names)]
    watch(c, s, n, kind, wish)
    extras.add(c, s, n, wish)
    driven = any({"free", "servo"} & set(structure_) for structure_ in s["structures"])
    if kind == "soft" and c.maybe(0.2) and not {"clumps", "bodies"} & set(s) and not driven:
        s["time"]["scheme"] = c.one(["symplectic_euler", "velocity_verlet"])
    return s


def watch(c, s, n, kind, wish):
    """Times, output, held grains, sinks and measures."""
    end = c.between(1e-3, 6e-3)
    s["time"] = {"end": end}
    s["output"] = {"every": float("%.4g" % (end / c.whole(1, 4))), "arrays": c.one(["standard", "full", "full"]),
                   "precision": "double"}
    if kind == "soft" and (c.maybe(0.25) or "held" in wish) and "pour" not in s["grains"][0]:
        s["held"] = [{"name": "held0", "ids": [0]}]
        if c.maybe(0.6):
            s["held"][0]["motion"] = [motion(c, n)]
    if c.maybe(0.2) or "sinks" in wish:
        s["sinks"] = [{"name": "hole", **region(c, n)}]
    if c.maybe(0.2):
        s["measure"] = [{"name": "gate", "flux": {"through": [0.0] * n, "normal": c.direction(n)}}]
    if kind == "soft" and (c.maybe(0.1) or "stress" in wish):
        s.setdefault("measure", []).append({"name": "core", "stress": region(c, n)})


def domain(c, n, kind):
    d = {"min": [-SIDE] * n, "max": [SIDE] * n}
    words = ["open", "periodic", "mirror", "wall", "reflect"]
    if c.maybe(0.3):
        d["boundary"] = c.one(words)
    else:
        d["boundary"] = {axis: c.one(words) for axis in "xyz"[:n] if c.maybe(0.7)}
        if c.maybe(0.3):
            d["boundary"].pop("x", None)
            d["boundary"]["x_min"] = c.one(["wall", "open", "mirror", "reflect"])
        if not d["boundary"]:
            del d["boundary"]
    if kind in ("continuum", "hybrid"):
        d["boundary"] = {axis: c.one(["wall", "open"]) for axis in "xyz"[:n]}
    return d


def materials(c):
    return {name: {"density": c.between(500, 8000), "youngs_modulus": c.log(1e6, 2e7),
                   "poisson_ratio": c.between(0, 0.45)} for name in ("sand", "steel")[:c.whole(1, 2)]}


def contacts(c, names, spheres):
    law = c.one(["hertz", "hertz", "hooke"]) if spheres else "hooke"
    d = {"law": law, "rolling": c.one(["none", "none", "constant", "spring"]),
         "torsion": c.one(["none", "none", "spring"]), "cohesion": "none"}
    if c.maybe(0.3) and spheres:
        d["cohesion"] = c.one(["jkr", "dmt", "sjkr"]) if law == "hertz" else "sjkr"
    if law == "hertz" and c.maybe(0.4):
        d["tangential"] = "total"
    for key in ("no_tension", "tangential_damping"):
        if c.maybe(0.2):
            d[key] = False
    d["pairs"] = [pair(c, law, a, b) for i, a in enumerate(names) for b in names[i:]]
    return d


def pair(c, law, a, b):
    p = {"between": [a, b], "friction": c.one([0.0, c.between(0, 1), c.between(0, 1)]),
         "rolling_friction": c.between(0, 0.3), "torsion_friction": c.between(0, 0.3),
         "adhesion": c.log(1e-3, 0.3), "cohesion": c.log(1e2, 1e4)}
    damped = law == "hooke" and c.maybe(0.3)
    if damped:
        p["normal_damping"], p["stiffness"] = c.log(1e-4, 3e-2), c.log(1e2, 3e4)
    else:
        p["restitution"] = c.one([1.0, c.between(0.1, 1), c.between(0.1, 1)])
    if law == "hooke" and not damped:
        p.update(c.one([{"stiffness": c.log(1e2, 3e4)}, {"contact_time": c.log(1e-4, 6e-4)},
                        {"reference": {"speed": c.between(0.5, 2)}}]))
    return p


def region(c, n):
    if c.maybe(0.5):
        low = c.vector(0.6 * SIDE, n)
        return {"box": {"min": low, "max": [float("%.4g" % (x + c.between(3 * R, SIDE))) for x in low]}}
    if c.maybe(0.5) or n == 2:
        return {"sphere": {"centre": c.vector(0.5 * SIDE, n), "radius": c.between(3 * R, 0.7 * SIDE)}}
    return {"cylinder": {"base": c.vector(0.5 * SIDE), "axis": [0.0, 0.0, c.between(3 * R, SIDE)],
                         "radius": c.between(3 * R, 0.7 * SIDE)}}


def motion(c, n):
    m = c.one([{"translate": {"velocity": c.vector(0.5, n)}},
               {"rotate": {"axis": [0.0, 0.0, 1.0] if n == 2 else c.direction(), "through": c.vector(SIDE, n),
                           "rate": c.between(-60, 60)}},
               {"oscillate": {"amplitude": c.vector(R, n), "frequency": c.between(20, 300)}},
               {"table": {"rows": [{"time": 0.0}, {"time": c.between(1e-3, 5e-3), "position": c.vector(R, n)}]}}])
    if c.maybe(0.3):
        m["from"] = c.between(0, 2e-3)
    return m


def structure(c, n, names, k, wish=""):
    s = {"name": "s%d" % k, "material": c.one(names)}
    at = c.vector(0.8 * SIDE, n)
    shapes = [{"plane": {"point": [0.0] * (n - 1) + [-0.8 * SIDE], "normal": [0.0] * (n - 1) + [1.0]}},
              {"plane": {"point": [0.9 * SIDE] + [0.0] * (n - 1), "normal": [-1.0] + c.vector(0.3, n - 1)}},
              {"box": {"min": at, "max": [float("%.4g" % (x + c.between(R, 5 * R))) for x in at]}},
              {"box": {"min": [-0.9 * SIDE] * n, "max": [0.9 * SIDE] * n}},
              {"sphere": {"centre": at, "radius": c.between(R, 4 * R)}},
              {"sphere": {"centre": [0.0] * n, "radius": 0.95 * SIDE}}]
    if n == 3:
        shapes += [{"cylinder": {"base": at, "axis": [float("%.3g" % (4 * R * x)) for x in c.direction()],
                                 "radius": c.between(R, 4 * R), "open": c.one(["none", "base", "top", "both"])}},
                   {"cylinder": {"base": [0.0, 0.0, -0.9 * SIDE], "axis": [0.0, 0.0, 1.8 * SIDE],
                                 "radius": 0.9 * SIDE}},
                   {"cone": {"base": at, "axis": [0.0, 0.0, c.between(2 * R, 6 * R)], "base_radius":
                             c.between(0, 4 * R), "top_radius": c.between(R, 4 * R)}},
                   {"disc": {"centre": at, "normal": c.direction(), "radius": c.between(2 * R, 8 * R)}},
                   {"mesh": c.one(MESHES), "mesh_unit": c.log(1e-3, 6e-3), "place": {"translate": at}}]
    else:
        shapes += [{"line": {"from": at, "to": c.vector(0.8 * SIDE, n)}}, {"line": {"point": at, "angle": c.between(-3, 3)}}]
    word = "mesh" if any(w in wish for w in ("virtual", "groups", "side", "face")) else wish.split(".")[1] \
        if wish.count(".") else ""
    fit = [shape for shape in shapes if word in shape] or shapes[2:5] * bool(wish) or shapes
    s.update(c.one(fit))
    if "free" in wish or "meet" in wish:
        s["free"] = {"mass": c.log(1e-3, 1e-2), "centre": at, "inertia": [c.log(1e-8, 1e-7)] * 3}
    elif c.maybe(0.3) and "servo" not in wish:
        s["motion"] = [motion(c, n)]
    elif c.maybe(0.2) and not {"plane", "line"} & set(s):
        s["free"] = {"mass": c.log(1e-4, 1e-2), "centre": at, "inertia": [c.log(1e-9, 1e-7)] * 3}
    if c.maybe(0.15):
        s["conveyor"] = [{"translate": {"velocity": c.vector(0.5, n)}}]
    return s


def body(c, names):
    shape = c.one([{"box": {"size": [2e-3, 2e-3, 3e-3]}}, {"sphere": {"radius": 1.5e-3}},
                   {"cylinder": {"radius": 1e-3, "height": 3e-3}}, {"ellipsoid": {"axes": [1e-3, 1e-3, 2e-3]}},
                   {"superquadric": {"axes": [1e-3, 1e-3, 2e-3], "exponent": c.between(2, 8)}}])
    return {"name": "stone", "material": c.one(names), "refinement": 1, "velocity": c.vector(0.5), **shape,
            "fill": {"box": {"min": [-0.7 * SIDE] * 3, "max": [0.7 * SIDE] * 3}, "count": c.whole(1, 3)}}


def radius(c):
    return c.one([R, {"uniform": [0.8 * R, 1.2 * R]}, {"normal": {"mean": R, "deviation": 0.1 * R}},
                  {"lognormal": {"median": R, "deviation": 0.1}},
                  {"table": {"by": c.one(["number", "mass"]), "rows": [{"radius": R, "weight": 1.0},
                                                                       {"radius": 0.8 * R, "weight": 2.0}]}}])


def source(c, n, names, clumps, k, wish=""):
    box = {"box": {"min": [-0.7 * SIDE] * n, "max": [0.7 * SIDE] * n}}
    where = box if c.maybe(0.85) else region(c, n)
    supply = {**where, "material": c.one(names), "radius": radius(c), "velocity": c.vector(1, n),
              "seed": c.whole(0, 99), "label": c.whole(0, 3)}
    if clumps and c.maybe(0.6):
        supply["clump"] = "peanut"
        del supply["radius"]
    if c.maybe(0.2):
        supply["mix"] = [{"fraction": 0.3, "material": c.one(names), "radius": 0.9 * R}]
    way = c.one(["fill", "fill", "fill", "pour", "list"])
    way = next((w for w in ("fill", "pour", "list") if wish.startswith("grains[].%s." % w)), way)
    if way == "pour":
        return {"pour": {**supply, **c.one([{"rate": c.between(500, 4000)}, {"mass_rate": c.log(1e-3, 3e-2)}])}}
    if way == "list" or k:
        grains = [{"position": c.vector(0.8 * SIDE, n), "radius": c.between(0.7 * R, 1.3 * R),
                   "velocity": c.vector(1, n)} for _ in range(c.whole(1, 4))]
        if c.maybe(0.5):
            grains[0]["angular_velocity"] = [0.0, 0.0, 300.0] if n == 2 else c.vector(300)
        if c.maybe(0.5):  # two that meet at once
            other = dict(grains[0], position=[grains[0]["position"][0] + grains[0]["radius"] + R,
                                              *grains[0]["position"][1:]], radius=R)
            other["velocity"] = [-x for x in grains[0]["velocity"]]
            grains.append(other)
        return {"list": {"material": c.one(names), "grains": grains}}
    fill = {**supply, "count": c.whole(2, 40 if where is box and n == 3 else 12)}
    if c.maybe(0.2):
        fill["random_velocity"] = {c.one(["uniform", "normal"]): c.between(0.1, 1)}
    return {"fill": fill}


# --- keys from the table -------------------------------------------------------------

LEFT_OUT = ("title", "contacts.pairs[].between", "time.end", "output.every", "output.checkpoint",
            "collisions.engine", "hybrid.mode", "domain.dimensions", "grains[].fill.count", "file", "mesh_unit")
SCALES = {"m": (1e-4, 5e-3), "s": (1e-5, 4e-3), "m/s": (1e-2, 1.0), "rad": (0.0, 3.0), "rad/s": (1.0, 100.0),
          "Hz": (50.0, 3000.0), "kg": (1e-6, 1e-4), "N": (1e-3, 1e-1), "N/m": (1e2, 3e4), "J": (1e-9, 1e-6),
          "J/m2": (1e-3, 0.3), "J/m3": (1e2, 1e4), "Pa": (1e3, 1e7), "Pa/m": (1e7, 1e9), "kg/s": (1e-4, 1e-2),
          "Nm": (1e-6, 1e-4), "Ns/m": (1e-6, 1e-3), "Nms": (1e-12, 1e-9), "kg/m3": (500.0, 8000.0), "1": (0.01, 1.0), "m2": (1e-6, 1e-4)}
SPECIAL = {"time.step": (3e-7, 1e-5), "output.history": (1e-5, 3e-4), "hybrid.cell": (1.5, 4.0),
           "structures[].virtual_particles.spacing": (2e-4, 1e-3), "hybrid.zone.depth": (1.0, 4.0), "bodies[].spacing": (2e-4, 1e-3),
           "bodies[].scale.uniform": (0.5, 1.5)}


def value_of(c, key, n):
    """A value for a key of the table, or None where only a skeleton can make one."""
    kind, unit = key["kind"], key["unit"] or "1"
    low, high = SCALES.get(unit, (1e-3, 1.0))
    low, high = SPECIAL.get(key["path"], (low, high))
    if key["min"] is not None:
        low = max(low, key["min"])
    if key["max"] is not None:
        high = min(high, key["max"])
    if low > high:
        low = high = key["min"] if key["min"] is not None else key["max"]
    if kind in ("number", "number or auto"):
        return "auto" if kind.endswith("auto") and c.maybe(0.2) else c.between(low, high)
    if key["path"] == "bodies[].refinement":  # each is four times as many triangles
        return c.whole(0, 3)
    if kind == "integer":
        return c.whole(int(key["min"] or 0), int(min(key["max"] or 10, (key["min"] or 0) + 10)))
    if kind == "choice":
        return c.one(key["choices"])
    if kind == "list of choices":
        words = [word for word in key["choices"] if c.maybe(0.5)]
        return words[:n] if n == 2 and key["choices"] == ["x", "y", "z"] else words
    if kind == "flag":
        return c.maybe(0.5)
    if kind == "vector":
        return c.vector(high, n)
    if kind == "direction":
        return [0.0, 0.0, 1.0] if n == 2 else c.direction(3)
    if kind == "two numbers":
        pair_ = sorted([c.between(low, high), c.between(low, high)])
        return pair_
    if kind == "two numbers or a choice":
        return c.one(key["choices"])
    return None


def places(scene, path):
    """Every mapping of the scene that can have the last word of a path of the table, and that word."""
    words = path.replace("[]", ".[]").split(".")
    spots = [scene]
    for word in words[:-1]:
        found = []
        if any(isinstance(spot, dict) and word in spot for spot in spots):  # rather than where it would be new
            spots = [spot for spot in spots if isinstance(spot, dict) and word in spot]
        for spot in spots:
            if word == "[]" and isinstance(spot, list):
                found += spot
            elif word == "NAME" and isinstance(spot, dict):
                found += spot.values()
            elif word not in ("[]", "NAME") and isinstance(spot, dict) and word in spot:
                found.append(spot[word])
            elif word in ("lecture", "correction", "grow", "until", "search", "zone", "gear", "present", "meet",
                          "virtual_particles", "place", "orientation", "random_velocity", "wear", "reference",
                          "conveyor", "free") and isinstance(spot, dict):
                found.append(spot.setdefault(word, {}))
        spots = found
    return [spot for spot in spots if isinstance(spot, dict)], words[-1]


def tidy(thing):
    """Takes empty mappings out again; a structure may be free without more."""
    if isinstance(thing, dict):
        for key in [k for k, v in thing.items() if tidy(v) is None and k != "free"]:
            del thing[key]
    elif isinstance(thing, list):
        for item in thing:
            tidy(item)
    return None if thing == {} else thing


def add_key(random, scene, key):
    """Gives the scene this key somewhere; False: it has no place for it, or no value can be drawn."""
    c = Chance(random)
    n = scene["domain"].get("dimensions", 3)
    value = value_of(c, key, n)
    if value is None or any(key["path"] == word or key["path"].endswith("." + word) for word in LEFT_OUT):
        return False
    spots, word = places(scene, key["path"])
    if not spots:
        tidy(scene)
        return False
    c.one(spots)[word] = value
    tidy(scene)
    return True


# --- what check names ----------------------------------------------------------------

def without(scene, path):
    """Takes out what a message of check names: the key itself, or the item it stands in.  False: there is
    nothing left to take out."""
    words = [int(word) if word.isdigit() else word for word in path.replace("]", "").replace("[", ".").split(".")]
    while words:
        spot = scene
        try:
            for word in words[:-1]:
                spot = spot[word]
            spot[words[-1]]
        except (KeyError, IndexError, TypeError):
            words.pop()
            continue
        if words in (["contacts"], ["domain"], ["grains"], ["grains", 0], ["time"], ["materials"], ["output"]):
            return False
        del spot[words[-1]]
        tidy(scene)
        return True
    return False
