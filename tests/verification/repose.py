"""The drained angle of repose grows with friction and with rolling resistance.

    repose.py GRANUM CASES FIGURES

The drained angle of repose.  A bed of the case `column`, 26 grains long, 13 high and 4 wide, on a
rough floor; its gate vanishes at 0.2 s, and what passes the edge, half a grain behind the gate, leaves
the domain.  Each coefficient of friction with each of resistance to rolling, five times from other
fills: one heap of some 500 grains stands up to 6 degrees off the mean.  The angle is that of a
straight line through the surface - the mean, over strips one grain wide, of the highest grain in each
square of one grain - from 3 grains off the edge to where it reaches 0.85 of its largest height or 3
grains off the back wall.  Required: no grain lost; the balance of energy closes within 2.5 % of what was
dissipated; the angle grows along every row and every column of the table, by more than 3 degrees over
the outer ones and nowhere against it by more than the error of the means; and with friction 0.2 and
rolling friction 0.1 it is between the angle of repose and that of the next avalanche of glass beads,
give or take 2 degrees.
"""
import sys

import numpy as np

import bulk

D, LONG, HIGH, WIDE = 4.0e-3, 26, 13, 4
FRICTIONS = [0.2, 0.4, 0.8]
ROLLINGS = [0.0, 0.1, 0.4]
GLASS = (0.2, 0.1)
SEEDS = [1, 2, 3, 4, 5]


def keys(friction, rolling, seed):
    edge, y = LONG * D, 0.5 * WIDE * D
    count = int(0.58 * LONG * HIGH * WIDE / (np.pi / 6))
    tall = bulk.room(count, (LONG - 1.0) * (WIDE - 1.0)) * D
    return ["domain.max=[%g, 0.02, 0.8]" % (edge + 0.5 * D),
            "structures.gate.plane.point=[%g, 0, 0]" % edge, "structures.gate.present.to=0.2",
            "structures.left.plane.point=[0, %g, 0]" % -y,
            "structures.right.plane.point=[0, %g, 0]" % y,
            "grains[0].fill.box.min=[0, %g, 0]" % -y,
            "grains[0].fill.box.max=[%g, %g, %g]" % (edge, y, tall),
            "grains[0].fill.count=%d" % count, "grains[0].fill.seed=%d" % seed,
            "contacts.pairs[0].friction=%g" % friction,
            "contacts.pairs[0].rolling_friction=%g" % rolling,
            "contacts.pairs[1].friction=1", "contacts.pairs[1].rolling_friction=0.5",
            "time.step=2e-5", "time.end=1.4", "time.until.after=0.5",
            "time.until.kinetic_energy_below=%g" % (count * 2e-9)]


def surface(x):
    """Distance from the edge and mean of the highest grains, strip by strip, in grains."""
    along = ((LONG * D - x[:, 0]) / D).astype(int)
    across = np.clip((x[:, 1] / D + 0.5 * WIDE).astype(int), 0, WIDE - 1)
    top = np.zeros((LONG, WIDE))
    inside = (along >= 0) & (along < LONG)
    np.maximum.at(top, (along[inside], across[inside]), x[inside, 2] / D)
    return np.arange(LONG) + 0.5, top.mean(1)


def measure(result):
    away, height = surface(result[-1].grains.position)
    full = np.flatnonzero(height > 0.85 * height[:-2].max())[0]
    flank = slice(3, max(8, min(full, LONG - 3)))
    (slope, start), cover = np.polyfit(away[flank], height[flank], 1, cov=True)
    return {"angle": np.degrees(np.arctan(slope)),
            "error": np.degrees(np.sqrt(cover[0, 0]) / (1 + slope**2)),
            "from": away[flank][0], "to": away[flank][-1], "away": away, "height": height,
            "end": result.times[-1], "kinetic": result.history["kinetic_energy"][-1],
            "out": int(result.history["grains_out"][-1]), "lost": bulk.lost(result),
            "left": bulk.left_over(result)}


def mean(several):
    """Of the same grains in other fills; surfaces are of the first."""
    angles = [m["angle"] for m in several]
    return {**several[0], "angle": np.mean(angles), "spread": np.std(angles, ddof=1),
            "lost": sum(m["lost"] for m in several), "left": max(m["left"] for m in several)}


def main():
    granum, cases, figures = sys.argv[1:4]
    check = bulk.Checks()
    grid = [(f, r) for f in FRICTIONS for r in ROLLINGS]
    runs = bulk.runs(granum, cases + "/column", [keys(f, r, s) for f, r in grid for s in SEEDS],
                     measure)
    n = len(SEEDS)
    measured = [mean(runs[n * k:n * (k + 1)]) for k in range(len(grid))]
    of = dict(zip(grid, measured))
    error = np.sqrt(np.mean([m["spread"]**2 for m in measured]) / n)
    print("friction  rolling  angle deg  spread  balance   of the first: angle  fit +-  out  end s")
    for k, ((f, r), m) in enumerate(of.items()):
        first = runs[n * k]
        print("%8.2f %8.2f %10.1f %7.1f  %.1e %20.1f %7.1f %4d %6.2f" % (
            f, r, m["angle"], m["spread"], m["left"], first["angle"], first["error"], first["out"],
            first["end"]))
    print("standard error of a mean of %d: %.1f degrees" % (n, error))
    angle = np.array([[of[f, r]["angle"] for r in ROLLINGS] for f in FRICTIONS])
    check(all(m["lost"] == 0 for m in measured), "no grain is lost")
    check(all(m["left"] < 0.025 for m in measured), "the balances close within 2.5 %")
    for axis, what in enumerate(("friction", "resistance to rolling")):
        check((np.diff(angle, axis=axis) > -error).all() and
              (np.diff(angle[::2, ::2], axis=axis) > 3.0).all(), "the angle grows with " + what)
    known = {row["material"]: row for row in bulk.reference("angle_of_repose")}["glass beads"]
    glass = of[GLASS]["angle"]
    print("friction %.2f, rolling %.2f: %.1f degrees; glass beads %.0f to %.0f" % (
        *GLASS, glass, known["lowest"], known["highest"]))
    check(known["lowest"] - 2 < glass < known["highest"] + 2, "as glass beads, within 2 degrees")

    def draw(axes):
        axes.axhspan(known["lowest"], known["highest"], color="0.85", label="glass beads")
        for r, row in zip(ROLLINGS, angle.T):
            axes.errorbar(FRICTIONS, row, error, fmt="o-",
                          label="rolling friction %g" % r)
        axes.set(xlabel="friction", ylabel="angle of repose, degrees", ylim=(10, 45))
        axes.legend(loc="lower right", ncol=2)

    def flanks(axes):
        for (f, r), m in of.items():
            axes.plot(m["away"], m["height"], label="%g, %g" % (f, r))
        axes.set(xlabel="distance from the edge / d", ylabel="highest grain / d")
        axes.legend(title="friction, rolling")

    bulk.figure(figures, "repose_angles", draw)
    bulk.figure(figures, "repose_angles_surfaces", flanks)
    check.exit()


if __name__ == "__main__":
    main()
