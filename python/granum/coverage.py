"""A map of where distances come from virtual particles, and where from triangles."""

from collections import namedtuple

from granum.paraview import simple

from granum import display

#: The objects that show_coverage() has added to the view.
ShownCoverage = namedtuple("ShownCoverage", "reader view coverage map grains time bar")

GRAIN_COLOR = [0.85, 0.0, 0.25]


def show_coverage(source, view=None):
    """Show the source of the distance over every triangle, as categories, and the grains whose
    stencil of virtual particles is incomplete.  `source` is a Granum Reader or the path of a
    result.  LookupError: no structure of the frame has virtual particles.  RuntimeError: there is
    no X display."""
    display.demand_display()
    reader = display.reader_of(source)
    view = view or simple.GetActiveViewOrCreate("RenderView")
    empty = len(view.Representations) == 0
    made = simple.Coverage(Structures=reader)
    made.UpdatePipeline(view.ViewTime)
    information = made.GetDataInformation(0)
    if information.GetNumberOfCells() == 0:
        simple.Delete(made)
        raise LookupError("no structure of this frame has virtual particles")

    shown = simple.Show(made, view)
    simple.ColorBy(shown, ("CELLS", "coverage"))
    table = simple.GetColorTransferFunction("coverage")
    bar = display.category_bar(shown, view, table)
    grains = simple.Show(simple.OutputPort(made, "Incomplete Grains"), view)
    grains.ColorArrayName = ["POINTS", ""]
    grains.AmbientColor = grains.DiffuseColor = GRAIN_COLOR
    time = display.annotate_time(reader, view)
    if empty:
        display.lighten(view)
        display.look(view, display.corners_of(information, 0.0), display.VIEW_FROM)
    simple.Render(view)
    return ShownCoverage(reader, view, made, shown, grains, time, bar)
