"""Picture of ParaView's window with the form of Granum Run and the child beside its parent.

    xvfb-run -s '-screen 0 1500x950x24 -noreset' python3 form.py PARENT PNG

PARENT is a result of data/cases/hopper.  Events go to the widgets by name, as from mouse and
keyboard; needs openbox and ImageMagick's import.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

PANEL = ("pqClientMainWindow/propertiesDock/propertiesPanel/scrollArea/"
         "qt_scrollarea_viewport/scrollAreaWidgetContents/PropertiesFrame/ProxyPanel/")
FORM = PANEL + "Overrides/"
CELL = FORM + "Table/qt_scrollarea_viewport/NewValue"
RETURN = "16777220"
CHANGES = {"contacts.pairs[0].friction": "0.05", "contacts.pairs[0].restitution": "1.4"}
WAIT = 30  # s, for the run of the child


def event(widget, command, arguments=""):
    return '  <pqevent object="%s" command="%s" arguments="%s" />' % (widget, command, arguments)


def pause(seconds):
    """Many short ones: the window sleeps in each and does its own work between them."""
    return [event("pqClientMainWindow", "pause", "100")] * (10 * seconds)


def cells(parent):
    """Place of each key in the table: its group, its row in it, the column of new values."""
    said = subprocess.run(["granum", "parameters", parent, "--json"], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    groups, found = {}, {}
    for path in (row["path"] for row in json.loads(said)["parameters"]):
        group = groups.setdefault(path.rpartition(".")[0] or "scene", [len(groups), 0])
        found[path] = "%d.0.%d.2" % tuple(group)
        group[1] += 1
    return found


def typed(places, path, value):
    return [event(FORM + "Table", "edit", places[path]), event(CELL, "set_string", value),
            event(CELL, "key", RETURN)]


def events(parent):
    places = cells(parent)
    friction, restitution = CHANGES
    yield from pause(6)
    yield event(PANEL + "RunAgain/RunAgain", "activate")
    yield from typed(places, friction, CHANGES[friction])
    yield event(FORM + "Run/Launch", "activate")
    yield from pause(WAIT)
    yield event("pqClientMainWindow/VCRToolbar/actionVCRLastFrame", "activate")
    yield event(FORM + "Search", "set_string", "pairs")
    yield from typed(places, restitution, CHANGES[restitution])
    yield from pause(600)


def main():
    parent, picture = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as home:
        settings = os.path.join(home, ".config", "ParaView")
        os.makedirs(settings)
        with open(os.path.join(settings, "ParaView5.11.0.ini"), "w") as f:
            f.write("[General]\nGeneralSettings.ShowWelcomeDialog=false\n")
        script = os.path.join(home, "events.xml")
        with open(script, "w") as f:
            f.write('<?xml version="1.0" ?>\n<pqevents>\n%s\n</pqevents>\n'
                    % "\n".join(events(parent)))
        words = dict(os.environ, HOME=home, XDG_RUNTIME_DIR=home, QT_X11_NO_MITSHM="1")
        started = [subprocess.Popen(each, env=words, stderr=subprocess.DEVNULL) for each in (
            ["openbox"], ["paraview", parent, "--test-script=" + script])]
        find = ["xdotool", "search", "--sync", "--onlyvisible", "--name", "^ParaView 5"]
        window = subprocess.run(find, stdout=subprocess.PIPE, check=True,
                                text=True).stdout.split()[-1]
        subprocess.run(["xdotool", "windowmove", window, "0", "0", "windowsize", window,
                        "1500", "930"], check=True)
        time.sleep(3 * WAIT)
        subprocess.run(["import", "-window", "root", "-crop", "1500x925+0+0", "png24:" + picture],
                       check=True)
        for process in reversed(started):
            process.terminate()
            process.wait()


main()
