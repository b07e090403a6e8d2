"""Scripts that share one start of ParaView, which takes longer than most of them.

    together.py [SCRIPT ARGUMENT... --]...      (in pvpython)

Each runs in a child of this process, which has loaded ParaView and the plugin and opened nothing.
"""

import os
import runpy
import sys
import time
import traceback

import h5py  # noqa: F401
import paraview.simple  # noqa: F401


def run(words):
    """Exit code of a script, or minus the signal that ended it."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    code = 1
    try:
        sys.argv = words
        runpy.run_path(words[0], run_name="__main__")
        code = 0
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
    os._exit(code if isinstance(code, int) else 1)


def main():
    failed, words = [], sys.argv[1:]
    while words:
        end = words.index("--")
        script, words = words[:end], words[end + 1:]
        name, begin = os.path.basename(script[0]), time.time()
        print("== " + " ".join(script), flush=True)
        code = run(script)
        print("-- %s: exit code %d, %.1f s" % (name, code, time.time() - begin), flush=True)
        failed += [name] * (code != 0)
    print("failed: %s" % (", ".join(failed) or "none"), flush=True)
    os._exit(bool(failed))


main()
