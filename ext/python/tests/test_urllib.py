# SPDX-License-Identifier: MIT
"""uriel_uri.compat.urllib: each difference from urllib in urllib_differences.tsv, CPython's own tests, and random texts.

With URIEL_LARGE, there are more random texts. Run as a program, it writes the table into doc/python-urllib.md.
"""
import collections
import copy
import importlib
import json
import os
import pathlib
import pickle
import random
import re
import subprocess
import sys
import types
import unittest
import urllib.parse

import pytest
from uriel_uri.compat import urllib as compat

TESTS = pathlib.Path(__file__).resolve().parent
ROOT = TESTS.parents[2]
DOCUMENT = ROOT / "doc" / "python-urllib.md"
URLS = ROOT / "bench" / "urls.txt"
CASES = 300_000 if os.environ.get("URIEL_LARGE") else 10_000
FUNCTIONS = compat.__all__[:15]


# ---- The table --------------------------------------------------------------------------------------------------------

def read_table():
    lines = (TESTS / "urllib_differences.tsv").read_text(encoding="utf-8").splitlines()
    row = collections.namedtuple("Row", lines[0].split("\t"))
    return [row(*line.split("\t")) for line in lines[1:]]


TABLE = read_table()
RULES = {row.rule for row in TABLE}


def answer(call, module):
    try:
        return repr(eval(call, {name: getattr(module, name) for name in FUNCTIONS}))
    except Exception as error:
        return type(error).__name__


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.call)
def test_difference(row):
    assert answer(row.call, compat) == row.uriel != row.urllib
    from_urllib = answer(row.call, urllib.parse)
    # Later versions of Python, also patched ones of distributions, may have corrected it.
    corrected = row.corrected or sys.version_info >= (3, 14)
    assert from_urllib in ([row.urllib, row.uriel] if corrected else [row.urllib])


def test_each_rule_has_a_reason():
    assert [row.rule for row in TABLE if row.reason] == list(dict.fromkeys(row.rule for row in TABLE))


def table_in_markdown():
    def code(text):
        return "`" + text.replace("|", "\\|") + "`"

    lines = ["| call | urllib | uriel | document |", "|---|---|---|---|"]
    for row in TABLE:
        if row.reason:
            lines.append(f"| **{row.reason}** | | | |")
        corrected = f" ({row.corrected})" if row.corrected else ""
        lines.append(f"| {code(row.call)} | {code(row.urllib)}{corrected} | {code(row.uriel)} | {row.section} |")
    return "\n".join(lines) + "\n"


def with_table(text):
    before, _, rest = text.partition("| call |")
    after = rest.partition("\n\n")[2]
    return before + table_in_markdown() + "\n" + after


def test_document():
    text = DOCUMENT.read_text(encoding="utf-8")
    assert with_table(text) == text, "run python3 ext/python/tests/test_urllib.py"


# ---- CPython's tests --------------------------------------------------------------------------------------------------

class Expected:
    """Puts the answers of the table in the place of urllib's, which CPython's tests expect."""

    def __init__(self):
        self.rows = {row.call: row for row in TABLE}
        self.used = set()

    def answer(self, call, expected):
        row = self.rows.get(call)
        if not row:
            return expected
        assert repr(expected) == row.urllib
        self.used.add(row)
        return eval(row.uriel)

    def patch(self, monkeypatch, case):
        join, roundtrips = case.checkJoin, case.checkRoundtrips

        def check_join(test, base, url, expected):
            join(test, base, url, self.answer(f"urljoin({json.dumps(base)}, {json.dumps(url)})", expected))

        def check_roundtrips(test, url, parsed, split, composed=None):
            text, again = (each.decode() if isinstance(each, bytes) else each for each in (url, composed or url))
            expected = self.answer(f"urlsplit({json.dumps(text)}).geturl()", again)
            if expected == text:
                roundtrips(test, url, parsed, split)
            else:
                roundtrips(test, url, parsed, split, expected if isinstance(url, str) else expected.encode())

        monkeypatch.setattr(case, "checkJoin", check_join)
        monkeypatch.setattr(case, "checkRoundtrips", check_roundtrips)


def test_of_cpython(monkeypatch):
    """All of test_urlparse.py passes, with the answers of the table."""
    reason = "this Python lacks its tests (libpython3.11-testsuite in Debian)"
    module = pytest.importorskip("test.test_urlparse", reason=reason)
    monkeypatch.setattr(module, "urllib", types.SimpleNamespace(parse=compat))
    # It compares __all__ with the names that are defined in urllib.parse: test_names does so here.
    monkeypatch.delattr(module.UrlParseTestCase, "test_all")
    expected = Expected()
    expected.patch(monkeypatch, module.UrlParseTestCase)
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun > 60 and not result.skipped
    assert not result.failures and not result.errors, "\n".join(text for _, text in result.failures + result.errors)
    assert expected.used == {row for row in TABLE if hasattr(module.UrlParseTestCase, row.cpython or "-")}


def test_names():
    assert set(FUNCTIONS) < set(compat.__all__) == set(urllib.parse.__all__)
    for name in compat.__all__:
        assert getattr(compat, name).__module__ == "uriel_uri.compat.urllib"
    assert compat.uses_netloc is urllib.parse.uses_netloc
    with pytest.raises(AttributeError):
        compat.absent


# ---- Components that are present and empty ----------------------------------------------------------------------------

TEXTS = ["http://a/?", "x:///b?#", "file:/a", "http:", "//#", "http://a/b;?#", "a", ""]


@pytest.mark.parametrize("text", [*TEXTS, *(text.encode() for text in TEXTS)])
@pytest.mark.parametrize("split, unsplit", [(compat.urlsplit, compat.urlunsplit), (compat.urlparse, compat.urlunparse)])
def test_presence_is_kept(text, split, unsplit):
    """RFC 3986, 5.3: recomposition gives the text, also after the parts are copied or converted."""
    parts = split(text)
    for made in (parts, pickle.loads(pickle.dumps(parts)), copy.deepcopy(parts), parts._replace(path=parts.path)):
        assert type(made) is type(parts) and made == parts and made.geturl() == text
    assert unsplit(list(parts)) == unsplit(tuple(parts)) == text
    other = parts.encode() if isinstance(text, str) else parts.decode()
    assert other.geturl() == (text.encode() if isinstance(text, str) else text.decode())
    assert all(part or part == type(text)() for part in parts)


def test_classes_are_those_of_urllib():
    assert isinstance(compat.urlsplit("a"), urllib.parse.SplitResult)
    assert isinstance(compat.urlparse(b"a"), urllib.parse.ParseResultBytes)
    assert isinstance(compat.urldefrag("a"), urllib.parse.DefragResult)
    assert compat.urlsplit("a") == urllib.parse.urlsplit("a")
    assert str(compat.urlsplit("http://a?")) == "SplitResult(scheme='http', netloc='a', path='', query='', fragment='')"


def test_imported_at_first_use():
    program = "import sys, uriel_uri; assert not {'uriel_uri.compat', 'urllib.parse'} & set(sys.modules)"
    subprocess.run([sys.executable, "-I", "-S", "-c", "import sys; sys.path[:] = " + repr(sys.path) + "\n" + program], check=True)


# ---- Random texts -----------------------------------------------------------------------------------------------------

PIECES = ["?", "#", "/", "//", "///", "..", ".", "/../", "/./", ":", "@", "[", "]", "%", "%41", "%zz", ";", "&", "=", " ", "\t", "\n",
          "é", "\u2100", "\uff0f", "\ud800", "\\", "[::1]", "[V1.a]", "[v1.a]", "[fe80::1%25a]", "[::1%a]", "..;", "A", "0", "|", "+", "~",
          '"', "urn:", "HTTP:", "x:", "file:", "redis:", "%C3%A9", "%FF", "+", "&&", "\x85"]
BASES = ["/a/b", "a", "a/b", "//h/a", "mailto:a@b", "urn:a:b", "x:/a/b", "file:/a", "file:///a/b", "http:a", "s3://a/b//c"]
REFERENCES = ["a", "../b", "./c?d", "?x", "#f", "", "//h/p", "/q/r", ";p", "../../../g", "x:y", "http:g", "..", "a//b", "HTTP://a/../b"]


def mutate(choose, text):
    for _ in range(choose.randrange(4)):
        place = choose.randrange(len(text) + 1)
        text = text[:place] + choose.choice(["", *PIECES]) + text[place + choose.choice([0, 0, 1, 3]):]
    return text


def call(function, *arguments, **options):
    try:
        return function(*arguments, **options)
    except Exception as error:
        return type(error)


def parts_of(text):
    """RFC 3986, Appendix B, after the removals of urlsplit."""
    text = re.sub("[\t\r\n]", "", re.sub(r"\A[\0- ]+", "", text))
    found = re.fullmatch(r"(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", text, re.S).groups()
    return text, (found[0] and found[0].lower(), *found[1:])


def rules_of(text):
    """The rules of the table that may decide about a text that is split."""
    scheme, netloc, path, query, fragment = parts_of(text)[1]
    tests = {
        "empty": "" in (netloc, query, fragment) or path.endswith(";"),
        "no-authority": scheme in urllib.parse.uses_netloc and netloc is None,
        "two-slashes": not netloc and path.startswith("//"),
        "host-case": "%" in (netloc or ""),
        "future": "[V" in (netloc or ""),
        "brackets": "[" in (netloc or ""),
        "backslash": "\\" in (netloc or ""),
    }
    return {rule for rule, holds in tests.items() if holds}


def rules_of_join(base, url):
    base_scheme, _, base_path, _, _ = parts_of(base)[1]
    scheme, netloc, path, _, _ = parts_of(url)[1]
    slashes = [re.search("//", each) for each in (path, base_path)]
    tests = {
        "same-document": not url,
        "scheme": scheme in (None, base_scheme) and base_scheme not in (None, *urllib.parse.uses_relative),
        "empty-segment": any(slashes),
        "dots": (scheme or netloc is not None) and re.search(r"(^|/)\.\.?(/|$)", path),
        "params": re.search(r"(^|/)\.\.?;", path) or re.search(r"(^|/)\.\.?;", base_path),
        "relative-base": scheme is base_scheme is None,
        "controls": parts_of(url)[0] != url,
        "colon": not scheme and not base_scheme and ":" in path + base_path,
    }
    return rules_of(base) | rules_of(url) | {rule for rule, holds in tests.items() if holds}


def attributes(parts):
    return [call(getattr, parts, name) for name in ("port", "username", "password")]


def check_split(name, text):
    """Returns the rules that a difference follows."""
    from_urllib, from_uriel = call(getattr(urllib.parse, name), text), call(getattr(compat, name), text)
    rules = rules_of(text)
    if isinstance(from_uriel, type):
        assert from_uriel is from_urllib or rules & {"brackets", "backslash"}, text
        return set() if from_uriel is from_urllib else rules & {"brackets", "backslash"}
    if isinstance(from_urllib, type):
        assert "future" in rules, text
        return {"future"}
    assert tuple(from_uriel) == tuple(from_urllib) and attributes(from_uriel) == attributes(from_urllib), text
    for arguments in (["\nhttps "], ["", False]):
        assert getattr(compat, name)(text, *arguments) == getattr(urllib.parse, name)(text, *arguments), text
    cleaned, parts = parts_of(text)
    assert from_uriel.geturl() == (parts[0] or "") + cleaned[len(parts[0] or ""):], text
    met = set()
    if from_uriel.hostname != from_urllib.hostname:
        assert "host-case" in rules and from_uriel.hostname.lower() == from_urllib.hostname.lower(), text
        met |= {"host-case"}
    if from_uriel.geturl() != from_urllib.geturl():
        met |= rules & {"empty", "no-authority", "two-slashes"}
        assert met, text
    return met


def resolved(base, url):
    """RFC 3986, 5.2.2 to 5.2.4 and 5.3, with the options of 5.2.2 that urllib takes; None if the path of the base is relative."""
    if not parts_of(base)[1][0] and not parts_of(url)[1][0]:
        base = parts_of(base)[0]
        return resolved("a-scheme:" + base, url)[9:] if base[:1] == "/" else None
    base_scheme, base_netloc, base_path, base_query, _ = parts_of(base)[1]
    scheme, netloc, path, query, fragment = parts_of(url)[1]
    if scheme == base_scheme and scheme in urllib.parse.uses_relative:
        scheme = None
    if scheme is None and netloc is None:
        if not path:
            path, query = base_path, base_query if query is None else query
        elif not path.startswith("/"):
            folder = base_path[:base_path.rfind("/") + 1]
            path = without_dots("/" + path if base_netloc is not None and not base_path else folder + path)
        else:
            path = without_dots(path)
        netloc = base_netloc
    else:
        path = without_dots(path)
    if scheme is None:
        scheme = base_scheme
    if netloc is None and path.startswith("//"):
        path = "/." + path
    return "".join([scheme, ":", "" if netloc is None else "//" + netloc, path, "" if query is None else "?" + query,
                    "" if fragment is None else "#" + fragment])


def without_dots(path):
    """RFC 3986, 5.2.4, step by step."""
    output = []
    while path:
        if path.startswith("../") or path.startswith("./"):
            path = path[path.index("/") + 1:]
        elif path.startswith("/./") or path == "/.":
            path = "/" + path[3:]
        elif path.startswith("/../") or path == "/..":
            path = "/" + path[4:]
            del output[-1:]
        elif path in (".", ".."):
            path = ""
        else:
            segment = re.match("/?[^/]*", path)[0]
            output.append(segment)
            path = path[len(segment):]
    return "".join(output)


def check_join(base, url):
    from_urllib, from_uriel = call(urllib.parse.urljoin, base, url), call(compat.urljoin, base, url)
    rules = rules_of_join(base, url)
    if not isinstance(from_uriel, type) and base and url:
        expected = resolved(base, url)
        scheme = len(parts_of(from_uriel)[1][0] or "")
        assert expected in (None, from_uriel[:scheme].lower() + from_uriel[scheme:]), (base, url)
    if not rules and "#" not in base + url:
        assert call(compat.urljoin, base, url, False) == call(urllib.parse.urljoin, base, url, False), (base, url)
    if from_uriel == from_urllib:
        return set()
    assert rules, (base, url, from_urllib, from_uriel)
    return rules if len(rules) == 1 else set()


def check_escapes(choose, text):
    safe = "".join(choose.sample("/%:é+ ~a&=", choose.randrange(4)))
    options = choose.choice([{}, {"encoding": "latin-1"}, {"errors": "ignore"}, {"encoding": "utf-8", "errors": "surrogateescape"}])
    for name, *arguments in (["quote"], ["quote", safe], ["quote_plus"], ["quote_plus", safe], ["unquote"], ["unquote_plus"]):
        given = {} if name.startswith("unquote") and options.get("errors") == "surrogateescape" else options
        assert call(getattr(compat, name), text, *arguments, **given) == call(getattr(urllib.parse, name), text, *arguments, **given)
    data = text.encode("utf-8", "surrogatepass")
    for name, given in (("quote", data), ("quote_from_bytes", data), ("unquote", data), ("unquote_to_bytes", data), ("unquote_to_bytes", text)):
        assert call(getattr(compat, name), given) == call(getattr(urllib.parse, name), given), (name, given)


def check_forms(choose, text):
    options = {"keep_blank_values": choose.random() < 0.5, "strict_parsing": choose.random() < 0.2,
               "max_num_fields": choose.choice([None, None, 2]), "separator": choose.choice(["&", "&", ";", b"&"]),
               "encoding": choose.choice(["utf-8", "latin-1"]), "errors": choose.choice(["replace", "ignore"])}
    for name in ("parse_qsl", "parse_qs"):
        assert call(getattr(compat, name), text, **options) == call(getattr(urllib.parse, name), text, **options), (text, options)
    pairs = compat.parse_qsl(text, keep_blank_values=True)
    assert call(compat.urlencode, pairs) == call(urllib.parse.urlencode, pairs)
    assert call(compat.urlencode, {text: pairs}, True, "/") == call(urllib.parse.urlencode, {text: pairs}, True, "/")


def test_random_texts():
    """A difference follows a rule of the table, and every rule is met; urljoin agrees with RFC 3986, 5.2, in other words."""
    choose = random.Random(31)
    urls = URLS.read_text(encoding="utf-8").split() + 20 * ["http://[V1.a]/", "http://u@[::1%a]:80/", "http://a@b@c:d/"]
    met = collections.Counter()
    for _ in range(CASES):
        text = mutate(choose, choose.choice(urls))
        met.update([*check_split("urlsplit", text), *check_split("urlparse", text)])
        base = mutate(choose, choose.choice(BASES if choose.random() < 0.3 else urls))
        met.update(check_join(base, mutate(choose, choose.choice(REFERENCES if choose.random() < 0.8 else urls))))
        from_urllib, from_uriel = call(urllib.parse.urldefrag, text), call(compat.urldefrag, text)
        assert from_uriel == from_urllib or rules_of(text), text
        check_escapes(choose, text)
        check_forms(choose, text.partition("?")[2] or text)
    corrected = {row.rule for row in TABLE if row.corrected}
    assert RULES - corrected - {"bytearray", "colon"} <= set(met) <= RULES, met


def test_random_parts():
    """RFC 3986, 5.3: what urlunsplit writes is split into the same parts, if these have no other delimiters."""
    choose = random.Random(31)
    for _ in range(CASES):
        scheme = choose.choice(["", "http", "file", "x"])
        netloc = choose.choice(["", "", "a", "u@a:1"])
        path = choose.choice(["", "/", "//a", "///a", "/a//b", "a", "a:b", "javascript:a", "1:b", "./a:b", "a/b:c"])
        parts = scheme, netloc, path, choose.choice(["", "q?/"]), choose.choice(["", "f?#"])
        from_urllib, from_uriel = urllib.parse.urlunsplit(parts), compat.urlunsplit(parts)
        again = tuple(compat.urlsplit(from_uriel))
        if netloc and path[:1] not in ("", "/"):
            path = "/" + path
        assert again == (scheme, netloc, path, *parts[3:]) or again == (scheme, netloc, "./" + path, *parts[3:]), parts
        if from_uriel != from_urllib:
            colon = not scheme and not netloc and ":" in path
            assert colon or (not netloc and path[:2] == "//") or (scheme in urllib.parse.uses_netloc and not netloc), parts


def test_errors_of_arguments():
    for wrong in (lambda m: m.urlsplit("a", b"b"), lambda m: m.urljoin("a", b"b"), lambda m: m.urlunsplit(("", b"a", "", "", "")),
                  lambda m: m.quote(b"a", encoding="utf-8"), lambda m: m.quote_from_bytes("a"), lambda m: m.urlencode("a"),
                  lambda m: m.urlencode([1]), lambda m: m.unquote(1), lambda m: m.parse_qsl("a", separator=""),
                  lambda m: m.urlsplit(1), lambda m: m.parse_qsl("a", strict_parsing=True), lambda m: m.unquote_to_bytes(0)):
        assert isinstance(call(wrong, compat), type) and call(wrong, compat) is call(wrong, urllib.parse)
    for same in (lambda m: m.urlsplit(None), lambda m: m.urljoin(None, "a"), lambda m: m.urljoin("a", None), lambda m: m.urlunsplit((None,) * 5),
                 lambda m: m.urlunsplit(("http", "a", "", None, None)), lambda m: m.parse_qsl(None), lambda m: m.urlencode({}),
                 lambda m: m.urljoin("", "a"), lambda m: m.urljoin(b"a", b""), lambda m: m.quote(""), lambda m: m.unquote("")):
        assert call(same, compat) == call(same, urllib.parse)


if __name__ == "__main__":
    DOCUMENT.write_text(with_table(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
