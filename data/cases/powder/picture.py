"""Lumps of powder: grains by speed, and contacts by force.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("velocity", (0, -1, 0))
drawing.network((0, -1, 0))
drawing.save()
