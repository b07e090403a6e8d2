"""NumPy and h5py for the modules that read results, with one message if they are missing."""

try:
    import h5py
    import numpy
except ImportError as error:
    raise ImportError(
        "granum needs NumPy and h5py to read results, and this Python lacks one of them (%s); "
        "for the system's python3: apt install python3-numpy python3-h5py" % error) from error

__all__ = ["h5py", "numpy"]
