"""Arrays as texts of a page: fewer bits, bytes of one significance together, deflate, base64.

A column is a dictionary that data.js unpacks:

    as    "box"     positions [n, 3], 16 bits of an axis of a box; low, high [3]
          "short"   numbers as the upper 24 bits of a float
          "float"   numbers as floats
          "whole"   integers less `low`, or less the one before if `delta`
    n, width    numbers, and numbers of a row
    bytes       of a number
    blob        key of the data"""

import base64
import hashlib
import zlib

from granum.arrays import numpy

STEPS = 65535  # of an axis
SHORT = 2.0 ** -16  # relative error of a number of 24 bits


class Store:
    """Packed data by key; equal data, such as radii that do not change, are kept once."""

    def __init__(self):
        self._texts = {}

    def add(self, data):
        packer = zlib.compressobj(6, zlib.DEFLATED, -15)
        packed = packer.compress(data) + packer.flush()
        key = hashlib.sha256(packed).hexdigest()[:16]
        if key not in self._texts:
            self._texts[key] = base64.b64encode(packed).decode("ascii")
        return key

    def text(self, key):
        return self._texts[key]


def planes(numbers, count):
    """The first `count` bytes of little-endian numbers [n]: all first bytes, all second bytes ..."""
    octets = numpy.ascontiguousarray(numbers).view("u1").reshape(len(numbers), numbers.dtype.itemsize)
    return numpy.ascontiguousarray(octets[:, :count].T).tobytes()


def column(store, kind, numbers, count, width, **more):
    return {"as": kind, "n": len(numbers) // width, "width": width, "bytes": count,
            "blob": store.add(planes(numbers, count)), **more}


def box(store, points, low, high):
    """Points [n, 3] within the box."""
    span = numpy.where(high > low, high - low, 1.0)
    steps = numpy.rint((numpy.asarray(points, float) - low) / span * STEPS).clip(0, STEPS)
    # x of all points, then y, then z, as neighbouring numbers are then alike.
    return column(store, "box", steps.astype("<u2").T.reshape(-1), 2, 3,
                  low=[float(x) for x in low], high=[float(x) for x in low + span])


def short(store, numbers):
    """Numbers [n] or [n, w], to 1 part in 65536."""
    numbers = numpy.asarray(numbers, "<f4")
    bits = numpy.ascontiguousarray(numbers).reshape(-1).view("<u4").astype("<u8")
    width = numbers.shape[1] if numbers.ndim > 1 else 1
    return column(store, "short", ((bits + 0x80) >> 8).astype("<u4"), 3, width)


def exact(store, numbers):
    numbers = numpy.ascontiguousarray(numpy.asarray(numbers, "<f4"))
    width = numbers.shape[1] if numbers.ndim > 1 else 1
    return column(store, "float", numbers.reshape(-1), 4, width)


def whole(store, numbers):
    """Integers [n]."""
    numbers = numpy.asarray(numbers, "i8")
    steps = numpy.diff(numbers, prepend=0)
    delta = len(numbers) > 0 and int(steps.min()) >= 0
    low = 0 if delta or not len(numbers) else int(numbers.min())
    rest = steps if delta else numbers - low
    count = max(1, (int(rest.max()).bit_length() + 7) // 8) if len(rest) else 1
    return column(store, "whole", rest.astype("<u8"), count, 1, low=low, delta=delta)
