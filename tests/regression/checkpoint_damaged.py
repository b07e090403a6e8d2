"""checkpoint_damaged.py GRANUM [all] -- a damaged checkpoint is never gone on from, and a crafted one hurts nobody.

Bits turned and bytes cut anywhere in NAME.checkpoint: the run goes on from NAME.checkpoint.old and leaves the
result that it would have left anyway; with both damaged it is refused.  Checkpoints whose checksum is right and
whose content is not - indices that lead outside, lengths that do not agree, tables of another shape, numbers
that are none - are refused with a message.  So are those of another result or version; and a file of the name
that is no checkpoint is not replaced.  Without `all` every third is crafted.
"""
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, os.fspath(Path(__file__).resolve().parents[1]))
import h5py  # noqa: E402
import numpy as np  # noqa: E402
from resumed import scene  # noqa: E402
from trial import bits, check, differences, finish  # noqa: E402

GRANUM = os.path.abspath(sys.argv[1])
MARK = b"Granum's seal  1"


def run(*words):
    return subprocess.run([GRANUM, "run", *words], capture_output=True, text=True, timeout=300,
                          env=dict(os.environ, OMP_WAIT_POLICY="passive"))


def crc_table():
    table = []
    for c in range(256):
        for _ in range(8):
            c = c >> 1 ^ (0xc96c5795d7870f42 if c & 1 else 0)
        table.append(c)
    return table


def seal(path, table=crc_table()):
    """Close a changed checkpoint with the checksum of what it holds now."""
    content = Path(path).read_bytes()
    content = content[:content.rindex(MARK)] if MARK in content else content
    c = 2 ** 64 - 1
    for byte in content:
        c = table[(c ^ byte) & 255] ^ c >> 8
    tail = MARK + len(content).to_bytes(8, "little") + (c ^ 2 ** 64 - 1).to_bytes(8, "little")
    Path(path).write_bytes(content + tail)


def fresh():
    for name in os.listdir("kept"):
        shutil.copy("kept/" + name, name)


def goes_on(what, expected):
    """From the older checkpoint, to the same end."""
    done = run("some.vtkhdf", "--resume")
    wrong = differences(expected, bits("some.vtkhdf")) if done.returncode == 0 else ["-"]
    check(what, done.returncode == 0 and "checkpoint.old" in done.stdout and not wrong,
          "%d %s %s" % (done.returncode, done.stderr[:80], wrong[:3]))


def refused(what, *words):
    done = run("some.vtkhdf", "--resume", "--steps", "20")
    check(what, done.returncode in (1, 2) and done.stderr.startswith("granum: ")
          and all(word in done.stderr for word in words), "%d %s" % (done.returncode, done.stderr.strip()[:110]))


def damage(expected, chance):
    whole = Path("kept/some.checkpoint").read_bytes()
    for k in range(4):
        fresh()
        at = chance.randrange(len(whole))
        bad = bytearray(whole)
        bad[at] ^= 1 << chance.randrange(8)
        Path("some.checkpoint").write_bytes(bad)
        if k == 3:
            Path("some.checkpoint.old").write_bytes(bad[:-40])
            refused("both are damaged", "damaged", "--force")
        else:
            goes_on("a bit of byte %d of %d is turned" % (at, len(whole)), expected)
    for length in (0, 31, len(whole) // 2):
        fresh()
        os.truncate("some.checkpoint", length)
        goes_on("%d bytes are left" % length, expected)


#: Table: what is changed in it.
CRAFTED = {
    "contacts/a": lambda v: v.__setitem__(0, 10 ** 6),
    "contacts/b": lambda v: v.__setitem__(-1, -3),
    "contacts/patch": lambda v: v.__setitem__(slice(None), 77),
    "contacts/place": lambda v: v.__setitem__(slice(None), 9999),
    "contacts/n": lambda v: v.__setitem__(0, 2 ** 31 - 600),
    "contacts/n_grain": lambda v: v.__setitem__(0, -1),
    "lists/skin": lambda v: v.__setitem__(0, 1e9),
    "grains/n": lambda v: v.__setitem__(0, 10 ** 8),
    "grains/material": lambda v: v.__setitem__(0, 64),
    "grains/x": lambda v: v.__setitem__((0, 3), -1.0),
    "grains/v": lambda v: v.__setitem__((0, 3), np.nan),
    "balance/grains_in": lambda v: v.__setitem__(0, 2 ** 63 - 1),
    "pours/done": lambda v: v.__setitem__(0, -2 ** 63),
    "lists/must_build": lambda v: v.__setitem__(0, 2),
    "clock/time": lambda v: v.__setitem__(0, np.inf),
    "run/step": lambda v: v.__setitem__(0, 0),
    "run/dt": lambda v: v.__setitem__(0, -1.0),
    "run/frames": lambda v: v.__setitem__(0, 10 ** 9),
    "run/rows": lambda v: v.__setitem__(0, -5),
    "run/scene_bytes": lambda v: v.__setitem__(0, 2 ** 31 - 1),
    "run/version": lambda v: v.__setitem__(0, ord("9")),
    "run/written": lambda v: v.__setitem__(0, ord("#")),
    "run/inputs": lambda v: v.__setitem__(-5, ord("x")),
    "run/format": lambda v: v.__setitem__(8, ord("x")),
}
#: A bed of discs, most of which are material points.
ZONES = """
domain: {dimensions: 2, min: [0, 0], max: [0.08, 0.14], boundary: {x: wall, y_min: wall}, wall_material: glass}
materials: {glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}}
contacts: {law: hooke, pairs: [{between: [glass, glass], restitution: 0.8, friction: 0.5, contact_time: 0.3 ms}]}
hybrid: {mode: hybrid, start: 0, every: 10, oracle: layer}
grains: [{fill: {box: {min: [0, 0], max: [0.08, 0.08]}, arrangement: relaxed, material: glass, radius: 1.9 mm, count: 440}}]
time: {end: 0.4 ms, step: 10 us}
output: {every: 0.2 ms, history: 0.2 ms}
"""
#: The same of its checkpoint.
CRAFTED_ZONES = {
    "partition/bed/x": lambda v: v.__setitem__((0, 0), 1e30),
    "partition/bed/r": lambda v: v.__setitem__(0, 0),
    "partition/bed.side": lambda v: v.__setitem__((0, 0), 2 ** 31 - 1),
    "partition/means.samples": lambda v: v.__setitem__(0, 2 ** 63 - 1),
    "partition/zone": lambda v: v.__setitem__(0, 3),
    "partition/zones.to": lambda v: v.__setitem__((0, 1), 2 ** 20),
}
#: Table: another shape or type in its place.
SHAPED = {
    "grains/id": lambda v: v[:-1],
    "grains/w": lambda v: v[:, :3],
    "contacts/history": lambda v: v.reshape(-1),
    "contacts/patch": lambda v: v.astype("i8"),
    "contacts/normal": lambda v: np.zeros((len(v), 1000)),
    "clock/gravity": lambda v: np.zeros((1, 3, 3)),
    "run/first": lambda v: np.zeros(9, "i8"),
    "balance/out": lambda v: v.astype("i4"),
    "structures/pose.orientation": None,
}


def craft(crafted, shaped):
    for name in [*crafted, *shaped][::1 if sys.argv[2:] else 3]:
        fresh()
        os.remove("some.checkpoint.old")
        with h5py.File("some.checkpoint", "r+") as file:
            values = file[name][()]
            if name in crafted:
                crafted[name](values)
                file[name][...] = values
            else:
                del file[name]
                if shaped[name]:
                    file[name] = shaped[name](values)
        seal("some.checkpoint")
        refused("crafted: %s" % name)
    fresh()
    seal("some.checkpoint")
    check("a checkpoint that is sealed anew is as good", run("some.vtkhdf", "--resume").returncode == 0)


def keep(*steps):
    """The files of a run of some.yaml, and after so many more steps, in a folder of their own."""
    shutil.rmtree("kept", ignore_errors=True)
    run("some.yaml", "-o", "some.vtkhdf", "--force", "--steps", str(steps[0]))
    run("some.vtkhdf", "--resume", "--steps", str(steps[1]))
    os.mkdir("kept")
    for path in Path(".").glob("some.*"):
        shutil.copy(path, "kept/" + path.name)


def others():
    fresh()
    run("other.yaml", "-o", "other.vtkhdf", "--steps", "150")
    shutil.copy("other.checkpoint", "some.checkpoint")
    refused("the checkpoint of another result", "not the result that")
    fresh()
    done = run("some.yaml", "-o", "some.vtkhdf", "--force", "--steps", "5")
    check("a new run takes the checkpoints of the one before away",
          done.returncode == 130 and not os.path.exists("some.checkpoint.old"), done.stderr[:90])
    Path("mine.checkpoint").write_text("notes")
    done = run("some.yaml", "-o", "mine.vtkhdf", "--force")
    check("a file that is no checkpoint is not replaced", done.returncode == 2 and "mine.checkpoint" in done.stderr
          and Path("mine.checkpoint").read_text() == "notes", done.stderr[:90])
    os.remove("mine.checkpoint")
    os.mkfifo("mine.checkpoint")
    done = run("mine.vtkhdf", "--resume")
    check("a FIFO is not waited for", done.returncode == 2 and "regular" in done.stderr, done.stderr[:110])


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    small = scene("mixer", "11 ms").replace("count: 700", "count: 300").replace("base: [0, 0, 6 mm]", "base: [0, 0, 0]")
    small = small[:small.index("  - {name: blade")] + small[small.index("  - {name: lid"):]
    Path("some.yaml").write_text(small)
    Path("other.yaml").write_text(small.replace("friction: 0.5", "friction: 0.4"))
    check("a run", run("some.yaml", "-o", "whole.vtkhdf").returncode == 0)
    expected = bits("whole.vtkhdf")
    keep(900, 100)
    damage(expected, random.Random(7))
    craft(CRAFTED, SHAPED)
    others()
    Path("some.yaml").write_text(ZONES)
    keep(10, 9)
    craft(CRAFTED_ZONES, {})
    os.chdir("/")
finish()
