"""Every view of the plugin, one after the other, drawn in the window of ParaView that runs
this script: for views.py.

    RESULT, HEAP and DIRECTORY are in the environment.
"""

import json
import os
import traceback

from paraview import servermanager, simple

import granum

RESULT, HEAP, DIRECTORY = (os.environ[n] for n in ("RESULT", "HEAP", "DIRECTORY"))
SIZE = [900, 700]
FOUND = {}


def last():
    simple.GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
    simple.GetAnimationScene().GoToLast()


def save(name, view):
    simple.UpdateScalarBars(view)
    simple.Render(view)
    simple.SaveScreenshot(os.path.join(DIRECTORY, "view_%s.png" % name), view,
                          ImageResolution=SIZE)


def fresh(kind="RenderView"):
    view = simple.CreateView(kind)
    view.ViewTime = simple.GetAnimationScene().AnimationTime
    simple.AssignViewToLayout(view, simple.CreateLayout())
    simple.SetActiveView(view)
    return view


def look(view, source, direction=(0.9, -1.6, 0.8)):
    view.ViewSize = SIZE
    information = source.SMProxy.GetDataInformation(getattr(source, "Port", 0))
    granum.display.look(view, granum.display.corners_of(information, 0.0), direction)


def network(heap):
    view = fresh()
    view.ViewTime = max(heap.TimestepValues)
    made = simple.ContactNetwork(Contacts=heap)
    simple.Show(made, view)
    look(view, made)
    save("network", view)


def charts(reader, heap):
    made = simple.ForceStatistics(Contacts=heap)
    made.UpdatePipeline(simple.GetAnimationScene().AnimationTime)
    names = [made.SMProxy.GetOutputPortName(i) for i in range(4)]
    for name, index in (("distribution", 0), ("rose", names.index("Rose"))):
        view = fresh("XYChartView")
        display = simple.Show(simple.OutputPort(made, index), view)
        FOUND["series of " + name] = list(display.SeriesVisibility)
        save(name, view)
    view = fresh("XYChartView")
    display = simple.Show(simple.OutputPort(reader, "History"), view)
    FOUND["series of history"] = list(display.SeriesVisibility)
    save("history", view)


def shell(reader):
    view = fresh()
    made = simple.VirtualParticleShell(Sites=reader, Structure=1)
    made.UpdatePipeline(view.ViewTime)
    b = made.GetDataInformation().GetBounds()
    made.Cut, made.CutOrigin = 1, [(b[0] + b[1]) / 2, (b[2] + b[3]) / 2, (b[4] + b[5]) / 2]
    simple.Show(made, view)
    look(view, made, (0.3, -1.6, 0.3))
    save("shell", view)


def stencil(reader):
    """The grain is picked by a selection."""
    view = fresh()
    made = simple.VirtualParticleShell(Sites=reader)
    grains = servermanager.Fetch(reader, idx=0).GetPointData()
    who, ids = grains.GetArray("answered"), grains.GetArray("id")
    served = [int(ids.GetValue(i)) for i in range(ids.GetNumberOfTuples())
              if who.GetValue(i) == 1]
    simple.SetActiveSource(reader)
    simple.QuerySelect(QueryString="(id == %d)" % served[0], FieldType="POINT")
    made.GrainId = granum.selected(reader)
    simple.Hide(reader, view)  # the query has shown it
    FOUND["picked"] = [made.GrainId, served[0]]
    made.Reach = 4
    simple.Show(simple.OutputPort(made, "Stencil"), view)
    simple.Show(simple.OutputPort(made, "Grain"), view)
    look(view, simple.OutputPort(made, "Stencil"))
    save("stencil", view)
    simple.ClearSelection(reader)


def coverage(reader):
    view = fresh()
    made = simple.Coverage(Structures=reader, ContactRange=4, LeastSites=9)
    simple.Show(made, view)
    look(view, made)
    save("coverage", view)
    # The script looks at the last grain of the list; views.py chooses the first.
    incomplete = simple.OutputPort(made, "Incomplete Grains")
    simple.Show(incomplete, view)
    listed = servermanager.Fetch(made, idx=1)
    last_row = listed.GetNumberOfPoints() - 1
    id_ = int(listed.GetPointData().GetArray("id").GetValue(last_row))
    granum.look_at(made, id_, view, port=1)
    FOUND["looked at"] = [list(view.CameraFocalPoint), listed.GetPoint(last_row)]
    FOUND["row"] = {"place": listed.GetPoint(0), "before": list(view.CameraFocalPoint),
                    "view": view.SMProxy.GetGlobalIDAsString()}
    sheet = simple.CreateView("SpreadSheetView")
    simple.AssignViewToLayout(sheet, simple.GetLayout(view), 0)
    simple.SetActiveView(sheet)
    simple.Show(incomplete, sheet)
    simple.Render(sheet)


def main():
    simple.LoadPalette("WhiteBackground")  # dark letters
    reader = simple.OpenDataFile(RESULT)
    last()
    heap = simple.OpenDataFile(HEAP)
    network(heap)
    charts(reader, heap)
    for draw in (shell, stencil, coverage):
        draw(reader)


try:
    main()
except Exception:
    FOUND["error"] = traceback.format_exc()
with open(os.path.join(DIRECTORY, "views.json"), "w") as f:
    json.dump(FOUND, f)
