"""The package granum of this tree, for tests: `from results import granum`, or open_result in a
test where granum is the program."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
import granum  # noqa: E402, F401
from granum import open as open_result  # noqa: E402, F401
