"""formats.py - the formats of facts (include/bylaw/fact.h) in the sources: where they stand and
what they are given."""
import re

import csource

LETTERS = "dtpwFGfgilsCD"
TEXTS = "wlsCD"                                  # given as text; the others as int
# Letters that single functions have beside these, and what printf calls them.
MORE = {"bl_json_putf": "ur", "html": "ue"}
AS_PRINTF = {**{x: "s" for x in TEXTS + "e"}, "u": "ju", "r": "f"}
LETTER = re.compile(r"%(?:%|(?:(\d)\$)?(?:\*(?=[FGCD]))?(.?))", re.S)
# The place of the format among the arguments of what cites clauses.
CITING = {"REQUIRE": 2, "REFUSE": 1, "APPLIES": 1, "bl_trace_add_fact": 1, "bl_tell": 1}
# The same of what says something to people at once, in their language; and those that take a text.
SAYING = {"cli_tell": 1, "cli_tell_paragraph": 4, "put_paragraph": 4, "join_tell": 1, "put_under": 2, "play_say": 0,
          "show_line": 0, "cli_wrong_said": 0,
          "bl_look_tell": 2, "bl_pen_piece": 2, "bl_pen_putf": 1}
SAID = {"bl_say", "cli_said", "bl_pen_title", "put_titled", "put_title", "lex_fault", "lex_refuse",
        "close_bracket", "BL_WRONG"}
MARK = "FACT"


def letters(format):
    """The letters of a format in the order of its arguments; "?" where there is none of the number,
    or more than one."""
    found = [m for m in LETTER.finditer(format) if m.group() != "%%"]
    if not any(m.group(1) for m in found):
        return "".join(m.group(2) or "?" for m in found)
    order = {}
    for m in found:
        n = int(m.group(1) or 0)
        order[n] = "?" if n == 0 or n in order else m.group(2)
    return "".join(order.get(n + 1, "?") for n in range(max(order)))


def has_words(format):
    """Whether there is anything in a format to translate."""
    return re.search(r"[^\W\d_]{2}", LETTER.sub("", format)) is not None


def choices_fault(format):
    """What is wrong with the choices of a format, "{one|more}", "{you|%p}"; None: nothing."""
    last, at = "", 0
    for m in re.finditer(r"\{([^{}]*)\}|[{}]", format):
        before = [x for x in letters(format[at:m.start()]) if x in "dp"]
        last, at = (before or [last])[-1], m.end()
        inside = [x for x in letters(m.group(1) or "") if x in "dp"]
        last = inside[0] if inside else last
        count = (m.group(1) or "").count("|") + 1
        if not last or count not in ((2,) if last == "p" else (2, 3)):
            return f"nothing chooses in {m.group()}" if not last else f"{count} to choose from in {m.group()}"
    return None


def functions(all_tokens):
    """{name: place of its format} of every function that takes a format of facts: those with
    `const char *format, ...` that the compiler does not check as printf's."""
    places, printf = {}, set()
    for toks in all_tokens:
        for i, t in enumerate(toks):
            if t.text != "..." or i + 1 == len(toks) or toks[i + 1].text != ")" or toks[i - 2].text != "format":
                continue
            start = max(k for k in range(i) if toks[k].text == "(" and csource.close_of(toks, k) == i + 1)
            name = toks[start - 1].text
            places[name] = len(csource.split(toks[start + 1:i + 1], ",")) - 2
            if [x.text for x in toks[i + 2:i + 5]] == ["__attribute__", "(", "("]:
                printf.add(name)
    places = {name: place for name, place in places.items() if name not in printf}
    return {**places, **{name: place for toks in all_tokens for name, place in macros(toks, places)}}


def macros(toks, places):
    """(name, place of its format) of macros that hand a format and what follows on."""
    for t in toks:
        if t.kind == "def" and t.parameters[-1] == "...":
            for call, args in csource.calls(csource.define(toks, t.text), places):
                if [x.text for x in args[places[call.text]]] == ["__VA_ARGS__"]:
                    yield t.text, len(t.parameters) - 1


class Use:
    """A format where it is used: at a token, with the expressions that are its arguments."""

    def __init__(self, path, call, format, tokens, args):
        self.path, self.call, self.format, self.tokens, self.args = path, call, format, tokens, args

    def where(self):
        return f"{self.path.relative_to(csource.ROOT)}:{self.call.line}"


def marked_in(toks, name):
    """The texts that the function of this name marks as formats in its body, or the table has."""
    for i, t in enumerate(toks):
        if t.text == name and [x.text for x in toks[i + 1:i + 5]] == ["[", "]", "=", "{"]:
            return [[x] for x in toks[i + 5:csource.close_of(toks, i + 4)] if x.kind == "str"]
        if t.text == name and i + 1 < len(toks) and toks[i + 1].text == "(":
            end = csource.close_of(toks, i + 1)
            if end + 1 < len(toks) and toks[end + 1].text == "{":
                body = toks[end + 1:csource.close_of(toks, end + 1)]
                return [a[0] for _, a in csource.calls(body, {MARK})]
    return []


def uses(path, toks, places, faults):
    """Every use of a format in a file; what cannot be seen is a fault."""
    for call, args in csource.calls(toks, places):
        place = places[call.text]
        if any(t.text == "..." or t.text == "__VA_ARGS__" for a in args for t in a) or len(args) <= place:
            continue                             # a declaration, or a macro that hands on
        for one in csource.alternatives(args[place]):
            text = csource.literal(one)
            if text is not None:
                yield Use(path, call, text, one, args[place + 1:])
                continue
            called = marked_in(toks, one[0].text) if one and one[0].kind == "id" else []
            for expression in called:
                yield Use(path, call, csource.literal(expression), expression, args[place + 1:])
            if not called and not (len(one) == 1 and one[0].text.startswith("BL_FACT_")):
                faults.append(f"{path.relative_to(csource.ROOT)}:{call.line}: the format of "
                              f"{call.text} cannot be seen; mark it with {MARK}(\"…\")")
