"""Body Motion as it is first shown: paths by speed, arrows by kind, in a picture.

    body_motion_display.py BODIES FOLDER       (in an X session)

BODIES is the result of bodies.yaml.
"""

import os
import sys

import images
import numpy
from paraview import simple

import reading
from checks import check, check_equal, report


def near(image, color, by=60):
    """Pixels whose hue is that of a colour, in light and in shade."""
    size = numpy.linalg.norm(image, axis=2) + 1e-9
    cosine = image @ numpy.array(color, float) / (size * numpy.linalg.norm(color))
    return (cosine > 0.985) & (size > by)


def main():
    result, folder = sys.argv[1:3]
    reader = reading.open_result(result)
    view = simple.CreateView("RenderView")
    view.ViewSize = [700, 500]
    view.UseColorPaletteForBackground = 0
    view.Background = [1, 1, 1]
    view.OrientationAxesVisibility = 0
    view.ViewTime = reader.TimestepValues[0]
    motion = simple.BodyMotion(History=reader)
    paths = simple.Show(simple.OutputPort(motion, "Paths"), view)
    arrows = simple.Show(simple.OutputPort(motion, "Arrows"), view)
    simple.Render(view)
    view.ViewTime = reader.TimestepValues[-1]
    view.CameraPosition, view.CameraFocalPoint = [0.05, -0.45, 0.22], [0, 0, 0.06]
    view.CameraViewUp = [0, 0, 1]
    simple.Render(view)
    # At the first frame there is no path; it is coloured when there is one.
    check_equal((list(paths.ColorArrayName), paths.LineWidth), (["POINTS", "speed"], 3.0), "paths")
    check_equal(list(arrows.ColorArrayName), ["CELLS", "arrow"], "arrows")
    table = simple.GetColorTransferFunction("arrow")
    names = dict(zip(table.Annotations[::2], table.Annotations[1::2]))
    drawn = {"0": "force", "1": "torque", "3": "angular momentum",
             "6": "x of the body", "7": "y of the body", "8": "z of the body"}
    check_equal((table.InterpretValuesAsCategories, names), (1, drawn), "kinds that are drawn")
    motion.ShowMomentum = 1
    check_equal(dict(zip(table.Annotations[::2], table.Annotations[1::2])), {**drawn, "2": "momentum"}, "one more")
    check_equal(len(table.IndexedColors), 21, "colours of kinds")
    motion.ShowMomentum = motion.ShowAxes = 0
    bar = simple.GetScalarBar(simple.GetColorTransferFunction("speed"), view)
    check_equal(bar.Title, "speed (m/s)", "title")
    for display in (paths, arrows):
        display.SetScalarBarVisibility(view, False)
    simple.Render(view)
    file = os.path.join(folder, "body_motion.png")
    simple.SaveScreenshot(file, view)
    image = images.read(file)
    pink = near(image, [0.80, 0.47, 0.65]) & ~images.background(image, [255, 255, 255])
    check(images.share(pink) > 0.003, "arrows of angular momentum: %g" % images.share(pink))
    drawn = ~images.background(image, [255, 255, 255])
    check(images.share(drawn & ~pink) > 0.001, "paths: %g" % images.share(drawn & ~pink))
    motion.ShowAngularMomentum = 0
    simple.Render(view)
    simple.SaveScreenshot(file, view)
    image = images.read(file)
    pink = near(image, [0.80, 0.47, 0.65]) & ~images.background(image, [255, 255, 255])
    check(images.share(pink) < 0.0005, "none is left: %g" % images.share(pink))
    report()


main()
