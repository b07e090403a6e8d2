"""The stones on their abutments.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.machine(None, ["left", "right", *("stone%d" % k for k in range(1, 100))], (0.4, -1, 0.3))
drawing.save()
