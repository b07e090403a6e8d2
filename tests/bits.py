"""Results that are the same in every bit on any threads and after stops, for tests that run scenes."""
import os
import random
import subprocess
import sys

from trial import arrays, bits, check, differences

ENV = dict(os.environ, OMP_WAIT_POLICY="passive")


def tables(name):
    """{name: array} of a result and of its last checkpoint, without counts of distance queries."""
    return {**bits(name + ".vtkhdf"), **{"checkpoint/" + k: v for k, v in bits(name + ".checkpoint").items()}}


def threads(bench, text, name="whole"):
    """Runs a scene on 1 and 3 threads in the present folder.  Returns the Run of one thread."""
    first = bench.run(text, name)
    expected = arrays(first.path)
    wrong = differences(expected, arrays(bench.run(text, "threads", 3).path))
    check("%s: the same bits on 1 and 3 threads" % name, not wrong, ", ".join(wrong[:4]))
    return first


def stops(bench, name="whole"):
    """Runs NAME.yaml once more, with three stops, each part on some threads."""
    expected, chance = tables(name), random.Random(11)
    last = int(expected["checkpoint/run/step"][0])
    at = [0, last // 7, last // 3, 3 * last // 4]
    on = [chance.randrange(1, 4) for _ in at]
    for k in range(4):
        words = [name + ".yaml", "--force"] if k == 0 else ["parts.vtkhdf", "--resume"]
        words += ["--steps", at[k + 1] - at[k], "-o", "parts.vtkhdf"] if k < 3 else []
        done = subprocess.run([bench.granum, "run", *map(str, words), "--threads", str(on[k]), "--progress", "none"],
                              capture_output=True, text=True, env=ENV)
        if done.returncode not in (0, 130):
            sys.exit(done.stderr)
    wrong = differences(expected, tables("parts"))
    check("stopped at %s of %d steps, on %s threads" % (at[1:], last, on), not wrong, ", ".join(wrong[:4]))
