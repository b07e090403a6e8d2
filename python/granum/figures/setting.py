"""What the scene of a result says: densities, friction, shafts, outlets, tubes."""

from collections import namedtuple

from granum.arrays import numpy
from granum.figures.recipe import CannotDraw
from granum.result import scene_of

#: A hole through which grains leave: axis 0..2, its place along the axis and its diameter in m.
Outlet = namedtuple("Outlet", "axis place diameter")
#: An upright cylinder: a Structure, centre of its axis [3], and its radius in m.
Tube = namedtuple("Tube", "structure centre radius")


def thickness(result):
    """Of a result of two dimensions, whose grains are in the plane z = 0: the depth (m) that volumes
    have.  None in space."""
    domain = scene_of(result).get("domain") or {}
    return float(domain.get("thickness", 1.0)) if domain.get("dimensions", 3) == 2 else None


def flat(result):
    """Whether the result is of two dimensions."""
    return thickness(result) is not None


def plane_of(result, plane=None):
    """Two of the letters xyz: the given plane, or else the one of two dimensions, or xz.  ValueError:
    there is no such plane, or the result has another one."""
    known = ("xy",) if flat(result) else ("yz", "xz", "xy")
    if plane is not None and plane not in known:
        raise ValueError("the plane is %s, not '%s'%s" % (
            ", ".join(known), plane, ": all is in the plane z = 0" if len(known) == 1 else ""))
    return plane or ("xy" if flat(result) else "xz")


def balls(grains):
    """[n] m3"""
    return 4.0 / 3.0 * numpy.pi * grains["radius"].astype(float) ** 3


def volumes(result, grains):
    """[n] m3, in two dimensions of cylinders through the thickness."""
    deep = thickness(result)
    return balls(grains) if deep is None else numpy.pi * deep * grains["radius"].astype(float) ** 2


def densities(result, grains):
    """[n] kg/m3, of the materials of the scene."""
    materials = scene_of(result).get("materials") or {}
    known = numpy.array([float(materials[name]["density"]) if name in materials else numpy.nan
                         for name in result.materials])
    found = known[grains["material"]] if len(known) else numpy.full(len(grains), numpy.nan)
    if numpy.isnan(found).any():
        raise CannotDraw("the scene of '%s' gives no density of its grains" % result.path)
    return found


def masses(result, grains):
    """[n] kg"""
    if "mass" in grains:
        return grains["mass"].astype(float)
    discs = result.provenance.get("grains", "sphere") == "disc"
    volume = volumes(result, grains) if discs else balls(grains)
    whole = volume * densities(result, grains)
    return whole * grains["weight"] if "weight" in grains else whole


def material_of(result, frame):
    """Positions [n, 3] m and masses [n] kg of the grains and, of a continuum, the material points."""
    x, m = frame.grains["position"].astype(float), masses(result, frame.grains)
    points = frame.points
    if not len(points):
        return x, m
    return (numpy.concatenate([x, points["position"].astype(float)]),
            numpy.concatenate([m, points["mass"].astype(float)]))


def gravity(result):
    """[3] m/s2"""
    return numpy.array(scene_of(result).get("gravity", [0.0, 0.0, -9.81]), float)


def friction(result, a, b):
    """Friction coefficients [n] between the materials a and b, rows of result.materials."""
    names = result.materials
    table = numpy.full((len(names), len(names)), numpy.nan)
    for pair in scene_of(result).get("contacts", {}).get("pairs", []):
        i, j = (names.index(name) for name in pair["between"])
        table[i, j] = table[j, i] = pair.get("friction", numpy.nan)
    return table[a, b]


def structure_materials(result):
    """Row of result.materials of each structure, -1 where the scene does not name one."""
    given = {entry["name"]: entry.get("material")
             for entry in scene_of(result).get("structures") or []}
    names = result.materials
    return numpy.array([names.index(given[name]) if given.get(name) in names else -1
                        for name in result.structures], int)


def wall_materials(result, frame):
    """Row of result.materials by structure_id of the contacts of a frame: of structures and, after
    them, of bodies, -1 of those that have left."""
    named = structure_materials(result)
    bodies = frame.bodies
    if not len(bodies):
        return named
    found = numpy.full(len(named) + int(bodies["id"].max()) + 1, -1)
    found[:len(named)] = named
    found[len(named) + bodies["id"]] = bodies["material"]
    return found


def mean_diameter(grains):
    return 2.0 * float(grains["radius"].astype(float).mean())


def rotating(result):
    """Structures that rotate in some frame."""
    found = []
    for structure in result.structures.values():
        poses = structure.poses
        if "angular_velocity" in poses and abs(poses["angular_velocity"]).max() > 1e-6:
            found.append(structure)
    return found


def turns(structure, times):
    """Revolutions of a structure since the start of the run, at times (s): the integral of its
    angular speed between the frames."""
    poses, known = structure.poses, structure._result.times
    speed = numpy.linalg.norm(poses["angular_velocity"].astype(float), axis=1) / (2 * numpy.pi)
    sums = numpy.concatenate([[0.0], numpy.cumsum(0.5 * (speed[1:] + speed[:-1])
                                                 * numpy.diff(known))])
    return numpy.interp(times, known, sums)


def _primitives(result, kind):
    """(structure, keys) of the structures of a kind in the scene."""
    structures = result.structures
    for entry in scene_of(result).get("structures") or []:
        if kind in entry and entry["name"] in structures:
            yield structures[entry["name"]], entry[kind]


def outlet(result):
    """The narrowest opening of the scene: the small end of a cone, the hole of a disc."""
    found = []
    for _, keys in _primitives(result, "cone"):
        base, along = numpy.array(keys["base"], float), numpy.array(keys["axis"], float)
        ends = [(keys["base_radius"], base), (keys["top_radius"], base + along)]
        small, where = min(ends, key=lambda end: end[0])
        axis = int(abs(along).argmax())
        if small > 0:
            found.append(Outlet(axis, float(where[axis]), 2 * float(small)))
    for _, keys in _primitives(result, "disc"):
        axis = int(abs(numpy.array(keys["normal"], float)).argmax())
        if keys.get("hole", 0) > 0:
            found.append(Outlet(axis, float(keys["centre"][axis]), 2 * float(keys["hole"])))
    if not found:
        raise CannotDraw("the scene has no cone and no disc with a hole, through which grains "
                         "could leave; give the outlet: --outlet z=HEIGHT,DIAMETER")
    return min(found, key=lambda one: one.diameter)


def tube(result, name=None):
    """The upright cylinder of that name, or the first one."""
    for structure, keys in _primitives(result, "cylinder"):
        along = numpy.array(keys["axis"], float)
        if int(abs(along).argmax()) == 2 and name in (None, structure.name):
            return Tube(structure, numpy.array(keys["base"], float), float(keys["radius"]))
    raise CannotDraw("the scene has no upright cylinder%s" % (
        " of the name '%s'" % name if name else ""))
