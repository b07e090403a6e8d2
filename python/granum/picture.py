"""A picture of a result, without a window.

    xvfb-run -a -s -noreset pvpython -m granum.picture RESULT -o PNG
        [--time T | --frame N] [--size W H] [--color ARRAY | --sites STRUCTURE]
"""

import argparse
import bisect
import os
import sys

PIXELS = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp")
VECTORS = (".pdf", ".svg", ".eps", ".ps")


def add_when(parser):
    """The options that choose the frame."""
    when = parser.add_mutually_exclusive_group()
    when.add_argument("--time", type=float, metavar="T",
                      help="in s; the last frame that is not later is drawn")
    when.add_argument("--frame", type=int, metavar="N",
                      help="counted from 0; -1, the default, is the last")


def arguments(words):
    parser = argparse.ArgumentParser(
        prog="granum.picture",
        description="Draw a result of granum: grains as spheres, structures translucent.",
    )
    parser.add_argument("result", metavar="RESULT", help="NAME.vtkhdf")
    parser.add_argument("-o", "--output", metavar="PNG", required=True)
    add_when(parser)
    parser.add_argument("--size", type=int, nargs=2, default=[1200, 900],
                        metavar=("W", "H"), help="in pixels; 1200 900 by default")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--color", default="velocity", metavar="ARRAY",
                      help="array of grains or bodies to colour by, or none; velocity by default")
    what.add_argument("--sites", metavar="STRUCTURE",
                      help="draw the virtual particles of this structure instead, coloured "
                           "by distance and cut open through its middle")
    return parser.parse_args(words)


def time_of(reader, options):
    """The time of the frame to draw; None if there is no frame."""
    times = list(reader.TimestepValues)
    if not times:
        return None
    if options.time is not None:
        # Not the nearest frame, which the animation would choose.
        time = options.time + 1e-12 * abs(options.time)
        return times[max(bisect.bisect_right(times, time) - 1, 0)]
    frame = -1 if options.frame is None else options.frame
    if not -len(times) <= frame < len(times):
        sys.exit("granum.picture: frame %d: there are %d frames" % (frame, len(times)))
    return times[frame]


def draw(options):
    from granum.paraview import simple
    from granum import display, sites

    display.demand_display()
    reader = display.reader_of(os.path.abspath(options.result))
    reader.UpdatePipelineInformation()
    view = simple.CreateView("RenderView")
    view.ViewSize = options.size
    scene = simple.GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()
    time = time_of(reader, options)
    if time is not None:
        scene.AnimationTime = time
        view.ViewTime = time
    known = list(reader.GetProperty("GrainArrayInfo"))[::2]
    if options.color not in ("none", *known):
        reader.UpdatePipeline(time or 0.0)
        of_bodies = reader.GetDataInformation(display.BODIES).GetPointDataInformation()
        if not of_bodies.GetArrayInformation(options.color):
            names = [of_bodies.GetArrayInformation(i).GetName()
                     for i in range(of_bodies.GetNumberOfArrays())]
            sys.exit("granum.picture: no array of grains '%s'; there are: %s" % (
                options.color, ", ".join(sorted({*known, *names})) or "none"))
    if options.sites is None:
        display.show(reader, view, None if options.color == "none" else options.color)
    else:
        try:
            sites.show_sites(reader, options.sites, view)
        except LookupError as error:
            sys.exit("granum.picture: %s" % error.args[0])
    simple.SaveScreenshot(options.output, view, ImageResolution=options.size)


def main():
    options = arguments(sys.argv[1:])
    end = os.path.splitext(options.output)[1].lower()
    if end in VECTORS:
        sys.exit("granum.picture: '%s': a picture of a scene in 3-D is made of pixels: -o NAME.png; for "
                 "vectors draw a slab: granum figure RESULT chains -o NAME.pdf" % options.output)
    if end not in PIXELS:
        sys.exit("granum.picture: '%s': the name of a picture ends in %s" % (
            options.output, ", ".join(PIXELS)))
    if not os.path.isfile(options.result):
        sys.exit("granum.picture: there is no file '%s'" % options.result)
    try:
        draw(options)
    except (ImportError, RuntimeError) as error:
        sys.exit("granum.picture: %s" % error)
    if not os.path.isfile(options.output):
        sys.exit("granum.picture: '%s' could not be written" % options.output)


if __name__ == "__main__":
    main()
