#!/usr/bin/env python3
"""Draws what a command prints as an SVG picture of a terminal: ./dev picture makes docs/replay.svg."""
import re
import sys
from xml.sax.saxutils import escape

WIDTH, LINE, MARGIN = 8.43, 19, 20
STYLES = {"1": 'fill="#ffffff" font-weight="bold"', "2": 'fill="#8b949e"', "31": 'fill="#ff7b72"'}


def spans(line):
    """The pieces of a line that share a style, as SVG."""
    style = None
    column = 0
    for piece in re.split(r"\x1b\[(\d*)m", line) if "\x1b" in line else [line]:
        if column % 2:
            style = STYLES.get(piece)
        elif piece:
            yield f'<tspan {style}>{escape(piece)}</tspan>' if style else escape(piece)
        column += 1


def main():
    lines = sys.stdin.read().rstrip("\n").split("\n")
    plain = [re.sub(r"\x1b\[\d*m", "", line) for line in lines]
    width = int(max(map(len, plain)) * WIDTH + 2 * MARGIN)
    height = len(lines) * LINE + 2 * MARGIN
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">')
    print(f"<title>{escape(plain[0])}</title>")
    print(f'<rect width="{width}" height="{height}" rx="8" fill="#161b22"/>')
    print('<g font-family="ui-monospace,Menlo,Consolas,monospace" font-size="14" fill="#c9d1d9" '
          'xml:space="preserve">')
    for number, line in enumerate(lines):
        y = MARGIN + 13 + number * LINE
        print(f'<text x="{MARGIN}" y="{y}">{"".join(spans(line))}</text>')
    print("</g>\n</svg>")


main()
