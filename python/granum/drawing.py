"""Functions for the picture.py of a case.  Its command line is RESULT PNG [--frame N | --time T];
the last frame is drawn by default.

    from granum.drawing import Drawing

    drawing = Drawing()
    drawing.grains("velocity", (0, -1, 0))
    drawing.save()

Each drawing is a view of its own; the views stand side by side in the picture.
"""

import argparse
import itertools
import os
import sys

from granum.paraview import simple

from granum import display
from granum.picture import add_when, time_of
from granum.sites import structures

SIZE = [640, 480]  # of a view
SOLID = [0.62, 0.6, 0.57]  # colour of opaque structures
FOR_NAMES = 0.09  # of the width of a view, for the names of zones
COLORS = [(0.27, 0.0, 0.33), (0.13, 0.57, 0.55), (0.85, 0.33, 0.1), (0.2, 0.4, 0.8)]


class Drawing:
    def __init__(self, words=None):
        parser = argparse.ArgumentParser()
        parser.add_argument("result", metavar="RESULT")
        parser.add_argument("picture", metavar="PNG")
        add_when(parser)
        self.options = parser.parse_args(words)
        try:
            display.demand_display()
            simple.LoadPalette("WhiteBackground")
            self.reader = display.reader_of(os.path.abspath(self.options.result))
        except (OSError, RuntimeError) as error:
            sys.exit("%s: %s" % (parser.prog, error))
        self.reader.UpdatePipelineInformation()
        self.time = time_of(self.reader, self.options)
        self.views = []

    def view(self, kind="RenderView"):
        view = simple.CreateView(kind)
        view.ViewSize = SIZE
        view.ViewTime = self.time or 0.0
        if kind == "RenderView":
            view.OrientationAxesVisibility = 0
        self.views.append(view)
        return view

    def port(self, name):
        return simple.OutputPort(self.reader, name)

    def look(self, view, source, direction, margin=0.0):
        """Place the camera in that direction so that the whole source is visible, with a margin in m."""
        information = source.SMProxy.GetDataInformation(getattr(source, "Port", 0))
        display.look(view, display.corners_of(information, margin), direction)

    def grains(self, color, direction=display.VIEW_FROM, only_grains=False):
        """Grains as spheres, structures translucent.  `only_grains`: the camera fits the grains
        and not the structures."""
        shown = display.show(self.reader, self.view(), color)
        if only_grains:
            self.look(shown.view, self.port("Grains"), direction, display.largest_radius(self.reader))
        else:
            self.look(shown.view, self.port("Structures"), direction)
        return shown

    def machine(self, color, solid, direction=display.VIEW_FROM, behind=None, fit="Structures"):
        """Grains as spheres, the structures named in `solid` opaque and the others translucent.  behind: (point, normal)
        of a plane, on whose far side grains are shown.  fit: the port, or the structure, that the camera fits."""
        view = self.view()
        shown = display.show(self.reader, view, None if behind else color)
        if behind:
            simple.Hide(self.reader, view)
            kept = simple.Clip(Input=self.reader, ClipType="Plane", Invert=1)
            kept.ClipType.Origin, kept.ClipType.Normal = behind
            kept.UpdatePipeline(view.ViewTime)
            spheres = simple.Show(kept, view)
            spheres.Representation, spheres.GaussianRadius = "Point Gaussian", 1.0
            spheres.ScaleByArray, spheres.UseScaleFunction = 1, 0
            spheres.SetScaleArray = ["POINTS", "radius"]
            known = kept.GetDataInformation().GetPointDataInformation()
            display.color_by(self.reader, spheres, view, color, known.GetArrayInformation(color))
        names, fitted = structures(self.reader), self.port(fit) if fit in ("Grains", "Structures") else None
        simple.Hide(self.port("Structures"), view)
        for number, name in enumerate(names):
            part = simple.Threshold(Input=self.port("Structures"), Scalars=["CELLS", "structure_id"],
                                    LowerThreshold=number, UpperThreshold=number)
            part.UpdatePipeline(view.ViewTime)
            if part.GetDataInformation().GetNumberOfPoints() == 0:
                continue
            body = simple.Show(part, view)
            body.ColorArrayName = ["POINTS", ""]
            shade = [part * (1.0 if number % 2 else 0.8) for part in SOLID]  # so that neighbours differ
            body.AmbientColor = body.DiffuseColor = shade if name in solid else display.STRUCTURE_COLOR
            body.Opacity = 1.0 if name in solid else 0.15
            fitted = part if name == fit else fitted
        self.look(view, fitted, direction, display.largest_radius(self.reader) if fit == "Grains" else 0.0)
        return shown

    def hybrid(self, direction=display.VIEW_FROM, behind=None):
        """A hybrid material in three views: grains by weight, material points by pressure, and zones; of a run without
        points grains by speed, of one without grains the points alone.  behind: (point, normal) of a plane, on
        whose far side all is shown."""
        self.reader.UpdatePipeline(self.time)
        grains = self.reader.GetDataInformation(display.GRAINS)
        weighted = grains.GetPointDataInformation().GetArrayInformation("weight") is not None
        first = None
        if grains.GetNumberOfPoints() > 0:
            if behind:
                self.machine("weight" if weighted else "velocity", [], direction, behind, fit="Grains")
            else:
                self.grains("weight" if weighted else "velocity", direction, only_grains=True)
            first = self.views[-1]
            display.leave_room(first, FOR_NAMES)
        if weighted:
            simple.GetColorTransferFunction("weight").RescaleTransferFunction(0.0, 1.0)
        for name, kind, array in (("Material Points", "POINTS", "pressure"), ("Zones", "CELLS", "zone")):
            source = self.port(name)
            source.UpdatePipeline(self.time)
            data = source.GetDataInformation()
            if data.GetNumberOfPoints() == 0:
                return
            if behind:
                source = simple.Clip(Input=source, ClipType="Plane", Invert=1)
                source.ClipType.Origin, source.ClipType.Normal = behind
                source.UpdatePipeline(self.time)
            view = self.view()
            walls = simple.Show(self.port("Structures"), view)
            walls.ColorArrayName, walls.Opacity = ["POINTS", ""], 0.15 if behind else 1.0
            shown = simple.Show(source, view)
            if behind and kind == "POINTS":
                size = data.GetPointDataInformation().GetArrayInformation("size").GetComponentRange(0)[0]
                shown.Representation, shown.GaussianRadius = "Point Gaussian", 0.5 * size
            data = source.GetDataInformation()
            arrays = data.GetPointDataInformation() if kind == "POINTS" else data.GetCellDataInformation()
            display.color_by(self.reader, shown, view, array, arrays.GetArrayInformation(array), kind)
            if kind == "POINTS":  # a few points that are being hit would leave the others dark
                values = simple.servermanager.Fetch(simple.ExtractSurface(Input=source)).GetPointData().GetArray(array)
                values = sorted(values.GetValue(k) for k in range(values.GetNumberOfTuples()))
                top = values[int(0.98 * (len(values) - 1))]
                simple.GetColorTransferFunction(array).RescaleTransferFunction(0.0, top or 1.0)
            shown.Ambient, shown.Diffuse = 1.0, 0.0
            if first is None:
                self.look(view, self.port(name), direction)
                first = view
                display.leave_room(first, FOR_NAMES)
            for place in ("CameraPosition", "CameraFocalPoint", "CameraViewUp", "CameraParallelProjection",
                          "CameraParallelScale", "CameraViewAngle"):
                setattr(view, place, getattr(first, place))

    def network(self, direction=display.VIEW_FROM, **properties):
        """Contacts as tubes, coloured by force."""
        view = self.view()
        made = simple.ContactNetwork(Contacts=self.reader, **properties)
        shown = simple.Show(made, view)
        table = simple.GetColorTransferFunction("force_ratio")
        table.RescaleTransferFunction(0.0, made.Cap)
        display.bar_of(table, view).Title = "force / mean force"
        display.annotate_time(self.reader, view)
        self.look(view, made, direction)
        return shown

    def slice(self, source):
        """The slice of the source by the plane y = 0."""
        made = simple.Slice(Input=source, SliceType="Plane")
        made.SliceType.Origin, made.SliceType.Normal = [0, 0, 0], [0, 1, 0]
        return made

    def colored(self, source, array, direction=display.VIEW_FROM):
        """Any source coloured by an array of its points or, if there is none, of its cells."""
        view = self.view()
        source.UpdatePipeline(view.ViewTime)
        shown = simple.Show(source, view)
        data = source.GetDataInformation()
        for kind, known in (("POINTS", data.GetPointDataInformation()),
                            ("CELLS", data.GetCellDataInformation())):
            if known.GetArrayInformation(array):
                display.color_by(self.reader, shown, view, array,
                                 known.GetArrayInformation(array), kind)
                break
        display.annotate_time(self.reader, view)
        self.look(view, source, direction)
        return shown

    def flow(self, nodes, density):
        """Velocity field of the grains as a continuum in the plane y = 0, where the solid fraction
        exceeds 0.2; density of the grains in kg/m3; seen along +y."""
        field = simple.CoarseGrain(Grains=self.reader, Density=density, Nodes=nodes)
        close = simple.Threshold(Input=field, Scalars=["POINTS", "solid_fraction"],
                                 LowerThreshold=0.2, UpperThreshold=1)
        return self.colored(self.slice(close), "velocity", (0, -1, 0))

    def chart(self, source, across, along, logarithmic=None):
        """A table as a line chart; across, along: titles of the axes.  logarithmic: names of the
        columns (x, y) to draw with a logarithmic y axis; rows with y <= 0 are left out, because
        ParaView draws the logarithm of zero as a crossed box."""
        view = self.view("XYChartView")
        if logarithmic:
            x, y = logarithmic
            above = simple.ThresholdTable(Input=source, Column=["ROWS", y],
                                          MinValue=1.0e-300, MaxValue=1.0e300)
            shown = simple.Show(above, view)
            shown.UseIndexForXAxis, shown.XArrayName = 0, x
            shown.SeriesVisibility = [y]
        else:
            shown = simple.Show(source, view)
        view.BottomAxisTitle, view.LeftAxisTitle = across, along
        view.LeftAxisLogScale = 1 if logarithmic else 0
        names = list(shown.SeriesVisibility)
        shown.SeriesColor = sum(([name, *map(str, color)]
                                 for name, color in zip(names, itertools.cycle(COLORS))), [])
        view.ShowLegend = 1 if len(names) > 1 else 0
        shown.SeriesLineThickness = sum(([name, "2"] for name in names), [])
        return shown

    def save(self):
        layout = simple.CreateLayout()
        cell = 0
        for i, view in enumerate(self.views):
            last = i + 1 == len(self.views)
            here = cell if last else layout.SplitHorizontal(cell, 1 / (len(self.views) - i))
            layout.AssignView(here, view)
            cell = here + 1
            if view.GetXMLName() == "RenderView":
                simple.UpdateScalarBars(view)
        size = [SIZE[0] * len(self.views), SIZE[1]]
        layout.SetSize(size)
        simple.SaveScreenshot(self.options.picture, layout, ImageResolution=size)
        if not os.path.isfile(self.options.picture):
            sys.exit("'%s' could not be written" % self.options.picture)
