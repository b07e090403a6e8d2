"""The stress of single grains, and the chains along which it is large.

    sigma = (1 / V) sum_c f_c l_c,     V = 4/3 pi r^3,  in two dimensions pi r^2 times the thickness

over the contacts of a grain: f the force on it, l from the contact point to its centre, so that
compression is positive (J. Christoffersen, M. M. Mehrabadi and S. Nemat-Nasser, J. Appl. Mech. 48
(1981) 339-344).  Its symmetric part is used.
"""

from granum.arrays import numpy
from granum.figures.setting import volumes

ANGLE = numpy.pi / 4
SHORTEST = 3  # grains of a chain
ROUND_OFF = 1e-9


def grain_stress(frame):
    """[n, 3, 3] Pa, compression positive."""
    grains, contacts = frame.grains, frame.contacts
    x = grains["position"].astype(float)
    ends, force = contacts["ends"].astype(float), contacts["force"].astype(float)
    point = contacts["point"].astype(float)
    sums = numpy.zeros((len(x), 9))
    for row, centre, sign in ((contacts["row_a"], ends[:, 0], 1.0),
                              (contacts["row_b"], ends[:, 1], -1.0)):
        here = row >= 0
        arm = centre[here] - point[here]
        products = (sign * force[here][:, :, None] * arm[:, None, :]).reshape(-1, 9)
        for k in range(9):
            sums[:, k] += numpy.bincount(row[here], products[:, k], len(x))
    sigma = sums.reshape(-1, 3, 3) / volumes(frame.result, grains)[:, None, None]
    return 0.5 * (sigma + sigma.transpose(0, 2, 1))


def pressure(stress, dimensions=3):
    """[n] Pa, the mean of the principal stresses, of which two dimensions have two."""
    return numpy.trace(stress, axis1=1, axis2=2) / dimensions


def principal(stress):
    """The largest compressive stress [n] Pa of each grain and its direction [n, 3]."""
    values, vectors = numpy.linalg.eigh(stress)
    return values[:, -1], vectors[:, :, -1]


def chains(frame, angle=ANGLE, shortest=SHORTEST):
    """Force chains: (links [c] bool, chain of each grain [n]: numbers from 1, the longest first, 0: none).

    A grain bears load where its largest compressive principal stress is at least the mean over the
    grains in contact.  A repulsive contact of two such grains is a link if its direction differs from
    the principal directions of both by at most `angle` (rad).  Linked grains are a chain if they are
    at least `shortest`.  The filter Contact Network finds the same chains.
    J. F. Peters, M. Muthuswamy, J. Wibowo and A. Tordesillas, Phys. Rev. E 72 (2005) 041307."""
    contacts = frame.contacts
    value, along = principal(grain_stress(frame))
    touched = numpy.zeros(len(value), bool)
    for rows in (contacts["row_a"], contacts["row_b"]):
        touched[rows[rows >= 0]] = True
    number = numpy.zeros(len(value), int)
    a, b = contacts["row_a"], contacts["row_b"]
    if not touched.any():
        return numpy.zeros(len(a), bool), number
    # Stresses and angles that are equal but for round-off pass.
    loaded = touched & (value >= (1 - ROUND_OFF) * value[touched].mean())
    ends = contacts["ends"].astype(float)
    branch = ends[:, 0] - ends[:, 1]
    length = numpy.linalg.norm(branch, axis=1)
    pair = (a >= 0) & (b >= 0) & (contacts["force_normal"] > 0) & (length > 0)
    link = pair & loaded[a] & loaded[b]
    for rows in (a, b):
        link &= abs((branch * along[rows]).sum(1)) >= length * (numpy.cos(angle) - ROUND_OFF)
    # Connected grains take the smallest row among them.
    root = numpy.arange(len(value))
    while True:
        before = root.copy()
        least = numpy.minimum(root[a[link]], root[b[link]])
        numpy.minimum.at(root, a[link], least)
        numpy.minimum.at(root, b[link], least)
        root = root[root]
        if (root == before).all():
            break
    size = numpy.bincount(root, minlength=len(root))
    heads = numpy.flatnonzero(size >= max(shortest, 2))
    heads = heads[numpy.argsort(-size[heads], kind="stable")]
    number[heads] = numpy.arange(1, len(heads) + 1)
    number = number[root]
    return link & (number[a] > 0), number
