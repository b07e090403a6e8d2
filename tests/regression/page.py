"""`granum export --as page` writes what the result holds, within the size that it promises.

    page.py GRANUM CASES

The columns of pages are unpacked here and compared with h5py: positions within the error that the page
states, forces to 1 part in 65536, names and partners exactly; across a periodic boundary, far from the
origin, and of bodies.  A page of 100,000 grains and 300,000 contacts has at most 20 MB, and of many frames
as many are kept as fit.  No text of the result becomes markup, and no address is in the file.
"""
import os
import re
import shutil
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import pages  # noqa: E402
from counted import check, report, tell  # noqa: E402
from results import open_result  # noqa: E402

GRANUM, CASES = map(os.path.abspath, sys.argv[1:3])
SHORT = 2.0 ** -16


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def near(found, expected, error, *what):
    found, expected = np.asarray(found, float), np.asarray(expected, float)
    good = found.shape == expected.shape and (abs(found - expected) <= error).all()
    check(good, *what, found.shape, expected.shape,
          abs(found - expected).max() if found.shape == expected.shape and found.size else "", "of", np.max(error, initial=0))


def check_frame(text, meta, frame, path):
    now, origin = pages.Frame(path, frame["index"]), np.array(meta["origin"])
    grains, what = frame["grains"], "%s, frame %d:" % (os.path.basename(path), frame["index"])

    def column(of, name):
        return pages.unpacked(text, of[name])

    far = 1e-7 * abs(now.x).max() if len(now.x) else 0  # round-off of the result's own numbers
    place = column(grains, "position") + origin
    near(place, now.x, meta["error"] * 1.0001 + far, what, "positions")
    check(np.array_equal(column(grains, "id"), now.id), what, "ids")
    near(column(grains, "radius"), now.r, SHORT * now.r, what, "radii")
    speed = np.linalg.norm(now.v, axis=1)
    near(column(grains["arrays"], "velocity"), speed, 1.1 * SHORT * speed + 1e-30, what, "speeds")
    contacts = frame["contacts"]
    owner = np.concatenate([np.arange(len(now.x)), column(contacts, "owner")])
    nodes = np.concatenate([place, column(contacts, "nodes").reshape(-1, 3) + origin])
    a, b = column(contacts, "a"), column(contacts, "b")
    names = np.concatenate([now.id, [-1]])
    check(np.array_equal(np.where(owner[a] >= 0, names[owner[a]], -1), now.id_a), what, "grains a")
    check(np.array_equal(np.where(owner[b] >= 0, names[owner[b]], -1), now.id_b), what, "grains b")
    check(np.array_equal(np.where(owner[b] < 0, -1 - owner[b], -1), now.structure_id), what, "structures")
    if not hasattr(now, "structure_a"):
        for k, rows in enumerate((a, b)):
            near(nodes[rows], now.ends[:, k], meta["error"] * 1.0001 + far, what, "ends", k)
    size = np.linalg.norm(now.force, axis=1)
    near(column(contacts, "normal"), now.f_n, SHORT * size + 1e-6 * size, what, "normal forces")
    near(column(contacts, "tangential"), now.f_t, SHORT * size + 1e-6 * size, what, "tangential forces")
    near(column(contacts, "overlap"), now.overlap, SHORT * abs(now.overlap), what, "overlaps")


def check_numbers(path, folder):
    page = os.path.join(folder, os.path.basename(path)[:-7] + ".html")
    pages.called(path, "--to", page)
    text = text_of(page)
    meta = pages.meta_of(text)
    check([frame["index"] for frame in meta["frames"]] == list(range(meta["total"])), path, "all frames")
    for frame in meta["frames"]:
        check_frame(text, meta, frame, path)
    with open_result(path) as result:
        check([one["name"] for one in meta["structures"]] == list(result.structures), path, "names of structures")
        for frame in meta["frames"]:
            load = pages.unpacked(text, frame["structures"]["load"]).reshape(-1, 6)
            for k, structure in enumerate(result.structures.values()):
                near(load[k, :3], structure.pose(result[frame["index"]]).force, 1e-6 * abs(load[k]).max() + 1e-30,
                     path, "force on", structure.name)
    return text, meta


def check_pressure(text, meta, path):
    """On a face of the box: the normal impulse that the solver sums, by time and area."""
    with open_result(path) as result:
        frame, box = result[-1], list(result.structures.values())[0]
        found = pages.unpacked(text, meta["frames"][-1]["structures"]["pressure"][0])
        corners = box.surface.triangles
        area = 0.5 * np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
        expected = box.sums(frame)["normal_impulse"] / frame.time / area.reshape(len(found), -1).sum(1)
        check(expected.max() > 0, "grains press on the box")
        near(found, expected, 1e-4 * expected.max(), "pressure on the box")


def check_text(text, meta):
    check(meta["structures"][0]["name"] == pages.VESSEL, "the name of the vessel")
    check("<b>" not in text and "window.broken = 1</script> &" not in text, "texts are escaped")
    check(text.count("<script") == text.count("</script>"), "elements are closed")
    check("default-src 'none'" in text, "the page forbids the network")
    found = set(re.findall(r"(?:https?:)?//[\w.]+\.\w+", re.sub(r'id="b\w+">[^<]*<', "<", text)))
    check(found <= {"http://www.w3.org"}, "addresses", found)


def check_choice(path, folder):
    """Of many frames as many as fit, and the page says so."""
    page = os.path.join(folder, "few.html")
    whole = pages.called(path, "--to", page)[0]
    full = os.path.getsize(page)
    check("6 of 6 frames" in whole, whole)
    base = full - sum(len(found) for found in re.findall(r'id="b\w+">([^<]*)<', text_of(page)))
    limit = (base + 0.6 * (full - base)) / 1e6
    said = pages.called(path, "--to", page, "--force", "--limit", "%.6f" % limit)[0]
    meta = pages.meta_of(text_of(page))
    n = len(meta["frames"])
    check(2 <= n < 6 and os.path.getsize(page) <= 1e6 * limit, "limit", limit, os.path.getsize(page), n)
    check("%d of 6 frames in even steps; the others are left out" % n in said and meta["total"] == 6, said)
    check([meta["frames"][0]["index"], meta["frames"][-1]["index"]] == [0, 5], "first and last frame")
    pages.called(path, "--to", page, "--force", "--count", "2", "--arrays", "radius")
    meta = pages.meta_of(text_of(page))
    check([frame["index"] for frame in meta["frames"]] == [0, 5], "two frames")
    check([one["name"] for one in meta["arrays"]] == ["radius"], "one array")
    pages.export(GRANUM, path, "-o", page, "--force", "--frames", "1:3")
    check([frame["index"] for frame in pages.meta_of(text_of(page))["frames"]] == [1, 2, 3], "frames 1 to 3")
    for words, message in ((["-o", page], "exists"), (["-o", folder], "is a folder"),
                           (["-o", page, "--force", "--limit", "0.01"], "ask for --limit"),
                           (["-o", page, "--force", "--frames", "4:9"], "the frames 4:9 do not exist"),
                           (["-o", page, "--force", "--count", "0"], "a whole number above 0"),
                           (["-o", page, "--force", "--arrays", "speed"], "there is no array 'speed'")):
        check(message in pages.export(GRANUM, path, *words, code=2)[1], words, message)


def check_large(path, folder):
    large, page = os.path.join(folder, "large.vtkhdf"), os.path.join(folder, "large.html")
    shutil.copy(path, large)
    made = pages.make_large(large)
    pages.called(large, "--to", page)
    size = os.path.getsize(page) / 1e6
    tell(size <= 20, "a page of 100,000 grains and 300,000 contacts: %.2f MB" % size)
    meta = pages.meta_of(text_of(page))
    frame = meta["frames"][0]
    check((frame["grains"]["n"], frame["contacts"]["n"]) == made == (100000, 300000), "all grains and contacts")


def main():
    with tempfile.TemporaryDirectory() as folder:
        space = pages.run(GRANUM, folder, "space", pages.SPACE)
        pages.rename_vessel(space)
        text, meta = check_numbers(space, folder)
        check_pressure(text, meta, space)
        check_text(text, meta)
        check_choice(space, folder)
        check_numbers(pages.run(GRANUM, folder, "plane", pages.PLANE), folder)
        text, meta = check_numbers(pages.run(GRANUM, folder, "periodic", pages.PERIODIC), folder)
        check(meta["frames"][0]["contacts"]["n"] == 1, "two grains touch across the boundary")
        check_numbers(pages.run(GRANUM, folder, "dice", os.path.join(CASES, "dice"), "--set=bodies.die.pour.count=6",
                                "--set=time.end=0.1", "--set=output.every=0.05"), folder)
        check_large(space, folder)
    report()


main()
