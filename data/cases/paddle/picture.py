"""Grains around the blade by speed.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("velocity", (0.3, -1, 0.5), only_grains=True)
drawing.save()
