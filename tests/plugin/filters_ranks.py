"""Filters give the same sums on one rank and on RANKS; ranks without data print nothing.

    filters_ranks.py RANKS RESULT...
"""

import json
import os
import shutil
import subprocess
import sys

from checks import check, check_equal, report

HERE = os.path.dirname(os.path.abspath(__file__))
# Sums in another order; of some that cancel.
ROUND_OFF = 1e-11


def sums(results, ranks):
    """{result: sums} of one process on each rank; starting ParaView takes most of the time."""
    command = [shutil.which("pvbatch"), os.path.join(HERE, "filters_sums.py"), *results]
    if ranks > 1:
        command = ["mpiexec", "--allow-run-as-root", "--oversubscribe", "--mca",
                   "mpi_yield_when_idle", "1", "-n", str(ranks)] + command
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=1200)
    what = "%d ranks" % ranks
    lines = done.stdout.strip().splitlines()
    if not check(done.returncode == 0 and lines, "%s: %d %s" % (what, done.returncode, done.stdout)):
        return None
    check(not any("ERR|" in line or "WARN|" in line for line in lines),
          "%s: complains: %s" % (what, done.stdout))
    found = json.loads(lines[-1])
    check_equal(found["ranks"], ranks, what)
    return found["results"]


def compare(one, many, what):
    check_equal(sorted(many), sorted(one), what)
    for name, value in one.items():
        if isinstance(value, dict):
            compare(value, many[name], "%s: %s" % (what, name))
        elif isinstance(value, (int, str)):
            check_equal(many[name], value, "%s: %s" % (what, name))
        else:
            check(abs(many[name] - value) <= ROUND_OFF * abs(value),
                  "%s: %s: %r, not %r" % (what, name, many[name], value))


def main():
    ranks, results = int(sys.argv[1]), sys.argv[2:]
    one, many = sums(results, 1), sums(results, ranks)
    print(one)
    if one and many:
        compare(one, many, "%d ranks" % ranks)
    report()


main()
