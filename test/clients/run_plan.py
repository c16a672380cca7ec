# SPDX-License-Identifier: MIT
"""Carries out an access plan of `uriel plan --json`: connects, sends, reads replies and closes. It knows only the form of replies:
three digits, and the port in ftp's passive modes.

uriel plan --json URI | run_plan.py: carries it out and prints the exchange, without asking the user."""
import json
import re
import socket
import sys

TIMEOUT = 20


class PlanError(Exception):
    """A step that cannot be carried out, or an answer that the plan does not expect."""


class Connection:
    """The socket of a connection, and bytes that were read too early."""

    def __init__(self, host, port):
        self.host = host
        self.socket = socket.create_connection((host, port), TIMEOUT)
        self.early = b""

    def until(self, end):
        while end not in self.early:
            piece = self.socket.recv(65536)
            if not piece:
                raise PlanError(f"the connection ends within a reply: {self.early!r}")
            self.early += piece
        text, _, self.early = self.early.partition(end)
        return text + end

    def to_end(self):
        text = self.early
        while piece := self.socket.recv(65536):
            text += piece
        self.early = b""
        return text

    def reply(self):
        """A reply in the form of ftp (RFC 959, 4.2), HTTP's first line and NNTP: its code and its text."""
        text = line = self.until(b"\r\n")
        if line.startswith(b"HTTP/"):
            return line.split(b" ")[1].decode(), line + (b"" if line == b"\r\n" else self.until(b"\r\n\r\n"))
        while line[3:4] == b"-" or line[:3] != text[:3] or line[3:4] not in (b" ", b"\r"):
            line = self.until(b"\r\n")
            text += line
        return text[:3].decode(), text


def sent_bytes(step):
    return bytes.fromhex(step["text_hex"]) if "text_hex" in step else step.get("text", "").encode()


def codes_of(step):
    reply = step.get("reply", "")
    return re.findall(r"\d{3}", " ".join(map(str, reply)) if isinstance(reply, list) else str(reply))


def passive_port(text):
    """The port of a reply to EPSV (RFC 2428, 3) or PASV (RFC 959, 4.1.2)."""
    if match := re.match(rb"229 [^(]*\((.)\1\1(\d+)\1\)", text):
        return int(match[2])
    if match := re.match(rb"227 .*?(\d+),(\d+),(\d+),(\d+),(\d+),(\d+)", text):
        return int(match[5]) * 256 + int(match[6])
    raise PlanError(f"no port in the reply {text!r}")


class Run:
    """The run of a plan. `results` has the bytes received up to the ends of connections, `replies` the codes of all other replies,
    `exchange` everything as text."""

    def __init__(self, answers=(), before=None):
        """`answers` are the answers of the user; `before` is a run whose connections are still open."""
        self.answers = list(answers)
        self.open = dict(before.open) if before else {}
        self.results, self.replies, self.exchange, self.last = [], [], [], b""

    def steps(self, steps):
        """Performs the steps; closes all connections after a failure."""
        try:
            for step in steps:
                action = getattr(self, "do_" + step["do"], None)
                if action is None:
                    raise PlanError(f"this cannot be done here: {step}")
                action(step, step.get("channel", "control"))
        except (PlanError, OSError):
            for connection in self.open.values():
                connection.socket.close()
            raise
        return self

    def note(self, mark, channel, text):
        self.exchange.append(f"{channel:7} {mark} {text if isinstance(text, str) else repr(text)[2:-1]}")

    def do_connect(self, step, channel):
        if step.get("transport", "tcp") != "tcp":
            raise PlanError(f"no such transport here: {step}")
        # If the port is in the reply, the host is the host of the control connection (RFC 2428, 3).
        host = step.get("host") or self.open["control"].host
        port = step["port"] if "port" in step else passive_port(self.last)
        self.note("*", channel, f"connect to {host}, port {port}")
        self.open[channel] = Connection(host, port)

    def send(self, channel, text):
        self.note(">", channel, text)
        self.open[channel].socket.sendall(text)

    def do_send(self, step, channel):
        self.send(channel, sent_bytes(step))

    def do_ask(self, step, channel):
        self.send(channel, sent_bytes(step) + self.answers.pop(0))

    def do_expect(self, step, channel):
        codes = codes_of(step)
        if not codes:
            self.results.append(self.open[channel].to_end())
            self.note("<", channel, self.results[-1])
            return
        code, self.last = self.open[channel].reply()
        self.note("<", channel, self.last)
        self.replies.append(code)
        if code not in codes:
            raise PlanError(f"expected {codes}, got {self.last!r}")

    def do_close(self, _, channel):
        self.note("*", channel, "close")
        self.open.pop(channel).socket.close()


def main():
    for line in sys.stdin:
        print("\n".join(Run().steps(json.loads(line)["steps"]).exchange))


if __name__ == "__main__":
    main()
