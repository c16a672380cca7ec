# SPDX-License-Identifier: MIT
"""The commonest slips: files as operands, an expression without quotation marks, verbs of other tools."""
import os
import re
import tempfile
import unittest

from support import ROOT, ToolTest, uriel

# Commands whose operands are references, and commands where an operand can be the name of a file.
REFERENCES = (["parse"], ["check"], ["filter", "path"], ["lint"], ["lineage"], ["normalize"], ["clean"], ["sort"], ["count"], ["sample", "9"],
              ["edit", "--set=port=1"], ["plan"], ["urn", "parse"], ["urn", "check"], ["urn", "normal"], ["urn", "show"], ["urn", "where"], ["wrap"])
FILES = (["resolve", "-b", "x:/y"], ["relative", "-b", "x:/y"], ["build", "--set=scheme=x"], ["build", "--local"], ["encode"], ["decode"],
         ["urn", "encode", "--nid=example"], ["schemes"], ["functions"])


class Files(ToolTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.file = os.path.join(folder.name, "urls.txt")
        for name in (self.file, os.path.join(folder.name, "x:y")):
            with open(name, "w", encoding="ascii") as file:
                file.write("http://h/\n")

    def test_only_files(self):
        for command in REFERENCES:
            with self.subTest(command):
                self.usage([*command, self.file], f"did you mean -f {self.file}? After \"--\", operands are always references\n")
                self.usage([*command, "-s", self.file, self.file], f"did you mean -f {self.file} -f ...?")
                for arguments in ([self.folder], ["--", self.file], [self.file, "--", self.file], [self.file, "x:y"]):
                    self.assertNotIn("did you mean -f", uriel(*command, *arguments).errors, arguments)
        self.usage(["compare", self.file, self.file], "did you mean -f", f"paste {self.file} {self.file} | uriel compare")
        self.assertNotIn("did you mean -f", uriel("compare", self.file, "a").errors)

    def test_other_operands(self):
        for command in FILES:
            with self.subTest(command):
                self.assertNotIn("did you mean -f", uriel(*command, self.file).errors)

    def test_a_name_with_a_scheme(self):
        before = os.getcwd()
        os.chdir(self.folder)
        try:
            self.check(["check", "x:y"], "x:y\n")
            self.usage(["check", "urls.txt"], "did you mean -f urls.txt?")
        finally:
            os.chdir(before)


class Expression(ToolTest):
    def test_without_quotation_marks(self):
        for words in (["host", "==", "b"], ["host", "=", "b"], ["port", "<", "9"], ["host", "in", "(a,b)"], ["query", "has", "q"],
                      ["scheme", "and", "host"], ["not", "host", "==", "b"], ["scheme", "and", "not", "host"], ["http://h/", "like", "x"],
                      ["host", "contains", "b"], ["host", "~", "b"], ["host", "is", "b"], ["host", "==b"], ["host", "!=b"]):
            with self.subTest(words):
                self.usage(["filter", *words], f"put the expression in quotation marks: '{' '.join(words)}'", "uriel help filter")
                self.usage(["filter", *words[:2], "-q", *words[2:]], "quotation marks")
        self.check(["filter", "path", "--", "in", "not"], "in\nnot\n")
        self.assertEqual(uriel("filter", "path", "<a>", ">a").status, 1, "texts, not operators")
        for expression in "host==b||host==c", "host == b && path":
            self.usage(["filter", expression, "x"], 'write "or" and "and"' if "||" in expression else "and")
        self.check(["filter", "query == 'a||b'", "http://h/?a"], "")

    def test_patterns_of_names(self):
        lines = ["http://h/?utm_a=1", "http://h/?%75tm_=", "http://h/?x=utm_", "http://h/?b&utm_c", "http://h/?utmx"]
        given = "".join(line + "\n" for line in lines)
        for key, has in (("query.utm_*", "utm_*"), ("query_all.utm_*", "utm_*"), ("query.?", "?"), ("query.*", "*"), ("query.*_", "*_")):
            for no in ("", "not "):
                with self.subTest(key):
                    expected = uriel("filter", f"{no}query has {has}", input=given).text
                    self.assertNotEqual(expected, given if no else "")
                    self.check(["filter", no + key], expected, input=given)
        for expression in ("query.utm_* == 1", "query.utm_*:lower", "query_all.? like b"):
            self.usage(["filter", expression, "http://h/"], 'a pattern of names has no value: write "query has NAME"')


class Formats(ToolTest):
    def test_format_without_keys(self):
        for word in ("host", "path.1", "query.q", "site", "port-effective"):
            for command in (["parse"], ["normalize"], ["filter", "host"], ["lint"]):
                self.usage([*command, f"--format={word}", "http://h/"], f"did you mean {{{word}}}?")
        for word in ("x", "json ", "host:", ""):
            self.check(["parse", f"--format={word}", "//h"], word + "\n")


    def test_patterns_of_names(self):
        for command in (["parse", "--format={query.utm_*}"], ["edit", "--set=port=1", "--format={host} {query_all.?a:lower}"], ["count", "--by=query.utm_*"],
                        ["sort", "--by=host,query.a*"], ["clean", "--unique=query.*"], ["parse", "--json", "--keys=query.?"]):
            self.usage([*command, "http://h/?utm_a=1"], "a pattern of names has no value", "params")
        self.check(["parse", "--format={query.%2A}", "http://h/?*=1"], "1\n")


class Values(ToolTest):
    def test_a_value_as_an_option(self):
        for command, value, option in (("encode", "query", "--component=query"), ("build", "host", "--set=host=VALUE"), ("edit", "host", "--set=host=VALUE"),
                                       ("clean", "keep", "--invalid=keep"), ("normalize", "safebrowsing", "--level=safebrowsing"), ("parse", "lenient", "--spec=lenient"),
                                       ("check", "whatwg", "--spec=whatwg"), ("find", "iri", "--spec=iri"), ("lint", "cleartext", "--rule=cleartext=VALUE"), ("clean", "drp", None)):
            self.usage([command, f"--{value}", "x"], f'unknown option "--{value}"', f'did you mean "{option}"?' if option else "")
        self.assertNotIn("did you mean", uriel("redact", "--whatwg", "x").errors)

    def test_an_option_as_a_value(self):
        """An option that needs a value does not take an option as its value."""
        for command, option, value in (("clean", "--unique", "-f"), ("clean", "--unique", "--file=x"), ("edit", "--set", "--json"), ("parse", "-F", "-j"), ("check", "-f", "-q"),
                                       ("sample", "--seed", "-s"), ("find", "--spec", "--json")):
            self.usage([command, option, value, "x"], f'option "{option}" needs a value, and "{value}" is an option', "write " + option)
        for value in ("-F-j", "--format=-j"):
            self.check(["parse", value, "x"], "-j\n")
        for value in ("-", "-x", "-jj", "--", "--x", "---"):
            self.check(["parse", "-F", value, "x"], value + "\n")

    def test_values_of_edit(self):
        for value, remedy in (("::1", "write an IPv6 address in brackets: [::1]"), ("fe80::1%1", "write an IPv6 address in brackets and without its zone: [fe80::1]"),
                              ("a.example:80", "a host does not include a port"), ("a/b", 'write "/" as %2F')):
            for command in (["edit", "--set", f"host={value}", "http://h/"], ["edit", "--set-encoded", f"host={value}", "http://h/"],
                            ["build", "--set=scheme=http", "--set", f"host={value}"]):
                self.assertIn(f"  hint: {remedy}", uriel(*command).errors, command)
        self.usage(["edit", "--rename=a=b", "x"], 'takes query.NAME=NAME, not "a=b": did you mean "query.a=b"?')
        for value in ("a", "query.a", "x.a=b"):
            self.assertNotIn("did you mean", uriel("edit", f"--rename={value}", "x").errors)
            self.usage(["edit", f"--rename={value}", "x"], f'takes query.NAME=NAME, not "{value}"')
        for option in ("set", "append", "remove"):
            self.usage(["edit", f"--{option}=q" + "=1" * (option != "remove"), "x"], 'for a parameter, write query.q')

    def test_other_values(self):
        self.usage(["sample", "5.5"], 'write "%" after a share')
        self.usage(["lint", "--only=homograph", "x"], 'did you mean "looks-ascii"?')
        self.assertNotIn("write", uriel("sample", "x").errors)
        for word, ours in (("segment", "path-segment"), ("key", "query-key"), ("value", "query-value"), ("parameter", "query-value"), ("hst", "host")):
            self.usage(["encode", f"--component={word}", "a"], f'not "{word}": did you mean "{ours}"?')


class Words(ToolTest):
    def test_words_of_others(self):
        for word, ours in (("domain", "site"), ("tld", "suffix"), ("protocol", "scheme"), ("hostname", "host"), ("url", "reference"), ("anchor", "fragment")):
            self.usage(["filter", f"{word} == x", "a"], f'no key "{word}": did you mean "{ours}"?')
            self.usage(["count", f"--by={word}", "a"], f'no key "{word}": did you mean "{ours}"?')
            self.usage(["parse", f"--format={{{word}}}", "a"], f'no key "{word}": did you mean "{ours}"?')
            self.usage(["parse", "--json", f"--keys=host,{word}", "a"], f'no key "{word}": did you mean "{ours}"?')
        for word, ours in (("contains", "like"), ("startswith", "like"), ("~", "matches"), ("is", "=="), ("&&", "and"), ("||", "or"), ("gt", ">")):
            self.usage(["filter", f"host {word} x", "a"], f'no operator "{word}": did you mean "{ours}"?')
        for command in (["normalize"], ["lint", "--only=domain"], ["edit", "--set=domain=x"]):
            self.assertNotIn("site", uriel(*command, "--domain", "a").errors, "not a word of the list")


class Hints(ToolTest):
    HINT = "uriel clean repairs it, and parse --spec=lenient reads it"

    def hint(self, *arguments, input=b""):
        """The hint of the first error, which JSON has too."""
        found = re.findall(r"(?m)^  hint: (.*)$", uriel(*arguments, input=input).errors)
        return found[0] if found else ""

    def test_exact_commands(self):
        """If lenient reading accepts the text, the hint of an exact command names what reads it; everyday commands need no hint."""
        for text, accepted in (("http://h/a b", True), ("http://h/?a[]=%", True), ("http://b\u00fccher.example/", True), (" http://h/", True),
                               ("a b", False), ("http://a b/", False), ("git@h:a", False), ("http://h:80a/", False)):
            for command in (["parse"], ["check"], ["normalize"], ["resolve", "-b", "x:/"], ["relative", "-b", "x:/"], ["plan"]):
                with self.subTest(text, command=command):
                    self.assertEqual(self.HINT in self.hint(*command, text), accepted)
            for command in (["compare", text, "a"], ["compare", "a", text], ["resolve", "--pairs", text, "a"]):
                self.assertEqual(self.HINT in self.hint(*command), accepted)
            self.assertEqual(self.HINT in uriel("check", "--json", text).records[0]["error"].get("hint", ""), accepted)
            self.assertEqual(self.HINT in uriel("parse", "-F{error_hint}", text).text, accepted)
            for command in (["clean"], ["filter", "valid"], ["edit", "--set=fragment=f"], ["sort"], ["clean", "--strict"], ["filter", "--strict", "host"]):
                self.assertNotIn(self.HINT, uriel(*command, "--invalid=keep", "--json", text).text + self.hint(*command, text))
        self.assertIn(self.HINT, self.hint("urn", "check", "urn:example:a b"))
        self.assertEqual(uriel("clean", "-s", "urn:example:a b").text, uriel("urn", "check", "urn:example:a%20b").text)
        for text in ("http://h/", "urn:a:b"):
            self.assertNotIn("clean", self.hint("urn", "check", text), "RFC 3986 accepts it")

    def test_lint_reads_iris(self):
        """A homograph is not a syntax error; --spec decides otherwise."""
        text = "http://\u0430pple.com/"
        rules = [finding["rule"] for finding in uriel("lint", "--json", text).records[0]["findings"]]
        self.assertIn("looks-ascii", rules)
        self.assertNotIn("syntax", rules)
        for given, offset in ((text + "a b", 19), ("http://\u00fc/a b", 11), ("http://h/a b", 10)):
            found = {finding["rule"]: finding["offset"] for finding in uriel("lint", "--json", given).records[0]["findings"]}
            self.assertEqual(found.pop("syntax"), offset, "the space, not a letter")
            self.assertLessEqual(found.keys(), {"readers-disagree"})
        self.check(["lint", "--only=looks-ascii", "-F{rule} {host}", text, "http://h/"], "looks-ascii \u0430pple.com\n", 1)
        for given in (text, "\u00fc", "https://b\u00fccher.example/\u00e4?\u00f6", "x:y", "http://h/?", "urn:a:b"):
            self.assertEqual(uriel("lint", given).text, uriel("lint", "--spec=iri", given).text)
        for given in (text, "http://h/ ", "http://h/\u00e4 b", "\u00e4|"):
            rules = {finding["rule"] for finding in uriel("lint", "--spec=rfc3986", "--json", given).records[0]["findings"]}
            self.assertEqual(rules - {"readers-disagree"}, {"syntax"})
            if given != text:
                spec = "rfc3986" if given.isascii() else "iri"
                self.assertEqual(uriel("lint", given).text, uriel("lint", f"--spec={spec}", given).text, "the error of the reading that goes further")


class Verbs(ToolTest):
    def test_verbs(self):
        for verb, use in (("validate", "uriel check"), ("verify", "uriel check"), ("dedupe", "uriel clean"), ("uniq", "uriel clean"),
                          ("extract", "uriel find in text, uriel links in documents"), ("grep", "uriel filter"), ("info", "uriel parse"),
                          ("split", "uriel parse"), ("join", "uriel resolve"), ("diff", "uriel compare"), ("format", "uriel parse --format"),
                          ("head", "uriel sample"), ("extract-links", "uriel links")):
            with self.subTest(verb):
                self.usage([verb, "http://h/"], f'uriel: unknown subcommand "{verb}": use {use}')
                self.usage(["help", verb], f'unknown subcommand "{verb}": use {use}')
        for word in ("http://h/", "www.example.com", "//h"):
            self.usage([word], f'unknown subcommand "{word}": a subcommand comes before a reference, as in uriel parse')
        self.usage([__file__], "a subcommand comes before a file, as in uriel check -f FILE")

    def test_table(self):
        """Each verb is in the table once, is not a subcommand, and names subcommands."""
        source = (ROOT / "cli" / "uriel" / "main.c").read_text(encoding="utf-8")
        rows = re.findall(r'\{"([a-z0-9 -]+)",\s*"([^"]+)"\}', source.split("main_verbs[] = {")[1].split("};")[0])
        commands = set(re.findall(r"(?m)^  ([a-z]+) ", uriel("help").text.split("Subcommands:")[1].split("Options:")[0]))
        self.assertGreater(len(rows), 20)
        words = " ".join(words for words, _ in rows).split()
        self.assertEqual(len(words), len(set(words)))
        self.assertEqual(set(words) & commands, set())
        for words, use in rows:
            named = re.findall(r"uriel ([a-z]+)", use)
            self.assertTrue(named and set(named) <= commands, use)
            for word in words.split():
                self.assertIn(f'unknown subcommand "{word}": use {use}\n', uriel(word).errors)


if __name__ == "__main__":
    unittest.main()
