"""Charts in a real ParaView window, as a user makes them with the mouse.

    chart_views.py RESULT DIRECTORY      (in an X session)

Another choice of History Curves keeps curves in the chart; Force Statistics does not go into the chart of
torques that is active but makes one of its own, which has curves when contacts come after an empty first frame;
a result opened then goes to the 3-D view.
"""

import os
import sys
import time
import xml.etree.ElementTree as tree

from checks import check, check_equal, report
from desktop import Desktop, opens, pause, saves, write_script

PATIENCE = 900  # s: bounds a hang, not a speed
PANEL = "propertiesDock/propertiesPanel/"
FIELDS = PANEL + "scrollArea/qt_scrollarea_viewport/scrollAreaWidgetContents/PropertiesFrame/ProxyPanel/"
MENUS = "menubar"
FILTERS = MENUS + "/menuFilters/pqProxyGroupMenuManager0/"
APPLY = (PANEL + "Accept", "activate", "")


def events(result, state):
    opened = (MENUS, "activate", "menuFilters")  # by which its entries know what is selected
    return [*pause(2000), opened, (FILTERS + "HistoryCurves", "activate", ""), APPLY,
            (FIELDS + "Curves/ComboBox", "set_string", "Torques on structures"), APPLY, *pause(2000),
            ("pipelineBrowserDock/pipelineBrowser", "currentChanged", "/0|0/0|0"), opened,
            (FILTERS + "ForceStatistics", "activate", ""), APPLY, *pause(1500),
            ("VCRToolbar/actionVCRLastFrame", "activate", ""), *opens(result), *pause(1500), *saves(state)]


def values(proxy, name):
    return [e.get("value") for e in proxy.findall("./Property[@name='%s']/Element" % name)]


def charts(root):
    """{title of the left axis: names of the visible series}, and the kinds of displays in 3-D views."""
    proxies = {p.get("id"): p for p in root.findall(".//Proxy")}
    found, shown = {}, []
    for proxy in list(proxies.values()):
        if proxy.get("group") != "views":
            continue
        displays = [proxies[p.get("value")] for p in
                    proxy.findall("./Property[@name='Representations']/Proxy") if p.get("value") in proxies]
        displays = [d for d in displays if values(d, "Visibility") == ["1"]]
        if proxy.get("type") == "XYChartView":
            series = []
            for display in displays:
                words = values(display, "SeriesVisibility")
                series += [words[k] for k in range(0, len(words) - 1, 2) if words[k + 1] == "1"]
            found[values(proxy, "LeftAxisTitle")[0]] = sorted(series)
        else:
            shown += [d.get("type") for d in displays]
    return found, shown


def main():
    result, directory = sys.argv[1:3]
    state, script = (os.path.join(directory, "chart_views." + ending) for ending in ("pvsm", "xml"))
    if os.path.exists(state):
        os.remove(state)
    write_script(script, events(result, state))
    desktop = Desktop(directory)
    try:
        window = desktop.paraview("--test-script=" + script, result)
        end, root, loud = time.time() + PATIENCE, None, []
        while time.time() < end and root is None and not loud and window.poll() is None:
            time.sleep(0.5)
            with open(desktop.said) as log:
                loud = [line for line in log if "critical" in line.lower() or "ERR|" in line]
            try:
                root = tree.parse(state).getroot()
            except (OSError, tree.ParseError):
                pass
        desktop.screen(os.path.join(directory, "chart_views.png"))
    finally:
        desktop.close()
    if check(root is not None and not loud, "the events are played: %s" % loud):
        found, shown = charts(root)
        check_equal(found.get("torque on the structure (N m)"), ["drum", "left", "right"], "curves: %s" % found)
        check_equal(found.get("probability density"),
                    ["grain_on_grain", "grain_on_structure", "structure_on_structure"], "statistics: %s" % found)
        check_equal(len(found), 2, "charts")
        check_equal(shown.count("GranumGrainsRepresentation"), 2, "both results in the 3-D view: %s" % shown)
    report()


main()
