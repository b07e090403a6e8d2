"""What holds in every run: tested on the result of a random scene.

 message    a run that check accepts ends well, or with a message; nothing crashes or hangs
 finite     every number of the history is one, but for the pressure of an open domain
 losses     what is dissipated, slid or rolled never decreases, but by rounding: FALL of what was turned over
 energy     the balance gains at most GAIN of what was turned over, with schemes that keep energy; ten
            times as much where bodies or structures meet, whose pressure is summed over samples, and
            STRETCHED of the law that makes energy by itself
 mass       grains in, less grains out, are the grains that are there
 momentum   of grains alone, without gravity and sides, it stays as it was
 forces     the force of a grain is the sum over its contacts; of hard grains, what momentum gained since the
            last frame, gravity taken off
 inside     no centre of a grain is behind a surface that stands still
 threads    three threads give the bits of one
 resume     so does a run that stops in the middle and goes on
 device     so do the kernels of a device, unless they are refused
 ranks      so do two processes that share the grains, likewise, for the first STEPS
 readers    `granum info`, `granum export` and the Python package read the result
"""

import os
import subprocess
from collections import Counter
from pathlib import Path

from granum.arrays import h5py, numpy

GAIN = 0.02  # of the energy turned over
STRETCHED = 0.15  # likewise, with the one law that makes energy (theory.md): tangential: total of Hertz-Mindlin
FALL = 1e-9  # likewise
STEPPED = 1e-4  # likewise, of what is lost between points and grid: it has the error of the time step
NOTHING = 1e-30  # J  less is what rounding turns over
ROUNDED = 1e-5  # of columns in single precision
PATIENCE = 60  # s of a run that takes less than one
RANKS = True  # whether they are tried; it takes a second of each scene
STEPS = 60  # that ranks take: on busy cores one lasts as long as those who share it are kept waiting
ENV = dict(os.environ, OMP_WAIT_POLICY="passive", OMPI_MCA_mpi_yield_when_idle="1")


class Failed(Exception):
    """An invariant does not hold: its name, and what was seen."""

    def __init__(self, name, seen):
        super().__init__("%s: %s" % (name, seen))
        self.name, self.seen = name, seen


def call(program, *words):
    """(code, what it said) of the program; Failed: it crashed or did not end."""
    try:
        done = subprocess.run([program, *map(str, words)], capture_output=True, stdin=subprocess.DEVNULL,
                              timeout=PATIENCE, env=ENV)
    except subprocess.TimeoutExpired:
        raise Failed("message", "granum %s did not end in %d s" % (words[0], PATIENCE)) from None
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    if done.returncode < 0 or done.returncode > 130:
        raise Failed("message", "granum %s ended by signal %d: %s" % (words[0], -done.returncode, said[-300:]))
    if done.returncode not in (0, 130) and not said.strip():
        raise Failed("message", "granum %s ended with %d and said nothing" % (words[0], done.returncode))
    return done.returncode, said


def run(program, scene, result, *more):
    return call(program, "run", scene, "-o", result, "--force", "--progress", "none", *more)


def arrays(path):
    """{name: array} of a result, without the scene, which holds the command line."""
    found = {}

    def keep(name, item):
        if isinstance(item, h5py.Dataset) and not name.startswith("granum/scene"):
            found[name] = item[()]

    with h5py.File(path, "r") as file:
        file.visititems(keep)
    return found


def differences(a, b):
    return sorted((set(a) ^ set(b)) | {name for name in set(a) & set(b)
                                       if a[name].shape != b[name].shape or a[name].tobytes() != b[name].tobytes()})


REFUSED = {"device": "devices do not compute", "ranks": "leave out --ranks"}
COSTS = "/asked_"  # how many queries are made follows lists and chunks, and changes no motion
COMPARED = Counter()  # scenes that were computed there
OF_HISTORY = ("finite", "losses", "energy", "mass", "momentum", "forces", "inside")


def judge(program, folder, scene, text_of, only=None):
    """Runs a scene in a folder and tests everything, or one invariant alone.  Returns "refused",
    "stopped" (with a message) or "held"; Failed: an invariant does not hold."""
    folder = Path(folder)
    (folder / "scene.yaml").write_text(text_of(scene))
    path = folder / "scene.yaml"
    if only not in OF_HISTORY:
        code, said = call(program, "check", path)
        if code:
            return "refused", said
    code, said = run(program, path, folder / "one.vtkhdf", "--threads", 1)
    if code:
        return "stopped", said
    history(scene, folder / "one.vtkhdf")
    if only in OF_HISTORY:
        return "held", said
    whole = arrays(folder / "one.vtkhdf")
    code, said = run(program, path, folder / "three.vtkhdf", "--threads", 3)
    if code:
        raise Failed("threads", "one thread runs, three end with: " + said[-300:])
    wrong = differences(whole, arrays(folder / "three.vtkhdf"))
    if wrong:
        raise Failed("threads", ", ".join(wrong[:6]))
    resumed(program, path, folder, whole)
    elsewhere("device", program, folder, text_of(plain(scene)), "--device", "host")
    if RANKS:
        elsewhere("ranks", program, folder, text_of(shortened(scene, whole)), "--ranks", 2)
    readers(program, folder)
    return "held", said


def resumed(program, path, folder, whole):
    steps = int(whole["granum/history/step"][-1])
    for old in ("parts.vtkhdf", "parts.checkpoint"):
        (folder / old).unlink(missing_ok=True)
    if steps < 2:
        return
    code, said = run(program, path, folder / "parts.vtkhdf", "--threads", 2, "--steps", steps // 2)
    if code != 130:
        raise Failed("resume", "--steps %d of %d ends with %d: %s" % (steps // 2, steps, code, said[-300:]))
    code, said = call(program, "run", folder / "parts.vtkhdf", "--resume", "--progress", "none", "--threads", 1)
    if code:
        raise Failed("resume", said[-300:])
    wrong = [one for one in differences(whole, arrays(folder / "parts.vtkhdf")) if COSTS not in one]
    if wrong:
        raise Failed("resume", ", ".join(wrong[:6]))


def elsewhere(name, program, folder, text, *where):
    """A scene on one thread and there: the same bits, or a message that refuses it."""
    path = folder / (name + ".yaml")
    path.write_text(text)
    code, said = run(program, path, folder / "here.vtkhdf", "--threads", 1)
    if code == 2:  # another key needs the output or the end that it had
        return
    if code:
        raise Failed(name, "it runs, but not with other output or a nearer end: " + said[-300:])
    code, said = run(program, path, folder / (name + ".vtkhdf"), "--threads", 1, *where)
    if code and REFUSED[name] in said:
        return
    if code:
        raise Failed(name, "one thread runs, %s %s ends with: %s" % (*where, said[-300:]))
    COMPARED[name] += 1
    wrong = [one for one in differences(arrays(folder / "here.vtkhdf"), arrays(folder / (name + ".vtkhdf")))
             if COSTS not in one]
    if wrong:
        raise Failed(name, ", ".join(wrong[:6]))


def plain(scene):
    """Without what devices refuse, as far as it is output alone."""
    return dict(scene, output=dict(scene["output"], arrays="standard"))


def shortened(scene, whole):
    """The same scene as far as ranks go."""
    time, step = whole["granum/history/time"], int(whole["granum/history/step"][-1])
    if step <= STEPS:
        return scene
    part = float(time[-1] - time[0]) * STEPS / step
    short = dict(scene, time=dict(scene["time"], end=float(time[0]) + part), output=dict(scene["output"], every=part / 2))
    short["time"].pop("until", None)
    short["output"].pop("history", None)
    return short


def readers(program, folder):
    import granum

    code, said = call(program, "info", folder / "one.vtkhdf")
    if code:
        raise Failed("readers", "info: " + said[-300:])
    for form in ("csv", "series"):
        code, said = call(program, "export", folder / "one.vtkhdf", "--as", form, "--to", folder / form, "--force")
        if code:
            raise Failed("readers", "export --as %s: %s" % (form, said[-300:]))
    try:
        with granum.open(str(folder / "one.vtkhdf")) as result:
            for frame in result:
                for columns in (frame.grains, frame.contacts, frame.bodies, frame.clumps, frame.points):
                    for name in columns:
                        columns[name]
    except Exception as error:
        raise Failed("readers", "granum.open: %r" % error) from None


# --- the history ---------------------------------------------------------------------

def history(scene, path):
    with h5py.File(path, "r") as file:
        h = {name: item[()] for name, item in file["granum/history"].items() if isinstance(item, h5py.Dataset)}
    for name, values in h.items():
        if name != "pressure" and values.dtype.kind == "f" and not numpy.isfinite(values).all():
            raise Failed("finite", name)
    turned = turnover(h)
    losses(h, turned)
    energy(scene, h, turned)
    if "grains_in" in h and (h["grains_in"] - h["grains_out"] - h["grains"] != 0).any() \
            and scene.get("hybrid", {}).get("mode", "discrete") == "discrete":
        raise Failed("mass", "%d in, %d out, %d there" % tuple(int(h[k][-1]) for k in
                                                                ("grains_in", "grains_out", "grains")))
    momentum(scene, path, h)
    forces(scene, path)
    inside(scene, path)


def turnover(h):
    total = numpy.zeros(len(h["time"]))
    for name in ("kinetic_energy", "elastic_energy", "dissipated_energy", "energy_in", "energy_out", "growth_work",
                 "structure_work", "held_work", "potential_by_crossing", "bodies_kinetic"):
        if name in h and h[name].ndim == 1:
            total += numpy.abs(h[name])
    if "potential_energy" in h:
        total += numpy.abs(h["potential_energy"] - h["potential_energy"][0])
    return max(float(total.max()), NOTHING)


def losses(h, turned):
    for name, values in h.items():
        if name.startswith("dissipated") and values.ndim == 1:
            fall = -numpy.diff(values, prepend=0.0).min()
            if fall > (STEPPED if name == "dissipated_transfer" else FALL) * turned:
                raise Failed("losses", "%s falls by %.3g J, %.2g of what was turned over" % (name, fall, fall / turned))


def energy(scene, h, turned):
    scheme = scene.get("time", {}).get("scheme", "leapfrog")
    if "energy_error" not in h or scheme not in ("leapfrog", "symplectic_euler", "velocity_verlet") or not turned:
        return
    if scene.get("collisions"):
        return
    gain = float(h["energy_error"].max())
    meet = bool(scene.get("bodies")) or any("meets" in s for s in scene.get("structures", ()))
    contacts = scene.get("contacts", {})
    total = contacts.get("tangential") == "total" and contacts.get("law", "hertz") == "hertz"
    if gain > max(GAIN * (10 if meet else 1), total * STRETCHED) * turned:
        raise Failed("energy", "gains %.3g J, %.2g of what was turned over" % (gain, gain / turned))


def momentum(scene, path, h):
    alone = not scene.get("structures") and not scene.get("held") and not scene.get("bodies") \
        and "gravity" in scene and not any(scene["gravity"]) and "hybrid" not in scene \
        and all("pour" not in source for source in scene["grains"])
    sides = scene.get("domain", {}).get("boundary", "open")
    kinds = set(sides.values()) if isinstance(sides, dict) else {sides}
    if not alone or not kinds <= {"periodic", "open", "auto"} or h["grains_out"][-1] or "momentum" not in h:
        return
    p = h["momentum"]
    mass = float(numpy.sqrt(2 * h["kinetic_energy"].max()) * 1e-3) or 1e-300  # sqrt(2 E m), m about 1e-6 kg
    drift = float(numpy.abs(p - p[0]).max())
    if drift > 1e-9 * max(float(numpy.abs(p).max()), mass):
        raise Failed("momentum", "drifts by %.3g kg m/s of %.3g" % (drift, numpy.abs(p).max()))


def forces(scene, path):
    import granum

    sides = scene.get("domain", {}).get("boundary", "open")
    kinds = set(sides.values()) if isinstance(sides, dict) else {sides}
    free = kinds <= {"periodic", "open", "auto"} and "held" not in scene and "hybrid" not in scene
    gravity = numpy.zeros(3)
    given = scene.get("gravity", [0, -9.81] if scene.get("domain", {}).get("dimensions") == 2 else [0, 0, -9.81])
    gravity[:len(given)] = given
    before = None
    with granum.open(str(path)) as result:
        for frame in result:
            grains, contacts = frame.grains, frame.contacts
            if "force" not in grains or "force" not in contacts or not len(grains["id"]):
                before = None
                continue
            ids, force = grains["id"], grains["force"].astype(float)
            of_contacts = sum_of_contacts(ids, contacts)
            most = max(abs(force).max(), abs(contacts["force"]).max() if len(contacts["id_a"]) else 0.0)
            off = abs(force - of_contacts).max()
            if off > ROUNDED * most:
                raise Failed("forces", "%.3g N is not of contacts, of %.3g N" % (off, most))
            if "mass" not in grains:
                continue
            mass, velocity = grains["mass"].astype(float)[:, None], grains["velocity"].astype(float)
            if before and scene.get("collisions") and free and numpy.array_equal(ids, before[0]):
                span = frame.time - before[1]
                gained = mass * (velocity - before[2] - span * gravity)
                most = max(abs(mass * velocity).max(), abs(mass * before[2]).max(), abs(span * force).max())
                off = abs(gained - span * force).max()
                if off > ROUNDED * most:
                    raise Failed("forces", "%.3g N s of momentum is not of collisions, of %.3g" % (off, most))
            before = ids, frame.time, velocity


def sum_of_contacts(ids, contacts):
    """The force [n, 3] N of the contacts on each of these grains."""
    total, order = numpy.zeros((len(ids), 3)), numpy.argsort(ids)
    for name, side in (("id_a", 1.0), ("id_b", -1.0)):
        grain = contacts[name]
        of = numpy.flatnonzero(grain >= 0)
        at = order[numpy.searchsorted(ids[order], grain[of])]
        numpy.add.at(total, at, side * contacts["force"][of].astype(float))
    return total


def inside(scene, path):
    """Of structures that are there from the start and neither move nor are moved."""
    from granum import open as open_result

    still = [k for k, s in enumerate(scene.get("structures", ()))
             if not {"motion", "free", "servo", "present"} & set(s)]
    if not still or scene.get("collisions") or scene.get("held"):
        return
    with open_result(str(path)) as result:
        grains = result[-1].grains
        if not len(grains) or "structure_distance" not in grains:
            return
        behind = numpy.isin(grains.structure_id, still) & (grains.structure_distance < 0)
        if behind.any():
            k = int(numpy.argmax(behind))
            raise Failed("inside", "grain %d is %.3g m behind the surface of structure %d" % (
                grains.id[k], -grains.structure_distance[k], grains.structure_id[k]))
