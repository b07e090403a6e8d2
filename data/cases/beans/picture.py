"""Both heaps, each bean in a colour of its own.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from granum.drawing import Drawing

drawing = Drawing()
drawing.grains("clump", (0, -1, 0.35), only_grains=True)
drawing.save()
