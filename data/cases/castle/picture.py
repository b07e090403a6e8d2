"""Damp grains by speed: the castle stands where the bucket was.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("velocity", only_grains=True)
drawing.save()
