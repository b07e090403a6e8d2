"""The same bed with the same law in LIGGGHTS and in LAMMPS.

Input scripts, data files, what is read back.  Each program gets the numbers that give it
Granum's law (law.h of the solver's contact room has the formulas):

  damping     Granum finds the ratio of critical damping beta that gives the restitution
              asked for when the normal force never pulls.  LIGGGHTS finds it from the
              open form, beta = -ln e / sqrt(pi^2 + ln^2 e), LAMMPS from a polynomial in e;
              so each is given the e from which it finds Granum's beta, and its switch
              that forbids pulling.
  tangential  Granum and LAMMPS (mindlin_rescale/force) add up the tangential force and
              rescale it on unloading; LIGGGHTS (history) multiplies the displacement by
              the stiffness of the moment, and lets the tangential dashpot act beyond
              the friction limit.  There is no setting for it; at rest both are the same.
  stiffness   LAMMPS gets it as a number (hertz, not hertz/material): with E and nu its
              walls of 2021 come out stiffer than its grains by about 4/3.
  arms        LIGGGHTS and LAMMPS take r - overlap / 2, Granum divides the line of centres
              in the ratio of the radii: the same but for overlap times spread of radii.
"""
import dataclasses
import math
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import numpy

YOUNG, POISSON, DENSITY, FRICTION, RESTITUTION = 5.0e7, 0.3, 2500.0, 0.5, 0.5
STEP, GRAVITY = 5.0e-6, 9.81
SKIN = 0.4e-3  # m, of the peers; their users' choice


# --- the law -------------------------------------------------------------------------

def solve(function, value, low, high):
    """x in [low, high] with function(x) = value, for a falling function."""
    for _ in range(200):
        middle = 0.5 * (low + high)
        if function(middle) > value:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def clamped_restitution(beta):
    """Of a dashpot that never pulls (Schwager and Poeschel 2007)."""
    s = math.sqrt(1.0 - beta * beta)
    phase = math.atan2(2.0 * beta * s, 1.0 - 2.0 * beta * beta)
    return math.exp(-(beta / s) * (math.pi - phase))


def polynomial(e):
    """alpha of Tsuji's damping as LAMMPS computes it: alpha sqrt(m k_n)."""
    return (1.2728 - 4.2783 * e + 11.087 * e**2 - 22.348 * e**3 + 27.467 * e**4
            - 18.022 * e**5 + 4.8218 * e**6)


def law():
    """beta, and what each program must be told to use it."""
    beta = solve(clamped_restitution, RESTITUTION, 1.0e-6, 1.0 - 1.0e-9)
    # Granum: c_n = 2 sqrt(5/6) beta sqrt(2 E* a m); LAMMPS: alpha sqrt(4/3 E* a m).
    alpha = math.sqrt(5.0) * beta
    # c_t / c_n = sqrt(S_t / S_n), S_n = 2 E* a, S_t = 8 G* a
    shear = 8.0 * YOUNG / (4.0 * (2.0 - POISSON) * (1.0 + POISSON))
    normal = 2.0 * YOUNG / (2.0 * (1.0 - POISSON**2))
    return {
        "beta": beta,
        "granum_restitution": RESTITUTION,
        "liggghts_restitution": math.exp(-math.pi * beta / math.sqrt(1.0 - beta**2)),
        "lammps_restitution": solve(polynomial, alpha, 0.0, 1.0),
        "lammps_normal_stiffness": 2.0 / 3.0 * normal,
        "lammps_tangential_stiffness": shear,
        "lammps_tangential_damping": math.sqrt(shear / normal),
    }


@dataclasses.dataclass
class Vessel:
    """A cylinder around the z axis on the plane z = 0, in place of the side of a box; perhaps
    with a mesh that turns in it.  Of the peers LIGGGHTS alone knows such meshes."""
    radius: float  # m
    mesh: str = ""  # a file of triangles
    period: float = 0.0  # s


# --- files ---------------------------------------------------------------------------

def read_bed(path):
    return [line.split() for line in open(path)]


def write_data(bed, side, path, granular):
    """read_data's file for atoms of style sphere (LIGGGHTS: granular)."""
    top = max(float(g[3]) + float(g[0]) for g in bed) + 5.0e-3
    low = 0.0
    if isinstance(side, Vessel):
        top = max(top, 2.1 * side.radius)  # a mesh must lie in the box
        low, side = -side.radius, side.radius
    style = "" if granular else " # sphere"
    with open(path, "w") as file:
        file.write(f"a bed at rest\n\n{len(bed)} atoms\n1 atom types\n\n"
                   f"{low!r} {side!r} xlo xhi\n{low!r} {side!r} ylo yhi\n"
                   f"0 {top!r} zlo zhi\n\n"
                   f"Atoms{style}\n\n")
        for i, (r, x, y, z, *_) in enumerate(bed, 1):
            file.write(f"{i} 1 {2.0 * float(r)!r} {DENSITY} {x} {y} {z}\n")
        file.write("\nVelocities\n\n")
        for i, g in enumerate(bed, 1):
            file.write(f"{i} {' '.join(g[4:])}\n")


def last_rows(path):
    lines = Path(path).read_text().splitlines()
    at = max(k for k, line in enumerate(lines) if line.startswith("ITEM: ATOMS"))
    return [line.split() for line in lines[at + 1:]]


def read_dump(path, out):
    """The last instant of a dump as a bed's file, in the order of the ids."""
    rows = sorted(last_rows(path), key=lambda row: int(row[0]))
    Path(out).write_text("".join(" ".join(row[1:11]) + "\n" for row in rows))
    return len(rows)


COLUMNS = "id radius x y z vx vy vz omegax omegay omegaz"
FORMAT = "%d" + 10 * " %.17g"
LOADS = {"liggghts": " f_force_wall4[3] c_virial[3]", "lammps": " f_wall2[4] c_virial[3]"}


def columns(name, loads):
    """Columns of a dump and their format; with loads, force of the floor and virial, along z."""
    return COLUMNS + (LOADS[name] if loads else ""), FORMAT + (2 * " %.17g" if loads else "")


def read_loads(path):
    """Of the last instant of a dump with loads, by id: the force of the floor on each grain in N
    and half of the virial of each of its contacts with grains in J, along z, both [n]."""
    rows = sorted(last_rows(path), key=lambda row: int(row[0]))
    return [float(row[11]) for row in rows], [-float(row[12]) for row in rows]


def liggghts_walls(model, side, loads):
    primitives = [("xplane", "0.0"), ("xplane", repr(side)), ("yplane", "0.0"),
                  ("yplane", repr(side)), ("zplane", "0.0")]
    text = ""
    if isinstance(side, Vessel):
        primitives = [("zplane", "0.0"), ("zcylinder", f"{side.radius!r} 0.0 0.0")]
        if side.mesh:
            text = (f"fix impeller all mesh/surface/stress file {side.mesh} type 1 "
                    f"curvature 1e-6\n"
                    f"fix turn all move/mesh mesh impeller rotate origin 0. 0. 0. "
                    f"axis 0. 0. 1. period {side.period!r}\n"
                    f"fix touch all wall/gran {model} mesh n_meshes 1 meshes impeller "
                    f"limitForce on\n")
    return text + "".join(
        f"fix wall{k} all wall/gran {model} primitive type 1 {what} {where}"
        f"{' store_force yes' if loads and k == 4 else ''} limitForce on\n"
        for k, (what, where) in enumerate(primitives))


def liggghts_input(data, side, cores, runs, dump, loads=False):
    e = law()["liggghts_restitution"]
    model = "model hertz tangential history"
    walls = liggghts_walls(model, side, loads)
    shown, form = columns("liggghts", loads)
    return (f"units si\natom_style granular\natom_modify map array\nboundary f f f\n"
            f"newton off\ncommunicate single vel yes\nprocessors {cores} 1 1\n"
            f"read_data {data}\n"
            f"neighbor {SKIN} bin\nneigh_modify delay 0\n"
            f"fix m1 all property/global youngsModulus peratomtype {YOUNG}\n"
            f"fix m2 all property/global poissonsRatio peratomtype {POISSON}\n"
            f"fix m3 all property/global coefficientRestitution peratomtypepair 1 {e!r}\n"
            f"fix m4 all property/global coefficientFriction peratomtypepair 1 {FRICTION}\n"
            f"pair_style gran {model} limitForce on\npair_coeff * *\n"
            f"timestep {STEP}\nfix fall all gravity {GRAVITY} vector 0 0 -1\n{walls}"
            f"fix move all nve/sphere\nthermo_style custom step atoms ke\n"
            f"thermo_modify lost error\nthermo 1000000\n"
            + "".join(f"run {n}\n" for n in runs)
            + ("compute virial all stress/atom pair\n" if loads else "")
            + f"dump last all custom 1 {dump} {shown}\n"
            f"dump_modify last format \"{form}\"\nrun 0\n")


def lammps_input(data, side, cores, runs, dump, loads=False):
    p = law()
    model = (f"hertz {p['lammps_normal_stiffness']!r} {p['lammps_restitution']!r} damping tsuji "
             f"tangential mindlin_rescale/force {p['lammps_tangential_stiffness']!r} "
             f"{p['lammps_tangential_damping']!r} {FRICTION} limit_damping")
    walls = "".join(
        f"fix wall{k} all wall/gran granular {model} {plane} {low} {high}"
        f"{' contacts' if loads and k == 2 else ''}\n"
        for k, (plane, low, high) in enumerate(
            [("xplane", 0.0, side), ("yplane", 0.0, side), ("zplane", 0.0, "NULL")]))
    shown, form = columns("lammps", loads)
    return (f"units si\natom_style sphere\natom_modify map array\nboundary f f f\n"
            f"newton off\ncomm_modify vel yes\nprocessors {cores} 1 1\n"
            f"read_data {data}\n"
            f"neighbor {SKIN} bin\nneigh_modify delay 0\n"
            f"pair_style granular\npair_coeff * * {model}\n"
            f"timestep {STEP}\nfix fall all gravity {GRAVITY} vector 0 0 -1\n{walls}"
            f"fix move all nve/sphere\nthermo_style custom step atoms ke\n"
            f"thermo_modify lost error\nthermo 1000000\n"
            + "".join(f"run {n}\n" for n in runs)
            + ("compute virial all stress/atom NULL pair\n" if loads else "")
            + f"dump last all custom 1 {dump} {shown}\n"
            f"dump_modify last format line \"{form}\"\nrun 0\n")


def granum_scene(bed, side, folder, steps):
    """The box of tests/bench/state.c as a scene of Granum, its grains and its name, in folder."""
    rows = numpy.loadtxt(bed)
    numpy.savetxt(folder / "ranks.csv", rows[:, [1, 2, 3, 0, *range(4, 10)]], "%.17g", ",",
                  header="x,y,z,radius,vx,vy,vz,wx,wy,wz", comments="")
    far, end = 10 * side + 1, steps * STEP
    planes = "".join(
        f"  - {{name: wall{k}, material: glass, plane: {{point: {point}, normal: {normal}}}}}\n"
        for k, (point, normal) in enumerate([
            ([0, 0, 0], [1, 0, 0]), ([side, 0, 0], [-1, 0, 0]), ([0, 0, 0], [0, 1, 0]),
            ([0, side, 0], [0, -1, 0]), ([0, 0, 0], [0, 0, 1])]))
    scene = folder / "ranks.yaml"
    scene.write_text(
        f"domain: {{min: [{-far}, {-far}, {-far}], max: [{far}, {far}, {far}]}}\n"
        f"gravity: [0, 0, {-GRAVITY}]\n"
        f"materials: {{glass: {{density: {DENSITY}, youngs_modulus: {YOUNG:e}, poisson_ratio: {POISSON}}}}}\n"
        f"contacts:\n  law: hertz\n"
        f"  pairs: [{{between: [glass, glass], restitution: {RESTITUTION}, friction: {FRICTION}}}]\n"
        f"structures:\n{planes}grains: [{{list: {{material: glass, file: ranks.csv}}}}]\n"
        f"time: {{step: {STEP:g}, end: {end:.17g}}}\n"
        f"output: {{every: {end:.17g}, history: {end:.17g}, arrays: resume, surface_sums: false, audit: false}}\n")
    return scene


# --- running -------------------------------------------------------------------------

# ranks: Granum by its program, a rank a core, as the others run.
PROGRAMS = {"liggghts": ("liggghts", liggghts_input), "lammps": ("lmp", lammps_input), "ranks": ("granum", granum_scene)}


def installed(name):
    return shutil.which(PROGRAMS[name][0])


def version(name):
    text = subprocess.run([PROGRAMS[name][0], "-log", "none", "-h"], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True).stdout
    found = re.search(r"LIGGGHTS-PUBLIC [\d.]+|Simulator - (.*)", text)
    return (found.group(1) or found.group(0)) if found else "unknown version"


def run(name, bed_path, side, cores, runs, folder, loads=False):
    """Do `runs` numbers of steps from the bed's file; loop times in s, path of the last
    state, share of the cores over the whole process; in a box, with loads, read_loads."""
    program, script = PROGRAMS[name]
    folder = Path(folder)
    if name == "ranks":
        return run_ranks(program, script(bed_path, side, folder, sum(runs)), cores, runs)
    data, dump = folder / f"{name}.data", folder / f"{name}.dump"
    write_data(read_bed(bed_path), side, data, name == "liggghts")
    text = folder / f"{name}.in"
    text.write_text(script(data.name, side, cores, runs, dump.name, loads))
    command = [program, "-in", text.name, "-log", "none"]
    if cores > 1:
        root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
        command = ["mpirun", *root, "-np", str(cores), *command]
    before, t0 = os.times(), time.monotonic()
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True,
                          env={**os.environ, "OMP_NUM_THREADS": "1"})
    wall, after = time.monotonic() - t0, os.times()
    loops = [float(s) for s in re.findall(r"^Loop time of (\S+) on", done.stdout, re.M)]
    if done.returncode or len(loops) < len(runs) or not dump.exists():
        tail = "\n".join((done.stdout + done.stderr).splitlines()[-15:])
        raise RuntimeError(f"{name} failed ({' '.join(command)} in {folder}):\n{tail}")
    last = folder / f"{name}.txt"
    read_dump(dump, last)
    carried = read_loads(dump) if loads else None
    dump.unlink()
    busy = (after.children_user + after.children_system - before.children_user
            - before.children_system)
    return {"seconds": loops[:len(runs)], "last": last, "loads": carried, "cpu": busy / wall / cores,
            "builds": re.findall(r"^Neighbor list builds = (\d+)", done.stdout, re.M)}


def run_ranks(program, scene, ranks, runs):
    """As run: all but the last of `runs` up to a checkpoint, the last from it, timed by the sum of its stages; what a
    run writes, one rank does, and it is left out, as of the others."""
    result, last = scene.with_suffix(".vtkhdf"), scene.with_suffix(".txt")
    words = ["--progress", "none", "--threads", "1", "--ranks", str(ranks)]
    before, t0 = os.times(), time.monotonic()
    for k, more in enumerate((["run", scene, "--force", "--steps", str(sum(runs[:-1]) or 1)], ["run", "--resume"])):
        done = subprocess.run([program, *more, *words, *(["-o"] if k == 0 else []), result, *(["--timing"] if k else [])],
                              capture_output=True, text=True)
        table = re.search(r"^stage .*?^output", done.stdout, re.M | re.S)
        if done.returncode not in (0, 130) or (k and not table):
            raise RuntimeError(f"granum --ranks {ranks} on {scene}: {done.stdout}{done.stderr}")
    seconds = sum(float(s) for s in re.findall(r"^\w[\w ]*? {2,}([\d.]+)", table.group(), re.M))
    busy = sum(os.times()[2:4]) - sum(before[2:4])
    import h5py

    with h5py.File(result) as file:
        root = file["VTKHDF"]
        first = int(numpy.ravel(root["Steps/PointOffsets"][-1])[0])
        columns = [root["PointData/radius"][first:], root["Points"][first:], root["PointData/velocity"][first:],
                   root["PointData/angular_velocity"][first:]]
    numpy.savetxt(last, numpy.column_stack(columns), "%.17g")
    builds = re.search(r"(\d+) list builds", done.stdout)
    return {"seconds": [0.0] * (len(runs) - 1) + [seconds], "last": last, "loads": None,
            "cpu": busy / (time.monotonic() - t0) / ranks, "builds": [builds.group(1) if builds else "0"] * len(runs)}
