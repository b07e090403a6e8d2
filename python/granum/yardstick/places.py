"""Where the reference data is: in the sources, or installed."""

from pathlib import Path


def reference(name):
    """The path of a file of data/reference.  FileNotFoundError: it is nowhere."""
    package = Path(__file__).resolve().parents[1]
    # SOURCES/python/granum, PREFIX/share/granum/python/granum; /usr/lib/python3/dist-packages/granum
    tried = [package.parents[1] / "data" / "reference" / name,
             package.parents[2] / "share" / "granum" / "data" / "reference" / name,
             *[up / "share" / "granum" / "data" / "reference" / name for up in package.parents[3:4]]]
    for path in tried:
        if path.exists():
            return path
    raise FileNotFoundError("the reference data %s is in none of: %s"
                            % (name, ", ".join(str(path.parent) for path in tried)))
