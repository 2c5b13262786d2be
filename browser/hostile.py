"""Makes all text of a results file hostile, as that of code under test may be, and what a mutant
broke something that the whole one did.

    hostile.py RESULTS

What the program compares stays: verdicts and kinds, and the names of what a report is sure to
quote. A name that stands in several tables is still the same in all of them.
"""

import sqlite3
import sys

HOSTILE = ("</td></pre></svg><script>alert(1)</script><img src=x onerror=alert(2)>"
           "<style>*{display:none}</style>\"'><a href='http://example.org/'>&amp;]]>\x1b[2J\u202e")
COLUMNS_KEPT = {"kind", "verdict", "hash", "picture"}
VALUES_KEPT = ("", "claim-lease", "same-request-twice", "two-at-once", "lost-answer",
               "killed-before-answer")

with sqlite3.connect(sys.argv[1]) as results:
    results.execute("UPDATE plays SET mutant = ''")
    for table, in results.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        for _, column, kind, *_ in results.execute(f"PRAGMA table_info({table})").fetchall():
            if kind == "TEXT" and column not in COLUMNS_KEPT:
                results.execute(
                    f"UPDATE {table} SET {column} = {column} || ? WHERE {column} NOT IN "
                    f"({','.join('?' * len(VALUES_KEPT))})", (HOSTILE, *VALUES_KEPT))
