"""Results that are damaged on purpose, and what a program wrote to a file."""
import os
import signal
import struct
import subprocess

import h5py

SCENE = """
materials: {glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [glass, glass], restitution: 0.8, friction: 0.5}]}
domain: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}
grains:
  - fill: {box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}, material: glass,
           radius: 2 mm, count: 300, seed: 1}
time: {end: 20 ms}
output: {every: 1 ms}
"""
RADIUS = "VTKHDF/PointData/radius"


#: Grains fall on a floor; times, frames and arrays are added with FLOOR % (end, output).
FLOOR = """
materials: {glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [glass, glass], restitution: 0.8, friction: 0.5}]}
domain: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}
structures: [{name: floor, material: glass, plane: {point: [0, 0, 0.002], normal: [0, 0, 1]}}]
gravity: [0, 0, -9.81]
grains:
  - fill: {box: {min: [0, 0, 0.002], max: [0.1, 0.1, 0.03]}, material: glass,
           radius: 2 mm, count: 400, seed: 1}
time: {end: %s}
output: {%s}
"""


def kill_run(granum, folder):
    """The path of a result of SCENE, in folder/scene.yaml, whose run was killed after 9 frames."""
    path = folder / "killed.vtkhdf"
    run = subprocess.Popen([granum, "run", folder / "scene.yaml", "-o", path, "--progress", "json",
                            "--set", "time.end=10"], stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, text=True)
    announced = 0
    while announced < 9:
        announced += '"frame"' in run.stdout.readline().split(",")[0]
    run.send_signal(signal.SIGKILL)
    run.stdout.close()
    run.wait()
    return path


def flip(path, table, row):
    """Flip a bit in the chunk of a row."""
    with h5py.File(path, "r", libver="latest", swmr=True) as file:
        set_ = file[table]
        at = (row // set_.chunks[0] * set_.chunks[0],) + (0,) * (set_.ndim - 1)
        chunk = set_.id.get_chunk_info_by_coord(at)
    with open(path, "r+b") as file:
        file.seek(chunk.byte_offset + chunk.size // 2)
        byte = file.read(1)[0]
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte ^ 4]))


def read_log(path, inode):
    """[(what, offset, bytes)] of the file."""
    data, at, found = path.read_bytes(), 0, []
    while at < len(data):
        what = data[at:at + 1].decode()
        ino, offset, n = struct.unpack_from("<3q", data, at + 1)
        at += 25
        if ino == inode:
            found.append((what, offset, data[at:at + n]))
        at += n
    return found
