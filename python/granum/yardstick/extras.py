"""What a random scene may have beside its skeleton: branches of the key table that a key alone cannot make.

Each function adds one thing to a scene if it fits; what check refuses is taken out again (draw.without).
"""

FILES = {  # companions beside a random scene
    "motion.csv": "time,x,y,z\n0,0,0,0\n0.002,0.0005,0,0\n",
    "flat.csv": "time,x,y,z\n0,0,0,0\n0.002,0.0005,0,0\n",
    "grains.csv": "x,y,z,radius,vx,vy,vz,wx,wy,wz\n0.004,0.004,0.004,0.001,0,0,-0.5,0,0,50\n-0.004,0.004,0.004,0.001,0.5,0,0,0,0,0\n",
    "discs.csv": "x,y,radius,vx,vy,wz\n0.004,0.004,0.001,0,-0.5,20\n-0.004,0.004,0.001,0.5,0,0\n",
    "clump.csv": "x,y,z,radius\n0,0,0,0.001\n0.0009,0,0,0.0008\n",
    "pair.csv": "x,y,radius\n0,0,0.001\n0.0009,0,0.0008\n",
    "spots.csv": "x,y,z,value\n0,0,0,0.5\n0.004,0,0,1.5\n",
    "factors.csv": "time,factor\n0,0\n0.001,1\n0.002,0.5\n",
}
R, SIDE = 1.0e-3, 0.012


def add(c, scene, n, wish=""):
    """Adds up to three things, and what a key needs that is wished for; c: draws."""
    for word, extra in NEEDS:
        if word in wish:
            extra(c, scene, n)
    for _ in range(c.whole(0, 1 if wish else 3)):
        c.one(EXTRAS)(c, scene, n)


def solid(c, scene, shapes=("box", "cylinder", "sphere", "mesh")):
    """A structure of one of these shapes, or None."""
    fit = [s for s in scene["structures"] if set(shapes) & set(s)]
    return c.one(fit) if fit else None


def servo(c, scene, n):
    s = solid(c, scene)
    if not s or {"motion", "free", "servo"} & set(s):
        return
    push = c.one([{"force": c.log(1e-3, 0.1), "speed": 0.2}, {"pressure": c.log(1.0, 100.0), "speed": 0.2},
                  {"pressure": c.log(1.0, 100.0), "speed": 0.2, "area": c.log(1e-6, 1e-4)},
                  {"torque": c.log(1e-6, 1e-4), "rate": 20.0, "through": c.vector(2 * R, n)}])
    s["servo"] = {**push, "axis": [0.0, 0.0, 1.0] if "torque" in push else [0.0] * (n - 1) + [-1.0]}
    for key, value in (("gain", c.between(0.01, 0.3)), ("from", c.between(0, 2e-3))):
        if c.maybe(0.4):
            s["servo"][key] = value


def loads(c, scene, n):
    s = solid(c, scene)
    if not s or {"motion", "servo"} & set(s):
        return
    at = s.get("box", {}).get("min") or s.get("sphere", {}).get("centre") or [0.0] * n
    free = s.setdefault("free", {"mass": c.log(1e-4, 1e-2), "centre": at, "inertia": [c.log(1e-9, 1e-7)] * 3})
    load = {"force": c.vector(0.01, n)} if c.maybe(0.6) else {"torque": [0.0, 0.0, 1e-6]}
    if c.maybe(0.4):
        load["axes"] = c.one(["world", "body"])
    if c.maybe(0.3):
        load["table"] = c.one([{"file": "factors.csv"}, {"rows": [{"time": 0.0, "factor": 0.0},
                                                                  {"time": 2e-3, "factor": 1.0}]}])
    if c.maybe(0.3):
        load.update({"from": c.between(0, 1e-3), "to": c.between(2e-3, 5e-3)})
    free["loads"] = [load]
    if c.maybe(0.3):
        free["pivot"] = at
    if c.maybe(0.3):
        free["translate"], free["rotate"] = c.one([(["x"], []), (["x", "y"], ["z"]), ([], ["z"])])
    if c.maybe(0.2):
        free["rotation"] = c.one(["quaternion", "rotation_matrix", "euler_angles"])
    if c.maybe(0.3) and n == 3:
        free["dipoles"] = [{"moment": c.direction(), "field": c.direction(), "torque": c.log(1e-7, 1e-5)}]
    if c.maybe(0.2) and n == 3:
        free["products"] = [0.1 * free["inertia"][0], 0.0, 0.0]
    if c.maybe(0.3):
        free.update({"velocity": c.vector(0.3, n), "angular_velocity": [0.0, 0.0, c.between(-30, 30)], "gravity": c.maybe(0.5)})


def meets(c, scene, n):
    free = [s for s in scene["structures"] if "free" in s]
    if free:
        c.one(free)["meets"] = c.one(["all", [s["name"] for s in scene["structures"]][:1]])


def presence(c, scene, n):
    if scene["structures"]:
        c.one(scene["structures"])["present"] = c.one([{"to": c.between(1e-3, 3e-3)}, {"from": c.between(1e-3, 3e-3)}])


def turned(c, scene, n):
    s = solid(c, scene)
    if s:
        s.setdefault("place", {})["rotate"] = {"axis": [0.0, 0.0, 1.0] if n == 2 else c.direction(),
                                               "angle": c.between(-3, 3)}


def belt(c, scene, n):
    s = solid(c, scene)
    if s:
        s["conveyor"] = [{"rotate": {"axis": [0.0, 0.0, 1.0], "through": [0.0] * n, "rate": c.between(-50, 50)},
                          "from": c.between(0, 1e-3), "to": c.between(2e-3, 4e-3)}]
        if "mesh" in s:
            s["groups"] = [{"name": "s", "material": s["material"]}]
            s["conveyor"][0]["groups"] = ["s"]


def sites(c, scene, n):
    s = solid(c, scene, ("mesh",))
    if not s:
        return
    v = s.setdefault("virtual_particles", {})
    rows = [{"position": [0.0, 0.0, 0.0], "value": 0.5}, {"position": [2 * R, 0.0, 0.0], "value": c.one([0.8, 1.1, 1.5])}]
    which = c.one(["friction", "youngs_modulus", "restitution"])
    v.update(c.one([{"where": {"box": {"min": [-SIDE] * 3, "max": c.vector(SIDE)}}}, {"where": {"sphere": {
        "centre": [0.0] * 3, "radius": 4 * R}}}, {"where": {"cylinder": {"base": [0.0] * 3, "axis": [0.0, 0.0, 6 * R],
                                                                        "radius": 4 * R}}},
        {"where": {"groups": ["s"]}}, {"property": {which: {"rows": rows}}},
        {"property": {which: {"file": "spots.csv"}}}, {"lattice": "face_centred", "interpolation": "mls"},
        {"interpolation": c.one(["mls", "shepard", "trilinear"])}, {"surface": "facets"}]))
    if c.maybe(0.3):
        s["groups"] = [{"name": "s", "material": c.one(list(scene["materials"]))}]


def moved(c, scene, n):
    fit = [thing for thing in scene["structures"] + scene.get("held", []) if "motion" in thing]
    s = solid(c, scene)
    if not fit and s and not {"free", "servo"} & set(s):
        s["motion"], fit = [{"translate": {"velocity": c.vector(0.3, n)}}], [s]
    if fit:
        thing = c.one(fit)
        thing["motion"].append(c.one([
            {"table": {"file": "motion.csv"}, "from": c.between(0, 1e-3)},
            {"oscillate": {"amplitude": c.vector(0.5 * R, n), "frequency": c.between(50, 300), "phase": c.between(0, 3)}},
            {"table": {"rows": [{"time": 0.0}, {"time": 2e-3, "rotation": [0.0, 0.0, 0.5]}]}},
            {"rotate": {"axis": [0.0, 0.0, 1.0], "through": [0.0] * n, "rate": c.between(-50, 50), "carried": True}},
            {"translate": {"velocity": c.vector(0.3, n)}, "to": c.between(1e-3, 3e-3)}]))


def kinds_of_radius(c, scene, n):
    from granum.yardstick.draw import radius

    fit = [s for source in scene["grains"] for s in source.values() if "radius" in s]
    if fit:
        one = c.one(fit)
        limited = [{"constant": R}, {"normal": {"mean": R, "deviation": 0.1 * R, "min": 0.8 * R, "max": 1.3 * R}},
                   {"lognormal": {"median": R, "deviation": 0.1, "min": 0.8 * R, "max": 1.3 * R}}]
        one["radius"] = c.one([{"constant": R}, {"normal": {"mean": R, "deviation": 0.1 * R, "min": 0.8 * R, "max": 1.3 * R}},
                               {"lognormal": {"median": R, "deviation": 0.1, "min": 0.8 * R, "max": 1.3 * R}}])
        one["mix"] = [{"fraction": c.between(0.1, 0.6), "material": c.one(list(scene["materials"])), "radius":
                       c.one([radius(c), *limited]), "label": c.whole(0, 9)}]
        if "clumps" in scene and c.maybe(0.5):
            one["mix"][0]["clump"] = "peanut"


def inlets(c, scene, n):
    pour = [s["pour"] for s in scene["grains"] if "pour" in s]
    if not pour:
        scene["grains"].append({"pour": {"material": c.one(list(scene["materials"])), "radius": R,
                                         "rate": c.between(500, 3000)}})
        pour = [scene["grains"][-1]["pour"]]
    p = c.one(pour)
    for old in ("box", "cylinder", "sphere"):
        p.pop(old, None)
    across = [0.0, 0.0, 1.0] if n == 2 else [0.0, 8 * R, 0.0]
    mesh = solid(c, scene, ("mesh",))
    p.update(c.one([{"rectangle": {"corner": [-4 * R] * n, "along": [8 * R] + [0.0] * (n - 1), "across": across}},
                    {"disc": {"centre": [0.0] * n, "normal": c.direction(n), "radius": 4 * R}},
                    {"sphere": {"centre": [0.0] * n, "radius": 5 * R}},
                    {"face": {"structure": mesh["name"], "speed": c.between(0, 0.5)}} if mesh else
                    {"box": {"min": [-5 * R] * n, "max": [5 * R] * n}}]))
    for key, value in (("count", c.whole(1, 9)), ("from", c.between(0, 2e-3)), ("to", c.between(3e-3, 5e-3))):
        if c.maybe(0.3):
            p[key] = value


def companions(c, scene, n):
    c.one([lambda: scene["grains"].append({"list": {"material": c.one(list(scene["materials"])),
                                                    "file": "grains.csv" if n == 3 else "discs.csv"}}),
           lambda: scene["grains"].append({"result": {"file": "bed.vtkhdf", "frame": c.one([0, -1, 1])}}),
           lambda: scene["grains"].append({"result": {"file": "bed.vtkhdf", "copies": [2.0, 1.0, 1.0],
                                                      "pitch": [6 * R, 0.0, 0.0], "translate": c.vector(2 * R)}}),
           lambda: scene["grains"].append({"ondem": {"file": "bed.h5", "translate": c.vector(2 * R), "materials": [
               {"called": "sand", "material": c.one(list(scene["materials"]))}]}}),
           lambda: scene["grains"].append({"ondem": {"file": "bed.h5", "copies": [2.0, 1.0, 1.0], "pitch": [6 * R, 0.0, 0.0],
                                                     "materials": [{"called": "sand", "material": list(scene["materials"])[0]}]}}),
           lambda: scene.update(grains=[{"result": {"file": "bed.vtkhdf", "resume": True}}]),
           lambda: scene.update(clumps={"peanut": {"file": "clump.csv" if n == 3 else "pair.csv"}})])()


def stones(c, scene, n):
    body = (scene.get("bodies") or [{}])[0]
    if "fill" not in body:
        return  # none, or these were here before
    c.one([lambda: body.update(pour={**body.pop("fill"), "rate": c.between(500, 3000)}),
           lambda: (body.pop("fill"), body.update(list={"bodies": [
               {"position": [0.0, 0.0, 4 * R], "velocity": c.vector(0.5), "angular_velocity": c.vector(50),
                "orientation": {"axis": c.direction(), "angle": 1.0}, "scale": c.between(0.7, 1.3)}]})),
           lambda: body.update(scale=c.one([1.1, {"uniform": [0.8, 1.2]}, {"normal": {"mean": 1.0, "deviation": 0.1}}])),
           lambda: [body.pop(k, None) for k in ("box", "sphere", "cylinder", "ellipsoid", "superquadric", "refinement")]
           and body.update(mesh="brick.stl", mesh_unit=2 * R)])()
    if c.maybe(0.4):
        body["orientation"] = c.one(["random", "aligned"])
    within = c.one([{"cylinder": {"base": [0.0, 0.0, -4 * R], "axis": [0.0, 0.0, 8 * R], "radius": 6 * R}},
                    {"sphere": {"centre": [0.0] * 3, "radius": 7 * R}}])
    for way in ("fill", "pour"):
        if way in body and c.maybe(0.5):
            body[way].pop("box", None)
            body[way].update(within)
    if "fill" in body and c.maybe(0.3):
        body["fill"]["arrangement"] = c.one(["random", "cubic"])
    if "superquadric" in body:
        body["superquadric"]["exponent_xy"] = c.between(2, 6)
    if c.maybe(0.3):
        body["rotation"] = c.one(["quaternion", "quaternion_gear"])
    if c.maybe(0.3):
        body["scale"] = c.one([{"constant": 1.1}, {"normal": {"mean": 1.0, "deviation": 0.1, "min": 0.8, "max": 1.2}}])


def groups_held(c, scene, n):
    if not scene.get("held"):
        return
    h = scene["held"][0]
    h.pop("ids", None)
    h.update(c.one([{"cylinder": {"base": [0.0, 0.0, -SIDE], "axis": [0.0, 0.0, SIDE], "radius": SIDE}} if n == 3 else {"ids": [0]},
             {"sources": [0]}, {"labels": [0, 1, 2, 3]}, {"ids": [0, 1]}, {"box": {"min": [-SIDE] * n, "max":
             [0.0] * n}}, {"sphere": {"centre": [0.0] * n, "radius": 6 * R}}]))
    for key, value in (("until", c.between(1e-3, 3e-3)), ("meets_held", True), ("origin", c.vector(R, n))):
        if c.maybe(0.4):
            h[key] = value


def watched(c, scene, n):
    across = [0.0, 0.0, 1.0] if n == 2 else [0.0, 8 * R, 0.0]
    more = c.one([{"rectangle": {"corner": [-4 * R] * n, "along": [8 * R] + [0.0] * (n - 1), "across": across}},
                  {"surface": {"mesh": "brick.stl", "mesh_unit": c.log(2e-3, 8e-3), "translate": c.vector(R)}},
                  {"flux": {"through": [0.0] * n, "normal": c.direction(n), "radius": 5 * R}},
                  {"stress": {"sphere": {"centre": [0.0] * n, "radius": 5 * R}}}])
    scene.setdefault("measure", []).append({"name": "more", **more})
    if scene["structures"] and c.maybe(0.3):
        scene.setdefault("sinks", []).append({"name": "eater", "structure": c.one(scene["structures"])["name"],
                                              "from": c.between(0, 2e-3)})


def faces(c, scene, n):
    """What a mesh alone has: a pour from it, grains that end at a part of it."""
    s = solid(c, scene, ("mesh",))
    if not s:
        return
    s["groups"] = [{"name": "s", "material": s["material"]}]
    c.one([lambda: scene["grains"].append({"pour": {"face": {"structure": s["name"], "groups": ["s"], "speed": c.between(0.1, 0.5)},
                                                    "material": s["material"], "radius": R, "rate": c.between(500, 3000)}}),
           lambda: scene.setdefault("sinks", []).append({"name": "eater", "structure": s["name"], "groups": ["s"]}),
           lambda: s.setdefault("virtual_particles", {}).update(where={"groups": ["s"]})])()


def filled(c, scene, n):
    """Other ways to fill; clumps of a list."""
    fit = [source["fill"] for source in scene["grains"] if "fill" in source]
    if fit and "hybrid" not in scene:
        fill = c.one(fit)
        c.one([lambda: (fill.pop("count", None), fill.update(solid_fraction=c.between(0.02, 0.2))),
               lambda: fill.update(fractions=c.one(["number", "mass"]), mix=[{"fraction": 0.4, "radius": 0.9 * R}])])()
    if "peanut" in scene.get("clumps", {}) and "spheres" in scene["clumps"]["peanut"]:
        if n == 3 and c.maybe(0.5):
            scene["clumps"]["peanut"].update(mass=c.log(1e-6, 1e-4), inertia=[1e-11, 1.2e-11, 1.5e-11])
        scene["grains"].append({"list": {"material": list(scene["materials"])[0], "clump": "peanut", "grains": [
            {"position": c.vector(0.8 * SIDE, n), "velocity": c.vector(0.5, n)}]}})


def zones(c, scene, n):
    if "hybrid" not in scene:
        return
    around = [s["name"] for s in scene["structures"]][:1]
    scene["hybrid"].update(c.one([{"bulk_modulus": c.log(1e4, 1e6)}, {"weight": c.between(0.5, 0.9)}, {"zone": {"depth": c.between(
        1, 4)}}, {"discrete_around": around} if around else {}]))


def sheared(c, scene, n):
    if scene.get("collisions", {}).get("engine") == "events":
        scene["domain"].update(boundary="periodic", shear=c.between(1, 50))
        scene["structures"].clear()
    elif "collisions" in scene:
        scene["collisions"].setdefault("correction", {})["by"] = c.one(["mass", "half", "none"])


def files(c, scene, n):
    scene["title"] = "a scene"
    scene["output"].update(c.one([{"compression": c.whole(0, 9)}, {"checkpoint": c.log(1.0, 600.0)}]))
    scene.setdefault("search", {})["skin"] = c.log(1e-5, 5e-4)


def steps(c, scene, n):
    scene["time"].update(c.one([{"step": c.log(3e-7, 1e-5)}, {"until": {"kinetic_energy_below": c.log(1e-9, 1e-6),
                         "after": c.between(0, 1e-3)}}, {"until": {"grains_out": c.whole(1, 5), "every": 2e-4}}]))
    if "step" not in scene["time"] and c.maybe(0.5):
        scene["output"]["history"] = float("%.3g" % (scene["output"]["every"] / c.whole(2, 9)))


def pairs(c, scene, n):
    fit = scene.get("contacts", {}).get("pairs")
    if fit:
        p = c.one(fit)
        p["wear"] = {"coefficient": 1e-4, "hardness": 1e9, "flow_stress": 1e8}
        if "normal_damping" in p:
            p["tangential_damping"] = c.log(1e-4, 3e-2)
        if "stiffness" in p:
            p["tangential_stiffness"] = float("%.3g" % (p["stiffness"] * c.between(0.2, 1)))


EXTRAS = [servo, loads, meets, presence, turned, belt, sites, moved, kinds_of_radius, inlets, companions, stones,
          groups_held, watched, steps, pairs, faces, filled, zones, sheared, files]
NEEDS = (("free", loads), ("face", faces), ("groups", faces), ("solid_fraction", filled), ("fractions", filled), ("list.clump", filled),
         ("clumps", filled), ("hybrid", zones), ("shear", sheared), ("correction", sheared), ("title", files),
         ("output", files), ("search", files), ("servo", servo), ("loads", loads), ("meet", meets), ("conveyor", belt), ("virtual", sites), ("groups", sites),
         ("motion", moved), ("mix", kinds_of_radius), (".radius.", kinds_of_radius), ("pour.", inlets),
         ("result", companions), ("ondem", companions), (".file", companions), ("bodies", stones), ("held", groups_held),
         ("measure", watched), ("sinks", watched), ("time.", steps), ("pairs[].", pairs))
