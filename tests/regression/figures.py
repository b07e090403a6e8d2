"""`granum figure` makes files of the size asked for, vectors in PDF and SVG, and true numbers.

    figures.py GRANUM CASES

Three small runs.  Sizes are exact to a pixel of PNG and to 0.01 point of PDF; the numbers of the CSV
files are compared with h5py and NumPy alone, to their ten digits.
"""
import contextlib
import csv
import io
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import h5py
import numpy as np

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS))
PROGRAM, CASES = map(os.path.abspath, sys.argv[1:3])
from counted import check, report  # noqa: E402
from results import granum  # noqa: E402

WIDTH, HEIGHT = 120.0, 70.0  # mm
DIGITS = 1e-8
RUNS = {
    "bed": ("compression", ["grains[0].fill.count=900", "grains[0].fill.box.max=[30 mm, 30 mm, 16 mm]",
                            "time.end=0.13", "output.every=0.01",
                            "structures.lid.plane.point=[0, 0, 20 mm]",
                            "structures.lid.motion[0].from=0.05", "structures.lid.motion[0].to=0.112",
                            "structures.lid.motion[1].from=0.112", "structures.lid.motion[1].to=0.13"]),
    "hopper": ("hopper", ["grains[0].fill.count=700", "time.end=0.6",
                          "grains[0].fill.radius=2.2 mm", "output.every=0.02"]),
    "mixer": ("mixer", ["grains[0].fill.count=600", "grains[0].fill.radius=2 mm",
                        "time.end=0.12", "output.every=0.02",
                        "structures.left.motion[0].from=0.02"]),
}


def figure(*words, code=0, **environment):
    """Run granum figure; its standard output and error."""
    made = subprocess.run([PROGRAM, "figure", *map(str, words)], capture_output=True, text=True,
                          env={**os.environ, "GRANUM_PYTHON": sys.executable, **environment})
    check(made.returncode == code, "granum figure %s: exit code %d\n%s" % (
        " ".join(map(str, words)), made.returncode, made.stderr))
    check("Traceback" not in made.stderr, made.stderr)
    return made.stdout, made.stderr


def called(*words, code=0):
    """The same from within this process, which does not start Python and Matplotlib anew."""
    from granum.figures.__main__ import main as program

    out, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        try:
            found = program(list(map(str, words)))
        except SystemExit as end:
            found = end.code
    check(found == code, "granum figure %s: exit code %s\n%s" % (
        " ".join(map(str, words)), found, error.getvalue()))
    return out.getvalue(), error.getvalue()


def table(path):
    """{column: array} of a CSV file, and its notes."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    notes = [line for line in lines if line.startswith("#")]
    names, *rows = csv.reader(line for line in lines if not line.startswith("#"))
    columns = {}
    for name, values in zip(names, zip(*rows)):
        try:
            columns[name] = np.array(values, float)
        except ValueError:
            columns[name] = np.array(values)
    return columns, "\n".join(notes)


def check_pdf(path, width=None, height=None, least=10):
    """One page of the size in mm, embedded TrueType fonts, drawing operators and no image."""
    data = Path(path).read_bytes()
    box = re.findall(rb"/MediaBox \[ ?([\d. ]+) ?\]", data)
    check(len(box) == 1, "%s: %d pages" % (path, len(box)))
    size = [float(word) for word in box[0].split()][2:]
    for found, asked in zip(size, (width, height)):
        check(asked is None or abs(found - asked / 25.4 * 72) < 0.01, "%s: %s points" % (path, size))
    check(b"/FontFile2" in data and b"/Type3" not in data, "%s: TrueType fonts are embedded" % path)
    images = re.findall(rb"/Subtype /Image", data)
    check(not images, "%s holds %d raster images" % (path, len(images)))
    drawn = b""
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.S):
        try:
            # The pattern takes a last byte 13 of the checksum for the end of a line.
            text = zlib.decompressobj().decompress(stream)
        except zlib.error:
            continue
        if re.search(rb"(?m)\d [mlc]$", text):
            drawn += text + b"\n"
    counts = {word: len(re.findall(rb"(?m)(?:^|\s)%s\s*$" % word.encode(), drawn))
              for word in ("re", "m", "l", "c", "Do")}
    check(counts["m"] + counts["Do"] >= least and counts["l"] + counts["c"] >= least,
          "%s: drawing operators %s" % (path, counts))
    return counts


def check_png(path, width, height, dpi):
    head = Path(path).read_bytes()[:24]
    found = struct.unpack(">II", head[16:24])
    for pixels, length in zip(found, (width, height)):
        check(abs(pixels - length / 25.4 * dpi) <= 1, "%s: %s pixels" % (path, found))


class Bed:
    """The last frame of a result by h5py alone."""

    def __init__(self, path):
        with h5py.File(path) as file:
            def rows(group, what, count):
                first = int(np.ravel(file[group + "/Steps/" + what])[-1])
                n = int(file["%s/%s" % (group, count)][-1])
                return slice(first, first + n)

            grains, contacts = file["VTKHDF"], file["granum/contacts"]
            g = rows("VTKHDF", "PointOffsets", "NumberOfPoints")
            c = rows("granum/contacts", "CellOffsets", "NumberOfCells")
            self.x, self.r = grains["Points"][g], grains["PointData/radius"][g]
            self.id = grains["PointData/id"][g]
            for name in ("id_a", "id_b", "normal", "force"):
                setattr(self, name, contacts["CellData/" + name][c])
            first = int(contacts["Steps/PointOffsets"][-1])
            self.ends = contacts["Points"][first:first + 2 * (c.stop - c.start)].reshape(-1, 2, 3)
            self.f_n = (self.force * self.normal).sum(1)
            self.wall = self.id_b < 0


def check_networks(path, folder):
    bed = Bed(path)
    figure(path, "chains", "-o", folder / "chains.pdf", "--slab", "y=15mm,4mm", "--width",
           "%gmm" % WIDTH, "--height", "%gmm" % HEIGHT, "--reference", "2 mN")
    counts = check_pdf(folder / "chains.pdf", WIDTH, HEIGHT, 100)
    found, notes = table(folder / "chains.csv")
    inside = (abs(bed.ends[:, 0, 1] - 0.015) <= 0.002) | (
        (abs(bed.ends[:, 1, 1] - 0.015) <= 0.002) & ~bed.wall)
    inside &= bed.f_n > 0
    check(len(found["id_a"]) == inside.sum(), "contacts of the slab")
    check(counts["m"] + counts["Do"] > inside.sum(), "a path for each contact: %s" % counts)
    order, mine = np.argsort(bed.f_n[inside]), np.argsort(found["normal force (N)"])
    np.testing.assert_allclose(found["normal force (N)"][mine], bed.f_n[inside][order], DIGITS)
    np.testing.assert_allclose(found["force / reference"][mine], bed.f_n[inside][order] / 2e-3,
                               DIGITS)
    np.testing.assert_array_equal(found["id_a"][mine], bed.id_a[inside][order])
    check_chains(bed, folder / "chains-grains.csv")

    called(path, "force-distribution", "pressure", "rose", "fabric", "mobilisation", "coordination",
           "-o", folder, "--bins", "12")
    for kind, chosen in (("grain", ~bed.wall), ("wall", bed.wall)):
        pushing = bed.f_n[chosen & (bed.f_n > 0)]
        found, notes = table(folder / ("bed-force-distribution-%s.csv" % kind))
        top = 10.0
        counts = np.histogram(pushing / pushing.mean(), 12, (0, top))[0]
        check(abs(found["contacts"] - counts).sum() <= 4, "%s: counts of the bins" % kind)
        np.testing.assert_allclose(found["probability density"],
                                   found["contacts"] / len(pushing) / (top / 12), DIGITS)
    notes = (folder / "bed-force-distribution-grain.csv").read_text()
    check("# granum figure force_distribution of bed.vtkhdf" in notes, "the head of a table")

    found, _ = table(folder / "bed-fabric.csv")
    normal = bed.normal[~bed.wall]
    fabric = normal.T @ normal / len(normal)
    for k, axis in enumerate(("xx", "yy", "zz")):
        np.testing.assert_allclose(found["fabric_" + axis][-1], fabric[k, k], DIGITS)

    called(path, "fabric", "--strain", "lid", "-o", folder / "strain.pdf")
    found, _ = table(folder / "strain.csv")
    with h5py.File(path) as file:
        lid = file["granum/poses/position"][:, 1, 2]
    moved = lid[-len(found["strain"])] - lid
    check((np.diff(found["strain"]) >= 0).all() and found["strain"][-1] > 0, "strain grows")
    np.testing.assert_allclose(found["strain"] / found["strain"][-1],
                               moved[-len(found["strain"]):] / moved[-1], DIGITS, 1e-12)

    found, notes = table(folder / "bed-coordination.csv")
    ends = np.concatenate([bed.id_a, bed.id_b[~bed.wall]])
    contacts = np.bincount(np.unique(np.concatenate([bed.id, ends]), return_counts=True)[1] - 1)
    np.testing.assert_array_equal(found["grains"], contacts)

    found, notes = table(folder / "bed-rose.csv")
    normal = bed.normal[~bed.wall]
    check(found["contacts"].sum() == 2 * len(normal), "each contact counts twice")
    angle = np.arctan2(normal[:, 2], normal[:, 0])
    a_c = 2 * abs(np.exp(2j * angle).mean())
    fitted = float(re.search(r"a_c = ([\d.e-]+)", notes).group(1))
    # Sectors of 10 degrees reduce a second harmonic by at most 1 - sin(10 deg) / 10 deg, and
    # turn a contact by at most half a sector.
    check(abs(fitted - a_c) < 0.02, "a_c %g of sectors, %g of contacts" % (fitted, a_c))
    for name in ("force-distribution", "pressure", "rose", "fabric", "mobilisation", "coordination"):
        check_pdf(folder / ("bed-%s.pdf" % name))


def check_chains(bed, path):
    """Chain members have their largest principal stress above the mean, plainly computed."""
    row = {id: k for k, id in enumerate(bed.id)}
    stress = np.zeros((len(bed.id), 3, 3))
    touched = np.zeros(len(bed.id), bool)
    for k in range(len(bed.id_a)):
        a = row[bed.id_a[k]]
        b = None if bed.wall[k] else row[bed.id_b[k]]
        ends = bed.ends[k]
        share = 1.0 if b is None else bed.r[a] / (bed.r[a] + bed.r[b])
        point = ends[0] + share * (ends[1] - ends[0])
        stress[a] += np.outer(bed.force[k], ends[0] - point)
        touched[a] = True
        if b is not None:
            stress[b] -= np.outer(bed.force[k], ends[1] - point)
            touched[b] = True
    stress /= (4 / 3 * np.pi * bed.r ** 3)[:, None, None]
    largest = np.array([np.linalg.eigvalsh(0.5 * (s + s.T))[-1] for s in stress])
    found, _ = table(path)
    member = np.array([row[id] for id in found["id"][found["chain"] > 0]], int)
    check(len(member) > 3, "the slab has chains")
    check((largest[member] > largest[touched].mean()).all(), "chains are of stressed grains")


def check_forces(path, folder):
    """The contact forces on a structure: rows, resultant and torque about the middle of its box."""
    bed = Bed(path)
    with h5py.File(path) as file:
        names = [name.decode() for name in file["granum/names/structures"]]
        n, first = (file["granum/contacts/" + name][-1] for name in ("NumberOfCells",
                                                                     "Steps/CellDataOffsets/structure_id"))
        on = file["granum/contacts/CellData/structure_id"][first:first + n]
    s = np.bincount(on[bed.wall]).argmax()
    mine = bed.wall & (on == s)
    check(mine.sum() > 3, "%d contacts with %s" % (mine.sum(), names[s]))
    called(path, "forces", "--structure", names[s], "-o", folder / "forces.pdf")
    check_pdf(folder / "forces.pdf")
    found, notes = table(folder / "forces.csv")
    order = np.argsort(bed.id_a[mine], kind="stable")
    force, points = -bed.force[mine][order], bed.ends[mine, 1][order]
    same = np.argsort(found["grain"], kind="stable")
    np.testing.assert_array_equal(found["grain"][same], bed.id_a[mine][order])
    for k, axis in enumerate("xyz"):
        np.testing.assert_allclose(found["F_%s (N)" % axis][same], force[:, k], DIGITS, 1e-15)
        np.testing.assert_allclose(found["%s (m)" % axis][same], points[:, k], DIGITS, 1e-15)
    np.testing.assert_allclose(found["normal (N)"][same], abs(bed.f_n[mine][order]), 1e-6)
    np.testing.assert_allclose(np.hypot(found["normal (N)"], found["tangential (N)"]), found["|F| (N)"], 1e-5)
    told = re.search(r"structure '%s': (\d+) contacts, force (\S+) (\S+) (\S+) N" % names[s], notes)
    check(told and int(told.group(1)) == mine.sum(), notes)
    np.testing.assert_allclose([float(word) for word in told.groups()[1:]], force.sum(0), 1e-6,
                               1e-6 * np.linalg.norm(force, axis=1).sum())
    from granum import figures

    check_key(figures.contact_forces(path, structure=names[s]))


def check_key(drawn):
    """The number of the key of arrows is beside its arrow, on the side too where x runs to the left."""
    for ax in drawn.axes:
        for key in (one for one in ax.get_children() if hasattr(one, "labelsep")):
            for limits in (sorted(ax.get_xlim()), sorted(ax.get_xlim())[::-1]):
                ax.set_xlim(limits)
                ax.figure.draw_without_rendering()
                shaft = key.vector.get_transform().transform(key.vector.get_paths()[0].vertices)
                shaft += key.get_transform().transform((key.X, key.Y))
                text = key.text.get_window_extent()
                over = (min(shaft[:, 1].max(), text.y1) - max(shaft[:, 1].min(), text.y0),
                        min(shaft[:, 0].max(), text.x1) - max(shaft[:, 0].min(), text.x0))
                check(min(over) < 0, "the key and its number overlap by %s pixels" % (over,))


def check_formats(path, folder):
    for dpi in (150, 600):
        called(path, "network", "-o", folder / "n.png", "--width", "%gmm" % WIDTH, "--height",
               "%gmm" % HEIGHT, "--dpi", dpi)
        check_png(folder / "n.png", WIDTH, HEIGHT, dpi)
    called(path, "network", "-o", folder / "n.svg", "--width", "%gmm" % WIDTH, "--height",
           "%gmm" % HEIGHT)
    text = (folder / "n.svg").read_text()
    points = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', text)
    for found, asked in zip(points.groups(), (WIDTH, HEIGHT)):
        check(abs(float(found) - asked / 25.4 * 72) < 0.01, "SVG: %s points" % found)
    check("<image" not in text and text.count("<path") + text.count("<use") > 100, "SVG of paths")
    first = (folder / "n.svg").read_bytes()
    figure(path, "network", "-o", folder / "n.svg", "--width", "%gmm" % WIDTH, "--height",
           "%gmm" % HEIGHT)
    check(first == (folder / "n.svg").read_bytes(), "the same figure has the same bytes")


def check_hopper(path, folder):
    called(path, "discharge", "slices", "-o", folder)
    found, notes = table(folder / "hopper-discharge.csv")
    with h5py.File(path) as file:
        grains = file["VTKHDF"]
        first, n = (int(grains[name][-1]) for name in ("Steps/PointOffsets", "NumberOfPoints"))
        z = grains["Points"][first:first + n, 2]
        r = grains["PointData/radius"][first:first + n].astype(float)
    mass = (2500 * 4 / 3 * np.pi * r ** 3)[z < 0.055].sum()
    np.testing.assert_allclose(found["discharged mass (kg)"][-1], mass, 1e-6)  # float32 radii
    number = dict(re.findall(r"(C|k|bulk density|outlet|grains|g) ([\d.e-]+)",
                             notes.split("Beverloo")[1]))
    law = float(re.search(r"Beverloo ([\d.e-]+)", notes).group(1))
    value = {name: float(text) for name, text in number.items()}
    check(abs(value["outlet"] - 0.03) < 1e-12, "the outlet of the hopper")
    check(1300 < value["bulk density"] < 1700, "bulk density %g" % value["bulk density"])
    np.testing.assert_allclose(law, value["C"] * value["bulk density"] * np.sqrt(value["g"]) * (
        value["outlet"] - value["k"] * value["grains"]) ** 2.5, 1e-6)
    for name in ("discharge", "slices"):
        check_pdf(folder / ("hopper-%s.pdf" % name))
    _, error = called(path, "janssen", code=1)
    check("fewer than 100 grains are inside 'bin'" in error, error)


def check_mixer(path, folder):
    out, error = called(path, "all", "-o", folder / "sheet", "--width", "100mm")
    for name in ("panels", "lacey", "torque", "force", "velocity", "load", "network", "rose", "isolines", "band",
                 "coverage"):
        check_pdf(folder / "sheet" / (name + ".pdf"))
        check((folder / "sheet" / (name + ".csv")).is_file(), "%s.csv" % name)
    check_pdf(folder / "sheet" / "overview.pdf", least=1000)
    check((folder / "sheet" / "overview.png").is_file(), "overview.png")
    check("without discharge:" in error, "what was left out is told:\n" + error)
    found, _ = table(folder / "sheet" / "torque.csv")
    with h5py.File(path) as file:
        history = file["granum/history"]
        np.testing.assert_allclose(found["power of left (W)"], history["structure_power"][:, 1],
                                   DIGITS, 1e-15)
        turned = -history["structure_torque"][:, 1, 2]
        pushed = history["structure_force"][:, 1, 2]
    np.testing.assert_allclose(found["torque of the drive of left (N m)"], turned, DIGITS, 1e-15)
    found, _ = table(folder / "sheet" / "force.csv")
    np.testing.assert_allclose(found["F_z on left (N)"], pushed, DIGITS, 1e-15)
    found, _ = table(folder / "sheet" / "load.csv")
    structure = granum.open(path).structures["left"]
    total = structure.loads["normal_impulse"][-1] if "normal_impulse" in structure.loads else None
    if total is not None and np.ndim(total) == 0:
        np.testing.assert_allclose(found["normal impulse (N s)"].sum(), total, 1e-4)
    from granum import figures

    said = figures.load(path).figure._suptitle.get_text()
    check(said.startswith("left in its own frame, mean from 0 to"), "of what the load is: " + said)
    said = figures.torque(path).axes[0].get_legend().get_title().get_text()
    check("numbers: mean from" in said, "of what the numbers of a legend are: " + said)


def check_python(path, folder):
    from matplotlib.figure import Figure

    from granum import figures

    page = Figure()
    axes = page.subplots()
    made = figures.chains(granum.open(path), ax=axes, slab=("y", 0.015, 0.004))
    check(made.axes == [axes] and len(axes.collections) > 3, "drawn into the axes given")
    written = made.save(str(folder / "own.pdf"))
    check(all(os.path.isfile(file) for file in written) and len(written) == 4, str(written))
    for call, sentence in ((lambda: figures.chains(path, slap=1), "takes no slap"),
                           (lambda: figures.lacey(path, ax=[axes, axes]), "2 are given"),
                           (lambda: figures.chains(path, slab="y=9m,1mm"), "no grain is in the slab")):
        try:
            call()
        except (TypeError, ValueError) as error:
            check(sentence in str(error), "%s: %s" % (sentence, error))
        else:
            check(False, "no error: " + sentence)


def check_refusals(path, folder):
    for words, code, sentence in (
            ((path, "nonsense"), 2, "there is no figure 'nonsense'"),
            ((path, "chains", "-o", folder / "x.jpg"), 2, "a .pdf, .svg or .png file"),
            ((path, "chains", "--outlet", "z=1,1"), 2, "--outlet is no option of chains"),
            ((path, "chains", "--slab", "y=1 kg,2"), 1, "'1 kg' is no quantity in m"),
            ((folder / "none.vtkhdf", "chains"), 2, "there is no file"),
            ((__file__, "chains"), 1, "is not an HDF5 file"),
            ((path, "torque"), 1, "no structure rotates"),
            ((path, "view", "--camera", "left"), 1, "there is no camera 'left'; there are: iso, front"),
            ((path, "view", "--range", "2,1"), 1, "'2,1' is no range of colours"),
            ((path, "chains", "--camera", "top"), 2, "--camera is no option of chains"),
            ((path, "movie", "-o", folder / "m.gif"), 1, "a movie is a .mp4 file"),
            ((path, "movie", "--rate", "fast"), 2, "--rate fast: a number is expected"),
            ((path, "movie", "--frame", "1"), 2, "choose them by --start T and --end T"),
            ((), 2, "a RESULT and the NAME of a figure are expected")):
        # The command gives on what this returns: tried once with each code.
        by = figure if "nonsense" in words or __file__ in words else called
        out, error = by(*words, code=code)
        check(sentence in error and len(error.splitlines()) == 1, "%s: %s" % (words, error))
    for name, sentence in (("view", "apt install paraview"), ("movie", "apt install ffmpeg")):
        out, error = figure(path, name, code=1, PATH=str(folder))
        check(sentence in error and len(error.splitlines()) == 1, "%s: %s" % (name, error))
    out, _ = figure("--list")
    for name in granum.figures.names():
        check(re.search(r"(?m)^  %s +\S.*\.$" % name.replace("_", "-"), out), "--list: " + name)
    without = subprocess.run([PROGRAM, "figure", "--list"], capture_output=True, text=True,
                             env={**os.environ, "GRANUM_PYTHON": "/no/python3"})
    check(without.returncode == 1 and "apt install python3" in without.stderr, without.stderr)


def check_still(path, folder):
    """Loads of structures among which none rotates: those of the lid that moves, without a choice."""
    from granum.figures import sheet

    with granum.open(path) as result:
        left = {name for name in granum.figures.names() if sheet.unfit(result, name)}
        check(not left & {"force", "load"} and {"torque", "lacey"} <= left, "left out of all: %s" % sorted(left))
        box = result.structures["box"]
        pushed = box.sums(result[-1])["normal_impulse"].sum()
    called(path, "force", "load", "-o", folder / "still")
    stem = Path(path).stem
    found, notes = table(folder / "still" / (stem + "-load.csv"))
    check("structure 'lid'" in notes and found["normal impulse (N s)"].sum() > 0, "the lid's load: " + notes)
    found, notes = table(folder / "still" / (stem + "-force.csv"))
    check("F_z on lid (N)" in found and "lid: mean force" in notes, "the lid's force: " + notes)
    called(path, "load", "--structure", "box", "-o", folder / "still" / "box.pdf")
    found, _ = table(folder / "still" / "box.csv")
    np.testing.assert_allclose(found["normal impulse (N s)"].sum(), pushed, 1e-5)
    # A lid that no grain has touched leaves its place to the box, and has no figure of its own.
    shutil.copy(path, folder / "free.vtkhdf")
    with h5py.File(folder / "free.vtkhdf", "r+") as file:
        file["granum/history/structure_force"][:, list(granum.open(path).structures).index("lid")] = 0
    called(folder / "free.vtkhdf", "force", "-o", folder / "free.pdf")
    check("F_z on box (N)" in table(folder / "free.csv")[0], "the force of the box")
    _, error = called(folder / "free.vtkhdf", "force", "--structure", "lid", "-o", folder / "lid.pdf", code=1)
    check("no grain has touched 'lid'" in error, error)


def check_layers(path, folder):
    """A rose without the grains at structures: contacts of which neither grain touches one."""
    bed = Bed(path)
    near = np.isin(bed.id_a, bed.id_a[bed.wall]) | np.isin(bed.id_b, bed.id_a[bed.wall])
    called(path, "rose", "--layers", "1", "-o", folder / "layers.pdf")
    found, notes = table(folder / "layers.csv")
    check(0 < (~near).sum() < (~bed.wall).sum() and "without the first 1 layer(s) of grains" in notes, notes)
    check(found["contacts"].sum() == 2 * (~near).sum(), "%d contacts beyond the first layer" % (~near).sum())


def check_repeats(folder):
    """Means over three seeds and their standard errors, by h5py and NumPy; what is no repeat is refused."""
    paths = [folder / ("seed%d.vtkhdf" % seed) for seed in (1, 2, 3)]
    bed = ["grains[0].fill.count=300", "grains[0].fill.box.max=[20 mm, 20 mm, 14 mm]", "time.end=0.06",
           "output.every=0.02"]
    runs = {path: [*bed, "grains[0].fill.seed=%d" % seed] for seed, path in enumerate(paths, 1)}
    for path, keys in runs.items():
        subprocess.run([PROGRAM, "run", CASES + "/compression", "-o", path, "--progress", "none", "--threads", "1",
                        *sum((["--set", key] for key in keys), [])], check=True, stdout=subprocess.DEVNULL)
    called(paths[0], "coordination", "force-distribution", "--repeat", *paths, "-o", folder)
    beds = [Bed(path) for path in paths]
    shares = np.zeros((3, 64))
    for row, bed in zip(shares, beds):
        ends = np.concatenate([bed.id, bed.id_a, bed.id_b[~bed.wall]])
        counts = np.bincount(np.unique(ends, return_counts=True)[1] - 1)
        row[:len(counts)] = counts
    found, notes = table(folder / "seed1-coordination.csv")
    n = len(found["grains"])
    check(shares[:, n:].sum() == 0 and "mean of 3 runs with other seeds" in notes, notes)
    np.testing.assert_allclose(found["grains"], shares.mean(0)[:n], DIGITS)
    np.testing.assert_allclose(found["standard error of grains"], shares.std(0, ddof=1)[:n] / np.sqrt(3), DIGITS, 1e-9)
    pushing = [bed.f_n[~bed.wall & (bed.f_n > 0)] for bed in beds]
    density = np.array([np.histogram(f / f.mean(), 24, (0, 10))[0] / len(f) * 2.4 for f in pushing])
    found, notes = table(folder / "seed1-force-distribution-grain.csv")
    # A force at the edge of a bin may fall on either side.
    odd = abs(found["probability density"] - density.mean(0)) > 1e-6
    odd |= abs(found["standard error of probability density"] - density.std(0, ddof=1) / np.sqrt(3)) > 1e-6
    check(odd.sum() <= 2, "density over seeds: %d bins differ" % odd.sum())
    beta = np.array([1 / (f[f > f.mean()] / f.mean() - 1).mean() for f in pushing])
    told = re.search(r"grain-grain: tail .*exp\(-(\S+) f/<f>\), standard error of the exponent (\S+)", notes)
    np.testing.assert_allclose([float(word) for word in told.groups()], [beta.mean(), beta.std(ddof=1) / np.sqrt(3)], 5e-3)
    for name, old, new in (("again", b"", b""), ("rough", b"friction: 0.5", b"friction: 0.6")):
        shutil.copy(paths[1], folder / (name + ".vtkhdf"))
        with h5py.File(folder / (name + ".vtkhdf"), "r+") as file:
            scene = file["granum/scene/effective"]
            scene[()] = np.frombuffer(scene[()].tobytes().replace(old, new), scene.dtype)
    for names, others, code, sentence in (
            (["coordination"], [folder / "rough.vtkhdf"], 1, "friction is 0.6, not 0.5; only seeds may differ"),
            (["coordination"], [paths[1], folder / "again.vtkhdf"], 1, "have the same seeds: one run would count twice"),
            (["coordination"], [paths[0]], 1, "are expected: results of its scene with other seeds"),
            (["coordination"], [folder / "none.vtkhdf"], 2, "there is no such file"),
            (["chains"], paths, 2, "--repeat is for means of curves, not for chains")):
        _, error = called(paths[0], *names, "--repeat", *others, "-o", folder, code=code)
        check(sentence in error and len(error.splitlines()) == 1, error)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for run, (case, keys) in RUNS.items():
            subprocess.run([PROGRAM, "run", "%s/%s" % (CASES, case), "-o", folder / (run + ".vtkhdf"),
                            "--progress", "none", "--threads", "1",
                            *sum((["--set", key] for key in keys), [])], check=True,
                           stdout=subprocess.DEVNULL)
        bed = folder / "bed.vtkhdf"
        check_networks(bed, folder)
        check_forces(bed, folder)
        check_formats(bed, folder)
        check_still(bed, folder)
        check_layers(bed, folder)
        check_repeats(folder)
        check_hopper(folder / "hopper.vtkhdf", folder)
        check_mixer(folder / "mixer.vtkhdf", folder)
        check_python(str(bed), folder)
        check_refusals(bed, folder)
    report()


main()
