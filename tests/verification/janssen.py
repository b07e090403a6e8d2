"""A tall fill in a tube rests on its wall: the load on the floor saturates (Janssen).

    janssen.py GRANUM CASES [FIGURES]

With FIGURES, a folder: `silo` with fills of 400 to 4400 grains, 10 grains wide.  They settle, then
the wall rises slowly for 0.8 s, by twice a grain; loads are means over the last 0.3 s.  The only fit
is the load W_s at which the floor saturates: W_floor = W_s (1 - exp(-W / W_s)), W the weight.  Then
L = W_s / (rho_b g A), and K = D / (4 mu L) with the friction mu of the wall.  Required:

* wall and floor carry the weight, within 1 %;
* every load on the floor is the formula's within 10 % of W_s (another fill, or another moment of the
  sliding wall, changes it by 5 %), and so the two tallest, one 1.5 times as heavy, differ by less
  than 12 %: it saturates;
* the stress in the layers of the tallest fill, which the fit has not seen, is that of the formula
  within 12 % of what it saturates at: slabs half a diameter high hold few chains of force;
* K with the friction that is used, less than the wall has, since grains roll along it, is that of
  the stresses within 15 %; with all friction it is above the active one.

Without: a short tube; wall and floor carry the weight, the wall takes more once it moves, and the
balances close.
"""
import sys

import numpy as np

import bulk

D, G, MU = 40.0e-3, 9.81, 0.3
AREA, SOLID = 0.25 * np.pi * D**2, 0.55
COUNTS = [400, 800, 1300, 2000, 3000, 4400]
END, LAST = 1.2, 0.3  # s, of the run, and of it what means are taken over
LAYER = 20.0e-3


def height(count):
    """Of the settled fill in m, about."""
    return count * np.pi / 6 * (4.0e-3) ** 3 / (SOLID * AREA)


def layers(count):
    return [k * LAYER for k in range(int(height(count) / LAYER) + 1)]


def keys(count):
    tall = bulk.room(count, 0.25 * np.pi * 9.0**2) * 4.0e-3
    shape = "{cylinder: {base: [0, 0, %g], axis: [0, 0, %g], radius: %g}}"
    measures = ", ".join("{name: l%d, stress: %s}" % (k, shape % (z, LAYER, 0.5 * D))
                         for k, z in enumerate(layers(count)))
    return ["grains[0].fill.count=%d" % count,
            "grains[0].fill.cylinder.axis=[0, 0, %g]" % tall, "time.end=%g" % END, "measure=[%s]" % measures]


def loads(result, when):
    """Mean forces on floor and tube over some rows, and that part of the run."""
    force = -result.history["structure_force"][when]
    return force[:, 0, 2].mean(), force[:, 1, 2].mean()


def wall_friction(result):
    """Mobilised friction of the wall and its pressure over the last frames: sums of the tangential
    force along the axis and of the normal force, over the contacts with the tube."""
    along = normal = 0.0
    frames = result[result.at(result.times[-1] - LAST).index:]
    for frame in frames:
        c = frame.contacts
        tube = (c.kind == 1) & (c.structure_id == 1)
        f_n = c.force_normal[tube]
        normal += f_n.sum()
        along += c.force[tube, 2].sum()
    return along / normal, normal / len(frames)


def measure(result):
    h, last = result.history, result.history["time"] > result.times[-1] - LAST
    grains = result[-1].grains
    mass = 2500.0 * 4.0 / 3.0 * np.pi * (grains.radius.astype(float) ** 3).sum()
    floor, tube = loads(result, last)
    rest = (h["time"] > 0.35) & (h["time"] < 0.4)
    names = sorted((k for k in h if k.endswith("_contact_stress")), key=lambda k: int(k[1:-15])) \
        if "l0_contact_stress" in h else []
    used, pressing = wall_friction(result)
    return {"weight": mass * G, "floor": floor, "tube": tube, "rest": loads(result, rest),
            "stress": np.array([h[n][last].mean(0) for n in names]),
            "solid": np.array([h[n[:-15] + "_solid_fraction"][last].mean() for n in names]),
            "used": used, "pressing": pressing, "left": bulk.left_over(result), "lost": bulk.lost(result),
            "top": np.percentile(grains.position[:, 2], 99)}


def short(granum, cases, check):
    m = measure(bulk.run(granum, cases + "/silo"))
    print("weight %.4f N; floor %.4f, wall %.4f at rest; floor %.4f, wall %.4f as it rises" % (
        m["weight"], *m["rest"], m["floor"], m["tube"]))
    check(m["lost"] == 0, "no grain is lost")
    check(m["left"] < 0.02, "energy: left over %.1e of what was dissipated" % m["left"])
    check(abs(sum(m["rest"]) / m["weight"] - 1) < 1e-3, "at rest wall and floor carry the weight")
    check(abs((m["floor"] + m["tube"]) / m["weight"] - 1) < 0.02, "as the wall rises, too")
    check(m["tube"] > 1.3 * m["rest"][1] and m["floor"] < 0.85 * m["rest"][0],
          "a wall that rises takes more")


def fit(weights, floors):
    """W_s that fits best, by bisection of the derivative on a fine grid."""
    grid = np.linspace(0.3, 3.0, 27001) * floors.max()
    model = grid[:, None] * -np.expm1(-weights / grid[:, None])
    return grid[((model - floors) ** 2).sum(1).argmin()]


def main():
    check = bulk.Checks()
    granum, cases = sys.argv[1:3]
    if len(sys.argv) < 4:
        short(granum, cases, check)
        check.exit()
    rows = bulk.runs(granum, cases + "/silo", [keys(n) for n in COUNTS], measure)
    weight, floor = (np.array([m[k] for m in rows]) for k in ("weight", "floor"))
    limit = fit(weight, floor)
    model = limit * -np.expm1(-weight / limit)
    tall = rows[-1]
    whole = slice(1, len(tall["solid"]) - 2)
    density = 2500.0 * tall["solid"][whole].mean()
    length = limit / (density * G * AREA)
    print("grains  weight N  height/D  floor N  wall N  formula N   error  used friction   K of stress")
    for n, m, w in zip(COUNTS, rows, model):
        s = m["stress"][1:-2] if len(m["stress"]) > 3 else m["stress"][:1]
        ratio = (0.5 * (s[:, 0, 0] + s[:, 1, 1]) / s[:, 2, 2]).mean()
        print("%6d %9.4f %9.2f %8.4f %7.4f %10.4f %+6.1f %% %12.3f %13.3f" % (
            n, m["weight"], m["top"] / D, m["floor"], m["tube"], w,
            100 * (m["floor"] / w - 1), m["used"], ratio))
    used = np.mean([m["used"] for m in rows[2:]])
    known = {row["quantity"]: row for row in bulk.reference("janssen")}
    active = known["K active"]
    k = D / (4 * MU * length)
    print("W_s %.4f N, rho_b %.0f kg/m3, L %.2f mm = %.2f D" % (
        limit, density, 1e3 * length, length / D))
    print("K %.3f with all friction of the wall, %.3f with the %.3f that is used; active %.2f to %.2f"
          % (k, D / (4 * used * length), used, active["lowest"], active["highest"]))

    # The stress that the fit has not seen.
    z = np.array(layers(COUNTS[-1]))[:len(tall["stress"])]
    top = tall["top"] + 2.0e-3
    scale = density * G * length
    middle = top - (z + 0.5 * LAYER)
    szz = tall["stress"][:, 2, 2]
    # Mean of the formula over a layer that is all inside.
    deep, up = top - z, top - z - LAYER
    inside = up > 0.5 * LAYER
    formula = scale * (1 - length / LAYER * (np.exp(-up / length) - np.exp(-deep / length)))
    print("depth mm  s_zz Pa  formula Pa  s_rr / s_zz  solid")
    for i in np.flatnonzero(inside)[::-1]:
        s = tall["stress"][i]
        print("%8.1f %8.1f %11.1f %12.3f %6.3f" % (
            1e3 * middle[i], szz[i], formula[i], 0.5 * (s[0, 0] + s[1, 1]) / s[2, 2],
            tall["solid"][i]))

    check(all(m["lost"] == 0 for m in rows), "no grain is lost")
    carried = max(abs((m["floor"] + m["tube"]) / m["weight"] - 1) for m in rows)
    check(carried < 0.01, "wall and floor carry the weight within 1 %%: %.2f %%" % (100 * carried))
    worst = abs(floor - model).max() / limit
    check(worst < 0.10, "loads on the floor within 10 %% of W_s: %.1f %%" % (100 * worst))
    check(abs(floor[-1] / floor[-2] - 1) < 0.12, "the load saturates: %.4f and %.4f N under %.2f and "
          "%.2f N" % (floor[-2], floor[-1], weight[-2], weight[-1]))
    off = abs(szz - formula)[inside].max() / scale
    check(off < 0.12, "stress in the layers within 12 %% of its limit: %.1f %%" % (100 * off))
    s = tall["stress"][inside]
    shown = (0.5 * (s[:, 0, 0] + s[:, 1, 1]) / s[:, 2, 2]).mean()
    mobile = D / (4 * used * length)
    check(abs(mobile / shown - 1) < 0.15, "K of the used friction %.3f, of the stresses %.3f" % (
        mobile, shown))
    check(k > active["highest"], "K is above the active one")

    def draw(axes):
        w = np.linspace(0, weight.max() * 1.05, 200)
        axes.plot(w / limit, w / limit, "k:", lw=1, label="all weight on the floor")
        axes.plot(w / limit, -np.expm1(-w / limit), "k-", lw=1,
                  label="Janssen, fitted: K = %.2f" % k)
        axes.plot(weight / limit, floor / limit, "o", label="Granum: floor")
        axes.plot(middle[inside] / length, szz[inside] / scale, "^", mfc="none",
                  label=r"stress in layers, $\sigma_{zz} / \rho_b g \lambda$")
        axes.set(xlabel=r"weight of the fill, $W / W_s$;  depth, $z / \lambda$",
                 ylabel=r"load, $W_{\mathrm{floor}} / W_s$", ylim=(0, 1.3))
        axes.legend()

    bulk.figure(sys.argv[3], "janssen_bulk", draw)
    check.exit()


if __name__ == "__main__":
    main()
