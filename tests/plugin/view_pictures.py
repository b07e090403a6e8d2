"""`granum figure RESULT view` and `movie`: size, scale and ruler of the files.

    view_pictures.py GRANUM HOPPER DIRECTORY      (in an X session, with pvpython on the path)

The bin of the hopper is 80 mm wide, which is measured in the picture; the ruler is, too.
"""

import csv
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy
from matplotlib import image

from checks import check, check_equal, report

HANG = 1200  # s, on a machine however busy
WIDTH, DPI = 100, 150  # mm
BIN = 0.080  # m
PROGRAM, RESULT, FOLDER = sys.argv[1], sys.argv[2], Path(sys.argv[3])


def figure(*words):
    made = subprocess.run([PROGRAM, "figure", RESULT, *map(str, words)], capture_output=True, text=True,
                          timeout=HANG)
    return made.returncode, made.stderr


def values(path):
    """{quantity: value} and the notes of the CSV file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = list(csv.reader(line for line in lines if not line.startswith("#")))[1:]
    return {name: float(value) for name, value in rows}, "\n".join(lines)


def longest(row):
    """Length of the longest run of true values."""
    edges = numpy.flatnonzero(numpy.diff(numpy.concatenate([[0], row.astype(int), [0]])))
    return (edges[1::2] - edges[::2]).max() if len(edges) else 0


def check_view(camera, dpi):
    file = FOLDER / ("view-%s-%d.png" % (camera, dpi))
    code, error = figure("view", "--camera", camera, "--width", WIDTH, "--dpi", dpi, "-o", file)
    if not check_equal((code, error), (0, ""), "%s: exit code" % file.name):
        return
    known, notes = values(file.with_suffix(".csv"))
    picture = image.imread(file)[..., :3]
    check(abs(picture.shape[1] - WIDTH / 25.4 * dpi) <= 1, "%s: %d pixels" % (file, picture.shape[1]))
    wide, high = map(int, re.search(r"(\d+) x (\d+) pixels", notes).groups())
    check_equal(picture.shape[0], high, "%s: height" % file.name)

    bottom = picture[-round(6 / 25.4 * dpi):, :wide // 2]
    ruler = max(longest(row) for row in (bottom < 0.15).all(2))
    scale = known["ruler (m)"] / known["pixel (m)"]
    check(abs(ruler - scale) <= 1.5, "%s: a ruler of %d pixels, %.1f by scale" % (
        file.name, ruler, scale))
    digit = float("%.0e" % known["ruler (m)"])
    check(digit == known["ruler (m)"] and ("%e" % digit)[0] in "125", "a round ruler: %g m" % digit)
    check(0.1 * wide < ruler < 0.3 * wide, "%s: the ruler is %d of %d pixels" % (file.name, ruler, wide))
    # Right of the arrow of gravity, and within the bin, seen from the side.
    columns = numpy.flatnonzero((picture[round(0.1 * high), wide // 6:wide - 2] < 0.97).any(1))
    across = columns[-1] - columns[0] + 1 if len(columns) else 0
    check(abs(across * known["pixel (m)"] - BIN) < 3 * known["pixel (m)"],
          "%s: the bin is %g m wide" % (file.name, across * known["pixel (m)"]))
    grains = (picture[:, :wide].min(2) < 0.35).sum()  # structures are paler
    check(grains > 0.02 * wide * high, "%s: %d pixels of grains" % (file.name, grains))


def check_pdf():
    file = FOLDER / "view.pdf"
    code, error = figure("view", "--camera", "top", "--width", WIDTH, "--height", 90, "--dpi", DPI, "-o", file)
    if not check_equal((code, error), (0, ""), "view.pdf: exit code"):
        return
    data = file.read_bytes()
    box = [float(word) for word in re.search(rb"/MediaBox \[ ?([\d. ]+)\]", data).group(1).split()]
    check(abs(box[2] - WIDTH / 25.4 * 72) < 0.01 and abs(box[3] - 90 / 25.4 * 72) < 0.01, str(box))
    check(b"/FontFile2" in data and b"/Subtype /Image" in data, "letters and a picture")


def check_movie():
    file = FOLDER / "hopper.mp4"
    file.unlink(missing_ok=True)
    code, error = figure("movie", "--camera", "front", "--width", 60, "--dpi", 100, "--start", 0.05,
                         "-o", file)
    if not shutil.which("ffmpeg"):
        check(code == 1 and "apt install ffmpeg" in error, error)
        return
    if not check_equal(code, 0, "hopper.mp4: exit code: " + error):
        return
    lines = error.splitlines()
    check(all(re.fullmatch(r"frame [123] of 3", line) for line in lines) and lines[-1:] == ["frame 3 of 3"],
          "progress: " + error)
    found = subprocess.run(
        ["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
         "stream=width,nb_read_frames", "-of", "csv=p=0", str(file)],
        capture_output=True, text=True, timeout=HANG).stdout.strip()
    check_equal(found, "236,3", "width and frames of the movie")


def check_stopped():
    """Ctrl+C leaves a movie of the frames that have been drawn, and says how many."""
    file = FOLDER / "stopped.mp4"
    file.unlink(missing_ok=True)
    if not shutil.which("ffmpeg"):
        return
    child = subprocess.Popen([PROGRAM, "figure", RESULT, "movie", "--width", "60", "--dpi", "100", "-o", str(file)],
                             stderr=subprocess.PIPE, text=True, start_new_session=True)
    lines = [child.stderr.readline()]
    os.killpg(child.pid, signal.SIGINT)
    lines += child.communicate(timeout=HANG)[1].splitlines()
    whole = lines[-1].startswith("frame 4 of 4")  # on a machine so fast that all was done
    check(whole or (child.returncode == 1 and re.search(r"has the first [123] of 4 frames", lines[-1])
                    and file.stat().st_size > 1000), "stopped: %s, %s" % (child.returncode, lines))


def main():
    check_view("front", 2 * DPI)
    check_pdf()
    check_movie()
    check_stopped()
    code, error = figure("view", "--color", "smell", "-o", FOLDER / "none.png")
    check(code == 1 and "no array of grains 'smell'" in error and len(error.splitlines()) == 1, error)
    report()


main()
