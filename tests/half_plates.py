"""A plate as one closed mesh of two named solids, in mm, joined at an open side of each."""


def half_plate(x0, x1, y, depth, left):
    """Triangles of the half from x0 to x1, |y'| <= y, -depth <= z <= 0; open at x1 if `left`, else x0."""
    p = [(x, side, z) for x in (x0, x1) for side in (-y, y) for z in (-depth, 0)]
    quads = [(0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    quads.append((0, 1, 3, 2) if left else (4, 6, 7, 5))
    for a, b, c, d in quads:
        yield p[a], p[b], p[c]
        yield p[a], p[c], p[d]


def solid(name, triangles):
    """One named solid of an STL text file."""
    lines = [f"solid {name}"]
    for t in triangles:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += [f"vertex {x} {y} {z}" for x, y, z in t]
        lines += ["endloop", "endfacet"]
    return "\n".join([*lines, f"endsolid {name}", ""])
