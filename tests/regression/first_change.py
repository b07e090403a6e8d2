#!/usr/bin/env python3
"""first_change GRANUM [CMAKE] -- the pages of tests/first_change, followed to the letter in a copy of the sources.

The pages' diffs are applied one page after the other, the solver is built once without a warning, and each page's
scene runs; what the page says of the result is asserted by the lines that it prints.  Without CMAKE only the diffs are
applied, which takes a second and finds a page that the sources have left behind.
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

TOP = Path(__file__).resolve().parents[2]


def blocks(page, kind):
    return re.findall(r"(?ms)^```%s\n(.*?)^```$" % kind, page)


def run(*words, **options):
    done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)
    check(done.returncode == 0, *words[:3], done.stdout[-1500:], done.stderr[-1500:])
    return done.returncode == 0


def follow(page, tree):
    text = page.read_text()
    patch = tree / "page.patch"
    patch.write_text("".join(blocks(text, "diff")))
    return run("git", "apply", "--whitespace=error", str(patch), cwd=tree) if shutil.which("git") else \
        run("patch", "-p1", "-i", str(patch), cwd=tree)


def main():
    pages = sorted((TOP / "tests/first_change").glob("*.md"))
    with tempfile.TemporaryDirectory() as folder:
        tree, build = Path(folder) / "sources", Path(folder) / "build"
        for part in ("CMakeLists.txt", "CMakePresets.json", "LICENSE", "solver", "packaging", "python", "xml", "plugin",
                     "data/cases", "data/shapes", "data/manual", "data/pictures", "data/README.md"):
            source, to = TOP / part, tree / part
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(source, to) if source.is_dir() else shutil.copy(source, to)
        print(len(pages), "pages")
        check(len(pages) == 3, "pages")
        if not all([follow(page, tree) for page in pages]) or len(sys.argv) < 3:
            return report()
        if not (run(sys.argv[2], "--preset", "solver", "-B", str(build), "-DGM_WERROR=ON", "-DBUILD_TESTING=OFF", cwd=tree) and
                run(sys.argv[2], "--build", str(build), "-j", str(os.cpu_count()), "--target", "granum")):
            return report()
        environment = {**os.environ, "PYTHONPATH": str(tree / "python")}
        for page in pages:
            text, name = page.read_text(), page.stem
            (Path(folder) / (name + ".yaml")).write_text(blocks(text, "yaml")[0])
            if run(str(build / "bin/granum"), "run", name + ".yaml", "-t", "1", cwd=folder):
                run(sys.executable, "-c", blocks(text, "python")[0], cwd=folder, env=environment)
    report()


if __name__ == "__main__":
    main()
