"""The sheet of a result: every recipe that fits it as a file, and all of them on one page."""

import os

from granum.figures import names, plotting, recipe_of
from granum.figures.recipe import DPI, FONT, CannotDraw
from granum.figures.setting import rotating

STILL = "force", "load"  # of machines, also where nothing rotates: a lid, a gate, a wall
COLUMN, ROW, COLUMNS = 88.0, 76.0, 4  # mm of a cell of the page; cells side by side


def unfit(result, name):
    """Why a recipe is left out, "" if it fits."""
    family = recipe_of(name).family
    if family == "mixers" and name not in STILL and not rotating(result):
        return "no structure rotates"
    if family == "virtual particles" and not len(result.sites):
        return "the result holds no virtual particles"
    if family == "views in 3-D":
        return "it is made of pixels; ask for it by its name"
    return ""


def those_of(recipe, options):
    """The options that a recipe takes."""
    shared = {"time", "frame", "width", "height", "font_size", "map", *["repeat"] * recipe.repeats}
    return {word: value for word, value in options.items() if word in shared or word in recipe.draw.own}


def cells(axes):
    """Cells side by side that a figure with so many axes takes on the page."""
    return {1: 1, 3: 3}.get(axes, 2)


def places(widths):
    """(row, column) of figures of so many cells, in their order; the number of rows."""
    found, row, column = [], 0, 0
    for width in widths:
        if column + width > COLUMNS:
            row, column = row + 1, 0
        found.append((row, column))
        column += width
    return found, row + 1


def overview(result, drawable, options, files, dpi):
    """One page with all figures."""
    widths = [cells(recipe_of(name).axes) for name in drawable]
    where, rows = places(widths)
    with plotting.style(options.get("font_size") or FONT):
        page = plotting.figure.Figure(figsize=(
            COLUMNS * COLUMN * plotting.MM, rows * ROW * plotting.MM), layout="constrained")
        grid = page.add_gridspec(rows, COLUMNS)
        for name, width, (row, column) in zip(drawable, widths, where):
            part = page.add_subfigure(grid[row, column:column + width])
            shared = {word: value for word, value in options.items() if word not in ("width", "height")}
            recipe_of(name).draw(result, figure=part, **those_of(recipe_of(name), shared))
            part.suptitle(name.replace("_", "-"), fontsize="medium", fontweight="bold")
        for file in files:
            plotting.write(page, file, dpi, "figures of %s" % os.path.basename(result.path))


def draw_all(result, folder, form="pdf", dpi=DPI, **options):
    """Write the sheet into a folder: NAME.pdf (or .svg, .png) of each recipe that fits the result, their
    tables as CSV, overview.pdf and overview.png.  Returns (files, {recipe: why it was left out})."""
    os.makedirs(folder, exist_ok=True)
    files, left, drawable = [], {}, []
    for name in names():
        recipe = recipe_of(name)
        why = unfit(result, name)
        if not why:
            try:
                made = recipe.draw(result, **those_of(recipe, options))
            except CannotDraw as error:
                why = str(error)
        if why:
            left[name] = why
            continue
        files += made.save(os.path.join(folder, "%s.%s" % (name.replace("_", "-"), form)), dpi)
        drawable.append(name)
    if not drawable:
        raise CannotDraw("no figure fits '%s'" % result.path)
    pages = [os.path.join(folder, "overview." + end) for end in ("pdf", "png")]
    overview(result, drawable, options, pages, min(dpi, 200))
    return files + pages, left
