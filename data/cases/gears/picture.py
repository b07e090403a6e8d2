"""The two gears.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.machine(None, ["pinion", "gear"], (0, -0.35, 1))
drawing.save()
