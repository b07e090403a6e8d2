"""Granum beside referees that others wrote: `granum yardstick`.

Each referee is a function that makes scenes, runs them and yields rows: a value, the value of the
referee, its source, the difference and the largest difference that its definitions explain.

    from granum.yardstick import judged
    for row in judged(only=["lammps"]):
        print(row.case, row.quantity, row.difference, row.bound)
"""

from granum.yardstick.referee import REFEREES, Bench, Row, holds, referee  # noqa: F401
from granum.yardstick import beds, garg, gas, impacts, lammps, laws, ondem, rigid  # noqa: F401


def judged(only=(), full=False, threads=1):
    """Rows of the referees whose name begins with one of `only`, all by default; full: also those that
    take long.  A referee that fails ends as a row that says why."""
    for one in REFEREES:
        if only and not any(one.name.startswith(name) for name in only) or one.full and not full:
            continue
        bench = Bench(one.name, threads, not full)
        try:
            yield from one.rows(bench)
        except Exception as error:  # a scene that was refused, a file that is missing
            nan = float("nan")
            yield Row(one.name, "-", "runs", nan, nan, "", nan, 0.0, 0.0, None, str(error))
