"""A WebSocket client over a plain socket, that can also do everything wrong; and servers to talk to."""
import base64
import contextlib
import hashlib
import json
import os
import socket
import struct
import subprocess

WAIT = 60   # seconds until something that must happen is given up
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
KEY = base64.b64encode(bytes(range(16))).decode()
ACCEPT = base64.b64encode(hashlib.sha1((KEY + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()


class Ended(Exception):
    """The other side has ended the connection: with a code, or None where it was cut."""

    def __init__(self, code, why=""):
        super().__init__(code, why)
        self.code, self.why = code, why


def frame(kind, data=b"", fin=True, rsv=0, mask=b"\1\2\3\4", size=None):
    """A frame; `mask` None leaves it out, `size` lies about how long it is, and in which form."""
    first = (0x80 if fin else 0) | rsv << 4 | kind
    length = size or (bytes([len(data)]) if len(data) < 126 else
                      b"\x7e" + struct.pack(">H", len(data)) if len(data) < 65536 else
                      b"\x7f" + struct.pack(">Q", len(data)))
    if mask is None:
        return bytes([first]) + length + data
    return (bytes([first, length[0] | 0x80]) + length[1:] + mask +
            bytes(b ^ mask[i % 4] for i, b in enumerate(data)))


class Line:
    """A connection, byte by byte."""

    def __init__(self, port, receive=None, source="127.0.0.1"):
        self.socket = socket.socket()
        self.socket.bind((source, 0))
        if receive:   # how much the system keeps for somebody who does not read
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        self.socket.settimeout(WAIT)
        try:
            self.socket.connect(("127.0.0.1", port))
        except OSError:
            self.socket.close()
            raise
        self.port = port
        self.bytes = b""

    def send(self, data):
        self.socket.sendall(data.encode() if isinstance(data, str) else data)

    def more(self):
        try:
            got = self.socket.recv(65536)
        except ConnectionError:
            got = b""
        self.bytes += got
        return bool(got)

    def exactly(self, n):
        while len(self.bytes) < n:
            if not self.more():
                raise Ended(None)
        taken, self.bytes = self.bytes[:n], self.bytes[n:]
        return taken

    def head(self):
        """The head of an answer: its status, and its fields."""
        while b"\r\n\r\n" not in self.bytes:
            if not self.more():
                raise Ended(None)
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        lines = head.decode().split("\r\n")
        return int(lines[0].split()[1]), {name.lower(): value for name, value in
                                           (line.split(": ", 1) for line in lines[1:])}

    def answer(self):
        status, fields = self.head()
        return status, fields, self.exactly(int(fields.get("content-length", 0)))

    def ask(self, path, fields=""):
        self.send(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{fields}\r\n")
        return self.answer()

    def is_cut(self):
        """Waits until the other side ends it; what it still said is in `bytes`."""
        while self.more():
            pass
        return True

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def shake(line, fields="", protocol="bylaw.1", host=None, path="/play"):
    line.send(f"GET {path} HTTP/1.1\r\nHost: {host or f'127.0.0.1:{line.port}'}\r\nUpgrade: websocket\r\n"
              f"Connection: Upgrade\r\nSec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n"
              f"Sec-WebSocket-Protocol: {protocol}\r\n{fields}\r\n")
    status, got = line.head()
    assert status != 101 or got["sec-websocket-accept"] == ACCEPT, got
    return status


class WebSocket(Line):
    def __init__(self, port, fields="", **how):
        super().__init__(port, **how)
        status = shake(self, fields)
        if status != 101:
            self.close()
            raise Ended(status)

    def frame(self, *args, **named):
        self.send(frame(*args, **named))

    def say(self, text):
        self.frame(TEXT, text.encode())

    def next(self):
        """The next frame: (kind, data); Ended when it is the last, or there is none."""
        first, size = self.exactly(2)
        assert first & 0x70 == 0 and size & 0x80 == 0 and first & 0x80, "the server's frames are whole and plain"
        if size == 126:
            size, = struct.unpack(">H", self.exactly(2))
        elif size == 127:
            size, = struct.unpack(">Q", self.exactly(8))
        data = self.exactly(size)
        if first & 15 == CLOSE:
            raise Ended(struct.unpack(">H", data[:2])[0] if data else 1005, data[2:].decode())
        return first & 15, data

    def hear(self):
        """The next message; pings on the way are answered."""
        while True:
            kind, data = self.next()
            if kind == TEXT:
                return data.decode()
            if kind == PING:
                self.frame(PONG, data)

    def ending(self):
        """The code with which the server ends it; then it is cut."""
        try:
            while True:
                self.next()
        except Ended as end:
            self.socket.shutdown(socket.SHUT_WR) if end.code else None
            assert end.code is None or self.is_cut()
            return end.code


@contextlib.contextmanager
def echo(**limits):
    """The port of a server that gives back what it hears."""
    with subprocess.Popen([os.environ["BYLAW_ECHO"], *(f"{k}={v}" for k, v in limits.items())],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        try:
            yield int(server.stdout.readline())
        finally:
            server.stdin.close()
            assert server.wait(WAIT) == 0


def figures(port):
    with Line(port, source="127.0.0.9") as line:
        return json.loads(line.ask("/figures")[2])
