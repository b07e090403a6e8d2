"""Functions for tests that count their checks: a message for each failed check, a summary."""
import sys

faults = []
checks = 0


def check(good, sentence):
    global checks
    checks += 1
    if not good:
        faults.append(sentence)
        if len(faults) <= 20:
            print("failed:", sentence, flush=True)
    return good


def report():
    print(f"{checks} checks, {len(faults)} failed")
    sys.exit(1 if faults or not checks else 0)
