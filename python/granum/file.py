"""A result file as data sets and texts, read by h5py; all contents are checked."""

import builtins
import ctypes
import math
import os
import zlib

from granum.arrays import h5py, numpy

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None


SLACK = 1 << 24  # bytes that may be reserved in any case
#: Order of lists: for any other HDF5 1.10 makes a table, and frees also the entries that a damaged link left unfilled.
NATIVE = h5py.h5.ITER_NATIVE
DEFLATE = 1100  # the most that deflate packs into one byte, with a margin
ATTEMPTS = 25  # of reading a block while a run may write it; HDF5 doubles its wait at each, 100 times in SWMR mode


class ResultError(Exception):
    """A file is not a result, or is damaged.  The message names the file, the data set, what was
    found and what was expected."""


class NoColumn(ResultError, KeyError):
    """There is no array of that name."""

    __str__ = Exception.__str__  # KeyError's puts the text in quotes


def text_of(value):
    """A text of fixed or of variable length."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    return str(value).rstrip("\0 ")


def _unlock(file):
    """Release the lock that HDF5 holds on an open file."""
    try:
        fcntl.flock(file.id.get_vfd_handle(), fcntl.LOCK_UN)
    except (AttributeError, OSError, RuntimeError, NotImplementedError):
        pass  # another system or driver, or no lock


def _followed(path):
    """A file that a run may be writing (SWMR); OSError also where a damaged block does not become good in
    ATTEMPTS.  h5py has no name for that number, but the HDF5 that it has loaded has."""
    access = h5py.h5p.create(h5py.h5p.FILE_ACCESS)
    access.set_fclose_degree(h5py.h5f.CLOSE_STRONG)
    hdf5 = ctypes.CDLL(h5py.h5p.__file__)
    hdf5.H5Pset_metadata_read_attempts(ctypes.c_int64(access.id), ctypes.c_uint(ATTEMPTS))
    flags = h5py.h5f.ACC_RDONLY | h5py.h5f.ACC_SWMR_READ
    return h5py.File(h5py.h5f.open(os.fsencode(path), flags, fapl=access))


def _plainly(path):
    return h5py.File(path, "r")


def _without_lock(path):
    """Where the file system has no locks."""
    return h5py.File(path, "r", locking=False)


class File:
    """An HDF5 file, open for reading until it is closed or garbage-collected.

    A data set is opened for each access and closed again, so that nothing of it stays in memory
    and an access sees the current state of a file that a run is writing."""

    def __init__(self, path):
        self.path = os.fspath(path)
        self._open()

    def _open(self):
        with builtins.open(self.path, "rb"):  # raises if missing, not readable, or a folder
            pass
        if not h5py.is_hdf5(self.path):
            raise ResultError("'%s' is not an HDF5 file, thus not a result of granum" % self.path)
        # What a run is writing in SWMR mode; everything else normally, and then without the lock, so that a run can
        # go on with the file.
        ways = [_followed, _plainly] if self._is_marked() else [_plainly, _followed]
        for way in ways + [_without_lock]:
            try:
                self._file = way(self.path)
                _unlock(self._file)
                return
            except (OSError, TypeError, ValueError) as error:
                why = error
        raise ResultError("cannot open '%s': %s" % (self.path, why))

    def _is_marked(self):
        """Whether a program writes the file, or has died while it did: a flag of superblocks of version 3."""
        with builtins.open(self.path, "rb") as file:
            head = file.read(12)
        return len(head) == 12 and head[8] >= 3 and head[11] != 0

    def close(self):
        self._file.close()

    def is_open(self):
        return bool(self._file)

    def look_again(self):
        """Make additions of a run visible; a file not opened in SWMR mode is opened again."""
        if not self._file or not self._file.swmr_mode:
            self.close()
            self._open()

    def fault(self, name, what):
        return ResultError("'%s': %s %s" % (self.path, name, what))

    # --- names, attributes and units ---

    def _item(self, name):
        if not self._file:
            raise ValueError("the result '%s' is closed" % self.path)
        try:
            return self._file[name] if self._is_own(name) else None  # get() would take a damaged one as missing
        except (KeyError, OSError, RuntimeError) as error:
            raise self.fault(name, "cannot be read: %s" % error) from error

    def _is_own(self, name):
        """Whether there is an object of that name; ResultError where a link leads elsewhere, as HDF5
        would follow it into any file."""
        part = ""
        for word in name.strip("/").split("/"):
            part += "/" + word
            links = self._file.id.links
            if not links.exists(part.encode()):
                return False
            if links.get_info(part.encode()).type != h5py.h5l.TYPE_HARD:
                raise self.fault(part, "is a link; an object of the file itself is expected")
        return True

    def has(self, name):
        return self._item(name) is not None

    def arrays(self, group):
        """Names of the data sets of a group, none where there is no such group."""
        found = self._item(group)
        if not isinstance(found, h5py.Group):
            return []
        names = []
        try:
            found.id.links.iterate(names.append, order=NATIVE)
        except (OSError, RuntimeError) as error:
            raise self.fault(group, "cannot be listed: %s" % error) from error
        names = sorted(name.decode() if isinstance(name, bytes) else name for name in names)
        return [name for name in names if isinstance(self._item(group + "/" + name), h5py.Dataset)]

    def dataset(self, name):
        found = self._item(name)
        if not isinstance(found, h5py.Dataset):
            above = name.rsplit("/", 1)[0]
            there = ", ".join(self.arrays(above)) or "none"
            raise ResultError("'%s' has no data set %s; %s has: %s"
                              % (self.path, name, above, there))
        if found.external or found.is_virtual:
            raise self.fault(name, "keeps its numbers in other files; stored rows are expected")
        if self._file.swmr_mode:
            found.refresh()
        return found

    def unit(self, name):
        """Unit of a data set; "1": dimensionless, "": the file has no unit."""
        return text_of(self.dataset(name).attrs.get("units", ""))

    def attributes(self, group):
        """{name: text} of the attributes that are texts."""
        found = self._item(group)
        if found is None:
            return {}
        try:
            names = []
            h5py.h5a.iterate(found.id, lambda name, *info: names.append(name), order=NATIVE)
            names = [name.decode() if isinstance(name, bytes) else name for name in names]
            return {name: text_of(found.attrs[name]) for name in names
                    if isinstance(found.attrs[name], (bytes, str))}
        except (OSError, RuntimeError, TypeError) as error:
            raise self.fault(group, "has attributes that cannot be read: %s" % error) from error

    def number(self, group, name, otherwise):
        """An attribute that is a number; `otherwise` if there is none."""
        found = self._item(group)
        try:
            there = found is not None and name in found.attrs
            value = numpy.asarray(found.attrs[name] if there else otherwise)
        except (OSError, RuntimeError, TypeError) as error:
            raise self.fault(group, "has attributes that cannot be read: %s" % error) from error
        if value.dtype.kind not in "iuf" or value.size != 1:
            raise self.fault(group, "has an attribute %s that is no number" % name)
        return float(value.flat[0])

    # --- contents ---

    def texts(self, name):
        """A data set of texts as a list; [] if there is no such data set."""
        if not self.has(name):
            return []
        found = self.dataset(name)
        if found.dtype.kind not in "SO" or found.ndim != 1:
            raise self.fault(name, "holds %s; a list of texts is expected" % _shown(found))
        self._promise(name, found, len(found))
        return [text_of(value) for value in self._read(name, found, slice(None))]

    def rows(self, name, first=0, n=None, shape=None, of=None, frame=None):
        """Rows [first, first + n) of a data set, by default all from `first` on.

        shape: expected shape of a row, None: any.  of: index along the second axis (structures).
        frame: index along the first axis (frames); rows then count along the second axis."""
        found = self.checked(name, shape)
        if frame is not None and (found.ndim < 2 or frame >= len(found)):
            raise self.fault(name, "has the shape %s; [frames, n, ...] with a frame %d is expected"
                             % (_bracket(found.shape), frame))
        length = found.shape[0 if frame is None else 1]
        n = length - first if n is None else n
        if first < 0 or n < 0 or first + n > length:
            raise self.fault(name, "has %d rows; %d from row %d on are expected"
                             % (length, n, first))
        self._promise(name, found, n * math.prod(found.shape[1 if frame is None else 2:]))
        rows = slice(first, first + n)
        if frame is not None:
            rows = frame, rows
        elif of is not None:
            rows = rows, of
        return self._read(name, found, rows)

    def is_numeric(self, name):
        """Whether the data set has rows of numbers."""
        found = self.dataset(name)
        return found.dtype.kind in "iuf" and found.ndim > 0

    def checked(self, name, shape=None):
        """The data set; ResultError unless it holds numbers in rows of the given shape."""
        found = self.dataset(name)
        if found.dtype.kind not in "iuf" or found.ndim == 0:
            raise self.fault(name, "holds %s; rows of numbers are expected" % _shown(found))
        if shape is not None and found.shape[1:] != shape:
            raise self.fault(name, "has the shape %s; %s is expected"
                             % (_bracket(found.shape), _bracket(("n",) + shape)))
        return found

    def integer(self, name, row):
        """One non-negative integer."""
        values = self.rows(name, row, 1)
        if values.dtype.kind not in "iu":
            raise self.fault(name, "holds %s; integers are expected" % values.dtype)
        if values.size != 1:
            raise self.fault(name, "has %d numbers in a row; one is expected" % values.size)
        number = int(values.flat[0])
        if number < 0:
            raise self.fault(name, "has %d in row %d; a count is expected" % (number, row))
        return number

    def _promise(self, name, found, n):
        """ResultError unless the file stores what n numbers need, or the chunk that holds one of them."""
        wanted = max(n, math.prod(found.chunks or (0,))) * found.dtype.itemsize
        if wanted <= SLACK + self._file.id.get_filesize():
            return
        if wanted > found.id.get_storage_size() * (DEFLATE if found.chunks else 1):
            raise self.fault(name, "promises %d numbers, more than the file can hold; it is damaged" % n)

    def _whole(self, name, found, rows):
        """ResultError unless the chunks of rows of the first axis decode to their full length: with fewer bytes
        than a checksum has HDF5 1.10 crashes, and of a shorter chunk it copies what follows in memory."""
        if not found.chunks or 0 in found.shape:
            return
        at = range(len(found))[rows if isinstance(rows, slice) else slice(rows, rows + 1)]
        checked, step = 4 * bool(found.fletcher32), found.chunks[0]
        wanted = math.prod(found.chunks) * found.dtype.itemsize + checked
        counts = [-(-n // size) for n, size in zip(found.shape[1:], found.chunks[1:])]
        for k in numpy.ndindex(-(-at.stop // step) - at.start // step, *counts):
            place = tuple(i * size for i, size in zip((k[0] + at.start // step, *k[1:]), found.chunks))
            mask, stored = found.id.read_direct_chunk(place)
            if found.compression and not mask:
                stored = zlib.decompressobj().decompress(stored[:len(stored) - checked], wanted)
                stored += bytes(checked)
            if len(stored) != wanted:
                raise self.fault(name, "has a chunk at row %d that is not whole" % place[0])

    def _read(self, name, found, rows):
        try:
            self._whole(name, found, rows[0] if isinstance(rows, tuple) else rows)
            return found[rows]
        except (OSError, RuntimeError, TypeError, ValueError, IndexError, zlib.error) as error:
            raise self.fault(name, "cannot be read: %s" % error) from error


def _bracket(shape):
    return "[" + ", ".join(map(str, shape)) + "]"


def _shown(found):
    return "%s %s" % (found.dtype, _bracket(found.shape or ()))


def kept(array):
    """Make an array read-only, since several users share it."""
    array = numpy.asarray(array)
    array.flags.writeable = False
    return array
