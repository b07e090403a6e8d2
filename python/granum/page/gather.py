"""The frames of a result as columns of a page: grains, material points, bodies, contacts, structures.

Lengths are in m from the middle of all that is drawn, so that 24 bits are enough far from the origin."""

import os

from granum.arrays import numpy
from granum.page import encode
from granum.result import SCENE
from granum.shapes import rotations

ARRAYS = ("velocity", "angular_velocity", "coordination", "radius", "material", "label", "weight")
OF_POINTS = ("velocity", "pressure", "weight")
TITLES = {"velocity": "speed", "angular_velocity": "angular speed", "coordination": "contacts of a grain",
          "force": "force on a grain"}
FORCES = (("normal", "normal force", "N"), ("tangential", "tangential force", "N"),
          ("ratio", "tangential / normal force", "1"))
SAMPLE = 20000  # values of a frame from which the range of a colour is taken
TOP = 98  # per cent of the values that the colours span: a few grains that are hit leave the others one colour
SHARP = 0.85  # cosine of the angle between faces that meet in an edge that is drawn


class Wrong(ValueError):
    """An array that is asked for is not there; the text is the message."""


def magnitude(values):
    values = numpy.asarray(values)
    return values if values.ndim == 1 else numpy.sqrt((values.astype(float) ** 2).sum(1))


def edges_of(points, triangles):
    """Pairs of points [e, 2] of the edges that bound the surface, or at which it bends sharply."""
    a, b, c = (points[triangles[:, k]] for k in range(3))
    normal = numpy.cross(b - a, c - a)
    length = numpy.linalg.norm(normal, axis=1, keepdims=True)
    normal = numpy.divide(normal, length, out=numpy.zeros_like(normal), where=length > 0)
    if not len(triangles):
        return numpy.zeros((0, 2), int)
    sides = numpy.sort(numpy.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]],
                                          triangles[:, [2, 0]]]), axis=1)
    faces = numpy.tile(numpy.arange(len(triangles)), 3)
    order = numpy.lexsort((sides[:, 1], sides[:, 0]))
    sides, faces = sides[order], faces[order]
    unique, first, count = numpy.unique(sides, axis=0, return_index=True, return_counts=True)
    # The face that bends most from the first one at the edge; sheets may have a face on each side.
    along = abs((normal[faces] * numpy.repeat(normal[faces[first]], count, axis=0)).sum(1))
    return unique[(count == 1) | (numpy.minimum.reduceat(along, first) < SHARP)]


class Mesh:
    """Triangles of a surface about their middle: points, corners, polygon of each, edges, area."""

    def __init__(self, store, surface):
        triangles = numpy.asarray(surface.triangles, float)
        self.n = len(triangles)
        sides = numpy.maximum(numpy.diff(surface.offsets) - 2, 0)
        self.polygon = numpy.repeat(numpy.arange(len(sides)), sides)
        corners = triangles.reshape(-1, 3)
        self.low, self.high = (corners.min(0), corners.max(0)) if self.n else numpy.zeros((2, 3))
        self.centre = 0.5 * (self.low + self.high)
        span = numpy.where(self.high > self.low, self.high - self.low, 1.0)
        steps = numpy.rint((corners - self.low) / span * encode.STEPS).astype("i8")
        unique, index = numpy.unique(steps, axis=0, return_inverse=True)
        points = unique / encode.STEPS * span + self.low
        index = index.reshape(-1, 3)
        # A polygon may have a corner twice, as those around the middle of a disc have.
        real = (index != numpy.roll(index, 1, axis=1)).all(1)
        index, polygon = index[real], self.polygon[real]
        cross = numpy.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        self.area = numpy.bincount(self.polygon, 0.5 * numpy.linalg.norm(cross, axis=1), len(sides))
        self.columns = {
            "points": encode.box(store, points - self.centre, self.low - self.centre, self.high - self.centre),
            "corners": encode.whole(store, index.reshape(-1)),
            "polygon": encode.whole(store, polygon),
            "edges": encode.whole(store, edges_of(points, index).reshape(-1))}

    def corners(self):
        """[8, 3] of the box about the middle"""
        half = 0.5 * (self.high - self.low)
        return half * (numpy.indices((2, 2, 2)).reshape(3, 8).T * 2 - 1)


class Gathered:
    def __init__(self, result, store, arrays=None):
        self.result, self.store, self.arrays = result, store, arrays
        self.flat = result._file.number(SCENE, "dimensions", 3) == 2
        self.deep = result._file.number(SCENE, "thickness", 1)
        self.meshes = [Mesh(store, structure.surface) for structure in result.structures.values()]
        self.shapes = [Mesh(store, shape.surface) for shape in result.shapes]
        self.origin = self._middle()
        self._frames, self._samples, self._errors = {}, {}, {}
        self._units = {}
        if arrays:
            self._demand(arrays)

    def _demand(self, arrays):
        known = set()
        for frame in (self.result[0], self.result[-1]):
            known.update(frame.grains, frame.bodies, frame.points)
        for name in arrays:
            if name not in known:
                raise Wrong("--arrays: there is no array '%s'; the result has: %s"
                            % (name, ", ".join(sorted(known))))

    def _middle(self):
        """[3] m, of grains and structures of the last frame."""
        frame = self.result[-1]
        points = [frame.grains["position"].astype(float)]
        for structure, mesh in zip(self.result.structures.values(), self.meshes):
            pose = structure.pose(frame)
            if mesh.n and pose.present:
                points.append(pose.to_world(mesh.centre)[None])
        points = numpy.concatenate(points)
        return 0.5 * (points.min(0) + points.max(0)) if len(points) else numpy.zeros(3)

    # --- one frame ---

    def frame(self, index):
        if index not in self._frames:
            self._samples[index], self._errors[index] = {}, 0.0
            self._frames[index] = self._encode(self.result[index])
        return self._frames[index]

    def _sample(self, index, group, name, values):
        values = numpy.asarray(values, float)
        values = values[numpy.isfinite(values)]
        step = max(1, len(values) // SAMPLE)
        self._samples[index].setdefault((group, name), []).append(values[::step])

    def _columns(self, frame, rows, default):
        """{name: column} of the arrays to colour by."""
        found = {}
        for name in self.arrays or default:
            if name not in rows or (name == "material" and len(self.result.materials) < 2):
                continue
            values = magnitude(rows[name])
            integer = numpy.asarray(rows[name]).dtype.kind in "iu"
            found[name] = (encode.whole if integer else encode.short)(self.store, values)
            self._units.setdefault(name, (rows.unit(name), integer))
            self._sample(frame.index, "grains", name, values)
        return found

    def _encode(self, frame):
        grains, points, bodies = frame.grains, frame.points, frame.bodies
        contacts = frame.contacts if self.result._file.has("/granum/contacts") else None
        positions = {"grains": grains["position"].astype(float) - self.origin}
        if len(points):
            positions["points"] = points["position"].astype(float) - self.origin
        if len(bodies):
            positions["bodies"] = bodies["position"].astype(float) - self.origin
        network = self._network(frame, contacts, positions["grains"]) if contacts is not None else None
        if network:
            positions["nodes"] = network.pop("nodes")
        everything = numpy.concatenate(list(positions.values()))
        low, high = (everything.min(0), everything.max(0)) if len(everything) else numpy.zeros((2, 3))
        self._errors[frame.index] = float((high - low).max()) / encode.STEPS / 2
        made = {"index": frame.index, "time": frame.time}
        made["grains"] = {
            "n": len(grains), "position": encode.box(self.store, positions["grains"], low, high),
            "radius": encode.short(self.store, grains["radius"]), "id": encode.whole(self.store, grains["id"]),
            "arrays": self._columns(frame, grains, ARRAYS)}
        self._sample(frame.index, "size", "radius", grains["radius"] if len(grains) else self._body_sizes(bodies))
        if len(points):
            made["points"] = {
                "n": len(points), "position": encode.box(self.store, positions["points"], low, high),
                "radius": encode.short(self.store, self._point_radius(points)),
                "id": encode.whole(self.store, points["id"]), "arrays": self._columns(frame, points, OF_POINTS)}
        if len(bodies):
            made["bodies"] = {
                "n": len(bodies), "position": encode.exact(self.store, self._body_centres(bodies)),
                "orientation": encode.short(self.store, bodies["orientation"]),
                "shape": encode.whole(self.store, bodies["shape"]), "scale": encode.short(self.store, bodies["scale"]),
                "id": encode.whole(self.store, bodies["id"]), "arrays": self._columns(frame, bodies, ARRAYS)}
        if network:
            made["contacts"] = {**network, "nodes": encode.box(self.store, positions["nodes"], low, high)}
        made["structures"] = self._structures(frame)
        made["ranges"] = self._ranges(frame.index)
        made["low"], made["high"] = (corner.tolist() for corner in self._span(frame))
        return made

    def _point_radius(self, points):
        volume = points["volume"].astype(float)
        if self.flat:
            return numpy.sqrt(volume / (numpy.pi * self.deep))
        return numpy.cbrt(volume / (4 / 3 * numpy.pi))

    def _body_centres(self, bodies):
        """[n, 3] of the middles of their meshes"""
        centres = numpy.array([mesh.centre for mesh in self.shapes]).reshape(-1, 3)[bodies["shape"]]
        turned = numpy.einsum("nij,nj->ni", rotations(bodies["orientation"]), centres)
        return bodies["position"] + bodies["scale"].astype(float)[:, None] * turned - self.origin

    def _body_sizes(self, bodies):
        """[n] half of the shortest side of their boxes"""
        if not len(bodies):
            return numpy.zeros(0)
        half = numpy.array([0.5 * (mesh.high - mesh.low).min() for mesh in self.shapes])
        return half[bodies["shape"]] * bodies["scale"]

    def _network(self, frame, contacts, grains):
        """Columns of the contacts.  An end is a row of grains, or, after them, of the nodes: points on
        structures, images of grains across a periodic boundary, centres of bodies.  The owner of a node
        is a row of grains, or -1 less the number of a structure, after which bodies follow."""
        n, c = len(grains), len(contacts)
        ends = contacts["ends"].astype(float) - self.origin
        near = 1e-5 * (numpy.ptp(grains, axis=0).max() if n else 1.0)
        owner_b = contacts["row_b"]
        structure = -1 - contacts["structure_id"].astype("i8")
        owner_b = numpy.where(owner_b >= 0, owner_b, structure)
        owner_a = contacts["row_a"]
        if "structure_a" in contacts:
            owner_a, ends = self._meetings(frame, contacts, owner_a, owner_b, ends)
        nodes, owners, columns, first = [], [], {}, n
        for name, owner, place in (("a", owner_a, ends[:, 0]), ("b", owner_b, ends[:, 1])):
            rows = numpy.array(owner, "i8")
            own = rows >= 0
            own[own] = numpy.linalg.norm(grains[rows[own]] - place[own], axis=1) < near
            other = numpy.flatnonzero(~own)
            rows[other] = first + numpy.arange(len(other))
            first += len(other)
            nodes.append(place[other])
            owners.append(numpy.asarray(owner)[other])
            columns[name] = encode.whole(self.store, rows)
        normal = contacts["force_normal"]
        tangential = magnitude(contacts["force_tangential"])
        self._sample(frame.index, "contacts", "normal", normal)
        self._sample(frame.index, "contacts", "tangential", tangential)
        pushing = normal > 0
        self._sample(frame.index, "contacts", "ratio", tangential[pushing] / normal[pushing].astype(float))
        return {"n": c, **columns, "nodes": numpy.concatenate(nodes),
                "owner": encode.whole(self.store, numpy.concatenate(owners)),
                "normal": encode.short(self.store, normal), "tangential": encode.short(self.store, tangential),
                "overlap": encode.short(self.store, contacts["overlap"])}

    def _meetings(self, frame, contacts, owner_a, owner_b, ends):
        """Owners a and ends where structures or bodies meet: a line between the point of the contact and the
        centres of bodies, and of two structures through the point along the normal."""
        meet = contacts["structure_a"].astype("i8")
        owner_a = numpy.where(meet >= 0, -1 - meet, owner_a)
        ends = ends.copy()
        point, normal = ends[:, 1].copy(), contacts["normal"].astype(float)
        bodies, first = frame.bodies, len(self.meshes)
        place = {int(id): row for row, id in enumerate(bodies["id"])} if len(bodies) else {}
        centres = self._body_centres(bodies) if len(bodies) else None
        short = 0.02 * numpy.linalg.norm(numpy.subtract(*self._span(frame)))
        for k in numpy.flatnonzero(meet >= 0):
            rows = [place.get(int(-1 - owner[k] - first)) for owner in (owner_a, owner_b)]
            for side, row in enumerate(rows):
                if row is not None:
                    ends[k, side] = centres[row]
                else:
                    ends[k, side] = point[k] + (0 if any(r is not None for r in rows)
                                                else (1 - 2 * side) * short) * normal[k]
        return owner_a, ends

    def _structures(self, frame):
        """Poses of the middles of the surfaces, loads, and mean pressures on the polygons since the start."""
        pose, load, pressures = [], [], []
        since = frame.time - float(self.result.times[0])
        for structure, mesh in zip(self.result.structures.values(), self.meshes):
            now = structure.pose(frame)
            there = now.present
            quaternion = numpy.asarray(now.quaternion, float) if there else numpy.array([1.0, 0, 0, 0])
            middle = now.to_world(mesh.centre) - self.origin if there else numpy.zeros(3)
            pose.append([float(there), *middle, *quaternion])
            load.append([*now.force, *now.torque] if there and "force" in dir(now) else [0.0] * 6)
            sums = structure.sums(frame)
            pressure = numpy.zeros(0)
            if "normal_impulse" in sums and since > 0 and len(sums) == len(mesh.area):
                area = numpy.where(mesh.area > 0, mesh.area, numpy.inf)
                pressure = sums["normal_impulse"].astype(float) / (since * area)
                self._sample(frame.index, "structures", "pressure", pressure[pressure > 0])
            pressures.append(encode.short(self.store, pressure))
        force = numpy.linalg.norm(numpy.array(load).reshape(-1, 6)[:, :3], axis=1)
        self._sample(frame.index, "structures", "force", force)
        return {"pose": encode.exact(self.store, numpy.array(pose).reshape(-1, 8)),
                "load": encode.exact(self.store, numpy.array(load).reshape(-1, 6)), "pressure": pressures}

    def _span(self, frame):
        """Corners of all that is drawn; of many grains without the few that fly far away."""
        corners = [numpy.zeros((0, 3))]
        for rows in (frame.grains, frame.bodies, frame.points):
            if len(rows):
                places = rows["position"].astype(float) - self.origin
                reach = float(rows["radius"].max()) if "radius" in rows else 0.0
                low, high = numpy.percentile(places, [0.5, 99.5], axis=0) if len(rows) > 400 else (
                    places.min(0), places.max(0))
                corners.append([low - reach, high + reach])
        for structure, mesh in zip(self.result.structures.values(), self.meshes):
            pose = structure.pose(frame)
            if mesh.n and pose.present:
                corners.append(pose.to_world(mesh.centre + mesh.corners()) - self.origin)
        corners = numpy.concatenate(corners)
        return (corners.min(0), corners.max(0)) if len(corners) else numpy.zeros((2, 3))

    # --- of the chosen frames ---

    def keys(self, chosen):
        found = {}

        def walk(value):
            if isinstance(value, dict):
                if "blob" in value:
                    found[value["blob"]] = None
                else:
                    list(map(walk, value.values()))
            elif isinstance(value, list):
                list(map(walk, value))

        walk([mesh.columns for mesh in self.meshes + self.shapes])
        for index in chosen:
            walk(self.frame(index))
        return list(found)

    def frame_size(self, index):
        """Bytes that a frame adds to a page."""
        fixed = set(self.keys([]))
        return sum(len(self.store.text(key)) for key in self.keys([index]) if key not in fixed)

    def error(self, chosen):
        """m, of a position; the points of a surface are rounded to its own box."""
        return max(self._errors[index] for index in chosen)

    def _ranges(self, index):
        """{group name: range} of a frame"""
        return {"%s %s" % key: self._range([index], *key) for key in self._samples[index]}

    def _range(self, chosen, group, name):
        """Low and high of the colours, and of all values."""
        lists = [part for index in chosen for part in self._samples[index].get((group, name), [])]
        values = numpy.concatenate(lists) if lists else numpy.zeros(0)
        if not len(values):
            return [0.0, 1.0, 0.0, 1.0]
        low, high = numpy.percentile(values, [100 - TOP, TOP])
        least, most = float(values.min()), float(values.max())
        if least >= 0 and low < 0.3 * high:
            low = 0.0
        if not high > low:
            low, high = least, most
        if not high > low:
            high = low + (abs(low) or 1.0)
        return [float(low), float(high), least, most]

    def meta(self, chosen, frames):
        result = self.result
        made = [self.frame(index) for index in chosen]
        arrays = {name for frame in made for rows in ("grains", "points", "bodies") if rows in frame
                  for name in frame[rows]["arrays"]}
        order = list(self.arrays or dict.fromkeys(ARRAYS + OF_POINTS))
        poses = [structure.poses for structure in result.structures.values()]
        names = list(result.structures)
        title = result.provenance.get("title") or ""
        return {
            "title": title if title and title != "untitled" else os.path.basename(result.path),
            "file": os.path.basename(result.path), "flat": self.flat,
            "source": "granum %s" % result.provenance.get("version", ""),
            "materials": result.materials, "origin": self.origin.tolist(),
            "error": self.error(chosen), "relative": encode.SHORT,
            "total": len(result), "of": len(frames),
            "radius": self._range(chosen, "size", "radius"),
            "arrays": [{"name": name, "title": TITLES.get(name, name.replace("_", " ")), "unit": self._units[name][0],
                        "integer": bool(self._units[name][1]), "range": self._range(chosen, "grains", name)}
                       for name in order if name in arrays],
            "forces": [{"name": name, "title": text, "unit": unit, "range": self._range(chosen, "contacts", name)}
                       for name, text, unit in FORCES] if any("contacts" in frame for frame in made) else [],
            "loads": [{"name": name, "title": text, "unit": unit,
                       "range": self._range(chosen, "structures", name)}
                      for name, text, unit in (
                          ("pressure", "pressure, mean since the start", "Pa"),
                          ("force", "force on the structure", "N"))
                      if any(self._samples[index].get(("structures", name)) for index in chosen)],
            "structures": [{"name": names[k], "moves": bool(
                "position" in poses[k] and (numpy.ptp(poses[k]["position"], axis=0).max() > 0
                                            or numpy.ptp(poses[k]["quaternion"], axis=0).max() > 0)),
                **self.meshes[k].columns} for k in range(len(names))],
            "shapes": [{"name": shape.name, **mesh.columns} for shape, mesh in zip(result.shapes, self.shapes)],
            "frames": made}
