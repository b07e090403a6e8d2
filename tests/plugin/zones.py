"""Material points and zones of a result are the numbers of the file; they are drawn as boxes and in
three colours.

    zones.py DIRECTORY SPACE PLANE WITHOUT     (in an X session)
"""

import os
import sys

import h5py
import numpy
from paraview import simple

import images
import reading
from checks import check, check_array, check_equal, report

GRAINS, POINTS, ZONES = 0, 8, 9


def check_points(reader, f, thickness):
    group = f["granum/points"]
    for frame, time in enumerate(reader.TimestepValues):
        what = "points, frame %d" % frame
        first, n = group["Steps/PointOffsets"][frame], group["NumberOfPoints"][frame]
        data = reading.fetch(reader, POINTS, time)
        check_array(reading.points(data), group["Points"][first:first + n], what + ": places")
        found = reading.arrays(data.GetPointData())
        for name in group["PointData"]:
            check_array(found[name], group["PointData"][name][first:first + n], what + ": " + name)
        volume = group["PointData/volume"][first:first + n].astype(float)
        size = numpy.sqrt(volume / thickness) if thickness else numpy.cbrt(volume)
        check_array(found["size"], size, what + ": size", 1e-12)


def check_zones(reader, f, flat):
    group = f["granum/zones"]
    nx, ny, nz = group["cells"][0]
    origin, spacing = group["origin"][0], group["spacing"][0]
    for frame, time in enumerate(reader.TimestepValues):
        what = "zones, frame %d" % frame
        values = {name: group[name][frame].reshape(nz, ny, nx) for name in ("zone", "packing", "distance")}
        k, j, i = numpy.nonzero((values["zone"] > 0) | (values["packing"] > 0))
        data = reading.fetch(reader, ZONES, time)
        found = reading.arrays(data.GetCellData())
        for name, rows in values.items():
            check_array(found[name], rows[k, j, i].astype(found[name].dtype), what + ": " + name)
        low = origin + spacing * numpy.stack([i, j, k], 1)
        boxes = numpy.array([data.GetCell(c).GetBounds() for c in range(data.GetNumberOfCells())])
        high = low + spacing
        if flat:
            low[:, 2] = high[:, 2] = 0.0
        check_array(boxes[:, ::2], low, what + ": low corners", 1e-12)
        check_array(boxes[:, 1::2], high, what + ": high corners", 1e-12)
        check_equal(len(numpy.unique(reading.points(data), axis=0)), data.GetNumberOfPoints(),
                    what + ": corners are shared")


def check_views(path, directory, flat):
    import granum

    scene = simple.GetAnimationScene()
    view = simple.CreateView("RenderView")
    view.ViewSize = [600, 450]
    reader = reading.open_result(path)
    view.ViewTime = reader.TimestepValues[0]
    points = simple.Show(simple.OutputPort(reader, "Material Points"), view)
    simple.Render(view)  # no point yet
    view.ViewTime = scene.AnimationTime = reader.TimestepValues[2]
    simple.Render(view)
    check_equal((points.Representation, points.ScaleFactor), ("3D Glyphs", 1.0), "points are drawn as")
    check_equal(list(points.ColorArrayName), ["POINTS", "pressure"], "points are coloured by")
    with h5py.File(path) as f:
        most = f["granum/points/PointData/pressure"][:].max()
    check(abs(simple.GetColorTransferFunction("pressure").RGBPoints[-4] - most) < 1e-5 * most,
          "up to the largest pressure of all frames")
    simple.Delete(view)
    view = simple.CreateView("RenderView")
    view.ViewSize = [600, 450]
    view.ViewTime = reader.TimestepValues[2]
    shown = granum.show_zones(reader, view)
    check_equal(list(shown.grains.ColorArrayName), ["POINTS", "weight"], "grains are coloured by")
    check_equal(list(shown.zones.ColorArrayName), ["CELLS", "zone"], "zones are coloured by")
    table = simple.GetColorTransferFunction("zone")
    check_equal(list(table.Annotations), ["0", "discrete", "1", "coupling", "2", "continuum"], "names")
    check_equal(len(shown.bars), 3, "bars")
    file = os.path.join(directory, "zones%d.png" % flat)
    simple.SaveScreenshot(file, view, ImageResolution=[600, 450])
    image = images.read(file)
    for name, color in (("discrete", [214, 94, 0]), ("coupling", [242, 217, 89]),
                        ("continuum", [0, 115, 179])):
        near = (abs(image - numpy.array(color)).max(axis=2) < 30).mean()
        print("%s: %.4f of the picture" % (name, near))
        check(not flat or near > 0.003, "the zone %s is seen: %g" % (name, near))
    simple.Delete(view)


def check_without(path):
    reader = reading.open_result(path)
    for port in (POINTS, ZONES):
        data = reading.fetch(reader, port, reader.TimestepValues[-1])
        check_equal(data.GetNumberOfPoints(), 0, "points of port %d without a continuum" % port)


def main():
    directory, space, plane, without = sys.argv[1:5]
    for path, flat in ((space, 0), (plane, 1)):
        reader = reading.open_result(path)
        with h5py.File(path, "r") as f:
            check_points(reader, f, 0.02 if flat else None)
            check_zones(reader, f, flat)
        check_views(path, directory, flat)
    check_without(without)
    report()


main()
