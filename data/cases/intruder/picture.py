"""Grains and the ball among them by speed.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("velocity", (0.3, -1, 0.6), only_grains=True)
drawing.save()
