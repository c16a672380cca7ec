# SPDX-License-Identifier: MIT
"""Help, version, and every way to use the program wrongly."""
import pathlib
import re
import shlex
import unittest

from support import ROOT, URIEL, ToolTest, has_historic, uriel

COMMANDS = ["parse", "check", "lineage", "resolve", "relative", "normalize", "compare", "encode", "decode", "build", "edit", "schemes",
            "plan"]


class Help(ToolTest):
    def test_overview(self):
        overview = uriel("--help")
        self.assertEqual((overview.status, overview.err), (0, b""))
        for name in COMMANDS + ["urn", "harvest", "help"]:
            self.assertRegex(overview.text, rf"(?m)^  {name} ")
        self.assertEqual(uriel("help").out, overview.out)
        self.assertEqual(uriel("-h").out, overview.out)

    def test_version(self):
        result = uriel("--version")
        self.assertRegex(result.text, r"^uriel \d+\.\d+\.\d+\n$")
        self.assertEqual(uriel("-V").out, result.out)

    def test_subcommands(self):
        for name in COMMANDS + ["urn"]:
            with self.subTest(name):
                result = uriel("help", name)
                self.assertEqual((result.status, result.err), (0, b""))
                self.assertTrue(result.text.startswith(f"Usage: uriel {name} "))
                self.assertIn("\nOptions:\n", result.text)
                self.assertRegex(result.text, rf"\nExamples:\n  uriel {name} ")
                self.assertEqual(uriel(name, "--help").out, result.out)
                self.assertEqual(uriel(name, "-h", "a b").out, result.out)

    def test_lines_are_short(self):
        for text in [uriel("--help").text] + [uriel("help", name).text for name in COMMANDS + ["urn"]]:
            for line in text.splitlines():
                self.assertLessEqual(len(line), 80, line)
                self.assertEqual(line, line.rstrip())

    def test_examples_run(self):
        """The examples of the help: those without a file or another program."""
        for name in COMMANDS + ["urn"]:
            examples = re.findall(r"(?m)^  (uriel .*)$", uriel("help", name).text.split("Examples:")[1])
            self.assertTrue(examples)
            for example in examples:
                if not has_historic():
                    self.assertNotIn("--spec", example)
                if not re.search(r"[<|&]", re.sub(r"'[^']*'", "", example)):
                    with self.subTest(example):
                        result = uriel(*shlex.split(example)[1:])
                        self.assertIn(result.status, (0, 1), result.errors)
                        self.assertTrue(result.out)


class Letters(ToolTest):
    """A short option means the same in every subcommand; every other option is long only."""

    LETTERS = {"f": "file", "F": "format", "o": "output", "b": "base", "l": "long", "j": "json", "t": "tsv", "0": "null", "q": "quiet",
               "s": "silent", "h": "help"}

    def test_each_means_the_same(self):
        for name in COMMANDS + ["urn", "find", "links", "harvest"]:
            result = uriel("help", name)
            if result.status == 0:
                for letter, long in re.findall(r"(?m)^  -(.)(?:, --([\w-]+))?", result.text.split("\nOptions:\n")[1]):
                    self.assertEqual(self.LETTERS.get(letter), long, f"{name} -{letter}")

    def test_the_others_are_long_only(self):
        for name, letters in (("normalize", "l"), ("encode", "cp"), ("decode", "p"), ("build", "SUPeil"),
                              ("schemes", "i"), ("plan", "gp"), ("find", "SmuIXanoc")):
            for letter in letters:
                self.usage([name, f"-{letter}"], f"unknown option \"-{letter}\"")


class Usage(ToolTest):
    def test_subcommand(self):
        self.usage([], "a subcommand is missing", "uriel --help")
        self.usage(["prase"], "unknown subcommand \"prase\"", "did you mean \"parse\"?")
        self.usage(["nonsense"], "unknown subcommand \"nonsense\"\n")
        self.usage(["help", "chek"], "did you mean \"check\"?")
        self.usage(["help", "a", "b"], "one subcommand")
        self.usage(["--jsn"], "unknown option \"--jsn\"")
        self.usage([""], "unknown subcommand \"\"")

    def test_options(self):
        for name in COMMANDS:
            with self.subTest(name):
                self.usage([name, "--jsn", "a"], f"uriel {name}: unknown option \"--jsn\": did you mean \"--json\"?",
                           f"uriel help {name}")
                self.usage([name, "--xyzzy=1"], "unknown option \"--xyzzy\"\n")
                self.usage([name, "-Z"], "unknown option \"-Z\"")
                self.usage([name, "--json=1"], "\"--json\" takes no value")
                self.usage([name, "a", "--format"], "\"--format\" needs a value")
                self.usage([name, "-F"], "\"-F\" needs a value")

    def test_layouts(self):
        """--format does not take the name of a layout; other text without keys is printed for each record."""
        links = ["links", "links --check"] if (pathlib.Path(URIEL).parent / "uriel-links").exists() else []
        for name in COMMANDS + ["urn check", "find", "find --typed", *links, "functions"]:
            base = ["--base=http://a/"] if name in ("resolve", "relative") else ["--normalize"] if name == "edit" else []
            for layout, hint in (("json", "did you mean --json?"), ("CSV", "did you mean --tsv?"), ("sarif", "check, lint and links --check have --sarif"), ("yaml", "--json and --tsv")):
                self.usage([*name.split(), *base, "--format", layout, "http://a/"], f"not the name of a layout: {hint}")
        self.check(["parse", "--format", "json {path}", "p"], "json p\n")
        self.check(["parse", "--format", "record", "p"], "record\n")

    def test_nearest_words(self):
        for wrong, right in (("--heder", "--header"), ("--formta", "--format"), ("--nul", "--null"),
                             ("--queit", "--quiet"), ("--colr=never", "--color"), ("--form", "--format")):
            with self.subTest(wrong):
                self.usage(["check", wrong, "a"], f"did you mean \"{right}\"?")

    def test_nearest_short_words(self):
        """Words of up to three letters are one letter from many: only an exchange of neighbours is a likely mistake."""
        for wrong, right in (("gs", None), ("fto", None), ("tfp", "ftp"), ("htp", "http"), ("htps", "https"), ("httsp", "https"),
                             ("hhtp", "http"), ("htpt", "http"), ("mialto", "mailto"), ("gpoher", "gopher"), ("wwws", None), ("g", None)):
            with self.subTest(wrong):
                message = uriel("schemes", wrong).errors.split("\n")[0]
                self.assertTrue(message.endswith(f'did you mean "{right}"?' if right else "is known"), message)

    def test_forms_of_options(self):
        for arguments in (["resolve", "-b", "x:/y/", "z"], ["resolve", "-bx:/y/", "z"], ["resolve", "--base", "x:/y/", "z"],
                          ["resolve", "--base=x:/y/", "z"], ["resolve", "z", "-b", "x:/y/"],
                          ["resolve", "-sb", "x:/y/", "z"], ["resolve", "-sbx:/y/", "--", "z"]):
            with self.subTest(arguments):
                self.check(arguments, "x:/y/z\n")

    def test_spec(self):
        for arguments in (["parse", "a"], ["check", "a"], ["resolve", "-b", "x:/", "a"], ["relative", "-b", "x:/", "a"],
                          ["normalize", "a"], ["compare", "a", "a"], ["encode", "a"], ["decode", "a"]):
            with self.subTest(arguments):
                self.assertEqual(uriel(*arguments, "--spec=rfc3986").out, uriel(*arguments).out)
                self.usage([*arguments, "--spec=rfc3968"], "option \"--spec\" takes " +
                           ("url-1993, url-1994, url-1997, uri-2003, " if has_historic() else "") +
                           ("rfc3986, iri, " if arguments[0] == "relative" else "rfc3986, iri, whatwg, ") +
                           ("rfc2141, urn-2011 or rfc8141" if arguments[0] == "relative" else "rfc2141, urn-2011, rfc8141 or lenient") + ", not \"rfc3968\": did you mean \"rfc3986\"?\n")

    def test_spec_that_is_another_s_name(self):
        """Well-known names of the drafts, and no other spelling."""
        for name, words in (("rfc1738", ["url-1993", "url-1994"]), ("rfc2396", ["url-1997"]), ("rfc1808", ["url-1997"]),
                            ("rfc8142", ["mean \"rfc8141\"?"]), ("RFC3986", ["mean \"rfc3986\"?"])):
            with self.subTest(name):
                self.usage(["check", f"--spec={name}", "a"], f"\"{name}\"", "option \"--spec\" ", *words)

    def test_end_of_options(self):
        self.check(["check", "--", "--json", "-q", "--"], "--json\n-q\n--\n")
        self.usage(["check", "-1"], "\"--\" before operands")

    def test_operands_and_files(self):
        for name in (*COMMANDS, "urn check"):
            base = ["-b", "x:/"] if name in ("resolve", "relative") else []
            self.usage([*name.split(), *base, "-f", "x", "y"], "operands and --file exclude each other")
            self.usage([*name.split(), *base, "-f-", "--file=-"], "standard input can be read only once")
        for name in ("build", "schemes"):
            self.usage([name, "--stdin", "-f", "x"], "--stdin and --file exclude each other")
        self.usage(["build", "--scheme=http", "--part", "host=h", "-f", "x"], "--scheme can only be used with --part")

    def test_long_arguments(self):
        long = "x" * 100_000
        self.usage(["check", "--" + long], "unknown option")
        self.usage([long], "unknown subcommand")
        self.usage(["parse", "--format", "{" + long + "}"], "no key")
        self.usage(["build", "--set", long + "=1"], "not \"x")
        self.usage(["check", "--color", long], "auto, always or never")

    def test_harvest_is_there_or_says_how(self):
        for name in ("harvest", "get", "gateway"):
            result = uriel("help", name)
            if result.status != 0:
                self.assertEqual(result.status, 2)
                self.assertIn(f"this build does not include {name}: it needs the full uriel", result.errors)


class SuffixList(ToolTest):
    def test_lists(self):
        """A file that is not a list: the message has the line. A file that cannot be read is another error."""
        self.check(["parse", f"--suffix-list={ROOT}/data/psl/public_suffix_list.dat", "-F{site}", "//a.b.co.uk"], "b.co.uk\n")
        self.usage(["parse", f"--suffix-list={ROOT}/README.md", "a"], "README.md: line 1: a rule has a character that no host name has")
        self.usage(["filter", "--suffix-list=/dev/null", "valid", "a"], "/dev/null: the list has no rule")
        for name in ("/nowhere", str(ROOT)):
            result = uriel("parse", f"--suffix-list={name}", "a")
            self.assertEqual((result.status, result.out), (3, b""))
            self.assertIn(f"cannot read {name}: ", result.errors)


if __name__ == "__main__":
    unittest.main()
