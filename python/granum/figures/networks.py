"""Recipes: the force network of a slab, its chains, the pressure of grains."""

from granum.arrays import numpy
from granum.figures import quantities, stress
from granum.figures.recipe import CannotDraw, recipe
from granum.figures.setting import flat
from granum.figures.slabs import Slab, light

CAP = 4.0  # references, at which bars grow no wider
WIDEST = 0.8  # mean radii


def _forces(draw, reference):
    """Normal forces [c] N of the frame, and the force that counts as 1: the given one, or the mean
    over the repulsive contacts of the frame."""
    contacts = draw.frame.contacts
    force = contacts["force_normal"].astype(float)
    if not (force > 0).any():
        raise CannotDraw("no contact of the frame at %g s is repulsive" % draw.frame.time)
    if reference is not None:
        reference = quantities.quantity(reference, "N")
        if not reference > 0:
            raise ValueError("the reference is %g N; a positive force is expected" % reference)
    unit = float(force[force > 0].mean()) if reference is None else reference
    draw.note("reference force %.10g N%s", unit,
              ": mean over the repulsive contacts" if reference is None else "")
    return force, unit


def _name_of(reference, unit):
    """The force that counts as 1, in a legend: the mean, or the given one."""
    if reference is None:
        return "$\\langle f\\rangle$"
    factor, word = quantities.prefixed(unit, "N")
    return " %.3g %s" % (factor * unit, word)


def _widths(draw, ratio):
    """Widths [c] m of bars by f/<f>."""
    radius = float(draw.frame.grains["radius"].astype(float).mean())
    return WIDEST * radius * numpy.clip(ratio, 0.0, CAP) / CAP


def _contact_columns(draw, rows, force, unit):
    contacts = draw.frame.contacts
    ends = contacts["ends"].astype(float)[rows]
    columns = {"id_a": contacts["id_a"][rows], "id_b": contacts["id_b"][rows],
               "structure": contacts["structure_id"][rows]}
    for k, end in enumerate("ab"):
        for i, axis in enumerate("xyz"):
            columns["%s_%s (m)" % (axis, end)] = ends[:, k, i]
    columns["normal force (N)"] = force[rows]
    columns["force / reference"] = force[rows] / unit
    return columns


@recipe("networks", "Force chains in a slab: discs, bars by force, chains of stressed grains (Peters "
        "et al. 2005) in colour.", ratio=0.85)
def chains(draw, slab=None, reference=None, angle=None):
    """The contacts of a slab as bars whose width grows with the normal force, black from the mean on
    and grey below; links of force chains are red (granum.figures.stress.chains)."""
    force, unit = _forces(draw, reference)
    ratio, one = force / unit, _name_of(reference, unit)
    part = Slab(draw, slab)
    link, number = stress.chains(
        draw.frame, stress.ANGLE if angle is None else quantities.quantity(angle, "rad"))
    part.continuum()
    discs, grains = part.discs()
    light(discs)
    part.walls()
    width, drawn = _widths(draw, ratio), []
    for chosen, color, text in ((~link & (ratio <= 1) & (ratio > 0), "0.62", "$f<$" + one),
                                (~link & (ratio > 1), "0.1", "$f>$" + one),
                                (link, "#D55E00", "force chain")):
        bars, rows = part.bars(chosen, width, facecolors=color)
        drawn.append(rows)
        draw.ax.plot([], [], color=color, linewidth=2.2, label=text)
    part.finish()
    _key(draw)
    rows = numpy.concatenate(drawn)
    contacts = draw.frame.contacts
    columns = _contact_columns(draw, rows, force, unit)
    columns["chain"] = numpy.where(link, number[contacts["row_a"]], 0)[rows]
    draw.table(columns)
    draw.table({**part.columns(grains), "chain": number[grains]}, "grains")
    sizes = numpy.bincount(number)[1:]
    draw.table({"chain": numpy.arange(1, len(sizes) + 1), "grains": sizes}, "lengths")
    draw.note("%d chains with %d of %d grains of the whole frame", len(sizes), (number > 0).sum(),
              len(number))


@recipe("networks", "Strong and weak contacts of a slab: bars by force, black above the mean, grey "
        "below.", ratio=0.85)
def network(draw, slab=None, reference=None):
    """As chains, without the chains."""
    force, unit = _forces(draw, reference)
    ratio, one = force / unit, _name_of(reference, unit)
    part = Slab(draw, slab)
    part.continuum()
    discs, _ = part.discs()
    light(discs)
    part.walls()
    width, drawn = _widths(draw, ratio), []
    for chosen, color, text in ((ratio <= 1, "0.62", "weak, $f<$" + one),
                                (ratio > 1, "0.1", "strong, $f>$" + one)):
        bars, rows = part.bars(chosen & (ratio > 0), width, facecolors=color)
        drawn.append(rows)
        draw.ax.plot([], [], color=color, linewidth=2.2, label=text)
    part.finish()
    _key(draw)
    rows = numpy.concatenate(drawn)
    draw.table({**_contact_columns(draw, rows, force, unit),
                "strong": (ratio[rows] > 1).astype(int)})


def _key(draw):
    draw.ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncol=4, borderaxespad=0.2,
                   columnspacing=1.2)


@recipe("networks", "Pressure of each grain of a slab, from its own contacts.", ratio=0.85)
def pressure(draw, slab=None, top=None):
    """The mean principal stress of each grain (granum.figures.stress); top: the pressure (Pa) at which
    the colours end, by default the 99th percentile of the slab."""
    part = Slab(draw, slab)
    values = stress.pressure(stress.grain_stress(draw.frame), 2 if flat(draw.result) else 3)
    shaded = part.continuum()
    discs, grains = part.discs()
    high = float(top) if top is not None else float(numpy.percentile(values[grains], 99))
    if not high > 0:
        raise CannotDraw("no grain of the slab is under pressure at %g s" % draw.frame.time)
    factor, unit = quantities.prefixed(high, "Pa")
    discs.set(array=values[grains] * factor, cmap=draw.map, edgecolor="0.2", linewidth=0.15)
    discs.set_clim(0.0, high * factor)
    part.walls()
    part.finish(0.2)
    if shaded:
        _key(draw)
    draw.bar(discs, quantities.label("pressure of grains", unit))
    draw.table({**part.columns(grains), "pressure (Pa)": values[grains]})
