"""Grains by weight, material points by pressure, and the zones, seen along z.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.hybrid((0, 0, 1))
drawing.save()
