"""The bit, and the grains behind it by speed.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.machine("velocity", ["bit"], (0.15, -1, 0.35), behind=([0, 0, 0], [0, -1, 0]), fit="Grains")
drawing.save()
