"""The package granum gives a result to NumPy without ParaView: the bits that h5py finds, no more
of them than requested, frames as they are published."""
import gc
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tracemalloc
import weakref
from pathlib import Path

import h5py
import numpy as np

from result_file import CASES, CONTACTS, GRAINS, check, go, granum as program, refused, report, start, write

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "plugin"))
import result as plain  # noqa: E402
from results import granum  # noqa: E402


def same(a, b, what):
    """Bits, types and shapes."""
    return check(a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes(), what)


def near(a, b, what, bound):
    """Alike but for round-off; nothing is like nothing."""
    return check(np.shape(a) == np.shape(b) and np.allclose(a, b, rtol=0, atol=bound), what)


# --- the bits of the file --------------------------------------------------------------

def check_columns(columns, arrays, units, group, what):
    for name, array in arrays.items():
        same(columns[name], array, f"{what}: {name}")
        check(getattr(columns, name) is columns[name], f"{what}: {name} is kept")
        check(columns.unit(name) == units[group + "/" + name], f"{what}: unit of {name}")
        check(not columns[name].flags.writeable, f"{what}: {name} is read-only")
    check(len(columns) == len(next(iter(arrays.values()))), f"{what}: rows")


def check_contacts(contacts, grains, raw, k, single):
    ends, arrays = raw.contacts(k)
    check_columns(contacts, arrays, raw.units, "granum/contacts/CellData", f"contacts of {k}")
    same(contacts.ends, ends, f"ends of {k}")
    derived = raw.derived(k)
    force = 1e-20 + abs(arrays["force"]).max(initial=0)
    for name in ("force_normal", "force_tangential"):
        near(contacts[name], derived[name], f"{name} of {k}", 8 * single * force)
    near(contacts.point, derived["point"], f"point of {k}", 8 * single * (1e-20 + abs(ends).max(initial=0)))
    same(contacts.kind, derived["kind"], f"kind of {k}")
    ids = grains.id
    check((ids[contacts.row_a] == contacts.id_a).all(), f"row_a of {k}")
    pair = contacts.id_b >= 0
    check((ids[contacts.row_b[pair]] == contacts.id_b[pair]).all()
          and (contacts.row_b[~pair] == -1).all(), f"row_b of {k}")
    for name in ("kind", "row_a", "force_normal", "force_tangential", "point"):
        shape, dtype, unit = contacts._known[name].about()
        check(contacts[name].shape[1:] == shape and contacts[name].dtype == dtype,
              f"repr of {name} is right: {shape} {dtype}")


def check_structures(r, raw, k):
    frame = r[k]
    expected, arrays = raw.structures(k)
    sites, site_arrays = raw.sites(k)
    polygons, faces, points, normals = [], [], [], []
    for name, structure in r.structures.items():
        pose = structure.pose(frame)
        check(pose.present == bool(raw.data["granum/poses/present"][k, structure.index])
              and pose.time == r.times[k], f"{name} is there in {k}")
        for array in raw.children("granum/poses"):
            if array != "present":
                value = raw.data["granum/poses/" + array]
                same(getattr(pose, array), value[k, structure.index], f"{array} of {name} in {k}")
                same(structure.poses[array], np.ascontiguousarray(value[:, structure.index]),
                     f"{array} of {name}")
        again = structure.pose(float(r.times[k]))
        check((again.position == pose.position).all(), f"{name} by time")
        sums, faces_of = structure.sums(frame), raw.data["granum/structures/CellData/structure_id"]
        for array in raw.children("granum/surface_sums"):
            value = raw.data["granum/surface_sums/" + array][k]
            same(sums[array], value[faces_of == structure.index], f"{array} on {name} in {k}")
            check(sums.unit(array) == raw.units["granum/surface_sums/" + array], f"unit of {array}")
        if not pose.present:
            continue
        s = structure.surface
        world = pose.to_world(s.points)
        polygons += [world[s.corners[a:b]] for a, b in zip(s.offsets[:-1], s.offsets[1:])]
        faces.append(structure.faces.patch)
        near(pose.to_body(world), s.points, f"{name} in its body", 1e-14)
        if len(structure.sites):
            points.append(pose.to_world(structure.sites.position))
            normals.append(structure.sites.normal.astype(float) @ pose.rotation.T)
            check((structure.sites.structure_id == structure.index).all(), f"sites of {name}")
    check(len(polygons) == len(expected), f"{len(polygons)} polygons in {k}")
    near(np.concatenate(polygons), np.concatenate(expected), f"polygons of {k}", 1e-14)
    same(np.concatenate(faces), arrays["patch"], f"patches of {k}")
    if points:
        near(np.concatenate(points), sites, f"sites of {k}", 1e-13)
        near(np.concatenate(normals), site_arrays["normal"], f"normals of {k}", 1e-7)


def check_all(path):
    """Everything against what tests/plugin/result.py finds by h5py."""
    raw = plain.Result(path)
    r = granum.open(path)
    same(r.times, raw.times, "times")
    check(len(r) == len(raw.times) and len(list(r)) == len(r), "number of frames")
    single = 1e-15 if raw.data["VTKHDF/Points"].dtype == np.float64 else 6e-8
    for k, frame in enumerate(r):
        points, arrays = raw.grains(k)
        same(frame.grains.position, points, f"position of {k}")
        check_columns(frame.grains, arrays, raw.units, "VTKHDF/PointData", f"grains of {k}")
        check_contacts(frame.contacts, frame.grains, raw, k, single)
        check_structures(r, raw, k)
        collisions = raw.children("granum/collisions")
        check(list(frame.collisions) == collisions, f"collisions of {k}")
        for name in collisions:
            value = raw.data["granum/collisions/" + name]
            same(frame.collisions[name], value[k] if "_by_" in name else value, f"{name} of {k}")
        check(frame.index == k and frame.time == raw.times[k], f"frame {k} knows itself")
        check("%d grains, %d contacts" % (len(points), len(frame.contacts)) in repr(frame),
              f"repr of {k}: {frame!r}")

    names = [n for n in raw.children("granum/history") if raw.data["granum/history/" + n].dtype.kind in "iuf"]
    rows = min(len(raw.data["granum/history/" + name]) for name in names)
    check(list(r.history) == names and len(r.history) == rows, "history: names and rows")
    for name in names:
        same(r.history[name], raw.data["granum/history/" + name][:rows], f"history: {name}")
        for s, structure in enumerate(r.structures.values()):
            short = {"structure_force": "force", "structure_torque": "torque",
                     "structure_power": "power", "work_of_structure": "work"}.get(name)
            if short:
                same(structure.loads[short], np.ascontiguousarray(r.history[name][:, s]),
                     f"loads of {structure.name}: {short}")
    check(r.materials == raw.names("materials"), "materials")
    check(list(r.structures) == raw.names("structures"), "structures")
    for name, unit in (("time", "s"), ("momentum", "kg m/s")):
        check(r.history.unit(name) == unit, f"unit of {name}")
    check(len(r.sites) == len(raw.data.get("granum/virtual_particles/Points", ())), "sites")
    text = repr(r)
    check(all(word in text for word in ["%d, " % len(r), *r.structures, *r.materials, *names]),
          f"repr: {text}")
    return r


def check_frames(r):
    check(r[-1].index == len(r) - 1 and r[np.int64(1)].index == 1, "frames by number")
    check([f.index for f in r[1:3]] == [1, 2], "frames by slice")
    check(r.at(r.times[2]).index == 2 and r.at(0.5 * (r.times[1] + r.times[2])).index == 1
          and r.at(1e9).index == len(r) - 1, "frames by time")
    check(r.at(r.times[2] * (1 - 1e-15)).index == 2, "round-off does not miss a frame")
    refused(IndexError, [r.path, str(len(r))], lambda: r[len(r)], "a frame too many")
    refused(TypeError, ["at(t)"], lambda: r[0.5], "a time for a number")
    refused(ValueError, [r.path, "%g" % r.times[-1]], lambda: r.at(-1.0), "before the first")
    refused(ValueError, [r.path], lambda: r.at(float("nan")), "no time")
    refused(LookupError, [r.path, "spout", *r.structures], lambda: r.structures["spout"],
            "no such structure")
    check(r.structures[1].name == list(r.structures)[1], "structures by number")
    grains = r[-1].grains
    same(grains[10:20].velocity, grains.velocity[10:20], "rows of grains")
    same(grains[-20:][5:7].id, grains.id[-15:-13], "rows of rows")
    same(r[-1].contacts[7:90].ends, r[-1].contacts.ends[7:90], "rows of contacts")
    same(r[-1].contacts[7:90].point, r[-1].contacts.point[7:90], "rows of what follows")
    refused(ValueError, ["a:b"], lambda: grains[::2], "every second row")
    refused(KeyError, [r.path, "PointData", "colour", "radius"], lambda: grains["colour"], "[no array]")
    refused(AttributeError, [r.path, "colour", "radius"], lambda: grains.colour, ".no array")
    check(not hasattr(grains, "colour") and "velocity" in dir(grains), "dir and hasattr")


# --- no more than was asked for --------------------------------------------------------

def check_lazy(path):
    read = []
    def spy(self, name, found, rows, inner=granum.file.File._read):
        array = inner(self, name, found, rows)
        read.append((name, len(array)))
        return array

    inner, granum.file.File._read = granum.file.File._read, spy
    try:
        r = granum.open(path)
        check([name for name, _ in read] == ["/VTKHDF/Steps/Values"], f"opening reads {read}")
        frame = r[2]
        n = len(frame.grains)
        check(max(rows for _, rows in read[1:]) == 1, f"counting reads {read}")
        del read[:]
        frame.grains.radius, frame.grains.radius
        repr(frame.grains)
        check(read == [("/VTKHDF/Steps/PointDataOffsets/radius", 1), ("/VTKHDF/PointData/radius", n)],
              f"a column reads {read}")
        del read[:]
        frame.grains[3:10].velocity
        check(read[-1] == ("/VTKHDF/PointData/velocity", 7), f"rows read {read}")
        del read[:]
        r.structures["bin"].loads.force
        check(("/granum/history/structure_force", len(r.history)) == read[-1] and len(read) == 2,
              f"loads read {read}")
    finally:
        granum.file.File._read = inner
    gc.disable()
    try:
        frame.contacts.point
        ends = [weakref.ref(frame), weakref.ref(frame.grains), weakref.ref(r)]
        handle = r._file
        del frame, r
        check(all(end() is None for end in ends), "a frame ends with its name, with its arrays")
    finally:
        gc.enable()
    check(handle.is_open(), "the file is what remains")
    handle.close()
    contacts = granum.open(path)[2].contacts
    check(len(contacts.point) == len(contacts), "columns outlive the frame and the result")


def check_memory(folder):
    """A small frame of a large file, and a few rows of a large frame, take what they are."""
    path = f"{folder}/large.vtkhdf"
    write(path, 8, scale=200)
    r = granum.open(path)
    small, large = r[1], r[6]
    n, most = len(small.grains), len(large.grains)
    check(most > 100 * n, f"{n} and {most} grains")
    for ask, rows in ((lambda: small.grains.velocity, n), (lambda: small.contacts.force, 0),
                      (lambda: large.grains[5:1005].velocity, 1000),
                      (lambda: large.grains.velocity, most)):
        tracemalloc.start()
        found = ask()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        # 50 kB: what Python and h5py keep of names and shapes on the way.
        check(len(found) == rows and peak < 12 * rows + 5e4, f"{rows} rows take {peak} bytes")
        print(f"{rows} rows of 12 bytes take {peak} bytes, of {12 * sum(len(f.grains) for f in r)}")
    r.close()


# --- while it is written ---------------------------------------------------------------

def check_following(folder):
    for nolock in (False, True):
        path = f"{folder}/follow{nolock}.vtkhdf"
        writer = start(path, 24, pause=30, scale=3, nolock=nolock)
        if not nolock:
            r = granum.open(path)
            check(len(r) == 0 and "frames      0" in repr(r), "no frame at first")
            refused(IndexError, ["has no frame -1"], lambda: r[-1], "the last of none")
            refused(ValueError, ["none yet"], lambda: r.at(0), "at any time of none")
        go(writer)
        seen, known, looks, held = 0, -1, 0, None
        while True:
            ended = writer.poll() is not None
            try:
                if nolock and known < 0:
                    r = granum.open(path)
                n = r.refresh()
            except (granum.ResultError, OSError):
                check(nolock and not ended, "a file that cannot be followed is caught in a flush")
                continue
            looks += n > known
            known = n
            for frame in r[seen:]:
                if nolock and not ended:
                    break  # what is flushed next may be read
                check_made(frame, 3)
                held = held or frame
                seen = n
            if ended:
                break
        check(seen == 24 and len(r) == 24, f"followed to the end: {seen} frames")
        check(nolock or looks > 1, f"{looks} looks saw something new")
        same(held.grains.id, r[0].grains.id, "a frame from before is what it was")
        writer.communicate()
        print(f"followed {'without' if nolock else 'with'} locks: {looks} looks, {seen} frames")
        r.close()
        refused(ValueError, ["closed", path], lambda: r[0].grains, "after close()")
        check("closed" in repr(r), "repr of what is closed")


def check_reopened(folder, made):
    """One that this process has open plainly cannot be followed; looking again opens it again."""
    path = f"{folder}/plain.vtkhdf"
    shutil.copy(made, path)
    with h5py.File(path, "r+", libver="latest") as f:
        last = float(f["VTKHDF/Steps/Values"][-1])
        f["VTKHDF/Steps/Values"].resize(4, 0)
    with h5py.File(path, "r"):
        r = granum.open(path)
    check(not r._file._file.swmr_mode and len(r) == 4, "opened plainly, with 4 frames")
    add = ("import h5py, sys\nwith h5py.File(sys.argv[1], 'r+', libver='latest', locking=False) as f:\n"
           "    v = f['VTKHDF/Steps/Values']\n    v.resize(5, 0)\n    v[4] = float(sys.argv[2])")
    subprocess.run([sys.executable, "-c", add, path, str(last)], check=True)
    check(len(r) == 4 and r.refresh() == 5 and r[-1].time == last, "one more when looked at again")
    r.close()


def check_made(frame, scale):
    """What tests/unit/output_scene.c writes."""
    k = frame.index
    n, c = scale * GRAINS[k % 8], scale * CONTACTS[k % 8]
    ids = 10 + np.arange(n)
    check(len(frame.grains) == n and len(frame.contacts) == c, f"made frame {k}: rows")
    check((frame.grains.id == ids).all(), f"made frame {k}: id")
    place = np.stack([0.01 * ids, np.full(n, 0.5 * k), 0.25 + ids], 1)
    check((frame.grains.position == place.astype("f4")).all(), f"made frame {k}: position")
    i = np.arange(c)
    check((frame.contacts.force == np.stack([0.5 * i, 0 * i, np.full(c, -k)], 1)).all(),
          f"made frame {k}: force")


# --- which Python ----------------------------------------------------------------------

def python(folder, code, without=()):
    """What a Python that lacks these packages says."""
    block = "import sys; sys.modules.update(dict.fromkeys(%r))\n" % (list(without),)
    environment = dict(os.environ, PYTHONPATH=str(TESTS.parent / "python"))
    done = subprocess.run([sys.executable, "-c", block + code], capture_output=True, text=True,
                          cwd=folder, env=environment)
    return done.returncode, done.stdout + done.stderr


def check_pythons(folder):
    code, said = python(folder, """
import granum
from granum import *
assert "show" not in globals() and open is not granum.open
assert "show" in dir(granum) and "open" in dir(granum)
r = granum.open("real.vtkhdf")
assert isinstance(r, granum.Result) and isinstance(r[0], granum.Frame)
print(len(r[-1].grains.position))
""", ["paraview"])
    check(code == 0 and said.strip() == "500", f"without ParaView a result is read: {said}")
    for ask in ("granum.show", "granum.display", "from granum import look_at", "import granum.sites",
                "from granum.drawing import Drawing", "granum.run.launch('real.vtkhdf')"):
        code, said = python(folder, "import granum\n" + ask, ["paraview"])
        last = said.strip().splitlines()[-1]
        check(code and last.startswith("ImportError") and "pvpython" in last, f"{ask}: {last}")
    code, said = python(folder, "import runpy; sys.argv[1:] = ['real.vtkhdf', '-o', 'a.png']\n"
                        "runpy.run_module('granum.picture', run_name='__main__')", ["paraview"])
    check(code and said.startswith("granum.picture: ") and "pvpython" in said, f"picture: {said}")
    code, said = python(folder, "import granum; granum.nothing")
    check("AttributeError: granum has no 'nothing'" in said, f"no such name: {said}")
    for package in ("h5py", "numpy"):
        code, said = python(folder, "from granum import *; import granum; granum.open('real.vtkhdf')",
                            [package, "paraview"])
        last = said.strip().splitlines()[-1]
        check(code and "python3-h5py" in last and package in last, f"without {package}: {last}")


def check_readme(folder):  # its script runs as it stands
    text = (TESTS.parent / "data/manual/python.md").read_text()
    blocks = [b for b in re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.M)
              if 'granum.open("hopper' in b]
    check(len(blocks) == 1, f"the manual has {len(blocks)} scripts that read the hopper")
    for block in blocks:
        code, said = python(folder, re.sub("^    ", "", block, flags=re.M))
        check(code == 0 and said, f"the manual: {said}")
        print(said)


with tempfile.TemporaryDirectory() as folder:
    real, made, sites = (f"{folder}/{name}.vtkhdf" for name in ("real", "made", "sites"))
    done, out, err = program(
        "run", CASES + "/hopper", "-o", real, "--threads", "1", "--progress", "none", "--set",
        "grains[0].fill.count=500", "--set", "time.end=0.2", "--set", "output.every=0.05",
        "--set", "output.arrays=full")
    check(done == 0, err)
    done, out, err = program("run", str(TESTS / "sites.yaml"), "-o", sites, "--threads", "1",
                             "--progress", "none", "--set", "output.precision=double")
    check(done == 0, err)
    subprocess.run([sys.executable, str(TESTS / "plugin" / "made_result.py"), made], check=True)
    for path in (real, made, sites):
        r = check_all(path)
        if path == real:
            print(r)
            check_frames(r)
            check(len(r.scene) > 1000 and "friction" in r.scene and r.mesh_report == "", "scene")
            check(r.provenance["title"] == "Hopper with a sliding gate"
                  and "fill.count=500" in r.provenance["command_line"], f"{r.provenance}")
            check(len(r[-1].contacts) > 100, "there are contacts")
            check(r.structures["funnel"].sums(0.2).contact_time.sum() > 0
                  and r[-1].collisions["grains_by_speed"].sum() > 0, "there are sums and collisions")
            check(r[-1].grains.unit("velocity") == "m/s" and "mass" in r[-1].grains, "full arrays")
        if path == sites:
            triangles = r.structures["left"].surface.triangles
            check(triangles.shape == (len(r.structures["left"].faces), 3, 3), "triangles")
            check("triangles" in r.mesh_report and len(r.sites) > 1000, r.mesh_report)
        r.close()
    check_lazy(real)
    check_memory(folder)
    check_following(folder)
    check_reopened(folder, made)
    shutil.copy(real, f"{folder}/hopper.vtkhdf")
    check_pythons(folder)
    check_readme(folder)
report()
