"""Scenes and results of tests of held grains: a bench that runs scenes, its tables, a bed."""
import os
import subprocess
import sys

import h5py

G = 9.81
HEAD = """
title: held
gravity: [0, 0, -%g]
%%s
materials:
  glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
contacts:
  law: %%s
  pairs: [{between: [glass, glass], restitution: %%g, friction: %%g%%s}]
""" % G


class Run:
    """A result: histories and frames by name."""

    def __init__(self, path):
        self.path = path
        with h5py.File(path, "r") as f:
            self.h = {k: v[()] for k, v in f["granum/history"].items()}
            self.frames = len(f["VTKHDF/Steps/Values"])

    def frame(self, k):
        with h5py.File(self.path, "r") as f:
            k = range(self.frames)[k]
            n, first = f["VTKHDF/NumberOfPoints"][k], f["VTKHDF/Steps/PointOffsets"][k]
            rows = {"time": f["VTKHDF/Steps/Values"][k],
                    "points": f["VTKHDF/Points"][first:first + n]}
            for a in f["VTKHDF/PointData"]:
                at = f["VTKHDF/Steps/PointDataOffsets/" + a][k]
                rows[a] = f["VTKHDF/PointData/" + a][at:at + n]
            return rows


class Bench:
    def __init__(self, granum, folder):
        self.granum, self.folder = granum, folder

    def call(self, text, name, threads=2, sets=()):
        scene = os.path.join(self.folder, name + ".yaml")
        result = os.path.join(self.folder, name + ".vtkhdf")
        with open(scene, "w") as out:
            out.write(text)
        words = [self.granum, "run", scene, "-o", result, "--force", "--progress", "none",
                 "--threads", str(threads)] + [w for s in sets for w in ("--set", s)]
        done = subprocess.run(words, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr, result

    def run(self, text, name, threads=2):
        code, said, result = self.call(text, name, threads)
        if code:
            sys.exit(said)
        return Run(result)


def head(domain="", law="hertz", e=0.7, mu=0.4, more=""):
    return HEAD % (domain, law, e, mu, more)


def table(rows):
    return "[" + ", ".join("{position: [%r, %r, %r], radius: %r}" % tuple(r) for r in rows) + "]"


BOX = "domain: {min: [0, 0, -20 mm], max: [16 mm, 16 mm, 60 mm], boundary: {x: periodic, y: periodic}}"
BED = """
grains:
  - fill: {box: {min: [0, 0, 0], max: [16 mm, 16 mm, 4 mm]}, material: glass, radius: 1 mm, count: 50, label: 7}
  - fill: {box: {min: [0, 0, 6 mm], max: [16 mm, 16 mm, 14 mm]}, material: glass, radius: {uniform: [0.8 mm, 1 mm]}, count: 90}
  - pour: {box: {min: [0, 0, 10 mm], max: [16 mm, 16 mm, 16 mm]}, material: glass, radius: 0.9 mm, rate: 500}
held: [{name: bed, labels: [7], origin: [1 mm, 2 mm, 3 mm], motion: %s}]
time: {end: %g, step: 5 us%s}
output: {every: %g, history: %g, precision: double}
"""
SWING = "[{translate: {velocity: [0.15, 0.05, 0]}}, {oscillate: {amplitude: [0, 0, 0.4 mm], frequency: 25}}]"
