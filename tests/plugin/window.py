"""A real ParaView window: one action opens a result and everything is there.

    window.py GRANUM SCENE DIRECTORY [--forces] RESULT...      (in an X session)

The state that ParaView saves lists the views and the objects shown in them; the help button of
the panel opens the page of the reader; a screenshot proves that the objects are visible.  Then a window follows a run: the picture moves on to the new
last frame, but only if it showed the last frame.
"""

import math
import os
import subprocess
import sys
import time
import xml.etree.ElementTree as tree

import h5py

import images
from checks import check, check_equal, report
from desktop import Desktop, opens, pause, saves, write_script
from result import Result
from running import kill_all, published, stopped_at_first_frame

PATIENCE = 600  # s: bounds a hang, not a speed
PANEL = "propertiesDock/propertiesPanel/"
BUTTONS = PANEL + "scrollArea/qt_scrollarea_viewport/scrollAreaWidgetContents/PropertiesFrame/ProxyPanel/RunAgain/"


def opening(result, state):
    return [*opens(result), *pause(1000), ("VCRToolbar/actionVCRLastFrame", "activate", ""), (PANEL + "Help", "activate", ""),
            ("pqHelpWindow/1QTextBrowser0", "property", "documentTitle", "Granum Reader"), *saves(state)]


def replacing(first, second, state):
    """A result is shown at its newest frame and deleted, another one is opened."""
    return [*opens(first), *pause(1500), (BUTTONS + "Newest", "activate", ""), *pause(1000),
            ("menubar/menu_Edit/actionDelete", "activate", ""), *pause(1000), *opens(second), *pause(1500), *saves(state)]


def forces(state):
    """What acts on structures, and that on paper: the panel of the reader is there until the first click."""
    return [*pause(2000), (BUTTONS + "Forces", "activate", ""), *pause(1000),
            ("pipelineBrowserDock/pipelineBrowser", "currentChanged", "/0|0/0|0"), *pause(500),
            (BUTTONS + "PrintReady", "activate", ""), *pause(500), *saves(state)]


SELECT = """
from paraview import simple

def select(*_):
    # A new choice for each Contact Network: a grain, then a contact.
    kinds = [source.SMProxy.GetXMLName() for source in simple.GetSources().values()]
    count = kinds.count("ContactNetwork")
    if "StructureLoad" not in kinds or count == select.count or count > 1:
        return
    select.count = count
    reader = next(s for s in simple.GetSources().values() if s.SMProxy.GetXMLName() == "GranumReader")
    port, field, row = PICKS[count]
    simple.ClearSelection(reader)
    simple.SelectIDs(IDs=[0, row], FieldType=field, Source=simple.OutputPort(reader, port))

select.count = -1
simple.GetActiveView().SMProxy.AddObserver("EndEvent", select)
"""


def contacts(state):
    """The contacts of what is selected, then of what is selected next."""
    events = []
    for _ in range(2):
        events += [("pipelineBrowserDock/pipelineBrowser", "currentChanged", "/0|0/0|0"), *pause(500),
                   (BUTTONS + "Contacts", "activate", ""), *pause(1000)]
    return [*events, *saves(state)]


def viewport(image):
    """The part of the screen inside the rows and columns where the view's background is;
    None before there is a view."""
    mask = images.background(image, images.behind(image))
    rows = mask.any(axis=1).nonzero()[0]
    columns = mask.any(axis=0).nonzero()[0]
    if mask.sum() < 20000:
        return None
    return image[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]


def spread(view):
    return view.max(axis=2) - view.min(axis=2)


def tinted(view):
    """Structures before the dark background: not it, and a little bluer or darker."""
    apart = abs(view - images.behind(view)).max(axis=2)
    return (apart > 6) & (spread(view) > 14) & (spread(view) < 80) & (view[:, :, 1] > 55)


def colored(view):
    """Grains: dark purple at rest, saturated green and yellow in motion."""
    return (spread(view) > 85) | ((view[:, :, 1] < 40) & (spread(view) > 14))


def wait_for(condition):
    end = time.time() + PATIENCE
    while time.time() < end:
        found = condition()
        if found is not None:
            return found
        time.sleep(0.5)
    return None


def named(directory, result, ending):
    """A file of the directory that is named by the result."""
    stem = os.path.splitext(os.path.basename(result))[0]
    return os.path.join(directory, "window_%s.%s" % (stem, ending))


def complaints(desktop):
    """What the window says of events that it could not play, or that found something else."""
    with open(desktop.said) as log:
        return [line for line in log if "critical" in line.lower() or "ERR|" in line]


def check_opened(desktop, result, directory):
    """The events end by saving the state; the window stays until its screen is judged."""
    state, script = (named(directory, result, ending) for ending in ("pvsm", "xml"))
    write_script(script, opening(result, state))
    if os.path.exists(state):
        os.remove(state)
    window = desktop.paraview("--test-script=" + script)

    def saved():
        try:
            return tree.parse(state)
        except (OSError, tree.ParseError):
            return None if window.poll() is None and not complaints(desktop) else False

    opened = wait_for(saved)
    if check(opened, "the script opens the result and saves the state"):
        check_state(opened.getroot(), Result(result))
        check_camera(opened.getroot(), result)
        if not is_flat(result):  # structures are outlines
            check_screen(desktop, result, directory)
        else:
            desktop.screen(named(directory, result, "png"))
    window.kill()
    window.wait()
    loud = complaints(desktop)
    check(opened and not loud, "every event of the script is played: %s" % loud)


def is_flat(result):
    with h5py.File(result) as f:
        return f["granum/scene"].attrs["dimensions"] == 2


def check_state(root, result):
    proxies = root.findall(".//Proxy")
    times = [float(p.find("./Property[@name='AnimationTime']/Element").get("value"))
             for p in proxies if p.get("type") == "AnimationScene"]
    check_equal(times, [result.times[-1]], "time that is shown")
    views = [p.get("type") for p in proxies if p.get("group") == "views"]
    check_equal(views, ["RenderView"], "views after opening")
    reader = [p.get("id") for p in proxies if p.get("type") == "GranumReader"]
    check_equal(len(reader), 1, "readers after opening")
    shown = {}
    for proxy in proxies:
        source = proxy.find("./Property[@name='Input']/Proxy")
        if proxy.get("group") == "representations" and source is not None and (
                source.get("value") in reader):
            visible = proxy.find("./Property[@name='Visibility']/Element").get("value")
            shown[source.get("output_port")] = (proxy.get("type"), visible)
    check_equal(shown, {"0": ("GranumGrainsRepresentation", "1"),
                        "2": ("GranumStructuresRepresentation", "1"),
                        "5": ("GranumBodiesRepresentation", "0"),
                        "8": ("GranumPointsRepresentation", str(int(any(name.startswith("granum/points/") for name in result.data))))},
                "what is shown: nothing of what the file has not, but what it has in later frames alone")
    times = [p.find("./Property[@name='Visibility']/Element").get("value") for p in proxies
             if p.get("type") == "TextSourceRepresentation"]
    check_equal(times, ["1"], "the time is written into the view")


def check_camera(root, result):
    """Onto the plane of two dimensions straight from above, into space obliquely."""
    view = next(p for p in root.findall(".//Proxy") if p.get("group") == "views")

    def numbers(name):
        return [float(e.get("value")) for e in view.findall("./Property[@name='%s']/Element" % name)]
    x, y, z = (a - b for a, b in zip(numbers("CameraPosition"), numbers("CameraFocalPoint")))
    flat = is_flat(result)
    check((abs(x) + abs(y) < 1e-9 * z) if flat else min(abs(x), abs(y), z) > 0.1 * abs(y),
          "%s: the camera is at (%g %g %g) m from its focus" % (result, x, y, z))
    check_equal(numbers("InteractionMode"), [float(flat)], "mode of the view")
    if flat:  # the view is wider than high
        corners = [p[:2] for polygon in Result(result).structures(0)[0] for p in polygon]
        away = max(abs(p[1] - numbers("CameraFocalPoint")[1]) for p in corners)
        check(away < numbers("CameraParallelScale")[0], "%g m of the plane are seen, it has %g m" % (
            numbers("CameraParallelScale")[0], away))


def check_screen(desktop, result, directory):
    path = named(directory, result, "png")

    def seen():
        view = viewport(desktop.screen(path))
        if view is None:
            return None
        shares = images.share(tinted(view)), images.share(colored(view))
        return shares if min(shares) > 0.01 else None

    shares = wait_for(seen)
    check(shares is not None, "structures and grains can be seen; the screen is %s" % path)
    if shares:
        print("%s: structures %.1f %%, grains %.1f %%"
              % (os.path.basename(result), *(100 * s for s in shares)))


def values(proxy, name):
    return [e.get("value") for e in proxy.findall("./Property[@name='%s']/Element" % name)]


def picked(result):
    """[(port, kind of rows, row, words of OnlyOf)] of the last frame: a grain at a structure, and that contact."""
    result = Result(result)
    frame = len(result.times) - 1
    _, rows = result.contacts(frame)
    wall = (rows["id_b"] < 0).nonzero()[0]
    contact = int(wall[0])
    grain = int(rows["id_a"][contact])
    ids = result.grains(frame)[1]["id"]
    name = result.names("structures")[rows["structure_id"][contact]]
    return [(0, "POINT", int((ids == grain).nonzero()[0][0]), str(grain)),
            (1, "CELL", contact, "%d-%s" % (grain, name))]


def check_contacts(state, words):
    """Contacts of Selection: a Contact Network for the grain and for the contact, with their tables of partners and
    words in the view.  Its numbers are those of tests/plugin/contact_network.py."""
    proxies = tree.parse(state).getroot().findall(".//Proxy") if os.path.exists(state) else []
    networks = [p for p in proxies if p.get("type") == "ContactNetwork"]
    check_equal([values(p, "OnlyOf") for p in networks], [[text] for text in words], "contacts of what is selected")
    for network in networks:
        ports = [network.find("./Property[@name='%s']/Proxy" % name).get("output_port") for name in ("Contacts", "Grains")]
        check_equal(ports, ["1", "0"], "inputs of the contacts of a selection")
        shown = {p.find("./Property[@name='Input']/Proxy").get("output_port") for p in proxies
                 if p.get("group") == "representations" and values(p, "Visibility") == ["1"]
                 and p.find("./Property[@name='Input']/Proxy") is not None
                 and p.find("./Property[@name='Input']/Proxy").get("value") == network.get("id")}
        check("0" in shown and ("2" in shown) == (network is networks[-1]), "tubes, and words of the last: %s" % sorted(shown))
    texts = [(values(p, "WindowLocation")[0], max(map(float, values(p, "Color")))) for p in proxies
             if p.find("./Property[@name='FontSize']") is not None and p.find("./Property[@name='WindowLocation']") is not None
             and values(p, "Visibility") == ["1"]]
    check(len(texts) >= 3 and len({place for place, _ in texts}) == len(texts), "places of texts: %s" % texts)
    check(max(ink for _, ink in texts) < 0.2, "dark letters on white: %s" % texts)


def check_one_time(desktop, first, second, directory):
    """What the window says and what it shows is one time, after a result that went on longer has been deleted."""
    state, script = (os.path.join(directory, "window_replaced." + ending) for ending in ("pvsm", "xml"))
    write_script(script, replacing(first, second, state))
    if os.path.exists(state):
        os.remove(state)
    window = desktop.paraview("--test-script=" + script)
    wait_for(lambda: (os.path.exists(state) and b"</ParaView>" in open(state, "rb").read())
             or bool(complaints(desktop)) or window.poll() is not None or None)
    window.kill()
    window.wait()
    if check(os.path.exists(state) and not complaints(desktop), "another result is opened: %s" % complaints(desktop)):
        proxies = tree.parse(state).getroot().findall(".//Proxy")
        times = {(p.get("type"), name): float(values(p, name)[0]) for p in proxies for kind, name in (
            ("AnimationScene", "AnimationTime"), ("TimeKeeper", "Time"), ("RenderView", "ViewTime")) if p.get("type") == kind}
        check(len(times) == 3 and len(set(times.values())) == 1, "times of the window and of its view: %s" % times)


def check_forces(desktop, result, directory):
    """One click from the first view of a mixer: arrows, pressure and resultants of the blades in the last
    frame; the camera near them, the grains and their colour bar hidden, no complaint."""
    # One point in the name: ParaView 5.13 takes all after the first for the kind of script.
    state, script = (named(directory, result, "pvsm").replace(".pvsm", "_forces." + ending)
                     for ending in ("pvsm", "xml"))
    more, selects = state.replace("_forces", "_contacts"), script.replace(".xml", ".py")
    write_script(script, opens(result) + forces(state) + contacts(more))
    picks = picked(result)
    with open(selects, "w") as f:
        f.write("PICKS = %r\n" % [pick[:3] for pick in picks] + SELECT)
    for path in (state, more):
        if os.path.exists(path):
            os.remove(path)
    window = desktop.paraview("--test-script=" + script, "--script=" + selects)
    wait_for(lambda: (os.path.exists(more) and b"</ParaView>" in open(more, "rb").read())
             or bool(complaints(desktop)) or window.poll() is not None or None)
    desktop.screen(script.replace(".xml", ".png"))
    window.kill()
    window.wait()
    if not check(os.path.exists(state) and not complaints(desktop), "the forces are shown: %s" % complaints(desktop)):
        return
    check_contacts(more, [words for _, _, _, words in picks])
    proxies = tree.parse(state).getroot().findall(".//Proxy")

    kinds = {p.get("id"): p.get("type") for p in proxies if p.get("group") in ("sources", "filters")}
    shown = set()
    for proxy in proxies:
        source = proxy.find("./Property[@name='Input']/Proxy")
        if proxy.get("group") == "representations" and source is not None and values(
                proxy, "Visibility") == ["1"]:
            shown.add((kinds.get(source.get("value")), source.get("output_port")))
    check_equal(shown, {("TimeToTextConvertorSource", "0"), ("Ruler", "0"),
                        *(("StructureLoad", str(port)) for port in range(5))}, "what is shown of the forces")
    view = next(p for p in proxies if p.get("group") == "views")
    numbers = {name: [float(v) for v in values(view, name)] for name in ("CameraPosition", "CameraFocalPoint", "CameraViewAngle", "ViewTime")}
    bars = [values(p, "Title")[0] for p in proxies
            if p.get("type") == "ScalarBarWidgetRepresentation" and values(p, "Visibility") == ["1"]]
    check_equal(sorted(bars), ["contact force (N)", "mean pressure (Pa)", "resultant"], "colour bars")
    check_equal((values(view, "Background"), values(view, "UseColorPaletteForBackground")), (["1"] * 3, ["0"]), "paper")
    pressure = {p.find("./Property[@name='LookupTable']/Proxy").get("value") for p in proxies
                if p.get("type") == "GranumLoadRepresentation"}
    inks = {tuple(values(p, "TitleColor")) for p in proxies if p.get("type") == "ScalarBarWidgetRepresentation"
            and values(p, "Visibility") == ["1"]}
    check(len(inks) == 1 and max(map(float, *inks)) < 0.2, "dark letters: %s" % inks)
    table = next(p for p in proxies if p.get("type") == "PVLookupTable" and len(values(p, "RGBPoints")) > 4
                 and p.get("id") in pressure)
    points = [float(v) for v in values(table, "RGBPoints")]
    check(points[0] == 0 and min(points[1:4]) > 0.9 > 0.6 > max(points[-2:]), "pressure is white at 0: %s" % points[:4])
    check_equal(numbers["ViewTime"], [Result(result).times[-1]], "time that is shown")
    check(max(map(abs, numbers["CameraFocalPoint"][:2])) < 0.02, "the camera looks at %s" % numbers)
    seen = math.dist(numbers["CameraPosition"], numbers["CameraFocalPoint"]) * math.sin(
        math.radians(numbers["CameraViewAngle"][0] / 2))
    check(seen < 0.6 * math.hypot(0.1, 0.1, 0.09), "%g m around the blades are seen, the drum would be as much" % seen)


def still_view(desktop, path):
    """The view, when two looks in a row are the same and show grains; else None."""
    view = viewport(desktop.screen(path))
    time.sleep(1.5)
    again = viewport(desktop.screen(path))
    if view is None or again is None or view.shape != again.shape:
        return None
    same = (abs(view - again).max(axis=2) > 20).mean() < 0.0005
    return view if same and images.share(colored(view)) > 0.002 else None


def changed(before, after):
    """Share of pixels that differ; None while the views cannot be compared."""
    if after is None or after.shape != before.shape:
        return None
    return (abs(after - before).max(axis=2) > 20).mean()


def check_following(desktop, granum, scene, directory):
    """A window that shows the last frame goes on with the run; the run stands still until
    it does.  A window that shows an earlier frame stays there."""
    result = os.path.join(directory, "window_followed.vtkhdf")
    pace = stopped_at_first_frame(granum, scene, result, "20 ms")
    window = desktop.paraview(result)
    path = os.path.join(directory, "window_before.png")
    before = wait_for(lambda: still_view(desktop, path))
    if not check(before is not None, "the first frame can be seen; the screen is %s" % path):
        return
    pace.until(lambda: published(result) >= 5, "four further frames")
    path = os.path.join(directory, "window_after.png")

    def gone_on():
        share = changed(before, viewport(desktop.screen(path)))
        return share if share is not None and share > 0.01 else None

    share = wait_for(gone_on)
    check(share is not None, "the window goes on with the run; the screen is %s" % path)
    print("window: following changed %.1f %% of the picture" % (100 * (share or 0)))
    window.kill()
    window.wait()

    # Opened anew, it shows the first of several frames.
    window = desktop.paraview(result)
    path = os.path.join(directory, "window_first.png")
    first = wait_for(lambda: still_view(desktop, path))
    if check(first is not None, "the first of several can be seen; the screen is %s" % path):
        frames = published(result)
        pace.until(lambda: published(result) > frames, "a further frame")
        time.sleep(4)  # eight looks at the file
        now = viewport(desktop.screen(path))
        left = int(0.8 * first.shape[1])  # of the colour bar, whose numbers grow with the run
        share = None if now is None else changed(first[:, :left], now[:, :left])
        check(share is not None and share < 0.001,
              "a window at an earlier frame stays there; the screen is %s" % path)
    window.kill()
    window.wait()


def main():
    granum, scene, directory = sys.argv[1:4]
    desktop = Desktop(directory)
    try:
        forces = "--forces" in sys.argv
        for result in sys.argv[4 + forces:]:
            check_opened(desktop, result, directory)
            if forces and "turning" in os.path.basename(result):
                check_forces(desktop, result, directory)
        if forces:
            check_one_time(desktop, sys.argv[5], sys.argv[6], directory)
        check_following(desktop, granum, scene, directory)
    finally:
        kill_all()
        desktop.close()
    report()


main()
