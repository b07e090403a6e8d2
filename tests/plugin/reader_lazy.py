"""The reader reads only the ports that are shown.

Opening, updating and stepping through time read nothing of a hidden port; a port that is
shown later is read then, at the current time; a frame that is shown again is read again
only after another frame.
"""

import sys

import numpy
from paraview import simple

import reading
from checks import check, check_array, check_equal, report
from result import Result

GRAINS, CONTACTS, STRUCTURES, HISTORY, SITES = range(5)


def bytes_of_grains(result, frame):
    return sum(rows.nbytes for rows in (result.grains(frame)[0], *result.grains(frame)[1].values()))


def check_sites(path):
    """Virtual particles are read when they are shown, once; then only poses."""
    result = Result(path)
    reader = reading.open_result(path)
    view = simple.CreateView("RenderView")
    scene = simple.GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()
    simple.Show(reader, view)
    simple.Show(simple.OutputPort(reader, STRUCTURES), view)

    def go(frame):
        scene.AnimationTime = result.times[frame]
        view.ViewTime = result.times[frame]
        simple.Render(view)
        return reading.bytes_read(reader)

    go(0)
    before = go(1)
    check_equal(before[SITES], 0, "virtual particles are not shown: bytes")
    sites = simple.Show(simple.OutputPort(reader, "Virtual Particles"), view)
    now = go(1)
    group = "granum/virtual_particles/"
    rows = [result.data[group + "Points"]]
    rows += [result.data[group + "PointData/" + n] for n in result.children(group + "PointData")]
    expected = sum(array.nbytes for array in rows)
    check(expected <= now[SITES] <= expected + 400,
          "virtual particles: %d bytes, %d expected" % (now[SITES], expected))
    check_equal(now[:SITES], before[:SITES], "bytes of the other ports")
    for frame in (2, 3):
        taken = go(frame)[SITES] - now[SITES]
        check(0 < taken <= 400 * (frame - 1), "frame %d: %d bytes, poses only" % (frame, taken))
    sites.Visibility = 0
    now = go(0)
    check_equal(go(2)[SITES], now[SITES], "virtual particles hidden again")
    simple.Delete(view)


def main():
    check_sites(sys.argv[2])
    result = Result(sys.argv[1])
    last = len(result.times) - 1
    reader = reading.open_result(sys.argv[1])
    reader.UpdatePipeline(result.times[last])
    check_equal(set(reading.bytes_read(reader)), {0}, "opened and updated, nothing shown")

    view = simple.GetActiveViewOrCreate("RenderView")
    scene = simple.GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()

    def go(frame):
        scene.AnimationTime = result.times[frame]
        view.ViewTime = result.times[frame]
        simple.Render(view)

    go(1)
    simple.Show(simple.OutputPort(reader, STRUCTURES), view)
    simple.Render(view)
    before = reading.bytes_read(reader)
    check(before[STRUCTURES] > 0, "structures are shown and read")
    check_equal(before[GRAINS], 0, "structures alone are shown: bytes of grains")

    simple.Show(reader, view)
    go(2)
    seen = reading.bytes_read(reader)
    for frame in range(3, last + 1):
        go(frame)
        now = reading.bytes_read(reader)
        taken = now[GRAINS] - seen[GRAINS]
        # The arrays of the frame, once, and some numbers that say where they are.
        expected = bytes_of_grains(result, frame)
        check(expected <= taken <= expected + 400,
              "frame %d: %d bytes of grains, %d expected" % (frame, taken, expected))
        sums = sum(result.data["granum/surface_sums/" + n][frame].nbytes
                   for n in result.children("granum/surface_sums"))
        check(sums <= now[STRUCTURES] - seen[STRUCTURES] < sums + 400,
              "frame %d: only poses and sums of structures are read" % frame)
        seen = now
    check_equal(seen[CONTACTS], 0, "contacts are hidden: bytes")
    check_equal(seen[HISTORY], 0, "history is hidden: bytes")
    check_equal(seen[SITES], 0, "virtual particles are hidden: bytes")

    simple.Render(view)
    check_equal(reading.bytes_read(reader), seen, "rendered again")
    simple.ReloadFiles(reader)
    simple.Render(view)
    check_equal(reading.bytes_read(reader), seen, "refreshed, though nothing has changed")

    contacts = simple.Show(simple.OutputPort(reader, CONTACTS), view)
    simple.Render(view)
    filled = reading.bytes_read(reader)
    check(filled[CONTACTS] > 0, "contacts are shown and read")
    check_equal(filled[GRAINS], seen[GRAINS], "contacts are shown: bytes of grains")
    shown = reader.GetDataInformation(CONTACTS)
    check_equal(shown.GetNumberOfCells(), len(result.contacts(last)[0]), "contacts of this time")

    contacts.Visibility = 0
    go(last - 1)
    check_equal(reading.bytes_read(reader)[CONTACTS], filled[CONTACTS], "contacts hidden again")

    # Arrays that are off are not read.
    before = reading.bytes_read(reader)[GRAINS]
    reader.GrainArrays = ["radius"]
    go(last)
    names = reader.PointData.keys()
    check_equal(names, ["radius"], "arrays of grains")
    points, arrays = result.grains(last)
    expected = points.nbytes + arrays["radius"].nbytes
    taken = reading.bytes_read(reader)[GRAINS] - before
    check(expected <= taken <= expected + 400, "one array: %d bytes, %d expected" % (taken, expected))

    # A derived array does not need the arrays it follows from to be on.
    reader.ContactArrays = ["force_normal"]
    data = reading.fetch(reader, CONTACTS, result.times[last])
    found = reading.arrays(data.GetCellData())
    check_equal(sorted(found), ["force_normal"], "arrays of contacts")
    check_array(found["force_normal"], result.derived(last)["force_normal"], "force_normal alone",
                4 * numpy.finfo("f4").eps)
    print("bytes read: %s" % reading.bytes_read(reader))
    report()


main()
