#!/usr/bin/env python3
"""contact_headers GRANUM SOLVER -- the headers with the physics of one contact compile as C, as C++
and as OpenCL C 1.2: a graphics processor computes what the solver does, from the same lines.

Each is compiled alone.  The compiler of OpenCL C has no headers of the host: two stand in, one of
which declares the integers that OpenCL C calls otherwise."""
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HEADERS = ["base/types", "base/vec3", "contact/coefficients", "contact/contact", "contact/friction",
           "contact/rolling"]
STDINT = """typedef int int32_t; typedef long int64_t; typedef uint uint32_t;
typedef ulong uint64_t; typedef uchar uint8_t;
"""
HOST = ["-Wall", "-Wextra", "-Werror", "-Wno-psabi", "-Wno-missing-field-initializers"]
WAYS = {
    "C": ["-xc", "-std=c17", *HOST],
    "C++": ["-xc++", "-std=c++17", *HOST, "-Wno-c99-designator", "-Wno-c99-extensions"],
    "OpenCL C": ["-xcl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "-Werror",
                 "-target", "spir64"],
}


def main():
    solver = Path(sys.argv[2]).resolve()
    clang = next((c for c in ("clang", "clang-19", "clang-15", "clang-14") if shutil.which(c)), None)
    if not clang:
        print("skipped: no clang")
        return 0
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "host").mkdir()
        (folder / "host/stdint.h").write_text(STDINT)
        (folder / "host/math.h").write_text("")
        for name, flags in WAYS.items():
            host = ["-isystem", folder / "host"] if name == "OpenCL C" else []
            for header in HEADERS:
                text = folder / "one.c"
                text.write_text(f'#include "{header}.h"\n')
                done = subprocess.run([clang, *flags, *host, "-I", solver, "-fsyntax-only", text],
                                      capture_output=True, text=True)
                faults += done.returncode != 0
                if done.returncode:
                    print(f"FAULT {header}.h as {name}:\n{done.stderr[:1500]}")
    print(f"{len(HEADERS)} headers in {len(WAYS)} languages, {faults} faults")
    return faults != 0


sys.exit(main())
