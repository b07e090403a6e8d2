"""The two discs by spin, seen along z, and the energies over time: kinetic energy that the schemes gain or lose.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("angular_velocity", (0, 0, 1), only_grains=True)
drawing.chart(drawing.port("History"), "time (s)", "energy (J)")
drawing.save()
