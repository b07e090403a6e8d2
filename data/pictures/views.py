"""Pictures of the coverage of a drum, the contact network of a heap, the virtual particles around a grain, the
distance interpolated from them, its error, and the wear of a blade.

    pvpython views.py HOPPER MIXER WORN COARSE DIRECTORY
"""

import os
import sys

import numpy
from paraview import servermanager, simple
from vtkmodules.util.numpy_support import vtk_to_numpy

from granum import display
from granum.coverage import show_coverage
from granum.picking import next_incomplete
from granum.sites import structures

SIZE = [640, 480]
FIGURE = [900, 675]
INK = [0.05, 0.05, 0.05]
TOUCH = [0.85, 0.07, 0.1]


def picture(directory, name, view, source, direction, room=1.0):
    """room: how much more is seen than the source, for lines of text over it."""
    information = source.SMProxy.GetDataInformation(getattr(source, "Port", 0))
    display.look(view, display.corners_of(information, 0.0), direction)
    view.CameraParallelScale *= room
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


def coverage(path, directory):
    """A spacing twice too coarse: where virtual particles are missing, and around a grain."""
    reader = display.reader_of(path)
    view = fresh(reader)
    shown = show_coverage(reader, view)
    display.lighten(view)
    picture(directory, "coverage.png", view, shown.coverage, (0.9, -1.6, 0.8), 1.4)

    view = fresh(reader)
    display.lighten(view)
    view.CameraPosition, view.CameraFocalPoint = [0.9, -1.6, 0.8], [0.0, 0.0, 0.0]
    shell = simple.VirtualParticleShell(Sites=reader, Reach=2)
    next_incomplete(shell, view)
    simple.GetDisplayProperties(simple.OutputPort(shell, "Summary"), view).Color = INK
    around = simple.OutputPort(shell, "Stencil")
    picture(directory, "missing.png", view, around, (0.9, -1.6, 0.8), 1.5)


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


def flat(source, view, color=None, width=1.0, **properties):
    """Show in one colour without shading; without a colour, coloured by an array."""
    shown = simple.Show(source, view)
    shown.Ambient, shown.Diffuse, shown.Specular, shown.LineWidth = 1.0, 0.0, 0.0, width
    if color:
        shown.ColorArrayName = ["POINTS", ""]
        shown.AmbientColor = shown.DiffuseColor = color
    for name, value in properties.items():
        setattr(shown, name, value)
    return shown


def rows(data, name):
    array = data.GetFieldData().GetArray(name)
    return vtk_to_numpy(array).ravel()


class Section:
    """The end of a blade in the plane of its distance field: up is across the blade."""

    def __init__(self, field):
        data = servermanager.Fetch(field, idx=0)
        points = vtk_to_numpy(data.GetPoints().GetData())
        self.middle = points.mean(axis=0)
        self.along, self.across, self.normal = numpy.linalg.svd(
            points - self.middle, full_matrices=False)[2]
        self.normal *= numpy.sign(self.normal[2])
        self.across = numpy.cross(self.normal, self.along)
        self.end = ((points - self.middle) @ self.along).max()
        self.spacing, self.radius = (rows(data, name)[0] for name in ("spacing", "radius"))
        self.bounds = data.GetBounds()

    def at(self, along, across, above=0.0):
        """A point of it; `along` from the end of the field inwards, m."""
        return list(self.middle + (self.end - along) * self.along + across * self.across
                    + above * self.normal)

    def look(self, view, height):
        centre = self.at(0.34 * height, 0.0)
        view.CameraParallelProjection = 1
        view.CameraFocalPoint = centre
        view.CameraPosition = [c + n for c, n in zip(centre, self.normal)]
        view.CameraViewUp = list(self.across)
        view.CameraParallelScale = height / 2


def solid(reader, number, section, view):
    """The blade, cut where the field is."""
    part = simple.Threshold(Input=simple.OutputPort(reader, "Structures"),
                            Scalars=["CELLS", "structure_id"], ThresholdMethod="Between",
                            LowerThreshold=number, UpperThreshold=number)
    body = simple.ExtractSurface(Input=part)
    for above, side in ((-1e-5, -1), (-1e-4, 1)):  # what lies below would be seen beside it
        body = simple.ClipClosedSurface(Input=body)
        body.ClippingPlane.Origin = section.at(0, 0, above)
        body.ClippingPlane.Normal = list(side * section.normal)
    flat(body, view, [0.78, 0.8, 0.83])
    edge = simple.Slice(Input=part, SliceType="Plane")
    edge.SliceType.Origin, edge.SliceType.Normal = section.at(0, 0), list(section.normal)
    flat(edge, view, INK, 4)


def band(reader, number, section, view):
    """The virtual particles of the layer in the plane of the field, as dots."""
    shell = simple.VirtualParticleShell(Sites=reader, Structure=number)
    away = simple.Calculator(Input=shell, ResultArrayName="away", Function=" + ".join(
        "(coords%s - %.17g) * %.17g" % ("XYZ"[i], section.middle[i], section.normal[i])
        for i in range(3)))
    layer = simple.Threshold(Input=away, Scalars=["POINTS", "away"], ThresholdMethod="Between",
                             LowerThreshold=-0.5001 * section.spacing,
                             UpperThreshold=0.4999 * section.spacing)
    flat(layer, view, [0.4, 0.4, 0.4], Representation="Point Gaussian", ScaleByArray=0,
         GaussianRadius=0.1 * section.spacing, ShaderPreset="Plain circle")


def grain(section, lines, view):
    """A grain in contact with the end of the blade: a circle and its centre."""
    data = servermanager.Fetch(lines, idx=1)
    where = (vtk_to_numpy(data.GetPoints().GetData()) - section.middle)[
        vtk_to_numpy(data.GetPointData().GetArray("distance")) == section.radius]
    tip = where[(where @ section.along).argmax()]
    centre = section.at(section.end - tip @ section.along, tip @ section.across, 1e-4)
    for inner, outer in ((0.96, 1.0), (0.0, 0.09)):
        disk = simple.Disk(InnerRadius=inner * section.radius, OuterRadius=outer * section.radius,
                           CircumferentialResolution=90)
        placed = simple.Transform(Input=disk)
        placed.Transform.Translate = centre
        flat(placed, view, TOUCH)


def scaled(made, view, array, unit, factor, limits, colors):
    """The field in convenient units, with its colour map."""
    name = "%s_scaled" % array
    in_unit = simple.Calculator(Input=made, ResultArrayName=name,
                                Function="%g*%s" % (factor, array))
    simple.ColorBy(flat(in_unit, view), ("POINTS", name))
    table = simple.GetColorTransferFunction(name)
    table.ApplyPreset(colors, True)
    table.RescaleTransferFunction(*limits)
    return table, "%s (%s)" % (array, unit)


def bars(view, *kinds):
    for (table, title), bottom, length in zip(kinds, (0.42, 0.06), (0.46, 0.26)):
        bar = display.bar_of(table, view)
        bar.Title, bar.Visibility = title, 1
        bar.WindowLocation, bar.Position = "Any Location", (0.87, bottom)
        bar.ScalarBarLength, bar.ScalarBarThickness = length, 16
        bar.TitleFontSize = bar.LabelFontSize = 14


def field(path, directory, name, *coloring):
    """One end of a blade: the field, isolines, virtual particles, a grain in contact."""
    reader = display.reader_of(path)
    view = fresh(reader)
    view.ViewSize = FIGURE
    reader.UpdatePipeline(view.ViewTime)
    number = structures(reader).index("left")
    made = simple.DistanceField(Sites=reader, Structure=number, Spacing=4e-5)
    made.UpdatePipeline(view.ViewTime)
    section = Section(made)
    colors = scaled(made, view, *coloring)
    isolines = simple.OutputPort(made, "Isolines")
    lines = flat(isolines, view, width=1.5)
    touching = simple.Threshold(Input=isolines, Scalars=["CELLS", "isoline"],
                                ThresholdMethod="Between", LowerThreshold=1, UpperThreshold=1)
    flat(touching, view, TOUCH, 5)
    solid(reader, number, section, view)
    band(reader, number, section, view)
    grain(section, made, view)
    bars(view, colors, (lines.LookupTable, "isolines"))
    title = simple.Text(Text="blade; virtual particles %.3f mm apart; touched by grains of radius "
                        "%.1f mm" % (1000 * section.spacing, 1000 * section.radius))
    text = simple.Show(title, view)
    text.Color, text.FontSize, text.WindowLocation = INK, 15, "Upper Left Corner"
    section.look(view, 0.0165)
    simple.SaveScreenshot(os.path.join(directory, name), view, ImageResolution=FIGURE)


def wear(path, directory):
    """Contact time and depth of wear on a blade, summed over a run."""
    reader = display.reader_of(path)
    reader.UpdatePipelineInformation()
    load = simple.StructureLoad(Structures=simple.OutputPort(reader, "Structures"),
                                Contacts=simple.OutputPort(reader, "Contacts"),
                                Average="Frame shown")  # sums since the start
    number = structures(reader).index("left")
    blade = simple.Threshold(Input=load, Scalars=["CELLS", "structure_id"],
                             ThresholdMethod="Between", LowerThreshold=number,
                             UpperThreshold=number)
    layout = simple.CreateLayout()
    layout.SetSize(*FIGURE)
    halves = [0, layout.SplitHorizontal(0, 0.5) + 1]
    for half, array, factor, title, top in zip(
            halves, ("contact_time_per_area", "wear_depth_finnie"), (1e-3, 1e9),
            ("contact time (ms/mm\u00b2)", "wear depth, Finnie (nm)"), (5.0, 0.4)):
        view = fresh(reader)
        simple.AssignViewToLayout(view, layout, half)
        name = "%s_scaled" % array
        scaled_up = simple.Calculator(Input=blade, AttributeType="Cell Data",
                                      ResultArrayName=name, Function="%g*%s" % (factor, array))
        simple.ColorBy(simple.Show(scaled_up, view), ("CELLS", name))
        table = simple.GetColorTransferFunction(name)
        table.ApplyPreset(display.COLOR_MAP, True)
        table.RescaleTransferFunction(0.0, top)
        bar = display.bar_of(table, view)
        bar.Title, bar.Visibility, bar.ScalarBarThickness = title, 1, 8
        bar.WindowLocation, bar.Orientation = "Lower Center", "Horizontal"
        bar.TitleFontSize = bar.LabelFontSize = 8
        view.CameraParallelProjection, view.CameraParallelScale = 1, 0.044
        view.CameraFocalPoint = [-0.02, 0, 0.026]
        view.CameraPosition, view.CameraViewUp = [-0.16, -0.15, 0.056], [0, 0, 1]
    simple.SaveScreenshot(os.path.join(directory, "wear.png"), layout, ImageResolution=FIGURE)


def main():
    hopper, mixer, worn, coarse, directory = sys.argv[1:6]
    simple.LoadPalette("WhiteBackground")
    coverage(os.path.abspath(coarse), directory)
    network(os.path.abspath(hopper), directory)
    stencil(os.path.abspath(mixer), directory)
    field(os.path.abspath(mixer), directory, "field.png",
          "distance", "mm", 1e3, (0.0, 3.0), display.COLOR_MAP)
    field(os.path.abspath(mixer), directory, "error.png",
          "error", "\u00b5m", 1e6, (-40.0, 40.0), "Cool to Warm")
    wear(os.path.abspath(worn), directory)


main()
