"""Ways in which a table of a result can be wrong: {kind: change(file, name)} in TABLE."""
import random
import zlib

import h5py
import numpy as np

BIG = 2 ** 32 - 7   # rows that a few kB promise


def replace(file, name, *words, **more):
    """Delete the table and make another; its unit stays."""
    units = file[name].attrs.get("units", b"1")
    del file[name]
    table = file.create_dataset(name, *words, **more)
    table.attrs["units"] = np.bytes_(units)
    return table


def filled(change):
    """A case that replaces the values of a table by change(values)."""
    def make(file, name):
        values = change(file[name][()])
        growing = file[name].maxshape[0] is None
        room = (None,) + values.shape[1:] if growing and values.ndim else None
        replace(file, name, data=values, maxshape=room)
    return make


def low(file, name, kind, shape, chunk=None, external=None, filters=()):
    """Make a table by the functions of the library, which refuse less."""
    del file[name]
    layout = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    if chunk:
        layout.set_chunk(chunk)
    for number, options in filters:
        layout.set_filter(number, h5py.h5z.FLAG_OPTIONAL, options)
    for path, offset, size in external or []:
        layout.set_external(path, offset, size)
    space = h5py.h5s.create_simple(shape, shape)
    return h5py.h5d.create(file.id, name.encode(), kind, space, layout)


def width(file, name):
    return file[name].shape[1:]


def as_type(kind):
    def make(file, name):
        replace(file, name, shape=file[name].shape, dtype=kind)
    return make


def numbers(of):
    def change(v):
        return np.full(v.shape, of, dtype=v.dtype) if v.dtype.kind == "f" else v
    return filled(change)


def integers(of):
    def change(v):
        if v.dtype.kind not in "iu" or not v.size:
            return v
        return np.full(v.shape, of, dtype=np.int64)
    return filled(change)


def last_integer(of):
    def change(v):
        if v.dtype.kind not in "iu" or not v.size:
            return v
        v = v.astype(np.int64)
        v.flat[-1] = of
        return v
    return filled(change)


def promised(file, name):
    """Rows that no byte is stored for."""
    wide = width(file, name)
    replace(file, name, shape=(BIG,) + wide, dtype=file[name].dtype,
            chunks=(1024,) + tuple(n or 1 for n in wide), maxshape=(None,) + tuple(n or 1 for n in wide))


def promised_contiguous(file, name):
    """Rows in one run that was never allocated."""
    replace(file, name, shape=(BIG,) + width(file, name), dtype=file[name].dtype)


def promised_packed(file, name):
    """Rows in compressed chunks of zeros: a few kB for gigabytes."""
    kind = h5py.h5t.NATIVE_DOUBLE if file[name].dtype.kind == "f" else h5py.h5t.NATIVE_INT64
    low(file, name, kind, (2 ** 31,), (2 ** 26,), filters=[(h5py.h5z.FILTER_DEFLATE, (9,))])
    for at in range(2):
        table = file[name].id
        table.write_direct_chunk((at * 2 ** 26,), b"x\x9c\x03\x00\x00\x00\x00\x01", 0)


def enormous(file, name):
    """A product of sizes that overflows."""
    low(file, name, h5py.h5t.NATIVE_INT64, (2 ** 40, 2 ** 40), (16, 16))


def enormous_chunk(file, name):
    low(file, name, h5py.h5t.NATIVE_INT64, (2 ** 28, 1), (2 ** 28, 1),
        filters=[(h5py.h5z.FILTER_DEFLATE, (9,))])


def chunk_too_short(file, name):
    """A chunk of a few bytes where thousands are expected, stored without filters."""
    low(file, name, h5py.h5t.NATIVE_INT64, (8192,), (4096,),
        filters=[(h5py.h5z.FILTER_DEFLATE, (4,))])
    for at in range(2):
        file[name].id.write_direct_chunk((at * 4096,), b"short", 1)


def chunk_inflates_too_short(file, name):
    low(file, name, h5py.h5t.NATIVE_INT64, (8192,), (4096,),
        filters=[(h5py.h5z.FILTER_DEFLATE, (4,))])
    for at in range(2):
        file[name].id.write_direct_chunk((at * 4096,), zlib.compress(b"\x01" * 40), 0)


def chunk_below_checksum(file, name):
    """A chunk shorter than its own checksum."""
    low(file, name, h5py.h5t.NATIVE_INT64, (8192,), (4096,),
        filters=[(h5py.h5z.FILTER_FLETCHER32, ())])
    for at in range(2):
        file[name].id.write_direct_chunk((at * 4096,), b"\x01", 0)


def chunk_of_noise(file, name):
    low(file, name, h5py.h5t.NATIVE_INT64, (8192,), (4096,),
        filters=[(h5py.h5z.FILTER_SHUFFLE, (8,)), (h5py.h5z.FILTER_DEFLATE, (4,))])
    for at in range(2):
        file[name].id.write_direct_chunk((at * 4096,), bytes(random.Random(3).randbytes(900)), 0)


def unknown_filter(number):
    def make(file, name):
        low(file, name, h5py.h5t.NATIVE_INT64, (64,), (64,), filters=[(number, (1, 2, 3))])
        file[name].id.write_direct_chunk((0,), b"\x00" * 512, 0)
    return make


def scale_offset(file, name):
    replace(file, name, data=np.arange(64, dtype=np.int32), chunks=(64,), scaleoffset=5)


def virtual(file, name):
    """A table whose rows lie in another file."""
    shape = file[name].shape or (1,)
    layout = h5py.VirtualLayout(shape=shape, dtype=file[name].dtype)
    layout[...] = h5py.VirtualSource("secret.h5", "numbers", shape=shape)
    del file[name]
    file.create_virtual_dataset(name, layout, fillvalue=0)


def stored_in(path):
    """A table whose bytes are those of another file."""
    def make(file, name):
        kind = file[name].id.get_type()
        shape = file[name].shape or (1,)
        bytes_ = int(np.prod(shape)) * file[name].dtype.itemsize
        low(file, name, kind, shape, external=[(path.encode(), 0, max(bytes_, 1))])
    return make


def linked(link):
    def make(file, name):
        del file[name]
        file[name] = link
    return make


def looped(file, name):
    del file[name]
    file[name] = h5py.SoftLink("/" + name)


def looped_by_two(file, name):
    del file[name]
    file[name] = h5py.SoftLink("/loop")
    file["loop"] = h5py.SoftLink("/" + name)


def another_name(file, name):
    """A soft link to the table itself, which is nothing bad."""
    file.move(name, "moved")
    file[name] = h5py.SoftLink("/moved")


def into_group(file, name):
    del file[name]
    file.create_group(name)


def into_group_above(file, name):
    above = file[name].parent
    del file[name]
    file[name] = above


def into_type(file, name):
    del file[name]
    file[name] = np.dtype("f8")


def into_other(file, name):
    other = "granum/scene/effective" if not name.startswith("granum/scene") else "VTKHDF/Points"
    del file[name]
    file[name] = file[other]


def variable_text(file, name):
    table = replace(file, name, shape=file[name].shape or (1,), dtype=h5py.string_dtype())
    if table.size:
        table[(0,) * table.ndim] = "word" * 20


def variable_numbers(file, name):
    table = replace(file, name, shape=(3,), dtype=h5py.vlen_dtype(np.dtype("f8")))
    table[0] = np.arange(40.0)


def variable_one(file, name):
    """Texts of variable length without a table around them."""
    replace(file, name, shape=(), dtype=h5py.string_dtype())


def null_space(file, name):
    replace(file, name, data=h5py.Empty("f8"))


def reals_for_integers(file, name):
    old = file[name].dtype.kind
    as_type("i8" if old == "f" else "f8")(file, name)


def enumeration(file, name):
    as_type(h5py.enum_dtype({"a": 1, "b": 2}, basetype="i4"))(file, name)


def with_rank(*more):
    def make(file, name):
        table = file[name]
        values = table[()]
        values = np.broadcast_to(values.reshape(values.shape + (1,) * len(more)),
                                 values.shape + more).copy()
        replace(file, name, data=values, maxshape=(None,) + values.shape[1:] if values.ndim else None)
    return make


TABLE = {
    "missing": lambda f, name: f.__delitem__(name),
    "scalar": lambda f, name: replace(f, name, data=f[name].dtype.type()),
    "null": null_space,
    "flat": filled(lambda v: v.reshape(-1)),
    "rank_2": with_rank(2),
    "rank_3": with_rank(2, 2),
    "rank_4": with_rank(2, 1, 2),
    "rank_9": with_rank(1, 1, 1, 1, 1, 1, 1, 2),
    "rank_32": lambda f, name: replace(f, name, shape=(1,) * 32, dtype="f8"),
    "wide": filled(lambda v: np.concatenate([v.reshape(len(v), -1)] * 5, axis=1) if v.ndim else v),
    "very_wide": lambda f, name: replace(f, name, shape=f[name].shape[:1] + (70000,), dtype="f4"),
    "wide_as_int": lambda f, name: replace(f, name, shape=(1, 2 ** 32 + 3), dtype="u1",
                                           chunks=(1, 4096), maxshape=(None, 2 ** 32 + 3)),
    "narrow": filled(lambda v: v.reshape(len(v), -1)[:, :1] if v.ndim else v),
    "no_width": filled(lambda v: np.zeros((len(v) if v.ndim else 1, 0), v.dtype)),
    "no_rows": filled(lambda v: v[:0] if v.ndim else v),
    "one_row_less": filled(lambda v: v[:-1] if v.ndim else v),
    "one_row_more": filled(lambda v: np.concatenate([v, v[-1:]]) if v.ndim else v),
    "reals_for_integers": reals_for_integers,
    "int8": as_type("i1"),
    "uint64": as_type("u8"),
    "big_endian": as_type(">i8"),
    "half": as_type("f2"),
    "long_double": as_type(np.longdouble),
    "text": as_type("S5"),
    "long_text": as_type("S65000"),
    "compound": as_type([("x", "f8"), ("y", "i4")]),
    "array": as_type(np.dtype(("f8", (3,)))),
    "enumeration": enumeration,
    "opaque": as_type(np.dtype("V24")),
    "reference": as_type(h5py.ref_dtype),
    "region": as_type(h5py.regionref_dtype),
    "complex": as_type("c16"),
    "bits": lambda f, name: low(f, name, h5py.h5t.STD_B64LE, f[name].shape or (1,)),
    "variable_numbers": variable_numbers,
    "variable_text": variable_text,
    "variable_scalar": variable_one,
    "negative": integers(-1),
    "least": integers(-2 ** 63),
    "most": integers(2 ** 63 - 1),
    "large": integers(2 ** 61),
    "above_int": integers(2 ** 32 + 1),
    "last_negative": last_integer(-5),
    "last_large": last_integer(10 ** 9),
    "nan": numbers(np.nan),
    "infinite": numbers(np.inf),
    "huge_numbers": numbers(1e300),
    "promised": promised,
    "promised_contiguous": promised_contiguous,
    "promised_packed": promised_packed,
    "enormous": enormous,
    "enormous_chunk": enormous_chunk,
    "chunk_too_short": chunk_too_short,
    "chunk_inflates_too_short": chunk_inflates_too_short,
    "chunk_below_checksum": chunk_below_checksum,
    "chunk_of_noise": chunk_of_noise,
    "filter_to_load": unknown_filter(32000),
    "filter_of_nobody": unknown_filter(300),
    "scale_offset": scale_offset,
    "virtual": virtual,
    "stored_in_passwd": stored_in("/etc/passwd"),
    "stored_in_neighbour": stored_in("secret.bin"),
    "link_out": linked(h5py.ExternalLink("secret.h5", "/numbers")),
    "link_out_absolute": linked(h5py.ExternalLink("/etc/passwd", "/")),
    "link_to_itself_as_file": linked(h5py.ExternalLink("crafted.vtkhdf", "/VTKHDF/Points")),
    "link_nowhere": linked(h5py.SoftLink("/nowhere/at/all")),
    "looped": looped,
    "looped_by_two": looped_by_two,
    "another_name": another_name,
    "group": into_group,
    "group_above": into_group_above,
    "type": into_type,
    "other_table": into_other,
}
