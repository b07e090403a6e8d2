"""Files of other programs, made here after their formats, in the filters: as install.md says it."""

import os
import re
import shutil
import tempfile

import numpy
from paraview import simple

import filters
import reading
from checks import check_array

MANUAL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", "manual", "install.md")
CENTRES = numpy.array([[0, 0, 0], [2, 0, 0], [2, 1.5, 0]])
RADII = [1.0, 1.0, 0.5]
ENDS = [[0, 1], [2, 1]]
FORCES = [3.0, 5.0]  # N, repulsive

ATOMS = """ITEM: TIMESTEP
%d
ITEM: NUMBER OF ATOMS
3
ITEM: BOX BOUNDS ff ff ff
-5 5
-5 5
-5 5
ITEM: ATOMS id x y z radius
30 2 1.5 0 0.5
10 0 0 0 1
20 2 0 0 1
"""
ENTRIES = """ITEM: TIMESTEP
%d
ITEM: NUMBER OF ENTRIES
2
ITEM: BOX BOUNDS ff ff ff
-5 5
-5 5
-5 5
ITEM: ENTRIES c_p[1] c_p[2] c_f[1] c_f[2] c_f[3]
10 20 -%g 0 0
30 20 0 %g 0
"""
#: i, j, sub_i, sub_j, type, overlap, point, normal force, tangential force; the last with a cylinder.
INTERACTIONS = """10,20,0,0,0,-0.001,1,0,0,-3,0,0,0,0.1,0
30,20,0,0,0,-0.001,2,1,0,0,5,0,0.1,0,0
10,0,0,0,4,-0.001,-1,0,0,7,0,0,0,0,0
"""
PIECE = """<VTKFile type="{kind}" version="0.1" byte_order="LittleEndian"><{kind}>
<Piece NumberOfPoints="3" {counts}><Points>
<DataArray type="Float64" NumberOfComponents="3" format="ascii">0 0 0 2 0 0 2 1.5 0</DataArray></Points>
<PointData>{points}</PointData>{cells}</Piece></{kind}></VTKFile>
"""


def array(name, rows, components=1, kind="Float64"):
    return '<DataArray type="%s" Name="%s" NumberOfComponents="%d" format="ascii">%s</DataArray>\n' % (
        kind, name, components, rows)


def written(name, text):
    with open(name, "w") as f:
        f.write(text)
    return os.path.abspath(name)


def script_of(word):
    """The block of the manual that has that word."""
    with open(MANUAL) as f:
        return next(b for b in re.findall("```python\n(.*?)```", f.read(), re.S) if word in b)


def check_network(lines, array_name, what, grains=None):
    network = simple.ContactNetwork(Contacts=lines, Grains=grains, ForceArray=array_name, Shape="Lines")
    data = filters.output(network, 0.0)
    found = reading.arrays(data.GetCellData())
    check_array(4.0 * found["force_ratio"], numpy.array(FORCES), what + ": normal forces", 1e-6)
    check_array(found["position_a"], CENTRES[[a for a, _ in ENDS]], what + ": first ends", 1e-6)
    check_array(found["position_b"], CENTRES[[b for _, b in ENDS]], what + ": second ends", 1e-6)
    check_array(filters.fields(data)["mean_force"], [4.0], what + ": mean force", 1e-6)
    simple.Delete(network)


def check_grains(points, radius, what, velocity=None):
    """They are grains: Coarse Grain finds their mass and volume."""
    grains = simple.Calculator(Input=points, ResultArrayName="radius", Function=radius)
    if velocity:
        grains = simple.Calculator(Input=grains, ResultArrayName="velocity", Function=velocity)
    grains = simple.Calculator(Input=grains, ResultArrayName="mass", Function="1")
    field = simple.CoarseGrain(Grains=grains)
    data = filters.output(field, 0.0)
    found = reading.arrays(data.GetPointData())
    cell = numpy.prod(data.GetSpacing())
    check_array([found["density"].sum() * cell], [3.0], what + ": mass", 1e-6)
    check_array([found["solid_fraction"].sum() * cell],
                [4 / 3 * numpy.pi * sum(r ** 3 for r in RADII)], what + ": volume", 1e-6)
    simple.Delete(field)
    return grains


def check_lammps():
    written("atoms.dump", ATOMS % 0 + ATOMS % 1000)
    written("contacts.dump", ENTRIES % (0, 1, 1) + ENTRIES % (1000, 3, 5))
    source = simple.ProgrammableSource(OutputDataSetType="vtkPolyData", Script=script_of("atoms.dump"))
    check_network(source, "force", "LAMMPS")


def check_yade():
    cells = "<Cells>" + array("connectivity", "0 1 2", kind="Int64") + array(
        "offsets", "1 2 3", kind="Int64") + array("types", "1 1 1", kind="UInt8") + "</Cells>"
    spheres = written("yade-spheres.0.vtu", PIECE.format(
        kind="UnstructuredGrid", counts='NumberOfCells="3"', cells=cells,
        points=array("radii", "1 1 0.5") + array("id", "0 1 2") + array("linVelVec", "0 0 1 " * 3, 3)))
    cells = "<Lines>" + array("connectivity", "0 1 2 1", kind="Int64") + array(
        "offsets", "2 4", kind="Int64") + "</Lines><CellData>" + array("forceN", "3 5") + array(
        "absForceT", "0 0.1 0 0.1 0 0", 3) + "</CellData>"
    lines = written("yade-intr.0.vtp", PIECE.format(
        kind="PolyData", counts='NumberOfLines="2"', points="", cells=cells))
    surface = simple.ExtractSurface(Input=simple.OpenDataFile(spheres))
    check_grains(surface, "radii", "YADE", "linVelVec")
    check_network(simple.OpenDataFile(lines), "forceN", "YADE")


def check_phasicflow():
    path = written("particles-0.vtk", """# vtk DataFile Version 2.0
vtk file created by hand
ASCII
DATASET UNSTRUCTURED_GRID
POINTS 3 float
0 0 0
2 0 0
2 1.5 0
CELLS 3 6
1 0
1 1
1 2
CELL_TYPES 3
1
1
1
POINT_DATA 3
FIELD FieldData 1
diameter 1 3 float
2
2
1
FIELD FieldData 1
velocity 3 3 float
0 0 1
0 0 1
0 0 1
FIELD FieldData 1
id 1 3 unsigned_int
0
1
2
""")
    series = written("particles.vtk.series", '{"file-series-version": "1.0", "files": '
                     '[{"name": "%s", "time": 0}]}' % os.path.basename(path))
    check_grains(simple.ExtractSurface(Input=simple.OpenDataFile(series)), "diameter/2", "phasicFlow")


def check_exadem():
    cells = "<Verts>" + array("connectivity", "0 1 2", kind="Int64") + array(
        "offsets", "1 2 3", kind="Int64") + "</Verts>"
    points = written("exadem_0.vtp", PIECE.format(
        kind="PolyData", counts='NumberOfVerts="3"', cells=cells,
        points=array("id", "10 20 30", kind="UInt64") + array("radius", "1 1 0.5") + "".join(
            array(name, "0 0 0") for name in ("vx", "vy", "vz"))))
    written("Interaction_1000_0.txt", INTERACTIONS)
    grains = check_grains(simple.OpenDataFile(points), "radius", "exaDEM", "vx*iHat+vy*jHat+vz*kHat")
    lines = simple.ProgrammableFilter(Input=grains, OutputDataSetType="vtkPolyData",
                                      Script=script_of("Interaction_1000_0.txt"))
    check_network(lines, "force", "exaDEM", grains)


def check_other_programs():
    folder, here = tempfile.mkdtemp(), os.getcwd()
    os.chdir(folder)
    try:
        for one in (check_lammps, check_yade, check_phasicflow, check_exadem):
            one()
            simple.ResetSession()
    finally:
        os.chdir(here)
        shutil.rmtree(folder)
