#!/usr/bin/env python3
"""tidy: the rules of this project that no compiler enforces.

    tools/tidy.py [ROOT]

Reads every .hpp and .cpp of the layers and the pages of documentation, tracked by git or not, and
prints `file:line: rule: sentence` for each offence. Exit status: 0 none, 1 some, 2 nothing to read.
What the rules can see of a file, and what they cannot, is said in tidy_source.py.
"""

import functools
import re
import sys
from collections import defaultdict
from pathlib import Path
from urllib.parse import unquote

from tidy_source import CONTROL, NOT_OPERANDS, Source, is_word

LAYERS = ("base", "sim", "faults", "model", "designs", "scenarios", "search", "reports", "explore",
         "rehearsal", "cli", "experiments")  # each may use those before it
LINE_MAX, FUNCTION_LINES_MAX, FILE_LINES_MAX, REASON_WORDS_MIN = 100, 70, 800, 4

# Files whose purpose is what the rules `nondeterminism` and `debug marks` forbid, and why.
PURPOSE = {
    "sim/traps/traps.cpp": "defines the forbidden functions, so that a run which calls one is stopped",
    "sim/traps/traps_test.cpp": "calls each of them, to see that it is caught",
    "explore/page_server.cpp": "serves a page on a real socket, outside of any run",
    "sim/traps/watchdog.cpp": "measures real time from outside the world, to end a run that hangs",
}

# Layers whose purpose is the real world: real processes, sockets and time, of which nothing ever
# reaches a trace.
REAL_LAYERS = ("rehearsal",)

# What must not reach a trace: why, and what to do instead -> names. `name(` is a free call only;
# `*` is any letters.
BANNED = {
    "tells real time, which differs between runs; ask the world for its virtual time":
        "system_clock::now steady_clock high_resolution_clock clock_gettime gettimeofday std::time "
        "time(nullptr) time(NULL) time(0) std::clock localtime localtime_r gmtime gmtime_r",
    "does not come from the seed; draw from the world under a label":
        "random_device rand( srand( random( srandom( drand48 lrand48 getrandom getentropy "
        "arc4random*",
    "is one shared stream or differs between libraries; draw from the world under a label":
        "mt19937* minstd_rand* ranlux24* ranlux48* knuth_b default_random_engine std::*_engine "
        "std::*_distribution boost::random::* uniform_int_distribution uniform_real_distribution "
        "bernoulli_distribution normal_distribution exponential_distribution poisson_distribution "
        "discrete_distribution std::shuffle std::sample std::ranges::shuffle std::ranges::sample",
    "runs or waits outside the world's schedule; use an activity, a strand or a timer of the world":
        "std::thread std::jthread std::async pthread_create std::*mutex condition_variable* "
        "std::condition_variable* std::this_thread this_thread sleep( usleep( nanosleep( "
        "clock_nanosleep(",
    "is ordered by hash, which differs between libraries; use a map, a set or a sorted vector":
        "std::unordered_* unordered_map unordered_set unordered_multimap unordered_multiset "
        "boost::unordered::* boost::unordered* std::hash boost::hash*",
    "makes a number of an address, which differs between runs; give the object a number of its own":
        "reinterpret_cast<std::uintptr_t> reinterpret_cast<uintptr_t> bit_cast<std::uintptr_t> "
        "reinterpret_cast<std::intptr_t> reinterpret_cast<std::size_t> "
        "reinterpret_cast<std::uint64_t>",
    "reaches the real reactor or network; use the executor, timer and socket of sim":
        "asio::steady_timer asio::system_timer asio::high_resolution_timer asio::deadline_timer "
        "asio::basic_waitable_timer asio::ip::tcp asio::ip::udp asio::io_context asio::thread_pool "
        "asio::strand asio::make_strand beast::tcp_stream",
}

# Calls that touch the world: two of them need an order that the language fixes.
VERBS = frozenset(
    "draw draws random next below between chance pick post dispatch schedule open_activity enter "
    "note record connect send receive write read step restart kill power_off ask arrive "
    "new_id".split())
UNEVALUATED = frozenset("sizeof decltype noexcept alignof alignas typeid requires".split())

SOURCE_RULES, PAGE_RULES = {}, {}


def rule(name, rules=SOURCE_RULES):
    """Registers a rule: it makes (line, sentence) for each offence in the file that it is given."""
    return lambda function: rules.setdefault(name, function)


def pattern_of(name):
    """The pattern for one name of BANNED."""
    parts = re.findall(r"\w+|\*|::|.", name.rstrip("("))
    pattern = "".join(r"\w*" if part == "*" else part if re.match(r"\w", part)
                      else rf"\s*{re.escape(part)}\s*" for part in parts)
    if name.endswith("("):
        return pattern + r"(?=\s*\()"
    return pattern if parts[-1] in ")>" else pattern + r"(?!\w)"


SENTENCES, NAMES = list(BANNED), [names.split() for names in BANNED.values()]
BANNED_NAME = re.compile(
    r"(?<!\w)(?:" + "|".join(f"({'|'.join(map(pattern_of, names))})" for names in NAMES) + ")")
FREE_CALLS = {name.split("(")[0] for names in NAMES for name in names if "(" in name}


def is_free_call(code, offset):
    """Whether the name here is called, of no object or namespace but std, rather than declared."""
    before = code[max(0, offset - 100):offset].rstrip()
    if before.endswith((".", "->")):
        return False
    word = re.search(r"([A-Za-z_]\w*)\s*(::)?$", before)
    if word:
        return word[1] in NOT_OPERANDS or (word[1] == "std" and word[2])
    return not re.search(r"[^\s*&>][*&>]+$", before)  # `T* random(`, but not `a * random(`


class Allowance:
    """A comment `// tidy: allow NAME: reason`. It covers its own line or, if it stands alone, the
    next line of code."""

    def __init__(self, source, offset, text):
        words = re.fullmatch(r"//\s*tidy:\s*allow\s+(\S+?)(?::\s+(.+)|:?\s*)", text.rstrip(), re.S)
        self.name, self.reason = words.groups() if words else (None, None)
        self.line = self.covers = source.line(offset)
        self.used = False
        for line, code in list(zip(source.lines, source.code.split("\n")))[self.line - 1:]:
            if code.strip() or not line.strip():
                break
            self.covers += 1


@rule("nondeterminism")
def nondeterminism(source):
    """One source of nondeterminism, the world: or the same seed gives another trace elsewhere."""
    allowances = [Allowance(source, offset, text) for offset, text in source.comments
                  if re.match(r"//\s*tidy:", text)]
    is_real = source.path in PURPOSE or source.path.split("/")[0] in REAL_LAYERS
    for found in BANNED_NAME.finditer("" if is_real else source.code):
        name = re.sub(r"\s", "", found[0])
        if name.split("(")[0] in FREE_CALLS and not is_free_call(source.code, found.start()):
            continue
        line = source.line(found.start())
        allowed = [each for each in allowances if (each.name, each.covers) == (name, line)]
        for allowance in allowed:
            allowance.used = True
        if not allowed:
            yield line, (f"`{name}` {SENTENCES[found.lastindex - 1]}, or say "
                         f"`// tidy: allow {name}: reason`.")
    for allowance in allowances:
        if not allowance.name:
            yield allowance.line, "this is no allowance; write `// tidy: allow NAME: reason`."
        elif not allowance.reason:
            yield allowance.line, f"an allowance has a reason; add it after `{allowance.name}: `."
        elif not allowance.used:
            yield allowance.line, f"nothing here uses `{allowance.name}`; remove the allowance."


def world_calls(source):
    """The tokens that name a call out of VERBS."""
    for i, token in enumerate(source.tokens):
        if token not in VERBS or i == 0:
            continue
        last, after = source.tokens[i - 1], i + 1
        if source.after(i) == "<":
            after = source.past_angles(i + 1)
        declared = (is_word(last) and last not in NOT_OPERANDS) or \
            (last in ("*", "&", ">") and not source.spaced(i - 1))
        of_std = last == "::" and source.before(i - 1) == "std"
        if source.tokens[after:after + 1] == ["("] and not declared and not of_std:
            yield i


@rule("argument order")
def argument_order(source):
    """g++ and clang evaluate arguments, and operands, in opposite orders; so two calls that touch
    the world there make two different traces. Braces and `,` `&&` `||` `?` `<<` `>>` `=` are
    ordered."""
    places, rivals = functools.cache(source.places), defaultdict(dict)
    for call in world_calls(source):
        child, meetings = call, []
        while child >= 0:
            outer = source.outer[child]
            argument, stretch, operand = places(outer)[child]
            meetings.append(((outer, "operand", stretch), operand))
            before = source.before(outer)
            if outer < 0 or source.kind.get(outer, "init") != "init" or before in CONTROL:
                break
            if source.tokens[outer] == "(":
                if before in UNEVALUATED:
                    meetings = []
                    break
                if (is_word(before) and before not in NOT_OPERANDS) or before in (">", "]", ")"):
                    meetings.append(((outer, "argument"), argument))
            child = outer
        for meeting, side in meetings:
            rivals[meeting].setdefault(side, call)
    for meeting, sides in rivals.items():
        if len(sides) > 1:
            first, second = sorted(sides.values())[:2]
            yield source.line_of(second), (
                f"`{source.tokens[first]}` and `{source.tokens[second]}` both touch the world as "
                f"{meeting[1]}s of one expression, which compilers evaluate in different orders; "
                "call each in a statement of its own and pass the results.")


@rule("layer order")
def layer_order(source):
    """Each layer uses only those before it; so it can be read without those above."""
    layer = source.path.split("/")[0]
    for line, bracket, path in source.includes:
        first, slash, _ = path.partition("/")
        if first in LAYERS and slash:
            if LAYERS.index(first) > LAYERS.index(layer):
                yield line, (f"`{layer}` stands below `{first}` and must not know it; move what "
                             f"both need down to `{layer}`, or this code up.")
        elif bracket == '"' and (not slash or first.startswith(".")):
            yield line, f'"{path}" depends on where the reader stands; write it from the root.'
        elif bracket == '"':
            yield line, f"`{first}` is no layer of this project; use one of {', '.join(LAYERS)}, or <>."


@rule("co_await operand")
def co_await_operand(source):
    """g++ 12 copies an aggregate temporary or a capturing lambda bytewise when it is built within a
    full expression that contains co_await: a double free, without a warning. A variable that is
    braced around a co_await suffers the same, so no brace is exempt."""
    offences = {}
    for co_await in (i for i, token in enumerate(source.tokens) if token == "co_await"):
        statement = source.statement(co_await)
        i = statement.start
        while i < statement.stop:
            if i in source.lambdas:
                if source.pair[i] > i + 1:
                    offences[i] = "a lambda with a capture"
                i = source.pair[source.lambdas[i]]
            elif source.kind.get(i) == "init":
                offences[i] = "a braced value"
                i = source.pair[i]
            i += 1
    for i, what in sorted(offences.items()):
        yield source.line_of(i), (f"g++ 12 may destroy {what} twice in a statement with co_await; "
                                  "name it in a statement before, and pass it with std::move.")


@functools.cache
def cmake_words(folder):
    """What the CMakeLists.txt of a folder names; empty if there is none."""
    file = folder / "CMakeLists.txt"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    text = re.sub(r"#.*", "", text).replace("${CMAKE_CURRENT_SOURCE_DIR}/", "")
    return frozenset(re.split(r'[\s()"]+', text))


def is_named(path, words):
    """Whether the path is one of the words, or matches one that is a glob."""
    return path.as_posix() in words or any(
        "*" in word and len(Path(word).parts) == len(path.parts) and path.match(word)
        for word in words)


@rule("listed")
def listed(source):
    """A file that no CMakeLists.txt names is neither compiled nor tested, and nobody notices."""
    file = source.root / source.path
    folders = [folder for folder in file.parents if folder.is_relative_to(source.root)]
    if not any(is_named(file.relative_to(folder), cmake_words(folder)) for folder in folders):
        yield 1, "no CMakeLists.txt in its folder or above names this file; add it to a target."


def types_in(text):
    """(line, namespace::name) of each type that is defined in a named namespace, and in no other
    type. Relies on the layout that ./dev format gives."""
    space, hidden = "", False
    for number, line in enumerate(text.split("\n"), 1):
        if opened := re.match(r"namespace ([\w:]+) \{", line):
            space = opened[1]
        hidden = line == "namespace {" or (hidden and line != "}  // namespace")
        found = re.match(r"(?:template <.*> )?(?:struct|class|enum class) (\w+)\b(?![<:])"
                         r"(?!.*;( *//.*)?$)", line)
        if found and space and not hidden:
            yield number, f"{space}::{found[1]}"


@functools.cache
def types_of(layer):
    """Where each type is defined in the files of a layer: name -> sorted paths."""
    where = defaultdict(list)
    for file in sorted(layer.rglob("*.[hc]pp")):
        for _, name in types_in(file.read_text(encoding="utf-8", errors="replace")):
            where[name].append(file)
    return where


@rule("one name")
def one_name(source):
    """To the linker two types of one name are one: what was instantiated for either serves both."""
    file = source.root / source.path
    for line, name in types_in(source.text):
        first = types_of(source.root / source.path.split("/")[0])[name][0]
        if first != file:
            yield line, (f"{first.relative_to(source.root)} defines `{name}` as well; call one of "
                         "them otherwise, or hide it in an unnamed namespace.")

FUNCTION = re.compile(r"(?!using|return|TEST|INSTANTIATE)(?:\[\[\w+\]\] )?[\w:<>,&*\s\[\]]+?[ &*](\w+)\(")
TYPE = re.compile(r"(?:template <.*> )?(?:struct|class|enum class) (\w+)\b(?![<:])(?!.*;( *//.*)?$)")
VARIABLE = re.compile(r"(?!using|namespace|static_assert)[^({=]*[ &*](\w+)(?:\[\w*\])?(?:\{| =|;)")


def own_names(text, unnamed):
    """(line, namespace::name) of each type, function and variable that is defined in an unnamed
    namespace or, if not UNNAMED, of each type and function outside. Relies on the layout that
    ./dev format gives."""
    space, hidden = "", False
    for number, line in enumerate(text.split("\n"), 1):
        if opened := re.match(r"namespace ([\w:]+) \{", line):
            space = opened[1]
        hidden = line == "namespace {" or (hidden and line != "}  // namespace")
        if hidden != unnamed or not line or line[0] in " }#/":
            continue
        found = TYPE.match(line) or FUNCTION.match(line) or (unnamed and VARIABLE.match(line))
        if found:
            yield number, f"{space}::{found[1]}"


def is_test(file):
    return file.name.endswith(("_test.cpp", "_testing.hpp"))


@functools.cache
def owners_of(layer, tests):
    """Which files of a layer's library, or of its tests, use a name in an unnamed namespace, or
    declare it in a header: name -> sorted paths."""
    where = defaultdict(list)
    for file in sorted(layer.rglob("*.[hc]pp")):
        if file.name.endswith(("_bench.cpp", "_fuzz.cpp")):
            continue
        is_header = file.suffix == ".hpp"
        if is_header or is_test(file) == tests:
            text = file.read_text(encoding="utf-8", errors="replace")
            for name in sorted({name for _, name in own_names(text, not is_header)}):
                where[name].append(file)
    return where


@rule("own name")
def own_name(source):
    """Several sources of a target are compiled as one, where all unnamed namespaces are one: there a
    name that two of them use is an error or, worse, an overload that nobody meant."""
    file = source.root / source.path
    if file.suffix != ".cpp" or file.name.endswith(("_bench.cpp", "_fuzz.cpp")):
        return
    for line, name in own_names(source.text, True):
        owners = owners_of(source.root / source.path.split("/")[0], is_test(file))[name]
        others = [owner for owner in owners if owner != file and
                  (owner.suffix == ".hpp" or owner < file)]
        if others:
            yield line, (f"{others[0].relative_to(source.root)} has a `{name}` as well, and both may "
                         "be compiled as one; call this one otherwise.")


@rule("size")
def size(source):
    """What does not fit on a screen is not read as a whole."""
    for number, line in enumerate(source.lines, 1):
        if len(line) > LINE_MAX:
            yield number, f"the line has {len(line)} characters, more than {LINE_MAX}; break it."
    for brace, kind in source.kind.items():
        outer = source.outer[brace]
        if kind in ("block", "lambda") and (outer < 0 or source.kind.get(outer) == "scope"):
            lines = source.line_of(source.pair[brace]) - source.line_of(brace) + 1
            if lines > FUNCTION_LINES_MAX:
                yield source.line_of(brace), (
                    f"the function has {lines} lines, more than {FUNCTION_LINES_MAX}; keep the ifs "
                    "here and move the loops out.")
    if len(source.text.splitlines()) > FILE_LINES_MAX:
        yield FILE_LINES_MAX + 1, f"the file has over {FILE_LINES_MAX} lines; split it by subject."


@rule("header guard")
def header_guard(source):
    """A file says what it is before anything else, and a header may be included twice."""
    if not re.match(r"//.*\w", source.lines[0]):
        yield 1, "the file does not say what it is; begin it with a `//` comment."
    first = next((i for i, line in enumerate(source.lines, 1)
                  if line.strip() and not line.startswith("//")), 1)
    if source.path.endswith(".hpp") and source.lines[first - 1].rstrip() != "#pragma once":
        yield first, "a header can be included twice; write `#pragma once` right after its comment."


@rule("debug marks")
def debug_marks(source):
    """What was meant for a day stays for years: a mark says why, and only the command prints."""
    for offset, text in source.comments:
        for mark in re.finditer(r"\b(TODO|FIXME|XXX)\b(?:\([^)\n]*\))?([^\n]*)", text):
            if len(re.findall(r"[A-Za-z][\w'-]*", mark[2])) < REASON_WORDS_MIN:
                yield source.line(offset + mark.start()), (
                    f"a {mark[1]} without a reason helps nobody; say in a sentence what is missing "
                    "and why, or do it.")
    if source.path.startswith("cli/") or source.path in PURPOSE:
        return
    for found in re.finditer(r"\bstd::(?:cerr|cout|clog)\b|\bv?f?printf(?=\s*\()", source.code):
        yield source.line(found.start()), (f"`{found[0]}` prints, which only the command may; "
                                           "return the text, or record it in the trace.")


class Page:
    """A page of documentation."""

    def __init__(self, root, path):
        self.root, self.folder = root, (root / path).parent
        self.lines = (root / path).read_text(encoding="utf-8", errors="replace").split("\n")


@rule("docs", PAGE_RULES)
def docs(page):
    """A page has one subject, and its links lead somewhere."""
    titles, fence = [], ""
    for number, line in enumerate(page.lines, 1):
        mark = re.match(r" {0,3}(```+|~~~+)", line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        if mark or fence:
            continue
        titles += [number] if line.startswith("# ") else []
        line = re.sub(r"(`+).+?\1", "", line)
        for target in re.findall(r"(?:\]\(\s*<?|^\s*\[[^]]+\]:\s*<?)([^)\s>]+)", line):
            file = unquote(target.partition("#")[0])
            base = page.root if file.startswith("/") else page.folder
            outside = re.match(r"[a-z][a-z0-9+.-]*:", target)
            if not outside and not (base / file.lstrip("/")).exists():
                yield number, f"the link to `{target}` leads nowhere; correct it or write the page."
    if not titles:
        yield 1, "the page has no title; begin it with one `# ` line."
    for number in titles[1:]:
        yield number, "a page has one title; make this a `## ` section or a page of its own."


def files_of(root):
    """The paths below root that tidy reads: (sources, pages)."""
    def own(paths):
        paths = (path.relative_to(root) for path in paths if path.is_file())
        return [path.as_posix() for path in paths
                if not any(part.startswith((".", "build")) for part in path.parts[:-1])]

    return (own(path for layer in LAYERS for path in (root / layer).rglob("*.[hc]pp")),
            own([*root.glob("*.md"), *(root / "docs").rglob("*.md")]))


def check(root):
    """All offences below root, as (path, line, rule, sentence), and the number of files read."""
    offences, (sources, pages) = [], files_of(root)
    cmake_words.cache_clear()
    types_of.cache_clear()
    owners_of.cache_clear()
    for paths, rules, open_file in ((sources, SOURCE_RULES, Source), (pages, PAGE_RULES, Page)):
        for path in paths:
            file = open_file(root, path)
            for name, find in rules.items():
                offences += ((path, line, name, sentence) for line, sentence in find(file))
    return sorted(offences), len(sources + pages)


def main(arguments):
    root = Path(arguments[0] if arguments else Path(__file__).parent.parent).resolve()
    offences, count = check(root)
    for path, line, name, sentence in offences:
        print(f"{path}:{line}: {name}: {sentence}")
    if not count:
        print(f"tidy: nothing to read under {root}; name the root of the project.", file=sys.stderr)
        return 2
    print(f"tidy: {count} files read, {len(offences)} offences.")
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
