"""ParaView's Python, for the parts of the package that draw and run: said once what is missing
where they are imported without it."""

try:
    from paraview import servermanager, simple
except ImportError as error:
    raise ImportError(
        "this part of granum draws with ParaView, which this Python lacks (%s): start the "
        "script with pvpython, or in the Python shell of ParaView; granum.open() reads "
        "results in any Python" % error) from error

__all__ = ["servermanager", "simple"]
