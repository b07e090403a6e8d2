"""results_are_kept.py GRANUM -- a run replaces only files that it may replace.

A result stands beside a small file, NAME.contacts.vtkhdf, that links to its contacts.  A
name that is taken there by something else, a folder in the way and a folder that is not
there are wrong input: exit code 2, a message with the name, and every file as before.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402

GRANUM = str(Path(sys.argv[1]).resolve())
SCENE = """
materials: {glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [glass, glass], restitution: 0.8, friction: 0.5}]}
grains:
  - list: {material: glass, grains: [{position: [0, 0, 0.01], radius: 1 mm}]}
time: {end: 1 ms}
output: {every: 1 ms}
"""


def contents(folder):
    """Every name below the folder, with its bytes; None for a folder."""
    return {path.relative_to(folder).as_posix():
            None if path.is_dir() else path.read_bytes()
            for path in sorted(folder.rglob("*"))}


def run(folder, *words):
    done = subprocess.run([GRANUM, "run", "scene.yaml", *words], cwd=folder,
                          capture_output=True, text=True, timeout=60)
    return done.returncode, done.stderr


def check_refused(folder, name, *words):
    """Ends with 2, says `name`, and leaves everything as it was."""
    before = contents(folder)
    code, text = run(folder, *words)
    what = " ".join(words)
    check(code == 2, f"{what}: ended with {code}: {text}")
    check(f"'{name}'" in text, f"{what}: says '{name}': {text}")
    after = contents(folder)
    for path in sorted(before.keys() | after.keys()):
        check(path in before and path in after and before[path] == after[path],
              f"{what}: {path} is as before")


def check_run(folder, path, *words):
    """Ends with 0; the result has frames and so have its contacts, through the link."""
    code, text = run(folder, "-o", path, *words)
    check(code == 0, f"{path}: ended with {code}: {text}")
    for name in (path, path.replace(".vtkhdf", ".contacts.vtkhdf")):
        with h5py.File(folder / name, "r") as file:
            check(len(file["VTKHDF/Steps/Values"]) == 2, f"{name}: two frames")


def main(folder):
    (folder / "scene.yaml").write_text(SCENE)

    # A result whose name is that of another's link.
    check_run(folder, "a.contacts.vtkhdf")
    check_refused(folder, "a.contacts.vtkhdf", "-o", "a.vtkhdf")
    check_refused(folder, "a.contacts.vtkhdf", "-o", "a.vtkhdf", "--force")

    # A file of another kind there, and an empty one.
    for content in (b"notes\n", b""):
        (folder / "n.contacts.vtkhdf").write_bytes(content)
        check_refused(folder, "n.contacts.vtkhdf", "-o", "n.vtkhdf")

    # A folder there: no result is left, and one that was there stays.
    (folder / "b.contacts.vtkhdf").mkdir()
    check_refused(folder, "b.contacts.vtkhdf", "-o", "b.vtkhdf")
    check_run(folder, "old.vtkhdf")
    (folder / "old.contacts.vtkhdf").unlink()
    (folder / "old.contacts.vtkhdf").mkdir()
    check_refused(folder, "old.contacts.vtkhdf", "-o", "old.vtkhdf", "--force")

    # No place for the result itself.
    (folder / "d.vtkhdf").mkdir()
    check_refused(folder, "d.vtkhdf", "-o", "d.vtkhdf")
    check_refused(folder, "d.vtkhdf", "-o", "d.vtkhdf", "--force")
    check_refused(folder, "nodir", "-o", "nodir/e.vtkhdf")
    check_refused(folder, "scene.yaml", "-o", "scene.yaml/e.vtkhdf")

    # A link of ours is no obstacle: without its result, and with --force.
    check_run(folder, "c.vtkhdf")
    (folder / "c.vtkhdf").unlink()
    check_run(folder, "c.vtkhdf")
    check_refused(folder, "c.vtkhdf", "-o", "c.vtkhdf")
    check_run(folder, "c.vtkhdf", "--force")

    left = [name for name in contents(folder) if name.endswith(".part")]
    check(not left, f"left over: {left}")


with tempfile.TemporaryDirectory() as name:
    main(Path(name))
report()
