"""Four filters of the plugin Granum in NumPy, for a ParaView without the plugin.

contact_network, StructureLoad, coverage and shell take and make data of VTK and have the numbers
of the C++ filters (plugin/filters, plugin/analysis); granum_paraview.py puts them into the menu.
They run in one process.
"""

from granum.arrays import numpy
from granum.blocks import array_of, cells_of, one_each, points_of
from granum.vtk import core, filters, model, numpy_support

ANSWERED_NONE, ANSWERED_SITES, ANSWERED_EDGES = -1, 1, 5  # sources of a distance, see data/README.md
MEETS, GRAIN_ON_STRUCTURE = 2, 1  # kinds of contacts
ALL, STRONG, WEAK = range(3)  # parts of a network
ALIKE = 1e-3  # spacings by which a nearer surface must be nearer
ROUNDED = 1e-3  # of weights: places are of single precision
BETWEEN = 0.1  # steps of a lattice from which on a place lies between its points
DRAWN = numpy.array([0.12, 0.4, 0.5])  # spacings: radius of a site, by `served`
#: Of arrays of sums: the array over an area, its unit.
SUMS = {"normal_impulse": ("normal_impulse_per_area", "N s/m2"),
        "normal_work": ("normal_work_per_area", "J/m2"),
        "sliding_work": ("sliding_work_per_area", "J/m2"),
        "load_times_way": ("load_times_way_per_area", "N/m"),
        "contact_time": ("contact_time_per_area", "s/m2"),
        "impacts": ("impacts_per_area", "1/m2"),
        "impact_energy": ("impact_energy_per_area", "J/m2"),
        "worn_finnie": ("wear_depth_finnie", "m"), "worn_archard": ("wear_depth_archard", "m")}


class Lacking(Exception):
    """An input lacks what a filter needs; the message names it."""


# --- what the filters share ---


def numbers(data, name, components=1):
    """An array of points, cells or fields; None if there is none with so many components."""
    array = data.GetArray(name)
    if array is None or array.GetNumberOfComponents() != components:
        return None
    return numpy_support.vtk_to_numpy(array)


def places(data):
    """[n, 3] m"""
    points = data.GetPoints()
    if points is None or points.GetNumberOfPoints() == 0:
        return numpy.zeros((0, 3))
    return numpy_support.vtk_to_numpy(points.GetData()).astype(float)


def demand(data, names, what):
    """{name: array}; Lacking unless there is each, with one number a row."""
    found = {name: numbers(data, name) for name in names}
    for name, array in found.items():
        if array is None:
            raise Lacking("%s have no array '%s' of one number" % (what, name))
    return found


def polygons(cells):
    """Corners and offsets of a vtkCellArray."""
    return (numpy_support.vtk_to_numpy(cells.GetConnectivityArray()).astype("int64"),
            numpy_support.vtk_to_numpy(cells.GetOffsetsArray()).astype("int64"))


def rows_of(data, rows):
    """The points `rows` of some data as vertices, with their arrays."""
    some = model.vtkPolyData()
    some.SetPoints(points_of(places(data)[rows]))
    some.SetVerts(one_each(len(rows)))
    chosen = core.vtkIdList()
    chosen.SetNumberOfIds(len(rows))
    for i, row in enumerate(rows.tolist()):
        chosen.SetId(i, row)
    to = some.GetPointData()
    to.CopyAllOn()
    to.CopyGlobalIdsOn()
    to.CopyAllocate(data.GetPointData(), len(rows))
    to.SetNumberOfTuples(len(rows))
    every = core.vtkIdList()
    every.SetNumberOfIds(len(rows))
    for i in range(len(rows)):
        every.SetId(i, i)
    to.CopyData(data.GetPointData(), chosen, every)
    some.GetFieldData().PassData(data.GetFieldData())
    return some


class Surfaces:
    """The polygons of a frame, by structure and by patch; patch -1 is the structure."""

    def __init__(self, data):
        if data.GetNumberOfCells() != data.GetNumberOfPolys():
            raise Lacking("Structures are not polygons and nothing else, as the port Structures "
                          "of a Granum Reader gives them")
        self.corners, self.offsets = polygons(data.GetPolys())
        self.data, self.n = data, data.GetNumberOfPolys()
        owner = numbers(data.GetCellData(), "structure_id")
        if owner is None and self.n:
            raise Lacking("Structures have no cell array 'structure_id' of one number")
        self.owner = owner if self.n else numpy.zeros(0, int)
        self.patch = numbers(data.GetCellData(), "patch") if self.n else None
        self._parts = {}

    def areas(self):
        """[n] m2"""
        x, sides = places(self.data), numpy.diff(self.offsets)
        twice = numpy.zeros((self.n, 3))
        for k in range(1, int(sides.max()) - 1 if self.n else 0):
            mine = numpy.flatnonzero(sides > k + 1)
            first = self.offsets[:-1][mine]
            a, b, c = (x[self.corners[first + i]] for i in (0, k, k + 1))
            twice[mine] += numpy.cross(b - a, c - a)
        return 0.5 * numpy.linalg.norm(twice, axis=1)

    def rows(self, structure, patch):
        """Cells of a patch; of the structure if it has no such patch."""
        mine = self.owner == structure
        if patch >= 0 and self.patch is not None and (mine & (self.patch == patch)).any():
            mine = mine & (self.patch == patch)
        return numpy.flatnonzero(mine)

    def _part(self, structure, patch):
        """Its cells, and these alone as data."""
        key = structure, patch
        if key not in self._parts:
            cells = self.rows(structure, patch)
            alone = model.vtkPolyData()
            alone.SetPoints(self.data.GetPoints())
            sides = numpy.diff(self.offsets)[cells]
            ends = numpy.concatenate([[0], numpy.cumsum(sides)]).astype(int)
            within = numpy.arange(ends[-1]) - numpy.repeat(ends[:-1], sides)
            alone.SetPolys(cells_of(ends, self.corners[numpy.repeat(self.offsets[cells], sides) + within]))
            locator = model.vtkStaticCellLocator() if len(cells) else None
            if locator:
                locator.SetDataSet(alone)
                locator.BuildLocator()
            self._parts[key] = cells, alone, locator
        return self._parts[key]

    def nearest(self, structure, patch, points):
        """[points] the nearest cell of a patch, of the structure if it has no such patch; -1 where
        there is none.  And the distances, m."""
        cells, _, locator = self._part(structure, patch)
        found, away = numpy.full(len(points), -1), numpy.full(len(points), numpy.nan)
        if locator:
            where, scratch = [0.0] * 3, model.vtkGenericCell()
            cell, sub, square = (core.reference(zero) for zero in (0, 0, 0.0))
            for i, x in enumerate(points.tolist()):
                locator.FindClosestPoint(x, where, scratch, cell, sub, square)
                found[i] = cells[int(cell)] if int(cell) >= 0 else -1
                away[i] = float(square) ** 0.5
        return found, away

    def is_within(self, structure, points, radii):
        """[points] whether any cell of the structure is nearer than its radius, m."""
        _, _, locator = self._part(structure, -1)
        near = numpy.zeros(len(points), bool)
        if locator:
            where, scratch = [0.0] * 3, model.vtkGenericCell()
            cell, sub, square, inside = (core.reference(zero) for zero in (0, 0, 0.0, 0))
            search = locator.FindClosestPointWithinRadius  # the faster the smaller the radius
            for i, (x, radius) in enumerate(zip(points.tolist(), radii.tolist())):
                near[i] = radius > 0 and search(x, radius, where, scratch, cell, sub, square, inside)
        return near

    def distances(self, structure, patch, points):
        """[points] m from the nearest cell; NaN where there is none."""
        cells, alone, _ = self._part(structure, patch)
        if len(cells) == 0 or len(points) == 0:
            return numpy.full(len(points), numpy.nan)
        surface = core.vtkDoubleArray()
        function = filters.vtkImplicitPolyDataDistance() if hasattr(
            filters, "vtkImplicitPolyDataDistance") else model.vtkImplicitPolyDataDistance()
        function.SetInput(alone)
        function.FunctionValue(numpy_support.numpy_to_vtk(numpy.ascontiguousarray(points), 1), surface)
        return abs(numpy_support.vtk_to_numpy(surface))


class Contacts:
    """Contacts as rows; arrays that a file of another program lacks have default values."""

    def __init__(self, data, force):
        poly = data.IsA("vtkPolyData")
        self.n = data.GetNumberOfCells()
        self.ends = numpy.zeros((0, 2, 3))
        if self.n == 0:
            self.corners = numpy.zeros((0, 2), int)
        else:
            corners, offsets = polygons(data.GetLines() if poly else data.GetCells())
            if len(offsets) != self.n + 1 or (numpy.diff(offsets) != 2).any():
                raise Lacking("Contacts are not lines of two points and nothing else, as the port "
                              "Contacts of a Granum Reader gives them")
            self.corners = corners.reshape(-1, 2)
            self.ends = places(data)[self.corners]
        cells = data.GetCellData()
        along = self.ends[:, 0] - self.ends[:, 1]
        length = numpy.linalg.norm(along, axis=1, keepdims=True)
        self.normal = numbers(cells, "normal", 3) if self.n else along
        if self.normal is None:
            self.normal = along / numpy.where(length > 0, length, 1.0)
        self.normal = self.normal.astype(float)

        def integers(name, otherwise):
            found = numbers(cells, name)
            return numpy.full(self.n, otherwise) if found is None else found.astype("int64")

        self.kind, self.patch = integers("kind", 0), integers("patch", -1)
        self.structure, self.structure_a = integers("structure_id", -1), integers("structure_a", -1)
        self.image = integers("image", 0) > 0
        self.id_a, self.id_b = integers("id_a", -1), integers("id_b", -1)
        self.has_ids = numbers(cells, "id_a") is not None and numbers(cells, "id_b") is not None
        if numbers(cells, "kind") is None and self.has_ids:
            # ParaView's own reader gives the arrays of the file, where the kind follows from others.
            self.kind = numpy.where(self.structure_a >= 0, MEETS, self.id_b < 0)
        array = cells.GetArray(force) or (cells.GetArray("force") if force == "force_normal" else None)
        if self.n and (array is None or array.GetNumberOfComponents() not in (1, 3)):
            raise Lacking("Contacts have no cell array '%s' of one number (the normal force) or "
                          "three (the force on a)" % force)
        values = numpy_support.vtk_to_numpy(array).astype(float) if self.n else numpy.zeros(0)
        self.vector = values if values.ndim == 2 else None
        self.force = values if values.ndim == 1 else (values * self.normal).sum(1)


# --- the filters ---


def contact_network(contacts, grains=None, force="force_normal", kind=-1, structure=-1, part=ALL,
                    reference=0.0, limits=None, hide_images=True, thickness=0.0, cap=4.0, sides=0):
    """The forces of contacts as lines, or as tubes with so many sides, whose radius grows with the
    force.  limits: least and largest normal force, N.  The fields mean_force, reference_force and
    pushing_contacts are those of the C++ filter."""
    rows = Contacts(contacts, force)
    chosen = ((kind < 0) | (rows.kind == kind)) & (
        (structure < 0) | (rows.structure == structure) | (rows.structure_a == structure))
    whole = chosen & ~rows.image
    counted = chosen & ((rows.kind != MEETS) | (kind == MEETS))
    if not (counted & (rows.force > 0)).any():
        counted = chosen  # contacts between structures hide the forces of grains
    pushing = rows.force[counted & (rows.force > 0)]
    mean = pushing.mean() if len(pushing) else 0.0
    unit_force = reference if reference > 0 else mean
    ratio = rows.force / unit_force if unit_force > 0 else numpy.zeros(rows.n)
    length = numpy.linalg.norm(rows.ends[:, 0] - rows.ends[:, 1], axis=1)
    measured = length[whole & counted]
    unit = thickness if thickness > 0 else 0.1 * (measured.mean() if len(measured) else 0.0)
    kept = whole if hide_images else chosen
    if part != ALL:
        kept = kept & ((rows.force > unit_force) == (part == STRONG))
    if limits:
        kept = kept & (rows.force >= limits[0]) & (rows.force <= limits[1])
    kept = numpy.flatnonzero(kept)

    lines = model.vtkPolyData()
    lines.SetPoints(points_of(rows.ends[kept]))
    lines.SetLines(one_each(len(kept), 2))
    cells, points = lines.GetCellData(), lines.GetPointData()
    for i in range(contacts.GetCellData().GetNumberOfArrays()):
        array = contacts.GetCellData().GetArray(i)
        if array is not None:
            unit_of = array.GetInformation().Get(core.vtkDataArray.UNITS_LABEL())
            cells.AddArray(array_of(array.GetName(), numpy_support.vtk_to_numpy(array)[kept], unit_of))
    for k, end in enumerate("ab"):
        cells.AddArray(array_of("position_" + end, rows.ends[kept, k], "m"))
    if rows.has_ids:
        ids = numpy.stack([rows.id_a, rows.id_b], 1)[kept]
        points.AddArray(array_of("id", ids.ravel(), "1"))
        if grains is not None and grains.GetNumberOfPoints():
            of = demand(grains.GetPointData(), ("id", "radius"), "Grains")
            order = numpy.argsort(of["id"], kind="stable")
            known, radius = of["id"][order], of["radius"][order].astype(float)
            at = numpy.minimum(numpy.searchsorted(known, ids), len(known) - 1)
            radii = numpy.where(known[at] == ids, radius[at], 0.0)
            points.AddArray(array_of("radius", radii.ravel(), "m"))
            for k, end in enumerate("ab"):
                cells.AddArray(array_of("radius_" + end, radii[:, k], "m"))
    size = unit * numpy.clip(ratio[kept], 0.0, cap)
    cells.AddArray(array_of("force_ratio", ratio[kept], "1"))
    cells.AddArray(array_of("strong", (rows.force[kept] > unit_force).astype("int32"), "1"))
    cells.AddArray(array_of("thickness", size, "m"))
    if sides and len(kept):
        points.SetScalars(array_of("thickness", numpy.repeat(size, 2), "m"))
        maker = filters.vtkTubeFilter()
        maker.SetInputData(lines)
        maker.SetVaryRadiusToVaryRadiusByAbsoluteScalar()
        maker.SetNumberOfSides(sides)
        maker.CappingOn()
        maker.Update()
        lines = maker.GetOutput()
    fields = lines.GetFieldData()
    fields.PassData(contacts.GetFieldData())
    for name, value, unit_of in (("mean_force", mean, "N"), ("reference_force", unit_force, "N"),
                                 ("pushing_contacts", float(len(pushing)), "1")):
        fields.AddArray(array_of(name, numpy.array([value]), unit_of))
    return lines


class StructureLoad:
    """Loads of structures, averaged over frames: add() each, then filled()."""

    def __init__(self):
        self.frames, self.loads, self.before = 0, {}, {}
        self.force = self.torque = self.met_force = self.met_torque = numpy.zeros((0, 3))

    def add(self, structures, contacts):
        surfaces = Surfaces(structures)
        rows = Contacts(contacts, "force")
        if rows.n and rows.vector is None:
            raise Lacking("Contacts have a cell array 'force' of one number; three are expected, "
                          "the force on the grain")
        origins = numbers(structures.GetFieldData(), "position", 3)
        on = numpy.flatnonzero((rows.structure >= 0) & (
            (rows.kind == GRAIN_ON_STRUCTURE) | (rows.kind == MEETS)))
        other = numpy.flatnonzero((rows.kind == MEETS) & (rows.structure_a >= 0))
        which = numpy.concatenate([on, other])
        owner = numpy.concatenate([rows.structure[on], rows.structure_a[other]])
        vector = rows.vector if rows.n else numpy.zeros((0, 3))
        force = numpy.concatenate([-vector[on], vector[other]])
        met = rows.kind[which] == MEETS
        bodies = len(origins) if origins is not None else int(owner.max()) + 1 if len(owner) else 0
        known = owner < bodies  # a copy of a shape is no structure of the file
        which, owner, force, met = which[known], owner[known], force[known], met[known]
        foot = rows.ends[which, 1]
        arm = foot - (origins[owner] if origins is not None else 0.0)
        torque = numpy.cross(arm, force)
        for name, values, part in (("force", force, slice(None)), ("torque", torque, slice(None)),
                                   ("met_force", force, met), ("met_torque", torque, met)):
            sums = numpy.zeros((max(bodies, len(getattr(self, name))), 3))
            sums[:len(getattr(self, name))] = getattr(self, name)
            numpy.add.at(sums, owner[part], values[part])
            setattr(self, name, sums)
        for s in numpy.unique(surfaces.owner):
            n = len(surfaces.rows(s, -1))
            if s not in self.loads or len(self.loads[s]) != n:
                self.loads[s] = numpy.zeros((n, 5))  # force, normal force, contacts
        pressed = numpy.stack([owner, rows.patch[which]], 1)[~met]
        loads = numpy.column_stack([force, rows.force[which], numpy.ones(len(which))])[~met]
        for s, patch in numpy.unique(pressed, axis=0):
            mine = numpy.flatnonzero((pressed == (s, patch)).all(1))
            cell, _ = surfaces.nearest(s, patch, foot[~met][mine])
            if (cell >= 0).all():  # else the structure has no surface
                numpy.add.at(self.loads[s], numpy.searchsorted(surfaces.rows(s, -1), cell), loads[mine])
        if self.frames == 0:
            self.before = self._sums(structures, surfaces)
        self.frames += 1

    def _sums(self, structures, surfaces):
        found = {name: numbers(structures.GetCellData(), name) for name in SUMS}
        return {(s, name): values[surfaces.rows(s, -1)].astype(float)
                for name, values in found.items() if values is not None
                for s in numpy.unique(surfaces.owner)}

    def filled(self, structures):
        """The surfaces of the last frame with force, traction, pressure, contacts and area."""
        data = model.vtkPolyData()
        data.ShallowCopy(structures)
        surfaces = Surfaces(data)
        area, loads = surfaces.areas(), numpy.zeros((surfaces.n, 5))
        for s in numpy.unique(surfaces.owner):
            loads[surfaces.rows(s, -1)] = self.loads[s]
        loads /= self.frames
        per = numpy.where(area > 0, 1.0 / numpy.where(area > 0, area, 1.0), 0.0)
        cells, fields = data.GetCellData(), data.GetFieldData()
        for name, values, unit in (
                ("force", loads[:, :3], "N"), ("traction", loads[:, :3] * per[:, None], "Pa"),
                ("pressure", loads[:, 3] * per, "Pa"), ("contacts", loads[:, 4], "1"),
                ("area", area, "m2")):
            cells.AddArray(array_of(name, values, unit))
        for (s, name), values in self._sums(data, surfaces).items():
            mine, before = surfaces.rows(s, -1), self.before.get((s, name))
            if self.frames > 1 and before is not None and len(before) == len(values):
                values = values - before
            shown = numbers(cells, SUMS[name][0])
            shown = numpy.zeros(surfaces.n) if shown is None else numpy.array(shown)
            shown[mine] = values * per[mine]
            cells.AddArray(array_of(SUMS[name][0], shown, SUMS[name][1]))
        for name, values, unit in (
                ("structure_force", self.force, "N"), ("structure_torque", self.torque, "N m"),
                ("structure_met_force", self.met_force, "N"),
                ("structure_met_torque", self.met_torque, "N m")):
            fields.AddArray(array_of(name, values / self.frames, unit))
        fields.AddArray(array_of("frames", numpy.array([float(self.frames)]), "1"))
        return data


def coverage(structures, grains, sites, contact_range=1.0, least=8, every=False):
    """Surfaces with the source of the distance over each cell and the number of grains whose stencil
    is incomplete; these grains; the open edges of surfaces with virtual particles.
    every: surfaces of structures without virtual particles too."""
    arrays = ("radius", "structure_distance", "structure_id", "site_count")
    n = grains.GetNumberOfPoints()
    of = demand(grains.GetPointData(), arrays, "Grains") if n else dict.fromkeys(arrays, numpy.zeros(0))
    carried = numbers(sites.GetPointData(), "structure_id") if sites is not None else None
    carried = numpy.unique(carried) if carried is not None else numpy.zeros(0, int)
    told = numbers(grains.GetPointData(), "answered") if n else None
    told = numpy.full(n, ANSWERED_NONE) if told is None else numpy.where(told == ANSWERED_EDGES, ANSWERED_SITES, told)
    near = numpy.isin(of["structure_id"], carried)
    near &= of["structure_distance"] <= contact_range * of["radius"].astype(float)  # NaN: none in range
    lacking = near & (of["site_count"] < least)
    where = near & (lacking | (told > ANSWERED_NONE))

    surfaces = Surfaces(structures)
    shown = numpy.arange(surfaces.n) if every else numpy.flatnonzero(numpy.isin(surfaces.owner, carried))
    found, wanted = model.vtkPolyData(), core.vtkIdList()
    if every:
        found.ShallowCopy(structures)
    else:
        for cell in shown.tolist():
            wanted.InsertNextId(cell)
        found.AllocateCopy(structures)
        found.GetPointData().CopyAllocate(structures.GetPointData())
        found.GetCellData().CopyAllocate(structures.GetCellData())
        found.CopyCells(structures, wanted)
        found.GetFieldData().PassData(structures.GetFieldData())
    audited = numbers(structures.GetCellData(), "audit_answered") if surfaces.n else None
    source = numpy.full(len(shown), ANSWERED_NONE) if audited is None else audited[shown].astype("int64")
    counts = numpy.zeros(len(shown), "int32")
    mapped = Surfaces(found)
    x = places(grains)
    for s in numpy.unique(of["structure_id"][where]):
        mine = numpy.flatnonzero(where & (of["structure_id"] == s))
        cell, _ = mapped.nearest(int(s), -1, x[mine])
        mine, cell = mine[cell >= 0], cell[cell >= 0]
        numpy.add.at(counts, cell, lacking[mine].astype("int32"))
        numpy.maximum.at(source, cell, told[mine])
    found.GetCellData().AddArray(array_of("incomplete_grains", counts, "1"))
    found.GetCellData().AddArray(array_of("coverage", source.astype("int32"), "1"))
    return found, rows_of(grains, numpy.flatnonzero(lacking)), open_edges(surfaces, carried)


def open_edges(surfaces, of):
    """Edges that belong to one polygon only, of the structures in `of`, as lines."""
    sides = numpy.diff(surfaces.offsets)
    after = numpy.arange(1, len(surfaces.corners) + 1)
    after[surfaces.offsets[1:][sides > 0] - 1] = surfaces.offsets[:-1][sides > 0]
    owner = numpy.repeat(surfaces.owner, sides)
    edges = numpy.stack([surfaces.corners, surfaces.corners[after]], 1) if len(owner) else \
        numpy.zeros((0, 2), int)
    mine = numpy.isin(owner, of)
    owner, edges = owner[mine], edges[mine]
    keys = numpy.column_stack([owner, numpy.sort(edges, axis=1)])
    _, first, count = numpy.unique(keys, axis=0, return_index=True, return_counts=True)
    rows = first[count == 1]
    rows = rows[edges[rows, 0] != edges[rows, 1]]
    used, ends = numpy.unique(edges[rows], return_inverse=True)
    lines = model.vtkPolyData()
    lines.SetPoints(points_of(places(surfaces.data)[used]))
    lines.SetLines(cells_of(2 * numpy.arange(len(rows) + 1), ends.ravel()))
    lines.GetCellData().AddArray(array_of("structure_id", owner[rows].astype("int32"), "1"))
    return lines


def shell(sites, grains=None, structures=None, structure=-1, patch=-1, overlaps=False, error=False,
          limits=None, cut=None, grain_id=-1, reach=3.0, known=None):
    """Virtual particles, of overlapping patches the nearest; and those around a grain, whose array
    `served` is 1 for those from which its distance was computed.
    limits: least and largest distance, m.  cut: origin and normal; what is before it is left out.
    known: a dict in which the nearest are kept from frame to frame, since bodies are rigid."""
    known = {} if known is None else known
    n = sites.GetNumberOfPoints()
    names = ("distance", "spacing", "structure_id", "patch")
    of = demand(sites.GetPointData(), names, "The virtual particles") if n else dict.fromkeys(names, numpy.zeros(0))
    x, distance, spacing = places(sites), of["distance"].astype(float), of["spacing"].astype(float)
    owner, patches = of["structure_id"].astype("int64"), of["patch"].astype("int64")
    rotation = numbers(sites.GetFieldData(), "rotation", 9)
    surfaces = Surfaces(structures) if structures is not None and (
        structures.GetNumberOfPolys() == structures.GetNumberOfCells()) else None

    def turn(s):
        return rotation[s].reshape(3, 3) if rotation is not None and s < len(rotation) else numpy.eye(3)

    nearest = numpy.ones(n, bool)
    for s in numpy.unique(owner) if not overlaps else ():
        mine = numpy.flatnonzero(owner == s)
        of_body = surfaces is None, distance[mine], patches[mine]
        if s in known and all(map(numpy.array_equal, known[s][0], of_body)):
            nearest[mine] = known[s][1]
            continue
        every = mine
        nearest[mine] = nearest_sites(x[mine], distance[mine], patches[mine], spacing[mine[0]], turn(s))
        mine = mine[nearest[mine]]
        if surfaces is not None:
            nearest[mine] = ~surfaces.is_within(
                s, x[mine], abs(distance[mine]) - ALIKE * spacing[mine[0]])
        known[s] = of_body, nearest[every]
    chosen = ((structure < 0) | (owner == structure)) & ((patch < 0) | (patches == patch))
    kept = chosen & nearest
    if limits:
        kept &= (distance >= limits[0]) & (distance <= limits[1])
    if cut:
        kept &= (x - numpy.asarray(cut[0])) @ numpy.asarray(cut[1], float) <= 0.0
    kept = numpy.flatnonzero(kept)
    made = rows_of(sites, kept)
    if surfaces is not None and error:
        errors = numpy.full(len(kept), numpy.nan)
        for s, p in numpy.unique(numpy.stack([owner[kept], patches[kept]], 1), axis=0):
            mine = numpy.flatnonzero((owner[kept] == s) & (patches[kept] == p))
            errors[mine] = abs(distance[kept[mine]]) - surfaces.distances(s, p, x[kept[mine]])
        made.GetPointData().AddArray(array_of("error", errors, "m"))
    return made, _stencil(sites, grains, grain_id, reach, x, distance, spacing, owner, patches, chosen, turn)


def nearest_sites(x, distance, patch, spacing, rotation):
    """True where no other patch of the body has a nearer site in the same place of the lattice; of
    two equally near the patch with the lower number."""
    along = (x - x[0]) @ rotation
    place = numpy.rint(along / spacing)
    if (abs(along / spacing - place) >= BETWEEN).any():  # face-centred: half a cube
        place = numpy.rint(along * 2.0 ** 0.5 / spacing)
    order = numpy.lexsort((patch, abs(distance), *place.T))
    first = numpy.ones(len(x), bool)
    first[1:] = (place[order[1:]] != place[order[:-1]]).any(1)
    nearest = numpy.zeros(len(x), bool)
    nearest[order] = first
    return nearest


def _stencil(sites, grains, grain_id, reach, x, distance, spacing, owner, patches, chosen, turn):
    ids = numbers(grains.GetPointData(), "id") if grains is not None and grain_id >= 0 else None
    row = numpy.flatnonzero(ids == grain_id) if ids is not None else numpy.zeros(0, int)
    if len(row) == 0:
        return rows_of(sites, numpy.zeros(0, int))
    centre, of = places(grains)[row[0]], grains.GetPointData()
    far = numpy.linalg.norm(x - centre, axis=1)
    around = numpy.flatnonzero(chosen & (far <= reach * spacing))
    along = numpy.array([(centre - x[i]) @ turn(owner[i]) / spacing[i] for i in around]).reshape(-1, 3)
    corner = (abs(along) < 1.0).all(1)
    answer = [numbers(of, name) for name in ("answered", "structure_id", "structure_distance")]
    used = numpy.zeros(len(around), bool)
    if all(a is not None for a in answer) and answer[0][row[0]] in (ANSWERED_SITES, ANSWERED_EDGES):
        s, told = answer[1][row[0]], float(answer[2][row[0]])
        mine, best = owner[around] == s, None
        normal = numbers(sites.GetPointData(), "normal", 3)
        value = distance[around]
        if normal is not None:
            value = value + 0.5 * (normal[around] * (centre - x[around])).sum(1)
        weight = numpy.maximum(0.0, 1.0 - abs(along)).prod(1)
        for p in numpy.unique(patches[around][mine]):
            one = mine & (patches[around] == p)
            off = abs((weight * value)[one].sum() - told)
            if weight[one].sum() > 1.0 - ROUNDED and (best is None or off < best[0]):
                best = off, p
        used = mine & (patches[around] == best[1]) if best else used
    served = numpy.where(corner, used.astype("int32"), -1).astype("int32")
    order = numpy.argsort(served, kind="stable")  # of points in one place the last is seen
    around, served = around[order], served[order]
    data = rows_of(sites, around)
    for name, values, unit in (("away", far[around], "m"), ("stencil", (served >= 0).astype("int32"), "1"),
                               ("served", served, "1"), ("size", DRAWN[served + 1] * spacing[around], "m")):
        data.GetPointData().AddArray(array_of(name, values, unit))
    return data
