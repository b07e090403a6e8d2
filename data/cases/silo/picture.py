"""The network of forces in the tube, from the side, and the directions of its contacts.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from paraview import simple

from granum.drawing import Drawing

drawing = Drawing()
drawing.network((0, -1, 0), Kind="Grain on grain", Part="Strong")
statistics = simple.ForceStatistics(Contacts=drawing.reader, Kind="Grain on grain")
drawing.chart(simple.OutputPort(statistics, "Rose"), "x", "z")
drawing.save()
