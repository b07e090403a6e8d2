"""packages PROGRAM CPACK BUILD VERSION PLUGIN -- the Debian packages, built and looked into.

CPack packs the build tree.  Each package has what belongs to it, its checksums, and
dependencies of its own program or library; lintian finds no error.  Unpacked into a folder
without apt, program, man page, cases, Python package and library serve from there, and nothing of
them knows the build tree.  tests/bare_packages installs them in a Debian that has nothing.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402

program, cpack, build, version, plugin = sys.argv[1:6]
series = ".".join(version.split(".")[:2])
LIB = r"usr/lib/[\w-]+/"

# Paths that a package must have; what is not listed is allowed.
WANTED = {
    "granum": ["usr/bin/granum$", "usr/share/man/man1/granum.1.gz$",
               "usr/share/bash-completion/completions/granum$",
               "usr/share/zsh/vendor-completions/_granum$",
               "usr/share/granum/data/cases/mixer/scene.yaml$",
               "usr/share/granum/data/shapes/blade.stl$"],
    "libgranum" + series: [LIB + r"libgranum\.so\.%s -> " % re.escape(series),
                           LIB + r"libgranum\.so\.%s$" % re.escape(version)],
    "libgranum-dev": [LIB + r"libgranum\.so -> ", "usr/include/granum.h$",
                      LIB + "cmake/Granum/GranumConfig.cmake$", LIB + "pkgconfig/granum.pc$"],
    "python3-granum": ["usr/lib/python3/dist-packages/granum/__init__.py$",
                       "usr/lib/python3/dist-packages/granum/figures/networks.py$",
                       "usr/share/granum/python/granum -> "],
}
NEEDS = {
    "granum": ["libhdf5", "libyaml-0-2", "libassimp", "libgomp1", "libc6"],
    "libgranum" + series: ["libhdf5", "libyaml-0-2", "libassimp", "libgomp1", "libc6"],
    "libgranum-dev": [r"libgranum%s \(= " % re.escape(series)],
    "python3-granum": ["python3", "python3-numpy", "python3-h5py", "python3-matplotlib",
                       "libgranum"],
}
if Path(build, "lib/granum/libgranum_mpi.so").exists():
    WANTED["granum-mpi"] = [LIB + "granum/libgranum_mpi.so$"]
    NEEDS["granum-mpi"] = [r"granum \(= ", "openmpi-bin", "libopenmpi"]
if plugin == "TRUE":
    WANTED["paraview-granum"] = [LIB + "paraview-[0-9.]+/plugins/Granum/Granum.so$",
                                 LIB + "paraview-[0-9.]+/plugins/granum.xml$"]
    NEEDS["paraview-granum"] = ["paraview ", r"granum \(= ", r"python3-granum \(= ", "libqt5core5a"]


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)


def contents(deb):
    """Paths, and those of links with what they point to; folders are left out."""
    lines = run("dpkg-deb", "-c", deb).stdout.splitlines()
    return [re.split(r" \./", line, maxsplit=1)[1] for line in lines if not line.endswith("/")]


def look_into(name, deb):
    paths = contents(deb)
    for wanted in WANTED[name] + ["usr/share/doc/%s/copyright$" % re.escape(name),
                                  "usr/share/doc/%s/changelog.Debian.gz$" % re.escape(name)]:
        check(any(re.match(wanted, path) for path in paths), name, "lacks", wanted)
    check(all(path.startswith("usr/") for path in paths), name, "has paths outside of usr")
    check(not any("__pycache__" in path or path.endswith((".a", ".vtkhdf")) for path in paths),
          name, "has what is made by use")
    depends = run("dpkg-deb", "-f", deb, "Depends").stdout
    for wanted in NEEDS[name]:
        check(re.search(r"(^|[ ,])" + wanted, depends), name, "depends on", depends)
    sums = run("dpkg-deb", "--ctrl-tarfile", deb, encoding="latin-1").stdout
    check("md5sums" in sums, name, "has no md5sums")
    return {path.split(" -> ")[0] for path in paths}


def judge(debs):
    if not shutil.which("lintian"):
        check(False, "no lintian here: apt install lintian")
        return
    done = run("lintian", "--allow-root", *debs)
    errors = re.findall(r"^E: .*", done.stdout, re.M)
    print(done.stdout)
    check(not errors and done.returncode == 0, "lintian:", *errors, done.stderr)


def use(tree):
    """What a user would call, from the unpacked tree alone."""
    place = {"PATH": "%s/usr/bin:/usr/bin:/bin" % tree, "HOME": tree, "OMP_WAIT_POLICY": "passive",
             "PYTHONPATH": "%s/usr/lib/python3/dist-packages" % tree}
    done = run("granum", "--version", env=place)
    check(done.stdout.strip() == "granum " + version, "granum --version:", done.stdout, done.stderr)
    done = run("granum", "cases", env=place)
    check("mixer" in done.stdout, "granum cases:", done.stdout, done.stderr)
    done = run("granum", "run", "bounce", "--progress", "none", "--set", "time.end=0.02", env=place,
               cwd=tree)
    check(done.returncode == 0, "granum run:", done.stderr)
    done = run("granum", "check", "arch", "--no-audit", env=place, cwd=tree)
    check(done.returncode == 0, "granum check of a case with meshes:", done.stderr)
    done = run("granum", "figure", "--list", env=place, cwd=tree)
    check("chains" in done.stdout, "granum figure:", done.stderr)
    done = run("/usr/bin/python3", "-c", "import granum\n"
               "assert granum.__file__.startswith(%r), granum.__file__\n"
               "print(granum.open('bounce.vtkhdf')[-1].grains.position)\n"
               "sim = granum.Simulation('%s/usr/share/granum/data/cases/bounce', threads=1)\n"
               "sim.step(10)\n" % (tree, tree), env=place, cwd=tree)
    check(done.returncode == 0, "the Python package:", done.stderr)
    if shutil.which("man"):
        done = run("man", "-l", "%s/usr/share/man/man1/granum.1.gz" % tree, env=place)
        check("granum run" in done.stdout, "man:", done.stderr)


def knows_nothing(tree):
    """No file names the build tree or looks for libraries in a path of its own."""
    for path in Path(tree).rglob("*"):
        if path.is_symlink() or not path.is_file():
            continue
        data = path.read_bytes()
        check(os.fsencode(build) not in data, path, "names the build tree")
        if data[:4] == b"\x7fELF":
            text = run("readelf", "-d", str(path)).stdout
            check("RPATH" not in text and "RUNPATH" not in text, path, "has a path for libraries")


def main():
    with tempfile.TemporaryDirectory() as work:
        # A build tree that is complete needs no look at its targets: Ninja has none for that.
        done = run(cpack, "-D", "CPACK_CMAKE_GENERATOR=Ninja",
                   "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip", "-B", work, cwd=build)
        check(done.returncode == 0, "cpack:", done.stdout[-2000:], done.stderr)
        debs = {path.name.split("_")[0]: str(path) for path in Path(work).glob("*.deb")}
        check(set(debs) == set(WANTED), "packages:", sorted(debs))
        owners = {}
        for name in sorted(set(debs) & set(WANTED)):
            for path in look_into(name, debs[name]):
                check(path not in owners, path, "is in", name, "and in", owners.get(path))
                owners[path] = name
        tree = os.path.join(work, "tree")
        for deb in debs.values():
            run("dpkg-deb", "-x", deb, tree)
            print(os.path.basename(deb), os.path.getsize(deb), "bytes")
        knows_nothing(tree)
        use(tree)
        judge(debs.values())
    report()


if __name__ == "__main__":
    main()
