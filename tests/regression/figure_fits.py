"""Standard errors that figures print are the scatter of their fits.

    figure_fits.py GRANUM

Each fit is repeated on data made at random from a known law.  The mean of its standard error is the standard
deviation of the fitted values, within the 4 standard errors that a standard deviation of 400 (of the slow fit
100) values has; the law's own value lies within the error in about two thirds of them.
"""
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import results  # noqa: E402, F401  the package of this tree
from counted import check, report, tell  # noqa: E402
from granum.figures import fits, forces, mixing  # noqa: E402

chance = np.random.default_rng(7)


def compare(name, true, found, errors):
    found, errors = np.array(found), np.array(errors)
    spread, n = found.std(ddof=1), len(found)
    near = 4 / np.sqrt(2 * (n - 1))
    tell(abs(errors.mean() / spread - 1) < near, "%s: standard error %.4g, scatter %.4g (within %.0f %%)" % (
        name, errors.mean(), spread, 100 * near))
    inside = (abs(found - true) < errors).mean()
    check(abs(inside - 0.683) < 4 * np.sqrt(0.683 * 0.317 / n), name, "within the error:", inside)


def check_scatter():
    tails = [forces.tail(np.concatenate([chance.uniform(0, 1, 300), 1 + chance.exponential(1 / 1.4, 200)]))
             for _ in range(400)]
    compare("tail of P(f)", 1.4, *np.array([(beta, error) for beta, _, error in tails]).T)
    n = np.linspace(0, 4, 40)
    law = 0.9 - 0.6 * np.exp(-n / 1.1)
    decays = [mixing.saturation(n, law + 0.02 * chance.normal(size=n.size)) for _ in range(100)]
    compare("Lacey's decay", 1.1, [found[2] for found in decays], [found[3][2] for found in decays])
    compare("Lacey's limit", 0.9, [found[0] for found in decays], [found[3][0] for found in decays])
    slopes = np.stack([n, np.ones(n.size)], 1)
    lines = []
    for _ in range(400):
        m = 0.3 * n + 1 + 0.1 * chance.normal(size=n.size)
        rate, offset = np.polyfit(n, m, 1)
        lines.append((rate, fits.standard_errors(slopes, rate * n + offset - m)[0]))
    compare("slope", 0.3, *np.array(lines).T)
    # Rows that forget their past in about ten steps: the plain error is a fourth of the true one.
    means, plain = [], []
    for _ in range(400):
        noise, row = chance.normal(size=4096), np.empty(4096)
        row[0] = noise[0] / np.sqrt(1 - 0.9 ** 2)
        for k in range(1, len(row)):
            row[k] = 0.9 * row[k - 1] + noise[k]
        means.append(fits.block_mean(row))
        plain.append(row.std(ddof=1) / 64)
    found, errors = np.array(means).T
    spread = found.std(ddof=1)
    tell(1.0 < errors.mean() / spread < 1.35 and np.mean(plain) < 0.3 * spread,
         "mean by blocks: standard error %.3g, scatter %.3g, plain %.3g" % (errors.mean(), spread, np.mean(plain)))
    check(np.isnan(fits.block_mean(np.arange(15.0))[1]), "fifteen rows have no blocks")


def check_unknown():
    """No error where the data have none: fewer points than parameters, and a decay that is not seen."""
    check(np.isnan(fits.standard_errors(np.ones((2, 2)), np.zeros(2))).all(), "two points, two parameters")
    check(np.isnan(fits.standard_errors(np.ones((9, 2)), np.ones(9))).all(), "the same slopes")
    n = np.linspace(0, 1, 30)
    found = mixing.saturation(n, 0.1 + 0.2 * n + 0.01 * chance.normal(size=n.size))
    check(not found[3][2] < found[2] < 1, "a line is no decay", found)


def check_shown():
    for value, error, text in ((1.4234, 0.0812, "1.423 \\pm 0.081"), (12.4, 3.3, "12.4 \\pm 3.3"),
                               (1234.0, 56.0, "1234 \\pm 56"), (2.5e-7, 1.2e-8, "(25.0 \\pm 1.2) \\times 10^{-8}"),
                               (0.5, np.nan, "0.5"), (0.5, 0.0, "0.5")):
        check(fits.shown(value, error) == text, fits.shown(value, error), text)


check_scatter()
check_unknown()
check_shown()
report()
