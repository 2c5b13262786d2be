"""Reads the golden files with Python's own parsers, and says what is wrong with them.

    check.py FOLDER
"""

import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path

VOID = {"meta", "link", "br", "img", "hr"}


class Page(HTMLParser):
    """Whether elements nest, headings descend, tables are labelled and nothing comes from outside."""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.targets, self.level = [], set(), set(), 0

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        assert tag not in ("script", "iframe", "object", "link"), tag
        assert not any(name.startswith("on") or name == "src" for name in attrs), attrs
        if "href" in attrs:
            assert attrs["href"].startswith("#"), attrs
            self.targets.add(attrs["href"][1:])
        if "id" in attrs:
            assert attrs["id"] not in self.ids, f"twice: {attrs['id']}"
            self.ids.add(attrs["id"])
        if re.fullmatch(r"h\d", tag):
            assert int(tag[1]) <= self.level + 1, f"a level is left out before {tag}"
            self.level = int(tag[1])
        if tag == "th":
            assert attrs.get("scope") in ("col", "row")
        if tag == "table":
            self.captioned = False
        self.captioned = tag == "caption" or getattr(self, "captioned", False)
        if tag == "tr":
            assert self.captioned, "a table has a caption before its rows"
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"


def check_html(text):
    page = Page()
    page.feed(text)
    assert not page.open, page.open
    assert page.targets and page.targets <= page.ids, page.targets - page.ids
    assert "@import" not in text and "url(" not in text


def check_junit(text):
    root = ElementTree.fromstring(text)
    assert root.tag == "testsuites"
    for suite in root:
        cases = suite.findall("testcase")
        for kind, name in (("tests", None), ("failures", "failure"), ("errors", "error"),
                           ("skipped", "skipped")):
            seen = len(cases if name is None else suite.findall(f"testcase/{name}"))
            assert int(suite.get(kind)) == seen, (suite.get("name"), kind)
        names = [(case.get("classname"), case.get("name")) for case in cases]
        assert len(names) == len(set(names)), "two test cases of one name"
    assert sum(int(suite.get("tests")) for suite in root) == int(root.get("tests"))
    lost = root.find(".//testcase[@name='lost-answer by claim-lease']")
    properties = {p.get("name"): p.get("value") for p in lost.iter("property")}
    assert properties["seed"] == "0" and re.fullmatch("[0-9a-f]{32}", properties["hash"])
    assert "<script>" in lost.find("failure").get("message"), "text survives as text"


def check_json(text):
    lines = [json.loads(line) for line in text.splitlines()]
    assert all(line["schema_version"] == 2 for line in lines)
    assert lines[0]["type"] == "build" and lines[-1]["type"] == "evidence"
    assert sum(line["runs"] for line in lines if line["type"] == "path") == lines[-1]["runs"]
    assert sum(line["type"] == "guard" and line["proven"] for line in lines) == \
        lines[-1]["guards_proven"]


def check_annotations(text):
    for line in text.splitlines():
        assert re.fullmatch(r"::(error|warning) title=[^:,]*::.*", line), line


def main(folder):
    for name, check in (("evidence.html", check_html), ("evidence.xml", check_junit),
                        ("evidence.json", check_json), ("annotations.txt", check_annotations)):
        check((folder / name).read_text(encoding="ascii"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
