"""granum.Simulation steps a simulation inside Python: bit-identical to `granum run`, with columns
that are views and refuse use when they are outdated, alone and in several threads.

    simulation_python.py GRANUM CASES [LIBRARY]     (LIBRARY: what GRANUM_LIBRARY names)
"""
import ctypes
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS))
PROGRAM, CASES, *LIBRARY = map(os.path.abspath, sys.argv[1:])
if LIBRARY:
    os.environ["GRANUM_LIBRARY"] = LIBRARY[0]
from counted import check, report  # noqa: E402
from results import granum  # noqa: E402
from trial import arrays, differences  # noqa: E402

HOPPER = {"grains[0].fill.count": 400, "time.end": 0.2, "output.every": 0.1,
          "output.precision": "double"}
TRAY = dict(density=2500, youngs_modulus=1e7, poisson_ratio=0.25)


def tray(friction=0.3):
    """27 grains above a tray, described by calls."""
    sim = granum.Simulation(threads=1)
    sim.material("glass", **TRAY)
    sim.pair("glass", "glass", restitution=0.8, friction=friction)
    sim.box("tray", "glass", min=(0, 0, 0), max=(0.06, 0.06, 0.06), open="z_max")
    sim.add_grains(np.mgrid[.012:.05:.015, .012:.05:.015, .012:.05:.015].reshape(3, -1).T, 0.005,
                   "glass", velocity=(0.1, 0.2, 0))
    return sim


def refused(kind, words, use, what):
    """The call raises an error of this kind whose text has all the words."""
    try:
        use()
    except kind as error:
        missing = [word for word in words if word not in str(error)]
        return check(not missing, f"{what}: '{error}' lacks {missing}")
    except Exception as error:  # noqa: BLE001
        return check(False, f"{what}: {type(error).__name__} {error}")
    return check(False, f"{what}: nothing was raised")


def check_bits(folder):
    """Steps and a whole run are those of the program; a frame and a simulation have one set of
    names."""
    words = [word for key, value in HOPPER.items() for word in ("--set", f"{key}={value}")]
    subprocess.run([PROGRAM, "run", CASES + "/hopper", "-o", f"{folder}/program.vtkhdf", "--threads",
                    "1", "--progress", "none", *words], check=True, stdout=subprocess.DEVNULL)
    frame = granum.open(f"{folder}/program.vtkhdf")[-1]
    sim = granum.Simulation(CASES + "/hopper", set=HOPPER, threads=2)
    sim.run_to(frame.time)
    check(sim.time == frame.time, f"time {sim.time} and {frame.time}")
    order = np.argsort(sim.grains.id)
    for name in frame.grains:
        check(np.array_equal(frame.grains[name], sim.grains[name][order],
                             equal_nan=frame.grains[name].dtype.kind == "f"), f"grains.{name}")
        check(frame.grains.unit(name) == sim.grains.unit(name), f"unit of grains.{name}")
    check(len(frame.contacts) > 50, "there are contacts")
    for name in frame.contacts:
        found = sim.contacts[name]
        if name.startswith("row_"):
            found = np.where(found < 0, -1, np.argsort(order)[found])
        check(np.array_equal(frame.contacts[name], found), f"contacts.{name}")
    for name, structure in granum.open(f"{folder}/program.vtkhdf").structures.items():
        pose, live = structure.pose(frame), sim.structures[name].pose()
        for what in ("position", "quaternion", "rotation", "velocity", "angular_velocity", "force",
                     "torque", "present"):
            check(np.array_equal(getattr(pose, what), getattr(live, what)), f"{name}.{what}")
    check(sim.materials == granum.open(f"{folder}/program.vtkhdf").materials, "materials")
    sim.close()

    seen = []
    with granum.Simulation(CASES + "/hopper", set=HOPPER, threads=1) as sim:
        result = sim.run(f"{folder}/library.vtkhdf", progress=seen.append)
        check(len(result) == 3 and sim.time == result.times[-1], "run() returns the result")
        result.close()
    check({"begun", "step", "frame"} <= {event.kind for event in seen}
          and seen[-1].frames == 3 and seen[-1].steps == sum(e.kind == "step" for e in seen),
          f"progress: {seen[-1]}")
    off = differences(arrays(f"{folder}/program.vtkhdf"), arrays(f"{folder}/library.vtkhdf"))
    check(not off, f"a run in Python differs in {off}")


def check_views():
    sim = tray()
    sim.step(10)
    x = sim.grains.position
    check(isinstance(x, np.ndarray) and x.shape == (27, 3) and x.dtype == float, "an array")
    check(np.shares_memory(x, sim.grains.position) and not x.flags.owndata, "position is a view")
    check(sim.grains[3:5].position.shape == (2, 3)
          and np.array_equal(sim.grains[3:5].position, x[3:5]), "rows of columns")
    plain, part = x.copy(), x[:, 2]
    check(type(x + 1) is np.ndarray and np.linalg.norm(x) > 0 and part.min() > 0, "arithmetic")
    refused(ValueError, ["scheme_velocity"], lambda: sim.grains.velocity.__setitem__(0, 1), "write")
    refused(ValueError, [], lambda: sim.grains.radius.__setitem__(0, 1), "write a radius")
    refused(ValueError, [], lambda: setattr(sim.contacts, "ends", 0), "write a derived column")
    refused(AttributeError, ["place()"], lambda: setattr(sim.structures["tray"], "position", 0),
            "write a pose")
    refused(AttributeError, ["'colour'", "radius"], lambda: sim.grains.colour, "no such column")
    velocity = sim.grains.velocity
    with sim.edit():
        sim.grains.position[0] = plain[0] + (1e-3, 0, 0)
    check(x[0, 0] == plain[0, 0] + 1e-3, "a view follows an edit")
    refused(granum.Error, ["take it again"], lambda: velocity[0], "a measured column after an edit")
    sim.step()
    for use in (lambda: x[0], lambda: x + 1, lambda: np.sum(x), lambda: part.max(), lambda: str(x),
                lambda: x.__setitem__(0, 0), lambda: np.add(plain, 1, out=x), lambda: list(x)):
        refused(granum.Error, ["take it again"], use, "a view after a step")
    check(plain[0, 0] > 0, "a copy stays")
    y = sim.grains.position
    sim.close()
    refused(granum.Error, ["take it again"], lambda: y[0], "a view after close()")
    refused(granum.Error, ["closed"], lambda: sim.step(), "a step after close()")
    check("closed" in repr(sim), repr(sim))
    y = tray().grains.position  # whose simulation has no other name
    check(y[0, 0] == 0.012, "a view keeps its simulation")


def check_edits():
    sim = tray()
    sim.step()
    before = sim.energy
    with sim.edit():
        sim.grains.scheme_velocity[...] *= 2
    check(abs(sim.energy.kinetic / before.kinetic - 4) < 0.01, "twice the velocity")
    sim.add_grains([0.03, 0.03, 0.08], 0.004, "glass")
    check(len(sim.grains) == 28 and sim.totals.grains == 28, "a grain more")
    sim.remove_grains(sim.grains.id[:10].copy())
    check(len(sim.grains) == 18, "ten grains fewer")
    sim.structures["tray"].move(velocity=(0, 0, 0.1))
    sim.step(100)
    check(abs(sim.structures["tray"].position[2] - 100 * sim.dt * 0.1) < 1e-12, "a tray that rises")
    sim.gravity((0, 0, 0))
    good = sim.grains.position[0].copy()

    def spoil():
        with sim.edit():
            sim.grains.position[0] = np.nan
    refused(granum.Error, ["finite"], spoil, "a position that is no number")
    with sim.edit():
        sim.grains.position[0] = good
    with sim.edit():
        sim.grains.position += (0, 0, 1e-3)
    check(sim.grains.position[0, 2] == good[2] + 1e-3, "all positions at once")
    sim.run_to(0.1)
    check(abs(sim.time - 0.1) < sim.dt and np.isfinite(sim.grains.position).all(), "it goes on")


def check_descriptions(folder):
    """Every call that describes, a scene from a text, and frames written step by step."""
    sim = granum.Simulation(set={"title": "all calls"}, threads=1)
    sim.material("steel", density=7800, youngs_modulus=1e7, poisson_ratio=0.3)
    sim.material("glass", **TRAY)
    sim.pair("glass", "glass", restitution=0.8, friction=0.3)
    sim.pair("steel", "glass", restitution=0.7, friction=0.2)
    sim.domain((-1, -1, -1), (1, 1, 1))
    sim.time_step(2e-5)
    sim.gravity((0, 0, -1))
    sim.plane("floor", "steel", point=(0, 0, 0), normal=(0, 0, 1))
    sim.cylinder("drum", "steel", base=(-0.5, 0, 0), axis=(0, 0, 0.1), radius=0.1, open="top")
    sim.cone("cone", "steel", base=(0.5, 0, 0), axis=(0, 0, 0.1), base_radius=0.1, top_radius=0,
             open=["base"])
    sim.sphere("ball", "steel", centre=(0, 0.5, 0.2), radius=0.1)
    sim.disc("disc", "steel", centre=(0, -0.5, 0.2), normal=(0, 1, 1), radius=0.1)
    sim.translate("disc", (0, 0, 0.5), end=0.01)
    sim.rotate("drum", (0, 0, 1), rate=3.0, through=(-0.5, 0, 0))
    sim.set("contacts.pairs[glass,steel].friction", 0.25)
    sim.add_grains([[0, 0, 0.05], [0.03, 0, 0.05]], [0.01, 0.012], "glass", velocity=(0, 0, -0.1))
    sim.open_result(f"{folder}/written.vtkhdf")
    for _ in range(3):
        sim.write()
        sim.step(100)
    z = sim.structures["disc"].position[2]
    check(abs(sim.dt - 2e-5) < 1e-18 and abs(z - 300 * 2e-5 * 0.5) < 1e-12, "it moves as described")
    check(abs(sim.structures["drum"].angular_velocity[2] - 3.0) < 1e-12, "it rotates")
    sim.close_result()
    result = granum.open(f"{folder}/written.vtkhdf")
    check(len(result) == 3 and np.allclose(result.times, [0, 2e-3, 4e-3], rtol=1e-12)
          and len(result.history) == 3, f"frames written by calls: {result.times}")
    check("friction: 0.25" in result.scene and "all calls" in result.scene, "keys by path")
    scene = granum.Simulation(text=result.scene, threads=1)
    scene.step(300)
    check(np.array_equal(scene.grains.position, sim.grains.position), "a scene from a text")


def check_errors(folder):
    refused(granum.Error, ["nothing.yaml"], lambda: granum.Simulation("nothing.yaml"), "no scene")
    refused(granum.Error, ["frictoin"],
            lambda: granum.Simulation(CASES + "/bounce", set={"contacts.frictoin": 0.1}).start(),
            "a wrong key")
    refused(granum.Error, ["steel"], lambda: lacking().start(), "a material that is not described")
    refused(ValueError, ["3 numbers"], lambda: granum.Simulation().gravity((0, 1)), "two numbers")
    refused(ValueError, ["z_max"], lambda: granum.Simulation().box(
        "b", "m", min=(0, 0, 0), max=(1, 1, 1), open="top"), "a side")
    sim = tray()
    sim.step()
    refused(granum.Error, [], lambda: sim.material("late", **TRAY), "a material after the start")
    refused(LookupError, ["'lid'", "tray"], lambda: sim.structures["lid"], "no such structure")

    def stop(event):
        if event.step == 5:
            raise KeyError("stop here")
    sim = granum.Simulation(CASES + "/bounce", threads=1)
    refused(KeyError, ["stop here"], lambda: sim.run(f"{folder}/stopped.vtkhdf", progress=stop),
            "an exception in progress()")
    check(len(granum.open(f"{folder}/stopped.vtkhdf")) >= 1, "the result is complete")

    for name, words in (("nothing.so", ["nothing.so", "GRANUM_LIBRARY"]),
                        ("libm.so.6", ["does not belong"])):
        path = name if name == "nothing.so" else loaded(name)
        done = python(folder, "import granum; granum.Simulation()", GRANUM_LIBRARY=path)
        last = done.stderr.strip().splitlines()[-1]
        check(done.returncode and last.startswith("ImportError")
              and all(word in last for word in words), f"{name}: {last}")


def lacking():
    sim = granum.Simulation()
    sim.material("glass", **TRAY)
    sim.pair("glass", "glass", restitution=0.8, friction=0.3)
    sim.plane("floor", "steel", point=(0, 0, 0), normal=(0, 0, 1))
    return sim


def loaded(name):
    """The path of a library of this process."""
    ctypes.CDLL(name)
    with open("/proc/self/maps") as maps:
        return next(line.split()[-1] for line in maps if name in line)


def python(folder, code, **environment):
    environment = dict(os.environ, PYTHONPATH=str(TESTS.parent / "python"), **environment)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=folder,
                          env=environment)


def check_threads():
    """Two simulations in two Python threads do what each does alone."""
    def stir(friction, found):
        sim = tray(friction)
        for _ in range(20):
            sim.step(100)
            found.append(sim.grains.position.tobytes() + np.float64(sim.energy.kinetic).tobytes())

    alone = [[], []]
    for k in (0, 1):
        stir(0.1 + 0.4 * k, alone[k])
    check(alone[0][-1] != alone[1][-1], "the simulations differ")
    together = [[], []]
    both = [threading.Thread(target=stir, args=(0.1 + 0.4 * k, together[k])) for k in (0, 1)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    check(together == alone, "two threads")


def check_interrupts(folder):
    """Ctrl-C ends steps and runs soon."""
    for use in ("sim.step(10**12)", "sim.run_to(1e6)", "sim.run('stopped.vtkhdf', replace=True)"):
        child = subprocess.Popen(
            [sys.executable, "-c", "import granum\nsim = granum.Simulation(%r, threads=1, set={"
             "'time.end': 1e6, 'output.every': 1})\nsim.step()\nprint('go', flush=True)\n%s"
             % (CASES + "/bounce", use)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            cwd=folder, env=dict(os.environ, PYTHONPATH=str(TESTS.parent / "python")))
        child.stdout.readline()
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        try:
            said = child.communicate(timeout=60)[1]
        except subprocess.TimeoutExpired:
            child.kill()
            said = "it went on"
        check(said.strip().endswith("KeyboardInterrupt"), f"{use}: {said}")


def check_structs(folder):
    """The structs of granum/library.py are those of granum.h."""
    compiler = shutil.which("cc")
    if not compiler:
        return
    from granum import library

    structs = {"gm_sim_view": library.View, "gm_sim_totals": library.Totals,
               "gm_sim_event": library.Event, "gm_sim_options": library.Options}
    lines = "".join('printf("%%zu\\n", offsetof(%s, %s));' % (name, field)
                    for name, struct in structs.items() for field, _ in struct._fields_)
    Path(folder, "offsets.c").write_text(
        "#include <granum.h>\n#include <stdio.h>\nint main(void) {%s return 0;}" % lines)
    subprocess.run([compiler, "-I", str(TESTS.parent / "solver" / "include"), "offsets.c", "-o",
                    "offsets"], check=True, cwd=folder)
    found = subprocess.run([folder + "/offsets"], capture_output=True, text=True).stdout.split()
    expected = [getattr(struct, field).offset for struct in structs.values()
                for field, _ in struct._fields_]
    check(list(map(int, found)) == expected, "offsets of members")


def check_example(folder):
    """It runs, and the manual shows it."""
    example = (TESTS.parent / "python" / "examples" / "tray.py").read_text()
    done = python(folder, example)
    check(done.returncode == 0 and "force_normal" in done.stdout, f"example: {done.stderr}")
    print(done.stdout)
    shown = re.sub("^    ", "", (TESTS.parent / "data/manual/python.md").read_text(), flags=re.M)
    check(example in shown, "the manual shows the example")


with tempfile.TemporaryDirectory() as work:
    check_bits(work)
    check_views()
    check_edits()
    check_descriptions(work)
    check_errors(work)
    check_threads()
    check_interrupts(work)
    check_structs(work)
    check_example(work)
report()
