"""A page opens from disk in Chromium, draws what the result holds, and reads it at a click of the mouse.

    page_in_browser.py GRANUM CASES

Headless Chromium with software rendering, driven by real mouse events and keys.  In space from above, and
in two dimensions without any turn, each pixel deeper than one pixel in the disc of a grain is coloured and each
farther than one outside all is white; lines are where contacts are.  A click on a grain, a body and a line
gives the numbers of h5py to their four digits.  A link restores the view, controls have names, texts of the result
stay texts, and nothing is asked of a network.
"""
import os
import re
import shutil
import sys
import tempfile

import matplotlib.image
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import pages  # noqa: E402
from chromium import Browser  # noqa: E402
from counted import check, report  # noqa: E402
from results import open_result  # noqa: E402

GRANUM, CASES = map(os.path.abspath, sys.argv[1:3])
READY = "granum.ready.then(() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50))))"
SETTLED = "new Promise(done => setTimeout(() => requestAnimationFrame(() => done(1)), 400))"
VESSEL_HIDDEN = "structures=hh"


class Shown:
    """A page in the browser, and where its points are on the screen."""

    def __init__(self, browser, path, fragment=""):
        self.page = browser.open("file://%s%s" % (path, fragment))
        self.page.value(READY)
        self.meta = self.page.value("({origin: granum.meta.origin, frames: granum.meta.frames.map(f => f.index)})")
        self.box = self.page.value("(r => [r.left, r.top, r.width, r.height])"
                                   "(document.getElementById('canvas').getBoundingClientRect())")

    def state(self):
        return self.page.value("JSON.parse(JSON.stringify(granum.state))")

    def axes(self):
        if self.page.value("granum.meta.flat"):
            return np.eye(3)
        state = self.state()
        a, e = np.radians([state["az"], state["el"]])
        right, back = [-np.sin(a), np.cos(a), 0], [np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)]
        return np.array([right, np.cross(back, right), back])

    def project(self, points):
        """Pixels [n, 2] of the screen, heights [n] in pixels towards the reader, pixels of a metre."""
        state = self.state()
        scale = self.box[3] / (2 * state["height"])
        seen = (points - self.meta["origin"] - state["centre"]) @ self.axes().T * scale
        return (np.stack([self.box[0] + self.box[2] / 2 + seen[:, 0], self.box[1] + self.box[3] / 2 - seen[:, 1]], 1),
                seen[:, 2], scale)

    def picture(self, folder):
        path = os.path.join(folder, "picture.png")
        self.page.picture(path)
        return matplotlib.image.imread(path)[..., :3]

    def reading(self):
        """Heading, text, and rows of the table of what was clicked."""
        return self.page.value(
            "({head: document.querySelector('#reading h2')?.textContent, text: document.getElementById('reading').innerText,"
            "rows: [...document.querySelectorAll('#reading tbody tr')].map(r => [...r.cells].map(c => c.textContent)),"
            "heads: [...document.querySelectorAll('#reading th')].map(c => c.textContent)})")


def discs(shape, centres, radii):
    """For each pixel how far, in pixels, it is inside of some disc (negative: outside of all)."""
    y, x = np.mgrid[:shape[0], :shape[1]] + 0.5
    deep = np.full(shape, -np.inf)
    for (cx, cy), r in zip(centres, radii):
        deep = np.maximum(deep, r - np.hypot(x - cx, y - cy))
    return deep


def check_coverage(shown, folder, frame, what):
    """Grains alone, against their discs."""
    picture = shown.picture(folder)
    centres, _, scale = shown.project(frame.x)
    deep = discs(picture.shape[:2], centres, frame.r * scale)
    coloured = (picture < 0.985).any(2)
    left, top, wide, high = (int(round(x)) for x in shown.box)
    # The middle of the stage, without the texts at its borders.
    part = slice(top + 60, top + high - 90), slice(left + 150, left + wide - 170)
    inside, outside = deep[part] > 1.2, deep[part] < -1.2
    check(inside.sum() > 5000 and outside.sum() > 5000, what, "grains and ground are in the picture")
    check(coloured[part][inside].all(), what, "pixels of grains that are white", (~coloured[part][inside]).sum())
    check(not coloured[part][outside].any(), what, "pixels of the ground that are not", coloured[part][outside].sum())


def same(found, expected):
    """A number as the page prints it, to its four digits."""
    found = found.replace("\u2212", "-")
    raised = re.fullmatch(r"(.*)\u00d710(.*)", found)
    if raised:
        power = raised.group(2).translate(str.maketrans("\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079", "-0123456789"))
        found = raised.group(1) + "e" + power
    return abs(float(found) - expected) <= 1.1 * 0.5e-3 * abs(expected) + 1e-12


def check_table(reading, partners, f_n, f_t, overlap, what):
    """Rows of the table, which fall with the normal force."""
    check(len(reading["rows"]) == len(partners), what, reading["rows"], partners)
    check(reading["heads"][1:3] == ["normal force (N)", "tangential force (N)"], what, reading["heads"])
    unit = {"m": 1, "mm": 1e-3, "\u00b5m": 1e-6, "nm": 1e-9}[re.search(r"\((.*)\)", reading["heads"][3]).group(1)]
    for row, k in zip(reading["rows"], np.argsort(-f_n, kind="stable")):
        check(row[0] == partners[k], what, "partner", row, partners[k])
        for text, value in zip(row[1:], (f_n[k], f_t[k], overlap[k] / unit)):
            check(same(text, value), what, "number", text, value)


def check_grain(shown, frame, names):
    """Clicks on grains that nothing hides from above."""
    pixels, height, scale = shown.project(frame.x)
    clicked = 0
    for k in np.argsort(-height)[:40]:
        others = np.hypot(*(pixels - pixels[k]).T) < 4 + frame.r * scale
        over = height + frame.r * scale > height[k]
        if (others & over).sum() > 1:
            continue
        touching = (frame.id_a == frame.id[k]) | (frame.id_b == frame.id[k])
        if not touching.any():
            continue
        shown.page.click(*pixels[k])
        reading = shown.reading()
        check(reading["head"] == "Grain %d" % frame.id[k], reading["head"], frame.id[k])
        partners = ["grain %d" % (b if a == frame.id[k] else a) if b >= 0 else names[s]
                    for a, b, s in zip(frame.id_a[touching], frame.id_b[touching], frame.structure_id[touching])]
        check_table(reading, partners, frame.f_n[touching], frame.f_t[touching], frame.overlap[touching],
                    "grain %d:" % frame.id[k])
        clicked += 1
        if clicked == 3:
            break
    check(clicked == 3, "three grains were clicked", clicked)
    check("%s" % shown.state()["pick"] in shown.page.value("decodeURIComponent(document.getElementById('link').value)")
          or shown.page.value(SETTLED) and shown.state()["pick"] in shown.page.value("location.hash"), "the pick is in the link")


def check_lines(shown, folder, frame):
    """Lines alone: strong ones are seen and clicked."""
    picture = shown.picture(folder)
    pixels, _, _ = shown.project(frame.ends.mean(1))
    strong = np.argsort(-frame.f_n)[:30]
    seen = [(picture[int(y), int(x)] < 0.97).any() for x, y in pixels[strong]]
    check(all(seen), "lines at the strongest contacts", sum(seen))
    shown.page.click(*pixels[strong[0]])
    reading = shown.reading()
    # Another line may lie above; its own numbers are expected then.
    pair = [int(id) for id in re.findall(r"grain (\d+)", reading["text"])]
    k = np.flatnonzero((frame.id_a == pair[0]) & (frame.id_b == (pair[1] if len(pair) > 1 else -1)))
    if check(reading["head"] == "Contact" and len(k) >= 1, "a line was clicked", reading):
        k = k[0]
        ends = shown.project(frame.ends[k])[0]
        along = ends[1] - ends[0]
        t = np.clip((pixels[strong[0]] - ends[0]) @ along / (along @ along), 0, 1)
        far = np.hypot(*(ends[0] + t * along - pixels[strong[0]]))
        check(far < 0.5 * frame.r.max() * shown.project(frame.ends[k])[2], "the line is where the click was", far)
        for name, value in (("normal", frame.f_n[k]), ("tangential", frame.f_t[k])):
            found = re.search(r"%s force (\S+) N" % name, reading["text"])
            check(found and same(found.group(1), value), name, "force of a line", reading["text"], value)


def check_link(browser, shown, path):
    """The view after a drag, the wheel, keys and choices, against that of its link."""
    page = shown.page
    x, y = shown.box[0] + shown.box[2] / 2, shown.box[1] + shown.box[3] / 2
    before = shown.state()
    page.drag(x, y, x + 80, y - 30)
    page.mouse("mouseWheel", x + 40, y, deltaX=0, deltaY=-200)
    page.drag(x, y, x + 25, y + 15, "right")
    page.value("document.getElementById('canvas').focus()")
    page.key("ArrowLeft")
    page.value("document.getElementById('frame').focus()")
    page.key("ArrowLeft")
    for key, value in (("colour", "velocity"), ("load", "pressure"), ("size", "half"), ("structure-1", "glass")):
        page.value("(e => { e.value = '%s'; e.dispatchEvent(new Event('change')); })(document.getElementById('%s'))"
                   % (value, key))
    page.value(SETTLED)
    state, link = shown.state(), page.value("document.getElementById('link').value")
    check(state["frame"] == before["frame"] - 1 and state["az"] != before["az"] and state["height"] < before["height"],
          "mouse and keys change the view", before, state)
    check(link == page.value("location.href") and link.startswith("file://" + path + "#"), link)
    again = Shown(browser, path, link[link.index("#"):])
    found = again.state()
    for key in state:
        good = np.allclose(state[key], found[key], rtol=1e-5, atol=1e-9) if key in (
            "az", "el", "centre", "height", "thick", "cut") else state[key] == found[key]
        check(good, "the link restores", key, state[key], found[key])
    left, top, wide, high = (int(round(length)) for length in shown.box)
    one, other = (which.picture(os.path.dirname(path))[top:top + high, left:left + wide] for which in (again, shown))
    check((abs(one - other).max(2) > 0.03).sum() < 50, "the same picture but for", (abs(one - other).max(2) > 0.03).sum(), "pixels")
    odd = Shown(browser, path, "#frame=99&view=a,b&colour=%3Cb%3E&pick=grain:x&structures=zz&cut=7")
    check(odd.state()["colour"] == before["colour"] and odd.state()["cut"] == 0, "a wrong link does no harm")
    check(not odd.page.complaints(), odd.page.complaints())


def check_manners(shown, path):
    """Names of controls, texts, requests, complaints."""
    page = shown.page
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    controls = [node for node in nodes if not node["ignored"] and node["role"]["value"] in (
        "button", "slider", "combobox", "textbox", "application")]
    nameless = [node["role"]["value"] for node in controls if not node.get("name", {}).get("value")]
    check(len(controls) > 12 and not nameless, "controls without a name", nameless, "of", len(controls))
    check(page.value("document.title") == '</title><script>window.broken = 1</script> & "bed" @META@ @SCRIPT@', "title")
    check(page.value("document.querySelectorAll('b').length") == 0 and page.value("typeof window.broken") == "undefined",
          "texts are no markup")
    check(pages.VESSEL in page.value("[...document.querySelectorAll('#structures label')].map(e => e.textContent)"),
          "the name of the vessel is shown")
    strange = [url for url in page.requests() if not url.startswith(("file://" + path, "data:"))]
    check(not strange, "requests", strange)
    check(not page.complaints(), page.complaints())
    check(page.value("fetch('file:///etc/hostname').then(() => 'open', () => 'closed')") == "closed",
          "the page's own rule forbids requests")
    check("normal force" in page.value("document.getElementById('bars').textContent"), "a colour bar with a unit")


def check_space(browser, folder):
    path = pages.run(GRANUM, folder, "space", pages.SPACE)
    pages.rename_vessel(path)
    page = path[:-7] + ".html"
    pages.export(GRANUM, path)
    if not os.path.exists(page):
        shutil.move(os.path.basename(page), page)
    frame = pages.Frame(path, -1)
    first = Shown(browser, page)
    check(first.state()["forces"] == "normal" and first.state()["structures"] == ["glass", "solid"],
          "the first view has forces, a vessel of glass and the paddle solid", first.state())
    check_manners(first, page)
    above = "#view=-90,90,0,0,0,0.016&grains=full&colour=plain&forces=none&" + VESSEL_HIDDEN
    shown = Shown(browser, page, above)
    check_coverage(shown, folder, frame, "space:")
    check_grain(shown, frame, [pages.VESSEL, "paddle"])
    shown = Shown(browser, page, above.replace("forces=none", "forces=normal").replace("grains=full", "grains=none"))
    check_lines(shown, folder, frame)
    check_link(browser, first, page)


def check_plane(browser, folder):
    path = pages.run(GRANUM, folder, "plane", pages.PLANE)
    pages.called(path, "--to", path[:-7] + ".html")
    shown = Shown(browser, path[:-7] + ".html", "#forces=none&structures=hhh")
    # Whatever a link says, a result in two dimensions is seen straight from above.
    x, y = shown.box[0] + shown.box[2] / 2, shown.box[1] + shown.box[3] / 2
    shown.page.drag(x, y, x + 20, y + 10)
    shown.page.value(SETTLED)
    check_coverage(shown, folder, pages.Frame(path, -1), "plane:")


def check_dice(browser, folder):
    path = pages.run(GRANUM, folder, "dice", os.path.join(CASES, "dice"), "--set=bodies.die.pour.count=6",
                     "--set=time.end=0.15", "--set=output.every=0.05")
    pages.called(path, "--to", path[:-7] + ".html")
    frame = pages.Frame(path, -1)
    shown = Shown(browser, path[:-7] + ".html", "#view=-90,90,0,0,0,0.08&grains=full&forces=none")
    with open_result(path) as result:
        bodies = result[-1].bodies
        pixels = shown.project(bodies["position"].astype(float))[0]
        walls = len(result.structures)
        names = list(result.structures) + ["die %d" % k for k in range(int(bodies["id"].max()) + 1)]
        ids = bodies["id"]
    resting = 0
    for k, id in enumerate(ids):
        touching = (frame.structure_a == walls + id) | (frame.structure_id == walls + id)
        if not touching.any() or not (0 < pixels[k][0] < shown.box[2] and 0 < pixels[k][1] < shown.box[3]):
            continue
        shown.page.click(*pixels[k])
        reading = shown.reading()
        if reading["head"] != "die %d" % id:
            continue  # another die lies on it
        partners = [names[b if a == walls + id else a] for a, b in zip(frame.structure_a[touching],
                                                                       frame.structure_id[touching])]
        check_table(reading, partners, frame.f_n[touching], frame.f_t[touching], frame.overlap[touching], "die %d:" % id)
        resting += 1
    check(resting >= 1, "dice were clicked that touch the box", resting)
    check(not shown.page.complaints(), shown.page.complaints())


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with Browser() as browser:
            check_space(browser, folder)
            check_plane(browser, folder)
            check_dice(browser, folder)
        os.chdir("/")
    report()


main()
