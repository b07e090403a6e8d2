"""The table of the yardstick as text, and its page in HTML: tables, a figure, versions, the machine."""

import html
import math
import platform
import time

from granum.yardstick.referee import REFEREES, holds

HEAD = ("case", "quantity", "value", "referee", "difference", "bound", "s", "grain-steps/s")


def number(x):
    return "%.12g" % x if isinstance(x, float) else str(x)


def cells(row):
    return (row.case, row.quantity, number(float(row.value)), number(float(row.expected)),
            "%.1e" % row.difference, "%.1e" % row.bound, "%.2f" % row.seconds,
            "%.2g" % row.rate if row.rate else "-")


def line(row):
    """A row of the printed table."""
    return "%-10s %-44s %-20s %19s %19s %8s %8s %6s %8s %s" % (
        row.referee, *cells(row), "" if holds(row) else "WRONG %s" % row.note)


def heading():
    return "%-10s %-44s %-20s %19s %19s %8s %8s %6s %8s" % ("", *HEAD)


def summary(rows):
    """A line for each referee: rows, how many are within their bounds, median digits of agreement."""
    lines = []
    for one in REFEREES:
        mine = [row for row in rows if row.referee == one.name]
        if mine:
            digits = sorted(min(16.0, -math.log10(max(row.difference, 1e-17))) if row.difference ==
                            row.difference else -1 for row in mine)
            lines.append("%s: %d cases, %d numbers, %d within their bounds; digits of agreement: median "
                         "%.1f, least %.1f" % (one.name, len({row.case for row in mine}), len(mine),
                                               sum(map(holds, mine)), digits[len(digits) // 2], digits[0]))
    return lines


def machine():
    """(what, which) of the programs and the computer."""
    from granum import library
    from granum.arrays import numpy

    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo") as file:
            model = next(text.split(":", 1)[1].strip() for text in file if text.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return [("Granum", library.library().gm_sim_version().decode()), ("processor", model),
            ("system", platform.platform(terse=True)), ("Python", platform.python_version()),
            ("NumPy", numpy.__version__), ("date", time.strftime("%Y-%m-%d"))]


def bars(rows):
    """Digits of agreement as a histogram in SVG."""
    counts = [0] * 17
    for row in rows:
        if row.difference == row.difference:
            counts[min(16, max(0, int(-math.log10(max(row.difference, 1e-17)))))] += 1
    most = max(counts) or 1
    parts = ["<svg viewBox='0 0 360 130' width='540' role='img' aria-label='digits of agreement'>"]
    for k, n in enumerate(counts):
        high = 90 * n / most
        parts.append("<rect x='%d' y='%.1f' width='16' height='%.1f' fill='#47a'/>" % (10 + 20 * k, 100 - high, high))
        parts.append("<text x='%d' y='112' font-size='9' text-anchor='middle'>%d</text>" % (18 + 20 * k, k))
        if n:
            parts.append("<text x='%d' y='%.1f' font-size='8' text-anchor='middle'>%d</text>"
                         % (18 + 20 * k, 97 - high, n))
    parts.append("<text x='180' y='126' font-size='10' text-anchor='middle'>digits of agreement</text></svg>")
    return "".join(parts)


def table(rows):
    def tr(row):
        mark = "" if holds(row) else " class='wrong'"
        return "<tr%s>%s<td>%s</td><td>%s</td></tr>" % (
            mark, "".join("<td>%s</td>" % html.escape(cell) for cell in cells(row)),
            html.escape(row.source), html.escape(row.note))

    return ("<table><tr>%s<th>source</th><th>differences of definition</th></tr>%s</table>"
            % ("".join("<th>%s</th>" % word for word in HEAD), "".join(map(tr, rows))))


def page(rows, absent=()):
    """The whole page.  absent: (name, reason) of what the referees have and Granum has not."""
    parts = ["<!doctype html><html lang='en'><meta charset='utf-8'><title>Granum: the yardstick</title><style>",
             "body{font:14px/1.5 sans-serif;max-width:90em;margin:2em auto;padding:0 1em}td,th{padding:.1em .6em;",
             "text-align:left;border-bottom:1px solid #ddd;white-space:nowrap}.wrong{background:#fdd}",
             "div{overflow-x:auto}</style><h1>Granum beside public referees</h1>",
             "<p>Each row compares a number of Granum with that of a referee. A difference is relative to the "
             "largest of its kind in the case; its bound follows from differences of definition, which the last "
             "column names.</p><p>",
             "; ".join("%s %s" % (html.escape(what), html.escape(str(which))) for what, which in machine()),
             "</p><ul>", *("<li>%s</li>" % html.escape(text) for text in summary(rows)), "</ul>"]
    for one in REFEREES:
        mine = [row for row in rows if row.referee == one.name]
        if mine:
            parts += ["<h2>%s</h2><p>%s</p>" % (one.name, html.escape(one.sentence)), bars(mine),
                      "<div>", table(mine), "</div>"]
    if absent:
        parts += ["<h2>Not compared</h2><ul>",
                  *("<li>%s: %s</li>" % (html.escape(name), html.escape(why)) for name, why in absent), "</ul>"]
    return "".join(parts) + "</html>\n"
