"""A result as data of VTK, as the ports of Granum Reader deliver it.

For a ParaView without the plugin Granum: granum_paraview.py is a reader made of it.  Names,
types and units of arrays are those of the file; the derived ones are those of the C++ reader.
"""

from granum.arrays import numpy
from granum.file import ResultError
from granum.result import Result
from granum.shapes import rotations
from granum.structures import SITES
from granum.vtk import core, filters, model, numpy_support

PORTS = ("Grains", "Contacts", "Structures", "History", "Virtual Particles", "Bodies", "Clumps",
         "Body Shapes", "Material Points", "Zones")
TYPES = {"History": "vtkTable", "Body Shapes": "vtkMultiBlockDataSet", "Zones": "vtkUnstructuredGrid"}
SCENE = "/granum/scene"
NAMES = "/granum/names/"
ZONES = "/granum/zones"
AUDIT = "/granum/audit"
FEATURE_ANGLE = 30.0  # degrees, of the shapes of bodies
UNIT_SPHERE = 3  # divisions of an icosahedron that stands for a member of a clump


def type_of(port):
    """The class of VTK that a port delivers."""
    return TYPES.get(PORTS[port], "vtkPolyData")


# --- arrays and cells ---


def array_of(name, values, unit=""):
    """Numbers as an array of VTK; integers of 8 bits and truth values as int32."""
    values = numpy.ascontiguousarray(values)
    if values.dtype.itemsize == 1:
        values = values.astype("int32")
    array = numpy_support.numpy_to_vtk(values, 1)
    array.SetName(name)
    if unit:
        array.GetInformation().Set(core.vtkDataArray.UNITS_LABEL(), unit)
    return array


def texts_of(name, texts):
    array = core.vtkStringArray()
    array.SetName(name)
    for text in texts:
        array.InsertNextValue(text)
    return array


def points_of(positions):
    points = core.vtkPoints()
    points.SetData(numpy_support.numpy_to_vtk(
        numpy.ascontiguousarray(positions).reshape(-1, 3), 1))
    return points


def cells_of(offsets, corners):
    cells = model.vtkCellArray()
    cells.SetData(*(numpy_support.numpy_to_vtkIdTypeArray(numpy.ascontiguousarray(part, "int64"), 1)
                    for part in (offsets, corners)))
    return cells


def one_each(n, corners=1):
    """n cells of so many points each, which no two share."""
    return cells_of(corners * numpy.arange(n + 1), numpy.arange(corners * n))


def add(data, columns, names):
    """Add the arrays of Columns to points, cells or rows of VTK."""
    for name in names:
        data.AddArray(array_of(name, columns[name], columns.unit(name)))


def vertices_of(columns, but=()):
    """A vertex for each row, with all other arrays."""
    data = model.vtkPolyData()
    data.SetPoints(points_of(columns["position"]))
    data.SetVerts(one_each(len(columns)))
    add(data.GetPointData(), columns, [name for name in columns if name not in ("position", *but)])
    return data


class Blocks:
    """The ports of a result: Blocks(path).port(number, time) -> data of VTK.

    Surfaces and virtual particles are read once.  The frame is the last one that is not later than
    the time, the first if there is none; a result without frames has data without rows."""

    def __init__(self, path):
        self.result = Result(path)
        self._file = self.result._file
        self._names = self.result.structures
        self._surfaces = self._shapes = self._sites = None

    def refresh(self):
        """Find the frames that a run has added; returns their number."""
        return self.result.refresh()

    def port(self, number, time):
        makers = (self._grains, self._contacts, self._structures, None, self._virtual_particles,
                  self._bodies, self._clumps, None, self._points, self._zones)
        if makers[number] is None:
            return self._history() if PORTS[number] == "History" else self._body_shapes()
        times = self.result.times
        if len(times) == 0:
            return getattr(model, type_of(number))()
        data = makers[number](self.result.at(max(time, times[0])))
        self._describe(data.GetFieldData())
        data.GetInformation().Set(model.vtkDataObject.DATA_TIME_STEP(), float(time))
        return data

    def _describe(self, fields):
        """What grains are, and the names of structures and materials."""
        dimensions = int(self._file.number(SCENE, "dimensions", 3))
        fields.AddArray(array_of("dimensions", numpy.array([dimensions], "int32"), "1"))
        fields.AddArray(texts_of("grains", [self._file.attributes(SCENE).get("grains") or "sphere"]))
        if dimensions == 2:
            thickness = self._file.number(SCENE, "thickness", 0.0)
            fields.AddArray(array_of("thickness", numpy.array([thickness]), "m"))
        for what in ("structures", "materials"):
            fields.AddArray(texts_of(what, self._file.texts(NAMES + what)))

    def _add_poses(self, poses, fields):
        fields.AddArray(array_of("position", [p.position for p in poses], "m"))
        fields.AddArray(array_of("rotation", [p.rotation.ravel() for p in poses], "1"))

    # --- frames ---

    def _grains(self, frame):
        data = vertices_of(frame.grains, but=("id",))
        if "id" in frame.grains:
            ids = numpy_support.numpy_to_vtkIdTypeArray(frame.grains["id"].astype("int64"), 1)
            ids.SetName("id")
            data.GetPointData().SetGlobalIds(ids)
        return data

    def _contacts(self, frame):
        data, rows = model.vtkPolyData(), frame.contacts
        if not list(rows):
            return data
        data.SetPoints(points_of(rows["ends"]))
        data.SetLines(one_each(len(rows), 2))
        cells = data.GetCellData()
        add(cells, rows, [name for name in rows if name not in ("ends", "row_a", "row_b")])
        # 1: the line ends at a periodic image of b, not at b.
        image = numpy.zeros(len(rows), "int32")
        if "row_a" in rows and "row_b" in rows:
            pair = (rows["row_a"] >= 0) & (rows["row_b"] >= 0)
            b = rows["row_b"][pair]
            away = rows["ends"][pair, 1].astype(float) - frame.grains["position"][b]
            image[pair] = numpy.linalg.norm(away, axis=1) > frame.grains["radius"][b]
            cells.AddArray(array_of("image", image, "1"))
        return data

    def _structures(self, frame):
        data = model.vtkPolyData()
        structures = list(self._names.values())
        if self._surfaces is None:
            self._surfaces = [(s, s.surface, s.faces) for s in structures if len(s.faces)]
            # In the order of the file, where cells of a structure follow one another.
            self._surfaces.sort(key=lambda part: part[0].first_face)
        poses = [s.pose(frame) for s in structures]
        shown = [part for part in self._surfaces if poses[part[0].index].present]
        if shown:
            base = numpy.cumsum([0] + [len(u.points) for _, u, _ in shown])
            sides = numpy.concatenate([numpy.diff(u.offsets) for _, u, _ in shown])
            data.SetPoints(points_of(numpy.concatenate(
                [poses[s.index].to_world(u.points) for s, u, _ in shown])))
            data.SetPolys(cells_of(numpy.concatenate([[0], numpy.cumsum(sides)]), numpy.concatenate(
                [u.corners + first for (_, u, _), first in zip(shown, base)])))
            columns = [{name: (c[name], c.unit(name)) for c in (faces, s.sums(frame)) for name in c}
                       for s, _, faces in shown]
            for name in columns[0]:
                data.GetCellData().AddArray(array_of(
                    name, numpy.concatenate([c[name][0] for c in columns]), columns[0][name][1]))
        if poses:
            fields = data.GetFieldData()
            self._add_poses(poses, fields)
            for name, unit in (("velocity", "m/s"), ("angular_velocity", "rad/s")):
                if name in structures[0].poses:
                    fields.AddArray(array_of(name, [getattr(p, name) for p in poses], unit))
            self._add_sums(fields)
        return data

    def _add_sums(self, fields):
        """Masses of structures that forces move, and sums of the audit."""
        stored = [("structure_mass", SCENE + "/structure_mass")]
        stored += [("audited_" + name, AUDIT + "/" + name) for name in self._file.arrays(AUDIT)]
        for name, dataset in stored:
            if self._file.has(dataset) and self._file.is_numeric(dataset):
                fields.AddArray(array_of(name, self._file.rows(dataset), self._file.unit(dataset)))

    def _virtual_particles(self, frame):
        data = model.vtkPolyData()
        if self._sites is None:
            self._sites = self.result.sites
        sites = self._sites
        if not list(sites):
            return data
        owner, structures = sites["structure_id"], list(self._names.values())
        poses = [s.pose(frame) for s in structures]
        kept = numpy.zeros(len(sites), bool)
        places = numpy.array(sites["position"], float)
        normals = numpy.array(sites["normal"]) if "normal" in sites else None
        for s, pose in zip(structures, poses):
            mine = owner == s.index
            if pose.present and mine.any():
                kept |= mine
                places[mine] = pose.to_world(places[mine])
                if normals is not None:
                    normals[mine] = normals[mine] @ pose.rotation.T
        data.SetPoints(points_of(places[kept]))
        data.SetVerts(one_each(int(kept.sum())))
        for name in sites:
            if name != "position":
                values = normals if name == "normal" else sites[name]
                data.GetPointData().AddArray(array_of(name, values[kept], sites.unit(name)))
        self._add_poses(poses, data.GetFieldData())
        return data

    def _bodies(self, frame):
        return self._copies(frame.bodies, 0, self.result.shapes)

    def _clumps(self, frame):
        return self._copies(frame.clumps, len(self.result.shapes), self.result.clump_shapes)

    def _copies(self, rows, first, shapes):
        """`shape` is the block of Body Shapes, where those of copies precede those of clumps."""
        if not list(rows):
            return model.vtkPolyData()
        data = vertices_of(rows, but=("shape", "axis"))
        own = rows["shape"]
        if len(own) and not (0 <= own.min() and own.max() < len(shapes)):
            raise ResultError("'%s': bodies have shapes that are not there" % self.result.path)
        points = data.GetPointData()
        points.AddArray(array_of("shape", own + own.dtype.type(first), "1"))
        axes = numpy.array([s.axis for s in shapes]).reshape(-1, 3)
        if numpy.isfinite(axes).all():
            axis = numpy.einsum("nij,nj->ni", rotations(rows["orientation"]), axes[own])
            axis[(axis[:, 2] < 0) | ((axis[:, 2] == 0) & (axis[:, 1] < 0))] *= -1
            tilt = numpy.arctan2(numpy.hypot(axis[:, 0], axis[:, 1]), abs(axis[:, 2]))
            tilt[(axes[own] == 0).all(1)] = numpy.nan
            points.AddArray(array_of("axis", axis, "1"))
            points.AddArray(array_of("tilt", tilt, "rad"))
        data.GetFieldData().AddArray(texts_of("shapes", [
            s.name for s in self.result.shapes + self.result.clump_shapes]))
        return data

    def _points(self, frame):
        rows = frame.points
        if not list(rows):
            return model.vtkPolyData()
        data = vertices_of(rows)
        volume = numpy.maximum(numpy.asarray(rows["volume"], float), 0.0)
        flat = self._file.number(SCENE, "dimensions", 3) == 2
        size = numpy.sqrt(volume / self._file.number(SCENE, "thickness", 1.0)) if flat else numpy.cbrt(volume)
        data.GetPointData().AddArray(array_of("size", size, "m"))
        return data

    def _zones(self, frame):
        grid, file = model.vtkUnstructuredGrid(), self._file
        if not file.has(ZONES):
            return grid
        count = [int(n) for n in file.rows(ZONES + "/cells")[0]]
        origin, spacing = (file.rows(ZONES + "/" + name)[0] for name in ("origin", "spacing"))
        flat = file.number(SCENE, "dimensions", 3) == 2
        values = {name: file.rows(ZONES + "/" + name, frame=frame.index).ravel()
                  for name in ("zone", "packing", "distance")}
        kept = numpy.flatnonzero((values["zone"] > 0) | (values["packing"] > 0))
        place = numpy.stack([kept % count[0], kept // count[0] % count[1],
                             kept // (count[0] * count[1])], 1)
        step = numpy.array([(n & 1, n >> 1 & 1, n >> 2) for n in range(4 if flat else 8)])
        corners = (place[:, None] + step).reshape(-1, 3)
        used, rows = numpy.unique(corners, axis=0, return_inverse=True)
        positions = numpy.asarray(origin, float) + numpy.asarray(spacing, float) * used
        if flat:
            positions[:, 2] = 0.0
        grid.SetPoints(points_of(positions))
        grid.SetCells(model.VTK_PIXEL if flat else model.VTK_VOXEL,
                      cells_of(len(step) * numpy.arange(len(kept) + 1), rows.ravel()))
        for name, all_cells in values.items():
            one = all_cells[kept].astype("int32") if name == "zone" else all_cells[kept]
            grid.GetCellData().AddArray(array_of(name, one, file.unit(ZONES + "/" + name) or "1"))
        return grid

    # --- the same at all times ---

    def _history(self):
        """A column for each array; of those per structure or group, one for each of these."""
        table, history = model.vtkTable(), self.result.history
        for name in sorted(history, key=lambda n: n != "time"):
            values, unit = history[name], history.unit(name)
            owners = self._owners(name)
            if values.ndim == 3 and not owners:
                values = values.reshape(len(values), -1)
            if values.ndim > 1 and owners and values.shape[1] == len(owners):
                for k, owner in enumerate(owners):
                    table.AddColumn(array_of("%s_%s" % (name, owner), values[:, k], unit))
            elif values.ndim < 3 and values.size:
                table.AddColumn(array_of(name, values, unit))
        return table

    def _owners(self, name):
        if any(name.startswith(measure + "_") for measure in self.result.measures):
            return []
        if name.startswith(("structure_", "work_of_structure")):
            return list(self._names)
        return self._file.texts(NAMES + "held") if name.startswith(("held_", "work_of_held")) else []

    def _body_shapes(self):
        if self._shapes is None:
            self._shapes = model.vtkMultiBlockDataSet()
            made = [(s.name, _surface_of(s.surface)) for s in self.result.shapes]
            made += [(s.name, _spheres_of(s.spheres)) for s in self.result.clump_shapes]
            for k, (name, surface) in enumerate(made):
                self._shapes.SetBlock(k, surface)
                self._shapes.GetMetaData(k).Set(model.vtkCompositeDataSet.NAME(), name)
        return self._shapes


def _surface_of(surface):
    data = model.vtkPolyData()
    data.SetPoints(points_of(numpy.asarray(surface.points, float)))
    data.SetPolys(cells_of(surface.offsets, surface.corners))
    if data.GetNumberOfCells() == 0:
        return data
    normals = filters.vtkPolyDataNormals()
    normals.SetInputData(data)
    normals.SetFeatureAngle(FEATURE_ANGLE)
    normals.ConsistencyOff()
    normals.Update()
    return normals.GetOutput()


def _icosphere():
    """Points and triangles of a sphere of radius 1."""
    g = (1.0 + 5.0 ** 0.5) / 2.0
    points = numpy.array([(-1, g, 0), (1, g, 0), (-1, -g, 0), (1, -g, 0), (0, -1, g), (0, 1, g),
                          (0, -1, -g), (0, 1, -g), (g, 0, -1), (g, 0, 1), (-g, 0, -1), (-g, 0, 1)])
    triangles = numpy.array([t for t in numpy.ndindex(12, 12, 12) if t[0] < min(t[1:]) and all(
        abs(numpy.linalg.norm(points[t[i]] - points[t[i - 1]]) - 2.0) < 1e-9 for i in range(3))
        and numpy.linalg.det(points[list(t)]) > 0])
    points = points / numpy.linalg.norm(points[0])
    for _ in range(UNIT_SPHERE):
        edges = numpy.sort(triangles[:, [[0, 1], [1, 2], [2, 0]]], axis=2).reshape(-1, 2)
        edges, middle = numpy.unique(edges, axis=0, return_inverse=True)
        a, b, c = (middle.reshape(-1, 3) + len(points)).T
        x, y, z = triangles.T
        triangles = numpy.concatenate([numpy.stack(t, 1) for t in (
            (x, a, c), (y, b, a), (z, c, b), (a, b, c))])
        between = points[edges].sum(1)
        points = numpy.concatenate([points, between / numpy.linalg.norm(between, axis=1)[:, None]])
    return points, triangles


def _spheres_of(members):
    points, triangles = _icosphere()
    n = len(members)
    data = model.vtkPolyData()
    if n == 0:
        return data
    centre, radius = members["position"], members["radius"]
    data.SetPoints(points_of(centre[:, None].astype(float) + radius[:, None, None] * points))
    corners = triangles + len(points) * numpy.arange(n)[:, None, None]
    data.SetPolys(cells_of(3 * numpy.arange(n * len(triangles) + 1), corners.ravel()))
    data.GetPointData().SetNormals(array_of("Normals", numpy.tile(points, (n, 1)).astype("f4")))
    return data
