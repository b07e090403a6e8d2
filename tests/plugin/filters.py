"""Filters on a result: connected as a user does, their outputs as NumPy arrays."""

import numpy
from paraview import servermanager, simple
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData, vtkTable

import reading
from checks import check, check_equal


def port(reader, name):
    return simple.OutputPort(reader, name)


def output(source, time, index=0):
    source.UpdatePipeline(time)
    return servermanager.Fetch(source, idx=index)


def table(source, time, index):
    """{column: rows} of a port that is a table."""
    return reading.arrays(output(source, time, index).GetRowData())


def fields(data):
    """{name: rows} of the numbers of the field data; texts are left out."""
    only = data.GetFieldData().NewInstance()
    for i in range(data.GetFieldData().GetNumberOfArrays()):
        array = data.GetFieldData().GetArray(i)
        if array:
            only.AddArray(array)
    return reading.arrays(only)


def check_panel(source):
    """Every property of the panel has its sentence, and the names agree."""
    proxy = source.SMProxy
    label = proxy.GetXMLLabel()
    check_equal(label.replace(" ", ""), proxy.GetXMLName(), "label and name")
    check_equal(source.GetClientSideObject().GetClassName(), "vtkGranum" + proxy.GetXMLName(),
                "class of " + label)
    for name in source.ListProperties():
        text = proxy.GetProperty(name).GetDocumentation()
        sentence = text.GetDescription() if text else None
        check(sentence and sentence.strip().endswith("."),
              "%s: %s has a sentence: %r" % (label, name, sentence))


def check_detaches(source, time, name, port):
    """An input that need not be there is gone when it is set to None, and comes back."""
    algorithm, given = source.GetClientSideObject(), getattr(source, name)
    for value, connected in ((None, 0), (given, 1)):
        setattr(source, name, value)
        source.UpdatePipeline(time)
        check_equal(algorithm.GetNumberOfInputConnections(port), connected,
                    "%s of %s" % (name, source.SMProxy.GetXMLLabel()))


def made(points, arrays, lines=None, polygons=None):
    """A source in the pipeline: points, with {name: rows}; with `lines` or `polygons`,
    corners of each, the rows are those of these cells, else those of the points."""
    data = vtkPolyData()
    where = vtkPoints()
    where.SetDataTypeToDouble()
    for x in points:
        where.InsertNextPoint(x)
    data.SetPoints(where)
    corners = lines if lines is not None else polygons
    cells = vtkCellArray()
    for cell in [[i] for i in range(len(points))] if corners is None else corners:
        cells.InsertNextCell(len(cell), [int(i) for i in cell])
    if lines is not None:
        data.SetLines(cells)
    elif polygons is not None:
        data.SetPolys(cells)
    else:
        data.SetVerts(cells)
    for name, rows in arrays.items():
        array = numpy_to_vtk(numpy.ascontiguousarray(rows), deep=1)
        array.SetName(name)
        (data.GetPointData() if corners is None else data.GetCellData()).AddArray(array)
    source = simple.TrivialProducer()
    source.GetClientSideObject().SetOutput(data)
    source.UpdatePipeline()
    return source


def give_fields(source, arrays):
    """Adds {name: rows} to the field data of a made() source."""
    data = source.GetClientSideObject().GetOutputDataObject(0)
    for name, rows in arrays.items():
        array = numpy_to_vtk(numpy.ascontiguousarray(rows), deep=1)
        array.SetName(name)
        data.GetFieldData().AddArray(array)


def made_table(columns):
    """A source in the pipeline: a table of {name: rows}."""
    data = vtkTable()
    for name, rows in columns.items():
        array = numpy_to_vtk(numpy.ascontiguousarray(rows), deep=1)
        array.SetName(name)
        data.AddColumn(array)
    source = simple.TrivialProducer()
    source.GetClientSideObject().SetOutput(data)
    source.UpdatePipeline()
    return source
