"""A view as figures are printed, with soft shadows, or from all around."""

import math

from granum import display
from granum.paraview import simple

RULER = 0.2  # of the width of a view, at most


def _rounded(length):
    """The largest of 1, 2, 5 times a power of ten that is not above a length."""
    power = 10.0 ** math.floor(math.log10(length))
    return power * max(step for step in (1.0, 2.0, 5.0) if step * power <= length * (1 + 1e-12))


def _ruler(view):
    """A ruler at the lower edge, in the plane of the point that the camera looks at."""
    focus, place = list(view.CameraFocalPoint), list(view.CameraPosition)
    back = [p - f for p, f in zip(place, focus)]
    distance = math.dist(place, focus)
    right = display._unit(display._cross(list(view.CameraViewUp), back))
    up = display._cross(display._unit(back), right)
    half = (view.CameraParallelScale if view.CameraParallelProjection
            else distance * math.tan(math.radians(view.CameraViewAngle / 2)))
    wide = 2 * half * view.ViewSize[0] / view.ViewSize[1]
    length = _rounded(RULER * wide)
    start = [f - 0.2 * wide * r - 0.8 * half * u for f, r, u in zip(focus, right, up)]
    ruler = simple.Ruler(registrationName="Scale bar", Point1=start,
                         Point2=[s + length * r for s, r in zip(start, right)])
    shown = simple.Show(ruler, view)
    shown.AxisColor = shown.Color = display.INK
    shown.LabelFormat = "{:.3g} m" if "{" in shown.LabelFormat else "%.3g m"
    return length


def print_ready(view=None):
    """White background, dark letters and a scale bar; returns its length in m."""
    view = view or simple.GetActiveView()
    display.lighten(view)
    view.BackgroundColorMode = "Single Color"
    view.OrientationAxesOutlineColor = display.INK
    ruled = None
    for shown in view.Representations:
        kind = shown.SMProxy.GetXMLName()
        if hasattr(shown, "TitleColor"):
            shown.TitleColor = shown.LabelColor = display.INK
        if "Text" in kind or kind == "GranumSummaryRepresentation":
            shown.Color = display.INK
        if kind.startswith("Ruler"):
            ruled = float("%.9g" % math.dist(shown.Input.Point1, shown.Input.Point2))
    length = ruled or _ruler(view)
    simple.Render(view)
    return length


def ambient_occlusion(view=None, on=True):
    """Soft shadows where grains are close to one another."""
    view = view or simple.GetActiveView()
    view.UseAmbientOcclusion = 1 if on else 0
    if on:
        view.UseSSAODefaultPresets = view.Blur = 1
    simple.Render(view)


def turntable(view, pattern, count=72, axis=(0.0, 0.0, 1.0)):
    """Pictures of a view from all around a line along `axis` through the point that it looks at, `pattern` %
    their number, as turn-%03d.png is; the camera ends where it began.  Returns the names."""
    focus, place, up = (list(view.GetProperty(name)) for name in ("CameraFocalPoint", "CameraPosition", "CameraViewUp"))
    axis, names = display._unit(list(axis)), []

    def turned(vector, angle):  # Rodrigues
        c, s = math.cos(angle), math.sin(angle)
        across, along = display._cross(axis, vector), display._dot(axis, vector)
        return [v * c + a * s + e * along * (1 - c) for v, a, e in zip(vector, across, axis)]

    for k in range(count):
        angle = 2 * math.pi * k / count
        back = turned([p - f for p, f in zip(place, focus)], angle)
        view.CameraPosition = [f + b for f, b in zip(focus, back)]
        view.CameraViewUp = turned(up, angle)
        names.append(pattern % k)
        simple.SaveScreenshot(names[-1], view, ImageResolution=list(view.ViewSize))
    view.CameraPosition, view.CameraViewUp = place, up
    return names
