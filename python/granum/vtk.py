"""VTK's classes for the modules that make its data, with one message if they are missing."""

try:
    from vtkmodules import (vtkCommonCore as core, vtkCommonDataModel as model,
                            vtkFiltersCore as filters)
    from vtkmodules.util import numpy_support
except ImportError as error:
    raise ImportError(
        "this part of granum needs VTK, which this Python lacks (%s): start the script with "
        "pvpython, or in the Python shell of ParaView" % error) from error

__all__ = ["core", "filters", "model", "numpy_support"]
