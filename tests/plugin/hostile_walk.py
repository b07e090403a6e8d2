"""What a stranger's file makes of the reader: run by hostile_files.py in pvpython.

    hostile_walk.py SECONDS BYTES < PATHS

For each path of the standard input a line of JSON on the standard output, or the end of this
process where the reader crashes, or needs more than SECONDS of processor time (SIGXCPU).  It may
allocate BYTES more than it has at the start.
"""
import hashlib
import json
import resource
import signal
import sys

from paraview import servermanager, simple  # simple connects
from vtkmodules.util.misc import calldata_type
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import VTK_STRING
from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline as pipeline

PORTS = 10
SILENCE = 300  # s of real time after which even a busy machine has done it: the reader waits


def parts(data):
    """The blocks of an output, or the output itself."""
    if not data.IsA("vtkMultiBlockDataSet"):
        return [data]
    return [data.GetBlock(i) for i in range(data.GetNumberOfBlocks())]


def digest(data):
    """Hash of all that an output holds."""
    return hashlib.sha1(repr([digest_of(part) for part in parts(data)]).encode()).hexdigest()


def digest_of(data):
    code = hashlib.sha1()

    def add(*words):
        code.update(repr(words).encode(errors="surrogateescape"))

    def add_array(name, array):
        unit = array.GetInformation().Get(array.UNITS_LABEL()) if array.HasInformation() else None
        add(name, unit, array.GetClassName(), array.GetNumberOfTuples(), array.GetNumberOfComponents())
        if array.IsNumeric():
            code.update(vtk_to_numpy(array).tobytes())
        else:
            add([array.GetValue(i) for i in range(array.GetNumberOfValues())])

    fields = [data.GetFieldData()]
    if data.IsA("vtkTable"):
        fields.append(data.GetRowData())
    else:
        fields += [data.GetPointData(), data.GetCellData()]
        if data.GetPoints():
            add_array("points", data.GetPoints().GetData())
        for cells in ((data.GetCells(),) if data.IsA("vtkUnstructuredGrid")
                      else (data.GetVerts(), data.GetLines(), data.GetPolys())):
            add_array("offsets", cells.GetOffsetsArray())
            add_array("corners", cells.GetConnectivityArray())
    for field in fields:
        for i in range(field.GetNumberOfArrays()):
            add_array(field.GetArrayName(i), field.GetAbstractArray(i))
    return code.hexdigest()


def rows(data):
    return sum(part.GetNumberOfRows() if part.IsA("vtkTable") else part.GetNumberOfPoints()
               for part in parts(data))


def walk(path):
    """{what: hash or null}, messages, and rows that came with an error."""
    said, found, stray = [], {}, 0

    @calldata_type(VTK_STRING)
    def hear(_, __, text):
        said.append(text)

    # Not by simple, which updates the reader before anyone can listen.
    proxy = servermanager.ProxyManager().NewProxy("sources", "GranumReader")
    proxy.GetProperty("FileName").SetElement(0, path)
    proxy.UpdateVTKObjects()
    try:
        reader = proxy.GetClientSideObject()
        executive = reader.GetExecutive()
        reader.AddObserver("ErrorEvent", hear)
        executive.AddObserver("ErrorEvent", lambda *_: None)  # says again that it failed
        proxy.UpdatePipelineInformation()
        information = reader.GetOutputInformation(0)
        key = pipeline.TIME_STEPS()
        times = [information.Get(key, i) for i in range(information.Length(key))] \
            if not said and information.Has(key) else []
        found["times"] = repr(times) if not said else None
        for port in range(PORTS) if not said else ():
            first = len(said)
            for time in times[:3] + times[3:][-1:] or [None]:
                before = len(said)
                if time is not None:
                    reader.GetOutputInformation(port).Set(pipeline.UPDATE_TIME_STEP(), time)
                reader.Update(port)
                data = reader.GetOutputDataObject(port)
                failed = len(said) > before
                stray += rows(data) if failed else 0
                # History is the same at all times: its error is not said again.
                failed = failed or (len(said) > first and rows(data) == 0)
                found["%d at %s" % (port, time)] = None if failed else digest(data)
    finally:
        del proxy
    return {"said": said, "found": found, "stray": stray}


def bound(seconds, memory):
    """From now on."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU,
                       (int(used.ru_utime + used.ru_stime + seconds + 1), hard))
    with open("/proc/self/statm") as status:
        size = int(status.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + memory, resource.getrlimit(resource.RLIMIT_AS)[1]))
    signal.alarm(SILENCE)


def main():
    seconds, memory = map(int, sys.argv[1:])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for line in open(0):  # pvpython's own sys.stdin has no lines
        bound(seconds, memory)
        print(json.dumps(walk(line.rstrip("\n"))), flush=True)


main()
