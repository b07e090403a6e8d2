"""The picture of each case, drawn by the picture.py beside its scene.

    case_pictures.py GRANUM CASES DIRECTORY [CASE ...]   (in an X session, with pvpython on the path)

Each case, or those named, runs briefly, with few grains; two run at a time, and two ParaViews draw half each.  In
every view of its picture something is drawn that has a colour: of grains more than the colour bar
alone, of a chart its lines.  Structures alone are grey, and differ from the background.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import images
from checks import check, check_equal, report

WIDTH, HEIGHT = 640, 480  # of a view
HANG = 1200  # s for one program, on a machine however busy
AT_ONCE = 2
#: Charts by case: which views they are.
CHARTS = {"bounce": [0], "clusters": [1], "compression": [1], "gas": [1], "sheared": [1],
          "lecture-box": [1], "lecture-pair": [1], "silo": [1]}
#: Cases without grains, whose pictures have no colours.
GREY = {"arch", "gears"}
#: Where the brief run of all does not do: too few frames, a fill that is still falling, or long.
SHORT = {
    "oblique": [], "spin": [], "lecture-pair": [],
    "top": ["time.end=2"],
    "bounce": ["time.end=0.3"],
    "compression": ["time.end=0.1", "output.every=0.05"],
    "silo": ["time.end=0.1", "output.every=0.05"],
    "tumbler": ["time.end=0.1", "output.every=0.05"],
    "clusters": ["grains[0].fill.count=1000", "grains[0].fill.radius=0.01", "time.end=0.5"],
    "gas": ["time.end=2"], "sheared": ["time.end=3"],
    "column": ["time.end=0.06", "time.until.after=0.05"],
    "gears": ["time.end=0.005", "output.every=0.005"],
    "outlet": ["time.end=0.2"],
    "conveyor": ["time.end=0.3", "output.every=0.3", "grains[0].pour.mass_rate=1"],
    "chute": ["time.end=0.02", "output.every=0.02"],
    "shear": ["time.end=0.05", "output.every=0.05"],
    "dice": ["time.end=0.1", "output.every=0.1", "bodies.die.pour.count=60"],
    "ellipsoids": ["time.end=0.02", "output.every=0.02", "bodies.egg.fill.count=80"],
}
#: Large grains: fewer virtual particles to make and to draw.
LARGE = {"dozer": "[5 mm, 5.2 mm]", "drill": "[3 mm, 3.2 mm]", "mixer": "[1.8 mm, 2.2 mm]",
         "paddle": "[2.8 mm, 3 mm]", "slope": "[0.9, 1]"}
#: Cases whose fill is this many grains.
FEW = {"column2d": 300, "column3d": 800, "silo2d": 300, "silo3d": 1500, "clog": 200,
       "restitution": 400, "hybrid-drill": 1500, "tires": 1500, "castle": 60, "clump": 60,
       "column": 300, "compression": 1000, "dozer": 800, "drill": 500, "drum": 300,
       "hard-hopper": 300, "hopper": 300, "intruder": 1500, "lid": 600, "mixer": 250, "outlet": 800, "paddle": 200,
       "powder": 100, "repose": 60, "silo": 300, "slope": 500, "tumbler": 300, "wheel": 800}


def said(command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=HANG, **more)
    return done.returncode, done.stdout


def run(granum, case, name, result):
    settings = ["output.audit=false", *SHORT.get(name, ["time.end=0.06"])]
    if name not in SHORT:
        settings += ["output.every=0.03"]
    if name in FEW:
        settings.append("grains[0].fill.count=%d" % FEW[name])
    if name in LARGE:
        settings.append("grains[0].fill.radius.uniform=" + LARGE[name])
    words = [w for s in settings for w in ("--set", s)]
    code, text = said([granum, "run", case, "-o", result, "--force", "--threads", "1",
                       "--progress", "none", *words])
    return check_equal(code, 0, "%s runs: %s" % (name, text))


def check_picture(name, path):
    image = images.read(path)
    views = image.shape[1] // WIDTH
    check_equal(image.shape, (HEIGHT, views * WIDTH, 3), name + ": size")
    for i in range(views):
        view = image[:, i * WIDTH:(i + 1) * WIDTH]
        spread = view.max(axis=2) - view.min(axis=2)
        if name in GREY:  # how far from the corner, which shows the background
            spread = abs(view.astype(int) - view[0, 0].astype(int)).max(axis=2)
        colored = images.share(spread > 60)
        print("%-12s view %d: coloured %5.2f %%" % (name, i, 100 * colored))
        least = 0.003 if i in CHARTS.get(name, []) else 0.015
        check(least < colored < 0.9, "%s, view %d: coloured %.4f" % (name, i, colored))


def check_script(script):
    if check(os.path.isfile(script), "there is a %s" % script):
        with open(script) as f:
            text = f.read()
        check(len(text.splitlines()) < 25, "%s: a short script" % script)
        compile(text, script, "exec")


def result_of(granum, cases, directory, name):
    """[script, result, picture] of a case that ran, or None."""
    script = os.path.join(cases, name, "picture.py")
    result, path = (os.path.join(directory, "case_%s.%s" % (name, ending))
                    for ending in ("vtkhdf", "png"))
    if os.path.exists(path):
        os.remove(path)
    ran = run(granum, os.path.join(cases, name), name, result)
    return [script, result, path] if ran else None


def draw(made):
    """The pictures that are there to be looked at.  Starting ParaView takes most of the time."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "draw_pictures.py")
    code, text = said(["pvpython", script, *(word for words in made for word in words)])
    wanted = ["drawn " + path for _, _, path in made]
    check_equal((code, text.splitlines()), (0, wanted), "picture.py draw and print nothing")
    return [path for _, _, path in made if os.path.isfile(path)]


def main():
    granum, cases, directory, *some = sys.argv[1:]
    names = sorted(p.parent.name for p in Path(cases).glob("*/scene.yaml"))
    check(len(names) >= 15 and set(some) <= set(names), "cases: %s" % names)
    for name in names:
        check_script(os.path.join(cases, name, "picture.py"))
    names = some or names
    with ThreadPoolExecutor(AT_ONCE) as pool:
        ran = pool.map(lambda name: result_of(granum, cases, directory, name), names)
        made = [words for words in ran if words]
        for paths in pool.map(draw, [made[k::AT_ONCE] for k in range(AT_ONCE)]):
            for path in paths:
                check_picture(Path(path).stem[len("case_"):], path)
    report()


main()
