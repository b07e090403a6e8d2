"""Functions for tests that count their checks: a message for each failed check, a summary."""
import sys

faults = []
checks = 0


def check(good, *sentence):
    global checks
    checks += 1
    if not good:
        faults.append(sentence)
        if len(faults) <= 20:
            print("failed:", *sentence, flush=True)
    return good


def tell(good, *sentence):
    """The same, and a sentence that holds is printed too: it has a number to be read."""
    if good:
        print(*sentence)
    return check(good, *sentence)


def report():
    print(f"{checks} checks, {len(faults)} failed")
    sys.exit(1 if faults or not checks else 0)
