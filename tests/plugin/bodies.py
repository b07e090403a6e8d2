"""Bodies are where the file has them, drawn with their own shapes; contacts between structures are
in the filters.

    bodies.py DIRECTORY BODIES COPIES SCENE     (in an X session)

The numbers are compared with h5py and NumPy, the picture of the instanced shapes with one of the
same shapes placed by NumPy.
"""

import os
import sys

import h5py
import numpy
from paraview import simple
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData

import filters
import images
import reading
from checks import check, check_array, check_equal, report
from made_bodies import CLUMP_AXIS, MEMBERS, SHAPE_AXIS, SHAPES
from result import Result

BODIES, CLUMPS, TABLE = 5, 6, 7
POSE = 1e-6  # of a point of a body, over the size of the scene


def rotations(q):
    """[n, 3, 3] of quaternions w x y z."""
    w, x, y, z = numpy.asarray(q, float).T
    rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    return numpy.moveaxis(numpy.array(rows), 2, 0)


class File:
    def __init__(self, path):
        self.file = h5py.File(path, "r")

    def rows(self, group, frame):
        """Points and {name: rows} of a group in a frame."""
        g = self.file["granum"][group]
        first, n = g["Steps/PointOffsets"][frame], g["NumberOfPoints"][frame]
        return (g["Points"][first:first + n],
                {name: g["PointData"][name][first:first + n] for name in g["PointData"]})


def posed(data, table):
    """Corners [n, 3] of the polygons of all bodies in the world, by NumPy."""
    rows = reading.arrays(data.GetPointData())
    centre, turn = reading.points(data).astype(float), rotations(rows["orientation"])
    out = []
    for i in range(len(centre)):
        block = table.GetBlock(int(rows["shape"][i]))
        corners = reading.points(block).astype(float)
        out.append([centre[i] + rows["scale"][i] * corners[cell] @ turn[i].T
                    for cell in reading.cells(block.GetPolys())])
    return out


def check_table(table):
    check_equal(table.GetNumberOfBlocks(), len(SHAPES) + len(CLUMP_AXIS), "blocks of the table")
    for s, (name, (corners, faces)) in enumerate(SHAPES):
        block = table.GetBlock(s)
        found = [reading.points(block)[cell] for cell in reading.cells(block.GetPolys())]
        check_equal([len(f) for f in found], [len(f) for f in faces], name + ": corners")
        check_array(numpy.concatenate(found), numpy.concatenate([corners[f] for f in faces]),
                    name + ": corners")
        check(block.GetPointData().GetNormals() is not None, name + " has normals")
    for s in range(len(CLUMP_AXIS)):
        block = table.GetBlock(len(SHAPES) + s)
        points, normals = reading.points(block), reading.arrays(block.GetPointData())["Normals"]
        own = [(numpy.array(c), r) for k, c, r in MEMBERS if k == s]
        away = numpy.min([abs(numpy.linalg.norm(points - c, axis=1) - r) for c, r in own], axis=0)
        check(away.max() < 1e-12, "points of clump %d are on its spheres: %g" % (s, away.max()))
        check(abs(numpy.linalg.norm(normals, axis=1) - 1).max() < 1e-6, "normals of a clump")


def check_rows(reader, path):
    file = File(path)
    for frame, time in enumerate(reader.TimestepValues):
        for port, group, first, axes in ((BODIES, "bodies", 0, SHAPE_AXIS),
                                         (CLUMPS, "clumps", len(SHAPES), CLUMP_AXIS)):
            what = "%s, frame %d" % (group, frame)
            data = reading.fetch(reader, port, time)
            points, expected = file.rows(group, frame)
            check_array(reading.points(data), points, what + ": centres")
            found = reading.arrays(data.GetPointData())
            expected["shape"] = expected["shape"] + first
            for name, rows in expected.items():
                check_array(found[name], rows, what + ": " + name)
            check_array(found["scale"], expected.get("scale", numpy.ones(len(points))), what + ": scale")
            if len(points) == 0:
                continue
            own = numpy.array(axes, float)[expected["shape"] - first]
            world = numpy.einsum("nij,nj->ni", rotations(expected["orientation"]), own)
            world[world[:, 2] < 0] *= -1
            check_array(found["axis"], world, what + ": axis", 1e-12)
            some = numpy.linalg.norm(own, axis=1) > 0
            tilt = numpy.where(some, numpy.arccos(numpy.clip(world[:, 2], -1, 1)), numpy.nan)
            check_array(found["tilt"], tilt, what + ": tilt", 1e-7)
            check(abs(found["axis_color"][some] - 255 * abs(world[some])).max() <= 0.5 + 1e-9,
                  what + ": colour of the axis")
            units = reading.array_units(data.GetPointData())
            check_equal([units[n] for n in ("velocity", "tilt", "force")], ["m/s", "rad", "N"],
                        what + ": units")
            check_equal(reading.texts(data, "shapes"), ["rod", "cube", "lens", "pair", "pill"],
                        what + ": names")


def surface(cells):
    """A trivial producer of polygons given by their corners."""
    points, polygons = vtkPoints(), vtkCellArray()
    corners = numpy.concatenate([c for body in cells for c in body])
    points.SetData(numpy_to_vtk(corners, deep=1))
    first = 0
    for body in cells:
        for cell in body:
            polygons.InsertNextCell(len(cell))
            for i in range(len(cell)):
                polygons.InsertCellPoint(first + i)
            first += len(cell)
    data = vtkPolyData()
    data.SetPoints(points)
    data.SetPolys(polygons)
    source = simple.TrivialProducer()
    source.GetClientSideObject().SetOutput(data)
    return source


def picture(view, path):
    simple.Render(view)
    simple.SaveScreenshot(path, view, ImageResolution=[600, 450])
    return images.read(path)


def new_view(time):
    view = simple.CreateView("RenderView")
    view.ViewSize = [600, 450]
    view.ViewTime = time
    view.OrientationAxesVisibility = 0
    view.UseColorPaletteForBackground, view.Background = 0, [1, 1, 1]
    view.CameraPosition, view.CameraFocalPoint = [0.9, -1.6, 0.9], [0, 0, 0.3]
    view.CameraViewUp, view.CameraParallelProjection, view.CameraParallelScale = [0, 0, 1], 1, 0.45
    return view


def check_picture(reader, directory):
    """The silhouettes of the instanced shapes are those of the shapes placed by NumPy."""
    time = reader.TimestepValues[2]
    table = reading.fetch(reader, TABLE, time)
    for port, least in ((BODIES, 0.01), (CLUMPS, 0.004)):
        view = new_view(time)
        shown = simple.Show(simple.OutputPort(reader, port), view)
        check_equal(shown.Representation, "Bodies", "bodies are drawn as")
        check_equal(list(shown.ColorArrayName), ["POINTS", "velocity"], "bodies are coloured by")
        drawn = picture(view, os.path.join(directory, "bodies%d.png" % port))
        simple.Delete(view)
        view = new_view(time)
        data = reading.fetch(reader, port, time)
        simple.Show(surface(posed(data, table)), view).DiffuseColor = [0.2, 0.2, 0.4]
        expected = picture(view, os.path.join(directory, "posed%d.png" % port))
        simple.Delete(view)
        here, there = (~images.background(i, [255, 255, 255]) for i in (drawn, expected))
        apart = images.share(here != there) / images.share(there)
        colours = len(numpy.unique(drawn[here].reshape(-1, 3) // 16, axis=0))
        print("port %d: %.4f of the picture, %.5f of it apart, %d colours"
              % (port, images.share(there), apart, colours))
        check(images.share(there) > least, "bodies are seen: %g" % images.share(there))
        check(apart < 0.001, "the silhouette of port %d is apart by %g" % (port, apart))
        check(colours > 8, "bodies are coloured: %d" % colours)


def check_first_picture(path, directory):
    """From a frame without bodies on, without a click; magnified they are larger."""
    reader = reading.open_result(path)
    view = new_view(reader.TimestepValues[0])
    shown = simple.Show(simple.OutputPort(reader, "Bodies"), view)
    simple.Render(view)
    check_equal(reading.fetch(reader, BODIES, reader.TimestepValues[0]).GetNumberOfPoints(), 0,
                "bodies at first")
    view.ViewTime = reader.TimestepValues[2]
    file = os.path.join(directory, "first.png")
    seen = [images.share(~images.background(picture(view, file), [255, 255, 255]))]
    shown.Magnification = 2.0
    seen.append(images.share(~images.background(picture(view, file), [255, 255, 255])))
    print("seen %s" % seen)
    check(seen[0] > 0.004 and seen[1] > 1.8 * seen[0], "bodies are seen, and larger: %s" % seen)
    check_equal(list(shown.ColorArrayName), ["POINTS", "velocity"], "bodies are coloured by")
    points = simple.GetColorTransferFunction("velocity").RGBPoints
    top = Result(path).usual_speed()
    check(abs(points[-4] / top - 1) < 1e-5, "range of velocity to %g, not %g" % (points[-4], top))
    simple.Delete(view)


def check_meeting(reader, path):
    """A block that stands on the floor: one contact of kind 2."""
    time = reader.TimestepValues[2]
    found = reading.arrays(reading.fetch(reader, 1, time).GetCellData())
    check_equal(list(found["kind"]), [2, 0, 0, 0, 1, 1], "kinds")
    check_equal((list(found["structure_a"][:1]), list(found["structure_id"][:1])), ([1], [0]), "the two")
    ends = reading.points(reading.fetch(reader, 1, time)).reshape(-1, 2, 3)
    check_array(found["point"][0], ends[0, 1], "its point is the centre of pressure")
    force = found["force_normal"]

    def network(**options):
        made = simple.ContactNetwork(Contacts=reader, Grains=reader, Shape="Lines", HideImages=0,
                                     **options)
        data = filters.output(made, time)
        cells = reading.arrays(data.GetCellData())
        return data.GetNumberOfLines(), cells, data.GetFieldData().GetArray("mean_force").GetValue(0)

    lines, cells, mean = network()
    check_equal(lines, 6, "lines of all kinds")
    check(abs(mean / force[1:][force[1:] > 0].mean() - 1) < 1e-6, "mean without the block: %g" % mean)
    check_array(cells["force_ratio"], force / mean, "force_ratio", 1e-6)
    lines, cells, mean = network(Kind="Structure on structure")
    check_equal(lines, 1, "lines between structures")
    check(abs(mean / force[0] - 1) < 1e-6, "their mean: %g" % mean)
    check_equal(network(Structure="block")[0], 1, "lines of the block")
    check_equal(network(Structure="floor")[0], 3, "lines of the floor")
    check(network(Part="Force chains")[0] <= 3, "force chains have grains only")

    made = simple.ForceStatistics(Contacts=reader, Grains=reader, Kind="Structure on structure")
    distribution = reading.arrays(filters.output(made, time, 0).GetRowData())
    check_equal(sorted(set(distribution) - {"force_ratio", "contacts", "probability_density"}),
                ["grain_on_grain", "grain_on_structure", "structure_on_structure"], "distributions")
    check_equal(distribution["contacts"].sum(), 1, "contacts between structures")
    summary = reading.arrays(filters.output(made, time, 3).GetRowData())
    check_equal((summary["contacts"][0], summary["grains"][0]), (1, 6), "contacts, grains")

    load = simple.StructureLoad(Structures=filters.port(reader, "Structures"), Contacts=reader,
                                ShownStructures=[0, 1], Average="Frame shown")
    data = filters.output(load, time)
    fields = reading.arrays(data.GetFieldData())
    f = found["force"].astype(float)
    check_array(fields["structure_met_force"], [-f[0], f[0]], "forces between structures", 1e-12)
    check_array(fields["structure_force"], [-f[[0, 4, 5]].sum(0), f[0]], "forces on structures", 1e-12)
    origins = numpy.array([[0, 0, 0], [0.2, 0.2, 0.05]])
    arm = ends[0, 1].astype(float) - origins
    check_array(fields["structure_met_torque"], numpy.cross(arm, [-f[0], f[0]]), "torques", 1e-6)
    cells = reading.arrays(data.GetCellData())
    check_equal(cells["contacts"].sum(), 2, "contacts on cells are those of grains")

    def stress(contacts):
        field = simple.CoarseGrain(Grains=reader, Contacts=contacts, Density=1000.0,
                                   FitBox=0, Box=[-1, 1, -1, 1, -1, 1], Reach=0.3)
        return reading.arrays(filters.output(field, time).GetPointData())["contact_stress"]

    some = simple.Threshold(Input=filters.port(reader, "Contacts"), Scalars=["CELLS", "kind"], LowerThreshold=0,
                            UpperThreshold=1)
    check_array(stress(filters.port(reader, "Contacts")),
                stress(simple.ExtractSurface(Input=some)), "stress without the block", 1e-12)


def check_python(path):
    """granum.open has the same numbers."""
    import granum

    with granum.open(path) as result:
        frame = result[2]
        check_equal(list(frame.contacts.kind), [2, 0, 0, 0, 1, 1], "kinds of granum.open")
        check_equal(frame.contacts.unit("area"), "m2", "unit of area")


def check_show(path):
    """granum.show colours grains and bodies by one map; axis: bodies by their direction."""
    import granum
    from granum import comparing

    reader = reading.open_result(path)
    time = simple.GetAnimationScene().AnimationTime = reader.TimestepValues[2]
    shown = granum.show(reader, new_view(time))
    for display in (shown.grains, shown.bodies):
        check_equal(list(display.ColorArrayName), ["POINTS", "velocity"], "coloured by")
    top = Result(path).usual_speed()
    check(abs(simple.GetColorTransferFunction("velocity").RGBPoints[-4] - top) < 1e-5 * top,
          "the colours are those of both")
    simple.Delete(shown.view)
    shown = granum.show(reader, new_view(time), color="axis")
    check_equal((list(shown.bodies.ColorArrayName), shown.bodies.MapScalars, shown.bar),
                (["POINTS", "axis_color"], 0, None), "coloured by the axis")
    simple.Delete(shown.view)
    shown = granum.show(reader, new_view(time))
    comparing._color(shown, shown.view, "velocity", (0.0, 2.0 * top))
    check(shown.bodies.LookupTable.SMProxy is shown.grains.LookupTable.SMProxy, "compared by one map")
    simple.Delete(shown.view)


def check_without(path):
    """A result without bodies has empty ports and draws nothing."""
    reader = reading.open_result(path)
    for port, rows in ((BODIES, 0), (CLUMPS, 0), (TABLE, 0)):
        check_equal(reading.fetch(reader, port, reader.TimestepValues[-1]).GetNumberOfPoints(), rows,
                    "rows of port %d" % port)
    view = new_view(reader.TimestepValues[-1])
    shown = simple.Show(simple.OutputPort(reader, "Bodies"), view)
    simple.Render(view)
    check_equal(shown.ColorArrayName[1] or "", "", "colouring without bodies")
    simple.Delete(view)


def main():
    directory, path, copies, scene = sys.argv[1:5]
    check_first_picture(copies, directory)
    reader = reading.open_result(path)
    table = reading.fetch(reader, TABLE, reader.TimestepValues[0])
    check_table(table)
    check_rows(reader, path)
    check_picture(reader, directory)
    check_meeting(reader, path)
    check_python(path)
    check_show(copies)
    check_without(scene)
    report()


main()
