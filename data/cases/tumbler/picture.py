"""Grains by speed, and their flow as a continuum in the middle of the drum.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("velocity", (0, -1, 0), only_grains=True)
drawing.flow([64, 16, 64], density=2500)
drawing.save()
