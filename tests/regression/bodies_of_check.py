"""granum check prints what it takes a free structure or a servo for, and a run does as it prints.

    bodies_of_check.py GRANUM

A brick of 10 x 20 x 30 mm has the mass and the moments of a table of mechanics; turned by 90 degrees, its
axes are turned.  A servo prints the force of its pressure.  A body whose centre is on a mirror turns about the
normal of the mirror alone, also where all its axes are free; an axis is that of the body as it stands when
it is released.  Where poured bodies fall too fast for their foundation, a note has one that is stiff enough.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py

sys.path.insert(0, os.fspath(Path(__file__).resolve().parents[1]))
from trial import MATERIALS, check, finish  # noqa: E402

HEAD = MATERIALS + """
gravity: %s
domain: {min: [0, -0.1, 0], max: [0.2, 0.1, 0.2], boundary: {x_min: mirror}}
time: {end: 0.02, step: 1.0e-5}
output: {every: 0.01, history: 0.01}
structures:
"""
BRICK = """
  - name: %s
    box: {min: [0, 0, 0], max: [10 mm, 20 mm, 30 mm]}
    place: {rotate: {axis: [0, 0, 1], angle: 90 deg}, translate: [%s, 0.02, 0.1]}
    material: glass
    %s
"""
LID = """
  - name: lid
    disc: {centre: [0.1, 0, 0.1], normal: [0, 0, 1], radius: 50 mm}
    material: glass
    servo: {pressure: 2 kPa, axis: [0, 0, -1], speed: 10 mm/s%s}
grains: [{list: {material: glass, grains: [{position: [0.1, 0, 0.05], radius: 1 mm}]}}]
"""
FLAP = BRICK % ("flap", 0.1, """free:
      {pivot: [0, 0, 0], axis: [0, 0, 1], from: 0.2, angular_drag: 1 mN m s,
       loads: [{force: [1, 0, 0], axes: body, at: [0, 0, 0.03], to: 2,
                table: {rows: [{time: 0, factor: 0}, {time: 1, factor: 1}]}},
               {torque: [0, 0, 1 N m], from: 0.1}]}""")


def granum(command, structures, gravity="[0, 0, -10]", friction="friction: 0.4"):
    """What granum prints, and of a run the result."""
    with open("scene.yaml", "w") as f:
        f.write((HEAD % gravity).replace("friction: 0.4", friction) + structures)
    more = ["-o", "r.vtkhdf", "-f", "--progress", "none"] if command == "run" else []
    done = subprocess.run([GRANUM, command, "scene.yaml"] + more, capture_output=True, text=True)
    if done.returncode:
        print(done.stdout + done.stderr)
    return done.stdout


def history(structures, name):
    """Of the first structure at the end of a run without gravity."""
    granum("run", structures, "[0, 0, 0]")
    with h5py.File("r.vtkhdf", "r") as f:
        return f["granum/history/" + name][-1, 0]


def says(what, text, *lines):
    missing = [line for line in lines if line not in text]
    check(what, not missing, "%s\nis missing in\n%s" % (missing, text) if missing else "")


def prints():
    text = granum("check", BRICK % ("brick", 0.1, "free: {velocity: [1, 0, 0]}"))
    says("a brick: mass, centre, moments and axes, what is free", text,
         "free 'brick': mass 0.015 kg, centre of mass (0.09, 0.025, 0.115) m, "
         "in the frame of the body (0.005, 0.01, 0.015) m",
         "    6.25e-07 kg m2 (0, 0, 1)", "    1.25e-06 kg m2 (-1, 0, 0)", "    1.625e-06 kg m2 (0, -1, 0)",
         "  moves along x y z, turns about x y z, integrator no_squish\n",
         "  starts with velocity (1, 0, 0) m/s", "  weight (0, 0, -0.15) N")
    says("and how it meets the mirror", text, "meets 'brick': ", " samples of edges up to ",
         "distance in closed form, of a box", "'brick' and 'mirror_x_min': foundation 5.333e+09 N/m3")
    text = granum("check", FLAP)
    says("a flap: its hinge, loads and drag", text, "about the pivot, and their axes",
         "  moves along no axis, turns about the pivot (0.1, 0.02, 0.1) m along (0, 0, 1) "
         "(moment of inertia 2.5e-06 kg m2), from 0.2 s", "  angular drag 0.001 N m s",
         "  load (1, 0, 0) N at (0, 0, 0.03) m of the body in axes of the body, "
         "times a factor over time of 2 rows, to 2 s", "  load (0, 0, 1) N m in world axes, from 0.1 s")
    text = granum("check", LID % "")
    says("a servo: the force of its pressure on the bounding box", text,
         "servo 'lid': pressure 2000 Pa on 0.01 m2 (auto: of the bounding box), which is force 20 N "
         "along (0, 0, -1), at most 0.01 m/s, gain 0.05")
    check("of which nothing else is said", "meets '" not in text)
    says("and on an area that is given", granum("check", LID % ", area: 20 cm2, from: 0.1"),
         "pressure 2000 Pa on 0.002 m2, which is force 4 N along (0, 0, -1), at most 0.01 m/s, gain 0.05, from 0.1 s")


POUR = """
  - {name: floor, material: glass, box: {min: [0, -0.1, 0], max: [0.2, 0.1, 0.01]}}
bodies:
  - {name: cube, box: {size: [10 mm, 10 mm, 10 mm]}, material: glass, velocity: [0, 0, -2],
     pour: {box: {min: [0.05, -0.05, 0.09], max: [0.1, 0.05, 0.11]}, count: 4, rate: 100}}
"""


def soft():
    """A cube of 2.5 g at the speed v: half its m v^2 against the energy of a ball of its size, 1 mm deep."""
    speed = (4 + 2 * 10 * 0.1) ** 0.5
    least = 0.5 * 2.5e-3 * speed**2 / (3.141592653589793 / 6 * 0.01 * 1e-9)
    told, stiff = [granum("check", POUR, friction="friction: 0.4, foundation: %r" % (part * least)) for part in (0.99, 1.01)]
    says("a foundation that poured bodies are too fast for, and one that is stiff enough", told,
         "note: 'cube' reaches 2.4 m/s as it falls", "contact with 'floor'", "foundation %.2g N/m3" % least)
    check("    none with one that is stiff enough", "note:" not in stiff and "'cube'" in stiff)


def small_step():
    """The automatic step is 1/50 of the half period of two cubes; check says whose."""
    lines = granum("check", POUR, friction="friction: 0.4, foundation: 1.0e+9").splitlines()
    line = "time step by 'cube' and 'cube' on each other"
    check("a step that is given is nobody's", not any(text.startswith(line) for text in lines))
    text = open("scene.yaml").read().replace(", step: 1.0e-5", "")
    steps = []
    for foundation in ("1.0e+9", "4.0e+9"):
        with open("scene.yaml", "w") as f:
            f.write(text.replace("foundation: 1.0e+9", "foundation: " + foundation))
        told = subprocess.run([GRANUM, "check", "scene.yaml"], capture_output=True, text=True).stdout
        says("whose contact makes the step small", told, line)
        steps.append(float(told.split("time step ")[1].split()[0]))
    check("    which a softer foundation makes larger", abs(steps[0] / steps[1] - 2) < 0.01, "%g, %g s" % tuple(steps))


def on_mirror():
    """Loads act on the whole body, half of mass and load count: each spin is as without a mirror."""
    body = BRICK % ("half", 0.01, "free: {loads: [{torque: [2.5e-5, 1.0e-5, 0.2e-5]}]}")
    text = granum("check", body)
    says("a body on a mirror: half of its mass, one axis", text, "mass 0.0075 kg, of the part of the body within",
         "moves along y z, turns about (1, 0, 0) (moment of inertia 6.25e-07 kg m2)")
    momentum = history(body, "structure_angular_momentum")
    exact = 0.5 * 2.5e-5 * 0.02
    check("which turns about the normal of the mirror alone", abs(momentum[0] - exact) < 1e-9 * exact
          and abs(momentum[1:]).max() < 1e-12 * exact, str(momentum))


def released():
    """A brick is turned by 90 degrees about z, then free about x, where its edge of 20 mm is now."""
    turned = """motion: [{to: 0.01, rotate: {axis: [0, 0, 1], through: [0.1, 0.02, 0], rate: 25 rev/s}}]
    free: {from: 0.01, translate: [], rotate: [x], loads: [{torque: [1.0e-6, 0, 0]}]}"""
    energy = history(BRICK % ("late", 0.1, turned), "structure_rotational")
    moment = 0.015 / 12.0 * (0.02 ** 2 + 0.03 ** 2)  # after 180 degrees in all x is its edge of 10 mm
    exact = (1.0e-6 * 0.01) ** 2 / (2.0 * moment)
    check("an axis is that of the body when it is released", abs(energy - exact) < 1e-6 * exact,
          "%.6e %.6e" % (energy, exact))
    told = subprocess.run([GRANUM, "info", "r.vtkhdf"], capture_output=True, text=True).stdout
    says("granum info prints the energy of bodies", told, "bodies, kinetic    %.6g J" % energy, "drag on bodies     0 J")


POURED = """
  - {name: box, box: {min: [0, -0.1, 0], max: [0.2, 0.1, 0.2], open: [zmax]}, material: glass}
clumps: {pair: {spheres: [{at: [0, 0, 0], radius: 2 mm}, {at: [2 mm, 0, 0], radius: 2 mm}]}}
bodies:
  - {name: cube, material: glass, box: {size: [1 cm, 1 cm, 1 cm]}, scale: {uniform: [0.5, 1]},
     pour: {box: {min: [0, -0.1, 0.1], max: [0.2, 0.1, 0.2]}, count: 5, rate: 1000}}
grains:
  - pour: {box: {min: [0, -0.1, 0], max: [0.2, 0.1, 0.1]}, clump: pair, material: glass, count: 3, rate: 1000}
"""


def poured():
    """Bodies and clumps are listed, each pair of shapes once, and counted by granum info."""
    head = (HEAD % "[0, 0, -10]").replace(", boundary: {x_min: mirror}", "")
    with open("scene.yaml", "w") as f:
        f.write(head.replace("friction: 0.4}", "friction: 0.4, foundation: 1.0e+8}", 1) + POURED)
    done = subprocess.run([GRANUM, "check", "scene.yaml"], capture_output=True, text=True)
    lines = done.stdout.splitlines() + done.stderr.splitlines()
    check("the bodies of a pour are listed with the mass of their shape",
          any(line.startswith("bodies[0]: pour, 1000 bodies a second from 0 s, 5 at most of glass, shape 'cube' of 2.5 g")
              for line in lines), "\n".join(lines[-8:]) if done.returncode else "")
    check("    and the shape of clumps in place of radii",
          any(line.startswith("grains[0]: pour") and line.endswith("clumps 'pair'") for line in lines))
    pairs = [line.split(":")[0] for line in lines if line.startswith("  '")]
    check("    each pair of shapes is listed once", len(pairs) == len(set(pairs)) == 2, "%s" % pairs)
    subprocess.run([GRANUM, "run", "scene.yaml", "-o", "r.vtkhdf", "-f", "--progress", "none"], capture_output=True)
    told = subprocess.run([GRANUM, "info", "r.vtkhdf"], capture_output=True, text=True).stdout
    check("    granum info counts bodies and clumps",
          "bodies             0 in the first frame, 5 in the last" in told and
          "clumps             0 in the first frame, 3 in the last" in told)


GRANUM = os.path.abspath(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    prints()
    soft()
    small_step()
    on_mirror()
    released()
    poured()
    os.chdir("/")
finish()
