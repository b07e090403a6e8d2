"""ParaView's window on a virtual screen of its own."""

import os
import shutil
import subprocess
import xml.etree.ElementTree as tree

import images

MAIN = "pqClientMainWindow/"


def write_script(path, events):
    """A script for --test-script.  events: (object, command, arguments) in the main window, or
    (object, "property", name, value) of what is checked."""
    root = tree.Element("pqevents")
    for what, command, *words in events:
        if command == "property":
            tree.SubElement(root, "pqcheck", object=MAIN + what, property=words[0], arguments=words[1])
        else:
            tree.SubElement(root, "pqevent", object=(MAIN + what).rstrip("/"), command=command, arguments=words[0])
    tree.ElementTree(root).write(path)


def pause(milliseconds):
    """Many short ones, since the window sleeps in each and does its own work between them."""
    return [("", "pause", "100")] * (milliseconds // 100)


def opens(result):
    return [("MainControlsToolbar/actionOpenData", "activate", ""), ("FileOpenDialog", "filesSelected", result)]


def saves(state):
    return [("MainControlsToolbar/actionSaveState", "activate", ""), ("FileSaveServerStateDialog", "filesSelected", state)]


class Desktop:
    """A home of its own without the welcome dialog, and a window manager."""

    def __init__(self, directory):
        home = os.path.join(directory, "home")
        shutil.rmtree(home, ignore_errors=True)
        settings = os.path.join(home, ".config", "ParaView")
        os.makedirs(settings)
        version = subprocess.run(["pvpython", "--version"], capture_output=True,
                                 text=True).stdout.split()[-1]
        for name in ("5.11.0", version, ""):  # Debian's 5.11.2 says 5.11.0, 6.1 nothing
            with open(os.path.join(settings, "ParaView%s.ini" % name), "w") as f:
                f.write("[General]\nGeneralSettings.ShowWelcomeDialog=false\n")
        self.environment = dict(os.environ, HOME=home, XDG_RUNTIME_DIR=home,
                                QT_X11_NO_MITSHM="1")
        self.said = os.path.join(directory, "window.log")
        open(self.said, "w").close()
        self.processes = [self.start("openbox")]

    def start(self, *words):
        with open(self.said, "a") as log:
            return subprocess.Popen(words, env=self.environment, stdin=subprocess.DEVNULL,
                                    stdout=log, stderr=subprocess.STDOUT)

    def paraview(self, *words):
        process = self.start("paraview", *words)
        self.processes.append(process)
        return process

    def screen(self, path):
        subprocess.run(["import", "-window", "root", "png24:" + path], env=self.environment, check=True)
        return images.read(path)

    def close(self):
        for process in self.processes:
            process.kill()
            process.wait()
