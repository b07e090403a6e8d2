"""Dice by speed, as they lie in the box.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum import display
from granum.drawing import Drawing

drawing = Drawing()
shown = drawing.grains("velocity")
drawing.look(shown.view, drawing.port("Bodies"), display.VIEW_FROM, 7e-3)
drawing.save()
