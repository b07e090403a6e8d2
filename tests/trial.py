"""Functions for tests that run scenes: two materials, all arrays of a result, checks."""
import sys

import h5py

#: Glass and steel, alike but for their weight; each pair of them.
MATERIALS = """
materials:
  glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
  steel: {density: 7800, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
contacts:
  law: hertz
  pairs:
    - {between: [glass, glass], restitution: 0.7, friction: 0.4}
    - {between: [glass, steel], restitution: 0.7, friction: 0.4}
    - {between: [steel, steel], restitution: 0.7, friction: 0.4}
"""
FAULTS = []


def check(what, good, more=""):
    print("%-66s %s %s" % (what, "ok" if good else "WRONG", more))
    if not good:
        FAULTS.append(what)


def finish():
    print("%d faults" % len(FAULTS))
    sys.exit(bool(FAULTS))


def arrays(result):
    """{name: array} of a result, without granum/scene, which contains the command line."""
    found = {}

    def keep(name, item):
        if isinstance(item, h5py.Dataset) and not name.startswith("granum/scene"):
            found[name] = item[()]

    with h5py.File(result, "r") as f:
        f.visititems(keep)
    return found


def differences(a, b):
    """Names of arrays that differ in a bit, or that only one of two results has."""
    both = set(a) & set(b)
    return sorted((set(a) ^ set(b)) | {n for n in both if a[n].shape != b[n].shape
                                       or a[n].tobytes() != b[n].tobytes()})
