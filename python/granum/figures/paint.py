"""Draws pictures of a result in pvpython, for granum.figures.scenes; nothing but the scene is in them.

    pvpython --force-offscreen-rendering -m granum.figures.paint JOB.json

Ruler, time, gravity and colour bar are drawn over them by Matplotlib (granum.figures.views)."""

import json
import os
import sys

POINTS = 8  # port of the reader: material points
LIMITS = 0.42, 1.6  # height over width, where the height is free


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def corners(reader):
    """Corners of the boxes around grains and bodies, their size included, and structures, at the time
    of the reader."""
    from granum import display

    return (display.corners_of(reader.GetDataInformation(display.GRAINS), display.largest_radius(reader))
            + display.corners_of(reader.GetDataInformation(display.BODIES), display.largest_body(reader))
            + display.corners_of(reader.GetDataInformation(POINTS), 0.0)
            + display.corners_of(reader.GetDataInformation(display.STRUCTURES), 0.0))


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
    """(low, high) of an array of grains, bodies and material points, of a vector's magnitude from 0; None without any."""
    from granum import display

    ranges = []
    for port in (display.GRAINS, display.BODIES, POINTS):
        points = reader.GetDataInformation(port).GetPointDataInformation()
        found = points.GetArrayInformation(array)
        if found is not None:
            vector = found.GetNumberOfComponents() > 1
            low, high = found.GetComponentRange(-1 if vector else 0)
            ranges += [(0.0 if vector else low, high)] * (low <= high)
    return (min(r[0] for r in ranges), max(r[1] for r in ranges)) if ranges else None


def survey(reader, array, times):
    """Corners of all frames, and the range of the array in them."""
    points, ranges = [], []
    for time in times:
        reader.UpdatePipeline(time)
        points += corners(reader)
        ranges.append(range_of(reader, array) if array else None)
    ranges = [one for one in ranges if one]
    if not points:
        sys.exit("the result holds no grain and no structure that could be drawn")
    if not ranges:
        return points, (0.0, 1.0)
    return points, (min(low for low, _ in ranges), max(high for _, high in ranges))


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


def draw(job):
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
    points, found = survey(reader, array, times)
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
    for time, picture in zip(times, job["pictures"]):
        scene.AnimationTime = view.ViewTime = time
        simple.Render(view)
        simple.SaveScreenshot(picture, view, ImageResolution=size)
        if not os.path.isfile(picture):
            sys.exit("the picture '%s' could not be written" % picture)
    pixel = 2 * view.CameraParallelScale / size[1]
    return {"pixel": pixel, "size": size, "low": low, "high": high,
            "title": display.titled(reader, array) if array and array != "axis" else ""}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        job = json.load(file)
    try:
        answer = draw(job)
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        sys.exit(str(error))
    # Last, as its presence says that all pictures are there.
    with open(os.path.join(os.path.dirname(sys.argv[1]), "answer.json"), "w",
              encoding="utf-8") as file:
        json.dump(answer, file)


if __name__ == "__main__":
    main()
