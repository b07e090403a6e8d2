"""Texts and legends of the filters of virtual particles do not overlap in one view.

    apart.py LACKING DIRECTORY      (in an X session)

Coverage, then Virtual Particle Shell with a grain whose stencil is incomplete, then Distance Field, as the
manual says; bars are made visible as ParaView's window does it, after they are made.
"""

import os
import sys

from paraview import simple

import filters
import reading
from checks import check, check_equal, report


def shown(view, word):
    """Visible texts or bars of a view: [(title, place)]."""
    found = []
    for made in view.Representations:
        if word in made.SMProxy.GetXMLName() and made.Visibility:
            found.append((getattr(made, "Title", "text"), str(made.WindowLocation).strip("'")))
    return found


def show(source, view):
    """All ports that can be shown; the bars of their colours become visible where they are."""
    for port in range(source.SMProxy.GetNumberOfOutputPorts()):
        if source.SMProxy.GetOutputPortName(port) == "Lost At":  # a table
            continue
        made = simple.Show(simple.OutputPort(source, port), view)
        if made.SMProxy.GetProperty("ColorArrayName") and made.ColorArrayName[1] and made.LookupTable:
            simple.GetScalarBar(made.LookupTable, view).Visibility = 1
    simple.Render(view)


def main():
    path, directory = sys.argv[1:3]
    view = simple.CreateView("RenderView")
    view.ViewSize = [1100, 640]
    reader = reading.open_result(path)
    time = reader.TimestepValues[-1]
    simple.GetAnimationScene().AnimationTime = view.ViewTime = time
    coverage = simple.Coverage(Structures=reader)
    coverage.UpdatePipeline(time)
    show(coverage, view)
    check_equal([place for _, place in shown(view, "Summary")], ["Upper Center"], "the text of Coverage")
    grains = filters.output(coverage, time, 1)
    ids = reading.arrays(grains.GetPointData())["id"]
    shell = simple.VirtualParticleShell(Sites=reader, GrainId=int(ids[0]))
    shell.UpdatePipeline(time)
    show(shell, view)
    simple.SaveScreenshot(os.path.join(directory, "apart.png"), view, ImageResolution=[1100, 640])
    field = simple.DistanceField(Sites=reader)
    field.UpdatePipeline(time)
    show(field, view)
    for word, least in (("Summary", 2), ("ScalarBar", 3)):
        found = shown(view, word)
        print(word, found)
        check(len(found) >= least, "%s: %s" % (word, found))
        check_equal(len({place for _, place in found}), len(found), "places of %s: %s" % (word, found))
    report()


main()
