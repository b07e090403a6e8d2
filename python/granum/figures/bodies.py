"""Recipes: the virtual particles of a structure, in planes of its body frame."""

import itertools

from granum.arrays import numpy
from granum.figures import quantities
from granum.figures.plotting import COLORS, collections, patches
from granum.figures.recipe import CannotDraw, recipe
from granum.figures.slabs import ACROSS, cuts

NODES = 240  # of the longer side of a plane
LEVELS = 8
#: Sources of the distance, by their codes in the file (data/README.md).
SOURCES = {-1: ("no grain near", "0.85"), 0: ("primitive", "#56B4E9"),
           1: ("virtual particles", "#009E73"), 2: ("triangles: virtual particles inaccurate", "#E69F00"),
           3: ("triangles: virtual particles missing", "#D55E00"),
           4: ("none: virtual particles missing", "#000000"),
           5: ("virtual particles that know the edge", "#117A65")}


class Lattice:
    """The virtual particles of a structure on their cubic grid, in the body frame.

    structure, x [v, 3] m, distance [v] m, normal [v, 3], patch [v]; spacing and origin of the grid
    (m), places [v, 3] in its steps."""

    def __init__(self, result, name):
        held = [one for one in result.structures.values()
                if (name in (None, one.name)) and len(one.sites)]
        if name is not None and name not in result.structures:
            raise ValueError("there is no structure '%s'; there are: %s" % (
                name, ", ".join(result.structures)))
        if not held:
            raise CannotDraw("%s virtual particles in the result" % (
                "'%s' has no" % name if name else "no structure has"))
        self.structure = held[0]
        sites = self.structure.sites
        self.x, self.distance = sites["position"].astype(float), sites["distance"].astype(float)
        self.normal, self.patch = sites["normal"].astype(float), sites["patch"]
        step = float(sites["spacing"][0])
        self.places = numpy.floor((self.x - self.x[0]) / step + 0.5).astype(int)
        # Origin and spacing that fit all sites best: in the file both are of single precision.
        away = self.places - self.places.mean(0)
        self.spacing = float((away * (self.x - self.x.mean(0))).sum() / (away ** 2).sum())
        self.origin = self.x.mean(0) - self.spacing * self.places.mean(0)
        off = abs(self.x - self.origin - self.spacing * self.places).max()
        if off > 0.05 * step:
            raise CannotDraw("the grid of '%s' is not simple cubic; its distances cannot be "
                             "interpolated in planes" % self.structure.name)

    def interpolated(self, y):
        """Distances [n] m at y [n, 3] m, NaN where no patch has all eight virtual particles.

        Half-Taylor trilinear interpolation: d(y) = sum_c w_c [d_c + n_c . (y - y_c) / 2] over the
        corners c of the cell; of several patches the smallest, as in the filter Distance Field."""
        place = (y - self.origin) / self.spacing
        cell = numpy.floor(place).astype(int)
        first, size = self.places.min(0), numpy.ptp(self.places, axis=0) + 2

        def key(places):
            inside = ((places >= first) & (places < first + size)).all(-1)
            k = places - first
            return numpy.where(inside, (k[..., 0] * size[1] + k[..., 1]) * size[2] + k[..., 2], -1)

        keys = key(self.places)
        best = numpy.full(len(y), numpy.nan)
        near = numpy.isin(keys, key(cell[:, None] + numpy.array(list(itertools.product((0, 1),
                                                                                       repeat=3)))))
        for patch in numpy.unique(self.patch[near]):
            rows = numpy.flatnonzero(near & (self.patch == patch))
            rows = rows[numpy.argsort(keys[rows])]
            known = keys[rows]
            value, whole = numpy.zeros(len(y)), numpy.ones(len(y), bool)
            for corner in itertools.product((0, 1), repeat=3):
                at = cell + corner
                wanted = key(at)
                found = numpy.searchsorted(known, wanted).clip(0, len(known) - 1)
                whole &= known[found] == wanted
                site = rows[found]
                u = place - cell
                weight = numpy.where(corner, u, 1 - u).prod(1)
                along = (self.normal[site] * (y - self.origin - self.spacing * at)).sum(1)
                value += weight * (self.distance[site] + 0.5 * along)
            best = numpy.fmin(best, numpy.where(whole, value, numpy.nan))
        return best


class Cut:
    """A plane through a structure in its body frame, and how it is drawn."""

    def __init__(self, draw, lattice, plane, place):
        if plane not in (None, "xy", "xz", "yz"):
            raise ValueError("the plane is yz, xz, xy, not '%s'" % plane)
        self.draw = draw
        self.axis = "xyz".index((set("xyz") - set(plane or "xz")).pop())
        self.axes = list(ACROSS[self.axis])
        low, high = lattice.x.min(0), lattice.x.max(0)
        self.place = (low[self.axis] + high[self.axis]) / 2 if place is None \
            else quantities.quantity(place, "m")
        if not low[self.axis] <= self.place <= high[self.axis]:
            raise CannotDraw("'%s' has no virtual particles at %s = %g m; they are at %g to %g m" % (
                lattice.structure.name, "xyz"[self.axis], self.place, low[self.axis], high[self.axis]))
        self.low, self.high = low[self.axes], high[self.axes]
        self.factor, self.unit = quantities.prefixed(
            min(float(max(abs(self.low).max(), abs(self.high).max())), 0.499), "m")
        draw.note("structure '%s', body frame, plane %s = %.8g m, spacing %.8g m",
                  lattice.structure.name, "xyz"[self.axis], self.place, lattice.spacing)

    def window(self, low, high):
        """Show less than the whole structure: [2] m each."""
        self.low, self.high = numpy.asarray(low, float), numpy.asarray(high, float)

    def grid(self):
        """Coordinates of the nodes along both axes (m), and the nodes as points [n, 3]."""
        step = float((self.high - self.low).max()) / NODES
        one, two = (numpy.arange(a, b + step, step) for a, b in zip(self.low, self.high))
        points = numpy.empty((len(one), len(two), 3))
        points[..., self.axis] = self.place
        points[..., self.axes[0]], points[..., self.axes[1]] = one[:, None], two[None]
        return one, two, points.reshape(-1, 3)

    def surface(self, structure):
        lines = cuts(structure.surface.triangles.astype(float), self.axis, self.place)
        self.draw.ax.add_collection(collections.LineCollection(
            self.factor * lines[..., self.axes], colors="0.1", linewidths=0.9, capstyle="round"))

    def finish(self, beside=0.0):
        low, high = self.factor * self.low, self.factor * self.high
        margin = 0.03 * (high - low).max()
        self.draw.resize((0.84 - beside) * (high[1] - low[1] + 2 * margin)
                         / (high[0] - low[0] + 2 * margin) + 0.2)
        self.draw.ax.set(
            xlim=(low[0] - margin, high[0] + margin), ylim=(low[1] - margin, high[1] + margin),
            aspect="equal", xlabel=quantities.label("xyz"[self.axes[0]], self.unit),
            ylabel=quantities.label("xyz"[self.axes[1]], self.unit))


@recipe("virtual particles", "Isolines of the interpolated distance in a plane, the centres of grains in "
        "contact, and the limits of the narrow band.", ratio=1.0)
def isolines(draw, structure=None, plane=None, place=None):
    """bodies.Lattice.interpolated on a fine grid; red: where the distance is the mean radius of the
    grains.  Where a virtual particle is missing, nothing is drawn."""
    lattice = Lattice(draw.result, structure)
    cut = Cut(draw, lattice, plane, place)
    one, two, points = cut.grid()
    distance = lattice.interpolated(points).reshape(len(one), len(two))
    if numpy.isnan(distance).all():
        raise CannotDraw("no cell of the plane has all its virtual particles")
    low, high = float(numpy.nanmin(distance)), float(numpy.nanmax(distance))
    step = quantities.rounded((high - low) / LEVELS)
    levels = step * numpy.arange(numpy.ceil(low / step), numpy.floor(high / step) + 1)
    masked = numpy.ma.masked_invalid(distance).T
    across = cut.factor * one, cut.factor * two
    shown = draw.ax.contour(*across, cut.factor * masked, cut.factor * levels, cmap=draw.map,
                            linewidths=0.7)
    draw.ax.contour(*across, numpy.isfinite(distance).T.astype(float), [0.5], colors="0.6",
                    linewidths=0.6, linestyles="--")
    draw.ax.plot([], [], "--", color="0.6", linewidth=0.6, label="narrow band")
    radius = float(draw.frame.grains["radius"].astype(float).mean()) if len(draw.frame.grains) else 0.0
    if low < radius < high and radius > 0:
        draw.ax.contour(*across, masked, [radius], colors="#D55E00", linewidths=1.2)
        draw.ax.plot([], [], color="#D55E00", label="distance = mean radius")
    cut.surface(lattice.structure)
    draw.ax.plot([], [], color="0.1", linewidth=0.9, label="surface")
    cut.finish(0.12)
    draw.ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncol=2, borderaxespad=0.2)
    bar = draw.ax.figure.colorbar(shown, ax=draw.ax, shrink=0.85, aspect=25, pad=0.02)
    bar.set_label(quantities.label("distance", cut.unit))
    there = numpy.isfinite(distance).ravel()
    draw.table({"%s (m)" % "xyz"[cut.axes[0]]: points[there, cut.axes[0]],
                "%s (m)" % "xyz"[cut.axes[1]]: points[there, cut.axes[1]],
                "distance (m)": distance.ravel()[there]})
    draw.note("levels every %.8g m; mean radius %.8g m", step, radius)


@recipe("virtual particles", "The virtual particles of the layer nearest to a plane, coloured by their "
        "distance.", ratio=1.0)
def band(draw, structure=None, plane=None, place=None):
    """Discs of the size of the spacing; where patches overlap, the nearest patch."""
    lattice = Lattice(draw.result, structure)
    cut = Cut(draw, lattice, plane, place)
    layers = lattice.places[:, cut.axis]
    middle = (cut.place - lattice.origin[cut.axis]) / lattice.spacing
    known = numpy.unique(layers)
    layer = known[abs(known - middle).argmin()]
    cut.place = float(lattice.origin[cut.axis] + lattice.spacing * layer)
    rows = numpy.flatnonzero(layers == layer)
    rows = rows[numpy.argsort(-abs(lattice.distance[rows]), kind="stable")]  # nearest on top
    size = numpy.full(len(rows), cut.factor * lattice.spacing)
    shown = collections.EllipseCollection(
        size, size, numpy.zeros(len(rows)), units="xy", offsets=cut.factor * lattice.x[rows][:, cut.axes],
        transOffset=draw.ax.transData, array=cut.factor * lattice.distance[rows], cmap=draw.map,
        linewidths=0)
    draw.ax.add_collection(shown)
    cut.surface(lattice.structure)
    cut.finish(0.12)
    draw.bar(shown, quantities.label("distance", cut.unit))
    draw.table({**{"%s (m)" % "xyz"[k]: lattice.x[rows, k] for k in range(3)},
                "distance (m)": lattice.distance[rows], "patch": lattice.patch[rows]})
    draw.note("layer at %.8g m: %d virtual particles", cut.place, len(rows))


@recipe("virtual particles", "Where the distances from each triangle come from: virtual particles, "
        "triangles, or none.", axes=2, ratio=0.75, wide=120.0)
def coverage(draw, structure=None, plane=None):
    """The array audit_answered of the result (output.audit), seen from both sides of the plane."""
    lattice = Lattice(draw.result, structure)
    body = lattice.structure
    if "audit_answered" not in body.faces:
        raise CannotDraw("the result holds no audit; run with output.audit: true")
    source = body.faces["audit_answered"]
    corners, area = polygons(body)
    axis = broadside(area, plane)
    for ax, side in zip(draw.axes, (-1.0, 1.0)):
        sided(ax, corners, area, axis, side, facecolors=[
            SOURCES.get(int(code), ("", "1.0"))[1] for code in source])
    draw.axes[1].set_ylabel("")
    size = numpy.linalg.norm(area, axis=1)
    keys = []
    for code in numpy.unique(source):
        share = float(size[source == code].sum() / size.sum())
        text, color = SOURCES.get(int(code), ("code %d" % code, "1.0"))
        keys.append(patches.Patch(facecolor=color, label="%s, %.3g %%" % (text, 100 * share)))
        draw.note("%s: %d triangles, %.6g of the area", text, (source == code).sum(), share)
    draw.axes[0].legend(handles=keys, loc="lower left", bbox_to_anchor=(0.0, 1.1), borderaxespad=0.2)
    middle = numpy.array([one.mean(0) for one in corners])
    missing = body.faces["audit_missing"] if "audit_missing" in body.faces else numpy.zeros(len(size))
    draw.table({**{"%s (m)" % "xyz"[k]: middle[:, k] for k in range(3)}, "area (m2)": size,
                "audit_answered": source, "audit_missing": missing})
    draw.note("structure '%s'; stencils with missing virtual particles: %.6g on average", body.name,
              float(numpy.average(missing, weights=size)))


def polygons(structure):
    """Corners of each polygon ([k, 3] m, body frame) and vector areas [n, 3] m2."""
    surface = structure.surface
    corners = numpy.split(surface.points[surface.corners].astype(float), surface.offsets[1:-1])
    arms = [one[1:] - one[0] for one in corners]
    return corners, numpy.array([0.5 * numpy.cross(a[:-1], a[1:]).sum(0) for a in arms])


def broadside(area, plane=None):
    """The axis across `plane`; by default y, unless the vector areas [n, 3] face another one by far
    more."""
    if plane is not None:
        return "xyz".index((set("xyz") - set(plane)).pop())
    seen = abs(area).sum(0)
    return int(seen.argmax()) if seen.max() > 1.5 * seen[1] else 1


def sided(ax, corners, area, axis, side, facecolors=None, **look):
    """Draw the polygons that face one side of the plane across an axis, the nearest last; returns the
    collection and the rows of the polygons.  The axes are mirrored as one sees them from there."""
    axes = list(ACROSS[axis])
    length, unit = quantities.prefixed(
        min(max(float(abs(one).max()) for one in corners), 0.499), "m")
    depth = numpy.array([one[:, axis].mean() for one in corners])
    front = numpy.flatnonzero(side * area[:, axis] > 0)
    front = front[numpy.argsort(side * depth[front])]
    shown = collections.PolyCollection(
        [length * corners[k][:, axes] for k in front], linewidths=0.15, edgecolors="face",
        facecolors=None if facecolors is None else [facecolors[k] for k in front], **look)
    ax.add_collection(shown)
    ax.autoscale_view()
    ax.set(aspect="equal", xlabel=quantities.label("xyz"[axes[0]], unit),
           ylabel=quantities.label("xyz"[axes[1]], unit),
           title="from %s%s" % ("−" if side < 0 else "+", "xyz"[axis]))
    if (side < 0) == (axis != 1):
        ax.invert_xaxis()
    return shown, front


@recipe("virtual particles", "A grain at a structure: its outline, the virtual particles around it, and the "
        "eight of its cell, hollow where one is missing.", ratio=0.95)
def shell(draw, structure=None, plane=None, grain=None):
    """In the body frame, in the plane through the centre of the grain.  grain: its id; by default the
    one nearest to the structure.  Large symbols: the cell around the centre, the four corners in front of
    the plane and the four behind it lie on one another."""
    lattice = Lattice(draw.result, structure)
    grains, body = draw.frame.grains, lattice.structure
    pose = body.pose(draw.frame)
    if not len(grains) or not pose.present:
        raise CannotDraw("there is no grain, or no '%s', at %g s" % (body.name, draw.frame.time))
    centre = pose.to_body(grains["position"].astype(float))
    if grain is None:
        near = (grains["structure_id"] == body.index) & numpy.isfinite(grains["structure_distance"])
        if not near.any():
            raise CannotDraw("no grain is near '%s' at %g s; choose another frame: --time" % (
                body.name, draw.frame.time))
        gap = grains["structure_distance"].astype(float) - grains["radius"]
        row = int(numpy.where(near, gap, numpy.inf).argmin())
    else:
        found = numpy.flatnonzero(grains["id"] == int(grain))
        if not len(found):
            raise CannotDraw("there is no grain %d at %g s" % (int(grain), draw.frame.time))
        row = int(found[0])
    y, r = centre[row], float(grains["radius"][row])
    if ((y < lattice.x.min(0)) | (y > lattice.x.max(0))).any():
        raise CannotDraw("the grain %d is not within reach of the virtual particles of '%s'" % (
            grains["id"][row], body.name))
    axis = "xyz".index((set("xyz") - set(plane or "xz")).pop())
    cut = Cut(draw, lattice, plane, y[axis])
    reach = 1.6 * r + 2 * lattice.spacing
    cut.window(y[cut.axes] - reach, y[cut.axes] + reach)
    near = (abs(lattice.x[:, axis] - y[axis]) < lattice.spacing) & (
        abs(lattice.x - y)[:, cut.axes] <= reach).all(1)
    flat = cut.factor * lattice.x[near][:, cut.axes]
    shown = draw.ax.scatter(*flat.T, c=cut.factor * lattice.distance[near], s=9, cmap=draw.map,
                            linewidths=0)
    cell = numpy.floor((y - lattice.origin) / lattice.spacing).astype(int)
    corners = cell + numpy.array(list(itertools.product((0, 1), repeat=3)))
    held = numpy.array([(lattice.places == corner).all(1).any() for corner in corners])
    at = lattice.origin + lattice.spacing * corners
    for some, look, text in ((held, {"facecolors": "none", "edgecolors": "0.1"}, "cell of the centre"),
                             (~held, {"facecolors": "white", "edgecolors": "#D55E00"}, "missing")):
        if some.any():
            draw.ax.scatter(*(cut.factor * at[some][:, cut.axes]).T, s=45, marker="s", linewidths=1.1,
                            label="%s: %d" % (text, some.sum()), **look)
    place = cut.factor * y[cut.axes]
    draw.ax.add_patch(patches.Circle(place, cut.factor * r, fill=False, edgecolor=COLORS[0],
                                     linewidth=1.2))
    draw.ax.plot(*place, "+", color=COLORS[0], markersize=6, label="grain %d" % grains["id"][row])
    cut.surface(body)
    cut.finish(0.12)
    draw.ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncol=3, borderaxespad=0.2,
                   columnspacing=1.0, handletextpad=0.2)
    draw.bar(shown, quantities.label("distance", cut.unit))
    draw.table({**{"%s (m)" % "xyz"[k]: lattice.x[near, k] for k in range(3)},
                "distance (m)": lattice.distance[near], "patch": lattice.patch[near]})
    draw.table({**{"%s (m)" % "xyz"[k]: at[:, k] for k in range(3)}, "held": held.astype(int)}, "cell")
    draw.note("grain %d, radius %.8g m, centre %.8g %.8g %.8g m in the body frame", grains["id"][row], r, *y)
