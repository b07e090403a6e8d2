"""Grains by speed, and their flow as a continuum in the middle of the drum.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from paraview import simple

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("velocity", (0, -1, 0), only_grains=True)
flow = simple.CoarseGrain(Grains=drawing.reader, Density=2500, Nodes=[64, 16, 64])
dense = simple.Threshold(Input=flow, Scalars=["POINTS", "solid_fraction"],
                         LowerThreshold=0.2, UpperThreshold=1)
drawing.colored(drawing.slice(dense), "velocity", (0, -1, 0))
drawing.save()
