"""Recipes: distributions of contact forces, of mobilised friction, of contacts per grain."""

from granum.arrays import numpy
from granum.figures import fits, quantities
from granum.figures.plotting import COLORS
from granum.figures.recipe import CannotDraw, recipe
from granum.figures.setting import friction, wall_materials

BINS = 24
TOP = 10.0  # f/<f>, the end of the last bin, as in the filter Force Statistics
TAIL = 1.0  # f/<f>, where the tail begins
LEAST = 2  # contacts of a grain that is no rattler, as in the filter Force Statistics
KINDS = {"grain": (0,), "wall": (1,), "all": (0, 1)}


def of_kind(contacts, kind):
    """[c] bool"""
    if kind not in KINDS:
        raise ValueError("the kind of contacts is %s, not '%s'" % (", ".join(KINDS), kind))
    return numpy.isin(contacts["kind"], KINDS[kind])


def inside(frame, layers):
    """[c] bool: contacts without a grain of the first `layers` layers, counted from the grains that touch a structure
    by contacts."""
    a, b = frame.contacts["row_a"], frame.contacts["row_b"]
    near = numpy.zeros(len(frame.grains) + 1, bool)  # the last one is no grain: row -1
    for layer in range(layers):
        touched = near[a] | near[b] if layer else frame.contacts["kind"] == 1
        near[a[touched]] = near[b[touched]] = True
        near[-1] = False
    return ~(near[a] | near[b])


def tail(ratio):
    """Exponential tail of f/<f> above 1: (beta, C, standard error of beta) of P = C exp(-beta f/<f>), None with
    fewer than ten forces there.  beta is the maximum-likelihood estimate, 1 / mean excess over 1, whose standard
    error is beta / sqrt(N) of N forces, and P integrates to the share of the forces in the tail."""
    above = ratio[ratio > TAIL]
    if len(above) < 10:
        return None
    beta = 1.0 / float((above - TAIL).mean())
    return (beta, len(above) / len(ratio) * beta * float(numpy.exp(beta * TAIL)),
            beta / float(numpy.sqrt(len(above))))


def density(ratio, bins, top):
    """Middle of the bins, probability density, counts; bins of equal width from 0 to top, in none of which are
    values above."""
    counts = numpy.histogram(ratio, bins, (0.0, top))[0]
    width = top / bins
    return (numpy.arange(bins) + 0.5) * width, counts / (len(ratio) * width), counts


@recipe("networks", "P(f/<f>) of the normal forces on a logarithmic axis, with an exponential tail; "
        "grain-grain and wall contacts apart.", repeats=True)
def force_distribution(draw, bins=None):
    """Each kind of contact is divided by its own mean, up to ten times that.  The exponential tail is that of D. M. Mueth,
    H. M. Jaeger and S. R. Nagel, Phys. Rev. E 57 (1998) 3164; see forces.tail."""
    contacts = draw.frame.contacts
    force = contacts["force_normal"].astype(float)
    number = int(bins or BINS)
    chosen = {kind: force[of_kind(contacts, kind) & (force > 0)] for kind in ("grain", "wall")}
    for kind, text, color, mark in (("grain", "grain-grain", COLORS[0], "o"),
                                    ("wall", "wall", COLORS[1], "s")):
        pushing = chosen[kind]
        if len(pushing) < 10:
            continue
        ratio = pushing / pushing.mean()
        middle, found, counts = density(ratio, number, TOP)
        found, counts = draw.average(text, found), draw.average(text + ", contacts", counts)
        some = found.value > 0
        draw.curve(draw.ax, middle[some], found.part(some), mark, color=color, markersize=3.5,
                   markerfacecolor="none" if kind == "wall" else color,
                   label="%s, $\\langle f\\rangle$ = %s" % (text, _shown(draw.average(text + ", mean", pushing.mean()))))
        draw.table({"force / mean": middle, "probability density": found, "contacts": counts}, kind)
        draw.note("%s: %d repulsive contacts, mean %.10g N, largest %.10g N; %d above %g times the mean, in no bin",
                  text, len(pushing), pushing.mean(), pushing.max(), (ratio > TOP).sum(), TOP)
        fit = tail(ratio)
        if fit:
            x = numpy.linspace(TAIL, min(ratio.max(), TOP), 50)
            beta = draw.average(text + ", exponent", fit[0], fit[2])
            factor = draw.average(text + ", factor", fit[1]).value
            draw.ax.plot(x, factor * numpy.exp(-beta.value * x), color=color,
                         label="$\\propto e^{-\\beta f/\\langle f\\rangle}$, $\\beta = %s$" % fits.shown(*beta))
            draw.note("%s: tail above the mean %.8g exp(-%.8g f/<f>), standard error of the exponent %.3g", text,
                      factor, *beta)
    if not draw.tables:
        raise CannotDraw("the frame at %g s has fewer than ten repulsive contacts of either kind"
                         % draw.frame.time)
    least = min(columns["probability density"][columns["probability density"] > 0].min() for columns in draw.tables.values())
    draw.ax.set(xlabel="$f / \\langle f \\rangle$", ylabel="$P(f / \\langle f \\rangle)$", xlim=(0, None), yscale="log",
                ylim=(least / 3, None))
    draw.legend(draw.ax, loc="best")


def _shown(force):
    """A Mean force with its unit."""
    factor, unit = quantities.prefixed(force.value, "N")
    return "$%s$ %s" % (fits.shown(*force.times(factor)), unit)


@recipe("networks", "How much of Coulomb's friction the contacts use: P(f_t / (mu f_n)), grain-grain "
        "and wall apart.", repeats=True)
def mobilisation(draw, bins=None):
    """Over the repulsive contacts whose friction coefficient is not zero; the coefficient is that of
    the pair of materials in the scene."""
    contacts, grains = draw.frame.contacts, draw.frame.grains
    materials = grains["material"]
    other = numpy.where(
        contacts["row_b"] >= 0, materials[contacts["row_b"]],
        numpy.append(wall_materials(draw.result, draw.frame), -1)[contacts["structure_id"]])
    mu = friction(draw.result, materials[contacts["row_a"]], other)
    force = contacts["force_normal"].astype(float)
    along = numpy.linalg.norm(contacts["force_tangential"].astype(float), axis=1)
    number = int(bins or 25)
    for kind, text, color in (("grain", "grain-grain", COLORS[0]), ("wall", "wall", COLORS[1])):
        some = of_kind(contacts, kind) & (force > 0) & (mu > 0) & (other >= 0)
        if some.sum() < 10:
            continue
        used = along[some] / (mu * force)[some]
        middle, found, counts = density(numpy.minimum(used, 1.0), number, 1.0)
        sliding = draw.average(text + ", at the limit", float((used > 0.999).mean()))
        found, counts = draw.average(text, found), draw.average(text + ", contacts", counts)
        draw.curve(draw.ax, numpy.append(middle - 0.5 / number, 1.0), found.part(numpy.append(numpy.arange(number), -1)),
                   drawstyle="steps-post", color=color,
                   label="%s, $%s$ %% at the limit" % (text, fits.shown(*sliding.times(100))))
        draw.table({"mobilised friction": middle, "probability density": found,
                    "contacts": counts}, kind)
        draw.note("%s: %d contacts with friction, %.6g of them above 0.999 of the limit", text,
                  some.sum(), sliding.value)
    if not draw.tables:
        raise CannotDraw("fewer than ten repulsive contacts with friction at %g s" % draw.frame.time)
    highest = max(columns["probability density"].max() for columns in draw.tables.values())
    draw.ax.set(xlabel="$f_t / (\\mu f_n)$", ylabel="probability density", xlim=(0, 1),
                ylim=(0, 1.3 * highest))
    draw.legend(draw.ax, loc="upper right")


def contacts_of_grains(frame, least=LEAST):
    """Contacts [n] of each grain and whether it is a rattler [n]; without rattlers [n].

    Rattlers have fewer than `least` contacts; they and their contacts are removed repeatedly until
    all remaining grains have enough."""
    a, b = frame.contacts["row_a"], frame.contacts["row_b"]
    n = len(frame.grains)

    def count(alive):
        return (numpy.bincount(a[alive & (a >= 0)], minlength=n)
                + numpy.bincount(b[alive & (b >= 0)], minlength=n))

    all_of = left = count(numpy.ones(len(a), bool))
    rattler = numpy.zeros(n, bool)
    while True:
        few = ~rattler & (left < least)
        if not few.any():
            return all_of, rattler, numpy.where(rattler, 0, left)
        rattler |= few
        gone = ((a >= 0) & rattler[a]) | ((b >= 0) & rattler[b])
        left = count(~gone)


@recipe("networks", "Contacts per grain: their distribution, and their mean against time with and "
        "without rattlers.", axes=2, ratio=0.42, wide=140.0, repeats=True)
def coordination(draw, least=None):
    """least: contacts of a grain that is no rattler."""
    least = int(least or LEAST)
    contacts, rattler, left = contacts_of_grains(draw.frame, least)
    if not len(contacts):
        raise CannotDraw("the frame at %g s holds no grains" % draw.frame.time)
    all_grains, held = (numpy.bincount(some, minlength=int(contacts.max()) + 1) for some in (contacts, left[~rattler]))
    share, held_share = (draw.average(text, some / len(contacts)) for text, some in (("all", all_grains), ("held", held)))
    all_grains, held = draw.average("grains", all_grains), draw.average("held grains", held)
    z = numpy.arange(len(share.value))
    bars = {"error_kw": {"elinewidth": 0.8}, "capsize": 1.5}
    draw.axes[0].bar(z, share.value, color="0.8", edgecolor="0.3", linewidth=0.5, yerr=share.error,
                     label="all grains", **bars)
    draw.axes[0].bar(z, held_share.value, width=0.45, color=COLORS[0], yerr=held_share.error,
                     label="without rattlers", **bars)
    draw.axes[0].set(xlabel="contacts per grain, $Z$", ylabel="share of grains",
                     ylim=(0, (1.35 if draw.runs == 1 else 1.5) * share.value.max()))
    draw.legend(draw.axes[0], loc="upper left")
    draw.table({"contacts": z, "grains": all_grains, "grains without rattlers": held})
    times, means, means_held, rattlers = [], [], [], []
    for frame in draw.result:
        found, loose, kept = contacts_of_grains(frame, least)
        if len(found):
            times.append(frame.time)
            means.append(found.mean())
            means_held.append(kept[~loose].mean() if (~loose).any() else 0.0)
            rattlers.append(loose.mean())
    times = numpy.array(times)
    means, means_held, rattlers = (draw.average(text, numpy.array(some), x=times) for text, some in (
        ("Z", means), ("Z without rattlers", means_held), ("rattlers", rattlers)))
    draw.curve(draw.axes[1], times, means, color="0.45", label="all grains")
    draw.curve(draw.axes[1], times, means_held, color=COLORS[0], label="without rattlers")
    draw.axes[1].axvline(draw.frame.time, color="0.8", linewidth=0.6, zorder=0)
    draw.axes[1].set(xlabel="time (s)", ylabel="$\\langle Z \\rangle$", ylim=(0, None))
    draw.legend(draw.axes[1], loc="best")
    draw.table({"time (s)": times, "mean": means, "mean without rattlers": means_held,
                "share of rattlers": rattlers}, "time")
    draw.note("rattlers: %d of %d grains, with fewer than %d contacts", rattler.sum(), len(contacts),
              least)
