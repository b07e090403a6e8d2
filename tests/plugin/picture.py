"""The picture script draws all parts of a result.

    picture.py RESULT SITES DIRECTORY       (in an X session, with pvpython on the path)

Each class of pixels covers its part of the image: background, the tint of structures,
the colours of grains, the colour bar, the time.  Two times give two pictures.

The picture of SITES shows the virtual particles of a structure: the solid in their middle,
and the colours of the distance from the surface outwards.

The command is started for one picture; the others are made by draw_pictures.py
in one pvpython, since starting ParaView takes most of the time.
"""

import json
import os
import subprocess
import sys

import numpy

import images
from checks import check, check_equal, report


HERE = os.path.dirname(os.path.abspath(__file__))


def remove(path):
    if os.path.exists(path):
        os.remove(path)


def command(result, path, *options):
    """Exit code and output of the command."""
    remove(path)
    done = subprocess.run(
        ["pvpython", "-m", "granum.picture", result, "-o", path, *options],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1200)
    return done.returncode, done.stdout


class Drawer:
    """One pvpython that runs the module as often as it is asked to."""

    def __init__(self):
        self.child = subprocess.Popen(
            ["pvpython", os.path.join(HERE, "draw_pictures.py"), "module", "granum.picture"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def draw(self, result, path, *options):
        """Exit code and output, as of the command."""
        remove(path)
        self.child.stdin.write(json.dumps([result, "-o", path, *options]) + "\n")
        self.child.stdin.flush()
        stray = ""
        for line in self.child.stdout:
            if line.startswith("["):
                code, said = json.loads(line)
                return code, stray + said
            stray += line
        return "ended", stray

    def close(self):
        self.child.stdin.close()
        check_equal((self.child.stdout.read(), self.child.wait()), ("", 0), "the end of pvpython")


def check_picture(path, size, when):
    image = images.read(path)
    check_equal(image.shape, (size[1], size[0], 3), "%s: size" % when)
    bar = image[:, int(0.86 * size[0]):]
    scene = image[:, int(0.15 * size[0]):int(0.86 * size[0])]
    corner = image[:int(0.06 * size[1]), :int(0.2 * size[0])]
    shares = {
        "background": images.share(images.background(image, (255, 255, 255))),
        "structures": images.share(images.tint(scene)),
        "grains": images.share(images.viridis(scene)),
        "colour bar": images.share(images.viridis(bar)),
        "time": images.share(images.ink(corner)),
    }
    for name, share in shares.items():
        least = 0.003 if name == "time" else 0.01
        check(share > least, "%s: %s covers %.2f %%" % (when, name, 100 * share))
    print("%s: %s" % (when, ", ".join("%s %.1f %%" % (n, 100 * s) for n, s in shares.items())))
    return image


def along(image, row):
    """Colours from the solid outwards to the right, background excluded."""
    line = image[row]
    solid = numpy.flatnonzero(images.grey(image)[row])
    paper = numpy.flatnonzero(images.background(image, (255, 255, 255))[row])
    end = paper[paper > solid[-1]][0]
    return line[solid[-1] + 1:end]


def check_sites(draw, result, directory):
    path = os.path.join(directory, "picture_sites.png")
    code, said = draw(result, path, "--sites", "left")
    check_equal((code, said), (0, ""), "picture of sites")
    image = images.read(path)
    bar = image[:, 1032:]
    scene = image[:, 180:1032]
    shares = {
        "background": images.share(images.background(image, (255, 255, 255))),
        "solid": images.share(images.grey(scene)),
        "sites": images.share(images.viridis(scene)),
        "colour bar": images.share(images.viridis(bar)),
    }
    for name, share in shares.items():
        check(share > 0.01, "sites: %s covers %.2f %%" % (name, 100 * share))
    print("sites: %s" % ", ".join("%s %.1f %%" % (n, 100 * s) for n, s in shares.items()))
    # The map goes from dark violet at the surface to yellow at the far end of the band.
    rows = numpy.flatnonzero(images.grey(scene).sum(axis=1) > 10)
    line = along(scene, int(numpy.median(rows)))
    near, far = numpy.array_split(line, 2)
    check(near[:, 0].mean() < far[:, 0].mean() and near[:, 1].mean() < far[:, 1].mean(),
          "from violet to yellow: %s to %s" % (near.mean(axis=0), far.mean(axis=0)))

    for structure, sentence in (
            ("nobody", "there is no structure 'nobody'; there are: floor, left, right"),
            ("floor", "the structure 'floor' has no virtual particles")):
        none = os.path.join(directory, "picture_no_sites.png")
        code, said = draw(result, none, "--sites", structure)
        check(code == 1 and sentence in said, "--sites %s: %d %r" % (structure, code, said))
        check(not os.path.exists(none), "--sites %s: no picture" % structure)


def main():
    result, sites, directory = sys.argv[1:4]
    drawer = Drawer()
    draw = drawer.draw
    check_sites(draw, sites, directory)
    pictures = {}
    for when, by in (("0.1", command), ("0.3", draw)):
        path = os.path.join(directory, "picture_%s.png" % when)
        code, said = by(result, path, "--time", when)
        check_equal((code, said), (0, ""), "picture at %s s" % when)
        pictures[when] = check_picture(path, (1200, 900), when + " s")
    different = (numpy.abs(pictures["0.1"] - pictures["0.3"]).max(axis=2) > 20).mean()
    check(different > 0.01, "two times differ in %.2f %% of the pixels" % (100 * different))

    path = os.path.join(directory, "picture_plain.png")
    code, said = draw(result, path, "--frame", "0", "--size", "600", "500", "--color", "none")
    check_equal((code, said), (0, ""), "picture without colours")
    plain = images.read(path)
    check_equal(plain.shape, (500, 600, 3), "size asked for")
    check(images.share(images.viridis(plain[:, 516:])) < 0.001, "no bar where nothing is coloured")

    for options, sentence in (
            (("--color", "nothing"), "no array of grains 'nothing'"),
            (("--frame", "1000"), "frame 1000: there are")):
        code, said = draw(result, path, *options)
        check(code == 1 and sentence in said, "%s: %d %r" % (options, code, said))
        check(not os.path.exists(path), "%s: no picture" % (options,))
    for end, sentence in ((".pdf", "granum figure RESULT chains -o NAME.pdf"), (".gif", "ends in .png")):
        other = os.path.join(directory, "picture" + end)
        code, said = draw(result, other)
        check(code == 1 and sentence in said and len(said.splitlines()) == 1, "%s: %d %r" % (
            end, code, said))
        check(not os.path.exists(other), "%s: no picture" % end)
    drawer.close()
    report()


main()
