# SPDX-License-Identifier: MIT
"""plan(): what a client would do to fetch a resource (uriel_plan.h; doc/schemes.md)."""
import pickle
import re
import subprocess
import sys

import pytest
import uriel_uri as uriel
import vectors

OPTIONS = {"after": "previous", "proxy": "proxy", "news": "news_server", "mail": "mail_address", "local": "local_user",
           "terminal": "terminal", "key": "websocket_key", "agent": "user_agent"}
ROWS = [row for row in vectors.read("plans") if len(row) == 9]


def options_of(field):
    pairs = [option.split("=", 1) for option in (field or b"").decode().split("\x1f") if option]
    return {OPTIONS[name]: value for name, value in pairs}


def joined(steps):
    """The steps as the table has them: sends that follow each other are one."""
    made = []
    for step in steps:
        name = step.do + ("*" if step.channel == "data" else "")
        text = step.reply if step.do == "expect" else step.text
        if step.do == "connect":
            text = step.transport if step.port is None else f"{step.host}:{step.port} {step.transport}"
        if made and name.startswith("send") and made[-1][0] == name:
            made[-1] = (name, made[-1][1] + text)
        else:
            made.append((name, text or ""))
    return made


def matches(step, wanted):
    """The rules of the head of plans.tsv."""
    name, _, text = wanted.partition(" ")
    if step[0] != name:
        return False
    if name.rstrip("*") == "expect":
        must = [code for code in text.split() if code[0] != "("]
        may = re.findall(r"\((.*?)\)", text)
        codes = step[1].split()
        return not text or (set(must) <= set(codes) <= {*must, *" ".join(may).split()})
    if text.startswith("~"):
        return text[1:] in step[1]
    return not text or (step[1].startswith(text) if name == "ask" else text == step[1])


def follows(steps, wanted):
    if not wanted:
        return not steps
    if wanted[0] == "...":
        return any(follows(steps[at:], wanted[1:]) for at in range(len(steps) + 1))
    return bool(steps) and matches(steps[0], wanted[0]) and follows(steps[1:], wanted[1:])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row[0]))
def test_vectors(row):
    """test/vectors/plans.tsv."""
    _, uri, spec, options, steps, warnings, resume, code, _ = row
    if code is not None:
        with pytest.raises(uriel.Error) as raised:
            uriel.plan(uri, spec.decode(), **options_of(options))
        assert raised.value.code == code.decode()
        return
    made = uriel.plan(uri, spec.decode(), **options_of(options))
    if steps is not None:
        text = steps.decode("utf-8", "surrogateescape")
        assert follows(joined(made.steps), text.split("\x1f")), joined(made.steps)
    names = {warning.partition(":")[0] for warning in made.warnings}
    listed = warnings.decode().split("\x1f") if warnings else []
    assert {name for name in listed if name[0] != "("} <= names <= {name.strip("()") for name in listed}
    if resume is not None:
        assert (made.resume or 0) == int(resume)


def test_keys():
    """RFC 3912, 2: a connection to port 43, the query and CR LF, the answer up to its end."""
    made = uriel.plan("WHOIS://whois.example.com/nic-1")
    assert made._fields == ("input", "scheme", "parts", "steps", "aside", "warnings", "gateway", "resume")
    assert (made.input, made.scheme) == ("WHOIS://whois.example.com/nic-1", "whois")
    assert made.parts == {"host": "whois.example.com", "query": "nic-1"}
    assert [step.do for step in made.steps] == ["connect", "send", "expect", "close"]
    assert (made.steps[0].host, made.steps[0].port, made.steps[0].transport) == ("whois.example.com", 43, "tcp")
    assert made.steps[1].text == "nic-1\r\n"
    assert (made.aside, made.warnings, made.gateway, made.resume) == ([], [], None, None)
    assert repr(made.steps[1]) == r"Step(do='send', text='nic-1\r\n')"
    assert pickle.loads(pickle.dumps(made)) == made


def test_branches():
    """RFC 2428, 3: a server without EPSV refuses it; RFC 959, 5.4: USER may be answered with 230."""
    made = uriel.plan("ftp://ftp.example.com/pub/docs/README")
    steps = made.steps + made.aside
    assert made.parts["directories"] == ["pub", "docs"]
    user, epsv = steps[3], next(step for step in steps if step.use == "port")
    assert (user.reply, user.form, user.use) == ("331 230", "lines", "status")
    assert steps[user.branches[0].to - 1].text == "CWD pub\r\n"
    assert user.branches[-1] == uriel.Branch("4", action="later")
    assert steps[epsv.branches[0].to - 1].text == "PASV\r\n"
    assert [(step.fill, step.after) for step in steps if step.do == "ask"] == [("account", "\r\n")]


def test_bytes():
    """Bytes that are not UTF-8 are lone surrogates (PEP 383); `bytes` is the message of a protocol."""
    assert uriel.plan("gopher://h/0%FF").steps[1].text == "\udcff\r\n"
    assert uriel.plan("data:,%00%80").steps[0].text.encode("utf-8", "surrogateescape") == b"\0\x80"
    request = next(step for step in uriel.plan("wais://h/db?x").steps if step.bytes)
    assert request.do == "request" and type(request.bytes) is bytes
    assert uriel.plan("urn:isbn:1", gateways={"urn": "http://gw/{nid}"}).parts == {"nid": "isbn", "nss": "1"}


def test_options():
    https = uriel.plan("https://h/a", proxy="p")
    assert (https.steps[0].host, https.steps[0].port, https.steps[1].text.split()[0]) == ("p", 8080, "CONNECT")
    assert [step.inside for step in https.steps].count(True) == 1
    assert uriel.plan("https://h/", proxy="p", https_proxy="q:1").steps[0].host == "q"
    assert uriel.plan("http://h/", proxy="p", no_proxy="h").steps[0].host == "h"
    assert uriel.plan("http://h/", head=True).steps[1].text.startswith("HEAD / ")
    sent = uriel.plan("http://h/", fields=["A: b", b"C: d"], user_agent="é", persistent=True).steps[1].text
    assert "A: b\r\nC: d\r\n" in sent and "User-Agent: é\r\n" in sent and "Connection" not in sent
    through = uriel.plan("wais://h/db", gateways={"wais": "http://gw/?{uri}"})
    assert (through.gateway, through.steps[0].host) == ("http://gw/?{uri}", "gw")
    reused = uriel.plan("ftp://h/a/b", previous=uriel.parse("ftp://h/a/c"))
    assert reused.resume and uriel.plan("ftp://h/a/b", previous="ftp://h/a/c") == reused
    assert uriel.plan(uriel.parse("http://h/")) == uriel.plan(b"http://h/") == uriel.plan("http://h/")
    assert uriel.plan("http:\\\\H:80", "whatwg").input == "http://h/"


def test_searches():
    """url-1994, Gopher; HTML 2.0, 7.5."""
    assert uriel.plan("http://h/i#f", words="a b").input == "http://h/i?a+b"
    assert uriel.plan("gopher://h/7x%09a", words="é").input == "gopher://h/7x%09%C3%A9"
    assert uriel.plan("gopher://h/0%09%09?", answers=["x", "y"]).steps[1].text.endswith("x\r\ny\r\n.\r\n")
    with pytest.raises(ValueError, match="exclude"):
        uriel.plan("http://h/", words="a", answers=["b"])


WRONG = [
    ({"proxy": "a\nb"}, "a\nb", 1),
    ({"proxy": "p", "https_proxy": "é:x:y"}, "é:x:y", 0),
    ({"fields": ["A: b", "é: x"]}, "é: x", 0),
    ({"fields": ["Host: h"]}, "Host: h", 0),
    ({"fields": ["A:é\x01"]}, "A:é\x01", 3),
    ({"terminal": "\0"}, "\0", 0),
    ({"mail_address": "é\r"}, "é\r", 1),
    ({"websocket_key": "x"}, "x", 0),
    ({"gateways": {"http": "é{"}}, "é{", None),
    ({"gateways": {"http": "http://{nss}/"}}, "http://h/a?x", None),
    ({"words": "a\x01"}, "a\x01", 1),
    ({"words": " "}, " ", None),
    ({"answers": ["a"]}, "http://h/a?x", None),
]


@pytest.mark.parametrize("options, text, offset", WRONG)
def test_wrong_options(options, text, offset):
    """The error is in the text of the option."""
    with pytest.raises(uriel.Error) as raised:
        uriel.plan("http://h/a?x", **options)
    assert raised.value.text == text
    assert offset is None or raised.value.offset == offset


def test_wrong_answers():
    for answers, text in ((["a", "b\nc"], "b\nc"), (["."], ".")):
        with pytest.raises(uriel.Error) as raised:
            uriel.plan("gopher://h/0%09%09?", answers=answers)
        assert raised.value.text == text


def test_wrong_types():
    for options in ({"proxy": 1}, {"fields": "A: b"}, {"answers": "a"}, {"gateways": {1: "a"}}, {"words": ["a"]}, {"other": 1}):
        with pytest.raises(TypeError):
            uriel.plan("http://h/", **options)
    with pytest.raises(TypeError):
        uriel.plan(1)


def test_without_plan():
    for text, code in (("x:y", "plan-unknown"), ("a", "plan-base"), ("http://h%2f/", "host-decoded")):
        with pytest.raises(uriel.Error) as raised:
            uriel.plan(text)
        assert raised.value.code == code
    with pytest.raises(uriel.Error):
        uriel.plan("http://h/ b")


def test_long():
    """Plans that need larger buffers."""
    assert len(uriel.plan("ftp://h/" + "a/" * 1000 + "b").steps) > 2000
    assert len(uriel.plan("data:," + "%FF" * 1_000_000).steps[0].text) == 1_000_000


@pytest.mark.parametrize("uri", ["http://h/a", "mailto:a@b,c@d"])
def test_no_memory(uri):
    """No option and no part gets lost."""
    failing = pytest.importorskip("_testcapi")
    options = {"user_agent": "x", "proxy": "p:1", "persistent": True}
    whole, failures = uriel.plan(uri, **options), 0
    for n in range(100):
        failing.set_nomemory(n, n + 1)
        try:
            made = uriel.plan(uri, **options)
        except MemoryError:
            made, failures = whole, failures + 1
        finally:
            failing.remove_mem_hooks()
        assert made == whole
    assert failures


def test_imported_lately():
    program = "import sys, uriel_uri; assert not {'uriel_uri._plan', 'collections'} & set(sys.modules), sys.modules; uriel_uri.plan"
    subprocess.run([sys.executable, "-S", "-c", "import sys; sys.path[:0] = " + repr(sys.path) + "; " + program], check=True)
