"""Granum for a ParaView without the plugin Granum: a reader of results and four filters in Python.

ParaView's own binaries (Windows, macOS, clusters) load no plugin built elsewhere, but this file:
Tools > Manage Plugins > Load New; in pvpython LoadPlugin("granum_paraview.py", ns=globals()).  It
needs ParaView 5.12 or later with its Python, NumPy and h5py, and the folder `granum` beside it; it
needs no solver and no build.

Open a result with "Granum Reader (Python)".  The filters are in the menu under the names of those
of the plugin and "(Python)".  show("mixer.vtkhdf") in the Python shell (import granum_paraview)
shows a result as the plugin does.
"""

import os
import sys

sys.path.append(os.path.dirname(os.path.abspath(__file__)))

from paraview.util.vtkAlgorithm import VTKPythonAlgorithmBase, smdomain, smhint, smproperty, smproxy
from vtkmodules.vtkCommonDataModel import vtkDataObject
from vtkmodules.vtkCommonExecutionModel import vtkAlgorithm
from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline as pipeline

from granum import blocks, filters
from granum.file import ResultError

SUFFIX = " (Python)"
SLACK = 1e-9  # relative: times of frames are sums of steps


def ports(names):
    return smproperty.xml("".join('<OutputPort name="%s" index="%d"/>' % (name, k)
                                  for k, name in enumerate(names)))


def choice(name, entries, default, text):
    """A property of a few words; entries: {word: value}."""
    return smproperty.xml(
        '<IntVectorProperty name="%s" command="Set%s" number_of_elements="1" default_values="%d">'
        '<EnumerationDomain name="enum">%s</EnumerationDomain><Documentation>%s</Documentation>'
        '</IntVectorProperty>' % (name, name, default, "".join(
            '<Entry text="%s" value="%d"/>' % entry for entry in entries.items()), text))


def number(name, default, text, kind="Int", n=1, domain=""):
    return smproperty.xml(
        '<%sVectorProperty name="%s" command="Set%s" number_of_elements="%d" default_values="%s">'
        '%s<Documentation>%s</Documentation></%sVectorProperty>'
        % (kind, name, name, n, default, domain, text, kind))


def switch(name, text, default=0):
    return number(name, default, text, domain='<BooleanDomain name="bool"/>')


def takes(name, port, kinds=("vtkPolyData",), optional=False):
    """An input."""
    return smproperty.xml(
        '<InputProperty name="%s" command="SetInputConnection" port_index="%d">'
        '<ProxyGroupDomain name="groups"><Group name="sources"/><Group name="filters"/></ProxyGroupDomain>'
        '<DataTypeDomain name="input_type">%s</DataTypeDomain>%s</InputProperty>' % (
            name, port, "".join('<DataType value="%s"/>' % kind for kind in kinds),
            "<Hints><Optional/></Hints>" if optional else ""))


class Settings:
    """SetNAME(value) of each property in `defaults`, and self.values["NAME"]."""

    defaults = {}

    def __init__(self):
        self.values = dict(self.defaults)

    def __getattr__(self, name):
        if not name.startswith("Set") or name[3:] not in type(self).defaults:
            raise AttributeError(name)

        def put(*value):
            value = value[0] if len(value) == 1 else value
            if self.values[name[3:]] != value:
                self.values[name[3:]] = value
                self.Modified()

        return put


@smproxy.reader(name="GranumReaderPython", label="Granum Reader" + SUFFIX, extensions="vtkhdf",
                file_description="Granum results, read in Python")
@ports(blocks.PORTS)
@smhint.xml('<RepresentationType view="RenderView" port="0" type="Point Gaussian"/>'
            '<ReloadFiles property="Refresh"/>')
class GranumReaderPython(VTKPythonAlgorithmBase):
    """Reads a result of granum; a port is read when it is used downstream."""

    def __init__(self):
        super().__init__(nInputPorts=0, nOutputPorts=len(blocks.PORTS), outputType="vtkPolyData")
        self._name = self._blocks = self._stamp = None

    def FillOutputPortInformation(self, port, info):
        info.Set(vtkDataObject.DATA_TYPE_NAME(), blocks.type_of(port))
        return 1

    def CanReadFile(self, name):
        """Whether it is a result; other files of this ending are for ParaView's own reader."""
        try:
            of = blocks.Blocks(name)
            ours = of.result._file.has("/granum/history")
            of.result.close()
            return int(ours)
        except (OSError, ResultError):
            return 0

    @smproperty.stringvector(name="FileName", panel_visibility="never")
    @smdomain.filelist()
    @smhint.filechooser(extensions="vtkhdf", file_description="Granum results")
    def SetFileName(self, name):
        name = name.replace(".contacts.vtkhdf", ".vtkhdf") if name else None
        if name != self._name:
            self._name, self._blocks = name, None
            self.Modified()

    @smproperty.doublevector(name="TimestepValues", information_only="1",
                             si_class="vtkSITimeStepsProperty")
    def GetTimestepValues(self):
        return self._times()

    @smproperty.stringvector(name="ArrayUnits", information_only="1")
    def GetArrayUnits(self):
        """Of each array of grains and contacts: its name, its unit."""
        result = self._open().result
        frame = result[-1] if len(result) else None
        columns = (frame.grains, frame.contacts, frame.bodies) if frame else ()
        units = {name: of.unit(name) for of in columns for name in of}
        return [text for pair in units.items() for text in pair]

    @smproperty.xml('<Property name="Refresh" command="Refresh" panel_widget="command_button">'
                    '<Documentation>Find the frames that a running solver has added.</Documentation>'
                    '</Property>')
    def Refresh(self):
        if self._blocks is not None:
            self._open().refresh()
            self.Modified()

    def _open(self):
        if self._blocks is None:
            if not self._name:
                raise ResultError("no file is given")
            self._blocks = blocks.Blocks(self._name)
        return self._blocks

    def _times(self):
        return [float(t) for t in self._open().result.times] if self._name else []

    def RequestInformation(self, request, inputs, outputs):
        times = self._times()
        for port in range(len(blocks.PORTS)):
            info = outputs.GetInformationObject(port)
            info.Remove(pipeline.TIME_STEPS())
            info.Remove(pipeline.TIME_RANGE())
            for time in times:
                info.Append(pipeline.TIME_STEPS(), time)
            for time in times[:1] + times[-1:]:
                info.Append(pipeline.TIME_RANGE(), time)
        return 1

    def ProcessRequest(self, request, inputs, outputs):
        if not request.Has(pipeline.REQUEST_DATA_NOT_GENERATED()):
            return super().ProcessRequest(request, inputs, outputs)
        for port in set(range(len(blocks.PORTS))) - set(self._asked(request)):
            outputs.GetInformationObject(port).Set(pipeline.DATA_NOT_GENERATED(), 1)
        return 1

    def _asked(self, request):
        """The ports whose data are wanted now."""
        port = request.Get(pipeline.FROM_OUTPUT_PORT()) if request.Has(pipeline.FROM_OUTPUT_PORT()) else -1
        return range(len(blocks.PORTS)) if port < 0 else (port,)

    def RequestData(self, request, inputs, outputs):
        for port in self._asked(request):
            info = outputs.GetInformationObject(port)
            times = self._times()
            time = info.Get(pipeline.UPDATE_TIME_STEP()) if info.Has(
                pipeline.UPDATE_TIME_STEP()) else times[0] if times else 0.0
            data = vtkDataObject.GetData(outputs, port)
            data.ShallowCopy(self._open().port(port, time))
            data.GetInformation().Set(vtkDataObject.DATA_TIME_STEP(), time)
        return 1


class Filter(Settings, VTKPythonAlgorithmBase):
    """A filter whose inputs are poly data, from the port `optional` on not needed."""

    inputs, outputs, optional = 1, 1, 9

    def __init__(self):
        Settings.__init__(self)
        VTKPythonAlgorithmBase.__init__(self, nInputPorts=self.inputs, nOutputPorts=self.outputs,
                                        inputType="vtkPolyData", outputType="vtkPolyData")

    def FillInputPortInformation(self, port, info):
        info.Set(vtkAlgorithm.INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData")
        info.Set(vtkAlgorithm.INPUT_IS_OPTIONAL(), int(port >= self.optional))
        return 1

    def given(self, inputs):
        return [vtkDataObject.GetData(i, 0) if i.GetNumberOfInformationObjects() else None
                for i in inputs]

    def deliver(self, outputs, *made):
        for port, data in enumerate(made):
            vtkDataObject.GetData(outputs, port).ShallowCopy(data)
        return 1


@smproxy.filter(name="ContactNetworkPython", label="Contact Network" + SUFFIX)
@number("Cap", 4, "Largest force_ratio that still makes a tube thicker.", "Double")
@number("MeanThickness", 0, "Radius of a tube with the mean force, m; 0: a tenth of the mean length.", "Double")
@switch("HideImages", "Leave out contacts across a periodic boundary, which end at an image.", 1)
@number("ReferenceForce", 0, "Force that force_ratio is relative to, N; 0: the mean.", "Double")
@choice("Part", {"All": 0, "Strong": 1, "Weak": 2}, 0, "Contacts above or below the reference force.")
@number("Structure", -1, "Only contacts with the structure of this number; -1: all.")
@choice("Kind", {"All": -1, "Grain on grain": 0, "Grain on structure": 1, "Structure on structure": 2}, -1,
        "Contacts of this kind only.")
@choice("Shape", {"Lines": 0, "Tubes": 1}, 1, "Lines, or tubes whose thickness grows with the force.")
@takes("Grains", 1, optional=True)
@takes("Contacts", 0, ("vtkPolyData", "vtkUnstructuredGrid"))
class ContactNetworkPython(Filter):
    """The forces of contacts as tubes, with force_ratio, the force over its mean."""

    inputs, optional = 2, 1
    defaults = {"Shape": 1, "Kind": -1, "Structure": -1, "Part": 0, "ReferenceForce": 0.0,
                "HideImages": 1, "MeanThickness": 0.0, "Cap": 4.0}

    def FillInputPortInformation(self, port, info):
        super().FillInputPortInformation(port, info)
        if port == 0:
            info.Append(vtkAlgorithm.INPUT_REQUIRED_DATA_TYPE(), "vtkUnstructuredGrid")
        return 1

    def RequestData(self, request, inputs, outputs):
        v = self.values
        return self.deliver(outputs, filters.contact_network(
            *self.given(inputs), kind=v["Kind"], structure=v["Structure"], part=v["Part"],
            reference=v["ReferenceForce"], hide_images=bool(v["HideImages"]),
            thickness=v["MeanThickness"], cap=v["Cap"], sides=8 * v["Shape"]))


@smproxy.filter(name="StructureLoadPython", label="Structure Load" + SUFFIX)
@number("Window", 0, "Time before the frame shown over whose frames loads are averaged, s.", "Double")
@takes("Contacts", 1)
@takes("Structures", 0)
class StructureLoadPython(Filter):
    """Force, pressure and traction of contacts on each cell of structures, and on the whole of them."""

    inputs = 2
    defaults = {"Window": 0.0}

    def __init__(self):
        super().__init__()
        self._load, self._times = None, []

    def RequestUpdateExtent(self, request, inputs, outputs):
        contacts, asked = inputs[1].GetInformationObject(0), outputs.GetInformationObject(0)
        if self._load is None:
            known = [contacts.Get(pipeline.TIME_STEPS(), k)
                     for k in range(contacts.Length(pipeline.TIME_STEPS()))] if contacts.Has(
                         pipeline.TIME_STEPS()) else []
            now = asked.Get(pipeline.UPDATE_TIME_STEP()) if asked.Has(
                pipeline.UPDATE_TIME_STEP()) else known[0] if known else 0.0
            slack = SLACK * max(map(abs, known), default=0.0)
            last = max([t for t in known if t <= now + slack], default=known[0] if known else 0.0)
            self._times = [t for t in known if last - self.values["Window"] - slack <= t <= last]
        done = self._load.frames if self._load else 0
        if done < len(self._times):
            for port in inputs:
                port.GetInformationObject(0).Set(pipeline.UPDATE_TIME_STEP(), self._times[done])
        return 1

    def RequestData(self, request, inputs, outputs):
        load, self._load = self._load or filters.StructureLoad(), None
        going_on = pipeline.CONTINUE_EXECUTING()
        try:
            structures, contacts = self.given(inputs)
            load.add(structures, contacts)
            if load.frames < len(self._times):
                self._load = load
                request.Set(going_on, 1)
                return 1
            return self.deliver(outputs, load.filled(structures))
        finally:
            if self._load is None:
                request.Remove(going_on)


@smproxy.filter(name="CoveragePython", label="Coverage" + SUFFIX)
@ports(("Coverage", "Incomplete Grains", "Open Edges"))
@switch("AllStructures", "Show structures without virtual particles too.")
@number("LeastSites", 8, "A grain with fewer virtual particles in its stencil is incomplete.")
@number("ContactRange", 1, "Grains whose centre is within so many radii of the surface.", "Double")
@takes("Sites", 2)
@takes("Grains", 1)
@takes("Structures", 0)
class CoveragePython(Filter):
    """The source of the distance over each cell of structures, and the grains whose stencil is incomplete."""

    inputs, outputs = 3, 3
    defaults = {"ContactRange": 1.0, "LeastSites": 8, "AllStructures": 0}

    def RequestData(self, request, inputs, outputs):
        v = self.values
        return self.deliver(outputs, *filters.coverage(
            *self.given(inputs), contact_range=v["ContactRange"], least=v["LeastSites"],
            every=bool(v["AllStructures"])))


@smproxy.filter(name="VirtualParticleShellPython", label="Virtual Particle Shell" + SUFFIX)
@ports(("Shell", "Stencil"))
@number("GrainId", -1, "Grain whose stencil is shown at the second port; -1: none.")
@number("CutNormal", "0 -1 0", "Normal of the cut, towards what is left out.", "Double", 3)
@number("CutOrigin", "0 0 0", "A point of the cut, m.", "Double", 3)
@switch("Cut", "Leave out what is before a plane.")
@number("DistanceRange", "0 1", "Least and largest distance shown, m.", "Double", 2)
@switch("LimitDistance", "Show only distances within DistanceRange.")
@switch("Error", "Add the error of the stored distance against the surface.")
@switch("Overlaps", "Where patches overlap, show the virtual particles of all.")
@number("Patch", -1, "Only this patch; -1: all.")
@number("Structure", -1, "Only the structure of this number; -1: all.")
@takes("Structures", 2, optional=True)
@takes("Grains", 1, optional=True)
@takes("Sites", 0)
class VirtualParticleShellPython(Filter):
    """Virtual particles, of overlapping patches the nearest, and the stencil of a grain."""

    inputs, outputs, optional = 3, 2, 1
    defaults = {"Structure": -1, "Patch": -1, "Overlaps": 0, "Error": 0, "LimitDistance": 0,
                "DistanceRange": (0.0, 1.0), "Cut": 0, "CutOrigin": (0.0, 0.0, 0.0),
                "CutNormal": (0.0, -1.0, 0.0), "GrainId": -1}

    def __init__(self):
        super().__init__()
        self._known = {}

    def RequestData(self, request, inputs, outputs):
        v = self.values
        return self.deliver(outputs, *filters.shell(
            *self.given(inputs), structure=v["Structure"], patch=v["Patch"],
            overlaps=bool(v["Overlaps"]), error=bool(v["Error"]), grain_id=v["GrainId"], known=self._known,
            limits=v["DistanceRange"] if v["LimitDistance"] else None,
            cut=(v["CutOrigin"], v["CutNormal"]) if v["Cut"] else None))


def show(source, view=None, color="velocity"):
    """Show a result as granum.show() does: grains as spheres of their true size, structures as
    translucent surfaces.  source: a path, or a reader of this file."""
    from granum.display import show as shown

    return shown(source, view, color)
