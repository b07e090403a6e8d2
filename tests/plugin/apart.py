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
    """Visible texts or bars of a view: [(title, place)]; of bars side, lower and upper end as shares of the view."""
    found = []
    for made in view.Representations:
        if word in made.SMProxy.GetXMLName() and made.Visibility:
            place = str(made.WindowLocation).strip("'")
            if word == "ScalarBar":
                x, y = made.Position if place == "Any Location" else (0.9, 0.02) if place == "Lower Right Corner" else (0.0, 0.65)
                place = ("right" if x > 0.5 else "left"), y, y + made.ScalarBarLength
            found.append((getattr(made, "Title", "text"), place))
    return found


def check_bars(view):
    """No two over one another, all below the time and above the axes."""
    bars = sorted(place for _, place in shown(view, "ScalarBar"))
    print(bars)
    for low, high in zip(bars, bars[1:]):
        check(low[0] != high[0] or low[2] < high[1], "bars %s and %s" % (low, high))
    for side, low, high in bars:
        check(high < (0.95 if side == "left" else 0.8) and (side == "right" or low > 0.2), "a bar from %g to %g" % (low, high))


def show(source, view, ports=None):
    """All ports, or the first ones, but tables; the bars of their colours become visible where they are."""
    for port in range(ports or source.SMProxy.GetNumberOfOutputPorts()):
        if source.SMProxy.GetOutputPortName(port) in ("Lost At", "Loads"):
            continue
        made = simple.Show(simple.OutputPort(source, port), view)
        if made.SMProxy.GetProperty("ColorArrayName") and made.ColorArrayName[1] and made.LookupTable:
            simple.GetScalarBar(made.LookupTable, view).Visibility = 1
    simple.Render(view)


def check_texts(reader, view, time):
    """The time, the resultants and the contacts of two choices: no two at one place, the older contacts give way, and
    letters are dark on white."""
    simple.Show(simple.Text(Text="t = 0.1 s"), view)
    view.UseColorPaletteForBackground, view.Background = 0, [1, 1, 1]
    for grain in reading.arrays(filters.output(reader, time, 0).GetPointData())["id"][:2]:
        network = simple.ContactNetwork(Contacts=reader, OnlyOf=str(grain))
        network.UpdatePipeline(time)
        made = simple.Show(simple.OutputPort(network, 2), view)
        check(max(made.Color) < 0.2, "letters on white: %s" % list(made.Color))
        texts = [one for one in view.Representations if one.SMProxy.GetProperty("FontSize")
                 and one.SMProxy.GetProperty("WindowLocation") and one.Visibility]
        places = [str(one.WindowLocation) for one in texts]
        check(made in texts and len(places) == 3 == len(set(places)), "places of the texts: %s" % places)
        balls = simple.Show(simple.OutputPort(network, 3), view)
        check_equal((balls.ColorArrayName[1], list(balls.LookupTable.Annotations)),
                    ("picked", ["1", "picked", "0", "partner"]), "colours of the picked grains and of their partners")


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
    check_bars(view)
    view.ViewSize = [550, 640]  # as beside a chart
    simple.Render(view)
    corners = [bar.Position[0] for bar in view.Representations
               if "ScalarBar" in bar.SMProxy.GetXMLName() and bar.Visibility and "Any" in str(bar.WindowLocation)]
    check(len(corners) > 1 and all(x < 1 - 124 / 550 for x in corners), "bars within a narrow view: %s" % corners)
    ends = simple.GetColorTransferFunction("distance").RGBPoints
    check(ends[0] <= 0 or ends[0] > 1e-3 * ends[-4], "distances begin at %g m, of %g" % (ends[0], ends[-4]))
    # Four bars, and the time: what a click on Forces on Structures leaves.
    view = simple.CreateView("RenderView")
    view.ViewSize, view.ViewTime = [710, 480], time
    show(reader, view, 1)
    show(simple.StructureLoad(Structures=reader), view)
    check_equal(len(shown(view, "ScalarBar")), 4, "bars of the forces")
    check_bars(view)
    # The contacts of a selection come while the grains are shown, and then hide them: their bar has no place at first.
    network = simple.ContactNetwork(Contacts=reader)
    network.UpdatePipeline(time)
    show(network, view, 1)
    simple.GetScalarBar(simple.GetColorTransferFunction("velocity"), view).Visibility = 0
    check_equal(len(shown(view, "ScalarBar")), 4, "bars of the forces and of contacts")
    check_bars(view)
    check_texts(reader, view, time)
    simple.SaveScreenshot(os.path.join(directory, "apart_forces.png"), view)
    # A view half a window wide: its text fits, and bars stand over it.
    sizes = [(one, one.FontSize) for one in view.Representations if one.SMProxy.GetXMLName().startswith("Granum")
             and one.SMProxy.GetProperty("FontSize") and one.SMProxy.GetProperty("WindowLocation") and one.Visibility]
    view.ViewSize = [385, 530]
    simple.Render(view)
    check(sizes and all(one.FontSize >= 12 for one, _ in sizes), "letters: %s" % [one.FontSize for one, _ in sizes])
    load = next(one for one, _ in sizes if one.Input.SMProxy.GetXMLName() == "StructureLoad")
    check(str(load.WindowLocation).strip("'") == "Any Location" and load.Position[1] < 0.86, "the loads stand beneath the time")
    check(all(place[2] < load.Position[1] for _, place in shown(view, "ScalarBar")), "bars under the loads: %s" % load.Position)
    check(all(place[1] > 0.25 for _, place in shown(view, "ScalarBar")), "bars over the text: %s" % shown(view, "ScalarBar"))
    simple.SaveScreenshot(os.path.join(directory, "apart_narrow.png"), view)
    view.ViewSize = [710, 480]
    simple.Render(view)
    check_equal([one.FontSize for one, _ in sizes], [size for _, size in sizes], "letters in a wide view")
    # What stands above a hidden bar falls.
    lowest = next(one for one in view.Representations if "ScalarBar" in one.SMProxy.GetXMLName() and one.Visibility
                  and one.Position[0] > 0.5 and one.Position[1] < 0.3)
    lowest.Visibility = 0
    check("right" in {place[0] for _, place in shown(view, "ScalarBar") if place[1] < 0.3}, "a bar falls")
    report()


main()
