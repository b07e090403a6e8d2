"""Coverage lists exactly the grains that brute force finds, and counts them on the surface.

    coverage.py RESULT LACKING BARE     (of tests/sites.yaml; a drum with a coarse lattice; a
                                         result without virtual particles)
"""

import sys

import numpy
from paraview import simple

import granum.coverage

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
    for frame, time in enumerate(result.times):
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
    lines = ["lifters: sites missing at %.3g %% of positions;" % (100 * missing / queries),
             "%d grain%s now, %s event%s so far;" % (
                 listed, "s" * (listed != 1), format(lost, ","), "s" * (lost != 1)),
             "choose virtual_particles.spacing <= 1.02 mm, or auto"]
    if by_triangles:
        every = by_sites + by_triangles
        lines.append("triangles served %.3g %% of %s queries so far" % (
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
    check_equal(" event" in granum.coverage.summary(source, time), False, "no history, no events")
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
    for answered, share in (([3, 1], "sites missing over 1 of 2 triangles;"),
                            ([2, 1], "no triangle lacks sites;")):
        floor = filters.made(corners, {"structure_id": numpy.ones(2, "i4"),
                                       "audit_answered": numpy.array(answered, "i4")},
                             polygons=[[0, 1, 2], [0, 2, 3]])
        grains = filters.made(numpy.zeros((0, 3)), {})
        sites = filters.made(corners, {"structure_id": numpy.ones(4, "i4")})
        said = granum.coverage.summary(simple.Coverage(Structures=floor, Grains=grains, Sites=sites), 0)
        check(said.startswith("structure 1: " + share), said)


def main():
    check_made()
    check_old()
    check_result(sys.argv[1])
    check_lacking(sys.argv[2])
    check_bare(sys.argv[3])
    report()


main()
