"""What a referee of the yardstick is, and what it says: rows of a table."""

import os
import time
from collections import namedtuple

#: A row of the table.  case: name of the scene.  quantity, value, expected: what is compared, in SI.
#: source: of the expected value.  difference: relative unless the quantity says otherwise; bound: the
#: largest that is accepted.  seconds: of the run; rate: grain-steps a second, or None.  note: the
#: differences of definition behind the bound.
Row = namedtuple("Row", "referee case quantity value expected source difference bound seconds rate note")

#: name: as `--only` takes it.  sentence: what it compares with.  full: it is left out of --quick.
Referee = namedtuple("Referee", "name sentence rows full")

REFEREES = []


def referee(name, sentence, full=False):
    """Registers a function(bench) that yields rows of Bench.row()."""
    def keep(rows):
        REFEREES.append(Referee(name, sentence, rows, full))
        return rows
    return keep


def holds(row):
    """Whether the difference is within its bound; what is no number is not."""
    return row.difference <= row.bound


class Bench:
    """Runs scenes for one referee and makes its rows."""

    def __init__(self, name, threads=1, quick=True):
        self.name, self.threads, self.quick = name, threads, quick
        self.seconds, self.work = 0.0, 0

    def simulation(self, text, folder="."):
        """A started Simulation of a scene's text; the clock of the row begins."""
        from granum import Simulation

        self.seconds, self.work = 0.0, 0
        sim = Simulation(text=text, folder=folder, threads=self.threads)
        sim.start()
        return sim

    def step(self, sim, n):
        """Does n steps against the clock."""
        began = time.perf_counter()
        sim.step(n)
        self.seconds += time.perf_counter() - began
        self.work += n * max(1, len(sim.grains))

    def ran(self, text, folder, work=0):
        """The path of the result of a scene's text, run by the program in a folder, against the clock;
        work: grain-steps."""
        from granum.program import program
        from granum.yardstick.invariants import run

        scene, result = os.path.join(folder, "scene.yaml"), os.path.join(folder, "scene.vtkhdf")
        with open(scene, "w") as file:
            file.write(text)
        began = time.perf_counter()
        code, said = run(program(), scene, result, "--threads", self.threads)
        self.seconds, self.work = time.perf_counter() - began, work
        if code:
            raise RuntimeError(said.strip())
        return result

    def row(self, case, quantity, value, expected, source, bound, difference=None, note=""):
        """A row about the scene that ran last.  difference: |value - expected| / |expected| unless
        given."""
        if difference is None:
            difference = abs(value - expected) / abs(expected) if expected else abs(value)
        rate = self.work / self.seconds if self.seconds > 0 else None
        return Row(self.name, case, quantity, value, expected, source, difference, bound, self.seconds,
                   rate, note)
