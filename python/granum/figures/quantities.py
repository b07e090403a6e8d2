"""Numbers with units, as options have them and as axes show them."""

import math
import re

SI = {"m": (1.0, "m"), "mm": (1e-3, "m"), "cm": (1e-2, "m"), "um": (1e-6, "m"), "µm": (1e-6, "m"),
      "s": (1.0, "s"), "ms": (1e-3, "s"), "N": (1.0, "N"), "mN": (1e-3, "N"), "uN": (1e-6, "N"),
      "kN": (1e3, "N"), "kg/m3": (1.0, "kg/m3"), "deg": (math.pi / 180, "rad"), "rad": (1.0, "rad")}
PREFIXES = {-9: "n", -6: "µ", -3: "m", 0: "", 3: "k", 6: "M", 9: "G"}
NUMBER = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([^\d\s].*)?$")
AXES = "xyz"


def quantity(value, unit):
    """A number, or a text such as "15 mm", in SI units; ValueError unless it is of that unit."""
    if not isinstance(value, str):
        return float(value)
    found = NUMBER.match(value)
    if found:
        word = (found.group(2) or unit).strip()
        if word in SI and SI[word][1] == unit:
            return float(found.group(1)) * SI[word][0]
    raise ValueError("'%s' is no quantity in %s; write a number, or a number and a unit: %s" % (
        value, unit, " ".join(sorted(word for word in SI if SI[word][1] == unit))))


def place(value):
    """(axis 0..2, two lengths in m) of "y=15mm,4mm", or of ("y", 0.015, 0.004)."""
    if isinstance(value, str):
        found = re.match(r"\s*([xyz])\s*=\s*([^,]+),([^,]+)$", value)
        if not found:
            raise ValueError("'%s' is not AXIS=LENGTH,LENGTH, as y=15mm,4mm is" % value)
        value = found.groups()
    axis, first, second = value
    if axis not in AXES:
        raise ValueError("'%s' is no axis; x, y and z are" % axis)
    return AXES.index(axis), quantity(first, "m"), quantity(second, "m")


def prefixed(largest, unit):
    """(factor, unit) so that factor * largest is between 1 and 1000, if a prefix does that."""
    largest = abs(float(largest))
    if unit in ("", "1", "kg") or not math.isfinite(largest) or largest == 0.0:
        return (1e3, "g") if unit == "kg" and 0 < largest < 1 else (1.0, unit)
    power = min(max(3 * math.floor(math.log10(largest) / 3), -9), 9)
    if unit == "m" and -1 <= math.log10(largest) < 0.5:
        power = 0 if largest >= 1 else -3
    if unit in ("s", "m") and power > 0:
        power = 0
    if unit.startswith(("m/", "rad", "N m")):
        power = 0 if -2 < math.log10(largest) else power
    return 10.0 ** -power, PREFIXES[power] + unit


def label(text, unit):
    """The label of an axis."""
    shown = unit.replace("m2", "m²").replace("m3", "m³").replace("N m", "N\u2009m")
    return "%s (%s)" % (text, shown) if unit not in ("", "1") else text


def rounded(length):
    """The largest of 1, 2, 5 times a power of ten that is not above length (> 0)."""
    power = 10.0 ** math.floor(math.log10(length) + 1e-9)
    return max(step * power for step in (1, 2, 5) if step * power <= length * (1 + 1e-9))
