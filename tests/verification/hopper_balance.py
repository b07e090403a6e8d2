"""The hopper's balance closes: no grain is lost, energy within TOLERANCE of what turned over.

    hopper_balance.py GRANUM CASES [--tolerance FRACTION]

|E + dissipated + out - E0 - work| / (E0 + |work|), from the history of a whole run; the
dissipation is summed in the contact law, so that a damper that is off by 2 % shows.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from results import open_result  # noqa: E402

TOLERANCE = 0.0005


def main():
    granum, cases = sys.argv[1:3]
    tolerance = float(sys.argv[4]) if len(sys.argv) > 4 else TOLERANCE
    with tempfile.TemporaryDirectory() as folder:
        result = os.path.join(folder, "hopper.vtkhdf")
        done = subprocess.run([granum, "run", os.path.join(cases, "hopper"), "-o", result,
                               "--progress", "none", "--set", "grains[0].fill.count=500"], capture_output=True, text=True)
        print(done.stdout + done.stderr)
        if done.returncode:
            sys.exit(done.returncode)
        h = open_result(result).history
    energy = h["kinetic_energy"] + h["elastic_energy"] + h["potential_energy"]
    left = energy + h["dissipated_energy"] + h["energy_out"] - energy[0] - h["structure_work"]
    turned = abs(energy[0]) + abs(h["structure_work"])
    error = abs(left) / turned
    for k in range(0, len(error), max(1, len(error) // 12)):
        print("t %.3f s  dissipated %.5f J  left over %+.2e J  %.4f %%"
              % (h["time"][k], h["dissipated_energy"][k], left[k], 100 * error[k]))
    lost = h["grains_in"] - h["grains_out"] - h["grains"]
    print("largest error %.4f %%, grains lost %d, %d ran into the tray"
          % (100 * error.max(), abs(lost).max(), h["grains"][-1]))
    sys.exit(not (error.max() <= tolerance and abs(lost).max() == 0))


main()
