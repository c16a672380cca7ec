# SPDX-License-Identifier: MIT
"""--keys: keys of --format in JSON."""
import json
import unittest

from support import ToolTest, uriel

REFERENCES = ("http://www.Example.co.uk:080/a/b.html?q=1&%71=%C3%BC&r#f", "//0x7f.1/", "?q", "mailto:a@b.example", "https://u:p@h.example", "http://h:0/", "x:", "http://[::1]/")
COMMANDS = (["parse"], ["check"], ["filter", "valid"], ["sort"], ["sample", "99"], ["normalize"], ["normalize", "--level=case"], ["resolve", "-b", "http://x.example/y"],
            ["relative", "-b", "http://h.example/"], ["edit", "--set=fragment=g"], ["clean", "--no-unique"], ["lint"], ["build", "--set=fragment=g", "--stdin"])
KEYS = ("site", "suffix", "ip", "surt", "port_effective", "host_reversed", "depth", "query.q", "query_all.q", "path.-1", "origin", "user", "password", "reference", "extension")
# Keys that JSON has without quotation marks.
NUMBERS = {"port_effective", "depth"}


class Keys(ToolTest):
    def test_values(self):
        """The values of --format, of the same reference; an undefined one is absent."""
        given = "".join(text + "\n" for text in REFERENCES)
        for command in COMMANDS:
            for jobs in ([], ["--jobs=3"]) if command[0] in ("parse", "check", "normalize", "lint") else ([],):
                with self.subTest(command, jobs=jobs):
                    records = uriel(*command, "-s", "--json", f"--keys={','.join(KEYS)}", *jobs, input=given).records
                    plain = uriel(*command, "-s", "--json", *jobs, input=given).records
                    self.assertEqual(len(records), len(REFERENCES))
                    for record, before in zip(records, plain):
                        self.assertEqual({key: value for key, value in record.items() if key not in KEYS or key in before}, before)
                    if command[0] == "lint":
                        continue  # --format has a record for each finding
                    texts = uriel(*command, "-s", "-F" + "\x01".join(f"{{{key}}}" for key in KEYS), *jobs, input=given).lines
                    for record, text in zip(records, texts):
                        for key, value in zip(KEYS, text.split("\x01")):
                            self.assertEqual(str(record.get(key, "")), value, key)
                            if key in NUMBERS and key in record:
                                self.assertIsInstance(record[key], int)

    def test_every_function(self):
        """Each function of the vocabulary that --format has, and no other word."""
        functions = uriel("functions", "--json").records
        reference = REFERENCES[0]
        found = 0
        for name in [function["name"] for function in functions]:
            text = uriel("parse", f"-F{{{name}}}", reference)
            record = uriel("check", "--json", f"--keys={name}", reference)
            if name in ("valid",) or name.startswith("error"):
                continue
            self.assertEqual(record.status, text.status, name)
            if text.status == 0 and name != "params":
                found += 1
                value = record.records[0].get(name, "")
                self.assertEqual(json.dumps(value) if isinstance(value, bool) else str(value), text.lines[0], name)
        self.assertGreater(found, 25)

    def test_names(self):
        self.check(["check", "--json", "--keys=port-effective,port_effective,form", "http://h:081"],
                   '{"input":"http://h:081","valid":true,"form":"absolute","scheme":"http","authority":"h:081","host":"h","host_kind":"name","port":"081","path":"","port_effective":81}\n')
        record, = uriel("check", "--json", "--keys=query.\"\u00e9\\,port", "//h:?%22%C3%A9%5C=x").records
        self.assertEqual((record["query.\"\u00e9\\"], record["port"]), ("x", ""))
        record, = uriel("check", "--json", "--keys=params,host", "//h?a=%20&b").records
        self.assertEqual((record["params"], record["host"]), ([{"name": "a", "value": " "}, {"name": "b"}], "h"))
        self.assertEqual(uriel("parse", "--json", "--keys=host,params,query,port", "//h?a").out, uriel("parse", "--json", "//h?a").out)
        records = uriel("parse", "--json", "--keys=host,site", input="%\n\n//h.example\n").records
        self.assertEqual(["site" in record for record in records], [False, False, True])
        self.check(["parse", "--json", "--keys=site", "--suffix-list=/dev/null", "//h"], "", 2, None)
        self.assertEqual(uriel("filter", "--json", "--keys=suffix", "--private-suffixes", "host", "//a.github.io").records[0]["suffix"], "github.io")

    def test_lenient(self):
        """A changed reference that was read encoded keeps its bytes, and has keys."""
        self.check(["edit", "--set=host=www.x.example", "-F{output} {host} {path} {site}", "http://h/a b|"], "http://www.x.example/a b| www.x.example /a%20b%7C x.example\n")
        record, = uriel("edit", "--set=host=www.x.example", "--json", "--keys=host,path", "http://h/a b|").records
        self.assertEqual((record["output"], record["host"], record["path"]), ("http://www.x.example/a b|", "www.x.example", "/a%20b%7C"))

    def test_find(self):
        """The keys of the URI of a hit, also if that is another text."""
        for options, text in ((["--abbreviated"], "www.Example.com http://a.example.org:81/x"), (["--typed"], "http://www.example.org/a b")):
            records = uriel("find", *options, "--json", "--keys=site,port_effective,host_reversed", *([text] if "--typed" in options else []), input=text).records
            for record in records:
                other, = uriel("check", "--json", "--keys=site,port_effective,host_reversed", record.get("uri", record["reference"])).records
                for key in ("site", "port_effective", "host_reversed"):
                    self.assertEqual(record[key], other[key])
            self.assertEqual(len(records), 1 + ("--typed" not in options))

    def test_links(self):
        """The keys of the target; none without a target."""
        if uriel("help", "links").status != 0:
            self.skipTest("this build has no links")
        page = '<a href="//www.Example.co.uk:80/a?q=1">x</a> <img src="b c.png"> <a href="http://[">'
        for options, targets in ((["-b", "http://h.example/"], 2), ([], 0)):
            records = [record for record in uriel("links", "--json", "--keys=site,surt,port_effective,host", *options, "-", input=page).records
                       if record["type"] == "reference"]
            self.assertEqual(len(records), 3)
            for record in records:
                other = uriel("check", "--json", "--keys=site,surt,port_effective", record["target"]).records[0] if "target" in record else {}
                self.assertEqual([record.get(key) for key in ("site", "surt", "port_effective")], [other.get(key) for key in ("site", "surt", "port_effective")])
            self.assertEqual(sum("site" in record for record in records), targets)
        self.usage(["links", "--keys=site", "."], "--keys goes with --json")

    def test_usage(self):
        self.usage(["parse", "--json", "--keys=sit", "a"], '--keys has no key "sit": did you mean "site"?')
        self.usage(["parse", "--json", "--keys=xyzzy", "a"], '--keys has no key "xyzzy"')
        self.usage(["parse", "--keys=site", "a"], "--keys goes with --json")
        self.usage(["parse", "--json", "--keys=" + ",".join(["site"] * 17), "a"], "at most 16 keys")
        for command in (["count"], ["compare", "a", "b"], ["lineage", "a"], ["encode", "a"], ["schemes", "x:y"], ["functions"]):
            self.usage([*command, "--json", "--keys=site"], "--keys goes with commands whose records are references")


if __name__ == "__main__":
    unittest.main()
