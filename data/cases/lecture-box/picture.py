"""The discs of the box by speed, seen along z, and the energies over time.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
walls = drawing.grains("velocity", (0, 0, 1)).structures
walls.Representation, walls.LineWidth, walls.Opacity = "Wireframe", 2, 1
drawing.chart(drawing.port("History"), "time (s)", "energy (J)")
drawing.views[-1].LegendLocation = "BottomLeft"
drawing.save()
