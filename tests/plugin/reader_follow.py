"""Following a run: every frame seen while the solver writes is that of the final file.

    reader_follow.py GRANUM SCENE DIRECTORY

A run is followed by at least five refreshes that each bring new frames; its last frame
is shown each time.  Then a second run is killed with SIGKILL: every frame that it had
published can be read, and they are the same as those of the first run.
"""

import os
import signal
import sys

import numpy
from paraview import simple

import reading
from checks import check, check_array, check_equal, report
from result import Result
from running import Paced, kill_all, published, start

def outdated(reader):
    reader.UpdatePropertyInformation()
    return int(reader.GetProperty("Outdated")[0]) != 0


def refresh(reader):
    simple.ReloadFiles(reader)
    return list(reader.TimestepValues)


def frame_now(reader, when):
    """What the reader shows of grains and contacts, copied."""
    grains = reading.fetch(reader, 0, when)
    contacts = reading.fetch(reader, 1, when)
    return (
        reading.points(grains).copy(),
        {n: a.copy() for n, a in reading.arrays(grains.GetPointData()).items()},
        {n: a.copy() for n, a in reading.arrays(contacts.GetCellData()).items()},
    )


def same_as_file(seen, result, frame, what):
    points, grains, contacts = seen
    expected_points, expected_grains = result.grains(frame)
    check_array(points, expected_points, what + ": points")
    for name, rows in expected_grains.items():
        check_array(grains[name], rows, what + ": grains, " + name)
    for name, rows in result.contacts(frame)[1].items():
        check_array(contacts[name], rows, what + ": contacts, " + name)


def follow(granum, scene, path):
    run = start(granum, scene, path)
    pace = Paced(run)
    pace.until(lambda: published(path) > 0, "a first frame")
    reader = reading.open_result(path)
    times = list(reader.TimestepValues)
    seen = {len(times) - 1: frame_now(reader, times[-1])}
    counts = [len(times)]
    reading.fetch(reader, 2, times[0])
    first_frame = reading.bytes_read(reader)[2]
    while pace.until(lambda: outdated(reader), "a further frame"):
        times = refresh(reader)
        check(len(times) > counts[-1], "a refresh that was due brings frames")
        counts.append(len(times))
        seen[len(times) - 1] = frame_now(reader, times[-1])
        reading.fetch(reader, 2, times[0])
    check_equal(reading.bytes_read(reader)[2], first_frame,
                "who stays at the first frame reads it once, whatever is added: bytes")
    check_equal(run.wait(), 0, "exit code of the run")
    check(len(counts) > 5, "%d refreshes during the run" % (len(counts) - 1))

    result = Result(path)
    times = refresh(reader)
    check_array(numpy.array(times), result.times, "times in the end")
    check(not outdated(reader), "nothing is outdated in the end")
    for frame, what in seen.items():
        same_as_file(what, result, frame, "frame %d, seen while running" % frame)
    print("followed: frames at the refreshes %s, %d in the end" % (counts, len(times)))
    return result


def kill(granum, scene, path, whole):
    run = start(granum, scene, path)
    Paced(run).until(lambda: published(path) >= 6, "six frames")
    run.send_signal(signal.SIGKILL)
    check_equal(run.wait(), -signal.SIGKILL, "the run was killed while it wrote")

    reader = reading.open_result(path)
    times = list(reader.TimestepValues)
    left = Result(path, swmr=True)
    check_array(numpy.array(times), left.times, "times after the kill")
    check(6 <= len(times) < len(whole.times), "%d frames after the kill" % len(times))
    for frame, when in enumerate(times):
        same_as_file(frame_now(reader, when), whole, frame, "frame %d, killed" % frame)
    print("killed: %d of %d frames are there" % (len(times), len(whole.times)))


def main():
    granum, scene, directory = sys.argv[1:4]
    try:
        whole = follow(granum, scene, os.path.join(directory, "followed.vtkhdf"))
        kill(granum, scene, os.path.join(directory, "killed.vtkhdf"), whole)
    finally:
        kill_all()
    report()


main()
