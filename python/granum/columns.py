"""Arrays of equal length, each read from the file on first use."""

from granum.file import NoColumn, kept


class Stored:
    """An array of the file: rows [first, ...) of a data set.

    shape: that of a row, where it is known.  each: rows of the data set that make one row.
    first: a number, or a function that finds it.  of: of rows of structures, that of this one.
    frame: of tables of frames, that of this one."""

    def __init__(self, file, dataset, shape=None, first=0, each=1, of=None, frame=None):
        self.file, self.dataset, self.shape, self.each = file, dataset, shape, each
        self.first, self.of, self.frame = first, of, frame

    def about(self):
        """Shape of a row, type, unit."""
        found = self.file.checked(self.dataset, self.shape)
        shape = found.shape[1 if self.of is None and self.frame is None else 2:]
        return (self.each,) * (self.each > 1) + shape, found.dtype, self.file.unit(self.dataset)

    def read(self, columns):
        start = self.first() if callable(self.first) else self.first
        rows = self.file.rows(self.dataset, start + self.each * columns.first,
                              self.each * len(columns), self.shape, self.of, self.frame)
        return rows if self.each == 1 else rows.reshape((-1, self.each) + rows.shape[1:])


class Derived:
    """An array that follows from others: function(*takes), arrays of the same rows.

    dtype: its type, or the Stored whose type it has."""

    def __init__(self, takes, function, shape, dtype, unit):
        self.takes, self.function = takes, function
        self.shape, self.dtype, self.unit = shape, dtype, unit

    def about(self):
        dtype = self.dtype.about()[1] if isinstance(self.dtype, Stored) else self.dtype
        return self.shape, dtype, self.unit

    def read(self, columns):
        return self.function(*(columns[name] for name in self.takes))


class Columns:
    """Arrays of equal length under their names: columns.velocity or columns["velocity"].

    An array is read from the file when it is first asked for and kept as long as these columns
    are; it is in the precision of the file, and read-only: copy what you want to change.
    columns[a:b] are rows a to b alone, of which no more is read.  len() is the number of rows,
    iteration gives the names, unit() the unit of one; repr() lists names, shapes and units.

    KeyError, or AttributeError, names the file and what it has; ResultError says that an array
    is not of the shape or length it should have."""

    def __init__(self, title, n, known, where, first=0):
        """title: what repr() calls them.  known: {name: Stored or Derived}.  where: the file and
        group that a message names.  first: rows that are left out before them."""
        self._title, self._n, self._known, self._where = title, n, known, where
        self.first = first
        self._read = {}

    def __len__(self):
        return self._n

    def __iter__(self):
        return iter(self._known)

    def __contains__(self, name):
        return name in self._known

    def keys(self):
        return self._known.keys()

    def _column(self, name):
        if name not in self._known:
            raise NoColumn("%s has no array '%s'; it has: %s"
                           % (self._where, name, ", ".join(self._known) or "none"))
        return self._known[name]

    def unit(self, name):
        """Unit of an array, "1" where dimensionless, "" where the file does not say."""
        return self._column(name).about()[2]

    def __getitem__(self, name):
        if isinstance(name, slice):
            return self._rows(name)
        column = self._column(name)
        if name not in self._read:
            self._read[name] = kept(column.read(self))
        return self._read[name]

    def _rows(self, rows):
        first, last, step = rows.indices(self._n)
        if step != 1:
            raise ValueError("rows are taken one after another: columns[a:b], then .velocity[::2]")
        return Columns(self._title, max(last - first, 0), self._known, self._where,
                       self.first + first)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except NoColumn as error:
            raise AttributeError(str(error)) from None

    def __dir__(self):
        return [*super().__dir__(), *self._known]

    def __repr__(self):
        lines = ["%s: %d rows" % (self._title, self._n)]
        for name, column in self._known.items():
            shape, dtype, unit = column.about()
            size = "[%s]" % ", ".join(map(str, (self._n,) + shape))
            lines.append("  %-24s %-8s %-14s %s" % (name, dtype, size, unit))
        return "\n".join(lines)
