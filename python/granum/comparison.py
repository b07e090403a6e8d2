"""Two results side by side: keys in which their scenes differ, and figures at the same time.

    import granum
    print(granum.compare("slippery.vtkhdf", "rough.vtkhdf"))
    granum.compare("slippery.vtkhdf", "rough.vtkhdf").show()        # in ParaView

    granum compare slippery.vtkhdf rough.vtkhdf [--csv PATH]
"""

import argparse
import csv
import os
import sys
from collections import namedtuple

from granum.file import ResultError
from granum.outcome import SAME_TIME, summary
from granum.program import RunError, parameters, path_of
from granum.result import Result

#: A row of a comparison.  name: label of a key, or name of a figure.  a, b: values of the two
#: results, texts of keys or numbers; None: the result has none.  unit: "" or "1" if there is none.
Difference = namedtuple("Difference", "name a b unit")

MOST_IN_TITLE = 3


def _keys(a, b):
    """Rows of the keys whose values differ in two lists of parameters."""
    one, other = ({p.path: p for p in list_} for list_ in (a, b))
    rows = []
    for path in {**one, **other}:
        p, q = one.get(path), other.get(path)
        if p and q and p.value == q.value:
            continue
        either = p or q
        rows.append(Difference(either.label, p.value if p else None, q.value if q else None,
                               either.unit or ""))
    return rows


def _short(labels):
    """For each label the shortest end, cut at dots, that no other has: friction."""
    short = []
    for label in labels:
        words = label.split(".")
        n = next(n for n in range(1, len(words) + 1)
                 if n == len(words)
                 or sum(("." + other).endswith("." + ".".join(words[-n:])) for other in labels) == 1)
        short.append(".".join(words[-n:]))
    return short


class Comparison:
    """Two results: granum.compare(a, b).

    paths     of the two results
    keys      [Difference] of the keys in which their scenes differ
    figures   [Difference] of granum.summary() of both, at the end of the one that ends earlier
    titles    what differs, for each: ("friction 0.5", "friction 0.1"); names of files if nothing
              does
    note      "", or sentences: a difference that has no key, a result that ends earlier
    print(c) shows a table, c.to_csv(path) writes it, c["balance_error"] is one row; in ParaView,
    c.show() draws both."""

    def __init__(self, paths, keys, figures, note):
        self.paths, self.keys, self.figures, self.note = paths, keys, figures, note

    def __getitem__(self, name):
        for row in self.keys + self.figures:
            if row.name == name:
                return row
        raise KeyError("no row '%s'; there are: %s"
                       % (name, ", ".join(row.name for row in self.keys + self.figures)))

    @property
    def titles(self):
        if not self.keys:
            names = [os.path.basename(path) for path in self.paths]
            return tuple(names if names[0] != names[1] else self.paths)
        # How long and how often frames are written is of interest if nothing else differs.
        keys = [row for row in self.keys if not row.name.startswith(("time.", "output."))] or self.keys
        names = _short([row.name for row in keys])
        more = ", ..." if len(names) > MOST_IN_TITLE else ""
        return tuple(", ".join("%s %s" % (name, "-" if row[side] in (None, "") else row[side])
                               for name, row in list(zip(names, keys))[:MOST_IN_TITLE]) + more
                     for side in (1, 2))

    def rows(self):
        """The table as texts: [(name with unit, a, b)], keys first."""
        def text(value):
            return "-" if value in (None, "") else value if isinstance(value, str) \
                else "%.6g" % value
        return [(row.name + (" (%s)" % row.unit if row.unit not in ("", "1") else ""),
                 text(row.a), text(row.b)) for row in self.keys + self.figures]

    def __str__(self):
        heads = [("", *map(os.path.basename, self.paths))]
        nothing = [] if self.keys else [("the scenes have the same values", "", "")]
        rows = self.rows()
        n = len(self.keys)
        lines = heads + nothing + rows[:n] + [("", "", "")] + rows[n:]
        widths = [max(map(len, column)) for column in zip(*lines)]
        text = "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)
        return text + ("\n" + self.note if self.note else "")

    __repr__ = __str__

    def to_csv(self, path):
        with open(path, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["name", "unit", *self.paths])
            writer.writerows([row.name, row.unit, "" if row.a is None else row.a,
                              "" if row.b is None else row.b] for row in self.keys + self.figures)

    def show(self, **more):
        """Draw both in ParaView: granum.show_comparison(a, b, ...)."""
        from granum.comparing import show_comparison

        return show_comparison(self, **more)


def differences(a, b):
    """[Difference] of the keys in which the scenes of two results (paths) differ."""
    return _keys(parameters(a), parameters(b))


def compare(a, b):
    """Compare two results (paths, granum.Result or Granum Reader); returns a Comparison.

    RunError: the scene of a result cannot be read.  ResultError: a file is not a result."""
    paths = path_of(a), path_of(b)
    keys = differences(*paths)
    scenes, times = [], []
    for path in paths:
        with Result(path) as result:
            scenes.append(result.scene)
            times.append(float(result.times[-1]) if len(result) else 0.0)
    notes = []
    if scenes[0] != scenes[1] and not keys:
        notes.append("the scenes differ in a list of more than 100 items: a table of a motion, or "
                     "grains")
    until = min(times)
    if max(times) - until > SAME_TIME * max(times):
        notes.append("'%s' ends at %.6g s: the figures of both are those of that time"
                     % (os.path.basename(paths[times.index(until)]), until))
    ends = [summary(path, until) for path in paths]
    note = "\n".join(notes)
    one, other = ends
    figures = [Difference(name, one.get(name, (None,))[0], other.get(name, (None,))[0],
                          (one.get(name) or other[name])[1]) for name in {**one, **other}]
    return Comparison(paths, keys, figures, note)


def main():
    parser = argparse.ArgumentParser(
        prog="granum compare",
        description="Compare two results: keys in which their scenes differ, energies and their "
                    "balance, mean forces, share of mesh queries served by virtual particles.")
    parser.add_argument("a", metavar="A", help="NAME.vtkhdf")
    parser.add_argument("b", metavar="B", help="another one")
    parser.add_argument("--csv", metavar="PATH", help="write the table as CSV too")
    options = parser.parse_args()
    try:
        found = compare(options.a, options.b)
    except (OSError, ImportError, ResultError, RunError) as error:
        sys.exit("granum compare: %s" % error)
    print(found)
    if options.csv:
        found.to_csv(options.csv)


if __name__ == "__main__":
    main()
