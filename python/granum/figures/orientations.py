"""Recipe: directions of the long axes of bodies, which are copies of a mesh and clumps of spheres.

With the unit vectors n of the long axes, whose two directions are the same axis, the tensor

    Q = < 3/2 n n - 1/2 E >

has the largest eigenvalue S, the nematic order: 0 of random axes, 1 of parallel ones; its eigenvector
is the director (P.-G. de Gennes and J. Prost, The Physics of Liquid Crystals, 1993, section 2.1).  The
order along z is Q_zz = < 3/2 n_z^2 - 1/2 >: 1 upright, -1/2 lying.  Of n bodies with random axes S is
not 0 but about 0.8 / sqrt(n).
"""

from granum.arrays import numpy
from granum.figures.directions import PLANES, SECTORS, _sectors, second_harmonic, sums_of_sectors
from granum.figures.plotting import COLORS
from granum.figures.recipe import CannotDraw, recipe
from granum.figures.repeats import Mean

TILTS = 10  # bins of |n_z|


def axes_of(frame, shape=None):
    """[n, 3] unit: long axes of the bodies of a frame that have one, of one shape or of all."""
    found = []
    for columns, shapes in ((frame.bodies, frame.result.shapes), (frame.clumps, frame.result.clump_shapes)):
        if not len(columns):
            continue
        axes = columns["axis"].astype(float)
        length = numpy.linalg.norm(axes, axis=1)
        wanted = [s.index for s in shapes if shape in (None, s.name)]
        some = (length > 0.5) & numpy.isin(columns["shape"], wanted)
        found.append(axes[some] / length[some, None])
    return numpy.concatenate(found) if found else numpy.zeros((0, 3))


def order_of(axes):
    """(S, director [3]) of axes [n, 3]."""
    values, vectors = numpy.linalg.eigh(1.5 * axes.T @ axes / len(axes) - 0.5 * numpy.eye(3))
    director = vectors[:, -1]
    return float(values[-1]), director if director[numpy.abs(director).argmax()] > 0 else -director


@recipe("mixers", "Long axes of bodies and clumps: a rose in a plane, their tilt, and the nematic order "
        "against time.", axes=3, ratio=0.4, wide=170.0)
def orientation(draw, plane=None, sectors=None, bins=None, shape=None):
    """The formulas are those of the module.  In the rose each axis counts in both directions, by its
    projection into the plane; density 1 is that of random axes.  Tilt: the density of |n_z|, 1 of random
    axes.  Bodies without a long axis are left out.  shape: only bodies of the shape of this name."""
    plane = plane or "xz"
    if plane not in PLANES:
        raise ValueError("the plane is %s, not '%s'" % (", ".join(PLANES), plane))
    number, cells = int(sectors or SECTORS), int(bins or TILTS)
    if number < 4 or cells < 2:
        raise ValueError("a rose has at least 4 sectors and the tilt 2 bins, not %d and %d" % (number, cells))
    known = [s.name for s in draw.result.shapes + draw.result.clump_shapes]
    if shape is not None and shape not in known:
        raise ValueError("there is no shape '%s'; there are: %s" % (shape, ", ".join(known) or "none"))
    axes = axes_of(draw.frame, shape)
    if not len(axes):
        raise CannotDraw("no body has a long axis at %g s" % draw.frame.time)
    angle = 2 * numpy.pi * numpy.arange(number) / number
    count = sums_of_sectors(axes, numpy.ones(len(axes)), list(PLANES[plane]), number)
    density = count / max(count.mean(), 1e-300)
    _, c, s = second_harmonic(angle, density)
    rose, tilt, time = draw.axes
    _sectors(rose, angle, Mean(density, None))
    rose.set(title="long axes, %d bodies" % len(axes), xlabel=plane[0], ylabel=plane[1])

    upright = numpy.histogram(abs(axes[:, 2]), cells, (0, 1 + 1e-12))[0]
    middle = (numpy.arange(cells) + 0.5) / cells
    tilt.bar(middle, upright * cells / len(axes), 0.9 / cells, color="#9ecae1", edgecolor="0.35",
             linewidth=0.3)
    tilt.axhline(1, color="0.5", linewidth=0.6, linestyle=":")
    tilt.set(xlim=(0, 1), xlabel="$|n_z|$: lying 0, upright 1", ylabel="density")

    rows = []
    for frame in draw.result:
        here = axes_of(frame, shape)
        if len(here):
            rows.append((frame.time, len(here), *order_of(here), float(1.5 * (here[:, 2] ** 2).mean() - 0.5)))
    times, bodies, orders, directors, along = (numpy.array(column) for column in zip(*rows))
    time.plot(times, orders, color=COLORS[0], label="$S$")
    time.plot(times, along, color=COLORS[1], label="$Q_{zz}$")
    time.axvline(draw.frame.time, color="0.8", linewidth=0.6, zorder=0)
    time.axhline(0, color="0.7", linewidth=0.6, linestyle=":", zorder=0)
    time.set(xlabel="time (s)", ylabel="order", ylim=(-0.55, 1.05))
    time.legend(loc="best")

    order, director = order_of(axes)
    draw.table({"angle (deg)": numpy.degrees(angle), "bodies": count, "density": density})
    draw.table({"|n_z|": middle, "bodies": upright, "density": upright * cells / len(axes)}, "tilt")
    draw.table({"time (s)": times, "bodies": bodies, "S": orders, "Q_zz": along,
                **{"director_" + axis: directors[:, k] for k, axis in enumerate("xyz")}}, "order")
    draw.note("S = %.8g, director %.6g %.6g %.6g, %d bodies", order, *director, len(axes))
    draw.note("plane %s: second harmonic %.8g at %.6g deg", plane, numpy.hypot(c, s),
              numpy.degrees(numpy.arctan2(s, c) / 2))
