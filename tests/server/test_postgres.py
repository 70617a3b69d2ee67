"""The logs of tables in PostgreSQL, which several servers share; with and without NATS."""
import concurrent.futures
import os
import signal
import subprocess
import sys
import unittest

import services
from contract import OVER, RUNNING, Contract
from keepers import STOREKEEPER, Keeper, log_of, name, record

needs = {"postgresql": services.INITDB and services.POSTGRES and services.PSQL,
         "nats-server": services.NATS}
missing = [package for package, there in needs.items() if not there]
if missing:
    print("left out: there is no", " and no ".join(missing))
    sys.exit(77)

postgres = None


def setUpModule():
    global postgres
    postgres = services.Postgres()
    unittest.addModuleCleanup(postgres.close)


class PostgreSQL(Contract, unittest.TestCase):
    def where(self):
        postgres.empty()
        return postgres.where()

    def sql(self, text):
        return postgres.ask(text)

    def end(self, keeper, how=signal.SIGKILL):
        super().end(keeper, how)
        postgres.lapse(keeper.address)

    def refused(self, *words):
        done = subprocess.run([STOREKEEPER, *words], stdin=subprocess.DEVNULL, capture_output=True)
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        return done.stderr.decode()

    # ---- owners -----------------------------------------------------------------

    def test_a_table_is_owned_by_one_server(self):
        where = self.where()
        with Keeper(where, "wss://first") as first, Keeper(where, "wss://second") as second:
            table, fence = self.make(first, 3)
            got = second.load(table)
            self.assertEqual((got["fate"], got["where"], got["records"]),
                             ("elsewhere", "wss://first", []))
            self.assertEqual(first.store(table, 3, "mine", fence)["fate"], "done")
            first.release(table, fence)
            got = self.take(second, table)
            self.assertEqual(got["records"], [*log_of(table, 3), "mine"])
            self.assertGreater(got["fence"], fence)
            self.assertEqual(first.load(table)["where"], "wss://second")

    def test_who_sleeps_is_fenced(self):
        where = self.where()
        with Keeper(where, "wss://asleep") as first, Keeper(where, "wss://awake") as second:
            table, fence = self.make(first, 3)
            self.end(first, signal.SIGSTOP)
            first.order(record(table, 3, "from a dream", fence))
            got = self.take(second, table)
            self.assertEqual((got["fate"], got["records"]), ("done", log_of(table, 3)))
            first.kill(signal.SIGCONT)
            self.assertIn(first.stored(table, 3)["fate"], ("fenced", "lost"))
            self.assertEqual(second.store(table, 3, "awake", got["fence"])["fate"], "done")
            got = first.load(table)
            self.assertEqual((got["fate"], got["where"]), ("elsewhere", "wss://awake"))
            self.assertEqual(second.load(table)["records"], [*log_of(table, 3), "awake"])

    def test_who_wakes_up_learns_what_it_lost(self):
        """At once, though it writes nothing: people at its tables are to be sent to who has them."""
        where = self.where()
        with Keeper(where, "wss://asleep") as first, Keeper(where, "wss://awake") as second:
            tables = [self.make(first, 3, open=open) for open in (False, True, False, True)]
            self.end(first, signal.SIGSTOP)
            for table, _ in tables[:2]:
                self.assertEqual(self.take(second, table)["fate"], "done")
            first.kill(signal.SIGCONT)
            for table, fence in tables[:2]:
                first.taken(table)
                self.assertEqual(first.store(table, 3, "too late", fence)["fate"], "lost")
                self.assertEqual(first.load(table)["where"], "wss://awake")
            for table, fence in tables[2:]:
                self.assertEqual(first.store(table, 3, "still mine", fence)["fate"], "done")
            told = [a["table"] for a in first.answers if a.get("answer") == "taken"]
            self.assertEqual(told, [])

    def test_who_slept_and_was_not_missed_goes_on(self):
        where = self.where()
        with Keeper(where, "wss://asleep") as first:
            table, fence = self.make(first, 3)
            self.end(first, signal.SIGSTOP)
            first.kill(signal.SIGCONT)
            self.assertEqual(first.store(table, 3, "awake", fence)["fate"], "done")

    def test_a_lease_is_three_seconds_and_is_renewed(self):
        """And a server that is long gone is forgotten by the next one that comes."""
        where = self.where()
        with Keeper(where, "wss://gone") as gone:
            gone.kill()
        self.sql("INSERT INTO bylaw.servers(address, until, pid, began) VALUES('wss://old', '-infinity', 1, "
                 "clock_timestamp() - interval '2 days') RETURNING 1")
        with Keeper(where, "wss://gone"):
            self.assertEqual(self.sql("SELECT string_agg(address, ' ') FROM bylaw.servers"), "wss://gone wss://gone")
        with Keeper(self.where()) as first:
            self.assertEqual(self.sql("SELECT until - clock_timestamp() <= interval '3 s' "
                                      "FROM bylaw.servers"), "t")
            was = self.sql("SELECT until FROM bylaw.servers")
            services.until(lambda: self.sql("SELECT until FROM bylaw.servers") > was,
                           "the lease is not renewed")
            first.kill()
            services.until(lambda: self.sql("SELECT until < clock_timestamp() FROM bylaw.servers")
                           == "t", "the lease does not run out")

    def test_who_leaves_in_good_order_leaves_its_tables(self):
        where = self.where()
        with Keeper(where, "wss://first") as first:
            table, _ = self.make(first, 3)
        with Keeper(where, "wss://second") as second:
            self.assertEqual(second.load(table)["fate"], "done")

    def test_who_comes_back_has_its_tables(self):
        """The same address is the same server: it need not wait for a lease of its own."""
        where = self.where()
        with Keeper(where, "wss://first") as first:
            table, fence = self.make(first, 3)
            first.kill()
            with Keeper(where, "wss://first") as again:
                got = again.load(table)
                self.assertEqual((got["fate"], got["fence"]), ("done", fence + 1))

    def test_what_was_due_at_a_server_that_died(self):
        where = self.where()
        with Keeper(where, "wss://first") as first, Keeper(where, "wss://second") as second:
            table, _ = self.make(first, 3, due=5)
            other, _ = self.make(first, 3, due=5)
            self.end(first)
            second.stands(table, due=5)
            second.stands(other, due=5)
            self.assertEqual(second.load(table)["fate"], "done")

    def test_who_fell_asleep_in_the_middle_is_cut_off(self):
        """A transaction that was begun and never ended holds up nobody."""
        where = self.where()
        with Keeper(where, "wss://first") as first, Keeper(where, "wss://second") as second:
            table, _ = self.make(first, 3)
            self.end(first)
            sleeper = subprocess.Popen([services.PSQL, "-X", "-q", where], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd="/")
            sleeper.stdin.write(b"""
                UPDATE bylaw.servers SET pid = a.pid, began = a.backend_start FROM pg_stat_activity a
                WHERE address = 'wss://first' AND a.pid = pg_backend_pid();
                BEGIN; UPDATE bylaw.tables SET next = 100;
                SELECT 'asleep';\n""")
            sleeper.stdin.flush()
            while b"asleep" not in sleeper.stdout.readline():
                pass
            while (got := self.take(second, table))["fate"] == "lost":   # it has slept for too short a time
                pass
            self.assertEqual((got["fate"], got["records"]), ("done", log_of(table, 3)))
            sleeper.communicate()

    # ---- what others did --------------------------------------------------------

    def test_what_others_change_is_told(self):
        where = self.where()
        with Keeper(where, "wss://first") as first, Keeper(where, "wss://second") as second:
            table, fence = self.make(first, 1, open=True, lobby='{"seats":1}')
            second.stands(table, lobby='{"seats":1}')
            first.store(table, 1, "sat", fence, open=True, lobby='{"seats":2}', stage=RUNNING)
            second.stands(table, lobby='{"seats":2}', stage=RUNNING)
            first.store(table, 2, "over", fence, open=True, lobby='{"seats":2}', stage=OVER)
            second.stands(table, stage=OVER)
            self.assertEqual(first.answers, [], "it knows what it did, and nothing has happened to it")

    def test_what_is_not_over_is_told_when_it_is(self):
        """A change whose transaction began before a look and ended after it is not passed over."""
        where = self.where()
        with Keeper(where, "wss://first") as first, Keeper(where, "wss://second") as second:
            slow, _ = self.make(first, 1, open=True)
            second.stands(slow)
            writer = subprocess.Popen([services.PSQL, "-X", "-q", where], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, cwd="/")
            writer.stdin.write(f"BEGIN; UPDATE bylaw.tables SET lobby = 'slow', seen = "
                               f"pg_current_xact_id() WHERE name = '{slow}';"
                               f"SELECT 'under way';\n".encode())
            writer.stdin.flush()
            while b"under way" not in writer.stdout.readline():
                pass
            for lobby in "abc":
                quick, _ = self.make(first, 1, open=True, lobby=lobby)
                second.stands(quick, lobby=lobby)
            writer.communicate(b"COMMIT;\n")
            second.stands(slow, lobby="slow")

    # ---- faults -----------------------------------------------------------------

    def restart_under_load(self, how):
        where = self.where()
        with Keeper(where) as keeper:
            tables = [self.make(keeper) for _ in range(20)]
            orders = [record(table, n, log_of(table, n + 1)[n], fence)
                      for n in range(1, 60) for table, fence in tables]
            keeper.order(*orders[:600])
            keeper.stored(tables[0][0], 10)
            postgres.stop(how)
            keeper.order(*orders[600:])
            keeper.event("store-fails")
            postgres.start()
            known = {table: 1 for table, _ in tables}
            for table, _ in tables:
                fates = [keeper.stored(table, n)["fate"] if n != 10 or table != tables[0][0] else "done"
                         for n in range(1, 60)]
                self.assertLessEqual(set(fates), {"done", "lost"})
                known[table] += fates.count("done")
                self.assertEqual(sorted(fates), fates, "after one is lost all are")
            keeper.event("store-works-again")
            for table, count in known.items():
                while (got := keeper.load(table))["fate"] == "lost":
                    pass
                self.assertGreaterEqual(len(got["records"]), count)
                self.assertEqual(got["records"], log_of(table, len(got["records"])))
                number = len(got["records"])
                self.assertEqual(keeper.store(table, number, "on", got["fence"])["fate"], "done")
            self.assertTrue(keeper.figures()["up"])

    def test_it_is_restarted_under_load(self):
        self.restart_under_load(signal.SIGINT)

    def test_it_crashes_under_load(self):
        self.restart_under_load(signal.SIGQUIT)

    def test_its_connections_are_cut(self):
        where = self.where()
        with Keeper(where) as keeper:
            table, _ = self.make(keeper, 2)
            for _ in range(3):
                self.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                         "WHERE application_name = 'bylaw'")
                keeper.event("store-works-again")
                got = keeper.load(table)
                self.assertEqual(got["fate"], "done")

    def test_it_was_restored_without_us(self):
        where = self.where()
        with Keeper(where, "wss://first") as first, Keeper(where, "wss://second") as second:
            table, fence = self.make(first, 2)
            self.sql("DELETE FROM bylaw.servers WHERE address = 'wss://first'")
            first.event("store-fails")
            first.taken(table)   # the log may have been another then
            first.event("store-works-again")
            got = first.load(table)
            self.assertEqual((got["records"], got["fence"]), (log_of(table, 2), fence + 1))
            self.assertEqual(first.store(table, 2, "on", fence + 1)["fate"], "done")
            self.assertEqual(second.load(table)["where"], "wss://first")

    def test_what_is_stuck_on_its_way_comes_too_late(self):
        """A connection that hangs is given up. What was sent through it may still arrive, after the
        log was loaded again: it has an old fence then."""
        where = self.where()
        with Keeper(where) as keeper:
            fate, state = None, None
            while (fate, state) != ("lost", "idle"):   # it was about something: it would hold up all others
                table, fence = self.make(keeper, 3)
                backend = int(self.sql("SELECT pid FROM bylaw.servers"))
                os.kill(backend, signal.SIGSTOP)
                keeper.order(record(table, 3, "stuck", fence))
                state = self.sql(f"SELECT state FROM pg_stat_activity WHERE pid = {backend}")
                if state != "idle":
                    os.kill(backend, signal.SIGCONT)
                fate = keeper.stored(table, 3)["fate"]
                if fate != "lost":
                    os.kill(backend, signal.SIGCONT)
            self.addCleanup(lambda: os.path.exists(f"/proc/{backend}") and os.kill(backend, signal.SIGCONT))
            keeper.event("store-works-again")
            got = keeper.load(table)
            self.assertEqual((got["fate"], got["records"]), ("done", log_of(table, 3)))
            os.kill(backend, signal.SIGCONT)
            services.until(lambda: self.sql(f"SELECT count(*) FROM pg_stat_activity WHERE "
                                            f"pid = {backend}") == "0", "it does not end")
            self.assertEqual(keeper.store(table, 3, "right", got["fence"])["fate"], "done")
            self.assertEqual(keeper.load(table)["records"], [*log_of(table, 3), "right"])

    def test_it_is_not_there(self):
        self.assertIn("refused", self.refused(f"postgres://bylaw@127.0.0.1:{services.free_port()}/x"))

    def test_a_newer_version_has_written_it(self):
        where = self.where()
        with Keeper(where):
            pass
        self.sql("INSERT INTO bylaw.version VALUES(1000)")
        self.assertIn("newer version", self.refused(where))

    def test_all_begin_at_once(self):
        where = self.where()
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            keepers = list(pool.map(lambda i: Keeper(where, f"wss://{i}"), range(6)))
        tables = [self.make(keeper, 2)[0] for keeper in keepers]
        for keeper in keepers:
            self.assertEqual(keeper.close(), 0)
        with Keeper(where) as keeper:
            for table in tables:
                self.assertEqual(keeper.load(table)["records"], log_of(table, 2))

    # ---- hints ------------------------------------------------------------------

    def test_hints(self):
        where, nats = self.where(), services.Nats()
        self.addCleanup(nats.close)
        ear, lines = nats.listen()
        with ear, lines, Keeper(where, "wss://first", nats.where) as first, \
                Keeper(where, "wss://second", nats.where) as second:
            table, fence = self.make(first, 1, open=True, lobby="a")
            self.assertTrue(lines.readline().startswith(b"MSG bylaw."))
            second.stands(table, lobby="a")
            lines.readline()
            self.assertEqual(first.store(table, 1, "x", fence, open=True, lobby="a")["fate"], "done")
            ear.sendall(b"PING\r\n")
            self.assertEqual(lines.readline(), b"PONG\r\n", "nothing that others see has changed")
            subject = self.sql("SELECT id FROM bylaw.mark").encode()
            ear.sendall(b"PUB bylaw.%s 3\r\nabc\r\n" % subject * 10_000)   # does no harm
            nats.close()
            first.event("hints-fail")
            second.event("hints-fail")
            self.assertEqual(first.store(table, 2, "x", fence, open=True, lobby="b")["fate"], "done")
            second.stands(table, lobby="b")
            nats.start()
            first.event("hints-work-again")
            second.event("hints-work-again")
            self.assertEqual(first.store(table, 3, "x", fence, open=True, lobby="c")["fate"], "done")
            second.stands(table, lobby="c")

    def test_there_are_no_hints_yet(self):
        where, port = self.where(), services.free_port()
        with Keeper(where, "wss://first", f"nats://127.0.0.1:{port}") as first:
            first.event("hints-fail")
            self.make(first, 3)


if __name__ == "__main__":
    unittest.main()
