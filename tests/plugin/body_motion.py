"""Body Motion against h5py and against exact motion.

    body_motion.py BODIES       (the result of bodies.yaml)
"""

import sys

import h5py
import numpy
from paraview import simple

import filters
import reading
from checks import check, check_array, check_equal, report
from result import Result

PATHS, ARROWS, CENTRES = range(3)
KINDS = ["force", "torque", "momentum", "angular_momentum", "velocity", "angular_velocity"]
SHOWN = ["ShowForce", "ShowTorque", "ShowMomentum", "ShowAngularMomentum", "ShowVelocity",
         "ShowAngularVelocity"]
FREE = [1, 2, 3, 4, 5, 6]  # of bodies.yaml
TOPS, BALL, BLOCK, PADDLE = [1, 2, 3, 4], 5, 6, 7
G, RELEASE = 9.81, 0.05


def turned(q, v):
    """R(q) v by the matrix, which the filter does not use; q [n, 4], v [3]."""
    w, x, y, z = q.T
    rows = numpy.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
    return numpy.einsum("ijn,j->ni", rows, v)


def paths(motion, time):
    """{structure: (points, {array: rows})} of the lines, of which each structure has one."""
    data = filters.output(motion, time, PATHS)
    points, arrays = reading.points(data), reading.arrays(data.GetPointData())
    owner = reading.arrays(data.GetCellData()).get("structure_id", [])
    lines = reading.cells(data.GetLines()) if data.GetNumberOfLines() else []
    found = {}
    for s, line in zip(owner, lines):
        check(int(s) not in found, "structure %d has one line" % s)
        check((arrays["structure_id"][line] == s).all(), "points of structure %d" % s)
        found[int(s)] = points[line], {name: rows[line] for name, rows in arrays.items()}
    return found


def check_paths(motion, history, times):
    """The rows of the history up to the frame; speeds by another formula of second order."""
    check_equal(filters.output(motion, times[0], PATHS).GetNumberOfPoints(), 0, "paths at the start")
    for frame in (3, 12, len(times) - 1):
        motion.PathLength = "Up to the frame shown"
        past = history["time"] <= times[frame]
        found = paths(motion, times[frame])
        check_equal(sorted(found), FREE, "bodies with a path")
        for s, (points, arrays) in found.items():
            centre = history["structure_centre"][:, s]
            check_array(points, centre[past], "centre of %d" % s, 0)
            check_array(arrays["time"], history["time"][past], "times of %d" % s, 0)
            speed = numpy.linalg.norm(numpy.gradient(centre, history["time"], axis=0), axis=1)
            off = numpy.abs(arrays["speed"] - speed[past]).max()
            check(off <= 1e-10 * max(speed.max(), 0.1), "speed of %d: off by %g" % (s, off))
        motion.PathLength = "Whole run"
        for s, (points, _) in paths(motion, times[frame]).items():
            check_array(points, history["structure_centre"][:, s], "whole path of %d" % s, 0)
    names = filters.output(motion, times[-1], PATHS).GetCellData().GetAbstractArray("name")
    check_equal([names.GetValue(k) for k in range(names.GetNumberOfValues())],
                ["top", "top_of_quaternions", "top_of_matrices", "top_of_angles", "ball", "block"],
                "names")
    units = reading.array_units(filters.output(motion, times[-1], PATHS).GetPointData())
    check_equal(units, {"time": "s", "speed": "m/s", "structure_id": "1"}, "units")
    motion.PathLength = "Up to the frame shown"


def check_body_point(motion, reader, history, times):
    """A corner of a top: turned with it, on its surface, with the speed |w x r|."""
    motion.Track = "Body point"
    for s, corner in zip(TOPS, ([-0.055, -0.061, 0.116], [-0.015, -0.061, 0.116],
                                [0.025, -0.061, 0.116], [0.065, -0.061, 0.116])):
        motion.BodyPoint, motion.Structure = corner, s
        for frame in (7, len(times) - 1):
            past = history["time"] <= times[frame]
            found = paths(motion, times[frame])
            check_equal(list(found), [s], "the only structure")
            points, arrays = found[s]
            expected = (history["structure_position"][past, s]
                        + turned(history["structure_orientation"][past, s], numpy.array(corner)))
            check_array(points, expected, "corner of %d" % s, 1e-12)
            surface = filters.output(reader, times[frame], 2)
            mine = reading.arrays(surface.GetCellData())["structure_id"] == s
            corners = numpy.concatenate([reading.points(surface)[c] for c, own
                                         in zip(reading.cells(surface.GetPolys()), mine) if own])
            check(numpy.linalg.norm(corners - points[-1], axis=1).min() < 1e-7,
                  "the corner of %d is on the surface shown" % s)
            centre = filters.output(motion, times[frame], CENTRES)
            rows = reading.arrays(centre.GetPointData())
            check_equal(list(rows["structure_id"]), [s], "its centre")
            row = 0
            arm = points[-2] - reading.points(centre)[row]  # at rest: where the row before was
            spin = numpy.linalg.norm(numpy.cross(rows["angular_velocity"][row], arm))
            # Differences over h = 2 ms err by (w h)^2 / 6 = 0.1 %; the row is one h away.
            check(abs(arrays["speed"][-2] / spin - 1) < 0.1, "speed of the corner of %d: %g, %g" % (
                s, arrays["speed"][-2], spin))
    motion.Track, motion.Structure = "Centre of mass", "paddle"
    check_equal(list(paths(motion, times[-1])), [PADDLE], "one that no force moves, by name")
    motion.Structure = "All that forces move"


def check_exact(motion, reader, times):
    """Masses are volumes times density; the block falls freely after its release, and the tops
    keep their angular momentum."""
    found = filters.fields(filters.output(reader, times[0], 2))["structure_mass"]
    volumes = [0] + 4 * [10e-3 * 4e-3 * 16e-3] + [4 / 3 * numpy.pi * 10e-3 ** 3,
                                                  12e-3 * 12e-3 * 8e-3, 0]
    check_array(found, 7800 * numpy.array(volumes), "masses", 1e-9)
    points, arrays = paths(motion, times[-1])[BLOCK]
    t = arrays["time"] - RELEASE
    free = t > 0
    z = points[:, 2]
    start = 0.044 + 0.1 * RELEASE  # until its release it rises at 0.1 m/s
    expected = start + t[free] - 0.5 * G * t[free] ** 2
    check(numpy.abs(z[free] - expected).max() < 1e-5, "free fall: off by %g m" %
          numpy.abs(z[free] - expected).max())
    check_array(z[~free], 0.044 + 0.1 * arrays["time"][~free], "before the release", 1e-3)
    first = {}
    for time in times[::5]:
        rows = reading.arrays(filters.output(motion, time, CENTRES).GetPointData())
        for s in TOPS:
            spin = rows["angular_momentum"][list(rows["structure_id"]).index(s)]
            first.setdefault(s, spin)
            check(numpy.abs(spin - first[s]).max() < 1e-5 * numpy.linalg.norm(first[s]),
                  "angular momentum of top %d at %g s: %s, %s" % (s, time, spin, first[s]))


def expected_vectors(f, history, frame, row):
    """{kind: [S, 3]} by NumPy."""
    arm = history["structure_position"][row] - history["structure_centre"][row]
    force = history["structure_force"][row]
    mass = f["granum/scene/structure_mass"][:]
    momentum = history["structure_momentum"][row]
    with numpy.errstate(invalid="ignore", divide="ignore"):
        velocity = momentum / mass[:, None]
    return {"force": force,
            "torque": history["structure_torque"][row] + numpy.cross(arm, force),
            "momentum": momentum, "angular_momentum": history["structure_angular_momentum"][row],
            "velocity": velocity, "angular_velocity": f["granum/poses/angular_velocity"][frame]}


def check_centres(motion, f, history, times):
    hit = 0
    for frame, time in enumerate(times):
        row = numpy.flatnonzero(history["time"] == time)[0]
        data = filters.output(motion, time, CENTRES)
        arrays = reading.arrays(data.GetPointData())
        check_equal(list(arrays["structure_id"]), FREE, "bodies with a centre")
        check_array(reading.points(data), history["structure_centre"][row, FREE], "centres", 0)
        expected = expected_vectors(f, history, frame, row)
        # The block moves as prescribed before its release: it has no momentum then.
        moving = [s for s in FREE if s != BLOCK or time > RELEASE]
        for kind in KINDS:
            rows = [FREE.index(s) for s in moving] if kind == "velocity" else range(len(FREE))
            size = numpy.abs(expected[kind][moving]).max()
            check(numpy.abs(arrays[kind][list(rows)] - expected[kind][FREE][list(rows)]).max()
                  <= 1e-12 * max(size, 1e-3), "%s at %g s" % (kind, time))
        hit += numpy.linalg.norm(arrays["force"][FREE.index(BALL)]) > 0
    check(hit >= 2, "the ball has hit grains in %d frames" % hit)


def arrows(motion, time):
    """{(structure, kind): (points of the arrow, magnitude)}, and the field array `largest`."""
    data = filters.output(motion, time, ARROWS)
    points = reading.points(data)
    arrays = reading.arrays(data.GetCellData())
    found, edges = {}, {}
    for k, cell in enumerate(reading.cells(data.GetPolys()) if data.GetNumberOfPolys() else []):
        key = int(arrays["structure_id"][k]), [*KINDS, *"xyz"][arrays["arrow"][k]]
        corners, magnitude = found.setdefault(key, (set(), arrays["magnitude"][k]))
        check_equal(arrays["magnitude"][k], magnitude, "one magnitude")
        corners.update(int(c) for c in cell)
        for a, b in zip(cell, numpy.roll(cell, -1)):
            edges[(int(a), int(b))] = edges.get((int(a), int(b)), 0) + 1
    closed = all(n == 1 and edges.get((b, a)) == 1 for (a, b), n in edges.items())
    check(closed, "arrows are closed surfaces that are oriented")
    largest = filters.fields(data).get("largest")
    return {k: (points[sorted(c)], size) for k, (c, size) in found.items()}, largest


def check_shape(points, centre, way, full, what):
    """From the centre along the vector, with a head, round."""
    length = numpy.linalg.norm(way)
    axis = way / length
    along = (points - centre) @ axis
    check(abs(along.min()) < 1e-9 * full and abs(along.max() - length) < 1e-9 * full,
          "%s: from %g to %g of %g" % (what, along.min(), along.max(), length))
    tip = points[along.argmax()]
    check(numpy.abs(tip - centre - way).max() < 1e-9 * full, what + ": tip")
    off = numpy.linalg.norm(points - centre - along[:, None] * axis, axis=1)
    size = min(full, 2.5 * length)
    check_array(numpy.unique(numpy.round(off / size, 9)), numpy.array([0, 0.04, 0.1]),
                what + ": radii", 1e-6)


def radius(reader, history, time, s):
    """Of a body: its centre to the farthest corner."""
    surface = filters.output(reader, time, 2)
    mine = reading.arrays(surface.GetCellData())["structure_id"] == s
    corners = numpy.concatenate([reading.points(surface)[c] for c, own
                                 in zip(reading.cells(surface.GetPolys()), mine) if own])
    row = numpy.flatnonzero(history["time"] == time)[0]
    return numpy.linalg.norm(corners - history["structure_centre"][row, s], axis=1).max()


def check_arrows(motion, reader, f, history, times):
    motion.EachBody = motion.ShowAxes = 0
    for name in SHOWN:
        setattr(motion, name, 1)
    rows = numpy.searchsorted(history["time"], times)
    pushed = int(numpy.linalg.norm(history["structure_force"][rows, BALL], axis=1).argmax())
    for frame in (2, pushed, len(times) - 1):
        time = times[frame]
        row = numpy.flatnonzero(history["time"] == time)[0]
        expected = expected_vectors(f, history, frame, row)
        expected["velocity"][BLOCK] = f["granum/poses/velocity"][frame, BLOCK] + numpy.cross(
            expected["angular_velocity"][BLOCK],
            history["structure_centre"][row, BLOCK] - history["structure_position"][row, BLOCK])
        size = max(radius(reader, history, time, s) for s in FREE)
        found, largest = arrows(motion, time)
        arm = history["structure_position"] - history["structure_centre"]
        force = history["structure_force"]
        top = {"force": force, "momentum": history["structure_momentum"],
               "torque": history["structure_torque"] + numpy.cross(arm, force),
               "angular_momentum": history["structure_angular_momentum"]}
        for kind, all_rows in top.items():
            check_array(largest[KINDS.index(kind)],
                        numpy.linalg.norm(all_rows[:, FREE], axis=2).max(), "largest " + kind, 1e-12)
        for s in FREE:
            for k, kind in enumerate(KINDS):
                vector = expected[kind][s]
                length = numpy.linalg.norm(vector)
                if not length > 1.0001e-4 * largest[k]:
                    check((s, kind) not in found, "no arrow of %s of %d" % (kind, s))
                    continue
                if not check((s, kind) in found, "an arrow of %s of %d at %g" % (kind, s, time)):
                    continue
                points, magnitude = found[s, kind]
                check(abs(magnitude / length - 1) < 1e-9, "magnitude of %s of %d" % (kind, s))
                check_shape(points, history["structure_centre"][row, s],
                            vector * 2.5 * size / largest[k], 2.5 * size, "%s of %d" % (kind, s))
    for name, kind in zip(SHOWN, KINDS):
        for other in SHOWN:
            setattr(motion, other, int(other == name))
        check_equal({k for _, k in arrows(motion, times[pushed])[0]}, {kind}, name)
    for name in SHOWN:
        setattr(motion, name, int(name in ("ShowForce", "ShowTorque", "ShowAngularMomentum")))
    motion.EachBody = 1
    found, _ = arrows(motion, times[8])
    for s in TOPS:  # their angular momentum is always the largest
        points, _ = found[s, "angular_momentum"]
        centre = history["structure_centre"][numpy.flatnonzero(history["time"] == times[8])[0], s]
        length = numpy.linalg.norm(points - centre, axis=1).max()
        check(abs(length / (2.5 * radius(reader, history, times[8], s)) - 1) < 1e-4,
              "a scale of its own: %g" % length)


def check_axes(motion, reader, history, time):
    """Columns of the rotation matrix, a fifth longer than the body."""
    for name in SHOWN:
        setattr(motion, name, 0)
    motion.ShowAxes = 1
    found, _ = arrows(motion, time)
    check_equal(sorted(found), [(s, axis) for s in FREE for axis in "xyz"], "axes")
    row = numpy.flatnonzero(history["time"] == time)[0]
    for s in FREE:
        q, centre = history["structure_orientation"][row:row + 1, s], history["structure_centre"][row, s]
        length = 1.2 * radius(reader, history, time, s)
        for axis, unit in zip("xyz", numpy.eye(3)):
            check_shape(found[s, axis][0], centre, length * turned(q, unit)[0], 0.5 * length, "%s of %d" % (axis, s))
    motion.ShowMomentum, motion.ShowAxes = 1, 0


def check_all_structures(motion, history, times):
    """The paddle turns once a second about the axis through its middle."""
    motion.AllStructures = 1
    found = paths(motion, times[-1])
    check_equal(sorted(found), list(range(8)), "all structures")
    check(numpy.abs(found[PADDLE][0] - [-0.045, 0.045, 0.03]).max() < 1e-8, "middle of the paddle")
    check_array(found[0][0], 0 * found[0][0], "the plate rests", 0)
    motion.Track, motion.BodyPoint = "Body point", [-0.04, 0.05, 0.02]
    points, arrays = paths(motion, times[-1])[PADDLE]
    angle = numpy.pi / 4 + 2 * numpy.pi * arrays["time"]
    circle = [-0.045, 0.045] + numpy.sqrt(0.5) * 0.01 * numpy.stack(
        [numpy.cos(angle), numpy.sin(angle)], 1)
    check_array(points[:, :2], circle, "circle", 1e-9)
    motion.Track = "Centre of mass"
    check("momentum" not in {k for s, k in arrows(motion, times[8])[0] if s == PADDLE},
          "no momentum without mass")
    motion.AllStructures = 0


def main():
    bodies = sys.argv[1]
    reader = reading.open_result(bodies)
    motion = simple.BodyMotion(History=reader)  # of port 0: its helper takes the right ones
    filters.check_panel(motion)
    times = Result(bodies).times
    with h5py.File(bodies) as f:
        history = {name: data[()] for name, data in f["granum/history"].items()}
        check_paths(motion, history, times)
        check_body_point(motion, reader, history, times)
        check_exact(motion, reader, times)
        check_centres(motion, f, history, times)
        check_arrows(motion, reader, f, history, times)
        check_axes(motion, reader, history, times[8])
        check_all_structures(motion, history, times)
    report()


main()
