"""Grains leave a bin by Beverloo's law: W = C rho_b sqrt(g) (D - k d)^(5/2).

    outlet.py GRANUM CASES [FIGURES]

With FIGURES, a folder: outlets of 6, 8, 10 and 12 grains in bins 2.5 times as wide, filled to 1.95
times the outlet or more all the while.  W is the slope of the mass out over time, after 60 ms, in
which the flow establishes itself.  rho_b is that of the bed at rest under the plug: mass of the
grains whose centre is more than 2 d from the wall, 3 d from the floor and 2 d from the surface, over
that volume.  Required:

* k fixed at 1.4, in both published ranges: the exponent, fitted to the four, is 2.5 within 5 %;
* exponent fixed at 2.5: C, the mean of the four with k = 1.4, is within the published range;
* no grain is lost.

Without: a small bin empties.  Required: no grain lost; the balance of energy closes within 1 % of what
was dissipated; the rate is Beverloo's, with C in the middle of its range, within a quarter.
"""
import sys

import numpy as np

import bulk

D, G, K = 2.0e-3, 9.81, 1.4


def keys(outlet, bin_, height, flow):
    """Of a bin: diameters and height in grains; the plug goes at 0.25 s, and `flow` s later it ends."""
    r, hole = 0.5 * bin_ * D, 0.5 * outlet * D
    count = int(0.60 * (0.25 * np.pi * bin_**2 * height) / (np.pi / 6))
    tall = 1.25 * height * D  # loose, and hardly a fall
    return ["structures.bin.cylinder.radius=%g" % r, "structures.floor.disc.radius=%g" % r,
            "structures.floor.disc.hole=%g" % hole, "structures.plug.disc.radius=%g" % hole,
            "grains[0].fill.cylinder.radius=%g" % r,
            "grains[0].fill.cylinder.axis=[0, 0, %g]" % tall,
            "grains[0].fill.count=%d" % count, "time.step=1e-5", "time.end=%g" % (0.25 + flow),
            "time.until.grains_out=0", "output.history=1 ms"]


def masses(grains):
    return 2500.0 * 4.0 / 3.0 * np.pi * grains.radius.astype(float) ** 3


def measure(result, bin_):
    """Bulk density, rate and what else the table shows."""
    rest = result.at(0.25).grains
    x, m = rest.position, masses(rest)
    radius = 0.5 * bin_ * D
    top = np.percentile(x[np.hypot(x[:, 0], x[:, 1]) < radius - 2 * D, 2], 99)
    low, high = 3 * D, top - 2 * D
    core = ((np.hypot(x[:, 0], x[:, 1]) < radius - 2 * D) & (x[:, 2] > low) & (x[:, 2] < high))
    density = m[core].sum() / (np.pi * (radius - 2 * D) ** 2 * (high - low))
    h = result.history
    steady = h["time"] > 0.25 + 0.06
    out = h["grains_out"][steady] * m.mean()
    rate = np.polyfit(h["time"][steady], out, 1)[0]
    half = len(out) // 2
    halves = [np.polyfit(h["time"][steady][part], out[part], 1)[0]
              for part in (slice(0, half), slice(half, None))]
    last = result[-1].grains.position
    overlap = h["largest_overlap"][steady]
    return {"density": density, "rate": rate, "change": halves[1] / halves[0] - 1.0,
            "grains": len(m), "out": int(h["grains_out"][-1]), "top": top,
            "end": np.percentile(last[:, 2], 99), "overlap": np.median(overlap),
            "lost": bulk.lost(result), "left": bulk.left_over(result)}


def coefficient(outlet, m, k=K):
    return m["rate"] / (m["density"] * np.sqrt(G) * ((outlet - k) * D) ** 2.5)


def published(quantity):
    return {row["quantity"]: row for row in bulk.reference("beverloo")}[quantity]


def middle(row):
    return 0.5 * (row["lowest"] + row["highest"])


def short(granum, cases, check):
    outlet, bin_ = 6.0, 13.0
    m = measure(bulk.run(granum, cases + "/outlet", keys(outlet, bin_, 12.0, 0.75)), bin_)
    print("%d grains, %d out, solid fraction %.3f, W %.4f kg/s, C %.3f, energy left over %.1e" % (
        m["grains"], m["out"], m["density"] / 2500, m["rate"], coefficient(outlet, m), m["left"]))
    check(m["lost"] == 0, "no grain is lost")
    check(m["left"] < 0.01, "the balance of energy closes within 1 % of what was dissipated")
    check(0.75 < coefficient(outlet, m) / middle(published("C")) < 1.25,
          "the rate is Beverloo's within a quarter")


def main():
    check = bulk.Checks()
    granum, cases = sys.argv[1:3]
    if len(sys.argv) < 4:
        short(granum, cases, check)
        check.exit()
    of_c, of_k = published("C"), published("k")
    outlets = [6.0, 8.0, 10.0, 12.0]
    heights = [18.0, 22.0, 25.0, 28.0]
    flows = [0.60, 0.40, 0.28, 0.20]
    results = bulk.runs(granum, cases + "/outlet", [keys(o, 2.5 * o, h, f) for o, h, f in zip(
        outlets, heights, flows)], measure, [2.5 * o for o in outlets])
    print("D/d   grains    out  head/D  rho_b kg/m3   W kg/s   change     C   overlap/r")
    for o, m in zip(outlets, results):
        print("%4.1f %7d %6d %4.2f-%4.2f %9.1f %10.5f %+7.3f %7.3f %9.4f" % (
            o, m["grains"], m["out"], m["top"] / (o * D), m["end"] / (o * D), m["density"],
            m["rate"], m["change"], coefficient(o, m), m["overlap"]))
    opening = (np.array(outlets) - K) * D
    density = np.array([m["density"] for m in results])
    rate = np.array([m["rate"] for m in results])
    exponent = np.polyfit(np.log(opening), np.log(rate / density), 1)[0]
    c = np.mean([coefficient(o, m) for o, m in zip(outlets, results)])
    slope, offset = np.polyfit(np.array(outlets) * D, (rate / density / np.sqrt(G)) ** 0.4, 1)
    print("quantity                     here  published")
    print("exponent, k = 1.4          %6.3f  2.5, off by %+.1f %%" % (exponent, 100 * (exponent / 2.5 - 1)))
    print("C, exponent 2.5, k = 1.4   %6.3f  %.2f to %.2f" % (c, of_c["lowest"], of_c["highest"]))
    print("C, exponent 2.5, k fitted  %6.3f  %.2f to %.2f" % (
        slope**2.5, of_c["lowest"], of_c["highest"]))
    print("k fitted                   %6.3f  %.0f to %.0f" % (
        -offset / slope / D, of_k["lowest"], of_k["highest"]))
    check(all(m["lost"] == 0 for m in results), "no grain is lost")
    check(abs(exponent / 2.5 - 1) < 0.05, "exponent 2.5 within 5 %")
    check(of_c["lowest"] <= c <= of_c["highest"], "C from %.2f to %.2f" % (
        of_c["lowest"], of_c["highest"]))

    def draw(axes):
        wide = np.linspace(4.0, 14.0, 100)
        scale = np.sqrt(G) * D**2.5
        axes.fill_between(wide, of_c["lowest"] * (wide - K) ** 2.5, of_c["highest"] * (wide - K) ** 2.5,
                          color="0.8", label="Beverloo: C from %.2f to %.2f, k = 1.4" % (
                              of_c["lowest"], of_c["highest"]))
        axes.plot(outlets, rate / density / scale, "o", label="Granum: C = %.3f" % c)
        axes.set(xscale="log", yscale="log", xlabel="outlet over grain, D / d",
                 ylabel=r"rate, $W / (\rho_b \sqrt{g}\, d^{5/2})$")
        axes.legend()

    bulk.figure(sys.argv[3], "beverloo", draw)
    check.exit()


if __name__ == "__main__":
    main()
