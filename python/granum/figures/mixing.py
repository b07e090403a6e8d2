"""Recipes: kinds of grains at four instants, and Lacey's index of their mixture."""

from granum.arrays import numpy
from granum.figures import fits
from granum.figures.plotting import COLORS
from granum.figures.recipe import CannotDraw, recipe
from granum.figures.setting import rotating, turns
from granum.figures.slabs import Slab

PER_CELL = 20.0  # grains


def start_of(result, start):
    """The frame at which mixing begins: at the given time (s), or the last one before a structure
    rotates; without one the first."""
    if start is not None:
        return result.at(float(start))
    for structure in rotating(result):
        speed = numpy.linalg.norm(structure.poses["angular_velocity"], axis=1)
        return result[max(int((speed > 0).argmax()) - 1, 0)]
    return result[0]


class Kinds:
    """Kinds of grains: of(frame) gives the number of the kind of each grain, -1: none.

    by: label or material, or x, y, z: the halves of the grains along an axis at the start; None: the
    first of label, material, x that distinguishes grains."""

    def __init__(self, result, by, start):
        self.result, self.start = result, start_of(result, start)
        first = self.start.grains
        if not len(first):
            raise CannotDraw("the frame at %g s holds no grains" % self.start.time)
        if by is None:
            by = next((name for name in ("label", "material")
                       if name in first and len(numpy.unique(first[name])) > 1), "x")
        if by not in ("label", "material", "x", "y", "z"):
            raise ValueError("kinds are by label, material, x, y or z, not '%s'" % by)
        if len(by) > 1 and by not in first:
            raise CannotDraw("the result holds no array '%s'; run with output.arrays: full" % by)
        self.by = by
        if len(by) == 1:
            x = first["position"].astype(float)[:, "xyz".index(by)]
            self.ids, self.half = first["id"], (x > numpy.median(x)).astype(int)
            self.names = ["lower %s" % by, "upper %s" % by]
            self.values = numpy.array([0, 1])
        else:
            self.values = numpy.unique(first[by])
            self.names = [result.materials[k] if by == "material" else "label %d" % k
                          for k in self.values]
        if len(self.values) < 2:
            raise CannotDraw("all grains are of one kind: '%s'" % by)

    def of(self, frame):
        if len(self.by) == 1:
            row = numpy.searchsorted(self.ids, frame.grains["id"]).clip(0, len(self.ids) - 1)
            return numpy.where(self.ids[row] == frame.grains["id"], self.half[row], -1)
        row = numpy.searchsorted(self.values, frame.grains[self.by]).clip(0, len(self.values) - 1)
        return numpy.where(self.values[row] == frame.grains[self.by], row, -1)


def lacey_index(x, kind, per_cell=PER_CELL):
    """Lacey's index of kinds [n] at places x [n, 3] m: 0 segregated, 1 random.

        M = (S0^2 - S^2) / (S0^2 - SR^2)

    S^2 = sum n_c (p_c - p)^2 / N over cells of n_c grains, S0^2 = p (1 - p), SR^2 = S0^2 (K - 1) /
    (N - 1) for K filled cells, each summed over the kinds; about cubic cells of `per_cell` grains on
    average fill the box around the grains, as in the filter Mixing.
    P. M. C. Lacey, J. Appl. Chem. 4 (1954) 257-268."""
    low, high = x.min(0), x.max(0)
    span = high - low
    wide = span > 1e-9 * span.max()
    total = len(x)
    edge = (numpy.prod(span[wide]) * per_cell / total) ** (1 / max(wide.sum(), 1)) \
        if wide.any() else 1.0
    count = numpy.floor(span / edge + 0.5).clip(1, 1000).astype(int)
    size = numpy.where(span > 0, span / count, 1.0)
    place = numpy.floor((x - low) / size).clip(0, count - 1).astype(int)
    cell = (place[:, 2] * count[1] + place[:, 1]) * count[0] + place[:, 0]
    in_cell = numpy.bincount(cell)
    filled = in_cell > 0
    in_cell = in_cell[filled]
    segregated = now = 0.0
    for k in numpy.unique(kind):
        of_kind = numpy.bincount(cell[kind == k], minlength=len(filled))[filled]
        p = of_kind.sum() / total
        now += (in_cell * (of_kind / in_cell - p) ** 2).sum() / total
        segregated += p * (1 - p)
    random = segregated * (len(in_cell) - 1) / (total - 1) if total > 1 else segregated
    return (segregated - now) / (segregated - random) if segregated > random else 1.0


@recipe("mixers", "Grains of a slab by kind at four instants, panels (a) to (d).", axes=4, ratio=0.9,
        wide=120.0)
def panels(draw, by=None, start=None, slab=None, times=None):
    """by: label, material, or x, y, z: the halves at the start (mixing.Kinds).  start: time (s) when
    mixing begins.  times: four times in s; the default is from the start to the last frame."""
    kinds = Kinds(draw.result, by, start)
    if times is None:
        times = numpy.linspace(kinds.start.time, draw.frame.time, 4)
    elif isinstance(times, str):
        times = times.split(",")
    if len(times) != 4:
        raise ValueError("four times are drawn; %d are given" % len(times))
    columns, limits = {}, []
    for ax, letter, time in zip(draw.axes, "abcd", times):
        frame = draw.result.at(float(time))
        here = draw.at(frame, ax)
        part = Slab(here, slab)
        part.continuum()
        kind = kinds.of(frame)
        discs, rows = part.discs(kind >= 0)
        discs.set(facecolor=[COLORS[k % len(COLORS)] for k in kind[rows]], edgecolor="white",
                  linewidth=0.15)
        part.walls()
        part.finish()
        limits.append(ax.axis())
        ax.set_title("(%s) %.3g s" % (letter, frame.time), loc="left")
        known = {"panel": [letter] * len(rows), "time (s)": numpy.full(len(rows), frame.time),
                 **part.columns(rows), "kind": kind[rows]}
        for name, values in known.items():
            columns.setdefault(name, []).append(numpy.asarray(values))
    low, high = numpy.min(limits, 0), numpy.max(limits, 0)
    for ax in draw.axes:
        ax.set(xlim=(low[0], high[1]), ylim=(low[2], high[3]))
        ax.label_outer()
    draw.resize(min(0.95 * (high[3] - low[2]) / (high[1] - low[0]) + 0.2, 1.4))
    for row, ax in enumerate(draw.axes[:2]):  # beside the titles of the upper panels
        for name, color in list(zip(kinds.names, COLORS))[row::2]:
            ax.plot([], [], "o", color=color, label=name)
        ax.legend(loc="lower right", bbox_to_anchor=(1.03, 1.015), borderaxespad=0.0, ncol=2,
                  handletextpad=0.0, borderpad=0.1, columnspacing=0.6, handlelength=1.2)
    draw.table({name: numpy.concatenate(values) for name, values in columns.items()})
    draw.note("kinds by %s: %s", kinds.by, ", ".join(
        "%d %s" % item for item in enumerate(kinds.names)))


def saturation(n, m):
    """(M_inf, M_0, n_0) of M = M_inf - (M_inf - M_0) exp(-n / n_0) by least squares, and their standard errors
    [3].  n_0 is looked for up to ten times the range of n."""
    best = None
    for n_0 in numpy.geomspace(max(n.max(), 1e-9) * 1e-2, max(n.max(), 1e-9) * 10, 400):
        base = numpy.stack([1 - numpy.exp(-n / n_0), numpy.exp(-n / n_0)], 1)
        found, *_ = numpy.linalg.lstsq(base, m, rcond=None)
        error = ((base @ found - m) ** 2).sum()
        if best is None or error < best[0]:
            best = error, found[0], found[1], n_0
    high, low, n_0 = best[1:]
    decay = numpy.exp(-n / n_0)
    slopes = numpy.stack([1 - decay, decay, (low - high) * decay * n / n_0 ** 2], 1)
    return high, low, n_0, fits.standard_errors(slopes, high - (high - low) * decay - m)


@recipe("mixers", "Lacey's mixing index against revolutions, with a saturating fit.", repeats=True)
def lacey(draw, by=None, start=None, structure=None, cell=None):
    """by, start: as in panels.  structure: whose revolutions count, by default the first that rotates.
    cell: grains of a cell on average, 20 by default."""
    result = draw.result
    kinds = Kinds(result, by, start)
    shafts = [result.structures[structure]] if structure else rotating(result)
    times, index = [], []
    for frame in result[kinds.start.index:]:
        kind = kinds.of(frame)
        x = frame.grains["position"].astype(float)[kind >= 0]
        if len(x) > 1:
            times.append(frame.time)
            index.append(lacey_index(x, kind[kind >= 0], float(cell or PER_CELL)))
    if len(index) < 3:
        raise CannotDraw("fewer than three frames follow the start at %g s" % kinds.start.time)
    times, index = numpy.array(times), numpy.array(index)
    columns = {"time (s)": times}
    across, text = times, "time (s)"
    if shafts:
        across = turns(shafts[0], times) - turns(shafts[0], times[:1])
        text = "revolutions of '%s'" % shafts[0].name
        columns["revolutions"] = across
    mean = columns["Lacey index"] = draw.average("index", index, x=across)
    draw.curve(draw.ax, across, mean, "o", color=COLORS[0], label="by %s" % kinds.by)
    *found, errors = saturation(across - across[0], index)
    found = [draw.average("fit %d" % k, *pair) for k, pair in enumerate(zip(found, errors))]
    (high, low, scale), errors = zip(*found)
    # A decay that the frames do not show is no number to print.
    resolved = errors[2] < scale < across[-1] - across[0]
    fine = numpy.linspace(across[0], across[-1], 200)
    draw.ax.plot(fine, high - (high - low) * numpy.exp(-(fine - across[0]) / scale), color=COLORS[1],
                 label="$%.2f - %.2f\\,e^{-n/n_0}$,\n%s" % (
                     high, high - low, "$n_0 = %s$" % fits.shown(scale, errors[2]) if resolved else
                     "$n_0$ not determined"))
    draw.ax.set(xlabel=text, ylabel="Lacey index $M$", ylim=(min(0.0, index.min()), 1.05))
    draw.legend(draw.ax, loc="best")
    draw.table(columns)
    draw.note("kinds by %s: %s", kinds.by, ", ".join(
        "%d %s" % item for item in enumerate(kinds.names)))
    draw.note("fit: M = %.8g - %.8g exp(-n / %.8g)%s", high, high - low, scale, "" if shafts else
              ", n the time in s")
    draw.note("standard errors %s: %.3g of the limit, %.3g of the start, %.3g of the decay%s",
              draw.errors("by points that count as independent"), *errors, "" if resolved else "; the frames do not determine the decay")
