"""A page of a result: one HTML file with grains, contacts, structures and a slider over frames, which opens
from disk in a browser without a network.

    from granum.page import write
    write(result, "page.html")          # a granum.Result

encode.py packs arrays, gather.py collects the frames, and the browser's part is joined into the file:
page.html, page.css, data.js (unpacks), draw.js (WebGL 2), scene.js (camera, what is drawn), read.js (colour
bars, what is clicked) and page.js (frames, link, controls)."""

import html
import json
import os
import re
from collections import namedtuple

from granum.arrays import numpy
from granum.page.encode import Store
from granum.page.gather import Gathered

LIMIT = 20.0  # MB of a page: what publishers take as a supplement, and mail as an attachment
PARTS = "data.js", "draw.js", "scene.js", "read.js", "page.js"

#: What was written: bytes, frames of the page, frames of the choice, largest error of a position in m.
Written = namedtuple("Written", "size frames of error")


class TooLarge(ValueError):
    """One frame alone is above the limit; the text is the reason and the remedy."""


def part(name):
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return file.read()


def json_of(value):
    """JSON that stands inside a <script>: no text of a result ends the element."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def even(frames, count):
    """`count` of the frames in even steps, the last among them, and the first if there are two."""
    if count >= len(frames):
        return list(frames)
    if count == 1:
        return [frames[-1]]
    places = numpy.linspace(0, len(frames) - 1, count).round().astype(int)
    return [frames[k] for k in places]


def choose(gathered, frames, count, limit):
    """The chosen frames, at most `count`, whose page is within the limit, and the text of the page."""
    room = 1e6 * limit
    page = page_of(gathered, [frames[-1]], frames)
    if len(page) > room:
        raise TooLarge("a page of one frame takes %.1f MB, and the limit is %g MB; ask for --limit %d, or for "
                       "fewer arrays by --arrays" % (len(page) / 1e6, limit, len(page) // 1e6 + 1))
    n = min(len(frames), count or len(frames))
    base = len(page) - gathered.frame_size(frames[-1])
    n = max(1, min(n, int((room - base) / max(gathered.frame_size(frames[-1]), 1) * 2)))
    while True:
        chosen = even(frames, n)
        page = page_of(gathered, chosen, frames)
        if len(page) <= room or n == 1:
            return chosen, page
        n = max(1, min(n - 1, int(n * (room - base) / (len(page) - base))))


def page_of(gathered, chosen, frames):
    meta = gathered.meta(chosen, frames)
    blobs = "\n".join('<script type="text/plain" id="b%s">%s</script>' % (key, gathered.store.text(key))
                      for key in gathered.keys(chosen))
    values = {"TITLE": html.escape(meta["title"]), "STYLE": part("page.css"),
              "SCRIPT": "\n".join(map(part, PARTS)), "META": json_of(meta), "BLOBS": blobs}
    # Every second piece is a mark; what is put in is not searched for marks again.
    pieces = re.split("@(%s)@" % "|".join(values), part("page.html"))
    return "".join(values[piece] if k % 2 else piece for k, piece in enumerate(pieces))


def write(result, path, frames=None, count=None, arrays=None, limit=LIMIT):
    """Write the page of a result; a Written.

    frames  numbers of the frames to choose from; all by default
    count   at most so many of them, in even steps; by default as many as the limit leaves room for
    arrays  names of the arrays of grains that a reader can colour by; those of gather.ARRAYS by default
    limit   MB of the file"""
    frames = list(range(len(result))) if frames is None else [range(len(result))[k] for k in frames]
    if not frames:
        raise ValueError("'%s' has no frame" % result.path)
    gathered = Gathered(result, Store(), arrays)
    chosen, page = choose(gathered, frames, count, limit)
    data = page.encode("utf-8")
    new = "%s.new" % path
    try:
        with open(new, "wb") as file:
            file.write(data)
        os.replace(new, path)
    except OSError:
        if os.path.exists(new):
            os.unlink(new)
        raise
    return Written(len(data), chosen, len(frames), gathered.error(chosen))
