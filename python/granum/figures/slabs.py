"""A slab of grains as a drawing: discs, bars between centres, the walls that it cuts."""

from granum.arrays import numpy
from granum.figures import quantities
from granum.figures.plotting import GREY, collections
from granum.figures.recipe import CannotDraw
from granum.figures.setting import flat, mean_diameter, thickness

ACROSS = [(1, 2), (0, 2), (0, 1)]  # horizontal and vertical axis of the drawing, by the slab's
THICK = 2.0  # mean diameters, of a slab that is not given
CONTINUUM = "#C6DBEF"  # where grains are material points


class Slab:
    """The part of a frame between two planes.

    grains    [n] bool      centre inside
    contacts  [c] bool      one end inside, at least
    flat(x)   [n, 2]        x [n, 3] m in the plane of the drawing, in its unit
    """

    def __init__(self, draw, slab, thick=THICK):
        grains, contacts = draw.frame.grains, draw.frame.contacts
        if not len(grains):
            raise CannotDraw("the frame at %g s holds no grains" % draw.frame.time)
        self.draw = draw
        self.more = numpy.zeros((0, 2))  # places that are drawn, beyond the grains
        x = grains["position"].astype(float)
        if slab is None:
            low, high = x.min(0), x.max(0)
            # Of two dimensions all grains, in their plane.
            self.axis = 2 if flat(draw.result) else 1
            self.middle = 0.0 if self.axis == 2 else float(low[1] + high[1]) / 2
            self.thickness = thick * mean_diameter(grains)
        else:
            self.axis, self.middle, self.thickness = quantities.place(slab)
            if flat(draw.result) and self.axis != 2:
                raise CannotDraw("the result is of two dimensions: all of it is drawn, without a slab")
        self.axes = ACROSS[self.axis]

        def inside(places):
            return abs(places[:, self.axis] - self.middle) <= self.thickness / 2

        self.grains = inside(x)
        if not self.grains.any():
            raise CannotDraw(
                "no grain is in the slab %s = %g m, %g m thick; centres are at %g to %g m" % (
                    "xyz"[self.axis], self.middle, self.thickness, x[:, self.axis].min(),
                    x[:, self.axis].max()))
        ends = contacts["ends"].astype(float)
        # A wall's end is on its surface, which stands before or behind a slab as a whole.
        self.contacts = inside(ends[:, 0]) | (inside(ends[:, 1]) & (contacts["id_b"] >= 0))
        span = float(abs(x[self.grains]).max())
        self.factor, self.unit = quantities.prefixed(min(span, 0.999) if span < 0.5 else span, "m")
        part = "two dimensions" if flat(draw.result) else "slab %s = %.6g m, %.6g m thick" % (
            "xyz"[self.axis], self.middle, self.thickness)
        draw.note("%s: %d grains, %d contacts", part, self.grains.sum(), self.contacts.sum())

    def flat(self, x):
        return numpy.stack([x[..., k] for k in self.axes], -1) * self.factor

    def discs(self, chosen=None, **look):
        """The grains of the slab as discs of their true size; chosen [n] bool."""
        grains = self.draw.frame.grains
        rows = numpy.flatnonzero(self.grains if chosen is None else chosen & self.grains)
        # The farther ones first.
        away = grains["position"][rows, self.axis]
        rows = rows[numpy.argsort(away if self.axis != 1 else -away)]
        size = 2 * self.factor * grains["radius"].astype(float)[rows]
        made = collections.EllipseCollection(
            size, size, numpy.zeros(len(rows)), units="xy",
            offsets=self.flat(grains["position"].astype(float)[rows]),
            transOffset=self.draw.ax.transData, **look)
        self.draw.ax.add_collection(made)
        return made, rows

    def continuum(self):
        """The material points of the slab, where grains are partly a continuum, as squares of their
        volume; whether there are any."""
        points = self.draw.frame.points
        if not len(points):
            return False
        x = points["position"].astype(float)
        rows = abs(x[:, self.axis] - self.middle) <= self.thickness / 2
        if not rows.any():
            return False
        deep, volume = thickness(self.draw.result), points["volume"].astype(float)[rows]
        half = 0.5 * self.factor * (numpy.cbrt(volume) if deep is None else numpy.sqrt(volume / deep))
        corners = self.flat(x[rows])[:, None] + half[:, None, None] * numpy.array(
            [[-1, -1], [1, -1], [1, 1], [-1, 1]])
        self.draw.ax.add_collection(collections.PolyCollection(
            corners, facecolor=CONTINUUM, edgecolor=CONTINUUM, linewidth=0.3, zorder=0))
        self.draw.ax.plot([], [], "s", color=CONTINUUM, label="continuum")
        self.more = numpy.concatenate([corners.min(1), corners.max(1)])
        return True

    def bars(self, chosen, width, **look):
        """Contacts as bars between their ends; chosen [c] bool; width [c] m."""
        rows = numpy.flatnonzero(chosen & self.contacts)
        rows = rows[numpy.argsort(width[rows])]
        ends = self.flat(self.draw.frame.contacts["ends"].astype(float)[rows])
        along = ends[:, 1] - ends[:, 0]
        length = numpy.linalg.norm(along, axis=1)
        long = length > 0
        rows, ends, along, length = rows[long], ends[long], along[long], length[long]
        side = numpy.stack([-along[:, 1], along[:, 0]], 1) / length[:, None]
        side *= 0.5 * self.factor * width[rows][:, None]
        corners = numpy.stack([ends[:, 0] - side, ends[:, 0] + side, ends[:, 1] + side,
                               ends[:, 1] - side], 1)
        made = collections.PolyCollection(corners, linewidths=0, **look)
        self.draw.ax.add_collection(made)
        return made, rows

    def walls(self):
        """The lines in which the middle of the slab cuts the structures."""
        lines = []
        for structure in self.draw.result.structures.values():
            pose = structure.pose(self.draw.frame)
            if pose.present:
                corners = pose.to_world(structure.surface.triangles)
                lines.append(self.flat(cuts(corners, self.axis, self.middle)))
        if lines:
            self.draw.ax.add_collection(collections.LineCollection(
                numpy.concatenate(lines), colors="0.35", linewidths=0.8, capstyle="round"))

    def finish(self, beside=0.0):
        """Limits around the grains, equal axes, labels; beside: the part of the width that a colour
        bar takes."""
        ax, grains = self.draw.ax, self.draw.frame.grains
        x = self.flat(grains["position"].astype(float)[self.grains])
        r = self.factor * float(grains["radius"].max())
        x = numpy.concatenate([x, self.more])
        low, high = x.min(0) - 1.6 * r, x.max(0) + 1.6 * r
        draw_ratio = (high[1] - low[1]) / (high[0] - low[0])
        self.draw.resize((0.86 - beside) * draw_ratio + (0.14 if beside else 0.21))
        ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal",
               xlabel=quantities.label("xyz"[self.axes[0]], self.unit),
               ylabel=quantities.label("xyz"[self.axes[1]], self.unit))

    def columns(self, rows):
        """The grains' part of a table."""
        grains = self.draw.frame.grains
        x = grains["position"].astype(float)[rows]
        return {"id": grains["id"][rows], "x (m)": x[:, 0], "y (m)": x[:, 1], "z (m)": x[:, 2],
                "radius (m)": grains["radius"].astype(float)[rows]}


def cuts(corners, axis, place):
    """[lines, 2, 3] m: lines in which triangles [t, 3, 3] m meet the plane."""
    away = corners[..., axis] - place
    away = numpy.where(away == 0.0, 1e-12, away)
    found = []
    for k in range(3):  # the corner that is alone on its side
        a, b, c = k, (k + 1) % 3, (k + 2) % 3
        alone = (away[:, a] * away[:, b] < 0) & (away[:, a] * away[:, c] < 0)
        some, d = corners[alone], away[alone]
        share = [(d[:, a] / (d[:, a] - d[:, other]))[:, None] for other in (b, c)]
        found.append(numpy.stack([some[:, a] + share[0] * (some[:, b] - some[:, a]),
                                  some[:, a] + share[1] * (some[:, c] - some[:, a])], 1))
    return numpy.concatenate(found)


def light(collection):
    """Discs as a light ground for bars."""
    collection.set(facecolor="0.95", edgecolor=GREY, linewidth=0.3)
