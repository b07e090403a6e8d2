"""Launch and Stop pressed in a real ParaView window.

    run_window.py SCENE DIRECTORY      (in an X session)

After Launch the result opens by itself while the run stays selected; Stop leaves a file
that is closed, before the end.  A run that fails shows the message of the solver.
"""

import glob
import os
import shutil
import signal
import subprocess
import sys
import time

import images
from checks import check, check_equal, report
from result import Result

PATIENCE = 600  # s: bounds a hang, not a speed
BUTTON = ("pqClientMainWindow/propertiesDock/propertiesPanel/scrollArea/"
          "qt_scrollarea_viewport/scrollAreaWidgetContents/PropertiesFrame/ProxyPanel/")
SOURCE = """from paraview import simple
simple.GranumRun(Input={scene!r}, Result={result!r}, Overrides={overrides!r}, Threads=1,
                 Replace=1)
"""
EVENTS = """<?xml version="1.0" ?>
<pqevents>
  <pqevent object="pqClientMainWindow/propertiesDock/propertiesPanel/Accept"
           command="activate" arguments="" />
  {}
</pqevents>
"""
PRESS = '<pqevent object="%s{}/1QPushButton0" command="activate" arguments="" />' % BUTTON
PAUSE = '<pqevent object="pqClientMainWindow" command="pause" arguments="2500" />'


def solvers(parent):
    """Process ids of the solvers that a process has started."""
    found = []
    for task in glob.glob("/proc/%d/task/*/children" % parent):
        with open(task) as f:
            numbers = f.read().split()
        for number in numbers:
            with open("/proc/%s/comm" % number) as f:
                found += [int(number)] if f.read().strip() == "granum" else []
    return found


class Window:
    """ParaView with a run set up, and what is then done to it."""

    def __init__(self, directory, scene, result, overrides, *done):
        if os.path.exists(result):
            os.remove(result)
        home = os.path.join(directory, "run_home")
        shutil.rmtree(home, ignore_errors=True)
        settings = os.path.join(home, ".config", "ParaView")
        os.makedirs(settings)
        with open(os.path.join(settings, "ParaView5.11.0.ini"), "w") as f:
            f.write("[General]\nGeneralSettings.ShowWelcomeDialog=false\n")
        script = os.path.join(home, "source.py")
        with open(script, "w") as f:
            f.write(SOURCE.format(scene=scene, result=result, overrides=overrides))
        events = os.path.join(home, "done.xml")
        with open(events, "w") as f:
            f.write(EVENTS.format("\n  ".join(done)))
        self.environment = dict(os.environ, HOME=home, XDG_RUNTIME_DIR=home,
                                QT_X11_NO_MITSHM="1")
        self.said = os.path.join(directory, "run_window.log")
        self.log = open(self.said, "w")
        self.processes = [self.start("openbox"), self.start(
            "paraview", "--script=" + script, "--test-script=" + events)]

    def start(self, *words):
        return subprocess.Popen(words, env=self.environment, stdin=subprocess.DEVNULL,
                                stdout=self.log, stderr=subprocess.STDOUT)

    def screen(self, path):
        subprocess.run(["import", "-window", "root", "png24:" + path],
                       env=self.environment, check=True)
        return images.read(path)

    def words(self):
        with open(self.said) as f:
            return f.read()

    def close(self):
        for number in solvers(self.processes[-1].pid):
            os.kill(number, signal.SIGKILL)  # a test that failed has left it
        for process in reversed(self.processes):
            process.terminate()
            process.wait()
        self.log.close()


def wait_for(condition):
    end = time.time() + PATIENCE
    while time.time() < end:
        found = condition()
        if found is not None:
            return found
        time.sleep(0.3)
    return None


def closed(path):
    """The result, once the solver has closed it."""
    try:
        return Result(path)
    except (OSError, KeyError):
        return None


def grains(image):
    """The share of the middle of the view that has the saturated blue of slow grains."""
    view = image[330:800, 520:1200]
    return images.share((view[:, :, 2] > 120) & (view[:, :, 0] < 90) & (view[:, :, 1] < 110))


def check_launch(scene, directory):
    path = os.path.join(directory, "run_launched.vtkhdf")
    picture = os.path.join(directory, "run_window.png")
    overrides = ["time.end=1", "output.every=50 ms"]
    window = Window(directory, scene, path, overrides, PRESS.format("Launch"))
    try:
        result = wait_for(lambda: closed(path))
        if check(result is not None, "Launch runs to the end: " + window.words()):
            check_equal(len(result.times), 21, "frames of the run")

        def seen():
            share = grains(window.screen(picture))
            return share if share > 0.005 else None

        share = wait_for(seen)
        check(share is not None, "the result opens by itself; the screen is " + picture)
        if share:
            print("window: grains cover %.2f %% of the view" % (100 * share))
    finally:
        window.close()


def check_stop(scene, directory):
    path = os.path.join(directory, "run_interrupted.vtkhdf")
    window = Window(directory, scene, path, ["time.end=1000", "output.every=50 ms"],
                    PRESS.format("Launch"), PAUSE, PRESS.format("Stop"))
    try:
        result = wait_for(lambda: closed(path))
        if check(result is not None, "Stop closes the result: " + window.words()):
            check(0 < len(result.times) < 20001, "%d frames before Stop" % len(result.times))
    finally:
        window.close()


def check_failure(scene, directory):
    path = os.path.join(directory, "run_refused.vtkhdf")
    window = Window(directory, scene, path, ["time.ende=1"], PRESS.format("Launch"))
    try:
        said = wait_for(lambda: "time.ende" in window.words() or None)
        check(said, "a run that fails shows what the solver said: " + window.words())
        check(not os.path.exists(path), "a run that fails writes nothing")
        share = grains(window.screen(os.path.join(directory, "run_failed.png")))
        check(share < 0.001, "a run that fails shows no grains, but %g" % share)
    finally:
        window.close()


def main():
    scene, directory = sys.argv[1:3]
    check_launch(scene, directory)
    check_stop(scene, directory)
    check_failure(scene, directory)
    report()


main()
