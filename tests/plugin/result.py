"""The contents of a result file, read with h5py and NumPy alone.

Names are repeated here on purpose: a test that took them from the schema would not notice a
name that changed there.
"""

import h5py
import numpy


class Result:
    """All of a result in memory; the file is closed again."""

    def __init__(self, path, swmr=False):
        with h5py.File(path, "r", libver="latest", swmr=swmr) as f:
            self.times = f["VTKHDF/Steps/Values"][:]
            self.data = {}
            self.units = {}
            f.visititems(self._take)

    def _take(self, name, thing):
        if isinstance(thing, h5py.Dataset):
            self.data[name] = thing[()]
            if "units" in thing.attrs:
                self.units[name] = thing.attrs["units"].decode()

    def children(self, group):
        group += "/"
        names = [n[len(group):] for n in self.data if n.startswith(group)]
        return sorted(n for n in names if "/" not in n)

    def names(self, what):
        return [n.decode() for n in self.data["granum/names/" + what]]

    def usual_speed(self, groups=("VTKHDF", "granum/bodies", "granum/clumps")):
        """What a hundredth of the speeds exceeds in the frame of the middle of those with rows, in m/s, or a tenth of
        that in the frame where it is largest."""
        tops = []
        for group in groups:
            speed = numpy.linalg.norm(self.data.get(group + "/PointData/velocity", numpy.zeros((0, 3))).astype("f8"), axis=1)
            for frame, n in enumerate(self.data.get(group + "/NumberOfPoints", [])):
                row = self.data[group + "/Steps/PointDataOffsets/velocity"][frame]
                if n:
                    tops.append(numpy.sort(speed[row:row + n])[(n - 1) * 99 // 100])
        return max(sorted(tops)[len(tops) // 2], 0.1 * max(tops))

    def grains(self, frame):
        """Points, and {array: rows}, of a frame."""
        n = self.data["VTKHDF/NumberOfPoints"][frame]
        first = self.data["VTKHDF/Steps/PointOffsets"][frame]
        arrays = {}
        for name in self.children("VTKHDF/PointData"):
            row = self.data["VTKHDF/Steps/PointDataOffsets/" + name][frame]
            arrays[name] = self.data["VTKHDF/PointData/" + name][row:row + n]
        return self.data["VTKHDF/Points"][first:first + n], arrays

    def contacts(self, frame):
        """Line ends [n, 2, 3], and {array: rows}, of a frame."""
        g = "granum/contacts/"
        n = self.data[g + "NumberOfCells"][frame]
        first = self.data[g + "Steps/PointOffsets"][frame]
        arrays = {}
        for name in self.children(g + "CellData"):
            row = self.data[g + "Steps/CellDataOffsets/" + name][frame]
            arrays[name] = self.data[g + "CellData/" + name][row:row + n]
        return self.data[g + "Points"][first:first + 2 * n].reshape(n, 2, 3), arrays

    def derived(self, frame):
        """What follows for the contacts of a frame, in double precision."""
        ends, c = self.contacts(frame)
        centre, g = self.grains(frame)
        force, normal = c["force"].astype("f8"), c["normal"].astype("f8")
        along = (force * normal).sum(axis=1)
        row = {id: i for i, id in enumerate(g["id"])}
        point = ends[:, 1].astype("f8")
        image = numpy.zeros(len(ends), "i4")
        for k in range(len(ends)):
            if c["id_b"][k] >= 0:
                a, b = row[c["id_a"][k]], row[c["id_b"][k]]
                ra, rb = float(g["radius"][a]), float(g["radius"][b])
                point[k] = ends[k, 0] + (point[k] - ends[k, 0]) * ra / (ra + rb)
                image[k] = numpy.linalg.norm(ends[k, 1] - centre[b]) > rb
        return {
            "force_normal": along,
            "force_tangential": force - along[:, None] * normal,
            "point": point,
            "kind": (c["id_b"] < 0).astype("i4"),
            "image": image,
        }

    def structures(self, frame):
        """Corners of the polygons in the world, [(array of corners), ...], and
        {array: rows}, of the structures that are there."""
        g = "granum/structures/"
        owner = self.data[g + "CellData/structure_id"]
        there = self.data["granum/poses/present"][frame][owner] != 0
        offset = self.data[g + "Polygons/Offsets"]
        corner = self.data[g + "Polygons/Connectivity"]
        points = self.data[g + "Points"].astype("f8")
        polygons = []
        for cell in numpy.flatnonzero(there):
            s = owner[cell]
            body = points[corner[offset[cell]:offset[cell + 1]]]
            world = self._turned(frame, s, body)
            polygons.append(world + self.data["granum/poses/position"][frame, s])
        arrays = {n: self.data[g + "CellData/" + n][there] for n in self.children(g + "CellData")}
        sums = "granum/surface_sums"
        arrays.update((n, self.data[sums + "/" + n][frame][there]) for n in self.children(sums))
        return polygons, arrays

    def _turned(self, frame, s, body):
        """Vectors of bodies in the world; `s` is one structure or one for each vector."""
        q = self.data["granum/poses/quaternion"][frame, s]
        w = q[..., :1]
        axis = numpy.broadcast_to(q[..., 1:], body.shape)
        # v + 2 w (u x v) + 2 u x (u x v): not the matrix that the reader uses.
        turn = numpy.cross(axis, body)
        return body + 2 * w * turn + 2 * numpy.cross(axis, turn)

    def sites(self, frame):
        """Virtual particles of the structures that are there: points in the world, and
        {array: rows}, the normals turned in double precision."""
        g = "granum/virtual_particles/"
        if g + "Points" not in self.data:
            return numpy.zeros((0, 3)), {}
        owner = self.data[g + "PointData/structure_id"]
        there = self.data["granum/poses/present"][frame][owner] != 0
        arrays = {n: self.data[g + "PointData/" + n][there]
                  for n in self.children(g + "PointData")}
        owner = owner[there]
        arrays["normal"] = self._turned(frame, owner, arrays["normal"].astype("f8"))
        points = self._turned(frame, owner, self.data[g + "Points"][there].astype("f8"))
        return points + self.data["granum/poses/position"][frame][owner], arrays

    def history(self):
        """{column: rows}."""
        columns = {}
        names = self.names("structures")
        kept = [n for n in self.children("granum/history") if len(self.data["granum/history/" + n])
                and self.data["granum/history/" + n].dtype.kind in "fi"]
        # While a solver writes, a row may have reached some of the datasets only.
        length = min(len(self.data["granum/history/" + n]) for n in kept)
        for name in kept:
            rows = self.data["granum/history/" + name][:length]
            # structure_work is the total of all structures.
            each = rows.ndim > 1 and rows.shape[1] == len(names)
            if each and (name == "work_of_structure" or name.startswith("structure_")):
                for s, structure in enumerate(names):
                    columns[name + "_" + structure] = rows[:, s]
            elif rows.ndim == 3:  # a tensor a row: its nine numbers
                columns[name] = rows.reshape(length, -1)
            else:
                columns[name] = rows
        return columns
