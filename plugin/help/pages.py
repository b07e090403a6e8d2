#!/usr/bin/env python3
"""pages.py FOLDER XML... -- the help pages of the plugin, from the XML of its panels.

Writes into FOLDER one page for each source and filter, named as ParaView's help button looks for
it (GROUP.NAME.html), an index, and the project file granum.qhp for Qt's qhelpgenerator.  A file
NAME.html beside this script is the paragraph "How to use it" of that page.
"""
import sys
import xml.etree.ElementTree as tree
from html import escape
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAMESPACE, BOOK = "Granum.org", "Granum"  # ParaView looks in the book of its namespace's first word
STYLE = """body { font-family: sans-serif; margin: 1em; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; background-color: #e4e8ec; }
th, td { padding: 4px; vertical-align: top; border-bottom: 1px solid #c8ccd0; }
code { color: #204a87; }
"""
PAGE = """<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>{title}</title>
<style>
{style}</style></head>
<body>
{body}
</body></html>
"""


def sentence(element):
    text = element.find("Documentation")
    return " ".join((text.text or "").split()) if text is not None else ""


def spaced(name):
    """MaximumThickness as the panel shows it."""
    return "".join(" " + c if c.isupper() and i and not name[i - 1].isupper() else c
                   for i, c in enumerate(name)).strip()


def label(element):
    return element.get("label") or spaced(element.get("name"))


def table(headings, rows):
    if not rows:
        return ""
    lines = ["<tr>%s</tr>" % "".join("<th>%s</th>" % escape(h) for h in headings)]
    lines += ["<tr>%s</tr>" % "".join("<td>%s</td>" % cell for cell in row) for row in rows]
    return "<table>\n%s\n</table>\n" % "\n".join(lines)


def section(title, text):
    return "<h2>%s</h2>\n%s\n" % (escape(title), text) if text else ""


def value(prop):
    """The default as the panel shows it."""
    default = prop.get("default_values", "")
    for entry in prop.iter("Entry"):
        if entry.get("value") == default:
            return escape(entry.get("text"))
    if prop.find("BooleanDomain") is not None:
        return {"0": "off", "1": "on"}.get(default, "")
    return escape(default) if default != "none" else ""


def page(group, proxy):
    """(title, HTML) of a source or filter."""
    title = label(proxy)
    inputs, shown, read = [], [], []
    for part in proxy:
        if not part.tag.endswith("Property"):
            continue
        row = (escape(label(part)), escape(sentence(part)))
        if part.tag == "InputProperty":
            inputs.append(row)
        elif part.get("information_only") == "1":
            read.append(("<code>%s</code>" % escape(part.get("name")), row[1]))
        elif part.get("panel_visibility") != "never":
            shown.append((row[0], "<code>%s</code>" % escape(part.get("name")), value(part), row[1]))
    ports = [(str(i), escape(p.get("name"))) for i, p in enumerate(proxy.findall("OutputPort"))]
    use = HERE / ("%s.html" % proxy.get("name"))
    brief = proxy.find("Documentation").get("short_help", "")
    body = "<h1>%s</h1>\n<p>%s %s</p>\n" % (escape(title), escape(brief), escape(sentence(proxy)))
    body += section("How to use it", use.read_text(encoding="utf-8") if use.exists() else "")
    body += section("Inputs", table(("input", "what it is"), inputs))
    body += section("Outputs", table(("port", "name"), ports))
    body += section("Properties", table(("in the panel", "in a script", "default", "what it is"), shown))
    body += section("To read in a script", table(("property", "what it is"), read))
    body += ("<p>In a script: <code>paraview.simple.%s</code>. <a href=\"index.html\">All of "
             "Granum</a></p>" % "".join(c for c in title if c.isalnum()))
    return title, body


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    pages = []
    for name in sys.argv[2:]:
        for group in tree.parse(name).getroot().iter("ProxyGroup"):
            for proxy in group:
                if group.get("name") in ("sources", "filters") and proxy.tag == "SourceProxy":
                    title, body = page(group.get("name"), proxy)
                    file = "%s.%s.html" % (group.get("name"), proxy.get("name"))
                    short = proxy.find("Documentation").get("short_help", "")
                    pages.append((title, file, short))
                    (folder / file).write_text(PAGE.format(title=escape(title), style=STYLE, body=body),
                                               encoding="utf-8")
    links = [('<a href="%s">%s</a>' % (file, escape(title)), escape(short))
             for title, file, short in pages]
    body = ("<h1>Granum</h1>\n" + (HERE / "index.html").read_text(encoding="utf-8")
            + table(("source or filter", "what it does"), links))
    (folder / "index.html").write_text(PAGE.format(title="Granum", style=STYLE, body=body), encoding="utf-8")
    sections = "".join('<section title="%s" ref="%s"/>' % (escape(title), file)
                       for title, file, _ in pages)
    keywords = "".join('<keyword name="%s" ref="%s"/>' % (escape(title), file)
                       for title, file, _ in pages)
    files = "".join("<file>%s</file>" % file
                    for file in ["index.html"] + [file for _, file, _ in pages])
    (folder / "granum.qhp").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<QtHelpProject version="1.0">'
        "<namespace>%s</namespace><virtualFolder>%s</virtualFolder><filterSection>"
        '<toc><section title="Granum" ref="index.html">%s</section></toc>'
        "<keywords>%s</keywords><files>%s</files></filterSection></QtHelpProject>\n"
        % (NAMESPACE, BOOK, sections, keywords, files), encoding="utf-8")


main()
