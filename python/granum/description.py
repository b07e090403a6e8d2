"""The description of a simulation by calls, before its start."""

import math

from granum.library import bits, text, vector
from granum.program import written


class Description:
    """What granum.Simulation inherits: materials, pairs, structures, their motions, single keys.

    Lengths are in m, vectors in the world frame; axis and normal need not be of unit length."""

    def set(self, path, value):
        """Set a key of the scene: set("contacts.pairs[glass,steel].friction", 0.3)."""
        self._call("set", text(path), text(written(value)))

    def material(self, name, *, density, youngs_modulus, poisson_ratio):
        """A material: kg/m3, Pa, 1."""
        self._call("material", text(name), density, youngs_modulus, poisson_ratio)

    def pair(self, a, b, *, restitution, friction):
        """Coefficients of contacts between two materials, which may be the same."""
        self._call("pair", text(a), text(b), restitution, friction)

    def time_step(self, dt):
        """The time step in s; 0, the default: chosen at the start."""
        self._call("time_step", dt)

    def domain(self, min, max):
        """Grains whose centre leaves the box from min to max ([3] m) leave the simulation."""
        self._call("domain", vector(min), vector(max))

    def plane(self, name, material, *, point, normal):
        """A plane through a point ([3] m); it is solid on the side away from the normal."""
        self._call("plane", text(name), text(material), vector(point),
                   vector(normal))

    def box(self, name, material, *, min, max, open=()):
        """A box from min to max ([3] m); open: names of sides without a surface ("z_max")."""
        self._call("box", text(name), text(material), vector(min), vector(max),
                   bits(open, "x_min", "x_max", "y_min", "y_max", "z_min", "z_max"))

    def cylinder(self, name, material, *, base, axis, radius, open=()):
        """base: centre of the base, [3] m; axis: from there to the centre of the top, [3] m; radius:
        m; open: ends without a surface, "base" and "top"."""
        self._call("cylinder", text(name), text(material), vector(base),
                   vector(axis), radius, bits(open, "base", "top"))

    def cone(self, name, material, *, base, axis, base_radius, top_radius, open=()):
        """As cylinder(), with the radii of base and top in m."""
        self._call("cone", text(name), text(material), vector(base),
                   vector(axis), base_radius, top_radius, bits(open, "base", "top"))

    def sphere(self, name, material, *, centre, radius):
        """A sphere: [3] m, m."""
        self._call("sphere", text(name), text(material), vector(centre), radius)

    def disc(self, name, material, *, centre, normal, radius):
        """A disc: [3] m, [3], m."""
        self._call("disc", text(name), text(material), vector(centre),
                   vector(normal), radius)

    def mesh(self, name, material, file, *, unit=1.0):
        """A mesh from a file (STL, OBJ, PLY ...); unit: the length in m of 1 in the file."""
        self._call("mesh", text(name), text(material), text(file), unit)

    def translate(self, structure, velocity, *, start=0.0, end=math.inf):
        """Move a structure with a velocity ([3] m/s) from `start` to `end` in s."""
        self._call("translate", text(structure), vector(velocity), start, end)

    def rotate(self, structure, axis, *, rate, through=(0, 0, 0), start=0.0, end=math.inf):
        """Rotate a structure about an axis ([3]) through a point ([3] m), right-handed, with
        `rate` in rad/s, from `start` to `end` in s."""
        self._call("rotate", text(structure), vector(axis), vector(through), rate, start,
                   end)
