"""The views of the plugin in a real ParaView window: what each shows covers its picture.

    views.py RESULT HEAP DIRECTORY      (in an X session; a mixer, and grains at rest)

One window draws them all (views_inside.py); shares of colours are compared, not pixels,
since drivers and fonts differ.  At last a row of the incomplete grains is chosen in a
spreadsheet, and the state that the window saves says that the camera went there.
"""

import json
import os
import sys
import xml.etree.ElementTree as tree

import numpy

import images
from checks import check, check_equal, report
from desktop import Desktop, pause, saves, write_script

PATIENCE = 1200  # s: bounds a hang, not a speed
# The spreadsheet is beside the coverage, in the last tab: views_inside.py makes seven.
SHEET = ("centralwidget/MultiViewWidget/CoreWidget/qt_tabwidget_stackedwidget/"
         "MultiViewWidget8/Container/Frame.2/CentralWidgetFrame/Viewport/1pqSpreadSheetViewWidget0")
WHITE = (255, 255, 255)
# The contact network of the second result, beneath the first of its two inputs: its port of partners.
LISTED = ("pipelineBrowserDock/pipelineBrowser", "currentChanged", "/0/1/1/0/1|0")


def run(result, heap, directory):
    """Draws the views; what the script has found."""
    state, script = (os.path.join(directory, "views." + ending) for ending in ("pvsm", "xml"))
    said = os.path.join(directory, "views.json")
    for path in (state, said):
        if os.path.exists(path):
            os.remove(path)
    write_script(script, [*pause(1000), LISTED, (SHEET, "setCurrent", "0.1"), *pause(1000), *saves(state)])
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "views_inside.py")
    desktop = Desktop(directory)
    desktop.environment.update(RESULT=result, HEAP=heap, DIRECTORY=directory)
    try:
        window = desktop.paraview("--script=" + inside, "--test-script=" + script, "--exit")
        code = window.wait(PATIENCE)
    finally:
        desktop.close()
    if not check(code == 0 and os.path.exists(said), "the window draws: %d" % code):
        with open(desktop.said) as log:
            print(log.read())
        report()
    with open(said) as f:
        found = json.load(f)
    check("error" not in found, found.get("error"))
    return found, tree.parse(state).getroot()


def check_picture(directory, name, **least):
    """Shares of the picture: `drawn` is what is no paper, `colored` what has a colour,
    `reddish` and `bluish` the ends of the map."""
    image = images.read(os.path.join(directory, "view_%s.png" % name))
    lead = image[:, :, 0] - image[:, :, 2]
    shares = {
        "drawn": images.share(~images.background(image, WHITE)),
        "colored": images.share(image.max(axis=2) - image.min(axis=2) > 60),
        "reddish": images.share(lead > 60),
        "bluish": images.share(lead < -60),
    }
    print("%s: %s" % (name, ", ".join("%s %.2f %%" % (n, 100 * s) for n, s in shares.items())))
    for what, share in least.items():
        check(shares[what] > share, "%s: %s %.4f of the picture" % (name, what, shares[what]))


def check_focus(found, state):
    """The view of the coverage looks at the grain of the row, and did not before; others
    may have looked there already."""
    row = found["row"]
    near = []
    for proxy in state.findall(".//Proxy"):
        if proxy.get("type") == "RenderView" and proxy.get("id") == row["view"]:
            point = [float(e.get("value")) for e in
                     proxy.findall("./Property[@name='CameraFocalPoint']/Element")]
            near.append(numpy.linalg.norm(numpy.array(point) - row["place"]))
    away = numpy.linalg.norm(numpy.array(row["before"]) - row["place"])
    print("the row: the camera was %.3g m beside it, then %s m" % (away, near))
    check(away > 5e-3 and len(near) == 1 and near[0] < 1e-3, "the view goes to the row: %s" % near)


def main():
    result, heap, directory = sys.argv[1:4]
    found, state = run(result, heap, directory)
    check_equal(found["series of distribution"], ["grain_on_grain", "grain_on_structure",
                                                  "structure_on_structure"], "P(f)")
    check_equal(found["series of rose"], ["density", "force_density"], "rose")
    check_equal(found["series of history"], ["dissipated_energy", "elastic_energy",
                                             "kinetic_energy", "potential_energy"], "history")
    check_equal(found["picked"][0], found["picked"][1], "the selected grain is picked")
    check_picture(directory, "network", drawn=0.02, colored=0.005, reddish=0.0005, bluish=0.003)
    check_picture(directory, "shell", drawn=0.1, reddish=0.02, bluish=0.005)
    check_picture(directory, "stencil", drawn=0.03, bluish=0.003)
    check_picture(directory, "coverage", drawn=0.1, colored=0.1)
    for chart in ("distribution", "rose", "history"):
        check_picture(directory, chart, drawn=0.005, colored=0.0005)
    looked, place = numpy.array(found["looked at"])
    check(numpy.linalg.norm(looked - place) < 1e-6, "look_at: %s, not %s" % (looked, place))
    check_focus(found, state)
    report()


main()
