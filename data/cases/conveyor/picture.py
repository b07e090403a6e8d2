"""Grains by speed on a belt and on the turntable that it feeds.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("velocity", (0.3, -1, 0.6))
drawing.save()
