#!/usr/bin/env python3
"""force_along_path.py PROGRAM PICTURE -- plot the force along the paths of force_along_path.

PROGRAM is the built test; it writes the paths, this draws for each the force of the exact
triangles, of the sites alone, and of the sites with the default tolerance.
"""
import csv
import subprocess
import sys
import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt


def read(path):
    """Columns of each path: s / r and three forces."""
    paths = {}
    with open(path, newline="") as file:
        rows = csv.reader(file, delimiter=";")
        next(rows)
        for name, *numbers in rows:
            paths.setdefault(name, []).append([float(x) for x in numbers])
    return {name: list(zip(*rows)) for name, rows in paths.items()}


def main():
    program, picture = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "paths.csv"
        subprocess.run([program, table], check=True, stdout=subprocess.DEVNULL)
        paths = read(table)
    figure, axes = plt.subplots(3, 3, figsize=(13, 9), layout="constrained")
    for ax, (name, (s, exact, sites, ours)) in zip(axes.flat, paths.items()):
        ax.plot(s, sites, color="tab:orange", linewidth=1, label="sites alone")
        ax.plot(s, exact, color="black", linewidth=3, label="exact triangles")
        ax.plot(s, ours, color="tab:cyan", linewidth=1, label="tolerance 2 %")
        ax.set_title(name)
        ax.set_ylim(0, max(2.0, 1.1 * max(max(exact), max(sites))))
    axes[0, 0].legend()
    figure.supxlabel("way / r")
    figure.supylabel("force / (k 0.01 r)")
    figure.savefig(picture, dpi=80)


if __name__ == "__main__":
    main()
