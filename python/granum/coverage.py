"""A map of where distances come from virtual particles, and where from triangles."""

from collections import namedtuple

from granum.paraview import servermanager, simple

from granum import display

#: The objects that show_coverage() has added to the view.  `map` and `bar` are None where no
#: structure has virtual particles; `text` is the display of the sentences, `edges` that of the
#: open edges of meshes.
ShownCoverage = namedtuple("ShownCoverage",
                           "reader view coverage map grains time bar text edges")


def summary(coverage, time=None):
    """The sentences of a Coverage at a time: for each structure the share of positions without
    virtual particles, the grains now, the events so far, and what to change in the scene."""
    coverage.UpdatePipeline(simple.GetTimeKeeper().Time if time is None else time)
    table = servermanager.Fetch(coverage, idx=2)
    return table.GetColumnByName("summary").GetValue(0)


def show_coverage(source, view=None):
    """Show the source of the distance over every triangle, as categories, the grains whose
    stencil of virtual particles is incomplete and the open edges of meshes, in red, and in words
    where virtual particles are missing, which meshes are open, and what to change; or that no
    structure of the frame has virtual particles.
    `source` is a Granum Reader or the path of a result; without a view a new one shows its last
    frame.  RuntimeError: there is no X display."""
    display.demand_display()
    reader = display.reader_of(source)
    view = display.view_of(view, reader)
    empty = len(view.Representations) == 0
    made = simple.Coverage(Structures=reader)
    made.UpdatePipeline(view.ViewTime)
    information = made.GetDataInformation(0)
    covered = information.GetNumberOfCells() > 0

    shown = bar = None
    if covered:
        shown = simple.Show(made, view)
        simple.ColorBy(shown, ("CELLS", "coverage"))
        bar = display.category_bar(shown, view, simple.GetColorTransferFunction("coverage"))
    grains = simple.Show(simple.OutputPort(made, "Incomplete Grains"), view)
    text = simple.Show(simple.OutputPort(made, "Summary"), view)
    text.Color = display.INK
    edges = simple.Show(simple.OutputPort(made, "Open Edges"), view)
    time = display.annotate_time(reader, view)
    if empty:
        display.lighten(view)
        display.look(view, display.corners_of(
            information if covered else reader.GetDataInformation(2), 0.0), display.VIEW_FROM)
    simple.Render(view)
    return ShownCoverage(reader, view, made, shown, grains, time, bar, text, edges)
