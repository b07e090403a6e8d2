"""What tests that run scenes share: two materials, all numbers of a result, what was found."""
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
    """Every array of a result by name, but for what is said of the run (its command line)."""
    found = {}

    def keep(name, item):
        if isinstance(item, h5py.Dataset) and not name.startswith("granum/scene"):
            found[name] = item[()]

    with h5py.File(result, "r") as f:
        f.visititems(keep)
    return found


def differences(a, b):
    """Names of arrays that are not the same bits, or in one of two results alone."""
    both = set(a) & set(b)
    return sorted((set(a) ^ set(b)) | {n for n in both if a[n].shape != b[n].shape
                                       or a[n].tobytes() != b[n].tobytes()})
