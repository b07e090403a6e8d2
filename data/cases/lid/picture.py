"""Grains under the lid by force.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("force", (0.3, -1, 0.2), only_grains=True)
drawing.save()
