"""Figures of a result of two dimensions that is partly a continuum, against NumPy; legends that name a force.

    figures_plane.py GRANUM CASES
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS))
PROGRAM, CASES = map(os.path.abspath, sys.argv[1:3])
from counted import check, report  # noqa: E402
from results import granum  # noqa: E402

RUNS = {
    "bed": ("compression", ["grains[0].fill.count=900", "grains[0].fill.box.max=[30 mm, 30 mm, 16 mm]",
                            "time.end=0.05", "output.every=0.05"]),
    "plane": ("clog", ["grains[0].fill.count=600", "grains[0].fill.box.max=[0.05, 0.25]",
                       "hybrid.start=0.2", "time.end=0.25"]),
}


def words_of(figure):
    """The texts of a legend and of the axes."""
    ax = figure.axes[0]
    legend = ax.get_legend()
    return [text.get_text() for text in legend.get_texts()] if legend else [], \
        ax.get_xlabel()[:1] + ax.get_ylabel()[:1]


def check_reference(path):
    """A legend names the force that parts weak from strong."""
    from granum import figures

    for draw in (figures.chains, figures.network):
        for reference, text in ((None, "$f>$$\\langle f\\rangle$"), ("5mN", "$f>$ 5 mN")):
            legend, _ = words_of(draw(path, slab="y=15mm,4mm", reference=reference))
            check(any(word.endswith(text) for word in legend), "%s: %s" % (reference, legend))


def check_plane(path):
    """In two dimensions all is drawn in the plane xy, volumes are areas times the thickness, tensors have
    no part along z, and material points are shaded."""
    from granum import figures

    with h5py.File(path) as f:
        n = f["VTKHDF/NumberOfPoints"][-1]
        radius = f["VTKHDF/PointData/radius"][-n:].astype(float)
        id_ = f["VTKHDF/PointData/id"][-n:]
        points = f["granum/points/NumberOfPoints"][-1]
    frame = granum.open(path)[-1]
    contacts, position = frame.contacts, frame.grains["position"].astype(float)
    check(points > 0 and abs(position[:, 2]).max() == 0, "%d material points" % points)
    for draw in (figures.chains, figures.network, figures.pressure, figures.panels):
        made = draw(path)
        legend, axes = words_of(made)
        check(axes[-1] == "y" and (axes[0] == "x" or draw is figures.panels), "%s: %s" % (made.name, axes))
        check(draw is figures.panels or "continuum" in legend, "%s: %s" % (made.name, legend))
        drawn = made.tables["grains" if draw is figures.chains else ""] if draw is not figures.network \
            else {"id": id_}
        check(set(drawn["id"]) == set(id_) or draw is figures.panels, made.name + ": all grains")
        bars = [c for c in made.axes[-1].collections if len(c.get_paths()) == points]
        check(bars, "%s: a square for each material point" % made.name)
    sigma = np.zeros((n, 2, 2))
    ends, force = contacts["ends"].astype(float), contacts["force"].astype(float)
    point = contacts["point"].astype(float)
    for k in range(len(contacts)):
        for row, end, sign in ((contacts["row_a"][k], 0, 1.0), (contacts["row_b"][k], 1, -1.0)):
            if row >= 0:
                sigma[row] += sign * np.outer(force[k], ends[k, end] - point[k])[:2, :2]
    expected = sigma.trace(axis1=1, axis2=2) / 2 / (np.pi * radius ** 2 * 1.0)  # thickness 1 m
    order, drawn = np.argsort(id_), figures.pressure(path).tables[""]
    mine = np.argsort(drawn["id"])
    np.testing.assert_allclose(drawn["pressure (Pa)"][mine], expected[order], 1e-6, 1e-9 * expected.max())
    rose = figures.rose(path)
    check(len(rose.axes) == 3 and "plane xy" in " ".join(rose.notes), str(rose.notes))
    fabric = figures.fabric(path).tables
    check(not any("z" in name for name in fabric[""]), str(list(fabric[""])))
    check(len(fabric["stress"]) == 5, "stress: %s" % list(fabric["stress"]))
    np.testing.assert_allclose(fabric[""]["fabric_xx"] + fabric[""]["fabric_yy"], 1.0, 1e-6)
    pair = contacts["id_b"] >= 0
    normal = contacts["normal"].astype(float)[pair]
    values = np.linalg.eigvalsh(normal[:, :2].T @ normal[:, :2] / len(normal))
    np.testing.assert_allclose(fabric[""]["anisotropy"][-1], values[1] - values[0], 1e-6)
    # The areas of discs add up to the field's, whatever the kernel.
    field = figures.velocity(path).tables[""]
    step = np.diff(np.unique(field["x (m)"])).min()
    np.testing.assert_allclose(field["solid fraction"].sum() * step ** 2, np.pi * (radius ** 2).sum(), 1e-6)
    for call, sentence in ((lambda: figures.rose(path, plane="xz"), "the plane is xy, not 'xz'"),
                           (lambda: figures.chains(path, slab="y=1cm,1mm"), "of two dimensions")):
        try:
            call()
            check(False, "refused: " + sentence)
        except (ValueError, figures.recipe.CannotDraw) as error:
            check(sentence in str(error), str(error))


def main():
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for run, (case, keys) in RUNS.items():
            paths[run] = os.path.join(folder, run + ".vtkhdf")
            subprocess.run([PROGRAM, "run", "%s/%s" % (CASES, case), "-o", paths[run], "--progress", "none",
                            "--threads", "1", *sum((["--set", key] for key in keys), [])], check=True,
                           stdout=subprocess.DEVNULL)
        check_plane(paths["plane"])
        check_reference(paths["bed"])
    report()


main()
