# SPDX-License-Identifier: MIT
"""Shared by the tests of get: the program, and servers on the loopback interface that follow a function."""
import json
import os
import pathlib
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test" / "clients"))
URIEL = os.environ.get("URIEL", str(ROOT / "build" / "uriel"))
TIMEOUT = 30
ENVIRONMENT = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8"}


class Result:
    def __init__(self, done):
        self.status, self.out, self.errors = done.returncode, done.stdout, done.stderr.decode()

    def json(self):
        return [json.loads(line) for line in self.out.decode().splitlines()]


def run(*arguments, input=b"", environment=()):
    # Without a terminal, which would be asked for passwords.
    return Result(subprocess.run([URIEL, *arguments], capture_output=True, timeout=TIMEOUT, input=input,
                                 env={**ENVIRONMENT, **dict(environment)}, start_new_session=True))


def get(*arguments, **how):
    return run("get", *arguments, **how)


def planned(kind, key, arguments, aside=False):
    """The bytes under the key in each step of the kind, as uriel plan shows them; also of steps that only replies lead to."""
    done = subprocess.run([URIEL, "plan", "--json", *arguments], capture_output=True, timeout=TIMEOUT, env=ENVIRONMENT, check=True)
    record = json.loads(done.stdout.decode().splitlines()[-1])
    return [bytes.fromhex(step[key + "_hex"]) if key + "_hex" in step else step[key].encode()
            for step in record["steps"] + record.get("aside", []) * aside if step["do"] == kind]


def plan(*arguments):
    """What each step sends."""
    return planned("send", "text", arguments)


def request(*arguments):
    """The message of the only request."""
    only, = planned("request", "bytes", arguments)
    return only


def listen(host="127.0.0.1", port=0):
    return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)


class Peer:
    """Serves each connection with `function(connection, number)`, in a thread; `heads` has what read_head received."""

    def __init__(self, function, host="127.0.0.1", context=None, port=0):
        self.function, self.context, self.heads = function, context, []
        self.listener = listen(host, port)
        self.port = self.listener.getsockname()[1]
        self.count = 0
        threading.Thread(target=self.run, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)  # or its thread would accept one more connection
        self.listener.close()

    def run(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.count += 1
            threading.Thread(target=self.serve, args=(connection, self.count), daemon=True).start()

    def serve(self, connection, number):
        connection.settimeout(TIMEOUT)
        try:
            if self.context:
                connection = self.context.wrap_socket(connection, server_side=True)
            with connection:
                self.function(self, connection, number)
        except OSError:
            pass

    def head(self, connection):
        """Reads the head of an HTTP request."""
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            piece = connection.recv(1)
            if not piece:
                break
            head += piece
        self.heads.append(head)
        return head


class Faulty(Peer):
    """Connects clients to a server on another port, whose bytes it spoils from byte `at` on: `how` gets the connection to the client and
    the bytes that would follow, and returns whether to continue. Then the connection ends as usual, or with Faulty.reset by a reset."""

    def __init__(self, port, at, how):
        super().__init__(Faulty.relay)
        self.target, self.at, self.how, self.passed = port, at, how, 0

    def relay(self, connection, _):
        with socket.create_connection(("127.0.0.1", self.target), TIMEOUT) as server:
            back = threading.Thread(target=copy, args=(connection, server), daemon=True)
            back.start()
            try:
                while (piece := server.recv(65536)) and self.spoil(connection, piece):
                    pass
                connection.shutdown(socket.SHUT_WR)
                back.join(TIMEOUT)
            except OSError:
                pass
            # A thread that waits for bytes of a socket keeps it open.
            for end in (connection, server):
                try:
                    end.shutdown(socket.SHUT_RD)
                except OSError:
                    pass
            back.join(TIMEOUT)

    def spoil(self, connection, piece):
        good = piece[:max(self.at - self.passed, 0)]
        connection.sendall(good)
        self.passed += len(piece)
        return self.passed <= self.at or self.how(connection, piece[len(good):])

    @staticmethod
    def reset(connection, _):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raise ConnectionResetError


def copy(one, other):
    """Copies from a connection to another one until one side closes."""
    try:
        while piece := one.recv(65536):
            other.sendall(piece)
        other.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def drip(connection):
    """Sends a byte every tenth of a second."""
    while True:
        connection.sendall(b"x")
        time.sleep(0.1)


def flood(connection, piece=b"x" * 100000):
    """Sends the piece again and again."""
    while True:
        connection.sendall(piece)


def web(answers, host="127.0.0.1", context=None, port=0):
    """An HTTP server: `answers` maps the target to the bytes of the response, or to a function of the connection."""
    def serve(peer, connection, _):
        target = (peer.head(connection).decode("latin-1").split(" ") + [""])[1]
        answer = answers.get(target, b"HTTP/1.1 404 no\r\nContent-Length: 0\r\n\r\n")
        if callable(answer):
            answer(connection)
        else:
            connection.sendall(answer)
            drain(connection)
    return Peer(serve, host, context, port)


def drain(connection):
    """Waits until the client closes."""
    try:
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(4096):
            pass
    except OSError:
        pass


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def page(body, *fields, code="200 OK"):
    return "\r\n".join([f"HTTP/1.1 {code}", f"Content-Length: {len(body)}", *fields, "", ""]).encode() + body


def redirect(location, code="302 Found"):
    return page(b"moved", f"Location: {location}", code=code)


def ftp_server(content=b"data", files=("a",), replies=(), data=None, passive=b"229 here (|||%d|)\r\n", secure=None):
    """An ftp server with folders for every name and some files; `data` serves the data connection, and `secure` makes it one of TLS."""
    replies = dict(replies)

    def serve(peer, connection, _):
        connection.sendall(b"220 ready\r\n")
        listener = None
        for line in connection.makefile("rb"):
            peer.heads.append(line)
            verb, _, name = line.decode().rstrip("\r\n").partition(" ")
            if verb in replies or f"{verb} {name}" in replies:
                connection.sendall(replies.get(f"{verb} {name}") or replies[verb])
            elif verb in ("EPSV", "PASV"):
                listener = listen()
                listener.settimeout(TIMEOUT)
                port = listener.getsockname()[1]
                if verb == "PASV":
                    connection.sendall(b"227 there (127,0,0,1,%d,%d)\r\n" % (port >> 8, port & 255))
                else:
                    connection.sendall(passive % port if b"%d" in passive else passive)
            elif verb in ("LIST", "NLST") or (verb == "RETR" and name in files):
                connection.sendall(b"150 now\r\n")
                channel, _ = listener.accept()
                with secure(channel) if secure else channel as channel:
                    data(channel) if data else channel.sendall(content)
                listener.close()
                connection.sendall(b"226 sent\r\n")
            else:
                connection.sendall({"USER": b"331 who\r\n", "PASS": b"230-in\r\n230 here\r\n", "CWD": b"250 -\r\n", "PBSZ": b"200 -\r\n", "PROT": b"200 -\r\n",
                                    "TYPE": b"200 -\r\n", "QUIT": b"221 bye\r\n", "RETR": b"550 no file\r\n"}.get(verb, b"502 -\r\n"))
            if verb == "QUIT":
                return
    return serve


OPENSSL = shutil.which("openssl")


def certificate(folder, start=None, end=None):
    """A certificate for good.example and 127.0.0.1, which is its own authority, and a server's context with it."""
    path, key, request, settings = (folder / name for name in ("certificate.pem", "key.pem", "request.pem", "settings"))
    extension = "subjectAltName=DNS:good.example,IP:127.0.0.1"
    new = [OPENSSL, "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=good.example", "-keyout", key]
    if start is None:
        subprocess.run([*new, "-x509", "-days", "2", "-addext", extension, "-out", path], check=True, capture_output=True)
    else:
        settings.write_text(f"[ca]\ndatabase={folder}/index\nnew_certs_dir={folder}\nrand_serial=yes\npolicy=policy\ndefault_md=sha256\n"
                            f"x509_extensions=more\n[policy]\ncommonName=supplied\n[more]\n{extension}\nbasicConstraints=CA:TRUE\n")
        (folder / "index").write_text("")
        subprocess.run([*new, "-out", request], check=True, capture_output=True)
        subprocess.run([OPENSSL, "ca", "-batch", "-selfsign", "-config", settings, "-name", "ca", "-startdate", start, "-enddate", end, "-notext", "-keyfile", key,
                        "-in", request, "-out", path], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path, folder / "key.pem")
    return path, context


class Case(unittest.TestCase):
    def fails(self, result, status, part):
        self.assertEqual(result.status, status, result.errors)
        self.assertIn(part, result.errors)

    def temporary(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        return pathlib.Path(holder.name)


@unittest.skipUnless(OPENSSL, "openssl is not installed")
class Secure(Case):
    """Tests with a certificate and a context of TLS for servers."""

    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        cls.certificate, cls.context = certificate(cls.folder)
        cls.ca = f"--ca-file={cls.certificate}"


class Ending:
    """A connection of TLS that ends as TLS ends."""

    def __init__(self, channel):
        self.channel = channel

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.channel.unwrap()
        except (OSError, ValueError):
            pass
        self.channel.close()

    def sendall(self, data):
        self.channel.sendall(data)

    def cut(self):
        reset(self.channel)


class Names:
    """A DNS server that answers questions for A with the next of the addresses of the name, and at last with the last."""

    def __init__(self, names):
        self.names, self.asked = {name: list(addresses) for name, addresses in names.items()}, []
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.option = f"--dns=127.0.0.1:{self.socket.getsockname()[1]}"
        threading.Thread(target=self.run, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def run(self):
        while True:
            try:
                question, client = self.socket.recvfrom(512)
            except OSError:
                return
            end, labels = 12, []
            while question[end]:
                labels.append(question[end + 1:end + 1 + question[end]].decode())
                end += question[end] + 1
            name, kind = ".".join(labels).lower(), question[end + 2]
            end += 5
            addresses, answers = self.names.get(name), b""
            if kind == 1 and addresses:
                self.asked.append(name)
                address = addresses.pop(0) if len(addresses) > 1 else addresses[0]
                answers = b"\xc0\x0c\0\1\0\1\0\0\0\0\0\4" + socket.inet_aton(address)
            head = question[:2] + (b"\x81\x80" if addresses else b"\x81\x83") + b"\0\1\0" + bytes([bool(answers)]) + b"\0\0\0\0"
            self.socket.sendto(head + question[12:end] + answers, client)
