"""Results of granum in ParaView's Python: show(), picking, and pictures without a window.

    from granum import show
    show("hopper.vtkhdf")

    pvpython -m granum.picture hopper.vtkhdf -o hopper.png
    pvpython -m granum.picture mixer.vtkhdf --sites left -o mixer-sites.png
"""

from granum.coverage import ShownCoverage, show_coverage
from granum.display import Shown, show, units
from granum.picking import look_at, selected
from granum.sites import ShownSites, show_sites

__all__ = ["Shown", "ShownCoverage", "ShownSites", "look_at", "selected", "show",
           "show_coverage", "show_sites", "units"]
