"""Scenes and results of tests of held grains: a bench that runs scenes, its tables, a bed."""
from trial import Bench, Run  # noqa: F401

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
