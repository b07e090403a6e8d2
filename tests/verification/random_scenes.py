"""random_scenes.py GRANUM LIBRARY N SEED -- N random scenes hold what every run must: granum yardstick --random.

And the trial itself can fail: with a bound that no run keeps a scene is reported, shrunk to fewer keys, and
kept as a file that fails in the same way.
"""
import contextlib
import io
import os
import sys
import tempfile
from pathlib import Path

os.environ.update(GRANUM_PROGRAM=os.path.abspath(sys.argv[1]), GRANUM_LIBRARY=os.path.abspath(sys.argv[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import results  # noqa: E402, F401
from trial import check, finish  # noqa: E402
from granum.yardstick import chance, invariants  # noqa: E402


def fails_where_it_should(folder):
    bound, invariants.GAIN, chance.TRIALS = invariants.GAIN, -1.0, 40
    said, kept, number = io.StringIO(), [], -1
    while not kept and number < 9:  # hard grains and continua have no bound
        number += 1
        with contextlib.redirect_stdout(said):
            chance.trial(1, 1, folder, number)
        kept = list(Path(folder).glob("energy_*.yaml"))
    check("a bound that no run keeps is reported, and the scene kept", len(kept) == 1, said.getvalue()[-300:] * (not kept))
    with tempfile.TemporaryDirectory() as bench:
        chance.meshes(bench)
        drawn = chance.text_of(chance.made(number, 1, chance.table(), bench))
    least = kept[0].read_text().split("\n", 1)[1] if kept else drawn
    check("it is smaller than what was drawn", len(least) < 0.8 * len(drawn), "%d of %d bytes" % (len(least), len(drawn)))
    invariants.GAIN = bound


def main():
    n, seed = int(sys.argv[3]), int(sys.argv[4])
    invariants.RANKS = n > 100
    with tempfile.TemporaryDirectory() as folder:
        fails_where_it_should(folder)
    check("%d random scenes of seed %d hold what every run must" % (n, seed), not chance.trial(n, seed))
    finish()


main()
