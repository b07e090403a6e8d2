"""The chute from the side, grains by speed.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("velocity", (0, -1, 0), only_grains=True)
drawing.save()
