"""granum yardstick --random N: random scenes beside what holds in every run, the failing ones shrunk."""

import copy
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from granum.program import program
from granum.yardstick import branch, draw, extras, invariants

ADDED, TRIED = 5, 12  # keys of the table that a scene gets at most beside its skeleton, of so many tried
WISHES = 4  # scenes that are drawn until one has the key that is wished for, and is accepted
WISHED = 0.7  # part of the scenes that are drawn such that a key has its place
TRIALS = 120  # of a scene that is shrunk
MENDS = 8  # keys that are taken out of a skeleton at most
NAMED = re.compile(r"trial\.yaml:\d+:\d+: ([\w\[\].]+):")

BRICK = [((0, 1, 1), (0, 0, 1), (0, 0, 0)), ((0, 1, 0), (0, 1, 1), (0, 0, 0)), ((1, 0, 1), (1, 1, 1), (1, 0, 0)),
         ((1, 1, 1), (1, 1, 0), (1, 0, 0)), ((0, 0, 1), (1, 0, 1), (0, 0, 0)), ((1, 0, 1), (1, 0, 0), (0, 0, 0)),
         ((1, 1, 1), (0, 1, 1), (0, 1, 0)), ((1, 1, 0), (1, 1, 1), (0, 1, 0)), ((0, 1, 0), (0, 0, 0), (1, 0, 0)),
         ((1, 1, 0), (0, 1, 0), (1, 0, 0)), ((0, 0, 1), (0, 1, 1), (1, 0, 1)), ((0, 1, 1), (1, 1, 1), (1, 0, 1))]
SPIKE = [((0, 0, 0), (1, 1, 0), (1, 0, 0)), ((0, 0, 0), (1, 0, 0), (0.3, 0.3, 1)),
         ((1, 0, 0), (1, 1, 0), (0.3, 0.3, 1)), ((1, 1, 0), (0, 0, 0), (0.3, 0.3, 1))]
SOLIDS = {"brick.stl": BRICK, "spike.stl": SPIKE,
          "sheet.stl": [((0, 0, 0), (1, 0, 0), (1, 1, 0)), ((0, 0, 0), (1, 1, 0), (0, 1, 0))]}


def text_of(scene):
    """YAML, by way of JSON, which is a part of it."""
    return json.dumps(scene, indent=1) + "\n"


BED = {"materials": {"sand": {"density": 2500.0, "youngs_modulus": 5e6, "poisson_ratio": 0.25}},
       "contacts": {"pairs": [{"between": ["sand", "sand"], "restitution": 0.5, "friction": 0.3}]},
       "grains": [{"fill": {"box": {"min": [-3e-3] * 3, "max": [3e-3] * 3}, "material": "sand", "radius": 8e-4,
                            "count": 6, "velocity": [0.3, 0.0, -0.3]}}],
       "held": [{"name": "stuck", "ids": [0]}],
       "time": {"end": 1e-3}, "output": {"every": 5e-4, "arrays": "resume"}}


def companions(scene, folder):
    """Writes the result, or the file of ON-DEM, that a scene takes grains from."""
    text, folder = text_of(scene), Path(folder)
    if "bed." not in text or (folder / "bed.vtkhdf").exists():
        return
    (folder / "bed.yaml").write_text(text_of(BED))
    invariants.run(program(), folder / "bed.yaml", folder / "bed.vtkhdf", "--threads", 1)
    invariants.call(program(), "export", folder / "bed.vtkhdf", "--as", "ondem", "--to", folder / "ondem")
    found = sorted((folder / "ondem").glob("*.h5")) + sorted((folder / "ondem").glob("*"))
    if found:
        (folder / "bed.h5").write_bytes(found[0].read_bytes())


def meshes(folder):
    for name, text in extras.FILES.items():
        (Path(folder) / name).write_text(text)
    for name, triangles in SOLIDS.items():
        lines = ["solid s"]
        for corners in triangles:
            lines += ["facet normal 0 0 0", "outer loop", *["vertex %g %g %g" % p for p in corners], "endloop",
                      "endfacet"]
        (Path(folder) / name).write_text("\n".join(lines + ["endsolid s"]) + "\n")


def table():
    done = subprocess.run([program(), "keys", "--json"], capture_output=True, check=True)
    return json.loads(done.stdout)


def given(scene, path=""):
    """Paths of the keys that a scene gives, as the table writes them."""
    if isinstance(scene, dict):
        for word, value in scene.items():
            below = "NAME" if path in ("materials", "clumps") else word
            here = path + "." + below if path else below
            if below != "NAME":
                yield here
            yield from given(value, here)
    elif isinstance(scene, list) and scene and isinstance(scene[0], (dict, list)):
        for item in scene:
            yield from given(item, path + "[]")
    elif isinstance(scene, list) and scene:  # of names or numbers; a vector is no such list, and has no such row
        yield from (path + "[].name", path + "[].number")


def made(number, seed, keys, folder):
    """Scene `number` of a seed: the skeleton with a few keys of the table, as far as check accepts
    them; the scene may still be refused.  Successive scenes go through the parts of
    the table, shuffled by the seed; most have a place for one of its keys."""
    chance = random.Random("%d %d" % (seed, number))
    firsts = list(range(0, len(keys), TRIED))
    random.Random(seed).shuffle(firsts)
    first = firsts[number % len(firsts)]
    part = chance.sample(keys[first:first + TRIED], len(keys[first:first + TRIED]))
    scene = skeleton(chance, part[0]["path"], keys, folder) if chance.random() < WISHED else mended(
        draw.scene(chance), folder)
    left = chance.randrange(ADDED + 1)
    for key in part:
        trial = copy.deepcopy(scene)
        if left and draw.add_key(chance, trial, key) and accepted(trial, folder):
            scene, left = trial, left - 1
    return scene


def skeleton(chance, path, keys, folder):
    """A scene that has the key `path`, if one of a few draws is accepted with it."""
    for _ in range(WISHES):
        scene = mended(draw.scene(chance, path), folder)
        if path in set(given(scene)):
            break
        trial = copy.deepcopy(scene)
        branch.grow(chance, trial, path, keys)
        trial = mended(trial, folder)
        if path in set(given(trial)) and accepted(trial, folder):
            return trial
    return scene


def checked(scene, folder):
    companions(scene, folder)
    (Path(folder) / "trial.yaml").write_text(text_of(scene))
    return invariants.call(program(), "check", Path(folder) / "trial.yaml")


def accepted(scene, folder):
    return checked(scene, folder)[0] == 0


def mended(scene, folder):
    """The scene without what check refuses, as far as that can be left out."""
    for _ in range(MENDS):
        code, said = checked(scene, folder)
        named = NAMED.search(said)
        if not code or not named or not draw.without(scene, named.group(1)):
            break
    return scene


# --- shrinking -----------------------------------------------------------------------

def smaller(thing):
    """Copies of a scene with one part less, large parts first."""
    for path in sorted(parts(thing), key=len):
        trial = copy.deepcopy(thing)
        spot = trial
        for word in path[:-1]:
            spot = spot[word]
        del spot[path[-1]]
        yield trial
    for path in sorted(parts(thing), key=len):
        spot = thing
        for word in path:
            spot = spot[word]
        if path[-1] in ("count", "end") and isinstance(spot, (int, float)) and spot > 1e-4:
            trial = copy.deepcopy(thing)
            place = trial
            for word in path[:-1]:
                place = place[word]
            place[path[-1]] = max(1, spot // 2) if path[-1] == "count" else float("%.3g" % (spot / 2))
            if trial != thing:
                yield trial


def parts(thing, path=()):
    if isinstance(thing, dict):
        for word, value in thing.items():
            yield path + (word,)
            yield from parts(value, path + (word,))
    elif isinstance(thing, list) and thing and isinstance(thing[0], dict):
        for k, value in enumerate(thing):
            yield path + (k,)
            yield from parts(value, path + (k,))


def shrunk(scene, name, folder):
    """The smallest scene found that fails in the same way."""
    left, again = TRIALS, True
    while again and left:
        again = False
        for trial in smaller(scene):
            left -= 1
            if not left:
                break
            try:
                invariants.judge(program(), folder, trial, text_of, name)
            except invariants.Failed as failed:
                if failed.name == name:
                    scene, again = trial, True
                    break
            except Exception:
                continue
    return scene


# --- the trial -----------------------------------------------------------------------

def trial(n, seed, keep=None, first=0):
    """Runs n scenes; prints what fails, in its smallest form, and how often each key was drawn.
    Returns 1 if anything failed."""
    keys, drawn, ends, found, words = table(), Counter(), Counter(), [], Counter()
    began = time.monotonic()
    for number in range(first, first + n):
        with tempfile.TemporaryDirectory() as folder:
            meshes(folder)
            scene = None
            try:
                scene = made(number, seed, keys, folder)
                end, said = invariants.judge(program(), folder, scene, text_of)
                ends[end] += 1
                if end == "stopped":
                    words[message(said)] += 1
                if end != "refused":
                    drawn.update(set(given(scene)))
            except invariants.Failed as failed:
                ends["failed"] += 1
                found.append(failed.name)
                if scene is None:  # check itself failed
                    scene = json.loads((Path(folder) / "trial.yaml").read_text())
                least = shrunk(scene, failed.name, folder)
                print("scene %d of seed %d: %s" % (number, seed, failed))
                print(text_of(least), flush=True)
                if keep:
                    Path(keep).mkdir(parents=True, exist_ok=True)
                    name = "%s_%d_%d" % (failed.name, seed, number)
                    (Path(keep) / (name + ".yaml")).write_text("# %s\n%s" % (str(failed).splitlines()[0],
                                                                              text_of(least)))
    report(n, ends, drawn, keys, found, time.monotonic() - began)
    for text, times in words.most_common(8):
        print("stopped %d times: %s" % (times, text))
    return int(bool(found))


def message(said):
    """The message of a run, without its numbers."""
    lines = [line for line in said.splitlines() if line.strip()]
    return re.sub(r"-?\d[\d.e+-]*", "N", lines[-1])[:150] if lines else "nothing"


def report(n, ends, drawn, keys, found, seconds):
    print("%d scenes in %.0f s: %s" % (n, seconds, ", ".join("%d %s" % (ends[k], k) for k in sorted(ends))))
    print("computed elsewhere, too: %d by the kernels of a device, %d by two ranks"
          % (invariants.COMPARED["device"], invariants.COMPARED["ranks"]))
    if found:
        print("failed: " + ", ".join("%s %d" % item for item in Counter(found).most_common()))
    settable = [key["path"] for key in keys if key["kind"] != "group"]
    never = [path for path in settable if not drawn[path]]
    rare = [path for path in settable if 0 < drawn[path] < 3]
    print("keys: %d of %d drawn, %d less than three times" % (len(settable) - len(never), len(settable), len(rare)))
    if n >= 1000:
        print("never: " + " ".join(never), file=sys.stderr)
