"""hostile.py RESULT FOLDER [COUNT] -- makes damaged and crafted files from a real result.

Whoever reads a result may be given anything: tables of another rank, width, type or sign,
counts that are negative or enormous, links that loop or lead out of the file, bytes cut off
or flipped.  Each case changes one thing in a copy of the result.  There is a case of every
kind for every table, attribute and group, some ten thousand; COUNT of them (400 unless given)
are chosen such that every kind, every table and every attribute occurs.

For a program: `for name, make in chosen(result, count): make(path)`.
"""
import os
import random
import shutil
import struct
import sys
from pathlib import Path

import h5py
import numpy as np

from hostile_objects import ATTRIBUTE, BYTES, GROUP, aimed, flipped, header_of, link_to
from hostile_tables import TABLE

SEED = 19
#: Files that crash HDF5 1.10 if a reader does not look first, or let it wait for a block to become good.
ALWAYS = ("bytes__marked", "table__chunk_below_checksum__granum.history.momentum",
          "table__chunk_inflates_too_short__granum.history.momentum")


def things(result):
    """Names of tables and groups of the result, and pairs (object, attribute)."""
    tables, groups, attributes = [], [], []

    def see(name, item):
        (tables if isinstance(item, h5py.Dataset) else groups).append(name)
        attributes.extend((name, key) for key in item.attrs)

    with h5py.File(result, "r") as file:
        file.visititems(see)
    return tables, groups, attributes


def edit(change, *words):
    """A maker of a file: a change within the library."""
    def make(path):
        with h5py.File(path, "r+", libver="latest") as file:
            change(file, *words)
    return make


def cases(result):
    """{name: function that changes a copy} of all cases, in four lists."""
    tables, groups, attributes = things(result)
    lists = [{"bytes__" + kind: make for kind, make in BYTES.items()}]
    lists.append({"table__%s__%s" % (kind, name.replace("/", ".")): edit(make, name)
                  for kind, make in TABLE.items() for name in tables})
    lists.append({"group__%s__%s" % (kind, name.replace("/", ".")): edit(make, name)
                  for kind, make in GROUP.items() for name in groups})
    lists.append({"attribute__%s__%s.%s" % (kind, name.replace("/", "."), key):
                  edit(lambda f, n, k, m: m(f[n], k), name, key, make)
                  for kind, make in ATTRIBUTE.items() for name, key in attributes})
    return lists


def spread(names, count, draw):
    """`count` of the names, such that every kind and every object occurs early."""
    left = list(names)
    draw.shuffle(left)
    kinds, objects, first, rest = {}, {}, [], []
    for name in left:
        _, kind, *of = name.split("__")
        fresh = kinds.get(kind, 0) < 1 or objects.get(tuple(of), 0) < 1
        (first if fresh else rest).append(name)
        if fresh:
            kinds[kind] = kinds.get(kind, 0) + 1
            objects[tuple(of)] = objects.get(tuple(of), 0) + 1
    return (first + rest)[:count]


def chosen(result, count=400):
    """Pairs (name, make) of `count` cases, or of all if count is 0; make(path) writes the
    file `path`, and the files beside it that it refers to."""
    draw = random.Random(SEED)
    lists = cases(result)
    total = sum(len(some) for some in lists)
    for some in lists:
        yield from ((name, maker(result, some[name])) for name in ALWAYS if name in some)
    for some, part in zip(lists, (0.08, 0.62, 0.15, 0.15)):
        number = len(some) if count == 0 or count >= total else max(1, int(part * count))
        for name in spread(some, number, draw):
            yield name, maker(result, some[name])


def maker(result, change):
    def make(path):
        shutil.copyfile(result, path)
        beside = Path(path).parent
        if not (beside / "secret.h5").exists():
            with h5py.File(beside / "secret.h5", "w") as file:
                file["numbers"] = np.full(64, 4711.0)
            (beside / "secret.bin").write_bytes(struct.pack("<512d", *[4711.0] * 512))
        change(str(path))
    return make


def headers(result, names=("normal", "velocity")):
    """The same in the headers of a column of the virtual particles, and of the grains, and in the links of the group of
    the virtual particles, which no frame needs."""
    for name in names:
        yield "header_of_" + name, maker(result, header_of(name))
    yield "links_of_virtual_particles", maker(result, link_to("Vertices"))


def aims(result, count, seed=SEED + 2):
    """The same in blocks without numbers, of which a result has few."""
    for k in range(count):
        yield "aim_%d" % k, maker(result, aimed(seed * 100000 + k))


def flips(result, count, seed=SEED):
    """Pairs (name, make) of files with one bit flipped."""
    for k in range(count):
        yield "flip_%d" % k, maker(result, flipped(seed * 100000 + k))


if __name__ == "__main__":
    source, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    made = failed = 0
    for name, make in chosen(source, int(sys.argv[3]) if len(sys.argv) > 3 else 400):
        path = folder / (name[:200] + ".vtkhdf")
        try:
            make(path)
            made += 1
        except Exception as error:   # a kind that this library cannot write for this table
            path.unlink(missing_ok=True)
            failed += 1
            if os.environ.get("HOSTILE_SAY"):
                print(name, type(error).__name__, error)
    print("%d files in %s, %d cases do not apply" % (made, folder, failed))
