"""ParaView's window on a virtual screen of its own."""

import os
import shutil
import subprocess

import images


def pause(seconds):
    """Events: many short ones, since the window sleeps in each and does its own work between them."""
    return '<pqevent object="pqClientMainWindow" command="pause" arguments="100" />\n' * int(10 * seconds)


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
