"""Matplotlib for the figures: its import, the style, and files of an exact size."""

import os

try:
    import matplotlib
    from matplotlib import collections, figure, patches
except ImportError as error:
    raise ImportError(
        "granum needs Matplotlib to draw figures, and this Python lacks it (%s); for the system's "
        "python3: apt install python3-matplotlib" % error) from error

__all__ = ["COLORS", "GREY", "INK", "collections", "figure", "matplotlib", "patches", "style",
           "write"]

MM = 1 / 25.4  # in
FORMATS = ("png", "pdf", "svg")
INK = "0.1"
GREY = "0.7"
#: Distinct for colour-blind readers too: M. Okabe and K. Ito, "Color universal design" (2008).
COLORS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442"]


def style(font_size):
    """Settings of Matplotlib for the time of drawing and writing; font_size in points."""
    return matplotlib.rc_context({
        "font.family": "DejaVu Sans", "font.size": font_size, "axes.labelsize": font_size,
        "axes.titlesize": font_size, "xtick.labelsize": font_size - 1,
        "ytick.labelsize": font_size - 1, "legend.fontsize": font_size - 1,
        "legend.frameon": False, "legend.handlelength": 1.6, "axes.linewidth": 0.6,
        "xtick.major.width": 0.6, "ytick.major.width": 0.6, "xtick.minor.width": 0.4,
        "ytick.minor.width": 0.4, "lines.linewidth": 1.0, "lines.markersize": 3.0,
        "axes.prop_cycle": matplotlib.cycler(color=COLORS),
        "pdf.fonttype": 42, "ps.fonttype": 42,  # TrueType, which journals accept and editors edit
        "svg.fonttype": "path", "svg.hashsalt": "granum", "savefig.facecolor": "white",
        "text.usetex": False, "mathtext.fontset": "dejavusans", "image.composite_image": False,
    })


def blank(width, height):
    """A figure of width x height mm whose axes, labels included, fill it."""
    made = figure.Figure(figsize=(width * MM, height * MM), layout="constrained")
    made.get_layout_engine().set(w_pad=0.03, h_pad=0.03)
    return made


def write(made, path, dpi, title):
    """Write a figure as PNG, PDF or SVG, as the end of the path says."""
    form = os.path.splitext(path)[1][1:].lower()
    if form not in FORMATS:
        raise ValueError("'%s': a figure is a .png, .pdf or .svg file" % path)
    about = {"Title": title}
    if form == "png":
        about["Software"] = "Granum"
    else:  # without the date, so that the same figure has the same bytes
        about["Creator"] = "Granum"
        about["CreationDate" if form == "pdf" else "Date"] = None
    made.savefig(path, format=form, dpi=dpi, metadata=about)
