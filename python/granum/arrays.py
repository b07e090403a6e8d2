"""NumPy and h5py, for the parts of the package that read: said once what is missing where they
are imported without one."""

try:
    import h5py
    import numpy
except ImportError as error:
    raise ImportError(
        "granum reads results with NumPy and h5py, of which this Python lacks one (%s): "
        "apt install python3-numpy python3-h5py, for the system's python3" % error) from error

__all__ = ["h5py", "numpy"]
