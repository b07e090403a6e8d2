"""The form of Granum Run in a real ParaView window: change, refuse, launch, stop, resume, sweep.

    run_window.py GRANUM SCENE DIRECTORY [all]      (in an X session)

Events go to the widgets by their names, as from mouse and keyboard; the window itself checks
what they show.  What ran is read from the results: their own scene, not what the window says.
all: stop, resume and sweep too, and the form once more with pvserver.  Nothing tells a script that something has happened, so it pauses, by
as many times as a short run takes while other tests run too.
"""

import glob
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import xml.etree.ElementTree as tree
from xml.sax.saxutils import quoteattr

import images
from checks import check, check_equal, report
from desktop import MAIN, Desktop, saves
from result import Result

PATIENCE = 900  # s: bounds a hang, not a speed
PANEL = ("pqClientMainWindow/propertiesDock/propertiesPanel/scrollArea/"
         "qt_scrollarea_viewport/scrollAreaWidgetContents/PropertiesFrame/ProxyPanel/")
FORM = PANEL + "Overrides/"
EDITOR = FORM + "Table/qt_scrollarea_viewport/NewValue"
RETURN = "16777220"


def event(widget, command, arguments="", tag="pqevent"):
    name = "property" if tag == "pqcheck" else "command"
    return "<%s object=%s %s=%s arguments=%s />" % (
        tag, quoteattr(widget), name, quoteattr(command), quoteattr(arguments))


def pause(seconds):
    """Many short ones, as in desktop.pause."""
    return "\n".join([event("pqClientMainWindow", "pause", "100")] * int(10 * seconds))


def parent_of(granum, scene, path):
    """A short run, and how long it takes now."""
    begin = time.time()
    subprocess.run([granum, "run", scene, "-o", path, "--force", "--threads", "1", "--set", "time.end=0.02"],
                   check=True, stdout=subprocess.DEVNULL)
    return time.time() - begin


def press(name):
    return event(FORM + "Run/" + name, "activate")


def shows(widget, value, of="text"):
    return event(FORM + widget, of, value, "pqcheck")


class Keys:
    """Where the table has the keys of a result: groups and rows as granum lists them."""

    def __init__(self, granum, result):
        self.values = parameters(granum, result)
        self.places = {}
        groups = {}
        for path in self.values:
            group = groups.setdefault(path.rpartition(".")[0] or "scene", [len(groups), 0])
            self.places[path] = "%d.0.%d.2" % tuple(group)  # the third column: new values
            group[1] += 1

    def type(self, path, value):
        """Begin to edit a cell and type; nothing is confirmed yet."""
        return [event(FORM + "Table", "edit", self.places[path]),
                event(EDITOR, "set_string", value)]

    def enter(self, path, value):
        return self.type(path, value) + [event(EDITOR, "key", RETURN), pause(0.5)]


def parameters(granum, result):
    said = subprocess.run([granum, "parameters", result, "--json"], stdout=subprocess.PIPE,
                          check=True, text=True).stdout
    return {row["path"]: row["value"] for row in json.loads(said)["parameters"]}


def save_state(path):
    return [event(MAIN + what, *words) for what, *words in saves(path)]


def solvers(parent):
    """Process ids of the solvers that a process has started."""
    numbers = []
    for task in glob.glob("/proc/%d/task/*/children" % parent):
        try:
            with open(task) as f:
                numbers += [int(number) for number in f.read().split()]
        except OSError:
            pass  # the thread has ended since the folder was read
    return [number for number in numbers if is_solver(number)]


def is_solver(number):
    try:
        with open("/proc/%d/comm" % number) as f:
            return f.read().strip() == "granum"
    except OSError:
        return False  # it has ended


def keep(desktop, picture):
    """The screen, unless it is black: the last one before the window's end stays."""
    if desktop.screen(picture + ".new").max() > 0:
        os.replace(picture + ".new", picture)


def play(directory, name, words, events, state=None):
    """Open a window with a result, press its Run Again, play the events; whether all that was
    to be seen was seen.  The screen is kept as it is after the state is saved."""
    if state and os.path.exists(state):
        os.remove(state)
    script = os.path.join(directory, "run_%s.xml" % name)
    opened = [pause(2), event(PANEL + "RunAgain/RunAgain", "activate"), pause(1)]
    with open(script, "w") as f:
        f.write('<?xml version="1.0" ?>\n<pqevents>\n%s\n</pqevents>\n'
                % "\n".join(opened + events))
    started = set()
    desktop = Desktop(directory)
    try:
        window = desktop.paraview(*words, "--test-script=" + script, "--exit")
        picture = os.path.join(directory, "run_%s.png" % name)
        code = None
        end = time.time() + PATIENCE
        while code is None and time.time() < end:
            time.sleep(0.5)
            code = window.poll()
            if code is None:
                started.update(solvers(window.pid))
                if state and os.path.exists(state):
                    keep(desktop, picture)
    finally:
        desktop.close()
    with open(desktop.said) as log:
        said = log.read()
    if not check_equal(code, 0, "%s: the events of the window" % name):
        print(said)
    loud = [line for line in said.splitlines() if "critical" in line.lower()]
    check(not loud, "%s: nothing goes to the output window: %s" % (name, loud))
    end = time.time() + 20
    while any(map(is_solver, started)) and time.time() < end:
        time.sleep(0.2)
    left = [number for number in started if is_solver(number)]
    check(not left, "%s: the window leaves no solver behind" % name)
    for number in left:
        os.kill(number, signal.SIGKILL)
    return picture


def proxies(state, kind):
    return [p for p in state.findall(".//Proxy") if p.get("type") == kind]


def elements(proxy, name):
    return [e.get("value") for e in proxy.findall("./Property[@name='%s']/Element" % name)]


def fresh(directory, result, name):
    """A copy of the result in a folder of its own, and no others there."""
    folder = os.path.join(directory, "run_" + name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for path in glob.glob(os.path.splitext(result)[0] + ".*"):
        shutil.copy(path, os.path.join(folder, "again" + path[len(os.path.splitext(result)[0]):]))
    return os.path.join(folder, "again.vtkhdf")


def made(parent):
    return sorted(glob.glob(parent.replace(".vtkhdf", "-*.vtkhdf")))


def command_line(path):
    import h5py

    with h5py.File(path, "r") as f:
        texts = []
        f.visititems(lambda _, thing: texts.extend(
            v.decode() if isinstance(v, bytes) else str(v) for v in thing.attrs.values()))
    return " ".join(t for t in texts if "granum run" in t)


def check_form(granum, result, directory, long, name="form", *server):
    """Refused values start nothing; Launch takes what is seen, also what is not confirmed or
    applied yet; the child opens beside the parent with its camera, and the time stays."""
    parent = fresh(directory, result, name)
    keys = Keys(granum, parent)
    restitution = "contacts.pairs[0].restitution"
    state = os.path.join(directory, "run_%s.pvsm" % name)
    events = [
        shows("Run/Launch", "true", "enabled"),
        shows("Refusal", "Nothing is changed."),
        *keys.enter(restitution, "1.4"),
        shows("Refusal", restitution + ": 1.4 is above 1; it is a speed ratio between 0 and 1"),
        shows("Run/Launch", "false", "enabled"),
        press("Launch"),
        pause(1),
        shows("Run/State", "idle"),
        *keys.enter(restitution, "0.5"),
        shows("Refusal", "1 changed, accepted by the solver."),
        event(FORM + "Threads", "set_int", "1"),  # Apply is pending
        *keys.type(restitution, "0.2"),  # and this is still being typed
        press("Launch"),
        pause(4 + 10 * long),
        shows("Run/Message", ""),
        shows("Run/Stop", "false", "enabled"),  # it is done
        shows("Run/Resume", "false", "enabled"),
        shows("Run/Compare", "true", "enabled"),
        *save_state(state),
        pause(3),
    ]
    picture = play(directory, name, [*server, parent], events, state)
    children = made(parent)
    child = parent.replace(".vtkhdf", "-1.vtkhdf")
    contacts = child.replace(".vtkhdf", ".contacts.vtkhdf")
    if not check_equal(children, sorted([child, contacts]), name + ": one run, named -1"):
        return
    found = parameters(granum, child)
    check_equal({p: v for p, v in found.items() if v != keys.values.get(p)},
                {restitution: "0.2"}, name + ": what the run changed")
    check("--threads=1" in command_line(child), name + ": the threads that were seen")
    check_beside(tree.parse(state).getroot(), parent, child, picture)


def check_beside(state, parent, child, picture):
    views = proxies(state, "RenderView")
    if not check_equal(len(views), 2, "views, of the parent and beside it"):
        return
    for name in ("CameraPosition", "CameraFocalPoint", "CameraViewUp"):
        check_equal(elements(views[0], name), elements(views[1], name), name + " of both")
    links = state.findall(".//CameraLink") + state.findall(".//*[@type='camera']")
    check(links, "the cameras are linked")
    titles = sorted(elements(p, "Text")[0] for p in proxies(state, "TextSource"))
    key = "contacts.pairs[0].restitution = "
    check_equal(titles, sorted([os.path.basename(parent) + "\n" + key + "0.7",
                                os.path.basename(child) + "\n" + key + "0.2"]), "titles")
    times = elements(proxies(state, "AnimationScene")[0], "AnimationTime")
    check_equal([float(t) for t in times], [0.0], "the time stays where it was")
    image = images.read(picture)
    blue = (image[:, :, 2] > 120) & (image[:, :, 0] < 90) & (image[:, :, 1] < 110)
    half = blue[250:900, :]
    columns = half.any(axis=0).nonzero()[0]
    middle = (columns[0] + columns[-1]) // 2 if len(columns) else 0
    shares = [images.share(half[:, :middle]), images.share(half[:, middle:])] if middle else [0, 0]
    print("form: grains cover %.2f %% and %.2f %% of the two halves" % (100 * shares[0], 100 * shares[1]))
    check(min(shares) > 0.001, "grains in both views; the screen is " + picture)


def stop(keys):
    """Stop closes the result, Resume goes on with it; at last nothing is changed."""
    return [
        *keys.enter("time.end", "2000"),
        press("Launch"),
        pause(4),
        shows("Run/Launch", "false", "enabled"),
        press("Stop"),
        pause(3),
        shows("Run/Stop", "false", "enabled"),
        shows("Run/Resume", "true", "enabled"),
        press("Resume"),
        pause(3),
        shows("Run/Stop", "true", "enabled"),
        press("Stop"),
        pause(3),
        shows("Run/Resume", "true", "enabled"),
        # A sentence at the form, nowhere else, when a run cannot begin.
        event(FORM + "Added", "set_string", "time.ende=1"),
        event(FORM + "AddKey", "activate"),
        pause(0.5),
        shows("Run/Launch", "false", "enabled"),
        event(FORM + "ResetAll", "activate"),
        pause(0.5),
        shows("Refusal", "Nothing is changed."),
        shows("Run/Launch", "true", "enabled"),
    ]


def check_stop_and_sweep(granum, result, directory, long):
    """A run is stopped and resumed; then three values in a cell are three runs, a table and a chart, none of
    which is opened."""
    parent = fresh(directory, result, "sweep")
    keys = Keys(granum, parent)
    friction = "contacts.pairs[0].friction"
    state = os.path.join(directory, "run_sweep.pvsm")
    events = [
        *stop(keys),
        *keys.enter(friction, "0.1; -1"),
        shows("Run/Launch", "false", "enabled"),
        *keys.enter(friction, "0.1; 0.3; 0.5"),
        event(FORM + "Threads", "set_int", "1"),
        shows("Run/Launch", "Launch 3 runs"),
        press("Launch"),
        pause(4 + 20 * long),
        shows("Run/Stop", "false", "enabled"),
        shows("Run/Progress", "1000", "value"),
        *save_state(state),
        pause(3),
    ]
    picture = play(directory, "sweep", [parent], events, state)
    stopped, *runs = [path for path in made(parent) if ".contacts." not in path] or [None]
    if check_equal(stopped, parent.replace(".vtkhdf", "-1.vtkhdf"), "stop: the run"):
        frames = len(Result(stopped).times)
        check(1 < frames < 200000, "stop: %d frames, closed" % frames)
    values = sorted(float(parameters(granum, path)[friction]) for path in runs)
    check_equal(values, [0.1, 0.3, 0.5], "sweep: the frictions that ran")
    shown = [p for p in tree.parse(state).getroot().findall(".//Proxy") if p.get("group") == "views"]
    views = [p.get("type") for p in shown]
    check_equal(sorted(views), ["RenderView", "RenderView", "SpreadSheetView", "XYChartView"],
                "of parent, stopped run and sweep; the screen is " + picture)
    chart = shown[views.index("XYChartView")]
    check_equal([elements(chart, name) for name in ("BottomAxisTitle", "BottomAxisTitleFontFamily", "ShowLegend")],
                [[friction], ["Courier"], ["0"]], "the axis in letters that have brackets, and no legend over the one curve")


def check_server(granum, result, directory, long):
    """The form, with the result, the solver and its tests where pvserver is."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    said = os.path.join(directory, "run_server.log")
    with open(said, "w") as log:
        server = subprocess.Popen(["pvserver", "--server-port=%d" % port], stdout=log,
                                  stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    end = time.time() + PATIENCE
    while "Accepting connection" not in open(said).read() and time.time() < end:
        time.sleep(0.2)
    try:
        check_form(granum, result, directory, long, "server",
                   "--server-url=cs://127.0.0.1:%d" % port)
    finally:
        server.terminate()
        server.wait()


def main():
    granum, scene, directory = sys.argv[1:4]
    parent = os.path.join(directory, "run_parent.vtkhdf")
    long = parent_of(granum, scene, parent)
    print("a run takes %.1f s" % long)
    check_form(granum, parent, directory, long)
    if sys.argv[4:]:
        check_stop_and_sweep(granum, parent, directory, long)
        check_server(granum, parent, directory, long)
    report()


main()
