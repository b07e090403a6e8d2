"""Grains by their id: the id of the selected grain, and a view of a grain.

    shell = VirtualParticleShell(Sites=reader)
    shell.GrainId = granum.selected(reader)
    granum.look_at(reader, 4711)
"""

from granum.paraview import servermanager, simple

from granum import display

AROUND = 8.0  # margin around the grain, in radii


def _time():
    """The current time; without the window the animation scene misses GoToLast() and the like."""
    return simple.GetTimeKeeper().Time


def selected(source):
    """The smallest id of the selected grains of a source, on any port and for any kind of
    selection.  LookupError: no grain is selected."""
    proxy = source.SMProxy
    for port in range(proxy.GetNumberOfOutputPorts()):
        selection = proxy.GetSelectionInput(port)
        if selection is None:
            continue
        some = simple.ExtractSelection(
            Input=simple.OutputPort(source, port),
            Selection=servermanager._getPyProxy(selection))
        some.UpdatePipeline(_time())
        ids = some.GetDataInformation().GetPointDataInformation().GetArrayInformation("id")
        found = int(ids.GetComponentRange(0)[0]) if ids else None
        simple.Delete(some)
        if found is not None:
            return found
    raise LookupError("no grain is selected")


def look_at(source, id, view=None, port=0):
    """Move the camera to the grain of that id; the direction of view stays.  `port` is the port
    of `source` that has the grain.  LookupError: the frame shown has no such grain."""
    view = view or simple.GetActiveViewOrCreate("RenderView")
    information = _row(source, id, view.ViewTime, port)
    radius = information.GetPointDataInformation().GetArrayInformation("radius")
    margin = AROUND * (radius.GetComponentRange(0)[1] if radius else 1.0)
    towards = [p - f for p, f in zip(view.CameraPosition, view.CameraFocalPoint)]
    display.look(view, display.corners_of(information, margin), towards)
    simple.Render(view)


def _row(source, id, time, port):
    """Data information of the grain of that id.  LookupError: there is none at that time."""
    one = servermanager.filters.Threshold(Input=simple.OutputPort(source, port))  # in no pipeline
    one.Scalars = ["POINTS", "id"]
    one.ThresholdMethod = "Between"
    one.LowerThreshold = one.UpperThreshold = id
    one.UpdatePipeline(time)
    information = one.GetDataInformation()
    if information.GetNumberOfPoints() == 0:
        raise LookupError("there is no grain %d" % id)
    return information


def next_incomplete(shell, view=None, step=1):
    """Pick the next grain (`step` -1: the previous one), by its id, whose stencil is incomplete at
    the time of the view, and show it: its stencil, the missing sites, the sentences.  `shell` is
    a Virtual Particle Shell.  Returns the id.  LookupError: every stencil is complete."""
    view = view or simple.GetActiveViewOrCreate("RenderView")
    shell.UpdatePipeline(view.ViewTime)
    shell.UpdatePropertyInformation()
    ids = [int(i) for i in shell.GetProperty("IncompleteIds")]
    if not ids:
        raise LookupError("at %g s every stencil is complete" % view.ViewTime)
    now = int(shell.GrainId)
    further = [i for i in ids if i > now] if step > 0 else [i for i in ids[::-1] if i < now]
    shell.GrainId = (further or (ids if step > 0 else ids[::-1]))[0]
    shell.UpdatePipeline(view.ViewTime)
    simple.Hide(shell, view)
    for port in ("Stencil", "Grain", "Missing", "Summary"):
        simple.Show(simple.OutputPort(shell, port), view)
    towards = [p - f for p, f in zip(view.CameraPosition, view.CameraFocalPoint)]
    display.look(view, display.corners_of(shell.GetDataInformation(1), 0.0), towards)
    simple.Render(view)
    return int(shell.GrainId)


def lost_times(coverage):
    """Times, in s, of the frames before which coverage was lost, of a Coverage."""
    coverage.UpdatePipeline(_time())
    coverage.UpdatePropertyInformation()
    return [float(t) for t in coverage.GetProperty("LostTimes")]
