"""A motion table is stored in the result, so that the run can be repeated without the file.

    motion_table_travels.py GRANUM

A plate follows a table of quaternions.  Its poses are those of the table; the result is
run again, bit for bit, when the file is gone; the same table as rotation vectors, and as
rows in the scene, gives the same poses to round-off, 1e-15 of 1.

A list of more than 10,000 grains stays a file: the result names it, as it names meshes, and a
run that stops goes on with the bits of one that does not.
"""
import subprocess
import sys
import tempfile
from math import cos, sin
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402

SCENE = """
materials: {glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [glass, glass], restitution: 0.8, friction: 0.5}]}
structures:
  - name: plate
    disc: {centre: [0, 0, 0], normal: [0, 0, 1], radius: 2 cm}
    place: {translate: [0, 0, 1 mm]}
    material: glass
    motion: [{table: {%s}, from: -5 ms}]
grains: [{list: {material: glass, grains: [{position: [0, 0, 5 mm], radius: 2 mm}, {position: [4.5 mm, 0, 5 mm], radius: 2 mm}]}}]
time: {end: 40 ms}
output: {every: 5 ms, precision: double}
"""
AXIS = np.array([0.6, 0.0, 0.8])
ROWS = [(0.005 * k, np.array([0.0, 1e-4 * k, 2e-3 * sin(0.5 * k)]), 0.3 * k) for k in range(8)]


def run(granum, folder, *words, code=0):
    done = subprocess.run([granum, "run", *words, "--progress", "none", "--threads", "1"],
                          cwd=folder, capture_output=True, text=True, timeout=60)
    print(done.stdout + done.stderr, end="")
    check(done.returncode == code, f"run {words} ended with {done.returncode}")


def arrays(path):
    """Every data set but what tells where the run came from."""
    found = {}
    with h5py.File(path, "r") as file:
        file.visititems(lambda name, item: found.update({name: item[()]})
                        if isinstance(item, h5py.Dataset) and "scene" not in name else None)
    return found


def long_list(granum, folder):
    rows = ["%g,%g,%g,0.001" % (0.0021 * (k % 22), 0.0021 * (k // 22 % 22), 0.0021 * (k // 484)) for k in range(10648)]
    (folder / "many.csv").write_text("\n".join(["x,y,z,radius", *rows]) + "\n")
    scene = "materials: {glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}}\ncontacts: {pairs: [{between: "
    scene += "[glass, glass], restitution: 0.8, friction: 0.5}]}\ngrains: [{list: {material: glass, file: many.csv}}]\n"
    (folder / "d.yaml").write_text(scene + "time: {step: 10 us, end: 1 ms}\noutput: {every: 0.5 ms}\n")
    run(granum, folder, "d.yaml")
    run(granum, folder, "d.yaml", "-o", "e.vtkhdf", "--steps", "40", code=130)
    run(granum, folder, "e.vtkhdf", "--resume")
    whole, halves = arrays(folder / "d.vtkhdf"), arrays(folder / "e.vtkhdf")
    for key in whole:
        check(whole[key].tobytes() == halves[key].tobytes(), f"{key} is the same after a stop")
    with h5py.File(folder / "e.vtkhdf", "r") as file:
        text = bytes(file["granum/scene/effective"][:]).decode()
    check("file: many.csv" in text and len(text) < 10000, f"a scene of {len(text)} bytes names the list")


def main():
    granum = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = ["qw, qx, qy, qz, time, x, y, z"]
        vectors = ["time,x,y,z,rx,ry,rz"]
        inline = []
        for t, x, angle in ROWS:
            q = np.array([cos(angle / 2), *(sin(angle / 2) * AXIS)])
            lines.append(",".join(repr(float(v)) for v in (*(2 * q), t, *x)))
            vectors.append(",".join(repr(float(v)) for v in (t, *x, *(angle * AXIS))))
            inline.append("{time: %r, position: %s, rotation: %s}"
                          % (t, [float(v) for v in x], [float(v) for v in angle * AXIS]))
        (folder / "way.csv").write_text("\n".join(lines) + "\n")
        (folder / "vectors.csv").write_text("\n".join(vectors) + "\n")
        (folder / "a.yaml").write_text(SCENE % "file: way.csv")
        (folder / "b.yaml").write_text(SCENE % "file: vectors.csv")
        (folder / "c.yaml").write_text(SCENE % ("rows: [%s]" % ", ".join(inline)))
        long_list(granum, folder)
        for scene in "abc":
            run(granum, folder, f"{scene}.yaml")
        (folder / "way.csv").unlink()
        run(granum, folder, "a.vtkhdf")

        first, again = arrays(folder / "a.vtkhdf"), arrays(folder / "a-1.vtkhdf")
        check(first.keys() == again.keys() and len(first) > 30, "the same data sets")
        for key in first:
            check(first[key].tobytes() == again[key].tobytes(), f"{key} is the same again")
        position = first["granum/poses/position"][:, 0]
        quaternion = first["granum/poses/quaternion"][:, 0]
        for frame in range(7):  # frame k is at row k + 1
            t, x, angle = ROWS[frame + 1]
            off = np.abs(position[frame] - x - [0, 0, 1e-3]).max()
            q = np.array([cos(angle / 2), *(sin(angle / 2) * AXIS)])
            turned = 1 - abs(q @ quaternion[frame])
            print(f"frame {frame}: off {off:.1e} m, turned {turned:.1e}")
            check(off < 1e-15 and turned < 1e-13, f"frame {frame} is at its row")
        for other in "bc":
            poses = arrays(folder / f"{other}.vtkhdf")
            for key in ("position", "quaternion", "velocity", "angular_velocity"):
                off = np.abs(poses[f"granum/poses/{key}"] - first[f"granum/poses/{key}"]).max()
                print(f"{other}: {key} off {off:.1e}")
                scale = max(1.0, np.abs(first[f"granum/poses/{key}"]).max())
                check(off < 1e-12 * scale, f"{other}: {key}")
        check(abs(first["granum/history/structure_work"][-1]) > 0, "the plate worked")
    report()


if __name__ == "__main__":
    main()
