"""A position as HTML, with the page's own cards: cards.json has what the page draws (web/cards.mjs writes it).

What is on the table is found in the position by its form: lists of cards lie in a row, what there is one of for
each seat stands with that seat, the rest is said in words, by the names that the game's guide has for it.
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
.bylaw pre { margin: 0; color: inherit; background: none; white-space: pre-wrap; }
"""
_SHOWN = 6          # cards of a pile, from its top
_CARD = re.compile(r"(\?\?|[A-Z0-9][A-Z](>[A-Z0-9][A-Z])?)")


@functools.cache
def _drawn():
    return json.loads(pathlib.Path(__file__).with_name("cards.json").read_text(encoding="utf-8"))


@functools.cache
def _names(game):
    from . import Service
    told = next(about for about in Service().ask("about")["games"] if about["id"] == game)
    return {term["term"]: term["name"] for term in told["terms"]}


def _use(sign):
    return f'<svg class="suit" viewBox="0 0 24 24"><use href="#bylaw-{sign}"/></svg>'


class _Table:
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
            return f'<span class="lying">{_drawn()["back"]}</span>'
        pack = _drawn()[self.pack]
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
        return f"{_drawn()['signs']}<div>{chips}</div><div>{places}</div>{self.seats()}"


def draw(state, seat):
    """What a seat (None: a spectator) sees of a state, as HTML that needs nothing else."""
    inner = (_Table(state, seat).html() if state.suits
             else f"<pre>{html.escape(state.table(seat))}</pre>")
    return f'<div class="bylaw"><style>{_drawn()["css"]}{_STYLE}</style>{inner}</div>'
