"""manual_pages PROGRAM FOLDER SOURCES -- the pages of the manual hang together and need no network.

Every link leads to a page, a picture or a heading that is there; formulas are MathML; no page loads
anything from elsewhere; every page is reached from index.html; the page of keys has every key, and
that of cases every case.  In SOURCES the links of all Markdown lead to files that are there, but for keys.html,
which is made, and pages name no file of the sources as if it were beside them.
"""
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402

program, folder = sys.argv[1], Path(sys.argv[2])
VOID = {"meta", "img", "br", "hr", "input", "link", "col"}


class Page(HTMLParser):
    """Links, anchors and elements of a page; tags are closed in their order."""

    def __init__(self, path):
        super().__init__()
        self.path, self.open = path, []
        self.links, self.loads, self.anchors, self.tags = [], [], set(), []
        self.feed(path.read_text())
        check(not self.open, path.name, "leaves open", self.open)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in values:
            check(values["id"] not in self.anchors, self.path.name, "has twice", values["id"])
            self.anchors.add(values["id"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        self.loads += [values[name] for name in ("src", "data") if name in values]
        if tag == "link":
            self.loads.append(values.get("href", ""))

    def handle_endtag(self, tag):
        if tag in self.open:
            while self.open.pop() not in (tag, "p", "li"):
                check(False, self.path.name, "closes", tag, "too early")


def output(*words):
    return subprocess.run([program, *words], capture_output=True, text=True).stdout


def markdown(sources):
    """Links between files of the sources."""
    files = [path for path in sources.rglob("*.md") if "build" not in path.relative_to(sources).parts[0]]
    n, texts = 0, "".join(path.read_text() for path in files)
    for picture in sorted(sources.glob("data/pictures/*.png")):
        check("pictures/%s)" % picture.name in texts, picture.name, "is in no page")
    for path in sorted(files):
        text = re.sub(r"(?s)```.*?```|`[^`]*`", "", path.read_text())
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            file = link.partition("#")[0]
            if re.match(r"[a-z]+:", link) or not file or file == "keys.html":
                continue
            n += 1
            check((path.parent / file).exists(), path.relative_to(sources), "links to", link)
    return n


def main():
    pages = {path.name: Page(path) for path in sorted(folder.glob("*.html"))}
    reached, waiting = set(), ["index.html"]
    while waiting:
        name = waiting.pop()
        if name in reached or name not in pages:
            continue
        reached.add(name)
        for link in pages[name].links:
            if re.match(r"https?:", link):
                continue
            file, _, anchor = link.partition("#")
            file = file or name
            check((folder / file).exists(), name, "links to", link)
            if anchor and file in pages:
                check(anchor in pages[file].anchors, name, "links to", link)
            waiting.append(file)
        for load in pages[name].loads:
            check((folder / load).exists() and ":" not in load, name, "loads", load)
    check(reached == set(pages), "not reached:", sorted(set(pages) - reached))
    check(pages["theory.html"].tags.count("math") > 80, "formulas of the theory page")
    check(not any("$" in re.sub(r"(?s)<(pre|code).*?</\1>", "", p.path.read_text())
                  for name, p in pages.items() if name == "theory.html"), "a formula was not read")
    for name, page in pages.items():
        text = re.sub(r"(?s)<[^>]*>", "", page.path.read_text())
        check(not re.search(r"\.\./\S*\.md\b", text) and not re.search(r"(?<![\w/-])(%s)\.md\b" % "|".join(
            p[:-5] for p in pages if not p.startswith("index")), text), name, "names a Markdown file as if it were there")
    linked = markdown(Path(sys.argv[3]))
    keys = {row["path"] for row in json.loads(output("keys", "--json"))}
    check(keys <= pages["keys.html"].anchors, sorted(keys - pages["keys.html"].anchors)[:5])
    cases = [line.split()[0] for line in output("cases").splitlines()]
    text = pages["cases.html"].path.read_text()
    check(cases and all("<code>%s</code>" % name in text for name in cases), "cases", cases)
    print("%d pages, %d links; %d links of the sources" % (len(pages), sum(len(p.links) for p in pages.values()), linked))
    check(len(pages) >= 15, len(pages), "pages")
    report()


if __name__ == "__main__":
    main()
