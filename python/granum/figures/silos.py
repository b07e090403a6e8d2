"""Recipes: discharge of a hopper, its flow on a plane, the pressure on the wall of a silo."""

from granum.arrays import numpy
from granum.figures import fits, quantities
from granum.figures.machines import DENSE, field_of, field_table, mesh
from granum.figures.plotting import COLORS
from granum.figures.recipe import CannotDraw, recipe
from granum.figures.setting import (Outlet, densities, friction, gravity, masses, material_of, mean_diameter,
                                    outlet, structure_materials, tube, volumes)

C_LOW, C_HIGH, C, K = 0.55, 0.65, 0.58, 1.4  # of Beverloo's law, with the published range of C
STEADY = 0.2, 0.8  # parts of the discharged mass between which the rate is fitted


def given_outlet(result, text):
    return outlet(result) if text is None else Outlet(*quantities.place(text))


def discharged(result, hole):
    """(times, mass in kg that has left) of the frames or, if grains leave the run, of the history."""
    history = result.history
    sinks = [name for name in history if name.endswith("_mass")
             and name[:-5] + "_grains" in history]
    if sinks:
        return history["time"], sum(history[name].astype(float) for name in sinks), "sinks"
    if len(history) and "mass_out" in history and history["mass_out"][-1] > 0:
        return history["time"], history["mass_out"].astype(float), "mass that left"
    if len(history) and "mass_out" not in history and history["grains_out"][-1] > 0:
        mean = float(masses(result, result[0].grains).mean())
        return history["time"], history["grains_out"] * mean, \
            "grains that left, times their mean mass"
    down = numpy.sign(gravity(result)[hole.axis]) or -1.0
    times, out = [], []
    for frame in result:
        x, mass = material_of(result, frame)
        times.append(frame.time)
        out.append(float(mass[down * (x[:, hole.axis] - hole.place) > 0].sum()))
    return numpy.array(times), numpy.array(out) - out[0], "mass beyond the outlet in each frame"


def bulk_density(result, frame, hole):
    """kg/m3 of the bed above an outlet: mass of the grains with their centre in a core over its volume.
    The core is an upright cylinder around the axis of the bed, between the 30th and the 70th
    percentile of the heights; its radius is 0.7 of the smallest of the bed there."""
    x, mass = material_of(result, frame)
    down = numpy.sign(gravity(result)[hole.axis]) or -1.0
    inside = down * (x[:, hole.axis] - hole.place) < 0
    if inside.sum() < 100:
        raise CannotDraw("fewer than 100 grains are above the outlet at %g s" % frame.time)
    x, mass = x[inside], mass[inside]
    low, high = numpy.percentile(x[:, hole.axis], [30, 70])
    flat = x[:, [k for k in range(3) if k != hole.axis]]
    away = numpy.linalg.norm(flat - flat.mean(0), axis=1)
    layers = numpy.linspace(low, high, 5)
    radius = 0.7 * min(numpy.percentile(away[(x[:, hole.axis] >= a) & (x[:, hole.axis] <= b)], 95)
                       for a, b in zip(layers, layers[1:]))
    core = (away < radius) & (x[:, hole.axis] > low) & (x[:, hole.axis] < high)
    return float(mass[core].sum() / (numpy.pi * radius ** 2 * (high - low)))


def beverloo(density, g, opening, grain, c=C, k=K):
    """Mass flow W = C rho_b sqrt(g) (D - k d)^(5/2), kg/s, through a round outlet.

    W. A. Beverloo, H. A. Leniger and J. van de Velde, Chem. Eng. Sci. 15 (1961) 260-269; C from 0.55 to
    0.65 and k from 1 to 2 in C. Mankoc et al., Granular Matter 9 (2007) 407-414."""
    return c * density * numpy.sqrt(g) * max(opening - k * grain, 0.0) ** 2.5


def at_rest(result, hole):
    """The last frame before a hundredth of the discharged mass has left."""
    times, out, _ = discharged(result, hole)
    if not out[-1] > 0:
        raise CannotDraw("no grain leaves through the outlet at %s = %g m" % (
            "xyz"[hole.axis], hole.place))
    begin = times[max(int((out > 0.01 * out[-1]).argmax()) - 1, 0)]
    return result.at(max(float(begin), result.times[0]))


@recipe("hoppers", "Discharged mass against time, its rate, and Beverloo's line.", repeats=True)
def discharge(draw, outlet=None):
    """The rate is the slope between 20 and 80 % of the discharged mass.  Beverloo's line has the bulk
    density of the bed before it flows (silos.bulk_density), C = 0.58 and k = 1.4; the band is C from
    0.55 to 0.65.  It holds for a flat floor: a hopper of steep walls is faster.  outlet: axis, its place and
    diameter, by default the narrowest opening of the scene."""
    result = draw.result
    hole = given_outlet(result, outlet)
    times, out, source = discharged(result, hole)
    rest = at_rest(result, hole)
    steady = (out >= STEADY[0] * out[-1]) & (out <= STEADY[1] * out[-1])
    if steady.sum() < 3:
        raise CannotDraw("fewer than three instants lie between 20 and 80 % of the discharge; write "
                         "frames more often: output.every")
    rate, offset = numpy.polyfit(times[steady], out[steady], 1)
    left = out[steady] - rate * times[steady] - offset
    slope = draw.average("rate", rate, fits.standard_errors(
        numpy.stack([times[steady], numpy.ones(steady.sum())], 1), left)[0])
    rate, offset = slope.value, draw.average("offset", offset).value
    density = bulk_density(result, rest, hole)
    grain = mean_diameter(rest.grains)
    g = float(numpy.linalg.norm(gravity(result)))
    law = draw.average("Beverloo", beverloo(density, g, hole.diameter, grain)).value
    drawn = draw.average("mass", out, x=times)
    factor, unit = quantities.prefixed(float(out.max()), "kg")
    begin = times[steady][0]
    mass = rate * begin + offset
    end = min(begin + (out.max() - mass) / rate, times[-1])
    line = numpy.array([begin, end])
    draw.curve(draw.ax, times, drawn, "o" if len(times) < 100 else "-", by=factor, color=COLORS[0],
               label="discharged")
    draw.ax.plot(line, factor * (rate * line + offset), color="0.1",
                 label="slope $%s$ %s/s" % (fits.shown(*slope.times(factor)), unit))
    draw.ax.fill_between(line, *(factor * (mass + law * c / C * (line - begin))
                                 for c in (C_LOW, C_HIGH)), color=COLORS[1], alpha=0.25, linewidth=0)
    draw.ax.plot(line, factor * (mass + law * (line - begin)), color=COLORS[1], linestyle="--",
                 label="Beverloo %.3g %s/s" % (factor * law, unit))
    draw.ax.set(xlabel="time (s)", ylabel=quantities.label("mass", unit), xlim=(times[0], times[-1]),
                ylim=(0, 1.08 * factor * out.max()))
    draw.legend(draw.ax, loc="best")
    draw.table({"time (s)": times, "discharged mass (kg)": drawn})
    draw.note("discharged mass: %s", source)
    draw.note("rate %.8g kg/s between %.6g and %.6g s", rate, begin, times[steady][-1])
    draw.note("standard error of the rate %s: %.3g kg/s", draw.errors("by points that count as independent"), slope.error)
    draw.note("Beverloo %.8g kg/s: C %g, k %g, bulk density %.8g kg/m3, outlet %.8g m, grains %.8g m, "
              "g %.8g m/s2", law, C, K, density, hole.diameter, grain, g)


@recipe("hoppers", "Vertical velocity and solid fraction on a plane through the flow.", axes=2, ratio=0.6,
        wide=140.0)
def slices(draw, plane=None, place=None, outlet=None):
    """The fields are granum.figures.continuum.  The frame, unless it is chosen, is that at which half of
    the mass has left through the outlet."""
    if not draw.chosen:
        hole = given_outlet(draw.result, outlet)
        times, out, _ = discharged(draw.result, hole)
        at_rest(draw.result, hole)
        half = times[int((out >= 0.5 * out[-1]).argmax())]
        draw.frame = draw.result.at(float(half))
        draw.note("frame at %.10g s, when half of the mass has left", draw.frame.time)
    axis, found = field_of(draw, plane, place)
    dense = found.solid_fraction > DENSE
    if not dense.any():
        raise CannotDraw("the solid fraction exceeds %g nowhere on the plane" % DENSE)
    vertical = int(abs(gravity(draw.result)).argmax())
    values = numpy.where(dense, found.velocity[..., vertical], numpy.nan)
    factor, unit = quantities.prefixed(float(numpy.nanmax(abs(values))), "m/s")
    arrows = numpy.where(dense[..., None], found.velocity[..., [k for k in range(3) if k != axis]],
                         numpy.nan)
    mesh(draw, draw.axes[0], axis, found, factor * values, draw.map,
         quantities.label("$v_%s$" % "xyz"[vertical], unit), arrows)
    mesh(draw, draw.axes[1], axis, found,
         numpy.where(found.solid_fraction > 0.01, found.solid_fraction, numpy.nan), "cividis",
         "solid fraction")
    draw.axes[1].set(xlim=draw.axes[0].get_xlim(), ylim=draw.axes[0].get_ylim(), ylabel="")
    field_table(draw, axis, found)


def quiet_frames(result):
    """Frames over which the pressure on a wall is averaged: the last fifth of the run or, if grains leave
    through an outlet of the scene, of the time before."""
    last = result.times[-1]
    try:
        last = at_rest(result, outlet(result)).time
    except CannotDraw:
        pass
    begin = last - 0.2 * (last - result.times[0])
    return [frame for frame in result if begin <= frame.time <= last]


def fit_k(depth, pressure, scale, mu, diameter):
    """K of Janssen's line that fits best, by least squares."""
    values = numpy.geomspace(0.05, 3.0, 2000)
    lines = scale / mu * -numpy.expm1(-4 * mu * values[:, None] * depth / diameter)
    return float(values[((lines - pressure) ** 2).sum(1).argmin()])


@recipe("hoppers", "Pressure on an upright cylindrical wall against depth, and Janssen's line.", repeats=True)
def janssen(draw, structure=None, bins=None):
    """Normal forces of the contacts with the wall by layers, averaged over silos.quiet_frames, or of the
    chosen frame.  The line is p(z) = rho_b g D / (4 mu) (1 - exp(-4 mu K z / D)), with the friction mu of the
    wall and the bulk density in the wall; K, the ratio of horizontal to vertical stress, is fitted.
    H. A. Janssen, Z. Ver. dt. Ing. 39 (1895) 1045-1049."""
    result = draw.result
    wall = tube(result, structure)
    frames = [draw.frame] if draw.chosen else quiet_frames(result)
    pose = wall.structure.pose(frames[-1])
    base = pose.to_world(wall.centre)
    grains = frames[-1].grains
    x, r = grains["position"].astype(float), grains["radius"].astype(float)
    inside = (numpy.hypot(*(x - base)[:, :2].T) < wall.radius) & (x[:, 2] > base[2])
    if inside.sum() < 100:
        raise CannotDraw("fewer than 100 grains are inside '%s' at %g s" % (
            wall.structure.name, frames[-1].time))
    top = float(numpy.percentile(x[inside, 2], 99) + r.mean())
    bottom = float((x - r[:, None])[inside, 2].min())
    if top - bottom < wall.radius:
        raise CannotDraw("the fill inside '%s' is %.3g m deep at %g s, less than the radius; Janssen's "
                         "line needs a taller one" % (wall.structure.name, top - bottom,
                                                      frames[-1].time))
    number = int(bins or max(4, min(25, (top - bottom) / (2.5 * 2 * r.mean()))))
    edges = numpy.linspace(bottom, top, number + 1)
    sums, count = numpy.zeros(number), numpy.zeros(number)
    for frame in frames:
        contacts = frame.contacts
        some = contacts["structure_id"] == wall.structure.index
        height = contacts["point"].astype(float)[some, 2]
        force = contacts["force_normal"].astype(float)[some]
        sums += numpy.histogram(height, edges, weights=force)[0]
        count += numpy.histogram(height, edges)[0]
    if not count.any():
        raise CannotDraw("no grain touches '%s'" % wall.structure.name)
    area = 2 * numpy.pi * wall.radius * (edges[1] - edges[0])
    pressure, depth = sums / len(frames) / area, top - 0.5 * (edges[1:] + edges[:-1])
    core = inside & (x[:, 2] > bottom + 0.2 * (top - bottom)) & (x[:, 2] < top - 0.2 * (top - bottom))
    density = float((volumes(result, grains) * densities(result, grains))[core].sum()
                    / (numpy.pi * wall.radius ** 2 * 0.6 * (top - bottom)))
    materials = structure_materials(result)[wall.structure.index]
    mu = float(numpy.nanmax(friction(result, numpy.unique(grains["material"]), materials)))
    g, diameter = float(numpy.linalg.norm(gravity(result))), 2 * wall.radius
    if not mu > 0:
        raise CannotDraw("'%s' has no friction, so Janssen's line has no limit" % wall.structure.name)
    scale = density * g * diameter / 4
    ratio = draw.average("K", fit_k(depth, pressure, scale, mu, diameter))
    k, scale = ratio.value, draw.average("scale", scale).value
    pressure = draw.average("pressure", pressure, x=depth)
    fine = numpy.linspace(0, depth.max(), 200)
    line = scale / mu * -numpy.expm1(-4 * mu * k * fine / diameter)
    factor, unit = quantities.prefixed(float(max(numpy.nanmax(pressure.value), line.max())), "Pa")
    length, length_unit = quantities.prefixed(min(depth.max(), 0.999), "m")
    drawn = pressure.times(factor)
    draw.ax.errorbar(drawn.value, length * depth, xerr=drawn.error, fmt="o", color=COLORS[0], capsize=1.5,
                     label="wall '%s'" % wall.structure.name)
    draw.ax.plot(factor * line, length * fine, color=COLORS[1], label="Janssen, $K = %s$" % fits.shown(*ratio))
    draw.ax.plot(factor * density * g * k * fine, length * fine, color="0.6", linestyle=":",
                 label="$K \\rho_b g z$, without friction")
    draw.ax.set(xlabel=quantities.label("pressure on the wall", unit),
                ylabel=quantities.label("depth", length_unit),
                xlim=(0, 1.4 * factor * max(numpy.nanmax(pressure.value), line.max())),
                ylim=(length * depth.max() * 1.05, 0))
    draw.legend(draw.ax, loc="lower left")
    draw.table({"depth (m)": depth, "pressure (Pa)": pressure, "contacts": count / len(frames)})
    draw.note("%d frames, %.6g to %.6g s; bulk density %.8g kg/m3, D %.8g m, mu %.6g, K %.6g", len(frames),
              frames[0].time, frames[-1].time, density, diameter, mu, k)
