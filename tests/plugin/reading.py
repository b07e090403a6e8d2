"""A Granum Reader in a script, and its outputs as NumPy arrays."""

import numpy
from paraview import servermanager, simple
from vtkmodules.util.numpy_support import vtk_to_numpy


def open_result(path):
    """As a user does: the reader is found by the file."""
    return simple.OpenDataFile(path)


def paraview_reads_vtkhdf():
    """Whether ParaView itself has a reader of that ending, as from 5.12 on."""
    hints = servermanager.ProxyManager().GetPrototypeProxy("sources", "HDFReader").GetHints()
    return "vtkhdf" in hints.FindNestedElementByName("ReaderFactory").GetAttribute("extensions").split()


def fetch(reader, port, time=None):
    """The data of a port at a time."""
    if time is None:
        reader.UpdatePipeline()
    else:
        reader.UpdatePipeline(time)
    return servermanager.Fetch(reader, idx=port)


def bytes_read(reader):
    reader.UpdatePropertyInformation()
    return [int(b) for b in reader.GetProperty("BytesRead")]


def arrays(attributes):
    """{name: rows} of the numbers of point data, cell data, row data; texts are left out."""
    found = {}
    for i in range(attributes.GetNumberOfArrays()):
        array = attributes.GetArray(i)
        if array is None:
            continue
        rows = vtk_to_numpy(array)
        shape = (array.GetNumberOfTuples(),)
        if array.GetNumberOfComponents() > 1:
            shape += (array.GetNumberOfComponents(),)
        found[array.GetName()] = rows.reshape(shape)
    return found


def array_units(attributes):
    """{name: unit} as the arrays themselves carry it."""
    found = {}
    for i in range(attributes.GetNumberOfArrays()):
        array = attributes.GetArray(i)
        found[array.GetName()] = array.GetInformation().Get(array.UNITS_LABEL())
    return found


def points(data):
    if data.GetNumberOfPoints() == 0:
        return numpy.zeros((0, 3), "f4")
    return vtk_to_numpy(data.GetPoints().GetData())


def cells(cell_array):
    """[[point, ...], ...]"""
    offsets = vtk_to_numpy(cell_array.GetOffsetsArray())
    connectivity = vtk_to_numpy(cell_array.GetConnectivityArray())
    return [connectivity[a:b] for a, b in zip(offsets[:-1], offsets[1:])]


def texts(data, name):
    array = data.GetFieldData().GetAbstractArray(name)
    return [array.GetValue(i) for i in range(array.GetNumberOfValues())] if array else []
