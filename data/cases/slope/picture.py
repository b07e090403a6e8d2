"""The ground, the houses and the slide; boulders by speed.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.machine("velocity", ["ground", "near", "far"], (0.9, -1.2, 0.7))
drawing.save()
