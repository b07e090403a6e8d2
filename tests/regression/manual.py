"""manual PROGRAM SOURCES BUILD PLUGIN [PAGE ...] -- what the manual shows is true.

Blocks of the pages are executed in their order, in an empty folder for each page, as a comment
before a block says:

    <!-- file: NAME -->      the block is saved as NAME
    <!-- run -->             sh or python: the block is executed and must succeed
    <!-- run paraview -->    likewise, if the plugin is built
    <!-- run; fails -->      the last command must end with exit code 2
    <!-- output -->          the last output contains each line, but for the digits of numbers
    <!-- not run: WHY -->    only to be read
    ...; short: A -> B       A is B in the test, so that runs are short

A block with a language and without such a comment is an error.
"""
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402

program, sources, build, plugin = (os.path.abspath(sys.argv[1]), Path(sys.argv[2]),
                                   Path(sys.argv[3]).resolve(), sys.argv[4] == "TRUE")
BLOCK = re.compile(r"(?:^ *<!-- (?P<note>.*?) -->\n)?^(?P<indent> *)```(?P<language>[a-z]+)\n"
                   r"(?P<body>.*?)^ *```$", re.M | re.S)
NUMBER = re.compile(r"[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?")


def environment(folder):
    """That of a user who has installed everything; libraries are those of the build tree."""
    top = sources.resolve().parents[1]
    (folder / "granum.pc").write_text(
        "Name: granum\nDescription: x\nVersion: 1\nLibs: -L%s/lib -lgranum\nCflags: -I%s\n"
        % (build, top / "solver/include"))
    plugins = [str(p.parent) for p in build.glob("lib/*/plugins/Granum/Granum.so")]
    found = dict(os.environ, PKG_CONFIG_PATH=str(folder), OMP_WAIT_POLICY="passive",
                 PATH="%s:/usr/bin:/bin" % Path(program).parent, LD_LIBRARY_PATH=str(build / "lib"),
                 PYTHONPATH=str(top / "python"), GRANUM_LIBRARY=str(build / "lib/libgranum.so"),
                 GRANUM_PROGRAM=program, PV_PLUGIN_PATH=":".join(plugins))
    return found


def shortened(text, note):
    for old, new in re.findall(r"short: (.*?) -> (.*?)(?:$|;)", note):
        check(old in text, "no '%s' to shorten in:\n%s" % (old, text))
        text = text.replace(old, new)
    return text


def execute(language, text, folder, place, fails):
    words = ["bash", "-euo", "pipefail", "-c", text]
    if language == "python":
        words = ["/usr/bin/python3", "-c", text]
    start = time.monotonic()
    done = subprocess.run(words, cwd=folder, env=environment(folder.parent), text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    wanted = 2 if fails else 0
    check(done.returncode == wanted, "%s ended with %d:\n%s\n%s"
          % (place, done.returncode, text, done.stdout[-3000:]))
    print("  %5.1f s  %s" % (time.monotonic() - start, text.strip().splitlines()[0][:90]))
    return done.stdout


def plain(text):
    return re.sub(r"\s+", " ", NUMBER.sub("#", text))


def read(page):
    text = page.read_text()
    tutorial = page.stem.startswith("tutorial") or page.stem == "first"
    with tempfile.TemporaryDirectory() as work:
        folder, last = Path(work) / "user", ""
        folder.mkdir()
        for block in BLOCK.finditer(text):
            note, language = block["note"] or "", block["language"]
            body = "".join(line.removeprefix(block["indent"])
                           for line in block["body"].splitlines(True))
            place = "%s:%d" % (page.name, text.count("\n", 0, block.start()) + 1)
            body = shortened(body, note)
            kind = note.split(";")[0]
            if kind.startswith("file: "):
                (folder / kind[6:].strip()).write_text(body)
            elif kind == "run" or (kind == "run paraview" and plugin):
                last = execute(language, body, folder, place, "; fails" in note)
            elif kind == "output":
                for line in body.strip().splitlines():
                    check(plain(line) in plain(last), place, "the output has no", line, "\n", last)
            else:
                check(kind.startswith("not run: ") or kind == "run paraview" or
                      (not tutorial and not kind), place, "says not what to do:", note)


pages = [sources / (name + ".md") for name in sys.argv[5:]] or sorted(sources.glob("*.md"))
for page in pages:
    print(page.name)
    read(page)
used = os.times()
print("%.0f s of processor time" % (used.children_user + used.children_system))
report()
