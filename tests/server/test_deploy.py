"""The files of docs/deploy: a game through Caddy and through nginx with TLS, started for real, and what
systemd says of the unit."""
import contextlib
import json
import os
import re
import shutil
import ssl
import subprocess
import unittest
from pathlib import Path

from bylaw import ABOUT, PROGRAM
from served import Server
from services import INITDB, Postgres, free_port
from sockets import WAIT, Ended, Line, WebSocket, shake

FILES = Path(__file__).parents[2] / "docs" / "deploy"
NAME = "cards.example"


class Safe(Line):
    """A connection through TLS, to a server that calls itself by another name than this machine's."""

    def __init__(self, port):
        Line.__init__(self, port)
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self.socket = context.wrap_socket(self.socket, server_hostname=NAME)

    def ask(self, path, fields=""):
        self.send(f"GET {path} HTTP/1.1\r\nHost: {NAME}\r\n{fields}\r\n")
        return self.head()[0]


class SafeSocket(Safe, WebSocket):
    def __init__(self, port, fields="", path="/play"):
        Safe.__init__(self, port)
        status = shake(self, fields, host=NAME, path=path)
        if status != 101:
            self.close()
            raise Ended(status)


def put(folder, name, text):
    (folder / name).write_text(text)
    return str(folder / name)


@contextlib.contextmanager
def caddy(folder, server, port):
    text = (FILES / "Caddyfile").read_text().replace("127.0.0.1:8080", f"127.0.0.1:{server}")
    with run_caddy(folder, text, port) as proxy:
        yield proxy


@contextlib.contextmanager
def run_caddy(folder, text, port):
    text = text.replace(f"{NAME} {{", f"https://{NAME}:{port} {{\n\tbind 127.0.0.1\n\ttls internal")
    options = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
    path = put(folder, "Caddyfile", options + text)
    env = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with subprocess.Popen(["caddy", "run", "--adapter", "caddyfile", "--config", path], env=env,
                          stderr=subprocess.PIPE) as proxy:
        yield proxy


@contextlib.contextmanager
def nginx(folder, server, port):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
                    f"/CN={NAME}", "-addext", "subjectAltName=DNS:localhost", "-days", "2", "-keyout", folder / "key", "-out", folder / "cert"],
                   check=True, stderr=subprocess.DEVNULL)
    text = (FILES / "nginx.conf").read_text().replace("127.0.0.1:8080", f"127.0.0.1:{server}")
    text = re.sub(r"(?m)^ *listen \[::\].*\n", "", text)
    text = text.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port} ssl http2")
    text = text.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    text = re.sub(r"/etc/letsencrypt\S*/fullchain.pem", str(folder / "cert"), text)
    text = re.sub(r"/etc/letsencrypt\S*/privkey.pem", str(folder / "key"), text)
    put(folder, "bylaw.conf", text)
    temporary = "".join(f"    {kind}_temp_path {folder};\n" for kind in
                        ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    user = "user root;\n" if os.geteuid() == 0 else ""
    path = put(folder, "nginx.conf", f"{user}daemon off;\nmaster_process off;\npid {folder}/pid;\n"
               f"events {{}}\nhttp {{\n    access_log off;\n{temporary}    include {folder}/bylaw.conf;\n}}\n")
    with subprocess.Popen([NGINX, "-p", folder, "-e", folder / "errors", "-c", path], stderr=subprocess.PIPE) as proxy:
        yield proxy


NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


class Deploy(unittest.TestCase):
    def until_it_listens(self, process, port):
        while process.poll() is None:
            with contextlib.suppress(ConnectionError, ssl.SSLError):
                Safe(port).close()
                break
        self.assertIsNone(process.poll(), process.stderr.read() if process.poll() is not None else "")

    def terminal(self, folder, port):
        """bylaw join through TLS: with a certificate that is trusted, for the name that was asked for, or not at all."""
        env = {**os.environ, "XDG_STATE_HOME": str(folder)}
        call = [PROGRAM, "join", f"https://localhost:{port}/", "--make", next(iter(ABOUT)), "--players", "2", "--name", "Ada"]
        for host, trusted, why in (("localhost", "/dev/null", "its certificate is not trusted: self-signed"),
                                   ("127.0.0.1", folder / "cert", "its certificate is not trusted: IP address mismatch")):
            call[2] = f"https://{host}:{port}/"
            done = subprocess.run(call, env={**env, "SSL_CERT_FILE": trusted, "SSL_CERT_DIR": "/dev/null"}, timeout=WAIT,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn(why, done.stderr)
        call[2] = f"wss://localhost:{port}"
        with subprocess.Popen(call, env={**env, "SSL_CERT_FILE": folder / "cert"}, stdin=subprocess.PIPE, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as ada:
            self.assertRegex(ada.stdout.readline(), rf"^https://localhost:{port}/#/table/\w{{16}}$")
            told = ""
            while "You sit here as Ada" not in told:
                told += (line := ada.stdout.readline())
                self.assertTrue(line, told)
            ada.stdin.close()
            self.assertIn("Your seat stays yours", ada.stdout.read())

    def through(self, proxy, terminal=lambda *of: None):
        port = free_port()
        server = Server("--address", f"https://{NAME}", "--proxied", limits=["--limit", "asks_burst=40",
                                                                            "--limit", "asks_per_minute=1"])
        server.port = free_port()
        with server, proxy(server.folder, server.port, port) as process:
            self.until_it_listens(process, port)
            try:
                with Safe(port) as line:
                    self.assertEqual(line.ask("/"), 200)
                with SafeSocket(port, f"Origin: https://{NAME}\r\n") as ws:
                    ws.say('{"id":0,"do":"hello","v":1}')
                    self.assertIn('"answer"', ws.hear())
                with self.assertRaises(Ended) as end:
                    SafeSocket(port, "Origin: https://evil.example\r\n")
                self.assertEqual(end.exception.code, 403)
                terminal(Path(server.folder), port)
                # Who asks too much is known, whoever they say that they are; the server itself is well.
                with Safe(port) as line:
                    statuses = []
                    for i in range(45):
                        line.send(f"HEAD / HTTP/1.1\r\nHost: {NAME}\r\nX-Forwarded-For: 10.0.0.{i}\r\n\r\n")
                        statuses.append(line.head()[0])
                self.assertEqual(statuses[-1], 429)
                with Line(server.port) as line:
                    self.assertEqual(line.ask("/", "X-Forwarded-For: 10.9.9.9\r\n")[0], 200)
            finally:
                process.terminate()
                process.wait(WAIT)
            server.stop()

    @unittest.skipUnless(shutil.which("caddy"), "there is no caddy here")
    def test_caddy(self):
        self.through(caddy)

    @unittest.skipUnless(shutil.which("caddy") and INITDB, "there is no caddy here, or no PostgreSQL")
    def test_several_servers(self):
        """A table is at one of them: whoever asks the other is sent to its path, and is answered there."""
        with contextlib.ExitStack() as stack:
            postgres, port = Postgres(), free_port()
            stack.callback(postgres.close)
            text = (FILES / "Caddyfile.several").read_text()
            for i in (1, 2):
                server = Server("--store", postgres.where(), "--address", f"https://{NAME}/s{i}", "--proxied")
                server.data, server.port = None, free_port()
                stack.enter_context(server)
                text = text.replace(f"10.0.0.{i}:8080", f"127.0.0.1:{server.port}")
            process = stack.enter_context(run_caddy(server.folder, text, port))
            stack.callback(process.terminate)
            self.until_it_listens(process, port)

            def ask(path, message):
                with SafeSocket(port, f"Origin: https://{NAME}\r\n", path) as ws:
                    ws.say('{"id":0,"do":"hello","v":1}')
                    ws.say(json.dumps(message))
                    while (heard := json.loads(ws.hear())).get("id") != 1:
                        pass
                    return heard
            made = ask("/play", {"id": 1, "do": "make", "game": next(iter(ABOUT)), "players": 2, "bots": [], "open": True,
                                 "clock": None, "away": None, "once": "0123456789abcdef"})
            watch = {"id": 1, "do": "watch", "table": made["answer"]["table"]}
            heard = [ask(f"/s{i}/play", watch) for i in (1, 2)]
            self.assertEqual(sum("answer" in one for one in heard), 1, heard)
            where = next(one["elsewhere"] for one in heard if "elsewhere" in one)
            self.assertRegex(where, rf"^wss://{NAME}/s[12]/play$")
            self.assertIn("answer", ask(where.removeprefix(f"wss://{NAME}"), watch))

    @unittest.skipUnless(NGINX and shutil.which("openssl"), "there is no nginx here")
    def test_nginx(self):
        self.through(nginx, self.terminal)

    @unittest.skipUnless(shutil.which("systemd-analyze"), "there is no systemd here")
    def test_the_unit(self):
        server = Server()
        with contextlib.ExitStack() as stack:
            stack.callback(server.room.cleanup)
            text = (FILES / "bylaw.service").read_text()
            self.assertIn(" serve ", text)
            path = put(server.folder, "bylaw.service", text.replace("/usr/local/bin/bylaw", PROGRAM))
            done = subprocess.run(["systemd-analyze", "verify", "--man=no", path], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=WAIT)
            ours = [line for line in done.stdout.decode().splitlines() if "bylaw.service" in line]
            self.assertEqual(ours, [])
            rated = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=20", path],
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=WAIT)
            self.assertEqual(rated.returncode, 0, rated.stdout.decode()[-2000:])

    def test_the_options_of_the_unit_are_there(self):
        told = subprocess.run([PROGRAM, "serve", "--help"], stdout=subprocess.PIPE).stdout.decode()
        start = re.search(r"ExecStart=(.*)", (FILES / "bylaw.service").read_text())[1]
        for option in re.findall(r"--[a-z]+", start):
            self.assertIn(option, told)


if __name__ == "__main__":
    unittest.main()
