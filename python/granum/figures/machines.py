"""Recipes: torque and power of shafts, forces on structures, the flow on a plane, the load on a surface."""

from granum.arrays import numpy
from granum.figures import continuum, fits, quantities
from granum.figures.bodies import broadside, polygons, sided
from granum.figures.plotting import COLORS, matplotlib
from granum.figures.recipe import CannotDraw, recipe
from granum.figures.setting import flat, masses, plane_of, rotating, thickness, volumes
from granum.figures.slabs import ACROSS

DENSE = 0.2  # solid fraction, below which a field is not drawn
SMOOTH = 50  # parts of the duration


def shaft_torque(structure):
    """Torque [H] N m about the axis of rotation that the drive of a structure exerts to turn it
    against the grains.

    The torque of the grains about the origin of the body, along the axis of rotation, with opposite
    sign; power over angular speed where the origin moves."""
    poses, loads = structure.poses, structure.loads
    spin = poses["angular_velocity"].astype(float)
    speed = numpy.linalg.norm(spin, axis=1)
    axis = spin[speed.argmax()] / speed.max()
    along = numpy.interp(loads["time"], structure._result.times, spin @ axis)
    if "velocity" in poses and abs(poses["velocity"]).max() > 1e-9:
        with numpy.errstate(divide="ignore", invalid="ignore"):
            return numpy.where(abs(along) > 1e-3 * speed.max(), loads["power"] / along, 0.0)
    sign = numpy.sign(spin[speed.argmax()] @ axis)
    return -sign * (loads["torque"] @ axis)


def running_mean(time, values, window):
    """Mean of values over `window` s around each row; rows may be at unequal times."""
    sums = numpy.concatenate([[0.0], numpy.cumsum(0.5 * (values[1:] + values[:-1])
                                                  * numpy.diff(time))])
    low = numpy.maximum(time - window / 2, time[0])
    high = numpy.minimum(time + window / 2, time[-1])
    span = numpy.maximum(high - low, 1e-300)
    return (numpy.interp(high, time, sums) - numpy.interp(low, time, sums)) / span


def times_and_window(draw, smooth):
    """Times of the history, s, and the width of the running mean, s: `smooth`, or a 50th of the run if that is None."""
    time = draw.result.history["time"]
    if len(time) < 3:
        raise CannotDraw("the history has fewer than three rows")
    return time, quantities.quantity(smooth, "s") if smooth is not None else float(time[-1] - time[0]) / SMOOTH


def of_means(window, begin):
    """What the lines and the numbers of a legend are, as its title: the width of a running mean, and from where means
    are taken (s)."""
    (factor, unit), (times, since) = (quantities.prefixed(value, "s") for value in (window, begin))
    return "lines: mean over %.3g %s\nnumbers: mean from %.3g %s on" % (factor * window, unit, times * begin, since)


def steady(draw, time, start):
    """From where means are taken, `start` (s) or by default half of the run; and a function of the values at `time`: their
    mean and its standard error from there on."""
    begin = float(time[0] + time[-1]) / 2 if start is None else quantities.quantity(start, "s")
    even = numpy.linspace(begin, time[-1], max(int((time >= begin).sum()), 1))
    if not begin < time[-1]:
        raise ValueError("start is %g s, but the history ends at %g s" % (begin, time[-1]))
    draw.note("means with standard errors %s, from %.6g s on", draw.errors("by blocks"), begin)
    return begin, lambda values: fits.block_mean(numpy.interp(even, time, values))


def rows_and_means(draw, ax, rows, time, window, means, text, unit):
    """Series {name: values [H]} in grey, in colours their running means over `window` s, in the legend their means by
    `means`, steady(), which are noted too."""
    begin, mean = means
    found = {name: (draw.average(text + name, values, x=time).value,
                    draw.average(text + name + ", smooth", running_mean(time, values, window), x=time),
                    draw.average(text + name + ", mean", *mean(values))) for name, values in rows.items()}
    reach = [(smooth.value, 0.0 if smooth.error is None else smooth.error) for _, smooth, _ in found.values()]
    top = max([numpy.nanmax(values + error) for values, error in reach] or [0.0])
    low = min([numpy.nanmin(values - error) for values, error in reach] or [0.0])
    factor, shown = quantities.prefixed(max(top, -low), unit)
    for (name, (raw, smooth, whole)), color in zip(found.items(), COLORS):
        ax.plot(time, factor * raw, color="0.85", linewidth=0.4, zorder=0)
        draw.curve(ax, time, smooth, by=factor, color=color, label="%s, $%s$" % (name, fits.shown(*whole.times(factor))))
        draw.note("%s of %s: mean %.8g %s, standard error %.3g %s", text, name.strip("$"), whole.value, unit, whole.error,
                  unit)
    ax.set(xlabel="time (s)", ylabel=quantities.label(text, shown))
    if top > low:
        ax.set_ylim(*(factor * (end + part * (top - low)) for end, part in (
            (low, -0.15), (top, 0.3 + 0.13 * (1 + len(found) + (draw.runs > 1))))))
    draw.legend(ax, loc="upper right", title=of_means(window, begin))


@recipe("mixers", "Torque and power of each rotating structure against time.", axes=2, ratio=0.42,
        wide=140.0, repeats=True)
def torque(draw, smooth=None, start=None):
    """smooth: width in s of the running mean, a 50th of the run by default; the grey lines are not
    smoothed.  start: s, from where the means of the legend are taken, half of the run by default."""
    shafts = rotating(draw.result)
    if not shafts:
        raise CannotDraw("no structure rotates")
    time, window = times_and_window(draw, smooth)
    mean = steady(draw, time, start)
    torques = {one.name: shaft_torque(one) for one in shafts}
    powers = {one.name: one.loads["power"].astype(float) for one in shafts}
    for one in shafts:
        work = draw.average("work of " + one.name, one.loads["work"][-1]).value
        draw.note("%s: work on the grains %.8g J, mean power %.8g W", one.name, work, work / (time[-1] - time[0]))
    for ax, rows, unit, text in ((draw.axes[0], torques, "N m", "torque of the drive"), (draw.axes[1], powers, "W", "power")):
        rows_and_means(draw, ax, rows, time, window, mean, text, unit)
    columns = [("%s of %s (%s)" % (text, name, unit), values) for name in torques for text, unit, values in (
        ("torque of the drive", "N m", torques[name]), ("power", "W", powers[name]))]
    draw.table({"time (s)": time, **{title: draw.average(title, values, x=time) for title, values in columns}})
    draw.note("the coloured lines are running means over %.6g s", window)


def moved(result):
    """The structures that move, or else all of them; without those that no grain has touched, if there are others."""
    rows = list(result.structures.values())
    rows = [one for one in rows if one.loads["force"].any()] or rows
    found = [one for one in rows
             if any(one.poses[name].any() for name in ("velocity", "angular_velocity") if name in one.poses)]
    return found or rows


@recipe("mixers", "Force of the grains on a structure against time: its components; of several the magnitude of each.",
        ratio=0.62, wide=110.0, repeats=True)
def force(draw, structure=None, smooth=None, start=None):
    """structure: those that move by default.  smooth: width in s of the running mean, a 50th of the run
    by default; the grey lines are not smoothed.  start: s, from where the means of the legend are taken, half
    of the run by default."""
    if structure is not None and structure not in draw.result.structures:
        raise ValueError("there is no structure '%s'; there are: %s" % (
            structure, ", ".join(draw.result.structures)))
    chosen = [draw.result.structures[structure]] if structure else moved(draw.result)
    if not chosen:
        raise CannotDraw("the scene has no structure")
    if not any(one.loads["force"].any() for one in chosen):
        raise CannotDraw("no grain has touched %s" % ", ".join("'%s'" % one.name for one in chosen))
    time, window = times_and_window(draw, smooth)
    columns, lines, mean = {"time (s)": time}, {}, steady(draw, time, start)
    for one in chosen:
        on = one.loads["force"].astype(float)
        for k in range(3):
            title = "F_%s on %s (N)" % ("xyz"[k], one.name)
            columns[title] = draw.average(title, on[:, k], x=time)
        if len(chosen) == 1:
            lines.update({"$F_%s$" % "xyz"[k]: on[:, k] for k in range(3) if on[:, k].any()})
        else:
            lines[one.name] = numpy.linalg.norm(on, axis=1)
        draw.note("%s: mean force %.6g, %.6g, %.6g N", one.name, *draw.average(one.name, on.mean(0)).value)
    text = "force on %s" % chosen[0].name if len(chosen) == 1 else "force"
    rows_and_means(draw, draw.ax, lines, time, window, mean, text, "N")
    draw.table(columns)
    draw.note("the coloured lines are running means over %.6g s", window)


def field_of(draw, plane, place):
    """(axis, continuum.Plane) of the grains of the frame in a plane through the middle, or at place
    (m)."""
    grains = draw.frame.grains
    if not len(grains):
        raise CannotDraw("the frame at %g s holds no grains" % draw.frame.time)
    axis = "xyz".index((set("xyz") - set(plane_of(draw.result, plane))).pop())
    x = grains["position"].astype(float)
    middle = (x[:, axis].min() + x[:, axis].max()) / 2 if place is None \
        else quantities.quantity(place, "m")
    reach = continuum.REACH * float(grains["radius"].max())
    found = continuum.plane_of(x, grains["velocity"].astype(float), masses(draw.result, grains),
                               volumes(draw.result, grains), axis, middle, reach,
                               deep=thickness(draw.result))
    draw.note("plane %s = %.6g m; means over %.6g m (Lucy's function)", "xyz"[axis], middle, reach)
    return axis, found


def mesh(draw, ax, axis, found, values, color_map, text, arrows=None):
    """A field as coloured cells, NaN where it is not drawn; arrows: components [n1, n2, 2]."""
    factor, unit = quantities.prefixed(min(max(abs(place).max() for place in found.places), 0.999), "m")
    one, two = (factor * place for place in found.places)
    shown = ax.pcolormesh(one, two, numpy.ma.masked_invalid(values).T, cmap=color_map,
                          shading="nearest", edgecolor="face", linewidth=0.1)
    if arrows is not None:
        step = max(1, len(one) // 16, len(two) // 22)
        some = numpy.s_[::step, ::step]
        ax.quiver(
            numpy.repeat(one[:, None], len(two), 1)[some], numpy.repeat(two[None], len(one), 0)[some],
            arrows[some + (0,)], arrows[some + (1,)], color="0.1", width=0.006, pivot="middle")
    there = numpy.isfinite(values)
    if there.any():
        for limits, place, along in ((ax.set_xlim, one, 1), (ax.set_ylim, two, 0)):
            rows = place[there.any(along)]
            margin = 0.03 * (rows[-1] - rows[0]) + (place[1] - place[0])
            limits(rows[0] - margin, rows[-1] + margin)
        wide, high = numpy.ptp(ax.get_xlim()), numpy.ptp(ax.get_ylim())
        draw.resize((0.62 * high / wide + 0.17) / len(draw.axes) + (len(draw.axes) > 1) * 0.08)
    axes = ACROSS[axis]
    ax.set(aspect="equal", xlabel=quantities.label("xyz"[axes[0]], unit),
           ylabel=quantities.label("xyz"[axes[1]], unit))
    draw.bar(shown, text, ax)
    return shown


def field_table(draw, axis, found):
    one, two = (place.ravel() for place in numpy.meshgrid(*found.places, indexing="ij"))
    first, second = ("xyz"[k] for k in ACROSS[axis])
    there = found.solid_fraction.ravel() > 0
    draw.table({"%s (m)" % first: one[there], "%s (m)" % second: two[there],
                "solid fraction": found.solid_fraction.ravel()[there],
                **{"v_%s (m/s)" % "xyz"[k]: found.velocity[..., k].ravel()[there] for k in range(3)}})


@recipe("mixers", "Velocity of the grains on a plane: arrows, and colours of the speed.", ratio=0.85)
def velocity(draw, plane=None, place=None):
    """The field is granum.figures.continuum, drawn where the solid fraction exceeds 0.2."""
    axis, found = field_of(draw, plane, place)
    speed = numpy.linalg.norm(found.velocity, axis=2)
    dense = found.solid_fraction > DENSE
    if not dense.any():
        raise CannotDraw("the solid fraction exceeds %g nowhere on the plane" % DENSE)
    values = numpy.where(dense, speed, numpy.nan)
    factor, unit = quantities.prefixed(float(numpy.nanmax(values)), "m/s")
    arrows = numpy.where(dense[..., None], found.velocity[..., list(ACROSS[axis])], numpy.nan)
    mesh(draw, draw.ax, axis, found, factor * values, draw.map, quantities.label("speed", unit), arrows)
    field_table(draw, axis, found)


def loaded(result, frame):
    """The structure whose load is drawn if none is chosen."""
    found = rotating(result) or moved(result)
    if not found:
        raise CannotDraw("the scene has no structure")

    def impulse(one):
        sums = one.sums(frame)
        return float(sums["normal_impulse"].sum()) if "normal_impulse" in sums else 0.0

    return found[0] if rotating(result) else max(found, key=impulse)


@recipe("mixers", "Load on a structure: mean normal traction of its triangles, from both sides.", axes=2,
        ratio=0.6, wide=120.0)
def load(draw, structure=None, start=None, plane=None):
    """Normal impulse of each triangle between the times start and that of the frame over its area and
    that time, in the body frame, seen along the axis across `plane` from either side.  structure: by
    default the first that rotates; where none does, of those that move, or else of all, the one with the largest
    sum of impulses.  It needs output.surface_sums, which is on by default."""
    result = draw.result
    if flat(result):
        raise CannotDraw("surfaces are lines in two dimensions")
    chosen = result.structures[structure] if structure else loaded(result, draw.frame)
    sums = chosen.sums(draw.frame)
    if "normal_impulse" not in sums:
        raise CannotDraw("the result holds no sums on surfaces; run with output.surface_sums: true")
    impulse, begin = sums["normal_impulse"].astype(float), 0.0
    if start is not None:
        first = result.at(quantities.quantity(start, "s"))
        impulse = impulse - chosen.sums(first)["normal_impulse"]
        begin = first.time
    duration = draw.frame.time - begin
    if not duration > 0:
        raise CannotDraw("no time passes from the start to the frame at %g s" % draw.frame.time)
    corners, area = polygons(chosen)
    size = numpy.linalg.norm(area, axis=1)
    traction = numpy.divide(impulse, size * duration, where=size > 0, out=numpy.zeros(len(size)))
    axis = broadside(area, plane)
    top = float(numpy.percentile(traction[traction > 0], 99)) if (traction > 0).any() else 0.0
    if not top > 0:
        raise CannotDraw("no grain has touched '%s'" % chosen.name)
    factor, unit = quantities.prefixed(top, "Pa")
    colors = matplotlib.colormaps[draw.map].copy()
    colors.colorbar_extend = "max"
    for ax, side in zip(draw.axes, (-1.0, 1.0)):
        shown, front = sided(ax, corners, area, axis, side, cmap=colors)
        shown.set_array(factor * traction[front])
        shown.set_clim(0, factor * top)
    draw.axes[1].set_ylabel("")
    draw.bar(shown, quantities.label("mean normal traction", unit), draw.axes[1])
    draw.ax.figure.suptitle("%s in its own frame, mean from %.4g to %.4g s" % (chosen.name, begin, draw.frame.time),
                            fontsize=matplotlib.rcParams["font.size"])
    middle = numpy.array([one.mean(0) for one in corners])
    draw.table({**{"%s (m)" % "xyz"[k]: middle[:, k] for k in range(3)}, "area (m2)": size,
                "normal impulse (N s)": impulse, "mean normal traction (Pa)": traction})
    draw.note("structure '%s', over %.8g s", chosen.name, duration)
