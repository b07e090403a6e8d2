"""Energies of the bouncing grain over time: a step down at each impact.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.chart(drawing.port("History"), "time (s)", "energy (J)")
drawing.save()
