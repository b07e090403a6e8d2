"""held_groups.py GRANUM -- groups of held grains stand, release, repeat and are refused as they should.

Each sentence has its exact answer, each scene is run by the program itself:

 places     held grains stand where the motion puts them, over periodic sides too, to round-off;
            outside an open side they are gone
 release    released grains fly as a stone that was thrown; two that overlap push off, and what their
            contact holds is counted
 bits       the same on one and two threads
 source     a result gives its grains back free, or held on request
 faults     a wrong scene is refused with the place of the fault and its remedy
"""
import os
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from held import BED, BOX, Bench, G, Run, SWING, head, table  # noqa: E402
from trial import arrays, check, differences, finish  # noqa: E402

def places(bench):
    rows = [[2e-3, 2e-3, 2e-3, 1e-3], [3e-3, 2e-3, 2e-3, 1e-3], [4e-3, 5e-3, 2e-3, 0.7e-3]]
    text = head(BOX) + """
grains: [{list: {material: glass, grains: %s}}]
held:
  - name: wheel
    ids: [0, 1, 2]
    origin: [4 mm, 2 mm, 2 mm]
    motion: [{translate: {velocity: [1, 0.3, 0]}}, {table: {rows: [{time: 0}, {time: 50 ms, rotation: [0, 0, 2]}, {time: 0.1, rotation: [0, 0, 4]}]}}]
time: {end: 0.1, step: 5 us}
output: {every: 0.01, precision: double}
""" % table(rows)
    run = bench.run(text, "places")
    worst = speed = 0
    for k in range(run.frames):
        f = run.frame(k)
        t, a = f["time"], 40 * f["time"]
        turn = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
        o, v = np.array([4e-3, 2e-3, 2e-3]), np.array([1, 0.3, 0])
        arm = (np.array(rows)[:, :3] - o) @ turn.T
        x = o + v * t + arm
        x[:, :2] %= 16e-3
        way = np.abs(f["points"] - x)
        way[:, :2] = np.minimum(way[:, :2], 16e-3 - way[:, :2])
        worst = max(worst, way.max())
        spin = 40 if k + 1 < run.frames else 0  # the table ends, and the wheel rests
        want = v + np.cross([0, 0, spin], arm)
        speed = max(speed, np.abs(f["velocity"] - want).max())
    check("held grains stand where their motion puts them, over sides too",
          worst < 1e-13 and speed < 1e-9, "off by %.1e m, %.1e m/s" % (worst, speed))
    check("and touch no other of their group", (run.h["contacts_grain"] == 0).all())


def leaving(bench):
    text = head("domain: {min: [-1, -1, -1], max: [1, 1, 0.01]}") + """
grains: [{list: {material: glass, grains: [{position: [0, 0, 8 mm], radius: 1 mm}, {position: [0, 0, -20 mm], radius: 1 mm}, {position: [0.5, 0, 0], radius: 1 mm}]}}]
held: [{ids: [0, 1], motion: [{translate: {velocity: [0, 0, 1]}}]}]
time: {end: 20 ms, step: 10 us}
output: {every: 10 ms, precision: double}
"""
    run = bench.run(text, "leaving")
    check("a held grain that passes an open side is gone, its group is not",
          list(run.frame(-1)["held"]) == [1, 0] and run.h["grains_out_z_max"][-1] == 1
          and run.h["energy_out"][-1] == 0 and abs(run.h["energy_error"][-1]) < 1e-16)


def release(bench):
    text = head() + """
grains: [{list: {material: glass, grains: [{position: [0, 0, 0], radius: 1 mm}, {position: [9 mm, 0, 0], radius: 1 mm}]}}]
held: [{sources: [0], until: 20 ms, origin: [0, 0, 0], motion: [{translate: {velocity: [0.2, 0, 1]}}, {rotate: {axis: [0, 0, 1], through: [0, 0, 0], rate: 0}}]}]
time: {end: 0.1, step: 10 us, scheme: %s}
output: {every: 10 ms, precision: double}
"""
    for scheme in ("leapfrog", "velocity_verlet", "adams_bashforth_2"):
        run = bench.run(text % scheme, "release")
        f, t = run.frame(-1), 0.08
        x = [0.2 * 0.1, 0, 0.02 + t - 0.5 * G * t * t]
        off = np.abs(f["points"][0] - x).max()
        check("a released grain flies on, " + scheme,
              off < 1e-12 and abs(run.h["energy_error"][-1]) < 1e-16 and not f["held"].any(),
              "off by %.1e m, the balance by %.1e J" % (off, run.h["energy_error"][-1]))
    # Two that overlap by 5 % of the radius, and one of another group that stays.
    for e, mu in ((1.0, 0.0), (0.6, 0.4)):
        text = head(e=e, mu=mu).replace("-9.81", "0") + """
grains: [{list: {material: glass, grains: [{position: [0, 0, 0], radius: 1 mm}, {position: [1.95 mm, 0, 0], radius: 1 mm}, {position: [0, 1.97 mm, 0], radius: 1 mm}]}}]
held: [{name: pair, ids: [0, 1], until: 1 ms}, {name: wall, ids: [2]}]
time: {end: 5 ms, step: 0.5 us}
output: {every: 0.5 ms, precision: double}
"""
        h = bench.run(text, "apart").h
        rise = h["energy_in"][-1]
        E, R = 0.5 * 1e7 / (1 - 0.25**2), 0.5e-3
        want = 8 / 15 * E * np.sqrt(R) * (0.05e-3**2.5 + 0.03e-3**2.5)
        off = np.abs(h["energy_error"]).max() / want
        check("what overlaps when it is released pushes off, e = %g" % e,
              abs(rise / want - 1) < 1e-9 and off < 1e-3 and h["kinetic_energy"][-1] > 0.1 * want,
              "energy %.6f of the exact, balance off by %.1e" % (rise / want, off))


def bits(bench):
    text = head(BOX) + BED % (SWING, 0.1, "", 0.02, 0.002)
    text = text.replace("}}]}]\ntime", "}}], until: 60 ms}]\ntime")
    one, two = (arrays(bench.run(text, "bits", n).path) for n in (1, 2))
    check("the same bits on one and two threads", not differences(one, two),
          ", ".join(differences(one, two)))


def source(bench):
    first = head(BOX) + BED % (SWING, 0.02, "", 0.01, 0.01)
    bench.run(first, "bed")
    again = head(BOX) + """
grains: [{result: {file: bed.vtkhdf}}]
%stime: {end: 5 us, step: 5 us}
output: {every: 5 us, precision: double}
"""
    before = Run(os.path.join(bench.folder, "bed.vtkhdf")).frame(-1)
    free = bench.run(again % "", "again")
    check("a result as source: its grains are free", "held" not in free.frame(0))
    held = bench.run(again % "held: [{was: 1}]\n", "again").frame(0)
    check("or held again on request", np.array_equal(held["held"], before["held"])
          and held["held"].any() and not held["held"].all())
    code, said, _ = bench.call(again % "held: [{was: 2}]\n", "again")
    check("a group that was not there is a fault", code == 2 and "holds no grain" in said, said)


def faults(bench):
    text = head() + """
grains:
  - list: {material: glass, grains: [{position: [0, 0, 0], radius: 1 mm}, {position: [3 mm, 0, 0], radius: 1 mm}, {position: [6 mm, 0, 0], radius: 1 mm}]}
  - pour: {box: {min: [0, 0, 10 mm], max: [16 mm, 16 mm, 16 mm]}, material: glass, radius: 0.9 mm, rate: 500}
held: [%s]
time: {end: 5 us, step: 5 us}
output: {every: 5 us}
"""
    cases = [
        ("grains that may overlap, since they are held", "{ids: [0, 1]}", None),
        ("of which one is free", "{ids: [0]}",
         "grains[0].list.grains[1]: overlaps grain 0, at (0, 0, 0) m, by more than 7 %"),
        ("no grains named", "{name: a, until: 1}", "held[0]: 'a' names no grains; give sources, labels"),
        ("a label that no grain has", "{name: a, labels: [3]}",
         "held[0]: 'a' holds no grain: no grain present at the start meets all its conditions"),
        ("a region without grains", "{box: {min: [1, 1, 1], max: [2, 2, 2]}}",
         "held[0]: 'held0' holds no grain"),
        ("a region without inside", "{box: {min: [1, 1, 1], max: [2, 0, 2]}}", "held[0].box"),
        ("an id that is not there", "{ids: [0, 1, 9]}",
         "held[0]: 'held0' lists 3 ids, of which only 2 exist; the largest listed id is 9"),
        ("an id twice", "{ids: [1, 0, 1]}", "held[0].ids: 1 is there twice"),
        ("a source that is not there", "{sources: [5]}", "held[0].sources[0]: there is no source 5"),
        ("a pour", "{sources: [1]}", "held[0].sources[0]: grains[1] is a pour"),
        ("two groups with a grain", "{name: a, ids: [0, 1]}, {name: b, labels: [0]}",
         "held[1]: grain 0 at (0, 0, 0) m is also held by 'a'"),
        ("two groups of a name", "{name: a, ids: [0]}, {name: a, ids: [1]}",
         "held[1].name: 'a' is the name of held[0] too"),
        ("was, without a result", "{was: 1}", "held[0].was: no source of grains is a result"),
        ("a motion that ends before it begins",
         "{ids: [0, 1], motion: [{translate: {velocity: [1, 0, 0]}, from: 2, to: 1}]}",
         "held[0].motion[0].to: 1 s is not after from, 2 s"),
        ("a table without rows", "{ids: [0, 1], motion: [{table: {}}]}",
         "held[0].motion[0].table: has no rows"),
        ("a table whose times fall",
         "{ids: [0, 1], motion: [{table: {rows: [{time: 1}, {time: 0}]}}]}",
         "held[0].motion[0].table.rows[1]: time 0 s is not later than that of the row before"),
        ("a time that is over at the start", "{ids: [0, 1], until: 0}", "held[0].until"),
        ("a motion too fast for the step",
         "{name: a, ids: [0, 1], motion: [{translate: {velocity: [900, 0, 0]}}]}",
         "time.step: in 5e-06 s group 'a' moves by"),
        ("a key that is misspelt", "{id: [0]}", "unknown key"),
    ]
    for what, held, words in cases:
        scene = text % held
        if "overlap" in what or "one is free" in what:
            scene = scene.replace("[3 mm, 0, 0]", "[1 mm, 0, 0]")
        code, said, _ = bench.call(scene, "wrong")
        if words is None:
            check(what, code == 0, said if code else "")
        else:
            check("fault: " + what, code == 2 and words in said, "" if words in said else said)
    # Material of held grains alone: they meet others as a structure does, and need no pair of theirs.
    alone = (text % "{sources: [0]}").replace("materials:\n", "materials:\n  rock: {density: 3000, "
             "youngs_modulus: 1.0e+7, poisson_ratio: 0.25}\n").replace(
             "list: {material: glass", "list: {material: rock")
    code, said, _ = bench.call(alone, "wrong")
    check("fault: a pair of held and free is missing",
          code == 2 and "rock and glass can meet" in said and "rock and rock" not in said, said)


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(os.path.abspath(sys.argv[1]), folder)
        for part in (places, leaving, release, bits, source, faults):
            part(bench)
    finish()


main()
