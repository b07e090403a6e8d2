"""The plates by integrator, side by side.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
shown = drawing.colored(drawing.port("Structures"), "structure_id", (0.2, -1, 0.3))
shown.Opacity, shown.Ambient, shown.Diffuse, shown.Specular = 1, 1, 0, 0
drawing.save()
