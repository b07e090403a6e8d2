"""The view of a hybrid run: grains by weight, material points by pressure, zones in three colours."""

from collections import namedtuple

from granum import display
from granum.paraview import simple

#: The objects that show_zones() has added to the view.
ShownZones = namedtuple("ShownZones", "reader view grains points zones structures time bars")

POINTS, ZONES = 8, 9  # ports of the reader
OPACITY = 0.25  # of zones in space, which would hide what is in them


def _largest(reader, port, array):
    """Largest value of an array of points; 0 without."""
    points = reader.GetDataInformation(port).GetPointDataInformation()
    found = points.GetArrayInformation(array)
    return found.GetComponentRange(0)[1] if found else 0.0


def show_zones(source, view=None):
    """Show a result of hybrid.mode: hybrid or continuum; `source` is a Granum Reader or a path; without
    a view a new one shows its last frame.

    Grains are spheres coloured by `weight`, the part of them that is discrete; material points are
    boxes of their volume coloured by pressure; the cells of the grid have a colour by zone: discrete,
    coupling, continuum.  In two dimensions zones lie behind the others, in space they are faint.
    The camera and the errors are those of granum.show."""
    display.demand_display()
    reader = display.reader_of(source)
    view = display.view_of(view, reader)
    empty = len(view.Representations) == 0
    simple.GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
    structures, grains, points, zones = (
        simple.Show(simple.OutputPort(reader, port), view)
        for port in (display.STRUCTURES, display.GRAINS, POINTS, ZONES))
    view.Update()
    flat = display.is_flat(reader)
    if not flat:
        structures.ColorArrayName = ["POINTS", ""]
        structures.Opacity = display.STRUCTURE_OPACITY
        structures.AmbientColor = structures.DiffuseColor = display.STRUCTURE_COLOR
        zones.Opacity = OPACITY
    bars = []
    for shown, port, array in ((grains, display.GRAINS, "weight"), (points, POINTS, "pressure")):
        information = reader.GetDataInformation(port).GetPointDataInformation()
        found = information.GetArrayInformation(array)
        if found is None:
            shown.ColorArrayName = ["POINTS", ""]
        else:
            bars.append(display.color_by(reader, shown, view, array, found))
            if array == "weight":
                simple.GetColorTransferFunction(array).RescaleTransferFunction(0.0, 1.0)
    if reader.GetDataInformation(ZONES).GetNumberOfCells() > 0:
        simple.ColorBy(zones, ("CELLS", "zone"))
        bars.append(display.category_bar(zones, view, simple.GetColorTransferFunction("zone")))
    if flat:  # behind one another: grains, points, zones in their pure colours
        depth = 2.0 * max(display.largest_radius(reader), _largest(reader, POINTS, "size"))
        where = "Translation" if "Translation" in points.ListProperties() else "Position"
        setattr(points, where, [0.0, 0.0, -depth])
        setattr(zones, where, [0.0, 0.0, -2.0 * depth])
        zones.Ambient, zones.Diffuse = 1.0, 0.0
    for k, bar in enumerate(reversed(bars)):
        bar.WindowLocation, bar.Position, bar.ScalarBarLength = "Any Location", [0.84, 0.04 + 0.32 * k], 0.24
    time = display.annotate_time(reader, view)
    if empty:
        display.lighten(view)
        corners = display.scene_corners(reader)
        for port in (POINTS, ZONES):
            corners += display.corners_of(reader.GetDataInformation(port), 0.0)
        display.look(view, [(x, y, 0.0) for x, y, _ in corners] if flat else corners,
                     display.VIEW_PLANE if flat else display.VIEW_FROM)
    simple.Render(view)
    return ShownZones(reader, view, grains, points, zones, structures, time, bars)
