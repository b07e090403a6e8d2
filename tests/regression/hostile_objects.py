"""Ways in which attributes and groups of a result can be wrong: ATTRIBUTE {kind: change(object,
name)}, GROUP {kind: change(file, name)}; and its bytes: BYTES {kind: change(path)}."""
import os
import random
import re
import struct
from pathlib import Path

import h5py
import numpy as np

from hostile_tables import into_type, linked, looped

# --- one attribute ---------------------------------------------------------------

def valued(value):
    def make(object_, name):
        object_.attrs[name] = value
    return make


def typed(shape, kind):
    def make(object_, name):
        del object_.attrs[name]
        object_.attrs.create(name, np.zeros(shape, kind), shape, kind)
    return make


def low_attribute(kind):
    def make(object_, name):
        del object_.attrs[name]
        h5py.h5a.create(object_.id, name.encode(), kind, h5py.h5s.create_simple((2,)))
    return make


def no_space(object_, name):
    del object_.attrs[name]
    object_.attrs[name] = h5py.Empty("i8")


ATTRIBUTE = {
    "missing": lambda o, name: o.attrs.__delitem__(name),
    "array": valued(np.arange(1, 8001, dtype="i8")),
    "pair": valued(np.array([3, 4], "i8")),
    "none": typed((0,), "i8"),
    "null": no_space,
    "rank_3": typed((2, 3, 4), "f8"),
    "negative": valued(np.int64(-1)),
    "least": valued(np.int64(-2 ** 63)),
    "most": valued(np.int64(2 ** 63 - 1)),
    "unsigned": valued(np.uint64(2 ** 64 - 1)),
    "small": valued(np.int8(3)),
    "real": valued(3.25),
    "nan": valued(np.nan),
    "long_double": valued(np.longdouble(2)),
    "text": valued(np.bytes_(b"PolyData and more")),
    "long_text": valued(np.bytes_(b"%s%n" * 8000)),
    "texts": valued(np.array([b"one", b"two"])),
    "control": valued(np.bytes_(b"\x1b]0;title\x07\x1b[2J\xff\xfe\r\n")),
    "variable_text": valued("of any length" * 50),
    "variable_texts": valued(np.array(["a", "b"], dtype=object)),
    "variable_numbers": low_attribute(h5py.h5t.vlen_create(h5py.h5t.NATIVE_DOUBLE)),
    "compound": typed((), [("x", "f8"), ("y", "S4000")]),
    "array_type": low_attribute(h5py.h5t.array_create(h5py.h5t.NATIVE_INT64, (500,))),
    "reference": low_attribute(h5py.h5t.STD_REF_OBJ),
    "opaque": typed((), "V3000"),
    "enumeration": typed((), h5py.enum_dtype({"a": 1}, basetype="i8")),
    "boolean": valued(True),
}


# --- one group -------------------------------------------------------------------

def many(file, name):
    for k in range(700):
        file[name].create_dataset("extra_%d" % k, shape=(1,), dtype="f8")


def deep(file, name):
    group = file[name]
    for _ in range(800):
        group = group.create_group("d")
    group["x"] = [1.0]


def named(text):
    def make(file, name):
        file[name].create_dataset(text, data=[1.0, 2.0])
    return make


def table_for_group(file, name):
    del file[name]
    file[name] = np.arange(5.0)


GROUP = {
    "missing": lambda f, name: f.__delitem__(name),
    "empty": lambda f, name: (f.__delitem__(name), f.create_group(name)),
    "table": table_for_group,
    "type": into_type,
    "link_out": linked(h5py.ExternalLink("secret.h5", "/")),
    "link_nowhere": linked(h5py.SoftLink("/nowhere")),
    "looped": looped,
    "circle": lambda f, name: f[name].__setitem__("again", f["/"]),
    "circle_by_name": lambda f, name: f[name].__setitem__("again", h5py.SoftLink("/")),
    "many": many,
    "deep": deep,
    "long_name": named("n" * 5000),
    "odd_name": named("a%sb%n\x1b[31m\n.."),
    "spaced_name": named("a b,c;\"d\""),
    "link_inside": lambda f, name: f[name].__setitem__("out", h5py.ExternalLink("secret.h5", "/numbers")),
    "type_inside": lambda f, name: f[name].__setitem__("kind", np.dtype("f8")),
    "text_inside": lambda f, name: f[name].create_dataset("word", data=b"text"),
    "scalar_inside": lambda f, name: f[name].create_dataset("one", data=1.0),
    "variable_inside": lambda f, name: f[name].create_dataset("vary", data=["a", "b"],
                                                             dtype=h5py.string_dtype()),
}


# --- the bytes -------------------------------------------------------------------

def sliced(part):
    def make(path):
        size = os.path.getsize(path)
        with open(path, "r+b") as file:
            file.truncate(int(size * part))
    return make


def zeroed(first, last):
    def make(path):
        size = os.path.getsize(path)
        with open(path, "r+b") as file:
            file.seek(int(first * size))
            file.write(b"\0" * int((last - first) * size))
    return make


def flipped(seed):
    """One bit of the file flipped, anywhere."""
    def make(path):
        draw = random.Random(seed)
        size = os.path.getsize(path)
        with open(path, "r+b") as file:
            at = draw.randrange(size)
            file.seek(at)
            byte = file.read(1)[0] ^ 1 << draw.randrange(8)
            file.seek(at)
            file.write(bytes([byte]))
    return make


#: First bytes of the blocks in which HDF5 keeps what it needs to find the numbers.
BLOCKS = (b"OHDR", b"OCHK", b"FRHP", b"FHDB", b"FHIB", b"BTHD", b"BTIN", b"BTLF", b"EAHD", b"EAIB",
          b"FAHD", b"FADB")


def aimed(seed):
    """One bit flipped in a block without numbers."""
    def make(path):
        draw = random.Random(seed)
        with open(path, "r+b") as file:
            data = file.read()
            places = [[m.start() for m in re.finditer(block, data)] for block in BLOCKS]
            at = draw.choice(draw.choice([some for some in places if some])) + draw.randrange(4, 400)
            at = min(at, len(data) - 1)
            file.seek(at)
            file.write(bytes([data[at] ^ 1 << draw.randrange(8)]))
    return make


def header_of(name):
    """One bit flipped in the header of the first data set of that last name."""
    def make(path):
        found = []
        with h5py.File(path, "r") as file:
            file.visititems(lambda path, item: found.append(h5py.h5o.get_info(item.id).addr)
                            if path.endswith("/" + name) and isinstance(item, h5py.Dataset) else None)
        with open(path, "r+b") as file:
            file.seek(found[0] + 30)
            byte = file.read(1)[0]
            file.seek(found[0] + 30)
            file.write(bytes([byte ^ 64]))
    return make


def link_to(name):
    """One bit flipped beside the last link of a group to an object of that name."""
    def make(path):
        with open(path, "r+b") as file:
            place = file.read().rindex(bytes([len(name)]) + name.encode()) - 9
            file.seek(place)
            byte = file.read(1)[0]
            file.seek(place)
            file.write(bytes([byte ^ 64]))
    return make


def at(where, data):
    def make(path):
        with open(path, "r+b") as file:
            file.seek(where)
            file.write(data)
    return make


def written(data):
    return lambda path: Path(path).write_bytes(data)


def moved(path):
    """The whole file after a block of 512 other bytes."""
    Path(path).write_bytes(b"#!/bin/sh\n".ljust(512) + Path(path).read_bytes())


def longer(path):
    with open(path, "ab") as file:
        file.write(b"more" * 1000)


def old_format(path):
    """Everything again in the oldest format, whose metadata have no checksums."""
    with h5py.File(path, "r") as old, h5py.File(path + ".new", "w", libver="earliest") as new:
        for name in old:
            old.copy(name, new)
    os.replace(path + ".new", path)


def old_format_scribbled(seed):
    """Likewise, with 40 bytes of the metadata replaced."""
    def make(path):
        old_format(path)
        draw = random.Random(seed)
        with h5py.File(path, "r") as file:
            tables = []
            file.visititems(lambda name, item: tables.append(item.id.get_offset())
                            if isinstance(item, h5py.Dataset) else None)
        size = os.path.getsize(path)
        with open(path, "r+b") as file:
            data = file.read()
            for word in (b"TREE", b"SNOD", b"HEAP", b"GCOL"):
                found = data.find(word, draw.randrange(size))
                if found >= 0:
                    for _ in range(10):
                        file.seek(found + 4 + draw.randrange(40))
                        file.write(bytes([draw.randrange(256)]))
    return make


BYTES = {
    "empty": written(b""),
    "text": written(b"This is not a result.\n" * 99),
    "signature": written(b"\x89HDF\r\n\x1a\n"),
    "signature_only": written(b"\x89HDF\r\n\x1a\n" + b"\xff" * 4000),
    "moved": moved,
    "longer": longer,
    "marked": at(11, b"\x05"),
    "version": at(8, b"\x07"),
    "sizes": at(9, b"\xff\xff"),
    "root_nowhere": at(36, struct.pack("<Q", 2 ** 62)),
    "end_beyond": at(28, struct.pack("<Q", 2 ** 60)),
    "old_format": old_format,
}
for part in (0.01, 0.1, 0.5, 0.9, 0.999):
    BYTES["cut_at_%g" % part] = sliced(part)
for part in (0.002, 0.02, 0.2, 0.6, 0.95):
    BYTES["zeros_at_%g" % part] = zeroed(part, part + 0.01)
for k in range(12):
    BYTES["old_format_scribbled_%d" % k] = old_format_scribbled(k)
