"""What all recipes share: options, axes, tables of the drawn numbers, files."""

import copy
import csv
import functools
import inspect
import os
from collections import namedtuple

from granum.arrays import numpy
from granum.figures import plotting
from granum.figures.repeats import Mean, mean_of, on, others_of

WIDTH, FONT = 86.0, 8.0  # mm, one column of a journal; points
DPI = 300

#: A recipe: its function, its family, a sentence, its number of axes, whether it draws means over repeats.
Recipe = namedtuple("Recipe", "draw family sentence axes repeats")
RECIPES = {}  # by name, in the order of the modules


class CannotDraw(ValueError):
    """The result does not hold what the figure shows; the text is the reason."""


class Draw:
    """What a recipe draws with.

    result, frame   the granum.Result, and the frame that was chosen (default: the last)
    chosen          whether frame was chosen
    axes, ax        axes to draw into, the first of them
    map             name of the colour map
    own             whether the figure is nobody else's
    runs            number of results with other seeds that are averaged, 1: none but result
    """

    def __init__(self, result, frame, chosen, axes, map):
        self.result, self.frame, self.chosen, self.axes, self.map = result, frame, chosen, axes, map
        self.ax = axes[0]
        self.shape, self.own = None, False
        self.tables, self.notes = {}, []
        self.runs, self.found, self.others = 1, {}, []

    def average(self, name, value, error=None, x=None):
        """The repeats.Mean of what a recipe has found: over all runs, or value and error if there is one run.
        Curves are compared at the same places, or at x, where each run has its own."""
        self.found[name] = x, value
        if self.runs == 1:
            return Mean(value, error)
        rows = [found[name] for found in self.others if name in found]
        if len(rows) + 1 < self.runs:
            self.note("%s: of %d runs", name, len(rows) + 1)
        return mean_of([value] + [row if x is None else on(x, known, row) for known, row in rows])

    def curve(self, ax, x, mean, *mark, by=1.0, **style):
        """A curve with its standard error: as bars of marks, or as a band of a line.  by: factor of the unit."""
        y, error = mean.times(by)
        line, = ax.plot(x, y, *mark, **style)
        if error is None:
            return
        if line.get_linestyle() == "None":
            ax.errorbar(x, y, error, fmt="none", ecolor=line.get_color(), elinewidth=0.8, capsize=1.5)
        else:
            ax.fill_between(x, y - error, y + error, color=line.get_color(), alpha=0.25, linewidth=0,
                            step="post" if line.get_drawstyle() == "steps-post" else None)

    def errors(self, text):
        """What standard errors are of: text of one run, or the runs."""
        return "of the mean of %d runs with other seeds" % self.runs if self.runs > 1 else text

    def legend(self, ax, title="", **place):
        """The legend of curves, which says what their bars or bands are, for which it gets room."""
        if self.runs > 1 and place["loc"] == "best" and ax.get_yscale() == "linear":
            low, high = ax.get_ylim()
            ax.set_ylim(low, high + 0.4 * (high - low))
        ax.legend(title=title + self.text_of_runs("\n" if title else "") or None,
                  title_fontsize=plotting.matplotlib.rcParams["legend.fontsize"], **place)

    def text_of_runs(self, before=""):
        """What bars and bands are, "" of one run."""
        return before + "mean of %d runs \u00b1 standard error" % self.runs if self.runs > 1 else ""

    def at(self, frame, ax):
        """The same with another frame and one axes; tables and notes are shared."""
        other = copy.copy(self)
        other.frame, other.ax, other.axes = frame, ax, [ax]
        return other

    def resize(self, ratio):
        """Give the figure this height over width, if its height is free."""
        if self.shape:
            self.shape(self.ax.figure.get_figwidth() * min(max(ratio, 0.42), 1.6))

    def table(self, columns, name=""):
        """Keep drawn numbers: {"column (unit)": array of equal lengths, or their Mean}."""
        kept = self.tables[name] = {}
        for title, values in columns.items():
            value, error = values if isinstance(values, Mean) else (values, None)
            kept[title] = numpy.asarray(value).ravel()
            if error is not None:
                kept["standard error of " + title] = numpy.asarray(error).ravel()

    def note(self, text, *values):
        """A sentence at the head of the CSV file: a fit, a choice that was made."""
        self.notes.append(text % values if values else text)

    def bar(self, shown, text, ax=None):
        """A colour bar beside the axes."""
        ax = ax or self.ax
        made = ax.figure.colorbar(shown, ax=ax, shrink=0.85, aspect=25, pad=0.02)
        made.set_label(text)
        made.outline.set_linewidth(0.6)
        made.solids.set_rasterized(False)
        made.solids.set_edgecolor("face")
        return made


class Figure:
    """A drawn figure: granum.figures.NAME(result) returns it.

    name, figure, axes   the recipe; Matplotlib's figure and axes
    tables               {name: {"column (unit)": array}}, the numbers that were drawn; the table
                         "" is the main one
    notes                sentences on fits and choices
    save(path, dpi=300)  PNG, PDF or SVG and, beside it, the tables as CSV; returns the files
    """

    def __init__(self, name, draw, figure, font_size):
        self.name, self.figure, self.axes = name, figure, draw.axes
        self.tables, self.notes = draw.tables, draw.notes
        self._result, self._time = draw.result.path, draw.frame.time
        self._font_size = font_size

    def save(self, path, dpi=DPI):
        with plotting.style(self._font_size):
            plotting.write(self.figure, path, dpi, "%s of %s" % (
                self.name, os.path.basename(self._result)))
        return [path, *self.save_tables(os.path.splitext(path)[0])]

    def save_tables(self, stem):
        made = []  # the first one gets the notes
        for name, columns in self.tables.items():
            file = "%s%s.csv" % (stem, "-" + name if name else "")
            with open(file, "w", newline="", encoding="utf-8") as out:
                out.write("# granum figure %s of %s, t = %.10g s\n" % (
                    self.name, os.path.basename(self._result), self._time))
                for text in [] if made else self.notes:
                    out.write("# %s\n" % text)
                rows = csv.writer(out, lineterminator="\n")
                rows.writerow(columns)
                rows.writerows([_text(value) for value in row] for row in zip(*columns.values()))
            made.append(file)
        return made


def _text(value):
    return value if isinstance(value, str) else "%.10g" % value


def frame_of(result, time, frame):
    """The chosen frame, by default the last one."""
    if not len(result):
        raise CannotDraw("'%s' has no frame yet" % result.path)
    if time is not None:
        return result.at(time)
    return result[-1 if frame is None else frame]


def options_of(name):
    """Names of the options of a recipe beyond those of all."""
    given = list(inspect.signature(RECIPES[name].draw).parameters)
    return set(given) - {"result", "ax", "more"} | set(RECIPES[name].draw.own)


def average_runs(drawing, paths, function, time, frame, options):
    """Compute what a recipe finds in the results of other seeds, for the one that is drawn."""
    from granum import open as open_result

    paths = others_of(drawing.result, paths)
    for path in paths:
        with open_result(path) as other:
            try:
                one = Draw(other, frame_of(other, time, frame), drawing.chosen,
                           axes_in(plotting.blank(WIDTH, WIDTH), len(drawing.axes)), drawing.map)
                function(one, **options)
            except CannotDraw as error:
                raise CannotDraw("'%s': %s" % (path, error)) from None
        drawing.others.append(one.found)
    drawing.runs = len(paths) + 1
    drawing.note("mean of %d runs with other seeds, and its standard error: %s", drawing.runs, ", ".join(
        os.path.basename(path) for path in [drawing.result.path, *paths]))


def recipe(family, sentence, axes=1, ratio=0.75, wide=WIDTH, name=None, repeats=False):
    """Make a recipe of a function (Draw, **options).

    axes: number of axes.  ratio: height over width by default.  wide: width by default, mm.  repeats: it draws
    means over several runs by Draw.average()."""
    def decorate(function):
        title = name or function.__name__
        own = [word for word in inspect.signature(function).parameters if word != "draw"]

        @functools.wraps(function)
        def draw(result, ax=None, *, time=None, frame=None, width=None, height=None,
                 font_size=None, map=None, figure=None, repeat=(), **options):
            from granum import open as open_result

            if not hasattr(result, "history"):
                result = open_result(result)
            odd = set(options) - set(own)
            if odd:
                raise TypeError("%s takes no %s; it takes: %s" % (
                    title, ", ".join(sorted(odd)), ", ".join(own) or "no options of its own"))
            if len(repeat) and not repeats:
                raise TypeError("%s draws no means over repeats; these do: %s" % (title, ", ".join(
                    name for name, one in RECIPES.items() if one.repeats)))
            chosen = frame_of(result, time, frame)
            size, free, made = font_size or FONT, False, False
            with plotting.style(size):
                if ax is not None:
                    places = list(ax) if numpy.iterable(ax) else [ax]
                    if len(places) != axes:
                        raise ValueError("%s draws into %d axes; %d are given" % (
                            title, axes, len(places)))
                    figure = places[0].figure
                else:
                    if figure is None:
                        figure = plotting.blank(width or wide, height or (width or wide) * ratio)
                        free, made = height is None, True
                    places = axes_in(figure, axes)
                drawing = Draw(result, chosen, not (time is None and frame is None), places,
                               map or "viridis")
                drawing.shape, drawing.own = figure.set_figheight if free else None, made
                if len(repeat):
                    average_runs(drawing, repeat, function, time, frame, options)
                function(drawing, **options)
            return Figure(title, drawing, figure, size)

        draw.own = own
        draw.__signature__ = inspect.signature(function)
        RECIPES[title] = Recipe(draw, family, sentence, axes, repeats)
        return draw
    return decorate


def axes_in(figure, axes):
    """Axes side by side, or in two rows where there are more than three."""
    if axes == 1:
        return [figure.subplots()]
    return list(figure.subplots(*((2, (axes + 1) // 2) if axes > 3 else (1, axes))).flat)
