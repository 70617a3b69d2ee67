"""What every kind of store promises. A test class says where a fresh store is, and how another
server comes by what a first one had."""
import json
import os
import random
import signal
import subprocess
import time

from keepers import Keeper, log_of, name, record

WAITING, RUNNING, OVER, GIVEN_UP = range(4)


class Contract:
    def where(self):
        """A store that nobody has used."""
        raise NotImplementedError

    def end(self, keeper, how=signal.SIGKILL):
        """A server dies, or falls asleep for a long time."""
        keeper.kill(how)

    def make(self, keeper, count=1, **standing):
        """A table with so many records; its name and its fence."""
        table = name()
        log = log_of(table, count)
        fence = keeper.store(table, 0, log[0], **standing)["fence"]
        for i in range(1, count):
            self.assertEqual(keeper.store(table, i, log[i], fence, **standing)["fate"], "done")
        return table, fence

    def take(self, keeper, table):
        """The log, taken over by a server that may have to wait until another's time is up."""
        while (got := keeper.load(table))["fate"] == "elsewhere":
            time.sleep(0.05)
        return got

    def test_what_is_stored_is_there_when_all_else_is_gone(self):
        where = self.where()
        with Keeper(where) as first:
            table, _ = self.make(first, 20)
            self.end(first)
        with Keeper(where, "wss://there") as second:
            got = self.take(second, table)
            self.assertEqual((got["fate"], got["records"]), ("done", log_of(table, 20)))
            more = second.store(table, 20, "more", got["fence"])
            self.assertEqual(more["fate"], "done")
            self.assertEqual(second.load(table)["records"], log_of(table, 20) + ["more"])

    def test_there_is_no_such_table(self):
        with Keeper(self.where()) as keeper:
            self.make(keeper)
            self.assertEqual(keeper.load(name())["fate"], "none")

    def test_the_number_must_be_the_next(self):
        with Keeper(self.where()) as keeper:
            for wrong in (0, 2, 4, 9):
                table, fence = self.make(keeper, 3)
                self.assertEqual(keeper.store(table, wrong, "wrong", fence)["fate"], "lost", wrong)
                self.assertEqual(keeper.store(table, 3, "next", fence)["fate"], "lost",
                                 "after one that is lost, all are, until the log is loaded")
                got = keeper.load(table)
                self.assertEqual(got["records"], log_of(table, 3))
                self.assertEqual(keeper.store(table, 3, "next", got["fence"])["fate"], "done")

    def test_the_fence_must_hold(self):
        with Keeper(self.where()) as keeper:
            table, fence = self.make(keeper, 3)
            self.assertEqual(keeper.store(table, 3, "wrong", fence + 1)["fate"], "fenced")
            got = keeper.load(table)
            self.assertEqual(got["records"], log_of(table, 3))
            self.assertGreaterEqual(got["fence"], fence)
            self.assertEqual(keeper.store(table, 3, "right", got["fence"])["fate"], "done")

    def test_a_table_that_was_released_must_be_loaded(self):
        with Keeper(self.where()) as keeper:
            table, fence = self.make(keeper, 2)
            keeper.release(table, fence)
            self.assertEqual(keeper.store(table, 2, "too late", fence)["fate"], "lost")
            got = keeper.load(table)
            self.assertEqual((got["fate"], got["records"]), ("done", log_of(table, 2)))
            self.assertEqual(keeper.store(table, 2, "in time", got["fence"])["fate"], "done")

    def test_many_are_kept_together_and_in_order(self):
        with Keeper(self.where()) as keeper:
            tables = [self.make(keeper) for _ in range(50)]
            before = keeper.figures()
            keeper.order(*(record(table, n, log_of(table, n + 1)[n], fence)
                           for n in range(1, 21) for table, fence in tables))
            for table, _ in tables:
                for n in range(1, 21):
                    self.assertEqual(keeper.stored(table, n)["fate"], "done")
            after = keeper.figures()
            self.assertEqual(after["records"] - before["records"], 1000)
            self.assertLess(after["commits"] - before["commits"], 500)
            self.assertEqual(after["held"], 50)
            self.assertEqual(after["waiting"], 0)
            for table, _ in tables:
                self.assertEqual(keeper.load(table)["records"], log_of(table, 21))

    def test_one_that_is_refused_takes_no_other_with_it(self):
        with Keeper(self.where()) as keeper:
            tables = [self.make(keeper) for _ in range(20)]
            keeper.order(*(record(table, 1, "x", fence + (i == 7))
                           for i, (table, fence) in enumerate(tables)))
            fates = [keeper.stored(table, 1)["fate"] for table, _ in tables]
            self.assertEqual(fates, ["done"] * 7 + ["fenced"] + ["done"] * 12)

    def test_a_record_is_any_text(self):
        texts = ['{"words":"Šťastie, ʘ ∀x ∃y, 🂡, \\" and \'"}', "{}", json.dumps(["x" * 1_000_000]),
                 "%s $1 ?1 ; DROP TABLE records; --", "\\u0000 \t\\"]
        with Keeper(self.where()) as keeper:
            table = name()
            fence = keeper.store(table, 0, texts[0], lobby=texts[0])["fence"]
            for i, text in enumerate(texts[1:], 1):
                keeper.store(table, i, text, fence)
            self.assertEqual(keeper.load(table)["records"], texts)

    def test_the_lobby_is_told_at_the_beginning(self):
        where = self.where()
        with Keeper(where) as keeper:
            shown = [self.make(keeper, 2, stage=stage, open=True, lobby='{"game":"x"}', changed=7)[0]
                     for stage in (WAITING, RUNNING)]
            for stage, open in ((WAITING, False), (RUNNING, False), (OVER, True), (GIVEN_UP, True)):
                self.make(keeper, 2, stage=stage, open=open)
            table, fence = self.make(keeper, 1, stage=RUNNING, open=True)
            keeper.store(table, 1, "over", fence, stage=OVER, open=True)
        with Keeper(where) as keeper:
            for table, stage in zip(shown, (WAITING, RUNNING)):
                told = keeper.stands(table)
                self.assertEqual((told["stage"], told["open"], told["lobby"], told["changed"]),
                                 (stage, True, '{"game":"x"}', 7))
            keeper.load(name())
            self.assertEqual([a for a in keeper.answers if a.get("answer") == "stands"], [])

    def test_what_is_due_is_told_until_somebody_has_it(self):
        where = self.where()
        now = int(time.time() * 1000)
        with Keeper(where) as keeper:
            table, fence = self.make(keeper, 1, due=now + 10)
            later, _ = self.make(keeper, 1, due=now + 10_000_000)
            over, fence_of_over = self.make(keeper, 1, due=now + 10)
            keeper.store(over, 1, "over", fence_of_over, due=0)
            keeper.release(table, fence)
            keeper.stands(table, due=now + 10)
            keeper.stands(table)
            got = keeper.load(table)
            keeper.answers.clear()
            for i in range(1, 4):   # each look lists all that is due: this one comes, that one does not
                other, fence = self.make(keeper, 1, due=now + 10 + i)
                keeper.release(other, fence)
                keeper.stands(other)
            told = {a["table"] for a in keeper.answers if a.get("answer") == "stands"}
            self.assertFalse(told & {table, later, over})
            keeper.store(table, 1, "x", got["fence"], due=now + 10)

    def test_what_stays_due_keeps_nothing_else_from_its_turn(self):
        """A look lists four at most here; these six are in the server's hands."""
        with Keeper(self.where()) as keeper:
            for i in range(6):
                self.make(keeper, 1, due=5 + i // 5)
            table, fence = self.make(keeper, 1, due=7)
            keeper.release(table, fence)
            keeper.stands(table, due=7)

    def test_the_model_does_the_same(self):
        """Which the simulator plays its schedules on."""
        done = subprocess.run([os.environ["BYLAW_ALIKE"], self.where(), "1000"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_killed_at_any_time(self):
        """What was answered is there, and nothing that was not ordered; each log is whole."""
        chance = random.Random(self.id())
        where = self.where()
        tables = {}   # how many records of each were answered
        for _ in range(8):
            with Keeper(where) as keeper:
                fences = {}
                for table, count in tables.items():
                    got = self.take(keeper, table)
                    self.assertEqual(got["fate"], "done")
                    self.assertGreaterEqual(len(got["records"]), count)
                    self.assertEqual(got["records"], log_of(table, len(got["records"])))
                    tables[table], fences[table] = len(got["records"]), got["fence"]
                for _ in range(3):
                    table, fences[table] = self.make(keeper)
                    tables[table] = 1
                keeper.order(*(record(table, count + i, log_of(table, count + i + 1)[-1],
                                      fences[table])
                               for i in range(30) for table, count in tables.items()))
                for _ in range(chance.randrange(100)):
                    a = keeper.until(lambda a: a.get("answer") == "stored")
                    self.assertEqual(a["fate"], "done")
                    tables[a["table"]] = a["number"] + 1
                keeper.kill()
