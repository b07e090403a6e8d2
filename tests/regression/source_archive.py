"""source_archive PROGRAM CMAKE CPACK BUILD [build] -- the sources as an archive, without history.

The archive has the files that git has, if there is a git to compare with, and nothing that a build
or a run leaves.  In it the rules of style that need no program hold, and CMake configures; with
`build` the solver is built there and runs a case.
"""
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402

program, cmake, cpack, build = sys.argv[1:5]
whole = sys.argv[5:] == ["build"]
top = Path(__file__).resolve().parents[2]


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)


def compare(names):
    """With what git has; files of a work tree that are not committed yet count."""
    if not shutil.which("git") or run("git", "-C", str(top), "rev-parse").returncode:
        print("no git here to compare with")
        return
    listed = run("git", "-C", str(top), "ls-files", "--cached", "--others", "--exclude-standard")
    git = {name for name in listed.stdout.splitlines() if (top / name).exists()}
    check(git <= names, "the archive lacks", sorted(git - names)[:10])
    check(names <= git, "the archive has, and git has not", sorted(names - git)[:10])


def main():
    with tempfile.TemporaryDirectory() as work:
        done = run(cpack, "--config", build + "/CPackSourceConfig.cmake", "-B", work, cwd=build)
        archives = list(Path(work).glob("granum-*.tar.gz"))
        check(done.returncode == 0 and len(archives) == 1, "cpack:", done.stdout, done.stderr)
        with tarfile.open(archives[0]) as archive:
            members = archive.getmembers()
            roots = {member.name.split("/")[0] for member in members}
            check(roots == {archives[0].name.removesuffix(".tar.gz")}, "top folders:", roots)
            compare({m.name.split("/", 1)[1] for m in members if not m.isdir() and "/" in m.name})
            archive.extractall(work)
        tree = Path(work) / roots.pop()
        for name in ("arrows", "files", "mentions"):
            done = run(sys.executable, str(tree / "tests/style" / name), str(tree))
            check(done.returncode == 0, "style", name, done.stdout[-1000:], done.stderr)
        made = tree / "build"
        environment = dict(os.environ, GIT_DIR="/nonexistent")
        done = run(cmake, "-S", str(tree), "-B", str(made), "-DGM_PLUGIN=OFF",
                   "-DBUILD_TESTING=%s" % ("OFF" if whole else "ON"), env=environment)
        check(done.returncode == 0, "cmake:", done.stdout[-1000:], done.stderr)
        if whole:
            done = run(cmake, "--build", str(made), "-j2", env=environment)
            check(done.returncode == 0, "build:", done.stdout[-1000:], done.stderr)
            done = run(str(made / "bin/granum"), "run", "bounce", "--progress", "none",
                       "--set", "time.end=0.02", cwd=work)
            check(done.returncode == 0, "run:", done.stderr)
            check((made / "share/man/man1/granum.1").exists(), "no man page")
    report()


if __name__ == "__main__":
    main()
