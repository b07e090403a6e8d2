"""A mesh file is read on its own: missing material files do not matter, missing data files are
reported.

    mesh_companions.py GRANUM

An OBJ names a material file and holds all triangles without it: its path may hold "..", the file
may be there, be missing or be a folder, and the groups named by material are the same.  A glTF
keeps its triangles in a file beside it, which is still found, and missed by name.  No result
replaces that file or a texture, not even with --force.
"""
import base64
import json
import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import check, finish  # noqa: E402

SCENE = """
materials: {g: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25},
            h: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [g, g], restitution: 0.8, friction: 0.5},
                   {between: [g, h], restitution: 0.8, friction: 0.5},
                   {between: [h, h], restitution: 0.8, friction: 0.5}]}
structures: [{name: b, mesh: "%s", material: g%s}]
grains: [{list: {material: g, grains: [{position: [0.5, 0.5, 3], radius: 0.2}]}}]
time: {end: 0.01}
output: {every: 0.01}
"""
GROUPS = ", groups: [{name: red, material: h}]"
POINTS = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
SIDES = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]


def write_obj(path, library):
    with open(path, "w") as f:
        f.write("mtllib %s\n" % library)
        f.writelines("v %g %g %g\n" % p for p in POINTS)
        for k, s in enumerate(SIDES):
            f.write("usemtl %s\n" % ("red" if k < 2 else "blue"))
            f.write("f %d %d %d\n" % tuple(c + 1 for c in s))


def write_gltf(path, buffer):
    points = b"".join(struct.pack("<3f", *p) for p in POINTS)
    sides = b"".join(struct.pack("<3H", *s) for s in SIDES)
    if buffer:
        with open(os.path.join(os.path.dirname(path), buffer), "wb") as f:
            f.write(points + sides)
    uri = buffer or "data:application/octet-stream;base64," + base64.b64encode(points + sides).decode()
    with open(path, "w") as f:
        json.dump({"asset": {"version": "2.0"}, "images": [{"uri": "a%20map.png"}], "scene": 0, "scenes": [{"nodes": [0]}],
                   "nodes": [{"mesh": 0}],
                   "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
                   "buffers": [{"uri": uri, "byteLength": len(points + sides)}],
                   "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": len(points)},
                                   {"buffer": 0, "byteOffset": len(points), "byteLength": len(sides)}],
                   "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3",
                                  "min": [0, 0, 0], "max": [1, 1, 1]},
                                 {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}]},
                  f)


def look(granum, folder, mesh, groups):
    scene = os.path.join(folder, "scene.yaml")
    with open(scene, "w") as f:
        f.write(SCENE % (mesh, groups))
    done = subprocess.run([granum, "check", scene, "--no-audit"], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def main():
    granum = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        for name in ("near", "meshes", "meshes/deep", "meshes/taken.mtl"):
            os.mkdir(os.path.join(folder, name))
        meshes = os.path.join(folder, "meshes")
        with open(os.path.join(meshes, "there.mtl"), "w") as f:
            f.write("newmtl blue\nKd 0 0 1\nnewmtl red\nKd 1 0 0\n")
        for name in ("there", "missing", "taken"):
            write_obj(os.path.join(meshes, name + ".obj"), name + ".mtl")
        write_obj(os.path.join(meshes, "folder.obj"), "../meshes")
        for name in ("there", "missing", "taken", "folder"):
            for way in ("meshes/", "near/../meshes/", "near/../meshes/deep/../"):
                code, said = look(granum, folder, way + name + ".obj", GROUPS)
                check("obj, library %s, by %s" % (name, way),
                      code == 0 and "4 triangles" in said, said)
        write_gltf(os.path.join(meshes, "whole.gltf"), "")
        write_gltf(os.path.join(meshes, "beside.gltf"), "beside.bin")
        write_gltf(os.path.join(meshes, "alone.gltf"), "alone.bin")
        os.remove(os.path.join(meshes, "alone.bin"))
        for name in ("whole", "beside"):
            code, said = look(granum, folder, "near/../meshes/%s.gltf" % name, "")
            check("gltf, %s" % name, code == 0 and "4 triangles" in said, said)
        with open(os.path.join(meshes, "a map.png"), "w") as f:
            f.write("a texture")
        look(granum, folder, "meshes/beside.gltf", "")
        for name in "beside.bin", "a map.png":
            path = os.path.join(meshes, name)
            with open(path, "rb") as f:
                before = f.read()
            done = subprocess.run([granum, "run", os.path.join(folder, "scene.yaml"), "-o", path, "--force"],
                                  capture_output=True, text=True)
            with open(path, "rb") as f:
                check("no result over %s" % name, done.returncode == 2 and "that this run reads" in done.stderr
                      and f.read() == before, done.stderr)
        code, said = look(granum, folder, "meshes/alone.gltf", "")
        check("gltf without its buffer is refused", code == 2 and "alone.bin" in said, said)
    finish()


main()
