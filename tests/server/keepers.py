"""Stores in processes of their own, which the tests give orders to, stop and kill."""
import json
import os
import random
import select
import signal
import subprocess
import time

STOREKEEPER = os.environ.get("BYLAW_STOREKEEPER", "storekeeper")
PATIENCE = 120   # seconds, after which what is waited for will not come


def name(number=None, chance=random.Random(1)):
    """A table's name; without a number one that no other table has."""
    letters = "0123456789abcdefghjkmnpqrstvwxyz"
    if number is None:
        number = chance.getrandbits(80)
    return "".join(letters[number >> 5 * i & 31] for i in range(16))


class Keeper:
    """A process with a store. Answers are kept until somebody waits for them."""

    def __init__(self, where, address="wss://here", hints=None, **more):
        self.address = address
        words = [STOREKEEPER, str(where), address, *([hints] if hints else [])]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, **more)
        self.rest, self.answers = b"", []
        try:
            self.until(lambda a: a.get("answer") == "open")
        except AssertionError:
            self.kill()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill(signal.SIGCONT)
        self.close()

    def kill(self, number=signal.SIGKILL):
        if self.process.poll() is None:
            self.process.send_signal(number)
        if number == signal.SIGKILL:
            self.process.wait()

    def close(self):
        """Ends it in good order."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.fault = self.process.stderr.read().decode()
        self.process.stderr.close()
        return status

    def order(self, *orders):
        lines = "".join(json.dumps(order) + "\n" for order in orders)
        self.process.stdin.write(lines.encode())
        self.process.stdin.flush()

    def read(self, until):
        """One more piece of what it says; False at the end."""
        left = until - time.monotonic()
        if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
            raise AssertionError(f"nothing came; waiting: {self.answers}")
        piece = os.read(self.process.stdout.fileno(), 1 << 20)
        *lines, self.rest = (self.rest + piece).split(b"\n")
        self.answers += map(json.loads, lines)
        return bool(piece)

    def until(self, fits):
        """Waits for an answer that fits; those before it stay."""
        end = time.monotonic() + PATIENCE
        looked = 0
        while True:
            for i in range(looked, len(self.answers)):
                if fits(self.answers[i]):
                    return self.answers.pop(i)
            looked = len(self.answers)
            if not self.read(end):
                self.close()
                raise AssertionError(f"it ended: {self.fault}")

    def event(self, event):
        return self.until(lambda a: a.get("event") == event)

    def stored(self, table, number):
        return self.until(lambda a: a.get("answer") == "stored" and a["table"] == table
                          and a["number"] == number)

    def store(self, table, number, text, fence=0, **standing):
        self.order(record(table, number, text, fence, **standing))
        return self.stored(table, number)

    def load(self, table):
        self.order({"order": "load", "table": table})
        return self.until(lambda a: a.get("answer") == "loaded" and a["table"] == table)

    def release(self, table, fence):
        self.order({"order": "release", "table": table, "fence": fence})

    def stands(self, table, **what):
        return self.until(lambda a: a.get("answer") == "stands" and a["table"] == table
                          and what.items() <= a.items())

    def taken(self, table):
        return self.until(lambda a: a.get("answer") == "taken" and a["table"] == table)

    def figures(self):
        self.order({"order": "figures"})
        return self.until(lambda a: a.get("answer") == "figures")


def record(table, number, text, fence=0, **standing):
    return {"order": "store", "table": table, "number": number, "text": text, "fence": fence,
            **{"stage": 1, "lobby": "{}", **standing}}


def log_of(table, count):
    return [json.dumps({"table": table, "record": i}) for i in range(count)]
