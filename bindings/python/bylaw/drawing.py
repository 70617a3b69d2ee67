"""A position as HTML, with the page's own cards: cards.json has what the page draws (web/cards.mjs writes it).

What is on the table is found in the position by its form: lists of cards lie in a row, what there is one of for
each seat stands with that seat, the rest is said in words, by the names that the game's guide has for it. At a table of Predicate Wars cards have what
somebody wrote on them, in words and signs, and proofs stand line by line.
"""
import functools
import html
import json
import pathlib
import re

_STYLE = """
.bylaw { font: 14px/1.4 system-ui, sans-serif; background: #17563a; color: #f4f1e6; padding: 12px; border-radius: 8px;
 display: inline-block; max-width: 900px; position: relative; }
.bylaw .place { display: inline-block; vertical-align: top; margin: 4px 14px 4px 0; }
.bylaw .seat { padding: 4px 8px; border-radius: 6px; border-left: 4px solid transparent; }
.bylaw .due { border-left-color: #f0c02c; background: #ffffff1c; }
.bylaw .name { font-weight: 600; margin-right: 8px; }
.bylaw .chip { display: inline-block; background: #00000040; border-radius: 9px; padding: 0 8px; margin: 2px 4px 2px 0; }
.bylaw .row { display: flex; padding: 2px 0 8px 30px; }
.bylaw .row .lying { width: 60px; flex: none; margin-left: -30px; }
.bylaw .row .lying.across { margin: 0 12px 0 -18px; }
.bylaw .row.closed .lying { margin-left: -46px; } .bylaw .row.closed { padding-left: 46px; }
.bylaw .row.open { padding-left: 0; } .bylaw .row.open .lying { margin: 0 4px 0 0; }
.bylaw .papers { display: grid; grid-template-columns: repeat(auto-fill, 150px); gap: 8px; padding: 4px 0 8px; }
.bylaw .papers .pw-card { box-sizing: border-box; }
.bylaw .lines { padding: 6px 10px; margin: 4px 0 8px; max-width: 700px; box-sizing: border-box; min-height: 0; }
.bylaw .lines ol { margin: 0; padding-left: 26px; } .bylaw .lines .due { background: #f0c02c40; }
.bylaw summary { cursor: pointer; }
"""
_SHOWN = 6          # cards of a pile, from its top
# What has a place of its own at a table of Predicate Wars.
_PLACED = {"players", "cards", "deck", "discard", "drop", "rules", "pending", "to_move", "phase"}
_AMOUNTS = ("health", "power", "potency", "proving")
_CARD = re.compile(r"(\?\?|[A-Z0-9][A-Z](>[A-Z0-9][A-Z])?)")


@functools.cache
def _page():
    """What the page draws."""
    return json.loads(pathlib.Path(__file__).with_name("cards.json").read_text(encoding="utf-8"))


@functools.cache
def _names(game):
    from . import Service
    told = next(about for about in Service().ask("about")["games"] if about["id"] == game)
    return {term["term"]: term["name"] for term in told["terms"]}


def _use(sign):
    return f'<svg class="suit" viewBox="0 0 24 24"><use href="#bylaw-{sign}"/></svg>'


class _Table:
    """A position as a seat sees it, played with cards of a pack."""

    def __init__(self, state, seat):
        self.view = state.view(seat)
        self.data = self.view.data()["state"]
        self.pack = "german" if "L" in state.suits else "french"
        self.players, self.to_move = state.players, state.to_move
        self.names = _names(state.game)
        told = {name.split(":")[0].split()[2] for name in state.observation_names() if name.startswith("seat +0 ")}
        self.of_seats = {field for field, value in self.data.items() if field in told and isinstance(value, list)
                         and len(value) == self.players and not any(type(one) is int for one in value)}

    def name(self, field):
        return html.escape(self.names.get(field, field.replace("_", " ")))

    def card(self, card):
        printed, _, altered = card.partition(">")
        shown = altered or printed
        if shown == "??":
            return f'<span class="lying">{_page()["back"]}</span>'
        pack = _page()[self.pack]
        drawn = (pack["ranks"][shown[0]].replace("{colour}", pack["colours"][shown[1]])
                 .replace("{suit}", f"bylaw-suit-{self.pack[0]}{shown[1]}"))
        across = " across" if altered and altered[0] != printed[0] else ""
        rank = "10" if printed[0] in "TX" else printed[0]
        tag = f'<span class="tag mini">{rank}{_use(f"suit-{self.pack[0]}{printed[1]}")}</span>' if altered else ""
        return f'<span class="lying{across}" title="{html.escape(card)}">{drawn}{tag}</span>'

    def row(self, cards, most=None):
        closed = bool(cards) and all(card == "??" for card in cards)
        shown = cards[-(min(3, -(-len(cards) // 6)) if closed and most else most or len(cards)):]
        form = "closed" if closed else "open" if not most else ""
        return f'<div class="row {form}">{"".join(map(self.card, shown))}</div>'

    @staticmethod
    def is_cards(value):
        return isinstance(value, list) and bool(value) and all(
            isinstance(card, str) and _CARD.fullmatch(card) for card in value)

    def words(self, field, value):
        """A value in words; nothing is said of what is not there."""
        if value is None or value == [] or value is False:
            return ""
        if value is True:
            return "yes"
        if field == "suit":
            return _use(f"suit-{self.pack[0]}{value}")
        if isinstance(value, list):
            return ", ".join(filter(None, (self.words(field, one) for one in value)))
        if isinstance(value, dict):
            return ", ".join(f"{self.name(key)} {self.words(key, one)}" for key, one in value.items() if one not in (None, []))
        return html.escape(str(value))

    def place(self, field, value):
        """A value of cards or things made of them, with its name; "" for another."""
        if isinstance(value, str) and _CARD.fullmatch(value):
            value = [value]
        if self.is_cards(value):
            return f'<div class="place"><div>{self.name(field)} ({len(value)})</div>{self.row(value, _SHOWN)}</div>'
        if isinstance(value, dict):
            cards = "".join(self.place(key, one) for key, one in value.items())
            rest = "".join(self.chip(key, one) for key, one in value.items() if not self.place(key, one))
            return f'<div class="place">{rest}{cards}</div>' if cards else ""
        if isinstance(value, list):
            return "".join(self.place(field, one) for one in value)
        return ""

    def chip(self, field, value):
        said = self.words(field, value)
        return f'<span class="chip">{self.name(field)} {said}</span>' if said else ""

    def seats(self):
        """What there is one of for each seat."""
        rows = []
        for seat in range(self.players):
            chips, cards = "", ""
            for field, value in self.data.items():
                if field not in self.of_seats:
                    continue
                own = value[seat]
                if self.is_cards(own):
                    chips += f'<span class="chip">{self.name(field)} {len(own)}</span>'
                    cards += self.row(own)
                else:
                    cards += self.place(field, own)
                    chips += "" if self.place(field, own) else self.chip(field, own)
            due = seat == self.to_move
            rows.append(f'<div class="seat{" due" if due else ""}"><span class="name">seat {seat}'
                        f'{", to move" if due else ""}</span>{chips}{cards}</div>')
        return "".join(rows)

    def html(self):
        shared = {field: value for field, value in self.data.items() if field not in self.of_seats | {"to_move"}}
        places = "".join(self.place(field, value) for field, value in shared.items())
        chips = "".join(self.chip(field, value) for field, value in shared.items() if not self.place(field, value))
        return f"{_page()['signs']}<div>{chips}</div><div>{places}</div>{self.seats()}"


@functools.cache
def _reader(game):
    """A table at which somebody can ask what statements come to."""
    from . import Service
    service = Service()
    return service, service.ask("deal", game=game, players=2, seed="0")["table"]


@functools.lru_cache(4096)
def _parsed(game, text):
    """What a statement comes to."""
    service, table = _reader(game)
    return service.ask("parse", table=table, seat=0, text=text)


def _statement(text):
    """Its signs, each in the colour of its kind."""
    signs = _page()["tokens"]
    said = ""
    for sign in re.split(signs["split"], text):
        kind = next((kind for kind, form in signs["kinds"] if re.search(form, sign)), None)
        said += f'<span class="token-{kind}">{html.escape(sign)}</span>' if kind else html.escape(sign)
    return f'<span class="statement">{said}</span>'


def _count(number, thing):
    return f"{number} {thing}" + ("" if number == 1 else "s")


def _titled(title, inner):
    return inner and f"<div>{title}</div>{inner}"


class _Wars(_Table):
    """The table: what is being played and proved, then seat by seat, then what lies around."""

    def worded(self, text):
        """A statement in words, with its signs; or its signs alone, where no words would be understood."""
        parsed = _parsed(self.view.game, text)
        signs = _statement(parsed["canonical"] if parsed["ok"] else text)
        plain = html.escape(parsed["plain"])
        return f'<span class="worded"><span class="plain">{plain}</span>{signs}</span>' if plain else signs

    def paper(self, number):
        """A card that is written on."""
        card = self.data["cards"][number]
        if card["effect"] is not None:
            parsed = _parsed(self.view.game, card["effect"])
            body, foot = self.worded(card["effect"]), _count(parsed["points"], "point")
            foot += " · ★ effect" if parsed["effect"] else ""
        else:
            inside = "".join(f'<span class="pw-name">{f"{n}× " if n > 1 else ""}{html.escape(name)}</span>'
                             for name, n in card["names"].items())
            body, foot = inside or '<span class="pw-quiet">no functions</span>', "not seen"
        gaps = {"id": number, "cost": card["cost"], "body": body, "foot": foot,
                "unseen": _page()["unseen"] if card["effect"] is None else ""}
        return re.sub(r"\{(\w+)\}", lambda gap: str(gaps[gap[1]]), _page()["papers"][card["tag"]])

    def papers(self, numbers):
        """Cards side by side; blank ones are counted."""
        written = [number for number in numbers if self.data["cards"][number] is not None]
        blank = len(numbers) - len(written)
        cards = f'<div class="papers">{"".join(map(self.paper, written))}</div>' if written else ""
        return (f'<span class="chip">{_count(blank, "blank card")}</span>' if blank else "") + cards

    def lines(self, lines, first=1, due=0):
        """Statements under each other, each with a note; `due` is the number of the one that is to happen."""
        rows = "".join(f'<li class="{"due" if number == due else ""}">{self.worded(text)} <small>{html.escape(note)}</small></li>'
                       for number, (text, note) in enumerate(lines, first))
        return f'<div class="pw-card lines"><ol start="{first}">{rows}</ol></div>' if lines else ""

    @staticmethod
    def lemmas(lemmas):
        """Lines as they were written: a statement, and by what it follows."""
        parts = (text.rpartition(" by ") for text in lemmas)
        return [(statement, f"by {reason}") for statement, _, reason in parts]

    def rules(self):
        return [(rule["statement"], f"rule {slot}, price {rule['price']}")
                for slot, rule in enumerate(self.data["rules"]) if rule]

    def played(self):
        """What was played, and what is being proved from it or bought."""
        pending = self.data["pending"]
        cards, proof = pending["played"], pending["proof"]
        out = _titled(f"played: main card #{cards[0]}, second card #{cards[1]}", self.papers(cards)) if cards else ""
        if proof and "statement" in proof:
            out += _titled(f"rule to be bought for {proof['price']}", self.lines([(proof["statement"], "")]))
        elif proof:
            given = [(self.data["cards"][number]["effect"] or "?", f"card #{number}") for number in cards] + self.rules()
            chosen = "".join(f'<span class="chip">chosen {self.name(what)} {", ".join(map(str, proof[what]))}</span>'
                             for what in ("players", "cards") if proof[what])
            out += _titled(f"proof: statement {proof['effect']} is to happen {chosen}", self.lines(given, 1, proof["effect"]))
            # The base rules stand between the rules that were bought and the lemmas.
            out += self.lines(self.lemmas(proof["lemmas"]), self.first_lemma(len(given)), proof["effect"])
        return out

    def first_lemma(self, given):
        service, _ = _reader(self.view.game)
        base = self.view.data()["options"]["base_rules"]
        return given + 1 + (0 if base == "none" else service.ask("names")["base_rules"])

    def subproof(self, proof):
        axioms = [(text, "axiom") for text in proof["axioms"]]
        return _titled(f"subproof {html.escape(proof['name'])}", self.lines(axioms + self.lemmas(proof["lemmas"])))

    def rest(self):
        """What else is under way, in words."""
        pending = {field: value for field, value in self.data["pending"].items() if field not in ("played", "proof")}
        return "".join(self.chip(field, value) for field, value in pending.items())

    def seats(self):
        rows = []
        for seat, player in enumerate(self.data["players"]):
            due = seat == self.to_move
            chips = "".join(f'<span class="chip">{self.name(amount)} {player[amount]}</span>' for amount in _AMOUNTS)
            bought = "".join(map(self.subproof, player["subproofs"]))
            rows.append(f'<div class="seat{" due" if due else ""}"><span class="name">seat {seat}'
                        f'{", to move" if due else ""}{"" if player["alive"] else ", out"}</span>{chips}'
                        f'{self.papers(player["hand"])}{bought}</div>')
        return "".join(rows)

    def html(self):
        chips = "".join(self.chip(field, value) for field, value in self.data.items() if field not in _PLACED)
        rules = _titled(self.name("rules"), self.lines(self.rules()))
        piles = "".join(f'<details><summary>{self.name(pile)} ({len(self.data[pile])})</summary>'
                        f'{self.papers(self.data[pile])}</details>' for pile in ("deck", "discard", "drop"))
        return (f'<div><span class="chip">{self.name("phase")}: {self.data["phase"]}</span>{chips}{self.rest()}</div>'
                f'{self.played()}{self.seats()}{rules}{piles}')


def draw(state, seat):
    """What a seat (None: a spectator) sees of a state, as HTML that needs nothing else."""
    table = (_Table if state.suits else _Wars)(state, seat)
    return f'<div class="bylaw"><style>{_page()["css"]}{_STYLE}</style>{table.html()}</div>'
