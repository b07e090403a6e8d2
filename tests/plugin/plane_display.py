"""The first picture of a result of two dimensions: discs, outlines, a view along -z.

    plane_display.py DIRECTORY PLANE SPACE    (in an X session)

Discs have their true size: each one's middle has its colour and its surroundings just
outside the rim have not.  The outline of every structure is on the screen where NumPy
projects it, nothing is hidden, and a result of space keeps its spheres and its camera.
"""

import os
import sys

import numpy
from paraview import simple

import images
import reading
from checks import check, check_array, check_equal, report
from result import Result

SIZE = 900
BLUE = (0, 0, 255)


def shown(path, frame):
    reader = reading.open_result(path)
    view = simple.CreateView("RenderView")
    view.ViewSize = [SIZE, SIZE]
    view.OrientationAxesVisibility = 0
    view.UseColorPaletteForBackground = 0
    view.Background = [0, 0, 1]
    view.ViewTime = reader.TimestepValues[frame]
    grains = simple.Show(reader, view)
    structures = simple.Show(simple.OutputPort(reader, 2), view)
    simple.Render(view)
    return view, grains, structures


def pixels(view, points):
    """Column and row of points of the plane, [n, 2]."""
    focus = numpy.array(view.CameraFocalPoint)[:2]
    scale = SIZE / (2 * view.CameraParallelScale)
    at = (numpy.asarray(points)[:, :2] - focus) * scale
    return numpy.stack([SIZE / 2 + at[:, 0], SIZE / 2 - at[:, 1]], 1), scale


def check_plane(path, picture):
    result = Result(path)
    frame = len(result.times) - 1
    view, grains, structures = shown(path, frame)
    check_equal((grains.Representation, grains.ShaderPreset), ("Point Gaussian", "Black-edged circle"),
                "discs are drawn as")
    check_equal((structures.Representation, structures.Opacity), ("Feature Edges", 1.0),
                "structures are drawn as")
    check_equal((view.InteractionMode, view.CameraParallelProjection), ("2D", 1), "the view")
    towards = numpy.array(view.CameraFocalPoint) - numpy.array(view.CameraPosition)
    check_array(towards / numpy.linalg.norm(towards), [0.0, 0.0, -1.0], "along -z", 1e-12)
    check_equal(list(view.CameraViewUp), [0.0, 1.0, 0.0], "upwards")

    simple.ColorBy(grains, None)
    grains.DiffuseColor = grains.AmbientColor = [1, 0, 0]
    structures.DiffuseColor = structures.AmbientColor = [0, 1, 0]
    simple.SaveScreenshot(picture, view, ImageResolution=[SIZE, SIZE])
    image = images.read(picture).astype(int)
    red = (image[..., 0] > 120) & (image[..., 1] < 100) & (image[..., 2] < 100)
    green = (image[..., 1] > 90) & (image[..., 0] < 100)

    centre, arrays = result.grains(frame)
    at, scale = pixels(view, centre)
    radius = arrays["radius"] * scale
    column, row = numpy.round(at - 0.5).astype(int).T
    check(((0 <= column) & (column < SIZE) & (0 <= row) & (row < SIZE)).all(), "all grains are seen")
    seen = red[row, column]
    check(seen.all(), "%d of %d discs have their colour in the middle" % (seen.sum(), len(seen)))
    # Their union covers what NumPy paints, rims apart, which are black or shared with lines.
    x, y = numpy.meshgrid(numpy.arange(SIZE) + 0.5, numpy.arange(SIZE) + 0.5)
    inside = numpy.zeros((SIZE, SIZE), bool)
    for (cx, cy), r in zip(at, radius):
        inside |= (x - cx) ** 2 + (y - cy) ** 2 < r ** 2
    bare = images.background(image.astype("u1"), BLUE)
    rim = 2 * numpy.pi * radius.sum()
    hidden, wide = (inside & bare).sum(), (~inside & ~bare & ~green).sum()
    check(hidden < rim / 2 and wide < rim / 2,
          "discs of true size: %d pixels too few, %d too many; rims have %.0f" % (hidden, wide, rim))
    check(view.CameraParallelScale < 0.11, "the plane fills the view, not the thickness: %g" %
          view.CameraParallelScale)

    polygons, cells = result.structures(frame)
    for k, name in enumerate(result.names("structures")):
        corners = numpy.concatenate([polygons[i] for i in
                                     numpy.flatnonzero(cells["structure_id"] == k)])
        spots = numpy.round(pixels(view, corners)[0] - 0.5).astype(int)
        near = [green[max(r - 2, 0):r + 3, max(c - 2, 0):c + 3].any() or
                red[max(r - 2, 0):r + 3, max(c - 2, 0):c + 3].any() for c, r in spots]
        check(all(near), "%s: %d of %d corners are drawn" % (name, sum(near), len(near)))
    print("%d discs seen, %d pixels too few, %d too many of rims of %.0f; outlines %d pixels" % (
        seen.sum(), hidden, wide, rim, green.sum()))
    simple.Delete(view)


def check_space(path):
    view, grains, structures = shown(path, -1)
    check_equal((grains.ShaderPreset, structures.Representation), ("Sphere", "Surface"), "in space")
    check_equal((view.InteractionMode, view.CameraParallelProjection), ("3D", 0), "its view")
    simple.Delete(view)


def check_both(plane, space):
    """A view that shows space keeps its camera."""
    view, _, _ = shown(space, -1)
    view.CameraPosition = before = [1.0, 2.0, 3.0]
    simple.Show(reading.open_result(plane), view)
    check_equal((list(view.CameraPosition), view.InteractionMode), (before, "3D"), "a view of space")
    simple.Delete(view)


def check_chosen(path):
    """A value that was set stays."""
    reader = reading.open_result(path)
    view = simple.CreateView("RenderView")
    view.ViewTime = reader.TimestepValues[0]
    grains = simple.Show(reader, view, ShaderPreset="Plain circle")
    check_equal(grains.ShaderPreset, "Plain circle", "a chosen shader")
    simple.Delete(view)


def check_show(path, picture):
    import granum

    made = granum.show(path, simple.CreateView("RenderView"))
    made.view.ViewSize = [SIZE, SIZE]
    check_equal((made.structures.Opacity, made.grains.ShaderPreset), (1.0, "Black-edged circle"),
                "granum.show")
    position = numpy.array(made.view.CameraPosition) - made.view.CameraFocalPoint
    check_array(position[:2], [0.0, 0.0], "granum.show looks along -z")
    check(position[2] > 0 and made.view.CameraParallelProjection == 1, "from above")
    simple.SaveScreenshot(picture, made.view, ImageResolution=[SIZE, SIZE])


def main():
    directory, plane, space = sys.argv[1:4]
    check_plane(plane, os.path.join(directory, "plane.png"))
    check_space(space)
    check_both(plane, space)
    check_chosen(plane)
    check_show(plane, os.path.join(directory, "plane_show.png"))
    report()


main()
