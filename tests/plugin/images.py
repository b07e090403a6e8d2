"""Pixels of a picture by class.  Counts, not a stored image: drivers and fonts differ."""

import matplotlib.image
import numpy


def read(path):
    """[rows, columns, 3] integers, 0 to 255."""
    image = matplotlib.image.imread(path)
    return numpy.rint(image[:, :, :3] * 255).astype(int)


def background(image, color):
    return (numpy.abs(image - numpy.array(color)).max(axis=2) <= 3)


def behind(image):
    """The background of views in a window: the commonest colour between black and light.  That
    of ParaView 6 is another one than before."""
    bright = image.max(axis=2)
    codes, counts = numpy.unique(image[(bright > 40) & (bright < 140)] @ [65536, 256, 1], return_counts=True)
    if not len(codes):
        return numpy.full(3, -9)
    code = codes[counts.argmax()]
    return numpy.array([code >> 16, code >> 8 & 255, code & 255])


def tint(image):
    """The pale or greyish blue of translucent structures: blue leads red by a little."""
    lead = image[:, :, 2] - image[:, :, 0]
    return (lead >= 6) & (lead <= 90) & (image.min(axis=2) > 110)


def viridis(image):
    """Colours of the map: one channel well above another, or dark violet."""
    spread = image.max(axis=2) - image.min(axis=2)
    return (spread > 60) & ~tint(image)


def grey(image):
    """No colour, neither paper nor ink."""
    spread = image.max(axis=2) - image.min(axis=2)
    return (spread < 16) & (image.min(axis=2) > 90) & (image.max(axis=2) < 235)


def ink(image):
    return image.max(axis=2) < 90


def share(mask):
    return float(mask.mean())
