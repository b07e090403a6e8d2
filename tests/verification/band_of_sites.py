#!/usr/bin/env python3
"""band_of_sites.py GRANUM -- the narrow band of distances in which virtual particles are placed.

A frictionless elastic grain comes from beyond the bands, falls on a plate and is pressed 0.2 of its radius into it, then
bounces: on an open plate of two triangles, so that a grain which loses its contact goes through.

  auto, [low, high]   the same bounce: on a plane sites and triangles are both exact, but for the
                      rounding of a site to 1e-9 of the spacing
  described           [r - H, r + H], H = sqrt 3 D = 0.17 r, and no distance where sites are missing:
                      a grain that is pressed deeper than H vanishes (here from the last layer of
                      sites on, 0.1 r deep) and goes through, and the run says so

`granum check` passes the first two and names the remedy for the third; bands that cannot serve are
refused.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import report, tell as check  # noqa: E402

R, D = 2.0e-3, 0.2e-3
SCENE = """
gravity: [0, 0, 0]
materials:
  soft: {density: 2500, youngs_modulus: 2.0e+5, poisson_ratio: 0.25}
contacts:
  pairs: [{between: [soft, soft], restitution: 1, friction: 0}]
structures:
  - name: plate
    mesh: plate.stl
    mesh_unit: 1 mm
    material: soft
    virtual_particles: {spacing: 0.2 mm, KEYS}
grains:
  - list:
      material: soft
      grains: [{position: [0.2 mm, 0.3 mm, 2.45 mm], radius: 2 mm, velocity: [0, 0, -SPEED]}]
time: {end: 8 ms}
output: {every: 0.5 ms, history: 0.1 ms, precision: double}
"""
BAD = {  # what is refused, and what the message says
    "band: [2 mm, 1 mm]": "is not below",
    "band: [2 mm, 2.1 mm]": "narrower than the diagonal of a cell",
    "band: [3 mm, 4 mm]": "no grain can use the band",
    "band: [0, 1 mm]": "no grain can use the band",
    "band: [1.9 mm, 2.4 mm], patches: none": "has no triangles",
    "band: [1.9 mm, 2.4 mm], interpolation: mls": "take auto or described",
    "band: describe": "did you mean described",
}


def granum(program, verb, folder, keys, speed=0.44, more=()):
    text = SCENE.replace("KEYS", keys).replace("SPEED", str(speed))
    (folder / "scene.yaml").write_text(text)
    return subprocess.run([program, verb, "scene.yaml", *more], cwd=folder,
                          capture_output=True, text=True)


def bounce(program, folder, keys):
    done = granum(program, "run", folder, keys, more=["-o", "r.vtkhdf", "--force", "--progress", "none"])
    check(done.returncode == 0, f"{keys}: the run ends well {done.stderr}")
    with h5py.File(folder / "r.vtkhdf") as f:
        history = f["granum/history"]
        return {"speed": f["VTKHDF/PointData/velocity"][-1, 2],
                "deepest": max(history["largest_overlap"][:]),
                "lost": history["coverage_lost"][-1],
                "unsupported": max(f["VTKHDF/PointData/unsupported"][:]),
                "warned": "virtual particles were missing" in done.stdout,
                "sites": len(f["granum/virtual_particles/Points"])}


def main():
    program = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "plate.stl").write_text("solid\n" + "".join(
            "facet normal 0 0 0\nouter loop\n" + "".join(f"vertex {x} {y} 0\n" for x, y in t)
            + "endloop\nendfacet\n" for t in (((-5, -5), (5, -5), (5, 5)),
                                              ((-5, -5), (5, 5), (-5, 5)))) + "endsolid\n")
        auto = bounce(program, folder, "band: auto")
        given = bounce(program, folder, "band: [1.9 mm, 2.4 mm]")
        described = bounce(program, folder, "band: described")
        deep = bounce(program, folder, "band: [-1.25 mm, 2.4 mm]")
        for who, run in (("auto", auto), ("given", given), ("described", described)):
            print(who, run)
        check(auto["speed"] > 0.43 and auto["lost"] == 0, "auto: it bounces, and no site is missing")
        check(auto["deepest"] > 1.1 * 3**0.5 * D / R, "it is pressed deeper than H")
        check(abs(given["speed"] / auto["speed"] - 1) < 1e-6, "given: the same bounce")
        check(given["lost"] > 0 and given["sites"] < 0.5 * auto["sites"],
              "given: half of the sites and fewer, triangles answer for the others")
        check(abs(deep["speed"] / auto["speed"] - 1) < 1e-6,
              "a band that begins in the solid: the same bounce")
        check(described["speed"] < -0.2 and described["deepest"] > 0.05,
              "described: the grain touches, and goes through")
        check(described["lost"] > 0 and described["unsupported"] > 0 and described["warned"],
              "described: events are counted, and the run says so")
        for keys, passes in (("band: auto", True), ("band: [1.9 mm, 2.4 mm]", True),
                             ("band: described", False)):
            done = granum(program, "check", folder, keys, speed=0.1)
            check((done.returncode == 0) == passes, f"check {keys}: {done.returncode} {done.stderr}")
            if not passes:
                check("choose virtual_particles.band: auto" in done.stderr, "check names the remedy")
        for keys, says in BAD.items():
            done = granum(program, "check", folder, keys)
            check(done.returncode == 2 and says in done.stderr and "band" in done.stderr,
                  f"{keys} is refused: {done.stderr.splitlines()[:1]}")
    report()


if __name__ == "__main__":
    main()
