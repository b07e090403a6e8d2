"""Gives a random scene a key that it has no place for, with the branch of the key table that leads to it.

Lists get an item, required keys beside the key a value, and of each choice (one_of) one alternative.
What check refuses of the branch is taken out again, which may take the key along: draws are many.
"""

from granum.yardstick import draw, extras

FILES = {"friction": "spots.csv", "youngs_modulus": "spots.csv", "restitution": "spots.csv", "clumps": "clump.csv",
         "motion": "motion.csv", "loads": "factors.csv", "list": "grains.csv", "result": "bed.vtkhdf",
         "ondem": "bed.h5", "mesh": "brick.stl"}
TWICE = ("rows", "spheres")  # lists that need two items
BESIDE = {"structures[].mesh": {"mesh_unit": 2e-3}, "bodies[].mesh": {"mesh_unit": 2e-3},
          "orientation.angle": {"way": "fixed", "axis": [0.0, 0.0, 1.0]}, "inertia": {"mass": 1e-5},
          "hybrid.discrete_around": {"oracle": "layer"}}
CHOSEN = ("shape", "motion", "load", "conveyor", "drive", "source", "amount", "distribution", "quantity", "scale")


class Branch:
    """The scene that is given a key; c: draws; keys: the table; n: dimensions."""

    def __init__(self, c, scene, keys, n):
        self.c, self.scene, self.n = c, scene, n
        self.keys = {key["path"]: key for key in keys}
        self.below = {}
        for path in self.keys:
            self.below.setdefault(path.rpartition(".")[0], []).append(path)

    def grow(self, path):
        """Gives the scene the key `path`; False: no value for it can be drawn."""
        spot, here = self.scene, ""
        words = path.replace("[]", ".[]").split(".")
        for word, after in zip(words, words[1:] + [None]):
            if word in ("[]", "NAME"):
                items = list(spot.values()) if isinstance(spot, dict) else spot
                spot, here = self.c.one(items), here + ("[]" if word == "[]" else ".NAME")
                if not isinstance(spot, dict):  # a name or a number, which stands for the item
                    return True
                for item in [item for item in items if not item] + [spot]:
                    self.fill(item, here)
                continue
            here = here + "." + word if here else word
            if not self.give(spot, here, word, after):
                return False
            spot = spot[word]
            if isinstance(spot, dict) and after != "NAME":
                self.fill(spot, here)
        return True

    def give(self, spot, here, word, after):
        """Gives `spot` the key `here`, whose last word is `word` and below which `after` stands."""
        self.alone(spot, here, word)
        if after == "[]":
            self.beside(spot, here)
        if after is None:
            value = self.made(here)
            if value is not None:
                spot[word] = value
                self.beside(spot, here)
            return value is not None
        kind = list if after == "[]" else dict
        if not isinstance(spot.get(word), kind) or not spot[word]:
            if after == "NAME":
                spot[word] = {"peanut": {}}
            else:
                spot[word] = self.items(here) if kind is list else {}
        return True

    def items(self, here):
        """A new list: of names or numbers where these stand for the items."""
        short = self.keys[here]["shorthand"]
        if short:
            return [self.value("%s[].%s" % (here, short))]
        return [{} for _ in range(2 if here.rpartition(".")[2] in TWICE else 1)]

    def beside(self, spot, here):
        """Gives what a key can only stand beside."""
        self.ordered(spot)
        spot.update(next((more for path, more in BESIDE.items() if here.endswith(path)), {}))
        word = self.keys[here]["together"]
        path = "%s.%s" % (here.rpartition(".")[0], word)
        if word and path in self.keys and word not in spot:
            spot[word] = self.made(path)
            self.beside(spot, path)

    def ordered(self, spot):
        """Puts the upper corner of a box above the lower one."""
        low, high = spot.get("min"), spot.get("max")
        if isinstance(low, list) and isinstance(high, list) and not all(a < b for a, b in zip(low, high)):
            spot["max"] = [float("%.4g" % (a + abs(b) + draw.R)) for a, b in zip(low, high)]

    def alone(self, spot, here, word):
        """Takes out the other alternatives of a choice."""
        choice = self.keys[here]["one_of"]
        for other in self.below[here.rpartition(".")[0]] if choice else ():
            if other != here and self.keys[other]["one_of"] == choice:
                spot.pop(other.rpartition(".")[2], None)

    def fill(self, spot, here):
        """Gives a mapping what it requires, and one alternative of each choice that has none."""
        choices = {}
        for path in self.below.get(here, ()):
            key, word = self.keys[path], path.rpartition(".")[2]
            if key["one_of"]:
                choices.setdefault(key["one_of"], []).append((word, path))
            elif key["required"] and word not in spot:
                spot[word] = self.made(path)
        for choice, ways in choices.items():
            if choice in CHOSEN + ("region",) * (here in ("regions[]", "sinks[]")) and not {w for w, _ in ways} & set(spot):
                word, path = self.c.one(ways)
                spot[word] = self.made(path)
                self.beside(spot, path)
        self.ordered(spot)

    def made(self, path):
        """A value of a key, or a group or a list with what it requires."""
        kind = self.keys[path]["kind"]
        if kind == "group":
            thing = {}
            self.fill(thing, path)
            return thing
        if "list" in kind and kind != "list of choices":
            things = self.items(path)
            for item in things:
                if isinstance(item, dict):
                    self.fill(item, path + "[]")
            return things
        return self.value(path)

    def value(self, path):
        key, words = self.keys[path], path.replace("[]", "").split(".")
        if key["kind"] == "name":
            return "new%d" % self.c.whole(0, 999)
        if key["kind"] == "text" or key["kind"] == "two names":
            return self.name(words)
        if path.startswith("domain.boundary."):
            return self.c.one(["open", "wall", "mirror", "reflect"])
        if words[-1] == "inertia":
            return [float("%.3g" % (1e-9 * x)) for x in (1.0, 1.1, 1.2)]
        if path == "held[].was":  # of the result that the grains come from
            self.scene["grains"] = [{"result": {"file": "bed.vtkhdf"}}]
            return 1
        if path == "hybrid.every":  # of its ten steps
            return 10 * self.c.whole(1, 5)
        if words[-1] == "ids" or words[-1] == "number":
            return 0
        value = draw.value_of(self.c, key, self.n)
        if key["kind"] == "vector" and words[-1] in ("centre", "base", "min", "position") and key["unit"] == "m":
            return self.c.vector(0.5 * draw.SIDE, self.n)
        if words[-1] == "radius" and {"cylinder", "sphere", "disc"} & set(words):
            return self.c.between(3 * draw.R, 0.7 * draw.SIDE)
        if words[-1] == "angle" and "orientation" in words:
            return self.c.between(-3, 3)
        return value

    def name(self, words):
        """A name of something that the scene has, or gets."""
        scene, last = self.scene, words[-1]
        if last == "region":
            if not scene.get("regions"):
                scene["regions"] = [{"name": "place", **draw.region(self.c, self.n)}]
            return scene["regions"][0]["name"]
        if last in ("file", "mesh"):
            return next(FILES[word] for word in reversed(words) if word in FILES)
        if last == "clump":
            return "peanut" if "clumps" in scene else None
        if last in ("material", "wall_material"):
            return self.c.one(list(scene["materials"]))
        if last == "called":
            return "sand"
        if "groups" in words:
            for s in scene["structures"]:
                if "mesh" in s:
                    s["groups"] = [{"name": "s", "material": s["material"]}]
            return "s"
        if last == "title":
            return "a scene"
        structures = [s["name"] for s in scene["structures"] if "name" in s and ("face" not in words or "mesh" in s)]
        return self.c.one(structures) if structures else None


def grow(random, scene, path, keys):
    """Gives the scene the key `path` of the table, as far as that can be drawn."""
    n = scene["domain"].get("dimensions", 3)
    c = draw.Chance(random)
    scene.setdefault("structures", [])
    for word, extra in extras.NEEDS:  # companions, held grains and so on
        if word in path and c.maybe(0.3):
            extra(c, scene, n)
    Branch(c, scene, keys, n).grow(path)
