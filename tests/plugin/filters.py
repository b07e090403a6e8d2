"""Filters on a result: connected as a user does, their outputs as NumPy arrays."""

from paraview import servermanager, simple

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
