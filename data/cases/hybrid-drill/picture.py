"""What is behind the axes of two rods: grains by weight, points by pressure, and zones.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.hybrid((0.3, -1, 0.4), behind=([0, 0.028, 0], [0, -1, 0]))
drawing.save()
