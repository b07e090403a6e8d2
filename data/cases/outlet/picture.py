"""How fast the grains move in the middle of the bin, as a continuum and as grains.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("velocity", (0, -1, 0), only_grains=True)
drawing.flow([48, 16, 64], density=2500)
drawing.save()
