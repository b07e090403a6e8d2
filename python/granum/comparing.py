"""Two results side by side in ParaView: one camera, one time, one scale of colours.

    import granum
    granum.compare("slippery.vtkhdf", "rough.vtkhdf").show()
"""

import os
from collections import namedtuple

from granum.arrays import numpy
from granum.comparison import Comparison, compare
from granum.display import COLOR_MAP, INK, bar_of, demand_display, lighten, reader_of, series_range, show, to_last
from granum.outcome import SAME_TIME
from granum.paraview import simple
from granum.result import Result

#: What show_comparison() has made: pairs of readers, views and Shown; the chart with both
#: histories; the view with the table; the link of the cameras.
ShownComparison = namedtuple("ShownComparison",
                             "comparison readers views shown chart table link layout")

#: Colours of the series that are told apart with any colour vision (Okabe and Ito).
SERIES_COLORS = (("0", "0.447", "0.698"), ("0.835", "0.369", "0"), ("0", "0.62", "0.451"),
                 ("0.8", "0.475", "0.655"), ("0.902", "0.624", "0"), ("0.337", "0.706", "0.914"))
SOLID, DASHED = "1", "2"
#: Corners of a chart: right and top are 1.  The part of its width that a legend takes, and of its height a line of it.
CORNERS = {"TopRight": (1, 1), "TopLeft": (0, 1), "BottomRight": (1, 0), "BottomLeft": (0, 0)}
WIDE, HIGH = 0.45, 0.1
RED = [0.9, 0.1, 0.1]
SIZE = 1500, 950  # pixels of the layout of a script


def _range(readers, array):
    """The range of colours for an array of grains in both results."""
    found = [ends for ends in (series_range(reader, array) for reader in readers) if ends]
    low, high = (pick(ends[i] for ends in found) if found else 0.0 for i, pick in ((0, min), (1, max)))
    return (low, high) if high > low else None


def _color(shown, view, array, ends):
    """A colour map of this view alone, with the range of both."""
    grains = shown.grains
    title = shown.bar.Title
    shown.bar.Visibility = 0
    simple.ColorBy(grains, ("POINTS", array), separate=True)
    table = simple.GetColorTransferFunction(array, grains, separate=True)
    table.ApplyPreset(COLOR_MAP, True)
    table.AutomaticRescaleRangeMode = "Never"
    table.RescaleTransferFunction(*ends)
    if list(shown.bodies.ColorArrayName) == ["POINTS", array]:
        shown.bodies.UseSeparateColorMap, shown.bodies.LookupTable = 1, table
    bar = bar_of(table, view)
    bar.Title = title
    bar.Visibility = 1
    grains.SetScalarBarVisibility(view, True)
    return shown._replace(bar=bar)


def _write(text, view, place, size, family="Arial"):
    source = simple.Text(registrationName=text.splitlines()[0], Text=text)
    display = simple.Show(source, view)
    display.Color, display.FontSize, display.FontFamily = INK, size, family
    display.WindowLocation, display.Justification = place, "Left"
    return source


def _warn_of_end(readers, views):
    """A red line in the view of the result that ends earlier, shown at times beyond its end."""
    ends = [list(reader.TimestepValues)[-1] if len(reader.TimestepValues) else 0.0 for reader in readers]
    first = ends.index(min(ends))
    if max(ends) - min(ends) <= SAME_TIME * max(ends):
        return
    text = "ends at t = %.6g s" % min(ends)
    note = simple.PythonAnnotation(
        registrationName="Ends Earlier", Input=readers[1 - first], ArrayAssociation="Point Data",
        Expression="%r if time_value > %.17g else ''" % (text, min(ends) * (1 + SAME_TIME)))
    display = simple.Show(note, views[first])
    display.Color, display.FontSize, display.WindowLocation = RED, 14, "Lower Center"


def _table(found, titles):
    """The rows of a comparison as lines of equal length, under its titles."""
    rows = [("", *titles)] + found.rows()
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = ["  ".join(map(str.ljust, row, widths)) for row in rows]
    return "\n".join(["Differences"] + lines + ([found.note] if found.note else []))


def corner(curves):
    """The corner of a chart where a legend has no points of the curves [(x, y)] behind it; else "Top", outside."""
    x, y = (numpy.concatenate([curve[k] for curve in curves]).astype(float) for k in (0, 1))
    x, y = ((along - along.min()) / (numpy.ptp(along) or 1.0) for along in (x, y))
    high = min(HIGH * (len(curves) + 1), 0.5)
    return next((name for name, (right, top) in CORNERS.items()
                 if not ((abs(x - right) < WIDE) & (abs(y - top) < high)).any()), "Top")


def _curves(path, quantities):
    """[(times, values)] of columns of the history of a result."""
    with Result(path) as result:
        history = result.history
        return [(history["time"], history[name]) for name in quantities if len(history) and name in history]


def _chart(view, readers, titles, quantities, paths):
    """Both histories in one chart; lines of the second are dashed."""
    units = {}
    for reader in readers:
        reader.UpdatePropertyInformation()
        pairs = list(reader.GetProperty("ArrayUnits"))
        units.update(zip(pairs[::2], pairs[1::2]))
    for k, (reader, title, style) in enumerate(zip(readers, titles, (SOLID, DASHED))):
        display = simple.Show(simple.OutputPort(reader, 3), view)
        display.UseIndexForXAxis, display.XArrayName = 0, "time"
        display.SeriesVisibility = list(quantities)
        labels, colors, styles, widths = [], [], [], []
        for i, name in enumerate(quantities):
            color = SERIES_COLORS[(2 * i + k) % len(SERIES_COLORS)]
            words = "%s, " % name.replace("_", " ") if len(quantities) > 1 else ""  # of one, the axis says it
            labels += [name, words + title]
            colors += [name, *color]
            styles += [name, style]
            widths += [name, "2"]
        display.SeriesLabel, display.SeriesColor = labels, colors
        display.SeriesLineStyle, display.SeriesLineThickness = styles, widths
    unit = {units.get(name, "1") for name in quantities}
    common = {name.rsplit("_", 1)[-1] for name in quantities} if len(quantities) > 1 \
        else {quantities[0].replace("_", " ")}
    view.BottomAxisTitle = "time (s)"
    view.LeftAxisTitle = "%s%s" % (common.pop() if len(common) == 1 else "",
                                   " (%s)" % unit.pop() if len(unit) == 1 and unit != {"1"} else "")
    drawn = [curve for path in paths for curve in _curves(path, quantities)]
    view.LegendLocation = corner(drawn) if drawn else "TopRight"
    view.LeftAxisTitleFontSize = view.BottomAxisTitleFontSize = 12


def _layout(title):
    """Two views above, a chart and a table below."""
    layout = simple.CreateLayout(title)
    top = layout.SplitVertical(0, 0.6)
    below = top + 1
    left = layout.SplitHorizontal(top, 0.5)
    chart = layout.SplitHorizontal(below, 0.5)
    views = []
    for cell, kind in ((left, "RenderView"), (left + 1, "RenderView"), (chart, "XYChartView"),
                       (chart + 1, "RenderView")):
        view = simple.CreateView(kind)
        layout.AssignView(cell, view)
        views.append(view)
    return layout, views


def show_comparison(a, b=None, color="velocity", quantities=("kinetic_energy",)):
    """Show two results (paths or Granum Readers, or one Comparison) side by side in a new layout;
    returns a ShownComparison.

    Their cameras are linked and their time is one, at first the last that both have; a red line says when the
    time is beyond the end of one of them.  The titles say what differs.  Each view has a colour map of its own for the array `color` of grains, with one range for both.  Below are one
    chart with the columns `quantities` of both histories, and the table of the differences."""
    demand_display()
    if isinstance(a, Comparison):
        found, sources = a, a.paths
    else:
        found, sources = compare(a, b), (a, b)
    titles = found.titles
    readers = []
    for source, title in zip(sources, titles):
        is_path = isinstance(source, (str, os.PathLike))
        reader = reader_of(os.fspath(source) if is_path else source)
        if is_path:
            simple.RenameSource(title, reader)
        reader.UpdatePipelineInformation()
        readers.append(reader)
    script = simple.GetActiveView() is None
    layout, (left, right, chart, table) = _layout(" | ".join(titles))
    if script:
        layout.SetSize(*SIZE)
    to_last(*readers)
    ends = _range(readers, color)
    shown = []
    for reader, view, title in zip(readers, (left, right), titles):
        made = show(reader, view, color)
        if ends and made.bar:
            made = _color(made, view, color, ends)
        lines = title.replace(", ", "\n")
        _write(lines, view, "Upper Center", 20 if lines == title else 14)
        shown.append(made)
    name = "Cameras of " + " | ".join(titles)
    simple.AddCameraLink(left, right, name)
    _chart(chart, readers, titles, quantities, found.paths)
    lighten(table)
    table.OrientationAxesVisibility = 0
    _write(_table(found, titles), table, "Upper Left Corner", 9, "Courier")
    _warn_of_end(readers, (left, right))
    to_last(*readers)
    for view in (left, right, chart, table):
        simple.Render(view)
    simple.SetActiveView(left)
    return ShownComparison(found, tuple(readers), (left, right), tuple(shown), chart, table, name,
                           layout)
