"""Forces in a pressed bed: few are large, and those fall off exponentially.

    pressed_bed.py GRANUM CASES [FIGURES]

With FIGURES, a folder: `compression` with 6000 grains in a box of twice the area.  P(f) of the
normal forces of grain on grain, f over their mean, away from walls and lid by 3 mm.  Required:

* nearly uniform below the mean: in bins of 0.25, P is within 25 % of its mean there;
* the tail, P ~ exp(-beta f) above f = 2: beta, the most likely one, is that of Lovoll et al. within 25 %,
  who measured on the floor of a bed under its own weight;
* the bed is at rest: floor, lid and weight balance within 0.1 %, and so does the stress that
  `measure` shows over the whole cross-section, for the walls of the box have no friction.

Without: a third of the grains, for the last sentence, and the balance of energy.
"""
import sys

import numpy as np

import bulk

EDGE = 3.0e-3  # m, what is left out along walls
LOW, HIGH = 5.0e-3, 20.0e-3  # m, between which the case measures the stress


def side_of(count):
    """Of a box for so many grains, as high as that of the case: along walls they lie more loosely."""
    return 29.5e-3 * (count / 3000.0) ** 0.5 + 0.5e-3


def keys(count):
    side = side_of(count)
    most = "[%g, %g, %g]" % (side, side, 80.0e-3)
    return ["grains[0].fill.count=%d" % count, "structures.box.box.max=" + most,
            "domain.max=[%g, %g, 0.081]" % (side + 1e-3, side + 1e-3),
            "grains[0].fill.box.max=[%g, %g, %g]" % (side, side, 48.0e-3),
            "measure.middle.stress.box.max=[%r, %r, %g]" % (side, side, HIGH)]


def measure(result):
    h, grains, c = result.history, result[-1].grains, result[-1].contacts
    x = grains.position.astype(float)
    weights = 2500.0 * 4.0 / 3.0 * np.pi * grains.radius ** 3 * 9.81
    # Mean over these heights of the weight of the grains with their centres above.
    above = (np.clip(x[:, 2], LOW, HIGH) - LOW) / (HIGH - LOW)
    force = -h["structure_force"][-1, :, 2]
    pair = c.id_b >= 0
    f = c.force_normal[pair]
    middle = 0.5 * (x[c.row_a[pair]] + x[c.row_b[pair]])
    low, high = x.min(0) + EDGE, x.max(0) - EDGE
    inside = ((middle > low) & (middle < high)).all(1)
    still = h["time"] > h["time"][-1] - 0.05
    return {"weight": weights.sum(), "above": (weights * above).sum(), "floor": force[0], "lid": -force[1], "f": f[inside],
            "overlap": c.overlap[pair].mean() / grains.radius.mean(),
            "drift": np.ptp(h["structure_force"][still, 1, 2]) / abs(force[1]),
            "stress": h["middle_contact_stress"][-1],
            "solid": h["middle_solid_fraction"][-1], "grains": len(grains),
            "z": 2.0 * pair.sum() / len(grains), "lost": bulk.lost(result),
            "left": bulk.left_over(result)}


def common(m, check):
    print("%d grains: weight %.4f N, lid %.4f N, floor %.4f N; solid fraction %.3f, Z %.3f, mean "
          "overlap %.2f %% of the radius" % (m["grains"], m["weight"], m["lid"], m["floor"],
                                             m["solid"], m["z"], 100 * m["overlap"]))
    check(m["lost"] == 0, "no grain is lost")
    check(abs(m["floor"] / (m["lid"] + m["weight"]) - 1) < 1e-3, "floor carries lid and weight")
    check(m["lid"] > 5 * m["weight"], "the lid presses with many times the weight")
    carried = m["stress"][2, 2] * side_of(m["grains"]) ** 2 / (m["lid"] + m["above"]) - 1
    check(abs(carried) < 1e-3, "stress in the bed carries lid and weight above: %+.1e" % carried)
    check(m["drift"] < 0.01, "its force stays: within %.1e over the last 50 ms" % m["drift"])


def main():
    check = bulk.Checks()
    granum, cases = sys.argv[1:3]
    long = len(sys.argv) > 3
    m = measure(bulk.run(granum, cases + "/compression", keys(6000 if long else 1000)))
    common(m, check)
    if not long:
        check(m["left"] < 0.05, "energy: left over %.1e of what was dissipated" % m["left"])
        check.exit()

    published = {row["quantity"]: row["value"] for row in bulk.reference("force_distribution")}["beta"]
    f = m["f"] / m["f"].mean()
    edges = np.arange(0.0, 6.01, 0.25)
    count = np.histogram(f, edges)[0]
    middle, p = 0.5 * (edges[1:] + edges[:-1]), count / len(f) / 0.25
    print("   f      P(f)  forces")
    for x, y, n in zip(middle, p, count):
        print("%5.3f %8.4f %7d" % (x, y, n))
    print("tail from f   beta   +-     forces; published %.1f" % published)
    for start in (1.0, 1.5, 2.0, 2.5):
        tail = f[f > start] - start
        print("%11.1f %6.3f %6.3f %7d" % (
            start, 1 / tail.mean(), 1 / tail.mean() / len(tail) ** 0.5, len(tail)))
    below = p[middle < 1]
    level = below.mean()
    check(abs(below / level - 1).max() < 0.25, "nearly uniform below the mean: within %.0f %% of %.3f" % (
        100 * abs(below / level - 1).max(), level))
    tail = f[f > 2.0] - 2.0
    beta = 1 / tail.mean()
    check(abs(beta / published - 1) < 0.25, "tail exp(-%.3f f), %.1f published" % (beta, published))

    def draw(axes):
        x, some = np.linspace(2, 6, 50), count > 0
        axes.errorbar(middle[some], p[some], p[some] / count[some] ** 0.5, fmt="o",
                      label="Granum: %d forces" % len(f))
        axes.hlines(level, 0, 1, "k", lw=1, label="uniform below the mean")
        start = len(tail) / len(f)
        axes.plot(x, start * beta * np.exp(-beta * (x - 2)), "r-", lw=1, label=r"tail: $\beta$ = %.2f" % beta)
        axes.plot(x, start * published * np.exp(-published * (x - 2)), "k--", lw=1,
                  label=r"$\beta$ = %.1f (Lovoll et al. 1999)" % published)
        axes.set(yscale="log", ylim=(5e-4, 2), xlim=(0, 6), xlabel=r"$f / \langle f \rangle$",
                 ylabel=r"$P(f)$")
        axes.legend()

    bulk.figure(sys.argv[3], "compression_bulk", draw)
    check.exit()


if __name__ == "__main__":
    main()
