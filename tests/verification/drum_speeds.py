"""The bed of a rotating drum gets steeper with the speed and finally centrifuges.

    drum_speeds.py GRANUM CASES [FIGURES]

The case `tumbler`, nearly half full, 4 grains wide, at Froude numbers Fr = omega^2 R / g from 0.001
to 1.5.  The surface of the bed is where the solid fraction, averaged over frames in cells one grain wide, falls to half of
that in its middle; the dynamic angle is that of a straight line through it where |x| < R / 2.  Beside
it the angle of the centre of mass, that needs no surface.

With FIGURES, a folder: required: no grain lost; energy balanced within 1 % of the work of the drum;
for Fr up to 0.1 the angle grows with Fr; the share of grains without a contact grows with Fr up to
0.3; there no more than three quarters of the wall are covered, at Fr = 1.5 all of it: a ring of
grains goes round with it.  Without: one short run while
rolling; required: none lost, the balance, and an angle from 20 to 40 degrees.
"""
import sys

import numpy as np

import bulk

R, D, G, START = 30.0e-3, 2.0e-3, 9.81, 0.2
WIDE = 4 * D
CELLS = int(2 * R / D)


def keys(froude, settle, turn):
    """Turn by `settle` rad to become steady, then by `turn` rad to measure, in 40 frames."""
    y = 0.5 * WIDE
    rate = np.sqrt(froude * G / R)
    end = START + (settle + turn) / rate
    return ["structures.drum.motion[0].rotate.rate=%.12g" % rate, "time.step=2e-5",
            "structures.front.plane.point=[0, %g, 0]" % -y, "structures.rear.plane.point=[0, %g, 0]" % y,
            "grains[0].fill.cylinder.base=[0, %g, 0]" % -y,
            "grains[0].fill.cylinder.axis=[0, %g, 0]" % WIDE, "grains[0].fill.count=1400",
            "time.end=%.12g" % end, "output.every=%.12g" % (turn / rate / 40)]


def surface(fraction):
    """x and z of the surface, column by column: half of the fraction in the middle of the bed."""
    at = (np.arange(CELLS) + 0.5) * D - R
    half = 0.5 * np.percentile(fraction, 90)
    points = []
    for i in np.flatnonzero(abs(at) < 0.5 * R):
        full = np.flatnonzero(fraction[i] > half)
        k = full[-1] if len(full) else 0
        if 0 < k < CELLS - 1:
            drop = fraction[i, k] - fraction[i, k + 1]
            points.append((at[i], at[k] + D * (fraction[i, k] - half) / drop))
    return np.array(points)


def measure(result, froude, turn):
    rate = np.sqrt(froude * G / R)
    frames = result[result.at(result.times[-1] - turn / rate).index + 1:]
    count = np.zeros((CELLS, CELLS))
    middle, free, ring, top = [], [], [], 0
    for frame in frames:
        x = frame.grains.position.astype(float)
        count += np.histogram2d(x[:, 0], x[:, 2], CELLS, [[-R, R], [-R, R]])[0]
        middle.append(x.mean(0))
        free.append(np.mean(frame.grains.coordination == 0))
        outer = np.hypot(x[:, 0], x[:, 2]) > R - D
        angle = np.arctan2(x[outer, 2], x[outer, 0])
        ring.append(np.mean(np.histogram(angle, 24, [-np.pi, np.pi])[0] > 0))
        top = max(top, x[abs(x[:, 0]) < 0.2 * R, 2].max() / R)
    count *= np.pi / 6 * D**3 / (D * D * WIDE) / len(frames)
    points = surface(count)
    slope, cover = np.nan, np.full((2, 2), np.nan)  # a ring has no surface
    if len(points) > 7:
        (slope, _), cover = np.polyfit(points[:, 0], points[:, 1], 1, cov=True)
    middle = np.mean(middle, 0)
    h = result.history
    work = h["structure_work"][-1]
    sign = np.sign(middle[0])
    return {"fr": froude, "rpm": rate * 30 / np.pi, "angle": np.degrees(np.arctan(abs(slope))),
            "error": np.degrees(np.sqrt(cover[0, 0]) / (1 + slope**2)),
            "centre": np.degrees(np.arctan2(sign * middle[0], -middle[2])),
            "free": np.mean(free), "ring": np.mean(ring), "top": top, "points": points,
            "lost": bulk.lost(result), "left": abs(h["energy_error"]).max() / work,
            "overlap": np.median(h["largest_overlap"][h["time"] > START])}


def regimes(rows, froude):
    return "/".join(r["regime"] for r in rows if r["lowest"] <= froude <= r["highest"])


def table(rows, measured):
    print("     Fr    rpm  angle deg  fit +-  of centre  without contact  ring  balance  overlap/r"
          "  published")
    for m in measured:
        print("%7.4f %6.1f %10.1f %7.1f %10.1f %16.3f %5.2f  %.1e %10.3f  %s" % (
            m["fr"], m["rpm"], m["angle"], m["error"], m["centre"], m["free"], m["ring"],
            m["left"], m["overlap"], regimes(rows, m["fr"])))


def judge(check, measured):
    check(all(m["lost"] == 0 for m in measured), "no grain is lost")
    check(all(m["left"] < 0.01 for m in measured),
          "the balance of energy closes within 1 % of the work of the drum")


def main():
    check, rows = bulk.Checks(), bulk.reference("drum_regimes")
    granum, cases = sys.argv[1:3]
    scene = cases + "/tumbler"
    if len(sys.argv) < 4:
        m = measure(bulk.run(granum, scene, keys(0.05, 0.6, 0.4)), 0.05, 0.4)
        table(rows, [m])
        judge(check, [m])
        check(20 < m["angle"] < 40, "an angle from 20 to 40 degrees")
        check.exit()
    plan = [(1e-3, 0.6, 0.4), (4e-3, 0.6, 0.4), (0.015, 0.8, 0.5), (0.06, 1.4, 0.8), (0.25, 3.5, 2.0),
            (1.5, 11.0, 5.0)]
    plan.reverse()  # the longest run last, which begins first
    measured = bulk.runs(granum, scene, [keys(*p) for p in plan], measure, [p[0] for p in plan],
                         [p[2] for p in plan])[::-1]
    table(rows, measured)
    judge(check, measured)
    fr = np.array([m["fr"] for m in measured])
    angle = np.array([m["angle"] for m in measured])
    steady = fr <= 0.1
    check((np.diff(angle[steady]) > 0).all(), "up to Fr = 0.1 the angle grows with Fr")
    free = np.array([m["free"] for m in measured])
    check((np.diff(free[fr <= 0.3]) > 0).all(), "more grains fly the faster it turns")
    ring = np.array([m["ring"] for m in measured])
    check((ring[fr <= 0.3] < 0.75).all() and ring[-1] == 1.0, "at Fr = 1.5 the ring at the wall is full")

    def draw(axes):
        for k, row in enumerate(rows):
            axes.hlines(12 + 2.5 * k, row["lowest"], row["highest"], "0.7", lw=8)
            axes.text(np.sqrt(max(row["lowest"], 2e-4) * row["highest"]), 12 + 2.5 * k,
                      row["regime"], ha="center", va="center")
        slow = fr < 0.5
        axes.errorbar(fr[slow], angle[slow], [m["error"] for m in measured if m["fr"] < 0.5], fmt="o-",
                      label="surface, |x| < R / 2")
        axes.plot(fr[slow], [m["centre"] for m in measured if m["fr"] < 0.5], "s--",
                  label="centre of mass")
        axes.set(xscale="log", xlim=(2e-4, 1), ylim=(10, None), xlabel="Froude number",
                 ylabel="dynamic angle of repose, degrees")
        axes.legend(loc="upper left")

    def surfaces(axes):
        for m in measured:
            if m["fr"] < 0.5:
                axes.plot(*m["points"].T / R, label="Fr = %g" % m["fr"])
        axes.set(xlabel="x / R", ylabel="z / R", aspect="equal")
        axes.legend()

    bulk.figure(sys.argv[3], "drum_froude", draw)
    bulk.figure(sys.argv[3], "drum_froude_surfaces", surfaces)
    check.exit()


if __name__ == "__main__":
    main()
