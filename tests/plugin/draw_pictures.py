"""Draws pictures one after the other in one pvpython, each in a session of its own.

    pvpython draw_pictures.py SCRIPT RESULT PNG [SCRIPT RESULT PNG]...
    pvpython draw_pictures.py module MODULE

Prints a line "drawn PNG" after each; whatever a script itself prints stands before its line.
With `module` the words of each call are a line of the standard input, a list as JSON; the answer is
a line with a list, the exit code and what was printed.
"""

import contextlib
import io
import json
import runpy
import sys
import traceback

from paraview import simple


def draw(script, result, png):
    sys.argv = [script, result, png]
    try:
        runpy.run_path(script, run_name="__main__")
    except (Exception, SystemExit):
        traceback.print_exc(file=sys.stdout)
    simple.ResetSession()
    print("drawn " + png, flush=True)


def call(module, words):
    """Exit code and output, as of a program of its own."""
    said, code = io.StringIO(), 0
    sys.argv = [module, *words]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            runpy.run_module(module, run_name="__main__")
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1 if end.code else 0
            if isinstance(end.code, str):
                print(end.code)
        except Exception:
            traceback.print_exc()
            code = 1
    return code, said.getvalue()


def main():
    words = sys.argv[1:]
    if words[0] == "module":
        for line in open(0):  # sys.stdin of pvpython is another
            print(json.dumps(call(words[1], json.loads(line))), flush=True)
            simple.ResetSession()
        return
    for k in range(0, len(words), 3):
        draw(*words[k:k + 3])


main()
