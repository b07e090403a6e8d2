"""What the tests of many grains share: runs of a case, balances of a result, published numbers."""
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from results import open_result  # noqa: E402


def lost(result):
    """The most grains that the balance ever missed."""
    h = result.history
    return int(abs(h["grains_in"] - h["grains_out"] - h["grains"]).max())


def left_over(result):
    """What the balance of energy leaves over, as a part of what was dissipated."""
    h = result.history
    return float(abs(h["energy_error"][-1]) / h["dissipated_energy"][-1])


def run(granum, scene, keys=()):
    """Run a scene on one thread with keys of it set; its result, which is read from a file that
    is open and has no name any more."""
    with tempfile.TemporaryDirectory() as folder:
        result = os.path.join(folder, "run.vtkhdf")
        command = [granum, "run", os.fspath(scene), "-o", result, "--progress", "none",
                   "--threads", "1"]
        for key in keys:
            command += ["--set", key]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit("%s\n%s%s" % (" ".join(command), done.stdout, done.stderr))
        return open_result(result)


def runs(granum, scene, keys, measure=lambda result: result, *more):
    """Run a scene once for each list of keys, two at a time, the last first; what `measure`
    makes of each, given the item of `more`, lists as long, too."""
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda job: measure(run(granum, scene, job[0]), *job[1:]),
                             list(zip(keys, *more))[::-1]))[::-1]


def room(count, area):
    """Height that a fill of so many grains needs, in grains; area: where their centres may be."""
    return count * np.pi / 6 / 0.30 / area + 1.0


def connected(frame):
    """Which grains belong to the largest cluster of grains in contact: [n] bool."""
    pair = frame.contacts.kind == 0
    a, b = frame.contacts.row_a[pair], frame.contacts.row_b[pair]
    label = np.arange(len(frame.grains))
    while True:
        least = np.minimum(label[a], label[b])
        new = label.copy()
        np.minimum.at(new, a, least)
        np.minimum.at(new, b, least)
        new = new[new]
        if (new == label).all():
            return label == np.bincount(label).argmax()
        label = new


SOURCE = re.compile(r"\b(doi:10\.\d{4,}/\S+|arXiv:[\w./-]*\d|https?://\S+\.\S+)")


def reference(name, folder=ROOT / "data" / "reference"):
    """Rows of data/reference/NAME.csv, numbers where they are; the head says whose they are.  Each row
    has a `source` that a reader can open; one that has none ends the test."""
    path = Path(folder) / (name + ".csv")
    with open(path) as file:
        lines = [(n, line.strip()) for n, line in enumerate(file, 1) if line.strip() and line[0] != "#"]

    def value(text):
        try:
            return float(text)
        except ValueError:
            return text

    head = lines[0][1].split(",")
    rows = [dict(zip(head, map(value, line.split(",")))) for _, line in lines[1:]]
    for (n, line), row in zip(lines[1:], rows):
        if not SOURCE.match(str(row.get("source", ""))):
            sys.exit("%s:%d: the row '%s' has no source that can be opened: end it with doi:, arXiv: or "
                     "https:// and where in it the number stands" % (path, n, line))
    return rows


def figure(folder, name, draw):
    """Have `draw(axes)` fill a figure and save it as NAME.png in the folder, or where a report
    wants it; NAME begins with that of the test."""
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    folder = os.environ.get("GM_REPORT", folder)
    os.makedirs(folder, exist_ok=True)
    fig, axes = plt.subplots(figsize=(6.0, 4.5))
    draw(axes)
    fig.tight_layout()
    fig.savefig(os.path.join(folder, name + ".png"), dpi=150)
    plt.close(fig)


class Checks:
    """Sentences that hold or not, printed as they are judged."""

    def __init__(self):
        self.failed = 0

    def __call__(self, holds, what):
        print(("holds: " if holds else "failed: ") + what)
        self.failed += not holds

    def exit(self):
        sys.exit(bool(self.failed))
