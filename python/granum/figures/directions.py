"""Recipes: roses of contacts and forces, fabric and stress.

In a plane, with the angle t of the contact normal (L. Rothenburg and R. J. Bathurst, Geotechnique 39
(1989) 601-614):

    E(t)   = (1 / 2 pi) [1 + a_c cos 2 (t - t_c)]      contact normals
    f_n(t) = f_0 [1 + a_n cos 2 (t - t_n)]             mean normal force
    f_t(t) = -f_0 a_t sin 2 (t - t_t)                  mean tangential force
"""

from granum.arrays import numpy
from granum.figures import fits, quantities
from granum.figures.forces import inside, of_kind
from granum.figures.plotting import COLORS, patches
from granum.figures.recipe import CannotDraw, recipe
from granum.figures.setting import flat, plane_of, thickness

SECTORS = 36
AHEAD, BACK = "#9ecae1", "0.75"  # of sectors above and below 0
PLANES = {"yz": (1, 2), "xz": (0, 2), "xy": (0, 1)}


def sums_of_sectors(normal, values, plane, sectors):
    """Sums of values [c] over the sectors of a plane: [sectors], the first one centred on the first
    axis.  Each contact counts in both directions; normals perpendicular to the plane are left out."""
    x, y = normal[:, plane[0]], normal[:, plane[1]]
    some = numpy.hypot(x, y) >= 1e-6
    turn = numpy.arctan2(y[some], x[some]) / (2 * numpy.pi)
    sums = numpy.zeros(sectors)
    for half in (0.0, 0.5):
        row = numpy.floor(sectors * (turn + half) + 0.5).astype(int) % sectors
        sums += numpy.bincount(row, values[some], sectors)
    return sums


def second_harmonic(angle, values):
    """(mean, cosine, sine) of the second harmonic of values at equidistant angles."""
    return (values.mean(), 2 * (values * numpy.cos(2 * angle)).mean(),
            2 * (values * numpy.sin(2 * angle)).mean())


def rose_of(frame, plane, sectors, kind, layers=0):
    """The table of the rose: columns of its sectors."""
    contacts = frame.contacts
    some = of_kind(contacts, kind) & inside(frame, layers)
    if not some.any():
        raise CannotDraw("there is no contact of the kind '%s'%s at %g s" % (
            kind, " beyond %d layers of grains" % layers if layers else "", frame.time))
    normal = contacts["normal"].astype(float)[some]
    force = contacts["force"].astype(float)[some]
    f_n = contacts["force_normal"].astype(float)[some]
    flat = normal[:, plane]
    length = numpy.maximum(numpy.linalg.norm(flat, axis=1), 1e-30)
    f_t = (-flat[:, 1] * force[:, plane[0]] + flat[:, 0] * force[:, plane[1]]) / length
    count = sums_of_sectors(normal, numpy.ones(len(f_n)), plane, sectors)
    angle = 2 * numpy.pi * numpy.arange(sectors) / sectors
    there = numpy.maximum(count, 1)
    mean_n = sums_of_sectors(normal, f_n, plane, sectors) / there
    mean_t = sums_of_sectors(normal, f_t, plane, sectors) / there
    return {"angle (deg)": numpy.degrees(angle), "contacts": count, "density": count / count.mean(),
            "mean normal force (N)": mean_n, "mean tangential force (N)": mean_t}


def coefficients(table):
    """{a_c, a_n, a_t: (value, angle in rad)} of a rose, and f_0 (N)."""
    angle = numpy.radians(table["angle (deg)"])
    _, c, s = second_harmonic(angle, table["density"])
    found = {"a_c": (numpy.hypot(c, s), numpy.arctan2(s, c) / 2)}
    f_0, c, s = second_harmonic(angle, table["mean normal force (N)"])
    found["a_n"] = (numpy.hypot(c, s) / f_0, numpy.arctan2(s, c) / 2)
    _, c, s = second_harmonic(angle, table["mean tangential force (N)"])
    found["a_t"] = (numpy.hypot(c, s) / f_0, numpy.arctan2(c, -s) / 2)
    return found, f_0


@recipe("networks", "Roses of contact normals, normal and tangential forces in a plane, with the "
        "Fourier fits a_c, a_n, a_t.", axes=3, ratio=0.4, wide=170.0, repeats=True)
def rose(draw, plane=None, sectors=None, kind="grain", layers=0):
    """The formulas are those of the module; the coefficients are the second harmonics of the sectors,
    which are centred on the axes.  Of three-dimensional packings all contacts count by the direction of
    their projection into the plane.  kind: grain, wall or all.  layers: of grains at structures whose contacts are
    left out (forces.inside), since they lie in rows along walls."""
    plane = plane_of(draw.result, plane)
    number = int(sectors or SECTORS)
    if number < 4:
        raise ValueError("a rose has at least 4 sectors, not %d" % number)
    layers = int(layers)
    table = rose_of(draw.frame, list(PLANES[plane]), number, kind, layers)
    found, f_0 = coefficients(table)
    errors = {word: draw.average(word, value).error for word, (value, _) in found.items()}
    drawn = {title: draw.average(title, values) if "angle" not in title else values for title, values in table.items()}
    if draw.runs > 1:
        table = {title: getattr(values, "value", values) for title, values in drawn.items()}
        found, f_0 = coefficients(table)
    angle = numpy.radians(table["angle (deg)"])
    fine = numpy.linspace(0, 2 * numpy.pi, 361)
    curves = [1 + found["a_c"][0] * numpy.cos(2 * (fine - found["a_c"][1])),
              1 + found["a_n"][0] * numpy.cos(2 * (fine - found["a_n"][1])),
              -found["a_t"][0] * numpy.sin(2 * (fine - found["a_t"][1]))]
    shown = [drawn["density"], *(drawn["mean %s force (N)" % way].times(1 / f_0) for way in ("normal", "tangential"))]
    titles = ["contacts, $2\\pi E(\\theta)$", "$\\langle f_n \\rangle(\\theta) / f_0$",
              "$|\\langle f_t \\rangle(\\theta)| / f_0$"]
    for ax, radius, curve, title, word in zip(draw.axes, shown, curves, titles, found):
        _sectors(ax, angle, radius)
        ax.plot(abs(curve) * numpy.cos(fine), abs(curve) * numpy.sin(fine), color=COLORS[1])
        ax.set(title=title, xlabel=plane[0] + draw.text_of_runs("\n") * (ax is draw.axes[1]), ylabel=plane[1])
        value = "%.3f" % found[word][0] if draw.runs == 1 else "$%s$" % fits.shown(found[word][0], errors[word])
        ax.text(0.03, 0.03, "$a_%s$ = %s\n%.0f°" % (word[-1], value, numpy.degrees(found[word][1])),
                transform=ax.transAxes)
    draw.table(drawn)
    for word, (value, where) in found.items():
        draw.note("%s = %.8g at %.6g deg", word, value, numpy.degrees(where))
    draw.note("f_0 = %.10g N; plane %s, %s contacts%s", f_0, plane, kind,
              ", without the first %d layer(s) of grains at structures" % layers if layers else "")


def _sectors(ax, angle, radius):
    """Sectors of a Mean radius around the angles, negative ones in another colour, with circles of the scale."""
    half = 180.0 / len(angle)
    radius, error = radius
    top = float((abs(radius) + (0.0 if error is None else numpy.nan_to_num(error))).max()) or 1.0
    step = quantities.rounded(top / 2)
    for ring in numpy.arange(step, 1.2 * top, step):
        ax.add_patch(patches.Circle((0, 0), ring, fill=False, edgecolor="0.85", linewidth=0.5))
        ax.text(ring * 0.7071, ring * 0.7071, "%g" % ring, color="0.2", fontsize="x-small",
                ha="center", va="center", zorder=5,
                bbox={"facecolor": "white", "alpha": 0.7, "linewidth": 0, "boxstyle": "round,pad=0.1"})
    for at, value in zip(numpy.degrees(angle), radius):
        ax.add_patch(patches.Wedge((0, 0), abs(value), at - half, at + half, linewidth=0.3,
                                   facecolor=AHEAD if value >= 0 else BACK, edgecolor="0.35"))
    if error is not None:
        ends = numpy.abs(radius) + numpy.array([-1, 1])[:, None] * error
        ax.plot(ends * numpy.cos(angle), ends * numpy.sin(angle), color="0.1", linewidth=0.6)
    if (radius < 0).any():
        for text, color in (("anticlockwise", AHEAD), ("clockwise", BACK)):
            ax.plot([], [], "s", color=color, label=text)
        ax.legend(loc="upper left", handletextpad=0.1, borderaxespad=0.1)
    ax.set(xlim=(-1.15 * top, 1.15 * top), ylim=(-1.15 * top, 1.15 * top), aspect="equal", xticks=[],
           yticks=[])


def fabric_of(contacts, kind="grain", some=True):
    """[6] xx yy zz xy yz xz: the mean of n n over `some` contacts of the kind; None without any."""
    normal = contacts["normal"].astype(float)[of_kind(contacts, kind) & some]
    if not len(normal):
        return None
    rows, columns = (0, 1, 2, 0, 1, 0), (0, 1, 2, 1, 2, 2)
    return (normal[:, rows] * normal[:, columns]).mean(0)


def anisotropy(tensor, n=3):
    """sqrt(3/2 D:D) of the deviator D of xx yy zz xy yz xz; of n = 2 dimensions sqrt(2 D:D), the
    difference of the principal values."""
    deviator = tensor[:n] - tensor[:n].mean()
    square = (deviator ** 2).sum() + 2 * (tensor[3:] ** 2).sum()
    return float(numpy.sqrt((1.5 if n == 3 else 2.0) * square))


def stress_of(frame):
    """[3, 3] Pa: (1 / V) sum of f l over all contacts, l from b to a, V the box around the grains.

    A. E. H. Love and J. Weber, as in Christoffersen et al. (granum.figures.stress)."""
    contacts, grains = frame.contacts, frame.grains
    ends = contacts["ends"].astype(float)
    branch = ends[:, 0] - ends[:, 1]
    x, r = grains["position"].astype(float), grains["radius"].astype(float)[:, None]
    size = (x + r).max(0) - (x - r).min(0)
    deep = thickness(frame.result)
    volume = numpy.prod(size) if deep is None else size[0] * size[1] * deep
    return contacts["force"].astype(float).T @ branch / volume


def strain_of(result, name):
    """(first, strain [F]) of the bed by the displacement of a structure: the way since its first contact
    with a grain, in frame `first`, over the extent of the bed along that way at that time; 0 before."""
    if name not in result.structures:
        raise ValueError("there is no structure '%s'; there are: %s" % (
            name, ", ".join(result.structures)))
    structure = result.structures[name]
    place = structure.poses["position"].astype(float)
    for first, frame in enumerate(result):
        if (frame.contacts["structure_id"] == structure.index).any():
            break
    else:
        raise CannotDraw("no grain touches '%s' in any frame" % name)
    way = place - place[first]
    way[:first] = 0.0
    farthest = way[numpy.linalg.norm(way, axis=1).argmax()]
    if not numpy.linalg.norm(farthest) > 0:
        raise CannotDraw("'%s' does not move after its first contact" % name)
    along = farthest / numpy.linalg.norm(farthest)
    depth = frame.grains["position"].astype(float) @ along
    extent = float(numpy.ptp(depth)) + 2 * float(frame.grains["radius"].mean())
    return first, way @ along / extent


@recipe("networks", "Fabric tensor and stress against time, or against strain with --strain "
        "STRUCTURE.", axes=2, ratio=0.42, wide=140.0, repeats=True)
def fabric(draw, strain=None, measure=None, kind="grain", layers=0):
    """The stress is that of a `measure` of the scene (its first one by default), contact and kinetic
    part; of scenes without one it is directions.stress_of.  strain: the structure whose displacement
    gives the strain (directions.strain_of).  layers: as in rose, of the fabric only."""
    result = draw.result
    n = 2 if flat(result) else 3
    rows = [(frame.time, fabric_of(frame.contacts, kind, inside(frame, int(layers)))) for frame in result]
    rows = [(time, tensor) for time, tensor in rows if tensor is not None]
    if len(rows) < 2:
        raise CannotDraw("fewer than two frames have contacts of the kind '%s'" % kind)
    times = numpy.array([time for time, _ in rows])
    tensors = numpy.array([tensor for _, tensor in rows])
    known = [name for name in result.history if name.endswith("_contact_stress")]
    chosen = measure + "_contact_stress" if measure else known[0] if known else None
    if chosen and chosen not in known:
        raise ValueError("there is no measure of stress '%s'; there are: %s" % (
            measure, ", ".join(name[:-15] for name in known) or "none"))
    if chosen:
        history, source = result.history, "measure '%s'" % chosen[:-15]
        stress_times = history["time"]
        stress = history[chosen] + history[chosen.replace("_contact_", "_kinetic_")]
    else:
        frames = [frame for frame in result if len(frame.contacts)]
        stress_times, source = [frame.time for frame in frames], "contacts over the box of the bed"
        stress = numpy.array([stress_of(frame) for frame in frames])
    across = [times, numpy.asarray(stress_times, float)]
    title, text = "time (s)", "time (s)"
    if strain:
        first, known = strain_of(result, strain)
        later = [at >= result.times[first] for at in across]
        tensors, stress = tensors[later[0]], stress[later[1]]
        across = [numpy.interp(at[some], result.times, known) for at, some in zip(across, later)]
        title, text = "strain", "strain by '%s'" % strain
    factor, unit = quantities.prefixed(float(abs(stress).max()), "Pa")
    axes = "xyz"[:n]
    part = {"fabric_" + name: tensors[:, k] for k, name in enumerate(("xx", "yy", "zz", "xy", "yz", "xz"))
            if n == 3 or "z" not in name}
    part["anisotropy"] = numpy.array([anisotropy(tensor, n) for tensor in tensors])
    loads = {"stress_%s%s (Pa)" % (i, j): stress[:, "xyz".index(i), "xyz".index(j)] for i in axes for j in axes}
    part, loads = ({name: draw.average(name, values, x=x) for name, values in rows.items()}
                   for rows, x in zip((part, loads), across))
    for k, axis in enumerate(axes):
        draw.curve(draw.axes[0], across[0], part["fabric_" + axis + axis], color=COLORS[k],
                   label="$F_{%s%s}$" % (axis, axis))
        draw.curve(draw.axes[1], across[1], loads["stress_%s (Pa)" % (axis + axis)], by=factor, color=COLORS[k],
                   label="$\\sigma_{%s%s}$" % (axis, axis))
    draw.axes[0].axhline(1 / n, color="0.7", linewidth=0.6, linestyle=":", zorder=0)
    draw.axes[0].set(xlabel=text, ylabel="fabric $\\langle n_i n_j \\rangle$")
    draw.axes[1].set(xlabel=text, ylabel=quantities.label("stress", unit))
    for ax in draw.axes:
        draw.legend(ax, loc="best")
    draw.table({title: across[0], **part})
    draw.table({title: across[1], **loads}, "stress")
    draw.note("stress: %s", source)
