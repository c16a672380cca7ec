# SPDX-License-Identifier: MIT
"""uriel get with ftps: ftp over TLS from the first byte (RFC 4217 for PBSZ and PROT), whose data connections are TLS, too."""
import ssl
import time
import unittest

from support import Ending, Names, Peer, Secure, certificate, drain, drip, flood, ftp_server, get, plan, redirect, reset, web

TIMEOUT = 20


class Ftps(Secure):
    def setUp(self):
        self.reused = []

    def secure(self, channel):
        channel.settimeout(TIMEOUT)
        channel = self.context.wrap_socket(channel, server_side=True)
        self.reused.append(channel.session_reused)
        return Ending(channel)

    def peer(self, *arguments, context=None, secure=None, **options):
        peer = Peer(ftp_server(*arguments, secure=secure or self.secure, **options), context=context or self.context)
        self.addCleanup(peer.close)
        return peer

    def test_bytes_of_the_plan(self):
        """Also for the paths that libcurl would split after decoding them, and for types that it would change."""
        for rest, content in (("/a", b"bytes\0\r\n"), ("/d/e/a;type=i", b"x" * 300000), ("/d/", b"a\r\nb\r\n"), ("/%2Fetc/a", b"m"), ("/d%2Fe/a", b"n"),
                              ("/a;type=a", b""), ("/a;type=an", b"x"), ("/d/;type=d", b"a\r\n"), ("/b?c", b"x")):
            with self.subTest(rest):
                peer = self.peer(content, files=("a", "b?c"))
                uri = f"ftps://127.0.0.1:{peer.port}{rest}"
                result = get(self.ca, "--mail-address=me@example.com", uri)
                self.assertEqual((result.status, result.out, result.errors), (0, content, ""))
                self.assertEqual(peer.heads, plan("--mail-address=me@example.com", uri))
                self.assertEqual(peer.heads[2:4], [b"PBSZ 0\r\n", b"PROT P\r\n"])

    def test_the_session_of_the_control_connection(self):
        """Some servers take only this as proof that the data connection is the client's."""
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self.certificate, self.folder / "key.pem")
            context.minimum_version = context.maximum_version = version

            def secure(channel, context=context):
                channel = context.wrap_socket(channel, server_side=True)
                self.reused.append(channel.session_reused)
                return Ending(channel)
            with self.subTest(version):
                peer = self.peer(context=context, secure=secure)
                self.assertEqual(get(self.ca, f"ftps://127.0.0.1:{peer.port}/a").out, b"data")
                self.assertEqual(self.reused.pop(), True)

    def test_branches(self):
        peer = self.peer(replies={"EPSV": b"500 what\r\n"}.items())
        self.assertEqual(get(self.ca, f"ftps://127.0.0.1:{peer.port}/a").out, b"data")
        self.assertIn(b"PASV\r\n", peer.heads)
        peer = self.peer(b"listing")
        self.assertEqual(get(self.ca, f"ftps://127.0.0.1:{peer.port}/folder").out, b"listing")
        peer = self.peer(replies={"MLST": b"250-x\r\n type=file;size=4; a\r\n250 end\r\n"}.items())
        self.assertEqual(get(self.ca, "--head", f"ftps://127.0.0.1:{peer.port}/a").out, b"type=file;size=4; a\r\n")

    def test_steps(self):
        peer = self.peer()
        record, = get("--json", self.ca, f"ftps://127.0.0.1:{peer.port}/a").json()
        self.assertEqual([(step.get("host"), step.get("channel")) for step in record["steps"] if step["do"] == "connect"],
                         [("127.0.0.1", None), ("127.0.0.1", "data"), ("127.0.0.1", "data")])
        self.assertEqual(record["status"], "done")

    def test_data_are_never_open(self):
        """A server that does not protect them gets no command for data."""
        for verb in ("PBSZ", "PROT"):
            peer = self.peer(replies={verb: b"536 not here\r\n"}.items())
            self.fails(get(self.ca, f"ftps://me:secret@127.0.0.1:{peer.port}/a"), 5, f'answers "536 not here" to "{verb}')
            self.assertNotIn(b"RETR", b"".join(peer.heads))
        peer = self.peer(secure=lambda channel: channel)
        self.fails(get(self.ca, f"ftps://127.0.0.1:{peer.port}/a"), 3, "the exchange failed")

    def test_certificates(self):
        with Names({"good.example": ["127.0.0.1"], "bad.example": ["127.0.0.1"]}) as names:
            peer = self.peer()
            self.assertEqual(get(names.option, self.ca, f"ftps://good.example:{peer.port}/a").out, b"data")
            unproven = "does not prove who it is"
            for options, host, error in (((), "good.example", unproven), ((self.ca,), "bad.example", unproven),
                                         (("--ca-file=/no/such",), "good.example", "cannot read /no/such")):
                peer = self.peer()
                self.fails(get(names.option, *options, f"ftps://me:secret@{host}:{peer.port}/a"), 3, error)
                self.assertEqual(peer.heads, [])
        _, other = certificate(self.temporary())
        peer = self.peer(secure=lambda channel: other.wrap_socket(channel, server_side=True))
        self.fails(get(self.ca, f"ftps://127.0.0.1:{peer.port}/a"), 3, "does not prove who it is")

    def test_policy(self):
        with Names({"good.example": ["127.0.0.1"]}) as names:
            peer = self.peer()
            policy = self.folder / "policy"
            with web({"/": redirect(f"ftps://good.example:{peer.port}/a")}, context=self.context) as server:
                uri = f"https://127.0.0.1:{server.port}/"
                self.fails(get(names.option, self.ca, uri), 5, "(readers scheme)")
                policy.write_text(f"allow scheme ftps\nallow port {peer.port}\nrequire agreement no\n")
                self.fails(get(names.option, self.ca, f"--policy={policy}", uri), 5, "denies the address")
                policy.write_text(policy.read_text() + "allow network 127.0.0.0/8\n")
                self.assertEqual(get(names.option, self.ca, f"--policy={policy}", uri).out, b"data")

    def test_faults(self):
        def cut(channel):
            channel.channel.sendall(b"x" * 100)
            channel.cut()

        def silent(channel):
            time.sleep(20)
        uri = "ftps://127.0.0.1:{}/a"
        self.fails(get(self.ca, uri.format(self.peer(data=cut).port)), 3, "the connection broke")
        self.fails(get(self.ca, "--timeout=2", uri.format(self.peer(data=drip).port)), 3, "longer than --timeout")
        self.fails(get(self.ca, "--max-size=1M", uri.format(self.peer(data=flood).port)), 3, "--max-size")
        self.fails(get(self.ca, "--connect-timeout=1", uri.format(self.peer(secure=silent).port)), 3, "to begin TLS than --connect-timeout")
        for function, part in ((lambda _, connection, __: connection.sendall(b"220 no TLS\r\n" * 10), "the exchange failed"),
                               (lambda _, connection, __: reset(connection), ""),
                               (lambda _, connection, __: drain(connection), "the exchange failed"),
                               (lambda _, connection, __: time.sleep(20), "to begin TLS than --connect-timeout")):
            with Peer(function) as peer:
                self.fails(get(self.ca, "--connect-timeout=1", uri.format(peer.port)), 3, part)


unittest.main()
