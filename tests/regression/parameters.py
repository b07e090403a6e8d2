"""`granum parameters` lists what `--set` accepts, with values and errors by key.

    parameters.py GRANUM CASES

For every case: each value given in the scene, set again under its path and under its label, gives
the same list; an override changes its own row alone.  A wrong value is refused with the key of its
row and with the whole message.  The list of a result counts as given what differs from a default.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402

GRANUM, CASES = sys.argv[1:]
MANUAL = {"kind", "unit", "required", "default", "min", "max", "min_open", "max_open", "choices",
          "one_of", "shorthand", "sentence"}
OWN = {"path", "label", "value", "given", "only_with"}


def query(scene, *overrides):
    words = [GRANUM, "parameters", scene, "--json"] + ["--set=" + o for o in overrides]
    done = subprocess.run(words, capture_output=True, text=True)
    return done.returncode, json.loads(done.stdout), done.stderr


def rows(scene, *overrides):
    code, found, _ = query(scene, *overrides)
    check(code == 0, "%s: %s" % (scene, found.get("error")))
    return found.get("parameters", [])


def values(found):
    return {row["path"]: row["value"] for row in found}


def check_case(folder):
    known = rows(folder)
    name = os.path.basename(folder)
    check(len(known) > 70, "%s has %d parameters" % (name, len(known)))
    check(all(set(row) == MANUAL | OWN for row in known), name + ": members of a row")
    check(len({row["path"] for row in known}) == len(known), name + ": paths differ")
    check(len({row["label"] for row in known}) == len(known), name + ": labels differ")
    given = [row for row in known if row["given"]]
    check(len(given) >= 15, "%s: %d values are given" % (name, len(given)))
    for row in known:
        if not row["given"]:
            check(row["value"] == (row["default"] or "") or row["kind"] == "name",
                  "%s: %s is '%s', not its default" % (name, row["path"], row["value"]))
    for by in "path", "label":
        again = rows(folder, *("%s=%s" % (row[by], row["value"]) for row in given))
        check(again == known, "%s: the list after setting each %s to its own value" % (name, by))
    flat = values(known)["domain.dimensions"] == "2"
    gravity = "[0, 1]" if flat else "[0, 1, -2]"
    after = rows(folder, "search.skin=0.125 mm", "gravity=" + gravity)
    expected = dict(values(known), gravity=gravity, **{"search.skin": "0.125 mm"})
    check(values(after) == expected, name + ": two overrides change two values")


def check_errors(folder):
    key = "contacts.pairs[0].restitution"
    code, found, printed = query(folder, key + "=1.4")
    error = found["error"]
    check(code == 2 and not printed, "a refusal ends with 2 and prints JSON alone")
    check(error["key"] == key, "the key of the refusal: " + error["key"])
    check(error["what"] == "1.4 is above 1; it is a speed ratio between 0 and 1", error["what"])
    check(error["message"] == "--set %s=1.4: %s: %s" % (key, key, error["what"]),
          error["message"])
    # Two errors, of which the one in a named pair is reported by its index.
    code, found, _ = query(folder, "contacts.pairs[steel,glass].friction=-1", "time.end=soon")
    keys = [error["key"] for error in found["errors"]]
    check(keys == ["contacts.pairs[1].friction", "time.end"], "keys of two errors: %s" % keys)
    check(found["error"] == found["errors"][0], "the first error")
    code, found, _ = query(folder, "contacts.pairs[0].resitution=0.5")
    check(found["error"]["key"].endswith("resitution") and "did you mean restitution?" in
          found["error"]["what"], "an unknown key: %s" % found["error"])
    code, found, _ = query(os.path.join(folder, "no_such.yaml"))
    check(code == 2 and found["error"]["key"] == "" and "no_such.yaml" in
          found["error"]["message"], "no such file: %s" % found)
    table = subprocess.run([GRANUM, "parameters", folder, "--set=" + key + "=1.4"],
                           capture_output=True, text=True)
    check(table.returncode == 2 and not table.stdout and error["message"] in table.stderr,
          "the refusal without --json")
    table = subprocess.run([GRANUM, "parameters", folder], capture_output=True, text=True)
    lines = [line for line in table.stdout.splitlines()
             if line.startswith("contacts.pairs[glass,steel].friction ")]
    check(len(lines) == 1 and lines[0].split()[1:] == ["0.3"], "a line of the table: %s" % lines)


def check_result(folder, directory):
    path = os.path.join(directory, "parameters.vtkhdf")
    overrides = ["grains[0].fill.count=200", "time.end=0.002", "output.every=0.001"]
    subprocess.run([GRANUM, "run", folder, "-o", path, "-f"] + ["--set=" + o for o in overrides],
                   check=True, capture_output=True)
    scene = {row["path"]: row for row in rows(folder, *overrides)}
    result = {row["path"]: row for row in rows(path)}
    extra = set(scene) ^ set(result)
    check(not extra, "keys of a scene and of its result: %s" % sorted(extra))
    for key, row in result.items():
        same = row["value"] == row["default"] or not row["given"]
        check(scene[key]["given"] or same, "%s of the result is %s" % (key, row["value"]))
    check(result["contacts.pairs[1].friction"]["given"], "friction of the result is given")
    check(not result["contacts.no_tension"]["given"], "no_tension of the result is a default")
    check(not result["gravity"]["given"], "gravity of the result is a default")
    check(rows(path, "gravity=[0, 1, -2]")[1]["given"], "gravity is given after an override")


def main():
    names = sorted(n for n in os.listdir(CASES) if os.path.exists(os.path.join(CASES, n, "scene.yaml")))
    check(len(names) >= 18, "%d cases" % len(names))
    for name in names[::4]:
        check_case(os.path.join(CASES, name))
    hopper = os.path.join(CASES, "hopper")
    check_errors(hopper)
    with tempfile.TemporaryDirectory() as directory:
        check_result(hopper, directory)
    report()


main()
