"""random_velocities.py GRANUM -- a fill with random velocities has the distribution that it says.

Frame 0 in double precision holds the velocities at the start.  4,000 grains: uniform components
stay within the bound and have its variance u^2 / 3, normal ones the given deviation and a kurtosis
of 3 (each within four standard errors); components are uncorrelated.  Balanced, the momentum is that
of `velocity` to round-off; not balanced it differs by what chance gives.  Another seed gives other
numbers, another number of threads the same bits.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from results import open_result  # noqa: E402
from trial import MATERIALS, check, finish  # noqa: E402

SCENE = MATERIALS + """
gravity: [0, 0, 0]
grains:
  - fill:
      box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}
      material: glass
      radius: {uniform: [0.8 mm, 1.2 mm]}
      count: 4000
      velocity: [0.5, 0, 0]
      seed: %d
      random_velocity: {%s}
time: {end: 1 us, step: 1 us}
output: {every: 1 us, arrays: full, precision: double}
"""


def start(granum, folder, form, seed=1, threads=1):
    (folder / "scene.yaml").write_text(SCENE % (seed, form))
    subprocess.run([granum, "run", "--force", "--threads=%d" % threads, "scene.yaml", "--output",
                    "out.vtkhdf"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    with open_result(folder / "out.vtkhdf") as result:
        frame = dict(result[0].grains)
    order = np.argsort(frame["id"])
    return frame["velocity"][order], frame["mass"][order]


def spread(v, deviation):
    """Largest error of the deviations of the three components, in standard errors."""
    return np.abs(v.std(axis=0) / deviation - 1.0).max() * np.sqrt(2.0 * len(v))


def main():
    granum = str(Path(sys.argv[1]).resolve())
    mean = np.array([0.5, 0.0, 0.0])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        v, m = start(granum, folder, "uniform: 0.2 m/s, balanced: false")
        w = v - mean
        check("uniform: within the bound", np.abs(w).max() <= 0.2, "%.6f" % np.abs(w).max())
        check("uniform: deviation u / sqrt(3)", spread(w, 0.2 / np.sqrt(3.0)) < 4.0,
              "%.2f standard errors" % spread(w, 0.2 / np.sqrt(3.0)))
        drift = np.linalg.norm(m @ w) / m.sum()
        check("uniform: not balanced", 1.0e-5 < drift < 4 * 0.2 / np.sqrt(len(m)), "%.1e m/s" % drift)
        v, m = start(granum, folder, "normal: 0.3 m/s")
        w = v - mean
        check("normal: deviation", spread(w, 0.3) < 4.0, "%.2f standard errors" % spread(w, 0.3))
        kurtosis = (w ** 4).mean(axis=0) / (w ** 2).mean(axis=0) ** 2
        check("normal: kurtosis 3", np.abs(kurtosis - 3.0).max() < 4 * np.sqrt(24.0 / len(m)),
              "%.3f %.3f %.3f" % tuple(kurtosis))
        cross = np.abs(np.corrcoef(w.T) - np.eye(3)).max()
        check("normal: components uncorrelated", cross < 4.0 / np.sqrt(len(m)), "%.3f" % cross)
        off = np.linalg.norm(m @ w) / (m @ np.linalg.norm(w, axis=1))
        check("balanced: no momentum but that of `velocity`", off < 1.0e-14, "%.1e" % off)
        again, _ = start(granum, folder, "normal: 0.3 m/s", threads=2)
        check("the same bits on two threads", again.tobytes() == v.tobytes())
        other, _ = start(granum, folder, "normal: 0.3 m/s", seed=2)
        check("another seed, other velocities", np.abs(other - v).max() > 0.1)
    finish()


main()
