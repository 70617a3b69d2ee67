"""Frames as RFC 6455 has them, over real sockets: each case names its section. What is said wrongly
ends the connection with the right code, and nobody else notices."""
import contextlib
import unittest

from sockets import BINARY, CLOSE, PING, PONG, TEXT, Ended, WebSocket, echo, frame


class Frames(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = contextlib.ExitStack()
        cls.port = cls.server.enter_context(echo(asks_burst=1000000, asks_per_minute=1000000))
        cls.other = WebSocket(cls.port)

    @classmethod
    def tearDownClass(cls):
        cls.other.close()
        cls.server.close()

    def setUp(self):
        self.ws = WebSocket(self.port)

    def tearDown(self):
        self.ws.close()
        self.other.say("still here")
        self.assertEqual(self.other.hear(), "still here")

    def ends(self, code, *frames):
        """Each on a connection of its own, whole and byte by byte."""
        for pieces in (False, True):
            with WebSocket(self.port) as ws:
                data = b"".join(frames)
                for i in range(len(data)) if pieces else [slice(None)]:
                    try:
                        ws.send(data[i:i + 1] if pieces else data)
                    except ConnectionError:
                        break
                self.assertEqual(ws.ending(), code, (frames, pieces))

    def echoes(self, text, *frames):
        self.ws.send(b"".join(frames))
        self.assertEqual(self.ws.hear(), text)

    # ---- 5.2: lengths, masks, reserved bits, kinds

    def test_every_form_of_length(self):
        for n in (0, 1, 125, 126, 127, 128, 65534, 65535, 65536):
            self.echoes("a" * n, frame(TEXT, b"a" * n))

    def test_lengths_must_be_in_their_shortest_form(self):
        self.ends(1002, frame(TEXT, b"a", size=b"\x7e\0\1"))
        self.ends(1002, frame(TEXT, b"a", size=b"\x7f\0\0\0\0\0\0\0\1"))

    def test_the_highest_bit_of_a_length_is_not_used(self):
        self.ends(1002, frame(TEXT, b"", size=b"\x7f\x80\0\0\0\0\0\0\0"))

    def test_a_client_masks(self):   # 5.1
        self.ends(1002, frame(TEXT, b"plain", mask=None))
        self.ends(1002, frame(PING, b"", mask=None))

    def test_any_mask_will_do(self):
        for mask in (b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x80\0\x7f\1"):
            self.echoes("häy", frame(TEXT, "häy".encode(), mask=mask))

    def test_reserved_bits(self):
        for rsv in range(1, 8):
            self.ends(1002, frame(TEXT, b"a", rsv=rsv))
        self.ends(1002, frame(PING, rsv=4))
        self.ends(1002, frame(TEXT, b"a", fin=False), frame(0, b"b", rsv=4))

    def test_reserved_kinds(self):
        for kind in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
            self.ends(1002, frame(kind, b"a"))

    def test_messages_are_text(self):
        self.ends(1003, frame(BINARY, b"a"))

    # ---- 5.4: fragments

    def test_fragments(self):
        for n in (2, 3, 100):
            parts = [frame(TEXT if i == 0 else 0, b"ab", fin=i == n - 1) for i in range(n)]
            self.echoes("ab" * n, *parts)

    def test_empty_fragments(self):
        self.echoes("", frame(TEXT, fin=False), frame(0, fin=False), frame(0))
        self.echoes("mid", frame(TEXT, fin=False), frame(0, b"mid", fin=False), frame(0))

    def test_controls_come_between_fragments(self):   # and are answered before the rest comes
        self.ws.send(frame(TEXT, b"a", fin=False) + frame(PING, b"one"))
        self.assertEqual(self.ws.next(), (PONG, b"one"))
        self.ws.send(frame(PING, b"two") + frame(PONG, b"not asked for") + frame(0, b"b", fin=False))
        self.assertEqual(self.ws.next(), (PONG, b"two"))
        self.echoes("abc", frame(0, b"c"))

    def test_an_end_between_fragments(self):
        self.ends(1000, frame(TEXT, b"a", fin=False), frame(CLOSE, b"\3\xe8"))

    def test_nothing_to_go_on_with(self):
        self.ends(1002, frame(0, b"a"))
        self.ends(1002, frame(0, b"a", fin=False))
        self.ends(1002, frame(TEXT, b"a"), frame(0, b"b"))

    def test_a_message_inside_of_another(self):
        self.ends(1002, frame(TEXT, b"a", fin=False), frame(TEXT, b"b"))

    def test_what_came_whole_before_a_fault_was_heard(self):
        self.ws.send(frame(TEXT, b"good") + frame(0, b"bad"))
        self.assertEqual(self.ws.hear(), "good")
        self.assertEqual(self.ws.ending(), 1002)

    # ---- 5.5: controls

    def test_ping_and_pong(self):
        for data in (b"", b"hello", bytes(range(125)), b"\xff\xfe"):
            self.ws.frame(PING, data)
            self.assertEqual(self.ws.next(), (PONG, data))
        self.ws.frame(PONG, b"nobody asked")
        self.echoes("x", frame(TEXT, b"x"))

    def test_many_pings(self):
        self.ws.send(b"".join(frame(PING, bytes([i])) for i in range(100)))
        self.assertEqual([self.ws.next() for _ in range(100)], [(PONG, bytes([i])) for i in range(100)])

    def test_controls_are_short_and_whole(self):
        for kind in (CLOSE, PING, PONG):
            self.ends(1002, frame(kind, b"\3\xe8" + b"a" * 124))
            self.ends(1002, frame(kind, b"\3\xe8", fin=False))

    # ---- 7: the end

    def test_codes_of_the_end(self):   # 7.4
        for code in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999):
            self.ends(code, frame(CLOSE, code.to_bytes(2, "big") + b"bye"))
        for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535):
            self.ends(1002, frame(CLOSE, code.to_bytes(2, "big")))

    def test_an_end_without_a_code(self):
        self.ends(1005, frame(CLOSE))

    def test_an_end_of_one_byte(self):
        self.ends(1002, frame(CLOSE, b"\3"))

    def test_the_longest_reason(self):
        self.ends(1000, frame(CLOSE, b"\3\xe8" + b"a" * 123))

    def test_a_reason_that_is_no_text(self):
        self.ws.frame(CLOSE, b"\3\xe8\xff\xff")
        self.assertEqual(self.ws.ending(), 1007)

    def test_nothing_counts_after_the_end(self):
        self.ws.send(frame(CLOSE, b"\3\xe8") + frame(TEXT, b"late") + frame(PING))
        self.assertEqual(self.ws.ending(), 1000)

    def test_the_server_ends_it(self):
        self.ws.say("drop")
        with self.assertRaises(Ended) as end:
            self.ws.hear()
        self.assertEqual((end.exception.code, end.exception.why), (1008, "as you wish"))

    # ---- 8.1: text is UTF-8

    GOOD = ["κόσμε", "\0", "\x7f", "\x80", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff"]
    BAD = [b"\x80", b"\xbf", b"\xc0\xaf", b"\xc1\xbf", b"\xe0\x80\xaf", b"\xe0\x9f\xbf", b"\xed\xa0\x80",
           b"\xed\xbf\xbf", b"\xf0\x80\x80\x80", b"\xf0\x8f\xbf\xbf", b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80",
           b"\xf8\x88\x80\x80\x80", b"\xfe", b"\xff", b"a\xc3", b"\xe2\x82", b"\xf0\x9f\x83", b"\xc3(", b"\xce\xba\xe1\xbd"]

    def test_text(self):
        for text in self.GOOD:
            self.echoes(text, frame(TEXT, text.encode()))

    def test_text_cut_anywhere(self):
        data = "".join(self.GOOD).encode()
        for at in range(len(data) + 1):
            self.echoes("".join(self.GOOD), frame(TEXT, data[:at], fin=False), frame(0, data[at:]))

    def test_what_is_no_text(self):
        for data in self.BAD:
            self.ends(1007, frame(TEXT, data))
            for at in range(1, len(data)):
                self.ends(1007, frame(TEXT, data[:at], fin=False), frame(0, data[at:]))

    def test_what_is_no_text_is_known_before_it_ends(self):
        self.ws.send(frame(TEXT, b"a\xed\xa0", fin=False))
        self.assertEqual(self.ws.ending(), 1007)


if __name__ == "__main__":
    unittest.main()
