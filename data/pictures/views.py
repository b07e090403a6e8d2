"""The contact network of a heap, and the sites that serve one grain.

    pvpython views.py HOPPER MIXER DIRECTORY
"""

import os
import sys

from paraview import servermanager, simple

from granum import display

SIZE = [640, 480]


def picture(directory, name, view, source, direction):
    information = source.SMProxy.GetDataInformation(getattr(source, "Port", 0))
    display.look(view, display.corners_of(information, 0.0), direction)
    simple.UpdateScalarBars(view)
    simple.SaveScreenshot(os.path.join(directory, name), view, ImageResolution=SIZE)


def fresh(reader):
    """An empty view at the last frame."""
    view = simple.CreateView("RenderView")
    view.ViewSize = SIZE
    view.OrientationAxesVisibility = 0
    reader.UpdatePipelineInformation()
    view.ViewTime = max(reader.TimestepValues)
    return view


def network(path, directory):
    reader = display.reader_of(path)
    view = fresh(reader)
    made = simple.ContactNetwork(Contacts=reader)
    simple.Show(made, view)
    picture(directory, "network.png", view, made, (0.9, -1.6, 0.8))


def stencil(path, directory):
    reader = display.reader_of(path)
    view = fresh(reader)
    reader.UpdatePipeline(view.ViewTime)
    arrays = servermanager.Fetch(reader, idx=0).GetPointData()
    ids, who = arrays.GetArray("id"), arrays.GetArray("answered")
    served = [int(ids.GetValue(i)) for i in range(ids.GetNumberOfTuples())
              if who.GetValue(i) == 1]
    made = simple.VirtualParticleShell(Sites=reader, GrainId=served[0], Reach=4)
    around = simple.OutputPort(made, "Stencil")
    simple.Show(around, view)
    simple.Show(simple.OutputPort(made, "Grain"), view)
    picture(directory, "stencil.png", view, around, (0.9, -1.6, 0.8))


def main():
    hopper, mixer, directory = sys.argv[1:4]
    simple.LoadPalette("WhiteBackground")
    network(os.path.abspath(hopper), directory)
    stencil(os.path.abspath(mixer), directory)


main()
