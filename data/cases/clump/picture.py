"""The clump and what holds it: contacts by force.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("velocity", (0, -1, 0.1), only_grains=True)
drawing.network((0, -1, 0.1))
drawing.save()
