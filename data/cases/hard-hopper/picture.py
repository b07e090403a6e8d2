"""Hard grains by speed in the hopper and below its gate.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("velocity")
drawing.save()
