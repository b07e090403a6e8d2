"""Starts pvpython for pictures in 3-D: a job goes there, pictures and their scale come back."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ANSWER = "answer.json"


def environment():
    """The environment of pvpython: the plugin of this tree, unless another is named."""
    known = dict(os.environ)
    # The folder by which this was imported: in a build tree a link, beside which the plugin is.
    package = Path(os.path.abspath(__file__)).parents[2]
    root = package.parents[2]
    plugins = sorted(root.glob("lib*/paraview-*/plugins/Granum")) \
        + sorted(root.glob("lib/*/paraview-*/plugins/Granum"))
    if "PV_PLUGIN_PATH" not in known and plugins:
        known["PV_PLUGIN_PATH"] = str(plugins[0])
    known["PYTHONPATH"] = os.pathsep.join(
        [str(package), *filter(None, [known.get("PYTHONPATH")])])
    return known


def command(job):
    """The words that start pvpython.  RuntimeError: what is to be installed."""
    words = ["pvpython", "--force-offscreen-rendering", "-m", "granum.figures.paint", job]
    if not shutil.which("pvpython"):
        raise RuntimeError("a view in 3-D is drawn by ParaView's pvpython, which is not in PATH: "
                           "apt install paraview python3-paraview")
    if os.environ.get("DISPLAY"):
        return words
    if not shutil.which("xvfb-run"):
        raise RuntimeError("ParaView needs an X display to draw: apt install xvfb xauth")
    return ["xvfb-run", "-a", "-s", "-screen 0 1600x1200x24 -noreset", *words]


class Scene:
    """Pictures of a result by ParaView, all from one process and one camera.

    with Scene(path, frames, size, ...) as scene: scene.pictures are files, removed at the end.

    frames    numbers of the frames
    size      [width, height] in pixels; height None: as the scene needs
    margins   left, right, below, above, in pixels: nothing of the scene is drawn there
    camera    unit vectors right, up, back [3][3] of the picture in the scene's axes
    color     array of grains, or None
    range     (low, high) of the colours, or None: that of the frames
    colors    [n][3] from 0 to 1, from low to high

    Afterwards: pixel, the width of a pixel in m; size; low and high; above, whether values are above high; title, the
    array and its unit; whole, whether all pictures are there: Ctrl+C leaves those that have been drawn."""

    def __init__(self, path, frames, size, margins, camera, color, range, colors):
        self._job = {"result": os.path.abspath(path), "frames": list(frames), "size": list(size),
                     "margins": list(margins), "camera": camera, "color": color, "range": range,
                     "colors": colors}

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="granum-")
        try:
            self._draw(Path(self._folder.name))
        except BaseException:
            self._folder.cleanup()
            raise
        return self

    def __exit__(self, *_):
        self._folder.cleanup()

    def _draw(self, folder):
        job = folder / "job.json"
        self.pictures = [str(folder / ("%06d.png" % k)) for k in range(len(self._job["frames"]))]
        job.write_text(json.dumps({**self._job, "pictures": self.pictures}))
        self.whole = self._run(str(job), len(self.pictures))
        found = json.loads((folder / ANSWER).read_text())
        self.pixel, self.size = found["pixel"], found["size"]
        self.low, self.high, self.title = found["low"], found["high"], found["title"]
        self.above = found["above"]
        self.pictures = [picture for picture in self.pictures if os.path.isfile(picture)]

    def _run(self, job, count):
        """Let pvpython draw, with a line for each picture of several on stderr.  Ctrl+C ends it; False if some pictures
        are there then and others not."""
        said = tempfile.TemporaryFile("w+")
        with subprocess.Popen(command(job), env=environment(), stdin=subprocess.DEVNULL, stdout=said,
                              stderr=subprocess.STDOUT, text=True) as child:
            seen, runs = 0, True
            try:
                while runs:
                    time.sleep(0.1)
                    runs = child.poll() is None
                    now = sum(map(os.path.isfile, self.pictures))
                    if count > 1 and now > seen:
                        print("frame %d of %d" % (now, count), file=sys.stderr, flush=True)
                    seen = now
            except KeyboardInterrupt:
                child.terminate()
                child.wait()
                if not os.path.isfile(self.pictures[0]):
                    raise
                return False
        if child.returncode or not os.path.isfile(self.pictures[-1]):
            said.seek(0)
            lines = said.read().strip().splitlines()
            raise RuntimeError(lines[-1] if lines else "pvpython ended with exit code %d" % child.returncode)
        return True
