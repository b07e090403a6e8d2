"""rolling_ball.py GRANUM -- a ball that forces move rolls down with 5/7 g sin(theta).

Structures touch grains, so the ball rolls on a held grain of radius R, from 0.3 rad beside its top.
Without sliding the place theta on that grain obeys

    (7/5) (R + r) theta'' = g sin(theta)

which is integrated here with a small step.  A sphere in closed form must have the speed of the
equation within 1e-4 and roll without sliding within 1e-6; on a large grain the slope hardly
changes and a = 5/7 g sin(theta) itself is printed.  A mesh of facets has the moment of its own
polyhedron, which is smaller: there the slip and the speed must be within 1 %.  Without friction
the same ball slides with g sin(theta) and does not turn.  Held grains touch a free body without being
told to.
"""
import math
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import check, finish  # noqa: E402

GRAVITY, TILT, BALL = 9.81, 0.3, 0.01
SCENE = """
gravity: [%(gx).17g, 0, %(gz).17g]
materials:
  glass: {density: 2500, youngs_modulus: 50 MPa, poisson_ratio: 0.3}
  floor: {density: 1.0e-6, youngs_modulus: 50 MPa, poisson_ratio: 0.3}
contacts:
  law: hertz
  pairs: [{between: [glass, floor], restitution: 0.5, friction: %(friction)g},
          {between: [floor, floor], restitution: 0.5, friction: 1}]
structures:
  - {name: ball, material: glass, %(shape)s, place: {translate: [0, 0, %(height).17g]}, free: {}}
grains: [{list: {material: floor, grains: [{position: [0, 0, 0], radius: %(floor).17g}]}}]
held: [{name: floor, sources: [0]}]
time: {end: %(end).17g}
output: {every: 10 ms, history: 1 ms, precision: double}
"""


def write_ball(path, radius, refined):
    """A regular octahedron refined to a sphere, as STL; returns its number of facets."""
    axes = np.vstack([np.eye(3), -np.eye(3)])
    facets = [(0, 1, 2), (1, 3, 2), (3, 4, 2), (4, 0, 2), (1, 0, 5), (3, 1, 5), (4, 3, 5), (0, 4, 5)]
    corners = axes[np.array(facets)]
    for _ in range(refined):
        a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
        ab, bc, ca = ((p + q) / np.linalg.norm(p + q, axis=1)[:, None]
                      for p, q in ((a, b), (b, c), (c, a)))
        corners = np.concatenate([np.stack(t, 1) for t in
                                  ((a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca))])
    with open(path, "wb") as out:
        out.write(bytes(80) + struct.pack("<I", len(corners)))
        for t in corners:
            out.write(struct.pack("<12f", 0, 0, 0, *(radius * t).ravel()) + b"\0\0")
    return len(corners)


def run(granum, folder, floor, end, friction=1.0, mesh=False):
    values = {"gx": GRAVITY * math.sin(TILT), "gz": -GRAVITY * math.cos(TILT), "end": end,
              "friction": friction, "floor": floor, "height": floor + BALL,
              "shape": "mesh: ball.stl, mesh_unit: 1 m" if mesh else
              "sphere: {centre: [0, 0, 0], radius: %.17g}" % BALL}
    (folder / "scene.yaml").write_text(SCENE % values)
    subprocess.run([granum, "run", "--force", "scene.yaml", "--output", "out.vtkhdf"], cwd=folder,
                   check=True, stdout=subprocess.DEVNULL)
    with h5py.File(folder / "out.vtkhdf") as f:
        h = f["granum/history"]
        time, place = h["time"][:], h["structure_centre"][:, 0]
        energy, spinning = h["structure_kinetic"][:, 0], h["structure_rotational"][:, 0]
        momentum = np.linalg.norm(h["structure_momentum"][:, 0], axis=1)
    speed = 2.0 * (energy[1:] - spinning[1:]) / momentum[1:]
    mass = momentum[1:] / speed
    spin = np.sqrt(2.0 * spinning[1:] / (0.4 * mass * BALL ** 2))
    return time[1:], speed, spin, place[1:]


def exact(times, floor, inertia=0.4, step=1.0e-6):
    """Speed of a ball that rolls on the floor, with moment of inertia `inertia` m r^2."""
    factor = GRAVITY / ((1.0 + inertia) * (floor + BALL))
    theta = TILT
    rate = -0.5 * step * factor * math.sin(TILT)  # half a step behind, as in a leapfrog
    speed, k = [], 0
    for n in range(int(times[-1] / step) + 2):
        kick = step * factor * math.sin(theta)
        while k < len(times) and times[k] <= (n + 0.5) * step:
            speed.append((floor + BALL) * (rate + 0.5 * kick))
            k += 1
        rate += kick
        theta += step * rate
    return np.array(speed)


def main():
    granum = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        time, speed, spin, _ = run(granum, folder, 5.0, 0.2)
        want = exact(time, 5.0)
        off = np.abs(speed / want - 1.0)[20:].max()
        check("on a large grain: the speed of the equation", off < 1.0e-4, "%.1e" % off)
        slip = np.abs(spin * BALL / speed - 1.0)[20:].max()
        check("rolls without sliding", slip < 1.0e-6, "%.1e" % slip)
        a = speed[20] / time[20]
        ideal = 5.0 / 7.0 * GRAVITY * math.sin(TILT)
        check("a = 5/7 g sin(theta), %.6f m/s2" % ideal, abs(a / ideal - 1.0) < 1.0e-3, "%.6f" % a)

        time, speed, spin, _ = run(granum, folder, 0.1, 0.15)
        off = np.abs(speed / exact(time, 0.1) - 1.0)[20:].max()
        check("on a small grain", off < 1.0e-3, "%.1e" % off)

        facets = write_ball(folder / "ball.stl", BALL, 4)
        time, speed, spin, _ = run(granum, folder, 0.1, 0.15, mesh=True)
        off = np.abs(speed / exact(time, 0.1) - 1.0)[20:].max()
        slip = np.abs(spin * BALL / speed - 1.0)[20:].max()
        check("a mesh of %d facets: speed" % facets, off < 0.01, "%.1e" % off)
        check("a mesh: slip", slip < 0.01, "%.1e" % slip)

        time, speed, spin, _ = run(granum, folder, 5.0, 0.1, friction=0.0)
        off = np.abs(speed / exact(time, 5.0, inertia=0.0) - 1.0)[20:].max()
        check("without friction it slides with g sin(theta)", off < 1.0e-4, "%.1e" % off)
        check("and does not turn", spin.max() * BALL < 1.0e-9 * speed.max(), "%.1e" % spin.max())
    finish()


main()
