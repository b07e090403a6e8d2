"""A sweep in ParaView's Python, and two of its results side by side.

    comparison.py SCENE DIRECTORY      (in an X session)

The three results of a sweep of friction hold its values; the table names the files as that of a
Granum Run does.  The comparison shows two of them with one camera, one time and one range of
colours under titles that differ, both histories in one chart, and the table of the differences.
A Granum Reader in place of a path is used as it is.
"""

import os
import sys

import granum
import numpy
from paraview import servermanager, simple

from checks import check, check_equal, report
from granum import run as runs
from granum.comparing import corner
from result import Result

KEY = "contacts.pairs[glass,steel].friction"
VALUES = [0.1, 0.3, 0.5]
SHORT = ["time.end=0.02"]


def check_sweep(scene, directory):
    base = os.path.join(directory, "compared.vtkhdf")
    table = runs.sweep(scene, {KEY: VALUES}, SHORT, result=base, replace=True, threads=1, jobs=2)
    check_equal([row.state for row in table], ["done"] * 3, "states")
    check_equal(table[KEY], VALUES, "values of the sweep")
    for row, value in zip(table, VALUES):
        check_equal(float(granum.parameters(row.result)[KEY].value), value, "friction of a result")
    run = simple.GranumRun(Input=scene, Result=base, Replace=1, Threads=1, Overrides=SHORT,
                           Sweep=[KEY + "=0.1; 0.3; 0.5"])
    run.SMProxy.UpdateVTKObjects()
    run.SMProxy.InvokeCommand("Launch")
    check_equal(runs.wait_for(run)["State"], "done", "the same sweep by a Granum Run")
    run.UpdatePipeline()
    rows = servermanager.Fetch(run)
    for name in ("result", *table.columns[3:7]):
        found = [rows.GetColumnByName(name).GetValue(k) for k in range(3)]
        check_equal([repr(value) for value in found], [repr(value) for value in table[name]], name)
    simple.Delete(run)
    return table


def check_shown(table, directory):
    reader = simple.GranumReader(registrationName="mine", FileName=table[0].result)
    shown = granum.show_comparison(reader, table[2].result, color="velocity",
                                   quantities=("kinetic_energy", "potential_energy"))
    check(shown.readers[0] is reader, "a reader is used as it is")
    check_equal(shown.comparison.titles, ("friction 0.1", "friction 0.5"), "titles")
    left, right = shown.views
    left.CameraPosition = [0.3, -0.4, 0.5]
    left.CameraFocalPoint = [0.0, 0.0, 0.01]
    simple.Render(left)
    check_equal(list(right.CameraPosition), list(left.CameraPosition), "linked cameras")
    check_equal(list(right.CameraFocalPoint), list(left.CameraFocalPoint), "linked cameras")
    end = max(reader.TimestepValues)
    simple.GetAnimationScene().AnimationTime = end
    check_equal([view.ViewTime for view in shown.views], [end] * 2, "one time")

    maps = [made.grains.LookupTable for made in shown.shown]
    check(maps[0].SMProxy is not maps[1].SMProxy, "colour maps of their own")
    ranges = [(m.RGBPoints[0], m.RGBPoints[-4]) for m in maps]
    check_equal(ranges[0], ranges[1], "one range of colours")
    top = max(Result(row.result).usual_speed() for row in (table[0], table[2]))
    check(abs(ranges[0][1] / top - 1) < 1e-5, "to %g, not %g" % (ranges[0][1], top))
    bars = [made.bar for made in shown.shown]
    check_equal([(bar.Title, bar.Visibility) for bar in bars], [("speed (m/s)", 1)] * 2, "bars")

    lines = [r for r in shown.chart.Representations]
    check_equal(len(lines), 2, "histories in the chart")
    labels = [dict(zip(r.SeriesLabel[::2], r.SeriesLabel[1::2])) for r in lines]
    check_equal([found["kinetic_energy"] for found in labels],
                ["kinetic energy, friction 0.1", "kinetic energy, friction 0.5"], "labels of lines")
    for display in lines:
        check_equal(sorted(display.SeriesVisibility)[-2:], ["kinetic_energy", "potential_energy"],
                    "columns in the chart")
    texts = [source.Text for source in simple.GetSources().values()
             if source.SMProxy.GetXMLName() == "TextSource"]
    for word in ("friction 0.1", "friction 0.5"):
        check(word in texts, "the title '%s'" % word)
    table_ = [text for text in texts if text.startswith("Differences")]
    check(len(table_) == 1 and KEY in table_[0] and "balance_error (J)" in table_[0],
          "the table of differences: %r" % table_)
    path = os.path.join(directory, "comparison.png")
    simple.SaveScreenshot(path, shown.layout, ImageResolution=[1600, 1000])
    check(os.path.getsize(path) > 30000, "a picture")


def check_legend():
    """The legend of the chart stands where no curve is."""
    t = numpy.linspace(0, 3, 200)
    for kind, y in (("TopRight", numpy.exp(-4 * t)), ("TopLeft", t ** 3), ("BottomRight", 1 - numpy.exp(-4 * t)),
                    ("BottomLeft", 1 - t ** 3), ("Top", numpy.cos(30 * t))):
        check_equal(corner([(t, y), (t, 0.9 * y)]), kind, "where the legend is")


def check_times(table, directory):
    """In a session that stands at another time, with another result open, a comparison goes to the last time
    that both have; beyond it the one that ends earlier says so."""
    long, short = (os.path.join(directory, "compared_%s.vtkhdf" % name) for name in ("long", "short"))
    for path, end in ((long, "0.05"), (short, "0.03")):
        simple.Delete(runs.launch(table[0].result, ["time.end=" + end, "output.every=0.01"], path, True, 1))
    scene = simple.GetAnimationScene()
    other = simple.CreateView("RenderView")
    simple.SetActiveView(other)
    simple.Show(simple.GranumReader(FileName=long), other)
    scene.UpdateAnimationUsingDataTimeSteps()
    scene.AnimationTime = 0.01
    for pair, side in (((short, long), 0),):
        shown = granum.show_comparison(*pair)
        check_equal(shown.chart.LegendLocation, "TopLeft", "beside the energy of a fall")
        names = [dict(zip(r.SeriesLabel[::2], r.SeriesLabel[1::2]))["kinetic_energy"] for r in shown.chart.Representations]
        check_equal(names, list(shown.comparison.titles), "the axis names the one quantity, lines what differs")
        check(abs(scene.AnimationTime - 0.03) < 1e-12, "the time is %g" % scene.AnimationTime)
        check_equal([view.ViewTime for view in shown.views], [scene.AnimationTime] * 2, "times of the views")
        notes = [display for display in shown.views[side].Representations
                 if hasattr(display, "Input") and display.Input.SMProxy.GetXMLName() == "PythonAnnotation"]
        check_equal(len(notes), 1, "a line on the end")
        for time, text in ((scene.AnimationTime, ""), (0.05, "ends at t = 0.03 s")):
            scene.AnimationTime = time
            for view in shown.views:
                simple.Render(view)
            said = servermanager.Fetch(notes[0].Input)
            check_equal(said.GetColumn(0).GetValue(0) if said.GetNumberOfRows() else "", text, "at %g s" % time)
        simple.SaveScreenshot(os.path.join(directory, "comparison_end%d.png" % side), shown.layout,
                              ImageResolution=[1600, 1000])


def main():
    scene, directory = sys.argv[1:3]
    table = check_sweep(scene, directory)
    check_shown(table, directory)
    check_legend()
    check_times(table, directory)
    report()


main()
