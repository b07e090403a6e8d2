"""The page of all keys of a scene, from what `granum keys --json` prints.

Keys of the first level begin a section.  Each key has its path as anchor, its sentence, what is
accepted, its conditions and an example: a line of a scene with all parents of the key.  The value
is that of the longest end of the path in KNOWN; else it follows from kind, unit, bounds and
choices, so that a new key has an example, too (tests/unit/text_key_example.c reads all of them).

keys_page.py PROGRAM OUT writes "path<tab>example" of each key into the file OUT.
"""
import html
import json
import subprocess
import sys

KNOWN = {
    "title": "A drum with lifters", "gravity": "[0, 0, -1.62]",
    "domain.min": "[0, 0, 0]", "domain.max": "[0.2, 0.1, 0.3]", "domain.thickness": "10 mm",
    "domain.boundary.all": "wall",
    "youngs_modulus": "10 MPa", "poisson_ratio": "0.25", "between": "[glass, steel]",
    "restitution": "0.8", "rolling_damping": "0.3", "friction.rows[].value": "0.4",
    "friction.file": "friction.csv", "friction": "0.3", "rolling_friction": "0.1",
    "torsion_friction": "0.05", "depth_ratio": "2", "force_ratio": "2", "sweeps": "20", "passes": "8",
    "resting_time": "10 us", "resting_speed": "1 cm/s", "pairs[].stiffness": "5 kN/m",
    "contact_time": "0.5 ms", "reference.overlap": "0.02", "hardness": "2 GPa",
    "flow_stress": "300 MPa", "wear.coefficient": "1.0e-4", "pairs[].power": "0.2",
    "pairs[].speed": "1 cm/s", "material": "glass",
    "regions[].name": "bowl", "region": "bowl", "structures[].name": "blade", "held[].name": "base", "sinks[].name": "pit",
    "measure[].name": "outlet", "groups[].name": "floor", "structure": "tray", "called": "quartz",
    "mesh_unit": "1 mm", "mesh": "blade.stl", "motion[].table.file": "motion.csv",
    "list.file": "grains.csv", "result.file": "settled.vtkhdf", "ondem.file": "ondem_0050.vtkhdf",
    ".file": "table.csv",
    "box.min": "[0, 0, 0]", "box.max": "[50 mm, 50 mm, 80 mm]", "cylinder.radius": "50 mm",
    "sphere.radius": "30 mm", "disc.radius": "30 mm", "disc.hole": "10 mm", "base_radius": "15 mm",
    "top_radius": "40 mm", "along": "[60 mm, 0, 0]", "across": "[0, 40 mm, 0]", "axis": "[0, 0, 1]",
    "cylinder.axis": "[0, 0, 100 mm]", "cone.axis": "[0, 0, 40 mm]", "normal": "[0, 0, 1]",
    "through": "[0, 0, 50 mm]", "point": "[0, 0, 10 mm]",
    "velocity": "[0, 0, -0.5]", "angular_velocity": "[0, 0, 10]", "rotation": "[0, 0, 90 deg]",
    "rate": "60 rpm", "radius": "2 mm", "constant": "2 mm", "mean": "2 mm", "median": "2 mm",
    "normal.deviation": "0.2 mm", "lognormal.deviation": "0.2", "pour.rate": "5000 Hz",
    "frequency": "20 Hz", "solid_fraction": "0.55", "grow": "1.2", "seed": "7", "label": "1",
    "copies": "[2, 2, 1]", "pitch": "[50 mm, 50 mm, 80 mm]", "virtual_particles.spacing": "1 mm",
    "time.end": "0.5", "time.step": "2 us", "output.every": "10 ms", "output.checkpoint": "30 min",
    "kinetic_energy_below": "1 uJ",
}
# A value in the unit of the key, for what KNOWN does not know.
OF_UNIT = {"m": "5 mm", "s": "0.1", "kg": "10 g", "rad": "30 deg", "rad/s": "60 rpm", "Hz": "20 Hz",
           "m/s": "0.5", "m/s2": "9.81", "kg/m3": "2500", "Pa": "10 kPa", "N/m": "1 kN/m",
           "Ns/m": "5", "N": "2 N", "J": "1 mJ", "J/m2": "0.05", "J/m3": "100 kJ/m3",
           "kg/s": "200 g/s", "Nm": "0.1 Nm", "kgm2": "1.0e-5",
           "Nms": "1.0e-3", "m2": "1.0e-4"}
NUMBERS = ("number", "number or auto")
LISTS = ("vector", "two names", "direction", "two numbers", "two numbers or a choice")
WORDS = ("choice", "list of choices", "flag")

STYLE = """body{font:16px/1.5 sans-serif;margin:0 auto;max-width:60em;padding:1em}
code,pre{font-family:monospace}
pre{background:#f4f4f0;padding:.4em .7em;margin:.3em 0;overflow-x:auto}
h2{border-bottom:1px solid #bbb;margin-top:2em}
h3{font-size:1em;margin:1.4em 0 0}p{margin:.2em 0}
.facts{color:#444}nav a{margin-right:1em;white-space:nowrap}
input{font:inherit;width:20em;margin:.6em 0}
@media(prefers-color-scheme:dark){body{background:#1c1c1c;color:#ddd}
pre{background:#2a2a2a}.facts{color:#aaa}a{color:#8bf}}"""
# Hides what does not contain the words that are searched; without scripts all keys are seen.
SEARCH = """document.getElementById('find').oninput=function(){
var w=this.value.toLowerCase().split(/\\s+/);
document.querySelectorAll('section').forEach(function(s){
var t=s.textContent.toLowerCase();
s.hidden=!w.every(function(x){return t.includes(x)})})}"""
PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Keys of a scene</title>
<style>%s</style></head>
<body>
<p><a href="index.html">Granum</a></p>
<h1>Keys of a scene</h1>
<p>A number is in SI units or carries a unit. Each example is a line of a scene and shows one key with
its parents; other keys that the same group needs are left out. <code>[]</code> is an item of a list,
<code>NAME</code> a name of yours.</p>
<p><label>search <input id="find" type="search"></label></p>
<nav>%s</nav>
%s
<script>%s</script>
</body>
</html>
"""


# --- values ---------------------------------------------------------------------------

def within(key, x):
    low, high = key["min"], key["max"]
    return ((low is None or x > low or (x == low and not key["min_open"])) and
            (high is None or x < high or (x == high and not key["max_open"])))


def is_usable(key, value):
    """Is a number with or without a unit within the bounds?  Units of KNOWN lie within by choice."""
    try:
        return within(key, float(value))
    except (TypeError, ValueError):
        return bool(value) and value[0].isdigit() and key["unit"] != "1"


def fits(key, value):
    if key["kind"] in NUMBERS:
        return is_usable(key, value)
    return (key["kind"] in LISTS) == value.startswith("[") and key["kind"] not in WORDS


def known_value(key):
    ends = [end for end, value in KNOWN.items()
            if ("." + key["path"]).endswith(end if end[0] == "." else "." + end) and fits(key, value)]
    return KNOWN[max(ends, key=len)] if ends else None


def number(key):
    """A number within the bounds: that of the unit, the default, or their middle."""
    for value in (OF_UNIT.get(key["unit"], "0.5"), key["default"]):
        if value and is_usable(key, value):
            return value
    low, high = key["min"], key["max"]
    return "%g" % (low + 1.0 if high is None else 0.5 * (low + high))


def plain_value(key):
    kind, choices = key["kind"], key["choices"] or []
    if kind in NUMBERS:
        return number(key)
    if kind == "integer":
        return "1000" if within(key, 1000) else key["default"] or "%g" % key["min"]
    if kind in ("vector", "direction"):
        return "[0, 0, %s]" % (number(key) if kind == "vector" else "1")
    if kind.startswith("two numbers"):
        return "[1 mm, 2 mm]" if key["unit"] == "m" else "[%s, %s]" % (number(key), number(key))
    return {"flag": "false" if key["default"] == "true" else "true",
            "choice": next((c for c in choices if c != key["default"]), None),
            "list of choices": "[%s]" % choices[0] if choices else None,
            "two names": "[glass, steel]"}.get(kind) or "glass"


class Keys:
    """All rows of `granum keys --json`, as a tree."""

    def __init__(self, rows):
        self.rows = rows
        self.children = {}
        for row in rows:
            self.children.setdefault(row["path"].rpartition(".")[0], []).append(row)

    def entry(self, key):
        return "%s: %s" % (key["path"].rpartition(".")[2].removesuffix("[]"), self.value(key))

    def group(self, key):
        """The children that must be given, of alternatives the first; else the first child."""
        path = key["path"] + (".NAME" if key["kind"] == "named list" else "")
        below = self.children.get(path + "[]", []) or self.children.get(path, [])
        if key["shorthand"]:
            return self.value(next(c for c in below if c["path"].endswith("." + key["shorthand"])))
        first = {c["one_of"]: c for c in reversed(below) if c["one_of"] and not c["optional"]}
        shown = [c for c in below if c["required"] or first.get(c["one_of"]) is c]
        return "{%s}" % ", ".join(map(self.entry, shown or below[:1]))

    def value(self, key):
        if key["kind"] == "list":
            return "[%s]" % self.group(key)
        if key["kind"] == "named list":
            return "{glass: %s}" % self.group(key)
        if key["kind"] == "group":
            return self.group(key)
        return known_value(key) or plain_value(key)

    def example(self, key):
        """contacts: {pairs: [{friction: 0.3}]}"""
        *parents, last = key["path"].split(".")
        line, closing = "", ""
        for word in parents:
            line += word.removesuffix("[]").replace("NAME", "glass") + (": [{" if word.endswith("[]") else ": {")
            closing = ("}]" if word.endswith("[]") else "}") + closing
        return line + last.removesuffix("[]").replace("NAME", "glass") + ": " + self.value(key) + closing


# --- the page -------------------------------------------------------------------------

def condition(what, text):
    """needed with contacts.cohesion jkr or dmt, from "contacts.cohesion jkr dmt"."""
    path, *choices = text.split()
    return "; %s %s" % (what, " ".join([path, " or ".join(choices)]).strip())


def facts(key):
    text = key["kind"]
    if key["choices"]:
        text += ": " + ", ".join("<code>%s</code>" % choice for choice in key["choices"])
    if key["bounds"]:
        text += " " + html.escape(key["bounds"].removeprefix("of "), quote=False)
    if key["units"]:
        text += "; units " + key["units"]
    if key["kind"] != "group":
        if key["default"]:
            text += "; default <code>%s</code>" % html.escape(key["default"], quote=False)
        elif key["optional"] or not key["one_of"]:
            text += "; may be left out" if key["optional"] else "; required"
    if key["one_of"]:
        text += "; one of: " + key["one_of"]
    if key["shorthand"]:
        text += "; a plain value is its <code>%s</code>" % key["shorthand"]
    for what, name in (("needed with", "needed_by"), ("only with", "only_with")):
        if key[name]:
            text += condition(what, key[name])
    return text + ("; together with " + key["together"] if key["together"] else "")


def rows_of(program):
    return json.loads(subprocess.run([program, "keys", "--json"], capture_output=True, check=True).stdout)


def page(rows):
    keys, body = Keys(rows), []
    tops = [row["path"] for row in rows if "." not in row["path"] and "[" not in row["path"]]
    for key in rows:
        path = key["path"]
        if path in tops:
            body.append("<h2>%s</h2>" % path)
        body.append('<section id="%s"><h3><code>%s</code></h3>\n<p>%s</p>\n<p class="facts">%s</p>\n<pre>%s</pre></section>'
                    % (path, path, html.escape(key["sentence"], quote=False), facts(key),
                       html.escape(keys.example(key), quote=False)))
    links = "\n".join('<a href="#%s">%s</a>' % (top, top) for top in tops)
    return PAGE % (STYLE, links, "\n".join(body), SEARCH)


if __name__ == "__main__":
    with open(sys.argv[2], "w") as out:
        examples = Keys(rows_of(sys.argv[1]))
        out.writelines("%s\t%s\n" % (row["path"], examples.example(row)) for row in examples.rows)
