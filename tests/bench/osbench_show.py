"""Tables and figures of what osbench measured, and whether both programs measured the same."""
import json
import math

import numpy as np

SAME_HEIGHT = 0.5e-3  # m, of the ball until it turns: a quarter of a grain
SAME_SHARE = 0.03  # of the grains of a size, in a zone


class Run:
    """One program's rows of a scene: columns by name."""

    def __init__(self, path):
        kept = json.loads(path.read_text())
        self.program, self.rows = path.stem, kept.pop("rows")
        self.__dict__.update(kept)
        self.t = self["t"]

    def __getitem__(self, name):
        return np.array([row[name] for row in self.rows])

    def at(self, name, t):
        return np.interp(t, self.t, self[name])

    def speed(self):
        """Million grain-steps in a second of processor time."""
        last = self.rows[-1]
        return self.grains * last["steps"] / last["cpu"] * 1.0e-6 if last["cpu"] else math.nan


def read(folder):
    """The run of each program, and those of Granum from a changed start."""
    runs = {path.stem: Run(path) for path in sorted(folder.glob("*.json"))}
    changed = [run for name, run in runs.items() if name.startswith("granum ")]
    return {n: r for n, r in runs.items() if n in ("granum", "yade")}, changed


def apart(runs, changed, name):
    """How far YADE is from Granum, and the runs of Granum from each other, at most, while all ran."""
    if "granum" not in runs:
        return 0.0, 0.0
    every = [*runs.values(), *changed]
    t = min((run.t for run in every), key=lambda t: t[-1])
    ours = np.array([run.at(name, t) for run in every if run.program != "yade"])
    other = abs(runs["yade"].at(name, t) - ours[0]).max() if "yade" in runs else 0.0
    return other, np.ptp(ours, axis=0).max()


def speeds(runs):
    for name, run in runs.items():
        ratio = runs["granum"].speed() / run.speed() if "granum" in runs else math.nan
        print(f"  {name:<8} {run.grains} grains, steps of {run.step * 1e6:g} us to "
              f"{run.t[-1] * 1e3:.1f} ms: {run.speed():6.2f} M grain-steps a second of processor time, "
              f"granum / {name} {ratio:.1f}")


# --- the ball --------------------------------------------------------------------------

def turned(run):
    """Index of the row where the ball is lowest; None if it still falls."""
    k = int(run["z"].argmin())
    return k if k < len(run.t) - 1 else None


def penetration(name, runs, changed):
    print(f"{name}:")
    speeds(runs)
    print("  height in mm after ms" + "".join("%9.1f" % t for t in TIMES))
    for run in [*runs.values(), *changed]:
        after = [1.0e3 * run.at("z", 1e-3 * t - run.start) if 1e-3 * t <= run.start + run.t[-1]
                 else math.nan for t in TIMES]
        k = turned(run)
        text = "" if k is None else "   lowest %.2f mm at %.1f ms, then up at %.2f m/s" % (
            1e3 * run["z"][k], 1e3 * (run.start + run.t[k]), run["vz"][k:].max())
        print("  %-21s" % run.program + "".join("%9.2f" % z for z in after) + text)
    if len(runs) < 2:
        return True
    ours, yade = runs["granum"], runs["yade"]
    t = ours.t[ours.t <= min(yade.t[-1], ours.t[ours["z"].argmin()])]
    off = abs(yade.at("z", t) - ours.at("z", t)).max()
    print("  until the ball turns, yade - granum: %.2f mm at most" % (1e3 * off))
    return off < SAME_HEIGHT


TIMES = (22, 24, 26, 28, 30)  # ms


def draw_penetration(figure, scenes):
    """Height over time; under it how far runs are from Granum's, until the ball turns."""
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    styles = {"granum impact": "C0-", "granum penetration": "k--", "yade impact": "C1o",
              "yade penetration": "C2s"}
    for name, (runs, changed) in scenes.items():
        for program, run in runs.items():
            above.plot(1e3 * (run.t + run.start), 1e3 * run["z"], styles[program + " " + name], ms=4,
                       mfc="none", label=f"{program}, {name}, steps of {run.step * 1e6:g} us")
        ours = runs.get("granum")
        for k, run in enumerate(changed):
            above.plot(1e3 * (run.t + run.start), 1e3 * run["z"], "C0-", lw=0.5,
                       label="" if k else "granum, ball moved by half a grain")
        if ours is None or turned(ours) is None:
            continue
        t = ours.t[:turned(ours)]
        for run in [*changed, *([runs["yade"]] if "yade" in runs else [])]:
            yade = run.program == "yade"
            till = t[t <= run.t[-1]]
            below.plot(1e3 * (till + run.start), 1e3 * (run.at("z", till) - ours.at("z", till)),
                       styles["yade " + name] if yade else "C0-", lw=0.5, ms=3, mfc="none")
    above.axhline(FLOOR, color="0.6", lw=1)
    above.text(0.99, FLOOR + 1, "ball on the floor", color="0.4", ha="right",
               transform=above.get_yaxis_transform())
    above.set(ylabel="height of the ball's centre, mm", ylim=(-84, -40), xlim=(20, 45))
    above.legend()
    below.set(xlabel="time, ms", ylabel="less granum's, mm", ylim=(-0.5, 0.5))


FLOOR = -90.2431 + 10.0  # mm, of the centre


# --- the drum --------------------------------------------------------------------------

ZONES = {"zone 1 M1": "small, x > 0, z > 0", "zone 2 M1": "small, x < 0, z < 0",
         "zone 1 M2": "large, x > 0, z > 0", "zone 2 M2": "large, x < 0, z < 0"}


def drum(name, runs, changed):
    print(f"{name}:")
    speeds(runs)
    same = True
    for what in ZONES:
        for run in runs.values():
            print("  %-10s %-8s" % (what, run.program) + "".join(
                "%7.0f" % run.at(what, t) if t <= run.t[-1] else "      -"
                for t in np.linspace(0.0, 1.0, 11)))
        off, band = apart(runs, changed, what)
        whole = next(iter(runs.values()))["count" + what[-3:]][0]
        print("  at most: yade - granum %.0f, among runs of granum %.0f, of %d" % (off, band, whole))
        same &= off < SAME_SHARE * whole
    return same


def draw_drum(figure, scenes):
    """Shares of the grains of each size in the two quarters, one panel for each quarter."""
    for zone, axes in zip(("zone 1", "zone 2"), figure.subplots(1, 2, sharex=True)):
        for name, (runs, changed) in scenes.items():
            for k, material in enumerate(("M1", "M2")):
                what, size = zone + " " + material, "small" if material == "M1" else "large"
                for program, run in runs.items():
                    whole = run["count " + material][0]
                    if program == "granum" and changed:
                        t = changed[0].t
                        n = np.array([r.at(what, t) / whole for r in [run, *changed]])
                        axes.fill_between(t, n.min(0), n.max(0), color=f"C{k}", alpha=0.3, lw=0)
                    style = {"granum": "-" if name == "slice" else "--", "yade": "o"}[program]
                    every = slice(None, None, 1 if program == "granum" else 3)
                    axes.plot(run.t[every], run[what][every] / whole, style, color=f"C{k}", ms=4,
                              mfc="none", label=f"{size}, {program}, {name}")
        axes.set(xlabel="time, s", title={"zone 1": "x > 0, z > 0", "zone 2": "x < 0, z < 0"}[zone])
        axes.legend(fontsize=7)
    figure.axes[0].set(ylabel="share of the grains of that size")


def show(cache):
    """Print what the cache holds, draw penetration.png and drum.png there; how many scenes differ."""
    failed = 0
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    for case, names, tell, draw, size in (
            ("penetration", ("penetration", "impact"), penetration, draw_penetration, (6.5, 6.0)),
            ("drum", ("drum", "slice"), drum, draw_drum, (9.0, 4.5))):
        found = {name: read(cache / name) for name in names}
        found = {name: both for name, both in found.items() if both[0]}
        for name, (runs, changed) in found.items():
            if not tell(name, runs, changed):
                print(f"{name}: YADE AND GRANUM DIFFER")
                failed += 1
        if found:
            figure = plt.figure(figsize=size, layout="constrained")
            draw(figure, found)
            figure.savefig(cache / (case + ".png"), dpi=150)
            print(f"written: {cache / (case + '.png')}")
    return failed
