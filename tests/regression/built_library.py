"""The program in C of the manual is compiled and run after env.sh of the build tree alone.

    built_library.py GRANUM SOURCES BUILD LIBRARY

pkg-config and the loader found the library of packages only; who had built it had to know both paths.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sources, build = map(Path, sys.argv[-3:-1])
page = (sources / "data/manual/tutorial-library.md").read_text()
program = re.search(r"<!-- file: drop.c -->\n```c\n(.*?)```", page, re.S).group(1)
clean = {"HOME": "/nowhere", "PATH": "/usr/bin:/bin"}
with tempfile.TemporaryDirectory() as folder:
    (Path(folder) / "drop.c").write_text(program)
    done = subprocess.run(["bash", "-c", '. "$0"/env.sh && cc drop.c $(pkg-config --cflags --libs granum) -o drop && ./drop',
                           os.fspath(build)], cwd=folder, env=clean, capture_output=True, text=True)
print(done.stdout[-60:] + done.stderr)
sys.exit(0 if done.returncode == 0 and "0.500 s  0.0302 m" in done.stdout else 1)
