"""Views in 3-D and movies: ParaView draws the scene, Matplotlib what is written over it."""

import math
import os
import shutil
import subprocess
import tempfile

from granum.arrays import numpy
from granum.figures import plotting, quantities, setting
from granum.figures.plotting import INK, matplotlib, patches
from granum.figures.recipe import DPI, FONT, CannotDraw, Draw, recipe
from granum.figures.scenes import Scene
from granum.figures.setting import gravity

#: Right, up and back of each camera: unit vectors of the picture in the scene's axes; z is upwards.
FROM = {"iso": (0.9, -1.6, 0.8), "front": (0, -1, 0), "side": (1, 0, 0), "top": (0, 0, 1)}
BAR = 19.0  # mm at the right, for the colour bar with letters of 8 points
MARGINS = 12.0, 3.0, 9.0, 7.0  # mm, left (gravity), right, below (ruler), above (time); letters of 8 points
ARROW = 8.0  # mm, of gravity in the plane of the picture
WIDE, MOVIE_WIDE, MOVIE_DPI = 120.0, 160.0, 200
COLORS = 256
RATE = 25  # frames of a movie per second


def camera_of(name):
    """Unit vectors right, up, back [3, 3]; ValueError: there is no such preset."""
    if name not in FROM:
        raise ValueError("there is no camera '%s'; there are: %s" % (name, ", ".join(FROM)))
    back = numpy.array(FROM[name], float)
    back /= numpy.linalg.norm(back)
    right = numpy.cross([0, 1, 0] if name == "top" else [0, 0, 1], back)
    right /= numpy.linalg.norm(right)
    return numpy.array([right, numpy.cross(back, right), back])


def range_of(text):
    """(low, high) of "LOW,HIGH" or of two numbers."""
    if text is None:
        return None
    try:
        low, high = (float(word) for word in (
            text.split(",") if isinstance(text, str) else text))
    except ValueError:
        low = high = 0.0
    if not low < high:
        raise ValueError("'%s' is no range of colours: LOW,HIGH is expected, in the array's unit, as "
                         "0,0.5 is" % (text,))
    return low, high


def scene_of(draw, frames, camera, color, range, dpi):
    """The Scene of a drawing, as large as its axes, whose height it chooses where that is free."""
    figure, mm = draw.ax.figure, plotting.MM * dpi
    font = matplotlib.rcParams["font.size"]
    none = color in (None, "none")
    wide = figure.get_figwidth() * dpi
    if draw.own:  # the whole figure but for the colour bar
        bar = 0.0 if none else min(BAR * mm * font / 8, 0.4 * wide)
        size = [round(wide - bar), round(figure.get_figheight() * dpi)]
    else:
        place = draw.ax.get_position()
        size = [round(place.width * wide), round(place.height * figure.get_figheight() * dpi)]
    if not 0 < dpi <= 2400 or max(size) > 16000:
        raise ValueError("a view of %d x %d pixels is too large to be drawn; ask for a smaller width "
                         "or less dpi" % tuple(size))
    margins = [round(min(margin * mm * font / 8, 0.3 * size[0])) for margin in MARGINS]
    table = matplotlib.colormaps[draw.map](numpy.linspace(0, 1, COLORS))[:, :3].tolist()
    return Scene(draw.result.path, frames, [size[0], None if draw.own and draw.shape else size[1]],
                 margins, camera.tolist(), None if none else color, range, table)


def arrow(ax, direction, x, y):
    """Gravity in the picture: an arrow, or a cross in a circle where it points into the picture."""
    flat = numpy.array(direction[:2])
    length = ARROW * numpy.linalg.norm(flat)
    if length < 0.15 * ARROW:
        ax.add_patch(patches.Circle((x, y - 2), 1.2, fill=False, edgecolor=INK, linewidth=0.8))
        reach = 1.2 * math.sqrt(0.5)
        if direction[2] > 0:  # out of it: a dot
            ax.add_patch(patches.Circle((x, y - 2), 0.35, color=INK, linewidth=0))
        else:
            for sign in (-1, 1):
                ax.plot([x - reach, x + reach], [y - 2 - sign * reach, y - 2 + sign * reach],
                        color=INK, linewidth=0.8)
        ax.text(x + 2, y - 2, "g", color=INK, fontweight="bold", ha="left", va="center")
        return
    # Within a square of ARROW below (x, y), wherever it points.
    middle = numpy.array([x, y - ARROW / 2])
    end = ARROW * flat / 2
    ax.add_patch(patches.FancyArrowPatch(middle - end, middle + end, arrowstyle="-|>,head_width=2.2,"
                 "head_length=4.5", shrinkA=0, shrinkB=0, color=INK, linewidth=1.0, mutation_scale=1))
    across = numpy.array([-flat[1], flat[0]]) / numpy.linalg.norm(flat)
    ax.text(*(middle + 2 * across), "g", color=INK, fontweight="bold", ha="center", va="center")


def overlay(draw, scene, picture, camera, time, dpi):
    """A picture of the scene with ruler, time, gravity and colour bar; lengths on paper are in mm."""
    ax, mm = draw.ax, 25.4 / dpi
    size = [mm * n for n in scene.size]
    ax.imshow(matplotlib.image.imread(picture)[..., :3], extent=(0, size[0], 0, size[1]),
              interpolation="none", aspect="equal")
    ax.set(xlim=(0, size[0]), ylim=(0, size[1]))
    ax.set_axis_off()

    ruler = quantities.rounded(scene.pixel * scene.size[0] / 4)
    long = ruler / scene.pixel * mm
    factor, unit = quantities.prefixed(ruler, "m")
    ax.add_patch(patches.Rectangle((3, 3), long, 0.6, color=INK, linewidth=0, snap=False))
    ax.text(3, 4.2, "%g %s" % (round(factor * ruler, 6), unit), color=INK, ha="left", va="bottom")
    ax.text(3, size[1] - 2, "t = %.3f s" % time, color=INK, ha="left", va="top")
    pull = gravity(draw.result)
    strength = float(numpy.linalg.norm(pull))
    if strength > 0:
        arrow(ax, camera @ pull / strength, 6.5, size[1] - 8)
    if scene.title:
        norm = matplotlib.colors.Normalize(scene.low, scene.high)
        bar = ax.figure.colorbar(matplotlib.cm.ScalarMappable(norm, draw.map),
                                 cax=ax.inset_axes([1.0, 0.15, 2.5 / size[0], 0.7]),
                                 extend="max" if scene.above else "neither")
        bar.set_label(scene.title.replace("_", " "))
        bar.locator = matplotlib.ticker.MaxNLocator(5)
        bar.formatter.set_powerlimits((-2, 4))
        bar.formatter.set_useMathText(True)
        bar.update_ticks()
        # Over the bar, not across it: the factor of ten of its numbers.
        bar.ax.yaxis.set_offset_position("left")
        bar.outline.set_linewidth(0.6)
    return ruler


def fill(draw, scene, dpi):
    """Give the figure the height of the scene, and the axes the scene's place in it."""
    if draw.own:
        figure = draw.ax.figure
        figure.set_layout_engine("none")
        if draw.shape:
            draw.shape(scene.size[1] / dpi)
        draw.ax.set_position([0, 0, scene.size[0] / dpi / figure.get_figwidth(), 1])


@recipe("views in 3-D", "Grains and structures in 3-D with ruler, time and gravity; ParaView draws it.",
        wide=WIDE, name="view")
def view(draw, camera=None, color="velocity", range=None, dpi=DPI):
    """ParaView's pvpython draws the picture in parallel projection, pixel by pixel of the file if it
    is saved with the same dpi; text and ruler are drawn over it, in PDF and SVG as vectors.

    camera: iso, front (along y), side (against x), top, the one of two dimensions.  color: an array of grains, or none.
    color: of grains and bodies; axis: bodies by the direction of their long axis.
    range: (low, high) of the colours; by default of the frame, of a vector up to what a hundredth exceeds."""
    camera = camera or ("top" if setting.flat(draw.result) else "iso")
    axes = camera_of(camera)
    with scene_of(draw, [draw.frame.index], axes, color, range_of(range), int(dpi)) as scene:
        fill(draw, scene, dpi)
        ruler = overlay(draw, scene, scene.pictures[0], axes, draw.frame.time, dpi)
        draw.table({"quantity": ["pixel (m)", "ruler (m)", "first colour", "last colour"],
                    "value": [scene.pixel, ruler, scene.low, scene.high]})
        draw.note("camera %s, parallel projection, %d x %d pixels at %d dpi", camera, *scene.size, dpi)
        if scene.title:
            draw.note("colours: %s", scene.title)


def frames_of(result, start, end):
    """Numbers of the frames from start to end, s."""
    found = [k for k, time in enumerate(result.times) if (start is None or time >= start - 1e-12)
             and (end is None or time <= end + 1e-12)]
    if not found:
        raise CannotDraw("no frame of '%s' is from %s s to %s s" % (
            result.path, "the first" if start is None else start, "the last" if end is None else end))
    return found


def join(pattern, path, rate):
    """Make a movie of numbered pictures with ffmpeg, of even size as its players expect."""
    words = ["ffmpeg", "-y", "-loglevel", "error", "-framerate", "%g" % rate, "-i", pattern, "-vf",
             "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white", "-c:v", "libx264", "-crf", "18",
             "-pix_fmt", "yuv420p", "-movflags", "+faststart", path]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode or not os.path.isfile(path):
        said = done.stderr.strip().splitlines()
        raise RuntimeError("ffmpeg could not write '%s': %s" % (
            path, said[-1] if said else "exit code %d" % done.returncode))


def movie(result, path, camera=None, color="velocity", range=None, start=None, end=None, rate=RATE,
          width=None, height=None, dpi=MOVIE_DPI, font_size=None, map=None):
    """Write the frames from start to end (s; all by default) as a movie, NAME.mp4, `rate` of them a
    second, each as `view` draws it.  Camera, ruler and colours are those of all frames together.

    pvpython draws all frames in one process, ffmpeg joins them.  Returns the path.  Ctrl+C: those that have been drawn
    become the movie, and a RuntimeError says how many."""
    from granum import open as open_result

    if os.path.splitext(path)[1].lower() != ".mp4":
        raise ValueError("'%s': a movie is a .mp4 file" % path)
    if not shutil.which("ffmpeg"):
        raise RuntimeError("a movie is joined by ffmpeg, which is not in PATH: apt install ffmpeg")
    if not float(rate) > 0:
        raise ValueError("a movie has more than 0 frames a second; the rate given is %s" % rate)
    if not hasattr(result, "history"):
        result = open_result(result)
    axes = camera_of(camera or ("top" if setting.flat(result) else "iso"))
    colors = range_of(range)
    frames = frames_of(result, start, end)
    wide, size = width or MOVIE_WIDE, font_size or FONT
    with plotting.style(size), tempfile.TemporaryDirectory(prefix="granum-") as folder:
        first = drawing(result, frames[0], wide, height, map)
        with scene_of(first, frames, axes, color, colors, dpi) as scene:
            for k, (frame, picture) in enumerate(zip(frames, scene.pictures)):
                draw = drawing(result, frame, wide, height, map)
                fill(draw, scene, dpi)
                overlay(draw, scene, picture, axes, result.times[frame], dpi)
                plotting.write(draw.ax.figure, os.path.join(folder, "%06d.png" % k), dpi, "movie")
        join(os.path.join(folder, "%06d.png"), path, float(rate))
    if not scene.whole:
        raise RuntimeError("stopped: '%s' has the first %d of %d frames" % (path, len(scene.pictures), len(frames)))
    return path


def drawing(result, frame, width, height, map):
    """A Draw with a figure of its own."""
    figure = plotting.blank(width, height or 0.75 * width)
    made = Draw(result, result[frame], True, [figure.subplots()], map or "viridis")
    made.own, made.shape = True, None if height else figure.set_figheight
    return made
