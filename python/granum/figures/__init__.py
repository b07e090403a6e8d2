"""Figures of a result for a paper, drawn by Matplotlib; ParaView is needed for `view` and `movie` only.

    from granum import figures
    figures.chains("compression.vtkhdf", slab="y=15mm,4mm", width=86).save("chains.pdf")
    figures.lacey(result, ax=axes)          # into axes of one's own
    figures.view(result, camera="front", dpi=600).save("view.png", dpi=600)
    figures.movie(result, "fall.mp4")       # see help(granum.figures.movie)
    figures.names()                         # all recipes

Each recipe takes a granum.Result or its path and

    ax                 axes to draw into (`panels` and others with several axes: a list of axes)
    time, frame        s, or the number of the frame; the default is the last frame
    width, height      mm; 86 mm wide by default
    font_size, map     points; a colour map of Matplotlib
    figure             a figure or subfigure of Matplotlib to make the axes in
    repeat             paths of results of the same scene with other seeds: curves and fits are means over
                       all of them, with standard errors as bars, bands and numbers

and the options that help(granum.figures.NAME) explains.  It returns a recipe.Figure: save() writes
PNG, PDF or SVG and the drawn numbers as CSV files beside it.  recipe.CannotDraw: the result does not
hold what the figure shows.  `granum figure RESULT NAME` is the same from the command line."""

import importlib

#: The recipes by module, in the order in which they are listed.
_HOMES = {
    "networks": ("chains", "network", "pressure"),
    "forces": ("force_distribution", "mobilisation", "coordination"),
    "directions": ("rose", "fabric"),
    "mixing": ("panels", "lacey"),
    "orientations": ("orientation",),
    "machines": ("torque", "force", "velocity", "load"),
    "loads": ("contact_forces",),
    "silos": ("discharge", "slices", "janssen"),
    "bodies": ("isolines", "band", "coverage", "shell"),
    "views": ("view",),
}
_BY_NAME = {name: module for module, names in _HOMES.items() for name in names}


def names():
    """Names of all recipes."""
    return list(_BY_NAME)


def recipe_of(name):
    """The recipe.Recipe of a name.  LookupError: there is none."""
    word = name.replace("-", "_")
    word = "contact_forces" if word == "forces" else word  # forces is a module
    if word not in _BY_NAME:
        raise LookupError("there is no figure '%s'; granum figure --list explains all: %s" % (
            name, " ".join(names()).replace("_", "-")))
    importlib.import_module("granum.figures." + _BY_NAME[word])
    from granum.figures.recipe import RECIPES

    return RECIPES[word]


def __getattr__(name):
    if name == "movie":
        from granum.figures.views import movie

        return movie
    # A module of the same name as a recipe would hide it: none has.
    if name in _BY_NAME:
        return recipe_of(name).draw
    raise AttributeError("granum.figures has no '%s'" % name)


def __dir__():
    return sorted({*globals(), *_BY_NAME, "movie"})
