"""What the scripts `figures` of cases share: a run of the case, and its folder.

    from granum.figures.recipe import recipe
    from granum.figures.scripts import case

    result, folder = case(__file__, sys.argv[1:])     # granum.Result, pathlib.Path

The command line is [FOLDER] [PATH=VALUE ...]: where the result and the figures go (default: here) and
keys of the scene to change.  A result that is there already is drawn and not run again."""

import subprocess
import sys
from pathlib import Path


def run(case_folder, result, keys=()):
    """Run a case unless the file of its result is there; the granum.Result."""
    from granum import open as open_result

    if not Path(result).exists():
        words = [word for key in keys for word in ("--set", key)]
        done = subprocess.run(["granum", "run", str(case_folder), "-o", str(result), "--progress", "none",
                               *words], stdout=subprocess.DEVNULL)
        if done.returncode:
            sys.exit(done.returncode)
    return open_result(str(result))


def case(script, words):
    """Result of the case beside a script, and the folder for its figures."""
    keys = [word for word in words if "=" in word]
    folder = Path(*[word for word in words if "=" not in word][:1] or ".")
    folder.mkdir(parents=True, exist_ok=True)
    home = Path(script).resolve().parent
    return run(home, folder / (home.name + ".vtkhdf"), keys), folder
