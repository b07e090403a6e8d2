"""The virtual particles of one structure, cut open.

Virtual particles (sites) are drawn as spheres whose diameter is their spacing, so that neighbours
touch, coloured by their distance from the surface; where patches overlap, those of the
nearest patch are shown.  A plane through the middle of the structure cuts away the front
half; the surface is drawn as its line of intersection with the plane.
"""

from collections import namedtuple

from granum.paraview import servermanager, simple

from granum import display

#: The objects that show_sites() has added to the view.
ShownSites = namedtuple("ShownSites", "reader view sites body time bar")

BODY_COLOR = [0.8, 0.82, 0.85]
EDGE_COLOR = [0.05, 0.05, 0.05]
CUT_TOWARDS = [0.0, -1.0, 0.0]
VIEW_FROM = [0.3, -1.6, 0.3]


def structures(reader):
    """Names of the structures, in the order of their numbers."""
    names = servermanager.Fetch(reader, idx=2).GetFieldData().GetAbstractArray("structures")
    return [names.GetValue(i) for i in range(names.GetNumberOfValues())] if names else []


def _of(reader, port, kind, number):
    """The rows of a port that belong to one structure."""
    part = simple.Threshold(Input=simple.OutputPort(reader, port))
    part.Scalars = [kind, "structure_id"]
    part.ThresholdMethod = "Between"
    part.LowerThreshold = part.UpperThreshold = number
    return part


def _middle(information):
    b = information.GetBounds()
    return [(b[0] + b[1]) / 2, (b[2] + b[3]) / 2, (b[4] + b[5]) / 2]


def _behind(source, origin):
    """The part of the source behind the plane."""
    clip = simple.Clip(Input=source, ClipType="Plane")
    clip.ClipType.Origin = origin
    clip.ClipType.Normal = CUT_TOWARDS
    clip.Invert = 1
    return clip


def show_sites(source, structure, view=None):
    """Show the virtual particles of the structure of that name; `source` is a Granum
    Reader or the path of a result.  LookupError: there is no such structure, or it has
    no virtual particles in this frame.  RuntimeError: there is no X display."""
    display.demand_display()
    reader = display.reader_of(source)
    view = view or simple.GetActiveViewOrCreate("RenderView")
    time = view.ViewTime
    reader.UpdatePipeline(time)
    names = structures(reader)
    if structure not in names:
        raise LookupError("there is no structure '%s'; there are: %s"
                          % (structure, ", ".join(names) or "none"))
    number = names.index(structure)
    all_sites = simple.VirtualParticleShell(
        Sites=reader, Structures=simple.OutputPort(reader, 2), Structure=number)
    all_sites.UpdatePipeline(time)
    if all_sites.GetDataInformation().GetNumberOfPoints() == 0:
        raise LookupError("the structure '%s' has no virtual particles in the result at "
                          "%g s" % (structure, time))
    surface = _of(reader, 2, "CELLS", number)
    surface.UpdatePipeline(time)
    origin = _middle(surface.GetDataInformation())

    kept = _behind(all_sites, origin)
    sites = simple.Show(kept, view)
    sites.Representation = "Point Gaussian"
    sites.GaussianRadius = 0.5
    sites.ScaleByArray = 1
    sites.SetScaleArray = ["POINTS", "spacing"]
    sites.UseScaleFunction = 0
    known = all_sites.GetDataInformation().GetPointDataInformation()
    bar = display.color_by(reader, sites, view, "distance", known.GetArrayInformation("distance"))

    # The solid begins one site behind the cut, so that the sites inside it can be seen.
    spacing = known.GetArrayInformation("spacing").GetComponentRange(0)[1]
    solid = simple.ClipClosedSurface(Input=simple.ExtractSurface(Input=surface))
    solid.ClippingPlane.Origin = [o - spacing * c for o, c in zip(origin, CUT_TOWARDS)]
    solid.ClippingPlane.Normal = [-c for c in CUT_TOWARDS]
    body = simple.Show(solid, view)
    body.ColorArrayName = ["POINTS", ""]
    body.AmbientColor = body.DiffuseColor = BODY_COLOR
    edge = simple.Slice(Input=surface, SliceType="Plane")
    edge.SliceType.Origin = origin
    edge.SliceType.Normal = CUT_TOWARDS
    line = simple.Show(edge, view)
    line.ColorArrayName = ["POINTS", ""]
    line.AmbientColor = line.DiffuseColor = EDGE_COLOR
    line.LineWidth = 3

    text = display.annotate_time(reader, view)
    display.lighten(view)
    display.look(view, display.corners_of(kept.GetDataInformation(), spacing), VIEW_FROM)
    simple.Render(view)
    return ShownSites(reader, view, sites, body, text, bar)
