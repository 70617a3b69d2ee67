"""What a terminal of some size shows, from the bytes that it was sent: as much of xterm as an editor
of lines uses."""
import re

SEQUENCE = re.compile(r"\x1b(?:\[(\??[0-9;]*)([A-Za-z@])|[()][A-Z0-9]|[>=78])")


class Screen:
    def __init__(self, rows=24, columns=80):
        self.rows, self.columns = rows, columns
        self.cells = [[" "] * columns for _ in range(rows)]
        self.y = self.x = 0   # x is `columns` after the last cell of a row was filled

    def down(self):
        if self.y < self.rows - 1:
            self.y += 1
        else:
            self.cells = self.cells[1:] + [[" "] * self.columns]

    def put(self, c):
        if self.x == self.columns:
            self.x = 0
            self.down()
        self.cells[self.y][self.x] = c
        self.x += 1

    def control(self, c):
        if c == "\r":
            self.x = 0
        elif c == "\n":
            self.down()
        elif c == "\b":
            self.x = max(0, min(self.x, self.columns - 1) - 1)
        elif c != "\a":
            raise AssertionError(f"{c!r} is not known here")

    def sequence(self, digits, letter):
        n = int(digits) if digits.isdigit() else 0
        row, one = self.cells[self.y], max(1, n)
        if letter in "ABCD":
            dy, dx = {"A": (-one, 0), "B": (one, 0), "C": (0, one), "D": (0, -one)}[letter]
            self.y = max(0, min(self.rows - 1, self.y + dy))
            self.x = max(0, min(self.columns - 1, self.x + dx))
        elif letter == "G":
            self.x = one - 1
        elif letter == "K" and n == 0:
            row[self.x:] = [" "] * (self.columns - self.x)
        elif letter == "J" and n == 0:
            row[self.x:] = [" "] * (self.columns - self.x)
            for y in range(self.y + 1, self.rows):
                self.cells[y] = [" "] * self.columns
        elif letter == "J":
            self.cells = [[" "] * self.columns for _ in range(self.rows)]
        elif letter == "H":
            self.y = self.x = 0
        elif letter == "P":
            row[self.x:] = row[self.x + one:] + [" "] * min(one, self.columns - self.x)
        elif letter == "@":
            row[self.x:] = ([" "] * one + row[self.x:])[:self.columns - self.x]
        elif letter not in "mhl":
            raise AssertionError(f"{digits}{letter} is not known here")

    def feed(self, text):
        at = 0
        while at < len(text):
            m = SEQUENCE.match(text, at)
            if m:
                if m.group(2):
                    self.sequence(m.group(1), m.group(2))
                at = m.end()
                continue
            c = text[at]
            self.control(c) if c < " " else self.put(c)
            at += 1

    def lines(self):
        """What stands there, without empty lines at the end."""
        shown = ["".join(row).rstrip() for row in self.cells]
        while shown and not shown[-1]:
            shown.pop()
        return shown
