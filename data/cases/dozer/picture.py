"""The blade and its heap; grains by speed.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.machine("velocity", ["blade"], (-0.5, -1, 0.8), fit="Grains")
drawing.save()
