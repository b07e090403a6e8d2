"""granum figure RESULT NAME ... -- figures of a result; `granum figure --list` prints the recipes."""

import argparse
import os
import sys

from granum.program import Wrong, exit_code

DPI = 300
MOVIE = "movie"
MOVIE_SENTENCE = "The frames as view draws them, as NAME.mp4; ParaView draws, ffmpeg joins."
MOVIE_OPTIONS = ("camera", "color", "range", "start", "end", "rate")
OWN = {  # options that belong to some recipes: words of help
    "slab": ("AXIS=CENTRE,THICKNESS", "the slab that is drawn: y=15mm,4mm"),
    "reference": ("FORCE", "the force that counts as 1: 0.05N; the mean of the frame by default"),
    "angle": ("ANGLE", "largest angle of a link of a chain to the stress: 45deg"),
    "top": ("PASCAL", "the pressure at which the colours end"),
    "bins": ("N", "bins of a histogram"),
    "least": ("N", "contacts of a grain that is no rattler; 2 by default"),
    "plane": ("xy|xz|yz", "the plane of a rose, a field, or a surface; xz by default"),
    "sectors": ("N", "sectors of a rose; 36 by default"),
    "kind": ("grain|wall|all", "contacts between grains (default), with structures, or all"),
    "layers": ("N", "layers of grains at structures that a rose or fabric leaves out; 0 by default"),
    "strain": ("STRUCTURE", "draw against the strain by the displacement of this structure"),
    "by": ("label|material|x|y|z", "kinds of grains; x, y, z: their halves at the start"),
    "start": ("T", "time in s when mixing, a mean or a movie begins"),
    "times": ("T,T,T,T", "of the four panels, in s"),
    "structure": ("NAME", "the structure that is meant"),
    "cell": ("N", "grains of a cell of Lacey's index; 20 by default"),
    "smooth": ("DURATION", "width of a running mean: 10ms"),
    "place": ("LENGTH", "where the plane of a field is, along its normal"),
    "outlet": ("AXIS=PLACE,DIAMETER", "the hole through which grains leave: z=55mm,30mm"),
    "grain": ("ID", "the grain that is drawn with its virtual particles"),
    "camera": ("iso|front|side|top", "of a view or movie; iso by default, top in two dimensions"),
    "color": ("ARRAY", "array of grains that colours a view, or none; velocity by default"),
    "range": ("LOW,HIGH", "of the colours of a view, in the unit of its array"),
    "end": ("T", "time in s of the last frame of a movie"),
    "rate": ("N", "frames of a movie per second; 25 by default"),
    "shape": ("NAME", "only bodies of this shape"),
    "measure": ("NAME", "the measure of the scene whose stress is drawn"),
}


def parser_of():
    parser = argparse.ArgumentParser(
        prog="granum figure", usage="granum figure RESULT NAME ... [-o FILE] [options]\n"
        "       granum figure RESULT all [-o FOLDER] [options]\n       granum figure --list",
        description="Draw figures of a result for a paper: PDF, SVG or PNG, with the drawn numbers "
        "as CSV beside each file.")
    parser.add_argument("result", nargs="?", metavar="RESULT", help="NAME.vtkhdf")
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="recipes; all: those that fit the result, and an overview")
    parser.add_argument("--list", action="store_true", help="print the recipes")
    parser.add_argument("-o", "--output", metavar="FILE",
                        help="NAME.pdf, .svg or .png; several figures and all: a folder")
    parser.add_argument("--format", choices=("pdf", "svg", "png"), default="pdf",
                        help="of files in a folder, and without -o; pdf by default")
    parser.add_argument("--width", metavar="LENGTH", help="86mm by default")
    parser.add_argument("--height", metavar="LENGTH")
    parser.add_argument("--dpi", type=int, help="of PNG and views; 300 by default, of movies 200")
    parser.add_argument("--font-size", type=float, metavar="POINTS", help="8 by default")
    parser.add_argument("--map", help="colour map of Matplotlib: viridis, cividis, magma ...")
    parser.add_argument("--repeat", metavar="RESULT", nargs="+", default=[],
                        help="results of the same scene with other seeds: curves and fits are means over all, "
                        "with standard errors")
    when = parser.add_mutually_exclusive_group()
    when.add_argument("--time", type=float, metavar="T",
                      help="in s; the last frame that is not later is drawn")
    when.add_argument("--frame", type=int, metavar="N",
                      help="counted from 0; -1, the default, is the last")
    group = parser.add_argument_group("options of some recipes")
    for word, (metavar, text) in OWN.items():
        group.add_argument("--" + word.replace("_", "-"), metavar=metavar, help=text)
    return parser


def listing():
    from granum import figures

    family, lines = None, []
    for name in figures.names():
        recipe = figures.recipe_of(name)
        if recipe.family != family:
            family = recipe.family
            lines += ["", family]
        lines.append("  %-19s %s" % (name.replace("_", "-"), recipe.sentence))
    lines += ["  %-19s %s" % (MOVIE, MOVIE_SENTENCE)]
    lines += ["", "all", "  %-19s %s" % (
        "", "every one of these that fits the result, each as a file, and an overview page.")]
    return "\n".join(lines[1:])


def common(options):
    """What every recipe takes."""
    from granum.figures import quantities

    given = {"time": options.time, "frame": options.frame, "font_size": options.font_size,
             "map": options.map}
    for word in ("width", "height"):
        text = getattr(options, word)
        if text is not None:
            millimetres = text.replace(".", "", 1).isdigit()
            given[word] = 1e3 * quantities.quantity(text + "mm" * millimetres, "m")
            if not 10 <= given[word] <= 2000:
                raise Wrong("--%s %s: a length from 10mm to 2000mm is expected" % (word, text))
    return {word: value for word, value in given.items() if value is not None}


def own(options, recipes):
    """{option: value} of those given; Wrong if none of the recipes takes one."""
    given = {word: getattr(options, word) for word in OWN if getattr(options, word) is not None}
    for word in given:
        if MOVIE in options.names and word in MOVIE_OPTIONS:
            continue
        if not any(word in recipe.draw.own for recipe in recipes.values()):
            raise Wrong("--%s is no option of %s; granum figure --list explains the recipes" % (
                word.replace("_", "-"), ", ".join(options.names)))
    return given


def demand_repeats(options, recipes):
    """Wrong: one of the recipes draws no means over repeats, or a repeat is no file."""
    for path in options.repeat:
        if not os.path.isfile(path):
            raise Wrong("--repeat %s: there is no such file" % path)
    single = [name for name in options.names if name == MOVIE or name in recipes and not recipes[name].repeats]
    if options.repeat and single:
        from granum import figures

        raise Wrong("--repeat is for means of curves, not for %s; these draw them: %s" % (
            ", ".join(single), " ".join(name.replace("_", "-") for name in figures.names()
                                        if figures.recipe_of(name).repeats)))


def targets(options):
    """{recipe: file}"""
    stem = os.path.splitext(os.path.basename(options.result))[0]
    names, output = options.names, options.output
    if len(names) == 1 and output and not os.path.isdir(output):
        if names[0] != MOVIE and os.path.splitext(output)[1].lower() not in (".pdf", ".svg", ".png"):
            raise Wrong("-o %s: a figure is a .pdf, .svg or .png file" % output)
        os.makedirs(os.path.dirname(output) or ".", exist_ok=True)
        return {names[0]: output}
    folder = output or "."
    if os.path.splitext(folder)[1] and not os.path.isdir(folder):
        raise Wrong("-o %s: several figures go into a folder" % folder)
    os.makedirs(folder, exist_ok=True)
    return {name: os.path.join(folder, "%s-%s.%s" % (
        stem, name, "mp4" if name == MOVIE else options.format)) for name in names}


def draw_movie(result, file, options, shared, given):
    from granum import figures

    words = {word: value for word, value in given.items() if word in MOVIE_OPTIONS}
    for word in ("start", "end", "rate"):
        if word in words:
            words[word] = number(word, words[word])
    if options.time is not None or options.frame is not None:
        raise Wrong("a movie shows many frames; choose them by --start T and --end T")
    if options.dpi is not None:
        words["dpi"] = options.dpi
    return figures.movie(result, file, **words, **shared)


def number(word, text):
    try:
        return float(text)
    except ValueError:
        raise Wrong("--%s %s: a number is expected" % (word, text)) from None


def draw(options):
    from granum import figures
    from granum import open as open_result

    recipes = {name: figures.recipe_of(name) for name in options.names
               if name not in ("all", MOVIE)}
    if not os.path.isfile(options.result):
        raise Wrong("there is no file '%s'" % options.result)
    demand_repeats(options, recipes)
    given = own(options, recipes if "all" not in options.names else
                {name: figures.recipe_of(name) for name in figures.names()})
    shared, dpi = common(options), options.dpi or DPI
    if "all" in options.names:
        if len(options.names) > 1:
            raise Wrong("all is a name of its own: granum figure RESULT all")
        draw_sheet(options, {**shared, **given, "repeat": options.repeat})
        return
    with open_result(options.result) as result:
        for name, file in targets(options).items():
            if name == MOVIE:
                print(draw_movie(result, file, options, shared, given))
                continue
            takes = recipes[name].draw.own
            if "dpi" in takes:  # it is made of pixels
                given["dpi"] = dpi
            made = recipes[name].draw(result, repeat=options.repeat, **shared, **{
                word: value for word, value in given.items() if word in takes})
            for path in made.save(file, dpi):
                print(path)


def draw_sheet(options, given):
    from granum import open as open_result
    from granum.figures import sheet

    stem = os.path.splitext(os.path.basename(options.result))[0]
    folder = options.output or stem + "-figures"
    if os.path.isfile(folder):
        raise Wrong("-o %s: all is drawn into a folder; this is a file" % folder)
    with open_result(options.result) as result:
        files, left = sheet.draw_all(result, folder, options.format, options.dpi or DPI,
                                     **given)
    for file in files:
        print(file)
    for name, why in left.items():
        print("without %s: %s" % (name.replace("_", "-"), why), file=sys.stderr)


def act(options):
    if options.list:
        print(listing())
    elif options.result is None or not options.names:
        raise Wrong("a RESULT and the NAME of a figure are expected; granum figure --help")
    else:
        draw(options)


def main(words=None):
    options = parser_of().parse_intermixed_args(words)
    return exit_code("granum figure", lambda: act(options))


if __name__ == "__main__":
    sys.exit(main())
