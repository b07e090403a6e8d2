"""Files that are not results, damaged ones, contacts files: what opening them does and says.

A file named .vtkhdf that no reader can read is opened by Granum Reader, which gives the reason in
one sentence; ParaView adds none.  In ParaView 5.11 a good VTKHDF file of another type is one; from
5.12 on ParaView has a reader of its own for those, and Granum Reader is chosen by name.

    reader_foreign.py DIRECTORY RESULT RESULT_WITHOUT_FRAMES
"""

import os
import re
import shutil
import subprocess
import sys

import h5py
import numpy
from paraview import servermanager, simple

import reading
from checks import check, check_equal, report

# Run by itself, so that what ParaView prints can be read.  A file that is there is opened as a
# user does; then everything is tried that makes ParaView look at it again.
INSIST = """
import os
import sys
from paraview import servermanager, simple
import reading
for path, port in zip(sys.argv[1::2], sys.argv[2::2]):
    print("<file>", file=sys.stderr, flush=True)
    opened = os.path.exists(path) and not reading.paraview_reads_vtkhdf()
    reader = simple.OpenDataFile(path) if opened else simple.GranumReader(FileName=path)
    print("<%s>" % reader.GetXMLName(), file=sys.stderr, flush=True)
    reader.UpdatePipelineInformation()
    reader.UpdatePipeline()
    reader.UpdatePropertyInformation()
    for time in (0.0, 1.0):
        reader.UpdatePipeline(time)
    servermanager.Fetch(reader, idx=int(port))
    reader.GetDataInformation(int(port)).GetNumberOfPoints()
    simple.Delete(reader)
"""
ERROR = re.compile(r"(?:ERR|WARN)\|")


def polydata(f, kind="PolyData"):
    f.create_group("VTKHDF").attrs.create("Type", numpy.bytes_(kind))
    f["VTKHDF"].attrs["Version"] = numpy.array([2, 0], "i8")


def no_hdf5(path):
    with open(path, "w") as f:
        f.write("id x y z\n1 0 0 0\n")


def empty(path):
    open(path, "w").close()


def other_groups(path):
    with h5py.File(path, "w") as f:
        f.create_group("Results/Mesh")
        f.create_group("Geometry")


def other_type(path):
    with h5py.File(path, "w") as f:
        polydata(f, "UnstructuredGrid")


def no_points(path):
    with h5py.File(path, "w") as f:
        polydata(f)
        f["VTKHDF/NumberOfPoints"] = numpy.array([0])


def no_values(path):
    with h5py.File(path, "w") as f:
        polydata(f)
        f["VTKHDF/Points"] = numpy.zeros((0, 3))
        f["VTKHDF/NumberOfPoints"] = numpy.array([0])
        f.create_group("VTKHDF/Steps")


def cut(path):
    """A file that lost its second half."""
    whole = path + ".whole"
    with h5py.File(whole, "w") as f:
        polydata(f)
        f["VTKHDF/Points"] = numpy.random.default_rng(1).normal(size=(9000, 3))
        f["VTKHDF/NumberOfPoints"] = numpy.array([9000])
    with open(whole, "rb") as f:
        data = f.read()
    with open(path, "wb") as f:
        f.write(data[:len(data) // 2])


def plane(path, dimensions, thickness):
    with h5py.File(path, "w") as f:
        polydata(f)
        f["VTKHDF/Points"] = numpy.zeros((1, 3))
        f["VTKHDF/NumberOfPoints"] = numpy.array([1])
        scene = f.create_group("granum/scene")
        scene.attrs["dimensions"], scene.attrs["thickness"] = dimensions, thickness


def no_thickness(path):
    plane(path, 2, -1.0)


def four_dimensions(path):
    plane(path, 4, 1.0)


def many_thicknesses(path):
    plane(path, 2, numpy.ones(1000))


FOREIGN = [
    (no_thickness, "3, or 2 and a thickness above 0, are expected"),
    (four_dimensions, "3, or 2 and a thickness above 0, are expected"),
    (many_thicknesses, "attribute thickness of /granum/scene is not one number"),
    (no_hdf5, "is not an HDF5 file; a result of granum is one"),
    (empty, "is empty; a result of granum is an HDF5 file"),
    (other_groups, "has no group /VTKHDF; at its top are: Geometry, Results"),
    (other_type, "is a VTKHDF file of type 'UnstructuredGrid'; Granum Reader reads PolyData"),
    (no_points, "has no dataset /VTKHDF/Points"),
    (no_values, "has a group /VTKHDF/Steps without the dataset Values"),
    (cut, "HDF5 refuses it; the file is damaged"),
]


def insist(directory, *asked):
    """What is said of each (path, port)."""
    script = os.path.join(directory, "insist.py")
    with open(script, "w") as f:
        f.write(INSIST)
    words = [str(word) for pair in asked for word in pair]
    done = subprocess.run(["pvpython", script, *words], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=1200, text=True)
    said = done.stdout.split("<file>")[1:]
    check_equal((done.returncode, len(said)), (0, len(asked)), "all are tried: " + done.stdout)
    return said


def check_said(path, sentence, said):
    """One error, which has the sentence and names the file; no second one, no dump."""
    name = os.path.basename(path)
    check("<GranumReader>" in said, "%s is opened by Granum Reader: %r" % (name, said))
    check_equal(len(ERROR.findall(said)), 1, "%s: errors in %r" % (name, said))
    check(sentence in said and name in said, "%s: %r is said, not %r" % (name, sentence, said))
    check(len(said.strip().splitlines()) <= 2, "%s: one line is said, not %r" % (name, said))


def check_foreign(directory):
    paths = [os.path.join(directory, make.__name__ + ".vtkhdf") for make, _ in FOREIGN]
    for (make, _), path in zip(FOREIGN, paths):
        make(path)
    paths.append(os.path.join(directory, "nowhere.vtkhdf"))
    sentences = [sentence for _, sentence in FOREIGN] + ["there is no such file"]
    for path, sentence, said in zip(paths, sentences, insist(directory, *((p, 0) for p in paths))):
        check_said(path, sentence, said)

    # Under another name they are not ours.
    for name in ("no_hdf5", "other_groups", "other_type", "cut"):
        other = os.path.join(directory, name + ".other")
        shutil.copyfile(os.path.join(directory, name + ".vtkhdf"), other)
        reader = servermanager.ProxyManager().NewProxy("sources", "GranumReader")
        check(not servermanager.vtkSMReaderFactory.CanReadFile(other, reader), other + " is not ours")


def check_mended(directory, whole):
    """Refresh reads a damaged file that was replaced by a good one."""
    path = os.path.join(directory, "mended.vtkhdf")
    cut(path)
    said = []
    reader = servermanager.ProxyManager().NewProxy("sources", "GranumReader")
    reader.GetProperty("FileName").SetElement(0, path)
    reader.UpdateVTKObjects()
    read = reader.GetClientSideObject()
    read.AddObserver("ErrorEvent", lambda *_: said.append(1))
    for refreshed in (False, False, True):
        if refreshed:
            reader.InvokeCommand("Refresh")
        reader.UpdatePipelineInformation()
        check_equal(len(said), 1 + refreshed, "errors; refreshed: %s" % refreshed)
    said.clear()
    shutil.copyfile(whole, path)
    reader.InvokeCommand("Refresh")
    reader.UpdatePipelineInformation()
    times = servermanager.vtkSMPropertyHelper(reader, "TimestepValues").GetNumberOfElements()
    check_equal((times > 1, len(said)), (True, 0), "the mended file is read without an error")


def check_contacts_file(directory, whole):
    """The contacts file opens its result, also when both have another name; alone it says what
    is missing."""
    folder = os.path.join(directory, "contacts_file")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    link = os.path.join(folder, "made.contacts.vtkhdf")
    with h5py.File(link, "w") as f:
        f["VTKHDF"] = h5py.ExternalLink("made.vtkhdf", "/granum/contacts")
    said, = insist(directory, (link, 0))
    check_said(link, "is the contacts file of a result, 'made.vtkhdf', which is not beside it", said)

    result = os.path.join(folder, "made.vtkhdf")
    shutil.copyfile(whole, result)
    right = reading.open_result(whole)
    for name in ("made", "renamed"):
        if name == "renamed":
            os.rename(result, os.path.join(folder, "renamed.vtkhdf"))
            os.rename(link, os.path.join(folder, "renamed.contacts.vtkhdf"))
        reader = reading.open_result(os.path.join(folder, name + ".contacts.vtkhdf"))
        check_equal((reader.GetXMLName(), list(reader.TimestepValues)),
                    ("GranumReader", list(right.TimestepValues)), "%s: reader and times" % name)
        for time in reader.TimestepValues:
            seen, expected = ((reading.fetch(r, 0, time).GetNumberOfPoints(),
                               reading.fetch(r, 1, time).GetNumberOfCells()) for r in (reader, right))
            check_equal(seen, expected, "%s: grains and contacts at %g s" % (name, time))
        simple.Delete(reader)
    simple.Delete(right)


def check_named(whole):
    """A reader that a script opens is named by its file."""
    name = os.path.basename(whole)
    readers = [simple.OpenDataFile(whole), simple.GranumReader(FileName=whole),
               simple.GranumReader(registrationName="mine", FileName=whole)]
    names = [next(key[0] for key, source in simple.GetSources().items() if source == reader)
             for reader in readers]
    check_equal(names, [name, name + "1", "mine"], "names of the readers")
    check_equal(len(simple.GetSources()), 3, "each has one name")
    for reader in readers:
        simple.Delete(reader)


def check_incomplete(directory, whole):
    """A dataset is missing from a result: its port says which, the others are read."""
    path = os.path.join(directory, "incomplete.vtkhdf")
    with open(whole, "rb") as source, open(path, "wb") as target:
        target.write(source.read())
    with h5py.File(path, "a") as f:
        del f["granum/contacts/NumberOfCells"]
        del f["granum/poses/quaternion"]
    reader = reading.open_result(path)
    check(reading.fetch(reader, 0, reader.TimestepValues[1]).GetNumberOfPoints() > 0,
          "grains are read although contacts are damaged")
    said, = insist(directory, (path, 2))
    check("has no dataset /granum/poses/quaternion" in said, "port 2: %r" % said)


def check_plain(directory):
    """Any VTKHDF PolyData with points is read, with time and without."""
    path = os.path.join(directory, "plain.vtkhdf")
    points = numpy.arange(15, dtype="f8").reshape(5, 3)
    with h5py.File(path, "w") as f:
        polydata(f)
        f["VTKHDF/Points"] = points
        f["VTKHDF/NumberOfPoints"] = numpy.array([5])
        f["VTKHDF/PointData/temperature"] = numpy.arange(5.0)
    other = reading.paraview_reads_vtkhdf()
    factory, opened = servermanager.vtkSMProxyManager.GetProxyManager().GetReaderFactory(), None
    if factory.CanReadFile(path, servermanager.ActiveConnection.Session):
        opened = factory.GetReaderName()
    check_equal(opened, "HDFReader" if other else "GranumReader", "a plain file is claimed by")
    reader = simple.GranumReader(FileName=path)
    data = reading.fetch(reader, 0)
    check_equal(reading.points(data).tolist(), points.tolist(), "points of a plain file")
    check_equal(reading.arrays(data.GetPointData())["temperature"].tolist(),
                [0.0, 1.0, 2.0, 3.0, 4.0], "array of a plain file")
    for port in (1, 2, 4):
        check_equal(reading.fetch(reader, port).GetNumberOfPoints(), 0, "port %d" % port)
    check_equal(reading.fetch(reader, 3).GetNumberOfRows(), 0, "history of a plain file")


def main():
    directory, whole, unborn = sys.argv[1:4]
    check_named(whole)
    check_foreign(directory)
    check_mended(directory, whole)
    check_contacts_file(directory, whole)
    check_incomplete(directory, whole)
    check_plain(directory)
    # Nothing published yet: no frame, all arrays, no row.
    reader = reading.open_result(unborn)
    check_equal(list(reader.TimestepValues), [], "times before the first frame")
    data = reading.fetch(reader, 0)
    check_equal((data.GetNumberOfPoints(), "radius" in reading.arrays(data.GetPointData())),
                (0, True), "grains before the first frame")
    data = reading.fetch(reader, 1)
    check_equal((data.GetNumberOfCells(), "point" in reading.arrays(data.GetCellData())),
                (0, True), "contacts before the first frame")
    check_equal(reading.fetch(reader, 2).GetNumberOfCells(), 0, "structures before it")
    data = reading.fetch(reader, 4)
    check_equal((data.GetNumberOfPoints(), "distance" in reading.arrays(data.GetPointData())),
                (0, True), "virtual particles before it")
    simple.Delete(reader)
    report()


main()
