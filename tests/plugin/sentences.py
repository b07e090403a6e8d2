"""Every filter, port and property in the XML of the panels has a documentation sentence, and a row
in the help pages made from them; everything in a menu or in the pipeline has an icon of ours.

    sentences.py PAGES FOLDER XML...

PAGES is plugin/help/pages.py, which writes into FOLDER.
"""

import subprocess
import sys
import xml.etree.ElementTree as tree

from pathlib import Path

from checks import check, check_equal, report


def sentence(element):
    text = element.find("Documentation")
    return " ".join((text.text or "").split()) if text is not None else ""


def check_icons(proxy, icons, used):
    """A menu entry and its icons in the pipeline name files of plugin/icons."""
    name = proxy.get("name")
    for menu in proxy.findall("Hints/ShowInMenu"):
        check(menu.get("icon"), "%s: ShowInMenu has an icon" % name)
    named = [menu.get("icon") for menu in proxy.findall("Hints/ShowInMenu") if menu.get("icon")]
    pipeline = [icon.get("name") for icon in proxy.findall("Hints/PipelineIcon")]
    check(pipeline, "%s has a PipelineIcon" % name)
    for icon in named + pipeline:
        file = icons / icon.rsplit("/", 1)[1]
        check(icon.startswith(":/Granum/") and file.exists(), "%s: icon %s is %s" % (name, icon, file))
        used.add(file.name)


def check_page(proxy, group, folder):
    """The page that ParaView's help button opens has a row for every property."""
    page = folder / ("%s.%s.html" % (group, proxy.get("name")))
    if not check(page.exists(), "%s is written" % page):
        return
    text = page.read_text(encoding="utf-8")
    check("<h1>%s</h1>" % proxy.get("label") in text, "%s has its title" % page.name)
    check(page.name in (folder / "granum.qhp").read_text(), "%s is in the book" % page.name)
    for part in proxy:
        if part.tag.endswith("VectorProperty") and part.get("panel_visibility") != "never":
            check("<code>%s</code>" % part.get("name") in text,
                  "%s has a row for %s" % (page.name, part.get("name")))


def main():
    pages, folder = Path(sys.argv[1]), Path(sys.argv[2])
    subprocess.run([sys.executable, str(pages), str(folder), *sys.argv[3:]], check=True)
    icons, used = pages.parent.parent / "icons", set()
    for path in sys.argv[3:]:
        for group in tree.parse(path).getroot().iter("ProxyGroup"):
            for proxy in group.findall("SourceProxy"):
                if group.get("name") in ("sources", "filters"):
                    check_icons(proxy, icons, used)
                    check_page(proxy, group.get("name"), folder)
        for proxy in tree.parse(path).getroot().iter():
            if not proxy.tag.endswith("Proxy") or proxy.tag in ("Proxy", "SubProxy"):  # parts of one
                continue
            name = proxy.get("name")
            check(sentence(proxy).endswith("."), "%s has a sentence" % name)
            for part in proxy:
                if part.tag == "PropertyGroup" or not part.tag.endswith("Property"):
                    continue
                text = sentence(part)
                check(len(text.split()) > 2 and text.endswith("."),
                      "%s: %s has a sentence: %r" % (name, part.get("name"), text))
    check_equal(sorted(used), sorted(file.name for file in icons.iterdir()), "icons that are used")
    report()


main()
