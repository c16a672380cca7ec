# SPDX-License-Identifier: MIT
"""Scripted servers on the loopback interface: each serves in a thread, on a port chosen by the system, and records the bytes from
clients."""
import os
import socket
import subprocess
import threading

TIMEOUT = 20


class Server:
    """Serves connections one after another until the `with` is left; `received` has the bytes of each."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(TIMEOUT)
        self.port = self.listener.getsockname()[1]
        self.received, self.failure = [], None
        self.thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        # Closing a listener does not wake a thread that waits in accept; a last connection does.
        self.closing = True
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            pass
        self.thread.join(TIMEOUT)
        self.listener.close()

    closing = False

    def _run(self):
        while not self.closing:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with connection:
                if self.closing:
                    return
                connection.settimeout(TIMEOUT)
                record = bytearray()
                self.received.append(record)
                try:
                    self.serve(connection, record)
                except OSError as error:
                    self.failure = error

    def serve(self, connection, record):
        raise NotImplementedError

    def lines(self):
        """The received bytes of all connections, as lines with their ends."""
        return [line for record in self.received for line in bytes(record).splitlines(keepends=True)]


class Inetd(Server):
    """Gives each connection to a program as its standard input and output."""

    def __init__(self, *command, environment=()):
        super().__init__()
        self.environment = {**os.environ, **dict(environment)}
        self.command = [word.replace("PORT", str(self.port)) for word in command]

    def serve(self, connection, record):
        connection.settimeout(None)  # A timeout makes the socket non-blocking, for the program too.
        subprocess.run(self.command, stdin=connection, stdout=connection, stderr=subprocess.DEVNULL, timeout=TIMEOUT,
                       check=False, env=self.environment)


class Relay(Server):
    """Connects clients to a server on another port, and records what they send to it."""

    def __init__(self, port):
        super().__init__()
        self.target = port

    def serve(self, connection, record):
        with socket.create_connection(("127.0.0.1", self.target), TIMEOUT) as server:
            back = threading.Thread(target=self.copy, args=(server, connection, bytearray()), daemon=True)
            back.start()
            self.copy(connection, server, record)
            back.join(TIMEOUT)

    @staticmethod
    def copy(one, other, record):
        try:
            while piece := one.recv(65536):
                record += piece
                other.sendall(piece)
            other.shutdown(socket.SHUT_WR)
        except OSError:
            pass


def read_until(connection, record, end):
    """Reads until the record contains `end`, or the other side sends no more."""
    while end not in record:
        piece = connection.recv(4096)
        if not piece:
            return False
        record += piece
    return True


class Ftp(Server):
    """An ftp server that accepts every command, with one file."""

    REPLIES = {"USER": "331 who", "PASS": "230 in", "PWD": '257 "/" here', "CWD": "250 there", "TYPE": "200 so be it",
               "SIZE": "213 5", "QUIT": "221 bye"}
    CONTENT = b"hello"

    def serve(self, connection, record):
        connection.sendall(b"220 ready\r\n")
        for line in connection.makefile("rb"):
            record += line
            verb = line.decode("latin-1").rstrip("\r\n").split(" ")[0]
            if verb == "EPSV":
                data = socket.create_server(("127.0.0.1", 0))
                connection.sendall(b"229 here (|||%d|)\r\n" % data.getsockname()[1])
            elif verb in ("RETR", "LIST", "NLST"):
                connection.sendall(b"150 it comes\r\n")
                data.settimeout(TIMEOUT)
                with data, data.accept()[0] as channel:
                    channel.sendall(self.CONTENT)
                connection.sendall(b"226 that was it\r\n")
            else:
                connection.sendall(self.REPLIES.get(verb, "502 not here").encode() + b"\r\n")
            if verb == "QUIT":
                return


class Gopher(Server):
    """Answers a line, and the lines of a form after it, with one text."""

    CONTENT = b"a text\r\n.\r\n"

    def serve(self, connection, record):
        read_until(connection, record, b"\r\n")
        if b"\t1\r\n" in record:
            read_until(connection, record, b"\r\n.\r\n")
        # Excess bytes of a client are read with the rest, not after the reply.
        connection.settimeout(0.2)
        try:
            while piece := connection.recv(4096):
                record += piece
        except TimeoutError:
            pass
        connection.settimeout(TIMEOUT)
        connection.sendall(self.CONTENT)


class Http(Server):
    """An http server or proxy: each request gets the same page; CONNECT opens no tunnel."""

    CONTENT = b"<p>a page"

    def serve(self, connection, record):
        if not read_until(connection, record, b"\r\n\r\n"):
            return
        if record.startswith(b"CONNECT"):
            connection.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(self.CONTENT)
                           + self.CONTENT)


class Telnet(Server):
    """Sends a greeting, records bytes until the client is silent, and closes the connection."""

    def __init__(self, greeting):
        super().__init__()
        self.greeting = greeting

    def serve(self, connection, record):
        connection.sendall(self.greeting)
        connection.settimeout(0.5)
        try:
            while piece := connection.recv(4096):
                record += piece
        except TimeoutError:
            pass
