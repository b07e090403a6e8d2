"""hostile_results.py GRANUM [COUNT [FLIPS]] -- crafted results do no harm to any command.

Every crafted file (hostile.py) is given to info, to export in each format, to run, as a result,
as the source of grains of a scene and as an ON-DEM file, and (copies) to repair and to a run that goes on; what
repair mends is a result for info.  Python's reader opens it too, and writes its last frame for ON-DEM: it ends with all arrays or with a ResultError.  A command ends
with 0, or with 1 or 2 and a message; it is never ended by a signal, and it needs neither more
than some seconds of processor time nor much memory.  Nothing of the files beside it is shown.

Beside the result of hostile_real.py, those with bodies and clumps, with material points and with zones
take part with what only they have.  A result with one bit flipped, anywhere or, for half of them, in a block without numbers, gives the
same tables as before, or an error.
"""
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from counted import check, report  # noqa: E402
from hostile import aims, chosen, flips, headers  # noqa: E402
from hostile_real import SCENE_OF, other_results, real_result  # noqa: E402
from results import granum  # noqa: E402
from granum import exchange  # noqa: E402
from granum.program import Wrong  # noqa: E402
from granum.result import scene_of  # noqa: E402

GRANUM = str(Path(sys.argv[1]).resolve())
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 150
FLIPS = int(sys.argv[3]) if len(sys.argv) > 3 else 30
SANITIZED = b"__asan_init" in Path(GRANUM).read_bytes()
SECONDS = 20 if SANITIZED else 5      # of processor time
PATIENCE = 60                         # s  for a command that sleeps, on a busy machine
MEMORY = 1 << 30                      # bytes; a sanitizer needs all addresses
FILE = "crafted.vtkhdf"
ENDS = {0: "read", 1: "ResultError"}  # of Python's reader
SECRET = re.compile(r"(?<![\d.])4711(?!\d)")  # the numbers of the file beside it
FORMATS = ("vtkhdf", "series", "csv")
COMMANDS = [["info", FILE]]
COMMANDS += [["export", FILE, "--as", form, "--to", form] for form in FORMATS]
COMMANDS += [["run", FILE, "-o", "again.vtkhdf", "-t", "1", "--set", "time.end=20 us",
              "--set", "output.every=20 us"],
             ["run", "of_result.yaml", "-o", "of_result.vtkhdf", "-t", "1"],
             ["run", "of_ondem.yaml", "-o", "of_ondem.vtkhdf", "-t", "1"],
             ["repair", "copy.vtkhdf"],
             ["run", "--resume", "resumed.vtkhdf", "-t", "1", "--set", "time.end=2.02 ms"]]


def commands(k):
    """Of file k: where there are few files every other command by turns, info and the tables for each."""
    return [words for j, words in enumerate(COMMANDS)
            if COUNT > 100 or (j + k) % 2 == 0 or words[0] == "info" or "csv" in words]


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(folder, words):
    """Exit code and what was printed."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        try:
            code = subprocess.run([GRANUM, *words], cwd=folder, stdout=out, stderr=err, preexec_fn=limits,
                                  stdin=subprocess.DEVNULL, timeout=PATIENCE).returncode
        except subprocess.TimeoutExpired:
            code = -999
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read(1 << 20).decode("utf-8", "replace"))
    return code, *texts


def clean(folder):
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name not in ("secret.h5", "secret.bin", "block.stl", "of_result.yaml", "of_ondem.yaml"):
            path.unlink()


def take_all(path):
    """A hash of all numbers of a result, as Python reads it; and whether a neighbour's are among them."""
    total, alien = 0, False
    with granum.open(path) as result:
        parts = [result.history, result.sites]
        for frame in result:
            parts += [frame.grains, frame.contacts, frame.bodies, frame.clumps, frame.points]
        for columns in parts:
            for name in columns:
                values = np.asarray(columns[name])
                total = zlib.crc32(np.ascontiguousarray(values).tobytes(), total)
                alien |= values.dtype.kind in "iuf" and bool((values == 4711).any())
        result.structures, result.materials, result.scene, result.shapes
    return total, alien


def exchange_last(path):
    """The last frame for ON-DEM: written, or refused."""
    try:
        with granum.open(path) as result:
            if len(result):
                exchange.write(str(path) + ".ondem", result[-1], scene_of(result))
    except (granum.ResultError, Wrong):
        pass


def python(path):
    """How Python's reader ends in a process of its own (ENDS, or -signal), and the hash of what it read."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        code = 3
        os.close(ours)
        try:
            limits()
            signal.alarm(10)
            exchange_last(path)
            total, alien = take_all(path)
            os.write(theirs, b"%d" % total)
            code = 4 if alien else 0
        except granum.ResultError:
            code = 1
        except BaseException as error:  # whatever it is, it is a fault
            os.write(theirs, repr(error).encode()[:500])
        os._exit(code)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        said = pipe.read().decode()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said


def lay(folder, real):
    """Copies of the crafted file, to repair, and to go on with from the checkpoint of the real one."""
    shutil.copyfile(folder / FILE, folder / "copy.vtkhdf")
    (folder / "copy.vtkhdf.broken").unlink(missing_ok=True)
    shutil.copyfile(folder / FILE, folder / "resumed.vtkhdf")
    shutil.copyfile(real.with_suffix(".checkpoint"), folder / "resumed.checkpoint")


def mended(folder, name, words, code):
    """A result that repair mended is one."""
    if words[0] == "repair" and code == 0:
        seen, _, err = run(folder, ["info", "copy.vtkhdf"])
        check(seen == 0, name + ": repair is content, info is not: " + err)


def leaks(folder, outputs):
    """Whether a number of the neighbour was shown."""
    if any(SECRET.search(text) for text in outputs):
        return True
    return any(SECRET.search(path.read_text()) for path in folder.glob("csv/*.csv"))


def prepare(folder):
    real = real_result(GRANUM, folder / "real")
    work = folder / "work"
    work.mkdir()
    shutil.copy(folder / "real" / "block.stl", work)
    for source in ("result", "ondem"):
        (work / ("of_%s.yaml" % source)).write_text(SCENE_OF.replace("SOURCE", source))
    return real, work


def judge(name, words, code, err):
    what = "%s: %s" % (name, " ".join(words[:4]))
    last = err.strip().splitlines()[-1] if err.strip() else ""
    check("ERROR: AddressSanitizer" not in err and "runtime error:" not in err, what + ": " + err[:3000])
    if code in (0, 1, 2):
        check(code == 0 or last, what + ": ended with %d without a message" % code)
    else:
        check(False, "%s: ended with %d: %s" % (what, code, last))
    return last


def part_of(result, part):
    """Half as many crafted files as of the first result, of the tables and attributes that match."""
    mine = [pair for pair in chosen(result, 40 * COUNT) if re.search(part, pair[0])]
    return mine[::max(1, 2 * len(mine) // max(1, COUNT))]


def crafted(named, work, real):
    """The commands on every crafted file; returns the number of files."""
    files, codes = 0, {}
    for name, make in named:
        clean(work)
        try:
            make(work / FILE)
        except (OSError, RuntimeError, ValueError, TypeError):
            continue                  # the library of the test refuses to write it
        files += 1
        lay(work, real)
        end, said = python(work / FILE)
        check(end in ENDS, "%s: Python's reader ended with %d: %s" % (name, end, said))
        outputs = []
        for words in commands(files):
            code, out, err = run(work, words)
            codes[code] = codes.get(code, 0) + 1
            last = judge(name, words, code, err)
            mended(work, name, words, code)
            outputs += [out, err]
            if os.environ.get("HOSTILE_SAY"):
                print("%-60s %-24s %d %s" % (name[:60], " ".join(words[:4])[:24], code, last[:300]))
        check(not leaks(work, outputs), name + ": shows what a neighbour holds")
        check((work / "secret.h5").stat().st_size > 0, name + ": its neighbour is as before")
    return files, codes


def tables(work, folder):
    return {path.name: path.read_bytes() for path in sorted((work / folder).glob("*.csv"))}


def flipped(real, work):
    """Results with one bit flipped."""
    clean(work)
    shutil.copyfile(real, work / FILE)
    code, _, err = run(work, ["export", FILE, "--as", "csv", "--to", "csv"])
    check(code == 0, "export of the result: " + err)
    right = tables(work, "csv")
    whole = python(real)
    check(whole[0] == 0, "Python's reader of the result: %s" % (whole,))
    counts = {"error": 0, "same": 0, "other": 0}
    for k, (name, make) in enumerate((*headers(real), *flips(real, FLIPS - FLIPS // 2), *aims(real, FLIPS // 2))):
        clean(work)
        make(work / FILE)
        lay(work, real)
        end, said = python(work / FILE)
        check(end == 1 or (end, said) == whole, "%s: Python's reader ended with %d: %s" % (name, end, said))
        for words in commands(k):
            code, out, err = run(work, words)
            last = judge(name, words, code, err)
            mended(work, name, words, code)
            if words[:4] == ["export", FILE, "--as", "csv"]:
                same = tables(work, "csv") == right
                counts["error" if code else "same" if same else "other"] += 1
                check(code or same, name + ": other numbers than before, without an error")
            if os.environ.get("HOSTILE_SAY"):
                print("%-12s %-24s %d %s" % (name, " ".join(words[:4])[:24], code, last[:300]))
    return counts


with tempfile.TemporaryDirectory() as top:
    real_path, folder_of_work = prepare(Path(top))
    if COUNT >= 0:
        print("%d crafted files, commands by exit code: %s" % crafted(chosen(real_path, COUNT), folder_of_work, real_path))
        for kind, (path, part) in other_results(GRANUM, Path(top) / "real").items():
            print("%s, %d crafted files: %s" % (kind, *crafted(part_of(path, part), folder_of_work, path)))
    if FLIPS:
        print("%d flips: %s" % (FLIPS, flipped(real_path, folder_of_work)))
report()
