"""A result file as data sets and texts: where h5py is met, and nothing in a file is trusted."""

import builtins
import os

from granum.arrays import h5py, numpy


class ResultError(Exception):
    """A file that does not hold what a result holds.  The text names the file, the data set, what
    was found and what was expected."""


class NoColumn(ResultError, KeyError):
    """There is no array of that name."""

    __str__ = Exception.__str__  # KeyError's puts the text in quotes


def text_of(value):
    """A text of fixed or of variable length."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    return str(value).rstrip("\0 ")


class File:
    """Open for reading until it is closed or forgotten.

    A data set is opened for each reading and closed again, so nothing of it stays in memory, and
    a file that a run is writing is seen as it is by then."""

    def __init__(self, path):
        self.path = os.fspath(path)
        self._open()

    def _open(self):
        with builtins.open(self.path, "rb"):  # there is none, it may not be read, it is a folder
            pass
        if not h5py.is_hdf5(self.path):
            raise ResultError("'%s' is not an HDF5 file, and no result of granum" % self.path)
        # First so that a run may be writing, then plainly, then without asking for a lock, for a
        # run on a file system that has none.
        for options in ({"swmr": True}, {}, {"locking": False}):
            try:
                self._file = h5py.File(self.path, "r", **options)
                return
            except (OSError, TypeError, ValueError) as error:  # h5py < 3.5 knows no locking
                why = error
        raise ResultError("cannot open '%s': %s" % (self.path, why))

    def close(self):
        self._file.close()

    def is_open(self):
        return bool(self._file)

    def look_again(self):
        """See what a run has added; one that was opened plainly only shows that when it is
        opened again."""
        if not self._file or not self._file.swmr_mode:
            self.close()
            self._open()

    def fault(self, name, what):
        return ResultError("'%s': %s %s" % (self.path, name, what))

    # --- what there is ---

    def _item(self, name):
        if not self._file:
            raise ValueError("the result '%s' is closed" % self.path)
        try:
            return self._file.get(name)
        except (KeyError, OSError, RuntimeError) as error:
            raise self.fault(name, "cannot be read: %s" % error) from error

    def has(self, name):
        return self._item(name) is not None

    def arrays(self, group):
        """Names of the data sets of a group, none where there is no such group."""
        found = self._item(group)
        if not isinstance(found, h5py.Group):
            return []
        return [name for name in found if isinstance(self._item(group + "/" + name), h5py.Dataset)]

    def dataset(self, name):
        found = self._item(name)
        if not isinstance(found, h5py.Dataset):
            above = name.rsplit("/", 1)[0]
            there = ", ".join(self.arrays(above)) or "none"
            raise ResultError("'%s' has no data set %s; %s has: %s"
                              % (self.path, name, above, there))
        if self._file.swmr_mode:
            found.refresh()
        return found

    def unit(self, name):
        """As the file says it, "1" where dimensionless, "" where it says nothing."""
        return text_of(self.dataset(name).attrs.get("units", ""))

    def attributes(self, group):
        """{name: text} of the attributes that are texts."""
        found = self._item(group)
        if found is None:
            return {}
        try:
            return {name: text_of(value) for name, value in found.attrs.items()
                    if isinstance(value, (bytes, str))}
        except (OSError, RuntimeError, TypeError) as error:
            raise self.fault(group, "has attributes that cannot be read: %s" % error) from error

    # --- what it holds ---

    def texts(self, name):
        """A data set of texts, none where there is no such data set."""
        if not self.has(name):
            return []
        found = self.dataset(name)
        if found.dtype.kind not in "SO" or found.ndim != 1:
            raise self.fault(name, "holds %s; a list of texts is expected" % _shown(found))
        return [text_of(value) for value in self._read(name, found, slice(None))]

    def rows(self, name, first=0, n=None, shape=None, of=None, frame=None):
        """Rows [first, first + n) as they are in the file, by default all that follow.

        shape: that of a row, where it is known.  of: of rows of structures, that of this one.
        frame: of tables of frames, the table of this one."""
        found = self.checked(name, shape)
        if frame is not None and (found.ndim < 2 or frame >= len(found)):
            raise self.fault(name, "has the shape %s; [frames, n, ...] with a frame %d is expected"
                             % (_bracket(found.shape), frame))
        length = found.shape[0 if frame is None else 1]
        n = length - first if n is None else n
        if first < 0 or n < 0 or first + n > length:
            raise self.fault(name, "has %d rows; %d from row %d on are asked for"
                             % (length, n, first))
        rows = slice(first, first + n)
        if frame is not None:
            rows = frame, rows
        elif of is not None:
            rows = rows, of
        return self._read(name, found, rows)

    def checked(self, name, shape=None):
        """The data set, if it holds numbers in rows of that shape."""
        found = self.dataset(name)
        if found.dtype.kind not in "iuf" or found.ndim == 0:
            raise self.fault(name, "holds %s; rows of numbers are expected" % _shown(found))
        if shape is not None and found.shape[1:] != shape:
            raise self.fault(name, "has the shape %s; %s is expected"
                             % (_bracket(found.shape), _bracket(("n",) + shape)))
        return found

    def integer(self, name, row):
        """One number that counts something."""
        values = self.rows(name, row, 1)
        if values.dtype.kind not in "iu":
            raise self.fault(name, "holds %s; integers are expected" % values.dtype)
        number = int(values.flat[0]) if values.size else -1
        if number < 0:
            raise self.fault(name, "has %d in row %d; a count is expected" % (number, row))
        return number

    def _read(self, name, found, rows):
        try:
            return found[rows]
        except (OSError, RuntimeError, TypeError, ValueError, IndexError) as error:
            raise self.fault(name, "cannot be read: %s" % error) from error


def _bracket(shape):
    return "[" + ", ".join(map(str, shape)) + "]"


def _shown(found):
    return "%s %s" % (found.dtype, _bracket(found.shape or ()))


def kept(array):
    """An array that is handed out more than once, and so is not to be written to."""
    array = numpy.asarray(array)
    array.flags.writeable = False
    return array
