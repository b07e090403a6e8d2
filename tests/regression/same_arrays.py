"""same_arrays.py A B -- exit code 0 if two results have the same arrays, bit for bit."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import arrays, differences  # noqa: E402

wrong = differences(*map(arrays, sys.argv[1:3]))
print(*wrong[:3], sep="\n")
sys.exit(1 if wrong else 0)
