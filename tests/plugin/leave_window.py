"""A real ParaView window that follows a run: the session is reset, then the window quits.

    leave_window.py GRANUM SCENE DIRECTORY      (in an X session)

The mouse presses Reset Session while new frames come in, and a key says Yes some seconds later: most of
the window's time goes into frames, so that the click arrives while one is being shown.
"""

import os
import re
import subprocess
import sys
import time

from checks import check, check_equal, report
from desktop import Desktop
from running import kill_all, published, start

PATIENCE = 600  # s: bounds a hang, not a speed
RESET = "441", "143"  # on the screen, of 1500 x 950 pixels
EVENTS = """<?xml version="1.0" ?>
<pqevents>
  <pqevent object="pqClientMainWindow" command="pause" arguments="1000" />
  <pqevent object="pqClientMainWindow/VCRToolbar/actionVCRLastFrame" command="activate" arguments="" />
  <pqevent object="pqClientMainWindow" command="pause" arguments="500" />
</pqevents>
"""


def wait_for(condition, window, patience=PATIENCE):
    """Whether it has become true while the window lives."""
    end = time.time() + patience
    while time.time() < end and window.poll() is None:
        if condition():
            return True
        time.sleep(0.5)
    return False


def check_reset(desktop, granum, scene, directory):
    def tool(*words):
        return subprocess.run(["xdotool", *words], env=desktop.environment, stdout=subprocess.PIPE,
                              text=True).stdout.split()

    def asks():
        return tool("search", "--onlyvisible", "--name", "Delete All")

    def played():
        with open(desktop.said) as log:
            return "is finished" in log.read()

    result, script, long = (os.path.join(directory, "leave." + end) for end in ("vtkhdf", "xml", "yaml"))
    with open(script, "w") as f:
        f.write(EVENTS)
    with open(scene) as f, open(long, "w") as g:  # goes on as long as the window
        g.write(re.sub(r"(?m)^time: .*", "time: {end: 1000}", f.read()))
    run = start(granum, long, result, "2 ms")
    while published(result) < 3 and run.poll() is None:
        time.sleep(0.1)
    window = desktop.paraview(result, "--test-script=" + script)
    picture = os.path.join(directory, "leave_window.png")
    if not check(wait_for(played, window), "the result is opened at its last frame"):
        return
    check(run.poll() is None, "the run goes on, %d frames" % published(result))
    tool("mousemove", *RESET, "click", "1")
    if not check(wait_for(asks, window, 120), "Reset Session asks; the screen is " + picture):
        desktop.screen(picture)
        return
    frames = published(result)
    time.sleep(3)
    check(published(result) > frames, "new frames while it asks")
    tool("key", "Return")
    check(wait_for(lambda: not asks(), window, 60), "Yes is taken")
    # While a frame is shown until here, the scene of before is in use.
    wait_for(lambda: False, window, 6)
    check_equal(window.poll(), None, "the window lives on")
    if window.poll() is None:
        desktop.screen(picture)
        tool("key", "ctrl+q")
        wait_for(lambda: False, window, 60)
        check_equal(window.poll(), 0, "the window quits")


def main():
    granum, scene, directory = sys.argv[1:4]
    desktop = Desktop(directory)
    try:
        check_reset(desktop, granum, scene, directory)
    finally:
        kill_all()
        desktop.close()
    report()


main()
