# SPDX-License-Identifier: MIT
"""uriel filter: the language, compared with an evaluator of its own on random expressions; errors; records left out."""
import ipaddress
import fnmatch
import random
import re
import socket
import unittest
import urllib.parse

from support import ToolTest, has_historic, sample, uriel

HOSTS = ["example.com", "www.Example.com", "a.b.example.com", "xexample.com", "EXAMPLE.org", "10.1.2.3", "0x7f.1", "192.168.0.300", "",
         "[::1]", "[0:0::1]", "[::ffff:10.0.0.1]", "[2001:db8::1]", "[v1.x]", "2130706433", "a-b", "xn--bcher-kva.example"]
PATHS = ["", "/", "/a", "/a/b.JPG", "/a/b.jpg", "//x//", "/a.b/c", "/%41/A", "/api/v1/items", "/.x", "/a/b.tar.gz", "/*", "/a;b,c(d)"]
QUERIES = [None, "", "q", "q=1", "a=1&q=x+y", "utm_source=n&b=", "%71=2&&q=3", "q=100&a=007", "A=1", "x=a%20b"]
PORTS = [None, "", "80", "0443", "8080", "65535", "70000"]
SCHEMES = [None, "http", "HTTPS", "ftp", "x-y", "https"]
DEFAULT_PORTS = {"http": 80, "https": 443, "ftp": 21}


def random_reference(chance):
    scheme, host = chance.choice(SCHEMES), chance.choice([None, *HOSTS])
    path = chance.choice(PATHS)
    if host is None:
        path = "/" + path.lstrip("/") if chance.random() < 0.5 else path.lstrip("/")
    authority = ""
    if host is not None:
        port = chance.choice(PORTS) if host else None
        user = chance.choice(["", "", "u@", "u:@", "u:p%40@", ":@"]) if host else ""
        authority = "//" + user + host + ("" if port is None else ":" + port)
    query, fragment = chance.choice(QUERIES), chance.choice([None, None, "", "f"])
    return ((scheme + ":" if scheme else "") + authority + path + ("" if query is None else "?" + query)
            + ("" if fragment is None else "#" + fragment))


def decode(text):
    return urllib.parse.unquote(text, errors="surrogateescape")


def address(host):
    """The canonical address of a host, or None."""
    if not host:
        return None
    try:
        if host[0] == "[":
            found = ipaddress.IPv6Address(host[1:-1])
            return found.ipv4_mapped or found
        return ipaddress.IPv4Address(socket.inet_aton(host)) if re.match(r"[0-9]", host) else None
    except (ValueError, OSError):
        return None


def parameters(query):
    return [pair.partition("=") for pair in (query or "").split("&") if pair]


def value(record, key):
    """The value of a key by the components that uriel parse prints; None if it is undefined."""
    host, path, userinfo = record.get("host"), record.get("path", ""), record.get("userinfo")
    if key == "reference":
        return record["input"]
    if key == "length":
        return str(len(record["input"].encode()))
    if key == "user":
        return None if userinfo is None else userinfo.partition(":")[0]
    if key == "password":
        return userinfo.partition(":")[2] if userinfo is not None and ":" in userinfo else None
    if key == "ip":
        return None if address(host) is None else str(address(host))
    if key == "port":
        default = DEFAULT_PORTS.get(record.get("scheme", "").lower()) if host is not None else None
        return str(int(record["port"])) if record.get("port") else None if default is None else str(default)
    if key.startswith("path."):
        segments = path.removeprefix("/").split("/") if path else []
        number = int(key[5:])
        index = number - 1 if number > 0 else len(segments) + number
        return segments[index] if 0 <= index < len(segments) else None
    if key == "extension":
        found = re.search(r"[^/]\.([^./]+)$", path)
        return found.group(1) if found else None
    if key.startswith("query."):
        for name, equals, text in parameters(record.get("query")):
            if decode(name) == key[6:]:
                return text if equals else None
        return None
    return record.get(key)


def glob(pattern, text, fold):
    expression = "".join(".*" if c == "*" else "." if c == "?" else re.escape(c) for c in pattern)
    return re.fullmatch(expression, text, re.S | (re.I if fold else 0)) is not None


FOLDED = ("scheme", "host", "form", "host_kind")
NUMBERS = ("port", "length")


class Condition:
    """A random condition: how it is written, and whether a record has it."""

    def __init__(self, chance):
        self.key = chance.choice(["scheme", "host", "ip", "port", "path", "query", "fragment", "user", "password", "form", "host_kind", "length",
                                  "extension", "path.1", "path.-1", "path.2", "query.q", "query.a", "authority", "userinfo", "reference", "valid"])
        self.operator = chance.choice(["", "==", "==", "!=", "in", "in", "like", "<", "<=", ">", ">=", "has"])
        if self.operator == "has":
            self.key = "query"
        if self.key == "valid":
            self.operator = ""
        if self.operator in ("<", "<=", ">", ">="):
            self.key = chance.choice(["port", "length", "query.q", "query.a", "path.1"])
        many = self.operator in ("in", "like", "has") and chance.random() < 0.5
        self.values = [self.random_value(chance) for _ in range(chance.randrange(1, 4) if many else 1)]
        self.modifier = ":lower" if chance.random() < 0.1 and self.key not in ("ip", "valid") and self.operator != "has" else ""
        written = ", ".join(text for text, _ in self.values)
        self.text = self.key + self.modifier
        if self.operator:
            space = chance.choice([" ", "  "]) if self.operator.isalpha() else chance.choice(["", " "])
            self.text += space + self.operator + space + (f"({written})" if many else written)

    def random_value(self, chance):
        """How it is written, and what it means: a pattern or an exact text, a number, a network."""
        if self.operator in ("<", "<=", ">", ">="):
            number = chance.choice(["0", "80", "0443", "1024", "25", "3", "99999999999999999999"])
            return number, number
        if self.key == "ip" and self.operator in ("==", "!=", "in"):
            network = chance.choice(["10.0.0.0/8", "127.0.0.1", "::1", "::/0", "0.0.0.0/0", "2001:db8::/33", "::ffff:10.0.0.0/105", "10.1.2.2/31"])
            return network, network
        if self.operator == "has":
            words = ["q", "a", "A", "utm_*", "?", "*", "zz"]
        else:
            words = {"scheme": ["http", "https", "HTTP*", "f?p", "x-y"], "host": ["example.com", "*.example.com", "*example*", "EXAMPLE.*", "[::1]", "a?b"],
                     "port": ["80", "443", "8*", "*0", "0080"], "form": ["absolute", "relative", "opaque"], "host_kind": ["name", "ipv4", "IPV6"],
                     "length": ["1?", "10", "25", "*"], "extension": ["jpg", "J*", "gz", "jpg"], "user": ["u", "*", "?"]}.get(
                         self.key, ["a", "/a*", "*.jpg", "*b*", "/%41/?", "1*", "x+y", "?", "*", "q=*", "//x//", "*:*", "/*/*/*"])
        word = chance.choice(words)
        quoted = chance.random() < 0.2
        if quoted and chance.random() < 0.3:
            word = chance.choice(["", "/a;b,c(d)", "/*"])
        mark = chance.choice("\"'") if quoted else ""
        return f"{mark}{word}{mark}", (word, quoted and self.operator != "like")

    def compare(self, found, one):
        if self.operator in ("<", "<=", ">", ">="):
            if not re.fullmatch("[0-9]+", found):
                return False
            a, b = int(found), int(one)
            return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[self.operator]
        if isinstance(one, str):
            network = ipaddress.ip_network(one, strict=False)
            if network.version == 6 and network.network_address.ipv4_mapped:
                network = ipaddress.ip_network((network.network_address.ipv4_mapped, network.prefixlen - 96))
            return ipaddress.ip_address(found) in network
        word, exact = one
        fold = self.key in FOLDED
        if self.key in NUMBERS and word.isdigit() and self.operator != "like":
            word = str(int(word))
        if exact:
            return found.lower() == word.lower() if fold else found == word
        return glob(word, found, fold)

    def holds(self, record):
        if self.key == "valid":
            return record["valid"]
        if self.operator == "has":
            return any(glob(word, decode(name), False) if not exact else decode(name) == word
                       for name, _, _ in parameters(record.get("query")) for _, (word, exact) in self.values)
        found = value(record, self.key) if record["valid"] else None
        if found is None:
            return False
        if self.modifier:
            found = found.lower()
        if not self.operator:
            return True
        return any(self.compare(found, one) for _, one in self.values) != (self.operator == "!=")


def random_expression(chance, depth):
    """A random expression, and its value for a record."""
    kind = chance.random()
    if depth == 0 or kind < 0.3:
        condition = Condition(chance)
        return condition.text, condition.holds
    text, holds = random_expression(chance, depth - 1)
    if kind < 0.45:
        return f"not ({text})", lambda record: not holds(record)
    other_text, other = random_expression(chance, depth - 1)
    if kind < 0.75:
        return f"({text}) and ({other_text})", lambda record: holds(record) and other(record)
    return f"({text}) or ({other_text})", lambda record: holds(record) or other(record)


def flat_expression(chance):
    """Conditions without parentheses, which "not", "and" and "or" join by their precedence."""
    parts = [(chance.random() < 0.3, Condition(chance)) for _ in range(chance.randrange(1, 6))]
    joins = [chance.choice(["and", "or"]) for _ in parts[1:]]
    text = " ".join(word for (inverted, condition), join in zip(parts, ["", *joins])
                    for word in (join, "not" if inverted else "", condition.text) if word)

    def holds(record):
        groups = [[]]
        for (inverted, condition), join in zip(parts, ["and", *joins]):
            if join == "or":
                groups.append([])
            groups[-1].append(condition.holds(record) != inverted)
        return any(all(group) for group in groups)
    return text, holds


class Random(ToolTest):
    def test_as_the_evaluator(self):
        chance = random.Random(18)
        lines = [random_reference(chance) for _ in range(400)] + ["a b", "http://h:x/", "%zz"]
        records = uriel("parse", "--json", input="\n".join(lines) + "\n").records
        forms = [["-s"], ["-s", "--format={reference}"], ["-s", "-0"], ["-s", "--jobs=2"]]
        for number in range(len(sample(range(160), 6))):
            text, holds = flat_expression(chance) if number % 2 else random_expression(chance, 3)
            form = forms[number % len(forms)]
            separator = "\0" if "-0" in form else "\n"
            result = uriel("filter", *form, text, input="".join(line + separator for line in lines))
            self.assertEqual(result.status, 1, f"{text}: {result.errors}")
            asks = "valid" in text
            kept = [record["input"] for record in records if record["input"] and (record.get("valid") or asks) and holds(record)]
            if "--format" in form[-1]:
                kept = [line for line in kept if line not in ("a b", "http://h:x/", "%zz")]
                got = [line for line in result.text.split(separator)[:-1] if line]
                if asks:
                    got = [line for line in got if line not in ("a b", "http://h:x/", "%zz")]
            else:
                got = result.text.split(separator)[:-1]
            self.assertEqual(got, kept, text)

    def test_mutated_expressions(self):
        """Any text is an expression, or a usage error with a place."""
        chance = random.Random(3986)
        pieces = ["(", ")", ",", "\"", "'", "not ", " and ", " or ", "in", "like ", "has", "==", "<", ">=", "!", ":lower", ":", "\\", "*", "?", "/",
                  "10.0.0.0/33", "path.0", "query.", "\x1b", "é", "  ", "~"]
        statuses = set()
        for _ in sample(range(120), 5):
            text = random_expression(chance, 2)[0]
            for _ in range(chance.randrange(1, 4)):
                at = chance.randrange(len(text) + 1)
                text = text[:at] + chance.choice(pieces) + text[at + chance.randrange(3):]
            result = uriel("filter", "--", text, "http://h/")
            statuses.add(result.status)
            self.assertIn(result.status, (0, 2), text)
            if result.status == 2:
                self.assertRegex(result.errors, r"^uriel: expression: [^\n]+\n  [^\n]*\n *~*\^~*", text)
                self.assertNotIn("\x1b", result.errors)
        self.assertIn(2, statuses)

    def test_long_expressions(self):
        """They nest to any depth, without recursion."""
        many = 10000
        self.check(["filter", "(" * many + "host" + ")" * many, "//a"], "//a\n")
        self.check(["filter", "not " * many + "host", "//a"], "//a\n")
        self.check(["filter", "host == b or " * many + "host == a", "//a", "//c"], "//a\n")
        self.check(["filter", "(host == a and " * 8000 + "host" + ")" * 8000, "//a", "//b"], "//a\n")
        self.check(["filter", "host in (" + ", ".join(f"h{i}" for i in range(9000)) + ")", "//h8999", "//h9000"], "//h8999\n")


class Language(ToolTest):
    def selects(self, expression, *references):
        """Whether the expression selects the references, of which those after None it does not."""
        at = references.index(None)
        self.check(["filter", expression, *[reference for reference in references if reference is not None]],
                   "".join(reference + "\n" for reference in references[:at]))

    def test_the_expression_of_the_issue(self):
        text = ("scheme == https and host in *.example.com and not (path like *.jpg) and query has q and port < 1024 and "
                "ip in 10.0.0.0/8")
        self.selects(text, None, "https://a.example.com/?q", "https://10.0.0.1/?q")
        text = text.replace(" and ip", " or ip")
        self.selects(text, "https://a.example.com/?q", "https://10.0.0.1/?q", "x://[::ffff:a01:203]", None, "https://example.com/?q",
                     "https://a.example.com:8443/?q", "https://a.example.com/x.jpg?q", "https://a.example.com/?r=q", "http://a.example.com/?q")

    def test_patterns(self):
        self.selects("path == a*", "a*", "ab", None, "ba")
        self.selects('path == "a*"', "a*", None, "ab")
        self.selects('path like "a*"', "a*", "ab", None, "ba")
        self.selects(r"path like a\*", "a*", None, "ab")
        self.selects(r"path like *\*?*", "a*b", "*bb", None, "ab*", "*", "")
        self.selects("path == it's", "it's", None, "its")
        self.selects("path like *ab*ab", "abab", "aabbabab", None, "ab", "aba")
        self.selects("path like **", "", "x", None)
        self.selects("path == ''", "", "?", None, "x")

    def test_regular_expressions(self):
        self.selects("path matches ^/a/[0-9]+$", "/a/12", "http://h/a/1", None, "/a/b", "/b/a/1", "/a/12/")
        self.selects("not path matches [0-9]", "/a", None, "/a1")
        self.selects("path matches '\\.(php|aspx?)$' and host", "//h/a.asp", None, "/a.asp", "//h/a.as")
        self.selects("(path matches ^/a+$) or query.q matches ^x{2}$", "/aa", "?q=xx", None, "/ab", "?q=xxx", "")
        self.selects("path =~ '^/a/[0-9]+$' and path=~a", "/a/12", "http://h/a/1", None, "/a/b")
        self.selects("query matches ''", "?", "?a", None, "a")
        self.selects("host matches ^EX", "//Example.com", "//example.com", None, "//a.ex")
        self.selects("path matches EX", "/EX", None, "/ex")
        self.selects("path:lower matches ex", "/EX", "/ex", None)
        self.selects("site matches '^[a-z]+[.]co[.]uk$'", "//www.example.co.uk", None, "//a1.co.uk")
        self.selects("query.q:decode matches '^a b$'", "?q=a%20b", None, "?q=a+b")
        self.selects("path matches /a{3}/ and path matches '(b|c)$' and not path matches d", "/aaa/b", None, "/aa/b", "/aaa/d/b", "/aaa/a")
        self.check(["filter", "--spec=iri", "path matches ^/[à-ü]+$", "/äö", "/äa"], "/äö\n")

    def test_last_row_of_a_group(self):
        """An invalid one, after which no row follows; the sanitizers see a read beyond the rows."""
        lines = "http://h/\n" * 255 + "a b\n" + "x\n"
        result = uriel("filter", "host", input=lines.encode())
        self.assertEqual(result.out, b"http://h/\n" * 255)

    def test_undefined(self):
        self.selects("port != 80", "http://h:81", None, "http://h:80", "http://h", "x://h", "a")
        self.selects("not port == 80", "http://h:81", "x://h", "a", None, "http://h:80", "http://h")
        self.selects("query", "?", "?a", None, "a")
        self.selects("query.a", "?a=", None, "?a", "?b=1")
        self.selects("query has a", "?a=", "?a", "?b&%61", None, "?b=1", "#a", "?A")

    def test_case(self):
        self.selects("scheme == HTTP and host == Example.COM", "http://EXAMPLE.com", "HTTP://example.com", None, "http://example.com.")
        self.selects("path == /a", "/a", None, "/A")
        self.selects("path:lower == /a", "/a", "/A", None)
        self.selects("path:decode == '/a b'", "/a%20b", None, "/a+b")
        self.selects("query.q:form == 'a b'", "?q=a+b", "?q=a%20b", None, "?q=ab")

    def test_numbers(self):
        self.selects("query.n > 9", "?n=10", "?n=0010", "?n=99999999999999999999999", None, "?n=9", "?n=1a", "?n=", "?n", "?n=-10")
        self.selects("port == 080", "http://h", "//h:80", "//h:0080", None, "//h:8", "https://h")
        self.selects("port >= 65536", "//h:65536", None, "//h:65535", "//h")

    def test_functions(self):
        """Functions of the vocabulary are keys of every list of keys."""
        long, page = "http://h/a/b/c/d/e/f/g/h/i/j/k\n", "http://www.h.example/b?utm_source=x\n"
        urls = long + page + "x\n"
        self.check(["filter", "depth > 1"], long, 0, "", urls)
        self.check(["filter", "origin == http://www.h.example"], page, 0, "", urls)
        self.check(["sort", "--by=depth"], page + "x\n" + long, 0, "", urls)
        self.check(["parse", "--format={strip-tracking} {key} {depth}"], "http://www.Example.com:80/a/../b?b=2&a=1#f "
                   "f2ef07b0765c7abecaf561ea52a75d04 3\n", 0, "", "http://www.Example.com:80/a/../b?utm_source=x&b=2&a=1#f\n")
        self.check(["count", "--by=origin"], "1\t\\N\n1\thttp://h\n1\thttp://www.h.example\n", 0, "", urls)

    def test_agree_and_guard(self):
        """Boolean keys: conditions of their own, about the text as given, not as lenient reading repairs it."""
        parted, inner, plain, space = "http://127.0.0.1\\@1.1.1.1/", "http://127.0.0.1/", "http://h.example/", "http://h.example/a b"
        urls = "".join(f"{url}\n" for url in (parted, inner, plain, space))
        for expression, lines in (("agree", [inner, plain, space]), ("not agree", [parted]), ("guard", [plain, space]), ("agree and not guard", [inner]),
                                  ("agree == true", [inner, plain, space]), ("agree != true", [parted]), ("guard == false", [parted, inner]),
                                  ("agree:upper", [inner, plain, space]), ("agree:upper == FALSE", [parted]), ("not (agree and guard)", [parted, inner])):
            with self.subTest(expression):
                self.check(["filter", expression], "".join(f"{line}\n" for line in lines), 0, "", urls)
        self.check(["filter", "-s", "not valid and agree"], f"{space}\n", input=f"{urls}http://[\nhttp://a b[/\n", status=1)
        self.check(["filter", "-s", "not valid and not agree"], f"{parted}\nhttp://[\nhttp://a b[/\n", input=f"{urls}http://[\nhttp://a b[/\n", status=1)
        # Programs read texts that are not references: these are errors, and do not pass unseen in either direction.
        invalid = "http://127.0.0.1:x/\nhttp://a^b/\n"
        for expression, lines in (("not guard", f"{parted}\n{inner}\n{invalid}"), ("guard", f"{plain}\n{space}\n"), ("not agree", f"{parted}\n{invalid}"),
                                  ("guard == false and not valid", f"{parted}\n{invalid}"), ("valid and agree", f"{inner}\n{plain}\n"), ("not guard and host", f"{parted}\n{inner}\n"),
                                  ("not host", "")):
            with self.subTest(expression):
                done = self.check(["filter", expression], lines, 1, None, urls + invalid)
                self.assertEqual(done.errors.count("not a URI reference"), 2)
        self.check(["filter", "--format={input} {agree} {guard}", "host"], f"{parted} false false\n{inner} true false\n{plain} true true\n{space} true true\n", 0, "", urls)
        self.check(["filter", "agree"], "", 0, "", f" {parted}\n")
        self.check(["sort", "--by=guard,agree"], f"{parted}\n{inner}\n{plain}\n{space}\n", 0, "", urls)
        self.check(["sort", "--by=guard", "--json-in=u"], '{"u":"http://127.0.0.1/"}\n{"u":"http://h.example/"}\n', 0, "",
                   '{"u":"http://h.example/"}\n{"u":"http://127.0.0.1/"}\n')
        self.check(["count", "--by=agree"], "3\ttrue\n1\tfalse\n", 0, "", urls)
        self.check(["edit", "--if=not agree", "--set=host=x"], f"http://x/@1.1.1.1/\n{inner}\n{plain}\n{space}\n", 0, "", urls)
        self.check(["edit", "--set=scheme=https", "--format={output} {guard}", parted], "https://127.0.0.1/@1.1.1.1/ false\n", 0, "")
        self.check(["parse", "--spec=lenient", "--json", "--keys=agree,guard", "--format={agree}", plain], "", 2, None)
        self.assertEqual(uriel("parse", "--spec=lenient", "--json", "--keys=agree,guard", parted).records[0]["agree"], False)

    def test_networks(self):
        self.selects("ip == 127.0.0.1", "//0x7f.1", "//[::ffff:7f00:1]", "//2130706433", None, "//127.0.0.2", "//[::1]", "//localhost")
        self.selects("ip in (fe80::/10, ::1/128)", "//[febf::1]", "//[0::1]", None, "//[fec0::1]", "//[::2]")
        self.selects("ip in private", "//10.0.0.1", "//0xac.0x10.1", "//[::ffff:192.168.0.1]", "//[fd00::1]", None, "//127.0.0.1", "//1.1.1.1", "//a", "/a")
        self.selects("ip in (loopback, METADATA)", "//0x7f.1", "//[::1]", "//[fd00:ec2::254]", "//169.254.169.254", None, "//169.254.1.1", "//localhost")
        self.selects("ip in global", "//1.1.1.1", "//[2a00::1]", "//192.0.0.9", "//[64:ff9b::1]", None, "//192.0.0.8", "//[4000::]", "//[2001::1]", "//a")
        self.selects("ip != global", "//10.0.0.1", "//[::]", None, "//1.1.1.1", "//a")
        self.selects("ip in 0.0.0.0/0", "//1.2.3.4", "//[::ffff:1.2.3.4]", None, "//[::1]", "//a")
        self.selects("ip != ::1", "//1.2.3.4", None, "//[::1]", "//a", "a")
        self.selects("ip like 10.*", "//10.1", "//[::ffff:10.0.0.1]", None, "//11.1.1.1")

    def test_other_documents(self):
        self.check(["filter", "--spec=whatwg", "host == h.example and path.1 == b", "http:\\\\H.example\\b", "x:y"], "http:\\\\H.example\\b\n", 0, None)
        self.check(["filter", "--spec=iri", "host_unicode like b?cher.*", "http://bücher.example/"], "http://bücher.example/\n")
        if has_historic():
            self.check(["filter", "--spec=url-1994", "reference == http://h/", "URL:http://h/"], "URL:http://h/\n")

    def test_errors_have_places(self):
        for text, message, begin, length in (
                ("", "a condition is missing", 0, 1), ("hst == a", 'no key "hst": did you mean "host"?', 0, 3), ("host = a", 'write "=="', 5, 1),
                ("host ==", "a value is missing", 7, 1), ("host == a b", 'no operator "b"', 10, 1), ("(host == a", '"(" without ")"', 0, 1),
                ("host == a)", '")" without "("', 9, 1), ("not", "a condition is missing", 3, 1), ("host in (a", "the list is not closed", 10, 1),
                ("host in (a,)", "a value is missing", 11, 1), ("port < x", '"x" is not a number', 7, 1), ("ip == 10.*", "is not an address", 6, 4),
                ("ip in 10.0.0.0/33", "is not an address", 6, 11), ("ip in ::ffff:1.2.3.4/95", "is not an address", 6, 17),
                ("ip in privat", 'did you mean "private"?', 6, 6), ("ip in (local, link-locl)", 'or a kind of network', 7, 5),
                ("host in 10.0.0.0/8", 'write "ip" instead of "host"', 8, 10), ("path has x", '"has" is only for "query"', 0, 8), ("ip < 3", "addresses cannot be ordered", 0, 4),
                ("scheme lik http", 'did you mean "like"?', 7, 3), ("host:lwer == a", 'no modifier "lwer": did you mean "lower"?', 5, 4),
                ("host:" + "lower:" * 5, "too many modifiers", 29, 5), ('scheme == "a', "a closing quotation mark is missing", 10, 1),
                ("path == /a(b)", "must be in quotation marks", 10, 1), ("valid == true", "an operator is missing", 6, 1), ("scheme in a,b", "a list needs parentheses", 11, 1), ("host !a", 'write "not"', 5, 1),
                ("path matches a[b", '"[" without "]"', 14, 1), ("path matches a{x}", '"{" must begin a repetition', 14, 2), ("path matches '(a'", '"(" without ")"', 14, 1),
                ("path matches (a)", "must be in quotation marks", 13, 1), ("path matches a(b)", "must be in quotation marks", 14, 1), ("path matches a{1,2}", "must be in quotation marks", 16, 1),
                ("path matches \\d", "write [0-9]", 13, 2), ("path matches '(a)\\1'", "no back-references", 17, 2), ("path matches '\\bx'", "no \\b", 14, 2),
                ("path matches '(?i)a'", 'no "(?"', 15, 1), ("path matches 'a+?'", "no lazy", 16, 1), ("path matches 'a{2}+'", "no lazy", 18, 1),
                ("path matches 'a**'", "a repetition must follow", 16, 1), ("path matches '(a+|?)'", "a repetition must follow", 18, 1),
                ("!host", 'write "not"', 0, 1), ("host and !(port)", 'write "not"', 9, 1), ("path matches 'a{5000}{2}'", "a repetition must follow", 21, 3), ("path matches '(a{500}){50}'", "more than 10,000 states", 22, 4),
                ("path match a", 'did you mean "matches"?', 5, 5), ("path matches", "a value is missing", 12, 1),
                ("path.0 < 1", "no key", 0, 6), ("not query.", "no key", 4, 6), ("host\x01 == a", 'no key "host\\x01"', 0, None)):
            with self.subTest(text):
                result = uriel("filter", text, "a")
                self.assertEqual((result.status, result.out), (2, b""), text)
                lines = result.errors.splitlines()
                self.assertIn(message, lines[0])
                if length:
                    self.assertEqual(lines[2].split(" expected ")[0].rstrip(), " " * (begin + 2) + "^" + "~" * (length - 1))
                self.assertEqual(lines[-1], 'Try "uriel help filter".')
        self.usage(["filter"], "an expression, such as")


class Records(ToolTest):
    LINES = "http://a/\n\na b\nhttp://b/\r\n\r\nx:y"

    def test_conditions_that_text_refutes(self):
        """Lines that cannot match are dropped before `site` and `surt` are computed; the answers stay."""
        chance = random.Random(11)
        parts = ["g", "nu", "gnu", "GNU", ".", "..", "/", "//", "/(", ")", "%2e", "%6eu", "www.", "www2.", "org", "co.uk", "?", "&", "=", "#", ":80", "u@",
                 "1.2.3.4", "sid=0123456789abcdef0123456789abcdef&", "cfid=1&cftoken=2&", "/(abcdefghijklmnopqrstuvwx)/a.aspx", "x"]
        lines = [chance.choice(["http://", "https://", "HTTP://", "ftp://", "//", ""]) + "".join(chance.choice(parts) for _ in range(chance.randint(1, 7)))
                 for _ in range(len(sample(range(4000), 4)))]
        values = uriel("parse", "-s", "--format={valid}\t{surt}\t{site}", input="".join(line + "\n" for line in lines)).lines
        for key, column, patterns in (("surt", 1, ["*,gnu,*", "org,gnu)*", "*gnu*", "*GNU*", "*nu?*", "uk,co,*"]), ("site", 2, ["gnu.org", "x.co.uk", "g.org"])):
            for pattern in patterns:
                with self.subTest(key=key, pattern=pattern):
                    condition = f"{key} like '{pattern}'" if column == 1 else f"{key} == {pattern}"
                    expected = [line for line, value in zip(lines, values)
                                if value.startswith("true") and fnmatch.fnmatchcase(value.split("\t")[column].lower() if column == 2 else value.split("\t")[column], pattern)]
                    self.assertEqual(uriel("filter", "-s", "--strict", condition, input="".join(line + "\n" for line in lines)).lines, expected)

    def test_what_is_left_out(self):
        self.check(["filter", "-s", "host"], "http://a/\nhttp://b/\n", 1, input=self.LINES)
        self.check(["filter", "-s", "not host"], "x:y\n", 1, input=self.LINES)
        self.check(["filter", "host == z"], "", 0, input="http://a/\n\n")
        self.check(["filter", "-s", "--invalid=keep", "host"], "http://a/\na b\nhttp://b/\n", 1, input=self.LINES)
        self.check(["filter", "-s", "host"], "", 0, input="")

    def test_invalid_inputs_are_errors(self):
        result = uriel("filter", "host", input=self.LINES)
        self.assertEqual(result.status, 1)
        self.assertEqual(result.errors.count("uriel: 3: not a URI reference"), 1)

    def test_valid(self):
        self.check(["filter", "-s", "not valid"], "a b\n", 1, input=self.LINES)
        self.check(["filter", "-s", "not valid or host == b"], "a b\nhttp://b/\n", 1, input=self.LINES)
        self.check(["filter", "-s", "valid"], "http://a/\nhttp://b/\nx:y\n", 1, input=self.LINES)
        record = uriel("filter", "--json", "not valid", input=self.LINES).records
        self.assertEqual([(one["input"], one["valid"], one["error"]["code"]) for one in record], [("a b", False, "path-character")])

    def test_forms(self):
        self.check(["filter", "-F", "{host:upper} {path.1}", "path", "//a/b", "c"], "A b\n c\n")
        self.assertEqual(uriel("filter", "--json", "host", input=self.LINES).out, b"".join(
            line + b"\n" for line in uriel("parse", "--json", input=self.LINES).out.split(b"\n") if b'"host"' in line))
        self.assertEqual(uriel("filter", "--tsv", "--header", "length", "//a/b").out, uriel("parse", "--tsv", "--header", "//a/b").out)
        self.check(["filter", "-q", "host", "//a"], "")

    def test_jobs(self):
        lines = "".join(f"http://h{i % 7}.example/{i}?q={i}\n" for i in range(60000))
        expected = "".join(line + "\n" for line in lines.splitlines() if "//h3." in line)
        for more in ([], ["--jobs=3"], ["--jobs=3", "-F{input}"]):
            self.check(["filter", *more, "host == h3.example and query.q:decode >= 0"], expected, input=lines)


if __name__ == "__main__":
    unittest.main()
