"""The network of forces under the lid, and how they are distributed.

    xvfb-run -a -s -noreset pvpython picture.py RESULT PNG
"""

from paraview import simple

from granum.drawing import Drawing

drawing = Drawing()
drawing.network((0.3, -1, 0.2))
statistics = simple.ForceStatistics(Contacts=drawing.reader, Kind="Grain on grain", Bins=24)
drawing.chart(statistics, "force / mean force", "probability density",
              logarithmic=("force_ratio", "probability_density"))
drawing.save()
