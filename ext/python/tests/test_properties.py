# SPDX-License-Identifier: MIT
"""What holds for every text: hypothesis makes the texts, and mutates the vectors of the functions."""
import pathlib
import pickle
import re

import uriel_uri as uriel
from hypothesis import example, given, settings
from hypothesis import strategies as st

VECTORS = pathlib.Path(__file__).resolve().parents[3] / "test" / "vectors" / "functions.tsv"
# RFC 3986, Appendix B.
APPENDIX_B = re.compile(r"(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", re.S)
LEVELS = ("string", "case", "percent", "path", "scheme")


def seeds():
    """The first arguments of the vectors that are plain text."""
    lines = VECTORS.read_text(encoding="utf-8").splitlines() if VECTORS.exists() else []
    fields = [line.split("\t") for line in lines if line[:1] != "#"]
    return sorted({line[1] for line in fields if len(line) > 1 and "\\" not in line[1] and len(line[1]) < 80}) or ["http://h/"]


@st.composite
def mutated(draw):
    """A text of the vectors, with a few characters replaced, removed or added."""
    text = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + draw(st.sampled_from(["", "/", ":", "@", "?", "#", "%", "%41", "[", "]", "..", "é", " ", "a", "&", "="])) + \
            text[place + draw(st.integers(0, 2)):]
    return text


SEEDS = seeds()
TEXTS = mutated() | st.text(max_size=40) | st.text(alphabet="ab:/?#[]@!.%1&=", max_size=20)
SPECS = st.sampled_from(["rfc3986", "iri", "whatwg", "lenient", "url-1993", "url-1994", "url-1997", "uri-2003"])
many = settings(max_examples=500, deadline=None, derandomize=True)


def parsed(text, spec="rfc3986"):
    try:
        return uriel.parse(text, spec)
    except uriel.Error as error:
        assert 0 <= error.offset <= len(text)
        assert error.code and error.message and error.picture
        return None


@many
@given(TEXTS, SPECS)
@example("", "rfc3986")
@example("\ud800", "iri")
def test_parse_and_valid_agree(text, spec):
    url = parsed(text, spec)
    if spec != "lenient":  # which repairs texts that are not valid
        assert (url is not None) is uriel.valid(text, spec)
    assert (url is None) <= (uriel.host(text, spec) is None)


@many
@given(TEXTS)
def test_appendix_b(text):
    url = parsed(text)
    if url:
        found = APPENDIX_B.fullmatch(text)
        assert (url.scheme, url.authority, url.path, url.query, url.fragment) == (found[2], found[4], found[5], found[7], found[9])


@many
@given(TEXTS, SPECS)
def test_attributes_are_the_functions(text, spec):
    """An attribute is what the function of the module returns for the text of the reference, under its document."""
    url = parsed(text, spec)
    if url:
        for name in ("scheme", "userinfo", "host", "port", "path", "query", "fragment", "host_kind", "site", "depth", "form"):
            assert getattr(url, name) == getattr(uriel, name)(url) == getattr(uriel, name)(str(url), url.spec)


@many
@given(TEXTS, SPECS)
def test_str_and_bytes(text, spec):
    data = text.encode("utf-8", "surrogatepass")
    for name in ("valid", "error", "scheme", "host", "path", "query", "site", "normalize", "key"):
        assert getattr(uriel, name)(text, spec=spec) == getattr(uriel, name)(data, spec=spec)


@many
@given(TEXTS, st.sampled_from(LEVELS))
def test_normal_form(text, level):
    """RFC 3986, 6.2: a normal form is its own, and each level includes the lower ones."""
    once = uriel.normalize(text, level)
    if once is not None:
        assert uriel.normalize(once, level) == once
        assert uriel.equal(text, once, level) is True
        assert LEVELS.index(uriel.level(text, once)) <= LEVELS.index(level)


@many
@given(TEXTS, TEXTS)
def test_equality_and_hash(a, b):
    one, two = parsed(a), parsed(b)
    if one and two:
        assert (one == two) is (one.normalize() == two.normalize())
        assert one != two or hash(one) == hash(two)


@many
@given(TEXTS, SPECS)
def test_pickle(text, spec):
    url = parsed(text, spec)
    if url:
        again = pickle.loads(pickle.dumps(url))
        assert (str(again), again.spec, again) == (str(url), url.spec, url)


@many
@given(TEXTS, TEXTS)
def test_relative_and_resolve(target, base):
    """RFC 3986, 5.2: the target without its dot segments."""
    reference = uriel.relative(target, base)
    if reference is not None and uriel.scheme(target) and uriel.scheme(base):
        assert uriel.resolve(reference, base) == uriel.resolve(target, base)


@many
@given(st.text(max_size=30))
def test_encode_and_decode(text):
    """RFC 3986, 2.1: every octet comes back."""
    assert uriel.decode(uriel.encode(text.replace("%", "%25"), "path-segment")) == text
    assert uriel.decode(uriel.encode(text.replace("%", "%25"), "query-value")) == text


@many
@given(st.lists(TEXTS, max_size=5))
def test_find(texts):
    text = " ".join(texts)
    for found in uriel.find(text):
        assert 0 <= found.offset <= found.offset + found.length <= len(text)
        assert found.reference
