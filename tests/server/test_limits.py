"""What one may do to the network: an attacker hits each limit, and somebody else, from another address,
does not notice."""
import contextlib
import unittest

from sockets import CLOSE, PING, TEXT, Ended, Line, WebSocket, echo, figures, frame, shake

HEAD = "GET / HTTP/1.1\r\nHost: here\r\n"
MANY = {"asks_burst": 1000000, "asks_per_minute": 1000000}


class Limits(unittest.TestCase):
    @contextlib.contextmanager
    def beside(self, **limits):
        """A server, with somebody who plays on it from elsewhere while the attack goes on."""
        with echo(**limits) as port, WebSocket(port, source="127.0.0.2") as other:
            self.notices = lambda: (other.say("still here"), self.assertEqual(other.hear(), "still here"))
            self.notices()
            yield port
            self.notices()

    # ---- messages

    def test_size_of_messages(self):
        with self.beside(message_bytes=1000) as port:
            with WebSocket(port) as ws:
                ws.say("a" * 1000)
                self.assertEqual(ws.hear(), "a" * 1000)
                ws.say("a" * 1001)
                self.assertEqual(ws.ending(), 1009)
            with WebSocket(port) as ws:   # refused by what it says of itself, before it comes
                ws.send(frame(TEXT, b"a", size=b"\x7f\0\0\0\1\0\0\0\0"))
                self.assertEqual(ws.ending(), 1009)
            with WebSocket(port) as ws:   # fragments count together
                ws.send(b"".join(frame(0 if i else TEXT, b"a" * 100, fin=False) for i in range(11)))
                self.assertEqual(ws.ending(), 1009)

    def test_fragments_without_end(self):
        with self.beside(asks_burst=100000) as port, WebSocket(port) as ws:
            with contextlib.suppress(ConnectionError):
                ws.send(frame(TEXT, fin=False) + frame(0, fin=False) * 5000)
            self.assertEqual(ws.ending(), 1008)

    # ---- rates

    def test_rate_of_an_address(self):
        with self.beside(asks_burst=50, asks_per_minute=1) as port:
            with WebSocket(port) as ws:
                with contextlib.suppress(ConnectionError):
                    ws.send(frame(TEXT, b"a") * 100)
                self.assertEqual(ws.ending(), 1008)
            self.notices()
            with Line(port) as line:   # the same address, another connection
                self.assertEqual(line.ask("/")[0], 429)
            with self.assertRaises(Ended) as end:
                WebSocket(port)
            self.assertEqual(end.exception.code, 429)
            self.assertGreater(figures(port)["refused_asks"], 2)

    def test_controls_count(self):
        with self.beside(asks_burst=50, asks_per_minute=1) as port, WebSocket(port) as ws:
            with contextlib.suppress(ConnectionError):
                ws.send(frame(PING) * 100)
            self.assertEqual(ws.ending(), 1008)

    def test_requests_count(self):
        with self.beside(asks_burst=50, asks_per_minute=1) as port, Line(port) as line:
            statuses = [line.ask("/")[0] for _ in range(60)]
            self.assertEqual(statuses, [200] * 50 + [429] * 10)

    # ---- connections

    def test_connections_of_an_address(self):
        with self.beside(connections_of_one=5) as port, contextlib.ExitStack() as stack:
            held = [stack.enter_context(WebSocket(port)) for _ in range(5)]
            self.assertTrue(stack.enter_context(Line(port)).is_cut())
            self.notices()
            held[0].frame(CLOSE)   # one goes, another may come
            self.assertEqual(held[0].ending(), 1005)
            stack.enter_context(WebSocket(port)).say("in")

    def test_all_connections(self):
        with self.beside(connections=5, connections_of_one=100) as port, contextlib.ExitStack() as stack:
            for _ in range(4):
                stack.enter_context(WebSocket(port))
            self.assertTrue(stack.enter_context(Line(port)).is_cut())
            self.notices()

    def test_half_open(self):
        """Who connects and says nothing, or a head that never ends, or half of a handshake, is cut."""
        with self.beside(head_ms=300) as port:
            for begun in ("", "G", HEAD, HEAD + "Upgrade: websocket\r\nConnection: Upgrade\r\n"):
                with Line(port) as line:
                    line.send(begun)
                    self.assertTrue(line.is_cut())
            self.assertEqual(figures(port)["late"], 4)

    def test_a_byte_now_and_then_is_no_progress(self):
        with self.beside(head_ms=600) as port, Line(port) as line:
            line.socket.settimeout(0.05)
            cut = False
            for letter in HEAD + "X: " + "a" * 5000:
                try:
                    line.send(letter)
                    cut = line.socket.recv(100) == b""
                except TimeoutError:
                    continue
                except ConnectionError:
                    cut = True
                if cut:
                    break
            self.assertTrue(cut)
            self.assertEqual(figures(port)["late"], 1)

    def test_idle(self):
        with self.beside(idle_ms=300) as port, Line(port) as line:
            self.assertEqual(line.ask("/")[0], 200)
            self.assertTrue(line.is_cut())

    def test_silence(self):
        """A WebSocket that does not answer pings is gone; one that does stays."""
        with echo(silence_ms=1000) as port, WebSocket(port) as ws, WebSocket(port) as dead:
            pings = 0
            while figures(port)["silent"] == 0 or pings < 2:
                kind, data = ws.next()
                self.assertEqual(kind, PING)
                ws.frame(10, data)
                pings += 1
            self.assertEqual(dead.ending(), None)
            ws.say("alive")
            self.assertEqual(ws.hear(), "alive")

    # ---- slow readers

    def test_slow_readers(self):
        """What nobody fetches is not kept for long."""
        with self.beside(queue_bytes=200000, **MANY) as port, WebSocket(port, receive=4096) as ws:
            ws.say("flood 3000")
            while figures(port)["slow"] == 0:
                self.notices()
            self.assertEqual(ws.ending(), None)

    def test_who_reads_nothing_at_all(self):
        with self.beside(stall_ms=300, queue_bytes=100000000, **MANY) as port:
            with WebSocket(port, receive=4096) as ws:
                ws.say("flood 3000")
                while figures(port)["slow"] == 0:
                    self.notices()
                self.assertEqual(ws.ending(), None)
            with Line(port, receive=4096) as line:   # a page that is not fetched
                line.send("GET /big HTTP/1.1\r\nHost: here\r\n\r\n" * 100)
                while figures(port)["slow"] == 1:
                    self.notices()

    def test_who_fetches_slowly_gets_all(self):
        with self.beside() as port, Line(port, receive=4096) as line:
            line.send("GET /big HTTP/1.1\r\nHost: here\r\n\r\n" * 3)
            for _ in range(3):
                self.assertEqual(len(line.answer()[2]), 4 << 20)

    def test_who_fetches_without_end(self):
        """A little now and then is no stall; but an answer is not kept for ever, nor is one waited for that does
        not come."""
        with self.beside(reply_ms=300, **MANY) as port:
            with Line(port, receive=4096) as line:
                line.send("GET /big HTTP/1.1\r\nHost: here\r\n\r\n")
                fetched = 0
                while figures(port)["late"] == 0:
                    fetched += len(line.socket.recv(500))
                    self.notices()
                self.assertLess(fetched, 4 << 20)
                self.assertTrue(line.is_cut())
            with Line(port) as line:
                line.send("GET /later HTTP/1.1\r\nHost: here\r\n\r\n")
                self.assertTrue(line.is_cut())
                self.assertEqual(line.bytes, b"")
            self.assertEqual(figures(port)["late"], 2)

    # ---- heads

    def test_size_of_heads(self):
        with self.beside() as port:
            for head in (HEAD + "X: " + "a" * 9000, HEAD + "X: a\r\n" * 2000, "GET /" + "a" * 9000):
                with Line(port) as line:
                    line.send(head)
                    self.assertEqual(line.answer()[0], 431)
                    self.assertTrue(line.is_cut())

    SMUGGLED = [
        "Content-Length: 5\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: here\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: here\r\n\r\n",
        "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: here\r\n\r\n",
        "Transfer-Encoding: xchunked\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: here\r\n\r\n",
        "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: here\r\n\r\n",
        "X: y\r\n Content-Length: 5\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: here\r\n\r\n",
        "X: y\nContent-Length: 5\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: here\r\n\r\n",
        "Content-Length: 0\r\nContent-Length: 44\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: here\r\n\r\n",
        "Host: there\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: here\r\n\r\n",
    ]

    def test_smuggling(self):
        """One answer, which is no, and the connection ends: what follows is never a request."""
        with self.beside() as port:
            for rest in self.SMUGGLED:
                with Line(port) as line:
                    line.send(HEAD + rest)
                    self.assertIn(line.answer()[0], (400, 413), rest)
                    self.assertTrue(line.is_cut())
                    self.assertEqual(line.bytes, b"", rest)

    def test_requests_one_after_another(self):
        with self.beside() as port, Line(port) as line:
            line.send(HEAD + "\r\n" + "GET /b HTTP/1.1\r\nHost: here\r\n\r\nHEAD /c HTTP/1.1\r\nHost: here\r\n\r\n"
                      "GET /d HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\nGET /e HTTP/1.1\r\nHost: here\r\n\r\n")
            self.assertEqual(line.answer()[2], b"/ 127.0.0.1")
            self.assertEqual(line.answer()[2], b"/b 127.0.0.1")
            self.assertEqual(line.head()[0], 200)
            self.assertEqual(line.answer()[2], b"/d 127.0.0.1")
            self.assertTrue(line.is_cut())
            self.assertEqual(line.bytes, b"")

    def test_an_answer_that_comes_later(self):
        with echo() as port, Line(port) as line, WebSocket(port) as ws:
            line.send("GET /later HTTP/1.1\r\nHost: here\r\n\r\nGET /next HTTP/1.1\r\nHost: here\r\n\r\n")
            with Line(port) as gone:
                gone.send("GET /none HTTP/1.1\r\nHost: here\r\n\r\n")
                gone.answer()
            ws.say("now")
            self.assertEqual(line.answer()[2], b"now")
            self.assertEqual(line.answer()[2], b"/next 127.0.0.1")

    # ---- who comes in

    def test_origins(self):
        with self.beside(address="https://cards.example") as port:
            for origin, status in [("http://evil.example", 403), ("null", 403), (f"http://127.0.0.1:{port}", 101),
                                   ("https://cards.example", 101), (f"http://127.0.0.1:{port + 1}", 403)]:
                with Line(port) as line:
                    self.assertEqual(shake(line, f"Origin: {origin}\r\n"), status, origin)
            with Line(port) as line:   # a stranger's name that leads here
                self.assertEqual(shake(line, "Origin: http://evil.example\r\n", host="evil.example"), 403)
            self.assertEqual(figures(port)["refused_handshakes"], 4)

    def test_behind_a_proxy(self):
        """Who asks is who the proxy says, by the last of the names: the others anybody can make up."""
        with echo(proxied=1, asks_burst=5, asks_per_minute=1, connections_of_one=2) as port:
            with Line(port) as line:
                self.assertEqual(line.ask("/", "X-Forwarded-For: 1.2.3.4, 10.0.0.1\r\n")[2], b"/ 10.0.0.1")
                self.assertEqual(line.ask("/", "X-Forwarded-For: 2001:db8::1\r\n")[2], b"/ 2001:db8::")
                for i in range(4):
                    self.assertEqual(line.ask("/", f"X-Forwarded-For: 9.9.9.{i}, 10.0.0.1\r\n")[0], 200)
                self.assertEqual(line.ask("/", "X-Forwarded-For: 9.9.9.9, 10.0.0.1\r\n")[0], 429)
                self.assertEqual(line.ask("/", "X-Forwarded-For: 10.0.0.2\r\n")[0], 200)
            with contextlib.ExitStack() as stack:
                for _ in range(2):
                    stack.enter_context(WebSocket(port, "X-Forwarded-For: 10.0.0.3\r\n"))
                with self.assertRaises(Ended) as end:
                    WebSocket(port, "X-Forwarded-For: 10.0.0.3\r\n")
                self.assertEqual(end.exception.code, 429)
                stack.enter_context(WebSocket(port, "X-Forwarded-For: 10.0.0.4\r\n"))


if __name__ == "__main__":
    unittest.main()
