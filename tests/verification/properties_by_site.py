#!/usr/bin/env python3
"""properties_by_site.py GRANUM -- virtual particles carry coefficients that vary over a surface.

Friction.  A ball slides over a plate whose friction rises with x: a table gives it every 0.5 mm, as a factor
of the coefficient of the pair.  While it slides, force along the plate over force on it is the friction
under the ball, (A + B x), at every frame; and as  x'' = -(A + B x) g  its speed is

  v(t) = V0 cos(w t) - (A + B x0) g / w sin(w t),   w^2 = B g

A point has the value of the nearest row, so the friction is off by half of what it rises from row to row,
2e-4, before the sites smooth it; the speed by 1e-3, which is the sum of that and of the impact.  The same
where exact triangles are used, which take the table itself (band: beyond the ball), and where the plate stands
askew.  The virtual particles in the result carry the factor.  Without a table the friction is that of the
pair, to rounding.  Bad tables are refused with file and line.

Young's modulus and restitution.  Two balls fall on the two halves of a plate, one of which has other
factors.  Elastic, on both the force is that of Hertz at every frame,

  F = (4/3) E R^(1/2) d^(3/2),   1/E = (1 - nu_1^2)/E_1 + (1 - nu_2^2)/(f E_2)

contact lasts 2.94328 (15 m v^2 / (16 E R^(1/2)))^(2/5) / v, and springs hold what the balls have lost, also
within the contact.  Damped, each rebounds with the restitution of the pair times the factor.  The step is that
of a plate which has the larger modulus everywhere.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import report, tell as check  # noqa: E402

A, B, MU, G, R, V0, START = 0.25, 0.75, 0.2, 9.81, 5e-3, 1.5, -0.1
STEP = 0.5e-3
SCENE = f"""
gravity: [0, 0, {-G}]
materials:
  ball: {{density: 2500, youngs_modulus: 5.0e+7, poisson_ratio: 0.25}}
contacts:
  pairs: [{{between: [ball, ball], restitution: 0.5, friction: {MU}}}]
structures:
  - name: plate
    mesh: plate.stl
    mesh_unit: 1 mm
    material: ball
    place: {{translate: [0.03, 0.02, 0], rotate: {{axis: [0, 0, 1], angle: TURN}}}}
    virtual_particles: {{KEYS}}
grains:
  - list:
      material: ball
      grains: [{{position: PLACE, radius: {R}, velocity: WAY}}]
time: {{end: 0.08}}
output: {{every: 1 ms, history: 1 ms, precision: double}}
"""
TABLE = "property: {friction: {file: table.csv}}"
BAD = {  # table, and what is said of it
    "x,y,z\n0,0,0\n": "table.csv:1: the column 'value' is missing",
    "x,y,z,value\n0,0,0,1\n0,0,1,-2\n": "table.csv:3: the value -2 is negative",
    "x,y,z,value\n0,0,0,1\n\n0,0,one,1\n": "table.csv:4",
    "x,y,z,value,mu\n0,0,0,1,1\n": "table.csv:1: unknown column 'mu'",
    "x,y,z,value\n": "table.csv",
}


def plate():
    p = [(x, y, z) for x in (-200, 200) for y in (-50, 50) for z in (-20, 0)]
    quads = [(0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3), (0, 1, 3, 2), (4, 6, 7, 5)]
    faces = [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]
    return "solid\n" + "".join("facet normal 0 0 0\nouter loop\n" + "".join(
        "vertex {} {} {}\n".format(*p[k]) for k in t) + "endloop\nendfacet\n"
        for t in faces) + "endsolid\n"


def write(folder, keys, turn=0.0):
    c, s = np.cos(turn), np.sin(turn)
    place = [0.03 + c * START, 0.02 + s * START, R - 2e-6]
    text = SCENE.replace("KEYS", keys).replace("TURN", str(turn))
    text = text.replace("PLACE", str([float(x) for x in place]))
    text = text.replace("WAY", str([float(V0 * c), float(V0 * s), 0.0]))
    (folder / "scene.yaml").write_text(text)


def granum(program, folder, *words):
    return subprocess.run([program, *words], cwd=folder, capture_output=True, text=True)


def slide(program, folder, keys, turn=0.0):
    write(folder, keys, turn)
    done = granum(program, folder, "run", "scene.yaml", "-o", "r.vtkhdf", "--force",
                  "--progress", "none")
    check(done.returncode == 0, f"{keys}: the run ends well {done.stderr}")
    with h5py.File(folder / "r.vtkhdf") as f:
        along = np.array([np.cos(turn), np.sin(turn), 0.0])
        data = f["VTKHDF/PointData"]
        x = (f["VTKHDF/Points"][:] - [0.03, 0.02, 0]) @ along
        force = data["force"][:]
        sites = f["granum/virtual_particles"]
        told = None
        if "property" in sites["PointData"]:
            foot = (sites["Points"][:] - sites["PointData/distance"][:][:, None]
                    * sites["PointData/normal"][:])
            told = foot, sites["PointData/property"][:]
        return {"x": x[5:], "mu": -force[5:] @ along / force[5:, 2], "sites": told,
                "answered": set(data["answered"][5:]),
                "time": f["VTKHDF/Steps/Values"][-1], "speed": data["velocity"][-1] @ along}


def between(run):
    """The part of frames whose friction is not that of a row."""
    rows = (A + B * np.arange(-0.2, 0.2 + STEP / 2, STEP))[None]
    return np.mean(abs(run["mu"][:, None] - rows).min(1) > 1e-8)


def judge(name, run, answered):
    off = abs(run["mu"] - (A + B * run["x"])).max()
    w = (B * G) ** 0.5
    speed = V0 * np.cos(w * run["time"]) - (A + B * START) * G / w * np.sin(w * run["time"])
    print(f"{name}: friction {run['mu'][0]:.6f} to {run['mu'][-1]:.6f}, off by {off:.1e}; "
          f"speed {run['speed']:.6f}, expected {speed:.6f}; answered by {run['answered']}")
    check(off < 1.05 * B * STEP / 2, f"{name}: the friction under the ball")
    check(np.ptp(run["mu"]) > 0.05, f"{name}: it varies")
    check(abs(run["speed"] / speed - 1) < 1e-3, f"{name}: the speed")
    check(between(run) > 0.9 if answered == 1 else between(run) == 0,
          f"{name}: sites interpolate, triangles take a row: {between(run):.2f}")
    check(answered in run["answered"], f"{name}: answered as meant")


def main():
    program = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "plate.stl").write_text(plate())
        x = np.arange(-0.2, 0.2 + STEP / 2, STEP)
        rows = np.column_stack([x, 0 * x, 0 * x, (A + B * x) / MU])
        np.random.default_rng(1).shuffle(rows)
        table = "x,y,z,value\n" + "".join(",".join(map(repr, map(float, r))) + "\n" for r in rows)
        (folder / "table.csv").write_text(table)
        run = slide(program, folder, TABLE)
        judge("sites", run, 1)
        foot, told = run["sites"]
        off = abs(told - (A + B * np.clip(foot[:, 0], -0.2, 0.2)) / MU)
        check(off.max() < 1.05 * B * STEP / 2 / MU, f"property of the sites: off by {off.max():.1e}")
        judge("askew", slide(program, folder, TABLE, 0.6), 1)
        again = granum(program, folder, "run", "r.vtkhdf", "-o", "s.vtkhdf", "--progress", "none")
        check(again.returncode == 0, f"the result is run again {again.stderr}")
        with h5py.File(folder / "r.vtkhdf") as f, h5py.File(folder / "s.vtkhdf") as g:
            same = np.array_equal(f["VTKHDF/Points"][:], g["VTKHDF/Points"][:])
            check(same, "with the same table")
        judge("triangles", slide(program, folder, TABLE + ", band: [4.8 mm, 9.8 mm], spacing: 2.68 mm,"
                                 " tolerance: 1"), 3)
        plain = slide(program, folder, "")
        check(abs(plain["mu"] / MU - 1).max() < 1e-9 and plain["sites"] is None, "none: that of the pair")
        refuse(program, folder)
        bounce(program, folder)
    report()


HALVES = """
gravity: [0, 0, 0]
materials:
  ball: {density: 2500, youngs_modulus: 5.0e+7, poisson_ratio: 0.25}
  plate: {density: 2500, youngs_modulus: MODULUS, poisson_ratio: 0.3}
contacts:
  LAW
  pairs: [{between: [ball, plate], restitution: BACK, friction: 0}, {between: [ball, ball], restitution: 0.5, friction: 0}]
structures:
  - name: plate
    mesh: plate.stl
    mesh_unit: 1 mm
    material: plate
    virtual_particles: {KEYS}
grains:
  - list:
      material: ball
      grains:
        - {position: [-0.1, 0, 0.005001], radius: 5 mm, velocity: [0, 0, -1]}
        - {position: [0.1, 0, 0.005001], radius: 5 mm, velocity: [0, 0, -1]}
time: {end: END, STEP}
output: {every: EVERY, history: EVERY, precision: double}
"""
STIFF, SOFT, BACK, LOW = 4.0, 0.25, 0.8, 0.5
M, V, RADIUS = 2500 * 4 / 3 * np.pi * 5e-3 ** 3, 1.0, 5e-3


def halves(left, right):
    """Rows of a factor: left where x < 0, right where x > 0."""
    return (f"{{rows: [{{position: [-0.1, 0, 0], value: {left}}}, "
            f"{{position: [0.1, 0, 0], value: {right}}}]}}")


def drop(program, folder, keys, back=1.0, modulus=2e8, law="", words=("run",), step="step: 0.5 us"):
    text = HALVES.replace("KEYS", keys).replace("BACK", str(back)).replace("MODULUS", f"{modulus:e}")
    text = text.replace("LAW", law or "law: hertz").replace("END", "0.8 ms").replace("EVERY", "3 us")
    (folder / "scene.yaml").write_text(text.replace("STEP", step))
    more = ("-o", "r.vtkhdf", "--force", "--progress", "none") if words[0] == "run" else ()
    return granum(program, folder, *words, "scene.yaml", *more)


def columns(folder):
    """Of both balls, [frames, 2]: overlap, force, speed; and what balls and springs hold, over the start."""
    with h5py.File(folder / "r.vtkhdf") as f:
        row = f["VTKHDF/PointData"]
        order = np.argsort(row["id"][:].reshape(-1, 2), axis=1)
        take = lambda a: np.take_along_axis(a.reshape(-1, 2), order, 1)  # noqa: E731
        h = f["granum/history"]
        return (RADIUS - take(f["VTKHDF/Points"][:, 2]), take(row["force"][:, 2]),
                take(row["velocity"][:, 2]), h["energy_error"][:] / h["kinetic_energy"][0],
                f["VTKHDF/Steps/Values"][:])


def effective(factor, modulus=2e8):
    return 1 / ((1 - 0.25 ** 2) / 5e7 + (1 - 0.3 ** 2) / (factor * modulus))


def bounce(program, folder):
    moduli = f"youngs_modulus: {halves(SOFT, STIFF)}"
    for name, keys in (("sites", ""), ("triangles", ", band: [4.8 mm, 9.8 mm], spacing: 2.68 mm, tolerance: 1")):
        done = drop(program, folder, f"property: {{{moduli}}}{keys}")
        check(done.returncode == 0, f"{name}: the run ends well {done.stderr}")
        overlap, force, _, error, time = columns(folder)
        for k, factor in enumerate((SOFT, STIFF)):
            on = overlap[:, k] > 1e-6
            stiff = effective(factor)
            law = 4 / 3 * stiff * RADIUS ** 0.5 * overlap[on, k] ** 1.5
            off = abs(force[on, k] / law - 1).max()
            deep = (15 * M * V * V / (16 * stiff * RADIUS ** 0.5)) ** 0.4
            lasts, expected = np.ptp(time[force[:, k] > 0]), 2.94328 * deep / V
            print(f"{name}, modulus {factor}: force off by {off:.1e}, contact {lasts:.3e} s, expected "
                  f"{expected:.3e} s")
            check(off < 3e-6, f"{name}: the force of Hertz")
            check(abs(lasts - expected) < 2 * (time[1] - time[0]), f"{name}: the time of contact")
        check(abs(error).max() < 1e-4, f"{name}: springs hold what balls lose, but for {abs(error).max():.1e}")
    drop(program, folder, f"property: {{restitution: {halves(1, LOW)}}}", BACK)
    speed = columns(folder)[2][-1]
    print(f"restitution: {speed[0]:.5f} and {speed[1]:.5f}, expected {BACK} and {BACK * LOW}")
    check(abs(speed - [BACK, BACK * LOW]).max() < 1e-3, "the restitution of each half")
    with h5py.File(folder / "r.vtkhdf") as f:
        told = f["granum/virtual_particles/PointData/property_restitution"][:]
        check(set(np.unique(told)) == {LOW, 1.0}, "virtual particles carry the factor")
    steps = [[w for w in drop(program, folder, keys, BACK, modulus, words=("check",), step="").stdout.splitlines()
              if "time step" in w] for keys, modulus in ((f"property: {{{moduli}}}", 2e8), ("", STIFF * 2e8), ("", 2e8))]
    check(steps[0] == steps[1] != steps[2] and steps[0], f"the step is that of the stiffest place {steps}")
    for keys, law, says in ((f"restitution: {halves(1, 2)}", "", "varies from 0.8 to 1.6 over structure 'plate'"),
                            (f"restitution: {halves(1, 0)}", "", "restitution.rows[1].value"),
                            (moduli, "law: hooke", "its springs know no modulus")):
        done = drop(program, folder, f"property: {{{keys}}}", BACK, law=law, words=("check",))
        check(done.returncode == 2 and says in done.stderr, f"refused: {done.stderr.splitlines()[:2]}")


def refuse(program, folder):
    write(folder, TABLE)
    for table, says in BAD.items():
        (folder / "table.csv").write_text(table)
        done = granum(program, folder, "check", "scene.yaml")
        check(done.returncode == 2 and says in done.stderr and "property.friction" in done.stderr,
              f"refused: {done.stderr.splitlines()[:1]}")
    for keys, says in (("property: {friction: {file: none.csv}}", "cannot open"),
                       ("property: {friction: {file: plate.stl, rows: [{position: [0, 0, 0], "
                        "value: 1}]}}", "both given"),
                       ("property: {frction: {file: table.csv}}", "did you mean friction")):
        write(folder, keys)
        done = granum(program, folder, "check", "scene.yaml")
        check(done.returncode == 2 and says in done.stderr, f"refused: {done.stderr.splitlines()[:1]}")


if __name__ == "__main__":
    main()
