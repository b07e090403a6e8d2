"""Grains by weight, material points by pressure, and the zones, behind a plane through the middle.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.hybrid((0.15, -1, 0.3), behind=([0, 0.03, 0], [0, -1, 0]))
drawing.save()
