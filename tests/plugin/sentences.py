"""Every filter, port and property in the XML of the panels has a documentation sentence.

    sentences.py XML...
"""

import sys
import xml.etree.ElementTree as tree

from checks import check, report


def sentence(element):
    text = element.find("Documentation")
    return " ".join((text.text or "").split()) if text is not None else ""


def main():
    for path in sys.argv[1:]:
        for proxy in tree.parse(path).getroot().iter():
            if not proxy.tag.endswith("Proxy"):
                continue
            name = proxy.get("name")
            check(sentence(proxy).endswith("."), "%s has a sentence" % name)
            for part in proxy:
                if part.tag == "PropertyGroup" or not part.tag.endswith("Property"):
                    continue
                text = sentence(part)
                check(len(text.split()) > 2 and text.endswith("."),
                      "%s: %s has a sentence: %r" % (name, part.get("name"), text))
    report()


main()
