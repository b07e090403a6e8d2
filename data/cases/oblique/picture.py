"""Grains by spin after they hit the anvil: the steeper, the slower.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("angular_velocity", (0, -1, 0.2), only_grains=True)
drawing.save()
