"""Recipe: the contact forces on a structure as arrows."""

from granum.arrays import numpy
from granum.figures import quantities
from granum.figures.bodies import broadside, polygons, sided
from granum.figures.plotting import INK, matplotlib
from granum.figures.recipe import CannotDraw, recipe
from granum.figures.setting import rotating

LONGEST = 0.22  # of the longer side of the picture, the arrow of the 99th percentile


def contacts_on(structure, frame):
    """The contacts of a structure in a frame: points [c, 3] m on its surface, forces on it [c, 3] N and
    their normal parts [c, 3] N, ids of the grains [c] (of other structures -1)."""
    contacts = frame.contacts
    b = contacts["structure_id"] == structure.index
    a = contacts["structure_a"] == structure.index if "structure_a" in contacts else numpy.zeros(len(b), bool)
    rows = numpy.flatnonzero((b & (contacts["id_b"] < 0)) | a)
    sign = numpy.where(a[rows], 1.0, -1.0)[:, None]
    force = sign * contacts["force"][rows].astype(float)
    along = sign * (contacts["force_normal"][rows].astype(float)[:, None]
                    * contacts["normal"][rows].astype(float))
    return contacts["ends"][rows, 1].astype(float), force, along, contacts["id_a"][rows]


def shaft(pose):
    """(axis, a point of it) of what turns as the pose says; None if it does not turn."""
    spin = numpy.asarray(pose.angular_velocity, float)
    speed = numpy.linalg.norm(spin)
    if not speed > 1e-6:
        return None
    return spin / speed, pose.position + numpy.cross(spin, pose.velocity) / speed ** 2


@recipe("mixers", "Contact forces on a structure as arrows, from both sides, with their resultant.", axes=2,
        ratio=0.6, wide=140.0)
def contact_forces(draw, structure=None, plane=None):
    """Arrows end at the contacts; their length and colour is the size of the whole force on the structure.
    Each side shows the contacts of the grains on that side.  structure: the first that rotates by default.
    The torque is about the axis of rotation, positive in its sense, else about the middle of the box."""
    result = draw.result
    if structure is not None and structure not in result.structures:
        raise ValueError("there is no structure '%s'; there are: %s" % (
            structure, ", ".join(result.structures)))
    shafts = rotating(result)
    chosen = result.structures[structure] if structure else shafts[0] if shafts else None
    if chosen is None:
        raise CannotDraw("no structure rotates; choose one: --structure NAME")
    pose = chosen.pose(draw.frame)
    points, force, along, ids = contacts_on(chosen, draw.frame)
    if not pose.present or not len(points):
        raise CannotDraw("nothing touches '%s' at %g s; choose another frame: --time" % (
            chosen.name, draw.frame.time))
    corners, area = polygons(chosen)
    corners, area = [pose.to_world(one) for one in corners], area @ pose.rotation.T
    axis = broadside(area, plane)
    size = numpy.linalg.norm(force, axis=1)
    top = float(numpy.percentile(size, 99))
    factor, unit = quantities.prefixed(top, "N")
    colors = matplotlib.colormaps[draw.map].copy()
    colors.colorbar_extend = "max"
    steel = 0.55 + 0.35 * abs(area[:, axis]) / numpy.maximum(numpy.linalg.norm(area, axis=1), 1e-300)
    outward = (along * -1.0)[:, axis]  # from the structure towards the grain
    most = None
    for ax, side in zip(draw.axes, (-1.0, 1.0)):
        sided(ax, corners, area, axis, side, facecolors=[str(grey) for grey in steel])
        axes = [k for k in range(3) if k != axis]
        length, _ = quantities.prefixed(min(max(float(abs(one).max()) for one in corners), 0.499), "m")
        span = length * max(float(numpy.ptp(numpy.concatenate(corners)[:, k])) for k in axes)
        scale = top / (LONGEST * span)  # N to the unit of the axes
        here = numpy.flatnonzero(side * outward >= 0)
        here = here[numpy.argsort(size[here])]
        arrows = ax.quiver(
            *(length * points[here][:, axes]).T, *force[here][:, axes].T, factor * size[here], cmap=colors,
            angles="xy", scale_units="xy", scale=scale, pivot="tip", width=0.008, zorder=3,
            clim=(0, factor * top), edgecolor=INK, linewidth=0.2)
        if most is None or len(here) > most[1]:
            most = ax, len(here), arrows
        margin = LONGEST * span
        low, high = (length * numpy.concatenate(corners)[:, axes]).min(0), \
            (length * numpy.concatenate(corners)[:, axes]).max(0)
        turned = ax.xaxis_inverted()
        ax.set(xlim=(low[0] - margin, high[0] + margin), ylim=(low[1] - margin, high[1] + margin))
        if turned:
            ax.invert_xaxis()
    key = quantities.rounded(top)
    # Where x runs to the left the key is drawn to the left too: the number stands off its shaft, below.
    most[0].quiverkey(most[2], 0.25, 0.09, key, "%g %s" % (factor * key, unit), labelpos="S", labelsep=0.04,
                      coordinates="axes", color=INK)
    draw.axes[1].set_ylabel("")
    draw.bar(arrows, quantities.label("contact force", unit), draw.axes[1])
    about = shaft(pose)
    centre = numpy.array([numpy.concatenate(corners).min(0), numpy.concatenate(corners).max(0)]).mean(0)
    total = force.sum(0)
    if about:
        torque = float(numpy.cross(points - about[1], force).sum(0) @ about[0])
        turning = "torque of the grains about its axis"
    else:
        torque = float(numpy.linalg.norm(numpy.cross(points - centre, force).sum(0)))
        turning = "torque about (%.4g, %.4g, %.4g) m" % tuple(centre)
    words = []
    for text, value, of in (("force", numpy.linalg.norm(total), "N"), (turning, torque, "N m")):
        times, prefixed = quantities.prefixed(value, of)
        words.append("%s %.3g %s" % (text, times * value, prefixed))
    draw.ax.figure.suptitle("%s, t = %.4g s: %s" % (chosen.name, draw.frame.time, ", ".join(words)),
                            fontsize=matplotlib.rcParams["font.size"])
    draw.table({"grain": ids, **{"%s (m)" % "xyz"[k]: points[:, k] for k in range(3)},
                **{"F_%s (N)" % "xyz"[k]: force[:, k] for k in range(3)}, "|F| (N)": size,
                "normal (N)": numpy.linalg.norm(along, axis=1),
                "tangential (N)": numpy.linalg.norm(force - along, axis=1)})
    draw.note("structure '%s': %d contacts, force %.10g %.10g %.10g N, %s %.10g N m", chosen.name, len(points),
              *total, turning, torque)
