"""checkpoint_state.py GRANUM LIBRARY [STOPS] -- a checkpoint holds all that the next steps read.

Simulations are stopped at random steps, resumed from their checkpoint on another number of threads, and
go on to the same step as one that was never stopped: every table of the checkpoints of both is the same
there, bit for bit, but counts of distance queries (resume_bits has the mixer).  They differ in what is looked at: measuring costs no
bit.  Changes by calls between steps - grains added and removed, structures moved, gravity - are kept too.  What cannot be gone on with is
refused: other input, overrides that change the motion, an instant that was measured.
"""
import os
import random
import sys
import tempfile
from pathlib import Path

os.environ["GRANUM_LIBRARY"] = sys.argv[2]
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
HERE = Path(__file__).resolve()
sys.path[:0] = [os.fspath(HERE.parents[1]), os.fspath(HERE.parents[2] / "python")]
import granum  # noqa: E402
from granum.library import Error  # noqa: E402
from resumed import scene  # noqa: E402
from trial import bits, check, differences, finish  # noqa: E402

STOPS = int(sys.argv[3]) if len(sys.argv) > 3 else 1
#: Scene: the step at which checkpoints are compared.
LAST = {"grown": 2300, "adams": 2100, "points": 1200, "hard": 400}


def go_on(sim, last, looks):
    """To step `last`; every `looks` steps the instant is measured."""
    while sim.steps < last:
        sim.step(min(last, (sim.steps // looks + 1) * looks) - sim.steps)
        if sim.steps % looks == 0 and sim.steps < last:
            sim.energy


def state(sim, name):
    sim.checkpoint(name)
    sim.close()
    return bits(name)


def refused(what, words, call):
    try:
        call()
        check(what, False, "was accepted")
    except Error as error:
        check(what, all(word in str(error) for word in words), str(error)[:90])


def stops(name, chance):
    text, last = scene(name, "1"), LAST[name]
    whole = granum.Simulation(text=text, threads=2)
    go_on(whole, last, 100)
    expected = state(whole, "whole.checkpoint")
    for k in range(STOPS):
        step = chance.randrange(last // 2, last)
        first = granum.Simulation(text=text, threads=1 + k % 3)
        go_on(first, step, 37)
        part = state(first, "part.checkpoint")
        touching = len(part["hard/rows/a" if name == "hard" else "contacts/a"])
        second = granum.Simulation(resume="part.checkpoint", threads=1 + (k + 1) % 3)
        second.start()
        begins = second.steps == step
        go_on(second, last, 100)
        wrong = differences(expected, state(second, "parts.checkpoint"))
        wrong = [w for w in wrong if w != "balance/peak"]  # of the energies that were looked at
        check("%s: stopped at step %d of %d, on %d and %d threads" % (name, step, last, 1 + k % 3, 1 + (k + 1) % 3),
              begins and not wrong and (touching > 30 or name == "points"),
              "%d tables, %d contacts %s" % (len(expected), touching, wrong[:4]))


def edits():
    """The state after calls that change it."""
    def edit(sim):
        sim.add_grains([[0, 0, 35e-3], [2e-3, 1e-3, 39e-3]], 1e-3, "glass")
        sim.remove_grains([3, 5, 8])
        sim.structures["blade"].move(velocity=[0, 0, 0.02], spin=[0, 0, 20])
        sim.gravity([0.5, 0, -9])

    whole = granum.Simulation(text=scene("mixer", "1"), threads=2)
    whole.step(700)
    edit(whole)
    whole.checkpoint("edited.checkpoint")
    whole.step(300)
    expected = state(whole, "whole.checkpoint")
    other = granum.Simulation(resume="edited.checkpoint", threads=3)
    other.step(300)
    wrong = differences(expected, state(other, "other.checkpoint"))
    check("mixer: calls changed it just before its checkpoint", not wrong, str(wrong[:6]))


def faults():
    text = scene("adams", "1").replace("count: 400", "count: 40")
    sim = granum.Simulation(text=text)
    refused("a checkpoint before the first step", ["step"], lambda: (sim.start(), sim.checkpoint("no.checkpoint")))
    sim.step(10)
    sim.checkpoint("some.checkpoint")
    sim.energy
    refused("a checkpoint of an instant that was measured", ["after a step"], lambda: sim.checkpoint("no.checkpoint"))
    check("no file is left of those", not [n for n in os.listdir() if n.startswith("no.")])
    for override in ("contacts.rolling=none", "time.step=1 us", "output.every=1", "time.endless=3"):
        key, value = override.split("=")
        refused("an override of %s" % key, ["--set", "time.end"],
                lambda: granum.Simulation(resume="some.checkpoint", set={key: value}))
    longer = granum.Simulation(resume="some.checkpoint", set={"time.end": 2})
    longer.start()
    check("an override of time.end", longer.steps == 10)
    refused("a checkpoint that is not there", ["No such file"], lambda: granum.Simulation(resume="none.checkpoint"))
    refused("a result without a checkpoint", ["--force"], lambda: granum.Simulation(resume="none.vtkhdf"))
    Path("bed.stl").write_bytes((HERE.parents[2] / "data/shapes/die.stl").read_bytes())
    meshed = text.replace("grains:", "structures:\n  - {name: bed, mesh: bed.stl, material: steel,"
                          " place: {translate: [0, 0, 60 mm]}}\ngrains:")
    sim = granum.Simulation(text=meshed)
    sim.step(5)
    sim.checkpoint("meshed.checkpoint")
    granum.Simulation(resume="meshed.checkpoint").step(5)
    moved = bytearray(Path("bed.stl").read_bytes())
    moved[84 + 12 + 3] ^= 0x01  # a corner of the first triangle
    Path("bed.stl").write_bytes(moved)
    refused("a mesh that has changed", ["surface of 'bed'"],
            lambda: granum.Simulation(resume="meshed.checkpoint").start())


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    chance = random.Random(24)
    for case in LAST:
        stops(case, chance)
    edits()
    faults()
    os.chdir("/")
finish()
