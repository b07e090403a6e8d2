"""Cases whose structures are moved by forces or by a servo do what mechanics says.

    bodies_in_cases.py GRANUM CASES CASE

  top      each integrator turns the plate over at the exact times, K(k) by complete elliptic integrals
           (asymmetric_top.c has the formulas), and keeps the energy as it does alone (tests/bench/rotation)
  lid      the bed carries 10 kPa within 0.1 %, the lid has come to rest, and history and frames agree on
           where it is; the floor carries the weight of the grains too
  paddle   torque times angle is the work of the motor; that work less what the blade does on the grains is
           its kinetic energy.  A motor that is twice as strong turns it faster, but not twice as fast as
           without grains: the rate has come to rest where the grains take the torque
  wheel    the wheel drives forward with slip, and the bed carries its weight

Runs are short, with few grains.  Of cases with grains none is lost, and the balance of energy closes
within 2.5 % of what was dissipated (as heaps).
"""
import sys
from pathlib import Path

import numpy as np

import bulk

FLIPS = [10.9169, 30.4698, 50.0226, 69.5755, 89.1284]  # s
#: By integrator: error of the energy with steps of 10 ms, and of the flips in s: about that of the attitude
#: in rad over the rate at a flip, 0.58 rad/s, and 5e-5 s of the digits above.
TOPS = {"no_squish": (9.0e-6, 2.5e-4), "quaternion": (4.8e-7, 2.5e-4),
        "rotation_matrix": (5.6e-9, 1.5e-4), "euler_angles": (1.1e-9, 1.5e-4)}


def turned_back(q, v):
    """World vectors [n, 3] in the frames of bodies, q: w x y z."""
    w, u = q[:, :1], -q[:, 1:]
    cross = 2.0 * np.cross(u, v)
    return v + w * cross + np.cross(u, cross)


def balanced(check, result):
    check(bulk.lost(result) == 0, "no grain is lost")
    left = bulk.left_over(result)
    check(left < 0.025, "the balance closes within 2.5 %% of the dissipation: %.2f %%" % (100 * left))


def top(check, result):
    for name, (most, late) in TOPS.items():
        plate = result.structures[name].loads
        time, energy = plate["time"], plate["kinetic"]
        body = turned_back(plate["orientation"], plate["angular_momentum"])[:, 1] / 2.0
        k = np.flatnonzero(body[1:] * body[:-1] < 0)
        check(len(k) == len(FLIPS), "%s: five flips" % name)
        flips = time[k] + (time[k + 1] - time[k]) * body[k] / (body[k] - body[k + 1])
        wrong = abs(flips - FLIPS).max() if len(k) == len(FLIPS) else np.inf
        check(wrong < late, "%s: flips within %.1e s of the exact times: %.1e" % (name, late, wrong))
        off = abs(energy / energy[0] - 1.0).max()
        check(0.5 * most < off < 2.0 * most, "%s: energy off by %.1e: %.2e" % (name, most, off))
        check(abs(energy[0] - 1.0002) < 1e-12, "%s: kinetic energy 1.0002 J" % name)
        moment = np.linalg.norm(plate["angular_momentum"], axis=1)
        check(abs(moment / moment[0] - 1.0).max() < 2.0e-5, "%s: angular momentum" % name)


def lid(check, result):
    plate, floor = result.structures["lid"], result.structures["box"]
    area, time = 0.03 * 0.03, plate.loads["time"]
    late = time > time[-1] - 0.02
    pressure = plate.loads["force"][late, 2].mean() / area
    check(abs(pressure / 10.0e3 - 1.0) < 1e-3, "10 kPa within 0.1 %%: %.2f Pa" % pressure)
    z = plate.loads["position"][:, 2]
    check(np.ptp(z[late]) < 1e-6, "the lid is at rest: moves by %.1e m" % np.ptp(z[late]))
    same = abs(np.interp(result.times, time, z) - plate.poses["position"][:, 2]).max()
    check(same < 1e-12, "frames and history agree on its place: %.1e m" % same)
    weight = 9.81 * 2500.0 * 4.0 / 3.0 * np.pi * (result[-1].grains.radius ** 3).sum()
    borne = -floor.loads["force"][late, 2].mean()
    check(abs(borne / (weight + pressure * area) - 1.0) < 1e-3,
          "the floor bears lid and grains within 0.1 %%: %.4f N" % borne)
    balanced(check, result)


def paddle(check, result):
    blade = result.structures["blade"].loads
    torque, time = 8.0e-3, blade["time"]
    q = blade["orientation"]
    angle = np.unwrap(2.0 * np.arctan2(q[:, 3], q[:, 0]))
    work, kinetic = blade["applied_work"], blade["kinetic"]
    wrong = abs(work - torque * (angle - angle[0])).max() / work[-1]
    check(wrong < 2e-4, "work of the motor is torque times angle: %.1e" % wrong)
    # Rates of instants are summed, which is of second order in the step where it starts;
    # both agree within the trapezoidal rule for impacts of some ten steps.
    wrong = abs(work - blade["work"] - kinetic).max() / work[-1]
    check(wrong < 1e-3, "it goes into kinetic energy and into the grains: %.1e" % wrong)
    momentum = blade["angular_momentum"][:, 2]
    moment = (momentum**2)[1:].max() / (2.0 * kinetic[1:].max())
    late = time > time[-1] - 0.1
    rate, free = momentum[late].mean() / moment, torque / moment * (time[-1] - 0.2)
    check(5.0 < rate < 0.1 * free, "%.1f rad/s among grains, %.0f without" % (rate, free))
    against = -blade["torque"][late, 2].mean()
    check(abs(against / torque - 1.0) < 0.1, "the grains take the torque within 10 %%: %.2f" % (against / torque))
    balanced(check, result)


def wheel(check, result):
    body = result.structures["wheel"].loads
    time, x = body["time"], body["centre"]
    drives = time > time[-1] - 0.25
    speed = (x[-1, 0] - x[drives, 0][0]) / (time[-1] - time[drives][0])
    slip = 1.0 - speed / (2.0 * np.pi * 0.028)
    check(0.05 < slip < 0.7, "it drives with slip %.2f" % slip)
    check(abs(x[:, 1] - x[0, 1]).max() < 1e-15, "it does not move along y")
    borne = body["force"][drives, 2].mean() / (0.12 * 9.81)
    check(abs(borne - 1.0) < 0.1, "the bed bears its weight within 10 %%: %.3f" % borne)
    angle = 2.0 * np.arctan2(body["orientation"][:, 2], body["orientation"][:, 0])
    asked = 2.0 * np.pi * (time - 0.35)
    check(abs(angle - asked)[time > 0.36].max() < 1e-9, "it turns as prescribed")
    balanced(check, result)


KEYS = {
    "lid": ["grains[0].fill.count=800", "structures.lid.box.min=[0, 0, 30 mm]", "time.end=0.3",
            "structures.lid.box.max=[30 mm, 30 mm, 33 mm]", "time.step=3e-6",
            "grains[0].fill.box.max=[30 mm, 30 mm, 29 mm]", "output.precision=double"],
    "paddle": ["materials.glass.youngs_modulus=2 MPa", "materials.steel.youngs_modulus=2 MPa",
               "time.end=0.6", "output.precision=double", "output.audit=false"],
    "wheel": ["materials.sand.youngs_modulus=2 MPa", "materials.rubber.youngs_modulus=2 MPa",
              "time.end=0.8", "output.precision=double", "output.audit=false"],
}


def main():
    granum, cases, case = sys.argv[1:4]
    check = bulk.Checks()
    result = bulk.run(granum, Path(cases) / case, KEYS.get(case, []))
    {"top": top, "lid": lid, "paddle": paddle, "wheel": wheel}[case](check, result)
    check.exit()


if __name__ == "__main__":
    main()
