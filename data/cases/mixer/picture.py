"""Grains by speed, and the virtual particles of a blade, cut open.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing
from granum.sites import show_sites

drawing = Drawing()
drawing.grains("velocity")
show_sites(drawing.reader, "left", drawing.view())
drawing.save()
