"""tidy_source: a C++ file as the rules of tidy.py see it.

Tokens, not types. Comments and literals are blanked, then a little structure is recovered: which
brackets belong together, and which brace opens a block, which a value, which the body of a lambda.
Macros are not expanded and both sides of an #if are read. Operators are told from declarators
(`a * b`, `T* b`) by the spaces that clang-format puts. So the view can be fooled on purpose; it is
there for what happens by accident.
"""

import bisect
import re

LEXEME = re.compile(r"""
    (?P<comment> //(?:\\\n|[^\n])* | /\*.*?\*/ )
  | (?P<literal> (?:u8|[uUL])?R"(?P<fence>[^()\\\s]{0,16})\(.*?\)(?P=fence)"
               | (?:u8|[uUL])?"(?:\\.|[^"\\\n])*" | (?:u8|[uUL])?'(?:\\.|[^'\\\n])+' )
  | (?P<token> [A-Za-z_]\w* | \.?\d(?:[eEpP][+-]|'\w|[\w.])*
             | <=> | <<= | >>= | \.\.\. | ->\*? | :: | \+\+ | -- | << | >> | && | \|\|
             | [-+*/%^&|=!<>]= | \S )
""", re.X | re.S)
DIRECTIVE = re.compile(r'#\s*(?:include\s*([<"])([^>"\n]*))?(?:\\\n|[^\n])*')

OPENERS, CLOSERS = frozenset("([{"), frozenset(")]}")
CONTROL = frozenset("if while for switch catch constexpr".split())
TAGS = frozenset("namespace class struct union enum".split())
NOT_OPERANDS = frozenset("return co_return co_yield co_await throw case else do new delete".split())
BEFORE_BLOCK = frozenset("; : } else do try const noexcept override final requires & &&".split())
TYPE_MARKS = frozenset(":: < > >> , * & && ( )".split())
ORDERED = frozenset(", ; && || ? : << >> = += -= *= /= %= ^= &= |= <<= >>= and or "
                    "return co_return co_yield throw".split())
UNORDERED = frozenset("/ % ^ | == != <= >= <=>".split())


def is_word(token):
    return token[:1].isalpha() or token[:1] == "_"


def is_operand(token):
    """Whether an expression can end with this token."""
    return (token[:1].isalnum() or token[:1] in tuple('_")]}')) and token not in NOT_OPERANDS


def blank(text):
    return re.sub(r"[^\n]", " ", text)


class Source:
    """One file, `path` below `root`.

    lines     the text by lines
    code      the text, offset for offset, with comments, literals and #include lines blanked
    comments  (offset, text) of each;  includes  (line, '<' or '"', path) of each
    tokens    words, numbers and marks; a literal is '"'; preprocessor lines have none
    pair      for a bracket its partner, for any other token itself
    outer     for each token the bracket around it, or -1
    lambdas   for each '[' that introduces a lambda the brace of its body
    kind      for each '{': scope (namespace, class), block, lambda, init (a value)
    """

    def __init__(self, root, path):
        self.root, self.path = root, path
        self.text = (root / path).read_text(encoding="utf-8", errors="replace")
        self.lines = self.text.split("\n")
        self._starts = [0] + [newline.end() for newline in re.finditer("\n", self.text)]
        self._lex()
        self._pair()
        bodies = ((i, self._lambda_body(i)) for i, token in enumerate(self.tokens) if token == "[")
        self.lambdas = {i: body for i, body in bodies if body is not None}
        self.kind = dict.fromkeys(self.lambdas.values(), "lambda")
        for i, token in enumerate(self.tokens):
            if token == "{" and i not in self.kind:
                self.kind[i] = self._kind(i)

    def line(self, offset):
        return bisect.bisect_right(self._starts, offset)

    def line_of(self, token):
        return self.line(self.at[token])

    def before(self, i):
        return self.tokens[i - 1] if i > 0 else ""

    def after(self, i):
        return self.tokens[i + 1] if i + 1 < len(self.tokens) else ""

    def spaced(self, i):
        """Whether spaces stand on both sides, as around a `*`, `&`, `<` or `>` that computes."""
        end = self.at[i] + len(self.tokens[i])
        return self.text[self.at[i] - 1:self.at[i]].isspace() and self.text[end:end + 1].isspace()

    def past_angles(self, i):
        """The token after the template list that opens at i, or i + 1 if none opens there."""
        depth, j = 0, i
        while j < len(self.tokens) and self.tokens[j] not in CLOSERS and self.tokens[j] != ";":
            depth += {"<": 1, ">": -1, ">>": -2}.get(self.tokens[j], 0)
            j = self.pair[j] + 1
            if depth <= 0:
                return j
        return i + 1

    def statement(self, i):
        """The full expression around token i, as a range. A block or a lambda around it ends it;
        lambdas within it do not, and are part of the range."""
        def ends(j):
            opener = min(j, self.pair[j])
            if self.tokens[opener] == "(":
                return self.before(opener) in CONTROL
            return self.tokens[j] == ";" or self.kind.get(opener) in ("block", "scope")

        first, last = i, i
        while first > 0 and not ends(first - 1) and self.kind.get(first - 1) != "lambda":
            first = min(first - 1, self.pair[first - 1])
        while last < len(self.tokens) and not ends(last):
            if self.kind.get(self.pair[last]) == "lambda":
                break
            last = max(last, self.pair[last]) + 1
        return range(first, last)

    def places(self, outer):
        """For each token directly within a bracket (-1: the file) the number of its argument, of
        its stretch between marks that order, and of its operand between marks that do not."""
        places, argument, stretch, operand = {}, 0, 0, 0
        j, end = outer + 1, self.pair[outer] if outer >= 0 else len(self.tokens)
        while j < end:
            token = self.tokens[j]
            argument += token == ","
            stretch += token in ORDERED or self.kind.get(j) in ("block", "scope")
            operand += self._computes(j)
            places[j] = argument, stretch, operand
            j = max(j, self.pair[j]) + 1
        return places

    def _computes(self, i):
        token = self.tokens[i]
        return (token in UNORDERED or (token in ("+", "-") and is_operand(self.before(i)))
                or (token in ("*", "&", "<", ">") and self.spaced(i)))

    def _lex(self):
        self.comments, self.includes, self.tokens, self.at = [], [], [], []
        pieces, done, directive_end = [], 0, 0
        for match in LEXEME.finditer(self.text):
            offset, group, token = match.start(), match.lastgroup, match[0]
            if group != "token":
                pieces += (self.text[done:offset], blank(token))
                done = match.end()
            if group == "comment":
                self.comments.append((offset, token))
            elif offset < directive_end:
                continue
            elif token == "#" and not self.lines[self.line(offset) - 1].partition("#")[0].strip():
                directive = DIRECTIVE.match(self.text, offset)
                directive_end = directive.end()
                if directive[1]:
                    self.includes.append((self.line(offset), directive[1], directive[2]))
            else:
                self.tokens.append(token if group == "token" else '"')
                self.at.append(offset)
        code = "".join((*pieces, self.text[done:]))
        self.code = re.sub(r"(?m)^[ \t]*#[ \t]*include.*$", lambda found: blank(found[0]), code)

    def _pair(self):
        self.pair, self.outer, stack = list(range(len(self.tokens))), [], []
        for i, token in enumerate(self.tokens):
            if token in CLOSERS and stack:
                self.pair[i] = stack.pop()
                self.pair[self.pair[i]] = i
            self.outer.append(stack[-1] if stack else -1)
            if token in OPENERS:
                stack.append(i)

    def _lambda_body(self, i):
        """The brace of the lambda that this '[' introduces, if it does."""
        if is_operand(self.before(i)) or self.before(i) in ("[", "operator", "delete"):
            return None  # a subscript, `auto [a, b]`, an attribute, an array form
        if self.after(i) == "[" or self.before(i - 1) == "auto":
            return None  # an attribute, `auto& [a, b]`
        j = self.pair[i] + 1
        while j < len(self.tokens) and self.tokens[j] not in (")", "]", "}", ";", ",", "="):
            if self.tokens[j] == "{":
                return j
            j = self.past_angles(j) if self.tokens[j] == "<" else self.pair[j] + 1
        return None

    def _kind(self, i):
        last, outer = self.before(i), self.outer[i]
        if last == ")":
            return "init" if self.before(self.pair[i - 1]) == "decltype" else "block"
        if outer >= 0 and self.kind.get(outer, "init") == "init":
            return "block" if last == "requires" else "init"
        head = self._head(i)
        if "=" in head or "enum" in head:
            return "block" if last == "requires" else "init"
        if TAGS & set(head) or head == ["extern", '"']:
            return "scope"
        if not head or last in BEFORE_BLOCK or "requires" in head:
            return "block"
        if "->" not in head[:-1]:
            return "init"
        returned = head[-head[::-1].index("->"):]
        is_type = all(is_word(token) or token in TYPE_MARKS for token in returned)
        return "block" if is_type else "init"

    def _head(self, brace):
        """The statement up to this brace, without what brackets and template parameters hold."""
        head, j = [], brace - 1
        while j > self.outer[brace] and self.tokens[j] != ";":
            if self.kind.get(self.pair[j]) in ("block", "scope"):
                break
            head += (j, self.pair[j]) if self.pair[j] < j else (j,)
            j = min(j, self.pair[j]) - 1
        head.reverse()
        for i in [i for i in head if self.tokens[i] == "template"]:
            end = self.past_angles(i + 1)
            head = [j for j in head if not i < j < end]
        named = (i for i in head if self.before(i) != "operator")
        return [self.tokens[i] for i in named]
