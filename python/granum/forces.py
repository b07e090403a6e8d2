"""The contact forces on structures: arrows, mean pressure, resultants."""

from collections import namedtuple

from granum.paraview import servermanager, simple

from granum import display

#: The objects that show_forces() has added to the view: `load` is the source, `surface`, `arrows`,
#: `resultants`, `text` and `others` are its displays.
ShownForces = namedtuple("ShownForces", "reader view load surface arrows resultants text others")

SURFACE, ARROWS, RESULTANTS, SUMMARY, OTHERS, LOADS = range(6)  # ports


def show_forces(source, structures=None, view=None, arrows="Whole force", average="Last turn or run",
                window=None):
    """Show what acts on structures: contact forces as arrows, mean pressure as colours, resultant force
    and torque as arrows and in words; other structures as faint outlines.

    `source` is a Granum Reader or the path of a result; without a view a new one shows its last frame.
    structures: a name or a list of names; None: those that turn at some time, else those that move, else
    all.  arrows: "Whole force", "Normal and tangential" or "None".  average: over which time pressure is
    averaged, "Frame shown" or "Last turn or run"; window: over so many seconds.  ValueError: there is no
    such structure.  RuntimeError: there is no X display."""
    display.demand_display()
    reader = display.reader_of(source)
    view = display.view_of(view, reader)
    empty = len(view.Representations) == 0
    names = [structures] if isinstance(structures, str) else list(structures or [])
    reader.UpdatePropertyInformation()
    known = list(reader.GetProperty("StructureNames"))
    for name in names:
        if name not in known:
            raise ValueError("there is no structure '%s'; there are: %s" % (name, ", ".join(known)))
    load = simple.StructureLoad(
        Structures=simple.OutputPort(reader, "Structures"), Contacts=simple.OutputPort(reader, "Contacts"),
        Arrows=arrows, Average="Last seconds" if window is not None else average)
    if names:
        load.ShownStructures = names
    if window is not None:
        load.Window = window
    load.UpdatePipeline(view.ViewTime)
    surface, drawn, resultants, text, others = (
        simple.Show(simple.OutputPort(load, port), view) for port in (SURFACE, ARROWS, RESULTANTS, SUMMARY,
                                                                      OTHERS))
    if empty:
        display.lighten(view)
        text.Color = display.INK
        for table in ("pressure", "arrow_force", "resultant"):
            bar = simple.GetScalarBar(simple.GetColorTransferFunction(table), view)
            bar.TitleColor = bar.LabelColor = display.INK
        around = display.corners_of(load.GetDataInformation(SURFACE), 0.0)
        around += display.corners_of(load.GetDataInformation(ARROWS), 0.0)
        around += display.corners_of(load.GetDataInformation(RESULTANTS), 0.0)
        display.look(view, around, display.VIEW_PLANE if display.is_flat(reader) else display.VIEW_FROM)
    simple.Render(view)
    return ShownForces(reader, view, load, surface, drawn, resultants, text, others)


def resultants(load, time=None):
    """{structure: {"force" (N), "torque" (N m, about "reference" (m)), "axis_torque" (N m about the axis, > 0
    with the rotation; NaN where nothing turns), "contacts"}} of a Structure Load at a time."""
    load.UpdatePipeline(simple.GetTimeKeeper().Time if time is None else time)
    table = servermanager.Fetch(load, idx=LOADS)
    found = {}
    for row in range(table.GetNumberOfRows()):
        values = {}
        for name in ("force", "torque", "reference", "axis_torque", "contacts"):
            column = table.GetColumnByName(name)
            values[name] = (column.GetValue(row) if column.GetNumberOfComponents() == 1
                            else column.GetTuple(row))
        found[table.GetColumnByName("structure").GetValue(row)] = values
    return found
