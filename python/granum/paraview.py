"""ParaView's Python for the modules that draw and run, with one message if it is missing."""

try:
    from paraview import servermanager, simple
except ImportError as error:
    raise ImportError(
        "this part of granum needs ParaView, which this Python lacks (%s): start the "
        "script with pvpython, or in the Python shell of ParaView; granum.open() reads "
        "results in any Python" % error) from error

__all__ = ["servermanager", "simple"]
