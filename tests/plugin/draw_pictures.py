"""Draws pictures one after the other in one pvpython, each in a session of its own.

    pvpython draw_pictures.py SCRIPT RESULT PNG [SCRIPT RESULT PNG]...

Prints a line "drawn PNG" after each; whatever a script itself prints stands before its line.
"""

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


def main():
    words = sys.argv[1:]
    for k in range(0, len(words), 3):
        draw(*words[k:k + 3])


main()
