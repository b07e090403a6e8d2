"""The default display of a result is right, and settings of the user stay as they are.

The size of a sphere on the screen is measured: with parallel projection a grain of
radius r covers an area of pi r^2.
"""

import math
import os
import shutil
import sys

import h5py
import numpy
from paraview import servermanager, simple

import images
import reading
from checks import check, check_array, check_equal, report
from result import Result

SIZE = 600


def one_grain(path, radius):
    with h5py.File(path, "w") as f:
        f.create_group("VTKHDF").attrs.create("Type", numpy.bytes_("PolyData"))
        f["VTKHDF"].attrs["Version"] = numpy.array([2, 0], "i8")
        f["VTKHDF/Points"] = numpy.zeros((1, 3))
        f["VTKHDF/NumberOfPoints"] = numpy.array([1])
        f["VTKHDF/PointData/radius"] = numpy.array([radius])


def check_true_size(directory):
    for radius in (0.2, 0.6):
        path = os.path.join(directory, "grain_%g.vtkhdf" % radius)
        one_grain(path, radius)
        view = simple.CreateView("RenderView")
        view.ViewSize = [SIZE, SIZE]
        view.OrientationAxesVisibility = 0
        view.UseColorPaletteForBackground = 0
        view.Background = [0, 0, 1]
        simple.Show(simple.GranumReader(FileName=path), view)
        view.CameraParallelProjection = 1
        view.CameraParallelScale = 1.0
        picture = path.replace(".vtkhdf", ".png")
        simple.SaveScreenshot(picture, view, ImageResolution=[SIZE, SIZE])
        covered = (~images.background(images.read(picture), (0, 0, 255))).sum()
        expected = math.pi * (radius * SIZE / 2) ** 2
        # The rim is a ring one pixel wide, of which half counts either way.
        rim = 2 * math.pi * radius * SIZE / 2
        check(abs(covered - expected) < rim,
              "radius %g: %d pixels, %.0f expected" % (radius, covered, expected))
        print("radius %g: %d pixels, %.0f expected" % (radius, covered, expected))
        simple.Delete(view)


CODES = ["-1", "not evaluated", "0", "primitive", "1", "virtual particles", "2", "triangles: more accurate",
         "3", "triangles: particles missing", "4", "none: particles missing", "5", "virtual particles: edge"]


def check_categories(path):
    """Arrays of codes are shown as categories, whoever colours by them; others are not."""
    import granum
    reader = reading.open_result(path)
    view = simple.CreateView("RenderView")
    display = simple.Show(reader, view)
    for array, kind in (("answered", "POINTS"), ("source", None), ("coverage", None),
                        ("audit_answered", None)):
        if kind:
            simple.ColorBy(display, (kind, array))
        table = simple.GetColorTransferFunction(array)
        check_equal(table.InterpretValuesAsCategories, 1, array + " has categories")
        covered = array in ("coverage", "audit_answered")
        names = ["-1", "no grain near"] + CODES[2:-2] if covered else CODES
        check_equal(list(table.Annotations), names, array + " has names")
        check_equal(len(table.IndexedColors), 3 * len(names) // 2, array + " has colours")
    check_equal(simple.GetColorTransferFunction("site_count").InterpretValuesAsCategories, 0,
                "site_count is a number")
    shown = granum.show_coverage(reader, view)
    check_equal(list(shown.map.ColorArrayName), ["CELLS", "coverage"], "the map is coloured by")
    check_equal(shown.bar.Title, "source of the distance", "title of its bar")
    check(0.2 < shown.map.Opacity < 0.8, "the map is translucent: %g" % shown.map.Opacity)
    check_equal(shown.grains.Representation, "Point Gaussian", "incomplete grains are drawn as")
    check(shown.grains.DiffuseColor[0] > 0.8 and max(shown.grains.DiffuseColor[1:]) < 0.2,
          "incomplete grains are red: %s" % list(shown.grains.DiffuseColor))
    check_equal(shown.text.Visibility, 1, "the sentences are shown")
    simple.Delete(view)


def check_defaults(reader):
    view = simple.CreateView("RenderView")
    scene = simple.GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()
    grains = simple.Show(reader, view)
    check_equal(grains.Representation, "Point Gaussian", "grains are drawn as")
    check_equal((grains.GaussianRadius, grains.ScaleByArray, grains.UseScaleFunction), (1.0, 1, 0),
                "radius, by array, by function")
    check_equal(list(grains.SetScaleArray), ["POINTS", "radius"], "scaled by")
    structures = simple.Show(simple.OutputPort(reader, 2), view)
    check_equal(structures.Representation, "Surface", "structures are drawn as")
    check_looks(reader, structures)

    times = list(reader.TimestepValues)
    for time in times[:3]:
        scene.AnimationTime = time
        view.ViewTime = time
        simple.Render(view)
    check_equal(list(grains.ColorArrayName), ["POINTS", "velocity"], "coloured by")
    simple.Delete(view)


def check_looks(reader, display):
    """Parts that move and hold no grains are opaque, others faint; another colouring is mapped to colours, and
    back."""
    reader.UpdatePipeline(reader.TimestepValues[-1])
    cells = reading.arrays(servermanager.Fetch(reader, idx=2).GetCellData())
    names = list(reader.GetProperty("StructureNames"))
    opacity = {names[s]: set(cells["appearance"][cells["structure_id"] == s, 3].tolist())
               for s in numpy.unique(cells["structure_id"])}
    print("opacities %s" % opacity)
    moving = reading.arrays(servermanager.Fetch(reader, idx=2).GetFieldData())["moving"]
    for name, found in opacity.items():
        solid = moving[names.index(name)] > 0
        check(found == {255} if solid else len(found) == 1 and max(found) < 100, "%s: opacity %s" % (name, found))
    check_equal((list(display.ColorArrayName), display.MapScalars), (["CELLS", "appearance"], 0), "their colours")
    for array, mapped in (("structure_id", 1), ("appearance", 0)):
        display.ColorArrayName = ["CELLS", array]
        check_equal(display.MapScalars, mapped, array + " is mapped")


def check_declared(path, directory):
    """Parts that the scene moves after the last frame are drawn as those that move already: beside its parent, a shorter
    run looks the same."""
    still = os.path.join(directory, "display_still.vtkhdf")
    shutil.copy(path, still)
    with h5py.File(still, "r+") as f:
        for name in ("velocity", "angular_velocity"):
            f["granum/poses"][name][...] = 0
    for array in ("moving", "appearance"):
        kept = []
        for one in (path, still):
            reader = reading.open_result(one)
            reader.UpdatePipeline(reader.TimestepValues[0])
            data = servermanager.Fetch(reader, idx=2)
            kept.append({**reading.arrays(data.GetCellData()), **reading.arrays(data.GetFieldData())}[array])
        check_array(kept[1], kept[0], "%s of a run that is shorter" % array, 0)
        check(len(numpy.unique(kept[0], axis=0)) > 1, "%s: %s" % (array, kept[0]))


def check_sites(reader):
    """Spheres that touch their neighbours, coloured by distance."""
    view = simple.CreateView("RenderView")
    view.ViewTime = reader.TimestepValues[-1]
    sites = simple.Show(simple.OutputPort(reader, "Virtual Particles"), view)
    simple.Render(view)
    check_equal(sites.Representation, "Point Gaussian", "virtual particles are drawn as")
    check_equal((sites.GaussianRadius, sites.ScaleByArray, sites.UseScaleFunction), (0.5, 1, 0),
                "virtual particles: radius, by array, by function")
    check_equal(list(sites.SetScaleArray), ["POINTS", "spacing"], "virtual particles: scaled by")
    check_equal(list(sites.ColorArrayName), ["POINTS", "distance"], "virtual particles: colour")
    simple.Delete(view)


def check_field(reader):
    """The field by distance with its unit, isolines in three colours; whichever view."""
    view, other = (simple.CreateView("RenderView") for _ in range(2))
    simple.SetActiveView(other)
    view.ViewTime = reader.TimestepValues[-1]
    source = simple.DistanceField(Sites=reader)
    field = simple.Show(source, view)
    lines = simple.Show(simple.OutputPort(source, "Isolines"), view)
    simple.Render(view)
    check_equal(field.Representation, "Surface", "a field is drawn as")
    check_equal(list(field.ColorArrayName), ["POINTS", "distance"], "a field: colour")
    check_equal(list(lines.ColorArrayName), ["CELLS", "isoline"], "isolines: colour")
    table = simple.GetColorTransferFunction("isoline")
    check_equal((table.InterpretValuesAsCategories, len(table.IndexedColors)), (1, 9), "categories")
    check_equal(list(table.Annotations)[:4], ["0", "every interval", "1", "centres touch"], "names")
    bar = simple.GetScalarBar(simple.GetColorTransferFunction("distance"), view)
    check_equal(bar.Title, "distance (m)", "title of the bar of a field")
    bar.Title = "mine"
    simple.Show(simple.DistanceField(Sites=reader), view)
    check_equal(bar.Title, "mine", "a title that was chosen")
    simple.Delete(view)
    simple.Delete(other)


def limits(array):
    points = simple.GetColorTransferFunction(array).RGBPoints
    return points[0], points[-4]


def check_series(slow, fast):
    """The first frame already has the range of the result, which only grows with another one."""
    view = simple.CreateView("RenderView")
    ranges = []
    for path, first in ((slow, 0), (fast, 1), (slow, 0)):  # the other has no grains before
        reader = reading.open_result(path)
        view.ViewTime = reader.TimestepValues[first]
        simple.Show(reader, view)
        simple.Render(view)
        ranges.append(limits("velocity"))
    top = Result(slow).usual_speed(), Result(fast).usual_speed()
    print("ranges %s; usual tops %s" % (ranges, top))
    check(0 < top[0] < top[1], "the second result is faster")
    for found, expected in zip(ranges, (top[0], top[1], top[1])):
        check(found[0] == 0 and abs(found[1] - expected) < 1e-5 * expected,
              "range of velocity: %s, not 0 to %g" % (found, expected))
    table = simple.GetColorTransferFunction("velocity")
    check_equal(table.AutomaticRescaleRangeMode, "Never", "later frames")
    check_equal((table.UseAboveRangeColor, list(table.AboveRangeColor)), (1, list(table.RGBPoints)[-3:]),
                "faster grains have the last colour, in a swatch of its own")
    check_equal([round(c, 3) for c in table.RGBPoints[1:4]], [0.267, 0.005, 0.329], "viridis")
    check_equal(simple.GetScalarBar(table, view).Title, "speed (m/s)", "title with its unit")
    shown = simple.GetDisplayProperties(reader, view)
    simple.ColorBy(shown, ("POINTS", "radius"))
    bar = simple.GetScalarBar(simple.GetColorTransferFunction("radius"), view)
    check_equal(bar.Title, "radius (m)", "title of another array")
    shown.SetScalarBarVisibility(view, True)
    simple.ColorBy(shown, ("POINTS", "velocity"))
    shown.SetScalarBarVisibility(view, True)
    check_equal(simple.GetScalarBar(table, view).ComponentTitle, "", "title of a vector")
    simple.Delete(view)


def check_network(reader):
    """Coloured by f/<f> from 0 to Cap, also when added at a frame without contacts."""
    view = simple.CreateView("RenderView")
    view.ViewTime = reader.TimestepValues[0]
    made = simple.ContactNetwork(Contacts=reader)
    shown = simple.Show(made, view)
    contacts = simple.Show(simple.OutputPort(reader, "Contacts"), view)
    simple.Render(view)
    check_equal(made.GetDataInformation().GetNumberOfCells(), 0, "contacts at first")
    view.ViewTime = reader.TimestepValues[2]
    simple.Render(view)
    check(made.GetDataInformation().GetNumberOfCells() > 0, "contacts later")
    check_equal(list(shown.ColorArrayName), ["CELLS", "force_ratio"], "the network is coloured by")
    check_equal(list(contacts.ColorArrayName), ["CELLS", "force"], "contacts are coloured by")
    table = simple.GetColorTransferFunction("force_ratio")
    check_equal(limits("force_ratio"), (0.0, made.Cap), "from 0 to Cap")
    check_equal([round(c, 3) for c in table.RGBPoints[1:4]], [0.267, 0.005, 0.329], "viridis")
    bar = simple.GetScalarBar(table, view)
    check_equal((bar.Title, bar.ComponentTitle), ("f/<f>", ""), "title of its bar")
    made.Cap, made.ReferenceForce = 6.0, 0.05
    simple.Render(view)
    check_equal(limits("force_ratio"), (0.0, 6.0), "from 0 to the new Cap")
    check_equal(bar.Title, "f / (0.05 N)", "title with the reference force")
    bar.Title, made.ReferenceForce = "mine", 0.0
    simple.Render(view)
    check_equal(bar.Title, "mine", "a title that was chosen")
    later = simple.Show(simple.ContactNetwork(Contacts=reader), view)
    simple.Render(view)
    check_equal(list(later.ColorArrayName), ["CELLS", "force_ratio"], "a second one, at once")
    check_equal(limits("force_ratio"), (0.0, 6.0), "which keeps the range")
    simple.Delete(view)


def check_choice(reader):
    """Who chooses a colouring before there are grains keeps it."""
    scene = simple.GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()
    scene.AnimationTime = reader.TimestepValues[0]
    view = simple.CreateView("RenderView")
    view.ViewTime = reader.TimestepValues[0]
    grains = simple.Show(reader, view)
    simple.Render(view)
    check_equal(reader.GetDataInformation(0).GetNumberOfPoints(), 0, "grains at first")
    grains.ColorArrayName = ["POINTS", "radius"]
    grains.GaussianRadius = 2.0
    view.ViewTime = reader.TimestepValues[1]
    simple.Render(view)
    check_equal(list(grains.ColorArrayName), ["POINTS", "radius"], "a colouring that was chosen")
    check_equal(grains.GaussianRadius, 2.0, "a radius that was chosen")
    simple.Delete(view)


def check_later(empty_first):
    """Grains that come after the first frame have colours and a bar already there."""
    import granum

    view = simple.CreateView("RenderView")
    simple.GetAnimationScene().GoToFirst()
    shown = granum.show(empty_first, view)
    check_equal((shown.grains.ColorArrayName[1], shown.bar and shown.bar.Title), ("velocity", "speed (m/s)"), "colours to come")


def check_show(path):
    import granum

    shown = granum.show(path)
    check_equal(shown.bar.Title, "speed (m/s)", "title of the bar")
    check_equal(shown.structures.Input.Port, 2, "structures are port")
    check(shown.view.CameraViewUp[2] > 0.8, "z points up")
    check_equal(granum.units(shown.reader)["force"], "N", "unit of force")


def check_look_at(path):
    """At the grain where it is in the frame that the view shows, not in the first."""
    import granum

    shown = granum.show(path)
    simple.GetAnimationScene().GoToLast()
    places = []
    for time in (shown.reader.TimestepValues[0], shown.view.ViewTime):
        shown.reader.UpdatePipeline(time)
        grains = servermanager.Fetch(shown.reader, idx=0)
        ids = grains.GetPointData().GetArray("id")
        places.append({ids.GetValue(i): grains.GetPoint(i)
                       for i in range(grains.GetNumberOfPoints())})
    ways = {id_: math.dist(place, places[0][id_]) for id_, place in places[1].items()
            if id_ in places[0]}
    far = max(ways, key=ways.get)
    granum.look_at(shown.reader, far)
    away = math.dist(shown.view.CameraFocalPoint, places[1][far])
    print("look_at: %.3g m beside a grain that went %.3g m" % (away, ways[far]))
    check(ways[far] > 1e-3 and away < 1e-6, "the camera goes to the grain of this frame")
    for side in (1, -1):  # a camera along z has no direction that z could be up in
        shown.view.CameraFocalPoint, shown.view.CameraPosition = [0, 0, 0], [0, 0, side]
        granum.look_at(shown.reader, far)
        away = math.dist(shown.view.CameraFocalPoint, places[1][far])
        back = [p - f for p, f in zip(shown.view.CameraPosition, shown.view.CameraFocalPoint)]
        check(away < 1e-6 and back[2] * side > 0 and math.hypot(*back[:2]) < 1e-9 * abs(back[2]),
              "a view along z stays one: %s at %g" % (back, away))
        check(math.dist(shown.view.CameraViewUp, [0, 1, 0]) < 1e-9,
              "y is up: %s" % list(shown.view.CameraViewUp))
    simple.Delete(shown.view)


def check_show_sites(path):
    import granum

    view = simple.CreateView("RenderView")
    shown = granum.show_sites(path, "left", view)
    check_equal(shown.bar.Title, "distance (m)", "title of the bar of sites")
    source = shown.sites.Input
    source.UpdatePipeline(view.ViewTime)
    kept = source.GetDataInformation()
    whole = source.Input.GetDataInformation()  # the sites of the nearest patch
    share = kept.GetNumberOfPoints() / whole.GetNumberOfPoints()
    check(0.3 < share < 0.7, "a half is shown: %g" % share)
    # Only the half that lies behind the middle of the surface.
    bounds, body = kept.GetBounds(), shown.reader.GetDataInformation(2).GetBounds()
    check(abs(bounds[2] - (body[2] + body[3]) / 2) < 0.002, "cut through the middle: %s of %s"
          % (bounds, body))
    simple.Delete(view)


def check_presets(path, directory):
    """White paper with a bar of a round length; as many pixels as it says; a turn ends where it began."""
    import granum

    shown = granum.show(path, simple.CreateView("RenderView"))
    view = shown.view
    view.ViewSize = [400, 300]
    view.CameraParallelProjection, view.OrientationAxesVisibility = 1, 0
    for display in (shown.grains, shown.structures):
        display.Visibility = 0
    length = granum.print_ready(view)
    check_equal(granum.print_ready(view), length, "one ruler")
    mantissa = length / 10 ** math.floor(math.log10(length) + 1e-9)
    check(min(abs(mantissa - m) for m in (1, 2, 5)) < 1e-9, "a round length: %g m" % length)
    picture = os.path.join(directory, "print.png")
    simple.SaveScreenshot(picture, view, ImageResolution=[400, 300])
    paper = images.background(images.read(picture), (255, 255, 255))
    columns = numpy.flatnonzero((~paper[266:276, :200]).any(axis=0))  # left of the colour bar, above the number
    expected = length / (2 * view.CameraParallelScale) * 300
    print("ruler of %g m: %d pixels, %.1f expected" % (length, numpy.ptp(columns), expected))
    check(paper.mean() > 0.8 and abs(numpy.ptp(columns) - expected) < 8, "as long as it says")
    shown.grains.Visibility = 1
    place = list(view.CameraPosition)
    names = granum.turntable(view, os.path.join(directory, "turn-%d.png"), 3)
    seen = [images.read(name) for name in names]
    check(all(os.path.isfile(name) for name in names) and (seen[0] != seen[1]).any(), "three sides")
    check_equal(list(view.CameraPosition), place, "the camera is back")
    granum.ambient_occlusion(view)
    simple.SaveScreenshot(picture, view, ImageResolution=[400, 300])
    darker = images.read(picture)[..., :3].astype(int).sum() - seen[0][..., :3].astype(int).sum()
    check(darker < 0, "soft shadows: %d" % darker)
    simple.Delete(view)


def check_share(reader):
    """The colours of a share go from 0 to 1, also where all grains are of one kind."""
    view = simple.CreateView("RenderView")
    mixing = simple.Mixing(Grains=simple.OutputPort(reader, "Grains"), Concentration=-1)  # of none
    points = list(simple.Show(mixing, view).LookupTable.RGBPoints)
    check_equal([points[0], points[-4]], [0.0, 1.0], "colours of the local share")
    simple.Delete(view)


def check_missing(directory):
    """A path that leads nowhere is an error with its name, and nothing is made for it."""
    import granum

    before = len(simple.GetSources()), len(simple.GetViews())
    for path in (os.path.join(directory, "nope.vtkhdf"), directory):
        try:
            granum.show(path)
        except FileNotFoundError as error:
            check(path in str(error), "the error names %s: %s" % (path, error))
        else:
            check(False, "%s is shown" % path)
    check_equal((len(simple.GetSources()), len(simple.GetViews())), before, "sources, views")


def check_no_display(path):
    """Without a display there is a word instead of a crash."""
    import granum

    screen = os.environ.pop("DISPLAY")
    try:
        granum.show(path)
    except RuntimeError as error:
        check("xvfb-run" in str(error), "the error names the remedy: %s" % error)
    else:
        check(False, "shown without a display")
    os.environ["DISPLAY"] = screen


def main():
    directory, result, empty_first, sites = sys.argv[1:5]
    check_true_size(directory)
    check_series(result, empty_first)
    for path in (result, empty_first):
        check_defaults(reading.open_result(path))
    check_choice(reading.open_result(empty_first))
    check_network(reading.open_result(empty_first))
    check_field(reading.open_result(sites))
    check_sites(reading.open_result(sites))
    check_categories(sites)
    check_show(result)
    check_look_at(result)
    check_presets(result, directory)
    check_declared(result, directory)
    check_share(reading.open_result(result))
    check_show_sites(sites)
    check_missing(directory)
    check_later(empty_first)
    check_no_display(result)
    report()


main()
