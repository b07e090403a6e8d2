"""granum export --as ondem RESULT -- frames in the exchange format of ON-DEM, a file for each.

solver/file/ondem.h says what the names mean.  Spheres stand in a file twice, as a VTKHDF PolyData for
viewers and under /ONDEM for programs; both names refer to the same data set, so that the file is not
larger.  Signs differ: a normal of ON-DEM points from 1 to 2, its normal force is positive in tension,
and its shear force acts on 2.
"""

import os
import sys

from granum.arrays import h5py
from granum.arrays import numpy as np
from granum.file import ResultError
from granum.page.__main__ import frames_of, parser_of
from granum.program import Wrong, exit_code
from granum.result import scene_of

SPHERES, OURS = "ONDEM/Bodies/Sphere", "ONDEM/Interactions/Intr3D"
SMALL = 1024  # rows, below which compression does not pay
#: Of a sphere: name, ours, type, width.  Those that a result lacks are left out.
STATE = (("body_id", "id", int, ()), ("material_id", "material", int, ()), ("radius", "radius", float, ()),
         ("velocity", "velocity", float, (3,)), ("angular_velocity", "angular_velocity", float, (3,)))
RESUMED = (("granum_label", "label", int, ()), ("granum_place", "place", int, ()),
           ("granum_scheme_velocity", "scheme_velocity", float, (3,)),
           ("granum_scheme_spin", "scheme_spin", float, (3,)))
SPRINGS = (("granum_last_normal", "last_normal", float, (3,)), ("granum_spring", "spring", float, (4,)),
           ("granum_couple", "couple", float, (4,)), ("granum_image", "structure_image", int, ()))


def column(columns, name, kind, shape=()):
    """An array of a frame in full precision; ResultError where it is of another type or width."""
    found = columns[name]
    if found.shape[1:] != shape or found.dtype.kind not in ("f" if kind is float else "iu"):
        raise ResultError("the array '%s' of the result has another type or width than a run writes" % name)
    return found.astype("int64" if kind is int else "float64")


def put(group, name, values, unit="1", dtype=None):
    """A data set with checksums and its unit."""
    values = np.asarray(values, dtype)
    options = {}
    if values.size:
        options = {"chunks": (min(65536, len(values)), *values.shape[1:]), "fletcher32": True}
        if len(values) >= SMALL:
            options.update(compression="gzip", compression_opts=1, shuffle=True)
    group.create_dataset(name, data=values, **options).attrs["units"] = np.bytes_(unit)


def texts(values, size=1):
    """Of fixed length."""
    return np.array([value.encode() for value in values], "S%d" % max([size, *(len(v.encode()) for v in values)]))


def put_some(group, columns, rows):
    """Those of the rows that the result has."""
    for name, ours, kind, shape in rows:
        if ours in columns:
            put(group, name, column(columns, ours, kind, shape), columns.unit(ours) if kind is float else "1")


def law_of(scene):
    """As solver/result/result.c calls it: the springs of one law mean nothing to another."""
    contacts = scene["contacts"]
    law = contacts["law"]
    form = {"hertz": contacts.get("tangential"),
            "lecture": (contacts.get("lecture") or {}).get("variant")}.get(law, "total")
    return "%s %s, cohesion %s, rolling %s, torsion %s" % (
        law, form, contacts["cohesion"], contacts["rolling"], contacts["torsion"])


class Rule:
    """Mass and moment of inertia of a grain: solver/rigid/grain_rule.h."""

    def __init__(self, domain):
        self.body = domain.get("grains", "auto")
        if self.body == "auto":
            self.body = "disc" if domain.get("dimensions", 3) == 2 else "sphere"
        self.thickness = float(domain.get("thickness") or 1.0)

    def volume(self, r):
        return np.pi * r * r * self.thickness if self.body == "disc" else 4.0 / 3.0 * np.pi * r * r * r

    def beta(self, r):
        """Moment of inertia over m r^2."""
        if self.body == "lecture":
            return 3.0 * self.thickness / (8.0 * r)
        return np.full_like(r, 0.5 if self.body == "disc" else 0.4)

    @property
    def ratio(self):
        """Tangential over normal stiffness with which both springs have one period."""
        return {"lecture": 1.0, "disc": 1.0 / 3.0}.get(self.body, 1.0 / 3.5)


def put_known(group, **values):
    for name, value in values.items():
        if value is not None and np.isfinite(float(value)):
            group.create_dataset(name, data=np.float64(value))


def put_materials(file, result, scene, rule):
    """One group for each, with the coefficients of its contact with itself."""
    contacts, radii = scene["contacts"], "/granum/scene/material_radii"
    known = result._file.rows(radii, 0, len(result.materials), (2,)) if result._file.has(radii) else None
    file.create_group("ONDEM/Materials")
    for k, name in enumerate(result.materials):
        group = file.create_group("ONDEM/Materials/%d" % k)
        group["id"] = np.int64(k)
        group["label"] = np.bytes_(name)
        if known is not None:
            put_known(group, granum_smallest_radius=known[k, 0], granum_largest_radius=known[k, 1])
        if name not in scene["materials"]:
            continue
        m, hooke = scene["materials"][name], contacts["law"] == "hooke"
        young, poisson = m.get("youngs_modulus"), m.get("poisson_ratio")
        group["material_type"] = np.bytes_("linear_elastic" if hooke else "hertz_elastic")
        put_known(group, density=m.get("density"), young_modulus=young, young=young, poisson_ratio=poisson,
                  poisson=poisson)
        pair = next((p for p in contacts.get("pairs") or () if p["between"] == [name, name]), None)
        if pair is None:
            continue
        friction, stiff = pair.get("friction"), pair.get("stiffness")
        put_known(group, shear_friction=friction, friction_coefficient=friction,
                  friction_angle_rad=None if friction is None else np.arctan(float(friction)),
                  granum_restitution=pair.get("restitution"), rolling_friction=pair.get("rolling_friction"),
                  torsion_friction=pair.get("torsion_friction"))
        if hooke and stiff is not None:
            given = (pair.get("tangential_ratio"), contacts.get("tangential_ratio"))
            ratio = next((r for r in given if r not in (None, "auto")), rule.ratio)
            put_known(group, normal_stiffness=stiff, shear_stiffness=pair.get("tangential_stiffness")
                      or float(ratio) * float(stiff))


def put_scene(file, frame, scene):
    result, group = frame.result, file.create_group("ONDEM/Scene")
    dt = max(result._file.number("/granum/scene", "time_step", 0.0), 0.0)
    group.attrs["time"], group.attrs["timestep"] = np.float64(frame.time), np.float64(dt)
    steps = frame.time / dt if dt > 0.0 else -1.0
    group.attrs["granum_step"] = np.int64(round(steps) if 0.0 <= steps < 1e15 else -1)
    group.attrs["granum_version"] = np.bytes_(result.provenance.get("version", ""))
    put(group, "gravity", [float(g) for g in scene["gravity"]], "m/s2")
    put(group, "units", texts(["second", "meter", "kilogram"]))
    put(group, "granum_structures", texts(list(result.structures)))


def put_polydata(file, centres):
    """A vertex for each sphere; returns the group of its arrays."""
    n = len(centres)
    vtk = file.create_group("VTKHDF")
    vtk.attrs["Version"], vtk.attrs["Type"] = np.array([2, 0]), np.bytes_("PolyData")
    put(vtk, "NumberOfPoints", [n])
    put(vtk, "Points", centres, "m")
    for kind in ("Vertices", "Lines", "Polygons", "Strips"):
        cells, m = vtk.create_group(kind), n if kind == "Vertices" else 0
        put(cells, "NumberOfCells", [m])
        put(cells, "NumberOfConnectivityIds", [m])
        put(cells, "Offsets", np.arange(m + 1))
        put(cells, "Connectivity", np.arange(m))
    vtk.create_group("CellData")
    return vtk.create_group("PointData")


def put_spheres(file, frame, scene, rule, first_clump):
    grains, n = frame.grains, len(frame.grains)
    data = put_polydata(file, column(grains, "position", float, (3,)))
    data["position"] = file["VTKHDF/Points"]
    put_some(data, grains, STATE)
    clump = column(grains, "clump", int) if "clump" in grains else np.full(n, -1)
    put(data, "clump_id", np.where(clump < 0, -1, first_clump + clump))
    turned = column(grains, "orientation", float, (4,)) if "orientation" in grains else np.eye(4)[[0] * n]
    put(data, "orientation", turned[:, [1, 2, 3, 0]])
    radius, material = column(grains, "radius", float), column(grains, "material", int)
    density = np.array([float(scene["materials"].get(name, {}).get("density") or 0.0)
                        for name in frame.result.materials] + [0.0])
    volume = rule.volume(radius)
    mass = volume * density[np.where((material >= 0) & (material < len(density)), material, -1)]
    put(data, "volume", volume, "m3")
    put(data, "mass", mass, "kg")
    put(data, "inertia", (rule.beta(radius) * mass * radius**2)[:, None] * np.eye(3).reshape(9), "kg m2")
    put_some(data, grains, RESUMED)
    spheres = file.create_group(SPHERES)
    spheres.attrs["count"] = np.int64(n)
    for name, found in data.items():
        spheres[name] = found


def wall_of(scene, number, name):
    """Axis, sense and place of a plane across an axis that never moves; None: it is another structure."""
    given = scene.get("structures") or ()
    if number >= len(given):  # a side of the domain: wall_x_min
        axis, side = "xyz".index(name[-5]), name[-3:]
        return axis, 1 if side == "min" else -1, float(scene["domain"][side][axis])
    s = given[number]
    place = s.get("place") or {}
    turned = (place.get("rotate") or {}).get("angle", 0.0)
    if "plane" not in s or s.get("motion") or s.get("free") is not None or s.get("servo") is not None \
            or turned or any(place.get("translate") or ()):
        return None
    normal = np.array(s["plane"]["normal"], float)
    normal /= np.linalg.norm(normal)
    for axis in np.flatnonzero(np.abs(normal) > 1.0 - 1e-12):
        return axis, int(np.sign(normal[axis])), float(s["plane"]["point"][axis])
    return None


def put_bodies(file, frame, scene, first):
    """Walls, and the triangles of all other structures at their places."""
    walls, facets = [], []
    for name, structure in frame.result.structures.items():
        pose, sides = structure.pose(frame), np.diff(structure.surface.offsets)
        wall = wall_of(scene, structure.index, name)
        if not pose.present or not len(sides):
            continue
        material = structure.faces["material"]
        if wall:
            walls.append((first + structure.index, material[0], *wall))
            continue
        corners = pose.to_world(structure.surface.triangles)
        facets.append((np.full(len(corners), first + structure.index),
                       np.repeat(material, np.maximum(sides - 2, 0)), corners))
    if walls:
        body, material, axis, sense, at = zip(*walls)
        group = begin_bodies(file, "Walls", body, material, np.eye(3)[list(axis)] * np.array(at)[:, None])
        put(group, "axis", axis, dtype="int32")
        put(group, "sense", sense, dtype="int32")
    if facets:
        body, material, corners = (np.concatenate(part) for part in zip(*facets))
        middle = corners.mean(1)
        group = begin_bodies(file, "Facets", body, material, middle)
        across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        size = np.linalg.norm(across, axis=1, keepdims=True)
        put(group, "normal", across / np.where(size > 0.0, size, 1.0))
        put(group, "vertices", corners - middle[:, None], "m")


def begin_bodies(file, kind, body, material, position):
    group = file.create_group("ONDEM/Bodies/" + kind)
    group.attrs["count"] = np.int64(len(body))
    put(group, "body_id", body, dtype="int64")
    put(group, "material_id", material, dtype="int64")
    put(group, "position", position, "m")
    return group


def put_contacts(file, frame, scene, first):
    """id1 and id2 are grains or bodies of structures; radii of structures are 0."""
    contacts, radius = frame.contacts, column(frame.grains, "radius", float)
    normal, force = (column(contacts, name, float, (3,)) for name in ("normal", "force"))
    structure = column(contacts, "structure_id", int)
    other = column(contacts, "structure_a", int) if "structure_a" in contacts else np.full(len(contacts), -1)

    def radii(row):
        return np.where(row < 0, 0.0, np.append(radius, 0.0)[row])

    along = (force * normal).sum(1)
    group = file.create_group(OURS)
    group.attrs["count"], group.attrs["granum_law"] = np.int64(len(contacts)), np.bytes_(law_of(scene))
    put(group, "id1", np.where(other < 0, column(contacts, "id_a", int), first + other))
    put(group, "id2", np.where(structure < 0, column(contacts, "id_b", int), first + structure))
    put(group, "virtual", np.zeros(len(contacts)), dtype="uint8")
    put(group, "normal", -normal)
    put(group, "normal_force", -along, "N")
    put(group, "shear_force", along[:, None] * normal - force, "N")
    put(group, "overlap", column(contacts, "overlap", float), "m")
    put(group, "contact_point", column(contacts, "point", float, (3,)), "m")
    put(group, "reference_radius_1", radii(contacts["row_a"]), "m")
    put(group, "reference_radius_2", radii(contacts["row_b"]), "m")
    model = "linear_viscoelastic_frictional" if scene["contacts"]["law"] == "hooke" else "hertz_mindlin"
    put(group, "model", np.full(len(contacts), model.encode()))
    put(group, "granum_structure", structure)
    put(group, "granum_patch", column(contacts, "patch", int))
    if "spring" in contacts:
        put_some(group, contacts, SPRINGS)


def write(path, frame, scene):
    """Write a frame to the file `path`, which appears when it is complete."""
    for rows, what in ((frame.bodies, "bodies"), (frame.points, "material points")):
        if len(rows):  # the file would hold another state: grains that nothing bears, or a part of the material
            raise Wrong("frame %d of '%s' has %d %s, for which ON-DEM has no fields; export it as vtkhdf, blocks, "
                        "series or csv" % (frame.index, frame.result.path, len(rows), what))
    part = path + ".part"
    try:
        first, rule = int(max(frame.grains["id"], default=-1)) + 1, Rule(scene["domain"])
        with h5py.File(part, "w") as file:
            file.attrs["file_format"] = np.bytes_("ON-DEM VTKHDF")
            file.attrs["file_format_version"] = np.bytes_("0.1-draft")
            file.attrs["source_code"] = np.bytes_("Granum")
            put_scene(file, frame, scene)
            put_materials(file, frame.result, scene, rule)
            put_spheres(file, frame, scene, rule, first + len(frame.result.structures))
            put_bodies(file, frame, scene, first)
            put_contacts(file, frame, scene, first)
        os.replace(part, path)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        if isinstance(error, ResultError):
            raise
        raise ResultError("frame %d of '%s' is not as a run writes it: %s" % (
            frame.index, frame.result.path, error)) from error
    finally:
        if os.path.exists(part):
            os.remove(part)


def make(options):
    from granum import open as open_result

    if not os.path.isfile(options.result):
        raise Wrong("there is no file '%s'" % options.result)
    with open_result(options.result) as result:
        frames, scene = frames_of(options, result), scene_of(result)
        try:
            os.makedirs(options.to, exist_ok=True)
        except OSError as error:
            raise OSError("cannot create the folder '%s': %s" % (options.to, error.strerror)) from error
        for k in frames:
            path = os.path.join(options.to, "ondem_%04d.vtkhdf" % k)
            if os.path.exists(path) and not options.force:
                raise Wrong("'%s' exists; use --force to replace it, or choose another folder" % path)
            write(path, result[k], scene)


def main(words=None):
    options = parser_of().parse_args(words)
    return exit_code("granum", lambda: make(options))


if __name__ == "__main__":
    sys.exit(main())
