"""Files from strangers: the reader says what is wrong or shows what is right; it never crashes,
hangs, takes memory that the file cannot fill, or shows wrong numbers without a word.

    hostile_files.py GRANUM FOLDER CRAFTED FLIPS BODIES ZONES

CRAFTED files are made by tests/regression/hostile.py from a real result, and half as many from
BODIES (made_bodies.py) and ZONES (made_zones.py) in what these have of bodies, points and zones; FLIPS are copies of the result with one bit flipped.  pvpython walks every port and frame of each in a child process, which is
started again after a crash.  FLAWS=1 in the environment prints each outcome.
"""
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "regression"))

import hostile
import hostile_real

from checks import check, check_equal, report

SECONDS = 5          # of processor time for a file
MEMORY = 1 << 30     # bytes
OF_BODIES = re.compile(r"bodies|clump|shape")
OF_ZONES = re.compile(r"granum\.points|zones")
BATCH = 50           # files for a process: HDF5 leaks what it could not close
#: What an exception of C++ says that was not meant for a user.
RAW = re.compile(r"bad_alloc|std::|vector::|basic_string|length_error|map::at")
#: Changes that give another result, as true as the first: other values in an array (rows that were
#: never written are zeros in HDF5: promised), fewer names, other units.
OTHER_NUMBERS = re.compile(
    r"__(nan|infinite|huge_numbers|negative|least|most|large|above_int|last_negative|last_large"
    r"|missing|empty|int8|uint64|big_endian|other_table|another_name|no_rows|array|text|texts"
    r"|long_text|control|variable_text|one_row_less|one_row_more|.*_inside|old_format.*|zeros.*"
    r"|odd_name|spaced_name|long_name|many|marked|longer|moved|promised)__")


class Walker:
    """The child process."""

    def __init__(self):
        self.child = None
        self.files = 0

    def start(self):
        walk = Path(__file__).with_name("hostile_walk.py")
        self.child = subprocess.Popen(
            ["pvpython", str(walk), str(SECONDS), str(MEMORY)], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def walk(self, path):
        """What the reader does with a file: its answer, or the number of the signal."""
        self.files += 1
        if self.files % BATCH == 0:
            self.end()
        if self.child is None:
            self.start()
        self.child.stdin.write("%s\n" % path)
        self.child.stdin.flush()
        for line in self.child.stdout:
            if line.startswith("{"):
                return json.loads(line)
        status = self.child.wait()
        self.child = None
        return {"ended": status}

    def end(self):
        if self.child:
            self.child.stdin.close()
            check_equal(self.child.wait(), 0, "status of the reader's process at its end")
            self.child = None


def judge(name, path, right, seen, count):
    """Check the outcome for one file and count it."""
    if "ended" in seen:
        count["hang" if seen["ended"] in (-24, 152, -14, 142) else "crash"] += 1
        check(False, "%s: the reader ends its process with status %d" % (name, seen["ended"]))
        return
    said = seen["said"]
    if said:
        count["message"] += 1
        for text in said:
            check(path.name in text and not RAW.search(text.replace(path.name, "")),
                  "%s: a sentence about the file, not %r" % (name, text))
    check_equal(seen["stray"], 0, "%s: rows beside an error" % name)
    differ = [what for what, code in seen["found"].items()
              if code is not None and code != right["found"].get(what)]
    if differ and not said and not OTHER_NUMBERS.search(name + "__"):
        count["silent"] += 1
        check(False, "%s: without a message, another %s" % (name, ", ".join(differ)))
    elif name.startswith("flip") and differ:
        count["silent"] += 1
        check(False, "%s: another %s, although %r" % (name, ", ".join(differ), said))
    if not said:
        count["other" if differ else "same"] += 1
    if os.environ.get("FLAWS"):
        print("%-60s %s" % (name[:60], said or ("other " + ", ".join(differ) if differ else "same")))


def main():
    granum, folder, crafted, flips = sys.argv[1], Path(sys.argv[2]), *map(int, sys.argv[3:5])
    shutil.rmtree(folder, ignore_errors=True)
    result = hostile_real.real_result(granum, folder)
    walker = Walker()
    right = walker.walk(result)
    if not check_equal((right.get("said"), len(right.get("found", ()))), ([], 31), "the result is read"):
        report()
    kinds = [("crafted", right, hostile.chosen(result, crafted))]
    for kind, made, part in (("bodies", sys.argv[5], OF_BODIES), ("zones", sys.argv[6], OF_ZONES)):
        copy = folder / (kind + ".vtkhdf")
        shutil.copyfile(made, copy)
        of_kind = walker.walk(copy)
        check_equal(of_kind.get("said"), [], "the result with %s is read" % kind)
        mine = [pair for pair in hostile.chosen(copy, 40 * crafted) if part.search(pair[0])]
        kinds.append((kind, of_kind, mine[::max(1, 2 * len(mine) // crafted)]))
    for kind, right, files in (*kinds, ("flipped", right, hostile.flips(result, flips))):
        count = dict.fromkeys(("crash", "hang", "silent", "message", "same", "other"), 0)
        made = 0
        for name, make in files:
            path = folder / "crafted.vtkhdf"
            path.unlink(missing_ok=True)
            try:
                make(path)
            except Exception:  # h5py cannot write this kind for this table
                continue
            made += 1
            judge(name, path, right, walker.walk(path), count)
        wanted = {"crafted": crafted, "flipped": flips}.get(kind, crafted // 4)
        check(made >= 0.6 * wanted, "%d files are made" % made)
        print("%d %s files: %s" % (made, kind,
                                   ", ".join("%s %d" % pair for pair in count.items())), flush=True)
    walker.end()
    report()


main()
