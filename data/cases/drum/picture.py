"""Grains by speed, seen along the axis of the drum.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("velocity", (0, -1, 0))
drawing.save()
