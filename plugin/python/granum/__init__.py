"""Results of granum in ParaView's Python: show(), and pictures without a window.

    from granum import show
    show("hopper.vtkhdf")

    pvpython -m granum.picture hopper.vtkhdf -o hopper.png
"""

from granum.display import Shown, show, units

__all__ = ["Shown", "show", "units"]
