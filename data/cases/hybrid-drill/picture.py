"""Grains by weight: those that are half a continuum, and where there are none.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("weight", (0.3, -1, 0.4), only_grains=True)
drawing.save()
