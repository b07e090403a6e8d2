"""scenes.py GRANUM -- granum run --device: whole results with the bits of the processor, refusals, messages.

Every scene runs on the processor, on the kernels of the program (host) and, where OpenCL is, on its first
device; all arrays of the results, frames and history and sums on surfaces, are compared by bytes.  Then:
what is refused, what `auto` does, a contact that is too deep, a machine without a driver.
"""
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import MATERIALS, bits, check, differences, finish  # noqa: E402

GRANUM = str(Path(sys.argv[1]).resolve())
SHAPES = Path(__file__).resolve().parents[2] / "data/shapes"
BED = "grains: [{list: {material: glass, file: bed.csv}}]\n"
BOX = """structures:
  - {name: box, box: {min: [-1 mm, -1 mm, -1 mm], max: [17 mm, 17 mm, 60 mm], open: [zmax]}, material: glass}
"""
TIME = "time: {step: 10 us, end: 2.2 ms}\n"
OUTPUT = "output: {every: 1 ms, history: 0.25 ms, precision: double, audit: false}\n"
SCENES = {
    "machines": MATERIALS + BOX + f"""
  - {{name: die, mesh: {SHAPES}/die.stl, material: steel, place: {{translate: [4.5 mm, 12 mm, 22 mm]}},
     motion: [{{rotate: {{axis: [0, 0, 1], through: [4.5 mm, 12 mm, 0], rate: 3000 rpm}}}}, {{translate: {{velocity: [0, 0, -0.5]}}}}]}}
  - {{name: ball, sphere: {{centre: [3 mm, 3 mm, 19.4 mm], radius: 3 mm}}, material: steel, free: {{velocity: [0, 0, -1]}}}}
  - {{name: lid, box: {{min: [9 mm, -1 mm, 16.3 mm], max: [17 mm, 17 mm, 18 mm]}}, material: glass,
     servo: {{pressure: 10 kPa, axis: [0, 0, -1], speed: 2}}}}
measure: [{{name: middle, stress: {{box: {{min: [0, 0, 2 mm], max: [16 mm, 16 mm, 8 mm]}}}}}}]
""" + BED + TIME + OUTPUT,
    "pour": MATERIALS + BOX + """
  - {name: gate, plane: {point: [0, 0, 55 mm], normal: [0, 0, -1]}, material: glass, present: {from: 1.113 ms}}
  - {name: sheet, disc: {centre: [8 mm, 8 mm, 3 mm], normal: [0, 0, 1], radius: 5 mm}, material: glass, present: {to: 0.4 ms}}
grains:
  - {list: {material: glass, file: bed.csv}}
  - {pour: {box: {min: [1 mm, 1 mm, 32 mm], max: [15 mm, 15 mm, 50 mm]}, material: steel, radius: 1 mm, rate: 1.0e+5, count: 60}}
sinks: [{name: low, box: {min: [-1 mm, -1 mm, -1 mm], max: [17 mm, 17 mm, 2 mm]}}]
""" + TIME + OUTPUT,
    "plane": """domain: {dimensions: 2, min: [0 mm, -10 mm], max: [16 mm, 200 mm], boundary: {x: periodic}}
materials: {glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}, steel: {density: 7800, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts:
  law: hooke
  rolling: spring
  pairs:
    - {between: [glass, glass], contact_time: 0.4 ms, restitution: 0.6, friction: 0.5, rolling_friction: 0.2}
    - {between: [glass, steel], contact_time: 0.4 ms, restitution: 0.5, friction: 0.3, rolling_friction: 0.1}
    - {between: [steel, steel], contact_time: 0.4 ms, restitution: 0.5, friction: 0.3, rolling_friction: 0.1}
structures: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: steel}]
grains: [{list: {material: glass, file: plane.csv}}]
""" + TIME + OUTPUT,
}
REFUSED = """domain: {min: [0, 0, 0], max: [0.1, 0.1, 0.1], boundary: {x: reflect}}
""" + MATERIALS + """
grains: [{list: {material: glass, grains: [{position: [50 mm, 50 mm, 50 mm], radius: 1 mm}, {position: [60 mm, 5 mm, 5 mm], radius: 1 mm}]}}]
held: [{name: low, box: {min: [0, 0, 0], max: [100 mm, 10 mm, 10 mm]}}]
measure: [{name: half, rectangle: {corner: [0, 0, 0], along: [0, 26 mm, 0], across: [0, 0, 60 mm]}}]
time: {step: 10 us, end: 0.1 ms, scheme: velocity_verlet}
output: {every: 0.1 ms, arrays: full}
"""
DEEP = MATERIALS.replace("1.0e+7", "1.0e+3") + """
gravity: [0, 0, 0]
grains: [{list: {material: glass, grains: [
  {position: [0, 0, 0], radius: 1 mm, velocity: [1, 0, 0]}, {position: [2.5 mm, 0.3 mm, 0], radius: 1 mm, velocity: [-1, 0, 0]}]}}]
time: {step: 10 us, end: 5 ms, unstable: true}
output: {every: 5 ms, precision: double, surface_sums: false}
"""
SUNK = DEEP.replace("{position: [2.5 mm, 0.3 mm, 0], radius: 1 mm, velocity: [-1, 0, 0]}", "{position: [0, 9 mm, 0], radius: 1 mm}").replace("grains:", """structures:
  - {name: wall, disc: {centre: [2 mm, 0, 0], normal: [-0.6, 0.8, 0], radius: 5 mm}, material: glass}
grains:""", 1)


def write(name, columns, places, more):
    chance = random.Random(5)
    rows = [",".join("%.9g" % (x + 8e-6 * chance.uniform(-1, 1)) for x in place) + more(chance) for place in places]
    Path(name).write_text(columns + "\n" + "\n".join(rows) + "\n")


def granum(*words, **more):
    done = subprocess.run([GRANUM, *words], capture_output=True, text=True, timeout=300,
                          env=dict(os.environ, OMP_WAIT_POLICY="passive", **more))
    return done.returncode, done.stdout + done.stderr


def run(name, device):
    """Exit code, text and result of NAME.yaml on a device."""
    result = f"{name}-{device.split()[0]}.vtkhdf"
    code, said = granum("run", name + ".yaml", "-o", result, "--force", "--progress", "none", "--threads", "1",
                        "--device", device, "--timing")
    return code, said, result


def steps_of(said):
    found = re.search(r"device +(\d+) steps in \d+ batches, (\d+) by the host", said)
    return [int(n) for n in found.groups()] if found else [0, 0]


def main():
    write("bed.csv", "x,y,z,radius,vx,vy,vz,wx,wy,wz",
          [(2e-3 * i, 2e-3 * j, 2e-3 * k) for k in range(8) for j in range(9) for i in range(9)],
          lambda c: ",%.9g,%.9g,%.9g,%.9g,1,2,3" % tuple([1e-3 * c.uniform(1, 1.01)] + [c.uniform(-.2, .2) for _ in "xyz"]))
    write("plane.csv", "x,y,radius,vx,vy,wz", [(2e-3 * i + 1e-3, 2e-3 * j + 1e-3) for j in range(20) for i in range(8)],
          lambda c: ",%.9g,%.9g,%.9g,1" % (1e-3 * c.uniform(.98, 1), c.uniform(-.2, .2), c.uniform(-.2, .2)))
    for name, text in {**SCENES, "refused": REFUSED, "deep": DEEP, "sunk": SUNK}.items():
        Path(name + ".yaml").write_text(text)

    code, listed = granum("devices")
    numbers = re.findall(r"^ *(\d+)  (.+)\n +opencl", listed, re.M)
    check("granum devices lists the kernels of the program", code == 0 and re.search(r"\d+  host\n", listed), listed[-300:])
    devices = ["host"] + [number for number, _ in numbers[:1]]
    if not numbers:
        print("skipped: no device of OpenCL:", listed.strip().splitlines()[-1])

    for name in SCENES:
        code, said, result = run(name, "none")
        check(f"{name}: the processor runs it", code == 0, said[-300:])
        expected = bits(result)
        for device in devices:
            code, said, result = run(name, device)
            wrong = differences(expected, bits(result)) if code == 0 else [said[-400:]]
            check(f"{name}: {len(expected)} arrays, the same bits on device {device}", not wrong, ", ".join(wrong[:6]))
            by_device, by_host = steps_of(said)
            check(f"{name}: most of the steps are the device's", by_device > 2 * by_host > 0, str((by_device, by_host)))
    code, said = granum("info", result)
    check("a result names the device", re.search(r"device +.+double precision", said), said[:300])

    code, said, _ = run("refused", "host")
    keys = ["'time.scheme'", "'output.arrays'", "'held'", "'domain.boundary'", "'measure'"]
    check("what devices do not compute is named at once", code == 1 and all(k in said for k in keys), said[-500:])
    code, said = granum("check", "refused.yaml", "--device", "host", "--no-audit")
    check("check names it too", code == 1 and all(k in said for k in keys), said[-500:])
    code, said = granum("check", "plane.yaml", "--device", "gpu", "--no-audit")
    check("check says how much memory a device needs, where there is none too",
          code == 0 and re.search(r"device +0\.\d MB for the grains at the start; \w", said), said[-300:])
    check("check says that contacts with a line are the device's", "contacts with structures on the device" in said, said[-300:])
    code, said = granum("check", "machines.yaml", "--device", "host", "--no-audit")
    check("check says why contacts with structures are the processor's", code == 0 and "by the processor: 'die' is a mesh" in said, said[-300:])
    if "graphics processor," not in listed:
        code, said, result = run("plane", "auto")
        wrong = differences(bits("plane-none.vtkhdf"), bits(result)) if code == 0 else ["failed"]
        check("auto without a graphics processor computes here, and says so",
              not wrong and "no graphics processor is found" in said and "the processor computes" in said, said[-300:])
        code, said, _ = run("plane", "gpu")
        check("gpu without one is an error", code == 1 and "no graphics processor is found" in said, said[-300:])
    code, said, _ = run("plane", "nonsense")
    check("an unknown name is an error", code == 1 and "no device is called 'nonsense'" in said, said[-300:])

    for name, what in {"deep": "grain 1", "sunk": "structure 'wall'"}.items():
        said = {device: run(name, device) for device in ["none"] + devices}
        text = {device: re.findall(r"at t = .*? s grain 0 and " + what + ".*?;", out)[:1] for device, (_, out, _) in said.items()}
        check("a contact that is too deep ends the run with the same words: " + what,
              all(t and t == text["none"] for t in text.values()) and all(c == 1 for c, _, _ in said.values()), str(text))

    begun, parts = bits("pour-none.vtkhdf"), ["host", "none", devices[-1]]
    for k, device in enumerate(parts):
        words = ["--resume"] * (k > 0) + ["--steps", "75"] * (k < 2)
        code, said = granum("run", "pour.yaml", "-o", "parts.vtkhdf", "--progress", "none", "--device", device, *words)
    wrong = differences(begun, bits("parts.vtkhdf")) if code == 0 else [said[-300:]]
    check(f"a run on {', then '.join(parts)}, stopped and resumed, has the bits of one", not wrong, ", ".join(wrong[:6]))
    code, said = granum("run", "deep.yaml", "-o", "few.vtkhdf", "--progress", "none", "--device", "host", "--steps", "37")
    check("--steps ends after as many, though steps are done together", code == 130 and "stopped at t = 0.00037 s" in said, said[-300:])
    code, said = granum("devices", OCL_ICD_VENDORS=os.path.abspath("none"), OPENCL_VENDOR_PATH=os.path.abspath("none"))
    check("without a driver the list says so", code == 0 and "no graphics processor: " in said, said[-300:])
    linked = subprocess.run(["ldd", GRANUM], capture_output=True, text=True).stdout
    check("the program is linked to no driver", "OpenCL" not in linked and "cuda" not in linked)
    finish()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        main()
