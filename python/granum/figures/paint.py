"""Draws pictures of a result in pvpython, for granum.figures.scenes; nothing but the scene is in them.

    pvpython --force-offscreen-rendering -m granum.figures.paint JOB.json

Ruler, time, gravity and colour bar are drawn over them by Matplotlib (granum.figures.views)."""

import json
import math
import os
import sys

POINTS = 8  # port of the reader: material points
NEAR = 0.12  # of the diagonal of the grains, how far structures are in the picture
LEAST = 0.1  # of the largest percentile of a frame
LIMITS = 0.42, 1.6  # height over width, where the height is free


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def corners(reader):
    """Corners of the boxes around grains and bodies, their size included, and material points, at the time of the
    reader, and around structures as far as they are near these: high walls leave the bed large."""
    from granum import display

    material = (display.corners_of(reader.GetDataInformation(display.GRAINS), display.largest_radius(reader))
                + display.corners_of(reader.GetDataInformation(display.BODIES), display.largest_body(reader))
                + display.corners_of(reader.GetDataInformation(POINTS), 0.0))
    around = display.corners_of(reader.GetDataInformation(display.STRUCTURES), 0.0)
    if not material:
        return around
    low, high = ([pick(point[k] for point in material) for k in range(3)] for pick in (min, max))
    margin = NEAR * math.dist(low, high)
    return material + [tuple(min(max(x, a - margin), b + margin) for x, a, b in zip(point, low, high))
                       for point in around]


def size_and_scale(job, wide, high):
    """Size in pixels and width of a pixel in m of a picture of wide x high m."""
    left, right, below, above = job["margins"]
    width, height = job["size"]
    across = max(width - left - right, 1)
    if height is None:
        least, most = (round(limit * width) for limit in LIMITS)
        height = min(max(round(high / (wide / across)) + below + above, least), most)
    upwards = max(height - below - above, 1)
    return [width, height], max(wide / across, high / upwards, 1e-12)


def look(view, job, points):
    """Place the camera so that all points are within the margins."""
    axes = job["camera"]
    spans = [[dot(axis, point) for point in points] for axis in axes]
    wide, high, deep = (max(span) - min(span) for span in spans)
    size, pixel = size_and_scale(job, wide, high)
    left, right, below, above = job["margins"]
    middle = [(min(span) + max(span)) / 2 for span in spans]
    middle[0] -= pixel * (left - right) / 2
    middle[1] -= pixel * (below - above) / 2
    centre = [sum(m * axis[k] for m, axis in zip(middle, axes)) for k in range(3)]
    view.ViewSize = size
    view.CameraParallelProjection = 1
    view.CameraViewUp = axes[1]
    view.CameraFocalPoint = centre
    view.CameraPosition = [c + 2 * (wide + high + deep) * b for c, b in zip(centre, axes[2])]
    view.CameraParallelScale = pixel * size[1] / 2


def range_of(reader, array):
    """(low, high, top) of an array of grains, bodies and material points at the time of the reader; top: of a vector
    the magnitude that a hundredth exceeds, else None.  None without any."""
    from granum import display
    from granum.arrays import numpy
    from granum.paraview import servermanager
    from paraview.vtk.util.numpy_support import vtk_to_numpy

    ranges, sizes = [], []
    for port in (display.GRAINS, display.BODIES, POINTS):
        points = reader.GetDataInformation(port).GetPointDataInformation()
        found = points.GetArrayInformation(array)
        if found is None:
            continue
        vector = found.GetNumberOfComponents() > 1
        low, high = found.GetComponentRange(-1 if vector else 0)
        ranges += [(0.0 if vector else low, high)] * (low <= high)
        if vector and low <= high:
            rows = vtk_to_numpy(servermanager.Fetch(reader, idx=port).GetPointData().GetArray(array))
            sizes.append(numpy.linalg.norm(rows.astype(float), axis=1))
    if not ranges:
        return None
    sizes = numpy.sort(numpy.concatenate(sizes)) if sizes else []
    return (min(r[0] for r in ranges), max(r[1] for r in ranges),
            float(sizes[(len(sizes) - 1) * 99 // 100]) if len(sizes) else None)


def survey(reader, array, times):
    """Corners of all frames, the range of the array in them, and whether some values are above it: as the colours of
    the plugin's displays (plugin/reader/series_range.h)."""
    points, ranges = [], []
    for time in times:
        reader.UpdatePipeline(time)
        points += corners(reader)
        ranges.append(range_of(reader, array) if array else None)
    ranges = [one for one in ranges if one]
    if not points:
        sys.exit("the result holds no grain and no structure that could be drawn")
    if not ranges:
        return points, (0.0, 1.0), False
    low, high = min(one[0] for one in ranges), max(one[1] for one in ranges)
    tops = sorted(one[2] for one in ranges if one[2] is not None)
    if tops and tops[-1] > 0:
        top = max(tops[len(tops) // 2], LEAST * tops[-1])
        return points, (0.0, top), high > top
    return points, (low, high), False


def color(simple, shown, known, array, low, high, colors):
    """Colour grains, or bodies, by an array with these colours, without a bar; uniformly if it is not
    among the names `known`."""
    if not array or array not in known:
        shown.ColorArrayName = ["POINTS", ""]
        return
    if array == "axis":
        simple.ColorBy(shown, ("POINTS", "axis_color"))
        shown.MapScalars = 0  # the array holds colours
        return
    simple.ColorBy(shown, ("POINTS", array))
    table = simple.GetColorTransferFunction(array)
    table.InterpretValuesAsCategories = 0
    table.AutomaticRescaleRangeMode = "Never"
    table.ColorSpace = "RGB"
    step = (high - low) / (len(colors) - 1)
    table.RGBPoints = [number for k, rgb in enumerate(colors) for number in (low + k * step, *rgb)]


def names_of(reader, port):
    """The names of the arrays of points of a port."""
    found = reader.GetDataInformation(port).GetPointDataInformation()
    return [found.GetArrayInformation(i).GetName() for i in range(found.GetNumberOfArrays())]


def draw(job, tell):
    """Draws the pictures, after `tell` has been called with what the pictures have in common."""
    from granum import display
    from granum.paraview import simple

    display.demand_display()
    reader = display.reader_of(job["result"])
    reader.UpdatePipelineInformation()
    known = list(reader.GetProperty("GrainArrayInfo"))[::2]
    array = job["color"]
    times = [list(reader.TimestepValues)[frame] for frame in job["frames"]]
    reader.UpdatePipeline(times[-1])
    names, of_points = names_of(reader, display.BODIES), names_of(reader, POINTS)
    if array and array not in known + names + of_points:
        sys.exit("there is no array of grains '%s' to colour by; there are: %s" % (
            array, ", ".join(sorted({*known, *names, *of_points})) or "none"))
    points, found, above = survey(reader, array, times)
    low, high = job["range"] or found
    if not high > low:
        high = low + max(abs(low), 1.0)

    view = simple.CreateView("RenderView")
    scene = simple.GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()
    scene.AnimationTime = view.ViewTime = times[0]
    grains = simple.Show(reader, view)
    bodies = simple.Show(simple.OutputPort(reader, display.BODIES), view)
    material = simple.Show(simple.OutputPort(reader, POINTS), view)
    structures = simple.Show(simple.OutputPort(reader, display.STRUCTURES), view)
    if structures.ColorArrayName[1] != "appearance":
        structures.Opacity = display.STRUCTURE_OPACITY
        structures.AmbientColor = structures.DiffuseColor = display.STRUCTURE_COLOR
    color(simple, grains, known, array, low, high, job["colors"])
    color(simple, bodies, names, array, low, high, job["colors"])
    color(simple, material, of_points, array, low, high, job["colors"])
    if display.is_flat(reader):  # behind the grains of the layer that both share
        material.Position = [0.0, 0.0, -2.0 * display.largest_radius(reader)]
    display.lighten(view)
    simple.HideUnusedScalarBars(view)
    grains.SetScalarBarVisibility(view, False)
    view.OrientationAxesVisibility = 0
    simple.Render(view)  # before the camera is placed: the first of a process moves it
    look(view, job, points)
    size = list(view.ViewSize)
    tell({"pixel": 2 * view.CameraParallelScale / size[1], "size": size, "low": low, "high": high,
          "above": above and not job["range"],
          "title": display.titled(reader, array) if array and array != "axis" else ""})
    for time, picture in zip(times, job["pictures"]):
        scene.AnimationTime = view.ViewTime = time
        simple.Render(view)
        part = picture.replace(".png", "-part.png")
        simple.SaveScreenshot(part, view, ImageResolution=size)
        if not os.path.isfile(part):
            sys.exit("the picture '%s' could not be written" % picture)
        os.replace(part, picture)  # a picture that is there is whole


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        job = json.load(file)

    def tell(answer):
        path = os.path.join(os.path.dirname(sys.argv[1]), "answer.json")
        with open(path + ".part", "w", encoding="utf-8") as file:
            json.dump(answer, file)
        os.replace(path + ".part", path)

    try:
        draw(job, tell)
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
