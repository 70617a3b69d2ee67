"""csource.py - C sources as tokens, and the calls in them: enough to find what is said where."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOKEN = re.compile(r"""
    (?P<gap>\s+|\\\n|//[^\n]*|/\*.*?\*/)
  | (?P<str>"(?:[^"\\\n]|\\.)*")
  | (?P<chr>'(?:[^'\\\n]|\\.)+')
  | (?P<id>[A-Za-z_]\w*)
  | (?P<num>\.?\d(?:[\w.]|[eE][+-])*)
  | (?P<p>\.\.\.|->|::|[-+*/%&|^=!<>]=|&&|\|\||<<|>>|\+\+|--|[^\w\s"'])
""", re.X | re.S)
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "'": "'"}


class Token:
    def __init__(self, kind, text, at, line):
        self.kind, self.text, self.at, self.line = kind, text, at, line

    def __repr__(self):
        return self.text


def files(*folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".c", ".h", ".def"):
                yield path


def tokens(text):
    """All tokens but comments. Of directives only the bodies of #define are kept, each between a
    token of kind "def", which has its name, and one of kind "end"."""
    out, at, line, defined = [], 0, 1, None
    while at < len(text):
        if defined is not None and at >= defined:
            out.append(Token("end", "", at, line))
            defined = None
        m = TOKEN.match(text, at)
        if m.lastgroup == "p" and m.group() == "#" and not text[text.rfind("\n", 0, at) + 1:at].strip():
            body = re.match(r"#\s*define\s+(\w+)(\([^)]*\))?", text[at:])
            whole = re.match(r"(?:[^\n\\]|\\.)*", text[at:], re.S).end()
            end = body.end() if body else whole
            if body:
                defined = at + whole
                out.append(Token("def", body.group(1), at, line))
                out[-1].parameters = [p.strip() for p in (body.group(2) or "()")[1:-1].split(",")]
        else:
            end = m.end() - at
            if m.lastgroup != "gap":
                out.append(Token(m.lastgroup, m.group(), at, line))
        line += text.count("\n", at, at + end)
        at += end
    return out


def define(toks, name):
    """The body of a macro."""
    for i, t in enumerate(toks):
        if t.kind == "def" and t.text == name:
            return toks[i + 1:next(k for k in range(i, len(toks)) if toks[k].kind == "end")]
    return None


def plain(token):
    """What a string token says."""
    return re.sub(r"\\(.)", lambda m: ESCAPES.get(m.group(1), m.group()), token.text[1:-1])


def close_of(toks, i):
    """Where the bracket that opens at i closes."""
    depth = 0
    for k in range(i, len(toks)):
        if toks[k].text in "([{" and toks[k].kind == "p":
            depth += 1
        elif toks[k].text in ")]}" and toks[k].kind == "p":
            depth -= 1
            if depth == 0:
                return k
    return len(toks)


def split(toks, *signs):
    """The parts of a list of tokens between signs that stand in no bracket."""
    parts, depth = [[]], 0
    for t in toks:
        if t.kind == "p":
            depth += (t.text in "([{") - (t.text in ")]}")
            if depth == 0 and t.text in signs:
                parts.append([])
                continue
        parts[-1].append(t)
    return parts


def calls(toks, names):
    """(name token, arguments as lists of tokens) of every call of one of these."""
    for i, t in enumerate(toks):
        if t.kind == "id" and t.text in names and i + 1 < len(toks) and toks[i + 1].text == "(":
            inside = toks[i + 2:close_of(toks, i + 1)]
            yield t, split(inside, ",") if inside else []


def alternatives(expression):
    """What `a ? b : c` may give, brackets around it and FACT(…) taken off."""
    while expression and expression[0].text in ("(", "FACT") and expression[-1].text == ")":
        start = 0 if expression[0].text == "(" else 1
        if close_of(expression, start) != len(expression) - 1:
            break
        expression = expression[start + 1:-1]
    parts = split(expression, "?")
    if len(parts) == 1:
        return [expression]
    rest = expression[len(parts[0]) + 1:]
    depth = 0
    for k, t in enumerate(rest):
        if t.text == "?" and t.kind == "p":
            depth += 1
        if t.text in "([{" and t.kind == "p":
            depth += 100
        if t.text in ")]}" and t.kind == "p":
            depth -= 100
        if t.text == ":" and t.kind == "p":
            if depth == 0:
                return alternatives(rest[:k]) + alternatives(rest[k + 1:])
            depth -= 1
    return [expression]


def literal(expression):
    """The text of an expression that is nothing but string literals; None: it is something else."""
    if expression and all(t.kind == "str" for t in expression):
        return "".join(plain(t) for t in expression)
    return None
