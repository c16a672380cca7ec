# SPDX-License-Identifier: MIT
"""Every vector of test/vectors that a subcommand can take, through the program: in JSON and plainly."""
import collections
import unittest

import vectors
from support import ToolTest, has_historic, uriel

COMPONENTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")


def exact(record, key):
    """The bytes of a text in JSON; None where it is absent."""
    if key + "_hex" in record:
        return bytes.fromhex(record[key + "_hex"])
    return record[key].encode() if key in record else None


class Runs(ToolTest):
    """A table through one run of the program."""

    def records(self, arguments, inputs):
        """The JSON records of a run over inputs, none of which holds a NUL, or all of which are sent as lines."""
        if any(b"\0" in text for text in inputs):
            self.assertFalse(any(b"\n" in text or text.endswith(b"\r") for text in inputs))
            result = uriel(*arguments, "--json", "--empty=reference", input=b"".join(text + b"\n" for text in inputs))
        else:
            result = uriel(*arguments, "--json", "-0", "--empty=reference", input=b"".join(text + b"\0" for text in inputs))
        self.assertIn(result.status, (0, 1), result.errors)
        self.assertEqual(len(result.records), len(inputs))
        return result.records

    def each(self, name, arguments, rows, check, column="input"):
        """Calls `check` with each row and its record. Rows with a NUL are sent as lines, all others as records that end in NUL; rows
        with both a NUL and a line feed are skipped."""
        self.assertTrue(rows, name)
        nul = [row for row in rows if b"\0" in row[column]]
        plain = [row for row in rows if b"\0" not in row[column]]
        pairs = list(zip(plain, self.records(arguments, [row[column] for row in plain])))
        sendable = [row for row in nul if b"\n" not in row[column] and not row[column].endswith(b"\r")]
        pairs += zip(sendable, self.records(arguments, [row[column] for row in sendable]))
        for row, record in pairs:
            with self.subTest(f"{name}.tsv:{row['line']}", input=row[column]):
                check(row, record)

    def results(self, name, arguments, rows, key, wanted, column="input"):
        """The result under `key` equals the column `wanted`, also in the plain form."""
        def check(row, record):
            self.assertEqual(exact(record, key), row[wanted], record)
        self.each(name, arguments, rows, check, column)
        plain = [row for row in rows if not any(b"\0" in row[each] for each in (column, wanted))]
        result = uriel(*arguments, "-0", "--empty=reference", input=b"".join(row[column] + b"\0" for row in plain))
        self.assertEqual(result.out.split(b"\0")[:-1], [row[wanted] for row in plain])

    def check_error(self, row, record, keys):
        """The error has the values that the row requires, if any."""
        self.assertIs(record["valid"], False, record)
        for key in keys:
            if row[key] is not None:
                self.assertEqual(str(record["error"][key]), row[key].decode(), key)

    def by(self, name, *columns):
        """The rows of a table in groups that agree in `columns`."""
        groups = collections.defaultdict(list)
        for row in vectors.read(name):
            groups[tuple(row[column] for column in columns)].append(row)
        return groups.items()


class Vectors(Runs):
    def test_parse_valid(self):
        keys = ("authority", *COMPONENTS, "form")

        def check(row, record):
            self.assertIs(record["valid"], True, record)
            self.assertEqual({key: exact(record, key) for key in keys}, {key: row[key] for key in keys})
            self.assertEqual(record.get("host_kind", "none"), row["host_kind"].decode())
        self.each("parse_valid", ["parse"], vectors.read("parse_valid"), check)

    def test_parse_invalid(self):
        def check(row, record):
            self.check_error(row, record, ("code", "component", "offset", "begin", "length"))
        self.each("parse_invalid", ["check"], vectors.read("parse_invalid"), check)

    def test_resolve(self):
        for (base,), rows in self.by("resolve", "base"):
            for options, wanted in (([], "target"), (["--lenient"], "lenient")):
                rows_of = [row for row in rows if row[wanted] is not None]
                if rows_of:
                    self.results("resolve", ["resolve", b"--base=" + base, *options], rows_of, "target", wanted, "reference")

    def test_relative(self):
        for (base,), rows in self.by("relative", "base"):
            def check(row, record, option=b"--base=" + base):
                target = exact(record, "target")
                if row["relative"] is not None:
                    self.assertEqual(target, row["relative"])
                if row["resolved"] is not None:
                    back = self.records(["resolve", option], [target])[0]
                    self.assertEqual(exact(back, "target"), row["resolved"])
            self.each("relative", ["relative", b"--base=" + base], rows, check, "target")

    def test_normalize(self):
        rows = vectors.read("normalize")
        for level in ("case", "percent", "path", "scheme"):
            self.results("normalize", ["normalize", "--level", level], rows, "normal", level)

    def test_equal(self):
        rows = [{"pair": row["a"] + b"\t" + row["b"], **row} for row in vectors.read("equal")]
        self.results("equal", ["compare"], rows, "level", "level", "pair")

    def test_encode(self):
        for (where, options), rows in self.by("encode", "for", "options"):
            if where == b"host":  # the program writes an international host as DNS has it: test_encode.py
                rows = [row for row in rows if row["input"] != "b\u00fccher.example".encode()]
            arguments = ["encode", "--component", where.decode()] + (["--percent"] if options else [])
            self.results("encode", arguments, rows, "output", "output")

    def test_decode(self):
        for (options,), rows in self.by("decode", "options"):
            arguments = ["decode"] + (["--plus"] if options else [])
            self.results("decode", [*arguments, "--lenient"], rows, "output", "output")
            self.each("decode", arguments, rows, self.check_decoded)

    def check_decoded(self, row, record):
        self.assertEqual(record["valid"], row["begin"] is None)
        if not record["valid"]:
            self.check_error(row, record, ("begin", "offset"))

    def check_built(self, row, record, keys):
        self.assertEqual(exact(record, "reference"), row["output"], record)
        if row["output"] is None:
            self.check_error(row, record, keys)

    def test_build(self):
        for row in vectors.read("build"):
            parts = {name: row[name] for name in COMPONENTS if row[name] is not None}
            if not any(b"\0" in value for value in parts.values()):
                with self.subTest(f"build.tsv:{row['line']}"):
                    arguments = [b"--set-encoded=" + name.encode() + b"=" + value for name, value in parts.items()]
                    record = uriel("build", "--json", *(arguments or ["--unset=path"])).records[0]
                    self.check_built(row, record, ("code", "component", "offset"))

    def test_set(self):
        for row in vectors.read("set"):
            # --set has a name for each component, and none for the whole.
            if row["component"] != b"reference" and (row["value"] is None or b"\0" not in row["value"]):
                with self.subTest(f"set.tsv:{row['line']}"):
                    name = row["component"]
                    change = b"--unset=" + name if row["value"] is None else b"--set-encoded=" + name + b"=" + row["value"]
                    record = uriel("build", "--json", change, "--", row["input"]).records[0]
                    self.check_built(row, record, ("code",))

    def test_append(self):
        """uriel edit --append, which keeps non-ASCII letters of an IRI, and refuses a ":" that would end a scheme."""
        for row in vectors.read("append"):
            opaque = row["spec"] == b"whatwg" and row["input"].startswith(b"data:")
            if row["spec"] in (b"rfc3986", b"whatwg") and b"\0" not in row["segment"] and b"%3A" not in (row["output"] or b"") and not opaque:
                with self.subTest(f"append.tsv:{row['line']}"):
                    record = uriel("edit", "--json", b"--spec=" + row["spec"], b"--append=path=" + row["segment"], "--", row["input"]).records[0]
                    self.assertEqual(exact(record, "output") if record["valid"] else None, row["output"], record)
                    if not record["valid"]:
                        self.assertEqual(record["error"]["code"], "dot-segment")


class Urls(Runs):
    """The web platform tests through --spec=whatwg."""

    def test_url(self):
        rows = vectors.read("url")
        self.assertEqual(len(rows), 892)
        for (base,), group in self.by("url", "base"):
            if base is None:
                self.agree(["normalize", "--spec=whatwg"], group, "normal")
            else:
                self.agree(["resolve", "--spec=whatwg", b"--base=" + base], group, "target")

    def agree(self, arguments, rows, key):
        """The URL under `key`, also plainly and by several threads, or a failure with an error of the standard."""
        def check(row, record):
            self.assertEqual((record["valid"], exact(record, key)), (row["href"] is not None, row["href"]), record)
            if row["href"] is None:
                self.assertIn("message", record["error"])
                self.assertNotIn(record["error"]["code"], ("none", ""))
        self.each("url", arguments, rows, check)
        plain = [row for row in rows if b"\0" not in row["input"]]
        lines = b"".join(row["input"] + b"\0" for row in plain)
        for option in ("--jobs=1", "--jobs=3"):
            result = uriel(*arguments, "-0", "--empty=reference", option, input=lines)
            self.assertEqual(result.out.split(b"\0")[:-1], [row["href"] or b"" for row in plain])

    def test_components(self):
        """`parse` shows the parts of the URL; in it, "?" or "#" with nothing after it is an empty component."""
        rows = [row for row in vectors.read("url") if row["base"] is None and row["href"] is not None]

        def check(row, record):
            port = exact(record, "port")
            host = exact(record, "host") or b""
            path = exact(record, "path")
            slashes = b"/." if exact(record, "authority") is None and row["href"].startswith(row["protocol"] + b"/.//") else b""
            self.assertEqual((exact(record, "scheme") + b":", host, port or b""), (row["protocol"], row["hostname"], row["port"]))
            self.assertEqual(path.removeprefix(slashes), row["pathname"])
            for key, mark, column in (("query", b"?", "search"), ("fragment", b"#", "hash")):
                text = exact(record, key)
                self.assertEqual(mark + text if text else b"", row[column])
            user, colon, password = (exact(record, "userinfo") or b"").partition(b":")
            self.assertEqual((user, password), (row["username"], row["password"]))
        self.each("url", ["parse", "--spec=whatwg"], rows, check)

    def test_setters(self):
        """`build --set` with an attribute is its setter. A value with NUL cannot be an argument."""
        count = 0
        for (attribute, value), group in self.by("url_setters", "attribute", "value"):
            if b"\0" in value:
                continue
            count += len(group)
            lines = b"".join(row["input"] + b"\0" for row in group)
            result = uriel("build", "--spec=whatwg", "-0", "--stdin", b"--set=" + attribute + b"=" + value, input=lines)
            for row, href in zip(group, result.out.split(b"\0")[:-1], strict=True):
                if row["href"] is not None:
                    self.assertEqual(href, row["href"], row)
        self.assertGreater(count, 700)

    def test_errors(self):
        for (base,), rows in self.by("url_errors", "base"):
            arguments = ["resolve", "--spec=whatwg", b"--base=" + base] if base is not None else ["check", "--spec=whatwg"]
            self.each("url_errors", arguments, rows, self.check_errors)

    def check_errors(self, row, record):
        """The standard's names and their places, in its order; a failure's is the last."""
        errors = record.get("repairs", []) + ([record["error"]] if "error" in record else [])
        self.assertEqual(" ".join(f"{error['code']}@{error['offset']}:{error['component']}" for error in errors),
                         (row["errors"] or b"").decode())
        self.assertEqual(record["valid"], row["href"] is not None)


@unittest.skipUnless(has_historic(), "the historic documents are not built")
class Generations(Runs):
    """The vectors of the older documents, whose rows name the document."""

    SPECS = ("url-1993", "url-1994", "url-1997", "uri-2003")

    def members(self, kind, check):
        """`check` is given each row that a subcommand without partial forms can take, with its record."""
        for spec in self.SPECS:
            rows = [row for row in vectors.read(f"{spec}_{kind}") if row["options"] in (None, b"prefix")]
            for option in (None, b"prefix"):
                chosen = [row for row in rows if row["options"] == option]
                arguments = ["parse", f"--spec={spec}"] + (["--require-prefix"] if option else [])
                if chosen:
                    self.each(f"{spec}_{kind}", arguments, chosen, check)

    def test_valid(self):
        def check(row, record):
            self.assertIs(record["valid"], True, record)
            for key in ("form", *COMPONENTS):
                self.assertEqual(exact(record, key), row[key], key)
            if row["own"] is not None:
                own = [f"{name}={text}" for name, text in record.get("own", {}).items()]
                self.assertEqual(" ".join(own), row["own"].decode())
        self.members("valid", check)

    def test_invalid(self):
        self.members("invalid", lambda row, record: self.check_error(row, record, ("offset", "code", "component")))

    def test_resolve(self):
        def check(row, record):
            if row["code"] == b"current document":
                self.assertEqual((record["valid"], record["current_document"]), (True, True))
                self.assertNotIn("target", record)
            elif row["code"] is not None:
                self.assertEqual(record["error"]["code"], row["code"].decode())
            else:
                self.assertEqual(exact(record, "target"), row["target"], record)
        for (spec, base, options), rows in self.by("spec_resolve", "spec", "base", "options"):
            option = {None: [], b"lenient": ["--lenient"]}.get(options, [b"--dots=" + (options or b"")])
            arguments = ["resolve", b"--spec=" + spec, b"--base=" + base, *option]
            if uriel(*arguments, "").status != 2:
                self.each("spec_resolve", arguments, rows, check, "reference")
            else:
                self.refused(arguments, spec, rows)

    def refused(self, arguments, spec, rows):
        """The program rejects an invalid base, and a choice that the document does not allow."""
        errors = uriel(*arguments, "").errors
        if "to choose" in errors:
            self.assertIn(spec, (b"url-1993", b"url-1994", b"url-1997"))
        else:
            self.assertIn("uriel: base: not a base URI", errors)
            self.assertEqual({row["code"] for row in rows}, {b"base-not-absolute"})

    def test_relative(self):
        for (spec, base), rows in self.by("spec_relative", "spec", "base"):
            if spec == b"iri":  # only the library makes relative IRIs
                continue
            self.results("spec_relative", ["relative", b"--spec=" + spec, b"--base=" + base], rows, "target", "relative",
                         "target")

    def test_normalize(self):
        for (spec,), rows in self.by("spec_normalize", "spec"):
            for level in ("case", "percent", "path", "scheme"):
                self.results("spec_normalize", ["normalize", b"--spec=" + spec, "--level", level], rows, "normal", level)

    def test_equal(self):
        for (spec,), rows in self.by("spec_equal", "spec"):
            rows = [{"pair": row["a"] + b"\t" + row["b"], **row} for row in rows]
            self.results("spec_equal", ["compare", b"--spec=" + spec], rows, "level", "level", "pair")

    def test_encode(self):
        def check(row, record):
            self.assertEqual(exact(record, "output"), row["output"], record)
            if row["output"] is None:
                self.check_error(row, record, ("offset", "code"))
        for (spec, where, options), rows in self.by("spec_encode", "spec", "for", "options"):
            if spec == b"iri":  # only the library encodes for IRIs
                continue
            arguments = ["encode", b"--spec=" + spec, b"--component=" + where] + (["--percent"] if options else [])
            self.each("spec_encode", arguments, rows, check)

    def test_decode(self):
        for (spec, options), rows in self.by("spec_decode", "spec", "options"):
            arguments = ["decode", b"--spec=" + spec, "--lenient"] + (["--plus"] if options else [])
            self.results("spec_decode", arguments, rows, "output", "output")


if __name__ == "__main__":
    unittest.main()
