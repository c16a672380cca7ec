# SPDX-License-Identifier: MIT
"""What a terminal gets: colour, blocks, escaped control characters, a progress line. What a pipe must not get."""
import os
import re
import subprocess
import tempfile
import termios
import time
import unittest

from support import TIMEOUT, URIEL, ToolTest, environment, on_terminal, open_terminal, read_terminal, uriel

URI = "http://user:pw@example.com:80/a?b#c"
ESCAPE = b"\x1b"


def without_colour(shown):
    return re.sub(rb"\x1b\[[0-9;]*m", b"", shown)


class Colour(ToolTest):
    def test_only_on_a_terminal(self):
        self.assertNotIn(ESCAPE, uriel("parse", URI).out)
        self.assertIn(ESCAPE, on_terminal("parse", URI).out)
        self.assertIn(ESCAPE, on_terminal("check", URI).out)

    def test_each_stream_by_itself(self):
        result = on_terminal("check", URI, "a b", terminal_out=False)
        self.assertNotIn(ESCAPE, result.out)
        self.assertIn(ESCAPE, result.err)
        result = on_terminal("check", URI, "a b", terminal_err=False)
        self.assertIn(ESCAPE, result.out)
        self.assertNotIn(ESCAPE, result.err)

    def test_no_color(self):
        self.assertNotIn(ESCAPE, on_terminal("parse", URI, "a b", env=environment(NO_COLOR="1")).out)
        self.assertIn(ESCAPE, on_terminal("parse", URI, env=environment(NO_COLOR="")).out)
        self.assertNotIn(ESCAPE, on_terminal("parse", URI, env=environment(TERM="dumb")).out)

    def test_option(self):
        self.assertIn(ESCAPE, uriel("check", "--color=always", URI).out)
        self.assertIn(ESCAPE, uriel("check", "--colour=always", URI, env=environment(NO_COLOR="1")).out)
        self.assertNotIn(ESCAPE, on_terminal("parse", "--color=never", URI, "a b").out)
        self.assertNotIn(ESCAPE, uriel("check", "--color", "auto", URI).out)
        self.usage(["check", "--color=maybe", "a"], "maybe", "auto, always or never")

    def test_components_have_each_their_own(self):
        shown = uriel("check", "--color=always", URI).out
        self.assertEqual(without_colour(shown).decode(), URI + "\n")
        tones = [shown[:shown.index(part)].split(ESCAPE)[-1] for part in
                 (b"http", b"user:pw", b"example.com", b"80", b"/a", b"b\x1b", b"c\x1b")]
        self.assertEqual(len(set(tones)), len(tones), tones)
        self.assertEqual(tones[1], b"[1;31m", "user information in red")

    def test_never_in_data(self):
        for form in ("--json", "--tsv", "--format={host}"):
            with self.subTest(form):
                self.assertNotIn(ESCAPE, on_terminal("parse", form, "--color=always", URI).out)

    def test_only_whole_sequences(self):
        for arguments in (["parse", URI], ["normalize", URI], ["check", URI, "a b"]):
            self.assertNotIn(ESCAPE, without_colour(on_terminal(*arguments).out))


class Blocks(ToolTest):
    def test_parse(self):
        block = uriel("parse", "--long", URI).out
        self.assertEqual(without_colour(on_terminal("parse", URI).out), block)
        self.assertEqual(without_colour(on_terminal("parse", "--short", URI).out), uriel("parse", URI).out)
        self.assertEqual(on_terminal("parse", "--json", URI).out, uriel("parse", "--json", URI).out)


class Escapes(ToolTest):
    def test_decode(self):
        self.assertEqual(on_terminal("decode", "a%1b[31m%0a%ff%C2%85%7f%c3%a9").out,
                         b"a\\x1b[31m\\x0a\\xff\\xc2\\x85\\x7f\xc3\xa9\n")
        self.assertEqual(uriel("decode", "a%1b[31m").out, b"a\x1b[31m\n")
        self.assertEqual(on_terminal("decode", "--format={output}", "%1b").out, b"\\x1b\n")
        self.assertEqual(on_terminal("decode", "--tsv", "%1b%09").out, b"%1b%09\ttrue\t\\x1b\\t\t\\N\t\\N\n")

    def test_input_that_is_shown(self):
        for arguments in (["check", "--json"], ["check", "--tsv"], ["check", "--format={input}{valid}"], ["check"],
                          ["parse", "--long"], ["encode", "--json"]):
            with self.subTest(arguments):
                result = on_terminal(*arguments, "--color=never", "a\x1b[2J\u0085\u202e\ufeff\u200bb\x07")
                for raw in (b"\x1b", b"\x07", b"\xc2\x85", "\u202e".encode(), "\ufeff".encode(), "\u200b".encode()):
                    self.assertNotIn(raw, result.out)

    def test_arguments_in_messages(self):
        for arguments in (["\x1b[2J"], ["check", "--\x1b[2J"], ["check", "--color=\x1b[2J"], ["parse", "-F", "{\x1b[2J}"],
                          ["check", "\x1b[2J"], ["resolve", "-b", "\x1b[2J"]):
            with self.subTest(arguments):
                result = uriel(*arguments)
                self.assertNotIn(ESCAPE, result.err)
                self.assertIn(b"\\x1b", result.err)


class Notes(ToolTest):
    """On a terminal, an operand that names a file gets a note."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = os.path.join(folder.name, "urls.txt")
        self.folder = folder.name
        with open(self.file, "w", encoding="ascii") as file:
            file.write("a\n")

    def test_operand_that_is_a_file(self):
        note = f'uriel: note: "{self.file}" is also a file; to read its lines, use -f {self.file}\n'
        for arguments in (["normalize", "a"], ["resolve", "-b", "x:/"], ["build", "--set", "scheme=x"], ["urn", "check", "a"], ["plan", "a"]):
            shown = without_colour(on_terminal(*arguments, self.file, self.file, terminal_out=False).err).decode()
            self.assertEqual(shown.count(note), 1, shown)
        shown = without_colour(on_terminal("compare", "a", self.file, terminal_out=False).err).decode()
        self.assertEqual(shown, note)

    def test_only_there(self):
        self.assertEqual(uriel("normalize", "a", self.file).errors, "")
        self.assertEqual(on_terminal("normalize", "a", self.file, terminal_err=False).errors, "")
        for arguments in (["normalize", "-s", "a", self.file], ["normalize", self.folder], ["normalize", "http://h/"], ["normalize", "--", self.file],
                          ["normalize", "-f", self.file], ["build", "--local", self.file]):
            self.assertEqual(on_terminal(*arguments, terminal_out=False).errors, "", arguments)

    def test_reading_the_terminal(self):
        for arguments, told in ((["check"], True), (["check", "-s"], False), (["check", "a"], False), (["schemes"], False)):
            master, slave = open_terminal()
            process = subprocess.Popen([URIEL, *arguments], stdin=slave, stdout=subprocess.DEVNULL, stderr=slave, env=environment())
            os.close(slave)
            os.write(master, b"a\n\x04")
            shown = read_terminal(master)
            self.assertEqual(process.wait(TIMEOUT), 0)
            os.close(master)
            self.assertEqual(b"note: reading lines from the terminal; Ctrl-D ends them" in shown, told, shown)


class Progress(ToolTest):
    def run_slowly(self, seconds, terminal_out=False, columns=80, jobs=1, last=b"", status=0):
        """Feeds many lines, waits, and feeds as many again. Returns the output to standard error, a terminal."""
        master, slave = open_terminal()
        if hasattr(termios, "tcsetwinsize"):
            termios.tcsetwinsize(slave, (24, columns))
        process = subprocess.Popen([URIEL, "check", f"--jobs={jobs}"], stdin=subprocess.PIPE, stderr=slave, env=environment(),
                                   stdout=slave if terminal_out else subprocess.DEVNULL)
        os.close(slave)
        lines = b"http://h/\n" * (10 if terminal_out else 100_000)
        process.stdin.write(lines)
        process.stdin.flush()
        time.sleep(seconds)
        process.stdin.write(lines + last)
        process.stdin.close()
        shown = read_terminal(master)
        os.close(master)
        self.assertEqual(process.wait(), status)
        return shown

    def test_after_a_second(self):
        shown = self.run_slowly(1.1)
        self.assertRegex(shown, rb"\r\d+ records, [\d.]+ [kM]?B, [\d.]+ [kM]?B/s\x1b\[K")
        self.assertTrue(shown.endswith(b"\r\x1b[K"), "it goes away")

    @unittest.skipUnless(hasattr(termios, "tcsetwinsize"), "needs Python 3.11")
    def test_cut_to_the_width(self):
        for line in self.run_slowly(1.1, columns=12).split(b"\r"):
            self.assertLess(len(line.replace(b"\x1b[K", b"")), 12)

    def test_of_several_threads(self):
        shown = self.run_slowly(1.1, jobs=3)
        self.assertRegex(shown, rb"\r\d+ records, [\d.]+ [kM]?B, [\d.]+ [kM]?B/s\x1b\[K")
        self.assertTrue(shown.endswith(b"\r\x1b[K"), "it goes away")

    def test_errors_take_its_place(self):
        for jobs in (1, 3):
            shown = without_colour(self.run_slowly(1.1, jobs=jobs, last=b"a b\n", status=1))
            self.assertRegex(shown, rb"B/s\x1b\[K\r\x1b\[Kuriel: 200001: ", jobs)

    def test_not_before(self):
        self.assertEqual(self.run_slowly(0), b"")

    def test_not_beside_output(self):
        self.assertNotIn(b"records", self.run_slowly(1.1, terminal_out=True))


if __name__ == "__main__":
    unittest.main()
