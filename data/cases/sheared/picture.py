"""The spheres by velocity, seen along z, and the energy over time, which becomes steady.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("velocity", (0, 0, 1), only_grains=True)
drawing.chart(drawing.port("History"), "time (s)", "energy (J)")
drawing.save()
