"""Grains as spheres of their true size, bodies with their own shapes, structures as translucent
surfaces.

Pictures start from the default display of a Granum Reader (xml/GranumReader.xml); this
module adds a colour map, a colour bar with the unit, the time and the camera.
"""

import errno
import itertools
import math
import os
from collections import namedtuple

from granum.paraview import servermanager, simple

#: The objects that show() has added to the view.  `bar` is None if nothing is coloured.
Shown = namedtuple("Shown", "reader view grains structures time bar bodies")

GRAINS, STRUCTURES, BODIES, BODY_SHAPES = 0, 2, 5, 7  # ports of the reader

COLOR_MAP = "Viridis (matplotlib)"
if not servermanager.vtkSMTransferFunctionPresets.GetInstance().HasPreset(COLOR_MAP):
    COLOR_MAP = "Viridis"  # its name since ParaView 6
INK = [0.1, 0.1, 0.1]
STRUCTURE_COLOR = [0.36, 0.62, 0.86]
STRUCTURE_OPACITY = 0.25
SIZE = [900, 700]
VIEW_FROM = [0.9, -1.6, 0.8]
VIEW_PLANE = [0.0, 0.0, 1.0]


def demand_display():
    """Raise a RuntimeError if there is no X display, without which ParaView would crash."""
    if not os.environ.get("DISPLAY"):
        raise RuntimeError(
            "ParaView needs an X display to draw; put `xvfb-run -a -s -noreset` before "
            "the command"
        )


def reader_of(source):
    """The given reader, or a new one for the given path.  FileNotFoundError: no such file."""
    if not isinstance(source, str):
        return source
    # A remote server has its own files, which cannot be checked here.
    if not simple.servermanager.ActiveConnection.IsRemote() and not os.path.isfile(source):
        raise FileNotFoundError(errno.ENOENT, "there is no such result", source)
    if hasattr(simple, "GranumReader"):
        return simple.GranumReader(registrationName=source, FileName=source)
    reader = simple.OpenDataFile(source)  # by granum_paraview.py, if that is loaded
    if reader is None or reader.SMProxy.GetXMLName() != "GranumReaderPython":
        raise RuntimeError(
            "ParaView has not loaded the plugin Granum: set PV_PLUGIN_PATH to the "
            "directory of Granum.so (env.sh does)"
        )
    return reader


def view_of(view, *readers):
    """The given view, or the active one.  Where there is none, as in a script, a new one of SIZE pixels at
    the last instant that all readers have."""
    view = view or simple.GetActiveView()
    if view is None:
        view = simple.CreateRenderView(ViewSize=SIZE)
        to_last(*readers)
    return view


def to_last(*readers):
    """Go to the last instant that all readers have."""
    scene = simple.GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()
    for reader in readers:
        reader.UpdatePipelineInformation()
    ends = [list(reader.TimestepValues)[-1] for reader in readers if len(reader.TimestepValues)]
    if ends:
        scene.AnimationTime = min(ends)


def _as_spheres(grains):
    """What xml/GranumReader.xml gives the grains of the plugin's reader by itself."""
    grains.Representation = "Point Gaussian"
    grains.GaussianRadius = 1.0
    grains.ScaleByArray = 1
    grains.SetScaleArray = ["POINTS", "radius"]
    grains.UseScaleFunction = 0


def units(reader):
    """{array: unit} for every array of the file."""
    reader.UpdatePipelineInformation()
    reader.UpdatePropertyInformation()
    pairs = list(reader.GetProperty("ArrayUnits"))
    return dict(zip(pairs[::2], pairs[1::2]))


def titled(reader, array):
    """Name with unit, `speed (m/s)` for the magnitude of a velocity; the bare name if dimensionless."""
    unit = units(reader).get(array, "1")
    word = {"velocity": "speed", "angular_velocity": "angular speed"}.get(array, array)
    return array if unit == "1" else "%s (%s)" % (word, unit)


def _array(reader, array, port=GRAINS):
    return reader.GetDataInformation(port).GetPointDataInformation().GetArrayInformation(array)


def _bar_of_later(reader, display, view, array):
    """The colour bar of a display without rows that the plugin colours by an array of later frames; None without."""
    if not array or display.ColorArrayName[1] != array or not display.LookupTable:
        return None
    bar = bar_of(display.LookupTable, view)
    bar.Title, bar.Visibility = titled(reader, array), 1
    return bar


def color_grains(reader, grains, bodies, view, array):
    """Colour grains and bodies by an array (a vector by its magnitude, the axis of bodies by its
    direction).  The range is from the smallest value to the largest in the frame shown; of vectors from 0
    to what a hundredth exceeds in most frames, and the bar ends in a swatch for more.  Returns the colour bar, or None if there is no such array."""
    bar, tops = None, []
    for display, port in ((grains, GRAINS), (bodies, BODIES)):
        information = _array(reader, array, port) if array else None
        if information is None:
            later = _bar_of_later(reader, display, view, array) if port == GRAINS else None
            bar = later or bar
            if not later:
                display.ColorArrayName = ["POINTS", ""]
        elif array == "axis":
            simple.ColorBy(display, ("POINTS", "axis_color"))
            display.MapScalars = 0  # the array holds colours
            display.SetScalarBarVisibility(view, False)
        else:
            bar = color_by(reader, display, view, array, information)
            tops.append(information)
    if len(tops) > 1:
        vector = tops[0].GetNumberOfComponents() > 1
        ranges = [i.GetComponentRange(-1 if vector else 0) for i in tops]
        low, high = 0.0 if vector else min(r[0] for r in ranges), max(r[1] for r in ranges)
        table = simple.GetColorTransferFunction(array)
        if not vector and low < high and not table.InterpretValuesAsCategories:
            table.RescaleTransferFunction(low, high)
    return bar


def bar_of(table, view):
    """The colour bar of a colour map, with dark letters and short numbers."""
    bar = simple.GetScalarBar(table, view)
    bar.ComponentTitle = ""
    bar.TitleColor = bar.LabelColor = INK
    bar.AutomaticLabelFormat = 0
    # For std::format, as the default of ParaView 6.1 is, or for printf.
    bar.LabelFormat = bar.RangeLabelFormat = "{:.3g}" if "{" in bar.RangeLabelFormat else "%.3g"
    return bar


#: Title of the colour bar of arrays of codes.
CATEGORIES = {name: "source of the distance"
              for name in ("answered", "source", "coverage", "audit_answered")}
CATEGORIES["served"] = "virtual particles"
CATEGORIES["zone"] = "zone"


def category_bar(display, view, table):
    """The colour bar of an array of codes: a box and a name per code."""
    bar = bar_of(table, view)
    array = display.ColorArrayName[1]
    bar.Title = CATEGORIES.get(array, array)
    bar.Visibility = 1
    display.SetScalarBarVisibility(view, True)
    return bar


def series_range(reader, array):
    """(low, high) of an array of grains over the frames of a result, of a vector 0 and the magnitude that a
    hundredth exceeds in most frames; None if there is none.  The reader knows it without loading frames."""
    asked, found = (reader.SMProxy.GetProperty(name) for name in ("RangeArray", "SeriesRange"))
    if not asked:  # the reader in Python
        return None
    ends = []
    for name in (array, ""):
        asked.SetElement(0, name)
        reader.SMProxy.UpdateProperty("RangeArray")
        if name:
            reader.SMProxy.UpdatePropertyInformation(found)
            ends = [found.GetElement(i) for i in (0, 1)]
    return tuple(ends) if ends[0] <= ends[1] else None


def color_by(reader, display, view, array, information, kind="POINTS"):
    """Colour a display by an array with known ranges (`information`); returns the colour bar."""
    simple.ColorBy(display, (kind, array))
    vector = information.GetNumberOfComponents() > 1
    low, high = information.GetComponentRange(-1 if vector else 0)
    above = None
    if vector:
        series = series_range(reader, array)
        low, above = 0.0, series and series[1]
        high = above or high
    if 0 < low < 1e-3 * high:
        low = 0.0
    table = simple.GetColorTransferFunction(array)
    if table.InterpretValuesAsCategories:  # of codes, which have names and colours
        return category_bar(display, view, table)
    table.ApplyPreset(COLOR_MAP, True)
    table.AutomaticRescaleRangeMode = "Never"
    table.NanColor = [0.63, 0.63, 0.63]
    if high > low:
        table.RescaleTransferFunction(low, high)
    elif high == low:
        table.RescaleTransferFunction(low, low + max(abs(low), 1.0))
    table.AboveRangeColor = table.RGBPoints[-3:]
    table.UseAboveRangeColor = 1 if above else 0
    bar = bar_of(table, view)
    bar.Title = titled(reader, array)
    bar.Visibility = 1
    display.SetScalarBarVisibility(view, True)
    return bar


def annotate_time(reader, view):
    time = simple.AnnotateTimeFilter(registrationName="Time", Input=reader)
    time.Format = "t = {time:.3f} s"
    text = simple.Show(time, view)
    text.Color = INK
    text.FontSize = 18
    text.WindowLocation = "Upper Left Corner"
    return time


def largest_radius(reader):
    """Of the grains shown, in m; 0 without grains."""
    radius = _array(reader, "radius")
    return radius.GetComponentRange(0)[1] if radius else 0.0


def largest_body(reader):
    """How far a body shown may reach from its centre, in m; 0 without bodies."""
    scale = _array(reader, "scale", BODIES)
    if not scale:
        return 0.0
    shapes = reader.GetDataInformation(BODY_SHAPES).GetBounds()
    return scale.GetComponentRange(0)[1] * max(map(abs, shapes))


def is_flat(reader):
    """Whether the result is of two dimensions."""
    fields = reader.GetDataInformation(0).GetFieldDataInformation()
    dimensions = fields.GetArrayInformation("dimensions")
    return dimensions is not None and dimensions.GetComponentRange(0)[1] == 2.0


def scene_corners(reader):
    """Corners of the boxes around grains and bodies (their size included) and structures."""
    corners = []
    for port, margin in ((GRAINS, largest_radius(reader)), (BODIES, largest_body(reader)),
                         (STRUCTURES, 0.0)):
        corners += corners_of(reader.GetDataInformation(port), margin)
    if is_flat(reader):  # structures are drawn thin: the camera stays near the plane
        corners = [(x, y, 0.0) for x, y, _ in corners]
    return corners


def corners_of(information, margin):
    """Corners of the bounding box of some data, `margin` (m) wider on each side; [] without data."""
    if information.GetNumberOfPoints() == 0:
        return []
    b = information.GetBounds()
    low = [b[0] - margin, b[2] - margin, b[4] - margin]
    high = [b[1] + margin, b[3] + margin, b[5] + margin]
    return list(itertools.product(*zip(low, high)))


def _dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def _unit(a):
    length = math.sqrt(_dot(a, a))
    return [x / length for x in a]


def _cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def look(view, corners, direction):
    """Place the camera in that direction, as near as all corners are visible; z is upwards, or y
    in a view along z."""
    back = _unit(direction)
    along_z = abs(back[2]) > 0.999
    right = _unit(_cross([0.0, 1.0, 0.0] if along_z else [0.0, 0.0, 1.0], back))
    up = _cross(back, right)
    if not corners:
        return
    axes = (right, up, back)
    spans = [[_dot(axis, corner) for corner in corners] for axis in axes]
    middle = [(min(span) + max(span)) / 2 for span in spans]
    width, height, depth = (max(span) - min(span) for span in spans)
    centre = [sum(m * axis[i] for m, axis in zip(middle, axes)) for i in range(3)]
    size = view.ViewSize
    view.CameraParallelProjection = 1
    view.CameraViewUp = up
    view.CameraFocalPoint = centre
    view.CameraPosition = [c + 2 * (width + height + depth) * b for c, b in zip(centre, back)]
    # Leave room for the colour bar at the side, and a margin above and below.
    view.CameraParallelScale = max(0.55 * height, 0.68 * width * size[1] / size[0])


def leave_room(view, part):
    """Draw all smaller by that part of the view, and as far to the left, for the names beside a colour bar;
    for cameras that look() placed."""
    back = _unit([p - f for p, f in zip(view.CameraPosition, view.CameraFocalPoint)])
    right = _cross(view.CameraViewUp, back)
    view.CameraParallelScale *= 1 + part
    width = 2 * view.CameraParallelScale * view.ViewSize[0] / view.ViewSize[1]
    for place in ("CameraPosition", "CameraFocalPoint"):
        setattr(view, place, [p + part * width * r for p, r in zip(getattr(view, place), right)])


def lighten(view):
    """White background, dark letters."""
    view.UseColorPaletteForBackground = 0
    view.Background = [1.0, 1.0, 1.0]
    view.OrientationAxesLabelColor = INK


def show(source, view=None, color="velocity"):
    """Show a result; `source` is a Granum Reader or the path of a result.

    Grains are spheres of their true size, copies of meshes have their own shape; both are coloured
    by the array `color` (None: uniform) with a colour bar that has the unit, "axis" colours copies
    by the direction of their long axis (red, green, blue: along x, y, z); parts that move are opaque,
    vessels and what stands still translucent; the time is written into the view.  An empty view gets a light background and an isometric camera,
    z upwards; any other view keeps its own.  In two dimensions grains are discs, structures
    outlines, and the camera looks along -z, y upwards.  FileNotFoundError: there is no such file.
    RuntimeError: there is no X display.
    """
    demand_display()
    reader = reader_of(source)
    view = view or simple.GetActiveViewOrCreate("RenderView")
    empty = len(view.Representations) == 0
    simple.GetAnimationScene().UpdateAnimationUsingDataTimeSteps()

    grains = simple.Show(reader, view)
    structures = simple.Show(simple.OutputPort(reader, STRUCTURES), view)
    bodies = simple.Show(simple.OutputPort(reader, BODIES), view)
    view.Update()
    flat = is_flat(reader)
    if reader.SMProxy.GetXMLName() != "GranumReader":
        _as_spheres(grains)
    if not flat and structures.ColorArrayName[1] != "appearance":  # of the plugin's reader
        structures.Opacity = STRUCTURE_OPACITY
        structures.AmbientColor = structures.DiffuseColor = STRUCTURE_COLOR
    bar = color_grains(reader, grains, bodies, view, color)
    time = annotate_time(reader, view)
    if empty:
        lighten(view)
        look(view, scene_corners(reader), VIEW_PLANE if flat else VIEW_FROM)
    simple.Render(view)
    return Shown(reader, view, grains, structures, time, bar, bodies)
