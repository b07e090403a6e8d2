"""Arrays of equal length, each read from the file on first use."""

from granum.file import NoColumn, kept


class Stored:
    """An array of the file: rows [first, ...) of a data set.

    shape: expected shape of a row, None: any.  each: number of rows of the data set per row of
    the array.  first: a number, or a function that returns it.  of: index along the second axis
    (structures).  frame: index along the first axis (frames)."""

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
    """An array computed from other columns of the same rows: function(*takes).

    takes: names of these columns.  dtype: the type of the array, or the column whose type it has."""

    def __init__(self, takes, function, shape, dtype, unit):
        self.takes, self.function = takes, function
        self.shape, self.dtype, self.unit = shape, dtype, unit

    def about(self):
        dtype = self.dtype if isinstance(self.dtype, str) else self.dtype.about()[1]
        return self.shape, dtype, self.unit

    def read(self, columns):
        return self.function(*(columns[name] for name in self.takes))


class Columns:
    """Arrays of equal length by name: columns.velocity or columns["velocity"].

    An array is read from the file on first use and kept as long as these columns exist.  It has
    the precision of the file and is read-only: copy it to change it.  columns[a:b] are the rows
    a to b; only these are read.  len() is the number of rows, iteration gives the names, unit()
    the unit of an array; repr() lists names, types, shapes and units.

    KeyError or AttributeError: there is no such array; the message lists those of the file.
    ResultError: an array has a wrong shape, type or length."""

    def __init__(self, title, n, known, where, first=0):
        """title: heading of repr().  n: number of rows.  known: {name: Stored or Derived}.  where:
        file and group, for messages.  first: number of rows skipped at the beginning."""
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
        """Unit of an array; "1": dimensionless, "": the file has no unit."""
        return self._column(name).about()[2]

    def __getitem__(self, name):
        if isinstance(name, slice):
            return self._rows(name)
        column = self._column(name)
        if name not in self._read:
            self._read[name] = kept(column.read(self))
        return self._read[name]

    def _span(self, rows):
        """First row of a slice and the row after its last."""
        first, last, step = rows.indices(len(self))
        if step != 1:
            raise ValueError("columns have no slices with a step; use columns[a:b].velocity[::2]")
        return first, max(first, last)

    def _rows(self, rows):
        first, last = self._span(rows)
        return Columns(self._title, last - first, self._known, self._where,
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
        n = len(self)
        lines = ["%s: %d rows" % (self._title, n)]
        for name, column in self._known.items():
            shape, dtype, unit = column.about()
            size = "[%s]" % ", ".join(map(str, (n,) + shape))
            lines.append("  %-24s %-8s %-14s %s" % (name, dtype, size, unit))
        return "\n".join(lines)
