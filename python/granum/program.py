"""The program granum for scripts: where it is, and the parameters of a scene.

    import granum
    for p in granum.parameters("hopper.vtkhdf"):
        print(p.path, p.value, p.unit)
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

VARIABLE = "GRANUM_PROGRAM"
PATIENCE = 60  # s for what takes 0.1 s on a quiet machine


class RunError(RuntimeError):
    """The program refused or failed; the text is its message.  key: path of the wrong key of the
    scene, "" if the message belongs to none."""

    def __init__(self, message, key=""):
        super().__init__(message)
        self.key = key


class Wrong(Exception):
    """Wrong usage of a command; the text is the message."""


def exit_code(name, act, usage=(Wrong, LookupError)):
    """Of a command: 0 if `act` returns; else its error is one sentence on stderr, after the name: 2 for wrong usage,
    1 for what failed."""
    try:
        act()
    except usage as error:
        print("%s: %s" % (name, error.args[0] if error.args else error), file=sys.stderr)
        return 2
    except (ImportError, OSError, RuntimeError, ValueError, TypeError) as error:
        print("%s: %s" % (name, error), file=sys.stderr)
        return 1
    except Exception as error:  # granum.ResultError, once its module has been imported
        from granum.file import ResultError

        if not isinstance(error, ResultError):
            raise
        print("%s: %s" % (name, error), file=sys.stderr)
        return 1
    return 0


def candidates():
    """Paths of the program, best first: that of GRANUM_PROGRAM if it is set, else that of the
    installed tree (PREFIX/share/granum/python, or Debian's dist-packages) or build tree
    (SOURCES/python) of this package, then that in PATH."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return [chosen]
    package = Path(__file__).resolve().parent
    installed = (package.parts[-4:-1] == ("share", "granum", "python")
                 or package.parts[-2] == "dist-packages")
    tree = package.parents[3] if installed else package.parents[1] / "build"
    found = shutil.which("granum")
    return [str(tree / "bin" / "granum")] + ([found] if found else [])


def program():
    """The path of the program.  RunError: there is none."""
    tried = candidates()
    for path in tried:
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise RunError("the program granum is not in: %s, and not in PATH; build and install granum, "
                   "or set %s to its path" % (", ".join(tried), VARIABLE))


def path_of(source):
    """The path of a scene, of a result, or of what shows one: a Granum Reader, a granum.Result."""
    for name in ("FileName", "path"):
        if hasattr(source, name):
            return os.fspath(getattr(source, name))
    return os.fspath(source)


def written(value):
    """A value as in a scene file."""
    if isinstance(value, str):
        return value
    return json.dumps(value, default=lambda v: v.tolist())


def settings(values):
    """Overrides as texts PATH=VALUE; `values`: a dictionary, or texts."""
    if isinstance(values, dict):
        return ["%s=%s" % (path, written(value)) for path, value in values.items()]
    return list(values)


class Parameter:
    """A key of a scene and its value.

    path: as in granum run --set, with indices.  label: the same with names.  value: its text, ""
    for an optional key without value.  given: False if the value is the default.  unit: SI unit
    in which numbers without a unit count, "1" if dimensionless, None if the value is no number.
    kind, choices, min, max, min_open, max_open (None: no bound), default, required, only_with,
    one_of, shorthand, sentence: as in `granum keys`."""

    def __init__(self, row):
        self.__dict__.update(row)

    def __repr__(self):
        unit = "" if self.unit in (None, "1") else " (%s)" % self.unit
        return "%s = %s%s%s" % (self.label, self.value or "-", unit,
                                "" if self.given or not self.value else ", default")


class Parameters(list):
    """A list of Parameter; p["contacts.pairs[0].friction"] is the one of that path or label."""

    def __getitem__(self, index):
        if not isinstance(index, str):
            return super().__getitem__(index)
        for parameter in self:
            if index in (parameter.path, parameter.label):
                return parameter
        raise KeyError("no parameter '%s'; there are: %s"
                       % (index, ", ".join(parameter.path for parameter in self)))

    def __repr__(self):
        return "\n".join(map(repr, self))


def parameters(source, set=()):
    """The parameters of a scene file, of a folder with a scene.yaml, or of the scene of a result
    (a path, a granum.Result or a Granum Reader), as Parameters.

    set: overrides, {path: value} or texts PATH=VALUE, which are tested as `granum run` tests them.
    Lists of more than 100 items are left out.  RunError: the scene is wrong; its key is that of
    the first error."""
    words = [program(), "parameters", "--json"]
    words += ["--set=" + text for text in settings(set)]
    done = subprocess.run(words + ["--", path_of(source)], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE)
    try:
        found = json.loads(done.stdout.decode("utf-8", "replace"))
    except ValueError:
        raise RunError(done.stderr.decode("utf-8", "replace").strip()
                       or "granum parameters ended with %d" % done.returncode) from None
    if done.returncode:
        raise RunError("\n".join(error["message"] for error in found["errors"]),
                       found["error"]["key"])
    return Parameters(map(Parameter, found["parameters"]))
