"""When a server dies, the people at its tables are served by another one in under 5 seconds. What that takes is
reckoned from the constants of those who wait, at their worst: the lease, then one pause. (Nothing is timed here;
tests/server/test_killed.py and tests/web/friends.mjs kill servers, and print how long it took.)"""
import pathlib
import re
import unittest

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
AIM, ROOM = 5000, 1000   # milliseconds; what is left for the network, and for loading the table


def numbers(path, *names):
    """Constants of a file, by their names."""
    text = (SOURCE / path).read_text()
    return [int(re.search(rf"\b{name} = (\d+)", text)[1]) for name in names]


def lease():
    store = (SOURCE / "src/server/store_postgres.c").read_text()
    return 1000 * int(re.search(r"#define LEASE .*interval '(\d+) seconds'", store)[1])


class Takeover(unittest.TestCase):
    def holds(self, there, again, dead):
        """`there`: until it asks a server that lives; `again`: between its questions; `dead`: how long it does not
        go back to the one that is not there."""
        self.assertLessEqual(max(there, lease()) + again, AIM - ROOM)
        self.assertGreater(dead, lease())

    def test_the_page(self):
        again, reach, dead = numbers("web/src/service/server.ts", "AGAIN", "REACH", "DEAD")
        page = (SOURCE / "web/src/service/server.ts").read_text()
        pauses = [int(n) for n in re.search(r"PAUSES = \[([\d, ]+)\]", page)[1].split(",")]
        least, spread = map(float, re.search(r"pause \* \(([\d.]+) \+ Math\.random\(\) / (\d+)\)", page).groups())
        most = least + 1 / spread
        # It tries the one that it lost, which does not even refuse, then its own.
        self.holds(most * pauses[0] + reach + most * pauses[1], again, dead)

    def test_the_terminal(self):
        pause, again, reach, dead = numbers("src/cli/join_seat.c", "LEAST_PAUSE", "AGAIN", "REACH", "GONE")
        # It asks the first one, is sent to the one that it lost, and asks the first one again.
        self.holds(pause + pause + reach + 2 * pause, again, dead)

    def test_a_machine_that_vanishes(self):
        """Its lease is over as soon; when people notice is what the document says."""
        silence, asleep, quiet, answer = numbers("web/src/service/server.ts", "SILENCE", "ASLEEP", "QUIET", "ANSWER")
        dead, = numbers("src/cli/join_seat.c", "DEAD")
        pinged = int(re.search(r"X\(silence_ms, (\d+)", (SOURCE / "src/server/net.h").read_text())[1])
        told = re.search(r"a page does (\d+) seconds after what was sent, otherwise in (\d+) \(in a tab that nobody sees, "
                         r"in (\d+)\); a terminal in (\d+), otherwise in (\d+)", (SOURCE / "docs/deploy.md").read_text())
        self.assertEqual([1000 * int(n) for n in told.groups()],
                         [answer + quiet, silence + quiet, asleep + quiet, dead, pinged])


if __name__ == "__main__":
    unittest.main()
