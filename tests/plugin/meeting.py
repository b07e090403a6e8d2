"""A real run with structures that meet, copies and clumps: what the filters, the ports and the first
picture make of it.

    meeting.py RESULT DIRECTORY     (in an X session)
"""

import os
import sys

import h5py
import numpy
from paraview import simple

import filters
import images
import reading
from checks import check, check_array, check_equal, report


def check_loads(reader, f):
    """Forces between structures are those of the history; all forces those of the poses."""
    met = 0
    for frame, time in enumerate(reader.TimestepValues):
        load = simple.StructureLoad(Structures=filters.port(reader, "Structures"), Contacts=reader)
        fields = filters.fields(filters.output(load, time))
        row = list(f["granum/history/time"][:]).index(time)
        expected = f["granum/history/structure_met"][row]
        check_array(fields["structure_met_force"], expected, "frame %d: between structures" % frame, 1e-9)
        check_array(fields["structure_force"], f["granum/poses/force"][frame],
                    "frame %d: on structures" % frame, 1e-9)
        met += abs(expected).sum() > 0
    check(met > 0, "structures meet in some frame")


def check_history(reader, f):
    """Each structure and each group of held grains has columns of its own."""
    found = reading.arrays(reading.fetch(reader, 3).GetRowData())
    for array, names in (("structure_met", ("floor", "block")), ("held_force", ("low", "high")),
                         ("work_of_held", ("low", "high"))):
        for k, name in enumerate(names):
            check_array(found[array + "_" + name], f["granum/history/" + array][:, k],
                        "history: %s of %s" % (array, name), 0)


def check_ports(reader, f):
    time = reader.TimestepValues[-1]
    for port, group in ((5, "bodies"), (6, "clumps")):
        data = reading.fetch(reader, port, time)
        n = f["granum/%s/NumberOfPoints" % group][-1]
        check(n > 0 and data.GetNumberOfPoints() == n, "%s: %d rows" % (group, n))
        axis = reading.arrays(data.GetPointData())["axis"]
        check(abs(numpy.linalg.norm(axis, axis=1) - 1).max() < 1e-6, group + " have long axes")
    table = reading.fetch(reader, 7, time)
    rod, pair = (reading.points(table.GetBlock(k)) for k in (0, 1))
    check_array(abs(rod).max(0), [0.008, 0.003, 0.003], "a rod about its centre of mass", 1e-12)
    check(abs(abs(pair).max(0) - [0.005, 0.003, 0.003]).max() < 1e-4, "a pair: %s" % abs(pair).max(0))
    # A clump lies where the spheres of its members are.
    clumps = reading.fetch(reader, 6, time)
    grains = reading.fetch(reader, 0, time)
    rows = reading.arrays(grains.GetPointData())
    for i, id_ in enumerate(reading.arrays(clumps.GetPointData())["id"]):
        members = reading.points(grains)[rows["clump"] == id_]
        check_equal(len(members), 2, "members of a clump")
        check_array(reading.points(clumps)[i], members.mean(0), "its centre", 1e-9)


def check_first_picture(path, directory):
    """Every port as ParaView shows it on opening, at the last frame."""
    reader = reading.open_result(path)
    view = simple.CreateView("RenderView")
    view.ViewSize = [600, 450]
    view.UseColorPaletteForBackground, view.Background = 0, [1, 1, 1]
    view.ViewTime = reader.TimestepValues[-1]
    structures = simple.Show(simple.OutputPort(reader, "Structures"), view)
    simple.Show(reader, view)
    bodies = simple.Show(simple.OutputPort(reader, "Bodies"), view)
    simple.ResetCamera(view)
    seen = []
    for visible in (1, 0):
        bodies.Visibility = visible
        file = os.path.join(directory, "meeting%d.png" % visible)
        simple.Render(view)
        simple.SaveScreenshot(file, view, ImageResolution=[600, 450])
        seen.append(images.read(file))
    apart = (abs(seen[0] - seen[1]).max(axis=2) > 8).mean()
    print("bodies are %.4f of the picture" % apart)
    check(apart > 0.002, "bodies are in the first picture: %g" % apart)
    check_equal((bodies.Representation, structures.Representation), ("Bodies", "Surface"), "drawn as")


def main():
    path, directory = sys.argv[1:3]
    reader = reading.open_result(path)
    with h5py.File(path, "r") as f:
        check_loads(reader, f)
        check_history(reader, f)
        check_ports(reader, f)
    check_first_picture(path, directory)
    report()


main()
