"""Coverage lists exactly the grains that brute force finds, and counts them on the surface.

    coverage.py RESULT LACKING BARE GRANUM CASES FOLDER

(of tests/sites.yaml; a drum with a coarse lattice; a result without virtual particles; and what
makes a drum whose lifters have a hole, in FOLDER)
"""

import collections
import os
import re
import subprocess
import sys

import numpy
from paraview import simple
from vtkmodules.vtkCommonCore import vtkStringArray

import granum.coverage

import h5py

import filters
import reading
from checks import check, check_array, check_equal, report
from result import Result


def incomplete(grains, carried, reach, least):
    """One by one, from the columns of the file."""
    listed = []
    for i in range(len(grains["id"])):
        near = (int(grains["structure_id"][i]) in carried
                and float(grains["structure_distance"][i]) <= reach * float(grains["radius"][i]))
        if near and grains["site_count"][i] < least:
            listed.append(int(grains["id"][i]))
    return listed


def worst_by_hand(audit, cell_of, grains, carried, reach):
    """Who answers over each cell: the worst of the audit and of the grains in reach."""
    worst = audit.tolist()
    for i, cell in enumerate(cell_of):
        near = (int(grains["structure_id"][i]) in carried
                and float(grains["structure_distance"][i]) <= reach * float(grains["radius"][i]))
        if near and cell >= 0:
            worst[cell] = max(worst[cell], int(grains["answered"][i]))
    return worst


def check_list(source, grains, carried, time, reach, least, what):
    source.ContactRange, source.LeastSites = reach, least
    data = filters.output(source, time, 1)
    arrays = reading.arrays(data.GetPointData())
    expected = incomplete(grains, carried, reach, least)
    found = arrays["id"].tolist() if "id" in arrays else []
    check_equal(found, expected, "%s: reach %g, least %d" % (what, reach, least))
    counts = reading.arrays(filters.output(source, time).GetCellData())["incomplete_grains"]
    check_equal(counts.sum(), len(expected), what + ": counted on the surface")
    return len(expected), data, counts


def check_made():
    """Random columns: grains far and near, of a structure with sites (1), of one without
    (0), of none; and a floor of two triangles below them."""
    rng = numpy.random.default_rng(5)
    n = 500
    points = rng.uniform(size=(n, 3)) + [0, 0, 0.2]
    owner = rng.integers(-1, 2, n)
    grains = {
        "id": 7 * numpy.arange(n) + 3, "radius": rng.uniform(0.1, 0.2, n),
        "structure_id": owner.astype("i4"), "site_count": rng.integers(0, 9, n).astype("i4"),
        "structure_distance": numpy.where(owner < 0, numpy.nan, rng.uniform(0, 0.4, n)),
        "answered": numpy.where(owner < 0, -1, numpy.where(owner == 0, 0, 1)).astype("i4")}
    # Those who were not served by sites are over one of the triangles alone.
    below = points[:, 1] > points[:, 0]
    told = rng.integers(2, 5, n)
    grains["answered"] = numpy.where((owner == 1) & below, told, grains["answered"]).astype("i4")
    corners = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
    floor = filters.made(corners, {"structure_id": numpy.ones(2, "i4"),
                                   "audit_error": numpy.array([0.5, 0.25]),
                                   "audit_answered": numpy.array([2, -1], "i4")},
                         polygons=[[0, 1, 2], [0, 2, 3]])
    sites = filters.made(points[:5], {"structure_id": numpy.ones(5, "i4")})
    source = simple.Coverage(Structures=floor, Grains=filters.made(points, grains), Sites=sites)
    filters.check_panel(source)
    for reach, least in ((1.0, 8), (1.5, 8), (1.0, 1), (0.0, 8), (1.0, 0)):
        count, data, found = check_list(source, grains, {1}, 0, reach, least, "made")
        if count:
            listed = reading.points(data).astype("f8")
            rows = (reading.arrays(data.GetPointData())["id"] - 3) // 7
            check_array(listed, points[rows], "places", 1e-14)
            below = (listed[:, 1] > listed[:, 0]).sum()  # the nearest triangle
            over = (points[:, 1] > points[:, 0]).astype(int)
            who = worst_by_hand(numpy.array([2, -1]), over, grains, {1}, reach)
            cells = reading.arrays(filters.output(source, 0).GetCellData())
            check_equal(cells["coverage"].tolist(), who, "who answers, reach %g" % reach)
            check_equal(found.tolist(), [count - below, below], "by triangle")
            check_array(reading.arrays(data.GetPointData())["answered"], grains["answered"][rows],
                        "who answered those of the list")
            check_array(reading.arrays(data.GetPointData())["radius"], grains["radius"][rows],
                        "arrays of the list")
    cells = reading.arrays(filters.output(source, 0).GetCellData())
    check_array(cells["audit_error"], numpy.array([0.5, 0.25]), "the audit passes through")
    source.ContactRange = 0.0  # no grain is asked about: the audit alone
    cells = reading.arrays(filters.output(source, 0).GetCellData())
    check_equal(cells["coverage"].tolist(), [2, -1], "who answers, by the audit")
    del grains["answered"]  # an older result
    old = simple.Coverage(Structures=floor, Grains=filters.made(points, grains), Sites=sites)
    cells = reading.arrays(filters.output(old, 0).GetCellData())
    check_equal(cells["coverage"].tolist(), [2, -1], "who answers, of an older result")
    source.ContactRange, source.LeastSites = 1.0, 8
    print("made: %d of %d grains" % (len(incomplete(grains, {1}, 1.0, 8)), n))


def check_result(path):
    result = Result(path)
    reader = reading.open_result(path)
    source = simple.Coverage(Structures=filters.port(reader, "Structures"),
                             Grains=filters.port(reader, "Grains"),
                             Sites=filters.port(reader, "Virtual Particles"))
    total = 0
    for frame in (0, len(result.times) - 1):
        time = result.times[frame]
        _, grains = result.grains(frame)
        _, sites = result.sites(frame)
        carried = set(numpy.unique(sites["structure_id"]).tolist()) if sites else set()
        for reach, least in ((1.0, 8), (3.0, 8), (3.0, 9)):
            count, data, _ = check_list(source, grains, carried, time, reach, least,
                                        "frame %d" % frame)
            total += count
            if count:
                ids = data.GetPointData().GetGlobalIds()
                check_equal(ids.GetName() if ids else None, "id", "ids can be selected")
    check(total > 0, "some grains are listed")
    source.ContactRange = 0.0
    cells = reading.arrays(filters.output(source, result.times[-1]).GetCellData())
    check_array(cells["coverage"], cells["audit_answered"], "who answers, by the audit")
    found = numpy.unique(cells["coverage"]).tolist()
    check({1, 2} <= set(found) <= {-1, 1, 2}, "sites and triangles answer: %s" % found)
    print("%s: %d rows listed" % (path, total))


def sentence(result, frame, listed):
    """What Summary says, from the file."""
    time = result.data["granum/history/time"]
    until = numpy.flatnonzero(time <= result.times[frame] * (1 + 1e-9))[-1]
    lost, by_sites, by_triangles = (int(result.data["granum/history/" + k][until]) for k in (
        "coverage_lost", "asked_sites", "asked_triangles"))
    queries, missing = (int(result.data["granum/audit/" + k][1]) for k in ("queries", "missing"))
    lines = ["lifters: virtual particles missing at %.3g %% of the positions tested;" % (100 * missing / queries),
             "%s grain%s at a gap now, %s distance%s lost so far;" % (
                 listed or "no", "s" * (listed > 1), format(lost, ",") if lost else "no", "s" * (lost > 1)),
             "choose virtual_particles.spacing <= 1.02 mm, or auto"]
    if by_triangles:
        every = by_sites + by_triangles
        lines.append("triangles served %.3g %% of %s distances so far" % (
            100 * by_triangles / every, format(every, ",")))
    return "\n".join(lines), lost


def check_lacking(path):
    """A drum whose lifters have virtual particles twice too coarse: every frame says so."""
    result = Result(path)
    source = simple.Coverage(Structures=reading.open_result(path))
    grains, events = 0, []
    for frame, time in enumerate(result.times):
        listed = filters.output(source, time, 1).GetNumberOfPoints()
        said, lost = sentence(result, frame, listed)
        check_equal(granum.coverage.summary(source, time), said, "frame %d" % frame)
        grains += listed
        events.append(lost)
    check(grains > 2 and 0 == events[0] < events[-1], "grains %d, events %s" % (grains, events))
    codes = reading.arrays(filters.output(source, time).GetCellData())["coverage"]
    check({2, 3} <= set(codes.tolist()), "triangles serve, for both reasons: %s" % set(codes.tolist()))
    lost = filters.table(source, time, 3)
    rises = numpy.diff([0] + events)
    check_array(lost["time"], result.times[rises > 0], "frames before which coverage was lost")
    check_array(lost["events"], rises[rises > 0].astype("f8"), "events before these frames")
    check_equal(granum.lost_times(source), result.times[rises > 0].tolist(), "lost_times")
    filters.check_detaches(source, time, "History", 3)
    source.History = None
    check_equal(" lost" in granum.coverage.summary(source, time), False, "no history, no losses")
    print("%s: %d grains listed, events %s" % (path, grains, events))


def check_bare(path):
    """Where no structure has virtual particles the summary says so."""
    source = simple.Coverage(Structures=reading.open_result(path))
    said = granum.coverage.summary(source, 0)
    check(said.startswith("no structure of this result has virtual particles"), said)
    check_equal(filters.output(source, 0).GetNumberOfCells(), 0, "and the map is empty")


def check_old():
    """A result without sums of the audit: the triangles over which sites are missing."""
    corners = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
    for answered, share in (([3, 1], "virtual particles missing over 1 of 2 triangles;"),
                            ([2, 1], "no triangle lacks virtual particles;")):
        floor = filters.made(corners, {"structure_id": numpy.ones(2, "i4"),
                                       "audit_answered": numpy.array(answered, "i4")},
                             polygons=[[0, 1, 2], [0, 2, 3]])
        grains = filters.made(numpy.zeros((0, 3)), {})
        sites = filters.made(corners, {"structure_id": numpy.ones(4, "i4")})
        said = granum.coverage.summary(simple.Coverage(Structures=floor, Grains=grains, Sites=sites), 0)
        check(said.startswith("structure 1: " + share), said)


def rims(triangles):
    """Edges of one triangle only, by brute force: pairs of corners, each a tuple of numbers."""
    met = collections.Counter()
    for corners in triangles:
        for i in range(3):
            met[frozenset((corners[i], corners[i - 1]))] += 1
    return {edge for edge, n in met.items() if n == 1}


def drawn(source, time):
    """The lines of the port Open Edges as pairs of places, and their structures."""
    data = filters.output(source, time, 4)
    places = reading.points(data) if data.GetNumberOfPoints() else numpy.zeros((0, 3))
    lines = [(places[data.GetCell(i).GetPointId(0)], places[data.GetCell(i).GetPointId(1)])
             for i in range(data.GetNumberOfCells())]
    return lines, reading.arrays(data.GetCellData())["structure_id"].tolist()


def give_texts(source, name, texts):
    array = vtkStringArray()
    array.SetName(name)
    for text in texts:
        array.InsertNextValue(text)
    source.GetClientSideObject().GetOutputDataObject(0).GetFieldData().AddArray(array)


def check_open_made():
    """A tetrahedron (0), one without its base (1) and a plane (2), which is no mesh."""
    corners = numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "f8")
    faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]
    polygons = faces + [[4 + i for i in face] for face in faces[1:]] + [[8, 9, 10]]
    owner = numpy.array([0] * 4 + [1] * 3 + [2], "i4")
    points = numpy.concatenate([corners, corners + [2, 0, 0], corners + [4, 0, 0]])
    grains, sites = (filters.made(numpy.zeros((n, 3)), {"structure_id": numpy.ones(n, "i4")})
                     for n in (0, 1))
    sheet = "mesh b (b.stl): 3 triangles, 1 shell, 1 x 1 x 1 m, open: a sheet, grains "
    parts = ("outside\n  found: 3 triangle(s) of open parts: sheets, with grains on both sides: "
             "close them if they should be solid")
    for report, tail in ((parts, "its open parts are sheets with grains on both sides; close them "
                                 "if they should be solid"),
                         ("on both sides", "a sheet with grains on both sides; close it if it "
                                           "should be a solid"),
                         ("outside", "its holes count as closed; for a vessel with an opening "
                                     "use side: both"),
                         (None, "close it if it should be a solid")):
        made = filters.made(points, {"structure_id": owner}, polygons=polygons)
        if report:
            give_texts(made, "mesh_report", ["mesh a (a.stl): closed, grains outside",
                                             sheet + report + "\n  found: 3 open edge(s)", ""])
            give_texts(made, "structures", ["a", "b", "c"])
        source = simple.Coverage(Structures=made, Grains=grains, Sites=sites)
        lines, structures = drawn(source, 0)
        found = {frozenset(map(tuple, line)) for line in lines}
        expected = {frozenset((tuple(points[4 + i]), tuple(points[4 + (i + 1) % 3])))
                    for i in range(3)}
        check_equal(found, expected, "open edges, made, %s" % report)
        check_equal(structures, [1, 1, 1], "their structure")
        said = granum.coverage.summary(source, 0).splitlines()[-2:]
        check_equal(said, ["%s: the mesh is open (3 edges, first at (2.5 0 0) m):" % (
            "b" if report else "structure 1"), tail], "in words, %s" % report)


def write_holed(path, whole, more=()):
    """An STL file without 40 triangles around one of them; the triangles that stay.  more: triangles
    to append."""
    kind = numpy.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
    with open(whole, "rb") as f:
        head, rows = f.read(80), numpy.frombuffer(f.read()[4:], kind)
    middles = rows["corners"].astype("f8").mean(axis=1)
    near = numpy.argsort(numpy.linalg.norm(middles - middles[3000], axis=1))[:40]
    rows = numpy.delete(rows, near)
    added = numpy.zeros(len(more), kind)
    added["corners"] = numpy.reshape(more, (-1, 3, 3))
    rows = numpy.concatenate([rows, added])
    with open(path, "wb") as f:
        f.write(head + numpy.uint32(len(rows)).tobytes() + rows.tobytes())
    return [[tuple(corner) for corner in t] for t in rows["corners"].tolist()]


def run_drum(granum_program, cases, mesh, path, end):
    """A run of few grains with other lifters; what it printed, None if it failed."""
    done = subprocess.run(
        [granum_program, "run", os.path.join(cases, "drum"), "-o", path, "--force", "--threads",
         "1", "--set", "structures.lifters.mesh=" + os.path.abspath(mesh), "--set",
         "grains[0].fill.count=50", "--set", "grains[0].fill.radius.uniform=[3.8 mm, 4 mm]", "--set", "time.end=%g" % end, "--set", "output.every=%g" % min(end, 0.11)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout if check(done.returncode == 0, done.stdout) else None


def check_parts(granum_program, cases, folder):
    """Lifters with a hole, and a closed tetrahedron in the same file: Coverage and the solver agree
    that the lifters are a sheet and the tetrahedron is not."""
    mesh, path = (os.path.join(folder, "parts." + end) for end in ("stl", "vtkhdf"))
    corners = 0.01 * numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "f8")
    faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]
    write_holed(mesh, os.path.join(cases, "..", "shapes", "lifters.stl"), corners[faces])
    printed = run_drum(granum_program, cases, mesh, path, 0.01)
    if printed is None:
        return
    check("of open parts: sheets, with grains on both sides" in printed, printed)
    said = granum.coverage.summary(simple.Coverage(Structures=reading.open_result(path)), 0)
    check("its open parts are sheets with grains on both sides" in said and "closed" not in said, said)


def check_holed(granum_program, cases, folder):
    """A run of a drum whose lifters have a hole: where and how long its rim is."""
    mesh, path = (os.path.join(folder, "holed." + end) for end in ("stl", "vtkhdf"))
    expected = rims(write_holed(mesh, os.path.join(cases, "..", "shapes", "lifters.stl")))
    printed = run_drum(granum_program, cases, mesh, path, 0.22)
    if printed is None:
        return
    told = int(re.search(r"(\d+) open edge", printed).group(1))
    check(len(expected) == told > 0, "%d open edges, granum run: %d" % (len(expected), told))
    reader = reading.open_result(path)
    source = simple.Coverage(Structures=reader)
    long = sorted(numpy.linalg.norm(numpy.subtract(*edge)) for edge in expected)
    rim = numpy.array(sorted({corner for edge in expected for corner in edge}))
    rim = numpy.stack([rim[:, 0], rim[:, 2], -rim[:, 1]], axis=1)  # placed: about x by -90 degrees
    for time in reader.TimestepValues:
        lines, structures = drawn(source, time)
        check_equal(structures, [1] * told, "open edges of the lifters at %g s" % time)
        check_array(sorted(numpy.linalg.norm(a - b) for a, b in lines), numpy.array(long),
                    "lengths at %g s" % time, 1e-6)
        first = (lines[0][0] + lines[0][1]) / 2
        said = granum.coverage.summary(source, time)
        check("lifters: the mesh is open (%d edges, first at (%.4g %.4g %.4g) m):\n" % (
            told, *first) in said, "where: %s" % said)
        ends = numpy.array(sorted({tuple(x) for line in lines for x in line}))
        if time == 0:
            apart = numpy.linalg.norm(ends[:, None] - rim[None], axis=2)
            check(apart.min(axis=0).max() < 1e-8 and apart.min(axis=1).max() < 1e-8,
                  "the rim is where the mesh has it: %g" % apart.min(axis=0).max())
            still = ends
    check(numpy.abs(ends - still).max() > 1e-3, "the rim turns with the drum")
    said = filters.output(reader, 0, 2).GetFieldData().GetAbstractArray("mesh_report")
    with h5py.File(path, "r") as f:
        whole = bytes(f["granum/scene/mesh_report"][:]).decode()
    check_equal([said.GetValue(i) for i in range(said.GetNumberOfValues())],
                ["", whole.rstrip("\n")], "findings by structure")
    with h5py.File(path, "r+") as f:  # of a stranger: no text, and too long
        del f["granum/scene/mesh_report"]
        f["granum/scene/mesh_report"] = numpy.frombuffer(
            b"mesh lifters (\xff\x00\x1b[2J)\n" + (1 << 20) * b"\x80", "u1")
    odd = filters.output(reading.open_result(path), 0, 2).GetFieldData()
    text = odd.GetAbstractArray("mesh_report").GetValue(1)
    check_equal((text, len(text)), ("mesh lifters (???[2J)", 21), "no text of a stranger")
    print("holed: %d open edges\n%s" % (told, granum.coverage.summary(source, 0)))


def main():
    check_made()
    check_open_made()
    check_old()
    check_result(sys.argv[1])
    check_lacking(sys.argv[2])
    check_bare(sys.argv[3])
    check_holed(*sys.argv[4:7])
    check_parts(*sys.argv[4:7])
    report()


main()
