"""Virtual Particle Shell: the cut, the error of virtual particles, the stencil of a grain.

    virtual_particle_shell.py RESULT LACKING    (of tests/sites.yaml; a drum with a coarse lattice)

The half-Taylor trilinear interpolation of the solver, over the eight corners of the cell of a
grain, gives the distance that the solver wrote for the grain.
"""

import os
import re
import sys

import numpy
from paraview import simple

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import filters
import reading
import triangles
from checks import check, check_array, check_equal, report
from result import Result


def shell(source, time):
    data = filters.output(source, time)
    return reading.points(data).astype("f8").reshape(-1, 3), reading.arrays(data.GetPointData())


def check_cuts(source, result, frame, time):
    points, sites = result.sites(frame)
    middle = numpy.median(points, axis=0)
    normal = numpy.array([0.3, -0.8, 0.5])
    d = sites["distance"]
    low, high = numpy.quantile(d, [0.2, 0.7]).astype("f8")
    some = int(sites["structure_id"][0])
    for what, keep, settings in (
            ("all", d == d, {}),
            ("distance", (d >= low) & (d <= high), {"LimitDistance": 1, "DistanceRange": [low, high]}),
            ("plane", ~((points - middle) @ normal > 0),
             {"Cut": 1, "CutOrigin": list(middle), "CutNormal": list(normal)}),
            ("structure", sites["structure_id"] == some, {"Structure": some}),
            ("patch", sites["patch"] == 0, {"Patch": 0})):
        for name, value in settings.items():
            setattr(source, name, value)
        found, arrays = shell(source, time)
        check(abs(len(found) - keep.sum()) <= (1 if what == "distance" else 0),
              "%s: %d sites, not %d" % (what, len(found), keep.sum()))
        if len(found) == keep.sum():
            check_array(found, points[keep], what + ": points", 1e-14)
            check_array(arrays["distance"], d[keep], what + ": distance")
        for name in settings:
            setattr(source, name, {"LimitDistance": 0, "Cut": 0, "Structure": -1,
                                   "Patch": -1}.get(name, getattr(source, name)))
    return len(points)


def check_error(source, reader, time):
    surface = reading.fetch(reader, 2, time)
    arrays = reading.arrays(surface.GetCellData())
    owner = list(zip(arrays["structure_id"], arrays["patch"]))
    corners, cells = reading.points(surface), reading.cells(surface.GetPolys())
    points, sites = shell(source, time)
    worst = 0.0
    both = numpy.stack([sites["structure_id"], sites["patch"]], axis=1)
    for s, p in numpy.unique(both, axis=0).tolist():
        mesh = numpy.array([corners[c] for c, o in zip(cells, owner) if o == (s, p)])
        rows = numpy.flatnonzero((both == (s, p)).all(axis=1))[::211]
        exact = triangles.distances(points[rows], mesh)
        expected = numpy.abs(sites["distance"][rows].astype("f8")) - exact
        check(numpy.abs(sites["error"][rows] - expected).max() < 1e-9, "error, patch %d.%d" % (s, p))
        worst = max(worst, (numpy.abs(sites["error"]) / sites["spacing"]).max())
    check(worst < 1e-5, "sites err by %g spacings" % worst)
    return worst


def check_nearest(source, reader, result, frame, time):
    """Without Overlaps a site is kept where its patch is the nearest, judged by all
    triangles of its structure; of several in one place one."""
    all_points, all_sites = result.sites(frame)
    source.Overlaps = 0
    points, sites = shell(source, time)
    source.Overlaps = 1
    surface = reading.fetch(reader, 2, time)
    owner = reading.arrays(surface.GetCellData())["structure_id"]
    corners, cells = reading.points(surface), reading.cells(surface.GetPolys())
    kept = {tuple(x) for x in points.round(8)}
    check_equal(len(kept), len(points), "one site of each place")
    for s in numpy.unique(sites["structure_id"]).tolist():
        mesh = numpy.array([corners[c] for c, o in zip(cells, owner) if o == s])
        rows = numpy.flatnonzero(all_sites["structure_id"] == s)[::173]
        beyond = numpy.abs(all_sites["distance"][rows].astype("f8")) - triangles.distances(
            all_points[rows], mesh)
        beyond /= all_sites["spacing"][rows]
        shown = numpy.array([tuple(x) in kept for x in all_points[rows].round(8)])
        check(shown[beyond < 1e-4].all(), "structure %d: sites of the nearest patch" % s)
        rows = numpy.flatnonzero(sites["structure_id"] == s)[::97]
        worst = (numpy.abs(sites["distance"][rows].astype("f8")) - triangles.distances(
            points[rows], mesh)).max() / sites["spacing"][rows[0]]
        check(worst < 2e-3, "structure %d: another patch is nearer by %g spacings" % (s, worst))
    check(len(points) < 0.8 * len(all_points), "patches overlap")
    return len(points)


def served(points, sites, rotation, centre):
    """Distance from the corners, as sdf/interpolate.h says."""
    spacing = float(sites["spacing"][0])
    arm = centre - points
    u = numpy.abs(arm @ rotation) / spacing
    weight = numpy.prod(1 - u, axis=1)
    check(abs(weight.sum() - 1) < 1e-4, "weights of the corners: %g" % weight.sum())
    offer = sites["distance"] + 0.5 * (sites["normal"] * arm).sum(axis=1)
    return (weight * offer).sum()


ANSWERS = {-1: "no structure in range", 0: "distance from a primitive",
           1: "distance from virtual particles",
           2: "distance from triangles: virtual particles inaccurate",
           3: "distance from triangles: virtual particles missing",
           4: "no distance: virtual particles missing",
           5: "distance from virtual particles that know the edge"}


def words(data):
    return data.GetFieldData().GetAbstractArray("answer").GetValue(0)


def check_served(arrays, structure, patch, what):
    """1 for the stencil of that patch (None: of no patch), 0 for others, -1 beside them."""
    mine = (arrays["structure_id"] == structure) & (arrays["patch"] == patch)
    expected = numpy.where(arrays["stencil"] == 0, -1, mine if patch is not None else 0)
    check_equal(arrays["served"].tolist(), expected.astype(int).tolist(), what + ": served")
    size = numpy.choose(arrays["served"] + 1, [0.12, 0.4, 0.5]) * arrays["spacing"]
    check_array(arrays["size"], size, what + ": size", 1e-12)
    check(bool((numpy.diff(arrays["served"]) >= 0).all()), what + ": what serves is drawn last")
    if patch is not None:
        check_equal((arrays["served"] == 1).sum(), 8, what + ": eight sites")


def check_stencils(source, result, frame, time):
    centres, grains = result.grains(frame)
    q = result.data["granum/poses/quaternion"][frame]
    asked, worst = 0, 0.0
    whole = grains["site_count"] == 8
    some = [numpy.flatnonzero(whole & (grains["answered"] == told))[:3] for told in (1, 2)]
    for row in numpy.concatenate(some):
        source.GrainId = int(grains["id"][row])
        s = int(grains["structure_id"][row])
        data = filters.output(source, time, 1)
        arrays = reading.arrays(data.GetPointData())
        points = reading.points(data).astype("f8")
        centre = centres[row].astype("f8")
        grain = filters.output(source, time, 2)
        check_array(reading.points(grain), centre[None], "the picked grain", 1e-14)
        check_equal(reading.arrays(grain.GetPointData())["id"].tolist(), [source.GrainId], "its id")
        check_array(filters.fields(data)["grain_centre"], centre[None], "centre", 1e-14)
        check_array(arrays["away"], numpy.linalg.norm(points - centre, axis=1), "away", 1e-9)
        w, axis = q[s, 0], q[s, 1:]
        rotation = numpy.stack([e + 2 * w * numpy.cross(axis, e)
                                + 2 * numpy.cross(axis, numpy.cross(axis, e))
                                for e in numpy.eye(3)], 1)
        source.Interpolation, source.BallReach = "Ball", 1.75
        ball = reading.arrays(filters.output(source, time, 1).GetPointData())
        check_array(ball["stencil"], (ball["away"] < 1.75 * ball["spacing"]).astype("i4"),
                    "sites within the ball")
        source.Interpolation = "Cell"
        told = int(grains["answered"][row])
        check_equal(filters.fields(data)["answered"].tolist(), [told], "who answered")
        check_equal(words(data), ANSWERS[told], "who answered, in words")
        if told != 1:
            check_served(arrays, s, None, "grain %d, told by %d" % (source.GrainId, told))
            continue
        nearest = []
        mine = (arrays["stencil"] == 1) & (arrays["structure_id"] == s)
        for patch in numpy.unique(arrays["patch"][mine]):
            of = mine & (arrays["patch"] == patch)
            if of.sum() == 8:
                nearest.append((served(points[of], {k: v[of] for k, v in arrays.items()},
                                       rotation, centre), patch))
        if not check(nearest, "grain %d: eight corners" % grains["id"][row]):
            continue
        off, patch = min((abs(d - grains["structure_distance"][row]), p) for d, p in nearest)
        check_served(arrays, s, patch, "grain %d, told by sites" % source.GrainId)
        worst = max(worst, off / arrays["spacing"].max())
        asked += 1
    # Centres, sites and normals in single precision: a few 2^-24 of some cm, in mm.
    check(worst < 1e-4, "corners give another distance: %g spacings" % worst)
    return asked, worst


def check_made():
    """A grain in a cell of two patches, of which the second is the nearer, whoever answers."""
    corners = numpy.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)], "f8")
    places = numpy.concatenate([corners, corners, [[2.0, 0.0, 0.0]]])
    patch = numpy.array(8 * [0] + 8 * [1] + [1], "i4")
    height = numpy.where(patch == 0, 1.5, 1.0) + places[:, 2]
    sites = filters.made(places, {
        "distance": height, "normal": numpy.tile([0.0, 0.0, 1.0], (17, 1)),
        "spacing": numpy.ones(17), "structure_id": numpy.full(17, 3, "i4"), "patch": patch})
    answered = numpy.array([-1, 0, 1, 2, 3, 4, 5], "i4")
    grains = {"id": numpy.arange(7), "radius": numpy.full(7, 1.6),
              "structure_id": numpy.where(answered < 0, -1, 3).astype("i4"),
              "structure_distance": numpy.where(answered < 0, numpy.nan, 1.25),
              "answered": answered}
    centres = numpy.tile([0.25, 0.5, 0.25], (7, 1))
    source = simple.VirtualParticleShell(Sites=sites, Grains=filters.made(centres, grains))
    for id_, told in enumerate(answered.tolist()):
        source.GrainId = id_
        data = filters.output(source, 0, 1)
        arrays = reading.arrays(data.GetPointData())
        check_equal(words(data), ANSWERS[told], "told by %d, in words" % told)
        check_served(arrays, 3, 1 if told in (1, 5) else None, "made, told by %d" % told)
        check_equal(int(arrays["stencil"].sum()), 16, "two stencils")
    del grains["answered"]
    old = simple.VirtualParticleShell(Sites=sites, Grains=filters.made(centres, grains))
    old.GrainId = 2
    data = filters.output(old, 0, 1)
    check_served(reading.arrays(data.GetPointData()), 3, None, "an older result")
    check_equal(words(data), "the result does not contain the source of the distance", "an older result, in words")


def check_cell(centre, rotation, spacing, sites, cubes, what):
    """The corners of one patch that have a site, and the cubes, are the corners of one cell around
    the centre, each once; there is no site in a cube."""
    corners = numpy.concatenate([sites, cubes])
    along = (corners - centre) @ rotation / spacing
    check_equal(len(corners), 8, what + ": corners")
    check(bool((numpy.abs(along) < 1 + 1e-3).all()), what + ": around the centre")
    steps = numpy.rint(along - along[0]).astype(int)
    check(numpy.abs(along - along[0] - steps).max() < 1e-3, what + ": whole steps apart")
    check_equal(len({tuple(s) for s in steps}), len(corners), what + ": each once")


def check_lacking(path):
    """The missing corners of every incomplete grain, by patch, as the solver counted them."""
    result = Result(path)
    source = simple.VirtualParticleShell(Sites=reading.open_result(path))
    seen = 0
    for frame in range(len(result.times))[-3:]:
        time = result.times[frame]
        centres, grains = result.grains(frame)
        near = (grains["structure_id"] == 1) & (grains["structure_distance"] <= grains["radius"])
        expected = sorted(grains["id"][near & (grains["site_count"] < 8)].tolist())
        source.GrainId = -1
        source.UpdatePipeline(time)
        source.UpdatePropertyInformation()
        check_equal(sorted(source.GetProperty("IncompleteIds")), expected, "frame %d: ids" % frame)
        said = filters.output(source, time, 4).GetColumnByName("summary").GetValue(0)
        check_equal(said, "no grain is picked;\n%d grains have an incomplete stencil at this time"
                    % len(expected), "frame %d: nobody is picked" % frame)
        for id_ in expected:
            what = "frame %d, grain %d" % (frame, id_)
            source.GrainId = id_
            row = numpy.flatnonzero(grains["id"] == id_)[0]
            said = filters.output(source, time, 4).GetColumnByName("summary").GetValue(0)
            lacks = re.findall(r"patch (\d+) lacks (\d)", said)
            check_equal(len(lacks), int(grains["unsupported"][row]), what + ": patches, " + said)
            check(said.startswith("grain %d at lifters: %d of 8 virtual particles; patch" % (
                id_, 8 - max(int(n) for _, n in lacks))), what + ": " + said)
            check("triangles: virtual particles missing" in said and "red cubes" in said, said)
            drawn = filters.output(source, time, 3)
            of = reading.arrays(drawn.GetCellData())
            check(bool((of["structure_id"] == 1).all()), what + ": structure")
            cubes = reading.points(drawn).astype("f8").reshape(-1, 24, 3).mean(axis=1)
            stencil = filters.output(source, time, 1)
            arrays = reading.arrays(stencil.GetPointData())
            rotation = filters.fields(stencil)["rotation"][1].reshape(3, 3)
            places = reading.points(stencil).astype("f8")
            for patch, count in lacks:
                mine = cubes[of["patch"][::12] == int(patch)]
                check_equal(len(mine), int(count), what + ": cubes of patch " + patch)
                corner = (arrays["stencil"] == 1) & (arrays["patch"] == int(patch))
                check_cell(centres[row].astype("f8"), rotation, arrays["spacing"][0],
                           places[corner], mine, what + ", patch " + patch)
            seen += 1
    check(seen > 2, "incomplete grains: %d" % seen)
    print("%s: the missing corners of %d grains" % (path, seen))


def main():
    check_made()
    check_lacking(sys.argv[2])
    result = Result(sys.argv[1])
    reader = reading.open_result(sys.argv[1])
    source = simple.VirtualParticleShell(Sites=filters.port(reader, "Virtual Particles"),
                                         Grains=filters.port(reader, "Grains"))
    checked = simple.VirtualParticleShell(Sites=filters.port(reader, "Virtual Particles"),
                                          Structures=filters.port(reader, "Structures"))
    filters.check_panel(source)
    filters.check_detaches(source, result.times[0], "Grains", 1)
    filters.check_detaches(checked, result.times[0], "Structures", 2)
    for one in (source, checked):
        check_equal(one.Overlaps, 0, "overlaps by default")
        one.Overlaps = 1
    checked.Error = 1
    asked = 0
    for frame in (len(result.times) - 1,):
        time = result.times[frame]
        count = check_cuts(source, result, frame, time)
        alone = check_nearest(checked, reader, result, frame, time)
        worst = check_error(checked, reader, time)
        some, off = check_stencils(source, result, frame, time)
        asked += some
        print("frame %d: %d sites, %d of the nearest patch, err by %.2g spacings; the corners of %d grains give their "
              "distance to %.2g spacings" % (frame, count, alone, worst, some, off))
    check(asked > 0, "grains were asked")
    source.GrainId = 10 ** 9
    check_equal(filters.output(source, time, 1).GetNumberOfPoints(), 0, "no such grain")
    empty = simple.VirtualParticleShell(Sites=filters.made(numpy.zeros((0, 3)), {}))
    check_equal(filters.output(empty, 0).GetNumberOfPoints(), 0, "no sites")
    report()


main()
